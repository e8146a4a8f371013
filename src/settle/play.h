/* src/settle/play.h - a table from inside: the bets that are up, and where the hand is. */
#ifndef FELT_SRC_SETTLE_PLAY_H
#define FELT_SRC_SETTLE_PLAY_H

#include "position.h"
#include "stakes.h"

struct felt_play {
    const felt_book *book;
    int phase, events;
    bool acts; /* a recorded hand changes bets that stand, and looks for them */
    felt_position *positions;
    int32_t *before; /* of each position: the one that the same seat placed on the same wager before it, -1 */
    int count, capacity;
    stakes stakes;
    int32_t *up; /* positions that are up, in their order */
    int up_count;
    uint16_t *states; /* room for one of each position */
    /* For felt_settle_hand. */
    int32_t *order; /* bets by the moment at which they are made */
    int order_capacity;
};

/* Room for positions up to `count`. FELT_ELIMIT, FELT_ENOMEM. */
felt_status play_reserve(felt_play *play, int64_t count);

/* Puts bet `bet` up as position `slot`, if it may be. */
felt_status play_put(felt_play *play, const felt_bet *bet, int slot, felt_error *error);

/* Acts on the bet that bet->seat placed last on bet->wager and that is still up: *ret_slot. `returned` is told of every stake that comes
 * back. */
typedef void play_returned(void *context, int slot, felt_money amount, bool all);
felt_status play_act(felt_play *play, const felt_bet *bet, int item, int *ret_slot, play_returned *returned, void *context,
                     felt_error *error);

/* Has the seat a bet on the wager that is up? */
bool play_stands(const felt_play *play, uint32_t seat, int wager);

/* Takes position `slot` out of the sums; it is up no more. */
void play_drop(felt_play *play, int slot);

/* After an event: the position goes to `state`, in the sums as well. Requires play_reserve_moves since the last event. */
void play_go(felt_play *play, int slot, uint16_t state);

/* Room in the sums for one event; false when there is no memory. */
bool play_reserve_moves(felt_play *play);

/* ---- sums (sums.c) ---- */

/* What a seat has up of what wager `w` needs. */
typedef struct base_sum {
    int64_t bets;
    stake_sum stake;
} base_sum;

/* Is anything asked of the sums of this wager? Bets on one that needs nothing and that nothing needs are only looked for by the rows of a
 * record that change them. */
static inline bool play_is_summed(const felt_play *play, int wager)
{
    const book_wager *w = &play->book->wagers[wager];
    return w->needs_count > 0 || w->needed_by_count > 0 || play->acts;
}

/* The number that its own phases have put a position on, for wagers that others need on their number. */
int play_number(const book_wager *w, uint16_t state);

/* Adds a position that is up to the sums, for which there is room for two entries, or takes it out; under one number only, which gives its
 * entry; and under the number that it is on, where somebody asks for that. */
void play_note(felt_play *play, const felt_position *p, int sign);
stake_entry *play_note_at(felt_play *play, const felt_position *p, int16_t number, int sign);
void play_note_number(felt_play *play, const felt_position *p, int sign);

/* What the seat has up of what `w` needs, and on a wager. */
base_sum play_bases(const felt_play *play, const book_wager *w, uint32_t seat);
stake_sum play_stake(const felt_play *play, uint32_t seat, int wager);

/* Is what the wager needs up, for stakes of `stake` in all? And the refusal of too much behind `base`. */
felt_status play_check_needs(const felt_play *play, const book_wager *w, uint32_t seat, stake_sum stake, int item, felt_error *error);
felt_status play_refuse_tie(const felt_play *play, const book_wager *w, stake_sum stake, stake_sum base, int item, felt_error *error);

static inline hand_moment play_moment(const felt_play *play)
{
    return (hand_moment){play->phase, play->events == 0};
}

#endif
