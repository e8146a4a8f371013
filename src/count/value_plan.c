/* src/count/value_plan.c - plans: which way the values of some wagers are computed, and in which order. */
#include "count/value_fast.h"

#include <stdlib.h>
#include <string.h>

/* What counting all outcomes costs, in fused multiply-adds of a vector: measured on a processor with eight lanes. */
enum { COUNTS_COST = 30000, FILL_COST = 1000 };

/* ---- counts ---- */

static int64_t divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* What each slot of a block is worth to each form. */
typedef struct weighing {
    int64_t (*over)[FELT_SHOE_SLOTS];
    int64_t *scale;
} weighing;

static felt_status weigh(weighing *w, const felt_variant *const *variants, const value_plan *plan)
{
    value_pays *pays = malloc(sizeof *pays);
    felt_status status = pays == NULL ? FELT_ENOMEM : FELT_OK;
    for (int i = 0; i < plan->wager_count && status == FELT_OK; i++) {
        int64_t *over = w->over[plan->form_of[i]], scale = 0;
        status = value_pays_read(pays, variants[i], NULL);
        for (int o = 0; o < FELT_OUTCOME_COUNT && status == FELT_OK; o++) {
            int slot = felt_shoe_slot(felt_outcome_hands(o));
            if (slot < 0)
                continue;
            over[slot] = pays->over[o];
            scale = divisor(pays->over[o], scale);
        }
        w->scale[plan->form_of[i]] = scale == 0 ? 1 : scale;
    }
    free(pays);
    return status;
}

static bool same_class(const weighing *w, int count, int a, int b)
{
    for (int i = 0; i < count; i++)
        if (w->over[i][a] != w->over[i][b])
            return false;
    return true;
}

/* Puts the slots into classes that all forms weigh alike; what no form weighs is left out. */
static void make_classes(value_plan *plan, const weighing *w, uint16_t *first)
{
    bool done[FELT_SHOE_SLOTS] = {false};
    int slots = 0;
    for (int s = 0; s < FELT_SHOE_SLOTS; s++) {
        bool weighed = false;
        for (int i = 0; i < plan->count; i++)
            weighed = weighed || w->over[i][s] != 0;
        if (done[s] || !weighed)
            continue;
        first[plan->class_count] = (uint16_t)s;
        for (int t = s; t < FELT_SHOE_SLOTS; t++) {
            if (done[t] || !same_class(w, plan->count, s, t))
                continue;
            done[t] = true;
            plan->slots[slots++] = (uint16_t)t;
        }
        plan->class_ends[plan->class_count++] = (uint16_t)slots;
    }
}

static felt_status make_shares(value_plan *plan, const weighing *w)
{
    uint16_t first[FELT_SHOE_SLOTS];
    plan->slots = calloc(FELT_SHOE_SLOTS, sizeof *plan->slots);
    plan->class_ends = calloc(FELT_SHOE_SLOTS, sizeof *plan->class_ends);
    plan->share_ends = calloc((size_t)plan->count, sizeof *plan->share_ends);
    if (plan->slots == NULL || plan->class_ends == NULL || plan->share_ends == NULL)
        return FELT_ENOMEM;
    make_classes(plan, w, first);
    plan->shares = calloc((size_t)plan->count * (size_t)plan->class_count + 1, sizeof *plan->shares);
    if (plan->shares == NULL)
        return FELT_ENOMEM;
    uint32_t shares = 0;
    for (int i = 0; i < plan->count; i++) {
        for (int class = 0; class < plan->class_count; class ++)
            if (w->over[i][first[class]] != 0)
                plan->shares[shares++] = (value_share){(uint16_t) class, (double)(w->over[i][first[class]] / w->scale[i])};
        plan->share_ends[i] = shares;
    }
    return FELT_OK;
}

/* ---- ends ---- */

/* The form is exact where it cannot reach 2^53. */
static value_end end_of(const value_form *form, int64_t scale, int depth)
{
    const double rounding = 1 / 4503599627370496.0; /* 2^-52 */
    bool exact = form->most <= scale;
    value_end end = {(double)scale, (double)form->base, (double)form->unit, 0, 0};
    end.error = (double)(1 << VALUE_BITS) * rounding * (exact ? 4 : depth + 4);
    end.least = form->base < 0 ? -(double)form->base / (double)form->unit : (double)form->base / (double)form->unit;
    return end;
}

