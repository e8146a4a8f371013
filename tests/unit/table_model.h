/* tests/unit/table_model.h - a plain model of a live table, which checks everything that can be seen after each step.
 *
 * A script is a list of commands with their times. It is drawn at random while a table plays it, or played again; a step that breaks a
 * promise ends it with a sentence. A script that fails is made shorter by leaving commands out as long as it still fails. */
#ifndef FELT_TESTS_UNIT_TABLE_MODEL_H
#define FELT_TESTS_UNIT_TABLE_MODEL_H

#include <felt/dealing.h>
#include <felt/random.h>
#include <felt/table.h>

typedef struct script_step {
    felt_command command;
    int64_t time_ms;
} script_step;

typedef struct script {
    script_step *steps;
    int count;
} script;

/* What is played, and a mistake that the model makes on purpose: bets above `fault` minor units are wrong; 0: none. */
typedef struct model_game {
    felt_table_setup setup;
    int64_t fault;
} model_game;

enum { MODEL_WHY_BYTES = 256 };

/* Draws `count` steps from `seed` and plays them; `ret` holds them, to be freed. Returns the number of the step that failed, or -1. */
int model_draw(const model_game *game, uint64_t seed, int count, script *ret, char why[MODEL_WHY_BYTES]);

/* Plays a script. Returns as above. */
int model_play(const model_game *game, const script *script, char why[MODEL_WHY_BYTES]);

/* Leaves out what is not needed for it to fail. */
void model_shrink(const model_game *game, script *script);

/* For people. */
void model_print(const script *script);

#endif
