/* src/report/par_table.c - pages, headings and tables. */
#include "par_table.h"

#include <stdarg.h>
#include <stdio.h>

static const double column_gap = 9, widest_column = 190, bar_width = 46;

/* Rows of a group, its name counted: as many stay on one page; of more, so many do. */
enum { GROUP_WHOLE = 7, GROUP_LEAST = 4 };

felt_text press_say(press *p, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *bytes = length < 0 ? NULL : felt_arena_take(p->arena, (size_t)length + 1, 1);
    if (bytes != NULL)
        vsnprintf(bytes, (size_t)length + 1, format, again);
    va_end(again);
    p->no_memory = p->no_memory || bytes == NULL;
    return bytes == NULL ? felt_text_from("") : (felt_text){bytes, (size_t)length};
}

/* ---- pages ---- */

/* "Tie; Super 7": the wagers of this page. */
static felt_text page_wagers(press *p)
{
    press_page mark = {-1, -1};
    if (p->marks != NULL && p->page < p->mark_capacity)
        mark = p->marks[p->page];
    if (mark.first < 0)
        return press_say(p, "all %d of this document", p->par->section_count);
    felt_text text = felt_text_from("");
    for (int i = mark.first; i <= mark.last; i++)
        text = press_say(p, "%.*s%s%.*s", FELT_TEXT_ARGS(text), i > mark.first ? "; " : "",
                         FELT_TEXT_ARGS(p->par->sheets[p->sheets[i]].title));
    return text;
}

/* Choices that do not fit on a line are broken, and the head begins higher; only what three lines do not hold is cut off. Returns where the
 * head begins. */
static double put_choices(press *p, felt_text choices)
{
    const double line = canvas_height(p->canvas, FONT_TINY, PRESS_WIDTH, felt_text_from("x"));
    double more = canvas_height(p->canvas, FONT_TINY, PRESS_WIDTH, choices) - line, y = PRESS_TOP - 46;
    if (more > 2.5 * line) {
        canvas_line(p->canvas, FONT_TINY, ALIGN_LEFT, PRESS_LEFT, y + 18.5, PRESS_WIDTH, choices);
        more = 0;
    } else {
        y -= more < 9 ? more : 9;
        canvas_text(p->canvas, FONT_TINY, ALIGN_LEFT, PRESS_LEFT, y + 18.5, PRESS_WIDTH, choices);
    }
    canvas_rule(p->canvas, PRESS_LEFT, y + 29 + more, PRESS_RIGHT, y + 29 + more, 0.4, 0);
    return y;
}

static void put_head(press *p)
{
    const felt_par *par = p->par;
    const double half = 150;
    bool titled = !felt_text_equal(par->title, par->name);
    felt_text sheet = press_say(p, "%.*s  ·  %s%s%.*s", FELT_TEXT_ARGS(par->name), p->running, titled ? "  ·  " : "",
                                FELT_TEXT_ARGS(titled ? par->title : felt_text_from("")));
    felt_text document =
        press_say(p, "%.*s%s%.*s", FELT_TEXT_ARGS(par->number), par->revision.length > 0 ? "  rev. " : "", FELT_TEXT_ARGS(par->revision));
    felt_text wagers = press_say(p, "Wagers: %.*s", FELT_TEXT_ARGS(page_wagers(p)));
    felt_text choices = par->choices.length > 0 ? press_say(p, "Choices: %.*s; every other one a column", FELT_TEXT_ARGS(par->choices))
                                                : felt_text_from("Choices: all of the sheet, each a column");
    double y = put_choices(p, choices);
    canvas_line(p->canvas, FONT_SMALL, ALIGN_LEFT, PRESS_LEFT, y, PRESS_WIDTH - half, sheet);
    canvas_line(p->canvas, FONT_SMALL, ALIGN_RIGHT, PRESS_RIGHT - half, y, half, document);
    canvas_line(p->canvas, FONT_TINY, ALIGN_LEFT, PRESS_LEFT, y + 10, PRESS_WIDTH, wagers);
}

