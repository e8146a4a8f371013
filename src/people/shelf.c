/* src/people/shelf.c - a hash table in chains, and a list of its records from the newest to the oldest. */
#include "shelf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, FIRST_ROOM = 16 };

typedef struct place {
    uint8_t key[SHELF_KEY_BYTES];
    int chain;        /* the next in the same bucket, or the next free place */
    int newer, older; /* in the order of use */
} place;

struct shelf {
    int capacity, room, count, used; /* room: places there is memory for; used: places ever taken */
    size_t record_bytes;
    shelf_keep *keep;
    place *places;
    unsigned char *records;
    int *buckets; /* as many as there is room for places: a power of two */
    int free, newest, oldest;
};

shelf *shelf_new(int capacity, size_t record_bytes, shelf_keep *keep)
{
    assert(capacity > 0 && record_bytes > 0);
    shelf *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->capacity = capacity;
    s->record_bytes = (record_bytes + 15) / 16 * 16; /* aligned for any type */
    s->keep = keep;
    s->free = s->newest = s->oldest = NONE;
    return s;
}

void shelf_free(shelf *s)
{
    if (s == NULL)
        return;
    free(s->places);
    free(s->records);
    free(s->buckets);
    free(s);
}

static int *bucket_of(const shelf *s, const uint8_t key[SHELF_KEY_BYTES])
{
    uint32_t head;
    memcpy(&head, key, sizeof head);
    return &s->buckets[head & ((uint32_t)s->room - 1)];
}

static void *record_at(const shelf *s, int at)
{
    return s->records + (size_t)at * s->record_bytes;
}

static int place_of(const shelf *s, const uint8_t key[SHELF_KEY_BYTES])
{
    if (s->room == 0)
        return NONE;
    int at = *bucket_of(s, key);
    while (at != NONE && memcmp(s->places[at].key, key, SHELF_KEY_BYTES) != 0)
        at = s->places[at].chain;
    return at;
}

/* ---- the order of use ---- */

static void take_out(shelf *s, int at)
{
    place *p = &s->places[at];
    *(p->newer == NONE ? &s->newest : &s->places[p->newer].older) = p->older;
    *(p->older == NONE ? &s->oldest : &s->places[p->older].newer) = p->newer;
}

static void put_first(shelf *s, int at)
{
    place *p = &s->places[at];
    p->newer = NONE;
    p->older = s->newest;
    *(s->newest == NONE ? &s->oldest : &s->places[s->newest].newer) = at;
    s->newest = at;
}

/* ---- room ---- */

static void fill_buckets(shelf *s)
{
    for (int i = 0; i < s->room; i++)
        s->buckets[i] = NONE;
    for (int at = s->newest; at != NONE; at = s->places[at].older) {
        int *bucket = bucket_of(s, s->places[at].key);
        s->places[at].chain = *bucket;
        *bucket = at;
    }
}

static bool grow(shelf *s)
{
    int room = s->room == 0 ? FIRST_ROOM : 2 * s->room;
    place *places = realloc(s->places, (size_t)room * sizeof *places);
    if (places == NULL)
        return false;
    s->places = places;
    unsigned char *records = realloc(s->records, (size_t)room * s->record_bytes);
    if (records == NULL)
        return false;
    s->records = records;
    int *buckets = realloc(s->buckets, (size_t)room * sizeof *buckets);
    if (buckets == NULL)
        return false;
    s->buckets = buckets;
    s->room = room;
    fill_buckets(s);
    return true;
}

static void drop(shelf *s, int at)
{
    int *link = bucket_of(s, s->places[at].key);
    while (*link != at)
        link = &s->places[*link].chain;
    *link = s->places[at].chain;
    take_out(s, at);
    s->places[at].chain = s->free;
    s->free = at;
    s->count--;
}

static bool make_room(shelf *s)
{
    if (s->count < s->capacity)
        return s->free != NONE || s->used < s->room || grow(s);
    int at = s->oldest;
    while (at != NONE && s->keep != NULL && s->keep(record_at(s, at)))
        at = s->places[at].newer;
    if (at == NONE)
        return false;
    drop(s, at);
    return true;
}

/* ---- what others call ---- */

void *shelf_find(shelf *s, const uint8_t key[SHELF_KEY_BYTES])
{
    int at = place_of(s, key);
    if (at == NONE)
        return NULL;
    if (at != s->newest) {
        take_out(s, at);
        put_first(s, at);
    }
    return record_at(s, at);
}

void *shelf_add(shelf *s, const uint8_t key[SHELF_KEY_BYTES])
{
    assert(place_of(s, key) == NONE);
    if (!make_room(s))
        return NULL;
    int at = s->free;
    if (at != NONE)
        s->free = s->places[at].chain;
    else
        at = s->used++;
    memcpy(s->places[at].key, key, SHELF_KEY_BYTES);
    int *bucket = bucket_of(s, key);
    s->places[at].chain = *bucket;
    *bucket = at;
    put_first(s, at);
    s->count++;
    return memset(record_at(s, at), 0, s->record_bytes);
}

void shelf_remove(shelf *s, const uint8_t key[SHELF_KEY_BYTES])
{
    int at = place_of(s, key);
    if (at != NONE)
        drop(s, at);
}

void shelf_clear(shelf *s)
{
    s->count = s->used = 0;
    s->free = s->newest = s->oldest = NONE;
    for (int i = 0; i < s->room; i++)
        s->buckets[i] = NONE;
}

int shelf_count(const shelf *s)
{
    return s->count;
}
