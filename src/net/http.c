/* src/net/http.c - requests to the handlers, and answers from them.
 *
 * One request of a connection at a time: while its answer is not written, nothing more is read. Answers are written here byte for byte, and
 * libwebsockets only carries them: it writes pages of its own in a shape of its own. */
#include "inside.h"
#include <assert.h>
#include <linux/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {411, "Length Required"},
        {412, "Precondition Failed"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {415, "Unsupported Media Type"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {428, "Precondition Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"},
        {505, "HTTP Version Not Supported"},
    };

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Status";
}

/* ---- bodies of errors ---- */

/* As much of `text` as leaves `reserve` bytes, as it stands in a JSON string. */
static size_t add_json(char *to, size_t room, size_t reserve, const char *text)
{
    size_t length = 0;

    for (; *text != '\0'; text++) {
        char escaped[FELT_JSON_BYTE_MAX];
        size_t more = felt_text_json(*text, escaped);

        if (length + more + reserve >= room)
            break;
        memcpy(to + length, escaped, more);
        length += more;
    }
    return felt_text_whole((felt_text){to, length}).length;
}

size_t net_error_body(char *to, size_t room, const char *code, const char *message, const char *what_to_do)
{
    static const char *const names[] = {"{\"error\":{\"code\":\"", "\",\"message\":\"", "\",\"do\":\""};
    static const char end[] = "\"}}\n";
    const char *const texts[] = {code, message, what_to_do};
    size_t length = 0;

    assert(room >= 128);
    for (size_t i = 0; i < 3; i++) {
        memcpy(to + length, names[i], strlen(names[i]));
        length += strlen(names[i]);
        length += add_json(to + length, room - length, 40, texts[i]);
    }
    memcpy(to + length, end, sizeof end);
    return length + sizeof end - 1;
}

/* ---- writing answers ---- */

