/* src/odds/machine_back.c - expectations of all states: each block solved from what the blocks after it expect.
 *
 * * Let v be what the places of a block expect and A = N I - W its matrix (machine_block.h). Then A v = b, where b sums up, over the
 * events that leave a place, what their ends expect, and N times `each`. All numbers are times the denominator D of
 * machine_denominator.h, which makes them whole: D A^-1 of the whole machine is. */
#include "odds/machine_back.h"

#include "odds/machine.h"
#include "odds/machine_block.h"
#include "odds/machine_denominator.h"
#include "odds/machine_graph.h"
#include <assert.h>
#include <stdlib.h>

typedef struct back {
    felt_arena *arena;
    const felt_machine_graph *graph;
    felt_machine_block *blocks; /* turned */
    mp_size_t limbs;            /* of a number */
    mp_limb_t *values;          /* by place */
    mp_limb_t *rows;            /* by row: its weight */
    mp_limb_t *each;            /* N times what every event adds */
    mp_limb_t *sums;            /* the right-hand side of the block at hand */
} back;

static uint32_t bits_of(uint32_t number)
{
    uint32_t bits = 0;
    while (number >> bits != 0)
        bits++;
    return bits;
}

/* A value is at most D times the largest weight, and `each` times the expected number of events, which has as many bits as limbs_needed
 * of machine.c says: those of N, of the places, and of the largest block. A sum of what N events lead to has those of N more, all sums of
 * a block 9 more, and the product before its division those of a block more. */
static mp_size_t limbs_needed(const felt_machine_graph *g, const felt_machine_sum *what, const mpz_t scale)
{
    size_t block = felt_machine_block_bits(g->largest, g->all_ways), ways = bits_of(g->all_ways), weight = 0;
    for (int row = 0; row < what->row_count; row++)
        weight = mpz_sizeinbase(what->weights[row], 2) > weight ? mpz_sizeinbase(what->weights[row], 2) : weight;
    static_assert(FELT_MACHINE_BLOCK_MAX <= 1 << 8 && FELT_STATES_MAX <= 1 << 15, "bits that are counted here");
    size_t events = what->each == 0 ? 0 : bits_of(what->each) + ways + 15 + block;
    size_t bits = mpz_sizeinbase(scale, 2) + (weight > events ? weight : events) + 1 + ways + 9 + block;
    return (mp_size_t)(bits / GMP_LIMB_BITS + 1);
}

static void set_number(mp_limb_t *to, const mpz_t scale, const mpz_t factor)
{
    mpz_t product;
    mpz_init(product);
    mpz_mul(product, scale, factor);
    mpz_export(to, NULL, -1, sizeof *to, 0, 0, product); /* the arena's zeroes stand above it */
    mpz_clear(product);
}

static felt_status back_begin(back *b, const felt_machine_sum *what, const mpz_t scale)
{
    const felt_machine_graph *g = b->graph;
    size_t number = (size_t)(b->limbs = limbs_needed(g, what, scale)) * sizeof(mp_limb_t);
    b->values = felt_arena_take(b->arena, g->place_count, number);
    b->rows = felt_arena_take(b->arena, (size_t)what->row_count, number);
    b->each = felt_arena_take(b->arena, 1, number);
    b->sums = felt_arena_take(b->arena, g->largest, number);
    if (b->values == NULL || b->rows == NULL || b->each == NULL || b->sums == NULL)
        return FELT_ENOMEM;
    mpz_t factor;
    mpz_init_set_ui(factor, (unsigned long)what->each * g->all_ways);
    set_number(b->each, scale, factor);
    mpz_clear(factor);
    for (int row = 0; row < what->row_count; row++)
        set_number(b->rows + row * b->limbs, scale, what->weights[row]);
    return FELT_OK;
}

