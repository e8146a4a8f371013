/* felt/settle.h - bets: placed, moved by one event at a time, and paid. The only place where that is done.
 *
 * A position is a bet that is up. A play is one table: the bets that are up at it, and where the hand is. Whoever pays bets does it through
 * a play: cases, records, audits, sessions and live tables. A finished hand, such as a round of baccarat or a shooter's rolls, is settled
 * by playing it (felt_settle_hand).
 *
 * Lifetime: a play is the caller's and is freed with felt_play_free; its book must outlive it.
 * Threads:  one thread at a time for one play.
 * Failure:  results are written only on FELT_OK, and the error only on failure; its item is the index of the bet that it is about, -1:
 *           the whole hand. */
#ifndef FELT_SETTLE_H
#define FELT_SETTLE_H

#include <felt/api.h>
#include <felt/book.h>
#include <felt/error.h>
#include <felt/money.h>
#include <felt/wager.h>

FELT_API_BEGIN

enum {
    FELT_HAND_EVENTS_MAX = 1000, /* of one hand */
    FELT_PLAY_POSITIONS_MAX = 1 << 20,
    FELT_POSITION_BYTES = 64, /* of a saved position */
};

/* ---- bets ---- */

typedef enum felt_action {
    FELT_ACTION_BET = 0,   /* places a bet of `stake` */
    FELT_ACTION_RAISE,     /* the standing bet of that seat and wager by `stake` */
    FELT_ACTION_LOWER,     /* likewise; what it is lowered by comes back. By all of it: the same as taking it down */
    FELT_ACTION_TAKE_DOWN, /* all of it comes back; `stake` is not looked at, nor by the two below */
    FELT_ACTION_TURN_OFF,  /* no event decides it until it is turned on again: what would have leaves it as if it had been placed then, or
                              gives it back where it could not be, or stood behind another bet, such as odds */
    FELT_ACTION_TURN_ON,
    FELT_ACTION_COUNT
} felt_action;

/* "bet", "raise", "lower", "take-down", "off", "on"; and back: FELT_ENOTFOUND. */
const char *felt_action_text(felt_action action);
felt_status felt_action_find(felt_text name, felt_action *ret);

/* A bet, or what is done with the bet of that seat on that wager that was placed last and still stands. */
typedef struct felt_bet {
    felt_money stake;
    uint32_t seat;  /* who bets: a base wager that is needed must be of the same seat */
    uint16_t wager; /* of the book */
    uint16_t after; /* how many events of the hand had happened; felt_play_place does not look at it */
    felt_action action;
} felt_bet;

typedef struct felt_payment {
    felt_pay_kind kind;  /* loses, pushes, wins or stays */
    uint16_t row;        /* the row of the wager that decided it; FELT_ROW_NONE while it stays, or when it was taken down */
    uint16_t events;     /* how many events of the hand had happened when it was decided */
    int32_t part_of;     /* an action: the index of the bet that it is part of, and what that is paid is all there is; else -1 */
    bool taken_down;     /* before anything decided it: `kind` is a push */
    felt_money stake;    /* that was up when it was decided */
    felt_money back;     /* of the stakes, and of the vig; what was lowered or taken down included */
    felt_money vig;      /* handed over beside `stake` and kept; 0 where it came back, and while the bet stays */
    felt_money winnings; /* before commission */
    felt_money commission;
    felt_money paid;           /* back + winnings - commission: what the bettor gets in all */
    felt_pay_kind dealer_kind; /* what the row gives the dealer: wins, or unset where the document leaves it out; else loses */
    felt_money dealer;
} felt_payment;

/* The vig that is handed over beside a stake on wager `wager`; 0 where the sheet wants none. More is due when the bet is raised, and the
 * difference comes back when it is lowered. FELT_ERANGE: it, or both together, do not fit, or the stake is below 0. Requires a wager that
 * the book offers. */
felt_status felt_book_vig(const felt_book *book, int wager, felt_money stake, felt_money *ret);

/* ---- finished hands ---- */

typedef struct felt_play felt_play;

/* A play without bets. FELT_ENOMEM. */
felt_status felt_play_new(const felt_book *book, felt_play **ret);
void felt_play_free(felt_play *play); /* NULL is allowed */

/* The events of one hand. */
typedef struct felt_hand {
    const uint16_t *events; /* codes of the game */
    int count;
    int phase; /* in which it begins, 0 as a rule */
} felt_hand;

/* Can the events be those of one hand? FELT_EDATA: a code is none of the game's, there are more than FELT_HAND_EVENTS_MAX, or one that
 * ends the hand is not the last; `item` is its index. */
felt_status felt_hand_verify(const felt_game *game, const felt_hand *hand, felt_error *error);

/* Plays a hand from its beginning and writes what each of `count` bets is paid. What is up in the play before is forgotten. A bet that
 * nothing decided stays, and nothing is paid for it. At one moment, what lowers and takes down is done first, and base wagers are placed
 * before what needs them, in whatever order they are given. All or nothing: when one bet cannot be settled, none is, and the payments
 * are all 0.
 * FELT_EDATA: the hand cannot be, a stake is not above 0, a wager is not offered, may not be placed at that moment, needs a base wager
 * that is not up, or must know more of an event; an action is not allowed, or there is nothing to act on. FELT_ELIMIT: a stake is beyond
 * the table's limits or its base wager's, or there are more than FELT_PLAY_POSITIONS_MAX bets. FELT_EUNSET: the document leaves the pay or
 * the outcome out. FELT_ERANGE: an amount does not fit. FELT_ENOMEM. */
