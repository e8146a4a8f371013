/* src/report/design_text.c - paytables that were found, as columns and CSV. */
#include "design_report.h"
#include "grid.h"

#include <assert.h>
#include <felt/design_report.h>
#include <stdio.h>

enum { SCENES_SHOWN = 12, SCENE_SHORT = 20 };

typedef struct design_text {
    text_out out;
    const felt_design_request *request;
    const felt_design *design;
} design_text;

/* ---- words ---- */

static felt_text percent(felt_arena *arena, const mpq_t share)
{
    return felt_arena_print(arena, "%.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, share, 4)));
}

static felt_text number(felt_arena *arena, felt_design_number n, bool share)
{
    mpq_t ratio;
    mpq_init(ratio);
    felt_ratio_set(ratio, n.num, n.den);
    felt_text text = share ? percent(arena, ratio) : felt_ratio_print_decimal(arena, ratio, 3);
    mpq_clear(ratio);
    return text;
}

static void put_band(design_text *t, const char *name, const felt_design_band *band, bool share)
{
    felt_arena *arena = t->out.arena;
    if (!band->has_least && !band->has_most)
        return;
    out_print(&t->out, "%s", name);
    if (band->has_least)
        out_print(&t->out, " %s%.*s", band->has_most ? "" : "at least ", FELT_TEXT_ARGS(number(arena, band->least, share)));
    if (band->has_most)
        out_print(&t->out, " %s %.*s", band->has_least ? "to" : "at most", FELT_TEXT_ARGS(number(arena, band->most, share)));
}

static void put_asked(design_text *t)
{
    const felt_design_request *r = t->request;
    out_print(&t->out, "  asked for: ");
    put_band(t, "edge", &r->edge, true);
    put_band(t, "; hit", &r->hit, true);
    put_band(t, "; sd", &r->sd, false);
    put_band(t, "; top pay", &r->top, false);
    if (r->max_pay > 0)
        out_print(&t->out, "; no pay above %d", r->max_pay);
    if (r->has_exposure)
        out_print(&t->out, "; a perfect counter wins at most %.*s units a shoe", FELT_TEXT_ARGS(number(t->out.arena, r->exposure, false)));
    out_print(&t->out, "; pays are %s", r->pays == NULL ? "whole numbers" : "from a list");
    out_print(&t->out, "%s\n", r->any_order ? "" : "; rarer rows never pay less");
}

/* Two scenes of short names stand above their columns; more of them, or longer ones, are listed and called by letters. */
static bool are_listed(const design_text *t)
{
    bool listed = t->design->scene_count > 2;
    for (int i = 0; i < t->design->scene_count; i++)
        listed = listed || felt_design_scene(t->out.arena, t->design->scenes[i]).length > SCENE_SHORT;
    return listed;
}

static int shown_scenes(const design_text *t)
{
    return t->design->scene_count < SCENES_SHOWN ? t->design->scene_count : SCENES_SHOWN;
}

static felt_text scene_name(const design_text *t, int scene)
{
    if (are_listed(t))
        return felt_arena_print(t->out.arena, "%c", 'A' + scene);
    felt_text name = felt_design_scene(t->out.arena, t->design->scenes[scene]);
    return name.length > 0 ? name : felt_text_from("decides");
}

static void put_scenes(design_text *t)
{
    if (!are_listed(t))
        return;
    for (int i = 0; i < shown_scenes(t); i++)
        out_print(&t->out, "  %c: %.*s\n", 'A' + i, FELT_TEXT_ARGS(felt_design_scene(t->out.arena, t->design->scenes[i])));
    if (shown_scenes(t) < t->design->scene_count)
        out_print(&t->out, "  and %d more\n", t->design->scene_count - shown_scenes(t));
    out_print(&t->out, "\n");
}

felt_text report_design_prefer(felt_arena *arena, const felt_design_request *r, const felt_design *d)
{
    static const char *const words[] = {[FELT_DESIGN_LOW_SD] = "the smallest standard deviation",
                                        [FELT_DESIGN_HIGH_TOP] = "the highest top pay",
                                        [FELT_DESIGN_NEAR_PRINTED] = "the fewest and smallest changes of the printed pays"};
    if (r->prefer != FELT_DESIGN_EDGE)
        return felt_text_from(words[r->prefer]);
    return felt_arena_print(arena, "the edge nearest to %.*s", FELT_TEXT_ARGS(percent(arena, d->target)));
}

felt_text report_design_top(felt_arena *arena, const felt_design_table *table)
{
    return felt_ratio_print_short_of(arena, table->top_num, table->top_den);
}

/* Texts of the arena end in a NUL; one that it refused has no bytes, and the end of the report says so. */
static const char *title(felt_text text)
{
    return text.bytes == NULL ? "" : text.bytes;
}

/* ---- rows ---- */

static void put_rows(design_text *t)
{
    const felt_design *d = t->design;
    grid g = grid_in(t->out.arena);
    int scenes = shown_scenes(t);
    grid_column_add(&g, (grid_column){"row", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 60});
    for (int i = 0; i < scenes; i++) {
        grid_column_add(&g, (grid_column){title(scene_name(t, i)), GRID_RIGHT, 2, 0, 0});
    }
    grid_column_add(&g, (grid_column){"printed", GRID_RIGHT, 2, 0, 0});
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 0});
    for (int i = 0; i < d->line_count; i++) {
        const felt_design_line *line = &d->lines[i];
        grid_row *row = grid_row_add(&g);
        int at = 0;
        row->cells[at++] = felt_arena_print(g.arena, "%d", line->row + 1);
        row->cells[at++] = d->wager->rows[line->row].text;
        for (int k = 0; k < scenes; k++)
            row->cells[at++] =
                mpq_sgn(d->scenes[k]->rows[line->row]) == 0 ? felt_text_from("-") : percent(g.arena, d->scenes[k]->rows[line->row]);
        row->cells[at++] = line->printed == 0 ? felt_text_from("unset") : felt_arena_print(g.arena, "%d", line->printed);
        row->cells[at++] = line->found ? felt_text_from("to be found") : felt_arena_print(g.arena, "held at %d", line->pay);
    }
    grid_print(&t->out, &g);
    for (int i = 0; i < d->unordered_count; i++)
        out_print(&t->out, "  rows %d and %d: which is rarer differs, so that neither binds the other\n", d->unordered[2 * i] + 1,
                  d->unordered[2 * i + 1] + 1);
}

