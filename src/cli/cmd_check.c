/* src/cli/cmd_check.c - `felt check`: compile sheets and print what is to be said about them. */
#include "cli.h"

#include <felt/design.h>
#include <felt/sheet_report.h>

typedef struct check_run {
    cli *c;
    felt_check_form form;
    cli_exit worst;
} check_run;

/* An exit code replaces a milder one; a sheet that does not compile is worse than one with findings. */
static void worsen(check_run *run, cli_exit code)
{
    static const int rank[] = {[CLI_DONE] = 0, [CLI_FAILED] = 1, [CLI_SHEET] = 2, [CLI_USAGE] = 3, [CLI_DATA] = 3};
    if (rank[code] > rank[run->worst])
        run->worst = code;
}

static void put(check_run *run, felt_status status, felt_text text)
{
    if (!cli_put(run->c, status, text))
        worsen(run, CLI_DATA);
}

/* Both checks of a sheet that compiles, and what pays would mend. */
static felt_status check(const felt_sheet *sheet, felt_diags *diags)
{
    felt_status status = felt_sheet_check(sheet, diags);
    if (status == FELT_OK)
        status = felt_odds_check(sheet, diags);
    return status == FELT_OK ? felt_design_mend(sheet, diags) : status;
}

static void check_one(check_run *run, felt_arena *texts, const char *name)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        worsen(run, CLI_DATA);
        return;
    }
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    felt_status status = cli_load(run->c, arena, name, &diags, &sheet);
    if (status == FELT_OK)
        status = check(sheet, &diags);
    if (sheet != NULL && diags.error_count > 0)
        worsen(run, CLI_FAILED);
    if (status == FELT_ESHEET)
        worsen(run, CLI_SHEET);
    else if (status != FELT_OK)
        worsen(run, status == FELT_ENOTFOUND ? CLI_USAGE : CLI_DATA);
    if (status == FELT_ENOMEM)
        cli_complain(run->c, "%s: out of memory", name);
    felt_text text = {"", 0};
    put(run, felt_report_check_sheet(texts, &run->form, sheet, &diags, &text), text);
    felt_arena_free(arena);
}

static void check_all(check_run *run, felt_arena *texts, int count, const char **names)
{
    felt_text text = {"", 0};
    put(run, felt_report_check_head(texts, &run->form, &text), text);
    for (int i = 0; i < count; i++)
        check_one(run, texts, names[i]);
    put(run, felt_report_check_totals(texts, &run->form, &text), text);
}

cli_exit cmd_check(cli *c, int argc, char **argv)
{
    check_run run = {.c = c};
    bool json = false;
    const flag flags[] = {
        {"--json", FLAG_SWITCH, &json}, {"--all", FLAG_SWITCH, &run.form.accepted}, {"--name", FLAG_TEXT, &c->input_name}};
    int words = cli_arguments(c, argc, argv, flags, 3);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    run.form.style = cli_style(c, json);
    felt_arena *texts = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    const char **list = (const char **)(argv + 1);
    int total = words;
    if (texts == NULL)
        return CLI_DATA;
    if (words == 0)
        total = cli_shipped(c, texts, &list);
    if (total >= 0)
        check_all(&run, texts, total, list);
    felt_arena_free(texts);
    return total < 0 ? CLI_DATA : run.worst;
}
