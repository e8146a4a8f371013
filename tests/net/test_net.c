/* tests/net/test_net.c - the network from the inside: texts of strangers, counts of addresses, numbers of those who have gone, and threads.
 * What clients see is in hostile.py. */
#include "net/inside.h"
#include <arpa/inet.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- texts ---- */

static void lengths_are_digits(void **state)
{
    static const char *const wrong[] = {"", "-1", "+1", " 1", "1 ", "0x10", "1,1", "1e3", "1000000000000000"};
    size_t length;

    (void)state;
    assert_true(net_text_length(felt_text_from("0"), &length) && length == 0);
    assert_true(net_text_length(felt_text_from("0042"), &length) && length == 42);
    assert_true(net_text_length(felt_text_from("999999999999999"), &length) && length == 999999999999999);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(net_text_length(felt_text_from(wrong[i]), &length));
}

static void the_last_forwarded_address_counts(void **state)
{
    static const char *const cases[][2] = {
        {"192.0.2.1", "192.0.2.1"},
        {"203.0.113.9, 192.0.2.1", "192.0.2.1"},
        {"x,2001:db8::1", "2001:db8::1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"192.0.2.1, x", ""},
        {"192.0.2.1,", "192.0.2.1"},
        {"", ""},
        {"192.0.2.1:80", ""},
        {"<script>", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_text found = net_text_forwarded(felt_text_from(cases[i][0]));
        assert_true(felt_text_is(found, cases[i][1]));
    }
}

static void paths_do_not_climb(void **state)
{
    static const char *const right[] = {"/", "/a", "/a/b", "/.well-known/x", "/a..b", "/a//b", "/é"};
    static const char *const wrong[] = {"", "a", "/..", "/../a", "/a/..", "/a/../b", "/.", "/./a", "/a\\b", "/a\nb", "/\x7f"};

    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_true(net_text_path(felt_text_from(right[i])));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(net_text_path(felt_text_from(wrong[i])));
}

static void tags_fit(void **state)
{
    felt_text etag = felt_text_from("\"v1\"");

    (void)state;
    assert_true(net_text_tag_fits(felt_text_from("\"v1\""), etag));
    assert_true(net_text_tag_fits(felt_text_from("\"v0\", W/\"v1\""), etag));
    assert_true(net_text_tag_fits(felt_text_from("*"), etag));
    assert_false(net_text_tag_fits(felt_text_from("\"v2\""), etag));
    assert_false(net_text_tag_fits(felt_text_from("v1"), etag));
    assert_false(net_text_tag_fits(felt_text_from(""), etag));
    assert_false(net_text_tag_fits(felt_text_from("*"), felt_text_from("")));
}

static void addresses_to_listen_at_are_read(void **state)
{
    static const char *const wrong[] = {"",       ":",           ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536",
                                        "::1:80", "127.0.0.1:-1"};
    char host[NET_ADDRESS_BYTES];
    uint16_t port;

    (void)state;
    assert_true(net_text_listen("127.0.0.1:8080", host, &port) && port == 8080);
    assert_string_equal(host, "127.0.0.1");
    assert_true(net_text_listen("[::1]:65535", host, &port) && port == 65535);
    assert_string_equal(host, "::1");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(net_text_listen(wrong[i], host, &port));
}

static void bodies_of_errors_fit(void **state)
{
    char body[128], large[512], long_text[1000];
    size_t length;

    (void)state;
    length = net_error_body(large, sizeof large, "code", "a \"quote\"", "do\nthis");
    assert_string_equal(large, "{\"error\":{\"code\":\"code\",\"message\":\"a \\\"quote\\\"\",\"do\":\"do\\u000athis\"}}\n");
    assert_int_equal(length, strlen(large));
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    length = net_error_body(body, sizeof body, "code", long_text, long_text);
    assert_true(length < sizeof body);
    assert_int_equal(length, strlen(body));
    assert_string_equal(body + length - 4, "\"}}\n");
}

/* ---- addresses ---- */

static net_place place_of(const char *text)
{
    struct sockaddr_storage address = {0};
    struct sockaddr_in *four = (struct sockaddr_in *)&address;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)&address;

    address.ss_family = AF_INET;
    if (inet_pton(AF_INET, text, &four->sin_addr) != 1) {
        address.ss_family = AF_INET6;
        assert_int_equal(inet_pton(AF_INET6, text, &six->sin6_addr), 1);
    }
    return net_place_of(&address);
}

static void addresses_are_written(void **state)
{
    static const char *const texts[] = {"192.0.2.7", "2001:db8::7", "::1", "0.0.0.0"};
    char text[INET6_ADDRSTRLEN];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        net_place_write(place_of(texts[i]), text);
        assert_string_equal(text, texts[i]);
    }
}

