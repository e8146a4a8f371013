/* src/odds/machine_graph.c - the blocks of a machine in the order of play, by Tarjan's algorithm without recursion. */
#include "odds/machine_graph.h"

#include "odds/machine.h"
#include <assert.h>

/* One search. Numbers count from 1, so that the arena's zeroes mean "not yet seen". */
typedef struct search {
    const felt_machine *machine;
    uint32_t ways[FELT_CLASSES_MAX + 1]; /* of each class */
    uint32_t limit;                 /* state_count + row_count */
    uint32_t *number;               /* by state: when it was first seen */
    uint32_t *low;                  /* by state: the lowest number known to be reached from it inside its block */
    uint8_t *at_class;              /* by state: the class to look at next */
    uint32_t *path;                 /* states from the start to the one being looked at */
    uint32_t path_length;
    uint32_t *open; /* states seen whose block is not complete */
    uint32_t open_count;
    uint32_t *found; /* states, block after block, the last block of play first */
    uint32_t found_count;
    uint32_t *found_end; /* by block in that order: where it ends in `found` */
    uint32_t block_count;
    uint32_t seen;
} search;

static const uint32_t CLOSED = UINT32_MAX; /* the `low` of a state whose block is complete */

static felt_status search_begin(search *s, felt_arena *arena, const felt_machine *machine, int row_count)
{
    *s = (search){.machine = machine, .limit = machine->state_count + (uint32_t)row_count};
    if (machine->state_count > FELT_STATES_MAX || machine->class_count > FELT_CLASSES_MAX)
        return FELT_ELIMIT;
    assert(machine->game->source == FELT_SOURCE_THROWN);
    for (int event = 0; event < machine->game->event_count; event++) {
        if (machine->class_of[event] >= machine->class_count)
            return FELT_EDATA;
        s->ways[machine->class_of[event]] += (uint32_t)machine->game->ways(event);
    }
    size_t count = machine->state_count;
    uint32_t *numbers = felt_arena_take(arena, 6 * count, sizeof *numbers);
    s->at_class = felt_arena_take(arena, count, 1);
    if (numbers == NULL || s->at_class == NULL)
        return FELT_ENOMEM;
    s->number = numbers;
    s->low = numbers + count;
    s->path = numbers + 2 * count;
    s->open = numbers + 3 * count;
    s->found = numbers + 4 * count;
    s->found_end = numbers + 5 * count;
    return FELT_OK;
}

static void search_enter(search *s, uint32_t state)
{
    s->number[state] = s->low[state] = ++s->seen;
    s->path[s->path_length++] = state;
    s->open[s->open_count++] = state;
}

/* Leaves the last state of the path; if nothing before it can be reached from it, it and what is open above it are a block. */
static void search_leave(search *s)
{
    uint32_t state = s->path[--s->path_length], low = s->low[state];
    if (low == s->number[state]) {
        uint32_t member;
        do {
            member = s->open[--s->open_count];
            s->low[member] = CLOSED;
            s->found[s->found_count++] = member;
        } while (member != state);
        s->found_end[s->block_count++] = s->found_count;
    } else if (low < s->low[s->path[s->path_length - 1]]) {
        s->low[s->path[s->path_length - 1]] = low;
    }
}

static felt_status search_from(search *s, uint32_t start)
{
    const felt_machine *m = s->machine;
    search_enter(s, start);
    while (s->path_length > 0) {
        uint32_t state = s->path[s->path_length - 1];
        if (s->at_class[state] == m->class_count) {
            search_leave(s);
            continue;
        }
        uint32_t class = s->at_class[state]++;
        uint32_t to = m->next[state * m->class_count + class];
        if (to >= s->limit)
            return FELT_EDATA;
        if (to >= m->state_count || s->ways[class] == 0)
            continue;
        if (s->number[to] == 0)
            search_enter(s, to);
        else if (s->low[to] != CLOSED && s->number[to] < s->low[state])
            s->low[state] = s->number[to];
    }
    return FELT_OK;
}

/* Turns the blocks around, into the order of play, and numbers the places. state_of[place] is the machine's number of a place,
 * place_of the inverse. */
static void number_places(const search *s, felt_machine_graph *g, uint32_t *place_of)
{
    uint32_t place = 0;
    for (uint32_t b = 0; b < s->block_count; b++) {
        uint32_t from = s->block_count - 1 - b;
        uint32_t begin = from == 0 ? 0 : s->found_end[from - 1], end = s->found_end[from];
        g->block_first[b] = place;
        if (end - begin > g->largest)
            g->largest = end - begin;
        for (uint32_t i = begin; i < end; i++, place++) {
            g->state_of[place] = s->found[i];
            place_of[s->found[i]] = place;
            g->block_of[place] = b;
        }
    }
    g->block_first[s->block_count] = place;
}

