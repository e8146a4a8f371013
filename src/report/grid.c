/* src/report/grid.c - tables of texts. */
#include "grid.h"

#include <assert.h>

grid grid_in(felt_arena *arena)
{
    return (grid){.arena = arena};
}

void grid_column_add(grid *g, grid_column column)
{
    assert(g->column_count < GRID_COLUMNS_MAX);
    g->columns[g->column_count++] = column;
}

static bool make_room(grid *g)
{
    if (g->row_count < g->row_capacity)
        return true;
    int capacity = 2 * g->row_capacity + 16;
    grid_row *more = felt_arena_take(g->arena, (size_t)capacity, sizeof *more);
    if (more == NULL)
        return false;
    if (g->row_count > 0)
        memcpy(more, g->rows, (size_t)g->row_count * sizeof *more);
    g->rows = more;
    g->row_capacity = capacity;
    return true;
}

grid_row *grid_row_add(grid *g)
{
    grid_row row = {.cells = felt_arena_take(g->arena, (size_t)g->column_count, sizeof *row.cells),
                    .colors = felt_arena_take(g->arena, (size_t)g->column_count, sizeof *row.colors)};
    if (row.cells == NULL || row.colors == NULL || !make_room(g)) {
        g->spare = (grid_row){.cells = g->spare_cells, .colors = g->spare_colors};
        return &g->spare;
    }
    g->rows[g->row_count] = row;
    return &g->rows[g->row_count++];
}

grid_row *grid_add(grid *g, const felt_text *cells)
{
    grid_row *row = grid_row_add(g);
    memcpy(row->cells, cells, (size_t)g->column_count * sizeof *cells);
    return row;
}

/* ---- on a terminal ---- */

static void measure(const grid *g, size_t widths[GRID_COLUMNS_MAX])
{
    for (int i = 0; i < g->column_count; i++) {
        const grid_column *column = &g->columns[i];
        size_t title = felt_text_columns(felt_text_from(column->title));
        widths[i] = title > column->least ? title : column->least;
        for (int row = 0; row < g->row_count; row++) {
            size_t width = felt_text_columns(g->rows[row].cells[i]);
            if (width > widths[i] && (column->most == 0 || width <= column->most))
                widths[i] = width;
        }
    }
}

/* The columns up to the last that says anything: what comes after is not padded. */
static int used_columns(const grid *g, const grid_row *row)
{
    int used = g->column_count;
    while (used > 0 && row->cells[used - 1].length == 0)
        used--;
    return used;
}

static size_t columns_before(const grid *g, const size_t *widths, int end)
{
    size_t before = 0;
    for (int i = 0; i < end; i++)
        before += g->columns[i].gap + widths[i];
    return before;
}

static void put_row(text_out *out, const grid *g, const grid_row *row, const size_t *widths)
{
    int used = used_columns(g, row);
    for (int i = 0; i < used; i++) {
        const grid_column *column = &g->columns[i];
        size_t width = felt_text_columns(row->cells[i]), room = width < widths[i] ? widths[i] - width : 0;
        out_repeat(out, ' ', column->gap + (column->align == GRID_RIGHT ? room : 0));
        out_painted(out, row->bold ? COLOR_BOLD : row->colors[i], row->cells[i]);
        if (i + 1 == used)
            break;
        out_repeat(out, ' ', column->align == GRID_LEFT ? room : 0);
        if (width > widths[i]) {
            out_print(out, "\n");
            out_repeat(out, ' ', columns_before(g, widths, i + 1));
        }
    }
    out_painted(out, row->after_color, row->after);
    out_print(out, "\n");
}

static bool has_titles(const grid *g)
{
    for (int i = 0; i < g->column_count; i++)
        if (g->columns[i].title[0] != '\0')
            return true;
    return false;
}

static void put_titles(text_out *out, const grid *g, const size_t *widths)
{
    felt_text cells[GRID_COLUMNS_MAX];
    out_color colors[GRID_COLUMNS_MAX] = {COLOR_PLAIN};
    grid_row titles = {.cells = cells, .colors = colors};
    for (int i = 0; i < g->column_count; i++)
        cells[i] = felt_text_from(g->columns[i].title);
    put_row(out, g, &titles, widths);
}

void grid_print(text_out *out, const grid *g)
{
    size_t widths[GRID_COLUMNS_MAX];
    measure(g, widths);
    if (has_titles(g))
        put_titles(out, g, widths);
    for (int i = 0; i < g->row_count; i++) {
        const grid_row *row = &g->rows[i];
        if (row->above.length > 0) {
            out_repeat(out, ' ', g->columns[0].gap);
            out_text(out, row->above);
            out_print(out, "\n");
        }
        put_row(out, g, row, widths);
    }
}

/* ---- in Markdown ---- */

void grid_markdown(text_out *out, const grid *g)
{
    for (int i = 0; i < g->column_count; i++) {
        out_print(out, g->columns[i].title[0] != '\0' ? "| " : "|");
        out_markdown(out, felt_text_from(g->columns[i].title));
        out_print(out, " ");
    }
    out_print(out, "|\n");
    for (int i = 0; i < g->column_count; i++)
        out_print(out, "| %s ", g->columns[i].align == GRID_RIGHT ? "---:" : "---");
    out_print(out, "|\n");
    for (int k = 0; k < g->row_count; k++) {
        const grid_row *row = &g->rows[k];
        for (int i = 0; i < g->column_count; i++) {
            const char *mark = row->bold && row->cells[i].length > 0 ? "**" : "";
            out_print(out, "| %s", mark);
            out_markdown(out, row->cells[i]);
            out_print(out, "%s ", mark);
        }
        out_print(out, "|\n");
    }
}
