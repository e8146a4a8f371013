/* src/odds/spread.c - where many bets on one wager end: the distribution of the sum of their net wins.
 *
 * Net wins are multiples of a step above the lowest, so a sum of them is a whole number of steps, and its distribution is that of one bet
 * multiplied with itself as often as there are bets: squared and squared again. Only sums of products of probabilities are made, nothing
 * is subtracted, so that rounding stays far below the nine digits that are promised. */
#include <assert.h>
#include <felt/spread.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define LEFT_OUT 1e-15 /* at either end, each time */
#define WORK_MAX 3e9   /* products */

/* The probability of `low`, `low` + 1 ... steps. */
typedef struct mass {
    double *of;
    long low, count;
} mass;

/* One bet: few results, far from each other. */
typedef struct bet {
    long steps[FELT_ROWS_MAX];
    double of[FELT_ROWS_MAX];
    int count;
    mpq_t lowest, step; /* what the results are: lowest + steps * step */
} bet;

/* ---- one bet ---- */

/* The largest number of which all distances between net wins are multiples; 0: there is but one. */
static void find_step(const felt_odds_net *nets, int count, mpq_t ret)
{
    mpz_t below, above;
    mpq_t distance;
    mpz_inits(below, above, NULL);
    mpq_init(distance);
    mpz_set_ui(below, 1);
    for (int i = 1; i < count; i++) {
        mpq_sub(distance, nets[i].net, nets[0].net);
        mpz_lcm(below, below, mpq_denref(distance));
    }
    for (int i = 1; i < count; i++) {
        mpq_sub(distance, nets[i].net, nets[0].net);
        mpz_divexact(mpq_denref(distance), below, mpq_denref(distance));
        mpz_mul(mpq_numref(distance), mpq_numref(distance), mpq_denref(distance));
        mpz_gcd(above, above, mpq_numref(distance));
    }
    mpq_set_num(ret, above);
    mpq_set_den(ret, below);
    mpq_canonicalize(ret);
    mpz_clears(below, above, NULL);
    mpq_clear(distance);
}

/* False: a result is too far from the lowest. */
static bool count_steps(const felt_odds_net *nets, bet *b)
{
    bool good = true;
    mpq_t steps;
    mpq_init(steps);
    for (int i = 0; i < b->count && good; i++) {
        mpq_sub(steps, nets[i].net, nets[0].net);
        if (mpq_sgn(b->step) > 0)
            mpq_div(steps, steps, b->step);
        good = mpz_cmp_si(mpq_numref(steps), FELT_SPREAD_RESULTS_MAX) < 0;
        b->steps[i] = good ? mpz_get_si(mpq_numref(steps)) : 0;
        b->of[i] = mpq_get_d(nets[i].probability);
    }
    mpq_clear(steps);
    return good;
}

static bool make_bet(const felt_odds *odds, bet *ret)
{
    felt_odds_net nets[FELT_ROWS_MAX];
    ret->count = felt_odds_nets(odds, nets);
    mpq_inits(ret->lowest, ret->step, NULL);
    mpq_set(ret->lowest, nets[0].net);
    find_step(nets, ret->count, ret->step);
    bool good = count_steps(nets, ret);
    felt_odds_nets_clear(nets, ret->count);
    return good;
}

/* ---- many ---- */

/* Leaves out what hardly ever happens, at both ends. */
static void trim(mass *m)
{
    double out = 0;
    long first = 0, last = m->count - 1;
    while (first < last && out + m->of[first] < LEFT_OUT)
        out += m->of[first++];
    for (out = 0; last > first && out + m->of[last] < LEFT_OUT; last--)
        out += m->of[last];
    memmove(m->of, m->of + first, (size_t)(last - first + 1) * sizeof *m->of);
    m->low += first;
    m->count = last - first + 1;
}

/* As many bets again. */
static felt_status square(mass *m)
{
    long count = 2 * m->count - 1;
    if (m->count > FELT_SPREAD_RESULTS_MAX || (double)m->count * (double)m->count > WORK_MAX)
        return FELT_ELIMIT;
    double *of = calloc((size_t)count, sizeof *of);
    if (of == NULL)
        return FELT_ENOMEM;
    for (long i = 0; i < m->count; i++) {
        double one = m->of[i], *restrict to = of + i;
        const double *restrict from = m->of;
        for (long k = 0; one > 0 && k < m->count; k++)
            to[k] += one * from[k];
    }
    free(m->of);
    *m = (mass){of, 2 * m->low, count};
    trim(m);
    return FELT_OK;
}

