/* sim/shoes.h - whole shoes of baccarat: dealt side by side, what came of their rounds as counts of outcomes; and one after another, for
 * sessions, the outcomes in their order.
 *
 * Side by side, shoe s is lane s % SHOES_LANES of batch s / SHOES_LANES. A card is drawn by its number among the cards that are left, sorted
 * by rank: with c[r] cards of ranks up to r left, it has rank r if the number is below c[r] and not below c[r - 1]. Sixteen random bits make
 * the number; where they would favour some cards they are replaced by 64 bits of the shoe's own, so every card left is equally likely. Which
 * bits a card gets depends on the seed, the shoe and the card's place in it only, and so does all that follows.
 * Threads:  a plan is read-only once made; every function is pure. */
#ifndef FELT_SRC_SIM_SHOES_H
#define FELT_SRC_SIM_SHOES_H

#include "game/draws.h"

#include <felt/baccarat.h>
#include <felt/dealing.h>
#include <felt/random.h>
#include <stdint.h>

enum {
    SHOES_LANES = 32,
    SHOES_CARDS_MAX = 52 * FELT_DECKS_MAX,
    SHOES_CUTS = FELT_RANK_COUNT - 1, /* the places between ranks */
    SHOES_VALUES = 10,
    SHOES_NOTHING = FELT_OUTCOME_COUNT, /* counted for a shoe that is over */
    SHOES_SLOTS = 2048,                 /* outcomes and SHOES_NOTHING */
    SHOES_BURN_ROWS = 12,               /* rows of random bits set aside for the burn: at most eleven cards, and an even number */
    SHOES_ROUND_ROWS = 6,
    SHOES_SEEN = SHOES_CARDS_MAX + SHOES_LANES, /* cards of a shoe, and places beyond that may be looked at */
    SHOES_ROUNDS_MAX = SHOES_CARDS_MAX / 4,
};

typedef struct shoes_plan {
    uint64_t seed;
    int cards;
    int rounds;               /* from each shoe; 0: until the cut card decides */
    int cut;                  /* cards behind the cut card, when rounds is 0 */
    felt_dealing_rules rules; /* with a cut card */
    int last_before;          /* a round is the last of its shoe when fewer cards are left before it than this, ... */
    int last_after;           /* ... or after it than this; 0: never */
    draws_limits limits;
    uint16_t surplus[SHOES_CARDS_MAX + 1]; /* 2^16 mod n: how many of 2^16 numbers are too many for n cards */
    int16_t fresh[SHOES_CARDS_MAX];        /* ranks from 0, as the cards of felt_dealing_shuffle are before they are shuffled */
} shoes_plan;

/* `rounds` from each shoe, or by `rules` and the cut card with `cut` cards behind it when `rounds` is 0.
 * Requires 1 <= decks <= FELT_DECKS_MAX and enough cards: 6 * rounds, or 12 <= cut <= 52 * decks - 12. */
void shoes_plan_make(shoes_plan *plan, uint64_t seed, int decks, int rounds, int cut, felt_dealing_rules rules);

/* Plays the first `shoes` shoes of a batch, 1 to SHOES_LANES. counts[outcome] grows by one for each round; counts[SHOES_NOTHING] by
 * anything. Returns the number of rounds. */
typedef uint64_t shoes_kernel(const shoes_plan *plan, uint64_t batch, int shoes, uint32_t counts[SHOES_SLOTS]);

/* For every place of one shoe, whose ranks from 0 come in this order: the outcome of a round that begins there, and how many cards it
 * takes. Where fewer cards are left than a round may take, both mean nothing. */
typedef void shoes_look(const shoes_plan *plan, const int16_t ranks[SHOES_SEEN], uint16_t outcomes[SHOES_CARDS_MAX],
                        uint16_t used[SHOES_CARDS_MAX]);

/* The kernels this processor can run, the fastest first. All give the same counts and outcomes. */
typedef struct shoes_choice {
    const char *name;
    shoes_kernel *play;
    shoes_look *look;
} shoes_choice;

int shoes_choices(shoes_choice ret[3]);

/* ---- one shoe after another ---- */

/* Shuffles a shoe as felt_dealing_shuffle does and deals it as felt_dealing_round does, round by round until it is over: the same outcomes
 * from the same words of `random`, in a fraction of the time. The seed of the plan does not matter. Returns the number of rounds. */
int shoes_deal(const shoes_plan *plan, shoes_look *look, felt_random *random, uint16_t ret[SHOES_ROUNDS_MAX]);

#endif
