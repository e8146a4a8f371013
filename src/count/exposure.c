/* src/count/exposure.c - exposures: made, run by threads, triggers found. */
#include "count/device.h"
#include "count/exposure_inside.h"
#include "sim/pool.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PIECE_SHOES = EXPOSURE_PIECE_BATCHES * DEAL_LANES, LAUNCH_SHOES_MAX = 1 << 24 };

static const double KEEP_S = 5;

/* ---- names ---- */

const char *felt_true_count_text(felt_true_count rule)
{
    return rule == FELT_TRUE_UNSEEN ? "unseen" : rule == FELT_TRUE_UNDEALT ? "undealt" : "unknown";
}

felt_status felt_true_count_find(felt_text name, felt_true_count *ret)
{
    for (int i = 0; i < FELT_TRUE_COUNT; i++) {
        if (felt_text_is(name, felt_true_count_text((felt_true_count)i))) {
            *ret = (felt_true_count)i;
            return FELT_OK;
        }
    }
    return FELT_ENOTFOUND;
}

/* ---- what is refused ---- */

static felt_status verify_shoe(const felt_exposure_setup *s, felt_error *error)
{
    if (s->decks < 1 || s->decks > FELT_DECKS_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d decks, expected 1 to %d", s->decks, FELT_DECKS_MAX);
    if (!felt_dealing_rules_exist(s->rules) || (int)s->divisor < 0 || s->divisor >= FELT_TRUE_COUNT)
        return felt_error_set(error, FELT_ERANGE, -1, "there is no such rule of the shoe");
    if (s->cut_count < 1 || s->cut_count > FELT_DEALING_CARDS_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d cut cards, expected 1 to %d", s->cut_count, FELT_DEALING_CARDS_MAX);
    for (int i = 0; i < s->cut_count; i++) {
        if (s->cuts[i] < FELT_CUT_MIN || s->cuts[i] > felt_cut_max(s->decks))
            return felt_error_set(error, FELT_ERANGE, -1, "found %d cards behind the cut card, expected %d to %d", s->cuts[i], FELT_CUT_MIN,
                                  felt_cut_max(s->decks));
        if (i > 0 && s->cuts[i] >= s->cuts[i - 1])
            return felt_error_set(error, FELT_ERANGE, -1, "cut cards are not in order, the most cards behind them first");
    }
    if (s->threads < 1 || s->threads > FELT_EXPOSURE_THREADS_MAX || s->shoes == 0 || s->shoes >> 48 != 0 || s->pilot >> 48 != 0)
        return felt_error_set(error, FELT_ERANGE, -1, "the number of threads or shoes is out of range");
    return FELT_OK;
}

static felt_status verify_system(const felt_exposure_setup *s, int i, felt_error *error)
{
    const felt_exposure_system *c = &s->systems[i];
    bool fits = !c->has_trigger || (c->trigger_den > 0 && c->trigger_den <= FELT_EXPOSURE_TRIGGER_MAX &&
                                    c->trigger_num <= FELT_EXPOSURE_TRIGGER_MAX && c->trigger_num >= -FELT_EXPOSURE_TRIGGER_MAX);
    if (c->bet < 0 || c->bet >= s->bet_count)
        return felt_error_set(error, FELT_ERANGE, i, "the system is for no bet");
    if (!fits || c->start < -FELT_EXPOSURE_START_MAX || c->start > FELT_EXPOSURE_START_MAX)
        return felt_error_set(error, FELT_ERANGE, i, "the trigger or the running count to start with is out of range");
    for (int r = 0; r < FELT_RANK_COUNT; r++)
        if (c->tags[r] < -FELT_EXPOSURE_TAG_MAX || c->tags[r] > FELT_EXPOSURE_TAG_MAX)
            return felt_error_set(error, FELT_ERANGE, i, "found a tag of %d, expected -%d to %d", c->tags[r], FELT_EXPOSURE_TAG_MAX,
                                  FELT_EXPOSURE_TAG_MAX);
    return FELT_OK;
}

static felt_status verify(const felt_exposure_setup *s, felt_error *error)
{
    felt_status status = verify_shoe(s, error);
    if (status == FELT_OK &&
        (s->bet_count < 1 || s->bet_count > FELT_EXPOSURE_BETS_MAX || s->system_count < 0 || s->system_count > FELT_EXPOSURE_SYSTEMS_MAX ||
         s->group_count < 0 || s->group_count > FELT_EXPOSURE_GROUPS_MAX))
        status = felt_error_set(error, FELT_ERANGE, -1, "the number of bets, systems or groups is out of range");
    for (int i = 0; i < s->system_count && status == FELT_OK; i++)
        status = verify_system(s, i, error);
    for (int g = 0; g < s->group_count && status == FELT_OK; g++)
        for (int i = 0; i < s->groups[g].count; i++)
            if (s->groups[g].bets[i] < 0 || s->groups[g].bets[i] >= s->bet_count)
                status = felt_error_set(error, FELT_ERANGE, g, "the group has a bet that is none");
    return status;
}

/* ---- making ---- */

/* From a fresh shoe. */
static double deviation_of(const felt_variant *variant, const uint64_t *counts, double deals)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int64_t num, den;
        if (counts[i] == 0)
            continue;
        felt_pay_worth(&variant->pays[felt_machine_row(variant->machine, 0, i)].pay, &num, &den);
        double net = (double)num / (double)den, share = (double)counts[i] / deals;
        sum += share * net;
        squares += share * net * net;
    }
    return sqrt(squares - sum * sum);
}

