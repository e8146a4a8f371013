/* src/cli/cmd_test.c - `felt test`: run case files, and tell which rows of the sheets no case came to. */
#include "cli.h"

#include <felt/case_report.h>
#include <fnmatch.h>
#include <string.h>

typedef struct test_run {
    cli *c;
    bool tap, coverage;
    cli_texts filters; /* none: every case */
    int chosen;        /* cases that fit one of them */
    felt_case_form form;
    felt_arena *arena; /* of the whole run */
    cli_named_sheets sheets; /* loaded once, so that coverage adds up over files */
    felt_coverage covered;
    cli_exit worst;
} test_run;

static void worsen(test_run *run, cli_exit code)
{
    if (code > run->worst)
        run->worst = code;
}

/* ---- results ---- */

static void put(test_run *run, felt_status status, felt_text text)
{
    if (!cli_put(run->c, status, text))
        worsen(run, CLI_DATA);
}

/* ---- the cases that are wanted ---- */

/* A copy in small letters, with a NUL at its end; NULL: there is no memory. */
static const char *lower(felt_arena *arena, felt_text text)
{
    char *small = felt_arena_take(arena, text.length + 1, 1);
    for (size_t i = 0; small != NULL && i < text.length; i++)
        small[i] = (char)(text.bytes[i] >= 'A' && text.bytes[i] <= 'Z' ? text.bytes[i] - 'A' + 'a' : text.bytes[i]);
    return small;
}

/* A part of the name, or with * ? [ a pattern of all of it, as the shell has them. */
static bool fits(const char *filter, const char *name)
{
    return strpbrk(filter, "*?[") != NULL ? fnmatch(filter, name, 0) == 0 : strstr(name, filter) != NULL;
}

static void lower_filters(test_run *run)
{
    for (int i = 0; i < run->filters.count; i++) {
        const char *small = lower(run->arena, felt_text_from(run->filters.list[i]));
        run->filters.list[i] = small != NULL ? small : run->filters.list[i];
    }
}

/* Leaves the cases that fit a filter. FELT_ENOMEM: there is no memory. */
static felt_status choose(test_run *run, felt_arena *arena, const felt_cases *all, felt_cases *ret)
{
    *ret = *all;
    if (run->filters.count == 0)
        return FELT_OK;
    felt_case *list = felt_arena_take(arena, (size_t)all->count + 1, sizeof *list);
    if (list == NULL)
        return FELT_ENOMEM;
    *ret = (felt_cases){.file = all->file, .list = list};
    for (int i = 0; i < all->count; i++) {
        const char *name = lower(arena, all->list[i].name);
        bool wanted = false;
        for (int k = 0; k < run->filters.count && name != NULL && !wanted; k++)
            wanted = fits(run->filters.list[k], name);
        if (name == NULL)
            return FELT_ENOMEM;
        if (wanted)
            list[ret->count++] = all->list[i];
    }
    run->chosen += ret->count;
    return FELT_OK;
}

static felt_status run_cases(test_run *run, felt_arena *arena, const felt_cases *all)
{
    felt_case_results results;
    felt_cases cases;
    felt_status status = choose(run, arena, all, &cases);
    if (status == FELT_OK)
        status = felt_cases_run(arena, &cases, &run->covered, &results);
    if (status != FELT_OK)
        return status;
    felt_text text = {"", 0};
    put(run, felt_report_cases(arena, &run->form, &cases, &results, &text), text);
    if (results.failed > 0)
        worsen(run, CLI_FAILED);
    return FELT_OK;
}

static felt_status test_text(test_run *run, felt_arena *arena, felt_text text)
{
    felt_case_sheets sheets = {&run->sheets, cli_named_sheets_find};
    felt_diags diags = felt_diags_in(arena);
    const felt_cases *cases;
    felt_status status = felt_cases_read(arena, felt_text_from(run->sheets.file), text, &sheets, &diags, &cases);
    fflush(run->c->out);
    cli_print_diags(run->c, &diags);
    return status == FELT_OK ? run_cases(run, arena, cases) : status;
}

static void test_file(test_run *run, const char *path)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text text;
    run->sheets.file = path;
    felt_status status = arena == NULL ? FELT_ENOMEM : cli_read(run->c, arena, path, FELT_SHEET_BYTES_MAX, &text);
    bool was_read = status == FELT_OK;
    if (was_read)
        status = test_text(run, arena, text);
    if (status != FELT_OK) {
        if ((was_read || arena == NULL) && status == FELT_ENOMEM) /* cli_read complains itself */
            cli_complain(run->c, "%s: out of memory", path);
        felt_text line = {"", 0};
        put(run, felt_report_cases_unread(run->arena, &run->form, felt_text_from(path), &line), line);
        worsen(run, status == FELT_ESHEET ? CLI_SHEET : CLI_DATA);
    }
    felt_arena_free(arena);
}

/* ---- coverage ---- */

static void print_coverage(test_run *run)
{
    felt_text text = {"", 0};
    put(run, felt_report_coverage(run->arena, &run->form, &run->covered, &text), text);
    for (const felt_coverage_sheet *covered = run->covered.first; covered != NULL; covered = covered->next) {
        felt_coverage_tally tally = felt_coverage_count(covered);
        if (tally.decided < tally.wanted)
            worsen(run, CLI_FAILED);
    }
}

cli_exit cmd_test(cli *c, int argc, char **argv)
{
    test_run run = {.c = c};
    const flag flags[] = {
        {"--tap", FLAG_SWITCH, &run.tap}, {"--coverage", FLAG_SWITCH, &run.coverage}, {"--filter", FLAG_TEXTS, &run.filters}};
    int words = cli_arguments(c, argc, argv, flags, 3);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words == 0)
        return cli_usage(c, "expected at least one case FILE");
    run.arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (run.arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    run.sheets = (cli_named_sheets){.c = c, .arena = run.arena};
    run.covered = felt_coverage_in(run.arena);
    run.form.style = run.tap ? FELT_REPORT_TAP : cli_style(c, false);
    lower_filters(&run);
    for (int i = 1; i <= words; i++)
        test_file(&run, argv[i]);
    if (run.coverage)
        print_coverage(&run);
    felt_text totals = {"", 0};
    put(&run, felt_report_cases_totals(run.arena, &run.form, run.worst == CLI_DONE, &totals), totals);
    cli_named_sheets_free(&run.sheets);
    felt_arena_free(run.arena);
    if (run.filters.count > 0 && run.chosen == 0 && run.worst == CLI_DONE)
        return cli_usage(c, "no case of %s is called so", words == 1 ? "this file" : "these files");
    return run.worst;
}
