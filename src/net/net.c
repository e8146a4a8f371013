/* src/net/net.c - the server: what libwebsockets is told, its callbacks, and the loop.
 *
 * What is not left to libwebsockets, and why: it listens without saying why it cannot (listen.c); it keeps time by lists that are walked
 * for each connection (net_sweep); it answers what it does not like with pages of its own. The last is prevented: each of those pages would
 * have to carry a header that does not fit. That also closes the one way to reach memory that it has freed (an unknown Upgrade on a
 * connection that is kept, which it would go on reading after its page). */
#include "inside.h"
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

net_options net_options_default(const char *listen)
{
    return (net_options){
        .listen = listen,
        .connections_max = 10000,
        .connections_per_address_max = 1000,
        .requests_max = 1000,
        .body_bytes_max = 256 << 10,
        .message_bytes_max = 16 << 10,
        .queue_bytes_max = 1 << 20,
        .queue_messages_max = 1024,
        .head_timeout_ms = 10000,
        .idle_timeout_ms = 60000,
        .answer_timeout_ms = 30000,
        .ping_ms = 20000,
        .silence_ms = 45000,
        .drain_ms = 5000,
    };
}

int64_t net_clock_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- callbacks ---- */

/* `Upgrade: h2c` is not taken up: with the name spoilt, the request is one of HTTP/1.1 like any other. Left alone, libwebsockets 4.1 would
 * speak HTTP/2, in which a stranger makes it use what it has freed (tests/net/storm.py). There is no other place to stop that. Of this
 * callback a use after free is known as well, where it answers the request or the page for an unknown upgrade was written: it never
 * answers here, and there are no such pages. */
static void decline_http2(char *upgrade)
{
    if (strcasecmp(upgrade, "websocket") != 0)
        upgrade[0] = '-';
}

static int called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    net *n = lws_context_user(lws_get_context(wsi));
    net_client *client;

    (void)user;
    switch (reason) {
    case LWS_CALLBACK_RAW_RX_FILE:
        net_accept(n);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        decline_http2(in);
        return 0;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_WSI_DESTROY:
        break;
    default:
        return 0;
    }
    client = lws_get_opaque_user_data(wsi);
    if (client == NULL)
        return 0;
    if (reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED)
        client->wsi = wsi;
    if (reason == LWS_CALLBACK_WSI_DESTROY)
        net_client_free(n, client);
    if (reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED || reason == LWS_CALLBACK_WSI_DESTROY)
        return 0;
    if (reason == LWS_CALLBACK_RAW_RX)
        return net_raw(n, client, reason);
    if (reason == LWS_CALLBACK_HTTP || reason == LWS_CALLBACK_HTTP_BODY || reason == LWS_CALLBACK_HTTP_BODY_COMPLETION ||
        reason == LWS_CALLBACK_HTTP_WRITEABLE)
        return net_http(n, wsi, client, reason, in, length);
    return net_socket(n, wsi, client, reason, in, length);
}

static const struct lws_protocols protocols[] = {
    {.name = "felt",
     .callback = called,
     .per_session_data_size = 0,
     .rx_buffer_size = NET_READ_BYTES,
     .tx_packet_size = NET_SERVICE_BYTES * 4},
    {.name = NULL},
};

/* ---- opening ---- */

static felt_status check_options(const net_options *o, felt_error *error)
{
    if ((o->certificate == NULL) != (o->key == NULL))
        return felt_error_set(error, FELT_EDATA, -1, "TLS needs a certificate and its key; only one of the two files was given");
    if (o->connections_max < 1 || o->connections_max > NET_CONNECTIONS_MAX || o->connections_per_address_max < 1 || o->requests_max < 1 ||
        o->message_bytes_max < 1 || o->queue_bytes_max < 1 || o->queue_messages_max < 1)
        return felt_error_set(error, FELT_EDATA, -1, "a limit of connections, requests, messages or queues is below 1 or above 2^20");
    if (o->head_timeout_ms < 1 || o->idle_timeout_ms < 1 || o->answer_timeout_ms < 1 || o->ping_ms < 1 || o->silence_ms <= o->ping_ms ||
        o->drain_ms < 0)
        return felt_error_set(error, FELT_EDATA, -1, "a limit of time is below 1 ms, or silence is not longer than the time to a ping");
    return FELT_OK;
}

static felt_status check_file(const char *what, const char *path, felt_error *error)
{
    FILE *file = fopen(path, "r");

    if (file == NULL)
        return felt_error_set(error, FELT_EIO, -1, "cannot read the %s \"%s\": %s", what, path, strerror(errno));
    fclose(file);
    return FELT_OK;
}

