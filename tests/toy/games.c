/* tests/toy/games.c - the list of games with three dice on it, in the place of src/games.c. */
#include "../src/games.h"
#include "toy/three_dice.h"

extern const struct sheet_rules sheet_rules_baccarat, sheet_rules_craps, sheet_rules_three_dice;
extern const struct odds_engine odds_engine_shoe;
extern const struct sim_engine sim_engine_shoes;
extern const felt_game felt_game_baccarat, felt_game_craps;

const game_entry felt_games[] = {
    {&felt_game_baccarat, &sheet_rules_baccarat, &odds_engine_shoe, &sim_engine_shoes},
    {&felt_game_craps, &sheet_rules_craps, NULL, NULL},
    {&felt_game_three_dice, &sheet_rules_three_dice, NULL, NULL},
};

const int felt_games_count = sizeof felt_games / sizeof *felt_games;
