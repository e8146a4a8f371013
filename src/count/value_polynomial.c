/* src/count/value_polynomial.c - the order in which a polynomial is summed.
 *
 * A term is a product of a monomial of the tens and 1 to 4, of degree a, and one of 5 to 9, of degree 6 - a. Whichever of the two has the
 * lower degree is taken out of a sum over the other: so there are few sums, all of them long. They are computed two by two, those with the
 * most terms in common together. */
#include "count/value_fast.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = -1, ROWS_MAX = 4096 };

/* A term of a sum: a slot, or a product of two. */
typedef struct term {
    uint32_t slot, times; /* times: VALUE_SLOT_ONE where there is none */
    int64_t weight;
} term;

typedef struct row {
    uint32_t by;
    bool products;
    bool taken;
    int first, count; /* of the terms */
} row;

/* Slots while they are given out. */
typedef struct making {
    value_plan *plan;
    int products_max;
    bool full; /* no memory for a product */
    int32_t low[VALUE_LOWS], high[VALUE_COLUMNS], mixed[VALUE_ZEROS][VALUE_LOWS];
    int16_t row_of_low[VALUE_ZEROS][VALUE_LOWS], row_of_high[VALUE_COLUMNS]; /* of the form at hand; -1: none */
    row *rows;
    int row_count;
    term *terms, *sorted;
    int16_t *row_of; /* of each term */
    int term_count;
    int64_t *weight_at; /* by slot: the weight that the other row of a duo has there; 0: none */
} making;

static uint32_t multiply(making *m, uint32_t a, uint32_t b)
{
    value_plan *plan = m->plan;
    if (plan->product_count == m->products_max) {
        int more = m->products_max * 2 + 1024;
        value_product *products = realloc(plan->products, (size_t)more * sizeof *products);
        m->full = m->full || products == NULL;
        if (products == NULL)
            return VALUE_SLOT_ONE;
        plan->products = products;
        m->products_max = more;
    }
    plan->products[plan->product_count] = (value_product){a * VALUE_LANES, b * VALUE_LANES};
    return VALUE_SLOT_PRODUCTS + (uint32_t)plan->product_count++;
}

/* ---- slots of monomials ---- */

static uint32_t slot_of_low(making *m, int low)
{
    const value_grid *g = m->plan->grid;
    if (m->low[low] == UNKNOWN) {
        uint32_t factor = VALUE_SLOT_FACTORS + g->low_factor[low];
        m->low[low] = (int32_t)(g->low_from[low] == 0 ? factor : multiply(m, slot_of_low(m, g->low_from[low]), factor));
    }
    return (uint32_t)m->low[low];
}

static uint32_t slot_of_high(making *m, int high)
{
    const value_grid *g = m->plan->grid;
    if (m->high[high] == UNKNOWN) {
        uint32_t factor = VALUE_SLOT_FACTORS + g->high_factor[high];
        m->high[high] = (int32_t)(g->high_from[high] == 0 ? factor : multiply(m, slot_of_high(m, g->high_from[high]), factor));
    }
    return (uint32_t)m->high[high];
}

static uint32_t slot_of_mixed(making *m, int zero, int low)
{
    if (zero == VALUE_ZERO_ANY)
        return slot_of_low(m, low);
    if (low == 0)
        return VALUE_SLOT_ZEROS + (uint32_t)zero;
    if (m->mixed[zero][low] == UNKNOWN)
        m->mixed[zero][low] = (int32_t)multiply(m, VALUE_SLOT_ZEROS + (uint32_t)zero, slot_of_low(m, low));
    return (uint32_t)m->mixed[zero][low];
}

/* Of degree six: two slots whose product is needed once. */
static term product_of_high(making *m, int high, int64_t weight)
{
    const value_grid *g = m->plan->grid;
    return (term){slot_of_high(m, g->high_from[high]), VALUE_SLOT_FACTORS + g->high_factor[high], weight};
}

static term product_of_mixed(making *m, int zero, int low, int64_t weight)
{
    const value_grid *g = m->plan->grid;
    if (zero == VALUE_ZERO_ANY)
        return (term){slot_of_low(m, g->low_from[low]), VALUE_SLOT_FACTORS + g->low_factor[low], weight};
    return (term){VALUE_SLOT_ZEROS + (uint32_t)zero, slot_of_low(m, low), weight};
}

/* ---- rows ---- */

static int row_at(making *m, int16_t *known, uint32_t by, bool products)
{
    if (*known < 0) {
        *known = (int16_t)m->row_count;
        m->rows[m->row_count++] = (row){.by = by, .products = products};
    }
    return *known;
}

