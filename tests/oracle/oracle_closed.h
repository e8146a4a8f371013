/* oracle/oracle_closed.h - odds of the wagers whose chains are too long for chain.c, each by an argument of its own. */
#ifndef ORACLE_CLOSED_H
#define ORACLE_CLOSED_H

#include <gmp.h>
#include <stdbool.h>

/* Dice Works: the chance that every total t with bit t of `totals` comes before the wager ends, and the expected number of rolls until
 * it is decided; the puck is off at the beginning. */
void oracle_all_rolled(unsigned totals, bool any_seven, mpq_t chance, mpq_t rolls);

/* Repeating '2, 3, 11, 12' 7X, read as one of the four numbers seven times: the same two figures. False when there is no memory. */
bool oracle_one_of_horn(bool any_seven, mpq_t chance, mpq_t rolls);

#endif
