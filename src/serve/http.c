/* src/serve/http.c - requests: which is whose, who asks, and answers in one shape. */
#include "server.h"

#include <stdio.h>
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

people_session http_session(server *s, const net_request *request)
{
    people_session session = {.renew = false}, found;
    felt_text token = people_cookie_read(request->cookie);
    if (token.length > 0 && people_session_find(s->people, token, s->now, &found, NULL) == FELT_OK)
        session = found;
    return session;
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
    if (at + 3 > origin.length)
        return false;
    return felt_text_equal((felt_text){origin.bytes + at + 3, origin.length - at - 3}, request->host);
}

bool http_match(felt_text path, const char *before, const char *after, felt_text *ret_middle)
{
    size_t first = strlen(before), last = strlen(after);
    if (path.length <= first + last || memcmp(path.bytes, before, first) != 0 || memcmp(path.bytes + path.length - last, after, last) != 0)
        return false;
    felt_text middle = {path.bytes + first, path.length - first - last};
    if (memchr(middle.bytes, '/', middle.length) != NULL)
        return false;
    *ret_middle = middle;
    return true;
}

/* ---- the program itself ---- */

static void answer_about(server *s, net_exchange exchange)
{
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_string(w, "program", "felt");
    wire_put_string(w, "version", s->options->version);
    wire_put_string(w, "program_hash", s->program_hash);
    wire_put_number(w, "started", s->started_ms);
    wire_put_number(w, "now", s->now);
    wire_key(w, "sheets");
    wire_open(w, '{');
    page_sheets(s, w);
    wire_close(w, '}');
    wire_close(w, '}');
    http_json(s, exchange, 200, w, felt_text_from(""));
}

static void answer_plain(server *s, net_exchange exchange, int status, const char *text)
{
    net_respond(s->net, exchange, &(net_reply){.status = status, .type = "text/plain; charset=utf-8", .body = felt_text_from(text)});
}

static void answer_ready(server *s, net_exchange exchange)
{
    if (s->store == NULL)
        http_error(s, exchange, 503, "store", "the store does not answer", "look at the log");
    else if (s->stop_at != 0)
        http_error(s, exchange, 503, "stopping", "the server is going down", "go to another");
    else
        answer_plain(s, exchange, 200, "ready\n");
}

static void answer_metrics(server *s, net_exchange exchange)
{
    wire *w = &s->answer;
    wire_clear(w);
    metrics_write(s, w);
    net_respond(s->net, exchange, &(net_reply){.status = 200, .type = "text/plain; version=0.0.4; charset=utf-8", .body = wire_written(w)});
}

static bool http_program(server *s, net_exchange exchange, const net_request *request)
{
    bool get = request->method == NET_GET || request->method == NET_HEAD;
    if (felt_text_is(request->path, "/healthz") && get)
        answer_plain(s, exchange, 200, "alive\n");
    else if (felt_text_is(request->path, "/readyz") && get)
        answer_ready(s, exchange);
    else if (felt_text_is(request->path, "/metrics") && get)
        answer_metrics(s, exchange);
    else if (felt_text_is(request->path, "/api/about") && get)
        answer_about(s, exchange);
    else if (felt_text_is(request->path, "/") && get)
        page_answer(s, exchange);
    else
        return false;
    return true;
}

/* ---- every request ---- */

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

void http_request(void *context, net_exchange exchange, const net_request *request)
{
    server *s = context;
    int64_t wait;
    s->counters.requests++;
    s->now = server_now();
    bool watching =
        felt_text_is(request->path, "/healthz") || felt_text_is(request->path, "/readyz") || felt_text_is(request->path, "/metrics");
    if (!watching && !people_rate_take(s->rate_address, request->address, 1, s->now, &wait)) {
        char header[64];
        int length = snprintf(header, sizeof header, "Retry-After: %lld\r\n", (long long)(wait + 999) / 1000);
        s->counters.rate_limited++;
        net_respond_error(s->net, exchange, 429, "too-fast", "more requests than are allowed in a minute", "wait, then ask again",
                          (felt_text){header, (size_t)length});
        return;
    }
    if (!may_write(s, exchange, request))
        return;
    if (http_program(s, exchange, request) || http_people(s, exchange, request) || http_tables(s, exchange, request) ||
        http_house(s, exchange, request))
        return;
    http_error(s, exchange, 404, "not-found", "there is nothing at this address, or not for this method",
               "docs/api.md lists what there is");
}
