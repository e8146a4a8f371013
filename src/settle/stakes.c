/* src/settle/stakes.c - what each seat has up on each wager. */
#include "stakes.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

void stakes_free(stakes *s)
{
    free(s->entries);
    *s = (stakes){0};
}

void stakes_begin(stakes *s)
{
    s->used = 0;
    if (++s->generation == 0) { /* after 2^32 hands old entries would look new */
        for (size_t i = 0; i < s->capacity; i++)
            s->entries[i].generation = 0;
        s->generation = 1;
    }
}

static bool same_key(stake_key a, stake_key b)
{
    return a.seat == b.seat && a.wager == b.wager && a.number == b.number;
}

/* Every bit of the key reaches the low bits: seats whose numbers end alike must not meet in one place. */
static uint64_t hash_of(stake_key key)
{
    uint64_t hash = (uint64_t)key.seat << 32 | (uint64_t)key.wager << 16 | (uint16_t)key.number;
    hash = (hash ^ hash >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static size_t place_of(const stakes *s, stake_key key)
{
    size_t at = (size_t)hash_of(key) & (s->capacity - 1);
    while (s->entries[at].generation == s->generation && !same_key(s->entries[at].key, key))
        at = (at + 1) & (s->capacity - 1);
    return at;
}

static bool grow(stakes *s)
{
    stakes more = {.capacity = s->capacity == 0 ? FIRST_CAPACITY : 2 * s->capacity, .used = s->used, .generation = s->generation};
    more.entries = calloc(more.capacity, sizeof *more.entries);
    if (more.entries == NULL)
        return false;
    for (size_t i = 0; i < s->capacity; i++)
        if (s->entries[i].generation == s->generation)
            more.entries[place_of(&more, s->entries[i].key)] = s->entries[i];
    free(s->entries);
    *s = more;
    return true;
}

bool stakes_reserve(stakes *s, size_t more)
{
    while (2 * (s->used + more) > s->capacity)
        if (!grow(s))
            return false;
    return true;
}

stake_entry *stakes_at(stakes *s, stake_key key)
{
    stake_entry *entry = s->capacity == 0 ? NULL : &s->entries[place_of(s, key)];
    if (entry != NULL && entry->generation == s->generation)
        return entry;
    if (2 * (s->used + 1) > s->capacity) {
        if (!grow(s))
            return NULL;
        entry = &s->entries[place_of(s, key)];
    }
    *entry = (stake_entry){.key = key, .generation = s->generation, .last = -1};
    s->used++;
    return entry;
}

const stake_entry *stakes_find(const stakes *s, stake_key key)
{
    if (s->capacity == 0)
        return NULL;
    const stake_entry *entry = &s->entries[place_of(s, key)];
    return entry->generation == s->generation ? entry : NULL;
}
