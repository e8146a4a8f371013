/* src/design/compare.c - two paytables compared, exactly where doubles do not decide. */
#include "frontier.h"

#include <math.h>

/* ---- exact ---- */

void figures_distance(const problem *p, const int *numbers, mpq_t ret)
{
    mpq_t edge, variance;
    mpq_inits(edge, variance, NULL);
    mpq_set_ui(ret, 0, 1);
    for (int i = 0; i < p->scene_count; i++) {
        problem_figures(p, i, numbers, edge, variance);
        mpq_sub(edge, edge, p->target);
        mpq_abs(edge, edge);
        if (mpq_cmp(edge, ret) > 0)
            mpq_set(ret, edge);
    }
    mpq_clears(edge, variance, NULL);
}

void figures_variance(const problem *p, const int *numbers, mpq_t ret)
{
    mpq_t edge, variance;
    mpq_inits(edge, variance, NULL);
    mpq_set_ui(ret, 0, 1);
    for (int i = 0; i < p->scene_count; i++) {
        problem_figures(p, i, numbers, edge, variance);
        if (mpq_cmp(variance, ret) > 0)
            mpq_set(ret, variance);
    }
    mpq_clears(edge, variance, NULL);
}

static int number_of(const candidate *c, int i)
{
    return c->numbers[i];
}

static void change_of(const problem *p, const candidate *c, mpq_t ret)
{
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpq_set_ui(ret, 0, 1);
    for (int i = 0; i < p->part_count; i++) {
        int printed = p->stage->lines[p->parts[i].line].printed, difference = number_of(c, i) - printed;
        if (printed > 0)
            felt_ratio_add_times(ret, one, difference < 0 ? -difference : difference, printed);
    }
    mpq_clear(one);
}

/* ---- about, then exact ---- */

enum { BY_DISTANCE, BY_VARIANCE, BY_CHANGE };

static void exact_of(const problem *p, const candidate *c, int by, mpq_t ret)
{
    if (by == BY_DISTANCE)
        figures_distance(p, c->numbers, ret);
    else if (by == BY_VARIANCE)
        figures_variance(p, c->numbers, ret);
    else
        change_of(p, c, ret);
}

/* Doubles are known to about 1e-15 of themselves, sums that were cut off to 1e-19 of a unit. */
static int compare(const problem *p, const candidate *a, const candidate *b, int by, double x, double y)
{
    mpq_t left, right;
    if (fabs(x - y) > 1e-12 * (fabs(x) + fabs(y)) + 1e-17)
        return x < y ? -1 : 1;
    mpq_inits(left, right, NULL);
    exact_of(p, a, by, left);
    exact_of(p, b, by, right);
    int order = mpq_cmp(left, right);
    mpq_clears(left, right, NULL);
    return order;
}

int candidate_by_distance(const problem *p, const candidate *a, const candidate *b)
{
    return compare(p, a, b, BY_DISTANCE, a->distance, b->distance);
}

int candidate_by_variance(const problem *p, const candidate *a, const candidate *b)
{
    return compare(p, a, b, BY_VARIANCE, a->variance, b->variance);
}

int candidate_by_top(const candidate *a, const candidate *b)
{
    int64_t left = (int64_t)a->top_num * b->top_den, right = (int64_t)b->top_num * a->top_den;
    return (left > right) - (left < right);
}

/* ---- preference ---- */

static int by_change(const problem *p, const candidate *a, const candidate *b)
{
    return a->changed != b->changed ? a->changed - b->changed : compare(p, a, b, BY_CHANGE, a->change, b->change);
}

int candidate_prefer(const problem *p, const candidate *a, const candidate *b)
{
    felt_design_prefer prefer = p->request->prefer;
    int order = prefer == FELT_DESIGN_LOW_SD         ? candidate_by_variance(p, a, b)
                : prefer == FELT_DESIGN_HIGH_TOP     ? candidate_by_top(b, a)
                : prefer == FELT_DESIGN_NEAR_PRINTED ? by_change(p, a, b)
                                                     : 0;
    if (order == 0)
        order = candidate_by_distance(p, a, b);
    if (order == 0)
        order = candidate_by_variance(p, a, b);
    if (order == 0)
        order = candidate_by_top(b, a);
    for (int i = 0; i < p->part_count && order == 0; i++)
        order = (a->numbers[i] > b->numbers[i]) - (a->numbers[i] < b->numbers[i]);
    return order;
}
