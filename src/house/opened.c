/* src/house/opened.c - tables that were opened while the house ran: each is a note of the store, from which it is there again after every
 * start, and in every other process that has the store; it goes when nothing is up any more.
 *
 * A note is "felt-opened 1 CHAIN MAKER ACCOUNT CLOSING HASH": the number of the table's chain, of a private table the players, whether it
 * is about to go, and the hash of a document, which is the record of its setup (felt/setup.h). */
#include "inside.h"

#include "base/hash.h"

#include <felt/setup.h>
#include <felt/sheet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIND "opened"
#define LEFT "private" /* the kind of notes that say what is left at private tables that were closed, by their names */

enum { NAMES_MAX = HOUSE_OPENED_MAX + HOUSE_PRIVATE_MAX, NOTE_BYTES = 192 };

bool house_is_opened(const house *h, int table)
{
    return h->tables[table].own != NULL;
}

int house_private_count(const house *h)
{
    return h->private_count;
}

uint64_t house_maker(const house *h, int table)
{
    return h->tables[table].maker;
}

uint64_t house_account(const house *h, int table)
{
    return h->tables[table].account;
}

bool house_is_closing(const house *h, int table)
{
    return h->tables[table].closing;
}

/* ---- places ---- */

/* A place that is free; -1: there are as many of its kind as may be. */
static int find_place(const house *h, bool private)
{
    int same = 0, place = -1;
    for (int i = 0; i < HOUSE_TABLES_MAX; i++) {
        const house_table *t = &h->tables[i];
        if (t->plan == NULL && place < 0)
            place = i;
        same += t->own != NULL && (t->account != 0) == private;
    }
    return same < (private ? HOUSE_PRIVATE_MAX : HOUSE_OPENED_MAX) ? place : -1;
}

static void put_in_place(house *h, int place, const house_opening *o, felt_table_id id, bool closing)
{
    h->tables[place] = (house_table){
        .plan = o->plan, .own = o->arena, .record = o->record, .maker = o->maker, .account = o->account, .id = id, .closing = closing};
    h->private_count += o->account != 0;
    if (place >= h->table_end)
        h->table_end = place + 1;
}

/* Commands for a table that goes are told so: nobody else answers them. */
static void drop_commands(house *h, int table)
{
    house_answer answer = {.end = HOUSE_REFUSED, .answer = {.refusal = FELT_REFUSAL_TABLE_SHUT, .seat = -1}};
    int left = 0;
    felt_error_set(&answer.error, FELT_EDATA, -1, "the table has closed for good");
    for (int i = 0; i < h->queue_count; i++)
        if (h->queue[i].table != table)
            h->queue[left++] = h->queue[i];
        else if (h->listener.answered != NULL)
            h->listener.answered(h->listener.context, h->queue[i].ticket, &answer);
    h->queue_count = left;
}

/* Nothing of it is left but what the store has. */
static void clear_place(house *h, int table)
{
    house_table *t = &h->tables[table];
    if (h->listener.gone != NULL)
        h->listener.gone(h->listener.context, table);
    if (h->store != NULL && t->leased)
        felt_store_lease_give_up(h->store, t->id, NULL);
    drop_commands(h, table);
    h->private_count -= t->account != 0;
    opened_free(t);
    *t = (house_table){.plan = NULL};
    while (h->table_end > 0 && h->tables[h->table_end - 1].plan == NULL)
        h->table_end--;
}

void opened_free(house_table *t)
{
    deal_forget(t);
    felt_table_free(t->table);
    felt_arena_free(t->arena);
    felt_arena_free(t->setup_arena);
    felt_arena_free(t->own);
}

void opened_sweep(house *h)
{
    for (int i = house_next(h, -1); i >= 0; i = house_next(h, i))
        if (h->tables[i].gone)
            clear_place(h, i);
}

/* ---- opening ---- */

typedef struct deed {
    house_opening *opening;
    felt_table_id id;
    house_deed *act;
    void *context;
} deed;

typedef struct papers {
    felt_arena *arena;
    felt_text *list;
    int count;
} papers;

