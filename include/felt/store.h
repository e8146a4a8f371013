/* felt/store.h - a durable bank, a history that shows when it was changed, and notes.
 *
 * The history is chains of records, one for each table, and one for each name that begins with '@': each record's hash is of the hash
 * before it and of the record's own bytes. Money moves only together with a record: a deed is one decision of a table, with its record, the
 * command it answers and what it moves, and is kept whole or not at all. What moves is kept in postings: each is one row with all its
 * sides, what a player has more or less, available and held, and the house less or more, which sum to zero. A stake is held for a bet of a
 * table, and the bet ends once. The database keeps all this by its own constraints: it refuses a posting that does not sum to zero, a
 * player's balance below zero, a second end of a bet, money that moves for a bet that has ended, and every change or removal of what was
 * written, but for one way: what has been archived is removed below a floor (felt_store_retire).
 *
 * Batches:  what changes the store stands between felt_store_begin and felt_store_commit. It is durable when commit returns FELT_OK, and
 *           nothing of it may be shown to anybody before.
 * Failure:  FELT_EIO and FELT_ENOMEM: the disk, the database or memory failed. Nothing is known of the batch: it may be there or not. From
 *           then on every call fails; close the store, open it again and rebuild from it. Any other status is about that call alone: it
 *           changed nothing, and the batch can go on. Results are written only on FELT_OK.
 * Threads:  one store, one thread at a time. felt_store_commit_begin has a thread of its own. */
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
    FELT_STORE_VERSION = 2,            /* of the schema */
    FELT_STORE_NAME_BYTES_MAX = 64,    /* of a player's, a table's name and a note's kind, each of at least one byte */
    FELT_STORE_KEY_BYTES_MAX = 256,    /* of a note; at least one */
    FELT_STORE_REASON_BYTES_MAX = 256, /* at least one */
    FELT_STORE_OWNER_BYTES_MAX = 256,  /* of a lease; at least one */
    FELT_STORE_EVENT_BYTES_MAX = 4 << 20,
    FELT_STORE_MOVES_MAX = 1 << 16, /* in one deed */
    FELT_STORE_NOTE_BYTES_MAX = 16 << 20,
    FELT_STORE_DOCUMENT_BYTES_MAX = 16 << 20,
    FELT_STORE_LEASE_MS_MAX = 600000,
    FELT_STORE_OPENING_BYTES_MAX = 16 << 20,
    FELT_STORE_ARCHIVE_BYTES_MAX = 1024, /* of the name of an archive; at least one */
    FELT_STORE_DIGEST_BYTES = 16,
    FELT_STORE_HASH_BYTES = 32, /* BLAKE2b */
};
#define FELT_STORE_AMOUNT_MAX INT64_C(1000000000000000) /* minor units in one posting */

typedef struct felt_store felt_store;

/* Numbers that the store gives, from 1. Chain 0, "@bank", is the store's own: what was granted. */
typedef struct felt_player_id {
    int64_t number;
} felt_player_id;
typedef struct felt_table_id {
    int64_t number;
} felt_table_id;

/* ---- opening ---- */

/* Opens the store at an address: "sqlite:FILE", and a file that does not exist is made; or "postgres://USER@HOST/DATABASE", as libpq reads
 * it, and a schema "felt" that does not exist is made in the database. An older schema is brought up to date. FELT_EDATA:
 * there is no such kind of address, the file is no store, or it is of a newer version. FELT_EIO: it cannot be opened, written or locked;
 * one process at a time has a file. FELT_ENOMEM. */
felt_status felt_store_open(const char *address, felt_store **ret, felt_error *error);

/* The address for logs and people: "***" stands for the passwords in it. What does not fit is left out. Requires size > 0. */
void felt_store_address_write(const char *address, char *ret, size_t size);

/* A batch that was not committed is given up. `store` may be NULL. */
void felt_store_close(felt_store *store);

/* ---- batches ---- */

/* Requires that no batch is open. */
felt_status felt_store_begin(felt_store *store, felt_error *error);

/* These and all that change the store require an open batch. Whatever commit returns, the batch has ended. FELT_EDATA: nothing of it is
 * there, because another process changed what it was built on, or has the lease of a table: rebuild from the store, and try again. */
felt_status felt_store_commit(felt_store *store, felt_error *error);
felt_status felt_store_rollback(felt_store *store, felt_error *error);

/* felt_store_commit in two steps, for who has something else to do meanwhile: the first hands the batch to a thread of the store's own, the
 * second waits until it has ended and returns what felt_store_commit would. `done`, which may be NULL, is called in that thread when it has
 * ended, and may do no more than wake somebody. Every other call of the store waits by itself; only felt_store_begin requires that the
 * second step was taken. FELT_ENOMEM, or what felt_store_commit returns before anything is written: there is no second step. */
