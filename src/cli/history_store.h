/* src/cli/history_store.h - the chains of a store's tables, and how they are written as a history. */
#ifndef FELT_SRC_CLI_HISTORY_STORE_H
#define FELT_SRC_CLI_HISTORY_STORE_H

#include "cli.h"

#include <felt/history.h>
#include <felt/store.h>

typedef struct history_chain {
    felt_table_id table;
    char name[FELT_STORE_NAME_BYTES_MAX + 1];
    felt_floor floor; /* where it begins */
    felt_head head;   /* where it ends: what is added meanwhile is left out */
} history_chain;

typedef struct history_store {
    cli *c;
    const char *address;
    felt_store *store;
    felt_arena *arena; /* of the chains */
    history_chain *chains;
    int count;
    void (*told)(void *context, int64_t records); /* how far the writing is; NULL: nobody asks */
    void *context;
    felt_error error; /* of what failed last */
} history_store;

/* Opens the store at an address, which must be there, and lists its tables; `table` NULL: all. Complains when it cannot. To be closed in
 * any case. */
cli_exit history_store_open(cli *c, const char *address, const char *table, history_store *ret);
void history_store_close(history_store *s);

/* Writes all chains, each from its floor to its head, with what their setups name. */
felt_status history_store_put(history_store *s, FILE *out);

/* Says what failed. */
cli_exit history_store_wrong(history_store *s, felt_status status);

#endif
