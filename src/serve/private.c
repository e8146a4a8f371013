/* src/serve/private.c - private tables: each has one maker, who alone knows of it, and an account of its own, whose credits are played
 * there and never leave it. The maker's commands are that account's, and what is told of the account is told to the maker. */
#include "server.h"

bool private_is(const server *s, int table)
{
    return house_account(s->house, table) != 0;
}

bool private_sees(const server *s, int table, felt_player_id player)
{
    return !private_is(s, table) || (player.number != 0 && house_maker(s->house, table) == (uint64_t)player.number);
}

uint64_t private_actor(const server *s, int table, uint64_t player)
{
    return player != 0 && private_is(s, table) && house_maker(s->house, table) == player ? house_account(s->house, table) : player;
}

uint64_t private_person(const server *s, int table, uint64_t player)
{
    return player != 0 && house_account(s->house, table) == player ? house_maker(s->house, table) : player;
}

uint64_t private_shown(const server *s, uint64_t player)
{
    for (int i = house_private_count(s->house) == 0 ? -1 : house_next(s->house, -1); i >= 0; i = house_next(s->house, i))
        if (house_account(s->house, i) == player && player != 0)
            return house_maker(s->house, i);
    return player;
}

int private_find(server *s, felt_text name, felt_player_id player)
{
    int table = house_find(s->house, name);
    if (table < 0 || !private_sees(s, table, player))
        return -1;
    s->tables[table].used_ms = s->now;
    return table;
}

void private_leave(server *s, peer *p)
{
    for (int i = p->watch_count - 1; i >= 0; i--) {
        int table = p->watches[i];
        if (private_sees(s, table, p->player))
            continue;
        figures_subscribe(s, p, table, false);
        peers_unwatch(s, p, table);
    }
}

int private_count(const server *s, felt_player_id player, felt_text address)
{
    int count = 0;
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        bool own = player.number != 0 && house_maker(s->house, i) == (uint64_t)player.number;
        bool same = address.length > 0 && felt_text_is(address, s->tables[i].address);
        count += private_is(s, i) && !house_is_closing(s->house, i) && (own || same);
    }
    return count;
}

/* The one of a player's that was used least lately; -1: he has none. */
static int oldest_of(const server *s, felt_player_id player)
{
    int oldest = -1;
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        if (!private_is(s, i) || house_is_closing(s->house, i) || house_maker(s->house, i) != (uint64_t)player.number)
            continue;
        if (oldest < 0 || s->tables[i].used_ms < s->tables[oldest].used_ms)
            oldest = i;
    }
    return oldest;
}

void private_make_room(server *s, felt_player_id player)
{
    felt_error error;
    while (private_count(s, player, felt_text_from("")) >= SERVER_PRIVATE_PER_PLAYER)
        if (house_table_close(s->house, oldest_of(s, player), NULL, NULL, s->now, &error) != FELT_OK)
            return;
}

void private_turn(server *s)
{
    felt_error error;
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i))
        if (private_is(s, i) && !house_is_closing(s->house, i) && house_table_at(s->house, i) != NULL &&
            s->now - s->tables[i].used_ms > (int64_t)s->options->private_idle_s * 1000)
            house_table_close(s->house, i, NULL, NULL, s->now, &error);
}