static felt_status plan_values(felt_exposure *e, const felt_exposure_setup *s, felt_error *error)
{
    const felt_variant **variants = calloc((size_t)s->bet_count, sizeof *variants);
    if (variants == NULL)
        return FELT_ENOMEM;
    felt_status status = FELT_OK;
    for (int i = 0; i < s->bet_count && status == FELT_OK; i++) {
        variants[i] = s->bets[i].variant;
        if (!variants[i]->complete || variants[i]->machine->game != &felt_game_baccarat)
            status = felt_error_set(error, FELT_EDATA, i, "the wager is not dealt from a shoe, or does not decide every outcome");
    }
    if (status == FELT_OK)
        status = value_plan_make(&e->values, variants, s->bet_count, VALUE_BY_COST, error);
    uint64_t counts[FELT_OUTCOME_COUNT];
    felt_shoe fresh = felt_shoe_fresh(s->decks);
    if (status == FELT_OK)
        status = felt_shoe_outcomes(&fresh, counts);
    for (int i = 0; i < s->bet_count && status == FELT_OK; i++)
        e->deviations[i] = deviation_of(variants[i], counts, (double)felt_shoe_deals(&fresh));
    free(variants);
    return status;
}

/* Copies of the lists. */
static bool copy_setup(felt_exposure *e, const felt_exposure_setup *s)
{
    size_t group_bets = 1;
    for (int i = 0; i < s->group_count; i++)
        group_bets += (size_t)s->groups[i].count;
    felt_exposure_system *systems = calloc((size_t)s->system_count + 1, sizeof *systems);
    e->setup = *s;
    e->setup.bets = NULL;
    e->setup.systems = systems;
    e->cuts = calloc((size_t)s->cut_count, sizeof *e->cuts);
    e->groups = calloc((size_t)s->group_count + 1, sizeof *e->groups);
    e->group_bets = calloc(group_bets, sizeof *e->group_bets);
    e->counters = calloc((size_t)s->system_count + 1, sizeof *e->counters);
    e->deviations = calloc((size_t)s->bet_count, sizeof *e->deviations);
    if (systems == NULL || e->cuts == NULL || e->groups == NULL || e->group_bets == NULL || e->counters == NULL || e->deviations == NULL)
        return false;
    memcpy(e->cuts, s->cuts, (size_t)s->cut_count * sizeof *e->cuts);
    if (s->system_count > 0)
        memcpy(systems, s->systems, (size_t)s->system_count * sizeof *systems);
    int *bets = e->group_bets;
    for (int i = 0; i < s->group_count; i++) {
        if (s->groups[i].count > 0)
            memcpy(bets, s->groups[i].bets, (size_t)s->groups[i].count * sizeof *bets);
        e->groups[i] = (felt_exposure_group){bets, s->groups[i].count};
        bets += s->groups[i].count;
    }
    e->setup.cuts = e->cuts;
    e->setup.groups = e->groups;
    return true;
}

