/* src/net/inside.h - what the files of this room share: the server, its clients, and who does what with them.
 *
 * A client is a TCP connection. Its life: it begins in NET_AWAITING; a complete request takes it to NET_BODY (where there is one),
 * NET_PENDING (the handlers have it) and NET_WRITING (the answer is on its way), and back to NET_AWAITING; or an upgrade takes it to
 * NET_OPEN, from where it never comes back. NET_ENDING: nothing more is read from it or queued for it. A client's slot is free again
 * when libwebsockets has freed the connection. */
#ifndef FELT_SRC_NET_INSIDE_H
#define FELT_SRC_NET_INSIDE_H

#include "net.h"
#include <libwebsockets.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <sys/socket.h>

enum {
    NET_SLOT_BITS = 20,
    NET_LWS_HEAD_BYTES = 32768, /* that libwebsockets keeps of a head; it hangs up on a longer one */
    NET_READ_BYTES = 2048,      /* of one read from a WebSocket client */
    NET_WRITE_BYTES = 32768,    /* of an answer by one write: what a client is slow to take is copied once more by libwebsockets */
    NET_SERVICE_BYTES = 16384,  /* the buffer that all connections share */
    NET_SWEEP_MS = 100,         /* how often limits of time are looked at */
    NET_END_MS = 3000,          /* for a client that was told to go */
    NET_QUEUE_FIRST = 4,
    NET_REQUEST_TEXTS = NET_HEAD_BYTES_MAX + NET_ARGUMENTS_MAX + 64
};

typedef enum net_state { NET_FREE, NET_AWAITING, NET_BODY, NET_PENDING, NET_WRITING, NET_OPEN, NET_ENDING } net_state;

struct net_message {
    int holders;
    uint32_t length;
    unsigned char bytes[]; /* LWS_PRE bytes for the frame's head, then the text */
};

typedef struct net_queue {
    net_message **messages; /* a ring; NULL while nothing was ever queued */
    uint32_t room, first, count;
    size_t bytes;
} net_queue;

typedef struct net_place {
    uint8_t bytes[16]; /* an IPv4 address as ::ffff:a.b.c.d */
} net_place;

typedef struct net_client {
    struct lws *wsi; /* NULL: the slot is free */
    net_state state;
    uint32_t next_free;
    uint64_t peer;      /* 0: `open` has not accepted it, or `closed` was called */
    uint64_t exchange;  /* 0: no request waits for its answer */
    uint64_t read_mark; /* bytes that libwebsockets had read when the last answer was written */
    int64_t since_ms;   /* of the state; in NET_OPEN: last heard of */
    net_place place;

    unsigned char *buffer; /* the body, then the answer; or a message in fragments */
    size_t buffer_length, buffer_room, buffer_written;
    net_queue queue;

    uint16_t close_code;
    bool keep;      /* the connection may be used for another request */
    bool head_only; /* of the answer to HEAD */
    bool secure;
    bool ping_due, pinged;
    bool ended;   /* libwebsockets was told to close it */
    bool end_due; /* told to go as soon as its queue is empty */
    bool counted_place;
    bool read_meanwhile, read_before; /* something was read since this request began, or since the one before it did, and not looked at */
    bool served;                      /* it has had an answer: from now on it may be idle */
    uint8_t close_reason_length;
    char close_reason[NET_CLOSE_REASON_MAX];
} net_client;

/* How many connections there are from each address. */
typedef struct net_places {
    struct net_place_count {
        net_place place;
        uint32_t count; /* 0: free */
    } * slots;
    uint32_t mask;
    uint64_t key; /* so that nobody can choose addresses that collide */
} net_places;

