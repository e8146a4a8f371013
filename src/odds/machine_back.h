/* odds/machine_back.h - what every state of a machine has to expect, by one pass from the ends of play back to its beginnings.
 *
 * The pass is machine.c's turned around: blocks in the opposite order, over the same common denominator, since every path from a state to a
 * row is part of a path from the start. docs/math/2-craps.md explains.
 * Threads:  any number, each with its own results. */
#ifndef FELT_ODDS_MACHINE_BACK_H
#define FELT_ODDS_MACHINE_BACK_H

#include <felt/wager.h>
#include <gmp.h>

/* What is summed up until a decision: weights[row] for the row that decides, and `each` for every event. */
typedef struct felt_machine_sum {
    int row_count;
    mpz_t *weights; /* not negative */
    unsigned each;
    mpz_srcptr divisor; /* of the whole sum; above 0 */
} felt_machine_sum;

/* values[state] = the expected sum, from that state. The values must be initialized, one for each state. Requires 1 <= row_count <=
 * FELT_ROWS_MAX. Statuses as felt_machine_solve; after a failure the values are not to be used. */
felt_status felt_machine_expect(const felt_machine *machine, const felt_machine_sum *sum, mpq_t *values);

#endif