static void pass_block(back *b, uint32_t block)
{
    const felt_machine_graph *g = b->graph;
    uint32_t first = g->block_first[block], size = b->blocks[block].size;
    const mp_limb_t *in[FELT_MACHINE_BLOCK_MAX];
    for (uint32_t i = 0; i < size; i++) {
        mp_limb_t *sum = b->sums + (mp_size_t)i * b->limbs;
        mpn_copyi(sum, b->each, b->limbs);
        for (uint32_t e = g->edge_leaving[first + i]; e < g->edge_first[first + i + 1]; e++) {
            uint32_t to = g->edges[e].to;
            const mp_limb_t *end =
                to < g->place_count ? b->values + (mp_size_t)to * b->limbs : b->rows + (mp_size_t)(to - g->place_count) * b->limbs;
            mp_limb_t carry = mpn_addmul_1(sum, end, b->limbs, g->edges[e].ways);
            assert(carry == 0); /* limbs_needed has left room */
            (void)carry;
        }
        in[i] = sum;
    }
    felt_machine_block_apply(&b->blocks[block], in, b->limbs, b->values + (mp_size_t)first * b->limbs);
}

/* Takes over the values of states that are not done yet. */
static void write_values(const back *b, const mpz_t denominator, bool *done, mpq_t *values)
{
    for (uint32_t place = 0; place < b->graph->place_count; place++) {
        uint32_t state = b->graph->state_of[place];
        if (done[state])
            continue;
        done[state] = true;
        mpz_import(mpq_numref(values[state]), (size_t)b->limbs, -1, sizeof *b->values, 0, 0, b->values + (mp_size_t)place * b->limbs);
        mpz_set(mpq_denref(values[state]), denominator);
        mpq_canonicalize(values[state]);
    }
}

static felt_status pass(back *b, const felt_machine_sum *what, bool *done, mpq_t *values)
{
    mpz_t scale;
    mpz_init(scale);
    felt_status status = felt_machine_denominator(b->arena, b->graph, b->blocks, scale);
    if (status == FELT_OK)
        status = back_begin(b, what, scale);
    for (uint32_t block = b->graph->block_count; block-- > 0 && status == FELT_OK;)
        pass_block(b, block);
    mpz_mul(scale, scale, what->divisor);
    if (status == FELT_OK)
        write_values(b, scale, done, values);
    mpz_clear(scale);
    return status;
}

/* What can be reached from one state. */
static felt_status expect_from(const felt_machine *machine, uint32_t start, const felt_machine_sum *what, bool *done, mpq_t *values)
{
    felt_machine_graph graph;
    felt_arena *arena = felt_arena_new(FELT_MACHINE_ARENA_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_machine_graph_build(arena, machine, start, what->row_count, &graph);
    felt_machine_block *blocks = status == FELT_OK ? felt_arena_take(arena, graph.block_count, sizeof *blocks) : NULL;
    if (status == FELT_OK && blocks == NULL)
        status = FELT_ENOMEM;
    uint32_t made = 0;
    for (; status == FELT_OK && made < graph.block_count; made++)
        status = felt_machine_block_make_turned(arena, &graph, made, &blocks[made]);
    if (status == FELT_OK) {
        back b = {.arena = arena, .graph = &graph, .blocks = blocks};
        status = pass(&b, what, done, values);
    }
    for (uint32_t i = 0; i < made; i++)
        felt_machine_block_free(&blocks[i]);
    felt_arena_free(arena);
    return status;
}

felt_status felt_machine_expect(const felt_machine *machine, const felt_machine_sum *sum, mpq_t *values)
{
    assert(sum->row_count >= 1 && sum->row_count <= FELT_ROWS_MAX);
    bool *done = calloc(machine->state_count, sizeof *done);
    felt_status status = done == NULL ? FELT_ENOMEM : FELT_OK;
    /* The first state is a start, from which most often all others are reached. */
    for (uint32_t state = 0; status == FELT_OK && state < machine->state_count; state++)
        if (!done[state])
            status = expect_from(machine, state, sum, done, values);
    free(done);
    return status;
}
