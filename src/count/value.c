/* src/count/value.c - forms: made of a compiled variant, and valued exactly. */
#include "count/value.h"
#include <felt/sheet.h>
#include <felt/shoe_count.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { HAND = 55 }; /* hands of two cards by value */

/* ---- the grid ---- */

/* Numbers all ways to spread up to six cards over `values` values, by degree. */
static void number(int values, uint8_t *digits, uint8_t *degrees, uint16_t *at, uint16_t *from, uint8_t *last)
{
    int codes = 1, count = 0;
    for (int i = 0; i < values; i++)
        codes *= VALUE_DEGREE + 1;
    for (int degree = 0; degree <= VALUE_DEGREE; degree++) {
        for (int code = 0; code < codes; code++) {
            int sum = 0, rest = code, place = 1, top = 0, step = 0;
            for (int i = 0; i < values; i++, rest /= 7, place *= 7) {
                int digit = rest % 7;
                sum += digit;
                if (digit > 0) {
                    top = i;
                    step = place;
                }
            }
            if (sum != degree)
                continue;
            for (int i = 0, left = code; i < values; i++, left /= 7)
                digits[count * values + i] = (uint8_t)(left % 7);
            degrees[count] = (uint8_t)degree;
            last[count] = (uint8_t)top;
            from[count] = degree == 0 ? 0 : at[code - step];
            at[code] = (uint16_t)count++;
        }
    }
}

value_grid *value_grid_new(void)
{
    value_grid *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    number(VALUE_LOW, &g->low[0][0], g->low_degree, g->low_at, g->low_from, g->low_last);
    number(VALUE_HIGH, &g->high[0][0], g->high_degree, g->high_at, g->high_from, g->high_last);
    for (int i = 1; i < VALUE_LOWS; i++)
        g->low_factor[i] = (uint8_t)(VALUE_DEGREE * g->low_last[i] + g->low[i][g->low_last[i]] - 1);
    for (int i = 1; i < VALUE_COLUMNS; i++)
        g->high_factor[i] = (uint8_t)(VALUE_DEGREE * (VALUE_LOW + g->high_last[i]) + g->high[i][g->high_last[i]] - 1);
    for (int i = VALUE_COLUMNS - 1; i >= 0; i--)
        g->high_first[g->high_degree[i]] = (uint16_t)i;
    g->high_first[VALUE_DEGREE + 1] = VALUE_COLUMNS;
    for (int zero = 0; zero < VALUE_ZEROS; zero++) {
        for (int low = 0; low < VALUE_LOWS; low++) {
            int left = VALUE_DEGREE - value_zero_taken(zero) - g->low_degree[low];
            g->offset[zero][low] = left < 0 ? UINT32_MAX : g->coefficients;
            g->coefficients += left < 0 ? 0u : (uint32_t)(g->high_first[left + 1] - g->high_first[left]);
        }
    }
    return g;
}

/* ---- pays ---- */

static int64_t divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* The pay of the row that decides an outcome; NULL: none does, so it cannot occur. */
static const felt_pay *pay_of(const felt_variant *variant, int outcome)
{
    if (felt_shoe_slot(felt_outcome_hands(outcome)) < 0)
        return NULL;
    int row = felt_machine_row(variant->machine, 0, outcome);
    return row < 0 || row == FELT_ROW_NONE ? NULL : &variant->pays[row].pay;
}

/* The least common denominator; 0: it is beyond reach. */
static int64_t common_unit(const felt_variant *variant)
{
    const int64_t most = INT64_C(1) << 20;
    int64_t unit = 1, num, den;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        const felt_pay *pay = pay_of(variant, i);
        if (pay == NULL)
            continue;
        felt_pay_worth(pay, &num, &den);
        if (den > most)
            return 0;
        unit = unit / divisor(unit, den) * den;
        if (unit > most)
            return 0;
    }
    return unit;
}

