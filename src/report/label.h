/* src/report/label.h - what each line of a table of wagers begins with: the wager, and the choices that the line is about.
 *
 * Where there is room, or the lines of a wager are not together, they stand side by side. Else a wager with several lines stands above
 * them, and the lines begin with the choices alone. */
#ifndef FELT_SRC_REPORT_LABEL_H
#define FELT_SRC_REPORT_LABEL_H

#include "text_out.h"

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

/* The heads, and the beginning of line `i`; both are `width` columns, and come after two of the caller's. */
void label_put_heads(text_out *out, const label_layout *l);
void label_put(text_out *out, const label_layout *l, int i);

#endif
