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
};

/* Amounts from left to right. */
typedef struct amounts {
    int64_t from, to, step;
} amounts;

static amounts find_amounts(const felt_strategy_report *r)
{
    static const int64_t steps[] = {1, 2, 5};
    amounts a = {INT64_MAX, INT64_MIN, 1};
    for (int i = 0; i < r->count; i++) {
        const felt_session_digest *d = &r->list[i].digest;
        if (d->count == 0)
            continue;
        int64_t end = d->bin_first + d->bin_count * d->bin_width;
        a.from = d->bin_first < a.from ? d->bin_first : a.from;
        a.to = end > a.to ? end : a.to;
    }
    int64_t power = 1;
    for (int i = 0; (a.to - a.from) / a.step > STEPS_MOST && power < INT64_MAX / 100; i++) {
        power *= i > 0 && i % 3 == 0 ? 10 : 1;
        a.step = steps[i % 3] * power;
    }
    return a;
}

static double x_of(const amounts *a, int64_t amount)
{
    return LEFT + PLOT_WIDTH * (double)(amount - a->from) / (double)(a->to - a->from);
}

static double share_of(const felt_session_digest *d, int bin)
{
    return 100 * (double)d->bins[bin] / (double)d->count;
}

static void put_bars(text_out *out, const felt_strategy_report *r, int index, const amounts *a, int bottom)
{
    const felt_session_digest *d = &r->list[index].digest;
    double highest = 0;
    for (int i = 0; i < d->bin_count; i++)
        highest = share_of(d, i) > highest ? share_of(d, i) : highest;
    for (int i = 0; i < d->bin_count; i++) {
        int64_t from = d->bin_first + i * d->bin_width, to = from + d->bin_width;
        double height = BARS * share_of(d, i) / highest, left = x_of(a, from), width = x_of(a, to) - left;
        double margin = width > 4 ? 1 : 0;
        bool below = i == 0 && d->least < from, above = i == d->bin_count - 1 && d->most >= to;
        out_print(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\">",
                  from < 0 ? "behind" : "ahead", left + margin, bottom - height, width - 2 * margin, height,
                  from < 0 ? "#b5473c" : "#3c7d5a");
        out_print(out, "<title>from %.*s to below %.*s%s%s: %.2f %%</title></rect>\n",
                  FELT_TEXT_ARGS(sim_amount(out->arena, from, r->decimals)), FELT_TEXT_ARGS(sim_amount(out->arena, to, r->decimals)),
                  below ? ", and all below" : "", above ? ", and all above" : "", share_of(d, i));
    }
    out_print(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.1f %%</text>\n", LEFT - 8, bottom - BARS + 10, highest);
    out_print(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0 %%</text>\n", LEFT - 8, bottom);
}

/* The first amount of the scale that is not left of it. */
static int64_t first_amount(const amounts *a)
{
    int64_t first = a->from / a->step * a->step;
    return first < a->from ? first + a->step : first;
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
    out_print(
        out,
        "<text x=\"%d\" y=\"%d\">average %.*s, expected exactly %.*s; ahead %.2f %%, ruined %.2f %%; half no better than %.*s</text>\n",
        LEFT, top + 34, FELT_TEXT_ARGS(mean), FELT_TEXT_ARGS(expected), 100 * (double)p->digest.ahead / count,
        100 * (double)p->digest.ruined / count, FELT_TEXT_ARGS(sim_amount(out->arena, p->digest.median, r->decimals)));
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
    out_print(out, "</text>\n<text x=\"%d\" y=\"56\">%.*s sessions of at most %.*s %s, bankroll %.*s, seed %llu%s%s</text>\n", LEFT,
              FELT_TEXT_ARGS(out_grouped(out->arena, r->list[0].digest.count)), FELT_TEXT_ARGS(out_grouped(out->arena, s->rounds)),
              felt_book_game(book)->words.events, FELT_TEXT_ARGS(sim_amount(out->arena, s->bankroll.minor, r->decimals)),
              (unsigned long long)s->seed, r->count > 1 ? ", the same chance for all" : "",
              r->list[r->count - 1].result.played.stopped ? "; stopped before the end" : "");
}

felt_status felt_report_strategies_svg(felt_arena *arena, const felt_strategy_report *report, felt_text *ret)
{
    text_out out = {.arena = arena};
    int bottom = HEAD + report->count * PANEL - GAP;
    amounts a = find_amounts(report);
    put_head(&out, report, bottom + FOOT);
    if (a.from < a.to)
        put_scale(&out, report, &a, bottom);
    for (int i = 0; i < report->count; i++)
        put_panel(&out, report, i, &a);
    out_print(&out, "</svg>\n");
    return out_finish(&out, ret);
}