static void set_cuts(felt_exposure *e)
{
    for (int behind = 0; behind <= FELT_DEALING_CARDS_MAX + 1; behind++)
        for (int i = 0; i < e->setup.cut_count; i++)
            e->cuts_from[behind] = (uint16_t)(e->cuts_from[behind] + (e->cuts[i] >= behind));
}

void exposure_set_trigger(felt_exposure *e, int system, int64_t num, int64_t den)
{
    exposure_counter *c = &e->counters[system];
    c->known = true;
    c->num = num;
    c->den = den;
    /* running count * 52 * den >= num * cards */
    for (int cards = 0; cards <= FELT_DEALING_CARDS_MAX; cards++) {
        int64_t top = num * cards, bottom = FELT_DECK_CARDS * den, need = top / bottom + (top % bottom > 0);
        c->need[cards] = (int32_t)(need > INT32_MAX ? INT32_MAX : need < INT32_MIN ? INT32_MIN : need);
    }
}

static void set_counters(felt_exposure *e)
{
    enum { FINE = 20 }; /* tags up to here are told apart by whole true counts */
    for (int i = 0; i < e->setup.system_count; i++) {
        const felt_exposure_system *s = &e->setup.systems[i];
        exposure_counter *c = &e->counters[i];
        int most = 0;
        c->bet = s->bet;
        c->whole = s->start;
        for (int r = 0; r < FELT_RANK_COUNT; r++) {
            c->tags[r] = s->tags[r];
            c->whole += s->tags[r] * 4 * e->setup.decks;
            most = abs(s->tags[r]) > most ? abs(s->tags[r]) : most;
        }
        c->step = most > FINE ? (most + FINE - 1) / FINE : 1;
        if (s->has_trigger)
            exposure_set_trigger(e, i, s->trigger_num, s->trigger_den);
    }
}

static felt_status make_workers(felt_exposure *e)
{
    e->workers = calloc((size_t)e->setup.threads, sizeof *e->workers);
    if (e->workers == NULL)
        return FELT_ENOMEM;
    for (; e->worker_count < e->setup.threads; e->worker_count++) {
        e->workers[e->worker_count] = exposure_worker_new(e);
        if (e->workers[e->worker_count] == NULL)
            return FELT_ENOMEM;
    }
    return FELT_OK;
}

static felt_status make_sums(felt_exposure *e)
{
    e->items = e->setup.bet_count + e->setup.system_count + e->setup.group_count;
    e->sum_count = e->setup.depths ? exposure_system_depths_at(e, e->setup.system_count) : exposure_depths_at(e, 0);
    e->pilot_count = exposure_needs_pilot(e) ? exposure_pilot_at(e->setup.system_count, EXPOSURE_COUNT_LEAST) : 0;
    e->setup.pilot = exposure_needs_pilot(e) ? e->setup.pilot : 0;
    e->sums = calloc(e->sum_count, sizeof *e->sums);
    e->pilot = calloc(e->pilot_count + 1, sizeof *e->pilot);
    return e->sums == NULL || e->pilot == NULL ? FELT_ENOMEM : FELT_OK;
}

felt_status felt_exposure_new(const felt_exposure_setup *setup, felt_exposure **ret, felt_error *error)
{
    felt_status status = verify(setup, error);
    if (status != FELT_OK)
        return status;
    felt_exposure *e = calloc(1, sizeof *e);
    if (e == NULL)
        return FELT_ENOMEM;
    status = copy_setup(e, setup) ? plan_values(e, setup, error) : FELT_ENOMEM;
    if (status == FELT_OK)
        status = make_sums(e);
    if (status == FELT_OK) {
        deal_plan_make(&e->deals, setup->seed, setup->decks, setup->rules.burn);
        set_cuts(e);
        set_counters(e);
        status = make_workers(e);
    }
    if (status == FELT_OK && setup->device)
        status = count_device_open(e, &e->device, error);
    if (status == FELT_OK)
        *ret = e;
    else
        felt_exposure_free(e);
    return status;
}

