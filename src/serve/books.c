/* src/serve/books.c - the books of setups that are not in force any more, made again from the store for who looks back. */
#include "server.h"

#include <felt/setup.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- where the setups are ---- */

typedef struct setups {
    felt_text table;
    int64_t record;
    int64_t at, until; /* the setup in force at `record`, 0: none; and the one after it */
} setups;

static bool see_setup(void *context, const felt_note *note)
{
    setups *s = context;
    char digits[24];
    size_t before = s->table.length + 1;
    if (note->key.length <= before || note->key.length - before >= sizeof digits || note->key.bytes[before - 1] != '/' ||
        memcmp(note->key.bytes, s->table.bytes, s->table.length) != 0)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)(note->key.length - before), note->key.bytes + before);
    int64_t record = strtoll(digits, NULL, 10);
    if (record > s->record) {
        s->until = record;
        return false;
    }
    s->at = record;
    return true;
}

static bool find_setup(server *s, int table, int64_t record, setups *ret)
{
    char from[FELT_STORE_KEY_BYTES_MAX];
    *ret = (setups){.table = house_plan(s->house, table)->short_name, .record = record, .until = house_setup_record(s->house, table)};
    snprintf(from, sizeof from, "%.*s/", FELT_TEXT_ARGS(ret->table));
    return s->store != NULL &&
           felt_store_notes(s->store, felt_text_from(HOUSE_SETUP_NOTES), felt_text_from(from), see_setup, ret, NULL) == FELT_OK;
}

/* ---- books ---- */

static felt_status find_document(void *context, felt_arena *arena, const uint8_t hash[FELT_SETUP_HASH_BYTES], felt_text *ret,
                                 felt_error *error)
{
    return felt_store_document_find(((server *)context)->store, arena, hash, ret, error);
}

static const felt_book *make(server *s, int table, int64_t setup, felt_arena *arena)
{
    felt_setup_finder finder = {s, find_document};
    const felt_table_plan *plan;
    felt_text record;
    felt_error error;
    if (felt_store_record(s->store, arena, house_table_id(s->house, table), setup, &record, &error) != FELT_OK ||
        felt_setup_read(arena, record, &finder, &plan, &error) != FELT_OK) {
        server_log(s, "error", "setup", "record %lld of %.*s: %s", (long long)setup,
                   FELT_TEXT_ARGS(house_plan(s->house, table)->short_name), error.message);
        return NULL;
    }
    return plan->book;
}

/* The place of a book: its own, or that of the one that was used least lately. */
static old_book *place_of(server *s, int table, int64_t setup)
{
    old_book *place = &s->old_books[0];
    for (int i = 0; i < SERVER_OLD_BOOKS; i++) {
        old_book *b = &s->old_books[i];
        if (b->setup == setup && b->table == table)
            return b;
        if (b->used < place->used)
            place = b;
    }
    felt_arena_free(place->arena);
    felt_arena *arena = felt_arena_new((size_t)(FELT_BOOK_SHEETS_MAX + 1) * FELT_SHEET_ARENA_MAX);
    *place = (old_book){.table = table, .setup = setup, .arena = arena, .book = arena == NULL ? NULL : make(s, table, setup, arena)};
    return place;
}

const felt_book *books_at(server *s, int table, int64_t record, int64_t *ret_until)
{
    setups found;
    *ret_until = INT64_MAX;
    if (record >= house_setup_record(s->house, table))
        return house_plan(s->house, table)->book;
    bool good = find_setup(s, table, record, &found);
    *ret_until = found.until;
    if (!good || found.at == 0)
        return NULL;
    old_book *place = place_of(s, table, found.at);
    place->used = ++s->old_book_uses;
    return place->book;
}

void books_forget(server *s, int table)
{
    for (int i = 0; i < SERVER_OLD_BOOKS; i++) {
        old_book *b = &s->old_books[i];
        if (b->setup == 0 || b->table != table)
            continue;
        felt_arena_free(b->arena);
        *b = (old_book){.setup = 0};
    }
}

void books_close(server *s)
{
    for (int i = 0; i < SERVER_OLD_BOOKS; i++)
        felt_arena_free(s->old_books[i].arena);
}
