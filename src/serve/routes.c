/* src/serve/routes.c - every HTTP call that there is, in one table: who may make it, what it brings, and who answers.
 *
 * docs/openapi.json describes the same calls; tests/serve/openapi.py compares the two. */
#include "../base/json_quick.h"
#include "server.h"

#include <stdio.h>
#include <string.h>

typedef enum route_who { WHO_ANYBODY = 0, WHO_PLAYER, WHO_OPERATOR, WHO_COUNT } route_who;

typedef struct route {
    net_method method;
    const char *path; /* {table} and {sheet} are short names, {number} a whole number from 1 */
    void (*answer)(call *c);
    route_who who;
    bool body;     /* a JSON object */
    bool watching; /* of those who watch over the server: no rate */
} route;

static const route routes[] = {
    {NET_GET, "/", page_answer, WHO_ANYBODY, false, false},
    {NET_GET, "/healthz", http_alive, WHO_ANYBODY, false, true},
    {NET_GET, "/readyz", http_ready, WHO_ANYBODY, false, true},
    {NET_GET, "/metrics", http_metrics, WHO_ANYBODY, false, true},
    {NET_GET, "/api", http_api, WHO_ANYBODY, false, false},
    {NET_GET, "/api/openapi.json", http_document, WHO_ANYBODY, false, false},
    {NET_GET, "/api/about", http_about, WHO_ANYBODY, false, false},

    {NET_POST, "/api/guest", http_guest, WHO_ANYBODY, false, false},
    {NET_POST, "/api/register", http_register, WHO_ANYBODY, true, false},
    {NET_POST, "/api/sign-in", http_sign_in, WHO_ANYBODY, true, false},
    {NET_POST, "/api/recover", http_recover, WHO_ANYBODY, true, false},
    {NET_POST, "/api/passphrase", http_passphrase, WHO_PLAYER, true, false},
    {NET_POST, "/api/sign-out", http_sign_out, WHO_PLAYER, false, false},
    {NET_POST, "/api/sign-out-all", http_sign_out_all, WHO_PLAYER, false, false},
    {NET_GET, "/api/me", http_me, WHO_PLAYER, false, false},
    {NET_GET, "/api/me/bets", http_own_bets, WHO_PLAYER, false, false},
    {NET_POST, "/api/me/limits", http_limit, WHO_PLAYER, true, false},
    {NET_POST, "/api/me/exclude", http_exclude, WHO_PLAYER, true, false},

    {NET_GET, "/api/tables", http_tables, WHO_ANYBODY, false, false},
    {NET_GET, "/api/tables/{table}", http_table, WHO_ANYBODY, false, false},
    {NET_GET, "/api/tables/{table}/wagers", http_wagers, WHO_ANYBODY, false, false},
    {NET_GET, "/api/tables/{table}/odds", http_odds, WHO_ANYBODY, false, false},
    {NET_GET, "/api/tables/{table}/rules", http_rules, WHO_ANYBODY, false, false},
    {NET_GET, "/api/tables/{table}/rounds", http_rounds, WHO_ANYBODY, false, false},
    {NET_GET, "/api/tables/{table}/rounds/{number}", http_round, WHO_ANYBODY, false, false},
    {NET_GET, "/api/tables/{table}/history", http_history, WHO_ANYBODY, false, false},

    {NET_GET, "/api/sheets", http_known_sheets, WHO_ANYBODY, false, false},
    {NET_GET, "/api/sheets/{sheet}", http_known_sheet, WHO_ANYBODY, false, false},
    {NET_GET, "/api/sheets/{sheet}/findings", http_known_findings, WHO_ANYBODY, false, false},
    {NET_GET, "/api/sheets/{sheet}/odds", http_known_odds, WHO_ANYBODY, false, false},
    {NET_GET, "/api/sheets/{sheet}/par.pdf", http_known_par, WHO_ANYBODY, false, false},
    {NET_POST, "/api/sheets/check", http_sheet_check, WHO_ANYBODY, true, false},
    {NET_POST, "/api/sheets/odds", http_sheet_odds, WHO_ANYBODY, true, false},
    {NET_POST, "/api/sheets/count", http_sheet_count, WHO_ANYBODY, true, false},
    {NET_POST, "/api/sheets/look", http_sheet_look, WHO_ANYBODY, true, false},
    {NET_POST, "/api/sheets/design", http_sheet_design, WHO_ANYBODY, true, false},
    {NET_POST, "/api/sheets/words", http_sheet_words, WHO_ANYBODY, true, false},
    {NET_POST, "/api/sheets/format", http_sheet_format, WHO_ANYBODY, true, false},

    {NET_POST, "/api/workshop/tables", http_workshop, WHO_PLAYER, true, false},
    {NET_POST, "/api/workshop/tables/{table}/close", http_workshop_close, WHO_PLAYER, false, false},

    {NET_GET, "/api/house/risk", http_risk, WHO_OPERATOR, false, false},
    {NET_GET, "/api/house/edges", http_edges, WHO_OPERATOR, false, false},
    {NET_GET, "/api/house/alarms", http_alarms, WHO_OPERATOR, false, false},
    {NET_GET, "/api/house/log", http_log, WHO_OPERATOR, false, false},
    {NET_GET, "/api/house/audits", http_audits, WHO_OPERATOR, false, false},
    {NET_POST, "/api/house/audits", http_audit, WHO_OPERATOR, true, false},
    {NET_GET, "/api/house/holds", http_holds, WHO_OPERATOR, false, false},
    {NET_POST, "/api/house/backup", http_backup, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/grant", http_grant, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/reset", http_reset, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/operator", http_operator, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/exclude", http_exclude_other, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/tables/check", http_opening_check, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/tables", http_opening, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/tables/{table}/close-for-good", http_closing, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/tables/{table}", http_change, WHO_OPERATOR, true, false},
    {NET_POST, "/api/house/tables/{table}/void-result", http_void_result, WHO_OPERATOR, true, false},
};