void felt_exposure_free(felt_exposure *e)
{
    if (e == NULL)
        return;
    for (int i = 0; i < e->worker_count; i++)
        exposure_worker_free(e->workers[i]);
    count_device_close(e->device);
    value_plan_free(&e->values);
    free(e->workers);
    free((void *)e->setup.systems);
    free(e->cuts);
    free(e->groups);
    free(e->group_bets);
    free(e->counters);
    free(e->deviations);
    free(e->sums);
    free(e->pilot);
    free(e);
}

/* ---- triggers ---- */

void exposure_find_triggers(felt_exposure *e)
{
    for (int i = 0; i < e->setup.system_count; i++) {
        /* Where no count is worth a bet, the trigger is beyond all that came. */
        int best = EXPOSURE_COUNT_LEAST + EXPOSURE_COUNTS;
        value_wide most = 0, sum = 0;
        if (e->setup.systems[i].has_trigger)
            continue;
        for (int count = EXPOSURE_COUNT_LEAST + EXPOSURE_COUNTS - 1; count >= EXPOSURE_COUNT_LEAST; count--) {
            sum += e->pilot[exposure_pilot_at(i, count) + 1];
            if (sum > most) {
                most = sum;
                best = count;
            }
        }
        exposure_set_trigger(e, i, (int64_t)best * e->counters[i].step, 1);
    }
}

/* ---- running ---- */

/* Some pieces of one kind of shoes. */
typedef struct part {
    felt_exposure *e;
    const felt_exposure_watch *watch;
    bool pilot;
    uint64_t first, end; /* shoes */
    bool stopped;
} part;

static uint64_t deal_piece(void *argument, int number, uint64_t piece)
{
    part *p = argument;
    uint64_t first = p->first + piece * PIECE_SHOES, end = first + PIECE_SHOES < p->end ? first + PIECE_SHOES : p->end;
    for (uint64_t shoe = first; shoe < end; shoe += DEAL_LANES)
        exposure_deal(p->e, p->e->workers[number], shoe, end - shoe < DEAL_LANES ? (int)(end - shoe) : DEAL_LANES, p->pilot);
    return end - first;
}

