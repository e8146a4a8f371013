/* src/store/sqlite.c - the engine of "sqlite:FILE": one prepared statement for each thing that is written or read.
 *
 * A statement that a constraint refuses has changed nothing, and its kind of constraint says why: a check is a balance below zero (amounts
 * were looked at before), a key is something that was done before, a foreign key is something that there is not. */
#include "sqlite.h"

/* What the constraints of a statement mean. NULL: it cannot be. */
typedef struct meaning {
    const char *check, *unique, *foreign;
} meaning;

static felt_status refuse(engine_db *db, int code, const meaning *m, felt_error *error)
{
    static const meaning none = {NULL, NULL, NULL};
    m = m == NULL ? &none : m;
    switch (code) {
    case SQLITE_CONSTRAINT_CHECK:
        if (m->check != NULL)
            return felt_error_set(error, FELT_ELIMIT, -1, "%s", m->check);
        break;
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
    case SQLITE_CONSTRAINT_UNIQUE:
        if (m->unique != NULL)
            return felt_error_set(error, FELT_EDATA, -1, "%s", m->unique);
        break;
    case SQLITE_CONSTRAINT_FOREIGNKEY:
    case SQLITE_CONSTRAINT_NOTNULL:
        if (m->foreign != NULL)
            return felt_error_set(error, FELT_ENOTFOUND, -1, "%s", m->foreign);
        break;
    case SQLITE_CONSTRAINT_DATATYPE: /* a sum that is no whole number of 64 bits any more */
        return felt_error_set(error, FELT_ERANGE, -1, "a balance would not fit into 64 bits");
    case SQLITE_CONSTRAINT_TRIGGER:
        return felt_error_set(error, FELT_EDATA, -1, "%s", sqlite3_errmsg(db->handle));
    default:
        break;
    }
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

/* Runs a statement that gives no rows. */
static felt_status run(engine_db *db, sqlite_statement which, const meaning *m, felt_error *error)
{
    int code = sqlite3_step(db->list[which]);
    felt_status status = FELT_OK;
    if (code != SQLITE_DONE)
        status = refuse(db, sqlite3_extended_errcode(db->handle), m, error);
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

static felt_status act(engine_db *db, engine_act which, felt_error *error)
{
    static const sqlite_statement list[ENGINE_ACTS] = {SQL_BEGIN, SQL_COMMIT, SQL_ROLLBACK, SQL_MARK, SQL_FORGET, SQL_UNDO};
    return run(db, list[which], NULL, error);
}

/* ---- players and commands ---- */

static const char no_player[] = "there is no such player";

static felt_status player_add(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    static const meaning m = {.unique = "a player has that name already; choose another"};
    put_text(db, SQL_PLAYER_ADD, 1, name);
    felt_status status = run(db, SQL_PLAYER_ADD, &m, error);
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

static felt_status balance(engine_db *db, int64_t player, felt_balance *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_BALANCE, 1, player);
    felt_status status = one_row(db, SQL_BALANCE, no_player, &row, error);
    if (status != FELT_OK)
        return status;
    felt_balance found = {.available = {sqlite3_column_int64(row, 0)}};
    status = one_row(db, SQL_BALANCE, no_player, &row, error);
    if (status != FELT_OK)
        return status;
    found.held.minor = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    *ret = found;
    return FELT_OK;
}

static felt_status command_find(engine_db *db, felt_arena *arena, int64_t player, felt_text id, const uint8_t *contents, felt_text *ret,
                                felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_COMMAND_FIND, 1, player);
    put_text(db, SQL_COMMAND_FIND, 2, id);
    felt_status status = one_row(db, SQL_COMMAND_FIND, "there is no such command", &row, error);
    if (status != FELT_OK)
        return status;
    felt_text same = {(const char *)contents, FELT_STORE_HASH_BYTES};
    if (felt_text_equal(column(row, 0), same))
        status = copy_column(arena, row, 1, ret, error);
    else
        status = felt_error_set(error, FELT_EDATA, -1, "that id was used for another command; give each command an id of its own");
    sqlite3_reset(row);
    return status;
}

static felt_status command_keep(engine_db *db, int64_t player, felt_text id, const uint8_t *contents, felt_text answer, felt_error *error)
{
    static const meaning m = {.unique = "that id was used before; give each command an id of its own", .foreign = no_player};
    put(db, SQL_COMMAND_KEEP, 1, player);
    put_text(db, SQL_COMMAND_KEEP, 2, id);
    put_bytes(db, SQL_COMMAND_KEEP, 3, contents, FELT_STORE_HASH_BYTES);
    put_text(db, SQL_COMMAND_KEEP, 4, answer);
    return run(db, SQL_COMMAND_KEEP, &m, error);
}

/* ---- the bank ---- */

static felt_status entry(engine_db *db, const engine_entry *e, int64_t *ret, felt_error *error)
{
    static const meaning about_record = {.unique = "that record has had its result", .foreign = "there is no such record of that table"};
    static const meaning about_void = {.check = "a player has less than would be taken back; grant it first",
                                       .unique = "that result was voided before",
                                       .foreign = "there is no such entry"};
    put(db, SQL_ENTRY, 1, e->kind);
    put(db, SQL_ENTRY, 2, e->time_ms);
    put(db, SQL_ENTRY, 3, e->table);
    put(db, SQL_ENTRY, 4, e->sequence);
    put(db, SQL_ENTRY, 5, e->kind == FELT_ENTRY_VOID && e->reverses < 1 ? -1 : e->reverses);
    if (e->reason.length == 0)
        sqlite3_bind_null(db->list[SQL_ENTRY], 6);
    else
        put_text(db, SQL_ENTRY, 6, e->reason);
    felt_status status = run(db, SQL_ENTRY, e->kind == FELT_ENTRY_VOID ? &about_void : &about_record, error);
    if (status == FELT_OK)
        *ret = sqlite3_last_insert_rowid(db->handle);
    return status;
}

static felt_status grant(engine_db *db, int64_t number, int64_t player, int64_t amount, felt_error *error)
{
    static const meaning m = {.foreign = no_player};
    put(db, SQL_GRANT, 1, number);
    put(db, SQL_GRANT, 2, player);
    put(db, SQL_GRANT, 3, amount);
    return run(db, SQL_GRANT, &m, error);
}

static felt_status hold(engine_db *db, int64_t number, int64_t player, int64_t amount, int64_t *ret, felt_error *error)
{
    static const meaning m = {.check = "the player has less than that; bet less", .foreign = no_player};
    put(db, SQL_HOLD, 1, number);
    put(db, SQL_HOLD, 2, player);
    put(db, SQL_HOLD, 3, amount);
    felt_status status = run(db, SQL_HOLD, &m, error);
    if (status == FELT_OK)
        *ret = sqlite3_last_insert_rowid(db->handle);
    return status;
}

static const char no_hold[] = "there is no such hold";

static felt_status release(engine_db *db, int64_t number, int64_t of, engine_release how, int64_t paid, felt_error *error)
{
    static const meaning m = {.unique = "the stake was settled or returned before", .foreign = no_hold};
    put(db, SQL_RELEASE, 1, of);
    put(db, SQL_RELEASE, 2, number);
    put(db, SQL_RELEASE, 3, how);
    put(db, SQL_RELEASE, 4, paid);
    return run(db, SQL_RELEASE, &m, error);
}

static felt_status pay(engine_db *db, int64_t number, int64_t of, int64_t amount, felt_error *error)
{
    static const meaning m = {.unique = "the bet was paid in this entry before", .foreign = no_hold};
    put(db, SQL_PAY, 1, of);
    put(db, SQL_PAY, 2, number);
    put(db, SQL_PAY, 3, amount);
    return run(db, SQL_PAY, &m, error);
}

static felt_status holds(engine_db *db, int64_t table, felt_hold_see *see, void *context, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_HOLDS, 1, table);
    felt_status status = next_row(db, SQL_HOLDS, &row, error);
    while (status == FELT_OK && row != NULL) {
        felt_standing_hold found = {.hold = {sqlite3_column_int64(row, 0)},
                                    .entry = {sqlite3_column_int64(row, 1)},
                                    .player = {sqlite3_column_int64(row, 2)},
                                    .table = {sqlite3_column_int64(row, 3)},
                                    .amount = {sqlite3_column_int64(row, 4)}};
        if (!see(context, &found))
            break;
        status = next_row(db, SQL_HOLDS, &row, error);
    }
    sqlite3_reset(db->list[SQL_HOLDS]);
    return status;
}

