/* felt/serve.h - live tables over HTTP and WebSocket: docs/serve.md and docs/api.md say what they do.
 *
 * Threads:  felt_serve runs in the thread that calls it, until felt_serve_stop. */
#ifndef FELT_SERVE_H
#define FELT_SERVE_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/money.h>
#include <felt/tables.h>

FELT_API_BEGIN

typedef struct felt_serve_options {
    const char *listen;                        /* "127.0.0.1:8080" */
    const char *store;                         /* "sqlite:FILE", "postgres://..." */
    const char *key;                           /* the file with the key of seeds that are not revealed yet; made where there is none */
    const char *owner;                         /* where clients reach this process; NULL: where it listens */
    const char *certificate, *certificate_key; /* TLS; both NULL: none */
    bool trust_proxy;
    felt_money guest_credit, guest_cap; /* what a guest begins with, and all guests of one address in a day */
    felt_money large_win;
    int drift_alarm; /* what a wager keeps alarms when luck does that less than once in so many times; at least 1 */
    int rate_per_minute; /* messages and requests of one player */
    int audit_every_h;   /* hours from one audit to the next; 0: only when an operator asks */
    const char *backups; /* a folder for copies of the store that operators ask for; NULL: none */
    int private_idle_s;  /* a private table that nobody has used for so long is closed */
    const char *rules;   /* the folder of shipped sheets, for tables that are opened; NULL: none */
    const char *web;     /* a folder of files for the page; NULL: none */
    const char *program; /* the file of the program, for its hash, posted sheets and audits; NULL: none of them */
    const char *version;
    const felt_tables *tables;
    const felt_sheet *const *sheets; /* that are shown beside those that are dealt */
    int sheet_count;
} felt_serve_options;

felt_serve_options felt_serve_defaults(void);

typedef struct felt_server felt_server;

/* Opens the store and the port. FELT_EIO, FELT_EDATA, FELT_ENOMEM: the message says what to do. The options must outlive it. */
felt_status felt_serve_open(const felt_serve_options *options, felt_server **ret, felt_error *error);

/* Where it listens, such as "http://127.0.0.1:8080". Lives as long as the server. */
const char *felt_serve_address(const felt_server *server);

/* Serves until felt_serve_stop; then finishes the rounds that are one event, and ends in order. */
felt_status felt_serve_run(felt_server *server, felt_error *error);

/* May be called from a signal handler and from any thread. */
void felt_serve_stop(felt_server *server);

void felt_serve_close(felt_server *server); /* NULL is allowed */

FELT_API_END

#endif