felt_status value_pays_read(value_pays *ret, const felt_variant *variant, felt_error *error)
{
    static_assert((INT64_C(1) << 20) * (FELT_PAY_MAX + 1) < INT64_C(1) << 41, "a net win times its unit is below 2^41");
    value_pays pays = {.base = INT64_MAX};
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        const felt_pay *pay = pay_of(variant, i);
        if (pay != NULL && pay->kind != FELT_PAY_LOSES && pay->kind != FELT_PAY_PUSHES && pay->kind != FELT_PAY_WINS)
            return felt_error_set(error, FELT_EDATA, -1, "a pay is not set, so the wager has no value");
    }
    pays.unit = common_unit(variant);
    if (pays.unit == 0)
        return felt_error_set(error, FELT_ELIMIT, -1, "the pays have no common denominator up to %d", 1 << 20);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        const felt_pay *pay = pay_of(variant, i);
        int64_t num, den;
        if (pay == NULL)
            continue;
        felt_pay_worth(pay, &num, &den);
        pays.over[i] = num * (pays.unit / den);
        pays.base = pays.over[i] < pays.base ? pays.over[i] : pays.base;
    }
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        pays.over[i] = pay_of(variant, i) == NULL ? 0 : pays.over[i] - pays.base;
        pays.most = pays.over[i] > pays.most ? pays.over[i] : pays.most;
    }
    *ret = pays;
    return FELT_OK;
}

/* ---- making a form ---- */

/* Six cards while they are gone through. */
typedef struct deal {
    int zeros, low, high; /* how many tens; the codes of the others */
} deal;

static deal deal_with(deal d, int value)
{
    static const int codes[10] = {0, 1, 7, 49, 343, 1, 7, 49, 343, 2401};
    d.zeros += value == 0;
    d.low += value >= 1 && value <= VALUE_LOW ? codes[value] : 0;
    d.high += value > VALUE_LOW ? codes[value] : 0;
    return d;
}

typedef struct making {
    const value_grid *grid;
    const value_pays *pays;
    int64_t *sums; /* by grid->offset and column of the degree */
} making;

static void add(making *m, int zero, const deal *d, int64_t weight)
{
    const value_grid *g = m->grid;
    int column = g->high_at[d->high];
    m->sums[g->offset[zero][g->low_at[d->low]] + (uint32_t)(column - g->high_first[g->high_degree[column]])] += weight;
}

static int64_t least(const int64_t *of, int count)
{
    int64_t found = of[0];
    for (int i = 1; i < count; i++)
        found = of[i] < found ? of[i] : found;
    return found;
}

/* One hand of two tens: whether they are a pair is left open. `without` and `with` are the outcomes. */
static void add_tens(making *m, const deal *d, int64_t times, int without, int with)
{
    const int64_t over[2] = {m->pays->over[without], m->pays->over[with]};
    int64_t both = least(over, 2);
    add(m, VALUE_ZERO_ANY + d->zeros, d, times * both);
    add(m, VALUE_ZERO_NO_PAIR + d->zeros - 2, d, times * (over[0] - both));
    add(m, VALUE_ZERO_PAIR + d->zeros - 2, d, times * (over[1] - both));
}

/* Both hands of two tens; `outcome` is the one without pairs. */
static void add_all_tens(making *m, const deal *d, int64_t times, int outcome)
{
    const int64_t *over = &m->pays->over[outcome];
    int64_t all = least(over, FELT_PAIRS_COUNT);
    add(m, VALUE_ZERO_ANY + d->zeros, d, times * all);
    add(m, VALUE_ZERO_NEITHER + d->zeros - 4, d, times * (over[FELT_PAIRS_NONE] - all));
    add(m, VALUE_ZERO_ONE + d->zeros - 4, d, times * (over[FELT_PAIRS_PLAYER] - all + over[FELT_PAIRS_BANKER] - all));
    add(m, VALUE_ZERO_BOTH + d->zeros - 4, d, times * (over[FELT_PAIRS_BOTH] - all));
    add(m, VALUE_ZERO_SAME + d->zeros - 4, d, times * (over[FELT_PAIRS_SAME] - all));
}

/* The first four cards: each hand's two, the lower value first. */
typedef struct start {
    int player[2], banker[2];
    int player_total, banker_total;
    int64_t times; /* orders in which they can come */
    deal cards;
} start;

