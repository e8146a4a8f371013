/* odds/machine.h - exact odds of a machine over thrown events: how it is decided, and after how many rolls.
 *
 * The machine is a Markov chain that ends. Counters only go up, so the chain is a ladder of small blocks, and it is solved block by
 * block, forward from the start, with whole numbers over one common denominator that is known beforehand. docs/math/2-craps.md explains.
 * Threads:  any number, each with its own results.
 * Failure:  results are written only on FELT_OK. Working memory has the cap below; GMP itself ends the process when there is no
 *           memory for one of its own numbers, which are few (results, and blocks of more than FELT_MACHINE_SMALL_BLOCK states). */
#ifndef FELT_ODDS_MACHINE_H
#define FELT_ODDS_MACHINE_H

#include <felt/sheet.h>
#include <felt/wager.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    FELT_MACHINE_SMALL_BLOCK = 10, /* states of a block that is inverted in machine words */
    FELT_MACHINE_BLOCK_MAX = 256,  /* states that can all be reached from one another */
    FELT_MACHINE_ARENA_MAX = 1 << 30,
};

typedef struct felt_machine_odds {
    int row_count;
    mpq_t rows[FELT_ROWS_MAX]; /* the probability that the row decides; the first row_count are in use, and their sum is 1 */
    mpq_t rolls;               /* the expected number of rolls until the wager is decided */
    bool has_squares;
    mpq_t squares; /* the expected square of that number; the variance is squares - rolls^2. Only if has_squares. */
} felt_machine_odds;

/* The exact odds of `machine` from state `start`, such as machine->start[0]. `squares` asks for the expected square of
 * the number of rolls as well, at about twice the work. Free the result with felt_machine_odds_free.
 * Requires start < machine->state_count and 1 <= row_count <= FELT_ROWS_MAX.
 * FELT_EDATA: the machine refers to a class, state or row that it does not have, or gets to where nothing decides it any more.
 * FELT_ELIMIT: more than FELT_STATES_MAX states, or more than FELT_MACHINE_BLOCK_MAX in one block.
 * FELT_ENOMEM: no memory, or more than FELT_MACHINE_ARENA_MAX bytes of it needed. */
felt_status felt_machine_solve(const felt_machine *machine, uint32_t start, int row_count, bool squares, felt_machine_odds *ret);

void felt_machine_odds_free(felt_machine_odds *odds);

#endif
