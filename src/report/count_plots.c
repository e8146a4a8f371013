/* src/report/count_plots.c - pictures of dealt shoes: the edge by depth, units by cut card, the values of a wager. */
#include "count_plot.h"
#include "count_report.h"

#include <math.h>

enum {
    HEIGHT = 300, /* of a panel */
    TOP = COUNT_PLOT_HEADING + 26,
    BOTTOM = 50,
    PLOT_WIDTH = 520,
    LEGEND_LEFT = COUNT_PLOT_LEFT + PLOT_WIDTH + 20,
    PLAYERS_MAX = FELT_SYSTEMS_MAX + 1,
    LINES = 6,
    BETS_LEAST = 200, /* fewer bets at a depth say little of their edge */
    BARS_MOST = 80,
};

enum { SHADE = 0xe4e4e4, TAIL = 1000 }; /* one round in TAIL may lie beyond either end of the values shown */

/* Told apart by color, and without it by dashes. */
static const struct {
    picture_color color, shade;
    picture_dash dash;
} styles[] = {{0x1b1b1b, 0xdcdcdc, PICTURE_SOLID}, {0x1f6fb4, 0xd9e6f2, PICTURE_LONG},     {0xb5473c, 0xf3dedb, PICTURE_SHORT},
              {0x3c7d5a, 0xdcebe2, PICTURE_DOTS},  {0x8a5fb0, 0xe8dff0, PICTURE_LONG_DOT}, {0xc08a1e, 0xf5ead2, PICTURE_LONG_DOTS}};

enum { STYLES = sizeof styles / sizeof *styles };

static int last_cut(const felt_count_dealt *d)
{
    return felt_exposure_asked(d->exposure)->cut_count - 1;
}

/* ---- players ---- */

/* Somebody whose line is drawn: -1 plays perfectly, others by a system. */
typedef struct players {
    int list[PLAYERS_MAX];
    int count;
} players;

static double won_by(const felt_count_entry *e, int system)
{
    return felt_exposure_of_system(e->dealt.exposure, e->dealt.systems[system], last_cut(&e->dealt)).per_shoe.value;
}

/* Is there a system with tags as large that wins more? Of the balanced and the unbalanced one is drawn. */
static bool is_beaten(const felt_count_entry *e, int system)
{
    const felt_system *list = e->systems->list;
    for (int i = 0; i < e->systems->count; i++) {
        bool more = won_by(e, i) > won_by(e, system) || (won_by(e, i) >= won_by(e, system) && i < system);
        if (i != system && list[system].within > 0 && list[i].within == list[system].within && more)
            return true;
    }
    return false;
}

static players players_of(const felt_count_entry *e)
{
    players p = {.list = {-1}, .count = 1};
    for (int i = 0; e->systems != NULL && i < e->systems->count && p.count < STYLES; i++)
        if (!is_beaten(e, i) && won_by(e, i) > 0)
            p.list[p.count++] = i;
    return p;
}

static chart_series series_of(felt_arena *arena, const felt_count_entry *e, const players *p, int i, int points)
{
    chart_series s = {.name = felt_text_from("perfect play"), .color = styles[i].color, .shade = styles[i].shade, .dash = styles[i].dash};
    if (p->list[i] >= 0)
        s.name = felt_arena_print(arena, "tags %s%.*s", e->systems->list[p->list[i]].within > 0 ? "within " : "",
                                  FELT_TEXT_ARGS(report_count_system_name(arena, &e->systems->list[p->list[i]])));
    s.points = felt_arena_take(arena, (size_t)points, sizeof *s.points);
    s.count = s.points != NULL ? points : 0;
    return s;
}

static chart chart_of(picture *p, felt_arena *arena, double top)
{
    return (chart){.p = p, .arena = arena, .left = COUNT_PLOT_LEFT, .top = top + TOP, .width = PLOT_WIDTH, .height = HEIGHT - TOP - BOTTOM};
}

/* The least and the most of all points. */
static void include(const chart_series *s, double *low, double *high)
{
    for (int i = 0; i < s->count; i++) {
        if (isnan(s->points[i].y))
            continue;
        *low = fmin(*low, s->points[i].y - s->points[i].spread);
        *high = fmax(*high, s->points[i].y + s->points[i].spread);
    }
}

static double put_legend(const chart *c, const felt_count_entry *e, const chart_series *list, int count)
{
    double y = c->top + 6;
    for (int i = 0; i < count; i++)
        y = chart_legend_line(c, LEGEND_LEFT, y, &list[i]);
    if (count == 1 && e->systems != NULL) {
        picture_text(c->p, PICTURE_SMALL, PICTURE_FROM, LEGEND_LEFT, y, PICTURE_INK, felt_text_from("no system wins"));
        y += 17;
    }
    return y;
}

