/* src/report/par_table.c - pages, headings and tables. */
#include "par_table.h"

#include <stdio.h>

static const double column_gap = 12, row_gap = 1.7, widest_column = 190;

/* ---- pages ---- */

static void put_head_and_foot(press *p)
{
    char number[64];
    double head = PRESS_TOP - 28, foot = PRESS_BOTTOM + 14;
    felt_text left = felt_arena_print(p->arena, "%.*s  ·  %.*s", FELT_TEXT_ARGS(p->par->name), FELT_TEXT_ARGS(p->running));
    felt_text right = felt_arena_print(p->arena, "SHA-256 %.12s", p->par->hash.bytes);
    felt_text creator = felt_arena_print(p->arena, "Felt %.*s", FELT_TEXT_ARGS(p->par->version));
    p->no_memory = p->no_memory || left.bytes == NULL || right.bytes == NULL || creator.bytes == NULL;
    canvas_line(p->canvas, FONT_SMALL, ALIGN_LEFT, PRESS_LEFT, head, PRESS_WIDTH - 120, left);
    canvas_text(p->canvas, FONT_SMALL, ALIGN_RIGHT, PRESS_RIGHT - 120, head, 120, right);
    canvas_rule(p->canvas, PRESS_LEFT, head + 12, PRESS_RIGHT, head + 12, 0.4, 0);
    canvas_rule(p->canvas, PRESS_LEFT, foot - 4, PRESS_RIGHT, foot - 4, 0.4, 0);
    snprintf(number, sizeof number, "page %d of %d", p->page, p->pages);
    canvas_text(p->canvas, FONT_SMALL, ALIGN_LEFT, PRESS_LEFT, foot, PRESS_WIDTH / 2, creator);
    canvas_text(p->canvas, FONT_SMALL, ALIGN_RIGHT, PRESS_LEFT, foot, PRESS_WIDTH, felt_text_from(number));
}

void press_new_page(press *p, felt_text running)
{
    if (p->page > 0)
        canvas_end_page(p->canvas);
    p->page++;
    p->running = running;
    p->y = PRESS_TOP;
    put_head_and_foot(p);
}

void press_need(press *p, double height)
{
    if (p->y + height > PRESS_BOTTOM && p->y > PRESS_TOP)
        press_new_page(p, p->running);
}

void press_heading(press *p, const char *text, double keep)
{
    press_need(p, 24 + keep);
    p->y += p->y > PRESS_TOP ? 6 : 0;
    p->y += canvas_text(p->canvas, FONT_HEADING, ALIGN_LEFT, PRESS_LEFT, p->y, PRESS_WIDTH, felt_text_from(text)) + 3;
}

felt_text press_minus(press *p, felt_text text)
{
    if (text.length < 2 || text.bytes[0] != '-')
        return text;
    felt_text proper = felt_arena_print(p->arena, "\u2212%.*s", (int)text.length - 1, text.bytes + 1);
    return proper.bytes == NULL ? text : proper;
}

/* ---- tables ---- */

void table_add(press *p, table *t, const felt_text *cells)
{
    size_t columns = (size_t)t->column_count;
    if (t->row_count == t->row_capacity) {
        int capacity = 2 * t->row_capacity + 8;
        felt_text *more = felt_arena_take(p->arena, (size_t)capacity * columns, sizeof *more);
        if (more == NULL) {
            p->no_memory = true;
            return;
        }
        if (t->row_count > 0)
            memcpy(more, t->cells, (size_t)t->row_count * columns * sizeof *more);
        t->cells = more;
        t->row_capacity = capacity;
    }
    for (size_t i = 0; i < columns; i++)
        t->cells[(size_t)t->row_count * columns + i] = press_minus(p, cells[i]);
    t->row_count++;
}

static const felt_text *row_cells(const table *t, int row)
{
    return &t->cells[(size_t)row * (size_t)t->column_count];
}

