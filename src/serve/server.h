/* src/serve/server.h - the server from inside: who is connected, who is waited for, and what is written to whom. */
#ifndef FELT_SRC_SERVE_SERVER_H
#define FELT_SRC_SERVE_SERVER_H

#include "house/house.h"
#include "net/net.h"
#include "people/people.h"
#include "people/rate.h"
#include "wire.h"

#include <felt/live_audit.h>
#include <felt/serve.h>
#include <felt/setup.h>
#include <jansson.h>
#include <stdatomic.h>

enum {
    SERVER_WATCHES_MAX = 8,         /* tables that one connection watches */
    SERVER_PENDING_MAX = 8192,      /* commands that wait for their answer, of all */
    SERVER_PEER_PENDING_MAX = 64,   /* and of one connection */
    SERVER_RESUME_MAX = 5000,       /* records that are gone through for one who resumes */
    SERVER_FELT_MS = 200,           /* others' bets are told of as often at most */
    SERVER_SHEET_BYTES_MAX = 65536, /* of a sheet that is posted */
    SERVER_SHEETS_AT_ONCE = 2,
    SERVER_SHEETS_WAITING = 16,
    SERVER_SHEETS_PER_MINUTE = 600, /* of one address: an editor asks some times in a second while somebody types */
    SERVER_FIGURES_WAITING = 32,    /* requests that wait for the figures of one table */
    SERVER_STATE_COST = 5,          /* a table as it stands counts as so many messages, */
    SERVER_RESUME_COST = 50,        /* and what has happened at it as so many */
    SERVER_RECALLED = 300,          /* records of a table that are looked through for its last results at the start */
    SERVER_ALARMS = 50,             /* of each kind that are remembered */
    SERVER_PRIVATE_PER_PLAYER = 3,  /* private tables, and */
    SERVER_PRIVATE_PER_ADDRESS = 8, /* of all players of one address */
    SERVER_PRIVATE_PER_MINUTE = 4,  /* are opened of one address, */
    SERVER_PRIVATE_AT_ONCE = 60,    /* and so many before that counts: the store keeps each for good */
    SERVER_PRIVATE_CREDIT = 1000,   /* credits that are played at one */
    SERVER_SESSION_MS = 10000,      /* a connection's session is looked at again after so long */
};

typedef struct server server;
typedef struct web_file web_file;

/* A WebSocket connection. */
typedef struct peer {
    net_peer id;
    felt_player_id player; /* 0: a spectator */
    char name[PEOPLE_NAME_BYTES_MAX + 1];
    char token[PEOPLE_TOKEN_BYTES];
    char address[64];
    int64_t checked_ms; /* its session */
    int watches[SERVER_WATCHES_MAX];
    int watch_at[SERVER_WATCHES_MAX]; /* of each of them: its place among those who watch that table */
    int watch_count;
    bool odds[SERVER_WATCHES_MAX]; /* of each of them: figures are wanted */
    int pending;
    wire out;            /* messages of this turn, joined by commas */
    net_message *shared; /* the only message of this turn so far, which others get as well; NULL: none */
    bool dirty;          /* it has something of this turn */
    bool greedy;         /* it has asked for more in one turn than is sent at once, and is being closed */
    struct peer *next_dirty, *next_same_player;
} peer;

/* A command that waits. */
typedef enum pending_kind { PENDING_FREE = 0, PENDING_PEER, PENDING_EXCHANGE } pending_kind;

typedef struct pending {
    pending_kind kind;
    net_peer peer;
    net_exchange exchange;
    uint64_t id; /* the client's */
    int next_free;
} pending;

/* What the server keeps of a table beside the house. */
typedef struct server_table {
    bool felt_changed; /* others' bets have to be told */
    int64_t felt_ms;   /* when they were told last */
    peer **watchers;   /* in no order: what happens at a table costs as much as there are of them, however many others are connected */
    int watcher_count, watcher_room;
    wire recent; /* the last results, as JSON values; roads of a lobby */
    int recent_count;
    size_t recent_at[64]; /* where each begins */
    struct server_figures *figures;
    int odds_peers;         /* who want them */
    felt_live_audit *drift; /* of the setup in force; NULL: nothing has happened */
    int64_t drift_next;     /* the first record that it has not seen */
    bool *alarmed;          /* of each wager: beyond luck when it was looked at last */
    bool announce;          /* it has come, and nobody was told yet */
    int64_t used_ms;        /* of a private one: by its maker, the last time, */
    char address[64];       /* and where he was */
} server_table;