static void add_round(making *m, const start *s, int fifth, int sixth)
{
    bool player_draws = felt_player_draws(s->player_total, s->banker_total);
    bool banker_draws = felt_banker_draws(s->player_total, s->banker_total, player_draws ? fifth : -1);
    felt_hands hands = {.player_total = s->player_total, .banker_total = s->banker_total, .player_cards = 2, .banker_cards = 2};
    if (player_draws) {
        hands.player_total = (hands.player_total + fifth) % 10;
        hands.player_cards = 3;
    }
    if (banker_draws) {
        hands.banker_total = (hands.banker_total + (player_draws ? sixth : fifth)) % 10;
        hands.banker_cards = 3;
    }
    deal d = deal_with(deal_with(s->cards, fifth), sixth);
    int none = felt_outcome_index(hands), player = s->player[0] == s->player[1], banker = s->banker[0] == s->banker[1];
    bool player_tens = player && s->player[0] == 0, banker_tens = banker && s->banker[0] == 0;
    if (player_tens && banker_tens)
        add_all_tens(m, &d, s->times, none);
    else if (player_tens)
        add_tens(m, &d, s->times, none + (banker ? FELT_PAIRS_BANKER : 0), none + (banker ? FELT_PAIRS_BOTH : FELT_PAIRS_PLAYER));
    else if (banker_tens)
        add_tens(m, &d, s->times, none + (player ? FELT_PAIRS_PLAYER : 0), none + (player ? FELT_PAIRS_BOTH : FELT_PAIRS_BANKER));
    else if (player && banker)
        add(m, d.zeros, &d, s->times * m->pays->over[none + (s->player[0] == s->banker[0] ? FELT_PAIRS_SAME : FELT_PAIRS_BOTH)]);
    else
        add(m, d.zeros, &d, s->times * m->pays->over[none + (player ? FELT_PAIRS_PLAYER : banker ? FELT_PAIRS_BANKER : 0)]);
}

static void add_rounds(making *m)
{
    uint8_t hands[HAND][2];
    int count = 0;
    for (int a = 0; a < 10; a++)
        for (int b = a; b < 10; b++, count++)
            memcpy(hands[count], (uint8_t[2]){(uint8_t)a, (uint8_t)b}, 2);
    for (int i = 0; i < HAND * HAND; i++) {
        const uint8_t *p = hands[i / HAND], *b = hands[i % HAND];
        start s = {{p[0], p[1]}, {b[0], b[1]}, (p[0] + p[1]) % 10, (b[0] + b[1]) % 10, 1, {0}};
        s.times = (p[0] == p[1] ? 1 : 2) * (b[0] == b[1] ? 1 : 2);
        s.cards = deal_with(deal_with(deal_with(deal_with(s.cards, p[0]), p[1]), b[0]), b[1]);
        for (int k = 0; k < 100; k++)
            add_round(m, &s, k / 10, k % 10);
    }
}

/* Keeps what is not 0. */
static void keep_rows(value_form *form, const int64_t *sums)
{
    const value_grid *g = form->grid;
    for (int zero = 0; zero < VALUE_ZEROS; zero++) {
        for (int low = 0; low < VALUE_LOWS; low++) {
            if (g->offset[zero][low] == UINT32_MAX)
                continue;
            int degree = VALUE_DEGREE - value_zero_taken(zero) - g->low_degree[low];
            value_row row = {.zero = (uint8_t)zero, .low = (uint8_t)low, .first = (uint32_t)form->term_count};
            for (int column = g->high_first[degree]; column < g->high_first[degree + 1]; column++) {
                int64_t sum = sums[g->offset[zero][low] + (uint32_t)(column - g->high_first[degree])];
                if (sum == 0)
                    continue;
                form->columns[form->term_count] = (uint16_t)column;
                form->weights[form->term_count++] = sum / form->scale;
                row.count++;
            }
            if (row.count > 0)
                form->rows[form->row_count++] = row;
        }
    }
}

static bool make_room(value_form *form, const int64_t *sums)
{
    size_t terms = 0;
    form->scale = 0;
    for (uint32_t i = 0; i < form->grid->coefficients; i++) {
        terms += sums[i] != 0;
        form->scale = divisor(form->scale, sums[i]);
    }
    form->scale = form->scale == 0 ? 1 : form->scale;
    form->columns = malloc((terms + 1) * sizeof *form->columns);
    form->weights = malloc((terms + 1) * sizeof *form->weights);
    form->rows = malloc((terms + 1) * sizeof *form->rows); /* every row has a term */
    return form->columns != NULL && form->weights != NULL && form->rows != NULL;
}

felt_status value_form_make(value_form *ret, const value_grid *grid, const felt_variant *variant, felt_error *error)
{
    value_pays *pays = malloc(sizeof *pays);
    int64_t *sums = calloc(grid->coefficients, sizeof *sums);
    value_form form = {.grid = grid};
    felt_status status = pays == NULL || sums == NULL ? FELT_ENOMEM : value_pays_read(pays, variant, error);
    if (status == FELT_OK) {
        making m = {grid, pays, sums};
        add_rounds(&m);
        form.unit = pays->unit;
        form.base = pays->base;
        form.most = pays->most;
        status = make_room(&form, sums) ? FELT_OK : FELT_ENOMEM;
    }
    if (status == FELT_OK) {
        keep_rows(&form, sums);
        *ret = form;
    } else {
        value_form_free(&form);
    }
    free(sums);
    free(pays);
    return status;
}

