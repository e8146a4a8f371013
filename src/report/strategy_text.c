/* src/report/strategy_text.c - strategies side by side: a column for each, beside what it was expected to bring. */
#include "choices.h"
#include "grid.h"
#include "strategy_report.h"

#include <math.h>

enum { DEFAULTS_COLUMNS = 100, TITLE_COLUMNS = 28, FIGURE_COLUMNS = 12, GAP = 2 };

/* What a line of the table says of one strategy. */
typedef enum line {
    LINE_UNIT,
    LINE_RESULT,
    LINE_EXPECTED,
    LINE_Z,
    LINE_DEVIATION,
    LINE_AHEAD,
    LINE_EVEN,
    LINE_RUINED,
    LINE_RUIN_LOW,
    LINE_RUIN_MEDIAN,
    LINE_RUIN_HIGH,
    LINE_FINISHED,
    LINE_LEAST,
    LINE_LOW,
    LINE_LOWER,
    LINE_MEDIAN,
    LINE_UPPER,
    LINE_HIGH,
    LINE_MOST,
    LINE_DRAWDOWN,
    LINE_DRAWDOWN_HIGH,
    LINE_RUN,
    LINE_RUN_HIGH,
    LINE_ROUNDS,
    LINE_HOURS,
    LINE_BETS,
    LINE_BET,
    LINE_ACTION,
    LINE_EDGE,
    LINE_COMP,
    LINE_COUNT
} line;

static const char *const titles[LINE_COUNT] = {
    [LINE_UNIT] = "unit",
    [LINE_RESULT] = "average result",
    [LINE_EXPECTED] = "  expected, exactly",
    [LINE_Z] = "  difference, standard errors",
    [LINE_DEVIATION] = "standard deviation",
    [LINE_AHEAD] = "ahead at the end",
    [LINE_EVEN] = "even",
    [LINE_RUINED] = "ruined",
    [LINE_RUIN_LOW] = "  5 % of them within",
    [LINE_RUIN_MEDIAN] = "  half within",
    [LINE_RUIN_HIGH] = "  95 % within",
    [LINE_FINISHED] = "stopped by the strategy",
    [LINE_LEAST] = "worst",
    [LINE_LOW] = "5 % are no better than",
    [LINE_LOWER] = "25 %",
    [LINE_MEDIAN] = "half",
    [LINE_UPPER] = "75 %",
    [LINE_HIGH] = "95 %",
    [LINE_MOST] = "best",
    [LINE_DRAWDOWN] = "drawdown, half within",
    [LINE_DRAWDOWN_HIGH] = "  95 % within",
    [LINE_RUN] = "losing run, half within",
    [LINE_RUN_HIGH] = "  95 % within",
    [LINE_ROUNDS] = NULL, /* the game's word for it */
    [LINE_HOURS] = "hours",
    [LINE_BETS] = "bets",
    [LINE_BET] = "average bet",
    [LINE_ACTION] = "action: all that was bet",
    [LINE_EDGE] = "expected loss of the action",
    [LINE_COMP] = "comp value",
};

session_averages strategy_average(const felt_strategy_report *report, int index)
{
    const felt_strategy_played *p = &report->list[index];
    return session_average(&p->result.played, &p->figures, report->comp);
}

static felt_text amount(felt_arena *arena, const felt_strategy_report *r, double minor)
{
    return sim_amount(arena, (int64_t)llround(minor), r->decimals);
}

static felt_text share(felt_arena *arena, const felt_session_digest *d, uint64_t part)
{
    return felt_arena_print(arena, "%.2f %%", 100 * (double)part / (double)d->count);
}

/* The result, and how it came about. */
static felt_text figure(felt_arena *arena, const felt_strategy_report *r, int index, line l)
{
    const felt_strategy_played *p = &r->list[index];
    session_averages a = strategy_average(r, index);
    switch (l) {
    case LINE_UNIT:
        return sim_amount(arena, felt_strategy_unit(p->setup.strategy).minor, r->decimals);
    case LINE_RESULT:
        return amount(arena, r, p->digest.mean);
    case LINE_EXPECTED:
        return amount(arena, r, a.expected);
    case LINE_Z:
        return felt_arena_print(arena, "%+.2f", p->figures.z);
    case LINE_DEVIATION:
        return amount(arena, r, p->digest.deviation);
    case LINE_ROUNDS:
        return felt_arena_print(arena, "%.1f", a.rounds);
    case LINE_HOURS:
        return felt_strategy_pace(p->setup.strategy) > 0 ? felt_arena_print(arena, "%.2f", a.rounds / felt_strategy_pace(p->setup.strategy))
                                                         : felt_text_from("-");
    case LINE_BETS:
        return felt_arena_print(arena, "%.1f", a.bets);
    case LINE_BET:
        return amount(arena, r, a.bet);
    case LINE_ACTION:
        return amount(arena, r, a.action);
    case LINE_EDGE:
        return felt_arena_print(arena, "%.4f %%", 100 * a.edge);
    default:
        return amount(arena, r, a.comp);
    }
}

