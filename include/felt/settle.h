/* felt/settle.h - what bets are paid.
 *
 * A book is a sheet with every option settled, so that each wager has one variant, and with the table's own rules: how many decks, how
 * fractions of a minor unit are rounded, how much may be staked. Bets on a finished baccarat round or on a shooter's rolls go in; what
 * each bet is paid comes out, with the row of the sheet that decided it. All or nothing: when one bet of a round cannot be settled, none
 * is, and a refusal says which and why.
 *
 * Lifetime: a book lives in the arena given to felt_book_open and points into the sheet; both must outlive it.
 * Threads:  a book never changes; every function that takes one is pure.
 * Failure:  results are written only on FELT_OK, and the refusal only on failure; the payments of what is refused are all 0. */
#ifndef FELT_SETTLE_H
#define FELT_SETTLE_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/money.h>
#include <felt/select.h>
#include <felt/wager.h>

FELT_API_BEGIN

enum {
    FELT_REFUSAL_BYTES = 320,
    FELT_POSITION_BYTES = 28, /* of a saved position */
};

/* Why nothing was settled. */
typedef struct felt_refusal {
    int bet; /* the index of the bet that it is about; -1: the whole round */
    char why[FELT_REFUSAL_BYTES];
} felt_refusal;

/* ---- books ---- */

typedef struct felt_house {
    felt_rounding rounding;
    felt_money min, max; /* of one bet; a max of 0: no limit */
} felt_house;

/* What settlement needs of one wager. */
typedef struct felt_book_wager {
    const felt_wager *wager;
    const felt_variant *variant;       /* NULL: not offered under the choices taken, or not complete */
    bool complete;                     /* false: the sheet does not say what happens in every outcome */
    uint32_t fingerprint;              /* of the sheet's text and of the variant's machine, for saved positions */
    const uint8_t *reach;              /* craps: bit `puck` of reach[state]: a wager can be in this state with the puck there */
    uint8_t class_of[FELT_ROLL_CODES]; /* craps: the machine's class of each roll; 255 where a total alone does not say it */
} felt_book_wager;

typedef struct felt_book {
    const felt_sheet *sheet;
    felt_house house;
    int decks;                     /* baccarat: of the shoe; else 0 */
    uint16_t draws[10][10];        /* baccarat: the drawing rules by the totals of the first two cards, player then banker. Bit 10: the
                                      player draws; bit 11: the banker does after a player who stood; bit v: after a third card of v */
    const uint8_t *choices;        /* the choice taken of each option of the sheet */
    const bool *defaulted;         /* and whether it was taken because nothing was said */
    const felt_book_wager *wagers; /* one for each wager of the sheet */
} felt_book;

/* Settles every option: a choice that the selection names, else the first one; of decks, the largest number. A setting of `paytable`
 * holds for the paytables that have such a column. FELT_ENOTFOUND: the sheet does not know an option or a choice. FELT_EDATA: two
 * choices are named for one option, or the limits contradict each other. `ret_why` says which. */
felt_status felt_book_open(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_house house,
                           const felt_book **ret, char *ret_why, size_t size);

/* Writes the choices taken, such as "banker-pay=commission, tie-pay=8, decks=8"; with only_defaulted, those taken because nothing was
 * said. A paytable is named with its wager: "all-lows paytable=PT1". */
void felt_book_write(const felt_book *book, bool only_defaulted, char *ret, size_t size);

/* ---- bets and pays ---- */

typedef struct felt_bet {
    felt_money stake;
    uint32_t seat;  /* who bets: a base wager that is needed must be of the same seat */
    uint16_t wager; /* index into the sheet's wagers */
    uint16_t after; /* craps: how many rolls the shooter had thrown when it was placed; baccarat: 0 */
} felt_bet;

