/* src/record/aliases.c - wagers in whatever way people write them: by short or printed name in any case, or as a map calls them.
 *
 * A sorted list, looked through only where a name is not written as the sheet has it. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

/* Which name goes first where two wagers have it. */
typedef enum alias_rank { ALIAS_MAPPED = 0, ALIAS_SHORT, ALIAS_PRINTED } alias_rank;

typedef struct alias {
    char *name, *side; /* folded; one block, which begins with the name */
    int wager;
    alias_rank rank;
} alias;

struct record_aliases {
    alias *list;
    int count, capacity;
};

static int compare_names(const alias *a, const alias *b)
{
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : strcmp(a->side, b->side);
}

static int compare_aliases(const void *a, const void *b)
{
    const alias *first = a, *second = b;
    int order = compare_names(first, second);
    if (order != 0)
        return order;
    return first->rank != second->rank ? (int)first->rank - (int)second->rank : first->wager - second->wager;
}

static void fold_terminated(felt_text text, char ret[FOLD_MAX + 1])
{
    ret[fold_name(text, ret).length] = '\0';
}

static bool add(record_aliases *aliases, felt_text name, felt_text side, int wager, alias_rank rank)
{
    char folded[2 * FOLD_MAX + 2];
    fold_terminated(name, folded);
    size_t first = strlen(folded) + 1;
    fold_terminated(side, folded + first);
    if (first == 1)
        return true;
    if (aliases->count == aliases->capacity) {
        int capacity = aliases->capacity == 0 ? 64 : 2 * aliases->capacity;
        alias *list = realloc(aliases->list, (size_t)capacity * sizeof *list);
        if (list == NULL)
            return false;
        aliases->list = list;
        aliases->capacity = capacity;
    }
    size_t size = first + strlen(folded + first) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return false;
    memcpy(copy, folded, size);
    aliases->list[aliases->count++] = (alias){copy, copy + first, wager, rank};
    return true;
}

/* "pair on player" is a name and a side; a name without " on " is all of it. */
static felt_text split_side(felt_text *name)
{
    for (size_t at = name->length; at-- > 4;) {
        if (memcmp(name->bytes + at - 4, " on ", 4) == 0) {
            felt_text side = {name->bytes + at, name->length - at};
            name->length = at - 4;
            return side;
        }
    }
    return (felt_text){"", 0};
}

/* All that an entry of a map may mean: one side of a wager, or each side by itself. False: no memory. */
static bool add_entry(record_aliases *aliases, const felt_book *book, const map_entry *entry, int *ret_found)
{
    felt_text name = entry->theirs, side = split_side(&name), nothing = {"", 0};
    *ret_found = 0;
    for (int i = 0; i < felt_book_wager_count(book); i++) {
        const felt_wager *w = felt_book_wager(book, i);
        bool called = fold_equal(w->short_name, name) || fold_equal(w->name, name) || felt_text_equal(felt_book_short_name(book, i), name);
        if (!called || (side.length > 0 && !fold_equal(w->side, side)))
            continue;
        ++*ret_found;
        if (!add(aliases, entry->ours, w->side, i, ALIAS_MAPPED) ||
            (side.length > 0 && !add(aliases, entry->ours, nothing, i, ALIAS_MAPPED)))
            return false;
    }
    return true;
}

static felt_status no_memory(felt_records *r)
{
    record_bad(r, "%s", felt_status_text(FELT_ENOMEM));
    return FELT_ENOMEM;
}

static felt_status refuse(felt_records *r, const map_entry *entry, const char *why)
{
    record_bad(r, "a map has '%.*s' for '%.*s', %s", (int)(entry->theirs.length > 40 ? 40 : entry->theirs.length), entry->theirs.bytes,
               (int)(entry->ours.length > 40 ? 40 : entry->ours.length), entry->ours.bytes, why);
    return FELT_EDATA;
}

static felt_status refuse_unknown(felt_records *r, const map_entry *entry)
{
    char why[120] = "and there is no such wager";
    felt_text name = entry->theirs;
    split_side(&name);
    felt_text nearest = record_aliases_nearest(r, name);
    if (nearest.bytes != NULL)
        snprintf(why, sizeof why, "and there is no such wager; did you mean '%.*s'?", (int)(nearest.length > 60 ? 60 : nearest.length),
                 nearest.bytes);
    return refuse(r, entry, why);
}

