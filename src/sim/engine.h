/* sim/engine.h - how many rounds are played, game by game.
 *
 * Games whose events are thrown share one way, machines run as products, and those dealt from a shoe another, by their own procedure. A
 * game for which that is too slow has an engine of its own, named in src/games.c. */
#ifndef FELT_SRC_SIM_ENGINE_H
#define FELT_SRC_SIM_ENGINE_H

#include "sim/shoes.h"

#include <felt/sim.h>

typedef struct sim_engine {
    /* Plays what the setup asks for, which has been checked, and adds it to the result, whose rows are there and zero. */
    felt_status (*run)(const felt_sim_setup *setup, felt_sim_result *ret);
    bool shoes; /* its shoes are those of sim/shoes.h, and shoes_deal deals them to sessions */
} sim_engine;

extern const sim_engine sim_engine_shoes;

/* As sim_engine.run. run_thrown.c: for games whose events are thrown; run_dealt.c: for those dealt from a shoe. */
felt_status run_thrown(const felt_sim_setup *setup, felt_sim_result *ret);
felt_status run_dealt(const felt_sim_setup *setup, felt_sim_result *ret);

#endif
