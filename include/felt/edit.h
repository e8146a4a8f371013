/* felt/edit.h - what an editor of sheets asks: where the pays stand in the text, and which words may stand at a place.
 *
 * Lifetime: lists live in the given arena; their texts there, or in the sheet they were asked of.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when the arena is full. */
#ifndef FELT_EDIT_H
#define FELT_EDIT_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/status.h>
#include <felt/text.h>
#include <felt/wager.h>

FELT_API_BEGIN

/* One number of a pay, as it stands in the text: each of the two in `pays 34, 30 to 1`. */
typedef struct felt_pay_place {
    int wager;        /* index into the sheet's wagers: the first side of the text it stands in */
    int row;          /* of that wager */
    int choice;       /* the column of the wager's paytable that it is of; -1: of all */
    bool dealer;      /* it is what the dealer is paid */
    felt_text text;   /* the number as it is written, or "unset" */
    int line, column; /* where that begins, from 1; columns count letters, UTF-8 sequences */
    int width;        /* in letters */
    bool unset;
    int number;       /* 0 where it is unset */
    const char *unit; /* "to", "for", or "by" where an option decides; "" where nothing is said; a static string */
    int denominator;  /* of "to" and "for"; 1 otherwise */
} felt_pay_place;

/* Every pay of a compiled sheet, in the order of the text. */
felt_status felt_sheet_pays(felt_arena *arena, const felt_sheet *sheet, const felt_pay_place **ret, int *ret_count);

/* What `row` would pay in `variant` of `wager` if `number` stood where the variant has its pay: unit, commission and vig are as printed; of
 * a pay that is unset and says no unit, `number` to 1. FELT_EDATA: the row has no pay to be printed, the vig hangs on what the wager wins,
 * or the commission would be more than the win. Requires 1 <= number <= FELT_PAY_MAX. */
felt_status felt_pay_instead(const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant, int row, int number,
                             felt_pay *ret);

/* Another number for the pay of a row. */
typedef struct felt_pay_change {
    int row;
    int number;
} felt_pay_change;

/* The text of the sheet with other pays in one wager, all its sides, and nothing else changed. `column` is that of the wager's paytable;
 * -1: it has none. With a name in `added`, the column stays and one of that name is added behind the last, whose other pays are those of
 * `column`. Requires of every change a row of which felt_sheet_pays knows a place; rows not named stay. */
felt_status felt_sheet_repay(felt_arena *arena, const felt_sheet *sheet, const felt_wager *wager, int column, felt_text added,
                             const felt_pay_change *changes, int count, felt_text *ret);

/* A word that may stand somewhere. */
typedef struct felt_next_word {
    felt_text word;
    felt_text meaning; /* of a name: what it is called, or what it decides; may be empty */
} felt_next_word;

enum { FELT_NEXT_WORDS_MAX = 512 };

/* The words that may stand at a place of a text, which need not compile: all those for which the compiler would look there, each once, the
 * likeliest first. The rest of that line is not read. None: numbers or texts in quotes may stand there alone, or it is in a comment. Lines
 * and columns count from 1 as above; a place beyond the text has none. */
felt_status felt_sheet_words(felt_arena *arena, felt_text text, int line, int column, const felt_next_word **ret, int *ret_count);

FELT_API_END

#endif