/* A book of a setup that is not in force any more. */
typedef struct old_book {
    int table;
    int64_t setup; /* its record; 0: free */
    felt_arena *arena;
    const felt_book *book;
    uint64_t used;
} old_book;

enum { SERVER_OLD_BOOKS = 4 };

typedef struct server_counters {
    uint64_t bets, refused, rounds, requests, errors, rate_limited, drift_alarms;
} server_counters;

/* Something that an operator should look at. */
typedef struct server_alarm {
    int64_t time_ms;
    char what[24], message[400];
    char table[FELT_STORE_NAME_BYTES_MAX + 1]; /* "": of none */
    int64_t player;                            /* 0: of nobody */
    felt_money amount;
} server_alarm;

typedef struct server_alarms {
    server_alarm list[SERVER_ALARMS];
    uint64_t count; /* that there were; the last of them are kept */
} server_alarms;

struct server {
    const felt_serve_options *options;
    net *net;
    house *house;
    people *people;
    felt_store *store; /* the house's */
    server_table *tables;
    peer **peers; /* by the hash of their numbers: open addressing */
    size_t peer_room, peer_count;
    peer **players; /* the first of each player's, by the hash of his number: chains by next_same_player */
    size_t player_room;
    peer *dirty;
    pending *pending;
    int free_pending; /* -1: none is */
    people_rate *rate_player, *rate_address, *rate_sheets, *rate_private;
    struct jobs *figures;
    struct library *library; /* of sheets that are known */
    struct jobs *sheets;     /* that were posted; NULL: none is looked at */
    struct kept *counts;     /* what was said of what a counter can win; NULL: nothing is kept */
    struct jobs *openings;
    server_counters counters;
    int64_t now;           /* of this pass, milliseconds since 1970 */
    int64_t passed_ms;     /* of a clock that nobody sets, at that moment; 0: not yet */
    atomic_bool signalled; /* to stop, by a signal or another thread */
    int64_t stop_at;       /* winding up until then; 0: not stopping */
    int64_t swept_ms, started_ms;
    int passes; /* of the loop since the batch that is being committed was begun */
    server_alarms troubles, wins;
    int64_t wins_next; /* record of the chain of the house that was not looked at for wins; 0: none was */
    int64_t drift_at;  /* when more of the chains is read; 0: all was */
    wire scratch, answer;
    old_book old_books[SERVER_OLD_BOOKS];
    uint64_t old_book_uses;
    char refusal[1024]; /* of the last who was not let in */
    web_file *files;    /* of the page */
    int file_count;
    struct audits *audits; /* NULL: none can be run */
    felt_backup *backup;   /* in the making; NULL: none */
    net_exchange backup_asked;
    char program_hash[65];
    size_t resume_bytes_max; /* of what one who resumes is sent at once */
    size_t out_bytes_max;    /* of what anybody is sent in one turn */
};

/* ---- log.c: one JSON object a line on standard error ---- */

