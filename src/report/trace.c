/* src/report/trace.c - from clause to row to case to verdict, for people and as JSON. */
#include "source_json.h"
#include "text_out.h"

#include <felt/trace_report.h>

/* ---- text ---- */

static void put_said(text_out *out, const char *before, felt_text text)
{
    if (text.length > 0)
        out_print(out, "%s%.*s", before, FELT_TEXT_ARGS(text));
}

static void put_source(text_out *out, const felt_source *source, const felt_trace_source *found)
{
    static const char *const copies[] = {[FELT_COPY_NONE] = "no copy is named",
                                         [FELT_COPY_MISSING] = "cannot be read",
                                         [FELT_COPY_SAME] = "the copy has the hash of the sheet",
                                         [FELT_COPY_DIFFERS] = "the copy is another: its hash differs",
                                         [FELT_COPY_UNSTATED] = "the sheet has no hash of it"};
    out_print(out, "  source  ");
    out_text(out, source->title);
    put_said(out, "; ", source->publisher);
    put_said(out, "; edition ", source->edition);
    put_said(out, "; ", source->date);
    put_said(out, "; ", source->file);
    bool bad = found->copy == FELT_COPY_DIFFERS || found->copy == FELT_COPY_MISSING;
    out_print(out, ": ");
    out_painted(out, bad ? COLOR_RED : COLOR_FAINT, felt_text_from(copies[found->copy]));
    put_said(out, ", SHA-256 ", found->hash);
    out_print(out, "\n");
}

static void put_case(text_out *out, const felt_trace_case *c)
{
    out_print(out, "      ");
    if (c->passed)
        out_print(out, "ok      ");
    else
        out_painted(out, COLOR_RED, felt_text_from("FAILED  "));
    out_print(out, "%.*s  (%.*s:%d)\n", FELT_TEXT_ARGS(c->of->name), FELT_TEXT_ARGS(c->file), c->of->line);
    if (!c->passed && c->why.length > 0)
        out_print(out, "              %.*s\n", FELT_TEXT_ARGS(c->why));
}

static felt_text row_words(const felt_trace_place *place)
{
    const felt_row *row = &place->wager->rows[place->row];
    return row->otherwise ? felt_text_from("every other case") : row->words;
}

static void put_place(text_out *out, const felt_trace_place *place, const felt_trace *trace)
{
    if (place->wager == NULL) {
        out_print(out, "    line %d, %.*s=%.*s  %.*s\n", place->line, FELT_TEXT_ARGS(place->choice.option->name),
                  FELT_TEXT_ARGS(place->choice.choice->name), FELT_TEXT_ARGS(place->choice.choice->title));
        return;
    }
    const felt_row *row = &place->wager->rows[place->row];
    out_print(out, "    line %d, %.*s  %.*s", place->line, FELT_TEXT_ARGS(place->wager->short_name), FELT_TEXT_ARGS(row_words(place)));
    put_said(out, ", where ", row->where);
    out_print(out, "\n");
    for (int i = 0; i < place->case_count; i++)
        put_case(out, &trace->cases[place->cases[i]]);
    if (place->case_count == 0) {
        out_print(out, "      ");
        out_painted(out, COLOR_YELLOW, felt_text_from("no case\n"));
    }
}

static void put_clauses(text_out *out, const felt_trace *trace)
{
    for (int i = 0; i < trace->clause_count; i++) {
        const felt_trace_clause *clause = &trace->clauses[i];
        out_print(out, "\n  ");
        out_painted(out, COLOR_BOLD, clause->text.length > 0 ? clause->text : felt_text_from("(nothing is cited)"));
        out_print(out, "\n");
        for (int k = 0; k < clause->place_count; k++)
            put_place(out, &clause->places[k], trace);
    }
    if (trace->other_count > 0)
        out_print(out, "\n  Cases that come to no row\n");
    for (int i = 0; i < trace->other_count; i++)
        put_case(out, &trace->cases[trace->others[i]]);
}

/* ---- JSON ---- */

static json_t *case_json(const felt_trace_case *c)
{
    json_t *object = json_object();
    out_json_put(&object, "case", out_json_text(c->of->name));
    out_json_put(&object, "file", out_json_text(c->file));
    out_json_put(&object, "line", json_integer(c->of->line));
    out_json_put(&object, "verdict", json_string(c->passed ? "passed" : "failed"));
    if (!c->passed)
        out_json_put(&object, "why", out_json_text(c->why));
    return object;
}

