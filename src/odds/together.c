/* src/odds/together.c - wagers on the same round: how they move together, and the most the house can lose on all of them. */
#include "figures.h"

#include <stdlib.h>

static bool is_one_roll(const felt_odds *odds)
{
    const felt_machine *m = odds->variant->machine;
    if (m == NULL || m->state_count != 1)
        return false;
    for (uint32_t i = 0; i < m->class_count; i++)
        if (m->next[i] < m->state_count)
            return false;
    return true;
}

bool felt_odds_same_round(const felt_odds *a, const felt_odds *b)
{
    if (a->variant->table != NULL && b->variant->table != NULL)
        return mpz_cmp(a->deals, b->deals) == 0 && a->decks == b->decks;
    return is_one_roll(a) && is_one_roll(b);
}

/* The row that decides outcome or roll `i`. */
static int row_of(const felt_odds *odds, int i)
{
    if (odds->variant->table != NULL)
        return odds->variant->table[i];
    const felt_machine *m = odds->variant->machine;
    return m->next[m->class_of[i]] - (int)m->state_count;
}

static int event_count(const felt_odds *odds)
{
    return odds->variant->table != NULL ? FELT_OUTCOME_COUNT : FELT_ROLL_COUNT;
}

/* How often each event occurs, out of *ret_total. */
static felt_status weigh_events(const felt_odds *odds, const felt_shoe *shoe, uint64_t *weights, uint64_t *ret_total)
{
    if (odds->variant->table == NULL) {
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
            weights[roll] = (uint64_t)felt_roll_ways(roll);
        *ret_total = FELT_ROLL_WAYS;
        return FELT_OK;
    }
    felt_shoe fresh = odds->decks > 0 ? felt_shoe_fresh(odds->decks) : *shoe;
    *ret_total = felt_shoe_deals(&fresh);
    return felt_shoe_outcomes(&fresh, weights);
}

felt_status felt_odds_covariance(const felt_odds *a, const felt_odds *b, const felt_shoe *shoe, mpq_t ret)
{
    uint64_t weights[FELT_OUTCOME_COUNT], total;
    felt_status status = weigh_events(a, shoe, weights, &total);
    if (status != FELT_OK)
        return status;
    /* Rows pair up in few ways: weigh the pairs first, then multiply. */
    uint64_t *pairs = calloc((size_t)FELT_ROWS_MAX * FELT_ROWS_MAX, sizeof *pairs);
    if (pairs == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < event_count(a); i++)
        if (weights[i] != 0)
            pairs[row_of(a, i) * FELT_ROWS_MAX + row_of(b, i)] += weights[i];
    mpq_t net, other, term;
    mpq_inits(net, other, term, NULL);
    mpq_mul(ret, a->edge, b->edge);
    mpq_neg(ret, ret);
    for (int i = 0; i < FELT_ROWS_MAX * FELT_ROWS_MAX; i++) {
        if (pairs[i] == 0)
            continue;
        figures_net(a, i / FELT_ROWS_MAX, net);
        figures_net(b, i % FELT_ROWS_MAX, other);
        mpq_mul(net, net, other);
        mpz_set_ui(mpq_numref(term), pairs[i]);
        mpz_set_ui(mpq_denref(term), total);
        mpq_canonicalize(term);
        mpq_mul(term, term, net);
        mpq_add(ret, ret, term);
    }
    mpq_clears(net, other, term, NULL);
    free(pairs);
    return FELT_OK;
}

felt_status felt_odds_exposure(const felt_odds *const *list, int count, const felt_shoe *shoe, mpq_t ret, int *ret_outcome)
{
    uint64_t weights[FELT_OUTCOME_COUNT], total;
    felt_status status = count > 0 ? weigh_events(list[0], shoe, weights, &total) : FELT_EDATA;
    if (status != FELT_OK)
        return status;
    mpq_t sum, net;
    mpq_inits(sum, net, NULL);
    *ret_outcome = -1;
    for (int i = 0; i < event_count(list[0]); i++) {
        if (weights[i] == 0)
            continue;
        mpq_set_ui(sum, 0, 1);
        for (int k = 0; k < count; k++) {
            if (!list[k]->has_pays)
                continue;
            figures_net(list[k], row_of(list[k], i), net);
            mpq_add(sum, sum, net);
        }
        if (*ret_outcome < 0 || mpq_cmp(sum, ret) > 0) {
            mpq_set(ret, sum);
            *ret_outcome = i;
        }
    }
    mpq_clears(sum, net, NULL);
    return *ret_outcome < 0 ? FELT_EDATA : FELT_OK;
}
