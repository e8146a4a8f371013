/* felt/strategy_run.h - sessions of a bettor who follows a strategy.
 *
 * What comes out depends on the setup and the seed, not on the number of threads. Session number s sees the same dice or shoes whatever the
 * strategy is, and the same as sessions of fixed stakes (felt/sim.h): strategies can be compared side by side.
 * Lifetime: results belong to the caller and are freed with felt_strategy_result_free.
 * Threads:  a run starts its own; functions may be called from any number of threads.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_STRATEGY_RUN_H
#define FELT_STRATEGY_RUN_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/sim.h>
#include <felt/strategy.h>

FELT_API_BEGIN

typedef struct felt_strategy_setup {
    const felt_strategy *strategy;
    int cut; /* from a shoe, as in felt_sim_setup; every session begins with a fresh shoe */
    felt_dealing_rules rules;
    felt_money bankroll;
    uint64_t rounds; /* of each session, at most: rounds, or rolls */
    uint64_t sessions;
    uint64_t seed;
    int threads;
    felt_sim_tick *tick; /* may be NULL */
    void *context;
} felt_strategy_setup;

typedef struct felt_strategy_result {
    felt_session_result played; /* a session is ruined when nothing is up and the money does not cover the next bet of the strategy */
    uint64_t finished;          /* sessions that a `stop` of the strategy ended */
} felt_strategy_result;

/* Bets are placed, changed and paid by felt/settle.h, with the rounding and limits of the book's house; what these refuse is left out. What
 * is up after the last round is taken back; after a `stop`, no bet is placed and the session goes on until nothing is up.
 * FELT_ERANGE: a number of the setup is out of range, or the amounts of all sessions together are. FELT_EUNSET: a pay that can come up is
 * unset, or an outcome undefined. FELT_ENOMEM. */
felt_status felt_strategy_run(const felt_strategy_setup *setup, felt_strategy_result *ret);

/* The same of `count` strategies of one book, at least one, side by side, in the place of setup->strategy; `ret` has as many results. Each
 * piece of the sessions is played by all of them before the next is begun: when `tick` stops them, all have played the same sessions.
 * Fails as felt_strategy_run does; the error's item is the index of the strategy that it is about. */
felt_status felt_strategies_run(const felt_strategy_setup *setup, const felt_strategy *const *strategies, int count,
                                felt_strategy_result *ret, felt_error *error);
void felt_strategy_result_free(felt_strategy_result *result);

FELT_API_END

#endif
