/* src/report/par_figures.c - the figures of a PAR sheet as exact text: events, totals, figures, ranges, the bars of the chart.
 *
 * Whole-number arithmetic throughout; the one floating-point number is where a bar ends on paper. */
#include "odds_report.h"
#include "par_parts.h"

#include <math.h>

enum {
    WAYS_MOST = 60,  /* characters of a fraction in the table of events */
    EXACT_MOST = 58, /* in the table of figures */
    FIGURES_MAX = 20,
    CYCLE_MOST = 30,    /* characters of a cycle in the table of figures */
    LEADING_DIGITS = 8, /* of one that is longer */
    FAIR_PLACES = 4,
    PROBABILITY_PLACES = 10,
    PERCENT_PLACES = 6,
    RANGE_PLACES = 4,
};

/* ---- fractions, and the appendix for the long ones ---- */

static size_t digits(par_maker *m, const mpz_t whole)
{
    mpq_t positive;
    mpq_init(positive);
    mpz_abs(mpq_numref(positive), whole);
    size_t length = par_keep(m, felt_ratio_print(m->arena, positive)).length;
    mpq_clear(positive);
    return length;
}

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
    return par_say(m, "A%d (%zu over %zu digits)", at + 1, digits(m, mpq_numref(ratio)), digits(m, mpq_denref(ratio)));
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

/* The pay at which the wager would be fair; empty where the row does not win, or where even no pay at all would be too much. */
static felt_text fair_text(par_maker *m, int row)
{
    const felt_odds *o = m->odds;
    if (!o->has_pays || o->variant->pays[row].pay.kind != FELT_PAY_WINS || mpq_sgn(o->rows[row]) <= 0)
        return felt_text_from("");
    mpq_t fair;
    mpq_init(fair);
    felt_odds_fair(o, row, fair);
    felt_text text = mpq_sgn(fair) < 0 ? felt_text_from("") : par_say(m, "%.*s to 1", FELT_TEXT_ARGS(decimal(m, fair, FAIR_PLACES)));
    mpq_clear(fair);
    return text;
}

static felt_par_event make_event(par_maker *m, int row)
{
    const felt_odds *o = m->odds;
    bool defined = o->variant->pays[row].pay.kind != FELT_PAY_UNDEFINED;
    felt_par_event event = {
        .event = event_text(m, row), .pays = par_pay(m, &o->variant->pays[row].pay), .fair = fair_text(m, row), .row = row};
    mpq_t value;
    mpq_init(value);
    event.ways = o->sheet->game->one_event
                     ? par_grouped(m, par_keep(m, report_combinations(m->arena, o, row)))
                     : fraction(m, o->rows[row], WAYS_MOST, par_say(m, "Probability: %.*s", FELT_TEXT_ARGS(event.event)));
    event.fraction = par_keep(m, felt_ratio_print(m->arena, o->rows[row]));
    event.probability = decimal(m, o->rows[row], PROBABILITY_PLACES);
    event.returns =
        felt_odds_row_return(o, row, value) ? decimal(m, value, PROBABILITY_PLACES) : felt_text_from(defined ? "unset" : "undefined");
    mpq_clear(value);
    return event;
}

