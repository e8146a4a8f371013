/* src/report/count_report.h - what the reports on counting share. */
#ifndef FELT_SRC_REPORT_COUNT_REPORT_H
#define FELT_SRC_REPORT_COUNT_REPORT_H

#include "text_out.h"

#include <felt/count_report.h>

felt_status report_count_json(felt_arena *arena, const felt_count_entry *list, int count, felt_text *ret);

/* The counting systems of entries of one sheet, whose odds are `odds`; nothing where there are none. */
void report_count_systems(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count,
                          felt_report_columns columns);

#endif
