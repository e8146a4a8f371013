/* src/store/engine.h - what a database has to do for the store: one table of functions for each kind.
 *
 * store.c has looked at lengths, amounts and the order of calls before it asks an engine; desk.c has looked at what a deed needs, and
 * turned it into rows. An engine writes and reads rows, and its schema refuses what must not be, whatever was looked at before. FELT_EIO
 * and FELT_ENOMEM end the use of a store. FELT_EDATA from `keep`, `head_set`, `post` and `retire` means that the schema has refused a row:
 * the batch is given up with it. Any other failure has changed nothing and leaves the batch open.
 *
 * A player has a purse, with what is available and what is held; a table has a till, the house's; till 0 is where grants come from. */
#ifndef FELT_SRC_STORE_ENGINE_H
#define FELT_SRC_STORE_ENGINE_H

#include <felt/store.h>

/* Each engine has its own. */
typedef struct engine_db engine_db;
typedef struct engine_backup engine_backup;

typedef enum engine_act { ENGINE_BEGIN, ENGINE_COMMIT, ENGINE_ROLLBACK, ENGINE_ACTS } engine_act;

/* One row with every side: what a player has more, available and held, and the table's till less. */
typedef struct engine_posting {
    int64_t player, available, held;
    int64_t bet; /* 0: of none */
} engine_posting;

static inline int64_t engine_posting_house(const engine_posting *p)
{
    return -(p->available + p->held);
}

/* The rows of a deed. */
typedef struct engine_deed {
    int64_t table, sequence, time_ms;
    int64_t reverses; /* the record that is taken back; 0: none */
    felt_entry_kind kind;
    felt_text event;
    const uint8_t *hash;
    int64_t player; /* of the command; 0: there is none */
    uint64_t command;
    const uint8_t *digest;
    const engine_posting *postings;
    int posting_count;
} engine_deed;

typedef struct engine_head {
    felt_head last;
    int64_t top_bet; /* the highest number a bet of the table ever had; 0: there was none */
} engine_head;

typedef enum engine_hold_state { ENGINE_NO_HOLD, ENGINE_STANDS, ENGINE_ENDED } engine_hold_state;

typedef struct engine_hold {
    engine_hold_state state;
    int64_t player, amount; /* of a hold that stands */
} engine_hold;

typedef struct engine_command {
    bool found;
    int64_t table, sequence;
    uint8_t digest[FELT_STORE_DIGEST_BYTES];
} engine_command;

/* What there is to know of a record before it is taken back. */
typedef struct engine_result {
    felt_entry_kind kind;
    bool voided;
} engine_result;

typedef felt_status engine_expected_purse(void *context, int64_t player, const felt_balance *purse, felt_error *error);
typedef felt_status engine_expected_command(void *context, int64_t player, uint64_t id, const engine_command *command, felt_error *error);
typedef bool engine_posting_see(void *context, const engine_posting *posting);

