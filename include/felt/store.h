/* felt/store.h - a durable bank and a history that shows when it was changed.
 *
 * The bank is kept in postings: each is one row with both its sides, an amount that goes from one account to another, so that nothing can
 * be written that does not sum to zero. An entry is a transaction of the bank: a grant, a bet, the result of a round, or the void of one.
 * A stake is held, and then settled or returned, once. The history is one chain of records for each table: each record's hash is of the
 * hash before it and of the record's own bytes. The database keeps all this by its own constraints: it refuses a player's balance below
 * zero, a second release of a stake, a second result for one record, and every change or removal of what was written.
 *
 * Batches:  what changes the store stands between felt_store_begin and felt_store_commit. It is durable when commit returns FELT_OK, and
 *           nothing of it may be shown to anybody before.
 * Failure:  FELT_EIO and FELT_ENOMEM: the disk, the database or memory failed. Nothing is known of the batch: it may be there or not. From
 *           then on every call fails; close the store, open it again and rebuild from it. Any other status is about that call alone: it
 *           changed nothing, and the batch can go on. Results are written only on FELT_OK.
 * Threads:  one store, one thread at a time. */
#ifndef FELT_STORE_H
#define FELT_STORE_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/error.h>
#include <felt/money.h>
#include <felt/status.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_STORE_VERSION = 1,               /* of the schema */
    FELT_STORE_NAME_BYTES_MAX = 64,       /* of a player's, a table's name and a command's id, each of at least one byte */
    FELT_STORE_REASON_BYTES_MAX = 256,    /* at least one */
    FELT_STORE_COMMAND_BYTES_MAX = 65536, /* of a command's contents, and of its answer */
    FELT_STORE_EVENT_BYTES_MAX = 65536,
    FELT_STORE_DOCUMENT_BYTES_MAX = 16 << 20,
    FELT_STORE_HASH_BYTES = 32, /* BLAKE2b */
};
#define FELT_STORE_AMOUNT_MAX INT64_C(1000000000000000) /* minor units in one posting */

typedef struct felt_store felt_store;

/* Numbers that the store gives, from 1. */
typedef struct felt_player_id {
    int64_t number;
} felt_player_id;
typedef struct felt_table_id {
    int64_t number;
} felt_table_id;
typedef struct felt_entry_id {
    int64_t number;
} felt_entry_id;
typedef struct felt_hold_id {
    int64_t number;
} felt_hold_id;

/* ---- opening ---- */

/* Opens the store at an address, "sqlite:FILE"; a file that does not exist is made. An older schema is brought up to date. FELT_EDATA:
 * there is no such kind of address, the file is no store, or it is of a newer version. FELT_EIO: it cannot be opened, written or locked;
 * one process at a time has a store. FELT_ENOMEM. */
felt_status felt_store_open(const char *address, felt_store **ret, felt_error *error);

/* A batch that was not committed is given up. `store` may be NULL. */
void felt_store_close(felt_store *store);

/* ---- batches ---- */

/* Requires that no batch is open. */
felt_status felt_store_begin(felt_store *store, felt_error *error);

/* These and all that change the store require an open batch. */
felt_status felt_store_commit(felt_store *store, felt_error *error);
felt_status felt_store_rollback(felt_store *store, felt_error *error);

/* Commands that share a batch: mark before each, and undo what one has done since its mark when it is refused half-way. A mark forgets the
 * one before. Requires a mark to undo. */
felt_status felt_store_mark(felt_store *store, felt_error *error);
felt_status felt_store_undo(felt_store *store, felt_error *error);

/* ---- players ---- */

typedef struct felt_balance {
    felt_money available, held;
} felt_balance;

/* FELT_EDATA: the name is taken. FELT_ELIMIT: it is empty or too long. */
felt_status felt_store_player_add(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error);

/* FELT_ENOTFOUND: there is no such player. */
felt_status felt_store_player_find(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error);
felt_status felt_store_balance(felt_store *store, felt_player_id player, felt_balance *ret, felt_error *error);

/* ---- commands ---- */

/* What a player's command with this id was answered. FELT_ENOTFOUND: it is new. FELT_EDATA: the id was used for other contents.
 * FELT_ELIMIT: the id or the contents are too long, or the id is empty. */
