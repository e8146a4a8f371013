/* src/sheet/words.h - a row's condition as a clause of English, such as "the banker hand wins with a 3-card 7". */
#ifndef FELT_SRC_SHEET_WORDS_H
#define FELT_SRC_SHEET_WORDS_H

#include "tree.h"

/* Whose condition it is: `own` and `number` stand for the wager's side, names of wagers are looked up in the tree. */
typedef struct words_of {
    const tree *tree;
    const wager_source *wager;
    int side;
} words_of;

/* Writes the row's condition, which must be there and resolved, as a clause that can follow "if"; in the sheet's own words if the game has
 * none. bytes is NULL when memory runs out. */
felt_text words_write(felt_arena *arena, const words_of *of, const row_source *row);

/* Writes the choices under which a line is in force, but not the side: "ends is seven-out and placing is not any-come-out"; empty: always.
 * bytes is NULL when memory runs out. */
felt_text words_write_guard(felt_arena *arena, const tree *t, const guard *g);

#endif
