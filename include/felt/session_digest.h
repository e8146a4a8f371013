/* felt/session_digest.h - what is said about many sessions: quantiles, ruin, drawdowns, losing runs, a histogram.
 *
 * Threads:  every function is pure.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_SESSION_DIGEST_H
#define FELT_SESSION_DIGEST_H

#include <felt/api.h>
#include <felt/sim.h>

FELT_API_BEGIN

enum { FELT_SESSION_BINS_MAX = 24 };

/* Amounts are minor units. A quantile of p per cent is the smallest amount that p per cent of the sessions do not exceed. */
typedef struct felt_session_digest {
    uint64_t count, ahead, even, ruined;
    double mean, deviation;                               /* of the results */
    int64_t least, low, lower, median, upper, high, most; /* results: 0, 5, 25, 50, 75, 95 and 100 per cent are no higher */
    uint32_t ruin_low, ruin_median, ruin_high;            /* rounds: 5, 50 and 95 per cent of the ruined are so by then */
    int64_t drawdown_median, drawdown_high, drawdown_most;
    uint32_t run_median, run_high, run_most; /* longest losing runs */
    int64_t bin_first, bin_width;            /* the first and the last bin have all that is beyond them, too */
    int bin_count;
    uint64_t bins[FELT_SESSION_BINS_MAX];
} felt_session_digest;

/* All of them are 0 where there is no session. FELT_ENOMEM only. */
felt_status felt_session_digest_make(const felt_session_result *sessions, felt_session_digest *ret);

FELT_API_END

#endif