static json_t *place_json(const felt_trace_place *place, const felt_trace *trace)
{
    json_t *object = json_object(), *cases = json_array();
    out_json_put(&object, "line", json_integer(place->line));
    if (place->wager == NULL) {
        out_json_put(&object, "option", out_json_text(place->choice.option->name));
        out_json_put(&object, "choice", out_json_text(place->choice.choice->name));
        json_decref(cases);
        return object;
    }
    out_json_put(&object, "wager", out_json_text(place->wager->short_name));
    out_json_put(&object, "row", out_json_text(place->wager->rows[place->row].text));
    out_json_put(&object, "words", out_json_text(row_words(place)));
    for (int i = 0; i < place->case_count; i++)
        out_json_add(&cases, case_json(&trace->cases[place->cases[i]]));
    out_json_put(&object, "cases", cases);
    return object;
}

static json_t *copy_json(const felt_source *source, const felt_trace_source *found)
{
    static const char *const copies[] = {[FELT_COPY_NONE] = "none",
                                         [FELT_COPY_MISSING] = "missing",
                                         [FELT_COPY_SAME] = "same",
                                         [FELT_COPY_DIFFERS] = "differs",
                                         [FELT_COPY_UNSTATED] = "unstated"};
    json_t *object = source_json(source);
    out_json_put(&object, "copy", json_string(copies[found->copy]));
    return object;
}

static json_t *clauses_json(const felt_trace *trace)
{
    json_t *clauses = json_array();
    for (int i = 0; i < trace->clause_count; i++) {
        const felt_trace_clause *clause = &trace->clauses[i];
        json_t *object = json_object(), *places = json_array();
        out_json_put(&object, "clause", out_json_text(clause->text));
        for (int k = 0; k < clause->place_count; k++)
            out_json_add(&places, place_json(&clause->places[k], trace));
        out_json_put(&object, "places", places);
        out_json_add(&clauses, object);
    }
    return clauses;
}

static felt_status trace_json(felt_arena *arena, const felt_sheet *sheet, const felt_trace_source *sources, const felt_trace *trace,
                              felt_text *ret)
{
    json_t *whole = json_object(), *list = json_array(), *others = json_array();
    for (int i = 0; i < sheet->source_count; i++)
        out_json_add(&list, copy_json(&sheet->sources[i], &sources[i]));
    for (int i = 0; i < trace->other_count; i++)
        out_json_add(&others, case_json(&trace->cases[trace->others[i]]));
    out_json_put(&whole, "sheet", out_json_text(sheet->short_name));
    out_json_put(&whole, "sources", list);
    out_json_put(&whole, "clauses", clauses_json(trace));
    out_json_put(&whole, "others", others);
    out_json_put(&whole, "passed", json_integer(trace->passed));
    out_json_put(&whole, "failed", json_integer(trace->failed));
    out_json_put(&whole, "rows", json_integer(trace->row_count));
    out_json_put(&whole, "rows_without_case", json_integer(trace->bare));
    out_json_put(&whole, "foreign", json_integer(trace->foreign));
    return out_json_finish(arena, whole, 0, ret);
}

felt_status felt_report_trace(felt_arena *arena, const felt_sheet *sheet, const felt_trace_source *sources, const felt_trace *trace,
                              felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    if (style == FELT_REPORT_JSON)
        return trace_json(arena, sheet, sources, trace, ret);
    out_painted(&out, COLOR_BOLD, sheet->short_name);
    out_print(&out, "  %.*s\n", FELT_TEXT_ARGS(sheet->name));
    for (int i = 0; i < sheet->source_count; i++)
        put_source(&out, &sheet->sources[i], &sources[i]);
    put_clauses(&out, trace);
    out_print(&out, "\n%d clause%s, %d row%s, %d without a case; %d case%s passed, %d failed", trace->clause_count,
              trace->clause_count == 1 ? "" : "s", trace->row_count, trace->row_count == 1 ? "" : "s", trace->bare, trace->passed,
              trace->passed == 1 ? "" : "s", trace->failed);
    if (trace->foreign > 0)
        out_print(&out, "; %d of other sheets not run", trace->foreign);
    out_print(&out, "\n");
    return out_finish(&out, ret);
}
