/* felt/book.h - a book: one or more sheets of one game with every option settled, and the table's own rules.
 *
 * A book is what bets are placed against. It has the wagers of its sheets, sheet after sheet, each with the one variant that the choices
 * leave; wagers are known by their number in the book. Side wagers without base wagers of their own are played in a book beside the sheet
 * that has them.
 *
 * Lifetime: a book lives in the arena given to felt_book_open and points into the sheets; both must outlive it.
 * Threads:  a book never changes; every function that takes one is pure.
 * Failure:  results are written only on FELT_OK, and the error only on failure. */
#ifndef FELT_BOOK_H
#define FELT_BOOK_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/error.h>
#include <felt/money.h>
#include <felt/select.h>
#include <felt/wager.h>

FELT_API_BEGIN

enum {
    FELT_BOOK_SHEETS_MAX = 16,
    FELT_BOOK_WAGERS_MAX = 16384,
    FELT_BOOK_NAME_BYTES = 512, /* room for any name that felt_book_name writes, with its NUL */
};

typedef struct felt_house {
    felt_rounding rounding;
    felt_money min, max; /* of one bet; a max of 0: no limit */
    /* A vig that is handed over beside a stake is rounded to whole units by the rule, plainly (FELT_ROUNDING_FLOOR: down), and is never
     * less than the smallest one. With a unit or a smallest one, the same holds for a vig that is taken out of a win, which
     * is never more than that. */
    felt_money vig_min, vig_unit; /* a unit of 0: the minor unit */
    felt_rounding vig_rounding;
    int decimals; /* with which messages write amounts, at most FELT_MONEY_DECIMALS_MAX; 0: as minor units */
} felt_house;

typedef struct felt_book felt_book;

/* Settles every option of the sheets. A setting such as "vig=always" holds for every sheet that has the option, one such as
 * "craps/vig=always" for that sheet; what no setting names takes its first choice. A setting of `paytable` holds for the paytables that
 * have such a column. All sheets are dealt from one number of decks: the largest that all of them allow, if none is named.
 * FELT_ENOTFOUND: no sheet knows an option or a choice, or a base wager of another sheet is not in the book. FELT_EDATA: two choices are
 * named for one option, the sheets are of different games or have no number of decks in common, a sheet is there twice, the limits
 * contradict each other, a rule of rounding is none, or decimals, smallest vig or its unit are out of range. FELT_ELIMIT: too many sheets
 * or wagers. Requires sheet_count > 0. */
felt_status felt_book_open(felt_arena *arena, const felt_sheet *const *sheets, int sheet_count, const felt_selection *selection,
                           felt_house house, const felt_book **ret, felt_error *error);

const felt_game *felt_book_game(const felt_book *book);
const felt_house *felt_book_house(const felt_book *book);
int felt_book_decks(const felt_book *book); /* 0: the game has none */
int felt_book_sheet_count(const felt_book *book);
const felt_sheet *felt_book_sheet_at(const felt_book *book, int index);

/* The printed names of its sheets: "Craps", "Craps and Dice Works"; bytes NULL when memory runs out. */
felt_text felt_book_title(felt_arena *arena, const felt_book *book);

/* The choice taken of option `option` of sheet `index`, and whether it was taken because nothing was said. */
int felt_book_choice(const felt_book *book, int index, int option, bool *ret_defaulted);

/* ---- wagers ---- */

int felt_book_wager_count(const felt_book *book);

/* Of wager `wager`, from 0 to felt_book_wager_count - 1. The variant is NULL where the wager is not offered under the choices taken, or
 * where its sheet leaves an outcome undecided. */
const felt_sheet *felt_book_sheet(const felt_book *book, int wager);
const felt_wager *felt_book_wager(const felt_book *book, int wager);
const felt_variant *felt_book_variant(const felt_book *book, int wager);

/* Its short name, before which the sheet's stands where two sheets have a wager of that name: "baccarat/tie". */
felt_text felt_book_short_name(const felt_book *book, int wager);

/* Writes the name of a wager, such as "tie", "pair on player" or, where two sheets have a wager of that name, "baccarat/tie". */
void felt_book_name(const felt_book *book, int wager, char ret[FELT_BOOK_NAME_BYTES]);

/* The wager called `name` on `side` (empty: it has none, or the name ends in "on SIDE"): by its short or printed name, before which the
 * short name of its sheet and a slash may stand, to the letter or else as felt_text_alike has it. FELT_ENOTFOUND: there is none; the nearest is named. FELT_EDATA: several are called so. */
felt_status felt_book_find(const felt_book *book, felt_text name, felt_text side, int *ret, felt_error *error);

/* Writes the choices taken, such as "banker-pay=commission, tie-pay=8, decks=8"; with only_defaulted, those taken because nothing was
 * said. A paytable is named with its wager: "all-lows paytable=PT1"; of several sheets, each option with its sheet. */
void felt_book_write(const felt_book *book, bool only_defaulted, char *ret, size_t size);

/* The same of the choices that a wager depends on, in the sheet's own names: "banker-pay=commission", "paytable=PT1". */
void felt_book_write_wager(const felt_book *book, int wager, bool only_defaulted, char *ret, size_t size);

FELT_API_END

#endif
