/* felt/design_report.h - paytables that were found, as text, JSON and CSV.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when the arena is full. */
#ifndef FELT_DESIGN_REPORT_H
#define FELT_DESIGN_REPORT_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/design.h>
#include <felt/report.h>

FELT_API_BEGIN

/* What was asked for, how many paytables meet it, the best with its rows to be pasted, and the frontier: at most `limit` of it, spread
 * over all of it (0: all). As JSON one object; as CSV the frontier alone, `limit` of its beginning. `request` is what `design` was made
 * of. */
felt_status felt_report_design(felt_arena *arena, const felt_design_request *request, const felt_design *design, int limit,
                               felt_report_style style, felt_text *ret);

/* The rows of paytable `number` of the frontier, counted from 1, to be pasted: below the report, which has those of the best. Requires
 * 1 <= number <= design->frontier_count. */
felt_status felt_report_design_picked(felt_arena *arena, const felt_design *design, int number, felt_text *ret);

FELT_API_END

#endif