/* ---- counts ---- */

static void put_count(design_text *t)
{
    const felt_design *d = t->design;
    out_print(&t->out, "  %s%.*s paytable%s meet%s it", d->counted ? "" : "at least ", FELT_TEXT_ARGS(out_grouped(t->out.arena, d->count)),
              d->count == 1 ? "" : "s", d->count == 1 ? "s" : "");
    if (!d->counted)
        out_print(&t->out, "; the search was given up after %.*s steps, and is not exhaustive",
                  FELT_TEXT_ARGS(out_grouped(t->out.arena, d->steps)));
    else if (d->exhaustive)
        out_print(&t->out, "; all were looked at");
    if (!d->exhaustive)
        out_print(&t->out, d->casino_only ? "; the best and the frontier are of those with pays that casinos print"
                                          : "; the best and the frontier are of those that were looked at");
    out_print(&t->out, "\n");
}

/* ---- exposure ---- */

felt_exposure_figure report_design_exposure(const felt_design *d, const felt_design_table *table)
{
    int worst = 0;
    for (int i = 1; i < d->scene_count; i++)
        if (table->exposure[i].value > table->exposure[worst].value)
            worst = i;
    return table->exposure[worst];
}

/* Of which shoes the figures are. */
static void put_shoes(design_text *t)
{
    const felt_design_shoes *s = &t->design->shoes;
    if (s->count == 0)
        return;
    out_print(&t->out,
              "\n  a counter wins: units a shoe of a perfect player, and their standard error, in the mean of %.*s shoes, seed %llu,\n"
              "  with %d cards behind the cut card, cut rule %s, burn %s\n",
              FELT_TEXT_ARGS(out_grouped(t->out.arena, (uint64_t)s->count)), (unsigned long long)s->seed, s->cut,
              felt_cut_rule_text(s->rules.cut), felt_burn_rule_text(s->rules.burn));
}

