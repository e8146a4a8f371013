/* src/odds/machine_block.c - inverts one block exactly: in machine words when it is small, with GMP when it is not.
 *
 * A = N I - W, where N is 36 for two dice, has negative entries only off its diagonal, its rows do not sum to less than 0, and some roll
 * leaves the block, so every leading minor of A is positive (elimination needs no exchange of rows) and no entry of A^-1 is negative. The
 * absolute values in a row sum to at most 2 N, so no minor of a block of n is larger than (2 N)^n; elimination without fractions meets
 * minors only. */
#include "odds/machine_block.h"

#include "odds/machine.h"
#include <assert.h>

__extension__ typedef __int128 wide;

static_assert(GMP_LIMB_BITS == 64 && GMP_NAIL_BITS == 0, "limbs are plain 64-bit words");
static_assert(FELT_MACHINE_SMALL_BLOCK <= 10, "72^10 is below 2^62, so minors fit an int64_t and their products a wide");

/* ---- small blocks ---- */

/* The inverse of an odd number modulo 2^64: each step doubles the correct low bits, beginning with three. */
static uint64_t inverse_odd(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

/* Replaces the n x n matrix A by its adjugate, in place, and returns the determinant (Gauss, Jordan and Bareiss). Each step divides by
 * the pivot before, without remainder; the quotient fits a word, so it is found modulo 2^64. */
static int64_t invert(int64_t *a, uint32_t n)
{
    int64_t before = 1;
    for (uint32_t k = 0; k < n; k++) {
        int64_t pivot = a[k * n + k];
        int shift = __builtin_ctzll((uint64_t)before);
        uint64_t inverse = inverse_odd((uint64_t)before >> shift);
        for (uint32_t i = 0; i < n; i++) {
            if (i == k)
                continue;
            int64_t factor = a[i * n + k];
            for (uint32_t j = 0; j < n; j++) {
                if (j == k)
                    continue;
                wide minor = (wide)pivot * a[i * n + j] - (wide)factor * a[k * n + j];
                a[i * n + j] = (int64_t)((uint64_t)(minor >> shift) * inverse);
            }
            a[i * n + k] = -factor;
        }
        a[k * n + k] = before;
        before = pivot;
    }
    return before;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static felt_status make_small(felt_arena *arena, const felt_machine_graph *g, uint32_t first, bool turned, felt_machine_block *block)
{
    uint32_t n = block->size;
    int64_t a[FELT_MACHINE_SMALL_BLOCK * FELT_MACHINE_SMALL_BLOCK] = {0};
    for (uint32_t i = 0; i < n; i++) {
        a[i * n + i] = g->all_ways;
        for (uint32_t e = g->edge_first[first + i]; e < g->edge_leaving[first + i]; e++) {
            uint32_t to = g->edges[e].to - first;
            a[turned ? to * n + i : i * n + to] -= g->edges[e].ways;
        }
    }
    int64_t determinant = invert(a, n);
    assert(determinant > 0);
    uint64_t common = (uint64_t)determinant;
    for (uint32_t i = 0; i < n * n && common > 1; i++)
        common = gcd((uint64_t)a[i], common);
    block->inverse = felt_arena_take(arena, (size_t)n * n, sizeof *block->inverse);
    if (block->inverse == NULL)
        return FELT_ENOMEM;
    for (uint32_t i = 0; i < n * n; i++) {
        assert(a[i] >= 0);
        block->inverse[i] = (uint64_t)a[i] / common;
    }
    block->divisor = (uint64_t)determinant / common;
    return FELT_OK;
}

static void apply_small(const felt_machine_block *block, const mp_limb_t *const *in, mp_size_t limbs, mp_limb_t *out)
{
    for (uint32_t j = 0; j < block->size; j++, out += limbs) {
        bool begun = false;
        for (uint32_t i = 0; i < block->size; i++) {
            mp_limb_t factor = block->inverse[i * block->size + j];
            if (in[i] == NULL || factor == 0)
                continue;
            mp_limb_t carry = begun ? mpn_addmul_1(out, in[i], limbs, factor) : mpn_mul_1(out, in[i], limbs, factor);
            assert(carry == 0);
            (void)carry;
            begun = true;
        }
        if (begun)
            mpn_divexact_1(out, out, limbs, block->divisor);
        else
            mpn_zero(out, limbs);
    }
}

/* ---- large blocks ---- */

/* to = (pivot * to - left * up) / before, without remainder. */
static void step(mpz_ptr to, mpz_srcptr pivot, mpz_srcptr left, mpz_srcptr up, mpz_srcptr before)
{
    mpz_mul(to, to, pivot);
    mpz_submul(to, left, up);
    mpz_divexact(to, to, before);
}

/* Elimination without fractions (Bareiss). The entries on and above the diagonal are what is left of each row; those below are the
 * factors by which rows were subtracted, kept for apply_large. */
static void eliminate(mpz_t *t, uint32_t n)
{
    mpz_t one;
    mpz_init_set_ui(one, 1);
    for (uint32_t k = 0; k < n; k++) {
        mpz_srcptr before = k == 0 ? one : t[(k - 1) * n + k - 1];
        for (uint32_t i = k + 1; i < n; i++)
            for (uint32_t j = k + 1; j < n; j++)
                step(t[i * n + j], t[k * n + k], t[i * n + k], t[k * n + j], before);
    }
    mpz_clear(one);
}

static felt_status make_large(felt_arena *arena, const felt_machine_graph *g, uint32_t first, bool turned, felt_machine_block *block)
{
    uint32_t n = block->size;
    block->table = felt_arena_take(arena, (size_t)n * n, sizeof *block->table);
    if (block->table == NULL)
        return FELT_ENOMEM;
    for (uint32_t i = 0; i < n * n; i++)
        mpz_init_set_ui(block->table[i], i % (n + 1) == 0 ? g->all_ways : 0);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t e = g->edge_first[first + i]; e < g->edge_leaving[first + i]; e++) {
            uint32_t to = g->edges[e].to - first;
            mpz_ptr entry = block->table[turned ? i * n + to : to * n + i];
            mpz_sub_ui(entry, entry, g->edges[e].ways);
        }
    eliminate(block->table, n);
    return FELT_OK;
}

/* Carries the elimination out on one right-hand side x, then solves from the last row up: x becomes the solution times the divisor. */
static void substitute(mpz_t *t, uint32_t n, mpz_t *x)
{
    mpz_t one;
    mpz_init_set_ui(one, 1);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = k + 1; i < n; i++)
            step(x[i], t[k * n + k], t[i * n + k], x[k], k == 0 ? one : t[(k - 1) * n + k - 1]);
    mpz_clear(one);
    mpz_srcptr divisor = t[n * n - 1];
    for (uint32_t i = n - 1; i-- > 0;) {
        mpz_mul(x[i], x[i], divisor);
        for (uint32_t j = i + 1; j < n; j++)
            mpz_submul(x[i], t[i * n + j], x[j]);
        mpz_divexact(x[i], x[i], t[i * n + i]);
    }
}

