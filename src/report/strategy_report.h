/* src/report/strategy_report.h - what the reports of strategies share. */
#ifndef FELT_SRC_REPORT_STRATEGY_REPORT_H
#define FELT_SRC_REPORT_STRATEGY_REPORT_H

#include "sim_report.h"

#include <felt/strategy_report.h>

session_averages strategy_average(const felt_strategy_report *report, int index);

/* The limits of the table as they stand behind the bankroll: ", bets from 5.00 to 500.00"; empty where there are none. */
felt_text strategy_limits(felt_arena *arena, const felt_strategy_report *report);

felt_status strategy_json(felt_arena *arena, const felt_strategy_report *report, felt_text *ret);

#endif
