/* src/count/exposure_deal.c - a batch of shoes: every round valued, every player's bets added up, every cut card's end noted. */
#include "count/exposure_inside.h"

#include <stdlib.h>
#include <string.h>

struct exposure_worker {
    deal_kernel deal;
    value_kernel value;
    deal_state *state;
    value_lanes *lanes;    /* two halves */
    value_sixteen *values; /* of each form, of the first half, then of the second */
    value_work *work;
    int64_t (*won)[DEAL_LANES]; /* of each item, in the shoes of the batch so far */
    int64_t (*bets)[DEAL_LANES];
    value_wide *sums, *pilot;
    bool in_pilot;
    int rounds;                 /* of the batch so far */
    int flushed[DEAL_LANES];    /* cut cards that have ended the shoe */
    int64_t active[DEAL_LANES]; /* -1 or 0 */
    int16_t before[DEAL_LANES]; /* cards left before the round */
};

static void *take(size_t size)
{
    size_t bytes = (size + 63) / 64 * 64;
    void *room = aligned_alloc(64, bytes == 0 ? 64 : bytes);
    if (room != NULL)
        memset(room, 0, bytes);
    return room;
}

exposure_worker *exposure_worker_new(const felt_exposure *e)
{
    exposure_worker *w = take(sizeof *w);
    if (w == NULL)
        return NULL;
    deal_kernel deals[3];
    value_kernel values[3];
    deal_kernels(deals);
    value_kernels(values);
    w->deal = deals[0];
    w->value = values[0];
    w->state = take(sizeof *w->state);
    w->lanes = take(2 * sizeof *w->lanes);
    w->values = take(2 * (size_t)e->values.count * sizeof *w->values);
    w->work = value_work_new(&e->values);
    w->won = take((size_t)e->items * sizeof *w->won);
    w->bets = take((size_t)e->items * sizeof *w->bets);
    w->sums = take(e->sum_count * sizeof *w->sums);
    w->pilot = take(e->pilot_count * sizeof *w->pilot);
    if (w->state == NULL || w->lanes == NULL || w->values == NULL || w->work == NULL || w->won == NULL || w->bets == NULL ||
        w->sums == NULL || w->pilot == NULL) {
        exposure_worker_free(w);
        return NULL;
    }
    return w;
}

void exposure_worker_free(exposure_worker *w)
{
    if (w == NULL)
        return;
    free(w->state);
    free(w->lanes);
    free(w->values);
    free(w->work);
    free(w->won);
    free(w->bets);
    free(w->sums);
    free(w->pilot);
    free(w);
}

void exposure_collect(felt_exposure *e, exposure_worker *w)
{
    for (size_t i = 0; i < e->sum_count; i++)
        e->sums[i] += w->sums[i];
    for (size_t i = 0; i < e->pilot_count; i++)
        e->pilot[i] += w->pilot[i];
    memset(w->sums, 0, e->sum_count * sizeof *w->sums);
    memset(w->pilot, 0, e->pilot_count * sizeof *w->pilot);
}

/* ---- a round ---- */

/* The values of a bet in all lanes: 0 to 15 in the first, 16 to 31 in the second. */
static const value_sixteen *values_of(const felt_exposure *e, const exposure_worker *w, int bet, int half)
{
    return &w->values[half * e->values.count + e->values.form_of[bet]];
}

static void note_perfect(const felt_exposure *e, exposure_worker *w, int bet)
{
    for (int half = 0; half < 2; half++) {
        const value_sixteen *v = values_of(e, w, bet, half);
        const int64_t *active = w->active + half * VALUE_LANES;
        int64_t *won = w->won[bet] + half * VALUE_LANES, *bets = w->bets[bet] + half * VALUE_LANES;
        for (int i = 0; i < VALUE_LANES; i++) {
            int64_t made = v->good[i] & active[i];
            won[i] += v->value[i] & made;
            bets[i] -= made;
        }
    }
}

/* What the true count divides by. */
static const int16_t *cards_left(const felt_exposure *e, const exposure_worker *w)
{
    return e->setup.divisor == FELT_TRUE_UNSEEN ? w->state->unseen_cards : w->state->left;
}

