/* src/store/sqlite.c - the engine of "sqlite:FILE": one prepared statement for each thing that is written or read. */
#include "sqlite.h"

static felt_status refuse(engine_db *db, int code, const char *taken, felt_error *error)
{
    bool unique = code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_ROWID;
    if (unique && taken != NULL)
        return felt_error_set(error, FELT_EDATA, -1, "%s", taken);
    return sqlite_fail(db->handle, code, "the store", error);
}

/* ---- statements ---- */

static void put(engine_db *db, sqlite_statement which, int place, int64_t value)
{
    sqlite3_bind_int64(db->list[which], place, value);
}

/* The bytes must live until the statement has run. */
static void put_bytes(engine_db *db, sqlite_statement which, int place, const void *bytes, size_t length)
{
    sqlite3_bind_blob(db->list[which], place, length == 0 ? "" : bytes, (int)length, SQLITE_STATIC);
}

static void put_text(engine_db *db, sqlite_statement which, int place, felt_text text)
{
    put_bytes(db, which, place, text.bytes, text.length);
}

felt_status sqlite_run(engine_db *db, sqlite_statement which, const char *taken, felt_error *error)
{
    int code = sqlite3_step(db->list[which]);
    felt_status status = FELT_OK;
    if (code != SQLITE_DONE)
        status = refuse(db, sqlite3_extended_errcode(db->handle), taken, error);
    sqlite3_reset(db->list[which]);
    return status;
}

/* The next row; *ret_row is NULL after the last. The statement is to be reset. */
static felt_status next_row(engine_db *db, sqlite_statement which, sqlite3_stmt **ret_row, felt_error *error)
{
    int code = sqlite3_step(db->list[which]);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return sqlite_fail(db->handle, code, "the store", error);
    *ret_row = code == SQLITE_ROW ? db->list[which] : NULL;
    return FELT_OK;
}

/* A query for one row, which is to be reset afterwards; FELT_ENOTFOUND with `what` where there is none. */
static felt_status one_row(engine_db *db, sqlite_statement which, const char *what, sqlite3_stmt **ret_row, felt_error *error)
{
    felt_status status = next_row(db, which, ret_row, error);
    if (status == FELT_OK && *ret_row == NULL)
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "%s", what);
    if (status != FELT_OK)
        sqlite3_reset(db->list[which]);
    return status;
}

static felt_text column(sqlite3_stmt *row, int which)
{
    const char *bytes = sqlite3_column_blob(row, which);
    return (felt_text){bytes == NULL ? "" : bytes, (size_t)sqlite3_column_bytes(row, which)};
}

static felt_status copy_column(felt_arena *arena, sqlite3_stmt *row, int which, felt_text *ret, felt_error *error)
{
    felt_text copy = felt_arena_copy(arena, column(row, which));
    if (copy.bytes == NULL) /* the caller's arena is full: the store is none the worse for it */
        return felt_error_set(error, FELT_ELIMIT, -1, "the arena has no room for %d bytes", sqlite3_column_bytes(row, which));
    *ret = copy;
    return FELT_OK;
}

static felt_status read_posted(engine_db *db, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    felt_status status = one_row(db, SQL_POSTED, "the store has no ledger; restore a backup", &row, error);
    if (status != FELT_OK)
        return status;
    db->posted = db->taken = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return FELT_OK;
}

static felt_status act(engine_db *db, engine_act which, felt_error *error)
{
    static const sqlite_statement list[ENGINE_ACTS] = {SQL_BEGIN, SQL_COMMIT, SQL_ROLLBACK};
    if (which != ENGINE_COMMIT)
        sqlite_batch_clear(db);
    if (which == ENGINE_ROLLBACK && sqlite3_get_autocommit(db->handle) != 0)
        return FELT_OK; /* the schema has refused something, and the batch is gone */
    felt_status status = sqlite_run(db, list[which], NULL, error);
    return status == FELT_OK && which == ENGINE_BEGIN ? read_posted(db, error) : status;
}

/* ---- players ---- */

static const char no_player[] = "there is no such player";
static const char no_table[] = "there is no such table";

static felt_status player_add(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    put_text(db, SQL_PLAYER_ADD, 1, name);
    felt_status status = sqlite_run(db, SQL_PLAYER_ADD, "a player has that name already; choose another", error);
    if (status == FELT_OK)
        *ret = sqlite3_last_insert_rowid(db->handle);
    return status;
}

/* A number that a name has. */
static felt_status find_number(engine_db *db, sqlite_statement which, felt_text name, const char *what, int64_t *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put_text(db, which, 1, name);
    felt_status status = one_row(db, which, what, &row, error);
    if (status == FELT_OK)
        *ret = sqlite3_column_int64(row, 0);
    sqlite3_reset(db->list[which]);
    return status;
}

