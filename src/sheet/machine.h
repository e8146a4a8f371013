/* src/sheet/machine.h - a wager that stays up, on its way to a minimal machine: all states that play can reach, then the fewest that do the
 * same.
 *
 * Lifetime: a scratch arena of one compilation, but for the felt_machine, which lives in the sheet's. */
#ifndef FELT_SRC_SHEET_MACHINE_H
#define FELT_SRC_SHEET_MACHINE_H

#include "compile.h"

enum { DECIDED = 1 << 24 }; /* next - DECIDED is the row, when next is that much or more */

/* All reachable states over `symbols` kinds of events, at most FELT_CLASSES_MAX. */
typedef struct raw_machine {
    const felt_game *game;
    int states, symbols;
    const uint8_t *symbol_of;       /* of each event of the game */
    uint32_t *next;                 /* next[state * symbols + symbol] */
    int32_t start[FELT_PHASES_MAX]; /* -1: may not be placed there */
    uint64_t work;                  /* what making it minimal took, in the compiler's measure */
    const uint32_t *merged;         /* set by minimize: the state of the minimal machine that stands for each */
} raw_machine;

/* minimize.c: the minimal machine, its states numbered in the order in which events reach them. NULL when memory runs out. */
felt_machine *minimize(felt_arena *arena, felt_arena *scratch, raw_machine *raw);

/* Something that states remember, and where it stands in the key of one. */
typedef struct memory_field {
    felt_memory memory;
    int shift, bits;
} memory_field;

/* memory.c: gives the minimal machine of `raw` what its states remember; keys[i] is the key of raw state i. False when memory runs out. */
bool remember(felt_arena *arena, felt_machine *machine, const memory_field *fields, int count, const raw_machine *raw,
              const uint64_t *keys);

#endif
