/* src/report/sim_report.h - what the reports of simulations share. */
#ifndef FELT_SRC_REPORT_SIM_REPORT_H
#define FELT_SRC_REPORT_SIM_REPORT_H

#include "text_out.h"

#include <felt/session_digest.h>
#include <felt/sim_report.h>
#include <jansson.h>

/* How many entries from `first` on are of one sheet. */
int sim_sheet_run(const felt_sim_report *report, int first);

/* How many bets from `first` on are of one stake on sides of one wager, and stand in a report as one. */
int sim_bet_run(const felt_session_setup *setup, int first);

/* The sides of a bet and of those that stand with it: "4", or "4, 5 and 6"; empty where the wager has none. */
felt_text sim_bet_sides(felt_arena *arena, const felt_session_setup *setup, int first);

/* The exact figures of an entry, to compare a sample with. */
felt_sim_exact sim_exact(const felt_odds *o);

felt_text sim_amount(felt_arena *arena, int64_t minor, int decimals);

/* Averages of sessions, in minor units where they are amounts; 0 where there is no session. */
typedef struct session_averages {
    double expected;             /* result of a session */
    double action, bets, rounds; /* of a session */
    double bet;                  /* average stake */
    double edge;                 /* expected loss of a unit bet */
    double comp;                 /* of a session */
} session_averages;

/* `comp` is the rate, in hundredths of a per cent of the expected loss. */
session_averages session_average(const felt_session_result *played, const felt_session_figures *figures, int comp);

/* What was bet on one wager, and what that was expected to bring. Gives `object` these fields. */
void session_put_action(felt_arena *arena, const felt_session_action *a, const mpq_t expected, int decimals, json_t **object);

/* What was taken by default, in lines below a picture: all of it, since a picture is passed on without what was said when it was made. */
enum { SIM_DEFAULTS_LINE = 16 }; /* their height */
felt_text sim_defaults_lines(felt_arena *arena, const felt_book *book, int *ret_count);
void sim_put_defaults(text_out *out, felt_text lines, int left, int top);

/* The distribution of the results of sessions as bars. */
void sim_put_histogram(text_out *out, int decimals, const felt_session_digest *d);

void sim_put_sessions(text_out *out, const felt_sim_report *report, const felt_session_digest *d);
json_t *sim_json_sessions(felt_arena *arena, const felt_sim_report *report, const felt_session_digest *d);
felt_status sim_json(felt_arena *arena, const felt_sim_report *report, const felt_session_digest *d, felt_text *ret);

#endif