static felt_status player_find(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    return find_number(db, SQL_PLAYER_FIND, name, no_player, ret, error);
}

/* ---- deeds ---- */

static felt_status purse(engine_db *db, int64_t player, felt_balance *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_PURSE, 1, player);
    felt_status status = one_row(db, SQL_PURSE, no_player, &row, error);
    if (status != FELT_OK)
        return status;
    *ret = (felt_balance){{sqlite3_column_int64(row, 0)}, {sqlite3_column_int64(row, 1)}};
    sqlite3_reset(row);
    return FELT_OK;
}

static felt_status till(engine_db *db, int64_t of, int64_t *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_TILL, 1, of);
    felt_status status = one_row(db, SQL_TILL, no_table, &row, error);
    if (status != FELT_OK)
        return status;
    *ret = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return FELT_OK;
}

static felt_status hold(engine_db *db, int64_t at, int64_t bet, engine_hold *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    engine_hold found = {.state = ENGINE_NO_HOLD};
    put(db, SQL_HOLD, 1, at);
    put(db, SQL_HOLD, 2, bet);
    felt_status status = next_row(db, SQL_HOLD, &row, error);
    if (status == FELT_OK && row != NULL)
        found = (engine_hold){ENGINE_STANDS, sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)};
    sqlite3_reset(db->list[SQL_HOLD]);
    if (status == FELT_OK && row == NULL) {
        put(db, SQL_ENDED, 1, at);
        put(db, SQL_ENDED, 2, bet);
        status = next_row(db, SQL_ENDED, &row, error);
        if (status == FELT_OK && row != NULL)
            found.state = ENGINE_ENDED;
        sqlite3_reset(db->list[SQL_ENDED]);
    }
    if (status == FELT_OK)
        *ret = found;
    return status;
}

static felt_status command(engine_db *db, int64_t player, uint64_t id, engine_command *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    engine_command found = {.found = false};
    put(db, SQL_COMMAND_FIND, 1, player);
    put(db, SQL_COMMAND_FIND, 2, (int64_t)id);
    felt_status status = next_row(db, SQL_COMMAND_FIND, &row, error);
    if (status == FELT_OK && row != NULL) {
        felt_text digest = column(row, 2);
        found = (engine_command){.found = true, .table = sqlite3_column_int64(row, 0), .sequence = sqlite3_column_int64(row, 1)};
        memcpy(found.digest, digest.bytes, digest.length < sizeof found.digest ? digest.length : sizeof found.digest);
    }
    sqlite3_reset(db->list[SQL_COMMAND_FIND]);
    if (status == FELT_OK)
        *ret = found;
    return status;
}

static felt_status top_command(engine_db *db, int64_t *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    felt_status status = one_row(db, SQL_COMMAND_TOP, "", &row, error);
    if (status != FELT_OK)
        return status;
    *ret = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return FELT_OK;
}

static felt_status result(engine_db *db, int64_t of, int64_t sequence, engine_result *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_RESULT, 1, of);
    put(db, SQL_RESULT, 2, sequence);
    felt_status status = one_row(db, SQL_RESULT, "there is no such record", &row, error);
    if (status != FELT_OK)
        return status;
    *ret = (engine_result){(felt_entry_kind)sqlite3_column_int(row, 0), sqlite3_column_int(row, 1) != 0};
    sqlite3_reset(row);
    return FELT_OK;
}

static felt_status postings(engine_db *db, int64_t of, int64_t sequence, engine_posting_see *see, void *context, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_POSTINGS, 1, of);
    put(db, SQL_POSTINGS, 2, sequence);
    felt_status status = next_row(db, SQL_POSTINGS, &row, error);
    while (status == FELT_OK && row != NULL) {
        engine_posting found = {sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2),
                                sqlite3_column_int64(row, 3)};
        if (!see(context, &found))
            break;
        status = next_row(db, SQL_POSTINGS, &row, error);
    }
    sqlite3_reset(db->list[SQL_POSTINGS]);
    return status;
}

static felt_status holds(engine_db *db, int64_t at, int64_t player, felt_hold_see *see, void *context, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_HOLDS, 1, at);
    put(db, SQL_HOLDS, 2, player);
    felt_status status = next_row(db, SQL_HOLDS, &row, error);
    while (status == FELT_OK && row != NULL) {
        felt_standing_hold found = {.table = {sqlite3_column_int64(row, 0)},
                                    .bet = sqlite3_column_int64(row, 1),
                                    .player = {sqlite3_column_int64(row, 2)},
                                    .amount = {sqlite3_column_int64(row, 3)}};
        if (!see(context, &found))
            break;
        status = next_row(db, SQL_HOLDS, &row, error);
    }
    sqlite3_reset(db->list[SQL_HOLDS]);
    return status;
}

