/* src/report/audit_plot.c - two pictures: the realised edge with its band, and mistakes by kind. */
#include "audit_plot.h"

#include <math.h>

enum {
    WIDTH = 680,
    HEIGHT = 250,
    LEFT = 70,
    RIGHT = 34,
    TOP = 12,
    BOTTOM = 44,
    PLOT_WIDTH = WIDTH - LEFT - RIGHT,
    PLOT_HEIGHT = HEIGHT - TOP - BOTTOM,
    BAR = 26,       /* a row of bars */
    BAR_LEFT = 160, /* room for what the mistake is called */
    BAR_WIDTH = 240,
};

/* ---- the edge ---- */

typedef struct edge_plot {
    const felt_audit_series *series;
    int wager, first, count; /* points from the first at which something was decided */
    double low, high, rounds;
    bool timed; /* across is time, not rounds */
    double from, to;
} edge_plot;

static felt_audit_point point_at(const edge_plot *p, int i)
{
    return felt_audit_series_point(p->series, p->wager, i);
}

static double x_of(const edge_plot *p, double across)
{
    return LEFT + PLOT_WIDTH * (across - p->from) / (p->to - p->from);
}

static double x_at(const edge_plot *p, const felt_audit_point *point)
{
    return x_of(p, p->timed ? (double)point->time : (double)point->rounds);
}

/* What is far outside is drawn just outside, and cut off. */
static double y_of(const edge_plot *p, double edge)
{
    double range = p->high - p->low, y = TOP + PLOT_HEIGHT * (p->high - edge) / range;
    return y < -HEIGHT ? -HEIGHT : y > 2 * HEIGHT ? 2 * HEIGHT : y;
}

/* Both edges are in sight from an eighth of the rounds on: before that the band is wider than any page. */
static bool find_range(edge_plot *p)
{
    while (p->first < p->count && point_at(p, p->first).deviation <= 0)
        p->first++;
    if (p->count - p->first < 2)
        return false;
    p->rounds = (double)point_at(p, p->count - 1).rounds;
    double most = 0, exact = point_at(p, p->count - 1).exact;
    for (int i = p->first; i < p->count; i++) {
        felt_audit_point at = point_at(p, i);
        double band = 2.2 * at.deviation, away = fabs(at.realised - at.exact) * 1.1;
        if (8 * (double)at.rounds < p->rounds)
            continue;
        most = band > most ? band : most;
        most = away > most ? away : most;
    }
    p->low = exact - most;
    p->high = exact + most;
    p->from = p->timed ? (double)point_at(p, 0).time : 0;
    p->to = p->timed ? (double)point_at(p, p->count - 1).time : p->rounds;
    return most > 0 && p->to > p->from;
}

/* A step of 1, 2 or 5 and zeros, so that about `lines` fit. */
static double step_for(double range, int lines)
{
    double power = pow(10, floor(log10(range / lines)));
    static const double steps[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++)
        if (range / (steps[i] * power) <= lines)
            return steps[i] * power;
    return 10 * power;
}

static void put_edges(text_out *out, const edge_plot *p)
{
    double step = step_for(p->high - p->low, 5);
    int decimals = step * 100 >= 1 ? 0 : step * 100 >= 0.1 ? 1 : 2;
    for (double edge = ceil(p->low / step) * step; edge <= p->high; edge += step)
        out_print(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"y\" x=\"%d\" y=\"%.1f\">%.*f %%</text>\n", LEFT,
                  y_of(p, edge), WIDTH - RIGHT, LEFT - 8, y_of(p, edge) + 4, decimals, fabs(edge) < step / 2 ? 0.0 : edge * 100);
}

static void put_rounds(text_out *out, const edge_plot *p)
{
    double across = step_for(p->rounds, 6);
    for (double rounds = 0; rounds <= p->rounds; rounds += across < 1 ? 1 : across)
        out_print(out, "<text class=\"x\" x=\"%.1f\" y=\"%d\">%.*s</text>\n", x_of(p, rounds), HEIGHT - BOTTOM + 18,
                  FELT_TEXT_ARGS(out_grouped(out->arena, (uint64_t)rounds)));
    out_print(out, "<text class=\"x\" x=\"%d\" y=\"%d\">rounds</text>\n", LEFT + PLOT_WIDTH / 2, HEIGHT - 6);
}

static void put_times(text_out *out, const edge_plot *p)
{
    int64_t from = (int64_t)p->from, to = (int64_t)p->to, step = clock_step(to - from, 8);
    for (int64_t moment = (from + step - 1) / step * step; moment <= to; moment += step) {
        double x = x_of(p, (double)moment);
        out_print(out, "<path class=\"grid\" d=\"M%.1f %dv5\"/><text class=\"x\" x=\"%.1f\" y=\"%d\">", x, HEIGHT - BOTTOM, x,
                  HEIGHT - BOTTOM + 18);
        clock_label(out, moment, step);
        out_print(out, "</text>\n");
    }
    out_print(out, "<text class=\"x\" x=\"%d\" y=\"%d\">clock time, ", LEFT + PLOT_WIDTH / 2, HEIGHT - 6);
    clock_range(out, from, to);
    out_print(out, "</text>\n");
}

static void put_band(text_out *out, const edge_plot *p)
{
    out_print(out, "<path class=\"band\" d=\"");
    for (int i = p->first; i < p->count; i++) {
        felt_audit_point at = point_at(p, i);
        out_print(out, "%c%.1f %.1f", i == p->first ? 'M' : 'L', x_at(p, &at), y_of(p, at.exact + 2 * at.deviation));
    }
    for (int i = p->count; i-- > p->first;) {
        felt_audit_point at = point_at(p, i);
        out_print(out, "L%.1f %.1f", x_at(p, &at), y_of(p, at.exact - 2 * at.deviation));
    }
    out_print(out, "Z\"/>\n");
}

