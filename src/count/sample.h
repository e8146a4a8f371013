/* src/count/sample.h - what each row of a wager decides before every round of some shoes, so that any pays of it can be valued.
 *
 * The value of a wager is linear in what its rows win. Shoes are dealt once, and the probability of each row is kept for all their rounds;
 * what a perfect player wins a shoe with certain pays is then one pass over these numbers. It never falls when a row pays more, and it is
 * convex: no plane that touches it somewhere is above it anywhere.
 * Shoes are those of an exposure (felt/exposure.h) of the same seed, decks, rules and cut card.
 * Threads:  read-only once made. */
#ifndef FELT_SRC_COUNT_SAMPLE_H
#define FELT_SRC_COUNT_SAMPLE_H

#include <felt/exposure.h>

typedef struct count_sample_setup {
    felt_exposure_bet bet;
    const int *rows; /* of which what they win is left open; their pays may be unset */
    int row_count;
    int decks;
    felt_dealing_rules rules;
    int cut;
    uint64_t seed;
    int shoes;
} count_sample_setup;

typedef struct count_sample count_sample;

/* FELT_ERANGE: a number is out of its range. FELT_EDATA: the wager is not dealt from a shoe, or another of its pays is unset.
 * FELT_ENOMEM. */
felt_status count_sample_make(const count_sample_setup *setup, count_sample **ret, felt_error *error);
void count_sample_free(count_sample *sample); /* NULL is allowed */

/* How many bytes a sample takes, about. */
size_t count_sample_bytes(const count_sample_setup *setup);

/* How many numbers a pass looks at. */
uint64_t count_sample_numbers(const count_sample *sample);

/* The units a shoe of a perfect player, where row i wins wins[i] for a unit handed over. */
felt_exposure_figure count_sample_worth(const count_sample *sample, const double *wins);

/* By how much they rise where row i wins a unit more. */
void count_sample_slopes(const count_sample *sample, const double *wins, double *ret);

#endif
