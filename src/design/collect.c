/* src/design/collect.c - looks at what a search comes to: counts, keeps the best and the frontier. */
#include "collect.h"
#include "ceiling.h"
#include "search.h"

#include <math.h>
#include <string.h>

typedef struct collector {
    const problem *p;
    collection *into;
    uint64_t looked, look_most;
    bool first_only;
    bool no_memory;
    double units; /* a shoe, of the best */
} collector;

static double about(felt_design_number number)
{
    return (double)number.num / (double)number.den;
}

/* ---- figures of one paytable ---- */

static void raise_top(candidate *c, int num, int den)
{
    if ((int64_t)num * c->top_den > (int64_t)c->top_num * den) {
        c->top_num = num;
        c->top_den = den;
    }
}

/* The pay to 1 of a line. Where scenes differ in whether the stake is counted, the one that does not is meant. */
static void add_line(const problem *p, int line, int number, candidate *c)
{
    const stage_line *l = &p->stage->lines[line];
    raise_top(c, p->by_for[line] ? number - l->denominator : number, l->denominator);
    if (l->printed > 0 && l->printed != number) {
        c->changed++;
        c->change += fabs((double)number - l->printed) / l->printed;
    }
}

static candidate before_last(const problem *p, const int *numbers)
{
    candidate c = {.top_num = 0, .top_den = 1};
    for (int i = 0; i < p->stage->line_count; i++)
        if (p->held[i] > 0) {
            candidate alone = {.top_num = 0, .top_den = 1};
            add_line(p, i, p->held[i], &alone); /* what is asked for by name is no change */
            raise_top(&c, alone.top_num, alone.top_den);
        }
    for (int i = 0; i + 1 < p->part_count; i++)
        add_line(p, p->parts[i].line, numbers[i], &c);
    return c;
}

/* ---- bands ---- */

static bool top_is_inside(const felt_design_band *band, const candidate *c)
{
    return (!band->has_least || (wide)c->top_num * band->least.den >= (wide)band->least.num * c->top_den) &&
           (!band->has_most || (wide)c->top_num * band->most.den <= (wide)band->most.num * c->top_den);
}

/* The variance of a scene against the square of a bound: about, then exactly. */
static int against(const problem *p, int scene, const int *numbers, double variance, felt_design_number bound)
{
    double square = about(bound) * about(bound);
    if (fabs(variance - square) > 1e-9 * (variance + square))
        return variance < square ? -1 : 1;
    mpq_t edge, exact, limit;
    mpq_inits(edge, exact, limit, NULL);
    problem_figures(p, scene, numbers, edge, exact);
    felt_ratio_set(limit, bound.num, bound.den);
    mpq_mul(limit, limit, limit);
    int order = mpq_cmp(exact, limit);
    mpq_clears(edge, exact, limit, NULL);
    return order;
}

static bool sd_is_inside(const problem *p, int scene, const int *numbers, double variance)
{
    const felt_design_band *band = &p->request->sd;
    return (!band->has_least || against(p, scene, numbers, variance, band->least) >= 0) &&
           (!band->has_most || against(p, scene, numbers, variance, band->most) <= 0);
}

/* ---- looking ---- */

/* Distance and variance of the paytable in run->numbers; false: its deviation or its top pay is outside. */
static bool measure(const problem *p, const search_run *run, candidate *c)
{
    int last = p->part_count - 1, number = run->numbers[last];
    for (int i = 0; i < p->scene_count; i++) {
        const problem_scene *scene = &p->scenes[i];
        double apart = (double)(run->sums[i] + scene->steps[last] * number - scene->target) * scene->unit;
        double mean = apart - p->target_about, net = scene->rise[last] * number + scene->base[last];
        double variance = run->squares[i] + scene->chance[last] * net * net - mean * mean;
        if (!sd_is_inside(p, i, run->numbers, variance))
            return false;
        c->distance = fabs(apart) > c->distance ? fabs(apart) : c->distance;
        c->variance = variance > c->variance ? variance : c->variance;
    }
    return top_is_inside(&p->request->top, c);
}

static void set_best(collector *k, const candidate *c)
{
    collection *into = k->into;
    into->has_best = true;
    into->best = *c;
    memcpy(into->best_numbers, c->numbers, (size_t)k->p->part_count * sizeof *c->numbers);
    into->best.numbers = into->best_numbers;
}

static void keep_best(collector *k, const candidate *c)
{
    if (!k->into->has_best || candidate_prefer(k->p, c, &k->into->best) < 0)
        set_best(k, c);
}

