/* src/report/session_text.c - what became of many sessions: figures, and a small histogram. */
#include "choices.h"
#include "grid.h"
#include "sim_report.h"

#include <math.h>

enum { BAR_COLUMNS = 40, DEFAULTS_COLUMNS = 100 };

int sim_bet_run(const felt_session_setup *setup, int first)
{
    const felt_wager *one = felt_book_wager(setup->book, setup->bets[first].wager);
    int count = 1;
    for (; first + count < setup->bet_count && one->side.length > 0; count++) {
        const felt_session_bet *next = &setup->bets[first + count];
        bool same = felt_book_sheet(setup->book, next->wager) == felt_book_sheet(setup->book, setup->bets[first].wager) &&
                    felt_text_equal(felt_book_wager(setup->book, next->wager)->short_name, one->short_name);
        if (!same || next->stake.minor != setup->bets[first].stake.minor)
            break;
    }
    return count;
}

felt_text sim_bet_sides(felt_arena *arena, const felt_session_setup *setup, int first)
{
    text_out out = {.arena = arena};
    int count = sim_bet_run(setup, first);
    for (int i = 0; i < count; i++)
        out_print(&out, "%s%.*s",
                  i == 0          ? ""
                  : i + 1 < count ? ", "
                                  : " and ",
                  FELT_TEXT_ARGS(felt_book_wager(setup->book, setup->bets[first + i].wager)->side));
    felt_text text = {"", 0};
    out_finish(&out, &text);
    return text;
}

static void put_bets(text_out *out, const felt_sim_report *r)
{
    const felt_session_setup *s = r->session_setup;
    for (int i = 0; i < s->bet_count; i += sim_bet_run(s, i)) {
        felt_text sides = sim_bet_sides(out->arena, s, i);
        bool several = sim_bet_run(s, i) > 1;
        out_print(out, "%s%.*s %son %.*s%s%.*s", i > 0 ? ", " : "",
                  FELT_TEXT_ARGS(sim_amount(out->arena, s->bets[i].stake.minor, r->decimals)), several ? "each " : "",
                  FELT_TEXT_ARGS(felt_book_short_name(s->book, s->bets[i].wager)),
                  sides.length == 0 ? ""
                  : several         ? " on "
                                    : "/",
                  FELT_TEXT_ARGS(sides));
    }
}

session_averages session_average(const felt_session_result *played, const felt_session_figures *figures, int comp)
{
    double count = (double)played->count, action = (double)played->action.minor;
    session_averages a = {.expected = 0};
    if (played->count == 0)
        return a;
    a.expected = mpq_get_d(figures->expected) / count;
    a.action = action / count;
    a.bets = (double)played->bets / count;
    a.rounds = (double)played->rounds / count;
    a.bet = played->bets > 0 ? action / (double)played->bets : 0;
    a.edge = action > 0 ? -mpq_get_d(figures->expected) / action : 0;
    a.comp = a.expected < 0 ? -a.expected * comp / 10000 : 0;
    return a;
}

static void put_defaults(text_out *out, const felt_sim_report *r)
{
    felt_text defaults = felt_report_defaults(out->arena, r->session_setup->book);
    if (defaults.length == 0)
        return;
    out_print(out, "  ");
    out_wrapped(out, defaults, 2, 4, DEFAULTS_COLUMNS);
}

/* ---- figures ---- */

static void add(grid *g, const char *what, felt_text value, felt_text more)
{
    grid_row *row = grid_add(g, (felt_text[]){felt_text_from(what), value});
    row->after = more;
}