felt_status felt_store_command_find(felt_store *store, felt_arena *arena, felt_player_id player, felt_text id, felt_text contents,
                                    felt_text *ret, felt_error *error);

/* Keeps the answer to a new command. FELT_EDATA: the id is taken. FELT_ENOTFOUND: no such player. FELT_ELIMIT as above. */
felt_status felt_store_command_keep(felt_store *store, felt_player_id player, felt_text id, felt_text contents, felt_text answer,
                                    felt_error *error);

/* ---- the bank ---- */

typedef enum felt_entry_kind {
    FELT_ENTRY_GRANT = 1,
    FELT_ENTRY_BET,    /* stakes are held, or taken back */
    FELT_ENTRY_RESULT, /* stakes are settled or returned, and standing bets paid; one for each record at most */
    FELT_ENTRY_VOID
} felt_entry_kind;

/* Begins a bet's or a result's entry, about a record of a table that is there already; what follows is posted to it, until another begins
 * or the batch ends. FELT_EDATA: that record has had its result. FELT_ENOTFOUND: there is no such record. */
felt_status felt_store_entry(felt_store *store, felt_entry_kind kind, felt_table_id table, int64_t sequence, int64_t time_ms,
                             felt_entry_id *ret, felt_error *error);

/* Credits from outside the bank, in an entry of its own. FELT_ERANGE: an amount is not 1 to FELT_STORE_AMOUNT_MAX, or a balance would not
 * fit into 64 bits; then the entry is left without a posting. FELT_ENOTFOUND: no such player. FELT_ELIMIT: no reason, or one that is too
 * long. */
felt_status felt_store_grant(felt_store *store, felt_player_id player, felt_money amount, felt_text reason, int64_t time_ms,
                             felt_entry_id *ret, felt_error *error);

/* Holds a stake at the entry's table. Requires an entry of a bet. FELT_ELIMIT: the player has less. FELT_ERANGE and
 * FELT_ENOTFOUND as above. */
felt_status felt_store_hold(felt_store *store, felt_player_id player, felt_money amount, felt_hold_id *ret, felt_error *error);

/* Ends a hold: `paid`, from 0, is all that the player gets back, the stake included. Requires an entry of a result. FELT_EDATA: it was
 * settled or returned before, or is held at another table. FELT_ENOTFOUND: there is no such hold. FELT_ERANGE. */
felt_status felt_store_settle(felt_store *store, felt_hold_id hold, felt_money paid, felt_error *error);

/* Ends a hold with the whole stake back. Requires an entry of a bet or a result. Fails as settling does. */
felt_status felt_store_return(felt_store *store, felt_hold_id hold, felt_error *error);

/* Pays a bet that stays up, once in an entry. Requires an entry of a result. FELT_EDATA: it was paid in this entry, or it has ended, or is
 * held at another table. */
felt_status felt_store_pay(felt_store *store, felt_hold_id hold, felt_money amount, felt_error *error);

/* Takes a result back, once, by postings the other way round; stakes that were settled in it go back to their players. FELT_EDATA: it is no
 * result, or was voided before. FELT_ENOTFOUND: no such entry. FELT_ELIMIT: a player has less than would be taken back (grant it first), or
 * there is no reason, or one that is too long. */
felt_status felt_store_void(felt_store *store, felt_entry_id result, felt_text reason, int64_t time_ms, felt_entry_id *ret,
                            felt_error *error);

/* A stake that has been neither settled nor returned. */
typedef struct felt_standing_hold {
    felt_hold_id hold;
    felt_entry_id entry; /* that made it */
    felt_player_id player;
    felt_table_id table;
    felt_money amount;
} felt_standing_hold;

/* Return false to see no more. Must not call the store. */
typedef bool felt_hold_see(void *context, const felt_standing_hold *hold);

/* Every standing hold in the order they were made; `table` 0: of every table. */
felt_status felt_store_holds(felt_store *store, felt_table_id table, felt_hold_see *see, void *context, felt_error *error);

typedef struct felt_store_audit_result {
    int64_t players, entries, postings, holds, standing;
    felt_money available, held, house, grants; /* their sum is 0 */
} felt_store_audit_result;

/* Adds all postings up again. FELT_EDATA: the books do not balance, and the message says where. */
felt_status felt_store_audit(felt_store *store, felt_store_audit_result *ret, felt_error *error);

