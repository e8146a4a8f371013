/* src/serve/drift.c - what each wager has kept for the house against its exact edge, since the server was started: in the metrics, and in the
 * log when it is beyond luck. */
#include "server.h"

#include <felt/live_audit.h>
#include <stdio.h>
#include <stdlib.h>

void drift_happened(server *s, int table, const felt_event *events, int count)
{
    server_table *t = &s->tables[table];
    if (s->house == NULL) /* it is being opened */
        return;
    const felt_book *book = house_plan(s->house, table)->book;
    if (t->drift == NULL && felt_live_audit_open(book, &t->drift) == FELT_OK)
        t->alarmed = calloc((size_t)felt_book_wager_count(book), sizeof *t->alarmed);
    for (int i = 0; i < count && t->drift != NULL; i++)
        if (felt_live_audit_event(t->drift, &events[i], NULL, 0, NULL) != FELT_OK)
            drift_forget(s, table);
}

void drift_forget(server *s, int table)
{
    server_table *t = &s->tables[table];
    felt_live_audit_close(t->drift);
    free(t->alarmed);
    t->drift = NULL;
    t->alarmed = NULL;
}

void drift_resume(server *s, int table)
{
    const felt_table *t = house_table_at(s->house, table);
    if (s->tables[table].drift == NULL)
        return;
    felt_table_view view = {.phase = 0};
    if (t != NULL)
        view = felt_table_look(t);
    felt_live_audit_resume(s->tables[table].drift, view.phase, view.events);
}

/* Calls `see` for every wager on which something was decided. */
static void each_wager(server *s, void (*see)(server *s, int table, int wager, const felt_luck *luck, void *context), void *context)
{
    for (int i = 0; i < house_table_count(s->house); i++) {
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
    bool *alarmed = s->tables[table].alarmed, beyond = luck->verdict == FELT_LUCK_NOT;
    (void)context;
    if (alarmed == NULL || alarmed[wager] == beyond)
        return;
    alarmed[wager] = beyond;
    name_of(s, table, wager, name);
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
    double (*value)(const felt_luck *luck);
} gauge;

static void put_gauge(server *s, int table, int wager, const felt_luck *luck, void *context)
{
    const gauge *g = context;
    char line[512], name[FELT_BOOK_NAME_BYTES];
    name_of(s, table, wager, name);
    int length = snprintf(line, sizeof line, "felt_wager_%s{table=\"%.*s\",wager=\"%s\"} %.9g\n", g->name,
                          FELT_TEXT_ARGS(house_plan(s->house, table)->short_name), name, g->value(luck));
    g->w->comma = false;
    wire_raw(g->w, (felt_text){line, (size_t)length});
}

static double realised(const felt_luck *luck)
{
    return luck->realised;
}

static double exact(const felt_luck *luck)
{
    return luck->exact;
}

static double z_of(const felt_luck *luck)
{
    return luck->z;
}

static double beyond(const felt_luck *luck)
{
    return luck->verdict == FELT_LUCK_NOT;
}

void drift_write(server *s, wire *w)
{
    static const struct {
        const char *name, *help;
        double (*value)(const felt_luck *luck);
    } gauges[] = {
        {"edge_realised", "what the house has kept of each unit since the start", realised},
        {"edge_exact", "what it keeps in the long run", exact},
        {"edge_z", "the difference in standard deviations", z_of},
        {"beyond_luck", "1: rarer than once in a million", beyond},
    };
    for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++) {
        char line[256];
        gauge g = {w, gauges[i].name, gauges[i].value};
        int length = snprintf(line, sizeof line, "# HELP felt_wager_%s %s\n# TYPE felt_wager_%s gauge\n", g.name, gauges[i].help, g.name);
        w->comma = false;
        wire_raw(w, (felt_text){line, (size_t)length});
        each_wager(s, put_gauge, &g);
    }
}
