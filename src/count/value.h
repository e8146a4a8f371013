/* src/count/value.h - the value of a wager as one polynomial in the numbers of cards left.
 *
 * The deals of six cards that show given values in a given order number the product, over the values, of falling factorials (c)_k =
 * c (c - 1) ... (c - k + 1), where c cards of the value are left and k of the six show it. So what a wager wins, summed over all deals, is
 * one form of degree six in the numbers of cards by value, with whole coefficients over one denominator of the pays. Pairs of tens and
 * pictures need the ranks t of the ten-valued cards: with n = sum t they bring in sum (t)_2, sum (t)_4 and the ways to take two pairs of
 * different ranks, times falling factorials of what is left of n.
 *
 * What a wager can lose at most is counted as nothing, and every function of the cards below counts deals, so all coefficients and terms
 * are at least 0 and nothing is ever subtracted: the sum in doubles (count/value_fast.h) has a small relative error.
 *
 *     value = (scale * form / deals + base) / unit,   deals = n (n - 1) ... (n - 5) for n cards.
 *
 * Lifetime: a grid is shared by all forms made with it and outlives them; both are freed by who made them.
 * Threads:  read-only once made. */
#ifndef FELT_SRC_COUNT_VALUE_H
#define FELT_SRC_COUNT_VALUE_H

#include <felt/error.h>
#include <felt/shoe.h>
#include <felt/wager.h>
#include <stdbool.h>

__extension__ typedef __int128 value_wide;

enum {
    VALUE_DEGREE = 6,
    VALUE_LOW = 4,       /* values 1 to 4 ... */
    VALUE_HIGH = 5,      /* ... and 5 to 9 */
    VALUE_LOWS = 210,    /* monomials of the low values, of degree 0 to 6 */
    VALUE_COLUMNS = 462, /* and of the high ones */
    VALUE_LOW_CODES = 7 * 7 * 7 * 7,
    VALUE_HIGH_CODES = 7 * VALUE_LOW_CODES,
    VALUE_TENS = 4, /* ranks that count nothing */
    VALUE_BITS = 30 /* a value in whole numbers is in units of 2^-30 */
};

/* Ways to take k ten-valued cards: each kind is VALUE_ZERO_x + k - the least k. */
enum {
    VALUE_ZERO_ANY = 0,  /* any of them, k = 0 to 6 */
    VALUE_ZERO_PAIR = 7, /* the first two are a pair, k = 2 to 6 */
    VALUE_ZERO_NO_PAIR = 12,
    VALUE_ZERO_SAME = 17, /* the first and the second two are pairs of one rank, k = 4 to 6 */
    VALUE_ZERO_BOTH = 20, /* pairs of different ranks */
    VALUE_ZERO_ONE = 23,  /* the first two are a pair, the second two are not */
    VALUE_ZERO_NEITHER = 26,
    VALUE_ZEROS = 29
};

/* How many ten-valued cards function `zero` takes. */
static inline int value_zero_taken(int zero)
{
    if (zero < VALUE_ZERO_PAIR)
        return zero;
    return zero < VALUE_ZERO_SAME ? 2 + (zero - VALUE_ZERO_PAIR) % 5 : 4 + (zero - VALUE_ZERO_SAME) % 3;
}

/* The monomials, in the order in which forms number them: by degree. */
typedef struct value_grid {
    uint8_t low[VALUE_LOWS][VALUE_LOW], high[VALUE_COLUMNS][VALUE_HIGH]; /* how many cards of each value */
    uint8_t low_degree[VALUE_LOWS], high_degree[VALUE_COLUMNS];
    uint16_t high_first[VALUE_DEGREE + 2];                       /* the first column of each degree */
    uint16_t low_at[VALUE_LOW_CODES], high_at[VALUE_HIGH_CODES]; /* by code: how many of each value, as digits to the base 7 */
    uint16_t low_from[VALUE_LOWS], high_from[VALUE_COLUMNS];    /* the monomial without one card of its last value, of a lower number ... */
    uint8_t low_last[VALUE_LOWS], high_last[VALUE_COLUMNS];     /* ... which value that is, from 0 ... */
    uint8_t low_factor[VALUE_LOWS], high_factor[VALUE_COLUMNS]; /* ... and what makes it grow: 6 (value - 1) + cards of it in there */
    uint32_t offset[VALUE_ZEROS][VALUE_LOWS]; /* where the coefficients of a row begin; UINT32_MAX: there is no such row */
    uint32_t coefficients;
} value_grid;

/* NULL: no memory. To be freed with free. */
value_grid *value_grid_new(void);

/* One function of the tens times one low monomial, to be multiplied by a sum of weighted columns. */
typedef struct value_row {
    uint8_t zero;
    uint8_t low;
    uint16_t count;
    uint32_t first; /* of the terms */
} value_row;

typedef struct value_form {
    const value_grid *grid;
    int64_t unit;  /* the denominator of all pays */
    int64_t base;  /* the least that can be won, times unit */
    int64_t scale; /* the common factor of all coefficients */
    int64_t most;  /* the largest net win over the least, times unit */
    value_row *rows;
    int row_count;
    uint16_t *columns; /* of the terms */
    int64_t *weights;
    int term_count;
} value_form;

/* FELT_EDATA: a pay that can occur is not set or not defined. FELT_ELIMIT: the pays have no denominator within reach. FELT_ENOMEM. */
felt_status value_form_make(value_form *ret, const value_grid *grid, const felt_variant *variant, felt_error *error);
void value_form_free(value_form *form);

/* The form itself, exactly, for a shoe that felt_shoe_check accepts. */
value_wide value_form_sum(const value_form *form, const felt_shoe *shoe);

/* The value as a fraction, not in lowest terms: *ret_num / *ret_den. */
void value_form_exact(const value_form *form, const felt_shoe *shoe, value_wide *ret_num, value_wide *ret_den);

/* The value in units of 2^-VALUE_BITS, rounded to the nearest, halves up, and whether it is above 0. */
typedef struct value_fixed {
    int64_t value;
    bool good;
} value_fixed;

value_fixed value_form_fixed(const value_form *form, const felt_shoe *shoe);

/* What each row of a variant wins, times a common unit, less the least of them; -1 for a row that cannot be valued. */
typedef struct value_pays {
    int64_t unit, base, most;
    int64_t over[FELT_OUTCOME_COUNT]; /* of an outcome that the drawing rules allow; 0 elsewhere */
} value_pays;

felt_status value_pays_read(value_pays *ret, const felt_variant *variant, felt_error *error);

#endif
