/* src/net/net.h - HTTP/1.1 and WebSocket, with or without TLS: one event loop, and every size, count and queue bounded.
 *
 * The only room that knows libwebsockets. It knows nothing of tables: requests and messages go to the handlers, answers and messages come
 * back by number. A number of a client that has gone is no error; what is sent to it is dropped.
 * Threads:  a `net` belongs to the thread that runs it. net_stop and net_wake alone may be called from any thread and from a signal
 *           handler.
 *           A net_message may be made in any thread, and belongs to the loop's thread once it was given to net_send.
 * Lifetime: what a handler is given (requests, texts) lives until the handler returns. */
#ifndef FELT_SRC_NET_NET_H
#define FELT_SRC_NET_NET_H

#include <felt/error.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct net net;
typedef struct net_message net_message;

/* A WebSocket connection, and a request that waits for its answer. Never used twice; 0 is none. */
typedef struct net_peer {
    uint64_t value;
} net_peer;
typedef struct net_exchange {
    uint64_t value;
} net_exchange;

enum {
    NET_CONNECTIONS_MAX = 1 << 20,
    NET_ADDRESS_BYTES = 64,       /* of an address as text, with its NUL: "[::1]:8080" */
    NET_HEAD_BYTES_MAX = 8192,    /* of the header values that the server looks at, and of the path and query, together: 431 */
    NET_TARGET_BYTES_MAX = 2048,  /* of path and query as they are after decoding: 414 */
    NET_ARGUMENTS_MAX = 32,       /* of a query: 400 */
    NET_REPLY_HEADERS_MAX = 4096, /* bytes of net_reply.headers */
    NET_CLOSE_REASON_MAX = 100,   /* bytes of the reason of a close; what is longer is cut */
};

/* ---- what is asked for ---- */

typedef struct net_options {
    const char *listen;      /* "HOST:PORT": an IPv4 address, an IPv6 address in brackets, or "localhost"; port 0: any that is free */
    const char *certificate; /* a PEM file with the chain, and one with its key: TLS; both NULL: none */
    const char *key;
    bool trust_proxy; /* the address of a client is the last of X-Forwarded-For; only where nobody but the proxy can connect */

    int connections_max;             /* 503, and closed */
    int connections_per_address_max; /* 503, and closed; not behind a proxy. An IPv6 network (/64) counts as one address */
    int requests_max;                /* that wait for their answer, of all clients: 503 */
    size_t body_bytes_max;           /* of a request: 413 */
    size_t message_bytes_max;        /* that a WebSocket client may send, fragments put together: closed with 1009 */
    size_t queue_bytes_max;          /* waiting for one WebSocket client: dropped with 1008 */
    int queue_messages_max;

    int head_timeout_ms;   /* from connecting, or from the first byte of a further request, to a complete request: 408 */
    int idle_timeout_ms;   /* between two requests of one connection: closed */
    int answer_timeout_ms; /* until a request is answered by the handlers: 504 */
    int ping_ms;           /* a WebSocket client that was silent for so long is sent a ping, */
    int silence_ms;        /* and one that was silent for so long is dropped */
    int drain_ms;          /* after net_stop, for queues to empty and clients to close */
} net_options;

/* Sensible limits for a table server: 10,000 connections, messages of 16 KiB, queues of 1 MiB. */
net_options net_options_default(const char *listen);

/* ---- requests ---- */

typedef enum net_method { NET_GET, NET_HEAD, NET_POST, NET_PUT, NET_PATCH, NET_DELETE, NET_OPTIONS } net_method;

typedef struct net_argument {
    felt_text name;  /* decoded */
    felt_text value; /* decoded; empty where there was no '=' */
} net_argument;

/* A request whose head and body are complete. A header that was not sent is empty. No text has control characters, but the body, which is
 * as it came. */
typedef struct net_request {
    net_method method;
    felt_text path; /* decoded, without "." and ".." in it, begins with '/' */
    const net_argument *arguments;
    int argument_count;
    felt_text body;
    felt_text address; /* of the client: "192.0.2.7", "2001:db8::7"; behind a trusted proxy what that says */
    bool secure;       /* it came by TLS, here; or the trusted proxy says so (X-Forwarded-Proto) */
    felt_text authorization, content_type, cookie, host, if_none_match, origin, sec_fetch_site, user_agent;
} net_request;

/* The value of an argument of the query, the first of that name; false: there is none. */
bool net_request_argument(const net_request *request, const char *name, felt_text *ret);

/* ---- answers ---- */

