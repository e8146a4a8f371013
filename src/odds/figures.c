/* src/odds/figures.c - hit, push, edge, variance and third moment from the probabilities of the rows. */
#include "figures.h"

#include <assert.h>
#include <felt/figures.h>

#include <stdlib.h>

bool figures_init(felt_odds *odds, const felt_sheet *sheet, const felt_wager *wager, const felt_variant *variant)
{
    *odds = (felt_odds){.sheet = sheet, .wager = wager, .variant = variant};
    odds->rows = calloc((size_t)wager->row_count, sizeof *odds->rows);
    if (odds->rows == NULL)
        return false;
    for (int i = 0; i < wager->row_count; i++)
        mpq_init(odds->rows[i]);
    mpz_init(odds->deals);
    mpq_inits(odds->hit, odds->push, odds->rolls, odds->edge, odds->variance, odds->third, NULL);
    mpq_set_ui(odds->rolls, 1, 1);
    return true;
}

void figures_clear(felt_odds *odds)
{
    for (int i = 0; i < odds->wager->row_count; i++)
        mpq_clear(odds->rows[i]);
    free(odds->rows);
    mpz_clear(odds->deals);
    mpq_clears(odds->hit, odds->push, odds->rolls, odds->edge, odds->variance, odds->third, NULL);
}

bool figures_row_counts(const felt_odds *odds, int row)
{
    return mpq_sgn(odds->rows[row]) != 0;
}

static void net_of(const felt_row_pay *row, mpq_t ret)
{
    int64_t num, den;
    felt_pay_worth(&row->pay, &num, &den);
    felt_ratio_set(ret, num, den);
}

void figures_net(const felt_odds *odds, int row, mpq_t ret)
{
    net_of(&odds->variant->pays[row], ret);
}

/* ---- from rows and pays ---- */

void felt_figures_init(felt_figures *figures)
{
    mpq_inits(figures->hit, figures->push, figures->edge, figures->variance, figures->third, NULL);
    figures->has_outcomes = figures->has_pays = false;
}

void felt_figures_clear(felt_figures *figures)
{
    mpq_clears(figures->hit, figures->push, figures->edge, figures->variance, figures->third, NULL);
}

/* The expected net win and the expected squares and cubes of it. */
static void raw_moments(mpq_t *rows, const felt_row_pay *pays, int row_count, mpq_t first, mpq_t second, mpq_t cube)
{
    mpq_t net, term;
    mpq_inits(net, term, NULL);
    for (int row = 0; row < row_count; row++) {
        if (mpq_sgn(rows[row]) == 0)
            continue;
        net_of(&pays[row], net);
        mpq_mul(term, rows[row], net);
        mpq_add(first, first, term);
        mpq_mul(term, term, net);
        mpq_add(second, second, term);
        mpq_mul(term, term, net);
        mpq_add(cube, cube, term);
    }
    mpq_clears(net, term, NULL);
}

static void set_moments(felt_figures *f, mpq_t *rows, const felt_row_pay *pays, int row_count)
{
    mpq_t first, second, cube, term;
    mpq_inits(first, second, cube, term, NULL);
    raw_moments(rows, pays, row_count, first, second, cube);
    mpq_neg(f->edge, first);
    /* variance = second - first^2 */
    mpq_mul(term, first, first);
    mpq_sub(f->variance, second, term);
    /* third = cube - 3 first second + 2 first^3 = cube - first (3 variance + first^2) */
    felt_ratio_add_times(term, f->variance, 3, 1);
    mpq_mul(term, term, first);
    mpq_sub(f->third, cube, term);
    mpq_clears(first, second, cube, term, NULL);
}

static void set_shares(felt_figures *f, mpq_t *rows, const felt_row_pay *pays, int row_count)
{
    f->has_pays = f->has_outcomes = true;
    mpq_set_ui(f->hit, 0, 1);
    mpq_set_ui(f->push, 0, 1);
    for (int row = 0; row < row_count; row++) {
        if (mpq_sgn(rows[row]) == 0)
            continue;
        felt_pay_kind kind = pays[row].pay.kind;
        if (kind == FELT_PAY_WINS || kind == FELT_PAY_UNSET)
            mpq_add(f->hit, f->hit, rows[row]);
        else if (kind == FELT_PAY_PUSHES)
            mpq_add(f->push, f->push, rows[row]);
        f->has_outcomes = f->has_outcomes && kind != FELT_PAY_UNDEFINED;
        f->has_pays = f->has_pays && kind != FELT_PAY_UNSET && kind != FELT_PAY_UNDEFINED;
    }
    if (!f->has_outcomes) { /* rows that do win are no figure while it is not known which of the others do */
        mpq_set_ui(f->hit, 0, 1);
        mpq_set_ui(f->push, 0, 1);
    }
}

