/* sim/strategy_fills.h - what all orders of a strategy come to before a round, remembered by the table and by what the orders read there.
 *
 * As long as the money covers them, orders that read nothing but the table, variables and runs come to the same whenever these are the
 * same. So they are given once, and then counted: what they moved is added up from the counts, which is exact.
 * Lifetime: strategy_fills_close. One thread at a time. */
#ifndef FELT_SRC_SIM_STRATEGY_FILLS_H
#define FELT_SRC_SIM_STRATEGY_FILLS_H

#include "sim/strategy_code.h"

enum { STRATEGY_FILLS = 8192, STRATEGY_FILL_VALUES_MAX = 4, STRATEGY_FILL_MOVES_MAX = 16 };

/* Money that went from hand to table, or back, while a bet on one of the strategy's wagers stood in `state`; and how much more of it an
 * event can decide: of a bet that is turned off nothing, until it is on again. */
typedef struct strategy_move {
    int64_t handed, at_work;
    uint16_t wager, state;
    bool placed; /* by placing the bet */
} strategy_move;

/* A line of the processor's cache: it is looked at in every round. */
typedef struct strategy_fill {
    int64_t values[STRATEGY_FILL_VALUES_MAX]; /* that the orders read besides the table */
    int64_t need;                             /* with so much money, every order is covered */
    uint64_t times;                           /* not yet added up */
    int table, next;                          /* before the orders, plus 1, 0: nothing is here; after them */
    int generation;                           /* of the tables */
    uint16_t move_count;
    bool up; /* something is up after them */
} strategy_fill;

static_assert(sizeof(strategy_fill) == 64, "it is one");

/* A variable or a run that some order reads. */
typedef struct strategy_read {
    strategy_op op;
    int index;
} strategy_read;

/* Adds up a move that was made so many times. */
typedef void strategy_add(void *context, const strategy_move *move, uint64_t times);

typedef struct strategy_fills {
    bool known; /* the orders read nothing else */
    int read_count;
    strategy_read reads[STRATEGY_FILL_VALUES_MAX];
    strategy_fill *fills;
    strategy_move (*moves)[STRATEGY_FILL_MOVES_MAX]; /* of each of them */
    strategy_add *add;
    void *context;
} strategy_fills;

/* FELT_ENOMEM; strategy_fills_close is allowed then. */
felt_status strategy_fills_open(strategy_fills *f, const felt_strategy *strategy, strategy_add *add, void *context);
void strategy_fills_close(strategy_fills *f);

/* Where what the orders come to at table number `table` is kept, and what they read now. Requires f->known. */
static inline strategy_fill *strategy_fills_at(const strategy_fills *f, const strategy_moment *m, int table,
                                               int64_t values[STRATEGY_FILL_VALUES_MAX])
{
    uint64_t hash = (uint64_t)table;
    for (int i = 0; i < STRATEGY_FILL_VALUES_MAX; i++)
        values[i] = 0;
    for (int i = 0; i < f->read_count; i++) {
        const strategy_read *r = &f->reads[i];
        if (r->op == OP_VARIABLE)
            values[i] = m->variables[r->index];
        else
            values[i] = r->op == OP_WINS ? m->wins[r->index] : m->losses[r->index];
        hash = (hash ^ (uint64_t)values[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return &f->fills[hash & (STRATEGY_FILLS - 1)];
}

/* Is it what is kept there? */
static inline bool strategy_fill_fits(const strategy_fill *fill, int table, int generation, const int64_t values[STRATEGY_FILL_VALUES_MAX])
{
    int64_t differs = (fill->table ^ (table + 1)) | (fill->generation ^ generation);
    for (int i = 0; i < STRATEGY_FILL_VALUES_MAX; i++)
        differs |= fill->values[i] ^ values[i];
    return differs == 0;
}

/* Keeps what the orders have come to, in the place of what was kept there. */
void strategy_fills_keep(strategy_fills *f, strategy_fill *at, const strategy_fill *fill, const strategy_move *moves);

/* Adds up all that was counted. */
void strategy_fills_add_up(strategy_fills *f);

#endif
