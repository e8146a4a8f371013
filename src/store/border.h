/* src/store/border.h - a store from inside, and what every call at its border does. */
#ifndef FELT_SRC_STORE_BORDER_H
#define FELT_SRC_STORE_BORDER_H

#include "courier.h"
#include "desk.h"

struct felt_store {
    const engine *engine;
    engine_db *db;
    desk desk;
    bool lost, in_batch;
    bool spoiled;      /* the schema has refused a row: nothing of the batch will be there */
    courier *courier;  /* who commits; NULL: nobody has been needed */
    bool committing;   /* felt_store_commit_end is still to come */
    felt_status found; /* how that commit ended */
    felt_error error;
};

/* What is being committed belongs to the courier: waits for him. */
void store_await(felt_store *store);

/* FELT_EIO: the store is lost. Waits for the courier. */
felt_status store_ready(felt_store *store, felt_error *error);

/* Before what changes the store. Requires a batch. */
felt_status store_ready_to_write(felt_store *store, felt_error *error);

/* Before what reads rows: it must find all that were written. */
felt_status store_ready_to_read(felt_store *store, felt_error *error);

/* After an engine has answered: what failed for good loses the store. */
felt_status store_ended(felt_store *store, felt_status status);

felt_status store_check_length(felt_text text, size_t least, size_t most, const char *what, felt_error *error);
felt_status store_check_name(felt_text name, const char *what, felt_error *error);
felt_status store_check_table(felt_table_id table, felt_error *error);

/* The engine of an address; *ret_place is what follows its prefix. */
felt_status store_find_engine(const char *address, const engine **ret, const char **ret_place, felt_error *error);

/* Bytes that are wanted in an arena: of a record, or of a note. */
typedef struct store_wanted {
    felt_arena *arena;
    felt_text text;
    int64_t version;
    bool found;
} store_wanted;

void store_take(store_wanted *w, felt_text text);
felt_status store_taken(const store_wanted *w, const char *what, felt_text *ret, felt_error *error);

/* retire.c: the record that was kept at a floor. FELT_ENOTFOUND: it is another, and the message says whether it was retired. */
felt_status store_kept_record(felt_store *store, felt_arena *arena, felt_table_id table, int64_t sequence, felt_text *ret,
                              felt_error *error);

#endif