/* As many descriptors as connections need, where the system allows it. */
static void raise_descriptors(int connections)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + 128;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = limit.rlim_max != RLIM_INFINITY && limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static felt_status open_context(net *n, felt_error *error)
{
    static const lws_retry_bo_t never_ping = {.secs_since_valid_ping = 0, .secs_since_valid_hangup = 0};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .headers = &n->no_pages,
        .max_http_header_data = NET_LWS_HEAD_BYTES,
        .max_http_header_pool2 = (unsigned)n->options.connections_max + 16,
        .pt_serv_buf_size = NET_SERVICE_BYTES,
        .keepalive_timeout = INT_MAX / 2000,
        .timeout_secs = INT_MAX / 2000,
        .timeout_secs_ah_idle = INT_MAX / 2000,
        .retry_and_idle_policy = &never_ping,
        .gid = -1,
        .uid = -1,
        .user = n,
        .alpn = "http/1.1",
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS |
                   LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG | LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES,
        .server_string = "felt",
    };

    lws_set_log_level(0, NULL);
    memset(n->too_long, 'x', sizeof n->too_long - 1);
    n->no_pages = (struct lws_protocol_vhost_options){.name = "x-felt:", .value = n->too_long};
    if (n->options.certificate != NULL) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = n->options.certificate;
        info.ssl_private_key_filepath = n->options.key;
    }
    n->context = lws_create_context(&info);
    if (n->context == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "the server cannot be set up: no memory or no descriptors are left");
    n->vhost = lws_create_vhost(n->context, &info);
    if (n->vhost == NULL)
        return n->options.certificate == NULL
                   ? felt_error_set(error, FELT_ENOMEM, -1, "the server cannot be set up: no memory or no descriptors are left")
                   : felt_error_set(error, FELT_EIO, -1,
                                    "\"%s\" is no certificate in PEM, or \"%s\" is not its key; give the chain and the key",
                                    n->options.certificate, n->options.key);
    return FELT_OK;
}

static felt_status watch_listener(net *n, felt_error *error)
{
    lws_sock_file_fd_type descriptor = {.filefd = n->listener};

    n->listener_wsi = lws_adopt_descriptor_vhost(n->vhost, LWS_ADOPT_RAW_FILE_DESC, descriptor, protocols[0].name, NULL);
    return n->listener_wsi != NULL ? FELT_OK : felt_error_set(error, FELT_ENOMEM, -1, "the server cannot be set up: no memory is left");
}

felt_status net_open(const net_options *options, const net_handlers *handlers, net **ret, felt_error *error)
{
    felt_status status = check_options(options, error);
    net *n;

    if (status == FELT_OK && options->certificate != NULL)
        status = check_file("certificate", options->certificate, error);
    if (status == FELT_OK && options->certificate != NULL)
        status = check_file("key of the certificate", options->key, error);
    if (status != FELT_OK)
        return status;
    n = calloc(1, sizeof *n);
    if (n == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory for the server");
    n->options = *options;
    n->handlers = *handlers;
    n->listener = n->spare = -1;
    n->free_client = UINT32_MAX;
    n->clients = calloc((size_t)options->connections_max, sizeof *n->clients);
    n->now_ms = net_clock_ms();
    if (n->clients == NULL || !net_places_make(&n->places, options->connections_max))
        status = felt_error_set(error, FELT_ENOMEM, -1, "no memory for the server");
    raise_descriptors(options->connections_max);
    if (status == FELT_OK)
        status = net_listen(n, error);
    if (status == FELT_OK)
        status = open_context(n, error);
    if (status == FELT_OK)
        status = watch_listener(n, error);
    if (status != FELT_OK) {
        net_free(n);
        return status;
    }
    *ret = n;
    return FELT_OK;
}

static void nobody_hears(void *context, net_peer peer)
{
    (void)context;
    (void)peer;
}

void net_free(net *n)
{
    if (n == NULL)
        return;
    n->handlers.closed = nobody_hears;
    if (n->context != NULL) {
        lws_sul_cancel(&n->alarm);
        lws_context_destroy(n->context);
    }
    if (n->listener >= 0 && n->listener_wsi == NULL)
        close(n->listener);
    if (n->spare >= 0)
        close(n->spare);
    net_places_clear(&n->places);
    free(n->clients);
    free(n);
}

/* ---- running ---- */

static void alarm_rang(lws_sorted_usec_list_t *alarm)
{
    (void)alarm; /* to have ended the waiting is all it is for */
}

/* Ends the waiting of the next pass at `at_ms`. */
static void set_alarm(net *n, int64_t at_ms)
{
    int64_t wait_ms = at_ms - n->now_ms;

    lws_sul_schedule(n->context, 0, &n->alarm, alarm_rang, wait_ms > 0 ? wait_ms * 1000 : 1);
}

static void begin_draining(net *n)
{
    n->draining = true;
    n->drain_end_ms = n->now_ms + n->options.drain_ms;
    lws_set_timeout(n->listener_wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
    net_drain(n);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

felt_status net_run(net *n, felt_error *error)
{
    n->sweep_ms = net_clock_ms();
    while (!n->draining || (n->counters.connections_now > 0 && n->now_ms < n->drain_end_ms)) {
        int64_t next_ms;

        if (lws_service(n->context, 0) < 0)
            return felt_error_set(error, FELT_EIO, -1, "the event loop of the server failed");
        n->now_ms = net_clock_ms();
        if (atomic_load(&n->stop) && !n->draining)
            begin_draining(n);
        if (n->now_ms >= n->sweep_ms) {
            net_sweep(n);
            n->sweep_ms = n->now_ms + NET_SWEEP_MS;
        }
        net_tell_dropped(n);
        n->counters.turns++;
        next_ms = n->handlers.turn(n->handlers.context, n->now_ms);
        if (n->dropped)
            next_ms = n->now_ms;
        set_alarm(n, earlier(next_ms, n->sweep_ms));
    }
    return FELT_OK;
}

void net_stop(net *n)
{
    atomic_store(&n->stop, true);
    lws_cancel_service(n->context);
}

void net_wake(net *n)
{
    lws_cancel_service(n->context);
}

const char *net_address(const net *n)
{
    return n->address;
}

net_counters net_counted(const net *n)
{
    return n->counters;
}
