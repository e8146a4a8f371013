/* src/odds/machine_denominator.c - the common denominator of a machine's visits, from the divisors of its blocks.
 *
 * Play goes through a path of blocks, and each divides by its divisor. So the least common multiple, over all paths, of the product of
 * the divisors on the path is a common denominator. It is never made by multiplying and taking common divisors of long numbers: each
 * divisor is split into factors once (small primes, and what is left over), and for each factor the largest number of times that it
 * occurs on one path is counted. Left-over factors need not be prime: then the result is a larger common multiple, still a right one. */
#include "odds/machine_denominator.h"

#include <assert.h>
#include <string.h>

enum {
    LANES = 32,             /* factors whose paths are followed at the same time */
    BLOCK_FACTORS_MAX = 16, /* 2 * 3 * 5 * ... * 53 is above 2^62, so 15 primes at most, and what is left over */
};

/* What is left of the divisor of a block of seven without these is seldom composite. */
static const uint8_t PRIMES[] = {2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,  43,  47,  53,  59,  61,
                                 67,  71,  73,  79,  83,  89,  97,  101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151,
                                 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239, 241, 251};
enum { PRIME_COUNT = sizeof PRIMES / sizeof *PRIMES };

typedef struct share {
    uint32_t factor; /* index into factors */
    uint32_t times;
} share;

typedef struct factoring {
    felt_arena *arena;
    uint64_t *factors; /* a large block's divisor is kept in `large` instead, and is 0 here */
    const felt_machine_block **large;
    uint32_t *most; /* by factor: how often it occurs on one path at most */
    uint32_t factor_count;
    uint32_t *slots; /* a hash table of factor indices + 1 */
    uint32_t slot_mask;
    share *shares;
    uint32_t share_count;
    uint32_t *share_first;    /* by block, + 1 */
    uint32_t *followers;      /* blocks that a block leads to directly */
    uint32_t *follower_first; /* by block, + 1 */
} factoring;

/* ---- factors of the divisors ---- */

static felt_status factoring_begin(factoring *f, felt_arena *arena, const felt_machine_graph *g)
{
    size_t blocks = g->block_count, factors = blocks + PRIME_COUNT, slots = 1024;
    while (slots < 2 * factors)
        slots *= 2;
    *f = (factoring){.arena = arena, .slot_mask = (uint32_t)slots - 1};
    f->factors = felt_arena_take(arena, factors, sizeof *f->factors);
    f->large = felt_arena_take(arena, factors, sizeof(const felt_machine_block *));
    f->most = felt_arena_take(arena, factors, sizeof *f->most);
    f->slots = felt_arena_take(arena, slots, sizeof *f->slots);
    f->shares = felt_arena_take(arena, blocks * BLOCK_FACTORS_MAX, sizeof *f->shares);
    f->share_first = felt_arena_take(arena, blocks + 1, sizeof *f->share_first);
    f->followers = felt_arena_take(arena, g->edge_first[g->place_count], sizeof *f->followers);
    f->follower_first = felt_arena_take(arena, blocks + 1, sizeof *f->follower_first);
    bool full = f->factors == NULL || f->large == NULL || f->most == NULL || f->slots == NULL || f->shares == NULL ||
                f->share_first == NULL || f->followers == NULL || f->follower_first == NULL;
    return full ? FELT_ENOMEM : FELT_OK;
}

static uint32_t find_factor(factoring *f, uint64_t value)
{
    uint64_t hash = value * 0x9E3779B97F4A7C15u;
    uint32_t slot = (uint32_t)(hash >> 32) & f->slot_mask;
    while (f->slots[slot] != 0 && f->factors[f->slots[slot] - 1] != value)
        slot = (slot + 1) & f->slot_mask;
    if (f->slots[slot] == 0) {
        f->factors[f->factor_count] = value;
        f->slots[slot] = ++f->factor_count;
    }
    return f->slots[slot] - 1;
}

static void add_share(factoring *f, uint32_t factor, uint32_t times)
{
    f->shares[f->share_count++] = (share){factor, times};
}

