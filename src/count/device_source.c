/* src/count/device_source.c - the program of an exposure for a device: its numbers, count/device.cl, and its polynomials as straight code.
 *
 * A polynomial is nested value by value: with (c)_k the falling factorials of the cards c of a value,
 *     q0 + (c)_1 q1 + (c)_2 q2 + ... = q0 + c (q1 + (c - 1) (q2 + ...)),
 * where the q are polynomials in the values that follow. Each step is one fma and raises the degree by one. The last two values are not
 * nested: the products of their falling factorials are made once, and each is one fma with its weight; all of one sum take as many cards,
 * so there are at most seven. So at most thirteen operations, and one for each function of the tens, are rounded one upon another. Where
 * fewer than k cards are left, what is inside may be anything and is multiplied by an exact 0. */
#include "count/device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* count/device.cl, by src/meson.build. */
extern const unsigned char count_device_cl[];
extern const size_t count_device_cl_size;

enum { COUNTED = VALUE_LOW + VALUE_HIGH, NESTED = COUNTED - 2, COPIES_WORDS = 1 << 23, PIECE_TERMS = 1500 };

typedef struct term {
    uint8_t zero;
    uint8_t taken[COUNTED]; /* cards of each value */
    int64_t weight;
} term;

/* ---- numbers ---- */

static void write_list(FILE *out, const char *type, const char *name, const int64_t *numbers, size_t count)
{
    fprintf(out, "constant %s %s[%zu] = {", type, name, count == 0 ? (size_t)1 : count);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%" PRId64, i == 0 ? "" : ",", numbers[i]);
    fputs(count == 0 ? "0};\n" : "};\n", out);
}

