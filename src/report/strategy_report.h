/* src/report/strategy_report.h - what the reports of strategies share. */
#ifndef FELT_SRC_REPORT_STRATEGY_REPORT_H
#define FELT_SRC_REPORT_STRATEGY_REPORT_H

#include "sim_report.h"

#include <felt/strategy_report.h>

/* Averages of one strategy, in minor units where they are amounts; 0 where there is no session. */
typedef struct strategy_averages {
    double expected;             /* result of a session */
    double action, bets, rounds; /* of a session */
    double bet;                  /* average stake */
    double edge;                 /* expected loss of a unit bet */
    double comp;                 /* of a session */
} strategy_averages;

strategy_averages strategy_average(const felt_strategy_report *report, int index);

felt_status strategy_json(felt_arena *arena, const felt_strategy_report *report, felt_text *ret);

#endif
