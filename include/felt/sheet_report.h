/* felt/sheet_report.h - sheets as lists of wagers, and what is to be said about them, as text or JSON.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena and one form.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_SHEET_REPORT_H
#define FELT_SHEET_REPORT_H

#include <felt/api.h>
#include <felt/diag.h>
#include <felt/edit.h>
#include <felt/report.h>
#include <felt/sheet.h>

FELT_API_BEGIN

/* The wagers of some sheets, with their groups, sides and options. FELT_REPORT_TEXT, FELT_REPORT_COLOR or FELT_REPORT_JSON, an array of
 * sheets. */
felt_status felt_report_list(felt_arena *arena, const felt_sheet *const *sheets, int count, felt_report_style style, felt_text *ret);

/* Diagnostics, each with its line of source, a caret, an example and what to do. FELT_REPORT_TEXT or FELT_REPORT_COLOR. */
felt_status felt_report_diags(felt_arena *arena, const felt_diags *diags, felt_report_style style, felt_text *ret);

/* ---- a check of many sheets, piece by piece ---- */

/* The pieces one after the other are the report; as JSON, an array of diagnostics. */
typedef struct felt_check_form {
    felt_report_style style;                                     /* FELT_REPORT_TEXT, FELT_REPORT_COLOR or FELT_REPORT_JSON */
    bool accepted;                                               /* text: accepted findings are shown as well; JSON always has them */
    int sheets, wagers, errors, warnings, notes, accepted_count; /* so far: 0 at the beginning */
    int diags;                                                   /* that were written so far */
} felt_check_form;

felt_status felt_report_check_head(felt_arena *arena, const felt_check_form *form, felt_text *ret);

/* What was found in one sheet; `sheet` is NULL where it does not compile. */
felt_status felt_report_check_sheet(felt_arena *arena, felt_check_form *form, const felt_sheet *sheet, const felt_diags *diags,
                                    felt_text *ret);

/* The totals. In text there are none where there was neither a sheet nor an error. */
felt_status felt_report_check_totals(felt_arena *arena, const felt_check_form *form, felt_text *ret);

/* ---- for an editor ---- */

/* All that can be said of one sheet while it is written, as one JSON object: `compiles`, `good` (no error is left that it does not accept),
 * `findings` as of a check, and where it compiles `card` (felt/rule_card.h), `beside`, the sheets whose wagers its own need, `pays` with
 * their places in the text, and `odds` of `list`; null where it does not. `sheet` is NULL then. */
felt_status felt_report_look(felt_arena *arena, const felt_sheet *sheet, const felt_diags *diags, const felt_odds_list *list,
                             felt_text *ret);

/* Words that may stand at a place, as a JSON array. */
felt_status felt_report_words(felt_arena *arena, const felt_next_word *words, int count, felt_text *ret);

FELT_API_END

#endif
