/* tests/net/server.c - a server that does as it is told, for test_net.py: it echoes, broadcasts, answers later, and counts.
 *
 *   net_server [--name=value]...    options of net_options by name; prints "ready ADDRESS"
 *
 * GET /            "hello", with an ETag
 * GET /big?n=N     N bytes
 * GET /later       answered two turns later; /never: not at all
 * GET /whoami      what the request was, as lines
 * GET /counters    net_counters as lines
 * POST /echo       the body
 * POST /stop       net_stop
 * GET /ws          WebSocket: "text" comes back; "all:text" goes to all; "flood:N" is answered by N messages; "bye:CODE" closes.
 * GET /no          403 to a WebSocket */
#include "net/net.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PEERS_MAX = 4096, LATER_MAX = 64 };

typedef struct world {
    net *n;
    net_peer peers[PEERS_MAX];
    int peer_count;
    net_exchange later[LATER_MAX];
    int later_count, later_turns;
} world;

static net *running; /* for the signal handler alone */

static void text(world *w, net_exchange exchange, const char *body, size_t length)
{
    net_reply reply = {.status = 200, .type = "text/plain; charset=utf-8", .body = {body, length}};
    net_respond(w->n, exchange, &reply);
}

static void answer_counters(world *w, net_exchange exchange)
{
    net_counters c = net_counted(w->n);
    char body[1024];
    int length = snprintf(
        body, sizeof body,
        "connections %ju\nconnections_now %ju\npeers %ju\npeers_now %ju\nrequests %ju\nrequests_now %ju\nmessages_in %ju\n"
        "messages_out %ju\nrefused_connections %ju\nrefused_address %ju\nrefused_requests %ju\nrefused_peers %ju\n"
        "bad_requests %ju\ntoo_large %ju\ntimeouts %ju\ndropped_slow %ju\ndropped_silent %ju\ndropped_wrong %ju\n",
        (uintmax_t)c.connections, (uintmax_t)c.connections_now, (uintmax_t)c.peers, (uintmax_t)c.peers_now, (uintmax_t)c.requests,
        (uintmax_t)c.requests_now, (uintmax_t)c.messages_in, (uintmax_t)c.messages_out, (uintmax_t)c.refused_connections,
        (uintmax_t)c.refused_address, (uintmax_t)c.refused_requests, (uintmax_t)c.refused_peers, (uintmax_t)c.bad_requests,
        (uintmax_t)c.too_large, (uintmax_t)c.timeouts, (uintmax_t)c.dropped_slow, (uintmax_t)c.dropped_silent, (uintmax_t)c.dropped_wrong);
    text(w, exchange, body, (size_t)length);
}

static void answer_whoami(world *w, net_exchange exchange, const net_request *r)
{
    static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    char body[16384];
    int length;

    length = snprintf(body, sizeof body, "%s %.*s\naddress %.*s\nhost %.*s\norigin %.*s\nsite %.*s\nsecure %d\ncookie %.*s\n",
                      methods[r->method], FELT_TEXT_ARGS(r->path), FELT_TEXT_ARGS(r->address), FELT_TEXT_ARGS(r->host),
                      FELT_TEXT_ARGS(r->origin), FELT_TEXT_ARGS(r->sec_fetch_site), r->secure, FELT_TEXT_ARGS(r->cookie));
    for (int i = 0; i < r->argument_count; i++)
        length += snprintf(body + length, sizeof body - (size_t)length, "argument %.*s=%.*s\n", FELT_TEXT_ARGS(r->arguments[i].name),
                           FELT_TEXT_ARGS(r->arguments[i].value));
    text(w, exchange, body, (size_t)length);
}

static void answer_big(world *w, net_exchange exchange, const net_request *r)
{
    felt_text number = {"", 0};
    size_t length = net_request_argument(r, "n", &number) ? strtoul(number.bytes, NULL, 10) : 0;
    char *body = malloc(length + 1);

    memset(body, 'x', length);
    text(w, exchange, body, length);
    free(body);
}

static void on_request(void *context, net_exchange exchange, const net_request *r)
{
    world *w = context;

    if (felt_text_is(r->path, "/")) {
        net_reply reply = {
            .status = 200, .type = "text/plain", .cache = "max-age=60", .etag = felt_text_from("\"v1\""), .body = felt_text_from("hello")};
        net_respond(w->n, exchange, &reply);
    } else if (felt_text_is(r->path, "/big")) {
        answer_big(w, exchange, r);
    } else if (felt_text_is(r->path, "/later") && w->later_count < LATER_MAX) {
        w->later[w->later_count++] = exchange;
        w->later_turns = 2;
    } else if (felt_text_is(r->path, "/slow")) {
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
        text(w, exchange, "slow", 4);
    } else if (felt_text_is(r->path, "/never")) {
        return;
    } else if (felt_text_is(r->path, "/whoami")) {
        answer_whoami(w, exchange, r);
    } else if (felt_text_is(r->path, "/counters")) {
        answer_counters(w, exchange);
    } else if (felt_text_is(r->path, "/echo") && r->method != NET_POST) {
        net_respond_error(w->n, exchange, 405, "method", "only POST is answered here", "use POST", felt_text_from("Allow: POST\r\n"));
    } else if (felt_text_is(r->path, "/echo")) {
        text(w, exchange, r->body.bytes, r->body.length);
    } else if (felt_text_is(r->path, "/stop") && r->method == NET_POST) {
        text(w, exchange, "stopping", 8);
        net_stop(w->n);
    } else {
        net_respond_error(w->n, exchange, 404, "not_found", "there is nothing at \"this\" path", "look elsewhere", felt_text_from(""));
    }
}

