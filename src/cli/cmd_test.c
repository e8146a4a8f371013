/* src/cli/cmd_test.c - `felt test`: run case files, and tell which rows of the sheets no case came to. */
#include "cli.h"

#include <felt/cases.h>
#include <string.h>

/* A sheet that some file named; loaded once, so that coverage adds up over files. */
typedef struct loaded {
    felt_text path;
    felt_arena *arena;
    felt_status status;
    const felt_sheet *sheet;
    struct loaded *next;
} loaded;

typedef struct test_run {
    cli *c;
    bool tap, coverage;
    felt_arena *arena; /* of the whole run */
    const char *file;  /* the case file that is being read */
    loaded *sheets;
    felt_coverage covered;
    int passed, failed;
    int number; /* of TAP lines so far */
    cli_exit worst;
} test_run;

static void worsen(test_run *run, cli_exit code)
{
    if (code > run->worst)
        run->worst = code;
}

/* ---- sheets ---- */

static bool starts_with(felt_text text, const char *start)
{
    size_t length = strlen(start);
    return text.length >= length && memcmp(text.bytes, start, length) == 0;
}

/* A relative path is seen from the folder of the case file. Empty when memory runs out. */
static felt_text resolve(test_run *run, felt_text name)
{
    const char *slash = strrchr(run->file, '/');
    if (slash == NULL || !(starts_with(name, "./") || starts_with(name, "../")))
        return felt_arena_copy(run->arena, name);
    while (starts_with(name, "./") && name.length > 2) {
        name.bytes += 2;
        name.length -= 2;
    }
    return felt_arena_print(run->arena, "%.*s/%.*s", (int)(slash - run->file), run->file, FELT_TEXT_ARGS(name));
}

static void load(test_run *run, loaded *l)
{
    l->status = FELT_ENOMEM;
    l->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (l->arena == NULL)
        return;
    felt_diags diags = felt_diags_in(l->arena);
    fflush(run->c->out);
    l->status = cli_load(run->c, l->arena, l->path.bytes, &diags, &l->sheet);
    if (l->status != FELT_OK)
        cli_print_diags(run->c->err, run->c->color_err, &diags);
}

/* felt_case_sheets.find */
static felt_status find_sheet(void *context, felt_text name, const felt_sheet **ret, felt_text *ret_why)
{
    test_run *run = context;
    bool is_path = starts_with(name, "./") || starts_with(name, "../") || starts_with(name, "/");
    bool looks_like_path = memchr(name.bytes, '/', name.length) != NULL || memchr(name.bytes, '.', name.length) != NULL;
    if (!is_path && (looks_like_path || felt_text_is(name, "-"))) {
        *ret_why = felt_text_from("a name, or a path that begins with ./, ../ or /");
        return FELT_ENOTFOUND;
    }
    felt_text path = resolve(run, name);
    loaded **at = &run->sheets;
    if (path.bytes == NULL)
        return FELT_ENOMEM;
    while (*at != NULL && !felt_text_equal((*at)->path, path))
        at = &(*at)->next;
    if (*at == NULL) {
        loaded *l = felt_arena_take(run->arena, 1, sizeof *l);
        if (l == NULL)
            return FELT_ENOMEM;
        l->path = path;
        load(run, l);
        *at = l;
    }
    *ret = (*at)->sheet;
    return (*at)->status;
}

/* ---- results ---- */

static void print_wager(FILE *file, const felt_wager *wager)
{
    fprintf(file, "%.*s%s%.*s", FELT_TEXT_ARGS(wager->short_name), wager->side.length > 0 ? " on " : "", FELT_TEXT_ARGS(wager->side));
}

static void print_failures(test_run *run, const felt_case_result *result)
{
    FILE *out = run->c->out;
    const char *mark = run->tap ? "# " : "    ";
    for (int i = 0; i < result->failure_count; i++) {
        const felt_case_failure *failure = &result->failures[i];
        fprintf(out, "%sline %d: ", mark, failure->line);
        print_wager(out, failure->wager);
        fprintf(out, ": %.*s\n", FELT_TEXT_ARGS(failure->message));
    }
    if (result->dropped > 0)
        fprintf(out, "%s... and %d more\n", mark, result->dropped);
}

/* One line of TAP, in which # would begin a directive. */
static void print_tap(test_run *run, bool good, felt_text name)
{
    FILE *out = run->c->out;
    fprintf(out, "%s %d - ", good ? "ok" : "not ok", ++run->number);
    for (size_t i = 0; i < name.length; i++)
        fprintf(out, "%s%c", name.bytes[i] == '#' || name.bytes[i] == '\\' ? "\\" : "", name.bytes[i]);
    fputc('\n', out);
}

static void print_result(test_run *run, const felt_case *c, const felt_case_result *result)
{
    FILE *out = run->c->out;
    bool color = run->c->color_out, good = result->failure_count == 0;
    if (run->tap)
        print_tap(run, good, c->name);
    else if (!good)
        fprintf(out, "%s%s:%d:%s %sfailed:%s %.*s\n", cli_paint(color, COLOR_BOLD), run->file, c->line, cli_paint(color, COLOR_PLAIN),
                cli_paint(color, COLOR_RED), cli_paint(color, COLOR_PLAIN), FELT_TEXT_ARGS(c->name));
    print_failures(run, result);
}