static void addresses_are_counted(void **state)
{
    net_places places = {0};
    int counts[100] = {0};
    char text[32];

    (void)state;
    assert_true(net_places_make(&places, 100));
    for (int i = 0; i < 20000; i++) {
        int which = rand() % 100, all = 0;
        for (int k = 0; k < 100; k++)
            all += counts[k];
        snprintf(text, sizeof text, "192.0.2.%d", which);
        if (rand() % 2 == 0 && counts[which] > 0) {
            net_places_remove(&places, place_of(text));
            counts[which]--;
        } else if (all < 100) {
            bool added = net_places_add(&places, place_of(text), 3);
            assert_int_equal(added, counts[which] < 3);
            counts[which] += added;
        }
    }
    net_places_clear(&places);
}

static void an_ipv6_network_is_one_address(void **state)
{
    net_places places = {0};

    (void)state;
    assert_true(net_places_make(&places, 10));
    assert_true(net_places_add(&places, place_of("2001:db8:1:2::1"), 2));
    assert_true(net_places_add(&places, place_of("2001:db8:1:2:ffff::"), 2));
    assert_false(net_places_add(&places, place_of("2001:db8:1:2::2"), 2));
    assert_true(net_places_add(&places, place_of("2001:db8:1:3::1"), 2));
    net_places_remove(&places, place_of("2001:db8:1:2::7"));
    assert_true(net_places_add(&places, place_of("2001:db8:1:2::2"), 2));
    net_places_clear(&places);
}

/* ---- a server in a thread ---- */

typedef struct world {
    net *n;
    pthread_t thread;
    net_exchange first;
    net_peer peer;
    int requests, messages, closed;
    atomic_int turns, left; /* left: what a worker has left for the loop */
    felt_status status;
} world;

/* "GET /hold" is answered when "GET /free" comes, which answers it twice. */
static void on_request(void *context, net_exchange exchange, const net_request *request)
{
    world *w = context;
    net_reply reply = {.status = 200, .body = felt_text_from("{}")};

    w->requests++;
    if (felt_text_is(request->path, "/hold")) {
        w->first = exchange;
        return;
    }
    net_respond(w->n, w->first, &reply);
    net_respond(w->n, w->first, &reply);
    net_respond(w->n, (net_exchange){0}, &reply);
    net_respond(w->n, (net_exchange){UINT64_MAX}, &reply);
    net_respond(w->n, exchange, &reply);
}

static void say(world *w, net_peer peer, felt_text text)
{
    net_message *message = net_message_new(text);

    assert_non_null(message);
    net_send(w->n, peer, message);
    net_message_release(message);
}

static bool on_open(void *context, net_peer peer, const net_request *request, net_reply *refusal)
{
    world *w = context;

    (void)request, (void)refusal;
    w->peer = peer;
    say(w, peer, felt_text_from("welcome"));
    return true;
}

static void on_message(void *context, net_peer peer, felt_text text)
{
    world *w = context;

    w->messages++;
    say(w, peer, text);
}

static void on_closed(void *context, net_peer peer)
{
    world *w = context;

    w->closed++;
    say(w, peer, felt_text_from("too late")); /* to one that has gone: nothing happens */
    net_close(w->n, peer, 1000, "too late");
}

static int64_t on_turn(void *context, int64_t now_ms)
{
    world *w = context;

    (void)now_ms;
    atomic_fetch_add(&w->turns, 1);
    atomic_exchange(&w->left, 0);
    return INT64_MAX;
}

static void *run(void *context)
{
    world *w = context;

    w->status = net_run(w->n, NULL);
    return NULL;
}

static void begin(world *w)
{
    net_options options = net_options_default("127.0.0.1:0");
    net_handlers handlers = {w, on_request, on_open, on_message, on_closed, on_turn};

    *w = (world){0};
    options.drain_ms = 200;
    assert_int_equal(net_open(&options, &handlers, &w->n, NULL), FELT_OK);
    assert_int_equal(pthread_create(&w->thread, NULL, run, w), 0);
}

static void end(world *w)
{
    net_stop(w->n);
    assert_int_equal(pthread_join(w->thread, NULL), 0);
    assert_int_equal(w->status, FELT_OK);
    net_free(w->n);
}

static int dial(const world *w)
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);

    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    to.sin_port = htons((uint16_t)strtoul(strrchr(net_address(w->n), ':') + 1, NULL, 10));
    assert_int_equal(connect(descriptor, (struct sockaddr *)&to, sizeof to), 0);
    return descriptor;
}

