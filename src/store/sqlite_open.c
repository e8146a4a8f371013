/* src/store/sqlite_open.c - opening a store in SQLite: settings, the lock, the version, the statements.
 *
 * locking_mode=EXCLUSIVE, set before the file is first looked at, keeps the file locked until the process ends, however it ends; no second
 * one, of whatever program, can open it, and the index of the write-ahead log is in memory. */
#include "sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOKASIDE_BYTES = 4096, LOOKASIDE_PIECES = 256 };

static const char *const statements[SQL_STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_PLAYER_ADD] = "INSERT INTO player VALUES(1 + coalesce((SELECT max(id) FROM player), 0), ?1)",
    [SQL_PLAYER_FIND] = "SELECT id FROM player WHERE name = ?1",
    [SQL_PURSE] = "SELECT available, held FROM purse WHERE id = ?1",
    [SQL_TILL] = "SELECT balance FROM till WHERE id = ?1",
    [SQL_HOLD] = "SELECT player, amount FROM standing WHERE table_id = ?1 AND bet = ?2",
    [SQL_ENDED] = "SELECT 1 FROM ended WHERE table_id = ?1 AND bet = ?2 UNION ALL SELECT 1 FROM floor WHERE table_id = ?1 AND bet >= ?2",
    [SQL_COMMAND_FIND] = "SELECT table_id, sequence, digest FROM command WHERE id = ?2 AND player = ?1",
    [SQL_COMMAND_TOP] = "SELECT coalesce(max(id), 0) FROM command",
    [SQL_HEAD] = "SELECT length, head, max(coalesce((SELECT max(bet) FROM standing WHERE table_id = ?1), 0),"
                 " coalesce((SELECT max(bet) FROM ended WHERE table_id = ?1), 0), coalesce((SELECT bet FROM floor WHERE table_id = ?1), 0))"
                 " FROM chain WHERE id = ?1",
    [SQL_HEAD_SET] = "UPDATE OR ROLLBACK chain SET length = ?2, head = ?3 WHERE id = ?1",
    [SQL_RECORD] = "INSERT OR ROLLBACK INTO record VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [SQL_COMMAND] = "INSERT OR ROLLBACK INTO command VALUES(?1, ?2, ?3, ?4, ?5)",
    [SQL_POSTING] = "INSERT OR ROLLBACK INTO posting VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [SQL_RESULT] = "SELECT kind, EXISTS (SELECT 1 FROM record v WHERE v.table_id = ?1 AND v.reverses = ?2) FROM record"
                   " WHERE table_id = ?1 AND sequence = ?2",
    [SQL_POSTINGS] = "SELECT p.player, p.available, p.held, coalesce(p.bet, 0) FROM record r CROSS JOIN posting p"
                     " ON p.id > r.posted AND p.id <= r.posted + r.moves WHERE r.table_id = ?1 AND r.sequence = ?2 ORDER BY p.id",
    [SQL_POSTED] = "SELECT posted FROM ledger",
    [SQL_POST] = "UPDATE OR ROLLBACK ledger SET posted = ?1",
    [SQL_HOLDS] = "SELECT table_id, bet, player, amount FROM standing WHERE (?1 = 0 OR table_id = ?1) AND (?2 = 0 OR player = ?2)"
                  " ORDER BY table_id, bet",
    [SQL_TABLE_FIND] = "SELECT id FROM chain WHERE name = ?1",
    [SQL_TABLE_ADD] = "INSERT INTO chain VALUES(1 + coalesce((SELECT max(id) FROM chain), 0), ?1, 0, zeroblob(32))",
    [SQL_TABLES] = "SELECT id, name, length FROM chain ORDER BY id",
    [SQL_READ] = "SELECT sequence, event, hash, kind, time_ms FROM record WHERE table_id = ?1 AND sequence BETWEEN ?2 AND ?3"
                 " ORDER BY sequence",
    [SQL_NOTE_ADD] = "INSERT INTO note VALUES(?1, ?2, 1, ?3) ON CONFLICT DO NOTHING",
    [SQL_NOTE_SET] = "UPDATE note SET version = version + 1, value = ?3 WHERE kind = ?1 AND key = ?2 AND version = ?4",
    [SQL_NOTE_REPLACE] = "INSERT INTO note VALUES(?1, ?2, 1, ?3) ON CONFLICT DO UPDATE SET version = version + 1, value = ?3",
    [SQL_NOTE_REMOVE] = "DELETE FROM note WHERE kind = ?1 AND key = ?2",
    [SQL_NOTE_GET] = "SELECT key, value, version FROM note WHERE kind = ?1 AND key = ?2",
    [SQL_NOTES] = "SELECT key, value, version FROM note WHERE kind = ?1 AND key >= ?2 ORDER BY key",
    [SQL_LEASE_TAKE] = "INSERT INTO lease VALUES(?1, ?2, 1) ON CONFLICT DO UPDATE SET owner = ?2, fence = fence + 1",
    [SQL_LEASE_GIVE_UP] = "UPDATE lease SET owner = NULL WHERE table_id = ?1",
    [SQL_LEASE_LOOK] = "SELECT owner, fence FROM lease WHERE table_id = ?1 AND owner IS NOT NULL",
    [SQL_DOCUMENT_KEEP] = "INSERT INTO document(hash, bytes) VALUES(?1, ?2) ON CONFLICT (hash) DO NOTHING",
    [SQL_DOCUMENT_FIND] = "SELECT bytes FROM document WHERE hash = ?1",
};

