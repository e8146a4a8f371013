/* src/store/postgres_batch.c - what a batch writes: collected in columns, and sent in one statement.
 *
 * As long as a batch has only deeds, nothing is sent before it is committed, and then one statement is a transaction by itself. What else
 * is written, or must be read again after deeds, makes it a transaction that is begun and committed in so many words. */
#include "postgres.h"

#include <stdlib.h>

pg_table *pg_table_of(engine_db *db, int64_t table, felt_error *error)
{
    for (size_t i = 0; i < db->table_count; i++)
        if (db->tables[i].table == table)
            return &db->tables[i];
    if (db->table_count == db->table_room) {
        size_t room = db->table_room * 2 + 16;
        pg_table *grown = realloc(db->tables, room * sizeof *grown);
        if (grown == NULL) {
            felt_error_set(error, FELT_ENOMEM, -1, "no memory for a table");
            return NULL;
        }
        db->tables = grown;
        db->table_room = room;
    }
    db->tables[db->table_count] = (pg_table){.table = table};
    return &db->tables[db->table_count++];
}

static void clear(engine_db *db)
{
    for (int i = 0; i < PG_COLUMNS; i++)
        pg_array_clear(&db->columns[i]);
}

/* ---- collecting ---- */

static void number(engine_db *db, pg_column column, int64_t value)
{
    pg_array_number(&db->columns[column], value);
}

static void keep_posting(engine_db *db, const engine_deed *d, int line)
{
    const engine_posting *p = &d->postings[line - 1];
    number(db, PG_POSTING_TABLE, d->table);
    number(db, PG_POSTING_SEQUENCE, d->sequence);
    number(db, PG_POSTING_LINE, line);
    number(db, PG_POSTING_PLAYER, p->player);
    number(db, PG_POSTING_AVAILABLE, p->available);
    number(db, PG_POSTING_HELD, p->held);
    number(db, PG_POSTING_BET, p->bet);
}

static void keep_command(engine_db *db, const engine_deed *d)
{
    number(db, PG_COMMAND_ID, (int64_t)d->command);
    number(db, PG_COMMAND_PLAYER, d->player);
    number(db, PG_COMMAND_TABLE, d->table);
    number(db, PG_COMMAND_SEQUENCE, d->sequence);
    pg_array_bytes(&db->columns[PG_COMMAND_DIGEST], d->digest, FELT_STORE_DIGEST_BYTES);
}

felt_status pg_keep(engine_db *db, const engine_deed *d, felt_error *error)
{
    (void)error; /* memory is asked about when the columns are sent */
    number(db, PG_RECORD_TABLE, d->table);
    number(db, PG_RECORD_SEQUENCE, d->sequence);
    number(db, PG_RECORD_KIND, d->kind);
    number(db, PG_RECORD_TIME, d->time_ms);
    number(db, PG_RECORD_REVERSES, d->reverses);
    number(db, PG_RECORD_MOVES, d->posting_count);
    pg_array_bytes(&db->columns[PG_RECORD_HASH], d->hash, FELT_STORE_HASH_BYTES);
    pg_array_bytes(&db->columns[PG_RECORD_EVENT], d->event.bytes, d->event.length);
    if (d->player != 0)
        keep_command(db, d);
    for (int line = 1; line <= d->posting_count; line++)
        keep_posting(db, d, line);
    return FELT_OK;
}

/* With the head of a chain goes the fence of its table: 0, which no lease has, where this process has none. */
felt_status pg_head_set(engine_db *db, int64_t table, const felt_head *head, felt_error *error)
{
    pg_table *known = pg_table_of(db, table, error);
    if (known == NULL)
        return FELT_ENOMEM;
    number(db, PG_HEAD_TABLE, table);
    number(db, PG_HEAD_LENGTH, head->sequence);
    pg_array_bytes(&db->columns[PG_HEAD_HASH], head->hash, FELT_STORE_HASH_BYTES);
    if (!known->open) {
        number(db, PG_FENCE_TABLE, table);
        number(db, PG_FENCE, known->fence);
    }
    return FELT_OK;
}

/* ---- sending ---- */

static felt_status send(engine_db *db, felt_error *error)
{
    pg_parameters p = {.count = 0};
    if (db->columns[PG_HEAD_TABLE].count == 0)
        return FELT_OK;
    for (int i = 0; i < PG_COLUMNS; i++) {
        pg_array *column = &db->columns[i];
        column->numbers = i != PG_RECORD_HASH && i != PG_RECORD_EVENT && i != PG_COMMAND_DIGEST && i != PG_HEAD_HASH;
        pg_list(&p, column);
        if (column->full)
            return felt_error_set(error, FELT_ENOMEM, -1, "no memory for a batch");
    }
    felt_status status = pg_ask(db, PG_KEEP, &p, NULL, error);
    clear(db);
    return status;
}

felt_status pg_begin(engine_db *db, felt_error *error)
{
    felt_status status = db->begun ? FELT_OK : pg_run(db, "BEGIN", NULL, error);
    db->begun = status == FELT_OK;
    return status;
}

felt_status pg_post(engine_db *db, bool last, felt_error *error)
{
    if (last && !db->begun)
        return FELT_OK; /* the commit sends it */
    felt_status status = db->columns[PG_HEAD_TABLE].count == 0 ? FELT_OK : pg_begin(db, error);
    return status == FELT_OK ? send(db, error) : status;
}

static felt_status end(engine_db *db, const char *sql, felt_error *error)
{
    bool begun = db->begun;
    db->begun = false;
    clear(db);
    return begun ? pg_run(db, sql, NULL, error) : FELT_OK;
}

/* A transaction that has failed says ROLLBACK when it is asked to commit. */
static felt_status commit(engine_db *db, felt_error *error)
{
    felt_status status = send(db, error);
    if (status != FELT_OK || !db->begun)
        return status;
    PGresult *result = NULL;
    db->begun = false;
    status = pg_run(db, "COMMIT", &result, error);
    if (status == FELT_OK && PQcmdStatus(result)[0] != 'C')
        status = felt_error_set(error, FELT_EDATA, -1, "the database gave the batch up; try again");
    PQclear(result);
    return status;
}

felt_status pg_act(engine_db *db, engine_act which, felt_error *error)
{
    felt_error ignored;
    felt_status status = FELT_OK;
    if (which == ENGINE_BEGIN)
        clear(db);
    else if (which == ENGINE_COMMIT)
        status = commit(db, error);
    else
        status = end(db, "ROLLBACK", error);
    if (status == FELT_EDATA)
        end(db, "ROLLBACK", &ignored);
    return status;
}