static void write_all(int descriptor, const char *text)
{
    assert_int_equal(send(descriptor, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* Reads until `end` has come. */
static void read_until(int descriptor, const char *end)
{
    char text[4096] = "";
    size_t length = 0;

    while (strstr(text, end) == NULL) {
        assert_true(length < sizeof text - 1);
        assert_int_equal(recv(descriptor, text + length, 1, 0), 1);
        text[++length] = '\0';
    }
}

static void who_has_gone_is_no_error(void **state)
{
    world w;
    int gone, stays;

    (void)state;
    begin(&w);
    gone = dial(&w);
    write_all(gone, "GET /hold HTTP/1.1\r\nHost: x\r\n\r\nGET /hold HTTP/1.1\r\n");
    stays = dial(&w);
    write_all(stays, "GET /free HTTP/1.1\r\nHost: x\r\n\r\n");
    read_until(stays, "{}");
    close(gone);
    for (int i = 0; i < 20; i++) {
        write_all(stays, "GET /free HTTP/1.1\r\nHost: x\r\n\r\n");
        read_until(stays, "{}");
    }
    close(stays);
    end(&w);
    assert_int_equal(w.requests, 22);
}

static const char hello[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

static void a_peer_may_be_sent_messages_before_it_is_open(void **state)
{
    world w;
    int peer;

    (void)state;
    begin(&w);
    peer = dial(&w);
    write_all(peer, hello);
    read_until(peer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); /* the answer of RFC 6455 to its key */
    read_until(peer, "welcome");
    write_all(peer, "\x81\x85mask\x05\x04\x1f\x07\x02"); /* "hello" */
    read_until(peer, "hello");
    close(peer);
    end(&w);
    assert_int_equal(w.messages, 1);
    assert_int_equal(w.closed, 1);
}

static void *wake(void *context)
{
    world *w = context;

    for (int i = 0; i < 1000; i++) {
        atomic_store(&w->left, 1);
        net_wake(w->n);
    }
    while (atomic_load(&w->left) != 0)
        net_wake(w->n);
    return NULL;
}

static void other_threads_wake_the_loop(void **state)
{
    pthread_t workers[4];
    world w;
    int peer;

    (void)state;
    begin(&w);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&workers[i], NULL, wake, &w), 0);
    peer = dial(&w);
    write_all(peer, hello);
    read_until(peer, "welcome");
    for (int i = 0; i < 4; i++)
        pthread_join(workers[i], NULL);
    assert_true(atomic_load(&w.turns) > 0);
    close(peer);
    end(&w);
}

static void a_server_that_never_ran_is_freed(void **state)
{
    net_options options = net_options_default("127.0.0.1:0");
    net_handlers handlers = {NULL, on_request, on_open, on_message, on_closed, on_turn};
    net *n = NULL;

    (void)state;
    for (int i = 0; i < 10; i++) {
        assert_int_equal(net_open(&options, &handlers, &n, NULL), FELT_OK);
        net_free(n);
    }
    net_free(NULL);
}

static void options_that_make_no_sense_are_refused(void **state)
{
    net_handlers handlers = {NULL, on_request, on_open, on_message, on_closed, on_turn};
    net *n = NULL;
    felt_error error;

    (void)state;
    for (int i = 0; i < 6; i++) {
        net_options options = net_options_default("127.0.0.1:0");
        options.connections_max = i == 0 ? 0 : 10;
        if (i == 1)
            options.connections_max = NET_CONNECTIONS_MAX + 1;
        options.queue_messages_max = i == 2 ? 0 : 10;
        options.silence_ms = i == 3 ? options.ping_ms : options.silence_ms;
        options.head_timeout_ms = i == 4 ? 0 : 10;
        options.key = i == 5 ? "/nowhere" : NULL;
        assert_int_equal(net_open(&options, &handlers, &n, &error), FELT_EDATA);
        assert_true(strlen(error.message) > 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_digits),
        cmocka_unit_test(the_last_forwarded_address_counts),
        cmocka_unit_test(paths_do_not_climb),
        cmocka_unit_test(tags_fit),
        cmocka_unit_test(addresses_to_listen_at_are_read),
        cmocka_unit_test(bodies_of_errors_fit),
        cmocka_unit_test(addresses_are_written),
        cmocka_unit_test(addresses_are_counted),
        cmocka_unit_test(an_ipv6_network_is_one_address),
        cmocka_unit_test(who_has_gone_is_no_error),
        cmocka_unit_test(a_peer_may_be_sent_messages_before_it_is_open),
        cmocka_unit_test(other_threads_wake_the_loop),
        cmocka_unit_test(a_server_that_never_ran_is_freed),
        cmocka_unit_test(options_that_make_no_sense_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