/* ---- history ---- */

static felt_status table(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    felt_status status = find_number(db, SQL_TABLE_FIND, name, no_table, ret, error);
    if (status != FELT_ENOTFOUND)
        return status;
    put_text(db, SQL_TABLE_ADD, 1, name);
    status = sqlite_run(db, SQL_TABLE_ADD, NULL, error);
    if (status == FELT_OK)
        *ret = sqlite3_last_insert_rowid(db->handle);
    return status;
}

static felt_status tables(engine_db *db, felt_table_see *see, void *context, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    felt_status status = next_row(db, SQL_TABLES, &row, error);
    while (status == FELT_OK && row != NULL) {
        felt_table_entry found = {{sqlite3_column_int64(row, 0)}, column(row, 1), sqlite3_column_int64(row, 2)};
        if (!see(context, &found))
            break;
        status = next_row(db, SQL_TABLES, &row, error);
    }
    sqlite3_reset(db->list[SQL_TABLES]);
    return status;
}

static felt_status head(engine_db *db, int64_t of, engine_head *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_HEAD, 1, of);
    felt_status status = one_row(db, SQL_HEAD, no_table, &row, error);
    if (status != FELT_OK)
        return status;
    felt_text hash = column(row, 1);
    if (hash.length == FELT_STORE_HASH_BYTES) {
        ret->last.sequence = sqlite3_column_int64(row, 0);
        memcpy(ret->last.hash, hash.bytes, FELT_STORE_HASH_BYTES);
        ret->top_bet = sqlite3_column_int64(row, 2);
    } else {
        status = felt_error_set(error, FELT_EDATA, -1, "table %lld: the hash of its last record was changed", (long long)of);
    }
    sqlite3_reset(row);
    return status;
}

static felt_status read_records(engine_db *db, int64_t of, int64_t from, int64_t to, felt_history_see *see, void *context,
                                felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_READ, 1, of);
    put(db, SQL_READ, 2, from);
    put(db, SQL_READ, 3, to);
    felt_status status = next_row(db, SQL_READ, &row, error);
    while (status == FELT_OK && row != NULL) {
        felt_text hash = column(row, 2);
        felt_history_record record = {.sequence = sqlite3_column_int64(row, 0),
                                      .event = column(row, 1),
                                      .hash = (const uint8_t *)hash.bytes,
                                      .kind = (felt_entry_kind)sqlite3_column_int(row, 3),
                                      .time_ms = sqlite3_column_int64(row, 4)};
        if (hash.length != FELT_STORE_HASH_BYTES)
            status = felt_error_set(error, FELT_EDATA, -1, "table %lld: record %lld was changed: its hash has %zu bytes", (long long)of,
                                    (long long)record.sequence, hash.length);
        else if (!see(context, &record))
            break;
        else
            status = next_row(db, SQL_READ, &row, error);
    }
    sqlite3_reset(db->list[SQL_READ]);
    return status;
}

/* ---- notes ---- */

static felt_status note_put(engine_db *db, felt_text kind, felt_text key, felt_text value, int64_t expected, bool *ret_done,
                            felt_error *error)
{
    sqlite_statement which = expected < 0 ? SQL_NOTE_ADD : SQL_NOTE_SET;
    if (expected == 0)
        which = SQL_NOTE_REPLACE;
    put_text(db, which, 1, kind);
    put_text(db, which, 2, key);
    put_text(db, which, 3, value);
    if (which == SQL_NOTE_SET)
        put(db, which, 4, expected);
    felt_status status = sqlite_run(db, which, NULL, error);
    if (status == FELT_OK)
        *ret_done = sqlite3_changes(db->handle) == 1;
    return status;
}

static felt_status note_remove(engine_db *db, felt_text kind, felt_text key, bool *ret_done, felt_error *error)
{
    put_text(db, SQL_NOTE_REMOVE, 1, kind);
    put_text(db, SQL_NOTE_REMOVE, 2, key);
    felt_status status = sqlite_run(db, SQL_NOTE_REMOVE, NULL, error);
    if (status == FELT_OK)
        *ret_done = sqlite3_changes(db->handle) == 1;
    return status;
}

static felt_status see_notes(engine_db *db, sqlite_statement which, felt_text kind, felt_text key, felt_note_see *see, void *context,
                             felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put_text(db, which, 1, kind);
    put_text(db, which, 2, key);
    felt_status status = next_row(db, which, &row, error);
    while (status == FELT_OK && row != NULL) {
        felt_note found = {column(row, 0), column(row, 1), sqlite3_column_int64(row, 2)};
        if (!see(context, &found))
            break;
        status = next_row(db, which, &row, error);
    }
    sqlite3_reset(db->list[which]);
    return status;
}