felt_status felt_settle_hand(felt_play *play, const felt_hand *hand, const felt_bet *bets, int count, felt_payment *ret, felt_error *error);

/* The same for a hand that is one event, by what was dealt: a finished round of baccarat. FELT_EDATA also: it was not dealt by the rules,
 * or not from the book's decks. Requires a game whose hands are one event. */
felt_status felt_settle_dealt(felt_play *play, const felt_dealt *dealt, const felt_bet *bets, int count, felt_payment *ret,
                              felt_error *error);

/* Told of a bet that cannot be settled: error->item is its index. */
typedef void felt_settle_refused(void *context, felt_status status, const felt_error *error);

/* The same, each bet by itself: those that cannot be settled are told of, and the others are paid. FELT_EDATA: the hand cannot be.
 * FELT_ENOMEM. */
felt_status felt_settle_each(felt_play *play, const felt_hand *hand, const felt_bet *bets, int count, felt_payment *ret,
                             felt_settle_refused *refused, void *context, felt_error *error);

/* ---- event by event ---- */

/* A bet that is up. state is FELT_STATE_NONE once it is decided or taken down. */
typedef struct felt_position {
    felt_money stake;
    uint32_t seat;
    uint16_t wager;
    uint16_t state;
    bool off;   /* turned off */
    bool moved; /* an event has happened since it was placed */
} felt_position;

/* Forgets all bets, and begins a hand in `phase`. */
void felt_play_begin(felt_play *play, int phase);

/* Forgets all bets, and goes on with a hand of which `events` events have happened. */
void felt_play_resume(felt_play *play, int phase, int events);

int felt_play_phase(const felt_play *play);
int felt_play_events(const felt_play *play); /* of this hand so far */
int felt_play_count(const felt_play *play);  /* of positions; those that are decided keep their numbers until felt_play_tidy */
const felt_position *felt_play_position(const felt_play *play, int index);

/* Puts `count` bets up, all or none; the first becomes position *ret_first and the others follow it. Fails as felt_settle_hand does.
 * Requires FELT_ACTION_BET of each. */
felt_status felt_play_place(felt_play *play, const felt_bet *bets, int count, int *ret_first, felt_error *error);

/* Would felt_play_place put them up? Fails as it does, and changes nothing. */
felt_status felt_play_try(felt_play *play, const felt_bet *bets, int count, felt_error *error);

/* Raises, lowers, takes down or turns a position off or on; `ret` is what comes back now. A bet that has not been moved may be raised,
 * lowered and taken down whatever its sheet says. What needs a bet that is taken down comes down with it, its stake with `ret`.
 * FELT_EDATA: the sheet does not allow it, or the position is not up. FELT_ELIMIT: beyond the limits. FELT_ERANGE: the stake, or the sum of
 * what has come back, does not fit. */
felt_status felt_play_change(felt_play *play, int position, felt_action action, felt_money amount, felt_payment *ret, felt_error *error);

/* Goes on by one event. ret[i] is what becomes of position i: one that is not up, is off or goes on being up has a payment that stays. On
 * failure nothing has moved. */
felt_status felt_play_event(felt_play *play, int code, felt_payment *ret, felt_error *error);

/* Drops positions that are no longer up; the others close ranks in their order. */
void felt_play_tidy(felt_play *play);

/* The most that the next event can cost the house over all positions: what it pays less the stakes it takes (a vig it has already), the
 * stakes that go on being up not counted, and an event in which it does. Negative when the house wins in every event. FELT_EUNSET: a pay
 * that may come up is left out. FELT_ERANGE. */
felt_status felt_play_worst(const felt_play *play, felt_money *ret, int *ret_event, felt_error *error);

/* ---- saved positions ---- */

/* A position as bytes knows its wager by its name and by the hash of the compiled wager (felt/form.h), not by the sheet's text: a comment
 * may be mended while bets are on the table, a pay may not be changed. A saver keeps what it has worked out of each wager.
 * Lifetime: the caller's, freed with felt_saver_free; the book must outlive it. One thread at a time. */
typedef struct felt_saver felt_saver;

felt_status felt_saver_new(const felt_book *book, felt_saver **ret); /* FELT_ENOMEM */
void felt_saver_free(felt_saver *saver);                             /* NULL is allowed */

/* FELT_ENOMEM only. Requires a position of a play on the saver's book, and the phase that the play is in. */
felt_status felt_position_save(felt_saver *saver, const felt_position *position, int phase, uint8_t ret[FELT_POSITION_BYTES],
                               felt_error *error);

/* FELT_EDATA: the bytes are not a saved position, one of other rules, or in a state that cannot be. FELT_ENOTFOUND: the book does not offer
 * the wager. FELT_ENOMEM. */
felt_status felt_position_restore(felt_saver *saver, const uint8_t *bytes, size_t size, felt_position *ret, int *ret_phase,
                                  felt_error *error);

/* Puts restored positions up again, as they are: what they need is not looked at. *ret_first as in felt_play_place. FELT_ELIMIT: more than
 * FELT_PLAY_POSITIONS_MAX. FELT_ENOMEM.
 * Requires positions that felt_position_restore made for this book and that are up. */
felt_status felt_play_restore(felt_play *play, const felt_position *positions, int count, int *ret_first);

FELT_API_END

#endif
