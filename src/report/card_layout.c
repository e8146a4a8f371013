/* src/report/card_layout.c - columns, cells and terms of one wager on a rule card. */
#include "card_layout.h"

#include <stdio.h>

static bool is_left(const card_layout *l, const felt_variant *variant)
{
    return felt_variant_selected(l->selection, l->sheet, l->wager, variant);
}

/* ---- columns ---- */

static bool same_column(const card_layout *l, const felt_variant *a, const felt_variant *b)
{
    for (int i = 0; i < l->wager->option_count; i++)
        if ((l->pays_options >> i & 1) && a->choices[i] != b->choices[i])
            return false;
    return true;
}

static void add_column(card_layout *l, const felt_variant *variant)
{
    for (int column = 0; column < l->column_count; column++)
        if (same_column(l, l->columns[column], variant))
            return;
    if (l->column_count < CARD_COLUMNS_MAX)
        l->columns[l->column_count++] = variant;
    else
        l->dropped++;
}

void card_layout_make(const felt_sheet *sheet, const felt_selection *selection, const felt_wager *wager, card_layout *ret)
{
    *ret = (card_layout){.sheet = sheet, .selection = selection, .wager = wager, .always = ~(uint64_t)0};
    ret->pays_options = felt_options_matter(selection, sheet, wager, FELT_MATTER_PRINT);
    for (int v = 0; v < wager->variant_count; v++) {
        const felt_variant *variant = &wager->variants[v];
        if (!is_left(ret, variant))
            continue;
        ret->shown |= variant->active;
        ret->always &= variant->active;
        add_column(ret, variant);
    }
}

/* ---- cells and headings ---- */

/* Any variant of the column in which the row is in force; NULL when there is none. */
static const felt_variant *cell_variant(const card_layout *l, int column, int row)
{
    const felt_wager *w = l->wager;
    for (int v = 0; v < w->variant_count; v++)
        if ((w->variants[v].active >> row & 1) && same_column(l, l->columns[column], &w->variants[v]) && is_left(l, &w->variants[v]))
            return &w->variants[v];
    return NULL;
}

void card_cell_write(const card_layout *l, int column, int row, felt_pay_unit said, char *ret, size_t size)
{
    const felt_variant *variant = cell_variant(l, column, row);
    if (variant == NULL)
        snprintf(ret, size, "-");
    else
        felt_pay_write_cell(&variant->pays[row].pay, said, ret, size);
}

felt_pay_unit card_unit(const card_layout *l, int first, int end)
{
    felt_pay_unit found = FELT_PAY_UNIT_NONE;
    for (int column = first; column < end; column++) {
        for (int row = 0; row < l->wager->row_count; row++) {
            const felt_variant *variant = l->shown >> row & 1 ? cell_variant(l, column, row) : NULL;
            if (variant == NULL || !felt_pay_has_number(&variant->pays[row].pay))
                continue;
            felt_pay_unit unit = felt_pay_unit_of(&variant->pays[row].pay);
            if (unit == FELT_PAY_UNIT_NONE || (found != FELT_PAY_UNIT_NONE && unit != found))
                return FELT_PAY_UNIT_NONE;
            found = unit;
        }
    }
    return found;
}

/* Is the choice of the wager's option `i` the same in all columns from `first` up to `end`? */
static bool is_shared(const card_layout *l, int i, int first, int end)
{
    for (int column = first + 1; column < end; column++)
        if (l->columns[column]->choices[i] != l->columns[first]->choices[i])
            return false;
    return end - first > 1;
}

void card_heading_write(const card_layout *l, int column, int first, int end, char *ret, size_t size)
{
    size_t at = 0;
    ret[0] = '\0';
    for (int i = 0; i < l->wager->option_count && at < size; i++) {
        if (!(l->pays_options >> i & 1) || is_shared(l, i, first, end))
            continue;
        const felt_choice *choice = &l->sheet->options[l->wager->options[i]].choices[l->columns[column]->choices[i]];
        int wrote = snprintf(ret + at, size - at, "%s%.*s", at > 0 ? " " : "", FELT_TEXT_ARGS(choice->name));
        at += wrote > 0 ? (size_t)wrote : 0;
    }
}

