/* src/serve/http_people.c - guests, accounts, sessions, and limits that players set for themselves. */
#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- answers ---- */

static void put_player(server *s, wire *w, const people_player *who)
{
    felt_balance balance;
    wire_put_number(w, "player", who->player.number);
    wire_put_string(w, "name", who->name);
    wire_put_bool(w, "guest", who->guest);
    wire_put_bool(w, "operator", who->is_operator);
    if (who->excluded_until_ms != 0)
        wire_put_number(w, "excluded_until", who->excluded_until_ms);
    if (house_balance(s->house, (uint64_t)who->player.number, &balance, NULL) == FELT_OK)
        show_balance(w, balance);
}

static size_t cookie_header(char *ret, size_t room, felt_text token, int64_t age_ms, bool secure)
{
    char cookie[PEOPLE_COOKIE_BYTES];
    people_cookie_write(token, age_ms, secure, cookie);
    return (size_t)snprintf(ret, room, "Set-Cookie: %s\r\n", cookie);
}

/* Somebody has a session now. */
static void answer_session(server *s, net_exchange exchange, const people_player *who, const char *token, bool secure)
{
    char header[PEOPLE_COOKIE_BYTES + 32];
    people_options defaults = people_defaults();
    size_t length = cookie_header(header, sizeof header, felt_text_from(token), defaults.session_longest_ms, secure);
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    put_player(s, w, who);
    wire_close(w, '}');
    http_json(s, exchange, 200, w, (felt_text){header, length});
}

/* ---- guests ---- */

typedef struct guest_wish {
    server *s;
    felt_text address;
    people_player who;
    char token[PEOPLE_TOKEN_BYTES];
    people_refusal no;
} guest_wish;

static felt_status make_guest(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    guest_wish *g = context;
    (void)store;
    felt_status status = people_guest(g->s->people, g->address, now_ms, &g->who, g->token, &g->no);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", g->no.sentence);
}

static void answer_failed(server *s, net_exchange exchange, felt_status status, people_refusal *no)
{
    if (no->code == PEOPLE_FINE)
        *no = (people_refusal){.code = PEOPLE_FAILED, .sentence = "the store failed"};
    http_refused(s, exchange, status, no);
}

void http_guest(call *c)
{
    server *s = c->s;
    guest_wish g = {.s = s, .address = c->request->address};
    felt_error error;
    felt_status status = house_alone(s->house, make_guest, &g, s->now, &error);
    if (status != FELT_OK)
        answer_failed(s, c->exchange, status, &g.no);
    else
        answer_session(s, c->exchange, &g.who, g.token, c->request->secure);
}

/* ---- passphrases ---- */

/* Who waits for a passphrase to be looked at. */
typedef struct waiting {
    net_exchange exchange;
    bool secure;
} waiting;

static void start_job(server *s, net_exchange exchange, const net_request *request, people_job *job)
{
    people_refusal no = {.code = PEOPLE_FINE};
    waiting *w = malloc(sizeof *w);
    if (w == NULL) {
        http_error(s, exchange, 503, "no-memory", "the server has no memory for this", "ask again later");
        return;
    }
    *w = (waiting){exchange, request->secure};
    job->address = request->address;
    job->context = w;
    felt_status status = people_check_start(s->people, job, s->now, &no);
    if (status == FELT_OK)
        return;
    free(w);
    answer_failed(s, exchange, status, &no);
}

static void answer_job(call *c, people_job_kind kind)
{
    people_job job = {.kind = kind,
                      .name = http_text(c->body, "name"),
                      .passphrase = http_text(c->body, kind == PEOPLE_JOB_RECOVER ? "code" : "passphrase"),
                      .fresh = http_text(c->body, "fresh"),
                      .player = c->session.player.player};
    start_job(c->s, c->exchange, c->request, &job);
}

void http_sign_in(call *c)
{
    answer_job(c, PEOPLE_JOB_SIGN_IN);
}

