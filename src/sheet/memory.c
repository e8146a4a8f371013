/* src/sheet/memory.c - what the states of a machine remember, as data and as text. */
#include "machine.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

enum { NOT_YET = -2 };

/* ---- as data ---- */

bool remember(felt_arena *arena, felt_machine *machine, const memory_field *fields, int count, const raw_machine *raw, const uint64_t *keys)
{
    size_t things = (size_t)count;
    felt_memory *memories = felt_arena_take(arena, things + 1, sizeof *memories);
    int16_t *values = felt_arena_take(arena, machine->state_count * things + 1, sizeof *values);
    if (memories == NULL || values == NULL)
        return false;
    for (size_t i = 0; i < machine->state_count * things; i++)
        values[i] = NOT_YET;
    for (size_t i = 0; i < things; i++)
        memories[i] = fields[i].memory;
    for (size_t state = 0; state < (size_t)raw->states; state++) {
        int16_t *mine = values + raw->merged[state] * things;
        for (size_t i = 0; i < things; i++) {
            int16_t value = (int16_t)(keys[state] >> fields[i].shift & (((uint64_t)1 << fields[i].bits) - 1));
            mine[i] = mine[i] == NOT_YET || mine[i] == value ? value : FELT_MEMORY_UNKNOWN;
        }
    }
    machine->memories = memories;
    machine->memory = values;
    machine->memory_count = (uint32_t)count;
    return true;
}

static int value_of(const felt_machine *machine, uint32_t state, uint32_t i)
{
    return machine->memory[state * machine->memory_count + i];
}

int felt_machine_number(const felt_machine *machine, uint32_t state)
{
    assert(state < machine->state_count);
    for (uint32_t i = 0; i < machine->memory_count && machine->game->phase_number != NULL; i++)
        if (machine->memories[i].kind == FELT_MEMORY_PHASE && value_of(machine, state, i) >= 0)
            return machine->game->phase_number(value_of(machine, state, i));
    return -1;
}

/* ---- as text ---- */

typedef struct writing {
    char *ret;
    size_t size, at;
} writing;

static void put(writing *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(writing *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int wrote = vsnprintf(w->ret + w->at, w->size - w->at, format, args);
    va_end(args);
    bool fits = wrote >= 0 && (size_t)wrote < w->size - w->at;
    w->at = fits ? w->at + (size_t)wrote : w->size - 1;
}

static void put_phase(writing *w, const felt_machine *machine, const felt_memory *memory, int value)
{
    int number = machine->game->phase_number == NULL ? 0 : machine->game->phase_number(value);
    if (number == 0)
        put(w, "no %.*s", FELT_TEXT_ARGS(memory->name));
    else
        put(w, "%.*s %d", FELT_TEXT_ARGS(memory->name), number);
}

static void put_count(writing *w, const felt_memory *memory, int value)
{
    const char *more = value == memory->most ? " or more" : "";
    bool once = value == 1 && value < memory->most;
    felt_text name = once && memory->single.length > 0 ? memory->single : memory->name;
    if (memory->single.length > 0 && value == 0)
        put(w, "no %.*s", FELT_TEXT_ARGS(name));
    else if (memory->single.length > 0)
        put(w, "%d%s %.*s", value, more, FELT_TEXT_ARGS(name));
    else if (value == 0)
        put(w, "%.*s not once", FELT_TEXT_ARGS(name));
    else if (once)
        put(w, "%.*s once", FELT_TEXT_ARGS(name));
    else
        put(w, "%.*s %d%s times", FELT_TEXT_ARGS(name), value, more);
}

/* Of how many it is known that they have come, or that they have not. */
static int count_coming(const felt_machine *machine, uint32_t state, int wanted)
{
    int count = 0;
    for (uint32_t i = 0; i < machine->memory_count; i++)
        count += machine->memories[i].kind == FELT_MEMORY_HAS_COME && value_of(machine, state, i) == wanted;
    return count;
}

/* Their names: "2, 3 and 5". */
static void put_names(writing *w, const felt_machine *machine, uint32_t state, int wanted)
{
    int left = count_coming(machine, state, wanted);
    bool first = true;
    for (uint32_t i = 0; i < machine->memory_count; i++) {
        if (machine->memories[i].kind != FELT_MEMORY_HAS_COME || value_of(machine, state, i) != wanted)
            continue;
        const char *between = --left == 0 ? " and " : ", ";
        put(w, "%s%.*s", first ? "" : between, FELT_TEXT_ARGS(machine->memories[i].name));
        first = false;
    }
}

static void put_coming(writing *w, const felt_machine *machine, uint32_t state)
{
    int come = count_coming(machine, state, 1), open = count_coming(machine, state, 0);
    if (come + open > 0 && w->at > 0)
        put(w, "; ");
    if (come > 0) {
        put_names(w, machine, state, 1);
        put(w, "%s%s", come == 1 ? " has come" : " have come", open > 0 ? "; " : "");
    }
    if (open > 0) {
        put_names(w, machine, state, 0);
        put(w, "%s%s", open == 1 ? " has not" : " have not", come > 0 ? "" : " come");
    }
}

void felt_memory_write(const felt_machine *machine, uint32_t state, char *ret, size_t size)
{
    writing w = {ret, size, 0};
    assert(state < machine->state_count && size > 0);
    ret[0] = '\0';
    for (uint32_t i = 0; i < machine->memory_count; i++) {
        const felt_memory *memory = &machine->memories[i];
        int value = value_of(machine, state, i);
        if (memory->kind == FELT_MEMORY_HAS_COME || value < 0)
            continue;
        put(&w, "%s", w.at == 0 ? "" : ", ");
        if (memory->kind == FELT_MEMORY_PHASE)
            put_phase(&w, machine, memory, value);
        else
            put_count(&w, memory, value);
    }
    put_coming(&w, machine, state);
}
