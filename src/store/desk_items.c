/* src/store/desk_items.c - the things a batch has before it, each found by its key. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_FIRST = 1 << 10 };

felt_status desk_no_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "no memory for a batch");
}

bool desk_room(void **list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room == 0 ? 64 : *room * 2;
    void *grown = realloc(*list, more * size);
    if (grown == NULL)
        return false;
    *list = grown;
    *room = more;
    return true;
}

static size_t slot_of(const desk *d, desk_kind kind, int64_t a, int64_t b)
{
    uint64_t mixed = ((uint64_t)a + (uint64_t)kind) * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)b;
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (size_t)(mixed ^ mixed >> 32) & (d->slot_count - 1);
}

static void put_in_slot(desk *d, uint32_t item)
{
    const desk_item *i = &d->items[item];
    size_t at = slot_of(d, i->kind, i->a, i->b);
    while (d->slots[at] != 0)
        at = (at + 1) & (d->slot_count - 1);
    d->slots[at] = item + 1;
}

static bool more_slots(desk *d)
{
    size_t count = d->slot_count == 0 ? SLOTS_FIRST : d->slot_count * 2;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (slots == NULL)
        return false;
    free(d->slots);
    d->slots = slots;
    d->slot_count = count;
    for (size_t i = 0; i < d->item_count; i++)
        put_in_slot(d, (uint32_t)i);
    return true;
}

bool desk_find(const desk *d, desk_kind kind, int64_t a, int64_t b, uint32_t *ret)
{
    if (d->slot_count == 0)
        return false;
    for (size_t at = slot_of(d, kind, a, b); d->slots[at] != 0; at = (at + 1) & (d->slot_count - 1)) {
        const desk_item *item = &d->items[d->slots[at] - 1];
        if (item->kind == kind && item->a == a && item->b == b) {
            *ret = d->slots[at] - 1;
            return true;
        }
    }
    return false;
}

felt_status desk_add(desk *d, const desk_item *item, uint32_t *ret, felt_error *error)
{
    if (2 * (d->item_count + 1) > d->slot_count && !more_slots(d))
        return desk_no_memory(error);
    if (d->item_count >= UINT32_MAX - 1 || !desk_room((void **)&d->items, d->item_count, &d->item_room, sizeof *d->items))
        return desk_no_memory(error);
    d->items[d->item_count] = *item;
    *ret = (uint32_t)d->item_count++;
    put_in_slot(d, *ret);
    return FELT_OK;
}

void desk_free(desk *d)
{
    free(d->items);
    free(d->slots);
    free(d->undo);
    free(d->grown);
    free(d->postings);
}

void desk_forget(desk *d)
{
    d->item_count = 0;
    d->grown_count = 0;
    d->top = d->top_kept > d->top ? d->top_kept : d->top;
    if (d->slots != NULL)
        memset(d->slots, 0, d->slot_count * sizeof *d->slots);
}
