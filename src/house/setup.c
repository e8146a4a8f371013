/* src/house/setup.c - the setup of a table: recorded in its chain, made again from it, and changed when nothing is up any more. */
#include "inside.h"

#include <felt/setup.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <string.h>

/* ---- keeping ---- */

static felt_status keep_document(void *context, felt_text document, felt_error *error)
{
    house *h = context;
    uint8_t hash[FELT_STORE_HASH_BYTES];
    return felt_store_document_keep(h->store, document, hash, error);
}

/* Where the setups of a table are in its chain, for who looks at what happened under one that is not in force any more. */
static felt_status note_setup(house *h, const house_table *t, felt_error *error)
{
    char key[FELT_STORE_KEY_BYTES_MAX];
    snprintf(key, sizeof key, "%.*s/%020lld", FELT_TEXT_ARGS(t->plan->short_name), (long long)t->setup_record);
    return felt_store_note_set(h->store, felt_text_from(HOUSE_SETUP_NOTES), felt_text_from(key), felt_text_from(""), 0, error);
}

/* The record of the plan in force, and every text that it names. */
static felt_status keep(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    bool known = t->own != NULL; /* it was written before it was opened */
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text record = t->record;
    felt_status status = arena == NULL ? FELT_ENOMEM : FELT_OK;
    if (status == FELT_OK && !known)
        status = felt_setup_write(arena, t->plan, &record);
    if (status == FELT_OK && !known)
        status = felt_setup_documents(t->plan, keep_document, h, error);
    if (status == FELT_OK)
        status = act_record(h, table, record, now_ms, error);
    if (status == FELT_OK)
        t->setup_record = t->records;
    if (status == FELT_OK)
        status = note_setup(h, t, error);
    felt_arena_free(arena);
    return status;
}

/* ---- taking ---- */

/* The setup of the plan in force, with numbers that go on after those of the table before it. */
static felt_status make_setup(house_table *t, felt_error *error)
{
    felt_table_view view = {.sequence = 0};
    if (t->table != NULL)
        view = felt_table_look(t->table);
    felt_arena_free(t->setup_arena);
    t->setup_arena = felt_arena_new(64 << 20);
    felt_status status = t->setup_arena == NULL ? FELT_ENOMEM : felt_table_plan_setup(t->setup_arena, t->plan, &t->setup);
    if (status != FELT_OK)
        return felt_error_set(error, status, -1, "out of memory");
    t->setup.supplied = true;
    t->setup.after.sequence = view.sequence;
    t->setup.after.round = view.round;
    t->setup.after.hand = view.hand;
    t->setup.after.bet = view.last_bet;
    t->setup.after.shoe = view.last_shoe;
    t->setup.after.time_ms = view.time_ms;
    return FELT_OK;
}

static felt_status find_document(void *context, felt_arena *arena, const uint8_t hash[FELT_SETUP_HASH_BYTES], felt_text *ret,
                                 felt_error *error)
{
    house *h = context;
    return felt_store_document_find(h->store, arena, hash, ret, error);
}

/* The plan of a record that is not that of the tables file, from the texts that the store has kept. */
static felt_status make_plan(house *h, house_table *t, felt_text record, felt_error *error)
{
    felt_arena *arena = felt_arena_new((size_t)(FELT_BOOK_SHEETS_MAX + 1) * FELT_SHEET_ARENA_MAX);
    felt_setup_finder finder = {h, find_document};
    const felt_table_plan *plan;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_setup_read(arena, record, &finder, &plan, error);
    if (status != FELT_OK) {
        felt_arena_free(arena);
        return status;
    }
    felt_arena_free(t->arena);
    t->arena = arena;
    t->plan = plan;
    return FELT_OK;
}

static felt_status is_same(const felt_table_plan *plan, felt_text record, bool *ret)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text own;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_setup_write(arena, plan, &own);
    if (status == FELT_OK)
        *ret = felt_text_equal(own, record);
    felt_arena_free(arena);
    return status;
}

felt_status setup_take(house *h, house_table *t, felt_text record, felt_error *error)
{
    const felt_table_plan *plan = t->next != NULL ? t->next : t->plan; /* of the tables file */
    bool same;
    felt_status status = FELT_OK;
    if (t->own != NULL)
        same = felt_text_equal(t->record, record);
    else
        status = is_same(plan, record, &same);
    if (status != FELT_OK)
        return felt_error_set(error, status, -1, "out of memory");
    if (same) {
        t->plan = plan;
        t->next = NULL;
    } else {
        t->next = plan;
        status = make_plan(h, t, record, error);
    }
    return status == FELT_OK ? make_setup(t, error) : status;
}

felt_status setup_change(house *h, int table, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_table *changed;
    t->plan = t->next;
    t->next = NULL;
    felt_status status = make_setup(t, error);
    if (status == FELT_OK)
        status = felt_table_new(&t->setup, &changed, error);
    if (status != FELT_OK)
        return status;
    felt_table_free(t->table);
    t->table = changed;
    felt_arena_free(t->arena);
    t->arena = NULL;
    status = keep(h, table, now_ms, error);
    return status == FELT_OK ? rebuild_save(h, table, error) : status;
}