/* A guest becomes the account, with his credits. */
void http_register(call *c)
{
    people_session session = http_session(c->s, c->request);
    if (session.player.guest)
        c->session = session;
    answer_job(c, PEOPLE_JOB_REGISTER);
}

void http_passphrase(call *c)
{
    answer_job(c, PEOPLE_JOB_CHANGE);
}

void http_recover(call *c)
{
    answer_job(c, PEOPLE_JOB_RECOVER);
}

/* Results hold when their batch is committed. */
typedef struct collected {
    server *s;
    people_result *list;
    int count;
} collected;

static void collect_one(void *context, const people_result *result)
{
    collected *c = context;
    c->list[c->count++] = *result;
}

static felt_status collect(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    collected *c = context;
    (void)store;
    (void)error;
    people_collect(c->s->people, now_ms, collect_one, c);
    for (int i = 0; i < c->count; i++)
        if (c->list[i].status != FELT_OK && c->list[i].status != FELT_ELIMIT) /* half of it may have been kept */
            return felt_error_set(error, c->list[i].status, -1, "%s", c->list[i].no.sentence);
    return FELT_OK;
}

void http_collect(server *s)
{
    felt_error error;
    if (!people_collectable(s->people))
        return;
    collected c = {.s = s, .list = calloc(PEOPLE_QUEUE_MAX, sizeof *c.list)};
    if (c.list == NULL)
        return;
    felt_status status = house_alone(s->house, collect, &c, s->now, &error);
    for (int i = 0; i < c.count; i++) {
        people_result *r = &c.list[i];
        waiting *w = r->context;
        house_forget_balance(s->house, (uint64_t)r->player.player.number);
        if (status != FELT_OK || r->status != FELT_OK)
            answer_failed(s, w->exchange, status != FELT_OK ? status : r->status, &r->no);
        else {
            live_recheck(s, r->player.player);
            answer_session(s, w->exchange, &r->player, r->token, w->secure);
        }
        free(w);
        memset(r->token, 0, sizeof r->token);
    }
    free(c.list);
}

/* ---- what somebody who is signed in asks ---- */

typedef enum own_kind { OWN_SIGN_OUT, OWN_SIGN_OUT_ALL, OWN_LIMIT, OWN_EXCLUDE } own_kind;

typedef struct own_wish {
    server *s;
    own_kind kind;
    felt_player_id player;
    felt_text token;
    people_limit_kind limit;
    int64_t value;
    people_refusal no;
} own_wish;

static felt_status do_own(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    own_wish *o = context;
    people *p = o->s->people;
    felt_status status = FELT_OK;
    (void)store;
    if (o->kind == OWN_SIGN_OUT)
        status = people_sign_out(p, o->token, now_ms, &o->no);
    if (o->kind == OWN_SIGN_OUT_ALL)
        status = people_sign_out_all(p, o->player, now_ms, &o->no);
    if (o->kind == OWN_LIMIT)
        status = people_limit_set(p, o->player, o->player, o->limit, o->value, now_ms, &o->no);
    if (o->kind == OWN_EXCLUDE)
        status = people_exclude(p, o->player, o->player, o->value, now_ms, &o->no);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", o->no.sentence);
}

static void put_limits(wire *w, const people_limits *limits, int64_t now)
{
    wire_key(w, "limits");
    wire_open(w, '{');
    for (int i = 0; i < PEOPLE_LIMIT_COUNT; i++) {
        const people_limit *l = &limits->limits[i];
        int64_t holds = people_limit_at(l, now);
        wire_key(w, people_limit_text((people_limit_kind)i));
        wire_open(w, '{');
        wire_key(w, "now");
        if (holds == PEOPLE_UNLIMITED)
            wire_null(w);
        else
            wire_number(w, holds);
        if (l->from_ms > now) {
            wire_key(w, "next");
            if (l->next == PEOPLE_UNLIMITED)
                wire_null(w);
            else
                wire_number(w, l->next);
            wire_put_number(w, "from", l->from_ms);
        }
        wire_close(w, '}');
    }
    wire_close(w, '}');
}

