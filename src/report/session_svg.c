/* src/report/session_svg.c - the distribution of the results of sessions as a picture: light, or dark where the viewer prefers that. */
#include "choices.h"
#include "sim_report.h"

#include <math.h>

enum {
    WIDTH = 800,
    HEIGHT = 492,
    LEFT = 76,
    RIGHT = 30,
    TOP = 136,
    BOTTOM = 78,
    PLOT_WIDTH = WIDTH - LEFT - RIGHT,
    PLOT_HEIGHT = HEIGHT - TOP - BOTTOM,
    DIGIT_WIDTH = 7, /* of an amount below the bars, and the least between two of them */
    LABEL_GAP = 10,
    BETS_COLUMNS = 88, /* that have room in the picture's second line */
    DEFAULTS_COLUMNS = 100,
};

/* The heights of the scale, in sessions of a hundred. */
typedef struct scale {
    double step, top;
} scale;

/* Lines at round shares, three to six of them, the last not below the highest bar. */
static scale scale_for(double highest)
{
    static const double steps[] = {1, 2, 5};
    double power = 0.001;
    for (;;) {
        for (int i = 0; i < 3; i++)
            for (int lines = 3; lines <= 6; lines++)
                if (steps[i] * power * lines >= highest)
                    return (scale){steps[i] * power, steps[i] * power * lines};
        power *= 10;
    }
}

static double height_of(const scale *s, double share)
{
    return PLOT_HEIGHT * share / s->top;
}

static double share_of(const felt_session_digest *d, int bin)
{
    return 100 * (double)d->bins[bin] / (double)d->count;
}

/* The names of the sheets that are played. */
static void put_sheets(text_out *out, const felt_sim_report *r)
{
    for (int i = 0; i < r->odds->count; i += sim_sheet_run(r, i)) {
        out_print(out, "%s", i > 0 ? ", " : "");
        out_escaped(out, r->odds->list[i].sheet->name);
    }
}

/* Amounts on the scale do without decimals when all of them are whole. */
static felt_text edge_text(felt_arena *arena, const felt_sim_report *r, const felt_session_digest *d, int edge)
{
    int64_t unit = 1;
    for (int i = 0; i < r->decimals; i++)
        unit *= 10;
    bool whole = d->bin_width % unit == 0 && d->bin_first % unit == 0;
    int64_t amount = d->bin_first + edge * d->bin_width;
    return sim_amount(arena, whole ? amount / unit : amount, whole ? 0 : r->decimals);
}

static void put_bars(text_out *out, const felt_sim_report *r, const felt_session_digest *d, const scale *s)
{
    double step = (double)PLOT_WIDTH / d->bin_count;
    for (int i = 0; i < d->bin_count; i++) {
        double height = height_of(s, share_of(d, i));
        int64_t from = d->bin_first + i * d->bin_width;
        bool below = i == 0 && d->least < from, above = i == d->bin_count - 1 && d->most >= from + d->bin_width;
        out_print(out, "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\">",
                  from < 0 ? "behind" : "ahead", LEFT + i * step + 1, HEIGHT - BOTTOM - height, step - 2, height,
                  from < 0 ? "#b5473c" : "#3c7d5a");
        out_print(out, "<title>from %.*s to below %.*s%s%s: %.*s sessions, %.2f %%</title></rect>\n",
                  FELT_TEXT_ARGS(edge_text(out->arena, r, d, i)), FELT_TEXT_ARGS(edge_text(out->arena, r, d, i + 1)),
                  below ? ", and all below" : "", above ? ", and all above" : "", FELT_TEXT_ARGS(out_grouped(out->arena, d->bins[i])),
                  share_of(d, i));
    }
}

