/* src/count/orders.c - second-order effects, and the pieces of a value by order.
 *
 * Let V(S) be the value from the part S of a shoe of n cards. As an average over sets of six cards it is
 *
 *     V(S) = V + sum over k = 1 .. 6 of C(6, k) / C(m, k) * (sum over the sets A of k cards in S of g_k(A)),       m cards in S
 *
 * with g_k that add up to 0 over any one of their cards. So the pieces are uncorrelated over all S of one size, and that of order k has the
 * variance
 *
 *     (C(6, k) / C(m, k))^2 C(n - 2k, m - k) / C(n, m) * norm_k,       norm_k = sum over all sets of k cards of g_k(A)^2.
 *
 * With r cards removed, the pieces above order r are 0. The variance over all ways to remove one card gives norm_1, that over all ways to
 * remove two norm_2 besides, and so on to six: exact, and some thousand shoes serve all wagers. */
#include "worth.h"
#include <felt/orders.h>

#include <assert.h>
#include <stdlib.h>

/* ---- shoes without some cards ---- */

/* What is removed, and in how many ways such cards can be taken out of the shoe. */
typedef struct part {
    int8_t removed[FELT_ORDERS]; /* ranks less 1, none lower than the one before */
    int count;
    uint64_t ways;
} part;

/* The wagers of one shoe, and shoes waiting to be counted. */
typedef struct batch {
    const felt_shoe *shoe;
    int cards;
    felt_orders *const *list; /* the wagers of this shoe ... */
    const worth *worths;
    int count;
    mpq_t (*moments)[FELT_ORDERS]; /* ... and for each, sums of ways times value squared, without their denominators */
    part parts[FELT_SHOE_LANES];
    felt_shoe shoes[FELT_SHOE_LANES];
    int waiting;
    felt_shoe_block block;
} batch;

static uint64_t falling(int cards)
{
    uint64_t deals = 1;
    for (int i = 0; i < FELT_SHOE_CARDS_MIN; i++)
        deals *= (uint64_t)(cards - i);
    return deals;
}

/* The value without the sum of the effects of each. */
static void set_pair(felt_orders *o, const worth *w, const part *p, const mpz_t sum, uint64_t deals)
{
    int a = p->removed[0], b = p->removed[1], at = felt_pair_index(a + 1, b + 1);
    mpq_ptr pair = o->pair[at];
    mpz_set(mpq_numref(pair), sum);
    mpz_mul_ui(mpq_denref(pair), w->den, deals);
    mpq_canonicalize(pair);
    mpq_sub(pair, pair, o->removal->value);
    mpq_sub(pair, pair, o->removal->effect[a]);
    mpq_sub(pair, pair, o->removal->effect[b]);
    o->has_pair[at] = true;
}

/* One wager, all lanes; `sums` is room. */
static void take_wager(batch *b, int which, mpz_t *sums)
{
    const worth *w = &b->worths[which];
    uint64_t deals[FELT_SHOE_LANES];
    for (int lane = 0; lane < b->waiting; lane++)
        deals[lane] = felt_shoe_deals(&b->shoes[lane]);
    worth_block(w, &b->block, deals, b->waiting, sums);
    for (int lane = 0; lane < b->waiting; lane++) {
        const part *p = &b->parts[lane];
        if (p->count == 2)
            set_pair(b->list[which], w, p, sums[lane], deals[lane]);
        mpz_mul(sums[lane], sums[lane], sums[lane]);
        mpz_ptr moment = mpq_numref(b->moments[which][p->count - 1]);
        mpz_addmul_ui(moment, sums[lane], p->ways);
    }
}

static felt_status flush(batch *b)
{
    if (b->waiting == 0)
        return FELT_OK;
    felt_status status = felt_shoe_block_outcomes(b->shoes, b->waiting, &b->block);
    mpz_t sums[FELT_SHOE_LANES];
    for (int lane = 0; lane < FELT_SHOE_LANES; lane++)
        mpz_init(sums[lane]);
    for (int i = 0; i < b->count && status == FELT_OK; i++)
        take_wager(b, i, sums);
    for (int lane = 0; lane < FELT_SHOE_LANES; lane++)
        mpz_clear(sums[lane]);
    b->waiting = 0;
    return status;
}

