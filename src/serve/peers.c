/* src/serve/peers.c - who is connected: by the number of the connection and by the player, and what each gets in one turn.
 *
 * All messages of one turn go to a peer in one frame, a JSON array. A message that many get, and that is the only one of its turn, is made
 * once and shared. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 1024, OUT_BYTES_KEPT = 16384 };

static size_t place_of(uint64_t number, size_t room)
{
    return (size_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (room - 1);
}

bool peers_open(server *s)
{
    s->peer_room = s->player_room = ROOM_FIRST;
    s->peers = calloc(s->peer_room, sizeof(peer *));
    s->players = calloc(s->player_room, sizeof(peer *));
    return s->peers != NULL && s->players != NULL;
}

/* ---- by player: chains ---- */

static void link_player(server *s, peer *p)
{
    if (p->player.number == 0)
        return;
    peer **at = &s->players[place_of((uint64_t)p->player.number, s->player_room)];
    p->next_same_player = *at;
    *at = p;
}

static void unlink_player(server *s, peer *p)
{
    if (p->player.number == 0)
        return;
    peer **at = &s->players[place_of((uint64_t)p->player.number, s->player_room)];
    while (*at != NULL && *at != p)
        at = &(*at)->next_same_player;
    if (*at != NULL)
        *at = p->next_same_player;
    p->next_same_player = NULL;
}

/* A chain holds those of one place, which may be several players'. */
static peer *same(peer *p, uint64_t player)
{
    while (p != NULL && (uint64_t)p->player.number != player)
        p = p->next_same_player;
    return p;
}

peer *peers_of(server *s, uint64_t player)
{
    return same(s->players[place_of(player, s->player_room)], player);
}

peer *peers_next(peer *p)
{
    return same(p->next_same_player, (uint64_t)p->player.number);
}

void peers_set_player(server *s, peer *p, felt_player_id player)
{
    unlink_player(s, p);
    p->player = player;
    link_player(s, p);
}

/* ---- by number: open addressing ---- */

static void insert(peer **list, size_t room, peer *p)
{
    size_t at = place_of(p->id.value, room);
    while (list[at] != NULL)
        at = (at + 1) & (room - 1);
    list[at] = p;
}

static bool grow(server *s)
{
    size_t room = 2 * s->peer_room;
    peer **list = calloc(room, sizeof *list), **players = calloc(room, sizeof *players);
    if (list == NULL || players == NULL) {
        free(list);
        free(players);
        return false;
    }
    for (size_t i = 0; i < s->peer_room; i++)
        if (s->peers[i] != NULL)
            insert(list, room, s->peers[i]);
    free(s->peers);
    free(s->players);
    s->peers = list;
    s->players = players;
    s->peer_room = s->player_room = room;
    for (size_t i = 0; i < room; i++)
        if (list[i] != NULL) {
            list[i]->next_same_player = NULL;
            link_player(s, list[i]);
        }
    return true;
}

static size_t find_at(const server *s, uint64_t id)
{
    size_t at = place_of(id, s->peer_room);
    while (s->peers[at] != NULL && s->peers[at]->id.value != id)
        at = (at + 1) & (s->peer_room - 1);
    return at;
}

peer *peers_find(server *s, net_peer id)
{
    return s->peers[find_at(s, id.value)];
}

peer *peers_add(server *s, net_peer id, felt_player_id player)
{
    if (2 * (s->peer_count + 1) > s->peer_room && !grow(s))
        return NULL;
    peer *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->id = id;
    p->player = player;
    insert(s->peers, s->peer_room, p);
    s->peer_count++;
    link_player(s, p);
    return p;
}

static void free_peer(peer *p)
{
    net_message_release(p->shared);
    wire_free(&p->out);
    memset(p->token, 0, sizeof p->token);
    free(p);
}

void peers_remove(server *s, net_peer id)
{
    size_t at = find_at(s, id.value);
    peer *p = s->peers[at];
    if (p == NULL)
        return;
    unlink_player(s, p);
    while (p->watch_count > 0)
        peers_unwatch(s, p, p->watches[0]);
    for (peer **d = &s->dirty; *d != NULL; d = &(*d)->next_dirty)
        if (*d == p) {
            *d = p->next_dirty;
            break;
        }
    s->peer_count--;
    s->peers[at] = NULL;
    for (size_t next = (at + 1) & (s->peer_room - 1); s->peers[next] != NULL; next = (next + 1) & (s->peer_room - 1)) {
        peer *moved = s->peers[next]; /* what stood behind it may have to move up */
        s->peers[next] = NULL;
        insert(s->peers, s->peer_room, moved);
    }
    free_peer(p);
}