/* ---- history ---- */

/* The table of that name, made if there is none. FELT_ELIMIT: the name is empty or too long. */
felt_status felt_store_table(felt_store *store, felt_text name, felt_table_id *ret, felt_error *error);

typedef struct felt_table_entry {
    felt_table_id table;
    felt_text name; /* lives as long as the call */
    int64_t records;
} felt_table_entry;

/* Return false to see no more. Must not call the store. */
typedef bool felt_table_see(void *context, const felt_table_entry *table);

/* Every table, in the order they were made. */
felt_status felt_store_tables(felt_store *store, felt_table_see *see, void *context, felt_error *error);

/* Adds a record. Sequences count from 1. FELT_ELIMIT: the event is too long. FELT_ENOTFOUND: there is no such table. */
felt_status felt_store_append(felt_store *store, felt_table_id table, felt_text event, int64_t *ret_sequence, felt_error *error);

/* The last record's number and hash; 0 and zeros before the first. Who keeps it elsewhere can tell when the end of a chain is cut off. */
typedef struct felt_head {
    int64_t sequence;
    uint8_t hash[FELT_STORE_HASH_BYTES];
} felt_head;

felt_status felt_store_head(felt_store *store, felt_table_id table, felt_head *ret, felt_error *error);

typedef struct felt_history_record {
    int64_t sequence;
    felt_text event; /* lives as long as the call */
    const uint8_t *hash;
} felt_history_record;

/* Return false to see no more. Must not call the store. */
typedef bool felt_history_see(void *context, const felt_history_record *record);

/* The records of a table from a sequence on, in order. */
felt_status felt_store_read(felt_store *store, felt_table_id table, int64_t from, felt_history_see *see, void *context, felt_error *error);

/* Computes a table's chain again. FELT_EDATA: a record is missing, out of order or changed, and the message says which. */
felt_status felt_store_verify(felt_store *store, felt_table_id table, int64_t *ret_records, felt_error *error);

/* The hash of a record: BLAKE2b, with 32 bytes and no key, of the hash before it (zeros before the first), then table, sequence and length
 * of the event, each in 8 bytes with the little end first, then the event. */
void felt_history_hash(const uint8_t previous[FELT_STORE_HASH_BYTES], felt_table_id table, int64_t sequence, felt_text event,
                       uint8_t ret[FELT_STORE_HASH_BYTES]);

/* ---- documents ---- */

/* Keeps a sheet or a compiled wager (felt/form.h) by its hash, BLAKE2b with 32 bytes; keeping it again changes nothing.
 * FELT_ELIMIT: it is too long. */
felt_status felt_store_document_keep(felt_store *store, felt_text document, uint8_t ret[FELT_STORE_HASH_BYTES], felt_error *error);

/* FELT_ENOTFOUND: none has that hash. FELT_EDATA: it was changed. */
felt_status felt_store_document_find(felt_store *store, felt_arena *arena, const uint8_t hash[FELT_STORE_HASH_BYTES], felt_text *ret,
                                     felt_error *error);

/* ---- copies ---- */

/* A copy of the store that is made piece by piece, while bets go on between the pieces; it has what was committed when it is done.
 * What fails here leaves the store as it is, whatever the status. */
typedef struct felt_backup felt_backup;

/* To a file that does not exist yet. FELT_EDATA: it does. FELT_EIO, FELT_ENOMEM, FELT_ELIMIT. The store must outlive the backup. */
felt_status felt_backup_open(felt_store *store, const char *path, felt_backup **ret, felt_error *error);

/* Copies so many pages, of 4 KiB as a rule; the file has its name when *ret_done is true, and there is nothing more to do but to close.
 * Requires pages > 0, and that no batch is open. After a failure, close it. */
felt_status felt_backup_step(felt_backup *backup, int pages, bool *ret_done, felt_error *error);

/* A copy that was not done is removed. `backup` may be NULL. */
void felt_backup_close(felt_backup *backup);

/* Makes a new store at an address of a backup. FELT_EDATA: there is a store already, or the file is no backup, or its books do not balance.
 * FELT_EIO, FELT_ENOMEM. */
felt_status felt_store_restore(const char *backup, const char *address, felt_error *error);

FELT_API_END

#endif