typedef struct engine {
    const char *prefix;       /* of its addresses */
    const char *other_prefix; /* NULL: none; with one, the engine wants the whole address */
    bool shared;              /* may another process write between two batches? */
    felt_status (*open)(const char *place, engine_db **ret, felt_error *error);
    void (*close)(engine_db *db);
    felt_status (*act)(engine_db *db, engine_act act, felt_error *error);
    felt_status (*player_add)(engine_db *db, felt_text name, int64_t *ret, felt_error *error);
    felt_status (*player_find)(engine_db *db, felt_text name, int64_t *ret, felt_error *error);
    felt_status (*purse)(engine_db *db, int64_t player, felt_balance *ret, felt_error *error);
    felt_status (*till)(engine_db *db, int64_t table, int64_t *ret, felt_error *error);
    felt_status (*hold)(engine_db *db, int64_t table, int64_t bet, engine_hold *ret, felt_error *error);
    felt_status (*command)(engine_db *db, int64_t player, uint64_t id, engine_command *ret, felt_error *error);
    /* The highest id of a command; 0: there is none. NULL: somebody else may write commands. */
    felt_status (*top_command)(engine_db *db, int64_t *ret, felt_error *error);
    felt_status (*head)(engine_db *db, int64_t table, engine_head *ret, felt_error *error);
    /* Of a shared engine alone: does nobody else write to that table? And many commands and purses at once. */
    bool (*leased)(engine_db *db, int64_t table);
    felt_status (*expect)(engine_db *db, const felt_expected *list, int count, engine_expected_purse *see_purse,
                          engine_expected_command *see_command, void *context, felt_error *error);
    felt_status (*head_set)(engine_db *db, int64_t table, const felt_head *head, felt_error *error);
    felt_status (*keep)(engine_db *db, const engine_deed *deed, felt_error *error);
    /* Balances and bets follow what was kept; heads have been set before. `last`: nothing is read again before the commit. */
    felt_status (*post)(engine_db *db, bool last, felt_error *error);
    felt_status (*result)(engine_db *db, int64_t table, int64_t sequence, engine_result *ret, felt_error *error);
    felt_status (*postings)(engine_db *db, int64_t table, int64_t sequence, engine_posting_see *see, void *context, felt_error *error);
    felt_status (*holds)(engine_db *db, int64_t table, int64_t player, felt_hold_see *see, void *context, felt_error *error);
    felt_status (*audit)(engine_db *db, felt_store_audit_result *ret, felt_error *error);
    felt_status (*table)(engine_db *db, felt_text name, int64_t *ret, felt_error *error);
    felt_status (*tables)(engine_db *db, felt_table_see *see, void *context, felt_error *error);
    felt_status (*read)(engine_db *db, int64_t table, int64_t from, int64_t to, felt_history_see *see, void *context, felt_error *error);
    felt_status (*floor)(engine_db *db, felt_arena *arena, int64_t table, felt_floor *ret, felt_error *error);
    felt_status (*retire)(engine_db *db, int64_t table, const felt_floor *floor, felt_error *error);
    felt_status (*held)(engine_db *db, int64_t table, felt_held_see *see, void *context, felt_error *error);
    felt_status (*note_put)(engine_db *db, felt_text kind, felt_text key, felt_text value, int64_t expected, bool *ret_done,
                            felt_error *error); /* expected -1: there must be none; *ret_done: was it as expected? */
    felt_status (*note_remove)(engine_db *db, felt_text kind, felt_text key, bool *ret_done, felt_error *error);
    felt_status (*note_get)(engine_db *db, felt_text kind, felt_text key, felt_note_see *see, void *context, felt_error *error);
    felt_status (*notes)(engine_db *db, felt_text kind, felt_text from, felt_note_see *see, void *context, felt_error *error);
    felt_status (*lease_take)(engine_db *db, int64_t table, felt_text owner, int64_t ttl_ms, int64_t *ret_fence, felt_error *error);
    felt_status (*lease_renew)(engine_db *db, int64_t table, int64_t ttl_ms, felt_error *error);
    felt_status (*lease_give_up)(engine_db *db, int64_t table, felt_error *error);
    felt_status (*lease_look)(engine_db *db, felt_arena *arena, int64_t table, felt_lease *ret, felt_error *error);
    felt_status (*document_keep)(engine_db *db, const uint8_t *hash, felt_text document, felt_error *error);
    felt_status (*document_find)(engine_db *db, felt_arena *arena, const uint8_t *hash, felt_text *ret, felt_error *error);
    felt_status (*backup_open)(engine_db *db, const char *path, engine_backup **ret, felt_error *error);
    felt_status (*backup_step)(engine_backup *backup, int pages, bool *ret_done, felt_error *error);
    void (*backup_close)(engine_backup *backup);
    felt_status (*restore)(const char *backup, const char *place, felt_error *error);
} engine;

extern const engine engine_sqlite, engine_postgres;

#endif
