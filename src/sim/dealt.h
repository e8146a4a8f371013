/* sim/dealt.h - shoes of any game, dealt to their end: the events of their rounds.
 *
 * Card by card, by the game's own procedure, or by a kernel that is made for the game (sim/shoes.h) and gives the same.
 * Threads:  a plan is read-only once made. */
#ifndef FELT_SRC_SIM_DEALT_H
#define FELT_SRC_SIM_DEALT_H

#include "sim/shoes.h"

#include <felt/dealing.h>
#include <felt/sim.h>

enum { DEALT_ROUNDS_MAX = FELT_DEALING_CARDS_MAX }; /* of a shoe */

typedef struct dealt_plan {
    const felt_game *game;
    int decks, cut; /* as in felt_sim_setup */
    felt_dealing_rules rules;
    shoes_look *look; /* NULL: card by card */
    shoes_plan shoes;
} dealt_plan;

/* Requires run_shoe_in_range. */
void dealt_plan_make(dealt_plan *plan, const felt_game *game, int decks, int cut, felt_dealing_rules rules);

/* Shuffles, with a cut card burns as well, and deals every round of the shoe: the events that came of them. Returns how many. */
int dealt_shoe(const dealt_plan *plan, felt_random *random, uint16_t ret[DEALT_ROUNDS_MAX]);

/* The same, card by card in any case. */
int dealt_shoe_plainly(const dealt_plan *plan, felt_random *random, uint16_t ret[DEALT_ROUNDS_MAX]);

#endif
