/* src/settle/stakes.h - what each seat has up on each wager: how many bets, how much, and which was placed last.
 *
 * An open hash table that grows. Entries of earlier hands are told by their generation, so that beginning a hand costs nothing.
 * Lifetime: freed with stakes_free. */
#ifndef FELT_SRC_SETTLE_STAKES_H
#define FELT_SRC_SETTLE_STAKES_H

#include "book.h"

#include <stddef.h>

enum {
    STAKES_ANY = -1,     /* in stake_key.number: whatever number it is on */
    STAKES_UNKNOWN = -2, /* on a number that its state does not tell */
};

typedef struct stake_key {
    uint32_t seat;
    uint16_t wager;
    int16_t number;
} stake_key;

typedef struct stake_entry {
    stake_key key;
    uint32_t generation;
    int32_t last; /* STAKES_ANY: the position placed last that may be up; -1: none */
    int64_t bets;
    stake_sum stake;
} stake_entry;

typedef struct stakes {
    stake_entry *entries;
    size_t capacity, used; /* a power of two; used by this generation */
    uint32_t generation;   /* from 1 */
} stakes;

void stakes_free(stakes *s);

/* Forgets everything. */
void stakes_begin(stakes *s);

/* Room for so many more entries, so that stakes_at cannot fail for them; false when there is no memory. */
bool stakes_reserve(stakes *s, size_t more);

/* The entry for `key`, made when there is none; NULL when there is no memory for one that is not there. It stays where it is until the next
 * call. */
stake_entry *stakes_at(stakes *s, stake_key key);

/* The same, NULL when there is none. */
const stake_entry *stakes_find(const stakes *s, stake_key key);

#endif
