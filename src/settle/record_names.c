/* src/settle/record_names.c - wagers by name and side: an open hash table over the bytes, never more than a quarter full.
 *
 * A wager is found by its short name, or by its printed name where no other wager has it. */
#include "record.h"

#include <stdlib.h>

typedef struct slot {
    felt_text name, side;
    int wager;
    bool shared; /* printed names only: more than one wager is called so */
} slot;

struct record_names {
    uint64_t mask;
    slot *slots;
};

static uint64_t load(const char *bytes, size_t length)
{
    uint64_t word = 0;
    memcpy(&word, bytes, length);
    return word;
}

static uint64_t hash_text(uint64_t hash, felt_text text)
{
    size_t left = text.length;
    const char *at = text.bytes;
    for (; left > 8; left -= 8, at += 8)
        hash = (hash ^ load(at, 8)) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (left > 0 ? load(at, left) : 0) ^ (uint64_t)text.length << 56) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static slot *find_slot(const record_names *names, felt_text name, felt_text side)
{
    uint64_t at = hash_text(hash_text(1, name), side);
    for (at ^= at >> 32;; at++) {
        slot *s = &names->slots[at & names->mask];
        if (s->name.bytes == NULL || (felt_text_equal(s->name, name) && felt_text_equal(s->side, side)))
            return s;
    }
}

static void add_name(record_names *names, felt_text name, const felt_wager *wager, int index, bool printed)
{
    slot *s = find_slot(names, name, wager->side);
    if (s->name.bytes == NULL)
        *s = (slot){.name = name, .side = wager->side, .wager = index, .shared = false};
    else if (printed && s->wager != index)
        s->shared = true;
}

/* A printed name that is another wager's short name stays that wager's. */
static bool is_short_name(const felt_sheet *sheet, felt_text name)
{
    for (int i = 0; i < sheet->wager_count; i++)
        if (felt_text_equal(sheet->wagers[i].short_name, name))
            return true;
    return false;
}

record_names *record_names_new(const felt_sheet *sheet)
{
    record_names *names = calloc(1, sizeof *names);
    size_t size = 64;
    while (size < 8 * (size_t)sheet->wager_count)
        size *= 2;
    slot *slots = calloc(size, sizeof *slots);
    if (names == NULL || slots == NULL) {
        free(names);
        free(slots);
        return NULL;
    }
    *names = (record_names){.mask = size - 1, .slots = slots};
    for (int i = 0; i < sheet->wager_count; i++)
        add_name(names, sheet->wagers[i].short_name, &sheet->wagers[i], i, false);
    for (int i = 0; i < sheet->wager_count; i++)
        if (!is_short_name(sheet, sheet->wagers[i].name))
            add_name(names, sheet->wagers[i].name, &sheet->wagers[i], i, true);
    return names;
}

void record_names_free(record_names *names)
{
    if (names != NULL)
        free(names->slots);
    free(names);
}

int record_names_find(const record_names *names, felt_text name, felt_text side)
{
    const slot *s = find_slot(names, name, side);
    return s->name.bytes == NULL || s->shared ? -1 : s->wager;
}