/* ---- the best ---- */

static void put_best(design_text *t)
{
    const felt_design *d = t->design;
    const felt_text *rows;
    int count;
    out_print(&t->out, "\n  best, by %.*s:", FELT_TEXT_ARGS(report_design_prefer(t->out.arena, t->request, d)));
    for (int i = 0; i < shown_scenes(t); i++) {
        out_print(&t->out, "\n    edge %.*s, sd %.*s", FELT_TEXT_ARGS(percent(t->out.arena, d->best->edge[i])),
                  FELT_TEXT_ARGS(felt_ratio_print_root(t->out.arena, d->best->variance[i], 3)));
        if (d->best->exposure != NULL)
            out_print(&t->out, ", a counter wins %.4f +- %.4f", d->best->exposure[i].value, d->best->exposure[i].error);
        if (d->scene_count > 1)
            out_print(&t->out, "  %.*s", FELT_TEXT_ARGS(scene_name(t, i)));
    }
    out_print(&t->out, "\n\n");
    if (felt_design_rows(t->out.arena, d, d->best, &rows, &count) != FELT_OK)
        return;
    for (int i = 0; i < count; i++)
        out_print(&t->out, "%.*s\n", FELT_TEXT_ARGS(rows[i]));
}

/* ---- the frontier ---- */

int report_design_spread(const felt_design *design, int i, int count)
{
    return count < 2 ? i : (int)((int64_t)i * (design->frontier_count - 1) / (count - 1));
}

static felt_text edges(felt_arena *arena, const felt_design_table *table)
{
    if (mpq_equal(table->least, table->most))
        return percent(arena, table->least);
    return felt_arena_print(arena, "%.*s to %.*s", FELT_TEXT_ARGS(felt_ratio_print_percent(arena, table->least, 4)),
                            FELT_TEXT_ARGS(percent(arena, table->most)));
}

static void put_table_line(design_text *t, grid *g, int index)
{
    const felt_design_table *table = &t->design->frontier[index];
    grid_row *row = grid_row_add(g);
    int at = 0;
    row->cells[at++] = felt_arena_print(g->arena, "%d", index + 1);
    row->cells[at++] = report_design_top(g->arena, table);
    row->cells[at++] = edges(g->arena, table);
    row->cells[at++] = felt_ratio_print_root(g->arena, table->largest, 3);
    if (table->exposure != NULL) {
        felt_exposure_figure figure = report_design_exposure(t->design, table);
        row->cells[at++] = felt_arena_print(g->arena, "%.4f +- %.4f", figure.value, figure.error);
    }
    for (int i = 0; i < t->design->found_count; i++)
        row->cells[at++] = felt_arena_print(g->arena, "%d", table->pays[i]);
}

static void put_frontier(design_text *t, int limit)
{
    const felt_design *d = t->design;
    grid g = grid_in(t->out.arena);
    int count = limit > 0 && limit < d->frontier_count ? limit : d->frontier_count;
    out_print(&t->out, "\n  frontier: no other has an edge at least as near to %.*s, no larger deviation and no lower top pay;\n  ",
              FELT_TEXT_ARGS(percent(t->out.arena, d->target)));
    if (count < d->frontier_count)
        out_print(&t->out, "%d of %d, spread over them all (--limit 0 shows all)", count, d->frontier_count);
    else
        out_print(&t->out, "%d paytable%s", count, count == 1 ? "" : "s");
    out_print(&t->out, "%s. Pays are by row\n\n", d->frontier_cut ? ", of more that are not kept" : "");
    static const char *const titles[] = {"no.", "top", "edge", "sd"};
    for (int i = 0; i < 4; i++)
        grid_column_add(&g, (grid_column){titles[i], GRID_RIGHT, 2, 0, 0});
    if (d->shoes.count > 0)
        grid_column_add(&g, (grid_column){"a counter wins", GRID_RIGHT, 2, 0, 0});
    for (int i = 0; i < d->found_count; i++)
        grid_column_add(&g, (grid_column){title(felt_arena_print(g.arena, "row %d", d->lines[i].row + 1)), GRID_RIGHT, 2, 0, 0});
    for (int i = 0; i < count; i++)
        put_table_line(t, &g, report_design_spread(d, i, count));
    grid_print(&t->out, &g);
}

