/* src/house/rebuild.c - a table made again from the store: its state as it was last saved, or as it was at the floor of its chain where
 * that is later, and what was recorded after that. */
#include "../base/bytes.h"
#include "inside.h"

#include <felt/opening.h>
#include <felt/setup.h>
#include <stdlib.h>
#include <string.h>

enum { SAVED_VERSION = 1, SAVED_HEAD = 1 + 4 * 8 + 1, RECORD_BYTES_MAX = 1 << 20 };

/* ---- saving ---- */

felt_status rebuild_save(house *h, int table, felt_error *error)
{
    house_table *t = &h->tables[table];
    uint8_t *state;
    size_t size, whole = SAVED_HEAD;
    felt_status status = felt_table_save(t->table, &state, &size, error);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < t->made_count; i++)
        whole += 4 + t->made[i].length;
    uint8_t *bytes = malloc(whole + size);
    if (bytes == NULL) {
        free(state);
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    }
    uint8_t *at = bytes_put(bytes, SAVED_VERSION, 1);
    at = bytes_put(at, (uint64_t)t->records, 8);
    at = bytes_put(at, (uint64_t)t->setup_record, 8);
    at = bytes_put(at, t->source_ready ? t->source.events : 0, 8);
    at = bytes_put(at, t->shoe.shoe, 8);
    at = bytes_put(at, (uint64_t)t->made_count, 1);
    for (int i = 0; i < t->made_count; i++) {
        at = bytes_put(at, t->made[i].length, 4);
        memcpy(at, t->made[i].bytes, t->made[i].length);
        at += t->made[i].length;
    }
    memcpy(at, state, size);
    free(state);
    status = felt_store_note_set(h->store, felt_text_from("table"), t->plan->short_name, (felt_text){(const char *)bytes, whole + size}, 0,
                                 error);
    free(bytes);
    if (status != FELT_OK)
        return status == FELT_ENOMEM ? status : FELT_EIO;
    t->saved = t->records;
    h->kept = true;
    return FELT_OK;
}

/* ---- making again ---- */

typedef struct rebuild {
    house *h;
    house_table *t;
    int64_t next;   /* the record that comes next */
    uint64_t dealt; /* events from the shoe in play */
    char *setup;    /* a record of a setup, at which reading stopped; malloc'ed */
    size_t setup_size;
    felt_status status;
    felt_error error;
} rebuild;

static felt_status read_events(rebuild *r, felt_text record)
{
    felt_event e;
    while (record.length > 0) {
        felt_status status = felt_event_next(&record, &e, &r->error);
        if (status == FELT_OK && r->t->table == NULL)
            status = felt_error_set(&r->error, FELT_EDATA, -1, "an event comes before the setup of its table");
        if (status == FELT_OK)
            status = felt_table_evolve(r->t->table, &e, &r->error);
        if (status != FELT_OK)
            return status;
        if (e.kind == FELT_EVENT_SHOE_BEGUN)
            r->dealt = 0;
        r->dealt += e.kind == FELT_EVENT_DEALT;
    }
    return FELT_OK;
}

/* One record after the other, up to a setup, which needs the store. */
static bool see(void *context, const felt_history_record *record)
{
    rebuild *r = context;
    felt_text event = record->event;
    if (record->sequence != r->next) { /* retired since the floor was looked at: what is asked again finds it */
        r->status = felt_error_set(&r->error, FELT_EIO, -1, "record %lld of %.*s is not there; the next one is %lld", (long long)r->next,
                                   FELT_TEXT_ARGS(r->t->plan->short_name), (long long)record->sequence);
        return false;
    }
    r->next = record->sequence + 1;
    if (felt_setup_is(event)) {
        r->setup = malloc(event.length + 1);
        if (r->setup == NULL)
            r->status = FELT_ENOMEM;
        else
            memcpy(r->setup, event.bytes, event.length);
        r->setup_size = event.length;
        return false;
    }
    r->status = event.bytes[0] == '{' ? deal_follow(r->h, r->t, event, &r->error) : read_events(r, event);
    if (r->status != FELT_OK) {
        felt_error why = r->error;
        felt_error_set(&r->error, r->status, -1, "record %lld of %.*s: %s", (long long)record->sequence,
                       FELT_TEXT_ARGS(r->t->plan->short_name), why.message);
    }
    return r->status == FELT_OK;
}

/* A setup comes into force, and with it a new table. */
static felt_status take_setup(rebuild *r)
{
    house_table *t = r->t;
    felt_status status = setup_take(r->h, t, (felt_text){r->setup, r->setup_size}, &r->error);
    free(r->setup);
    r->setup = NULL;
    if (status != FELT_OK)
        return status;
    felt_table_free(t->table);
    t->table = NULL;
    t->setup_record = r->next - 1;
    return felt_table_new(&t->setup, &t->table, &r->error);
}

