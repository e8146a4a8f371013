/* src/cli/cmd_check.c - `felt check`: compile sheets and print what is to be said about them. */
#include "cli.h"

#include <felt/odds.h>

typedef struct check_run {
    cli *c;
    bool json, all;
    json_t *array;
    int sheets, wagers, errors, warnings, notes, accepted;
    cli_exit worst;
} check_run;

static void count(check_run *run, const felt_diags *diags)
{
    for (int i = 0; i < diags->count; i++) {
        const felt_diag *d = &diags->list[i];
        if (d->accepted)
            run->accepted++;
        else if (d->severity == FELT_WARNING)
            run->warnings++;
        else if (d->severity == FELT_NOTE)
            run->notes++;
    }
    run->errors += diags->error_count; /* with those that the list had no room for */
}

/* An exit code replaces a milder one; a sheet that does not compile is worse than one with findings. */
static void worsen(check_run *run, cli_exit code)
{
    static const int rank[] = {[CLI_DONE] = 0, [CLI_FAILED] = 1, [CLI_SHEET] = 2, [CLI_USAGE] = 3, [CLI_DATA] = 3};
    if (rank[code] > rank[run->worst])
        run->worst = code;
}

static void check_one(check_run *run, const char *name)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        worsen(run, CLI_DATA);
        return;
    }
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    felt_status status = cli_load(run->c, arena, name, &diags, &sheet);
    if (status == FELT_OK) {
        run->sheets++;
        run->wagers += sheet->wager_count;
        status = felt_sheet_check(sheet, &diags);
        if (status == FELT_OK)
            status = felt_odds_check(sheet, &diags);
        if (diags.error_count > 0)
            worsen(run, CLI_FAILED);
    }
    if (status != FELT_OK)
        worsen(run, status == FELT_ESHEET ? CLI_SHEET : status == FELT_ENOTFOUND ? CLI_USAGE : CLI_DATA);
    if (status == FELT_ENOMEM)
        cli_complain(run->c, "%s: out of memory", name);
    count(run, &diags);
    if (run->json)
        cli_json_diags(run->array, &diags);
    else {
        for (int i = 0; i < diags.count; i++)
            if (run->all || !diags.list[i].accepted)
                cli_print_diag(run->c->out, run->c->color_out, &diags.list[i]);
        if (diags.dropped > 0)
            fprintf(run->c->out, "... and %d more\n", diags.dropped);
    }
    felt_arena_free(arena);
}

static void print_summary(const check_run *run)
{
    FILE *out = run->c->out;
    fprintf(out, "%d sheet%s, %d wager%s: %d error%s, %d warning%s, %d note%s", run->sheets, run->sheets == 1 ? "" : "s", run->wagers,
            run->wagers == 1 ? "" : "s", run->errors, run->errors == 1 ? "" : "s", run->warnings, run->warnings == 1 ? "" : "s", run->notes,
            run->notes == 1 ? "" : "s");
    if (run->accepted > 0)
        fprintf(out, "; %d accepted%s", run->accepted, run->all ? "" : " (--all shows them)");
    fputc('\n', out);
}

cli_exit cmd_check(cli *c, int argc, char **argv)
{
    check_run run = {.c = c};
    const flag flags[] = {{"--json", FLAG_SWITCH, &run.json}, {"--all", FLAG_SWITCH, &run.all}};
    int words = cli_arguments(c, argc, argv, flags, 2);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    felt_arena *names = felt_arena_new(1 << 20);
    const char **list = (const char **)(argv + 1);
    int total = names == NULL ? -1 : words > 0 ? words : cli_shipped(c, names, &list);
    run.array = run.json ? json_array() : NULL;
    for (int i = 0; i < total; i++)
        check_one(&run, list[i]);
    felt_arena_free(names);
    if (total < 0) {
        json_decref(run.array);
        return CLI_DATA;
    }
    if (run.json) {
        cli_exit code = cli_json_print(c, run.array);
        return code != CLI_DONE ? code : run.worst;
    }
    if (run.sheets > 0 || run.errors > 0)
        print_summary(&run);
    return run.worst;
}