static felt_text ruined_by(felt_arena *arena, const felt_session_digest *d, uint32_t round)
{
    return d->ruined > 0 ? felt_arena_print(arena, "%u", round) : felt_text_from("-");
}

/* How results are spread. */
static felt_text spread(felt_arena *arena, const felt_strategy_report *r, int index, line l)
{
    const felt_session_digest *d = &r->list[index].digest;
    const int64_t amounts[] = {d->least, d->low, d->lower, d->median, d->upper, d->high, d->most, d->drawdown_median, d->drawdown_high};
    switch (l) {
    case LINE_AHEAD:
        return share(arena, d, d->ahead);
    case LINE_EVEN:
        return share(arena, d, d->even);
    case LINE_RUINED:
        return share(arena, d, d->ruined);
    case LINE_RUIN_LOW:
        return ruined_by(arena, d, d->ruin_low);
    case LINE_RUIN_MEDIAN:
        return ruined_by(arena, d, d->ruin_median);
    case LINE_RUIN_HIGH:
        return ruined_by(arena, d, d->ruin_high);
    case LINE_FINISHED:
        return share(arena, d, r->list[index].result.finished);
    case LINE_RUN:
        return felt_arena_print(arena, "%u", d->run_median);
    case LINE_RUN_HIGH:
        return felt_arena_print(arena, "%u", d->run_high);
    default: /* LINE_LEAST to LINE_DRAWDOWN_HIGH */
        return sim_amount(arena, amounts[l - LINE_LEAST], r->decimals);
    }
}

/* Lines that have nothing to say of any strategy are left out. */
static bool is_wanted(const felt_strategy_report *r, line l)
{
    bool ruin = l >= LINE_RUIN_LOW && l <= LINE_RUIN_HIGH, wanted = !ruin && l != LINE_HOURS && l != LINE_FINISHED && l != LINE_COMP;
    for (int i = 0; i < r->count; i++)
        wanted = wanted || (l == LINE_HOURS && felt_strategy_pace(r->list[i].setup.strategy) > 0) ||
                 (l == LINE_FINISHED && r->list[i].result.finished > 0) || (ruin && r->list[i].digest.ruined > 0) ||
                 (l == LINE_COMP && r->comp > 0);
    return wanted;
}

/* Columns for `count` strategies from `first` on. */
static void put_columns(text_out *out, const felt_strategy_report *r, int first, int count)
{
    static const char *const numbers[FELT_STRATEGIES_MAX] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    grid g = grid_in(out->arena);
    const char *rounds = felt_book_game(felt_strategy_book(r->list[0].setup.strategy))->words.events;
    grid_column_add(&g, (grid_column){"of a session", GRID_LEFT, GAP, TITLE_COLUMNS, 0});
    for (int i = first; i < first + count; i++)
        grid_column_add(&g, (grid_column){numbers[i], GRID_RIGHT, GAP, FIGURE_COLUMNS, 0});
    for (line l = 0; l < LINE_COUNT; l++) {
        if (!is_wanted(r, l))
            continue;
        bool spreads = l >= LINE_AHEAD && l <= LINE_RUN_HIGH;
        grid_row *row = grid_row_add(&g);
        row->cells[0] = felt_text_from(titles[l] != NULL ? titles[l] : rounds);
        for (int i = 0; i < count; i++)
            row->cells[i + 1] = spreads ? spread(out->arena, r, first + i, l) : figure(out->arena, r, first + i, l);
    }
    grid_print(out, &g);
}