static felt_status copy_document(void *context, felt_text document, felt_error *error)
{
    papers *p = context;
    felt_text copy = felt_arena_copy(p->arena, document);
    if (copy.bytes == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    p->list[p->count++] = copy;
    return FELT_OK;
}

felt_status house_opening_prepare(house_opening *o)
{
    size_t most = (size_t)(felt_book_sheet_count(o->plan->book) + felt_book_wager_count(o->plan->book));
    papers p = {.arena = o->arena, .list = felt_arena_take(o->arena, most, sizeof *p.list)};
    felt_error error;
    felt_status status = p.list == NULL ? FELT_ENOMEM : felt_setup_write(o->arena, o->plan, &o->record);
    if (status == FELT_OK)
        status = felt_setup_documents(o->plan, copy_document, &p, &error);
    o->documents = p.list;
    o->document_count = p.count;
    return status;
}

/* The note of the table; its setup is kept with it. */
static felt_status write_note(felt_store *store, const deed *d, bool closing, char ret[NOTE_BYTES], felt_error *error)
{
    const house_opening *o = d->opening;
    uint8_t hash[FELT_STORE_HASH_BYTES];
    char digits[2 * FELT_STORE_HASH_BYTES + 1];
    felt_status status = felt_store_document_keep(store, o->record, hash, error);
    if (status != FELT_OK)
        return status;
    hash_digits(hash, digits);
    snprintf(ret, NOTE_BYTES, "felt-opened 1 %" PRId64 " %" PRIu64 " %" PRIu64 " %d %s", d->id.number, o->maker, o->account, closing,
             digits);
    return FELT_OK;
}

static felt_status keep_opening(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    deed *d = context;
    char note[NOTE_BYTES];
    felt_text name = d->opening->plan->short_name;
    felt_status status = d->act == NULL ? FELT_OK : d->act(d->context, store, now_ms, error);
    if (status == FELT_OK)
        status = felt_store_table(store, name, &d->id, error);
    uint8_t hash[FELT_STORE_HASH_BYTES];
    for (int i = 0; i < d->opening->document_count && status == FELT_OK; i++)
        status = felt_store_document_keep(store, d->opening->documents[i], hash, error);
    if (status == FELT_OK)
        status = write_note(store, d, false, note, error);
    return status == FELT_OK ? felt_store_note_add(store, felt_text_from(KIND), name, felt_text_from(note), error) : status;
}

felt_status house_table_open(house *h, house_opening *o, house_deed *act, void *context, int64_t now_ms, int *ret, felt_error *error)
{
    deed d = {.opening = o, .act = act, .context = context};
    felt_text name = o->plan->short_name;
    if (house_find(h, name) >= 0)
        return felt_error_set(error, FELT_EDATA, -1, "there is a table '%.*s' already", FELT_TEXT_ARGS(name));
    if (find_place(h, o->private) < 0)
        return felt_error_set(error, FELT_ELIMIT, -1, "as many tables are open as may be: %d",
                              o->private ? (int)HOUSE_PRIVATE_MAX : (int)HOUSE_OPENED_MAX);
    felt_status status = house_alone(h, keep_opening, &d, now_ms, error);
    if (status != FELT_OK)
        return status;
    *ret = find_place(h, o->private);
    put_in_place(h, *ret, o, d.id, false);
    h->lease_at = now_ms; /* in the next turn it has its lease, and its first record */
    return FELT_OK;
}

/* ---- closing ---- */

static felt_status keep_closing(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    deed *d = context;
    char note[NOTE_BYTES];
    felt_status status = d->act == NULL ? FELT_OK : d->act(d->context, store, now_ms, error);
    if (status == FELT_OK)
        status = write_note(store, d, true, note, error);
    return status == FELT_OK
               ? felt_store_note_set(store, felt_text_from(KIND), d->opening->plan->short_name, felt_text_from(note), 0, error)
               : status;
}

felt_status house_table_close(house *h, int table, house_deed *act, void *context, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    house_opening o = {.plan = t->next != NULL ? t->next : t->plan, .record = t->record, .maker = t->maker, .account = t->account};
    deed d = {.opening = &o, .id = t->id, .act = act, .context = context};
    if (t->own == NULL)
        return felt_error_set(error, FELT_EDATA, -1, "the table is one of the tables file");
    if (t->table == NULL)
        return felt_error_set(error, FELT_EDATA, -1, "another process has the table: %s", t->owner);
    if (t->closing)
        return FELT_OK;
    felt_status status = house_alone(h, keep_closing, &d, now_ms, error);
    if (status == FELT_OK)
        t->closing = true;
    return status;
}

/* What is left at a private table stays in the bank for good, and is known to be nobody's. */
static felt_status keep_left(house *h, const house_table *t, felt_error *error)
{
    char left[24];
    felt_balance balance;
    felt_status status = purse_get(h, t->account, &balance, error);
    snprintf(left, sizeof left, "%" PRId64, balance.available.minor);
    return status == FELT_OK ? felt_store_note_set(h->store, felt_text_from(LEFT), t->plan->short_name, felt_text_from(left), 0, error)
                             : status;
}

felt_status opened_remove(house *h, int table, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_status status = felt_store_note_remove(h->store, felt_text_from(KIND), t->plan->short_name, error);
    if (status == FELT_OK && t->account != 0)
        status = keep_left(h, t, error);
    if (status == FELT_OK && t->account != 0) /* nobody opens it again */
        status = felt_store_note_remove(h->store, felt_text_from("table"), t->plan->short_name, error);
    if (status != FELT_OK && status != FELT_ENOTFOUND)
        return status == FELT_ENOMEM ? status : FELT_EIO;
    h->kept = t->gone = true;
    return FELT_OK;
}

/* ---- sums ---- */

static bool see_left(void *context, const felt_note *note)
{
    house_private_sums *sums = context;
    char digits[24];
    snprintf(digits, sizeof digits, "%.*s", FELT_TEXT_ARGS(note->value));
    sums->tables++;
    sums->credits.minor += strtoll(digits, NULL, 10);
    return true;
}

felt_status house_private_sum(house *h, house_private_sums *ret, felt_error *error)
{
    house_private_sums sums = {.tables = 0};
    if (h->store == NULL)
        return felt_error_set(error, FELT_EIO, -1, "the store does not answer");
    felt_status status = felt_store_notes(h->store, felt_text_from(LEFT), felt_text_from(""), see_left, &sums, error);
    for (int i = house_next(h, -1); i >= 0 && status == FELT_OK; i = house_next(h, i)) {
        felt_balance balance = {.available = {0}};
        if (h->tables[i].account == 0)
            continue;
        status = purse_get(h, h->tables[i].account, &balance, error);
        sums.tables++;
        sums.credits.minor += balance.available.minor + balance.held.minor;
    }
    if (status == FELT_OK)
        *ret = sums;
    return status;
}

/* ---- from the store ---- */

/* What is open, as the notes say. */
typedef struct entry {
    char name[FELT_STORE_NAME_BYTES_MAX + 1];
    felt_table_id id;
    uint64_t maker, account;
    int closing;
    char hash[2 * FELT_STORE_HASH_BYTES + 1];
} entry;

typedef struct entries {
    entry list[NAMES_MAX];
    int count, wrong;
} entries;

static bool see_entry(void *context, const felt_note *note)
{
    entries *all = context;
    entry *e = &all->list[all->count];
    char text[NOTE_BYTES];
    int end = 0;
    snprintf(text, sizeof text, "%.*s", FELT_TEXT_ARGS(note->value));
    bool good = note->key.length <= FELT_STORE_NAME_BYTES_MAX &&
                sscanf(text, "felt-opened 1 %" SCNd64 " %" SCNu64 " %" SCNu64 " %d %64[0-9a-f]%n", &e->id.number, &e->maker, &e->account,
                       &e->closing, e->hash, &end) == 5 &&
                (size_t)end == note->value.length;
    snprintf(e->name, sizeof e->name, "%.*s", FELT_TEXT_ARGS(note->key));
    all->count += good;
    all->wrong += !good;
    return all->count < NAMES_MAX;
}

static felt_status find_document(void *context, felt_arena *arena, const uint8_t hash[FELT_SETUP_HASH_BYTES], felt_text *ret,
                                 felt_error *error)
{
    return felt_store_document_find(((house *)context)->store, arena, hash, ret, error);
}

/* Does another process play it now? */
static bool is_elsewhere(house *h, felt_table_id id)
{
    felt_lease lease;
    felt_arena *arena = felt_arena_new(4096);
    bool held = arena != NULL && felt_store_lease_look(h->store, arena, id, &lease, NULL) == FELT_OK && lease.left_ms > 0;
    felt_arena_free(arena);
    return held;
}

static felt_status make_plan(house *h, const entry *e, house_opening *o, felt_error *error)
{
    felt_setup_finder finder = {h, find_document};
    uint8_t hash[FELT_STORE_HASH_BYTES];
    for (size_t i = 0; i < sizeof hash; i++) {
        unsigned byte = 0;
        sscanf(e->hash + 2 * i, "%2x", &byte);
        hash[i] = (uint8_t)byte;
    }
    felt_status status = felt_store_document_find(h->store, o->arena, hash, &o->record, error);
    if (status == FELT_OK)
        status = felt_setup_read(o->arena, o->record, &finder, &o->plan, error);
    if (status == FELT_OK && !felt_text_is(o->plan->short_name, e->name))
        status = felt_error_set(error, FELT_EDATA, -1, "its setup is that of another table");
    return status;
}

/* A private table that nobody plays any more is taken to be closed: its bets go back. */
static felt_status add(house *h, const entry *e, felt_error *error)
{
    house_opening o = {.private = e->account != 0, .maker = e->maker, .account = e->account};
    int place = find_place(h, o.private);
    if (place < 0)
        return felt_error_set(error, FELT_EDATA, -1, "as many tables are open as may be");
    o.arena = felt_arena_new((size_t)(FELT_BOOK_SHEETS_MAX + 1) * FELT_SHEET_ARENA_MAX);
    felt_status status = o.arena == NULL ? felt_error_set(error, FELT_ENOMEM, -1, "out of memory") : make_plan(h, e, &o, error);
    if (status != FELT_OK) {
        felt_arena_free(o.arena);
        return status;
    }
    put_in_place(h, place, &o, e->id, e->closing != 0 || o.private);
    if (h->listener.came != NULL)
        h->listener.came(h->listener.context, place);
    return FELT_OK;
}

/* What cannot be opened again is said once, and left as it is. */
static felt_status load(house *h, const entry *e, felt_error *error)
{
    for (int i = 0; i < h->unopened_count; i++)
        if (h->unopened[i] == e->id.number)
            return FELT_OK;
    if (e->account != 0 && h->options.shared && is_elsewhere(h, e->id))
        return FELT_OK;
    felt_status status = add(h, e, error);
    if (status == FELT_OK || status == FELT_EIO || status == FELT_ENOMEM)
        return status;
    if (h->unopened_count < (int)(sizeof h->unopened / sizeof *h->unopened))
        h->unopened[h->unopened_count++] = e->id.number;
    house_note(h, "%s: a table that was opened cannot be opened again: %s", e->name, error->message);
    return FELT_OK;
}

static bool has_name(const entries *all, felt_text name)
{
    for (int i = 0; i < all->count; i++)
        if (felt_text_is(name, all->list[i].name))
            return true;
    return false;
}

felt_status opened_load(house *h, felt_error *error)
{
    entries *all = calloc(1, sizeof *all);
    if (all == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    felt_status status = felt_store_notes(h->store, felt_text_from(KIND), felt_text_from(""), see_entry, all, error);
    for (int i = 0; i < all->count && status == FELT_OK; i++)
        if (house_find(h, felt_text_from(all->list[i].name)) < 0)
            status = load(h, &all->list[i], error);
    for (int i = house_next(h, -1); i >= 0 && status == FELT_OK; i = house_next(h, i)) { /* another process has closed it */
        const house_table *t = &h->tables[i];
        if (t->own != NULL && all->wrong == 0 && !has_name(all, t->plan->short_name)) /* and given up its lease, for us to take */
            clear_place(h, i);
    }
    free(all);
    return status;
}
