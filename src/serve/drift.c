/* src/serve/drift.c - what each wager has kept for the house against its exact edge, since the table has its setup: in the metrics, and in
 * the log when it is beyond luck.
 *
 * It follows the table's chain: what happens is taken as it happens, and what happened before the server was started is read from the
 * store, a little in each turn. */
#include "server.h"

#include <felt/live_audit.h>
#include <stdio.h>
#include <stdlib.h>

enum { CATCH_UP = 200, CATCH_UP_MS = 10 }; /* records that are read at once, and how often */

/* ---- following ---- */

static void forget(server_table *t)
{
    felt_live_audit_close(t->drift);
    free(t->alarmed);
    t->drift = NULL;
    t->alarmed = NULL;
}

/* Begins with record `next`, the first of a setup. */
static void begin(server *s, int table, int64_t next)
{
    server_table *t = &s->tables[table];
    const felt_book *book = house_plan(s->house, table)->book;
    forget(t);
    t->drift_next = next;
    if (felt_live_audit_open(book, &t->drift) == FELT_OK)
        t->alarmed = calloc((size_t)felt_book_wager_count(book), sizeof *t->alarmed);
}

static void take(server_table *t, const felt_event *event)
{
    if (t->drift != NULL && felt_live_audit_event(t->drift, event, NULL, 0, NULL) != FELT_OK)
        forget(t);
}

void drift_happened(server *s, int table, int64_t record, const felt_event *events, int count)
{
    server_table *t = &s->tables[table];
    if (s->house == NULL || private_is(s, table) || t->drift_next != record) /* what is before it comes from the chain first */
        return;
    for (int i = 0; i < count; i++)
        take(t, &events[i]);
    t->drift_next = record + 1;
}

void drift_told(server *s, int table, int64_t record, bool setup)
{
    server_table *t = &s->tables[table];
    if (s->house == NULL || private_is(s, table))
        return;
    if (setup)
        begin(s, table, record + 1);
    else if (t->drift_next == record)
        t->drift_next = record + 1;
}

void drift_rebuilt(server *s, int table)
{
    server_table *t = &s->tables[table];
    if (t->drift == NULL || felt_audit_book(felt_live_audit_look(t->drift)) == house_plan(s->house, table)->book)
        return;
    forget(t); /* its book is gone: it begins anew, from the chain */
    t->drift_next = 0;
}

void drift_close(server *s, int table)
{
    forget(&s->tables[table]);
}

/* ---- what happened before the server was started, or while another process had the table ---- */

typedef struct catching {
    server_table *t;
    int left;
} catching;

static bool see_record(void *context, const felt_history_record *record)
{
    catching *c = context;
    felt_text left = record->event;
    felt_event e;
    while (left.bytes[0] != '{' && left.length > 0 && felt_event_next(&left, &e, NULL) == FELT_OK)
        take(c->t, &e);
    c->t->drift_next = record->sequence + 1;
    return --c->left > 0;
}

bool drift_catch_up(server *s)
{
    catching c = {.left = CATCH_UP};
    bool behind = false;
    if (s->store == NULL || s->now < s->drift_at)
        return s->store != NULL && s->drift_at > 0;
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        server_table *t = c.t = &s->tables[i];
        if (house_table_at(s->house, i) == NULL || private_is(s, i))
            continue;
        bool same = t->drift != NULL && felt_audit_book(felt_live_audit_look(t->drift)) == house_plan(s->house, i)->book;
        if (!same || t->drift_next <= house_setup_record(s->house, i))
            begin(s, i, house_setup_record(s->house, i) + 1);
        if (t->drift_next <= house_records(s->house, i) && c.left > 0)
            felt_store_read(s->store, house_table_id(s->house, i), t->drift_next, see_record, &c, NULL);
        behind = behind || t->drift_next <= house_records(s->house, i);
    }
    s->drift_at = behind ? s->now + CATCH_UP_MS : 0;
    return behind;
}

/* Would luck do that so rarely? Not while too little has happened to say. */
static bool is_beyond(const server *s, const felt_luck *luck)
{
    return luck->verdict >= FELT_LUCK_WITHIN && luck->chance < 1.0 / s->options->drift_alarm;
}

/* Calls `see` for every wager on which something was decided. */
static void each_wager(server *s, void (*see)(server *s, int table, int wager, const felt_luck *luck, void *context), void *context)
{
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        felt_live_audit *drift = s->tables[i].drift;
        const felt_audit *audit = drift == NULL ? NULL : felt_live_audit_look(drift);
        for (int w = 0; audit != NULL && w < felt_book_wager_count(felt_audit_book(audit)); w++) {
            felt_luck luck;
            if (felt_audit_wager(audit, w)->bets > 0 && felt_live_audit_luck(drift, w, &luck) == FELT_OK &&
                luck.verdict != FELT_LUCK_UNKNOWN)
                see(s, i, w, &luck, context);
        }
    }
}

static void name_of(server *s, int table, int wager, char ret[FELT_BOOK_NAME_BYTES])
{
    felt_book_name(felt_audit_book(felt_live_audit_look(s->tables[table].drift)), wager, ret);
}

/* ---- the log ---- */

static void look_at(server *s, int table, int wager, const felt_luck *luck, void *context)
{
    char name[FELT_BOOK_NAME_BYTES];
    bool *alarmed = s->tables[table].alarmed, beyond = is_beyond(s, luck);
    (void)context;
    if (alarmed == NULL || alarmed[wager] == beyond)
        return;
    alarmed[wager] = beyond;
    name_of(s, table, wager, name);
    s->counters.drift_alarms += beyond;
    if (beyond)
        server_log(s, "error", "drift",
                   "table %.*s, %s: the house kept %.3f %% where %.3f %% are exact, %.1f standard deviations off: no luck",
                   FELT_TEXT_ARGS(house_plan(s->house, table)->short_name), name, 100 * luck->realised, 100 * luck->exact, luck->z);
    else
        server_log(s, "info", "drift", "table %.*s, %s: within luck again", FELT_TEXT_ARGS(house_plan(s->house, table)->short_name), name);
}