static void apply_large(const felt_machine_block *block, const mp_limb_t *const *in, mp_size_t limbs, mp_limb_t *out)
{
    uint32_t n = block->size;
    mpz_t x[FELT_MACHINE_BLOCK_MAX];
    for (uint32_t i = 0; i < n; i++) {
        mpz_init(x[i]);
        if (in[i] != NULL)
            mpz_import(x[i], (size_t)limbs, -1, sizeof **in, 0, 0, in[i]);
    }
    substitute(block->table, n, x);
    for (uint32_t i = 0; i < n; i++, out += limbs) {
        mpz_divexact(x[i], x[i], block->table[n * n - 1]);
        assert(mpz_size(x[i]) <= (size_t)limbs);
        mpn_zero(out, limbs);
        mpz_export(out, NULL, -1, sizeof *out, 0, 0, x[i]);
        mpz_clear(x[i]);
    }
}

/* ---- either ---- */

uint32_t felt_machine_block_bits(uint32_t size, uint32_t all_ways)
{
    uint32_t bits = 0; /* of twice all_ways: 7 for 72 */
    while (2 * all_ways >> bits != 0)
        bits++;
    return bits * size;
}

/* Do the minors, which are below (2 all_ways)^size, fit an int64_t? */
static bool is_small(uint32_t size, uint32_t all_ways)
{
    uint64_t room = (uint64_t)1 << 62;
    for (uint32_t i = 0; i < size; i++)
        room /= 2 * all_ways;
    return size <= FELT_MACHINE_SMALL_BLOCK && room > 0;
}

static felt_status make(felt_arena *arena, const felt_machine_graph *graph, uint32_t b, bool turned, felt_machine_block *ret)
{
    uint32_t first = graph->block_first[b];
    *ret = (felt_machine_block){.size = graph->block_first[b + 1] - first};
    assert(ret->size > 0 && ret->size <= FELT_MACHINE_BLOCK_MAX);
    bool small = is_small(ret->size, graph->all_ways);
    return small ? make_small(arena, graph, first, turned, ret) : make_large(arena, graph, first, turned, ret);
}

felt_status felt_machine_block_make(felt_arena *arena, const felt_machine_graph *graph, uint32_t b, felt_machine_block *ret)
{
    return make(arena, graph, b, false, ret);
}

felt_status felt_machine_block_make_turned(felt_arena *arena, const felt_machine_graph *graph, uint32_t b, felt_machine_block *ret)
{
    return make(arena, graph, b, true, ret);
}

void felt_machine_block_free(felt_machine_block *block)
{
    if (block->table == NULL)
        return;
    for (uint32_t i = 0; i < block->size * block->size; i++)
        mpz_clear(block->table[i]);
    block->table = NULL;
}

void felt_machine_block_apply(const felt_machine_block *block, const mp_limb_t *const *in, mp_size_t limbs, mp_limb_t *out)
{
    if (block->table != NULL)
        apply_large(block, in, limbs, out);
    else
        apply_small(block, in, limbs, out);
}
