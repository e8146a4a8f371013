/* felt/ratio.h - exact ratios: a few helpers over GMP's mpq, and their texts.
 *
 * Every mpq given here is in lowest terms with a positive denominator, as GMP keeps it, and every result is.
 * A decimal is always made from the fraction, never from another decimal.
 * Threads:  every function is pure but for the arena it writes to.
 * Failure:  a text has bytes NULL when the arena is full. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_RATIO_H
#define FELT_RATIO_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/text.h>
#include <gmp.h>
#include <stdint.h>

FELT_API_BEGIN

enum { FELT_RATIO_PLACES_MAX = 1000 };

/* ratio = num / den, brought to lowest terms. Requires den != 0 (a negative den gives its sign to num). */
void felt_ratio_set(mpq_t ratio, int64_t num, int64_t den);

/* sum += ratio * num / den: one term of an expected value. Requires den != 0. */
void felt_ratio_add_times(mpq_t sum, const mpq_t ratio, int64_t num, int64_t den);

/* sum = the sum of `count` ratios, 0 for none. They are only read; `sum` may not be one of them. */
void felt_ratio_sum(mpq_t sum, mpq_t *ratios, int count);

/* The fraction in lowest terms: "244/495", "-7/495"; a whole number without a denominator: "3". */
felt_text felt_ratio_print(felt_arena *arena, const mpq_t ratio);

/* As people read it: "167.5" where that is all of it with at most four digits after the point, else the fraction. */
felt_text felt_ratio_print_short(felt_arena *arena, const mpq_t ratio);

/* The same of num / den. Requires den != 0. */
felt_text felt_ratio_print_short_of(felt_arena *arena, int64_t num, int64_t den);

/* The decimal with `places` digits after the point (and no point for 0 places), rounded to the nearest; a half is rounded away from
 * zero. What rounds to zero has no sign. Requires 0 <= places <= FELT_RATIO_PLACES_MAX. */
felt_text felt_ratio_print_decimal(felt_arena *arena, const mpq_t ratio, int places);

/* The same of 100 times the ratio, for per cent; no sign of per cent is added. */
felt_text felt_ratio_print_percent(felt_arena *arena, const mpq_t ratio, int places);

/* "p/q" always, also for whole numbers: "3/1". */
felt_text felt_ratio_print_fraction(felt_arena *arena, const mpq_t ratio);

/* The square root of a ratio with `places` digits after the point, rounded to the nearest. Requires ratio >= 0 and such places. */
felt_text felt_ratio_print_root(felt_arena *arena, const mpq_t ratio, int places);

FELT_API_END

#endif
