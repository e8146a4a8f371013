/* src/count/value_fast.h - the values of many wagers from sixteen shoes at a time, correctly rounded.
 *
 * Two ways lead to a form (count/value.h): its own polynomial, or, which is cheaper for many wagers at once, the counts of all outcomes
 * (odds/shoe.h) with a weight for each. A plan has chosen one of them by cost. Both work in doubles, and their results are the same whole
 * numbers on every processor and by either way, since a value is taken from doubles only where their error cannot change it:
 *
 *   Terms are whole numbers of deals below 2^53, and so are products of factors of one term; sums are fused multiply-adds of numbers that
 *   are not negative. A sum in which no number passes through more than `depth` roundings has a relative error below 1.01 depth 2^-53.
 *   Where the form itself stays below 2^53 (one pay besides losing) nothing is rounded and depth is 0. The value is made of it by one
 *   division, one fused multiply-add and one more division, so its error is below (depth + 4) 2^-52 times (what is won over the least, plus
 *   the least). A value that is nearer than that to 0, or to the middle between two neighbours, is computed again in whole numbers.
 *
 * Threads:  a plan is read-only once made. */
#ifndef FELT_SRC_COUNT_VALUE_FAST_H
#define FELT_SRC_COUNT_VALUE_FAST_H

#include "count/value.h"
#include "odds/shoe.h"

enum { VALUE_LANES = 16 };

/* Shoes side by side. */
typedef struct value_lanes {
    _Alignas(64) double cards[FELT_RANK_COUNT][VALUE_LANES];
} value_lanes;

/* The values of one wager: in units of 2^-VALUE_BITS, and -1 where they are above 0, else 0. */
typedef struct value_sixteen {
    _Alignas(64) int64_t value[VALUE_LANES];
    int64_t good[VALUE_LANES];
} value_sixteen;

/* How a form becomes a value. */
typedef struct value_end {
    double scale, base, unit;
    double error; /* of a value, in units of 2^-VALUE_BITS for each unit of what is won over the least plus the least */
    double least; /* that least, as a positive number */
} value_end;

/* Numbers that polynomials are made of, one for each lane: the places they have in a room. First 1, then every number of cards of values 1
 * to 9 less 0 to 5, then the functions of the tens, then products of two that stand before. */
enum {
    VALUE_SLOT_ONE = 0,
    VALUE_SLOT_FACTORS = 1,
    VALUE_SLOT_ZEROS = VALUE_SLOT_FACTORS + 9 * VALUE_DEGREE,
    VALUE_SLOT_PRODUCTS = VALUE_SLOT_ZEROS + VALUE_ZEROS
};

typedef struct value_product {
    uint32_t a, b; /* slots, as offsets in doubles */
} value_product;

/* Two sums of a polynomial, each to be multiplied by a slot. First the terms whose slot both have, then, side by side, those that one of
 * them has; where one has fewer, it is given a weight of 0. A sum over terms of degree six has products of two slots, which are needed
 * nowhere else. */
typedef struct value_duo {
    uint32_t by[2];
    uint16_t both, apart, products;
} value_duo;

typedef struct value_polynomial {
    value_duo *duos;
    uint32_t *slots; /* one for each of `both`, two of `apart`, four of `products`; as offsets in doubles */
    double *weights; /* two for each */
    int duo_count;
} value_polynomial;

/* Weights of a class of outcomes. */
typedef struct value_share {
    uint16_t class;
    double weight;
} value_share;

typedef struct value_plan {
    value_grid *grid;
    value_form *forms; /* each once, also where several wagers have it */
    value_end *ends;
    int count;
    int *form_of; /* of each wager */
    int wager_count;
    bool by_counts; /* by the counts of all outcomes, else by polynomials */
    value_polynomial *polynomials;
    value_product *products; /* that they need */
    int product_count;
    uint16_t *slots;      /* by counts: the slots of each class, one class after the other ... */
    uint16_t *class_ends; /* ... and where they end */
    int class_count;
    value_share *shares; /* of each form, one form after the other */
    uint32_t *share_ends;
} value_plan;

typedef enum value_way { VALUE_BY_COST = 0, VALUE_BY_POLYNOMIALS, VALUE_BY_COUNTS } value_way;

/* A plan for `count` variants. Fails as value_form_make does, for the first that has no value: its number is error->item. */
felt_status value_plan_make(value_plan *ret, const felt_variant *const *variants, int count, value_way way, felt_error *error);
void value_plan_free(value_plan *plan);

/* ---- kernels ---- */

/* Makes the polynomials of all forms of the plan, and the products that they share. depths[i]: through how many roundings a number of form
 * i can pass. FELT_ENOMEM. */
felt_status value_polynomials_make(value_plan *plan, int *depths);
void value_polynomial_free(value_polynomial *p);

typedef struct value_kernel {
    const char *name;
    /* The forms of the plan, by polynomials; `slots` is room for all of them. */
    void (*polynomials)(const value_plan *plan, const value_lanes *lanes, double *slots, double (*ret)[VALUE_LANES]);
    /* The same from counts of eight shoes, for lanes `first` to `first` + 7. */
    void (*counts)(const value_plan *plan, const felt_shoe_block *block, int first, double (*sums)[FELT_SHOE_LANES],
                   double (*ret)[VALUE_LANES]);
    /* Values from a form; returns a bit for each lane that has to be computed exactly. */
    uint32_t (*finish)(const value_end *end, const value_lanes *lanes, const double *form, value_sixteen *ret);
} value_kernel;

/* Those that this processor can run, the fastest first. */
int value_kernels(value_kernel ret[3]);

/* Room for one thread to run a plan in. */
typedef struct value_work {
    _Alignas(64) felt_shoe_block block;
    _Alignas(64) double sums[FELT_SHOE_SLOTS][FELT_SHOE_LANES];
    _Alignas(64) felt_shoe_lanes half;
    double *slots; /* behind the forms */
    _Alignas(64) double forms[][VALUE_LANES];
} value_work;

/* NULL: no memory. To be freed with free. */
value_work *value_work_new(const value_plan *plan);

/* The forms of the plan themselves, about: work->forms. */
void value_plan_forms(const value_kernel *kernel, const value_plan *plan, value_work *work, const value_lanes *lanes);

/* The values of all forms of the plan, plan->count of them: those of wager i are ret[plan->form_of[i]]. Lanes whose shoe has fewer than six
 * cards get anything. */
void value_plan_run(const value_kernel *kernel, const value_plan *plan, value_work *work, const value_lanes *lanes, value_sixteen *ret);

#endif
