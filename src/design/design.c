/* src/design/design.c - from a request to the paytables that meet it. */
#include "ceiling.h"
#include "collect.h"
#include "reason.h"
#include "search.h"

#include <felt/edit.h>
#include <stdio.h>
#include <string.h>

/* ---- what is asked ---- */

/* Left open, the house has at least nothing and at most all. */
static felt_design_request closed(const felt_design_request *request)
{
    felt_design_request r = *request;
    if (!r.edge.has_least)
        r.edge.least = (felt_design_number){0, 1};
    if (!r.edge.has_most)
        r.edge.most = (felt_design_number){1, 1};
    r.edge.has_least = r.edge.has_most = true;
    if (!r.has_target && request->edge.has_least != request->edge.has_most) {
        r.has_target = true;
        r.target = request->edge.has_least ? request->edge.least : request->edge.most;
    }
    if (r.work == 0)
        r.work = FELT_DESIGN_WORK;
    if (r.shoes.cut == 0)
        r.shoes.cut = FELT_DESIGN_CUT;
    if (r.shoes.count == 0)
        r.shoes.count = FELT_DESIGN_SHOES;
    return r;
}

static felt_status verify(const felt_design_request *r, felt_error *error)
{
    if ((wide)r->edge.least.num * r->edge.most.den > (wide)r->edge.most.num * r->edge.least.den)
        return felt_error_set(error, FELT_EDATA, -1, "the band of edges ends below where it begins");
    if (r->max_pay < 0 || r->max_pay > FELT_PAY_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found a highest pay of %d, expected 1 to %d", r->max_pay, FELT_PAY_MAX);
    if (r->work > FELT_DESIGN_WORK_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found more steps than %d", FELT_DESIGN_WORK_MAX);
    if (r->has_exposure && (r->exposure.num < 0 || r->shoes.count < 1 || r->shoes.count > FELT_DESIGN_SHOES_MAX))
        return felt_error_set(error, FELT_EDATA, -1, "expected an exposure of 0 or more, and 1 to %d shoes", FELT_DESIGN_SHOES_MAX);
    for (int i = 0; i < FELT_ROWS_MAX; i++)
        if (r->rows[i].pay < 0 || r->rows[i].pay > FELT_PAY_MAX)
            return felt_error_set(error, FELT_EDATA, i, "found a pay of %d, expected 1 to %d", r->rows[i].pay, FELT_PAY_MAX);
    return FELT_OK;
}

/* ---- what was found ---- */

static bool set_lines(felt_design *d, const problem *p, felt_arena *arena)
{
    felt_design_line *lines = felt_arena_take(arena, (size_t)p->stage->line_count, sizeof *lines);
    int *pairs = felt_arena_take(arena, (size_t)(p->stage->line_count * p->stage->line_count + 1), 2 * sizeof *pairs);
    if (lines == NULL || pairs == NULL)
        return false;
    for (int i = 0; i < p->part_count; i++) {
        const stage_line *l = &p->stage->lines[p->parts[i].line];
        lines[d->line_count++] = (felt_design_line){.row = l->row, .found = true, .printed = l->printed, .denominator = l->denominator};
    }
    d->found_count = d->line_count;
    for (int i = 0; i < p->stage->line_count; i++) {
        const stage_line *l = &p->stage->lines[i];
        if (p->held[i] > 0)
            lines[d->line_count++] =
                (felt_design_line){.row = l->row, .pay = p->held[i], .printed = l->printed, .denominator = l->denominator};
    }
    for (int a = 0; a < p->stage->line_count && !p->request->any_order; a++)
        for (int b = a + 1; b < p->stage->line_count; b++) {
            bool differs;
            stage_compare(p->stage, a, b, &differs);
            if (!differs)
                continue;
            pairs[2 * d->unordered_count] = p->stage->lines[a].row;
            pairs[2 * d->unordered_count++ + 1] = p->stage->lines[b].row;
        }
    d->lines = lines;
    d->unordered = pairs;
    return true;
}

static bool set_scenes(felt_design *d, const stage *s, felt_arena *arena)
{
    const felt_odds **scenes = felt_arena_take(arena, (size_t)s->scene_count, sizeof *scenes);
    for (int i = 0; scenes != NULL && i < s->scene_count; i++)
        scenes[i] = s->scenes[i].odds;
    d->scenes = scenes;
    d->scene_count = s->scene_count;
    return scenes != NULL;
}

static void init_table(felt_design_table *t, int scenes)
{
    mpq_inits(t->least, t->most, t->largest, t->distance, NULL);
    for (int i = 0; i < scenes; i++)
        mpq_inits(t->edge[i], t->variance[i], NULL);
}

static void clear_table(const felt_design_table *table, int scenes)
{
    felt_design_table t = *table;
    mpq_clears(t.least, t.most, t.largest, t.distance, NULL);
    for (int i = 0; i < scenes; i++)
        mpq_clears(t.edge[i], t.variance[i], NULL);
}

static void set_figures(felt_design_table *t, const problem *p, const int *numbers)
{
    for (int i = 0; i < p->scene_count; i++) {
        problem_figures(p, i, numbers, t->edge[i], t->variance[i]);
        if (i == 0 || mpq_cmp(t->edge[i], t->least) < 0)
            mpq_set(t->least, t->edge[i]);
        if (i == 0 || mpq_cmp(t->edge[i], t->most) > 0)
            mpq_set(t->most, t->edge[i]);
        if (mpq_cmp(t->variance[i], t->largest) > 0)
            mpq_set(t->largest, t->variance[i]);
    }
    figures_distance(p, numbers, t->distance);
}

static bool set_exposure(felt_design_table *t, const problem *p, const int *numbers)
{
    felt_exposure_figure *figures = felt_arena_take(p->arena, (size_t)p->scene_count, sizeof *figures);
    for (int i = 0; figures != NULL && i < p->scene_count; i++)
        figures[i] = ceiling_figure(p, i, numbers);
    t->exposure = figures;
    return figures != NULL;
}

/* A table with all its figures; false: there is no memory. */
static bool set_table(felt_design_table *t, const felt_design *d, const problem *p, const candidate *c)
{
    felt_arena *arena = p->arena;
    int *pays = felt_arena_take(arena, (size_t)d->line_count, sizeof *pays);
    t->edge = felt_arena_take(arena, (size_t)d->scene_count, sizeof *t->edge);
    t->variance = felt_arena_take(arena, (size_t)d->scene_count, sizeof *t->variance);
    if (pays == NULL || t->edge == NULL || t->variance == NULL || (p->request->has_exposure && !set_exposure(t, p, c->numbers)))
        return false;
    for (int i = 0; i < d->line_count; i++)
        pays[i] = d->lines[i].found ? c->numbers[i] : d->lines[i].pay;
    t->pays = pays;
    t->top_num = c->top_num;
    t->top_den = c->top_den;
    for (int i = 0; i < d->line_count; i++)
        t->changed += pays[i] != d->lines[i].printed;
    init_table(t, d->scene_count);
    set_figures(t, p, c->numbers);
    return true;
}

static felt_status keep(felt_design *d, const problem *p, collection *found)
{
    const candidate *list;
    int count;
    felt_design_table *best = felt_arena_take(p->arena, 1, sizeof *best);
    if (best == NULL || !frontier_finish(found->frontier, &list, &count, &d->frontier_cut))
        return FELT_ENOMEM;
    felt_design_table *tables = felt_arena_take(p->arena, (size_t)count + 1, sizeof *tables);
    if (tables == NULL || !set_table(best, d, p, &found->best))
        return FELT_ENOMEM;
    d->best = best;
    d->frontier = tables;
    for (; d->frontier_count < count; d->frontier_count++)
        if (!set_table(&tables[d->frontier_count], d, p, &list[d->frontier_count]))
            return FELT_ENOMEM;
    return FELT_OK;
}

/* ---- the search ---- */

/* Of all numbers there are too many to look at each: of those that casinos print, there may not be. */
static felt_status search_casino(felt_design *d, const problem *p, bool *ret_done)
{
    felt_design_request request = *p->request;
    problem other = {.part_count = 0};
    collection found;
    frontier *f = NULL;
    request.pays = felt_design_casino(&request.pay_count);
    felt_status status = problem_make(p->arena, p->stage, &request, &other, NULL);
    if (status == FELT_OK && (f = frontier_new(&other)) == NULL)
        status = FELT_ENOMEM;
    if (status == FELT_OK)
        status = collect(&other, request.work, f, &found);
    *ret_done = status == FELT_OK && found.has_best;
    if (*ret_done) {
        d->steps += found.steps;
        d->casino_only = found.seen;
        status = keep(d, &other, &found);
    }
    frontier_free(f);
    problem_free(&other);
    return status;
}

static void write_too_many(felt_design *d)
{
    if (d->count > 0)
        snprintf(d->reason, sizeof d->reason, "%s%llu do, too many to look at each; ask for more, or allow more work",
                 d->counted ? "" : "at least ", (unsigned long long)d->count);
    else
        snprintf(d->reason, sizeof d->reason, "none was found in %llu steps, which did not see all", (unsigned long long)d->steps);
}

static felt_status search_for(felt_design *d, const problem *p)
{
    collection found;
    bool done = false;
    frontier *f = frontier_new(p);
    felt_status status = f == NULL ? FELT_ENOMEM : collect(p, p->request->work, f, &found);
    if (status == FELT_OK) {
        d->count = found.count;
        d->counted = found.counted;
        d->exhaustive = found.seen;
        d->steps = found.steps;
        if (!found.seen && p->request->pays == NULL)
            status = search_casino(d, p, &done);
        if (status == FELT_OK && !done && found.has_best)
            status = keep(d, p, &found);
        if (status == FELT_OK && found.count == 0 && found.counted)
            status = reason_write(p, d->reason);
        else if (d->best == NULL)
            write_too_many(d);
    }
    frontier_free(f);
    return status;
}

static felt_status find(felt_arena *arena, const stage *s, const felt_design_request *r, felt_design *d, felt_error *error)
{
    problem p = {.part_count = 0};
    felt_status status = problem_make(arena, s, r, &p, error);
    if (status == FELT_OK)
        mpq_set(d->target, p.target);
    if (status == FELT_OK && (!set_lines(d, &p, arena) || !set_scenes(d, s, arena)))
        status = FELT_ENOMEM;
    d->counted = d->exhaustive = true;
    if (status == FELT_OK && reason_hit(&p, d->reason))
        status = search_for(d, &p);
    problem_free(&p);
    return status;
}

felt_status felt_design_make(felt_arena *arena, const felt_design_request *request, felt_design *ret, felt_error *error)
{
    felt_design_request r = closed(request);
    stage s = {.line_count = 0};
    felt_design d = {.sheet = request->sheet};
    felt_status status = verify(&r, error);
    mpq_init(d.target);
    if (status == FELT_OK)
        status = stage_make(arena, &r, &s, error);
    if (status == FELT_OK && r.has_exposure) {
        d.shoes = r.shoes;
        status = ceiling_new(&s, &r, &s.ceiling, error);
    }
    if (status == FELT_OK)
        status = find(arena, &s, &r, &d, error);
    d.wager = s.wager;
    d.paytable = s.paytable;
    d.column = s.column;
    d.added = s.added;
    d.odds = s.odds; /* they stay, for whoever reads the scenes */
    s.odds = (felt_odds_list){0};
    ceiling_free(s.ceiling);
    stage_free(&s);
    if (status != FELT_OK) {
        felt_design_free(&d);
        return status == FELT_ENOMEM ? felt_error_set(error, status, -1, "%s", felt_status_text(status)) : status;
    }
    *ret = d;
    return FELT_OK;
}

void felt_design_free(felt_design *design)
{
    if (design->best != NULL)
        clear_table(design->best, design->scene_count);
    for (int i = 0; i < design->frontier_count; i++)
        clear_table(&design->frontier[i], design->scene_count);
    mpq_clear(design->target);
    felt_odds_list_free(&design->odds);
    design->best = NULL;
    design->frontier_count = 0;
}

/* ---- texts ---- */

felt_text felt_design_scene(felt_arena *arena, const felt_odds *scene)
{
    char words[SCENE_BYTES];
    scene_write(scene, words);
    return felt_arena_copy(arena, felt_text_from(words));
}

felt_status felt_design_sheet(felt_arena *arena, const felt_design *design, const felt_design_table *table, felt_text *ret)
{
    felt_pay_change changes[FELT_ROWS_MAX];
    for (int i = 0; i < design->line_count; i++)
        changes[i] = (felt_pay_change){.row = design->lines[i].row, .number = table->pays[i]};
    return felt_sheet_repay(arena, design->sheet, design->wager, design->column, design->added, changes, design->line_count, ret);
}

static felt_text line_at(felt_text text, int number)
{
    for (int line = 1; text.length > 0; line++) {
        const char *end = memchr(text.bytes, '\n', text.length);
        size_t length = end == NULL ? text.length : (size_t)(end - text.bytes);
        if (line == number)
            return (felt_text){text.bytes, length};
        text = (felt_text){text.bytes + length + (end != NULL), text.length - length - (end != NULL)};
    }
    return (felt_text){"", 0};
}

felt_status felt_design_rows(felt_arena *arena, const felt_design *design, const felt_design_table *table, const felt_text **ret,
                             int *ret_count)
{
    const felt_wager *w = design->wager;
    felt_text text, *rows = felt_arena_take(arena, (size_t)w->row_count + 1, sizeof *rows);
    int count = 0;
    if (rows == NULL || felt_design_sheet(arena, design, table, &text) != FELT_OK)
        return FELT_ENOMEM;
    if (design->added.length > 0)
        rows[count++] = line_at(text, design->paytable->line);
    for (int i = 0; i < w->row_count; i++)
        rows[count++] = line_at(text, w->rows[i].line);
    *ret = rows;
    *ret_count = count;
    return FELT_OK;
}
