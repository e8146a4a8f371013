/* src/cli/cmd_trace.c - `felt trace`: clauses of a sheet, the rows that carry them, the cases that prove them, and how those went. */
#include "cli.h"

#include <felt/par.h>
#include <felt/trace_report.h>
#include <string.h>
#include <unistd.h>

enum { COPY_BYTES_MAX = 256 << 20 };

typedef struct trace_run {
    cli *c;
    felt_arena *arena; /* of the whole run */
    cli_named_sheets sheets;
    cli_texts files;
    const char *clause;
    bool json, coverage;
} trace_run;

static cli_exit no_memory(const trace_run *run)
{
    cli_complain(run->c, "out of memory");
    return CLI_DATA;
}

/* ---- copies of the sources ---- */

/* The path of a copy, seen from the folder of the sheet. */
static felt_text copy_path(felt_arena *arena, const felt_sheet *sheet, felt_text file)
{
    size_t folder = sheet->file.length;
    while (folder > 0 && sheet->file.bytes[folder - 1] != '/')
        folder--;
    if (file.bytes[0] == '/')
        folder = 0;
    return felt_arena_print(arena, "%.*s%.*s", (int)folder, sheet->file.bytes, FELT_TEXT_ARGS(file));
}

/* A copy that is not there is no mistake of the sheet's: not everybody has it. */
static cli_exit look_at(trace_run *run, const felt_sheet *sheet, const felt_source *source, felt_trace_source *ret)
{
    char digits[FELT_PAR_HASH_DIGITS + 1];
    felt_text path = source->file.length == 0 ? source->file : copy_path(run->arena, sheet, source->file), bytes;
    *ret = (felt_trace_source){.copy = FELT_COPY_NONE, .hash = {"", 0}};
    if (path.bytes == NULL)
        return no_memory(run);
    if (path.length == 0)
        return CLI_DONE;
    ret->copy = FELT_COPY_MISSING;
    if (access(path.bytes, R_OK) != 0)
        return CLI_DONE;
    felt_arena *arena = felt_arena_new((size_t)2 * COPY_BYTES_MAX);
    if (arena == NULL)
        return no_memory(run);
    if (cli_read(run->c, arena, path.bytes, COPY_BYTES_MAX, &bytes) != FELT_OK) {
        felt_arena_free(arena);
        return CLI_DATA;
    }
    felt_par_hash(bytes, digits);
    felt_arena_free(arena);
    ret->hash = felt_arena_copy(run->arena, felt_text_from(digits));
    ret->copy = FELT_COPY_UNSTATED;
    if (source->hash.length > 0)
        ret->copy = felt_text_is(source->hash, digits) ? FELT_COPY_SAME : FELT_COPY_DIFFERS;
    if (ret->hash.bytes == NULL)
        return no_memory(run);
    return ret->copy == FELT_COPY_DIFFERS ? CLI_FAILED : CLI_DONE;
}

/* ---- cases ---- */

static cli_exit read_cases(trace_run *run, const char *path, const felt_cases **ret)
{
    felt_text text;
    felt_diags diags = felt_diags_in(run->arena);
    felt_case_sheets sheets = {&run->sheets, cli_named_sheets_find};
    run->sheets.file = path;
    if (cli_read(run->c, run->arena, path, FELT_SHEET_BYTES_MAX, &text) != FELT_OK)
        return CLI_DATA;
    felt_status status = felt_cases_read(run->arena, felt_text_from(path), text, &sheets, &diags, ret);
    cli_print_diags(run->c, &diags);
    if (status == FELT_OK)
        return CLI_DONE;
    if (status == FELT_ENOMEM)
        cli_complain(run->c, "%s: out of memory", path);
    return status == FELT_ESHEET ? CLI_SHEET : CLI_DATA;
}

static bool is_shipped(const trace_run *run, const felt_sheet *sheet)
{
    felt_text path =
        felt_arena_print(run->arena, "%s/%.*s.felt", run->c->rules == NULL ? "" : run->c->rules, FELT_TEXT_ARGS(sheet->short_name));
    return path.bytes != NULL && felt_text_is(sheet->file, cli_path_from_here(path.bytes));
}

static void add_if_there(trace_run *run, felt_text path)
{
    if (run->files.count == 0 && path.bytes != NULL && access(path.bytes, R_OK) == 0)
        run->files.list[run->files.count++] = cli_path_from_here(path.bytes);
}

