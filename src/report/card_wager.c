/* src/report/card_wager.c - one wager of a rule card, as text and as Markdown. */
#include "card_layout.h"
#include "grid.h"

#include <stdio.h>

enum { LABEL_LEAST = 24, LABEL_MOST = 82 };

static felt_text row_label(text_out *out, const card_layout *l, int row)
{
    return card_row_label(out->arena, l, row);
}

/* ---- text ---- */

/* Columns from `first` up to `end` that stand beside each other. */
typedef struct block {
    int first, end;
    felt_pay_unit unit; /* said once, above the cells, and left out of them; none: cells are written in full */
    size_t label_width;
    size_t widths[CARD_COLUMNS_MAX];
} block;

static size_t column_width(const card_layout *l, const block *b, int column)
{
    char heading[CARD_HEADING_BYTES], cell[CARD_CELL_BYTES];
    card_heading_write(l, column, b->first, b->end, heading, sizeof heading);
    size_t width = l->column_count > 1 ? felt_text_columns(felt_text_from(heading)) : 0;
    for (int row = 0; row < l->wager->row_count; row++) {
        if (!(l->shown >> row & 1))
            continue;
        card_cell_write(l, column, row, b->unit, cell, sizeof cell);
        width = strlen(cell) > width ? strlen(cell) : width;
    }
    return width;
}

/* "40 to 1"; false when the row pays no dealer. */
static bool write_dealer(const card_layout *l, int row, char *ret, size_t size)
{
    const felt_row_pay *pay = &l->columns[0]->pays[row];
    if (!pay->has_dealer)
        return false;
    felt_pay_write_cell(&pay->dealer, FELT_PAY_UNIT_NONE, ret, size);
    return true;
}

/* Gives every column of the block its width and returns that of all of them, with what stands after them. */
static size_t measure_columns(const card_layout *l, block *b)
{
    size_t width = 0;
    char dealer[CARD_CELL_BYTES];
    for (int row = 0; row < l->wager->row_count; row++)
        if (write_dealer(l, row, dealer, sizeof dealer) && strlen("  (dealer )") + strlen(dealer) > width)
            width = strlen("  (dealer )") + strlen(dealer);
    for (int column = b->first; column < b->end; column++) {
        b->widths[column] = column_width(l, b, column);
        width += 2 + b->widths[column];
    }
    return width;
}

/* The widest label, as far as it leaves room for `columns`; longer ones are broken. */
static size_t measure_labels(text_out *out, const card_layout *l, size_t columns)
{
    size_t room = CARD_WIDTH > CARD_INDENT + 4 + LABEL_LEAST + columns ? CARD_WIDTH - CARD_INDENT - 4 - columns : LABEL_LEAST;
    size_t most = room < LABEL_MOST ? room : LABEL_MOST, width = LABEL_LEAST;
    for (int row = 0; row < l->wager->row_count; row++) {
        size_t used = l->shown >> row & 1 ? felt_text_columns(row_label(out, l, row)) : 0;
        size_t wanted = used < most ? used : most;
        width = wanted > width ? wanted : width;
    }
    return width;
}

/* The next block after `b->end`: all columns left when they fit beside each other; else those of one choice, the unit said once. */
static void next_block(text_out *out, const card_layout *l, block *b)
{
    b->first = b->end;
    b->end = l->column_count;
    b->unit = FELT_PAY_UNIT_NONE;
    size_t width = measure_columns(l, b);
    b->label_width = measure_labels(out, l, 0);
    if (CARD_INDENT + 4 + b->label_width + width > CARD_WIDTH && b->end - b->first > 1) {
        b->end = b->first + 1;
        while (b->end < l->column_count && !card_column_breaks(l, b->first, b->end))
            b->end++;
        b->unit = card_unit(l, b->first, b->end);
        width = measure_columns(l, b);
    }
    while (CARD_INDENT + 4 + LABEL_LEAST + width > CARD_WIDTH && b->end - b->first > 1) {
        b->end--;
        width = measure_columns(l, b);
    }
    b->label_width = measure_labels(out, l, width) + 3;
}