void peers_close(server *s)
{
    for (size_t i = 0; s->peers != NULL && i < s->peer_room; i++)
        if (s->peers[i] != NULL)
            free_peer(s->peers[i]);
    free(s->peers);
    free(s->players);
}

bool peers_watches(const peer *p, int table)
{
    for (int i = 0; i < p->watch_count; i++)
        if (p->watches[i] == table)
            return true;
    return false;
}

bool peers_watch(server *s, peer *p, int table)
{
    server_table *t = &s->tables[table];
    if (peers_watches(p, table))
        return true;
    if (t->watcher_count == t->watcher_room) {
        int room = t->watcher_room == 0 ? 16 : 2 * t->watcher_room;
        peer **list = realloc(t->watchers, (size_t)room * sizeof(peer *));
        if (list == NULL)
            return false;
        t->watchers = list;
        t->watcher_room = room;
    }
    p->watches[p->watch_count] = table;
    p->odds[p->watch_count] = false;
    p->watch_at[p->watch_count++] = t->watcher_count;
    t->watchers[t->watcher_count++] = p;
    return true;
}

/* The last of those who watch a table takes the place of the one that goes. */
static void close_gap(server_table *t, int table, int at)
{
    peer *last = t->watchers[--t->watcher_count];
    t->watchers[at] = last;
    for (int i = 0; i < last->watch_count; i++)
        if (last->watches[i] == table)
            last->watch_at[i] = at;
}

void peers_unwatch(server *s, peer *p, int table)
{
    for (int i = 0; i < p->watch_count; i++) {
        if (p->watches[i] != table)
            continue;
        close_gap(&s->tables[table], table, p->watch_at[i]);
        p->watch_count--;
        p->watches[i] = p->watches[p->watch_count];
        p->watch_at[i] = p->watch_at[p->watch_count];
        p->odds[i] = p->odds[p->watch_count];
        return;
    }
}

void peers_watching(server *s, int table, void (*see)(server *s, peer *p, void *context), void *context)
{
    for (int i = 0; i < s->tables[table].watcher_count; i++)
        see(s, s->tables[table].watchers[i], context);
}

/* ---- what they get ---- */

static void mark(server *s, peer *p)
{
    if (p->dirty)
        return;
    p->dirty = true;
    p->next_dirty = s->dirty;
    s->dirty = p;
}

/* The shared message becomes one of several. */
static void unshare(peer *p)
{
    if (p->shared == NULL)
        return;
    felt_text text = net_message_text(p->shared); /* "[...]" */
    wire_raw(&p->out, (felt_text){text.bytes + 1, text.length - 2});
    net_message_release(p->shared);
    p->shared = NULL;
}

void peers_send(server *s, peer *p, felt_text json)
{
    mark(s, p);
    unshare(p);
    p->greedy = p->greedy || p->out.length + json.length > s->out_bytes_max;
    if (!p->greedy)
        wire_raw(&p->out, json);
}

void peers_send_shared(server *s, peer *p, felt_text json, net_message **shared)
{
    if (p->shared != NULL || p->out.length > 0) {
        peers_send(s, p, json);
        return;
    }
    if (*shared == NULL) {
        wire_clear(&s->scratch);
        wire_open(&s->scratch, '[');
        wire_raw(&s->scratch, json);
        wire_close(&s->scratch, ']');
        *shared = s->scratch.failed ? NULL : net_message_new(wire_written(&s->scratch));
        if (*shared == NULL)
            return;
    }
    mark(s, p);
    net_message_hold(*shared);
    p->shared = *shared;
}

void peers_flush(server *s)
{
    for (peer *p = s->dirty, *next; p != NULL; p = next) {
        next = p->next_dirty;
        p->dirty = false;
        p->next_dirty = NULL;
        net_message *message = p->shared;
        p->shared = NULL;
        if (message == NULL && p->out.length > 0) {
            wire_clear(&s->scratch);
            wire_open(&s->scratch, '[');
            wire_raw(&s->scratch, wire_written(&p->out));
            wire_close(&s->scratch, ']');
            message = s->scratch.failed || p->out.failed ? NULL : net_message_new(wire_written(&s->scratch));
        }
        wire_clear(&p->out);
        if (p->out.capacity > OUT_BYTES_KEPT)
            wire_free(&p->out);
        if (p->greedy)
            net_close(s->net, p->id, 1008, "more was asked for at once than is sent at once");
        else if (message == NULL)
            net_close(s->net, p->id, 1011, "the server has no memory for what it has to say");
        else
            net_send(s->net, p->id, message);
        net_message_release(message);
    }
    s->dirty = NULL;
}
