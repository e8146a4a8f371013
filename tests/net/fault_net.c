/* tests/net/fault_net.c - every request for memory of the network made to fail in turn: the client it was for is hung up on, or the server
 * is not opened; nothing is lost, and it ends in order. What libwebsockets itself asks for is not touched. */
#include "../fault/failing.h"
#include "net/net.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct world {
    net *n;
    int opened, closed;
} world;

static void on_request(void *context, net_exchange exchange, const net_request *request)
{
    world *w = context;
    net_reply reply = {.status = 200, .type = "text/plain", .body = request->body.length > 0 ? request->body : felt_text_from("hello")};

    net_respond(w->n, exchange, &reply);
}

static bool on_open(void *context, net_peer peer, const net_request *request, net_reply *refusal)
{
    world *w = context;

    (void)peer, (void)request, (void)refusal;
    w->opened++;
    return true;
}

static void on_message(void *context, net_peer peer, felt_text text)
{
    world *w = context;
    net_message *message = net_message_new(text);

    if (message == NULL) {
        net_close(w->n, peer, 1011, "no memory");
        return;
    }
    for (int i = 0; i < 10; i++) /* more than a queue begins with */
        net_send(w->n, peer, message);
    net_message_release(message);
}

static void on_closed(void *context, net_peer peer)
{
    world *w = context;

    (void)peer;
    w->closed++;
}

static int64_t on_turn(void *context, int64_t now_ms)
{
    (void)context, (void)now_ms;
    return INT64_MAX;
}

static void *run(void *context)
{
    world *w = context;

    net_run(w->n, NULL);
    return NULL;
}

/* Sends `text` and reads until `end` has come; false: the server hung up before. */
static bool ask(const world *w, const char *text, const char *end)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)strtoul(strrchr(net_address(w->n), ':') + 1, NULL, 10))};
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    char came[8192] = "";
    size_t length = 0;
    ssize_t got = 1;

    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    assert_int_equal(connect(descriptor, (struct sockaddr *)&to, sizeof to), 0);
    send(descriptor, text, strlen(text), MSG_NOSIGNAL);
    while (got > 0 && strstr(came, end) == NULL && strchr(came, '\x88') == NULL && length < sizeof came - 1) { /* 88: a close frame */
        got = recv(descriptor, came + length, sizeof came - 1 - length, 0);
        for (ssize_t i = 0; i < got; i++, length++)
            if (came[length] == '\0')
                came[length] = '0';
        came[length] = '\0';
    }
    close(descriptor);
    return strstr(came, end) != NULL;
}

static felt_status serve(void *context, uint64_t *ret_digest)
{
    static const char fragments[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
                                    "\x01\x82mask\x05\x04\x80\x83mask\x01\x0d\x1c"; /* "he" and "llo" */
    net_options options = net_options_default("127.0.0.1:0");
    world w = {0};
    net_handlers handlers = {&w, on_request, on_open, on_message, on_closed, on_turn};
    felt_status status;
    pthread_t thread;
    bool good;

    (void)context;
    options.connections_max = 20;
    options.drain_ms = 100;
    status = net_open(&options, &handlers, &w.n, NULL);
    if (status != FELT_OK)
        return status;
    assert_int_equal(pthread_create(&thread, NULL, run, &w), 0);
    good = ask(&w, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "hello");
    good = ask(&w, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody", "\r\n\r\nbody") && good;
    good = ask(&w, "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "length-required") && good;
    good = ask(&w, fragments, "hello\x81\x05hello\x81\x05hello\x81\x05hello\x81\x05hello\x81\x05hello") && good;
    net_stop(w.n);
    pthread_join(thread, NULL);
    net_free(w.n);
    assert_true(w.opened >= w.closed);
    *ret_digest = 1;
    return good ? FELT_OK : FELT_ENOMEM;
}

static void memory_runs_out(void **state)
{
    (void)state;
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 10, serve, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
