/* bench/load.h - WebSocket clients by the hundred in one thread, each with one message outstanding: a load generator without a library.
 *
 * It writes and reads raw frames, so that what it costs is as little as can be: it runs on the same machine as the server it measures. */
#ifndef FELT_BENCH_LOAD_H
#define FELT_BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOAD_MESSAGE_MAX = 2048 };

typedef struct load_plan {
    const char *address; /* "127.0.0.1:8080" */
    const char *path;
    int connections;
    void *context;

    /* Further lines of the handshake, each ended by CRLF, such as a cookie; NULL: none. Returns their length. */
    size_t (*headers)(void *context, int connection, char *to, size_t room);

    /* Writes the next message of a connection, at most LOAD_MESSAGE_MAX bytes, and returns its length; 0: this connection has done all. */
    size_t (*next)(void *context, int connection, char *to);

    /* Something came for a connection. true: it is what the connection waits for, and `next` is asked for another message. */
    bool (*came)(void *context, int connection, const char *text, size_t length);
} load_plan;

typedef struct load_result {
    uint64_t answered;
    double seconds; /* from the first message to the last answer */
    double median_ms, p99_ms;
} load_result;

typedef struct load load;

/* Connects all, one after the other; NULL: something failed, and a sentence is on standard error. */
load *load_connect(const load_plan *plan);

/* Goes on until every connection has done all, or `stop_s` seconds have passed (then what is outstanding is given up). false: a connection
 * was lost or nothing came for ten seconds. May be called again. */
bool load_run(load *l, double stop_s, load_result *ret);

void load_free(load *l); /* NULL is allowed */

#endif