static void write_names(FILE *out, const felt_exposure *e, const device_part *part)
{
    const felt_exposure_setup *s = &e->setup;
    const struct {
        const char *name;
        size_t number;
    } names[] = {
        {"CARDS", (size_t)e->deals.cards},
        {"CARDS_MAX", FELT_DEALING_CARDS_MAX},
        {"PLAYER_LIMIT", (size_t)e->deals.limits.player},
        {"BANKER_LIMIT", (size_t)e->deals.limits.banker},
        {"BURN", (size_t)s->rules.burn},
        {"BURN_IS_ONE", FELT_BURN_ONE},
        {"BURN_IS_VALUE", FELT_BURN_VALUE},
        {"CUT_IS_ALWAYS", s->rules.cut == FELT_CUT_ALWAYS_ONE_MORE},
        {"CUT_IS_LAST", s->rules.cut == FELT_CUT_LAST_ROUND},
        {"DIVISOR_IS_UNSEEN", s->divisor == FELT_TRUE_UNSEEN},
        {"BETS", (size_t)s->bet_count},
        {"SYSTEMS", (size_t)s->system_count},
        {"GROUPS", (size_t)s->group_count},
        {"ITEMS", (size_t)e->items},
        {"FORMS", (size_t)e->values.count},
        {"CUTS", (size_t)s->cut_count},
        {"SUMS", EXPOSURE_SUMS},
        {"SUM_COUNT", e->sum_count},
        {"PILOT_COUNT", e->pilot_count + 1},
        {"ROUNDS_AT", exposure_rounds_at(e, 0)},
        {"DEPTHS_AT", exposure_depths_at(e, 0)},
        {"SYSTEM_DEPTHS_AT", exposure_system_depths_at(e, 0)},
        {"DEPTH_SUMS", EXPOSURE_DEPTH_SUMS},
        {"DEPTHS_KEPT", s->depths},
        {"DEPTHS", FELT_EXPOSURE_DEPTHS},
        {"VALUES", FELT_EXPOSURE_VALUES},
        {"SQUARE_SHIFT", EXPOSURE_SQUARE_SHIFT},
        {"COUNTS", EXPOSURE_COUNTS},
        {"COPIES", (size_t)device_copies(e)},
        {"ZEROS", VALUE_ZEROS},
        {"FIRST_PART", part->first == 0},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fprintf(out, "#define %s %zu\n", names[i].name, names[i].number);
    fprintf(out, "#define COUNT_LEAST (%d)\n", EXPOSURE_COUNT_LEAST);
}

/* Lists that are short; false: no memory. */
static bool write_lists(FILE *out, const felt_exposure *e)
{
    const felt_exposure_setup *s = &e->setup;
    size_t group_bets = 0, most = FELT_DEALING_CARDS_MAX + 2;
    for (int g = 0; g < s->group_count; g++)
        group_bets += (size_t)s->groups[g].count;
    size_t sizes[] = {most, group_bets, (size_t)s->bet_count, (size_t)s->system_count * FELT_RANK_COUNT};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        most = sizes[i] > most ? sizes[i] : most;
    int64_t *list = calloc(most, sizeof *list);
    if (list == NULL)
        return false;
    for (int i = 0; i < 10; i++)
        list[i] = e->deals.limits.after[i];
    write_list(out, "int", "banker_limits", list, 10);
    for (int i = 0; i < FELT_DEALING_CARDS_MAX + 2; i++)
        list[i] = e->cuts_from[i];
    write_list(out, "int", "cuts_from", list, FELT_DEALING_CARDS_MAX + 2);
    for (int i = 0; i < s->bet_count; i++)
        list[i] = e->values.form_of[i];
    write_list(out, "int", "form_of", list, (size_t)s->bet_count);
    for (int i = 0; i < s->system_count; i++)
        list[i] = e->counters[i].bet;
    write_list(out, "int", "counter_bet", list, (size_t)s->system_count);
    for (int i = 0; i < s->system_count; i++)
        list[i] = e->counters[i].whole;
    write_list(out, "int", "counter_whole", list, (size_t)s->system_count);
    for (int i = 0; i < s->system_count; i++)
        list[i] = e->counters[i].step;
    write_list(out, "int", "counter_step", list, (size_t)s->system_count);
    for (int i = 0; i < s->system_count; i++)
        list[i] = s->systems[i].has_trigger;
    write_list(out, "int", "counter_found", list, (size_t)s->system_count);
    for (int i = 0; i < s->system_count * FELT_RANK_COUNT; i++)
        list[i] = e->counters[i / FELT_RANK_COUNT].tags[i % FELT_RANK_COUNT];
    write_list(out, "int", "counter_tags", list, (size_t)s->system_count * FELT_RANK_COUNT);
    for (int g = 0, end = 0; g < s->group_count; g++)
        list[g] = end += s->groups[g].count;
    write_list(out, "int", "group_end", list, (size_t)s->group_count);
    for (size_t i = 0; i < group_bets; i++)
        list[i] = e->group_bets[i];
    write_list(out, "int", "group_bet", list, group_bets);
    free(list);
    return true;
}

/* ---- forms ---- */

/* How many functions of the tens a form has. */
static int count_zeros(const value_form *form)
{
    bool seen[VALUE_ZEROS] = {false};
    int count = 0;
    for (int i = 0; i < form->row_count; i++) {
        count += !seen[form->rows[i].zero];
        seen[form->rows[i].zero] = true;
    }
    return count;
}

static void write_forms(FILE *out, const felt_exposure *e)
{
    const value_plan *plan = &e->values;
    int rows = 0;
    fprintf(out, "constant int form_rows[%d] = {", plan->count);
    for (int i = 0; i < plan->count; i++)
        fprintf(out, "%d,", rows += plan->forms[i].row_count);
    fprintf(out, "};\nconstant long form_scale[%d] = {", plan->count);
    for (int i = 0; i < plan->count; i++)
        fprintf(out, "%" PRId64 ",", plan->forms[i].scale);
    fprintf(out, "};\nconstant long form_base[%d] = {", plan->count);
    for (int i = 0; i < plan->count; i++)
        fprintf(out, "%" PRId64 ",", plan->forms[i].base);
    fprintf(out, "};\nconstant long form_unit[%d] = {", plan->count);
    for (int i = 0; i < plan->count; i++)
        fprintf(out, "%" PRId64 ",", plan->forms[i].unit);
    fprintf(out, "};\nconstant double form_least[%d] = {", plan->count);
    for (int i = 0; i < plan->count; i++)
        fprintf(out, "%a,", plan->ends[i].least);
    /* Roundings one upon another: of the nesting, of the functions of the tens, and of the end; each is at most 2^-53. */
    fprintf(out, "};\nconstant double form_error[%d] = {", plan->count);
    for (int i = 0; i < plan->count; i++)
        fprintf(out, "%a,",
                (double)(1 << VALUE_BITS) / 4503599627370496.0 *
                    (2 * VALUE_DEGREE + 1 + count_zeros(&plan->forms[i]) + device_pieces(&plan->forms[i]) + 8));
    fputs("};\n", out);
}

static int by_value(const void *a, const void *b)
{
    const term *one = a, *other = b;
    if (one->zero != other->zero)
        return one->zero < other->zero ? -1 : 1;
    return memcmp(one->taken, other->taken, sizeof one->taken);
}

static term *terms_of(const value_form *form)
{
    const value_grid *g = form->grid;
    term *terms = calloc((size_t)form->term_count + 1, sizeof *terms);
    for (int i = 0; i < form->row_count && terms != NULL; i++) {
        const value_row *row = &form->rows[i];
        for (uint32_t t = row->first; t < row->first + row->count; t++) {
            terms[t] = (term){.zero = row->zero, .weight = form->weights[t]};
            memcpy(terms[t].taken, g->low[row->low], VALUE_LOW);
            memcpy(terms[t].taken + VALUE_LOW, g->high[form->columns[t]], VALUE_HIGH);
        }
    }
    if (terms != NULL)
        qsort(terms, (size_t)form->term_count, sizeof *terms, by_value);
    return terms;
}

/* A number in the program: a weight, or what a line before has made. */
typedef struct made {
    int64_t weight;
    int line; /* -1: the weight */
} made;

typedef struct nesting {
    FILE *out;
    int lines;
} nesting;

static void write_made(FILE *out, made m)
{
    if (m.line < 0)
        fprintf(out, "%" PRId64 ".0", m.weight);
    else
        fprintf(out, "t%d", m.line);
}

/* The sum of terms in the last two values: p[7 i + j] is (c)_i of the one times (c)_j of the other. */
static made weigh(nesting *n, const term *terms, int count)
{
    if (count == 1 && terms->taken[NESTED] + terms->taken[NESTED + 1] == 0)
        return (made){terms->weight, -1};
    for (int i = 0; i < count; i++) {
        int product = 7 * terms[i].taken[NESTED] + terms[i].taken[NESTED + 1];
        if (i == 0)
            fprintf(n->out, "double t%d=%" PRId64 ".0*p[%d];\n", n->lines, terms[i].weight, product);
        else
            fprintf(n->out, "t%d=fma(%" PRId64 ".0,p[%d],t%d);\n", n->lines, terms[i].weight, product, n->lines);
    }
    return (made){0, n->lines++};
}

/* Writes the lines that make the polynomial of some terms in the values from `value` on. */
static made nest(nesting *n, const term *terms, int count, int value)
{
    if (value == NESTED)
        return weigh(n, terms, count);
    int end = count, power = terms[count - 1].taken[value];
    made inner = {0, -1};
    bool has_inner = false;
    for (; power >= 0; power--) {
        int first = end;
        while (first > 0 && terms[first - 1].taken[value] == power)
            first--;
        made own = first < end ? nest(n, terms + first, end - first, value + 1) : (made){0, -1};
        if (has_inner) {
            fprintf(n->out, "double t%d=", n->lines);
            fprintf(n->out, first < end ? "fma(F(%d,%d)," : "F(%d,%d)*(", value, power);
            write_made(n->out, inner);
            if (first < end) {
                fputc(',', n->out);
                write_made(n->out, own);
            }
            fputs(");\n", n->out);
            own = (made){0, n->lines++};
        }
        inner = own;
        has_inner = true;
        end = first;
    }
    return inner;
}

static void write_form(FILE *out, int number, const term *terms, int count)
{
    nesting n = {.out = out};
    fprintf(out, "static double form_%d(const double *c, const double *z, const double *p)\n{\ndouble sum=0;\n", number);
    for (int first = 0, end; first < count; first = end) {
        for (end = first; end < count && terms[end].zero == terms[first].zero;)
            end++;
        made all = nest(&n, terms + first, end - first, 0);
        fprintf(out, "sum=fma(z[%d],", terms[first].zero);
        write_made(out, all);
        fputs(",sum);\n", out);
    }
    fputs("return sum;\n}\n", out);
}

int device_pieces(const value_form *form)
{
    return form->term_count == 0 ? 1 : (form->term_count + PIECE_TERMS - 1) / PIECE_TERMS;
}

/* The pieces of a form, as even as can be; the number of the first is `number`. */
static bool write_pieces(FILE *out, const value_form *form, int index, int number)
{
    int pieces = device_pieces(form);
    term *terms = terms_of(form);
    if (terms == NULL)
        return false;
    for (int i = 0; i < pieces; i++) {
        int first = form->term_count * i / pieces, end = form->term_count * (i + 1) / pieces;
        write_form(out, number + i, terms + first, end - first);
        fprintf(out, "VALUE_ROUND(%d,%d,form_%d,%d,%d)\n", number + i, index, number + i, i == 0, i + 1 == pieces);
    }
    free(terms);
    return true;
}

static bool write_values(FILE *out, const value_plan *plan, const device_part *part)
{
    int number = 0;
    fputs("#define F(v,k) (c[v]-(double)(k))\n", out);
    for (int i = 0; i < part->end; i++) {
        if (i >= part->first && !write_pieces(out, &plan->forms[i], i, number))
            return false;
        number += device_pieces(&plan->forms[i]);
    }
    return true;
}

int device_copies(const felt_exposure *e)
{
    size_t fit = COPIES_WORDS / (3 * (e->sum_count + e->pilot_count + 1));
    return fit < 1 ? 1 : fit > DEVICE_COPIES_MAX ? DEVICE_COPIES_MAX : (int)fit;
}

felt_status device_source(const felt_exposure *e, const device_part *part, char **ret)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return FELT_ENOMEM;
    write_names(out, e, part);
    bool whole = write_lists(out, e);
    write_forms(out, e);
    fwrite(count_device_cl, 1, count_device_cl_size, out);
    whole = whole && write_values(out, &e->values, part) && ferror(out) == 0;
    whole = fclose(out) == 0 && whole;
    if (!whole || size > DEVICE_SOURCE_MAX) {
        free(text);
        return whole ? FELT_ELIMIT : FELT_ENOMEM;
    }
    *ret = text;
    return FELT_OK;
}

