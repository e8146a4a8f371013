/* src/report/rule_card.c - a sheet as a rule card. How a wager is laid out is in card_layout.c. */
#include "card_layout.h"
#include "grid.h"

#include <felt/rule_card.h>
#include <stdio.h>

enum { WIDTH = 100, INDENT = 4, LABEL_LEAST = 24, LABEL_MOST = 82 };

typedef struct card {
    text_out out;
    const felt_sheet *sheet;
    const felt_selection *selection;
    felt_report_style style;
} card;

static const char *bold(const card *k)
{
    return out_code(&k->out, COLOR_BOLD);
}

static const char *faint(const card *k)
{
    return out_code(&k->out, COLOR_FAINT);
}

static const char *plain(const card *k)
{
    return out_code(&k->out, COLOR_PLAIN);
}

/* A text of the sheet, escaped where it must be. */
static void put_text(card *k, felt_text text)
{
    if (k->style == FELT_REPORT_MARKDOWN)
        out_markdown(&k->out, text);
    else
        out_text(&k->out, text);
}

static felt_text row_label(card *k, const card_layout *l, int row)
{
    return card_row_label(k->out.arena, l, row);
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
static size_t measure_labels(card *k, const card_layout *l, size_t columns)
{
    size_t room = WIDTH > INDENT + 4 + LABEL_LEAST + columns ? WIDTH - INDENT - 4 - columns : LABEL_LEAST;
    size_t most = room < LABEL_MOST ? room : LABEL_MOST, width = LABEL_LEAST;
    for (int row = 0; row < l->wager->row_count; row++) {
        size_t used = l->shown >> row & 1 ? felt_text_columns(row_label(k, l, row)) : 0;
        width = used > most ? most : used > width ? used : width;
    }
    return width;
}

/* The next block after `b->end`: all columns left when they fit beside each other; else those of one choice, the unit said once. */
static void next_block(card *k, const card_layout *l, block *b)
{
    b->first = b->end;
    b->end = l->column_count;
    b->unit = FELT_PAY_UNIT_NONE;
    size_t width = measure_columns(l, b);
    b->label_width = measure_labels(k, l, 0);
    if (INDENT + 4 + b->label_width + width > WIDTH && b->end - b->first > 1) {
        b->end = b->first + 1;
        while (b->end < l->column_count && !card_column_breaks(l, b->first, b->end))
            b->end++;
        b->unit = card_unit(l, b->first, b->end);
        width = measure_columns(l, b);
    }
    while (INDENT + 4 + LABEL_LEAST + width > WIDTH && b->end - b->first > 1) {
        b->end--;
        width = measure_columns(l, b);
    }
    b->label_width = measure_labels(k, l, width) + 3;
}

/* Writes the label, broken where it is too wide; returns the columns used in its last line. */
static size_t put_label(card *k, felt_text label, size_t most)
{
    size_t used = 0;
    bool first = true;
    out_repeat(&k->out, ' ', INDENT);
    for (size_t start = 0; start < label.length;) {
        const char *space = memchr(label.bytes + start, ' ', label.length - start);
        size_t end = space == NULL ? label.length : (size_t)(space - label.bytes);
        felt_text word = {label.bytes + start, end - start};
        size_t columns = felt_text_columns(word);
        if (!first && used + 1 + columns > most) {
            out_bytes(&k->out, "\n", 1);
            out_repeat(&k->out, ' ', INDENT + 2);
            used = 2;
        } else if (!first) {
            out_bytes(&k->out, " ", 1);
            used++;
        }
        out_text(&k->out, word);
        used += columns;
        first = false;
        start = end + 1;
    }
    return used;
}

static void put_dealer(card *k, const card_layout *l, int row, const char *before)
{
    char dealer[CARD_CELL_BYTES];
    if (write_dealer(l, row, dealer, sizeof dealer))
        out_print(&k->out, "%s(dealer %s)", before, dealer);
}

static void put_row(card *k, const card_layout *l, int row, const block *b)
{
    size_t used = put_label(k, row_label(k, l, row), b->label_width - 3);
    out_print(&k->out, " %s", faint(k));
    out_repeat(&k->out, '.', used < b->label_width ? b->label_width - used : 0);
    out_print(&k->out, "%s", plain(k));
    for (int column = b->first; column < b->end; column++) {
        char cell[CARD_CELL_BYTES];
        card_cell_write(l, column, row, b->unit, cell, sizeof cell);
        out_print(&k->out, "  %*s", (int)b->widths[column], cell);
    }
    put_dealer(k, l, row, "  ");
    out_bytes(&k->out, "\n", 1);
}

static void put_block_head(card *k, const card_layout *l, const block *b)
{
    char shared[CARD_HEADING_BYTES], heading[CARD_HEADING_BYTES];
    card_shared_write(l, b->first, b->end, shared, sizeof shared);
    static const char *const units[] = {"", "pays to 1", "pays for 1"};
    bool both = shared[0] != '\0' && b->unit != FELT_PAY_UNIT_NONE;
    felt_text left = felt_arena_print(k->out.arena, "%s%s%s", shared, both ? ", " : "", units[b->unit]);
    out_repeat(&k->out, ' ', INDENT);
    out_padded(&k->out, left, 1 + b->label_width);
    for (int column = b->first; column < b->end; column++) {
        card_heading_write(l, column, b->first, b->end, heading, sizeof heading);
        size_t used = felt_text_columns(felt_text_from(heading));
        out_repeat(&k->out, ' ', 2 + (used < b->widths[column] ? b->widths[column] - used : 0));
        out_painted(&k->out, COLOR_BOLD, felt_text_from(heading));
    }
    out_bytes(&k->out, "\n", 1);
}

static void put_wager_head(card *k, const felt_wager *w)
{
    size_t used = 2 + felt_text_columns(w->name) + (w->side.length > 0 ? 4 + w->side.length : 0) + 2 + w->short_name.length;
    out_print(&k->out, "\n  %s%.*s%s", bold(k), FELT_TEXT_ARGS(w->name), plain(k));
    if (w->side.length > 0)
        out_print(&k->out, " on %.*s", FELT_TEXT_ARGS(w->side));
    out_print(&k->out, "  %s%.*s", faint(k), FELT_TEXT_ARGS(w->short_name));
    if (w->cites.length > 0) {
        felt_text cites = felt_arena_print(k->out.arena, "[%.*s]", FELT_TEXT_ARGS(w->cites));
        bool fits = used + 2 + felt_text_columns(cites) <= WIDTH;
        out_print(&k->out, "%s", fits ? "  " : "\n    ");
        out_wrapped(&k->out, cites, fits ? used + 2 : INDENT, INDENT, WIDTH);
    } else
        out_bytes(&k->out, "\n", 1);
    out_print(&k->out, "%s", plain(k));
}

static void put_terms(card *k, const card_layout *l)
{
    felt_arena *arena = k->out.arena;
    felt_text terms[] = {card_placed(arena, l), card_needs(arena, l), card_most(arena, l),
                         card_vig(arena, l),    card_may(arena, l),   card_paytable(arena, l)};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        if (terms[i].length == 0)
            continue;
        out_print(&k->out, "    %s", faint(k));
        out_wrapped(&k->out, terms[i], INDENT, INDENT, WIDTH);
        out_print(&k->out, "%s", plain(k));
    }
}

