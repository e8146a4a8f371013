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
    felt_text net = par_keep(m, felt_ratio_print(m->arena, n->net));
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
