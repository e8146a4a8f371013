/* src/count/safe.c - cut cards and pays with which a perfect player wins less than so much.
 *
 * Lowering a pay lowers the value in every shoe, so that what is won falls with it, shoe by shoe, and halving finds the highest pay that is
 * enough. All rows of all wagers are halved at the same time: one run of shoes, the same ones each time, for each step. */
#include <assert.h>
#include <felt/figures.h>
#include <felt/safe.h>
#include <stdlib.h>
#include <string.h>

static const double SURE = 1.96; /* standard errors to either end of an interval of 95 % */

/* ---- cut cards ---- */

/* The last cut of the first ones, which have the most cards behind them, all of which are below. */
static int last_below(const felt_exposure *e, int bet, double units, double errors)
{
    int found = -1;
    for (int cut = 0; cut < felt_exposure_asked(e)->cut_count; cut++) {
        felt_exposure_figure won = felt_exposure_perfect(e, bet, cut).per_shoe;
        if (won.value + errors * won.error >= units)
            break;
        found = cut;
    }
    return found;
}

felt_safe_cut felt_safe_cut_find(const felt_exposure *e, int bet, double units)
{
    return (felt_safe_cut){last_below(e, bet, units, 0), last_below(e, bet, units, -SURE), last_below(e, bet, units, SURE)};
}

/* ---- pays ---- */

/* A row that is lowered. */
typedef struct lowered {
    const felt_odds *odds;
    felt_variant variant; /* the wager's, with pays of its own */
    felt_row_pay *pays;
    int entry, row;
    int low, high; /* numbers: low is enough, 0 where that is not known yet; high is not */
    int tried;
    bool found; /* nothing is left to try */
    felt_exposure_figure at_low, at_high;
} lowered;

typedef struct search {
    lowered *list;
    int count;
    const felt_exposure_setup *setup;
    const felt_exposure_watch *watch;
    double units;
    bool stopped;
} search;

/* The lowest number that is still a win. */
static int least_of(const felt_pay *pay)
{
    return pay->printed_for ? 2 : 1;
}

static void set_number(felt_pay *pay, int number)
{
    pay->printed_num = number;
    pay->win_num = number - (pay->printed_for ? 1 : 0);
    pay->win_den = 1;
}

static bool can_be_lowered(const felt_odds *odds, int row)
{
    const felt_pay *pay = &odds->variant->pays[row].pay;
    return mpq_sgn(odds->rows[row]) > 0 && felt_pay_unit_of(pay) != FELT_PAY_UNIT_NONE && pay->printed_num > least_of(pay);
}

static bool add_row(search *s, const felt_odds *odds, int entry, int row, felt_exposure_figure now)
{
    lowered *l = &s->list[s->count];
    size_t count = (size_t)odds->wager->row_count;
    felt_row_pay *pays = calloc(count, sizeof *pays);
    if (pays == NULL)
        return false;
    memcpy(pays, odds->variant->pays, count * sizeof *pays);
    *l = (lowered){.odds = odds, .variant = *odds->variant, .pays = pays, .entry = entry, .row = row};
    l->variant.pays = pays;
    l->high = pays[row].pay.printed_num;
    l->at_high = now;
    s->count++;
    return true;
}

/* Deals for all bets; *ret has what a perfect player wins of each. */
static felt_status deal(search *s, const felt_exposure_bet *bets, int count, felt_exposure_figure *ret, felt_error *error)
{
    felt_exposure_setup setup = *s->setup;
    felt_exposure *e;
    setup.cuts = &s->setup->cuts[s->setup->cut_count - 1];
    setup.cut_count = 1;
    setup.system_count = setup.group_count = 0;
    setup.depths = false;
    setup.bets = bets;
    setup.bet_count = count;
    felt_status status = felt_exposure_new(&setup, &e, error);
    if (status != FELT_OK)
        return status;
    status = felt_exposure_run(e, s->watch);
    s->stopped = status == FELT_OK && !felt_exposure_done(e);
    for (int i = 0; i < count && status == FELT_OK; i++)
        ret[i] = felt_exposure_perfect(e, i, 0).per_shoe;
    felt_exposure_free(e);
    return status;
}

/* The next number of a row: the lowest first, which says whether any is enough. */
static void try_next(lowered *l)
{
    felt_pay *pay = &l->pays[l->row].pay;
    l->tried = l->low == 0 ? least_of(pay) : l->low + (l->high - l->low) / 2;
    set_number(pay, l->tried);
}

static void note_tried(lowered *l, felt_exposure_figure won, double units)
{
    if (won.value < units) {
        l->low = l->tried;
        l->at_low = won;
    } else {
        l->found = l->low == 0; /* the lowest was tried, and is not enough */
        l->high = l->tried;
        l->at_high = won;
    }
    l->found = l->found || l->high - l->low <= 1;
}

