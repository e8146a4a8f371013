/* src/store/desk.h - what a batch has before it: the purses, tills, bets, commands and heads that its deeds touch.
 *
 * A deed is looked at here before anything is written: a refused one has changed nothing, neither here nor in the database. What was read
 * once is known until another process may have changed it: an engine that has its database alone is asked once for each thing.
 *
 * Where several processes have the database, a player is trusted to play in one of them at a time: who has been expected here before, and
 * whose ids grow, is not asked about again in each batch. The schema has the last word: it refuses a batch with a balance below zero or an
 * id that was used before, and then nobody is trusted for a while. Who seems to have too little is asked about before he is refused. */
#ifndef FELT_SRC_STORE_DESK_H
#define FELT_SRC_STORE_DESK_H

#include "engine.h"

typedef enum desk_kind { DESK_PURSE, DESK_TILL, DESK_HOLD, DESK_COMMAND, DESK_HEAD } desk_kind;

/* In a database that others have as well: when a purse was read last, in which part of a batch it was first looked at, and what the
 * database had then, if nobody else has changed it. */
typedef struct desk_known {
    felt_balance now, told;
    uint64_t read, since;
} desk_known;

typedef union desk_value {
    desk_known purse;
    int64_t till;
    engine_hold hold;
    engine_command command;
    engine_head head;
} desk_value;

typedef struct desk_item {
    desk_kind kind;
    bool written;   /* a head that the database has yet to be told */
    int64_t a, b;   /* its key: player; table; table, bet; player, id; table */
    uint64_t batch; /* in which it was read, or trusted */
    int64_t top;    /* of a purse: the highest id of its player's commands that is known to be used */
    desk_value value;
} desk_item;

/* What an item was before a deed. */
typedef struct desk_undo {
    uint32_t item;
    bool written;
    desk_value value;
} desk_undo;

typedef struct desk {
    const engine *engine;
    engine_db *db;
    uint64_t batch; /* its number */
    uint64_t part;  /* grows with each part of a batch that the database is told, and with each batch */
    uint64_t wary;  /* up to this batch nobody is trusted */
    bool in_batch;
    bool refused; /* the schema has refused what was handed to it last */
    bool top_known;
    int64_t top;      /* no command in the database has a higher id but those that are known here, */
    int64_t top_kept; /* of which this is the highest */
    desk_item *items;
    uint32_t *slots; /* 1 + the number of an item; 0: none */
    desk_undo *undo;
    uint32_t *grown; /* the items of heads that the database has yet to be told */
    engine_posting *postings;
    size_t item_count, item_room, slot_count, undo_count, undo_room, grown_count, grown_room, posting_count, posting_room;
} desk;

/* desk_items.c: room for one more piece of a list; the item of a key, false: there is none; one more. */
bool desk_room(void **list, size_t count, size_t *room, size_t size);
bool desk_find(const desk *d, desk_kind kind, int64_t a, int64_t b, uint32_t *ret);
felt_status desk_add(desk *d, const desk_item *item, uint32_t *ret, felt_error *error);
felt_status desk_no_memory(felt_error *error);

void desk_free(desk *d);

/* A batch begins; what another process may have changed is known no more. */
void desk_begin(desk *d);

/* It has ended. */
void desk_end(desk *d);

/* Nothing is known any more. */
void desk_forget(desk *d);

/* A batch was refused: nobody is trusted for a while. */
void desk_doubt(desk *d);

felt_status desk_purse(desk *d, int64_t player, felt_balance *ret, felt_error *error);
felt_status desk_command(desk *d, int64_t player, uint64_t id, engine_command *ret, felt_error *error);
felt_status desk_head(desk *d, int64_t table, felt_head *ret, felt_error *error);

/* All of these will be asked for. */
felt_status desk_expect(desk *d, const felt_expected *list, int count, felt_error *error);

/* Keeps a deed. */
felt_status desk_keep(desk *d, const felt_deed *deed, int64_t *ret_sequence, felt_error *error);
felt_status desk_grant(desk *d, int64_t player, int64_t amount, felt_text record, int64_t time_ms, felt_error *error);
felt_status desk_void(desk *d, int64_t table, int64_t sequence, felt_text record, int64_t time_ms, int64_t *ret_sequence,
                      felt_error *error);

/* Tells the database the heads of all chains that have grown, and lets balances follow. `last`: the batch is about to be
 * committed. FELT_EDATA: it is given up. */
felt_status desk_write(desk *d, bool last, felt_error *error);

#endif
