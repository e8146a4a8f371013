/* src/serve/live.c - WebSocket: who may connect, and what everybody who watches a table is told.
 *
 * Whoever bets is told of his own bets one by one, and everybody of what concerns the table. Others' bets come as a summary, some times a
 * second: told one by one, two hundred players would get as many messages for each bet. */
#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- connecting ---- */

static bool refuse(server *s, net_reply *ret, const char *code, const char *message, const char *advice, int status)
{
    size_t length = net_error_body(s->refusal, sizeof s->refusal, code, message, advice);
    *ret = (net_reply){.status = status, .body = {s->refusal, length}};
    return false;
}

bool live_open(void *context, net_peer id, const net_request *request, net_reply *ret_refusal)
{
    server *s = context;
    if (!felt_text_is(request->path, "/api/live"))
        return refuse(s, ret_refusal, "not-found", "there is no WebSocket here", "connect to /api/live", 404);
    if (!http_same_origin(request))
        return refuse(s, ret_refusal, "origin", "the page that asks is not this server's", "connect from a page of this server", 403);
    house_settled(s->house, true, s->now);
    people_session session = http_session(s, request);
    peer *p = peers_add(s, id, session.player.player);
    if (p == NULL)
        return refuse(s, ret_refusal, "no-memory", "the server has no memory for this connection", "try again later", 503);
    felt_text token = people_cookie_read(request->cookie);
    snprintf(p->name, sizeof p->name, "%s", session.player.name);
    snprintf(p->address, sizeof p->address, "%.*s", FELT_TEXT_ARGS(request->address));
    if (session.player.player.number != 0)
        snprintf(p->token, sizeof p->token, "%.*s", FELT_TEXT_ARGS(token));
    p->checked_ms = s->now;
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_string(w, "hello", "felt");
    wire_put_string(w, "version", s->options->version);
    wire_put_number(w, "credit", FELT_CREDIT_MINOR);
    wire_put_number(w, "time", s->now);
    wire_put_number(w, "player", session.player.player.number);
    wire_put_string(w, "name", p->name);
    felt_balance balance;
    if (session.player.player.number != 0 && house_balance(s->house, (uint64_t)session.player.player.number, &balance, NULL) == FELT_OK)
        show_balance(w, balance);
    wire_close(w, '}');
    peers_send(s, p, wire_written(w));
    return true;
}

/* Nobody waits for what a player might contribute to a shoe when his last connection is no more. */
static void player_gone(server *s, uint64_t player)
{
    for (int i = house_next(s->house, -1); i >= 0 && player != 0 && peers_of(s, player) == NULL; i = house_next(s->house, i))
        house_enrol(s->house, i, private_actor(s, i, player), false, NULL);
}

void live_closed(void *context, net_peer id)
{
    server *s = context;
    peer *p = peers_find(s, id);
    if (p == NULL)
        return;
    uint64_t player = (uint64_t)p->player.number;
    for (int i = 0; i < p->watch_count; i++)
        figures_subscribe(s, p, p->watches[i], false);
    peers_remove(s, id);
    player_gone(s, player);
}

void live_error(server *s, peer *p, uint64_t id, const char *code, const char *message, const char *advice)
{
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    if (id != 0)
        wire_put_number(w, "answer", (int64_t)id);
    wire_put_bool(w, "ok", false);
    wire_key(w, "error");
    wire_open(w, '{');
    wire_put_string(w, "code", code);
    wire_put_string(w, "message", message);
    wire_put_string(w, "do", advice);
    wire_close(w, '}');
    wire_close(w, '}');
    peers_send(s, p, wire_written(w));
}

/* ---- sessions ---- */

bool live_signed_in(server *s, peer *p)
{
    people_session session;
    if (p->player.number == 0)
        return false;
    if (s->now - p->checked_ms <= SERVER_SESSION_MS || s->store == NULL)
        return true;
    p->checked_ms = s->now;
    if (people_session_find(s->people, felt_text_from(p->token), s->now, &session, NULL) != FELT_ELIMIT)
        return true;
    uint64_t player = (uint64_t)p->player.number;
    peers_set_player(s, p, (felt_player_id){0});
    private_leave(s, p);
    player_gone(s, player);
    live_error(s, p, 0, "session-ended", "the session of this connection has ended: it may watch, and no more",
               "sign in, and connect again");
    return false;
}

void live_recheck(server *s, felt_player_id player)
{
    for (peer *p = peers_of(s, (uint64_t)player.number), *next; p != NULL; p = next) {
        next = peers_next(p);
        p->checked_ms = s->now - SERVER_SESSION_MS - 1;
        live_signed_in(s, p);
    }
}

