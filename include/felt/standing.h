/* felt/standing.h - what a bet that stands is worth, exactly: from the state it is in to its decision.
 *
 * Lifetime: a felt_standing and felt_standings own their figures; free them with felt_standing_free and felt_standings_free.
 * Threads:  computing is pure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_STANDING_H
#define FELT_STANDING_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/figures.h>
#include <felt/shoe.h>
#include <felt/wager.h>
#include <gmp.h>

FELT_API_BEGIN

/* One state. */
typedef struct felt_standing {
    int row_count;
    mpq_t *rows;          /* the probability that each row of the wager decides */
    mpq_t events;         /* the expected number of events until one does */
    felt_figures figures; /* of a unit staked, as if it had been placed here */
    mpq_t worth;          /* figures.has_pays: what comes back on average of a unit handed over, 1 - edge */
} felt_standing;

/* Of a game that is dealt from a shoe, the bet stands before a round from `shoe`; of others, `shoe` is not looked at and may be NULL.
 * FELT_EDATA: the wager is not complete, there is no such state, or there is no shoe that can be dealt from; FELT_ELIMIT: the shoe or the
 * machine is too large. FELT_ENOMEM. */
felt_status felt_standing_make(const felt_wager *wager, const felt_variant *variant, uint32_t state, const felt_shoe *shoe,
                               felt_standing *ret, felt_error *error);
void felt_standing_free(felt_standing *standing);

/* Every state of a wager at once, for a table that shows what each bet on it is worth now: one pass, where the states one by
 * one would take a pass each. */
typedef struct felt_standings {
    uint32_t count; /* states of the machine */
    bool *known;    /* of each: every pay that can still come is set */
    mpq_t *worth;   /* of each that is known: what comes back on average of a unit handed over; else 0 */
    mpq_t *events;  /* of each: the expected number of events until it is decided */
} felt_standings;

/* Requires a game whose events are thrown. FELT_EDATA: the wager is not complete. FELT_ELIMIT, FELT_ENOMEM. */
felt_status felt_standings_make(const felt_wager *wager, const felt_variant *variant, felt_standings *ret, felt_error *error);
void felt_standings_free(felt_standings *standings);

FELT_API_END

#endif
