/* src/cli/cmd_history.c - `felt history`: the chains of a store as a file, and whether a file or a store was changed. */
#include "history_input.h"

#include <felt/store.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES_MAX = FELT_HISTORY_TABLES_MAX };

typedef struct history_request {
    const char *store, *table, *output;
} history_request;

typedef struct chain {
    felt_table_id table;
    char name[FELT_STORE_NAME_BYTES_MAX + 1];
    felt_head head;
} chain;

typedef struct history_run {
    cli *c;
    const history_request *request;
    felt_store *store;
    felt_arena *arena;
    chain *chains;
    int count;
    felt_history_writer *writer;
    FILE *out;
    int64_t last; /* of the chain that is read: what is added meanwhile is left out */
    felt_status status;
    felt_error error;
    int64_t *setups; /* the numbers of records that are setups; while a chain is read, the store cannot be asked for what they name */
    int setup_count, setup_capacity;
} history_run;

static cli_exit wrong(history_run *run, felt_status status)
{
    cli_complain(run->c, "%s: %s", run->request->store, run->error.message[0] != '\0' ? run->error.message : felt_status_text(status));
    return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
}

/* ---- the tables of a store ---- */

/* Chains whose name begins with '@' are the house's own. */
static bool see_table(void *context, const felt_table_entry *table)
{
    history_run *run = context;
    bool meant = run->request->table == NULL || felt_text_is(table->name, run->request->table);
    if (!meant || table->name.bytes[0] == '@')
        return true;
    if (run->count == TABLES_MAX)
        return false;
    chain *found = &run->chains[run->count++];
    found->table = table->table;
    memcpy(found->name, table->name.bytes, table->name.length);
    return true;
}

static cli_exit list_tables(history_run *run)
{
    run->chains = felt_arena_take(run->arena, TABLES_MAX, sizeof *run->chains);
    felt_status status = run->chains == NULL ? FELT_ENOMEM : felt_store_tables(run->store, see_table, run, &run->error);
    for (int i = 0; i < run->count && status == FELT_OK; i++)
        status = felt_store_head(run->store, run->chains[i].table, &run->chains[i].head, &run->error);
    if (status != FELT_OK)
        return wrong(run, status);
    if (run->count == 0 && run->request->table != NULL)
        return cli_usage(run->c, "%s has no table '%s'", run->request->store, run->request->table);
    return CLI_DONE;
}

/* Opening would make a file that is not there. */
static cli_exit open_store(history_run *run)
{
    static const char start[] = "sqlite:";
    const char *address = run->request->store;
    if (strncmp(address, start, sizeof start - 1) == 0 && access(address + sizeof start - 1, F_OK) != 0) {
        cli_complain(run->c, "%s: there is no such file", address);
        return CLI_DATA;
    }
    felt_status status = felt_store_open(address, &run->store, &run->error);
    if (status == FELT_OK)
        return list_tables(run);
    wrong(run, status);
    return CLI_DATA;
}

/* ---- export ---- */

static bool put(void *context, felt_text line)
{
    const history_run *run = context;
    return fwrite(line.bytes, 1, line.length, run->out) == line.length;
}

static bool see_hash(void *context, const uint8_t hash[FELT_HISTORY_HASH_BYTES])
{
    history_run *run = context;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_STORE_DOCUMENT_BYTES_MAX);
    felt_text document;
    run->status = arena == NULL ? FELT_ENOMEM : felt_store_document_find(run->store, arena, hash, &document, &run->error);
    if (run->status == FELT_OK)
        run->status = felt_history_writer_document(run->writer, document, &run->error);
    felt_arena_free(arena);
    return run->status == FELT_OK;
}

static bool see_setup(void *context, const felt_history_record *record)
{
    history_run *run = context;
    if (record->sequence > run->last)
        return false;
    if (!felt_setup_is(record->event))
        return true;
    if (run->setup_count == run->setup_capacity) {
        int capacity = run->setup_capacity == 0 ? 16 : 2 * run->setup_capacity;
        int64_t *setups = realloc(run->setups, (size_t)capacity * sizeof *setups);
        run->status = setups == NULL ? FELT_ENOMEM : FELT_OK;
        if (setups == NULL)
            return false;
        run->setups = setups;
        run->setup_capacity = capacity;
    }
    run->setups[run->setup_count++] = record->sequence;
    return true;
}