/* Where nobody names a case file, the one beside the sheet, if there is one; of a shipped sheet, the one that is shipped. */
static void add_own_cases(trace_run *run, const felt_sheet *sheet)
{
    static const char ending[] = ".felt";
    felt_text path = sheet->file;
    if (run->files.count > 0 || path.length < sizeof ending || memcmp(path.bytes + path.length - 5, ending, 5) != 0)
        return;
    add_if_there(run, felt_arena_print(run->arena, "%.*s.case", (int)path.length - 5, path.bytes));
    if (run->c->cases != NULL && is_shipped(run, sheet))
        add_if_there(run, felt_arena_print(run->arena, "%s/%.*s.case", run->c->cases, FELT_TEXT_ARGS(sheet->short_name)));
}

/* ---- the trace ---- */

/* Cases are named "GB-10: what happens": that may be what was meant. */
static cli_exit refuse_clause(trace_run *run, const felt_trace *trace)
{
    felt_near near = felt_near_to(felt_text_from(run->clause));
    for (int i = 0; i < trace->case_count; i++) {
        felt_text name = trace->cases[i].of->name;
        const char *colon = memchr(name.bytes, ':', name.length);
        if (colon != NULL)
            felt_near_try(&near, (felt_text){name.bytes, (size_t)(colon - name.bytes)});
    }
    bool any = near.nearest.length > 0;
    return cli_usage(run->c, "no clause of the sheet, and no case, has '%s'%s%.*s%s", run->clause, any ? "; did you mean '" : "",
                     FELT_TEXT_ARGS(any ? near.nearest : felt_text_from("")), any ? "'?" : "");
}

static cli_exit print(trace_run *run, const felt_sheet *sheet, const felt_cases *const *files)
{
    const felt_trace *trace;
    felt_trace_source *sources = felt_arena_take(run->arena, (size_t)sheet->source_count, sizeof *sources);
    cli_exit worst = sources == NULL ? no_memory(run) : CLI_DONE;
    for (int i = 0; i < sheet->source_count && worst != CLI_DATA; i++) {
        cli_exit code = look_at(run, sheet, &sheet->sources[i], &sources[i]);
        worst = code > worst ? code : worst;
    }
    if (worst == CLI_DATA)
        return worst;
    felt_text clause = felt_text_from(run->clause == NULL ? "" : run->clause), text = {0};
    felt_status status = felt_trace_make(run->arena, sheet, files, run->files.count, clause, &trace);
    if (status == FELT_OK && trace->foreign > 0 && trace->case_count == 0)
        return cli_usage(run->c, "%s: no case is of '%.*s'; %d are of other sheets, or of a sheet of that name with another text",
                         run->files.list[0], FELT_TEXT_ARGS(sheet->file), trace->foreign);
    if (status == FELT_OK && clause.length > 0 && trace->clause_count + trace->other_count == 0)
        return refuse_clause(run, trace);
    if (status == FELT_OK)
        status = felt_report_trace(run->arena, sheet, sources, trace, cli_style(run->c, run->json), &text);
    if (!cli_put(run->c, status, text))
        return CLI_DATA;
    return trace->failed > 0 || (run->coverage && trace->bare > 0) ? CLI_FAILED : worst;
}

static cli_exit trace_sheet(trace_run *run, int words, char **names)
{
    const felt_sheet **sheets;
    const felt_cases *files[CLI_TEXTS_MAX];
    int count;
    cli_exit code = cli_load_all(run->c, run->arena, words, names, &sheets, &count);
    if (code != CLI_DONE)
        return code;
    add_own_cases(run, sheets[0]);
    for (int i = 0; i < run->files.count && code == CLI_DONE; i++)
        code = read_cases(run, run->files.list[i], &files[i]);
    return code == CLI_DONE ? print(run, sheets[0], files) : code;
}

cli_exit cmd_trace(cli *c, int argc, char **argv)
{
    trace_run run = {.c = c};
    const flag flags[] = {{"--cases", FLAG_TEXTS, &run.files},
                          {"--clause", FLAG_TEXT, &run.clause},
                          {"--coverage", FLAG_SWITCH, &run.coverage},
                          {"--json", FLAG_SWITCH, &run.json}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d sheets, expected one", words);
    run.arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (run.arena == NULL)
        return no_memory(&run);
    run.sheets = (cli_named_sheets){.c = c, .arena = run.arena};
    cli_exit code = trace_sheet(&run, words, argv + 1);
    cli_named_sheets_free(&run.sheets);
    felt_arena_free(run.arena);
    return code;
}