static bool on_open(void *context, net_peer peer, const net_request *r, net_reply *refusal)
{
    world *w = context;

    if (felt_text_is(r->path, "/no"))
        return false;
    if (!felt_text_is(r->path, "/ws") || w->peer_count == PEERS_MAX) {
        *refusal =
            (net_reply){.status = 404, .body = felt_text_from("{\"error\":{\"code\":\"not_found\",\"message\":\"no\",\"do\":\"no\"}}")};
        return false;
    }
    w->peers[w->peer_count++] = peer;
    return true;
}

static void send_text(world *w, net_peer peer, felt_text what)
{
    net_message *message = net_message_new(what);

    net_send(w->n, peer, message);
    net_message_release(message);
}

static bool begins(felt_text what, const char *with)
{
    return what.length >= strlen(with) && memcmp(what.bytes, with, strlen(with)) == 0;
}

/* The number that ends a text. */
static long number_in(felt_text what)
{
    char digits[12];
    const char *colon = memchr(what.bytes, ':', what.length);
    size_t length = colon == NULL ? 0 : what.length - (size_t)(colon + 1 - what.bytes);

    if (length == 0 || length >= sizeof digits)
        return 0;
    memcpy(digits, colon + 1, length);
    digits[length] = '\0';
    return strtol(digits, NULL, 10);
}

static void on_message(void *context, net_peer peer, felt_text what)
{
    world *w = context;

    if (begins(what, "all:")) {
        net_message *message = net_message_new(what);
        for (int i = 0; i < w->peer_count; i++)
            net_send(w->n, w->peers[i], message);
        net_message_release(message);
    } else if (begins(what, "flood:")) {
        char line[1024];
        memset(line, 'f', sizeof line);
        for (long i = number_in(what); i > 0 && i <= 100000; i--)
            send_text(w, peer, (felt_text){line, sizeof line});
    } else if (begins(what, "bye:")) {
        send_text(w, peer, felt_text_from("last words"));
        net_close(w->n, peer, number_in(what) >= 1000 && number_in(what) <= 4999 ? (int)number_in(what) : 1000, "as you wish");
    } else {
        send_text(w, peer, what);
    }
}

static void on_closed(void *context, net_peer peer)
{
    world *w = context;

    for (int i = 0; i < w->peer_count; i++)
        if (w->peers[i].value == peer.value) {
            w->peers[i] = w->peers[--w->peer_count];
            return;
        }
    fprintf(stderr, "closed twice, or never opened\n");
    abort();
}

static int64_t on_turn(void *context, int64_t now_ms)
{
    world *w = context;

    if (w->later_count == 0)
        return INT64_MAX;
    if (w->later_turns-- > 0)
        return now_ms + 10;
    for (; w->later_count > 0; w->later_count--)
        text(w, w->later[w->later_count - 1], "at last", 7);
    return INT64_MAX;
}

static void on_signal(int signal_number)
{
    (void)signal_number;
    net_stop(running);
}

static void set_option(net_options *o, const char *name, size_t length, const char *value)
{
    struct {
        const char *name;
        int *whole;
        size_t *size;
    } options[] = {
        {"connections_max", &o->connections_max, NULL},
        {"connections_per_address_max", &o->connections_per_address_max, NULL},
        {"requests_max", &o->requests_max, NULL},
        {"body_bytes_max", NULL, &o->body_bytes_max},
        {"message_bytes_max", NULL, &o->message_bytes_max},
        {"queue_bytes_max", NULL, &o->queue_bytes_max},
        {"queue_messages_max", &o->queue_messages_max, NULL},
        {"head_timeout_ms", &o->head_timeout_ms, NULL},
        {"idle_timeout_ms", &o->idle_timeout_ms, NULL},
        {"answer_timeout_ms", &o->answer_timeout_ms, NULL},
        {"ping_ms", &o->ping_ms, NULL},
        {"silence_ms", &o->silence_ms, NULL},
        {"drain_ms", &o->drain_ms, NULL},
    };

    if (length == 6 && memcmp(name, "listen", 6) == 0)
        o->listen = value;
    else if (length == 11 && memcmp(name, "certificate", 11) == 0)
        o->certificate = value;
    else if (length == 3 && memcmp(name, "key", 3) == 0)
        o->key = value;
    else if (length == 11 && memcmp(name, "trust_proxy", 11) == 0)
        o->trust_proxy = true;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0) {
            if (options[i].whole != NULL)
                *options[i].whole = (int)strtol(value, NULL, 10);
            else
                *options[i].size = strtoul(value, NULL, 10);
        }
}

int main(int argc, char **argv)
{
    static world w;
    net_options options = net_options_default("127.0.0.1:0");
    net_handlers handlers = {&w, on_request, on_open, on_message, on_closed, on_turn};
    felt_error error;
    felt_status status;

    for (int i = 1; i < argc; i++) {
        const char *value = strchr(argv[i], '=');
        if (strncmp(argv[i], "--", 2) == 0 && value != NULL)
            set_option(&options, argv[i] + 2, (size_t)(value - argv[i] - 2), value + 1);
    }
    status = net_open(&options, &handlers, &w.n, &error);
    if (status != FELT_OK) {
        printf("%s\n", error.message);
        return 4;
    }
    running = w.n;
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    printf("ready %s\n", net_address(w.n));
    fflush(stdout);
    status = net_run(w.n, &error);
    net_free(w.n);
    if (status != FELT_OK)
        printf("%s\n", error.message);
    return status == FELT_OK ? 0 : 4;
}
