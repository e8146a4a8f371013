/* odds/machine_graph.h - the part of a machine that can be reached from a start, cut into blocks.
 *
 * A block is a largest set of states that can all be reached from one another (a strongly connected component). States are numbered
 * anew, by `place`: block after block, and each block after all that lead to it.
 * Lifetime: the arena's. */
#ifndef FELT_ODDS_MACHINE_GRAPH_H
#define FELT_ODDS_MACHINE_GRAPH_H

#include <felt/arena.h>
#include <felt/wager.h>
#include <stdint.h>

typedef struct felt_machine_edge {
    uint32_t to;   /* a place when below place_count, else row `to - place_count` decides */
    uint32_t ways; /* of graph.all_ways, from 1 */
} felt_machine_edge;

typedef struct felt_machine_graph {
    uint32_t all_ways; /* of an event of the game: 36 for two dice */
    uint32_t place_count;
    uint32_t start; /* the place of the start, which is in block 0 */
    uint32_t block_count;
    uint32_t largest;         /* places of the largest block */
    uint32_t *block_first;    /* block_count + 1: block b has places block_first[b] to block_first[b + 1] - 1 */
    uint32_t *block_of;       /* place_count */
    uint32_t *state_of;       /* place_count: the machine's state */
    uint32_t *edge_first;     /* place_count + 1, into edges */
    felt_machine_edge *edges; /* no two of one place go to the same end; those inside the block come first */
    uint32_t *edge_leaving;   /* place_count: the first edge of the place that leaves its block */
} felt_machine_graph;

/* Requires start < machine->state_count. Statuses as felt_machine_solve. */
felt_status felt_machine_graph_build(felt_arena *arena, const felt_machine *machine, uint32_t start, int row_count,
                                     felt_machine_graph *ret);

#endif
