/* src/store/engine.h - what a database has to do for the store: one table of functions for each kind.
 *
 * store.c has looked at lengths, amounts and the order of calls before it asks an engine, and computes hashes itself; an engine writes and
 * reads rows, and its schema refuses what must not be. FELT_EIO and FELT_ENOMEM end the use of a store; any other failure has changed
 * nothing and leaves the batch open. */
#ifndef FELT_SRC_STORE_ENGINE_H
#define FELT_SRC_STORE_ENGINE_H

#include <felt/store.h>

/* Each engine has its own. */
typedef struct engine_db engine_db;
typedef struct engine_backup engine_backup;

typedef enum engine_act { ENGINE_BEGIN, ENGINE_COMMIT, ENGINE_ROLLBACK, ENGINE_MARK, ENGINE_FORGET, ENGINE_UNDO, ENGINE_ACTS } engine_act;

/* A row of entries. Where there is none: table and sequence 0, reverses 0, reason empty. */
typedef struct engine_entry {
    felt_entry_kind kind;
    int64_t table, sequence, time_ms, reverses;
    felt_text reason;
} engine_entry;

typedef enum engine_release { ENGINE_SETTLED = 1, ENGINE_RETURNED } engine_release;

typedef struct engine {
    const char *prefix; /* of its addresses */
    felt_status (*open)(const char *place, engine_db **ret, felt_error *error);
    void (*close)(engine_db *db);
    felt_status (*act)(engine_db *db, engine_act act, felt_error *error);
    felt_status (*player_add)(engine_db *db, felt_text name, int64_t *ret, felt_error *error);
    felt_status (*player_find)(engine_db *db, felt_text name, int64_t *ret, felt_error *error);
    felt_status (*balance)(engine_db *db, int64_t player, felt_balance *ret, felt_error *error);
    felt_status (*command_find)(engine_db *db, felt_arena *arena, int64_t player, felt_text id, const uint8_t *contents, felt_text *ret,
                                felt_error *error);
    felt_status (*command_keep)(engine_db *db, int64_t player, felt_text id, const uint8_t *contents, felt_text answer, felt_error *error);
    felt_status (*entry)(engine_db *db, const engine_entry *entry, int64_t *ret, felt_error *error);
    felt_status (*grant)(engine_db *db, int64_t entry, int64_t player, int64_t amount, felt_error *error);
    felt_status (*hold)(engine_db *db, int64_t entry, int64_t player, int64_t amount, int64_t *ret, felt_error *error);
    felt_status (*release)(engine_db *db, int64_t entry, int64_t hold, engine_release how, int64_t paid, felt_error *error);
    felt_status (*pay)(engine_db *db, int64_t entry, int64_t hold, int64_t amount, felt_error *error);
    felt_status (*holds)(engine_db *db, int64_t table, felt_hold_see *see, void *context, felt_error *error);
    felt_status (*audit)(engine_db *db, felt_store_audit_result *ret, felt_error *error);
    felt_status (*table)(engine_db *db, felt_text name, int64_t *ret, felt_error *error);
    felt_status (*tables)(engine_db *db, felt_table_see *see, void *context, felt_error *error);
    felt_status (*append)(engine_db *db, int64_t table, int64_t sequence, felt_text event, const uint8_t *hash, felt_error *error);
    felt_status (*head)(engine_db *db, int64_t table, felt_head *ret, felt_error *error);
    felt_status (*read)(engine_db *db, int64_t table, int64_t from, felt_history_see *see, void *context, felt_error *error);
    felt_status (*document_keep)(engine_db *db, const uint8_t *hash, felt_text document, felt_error *error);
    felt_status (*document_find)(engine_db *db, felt_arena *arena, const uint8_t *hash, felt_text *ret, felt_error *error);
    felt_status (*backup_open)(engine_db *db, const char *path, engine_backup **ret, felt_error *error);
    felt_status (*backup_step)(engine_backup *backup, int pages, bool *ret_done, felt_error *error);
    void (*backup_close)(engine_backup *backup);
    felt_status (*restore)(const char *backup, const char *place, felt_error *error);
} engine;

extern const engine engine_sqlite;

#endif