/* On a narrow terminal some strategies stand below the others. */
static void put_lines(text_out *out, const felt_strategy_report *r)
{
    int room = (r->columns - TITLE_COLUMNS - GAP) / (FIGURE_COLUMNS + GAP), most = r->count;
    if (r->columns > 0 && room < r->count)
        most = room > 1 ? room : 1;
    for (int first = 0; first < r->count; first += most) {
        out_print(out, "%s", first > 0 ? "\n" : "");
        put_columns(out, r, first, r->count - first < most ? r->count - first : most);
    }
}

felt_text strategy_limits(felt_arena *arena, const felt_strategy_report *report)
{
    const felt_house *house = felt_book_house(felt_strategy_book(report->list[0].setup.strategy));
    felt_text min = sim_amount(arena, house->min.minor, report->decimals), max = sim_amount(arena, house->max.minor, report->decimals);
    if (house->min.minor > 0 && house->max.minor > 0)
        return felt_arena_print(arena, ", bets from %.*s to %.*s", FELT_TEXT_ARGS(min), FELT_TEXT_ARGS(max));
    if (house->min.minor > 0)
        return felt_arena_print(arena, ", bets from %.*s", FELT_TEXT_ARGS(min));
    return house->max.minor > 0 ? felt_arena_print(arena, ", bets up to %.*s", FELT_TEXT_ARGS(max)) : felt_text_from("");
}

static void put_head(text_out *out, const felt_strategy_report *r)
{
    const felt_strategy_setup *s = &r->list[0].setup;
    const felt_book *book = felt_strategy_book(s->strategy);
    const felt_game *game = felt_book_game(book);
    felt_text title = felt_book_title(out->arena, book), defaults = felt_report_defaults(out->arena, book);
    bool stopped = false;
    for (int i = 0; i < r->count; i++)
        stopped = stopped || r->list[i].result.played.stopped;
    out_painted(out, COLOR_BOLD, title);
    out_print(out, "\n  %.*s sessions of at most %.*s %s, bankroll %.*s%.*s, seed %llu%s\n",
              FELT_TEXT_ARGS(out_grouped(out->arena, r->list[0].digest.count)), FELT_TEXT_ARGS(out_grouped(out->arena, s->rounds)),
              game->words.events, FELT_TEXT_ARGS(sim_amount(out->arena, s->bankroll.minor, r->decimals)),
              FELT_TEXT_ARGS(strategy_limits(out->arena, r)), (unsigned long long)s->seed, stopped ? "; stopped before the end" : "");
    if (r->count > 1)
        out_print(out, "  all strategies see the same %s\n", game->source == FELT_SOURCE_SHOE ? "shoes" : game->words.pieces);
    if (defaults.length > 0) {
        out_print(out, "  ");
        out_wrapped(out, defaults, 2, 4, DEFAULTS_COLUMNS);
    }
    out_print(out, "\n");
    for (int i = 0; i < r->count; i++)
        out_print(out, "  %d  %.*s  (%.*s)%s\n", i + 1, FELT_TEXT_ARGS(felt_strategy_name(r->list[i].setup.strategy)),
                  FELT_TEXT_ARGS(felt_strategy_file(r->list[i].setup.strategy)),
                  r->list[i].digest.count < r->list[0].digest.count ? ", fewer sessions" : "");
    out_print(out, "\n");
}

static void put_foot(text_out *out, const felt_strategy_report *r)
{
    const felt_game *game = felt_book_game(felt_strategy_book(r->list[0].setup.strategy));
    out_print(out, "  expected: every amount bet times its exact edge%s\n",
              game->source == FELT_SOURCE_SHOE ? " in a fresh shoe" : ", less what bets taken back were worth");
    out_print(out, "  ruined: nothing is up and the money does not cover the next bet of the strategy\n");
    if (r->comp > 0)
        out_print(out, "  comp value: %.2f %% of the expected loss\n", r->comp / 100.0);
    out_print(out, "  fractions of a minor unit go to the house\n");
}

felt_status felt_report_strategies(felt_arena *arena, const felt_strategy_report *report, felt_report_style style, felt_text *ret)
{
    if (style == FELT_REPORT_JSON)
        return strategy_json(arena, report, ret);
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    put_head(&out, report);
    if (report->list[0].digest.count == 0) {
        out_print(&out, "  stopped before the first session was over\n");
        return out_finish(&out, ret);
    }
    put_lines(&out, report);
    put_foot(&out, report);
    if (report->count == 1)
        sim_put_histogram(&out, report->decimals, &report->list[0].digest);
    return out_finish(&out, ret);
}
