/* src/design/search.h - goes through all numbers that meet a problem's bands of edges and its order.
 *
 * Parts are set one after the other, the commonest first, and given up as soon as the lowest numbers that are left make the sum too large
 * in some scene, or the highest too small. The numbers of the last part are one run, which is found at once. */
#ifndef FELT_SRC_DESIGN_SEARCH_H
#define FELT_SRC_DESIGN_SEARCH_H

#include "problem.h"

/* All numbers of the last part that go with those of the others. */
typedef struct search_run {
    int *numbers;          /* of all parts; the last is the visitor's to fill in */
    const wide *sums;      /* in each scene, without the last */
    const double *squares; /* the expected square of the win, without the last */
    int first, last;       /* from .. to: places in the list of pays, or the numbers themselves where there is none */
} search_run;

/* False ends the search. */
typedef bool (*search_visit)(void *context, const search_run *run);

typedef struct search_result {
    uint64_t steps;
    bool ended; /* before all was seen: `most` steps were made */
} search_result;

/* FELT_ENOMEM. */
felt_status search_all(const problem *p, uint64_t most, search_visit visit, void *context, search_result *ret);

/* The number at a place of the list of pays. */
static inline int search_number(const problem *p, int place)
{
    return p->request->pays == NULL ? place : p->request->pays[place];
}

/* The last place whose number is at most this; -1, or 0 where there is no list: none. */
int search_place_down(const problem *p, int number);

/* The lowest and highest numbers of all parts once each knows the others. False: some part has none. */
bool search_extremes(const problem *p, int low[FELT_ROWS_MAX], int high[FELT_ROWS_MAX]);

#endif
