/* tests/unit/table_model_inside.h - the model from inside, for those who draw its commands. */
#ifndef FELT_TESTS_UNIT_TABLE_MODEL_INSIDE_H
#define FELT_TESTS_UNIT_TABLE_MODEL_INSIDE_H

#include "unit/table_model.h"

enum { MODEL_PLAYERS = 12, MODEL_BETS = 512 };

/* A bet as the model has it, in a play of its own. */
typedef struct model_bet {
    uint64_t bet, player;
    int64_t held;
    bool stays;
    felt_play *play;
} model_bet;

/* A command that was answered, with all that was said. */
typedef struct model_answer {
    felt_command command;
    felt_answer answer;
    felt_status status;
    char text[FELT_ERROR_BYTES];
} model_answer;

typedef struct model {
    const model_game *game;
    felt_table *table;
    felt_random random;
    model_bet bets[MODEL_BETS];
    int bet_count;
    int64_t held, back, lost; /* in all */
    bool closed;              /* no more bets */
    felt_table_limits limits; /* of the table, as they are */
    uint64_t seated[1024];    /* by seat, 0: free */
    model_answer *answers;
    int answer_count, answer_capacity;
    uint8_t *history; /* bytes of all events, each after its size in 2 bytes */
    size_t history_size, history_capacity;
    uint64_t next_id, next_shoe, highest_id;
    int64_t now;
    felt_payment payments[MODEL_BETS];
    char *why;
} model;

/* The next step of a table that is played at random: mostly what may be done there, and sometimes what may not. */
script_step model_draw_step(model *m);

#endif