static void put_dropped(card *k, const card_layout *l)
{
    if (l->dropped > 0)
        out_print(&k->out, "\n    More than %d combinations have pays of their own; --set chooses among them.\n", CARD_COLUMNS_MAX);
}

static void put_wager_text(card *k, const card_layout *l)
{
    block b = {.unit = FELT_PAY_UNIT_NONE};
    put_wager_head(k, l->wager);
    put_terms(k, l);
    while (b.end < l->column_count) {
        if (b.end > 0)
            out_bytes(&k->out, "\n", 1);
        next_block(k, l, &b);
        if (l->column_count > 1)
            put_block_head(k, l, &b);
        for (int row = 0; row < l->wager->row_count; row++)
            if (l->shown >> row & 1)
                put_row(k, l, row, &b);
    }
    put_dropped(k, l);
}

/* ---- Markdown ---- */

static void put_paragraph(card *k, felt_text text)
{
    if (text.length == 0)
        return;
    out_markdown_line(&k->out, text);
    out_print(&k->out, "\n\n");
}

static felt_text row_markdown(card *k, const card_layout *l, int row)
{
    char dealer[CARD_CELL_BYTES];
    felt_text label = row_label(k, l, row);
    if (!write_dealer(l, row, dealer, sizeof dealer))
        return label;
    return felt_arena_print(k->out.arena, "%.*s (dealer %s)", FELT_TEXT_ARGS(label), dealer);
}

