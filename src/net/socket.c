/* src/net/socket.c - WebSocket: messages put together from their fragments, queues with limits, one write each time a client takes one. */
#include "inside.h"
#include <assert.h>
#include <stdlib.h>

/* ---- queues ---- */

void net_queue_clear(net_queue *queue)
{
    for (; queue->count > 0; queue->count--) {
        net_message_release(queue->messages[queue->first]);
        queue->first = (queue->first + 1) & (queue->room - 1);
    }
    queue->bytes = 0;
}

static bool queue_add(net_queue *queue, net_message *message)
{
    if (queue->count == queue->room) {
        uint32_t room = queue->room == 0 ? NET_QUEUE_FIRST : queue->room * 2;
        net_message **messages = malloc(room * sizeof *messages);

        if (messages == NULL)
            return false;
        for (uint32_t i = 0; i < queue->count; i++)
            messages[i] = queue->messages[(queue->first + i) & (queue->room - 1)];
        free(queue->messages);
        queue->messages = messages;
        queue->room = room;
        queue->first = 0;
    }
    net_message_hold(message);
    queue->messages[(queue->first + queue->count++) & (queue->room - 1)] = message;
    queue->bytes += message->length;
    return true;
}

static net_message *queue_take(net_queue *queue)
{
    net_message *message = queue->messages[queue->first];

    queue->first = (queue->first + 1) & (queue->room - 1);
    queue->count--;
    queue->bytes -= message->length;
    return message;
}

void net_send(net *n, net_peer peer, net_message *message)
{
    net_client *client = net_client_of_peer(n, peer);

    if (client == NULL || client->state == NET_ENDING || client->end_due)
        return;
    if (client->queue.count >= (uint32_t)n->options.queue_messages_max ||
        client->queue.bytes + message->length > n->options.queue_bytes_max || !queue_add(&client->queue, message)) {
        n->counters.dropped_slow++;
        net_client_drop(n, client, 1008, "you read too slowly");
        return;
    }
    if (client->queue.count == 1 && client->wsi != NULL && client->state == NET_OPEN)
        lws_callback_on_writable(client->wsi);
}

void net_close(net *n, net_peer peer, int code, const char *reason)
{
    net_client *client = net_client_of_peer(n, peer);
    size_t length = strlen(reason);

    assert(code >= 1000 && code <= 4999);
    if (client == NULL || client->state == NET_ENDING || client->end_due)
        return;
    client->end_due = true;
    client->since_ms = n->now_ms;
    client->close_code = (uint16_t)code;
    if (length > NET_CLOSE_REASON_MAX)
        length = felt_text_whole((felt_text){reason, NET_CLOSE_REASON_MAX}).length;
    client->close_reason_length = (uint8_t)length;
    memcpy(client->close_reason, reason, length);
    if (client->state == NET_OPEN)
        lws_callback_on_writable(client->wsi);
}

/* ---- the handshake ---- */

static bool version_right(struct lws *wsi)
{
    char version[8];
    return lws_hdr_copy(wsi, version, sizeof version, WSI_TOKEN_VERSION) == 2 && strcmp(version, "13") == 0;
}

static bool handshake_right(struct lws *wsi, net_method method, net_fault *ret)
{
    if (method != NET_GET) {
        *ret = (net_fault){405, "method", "a WebSocket is asked for with GET", "use GET", "Allow: GET\r\n"};
        return false;
    }
    if (!version_right(wsi)) {
        *ret =
            (net_fault){426, "websocket-version", "the version of WebSocket is not 13", "use version 13", "Sec-WebSocket-Version: 13\r\n"};
        return false;
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_KEY) != 24) {
        *ret = (net_fault){400, "bad-request", "Sec-WebSocket-Key is not 16 bytes in Base64", "send a key of your own", NULL};
        return false;
    }
    return true;
}

/* From here libwebsockets makes a WebSocket of the connection, unless -1 is returned: then an answer was written, and it hangs up. */
static int ask_to_open(net *n, struct lws *wsi, net_client *client)
{
    net_reply refusal = {.status = 0};
    net_request request;
    net_fault fault;
    size_t body_length;
    uint64_t number;

    if (!net_request_read(n, client, wsi, &request, &body_length, &fault) || !handshake_right(wsi, request.method, &fault)) {
        n->counters.bad_requests++;
        net_http_fault(n, client, &fault);
        return -1;
    }
    if (n->draining) {
        fault = (net_fault){503, "stopping", "the server is stopping", "connect again in a moment", "Retry-After: 2\r\n"};
        net_http_fault(n, client, &fault);
        return -1;
    }
    number = client->peer = net_number(n, client);
    if (n->handlers.open(n->handlers.context, (net_peer){number}, &request, &refusal)) {
        n->counters.peers++;
        n->counters.peers_now++;
        return 0;
    }
    client->peer = 0;
    net_queue_clear(&client->queue);
    client->end_due = false;
    n->counters.refused_peers++;
    if (refusal.status == 0) {
        fault = (net_fault){403, "refused", "this WebSocket is not for you", "sign in first", NULL};
        net_http_fault(n, client, &fault);
    } else {
        net_http_refuse(n, client, &refusal);
    }
    return -1;
}

