/* src/design/stage.h - what is given: the rows of a wager that can win, and how often each does in every scene.
 *
 * A line is a row whose pay could be another. What a unit wins through it is `rise` times the number printed, plus `base`: commissions,
 * vigs and units (`for`) are in these two.
 * Lifetime: the arena's, but for the numbers: stage_free. */
#ifndef FELT_SRC_DESIGN_STAGE_H
#define FELT_SRC_DESIGN_STAGE_H

#include <felt/design.h>

typedef struct stage_line {
    int row;
    int printed; /* the number in the sheet; 0: unset */
    int denominator;
    int lowest; /* the lowest number that wins in every scene */
} stage_line;

/* A line in a scene. */
typedef struct stage_term {
    mpq_t chance, rise, base; /* chance 0: the row does not decide there */
    bool by_for;
} stage_term;

typedef struct stage_scene {
    const felt_odds *odds;
    mpq_t mean, square; /* what rows that are no lines add to the expected win of a unit, and to that of its square */
    stage_term *terms;  /* one for each line */
} stage_scene;

struct ceiling;

typedef struct stage {
    felt_arena *arena;
    const felt_sheet *sheet;
    const felt_wager *wager;
    const felt_option *paytable;
    int column;
    felt_text added;
    felt_odds_list odds;
    stage_line lines[FELT_ROWS_MAX];
    int line_count;
    stage_scene *scenes;
    int scene_count;
    struct ceiling *ceiling; /* NULL: nobody asks what a counter can win */
} stage;

/* Zeroed before; freed with stage_free also after a failure. Statuses as felt_design_make. */
felt_status stage_make(felt_arena *arena, const felt_design_request *request, stage *s, felt_error *error);
void stage_free(stage *s);

/* How the rows of two lines compare: -1: the first is rarer, in every scene that has both; 1: commoner; 0: neither, and *ret_differs says
 * that this is because scenes differ. */
int stage_compare(const stage *s, int a, int b, bool *ret_differs);

/* By how much more `a` to 1 is counted than `b`, over scenes that have both: how many of them count the stake (`for`). */
int stage_shift(const stage *s, int a, int b);

#endif
