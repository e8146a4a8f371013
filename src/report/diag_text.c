/* src/report/diag_text.c - diagnostics, and a check of many sheets, for people and for programs. */
#include "json_out.h"

#include <felt/sheet_report.h>
#include <stdio.h>

/* ---- one diagnostic ---- */

static out_color severity_color(felt_severity severity)
{
    if (severity == FELT_ERROR)
        return COLOR_RED;
    return severity == FELT_WARNING ? COLOR_YELLOW : COLOR_CYAN;
}

/* The first `letters` of a text; all of it when it has fewer. */
static felt_text first_letters(felt_text text, size_t letters)
{
    size_t end = 0;
    for (size_t i = 0; i < letters && end < text.length; i++) {
        size_t length = felt_text_decode((felt_text){text.bytes + end, text.length - end}, NULL);
        end += length > 0 ? length : 1;
    }
    return (felt_text){text.bytes, end};
}

/* The source line and the caret below it; tabs count one column, as in the scanner. */
static void put_source(text_out *out, const felt_diag *d)
{
    char *room = felt_arena_take(out->arena, d->source.length, 1);
    if (room == NULL)
        return;
    felt_text line = felt_text_printable(d->source, room);
    size_t before = felt_text_columns(first_letters(line, (size_t)d->column - 1));
    size_t until = felt_text_columns(first_letters(line, (size_t)d->column - 1 + (size_t)d->width));
    out_print(out, "%5d | ", d->line);
    out_text(out, line);
    out_print(out, "\n      | ");
    out_repeat(out, ' ', before);
    out_paint(out, severity_color(d->severity));
    out_print(out, "^");
    out_repeat(out, '~', until > before + 1 ? until - before - 1 : 0);
    out_paint(out, COLOR_PLAIN);
    out_print(out, "\n");
}

static void put_note(text_out *out, const char *what, felt_text text)
{
    out_print(out, "      = %s: ", what);
    out_text(out, text);
    out_print(out, "\n");
}

static void put_diag(text_out *out, const felt_diag *d)
{
    out_paint(out, COLOR_BOLD);
    out_text(out, d->file);
    out_print(out, ":");
    if (d->line > 0)
        out_print(out, "%d:%d:", d->line, d->column);
    out_paint(out, COLOR_PLAIN);
    out_print(out, " ");
    out_paint(out, severity_color(d->severity));
    out_print(out, "%s%s", d->accepted ? "accepted " : "", felt_severity_text(d->severity));
    out_paint(out, COLOR_PLAIN);
    out_print(out, ": ");
    out_text(out, d->message);
    out_print(out, " [%s]\n", d->code);
    if (d->line > 0 && d->source.length > 0)
        put_source(out, d);
    if (d->example.length > 0)
        put_note(out, "example", d->example);
    if (d->accepted)
        put_note(out, "accepted", d->reason);
    if (d->help.length > 0)
        put_note(out, "help", d->help);
}

static void put_diags(text_out *out, const felt_diags *diags, bool accepted)
{
    for (int i = 0; i < diags->count; i++)
        if (accepted || !diags->list[i].accepted)
            put_diag(out, &diags->list[i]);
    if (diags->dropped > 0)
        out_print(out, "... and %d more\n", diags->dropped);
}

felt_status felt_report_diags(felt_arena *arena, const felt_diags *diags, felt_report_style style, felt_text *ret)
{
    text_out out = {.arena = arena, .color = style == FELT_REPORT_COLOR};
    put_diags(&out, diags, true);
    return out_finish(&out, ret);
}

/* ---- JSON ---- */

/* A text that may be left out. */
static json_t *text_json(felt_text text)
{
    return text.length == 0 ? json_string("") : out_json_text(text);
}

static json_t *diag_json(const felt_diag *d)
{
    json_t *object = json_object();
    out_json_put(&object, "code", json_string(d->code));
    out_json_put(&object, "severity", json_string(felt_severity_text(d->severity)));
    out_json_put(&object, "file", text_json(d->file));
    out_json_put(&object, "line", json_integer(d->line));
    out_json_put(&object, "column", json_integer(d->column));
    out_json_put(&object, "width", json_integer(d->width));
    out_json_put(&object, "source", text_json(d->source));
    out_json_put(&object, "message", text_json(d->message));
    out_json_put(&object, "example", text_json(d->example));
    out_json_put(&object, "help", text_json(d->help));
    out_json_put(&object, "wager", text_json(d->wager));
    out_json_put(&object, "accepted", json_boolean(d->accepted));
    if (d->accepted)
        out_json_put(&object, "reason", text_json(d->reason));
    return object;
}

static felt_status put_diags_json(text_out *out, felt_check_form *form, const felt_diags *diags)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < diags->count && status == FELT_OK; i++) {
        out_print(out, form->diags++ > 0 ? ",\n" : "\n");
        status = out_json_line(out, diag_json(&diags->list[i]));
    }
    return status;
}

/* ---- many sheets ---- */

felt_status felt_report_check_head(felt_arena *arena, const felt_check_form *form, felt_text *ret)
{
    text_out out = {.arena = arena};
    if (form->style == FELT_REPORT_JSON)
        out_print(&out, "[");
    return out_finish(&out, ret);
}

static void count(felt_check_form *form, const felt_sheet *sheet, const felt_diags *diags)
{
    form->sheets += sheet != NULL;
    form->wagers += sheet != NULL ? sheet->wager_count : 0;
    form->errors += diags->error_count; /* with those that the list had no room for */
    for (int i = 0; i < diags->count; i++) {
        const felt_diag *d = &diags->list[i];
        form->accepted_count += d->accepted;
        form->warnings += !d->accepted && d->severity == FELT_WARNING;
        form->notes += !d->accepted && d->severity == FELT_NOTE;
    }
}

felt_status felt_report_check_sheet(felt_arena *arena, felt_check_form *form, const felt_sheet *sheet, const felt_diags *diags,
                                    felt_text *ret)
{
    text_out out = {.arena = arena, .color = form->style == FELT_REPORT_COLOR};
    count(form, sheet, diags);
    if (form->style != FELT_REPORT_JSON)
        put_diags(&out, diags, form->accepted);
    else if (put_diags_json(&out, form, diags) != FELT_OK)
        return FELT_ENOMEM;
    return out_finish(&out, ret);
}

/* "1 sheet", "2 sheets" */
static void put_count(text_out *out, const char *before, int number, const char *what)
{
    out_print(out, "%s%d %s%s", before, number, what, number == 1 ? "" : "s");
}

felt_status felt_report_check_totals(felt_arena *arena, const felt_check_form *form, felt_text *ret)
{
    text_out out = {.arena = arena};
    if (form->style == FELT_REPORT_JSON)
        out_print(&out, form->diags > 0 ? "\n]\n" : "]\n");
    else if (form->sheets > 0 || form->errors > 0) {
        put_count(&out, "", form->sheets, "sheet");
        put_count(&out, ", ", form->wagers, "wager");
        put_count(&out, ": ", form->errors, "error");
        put_count(&out, ", ", form->warnings, "warning");
        put_count(&out, ", ", form->notes, "note");
        if (form->accepted_count > 0)
            out_print(&out, "; %d accepted%s", form->accepted_count, form->accepted ? "" : " (--all shows them)");
        out_print(&out, "\n");
    }
    return out_finish(&out, ret);
}