/* ---- tables ---- */

static int64_t packed(const uint8_t *taken, int count)
{
    int64_t all = 0;
    for (int i = 0; i < count; i++)
        all |= (int64_t)taken[i] << 4 * i;
    return all;
}

static void fill_tables(const felt_exposure *e, device_tables *t)
{
    const value_grid *g = e->values.grid;
    int32_t *row_at = t->rows;
    int64_t *term_at = t->terms;
    for (int f = 0, first = 0; f < e->values.count; first += e->values.forms[f++].term_count) {
        const value_form *form = &e->values.forms[f];
        for (int i = 0; i < form->row_count; i++) {
            const value_row *row = &form->rows[i];
            *row_at++ = row->zero;
            *row_at++ = (int32_t)packed(g->low[row->low], VALUE_LOW);
            *row_at++ = first + (int32_t)row->first;
            *row_at++ = first + (int32_t)row->first + row->count;
        }
        for (int i = 0; i < form->term_count; i++) {
            *term_at++ = form->weights[i];
            *term_at++ = packed(g->high[form->columns[i]], VALUE_HIGH);
        }
    }
}

felt_status device_tables_make(const felt_exposure *e, device_tables *ret)
{
    device_tables t = {0};
    for (int f = 0; f < e->values.count; f++) {
        t.row_count += (size_t)e->values.forms[f].row_count;
        t.term_count += (size_t)e->values.forms[f].term_count;
    }
    t.rows = calloc(4 * t.row_count + 4, sizeof *t.rows);
    t.terms = calloc(2 * t.term_count + 2, sizeof *t.terms);
    if (t.rows == NULL || t.terms == NULL) {
        device_tables_free(&t);
        return FELT_ENOMEM;
    }
    fill_tables(e, &t);
    *ret = t;
    return FELT_OK;
}

void device_tables_free(device_tables *tables)
{
    free(tables->rows);
    free(tables->terms);
    *tables = (device_tables){0};
}
