/* src/design/search.c - goes through all numbers that meet a problem's bands of edges and its order. */
#include "search.h"
#include "ceiling.h"

#include <stdlib.h>
#include <string.h>

/* One depth of the search: parts up to it are set. */
typedef struct level {
    wide *sums;      /* in each scene, of the parts before it */
    wide *rest_most; /* what the parts behind it can add at most */
    double *squares;
    int low[FELT_ROWS_MAX]; /* the lowest number of each part that the parts before it leave */
} level;

typedef struct search {
    const problem *p;
    int high[FELT_ROWS_MAX];
    level *levels;
    int numbers[FELT_ROWS_MAX];
    uint64_t steps, most;
    bool stopped, ended;
    double square_most; /* above it, the deviation is too large whatever follows; 0: nobody asks */
    search_visit visit;
    void *context;
} search;

/* ---- division ---- */

/* x / by rounded down, of a result that fits an int or is cut off at -1 and beyond the highest pay: by doubles, which may be one off, and
 * then looked at. Dividing 128 bits takes five times as long. */
static int quotient_floor(wide x, wide by)
{
    if (x < 0)
        return -1;
    double about = (double)x / (double)by;
    if (about > FELT_PAY_MAX)
        return FELT_PAY_MAX + 1;
    wide whole = (wide)about;
    while (whole * by > x)
        whole--;
    while ((whole + 1) * by <= x)
        whole++;
    return (int)whole;
}

static int quotient_ceiling(wide x, wide by)
{
    if (x <= 0)
        return 0;
    return quotient_floor(x - 1, by) + 1;
}

/* ---- places in the list of pays ---- */

