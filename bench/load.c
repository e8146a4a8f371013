/* bench/load.c - see load.h. */
#include "load.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 65536, BUCKETS = 100000, BUCKET_NS = 10000 }; /* latencies up to a second, by 10 µs */

typedef struct client {
    int descriptor;
    bool waits;
    int64_t sent_ns;
    size_t held; /* bytes of a frame that is not complete */
    char *part;
} client;

struct load {
    load_plan plan;
    int poll;
    client *clients;
    int waiting;
    uint64_t answered;
    uint32_t *buckets;
    uint32_t mask;
    char read[BUFFER * 2];
};

static int64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int dial(const char *address)
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    const char *colon = strrchr(address, ':');
    char host[64];
    int yes = 1, descriptor;

    snprintf(host, sizeof host, "%.*s", colon == NULL ? 0 : (int)(colon - address), address);
    if (colon == NULL || inet_pton(AF_INET, host, &to.sin_addr) != 1)
        return -1;
    to.sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10));
    descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return -1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(descriptor, (struct sockaddr *)&to, sizeof to) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/* Reads the answer to the handshake byte by byte: what stands behind it belongs to the frames. */
static bool upgraded(int descriptor)
{
    char answer[4096];
    size_t length = 0;

    while (length < sizeof answer - 1 && recv(descriptor, answer + length, 1, 0) == 1) {
        answer[++length] = '\0';
        if (length >= 4 && memcmp(answer + length - 4, "\r\n\r\n", 4) == 0)
            return strncmp(answer, "HTTP/1.1 101", 12) == 0 || (fprintf(stderr, "load: refused: %s", answer), false);
    }
    fprintf(stderr, "load: the server hung up\n");
    return false;
}

