/* src/serve/http.c - requests: which is whose, who asks, and answers in one shape. */
#include "server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void http_json(server *s, net_exchange exchange, int status, const wire *w, felt_text headers)
{
    if (w->failed) {
        http_error(s, exchange, 503, "no-memory", "the server has no memory for the answer", "ask again later");
        return;
    }
    net_respond(s->net, exchange, &(net_reply){.status = status, .headers = headers, .body = wire_written(w)});
}

void http_error(server *s, net_exchange exchange, int status, const char *code, const char *message, const char *advice)
{
    net_respond_error(s->net, exchange, status, code, message, advice, felt_text_from(""));
}

static int status_of(people_code code)
{
    switch (code) {
    case PEOPLE_SIGN_IN_WRONG:
    case PEOPLE_SESSION_NONE:
        return 401;
    case PEOPLE_EXCLUDED:
    case PEOPLE_NOT_OPERATOR:
        return 403;
    case PEOPLE_PLAYER_UNKNOWN:
        return 404;
    case PEOPLE_NAME_TAKEN:
        return 409;
    case PEOPLE_WAIT:
    case PEOPLE_GUEST_CAP:
        return 429;
    case PEOPLE_BUSY:
    case PEOPLE_FAILED:
        return 503;
    default:
        return 422;
    }
}

void http_refused(server *s, net_exchange exchange, felt_status status, const people_refusal *no)
{
    char header[64] = "";
    int length = no->wait_ms > 0 ? snprintf(header, sizeof header, "Retry-After: %lld\r\n", (long long)(no->wait_ms + 999) / 1000) : 0;
    if (status == FELT_ELIMIT) {
        net_respond_error(s->net, exchange, status_of(no->code), people_code_text(no->code), no->sentence, no->advice,
                          (felt_text){header, (size_t)length});
        return;
    }
    server_log(s, "error", "people", "%s", no->sentence);
    http_error(s, exchange, 503, "unavailable", "the server cannot do this now", "ask again later");
}

typedef struct renewal {
    people *people;
    felt_text token;
    people_session session;
} renewal;

static felt_status renew(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    renewal *r = context;
    people_refusal no;
    (void)store;
    felt_status status = people_session_renew(r->people, r->token, now_ms, &r->session, &no);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", no.sentence);
}

/* Whoever is still here stays signed in: a session is renewed by being used, whatever for. */
people_session http_session(server *s, const net_request *request)
{
    people_session session = {.renew = false}, found;
    felt_error error;
    renewal r = {.people = s->people, .token = people_cookie_read(request->cookie)};
    if (r.token.length == 0 || people_session_find(s->people, r.token, s->now, &found, NULL) != FELT_OK)
        return session;
    bool renewed = found.renew && house_alone(s->house, renew, &r, s->now, &error) == FELT_OK;
    return renewed ? r.session : found;
}

/* Is the page that asks, where one does, of this server? */
bool http_same_origin(const net_request *request)
{
    felt_text origin = request->origin, site = request->sec_fetch_site;
    if (site.length > 0 && !felt_text_is(site, "same-origin") && !felt_text_is(site, "none"))
        return false;
    if (origin.length == 0)
        return true;
    size_t at = 0;
    while (at + 3 <= origin.length && memcmp(origin.bytes + at, "://", 3) != 0)
        at++;
    bool plain = !felt_text_is((felt_text){origin.bytes, at < origin.length ? at : 0}, "https");
    if (at + 3 > origin.length || (request->secure && plain)) /* a proxy that keeps the TLS to itself need not say so */
        return false;
    return felt_text_equal((felt_text){origin.bytes + at + 3, origin.length - at - 3}, request->host);
}

felt_text http_text(const json_t *body, const char *name)
{
    const json_t *found = json_object_get(body, name);
    if (!json_is_string(found))
        return felt_text_from("");
    return (felt_text){json_string_value(found), json_string_length(found)};
}

bool http_argument(const call *c, const char *name, int64_t otherwise, int64_t *ret)
{
    felt_text found;
    *ret = otherwise;
    if (!net_request_argument(c->request, name, &found))
        return true;
    char digits[24] = "", *end = digits, message[128];
    errno = 0;
    if (found.length > 0 && found.length < sizeof digits) {
        memcpy(digits, found.bytes, found.length);
        *ret = strtoll(digits, &end, 10);
    }
    if (end != digits && *end == '\0' && errno == 0)
        return true;
    snprintf(message, sizeof message, "`%s`: found '%.40s', expected a whole number", name, found.length == 0 ? "nothing" : digits);
    http_error(c->s, c->exchange, 400, "malformed", message, "mend the address; docs/api.md has its arguments");
    return false;
}

bool http_number(const call *c, const char *name, int64_t low, int64_t high, int64_t *ret)
{
    const json_t *found = json_object_get(c->body, name);
    char message[200];
    if (json_is_integer(found) && json_integer_value(found) >= low && json_integer_value(found) <= high) {
        *ret = json_integer_value(found);
        return true;
    }
    char *text = found == NULL ? NULL : json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII);
    snprintf(message, sizeof message, "`%s`: found %.60s, expected a whole number from %lld to %lld", name, text == NULL ? "nothing" : text,
             (long long)low, (long long)high);
    free(text);
    http_error(c->s, c->exchange, 422, "malformed", message, "mend the body; docs/api.md has its fields");
    return false;
}

/* ---- the program itself ---- */

void http_about(call *c)
{
    server *s = c->s;
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_string(w, "program", "felt");
    wire_put_string(w, "version", s->options->version);
    wire_put_string(w, "program_hash", s->program_hash);
    wire_put_number(w, "started", s->started_ms);
    wire_put_number(w, "time", s->now);
    wire_key(w, "sheets");
    wire_open(w, '{');
    page_sheets(s, w);
    wire_close(w, '}');
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}

static void answer_plain(server *s, net_exchange exchange, int status, const char *text)
{
    net_respond(s->net, exchange, &(net_reply){.status = status, .type = "text/plain; charset=utf-8", .body = felt_text_from(text)});
}

void http_ready(call *c)
{
    server *s = c->s;
    if (!house_keeps(s->house, s->now))
        http_error(s, c->exchange, 503, "store", "the store does not answer, or keeps nothing", "look at the log");
    else if (s->stop_at != 0)
        http_error(s, c->exchange, 503, "stopping", "the server is going down", "go to another");
    else
        answer_plain(s, c->exchange, 200, "ready\n");
}

void http_metrics(call *c)
{
    server *s = c->s;
    wire *w = &s->answer;
    wire_clear(w);
    metrics_write(s, w);
    net_respond(s->net, c->exchange,
                &(net_reply){.status = 200, .type = "text/plain; version=0.0.4; charset=utf-8", .body = wire_written(w)});
}

void http_alive(call *c)
{
    answer_plain(c->s, c->exchange, 200, "alive\n");
}

/* Made of docs/openapi.json by the build. */
extern const unsigned char serve_openapi[];
extern const size_t serve_openapi_size;

void http_document(call *c)
{
    felt_text text = {(const char *)serve_openapi, serve_openapi_size};
    net_respond(c->s->net, c->exchange, &(net_reply){.status = 200, .body = text});
}

void http_api(call *c)
{
    wire *w = &c->s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_string(w, "document", "/api/openapi.json");
    wire_put_string(w, "live", "/api/live");
    wire_key(w, "calls");
    routes_list(w);
    wire_close(w, '}');
    http_json(c->s, c->exchange, 200, w, felt_text_from(""));
}