static own_wish wish_of(const call *c, own_kind kind)
{
    return (own_wish){.s = c->s, .kind = kind, .player = c->session.player.player, .token = people_cookie_read(c->request->cookie)};
}

void http_me(call *c)
{
    server *s = c->s;
    const people_session *session = &c->session;
    people_limits limits;
    people_day_sum day;
    people_refusal no;
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    put_player(s, w, &session->player);
    wire_put_number(w, "until", session->until_ms);
    if (people_limits_find(s->people, session->player.player, s->now, &limits, &no) == FELT_OK)
        put_limits(w, &limits, s->now);
    if (people_day(s->people, session->player.player, 0, s->now, &day, &no) == FELT_OK) {
        wire_key(w, "today");
        wire_open(w, '{');
        wire_put_number(w, "staked", day.staked);
        wire_put_number(w, "returned", day.returned);
        wire_put_number(w, "played_ms", day.played_ms);
        wire_close(w, '}');
    }
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}

static void answer_own(call *c, own_wish *wish)
{
    server *s = c->s;
    felt_error error;
    char header[PEOPLE_COOKIE_BYTES + 32] = "";
    size_t length = 0;
    felt_status status = house_alone(s->house, do_own, wish, s->now, &error);
    if (status != FELT_OK) {
        answer_failed(s, c->exchange, status, &wish->no);
        return;
    }
    live_recheck(s, wish->player);
    if (wish->kind == OWN_EXCLUDE)
        seats_clear(s, (uint64_t)wish->player.number);
    if (wish->kind == OWN_SIGN_OUT || wish->kind == OWN_SIGN_OUT_ALL)
        length = cookie_header(header, sizeof header, felt_text_from(""), 0, c->request->secure);
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_bool(w, "ok", true);
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, (felt_text){header, length});
}

void http_limit(call *c)
{
    own_wish wish = wish_of(c, OWN_LIMIT);
    json_t *value = json_object_get(c->body, "value");
    felt_text kind = http_text(c->body, "limit");
    int at = 0;
    while (at < PEOPLE_LIMIT_COUNT && !felt_text_is(kind, people_limit_text((people_limit_kind)at)))
        at++;
    wish.limit = (people_limit_kind)at;
    wish.value = json_is_null(value) ? PEOPLE_UNLIMITED : json_integer_value(value);
    if (at == PEOPLE_LIMIT_COUNT || value == NULL || !(json_is_null(value) || json_is_integer(value)))
        http_error(c->s, c->exchange, 422, "malformed",
                   "expected `limit` (stake, day-loss, week-loss or day-time) and `value`, a number or null", "mend the body");
    else
        answer_own(c, &wish);
}

void http_exclude(call *c)
{
    own_wish wish = wish_of(c, OWN_EXCLUDE);
    json_t *days = json_object_get(c->body, "days"), *good = json_object_get(c->body, "for_good");
    if (json_is_true(good))
        wish.value = PEOPLE_FOR_GOOD;
    else if (json_is_integer(days) && json_integer_value(days) >= 1 && json_integer_value(days) <= 36500)
        wish.value = c->s->now + json_integer_value(days) * PEOPLE_DAY_MS + 1000;
    if (wish.value == 0)
        http_error(c->s, c->exchange, 422, "malformed", "expected `days` from 1 to 36500, or `for_good`: true", "mend the body");
    else
        answer_own(c, &wish);
}

void http_sign_out(call *c)
{
    own_wish wish = wish_of(c, OWN_SIGN_OUT);
    answer_own(c, &wish);
}

void http_sign_out_all(call *c)
{
    own_wish wish = wish_of(c, OWN_SIGN_OUT_ALL);
    answer_own(c, &wish);
}
