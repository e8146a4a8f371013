/* src/games.h - the games that Felt knows, each with what the stages need of it.
 *
 * A stage asks for its own part only; a part that is NULL means that the game needs nothing special there. */
#ifndef FELT_SRC_GAMES_H
#define FELT_SRC_GAMES_H

#include <felt/game.h>

struct sheet_rules;
struct odds_engine;
struct sim_engine;

typedef struct game_entry {
    const felt_game *game;
    const struct sheet_rules *rules;  /* src/sheet/rules.h */
    const struct odds_engine *engine; /* src/odds/engine.h; NULL: events are independent, and the machine is solved */
    const struct sim_engine *sim;     /* src/sim/engine.h; NULL: played by the way that all such games share */
} game_entry;

extern const game_entry felt_games[];
extern const int felt_games_count;

/* The entry of a game of the list. */
const game_entry *felt_games_entry(const felt_game *game);

#endif
