/* src/report/rule_card.c - a sheet as a rule card.
 *
 * A wager's pays stand in one column for each combination of the options that change what a row pays (paytables, units); rows that are
 * in force only under some of the remaining choices say so. */
#include "text_out.h"

#include <felt/rule_card.h>
#include <stdio.h>

enum { WIDTH = 100, TABLE_WIDTH = 125, COLUMNS_MAX = 32, CELL_BYTES = 40, ROW_MOST = 72 };

typedef struct card {
    text_out out;
    const felt_sheet *sheet;
    const felt_selection *selection;
    felt_rule_card_style style;
} card;

/* A wager on the card: the variants left, and its columns. */
typedef struct layout {
    const felt_wager *wager;
    const felt_variant *columns[COLUMNS_MAX]; /* one variant that stands for each column */
    int column_count;
    bool pays_option[16]; /* of the wager's options: it changes what a row pays */
    uint64_t shown;       /* rows in force in some variant left */
    uint64_t always;      /* rows in force in all of them */
} layout;

static const char *paint(const card *k, const char *code)
{
    return k->style == FELT_RULE_CARD_COLOR ? code : "";
}

static const char *bold(const card *k)
{
    return paint(k, "\033[1m");
}

static const char *faint(const card *k)
{
    return paint(k, "\033[2m");
}

static const char *plain(const card *k)
{
    return paint(k, "\033[0m");
}

/* ---- columns ---- */

static bool same_printed(const felt_row_pay *a, const felt_row_pay *b)
{
    char first[CELL_BYTES], second[CELL_BYTES];
    felt_pay_write(&a->pay, first, sizeof first);
    felt_pay_write(&b->pay, second, sizeof second);
    return strcmp(first, second) == 0;
}

static bool pays_differ(const felt_wager *w, const felt_variant *a, const felt_variant *b)
{
    for (int row = 0; row < w->row_count; row++)
        if ((a->active & b->active) >> row & 1 && !same_printed(&a->pays[row], &b->pays[row]))
            return true;
    return false;
}

/* Do the two differ in option `i` and in nothing else? */
static bool differ_only_in(const felt_wager *w, const felt_variant *a, const felt_variant *b, int i)
{
    for (int k = 0; k < w->option_count; k++)
        if ((a->choices[k] != b->choices[k]) != (k == i))
            return false;
    return true;
}

static void find_pay_options(const card *k, layout *l)
{
    const felt_wager *w = l->wager;
    for (int i = 0; i < w->option_count; i++)
        for (int a = 0; a < w->variant_count && !l->pays_option[i]; a++)
            for (int b = a + 1; b < w->variant_count && !l->pays_option[i]; b++)
                l->pays_option[i] = differ_only_in(w, &w->variants[a], &w->variants[b], i) && pays_differ(w, &w->variants[a], &w->variants[b]) &&
                                    felt_variant_selected(k->selection, k->sheet, w, &w->variants[a]) &&
                                    felt_variant_selected(k->selection, k->sheet, w, &w->variants[b]);
}

static bool same_column(const layout *l, const felt_variant *a, const felt_variant *b)
{
    for (int i = 0; i < l->wager->option_count; i++)
        if (l->pays_option[i] && a->choices[i] != b->choices[i])
            return false;
    return true;
}

static void find_columns(const card *k, layout *l)
{
    const felt_wager *w = l->wager;
    find_pay_options(k, l);
    l->always = ~(uint64_t)0;
    for (int v = 0; v < w->variant_count; v++) {
        const felt_variant *variant = &w->variants[v];
        if (!felt_variant_selected(k->selection, k->sheet, w, variant))
            continue;
        l->shown |= variant->active;
        l->always &= variant->active;
        int column = 0;
        while (column < l->column_count && !same_column(l, l->columns[column], variant))
            column++;
        if (column == l->column_count && column < COLUMNS_MAX)
            l->columns[l->column_count++] = variant;
    }
}

/* The pay of a row in a column: from any variant of the column in which the row is in force. */
static void write_cell(const card *k, const layout *l, int column, int row, char *ret, size_t size)
{
    const felt_wager *w = l->wager;
    snprintf(ret, size, "-");
    for (int v = 0; v < w->variant_count; v++) {
        const felt_variant *variant = &w->variants[v];
        if (!(variant->active >> row & 1) || !same_column(l, l->columns[column], variant) ||
            !felt_variant_selected(k->selection, k->sheet, w, variant))
            continue;
        felt_pay_write(&variant->pays[row].pay, ret, size);
        if (strncmp(ret, "pays ", 5) == 0)
            memmove(ret, ret + 5, strlen(ret + 5) + 1);
        return;
    }
}