static void add_term(making *m, const value_row *from, int column, int64_t weight)
{
    int degree = value_zero_taken(from->zero) + m->plan->grid->low_degree[from->low], at;
    term t = {VALUE_SLOT_ONE, VALUE_SLOT_ONE, weight};
    if (degree <= VALUE_DEGREE / 2) {
        at = row_at(m, &m->row_of_low[from->zero][from->low], slot_of_mixed(m, from->zero, from->low), degree == 0);
        if (degree == 0)
            t = product_of_high(m, column, weight);
        else
            t.slot = slot_of_high(m, column);
    } else {
        at = row_at(m, &m->row_of_high[column], slot_of_high(m, column), degree == VALUE_DEGREE);
        if (degree == VALUE_DEGREE)
            t = product_of_mixed(m, from->zero, from->low, weight);
        else
            t.slot = slot_of_mixed(m, from->zero, from->low);
    }
    m->rows[at].count++;
    m->row_of[m->term_count] = (int16_t)at;
    m->terms[m->term_count++] = t;
}

/* All terms of a form, row by row. */
static void make_rows(making *m, const value_form *form)
{
    m->row_count = m->term_count = 0;
    memset(m->row_of_low, -1, sizeof m->row_of_low);
    memset(m->row_of_high, -1, sizeof m->row_of_high);
    for (int i = 0; i < form->row_count; i++)
        for (uint32_t t = form->rows[i].first; t < form->rows[i].first + form->rows[i].count; t++)
            add_term(m, &form->rows[i], form->columns[t], form->weights[t]);
    for (int i = 1; i < m->row_count; i++)
        m->rows[i].first = m->rows[i - 1].first + m->rows[i - 1].count;
    int next[ROWS_MAX];
    for (int i = 0; i < m->row_count; i++)
        next[i] = m->rows[i].first;
    for (int i = 0; i < m->term_count; i++)
        m->sorted[next[m->row_of[i]]++] = m->terms[i];
}

/* ---- duos ---- */

static int shared_terms(const making *m, const row *a, const row *b)
{
    int shared = 0;
    for (int i = 0; i < b->count; i++)
        shared += m->weight_at[m->sorted[b->first + i].slot] != 0;
    return a->products || b->products ? 0 : shared;
}

/* Notes or forgets the weights of a row by slot. */
static void mark(making *m, const row *r, bool set)
{
    for (int i = 0; i < r->count; i++)
        m->weight_at[m->sorted[r->first + i].slot] = set ? m->sorted[r->first + i].weight : 0;
}

/* The row that is best joined with `a`, which is marked: the least cost beyond that of being alone. NULL: none is left. */
static row *partner(making *m, const row *a)
{
    row *best = NULL;
    int most = 0;
    for (int i = 0; i < m->row_count; i++) {
        row *b = &m->rows[i];
        if (b->taken || b == a || b->products != a->products)
            continue;
        int shared = shared_terms(m, a, b), longer = a->count > b->count ? a->count : b->count;
        int saved = 3 * shared + 2 * (b->count - longer);
        if (best == NULL || saved > most) {
            most = saved;
            best = b;
        }
    }
    return best;
}

typedef struct writing {
    value_polynomial *p;
    size_t slots, weights;
} writing;

static void put(writing *w, const uint32_t *slots, int count, int64_t weight_a, int64_t weight_b)
{
    for (int i = 0; i < count; i++)
        w->p->slots[w->slots++] = slots[i] * VALUE_LANES;
    w->p->weights[w->weights++] = (double)weight_a;
    w->p->weights[w->weights++] = (double)weight_b;
}

/* Terms of `of` that are in the marked row as `shared` says. Returns how many. */
static int pick(const making *m, const row *of, bool shared, term *ret)
{
    int count = 0;
    for (int i = 0; of != NULL && i < of->count; i++) {
        const term *t = &m->sorted[of->first + i];
        if (of->products ? !shared : (m->weight_at[t->slot] != 0) == shared)
            ret[count++] = *t;
    }
    return count;
}

