/* felt/history_report.h - what dealing and settling a history again has found, as text or JSON.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_HISTORY_REPORT_H
#define FELT_HISTORY_REPORT_H

#include <felt/api.h>
#include <felt/history.h>
#include <felt/report.h>

FELT_API_BEGIN

/* What was verified, and what a reader should know of it: shoes of the server alone, shoes that ended early, makings that came to nothing.
 * FELT_REPORT_TEXT, FELT_REPORT_COLOR or FELT_REPORT_JSON. */
felt_status felt_report_history(felt_arena *arena, const felt_history_counts *counts, felt_report_style style, felt_text *ret);

/* Chains that were only read, not dealt again: that nothing was changed in so many tables and records, and how many of the tables begin at
 * a floor, with nothing before it. */
felt_status felt_report_history_chains(felt_arena *arena, int64_t tables, int64_t records, int64_t floors, felt_text *ret);

/* What is not so, as JSON. */
felt_status felt_report_history_wrong(felt_arena *arena, const felt_error *error, felt_text *ret);

FELT_API_END

#endif