static void write_heading(const layout *l, const felt_sheet *sheet, int column, char *ret, size_t size)
{
    size_t at = 0;
    ret[0] = '\0';
    for (int i = 0; i < l->wager->option_count && at < size; i++) {
        if (!l->pays_option[i])
            continue;
        const felt_choice *choice = &sheet->options[l->wager->options[i]].choices[l->columns[column]->choices[i]];
        int wrote = snprintf(ret + at, size - at, "%s%.*s", at > 0 ? " " : "", FELT_TEXT_ARGS(choice->name));
        at += wrote > 0 ? (size_t)wrote : 0;
    }
}

/* ---- text ---- */

static size_t column_width(const card *k, const layout *l, int column)
{
    char cell[CELL_BYTES];
    write_heading(l, k->sheet, column, cell, sizeof cell);
    size_t width = l->column_count > 1 ? strlen(cell) : 0;
    for (int row = 0; row < l->wager->row_count; row++) {
        if (!(l->shown >> row & 1))
            continue;
        write_cell(k, l, column, row, cell, sizeof cell);
        width = strlen(cell) > width ? strlen(cell) : width;
    }
    return width;
}

static felt_text row_label(card *k, const layout *l, int row)
{
    const felt_row *r = &l->wager->rows[row];
    if (r->where.length == 0 || l->always >> row & 1)
        return r->text;
    return felt_arena_print(k->out.arena, "%.*s [%.*s]", FELT_TEXT_ARGS(r->text), FELT_TEXT_ARGS(r->where));
}

/* Columns from `first` up to `end`, which is as many as fit beside each other. */
typedef struct block {
    int first, end;
    size_t label_width;
    size_t widths[COLUMNS_MAX];
} block;

static void put_row(card *k, const layout *l, int row, const block *b)
{
    felt_text label = row_label(k, l, row);
    size_t used = felt_text_columns(label);
    out_repeat(&k->out, ' ', 4);
    out_text(&k->out, label);
    out_print(&k->out, " %s", faint(k));
    out_repeat(&k->out, '.', used < b->label_width ? b->label_width - used : 0);
    out_print(&k->out, "%s", plain(k));
    for (int column = b->first; column < b->end; column++) {
        char cell[CELL_BYTES];
        write_cell(k, l, column, row, cell, sizeof cell);
        out_print(&k->out, "  %*s", (int)b->widths[column], cell);
    }
    const felt_row_pay *pay = &l->columns[0]->pays[row];
    if (pay->has_dealer) {
        char dealer[CELL_BYTES];
        felt_pay_write(&pay->dealer, dealer, sizeof dealer);
        out_print(&k->out, "  (dealer %s)", strncmp(dealer, "pays ", 5) == 0 ? dealer + 5 : dealer);
    }
    out_bytes(&k->out, "\n", 1);
}

static void put_block(card *k, const layout *l, const block *b)
{
    if (l->column_count > 1) {
        out_repeat(&k->out, ' ', 4 + 1 + b->label_width);
        for (int column = b->first; column < b->end; column++) {
            char heading[CELL_BYTES];
            write_heading(l, k->sheet, column, heading, sizeof heading);
            out_print(&k->out, "  %s%*s%s", bold(k), (int)b->widths[column], heading, plain(k));
        }
        out_bytes(&k->out, "\n", 1);
    }
    for (int row = 0; row < l->wager->row_count; row++)
        if (l->shown >> row & 1)
            put_row(k, l, row, b);
}

static void put_wager_head(card *k, const felt_wager *w)
{
    out_print(&k->out, "\n  %s%.*s%s", bold(k), FELT_TEXT_ARGS(w->name), plain(k));
    if (w->side.length > 0)
        out_print(&k->out, " on %.*s", FELT_TEXT_ARGS(w->side));
    out_print(&k->out, "  %s%.*s", faint(k), FELT_TEXT_ARGS(w->short_name));
    if (w->cites.length > 0)
        out_print(&k->out, "  [%.*s]", FELT_TEXT_ARGS(w->cites));
    out_print(&k->out, "%s\n", plain(k));
}

static const char *placing_text(felt_placing placing)
{
    static const char *const texts[] = {"before a new shooter's first come-out roll", "before any come-out roll", "while a point is on",
                                        "while its number is the point", "at any time"};
    return texts[placing];
}

