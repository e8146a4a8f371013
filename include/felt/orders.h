/* felt/orders.h - what two cards do together that each does not do alone, and how the spread of a wager's value divides by orders.
 *
 * The value of a wager from a part of the shoe is a sum of seven pieces: its value from the whole shoe, a sum over the cards of the part
 * (what a linear count follows), a sum over their pairs, and so on up to sixes, since a round takes at most six cards. Over all parts of
 * one size the pieces are uncorrelated, so that their variances add up to that of the value, and each of them is known for every size once
 * it is known for one. See docs/counting.md.
 * Lifetime: who makes numbers frees them with the function beside.
 * Threads:  computing is pure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_ORDERS_H
#define FELT_ORDERS_H

#include <felt/api.h>
#include <felt/removal.h>

FELT_API_BEGIN

enum {
    FELT_ORDERS = 6,                                               /* cards that a round may take */
    FELT_PAIR_COUNT = FELT_RANK_COUNT * (FELT_RANK_COUNT + 1) / 2, /* 91 pairs of ranks */
    FELT_ORDERS_CARDS_MIN = FELT_SHOE_CARDS_MIN + FELT_ORDERS,     /* six are removed, and a round is dealt */
};

/* Where the pair of ranks a and b (1 to 13) stands among all pairs. */
static inline int felt_pair_index(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return high * (high - 1) / 2 + low - 1;
}

typedef struct felt_orders {
    const felt_removal *removal;
    bool has_pair[FELT_PAIR_COUNT]; /* the shoe holds two such cards ... */
    mpq_t pair[FELT_PAIR_COUNT];    /* ... and by so much the effect of the removal of both is more than the sum of their effects */
    mpq_t norm[FELT_ORDERS];        /* [k - 1]: the sum of squares of the piece of order k over all sets of k cards of the shoe */
} felt_orders;

typedef struct felt_orders_list {
    felt_orders *list;
    int count;
} felt_orders_list;

/* One for each of the effects of removal, in their order. Where felt_removal_applies says no, all is 0. FELT_EDATA: the shoe holds fewer
 * than FELT_ORDERS_CARDS_MIN cards. FELT_ENOMEM. */
felt_status felt_orders_make(const felt_removals *removals, felt_orders_list *ret, felt_error *error);
void felt_orders_free(felt_orders_list *orders);

/* The variance of the piece of order k in the value of the wager when `left` cards of the shoe are left, taken at random; all six add up to
 * the variance of the value. Requires 1 <= k <= FELT_ORDERS and 6 <= left <= the cards of the shoe. */
void felt_orders_variance(const felt_orders *orders, int k, int left, mpq_t ret);

FELT_API_END

#endif
