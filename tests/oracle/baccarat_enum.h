/* oracle/baccarat_enum.h - the slow second answer to "how does a round from this shoe end".
 *
 * Shares nothing with src/: six nested loops over the ranks of six cards, and the table of play written out once more. */
#ifndef ORACLE_BACCARAT_ENUM_H
#define ORACLE_BACCARAT_ENUM_H

#include <felt/baccarat.h>
#include <stdint.h>

/* counts[felt_outcome_index] = the number of ordered six-card deals from a shoe with cards[rank - 1] of each rank that end so.
 * Requires counts that are not negative. */
void baccarat_enumerate(const int32_t cards[FELT_RANK_COUNT], uint64_t counts[FELT_OUTCOME_COUNT]);

#endif
