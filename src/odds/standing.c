/* src/odds/standing.c - bets that stand: one state with all its figures, or what every state is worth. */
#include "../games.h"
#include "engine.h"
#include "machine.h"
#include "machine_back.h"

#include <felt/ratio.h>
#include <felt/standing.h>

#include <assert.h>
#include <stdlib.h>

static felt_status verify(const felt_wager *wager, const felt_variant *variant, felt_error *error)
{
    if (variant->complete)
        return FELT_OK;
    return felt_error_set(error, FELT_EDATA, -1, "'%.*s' does not decide every %s; 'felt check' shows one",
                          FELT_TEXT_ARGS(wager->short_name), variant->machine->game->words.event);
}

static felt_status refuse(const felt_wager *wager, felt_status status, felt_error *error)
{
    return felt_error_set(error, status, -1, "'%.*s': %s", FELT_TEXT_ARGS(wager->short_name), felt_status_text(status));
}

/* ---- one state ---- */

static felt_status begin(felt_standing *s, const felt_wager *wager)
{
    s->row_count = wager->row_count;
    s->rows = calloc((size_t)wager->row_count, sizeof *s->rows);
    if (s->rows == NULL)
        return FELT_ENOMEM;
    for (int row = 0; row < wager->row_count; row++)
        mpq_init(s->rows[row]);
    mpq_inits(s->events, s->worth, NULL);
    felt_figures_init(&s->figures);
    return FELT_OK;
}

void felt_standing_free(felt_standing *standing)
{
    for (int row = 0; row < standing->row_count; row++)
        mpq_clear(standing->rows[row]);
    free(standing->rows);
    mpq_clears(standing->events, standing->worth, NULL);
    felt_figures_clear(&standing->figures);
}

static felt_status solve(const felt_variant *variant, uint32_t state, felt_standing *s)
{
    felt_machine_odds solution;
    felt_status status = felt_machine_solve(variant->machine, state, s->row_count, false, &solution);
    if (status != FELT_OK)
        return status;
    for (int row = 0; row < s->row_count; row++)
        mpq_swap(s->rows[row], solution.rows[row]);
    mpq_swap(s->events, solution.rolls);
    felt_machine_odds_free(&solution);
    return FELT_OK;
}

/* The next event decides. */
static felt_status weigh(const odds_engine *engine, const felt_variant *variant, const felt_shoe *shoe, felt_standing *s)
{
    const felt_machine *m = variant->machine;
    uint64_t *weights = calloc((size_t)m->game->event_count, sizeof *weights), total = 0;
    felt_odds before = {.variant = variant};
    felt_status status = weights == NULL ? FELT_ENOMEM : engine->weigh(&before, shoe, weights, &total);
    uint64_t counts[FELT_ROWS_MAX] = {0};
    for (int event = 0; status == FELT_OK && event < m->game->event_count; event++)
        if (weights[event] != 0)
            counts[felt_machine_row(m, 0, event)] += weights[event];
    for (int row = 0; status == FELT_OK && row < s->row_count; row++) {
        mpq_set_ui(s->rows[row], counts[row], total);
        mpq_canonicalize(s->rows[row]);
    }
    mpq_set_ui(s->events, 1, 1);
    free(weights);
    return status;
}

felt_status felt_standing_make(const felt_wager *wager, const felt_variant *variant, uint32_t state, const felt_shoe *shoe,
                               felt_standing *ret, felt_error *error)
{
    const odds_engine *engine = felt_games_entry(variant->machine->game)->engine;
    felt_status status = verify(wager, variant, error);
    if (status != FELT_OK)
        return status;
    if (state >= variant->machine->state_count)
        return felt_error_set(error, FELT_EDATA, -1, "found state %lu, expected one below %lu", (unsigned long)state,
                              (unsigned long)variant->machine->state_count);
    if (engine != NULL && shoe == NULL)
        return felt_error_set(error, FELT_EDATA, -1, "'%.*s' is decided by a shoe, and there is none", FELT_TEXT_ARGS(wager->short_name));
    if (engine != NULL && (status = felt_shoe_check(shoe, error)) != FELT_OK)
        return status;
    felt_standing s;
    status = begin(&s, wager);
    if (status != FELT_OK)
        return refuse(wager, status, error);
    status = engine != NULL ? weigh(engine, variant, shoe, &s) : solve(variant, state, &s);
    if (status != FELT_OK) {
        felt_standing_free(&s);
        return refuse(wager, status, error);
    }
    felt_figures_compute(&s.figures, s.rows, variant->pays, s.row_count);
    if (s.figures.has_pays) {
        mpq_set_ui(s.worth, 1, 1);
        mpq_sub(s.worth, s.worth, s.figures.edge);
    }
    *ret = s;
    return FELT_OK;
}

/* ---- all states ---- */

static bool is_set(const felt_pay *pay)
{
    return pay->kind == FELT_PAY_LOSES || pay->kind == FELT_PAY_PUSHES || pay->kind == FELT_PAY_WINS;
}

