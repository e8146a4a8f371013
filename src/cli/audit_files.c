/* src/cli/audit_files.c - the files that `felt audit` writes: findings while they are found, groups and the page at the end. */
#include "audit_files.h"

#include <errno.h>
#include <string.h>

enum { FINDING_ARENA_MAX = 1 << 20, PAGE_ARENA_MAX = 512 << 20 };

/* ---- opening ---- */

static cli_exit verify(audit_files *f, const char *option, const char *path)
{
    if (path == NULL)
        return CLI_DONE;
    if (strcmp(path, "-") == 0)
        return cli_usage(f->c, "found %s -, expected a file: the report itself goes to standard output", option);
    return cli_output_verify(f->c, path);
}

/* None of them in the place of a file that is read, of another, or of the report. */
static cli_exit verify_all(audit_files *f)
{
    const cli_named_output outputs[] = {{"--csv", f->request->csv}, {"--by-csv", f->request->by_csv}, {"--html", f->request->html}};
    enum { COUNT = sizeof outputs / sizeof *outputs };
    cli_exit code = CLI_DONE;
    for (int i = 0; i < COUNT && code == CLI_DONE; i++)
        code = verify(f, outputs[i].option, outputs[i].path);
    return code == CLI_DONE ? cli_outputs_verify(f->c, outputs, COUNT) : code;
}

static void on_bad(void *context, felt_record_kind file, uint64_t line, felt_text round, const char *why);

static cli_exit open_csv(audit_files *f)
{
    felt_arena *arena = felt_arena_new(FINDING_ARENA_MAX);
    felt_text head = {"", 0};
    cli_exit code = cli_output_open(f->c, f->request->csv, &f->csv);
    if (code == CLI_DONE && (arena == NULL || felt_report_finding_head(arena, f->groups == NULL ? NULL : &f->by, &head) != FELT_OK)) {
        f->failed = true;
    } else if (code == CLI_DONE) {
        fwrite(head.bytes, 1, head.length, f->csv.file);
        f->ledger->told = on_bad;
        f->ledger->told_context = f;
    }
    felt_arena_free(arena);
    return code;
}

cli_exit audit_files_open(audit_files *f, ledger *l, const felt_audit_form *form, const audit_files_request *request, felt_audit *audit)
{
    *f = (audit_files){.c = l->c, .ledger = l, .form = form, .request = request, .audit = audit};
    f->arena = felt_arena_new(PAGE_ARENA_MAX);
    f->failed = f->arena == NULL;
    f->by = (felt_audit_by){l->by_names, l->by_count, l, ledger_by_value, l->by_bets != 0};
    if (request->by_csv != NULL && l->by_count == 0)
        return cli_usage(f->c, "--by-csv needs --by, which says by what");
    cli_exit code = verify_all(f);
    if (code == CLI_DONE && l->by_count > 0 && !f->failed) {
        f->failed = felt_audit_groups_new(l->book, &f->groups) != FELT_OK;
        felt_audit_group_by(audit, f->groups);
    }
    if (code == CLI_DONE && request->html != NULL && !f->failed)
        f->failed = felt_audit_series_new(audit, &f->series) != FELT_OK;
    if (code == CLI_DONE && request->csv != NULL && !f->failed)
        code = open_csv(f);
    return code;
}

/* ---- findings ---- */

static void put_finding(audit_files *f, felt_arena *arena, felt_status status, felt_text text)
{
    f->failed = f->failed || arena == NULL || status != FELT_OK;
    if (arena != NULL && status == FELT_OK)
        fwrite(text.bytes, 1, text.length, f->csv.file);
    felt_arena_free(arena);
}

static void on_bad(void *context, felt_record_kind file, uint64_t line, felt_text round, const char *why)
{
    audit_files *f = context;
    felt_arena *arena = felt_arena_new(FINDING_ARENA_MAX);
    felt_text text = {"", 0};
    felt_status status = arena == NULL
                             ? FELT_ENOMEM
                             : felt_report_finding_row(arena, f->form, f->groups == NULL ? NULL : &f->by, file, line, round, why, &text);
    put_finding(f, arena, status, text);
}

/* Puts the round that has been looked at among the worst, if it belongs there. */
static void end_round(audit_files *f)
{
    int at = f->worst_count;
    int64_t off = f->current.over.minor + f->current.under.minor;
    if (f->current.bets == 0)
        return;
    for (; at > 0 && f->worst[at - 1].over.minor + f->worst[at - 1].under.minor < off; at--)
        f->worst[at] = f->worst[at - 1];
    f->worst[at] = f->current;
    f->worst_count += f->worst_count < FELT_AUDIT_WORST_MAX;
    f->current.bets = 0;
}