/* ---- messages ---- */

static bool within_rate(server *s, const peer *p, int messages)
{
    int64_t wait;
    char key[80];
    int length = p->player.number != 0 ? snprintf(key, sizeof key, "p%lld", (long long)p->player.number)
                                       : snprintf(key, sizeof key, "a%s", p->address);
    int most = s->options->rate_per_minute / 10;
    return people_rate_take(s->rate_player, (felt_text){key, (size_t)length}, messages < most ? messages : most, s->now, &wait);
}

static void refuse_rate(server *s, peer *p, uint64_t id)
{
    s->counters.rate_limited++;
    live_error(s, p, id, "too-fast", "more messages than are allowed in a minute", "send fewer, and this one again later");
}

bool live_pays(server *s, peer *p, uint64_t id, int messages)
{
    bool within = within_rate(s, p, messages);
    if (!within)
        refuse_rate(s, p, id);
    return within;
}

enum { ID_WITHIN = 512 }; /* bytes: so much is looked at of a message that is not read */

/* The id of a message that is not read, where its first bytes have one: a name ends with a quotation mark, and inside of a text such a
 * mark has a backslash before it. 0: it is not found. */
static uint64_t glance_at_id(felt_text text)
{
    static const char name[] = "\"id\"";
    size_t most = text.length < ID_WITHIN ? text.length : ID_WITHIN, length = sizeof name - 1;
    for (size_t i = 0; i + length < most; i++) {
        if (memcmp(text.bytes + i, name, length) != 0)
            continue;
        size_t at = i + length;
        uint64_t id = 0;
        while (at < most && (text.bytes[at] == ' ' || text.bytes[at] == ':'))
            at++;
        for (; at < most && text.bytes[at] >= '0' && text.bytes[at] <= '9' && id <= (INT64_MAX - 9) / 10; at++)
            id = 10 * id + (uint64_t)(text.bytes[at] - '0');
        if (id != 0 && at < most && (text.bytes[at] == ',' || text.bytes[at] == '}' || text.bytes[at] == ' '))
            return id;
    }
    return 0;
}

void live_message(void *context, net_peer id, felt_text text)
{
    server *s = context;
    peer *p = peers_find(s, id);
    if (p == NULL || p->greedy)
        return;
    if (within_rate(s, p, 1))
        commands_read(s, p, text);
    else
        refuse_rate(s, p, glance_at_id(text));
}

/* ---- answers ---- */

static void write_answer(wire *w, const pending *item, const house_answer *a)
{
    bool live = item->kind == PENDING_PEER;
    wire_clear(w);
    wire_open(w, '{');
    if (live)
        wire_put_number(w, "answer", (int64_t)item->id);
    wire_put_bool(w, "ok", a->end == HOUSE_DONE);
    if (a->answer.repeated)
        wire_put_bool(w, "repeated", true);
    if (a->end <= HOUSE_REFUSED) {
        if (a->answer.seat >= 0)
            wire_put_number(w, "seat", a->answer.seat);
        if (a->answer.bet != 0)
            wire_put_number(w, "bet", (int64_t)a->answer.bet);
        wire_put_number(w, "seq", (int64_t)a->sequence);
        if (live)
            show_balance(w, a->balance);
    }
    if (a->end != HOUSE_DONE) {
        const char *code = felt_refusal_text(a->answer.refusal), *advice = commands_advice(a->answer.refusal);
        if (a->end == HOUSE_ELSEWHERE) {
            code = "elsewhere";
            advice = "connect to the address in `message`";
        }
        if (a->end == HOUSE_UNAVAILABLE) {
            code = "unavailable";
            advice = "send it again with the same id: it has one effect, however often it is sent";
        }
        wire_key(w, "error");
        wire_open(w, '{');
        wire_put_string(w, "code", code);
        wire_put_string(w, "message", a->error.message);
        wire_put_string(w, "do", advice);
        wire_close(w, '}');
    }
    wire_close(w, '}');
}

void live_answered(void *context, uint64_t ticket, const house_answer *answer)
{
    server *s = context;
    pending item;
    if (!pending_take(s, ticket, &item))
        return;
    s->counters.refused += answer->end != HOUSE_DONE;
    write_answer(&s->answer, &item, answer);
    if (item.kind == PENDING_EXCHANGE) {
        http_json(s, item.exchange, answer->end == HOUSE_DONE ? 200 : 409, &s->answer, felt_text_from(""));
        return;
    }
    peer *p = peers_find(s, item.peer);
    if (p == NULL)
        return;
    p->pending--;
    peers_send(s, p, wire_written(&s->answer));
}

/* ---- events ---- */

