/* odds/shoe.h - what the parts of the shoe engine know of each other.
 *
 * A kernel counts the outcomes of FELT_SHOE_LANES shoes at once. It is one text, odds/shoe_kernel.h, compiled for several instruction sets
 * and, in odds/shoe.c, for a single shoe; odds/shoe_batch.c picks the widest that the processor has. docs/math/1-baccarat.md explains the
 * method.
 * Threads:  every function is pure. */
#ifndef FELT_ODDS_SHOE_H
#define FELT_ODDS_SHOE_H

#include <felt/shoe_count.h>
#include <stdbool.h>

/* The highest total on which the banker draws after the player's third card of value 0 to 9: the drawing rules in the form in which the
 * kernels use them. Lower totals draw as well. */
static const int8_t felt_shoe_draws_to[10] = {3, 3, 4, 4, 5, 5, 6, 6, 2, 3};

/* The shoes of a block, turned over: cards[rank - 1][lane]. */
typedef struct felt_shoe_lanes {
    double cards[FELT_RANK_COUNT][FELT_SHOE_LANES];
} felt_shoe_lanes;

typedef void felt_shoe_kernel(const felt_shoe_lanes *lanes, felt_shoe_block *ret);

felt_shoe_kernel felt_shoe_kernel_plain; /* what every processor of the architecture has */
#if defined(__x86_64__)
felt_shoe_kernel felt_shoe_kernel_avx2;
felt_shoe_kernel felt_shoe_kernel_avx512;
#endif

/* A kernel that this processor can run. */
typedef struct felt_shoe_choice {
    const char *name;
    felt_shoe_kernel *kernel;
} felt_shoe_choice;

/* Writes them, the fastest first, and returns how many there are. */
int felt_shoe_choices(felt_shoe_choice ret[3]);

#endif