/* ---- history and documents ---- */

static const char no_table[] = "there is no such table";

static felt_status table(engine_db *db, felt_text name, int64_t *ret, felt_error *error)
{
    felt_status status = find_number(db, SQL_TABLE_FIND, name, no_table, ret, error);
    if (status != FELT_ENOTFOUND)
        return status;
    put_text(db, SQL_TABLE_ADD, 1, name);
    status = run(db, SQL_TABLE_ADD, NULL, error);
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

static felt_status append(engine_db *db, int64_t to, int64_t sequence, felt_text event, const uint8_t *hash, felt_error *error)
{
    static const meaning m = {.foreign = no_table};
    put(db, SQL_APPEND, 1, to);
    put(db, SQL_APPEND, 2, sequence);
    put_bytes(db, SQL_APPEND, 3, hash, FELT_STORE_HASH_BYTES);
    put_text(db, SQL_APPEND, 4, event);
    return run(db, SQL_APPEND, &m, error);
}

static felt_status head(engine_db *db, int64_t of, felt_head *ret, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_HEAD, 1, of);
    felt_status status = one_row(db, SQL_HEAD, no_table, &row, error);
    if (status != FELT_OK)
        return status;
    felt_text hash = column(row, 1);
    if (hash.length == FELT_STORE_HASH_BYTES) {
        ret->sequence = sqlite3_column_int64(row, 0);
        memcpy(ret->hash, hash.bytes, FELT_STORE_HASH_BYTES);
    } else {
        status = felt_error_set(error, FELT_EDATA, -1, "table %lld: the hash of its last record was changed", (long long)of);
    }
    sqlite3_reset(row);
    return status;
}

