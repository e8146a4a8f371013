/* src/store/postgres_retire.c - floors of chains in PostgreSQL: looking at one, raising it, and where nothing is held.
 *
 * Other processes may write meanwhile: all that a floor removes stands below records that nobody changes any more, and its row is
 * locked. */
#include "postgres.h"

#include <string.h>

static felt_status copy(felt_arena *arena, felt_text bytes, felt_text *ret, felt_error *error)
{
    *ret = felt_arena_copy(arena, bytes);
    if (ret->bytes != NULL)
        return FELT_OK;
    return felt_error_set(error, FELT_ELIMIT, -1, "the arena has no room for %zu bytes", bytes.length);
}

static felt_status read_floor(felt_arena *arena, const PGresult *result, felt_floor *ret, felt_error *error)
{
    felt_floor found = {.sequence = pg_get_number(result, 0, 0), .time_ms = pg_get_number(result, 0, 2)};
    felt_text hash = pg_get_bytes(result, 0, 1);
    if (hash.length != FELT_STORE_HASH_BYTES)
        return felt_error_set(error, FELT_EDATA, -1, "the hash of a floor was changed");
    memcpy(found.hash, hash.bytes, sizeof found.hash);
    found.kept = pg_get_number(result, 0, 3);
    if (arena == NULL) {
        *ret = found;
        return FELT_OK;
    }
    felt_status status = copy(arena, pg_get_bytes(result, 0, 4), &found.kept_record, error);
    if (status == FELT_OK)
        status = copy(arena, pg_get_bytes(result, 0, 5), &found.opening, error);
    if (status == FELT_OK)
        status = copy(arena, pg_get_bytes(result, 0, 6), &found.archive, error);
    if (status == FELT_OK)
        *ret = found;
    return status;
}

felt_status pg_floor(engine_db *db, felt_arena *arena, int64_t table, felt_floor *ret, felt_error *error)
{
    PGresult *result = NULL;
    pg_parameters p = {.count = 0};
    pg_number(&p, table);
    felt_status status = pg_ask(db, PG_FLOOR, &p, &result, error);
    if (status == FELT_OK && PQntuples(result) == 0)
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such table");
    if (status == FELT_OK)
        status = read_floor(arena, result, ret, error);
    PQclear(result);
    return status;
}

/* It may take its time, and goes through whole tables, as an audit does, which may follow in the same batch. */
felt_status pg_retire(engine_db *db, int64_t table, const felt_floor *floor, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_number(&p, table);
    pg_number(&p, floor->sequence);
    pg_bytes(&p, (felt_text){(const char *)floor->hash, sizeof floor->hash});
    pg_number(&p, floor->time_ms);
    pg_number(&p, floor->kept);
    pg_bytes(&p, floor->kept_record);
    pg_bytes(&p, floor->opening);
    pg_bytes(&p, floor->archive);
    felt_status status = pg_begin(db, error);
    if (status == FELT_OK)
        status = pg_run(db,
                        "SET LOCAL statement_timeout = 0; SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on;"
                        " SET LOCAL enable_mergejoin = on",
                        NULL, error);
    db->patience_ms = PG_AUDIT_MS;
    if (status == FELT_OK)
        status = pg_ask(db, PG_RETIRE, &p, NULL, error);
    db->patience_ms = PG_ANSWER_MS;
    return status;
}

felt_status pg_held(engine_db *db, int64_t table, felt_held_see *see, void *context, felt_error *error)
{
    felt_status status = FELT_OK;
    bool more = true;
    for (int64_t next = 1; status == FELT_OK && more;) {
        PGresult *result = NULL;
        pg_parameters p = {.count = 0};
        pg_number(&p, table);
        pg_number(&p, next);
        status = pg_ask(db, PG_HELD, &p, &result, error);
        int rows = status == FELT_OK ? PQntuples(result) : 0;
        more = rows > 0;
        for (int i = 0; i < rows && more; i++) {
            next = pg_get_number(result, i, 0) + 1;
            more = see(context, next - 1, (felt_money){pg_get_number(result, i, 1)});
        }
        PQclear(result);
    }
    return status;
}
