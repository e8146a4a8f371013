/* src/odds/engine_shoe.c - the odds of baccarat wagers: one pass over a shoe serves them all. */
#include "engine.h"
#include "figures.h"
#include <felt/shoe_count.h>

#include <stdlib.h>

/* The counts of one shoe. */
typedef struct dealt {
    bool known;
    uint64_t deals;
    uint64_t counts[FELT_OUTCOME_COUNT];
} dealt;

struct odds_cache {
    dealt by_decks[FELT_DECKS_MAX + 1]; /* [0] is for the shoe given */
};

static felt_status deal(odds_run *run, int decks, const dealt **ret)
{
    if (run->cache == NULL)
        run->cache = calloc(1, sizeof *run->cache);
    if (run->cache == NULL)
        return FELT_ENOMEM;
    dealt *d = &run->cache->by_decks[decks];
    if (!d->known) {
        felt_shoe shoe = decks == 0 ? *run->shoe : felt_shoe_fresh(decks);
        felt_status status = felt_shoe_check(&shoe, run->error);
        if (status == FELT_OK)
            status = felt_shoe_outcomes(&shoe, d->counts);
        if (status != FELT_OK)
            return status;
        d->deals = felt_shoe_deals(&shoe);
        d->known = true;
    }
    *ret = d;
    return FELT_OK;
}

static felt_status add_from_shoe(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant, int decks)
{
    const dealt *d;
    felt_status status = deal(run, decks, &d);
    if (status != FELT_OK)
        return status;
    felt_odds *odds = odds_add_entry(run, w, v, relevant);
    if (odds == NULL)
        return FELT_ENOMEM;
    uint64_t counts[FELT_ROWS_MAX] = {0};
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        if (d->counts[i] != 0)
            counts[felt_machine_row(v->machine, 0, i)] += d->counts[i];
    for (int row = 0; row < w->row_count; row++) {
        mpz_set_ui(mpq_numref(odds->rows[row]), counts[row]);
        mpz_set_ui(mpq_denref(odds->rows[row]), d->deals);
        mpq_canonicalize(odds->rows[row]);
    }
    mpz_set_ui(odds->deals, d->deals);
    odds->decks = decks;
    odds->same_rows = 1; /* there is one phase */
    figures_from_rows(odds);
    return FELT_OK;
}

/* The wager's own choice of decks, if a row mentions them; -1 if not. */
static int decks_choice(const felt_sheet *sheet, const felt_wager *w, const felt_variant *v)
{
    for (int i = 0; i < w->option_count; i++)
        if (w->options[i] == sheet->decks_option)
            return v->choices[i];
    return -1;
}

static felt_status add_entries(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant)
{
    if (run->shoe != NULL)
        return add_from_shoe(run, w, v, relevant, 0);
    const felt_option *decks = &run->sheet->options[run->sheet->decks_option];
    int only = decks_choice(run->sheet, w, v);
    for (int i = 0; i < decks->choice_count; i++) {
        if ((only >= 0 && only != i) || !felt_choice_selected(run->selection, decks, &decks->choices[i]))
            continue;
        felt_status status = add_from_shoe(run, w, v, relevant, decks->choices[i].number);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

static felt_status weigh(const felt_odds *odds, const felt_shoe *shoe, uint64_t *ret_weights, uint64_t *ret_total)
{
    if (odds->decks == 0 && shoe == NULL)
        return FELT_EDATA;
    felt_shoe fresh = odds->decks > 0 ? felt_shoe_fresh(odds->decks) : *shoe;
    felt_status status = felt_shoe_outcomes(&fresh, ret_weights);
    if (status == FELT_OK)
        *ret_total = felt_shoe_deals(&fresh);
    return status;
}

const odds_engine odds_engine_shoe = {add_entries, weigh};