static felt_status put(batch *b, const part *p, const felt_shoe *left)
{
    b->parts[b->waiting] = *p;
    b->shoes[b->waiting++] = *left;
    return b->waiting == FELT_SHOE_LANES ? flush(b) : FELT_OK;
}

/* Removes cards of `rank` and of those behind it, in every number, up to six in all. */
static felt_status remove_from(batch *b, int rank, const part *p, felt_shoe *left)
{
    if (rank == FELT_RANK_COUNT)
        return p->count == 0 ? FELT_OK : put(b, p, left);
    part more = *p;
    felt_status status = remove_from(b, rank + 1, p, left);
    int held = left->cards[rank];
    for (int taken = 1; taken <= held && more.count < FELT_ORDERS && status == FELT_OK; taken++) {
        more.removed[more.count++] = (int8_t)rank;
        more.ways = more.ways * (uint64_t)(held - taken + 1) / (uint64_t)taken;
        left->cards[rank] = held - taken;
        status = remove_from(b, rank + 1, &more, left);
    }
    left->cards[rank] = held;
    return status;
}

/* ---- norms ---- */

/* The variance of the piece of order k for a norm of 1. */
static void factor(int cards, int k, int left, mpq_t ret)
{
    mpz_t term;
    mpz_init(term);
    mpz_bin_uiui(mpq_numref(ret), FELT_ORDERS, (unsigned long)k);
    mpz_mul(mpq_numref(ret), mpq_numref(ret), mpq_numref(ret));
    mpz_bin_uiui(mpq_denref(ret), (unsigned long)left, (unsigned long)k);
    mpz_mul(mpq_denref(ret), mpq_denref(ret), mpq_denref(ret));
    if (2 * k <= cards && left >= k && left - k <= cards - 2 * k)
        mpz_bin_uiui(term, (unsigned long)(cards - 2 * k), (unsigned long)(left - k));
    mpz_mul(mpq_numref(ret), mpq_numref(ret), term);
    mpz_bin_uiui(term, (unsigned long)cards, (unsigned long)left);
    mpz_mul(mpq_denref(ret), mpq_denref(ret), term);
    mpq_canonicalize(ret);
    mpz_clear(term);
}

/* The variance of the value when `removed` cards are, from the sum of squares over all ways to remove them. */
static void variance_of(const felt_orders *o, const worth *w, int cards, int removed, mpq_t moment)
{
    mpz_t unit;
    mpq_t square;
    mpz_init(unit);
    mpq_init(square);
    mpz_mul_ui(unit, w->den, falling(cards - removed));
    mpz_mul(unit, unit, unit);
    mpz_bin_uiui(mpq_denref(moment), (unsigned long)cards, (unsigned long)removed);
    mpz_mul(mpq_denref(moment), mpq_denref(moment), unit);
    mpq_canonicalize(moment);
    mpq_mul(square, o->removal->value, o->removal->value);
    mpq_sub(moment, moment, square);
    mpz_clear(unit);
    mpq_clear(square);
}

static void set_norms(felt_orders *o, const worth *w, int cards, mpq_t moments[FELT_ORDERS])
{
    mpq_t of_one, term;
    mpq_inits(of_one, term, NULL);
    for (int removed = 1; removed <= FELT_ORDERS; removed++) {
        mpq_ptr rest = moments[removed - 1];
        variance_of(o, w, cards, removed, rest);
        for (int k = 1; k < removed; k++) {
            factor(cards, k, cards - removed, of_one);
            mpq_mul(term, of_one, o->norm[k - 1]);
            mpq_sub(rest, rest, term);
        }
        factor(cards, removed, cards - removed, of_one);
        mpq_div(o->norm[removed - 1], rest, of_one);
    }
    mpq_clears(of_one, term, NULL);
}

/* ---- the list ---- */

static void init(felt_orders *o, const felt_removal *removal)
{
    *o = (felt_orders){.removal = removal};
    for (int i = 0; i < FELT_PAIR_COUNT; i++)
        mpq_init(o->pair[i]);
    for (int i = 0; i < FELT_ORDERS; i++)
        mpq_init(o->norm[i]);
}

void felt_orders_free(felt_orders_list *orders)
{
    for (int at = 0; at < orders->count; at++) {
        for (int i = 0; i < FELT_PAIR_COUNT; i++)
            mpq_clear(orders->list[at].pair[i]);
        for (int i = 0; i < FELT_ORDERS; i++)
            mpq_clear(orders->list[at].norm[i]);
    }
    free(orders->list);
    *orders = (felt_orders_list){0};
}

