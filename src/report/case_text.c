/* src/report/case_text.c - how cases went, for people and as TAP. */
#include "text_out.h"

#include <felt/case_report.h>

static text_out begin(felt_arena *arena, const felt_case_form *form)
{
    return (text_out){.arena = arena, .color = form->style == FELT_REPORT_COLOR};
}

static void put_wager(text_out *out, const felt_wager *wager)
{
    out_text(out, wager->short_name);
    if (wager->side.length > 0)
        out_print(out, " on %.*s", FELT_TEXT_ARGS(wager->side));
}

/* One line of TAP, in which # would begin a directive. */
static void put_tap(text_out *out, felt_case_form *form, bool good, felt_text name)
{
    out_print(out, "%s %d - ", good ? "ok" : "not ok", ++form->lines);
    for (size_t i = 0; i < name.length; i++)
        out_print(out, "%s%c", name.bytes[i] == '#' || name.bytes[i] == '\\' ? "\\" : "", name.bytes[i]);
    out_print(out, "\n");
}

/* ---- results ---- */

static void put_failures(text_out *out, const felt_case_form *form, const felt_case_result *result)
{
    const char *mark = form->style == FELT_REPORT_TAP ? "# " : "    ";
    for (int i = 0; i < result->failure_count; i++) {
        const felt_case_failure *failure = &result->failures[i];
        out_print(out, "%sline %d: ", mark, failure->line);
        put_wager(out, failure->wager);
        out_print(out, ": ");
        out_text(out, failure->message);
        out_print(out, "\n");
    }
    if (result->dropped > 0)
        out_print(out, "%s... and %d more\n", mark, result->dropped);
}

static void put_failed(text_out *out, felt_text file, const felt_case *c)
{
    out_paint(out, COLOR_BOLD);
    out_text(out, file);
    out_print(out, ":%d:", c->line);
    out_paint(out, COLOR_PLAIN);
    out_print(out, " ");
    out_painted(out, COLOR_RED, felt_text_from("failed:"));
    out_print(out, " ");
    out_text(out, c->name);
    out_print(out, "\n");
}

felt_status felt_report_cases(felt_arena *arena, felt_case_form *form, const felt_cases *cases, const felt_case_results *results,
                              felt_text *ret)
{
    text_out out = begin(arena, form);
    for (int i = 0; i < cases->count; i++) {
        bool good = results->list[i].failure_count == 0;
        if (form->style == FELT_REPORT_TAP)
            put_tap(&out, form, good, cases->list[i].name);
        else if (!good)
            put_failed(&out, cases->file, &cases->list[i]);
        put_failures(&out, form, &results->list[i]);
    }
    form->passed += results->passed;
    form->failed += results->failed;
    return out_finish(&out, ret);
}

felt_status felt_report_cases_unread(felt_arena *arena, felt_case_form *form, felt_text file, felt_text *ret)
{
    text_out out = begin(arena, form);
    if (form->style == FELT_REPORT_TAP)
        put_tap(&out, form, false, file);
    return out_finish(&out, ret);
}

/* ---- coverage ---- */

static void put_row(text_out *out, const felt_case_form *form, const felt_sheet *sheet, const felt_wager *wager, int row)
{
    out_print(out, "%s", form->style == FELT_REPORT_TAP ? "# " : "");
    out_text(out, sheet->file);
    out_print(out, ":%d: no case comes to ", wager->rows[row].line);
    put_wager(out, wager);
    out_print(out, ": ");
    out_text(out, wager->rows[row].text);
    out_print(out, "\n");
}

static void put_missing(text_out *out, const felt_case_form *form, const felt_coverage_sheet *covered)
{
    const felt_sheet *sheet = covered->sheet;
    for (int i = 0; i < sheet->wager_count; i++) {
        uint64_t missing = felt_coverage_wanted(&sheet->wagers[i]) & ~covered->decided[i];
        for (int row = 0; row < sheet->wagers[i].row_count; row++)
            if (missing >> row & 1)
                put_row(out, form, sheet, &sheet->wagers[i], row);
    }
}

felt_status felt_report_coverage(felt_arena *arena, felt_case_form *form, const felt_coverage *coverage, felt_text *ret)
{
    text_out out = begin(arena, form);
    for (const felt_coverage_sheet *covered = coverage->first; covered != NULL; covered = covered->next) {
        felt_coverage_tally tally = felt_coverage_count(covered);
        felt_text line = felt_arena_print(arena, "%.*s: cases come to %d of %d rows", FELT_TEXT_ARGS(covered->sheet->short_name),
                                          tally.decided, tally.wanted);
        if (form->style == FELT_REPORT_TAP)
            put_tap(&out, form, tally.decided == tally.wanted, line);
        put_missing(&out, form, covered);
        if (form->style != FELT_REPORT_TAP) {
            out_text(&out, line);
            out_print(&out, "\n");
        }
    }
    return out_finish(&out, ret);
}

/* ---- totals ---- */

felt_status felt_report_cases_totals(felt_arena *arena, const felt_case_form *form, bool good, felt_text *ret)
{
    text_out out = begin(arena, form);
    if (form->style == FELT_REPORT_TAP)
        out_print(&out, "1..%d\n", form->lines);
    else {
        out_paint(&out, good ? COLOR_GAIN : COLOR_RED);
        out_print(&out, "%d passed, %d failed", form->passed, form->failed);
        out_paint(&out, COLOR_PLAIN);
        out_print(&out, "\n");
    }
    return out_finish(&out, ret);
}
