/* src/design/collect.h - what a search has found: how many, the best, the frontier. */
#ifndef FELT_SRC_DESIGN_COLLECT_H
#define FELT_SRC_DESIGN_COLLECT_H

#include "frontier.h"

typedef struct collection {
    uint64_t count; /* that meet the request */
    bool counted;   /* all of them */
    bool seen;      /* each was looked at, for the best and the frontier */
    uint64_t steps;
    bool has_best;
    candidate best; /* where has_best; its numbers are `best_numbers` */
    int best_numbers[FELT_ROWS_MAX];
    frontier *frontier; /* NULL: nobody asked */
} collection;

/* Searches in at most `most` steps. Where more than half as many paytables meet the request, they are counted and not looked at: then there
 * is no best. `into` is filled where it is not NULL. FELT_ENOMEM. */
felt_status collect(const problem *p, uint64_t most, frontier *into, collection *ret);

/* Of all that meet the request, whatever a counter wins of it, the one of which he wins least: `best`, and the units a shoe in the scene
 * where they are most. Requires a ceiling. */
felt_status collect_least(const problem *p, uint64_t most, collection *ret, double *ret_units);

/* Is there any? Stops at the first, which is then `best`. */
felt_status collect_first(const problem *p, uint64_t most, collection *ret);

#endif
