/* src/odds/shoe.c - one shoe: how many deals end in each outcome. The counting is that of odds/shoe_kernel.h, with
 * one lane and plain doubles. */
#include "odds/shoe.h"

#include <assert.h>

#define SHOE_LANES 1
#define SHOE_TARGET
#include "odds/shoe_kernel.h"

static_assert(UINT64_C(416) * 415 * 414 * 413 * 412 * 411 < UINT64_C(1) << 53, "the deals of eight decks fit a double");

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
