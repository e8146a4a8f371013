/* src/report/par_figures.c - the figures of a PAR sheet as exact text: events, totals, figures, ranges, the bars of the chart.
 *
 * Whole-number arithmetic throughout; the one floating-point number is where a bar ends on paper. */
#include "odds_report.h"
#include "par_parts.h"

#include <math.h>

enum {
    WAYS_MOST = 60,  /* characters of a fraction in the table of events */
    EXACT_MOST = 58, /* in the table of figures */
    FIGURES_MAX = 12,
    PROBABILITY_PLACES = 10,
    PERCENT_PLACES = 6,
    RANGE_PLACES = 4,
    ROOT_DIGITS = 40, /* a range is exact to so many digits before it is rounded */
};

/* ---- fractions, and the appendix for the long ones ---- */

/* The fraction if it has at most `most` characters; else where it is in the appendix, which has each fraction once. */
static felt_text fraction(par_maker *m, const mpq_t ratio, size_t most, felt_text name)
{
    felt_text text = par_keep(m, felt_ratio_print(m->arena, ratio));
    if (text.length <= most || m->appendix == NULL)
        return text;
    int at = 0;
    while (at < m->sheet->appendix_count && !felt_text_equal(m->appendix[at].text, text))
        at++;
    felt_par_item *item = &m->appendix[at];
    item->label = at < m->sheet->appendix_count ? par_say(m, "%.*s; %.*s", FELT_TEXT_ARGS(item->label), FELT_TEXT_ARGS(name))
                                                : par_say(m, "A%d  %.*s", at + 1, FELT_TEXT_ARGS(name));
    item->text = text;
    m->sheet->appendix_count += at == m->sheet->appendix_count;
    const char *slash = memchr(text.bytes, '/', text.length);
    size_t above = slash == NULL ? text.length : (size_t)(slash - text.bytes);
    return par_say(m, "A%d (%zu over %zu digits)", at + 1, above - (mpq_sgn(ratio) < 0), text.length - above - (slash != NULL));
}

static felt_text decimal(par_maker *m, const mpq_t ratio, int places)
{
    return par_keep(m, felt_ratio_print_decimal(m->arena, ratio, places));
}

static felt_text percent(par_maker *m, const mpq_t ratio, int places)
{
    return par_say(m, "%.*s %%", FELT_TEXT_ARGS(par_keep(m, felt_ratio_print_percent(m->arena, ratio, places))));
}

/* ---- events ---- */

static felt_text event_text(par_maker *m, int row)
{
    const felt_row *r = &m->odds->wager->rows[row];
    bool first = (m->odds->variant->active & (((uint64_t)1 << row) - 1)) == 0;
    if (r->otherwise)
        return felt_text_from(first ? "every case" : "every other case");
    return r->words;
}

/* Probability times (net pay + 1); false where the pay is unset, or the outcome undefined, and the row can occur. */
static bool row_return(const felt_odds *o, int row, mpq_t ret)
{
    const felt_pay *pay = &o->variant->pays[row].pay;
    int64_t num, den;
    mpq_set_ui(ret, 0, 1);
    if (pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED)
        return mpq_sgn(o->rows[row]) == 0;
    felt_pay_net(pay, &num, &den);
    felt_ratio_add_times(ret, o->rows[row], num + den, den);
    return true;
}

static felt_par_event make_event(par_maker *m, int row)
{
    const felt_odds *o = m->odds;
    bool defined = o->variant->pays[row].pay.kind != FELT_PAY_UNDEFINED;
    felt_par_event event = {.event = event_text(m, row), .pays = par_pay(m, &o->variant->pays[row].pay)};
    mpq_t value;
    mpq_init(value);
    event.ways = o->sheet->game->one_event
                     ? par_grouped(m, par_keep(m, report_combinations(m->arena, o, row)))
                     : fraction(m, o->rows[row], WAYS_MOST, par_say(m, "Probability: %.*s", FELT_TEXT_ARGS(event.event)));
    event.probability = decimal(m, o->rows[row], PROBABILITY_PLACES);
    event.returns = row_return(o, row, value) ? decimal(m, value, PROBABILITY_PLACES) : felt_text_from(defined ? "unset" : "undefined");
    mpq_clear(value);
    return event;
}