static void put_table_markdown(card *k, const card_layout *l)
{
    char text[CARD_HEADING_BYTES];
    grid g = grid_in(k->out.arena);
    grid_column_add(&g, (grid_column){.title = "row"});
    for (int column = 0; column < l->column_count; column++) {
        card_heading_write(l, column, 0, 0, text, sizeof text);
        felt_text heading = felt_arena_copy(k->out.arena, felt_text_from(l->column_count > 1 ? text : "pays"));
        grid_column_add(&g, (grid_column){.title = heading.bytes != NULL ? heading.bytes : "", .align = GRID_RIGHT});
    }
    for (int row = 0; row < l->wager->row_count; row++) {
        if (!(l->shown >> row & 1))
            continue;
        grid_row *cells = grid_row_add(&g);
        cells->cells[0] = row_markdown(k, l, row);
        for (int column = 0; column < l->column_count; column++) {
            card_cell_write(l, column, row, FELT_PAY_UNIT_NONE, text, sizeof text);
            cells->cells[1 + column] = felt_arena_copy(k->out.arena, felt_text_from(text));
        }
    }
    grid_markdown(&k->out, &g);
}

static void put_wager_markdown(card *k, const card_layout *l)
{
    const felt_wager *w = l->wager;
    out_print(&k->out, "\n### ");
    out_markdown(&k->out, w->name);
    if (w->side.length > 0)
        out_print(&k->out, " on %.*s", FELT_TEXT_ARGS(w->side));
    out_print(&k->out, " (`%.*s`)\n\n", FELT_TEXT_ARGS(w->short_name));
    put_paragraph(k, w->cites);
    put_paragraph(k, card_placed(k->out.arena, l));
    put_paragraph(k, card_needs(k->out.arena, l));
    put_paragraph(k, card_most(k->out.arena, l));
    put_paragraph(k, card_vig(k->out.arena, l));
    put_paragraph(k, card_may(k->out.arena, l));
    put_paragraph(k, card_paytable(k->out.arena, l));
    put_table_markdown(k, l);
    put_dropped(k, l);
}

/* ---- the whole card ---- */

static void put_choice(card *k, const felt_option *option, const felt_choice *choice, size_t widest)
{
    felt_text title = choice->title;
    if (felt_choice_as_printed(option, choice))
        title = felt_arena_print(k->out.arena, "%.*s, as printed", FELT_TEXT_ARGS(title));
    if (choice->cites.length > 0)
        title = felt_arena_print(k->out.arena, "%.*s [%.*s]", FELT_TEXT_ARGS(title), FELT_TEXT_ARGS(choice->cites));
    if (k->style == FELT_REPORT_MARKDOWN) {
        out_print(&k->out, "  - `%.*s`: ", FELT_TEXT_ARGS(choice->name));
        out_markdown(&k->out, title);
        out_print(&k->out, "\n");
        return;
    }
    out_repeat(&k->out, ' ', INDENT);
    out_padded(&k->out, choice->name, widest + 2);
    out_wrapped(&k->out, title, INDENT + widest + 2, INDENT + widest + 2, WIDTH);
}

static void put_option(card *k, const felt_option *option, size_t widest)
{
    const char *kind = option->kind == FELT_OPTION_READING ? "reading" : "option";
    felt_text name = option->name, title = option->title;
    if (k->style == FELT_REPORT_MARKDOWN) {
        out_print(&k->out, "\n- %s `%.*s`: ", kind, FELT_TEXT_ARGS(name));
        out_markdown(&k->out, title);
        out_print(&k->out, "\n");
    } else {
        out_print(&k->out, "  %s %s%.*s%s: ", kind, bold(k), FELT_TEXT_ARGS(name), plain(k));
        out_wrapped(&k->out, title, 2 + strlen(kind) + 1 + name.length + 2, INDENT, WIDTH);
    }
    for (int i = 0; i < option->choice_count; i++)
        if (felt_choice_selected(k->selection, option, &option->choices[i]))
            put_choice(k, option, &option->choices[i], widest);
}

