/* src/design/problem.c - what is asked for, in whole numbers. */
#include "problem.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const wide never = (wide)1 << 119;

static void set_number(mpq_t ret, felt_design_number number)
{
    felt_ratio_set(ret, number.num, number.den);
}

/* ---- which lines are to be found ---- */

static bool any_unset(const stage *s)
{
    for (int i = 0; i < s->line_count; i++)
        if (s->lines[i].printed == 0)
            return true;
    return false;
}

/* What is asked of a row is of one that there is, and that has a pay. */
static felt_status verify_rows(const problem *p, felt_error *error)
{
    const stage *s = p->stage;
    for (int row = 0; row < FELT_ROWS_MAX; row++) {
        const felt_design_row *asked = &p->request->rows[row];
        bool known = !asked->fixed && !asked->free && !asked->back.has_least && !asked->back.has_most;
        for (int i = 0; i < s->line_count; i++)
            known = known || s->lines[i].row == row;
        if (!known && row >= s->wager->row_count)
            return felt_error_set(error, FELT_EDATA, -1, "there is no row %d: the wager has %d", row + 1, s->wager->row_count);
        if (!known)
            return felt_error_set(error, FELT_EDATA, row, "row %d (%.*s) has no pay that could be another under these choices", row + 1,
                                  FELT_TEXT_ARGS(s->wager->rows[row].text));
    }
    return FELT_OK;
}

/* An unset pay is what is to be found; without one, all are. */
static felt_status choose_parts(problem *p, felt_error *error)
{
    const stage *s = p->stage;
    bool unset = any_unset(s);
    for (int i = 0; i < s->line_count; i++) {
        const stage_line *line = &s->lines[i];
        const felt_design_row *asked = &p->request->rows[line->row];
        bool held = asked->fixed || (unset && line->printed > 0 && !asked->free && !p->request->free_all);
        p->held[i] = !held ? 0 : asked->fixed && asked->pay > 0 ? asked->pay : line->printed;
        if (held && p->held[i] == 0)
            return felt_error_set(error, FELT_EDATA, line->row, "row %d has no pay in the document that it could be held at",
                                  line->row + 1);
        if (held && p->held[i] < line->lowest)
            return felt_error_set(error, FELT_EDATA, line->row, "row %d cannot be held at %d: it would not win; expected %d or more",
                                  line->row + 1, p->held[i], line->lowest);
        if (!held)
            p->parts[p->part_count++] = (problem_part){.line = i, .low = line->lowest, .high = FELT_PAY_MAX};
    }
    felt_status status = verify_rows(p, error);
    if (status != FELT_OK)
        return status;
    return p->part_count > 0 ? FELT_OK : felt_error_set(error, FELT_EDATA, -1, "every pay is held, and none is to be found");
}

/* ---- order ---- */

static void chance_in_all(const stage *s, int line, mpq_t ret)
{
    mpq_set_ui(ret, 0, 1);
    for (int i = 0; i < s->scene_count; i++)
        mpq_add(ret, ret, s->scenes[i].terms[line].chance);
}

/* The commonest first: they have the fewest numbers, and those of the rarest, which has the most, are found at once. */
static void sort_parts(problem *p)
{
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    for (int i = 1; i < p->part_count; i++)
        for (int k = i; k > 0; k--) {
            chance_in_all(p->stage, p->parts[k - 1].line, a);
            chance_in_all(p->stage, p->parts[k].line, b);
            if (mpq_cmp(a, b) >= 0)
                break;
            problem_part part = p->parts[k];
            p->parts[k] = p->parts[k - 1];
            p->parts[k - 1] = part;
        }
    mpq_clears(a, b, NULL);
}

static void bind_lines(problem *p)
{
    for (int a = 0; a < p->stage->line_count && !p->request->any_order; a++)
        for (int b = 0; b < p->stage->line_count; b++) {
            bool differs;
            if (a == b || stage_compare(p->stage, b, a, &differs) >= 0)
                continue;
            p->bound[a][b] = true;
            p->shift[a][b] = stage_shift(p->stage, b, a);
        }
}

static void note_units(problem *p)
{
    for (int line = 0; line < p->stage->line_count; line++) {
        p->by_for[line] = true;
        for (int i = 0; i < p->stage->scene_count; i++) {
            const stage_term *term = &p->stage->scenes[i].terms[line];
            p->by_for[line] = p->by_for[line] && (term->by_for || mpq_sgn(term->chance) == 0);
        }
    }
}

static int64_t floor_of(int64_t num, int64_t den)
{
    return num >= 0 ? num / den : -((-num + den - 1) / den);
}

int problem_least(const problem *p, int a, int b, int number)
{
    int64_t den = p->stage->lines[a].denominator, to = p->stage->lines[b].denominator;
    int64_t least = -floor_of(-to * (number + p->shift[a][b] * den), den);
    return least > FELT_PAY_MAX ? FELT_PAY_MAX + 1 : (int)least;
}

