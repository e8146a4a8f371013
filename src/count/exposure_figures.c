/* src/count/exposure_figures.c - figures from sums over shoes. */
#include "count/exposure_inside.h"

#include <assert.h>
#include <math.h>

/* Means over shoes of what was bet, won and dealt in one, and their covariances. */
typedef struct means {
    double count;
    double mean[3];
    double covariance[3][3];
} means;

enum { BETS, WON, ROUNDS };

static means means_of(const felt_exposure *e, int item, int cut)
{
    const value_wide *sum = e->sums + exposure_at(e, item, cut), *rounds = e->sums + exposure_rounds_at(e, cut);
    const double unit = (double)(1 << VALUE_BITS), coarse = (double)(1 << (VALUE_BITS - EXPOSURE_SQUARE_SHIFT));
    means m = {.count = (double)e->shoes_done};
    double n = m.count > 0 ? m.count : 1;
    m.mean[BETS] = (double)sum[EXPOSURE_BETS] / n;
    m.mean[WON] = (double)sum[EXPOSURE_WON] / unit / n;
    m.mean[ROUNDS] = (double)rounds[0] / n;
    double products[3][3] = {
        {(double)sum[EXPOSURE_BETS_BETS], (double)sum[EXPOSURE_BETS_WON] / coarse, (double)sum[EXPOSURE_BETS_ROUNDS]},
        {(double)sum[EXPOSURE_BETS_WON] / coarse, (double)sum[EXPOSURE_WON_WON] / coarse / coarse,
         (double)sum[EXPOSURE_WON_ROUNDS] / coarse},
        {(double)sum[EXPOSURE_BETS_ROUNDS], (double)sum[EXPOSURE_WON_ROUNDS] / coarse, (double)rounds[1]},
    };
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            m.covariance[i][k] = products[i][k] / n - m.mean[i] * m.mean[k];
    return m;
}

/* The product of powers of the three means, and its standard error by the first terms of its series; 0 where it has none. */
static felt_exposure_figure power(const means *m, double scale, double bets, double won, double rounds)
{
    const double by[3] = {bets, won, rounds};
    double value = scale, relative = 0;
    for (int i = 0; i < 3; i++) {
        if (by[i] != 0 && m->mean[i] == 0)
            return (felt_exposure_figure){0, 0};
        value *= by[i] == 0 ? 1 : by[i] == 1 ? m->mean[i] : pow(m->mean[i], by[i]);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (by[i] != 0 && by[k] != 0)
                relative += by[i] * by[k] * m->covariance[i][k] / (m->mean[i] * m->mean[k]);
    double error = relative > 0 && m->count > 1 ? fabs(value) * sqrt(relative / (m->count - 1)) : 0;
    return (felt_exposure_figure){value, error};
}

static felt_exposure_figures figures_of(const felt_exposure *e, int item, int cut, double deviation)
{
    assert(cut >= 0 && cut < e->setup.cut_count);
    means m = means_of(e, item, cut);
    felt_exposure_figures f = {.shoes = e->shoes_done};
    f.rounds = power(&m, 1, 0, 0, 1);
    f.frequency = power(&m, 1, 1, 0, -1);
    f.edge = power(&m, 1, -1, 1, 0);
    f.per100 = power(&m, 100, 0, 1, -1);
    f.per_shoe = power(&m, 1, 0, 1, 0);
    if (deviation > 0)
        f.di = power(&m, 1000 / deviation, -0.5, 1, -0.5);
    return f;
}

felt_exposure_figures felt_exposure_perfect(const felt_exposure *e, int bet, int cut)
{
    assert(bet >= 0 && bet < e->setup.bet_count);
    return figures_of(e, bet, cut, e->deviations[bet]);
}

felt_exposure_figures felt_exposure_of_system(const felt_exposure *e, int system, int cut)
{
    assert(system >= 0 && system < e->setup.system_count);
    return figures_of(e, e->setup.bet_count + system, cut, e->deviations[e->setup.systems[system].bet]);
}

felt_exposure_figures felt_exposure_of_group(const felt_exposure *e, int group, int cut)
{
    assert(group >= 0 && group < e->setup.group_count);
    return figures_of(e, e->setup.bet_count + e->setup.system_count + group, cut, 0);
}

double felt_exposure_deviation(const felt_exposure *e, int bet)
{
    assert(bet >= 0 && bet < e->setup.bet_count);
    return e->deviations[bet];
}

void felt_exposure_depths(const felt_exposure *e, int bet, felt_exposure_depth ret[FELT_EXPOSURE_DEPTHS])
{
    assert(e->setup.depths && bet >= 0 && bet < e->setup.bet_count);
    const double unit = (double)(1 << VALUE_BITS);
    for (int i = 0; i < FELT_EXPOSURE_DEPTHS; i++) {
        const value_wide *sum = e->sums + exposure_depths_at(e, bet) + i * EXPOSURE_DEPTH_SUMS;
        double n = sum[EXPOSURE_DEPTH_ROUNDS] > 0 ? (double)sum[EXPOSURE_DEPTH_ROUNDS] : 1;
        double mean = (double)sum[EXPOSURE_DEPTH_VALUE] / unit / n;
        double variance = (double)sum[EXPOSURE_DEPTH_SQUARE] / unit / unit / n - mean * mean;
        double good = (double)sum[EXPOSURE_DEPTH_GOOD];
        ret[i] = (felt_exposure_depth){.rounds = (uint64_t)sum[EXPOSURE_DEPTH_ROUNDS],
                                       .mean = mean,
                                       .deviation = variance > 0 ? sqrt(variance) : 0,
                                       .good = good / n,
                                       .edge = good > 0 ? (double)sum[EXPOSURE_DEPTH_WON] / unit / good : 0};
    }
}

void felt_exposure_system_depths(const felt_exposure *e, int system, felt_exposure_depth ret[FELT_EXPOSURE_DEPTHS])
{
    assert(e->setup.depths && system >= 0 && system < e->setup.system_count);
    felt_exposure_depths(e, e->setup.systems[system].bet, ret);
    for (int i = 0; i < FELT_EXPOSURE_DEPTHS; i++) {
        const value_wide *sum = e->sums + exposure_system_depths_at(e, system) + i * EXPOSURE_SYSTEM_DEPTH_SUMS;
        double bets = (double)sum[EXPOSURE_SYSTEM_DEPTH_BETS];
        ret[i].good = ret[i].rounds > 0 ? bets / (double)ret[i].rounds : 0;
        ret[i].edge = bets > 0 ? (double)sum[EXPOSURE_SYSTEM_DEPTH_WON] / (double)(1 << VALUE_BITS) / bets : 0;
    }
}

void felt_exposure_values(const felt_exposure *e, int bet, uint64_t ret[FELT_EXPOSURE_VALUES])
{
    assert(e->setup.depths && bet >= 0 && bet < e->setup.bet_count);
    const value_wide *sum = e->sums + exposure_depths_at(e, bet) + FELT_EXPOSURE_DEPTHS * EXPOSURE_DEPTH_SUMS;
    for (int i = 0; i < FELT_EXPOSURE_VALUES; i++)
        ret[i] = (uint64_t)sum[i];
}
