/* src/record/names.c - wagers by name and side: an open hash table over the bytes, never more than a quarter full.
 *
 * A wager is found by its short name, or by its printed name where no other wager has it. */
#include "record.h"

#include <stdlib.h>

typedef struct slot {
    uint64_t words[2];   /* the name's first 16 bytes */
    uint64_t side;       /* the side's first 8 bytes */
    felt_text name;      /* bytes NULL: the slot is free */
    felt_text long_side; /* the whole side, where it has more */
    int wager;
    bool shared; /* printed names only: more than one wager is called so */
} slot;

struct record_names {
    uint64_t mask;
    slot *slots;
    char *qualified;
};

/* The slot of a key, or the free one where it would go. */
static inline slot *find_slot(const record_names *names, const slot *key)
{
    uint64_t hash = (key->words[0] ^ key->name.length << 56) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32 ^ key->words[1] ^ key->side) * 0xd6e8feb86659fd93u;
    for (uint64_t at = hash >> 32;; at++) {
        slot *s = &names->slots[at & names->mask];
        bool same = ((s->words[0] ^ key->words[0]) | (s->words[1] ^ key->words[1]) | (s->side ^ key->side)) == 0;
        if (same && s->name.length == key->name.length &&
            (s->name.length <= 16 || memcmp(s->name.bytes + 16, key->name.bytes + 16, s->name.length - 16) == 0) &&
            felt_text_equal(s->long_side, key->long_side))
            return s;
        if (s->name.bytes == NULL)
            return s;
    }
}

/* A text that is not a field, with a pad. */
static uint64_t word_of(felt_text text, size_t from)
{
    char padded[RECORD_PAD] = "";
    size_t length = text.length > from ? text.length - from : 0;
    if (length > 0)
        memcpy(padded, text.bytes + from, length > 8 ? 8 : length);
    return record_word(padded, length);
}

static felt_text long_side(felt_text side)
{
    return side.length > 8 ? side : (felt_text){NULL, 0};
}

static void add_name(record_names *names, felt_text name, const felt_wager *wager, int index)
{
    slot key = {.words = {word_of(name, 0), word_of(name, 8)},
                .side = word_of(wager->side, 0),
                .name = name,
                .long_side = long_side(wager->side),
                .wager = index};
    slot *s = find_slot(names, &key);
    if (s->name.bytes == NULL)
        *s = key;
    else if (s->wager != index)
        s->shared = true;
}

/* A printed name that is another wager's short name stays that wager's. */
static bool is_short_name(const felt_book *book, felt_text name)
{
    for (int i = 0; i < felt_book_wager_count(book); i++)
        if (felt_text_equal(felt_book_wager(book, i)->short_name, name))
            return true;
    return false;
}

/* Every wager as "sheet/wager", too, in one block of bytes that the names keep. */
static bool add_qualified(record_names *names, const felt_book *book)
{
    int count = felt_book_wager_count(book);
    size_t size = RECORD_PAD, at = 0;
    for (int i = 0; i < count; i++)
        size += felt_book_sheet(book, i)->short_name.length + felt_book_wager(book, i)->short_name.length + 1;
    names->qualified = calloc(size, 1);
    if (names->qualified == NULL)
        return false;
    for (int i = 0; i < count; i++) {
        const felt_wager *wager = felt_book_wager(book, i);
        felt_text sheet = felt_book_sheet(book, i)->short_name, name = {names->qualified + at, sheet.length + 1 + wager->short_name.length};
        memcpy(names->qualified + at, sheet.bytes, sheet.length);
        names->qualified[at + sheet.length] = '/';
        memcpy(names->qualified + at + sheet.length + 1, wager->short_name.bytes, wager->short_name.length);
        at += name.length;
        add_name(names, name, wager, i);
    }
    return true;
}

record_names *record_names_new(const felt_book *book)
{
    record_names *names = calloc(1, sizeof *names);
    int count = felt_book_wager_count(book);
    size_t size = 64;
    while (size < 12 * (size_t)count)
        size *= 2;
    slot *slots = calloc(size, sizeof *slots);
    if (names == NULL || slots == NULL) {
        free(names);
        free(slots);
        return NULL;
    }
    *names = (record_names){.mask = size - 1, .slots = slots};
    for (int i = 0; i < count; i++)
        add_name(names, felt_book_wager(book, i)->short_name, felt_book_wager(book, i), i);
    for (int i = 0; i < count; i++)
        if (!is_short_name(book, felt_book_wager(book, i)->name))
            add_name(names, felt_book_wager(book, i)->name, felt_book_wager(book, i), i);
    if (add_qualified(names, book))
        return names;
    record_names_free(names);
    return NULL;
}

void record_names_free(record_names *names)
{
    if (names != NULL) {
        free(names->slots);
        free(names->qualified);
    }
    free(names);
}

int record_names_find(const record_names *names, felt_text name, felt_text side)
{
    slot key = {.words = {record_word(name.bytes, name.length), record_second_word(name.bytes, name.length)},
                .side = record_word(side.bytes, side.length),
                .name = name,
                .long_side = long_side(side)};
    const slot *s = name.length == 0 ? NULL : find_slot(names, &key);
    return s == NULL || s->name.bytes == NULL || s->shared ? -1 : s->wager;
}
