/* src/design/frontier.h - paytables compared: by how far they are from the target, by deviation, by top pay, by what they change.
 *
 * Figures are looked at as doubles first. Where two are too near to each other for that to decide, they are computed as fractions. */
#ifndef FELT_SRC_DESIGN_FRONTIER_H
#define FELT_SRC_DESIGN_FRONTIER_H

#include "problem.h"

typedef struct candidate {
    double distance, variance; /* about; both in the scene where they are largest */
    int top_num, top_den;
    int changed;   /* pays that are not as printed */
    double change; /* the sum of their changes, each as a share of the printed pay; about */
    int *numbers;  /* of the parts */
} candidate;

/* As qsort wants it: below 0 where `a` is nearer, of a smaller deviation, of a lower top pay. */
int candidate_by_distance(const problem *p, const candidate *a, const candidate *b);
int candidate_by_variance(const problem *p, const candidate *a, const candidate *b);
int candidate_by_top(const candidate *a, const candidate *b);

/* Below 0: `a` is preferred. Never 0 for different numbers. */
int candidate_prefer(const problem *p, const candidate *a, const candidate *b);

/* Those of which no other is at least as good in all three, and better in one. */
typedef struct frontier frontier;

frontier *frontier_new(const problem *p);
void frontier_free(frontier *f);

/* Its numbers are copied. False: there is no memory. */
bool frontier_add(frontier *f, const candidate *c);

/* What is left, by top pay, the highest first, then by distance. *ret_cut: there were more than FELT_DESIGN_FRONTIER_MAX. */
bool frontier_finish(frontier *f, const candidate **ret, int *ret_count, bool *ret_cut);

/* Exact, in the scene where it is largest. */
void figures_distance(const problem *p, const int *numbers, mpq_t ret);
void figures_variance(const problem *p, const int *numbers, mpq_t ret);

#endif
