/* src/report/card_layout.h - how one wager is laid out on a rule card: its columns, its cells, and what holds for all of it.
 *
 * A wager's pays stand in one column for each combination of the options that change what a row pays (paytables, units); rows that are
 * in force only under some of the remaining choices say so.
 * Lifetime: texts live in the given arena.
 * Failure:  a text has bytes NULL when the arena is full. */
#ifndef FELT_SRC_REPORT_CARD_LAYOUT_H
#define FELT_SRC_REPORT_CARD_LAYOUT_H

#include "text_out.h"

#include <felt/select.h>
#include <felt/sheet.h>

enum { CARD_COLUMNS_MAX = 64, CARD_CELL_BYTES = 64, CARD_HEADING_BYTES = 640, CARD_WIDTH = 100, CARD_INDENT = 4 };

typedef struct card_layout {
    const felt_sheet *sheet;
    const felt_selection *selection;
    const felt_wager *wager;
    const felt_variant *columns[CARD_COLUMNS_MAX]; /* one variant that stands for each column; 0 columns: nothing is left of the wager */
    int column_count;
    int dropped;           /* columns beyond CARD_COLUMNS_MAX */
    uint16_t pays_options; /* bit i: the wager's option i changes what a row pays */
    uint64_t shown;        /* rows in force in some variant left */
    uint64_t always;       /* rows in force in all of them */
} card_layout;

void card_layout_make(const felt_sheet *sheet, const felt_selection *selection, const felt_wager *wager, card_layout *ret);

/* What a row pays in a column, such as "40 to 1", "loses" or "-" where it is not in force; "40" where the unit is `said`. */
void card_cell_write(const card_layout *l, int column, int row, felt_pay_unit said, char *ret, size_t size);

/* The unit of every number in the columns from `first` up to `end`; none where they differ. */
felt_pay_unit card_unit(const card_layout *l, int first, int end);

/* The choices that make the column, but for those that all columns from `first` up to `end` share; and those that they share. */
void card_heading_write(const card_layout *l, int column, int first, int end, char *ret, size_t size);
void card_shared_write(const card_layout *l, int first, int end, char *ret, size_t size);

/* Do two columns differ in the first of the options that change pays? */
bool card_column_breaks(const card_layout *l, int a, int b);

/* The condition of a row, and the choices under which it is in force where that is not always. */
felt_text card_row_label(felt_arena *arena, const card_layout *l, int row);

/* The paytable where there is no choice of it; when the wager may be placed. Empty texts where there is nothing to say. */
felt_text card_paytable(felt_arena *arena, const card_layout *l);
felt_text card_placed(felt_arena *arena, const card_layout *l);

enum { CARD_TERMS_MAX = 7 };

/* card_terms.c: sentences about the whole wager, in the order of a card: under which choices it is offered, when it may be placed, what it
 * needs, how large it may be, the vig, what may be done with it once it stands, the paytable. Each with the choices under which it holds,
 * where an option decides. Returns how many there are. */
int card_terms(felt_arena *arena, const card_layout *l, felt_text ret[CARD_TERMS_MAX]);

/* card_wager.c: the whole wager. */
void card_put_wager_text(text_out *out, const card_layout *l);
void card_put_wager_markdown(text_out *out, const card_layout *l);

/* card_json.c: the whole card; FELT_ENOTFOUND as of felt_rule_card_write. */
felt_status card_json(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager, felt_text *ret);

#endif
