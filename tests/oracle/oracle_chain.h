/* oracle/oracle_chain.h - the chain of a craps wager, found by rolling every roll in every state it can get into. */
#ifndef ORACLE_CHAIN_STATES_H
#define ORACLE_CHAIN_STATES_H

#include "oracle/wagers.h"

#include <gmp.h>
#include <stdint.h>

enum { ORACLE_CHAIN_PAYS_MAX = 16 };

typedef struct oracle_chain {
    uint32_t state_count;
    uint16_t (*next)[21]; /* by state and roll 1-1, 1-2, ... 6-6: a state, or state_count and the number of a pay */
    int pay_count;
    oracle_pay pays[ORACLE_CHAIN_PAYS_MAX]; /* each kind of ending once */
} oracle_chain;

/* The chain of a wager placed with the puck on `point`; state 0 is its beginning. False when it has too many states for chain.c. */
bool oracle_chain_find(const oracle_bet *bet, int point, oracle_chain *ret);
void oracle_chain_free(oracle_chain *chain);

/* chances[i] = the chance of pays[i], rolls = the expected number of rolls; they must be initialised. */
bool oracle_chain_solve(const oracle_chain *chain, mpq_t *chances, mpq_t rolls);

#endif