/* Where the table is now; and after a result, for a player, how the bets of his that stay up stand. */
static void put_now(server *s, wire *w, int table, uint64_t player)
{
    const felt_table *t = house_table_at(s->house, table);
    const felt_book *book = house_plan(s->house, table)->book;
    wire_key(w, "now");
    show_now(s, w, table);
    if (t != NULL && player != 0)
        show_own(w, t, book, player);
}

/* Events of one decision as one message; `player`: with those of his own. False: there is none for him. */
static bool write_events(server *s, wire *w, int table, int64_t record, const felt_event *events, int count, uint64_t player)
{
    const felt_table_plan *plan = house_plan(s->house, table);
    bool any = false, any_own = false, public = false, dealt = false;
    felt_balance balance;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", plan->short_name);
    wire_put_number(w, "at", record);
    wire_key(w, "events");
    wire_open(w, '[');
    for (int i = 0; i < count; i++) {
        bool own = show_is_private(events[i].kind) && events[i].player == player && player != 0;
        if (!own && !show_is_public(events[i].kind))
            continue;
        show_event(s, w, plan->book, &events[i]);
        any = true;
        any_own = any_own || own;
        public = public || !own;
        dealt = dealt || events[i].kind == FELT_EVENT_DEALT;
    }
    wire_close(w, ']');
    if (public)
        put_now(s, w, table, dealt ? player : 0);
    if (any_own && house_balance(s->house, player, &balance, NULL) == FELT_OK)
        show_balance(w, balance);
    wire_close(w, '}');
    return any;
}

/* What a list of tables shows of the last results. */
static void remember(server *s, int table, const felt_event *e)
{
    enum { RECENT = 64 };
    server_table *t = &s->tables[table];
    const felt_book *book = house_plan(s->house, table)->book;
    if (t->recent_count == RECENT) { /* the older half goes */
        size_t from = t->recent_at[RECENT / 2];
        memmove(t->recent.text, t->recent.text + from, t->recent.length - from);
        t->recent.length -= from;
        for (int i = 0; i < RECENT / 2; i++)
            t->recent_at[i] = t->recent_at[i + RECENT / 2] - from;
        t->recent_count = RECENT / 2;
    }
    t->recent_at[t->recent_count] = t->recent_count == 0 ? 0 : t->recent.length + 1;
    wire_open(&t->recent, '{');
    wire_put_number(&t->recent, "round", (int64_t)e->round);
    show_cards(&t->recent, book, e);
    wire_close(&t->recent, '}');
    t->recent_count++;
}

typedef struct recalling {
    server *s;
    int table;
} recalling;

static bool see_result(void *context, const felt_history_record *record)
{
    const recalling *r = context;
    felt_text left = record->event;
    felt_event e;
    while (left.bytes[0] != '{' && left.length > 0 && felt_event_next(&left, &e, NULL) == FELT_OK)
        if (e.kind == FELT_EVENT_DEALT)
            remember(r->s, r->table, &e);
    return true;
}

void live_recall(server *s)
{
    for (int i = house_next(s->house, -1); i >= 0 && s->store != NULL; i = house_next(s->house, i)) {
        recalling r = {s, i};
        int64_t first = house_setup_record(s->house, i) + 1, recent = house_records(s->house, i) - SERVER_RECALLED;
        felt_store_read(s->store, house_table_id(s->house, i), recent > first ? recent : first, see_result, &r, NULL);
    }
}

typedef struct told_events {
    int table;
    int64_t record;
    const felt_event *events;
    int count;
    bool dealt;
    uint64_t *owners; /* players with events of their own among these, or after a result with bets that stay up; by number */
    int owner_count;
    net_message *shared;
    wire text;
} told_events;

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Once for all who watch: each of them is looked for in the list. */
static void list_owners(server *s, told_events *e)
{
    const felt_table *t = e->dealt ? house_table_at(s->house, e->table) : NULL;
    int bets = t == NULL ? 0 : felt_table_look(t).bets;
    e->owners = malloc((size_t)(e->count + bets + 1) * sizeof *e->owners);
    if (e->owners == NULL)
        return;
    for (int i = 0; i < e->count; i++)
        if (show_is_private(e->events[i].kind))
            e->owners[e->owner_count++] = e->events[i].player;
    for (int i = 0; i < bets; i++)
        e->owners[e->owner_count++] = felt_table_bet_at(t, i).player;
    qsort(e->owners, (size_t)e->owner_count, sizeof *e->owners, by_number);
}

/* Without memory for the list everybody is one of them: what is written for him is right all the same. */
static bool has_own(const told_events *e, uint64_t player)
{
    return player != 0 && (e->owners == NULL || bsearch(&player, e->owners, (size_t)e->owner_count, sizeof *e->owners, by_number) != NULL);
}