static void put_foot(press *p)
{
    double y = PRESS_BOTTOM + 14;
    felt_text hash = press_say(p, "SHA-256 %s", p->digest), number = press_say(p, "page %d of %d", p->page, p->pages);
    canvas_rule(p->canvas, PRESS_LEFT, y - 4, PRESS_RIGHT, y - 4, 0.4, 0);
    canvas_text(p->canvas, FONT_MONO, ALIGN_LEFT, PRESS_LEFT, y + 0.5, PRESS_WIDTH, hash);
    canvas_text(p->canvas, FONT_SMALL, ALIGN_RIGHT, PRESS_LEFT, y, PRESS_WIDTH, number);
}

static bool has_mark(press *p)
{
    if (p->page < p->mark_capacity)
        return true;
    int capacity = 2 * p->page + 16;
    press_page *more = felt_arena_take(p->arena, (size_t)capacity, sizeof *more);
    p->no_memory = p->no_memory || more == NULL;
    if (more == NULL)
        return false;
    for (int i = 0; i < capacity; i++)
        more[i] = i < p->mark_capacity ? p->marks[i] : (press_page){-1, -1};
    p->marks = more;
    p->mark_capacity = capacity;
    return true;
}

static void mark_page(press *p)
{
    if (p->section < 0 || p->marks == NULL || !has_mark(p))
        return;
    press_page *mark = &p->marks[p->page];
    mark->first = mark->first < 0 ? p->section : mark->first;
    mark->last = p->section > mark->last ? p->section : mark->last;
}

void press_section(press *p, int section)
{
    p->section = section;
    mark_page(p);
}

