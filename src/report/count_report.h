/* src/report/count_report.h - what the reports on counting share. */
#ifndef FELT_SRC_REPORT_COUNT_REPORT_H
#define FELT_SRC_REPORT_COUNT_REPORT_H

#include <felt/count_report.h>

felt_status report_count_json(felt_arena *arena, const felt_count_entry *list, int count, felt_text *ret);

#endif
