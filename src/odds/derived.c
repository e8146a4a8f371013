/* src/odds/derived.c - figures that follow from those of an entry: returns, ranges, the distribution of the net win. */
#include "figures.h"

#include <assert.h>

enum { ROOT_DIGITS = 40 }; /* a range is exact to so many digits before it is rounded */

/* ---- single figures ---- */

void felt_odds_combinations(const felt_odds *odds, int row, mpq_t ret)
{
    mpq_set_z(ret, odds->deals);
    mpq_mul(ret, ret, odds->rows[row]);
}

static bool is_known(felt_pay_kind kind)
{
    return kind != FELT_PAY_UNSET && kind != FELT_PAY_UNDEFINED;
}

bool felt_odds_row_return(const felt_odds *odds, int row, mpq_t ret)
{
    mpq_set_ui(ret, 0, 1);
    if (!figures_row_counts(odds, row))
        return true;
    if (!is_known(odds->variant->pays[row].pay.kind))
        return false;
    figures_net(odds, row, ret);
    mpq_mul(ret, ret, odds->rows[row]);
    mpq_add(ret, ret, odds->rows[row]);
    return true;
}

bool felt_odds_totals(const felt_odds *odds, mpq_t ret_probability, mpq_t ret_return)
{
    bool known = true;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(ret_return, 0, 1);
    felt_ratio_sum(ret_probability, odds->rows, odds->wager->row_count);
    for (int row = 0; row < odds->wager->row_count; row++) {
        known = felt_odds_row_return(odds, row, one) && known;
        mpq_add(ret_return, ret_return, one);
    }
    mpq_clear(one);
    return known;
}

void felt_odds_wins(const felt_odds *odds, uint64_t rounds, mpq_t ret)
{
    felt_ratio_set(ret, (int64_t)rounds, 1);
    mpq_mul(ret, ret, odds->hit);
}

void felt_odds_edge_per_roll(const felt_odds *odds, mpq_t ret)
{
    mpq_div(ret, odds->edge, odds->rolls);
}

/* third / variance^(3/2), as the root of third^2 / variance^3 with the sign of third. */
int felt_odds_skewness(const felt_odds *odds, mpq_t ret_square)
{
    mpq_set_ui(ret_square, 0, 1);
    if (mpq_sgn(odds->variance) == 0)
        return 0;
    mpq_t cube;
    mpq_init(cube);
    mpq_mul(ret_square, odds->third, odds->third);
    mpq_mul(cube, odds->variance, odds->variance);
    mpq_mul(cube, cube, odds->variance);
    mpq_div(ret_square, ret_square, cube);
    mpq_clear(cube);
    return mpq_sgn(odds->third);
}

/* ---- ranges ---- */

/* The root of a ratio, cut off after ROOT_DIGITS digits. */
static void root(const mpq_t square, mpq_t ret)
{
    mpz_t scale;
    mpz_init(scale);
    mpz_ui_pow_ui(scale, 10, 2UL * ROOT_DIGITS);
    mpz_mul(mpq_numref(ret), mpq_numref(square), scale);
    mpz_tdiv_q(mpq_numref(ret), mpq_numref(ret), mpq_denref(square));
    mpz_sqrt(mpq_numref(ret), mpq_numref(ret));
    mpz_ui_pow_ui(mpq_denref(ret), 10, ROOT_DIGITS);
    mpq_canonicalize(ret);
    mpz_clear(scale);
}

void felt_odds_range(const felt_odds *odds, uint64_t rounds, long z_thousandths, int sign, mpq_t ret)
{
    assert(odds->has_pays && rounds > 0);
    mpq_t square, back;
    mpq_inits(square, back, NULL);
    felt_ratio_set(square, z_thousandths * z_thousandths, 1000000);
    mpq_mul(square, square, odds->variance);
    felt_ratio_set(back, 1, (int64_t)rounds);
    mpq_mul(square, square, back);
    root(square, ret);
    felt_odds_return(odds, back);
    if (sign > 0)
        mpq_add(ret, back, ret);
    else
        mpq_sub(ret, back, ret);
    if (mpq_sgn(ret) < 0)
        mpq_set_ui(ret, 0, 1);
    mpq_clears(square, back, NULL);
}

/* ---- the distribution of the net win ---- */

/* Below 0 where `a` comes first: net pays in their order, then unset pays, then undefined outcomes. */
static int order(const felt_odds_net *a, const felt_odds_net *b)
{
    if (a->known && b->known)
        return mpq_cmp(a->net, b->net);
    if (a->known != b->known)
        return a->known ? -1 : 1;
    return (int)a->missing - (int)b->missing;
}

/* Puts `one` into its place, or adds it to the one that is there; gives its numbers up. */
static int pile(felt_odds_net *list, int count, felt_odds_net *one)
{
    int at = 0;
    while (at < count && order(&list[at], one) < 0)
        at++;
    if (at < count && order(&list[at], one) == 0) {
        mpq_add(list[at].probability, list[at].probability, one->probability);
        felt_odds_nets_clear(one, 1);
        return count;
    }
    memmove(&list[at + 1], &list[at], (size_t)(count - at) * sizeof *list);
    list[at] = *one;
    return count + 1;
}

int felt_odds_nets(const felt_odds *odds, felt_odds_net ret[FELT_ROWS_MAX])
{
    int count = 0;
    for (int row = 0; row < odds->wager->row_count; row++) {
        felt_pay_kind kind = odds->variant->pays[row].pay.kind;
        if (!figures_row_counts(odds, row))
            continue;
        felt_odds_net one = {.known = is_known(kind), .missing = kind};
        mpq_inits(one.net, one.probability, NULL);
        if (one.known)
            figures_net(odds, row, one.net);
        mpq_set(one.probability, odds->rows[row]);
        count = pile(ret, count, &one);
    }
    return count;
}

void felt_odds_nets_clear(felt_odds_net *nets, int count)
{
    for (int i = 0; i < count; i++)
        mpq_clears(nets[i].net, nets[i].probability, NULL);
}
