/* src/games.c - the one list of games. A new game is one line here: ARCHITECTURE.md, "Adding a game". */
#include "games.h"

extern const struct sheet_rules sheet_rules_baccarat, sheet_rules_craps;
extern const struct odds_engine odds_engine_shoe;
extern const struct sim_engine sim_engine_shoes;
extern const felt_game felt_game_baccarat, felt_game_craps;

const game_entry felt_games[] = {
    {&felt_game_baccarat, &sheet_rules_baccarat, &odds_engine_shoe, &sim_engine_shoes},
    {&felt_game_craps, &sheet_rules_craps, NULL, NULL},
};

const int felt_games_count = sizeof felt_games / sizeof *felt_games;
