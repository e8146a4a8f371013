/* src/report/count_text.c - effects of removal as columns, one for each rank, or for each value where tens and pictures are alike. */
#include "count_exposure.h"
#include "count_report.h"
#include "label.h"

enum { LINE_MOST = 125, VALUE_WIDTH = 12, EFFECT_WIDTH = 8, PLACES = 3, VALUES = 10 };

const char *const report_ranks[FELT_RANK_COUNT] = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"};

/* Ten columns where one does for tens and pictures, else thirteen. */
static int columns_of(const felt_count_entry *list, int count)
{
    for (int i = 0; i < count; i++)
        if (felt_removal_applies(list[i].removal->odds) && !felt_removal_by_value(list[i].removal))
            return FELT_RANK_COUNT;
    return VALUES;
}

static felt_text thousandths(felt_arena *arena, const mpq_t ratio)
{
    mpq_t times;
    mpq_init(times);
    felt_ratio_add_times(times, ratio, 1000, 1);
    felt_text text = felt_ratio_print_decimal(arena, times, PLACES);
    mpq_clear(times);
    return text;
}

static void put_line(grid *g, const label_layout *labels, const felt_removal *r, int i, int ranks_shown)
{
    grid_row *row = grid_row_add(g);
    int at = label_put(g->arena, labels, i, 0, row);
    if (!felt_removal_applies(r->odds)) {
        row->cells[at] = felt_text_from(felt_odds_missing(r->odds));
        return;
    }
    row->cells[at++] = felt_arena_print(g->arena, "%.*s %%", FELT_TEXT_ARGS(felt_ratio_print_percent(g->arena, r->value, 4)));
    for (int rank = 0; rank < ranks_shown; rank++)
        row->cells[at++] = r->has[rank] ? thousandths(g->arena, r->effect[rank]) : felt_text_from("-");
}

/* The lines of one sheet. */
static void put_table(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count, felt_report_columns columns)
{
    grid g = grid_in(out->arena);
    int shown = columns_of(list, count);
    size_t line = columns > 0 ? (size_t)columns : LINE_MOST, figures = 2 + VALUE_WIDTH + (size_t)shown * EFFECT_WIDTH;
    label_layout labels = label_lay_out(out->arena, odds, count, true, line > figures ? line - figures : 0);
    label_columns(&labels, &g, 2);
    grid_column_add(&g, (grid_column){"value", GRID_RIGHT, 2, VALUE_WIDTH - 2, 0});
    for (int rank = 0; rank < shown; rank++)
        grid_column_add(&g, (grid_column){report_ranks[rank], GRID_RIGHT, 1, EFFECT_WIDTH - 1, 0});
    for (int i = 0; i < count; i++)
        put_line(&g, &labels, list[i].removal, i, shown);
    grid_print(out, &g);
}

/* How shoes were dealt: once for each number of decks. */
static void put_rules(text_out *out, const felt_count_entry *list, int count)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        bool said = list[i].dealt.exposure == NULL;
        for (int k = 0; k < i && !said; k++)
            said = list[k].dealt.exposure == list[i].dealt.exposure;
        if (!said)
            report_count_rules(out, list[i].dealt.exposure);
        any = any || !said;
    }
    if (any)
        report_count_legend(out);
}

static void put_sheets(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count, felt_report_columns columns)
{
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && odds[end]->sheet == odds[i]->sheet;)
            end++;
        out_print(out, "%s", i > 0 ? "\n" : "");
        out_painted(out, COLOR_BOLD, odds[i]->sheet->short_name);
        out_print(out, "  %.*s\n", FELT_TEXT_ARGS(odds[i]->sheet->name));
        put_table(out, list + i, odds + i, end - i, columns);
        report_count_systems(out, list + i, odds + i, end - i, columns);
        report_count_orders(out, list + i, end - i);
        report_count_leaks(out, list + i, odds + i, end - i, columns);
        report_count_exposure(out, list + i, odds + i, end - i, columns);
        report_count_safe(out, list + i, odds + i, end - i, columns);
    }
    put_rules(out, list, count);
    report_count_safe_legend(out, list, count);
    out_print(out, "\n  value: what a unit is expected to win, + in the player's favour; below each rank, by how many thousandths of a\n"
                   "  unit the removal of one such card from the shoe changes it\n");
}

felt_status felt_report_count(felt_arena *arena, const felt_count_entry *list, int count, felt_report_style style,
                              felt_report_columns columns, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    if (style == FELT_REPORT_JSON)
        return report_count_json(arena, list, count, ret);
    const felt_odds **odds = felt_arena_take(arena, (size_t)count + 1, sizeof *odds);
    if (odds == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < count; i++)
        odds[i] = list[i].removal->odds;
    put_sheets(&out, list, odds, count, columns);
    return out_finish(&out, ret);
}
