/* src/cli/history_store.c - the chains of a store's tables, written as a history. */
#include "history_store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES_MAX = FELT_HISTORY_TABLES_MAX };

/* A history on its way. */
typedef struct writing {
    history_store *s;
    const char *table; /* the one that is meant; NULL: all */
    felt_history_writer *writer;
    FILE *out;
    int64_t last, done;
    felt_status status;
    int64_t *setups; /* the numbers of records that are setups; while a chain is read, the store cannot be asked for what they name */
    int setup_count, setup_capacity;
} writing;

cli_exit history_store_wrong(history_store *s, felt_status status)
{
    cli_complain(s->c, "%s: %s", s->address, s->error.message[0] != '\0' ? s->error.message : felt_status_text(status));
    return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
}

/* ---- the tables of a store ---- */

/* Chains whose name begins with '@' are the house's own. */
static bool see_table(void *context, const felt_table_entry *table)
{
    const writing *w = context;
    history_store *s = w->s;
    bool meant = w->table == NULL || felt_text_is(table->name, w->table);
    if (!meant || table->name.bytes[0] == '@')
        return true;
    if (s->count == TABLES_MAX)
        return false;
    history_chain *found = &s->chains[s->count++];
    *found = (history_chain){.table = table->table};
    memcpy(found->name, table->name.bytes, table->name.length);
    return true;
}

static cli_exit list_tables(history_store *s, const char *table)
{
    writing w = {.s = s, .table = table};
    s->chains = felt_arena_take(s->arena, TABLES_MAX, sizeof *s->chains);
    felt_status status = s->chains == NULL ? FELT_ENOMEM : felt_store_tables(s->store, see_table, &w, &s->error);
    for (int i = 0; i < s->count && status == FELT_OK; i++) {
        status = felt_store_head(s->store, s->chains[i].table, &s->chains[i].head, &s->error);
        if (status == FELT_OK)
            status = felt_store_floor(s->store, s->arena, s->chains[i].table, &s->chains[i].floor, &s->error);
    }
    if (status != FELT_OK)
        return history_store_wrong(s, status);
    if (s->count == 0 && table != NULL)
        return cli_usage(s->c, "%s has no table '%s'", s->address, table);
    return CLI_DONE;
}

/* Opening would make a file that is not there. */
cli_exit history_store_open(cli *c, const char *address, const char *table, history_store *ret)
{
    static const char start[] = "sqlite:";
    *ret = (history_store){.c = c, .address = address, .arena = felt_arena_new((size_t)1 << 30)};
    if (ret->arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    if (strncmp(address, start, sizeof start - 1) == 0 && access(address + sizeof start - 1, F_OK) != 0) {
        cli_complain(c, "%s: there is no such file", address);
        return CLI_DATA;
    }
    felt_status status = felt_store_open(address, &ret->store, &ret->error);
    if (status == FELT_OK)
        return list_tables(ret, table);
    history_store_wrong(ret, status);
    return CLI_DATA;
}

void history_store_close(history_store *s)
{
    felt_store_close(s->store);
    felt_arena_free(s->arena);
}

/* ---- writing ---- */

static bool put(void *context, felt_text line)
{
    const writing *w = context;
    return fwrite(line.bytes, 1, line.length, w->out) == line.length;
}

static bool see_hash(void *context, const uint8_t hash[FELT_HISTORY_HASH_BYTES])
{
    writing *w = context;
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_STORE_DOCUMENT_BYTES_MAX);
    felt_text document;
    w->status = arena == NULL ? FELT_ENOMEM : felt_store_document_find(w->s->store, arena, hash, &document, &w->s->error);
    if (w->status == FELT_OK)
        w->status = felt_history_writer_document(w->writer, document, &w->s->error);
    felt_arena_free(arena);
    return w->status == FELT_OK;
}

static bool see_setup(void *context, const felt_history_record *record)
{
    writing *w = context;
    if (record->sequence > w->last)
        return false;
    if (!felt_setup_is(record->event))
        return true;
    if (w->setup_count == w->setup_capacity) {
        int capacity = w->setup_capacity == 0 ? 16 : 2 * w->setup_capacity;
        int64_t *setups = realloc(w->setups, (size_t)capacity * sizeof *setups);
        w->status = setups == NULL ? FELT_ENOMEM : FELT_OK;
        if (setups == NULL)
            return false;
        w->setups = setups;
        w->setup_capacity = capacity;
    }
    w->setups[w->setup_count++] = record->sequence;
    return true;
}

static felt_status put_named(writing *w, felt_text setup)
{
    felt_status status = felt_history_named(setup, see_hash, w, &w->s->error);
    return status == FELT_OK ? w->status : status;
}

static felt_status put_documents(writing *w, const history_chain *from)
{
    history_store *s = w->s;
    felt_status status = from->floor.sequence == 0 ? FELT_OK : put_named(w, from->floor.kept_record);
    if (status == FELT_OK)
        status = felt_store_read(s->store, from->table, from->floor.sequence + 1, see_setup, w, &s->error);
    if (status == FELT_OK)
        status = w->status;
    for (int i = 0; i < w->setup_count && status == FELT_OK; i++) {
        felt_arena *arena = felt_arena_new((size_t)2 * FELT_STORE_EVENT_BYTES_MAX);
        felt_text setup;
        status = arena == NULL ? FELT_ENOMEM : felt_store_record(s->store, arena, from->table, w->setups[i], &setup, &s->error);
        if (status == FELT_OK)
            status = put_named(w, setup);
        felt_arena_free(arena);
    }
    w->setup_count = 0;
    return status;
}

static bool see_record(void *context, const felt_history_record *record)
{
    writing *w = context;
    if (record->sequence > w->last)
        return false;
    w->status = felt_history_writer_record(w->writer, record->sequence, record->hash, record->event, &w->s->error);
    w->done++;
    if (w->s->told != NULL && w->done % 1024 == 0)
        w->s->told(w->s->context, w->done);
    return w->status == FELT_OK;
}

static felt_status put_chain(writing *w, const history_chain *from)
{
    history_store *s = w->s;
    felt_history_floor floor = {.sequence = from->floor.sequence, .opening = from->floor.opening};
    memcpy(floor.hash, from->floor.hash, sizeof floor.hash);
    w->last = from->head.sequence;
    felt_status status = put_documents(w, from);
    if (status == FELT_OK)
        status = felt_history_writer_table(w->writer, felt_text_from(from->name), from->table.number, &floor,
                                           from->head.sequence - floor.sequence, from->head.hash, &s->error);
    if (status == FELT_OK)
        status = felt_store_read(s->store, from->table, floor.sequence + 1, see_record, w, &s->error);
    return status == FELT_OK ? w->status : status;
}

felt_status history_store_put(history_store *s, FILE *out)
{
    writing w = {.s = s, .out = out};
    felt_status status = felt_history_writer_new(put, &w, &w.writer, &s->error);
    for (int i = 0; i < s->count && status == FELT_OK; i++)
        status = put_chain(&w, &s->chains[i]);
    if (status == FELT_OK)
        status = felt_history_writer_end(w.writer, &s->error);
    felt_history_writer_free(w.writer);
    free(w.setups);
    return status;
}