void value_form_free(value_form *form)
{
    free(form->rows);
    free(form->columns);
    free(form->weights);
    *form = (value_form){0};
}

/* ---- exactly ---- */

/* What the form is made of, for one shoe. Every entry counts deals of at most six cards, so it is below 2^53. */
typedef struct parts {
    int64_t zero[VALUE_ZEROS], low[VALUE_LOWS], high[VALUE_COLUMNS];
} parts;

static int64_t falling(int64_t n, int k)
{
    int64_t product = 1;
    for (int i = 0; i < k; i++)
        product *= n - i;
    return product;
}

static void count_tens(parts *p, const int32_t *tens)
{
    int64_t n = 0, pairs = 0, same = 0, squares = 0;
    for (int i = 0; i < VALUE_TENS; i++) {
        int64_t pair = falling(tens[i], 2);
        n += tens[i];
        pairs += pair;
        same += falling(tens[i], 4);
        squares += pair * pair;
    }
    int64_t both = pairs * pairs - squares, one = pairs * falling(n - 2, 2) - same - both;
    int64_t neither = falling(n, 4) - 2 * one - same - both;
    for (int k = 0; k <= VALUE_DEGREE; k++) {
        p->zero[VALUE_ZERO_ANY + k] = falling(n, k);
        if (k >= 2) {
            p->zero[VALUE_ZERO_PAIR + k - 2] = pairs * falling(n - 2, k - 2);
            p->zero[VALUE_ZERO_NO_PAIR + k - 2] = (falling(n, 2) - pairs) * falling(n - 2, k - 2);
        }
        if (k >= 4) {
            p->zero[VALUE_ZERO_SAME + k - 4] = same * falling(n - 4, k - 4);
            p->zero[VALUE_ZERO_BOTH + k - 4] = both * falling(n - 4, k - 4);
            p->zero[VALUE_ZERO_ONE + k - 4] = one * falling(n - 4, k - 4);
            p->zero[VALUE_ZERO_NEITHER + k - 4] = neither * falling(n - 4, k - 4);
        }
    }
}

value_wide value_form_sum(const value_form *form, const felt_shoe *shoe)
{
    const value_grid *g = form->grid;
    parts p;
    count_tens(&p, shoe->cards + 9);
    p.low[0] = p.high[0] = 1;
    for (int i = 1; i < VALUE_LOWS; i++)
        p.low[i] = p.low[g->low_from[i]] * (shoe->cards[g->low_last[i]] - g->low[i][g->low_last[i]] + 1);
    for (int i = 1; i < VALUE_COLUMNS; i++)
        p.high[i] = p.high[g->high_from[i]] * (shoe->cards[VALUE_LOW + g->high_last[i]] - g->high[i][g->high_last[i]] + 1);
    value_wide sum = 0;
    for (int i = 0; i < form->row_count; i++) {
        const value_row *row = &form->rows[i];
        value_wide in_row = 0;
        for (uint32_t t = row->first; t < row->first + row->count; t++)
            in_row += (value_wide)form->weights[t] * p.high[form->columns[t]];
        sum += in_row * (p.zero[row->zero] * p.low[row->low]);
    }
    return sum;
}

void value_form_exact(const value_form *form, const felt_shoe *shoe, value_wide *ret_num, value_wide *ret_den)
{
    value_wide deals = (value_wide)felt_shoe_deals(shoe);
    *ret_num = form->scale * value_form_sum(form, shoe) + form->base * deals;
    *ret_den = form->unit * deals;
}

value_fixed value_form_fixed(const value_form *form, const felt_shoe *shoe)
{
    value_wide num, den;
    value_form_exact(form, shoe, &num, &den);
    /* floor((num 2^(BITS + 1) + den) / (2 den)): |num| < 2^41 2^53 */
    value_wide top = num * ((value_wide)1 << (VALUE_BITS + 1)) + den, bottom = 2 * den, floor = top / bottom;
    if (top % bottom < 0)
        floor--;
    return (value_fixed){(int64_t)floor, num > 0};
}