/* ---- CSV ---- */

static void put_csv(design_text *t, int limit)
{
    const felt_design *d = t->design;
    felt_arena *arena = t->out.arena;
    int count = limit > 0 && limit < d->frontier_count ? limit : d->frontier_count;
    out_print(&t->out, "number,top,edge_least,edge_least_decimal,edge_most,edge_most_decimal,sd%s",
              d->shoes.count > 0 ? ",exposure,exposure_se" : "");
    for (int i = 0; i < d->line_count; i++)
        out_print(&t->out, ",row_%d", d->lines[i].row + 1);
    for (int k = 0; k < count; k++) {
        const felt_design_table *table = &d->frontier[k];
        out_print(&t->out, "\n%d,%.*s,%.*s,%.*s,%.*s,%.*s,%.*s", k + 1, FELT_TEXT_ARGS(report_design_top(arena, table)),
                  FELT_TEXT_ARGS(felt_ratio_print_fraction(arena, table->least)),
                  FELT_TEXT_ARGS(felt_ratio_print_decimal(arena, table->least, 10)),
                  FELT_TEXT_ARGS(felt_ratio_print_fraction(arena, table->most)),
                  FELT_TEXT_ARGS(felt_ratio_print_decimal(arena, table->most, 10)),
                  FELT_TEXT_ARGS(felt_ratio_print_root(arena, table->largest, 6)));
        if (table->exposure != NULL) {
            felt_exposure_figure figure = report_design_exposure(d, table);
            out_print(&t->out, ",%.10f,%.10f", figure.value, figure.error);
        }
        for (int i = 0; i < d->line_count; i++)
            out_print(&t->out, ",%d", table->pays[i]);
    }
    out_print(&t->out, "\n");
}

felt_status felt_report_design(felt_arena *arena, const felt_design_request *request, const felt_design *design, int limit,
                               felt_report_style style, felt_text *ret)
{
    design_text t = {.out = {.arena = arena, .color = style == FELT_REPORT_COLOR}, .request = request, .design = design};
    if (style == FELT_REPORT_JSON)
        return report_design_json(arena, request, design, limit, ret);
    if (style == FELT_REPORT_CSV) {
        put_csv(&t, limit);
        return out_finish(&t.out, ret);
    }
    out_painted(&t.out, COLOR_BOLD, design->wager->short_name);
    out_print(&t.out, "  %.*s, %.*s\n", FELT_TEXT_ARGS(design->wager->name), FELT_TEXT_ARGS(design->sheet->name));
    put_asked(&t);
    out_print(&t.out, "\n");
    put_scenes(&t);
    put_rows(&t);
    out_print(&t.out, "\n");
    if (design->best == NULL)
        out_print(&t.out, "  %s: %s\n", design->count > 0 ? "no paytable can be shown" : "no paytable meets it", design->reason);
    else {
        put_count(&t);
        put_best(&t);
        put_frontier(&t, limit);
    }
    put_shoes(&t);
    return out_finish(&t.out, ret);
}

felt_status felt_report_design_picked(felt_arena *arena, const felt_design *design, int number, felt_text *ret)
{
    text_out out = {.arena = arena};
    const felt_text *rows;
    int count;
    assert(number >= 1 && number <= design->frontier_count);
    felt_status status = felt_design_rows(arena, design, &design->frontier[number - 1], &rows, &count);
    if (status != FELT_OK)
        return status;
    out_print(&out, "\n  no. %d:\n\n", number);
    for (int i = 0; i < count; i++)
        out_print(&out, "%.*s\n", FELT_TEXT_ARGS(rows[i]));
    return out_finish(&out, ret);
}