static felt_status plan_counts(value_plan *plan, const felt_variant *const *variants)
{
    weighing w = {calloc((size_t)plan->count, sizeof *w.over), calloc((size_t)plan->count, sizeof *w.scale)};
    felt_status status = w.over == NULL || w.scale == NULL ? FELT_ENOMEM : weigh(&w, variants, plan);
    if (status == FELT_OK)
        status = make_shares(plan, &w);
    for (int i = 0; i < plan->count && status == FELT_OK; i++)
        plan->ends[i] = end_of(&plan->forms[i], w.scale[i], plan->class_count);
    free(w.over);
    free(w.scale);
    return status;
}

static felt_status plan_polynomials(value_plan *plan)
{
    int *depths = calloc((size_t)plan->count, sizeof *depths);
    felt_status status = depths == NULL ? FELT_ENOMEM : value_polynomials_make(plan, depths);
    for (int i = 0; i < plan->count && status == FELT_OK; i++)
        plan->ends[i] = end_of(&plan->forms[i], plan->forms[i].scale, depths[i]);
    free(depths);
    return status;
}

/* ---- plans ---- */

static bool forms_equal(const value_form *a, const value_form *b)
{
    size_t terms = (size_t)a->term_count;
    if (a->unit != b->unit || a->base != b->base || a->scale != b->scale || a->row_count != b->row_count || a->term_count != b->term_count)
        return false;
    for (int i = 0; i < a->row_count; i++)
        if (a->rows[i].zero != b->rows[i].zero || a->rows[i].low != b->rows[i].low || a->rows[i].count != b->rows[i].count)
            return false;
    return memcmp(a->columns, b->columns, terms * sizeof *a->columns) == 0 &&
           memcmp(a->weights, b->weights, terms * sizeof *a->weights) == 0;
}

/* Makes the form of each wager, or finds that another has it. */
static felt_status make_forms(value_plan *plan, const felt_variant *const *variants, felt_error *error)
{
    for (int i = 0; i < plan->wager_count; i++) {
        value_form *form = &plan->forms[plan->count];
        felt_status status = value_form_make(form, plan->grid, variants[i], error);
        if (status != FELT_OK) {
            if (error != NULL)
                error->item = i;
            return status;
        }
        int same = 0;
        while (same < plan->count && !forms_equal(&plan->forms[same], form))
            same++;
        plan->form_of[i] = same;
        if (same < plan->count)
            value_form_free(form);
        else
            plan->count++;
    }
    return FELT_OK;
}

static bool counts_are_cheaper(const value_plan *plan)
{
    int64_t polynomials = FILL_COST, counts = COUNTS_COST + FELT_SHOE_SLOTS;
    for (int i = 0; i < plan->count; i++)
        polynomials += plan->forms[i].term_count;
    return polynomials > counts;
}

felt_status value_plan_make(value_plan *ret, const felt_variant *const *variants, int count, value_way way, felt_error *error)
{
    size_t room = count > 0 ? (size_t)count : 1;
    value_plan plan = {.wager_count = count, .grid = value_grid_new()};
    plan.forms = calloc(room, sizeof *plan.forms);
    plan.ends = calloc(room, sizeof *plan.ends);
    plan.form_of = calloc(room, sizeof *plan.form_of);
    felt_status status = FELT_ENOMEM;
    if (plan.grid != NULL && plan.forms != NULL && plan.ends != NULL && plan.form_of != NULL)
        status = make_forms(&plan, variants, error);
    if (status == FELT_OK) {
        plan.by_counts = way == VALUE_BY_COST ? counts_are_cheaper(&plan) : way == VALUE_BY_COUNTS;
        status = plan.by_counts ? plan_counts(&plan, variants) : plan_polynomials(&plan);
    }
    if (status == FELT_OK)
        *ret = plan;
    else
        value_plan_free(&plan);
    return status;
}

void value_plan_free(value_plan *plan)
{
    for (int i = 0; i < plan->count; i++) {
        value_form_free(&plan->forms[i]);
        if (plan->polynomials != NULL)
            value_polynomial_free(&plan->polynomials[i]);
    }
    free(plan->polynomials);
    free(plan->products);
    free(plan->slots);
    free(plan->class_ends);
    free(plan->shares);
    free(plan->share_ends);
    free(plan->form_of);
    free(plan->ends);
    free(plan->forms);
    free(plan->grid);
    *plan = (value_plan){0};
}
