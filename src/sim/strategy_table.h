/* src/sim/strategy_table.h - tables that a strategy has been at, by number: the bets that are up, their stakes, and where every order and
 * every event leads.
 *
 * What becomes of a table depends on nothing but its phase, the states of its bets and their stakes, so felt_play needs to be asked only
 * once. When there are too many tables all are forgotten, and the numbers begin again: a number holds until the next call, but for the table
 * that an order is given at, which is told its new one.
 * Lifetime: strategy_tables_close. One thread at a time. */
#ifndef FELT_SRC_SIM_STRATEGY_TABLE_H
#define FELT_SRC_SIM_STRATEGY_TABLE_H

#include "sim/strategy_kinds.h"

#include <assert.h>

typedef struct strategy_table {
    uint16_t states[FELT_STRATEGY_BETS_MAX]; /* of each bet; FELT_STATE_NONE: it is not up. Then of what watches */
    int64_t stakes[FELT_STRATEGY_BETS_MAX];
    int64_t costs[FELT_STRATEGY_BETS_MAX]; /* stake and vig */
    int64_t on_table;                      /* all costs */
    uint32_t up, off;                      /* bit b: bet b is up; it is, and turned off */
    int phase, number;                     /* and the number that people call it by, such as 6 */
    bool fresh;                            /* nothing has happened in the hand */
} strategy_table;

/* What an event does. Half a line of the processor's cache: the table after it need not be looked at. */
typedef struct strategy_event {
    int64_t net;                /* what all bets win together */
    uint32_t won, lost, pushed; /* bets, and what watches */
    int next;                   /* the table after it */
    bool fresh;                 /* which is a fresh one: a hand is over */
} strategy_event;

static_assert(sizeof(strategy_event) == 32, "two to a line");

typedef struct strategy_known_order strategy_known_order;

/* A bet placed at a table, and what came of it: most are placed there with the same stake again. */
typedef struct strategy_recent {
    int64_t amount; /* 0: none yet */
    int next;
} strategy_recent;

/* Bets of one order, of which nothing in the strategy tells one from another: which of them stands where does not matter. */
typedef struct strategy_alike {
    int first, count;
} strategy_alike;

typedef struct strategy_tables {
    const felt_strategy *strategy;
    felt_play *play;
    felt_payment payments[FELT_STRATEGY_BETS_MAX];
    int positions[FELT_STRATEGY_BETS_MAX];    /* of each bet of the table that is laid out; -1: it is not up */
    uint16_t watched[FELT_STRATEGY_BETS_MAX]; /* the states of what watches there */
    strategy_alike alike[FELT_STRATEGY_BETS_MAX / 2];
    int alike_count;
    int count, most; /* of tables */
    int generation;  /* how often all have been forgotten */
    strategy_table *tables;
    strategy_kinds kinds;
    strategy_event *events; /* of each table, of each kind of events; `next` is one more, 0: not known yet */
    int *slots;             /* hash table of tables plus 1 */
    strategy_known_order *orders;
    int order_count;
    strategy_recent *recent; /* of each table, of each bet: what came of placing it last */
    felt_status status;      /* not FELT_OK: something could not be had, and nothing here holds */
} strategy_tables;

/* FELT_ENOMEM; strategy_tables_close is allowed then. */
felt_status strategy_tables_open(strategy_tables *t, const felt_strategy *strategy);
void strategy_tables_close(strategy_tables *t);

/* The table at which a session begins. */
int strategy_tables_begin(strategy_tables *t);

/* The table after bet `bet` was placed, raised, lowered, taken down or turned off or on; -1 when the table does not allow it. *table is the
 * table before it, which may get another number. */
int strategy_tables_order(strategy_tables *t, int *table, felt_action action, int bet, int64_t amount);

/* What an event of kind number `kind` does, which nobody knows yet. */
strategy_event strategy_tables_ask(strategy_tables *t, int table, int kind);

/* What event number `event` does. */
static inline strategy_event strategy_tables_event(strategy_tables *t, int table, int event)
{
    int kind = t->kinds.kind_of[event];
    strategy_event known = t->events[(size_t)table * (size_t)t->kinds.count + (size_t)kind];
    return known.next-- > 0 ? known : strategy_tables_ask(t, table, kind);
}

/* What an event can decide of bet `bet`: nothing of one that is off. */
static inline int64_t strategy_table_at_work(const strategy_table *table, int bet)
{
    return (table->off >> bet & 1) != 0 ? 0 : table->costs[bet];
}

static inline const strategy_table *strategy_table_at(const strategy_tables *t, int table)
{
    return &t->tables[table];
}

#endif
