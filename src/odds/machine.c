/* src/odds/machine.c - exact odds of a machine over thrown events: one pass of whole numbers through its blocks, in the order of play.
 *
 * Each number below is an average times `scale`, which is chosen so that all of them are whole. Play enters the start in all ways;
 * each block turns the ways in which it is entered into visits, and each visit sends its rolls on, to later blocks or to rows. */
#include "odds/machine.h"

#include "odds/machine_block.h"
#include "odds/machine_denominator.h"
#include "odds/machine_graph.h"
#include <assert.h>

enum { SLOTS_AT_ONCE = 32 };

/* A place's inflow, kept in a slot from the first roll that leads there until its block is done. A slot holds `kinds` numbers: the ways
 * in which the place is entered, and, when squares are wanted, the same with each weighed by the rolls thrown so far. */
typedef struct flow {
    const felt_machine_graph *graph;
    felt_arena *arena;
    mp_size_t limbs;    /* of a number */
    int kinds;          /* 1, or 2 with squares */
    mp_limb_t **inflow; /* by place; NULL: none so far */
    mp_limb_t **free_slots;
    uint32_t free_count;
    mp_limb_t *visits; /* of the block at hand: for each kind, a number for each of its places */
    mp_limb_t *rows;   /* a number for each row: in how many of all ways it decides */
    mp_limb_t *totals; /* for each kind, the sum of all visits */
} flow;

static mp_limb_t *take_slot(flow *f)
{
    if (f->free_count == 0) {
        mp_limb_t *slots = felt_arena_take(f->arena, SLOTS_AT_ONCE * (size_t)f->limbs * (size_t)f->kinds, sizeof *slots);
        if (slots == NULL)
            return NULL;
        for (; f->free_count < SLOTS_AT_ONCE; slots += f->limbs * f->kinds)
            f->free_slots[f->free_count++] = slots;
    }
    return f->free_slots[--f->free_count];
}

static void add_times(mp_limb_t *to, const mp_limb_t *from, mp_size_t limbs, uint32_t times)
{
    mp_limb_t carry = mpn_addmul_1(to, from, limbs, times);
    assert(carry == 0); /* flow_begin has left room */
    (void)carry;
}

/* Adds `ways` times the visits of a place to the inflow of another. The first to come writes the slot, which spares clearing it. */
static felt_status send(flow *f, uint32_t to, const mp_limb_t *visits, mp_size_t next_kind, uint32_t ways)
{
    mp_limb_t *slot = f->inflow[to];
    if (slot != NULL) {
        for (int kind = 0; kind < f->kinds; kind++)
            add_times(slot + kind * f->limbs, visits + kind * next_kind, f->limbs, ways);
        return FELT_OK;
    }
    slot = f->inflow[to] = take_slot(f);
    if (slot == NULL)
        return FELT_ENOMEM;
    for (int kind = 0; kind < f->kinds; kind++)
        mpn_mul_1(slot + kind * f->limbs, visits + kind * next_kind, f->limbs, ways);
    return FELT_OK;
}

