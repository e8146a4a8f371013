/* tests/oracle/strategy_plain.h - the shipped strategies played slowly, each written out by hand, with pays of its own. Amounts in
 * cents. */
#ifndef FELT_TESTS_ORACLE_STRATEGY_PLAIN_H
#define FELT_TESTS_ORACLE_STRATEGY_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct plain_session {
    long result;     /* money at the end less the bankroll */
    unsigned ruined; /* the round after which the next bet could not be made; 0: never */
    unsigned rounds; /* played */
    unsigned bets;
    long action;
} plain_session;

/* `rounds` results, 'P', 'B' or 'T'. */
plain_session plain_baccarat(const char *strategy, const char *winners, unsigned rounds, long bankroll);

/* `rounds` totals of two dice. */
plain_session plain_craps(const char *strategy, const int *totals, unsigned rounds, long bankroll);

#endif
