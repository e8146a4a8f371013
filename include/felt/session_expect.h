/* felt/session_expect.h - what the bets of sessions were expected to bring, exactly.
 *
 * Whatever somebody does with his stakes, each amount that is handed over is worth what a bet is worth where it stands: the expectation
 * is the sum of the amounts times their exact edges. What comes back undecided takes its worth with it. From a shoe the edges are those of
 * a fresh one.
 *
 * Lifetime: figures belong to the caller and are freed with felt_session_figures_free.
 * Threads:  computing is pure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_SESSION_EXPECT_H
#define FELT_SESSION_EXPECT_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/sim.h>
#include <gmp.h>

FELT_API_BEGIN

typedef struct felt_session_figures {
    mpq_t expected; /* net win of all sessions together, in minor units */
    mpq_t *wagers;  /* the same of each wager of the result */
    int wager_count;
    double deviation; /* standard error of the difference between the mean result of a session and the expected one, in minor units */
    double z;         /* how many of them the mean result is above the expected one; 0 where nothing varies */
} felt_session_figures;

/* Requires the result of sessions on this book. FELT_EDATA, FELT_ELIMIT: as felt_standing_make. FELT_ENOMEM. */
felt_status felt_session_expect(const felt_book *book, const felt_session_result *result, felt_session_figures *ret, felt_error *error);
void felt_session_figures_free(felt_session_figures *figures);

FELT_API_END

#endif