static bool begin(load *l, int i)
{
    char more[2048] = "", hello[4096];
    size_t length = l->plan.headers == NULL ? 0 : l->plan.headers(l->plan.context, i, more, sizeof more);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
    int written, descriptor = dial(l->plan.address);

    if (descriptor < 0) {
        fprintf(stderr, "load: cannot connect to %s: %s\n", l->plan.address, strerror(errno));
        return false;
    }
    l->clients[i].descriptor = descriptor;
    written = snprintf(hello, sizeof hello,
                       "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%.*s\r\n",
                       l->plan.path, l->plan.address, (int)length, more);
    return send(descriptor, hello, (size_t)written, MSG_NOSIGNAL) == written && upgraded(descriptor) &&
           epoll_ctl(l->poll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

load *load_connect(const load_plan *plan)
{
    load *l = calloc(1, sizeof *l);

    if (l == NULL)
        return NULL;
    l->plan = *plan;
    l->mask = 0x5EED;
    l->poll = epoll_create1(EPOLL_CLOEXEC);
    l->clients = calloc((size_t)plan->connections, sizeof *l->clients);
    l->buckets = calloc(BUCKETS, sizeof *l->buckets);
    for (int i = 0; l->clients != NULL && i < plan->connections; i++)
        l->clients[i].descriptor = -1;
    if (l->clients == NULL || l->buckets == NULL || l->poll < 0) {
        load_free(l);
        return NULL;
    }
    for (int i = 0; i < plan->connections; i++)
        if (!begin(l, i)) {
            load_free(l);
            return NULL;
        }
    return l;
}

void load_free(load *l)
{
    if (l == NULL)
        return;
    for (int i = 0; l->clients != NULL && i < l->plan.connections; i++) {
        if (l->clients[i].descriptor >= 0)
            close(l->clients[i].descriptor);
        free(l->clients[i].part);
    }
    if (l->poll >= 0)
        close(l->poll);
    free(l->clients);
    free(l->buckets);
    free(l);
}

static bool send_next(load *l, int i)
{
    char text[LOAD_MESSAGE_MAX], frame[LOAD_MESSAGE_MAX + 8];
    size_t length = l->plan.next(l->plan.context, i, text), head;
    client *c = &l->clients[i];
    unsigned char mask[4];

    if (length == 0)
        return true;
    l->mask = l->mask * 1664525u + 1013904223u;
    memcpy(mask, &l->mask, 4);
    frame[0] = (char)0x81;
    if (length < 126) {
        frame[1] = (char)(0x80 | length);
        head = 2;
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(length >> 8);
        frame[3] = (char)(length & 255);
        head = 4;
    }
    memcpy(frame + head, mask, 4);
    for (size_t k = 0; k < length; k++)
        frame[head + 4 + k] = (char)(text[k] ^ mask[k & 3]);
    c->waits = true;
    c->sent_ns = now_ns();
    l->waiting++;
    return send(c->descriptor, frame, head + 4 + length, MSG_NOSIGNAL) == (ssize_t)(head + 4 + length);
}

/* One frame at the beginning of `bytes`: its length with its head, 0: not complete, SIZE_MAX: the end. */
static size_t frame_length(const unsigned char *bytes, size_t length, size_t *ret_head)
{
    size_t payload, head = 2;

    if (length < 2)
        return 0;
    if ((bytes[0] & 15) == 8)
        return SIZE_MAX;
    payload = bytes[1] & 127;
    if (payload == 126) {
        if (length < 4)
            return 0;
        payload = (size_t)bytes[2] << 8 | bytes[3];
        head = 4;
    } else if (payload == 127) {
        if (length < 10)
            return 0;
        payload = 0;
        for (int i = 2; i < 10; i++)
            payload = payload << 8 | bytes[i];
        head = 10;
    }
    *ret_head = head;
    return length < head + payload ? 0 : head + payload;
}

static bool take(load *l, int i, const char *text, size_t length, bool more)
{
    client *c = &l->clients[i];
    int64_t bucket;

    if (!l->plan.came(l->plan.context, i, text, length) || !c->waits)
        return true;
    c->waits = false;
    l->waiting--;
    l->answered++;
    bucket = (now_ns() - c->sent_ns) / BUCKET_NS;
    l->buckets[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    return !more || send_next(l, i);
}

static bool read_client(load *l, int i, bool more)
{
    client *c = &l->clients[i];
    size_t head = 0, at = 0, length;
    ssize_t got;

    if (c->held > 0)
        memcpy(l->read, c->part, c->held);
    got = recv(c->descriptor, l->read + c->held, BUFFER, MSG_DONTWAIT);
    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    length = c->held + (size_t)got;
    c->held = 0;
    while (at < length) {
        size_t frame = frame_length((const unsigned char *)l->read + at, length - at, &head);
        if (frame == SIZE_MAX)
            return false;
        if (frame == 0)
            break;
        if ((l->read[at] & 15) == 1 && !take(l, i, l->read + at + head, frame - head, more))
            return false;
        at += frame;
    }
    if (at < length) {
        if (length - at > BUFFER || (c->part == NULL && (c->part = malloc(BUFFER)) == NULL))
            return false;
        c->held = length - at;
        memcpy(c->part, l->read + at, c->held);
    }
    return true;
}

static double latency(const load *l, double share)
{
    uint64_t seen = 0, wanted = (uint64_t)((double)l->answered * share);

    for (int i = 0; i < BUCKETS; i++) {
        seen += l->buckets[i];
        if (seen > wanted)
            return (i + 1) * (BUCKET_NS / 1e6);
    }
    return BUCKETS * (BUCKET_NS / 1e6);
}

bool load_run(load *l, double stop_s, load_result *ret)
{
    struct epoll_event events[256];
    int64_t begin_ns = now_ns(), stop_ns = begin_ns + (int64_t)(stop_s * 1e9), last_ns = begin_ns;
    bool more = true;

    l->answered = 0;
    memset(l->buckets, 0, BUCKETS * sizeof *l->buckets);
    for (int i = 0; i < l->plan.connections; i++)
        if (!l->clients[i].waits && !send_next(l, i))
            return false;
    while (l->waiting > 0) {
        int count = epoll_wait(l->poll, events, 256, 10000);

        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        last_ns = now_ns();
        more = last_ns < stop_ns;
        for (int k = 0; k < count; k++)
            if (!read_client(l, (int)events[k].data.u32, more)) {
                fprintf(stderr, "load: connection %u was lost\n", events[k].data.u32);
                return false;
            }
    }
    ret->answered = l->answered;
    ret->seconds = (double)(last_ns - begin_ns) / 1e9;
    ret->median_ms = latency(l, 0.5);
    ret->p99_ms = latency(l, 0.99);
    return true;
}