int problem_most(const problem *p, int a, int b, int number)
{
    int64_t den = p->stage->lines[b].denominator, to = p->stage->lines[a].denominator;
    int64_t most = floor_of(to * (number - p->shift[a][b] * den), den);
    return most > FELT_PAY_MAX ? FELT_PAY_MAX : (int)most;
}

/* ---- numbers that are possible by themselves ---- */

static void refuse(problem *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void refuse(problem *p, const char *format, ...)
{
    va_list args;
    if (p->empty)
        return;
    va_start(args, format);
    vsnprintf(p->reason, sizeof p->reason, format, args);
    va_end(args);
    p->empty = true;
}

static int rows_number(const problem *p, int line)
{
    return p->stage->lines[line].row + 1;
}

/* A held row binds those that are rarer and those that are commoner. */
static void bound_by_held(problem *p, problem_part *part)
{
    for (int i = 0; i < p->stage->line_count; i++) {
        if (p->held[i] == 0)
            continue;
        if (p->bound[i][part->line]) {
            int least = problem_least(p, i, part->line, p->held[i]);
            part->low = least > part->low ? least : part->low;
        }
        if (p->bound[part->line][i]) {
            int most = problem_most(p, part->line, i, p->held[i]);
            part->high = most < part->high ? most : part->high;
        }
    }
    if (part->low > part->high)
        refuse(p,
               "row %d would have to pay at least %d and at most %d, since rarer rows never pay less than commoner ones and the others are "
               "held",
               rows_number(p, part->line), part->low, part->high);
}

/* (share / chance - 1 - base) / rise: the number at which so much comes back through the row; rounded up or down. */
static int64_t number_for(const stage_term *term, felt_design_number share, bool up)
{
    mpq_t x;
    mpz_t whole;
    mpq_init(x);
    mpz_init(whole);
    set_number(x, share);
    mpq_div(x, x, term->chance);
    mpq_sub(x, x, term->base);
    mpz_sub(mpq_numref(x), mpq_numref(x), mpq_denref(x));
    mpq_div(x, x, term->rise);
    if (up)
        mpz_cdiv_q(whole, mpq_numref(x), mpq_denref(x));
    else
        mpz_fdiv_q(whole, mpq_numref(x), mpq_denref(x));
    int64_t number = mpz_cmp_si(whole, FELT_PAY_MAX + 1) > 0 ? FELT_PAY_MAX + 1 : mpz_sgn(whole) < 0 ? -1 : mpz_get_si(whole);
    mpq_clear(x);
    mpz_clear(whole);
    return number;
}

static void bound_by_return(problem *p, problem_part *part)
{
    const felt_design_band *back = &p->request->rows[p->stage->lines[part->line].row].back;
    for (int i = 0; i < p->stage->scene_count; i++) {
        const stage_term *term = &p->stage->scenes[i].terms[part->line];
        if (mpq_sgn(term->chance) == 0 || mpq_sgn(term->rise) == 0)
            continue;
        int64_t least = back->has_least ? number_for(term, back->least, true) : part->low;
        int64_t most = back->has_most ? number_for(term, back->most, false) : part->high;
        part->low = least > part->low ? (int)least : part->low;
        part->high = most < part->high ? (int)most : part->high;
    }
    if (part->low > part->high)
        refuse(p, "row %d cannot return what is asked of it: it would have to pay at least %d and at most %d", rows_number(p, part->line),
               part->low, part->high);
}

/* The lowest and highest number of the list that are inside. */
static void bound_by_list(problem *p, problem_part *part)
{
    const felt_design_request *r = p->request;
    int first = 0, last = r->pay_count - 1;
    if (r->pays == NULL)
        return;
    while (first <= last && r->pays[first] < part->low)
        first++;
    while (first <= last && r->pays[last] > part->high)
        last--;
    if (first > last) {
        refuse(p, "no pay of the list is from %d to %d, which row %d would have to pay", part->low, part->high, rows_number(p, part->line));
        return;
    }
    part->low = r->pays[first];
    part->high = r->pays[last];
}

static void bound_parts(problem *p)
{
    for (int i = 0; i < p->part_count && !p->empty; i++) {
        problem_part *part = &p->parts[i];
        int64_t most = p->request->max_pay == 0 ? FELT_PAY_MAX : (int64_t)p->request->max_pay * p->stage->lines[part->line].denominator;
        part->high = most < part->high ? (int)most : part->high;
        if (part->low > part->high)
            refuse(p, "row %d pays at least %d, and at most %d is allowed", rows_number(p, part->line), part->low, part->high);
        bound_by_held(p, part);
        if (!p->empty)
            bound_by_return(p, part);
        if (!p->empty)
            bound_by_list(p, part);
    }
}

/* ---- scenes ---- */

/* What the lines that are held add, and the bases of the others. */
static void add_held(const problem *p, problem_scene *scene)
{
    mpq_t net;
    mpq_init(net);
    mpq_set(scene->mean, scene->stage->mean);
    mpq_set(scene->square, scene->stage->square);
    for (int i = 0; i < p->stage->line_count; i++) {
        const stage_term *term = &scene->stage->terms[i];
        mpq_set(net, term->base);
        felt_ratio_add_times(net, term->rise, p->held[i], 1);
        mpq_mul(net, net, term->chance);
        mpq_add(scene->mean, scene->mean, net);
        if (p->held[i] == 0 || mpq_sgn(term->chance) == 0)
            continue;
        mpq_mul(net, net, net);
        mpq_div(net, net, term->chance);
        mpq_add(scene->square, scene->square, net);
    }
    mpq_clear(net);
}

/* -edge - mean: the sum at which the edge is that. */
static void sum_for(const problem_scene *scene, const mpq_t edge, mpq_t ret)
{
    mpq_add(ret, edge, scene->mean);
    mpq_neg(ret, ret);
}

/* A whole number cut off after `shift` bits, down or up. */
static wide cut(const mpz_t number, mp_bitcnt_t shift, bool up)
{
    mpz_t rest;
    wide value = 0;
    mpz_init(rest);
    if (up)
        mpz_cdiv_q_2exp(rest, number, shift);
    else
        mpz_fdiv_q_2exp(rest, number, shift);
    bool negative = mpz_sgn(rest) < 0;
    mpz_abs(rest, rest);
    if (mpz_sizeinbase(rest, 2) > 118) {
        mpz_clear(rest);
        return negative ? -never : never;
    }
    for (int i = 1; i >= 0; i--)
        value = value << 64 | (wide)(mpz_size(rest) > (size_t)i ? mpz_getlimbn(rest, i) : 0);
    mpz_clear(rest);
    return negative ? -value : value;
}

static void scaled(const mpq_t ratio, const mpz_t by, mpz_t ret)
{
    mpz_mul(ret, mpq_numref(ratio), by);
    mpz_divexact(ret, ret, mpq_denref(ratio));
}

static void common_denominator(const problem *p, const problem_scene *scene, const mpq_t target, mpz_t ret)
{
    mpz_set_ui(ret, 1);
    for (int i = 0; i < p->part_count; i++)
        mpz_lcm(ret, ret, mpq_denref(scene->slopes[i]));
    mpz_lcm(ret, ret, mpq_denref(scene->least));
    mpz_lcm(ret, ret, mpq_denref(scene->most));
    mpz_lcm(ret, ret, mpq_denref(target));
}

static void set_whole(const problem *p, problem_scene *scene)
{
    mpz_t by, number;
    mpq_t target;
    size_t bits = 0;
    long exponent;
    mpz_inits(by, number, NULL);
    mpq_init(target);
    sum_for(scene, p->target, target);
    common_denominator(p, scene, target, by);
    for (int i = 0; i < p->part_count; i++) {
        scaled(scene->slopes[i], by, number);
        bits = mpz_sizeinbase(number, 2) > bits ? mpz_sizeinbase(number, 2) : bits;
    }
    mp_bitcnt_t shift = bits > SLOPE_BITS ? bits - SLOPE_BITS : 0;
    wide slack = shift == 0 ? 0 : (wide)p->part_count * FELT_PAY_MAX;
    for (int i = 0; i < p->part_count; i++) {
        scaled(scene->slopes[i], by, number);
        scene->steps[i] = cut(number, shift, false);
    }
    scaled(scene->least, by, number);
    scene->least_sure = cut(number, shift, true);
    scene->least_maybe = cut(number, shift, false) - slack;
    scaled(scene->most, by, number);
    scene->most_maybe = cut(number, shift, false);
    scene->most_sure = scene->most_maybe - slack;
    scaled(target, by, number);
    scene->target = cut(number, shift, false);
    double mantissa = mpz_get_d_2exp(&exponent, by);
    scene->unit = ldexp(1 / mantissa, (int)((long)shift - exponent));
    mpz_clears(by, number, NULL);
    mpq_clear(target);
}

static bool take_arrays(problem *p, problem_scene *scene)
{
    size_t count = (size_t)p->part_count;
    scene->slopes = felt_arena_take(p->arena, count, sizeof *scene->slopes);
    scene->steps = felt_arena_take(p->arena, count, sizeof *scene->steps);
    scene->chance = felt_arena_take(p->arena, count, sizeof *scene->chance);
    scene->rise = felt_arena_take(p->arena, count, sizeof *scene->rise);
    scene->base = felt_arena_take(p->arena, count, sizeof *scene->base);
    return scene->slopes != NULL && scene->steps != NULL && scene->chance != NULL && scene->rise != NULL && scene->base != NULL;
}

static bool set_scene(problem *p, problem_scene *scene, const stage_scene *given)
{
    mpq_t edge;
    scene->stage = given;
    if (!take_arrays(p, scene))
        return false;
    mpq_inits(edge, scene->mean, scene->square, scene->least, scene->most, NULL);
    for (int i = 0; i < p->part_count; i++) {
        const stage_term *term = &given->terms[p->parts[i].line];
        mpq_init(scene->slopes[i]);
        mpq_mul(scene->slopes[i], term->chance, term->rise);
        scene->chance[i] = mpq_get_d(term->chance);
        scene->rise[i] = mpq_get_d(term->rise);
        scene->base[i] = mpq_get_d(term->base);
    }
    add_held(p, scene);
    scene->held_square = mpq_get_d(scene->square);
    set_number(edge, p->request->edge.most);
    sum_for(scene, edge, scene->least);
    set_number(edge, p->request->edge.least);
    sum_for(scene, edge, scene->most);
    mpq_clear(edge);
    set_whole(p, scene);
    return true;
}

/* ---- the whole ---- */

static void set_target(problem *p)
{
    const felt_design_request *r = p->request;
    mpq_t most;
    mpq_init(most);
    set_number(p->target, r->has_target ? r->target : r->edge.least);
    if (!r->has_target) {
        set_number(most, r->edge.most);
        mpq_add(p->target, p->target, most);
        mpq_div_2exp(p->target, p->target, 1);
    }
    p->target_about = mpq_get_d(p->target);
    mpq_clear(most);
}

felt_status problem_make(felt_arena *arena, const stage *given, const felt_design_request *request, problem *p, felt_error *error)
{
    assert(request->edge.has_least && request->edge.has_most);
    p->stage = given;
    p->request = request;
    p->arena = arena;
    mpq_init(p->target);
    set_target(p);
    p->scenes = felt_arena_take(arena, (size_t)given->scene_count, sizeof *p->scenes);
    felt_status status = p->scenes == NULL ? FELT_ENOMEM : choose_parts(p, error);
    if (status != FELT_OK)
        return status;
    sort_parts(p);
    bind_lines(p);
    note_units(p);
    bound_parts(p);
    for (; p->scene_count < given->scene_count; p->scene_count++)
        if (!set_scene(p, &p->scenes[p->scene_count], &given->scenes[p->scene_count]))
            return FELT_ENOMEM;
    return FELT_OK;
}

void problem_free(problem *p)
{
    for (int i = 0; i < p->scene_count; i++) {
        problem_scene *scene = &p->scenes[i];
        mpq_clears(scene->mean, scene->square, scene->least, scene->most, NULL);
        for (int k = 0; k < p->part_count; k++)
            mpq_clear(scene->slopes[k]);
    }
    if (p->stage != NULL)
        mpq_clear(p->target);
    p->scene_count = 0;
}

void problem_release(problem *p, int scene)
{
    problem_scene *s = &p->scenes[scene];
    s->least_maybe = s->least_sure = -never;
    s->most_maybe = s->most_sure = never;
    s->released = true;
}

/* ---- exact ---- */

static void sum_of(const problem *p, int scene, const int *numbers, mpq_t ret)
{
    mpq_set_ui(ret, 0, 1);
    for (int i = 0; i < p->part_count; i++)
        felt_ratio_add_times(ret, p->scenes[scene].slopes[i], numbers[i], 1);
}

bool problem_fits(const problem *p, int scene, const int *numbers)
{
    mpq_t sum;
    mpq_init(sum);
    sum_of(p, scene, numbers, sum);
    bool fits = mpq_cmp(sum, p->scenes[scene].least) >= 0 && mpq_cmp(sum, p->scenes[scene].most) <= 0;
    mpq_clear(sum);
    return fits;
}

void problem_figures(const problem *p, int scene, const int *numbers, mpq_t ret_edge, mpq_t ret_variance)
{
    const problem_scene *s = &p->scenes[scene];
    mpq_t net, term;
    mpq_inits(net, term, NULL);
    sum_of(p, scene, numbers, ret_edge);
    mpq_add(ret_edge, ret_edge, s->mean);
    mpq_mul(ret_variance, ret_edge, ret_edge);
    mpq_sub(ret_variance, s->square, ret_variance);
    mpq_neg(ret_edge, ret_edge);
    for (int i = 0; i < p->part_count; i++) {
        const stage_term *t = &s->stage->terms[p->parts[i].line];
        mpq_set(net, t->base);
        felt_ratio_add_times(net, t->rise, numbers[i], 1);
        mpq_mul(term, net, net);
        mpq_mul(term, term, t->chance);
        mpq_add(ret_variance, ret_variance, term);
    }
    mpq_clears(net, term, NULL);
}
