/* src/odds/shoe.c - one shoe: what it may hold, and how many deals end in each outcome. The counting is that of odds/shoe_kernel.h, with
 * one lane and plain doubles. */
#include "odds/shoe.h"

#include <assert.h>

#define SHOE_LANES 1
#define SHOE_TARGET
#include "odds/shoe_kernel.h"

static_assert(UINT64_C(416) * 415 * 414 * 413 * 412 * 411 < UINT64_C(1) << 53, "the deals of eight decks fit a double");

felt_shoe felt_shoe_fresh(int decks)
{
    assert(decks >= 1 && decks <= FELT_DECKS_MAX);
    felt_shoe shoe;
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        shoe.cards[i] = 4 * decks;
    return shoe;
}

felt_status felt_shoe_check(const felt_shoe *shoe, felt_error *error)
{
    static const char *const ranks[FELT_RANK_COUNT] = {"aces",   "twos",  "threes", "fours", "fives",  "sixes", "sevens",
                                                       "eights", "nines", "tens",   "jacks", "queens", "kings"};
    int total = 0;
    for (int i = 0; i < FELT_RANK_COUNT; i++) {
        int cards = shoe->cards[i];
        if (cards < 0 || cards > FELT_SHOE_RANK_MAX)
            return felt_error_set(error, cards < 0 ? FELT_EDATA : FELT_ELIMIT, -1, "found %d %s in the shoe, expected 0 to %d", cards,
                                  ranks[i], (int)FELT_SHOE_RANK_MAX);
        total += cards;
    }
    if (total < FELT_SHOE_CARDS_MIN)
        return felt_error_set(error, FELT_EDATA, -1, "found %d card%s in the shoe, expected at least %d", total, total == 1 ? "" : "s",
                              (int)FELT_SHOE_CARDS_MIN);
    return FELT_OK;
}

uint64_t felt_shoe_deals(const felt_shoe *shoe)
{
    uint64_t cards = 0, deals = 1;
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        cards += (uint64_t)shoe->cards[i];
    for (uint64_t i = 0; i < 6; i++)
        deals *= cards - i;
    return deals;
}

felt_status felt_shoe_outcomes(const felt_shoe *shoe, uint64_t ret_counts[FELT_OUTCOME_COUNT])
{
    felt_status status = felt_shoe_check(shoe, NULL);
    if (status != FELT_OK)
        return status;
    double cards[FELT_RANK_COUNT], slots[FELT_SHOE_SLOTS];
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        cards[i] = shoe->cards[i];
    count_lanes(cards, slots);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int slot = felt_shoe_slot(felt_outcome_hands(i));
        ret_counts[i] = slot < 0 ? 0 : (uint64_t)slots[slot];
    }
    return FELT_OK;
}