/* When it may be placed and what it needs, as far as that is the same in all variants left. */
static void put_terms(card *k, const layout *l)
{
    const felt_variant *v = l->columns[0];
    bool same_placing = true, same_needs = true;
    for (int i = 0; i < l->wager->variant_count; i++) {
        if (!felt_variant_selected(k->selection, k->sheet, l->wager, &l->wager->variants[i]))
            continue;
        same_placing = same_placing && l->wager->variants[i].placing == v->placing;
        same_needs = same_needs && l->wager->variants[i].needs_count == v->needs_count;
    }
    if (k->sheet->game == FELT_GAME_CRAPS)
        out_print(&k->out, "    %splaced %s%s\n", faint(k), same_placing ? placing_text(v->placing) : "as the options say", plain(k));
    if (v->needs_count == 0 && same_needs)
        return;
    out_print(&k->out, "    %sneeds a bet on", faint(k));
    const felt_variant *needy = v;
    for (int i = 0; needy->needs_count == 0 && i < l->wager->variant_count; i++)
        needy = &l->wager->variants[i];
    for (int i = 0; i < needy->needs_count; i++)
        out_print(&k->out, "%s %.*s", i > 0 ? " or" : "", FELT_TEXT_ARGS(k->sheet->wagers[needy->needs[i]].name));
    out_print(&k->out, "%s%s\n", same_needs ? "" : ", if the options say so", plain(k));
}

static void put_wager_text(card *k, const layout *l)
{
    block b = {.label_width = 24};
    put_wager_head(k, l->wager);
    put_terms(k, l);
    for (int row = 0; row < l->wager->row_count; row++) {
        size_t used = l->shown >> row & 1 ? felt_text_columns(row_label(k, l, row)) : 0;
        b.label_width = used > b.label_width && used <= ROW_MOST ? used : b.label_width;
    }
    b.label_width += 3;
    for (int column = 0; column < l->column_count; column++)
        b.widths[column] = column_width(k, l, column);
    while (b.end < l->column_count) {
        size_t width = 4 + b.label_width;
        b.first = b.end;
        while (b.end < l->column_count && (b.end == b.first || width + 2 + b.widths[b.end] <= TABLE_WIDTH))
            width += 2 + b.widths[b.end++];
        put_block(k, l, &b);
    }
}

/* ---- Markdown ---- */

/* A pipe would end a table's cell. */
static void put_escaped(card *k, felt_text text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '|' || text.bytes[i] == '*' || text.bytes[i] == '_')
            out_bytes(&k->out, "\\", 1);
        out_bytes(&k->out, &text.bytes[i], 1);
    }
}

static void put_wager_markdown(card *k, const layout *l)
{
    const felt_wager *w = l->wager;
    out_print(&k->out, "\n### ");
    put_escaped(k, w->name);
    if (w->side.length > 0)
        out_print(&k->out, " on %.*s", FELT_TEXT_ARGS(w->side));
    out_print(&k->out, " (`%.*s`)\n\n", FELT_TEXT_ARGS(w->short_name));
    if (w->cites.length > 0) {
        put_escaped(k, w->cites);
        out_print(&k->out, "\n\n");
    }
    out_print(&k->out, "| row |");
    for (int column = 0; column < l->column_count; column++) {
        char heading[CELL_BYTES];
        write_heading(l, k->sheet, column, heading, sizeof heading);
        out_print(&k->out, " %s |", l->column_count > 1 ? heading : "pays");
    }
    out_print(&k->out, "\n| --- |");
    for (int column = 0; column < l->column_count; column++)
        out_print(&k->out, " ---: |");
    out_print(&k->out, "\n");
    for (int row = 0; row < w->row_count; row++) {
        if (!(l->shown >> row & 1))
            continue;
        out_print(&k->out, "| ");
        put_escaped(k, row_label(k, l, row));
        out_print(&k->out, " |");
        for (int column = 0; column < l->column_count; column++) {
            char cell[CELL_BYTES];
            write_cell(k, l, column, row, cell, sizeof cell);
            out_print(&k->out, " %s |", cell);
        }
        out_print(&k->out, "\n");
    }
}

/* ---- the whole card ---- */

