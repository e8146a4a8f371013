/* src/store/postgres.c - the engine of "postgres://...": one statement for each thing that is written or read. */
#include "postgres.h"

#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

/* A question with at most one row; *ret_found says whether there is one. The result is to be cleared, also when there is none. */
static felt_status one(engine_db *db, pg_statement which, const pg_parameters *p, PGresult **ret, bool *ret_found, felt_error *error)
{
    felt_status status = pg_ask(db, which, p, ret, error);
    if (status == FELT_OK)
        *ret_found = PQntuples(*ret) > 0;
    return status;
}

/* The first column of the only row; FELT_ENOTFOUND with `what` where there is none. */
static felt_status one_number(engine_db *db, pg_statement which, const pg_parameters *p, const char *what, int64_t *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    felt_status status = one(db, which, p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    if (found)
        *ret = pg_get_number(result, 0, 0);
    else
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "%s", what);
    PQclear(result);
    return status;
}

/* A statement that changes a row, or none. */
static felt_status change(engine_db *db, pg_statement which, const pg_parameters *p, bool *ret_changed, felt_error *error)
{
    PGresult *result = NULL;
    felt_status status = pg_ask(db, which, p, &result, error);
    if (status == FELT_OK && ret_changed != NULL)
        *ret_changed = strcmp(PQcmdTuples(result), "0") != 0;
    if (status == FELT_OK)
        PQclear(result);
    return status;
}

static felt_status copy(felt_arena *arena, felt_text bytes, felt_text *ret, felt_error *error)
{
    felt_text copied = felt_arena_copy(arena, bytes);
    if (copied.bytes == NULL) /* the caller's arena is full: the store is none the worse for it */
        return felt_error_set(error, FELT_ELIMIT, -1, "the arena has no room for %zu bytes", bytes.length);
    *ret = copied;
    return FELT_OK;
}

/* ---- players ---- */

static const char no_player[] = "there is no such player";
static const char no_table[] = "there is no such table";

static felt_status player_add(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_bytes(&p, name);
    felt_status status = pg_begin(db, error);
    if (status == FELT_OK)
        status = one_number(db, PG_PLAYER_ADD, &p, "", ret, error);
    if (status == FELT_ENOTFOUND)
        status = felt_error_set(error, FELT_EDATA, -1, "a player has that name already; choose another");
    return status;
}

static felt_status player_find(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_bytes(&p, name);
    return one_number(db, PG_PLAYER_FIND, &p, no_player, ret, error);
}

/* ---- deeds ---- */

static felt_status purse(engine_db *db, int64_t player, felt_balance *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    pg_parameters p = {.count = 0};
    pg_number(&p, player);
    felt_status status = one(db, PG_PURSE, &p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    if (found)
        *ret = (felt_balance){{pg_get_number(result, 0, 0)}, {pg_get_number(result, 0, 1)}};
    else
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "%s", no_player);
    PQclear(result);
    return status;
}

static felt_status till(engine_db *db, int64_t of, int64_t *ret, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_number(&p, of);
    return one_number(db, PG_TILL, &p, no_table, ret, error);
}

