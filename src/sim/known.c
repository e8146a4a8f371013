/* src/sim/known.c - tables that sessions have been at, by number. */
#include "sim/known.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4 * KNOWN_TABLES_MAX };

/* Memory that is never touched costs nothing: most sessions come to few tables. */
bool known_open(known_tables *k, int bets, int events, const uint32_t *states)
{
    *k = (known_tables){.bets = bets, .events = events};
    k->most = KNOWN_THROWS_MAX / events < KNOWN_TABLES_MAX ? KNOWN_THROWS_MAX / events : KNOWN_TABLES_MAX;
    k->tables = calloc(KNOWN_TABLES_MAX, sizeof *k->tables);
    k->throws = calloc(KNOWN_THROWS_MAX, sizeof *k->throws);
    k->slots = calloc(SLOTS, sizeof *k->slots);
    bool good = k->tables != NULL && k->throws != NULL && k->slots != NULL;
    for (int i = 0; i < bets && good; i++) {
        k->bet[i].flow = calloc(states[i], sizeof *k->bet[i].flow);
        good = k->bet[i].flow != NULL;
    }
    return good;
}

void known_close(known_tables *k)
{
    free(k->tables);
    free(k->throws);
    free(k->slots);
    for (int i = 0; i < k->bets; i++)
        free(k->bet[i].flow);
    *k = (known_tables){.bets = 0};
}

static bool alike(const known_tables *k, const known_table *a, const known_table *b)
{
    return a->phase == b->phase && a->fresh == b->fresh && memcmp(a->states, b->states, (size_t)k->bets * sizeof *a->states) == 0;
}

int known_number(known_tables *k, const known_table *like)
{
    uint64_t hash = (uint64_t)like->phase * 2 + like->fresh;
    for (int i = 0; i < k->bets; i++) {
        hash = (hash ^ like->states[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    size_t at = (size_t)hash & (SLOTS - 1);
    while (k->slots[at] != 0 && !alike(k, &k->tables[k->slots[at] - 1], like))
        at = (at + 1) & (SLOTS - 1);
    if (k->slots[at] == 0) {
        if (k->count == k->most)
            return -1;
        k->tables[k->count] = *like;
        k->slots[at] = ++k->count;
    }
    return k->slots[at] - 1;
}

void known_add_up(known_tables *k)
{
    for (int t = 0; t < k->count; t++) {
        known_table *from = &k->tables[t];
        const known_table *to = from->filled > 0 ? &k->tables[from->filled - 1] : from;
        for (int i = 0; i < k->bets; i++) {
            if (from->states[i] != FELT_STATE_NONE) {
                k->bet[i].flow[from->states[i]] -= from->ends;
            } else if (to->states[i] != FELT_STATE_NONE) {
                k->bet[i].flow[to->states[i]] += from->fills;
                k->bet[i].placed += from->fills;
            }
        }
        from->fills = from->ends = 0;
    }
}
