/* src/count/value_plan.c - plans: which way the values of some wagers are computed, and in which order. */
#include "count/value_fast.h"

#include <stdlib.h>
#include <string.h>

/* What counting all outcomes costs, in fused multiply-adds of a vector: measured on a processor with eight lanes. */
enum { COUNTS_COST = 30000, FILL_COST = 1000, WORDS = (VALUE_COLUMNS + 63) / 64 };

/* ---- polynomials ---- */

/* A form while it is put in order: the row of each function of the tens and low monomial, and which columns it has. */
typedef struct ordering {
    const value_form *form;
    int16_t row[VALUE_ZEROS][VALUE_LOWS]; /* -1: none */
    uint64_t (*has)[WORDS];               /* of each row */
    bool used[VALUE_LOWS];
} ordering;

static int ones(uint64_t word)
{
    return __builtin_popcountll(word);
}

/* What the rows of two low monomials cost together, for one function of the tens. `b` may be -1. */
static value_step step_of(const ordering *o, int zero, int a, int b)
{
    int row_a = o->row[zero][a], row_b = b < 0 ? -1 : o->row[zero][b], both = 0, only_a = 0, only_b = 0;
    for (int w = 0; w < WORDS; w++) {
        uint64_t in_a = row_a < 0 ? 0 : o->has[row_a][w], in_b = row_b < 0 ? 0 : o->has[row_b][w];
        both += ones(in_a & in_b);
        only_a += ones(in_a & ~in_b);
        only_b += ones(in_b & ~in_a);
    }
    return (value_step){(uint16_t)zero, (uint16_t)both, (uint16_t)(only_a > only_b ? only_a : only_b)};
}

static int pair_cost(const ordering *o, int a, int b)
{
    int cost = 0;
    for (int zero = 0; zero < VALUE_ZEROS; zero++) {
        value_step s = step_of(o, zero, a, b);
        cost += s.both + s.apart;
    }
    return cost;
}

/* The low monomial that is best joined with `a`, of its degree if there is one: its rows have the same columns. -1: none is left. */
static int best_partner(const ordering *o, int a)
{
    const uint8_t *degree = o->form->grid->low_degree;
    int best = -1, most = 0;
    for (int b = 0; b < VALUE_LOWS; b++) {
        if (!o->used[b] || b == a)
            continue;
        int saved = pair_cost(o, b, -1) - pair_cost(o, a, b) + (degree[a] == degree[b] ? 1 << 20 : 0);
        if (best < 0 || saved > most) {
            most = saved;
            best = b;
        }
    }
    return best;
}

static void put(value_polynomial *p, size_t *columns, size_t *weights, int column_a, int column_b, double weight_a, double weight_b)
{
    p->columns[(*columns)++] = (uint16_t)column_a;
    if (column_b >= 0)
        p->columns[(*columns)++] = (uint16_t)column_b;
    p->weights[(*weights)++] = weight_a;
    p->weights[(*weights)++] = weight_b;
}

/* The terms of a row that another row has too, or has not, in their order. */
static int terms_of(const ordering *o, int row, int other, bool shared, uint32_t *ret)
{
    int count = 0;
    if (row < 0)
        return 0;
    const value_row *r = &o->form->rows[row];
    for (uint32_t t = r->first; t < r->first + r->count; t++) {
        int column = o->form->columns[t];
        bool in_other = other >= 0 && (o->has[other][column / 64] >> (column % 64) & 1);
        if (in_other == shared)
            ret[count++] = t;
    }
    return count;
}

static void put_step(const ordering *o, value_polynomial *p, const value_step *s, int a, int b, size_t *columns, size_t *weights)
{
    const value_form *f = o->form;
    int row_a = o->row[s->zero][a], row_b = b < 0 ? -1 : o->row[s->zero][b];
    uint32_t of_a[VALUE_COLUMNS], of_b[VALUE_COLUMNS];
    int count_a = terms_of(o, row_a, row_b, true, of_a), count_b = terms_of(o, row_b, row_a, true, of_b);
    for (int i = 0; i < count_a && i < count_b; i++)
        put(p, columns, weights, f->columns[of_a[i]], -1, (double)f->weights[of_a[i]], (double)f->weights[of_b[i]]);
    count_a = terms_of(o, row_a, row_b, false, of_a);
    count_b = terms_of(o, row_b, row_a, false, of_b);
    for (int i = 0; i < s->apart; i++)
        put(p, columns, weights, i < count_a ? f->columns[of_a[i]] : 0, i < count_b ? f->columns[of_b[i]] : 0,
            i < count_a ? (double)f->weights[of_a[i]] : 0, i < count_b ? (double)f->weights[of_b[i]] : 0);
}