/* The running count in every lane: tags of all that has been seen. */
static void tally(const exposure_worker *w, const exposure_counter *c, int32_t ret[DEAL_LANES])
{
    memset(ret, 0, DEAL_LANES * sizeof *ret);
    w->deal.tally(w->state, c->tags, ret);
    for (int i = 0; i < DEAL_LANES; i++)
        ret[i] = c->whole - ret[i];
}

static void note_counter(const felt_exposure *e, exposure_worker *w, int system)
{
    value_wide *depths = e->setup.depths ? w->sums + exposure_system_depths_at(e, system) : NULL;
    const exposure_counter *c = &e->counters[system];
    const int16_t *cards = cards_left(e, w);
    int item = e->setup.bet_count + system;
    _Alignas(64) int32_t count[DEAL_LANES];
    tally(w, c, count);
    for (int i = 0; i < DEAL_LANES; i++) {
        int64_t made = -(int64_t)(count[i] >= c->need[cards[i]]) & w->active[i];
        int64_t value = values_of(e, w, c->bet, i / VALUE_LANES)->value[i % VALUE_LANES];
        w->won[item][i] += value & made;
        w->bets[item][i] -= made;
        if (depths == NULL || made == 0)
            continue;
        value_wide *at = depths + w->state->unseen_cards[i] / 8 * EXPOSURE_SYSTEM_DEPTH_SUMS;
        at[EXPOSURE_SYSTEM_DEPTH_BETS]++;
        at[EXPOSURE_SYSTEM_DEPTH_WON] += value;
    }
}

static void note_group(const felt_exposure *e, exposure_worker *w, int group)
{
    const felt_exposure_group *g = &e->groups[group];
    int item = e->setup.bet_count + e->setup.system_count + group;
    for (int b = 0; b < g->count; b++) {
        for (int i = 0; i < DEAL_LANES; i++) {
            const value_sixteen *v = values_of(e, w, g->bets[b], i / VALUE_LANES);
            int64_t made = v->good[i % VALUE_LANES] & w->active[i];
            w->won[item][i] += v->value[i % VALUE_LANES] & made;
            w->bets[item][i] -= made;
        }
    }
}

static void note_depths(const felt_exposure *e, exposure_worker *w, int bet)
{
    value_wide *depths = w->sums + exposure_depths_at(e, bet), *values = depths + FELT_EXPOSURE_DEPTHS * EXPOSURE_DEPTH_SUMS;
    for (int i = 0; i < DEAL_LANES; i++) {
        const value_sixteen *v = values_of(e, w, bet, i / VALUE_LANES);
        int64_t value = v->value[i % VALUE_LANES], step = (value + (INT64_C(1) << VALUE_BITS)) * 200 >> VALUE_BITS;
        if (w->active[i] == 0)
            continue;
        value_wide *at = depths + w->state->unseen_cards[i] / 8 * EXPOSURE_DEPTH_SUMS;
        at[EXPOSURE_DEPTH_ROUNDS]++;
        at[EXPOSURE_DEPTH_VALUE] += value;
        at[EXPOSURE_DEPTH_SQUARE] += (value_wide)value * value;
        at[EXPOSURE_DEPTH_GOOD] -= v->good[i % VALUE_LANES];
        at[EXPOSURE_DEPTH_WON] += value & v->good[i % VALUE_LANES];
        values[step < 0 ? 0 : step >= FELT_EXPOSURE_VALUES ? FELT_EXPOSURE_VALUES - 1 : step]++;
    }
}

/* For the pilot: what the bet of a system is worth at each true count, rounded down. */
static void note_counts(const felt_exposure *e, exposure_worker *w, int system)
{
    const exposure_counter *c = &e->counters[system];
    const int16_t *cards = cards_left(e, w);
    _Alignas(64) int32_t count[DEAL_LANES];
    tally(w, c, count);
    for (int i = 0; i < DEAL_LANES; i++) {
        int above = FELT_DECK_CARDS * count[i], by = cards[i] * c->step, at = above / by - (above % by < 0);
        if (w->active[i] == 0)
            continue;
        at = at < EXPOSURE_COUNT_LEAST ? EXPOSURE_COUNT_LEAST : at;
        at = at >= EXPOSURE_COUNT_LEAST + EXPOSURE_COUNTS ? EXPOSURE_COUNT_LEAST + EXPOSURE_COUNTS - 1 : at;
        w->pilot[exposure_pilot_at(system, at)]++;
        w->pilot[exposure_pilot_at(system, at) + 1] += values_of(e, w, c->bet, i / VALUE_LANES)->value[i % VALUE_LANES];
    }
}

