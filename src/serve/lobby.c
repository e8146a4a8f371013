/* src/serve/lobby.c - tables that come and go while the server runs: who is connected is told, and what was kept of one that goes is given
 * up. */
#include "server.h"

#include <stdlib.h>

/* To everybody who may know of the table. */
static void tell(server *s, int table, const wire *w)
{
    net_message *shared = NULL;
    felt_text text = wire_written(w);
    for (size_t i = 0; i < s->peer_room; i++)
        if (s->peers[i] != NULL && private_sees(s, table, s->peers[i]->player))
            peers_send_shared(s, s->peers[i], text, &shared);
    net_message_release(shared);
}

void lobby_came(void *context, int table)
{
    server *s = context;
    s->tables[table].announce = true;
    s->tables[table].used_ms = s->now;
}

void lobby_turn(server *s)
{
    wire w = {.text = NULL};
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        bool ready = house_table_at(s->house, i) != NULL || house_owner(s->house, i)[0] != '\0';
        if (!s->tables[i].announce || !ready)
            continue;
        s->tables[i].announce = false;
        if (house_is_closing(s->house, i))
            continue;
        wire_clear(&w);
        wire_open(&w, '{');
        wire_key(&w, "came");
        show_table_short(s, &w, i);
        wire_close(&w, '}');
        tell(s, i, &w);
    }
    wire_free(&w);
}

void lobby_gone(void *context, int table)
{
    server *s = context;
    server_table *t = &s->tables[table];
    wire w = {.text = NULL};
    wire_open(&w, '{');
    wire_put_text(&w, "gone", house_plan(s->house, table)->short_name);
    wire_close(&w, '}');
    tell(s, table, &w);
    wire_free(&w);
    if (!private_is(s, table))
        server_log(s, "info", "table", "%.*s has closed for good", FELT_TEXT_ARGS(house_plan(s->house, table)->short_name));
    while (t->watcher_count > 0) {
        peer *p = t->watchers[0];
        figures_subscribe(s, p, table, false);
        peers_unwatch(s, p, table);
    }
    figures_forget(s, table);
    books_forget(s, table);
    drift_close(s, table);
    wire_free(&t->recent);
    free(t->watchers);
    *t = (server_table){.figures = t->figures};
}
