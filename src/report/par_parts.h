/* src/report/par_parts.h - the parts that the content of a PAR sheet is made of.
 *
 * A maker remembers that memory ran out, so that its callers ask once, at the end. */
#ifndef FELT_SRC_REPORT_PAR_PARTS_H
#define FELT_SRC_REPORT_PAR_PARTS_H

#include <felt/par.h>

typedef struct par_maker {
    felt_arena *arena;
    const felt_par_request *request;
    const felt_odds *odds;
    felt_par_sheet *sheet;
    felt_par_item *appendix; /* the sheet's, while it grows */
    bool no_memory;
} par_maker;

/* printf into the arena; an empty text when memory runs out. */
felt_text par_say(par_maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A text that is given, or an empty one after memory ran out. */
felt_text par_keep(par_maker *m, felt_text text);

/* Zeroed room for `count` objects; NULL when memory runs out. */
void *par_room(par_maker *m, int count, size_t size);

/* A source document: title, publisher, edition, date and the copy that the sheet names. */
felt_text par_source(par_maker *m, const felt_source *source);

/* A number with commas between its thousands. */
felt_text par_grouped(par_maker *m, felt_text digits);

/* Is row `row` in force, and does it decide? */
bool par_row_decides(const felt_odds *o, int row);

/* The pay in a table's words: "40 to 1", "pushes", "unset". */
felt_text par_pay(par_maker *m, const felt_pay *pay);

/* The variant with choice `choice` of the wager's option `option` and all else as it is; NULL when it is not offered or not selected. */
const felt_variant *par_with_choice(const par_maker *m, int option, int choice);

/* Where the wager is offered, when it may be placed, what it needs, and its rows, as sentences. */
void par_rules(par_maker *m);

/* The rows in force, for a table. */
void par_rows(par_maker *m);

/* What stands before the sheets: cover, subject, options, findings, what the house can lose. */
void par_document(par_maker *m, felt_par *par);

/* What the simulation found of entry `entry`. */
void par_sample(par_maker *m, int entry);

/* Events, totals, figures, ranges, bars and the appendix. */
void par_figures(par_maker *m);
void par_chart(par_maker *m);

#endif
