/* odds/machine_block.h - one block of a machine, prepared so that what flows into it can be turned into visits.
 *
 * Let W(s, t) be the ways of N (graph.all_ways) from s to t inside the block and A = N I - W. If a row vector f says in how many
 * ways of N play comes into each place of the block from outside, then f A^-1 says how often, on average, a roll is thrown from each place.
 * The block keeps A^-1 as whole numbers over one divisor. Lifetime: the arena's, but for the GMP numbers of a block of more than
 * FELT_MACHINE_SMALL_BLOCK places: felt_machine_block_free. */
#ifndef FELT_ODDS_MACHINE_BLOCK_H
#define FELT_ODDS_MACHINE_BLOCK_H

#include "odds/machine_graph.h"
#include <gmp.h>

typedef struct felt_machine_block {
    uint32_t size;
    mp_limb_t divisor;  /* of a small block */
    mp_limb_t *inverse; /* of a small block: divisor * A^-1, row after row, all of it whole and not negative */
    mpz_t *table;       /* of a large block: what elimination without fractions leaves of A transposed; its last entry is the divisor */
} felt_machine_block;

/* Prepares block `b` of `graph`. FELT_ENOMEM only. */
felt_status felt_machine_block_make(felt_arena *arena, const felt_machine_graph *graph, uint32_t b, felt_machine_block *ret);

/* The same of A transposed: felt_machine_block_apply then gives A^-1 times a column. Its divisor is the same. */
felt_status felt_machine_block_make_turned(felt_arena *arena, const felt_machine_graph *graph, uint32_t b, felt_machine_block *ret);
void felt_machine_block_free(felt_machine_block *block);

/* No entry of divisor * A^-1 of a block of `size` places has more bits than this. */
uint32_t felt_machine_block_bits(uint32_t size, uint32_t all_ways);

/* out = in A^-1, where in[i] is a number of `limbs` limbs, or NULL for zero, and `out` has size * limbs limbs, number after number.
 * Requires that the result is whole, and that `limbs` has room for felt_machine_block_bits more than the sum of `in` has. */
void felt_machine_block_apply(const felt_machine_block *block, const mp_limb_t *const *in, mp_size_t limbs, mp_limb_t *out);

#endif