static felt_status run_cases(test_run *run, felt_arena *arena, const felt_cases *cases)
{
    felt_case_results results;
    felt_status status = felt_cases_run(arena, cases, &run->covered, &results);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < cases->count; i++)
        print_result(run, &cases->list[i], &results.list[i]);
    run->passed += results.passed;
    run->failed += results.failed;
    if (results.failed > 0)
        worsen(run, CLI_FAILED);
    return FELT_OK;
}

static felt_status test_text(test_run *run, felt_arena *arena, felt_text text)
{
    felt_case_sheets sheets = {run, find_sheet};
    felt_diags diags = felt_diags_in(arena);
    const felt_cases *cases;
    felt_status status = felt_cases_read(arena, felt_text_from(run->file), text, &sheets, &diags, &cases);
    fflush(run->c->out);
    cli_print_diags(run->c->err, run->c->color_err, &diags);
    return status == FELT_OK ? run_cases(run, arena, cases) : status;
}

static void test_file(test_run *run, const char *path)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text text;
    run->file = path;
    felt_status status = arena == NULL ? FELT_ENOMEM : cli_read(run->c, arena, path, FELT_SHEET_BYTES_MAX, &text);
    bool was_read = status == FELT_OK;
    if (was_read)
        status = test_text(run, arena, text);
    if (status != FELT_OK) {
        if ((was_read || arena == NULL) && status == FELT_ENOMEM) /* cli_read complains itself */
            cli_complain(run->c, "%s: out of memory", path);
        if (run->tap)
            print_tap(run, false, felt_text_from(path));
        worsen(run, status == FELT_ESHEET ? CLI_SHEET : CLI_DATA);
    }
    felt_arena_free(arena);
}

/* ---- coverage ---- */

typedef struct tally {
    int wanted, decided;
} tally;

static void print_row(test_run *run, const felt_sheet *sheet, const felt_wager *wager, int row)
{
    const felt_row *r = &wager->rows[row];
    fprintf(run->c->out, "%s%.*s:%d: no case comes to ", run->tap ? "# " : "", FELT_TEXT_ARGS(sheet->file), r->line);
    print_wager(run->c->out, wager);
    fprintf(run->c->out, ": %.*s\n", FELT_TEXT_ARGS(r->text));
}

static tally cover_sheet(test_run *run, const felt_coverage_sheet *covered, bool print)
{
    const felt_sheet *sheet = covered->sheet;
    tally sum = {0};
    for (int i = 0; i < sheet->wager_count; i++) {
        uint64_t wanted = felt_coverage_wanted(&sheet->wagers[i]);
        for (int row = 0; row < sheet->wagers[i].row_count; row++) {
            bool is_wanted = wanted >> row & 1, is_decided = covered->decided[i] >> row & 1;
            sum.wanted += is_wanted;
            sum.decided += is_wanted && is_decided;
            if (print && is_wanted && !is_decided)
                print_row(run, sheet, &sheet->wagers[i], row);
        }
    }
    return sum;
}

static void print_coverage(test_run *run)
{
    for (const felt_coverage_sheet *covered = run->covered.first; covered != NULL; covered = covered->next) {
        tally sum = cover_sheet(run, covered, false);
        bool whole = sum.wanted == sum.decided;
        char line[FELT_NAME_BYTES_MAX + 256];
        snprintf(line, sizeof line, "%.*s: cases come to %d of %d rows", FELT_TEXT_ARGS(covered->sheet->short_name), sum.decided,
                 sum.wanted);
        if (run->tap)
            print_tap(run, whole, felt_text_from(line));
        cover_sheet(run, covered, true);
        if (!run->tap)
            fprintf(run->c->out, "%s\n", line);
        if (!whole)
            worsen(run, CLI_FAILED);
    }
}

static void print_summary(test_run *run)
{
    bool color = run->c->color_out;
    if (run->tap)
        fprintf(run->c->out, "1..%d\n", run->number);
    else
        fprintf(run->c->out, "%s%d passed, %d failed%s\n", cli_paint(color, run->worst == CLI_DONE ? COLOR_GREEN : COLOR_RED), run->passed,
                run->failed, cli_paint(color, COLOR_PLAIN));
}

cli_exit cmd_test(cli *c, int argc, char **argv)
{
    test_run run = {.c = c};
    const flag flags[] = {{"--tap", FLAG_SWITCH, &run.tap}, {"--coverage", FLAG_SWITCH, &run.coverage}};
    int words = cli_arguments(c, argc, argv, flags, 2);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words == 0)
        return cli_usage(c, "expected at least one case FILE");
    run.arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (run.arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    run.covered = felt_coverage_in(run.arena);
    for (int i = 1; i <= words; i++)
        test_file(&run, argv[i]);
    if (run.coverage)
        print_coverage(&run);
    print_summary(&run);
    for (loaded *l = run.sheets; l != NULL; l = l->next)
        felt_arena_free(l->arena);
    felt_arena_free(run.arena);
    return run.worst;
}
