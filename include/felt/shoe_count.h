/* felt/shoe_count.h - the exact count of how a round dealt from a shoe ends.
 *
 * Counts are of ordered deals of six cards without replacement: to the player, the player, the banker, the banker, then the third cards
 * in the order in which they are drawn. A round that ends after four or five cards counts every order of the cards it leaves in the shoe,
 * so the counts of all outcomes add up to n(n-1)(n-2)(n-3)(n-4)(n-5) for n cards, and a count divided by that is a probability.
 * For at most eight decks this is below 2^53: every count is exact in a double as well.
 * Threads:  every function is pure.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_SHOE_COUNT_H
#define FELT_SHOE_COUNT_H

#include <felt/api.h>
#include <felt/shoe.h>

FELT_API_BEGIN

enum {
    FELT_SHOE_LANES = 8,   /* shoes of a block */
    FELT_SHOE_CELLS = 210, /* combinations of totals and card counts that a block has room for */
    FELT_SHOE_SLOTS = FELT_SHOE_CELLS * FELT_PAIRS_COUNT,
};

/* The number of ordered deals of six cards. Requires a shoe that felt_shoe_check accepts. */
uint64_t felt_shoe_deals(const felt_shoe *shoe);

/* counts[i] = the number of deals that end in outcome i of felt_outcome_index. Fails as felt_shoe_check does. */
felt_status felt_shoe_outcomes(const felt_shoe *shoe, uint64_t ret_counts[FELT_OUTCOME_COUNT]);

/* ---- many shoes ---- */

/* The outcomes of FELT_SHOE_LANES shoes side by side. Only outcomes that the drawing rules allow have a slot; felt_shoe_slot finds it.
 * A slot that no shoe can reach, such as a pair with an odd total, holds zeros. Every count is a whole number below 2^53, and so is
 * every sum of counts of one shoe. Any alignment will do; one of 64 bytes is the fastest. */
typedef struct felt_shoe_block {
    double counts[FELT_SHOE_SLOTS][FELT_SHOE_LANES];
} felt_shoe_block;

/* The same as felt_shoe_outcomes for `count` shoes at once, shoe i in lane i; the lanes beyond them repeat the last shoe. About ten
 * times as fast for each shoe. Requires 1 <= count <= FELT_SHOE_LANES. Fails as felt_shoe_check does for the first shoe that it refuses. */
felt_status felt_shoe_block_outcomes(const felt_shoe *shoes, int count, felt_shoe_block *ret);

/* Where a block keeps `hands`, or -1 when the drawing rules never end a round so. There are FELT_SHOE_CELLS slots for each kind of pairs,
 * in the order of felt_pairs: slot = pairs * FELT_SHOE_CELLS + cell. The cells, p and b being the totals of player and banker:
 *     0 + 10 p + b               three cards each
 *   100 + 10 (b - 3) + p         the player alone drew; b from 3 to 7
 *   150 + 10 (p - 6) + b         the banker alone drew; p is 6 or 7
 *   170 + 10 (p - 8) + b         two cards each, the player has a natural; p is 8 or 9
 *   190 + 2 p + b - 8            two cards each, only the banker has a natural; b is 8 or 9, p from 0 to 7
 *   206 + 2 (p - 6) + b - 6      two cards each, both stand on 6 or 7 */
static inline int felt_shoe_slot(felt_hands hands)
{
    int p = hands.player_total, b = hands.banker_total, cell = -1;
    if (hands.player_cards == 3)
        cell = hands.banker_cards == 3 ? 10 * p + b : b >= 3 && b <= 7 ? 100 + 10 * (b - 3) + p : -1;
    else if (hands.banker_cards == 3)
        cell = p == 6 || p == 7 ? 150 + 10 * (p - 6) + b : -1;
    else if (p >= 8)
        cell = 170 + 10 * (p - 8) + b;
    else if (b >= 8)
        cell = 190 + 2 * p + b - 8;
    else if (p >= 6 && b >= 6)
        cell = 206 + 2 * (p - 6) + b - 6;
    return cell < 0 ? -1 : (int)hands.pairs * FELT_SHOE_CELLS + cell;
}

FELT_API_END

#endif
