/* src/store/sqlite.h - what the files of the SQLite engine share. */
#ifndef FELT_SRC_STORE_SQLITE_H
#define FELT_SRC_STORE_SQLITE_H

#include "engine.h"

#include <sqlite3.h>

enum { SQLITE_STORE_MARK = 0x46454c54 }; /* "FELT": the application id of a file */

/* Statements that are prepared once, when a store is opened. */
typedef enum sqlite_statement {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_PLAYER_ADD,
    SQL_PLAYER_FIND,
    SQL_PURSE,
    SQL_TILL,
    SQL_HOLD,
    SQL_ENDED,
    SQL_COMMAND_FIND,
    SQL_COMMAND_TOP,
    SQL_HEAD,
    SQL_HEAD_SET,
    SQL_RECORD,
    SQL_COMMAND,
    SQL_POSTING,
    SQL_RESULT,
    SQL_POSTINGS,
    SQL_POSTED,
    SQL_POST,
    SQL_HOLDS,
    SQL_TABLE_FIND,
    SQL_TABLE_ADD,
    SQL_TABLES,
    SQL_READ,
    SQL_NOTE_ADD,
    SQL_NOTE_SET,
    SQL_NOTE_REPLACE,
    SQL_NOTE_REMOVE,
    SQL_NOTE_GET,
    SQL_NOTES,
    SQL_LEASE_TAKE,
    SQL_LEASE_GIVE_UP,
    SQL_LEASE_LOOK,
    SQL_DOCUMENT_KEEP,
    SQL_DOCUMENT_FIND,
    SQL_STATEMENTS
} sqlite_statement;

/* A deed that was kept, and where its bytes and postings are. */
typedef struct sqlite_row {
    engine_deed deed;
    uint8_t hash[FELT_STORE_HASH_BYTES], digest[FELT_STORE_DIGEST_BYTES];
    int64_t posted; /* before it */
    size_t byte, posting;
} sqlite_row;

/* What is yet to be written. */
typedef struct sqlite_batch {
    sqlite_row *rows;
    char *bytes;
    engine_posting *postings;
    size_t row_count, row_room, byte_count, byte_room, posting_count, posting_room;
} sqlite_batch;

struct engine_db {
    sqlite3 *handle;
    sqlite3_stmt *list[SQL_STATEMENTS];
    sqlite_batch batch;
    int64_t posted, taken; /* postings that there are, and those of them that the ledger has taken */
};

/* sqlite_steps[v]: texts of SQL, ended by NULL, that make version v + 1 of version v. */
extern const char *const *const sqlite_steps[FELT_STORE_VERSION];

/* The status for a result code of SQLite, with a sentence about `what` and what to do. A constraint is FELT_EDATA here. */
felt_status sqlite_fail(sqlite3 *handle, int code, const char *what, felt_error *error);

/* sqlite.c */
/* Runs a statement that gives no rows; `taken` says what a key that is there already means, NULL: it cannot be. */
felt_status sqlite_run(engine_db *db, sqlite_statement which, const char *taken, felt_error *error);

/* sqlite_batch.c */
felt_status sqlite_keep(engine_db *db, const engine_deed *deed, felt_error *error);
felt_status sqlite_head_set(engine_db *db, int64_t table, const felt_head *head, felt_error *error);
felt_status sqlite_post(engine_db *db, bool last, felt_error *error);
void sqlite_batch_clear(engine_db *db);
void sqlite_batch_free(engine_db *db);

/* sqlite_open.c */
/* Opens a file, and makes it where it is not there. A code of SQLite; the handle is to be closed in any case. */
int sqlite_open_file(const char *path, sqlite3 **ret);

felt_status sqlite_open(const char *path, engine_db **ret, felt_error *error);
void sqlite_close(engine_db *db);

/* A name that was made must be there after a power loss, and that is its folder's affair. */
felt_status sqlite_sync_folder(const char *path, felt_error *error);

/* sqlite_backup.c */
felt_status sqlite_backup_open(engine_db *db, const char *path, engine_backup **ret, felt_error *error);
felt_status sqlite_backup_step(engine_backup *backup, int pages, bool *ret_done, felt_error *error);
void sqlite_backup_close(engine_backup *backup);
felt_status sqlite_restore(const char *backup, const char *path, felt_error *error);

/* sqlite_audit.c */
felt_status sqlite_audit(engine_db *db, felt_store_audit_result *ret, felt_error *error);

/* sqlite_retire.c */
felt_status sqlite_floor(engine_db *db, felt_arena *arena, int64_t table, felt_floor *ret, felt_error *error);
felt_status sqlite_retire(engine_db *db, int64_t table, const felt_floor *floor, felt_error *error);
felt_status sqlite_held(engine_db *db, int64_t table, felt_held_see *see, void *context, felt_error *error);

#endif