typedef struct felt_payment {
    felt_pay_kind kind;  /* loses, pushes, wins or stays */
    uint16_t row;        /* the row of the wager that decided it; FELT_ROW_NONE while it stays */
    uint16_t rolls;      /* craps: how many rolls the shooter had thrown when it was decided; felt_settle_roll: 0 */
    felt_money back;     /* of the stake */
    felt_money winnings; /* before commission */
    felt_money commission;
    felt_money paid;           /* back + winnings - commission: what the bettor gets in all */
    felt_pay_kind dealer_kind; /* what the row gives the dealer: wins, or unset where the document leaves it out; else loses */
    felt_money dealer;
} felt_payment;

/* Settles a finished baccarat round. FELT_EDATA: the round was not dealt by the drawing rules or not from the book's decks; a stake is not
 * above 0; a wager is not offered, or needs a base wager that is not there. FELT_ELIMIT: a stake is beyond the table's limits.
 * FELT_EUNSET: the pay is left out. FELT_ERANGE: an amount does not fit. */
felt_status felt_settle_round(const felt_book *book, const felt_round *round, const felt_bet *bets, int count, felt_payment *ret,
                              felt_refusal *refusal);

/* The same for an outcome (felt_outcome_index) of a round that has been verified. */
felt_status felt_settle_outcome(const felt_book *book, int outcome, const felt_bet *bets, int count, felt_payment *ret,
                                felt_refusal *refusal);

/* Settles bets on one shooter's rolls, each a number from 0 to 20 or a total (FELT_ROLL_TOTALS). A bet that no roll decided stays, and
 * nothing is paid for it. FELT_EDATA also: a bet was placed when it may not be, after the hand was over, or at a roll that was not
 * thrown; a seven-out is not the last roll; a roll is known by its total only and a wager must know the faces. */
felt_status felt_settle_shooter(const felt_book *book, const uint8_t *rolls, int roll_count, const felt_bet *bets, int count,
                                felt_payment *ret, felt_refusal *refusal);

/* One bet by itself: may bets[i] be placed with the others, and what is it paid? The two calls above do this for all or none. */
felt_status felt_settle_one_outcome(const felt_book *book, int outcome, const felt_bet *bets, int count, int i, felt_payment *ret,
                                    felt_refusal *refusal);
felt_status felt_settle_one_shooter(const felt_book *book, const uint8_t *rolls, int roll_count, const felt_bet *bets, int count, int i,
                                    felt_payment *ret, felt_refusal *refusal);

/* Can a shooter throw these rolls? FELT_EDATA: a seven-out is not the last, or a number is no roll. */
felt_status felt_shooter_verify(const uint8_t *rolls, int roll_count, char *ret_why, size_t size);

/* ---- craps, roll by roll ---- */

/* A bet that is up. state is FELT_STATE_NONE once it is decided. */
typedef struct felt_position {
    felt_money stake;
    uint32_t seat;
    uint16_t wager;
    uint16_t state;
} felt_position;

/* Puts bets up; `up` are the positions that are up already, for base wagers. new_shooter: nothing has been rolled by this shooter.
 * Fails as felt_settle_shooter does, and then no bet is put up. felt_bet.after is not looked at. */
felt_status felt_position_place(const felt_book *book, const felt_bet *bets, int count, const felt_position *up, int up_count,
                                felt_puck puck, bool new_shooter, felt_position *ret, felt_refusal *refusal);

/* Goes on by one roll. Positions that are decided are passed over, with a payment that stays. On failure no position has moved.
 * Requires positions that felt_position_place or felt_position_restore made for this book, or for one that differs in its limits. */
felt_status felt_settle_roll(const felt_book *book, felt_position *positions, int count, int roll, felt_payment *ret,
                             felt_refusal *refusal);

/* A position as bytes that any book of the same sheet and choices can read again: a version, the puck, the wager, its variant, its state,
 * the seat, the stake, the fingerprint of the rules, a check sum. */
void felt_position_save(const felt_book *book, const felt_position *position, felt_puck puck, uint8_t ret[FELT_POSITION_BYTES]);

/* FELT_EDATA: the bytes are not a saved position, or one of another sheet, other choices or a state that cannot be. */
felt_status felt_position_restore(const felt_book *book, const uint8_t *bytes, size_t size, felt_position *ret, felt_puck *ret_puck,
                                  felt_refusal *refusal);

FELT_API_END

#endif