static felt_status note_get(engine_db *db, felt_text kind, felt_text key, felt_note_see *see, void *context, felt_error *error)
{
    return see_notes(db, SQL_NOTE_GET, kind, key, see, context, error);
}

static felt_status notes(engine_db *db, felt_text kind, felt_text from, felt_note_see *see, void *context, felt_error *error)
{
    return see_notes(db, SQL_NOTES, kind, from, see, context, error);
}

/* ---- leases: the process that has the file has every table ---- */

static felt_status look(engine_db *db, felt_arena *arena, int64_t of, felt_lease *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    felt_lease found = {.left_ms = FELT_STORE_LEASE_MS_MAX};
    put(db, SQL_LEASE_LOOK, 1, of);
    felt_status status = one_row(db, SQL_LEASE_LOOK, "nobody has the lease of that table", &row, error);
    if (status != FELT_OK)
        return status;
    found.fence = sqlite3_column_int64(row, 1);
    if (arena != NULL)
        status = copy_column(arena, row, 0, &found.owner, error);
    if (status == FELT_OK)
        *ret = found;
    sqlite3_reset(row);
    return status;
}

static felt_status lease_take(engine_db *db, int64_t of, felt_text owner, int64_t ttl_ms, int64_t *ret_fence, felt_error *error)
{
    engine_head chain;
    felt_lease lease;
    (void)ttl_ms;
    felt_status status = head(db, of, &chain, error);
    if (status != FELT_OK)
        return status;
    put(db, SQL_LEASE_TAKE, 1, of);
    put_text(db, SQL_LEASE_TAKE, 2, owner);
    status = sqlite_run(db, SQL_LEASE_TAKE, NULL, error);
    if (status == FELT_OK)
        status = look(db, NULL, of, &lease, error);
    if (status == FELT_OK)
        *ret_fence = lease.fence;
    return status;
}

static felt_status lease_renew(engine_db *db, int64_t of, int64_t ttl_ms, felt_error *error)
{
    felt_lease lease;
    (void)ttl_ms;
    felt_status status = look(db, NULL, of, &lease, error);
    return status == FELT_ENOTFOUND ? felt_error_set(error, FELT_EDATA, -1, "this process has not the lease of that table") : status;
}

static felt_status lease_give_up(engine_db *db, int64_t of, felt_error *error)
{
    put(db, SQL_LEASE_GIVE_UP, 1, of);
    return sqlite_run(db, SQL_LEASE_GIVE_UP, NULL, error);
}

/* ---- documents ---- */

static felt_status document_keep(engine_db *db, const uint8_t *hash, felt_text document, felt_error *error)
{
    put_bytes(db, SQL_DOCUMENT_KEEP, 1, hash, FELT_STORE_HASH_BYTES);
    put_text(db, SQL_DOCUMENT_KEEP, 2, document);
    return sqlite_run(db, SQL_DOCUMENT_KEEP, NULL, error);
}

static felt_status document_find(engine_db *db, felt_arena *arena, const uint8_t *hash, felt_text *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put_bytes(db, SQL_DOCUMENT_FIND, 1, hash, FELT_STORE_HASH_BYTES);
    felt_status status = one_row(db, SQL_DOCUMENT_FIND, "there is no such document", &row, error);
    if (status == FELT_OK)
        status = copy_column(arena, row, 0, ret, error);
    sqlite3_reset(db->list[SQL_DOCUMENT_FIND]);
    return status;
}

const engine engine_sqlite = {
    .prefix = "sqlite:",
    .open = sqlite_open,
    .close = sqlite_close,
    .act = act,
    .player_add = player_add,
    .player_find = player_find,
    .purse = purse,
    .till = till,
    .hold = hold,
    .command = command,
    .top_command = top_command,
    .head = head,
    .head_set = sqlite_head_set,
    .keep = sqlite_keep,
    .post = sqlite_post,
    .result = result,
    .postings = postings,
    .holds = holds,
    .audit = sqlite_audit,
    .table = table,
    .tables = tables,
    .read = read_records,
    .floor = sqlite_floor,
    .retire = sqlite_retire,
    .held = sqlite_held,
    .note_put = note_put,
    .note_remove = note_remove,
    .note_get = note_get,
    .notes = notes,
    .lease_take = lease_take,
    .lease_renew = lease_renew,
    .lease_give_up = lease_give_up,
    .lease_look = look,
    .document_keep = document_keep,
    .document_find = document_find,
    .backup_open = sqlite_backup_open,
    .backup_step = sqlite_backup_step,
    .backup_close = sqlite_backup_close,
    .restore = sqlite_restore,
};
