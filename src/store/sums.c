/* src/store/sums.c - what the bank comes to, from the balances it keeps: not from the postings, of which there are more every day. */
#include "border.h"

#include <stdlib.h>

typedef struct chain_list {
    int64_t *list;
    int count, room;
    bool no_memory;
} chain_list;

static bool see_chain(void *context, const felt_table_entry *table)
{
    chain_list *c = context;
    if (c->count == c->room) {
        int room = c->room == 0 ? 64 : 2 * c->room;
        int64_t *larger = realloc(c->list, (size_t)room * sizeof *larger);
        c->no_memory = larger == NULL;
        if (larger == NULL)
            return false;
        c->list = larger;
        c->room = room;
    }
    c->list[c->count++] = table->table.number;
    return true;
}

static bool see_hold(void *context, const felt_standing_hold *hold)
{
    felt_store_sums_result *sums = context;
    sums->standing++;
    sums->held.minor += hold->amount.minor;
    return true;
}

felt_status felt_store_sums(felt_store *store, felt_store_sums_result *ret, felt_error *error)
{
    felt_store_sums_result sums = {.standing = 0};
    chain_list chains = {.count = 0};
    felt_status status = store_ready_to_read(store, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->holds(store->db, 0, 0, see_hold, &sums, error));
    if (status == FELT_OK)
        status = store_ended(store, store->engine->tables(store->db, see_chain, &chains, error));
    if (status == FELT_OK && chains.no_memory)
        status = felt_error_set(error, FELT_ENOMEM, -1, "no memory for the sums of the bank");
    for (int i = 0; i < chains.count && status == FELT_OK; i++) {
        int64_t balance = 0;
        status = store_ended(store, store->engine->till(store->db, chains.list[i], &balance, error));
        if (chains.list[i] == 0)
            sums.grants.minor = balance;
        else
            sums.house.minor += balance;
    }
    free(chains.list);
    if (status != FELT_OK)
        return status;
    sums.available.minor = -(sums.held.minor + sums.house.minor + sums.grants.minor);
    *ret = sums;
    return FELT_OK;
}
