/* felt/spread.h - what many bets on one wager come to: not their mean, but where they end.
 *
 * The sum of the net wins of N bets of a unit, each decided as the exact odds say and independent of the others, is counted by adding up
 * distributions, so that it is right for one large pay in a thousand bets, for which a normal distribution is not.
 *
 * Lifetime: a felt_spread owns its numbers and is freed with felt_spread_clear.
 * Threads:  every function is pure.
 * Failure:  *ret is written only on FELT_OK. */
#ifndef FELT_SPREAD_H
#define FELT_SPREAD_H

#include <felt/api.h>
#include <felt/odds.h>
#include <felt/status.h>

FELT_API_BEGIN

enum {
    FELT_SPREAD_ROUNDS_MAX = 10000,
    FELT_SPREAD_QUANTILES = 7,
    FELT_SPREAD_RESULTS_MAX = 1 << 16, /* different results that are told apart; what is rarer than 1e-15 is left out */
};

/* Of quantile `quantile`, counted from 0: 1, 5, 25, 50, 75, 95 or 99 percent. */
int felt_spread_percent(int quantile);

typedef struct felt_spread {
    uint64_t rounds;
    mpq_t quantiles[FELT_SPREAD_QUANTILES]; /* the lowest result that is not exceeded with at least this probability, in units */
    double behind, even, ahead;             /* the probability of a result below, at and above 0; good to nine digits */
} felt_spread;

/* Requires has_pays and 1 <= rounds <= FELT_SPREAD_ROUNDS_MAX. FELT_ELIMIT: there are more results than are told apart. FELT_ENOMEM. */
felt_status felt_spread_make(const felt_odds *odds, uint64_t rounds, felt_spread *ret);

void felt_spread_clear(felt_spread *spread);

FELT_API_END

#endif