void felt_figures_compute(felt_figures *f, mpq_t *rows, const felt_row_pay *pays, int row_count)
{
    set_shares(f, rows, pays, row_count);
    if (f->has_pays) {
        set_moments(f, rows, pays, row_count);
        return;
    }
    mpq_set_ui(f->edge, 0, 1);
    mpq_set_ui(f->variance, 0, 1);
    mpq_set_ui(f->third, 0, 1);
}

void figures_from_rows(felt_odds *odds)
{
    felt_figures f;
    felt_figures_init(&f);
    felt_figures_compute(&f, odds->rows, odds->variant->pays, odds->wager->row_count);
    odds->has_outcomes = f.has_outcomes;
    odds->has_pays = f.has_pays;
    mpq_swap(odds->hit, f.hit);
    mpq_swap(odds->push, f.push);
    mpq_swap(odds->edge, f.edge);
    mpq_swap(odds->variance, f.variance);
    mpq_swap(odds->third, f.third);
    felt_figures_clear(&f);
}

/* ---- of an entry ---- */

const char *felt_odds_missing(const felt_odds *odds)
{
    if (!odds->has_outcomes)
        return "undefined";
    return odds->has_pays ? NULL : "unset";
}

void felt_odds_return(const felt_odds *odds, mpq_t ret)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpq_sub(ret, one, odds->edge);
    mpq_clear(one);
}

void felt_odds_fair(const felt_odds *odds, int row, mpq_t ret)
{
    mpq_t net;
    mpq_init(net);
    figures_net(odds, row, net);
    mpq_div(ret, odds->edge, odds->rows[row]);
    mpq_add(ret, ret, net);
    const felt_pay *pay = &odds->variant->pays[row].pay;
    if (pay->vig_num > 0) { /* back from a unit handed over to a stake of 1: worth (1 + vig) + vig */
        felt_ratio_set(net, pay->vig_num, pay->vig_den);
        felt_ratio_add_times(ret, ret, pay->vig_num, pay->vig_den);
        mpq_add(ret, ret, net);
    }
    mpq_clear(net);
}

void felt_odds_contribution(const felt_odds *odds, int row, mpq_t ret)
{
    if (!figures_row_counts(odds, row)) {
        mpq_set_ui(ret, 0, 1);
        return;
    }
    figures_net(odds, row, ret);
    mpq_mul(ret, ret, odds->rows[row]);
}

/* ---- choices ---- */

static const felt_choice *choice_of_decks(const felt_option *option, int decks)
{
    for (int i = 0; i < option->choice_count; i++)
        if (option->choices[i].number == decks)
            return &option->choices[i];
    return NULL;
}

bool felt_odds_names(const felt_odds *odds, int option)
{
    return odds->relevant >> option & 1;
}

int felt_odds_settings(const felt_odds *odds, felt_setting ret[FELT_ODDS_SETTINGS_MAX])
{
    const felt_sheet *sheet = odds->sheet;
    const felt_option *decks = odds->decks > 0 ? &sheet->options[sheet->decks_option] : NULL;
    int count = 0;
    if (decks != NULL)
        ret[count++] = (felt_setting){decks, choice_of_decks(decks, odds->decks)};
    for (int i = 0; i < odds->wager->option_count; i++) {
        const felt_option *option = &sheet->options[odds->wager->options[i]];
        assert(option != NULL);
        if (felt_odds_names(odds, i) && option->kind != FELT_OPTION_DECKS)
            ret[count++] = (felt_setting){option, &option->choices[odds->variant->choices[i]]};
    }
    return count;
}

bool felt_odds_names_start(const felt_odds *odds)
{
    return odds->start != 0 && odds->variant->placing != FELT_PLACED_ITS_NUMBER && odds->variant->machine->start[0] != FELT_STATE_NONE;
}

bool figures_same_choices(const felt_odds *a, const felt_odds *b, int except)
{
    if (a->wager != b->wager || a->decks != b->decks || a->start != b->start)
        return false;
    for (int i = 0; i < a->wager->option_count; i++)
        if (i != except && felt_odds_names(a, i) && a->variant->choices[i] != b->variant->choices[i])
            return false;
    return true;
}