static int place_up(const problem *p, int number)
{
    const felt_design_request *r = p->request;
    int low = 0, high = r->pay_count;
    if (r->pays == NULL)
        return number;
    while (low < high) {
        int middle = (low + high) / 2;
        if (r->pays[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int search_place_down(const problem *p, int number)
{
    return p->request->pays == NULL ? number : place_up(p, number + 1) - 1;
}

/* ---- what each part is left by the others ---- */

static bool tighten(const problem *p, int *low, int *high)
{
    bool changed = false;
    for (int a = 0; a < p->part_count; a++)
        for (int b = 0; b < p->part_count; b++) {
            if (!p->bound[p->parts[a].line][p->parts[b].line])
                continue;
            int least = problem_least(p, p->parts[a].line, p->parts[b].line, low[a]);
            int most = problem_most(p, p->parts[a].line, p->parts[b].line, high[b]);
            changed = changed || least > low[b] || most < high[a];
            low[b] = least > low[b] ? least : low[b];
            high[a] = most < high[a] ? most : high[a];
        }
    return changed;
}

/* With all others at their lowest, no part may make the sum too large. */
static void cap_by_edge(const problem *p, const int *low, int *high)
{
    for (int s = 0; s < p->scene_count; s++) {
        const problem_scene *scene = &p->scenes[s];
        wide sum = 0;
        for (int i = 0; i < p->part_count; i++)
            sum += scene->steps[i] * low[i];
        for (int i = 0; i < p->part_count; i++)
            if (scene->steps[i] > 0) {
                int most = quotient_floor(scene->most_maybe - sum + scene->steps[i] * low[i], scene->steps[i]);
                high[i] = most < high[i] ? most : high[i];
            }
    }
}

static bool any_empty(const problem *p, const int *low, const int *high)
{
    for (int i = 0; i < p->part_count; i++)
        if (low[i] > high[i])
            return true;
    return false;
}

bool search_extremes(const problem *p, int low[FELT_ROWS_MAX], int high[FELT_ROWS_MAX])
{
    for (int i = 0; i < p->part_count; i++) {
        low[i] = p->parts[i].low;
        high[i] = p->parts[i].high;
    }
    for (int i = 0; i < p->part_count; i++) /* in a chain, each pass reaches one further */
        if (!tighten(p, low, high) || any_empty(p, low, high))
            break;
    return !any_empty(p, low, high);
}

/* ---- one depth ---- */

/* The places that part `at` may take; false: none. */
static bool range_of(const search *s, int at, int *ret_first, int *ret_last)
{
    const problem *p = s->p;
    const level *l = &s->levels[at];
    int low = l->low[at], high = s->high[at];
    for (int i = 0; i < at; i++)
        if (p->bound[p->parts[at].line][p->parts[i].line]) {
            int most = problem_most(p, p->parts[at].line, p->parts[i].line, s->numbers[i]);
            high = most < high ? most : high;
        }
    for (int k = 0; k < p->scene_count; k++) {
        const problem_scene *scene = &p->scenes[k];
        wide step = scene->steps[at], short_of = scene->least_maybe - l->sums[k] - l->rest_most[k], left = scene->most_maybe - l->sums[k];
        if (step == 0) {
            if (short_of > 0 || left < 0)
                return false;
            continue;
        }
        int least = quotient_ceiling(short_of, step), most = quotient_floor(left, step);
        low = least > low ? least : low;
        high = most < high ? most : high;
    }
    *ret_first = place_up(p, low);
    *ret_last = search_place_down(p, high);
    return *ret_first <= *ret_last;
}

/* Is a number of the last part inside every band for sure, without looking at fractions? */
static bool is_sure(const search *s, int number, bool low_end)
{
    int at = s->p->part_count - 1;
    for (int k = 0; k < s->p->scene_count; k++) {
        const problem_scene *scene = &s->p->scenes[k];
        wide sum = s->levels[at].sums[k] + scene->steps[at] * number;
        if (low_end ? sum < scene->least_sure : sum > scene->most_sure)
            return false;
    }
    return true;
}

static bool fits(search *s, int number)
{
    s->numbers[s->p->part_count - 1] = number;
    for (int k = 0; k < s->p->scene_count; k++)
        if (!problem_fits(s->p, k, s->numbers))
            return false;
    return true;
}

/* Numbers so near to a border that whole numbers do not decide are at the ends of the run. */
static void visit_run(search *s, int first, int last)
{
    const problem *p = s->p;
    while (first <= last && !is_sure(s, search_number(p, first), true) && !fits(s, search_number(p, first)))
        first++;
    while (first <= last && !is_sure(s, search_number(p, last), false) && !fits(s, search_number(p, last)))
        last--;
    const level *l = &s->levels[p->part_count - 1];
    search_run run = {.numbers = s->numbers, .sums = l->sums, .squares = l->squares, .first = first, .last = last};
    if (first <= last && !s->visit(s->context, &run))
        s->stopped = true;
}

static double square_of(const problem_scene *scene, int part, int number)
{
    double net = scene->rise[part] * number + scene->base[part];
    return scene->chance[part] * net * net;
}

/* Is a counter known to win too much even with the lowest numbers of the parts behind `at`? */
static bool is_exposed(const search *s, const level *to, int at)
{
    int least[FELT_ROWS_MAX];
    if (!s->p->request->has_exposure)
        return false;
    for (int i = 0; i < s->p->part_count; i++)
        least[i] = i <= at ? s->numbers[i] : to->low[i];
    return ceiling_excludes(s->p, least);
}

/* Sets part `at` to a number and looks what that leaves; false: too much already, and so with every higher number. */
static bool descend(search *s, int at, int number)
{
    const problem *p = s->p;
    const level *from = &s->levels[at];
    level *to = &s->levels[at + 1];
    s->numbers[at] = number;
    for (int i = at + 1; i < p->part_count; i++) {
        int a = p->parts[at].line, b = p->parts[i].line, least = p->bound[a][b] ? problem_least(p, a, b, number) : 0;
        to->low[i] = least > from->low[i] ? least : from->low[i];
        if (to->low[i] > s->high[i])
            return false;
    }
    for (int k = 0; k < p->scene_count; k++) {
        const problem_scene *scene = &p->scenes[k];
        wide sum = to->sums[k] = from->sums[k] + scene->steps[at] * number;
        double square = to->squares[k] = from->squares[k] + square_of(scene, at, number);
        for (int i = at + 1; i < p->part_count; i++) {
            sum += scene->steps[i] * to->low[i];
            square += s->square_most > 0 ? square_of(scene, i, to->low[i]) : 0;
        }
        if (sum > scene->most_maybe || (s->square_most > 0 && square > s->square_most))
            return false;
    }
    return !is_exposed(s, to, at);
}

static void go(search *s, int at)
{
    int first, last;
    s->steps++;
    if (!range_of(s, at, &first, &last))
        return;
    if (at == s->p->part_count - 1) {
        visit_run(s, first, last);
        return;
    }
    for (int place = first; place <= last && !s->stopped; place++) {
        if (s->steps >= s->most) {
            s->stopped = s->ended = true;
            return;
        }
        if (!descend(s, at, search_number(s->p, place)))
            return;
        go(s, at + 1);
    }
}

/* ---- the whole ---- */

static bool take_levels(search *s)
{
    size_t scenes = (size_t)s->p->scene_count;
    int parts = s->p->part_count;
    s->levels = calloc((size_t)parts, sizeof *s->levels);
    for (int i = 0; s->levels != NULL && i < parts; i++) {
        s->levels[i].sums = calloc(scenes, 2 * sizeof *s->levels[i].sums);
        s->levels[i].squares = calloc(scenes, sizeof *s->levels[i].squares);
        if (s->levels[i].sums == NULL || s->levels[i].squares == NULL)
            return false;
        s->levels[i].rest_most = s->levels[i].sums + scenes;
    }
    return s->levels != NULL;
}

static void free_levels(search *s)
{
    for (int i = 0; s->levels != NULL && i < s->p->part_count; i++) {
        free(s->levels[i].sums);
        free(s->levels[i].squares);
    }
    free(s->levels);
}

static void set_levels(search *s)
{
    const problem *p = s->p;
    for (int k = 0; k < p->scene_count; k++) {
        wide rest = 0;
        for (int i = p->part_count - 1; i >= 0; i--) {
            s->levels[i].rest_most[k] = rest;
            rest += p->scenes[k].steps[i] * s->high[i];
        }
        s->levels[0].squares[k] = p->scenes[k].held_square;
    }
}

/* The variance is the expected square less the edge's, which the band bounds; a little is added for what doubles leave out. */
static double square_limit(const problem *p)
{
    const felt_design_band *sd = &p->request->sd, *edge = &p->request->edge;
    if (!sd->has_most)
        return 0;
    double most = (double)sd->most.num / (double)sd->most.den, a = (double)edge->least.num / (double)edge->least.den,
           b = (double)edge->most.num / (double)edge->most.den;
    return (most * most + (a * a > b * b ? a * a : b * b)) * (1 + 1e-9) + 1e-9;
}

felt_status search_all(const problem *p, uint64_t most, search_visit visit, void *context, search_result *ret)
{
    search s = {.p = p, .most = most, .visit = visit, .context = context, .square_most = square_limit(p)};
    int low[FELT_ROWS_MAX];
    *ret = (search_result){.steps = 0};
    if (p->empty || !search_extremes(p, low, s.high))
        return FELT_OK;
    cap_by_edge(p, low, s.high);
    if (!take_levels(&s)) {
        free_levels(&s);
        return FELT_ENOMEM;
    }
    set_levels(&s);
    memcpy(s.levels[0].low, low, sizeof low);
    go(&s, 0);
    free_levels(&s);
    *ret = (search_result){.steps = s.steps, .ended = s.ended};
    return FELT_OK;
}