static void put_shares(text_out *out, const scale *s)
{
    for (int i = 0; i * s->step <= s->top * 1.0001; i++) {
        double y = HEIGHT - BOTTOM - height_of(s, i * s->step);
        out_print(out, "<path class=\"%s\" d=\"M%d %.2fH%d\" stroke=\"%s\"/>\n", i == 0 ? "axis" : "line", LEFT, y, WIDTH - RIGHT,
                  i == 0 ? "#444" : "#ddd");
        out_print(out, "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">%g %%</text>\n", LEFT - 8, y + 4, i * s->step);
    }
    out_print(out, "<text x=\"%d\" y=\"%d\">share of sessions</text>\n", LEFT, TOP - 12);
}

/* How many bars lie between two labels: as few as leave room for the longest. */
static int bars_between(felt_arena *arena, const felt_sim_report *r, const felt_session_digest *d)
{
    size_t longest = 1;
    for (int i = 0; i <= d->bin_count; i++) {
        size_t length = edge_text(arena, r, d, i).length;
        longest = length > longest ? length : longest;
    }
    int every = 1;
    while ((double)(longest * DIGIT_WIDTH + LABEL_GAP) > every * (double)PLOT_WIDTH / d->bin_count)
        every++;
    return every;
}

/* Both ends of the axis and zero are labelled, if it is there; what would stand too near to an end is not. */
static bool has_label(const felt_session_digest *d, int edge, int every)
{
    int64_t from_zero = d->bin_first / d->bin_width + edge, first = d->bin_first / d->bin_width, last = first + d->bin_count;
    if (from_zero == 0)
        return true;
    bool zero_near_first = first < 0 && -first<every, zero_near_last = last> 0 && last < every;
    if (edge == 0 || edge == d->bin_count)
        return edge == 0 ? !zero_near_first : !zero_near_last;
    return from_zero % every == 0 && (edge >= every || zero_near_first) && (d->bin_count - edge >= every || zero_near_last);
}

static void put_amounts(text_out *out, const felt_sim_report *r, const felt_session_digest *d)
{
    double step = (double)PLOT_WIDTH / d->bin_count;
    int every = bars_between(out->arena, r, d);
    for (int i = 0; i <= d->bin_count; i++)
        if (has_label(d, i, every))
            out_print(
                out,
                "<path class=\"axis\" d=\"M%.2f %dv5\" stroke=\"#444\"/><text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%.*s</text>\n",
                LEFT + i * step, HEIGHT - BOTTOM, LEFT + i * step, HEIGHT - BOTTOM + 20, FELT_TEXT_ARGS(edge_text(out->arena, r, d, i)));
    bool beyond = d->least < d->bin_first || d->most >= d->bin_first + d->bin_count * d->bin_width;
    out_print(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">result of a session: money at its end less the bankroll%s</text>\n",
              LEFT + PLOT_WIDTH / 2, HEIGHT - 32, beyond ? "; the outermost bars have all that is beyond them, too" : "");
    out_print(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">worst %.*s, half no better than %.*s, best %.*s</text>\n",
              LEFT + PLOT_WIDTH / 2, HEIGHT - 14, FELT_TEXT_ARGS(sim_amount(out->arena, d->least, r->decimals)),
              FELT_TEXT_ARGS(sim_amount(out->arena, d->median, r->decimals)), FELT_TEXT_ARGS(sim_amount(out->arena, d->most, r->decimals)));
}

/* As many bets as there is room for, and how many more there are. */
static void put_bets(text_out *out, const felt_sim_report *r)
{
    const felt_session_setup *s = r->session_setup;
    size_t columns = 0;
    for (int i = 0; i < s->bet_count; i += sim_bet_run(s, i)) {
        const felt_wager *w = felt_book_wager(s->book, s->bets[i].wager);
        felt_text stake = sim_amount(out->arena, s->bets[i].stake.minor, r->decimals), sides = sim_bet_sides(out->arena, s, i);
        columns += stake.length + felt_text_columns(w->name) + felt_text_columns(sides) + 8;
        if (i > 0 && columns > BETS_COLUMNS) {
            out_print(out, " and %d more", s->bet_count - i);
            return;
        }
        out_print(out, "%s%.*s %son ", i == 0 ? "" : ", ", FELT_TEXT_ARGS(stake), sim_bet_run(s, i) > 1 ? "each " : "");
        out_escaped(out, w->name);
        out_print(out, "%s", sides.length > 0 ? " on " : "");
        out_escaped(out, sides);
    }
}

static felt_text amount(felt_arena *arena, const felt_sim_report *r, double minor)
{
    return sim_amount(arena, (int64_t)llround(minor), r->decimals);
}

static void put_title(text_out *out, const felt_sim_report *r, const felt_session_digest *d)
{
    const felt_session_setup *s = r->session_setup;
    out_print(out, "<text x=\"%d\" y=\"32\" font-size=\"18\" font-weight=\"bold\">", LEFT);
    put_sheets(out, r);
    out_print(out, "</text>\n<text x=\"%d\" y=\"56\" font-size=\"14\">", LEFT);
    put_bets(out, r);
    out_print(
        out,
        "</text>\n<text x=\"%d\" y=\"78\">%.*s session%s of %.*s %s, bankroll %.*s, seed %llu: ahead %.2f %%, ruined %.2f %%%s</text>\n",
        LEFT, FELT_TEXT_ARGS(out_grouped(out->arena, d->count)), d->count == 1 ? "" : "s",
        FELT_TEXT_ARGS(out_grouped(out->arena, s->rounds)), felt_book_game(s->book)->words.events,
        FELT_TEXT_ARGS(sim_amount(out->arena, s->bankroll.minor, r->decimals)), (unsigned long long)s->seed,
        100 * (double)d->ahead / (double)d->count, 100 * (double)d->ruined / (double)d->count,
        r->sessions->stopped ? "; stopped before the end" : "");
    session_averages a = session_average(r->sessions, r->figures, r->comp);
    felt_text mean = amount(out->arena, r, d->mean), expected = amount(out->arena, r, a.expected);
    out_print(out, "<text x=\"%d\" y=\"96\">average %.*s, expected exactly %.*s; %.*s bet, expected loss %.4f %% of it", LEFT,
              FELT_TEXT_ARGS(mean), FELT_TEXT_ARGS(expected), FELT_TEXT_ARGS(amount(out->arena, r, a.action)), 100 * a.edge);
    if (r->comp > 0)
        out_print(out, "; comp value %.*s", FELT_TEXT_ARGS(amount(out->arena, r, a.comp)));
    out_print(out, "</text>\n");
}

felt_text sim_defaults_lines(felt_arena *arena, const felt_book *book, int *ret_count)
{
    text_out lines = {.arena = arena};
    felt_text text = felt_report_defaults(arena, book);
    *ret_count = 0;
    if (text.length > 0)
        out_wrapped(&lines, text, 0, 0, DEFAULTS_COLUMNS);
    if (text.length == 0 || out_finish(&lines, &text) != FELT_OK)
        return felt_text_from("");
    for (size_t i = 0; i < text.length; i++)
        *ret_count += text.bytes[i] == '\n';
    return text;
}

void sim_put_defaults(text_out *out, felt_text lines, int left, int top)
{
    for (int y = top; lines.length > 0; y += SIM_DEFAULTS_LINE) {
        const char *end = memchr(lines.bytes, '\n', lines.length);
        size_t length = end == NULL ? lines.length : (size_t)(end - lines.bytes), past = length + (end != NULL);
        out_print(out, "<text x=\"%d\" y=\"%d\">", left, y);
        out_escaped(out, (felt_text){lines.bytes, length});
        out_print(out, "</text>\n");
        lines = (felt_text){lines.bytes + past, lines.length - past};
    }
}

static void put_start(text_out *out, const felt_sim_report *r, int lines)
{
    out_print(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n",
              WIDTH, HEIGHT + lines * SIM_DEFAULTS_LINE);
    out_print(out, "<title>Results of sessions, ");
    put_sheets(out, r);
    /* Attributes say how it looks on white; where a viewer prefers dark, and knows how to ask, the style overrides them. */
    out_print(out, "</title>\n<style>@media (prefers-color-scheme: dark) { .paper { fill: #1c1f22 } text { fill: #e4e6e8 } "
                   ".line { stroke: #3a3f44 } .axis { stroke: #a8adb2 } .behind { fill: #d9695e } .ahead { fill: #55a87d } }</style>\n");
    out_print(out, "<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
}

felt_status felt_report_sessions_svg(felt_arena *arena, const felt_sim_report *report, felt_text *ret)
{
    felt_session_digest d;
    text_out out = {.arena = arena};
    if (felt_session_digest_make(report->sessions, &d) != FELT_OK)
        return FELT_ENOMEM;
    int line_count;
    felt_text lines = sim_defaults_lines(arena, report->session_setup->book, &line_count);
    put_start(&out, report, line_count);
    sim_put_defaults(&out, lines, LEFT, HEIGHT + 6);
    if (d.count > 0) {
        double highest = 0;
        for (int i = 0; i < d.bin_count; i++)
            highest = share_of(&d, i) > highest ? share_of(&d, i) : highest;
        scale s = scale_for(highest);
        put_title(&out, report, &d);
        put_shares(&out, &s);
        put_bars(&out, report, &d, &s);
        put_amounts(&out, report, &d);
    }
    out_print(&out, "</svg>\n");
    return out_finish(&out, ret);
}
