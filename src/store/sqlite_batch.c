/* src/store/sqlite_batch.c - what a batch writes: deeds are collected, and put into the database when it is committed or looked at.
 *
 * Whoever decides deeds need not wait for SQLite then: felt_store_commit_begin has it done by a thread of the store's own. */
#include "sqlite.h"

#include <stdlib.h>

/* ---- collecting ---- */

static bool grow(void **list, size_t wanted, size_t *room, size_t size)
{
    if (wanted <= *room)
        return true;
    size_t more = *room == 0 ? 256 : *room * 2;
    while (more < wanted)
        more *= 2;
    void *grown = realloc(*list, more * size);
    if (grown == NULL)
        return false;
    *list = grown;
    *room = more;
    return true;
}

felt_status sqlite_keep(engine_db *db, const engine_deed *d, felt_error *error)
{
    sqlite_batch *b = &db->batch;
    if (!grow((void **)&b->rows, b->row_count + 1, &b->row_room, sizeof *b->rows) ||
        !grow((void **)&b->bytes, b->byte_count + d->event.length, &b->byte_room, 1) ||
        !grow((void **)&b->postings, b->posting_count + (size_t)d->posting_count, &b->posting_room, sizeof *b->postings))
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory for a batch");
    sqlite_row *row = &b->rows[b->row_count++];
    *row = (sqlite_row){.deed = *d, .posted = db->posted, .byte = b->byte_count, .posting = b->posting_count};
    memcpy(row->hash, d->hash, sizeof row->hash);
    if (d->player != 0)
        memcpy(row->digest, d->digest, sizeof row->digest);
    memcpy(b->bytes + b->byte_count, d->event.bytes, d->event.length);
    b->byte_count += d->event.length;
    if (d->posting_count > 0)
        memcpy(b->postings + b->posting_count, d->postings, (size_t)d->posting_count * sizeof *d->postings);
    b->posting_count += (size_t)d->posting_count;
    db->posted += d->posting_count;
    return FELT_OK;
}

void sqlite_batch_clear(engine_db *db)
{
    db->batch.row_count = db->batch.byte_count = db->batch.posting_count = 0;
}

void sqlite_batch_free(engine_db *db)
{
    free(db->batch.rows);
    free(db->batch.bytes);
    free(db->batch.postings);
}

/* ---- writing ---- */

static felt_status write_command(engine_db *db, const sqlite_row *row, felt_error *error)
{
    sqlite3_stmt *s = db->list[SQL_COMMAND];
    sqlite3_bind_int64(s, 1, (int64_t)row->deed.command);
    sqlite3_bind_int64(s, 2, row->deed.player);
    sqlite3_bind_int64(s, 3, row->deed.table);
    sqlite3_bind_int64(s, 4, row->deed.sequence);
    sqlite3_bind_blob(s, 5, row->digest, sizeof row->digest, SQLITE_STATIC);
    return sqlite_run(db, SQL_COMMAND, NULL, error);
}

static felt_status write_posting(engine_db *db, const sqlite_row *row, int i, felt_error *error)
{
    const engine_posting *p = &db->batch.postings[row->posting + (size_t)i];
    sqlite3_stmt *s = db->list[SQL_POSTING];
    sqlite3_bind_int64(s, 1, row->posted + 1 + i);
    sqlite3_bind_int64(s, 2, row->deed.table);
    sqlite3_bind_int64(s, 3, row->deed.sequence);
    sqlite3_bind_int64(s, 4, p->player);
    sqlite3_bind_int64(s, 5, p->available);
    sqlite3_bind_int64(s, 6, p->held);
    sqlite3_bind_int64(s, 7, engine_posting_house(p));
    if (p->bet == 0)
        sqlite3_bind_null(s, 8);
    else
        sqlite3_bind_int64(s, 8, p->bet);
    return sqlite_run(db, SQL_POSTING, NULL, error);
}

static felt_status write_row(engine_db *db, const sqlite_row *row, felt_error *error)
{
    const engine_deed *d = &row->deed;
    sqlite3_stmt *s = db->list[SQL_RECORD];
    sqlite3_bind_int64(s, 1, d->table);
    sqlite3_bind_int64(s, 2, d->sequence);
    sqlite3_bind_int64(s, 3, d->kind);
    sqlite3_bind_int64(s, 4, d->time_ms);
    if (d->reverses == 0)
        sqlite3_bind_null(s, 5);
    else
        sqlite3_bind_int64(s, 5, d->reverses);
    sqlite3_bind_int64(s, 6, row->posted);
    sqlite3_bind_int64(s, 7, d->posting_count);
    sqlite3_bind_blob(s, 8, row->hash, sizeof row->hash, SQLITE_STATIC);
    sqlite3_bind_blob(s, 9, db->batch.bytes + row->byte, (int)d->event.length, SQLITE_STATIC);
    felt_status status = sqlite_run(db, SQL_RECORD, NULL, error);
    if (status == FELT_OK && d->player != 0)
        status = write_command(db, row, error);
    for (int i = 0; status == FELT_OK && i < d->posting_count; i++)
        status = write_posting(db, row, i, error);
    return status;
}

static felt_status write_rows(engine_db *db, felt_error *error)
{
    felt_status status = FELT_OK;
    for (size_t i = 0; status == FELT_OK && i < db->batch.row_count; i++)
        status = write_row(db, &db->batch.rows[i], error);
    sqlite_batch_clear(db);
    return status;
}

/* After the records that it has grown by. */
felt_status sqlite_head_set(engine_db *db, int64_t of, const felt_head *head, felt_error *error)
{
    felt_status status = write_rows(db, error);
    if (status != FELT_OK)
        return status;
    sqlite3_bind_int64(db->list[SQL_HEAD_SET], 1, of);
    sqlite3_bind_int64(db->list[SQL_HEAD_SET], 2, head->sequence);
    sqlite3_bind_blob(db->list[SQL_HEAD_SET], 3, head->hash, FELT_STORE_HASH_BYTES, SQLITE_STATIC);
    return sqlite_run(db, SQL_HEAD_SET, NULL, error);
}

/* The ledger takes what was posted since it was last asked to. */
felt_status sqlite_post(engine_db *db, bool last, felt_error *error)
{
    (void)last;
    felt_status status = write_rows(db, error);
    if (status != FELT_OK || db->posted == db->taken)
        return status;
    sqlite3_bind_int64(db->list[SQL_POST], 1, db->posted);
    status = sqlite_run(db, SQL_POST, NULL, error);
    if (status == FELT_OK)
        db->taken = db->posted;
    return status;
}
