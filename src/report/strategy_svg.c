/* src/report/strategy_svg.c - the results of strategies as a picture: one distribution below the other, on one scale of amounts. */
#include "strategy_report.h"

#include <math.h>

enum {
    WIDTH = 800,
    LEFT = 76,
    RIGHT = 30,
    HEAD = 84,  /* above the first panel */
    TITLE = 48, /* of a panel: two lines of text */
    BARS = 130, /* of a panel: its highest bar */
    GAP = 22,   /* below a panel */
    FOOT = 64,  /* amounts, and what they are */
    PLOT_WIDTH = WIDTH - LEFT - RIGHT,
    PANEL = TITLE + BARS + GAP,
    STEPS_MOST = 9, /* amounts on the scale */
    BINS_MOST = 48,
};

/* Amounts from left to right. Bars are equally wide in all panels, since only then can they be compared. */
typedef struct amounts {
    int64_t from, to;
    int64_t step;  /* of the scale */
    int64_t width; /* of a bar */
} amounts;

/* 1, 2, 5, 10, 20 and so on: the first of them of which no more than `most` go into `range`. */
static int64_t round_step(int64_t range, int most)
{
    static const int64_t steps[] = {1, 2, 5};
    int64_t step = 1, power = 1;
    for (int i = 0; range / step > most && power < INT64_MAX / 100; i++) {
        power *= i > 0 && i % 3 == 0 ? 10 : 1;
        step = steps[i % 3] * power;
    }
    return step;
}

static int64_t rounded_down(int64_t amount, int64_t step)
{
    int64_t whole = amount / step * step;
    return whole > amount ? whole - step : whole;
}

static amounts find_amounts(const felt_strategy_report *r)
{
    amounts a = {INT64_MAX, INT64_MIN, 1, INT64_MAX};
    for (int i = 0; i < r->count; i++) {
        const felt_session_digest *d = &r->list[i].digest;
        if (d->count == 0)
            continue;
        int64_t end = d->bin_first + d->bin_count * d->bin_width;
        a.from = d->bin_first < a.from ? d->bin_first : a.from;
        a.to = end > a.to ? end : a.to;
        a.width = d->bin_width < a.width ? d->bin_width : a.width;
    }
    if (a.from >= a.to)
        return a;
    int64_t width = round_step(a.to - a.from, BINS_MOST);
    a.width = width > a.width ? width : a.width;
    a.from = rounded_down(a.from, a.width);
    a.to = rounded_down(a.to + a.width - 1, a.width);
    a.step = round_step(a.to - a.from, STEPS_MOST);
    return a;
}

static double x_of(const amounts *a, int64_t amount)
{
    return LEFT + PLOT_WIDTH * (double)(amount - a->from) / (double)(a->to - a->from);
}

/* The sessions of one strategy by bars; how many there are. The outermost have all that is beyond them. */
static int count_bars(const felt_session_result *played, const amounts *a, uint64_t ret[BINS_MOST + 2])
{
    int count = (int)((a->to - a->from) / a->width);
    for (int i = 0; i < count; i++)
        ret[i] = 0;
    for (uint64_t i = 0; i < played->count; i++) {
        int64_t result = played->sessions[i].result.minor, bar = result < a->from ? 0 : (result - a->from) / a->width;
        ret[bar < count ? bar : count - 1]++;
    }
    return count;
}

