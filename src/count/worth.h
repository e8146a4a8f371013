/* src/count/worth.h - the value of a wager from the counts of a shoe, in whole numbers.
 *
 * Net wins are brought to one denominator once, so that the value from any shoe is one sum of products of whole numbers, divided by that
 * denominator and the number of deals. */
#ifndef FELT_SRC_COUNT_WORTH_H
#define FELT_SRC_COUNT_WORTH_H

#include <felt/odds.h>
#include <felt/shoe_count.h>

typedef struct worth {
    uint8_t row_of[FELT_OUTCOME_COUNT];   /* the row that decides; FELT_ROW_NONE where none does or the outcome cannot occur */
    uint8_t row_of_slot[FELT_SHOE_SLOTS]; /* the same by the slots of a block */
    int row_count;
    mpz_t net[FELT_ROWS_MAX]; /* what a unit wins, times `den`; 0 for rows that cannot decide */
    mpz_t den;
} worth;

/* Requires felt_removal_applies. */
void worth_init(worth *w, const felt_odds *odds);
void worth_clear(worth *w);

/* The sum of net wins over all deals, times `den`. */
void worth_sum(const worth *w, const uint64_t counts[FELT_OUTCOME_COUNT], mpz_t ret);

/* The value: that sum divided by `den` and by the deals. */
void worth_value(const worth *w, const uint64_t counts[FELT_OUTCOME_COUNT], uint64_t deals, mpq_t ret);

#endif