enum { ROUTE_COUNT = sizeof routes / sizeof *routes };

static const char *method_text(net_method method)
{
    return method == NET_POST ? "POST" : "GET";
}

void routes_list(wire *w)
{
    static const char *const who[WHO_COUNT] = {"anybody", "player", "operator"};
    wire_open(w, '[');
    for (int i = 0; i < ROUTE_COUNT; i++) {
        wire_open(w, '{');
        wire_put_string(w, "method", method_text(routes[i].method));
        wire_put_string(w, "path", routes[i].path);
        wire_put_string(w, "who", who[routes[i].who]);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

/* ---- finding one ---- */

/* What stands for {table}, {sheet} and {number} in a path. */
typedef struct matched {
    felt_text table, sheet, number;
} matched;

static bool fits(const char *pattern, felt_text path, matched *ret)
{
    size_t at = 0;
    *ret = (matched){.table = {NULL, 0}};
    while (*pattern != '\0') {
        if (*pattern != '{') {
            if (at == path.length || path.bytes[at++] != *pattern++)
                return false;
            continue;
        }
        size_t from = at;
        while (at < path.length && path.bytes[at] != '/')
            at++;
        felt_text part = {path.bytes + from, at - from};
        *(pattern[1] == 't' ? &ret->table : pattern[1] == 's' ? &ret->sheet : &ret->number) = part;
        pattern = strchr(pattern, '}') + 1;
        if (part.length == 0)
            return false;
    }
    return at == path.length;
}

static bool same_method(net_method wanted, net_method found)
{
    return wanted == (found == NET_HEAD ? NET_GET : found);
}

/* NULL: there is none, and `allow` says for which methods there is. */
static const route *find(const net_request *request, matched *ret, char allow[64])
{
    bool get = false, post = false;
    for (int i = 0; i < ROUTE_COUNT; i++) {
        if (!fits(routes[i].path, request->path, ret))
            continue;
        if (same_method(routes[i].method, request->method))
            return &routes[i];
        get = get || routes[i].method == NET_GET;
        post = post || routes[i].method == NET_POST;
    }
    snprintf(allow, 64, "%s%s%s", get || post ? "Allow: " : "", get ? "GET, HEAD" : "", post ? (get ? ", POST" : "POST") : "");
    return NULL;
}

static void answer_none(server *s, net_exchange exchange, const net_request *request, const char *allow)
{
    char header[80];
    int length = snprintf(header, sizeof header, "%s\r\n", allow);
    if (allow[0] == '\0' && files_answer(s, exchange, request))
        return;
    if (allow[0] == '\0')
        http_error(s, exchange, 404, "not-found", "there is nothing at this address", "ask GET /api what there is");
    else
        net_respond_error(s->net, exchange, 405, "method", "this address has no such method", "ask GET /api what there is",
                          (felt_text){header, (size_t)length});
}

/* ---- what must be so before a call is answered ---- */

/* What changes something comes from a page of this server, or from no page, and is JSON. */
static bool may_write(server *s, net_exchange exchange, const net_request *request)
{
    static const char json[] = "application/json";
    if (request->method == NET_GET || request->method == NET_HEAD)
        return true;
    if (!http_same_origin(request)) {
        http_error(s, exchange, 403, "origin", "the page that asks is not this server's", "ask from a page of this server");
        return false;
    }
    bool is_json = request->content_type.length >= sizeof json - 1 && memcmp(request->content_type.bytes, json, sizeof json - 1) == 0;
    if (request->body.length > 0 && !is_json) {
        http_error(s, exchange, 415, "content-type", "the body is not said to be application/json", "send Content-Type: application/json");
        return false;
    }
    return true;
}

static bool within_rate(server *s, net_exchange exchange, const net_request *request)
{
    int64_t wait;
    char header[64];
    if (people_rate_take(s->rate_address, request->address, 1, s->now, &wait))
        return true;
    int length = snprintf(header, sizeof header, "Retry-After: %lld\r\n", (long long)(wait + 999) / 1000);
    s->counters.rate_limited++;
    net_respond_error(s->net, exchange, 429, "too-fast", "more requests than are allowed in a minute", "wait, then ask again",
                      (felt_text){header, (size_t)length});
    return false;
}

static bool may_call(call *c, route_who who)
{
    people_refusal no;
    if (who == WHO_ANYBODY)
        return true;
    c->session = http_session(c->s, c->request);
    if (c->session.player.player.number == 0) {
        http_error(c->s, c->exchange, 401, "not-signed-in", "nobody is signed in", "sign in, or POST /api/guest");
        return false;
    }
    felt_status status = who == WHO_PLAYER ? FELT_OK : people_must_be_operator(c->s->people, c->session.player.player, c->s->now, &no);
    if (status != FELT_OK)
        http_refused(c->s, c->exchange, status, &no);
    return status == FELT_OK;
}

static bool find_table(call *c, felt_text name)
{
    server *s = c->s;
    felt_player_id who = c->session.player.player;
    c->table = house_find(s->house, name);
    if (c->table >= 0 && private_is(s, c->table) && who.number == 0)
        who = http_session(s, c->request).player.player;
    c->table = private_find(s, name, who);
    if (c->table < 0)
        http_error(c->s, c->exchange, 404, "no-table", "there is no table of that name", "ask GET /api/tables which there are");
    return c->table >= 0;
}

static bool find_sheet(call *c, felt_text name)
{
    c->sheet = library_find(c->s, name);
    if (c->sheet < 0)
        http_error(c->s, c->exchange, 404, "no-sheet", "there is no sheet of that name", "ask GET /api/sheets which there are");
    return c->sheet >= 0;
}

static bool read_number(call *c, felt_text digits)
{
    bool good = digits.length < 18;
    for (size_t i = 0; i < digits.length && good; i++) {
        good = digits.bytes[i] >= '0' && digits.bytes[i] <= '9';
        c->number = 10 * c->number + (digits.bytes[i] - '0');
    }
    if (!good || c->number == 0)
        http_error(c->s, c->exchange, 404, "not-found", "the address does not end in a number from 1", "ask GET /api what there is");
    return good && c->number > 0;
}

static bool read_body(call *c)
{
    json_error_t error;
    char message[160];
    if (json_parse_quick(c->request->body, &c->body, &error) == FELT_ENOMEM) {
        http_error(c->s, c->exchange, 503, "no-memory", "the server has no memory for the body", "ask again later");
        return false;
    }
    if (json_is_object(c->body))
        return true;
    snprintf(message, sizeof message, "the body is no JSON object: line %d, column %d: %.80s", c->body == NULL ? error.line : 1,
             c->body == NULL ? error.column : 1, c->body == NULL ? error.text : "another kind of value");
    http_error(c->s, c->exchange, 400, "malformed", message, "send one JSON object; docs/api.md has its fields");
    return false;
}

void routes_request(void *context, net_exchange exchange, const net_request *request)
{
    server *s = context;
    call c = {.s = s, .exchange = exchange, .request = request, .table = -1, .sheet = -1};
    matched parts;
    char allow[64];
    s->counters.requests++;
    server_tick(s);
    const route *found = find(request, &parts, allow);
    if (!felt_text_is(request->path, "/healthz"))
        house_settled(s->house, true, s->now); /* nobody is shown what is still on its way to the disk */
    if (!(found != NULL && found->watching) && !within_rate(s, exchange, request))
        return;
    if (found == NULL) {
        answer_none(s, exchange, request, allow);
        return;
    }
    if (may_write(s, exchange, request) && may_call(&c, found->who) && (parts.table.length == 0 || find_table(&c, parts.table)) &&
        (parts.sheet.length == 0 || find_sheet(&c, parts.sheet)) && (parts.number.length == 0 || read_number(&c, parts.number)) &&
        (!found->body || read_body(&c)))
        found->answer(&c);
    json_decref(c.body);
}
