/* src/sheet/minimize.c - the smallest machine that decides as a given one does (Moore's refinement of partitions).
 *
 * States begin in one class and are told apart by what their events decide, then by the classes their events lead to, until a round tells
 * no more of them apart. Each round numbers the distinct signatures with a hash table. */
#include "machine.h"

typedef struct partition {
    const raw_machine *raw;
    uint32_t *class_of; /* of each state */
    uint32_t *new_class;
    uint32_t *slots;   /* hash table of states, each the first of its signature, plus 1 */
    size_t slot_count; /* a power of two */
} partition;

/* What a symbol does in a state, seen through the classes: a class, or a decision. */
static uint32_t target_class(const partition *p, size_t state, int symbol)
{
    uint32_t next = p->raw->next[state * (size_t)p->raw->symbols + (size_t)symbol];
    return next >= DECIDED ? next : p->class_of[next];
}

static uint64_t signature_hash(const partition *p, size_t state)
{
    uint64_t hash = p->class_of[state] + 0x9E3779B97F4A7C15u;
    for (int symbol = 0; symbol < p->raw->symbols; symbol++) {
        hash ^= target_class(p, state, symbol);
        hash *= 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    return hash;
}

static bool same_signature(const partition *p, size_t a, size_t b)
{
    if (p->class_of[a] != p->class_of[b])
        return false;
    for (int symbol = 0; symbol < p->raw->symbols; symbol++)
        if (target_class(p, a, symbol) != target_class(p, b, symbol))
            return false;
    return true;
}

/* One round; returns the number of classes after it. */
static uint32_t refine(partition *p)
{
    uint32_t classes = 0;
    memset(p->slots, 0, p->slot_count * sizeof *p->slots);
    for (size_t state = 0; state < (size_t)p->raw->states; state++) {
        size_t at = signature_hash(p, state) & (p->slot_count - 1);
        while (p->slots[at] != 0 && !same_signature(p, p->slots[at] - 1, state))
            at = (at + 1) & (p->slot_count - 1);
        if (p->slots[at] == 0) {
            p->slots[at] = (uint32_t)state + 1;
            p->new_class[state] = classes++;
        } else
            p->new_class[state] = p->new_class[p->slots[at] - 1];
    }
    uint32_t *old = p->class_of;
    p->class_of = p->new_class;
    p->new_class = old;
    return classes;
}

/* Are two columns alike in every class? `first_of[class]` is a state of it. */
static bool same_column(const partition *p, const uint32_t *first_of, uint32_t classes, int a, int b)
{
    for (uint32_t i = 0; i < classes; i++)
        if (target_class(p, first_of[i], a) != target_class(p, first_of[i], b))
            return false;
    return true;
}

static felt_machine *build(felt_arena *arena, const partition *p, const uint32_t *first_of, uint32_t classes)
{
    felt_machine *machine = felt_arena_take(arena, 1, sizeof *machine);
    uint8_t *class_of = felt_arena_take(arena, (size_t)p->raw->game->event_count, 1);
    if (machine == NULL || class_of == NULL)
        return NULL;
    int kept[FELT_CLASSES_MAX] = {0};
    uint8_t column_of[FELT_CLASSES_MAX] = {0};
    for (int symbol = 0; symbol < p->raw->symbols; symbol++) {
        uint32_t column = 0;
        while (column < machine->class_count && !same_column(p, first_of, classes, kept[column], symbol))
            column++;
        if (column == machine->class_count)
            kept[machine->class_count++] = symbol;
        column_of[symbol] = (uint8_t)column;
    }
    machine->state_count = classes;
    machine->game = p->raw->game;
    machine->class_of = class_of;
    for (int event = 0; event < machine->game->event_count; event++)
        class_of[event] = column_of[p->raw->symbol_of[event]];
    for (int phase = 0; phase < machine->game->phase_count; phase++)
        machine->start[phase] = p->raw->start[phase] < 0 ? FELT_STATE_NONE : (uint16_t)p->class_of[p->raw->start[phase]];
    uint16_t *next = felt_arena_take(arena, (size_t)classes * machine->class_count, sizeof *next);
    if (next == NULL)
        return NULL;
    machine->next = next;
    for (uint32_t i = 0; i < classes; i++) {
        for (uint32_t column = 0; column < machine->class_count; column++) {
            uint32_t to = target_class(p, first_of[i], kept[column]);
            *next++ = (uint16_t)(to >= DECIDED ? classes + (to - DECIDED) : to);
        }
    }
    return machine;
}

felt_machine *minimize(felt_arena *arena, felt_arena *scratch, raw_machine *raw)
{
    partition p = {.raw = raw, .slot_count = 16};
    while (p.slot_count < 2 * (size_t)raw->states)
        p.slot_count *= 2;
    p.class_of = felt_arena_take(scratch, (size_t)raw->states, sizeof *p.class_of);
    p.new_class = felt_arena_take(scratch, (size_t)raw->states, sizeof *p.new_class);
    p.slots = felt_arena_take(scratch, p.slot_count, sizeof *p.slots);
    uint32_t *first_of = felt_arena_take(scratch, (size_t)raw->states, sizeof *first_of);
    if (p.class_of == NULL || p.new_class == NULL || p.slots == NULL || first_of == NULL)
        return NULL;
    uint32_t classes = 1, before;
    do {
        before = classes;
        classes = refine(&p);
        raw->work += (uint64_t)raw->states * (uint64_t)raw->symbols;
    } while (classes != before);
    for (size_t state = (size_t)raw->states; state-- > 0;)
        first_of[p.class_of[state]] = (uint32_t)state;
    raw->merged = p.class_of;
    return build(arena, &p, first_of, classes);
}
