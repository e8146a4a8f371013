/* oracle/chain.h - the slow second answer to "what are the odds of this machine", and machines to ask it about.
 *
 * Shares nothing with src/: it counts the 36 rolls itself and solves the whole chain with textbook elimination over fractions. */
#ifndef ORACLE_CHAIN_H
#define ORACLE_CHAIN_H

#include <felt/wager.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum { CHAIN_CELLS_MAX = 4000000 }; /* states times columns that chain_solve takes on */

/* rows[i] = the probability that row i decides from `start`; rolls, squares = the expected number of rolls and of its square. All of
 * them must be initialised. False when there is no memory or the machine is too large for it. */
bool chain_solve(const felt_machine *machine, uint32_t start, int row_count, mpq_t *rows, mpq_t rolls, mpq_t squares);

/* A machine that owns its transitions. Classes are totals: class t - 2 is a total of t. After it has been copied, machine.class_of still
 * points to a table of totals that never changes, unless a test has put its own there. */
typedef struct chain_machine {
    felt_machine machine;
    uint16_t *next;
} chain_machine;

/* A machine of `state_count` states whose classes are the eleven totals, all its transitions leading to state 0; false when there is no
 * memory. */
bool chain_machine_new(chain_machine *ret, uint32_t state_count);
void chain_machine_free(chain_machine *m);
void chain_machine_to(chain_machine *m, uint32_t state, int total, uint32_t to);

/* "All of these totals before a seven": row 0 decides when each total t with bit t of `totals` has come, row 1 on a seven: any seven, or
 * only one with a point on. Placed with the puck off. No total may be 7. */
bool chain_machine_all_rolled(chain_machine *ret, unsigned totals, bool any_seven);

#endif