/* The totals are added up from the rows, not taken from elsewhere: that they come out is part of what is signed. */
static void add_up(par_maker *m)
{
    const felt_odds *o = m->odds;
    bool known = true;
    mpq_t probability, returns, one;
    mpq_inits(probability, returns, one, NULL);
    for (int row = 0; row < o->wager->row_count; row++) {
        if (!par_row_decides(o, row))
            continue;
        mpq_add(probability, probability, o->rows[row]);
        known = row_return(o, row, one) && known;
        mpq_add(returns, returns, one);
    }
    felt_par_event *t = &m->sheet->totals;
    mpq_set_z(one, o->deals);
    mpq_mul(one, one, probability);
    t->event = felt_text_from("Total");
    t->ways = o->sheet->game->one_event ? par_grouped(m, par_keep(m, felt_ratio_print(m->arena, one)))
                                          : par_keep(m, felt_ratio_print(m->arena, probability));
    t->probability = decimal(m, probability, PROBABILITY_PLACES);
    t->returns = known ? decimal(m, returns, PROBABILITY_PLACES) : felt_text_from(felt_odds_missing(o));
    mpq_clears(probability, returns, one, NULL);
}

static void make_events(par_maker *m)
{
    const felt_odds *o = m->odds;
    felt_par_event *list = par_room(m, o->wager->row_count, sizeof *list);
    int count = 0;
    for (int row = 0; row < o->wager->row_count && list != NULL; row++)
        if (par_row_decides(o, row))
            list[count++] = make_event(m, row);
    m->sheet->events = list;
    m->sheet->event_count = count;
    add_up(m);
}

/* ---- figures ---- */

static void add_figure(par_maker *m, felt_par_figure *list, const char *name, felt_text value, felt_text exact)
{
    list[m->sheet->figure_count++] = (felt_par_figure){felt_text_from(name), value, exact};
}

static void add_ratio(par_maker *m, felt_par_figure *list, const char *name, const mpq_t ratio, bool is_percent)
{
    add_figure(m, list, name, is_percent ? percent(m, ratio, PERCENT_PLACES) : decimal(m, ratio, PERCENT_PLACES),
               fraction(m, ratio, EXACT_MOST, felt_text_from(name)));
}

static void add_hit(par_maker *m, felt_par_figure *list)
{
    const felt_odds *o = m->odds;
    if (!o->has_outcomes) {
        add_figure(m, list, "Hit frequency", felt_text_from(felt_odds_missing(o)), felt_text_from(""));
        add_figure(m, list, "Push frequency", felt_text_from(felt_odds_missing(o)), felt_text_from(""));
        return;
    }
    mpq_t inverse;
    mpq_init(inverse);
    add_ratio(m, list, "Hit frequency", o->hit, true);
    felt_par_figure *hit = &list[m->sheet->figure_count - 1];
    if (mpq_sgn(o->hit) > 0) {
        mpq_inv(inverse, o->hit);
        hit->name = par_say(m, "Hit frequency, one in %.*s", FELT_TEXT_ARGS(decimal(m, inverse, 2)));
    }
    mpq_clear(inverse);
    add_ratio(m, list, "Push frequency", o->push, true);
}

static void add_rolls(par_maker *m, felt_par_figure *list)
{
    const felt_odds *o = m->odds;
    if (o->sheet->game->one_event)
        return;
    add_ratio(m, list, "Expected rolls", o->rolls, false);
    if (!o->has_pays) {
        add_figure(m, list, "Edge per roll", felt_text_from(felt_odds_missing(o)), felt_text_from(""));
        return;
    }
    mpq_t per_roll;
    mpq_init(per_roll);
    mpq_div(per_roll, o->edge, o->rolls);
    add_ratio(m, list, "Edge per roll", per_roll, true);
    mpq_clear(per_roll);
}

