/* src/report/look.c - one sheet while it is written, as JSON for an editor. */
#include "json_out.h"

#include <felt/rule_card.h>
#include <felt/sheet_report.h>

static felt_status put_findings(text_out *out, const felt_sheet *sheet, const felt_diags *diags)
{
    felt_check_form form = {.style = FELT_REPORT_JSON};
    felt_text head, list, end;
    if (felt_report_check_head(out->arena, &form, &head) != FELT_OK ||
        felt_report_check_sheet(out->arena, &form, sheet, diags, &list) != FELT_OK ||
        felt_report_check_totals(out->arena, &form, &end) != FELT_OK)
        return FELT_ENOMEM;
    out_text(out, head);
    out_text(out, list);
    out_text(out, end);
    return FELT_OK;
}

static felt_status put_card(text_out *out, const felt_sheet *sheet)
{
    const felt_selection all = {.count = 0};
    felt_text text;
    felt_status status = felt_rule_card_write(out->arena, sheet, &all, felt_text_from(""), FELT_REPORT_JSON, &text);
    if (status == FELT_OK)
        out_text(out, text);
    else if (status == FELT_ENOTFOUND) /* a sheet without wagers has no card */
        out_print(out, "null");
    return status == FELT_ENOTFOUND ? FELT_OK : status;
}

/* ---- pays ---- */

static json_t *pay_json(const felt_sheet *sheet, const felt_pay_place *p)
{
    const felt_wager *w = &sheet->wagers[p->wager];
    json_t *object = json_object();
    out_json_put(&object, "wager", out_json_text(w->short_name));
    out_json_put(&object, "name", out_json_text(w->name));
    out_json_put(&object, "row", json_integer(p->row));
    out_json_put(&object, "row_line", json_integer(w->rows[p->row].line));
    out_json_put(&object, "when", out_json_text(w->rows[p->row].text));
    for (int i = 0; i < w->option_count && p->choice >= 0; i++) {
        const felt_option *option = &sheet->options[w->options[i]];
        if (option->kind == FELT_OPTION_PAYTABLE)
            out_json_put(&object, "column_name", out_json_text(option->choices[p->choice].name));
    }
    out_json_put(&object, "dealer", json_boolean(p->dealer));
    out_json_put(&object, "text", out_json_text(p->text));
    out_json_put(&object, "line", json_integer(p->line));
    out_json_put(&object, "column", json_integer(p->column));
    out_json_put(&object, "width", json_integer(p->width));
    out_json_put(&object, "number", p->unset ? json_null() : json_integer(p->number));
    out_json_put(&object, "unit", json_string(p->unit));
    out_json_put(&object, "denominator", json_integer(p->denominator));
    return object;
}

static felt_status put_pays(text_out *out, const felt_sheet *sheet)
{
    const felt_pay_place *list;
    int count = 0;
    felt_status status = felt_sheet_pays(out->arena, sheet, &list, &count);
    out_print(out, "[");
    for (int i = 0; i < count && status == FELT_OK; i++) {
        out_print(out, i == 0 ? "\n" : ",\n");
        status = out_json_line(out, pay_json(sheet, &list[i]));
    }
    out_print(out, "]");
    return status;
}

/* ---- sheets that must be dealt beside it ---- */

static bool is_in(const json_t *array, felt_text name)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        if (felt_text_is(name, json_string_value(json_array_get(array, i))))
            return true;
    return false;
}

static void add_outside(json_t **array, const felt_variant *v)
{
    for (int i = 0; i < v->needs_count; i++)
        if (v->needs[i].wager == FELT_WAGER_OUTSIDE && !is_in(*array, v->needs[i].sheet))
            out_json_add(array, out_json_text(v->needs[i].sheet));
}

/* Those whose wagers are base wagers of this one's. */
static felt_status put_beside(text_out *out, const felt_sheet *sheet)
{
    json_t *array = json_array();
    for (int i = 0; i < sheet->wager_count; i++)
        for (int k = 0; k < sheet->wagers[i].variant_count; k++)
            add_outside(&array, &sheet->wagers[i].variants[k]);
    return out_json_line(out, array);
}

/* ---- the whole ---- */

static felt_status put_odds(text_out *out, const felt_odds_list *list)
{
    const felt_odds **order = felt_arena_take(out->arena, (size_t)list->count + 1, sizeof *order);
    felt_text text;
    if (order == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < list->count; i++)
        order[i] = &list->list[i];
    felt_status status = felt_report_odds(out->arena, order, list->count, FELT_REPORT_JSON, 0, &text);
    if (status == FELT_OK)
        out_text(out, text);
    return status;
}

felt_status felt_report_look(felt_arena *arena, const felt_sheet *sheet, const felt_diags *diags, const felt_odds_list *list,
                             felt_text *ret)
{
    text_out out = {.arena = arena};
    bool good = sheet != NULL && diags->error_count == 0;
    out_print(&out, "{\"compiles\": %s,\n\"good\": %s,\n\"findings\": ", sheet != NULL ? "true" : "false", good ? "true" : "false");
    felt_status status = put_findings(&out, sheet, diags);
    if (sheet == NULL)
        out_print(&out, ",\n\"card\": null,\n\"beside\": null,\n\"pays\": null,\n\"odds\": null");
    else {
        out_print(&out, ",\n\"card\": ");
        status = status == FELT_OK ? put_card(&out, sheet) : status;
        out_print(&out, ",\n\"beside\": ");
        status = status == FELT_OK ? put_beside(&out, sheet) : status;
        out_print(&out, ",\n\"pays\": ");
        status = status == FELT_OK ? put_pays(&out, sheet) : status;
        out_print(&out, ",\n\"odds\": ");
        status = status == FELT_OK ? put_odds(&out, list) : status;
    }
    out_print(&out, "}\n");
    return status == FELT_OK ? out_finish(&out, ret) : status;
}

felt_status felt_report_words(felt_arena *arena, const felt_next_word *words, int count, felt_text *ret)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        json_t *object = json_object();
        out_json_put(&object, "word", out_json_text(words[i].word));
        out_json_put(&object, "meaning", out_json_text(words[i].meaning));
        out_json_add(&array, object);
    }
    return out_json_finish(arena, array, 0, ret);
}