static bool look(collector *k, const search_run *run, const candidate *before, int place)
{
    const problem *p = k->p;
    int last = p->part_count - 1;
    candidate c = *before;
    run->numbers[last] = search_number(p, place);
    c.numbers = run->numbers;
    add_line(p, p->parts[last].line, run->numbers[last], &c);
    k->looked++;
    if (!measure(p, run, &c))
        return true;
    keep_best(k, &c);
    k->into->count++;
    if (k->into->frontier != NULL && !frontier_add(k->into->frontier, &c)) {
        k->no_memory = true;
        return false;
    }
    return !k->first_only;
}

static bool look_at_all(void *context, const search_run *run)
{
    collector *k = context;
    candidate before = before_last(k->p, run->numbers);
    if (k->looked >= k->look_most) {
        k->into->seen = k->into->counted = false;
        return false;
    }
    int last = run->last;
    if (k->p->request->has_exposure)
        last = ceiling_last(k->p, run->numbers, run->first, run->last);
    for (int place = run->first; place <= last; place++)
        if (!look(k, run, &before, place))
            return false;
    return !k->p->request->has_exposure || !ceiling_is_spent(k->p->stage->ceiling);
}

/* The first of a run whose deviation and top pay are inside. */
static bool find_first(const problem *p, const search_run *run, candidate *ret)
{
    int last = p->part_count - 1;
    candidate before = before_last(p, run->numbers);
    for (int place = run->first; place <= run->last; place++) {
        *ret = before;
        ret->numbers = run->numbers;
        run->numbers[last] = search_number(p, place);
        add_line(p, p->parts[last].line, run->numbers[last], ret);
        if (measure(p, run, ret))
            return true;
    }
    return false;
}

/* A counter wins least of the first of a run. */
static bool look_at_least(void *context, const search_run *run)
{
    collector *k = context;
    candidate c;
    if (!find_first(k->p, run, &c) || ceiling_excludes(k->p, run->numbers))
        return true;
    double units = ceiling_lower(k->p, run->numbers);
    if (units < k->units) {
        k->units = units;
        set_best(k, &c);
    }
    return !ceiling_is_spent(k->p->stage->ceiling);
}

static bool count_only(void *context, const search_run *run)
{
    collector *k = context;
    k->into->count += (uint64_t)(run->last - run->first + 1);
    return true;
}

static felt_status run(collector *k, uint64_t most, search_visit visit)
{
    search_result result;
    ceiling *c = k->p->stage->ceiling;
    if (c != NULL)
        ceiling_begin(c, k->p->request->has_exposure ? about(k->p->request->exposure) : INFINITY, most);
    felt_status status = search_all(k->p, most, visit, k, &result);
    if (c != NULL)
        result.steps += ceiling_steps(c);
    if (result.ended || (c != NULL && ceiling_is_spent(c)))
        k->into->counted = k->into->seen = false;
    k->into->steps += result.steps + k->looked;
    return k->no_memory ? FELT_ENOMEM : status;
}

/* Does every paytable have to be looked at to say whether it counts? */
static bool is_filtered(const felt_design_request *r)
{
    return r->has_exposure || r->sd.has_least || r->sd.has_most || r->top.has_least || r->top.has_most;
}

/* Runs are counted at once, so that it is known beforehand whether there are too many to look at each. */
felt_status collect(const problem *p, uint64_t most, frontier *into, collection *ret)
{
    collector k = {.p = p, .into = ret, .look_most = most / 2};
    felt_status status = FELT_OK;
    *ret = (collection){.counted = true, .seen = true, .frontier = into};
    if (!is_filtered(p->request)) {
        status = run(&k, most, count_only);
        if (status != FELT_OK || !ret->counted || ret->count > k.look_most || ret->count == 0) {
            ret->seen = ret->count == 0 && ret->counted;
            return status;
        }
        ret->count = 0;
    }
    return run(&k, most, look_at_all);
}

felt_status collect_first(const problem *p, uint64_t most, collection *ret)
{
    collector k = {.p = p, .into = ret, .look_most = most, .first_only = true};
    *ret = (collection){.counted = true, .seen = true};
    return run(&k, most, look_at_all);
}

felt_status collect_least(const problem *p, uint64_t most, collection *ret, double *ret_units)
{
    collector k = {.p = p, .into = ret, .look_most = most, .units = INFINITY};
    *ret = (collection){.counted = true, .seen = true};
    felt_status status = run(&k, most, look_at_least);
    *ret_units = k.units;
    return status;
}