/* Where each class leads from the state at hand, as edges go: to places, and to rows after them. */
static void look_up_ends(const search *s, const felt_machine_graph *g, uint32_t state, const uint32_t *place_of, uint32_t *ends)
{
    const felt_machine *m = s->machine;
    for (uint32_t class = 0; class < m->class_count; class ++) {
        uint32_t next = m->next[state * m->class_count + class];
        /* A class that no roll belongs to may lead to a state that was not reached; it makes no edge. */
        ends[class] = next < m->state_count ? place_of[next] : next - m->state_count + g->place_count;
    }
}

/* Appends the edges from `place` that stay in its block, or those that leave it, equal ends added up, and returns where they end.
 * mark[end] is the last edge made to it, + 1. */
static uint32_t make_edges(const search *s, felt_machine_graph *g, uint32_t place, const uint32_t *ends, bool inside, uint32_t *mark,
                           uint32_t at)
{
    uint32_t begin = at, block = g->block_of[place];
    for (uint32_t class = 0; class < s->machine->class_count; class ++) {
        uint32_t to = ends[class];
        bool stays = to < g->place_count && g->block_of[to] == block;
        if (stays != inside || s->ways[class] == 0)
            continue;
        if (mark[to] <= begin) {
            g->edges[at] = (felt_machine_edge){to, 0};
            mark[to] = ++at;
        }
        g->edges[mark[to] - 1].ways += s->ways[class];
    }
    return at;
}

static void make_all_edges(const search *s, felt_machine_graph *g, const uint32_t *place_of, uint32_t *mark)
{
    uint32_t ends[FELT_CLASSES_MAX], at = 0;
    for (uint32_t place = 0; place < g->place_count; place++) {
        look_up_ends(s, g, g->state_of[place], place_of, ends);
        g->edge_first[place] = at;
        at = g->edge_leaving[place] = make_edges(s, g, place, ends, true, mark, at);
        at = make_edges(s, g, place, ends, false, mark, at);
    }
    g->edge_first[g->place_count] = at;
}

/* A block that no roll leaves would never be decided. */
static felt_status check_exits(const felt_machine_graph *g)
{
    for (uint32_t b = 0; b < g->block_count; b++) {
        bool leaves = false;
        for (uint32_t place = g->block_first[b]; place < g->block_first[b + 1]; place++)
            leaves = leaves || g->edge_leaving[place] < g->edge_first[place + 1];
        if (!leaves)
            return FELT_EDATA;
    }
    return FELT_OK;
}

felt_status felt_machine_graph_build(felt_arena *arena, const felt_machine *machine, uint32_t start, int row_count, felt_machine_graph *ret)
{
    search s;
    felt_status status = search_begin(&s, arena, machine, row_count);
    if (status == FELT_OK)
        status = search_from(&s, start);
    if (status != FELT_OK)
        return status;
    size_t count = s.found_count;
    felt_machine_graph g = {
        .all_ways = (uint32_t)machine->game->all_ways, .place_count = s.found_count, .block_count = s.block_count};
    uint32_t *numbers = felt_arena_take(arena, 5 * count + s.block_count + 2 + machine->state_count, sizeof *numbers);
    uint32_t *mark = felt_arena_take(arena, count + (size_t)row_count, sizeof *mark);
    g.edges = felt_arena_take(arena, count * machine->class_count, sizeof *g.edges);
    if (numbers == NULL || mark == NULL || g.edges == NULL)
        return FELT_ENOMEM;
    g.block_of = numbers;
    g.edge_leaving = numbers + count;
    g.edge_first = numbers + 2 * count; /* one more than count */
    g.state_of = numbers + 3 * count + 1;
    g.block_first = numbers + 4 * count + 1; /* one more than block_count */
    uint32_t *place_of = numbers + 4 * count + s.block_count + 2;
    number_places(&s, &g, place_of);
    make_all_edges(&s, &g, place_of, mark);
    g.start = place_of[start];
    if (g.largest > FELT_MACHINE_BLOCK_MAX)
        return FELT_ELIMIT;
    status = check_exits(&g);
    if (status == FELT_OK)
        *ret = g;
    return status;
}
