/* sim/run.h - what simulation makes of its counts, and what shoes it deals. */
#ifndef FELT_SRC_SIM_RUN_H
#define FELT_SRC_SIM_RUN_H

#include <felt/sim.h>

/* Adds `outcomes`, how often each event of the game came, every one deciding all wagers, to the result: its rounds, and the rows of every
 * wager of the setup. */
void run_settle_outcomes(const felt_sim_setup *setup, const uint64_t *outcomes, felt_sim_result *ret);

/* Can shoes of so many decks be dealt by these rules with `cut` cards behind the cut card, or with none when it is 0? */
bool run_shoe_in_range(const felt_game *game, int decks, int cut, felt_dealing_rules rules);

/* Is the variant one of the wager's, of this game, and does it decide everything? */
bool run_can_be_played(const felt_game *game, const felt_wager *wager, const felt_variant *variant);

#endif