static const char *date_now(net *n)
{
    static const char days[7][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t now = time(NULL);
    struct tm t;

    if (now != n->date_second && gmtime_r(&now, &t) != NULL) {
        n->date_second = now;
        snprintf(n->date, sizeof n->date, "%s, %02d %s %d %02d:%02d:%02d GMT", days[t.tm_wday], t.tm_mday, months[t.tm_mon],
                 t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
    }
    return n->date;
}

/* The whole answer in client->buffer. false: no memory. */
static bool build(net *n, net_client *client, const net_reply *reply)
{
    static const char policy[] = "default-src 'none'; frame-ancestors 'none'";
    bool bare = reply->status == 304 || reply->status == 204;
    size_t body = bare || client->head_only ? 0 : reply->body.length;
    size_t room = LWS_PRE + 1024 + reply->headers.length + reply->policy.length + reply->etag.length + body;
    unsigned char *buffer = malloc(room);
    char *to = (char *)buffer + LWS_PRE;
    char length[48] = "";
    int head;

    assert(reply->status >= 200 && reply->status <= 599 && reply->headers.length <= NET_REPLY_HEADERS_MAX);
    if (buffer == NULL)
        return false;
    if (!bare)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", reply->body.length);
    head = snprintf(to, room - LWS_PRE,
                    "HTTP/1.1 %d %s\r\nDate: %s\r\nContent-Type: %s\r\n%sCache-Control: %s\r\n%s%.*s%sX-Content-Type-Options: nosniff\r\n"
                    "Content-Security-Policy: %.*s\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
                    "Connection: %s\r\n%.*s\r\n",
                    reply->status, reason_of(reply->status), date_now(n), reply->type == NULL ? "application/json" : reply->type, length,
                    reply->cache == NULL ? "no-store" : reply->cache, reply->etag.length > 0 ? "ETag: " : "", FELT_TEXT_ARGS(reply->etag),
                    reply->etag.length > 0 ? "\r\n" : "", reply->policy.length > 0 ? (int)reply->policy.length : (int)sizeof policy - 1,
                    reply->policy.length > 0 ? reply->policy.bytes : policy, client->keep ? "keep-alive" : "close",
                    FELT_TEXT_ARGS(reply->headers));
    assert(head > 0 && (size_t)head + body <= room - LWS_PRE);
    if (body > 0)
        memcpy(to + head, reply->body.bytes, body);
    free(client->buffer);
    client->buffer = buffer;
    client->buffer_length = (size_t)head + body;
    client->buffer_room = room;
    client->buffer_written = 0;
    return true;
}

static void forget_buffer(net_client *client)
{
    free(client->buffer);
    client->buffer = NULL;
    client->buffer_length = client->buffer_room = client->buffer_written = 0;
}

/* Has the client what it asks for already? */
static bool is_known(const net_client *client, felt_text etag)
{
    char sent[512];
    int length = etag.length > 0 ? lws_hdr_copy(client->wsi, sent, sizeof sent, WSI_TOKEN_HTTP_IF_NONE_MATCH) : 0;

    return length > 0 && net_text_tag_fits((felt_text){sent, (size_t)length}, etag);
}

void net_respond(net *n, net_exchange exchange, const net_reply *reply)
{
    net_client *client = net_client_of_exchange(n, exchange);
    net_reply unchanged;

    if (client == NULL)
        return;
    client->exchange = 0;
    n->counters.requests_now--;
    if (n->draining)
        client->keep = false;
    if (reply->status == 200 && is_known(client, reply->etag)) {
        unchanged = *reply;
        unchanged.status = 304;
        reply = &unchanged;
    }
    if (!build(n, client, reply)) {
        net_client_end(client);
        return;
    }
    client->state = NET_WRITING;
    client->since_ms = net_clock_ms(); /* the handler may have taken its time */
    lws_rx_flow_control(client->wsi, 1);
    lws_callback_on_writable(client->wsi);
}

void net_respond_error(net *n, net_exchange exchange, int status, const char *code, const char *message, const char *what_to_do,
                       felt_text headers)
{
    char body[1024];
    net_reply reply = {.status = status, .headers = headers};

    reply.body = (felt_text){body, net_error_body(body, sizeof body, code, message, what_to_do)};
    net_respond(n, exchange, &reply);
}

void net_http_refuse(net *n, net_client *client, const net_reply *reply)
{
    client->keep = false;
    if (build(n, client, reply))
        lws_write(client->wsi, client->buffer + LWS_PRE, client->buffer_length, LWS_WRITE_HTTP_FINAL);
    forget_buffer(client);
}

void net_http_fault(net *n, net_client *client, const net_fault *fault)
{
    char body[1024];
    net_reply reply = {.status = fault->status, .headers = felt_text_from(fault->headers == NULL ? "" : fault->headers)};

    reply.body = (felt_text){body, net_error_body(body, sizeof body, fault->code, fault->message, fault->what_to_do)};
    net_http_refuse(n, client, &reply);
}

/* How many bytes libwebsockets has read from the connection. While it is asked more may come: `most` says which way to be wrong. */
static uint64_t bytes_read(struct lws *wsi, bool most)
{
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    int unread = 0, descriptor = lws_get_socket_fd(wsi);

    if (most)
        ioctl(descriptor, FIONREAD, &unread);
    getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length);
    if (!most)
        ioctl(descriptor, FIONREAD, &unread);
    return (uint64_t)info.tcpi_bytes_received - (uint64_t)unread;
}

static int write_more(net *n, struct lws *wsi, net_client *client)
{
    size_t left = client->buffer_length - client->buffer_written;
    size_t now = left < NET_WRITE_BYTES ? left : NET_WRITE_BYTES;

    if (client->state != NET_WRITING)
        return 0;
    if (lws_write(wsi, client->buffer + LWS_PRE + client->buffer_written, now, now == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    client->buffer_written += now;
    client->since_ms = n->now_ms;
    if (now < left) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    forget_buffer(client);
    client->state = NET_AWAITING;
    client->served = true;
    client->head_only = false;
    if (!client->keep)
        return -1;
    client->read_mark = bytes_read(wsi, true);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- reading requests ---- */

static int hand_over(net *n, struct lws *wsi, net_client *client, net_request *request)
{
    static const net_fault full = {503, "too-many-requests", "the server has as many requests to answer as it takes",
                                   "try again in a moment", "Retry-After: 1\r\n"};

    if (n->counters.requests_now >= (uint64_t)n->options.requests_max) {
        n->counters.refused_requests++;
        net_http_fault(n, client, &full);
        return -1;
    }
    client->state = NET_PENDING;
    client->since_ms = n->now_ms;
    client->head_only = request->method == NET_HEAD;
    client->exchange = net_number(n, client);
    n->counters.requests++;
    n->counters.requests_now++;
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    lws_rx_flow_control(wsi, 0);
    n->handlers.request(n->handlers.context, (net_exchange){client->exchange}, request);
    return 0;
}

/* Was the request there before the answer to the one before it? Then its body must not be waited for: libwebsockets 4.1 reads it in a
 * loop of its own that never ends if anything stands behind the body, and frees the connection twice if it is ended there. */
static bool came_early(struct lws *wsi, const net_client *client)
{
    return client->served && (client->read_before || bytes_read(wsi, false) <= client->read_mark + 1); /* the end counts as one */
}

/* A request that no handler sees. Where a body is on its way, it is read and thrown away for a moment: a connection that is closed before
 * takes the answer with it. */
static int refuse(net *n, struct lws *wsi, net_client *client, const net_fault *fault)
{
    n->counters.bad_requests++;
    n->counters.too_large += fault->status == 413;
    net_http_fault(n, client, fault);
    if (fault->status != 413 || came_early(wsi, client))
        return -1;
    client->state = NET_ENDING;
    client->since_ms = n->now_ms;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int begin(net *n, struct lws *wsi, net_client *client)
{
    static const net_fault too_early = {400, "bad-request", "a request with a body was sent before the answer to the one before it",
                                        "wait for each answer, or use another connection", NULL};
    net_request request;
    net_fault fault;
    size_t body_length;

    if (client->state != NET_AWAITING || lws_get_network_wsi(wsi) != wsi)
        return -1; /* HTTP/2, or a request after the last one */
    client->read_before = client->read_meanwhile;
    client->read_meanwhile = false;
    if (!net_request_read(n, client, wsi, &request, &body_length, &fault))
        return refuse(n, wsi, client, &fault);
    if (body_length == 0)
        return hand_over(n, wsi, client, &request);
    if (came_early(wsi, client))
        return refuse(n, wsi, client, &too_early);
    client->buffer = malloc(body_length);
    if (client->buffer == NULL)
        return -1;
    client->buffer_room = body_length;
    client->buffer_length = 0;
    client->state = NET_BODY;
    client->since_ms = n->now_ms;
    return 0;
}

static int add_body(net_client *client, const void *bytes, size_t length)
{
    if (client->state != NET_BODY)
        return 0;
    if (length > client->buffer_room - client->buffer_length)
        return -1;
    if (length > 0)
        memcpy(client->buffer + client->buffer_length, bytes, length);
    client->buffer_length += length;
    return 0;
}

static int finish(net *n, struct lws *wsi, net_client *client)
{
    net_request request;
    net_fault fault;
    unsigned char *body;
    size_t length;
    int ended;

    if (client->state != NET_BODY) {
        client->read_meanwhile = true; /* what stands behind a body, while its answer is being written */
        return 0;
    }
    if (!net_request_read(n, client, wsi, &request, &length, &fault))
        return refuse(n, wsi, client, &fault);
    /* The answer takes the place of the body in the client, perhaps before the handler returns. */
    body = client->buffer;
    request.body = (felt_text){(const char *)body, client->buffer_length};
    client->buffer = NULL;
    ended = hand_over(n, wsi, client, &request);
    free(body);
    return ended;
}

int net_http(net *n, struct lws *wsi, net_client *client, enum lws_callback_reasons reason, void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(n, wsi, client);
    case LWS_CALLBACK_HTTP_BODY:
        return add_body(client, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return finish(n, wsi, client);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_more(n, wsi, client);
    default:
        return 0;
    }
}

int net_raw(net *n, net_client *client, enum lws_callback_reasons reason)
{
    static const net_fault fault = {400, "bad-request", "this is no HTTP/1.1, or a method that is not known here",
                                    "use GET, HEAD, POST, PUT, PATCH or DELETE", NULL};

    if (reason != LWS_CALLBACK_RAW_RX)
        return 0;
    if (client->state == NET_AWAITING) {
        n->counters.bad_requests++;
        net_http_fault(n, client, &fault);
        client->state = NET_ENDING;
    }
    return -1;
}
