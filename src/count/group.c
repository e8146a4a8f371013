/* src/count/group.c - the wagers of one sheet from one shoe, out of a list. */
#include "group.h"

#include <stdlib.h>

felt_status group_open(group *g, const felt_removals *removals)
{
    size_t room = (size_t)removals->count + 1;
    *g = (group){.removals = removals, .done = calloc(room, sizeof *g->done), .members = calloc(room, sizeof *g->members)};
    return g->done != NULL && g->members != NULL ? FELT_OK : FELT_ENOMEM;
}

void group_close(group *g)
{
    free(g->done);
    free(g->members);
}

static bool same_shoe(const felt_shoe *a, const felt_shoe *b)
{
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        if (a->cards[rank] != b->cards[rank])
            return false;
    return true;
}

static bool stands_with(const felt_removal *a, const felt_removal *b)
{
    return felt_removal_applies(b->odds) && a->odds->sheet == b->odds->sheet && same_shoe(&a->shoe, &b->shoe);
}

static void add(group *g, int member)
{
    const felt_removal *list = g->removals->list;
    for (int i = 0; i < g->count; i++)
        if (list[g->members[i]].odds->wager == list[member].odds->wager)
            g->is_table = false;
    g->members[g->count++] = member;
    g->done[member] = true;
}

bool group_next(group *g)
{
    const felt_removal *list = g->removals->list;
    int first = 0;
    g->count = 0;
    g->is_table = true;
    while (first < g->removals->count && (g->done[first] || !felt_removal_applies(list[first].odds)))
        first++;
    for (int i = first; i < g->removals->count; i++)
        if (!g->done[i] && stands_with(&list[first], &list[i]))
            add(g, i);
    return g->count > 0;
}

void leak_init(felt_leak *leak)
{
    mpq_inits(leak->gain, leak->frequency, NULL);
}

void leak_clear(felt_leak *leak)
{
    mpq_clears(leak->gain, leak->frequency, NULL);
}