static bool is_listed(const felt_option *option)
{
    return option->kind == FELT_OPTION_HOUSE || option->kind == FELT_OPTION_READING;
}

static void put_options(card *k)
{
    size_t widest = 8;
    bool headed = false;
    for (int i = 0; i < k->sheet->option_count; i++)
        for (int c = 0; is_listed(&k->sheet->options[i]) && c < k->sheet->options[i].choice_count; c++)
            if (k->sheet->options[i].choices[c].name.length > widest)
                widest = k->sheet->options[i].choices[c].name.length;
    for (int i = 0; i < k->sheet->option_count; i++) {
        if (!is_listed(&k->sheet->options[i]))
            continue;
        if (!headed)
            out_print(&k->out, k->style == FELT_REPORT_MARKDOWN ? "\n## Options\n" : "\n%sOptions%s\n", bold(k), plain(k));
        headed = true;
        put_option(k, &k->sheet->options[i], widest);
    }
}

/* " with 4, 6 or 8 decks", " with 1 to 8 decks". */
static void put_decks(card *k)
{
    const felt_option *decks = &k->sheet->options[k->sheet->decks_option];
    int numbers[FELT_DECKS_MAX], count = 0;
    for (int i = 0; i < decks->choice_count; i++)
        if (felt_choice_selected(k->selection, decks, &decks->choices[i]))
            numbers[count++] = decks->choices[i].number;
    out_print(&k->out, " with");
    bool range = count > 2 && numbers[count - 1] - numbers[0] == count - 1;
    if (range)
        out_print(&k->out, " %d to %d", numbers[0], numbers[count - 1]);
    for (int i = 0; i < count && !range; i++)
        out_print(&k->out, "%s %d", i == 0 ? "" : i == count - 1 ? " or" : ",", numbers[i]);
    out_print(&k->out, count == 1 && numbers[0] == 1 ? " deck" : " decks");
}

static void put_head(card *k)
{
    const felt_sheet *s = k->sheet;
    bool markdown = k->style == FELT_REPORT_MARKDOWN;
    out_print(&k->out, "%s%s", markdown ? "# " : "", bold(k));
    put_text(k, s->name);
    out_print(&k->out, "%s%s\n", plain(k), markdown ? "\n" : "");
    out_print(&k->out, "%s", s->game->title);
    if (s->game->source == FELT_SOURCE_SHOE)
        put_decks(k);
    out_print(&k->out, "\n");
    for (int i = 0; i < s->source_count; i++) {
        bool published = s->sources[i].publisher.length > 0;
        out_print(&k->out, "%sSource: ", markdown ? "\n" : "");
        put_text(k, s->sources[i].title);
        out_print(&k->out, "%s", published ? " (" : "");
        put_text(k, s->sources[i].publisher);
        out_print(&k->out, "%s\n", published ? ")" : "");
    }
    put_options(k);
}

static bool put_wagers(card *k, felt_text name)
{
    int group = -1;
    bool any = false;
    for (int i = 0; i < k->sheet->wager_count; i++) {
        card_layout l;
        if (!felt_wager_selected(k->selection, k->sheet, &k->sheet->wagers[i]) ||
            (name.length > 0 && !felt_wager_called(k->sheet, &k->sheet->wagers[i], name)))
            continue;
        card_layout_make(k->sheet, k->selection, &k->sheet->wagers[i], &l);
        if (l.column_count == 0)
            continue;
        any = true;
        if (l.wager->group != group) {
            group = l.wager->group;
            out_print(&k->out, "\n%s%s", k->style == FELT_REPORT_MARKDOWN ? "## " : "", bold(k));
            put_text(k, k->sheet->groups[group].name);
            out_print(&k->out, "%s\n", plain(k));
        }
        if (k->style == FELT_REPORT_MARKDOWN)
            put_wager_markdown(k, &l);
        else
            put_wager_text(k, &l);
    }
    return any;
}

felt_status felt_rule_card_write(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager,
                                 felt_report_style style, felt_text *ret)
{
    card k = {.out = {.arena = arena, .color = style == FELT_REPORT_COLOR}, .sheet = sheet, .selection = selection, .style = style};
    put_head(&k);
    if (!put_wagers(&k, wager))
        return FELT_ENOTFOUND;
    return out_finish(&k.out, ret);
}