static bool same_shoe(const felt_shoe *a, const felt_shoe *b)
{
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        if (a->cards[rank] != b->cards[rank])
            return false;
    return true;
}

/* Goes through the parts of a shoe for the `count` wagers of `list`. */
static felt_status compute(felt_orders *const *list, int count)
{
    batch *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);
    worth *worths = calloc((size_t)count, sizeof *worths);
    mpq_t(*moments)[FELT_ORDERS] = calloc((size_t)count, sizeof *moments);
    felt_status status = b != NULL && worths != NULL && moments != NULL ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_OK) {
        felt_shoe left = list[0]->removal->shoe;
        *b = (batch){.shoe = &list[0]->removal->shoe,
                     .cards = felt_shoe_size(&left),
                     .list = list,
                     .worths = worths,
                     .count = count,
                     .moments = moments};
        for (int i = 0; i < count; i++) {
            worth_init(&worths[i], list[i]->removal->odds);
            for (int k = 0; k < FELT_ORDERS; k++)
                mpq_init(moments[i][k]);
        }
        status = remove_from(b, 0, &(part){.ways = 1}, &left);
        if (status == FELT_OK)
            status = flush(b);
        for (int i = 0; i < count; i++) {
            if (status == FELT_OK)
                set_norms(list[i], &worths[i], b->cards, moments[i]);
            worth_clear(&worths[i]);
            for (int k = 0; k < FELT_ORDERS; k++)
                mpq_clear(moments[i][k]);
        }
    }
    free(moments);
    free(worths);
    free(b);
    return status;
}

/* Computes the wagers of the shoe of list[first], and marks them as done. */
static felt_status compute_shoe(felt_orders_list *made, int first, felt_orders **together, bool *done, felt_error *error)
{
    const felt_shoe *shoe = &made->list[first].removal->shoe;
    int count = 0;
    if (felt_shoe_size(shoe) < FELT_ORDERS_CARDS_MIN)
        return felt_error_set(error, FELT_EDATA, -1,
                              "found a shoe of %d cards, expected at least %d: six are removed, and a round is dealt", felt_shoe_size(shoe),
                              FELT_ORDERS_CARDS_MIN);
    for (int i = first; i < made->count; i++) {
        const felt_removal *r = made->list[i].removal;
        if (done[i] || !felt_removal_applies(r->odds) || !same_shoe(shoe, &r->shoe))
            continue;
        together[count++] = &made->list[i];
        done[i] = true;
    }
    felt_status status = compute(together, count);
    return status == FELT_ENOMEM ? felt_error_set(error, status, -1, "%s", felt_status_text(status)) : status;
}

felt_status felt_orders_make(const felt_removals *removals, felt_orders_list *ret, felt_error *error)
{
    size_t room = (size_t)removals->count + 1;
    felt_orders_list made = {.list = calloc(room, sizeof *made.list)};
    felt_orders **together = calloc(room, sizeof(felt_orders *));
    bool *done = calloc(room, sizeof *done);
    felt_status status = made.list != NULL && together != NULL && done != NULL ? FELT_OK : FELT_ENOMEM;
    if (status == FELT_ENOMEM)
        felt_error_set(error, status, -1, "%s", felt_status_text(status));
    for (; made.count < removals->count && status == FELT_OK; made.count++)
        init(&made.list[made.count], &removals->list[made.count]);
    for (int i = 0; i < made.count && status == FELT_OK; i++)
        if (!done[i] && felt_removal_applies(made.list[i].removal->odds))
            status = compute_shoe(&made, i, together, done, error);
    free(together);
    free(done);
    if (status == FELT_OK)
        *ret = made;
    else
        felt_orders_free(&made);
    return status;
}

void felt_orders_variance(const felt_orders *orders, int k, int left, mpq_t ret)
{
    int cards = felt_shoe_size(&orders->removal->shoe);
    assert(k >= 1 && k <= FELT_ORDERS && left >= FELT_SHOE_CARDS_MIN && left <= cards);
    factor(cards, k, left, ret);
    mpq_mul(ret, ret, orders->norm[k - 1]);
}