/* Half of the largest amount is more than any round is worth; what is beyond it counts as that. */
static void add_off(felt_money *sum, felt_money more, felt_money less)
{
    felt_money off;
    if (felt_money_subtract(more, less, &off) != FELT_OK || off.minor > INT64_MAX / 4 - sum->minor)
        sum->minor = INT64_MAX / 4;
    else
        sum->minor += off.minor;
}

static void note_worst(audit_files *f, const felt_difference *d)
{
    if (f->current.bets == 0) {
        f->current = (felt_audit_worst){.line = d->joined->records[d->bet].line};
        memcpy(f->current.round, d->joined->round->id.bytes, d->joined->round->id.length);
    }
    f->current.bets++;
    if (d->paid.minor > d->expected->paid.minor)
        add_off(&f->current.over, d->paid, d->expected->paid);
    else
        add_off(&f->current.under, d->expected->paid, d->paid);
}

void audit_files_difference(audit_files *f, const felt_difference *d)
{
    if (f->series != NULL)
        note_worst(f, d);
    if (f->csv.file == NULL)
        return;
    felt_arena *arena = felt_arena_new(FINDING_ARENA_MAX);
    felt_text text = {"", 0};
    felt_status status = arena == NULL
                             ? FELT_ENOMEM
                             : felt_report_finding_difference(arena, f->form, f->groups == NULL ? NULL : &f->by, f->ledger->book, d, &text);
    put_finding(f, arena, status, text);
}

void audit_files_misdeal(audit_files *f, const felt_joined *joined, const felt_error *error)
{
    if (f->csv.file == NULL)
        return;
    felt_arena *arena = felt_arena_new(FINDING_ARENA_MAX);
    felt_text text = {"", 0};
    felt_status status =
        arena == NULL ? FELT_ENOMEM : felt_report_finding_misdeal(arena, f->form, f->groups == NULL ? NULL : &f->by, joined, error, &text);
    put_finding(f, arena, status, text);
}

void audit_files_round(audit_files *f, const felt_joined *joined)
{
    end_round(f);
    if (f->ledger->clock_rounds || (f->ledger->clock_bets && joined->count > 0)) /* without bets it has the time of the one before */
        felt_audit_series_time(f->series, ledger_time(f->ledger, joined));
    f->failed = f->failed || felt_audit_series_note(f->series, false) != FELT_OK;
}

/* ---- the end ---- */

felt_status audit_files_groups(audit_files *f, felt_text *ret)
{
    if (f->groups == NULL)
        return FELT_OK;
    felt_status status = felt_audit_groups_judge(f->groups, ledger_by_order, f->ledger);
    return status == FELT_OK ? felt_report_groups(f->arena, f->form, &f->by, f->ledger->book, f->groups, ret) : status;
}

static cli_exit write_page(audit_files *f)
{
    felt_text text;
    felt_audit_page page = {f->audit, f->series, f->worst, f->worst_count, f->groups == NULL ? NULL : &f->by, f->groups};
    if (felt_audit_series_note(f->series, true) == FELT_OK && felt_report_audit_page(f->arena, f->form, &page, &text) == FELT_OK)
        return cli_write_file(f->c, f->request->html, text);
    cli_complain(f->c, "out of memory: %s is not written", f->request->html);
    return CLI_DATA;
}

static cli_exit write_groups(audit_files *f)
{
    felt_text text;
    if (felt_report_groups_csv(f->arena, f->form, &f->by, f->ledger->book, f->groups, &text) == FELT_OK)
        return cli_write_file(f->c, f->request->by_csv, text);
    cli_complain(f->c, "out of memory: %s is not written", f->request->by_csv);
    return CLI_DATA;
}

/* Findings are complete, or the file is as it was. */
static cli_exit close_csv(audit_files *f, bool whole)
{
    if (f->csv.file == NULL)
        return CLI_DONE;
    cli_exit code = CLI_DONE;
    if (whole)
        code = cli_output_close(f->c, &f->csv);
    else
        cli_output_drop(f->c, &f->csv);
    f->csv.file = NULL;
    f->ledger->told = NULL;
    return code;
}

cli_exit audit_files_finish(audit_files *f, cli_exit code)
{
    bool whole = code == CLI_DONE && !f->failed;
    cli_exit wrote = close_csv(f, whole);
    if (wrote == CLI_DONE && whole && f->request->by_csv != NULL)
        wrote = write_groups(f);
    if (wrote == CLI_DONE && whole && f->request->html != NULL)
        wrote = write_page(f);
    return wrote != CLI_DONE ? CLI_DATA : code;
}

void audit_files_close(audit_files *f)
{
    if (f->c == NULL)
        return;
    close_csv(f, false);
    felt_arena_free(f->arena);
    felt_audit_series_free(f->series);
    felt_audit_groups_free(f->groups);
}
