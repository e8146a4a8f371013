/* src/count/deal.h - whole shoes of baccarat dealt side by side, with all that somebody who watches them knows.
 *
 * Shoe number s of a seed depends on those two alone. A card is drawn by its number among the cards that are left, sorted by rank. The
 * number comes from sixteen bits: those of row r are piece r % 4 (from the lowest bits) of word r / 4 of the counter stream s of the seed
 * (felt/random.h). Bits that would favour some cards are replaced by 64 of their own, so that every card left is equally likely. Row 0 is
 * the first card of the burn, rows 1 to 10 what is burnt after it; round k has rows 12 + 6 k to 17 + 6 k: player, banker, player, banker,
 * the player's third card, the banker's.
 * Threads:  a plan is read-only once made. */
#ifndef FELT_SRC_COUNT_DEAL_H
#define FELT_SRC_COUNT_DEAL_H

#include "count/value_fast.h"
#include "game/draws.h"
#include <felt/dealing.h>

enum {
    DEAL_LANES = 2 * VALUE_LANES,
    DEAL_CUTS = FELT_RANK_COUNT - 1, /* the places between ranks */
    DEAL_BURN_ROWS = 12,
    DEAL_ROUND_ROWS = 6,
    DEAL_ROUNDS_MAX = FELT_DEALING_CARDS_MAX / 4,
    DEAL_BLOCKS_MAX = (DEAL_BURN_ROWS + DEAL_ROUND_ROWS * DEAL_ROUNDS_MAX + 63) / 64, /* of 64 rows */
};

typedef struct deal_plan {
    uint64_t seed;
    int cards;
    felt_burn_rule burn;
    draws_limits limits;
    uint16_t surplus[FELT_DEALING_CARDS_MAX + 1]; /* 2^16 mod n: how many of 2^16 numbers are too many for n cards */
} deal_plan;

/* Requires 1 <= decks <= FELT_DECKS_MAX. */
void deal_plan_make(deal_plan *plan, uint64_t seed, int decks, felt_burn_rule burn);

/* Shoes in play, one in each lane. */
typedef struct deal_state {
    _Alignas(64) int16_t below[DEAL_CUTS][DEAL_LANES]; /* cards left of ranks up to 1, 2, ... 12 */
    int16_t left[DEAL_LANES];
    int16_t active[DEAL_LANES];                  /* -1: another round is dealt; 0: the shoe stands still */
    int16_t hidden[FELT_RANK_COUNT][DEAL_LANES]; /* cards burnt face down */
    int16_t unseen[FELT_RANK_COUNT][DEAL_LANES]; /* set by look: cards left and those burnt face down */
    int16_t unseen_cards[DEAL_LANES];            /* and how many */
    uint16_t bits[DEAL_BLOCKS_MAX * 64][DEAL_LANES];
    uint64_t first_shoe;
    uint32_t row;
    const deal_plan *plan;
} deal_state;

typedef struct deal_kernel {
    const char *name;
    /* Shuffles and burns shoes first_shoe to first_shoe + DEAL_LANES - 1; all are active. */
    void (*begin)(deal_state *state, const deal_plan *plan, uint64_t first_shoe);
    /* What is unseen now, by rank; the same as doubles, half of the shoes each. */
    void (*look)(deal_state *state, value_lanes lanes[2]);
    /* Deals a round to every active shoe. */
    void (*round)(deal_state *state);
    /* ret[i] += the sum over ranks of tag times unseen cards. */
    void (*tally)(const deal_state *state, const int32_t tags[FELT_RANK_COUNT], int32_t ret[DEAL_LANES]);
} deal_kernel;

/* A round has begun with `before` cards and ended with `left`: from how many cards behind the cut card on it was the last. A cut card with
 * n behind it shows in the round that begins with n cards or more and ends with fewer, and as its first card where it begins with n. */
static inline int deal_over_from(felt_cut_rule rule, int before, int left)
{
    return rule == FELT_CUT_ALWAYS_ONE_MORE ? before + 1 : rule == FELT_CUT_LAST_ROUND ? left + 1 : before;
}

/* Those that this processor can run, the fastest first. All deal the same cards. */
int deal_kernels(deal_kernel ret[3]);

#endif