typedef struct net_reply {
    int status;        /* 200 to 599 */
    const char *type;  /* of the body; NULL: application/json */
    const char *cache; /* Cache-Control; NULL: no-store */
    felt_text etag;    /* with its quotes; with it, a GET whose If-None-Match fits is answered with 304 */
    felt_text headers; /* further lines, each ended by CRLF: Set-Cookie, Allow, Location */
    felt_text policy;  /* Content-Security-Policy; empty: nothing may be loaded, framed or run */
    felt_text body;
} net_reply;

/* Answers a request, now or later; the reply is copied. The client has gone, or was answered: nothing happens. */
void net_respond(net *n, net_exchange exchange, const net_reply *reply);

/* Answers with an error in the one shape there is: {"error":{"code":"…","message":"…","do":"…"}}. `headers` as in net_reply. */
void net_respond_error(net *n, net_exchange exchange, int status, const char *code, const char *message, const char *what_to_do,
                       felt_text headers);

/* Writes such a body, cut to whole texts where it would not fit, and a NUL; returns its length. For errors in WebSocket messages as
 * well. */
size_t net_error_body(char *to, size_t room, const char *code, const char *message, const char *what_to_do);

/* ---- what the server does ---- */

typedef struct net_handlers {
    void *context;

    /* A request, to be answered by net_respond at once or later. Upgrades to WebSocket come to `open` instead. */
    void (*request)(void *context, net_exchange exchange, const net_request *request);

    /* Somebody asks for a WebSocket. true: accepted; `peer` is its number from now on, and may be sent messages at once. false: refused
     * with *ret_refusal, whose texts live until the next call of this function; where it is not written: 403. */
    bool (*open)(void *context, net_peer peer, const net_request *request, net_reply *ret_refusal);

    /* A whole text message: UTF-8, not longer than the limit. */
    void (*message)(void *context, net_peer peer, felt_text text);

    /* An accepted peer has gone or was dropped: exactly once for each, except where net_free ends it. It may not be sent anything. */
    void (*closed)(void *context, net_peer peer);

    /* After each pass over the sockets that were ready, and after net_wake. Messages sent here go out in the next pass. `now_ms` is a clock
     * that never goes back (CLOCK_MONOTONIC); returns when to be called again at the latest, INT64_MAX: only when something happens. */
    int64_t (*turn)(void *context, int64_t now_ms);
} net_handlers;

/* ---- the server ---- */

/* Opens the port and nothing more; connections wait until net_run. FELT_EIO: the port is taken, the address is not of this machine, a file
 * cannot be read: the message says what to do. FELT_EDATA: an option makes no sense. `handlers` is copied. */
felt_status net_open(const net_options *options, const net_handlers *handlers, net **ret, felt_error *error);

/* Ends every connection at once, without telling the handlers. NULL is allowed. */
void net_free(net *n);

/* "127.0.0.1:8080" or "[::1]:8080", with the port that was found. Lives as long as `n`. */
const char *net_address(const net *n);

/* Serves until net_stop; then takes no more connections, lets queues empty, closes clients with 1001, and returns when all have gone or
 * after drain_ms. FELT_EIO: the event loop failed. */
felt_status net_run(net *n, felt_error *error);

void net_stop(net *n);

/* Ends the waiting, so that `turn` is called soon: something was left for it by another thread. */
void net_wake(net *n);

/* ---- messages ---- */

/* A message of `text`, which is copied, held once; NULL: no memory. One message may be sent to any number of peers. */
net_message *net_message_new(felt_text text);
void net_message_hold(net_message *message);
void net_message_release(net_message *message); /* NULL is allowed */
felt_text net_message_text(const net_message *message);

/* Puts a message into the queue of a peer, which holds it until it is written. A peer whose queue is full is dropped: `closed` is called
 * for it in this pass or the next, and nobody else notices. A peer that has gone: nothing happens. */
void net_send(net *n, net_peer peer, net_message *message);

/* Closes a peer when its queue is empty, at the latest after some seconds. `code` is 1000 to 4999, `reason` UTF-8. */
void net_close(net *n, net_peer peer, int code, const char *reason);

/* ---- counting ---- */

typedef struct net_counters {
    uint64_t connections, connections_now, peers, peers_now; /* ever, and now */
    uint64_t requests, requests_now;
    uint64_t messages_in, messages_out, bytes_in, bytes_out; /* of WebSocket, payloads only */
    uint64_t refused_connections, refused_address, refused_requests, refused_peers;
    uint64_t bad_requests;                                /* answered here, with 4xx, before any handler saw them */
    uint64_t too_large;                                   /* messages and bodies beyond their limits */
    uint64_t timeouts;                                    /* of heads and of answers */
    uint64_t dropped_slow, dropped_silent, dropped_wrong; /* peers with a full queue, silent ones, and those that broke the protocol */
    uint64_t turns;
} net_counters;

net_counters net_counted(const net *n);

#endif
