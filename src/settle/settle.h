/* src/settle/settle.h - what the files of settlement share. */
#ifndef FELT_SRC_SETTLE_SETTLE_H
#define FELT_SRC_SETTLE_SETTLE_H

#include <felt/settle.h>

/* Writes why bet `bet` (-1: the whole round) is refused; returns `status`. */
felt_status settle_refuse(felt_refusal *refusal, felt_status status, int bet, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* "bad-beat" or "pair on player", for messages. */
typedef struct settle_name {
    char text[144];
} settle_name;
settle_name settle_wager_name(const felt_wager *wager);

/* May bets[i] be made at this table at all: offered, a stake within the limits? */
felt_status settle_check_bet(const felt_book *book, const felt_bet *bets, int i, felt_refusal *refusal);

/* What a stake is paid when `row` decides. Requires a stake that settle_check_bet accepts. */
felt_status settle_pay_row(const felt_book *book, const felt_bet *bets, int i, int row, felt_payment *ret, felt_refusal *refusal);

/* The state of a wager placed with the puck there; FELT_EDATA when it may not be. `new_shooter`: before the shooter's first roll. */
felt_status settle_place(const felt_book *book, int wager, int bet, felt_puck puck, bool new_shooter, uint16_t *ret, felt_refusal *refusal);

/* Where the puck is after the first `count` rolls of a shooter. */
felt_puck settle_puck_after(const uint8_t *rolls, int count);

/* One step of a wager's machine: FELT_OK with the new state, or with state_count + row. */
felt_status settle_step(const felt_book *book, int wager, int bet, uint16_t state, int roll, uint16_t *ret, felt_refusal *refusal);

/* The outcome of a round that was dealt by the drawing rules from the book's decks; -1: it was not, and felt_round_verify says why. */
int settle_outcome(const felt_book *book, const felt_round *round);

/* Says that none of the wagers that bets[i] needs is there. */
felt_status settle_refuse_needs(const felt_book *book, int wager, int bet, felt_refusal *refusal);

static inline bool settle_needs_hold(const felt_variant *variant, int wager)
{
    for (int k = 0; k < variant->needs_count; k++)
        if (variant->needs[k].wager == wager)
            return true;
    return false;
}

#endif