/* The totals are added up from the rows, not taken from elsewhere: that they come out is part of what is signed. */
static void add_up(par_maker *m)
{
    const felt_odds *o = m->odds;
    mpq_t probability, returns, one;
    mpq_inits(probability, returns, one, NULL);
    bool known = felt_odds_totals(o, probability, returns);
    felt_par_event *t = &m->sheet->totals;
    mpq_set_z(one, o->deals);
    mpq_mul(one, one, probability);
    t->event = felt_text_from("Total");
    t->row = -1;
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

static felt_par_figure *add_figure(par_maker *m, felt_par_figure *list, const char *name, felt_text value, felt_text exact)
{
    felt_par_figure *figure = &list[m->sheet->figure_count++];
    *figure = (felt_par_figure){.name = felt_text_from(name), .plain = felt_text_from(name), .value = value, .exact = exact};
    return figure;
}

static felt_par_figure *add_ratio(par_maker *m, felt_par_figure *list, const char *name, const mpq_t ratio, bool is_percent)
{
    felt_par_figure *figure = add_figure(m, list, name, is_percent ? percent(m, ratio, PERCENT_PLACES) : decimal(m, ratio, PERCENT_PLACES),
                                         fraction(m, ratio, EXACT_MOST, felt_text_from(name)));
    figure->fraction = par_keep(m, felt_ratio_print(m->arena, ratio));
    return figure;
}

/* A probability, which says in its name as well how rare that is. */
static void add_chance(par_maker *m, felt_par_figure *list, const char *name, const mpq_t chance)
{
    felt_par_figure *figure = add_ratio(m, list, name, chance, true);
    if (mpq_sgn(chance) <= 0)
        return;
    mpq_t inverse;
    mpq_init(inverse);
    mpq_inv(inverse, chance);
    figure->one_in = decimal(m, inverse, 2);
    figure->name = par_say(m, "%s, one in %.*s", name, FELT_TEXT_ARGS(figure->one_in));
    mpq_clear(inverse);
}

static void add_hit(par_maker *m, felt_par_figure *list)
{
    const felt_odds *o = m->odds;
    if (!o->has_outcomes) {
        add_figure(m, list, "Hit frequency", felt_text_from(felt_odds_missing(o)), felt_text_from(""));
        add_figure(m, list, "Push frequency", felt_text_from(felt_odds_missing(o)), felt_text_from(""));
        return;
    }
    add_chance(m, list, "Hit frequency", o->hit);
    add_ratio(m, list, "Push frequency", o->push, true);
}

static void add_rolls(par_maker *m, felt_par_figure *list)
{
    const felt_odds *o = m->odds;
    if (o->sheet->game->one_event)
        return;
    const felt_game_words *words = &o->sheet->game->words;
    const char *edge_name = par_say(m, "Edge per %s", words->event).bytes;
    add_ratio(m, list, par_say(m, "Expected %s", words->events).bytes, o->rolls, false);
    if (!o->has_pays) {
        add_figure(m, list, edge_name, felt_text_from(felt_odds_missing(o)), felt_text_from(""));
        return;
    }
    mpq_t per_roll;
    mpq_init(per_roll);
    felt_odds_edge_per_roll(o, per_roll);
    add_ratio(m, list, edge_name, per_roll, true);
    mpq_clear(per_roll);
}

/* ---- what laboratories list beside them ---- */

static const char *const award_names[] = {"Top award", "Top award hit", "Most lost by the house", "Volatility index"};

/* The words of the first row that pays `net`. */
static felt_text award_text(par_maker *m, const mpq_t net)
{
    const felt_odds *o = m->odds;
    felt_text text = felt_text_from("none");
    mpq_t one;
    mpq_init(one);
    for (int row = o->wager->row_count - 1; row >= 0; row--) {
        const felt_pay *pay = &o->variant->pays[row].pay;
        int64_t num, den;
        if (!par_row_decides(o, row) || pay->kind != FELT_PAY_WINS || mpq_sgn(o->rows[row]) <= 0)
            continue;
        felt_pay_worth(pay, &num, &den);
        felt_ratio_set(one, num, den);
        if (mpq_equal(one, net))
            text = par_pay(m, pay);
    }
    mpq_clear(one);
    return text;
}

/* The highest pay that can occur. What the house can lose on a unit is its net win, nothing where nothing can win. */
static void add_award(par_maker *m, felt_par_figure *list)
{
    felt_odds_net nets[FELT_ROWS_MAX];
    int count = felt_odds_nets(m->odds, nets);
    if (count > 0) {
        felt_odds_net *top = &nets[count - 1];
        add_figure(m, list, award_names[0], award_text(m, top->net), felt_text_from(""));
        if (mpq_sgn(top->net) > 0)
            add_chance(m, list, award_names[1], top->probability);
        else
            mpq_set_ui(top->net, 0, 1);
        felt_text most = par_keep(m, felt_ratio_print_short(m->arena, top->net));
        add_ratio(m, list, award_names[2], top->net, false)->value = most;
    }
    felt_odds_nets_clear(nets, count);
}

/* Games are compared by it: 1.645 standard deviations, what 90 of 100 rounds stay within by the normal distribution. */
static void add_volatility(par_maker *m, felt_par_figure *list)
{
    mpq_t square;
    mpq_init(square);
    felt_ratio_set(square, 1645 * 1645, 1000 * 1000);
    mpq_mul(square, square, m->odds->variance);
    add_figure(m, list, award_names[3], par_keep(m, felt_ratio_print_root(m->arena, square, PERCENT_PLACES)), felt_text_from(""));
    mpq_clear(square);
}

/* In how many equally likely cases every row decides a whole number: the deals or throws, else what the probabilities divide. */
static void add_cycle(par_maker *m, felt_par_figure *list)
{
    const felt_odds *o = m->odds;
    mpq_t cycle;
    mpq_init(cycle);
    mpq_set_ui(cycle, 1, 1);
    if (mpz_sgn(o->deals) > 0)
        mpq_set_z(cycle, o->deals);
    for (int row = 0; row < o->wager->row_count && mpz_sgn(o->deals) == 0; row++)
        mpz_lcm(mpq_numref(cycle), mpq_numref(cycle), mpq_denref(o->rows[row]));
    felt_text whole = par_keep(m, felt_ratio_print(m->arena, cycle)), grouped = par_grouped(m, whole);
    felt_par_figure *figure =
        add_figure(m, list, mpz_sgn(o->deals) > 0 ? "Cycle, combinations" : "Cycle, equally likely cases", grouped, felt_text_from(""));
    if (grouped.length > CYCLE_MOST) {
        figure->value = par_say(m, "%.*s… (%zu digits)", LEADING_DIGITS, whole.bytes, whole.length);
        figure->exact = fraction(m, cycle, EXACT_MOST, figure->name);
        figure->fraction = whole;
    }
    mpq_clear(cycle);
}

static void add_awards(par_maker *m, felt_par_figure *list)
{
    if (m->odds->has_pays) {
        add_award(m, list);
        add_volatility(m, list);
    } else {
        for (int i = 0; i < 4; i++)
            if (i != 1)
                add_figure(m, list, award_names[i], felt_text_from(felt_odds_missing(m->odds)), felt_text_from(""));
    }
    add_cycle(m, list);
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
    if (list != NULL) {
        add_rolls(m, list);
        add_awards(m, list);
    }
    mpq_clear(back);
    m->sheet->figures = list;
}

/* ---- ranges ---- */

static felt_text bound_text(par_maker *m, uint64_t rounds, long z, int sign)
{
    mpq_t bound;
    mpq_init(bound);
    felt_odds_range(m->odds, rounds, z, sign, bound);
    felt_text text = percent(m, bound, RANGE_PLACES);
    mpq_clear(bound);
    return text;
}

static felt_text wins_text(par_maker *m, uint64_t rounds)
{
    mpq_t wins;
    mpq_init(wins);
    felt_odds_wins(m->odds, rounds, wins);
    felt_text text = par_grouped(m, decimal(m, wins, 1));
    mpq_clear(wins);
    return text;
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

static felt_text net_text(par_maker *m, const felt_odds_net *n)
{
    if (!n->known)
        return felt_text_from(n->missing == FELT_PAY_UNDEFINED ? "undefined" : "unset");
    felt_text net = par_keep(m, felt_ratio_print_short(m->arena, n->net));
    return mpq_sgn(n->net) > 0 ? par_say(m, "+%.*s", FELT_TEXT_ARGS(net)) : net;
}

static felt_par_bar make_bar(par_maker *m, const felt_odds_net *n)
{
    int decades = m->sheet->decades, quarters = 4 * decades;
    while (quarters > 1 && !reaches(n->probability, 4, (unsigned long)(4 * decades - quarters)))
        quarters--;
    double height = decades + log10(mpq_get_d(n->probability));
    return (felt_par_bar){.net = net_text(m, n),
                          .probability = decimal(m, n->probability, PROBABILITY_PLACES),
                          .quarters = quarters,
                          .decades = height > 0 ? height : 0};
}

void par_chart(par_maker *m)
{
    felt_odds_net nets[FELT_ROWS_MAX];
    int count = felt_odds_nets(m->odds, nets);
    felt_par_bar *list = par_room(m, count, sizeof *list);
    m->sheet->decades = 1;
    for (int i = 0; i < count; i++)
        while (!reaches(nets[i].probability, 4, (unsigned long)(4 * m->sheet->decades - 1)))
            m->sheet->decades++;
    for (int i = 0; i < count && list != NULL; i++)
        list[i] = make_bar(m, &nets[i]);
    felt_odds_nets_clear(nets, count);
    m->sheet->bars = list;
    m->sheet->bar_count = count;
}