/* A crew stops between two shares: all of one is dealt. */
static bool tick(void *context, uint64_t done)
{
    part *p = context;
    const felt_exposure_crew *crew = p->e->setup.crew;
    uint64_t all = crew == NULL ? p->first + done : p->e->shoes_done + done * (uint64_t)crew->count;
    p->stopped = !p->watch->tick(p->watch->context, p->pilot ? 0 : all) || p->stopped;
    return !p->stopped || crew != NULL;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Deals this process's share of `shoes` more, and adds it up. Returns how many are dealt then; all of them unless it was stopped. */
static uint64_t deal_share(felt_exposure *e, const felt_exposure_watch *watch, bool pilot, uint64_t done, uint64_t shoes, bool *stopped)
{
    uint64_t first, mine = exposure_share(e, (shoes + PIECE_SHOES - 1) / PIECE_SHOES, &first);
    part p = {.e = e, .watch = watch, .pilot = pilot, .first = done + first * PIECE_SHOES, .end = done + shoes};
    pool_setup pool = {.threads = e->setup.threads,
                       .pieces = mine,
                       .work = deal_piece,
                       .job = &p,
                       .tick = watch != NULL && watch->tick != NULL ? tick : NULL,
                       .context = &p};
    uint64_t dealt = pool_run(&pool) * PIECE_SHOES;
    for (int i = 0; i < e->worker_count; i++)
        exposure_collect(e, e->workers[i]);
    *stopped = p.stopped;
    return e->setup.crew != NULL || dealt > shoes ? shoes : dealt;
}

/* The same in one launch of the device. */
static felt_status launch_share(felt_exposure *e, const felt_exposure_watch *watch, bool pilot, uint64_t done, uint64_t shoes,
                                bool *stopped)
{
    uint64_t first, mine = exposure_share(e, shoes, &first);
    felt_status status = FELT_OK;
    if (mine > 0)
        status = count_device_deal(e->device, e, done + first, (uint32_t)mine, pilot, watch != NULL ? watch->error : NULL);
    *stopped = watch != NULL && watch->tick != NULL && !watch->tick(watch->context, pilot ? 0 : done + shoes);
    return status;
}

/* Deals `shoes` more, together with the crew. *done is how many of their kind are dealt then; *fast: it took less than a second. */
static felt_status deal_some(felt_exposure *e, const felt_exposure_watch *watch, bool pilot, uint64_t shoes, uint64_t *done, bool *stopped,
                             bool *fast)
{
    double begun = now_s();
    uint64_t dealt = shoes;
    felt_status status = FELT_OK;
    exposure_part(e);
    if (e->device != NULL)
        status = launch_share(e, watch, pilot, *done, shoes, stopped);
    else
        dealt = deal_share(e, watch, pilot, *done, shoes, stopped);
    *fast = now_s() - begun < 1;
    if (status == FELT_OK)
        status = exposure_unite(e, stopped, fast);
    if (status == FELT_OK)
        *done += dealt;
    return status;
}

static felt_status keep(const felt_exposure *e, const felt_exposure_watch *watch)
{
    return watch != NULL && watch->keep != NULL ? watch->keep(watch->context, e) : FELT_OK;
}

/* Deals all shoes of one kind, in parts of about a second. */
static felt_status deal_all(felt_exposure *e, const felt_exposure_watch *watch, bool pilot, bool *ret_stopped)
{
    uint64_t *done = pilot ? &e->pilot_done : &e->shoes_done, all = pilot ? e->setup.pilot : e->setup.shoes;
    uint64_t some = (uint64_t)(e->setup.crew != NULL ? e->setup.crew->count : e->setup.threads) * 4 * PIECE_SHOES;
    double kept = now_s() - KEEP_S; /* what comes first is kept at once: then it is known that it can be */
    while (*done < all && !*ret_stopped) {
        bool fast;
        felt_status status = deal_some(e, watch, pilot, all - *done < some ? all - *done : some, done, ret_stopped, &fast);
        if (status != FELT_OK)
            return status;
        if (fast && (e->device == NULL || some < LAUNCH_SHOES_MAX))
            some *= 2;
        if (now_s() - kept < KEEP_S)
            continue;
        status = keep(e, watch);
        if (status != FELT_OK)
            return status;
        kept = now_s();
    }
    return FELT_OK;
}

felt_status felt_exposure_run(felt_exposure *e, const felt_exposure_watch *watch)
{
    bool stopped = false;
    felt_status status = deal_all(e, watch, true, &stopped);
    if (status == FELT_OK && e->pilot_done == e->setup.pilot) {
        exposure_find_triggers(e);
        status = deal_all(e, watch, false, &stopped);
    }
    return status == FELT_OK ? keep(e, watch) : status;
}

const char *felt_exposure_device(const felt_exposure *e)
{
    return e->device != NULL ? count_device_name(e->device) : "";
}

const felt_exposure_setup *felt_exposure_asked(const felt_exposure *e)
{
    return &e->setup;
}

uint64_t felt_exposure_shoes(const felt_exposure *e)
{
    return e->shoes_done;
}

bool felt_exposure_done(const felt_exposure *e)
{
    return e->shoes_done == e->setup.shoes;
}

bool felt_exposure_trigger(const felt_exposure *e, int system, int64_t *ret_num, int64_t *ret_den)
{
    assert(system >= 0 && system < e->setup.system_count);
    const exposure_counter *c = &e->counters[system];
    if (!c->known)
        return false;
    *ret_num = c->num;
    *ret_den = c->den;
    return true;
}