void card_shared_write(const card_layout *l, int first, int end, char *ret, size_t size)
{
    size_t at = 0;
    ret[0] = '\0';
    for (int i = 0; i < l->wager->option_count && at < size; i++) {
        if (!(l->pays_options >> i & 1) || !is_shared(l, i, first, end))
            continue;
        const felt_option *option = &l->sheet->options[l->wager->options[i]];
        int wrote = snprintf(ret + at, size - at, "%s%.*s is %.*s", at > 0 ? ", " : "", FELT_TEXT_ARGS(option->name),
                             FELT_TEXT_ARGS(option->choices[l->columns[first]->choices[i]].name));
        at += wrote > 0 ? (size_t)wrote : 0;
    }
}

bool card_column_breaks(const card_layout *l, int a, int b)
{
    for (int i = 0; i < l->wager->option_count; i++)
        if ((l->pays_options >> i & 1))
            return l->columns[a]->choices[i] != l->columns[b]->choices[i];
    return false;
}

/* ---- rows ---- */

felt_text card_row_label(felt_arena *arena, const card_layout *l, int row)
{
    const felt_row *r = &l->wager->rows[row];
    felt_text where = l->always >> row & 1 ? (felt_text){"", 0} : r->where_chosen;
    const char *otherwise = "";
    if (r->gives_way)
        otherwise = r->otherwise ? "otherwise" : "otherwise ";
    if (where.length == 0)
        return felt_arena_print(arena, "%s%.*s", otherwise, FELT_TEXT_ARGS(r->words));
    return felt_arena_print(arena, "%s%.*s [%.*s]", otherwise, FELT_TEXT_ARGS(r->words), FELT_TEXT_ARGS(where));
}

/* ---- terms ---- */

/* The paytable line of the wager, be there a choice of columns or one only; NULL when it has none. */
static const felt_option *paytable_of(const card_layout *l)
{
    int next = FELT_SHEET_LINES_MAX + 1;
    for (int i = 0; i < l->sheet->wager_count; i++)
        if (l->sheet->wagers[i].line > l->wager->line && l->sheet->wagers[i].line < next)
            next = l->sheet->wagers[i].line;
    for (int i = 0; i < l->sheet->option_count; i++) {
        const felt_option *option = &l->sheet->options[i];
        if (option->kind == FELT_OPTION_PAYTABLE && option->line > l->wager->line && option->line < next)
            return option;
    }
    return NULL;
}

felt_text card_paytable(felt_arena *arena, const card_layout *l)
{
    const felt_option *option = paytable_of(l);
    const felt_choice *only = NULL;
    for (int i = 0; option != NULL && i < option->choice_count; i++) {
        if (!felt_choice_selected(l->selection, option, &option->choices[i]))
            continue;
        if (only != NULL)
            return (felt_text){"", 0};
        only = &option->choices[i];
    }
    return only == NULL ? (felt_text){"", 0} : felt_arena_print(arena, "paytable %.*s", FELT_TEXT_ARGS(only->name));
}

static bool counts(const card_layout *l)
{
    for (int row = 0; row < l->wager->row_count; row++)
        if ((l->shown >> row & 1) && l->wager->rows[row].counts)
            return true;
    return false;
}

felt_text card_placed(felt_arena *arena, const card_layout *l)
{
    const felt_variant *first = l->columns[0];
    const felt_game *game = l->sheet->game;
    if (game->phase_count == 1)
        return (felt_text){"", 0};
    bool counted = counts(l), own = first->own_phases;
    const char *what = counted ? "; what was " : "", *came = counted ? game->words.came : "",
               *before = counted ? " before does not count" : "";
    for (int v = 0; v < l->wager->variant_count; v++) {
        const felt_variant *variant = &l->wager->variants[v];
        if (is_left(l, variant) && (variant->placing != first->placing || variant->own_phases != first->own_phases))
            return felt_arena_print(arena, "placed as the options say%s%s%s", what, came, before);
    }
    return felt_arena_print(arena, "placed %s%s%s%s%s%s", game->placings[first->placing], own ? ", " : "",
                            own ? game->words.own_phases : "", what, came, before);
}