felt_status felt_store_commit_begin(felt_store *store, void (*done)(void *context), void *context, felt_error *error);
bool felt_store_commit_ended(felt_store *store);                 /* the second step would not wait */
void felt_store_commit_wait(felt_store *store, int64_t most_us); /* until it would not, or so long */
felt_status felt_store_commit_end(felt_store *store, felt_error *error);

/* ---- players ---- */

typedef struct felt_balance {
    felt_money available, held;
} felt_balance;

/* FELT_EDATA: the name is taken. FELT_ELIMIT: it is empty or too long. */
felt_status felt_store_player_add(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error);

/* FELT_ENOTFOUND: there is no such player. */
felt_status felt_store_player_find(felt_store *store, felt_text name, felt_player_id *ret, felt_error *error);
felt_status felt_store_balance(felt_store *store, felt_player_id player, felt_balance *ret, felt_error *error);

/* Credits from outside the bank, kept as a record of "@bank". FELT_ERANGE: an amount is not 1 to FELT_STORE_AMOUNT_MAX, or a balance would
 * not fit into 64 bits. FELT_ENOTFOUND: no such player. FELT_ELIMIT: no reason, or one that is too long. */
felt_status felt_store_grant(felt_store *store, felt_player_id player, felt_money amount, felt_text reason, int64_t time_ms,
                             felt_error *error);

/* ---- deeds ---- */

typedef enum felt_entry_kind {
    FELT_ENTRY_NONE,   /* no money moves */
    FELT_ENTRY_GRANT,  /* the store's own */
    FELT_ENTRY_BET,    /* stakes are held, raised, lowered and taken back: FELT_MOVE_HOLD, _RETURN */
    FELT_ENTRY_RESULT, /* every move */
    FELT_ENTRY_VOID    /* of a round that has no result yet: FELT_MOVE_RETURN; or of a result: felt_store_void */
} felt_entry_kind;

typedef enum felt_move_kind {
    FELT_MOVE_HOLD = 1, /* `amount` more of the player's is held for the bet */
    FELT_MOVE_RETURN,   /* `amount` of what is held goes back to the player; with the last of it the bet has ended */
    FELT_MOVE_SETTLE,   /* the bet has ended: all that is held goes to the house, and the house pays `amount`, from 0 */
    FELT_MOVE_PAY       /* the house pays `amount` on a bet that stays up */
} felt_move_kind;

typedef struct felt_move {
    felt_move_kind kind;
    felt_player_id player;
    int64_t bet; /* the table's number of the bet; one that has ended is not used again */
    felt_money amount;
} felt_move;

typedef struct felt_deed {
    felt_table_id table;
    felt_text record; /* 1 to FELT_STORE_EVENT_BYTES_MAX bytes */
    felt_entry_kind kind;
    int64_t time_ms;
    felt_player_id player;                   /* of the command; 0: it came from nobody, and id and digest are not looked at */
    uint64_t command;                        /* its id, the player's over all tables. Ids that grow with time are found fastest */
    uint8_t digest[FELT_STORE_DIGEST_BYTES]; /* of the command's contents */
    const felt_move *moves;
    int move_count; /* 0 to FELT_STORE_MOVES_MAX */
} felt_deed;

/* Keeps one decision, whole or not at all. Sequences of a table count from 1. FELT_ELIMIT: a player has less than is to be held, or the
 * record or the moves are too long. FELT_EDATA: the command's id is taken, a bet has ended or is another player's, holds less than would be
 * returned, or the moves are not of the deed's kind. FELT_ENOTFOUND: there is no such table, player or bet. FELT_ERANGE: as for a grant. */
felt_status felt_store_keep(felt_store *store, const felt_deed *deed, int64_t *ret_sequence, felt_error *error);

/* What became of a player's command: where its record is. FELT_ENOTFOUND: it is new. FELT_EDATA: the id was used for other contents. */
felt_status felt_store_command_find(felt_store *store, felt_player_id player, uint64_t id, const uint8_t digest[FELT_STORE_DIGEST_BYTES],
                                    felt_table_id *ret_table, int64_t *ret_sequence, felt_error *error);

/* Commands that are about to be looked for or kept. Over a network the store asks for all of them at once, and not one by one, and not for
 * those of players whose ids have grown here before: an id that another process has kept meanwhile may then be found by the commit alone
 * (FELT_EDATA). Requires an open batch. */