/* Writes a duo; `a` is marked, and `b` may be NULL. Returns its length. */
static int put_duo(making *m, writing *w, const row *a, const row *b)
{
    static const term nothing = {VALUE_SLOT_ONE, VALUE_SLOT_ONE, 0};
    value_duo *d = &w->p->duos[w->p->duo_count++];
    term *of_b = m->terms, *of_a = m->terms + m->term_count; /* the unsorted terms are needed no more */
    *d = (value_duo){.by = {a->by * VALUE_LANES, b == NULL ? 0 : b->by * VALUE_LANES}};
    int both = pick(m, b, true, of_b);
    for (int i = 0; i < both; i++)
        put(w, &of_b[i].slot, 1, m->weight_at[of_b[i].slot], of_b[i].weight);
    int count_b = pick(m, b, false, of_b);
    mark(m, a, false);
    if (b != NULL)
        mark(m, b, true);
    int count_a = pick(m, a, false, of_a), longer = count_a > count_b ? count_a : count_b;
    if (b != NULL)
        mark(m, b, false);
    for (int i = 0; i < longer; i++) {
        const term *ta = i < count_a ? &of_a[i] : &nothing, *tb = i < count_b ? &of_b[i] : &nothing;
        if (a->products)
            put(w, (const uint32_t[]){ta->slot, ta->times, tb->slot, tb->times}, 4, ta->weight, tb->weight);
        else
            put(w, (const uint32_t[]){ta->slot, tb->slot}, 2, ta->weight, tb->weight);
    }
    d->both = (uint16_t)both;
    *(a->products ? &d->products : &d->apart) = (uint16_t)longer;
    return both + longer;
}

static felt_status polynomial_make(making *m, const value_form *form, value_polynomial *p, int *ret_depth)
{
    size_t terms = (size_t)form->term_count + 1;
    int longest = 0;
    make_rows(m, form);
    p->duos = calloc((size_t)m->row_count + 1, sizeof *p->duos);
    p->slots = calloc(4 * terms, sizeof *p->slots);
    p->weights = calloc(2 * terms, sizeof *p->weights);
    if (p->duos == NULL || p->slots == NULL || p->weights == NULL || m->full)
        return FELT_ENOMEM;
    writing w = {.p = p};
    for (int i = 0; i < m->row_count; i++) {
        row *a = &m->rows[i];
        if (a->taken)
            continue;
        a->taken = true;
        mark(m, a, true);
        row *b = partner(m, a);
        if (b != NULL)
            b->taken = true;
        int length = put_duo(m, &w, a, b);
        longest = length > longest ? length : longest;
    }
    *ret_depth = longest + 2 * p->duo_count;
    return FELT_OK;
}

/* ---- plans ---- */

/* A product has a slot of its own, and there are no more of them than monomials. */
enum { SLOTS_MAX = VALUE_SLOT_PRODUCTS + VALUE_LOWS + VALUE_COLUMNS + VALUE_ZEROS * VALUE_LOWS };

static making *making_new(value_plan *plan)
{
    size_t terms = 1;
    for (int i = 0; i < plan->count; i++)
        terms = (size_t)plan->forms[i].term_count + 1 > terms ? (size_t)plan->forms[i].term_count + 1 : terms;
    making *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->plan = plan;
    memset(m->low, -1, sizeof m->low);
    memset(m->high, -1, sizeof m->high);
    memset(m->mixed, -1, sizeof m->mixed);
    m->low[0] = m->high[0] = VALUE_SLOT_ONE;
    m->rows = calloc(ROWS_MAX, sizeof *m->rows);
    m->terms = calloc(2 * terms, sizeof *m->terms);
    m->sorted = calloc(terms, sizeof *m->sorted);
    m->row_of = calloc(terms, sizeof *m->row_of);
    m->weight_at = calloc(SLOTS_MAX, sizeof *m->weight_at);
    return m;
}

static void making_free(making *m)
{
    free(m->rows);
    free(m->terms);
    free(m->sorted);
    free(m->row_of);
    free(m->weight_at);
    free(m);
}

felt_status value_polynomials_make(value_plan *plan, int *depths)
{
    plan->polynomials = calloc((size_t)plan->count, sizeof *plan->polynomials);
    making *m = plan->polynomials == NULL ? NULL : making_new(plan);
    if (m == NULL)
        return FELT_ENOMEM;
    felt_status status = FELT_OK;
    if (m->rows == NULL || m->terms == NULL || m->sorted == NULL || m->row_of == NULL || m->weight_at == NULL)
        status = FELT_ENOMEM;
    for (int i = 0; i < plan->count && status == FELT_OK; i++)
        status = polynomial_make(m, &plan->forms[i], &plan->polynomials[i], &depths[i]);
    making_free(m);
    return status;
}

void value_polynomial_free(value_polynomial *p)
{
    free(p->duos);
    free(p->slots);
    free(p->weights);
    *p = (value_polynomial){0};
}
