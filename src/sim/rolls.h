/* sim/rolls.h - rolls of two dice thrown at several tables side by side, and how often each product took each of its steps.
 *
 * What the wagers win follows from these counts, so that a roll costs a few steps through tables however many wagers are on.
 * Threads:  a plan is read-only once made; a rolls_count belongs to one thread. */
#ifndef FELT_SRC_SIM_ROLLS_H
#define FELT_SRC_SIM_ROLLS_H

#include "sim/product.h"

enum {
    ROLLS_TABLES = 16,       /* that a stream of dice plays in turn */
    ROLLS_THROWN = 252,     /* a random byte below this is a roll: seven bytes for each of the 36 ways */
    ROLLS_REFUSED = 255,    /* in rolls_plan.classes: no roll */
};

/* A step of a product: where it leads, as a place in the list of all steps of all products, and how often it was taken. */
typedef struct rolls_step {
    uint32_t next, count;
} rolls_step;

typedef struct rolls_plan {
    product_set set;
    uint8_t classes[256]; /* the class of the roll that a random byte means */
    uint32_t *firsts;     /* the first step of each product, and behind the last one their number */
    rolls_step *steps;    /* with counts of 0; step first + state * class_count + class */
} rolls_plan;

/* FELT_ENOMEM only. `seats` must outlive the plan. */
felt_status rolls_plan_make(rolls_plan *plan, const product_seat *seats, int seat_count);
void rolls_plan_free(rolls_plan *plan);

/* One thread's counts. */
typedef struct rolls_count {
    rolls_step *steps;
    uint64_t since; /* rolls since the counts were last taken out */
} rolls_count;

felt_status rolls_count_make(rolls_count *count, const rolls_plan *plan);
void rolls_count_free(rolls_count *count);

/* Throws at least `rolls` dice of a stream, and on until every table's shooter has sevened out. Returns how many were thrown. */
uint64_t rolls_play(const rolls_plan *plan, uint64_t seed, uint64_t stream, uint64_t rolls, rolls_count *count);

/* Adds the counts to `totals`, one for each step, and sets them to 0. To be called before `since` reaches 2^32. */
void rolls_count_take(rolls_count *count, const rolls_plan *plan, uint64_t *totals);

/* What the totals say: ret_rows[seat][row] grows by the number of times that the row decided the seat's wager; returns the number of
 * seven-outs. */
uint64_t rolls_settle(const rolls_plan *plan, const uint64_t *totals, uint64_t (*ret_rows)[64]);

#endif