static felt_status read_on(rebuild *r)
{
    do {
        r->status = FELT_OK;
        felt_status status = felt_store_read(r->h->store, r->t->id, r->next, see, r, &r->error);
        if (status == FELT_OK)
            status = r->status;
        if (status == FELT_OK && r->setup != NULL)
            status = take_setup(r);
        else if (status == FELT_OK)
            return FELT_OK;
        if (status != FELT_OK) {
            free(r->setup);
            return status;
        }
    } while (true);
}

/* From the state that was saved: its setup, the records of its shoe, and the table. */
static felt_status load(rebuild *r, felt_arena *arena, felt_text saved)
{
    house_table *t = r->t;
    const uint8_t *at = (const uint8_t *)saved.bytes, *end = at + saved.length;
    felt_text record;
    if (saved.length < SAVED_HEAD || bytes_get(&at, 1) != SAVED_VERSION)
        return felt_error_set(&r->error, FELT_EDATA, -1, "its saved state is of another version");
    r->next = (int64_t)bytes_get(&at, 8) + 1;
    t->setup_record = (int64_t)bytes_get(&at, 8);
    r->dealt = bytes_get(&at, 8);
    uint64_t shoe = bytes_get(&at, 8);
    felt_status status = felt_store_record(r->h->store, arena, t->id, t->setup_record, &record, &r->error);
    if (status == FELT_OK)
        status = setup_take(r->h, t, record, &r->error);
    for (int left = (int)bytes_get(&at, 1); left > 0 && status == FELT_OK; left--) {
        size_t size = end - at < 4 ? SIZE_MAX : (size_t)bytes_get(&at, 4);
        if (size > (size_t)(end - at))
            return felt_error_set(&r->error, FELT_EDATA, -1, "its saved state is cut off");
        status = deal_follow(r->h, t, (felt_text){(const char *)at, size}, &r->error);
        at += size;
    }
    if (status == FELT_OK && t->shoe.shoe < shoe) { /* spent or void: only its number counts */
        t->shoe.shoe = shoe;
        t->shoe.stage = FELT_FAIR_SPENT;
    }
    return status == FELT_OK ? felt_table_load(&t->setup, at, (size_t)(end - at), &t->table, &r->error) : status;
}

/* From the floor: its setup and the table there. Whatever shoe came before is spent. */
static felt_status open_at(rebuild *r, felt_arena *arena, const felt_floor *floor)
{
    house_table *t = r->t;
    felt_opening opening;
    felt_status status = felt_opening_read(arena, floor->opening, &opening, &r->error);
    if (status == FELT_OK)
        status = setup_take(r->h, t, opening.setup, &r->error);
    if (status != FELT_OK)
        return status;
    r->next = floor->sequence + 1;
    t->setup_record = opening.setup_record;
    t->shoe.shoe = opening.shoe;
    t->shoe.stage = FELT_FAIR_SPENT;
    return felt_opening_load(&opening, &t->setup, &t->table, &r->error);
}

/* The record up to which a state was saved; one that is of no such form is looked at all the same. */
static int64_t saved_at(felt_text saved)
{
    const uint8_t *at = (const uint8_t *)saved.bytes;
    if (saved.length < SAVED_HEAD)
        return INT64_MAX;
    at++;
    return (int64_t)bytes_get(&at, 8);
}

/* Where to begin reading: whichever is later, the state that was saved or the floor. */
static felt_status begin(rebuild *r, felt_arena *arena)
{
    felt_floor floor;
    felt_text saved;
    felt_status status = felt_store_floor(r->h->store, arena, r->t->id, &floor, &r->error);
    if (status != FELT_OK)
        return status;
    status = felt_store_note_get(r->h->store, arena, felt_text_from("table"), r->t->plan->short_name, &saved, NULL, &r->error);
    if (status != FELT_OK && status != FELT_ENOTFOUND)
        return status;
    if (status == FELT_OK && saved_at(saved) >= floor.sequence)
        return load(r, arena, saved);
    return floor.sequence > 0 ? open_at(r, arena, &floor) : FELT_OK;
}

static void forget(house_table *t)
{
    felt_table_free(t->table);
    t->table = NULL;
    deal_forget(t);
    if (t->next != NULL)
        t->plan = t->next;
    t->next = NULL;
    felt_arena_free(t->arena);
    t->arena = NULL;
    t->records = t->saved = t->setup_record = 0;
    t->window_ends = 0;
    t->changed = t->gone = false;
}

felt_status rebuild_table(house *h, int table, felt_error *error)
{
    house_table *t = &h->tables[table];
    rebuild r = {.h = h, .t = t, .next = 1};
    forget(t);
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_STORE_NOTE_BYTES_MAX + (size_t)4 * FELT_STORE_OPENING_BYTES_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : begin(&r, arena);
    felt_arena_free(arena);
    int64_t first = r.next;
    if (status == FELT_OK)
        status = read_on(&r);
    if (status == FELT_OK && t->table != NULL)
        status = deal_resume(h, t, r.dealt, &r.error);
    if (status != FELT_OK) {
        *error = r.error;
        return status;
    }
    t->records = r.next - 1;
    t->saved = first - 1;
    return FELT_OK;
}
