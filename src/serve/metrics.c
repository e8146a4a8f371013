/* src/serve/metrics.c - counters and gauges in Prometheus' text form. */
#include "server.h"

#include <stdio.h>

static void put(wire *w, const char *name, const char *kind, const char *help, uint64_t value)
{
    char line[512];
    int length = snprintf(line, sizeof line, "# HELP felt_%s %s\n# TYPE felt_%s %s\nfelt_%s %llu\n", name, help, name, kind, name,
                          (unsigned long long)value);
    w->comma = false;
    wire_raw(w, (felt_text){line, (size_t)length});
}

static void put_tables(server *s, wire *w, const char *name, const char *help, int64_t (*value)(const felt_table_view *view))
{
    char line[512];
    int length = snprintf(line, sizeof line, "# HELP felt_table_%s %s\n# TYPE felt_table_%s gauge\n", name, help, name);
    w->comma = false;
    wire_raw(w, (felt_text){line, (size_t)length});
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        const felt_table *t = house_table_at(s->house, i);
        if (t == NULL || private_is(s, i))
            continue;
        felt_table_view view = felt_table_look(t);
        length = snprintf(line, sizeof line, "felt_table_%s{table=\"%.*s\"} %lld\n", name,
                          FELT_TEXT_ARGS(house_plan(s->house, i)->short_name), (long long)value(&view));
        w->comma = false;
        wire_raw(w, (felt_text){line, (size_t)length});
    }
}

static int64_t seated(const felt_table_view *v)
{
    return v->seated;
}

static int64_t bets(const felt_table_view *v)
{
    return v->bets;
}

static int64_t up(const felt_table_view *v)
{
    return v->up.minor;
}

static int64_t round_of(const felt_table_view *v)
{
    return (int64_t)v->round;
}

void metrics_write(server *s, wire *w)
{
    net_counters n = net_counted(s->net);
    const server_counters *c = &s->counters;
    put(w, "bets_total", "counter", "bets that were accepted", c->bets);
    put(w, "refused_total", "counter", "commands that were refused", c->refused);
    put(w, "rounds_total", "counter", "results that were dealt or rolled", c->rounds);
    put(w, "requests_total", "counter", "HTTP requests", c->requests);
    put(w, "rate_limited_total", "counter", "messages and requests beyond the rate", c->rate_limited);
    put(w, "drift_alarms_total", "counter", "wagers that were found beyond luck", c->drift_alarms);
    put(w, "errors_total", "counter", "lines of the log with level error", c->errors);
    put(w, "connections", "gauge", "connections now", n.connections_now);
    put(w, "live_connections", "gauge", "WebSocket connections now", n.peers_now);
    put(w, "messages_in_total", "counter", "WebSocket messages received", n.messages_in);
    put(w, "messages_out_total", "counter", "WebSocket messages sent", n.messages_out);
    put(w, "dropped_slow_total", "counter", "clients dropped because they did not read", n.dropped_slow);
    put(w, "dropped_silent_total", "counter", "clients dropped because they were silent", n.dropped_silent);
    put(w, "dropped_wrong_total", "counter", "clients dropped because they broke the protocol", n.dropped_wrong);
    put(w, "refused_connections_total", "counter", "connections beyond the limit", n.refused_connections + n.refused_address);
    put(w, "store_up", "gauge", "1: the store answers", s->store != NULL);
    put(w, "private_tables", "gauge", "tables of one player alone, which no other figure counts", (uint64_t)house_private_count(s->house));
    put_tables(s, w, "seated", "players with a seat", seated);
    put_tables(s, w, "bets", "bets that are up", bets);
    put_tables(s, w, "up", "minor units that are held for them", up);
    put_tables(s, w, "rounds", "results so far", round_of);
    drift_write(s, w);
}
