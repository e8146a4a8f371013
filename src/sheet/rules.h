/* src/sheet/rules.h - what the compiler has to know of a game beside its description: its facts, and how they become a machine.
 *
 * The list of all games is src/games.c; that is the one place where a game is registered. */
#ifndef FELT_SRC_SHEET_RULES_H
#define FELT_SRC_SHEET_RULES_H

#include "compile.h"
#include "parser.h"

typedef struct sheet_rules {
    const felt_game *game;

    /* Reads one fact; false after a report. */
    bool (*parse_fact)(parser *p, cond *ret);

    /* Reads a fact that may follow another without `and`, such as `on the come-out`; NULL: there are none. */
    bool (*begins_qualifier)(const parser *p);

    /* Reads what follows `placed`; NULL: a wager is always placed before the event. */
    bool (*parse_placing)(parser *p, placed_source *ret);

    /* Fills in a shape: compile_table, or a function of the game's own for wagers that stay up. */
    bool (*compile)(compiler *c, const target *t, shape *ret);

    /* For compile_table: the events that can happen, if not all can, and whether a fact holds in number i of them. */
    bool (*make_space)(compiler *c, event_space *ret);
    bool (*fact_fits)(const event_space *space, const cond *c, int side, int i);

    /* What a fact and its opposite are called; NULL: as in the sheet. */
    const struct words_rules *words;

    /* Hands, whose names may stand where a wager's may: `banker wins`; ended by NULL. NULL: there are none. */
    const char *const *hands;

    /* The rest is for games whose wagers stay up. Does the fact ask for something that has happened since the wager was placed? */
    bool (*counts)(const cond *c);

    /* A count that was written with a number alone, in the sheet's words, with `how` before the number: "exactly 3 points made". Bytes is
     * NULL when memory runs out. */
    felt_text (*count_write)(felt_arena *arena, const cond *c, const char *how);

    /* A row that ends a wager, for a help: "seven-out loses". */
    const char *ending;
} sheet_rules;

/* The rules of a game that was found by name. */
const sheet_rules *sheet_rules_of(const felt_game *game);

#endif
