/* src/report/sim_text.c - samples beside the exact figures, as columns. */
#include "label.h"
#include "sim_report.h"

#include <math.h>
#include <stdio.h>

enum { LINE_MOST = 130, FIGURES = 84, DEVIATIONS = 22, LABEL_LEAST = 26, Z_STRIKING = 4, EDGE_COLUMNS = 14 };

felt_text sim_amount(felt_arena *arena, int64_t minor, int decimals)
{
    char text[FELT_MONEY_BYTES];
    size_t length = felt_money_write((felt_money){minor}, decimals, text);
    return felt_arena_copy(arena, (felt_text){text, length});
}

felt_sim_exact sim_exact(const felt_odds *o)
{
    return (felt_sim_exact){.has_outcomes = o->has_outcomes,
                            .has_pays = o->has_pays,
                            .hit = mpq_get_d(o->hit),
                            .edge = mpq_get_d(o->edge),
                            .variance = mpq_get_d(o->variance)};
}

int sim_sheet_run(const felt_sim_report *report, int first)
{
    int end = first;
    while (end < report->odds->count && report->odds->list[end].sheet == report->odds->list[first].sheet)
        end++;
    return end - first;
}

static void put_sheet(text_out *out, const felt_sheet *sheet)
{
    out_painted(out, COLOR_BOLD, sheet->short_name);
    out_print(out, "  %.*s\n", FELT_TEXT_ARGS(sheet->name));
}

static felt_sim_figures sample_of(const felt_sim_report *r, int i)
{
    return felt_sim_sample(&r->setup->wagers[i], r->result->rows[i]);
}

/* ---- what was played ---- */

/* The sheet; of several the names, since each has its own table below. */
static void put_sheets(text_out *out, const felt_sim_report *r)
{
    if (r->odds->count == 0)
        return;
    if (sim_sheet_run(r, 0) == r->odds->count) {
        put_sheet(out, r->odds->list[0].sheet);
        return;
    }
    for (int i = 0; i < r->odds->count; i += sim_sheet_run(r, i)) {
        out_print(out, "%s", i > 0 ? ", " : "");
        out_painted(out, COLOR_BOLD, r->odds->list[i].sheet->short_name);
    }
    out_print(out, "\n");
}

static void put_shoes(text_out *out, const felt_sim_setup *s)
{
    out_print(out, "  %d deck%s, ", s->decks, s->decks == 1 ? "" : "s");
    if (s->cut == 0)
        out_print(out, "%d rounds from each shoe whatever they use: each round is as good as from a fresh shoe\n",
                  felt_sim_shoe_rounds(s->game, s->decks));
    else
        out_print(out,
                  "the cut card %d from the end: the exact figures are of a fresh shoe, and it moves the sample a little\n"
                  "  cut rule %s, burn %s\n",
                  s->cut, felt_cut_rule_text(s->rules.cut), felt_burn_rule_text(s->rules.burn));
}

static void put_head(text_out *out, const felt_sim_report *r)
{
    const felt_sim_setup *s = r->setup;
    const felt_game_words *words = &s->game->words;
    put_sheets(out, r);
    if (r->result == NULL) {
        out_print(out, "  seed %llu\n", (unsigned long long)s->seed);
        if (s->game->source == FELT_SOURCE_SHOE)
            put_shoes(out, s);
        return;
    }
    out_print(out, "  %.*s %s, ", FELT_TEXT_ARGS(out_grouped(out->arena, r->result->rounds)), words->events);
    if (words->supply != NULL)
        out_print(out, "%.*s %s, ", FELT_TEXT_ARGS(out_grouped(out->arena, r->result->shoes)),
                  r->result->shoes == 1 ? words->supply : words->supplies);
    out_print(out, "seed %llu%s\n", (unsigned long long)s->seed, r->result->stopped ? "; stopped before the end" : "");
    if (s->game->source == FELT_SOURCE_SHOE)
        put_shoes(out, s);
    if (s->game->one_event)
        out_print(out, "  every wager is on in every %s\n", words->event);
    else
        out_print(out, "  every wager is placed again as soon as it may be; bets are those decided\n");
}

