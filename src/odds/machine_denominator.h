/* odds/machine_denominator.h - a common denominator of every average number of visits in a machine, found before any of them. */
#ifndef FELT_ODDS_MACHINE_DENOMINATOR_H
#define FELT_ODDS_MACHINE_DENOMINATOR_H

#include "odds/machine_block.h"

/* Sets `denominator` to a number D such that D times the visits of each place of `graph` are whole, and D^2 times the sums of those
 * visits over the time since the start. `blocks` are the graph's, in its order. FELT_ENOMEM only. */
felt_status felt_machine_denominator(felt_arena *arena, const felt_machine_graph *graph, const felt_machine_block *blocks,
                                     mpz_t denominator);

#endif
