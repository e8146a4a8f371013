/* src/sim/strategy_code.h - the numbers and conditions of a strategy, worked out at one moment of a session. */
#ifndef FELT_SRC_SIM_STRATEGY_CODE_H
#define FELT_SRC_SIM_STRATEGY_CODE_H

#include "sim/purse.h"
#include "sim/strategy_table.h"

/* All that a strategy can ask about. */
typedef struct strategy_moment {
    const felt_strategy *strategy;
    const strategy_table *table;
    int64_t bankroll;
    purse purse;
    uint64_t rounds, hands, rolls;
    int64_t variables[FELT_STRATEGY_VARIABLES_MAX];
    uint32_t wins[FELT_STRATEGY_BETS_MAX]; /* in a row, of each wager of the strategy */
    uint32_t losses[FELT_STRATEGY_BETS_MAX];
} strategy_moment;

/* The number that the code comes to, in minor units; of a condition 0 or 1. Requires code that is not empty. */
int64_t strategy_number(const strategy_moment *m, strategy_code code);

/* Does the condition hold? One that is empty does. */
static inline bool strategy_holds(const strategy_moment *m, strategy_code code)
{
    return code.count == 0 || strategy_number(m, code) != 0;
}

#endif