/* Writes the label, broken where it is too wide; returns the columns used in its last line. */
static size_t put_label(text_out *out, felt_text label, size_t most)
{
    size_t used = 0;
    bool first = true;
    out_repeat(out, ' ', CARD_INDENT);
    for (size_t start = 0; start < label.length;) {
        const char *space = memchr(label.bytes + start, ' ', label.length - start);
        size_t end = space == NULL ? label.length : (size_t)(space - label.bytes);
        felt_text word = {label.bytes + start, end - start};
        size_t columns = felt_text_columns(word);
        if (!first && used + 1 + columns > most) {
            out_bytes(out, "\n", 1);
            out_repeat(out, ' ', CARD_INDENT + 2);
            used = 2;
        } else if (!first) {
            out_bytes(out, " ", 1);
            used++;
        }
        out_text(out, word);
        used += columns;
        first = false;
        start = end + 1;
    }
    return used;
}

static void put_dealer(text_out *out, const card_layout *l, int row, const char *before)
{
    char dealer[CARD_CELL_BYTES];
    if (write_dealer(l, row, dealer, sizeof dealer))
        out_print(out, "%s(dealer %s)", before, dealer);
}

static void put_row(text_out *out, const card_layout *l, int row, const block *b)
{
    size_t used = put_label(out, row_label(out, l, row), b->label_width - 3);
    out_print(out, " %s", out_code(out, COLOR_FAINT));
    out_repeat(out, '.', used < b->label_width ? b->label_width - used : 0);
    out_print(out, "%s", out_code(out, COLOR_PLAIN));
    for (int column = b->first; column < b->end; column++) {
        char cell[CARD_CELL_BYTES];
        card_cell_write(l, column, row, b->unit, cell, sizeof cell);
        out_print(out, "  %*s", (int)b->widths[column], cell);
    }
    put_dealer(out, l, row, "  ");
    out_bytes(out, "\n", 1);
}

static void put_block_head(text_out *out, const card_layout *l, const block *b)
{
    char shared[CARD_HEADING_BYTES], heading[CARD_HEADING_BYTES];
    card_shared_write(l, b->first, b->end, shared, sizeof shared);
    static const char *const units[] = {"", "pays to 1", "pays for 1"};
    bool both = shared[0] != '\0' && b->unit != FELT_PAY_UNIT_NONE;
    felt_text left = felt_arena_print(out->arena, "%s%s%s", shared, both ? ", " : "", units[b->unit]);
    out_repeat(out, ' ', CARD_INDENT);
    out_padded(out, left, 1 + b->label_width);
    for (int column = b->first; column < b->end; column++) {
        card_heading_write(l, column, b->first, b->end, heading, sizeof heading);
        size_t used = felt_text_columns(felt_text_from(heading));
        out_repeat(out, ' ', 2 + (used < b->widths[column] ? b->widths[column] - used : 0));
        out_painted(out, COLOR_BOLD, felt_text_from(heading));
    }
    out_bytes(out, "\n", 1);
}

static void put_wager_head(text_out *out, const felt_wager *w)
{
    size_t used = 2 + felt_text_columns(w->name) + (w->side.length > 0 ? 4 + w->side.length : 0) + 2 + w->short_name.length;
    out_print(out, "\n  %s%.*s%s", out_code(out, COLOR_BOLD), FELT_TEXT_ARGS(w->name), out_code(out, COLOR_PLAIN));
    if (w->side.length > 0)
        out_print(out, " on %.*s", FELT_TEXT_ARGS(w->side));
    out_print(out, "  %s%.*s", out_code(out, COLOR_FAINT), FELT_TEXT_ARGS(w->short_name));
    if (w->cites.length > 0) {
        felt_text cites = felt_arena_print(out->arena, "[%.*s]", FELT_TEXT_ARGS(w->cites));
        bool fits = used + 2 + felt_text_columns(cites) <= CARD_WIDTH;
        out_print(out, "%s", fits ? "  " : "\n    ");
        out_wrapped(out, cites, fits ? used + 2 : CARD_INDENT, CARD_INDENT, CARD_WIDTH);
    } else
        out_bytes(out, "\n", 1);
    out_print(out, "%s", out_code(out, COLOR_PLAIN));
}