struct net {
    net_options options;
    net_handlers handlers;
    char address[NET_ADDRESS_BYTES];
    int listener, spare; /* descriptors; the spare one is given up to turn a client away when there are no more */
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws *listener_wsi;
    lws_sorted_usec_list_t alarm;
    net_client *clients;
    uint32_t client_top, free_client; /* slots ever used; the first free one below that, UINT32_MAX: none */
    uint64_t serial;
    net_places places;
    net_counters counters;
    int64_t now_ms, sweep_ms, drain_end_ms, alarm_ms;
    int pending;
    bool draining, dropped; /* dropped: there are peers that the handlers have yet to hear about */
    time_t date_second;
    char date[40];
    atomic_bool stop;
    struct lws_protocol_vhost_options no_pages; /* with a header that does not fit */
    char too_long[NET_SERVICE_BYTES + 1];
    net_argument arguments[NET_ARGUMENTS_MAX];
    char texts[NET_REQUEST_TEXTS]; /* of the request that a handler is looking at */
    char peer_text[INET6_ADDRSTRLEN];
};

/* ---- net.c ---- */
int64_t net_clock_ms(void);

/* ---- listen.c ---- */
felt_status net_listen(net *n, felt_error *error);
void net_accept(net *n); /* as many as wait */

/* ---- places.c ---- */
bool net_places_make(net_places *places, int most);
void net_places_clear(net_places *places);
net_place net_place_of(const struct sockaddr_storage *address);
void net_place_write(net_place place, char ret[INET6_ADDRSTRLEN]);
bool net_places_add(net_places *places, net_place place, int most); /* false: there are that many */
void net_places_remove(net_places *places, net_place place);

/* ---- clients.c ---- */
net_client *net_client_new(net *n);
void net_client_free(net *n, net_client *client);
net_client *net_client_of_peer(const net *n, net_peer peer);
net_client *net_client_of_exchange(const net *n, net_exchange exchange);
uint64_t net_number(net *n, const net_client *client);
void net_client_gone(net *n, net_client *client);                               /* tells the handlers, once */
void net_client_end(net_client *client);                                        /* hangs up, in the next pass */
void net_client_drop(net *n, net_client *client, int code, const char *reason); /* a peer, with a close frame if it takes one in time */
void net_tell_dropped(net *n);
void net_sweep(net *n); /* limits of time */
void net_drain(net *n); /* asks everybody to go */

/* ---- request.c ---- */
/* Reads the head into n's texts. 0: `ret` is whole but for the body; otherwise the status to refuse it with, and why. */
typedef struct net_fault {
    int status;
    const char *code, *message, *what_to_do;
    const char *headers;
} net_fault;
bool net_request_read(net *n, net_client *client, struct lws *wsi, net_request *ret, size_t *ret_body_length, net_fault *ret_fault);

/* ---- http.c ---- */
int net_http(net *n, struct lws *wsi, net_client *client, enum lws_callback_reasons reason, void *in, size_t length);
/* Writes an answer at once, from a callback of libwebsockets, in place of an upgrade or before hanging up. */
void net_http_refuse(net *n, net_client *client, const net_reply *reply);
void net_http_fault(net *n, net_client *client, const net_fault *fault);
int net_raw(net *n, net_client *client, enum lws_callback_reasons reason); /* what came was no request at all */

/* ---- socket.c ---- */
int net_socket(net *n, struct lws *wsi, net_client *client, enum lws_callback_reasons reason, void *in, size_t length);
void net_queue_clear(net_queue *queue);

/* ---- texts.c ---- */
bool net_text_length(felt_text text, size_t *ret); /* a Content-Length: digits and nothing else */
felt_text net_text_forwarded(felt_text forwarded); /* the last address of X-Forwarded-For; empty: none that is one */
bool net_text_path(felt_text path);                /* has it no control character, no "." and no ".."? */
bool net_text_utf8(felt_text text);                /* libwebsockets lets some messages through that are not */
bool net_text_plain(felt_text text);               /* has it no control character? */
bool net_text_tag_fits(felt_text if_none_match, felt_text etag);
bool net_text_listen(const char *listen, char host[NET_ADDRESS_BYTES], uint16_t *ret_port);
net_argument net_text_argument(felt_text pair);

#endif
