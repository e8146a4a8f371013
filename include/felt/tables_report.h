/* felt/tables_report.h - what the tables of a tables file offer, as text or JSON.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_TABLES_REPORT_H
#define FELT_TABLES_REPORT_H

#include <felt/api.h>
#include <felt/report.h>
#include <felt/tables.h>

FELT_API_BEGIN

/* `count` tables: their sheets, choices and limits, what they offer, and what is closed and why. FELT_REPORT_TEXT, FELT_REPORT_COLOR or
 * FELT_REPORT_JSON, an array of tables. */
felt_status felt_report_tables(felt_arena *arena, const felt_table_plan *list, int count, felt_report_style style, felt_text *ret);

/* One line: how many tables there are, and how many wagers they offer and keep closed. FELT_REPORT_TEXT or FELT_REPORT_COLOR. */
felt_status felt_report_tables_totals(felt_arena *arena, const felt_tables *tables, felt_report_style style, felt_text *ret);

FELT_API_END

#endif