/* One bet more. */
static felt_status add_one(mass *m, const bet *b)
{
    long count = m->count + b->steps[b->count - 1];
    double *of = calloc((size_t)count, sizeof *of);
    if (of == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < b->count; i++)
        for (long k = 0; k < m->count; k++)
            of[b->steps[i] + k] += b->of[i] * m->of[k];
    free(m->of);
    *m = (mass){of, m->low, count};
    trim(m);
    return FELT_OK;
}

static felt_status many(const bet *b, uint64_t rounds, mass *ret)
{
    *ret = (mass){calloc(1, sizeof(double)), 0, 1};
    if (ret->of == NULL)
        return FELT_ENOMEM;
    ret->of[0] = 1;
    felt_status status = FELT_OK;
    for (uint64_t bit = UINT64_C(1) << 13; bit > 0 && status == FELT_OK; bit >>= 1) {
        status = square(ret);
        if (status == FELT_OK && (rounds & bit) != 0)
            status = add_one(ret, b);
    }
    return status;
}

/* ---- what is told of it ---- */

int felt_spread_percent(int quantile)
{
    static const int percents[FELT_SPREAD_QUANTILES] = {1, 5, 25, 50, 75, 95, 99};
    return percents[quantile];
}

static void result_of(const bet *b, uint64_t rounds, long steps, mpq_t ret)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_ui(part, rounds, 1);
    mpq_mul(ret, b->lowest, part);
    mpq_set_si(part, steps, 1);
    mpq_mul(part, part, b->step);
    mpq_add(ret, ret, part);
    mpq_clear(part);
}

/* The steps below which the sum of all bets is below 0; and whether it is 0 there. */
static long find_zero(const bet *b, uint64_t rounds, bool *ret_even)
{
    long zero = mpq_sgn(b->lowest) < 0 ? LONG_MAX : 0; /* where there is but one result */
    mpq_t steps;
    mpq_init(steps);
    *ret_even = mpq_sgn(b->lowest) == 0;
    if (mpq_sgn(b->step) > 0) {
        mpq_set_ui(steps, rounds, 1);
        mpq_mul(steps, steps, b->lowest);
        mpq_div(steps, steps, b->step);
        mpq_neg(steps, steps);
        *ret_even = mpz_cmp_ui(mpq_denref(steps), 1) == 0;
        mpz_cdiv_q(mpq_numref(steps), mpq_numref(steps), mpq_denref(steps));
        zero = mpz_get_si(mpq_numref(steps));
    }
    mpq_clear(steps);
    return zero;
}

static void read_off(const bet *b, const mass *m, uint64_t rounds, felt_spread *ret)
{
    bool can_be_even;
    double below = 0;
    int next = 0;
    long zero = find_zero(b, rounds, &can_be_even);
    for (int i = 0; i < FELT_SPREAD_QUANTILES; i++)
        mpq_init(ret->quantiles[i]);
    for (long i = 0; i < m->count; i++) {
        long steps = m->low + i;
        bool even = can_be_even && steps == zero;
        *(steps < zero ? &ret->behind : even ? &ret->even : &ret->ahead) += m->of[i];
        below += m->of[i];
        bool last = i + 1 == m->count;
        for (; next < FELT_SPREAD_QUANTILES && (last || below >= felt_spread_percent(next) / 100.0 - 1e-12); next++)
            result_of(b, rounds, steps, ret->quantiles[next]);
    }
}

felt_status felt_spread_make(const felt_odds *odds, uint64_t rounds, felt_spread *ret)
{
    static_assert(FELT_SPREAD_ROUNDS_MAX < 1 << 14, "the bits that are gone through");
    bet b;
    mass m = {NULL, 0, 0};
    felt_status status = make_bet(odds, &b) ? many(&b, rounds, &m) : FELT_ELIMIT;
    if (status == FELT_OK) {
        *ret = (felt_spread){.rounds = rounds};
        read_off(&b, &m, rounds, ret);
    }
    free(m.of);
    mpq_clears(b.lowest, b.step, NULL);
    return status;
}

void felt_spread_clear(felt_spread *spread)
{
    for (int i = 0; i < FELT_SPREAD_QUANTILES; i++)
        mpq_clear(spread->quantiles[i]);
}
