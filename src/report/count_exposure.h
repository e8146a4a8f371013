/* src/report/count_exposure.h - what is said of dealt shoes, for the reports on counting. */
#ifndef FELT_SRC_REPORT_COUNT_EXPOSURE_H
#define FELT_SRC_REPORT_COUNT_EXPOSURE_H

#include "json_out.h"

#include <felt/count_report.h>

/* The exposure of entries of one sheet, whose odds are `odds`; nothing where no shoes were dealt. */
void report_count_exposure(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count,
                           felt_report_columns columns);

/* What would make them safe, of those that are asked for it; the sentences below all tables; and as a member of an object. */
void report_count_safe(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count, felt_report_columns columns);
void report_count_safe_legend(text_out *out, const felt_count_entry *list, int count);
void report_count_safe_json(felt_arena *arena, json_t **object, const felt_count_entry *e);

/* How the shoes were dealt; and what the columns are. */
void report_count_rules(text_out *out, const felt_exposure *e);
void report_count_legend(text_out *out);

/* Puts the figures of a system, or of all that was dealt for an entry, into an object; nothing where no shoes were dealt. */
void report_count_system_json(json_t **object, const felt_count_dealt *d, int system, int cut);
void report_count_dealt_json(json_t **object, const felt_count_entry *e);

#endif
