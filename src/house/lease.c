/* src/house/lease.c - which process has which table. Leases end by the database's clock; a file's are always granted. */
#include "inside.h"

#include <stdio.h>
#include <string.h>

/* Who has it, for those who ask here. */
static void look_owner(house *h, house_table *t)
{
    felt_lease lease;
    felt_arena *arena = felt_arena_new(4096);
    t->owner[0] = '\0';
    if (arena != NULL && felt_store_lease_look(h->store, arena, t->id, &lease, NULL) == FELT_OK)
        snprintf(t->owner, sizeof t->owner, "%.*s", FELT_TEXT_ARGS(lease.owner));
    felt_arena_free(arena);
}

static void lose(house *h, int table, const char *why)
{
    house_table *t = &h->tables[table];
    felt_table_free(t->table);
    t->table = NULL;
    deal_forget(t);
    look_owner(h, t);
    house_note(h, "%.*s: the table is lost: %s", FELT_TEXT_ARGS(t->plan->short_name), why);
    if (h->listener.rebuilt != NULL)
        h->listener.rebuilt(h->listener.context, table);
}

static felt_status take(house *h, int table, felt_error *error)
{
    house_table *t = &h->tables[table];
    int64_t fence;
    felt_status status = felt_store_lease_take(h->store, t->id, felt_text_from(h->options.owner), HOUSE_LEASE_MS, &fence, error);
    if (status == FELT_EDATA) {
        look_owner(h, t);
        return FELT_OK;
    }
    if (status != FELT_OK)
        return status;
    status = rebuild_table(h, table, error);
    if (status != FELT_OK)
        return status;
    t->leased = true;
    t->owner[0] = '\0';
    if (h->listener.rebuilt != NULL)
        h->listener.rebuilt(h->listener.context, table);
    return FELT_OK;
}

felt_status lease_all(house *h, int64_t now_ms, felt_error *error)
{
    h->lease_at = now_ms + HOUSE_LEASE_EVERY_MS;
    felt_status found = h->options.shared ? opened_load(h, error) : FELT_OK;
    if (found != FELT_OK)
        return found;
    for (int i = house_next(h, -1); i >= 0; i = house_next(h, i)) {
        house_table *t = &h->tables[i];
        felt_status status = FELT_OK;
        if (t->leased)
            status = felt_store_lease_renew(h->store, t->id, HOUSE_LEASE_MS, error);
        else
            status = take(h, i, error);
        if (status == FELT_EDATA && t->leased) {
            t->leased = false;
            lose(h, i, error->message);
            continue;
        }
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}
