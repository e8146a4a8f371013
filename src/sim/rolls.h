/* sim/rolls.h - rolls of two dice thrown at several tables side by side, and how often each product took each step that decides something.
 *
 * What the wagers win follows from these counts, so that a roll costs a few steps through tables however many wagers are on. A stream of
 * dice serves ROLLS_TABLES tables in turn: its rolls 0, ROLLS_TABLES, 2 * ROLLS_TABLES ... are those of table 0, and so on.
 * Threads:  a plan is read-only once made; a rolls_count belongs to one thread. */
#ifndef FELT_SRC_SIM_ROLLS_H
#define FELT_SRC_SIM_ROLLS_H

#include "sim/product.h"

enum {
    ROLLS_TABLES = 64,
    ROLLS_REFUSED = 255, /* in rolls_plan.classes: no roll */
};

typedef struct rolls_plan {
    product_set set;
    uint8_t classes[256]; /* the class of the roll that a random byte means */
    uint32_t *firsts;     /* the first step of each product, and behind the last one their number */
    uint32_t *steps;      /* step first + state * class_count + class: twice the first step of the state it leads to, and 1 if it counts:
                             if it decides a wager or, in the first product, is a seven-out */
} rolls_plan;

/* FELT_ENOMEM only. `seats` must outlive the plan. */
felt_status rolls_plan_make(rolls_plan *plan, const felt_game *game, const product_seat *seats, int seat_count);
void rolls_plan_free(rolls_plan *plan);

/* One thread's counts. */
typedef struct rolls_count {
    uint32_t *counts; /* of each step */
    uint64_t since;   /* rolls since they were last taken out */
    uint64_t rolls;   /* in all */
} rolls_count;

felt_status rolls_count_make(rolls_count *count, const rolls_plan *plan);
void rolls_count_free(rolls_count *count);

/* Throws at least `rolls` dice of a stream, and on until every table's shooter has sevened out. Returns how many were thrown; 0 when there
 * is no memory. */
uint64_t rolls_play(const rolls_plan *plan, uint64_t seed, uint64_t stream, uint64_t rolls, rolls_count *count);

/* Adds the counts to `totals`, one for each step, and sets them to 0. To be called before `since` reaches 2^32. */
void rolls_count_take(rolls_count *count, const rolls_plan *plan, uint64_t *totals);

/* What the totals say: ret_rows[seat][row] grows by the number of times that the row decided the seat's wager; returns the number of
 * seven-outs. */
uint64_t rolls_settle(const rolls_plan *plan, const uint64_t *totals, uint64_t (*ret_rows)[64]);

/* ---- kernels ---- */

enum {
    ROLLS_TURNS = 64,                          /* of each table between two looks for more dice */
    ROLLS_THROWS = ROLLS_TURNS * ROLLS_TABLES, /* of all tables */
};

/* Takes one product through ROLLS_THROWS rolls of the given classes from where its tables are at, and adds to `counts`. */
typedef void rolls_kernel(const uint32_t *steps, const uint8_t *classes, uint32_t at[ROLLS_TABLES], uint32_t *counts);

typedef struct rolls_choice {
    const char *name;
    rolls_kernel *run;
} rolls_choice;

/* The kernels this processor can run, the fastest first. All count the same. */
int rolls_choices(rolls_choice ret[2]);

#endif