static void put_bars(text_out *out, const felt_strategy_report *r, int index, const amounts *a, int bottom)
{
    const felt_session_digest *d = &r->list[index].digest;
    uint64_t bars[BINS_MOST + 2], highest = 1;
    int count = count_bars(&r->list[index].result.played, a, bars);
    for (int i = 0; i < count; i++)
        highest = bars[i] > highest ? bars[i] : highest;
    for (int i = 0; i < count; i++) {
        int64_t from = a->from + i * a->width, to = from + a->width;
        double height = BARS * (double)bars[i] / (double)highest, left = x_of(a, from), width = x_of(a, to) - left;
        double margin = width > 4 ? 1 : 0;
        bool below = i == 0 && d->least < from, above = i == count - 1 && d->most >= to;
        if (bars[i] == 0)
            continue;
        out_print(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\">",
                  from < 0 ? "behind" : "ahead", left + margin, bottom - height, width - 2 * margin, height,
                  from < 0 ? "#b5473c" : "#3c7d5a");
        out_print(out, "<title>from %.*s to below %.*s%s%s: %.2f %%</title></rect>\n",
                  FELT_TEXT_ARGS(sim_amount(out->arena, from, r->decimals)), FELT_TEXT_ARGS(sim_amount(out->arena, to, r->decimals)),
                  below ? ", and all below" : "", above ? ", and all above" : "", 100 * (double)bars[i] / (double)d->count);
    }
    out_print(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.1f %%</text>\n", LEFT - 8, bottom - BARS + 10,
              100 * (double)highest / (double)d->count);
    out_print(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0 %%</text>\n", LEFT - 8, bottom);
}

/* The first amount of the scale that is not left of it. */
static int64_t first_amount(const amounts *a)
{
    return rounded_down(a->from + a->step - 1, a->step);
}

/* Lines behind the bars of a panel. */
static void put_lines(text_out *out, const amounts *a, int bottom)
{
    for (int64_t amount = first_amount(a); amount <= a->to; amount += a->step)
        out_print(out, "<path class=\"%s\" d=\"M%.2f %dV%d\" stroke=\"%s\"/>\n", amount == 0 ? "axis" : "line", x_of(a, amount),
                  bottom - BARS, bottom + 5, amount == 0 ? "#444" : "#ddd");
}

/* The amounts below the last panel. */
static void put_scale(text_out *out, const felt_strategy_report *r, const amounts *a, int bottom)
{
    int64_t unit = 1;
    for (int i = 0; i < r->decimals; i++)
        unit *= 10;
    bool whole = a->step % unit == 0;
    for (int64_t amount = first_amount(a); amount <= a->to; amount += a->step) {
        felt_text text = sim_amount(out->arena, whole ? amount / unit : amount, whole ? 0 : r->decimals);
        out_print(out, "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%.*s</text>\n", x_of(a, amount), bottom + 20,
                  FELT_TEXT_ARGS(text));
    }
    out_print(
        out,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">result of a session; bars are shares of sessions, the outermost with all that "
        "is beyond them</text>\n",
        LEFT + PLOT_WIDTH / 2, bottom + 42);
}

static void put_panel(text_out *out, const felt_strategy_report *r, int index, const amounts *a)
{
    const felt_strategy_played *p = &r->list[index];
    int top = HEAD + index * PANEL, bottom = top + TITLE + BARS;
    double count = (double)p->digest.count;
    out_print(out, "<text x=\"%d\" y=\"%d\" font-size=\"14\" font-weight=\"bold\">", LEFT, top + 16);
    out_escaped(out, felt_strategy_name(p->setup.strategy));
    out_print(out, "</text>\n");
    if (p->digest.count == 0) {
        out_print(out, "<text x=\"%d\" y=\"%d\">stopped before the first session was over</text>\n", LEFT, top + 34);
        return;
    }
    felt_text mean = sim_amount(out->arena, (int64_t)llround(p->digest.mean), r->decimals);
    felt_text expected = sim_amount(out->arena, (int64_t)llround(strategy_average(r, index).expected), r->decimals);
    out_print(out, "<text x=\"%d\" y=\"%d\">average %.*s, expected exactly %.*s; ahead %.2f %%, ruined %.2f %%; half no better than %.*s",
              LEFT, top + 34, FELT_TEXT_ARGS(mean), FELT_TEXT_ARGS(expected), 100 * (double)p->digest.ahead / count,
              100 * (double)p->digest.ruined / count, FELT_TEXT_ARGS(sim_amount(out->arena, p->digest.median, r->decimals)));
    if (r->comp > 0)
        out_print(out, "; comp value %.*s",
                  FELT_TEXT_ARGS(sim_amount(out->arena, (int64_t)llround(strategy_average(r, index).comp), r->decimals)));
    out_print(out, "</text>\n");
    put_lines(out, a, bottom);
    put_bars(out, r, index, a, bottom);
    out_print(out, "<path class=\"axis\" d=\"M%d %dH%d\" stroke=\"#444\"/>\n", LEFT, bottom, WIDTH - RIGHT);
}

static void put_head(text_out *out, const felt_strategy_report *r, int height)
{
    const felt_strategy_setup *s = &r->list[0].setup;
    const felt_book *book = felt_strategy_book(s->strategy);
    felt_text title = felt_book_title(out->arena, book);
    out_print(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n"
              "<title>Results of strategies, ",
              WIDTH, height);
    out_escaped(out, title);
    /* Attributes say how it looks on white; where a viewer prefers dark, and knows how to ask, the style overrides them. */
    out_print(out, "</title>\n<style>@media (prefers-color-scheme: dark) { .paper { fill: #1c1f22 } text { fill: #e4e6e8 } "
                   ".line { stroke: #3a3f44 } .axis { stroke: #a8adb2 } .behind { fill: #d9695e } .ahead { fill: #55a87d } }</style>\n"
                   "<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    out_print(out, "<text x=\"%d\" y=\"32\" font-size=\"18\" font-weight=\"bold\">", LEFT);
    out_escaped(out, title);
    out_print(out, "</text>\n<text x=\"%d\" y=\"56\">%.*s sessions of at most %.*s %s, bankroll %.*s%.*s, seed %llu%s%s</text>\n", LEFT,
              FELT_TEXT_ARGS(out_grouped(out->arena, r->list[0].digest.count)), FELT_TEXT_ARGS(out_grouped(out->arena, s->rounds)),
              felt_book_game(book)->words.events, FELT_TEXT_ARGS(sim_amount(out->arena, s->bankroll.minor, r->decimals)),
              FELT_TEXT_ARGS(strategy_limits(out->arena, r)), (unsigned long long)s->seed, r->count > 1 ? ", the same chance for all" : "",
              r->list[r->count - 1].result.played.stopped ? "; stopped before the end" : "");
}

felt_status felt_report_strategies_svg(felt_arena *arena, const felt_strategy_report *report, felt_text *ret)
{
    text_out out = {.arena = arena};
    int bottom = HEAD + report->count * PANEL - GAP;
    amounts a = find_amounts(report);
    int line_count;
    felt_text lines = sim_defaults_lines(arena, felt_strategy_book(report->list[0].setup.strategy), &line_count);
    put_head(&out, report, bottom + FOOT + line_count * SIM_DEFAULTS_LINE);
    sim_put_defaults(&out, lines, LEFT, bottom + FOOT + 6);
    if (a.from < a.to)
        put_scale(&out, report, &a, bottom);
    for (int i = 0; i < report->count; i++)
        put_panel(&out, report, i, &a);
    out_print(&out, "</svg>\n");
    return out_finish(&out, ret);
}
