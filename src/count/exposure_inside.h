/* src/count/exposure_inside.h - what the parts of an exposure know of each other.
 *
 * What is kept of all shoes is one array of whole numbers, which are added up over batches, threads and interruptions in any order. */
#ifndef FELT_SRC_COUNT_EXPOSURE_INSIDE_H
#define FELT_SRC_COUNT_EXPOSURE_INSIDE_H

#include "count/deal.h"
#include "count/value_fast.h"

#include <felt/exposure.h>

enum {
    EXPOSURE_COUNTS = 256, /* true counts that a pilot tells apart: -128 and less, ... 127 and more */
    EXPOSURE_COUNT_LEAST = -128,
    EXPOSURE_SQUARE_SHIFT = 14, /* won units are squared in steps of 2^-16 */
    EXPOSURE_PIECE_BATCHES = 4, /* of shoes: what a thread takes at once */
};

/* Sums over shoes of what an item (a perfect player, a system, a group) did in one of them, for one cut card. */
typedef enum exposure_sum {
    EXPOSURE_BETS = 0,
    EXPOSURE_WON,       /* in units of 2^-VALUE_BITS */
    EXPOSURE_BETS_BETS, /* squares and products; won units as EXPOSURE_SQUARE_SHIFT says */
    EXPOSURE_WON_WON,
    EXPOSURE_BETS_WON,
    EXPOSURE_BETS_ROUNDS,
    EXPOSURE_WON_ROUNDS,
    EXPOSURE_SUMS
} exposure_sum;

/* Sums over rounds, for one bet and depth. */
typedef enum exposure_depth_sum {
    EXPOSURE_DEPTH_ROUNDS = 0,
    EXPOSURE_DEPTH_VALUE,
    EXPOSURE_DEPTH_SQUARE, /* in units of 2^-2 VALUE_BITS */
    EXPOSURE_DEPTH_GOOD,   /* rounds in which the value is above 0, ... */
    EXPOSURE_DEPTH_WON,    /* ... and the sum of those values */
    EXPOSURE_DEPTH_SUMS
} exposure_depth_sum;

/* And for one system and depth. */
typedef enum exposure_system_depth_sum {
    EXPOSURE_SYSTEM_DEPTH_BETS = 0,
    EXPOSURE_SYSTEM_DEPTH_WON,
    EXPOSURE_SYSTEM_DEPTH_SUMS
} exposure_system_depth_sum;

/* A system as it is dealt with. */
typedef struct exposure_counter {
    int bet;
    int32_t tags[FELT_RANK_COUNT];
    int32_t whole;                            /* what the tags of a full shoe add up to, and the start */
    int step;                                 /* true counts of a pilot are told apart by it */
    int32_t need[FELT_DEALING_CARDS_MAX + 1]; /* the running count that is enough, with so many cards left */
    bool known;                               /* there is a trigger */
    int64_t num, den;
} exposure_counter;

typedef struct exposure_worker exposure_worker;

struct felt_exposure {
    felt_exposure_setup setup; /* with copies of all lists */
    int *cuts;
    uint16_t cuts_from[FELT_DEALING_CARDS_MAX + 2]; /* cuts with so many cards behind the cut card, or more */
    felt_exposure_group *groups;
    int *group_bets;
    double *deviations;
    value_plan values;
    deal_plan deals;
    exposure_counter *counters;
    int items; /* bets, systems, groups */
    uint64_t pilot_done, shoes_done;
    value_wide *sums; /* by the functions below */
    size_t sum_count;
    value_wide *pilot; /* of each system and true count: rounds, and what the bet was worth in them */
    size_t pilot_count;
    exposure_worker **workers;
    int worker_count;
    struct count_device *device; /* NULL: this processor deals */
};

/* ---- where sums are ---- */

static inline size_t exposure_at(const felt_exposure *e, int item, int cut)
{
    return ((size_t)cut * (size_t)e->items + (size_t)item) * EXPOSURE_SUMS;
}

/* Rounds of shoes to a cut card, and their squares beside them. */
static inline size_t exposure_rounds_at(const felt_exposure *e, int cut)
{
    return exposure_at(e, 0, e->setup.cut_count) + 2 * (size_t)cut;
}

static inline size_t exposure_depths_at(const felt_exposure *e, int bet)
{
    return exposure_rounds_at(e, e->setup.cut_count) + (size_t)bet * (FELT_EXPOSURE_DEPTHS * EXPOSURE_DEPTH_SUMS + FELT_EXPOSURE_VALUES);
}

static inline size_t exposure_system_depths_at(const felt_exposure *e, int system)
{
    return exposure_depths_at(e, e->setup.bet_count) + (size_t)system * (FELT_EXPOSURE_DEPTHS * EXPOSURE_SYSTEM_DEPTH_SUMS);
}

static inline size_t exposure_pilot_at(int system, int count)
{
    return ((size_t)system * EXPOSURE_COUNTS + (size_t)(count - EXPOSURE_COUNT_LEAST)) * 2;
}

static inline bool exposure_needs_pilot(const felt_exposure *e)
{
    for (int i = 0; i < e->setup.system_count; i++)
        if (!e->setup.systems[i].has_trigger)
            return true;
    return false;
}

/* ---- dealing ---- */

/* Room for one thread; NULL: no memory. */
exposure_worker *exposure_worker_new(const felt_exposure *e);
void exposure_worker_free(exposure_worker *w);

/* Deals shoes `first` to `first` + count - 1, at most DEAL_LANES, and adds what came of them to the worker's own sums. */
void exposure_deal(const felt_exposure *e, exposure_worker *w, uint64_t first, int count, bool pilot);

/* Adds the worker's sums to those of the exposure, and sets them to 0. */
void exposure_collect(felt_exposure *e, exposure_worker *w);

/* Sets the trigger of a system. */
void exposure_set_trigger(felt_exposure *e, int system, int64_t num, int64_t den);

/* ---- crews ---- */

/* Which of `count` pieces, or shoes, are of this process: as many as it returns, from *ret_first on. */
uint64_t exposure_share(const felt_exposure *e, uint64_t count, uint64_t *ret_first);

/* Before a share is dealt: all but the first process begin with nothing, so that what is known already is counted once. */
void exposure_part(felt_exposure *e);

/* After it: the sums of all. *stopped: of any; *fast: of the first. */
felt_status exposure_unite(felt_exposure *e, bool *stopped, bool *fast);

/* Finds the best trigger of every system that has none, from the pilot. */
void exposure_find_triggers(felt_exposure *e);

#endif
