/* src/plain/plain.c - a table's sheets for other languages: compiled, checked and listed; and what all calls share. */
#include "plain.h"

#include <felt/design.h>
#include <felt/sheet_report.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

felt_status felt_plain_open(felt_plain **ret)
{
    felt_plain *plain = calloc(1, sizeof *plain);
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    if (plain == NULL || arena == NULL) {
        free(plain);
        felt_arena_free(arena);
        return FELT_ENOMEM;
    }
    plain->arena = arena;
    *ret = plain;
    return FELT_OK;
}

void felt_plain_free(felt_plain *plain)
{
    if (plain == NULL)
        return;
    felt_arena_free(plain->arena);
    free(plain);
}

/* ---- failures and texts ---- */

const char *felt_plain_error(const felt_plain *plain)
{
    return plain->text;
}

void felt_plain_release(char *text)
{
    free(text);
}

felt_status plain_fail(felt_plain *plain, felt_status status)
{
    const felt_error *e = &plain->error;
    const char *message = e->message[0] != '\0' ? e->message : felt_status_text(status);
    if (e->file[0] != '\0' && e->line > 0)
        snprintf(plain->text, sizeof plain->text, "%s:%llu: %s", e->file, (unsigned long long)e->line, message);
    else
        snprintf(plain->text, sizeof plain->text, "%s", message);
    plain->error = (felt_error){.message = ""};
    return status;
}

felt_status plain_give(felt_text text, char **ret)
{
    char *copy = malloc(text.length + 1);
    if (copy == NULL)
        return FELT_ENOMEM;
    if (text.length > 0)
        memcpy(copy, text.bytes, text.length);
    copy[text.length] = '\0';
    *ret = copy;
    return FELT_OK;
}

/* ---- choices ---- */

felt_status plain_choices(felt_plain *plain, const char *choices, felt_selection *ret)
{
    *ret = (felt_selection){.count = 0};
    for (const char *at = choices; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, "\n");
        felt_text setting = {at, length};
        felt_status status = length == 0 ? FELT_OK : felt_selection_add(ret, setting);
        if (status == FELT_EDATA)
            return felt_error_set(&plain->error, status, -1, "found choice '%.*s', expected option=choice", FELT_TEXT_ARGS(setting));
        if (status != FELT_OK)
            return felt_error_set(&plain->error, status, -1, "more than %d choices", FELT_SETTINGS_MAX);
        at += length + (at[length] == '\n');
    }
    if (plain->count == 0)
        return felt_error_set(&plain->error, FELT_ENOTFOUND, -1, "the table has no sheet");
    return felt_selection_verify_all(ret, plain->sheets, plain->count, &plain->error);
}

felt_status plain_book(felt_plain *plain, felt_arena *arena, const felt_selection *selection, felt_house house, const felt_book **ret)
{
    return felt_book_open(arena, plain->sheets, plain->count, selection, house, ret, &plain->error);
}

/* ---- sheets ---- */

static felt_status too_long(felt_plain *plain, const char *file, size_t size)
{
    return felt_error_set(&plain->error, FELT_ELIMIT, -1, "%.200s: found %zu bytes, expected at most %d", file, size, FELT_SHEET_BYTES_MAX);
}

/* The first thing that is wrong. */
static felt_status say_first(felt_plain *plain, const felt_diags *diags, felt_status status)
{
    for (int i = 0; i < diags->count && status == FELT_ESHEET; i++) {
        const felt_diag *d = &diags->list[i];
        if (d->severity != FELT_ERROR)
            continue;
        felt_error_set(&plain->error, status, -1, "%.*s", FELT_TEXT_ARGS(d->message));
        snprintf(plain->error.file, sizeof plain->error.file, "%.*s", FELT_TEXT_ARGS(d->file));
        plain->error.line = (uint64_t)d->line;
        plain->error.column = d->column;
        break;
    }
    return status;
}

static felt_status add_sheet(felt_plain *plain, const char *file, felt_text text)
{
    const felt_sheet *sheet;
    felt_diags diags = felt_diags_in(plain->arena);
    if (text.length > FELT_SHEET_BYTES_MAX)
        return too_long(plain, file, text.length);
    if (plain->count == FELT_BOOK_SHEETS_MAX)
        return felt_error_set(&plain->error, FELT_ELIMIT, -1, "a table has at most %d sheets", FELT_BOOK_SHEETS_MAX);
    felt_status status = felt_sheet_compile(plain->arena, felt_text_from(file), text, &diags, &sheet);
    if (status != FELT_OK)
        return say_first(plain, &diags, status);
    if (plain->count > 0 && sheet->game != plain->sheets[0]->game)
        return felt_error_set(&plain->error, FELT_EDATA, -1, "'%.*s' is of %s, and the table of %s", FELT_TEXT_ARGS(sheet->short_name),
                              sheet->game->name, plain->sheets[0]->game->name);
    plain->sheets[plain->count++] = sheet;
    return FELT_OK;
}

felt_status felt_plain_add(felt_plain *plain, const char *file, const char *text, size_t size)
{
    felt_status status = add_sheet(plain, file, (felt_text){text, size});
    return status == FELT_OK ? status : plain_fail(plain, status);
}

/* ---- what is to be said of one ---- */

/* The report of a check in its three pieces. */
static felt_status report_check(felt_arena *arena, const felt_sheet *sheet, const felt_diags *diags, felt_text *ret)
{
    felt_check_form form = {.style = FELT_REPORT_JSON};
    felt_text head, body, totals;
    felt_status status = felt_report_check_head(arena, &form, &head);
    if (status == FELT_OK)
        status = felt_report_check_sheet(arena, &form, sheet, diags, &body);
    if (status == FELT_OK)
        status = felt_report_check_totals(arena, &form, &totals);
    if (status != FELT_OK)
        return status;
    *ret = felt_arena_print(arena, "%.*s%.*s%.*s", FELT_TEXT_ARGS(head), FELT_TEXT_ARGS(body), FELT_TEXT_ARGS(totals));
    return ret->bytes == NULL ? FELT_ENOMEM : FELT_OK;
}

static felt_status check(felt_arena *arena, const char *file, felt_text text, char **ret)
{
    const felt_sheet *sheet = NULL;
    felt_diags diags = felt_diags_in(arena);
    felt_text report;
    felt_status status = felt_sheet_compile(arena, felt_text_from(file), text, &diags, &sheet);
    if (status == FELT_OK)
        status = felt_sheet_check(sheet, &diags);
    if (status == FELT_OK)
        status = felt_odds_check(sheet, &diags);
    if (status == FELT_OK)
        status = felt_design_mend(sheet, &diags);
    if (status != FELT_OK && status != FELT_ESHEET)
        return status;
    status = report_check(arena, sheet, &diags, &report);
    return status == FELT_OK ? plain_give(report, ret) : status;
}

felt_status felt_plain_check(felt_plain *plain, const char *file, const char *text, size_t size, char **ret)
{
    if (size > FELT_SHEET_BYTES_MAX)
        return plain_fail(plain, too_long(plain, file, size));
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : check(arena, file, (felt_text){text, size}, ret);
    felt_arena_free(arena);
    return status == FELT_OK ? status : plain_fail(plain, status);
}

felt_status felt_plain_list(felt_plain *plain, char **ret)
{
    felt_text text;
    felt_arena *arena = felt_arena_new(PLAIN_ARENA_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_report_list(arena, plain->sheets, plain->count, FELT_REPORT_JSON, &text);
    if (status == FELT_OK)
        status = plain_give(text, ret);
    felt_arena_free(arena);
    return status == FELT_OK ? status : plain_fail(plain, status);
}
