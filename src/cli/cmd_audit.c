/* src/cli/cmd_audit.c - `felt audit`: recorded pays against the sheet's. */
#include "audit_files.h"
#include "audit_history.h"
#include "ledger.h"

#include <felt/audit_report.h>
#include <unistd.h>

enum { PIECE_ARENA_MAX = 1 << 20 };

typedef struct audit_run {
    ledger ledger;
    felt_audit *audit;
    felt_audit_form form;
    audit_files_request request;
    audit_files files;
    bool incomplete; /* something could not be printed */
} audit_run;

static void put(audit_run *run, felt_text text)
{
    fwrite(text.bytes, 1, text.length, run->ledger.c->out);
}

/* What is found is printed at once, and the arena of its text given up, so nothing is kept. */
static void put_found(audit_run *run, felt_arena *arena, felt_status status, felt_text text)
{
    cli_progress_end(&run->ledger.progress);
    if (status == FELT_OK)
        put(run, text);
    else
        run->incomplete = true;
    felt_arena_free(arena);
}

static void on_difference(void *context, const felt_difference *difference)
{
    audit_run *run = context;
    felt_arena *arena = felt_arena_new(PIECE_ARENA_MAX);
    felt_text text = {"", 0};
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_report_audit_difference(arena, &run->form, run->ledger.book, difference, &text);
    put_found(run, arena, status, text);
    audit_files_difference(&run->files, difference);
}

static void on_misdeal(void *context, const felt_joined *joined, const felt_error *error)
{
    audit_run *run = context;
    felt_arena *arena = felt_arena_new(PIECE_ARENA_MAX);
    felt_text text = {"", 0};
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_report_audit_misdeal(arena, &run->form, joined, error, &text);
    put_found(run, arena, status, text);
    audit_files_misdeal(&run->files, joined, error);
}

static void on_refused(void *context, const felt_joined *joined, const felt_error *error)
{
    audit_run *run = context;
    ledger_bad(&run->ledger, FELT_RECORD_BETS, error->line, joined->round->id, error->message);
}

static cli_exit out_of_memory(audit_run *run)
{
    cli_progress_end(&run->ledger.progress);
    cli_complain(run->ledger.c, "out of memory: the report is not complete");
    return CLI_DATA;
}

static cli_exit too_many_groups(audit_run *run)
{
    cli_progress_end(&run->ledger.progress);
    cli_complain(run->ledger.c, "found more than %d combinations of groups and wagers; tell rows apart by fewer columns",
                 (int)FELT_AUDIT_CELLS_MAX);
    run->incomplete = true;
    return CLI_DATA;
}

static cli_exit compare_all(audit_run *run)
{
    felt_joined joined;
    felt_audit_report report = {run, on_difference, on_misdeal, on_refused};
    while (ledger_next(&run->ledger, &joined)) {
        felt_status status = felt_audit_round(run->audit, &joined, &report);
        if (run->files.series != NULL)
            audit_files_round(&run->files, &joined);
        if (status != FELT_OK || run->incomplete || run->files.failed)
            return status == FELT_ELIMIT ? too_many_groups(run) : out_of_memory(run);
    }
    felt_audit_rows(run->audit, felt_join_count(run->ledger.join));
    return ledger_ended(&run->ledger);
}

/* Where not all was read, there is no verdict. */
static cli_exit conclude(const audit_run *run, cli_exit code)
{
    static const cli_exit exits[] = {[FELT_AUDIT_CLEAN] = CLI_DONE, [FELT_AUDIT_INCOMPLETE] = CLI_DATA, [FELT_AUDIT_DIFFERS] = CLI_FAILED};
    return code != CLI_DONE ? code : exits[felt_audit_conclude(run->audit)];
}

static cli_exit run_audit(audit_run *run, cli *c, felt_arena *arena)
{
    felt_text text, groups = {"", 0};
    run->form.decimals = run->ledger.decimals;
    run->form.rounds = run->ledger.rounds.name;
    run->form.bets = run->ledger.bets.name;
    if (felt_audit_open(arena, run->ledger.book, &run->audit) != FELT_OK ||
        felt_report_audit_head(arena, &run->form, run->ledger.book, &text) != FELT_OK)
        return out_of_memory(run);
    cli_exit opened = audit_files_open(&run->files, &run->ledger, &run->form, &run->request, run->audit);
    run->form.by = &run->files.by;
    run->form.groups = run->files.groups;
    if (opened != CLI_DONE)
        return opened;
    put(run, text);
    /* a bar needs a line of its own, which JSON does not leave */
    run->ledger.shows_progress = run->form.style != FELT_REPORT_JSON || !isatty(fileno(c->out));
    cli_exit code = compare_all(run);
    if (run->incomplete || audit_files_groups(&run->files, &groups) != FELT_OK ||
        felt_report_audit_totals(run->files.arena, &run->form, run->audit, &text) != FELT_OK)
        return run->incomplete ? code : out_of_memory(run);
    if (run->form.style != FELT_REPORT_JSON)
        put(run, groups);
    put(run, text);
    return conclude(run, audit_files_finish(&run->files, code));
}

cli_exit cmd_audit(cli *c, int argc, char **argv)
{
    ledger_request r = {.rounds = NULL};
    audit_run run = {.audit = NULL};
    history_input history;
    bool json = false;
    flag flags[LEDGER_FLAGS + 5];
    ledger_flags(&r, flags);
    flags[LEDGER_FLAGS] = (flag){"--json", FLAG_SWITCH, &json};
    flags[LEDGER_FLAGS + 1] = (flag){"--by", FLAG_TEXT, &r.by};
    flags[LEDGER_FLAGS + 2] = (flag){"--csv", FLAG_TEXT, &run.request.csv};
    flags[LEDGER_FLAGS + 3] = (flag){"--by-csv", FLAG_TEXT, &run.request.by_csv};
    flags[LEDGER_FLAGS + 4] = (flag){"--html", FLAG_TEXT, &run.request.html};
    int words = cli_arguments(c, argc, argv, flags, LEDGER_FLAGS + 5);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words == 1 && r.rounds == NULL && r.bets == NULL && history_input_try(c, argv[1], &history)) {
        if (!ledger_chooses(&r) && run.request.csv == NULL && run.request.by_csv == NULL && run.request.html == NULL)
            return audit_history(c, &history, json);
        history_input_close(&history);
        return cli_usage(c, "a history says itself what its tables have chosen; expected no other option than --json");
    }
    r.clock = run.request.html != NULL;
    run.form.style = cli_style(c, json);
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = ledger_open(&run.ledger, c, arena, &r, words, argv + 1);
    if (code == CLI_DONE)
        code = run_audit(&run, c, arena);
    audit_files_close(&run.files);
    felt_audit_close(run.audit);
    ledger_close(&run.ledger);
    felt_arena_free(arena);
    return code;
}