/* One step for at most FELT_EXPOSURE_BETS_MAX rows; *ret_more: there were some. */
static felt_status step(search *s, felt_exposure_bet *bets, lowered **tried, felt_exposure_figure *won, bool *ret_more, felt_error *error)
{
    int count = 0;
    for (int i = 0; i < s->count && count < FELT_EXPOSURE_BETS_MAX; i++) {
        if (s->list[i].found)
            continue;
        tried[count] = &s->list[i];
        try_next(tried[count]);
        bets[count] = (felt_exposure_bet){tried[count]->odds->wager, &tried[count]->variant};
        count++;
    }
    *ret_more = count > 0;
    felt_status status = count > 0 ? deal(s, bets, count, won, error) : FELT_OK;
    for (int i = 0; i < count && status == FELT_OK && !s->stopped; i++)
        note_tried(tried[i], won[i], s->units);
    return status;
}

static felt_status halve(search *s, felt_error *error)
{
    felt_exposure_bet *bets = calloc(FELT_EXPOSURE_BETS_MAX, sizeof *bets);
    lowered **tried = calloc(FELT_EXPOSURE_BETS_MAX, sizeof *tried);
    felt_exposure_figure *won = calloc(FELT_EXPOSURE_BETS_MAX, sizeof *won);
    felt_status status = bets == NULL || tried == NULL || won == NULL ? FELT_ENOMEM : FELT_OK;
    for (bool more = true; more && status == FELT_OK && !s->stopped;)
        status = step(s, bets, tried, won, &more, error);
    free(bets);
    free(tried);
    free(won);
    return status;
}

/* ---- the first run, with the pays as they are ---- */

static felt_status value_now(search *s, const felt_odds *const *odds, int count, felt_exposure_figure *ret, felt_error *error)
{
    felt_exposure_bet *bets = calloc(FELT_EXPOSURE_BETS_MAX, sizeof *bets);
    felt_status status = bets == NULL ? FELT_ENOMEM : FELT_OK;
    for (int first = 0; first < count && status == FELT_OK && !s->stopped; first += FELT_EXPOSURE_BETS_MAX) {
        int some = count - first < FELT_EXPOSURE_BETS_MAX ? count - first : FELT_EXPOSURE_BETS_MAX;
        for (int i = 0; i < some; i++)
            bets[i] = (felt_exposure_bet){odds[first + i]->wager, odds[first + i]->variant};
        status = deal(s, bets, some, ret + first, error);
    }
    free(bets);
    return status;
}

static felt_status add_rows(search *s, const felt_odds *const *odds, int count, const felt_exposure_figure *now)
{
    size_t rows = 1;
    for (int i = 0; i < count; i++)
        rows += (size_t)odds[i]->wager->row_count;
    s->list = calloc(rows, sizeof *s->list);
    if (s->list == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < count; i++)
        for (int row = 0; row < odds[i]->wager->row_count && now[i].value >= s->units; row++)
            if (can_be_lowered(odds[i], row) && !add_row(s, odds[i], i, row, now[i]))
                return FELT_ENOMEM;
    return FELT_OK;
}

/* ---- what comes of it ---- */

static void set_row(felt_safe_row *to, const lowered *from)
{
    felt_figures figures;
    *to = (felt_safe_row){.entry = from->entry, .row = from->row, .enough = from->low > 0, .above = from->at_high};
    felt_pay *pay = &from->pays[from->row].pay;
    set_number(pay, to->enough ? from->low : least_of(pay));
    to->pay = *pay;
    to->per_shoe = to->enough ? from->at_low : from->at_high;
    mpq_init(to->value);
    felt_figures_init(&figures);
    felt_figures_compute(&figures, from->odds->rows, from->pays, from->odds->wager->row_count);
    mpq_neg(to->value, figures.edge);
    felt_figures_clear(&figures);
}

static felt_status finish(const search *s, felt_safe_pays *ret)
{
    felt_safe_pays made = {.stopped = s->stopped};
    made.rows = calloc((size_t)s->count + 1, sizeof *made.rows);
    if (made.rows == NULL)
        return FELT_ENOMEM;
    for (; made.count < s->count && !s->stopped; made.count++)
        set_row(&made.rows[made.count], &s->list[made.count]);
    *ret = made;
    return FELT_OK;
}

felt_status felt_safe_pays_make(const felt_odds *const *odds, int count, const felt_exposure_setup *setup, double units,
                                const felt_exposure_watch *watch, felt_safe_pays *ret, felt_error *error)
{
    assert(count >= 0 && setup->cut_count >= 1);
    search s = {.setup = setup, .watch = watch, .units = units};
    felt_exposure_figure *now = calloc((size_t)count + 1, sizeof *now);
    felt_status status = now == NULL ? FELT_ENOMEM : value_now(&s, odds, count, now, error);
    if (status == FELT_OK && !s.stopped)
        status = add_rows(&s, odds, count, now);
    if (status == FELT_OK)
        status = halve(&s, error);
    if (status == FELT_OK)
        status = finish(&s, ret);
    for (int i = 0; i < s.count; i++)
        free(s.list[i].pays);
    free(s.list);
    free(now);
    return status;
}

void felt_safe_pays_free(felt_safe_pays *pays)
{
    for (int i = 0; i < pays->count; i++)
        mpq_clear(pays->rows[i].value);
    free(pays->rows);
    *pays = (felt_safe_pays){.rows = NULL};
}
