/* src/report/sheet_list.c - sheets and their wagers, as text or JSON. */
#include "grid.h"
#include "source_json.h"

#include <felt/sheet_report.h>

/* Do wagers `i - 1` and `i` come from one text, so that only their sides differ? */
static bool same_text(const felt_sheet *sheet, int i)
{
    return i > 0 && sheet->wagers[i].line == sheet->wagers[i - 1].line;
}

/* ---- text ---- */

/* The printed name and its sides: "Pair, on player / banker". */
static felt_text name_text(felt_arena *arena, const felt_sheet *sheet, int i)
{
    text_out out = {.arena = arena};
    felt_text text = {"", 0};
    const felt_wager *w = &sheet->wagers[i];
    out_text(&out, w->name);
    for (int k = i; k < sheet->wager_count && w->side.length > 0 && (k == i || same_text(sheet, k)); k++)
        out_print(&out, "%s%.*s", k == i ? ", on " : " / ", FELT_TEXT_ARGS(sheet->wagers[k].side));
    out_finish(&out, &text);
    return text;
}

static felt_text options_text(felt_arena *arena, const felt_sheet *sheet, const felt_wager *w)
{
    text_out out = {.arena = arena};
    felt_text text = {"", 0};
    for (int i = 0; i < w->option_count; i++)
        out_print(&out, "%s%.*s", i == 0 ? "  by " : ", ", FELT_TEXT_ARGS(sheet->options[w->options[i]].name));
    out_finish(&out, &text);
    return text;
}

/* The wagers from `first` on that are of one group; returns the next. */
static int put_group(text_out *out, const felt_sheet *sheet, int first, size_t widest)
{
    grid g = grid_in(out->arena);
    int i = first;
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 4, widest, 0});
    grid_column_add(&g, (grid_column){"", GRID_LEFT, 2, 0, 0});
    for (; i < sheet->wager_count && sheet->wagers[i].group == sheet->wagers[first].group; i++) {
        if (same_text(sheet, i))
            continue;
        grid_row *row = grid_add(&g, (felt_text[]){sheet->wagers[i].short_name, name_text(out->arena, sheet, i)});
        row->after = options_text(out->arena, sheet, &sheet->wagers[i]);
        row->after_color = COLOR_FAINT;
    }
    if (sheet->wagers[first].group >= 0) {
        out_print(out, "  ");
        out_painted(out, COLOR_FAINT, sheet->groups[sheet->wagers[first].group].name);
        out_print(out, "\n");
    }
    grid_print(out, &g);
    return i;
}

static void put_sheet(text_out *out, const felt_sheet *sheet)
{
    size_t widest = 8;
    for (int i = 0; i < sheet->wager_count; i++) {
        size_t columns = felt_text_columns(sheet->wagers[i].short_name);
        widest = columns > widest ? columns : widest;
    }
    out_painted(out, COLOR_BOLD, sheet->short_name);
    out_print(out, "  ");
    out_text(out, sheet->name);
    out_print(out, "  ");
    out_paint(out, COLOR_FAINT);
    out_print(out, "(%s)", sheet->game->name);
    out_paint(out, COLOR_PLAIN);
    out_print(out, "\n");
    for (int i = 0; i < sheet->wager_count;)
        i = put_group(out, sheet, i, widest);
}

/* ---- JSON ---- */

static json_t *choice_json(const felt_choice *choice)
{
    json_t *object = json_object();
    out_json_put(&object, "name", out_json_text(choice->name));
    out_json_put(&object, "title", out_json_text(choice->title));
    out_json_put(&object, "cites", out_json_text(choice->cites));
    return object;
}

static json_t *option_json(const felt_option *option)
{
    static const char *const kinds[] = {"house", "reading", "paytable", "decks"};
    json_t *object = json_object(), *choices = json_array();
    for (int i = 0; i < option->choice_count; i++)
        out_json_add(&choices, choice_json(&option->choices[i]));
    out_json_put(&object, "name", out_json_text(option->name));
    out_json_put(&object, "kind", json_string(kinds[option->kind]));
    out_json_put(&object, "title", out_json_text(option->title));
    out_json_put(&object, "choices", choices);
    return object;
}

static json_t *row_json(const felt_row *row)
{
    json_t *object = json_object();
    out_json_put(&object, "text", out_json_text(row->text));
    out_json_put(&object, "words", out_json_text(row->words));
    out_json_put(&object, "where", out_json_text(row->where));
    out_json_put(&object, "cites", out_json_text(row->cites));
    return object;
}

static json_t *wager_json(const felt_sheet *sheet, const felt_wager *w)
{
    json_t *object = json_object(), *options = json_array(), *rows = json_array();
    for (int i = 0; i < w->option_count; i++)
        out_json_add(&options, option_json(&sheet->options[w->options[i]]));
    for (int i = 0; i < w->row_count; i++)
        out_json_add(&rows, row_json(&w->rows[i]));
    out_json_put(&object, "name", out_json_text(w->name));
    out_json_put(&object, "short_name", out_json_text(w->short_name));
    out_json_put(&object, "side", out_json_text(w->side));
    out_json_put(&object, "group", out_json_text(w->group < 0 ? felt_text_from("") : sheet->groups[w->group].name));
    out_json_put(&object, "cites", out_json_text(w->cites));
    out_json_put(&object, "variants", json_integer(w->variant_count));
    out_json_put(&object, "options", options);
    out_json_put(&object, "rows", rows);
    return object;
}

static json_t *sheet_json(const felt_sheet *sheet)
{
    json_t *object = json_object(), *wagers = json_array();
    for (int i = 0; i < sheet->wager_count; i++)
        out_json_add(&wagers, wager_json(sheet, &sheet->wagers[i]));
    out_json_put(&object, "sheet", out_json_text(sheet->short_name));
    out_json_put(&object, "name", out_json_text(sheet->name));
    out_json_put(&object, "game", json_string(sheet->game->name));
    out_json_put(&object, "sources", sources_json(sheet));
    out_json_put(&object, "wagers", wagers);
    return object;
}

felt_status felt_report_list(felt_arena *arena, const felt_sheet *const *sheets, int count, felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    json_t *array = style == FELT_REPORT_JSON ? json_array() : NULL;
    for (int i = 0; i < count; i++) {
        if (style == FELT_REPORT_JSON)
            out_json_add(&array, sheet_json(sheets[i]));
        else
            put_sheet(&out, sheets[i]);
    }
    return style == FELT_REPORT_JSON ? out_json_finish(arena, array, 0, ret) : out_finish(&out, ret);
}