static bool make_room(value_polynomial *p, const value_form *form)
{
    size_t terms = (size_t)form->term_count + 1;
    p->pairs = calloc(VALUE_LOWS, sizeof *p->pairs);
    p->steps = calloc((size_t)form->row_count + 1, sizeof *p->steps);
    p->columns = calloc(2 * terms, sizeof *p->columns);
    p->weights = calloc(2 * terms, sizeof *p->weights);
    return p->pairs != NULL && p->steps != NULL && p->columns != NULL && p->weights != NULL;
}

/* Joins low monomials two by two and writes the steps. Returns through how many roundings a number can pass. */
static int put_pairs(ordering *o, value_polynomial *p)
{
    size_t columns = 0, weights = 0, steps = 0;
    int deepest = 0;
    for (int a = VALUE_LOWS - 1; a >= 0; a--) {
        if (!o->used[a])
            continue;
        o->used[a] = false;
        int b = best_partner(o, a), depth = 0;
        value_pair *pair = &p->pairs[p->pair_count++];
        *pair = (value_pair){{(uint16_t)a, (uint16_t)(b < 0 ? 0 : b)}, 0};
        if (b >= 0)
            o->used[b] = false;
        for (int zero = 0; zero < VALUE_ZEROS; zero++) {
            value_step s = step_of(o, zero, a, b);
            if (s.both + s.apart == 0)
                continue;
            put_step(o, p, &s, a, b, &columns, &weights);
            p->steps[steps++] = s;
            pair->steps++;
            p->width += (uint32_t)(s.both + s.apart);
            depth = s.both + s.apart > depth ? s.both + s.apart : depth;
        }
        deepest = depth + pair->steps > deepest ? depth + pair->steps : deepest;
    }
    return deepest + 2 * p->pair_count;
}

static felt_status polynomial_make(value_polynomial *p, const value_form *form, int *ret_depth)
{
    ordering *o = calloc(1, sizeof *o);
    if (o != NULL)
        o->has = calloc((size_t)form->row_count + 1, sizeof *o->has);
    if (o == NULL || o->has == NULL || !make_room(p, form)) {
        free(o == NULL ? NULL : o->has);
        free(o);
        return FELT_ENOMEM;
    }
    o->form = form;
    memset(o->row, -1, sizeof o->row);
    for (int i = 0; i < form->row_count; i++) {
        const value_row *row = &form->rows[i];
        o->row[row->zero][row->low] = (int16_t)i;
        o->used[row->low] = true;
        for (uint32_t t = row->first; t < row->first + row->count; t++)
            o->has[i][form->columns[t] / 64] |= UINT64_C(1) << (form->columns[t] % 64);
    }
    *ret_depth = put_pairs(o, p);
    free(o->has);
    free(o);
    return FELT_OK;
}

static void note_monomials(value_plan *plan, const value_form *form)
{
    for (int i = 0; i < form->row_count; i++)
        plan->lows = form->rows[i].low >= plan->lows ? form->rows[i].low + 1 : plan->lows;
    for (int t = 0; t < form->term_count; t++)
        plan->columns = form->columns[t] >= plan->columns ? form->columns[t] + 1 : plan->columns;
}

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
    felt_status status = FELT_OK;
    plan->polynomials = calloc((size_t)plan->count, sizeof *plan->polynomials);
    if (plan->polynomials == NULL)
        return FELT_ENOMEM;
    plan->lows = plan->columns = 1;
    for (int i = 0; i < plan->count && status == FELT_OK; i++) {
        int depth = 0;
        note_monomials(plan, &plan->forms[i]);
        status = polynomial_make(&plan->polynomials[i], &plan->forms[i], &depth);
        plan->ends[i] = end_of(&plan->forms[i], plan->forms[i].scale, depth);
    }
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
        if (plan->polynomials != NULL) {
            free(plan->polynomials[i].pairs);
            free(plan->polynomials[i].steps);
            free(plan->polynomials[i].columns);
            free(plan->polynomials[i].weights);
        }
    }
    free(plan->polynomials);
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
