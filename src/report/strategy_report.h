/* src/report/strategy_report.h - what the reports of strategies share. */
#ifndef FELT_SRC_REPORT_STRATEGY_REPORT_H
#define FELT_SRC_REPORT_STRATEGY_REPORT_H

#include "sim_report.h"

#include <felt/strategy_report.h>

session_averages strategy_average(const felt_strategy_report *report, int index);

felt_status strategy_json(felt_arena *arena, const felt_strategy_report *report, felt_text *ret);

#endif