static void put_options(card *k)
{
    bool markdown = k->style == FELT_RULE_CARD_MARKDOWN;
    bool headed = false;
    size_t widest = 8;
    for (int i = 0; i < k->sheet->option_count; i++)
        for (int c = 0; c < k->sheet->options[i].choice_count; c++)
            if (k->sheet->options[i].kind != FELT_OPTION_PAYTABLE && k->sheet->options[i].choices[c].name.length > widest)
                widest = k->sheet->options[i].choices[c].name.length;
    for (int i = 0; i < k->sheet->option_count; i++) {
        const felt_option *option = &k->sheet->options[i];
        if (option->kind == FELT_OPTION_PAYTABLE || option->kind == FELT_OPTION_DECKS)
            continue;
        if (!headed)
            out_print(&k->out, markdown ? "\n## Options\n" : "\n%sOptions%s\n", bold(k), plain(k));
        headed = true;
        const char *kind = option->kind == FELT_OPTION_READING ? "reading" : "option";
        if (markdown)
            out_print(&k->out, "\n- %s `%.*s`: %.*s\n", kind, FELT_TEXT_ARGS(option->name), FELT_TEXT_ARGS(option->title));
        else
            out_print(&k->out, "  %s %s%.*s%s: %.*s\n", kind, bold(k), FELT_TEXT_ARGS(option->name), plain(k), FELT_TEXT_ARGS(option->title));
        for (int c = 0; c < option->choice_count; c++) {
            const felt_choice *choice = &option->choices[c];
            if (!felt_choice_selected(k->selection, option, choice))
                continue;
            felt_text title = choice->cites.length == 0 ? choice->title
                                                        : felt_arena_print(k->out.arena, "%.*s [%.*s]", FELT_TEXT_ARGS(choice->title), FELT_TEXT_ARGS(choice->cites));
            if (markdown)
                out_print(&k->out, "  - `%.*s`: %.*s\n", FELT_TEXT_ARGS(choice->name), FELT_TEXT_ARGS(title));
            else {
                out_print(&k->out, "    ");
                out_padded(&k->out, choice->name, widest + 2);
                out_wrapped(&k->out, title, widest + 6, widest + 6, WIDTH);
            }
        }
    }
}

static void put_head(card *k)
{
    const felt_sheet *s = k->sheet;
    bool markdown = k->style == FELT_RULE_CARD_MARKDOWN;
    out_print(&k->out, markdown ? "# %s%.*s%s\n\n" : "%s%.*s%s\n", bold(k), FELT_TEXT_ARGS(s->name), plain(k));
    if (s->game == FELT_GAME_CRAPS)
        out_print(&k->out, "Craps\n");
    else {
        const felt_option *decks = &s->options[s->decks_option];
        out_print(&k->out, "Baccarat with");
        int left = 0;
        for (int i = 0; i < decks->choice_count; i++)
            left += felt_choice_selected(k->selection, decks, &decks->choices[i]);
        for (int i = 0; i < decks->choice_count; i++) {
            if (!felt_choice_selected(k->selection, decks, &decks->choices[i]))
                continue;
            left--;
            out_print(&k->out, " %.*s%s", FELT_TEXT_ARGS(decks->choices[i].name), left > 1 ? "," : left == 1 ? " or" : " decks\n");
        }
    }
    for (int i = 0; i < s->source_count; i++) {
        out_print(&k->out, markdown ? "\nSource: %.*s" : "Source: %.*s", FELT_TEXT_ARGS(s->sources[i].title));
        if (s->sources[i].publisher.length > 0)
            out_print(&k->out, " (%.*s)", FELT_TEXT_ARGS(s->sources[i].publisher));
        out_print(&k->out, "\n");
    }
    put_options(k);
}

static bool put_wagers(card *k, felt_text name)
{
    int group = -1;
    bool any = false;
    for (int i = 0; i < k->sheet->wager_count; i++) {
        layout l = {.wager = &k->sheet->wagers[i]};
        if (name.length > 0 && !felt_wager_called(k->sheet, l.wager, name))
            continue;
        find_columns(k, &l);
        if (l.column_count == 0)
            continue;
        any = true;
        if (l.wager->group != group) {
            group = l.wager->group;
            out_print(&k->out, k->style == FELT_RULE_CARD_MARKDOWN ? "\n## %s%.*s%s\n" : "\n%s%.*s%s\n", bold(k), FELT_TEXT_ARGS(k->sheet->groups[group].name),
                      plain(k));
        }
        if (k->style == FELT_RULE_CARD_MARKDOWN)
            put_wager_markdown(k, &l);
        else
            put_wager_text(k, &l);
    }
    return any;
}

felt_status felt_rule_card_write(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager,
                            felt_rule_card_style style, felt_text *ret)
{
    card k = {.out = {.arena = arena}, .sheet = sheet, .selection = selection, .style = style};
    put_head(&k);
    if (!put_wagers(&k, wager))
        return FELT_ENOTFOUND;
    if (k.out.no_memory)
        return FELT_ENOMEM;
    *ret = (felt_text){k.out.bytes, k.out.length};
    return FELT_OK;
}
