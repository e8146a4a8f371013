/* src/cli/cmd_history.c - `felt history`: the chains of a store as a file, and whether files or a store were changed. */
#include "history_input.h"
#include "history_store.h"

#include <felt/history_report.h>
#include <string.h>

typedef struct history_request {
    const char *store, *table, *output;
} history_request;

/* ---- export ---- */

static cli_exit export(history_store *s, const history_request *request)
{
    const char *path = request->output;
    bool standard = path == NULL || strcmp(path, "-") == 0;
    cli_output output;
    cli_exit code = standard ? CLI_DONE : cli_output_open(s->c, path, &output);
    if (code != CLI_DONE)
        return code;
    felt_status status = history_store_put(s, standard ? s->c->out : output.file);
    if (status != FELT_OK) {
        if (!standard)
            cli_output_drop(s->c, &output);
        return history_store_wrong(s, status);
    }
    return standard ? CLI_DONE : cli_output_close(s->c, &output);
}

/* ---- verify ---- */

enum { REPORT_ARENA_MAX = 1 << 16 };

static cli_exit say(cli *c, int64_t tables, int64_t records, int64_t floors)
{
    felt_arena *arena = felt_arena_new(REPORT_ARENA_MAX);
    felt_text text = {"", 0};
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_report_history_chains(arena, tables, records, floors, &text);
    bool said = cli_put(c, status, text);
    felt_arena_free(arena);
    return said ? CLI_DONE : CLI_DATA;
}

static cli_exit verify_store(history_store *s, const history_request *request)
{
    int64_t records = 0, all = 0;
    (void)request;
    for (int i = 0; i < s->count; i++) {
        felt_status status = felt_store_verify(s->store, s->chains[i].table, &records, &s->error);
        if (status != FELT_OK)
            return history_store_wrong(s, status);
        all += records;
    }
    return say(s->c, s->count, all, 0);
}

/* What was found in files that go on with one another. */
typedef struct verified {
    felt_history_ends *ends;
    int files;
    int64_t tables, records, floors; /* `floors`: chains that begin at one, with nothing before them */
} verified;

static felt_status take_item(verified *v, const felt_history_item *item, felt_error *error)
{
    bool known = false;
    felt_status status = FELT_OK;
    if (item->kind == FELT_HISTORY_TABLE) {
        status = felt_history_ends_table(v->ends, item, &known, error);
        v->tables += !known;
        v->floors += !known && item->floor.sequence > 0;
    } else {
        v->records += item->kind != FELT_HISTORY_END;
    }
    if (status != FELT_OK)
        error->line = item->line;
    return status;
}

static cli_exit verify_file(cli *c, const char *path, verified *v)
{
    history_input input;
    felt_history_reader *reader = NULL;
    felt_history_item item = {.kind = FELT_HISTORY_TABLE};
    felt_error error = {.message = ""};
    cli_exit code = history_input_open(c, path, &input);
    if (code != CLI_DONE)
        return code;
    felt_history_ends_next(v->ends);
    felt_status status = felt_history_reader_new(history_input_of(&input), &reader, &error);
    while (status == FELT_OK && item.kind != FELT_HISTORY_END) {
        status = felt_history_reader_next(reader, &item, &error);
        if (status == FELT_OK)
            status = take_item(v, &item, &error);
    }
    felt_history_reader_free(reader);
    history_input_close(&input);
    return status == FELT_OK ? CLI_DONE : history_input_wrong(c, &input, status, &error);
}

static cli_exit verify_files(cli *c, char **paths, int count)
{
    verified v = {.files = count};
    felt_error error = {.message = ""};
    cli_exit code = CLI_DONE;
    if (felt_history_ends_new(&v.ends, &error) != FELT_OK) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    for (int i = 0; i < count && code == CLI_DONE; i++)
        code = verify_file(c, paths[i], &v);
    if (code == CLI_DONE && felt_history_ends_check(v.ends, &error) != FELT_OK) {
        cli_complain(c, "%s: %s", paths[count - 1], error.message);
        code = CLI_FAILED;
    }
    felt_history_ends_free(v.ends);
    return code == CLI_DONE ? say(c, v.tables, v.records, v.floors) : code;
}

/* ---- the verb ---- */

static cli_exit with_store(cli *c, const history_request *request, cli_exit (*run)(history_store *, const history_request *))
{
    history_store s;
    cli_exit code = history_store_open(c, request->store, request->table, &s);
    if (code == CLI_DONE)
        code = run(&s, request);
    history_store_close(&s);
    return code;
}

cli_exit cmd_history(cli *c, int argc, char **argv)
{
    history_request r = {.store = NULL};
    const flag flags[] = {{"--store", FLAG_TEXT, &r.store},
                          {"--table", FLAG_TEXT, &r.table},
                          {"--output", FLAG_TEXT, &r.output},
                          {"-o", FLAG_TEXT, &r.output}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    bool exports = words > 0 && strcmp(argv[1], "export") == 0, verifies = words > 0 && strcmp(argv[1], "verify") == 0;
    if (!exports && !verifies)
        return cli_usage(c, "found %s, expected export or verify", words > 0 ? argv[1] : "nothing");
    if (verifies && r.output != NULL)
        return cli_usage(c, "verify writes no file");
    if (verifies && r.store == NULL)
        return words >= 2 && r.table == NULL ? verify_files(c, argv + 2, words - 1) : cli_usage(c, "expected files to verify, or --store");
    if (words != 1)
        return cli_usage(
            c, exports ? "found '%s', expected no file: an export is made of a store" : "found '%s', which does not go with --store",
            argv[2]);
    if (r.store == NULL)
        r.store = CLI_STORE;
    return with_store(c, &r, exports ? export : verify_store);
}
