/* src/count/worth.h - the value of a wager from the counts of a shoe, in whole numbers.
 *
 * Net wins are brought to one denominator once, so that the value from any shoe is one sum of products of whole numbers, divided by that
 * denominator and the number of deals. */
#ifndef FELT_SRC_COUNT_WORTH_H
#define FELT_SRC_COUNT_WORTH_H

#include <felt/odds.h>
#include <felt/shoe_count.h>

typedef struct worth {
    uint8_t row_of[FELT_OUTCOME_COUNT]; /* the row that decides; FELT_ROW_NONE where none does or the outcome cannot occur */
    uint16_t slots[FELT_SHOE_SLOTS];    /* of a block: those that another row than `usual` decides ... */
    uint8_t slot_rows[FELT_SHOE_SLOTS]; /* ... and that row */
    int slot_count;
    uint8_t usual; /* the row that decides most slots, as losing does for most wagers */
    int row_count;
    mpz_t net[FELT_ROWS_MAX]; /* what a unit wins, times `den`; 0 for rows that cannot decide */
    mpz_t den;
} worth;

/* Requires felt_removal_applies. */
void worth_init(worth *w, const felt_odds *odds);
void worth_clear(worth *w);

/* The sum of net wins over all deals, times `den`. */
void worth_sum(const worth *w, const uint64_t counts[FELT_OUTCOME_COUNT], mpz_t ret);

/* The same for the first `lanes` shoes of a block, each of which has `deals` of them. */
void worth_block(const worth *w, const felt_shoe_block *block, const uint64_t *deals, int lanes, mpz_t *ret);

/* Do the kinds of pairs make a difference? */
bool worth_knows_pairs(const worth *w);

/* The value: that sum divided by `den` and by the deals. */
void worth_value(const worth *w, const uint64_t counts[FELT_OUTCOME_COUNT], uint64_t deals, mpq_t ret);

#endif
