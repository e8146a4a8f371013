/* src/report/count_systems.c - counting systems as columns: a tag for each value, and the betting correlation. */
#include "count_report.h"
#include "label.h"
#include "odds_report.h"

enum { LINE_MOST = 125, SYSTEM_WIDTH = 16, TAG_WIDTH = 6, CORRELATION_WIDTH = 13, PLACES = 2 };

felt_text report_count_system_name(felt_arena *arena, const felt_system *s)
{
    switch (s->kind) {
    case FELT_SYSTEM_LINEAR:
        return felt_text_from("linear");
    case FELT_SYSTEM_BALANCED:
        return felt_arena_print(arena, "%d balanced", s->within);
    case FELT_SYSTEM_UNBALANCED:
        return felt_arena_print(arena, "%d unbalanced", s->within);
    case FELT_SYSTEM_GIVEN:
        break;
    }
    return felt_text_from("given");
}

static void put_system(grid *g, const label_layout *labels, const felt_count_entry *e, int entry, int i)
{
    grid_row *row = grid_row_add(g);
    const felt_system *s = &e->systems->list[i];
    int at = i == 0 ? label_put(g->arena, labels, entry, 0, row) : labels->grouped ? 1 : 2;
    mpq_t tag;
    mpq_init(tag);
    row->cells[at++] = report_count_system_name(g->arena, s);
    for (int value = 0; value < FELT_TAG_COUNT; value++) {
        felt_system_tag(e->systems, i, value, tag);
        row->cells[at++] = felt_ratio_print_decimal(g->arena, tag, s->kind == FELT_SYSTEM_LINEAR ? PLACES : 0);
    }
    row->cells[at] = report_signed_root(g->arena, s->square, s->sign, 4);
    mpq_clear(tag);
}

void report_count_systems(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count, felt_report_columns columns)
{
    static const char *const values[FELT_TAG_COUNT] = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "T"};
    grid g = grid_in(out->arena);
    size_t line = columns > 0 ? (size_t)columns : LINE_MOST, figures = SYSTEM_WIDTH + FELT_TAG_COUNT * TAG_WIDTH + CORRELATION_WIDTH;
    label_layout labels = label_lay_out(out->arena, odds, count, true, line > figures ? line - figures : 0);
    label_columns(&labels, &g, 2);
    grid_column_add(&g, (grid_column){"tags within", GRID_LEFT, 2, SYSTEM_WIDTH - 2, 0});
    for (int value = 0; value < FELT_TAG_COUNT; value++)
        grid_column_add(&g, (grid_column){values[value], GRID_RIGHT, 1, TAG_WIDTH - 1, 0});
    grid_column_add(&g, (grid_column){"correlation", GRID_RIGHT, 2, CORRELATION_WIDTH - 2, 0});
    for (int entry = 0; entry < count; entry++)
        for (int i = 0; list[entry].systems != NULL && i < list[entry].systems->count; i++)
            put_system(&g, &labels, &list[entry], entry, i);
    if (g.row_count == 0)
        return;
    out_print(out, "\n");
    grid_print(out, &g);
}