typedef struct felt_expected {
    felt_player_id player;
    uint64_t command;
} felt_expected;

felt_status felt_store_expect(felt_store *store, const felt_expected *list, int count, felt_error *error);

/* Takes a result back, once, by postings the other way round in a record of its own, {"felt":"void","record":N,"reason":...}; stakes that
 * were settled in it go back to their players. FELT_EDATA: it is no result, or was voided before. FELT_ENOTFOUND: no such record.
 * FELT_ELIMIT: a player has less than would be taken back (grant it first), or there is no reason, or one that is too long. */
felt_status felt_store_void(felt_store *store, felt_table_id table, int64_t sequence, felt_text reason, int64_t time_ms,
                            int64_t *ret_sequence, felt_error *error);

/* A stake that has been neither settled nor returned. */
typedef struct felt_standing_hold {
    felt_table_id table;
    int64_t bet;
    felt_player_id player;
    felt_money amount;
} felt_standing_hold;

/* Return false to see no more. Must not call the store. */
typedef bool felt_hold_see(void *context, const felt_standing_hold *hold);

/* Every standing hold by table and bet; `table` 0: of every table; `player` 0: of every player. */
felt_status felt_store_holds(felt_store *store, felt_table_id table, felt_player_id player, felt_hold_see *see, void *context,
                             felt_error *error);

typedef struct felt_store_audit_result {
    int64_t players, records, postings, ended, standing; /* `ended` and `standing`: bets */
    felt_money available, held, house, grants;           /* their sum is 0 */
    int64_t retired;                                     /* records below the floors, which `records` does not count */
} felt_store_audit_result;

typedef struct felt_store_sums_result {
    int64_t standing;                          /* bets */
    felt_money available, held, house, grants; /* their sum is 0: `available` is what the others leave */
} felt_store_sums_result;

/* The same sums from what tables and standing bets have, which takes as long as there are of those, however long the history is. Nothing is
 * checked. Where other processes write meanwhile, they need not be of one moment. */
felt_status felt_store_sums(felt_store *store, felt_store_sums_result *ret, felt_error *error);

/* Adds all postings up again, and what was carried forward of those that were retired. FELT_EDATA: the books do not balance, and the
 * message says where. */
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

/* Every chain, "@bank" first, then in the order they were made. */
felt_status felt_store_tables(felt_store *store, felt_table_see *see, void *context, felt_error *error);

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
    felt_entry_kind kind;
    int64_t time_ms;
} felt_history_record;

/* Return false to see no more. Must not call the store. */
typedef bool felt_history_see(void *context, const felt_history_record *record);

/* The records of a table from a sequence on, in order. */
felt_status felt_store_read(felt_store *store, felt_table_id table, int64_t from, felt_history_see *see, void *context, felt_error *error);

/* One record; also the one that was kept at the floor. FELT_ENOTFOUND: there is none, or it was retired. FELT_ELIMIT: the arena is full. */
felt_status felt_store_record(felt_store *store, felt_arena *arena, felt_table_id table, int64_t sequence, felt_text *ret,
                              felt_error *error);

/* Was a result taken back (felt_store_void) in a batch that is committed? FELT_ENOTFOUND: no such record. */
felt_status felt_store_voided(felt_store *store, felt_table_id table, int64_t sequence, bool *ret, felt_error *error);

/* Computes a table's chain again, from its floor on; *ret_records are those that there are. FELT_EDATA: a record is missing, out of order
 * or changed, and the message says which. */
felt_status felt_store_verify(felt_store *store, felt_table_id table, int64_t *ret_records, felt_error *error);

/* The hash of a record: BLAKE2b, with 32 bytes and no key, of the hash before it (zeros before the first), then table, sequence and length
 * of the event, each in 8 bytes with the little end first, then the event. */
void felt_history_hash(const uint8_t previous[FELT_STORE_HASH_BYTES], felt_table_id table, int64_t sequence, felt_text event,
                       uint8_t ret[FELT_STORE_HASH_BYTES]);

/* ---- retention ---- */

/* A chain of a table may lose its beginning, up to a record after which nothing was held at the table. That record is its floor: its number
 * and hash are kept, so that the rest still verifies, and what the removed postings come to for each player and the house is carried
 * forward, so that every balance is still a sum. The database does this itself when a floor rises, and lets nothing be removed but what is
 * below one. Ids of commands are kept; so are sheets, compiled wagers, players and the chains whose names begin with '@'. */
