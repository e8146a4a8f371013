/* src/design/problem.h - what is asked for, in whole numbers: which lines are to be found, between which numbers, and what their sum may be
 * in each scene.
 *
 * The edge of a scene is a constant less the sum of `slope` times the number printed, over all lines to be found. Brought to a common
 * denominator, the slopes are whole numbers and so is everything that decides. Where they would have more than SLOPE_BITS bits, as in
 * craps, they are cut off there; sums are then known up to a slack, and what is as near as that to a border is decided in fractions.
 * Lifetime: the arena's, but for the numbers: problem_free. */
#ifndef FELT_SRC_DESIGN_PROBLEM_H
#define FELT_SRC_DESIGN_PROBLEM_H

#include "stage.h"

__extension__ typedef __int128 wide;

enum { SLOPE_BITS = 90 };

/* A line that is to be found; they are in the order of the search, the commonest first. */
typedef struct problem_part {
    int line;      /* of the stage */
    int low, high; /* numbers that are possible by themselves */
} problem_part;

typedef struct problem_scene {
    const stage_scene *stage;
    mpq_t mean, square;           /* of all that is not to be found, bases of the rest included in `mean` alone */
    mpq_t least, most;            /* the exact band of the sum of slopes */
    mpq_t *slopes;                /* one for each part */
    wide *steps;                  /* the same in whole numbers */
    wide least_maybe, least_sure; /* a sum below the first is too small; from the second on it is not */
    wide most_maybe, most_sure;   /* a sum above the first is too large; up to the second it is not */
    wide target;                  /* the sum that makes the target */
    bool released;                /* nothing is asked of it */
    double unit;                  /* what 1 of a sum is of a unit staked */
    double held_square;
    double *chance, *rise, *base; /* of each part, to look before it is computed */
} problem_scene;

typedef struct problem {
    const stage *stage;
    const felt_design_request *request;
    felt_arena *arena;
    problem_part parts[FELT_ROWS_MAX];
    int part_count;
    int held[FELT_ROWS_MAX];                  /* of each line: the number it is held at; 0: it is to be found */
    bool by_for[FELT_ROWS_MAX];               /* of each line: every scene counts the stake in */
    bool bound[FELT_ROWS_MAX][FELT_ROWS_MAX]; /* [a][b] of lines: b is rarer than a and may not pay less */
    int shift[FELT_ROWS_MAX][FELT_ROWS_MAX];
    problem_scene *scenes;
    int scene_count;
    mpq_t target;
    double target_about;
    bool empty;                            /* a part has no number that is possible by itself ... */
    char reason[FELT_DESIGN_REASON_BYTES]; /* ... and this is why */
} problem;

/* Zeroed before; freed with problem_free also after a failure. */
felt_status problem_make(felt_arena *arena, const stage *given, const felt_design_request *request, problem *p, felt_error *error);
void problem_free(problem *p);

/* A scene in which nothing shall have to hold. */
void problem_release(problem *p, int scene);

/* The least number of line `b` where line `a`, which is commoner, has `number`; and the most of `a` where `b` has it. */
int problem_least(const problem *p, int a, int b, int number);
int problem_most(const problem *p, int a, int b, int number);

/* Exact: is the edge in the band of the scene; edge and variance of a scene. `numbers` are of the parts. */
bool problem_fits(const problem *p, int scene, const int *numbers);
void problem_figures(const problem *p, int scene, const int *numbers, mpq_t ret_edge, mpq_t ret_variance);

#endif
