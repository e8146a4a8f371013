/* src/net/places.c - addresses of clients, and how many connections there are from each.
 *
 * A table with open addressing, never more than half full. An IPv6 network of 64 bits, which is what one customer has, counts as one. */
#include "inside.h"
#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/random.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

bool net_places_make(net_places *places, int most)
{
    uint32_t room = 16;

    while (room < (uint32_t)most * 2)
        room *= 2;
    places->slots = calloc(room, sizeof *places->slots);
    places->mask = room - 1;
    if (getrandom(&places->key, sizeof places->key, 0) != sizeof places->key)
        places->key = 0x9E3779B97F4A7C15u;
    return places->slots != NULL;
}

void net_places_clear(net_places *places)
{
    free(places->slots);
    places->slots = NULL;
}

net_place net_place_of(const struct sockaddr_storage *address)
{
    net_place place = {{0}};

    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)address;
        memcpy(place.bytes, mapped, sizeof mapped);
        memcpy(place.bytes + 12, &four->sin_addr, 4);
    } else if (address->ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
        memcpy(place.bytes, &six->sin6_addr, 16);
    }
    return place;
}

void net_place_write(net_place place, char ret[INET6_ADDRSTRLEN])
{
    if (memcmp(place.bytes, mapped, sizeof mapped) == 0)
        inet_ntop(AF_INET, place.bytes + 12, ret, INET6_ADDRSTRLEN);
    else
        inet_ntop(AF_INET6, place.bytes, ret, INET6_ADDRSTRLEN);
}

static net_place network_of(net_place place)
{
    if (memcmp(place.bytes, mapped, sizeof mapped) != 0)
        memset(place.bytes + 8, 0, 8);
    return place;
}

static uint32_t home_of(const net_places *places, net_place place)
{
    uint64_t a, b;

    memcpy(&a, place.bytes, 8);
    memcpy(&b, place.bytes + 8, 8);
    a = (a ^ places->key) * 0x9E3779B97F4A7C15u;
    a = (a ^ (a >> 29) ^ b ^ places->key) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(a >> 32) & places->mask;
}

/* Where `place` is, or the free slot where it would be. */
static uint32_t find(const net_places *places, net_place place)
{
    uint32_t at = home_of(places, place);

    while (places->slots[at].count > 0 && memcmp(&places->slots[at].place, &place, sizeof place) != 0)
        at = (at + 1) & places->mask;
    return at;
}

bool net_places_add(net_places *places, net_place place, int most)
{
    uint32_t at;

    place = network_of(place);
    at = find(places, place);
    if (places->slots[at].count >= (uint32_t)most)
        return false;
    places->slots[at].place = place;
    places->slots[at].count++;
    return true;
}

void net_places_remove(net_places *places, net_place place)
{
    uint32_t gap, at;

    place = network_of(place);
    gap = find(places, place);
    if (places->slots[gap].count == 0 || --places->slots[gap].count > 0)
        return;
    /* What stands behind the gap, and would not be found across it, moves into it. */
    for (at = (gap + 1) & places->mask; places->slots[at].count > 0; at = (at + 1) & places->mask) {
        uint32_t home = home_of(places, places->slots[at].place);
        if (((at - home) & places->mask) >= ((at - gap) & places->mask)) {
            places->slots[gap] = places->slots[at];
            places->slots[at].count = 0;
            gap = at;
        }
    }
}