/* FULL syncs the log at every commit; foreign keys and the triggers of REPLACE are off unless asked for. */
static const char settings[] = "PRAGMA locking_mode=EXCLUSIVE;"
                               "PRAGMA journal_mode=WAL;"
                               "PRAGMA synchronous=FULL;"
                               "PRAGMA foreign_keys=ON;"
                               "PRAGMA recursive_triggers=ON;"
                               "PRAGMA temp_store=MEMORY;"
                               "PRAGMA cache_size=-65536;"
                               "PRAGMA wal_autocheckpoint=4000;"
                               "PRAGMA journal_size_limit=67108864;";

felt_status sqlite_fail(sqlite3 *handle, int code, const char *what, felt_error *error)
{
    switch (code & 0xFF) {
    case SQLITE_NOMEM:
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory for %s", what);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return felt_error_set(error, FELT_EIO, -1, "%s: another process has the store; stop it, or give another file", what);
    case SQLITE_FULL:
        return felt_error_set(error, FELT_EIO, -1, "%s: the disk is full; make room, then open the store again", what);
    case SQLITE_READONLY:
        return felt_error_set(error, FELT_EIO, -1, "%s: the file or its folder is read-only; make both writable", what);
    case SQLITE_CANTOPEN:
        return felt_error_set(error, FELT_EIO, -1, "%s: the file cannot be opened; its folder must exist and be writable", what);
    case SQLITE_NOTADB:
        return felt_error_set(error, FELT_EDATA, -1, "%s: the file is no store of Felt; give another name", what);
    case SQLITE_CORRUPT:
        return felt_error_set(error, FELT_EIO, -1, "%s: the file is damaged; restore a backup", what);
    case SQLITE_CONSTRAINT:
        return felt_error_set(error, FELT_EDATA, -1, "%s: %s", what, sqlite3_errmsg(handle));
    default:
        return felt_error_set(error, FELT_EIO, -1, "%s: %s; look at the disk, then open the store again", what, sqlite3_errmsg(handle));
    }
}

/* The first column of a query's only row. */
static int ask(sqlite3 *handle, const char *sql, int64_t *ret)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *ret = sqlite3_column_int64(statement, 0);
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code;
}

felt_status sqlite_sync_folder(const char *path, felt_error *error)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    int length = snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1), slash == NULL ? "." : path);
    int file = length < (int)sizeof folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool done = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    if (done)
        return FELT_OK;
    return felt_error_set(error, FELT_EIO, -1, "%s: its folder cannot be synced to disk; keep a store on a local disk", path);
}

/* What a file is: an empty one, a store of some version, or neither. */
static felt_status read_version(sqlite3 *handle, const char *path, int64_t *ret, felt_error *error)
{
    int64_t tables = 0, mark = 0, version = 0;
    int code = ask(handle, "SELECT count(*) FROM sqlite_schema", &tables);
    if (code == SQLITE_OK)
        code = ask(handle, "PRAGMA application_id", &mark);
    if (code == SQLITE_OK && (tables != 0 || mark != 0) && mark != SQLITE_STORE_MARK)
        code = SQLITE_NOTADB;
    if (code == SQLITE_OK && tables != 0)
        code = ask(handle, "SELECT coalesce(max(number), 0) FROM version", &version);
    if (code != SQLITE_OK)
        return sqlite_fail(handle, code, path, error);
    if (version < 0 || version > FELT_STORE_VERSION)
        return felt_error_set(error, FELT_EDATA, -1, "%s: the store has version %lld, and this program knows %d; use a newer program", path,
                              (long long)version, FELT_STORE_VERSION);
    *ret = version;
    return FELT_OK;
}

