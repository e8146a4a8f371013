/* src/store/sqlite_retire.c - floors of chains in SQLite: looking at one, raising it, and where nothing is held.
 *
 * All that a floor does is in the schema; here is one statement for each thing, prepared when it is needed. */
#include "sqlite.h"

#include <string.h>

static felt_status prepare(engine_db *db, const char *sql, int64_t table, sqlite3_stmt **ret, felt_error *error)
{
    int code = sqlite3_prepare_v2(db->handle, sql, -1, ret, NULL);
    if (code != SQLITE_OK)
        return sqlite_fail(db->handle, code, "the store", error);
    sqlite3_bind_int64(*ret, 1, table);
    return FELT_OK;
}

static felt_status copy_column(felt_arena *arena, sqlite3_stmt *row, int column, felt_text *ret, felt_error *error)
{
    const char *bytes = sqlite3_column_blob(row, column);
    size_t size = (size_t)sqlite3_column_bytes(row, column);
    *ret = felt_arena_copy(arena, (felt_text){bytes == NULL ? "" : bytes, size});
    if (ret->bytes != NULL)
        return FELT_OK;
    return felt_error_set(error, FELT_ELIMIT, -1, "the arena has no room for %zu bytes", size);
}

static felt_status read_floor(felt_arena *arena, sqlite3_stmt *row, felt_floor *ret, felt_error *error)
{
    felt_floor found = {.sequence = sqlite3_column_int64(row, 0), .time_ms = sqlite3_column_int64(row, 2)};
    if (sqlite3_column_bytes(row, 1) != FELT_STORE_HASH_BYTES)
        return felt_error_set(error, FELT_EDATA, -1, "the hash of a floor was changed");
    memcpy(found.hash, sqlite3_column_blob(row, 1), sizeof found.hash);
    found.kept = sqlite3_column_int64(row, 3);
    if (arena == NULL) {
        *ret = found;
        return FELT_OK;
    }
    felt_status status = copy_column(arena, row, 4, &found.kept_record, error);
    if (status == FELT_OK)
        status = copy_column(arena, row, 5, &found.opening, error);
    if (status == FELT_OK)
        status = copy_column(arena, row, 6, &found.archive, error);
    if (status == FELT_OK)
        *ret = found;
    return status;
}

felt_status sqlite_floor(engine_db *db, felt_arena *arena, int64_t table, felt_floor *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    felt_status status = prepare(db, "SELECT sequence, hash, time_ms, kept, kept_event, opening, archive FROM floor WHERE table_id = ?1",
                                 table, &row, error);
    if (status != FELT_OK)
        return status;
    int code = sqlite3_step(row);
    if (code == SQLITE_ROW)
        status = read_floor(arena, row, ret, error);
    else if (code == SQLITE_DONE)
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such table");
    else
        status = sqlite_fail(db->handle, code, "the store", error);
    sqlite3_finalize(row);
    return status;
}

static void put_text(sqlite3_stmt *statement, int place, felt_text text)
{
    sqlite3_bind_blob(statement, place, text.length == 0 ? "" : text.bytes, (int)text.length, SQLITE_STATIC);
}

felt_status sqlite_retire(engine_db *db, int64_t table, const felt_floor *floor, felt_error *error)
{
    static const char sql[] =
        "UPDATE OR ROLLBACK floor SET sequence = ?2, hash = ?3, time_ms = ?4, kept = ?5, kept_event = ?6, opening = ?7, archive = ?8,"
        " bet = max(bet, coalesce((SELECT max(bet) FROM ended WHERE table_id = ?1 AND sequence <= ?2), 0)),"
        " postings = postings + (SELECT count(*) FROM posting WHERE table_id = ?1 AND sequence <= ?2) WHERE table_id = ?1";
    sqlite3_stmt *statement = NULL;
    felt_status status = prepare(db, sql, table, &statement, error);
    if (status != FELT_OK)
        return status;
    sqlite3_bind_int64(statement, 2, floor->sequence);
    sqlite3_bind_blob(statement, 3, floor->hash, sizeof floor->hash, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, floor->time_ms);
    sqlite3_bind_int64(statement, 5, floor->kept);
    put_text(statement, 6, floor->kept_record);
    put_text(statement, 7, floor->opening);
    put_text(statement, 8, floor->archive);
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE)
        status = sqlite_fail(db->handle, sqlite3_extended_errcode(db->handle), "the store", error);
    sqlite3_finalize(statement);
    return status;
}

felt_status sqlite_held(engine_db *db, int64_t table, felt_held_see *see, void *context, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    felt_status status = prepare(db,
                                 "SELECT sequence, sum(held) AS change FROM posting WHERE table_id = ?1 GROUP BY sequence"
                                 " HAVING change <> 0 ORDER BY sequence",
                                 table, &row, error);
    int code = status == FELT_OK ? sqlite3_step(row) : SQLITE_DONE;
    while (code == SQLITE_ROW && see(context, sqlite3_column_int64(row, 0), (felt_money){sqlite3_column_int64(row, 1)}))
        code = sqlite3_step(row);
    if (status == FELT_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        status = sqlite_fail(db->handle, code, "the store", error);
    sqlite3_finalize(row);
    return status;
}