/* ---- lines ---- */

static felt_text percent(felt_arena *arena, double share)
{
    return felt_arena_print(arena, "%.4f %%", 100 * share);
}

static felt_text exact_percent(felt_arena *arena, const mpq_t ratio)
{
    return felt_arena_print(arena, "%.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, ratio, 4)));
}

static int put_edge(grid *g, grid_row *row, int at, const felt_odds *o, const felt_sim_figures *f)
{
    felt_sim_exact exact = sim_exact(o);
    felt_text none = felt_text_from("-"), missing = o->has_pays ? none : felt_text_from(felt_odds_missing(o));
    double z = 0;
    bool compared = felt_sim_z(f, &exact, &z);
    row->cells[at] = f->decided > 0 && f->has_pays && o->has_pays ? percent(g->arena, -f->mean) : missing;
    row->cells[at + 1] = o->has_pays ? exact_percent(g->arena, o->edge) : missing;
    row->cells[at + 2] = compared ? felt_arena_print(g->arena, "%+.2f", z) : none;
    row->colors[at + 2] = compared && fabs(z) > Z_STRIKING ? COLOR_RED : COLOR_PLAIN;
    return at + 3;
}

/* Entry `first + i`, line `i` of a table that begins with entry `first`. */
static void put_line(grid *g, const label_layout *labels, const felt_sim_report *r, int first, int i, bool bets, bool deviations)
{
    const felt_odds *o = labels->list[i];
    felt_sim_figures f = sample_of(r, first + i);
    felt_arena *arena = g->arena;
    grid_row *row = grid_row_add(g);
    felt_text none = felt_text_from("-");
    int at = label_put(arena, labels, i, 0, row);
    if (bets)
        row->cells[at++] = out_grouped(arena, f.decided);
    at = put_edge(g, row, at, o, &f);
    row->cells[at++] = f.decided > 0 && f.has_outcomes ? percent(arena, (double)f.hits / (double)f.decided) : none;
    row->cells[at++] = o->has_outcomes ? exact_percent(arena, o->hit) : none;
    if (!o->has_pays || f.decided == 0 || !deviations)
        return;
    row->cells[at++] = felt_arena_print(arena, "%.3f", f.deviation);
    row->cells[at++] = felt_ratio_print_root(arena, o->variance, 3);
}

/* Columns for numbers of bets; 0 where every wager was decided in every round. */
static size_t bets_columns(felt_arena *arena, const felt_sim_report *r)
{
    size_t widest = 4;
    bool all = true;
    for (int i = 0; i < r->odds->count; i++) {
        uint64_t decided = sample_of(r, i).decided;
        size_t digits = out_grouped(arena, decided).length;
        widest = digits > widest ? digits : widest;
        all = all && decided == r->result->rounds;
    }
    return all ? 0 : widest;
}

/* The table of `count` entries. */
static felt_status put_lines(text_out *out, const felt_sim_report *r, int first, int count)
{
    static const struct {
        const char *title;
        size_t gap, least;
    } figures[] = {{"edge sampled", 2, 12}, {"exact", 1, 12},      {"z", 2, 6},    {"hit sampled", 2, 11},
                   {"exact", 1, 11},        {"sd sampled", 2, 10}, {"exact", 1, 9}};
    const felt_odds **list = felt_arena_take(out->arena, (size_t)count, sizeof *list);
    if (list == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < count; i++)
        list[i] = &r->odds->list[first + i];
    grid g = grid_in(out->arena);
    size_t bets = bets_columns(out->arena, r), line = r->columns > 0 ? (size_t)r->columns : LINE_MOST;
    size_t used = FIGURES + (bets > 0 ? 2 + bets : 0);
    bool deviations = used + LABEL_LEAST <= line; /* a narrow terminal has no room for them */
    used -= deviations ? 0 : DEVIATIONS;
    label_layout labels = label_lay_out(out->arena, list, count, false, line > used ? line - used : 0);
    label_columns(&labels, &g, 2);
    if (bets > 0)
        grid_column_add(&g, (grid_column){"bets", GRID_RIGHT, 2, 0, 0});
    for (size_t i = 0; i < sizeof figures / sizeof *figures - (deviations ? 0 : 2); i++)
        grid_column_add(&g, (grid_column){figures[i].title, GRID_RIGHT, figures[i].gap, figures[i].least, 0});
    for (int i = 0; i < count; i++)
        put_line(&g, &labels, r, first, i, bets > 0, deviations);
    grid_print(out, &g);
    return FELT_OK;
}

/* Where only sessions were played: the exact edges of their bets. */
static felt_status put_edges(text_out *out, const felt_sim_report *r)
{
    const felt_odds **list = felt_arena_take(out->arena, (size_t)r->odds->count, sizeof *list);
    if (list == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < r->odds->count; i++)
        list[i] = &r->odds->list[i];
    grid g = grid_in(out->arena);
    label_layout labels = label_lay_out(out->arena, list, r->odds->count, false, LINE_MOST - EDGE_COLUMNS);
    label_columns(&labels, &g, 2);
    grid_column_add(&g, (grid_column){"exact edge", GRID_RIGHT, 2, EDGE_COLUMNS - 2, 0});
    for (int i = 0; i < r->odds->count; i++) {
        grid_row *row = grid_row_add(&g);
        int at = label_put(out->arena, &labels, i, 0, row);
        row->cells[at] = list[i]->has_pays ? exact_percent(out->arena, list[i]->edge) : felt_text_from(felt_odds_missing(list[i]));
    }
    out_print(out, "\n");
    grid_print(out, &g);
    return FELT_OK;
}

/* A table for each sheet; where there are several, below its name. */
static felt_status put_tables(text_out *out, const felt_sim_report *r)
{
    felt_status status = FELT_OK;
    for (int first = 0, run; first < r->odds->count && status == FELT_OK; first += run) {
        run = sim_sheet_run(r, first);
        out_print(out, "\n");
        if (run < r->odds->count)
            put_sheet(out, r->odds->list[first].sheet);
        status = put_lines(out, r, first, run);
    }
    return status;
}

static void put_foot(text_out *out, const felt_sim_report *r)
{
    double worst = 0;
    int count = 0;
    for (int i = 0; i < r->odds->count; i++) {
        felt_sim_figures f = sample_of(r, i);
        felt_sim_exact exact = sim_exact(&r->odds->list[i]);
        double z;
        if (!felt_sim_z(&f, &exact, &z))
            continue;
        count++;
        worst = fabs(z) > fabs(worst) ? z : worst;
    }
    if (count == 0)
        return;
    double chance = felt_sim_z_chance(worst, count);
    out_print(out,
              "\n  z is the difference in standard errors, + in the bettor's favour. The largest of %d is %+.2f:\n"
              "  luck alone gives one as large in about %.*f %% of such tables%s\n",
              count, worst, chance < 0.01 ? 2 : 0, 100 * chance, chance < 0.0001 ? ", so look for another cause." : ".");
}

felt_status felt_report_sim(felt_arena *arena, const felt_sim_report *report, felt_report_style style, felt_text *ret)
{
    felt_session_digest digest;
    if (report->session_setup != NULL && felt_session_digest_make(report->sessions, &digest) != FELT_OK)
        return FELT_ENOMEM;
    if (style == FELT_REPORT_JSON)
        return sim_json(arena, report, report->session_setup != NULL ? &digest : NULL, ret);
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    put_head(&out, report);
    if ((report->result != NULL ? put_tables(&out, report) : put_edges(&out, report)) != FELT_OK)
        return FELT_ENOMEM;
    if (report->result != NULL)
        put_foot(&out, report);
    if (report->session_setup != NULL)
        sim_put_sessions(&out, report, &digest);
    return out_finish(&out, ret);
}