/* One version up, whole or not at all. */
static int step_up(sqlite3 *handle, int64_t from)
{
    char note[80];
    int code = sqlite3_exec(handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (const char *const *piece = sqlite_steps[from]; code == SQLITE_OK && *piece != NULL; piece++)
        code = sqlite3_exec(handle, *piece, NULL, NULL, NULL);
    snprintf(note, sizeof note, "INSERT INTO version VALUES(%lld); COMMIT", (long long)from + 1);
    if (code == SQLITE_OK)
        code = sqlite3_exec(handle, note, NULL, NULL, NULL);
    return code;
}

static felt_status bring_up_to_date(sqlite3 *handle, const char *path, felt_error *error)
{
    int64_t version = 0;
    felt_status status = read_version(handle, path, &version, error);
    for (; status == FELT_OK && version < FELT_STORE_VERSION; version++) {
        int code = step_up(handle, version);
        if (code != SQLITE_OK)
            status = sqlite_fail(handle, code, path, error);
    }
    return status;
}

static felt_status set_up(sqlite3 *handle, const char *path, felt_error *error)
{
    int64_t synchronous = 0, keys = 0;
    int code = sqlite3_db_readonly(handle, "main") == 1 ? SQLITE_READONLY : SQLITE_OK;
    sqlite3_extended_result_codes(handle, 1);
    /* A trigger runs in a frame of its own, which is larger than the pieces that SQLite keeps at hand by itself. */
    sqlite3_db_config(handle, SQLITE_DBCONFIG_LOOKASIDE, NULL, LOOKASIDE_BYTES, LOOKASIDE_PIECES);
    if (code == SQLITE_OK)
        code = sqlite3_exec(handle, settings, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = ask(handle, "PRAGMA synchronous", &synchronous);
    if (code == SQLITE_OK)
        code = ask(handle, "PRAGMA foreign_keys", &keys);
    if (code != SQLITE_OK)
        return sqlite_fail(handle, code, path, error);
    if (synchronous != 2 || keys != 1)
        return felt_error_set(error, FELT_EIO, -1, "%s: SQLite does not sync or check as it is told; use another build of it", path);
    return bring_up_to_date(handle, path, error);
}

/* The log is what makes a commit durable; a database in memory has none. */
static felt_status check_log(sqlite3 *handle, const char *path, felt_error *error)
{
    int64_t wal = 0;
    int code = ask(handle, "SELECT journal_mode = 'wal' FROM pragma_journal_mode", &wal);
    if (code != SQLITE_OK)
        return sqlite_fail(handle, code, path, error);
    if (wal == 1)
        return FELT_OK;
    return felt_error_set(error, FELT_EIO, -1, "'%s' cannot have a write-ahead log; give a file on a local disk", path);
}

static felt_status prepare(engine_db *db, const char *path, felt_error *error)
{
    for (int i = 0; i < SQL_STATEMENTS; i++) {
        int code = sqlite3_prepare_v3(db->handle, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &db->list[i], NULL);
        if (code != SQLITE_OK)
            return sqlite_fail(db->handle, code, path, error);
    }
    return FELT_OK;
}

/* What is made is for its owner alone: it has hashes of passphrases. SQLite gives the files beside it the same mode. */
int sqlite_open_file(const char *path, sqlite3 **ret)
{
    bool made = access(path, F_OK) != 0;
    int code = sqlite3_open_v2(path, ret, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK && made && chmod(path, S_IRUSR | S_IWUSR) != 0)
        return errno == ENOENT ? code : SQLITE_PERM; /* not there: the files are a test's own */
    return code;
}

felt_status sqlite_open(const char *path, engine_db **ret, felt_error *error)
{
    engine_db *db = calloc(1, sizeof *db);
    if (db == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory to open %s", path);
    int code = sqlite_open_file(path, &db->handle);
    felt_status status = code == SQLITE_OK ? FELT_OK : sqlite_fail(db->handle, code, path, error);
    if (status == FELT_OK)
        status = set_up(db->handle, path, error);
    if (status == FELT_OK)
        status = check_log(db->handle, path, error);
    if (status == FELT_OK)
        status = prepare(db, path, error);
    if (status == FELT_OK)
        status = sqlite_sync_folder(path, error);
    if (status == FELT_OK)
        *ret = db;
    else
        sqlite_close(db);
    return status;
}

void sqlite_close(engine_db *db)
{
    for (int i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_finalize(db->list[i]);
    sqlite_batch_free(db);
    sqlite3_close(db->handle);
    free(db);
}