/* ---- by depth ---- */

/* The edge of bets in percent, where there are enough of them. */
static void fill_depths(chart_series *s, const felt_exposure_depth depths[FELT_EXPOSURE_DEPTHS])
{
    for (int i = 0; i < s->count; i++) {
        bool known = (double)depths[i].rounds * depths[i].good >= BETS_LEAST;
        s->points[i] = (chart_point){8 * i + 3.5, known ? 100 * depths[i].edge : NAN, 0};
    }
}

/* The mean of the value and its standard deviation. */
static chart_series value_by_depth(felt_arena *arena, const felt_exposure_depth depths[FELT_EXPOSURE_DEPTHS])
{
    chart_series s = {.shade = SHADE, .points = felt_arena_take(arena, FELT_EXPOSURE_DEPTHS, sizeof *s.points)};
    s.count = s.points != NULL ? FELT_EXPOSURE_DEPTHS : 0;
    for (int i = 0; i < s.count; i++) {
        bool known = depths[i].rounds >= BETS_LEAST;
        s.points[i] = (chart_point){8 * i + 3.5, known ? 100 * depths[i].mean : NAN, 100 * depths[i].deviation};
    }
    return s;
}

static void put_depth(picture *p, felt_arena *arena, const felt_count_entry *e, double top)
{
    felt_exposure_depth depths[FELT_EXPOSURE_DEPTHS];
    chart c = chart_of(p, arena, top);
    chart_series list[STYLES];
    players all = players_of(e);
    double low = 0, high = 0;
    felt_exposure_depths(e->dealt.exposure, e->dealt.bet, depths);
    chart_series value = value_by_depth(arena, depths);
    for (int i = 0; i < all.count; i++) {
        list[i] = series_of(arena, e, &all, i, FELT_EXPOSURE_DEPTHS);
        if (all.list[i] >= 0)
            felt_exposure_system_depths(e->dealt.exposure, e->dealt.systems[all.list[i]], depths);
        fill_depths(&list[i], depths);
        include(&list[i], &low, &high);
    }
    c.x = (chart_axis){
        .title = felt_text_from("cards that have not been seen"), .high = 52 * e->removal->odds->decks, .step = 52, .backwards = true};
    low = fmin(1.5 * low, 150 * mpq_get_d(e->removal->value)); /* most of the spread below the mean says nothing of bets */
    c.y.title = felt_text_from("value, and edge of the bets that are made: % of a unit");
    chart_axis_fit(&c.y, low, high, LINES);
    chart_shade(&c, &value);
    chart_axes(&c);
    for (int i = all.count - 1; i >= 0; i--)
        chart_line(&c, &list[i]);
    double y = put_legend(&c, e, list, all.count);
    chart_legend_area(&c, LEGEND_LEFT, y, SHADE, felt_text_from("value: mean \u00b1 1 sd"));
}

/* ---- by cut card ---- */

static void fill_cuts(chart_series *s, const felt_count_entry *e, int player)
{
    const felt_count_dealt *d = &e->dealt;
    for (int i = 0; i < s->count; i++) {
        felt_exposure_figures f =
            player < 0 ? felt_exposure_perfect(d->exposure, d->bet, i) : felt_exposure_of_system(d->exposure, d->systems[player], i);
        s->points[i] = (chart_point){felt_exposure_asked(d->exposure)->cuts[i], f.per_shoe.value, 1.96 * f.per_shoe.error};
    }
}

static void put_cut(picture *p, felt_arena *arena, const felt_count_entry *e, double top)
{
    const felt_exposure_setup *asked = felt_exposure_asked(e->dealt.exposure);
    chart c = chart_of(p, arena, top);
    chart_series list[STYLES];
    players all = players_of(e);
    double low = 0, high = 0;
    for (int i = 0; i < all.count; i++) {
        list[i] = series_of(arena, e, &all, i, asked->cut_count);
        fill_cuts(&list[i], e, all.list[i]);
        include(&list[i], &low, &high);
    }
    int least = asked->cuts[asked->cut_count - 1], most = asked->cuts[0];
    c.x = (chart_axis){
        .title = felt_text_from("cards behind the cut card"), .low = least, .high = most, .step = picture_step(most - least, 10)};
    c.y.title = felt_text_from("units won in a shoe; shaded: 95 % confidence");
    chart_axis_fit(&c.y, low, high, LINES);
    for (int i = all.count - 1; i >= 0; i--)
        chart_shade(&c, &list[i]);
    chart_axes(&c);
    for (int i = all.count - 1; i >= 0; i--)
        chart_line(&c, &list[i]);
    put_legend(&c, e, list, all.count);
}

/* ---- values ---- */

