/* src/serve/http_holds.c - what is held in games that are not over, and which of them do not go on by themselves. */
#include "server.h"

#include <stddef.h>

typedef struct hold_page {
    server *s;
    wire *w;
} hold_page;

static int table_of(const server *s, felt_table_id id)
{
    int table = house_next(s->house, -1);
    while (table >= 0 && house_table_id(s->house, table).number != id.number)
        table = house_next(s->house, table);
    return table;
}

/* Why a game waits for somebody; NULL: it is in play, here or in another process, which then says it. */
static const char *interruption(server *s, int table, const felt_standing_hold *hold)
{
    if (table < 0)
        return "no-table";
    const felt_table *t = house_table_at(s->house, table);
    if (t == NULL)
        return NULL;
    felt_table_status status = felt_table_look(t).status;
    if (status != FELT_TABLE_OPEN)
        return status == FELT_TABLE_PAUSED ? "paused" : "shut";
    return peers_of(s, private_person(s, table, (uint64_t)hold->player.number)) == NULL ? "away" : NULL;
}

static bool see_hold(void *context, const felt_standing_hold *hold)
{
    const hold_page *page = context;
    wire *w = page->w;
    int table = table_of(page->s, hold->table);
    const char *why = interruption(page->s, table, hold);
    wire_open(w, '{');
    if (table >= 0)
        wire_put_text(w, "table", house_plan(page->s->house, table)->short_name);
    else /* one that the tables file does not have any more */
        wire_put_number(w, "chain", hold->table.number);
    wire_put_number(w, "bet", hold->bet);
    wire_put_number(w, "player", hold->player.number);
    wire_put_money(w, "amount", hold->amount);
    if (why != NULL)
        wire_put_string(w, "interrupted", why);
    wire_close(w, '}');
    return true;
}

void http_holds(call *c)
{
    server *s = c->s;
    hold_page page = {s, &s->answer};
    felt_error error;
    wire_clear(page.w);
    wire_open(page.w, '{');
    wire_key(page.w, "holds");
    wire_open(page.w, '[');
    felt_status status =
        s->store == NULL ? FELT_EIO : felt_store_holds(s->store, (felt_table_id){0}, (felt_player_id){0}, see_hold, &page, &error);
    wire_close(page.w, ']');
    wire_close(page.w, '}');
    if (status == FELT_OK)
        http_json(s, c->exchange, 200, page.w, felt_text_from(""));
    else
        http_error(s, c->exchange, 503, "unavailable", "the store cannot be read now", "ask again later");
}