/* ---- reading ---- */

static int wrong(net *n, net_client *client, int code, const char *reason)
{
    lws_close_reason(client->wsi, (enum lws_close_status)code, (unsigned char *)(uintptr_t)reason, strlen(reason));
    n->counters.dropped_wrong++;
    client->state = NET_ENDING;
    client->ended = true;
    client->since_ms = n->now_ms;
    n->dropped = true;
    return -1;
}

static bool collect(net_client *client, const void *bytes, size_t length)
{
    if (client->buffer_length + length > client->buffer_room) {
        size_t room = (client->buffer_length + length) * 2;
        unsigned char *buffer = realloc(client->buffer, room);

        if (buffer == NULL)
            return false;
        client->buffer = buffer;
        client->buffer_room = room;
    }
    memcpy(client->buffer + client->buffer_length, bytes, length);
    client->buffer_length += length;
    return true;
}

static void forget_buffer(net_client *client)
{
    free(client->buffer);
    client->buffer = NULL;
    client->buffer_length = client->buffer_room = 0;
}

static int hand_over(net *n, net_client *client, felt_text text)
{
    if (!net_text_utf8(text))
        return wrong(n, client, 1007, "the message is not UTF-8");
    n->counters.messages_in++;
    n->counters.bytes_in += text.length;
    n->handlers.message(n->handlers.context, (net_peer){client->peer}, text);
    return 0;
}

static int receive(net *n, struct lws *wsi, net_client *client, const char *bytes, size_t length)
{
    bool whole = lws_is_final_fragment(wsi);
    int ended;

    if (!client->end_due)
        client->since_ms = n->now_ms;
    client->pinged = false;
    if (lws_frame_is_binary(wsi))
        return wrong(n, client, 1003, "messages are text");
    if (client->buffer_length + length + (whole ? 0 : lws_remaining_packet_payload(wsi)) > n->options.message_bytes_max) {
        n->counters.too_large++;
        return wrong(n, client, 1009, "the message is too large");
    }
    if (client->end_due)
        return 0;
    if (whole && client->buffer_length == 0)
        return hand_over(n, client, (felt_text){bytes, length});
    if (length > 0 && !collect(client, bytes, length))
        return wrong(n, client, 1011, "the server has no memory left");
    if (!whole)
        return 0;
    ended = hand_over(n, client, (felt_text){(const char *)client->buffer, client->buffer_length});
    forget_buffer(client);
    return ended;
}

/* ---- writing ---- */

/* Once: after that libwebsockets sends the close frame and waits for that of the client; being told again it would hang up. */
static int end(net_client *client)
{
    if (client->ended)
        return 0;
    client->ended = true;
    client->state = NET_ENDING;
    lws_close_reason(client->wsi, (enum lws_close_status)client->close_code, (unsigned char *)client->close_reason,
                     client->close_reason_length);
    return -1;
}

static int ping(struct lws *wsi, net_client *client)
{
    unsigned char bytes[LWS_PRE + 4] = {0};

    memcpy(bytes + LWS_PRE, "felt", 4); /* an empty one comes back without our being told */
    client->ping_due = false;
    return lws_write(wsi, bytes + LWS_PRE, 4, LWS_WRITE_PING) < 0 ? -1 : 0;
}

static int write_one(net *n, struct lws *wsi, net_client *client)
{
    net_message *message;
    int written;

    if (client->state == NET_ENDING || (client->end_due && client->queue.count == 0)) {
        if (client->state != NET_ENDING)
            n->dropped = true;
        return end(client);
    }
    if (client->ping_due) {
        if (client->queue.count > 0)
            lws_callback_on_writable(wsi);
        return ping(wsi, client);
    }
    if (client->queue.count == 0)
        return 0;
    message = queue_take(&client->queue);
    written = lws_write(wsi, message->bytes + LWS_PRE, message->length, LWS_WRITE_TEXT);
    n->counters.messages_out++;
    n->counters.bytes_out += message->length;
    net_message_release(message);
    if (written < 0)
        return -1;
    if (client->queue.count > 0 || client->end_due)
        lws_callback_on_writable(wsi);
    return 0;
}

int net_socket(net *n, struct lws *wsi, net_client *client, enum lws_callback_reasons reason, void *in, size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return ask_to_open(n, wsi, client);
    case LWS_CALLBACK_ESTABLISHED:
        client->state = NET_OPEN;
        client->since_ms = n->now_ms;
        forget_buffer(client);
        if (client->queue.count > 0 || client->end_due)
            lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return client->state == NET_OPEN ? receive(n, wsi, client, in, length) : 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (!client->end_due)
            client->since_ms = n->now_ms;
        client->pinged = false;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_one(n, wsi, client);
    case LWS_CALLBACK_CLOSED:
        if (client->state == NET_OPEN && lws_get_close_length(wsi) > 0)
            n->counters.dropped_wrong++;
        net_client_gone(n, client);
        return 0;
    default:
        return 0;
    }
}