void server_log(server *s, const char *level, const char *what, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- clock.c ---- */

int64_t server_now(void); /* milliseconds since 1970, as the machine has it */

/* The same into s->now, which never goes back: when the clock of the machine is set back, it goes on by the time that passes, for tables
 * that are dealt by the clock would stand still until it is there again. */
void server_tick(server *s);

/* ---- peers.c ---- */

bool peers_open(server *s);
void peers_close(server *s);
peer *peers_find(server *s, net_peer id);
peer *peers_add(server *s, net_peer id, felt_player_id player);
void peers_remove(server *s, net_peer id);
peer *peers_of(server *s, uint64_t player); /* the first of a player; NULL: none */
peer *peers_next(peer *p);                  /* the next of the same */
void peers_set_player(server *s, peer *p, felt_player_id player);
bool peers_watches(const peer *p, int table);

/* From now on, and no more; requires that it watches fewer than SERVER_WATCHES_MAX. false: no memory. */
bool peers_watch(server *s, peer *p, int table);
void peers_unwatch(server *s, peer *p, int table);

/* Calls `see` for every connection that watches a table. */
void peers_watching(server *s, int table, void (*see)(server *s, peer *p, void *context), void *context);

/* One message, a JSON object, at the end of what the peer gets in this turn. */
void peers_send(server *s, peer *p, felt_text json);

/* The same for many: `shared` is made at the first call for a message, begins as NULL, and is released by the caller. */
void peers_send_shared(server *s, peer *p, felt_text json, net_message **shared);

/* All that was put together goes out. */
void peers_flush(server *s);

/* ---- pending.c ---- */

bool pending_open(server *s);
bool pending_add(server *s, pending item, uint64_t *ret_ticket);
bool pending_take(server *s, uint64_t ticket, pending *ret);

#define SERVER_TICKET_NONE UINT64_MAX /* of a command that nobody waits for */

/* ---- seats.c ---- */

/* Stands up those who may not sit any more: this player, or 0: everybody. Others may have excluded them, and other processes. */
void seats_clear(server *s, uint64_t player);

/* ---- show.c: tables and events as JSON ---- */

/* An event. `book` NULL: it is of a setup that is not in force any more, and wagers have numbers only. */
void show_event(server *s, wire *w, const felt_book *book, const felt_event *event);
bool show_is_public(felt_event_kind kind);
bool show_is_private(felt_event_kind kind); /* of its player alone; others get a summary */
bool show_is_told(felt_text record);        /* a record that is no events: of fair dealing, or a result that was voided */

/* A table as it stands: for who watches it, `player` 0: nobody in particular. */
void show_table(server *s, wire *w, int table, uint64_t player);
void show_table_short(server *s, wire *w, int table); /* for a list */
void show_wagers(server *s, wire *w, int table);
void show_felt(server *s, wire *w, int table);                                       /* what is up, by seats and wagers */
void show_own(wire *w, const felt_table *t, const felt_book *book, uint64_t player); /* his bets, as they stand */
void show_now(server *s, wire *w, int table); /* where the table is: stage, round, phase, clock, cards left */
void show_wager(wire *w, const felt_book *book, int wager);
felt_text show_row_words(const felt_row *row);
void show_memory_of(wire *w, const felt_memory *memory); /* what is remembered, without its value */
void show_options(server *s, wire *w, int table);
void show_cards(wire *w, const felt_book *book, const felt_event *event);
void show_balance(wire *w, felt_balance balance);

/* ---- private.c: tables of one player alone ---- */

bool private_is(const server *s, int table);
bool private_sees(const server *s, int table, felt_player_id player);         /* may he know of the table? */
uint64_t private_actor(const server *s, int table, uint64_t player);          /* who plays there when he does */
uint64_t private_person(const server *s, int table, uint64_t player);         /* who is told of what this one has */
uint64_t private_shown(const server *s, uint64_t player);                     /* whose number and name are shown for his */
int private_find(server *s, felt_text name, felt_player_id player);           /* the table of that name that he may see; -1: none */
void private_leave(server *s, peer *p);                                       /* it watches none that it may not see any more */
int private_count(const server *s, felt_player_id player, felt_text address); /* of the player, or of the address */
void private_make_room(server *s, felt_player_id player);                     /* for one more: the oldest goes */
void private_turn(server *s);                                                 /* those that nobody has used for long go */

/* ---- lobby.c: tables come and go ---- */

void lobby_came(void *context, int table);
void lobby_gone(void *context, int table);
void lobby_turn(server *s); /* tells of those that came */

/* ---- books.c: what was dealt when ---- */

/* The book under which record `record` of a table was made, and those up to the one before *ret_until; NULL: nobody knows. It lives until
 * the next call, but that of the setup in force. Not while the store is read. */
const felt_book *books_at(server *s, int table, int64_t record, int64_t *ret_until);
void books_forget(server *s, int table); /* it has gone */
void books_close(server *s);

/* retired.c */
/* The last record of a table that was retired; 0: none, or the store does not answer. */
int64_t retired_floor(server *s, int table);
bool retired_round(server *s, int table, int64_t round); /* was that round dealt, and retired? Requires that the chain has it no more. */

/* ---- live.c: WebSocket ---- */

bool live_open(void *context, net_peer id, const net_request *request, net_reply *ret_refusal);
void live_message(void *context, net_peer id, felt_text text);
void live_closed(void *context, net_peer id);

/* From the house. */
void live_answered(void *context, uint64_t ticket, const house_answer *answer);
void live_happened(void *context, int table, int64_t record, const felt_event *events, int count);
void live_told(void *context, int table, int64_t record, felt_text json);
void live_rebuilt(void *context, int table);
void live_felts(server *s);  /* summaries that are due */
void live_recall(server *s); /* the last results of every table, from their chains, when the server has just been opened */

/* Is somebody signed in on this connection? His session is looked at again now and then; one that has ended leaves a spectator. */
bool live_signed_in(server *s, peer *p);

/* Sessions of this player may just have ended: his connections are looked at now. */
void live_recheck(server *s, felt_player_id player);

/* Counts something as so many messages of the rate that its player, or a spectator's address, has. False: too many, and that was said. */
bool live_pays(server *s, peer *p, uint64_t id, int messages);

/* An error in the one shape there is. `id` 0: of no command. */
void live_error(server *s, peer *p, uint64_t id, const char *code, const char *message, const char *advice);

/* ---- resume.c ---- */

/* Sends what the peer may see of the records after `from`; *ret_last: the last that was looked at, *ret_all: there are no more. */
felt_status resume_from(server *s, peer *p, int table, int64_t from, int64_t *ret_last, bool *ret_all);

/* ---- commands.c ---- */

/* Reads one message of a client and does it, or queues it. */
void commands_read(server *s, peer *p, felt_text text);
const char *commands_advice(felt_refusal refusal);

/* ---- routes.c: which request is whose ---- */

/* A request that has found its route. */
typedef struct call {
    server *s;
    net_exchange exchange;
    const net_request *request;
    people_session session; /* where the route asks for a player or an operator; else empty, and http_session finds it */
    json_t *body;           /* where the route has one: an object */
    int table;              /* {table} */
    int sheet;              /* {sheet} */
    int64_t number;         /* {number} */
} call;

void routes_request(void *context, net_exchange exchange, const net_request *request);
void routes_list(wire *w); /* every one of them, as an array */

/* ---- http.c ---- */

/* Who asks; player 0: nobody is signed in. */
people_session http_session(server *s, const net_request *request);
bool http_same_origin(const net_request *request);
void http_json(server *s, net_exchange exchange, int status, const wire *w, felt_text headers);
void http_error(server *s, net_exchange exchange, int status, const char *code, const char *message, const char *advice);
void http_refused(server *s, net_exchange exchange, felt_status status, const people_refusal *no);

felt_text http_text(const json_t *body, const char *name); /* empty: there is none */

/* A whole number of the query, such as ?from=12; `otherwise` where there is none. False: it is no whole number, and that was said. */
bool http_argument(const call *c, const char *name, int64_t otherwise, int64_t *ret);

/* A whole number of the body, from `low` to `high`; false: it is none, and that was said. */
bool http_number(const call *c, const char *name, int64_t low, int64_t high, int64_t *ret);

void http_api(call *c);
void http_document(call *c);
void http_alive(call *c);
void http_ready(call *c);
void http_metrics(call *c);
void http_about(call *c);

/* ---- http_people.c ---- */

void http_guest(call *c);
void http_sign_in(call *c);
void http_register(call *c);
void http_passphrase(call *c);
void http_recover(call *c);
void http_sign_out(call *c);
void http_sign_out_all(call *c);
void http_me(call *c);
void http_limit(call *c);
void http_exclude(call *c);
void http_collect(server *s); /* passphrases that were looked at */

/* ---- http_tables.c ---- */

void http_tables(call *c);
void http_table(call *c);
void http_wagers(call *c);
void http_rules(call *c);

/* ---- http_history.c ---- */

void http_rounds(call *c);
void http_round(call *c);
void retired_answer(const call *c); /* 410: what is asked for is below the floor */
void http_own_bets(call *c);
void http_history(call *c);

/* ---- figures.c ---- */

bool figures_open(server *s, void (*wake)(void *context), void *context);
void figures_close(server *s);
void figures_turn(server *s);               /* takes what is done, and asks for what is wanted */
void figures_changed(server *s, int table); /* something was dealt there, or bets have come or gone */
void figures_subscribe(server *s, peer *p, int table, bool on);
bool figures_busy(const server *s, int table); /* a worker looks at the table's plan */
void figures_forget(server *s, int table);     /* the table has gone */
void http_odds(call *c);

/* ---- http_sheets.c ---- */

/* What became of a child, where that is no answer: said, and true. */
struct child_result;
bool sheets_failed(server *s, net_exchange exchange, bool waited, const struct child_result *r);
void http_sheet_check(call *c);
void http_sheet_odds(call *c);
void http_sheet_look(call *c);
void http_sheet_words(call *c);
void http_sheet_format(call *c);
void http_sheet_design(call *c);
void http_sheet_count(call *c);
void sheets_open(server *s, void (*wake)(void *context), void *context);
void sheets_collect(server *s); /* those that are done */
void sheets_close(server *s);

/* ---- library.c: sheets that are known, those that are dealt and those of options->sheets, by their printed names ---- */

bool library_open(server *s, void (*wake)(void *context), void *context);
void library_close(server *s);
void library_collect(server *s); /* what was computed */
int library_count(const server *s);
const felt_sheet *library_sheet_at(const server *s, int at);
int library_find(const server *s, felt_text name); /* by its short name; -1: there is none */
void http_known_findings(call *c);
void http_known_odds(call *c);
void http_known_par(call *c);

/* ---- show_sheets.c ---- */

void http_known_sheets(call *c);
void http_known_sheet(call *c);

/* ---- http_holds.c ---- */

void http_holds(call *c);

/* ---- http_house.c ---- */

/* Puts a change into the log of the house; false: it could not be, and that was said. */
bool http_log_change(server *s, net_exchange exchange, people_change change);
void http_risk(call *c);
void http_log(call *c);
void http_backup(call *c);
void http_change(call *c);
void http_void_result(call *c);
void http_grant(call *c);
void http_reset(call *c);
void http_operator(call *c);
void http_exclude_other(call *c);

/* ---- audits.c ---- */

void audits_open(server *s, void (*wake)(void *context), void *context);
bool audits_turn(server *s);       /* takes what is done, and begins what is due; true: a copy is being made */
void audits_store_gone(server *s); /* before the store is closed: no more is copied of it */
void audits_close(server *s);
int64_t audits_due(int64_t started_ms, int64_t last_ms, int every_h); /* when the next is, by the clock */
void http_audits(call *c);
void http_audit(call *c);

/* ---- alarms.c ---- */

void alarms_note(server *s, const char *what, const char *message);
void http_alarms(call *c);

/* ---- opening.c ---- */

void http_opening_check(call *c);
void http_opening(call *c);
void http_closing(call *c);
void http_workshop(call *c);
void http_workshop_close(call *c);
void openings_collect(server *s); /* those that are done */
void openings_close(server *s);

/* ---- page.c ---- */

void page_answer(call *c);
void page_sheets(server *s, wire *w); /* "name": hash, of every sheet that is dealt */
void page_log_sheets(server *s);      /* the same, each once */
bool page_hash_program(server *s);

/* ---- files.c ---- */

felt_status files_open(server *s, felt_error *error);
void files_close(server *s);
bool files_answer(server *s, net_exchange exchange, const net_request *request); /* false: there is no such file */

/* ---- backup.c ---- */

void backup_start(server *s, net_exchange exchange, felt_text name);
bool backup_step(server *s); /* the next piece; is there more? */
void backup_drop(server *s); /* before the store is closed */

/* ---- metrics.c ---- */

void metrics_write(server *s, wire *w);

/* drift.c: what wagers keep for the house against their exact edge. A setup that is changed begins anew. drift_look says in the log what
 * has gone beyond luck since it looked last. */
void drift_happened(server *s, int table, int64_t record, const felt_event *events, int count);
void drift_told(server *s, int table, int64_t record, bool setup); /* a record that is no events */
void drift_rebuilt(server *s, int table);                          /* a table was made again from the store */
bool drift_catch_up(server *s);                                    /* reads some of what it has not seen; false: it has seen all */
void drift_close(server *s, int table);
void drift_look(server *s);
void drift_write(server *s, wire *w);
void drift_alarms(server *s, wire *w); /* those that are beyond luck now, as values of an array */
void http_edges(call *c);

#endif
