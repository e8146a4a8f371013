/* src/net/clients.c - slots of connections, their numbers, and how they end. */
#include "inside.h"
#include <assert.h>
#include <stdlib.h>

enum { SLOT_MASK = (1 << NET_SLOT_BITS) - 1 };

net_client *net_client_new(net *n)
{
    net_client *client;

    if (n->free_client != UINT32_MAX) {
        client = &n->clients[n->free_client];
        n->free_client = client->next_free;
    } else {
        assert(n->client_top < (uint32_t)n->options.connections_max);
        client = &n->clients[n->client_top++];
    }
    *client = (net_client){.state = NET_AWAITING, .since_ms = n->now_ms};
    n->counters.connections_now++;
    return client;
}

void net_client_free(net *n, net_client *client)
{
    net_client_gone(n, client);
    if (client->counted_place)
        net_places_remove(&n->places, client->place);
    free(client->buffer);
    free(client->queue.messages);
    *client = (net_client){.state = NET_FREE, .next_free = n->free_client};
    n->free_client = (uint32_t)(client - n->clients);
    n->counters.connections_now--;
}

uint64_t net_number(net *n, const net_client *client)
{
    return ++n->serial << NET_SLOT_BITS | (uint64_t)(client - n->clients);
}

net_client *net_client_of_peer(const net *n, net_peer peer)
{
    net_client *client = &n->clients[peer.value & SLOT_MASK];
    return peer.value != 0 && (peer.value & SLOT_MASK) < n->client_top && client->peer == peer.value ? client : NULL;
}

net_client *net_client_of_exchange(const net *n, net_exchange exchange)
{
    net_client *client = &n->clients[exchange.value & SLOT_MASK];
    return exchange.value != 0 && (exchange.value & SLOT_MASK) < n->client_top && client->exchange == exchange.value ? client : NULL;
}

void net_client_gone(net *n, net_client *client)
{
    uint64_t peer = client->peer;

    net_queue_clear(&client->queue);
    if (client->exchange != 0) {
        client->exchange = 0;
        n->counters.requests_now--;
    }
    if (peer == 0)
        return;
    client->peer = 0;
    n->counters.peers_now--;
    n->handlers.closed(n->handlers.context, (net_peer){peer});
}

void net_client_end(net_client *client)
{
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void net_client_drop(net *n, net_client *client, int code, const char *reason)
{
    size_t length = strlen(reason);

    if (client->state == NET_ENDING)
        return;
    net_queue_clear(&client->queue);
    client->state = NET_ENDING;
    client->since_ms = n->now_ms;
    client->close_code = (uint16_t)code;
    client->close_reason_length = (uint8_t)(length < NET_CLOSE_REASON_MAX ? length : NET_CLOSE_REASON_MAX);
    memcpy(client->close_reason, reason, client->close_reason_length);
    n->dropped = true;
    lws_callback_on_writable(client->wsi);
}

void net_tell_dropped(net *n)
{
    if (!n->dropped)
        return;
    n->dropped = false;
    for (uint32_t i = 0; i < n->client_top; i++)
        if (n->clients[i].state == NET_ENDING && n->clients[i].peer != 0)
            net_client_gone(n, &n->clients[i]);
}

static void sweep_peer(net *n, net_client *client, int64_t silent_ms)
{
    if (silent_ms > n->options.silence_ms) {
        n->counters.dropped_silent++;
        net_client_drop(n, client, 1008, "nothing was heard of you");
    } else if (silent_ms > n->options.ping_ms && !client->pinged) {
        client->pinged = client->ping_due = true;
        lws_callback_on_writable(client->wsi);
    } else if (client->end_due && n->now_ms - client->since_ms > NET_END_MS) {
        net_client_drop(n, client, client->close_code, "");
    }
}

static void time_out(net *n, net_client *client, const char *message)
{
    const net_fault fault = {408, "timeout", message, "send the whole request at once", NULL};

    n->counters.timeouts++;
    if (!client->secure) /* by TLS, the client may not have come so far that it can read this */
        net_http_fault(n, client, &fault);
    client->state = NET_ENDING;
    net_client_end(client);
}

/* Has a client sent more, or closed its half, while a long answer is on its way to it? libwebsockets finds that ready in each pass and
 * leaves it where it is, so that the loop would never wait. */
static bool is_restless(const net_client *client)
{
    char byte;
    ssize_t found = client->read_meanwhile ? 1 : recv(lws_get_socket_fd(client->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return found >= 0;
}

static void sweep_client(net *n, net_client *client)
{
    int64_t age_ms = n->now_ms - client->since_ms;

    switch (client->state) {
    case NET_AWAITING:
        if (!client->served && age_ms > n->options.head_timeout_ms)
            time_out(n, client, "no complete request came in time");
        else if (client->served && age_ms > n->options.idle_timeout_ms)
            net_client_end(client);
        break;
    case NET_BODY:
        if (age_ms > n->options.head_timeout_ms)
            time_out(n, client, "the body of the request did not come in time");
        break;
    case NET_PENDING:
        if (age_ms > n->options.answer_timeout_ms) {
            n->counters.timeouts++;
            net_respond_error(n, (net_exchange){client->exchange}, 504, "timeout", "the server took too long", "try again later",
                              felt_text_from(""));
        }
        break;
    case NET_WRITING:
        if (age_ms > n->options.idle_timeout_ms || (age_ms > NET_SWEEP_MS && is_restless(client)))
            net_client_end(client);
        break;
    case NET_OPEN:
        sweep_peer(n, client, age_ms);
        break;
    case NET_ENDING:
        if (age_ms > NET_END_MS)
            net_client_end(client);
        break;
    case NET_FREE:
        break;
    }
}

void net_sweep(net *n)
{
    for (uint32_t i = 0; i < n->client_top; i++)
        if (n->clients[i].wsi != NULL)
            sweep_client(n, &n->clients[i]);
}

void net_drain(net *n)
{
    for (uint32_t i = 0; i < n->client_top; i++) {
        net_client *client = &n->clients[i];
        if (client->wsi == NULL)
            continue;
        if (client->state == NET_OPEN)
            net_close(n, (net_peer){client->peer}, 1001, "the server is stopping");
        else if (client->state == NET_AWAITING)
            net_client_end(client);
        client->keep = false;
    }
}