static felt_status read_records(engine_db *db, int64_t of, int64_t from, felt_history_see *see, void *context, felt_error *error)
{
    sqlite3_stmt *row = NULL;
    put(db, SQL_READ, 1, of);
    put(db, SQL_READ, 2, from);
    felt_status status = next_row(db, SQL_READ, &row, error);
    while (status == FELT_OK && row != NULL) {
        felt_text hash = column(row, 2);
        felt_history_record record = {sqlite3_column_int64(row, 0), column(row, 1), (const uint8_t *)hash.bytes};
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

static felt_status document_keep(engine_db *db, const uint8_t *hash, felt_text document, felt_error *error)
{
    put_bytes(db, SQL_DOCUMENT_KEEP, 1, hash, FELT_STORE_HASH_BYTES);
    put_text(db, SQL_DOCUMENT_KEEP, 2, document);
    return run(db, SQL_DOCUMENT_KEEP, NULL, error);
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
    .balance = balance,
    .command_find = command_find,
    .command_keep = command_keep,
    .entry = entry,
    .grant = grant,
    .hold = hold,
    .release = release,
    .pay = pay,
    .holds = holds,
    .audit = sqlite_audit,
    .table = table,
    .tables = tables,
    .append = append,
    .head = head,
    .read = read_records,
    .document_keep = document_keep,
    .document_find = document_find,
    .backup_open = sqlite_backup_open,
    .backup_step = sqlite_backup_step,
    .backup_close = sqlite_backup_close,
    .restore = sqlite_restore,
};
