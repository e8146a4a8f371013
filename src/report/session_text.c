/* src/report/session_text.c - what became of many sessions: figures, and a small histogram. */
#include "sim_report.h"

#include <math.h>
#include <stdlib.h>

enum { BAR_COLUMNS = 40 };

/* ---- figures ---- */

static int by_amount(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The smallest value that `percent` per cent of the sorted values do not exceed. */
static int64_t quantile(const int64_t *sorted, uint64_t count, unsigned percent)
{
    uint64_t rank = (count * percent + 99) / 100;
    return sorted[rank > 0 ? rank - 1 : 0];
}

/* The smallest of 1, 2, 5, 10, 20, 50 ... that divides `range` into at most `most` steps. */
static int64_t round_step(int64_t range, int most)
{
    static const int64_t steps[] = {1, 2, 5};
    for (int64_t power = 1; power < INT64_MAX / 100; power *= 10)
        for (int i = 0; i < 3; i++)
            if (range / (steps[i] * power) + 1 <= most)
                return steps[i] * power;
    return INT64_MAX / 4;
}

static int64_t floor_to(int64_t value, int64_t step)
{
    int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/* Bins between the first and the last half per cent, or a little more. */
static void fill_bins(const int64_t *sorted, session_digest *d)
{
    int64_t from = sorted[d->count / 200], to = sorted[d->count - 1 - d->count / 200];
    d->bin_width = round_step(to - from, SESSION_BINS_MAX - 4);
    d->bin_first = floor_to(from, d->bin_width);
    d->bin_count = (int)((to - d->bin_first) / d->bin_width) + 1;
    for (uint64_t i = 0; i < d->count; i++) {
        int64_t bin = sorted[i] < d->bin_first ? 0 : (sorted[i] - d->bin_first) / d->bin_width;
        d->bins[bin < d->bin_count ? bin : d->bin_count - 1]++;
    }
}

static void set_results(int64_t *values, const felt_session_result *r, session_digest *d)
{
    double sum = 0, squares = 0;
    for (uint64_t i = 0; i < r->count; i++) {
        values[i] = r->sessions[i].result.minor;
        d->ahead += values[i] > 0;
        d->even += values[i] == 0;
        sum += (double)values[i];
    }
    d->mean = sum / (double)r->count;
    for (uint64_t i = 0; i < r->count; i++)
        squares += ((double)values[i] - d->mean) * ((double)values[i] - d->mean);
    d->deviation = sqrt(squares / (double)r->count);
    qsort(values, r->count, sizeof *values, by_amount);
    d->least = values[0];
    d->low = quantile(values, r->count, 5);
    d->lower = quantile(values, r->count, 25);
    d->median = quantile(values, r->count, 50);
    d->upper = quantile(values, r->count, 75);
    d->high = quantile(values, r->count, 95);
    d->most = values[r->count - 1];
    fill_bins(values, d);
}

static void set_dangers(int64_t *values, const felt_session_result *r, session_digest *d)
{
    for (uint64_t i = 0; i < r->count; i++)
        values[i] = r->sessions[i].drawdown.minor;
    qsort(values, r->count, sizeof *values, by_amount);
    d->drawdown_median = quantile(values, r->count, 50);
    d->drawdown_high = quantile(values, r->count, 95);
    d->drawdown_most = values[r->count - 1];
    for (uint64_t i = 0; i < r->count; i++)
        values[i] = r->sessions[i].losing_run;
    qsort(values, r->count, sizeof *values, by_amount);
    d->run_median = (uint32_t)quantile(values, r->count, 50);
    d->run_high = (uint32_t)quantile(values, r->count, 95);
    d->run_most = (uint32_t)values[r->count - 1];
    for (uint64_t i = 0; i < r->count; i++)
        if (r->sessions[i].ruined > 0)
            values[d->ruined++] = r->sessions[i].ruined;
    if (d->ruined > 0) {
        qsort(values, d->ruined, sizeof *values, by_amount);
        d->ruin_median = (uint32_t)quantile(values, d->ruined, 50);
    }
}

felt_status session_digest_make(const felt_session_result *r, session_digest *ret)
{
    session_digest d = {.count = r->count};
    int64_t *values = calloc(r->count + 1, sizeof *values);
    if (values == NULL)
        return FELT_ENOMEM;
    if (r->count > 0) {
        set_results(values, r, &d);
        set_dangers(values, r, &d);
    }
    free(values);
    *ret = d;
    return FELT_OK;
}

/* ---- text ---- */

static void put_bets(text_out *out, const felt_sim_report *r)
{
    const felt_session_setup *s = r->session_setup;
    for (int i = 0; i < s->bet_count; i++) {
        const felt_wager *w = s->bets[i].wager;
        out_print(out, "%s%.*s on %.*s", i > 0 ? ", " : "", FELT_TEXT_ARGS(sim_amount(out->arena, s->bets[i].stake.minor, r->decimals)),
                  FELT_TEXT_ARGS(w->short_name));
        if (w->side.length > 0)
            out_print(out, "/%.*s", FELT_TEXT_ARGS(w->side));
    }
}

static void put_share(text_out *out, const char *what, uint64_t part, uint64_t whole)
{
    out_print(out, "  %-24s%8.2f %%\n", what, 100 * (double)part / (double)whole);
}

static void put_amounts(text_out *out, const felt_sim_report *r, const session_digest *d)
{
    const struct {
        const char *what;
        int64_t amount;
    } lines[] = {{"worst", d->least}, {"5 % are no better than", d->low},
                 {"25 %", d->lower},  {"half", d->median},
                 {"75 %", d->upper},  {"95 %", d->high},
                 {"best", d->most}};
    out_print(out, "  %-24s%14.*s   standard deviation %.*s\n", "average result",
              FELT_TEXT_ARGS(sim_amount(out->arena, (int64_t)llround(d->mean), r->decimals)),
              FELT_TEXT_ARGS(sim_amount(out->arena, (int64_t)llround(d->deviation), r->decimals)));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        out_print(out, "  %-24s%14.*s\n", lines[i].what, FELT_TEXT_ARGS(sim_amount(out->arena, lines[i].amount, r->decimals)));
}

/* A bar of so many eighths of a column. */
static void put_bar(text_out *out, uint64_t eighths)
{
    for (uint64_t k = 0; k < eighths / 8; k++)
        out_print(out, "\xe2\x96\x88");
    if (eighths % 8 > 0)
        out_print(out, "\xe2\x96%c", (int)(0x90 - eighths % 8)); /* U+258F is one eighth, U+2589 seven */
}

static void put_histogram(text_out *out, const felt_sim_report *r, const session_digest *d, bool color)
{
    uint64_t most = 1;
    for (int i = 0; i < d->bin_count; i++)
        most = d->bins[i] > most ? d->bins[i] : most;
    out_print(out, "\n  results of sessions, each line from the amount on its left up to the next\n");
    for (int i = 0; i < d->bin_count; i++) {
        int64_t from = d->bin_first + i * d->bin_width;
        bool below = i == 0 && d->least < from, above = i == d->bin_count - 1 && d->most >= from + d->bin_width;
        out_print(out, "  %15.*s  %s", FELT_TEXT_ARGS(sim_amount(out->arena, from, r->decimals)),
                  !color     ? ""
                  : from < 0 ? "\033[31m"
                             : "\033[32m");
        put_bar(out, (d->bins[i] * BAR_COLUMNS * 8 + most - 1) / most);
        out_print(out, "%s %.2f %%%s%s\n", color ? "\033[0m" : "", 100 * (double)d->bins[i] / (double)d->count,
                  below ? " with all below" : "", above ? " with all above" : "");
    }
}

void sim_put_sessions(text_out *out, const felt_sim_report *r, const session_digest *d, bool color)
{
    const felt_session_setup *s = r->session_setup;
    const char *rounds = s->game == &felt_game_baccarat ? "rounds" : "rolls";
    out_print(out, "\n%ssessions%s  %.*s of %.*s %s, bankroll %.*s: ", color ? "\033[1m" : "", color ? "\033[0m" : "",
              FELT_TEXT_ARGS(sim_count(out->arena, d->count)), FELT_TEXT_ARGS(sim_count(out->arena, s->rounds)), rounds,
              FELT_TEXT_ARGS(sim_amount(out->arena, s->bankroll.minor, r->decimals)));
    put_bets(out, r);
    out_print(out, "%s\n", r->sessions->stopped ? "; stopped before the end" : "");
    if (d->count == 0) {
        out_print(out, "  stopped before the first was over\n");
        return;
    }
    put_share(out, "ahead at the end", d->ahead, d->count);
    put_share(out, "even", d->even, d->count);
    put_share(out, "ruined", d->ruined, d->count);
    if (d->ruined > 0)
        out_print(out, "  %-24s%8u %s\n", "  half of them within", d->ruin_median, rounds);
    put_amounts(out, r, d);
    out_print(out, "  %-24s%14.*s   95 %%: %.*s, worst %.*s\n", "drawdown, half within",
              FELT_TEXT_ARGS(sim_amount(out->arena, d->drawdown_median, r->decimals)),
              FELT_TEXT_ARGS(sim_amount(out->arena, d->drawdown_high, r->decimals)),
              FELT_TEXT_ARGS(sim_amount(out->arena, d->drawdown_most, r->decimals)));
    out_print(out, "  %-24s%11u %s   95 %%: %u, worst %u\n", "losing run, half within", d->run_median, rounds, d->run_high, d->run_most);
    out_print(out, "  fractions of a minor unit go to the house\n");
    put_histogram(out, r, d, color);
}