static canvas_font row_font(const table *t, int row)
{
    return t->has_total && row + 1 == t->row_count ? FONT_BOLD : FONT_BODY;
}

/* Columns are as wide as their widest text; those that stretch share what is left. */
static void measure(press *p, const table *t, double widths[TABLE_COLUMNS_MAX])
{
    double left = PRESS_WIDTH - column_gap * (t->column_count - 1);
    int stretching = 0;
    for (int i = 0; i < t->column_count; i++) {
        widths[i] = 0;
        stretching += t->columns[i].stretches;
        if (t->columns[i].stretches)
            continue;
        widths[i] = canvas_width(p->canvas, FONT_BOLD, felt_text_from(t->columns[i].title));
        for (int row = 0; row < t->row_count; row++) {
            double width = canvas_width(p->canvas, row_font(t, row), row_cells(t, row)[i]);
            widths[i] = width > widths[i] ? width : widths[i];
        }
        widths[i] = widths[i] + 0.5 < widest_column ? widths[i] + 0.5 : widest_column; /* half a point: pango rounds */
        left -= widths[i];
    }
    for (int i = 0; i < t->column_count && stretching > 0; i++)
        if (t->columns[i].stretches)
            widths[i] = left / stretching > 60 ? left / stretching : 60;
}

static void put_titles(press *p, const table *t, const double *widths)
{
    double x = PRESS_LEFT, height = 0;
    canvas_rule(p->canvas, PRESS_LEFT, p->y, PRESS_RIGHT, p->y, 0.8, 0);
    for (int i = 0; i < t->column_count; i++) {
        double title =
            canvas_text(p->canvas, FONT_BOLD, t->columns[i].align, x, p->y + row_gap, widths[i], felt_text_from(t->columns[i].title));
        height = title > height ? title : height;
        x += widths[i] + column_gap;
    }
    p->y += height + 2 * row_gap;
    canvas_rule(p->canvas, PRESS_LEFT, p->y, PRESS_RIGHT, p->y, 0.4, 0);
}

static double row_height(press *p, const table *t, int row, const double *widths)
{
    double height = 0;
    for (int i = 0; i < t->column_count; i++) {
        double cell = canvas_height(p->canvas, row_font(t, row), widths[i], row_cells(t, row)[i]);
        height = cell > height ? cell : height;
    }
    return height + 2 * row_gap;
}

static void put_row(press *p, const table *t, int row, const double *widths, double height)
{
    double x = PRESS_LEFT;
    bool total = row_font(t, row) == FONT_BOLD;
    if (row > 0)
        canvas_rule(p->canvas, PRESS_LEFT, p->y, PRESS_RIGHT, p->y, total ? 0.4 : 0.25, total ? 0 : 0.82);
    for (int i = 0; i < t->column_count; i++) {
        canvas_text(p->canvas, row_font(t, row), t->columns[i].align, x, p->y + row_gap, widths[i], row_cells(t, row)[i]);
        x += widths[i] + column_gap;
    }
    if (t->pages != NULL)
        canvas_link(p->canvas, PRESS_LEFT, p->y, PRESS_WIDTH, height, t->pages[row]);
    p->y += height;
}

void table_print(press *p, const table *t)
{
    double widths[TABLE_COLUMNS_MAX];
    measure(p, t, widths);
    put_titles(p, t, widths);
    for (int row = 0; row < t->row_count; row++) {
        double height = row_height(p, t, row, widths);
        if (p->y + height > PRESS_BOTTOM) {
            canvas_rule(p->canvas, PRESS_LEFT, p->y, PRESS_RIGHT, p->y, 0.4, 0);
            press_new_page(p, p->running);
            put_titles(p, t, widths);
        }
        put_row(p, t, row, widths, height);
    }
    canvas_rule(p->canvas, PRESS_LEFT, p->y, PRESS_RIGHT, p->y, 0.8, 0);
    p->y += 2;
}