static void split(factoring *f, uint64_t value)
{
    for (int i = 0; i < PRIME_COUNT && value > 1; i++) {
        uint64_t p = PRIMES[i];
        uint32_t times = 0;
        for (; value % p == 0; value /= p)
            times++;
        if (times > 0)
            add_share(f, find_factor(f, p), times);
    }
    if (value > 1)
        add_share(f, find_factor(f, value), 1);
}

static void split_all(factoring *f, uint32_t block_count, const felt_machine_block *blocks)
{
    for (uint32_t b = 0; b < block_count; b++) {
        f->share_first[b] = f->share_count;
        if (blocks[b].table == NULL) {
            split(f, blocks[b].divisor);
        } else {
            f->large[f->factor_count] = &blocks[b];
            add_share(f, f->factor_count++, 1);
        }
        assert(f->share_count - f->share_first[b] <= BLOCK_FACTORS_MAX);
    }
    f->share_first[block_count] = f->share_count;
}

/* ---- paths ---- */

static felt_status find_followers(factoring *f, const felt_machine_graph *g)
{
    uint32_t *last = felt_arena_take(f->arena, g->block_count, sizeof *last); /* the block, + 1, that named this follower last */
    if (last == NULL)
        return FELT_ENOMEM;
    uint32_t count = 0;
    for (uint32_t b = 0; b < g->block_count; b++) {
        f->follower_first[b] = count;
        for (uint32_t place = g->block_first[b]; place < g->block_first[b + 1]; place++)
            for (uint32_t e = g->edge_leaving[place]; e < g->edge_first[place + 1]; e++) {
                uint32_t to = g->edges[e].to;
                if (to >= g->place_count || last[g->block_of[to]] == b + 1)
                    continue;
                last[g->block_of[to]] = b + 1;
                f->followers[count++] = g->block_of[to];
            }
    }
    f->follower_first[g->block_count] = count;
    return FELT_OK;
}

static void raise_to(uint32_t *to, const uint32_t *from)
{
    for (int lane = 0; lane < LANES; lane++)
        to[lane] = to[lane] < from[lane] ? from[lane] : to[lane];
}

/* The most times that factors base to base + LANES - 1 occur on a path. on_path[b] is that for paths that end with block b. */
static void follow_paths(factoring *f, uint32_t block_count, uint32_t base, uint32_t (*on_path)[LANES])
{
    uint32_t most[LANES] = {0};
    memset(on_path, 0, block_count * sizeof *on_path);
    for (uint32_t b = 0; b < block_count; b++) {
        for (uint32_t s = f->share_first[b]; s < f->share_first[b + 1]; s++)
            if (f->shares[s].factor - base < LANES)
                on_path[b][f->shares[s].factor - base] += f->shares[s].times;
        raise_to(most, on_path[b]);
        for (uint32_t i = f->follower_first[b]; i < f->follower_first[b + 1]; i++)
            raise_to(on_path[f->followers[i]], on_path[b]);
    }
    for (uint32_t lane = 0; lane < LANES && base + lane < f->factor_count; lane++)
        f->most[base + lane] = most[lane];
}

static void multiply(const factoring *f, mpz_t denominator)
{
    mpz_t power;
    mpz_init(power);
    mpz_set_ui(denominator, 1);
    for (uint32_t i = 0; i < f->factor_count; i++) {
        const felt_machine_block *large = f->large[i];
        if (large != NULL)
            mpz_pow_ui(power, large->table[large->size * large->size - 1], f->most[i]);
        else
            mpz_ui_pow_ui(power, f->factors[i], f->most[i]);
        mpz_mul(denominator, denominator, power);
    }
    mpz_clear(power);
}

felt_status felt_machine_denominator(felt_arena *arena, const felt_machine_graph *graph, const felt_machine_block *blocks,
                                     mpz_t denominator)
{
    factoring f;
    felt_status status = factoring_begin(&f, arena, graph);
    if (status == FELT_OK)
        status = find_followers(&f, graph);
    if (status != FELT_OK)
        return status;
    uint32_t(*on_path)[LANES] = felt_arena_take(arena, graph->block_count, sizeof *on_path);
    if (on_path == NULL)
        return FELT_ENOMEM;
    split_all(&f, graph->block_count, blocks);
    for (uint32_t base = 0; base < f.factor_count; base += LANES)
        follow_paths(&f, graph->block_count, base, on_path);
    multiply(&f, denominator);
    return FELT_OK;
}