static void put_terms(text_out *out, const card_layout *l)
{
    felt_text terms[CARD_TERMS_MAX];
    int count = card_terms(out->arena, l, terms);
    for (int i = 0; i < count; i++) {
        out_print(out, "    %s", out_code(out, COLOR_FAINT));
        out_wrapped(out, terms[i], CARD_INDENT, CARD_INDENT, CARD_WIDTH);
        out_print(out, "%s", out_code(out, COLOR_PLAIN));
    }
}

static void put_dropped(text_out *out, const card_layout *l)
{
    if (l->dropped > 0)
        out_print(out, "\n    More than %d combinations have pays of their own; --set chooses among them.\n", CARD_COLUMNS_MAX);
}

void card_put_wager_text(text_out *out, const card_layout *l)
{
    block b = {.unit = FELT_PAY_UNIT_NONE};
    put_wager_head(out, l->wager);
    put_terms(out, l);
    while (b.end < l->column_count) {
        if (b.end > 0)
            out_bytes(out, "\n", 1);
        next_block(out, l, &b);
        if (l->column_count > 1)
            put_block_head(out, l, &b);
        for (int row = 0; row < l->wager->row_count; row++)
            if (l->shown >> row & 1)
                put_row(out, l, row, &b);
    }
    put_dropped(out, l);
}

/* ---- Markdown ---- */

static void put_paragraph(text_out *out, felt_text text)
{
    if (text.length == 0)
        return;
    out_markdown_line(out, text);
    out_print(out, "\n\n");
}

static felt_text row_markdown(text_out *out, const card_layout *l, int row)
{
    char dealer[CARD_CELL_BYTES];
    felt_text label = row_label(out, l, row);
    if (!write_dealer(l, row, dealer, sizeof dealer))
        return label;
    return felt_arena_print(out->arena, "%.*s (dealer %s)", FELT_TEXT_ARGS(label), dealer);
}

static void put_table_markdown(text_out *out, const card_layout *l)
{
    char text[CARD_HEADING_BYTES];
    grid g = grid_in(out->arena);
    grid_column_add(&g, (grid_column){.title = "row"});
    for (int column = 0; column < l->column_count; column++) {
        card_heading_write(l, column, 0, 0, text, sizeof text);
        felt_text heading = felt_arena_copy(out->arena, felt_text_from(l->column_count > 1 ? text : "pays"));
        grid_column_add(&g, (grid_column){.title = heading.bytes != NULL ? heading.bytes : "", .align = GRID_RIGHT});
    }
    for (int row = 0; row < l->wager->row_count; row++) {
        if (!(l->shown >> row & 1))
            continue;
        grid_row *cells = grid_row_add(&g);
        cells->cells[0] = row_markdown(out, l, row);
        for (int column = 0; column < l->column_count; column++) {
            card_cell_write(l, column, row, FELT_PAY_UNIT_NONE, text, sizeof text);
            cells->cells[1 + column] = felt_arena_copy(out->arena, felt_text_from(text));
        }
    }
    grid_markdown(out, &g);
}

void card_put_wager_markdown(text_out *out, const card_layout *l)
{
    const felt_wager *w = l->wager;
    felt_text terms[CARD_TERMS_MAX];
    int count = card_terms(out->arena, l, terms);
    out_print(out, "\n### ");
    out_markdown(out, w->name);
    if (w->side.length > 0)
        out_print(out, " on %.*s", FELT_TEXT_ARGS(w->side));
    out_print(out, " (`%.*s`)\n\n", FELT_TEXT_ARGS(w->short_name));
    put_paragraph(out, w->cites);
    for (int i = 0; i < count; i++)
        put_paragraph(out, terms[i]);
    put_table_markdown(out, l);
    put_dropped(out, l);
}
