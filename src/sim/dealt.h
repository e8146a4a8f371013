/* sim/dealt.h - shoes of any game dealt card by card, by the game's own procedure.
 *
 * Slower than a kernel made for one game (sim/shoes.h), and the measure of it. */
#ifndef FELT_SRC_SIM_DEALT_H
#define FELT_SRC_SIM_DEALT_H

#include <felt/dealing.h>
#include <felt/sim.h>

typedef struct dealt_shoe {
    const felt_game *game;
    int decks, cut; /* as in felt_sim_setup, in range */
    felt_dealing_rules rules;
    felt_dealing shoe;
} dealt_shoe;

/* Shuffles; with a cut card, burns as well. */
void dealt_shuffle(dealt_shoe *d, felt_random *random);

/* Is there a round to come? No: shuffle again. */
bool dealt_goes_on(const dealt_shoe *d);

/* Deals a round; the event that came of it. Requires dealt_goes_on. */
int dealt_next(dealt_shoe *d);

#endif
