/* src/report/card_json.c - a rule card as JSON: the words of the card, for whoever lays it out himself. */
#include "card_layout.h"
#include "source_json.h"

static json_t *choices_json(felt_arena *arena, const felt_selection *selection, const felt_option *option)
{
    json_t *array = json_array();
    for (int i = 0; i < option->choice_count; i++) {
        const felt_choice *choice = &option->choices[i];
        if (!felt_choice_selected(selection, option, choice))
            continue;
        json_t *object = json_object();
        felt_text title = choice->title;
        if (felt_choice_as_printed(option, choice))
            title = felt_arena_print(arena, "%.*s, as printed", FELT_TEXT_ARGS(title));
        out_json_put(&object, "name", out_json_text(choice->name));
        out_json_put(&object, "title", out_json_text(title));
        out_json_put(&object, "cites", out_json_text(choice->cites));
        out_json_add(&array, object);
    }
    return array;
}

static json_t *options_json(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection)
{
    json_t *array = json_array();
    for (int i = 0; i < sheet->option_count; i++) {
        const felt_option *option = &sheet->options[i];
        if (option->kind == FELT_OPTION_PAYTABLE)
            continue;
        static const char *const kinds[] = {"option", "reading", "paytable", "decks"};
        json_t *object = json_object();
        out_json_put(&object, "name", out_json_text(option->name));
        out_json_put(&object, "kind", json_string(kinds[option->kind]));
        out_json_put(&object, "title", out_json_text(option->title));
        out_json_put(&object, "choices", choices_json(arena, selection, option));
        out_json_add(&array, object);
    }
    return array;
}

/* ---- a wager ---- */

static json_t *terms_json(felt_arena *arena, const card_layout *l)
{
    felt_text terms[CARD_TERMS_MAX];
    int count = card_terms(arena, l, terms);
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        out_json_add(&array, out_json_text(terms[i]));
    return array;
}

static json_t *columns_json(const card_layout *l)
{
    char heading[CARD_HEADING_BYTES];
    json_t *array = json_array();
    for (int column = 0; column < l->column_count; column++) {
        card_heading_write(l, column, 0, 0, heading, sizeof heading);
        out_json_add(&array, json_string(l->column_count > 1 ? heading : ""));
    }
    return array;
}

static json_t *row_json(felt_arena *arena, const card_layout *l, int row)
{
    char text[CARD_CELL_BYTES];
    const felt_row_pay *first = &l->columns[0]->pays[row];
    json_t *object = json_object(), *pays = json_array();
    for (int column = 0; column < l->column_count; column++) {
        card_cell_write(l, column, row, FELT_PAY_UNIT_NONE, text, sizeof text);
        out_json_add(&pays, json_string(text));
    }
    out_json_put(&object, "when", out_json_text(card_row_label(arena, l, row)));
    out_json_put(&object, "pays", pays);
    if (first->has_dealer) {
        felt_pay_write_cell(&first->dealer, FELT_PAY_UNIT_NONE, text, sizeof text);
        out_json_put(&object, "dealer", json_string(text));
    }
    out_json_put(&object, "cites", out_json_text(l->wager->rows[row].cites));
    out_json_put(&object, "line", json_integer(l->wager->rows[row].line));
    return object;
}

static json_t *wager_json(felt_arena *arena, const card_layout *l)
{
    const felt_wager *w = l->wager;
    json_t *object = json_object(), *rows = json_array();
    for (int row = 0; row < w->row_count; row++)
        if (l->shown >> row & 1)
            out_json_add(&rows, row_json(arena, l, row));
    out_json_put(&object, "wager", out_json_text(w->short_name));
    out_json_put(&object, "name", out_json_text(w->name));
    out_json_put(&object, "side", out_json_text(w->side));
    out_json_put(&object, "group", out_json_text(w->group < 0 ? felt_text_from("") : l->sheet->groups[w->group].name));
    out_json_put(&object, "cites", out_json_text(w->cites));
    out_json_put(&object, "line", json_integer(w->line));
    out_json_put(&object, "terms", terms_json(arena, l));
    out_json_put(&object, "columns", columns_json(l));
    out_json_put(&object, "columns_left_out", json_integer(l->dropped));
    out_json_put(&object, "rows", rows);
    return object;
}

/* ---- the card ---- */

felt_status card_json(felt_arena *arena, const felt_sheet *sheet, const felt_selection *selection, felt_text wager, felt_text *ret)
{
    json_t *object = json_object(), *wagers = json_array();
    int count = 0;
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *w = &sheet->wagers[i];
        card_layout l;
        if (!felt_wager_selected(selection, sheet, w) || (wager.length > 0 && !felt_wager_called(sheet, w, wager)))
            continue;
        card_layout_make(sheet, selection, w, &l);
        if (l.column_count == 0)
            continue;
        out_json_add(&wagers, wager_json(arena, &l));
        count++;
    }
    out_json_put(&object, "sheet", out_json_text(sheet->short_name));
    out_json_put(&object, "name", out_json_text(sheet->name));
    out_json_put(&object, "game", json_string(sheet->game->name));
    out_json_put(&object, "title", json_string(sheet->game->title));
    out_json_put(&object, "sources", sources_json(sheet));
    out_json_put(&object, "options", options_json(arena, sheet, selection));
    out_json_put(&object, "wagers", wagers);
    if (count == 0) {
        json_decref(object);
        return FELT_ENOTFOUND;
    }
    return out_json_finish(arena, object, 0, ret);
}
