/* src/cli/sim_request.h - what `felt sim` is asked for, read from its flags. */
#ifndef FELT_SRC_CLI_SIM_REQUEST_H
#define FELT_SRC_CLI_SIM_REQUEST_H

#include "cli.h"

#include <felt/sim.h>

typedef struct sim_request {
    felt_selection selection;
    const char *rounds, *time, *seed, *threads, *decks, *cut, *cut_rule, *burn, *bankroll, *bets, *sessions, *svg, *decimals;
    const char *unit, *comp; /* of strategies */
    const char *min, *max;   /* of the table that they are played at */
    cli_texts strategies;
    bool json;
    double time_s; /* 0: no limit */
    felt_sim_setup setup;
    felt_session_setup session;
    felt_session_bet session_bets[FELT_SESSION_BETS_MAX];
    int money_decimals;
    felt_money unit_amount; /* 0: as each strategy says */
    int comp_rate;          /* hundredths of a per cent; 0: not asked for */
    bool decks_by_default; /* nobody has said how many */
} sim_request;

/* Each complains and returns false where something is wrong: flags that exclude each other, numbers, the rules of the shoe, the shoe, the
 * bets of sessions. */
bool sim_verify_flags(cli *c, const sim_request *r, int words);
bool sim_read_numbers(cli *c, sim_request *r);
bool sim_read_rules(cli *c, sim_request *r);
bool sim_choose_decks(cli *c, sim_request *r, const felt_sheet *const *sheets, int count);
bool sim_prepare_sessions(cli *c, felt_arena *arena, sim_request *r, const felt_sheet *const *sheets, int count);

/* sim_strategy.c: reads the strategies, plays sessions by each of them and prints what became of them. */
cli_exit sim_strategies(cli *c, felt_arena *arena, sim_request *r);

#endif