typedef struct felt_floor {
    int64_t sequence; /* of the last record that was removed; 0: none was, and nothing else here counts */
    uint8_t hash[FELT_STORE_HASH_BYTES];
    int64_t time_ms;       /* when it was removed */
    int64_t kept;          /* the number of a record at or below the floor that is kept nevertheless; 0: none */
    felt_text kept_record; /* its bytes */
    felt_text opening;     /* whatever its owner needs to begin at the floor; the store does not look at it */
    felt_text archive;     /* where the records went, for people */
} felt_floor;

/* With `arena` NULL its texts are left empty. FELT_ENOTFOUND: no such table. FELT_ELIMIT: the arena is full. */
felt_status felt_store_floor(felt_store *store, felt_arena *arena, felt_table_id table, felt_floor *ret, felt_error *error);

/* Removes the records of a table up to a floor, with their postings and the ends of their bets; nothing of it can be had back from the
 * store. Requires an open batch. FELT_EDATA: there is no such record above the floor that there is, it has another hash, something was held
 * after it, or the table's name begins with '@': the batch is given up. FELT_ELIMIT: a text is too long. */
felt_status felt_store_retire(felt_store *store, felt_table_id table, const felt_floor *floor, felt_error *error);

/* Return false to see no more. Must not call the store. */
typedef bool felt_held_see(void *context, int64_t sequence, felt_money change);

/* By how much each record of a table changes what is held there: those that do, in order. Below the floor, nothing is held. */
felt_status felt_store_held(felt_store *store, felt_table_id table, felt_held_see *see, void *context, felt_error *error);

/* ---- notes ---- */

/* What is looked up by a key and may be replaced: accounts, sessions, saved tables. A note has a version, 1 when it is added, which grows
 * with each replacement. FELT_ELIMIT, of them all: a kind, key or value is empty or too long (a value may be empty). */

/* FELT_EDATA: there is one. */
felt_status felt_store_note_add(felt_store *store, felt_text kind, felt_text key, felt_text value, felt_error *error);

/* `expected` is the version it must have; 0: add it, or replace whatever is there. FELT_EDATA: it has another, or there is none. */
felt_status felt_store_note_set(felt_store *store, felt_text kind, felt_text key, felt_text value, int64_t expected, felt_error *error);

/* FELT_ENOTFOUND. `ret_version` may be NULL. FELT_ELIMIT: or the arena is full. */
felt_status felt_store_note_get(felt_store *store, felt_arena *arena, felt_text kind, felt_text key, felt_text *ret, int64_t *ret_version,
                                felt_error *error);

/* FELT_ENOTFOUND. */
felt_status felt_store_note_remove(felt_store *store, felt_text kind, felt_text key, felt_error *error);

typedef struct felt_note {
    felt_text key, value; /* live as long as the call */
    int64_t version;
} felt_note;

/* Return false to see no more. Must not call the store. */
typedef bool felt_note_see(void *context, const felt_note *note);

/* The notes of a kind from a key on, in the order of their keys' bytes; an empty key: from the first. */
felt_status felt_store_notes(felt_store *store, felt_text kind, felt_text from, felt_note_see *see, void *context, felt_error *error);

/* ---- leases ---- */

/* A table is changed by the process that has its lease. Leases end by the database's clock alone. Each has a fencing number, which grows
 * with every owner; a batch checks those of its tables in its own transaction, so that an owner that was away and comes back can write
 * nothing. A file has one process: there a lease is always granted, and nothing needs one. Chains whose name begins with '@' have none.
 * All of these require that no batch is open. */

/* `owner` says where the process can be reached. FELT_EDATA: another has it, and the message says who. FELT_ENOTFOUND: no such table.
 * FELT_ELIMIT: the owner is empty or too long. FELT_ERANGE: `ttl_ms` is not 1 to FELT_STORE_LEASE_MS_MAX. */
felt_status felt_store_lease_take(felt_store *store, felt_table_id table, felt_text owner, int64_t ttl_ms, int64_t *ret_fence,
                                  felt_error *error);

/* FELT_EDATA: this store has not the lease, or has it no more. */
felt_status felt_store_lease_renew(felt_store *store, felt_table_id table, int64_t ttl_ms, felt_error *error);

/* Anybody may take it now. Giving up what one has not changes nothing. */
felt_status felt_store_lease_give_up(felt_store *store, felt_table_id table, felt_error *error);

typedef struct felt_lease {
    felt_text owner;
    int64_t fence, left_ms; /* `left_ms` is 0 when it has run out */
} felt_lease;

/* FELT_ENOTFOUND: nobody ever had it, or it was given up. FELT_ELIMIT: the arena is full. */
felt_status felt_store_lease_look(felt_store *store, felt_arena *arena, felt_table_id table, felt_lease *ret, felt_error *error);

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