static void tell_watcher(server *s, peer *p, void *context)
{
    told_events *e = context;
    uint64_t player = private_actor(s, e->table, (uint64_t)p->player.number);
    if (!has_own(e, player) || !live_signed_in(s, p)) {
        peers_send_shared(s, p, wire_written(&e->text), &e->shared);
        return;
    }
    if (write_events(s, &s->answer, e->table, e->record, e->events, e->count, player))
        peers_send(s, p, wire_written(&s->answer));
}

void live_happened(void *context, int table, int64_t record, const felt_event *events, int count)
{
    server *s = context;
    told_events e = {.table = table, .record = record, .events = events, .count = count};
    drift_happened(s, table, record, events, count);
    bool public = false;
    uint64_t player = 0;
    for (int i = 0; i < count; i++) {
        public = public || show_is_public(events[i].kind);
        if (events[i].kind == FELT_EVENT_DEALT) {
            remember(s, table, &events[i]);
            s->counters.rounds += !private_is(s, table);
            e.dealt = true;
            figures_changed(s, table);
        }
        s->counters.bets += events[i].kind == FELT_EVENT_PLACED && !private_is(s, table);
        if (events[i].kind == FELT_EVENT_SHOE_BEGUN || show_is_private(events[i].kind))
            figures_changed(s, table);
        if (show_is_private(events[i].kind)) {
            s->tables[table].felt_changed = true;
            player = events[i].player;
        }
    }
    if (public) {
        if (s->tables[table].watcher_count > 0 && write_events(s, &e.text, table, record, events, count, 0)) {
            list_owners(s, &e);
            peers_watching(s, table, tell_watcher, &e);
        }
    } else if (player != 0) /* a bet: nobody else is told now */
        for (peer *p = peers_of(s, private_person(s, table, player)), *next; p != NULL; p = next) {
            next = peers_next(p);
            if (peers_watches(p, table) && live_signed_in(s, p) && write_events(s, &s->answer, table, record, events, count, player))
                peers_send(s, p, wire_written(&s->answer));
        }
    net_message_release(e.shared);
    wire_free(&e.text);
    free(e.owners);
}

/* ---- records that are no events: fairness ---- */

typedef struct told_text {
    felt_text text;
    net_message *shared;
} told_text;

static void tell_text(server *s, peer *p, void *context)
{
    told_text *t = context;
    peers_send_shared(s, p, t->text, &t->shared);
}

static void tell_all(server *s, int table, const wire *w)
{
    told_text t = {.text = wire_written(w)};
    peers_watching(s, table, tell_text, &t);
    net_message_release(t.shared);
}

void live_told(void *context, int table, int64_t record, felt_text json)
{
    server *s = context;
    drift_told(s, table, record, felt_setup_is(json));
    if (!show_is_told(json))
        return;
    wire w = {.text = NULL};
    wire_open(&w, '{');
    wire_put_text(&w, "table", house_plan(s->house, table)->short_name);
    wire_put_number(&w, "at", record);
    wire_key(&w, "record");
    wire_raw(&w, json);
    wire_close(&w, '}');
    tell_all(s, table, &w);
    wire_free(&w);
}

/* ---- summaries, and tables made again ---- */

static void tell_state(server *s, peer *p, void *context)
{
    int table = *(const int *)context;
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", house_plan(s->house, table)->short_name);
    wire_put_bool(w, "again", true);
    wire_put_number(w, "at", house_records(s->house, table));
    wire_key(w, "state");
    show_table(s, w, table, (uint64_t)p->player.number);
    wire_close(w, '}');
    peers_send(s, p, wire_written(w));
}

void live_rebuilt(void *context, int table)
{
    server *s = context;
    if (s->house == NULL)
        return;
    figures_changed(s, table);
    drift_rebuilt(s, table);
    peers_watching(s, table, tell_state, &table);
}

void live_felts(server *s)
{
    wire w = {.text = NULL};
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        server_table *t = &s->tables[i];
        if (!t->felt_changed || s->now < t->felt_ms + SERVER_FELT_MS || house_table_at(s->house, i) == NULL)
            continue;
        t->felt_changed = false;
        t->felt_ms = s->now;
        wire_clear(&w);
        wire_open(&w, '{');
        wire_put_text(&w, "table", house_plan(s->house, i)->short_name);
        show_felt(s, &w, i);
        wire_key(&w, "now");
        show_now(s, &w, i);
        wire_close(&w, '}');
        tell_all(s, i, &w);
    }
    wire_free(&w);
}
