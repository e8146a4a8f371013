/* sim/coming.h - what the sessions of one bettor see: shoe after shoe, or throw after throw, each session from a random stream of its own.
 *
 * Session number s sees the same whatever is bet.
 * Threads:  a plan is read-only once made; one thread at a time for one coming. */
#ifndef FELT_SRC_SIM_COMING_H
#define FELT_SRC_SIM_COMING_H

#include "sim/dealt.h"

#include <felt/random.h>

typedef struct coming_plan {
    uint64_t seed;
    uint32_t ways; /* of a throw; 0: events are dealt from a shoe */
    uint16_t event_of[FELT_WAYS_MAX];
    dealt_plan shoes;
} coming_plan;

/* One session, with the events that are to come next. */
typedef struct coming {
    const coming_plan *plan;
    int next, count;
    uint16_t list[DEALT_ROUNDS_MAX];
    felt_random random;
} coming;

/* Where events are dealt from a shoe, requires run_shoe_in_range. */
void coming_plan_make(coming_plan *plan, const felt_book *book, int cut, felt_dealing_rules rules, uint64_t seed);

void coming_begin(coming *c, const coming_plan *plan, uint64_t session);

/* A new list, at least one long: a shoe, or some throws. */
void coming_fill(coming *c);

static inline int coming_event(coming *c)
{
    if (c->next == c->count)
        coming_fill(c);
    return c->list[c->next++];
}

#endif
