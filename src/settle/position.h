/* src/settle/position.h - one bet: placed, moved by one event, paid. Everything that pays bets comes through here. */
#ifndef FELT_SRC_SETTLE_POSITION_H
#define FELT_SRC_SETTLE_POSITION_H

#include "book.h"

/* Where a hand is. */
typedef struct hand_moment {
    int phase;
    bool fresh; /* nothing has happened in the hand */
} hand_moment;

/* May the bet be placed at this moment, by itself? What it needs is not looked at. `item` is what an error is about. */
felt_status position_place(const felt_house *house, const book_wager *w, const felt_game *game, const felt_bet *bet, hand_moment moment,
                           int item, felt_position *ret, felt_error *error);

/* Is a stake of `amount` within the table's limits? */
felt_status position_check_stake(const felt_house *house, const book_wager *w, felt_money amount, int item, felt_error *error);

/* The vig beside a stake of `amount`; both together fit. */
felt_status position_vig(const felt_house *house, const book_wager *w, felt_money amount, int item, felt_money *ret, felt_error *error);

/* What the event `code` makes of a position that is up: the state it goes to, or FELT_STATE_NONE when it is decided, and only then the
 * payment: most bets stay most of the time. `phase` is the phase after the event. Nothing is moved. */
felt_status position_step(const felt_house *house, const book_wager *w, const felt_game *game, const felt_position *position, int code,
                          int phase, int item, uint16_t *ret_state, felt_payment *ret, felt_error *error);

/* All three for bets on a hand that is one event, which know nothing of each other: each is placed, moved by it and paid, or told of. */
typedef void position_refused(void *context, felt_status status, const felt_error *error);
void position_settle_all(const felt_book *book, const felt_bet *bets, int count, int code, felt_payment *ret, position_refused *refused,
                         void *context);

/* The row that decides a position that is up when `code` happens: -1 when it stays up, FELT_ROW_NONE when no row does, POSITION_NEEDS_MORE
 * when the wager must know more of the event. */
enum { POSITION_NEEDS_MORE = -2 };
int position_row(const book_wager *w, const felt_game *game, const felt_position *position, int code);

/* What a stake is paid when `row` decides. On failure `ret` holds nothing of use. */
felt_status position_pay(const felt_house *house, const book_wager *w, felt_money stake, int row, int item, felt_payment *ret,
                         felt_error *error);

/* Nothing has come of a bet. Copied, not made anew each time: it is written for every position at every event. */
static const felt_payment position_stays = {.kind = FELT_PAY_STAYS, .row = FELT_ROW_NONE, .part_of = -1};

#endif