void drift_look(server *s)
{
    each_wager(s, look_at, NULL);
}

/* ---- metrics ---- */

typedef struct gauge {
    wire *w;
    const char *name;
    double (*value)(const server *s, const felt_luck *luck);
} gauge;

static void put_gauge(server *s, int table, int wager, const felt_luck *luck, void *context)
{
    const gauge *g = context;
    char line[512], name[FELT_BOOK_NAME_BYTES];
    name_of(s, table, wager, name);
    int length = snprintf(line, sizeof line, "felt_wager_%s{table=\"%.*s\",wager=\"%s\"} %.9g\n", g->name,
                          FELT_TEXT_ARGS(house_plan(s->house, table)->short_name), name, g->value(s, luck));
    g->w->comma = false;
    wire_raw(g->w, (felt_text){line, (size_t)length});
}

static double realised(const server *s, const felt_luck *luck)
{
    (void)s;
    return luck->realised;
}

static double exact(const server *s, const felt_luck *luck)
{
    (void)s;
    return luck->exact;
}

static double z_of(const server *s, const felt_luck *luck)
{
    (void)s;
    return luck->z;
}

static double beyond(const server *s, const felt_luck *luck)
{
    return is_beyond(s, luck);
}

void drift_write(server *s, wire *w)
{
    static const struct {
        const char *name, *help;
        double (*value)(const server *s, const felt_luck *luck);
    } gauges[] = {
        {"edge_realised", "what the house has kept of each unit since the table has its setup", realised},
        {"edge_exact", "what it keeps in the long run", exact},
        {"edge_z", "the difference in standard deviations", z_of},
        {"beyond_luck", "1: luck does that less than once in so many times as --drift-alarm says, a million", beyond},
    };
    drift_look(s); /* what is seen here is in the log as well */
    for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++) {
        char line[256];
        gauge g = {w, gauges[i].name, gauges[i].value};
        int length = snprintf(line, sizeof line, "# HELP felt_wager_%s %s\n# TYPE felt_wager_%s gauge\n", g.name, gauges[i].help, g.name);
        w->comma = false;
        wire_raw(w, (felt_text){line, (size_t)length});
        each_wager(s, put_gauge, &g);
    }
}

/* ---- for operators ---- */

static void put_decimal(wire *w, const char *key, double value)
{
    char digits[40];
    int length = snprintf(digits, sizeof digits, "%.9g", value);
    wire_key(w, key);
    wire_raw(w, (felt_text){digits, (size_t)length});
}

/* What luck says of a wager. Nothing exact is said where nothing is known, or nothing was staked on bets that were left alone. */
static void put_luck(wire *w, const felt_luck *luck)
{
    wire_put_string(w, "verdict", felt_luck_verdict_text(luck->verdict));
    if (luck->verdict == FELT_LUCK_UNKNOWN)
        return;
    put_decimal(w, "realised", luck->realised);
    put_decimal(w, "exact", luck->exact);
    put_decimal(w, "deviation", luck->deviation);
    put_decimal(w, "z", luck->z);
    put_decimal(w, "rounds", luck->rounds);
    put_decimal(w, "chance", luck->chance);
}

static void put_edge(wire *w, felt_live_audit *drift, int wager)
{
    const felt_audit *audit = felt_live_audit_look(drift);
    const felt_audit_tally *tally = felt_audit_wager(audit, wager);
    felt_luck luck;
    if (tally->bets == 0 || felt_live_audit_luck(drift, wager, &luck) != FELT_OK)
        return;
    wire_open(w, '{');
    wire_put_number(w, "number", wager);
    show_wager(w, felt_audit_book(audit), wager);
    wire_put_number(w, "bets", (int64_t)tally->bets);
    wire_put_money(w, "staked", tally->staked);
    wire_put_money(w, "paid", tally->paid);
    put_luck(w, &luck);
    wire_close(w, '}');
}

void http_edges(call *c)
{
    server *s = c->s;
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_key(w, "tables");
    wire_open(w, '[');
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        felt_live_audit *drift = s->tables[i].drift;
        if (drift == NULL)
            continue;
        wire_open(w, '{');
        wire_put_text(w, "table", house_plan(s->house, i)->short_name);
        wire_put_number(w, "setup", house_setup_record(s->house, i));
        wire_put_bool(w, "complete", s->tables[i].drift_next > house_records(s->house, i));
        wire_key(w, "wagers");
        wire_open(w, '[');
        for (int wager = 0; wager < felt_book_wager_count(felt_audit_book(felt_live_audit_look(drift))); wager++)
            put_edge(w, drift, wager);
        wire_close(w, ']');
        wire_close(w, '}');
    }
    wire_close(w, ']');
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}

static void put_alarm(server *s, int table, int wager, const felt_luck *luck, void *context)
{
    wire *w = context;
    if (!is_beyond(s, luck))
        return;
    wire_open(w, '{');
    wire_put_string(w, "what", "drift");
    wire_put_bool(w, "stands", true);
    wire_put_text(w, "table", house_plan(s->house, table)->short_name);
    show_wager(w, felt_audit_book(felt_live_audit_look(s->tables[table].drift)), wager);
    put_luck(w, luck);
    wire_close(w, '}');
}

void drift_alarms(server *s, wire *w)
{
    each_wager(s, put_alarm, w);
}