static void add_shares(grid *g, const felt_session_digest *d, const char *rounds)
{
    const struct {
        const char *what;
        uint64_t part;
    } lines[] = {{"ahead at the end", d->ahead}, {"even", d->even}, {"ruined", d->ruined}};
    felt_text none = {"", 0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        add(g, lines[i].what, felt_arena_print(g->arena, "%.2f %%", 100 * (double)lines[i].part / (double)d->count), none);
    if (d->ruined > 0)
        add(g, "  half of them within", felt_arena_print(g->arena, "%u %s", d->ruin_median, rounds),
            felt_arena_print(g->arena, "   5 %%: %u, 95 %%: %u", d->ruin_low, d->ruin_high));
}

static felt_text average(felt_arena *arena, const felt_sim_report *r, double minor)
{
    return sim_amount(arena, (int64_t)llround(minor), r->decimals);
}

/* What was bet, and the house's share of it. */
static void add_action(grid *g, const felt_sim_report *r, const char *rounds)
{
    session_averages a = session_average(r->sessions, r->figures, r->comp);
    felt_text bet = average(g->arena, r, a.bet);
    add(g, "action: all that was bet", average(g->arena, r, a.action),
        felt_arena_print(g->arena, "   %.1f bets of %.*s on average, in %.1f %s", a.bets, FELT_TEXT_ARGS(bet), a.rounds, rounds));
    add(g, "  expected loss of it", felt_arena_print(g->arena, "%.4f %%", 100 * a.edge), (felt_text){"", 0});
    if (r->comp > 0)
        add(g, "comp value", average(g->arena, r, a.comp), felt_arena_print(g->arena, "   %.2f %% of the expected loss", r->comp / 100.0));
}

static void add_amounts(grid *g, const felt_sim_report *r, const felt_session_digest *d)
{
    const struct {
        const char *what;
        int64_t amount;
    } lines[] = {{"worst", d->least}, {"5 % are no better than", d->low},
                 {"25 %", d->lower},  {"half", d->median},
                 {"75 %", d->upper},  {"95 %", d->high},
                 {"best", d->most}};
    felt_text deviation = average(g->arena, r, d->deviation);
    add(g, "average result", average(g->arena, r, d->mean),
        felt_arena_print(g->arena, "   standard deviation %.*s", FELT_TEXT_ARGS(deviation)));
    add(g, "  expected, exactly", average(g->arena, r, session_average(r->sessions, r->figures, r->comp).expected),
        felt_arena_print(g->arena, "   the difference is %+.2f standard errors", r->figures->z));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        add(g, lines[i].what, sim_amount(g->arena, lines[i].amount, r->decimals), (felt_text){"", 0});
}

static void add_dangers(grid *g, const felt_sim_report *r, const felt_session_digest *d, const char *rounds)
{
    add(g, "drawdown, half within", sim_amount(g->arena, d->drawdown_median, r->decimals),
        felt_arena_print(g->arena, "   95 %%: %.*s, worst %.*s", FELT_TEXT_ARGS(sim_amount(g->arena, d->drawdown_high, r->decimals)),
                         FELT_TEXT_ARGS(sim_amount(g->arena, d->drawdown_most, r->decimals))));
    add(g, "losing run, half within", felt_arena_print(g->arena, "%u %s", d->run_median, rounds),
        felt_arena_print(g->arena, "   95 %%: %u, worst %u", d->run_high, d->run_most));
}

/* ---- the histogram ---- */

/* A bar of so many eighths of a column. */
static felt_text bar(felt_arena *arena, uint64_t eighths)
{
    text_out out = {.arena = arena};
    felt_text text = {"", 0};
    for (uint64_t k = 0; k < eighths / 8; k++)
        out_print(&out, "\xe2\x96\x88");
    if (eighths % 8 > 0)
        out_print(&out, "\xe2\x96%c", (int)(0x90 - eighths % 8)); /* U+258F is one eighth, U+2589 seven */
    out_finish(&out, &text);
    return text;
}

void sim_put_histogram(text_out *out, int decimals, const felt_session_digest *d)
{
    grid g = grid_in(out->arena);
    uint64_t most = 1;
    for (int i = 0; i < d->bin_count; i++)
        most = d->bins[i] > most ? d->bins[i] : most;
    grid_column_add(&g, (grid_column){"", GRID_RIGHT, 2, 15, 0});
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 1}); /* bars are not padded: shares stand at their ends */
    for (int i = 0; i < d->bin_count; i++) {
        int64_t from = d->bin_first + i * d->bin_width;
        bool below = i == 0 && d->least < from, above = i == d->bin_count - 1 && d->most >= from + d->bin_width;
        grid_row *row = grid_row_add(&g);
        row->cells[0] = sim_amount(out->arena, from, decimals);
        row->cells[1] = bar(out->arena, (d->bins[i] * BAR_COLUMNS * 8 + most - 1) / most);
        row->colors[1] = from < 0 ? COLOR_LOSS : COLOR_GAIN;
        row->after =
            felt_arena_print(out->arena, "%s%.2f %%%s%s", row->cells[1].length > 0 ? " " : "   ",
                             100 * (double)d->bins[i] / (double)d->count, below ? " with all below" : "", above ? " with all above" : "");
    }
    out_print(out, "\n  results of sessions, each line from the amount on its left up to the next\n");
    grid_print(out, &g);
}

void sim_put_sessions(text_out *out, const felt_sim_report *r, const felt_session_digest *d)
{
    const felt_session_setup *s = r->session_setup;
    const char *rounds = felt_book_game(s->book)->words.events;
    out_print(out, "\n");
    out_painted(out, COLOR_BOLD, felt_text_from("sessions"));
    out_print(out, "  %.*s of %.*s %s, bankroll %.*s: ", FELT_TEXT_ARGS(out_grouped(out->arena, d->count)),
              FELT_TEXT_ARGS(out_grouped(out->arena, s->rounds)), rounds,
              FELT_TEXT_ARGS(sim_amount(out->arena, s->bankroll.minor, r->decimals)));
    put_bets(out, r);
    out_print(out, "%s\n", r->sessions->stopped ? "; stopped before the end" : "");
    put_defaults(out, r);
    if (d->count == 0) {
        out_print(out, "  stopped before the first was over\n");
        return;
    }
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 24, 0});
    grid_column_add(&g, (grid_column){"", GRID_RIGHT, 0, 14, 0});
    add_shares(&g, d, rounds);
    add_amounts(&g, r, d);
    add_dangers(&g, r, d, rounds);
    add_action(&g, r, rounds);
    grid_print(out, &g);
    out_print(out, "  expected: every amount bet times its exact edge%s\n",
              felt_book_game(s->book)->source == FELT_SOURCE_SHOE ? " in a fresh shoe" : ", less what bets taken back were worth");
    out_print(out, "  fractions of a minor unit go to the house\n");
    sim_put_histogram(out, r->decimals, d);
}
