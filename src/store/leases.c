/* src/store/leases.c - which process has which table. */
#include "border.h"

#include <assert.h>

static felt_status check_ttl(int64_t ttl_ms, felt_error *error)
{
    if (ttl_ms >= 1 && ttl_ms <= FELT_STORE_LEASE_MS_MAX)
        return FELT_OK;
    return felt_error_set(error, FELT_ERANGE, -1, "a lease of %lld ms; it may be 1 to %d", (long long)ttl_ms, FELT_STORE_LEASE_MS_MAX);
}

felt_status felt_store_lease_take(felt_store *store, felt_table_id table, felt_text owner, int64_t ttl_ms, int64_t *ret_fence,
                                  felt_error *error)
{
    felt_status status = store_ready(store, error);
    assert(store->lost || !store->in_batch);
    if (status == FELT_OK)
        status = store_check_table(table, error);
    if (status == FELT_OK)
        status = store_check_length(owner, 1, FELT_STORE_OWNER_BYTES_MAX, "the owner of a lease", error);
    if (status == FELT_OK)
        status = check_ttl(ttl_ms, error);
    if (status != FELT_OK)
        return status;
    desk_forget(&store->desk); /* another may have had the table */
    return store_ended(store, store->engine->lease_take(store->db, table.number, owner, ttl_ms, ret_fence, error));
}

felt_status felt_store_lease_renew(felt_store *store, felt_table_id table, int64_t ttl_ms, felt_error *error)
{
    felt_status status = store_ready(store, error);
    assert(store->lost || !store->in_batch);
    if (status == FELT_OK)
        status = check_ttl(ttl_ms, error);
    return status != FELT_OK ? status : store_ended(store, store->engine->lease_renew(store->db, table.number, ttl_ms, error));
}

felt_status felt_store_lease_give_up(felt_store *store, felt_table_id table, felt_error *error)
{
    felt_status status = store_ready(store, error);
    assert(store->lost || !store->in_batch);
    return status != FELT_OK ? status : store_ended(store, store->engine->lease_give_up(store->db, table.number, error));
}

felt_status felt_store_lease_look(felt_store *store, felt_arena *arena, felt_table_id table, felt_lease *ret, felt_error *error)
{
    felt_status status = store_ready(store, error);
    assert(store->lost || !store->in_batch);
    return status != FELT_OK ? status : store_ended(store, store->engine->lease_look(store->db, arena, table.number, ret, error));
}
