/* src/odds/together.c - wagers on the same round: how they move together, and the most the house can lose on all of them. */
#include "../games.h"
#include "engine.h"
#include "figures.h"

#include <stdlib.h>

static bool is_one_event(const felt_odds *odds)
{
    const felt_machine *m = odds->variant->machine;
    if (m->state_count != 1)
        return false;
    for (uint32_t i = 0; i < m->class_count; i++)
        if (m->next[i] < m->state_count)
            return false;
    return true;
}

bool felt_odds_same_round(const felt_odds *a, const felt_odds *b)
{
    return a->sheet->game == b->sheet->game && mpz_cmp(a->deals, b->deals) == 0 && a->decks == b->decks && is_one_event(a) &&
           is_one_event(b);
}

/* The row that decides event `i`. */
static int row_of(const felt_odds *odds, int i)
{
    return felt_machine_row(odds->variant->machine, 0, i);
}

static int event_count(const felt_odds *odds)
{
    return odds->sheet->game->event_count;
}

felt_status odds_weigh_events(const felt_odds *odds, const felt_shoe *shoe, uint64_t *weights, uint64_t *ret_total)
{
    const odds_engine *engine = felt_games_entry(odds->sheet->game)->engine;
    if (engine != NULL)
        return engine->weigh(odds, shoe, weights, ret_total);
    const felt_game *game = odds->sheet->game;
    for (int event = 0; event < game->event_count; event++)
        weights[event] = (uint64_t)game->ways(event);
    *ret_total = (uint64_t)game->all_ways;
    return FELT_OK;
}

felt_status felt_odds_covariance(const felt_odds *a, const felt_odds *b, const felt_shoe *shoe, mpq_t ret)
{
    uint64_t weights[FELT_EVENTS_MAX], total;
    felt_status status = odds_weigh_events(a, shoe, weights, &total);
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
    uint64_t weights[FELT_EVENTS_MAX], total;
    felt_status status = count > 0 ? odds_weigh_events(list[0], shoe, weights, &total) : FELT_EDATA;
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
