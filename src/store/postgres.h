/* src/store/postgres.h - what the files of the PostgreSQL engine share.
 *
 * Everything is in the schema "felt" of a database. Deeds are collected here and sent in one statement when the batch is committed: one
 * round trip for a batch, whatever it holds. A batch that does anything else is a transaction from then on, and costs a round trip for each
 * thing. */
#ifndef FELT_SRC_STORE_POSTGRES_H
#define FELT_SRC_STORE_POSTGRES_H

#include "engine.h"

#include <libpq-fe.h>

enum { PG_PARAMETERS_MAX = 32, PG_ANSWER_MS = 15000, PG_AUDIT_MS = 3600000 };

/* Statements, prepared when they are first used. */
typedef enum pg_statement {
    PG_PLAYER_ADD,
    PG_PLAYER_FIND,
    PG_PURSE,
    PG_TILL,
    PG_HOLD,
    PG_COMMAND,
    PG_HEAD,
    PG_KEEP,
    PG_EXPECT,
    PG_RESULT,
    PG_POSTINGS,
    PG_HOLDS,
    PG_TABLE_FIND,
    PG_TABLE_ADD,
    PG_TABLES,
    PG_READ,
    PG_FLOOR,
    PG_RETIRE,
    PG_HELD,
    PG_NOTE_ADD,
    PG_NOTE_SET,
    PG_NOTE_REPLACE,
    PG_NOTE_REMOVE,
    PG_NOTE_GET,
    PG_NOTES,
    PG_LEASE_TAKE,
    PG_LEASE_RENEW,
    PG_LEASE_GIVE_UP,
    PG_LEASE_LOOK,
    PG_DOCUMENT_KEEP,
    PG_DOCUMENT_FIND,
    PG_STATEMENTS
} pg_statement;

/* An array of numbers or of bytes as PostgreSQL reads it, after a head that is written when it is sent. */
typedef struct pg_array {
    bool numbers, nulls, full; /* `full`: there was no memory */
    uint8_t *bytes;
    size_t size, room;
    int count;
} pg_array;

typedef struct pg_parameters {
    int count;
    Oid types[PG_PARAMETERS_MAX];
    const char *values[PG_PARAMETERS_MAX];
    int lengths[PG_PARAMETERS_MAX], formats[PG_PARAMETERS_MAX];
    uint8_t numbers[PG_PARAMETERS_MAX][8];
} pg_parameters;

/* The columns of what a batch writes, in the order of the parameters of felt.keep. */
typedef enum pg_column {
    PG_FENCE_TABLE,
    PG_FENCE,
    PG_RECORD_TABLE,
    PG_RECORD_SEQUENCE,
    PG_RECORD_KIND,
    PG_RECORD_TIME,
    PG_RECORD_REVERSES,
    PG_RECORD_MOVES,
    PG_RECORD_HASH,
    PG_RECORD_EVENT,
    PG_COMMAND_ID,
    PG_COMMAND_PLAYER,
    PG_COMMAND_TABLE,
    PG_COMMAND_SEQUENCE,
    PG_COMMAND_DIGEST,
    PG_POSTING_TABLE,
    PG_POSTING_SEQUENCE,
    PG_POSTING_LINE,
    PG_POSTING_PLAYER,
    PG_POSTING_AVAILABLE,
    PG_POSTING_HELD,
    PG_POSTING_BET,
    PG_HEAD_TABLE,
    PG_HEAD_LENGTH,
    PG_HEAD_HASH,
    PG_COLUMNS
} pg_column;

/* What is known of a table. */
typedef struct pg_table {
    int64_t table, fence; /* `fence` 0: this process has not its lease */
    bool open;            /* its name begins with '@': nobody needs a lease */
} pg_table;

struct engine_db {
    PGconn *connection;
    bool prepared[PG_STATEMENTS];
    bool begun;      /* a transaction is open in the database */
    int patience_ms; /* how long an answer may take */
    pg_array columns[PG_COLUMNS];
    pg_table *tables;
    size_t table_count, table_room;
};

/* postgres_schema.c: pg_steps[v]: texts of SQL, ended by NULL, that make version v + 1 of version v. */
extern const char *const *const pg_steps[FELT_STORE_VERSION];

/* postgres_ask.c */
void pg_number(pg_parameters *p, int64_t number);
void pg_bytes(pg_parameters *p, felt_text bytes);
void pg_list(pg_parameters *p, pg_array *array);
void pg_array_number(pg_array *array, int64_t number);
void pg_array_bytes(pg_array *array, const void *bytes, size_t size);
void pg_array_null(pg_array *array);
void pg_array_clear(pg_array *array);

/* The status of a failure, with a sentence about it. `result` may be NULL. */
felt_status pg_fail(engine_db *db, const PGresult *result, felt_error *error);

/* Plain SQL, with no parameters and any number of statements; the result of the last, if asked for. */
felt_status pg_run(engine_db *db, const char *sql, PGresult **ret, felt_error *error);

/* A prepared statement. The result is to be cleared with PQclear; `ret` NULL: it is not looked at. */
felt_status pg_ask(engine_db *db, pg_statement which, const pg_parameters *p, PGresult **ret, felt_error *error);

int64_t pg_get_number(const PGresult *result, int row, int column);
felt_text pg_get_bytes(const PGresult *result, int row, int column);

/* postgres_open.c */
felt_status pg_open(const char *place, engine_db **ret, felt_error *error);
void pg_close(engine_db *db);

/* postgres_batch.c */
felt_status pg_act(engine_db *db, engine_act act, felt_error *error);
felt_status pg_keep(engine_db *db, const engine_deed *deed, felt_error *error);
felt_status pg_head_set(engine_db *db, int64_t table, const felt_head *head, felt_error *error);
felt_status pg_post(engine_db *db, bool last, felt_error *error);
felt_status pg_begin(engine_db *db, felt_error *error);                 /* a transaction, unless one is open */
pg_table *pg_table_of(engine_db *db, int64_t table, felt_error *error); /* NULL: no memory */

/* postgres_audit.c */
felt_status pg_audit(engine_db *db, felt_store_audit_result *ret, felt_error *error);

/* postgres_retire.c */
felt_status pg_floor(engine_db *db, felt_arena *arena, int64_t table, felt_floor *ret, felt_error *error);
felt_status pg_retire(engine_db *db, int64_t table, const felt_floor *floor, felt_error *error);
felt_status pg_held(engine_db *db, int64_t table, felt_held_see *see, void *context, felt_error *error);

#endif
