/* src/sim/shoes_deal.c - one shoe of baccarat, shuffled as felt/dealing.h shuffles it and dealt to its end.
 *
 * The shuffle is that of the cards with their ranks alone, for suits decide nothing. Then the rounds that would begin at each place are
 * worked out side by side, since none of that waits for another; what is left is to go from each to the one that follows. */
#include "sim/shoes.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* Swaps as felt_dealing_shuffle does. False: felt_random_below might throw one of the words away. */
static bool swap_all(int16_t *ranks, const uint64_t *words, int cards)
{
    for (int i = cards - 1; i > 0; i--) {
        wide product = (wide)*words++ * ((unsigned)i + 1);
        size_t chosen = (size_t)(product >> 64);
        int16_t rank = ranks[chosen];
        if (__builtin_expect((uint64_t)product <= (uint64_t)i, 0))
            return false;
        ranks[chosen] = ranks[i];
        ranks[i] = rank;
    }
    return true;
}

/* The plain way: it is wanted once in 2^46 shoes. */
static void shuffle_plainly(const shoes_plan *plan, felt_random *random, int16_t *ranks)
{
    felt_dealing shoe;
    if (felt_dealing_shuffle(&shoe, random, plan->cards / FELT_DECK_CARDS, FELT_CUT_MIN, plan->rules) != FELT_OK)
        return; /* the plan has been checked */
    for (int i = 0; i < plan->cards; i++)
        ranks[i] = (int16_t)(shoe.cards[i].rank - 1);
}

static void shuffle(const shoes_plan *plan, felt_random *random, int16_t *ranks)
{
    uint64_t words[SHOES_CARDS_MAX];
    felt_random before = *random;
    memcpy(ranks, plan->fresh, sizeof plan->fresh);
    felt_random_fill(random, words, (size_t)plan->cards - 1);
    if (swap_all(ranks, words, plan->cards))
        return;
    *random = before;
    shuffle_plainly(plan, random, ranks);
}

/* Cards that are burnt when the first has this rank, itself included. */
static int burnt(felt_burn_rule rule, int rank)
{
    if (rule == FELT_BURN_VALUE)
        return rank < 9 ? rank + 2 : FELT_BURN_MAX;
    return rule == FELT_BURN_ONE;
}

int shoes_deal(const shoes_plan *plan, shoes_look *look, felt_random *random, uint16_t ret[SHOES_ROUNDS_MAX])
{
    int16_t ranks[SHOES_SEEN] = {0};
    uint16_t outcomes[SHOES_CARDS_MAX], used[SHOES_CARDS_MAX];
    int rounds = 0, next = 0;
    shuffle(plan, random, ranks);
    look(plan, ranks, outcomes, used);
    for (; rounds < plan->rounds; next += used[next])
        ret[rounds++] = outcomes[next];
    if (plan->rounds > 0)
        return rounds;
    next = burnt(plan->rules.burn, ranks[0]);
    for (bool last = false; !last; rounds++) {
        int before = plan->cards - next;
        ret[rounds] = outcomes[next];
        next += used[next];
        last = before < plan->last_before || plan->cards - next < plan->last_after;
    }
    return rounds;
}