/* Marks the states from which a pay can come that is not set, going backwards from those where the next event may. */
static void find_known(const felt_machine *m, const felt_row_pay *pays, bool *known)
{
    for (uint32_t state = 0; state < m->state_count; state++)
        known[state] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t state = m->state_count; state-- > 0;)
            for (uint32_t k = 0; k < m->class_count && known[state]; k++) {
                uint32_t next = m->next[state * m->class_count + k];
                bool good = next < m->state_count ? known[next] : next == FELT_STATE_NONE || is_set(&pays[next - m->state_count].pay);
                known[state] = good;
                changed = changed || !good;
            }
    }
}

/* Pays as weights that are whole and not negative: weight = (net - lowest) * common. The lowest is -1 unless a house takes more than the
 * stake, by a commission on a pay that loses. */
typedef struct scale {
    mpq_t lowest;
    mpz_t common;
    mpz_t weights[FELT_ROWS_MAX];
    int row_count;
} scale;

static bool above_lowest(const scale *s, const felt_pay *pay, mpq_t ret)
{
    int64_t num = 0, den = 1;
    if (!is_set(pay))
        return false;
    felt_pay_worth(pay, &num, &den);
    felt_ratio_set(ret, num, den);
    mpq_sub(ret, ret, s->lowest);
    return true;
}

static void scale_begin(scale *s, const felt_variant *variant, int row_count)
{
    mpq_t above;
    mpq_init(above);
    mpq_init(s->lowest);
    mpq_set_si(s->lowest, -1, 1);
    mpz_init_set_ui(s->common, 1);
    s->row_count = row_count;
    for (int row = 0; row < row_count; row++)
        if (above_lowest(s, &variant->pays[row].pay, above) && mpq_sgn(above) < 0)
            mpq_add(s->lowest, s->lowest, above);
    for (int row = 0; row < row_count; row++)
        if (above_lowest(s, &variant->pays[row].pay, above))
            mpz_lcm(s->common, s->common, mpq_denref(above));
    for (int row = 0; row < row_count; row++) {
        mpz_init(s->weights[row]);
        if (!above_lowest(s, &variant->pays[row].pay, above))
            continue;
        mpz_divexact(s->weights[row], s->common, mpq_denref(above));
        mpz_mul(s->weights[row], s->weights[row], mpq_numref(above));
    }
    mpq_clear(above);
}

static void scale_end(scale *s)
{
    for (int row = 0; row < s->row_count; row++)
        mpz_clear(s->weights[row]);
    mpz_clear(s->common);
    mpq_clear(s->lowest);
}

/* The expected sum of the weights is net - lowest: what comes back of a unit is that and lowest + 1. */
static void set_worth(const scale *s, felt_standings *all)
{
    mpq_t shift;
    mpq_init(shift);
    mpq_set_ui(shift, 1, 1);
    mpq_add(shift, shift, s->lowest);
    for (uint32_t state = 0; state < all->count; state++) {
        if (!all->known[state])
            mpq_set_ui(all->worth[state], 0, 1);
        else if (mpq_sgn(shift) != 0)
            mpq_add(all->worth[state], all->worth[state], shift);
    }
    mpq_clear(shift);
}

static felt_status begin_all(felt_standings *all, uint32_t count)
{
    *all = (felt_standings){.known = calloc(count, sizeof *all->known),
                            .worth = calloc(count, sizeof *all->worth),
                            .events = calloc(count, sizeof *all->events)};
    if (all->known == NULL || all->worth == NULL || all->events == NULL)
        return FELT_ENOMEM;
    for (all->count = 0; all->count < count; all->count++)
        mpq_inits(all->worth[all->count], all->events[all->count], NULL);
    return FELT_OK;
}

void felt_standings_free(felt_standings *standings)
{
    for (uint32_t state = 0; state < standings->count; state++)
        mpq_clears(standings->worth[state], standings->events[state], NULL);
    free(standings->known);
    free(standings->worth);
    free(standings->events);
    *standings = (felt_standings){.count = 0};
}

static felt_status expect_all(const felt_variant *variant, int row_count, felt_standings *all)
{
    scale s;
    scale_begin(&s, variant, row_count);
    felt_machine_sum back = {.row_count = row_count, .weights = s.weights, .divisor = s.common};
    felt_status status = felt_machine_expect(variant->machine, &back, all->worth);
    for (int row = 0; row < row_count; row++)
        mpz_set_ui(s.weights[row], 0);
    mpz_set_ui(s.common, 1);
    back.each = 1;
    if (status == FELT_OK)
        status = felt_machine_expect(variant->machine, &back, all->events);
    find_known(variant->machine, variant->pays, all->known);
    if (status == FELT_OK)
        set_worth(&s, all);
    scale_end(&s);
    return status;
}

felt_status felt_standings_make(const felt_wager *wager, const felt_variant *variant, felt_standings *ret, felt_error *error)
{
    assert(variant->machine->game->source == FELT_SOURCE_THROWN);
    felt_standings all;
    felt_status status = verify(wager, variant, error);
    if (status != FELT_OK)
        return status;
    status = begin_all(&all, variant->machine->state_count);
    if (status == FELT_OK)
        status = expect_all(variant, wager->row_count, &all);
    if (status == FELT_OK) {
        *ret = all;
        return FELT_OK;
    }
    felt_standings_free(&all);
    return refuse(wager, status, error);
}