/* Steps of half a per cent in one bar each, from step `first` on: 0 is between two bars. */
typedef struct bars {
    int first, width, count; /* in steps */
    uint64_t rounds, good;   /* of all rounds, and those with a value above 0 ... */
    double heights[FELT_EXPOSURE_VALUES];
} bars;

enum { ZERO = 200 }; /* the step that begins with 0 */

/* The first and last step but for one round in TAIL at either end. */
static void find_ends(const uint64_t values[FELT_EXPOSURE_VALUES], uint64_t rounds, int *ret_first, int *ret_last)
{
    uint64_t below = 0, above = 0;
    int first = 0, last = FELT_EXPOSURE_VALUES - 1;
    while (first < ZERO - 1 && (below += values[first]) * TAIL <= rounds)
        first++;
    while (last > ZERO && (above += values[last]) * TAIL <= rounds)
        last--;
    *ret_first = first;
    *ret_last = last;
}

static bars bars_of(const uint64_t values[FELT_EXPOSURE_VALUES])
{
    bars b = {.width = 1};
    int last;
    for (int i = 0; i < FELT_EXPOSURE_VALUES; i++)
        b.rounds += values[i];
    find_ends(values, b.rounds, &b.first, &last);
    while ((last - b.first) / b.width >= BARS_MOST)
        b.width++;
    b.first = ZERO - (ZERO - b.first + b.width - 1) / b.width * b.width;
    b.count = (last - b.first) / b.width + 1;
    for (int i = 0; i < b.count * b.width && b.first + i < FELT_EXPOSURE_VALUES; i++)
        if (b.first + i >= 0)
            b.heights[i / b.width] += (double)values[b.first + i];
    for (int i = 0; i < b.count; i++)
        b.heights[i] *= 100 / (double)(b.rounds > 0 ? b.rounds : 1);
    return b;
}

/* A value in percent at the left of a bar. */
static double value_at(const bars *b, int bar)
{
    return (b->first + bar * b->width - ZERO) * 0.5;
}

static void put_bars(const chart *c, const bars *b)
{
    for (int i = 0; i < b->count; i++) {
        double x = chart_x(c, value_at(b, i)), right = chart_x(c, value_at(b, i + 1)), y = chart_y(c, b->heights[i]);
        picture_box(c->p, x + 0.3, y, right - x - 0.6, c->top + c->height - y, value_at(b, i) < 0 ? PICTURE_LOSS : PICTURE_GAIN);
    }
}

static void put_values(picture *p, felt_arena *arena, const felt_count_entry *e, double top)
{
    uint64_t values[FELT_EXPOSURE_VALUES];
    chart c = chart_of(p, arena, top);
    felt_exposure_values(e->dealt.exposure, e->dealt.bet, values);
    felt_exposure_figures perfect = felt_exposure_perfect(e->dealt.exposure, e->dealt.bet, last_cut(&e->dealt));
    bars b = bars_of(values);
    double most = 0;
    for (int i = 0; i < b.count; i++)
        most = fmax(most, b.heights[i]);
    c.x.title = felt_text_from("value before a round: % of a unit");
    c.y.title = felt_arena_print(arena, "%% of rounds, for each %g %% of value", 0.5 * b.width);
    chart_axis_fit(&c.y, 0, most, LINES);
    c.x.low = value_at(&b, 0);
    c.x.high = value_at(&b, b.count);
    c.x.step = picture_step(c.x.high - c.x.low, 10);
    chart_axes(&c);
    put_bars(&c, &b);
    double y = chart_legend_area(&c, LEGEND_LEFT, c.top + 6, PICTURE_GAIN,
                                 felt_arena_print(arena, "above 0: %.2f %%", 100 * perfect.frequency.value));
    picture_text(p, PICTURE_SMALL, PICTURE_FROM, LEGEND_LEFT, y, PICTURE_INK,
                 felt_arena_print(arena, "their mean: %.2f %%", 100 * perfect.edge.value));
    chart_legend_area(&c, LEGEND_LEFT, y + 17, PICTURE_LOSS,
                      felt_arena_print(arena, "0 or less: %.2f %%", 100 - 100 * perfect.frequency.value));
}

/* ---- kinds ---- */

static bool has_depths(const felt_count_entry *e)
{
    return e->dealt.exposure != NULL && felt_exposure_asked(e->dealt.exposure)->depths;
}

static bool has_cuts(const felt_count_entry *e)
{
    return e->dealt.exposure != NULL && felt_exposure_asked(e->dealt.exposure)->cut_count > 1;
}

const count_plot report_count_plot_depth = {"Edge against depth", "edge against depth", HEIGHT, has_depths, put_depth};
const count_plot report_count_plot_cut = {"Units won against the cut card", "units won against the cut card", HEIGHT, has_cuts, put_cut};
const count_plot report_count_plot_values = {"Values of a wager over the shoe", "values over the shoe", HEIGHT, has_depths, put_values};
