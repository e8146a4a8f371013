/* src/sim/known.h - tables that sessions have been at, by number: the bets that are up, and where every throw leads.
 *
 * What becomes of a table depends on nothing but its phase and the states of its bets, so felt_play needs to be asked only once.
 * Lifetime: known_close. One thread at a time. */
#ifndef FELT_SRC_SIM_KNOWN_H
#define FELT_SRC_SIM_KNOWN_H

#include <felt/sim.h>

enum { KNOWN_TABLES_MAX = 4096, KNOWN_THROWS_MAX = KNOWN_TABLES_MAX * 36 };

typedef struct known_table {
    uint16_t states[FELT_SESSION_BETS_MAX]; /* of each bet; FELT_STATE_NONE: it is not up */
    int phase;
    bool fresh;       /* nothing has happened in the hand */
    int64_t on_table; /* handed over for the bets that are up */
    int filled;       /* the table with every bet placed that may be, plus 1; 0: not known yet */
    int64_t fills;    /* how often it was found there */
    int64_t ends;     /* how often a session ended here, and what is up was taken back */
} known_table;

/* What was put up of one bet, over all sessions. */
typedef struct known_bet {
    int64_t placed;
    int64_t *flow; /* by state: how often it was placed there, less how often it was taken back there */
} known_bet;

typedef struct known_throw {
    int64_t net; /* what all bets win together */
    int next;    /* the table after it, plus 1; 0: not known yet */
} known_throw;

typedef struct known_tables {
    int bets, events; /* of each table */
    int count, most;  /* of tables */
    known_table *tables;
    known_throw *throws;
    int *slots; /* hash table of tables plus 1 */
    known_bet bet[FELT_SESSION_BETS_MAX];
} known_tables;

/* `states`: how many each bet has. False when there is no memory; known_close is allowed then. */
bool known_open(known_tables *k, int bets, int events, const uint32_t *states);
void known_close(known_tables *k);

/* The number of a table like this one, which is added when it is new; -1 when there are too many. */
int known_number(known_tables *k, const known_table *like);

/* Adds what was found in tables to `bet`, once all sessions are over. */
void known_add_up(known_tables *k);

static inline known_throw *known_throw_at(known_tables *k, int table, int event)
{
    return &k->throws[(size_t)table * (size_t)k->events + (size_t)event];
}

#endif