static void note_round(const felt_exposure *e, exposure_worker *w)
{
    const felt_exposure_setup *s = &e->setup;
    for (int i = 0; i < s->system_count && w->in_pilot; i++)
        if (!s->systems[i].has_trigger)
            note_counts(e, w, i);
    if (w->in_pilot)
        return;
    for (int i = 0; i < s->bet_count; i++)
        note_perfect(e, w, i);
    for (int i = 0; i < s->system_count; i++)
        note_counter(e, w, i);
    for (int i = 0; i < s->group_count; i++)
        note_group(e, w, i);
    for (int i = 0; i < s->bet_count && s->depths; i++)
        note_depths(e, w, i);
}

static bool any_active(const exposure_worker *w, int half)
{
    int64_t any = 0;
    for (int i = 0; i < VALUE_LANES; i++)
        any |= w->active[half * VALUE_LANES + i];
    return any != 0;
}

/* ---- ends of shoes ---- */

/* A shoe as it is at the end of its last round with a cut card. */
static void flush(const felt_exposure *e, exposure_worker *w, int lane, int cut)
{
    value_wide *rounds = w->sums + exposure_rounds_at(e, cut);
    rounds[0] += w->rounds;
    rounds[1] += w->rounds * w->rounds;
    for (int item = 0; item < e->items; item++) {
        int64_t bets = w->bets[item][lane], won = w->won[item][lane];
        if (bets == 0)
            continue;
        value_wide *at = w->sums + exposure_at(e, item, cut);
        int64_t shorter = (won + (INT64_C(1) << (EXPOSURE_SQUARE_SHIFT - 1))) >> EXPOSURE_SQUARE_SHIFT;
        at[EXPOSURE_BETS] += bets;
        at[EXPOSURE_WON] += won;
        at[EXPOSURE_BETS_BETS] += bets * bets;
        at[EXPOSURE_WON_WON] += (value_wide)shorter * shorter;
        at[EXPOSURE_BETS_WON] += (value_wide)bets * shorter;
        at[EXPOSURE_BETS_ROUNDS] += bets * w->rounds;
        at[EXPOSURE_WON_ROUNDS] += (value_wide)shorter * w->rounds;
    }
}

/* Which cut cards have ended the shoe with this round: as many of the first as are returned. */
static int cuts_over(const felt_exposure *e, int before, int left)
{
    return e->cuts_from[deal_over_from(e->setup.rules.cut, before, left)];
}

static bool end_round(const felt_exposure *e, exposure_worker *w)
{
    bool goes_on = false;
    w->rounds++;
    for (int lane = 0; lane < DEAL_LANES; lane++) {
        if (w->active[lane] == 0)
            continue;
        int over = cuts_over(e, w->before[lane], w->state->left[lane]);
        for (; w->flushed[lane] < over; w->flushed[lane]++)
            if (!w->in_pilot)
                flush(e, w, lane, w->flushed[lane]);
        if (over == e->setup.cut_count)
            w->active[lane] = w->state->active[lane] = 0;
        goes_on = goes_on || w->active[lane] != 0;
    }
    return goes_on;
}

void exposure_deal(const felt_exposure *e, exposure_worker *w, uint64_t first, int count, bool pilot)
{
    /* Pilot shoes are of streams that no other shoe has. */
    w->deal.begin(w->state, &e->deals, pilot ? first | UINT64_C(1) << 63 : first);
    w->in_pilot = pilot;
    w->rounds = 0;
    memset(w->won, 0, (size_t)e->items * sizeof *w->won);
    memset(w->bets, 0, (size_t)e->items * sizeof *w->bets);
    for (int lane = 0; lane < DEAL_LANES; lane++) {
        w->flushed[lane] = 0;
        w->active[lane] = w->state->active[lane] = lane < count ? -1 : 0;
    }
    do {
        w->deal.look(w->state, w->lanes);
        for (int half = 0; half < 2; half++)
            if (any_active(w, half))
                value_plan_run(&w->value, &e->values, w->work, &w->lanes[half], w->values + half * e->values.count);
        note_round(e, w);
        memcpy(w->before, w->state->left, sizeof w->before);
        w->deal.round(w->state);
    } while (end_round(e, w) && w->rounds < DEAL_ROUNDS_MAX);
}