void press_new_page(press *p, const char *running)
{
    if (p->page > 0)
        canvas_end_page(p->canvas);
    p->page++;
    p->running = running;
    p->y = PRESS_TOP;
    mark_page(p);
    put_head(p);
    put_foot(p);
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

void press_paragraph(press *p, canvas_font font, const char *sign, double left, felt_text text)
{
    double height = canvas_height(p->canvas, font, PRESS_WIDTH - left, text);
    press_need(p, height + 1.5);
    if (left > 0)
        canvas_text(p->canvas, font, ALIGN_RIGHT, PRESS_LEFT, p->y, left - 5, felt_text_from(sign));
    canvas_text(p->canvas, font, ALIGN_LEFT, PRESS_LEFT + left, p->y, PRESS_WIDTH - left, text);
    p->y += height + 1.5;
}

felt_text press_minus(press *p, felt_text text)
{
    if (text.length < 2 || text.bytes[0] != '-')
        return text;
    return press_say(p, "\u2212%.*s", (int)text.length - 1, text.bytes + 1);
}

/* The press after `put` has printed from the top of a page, on no paper. */
static press tried(const press *p, void (*put)(press *p, const void *what), const void *what)
{
    press trial = *p;
    bool before = canvas_measure_only(p->canvas, true);
    trial.y = PRESS_TOP;
    trial.marks = NULL;
    put(&trial, what);
    canvas_measure_only(p->canvas, before);
    return trial;
}

double press_height(const press *p, void (*put)(press *p, const void *what), const void *what)
{
    press trial = tried(p, put, what);
    return trial.page == p->page ? trial.y - PRESS_TOP : 0;
}

int press_pages(const press *p, void (*put)(press *p, const void *what), const void *what)
{
    return tried(p, put, what).page - p->page;
}

/* ---- tables ---- */

static bool is_wide(row_kind kind)
{
    return kind == ROW_SPAN || kind == ROW_WIDE;
}

static bool is_light(row_kind kind)
{
    return kind == ROW_PLAIN || kind == ROW_WIDE;
}

static double row_gap(const table *t)
{
    return t->small ? 1.0 : 1.5;
}

table_row *table_add(press *p, table *t, row_kind kind, const felt_text *cells)
{
    size_t columns = is_wide(kind) ? 1 : (size_t)t->column_count;
    if (t->row_count == t->row_capacity) {
        int capacity = 2 * t->row_capacity + 16;
        table_row *more = felt_arena_take(p->arena, (size_t)capacity, sizeof *more);
        p->no_memory = p->no_memory || more == NULL;
        if (more == NULL)
            return NULL;
        if (t->row_count > 0)
            memcpy(more, t->rows, (size_t)t->row_count * sizeof *more);
        t->rows = more;
        t->row_capacity = capacity;
    }
    felt_text *copy = felt_arena_take(p->arena, columns, sizeof *copy);
    p->no_memory = p->no_memory || copy == NULL;
    if (copy == NULL)
        return NULL;
    for (size_t i = 0; i < columns; i++)
        copy[i] = press_minus(p, cells[i]);
    t->rows[t->row_count] = (table_row){copy, kind, -1};
    return &t->rows[t->row_count++];
}

static canvas_font row_font(const table *t, const table_row *row)
{
    if (is_light(row->kind))
        return t->small ? FONT_SMALL : FONT_BODY;
    return t->small ? FONT_SMALL_BOLD : FONT_BOLD;
}

static double table_left(const table *t)
{
    return t->width > 0 ? t->x : PRESS_LEFT;
}

static double table_width(const table *t)
{
    return t->width > 0 ? t->width : PRESS_WIDTH;
}

static double column_need(press *p, const table *t, int column)
{
    double need = t->bare ? 0 : canvas_width(p->canvas, t->small ? FONT_SMALL_BOLD : FONT_BOLD, felt_text_from(t->columns[column].title));
    for (int i = 0; i < t->row_count; i++) {
        if (is_wide(t->rows[i].kind))
            continue;
        double width = canvas_width(p->canvas, row_font(t, &t->rows[i]), t->rows[i].cells[column]);
        need = width > need ? width : need;
    }
    return need + 0.5 < widest_column ? need + 0.5 : widest_column; /* half a point: pango rounds */
}

/* Columns are as wide as their widest text; those that stretch share what is left. */
static void measure(press *p, const table *t, double widths[TABLE_COLUMNS_MAX])
{
    double left = table_width(t) - column_gap * (t->column_count - 1);
    int stretching = 0;
    for (int i = 0; i < t->column_count; i++) {
        stretching += t->columns[i].stretches;
        widths[i] = 0;
        if (t->bar_column > 0 && i == t->bar_column)
            widths[i] = bar_width;
        else if (!t->columns[i].stretches)
            widths[i] = column_need(p, t, i);
        left -= widths[i];
    }
    for (int i = 0; i < t->column_count && stretching > 0; i++)
        if (t->columns[i].stretches)
            widths[i] = left / stretching > 40 ? left / stretching : 40;
}

static void put_line(press *p, const table *t, double thickness, double gray)
{
    canvas_rule(p->canvas, table_left(t), p->y, table_left(t) + table_width(t), p->y, thickness, gray);
}

static double titles_height(press *p, const table *t, const double *widths)
{
    double height = 0;
    for (int i = 0; i < t->column_count && !t->bare; i++) {
        double title = canvas_height(p->canvas, t->small ? FONT_SMALL_BOLD : FONT_BOLD, widths[i], felt_text_from(t->columns[i].title));
        height = title > height ? title : height;
    }
    return t->bare ? 0 : height + 2 * row_gap(t);
}

static void put_titles(press *p, const table *t, const double *widths)
{
    double x = table_left(t);
    put_line(p, t, 0.8, 0);
    if (t->bare)
        return;
    for (int i = 0; i < t->column_count; i++) {
        canvas_text(p->canvas, t->small ? FONT_SMALL_BOLD : FONT_BOLD, t->columns[i].align, x, p->y + row_gap(t), widths[i],
                    felt_text_from(t->columns[i].title));
        x += widths[i] + column_gap;
    }
    p->y += titles_height(p, t, widths);
    put_line(p, t, 0.4, 0);
}

static double row_height(press *p, const table *t, const table_row *row, const double *widths)
{
    double height = 0;
    if (is_wide(row->kind))
        return canvas_height(p->canvas, row_font(t, row), table_width(t), row->cells[0]) + (row->kind == ROW_SPAN ? 3 : 2) * row_gap(t);
    for (int i = 0; i < t->column_count; i++) {
        double cell = canvas_height(p->canvas, row_font(t, row), widths[i], row->cells[i]);
        height = cell > height ? cell : height;
    }
    return height + 2 * row_gap(t);
}

static void put_row(press *p, const table *t, const table_row *row, const double *widths, double height)
{
    double x = table_left(t);
    bool span = is_wide(row->kind);
    for (int i = 0; i < (span ? 1 : t->column_count); i++) {
        canvas_text(p->canvas, row_font(t, row), t->columns[i].align, x, p->y + (span ? 1.5 : 1) * row_gap(t),
                    span ? table_width(t) : widths[i], row->cells[i]);
        if (t->bar_column > 0 && i == t->bar_column && row->bar >= 0)
            canvas_box(p->canvas, x, p->y + row_gap(t) + 2, row->bar * widths[i] < 0.6 ? 0.6 : row->bar * widths[i], 5, 0.45);
        x += widths[i] + column_gap;
    }
    p->y += height;
}

/* The row that names the group in which row `at` stands; -1: none does. */
static int group_of(const table *t, int at)
{
    while (at >= 0 && t->rows[at].kind != ROW_SPAN)
        at--;
    return at;
}

/* What has to stand on one page with row `at`: under the name of a group all of it, or the beginning where it is long. */
static double kept_height(press *p, const table *t, int at, const double *widths)
{
    int end = at + 1;
    if (t->rows[at].kind == ROW_SPAN)
        while (end < t->row_count && t->rows[end].kind != ROW_SPAN)
            end++;
    if (end - at > GROUP_WHOLE)
        end = at + GROUP_LEAST;
    double height = 0;
    for (int i = at; i < end; i++)
        height += row_height(p, t, &t->rows[i], widths);
    return height;
}

/* Titles again, and which group goes on. */
static void turn_page(press *p, const table *t, int at, const double *widths)
{
    int group = group_of(t, at);
    put_line(p, t, 0.4, 0);
    press_new_page(p, p->running);
    put_titles(p, t, widths);
    if (group < 0 || group == at)
        return;
    felt_text name = press_say(p, "%.*s (continued)", FELT_TEXT_ARGS(t->rows[group].cells[0]));
    const table_row again = {&name, ROW_SPAN, -1};
    put_row(p, t, &again, widths, row_height(p, t, &again, widths));
    put_line(p, t, 0.25, 0.85);
}

void table_print(press *p, const table *t)
{
    double widths[TABLE_COLUMNS_MAX];
    if (p->no_memory) /* there will be no document */
        return;
    measure(p, t, widths);
    if (t->row_count > 0)
        press_need(p, titles_height(p, t, widths) + kept_height(p, t, 0, widths));
    put_titles(p, t, widths);
    for (int i = 0; i < t->row_count; i++) {
        const table_row *row = &t->rows[i];
        if (i > 0 && p->y + kept_height(p, t, i, widths) > PRESS_BOTTOM)
            turn_page(p, t, i, widths);
        else if (i > 0)
            put_line(p, t, is_light(row->kind) ? 0.25 : 0.4, is_light(row->kind) ? 0.85 : 0.3);
        double top = p->y, height = row_height(p, t, row, widths);
        put_row(p, t, row, widths, height);
        if (t->pages != NULL)
            canvas_link(p->canvas, table_left(t), top, table_width(t), height, t->pages[i]);
    }
    put_line(p, t, 0.8, 0);
    p->y += 2;
}

static void print_one(press *p, const void *what)
{
    table_print(p, what);
}

void table_print_beside(press *p, const table *left, const table *right)
{
    double a = press_height(p, print_one, left), b = press_height(p, print_one, right);
    press_need(p, a > b ? a : b);
    double top = p->y, end;
    table_print(p, left);
    end = p->y;
    p->y = top;
    table_print(p, right);
    p->y = end > p->y ? end : p->y;
}
