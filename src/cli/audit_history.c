/* src/cli/audit_history.c - `felt audit` of a history: a report for each table, and for each setup of it. */
#include "audit_history.h"

#include <felt/audit_report.h>
#include <felt/tables.h>
#include <string.h>

enum { PIECE_ARENA_MAX = 16 << 20 };

typedef struct history_audit {
    cli *c;
    felt_audit_form form;
    const felt_book *book; /* of the section */
    int sections;
    felt_status status; /* of what could not be printed */
} history_audit;

/* Prints a piece of the report, and gives its arena up. */
static felt_status put(history_audit *a, felt_arena *arena, felt_status status, felt_text text)
{
    if (status == FELT_OK)
        fwrite(text.bytes, 1, text.length, a->c->out);
    else
        a->status = status;
    felt_arena_free(arena);
    return status;
}

static felt_status begins(void *context, felt_text table, const felt_book *book)
{
    history_audit *a = context;
    felt_text text = {"", 0};
    felt_arena *arena = felt_arena_new(PIECE_ARENA_MAX);
    a->book = book;
    a->form.findings = 0;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_report_audit_table(arena, &a->form, table, a->sections++, &text);
    if (put(a, arena, status, text) != FELT_OK)
        return status;
    arena = felt_arena_new(PIECE_ARENA_MAX);
    return put(a, arena, arena == NULL ? FELT_ENOMEM : felt_report_audit_head(arena, &a->form, book, &text), text);
}

static felt_status ends(void *context, const felt_audit *audit)
{
    history_audit *a = context;
    felt_text text = {"", 0};
    felt_arena *arena = felt_arena_new(PIECE_ARENA_MAX);
    felt_status status = put(a, arena, arena == NULL ? FELT_ENOMEM : felt_report_audit_totals(arena, &a->form, audit, &text), text);
    if (status != FELT_OK)
        return status;
    arena = felt_arena_new(PIECE_ARENA_MAX);
    return put(a, arena, arena == NULL ? FELT_ENOMEM : felt_report_audit_table_end(arena, &a->form, &text), text);
}

/* The end of all sections. */
static void finish(history_audit *a)
{
    felt_text text = {"", 0};
    felt_arena *arena = felt_arena_new(PIECE_ARENA_MAX);
    put(a, arena, arena == NULL ? FELT_ENOMEM : felt_report_audit_tables_end(arena, &a->form, a->sections, &text), text);
}

static void on_difference(void *context, const felt_difference *difference)
{
    history_audit *a = context;
    felt_arena *arena = felt_arena_new(PIECE_ARENA_MAX);
    felt_text text = {"", 0};
    put(a, arena, arena == NULL ? FELT_ENOMEM : felt_report_audit_difference(arena, &a->form, a->book, difference, &text), text);
}

static void on_misdeal(void *context, const felt_joined *joined, const felt_error *error)
{
    history_audit *a = context;
    felt_arena *arena = felt_arena_new(PIECE_ARENA_MAX);
    felt_text text = {"", 0};
    put(a, arena, arena == NULL ? FELT_ENOMEM : felt_report_audit_misdeal(arena, &a->form, joined, error, &text), text);
}

static void on_refused(void *context, const felt_joined *joined, const felt_error *error)
{
    history_audit *a = context;
    cli_complain(a->c, "%s:%llu: round %.*s: %s", a->form.bets, (unsigned long long)error->line, FELT_TEXT_ARGS(joined->round->id),
                 error->message);
}

cli_exit audit_history(cli *c, history_input *input, bool json)
{
    static const cli_exit exits[] = {[FELT_AUDIT_CLEAN] = CLI_DONE, [FELT_AUDIT_INCOMPLETE] = CLI_DATA, [FELT_AUDIT_DIFFERS] = CLI_FAILED};
    history_audit a = {.c = c, .form = {.style = cli_style(c, json), .decimals = FELT_CREDIT_DECIMALS}};
    felt_history_auditor auditor = {&a, begins, ends, {&a, on_difference, on_misdeal, on_refused}};
    felt_audit_verdict verdict = FELT_AUDIT_CLEAN;
    felt_error error = {.message = ""};
    a.form.rounds = a.form.bets = input->name;
    felt_status status = felt_history_audit(history_input_of(input), &auditor, &verdict, &error);
    history_input_close(input);
    if (status != FELT_OK)
        return history_input_wrong(c, input, status, &error);
    finish(&a);
    if (a.status == FELT_OK)
        return exits[verdict];
    cli_complain(c, "out of memory: the report is not complete");
    return CLI_DATA;
}