static felt_status hold(engine_db *db, int64_t at, int64_t bet, engine_hold *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    pg_parameters p = {.count = 0};
    pg_number(&p, at);
    pg_number(&p, bet);
    felt_status status = one(db, PG_HOLD, &p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    *ret = (engine_hold){.state = ENGINE_NO_HOLD};
    if (found) {
        int64_t player = pg_get_number(result, 0, 0);
        *ret = (engine_hold){player == 0 ? ENGINE_ENDED : ENGINE_STANDS, player, pg_get_number(result, 0, 1)};
    }
    PQclear(result);
    return FELT_OK;
}

/* From three columns, beginning with one. */
static engine_command read_command(const PGresult *result, int row, int column)
{
    engine_command found = {.found = true, .table = pg_get_number(result, row, column), .sequence = pg_get_number(result, row, column + 1)};
    felt_text digest = pg_get_bytes(result, row, column + 2);
    memcpy(found.digest, digest.bytes, digest.length < sizeof found.digest ? digest.length : sizeof found.digest);
    return found;
}

static felt_status command(engine_db *db, int64_t player, uint64_t id, engine_command *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    pg_parameters p = {.count = 0};
    pg_number(&p, player);
    pg_number(&p, (int64_t)id);
    felt_status status = one(db, PG_COMMAND, &p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    *ret = found ? read_command(result, 0, 0) : (engine_command){.found = false};
    PQclear(result);
    return FELT_OK;
}

static felt_status head(engine_db *db, int64_t of, engine_head *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    pg_parameters p = {.count = 0};
    pg_number(&p, of);
    felt_status status = one(db, PG_HEAD, &p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    felt_text hash = found ? pg_get_bytes(result, 0, 1) : (felt_text){"", 0};
    pg_table *known = found ? pg_table_of(db, of, error) : NULL;
    if (!found)
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "%s", no_table);
    else if (hash.length != FELT_STORE_HASH_BYTES)
        status = felt_error_set(error, FELT_EDATA, -1, "table %lld: the hash of its last record was changed", (long long)of);
    else if (known == NULL)
        status = FELT_ENOMEM;
    if (status == FELT_OK) {
        known->open = pg_get_number(result, 0, 3) != 0;
        ret->last.sequence = pg_get_number(result, 0, 0);
        ret->top_bet = pg_get_number(result, 0, 2);
        memcpy(ret->last.hash, hash.bytes, FELT_STORE_HASH_BYTES);
    }
    PQclear(result);
    return status;
}

/* Nobody else writes to a table whose lease one has. */
static bool leased(engine_db *db, int64_t table)
{
    for (size_t i = 0; i < db->table_count; i++)
        if (db->tables[i].table == table)
            return db->tables[i].fence > 0;
    return false;
}

/* A row of what is expected: a command, or without a digest a purse. */
static felt_status see_expected(const PGresult *result, int row, engine_expected_purse *see_purse, engine_expected_command *see_command,
                                void *context, felt_error *error)
{
    int64_t player = pg_get_number(result, row, 0);
    if (PQgetisnull(result, row, 4)) {
        felt_balance found = {{pg_get_number(result, row, 2)}, {pg_get_number(result, row, 3)}};
        return see_purse(context, player, &found, error);
    }
    engine_command found = read_command(result, row, 2);
    return see_command(context, player, (uint64_t)pg_get_number(result, row, 1), &found, error);
}

static felt_status expect(engine_db *db, const felt_expected *list, int count, engine_expected_purse *see_purse,
                          engine_expected_command *see_command, void *context, felt_error *error)
{
    pg_array players = {.numbers = true}, ids = {.numbers = true};
    for (int i = 0; i < count; i++) {
        pg_array_number(&players, list[i].player.number);
        pg_array_number(&ids, (int64_t)list[i].command);
    }
    felt_status status = players.full || ids.full ? felt_error_set(error, FELT_ENOMEM, -1, "no memory for a batch") : FELT_OK;
    PGresult *result = NULL;
    pg_parameters p = {.count = 0};
    if (status == FELT_OK && count > 0) {
        pg_list(&p, &players);
        pg_list(&p, &ids);
        status = pg_ask(db, PG_EXPECT, &p, &result, error);
    }
    for (int i = 0; status == FELT_OK && i < PQntuples(result); i++)
        status = see_expected(result, i, see_purse, see_command, context, error);
    PQclear(result);
    free(players.bytes);
    free(ids.bytes);
    return status;
}

static felt_status result_of(engine_db *db, int64_t of, int64_t sequence, engine_result *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    pg_parameters p = {.count = 0};
    pg_number(&p, of);
    pg_number(&p, sequence);
    felt_status status = one(db, PG_RESULT, &p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    if (found)
        *ret = (engine_result){(felt_entry_kind)pg_get_number(result, 0, 0), pg_get_number(result, 0, 1) != 0};
    else
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such record");
    PQclear(result);
    return status;
}

static felt_status postings(engine_db *db, int64_t of, int64_t sequence, engine_posting_see *see, void *context, felt_error *error)
{
    PGresult *result = NULL;
    pg_parameters p = {.count = 0};
    pg_number(&p, of);
    pg_number(&p, sequence);
    felt_status status = pg_ask(db, PG_POSTINGS, &p, &result, error);
    for (int i = 0; status == FELT_OK && i < PQntuples(result); i++) {
        engine_posting found = {pg_get_number(result, i, 0), pg_get_number(result, i, 1), pg_get_number(result, i, 2),
                                pg_get_number(result, i, 3)};
        if (!see(context, &found))
            break;
    }
    PQclear(result);
    return status;
}

static felt_status holds(engine_db *db, int64_t at, int64_t player, felt_hold_see *see, void *context, felt_error *error)
{
    PGresult *result = NULL;
    pg_parameters p = {.count = 0};
    pg_number(&p, at);
    pg_number(&p, player);
    felt_status status = pg_ask(db, PG_HOLDS, &p, &result, error);
    for (int i = 0; status == FELT_OK && i < PQntuples(result); i++) {
        felt_standing_hold found = {.table = {pg_get_number(result, i, 0)},
                                    .bet = pg_get_number(result, i, 1),
                                    .player = {pg_get_number(result, i, 2)},
                                    .amount = {pg_get_number(result, i, 3)}};
        if (!see(context, &found))
            break;
    }
    PQclear(result);
    return status;
}

/* ---- history ---- */

static felt_status table(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_bytes(&p, name);
    felt_status status = one_number(db, PG_TABLE_FIND, &p, no_table, ret, error);
    if (status != FELT_ENOTFOUND)
        return status;
    status = pg_begin(db, error);
    return status == FELT_OK ? one_number(db, PG_TABLE_ADD, &p, no_table, ret, error) : status;
}

static felt_status tables(engine_db *db, felt_table_see *see, void *context, felt_error *error)
{
    PGresult *result = NULL;
    pg_parameters p = {.count = 0};
    felt_status status = pg_ask(db, PG_TABLES, &p, &result, error);
    for (int i = 0; status == FELT_OK && i < PQntuples(result); i++) {
        felt_table_entry found = {{pg_get_number(result, i, 0)}, pg_get_bytes(result, i, 1), pg_get_number(result, i, 2)};
        if (!see(context, &found))
            break;
    }
    PQclear(result);
    return status;
}

/* The records of one answer; *ret_next is where the next one begins, 0 when there is none. */
static felt_status see_records(const PGresult *result, int64_t of, felt_history_see *see, void *context, int64_t *ret_next,
                               felt_error *error)
{
    *ret_next = 0;
    for (int i = 0; i < PQntuples(result); i++) {
        felt_text hash = pg_get_bytes(result, i, 2);
        felt_history_record record = {.sequence = pg_get_number(result, i, 0),
                                      .event = pg_get_bytes(result, i, 1),
                                      .hash = (const uint8_t *)hash.bytes,
                                      .kind = (felt_entry_kind)pg_get_number(result, i, 3),
                                      .time_ms = pg_get_number(result, i, 4)};
        *ret_next = 0;
        if (hash.length != FELT_STORE_HASH_BYTES)
            return felt_error_set(error, FELT_EDATA, -1, "table %lld: record %lld was changed: its hash has %zu bytes", (long long)of,
                                  (long long)record.sequence, hash.length);
        if (!see(context, &record) || record.sequence == INT64_MAX)
            return FELT_OK;
        *ret_next = record.sequence + 1;
    }
    return FELT_OK;
}

static felt_status read_records(engine_db *db, int64_t of, int64_t from, int64_t to, felt_history_see *see, void *context,
                                felt_error *error)
{
    felt_status status = FELT_OK;
    for (int64_t next = from; status == FELT_OK && next <= to;) {
        PGresult *result = NULL;
        pg_parameters p = {.count = 0};
        pg_number(&p, of);
        pg_number(&p, next);
        pg_number(&p, to);
        status = pg_ask(db, PG_READ, &p, &result, error);
        if (status == FELT_OK)
            status = see_records(result, of, see, context, &next, error);
        PQclear(result);
        if (next == 0)
            break;
    }
    return status;
}

/* ---- notes ---- */

static felt_status note_put(engine_db *db, felt_text kind, felt_text key, felt_text value, int64_t expected, bool *ret_done,
                            felt_error *error)
{
    pg_statement which = expected < 0 ? PG_NOTE_ADD : PG_NOTE_SET;
    pg_parameters p = {.count = 0};
    pg_bytes(&p, kind);
    pg_bytes(&p, key);
    pg_bytes(&p, value);
    if (expected == 0)
        which = PG_NOTE_REPLACE;
    if (expected > 0)
        pg_number(&p, expected);
    felt_status status = pg_begin(db, error);
    return status == FELT_OK ? change(db, which, &p, ret_done, error) : status;
}

static felt_status note_remove(engine_db *db, felt_text kind, felt_text key, bool *ret_done, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_bytes(&p, kind);
    pg_bytes(&p, key);
    felt_status status = pg_begin(db, error);
    return status == FELT_OK ? change(db, PG_NOTE_REMOVE, &p, ret_done, error) : status;
}

static felt_status see_notes(engine_db *db, pg_statement which, felt_text kind, felt_text key, felt_note_see *see, void *context,
                             felt_error *error)
{
    PGresult *result = NULL;
    pg_parameters p = {.count = 0};
    pg_bytes(&p, kind);
    pg_bytes(&p, key);
    felt_status status = pg_ask(db, which, &p, &result, error);
    for (int i = 0; status == FELT_OK && i < PQntuples(result); i++) {
        felt_note found = {pg_get_bytes(result, i, 0), pg_get_bytes(result, i, 1), pg_get_number(result, i, 2)};
        if (!see(context, &found))
            break;
    }
    PQclear(result);
    return status;
}

static felt_status note_get(engine_db *db, felt_text kind, felt_text key, felt_note_see *see, void *context, felt_error *error)
{
    return see_notes(db, PG_NOTE_GET, kind, key, see, context, error);
}

static felt_status notes(engine_db *db, felt_text kind, felt_text from, felt_note_see *see, void *context, felt_error *error)
{
    return see_notes(db, PG_NOTES, kind, from, see, context, error);
}

/* ---- leases ---- */

static felt_status lease_look(engine_db *db, felt_arena *arena, int64_t of, felt_lease *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    felt_lease lease;
    pg_parameters p = {.count = 0};
    pg_number(&p, of);
    felt_status status = one(db, PG_LEASE_LOOK, &p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    if (found)
        status = copy(arena, pg_get_bytes(result, 0, 0), &lease.owner, error);
    else
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "nobody has the lease of that table");
    if (status == FELT_OK) {
        lease.fence = pg_get_number(result, 0, 1);
        lease.left_ms = pg_get_number(result, 0, 2);
        *ret = lease;
    }
    PQclear(result);
    return status;
}

/* Another has it: who. */
static felt_status lease_refused(engine_db *db, int64_t of, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    pg_parameters p = {.count = 0};
    pg_number(&p, of);
    felt_status status = one(db, PG_LEASE_LOOK, &p, &result, &found, error);
    if (status != FELT_OK)
        return status;
    felt_text owner = found ? pg_get_bytes(result, 0, 0) : felt_text_from("nobody any more");
    status = felt_error_set(error, FELT_EDATA, -1, "the lease of table %lld is with %.*s, for %lld ms", (long long)of,
                            FELT_TEXT_ARGS(owner), found ? (long long)pg_get_number(result, 0, 2) : 0LL);
    PQclear(result);
    return status;
}

static felt_status lease_take(engine_db *db, int64_t of, felt_text owner, int64_t ttl_ms, int64_t *ret_fence, felt_error *error)
{
    engine_head chain;
    pg_parameters p = {.count = 0};
    pg_number(&p, of);
    pg_bytes(&p, owner);
    pg_number(&p, ttl_ms);
    felt_status status = head(db, of, &chain, error);
    if (status != FELT_OK)
        return status;
    pg_table *known = pg_table_of(db, of, error);
    if (known == NULL)
        return FELT_ENOMEM;
    known->fence = 0;
    status = one_number(db, PG_LEASE_TAKE, &p, "", ret_fence, error);
    if (status == FELT_OK)
        known->fence = *ret_fence;
    return status == FELT_ENOTFOUND ? lease_refused(db, of, error) : status;
}

static felt_status lease_renew(engine_db *db, int64_t of, int64_t ttl_ms, felt_error *error)
{
    bool done = false;
    pg_parameters p = {.count = 0};
    pg_table *known = pg_table_of(db, of, error);
    if (known == NULL)
        return FELT_ENOMEM;
    pg_number(&p, of);
    pg_number(&p, known->fence);
    pg_number(&p, ttl_ms);
    felt_status status = change(db, PG_LEASE_RENEW, &p, &done, error);
    if (status == FELT_OK && !done) {
        known->fence = 0;
        status = felt_error_set(error, FELT_EDATA, -1, "this process has not the lease of that table");
    }
    return status;
}

static felt_status lease_give_up(engine_db *db, int64_t of, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_table *known = pg_table_of(db, of, error);
    if (known == NULL)
        return FELT_ENOMEM;
    pg_number(&p, of);
    pg_number(&p, known->fence);
    known->fence = 0;
    return change(db, PG_LEASE_GIVE_UP, &p, NULL, error);
}

/* ---- documents ---- */

static felt_status document_keep(engine_db *db, const uint8_t *hash, felt_text document, felt_error *error)
{
    pg_parameters p = {.count = 0};
    pg_bytes(&p, (felt_text){(const char *)hash, FELT_STORE_HASH_BYTES});
    pg_bytes(&p, document);
    felt_status status = pg_begin(db, error);
    return status == FELT_OK ? change(db, PG_DOCUMENT_KEEP, &p, NULL, error) : status;
}

static felt_status document_find(engine_db *db, felt_arena *arena, const uint8_t *hash, felt_text *ret, felt_error *error)
{
    PGresult *result = NULL;
    bool found = false;
    pg_parameters p = {.count = 0};
    pg_bytes(&p, (felt_text){(const char *)hash, FELT_STORE_HASH_BYTES});
    felt_status status = one(db, PG_DOCUMENT_FIND, &p, &result, &found, error);
    if (status == FELT_OK && !found)
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such document");
    if (status == FELT_OK)
        status = copy(arena, pg_get_bytes(result, 0, 0), ret, error);
    PQclear(result);
    return status;
}

/* ---- copies are the database's own affair ---- */

static felt_status backup_open(engine_db *db, const char *path, engine_backup **ret, felt_error *error)
{
    (void)db, (void)path, (void)ret;
    return felt_error_set(error, FELT_EDATA, -1, "a store in PostgreSQL is backed up with pg_dump --schema=felt");
}

static felt_status backup_step(engine_backup *backup, int pages, bool *ret_done, felt_error *error)
{
    (void)backup, (void)pages, (void)ret_done;
    return felt_error_set(error, FELT_EDATA, -1, "a store in PostgreSQL is backed up with pg_dump --schema=felt");
}

static void backup_close(engine_backup *backup)
{
    (void)backup;
}

static felt_status restore(const char *backup, const char *place, felt_error *error)
{
    (void)backup, (void)place;
    return felt_error_set(error, FELT_EDATA, -1, "a store in PostgreSQL is restored with psql, from what pg_dump has written");
}

const engine engine_postgres = {
    .prefix = "postgres://",
    .other_prefix = "postgresql://",
    .shared = true,
    .open = pg_open,
    .close = pg_close,
    .act = pg_act,
    .player_add = player_add,
    .player_find = player_find,
    .purse = purse,
    .till = till,
    .hold = hold,
    .command = command,
    .head = head,
    .leased = leased,
    .expect = expect,
    .head_set = pg_head_set,
    .keep = pg_keep,
    .post = pg_post,
    .result = result_of,
    .postings = postings,
    .holds = holds,
    .audit = pg_audit,
    .table = table,
    .tables = tables,
    .read = read_records,
    .floor = pg_floor,
    .retire = pg_retire,
    .held = pg_held,
    .note_put = note_put,
    .note_remove = note_remove,
    .note_get = note_get,
    .notes = notes,
    .lease_take = lease_take,
    .lease_renew = lease_renew,
    .lease_give_up = lease_give_up,
    .lease_look = lease_look,
    .document_keep = document_keep,
    .document_find = document_find,
    .backup_open = backup_open,
    .backup_step = backup_step,
    .backup_close = backup_close,
    .restore = restore,
};