static felt_status put_documents(history_run *run, const chain *from)
{
    felt_status status = felt_store_read(run->store, from->table, 1, see_setup, run, &run->error);
    if (status == FELT_OK)
        status = run->status;
    for (int i = 0; i < run->setup_count && status == FELT_OK; i++) {
        felt_arena *arena = felt_arena_new((size_t)2 * FELT_STORE_EVENT_BYTES_MAX);
        felt_text setup;
        status = arena == NULL ? FELT_ENOMEM : felt_store_record(run->store, arena, from->table, run->setups[i], &setup, &run->error);
        if (status == FELT_OK)
            status = felt_history_named(setup, see_hash, run, &run->error);
        if (status == FELT_OK)
            status = run->status;
        felt_arena_free(arena);
    }
    run->setup_count = 0;
    return status;
}

static bool see_record(void *context, const felt_history_record *record)
{
    history_run *run = context;
    if (record->sequence > run->last)
        return false;
    run->status = felt_history_writer_record(run->writer, record->sequence, record->hash, record->event, &run->error);
    return run->status == FELT_OK;
}

static felt_status put_chain(history_run *run, const chain *from)
{
    run->last = from->head.sequence;
    felt_status status = put_documents(run, from);
    if (status == FELT_OK)
        status = felt_history_writer_table(run->writer, felt_text_from(from->name), from->table.number, from->head.sequence,
                                           from->head.hash, &run->error);
    if (status == FELT_OK)
        status = felt_store_read(run->store, from->table, 1, see_record, run, &run->error);
    return status == FELT_OK ? run->status : status;
}

static felt_status put_history(history_run *run)
{
    felt_status status = felt_history_writer_new(put, run, &run->writer, &run->error);
    for (int i = 0; i < run->count && status == FELT_OK; i++)
        status = put_chain(run, &run->chains[i]);
    if (status == FELT_OK)
        status = felt_history_writer_end(run->writer, &run->error);
    felt_history_writer_free(run->writer);
    return status;
}

static cli_exit export(history_run *run)
{
    const char *path = run->request->output;
    bool standard = path == NULL || strcmp(path, "-") == 0;
    cli_output output;
    cli_exit code = standard ? CLI_DONE : cli_output_open(run->c, path, &output);
    if (code != CLI_DONE)
        return code;
    run->out = standard ? run->c->out : output.file;
    felt_status status = put_history(run);
    if (status != FELT_OK) {
        if (!standard)
            cli_output_drop(run->c, &output);
        return wrong(run, status);
    }
    return standard ? CLI_DONE : cli_output_close(run->c, &output);
}

/* ---- verify ---- */

static cli_exit verify_store(history_run *run)
{
    int64_t records = 0, all = 0;
    for (int i = 0; i < run->count; i++) {
        felt_status status = felt_store_verify(run->store, run->chains[i].table, &records, &run->error);
        if (status != FELT_OK)
            return wrong(run, status);
        all += records;
    }
    fprintf(run->c->out, "%d tables with %lld records: nothing was changed, left out or moved\n", run->count, (long long)all);
    return CLI_DONE;
}

static cli_exit verify_file(cli *c, const char *path)
{
    history_input input;
    felt_history_reader *reader = NULL;
    felt_history_item item = {.kind = FELT_HISTORY_TABLE};
    felt_error error = {.message = ""};
    int64_t tables = 0, records = 0;
    cli_exit code = history_input_open(c, path, &input);
    if (code != CLI_DONE)
        return code;
    felt_status status = felt_history_reader_new(history_input_of(&input), &reader, &error);
    while (status == FELT_OK && item.kind != FELT_HISTORY_END) {
        status = felt_history_reader_next(reader, &item, &error);
        tables += status == FELT_OK && item.kind == FELT_HISTORY_TABLE;
        records += status == FELT_OK && item.kind != FELT_HISTORY_TABLE && item.kind != FELT_HISTORY_END;
    }
    felt_history_reader_free(reader);
    history_input_close(&input);
    if (status != FELT_OK)
        return history_input_wrong(c, &input, status, &error);
    fprintf(c->out, "%lld tables with %lld records: nothing was changed, left out or moved\n", (long long)tables, (long long)records);
    return CLI_DONE;
}

/* ---- the verb ---- */

static cli_exit with_store(cli *c, const history_request *request, cli_exit (*run_it)(history_run *))
{
    history_run run = {.c = c, .request = request, .arena = felt_arena_new(1 << 24)};
    if (run.arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = open_store(&run);
    if (code == CLI_DONE)
        code = run_it(&run);
    felt_store_close(run.store);
    felt_arena_free(run.arena);
    free(run.setups);
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
        return words == 2 && r.table == NULL ? verify_file(c, argv[2]) : cli_usage(c, "expected one file to verify, or --store");
    if (words != 1)
        return cli_usage(
            c, exports ? "found '%s', expected no file: an export is made of a store" : "found '%s', which does not go with --store",
            argv[2]);
    if (r.store == NULL)
        r.store = CLI_STORE;
    return with_store(c, &r, exports ? export : verify_store);
}
