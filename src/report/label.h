/* src/report/label.h - what each line of a table of wagers begins with: the wager, and the choices that the line is about.
 *
 * Where there is room, they stand side by side. Else a wager with several lines one below the other stands above them, and the lines begin
 * with the choices alone. */
#ifndef FELT_SRC_REPORT_LABEL_H
#define FELT_SRC_REPORT_LABEL_H

#include "grid.h"

#include <felt/odds.h>

typedef struct label_layout {
    const felt_odds *const *list;
    int count;
    bool decks;           /* choices name the decks */
    bool grouped;         /* wagers stand above their lines */
    size_t name, options; /* columns of each, side by side */
    size_t width;         /* columns of both */
} label_layout;

felt_text label_wager(felt_arena *arena, const felt_odds *o);
felt_text label_options(felt_arena *arena, const felt_odds *o, bool decks);

/* For these lines, in at most `room` columns, not counting longer ones, which get a line of their own. */
label_layout label_lay_out(felt_arena *arena, const felt_odds *const *list, int count, bool decks, size_t room);

/* The columns of labels, behind `gap` columns of nothing; and the label of line `i`, from the cell `at` on. Returns the next cell. */
void label_columns(const label_layout *l, grid *g, size_t gap);
int label_put(felt_arena *arena, const label_layout *l, int i, int at, grid_row *row);

#endif