static void make_figures(par_maker *m)
{
    static const char *const names[] = {"House edge", "Return to player", "Variance", "Standard deviation", "Skewness"};
    const felt_odds *o = m->odds;
    felt_text none = felt_text_from("");
    felt_par_figure *list = par_room(m, FIGURES_MAX, sizeof *list);
    mpq_t back;
    mpq_init(back);
    if (list != NULL && o->has_pays) {
        felt_odds_return(o, back);
        add_ratio(m, list, names[0], o->edge, true);
        add_ratio(m, list, names[1], back, true);
        add_hit(m, list);
        add_ratio(m, list, names[2], o->variance, false);
        add_figure(m, list, names[3], par_keep(m, felt_ratio_print_root(m->arena, o->variance, PERCENT_PLACES)), none);
        add_figure(m, list, names[4], par_keep(m, report_skewness(m->arena, o, PERCENT_PLACES)), none);
    } else if (list != NULL) {
        felt_text missing = felt_text_from(felt_odds_missing(o));
        add_figure(m, list, names[0], missing, none);
        add_figure(m, list, names[1], missing, none);
        add_hit(m, list);
        for (int i = 2; i < 5; i++)
            add_figure(m, list, names[i], missing, none);
    }
    if (list != NULL)
        add_rolls(m, list);
    mpq_clear(back);
    m->sheet->figures = list;
}

/* ---- ranges ---- */

/* ret = return to player + sign z sd / sqrt(rounds), z in thousandths, not below 0. The root is cut off after ROOT_DIGITS digits. */
static void range_bound(const felt_odds *o, uint64_t rounds, long z, int sign, mpq_t ret)
{
    mpq_t square, back;
    mpz_t scale;
    mpq_inits(square, back, NULL);
    mpz_init(scale);
    felt_ratio_set(square, z * z, 1000000);
    mpq_mul(square, square, o->variance);
    felt_ratio_set(back, 1, (int64_t)rounds);
    mpq_mul(square, square, back);
    mpz_ui_pow_ui(scale, 10, 2UL * ROOT_DIGITS);
    mpz_mul(mpq_numref(ret), mpq_numref(square), scale);
    mpz_tdiv_q(mpq_numref(ret), mpq_numref(ret), mpq_denref(square));
    mpz_sqrt(mpq_numref(ret), mpq_numref(ret));
    mpz_ui_pow_ui(mpq_denref(ret), 10, ROOT_DIGITS);
    mpq_canonicalize(ret);
    felt_odds_return(o, back);
    if (sign > 0)
        mpq_add(ret, back, ret);
    else
        mpq_sub(ret, back, ret);
    if (mpq_sgn(ret) < 0)
        mpq_set_ui(ret, 0, 1);
    mpq_clears(square, back, NULL);
    mpz_clear(scale);
}

static felt_text bound_text(par_maker *m, uint64_t rounds, long z, int sign)
{
    mpq_t bound;
    mpq_init(bound);
    range_bound(m->odds, rounds, z, sign, bound);
    felt_text text = percent(m, bound, RANGE_PLACES);
    mpq_clear(bound);
    return text;
}

/* rounds x hit, with one place. */
static felt_text wins_text(par_maker *m, uint64_t rounds)
{
    mpq_t wins;
    mpq_init(wins);
    felt_ratio_set(wins, (int64_t)rounds, 1);
    mpq_mul(wins, wins, m->odds->hit);
    felt_text text = decimal(m, wins, 1);
    mpq_clear(wins);
    if (text.length < 2)
        return text;
    felt_text whole = par_grouped(m, (felt_text){text.bytes, text.length - 2});
    return par_say(m, "%.*s%.2s", FELT_TEXT_ARGS(whole), text.bytes + text.length - 2);
}

static void make_ranges(par_maker *m)
{
    int count = m->odds->has_pays ? m->request->round_count : 0;
    felt_par_range *list = par_room(m, count, sizeof *list);
    for (int i = 0; i < count && list != NULL; i++) {
        uint64_t rounds = m->request->rounds[i];
        list[i] = (felt_par_range){.rounds = par_grouped(m, par_say(m, "%llu", (unsigned long long)rounds)),
                                   .wins = wins_text(m, rounds),
                                   .low_90 = bound_text(m, rounds, 1645, -1),
                                   .high_90 = bound_text(m, rounds, 1645, 1),
                                   .low_95 = bound_text(m, rounds, 1960, -1),
                                   .high_95 = bound_text(m, rounds, 1960, 1)};
    }
    m->sheet->ranges = list;
    m->sheet->range_count = count;
}

void par_figures(par_maker *m)
{
    m->appendix = par_room(m, FELT_ROWS_MAX + FIGURES_MAX, sizeof *m->appendix);
    make_events(m);
    make_figures(m);
    make_ranges(m);
    m->sheet->appendix = m->appendix;
}