/* A name that the sheet has is found before any map is asked, so a map must not say that it is something else. */
static bool is_taken(const felt_book *book, felt_text name)
{
    for (int i = 0; i < felt_book_wager_count(book); i++) {
        const felt_wager *w = felt_book_wager(book, i);
        if (felt_text_equal(w->short_name, name) || felt_text_equal(w->name, name))
            return true;
    }
    return false;
}

static felt_status add_map(felt_records *r, record_aliases *aliases)
{
    for (int i = 0; r->map != NULL && i < r->map->count; i++) {
        const map_entry *entry = &r->map->entries[i];
        int found = 1;
        if (entry->kind == MAP_WAGER && !add_entry(aliases, r->book, entry, &found))
            return no_memory(r);
        if (found == 0)
            return refuse_unknown(r, entry);
        if (entry->kind == MAP_WAGER && is_taken(r->book, entry->ours))
            return refuse(r, entry, "which is the name of a wager itself");
    }
    return FELT_OK;
}

felt_status record_aliases_open(felt_records *r)
{
    record_aliases *aliases = r->aliases = calloc(1, sizeof *aliases);
    bool good = aliases != NULL;
    for (int i = 0; good && i < felt_book_wager_count(r->book); i++) {
        const felt_wager *w = felt_book_wager(r->book, i);
        good = add(aliases, w->short_name, w->side, i, ALIAS_SHORT) && add(aliases, w->name, w->side, i, ALIAS_PRINTED) &&
               add(aliases, felt_book_short_name(r->book, i), w->side, i, ALIAS_SHORT);
    }
    felt_status status = good ? add_map(r, aliases) : no_memory(r);
    if (status == FELT_OK && aliases->count > 1)
        qsort(aliases->list, (size_t)aliases->count, sizeof *aliases->list, compare_aliases);
    return status;
}

void record_aliases_free(record_aliases *aliases)
{
    for (int i = 0; aliases != NULL && i < aliases->count; i++)
        free(aliases->list[i].name);
    if (aliases != NULL)
        free(aliases->list);
    free(aliases);
}

/* The first of the list that is not before `key`. */
static int first_from(const record_aliases *aliases, const alias *key)
{
    int low = 0, high = aliases->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_names(&aliases->list[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int find(const record_aliases *aliases, felt_text name, felt_text side)
{
    char folded[FOLD_MAX + 1], folded_side[FOLD_MAX + 1];
    if (name.length >= FOLD_MAX || side.length >= FOLD_MAX)
        return -1;
    fold_terminated(name, folded);
    fold_terminated(side, folded_side);
    alias key = {.name = folded, .side = folded_side};
    int at = first_from(aliases, &key);
    if (at == aliases->count || compare_names(&aliases->list[at], &key) != 0)
        return -1;
    for (int i = at + 1; i < aliases->count && compare_names(&aliases->list[i], &key) == 0; i++)
        if (aliases->list[i].rank == aliases->list[at].rank && aliases->list[i].wager != aliases->list[at].wager)
            return -1; /* two wagers are called so */
    return aliases->list[at].wager;
}

int record_aliases_find(const record_aliases *aliases, felt_text name, felt_text side)
{
    int wager = find(aliases, name, side);
    if (wager < 0 && text_trim(side).length == 0) {
        side = split_side(&name);
        wager = side.length == 0 ? -1 : find(aliases, name, side);
    }
    return wager;
}

felt_text record_aliases_nearest(const felt_records *r, felt_text name)
{
    char folded[FOLD_MAX], other[FOLD_MAX];
    felt_text wanted = fold_name(name, folded), nearest = {NULL, 0};
    size_t best = wanted.length < 5 ? 3 : 4;
    for (int i = 0; i < felt_book_wager_count(r->book); i++) {
        const felt_wager *w = felt_book_wager(r->book, i);
        felt_text names[] = {w->short_name, w->name};
        for (int k = 0; k < 2; k++) {
            size_t distance = felt_text_distance(wanted, fold_name(names[k], other), best);
            if (distance < best) {
                best = distance;
                nearest = w->short_name;
            }
        }
    }
    return nearest;
}