static void put_line(text_out *out, const edge_plot *p, bool exact)
{
    out_print(out, "<path class=\"%s\" d=\"", exact ? "exact" : "realised");
    for (int i = p->first; i < p->count; i++) {
        felt_audit_point at = point_at(p, i);
        out_print(out, "%c%.1f %.1f", i == p->first ? 'M' : 'L', x_at(p, &at), y_of(p, exact ? at.exact : at.realised));
    }
    out_print(out, "\"/>\n");
}

bool plot_edge(text_out *out, const felt_audit_series *series, int wager)
{
    edge_plot p = {.series = series,
                   .wager = wager,
                   .count = felt_audit_series_count(series),
                   .timed = felt_audit_series_timing(series) == FELT_AUDIT_TIMED};
    if (!find_range(&p))
        return false;
    out_print(out,
              "<div class=\"wide\"><svg viewBox=\"0 0 %d %d\" role=\"img\"><clipPath id=\"c%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
              "height=\"%d\"/></clipPath>\n",
              WIDTH, HEIGHT, wager, LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT);
    out_print(out, "<title>The realised edge over %s, the exact one, and two standard deviations around it</title>\n",
              p.timed ? "clock time" : "the rounds");
    put_edges(out, &p);
    if (p.timed)
        put_times(out, &p);
    else
        put_rounds(out, &p);
    out_print(out, "<g clip-path=\"url(#c%d)\">\n", wager);
    put_band(out, &p);
    put_line(out, &p, true);
    put_line(out, &p, false);
    out_print(out, "</g></svg></div>\n");
    return true;
}

/* ---- mistakes ---- */

typedef struct mistake_bar {
    felt_mistake_tally sum;
    double amount;
} mistake_bar;

/* All wagers together; amounts that do not fit are as large as can be. */
static double add_up(const felt_audit *audit, mistake_bar bars[FELT_MISTAKE_COUNT])
{
    double most = 0;
    for (int i = 0; i < felt_book_wager_count(felt_audit_book(audit)); i++)
        for (int k = 1; k < FELT_MISTAKE_COUNT; k++) {
            const felt_mistake_tally *m = &felt_audit_wager(audit, i)->mistakes[k];
            bars[k].sum.bets += m->bets;
            felt_money_add(bars[k].sum.over, m->over, &bars[k].sum.over);
            felt_money_add(bars[k].sum.under, m->under, &bars[k].sum.under);
        }
    for (int k = 1; k < FELT_MISTAKE_COUNT; k++) {
        bars[k].amount = (double)bars[k].sum.over.minor + (double)bars[k].sum.under.minor;
        most = bars[k].amount > most ? bars[k].amount : most;
    }
    return most;
}

static void put_bar(text_out *out, const felt_audit_form *form, const mistake_bar *bar, int kind, int row, double most)
{
    double over = BAR_WIDTH * (double)bar->sum.over.minor / most, under = BAR_WIDTH * (double)bar->sum.under.minor / most;
    int y = 24 + row * BAR;
    out_print(out, "<text class=\"y\" x=\"%d\" y=\"%d\">%s</text>", BAR_LEFT - 8, y + 14, felt_mistake_text((felt_mistake)kind));
    out_print(out, "<rect class=\"over\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"18\"/>", BAR_LEFT, y, over);
    out_print(out, "<rect class=\"under\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"18\"/>", BAR_LEFT + over, y, under);
    out_print(out, "<text x=\"%.1f\" y=\"%d\">%llu bet%s, %.*s too much, %.*s too little</text>\n", BAR_LEFT + over + under + 8, y + 14,
              (unsigned long long)bar->sum.bets, bar->sum.bets == 1 ? "" : "s",
              FELT_TEXT_ARGS(audit_money(out->arena, form, bar->sum.over)), FELT_TEXT_ARGS(audit_money(out->arena, form, bar->sum.under)));
}

void plot_mistakes(text_out *out, const felt_audit_form *form, const felt_audit *audit)
{
    mistake_bar bars[FELT_MISTAKE_COUNT] = {{{0}, 0}};
    double most = add_up(audit, bars);
    int rows = 0;
    for (int k = 1; k < FELT_MISTAKE_COUNT; k++)
        rows += bars[k].sum.bets > 0;
    if (rows == 0 || most <= 0)
        return;
    out_print(out,
              "<h2>Mistakes by kind</h2>\n<div class=\"wide\"><svg viewBox=\"0 0 %d %d\" role=\"img\"><title>What was mispaid, by kind of "
              "mistake</title>\n",
              WIDTH, 30 + rows * BAR);
    out_print(out, "<rect class=\"over\" x=\"%d\" y=\"2\" width=\"12\" height=\"12\"/><text x=\"%d\" y=\"12\">paid too much</text>",
              BAR_LEFT, BAR_LEFT + 18);
    out_print(out, "<rect class=\"under\" x=\"%d\" y=\"2\" width=\"12\" height=\"12\"/><text x=\"%d\" y=\"12\">paid too little</text>\n",
              BAR_LEFT + 130, BAR_LEFT + 148);
    for (int k = 1, row = 0; k < FELT_MISTAKE_COUNT; k++)
        if (bars[k].sum.bets > 0)
            put_bar(out, form, &bars[k], k, row++, most);
    out_print(out, "</svg></div>\n");
}