/* ---- the chart ---- */

typedef struct stack {
    mpq_t net, probability;
    const char *missing; /* "unset" or "undefined" where there is no net pay; else NULL */
} stack;

/* Does stack `s` come before one of that net pay? Those without a net pay are last, undefined outcomes after unset pays. */
static int stack_order(const stack *s, const mpq_t net, const char *missing)
{
    if (s->missing == NULL || missing == NULL)
        return s->missing == missing ? mpq_cmp(s->net, net) : (s->missing != NULL) - (missing != NULL);
    return -strcmp(s->missing, missing);
}

/* Puts a row on the stack of its net pay. */
static int pile(stack *list, int count, const mpq_t net, const char *missing, const mpq_t probability)
{
    int at = 0;
    while (at < count && stack_order(&list[at], net, missing) < 0)
        at++;
    if (at < count && stack_order(&list[at], net, missing) == 0) {
        mpq_add(list[at].probability, list[at].probability, probability);
        return count;
    }
    stack fresh;
    mpq_inits(fresh.net, fresh.probability, NULL);
    mpq_set(fresh.net, net);
    mpq_set(fresh.probability, probability);
    fresh.missing = missing;
    memmove(&list[at + 1], &list[at], (size_t)(count - at) * sizeof *list);
    list[at] = fresh;
    return count + 1;
}

static const char *missing_net(const felt_pay *pay)
{
    if (pay->kind == FELT_PAY_UNDEFINED)
        return "undefined";
    return pay->kind == FELT_PAY_UNSET ? "unset" : NULL;
}

static int pile_rows(const felt_odds *o, stack *list)
{
    int count = 0;
    mpq_t net;
    mpq_init(net);
    for (int row = 0; row < o->wager->row_count; row++) {
        const felt_pay *pay = &o->variant->pays[row].pay;
        int64_t num = 0, den = 1;
        if (!par_row_decides(o, row) || mpq_sgn(o->rows[row]) == 0)
            continue;
        if (missing_net(pay) == NULL)
            felt_pay_net(pay, &num, &den);
        felt_ratio_set(net, num, den);
        count = pile(list, count, net, missing_net(pay), o->rows[row]);
    }
    mpq_clear(net);
    return count;
}

/* Is probability^power >= 10^-exponent? */
static bool reaches(const mpq_t probability, unsigned long power, unsigned long exponent)
{
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_ui_pow_ui(left, 10, exponent);
    mpz_pow_ui(right, mpq_numref(probability), power);
    mpz_mul(left, left, right);
    mpz_pow_ui(right, mpq_denref(probability), power);
    bool yes = mpz_cmp(left, right) >= 0;
    mpz_clears(left, right, NULL);
    return yes;
}

static felt_par_bar make_bar(par_maker *m, const stack *s)
{
    int decades = m->sheet->decades, quarters = 4 * decades;
    while (quarters > 1 && !reaches(s->probability, 4, (unsigned long)(4 * decades - quarters)))
        quarters--;
    felt_text net = par_keep(m, felt_ratio_print(m->arena, s->net));
    double height = decades + log10(mpq_get_d(s->probability));
    return (felt_par_bar){.net = s->missing != NULL ? felt_text_from(s->missing)
                                                    : par_say(m, "%s%.*s", mpq_sgn(s->net) > 0 ? "+" : "", FELT_TEXT_ARGS(net)),
                          .probability = decimal(m, s->probability, PROBABILITY_PLACES),
                          .quarters = quarters,
                          .decades = height > 0 ? height : 0};
}

void par_chart(par_maker *m)
{
    stack stacks[FELT_ROWS_MAX];
    int count = pile_rows(m->odds, stacks);
    felt_par_bar *list = par_room(m, count, sizeof *list);
    m->sheet->decades = 1;
    for (int i = 0; i < count; i++)
        while (!reaches(stacks[i].probability, 4, (unsigned long)(4 * m->sheet->decades - 1)))
            m->sheet->decades++;
    for (int i = 0; i < count && list != NULL; i++)
        list[i] = make_bar(m, &stacks[i]);
    for (int i = 0; i < count; i++)
        mpq_clears(stacks[i].net, stacks[i].probability, NULL);
    m->sheet->bars = list;
    m->sheet->bar_count = count;
}
