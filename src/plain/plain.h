/* src/plain/plain.h - what the calls of other languages share: the sheets of a table, choices, and texts that outlive their arena. */
#ifndef FELT_SRC_PLAIN_PLAIN_H
#define FELT_SRC_PLAIN_PLAIN_H

#include <felt/arena.h>
#include <felt/book.h>
#include <felt/error.h>
#include <felt/odds.h>
#include <felt/plain.h>

enum { PLAIN_ARENA_MAX = 256 << 20 }; /* of one call's texts */

struct felt_plain {
    felt_arena *arena; /* of the sheets */
    const felt_sheet *sheets[FELT_BOOK_SHEETS_MAX];
    int count;
    felt_error error;
    char text[FELT_ERROR_FILE_BYTES + FELT_ERROR_BYTES + 32]; /* the error as felt_plain_error has it */
};

/* Notes a failure, with the status's own words where there are no others, and returns `status`. */
felt_status plain_fail(felt_plain *plain, felt_status status);

/* The settings of `choices`, one to a line; they point into it. FELT_EDATA, FELT_ELIMIT, FELT_ENOTFOUND: the table's sheets do not know
 * one; the error is written. */
felt_status plain_choices(felt_plain *plain, const char *choices, felt_selection *ret);

/* The book of the table under those choices, and where amounts do not matter, without a house. */
felt_status plain_book(felt_plain *plain, felt_arena *arena, const felt_selection *selection, felt_house house, const felt_book **ret);

/* A copy of `text` for the caller. FELT_ENOMEM. */
felt_status plain_give(felt_text text, char **ret);

/* The odds of the wagers called `wager` (NULL: all) of all sheets; to be freed with felt_odds_list_free also on failure. FELT_ENOTFOUND
 * also: there are none. */
felt_status plain_odds(felt_plain *plain, const felt_selection *selection, const char *wager, const felt_shoe *shoe, felt_odds_list *list);

#endif
