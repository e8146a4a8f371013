/* src/serve/retired.c - the beginning of a chain that was archived and removed: where it ended, and what is said to who asks for it. */
#include "server.h"

#include <stdio.h>

int64_t retired_floor(server *s, int table)
{
    felt_floor floor;
    felt_error error;
    if (s->store == NULL || felt_store_floor(s->store, NULL, house_table_id(s->house, table), &floor, &error) != FELT_OK)
        return 0; /* who reads next is told that the store does not answer */
    return floor.sequence;
}

/* Rounds have every number: one that the chain has no more is below the floor. */
bool retired_round(server *s, int table, int64_t round)
{
    const felt_table *t = house_table_at(s->house, table);
    bool dealt = t == NULL || round <= (int64_t)felt_table_look(t).round;
    return round >= 1 && dealt && retired_floor(s, table) > 0;
}

/* The archive by the name of its file: where the house keeps it is nobody's affair. */
void retired_answer(const call *c)
{
    server *s = c->s;
    felt_floor floor = {.sequence = 0};
    felt_error error;
    char sentence[256] = "that was retired, and is in an archive of the house";
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_STORE_OPENING_BYTES_MAX);
    if (arena != NULL && felt_store_floor(s->store, arena, house_table_id(s->house, c->table), &floor, &error) == FELT_OK) {
        felt_text name = floor.archive;
        for (size_t i = 0; i < floor.archive.length; i++)
            if (floor.archive.bytes[i] == '/')
                name = (felt_text){floor.archive.bytes + i + 1, floor.archive.length - i - 1};
        char plain[128] = "";
        for (size_t i = 0; i < name.length && i < sizeof plain - 1; i++)
            plain[i] = name.bytes[i] > ' ' && name.bytes[i] < 127 ? name.bytes[i] : '?';
        snprintf(sentence, sizeof sentence, "all up to record %lld was retired; the last archive of it is %s", (long long)floor.sequence,
                 plain);
    }
    felt_arena_free(arena);
    http_error(s, c->exchange, 410, "retired", sentence, "ask the house for its archives; what is later is here");
}