/* Sends on what leaves one place of the block at hand. */
static felt_status leave_place(flow *f, uint32_t place, const mp_limb_t *visits, mp_size_t next_kind)
{
    const felt_machine_graph *g = f->graph;
    for (uint32_t e = g->edge_leaving[place]; e < g->edge_first[place + 1]; e++) {
        felt_machine_edge edge = g->edges[e];
        if (edge.to >= g->place_count) {
            add_times(f->rows + (mp_size_t)(edge.to - g->place_count) * f->limbs, visits, f->limbs, edge.ways);
            continue;
        }
        felt_status status = send(f, edge.to, visits, next_kind, edge.ways);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

/* Turns the inflow of a block into its visits, kind by kind. The second kind also takes in every visit of the first. */
static void visit_block(flow *f, const felt_machine_block *block, uint32_t first)
{
    const mp_limb_t *in[FELT_MACHINE_BLOCK_MAX];
    mp_size_t next_kind = (mp_size_t)block->size * f->limbs;
    for (uint32_t i = 0; i < block->size; i++)
        in[i] = f->inflow[first + i];
    felt_machine_block_apply(block, in, f->limbs, f->visits);
    if (f->kinds == 1)
        return;
    mp_limb_t *sums = f->visits + 2 * next_kind;
    for (uint32_t i = 0; i < block->size; i++, sums += f->limbs) {
        mpn_mul_1(sums, f->visits + (mp_size_t)i * f->limbs, f->limbs, f->graph->all_ways);
        if (in[i] != NULL)
            mpn_add_n(sums, sums, in[i] + f->limbs, f->limbs);
        in[i] = sums;
    }
    felt_machine_block_apply(block, in, f->limbs, f->visits + next_kind);
}

static felt_status pass_block(flow *f, const felt_machine_block *block, uint32_t b)
{
    uint32_t first = f->graph->block_first[b];
    mp_size_t next_kind = (mp_size_t)block->size * f->limbs;
    visit_block(f, block, first);
    for (uint32_t i = 0; i < block->size; i++) {
        const mp_limb_t *visits = f->visits + (mp_size_t)i * f->limbs;
        for (int kind = 0; kind < f->kinds; kind++)
            mpn_add_n(f->totals + kind * f->limbs, f->totals + kind * f->limbs, visits + kind * next_kind, f->limbs);
        if (f->inflow[first + i] != NULL)
            f->free_slots[f->free_count++] = f->inflow[first + i];
        felt_status status = leave_place(f, first + i, visits, next_kind);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

/* How many limbs the largest number can need, as bits above the scale. Let b be felt_machine_block_bits of the largest block, and count
 * w bits for all ways (6 for 36) and 15 for the places. With w = 6: play enters a block at most once, so its inflow sums to 36 at most, its
 * products before the division to 6 + b bits, and so the visits of one place; all visits to 21 + b. Weighed by the rolls so far, a place
 * sums up, over all places, their visits times its own visits from there: 27 + 2 b. The inflow made of that has 48 + 2 b, and its products
 * 48 + 3 b. */
static mp_size_t limbs_needed(const felt_machine_graph *g, const mpz_t scale, int kinds)
{
    static_assert(FELT_STATES_MAX <= 1 << 15, "places are counted with 15 bits below");
    size_t each = (size_t)felt_machine_block_bits(1, g->all_ways) - 1 + 15 + felt_machine_block_bits(g->largest, g->all_ways);
    size_t bits = mpz_sizeinbase(scale, 2) + each * (size_t)(2 * kinds - 1);
    return (mp_size_t)(bits / GMP_LIMB_BITS + 1);
}

static felt_status flow_begin(flow *f, const mpz_t scale, int row_count)
{
    const felt_machine_graph *g = f->graph;
    size_t number = (size_t)(f->limbs = limbs_needed(g, scale, f->kinds)) * sizeof(mp_limb_t);
    f->inflow = felt_arena_take(f->arena, g->place_count, sizeof *f->inflow);
    f->free_slots = felt_arena_take(f->arena, g->place_count + SLOTS_AT_ONCE, sizeof *f->free_slots);
    f->visits = felt_arena_take(f->arena, (size_t)(2 * f->kinds) * g->largest, number);
    f->rows = felt_arena_take(f->arena, (size_t)row_count, number);
    f->totals = felt_arena_take(f->arena, (size_t)f->kinds, number);
    if (f->inflow == NULL || f->free_slots == NULL || f->visits == NULL || f->rows == NULL || f->totals == NULL)
        return FELT_ENOMEM;
    mp_limb_t *slot = f->inflow[g->start] = take_slot(f);
    if (slot == NULL)
        return FELT_ENOMEM;
    mpz_export(slot, NULL, -1, sizeof *slot, 0, 0, scale);
    mpn_mul_1(slot, slot, f->limbs, g->all_ways);
    return FELT_OK;
}

/* ratio = number / (scale * times), in lowest terms. */
static void set_ratio(mpq_t ratio, const mp_limb_t *number, mp_size_t limbs, const mpz_t scale, unsigned times)
{
    mpz_import(mpq_numref(ratio), (size_t)limbs, -1, sizeof *number, 0, 0, number);
    mpz_mul_ui(mpq_denref(ratio), scale, times);
    mpq_canonicalize(ratio);
}

/* Every play is decided by some row: the rows' ways sum to all ways. */
static bool rows_are_whole(const flow *f, const mpz_t scale, int row_count)
{
    mpz_t sum, row;
    mpz_inits(sum, row, NULL);
    for (int i = 0; i < row_count; i++) {
        mpz_import(row, (size_t)f->limbs, -1, sizeof *f->rows, 0, 0, f->rows + i * f->limbs);
        mpz_add(sum, sum, row);
    }
    mpz_submul_ui(sum, scale, f->graph->all_ways);
    bool whole = mpz_sgn(sum) == 0;
    mpz_clears(sum, row, NULL);
    return whole;
}

static void write_odds(const flow *f, const mpz_t scale, int row_count, felt_machine_odds *ret)
{
    bool whole = rows_are_whole(f, scale, row_count);
    assert(whole);
    (void)whole;
    ret->row_count = row_count;
    for (int i = 0; i < row_count; i++) {
        mpq_init(ret->rows[i]);
        set_ratio(ret->rows[i], f->rows + i * f->limbs, f->limbs, scale, f->graph->all_ways);
    }
    mpq_init(ret->rolls);
    set_ratio(ret->rolls, f->totals, f->limbs, scale, 1);
    ret->has_squares = f->kinds == 2;
    if (!ret->has_squares)
        return;
    /* The second total is the average of 1 + 2 + ... + T, which is (T^2 + T) / 2, for T rolls. */
    mpq_init(ret->squares);
    set_ratio(ret->squares, f->totals + f->limbs, f->limbs, scale, 1);
    mpq_mul_2exp(ret->squares, ret->squares, 1);
    mpq_sub(ret->squares, ret->squares, ret->rolls);
}

/* With the blocks made: the common denominator, then the pass. */
static felt_status pass(flow *f, const felt_machine_block *blocks, int row_count, felt_machine_odds *ret)
{
    mpz_t scale;
    mpz_init(scale);
    felt_status status = felt_machine_denominator(f->arena, f->graph, blocks, scale);
    if (f->kinds == 2)
        mpz_mul(scale, scale, scale);
    if (status == FELT_OK)
        status = flow_begin(f, scale, row_count);
    for (uint32_t b = 0; b < f->graph->block_count && status == FELT_OK; b++)
        status = pass_block(f, &blocks[b], b);
    if (status == FELT_OK)
        write_odds(f, scale, row_count, ret);
    mpz_clear(scale);
    return status;
}

static felt_status solve_in(felt_arena *arena, const felt_machine *machine, uint32_t start, int row_count, bool squares,
                            felt_machine_odds *ret)
{
    felt_machine_graph graph;
    felt_status status = felt_machine_graph_build(arena, machine, start, row_count, &graph);
    if (status != FELT_OK)
        return status;
    felt_machine_block *blocks = felt_arena_take(arena, graph.block_count, sizeof *blocks);
    if (blocks == NULL)
        return FELT_ENOMEM;
    uint32_t made = 0;
    for (; made < graph.block_count && status == FELT_OK; made++)
        status = felt_machine_block_make(arena, &graph, made, &blocks[made]);
    if (status == FELT_OK) {
        flow f = {.graph = &graph, .arena = arena, .kinds = squares ? 2 : 1};
        status = pass(&f, blocks, row_count, ret);
    }
    for (uint32_t b = 0; b < made; b++)
        felt_machine_block_free(&blocks[b]);
    return status;
}

felt_status felt_machine_solve(const felt_machine *machine, uint32_t start, int row_count, bool squares, felt_machine_odds *ret)
{
    assert(start < machine->state_count);
    assert(row_count >= 1 && row_count <= FELT_ROWS_MAX);
    felt_arena *arena = felt_arena_new(FELT_MACHINE_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = solve_in(arena, machine, start, row_count, squares, ret);
    felt_arena_free(arena);
    return status;
}

void felt_machine_odds_free(felt_machine_odds *odds)
{
    for (int i = 0; i < odds->row_count; i++)
        mpq_clear(odds->rows[i]);
    mpq_clear(odds->rolls);
    if (odds->has_squares)
        mpq_clear(odds->squares);
    odds->row_count = 0;
}
