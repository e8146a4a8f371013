/* felt/lookup.h - wagers as lookup tables: outcomes with whole weights and pays, for the engines of others.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK, and the error only on failure. */
#ifndef FELT_LOOKUP_H
#define FELT_LOOKUP_H

#include <felt/api.h>
#include <felt/odds.h>
#include <felt/report.h>

FELT_API_BEGIN

enum { FELT_LOOKUP_SCALE_MAX = 1000000000 };

/* One line for each row that can decide, of each of `count` entries: its number among them, its weight, and what it pays back, stake
 * included, in parts of 1/scale of what was handed over. Weights are the smallest whole numbers that are to each other as the
 * probabilities are. FELT_REPORT_CSV with a head, or FELT_REPORT_JSON, an object to a line. docs/lookup.md has the columns.
 * What is written is added up again, and must come to the exact edge.
 * FELT_EUNSET: an entry has no edge. FELT_ERANGE: a pay is no whole number of parts; the error says which scale makes all of them so.
 * FELT_ENOMEM. Requires 1 <= scale <= FELT_LOOKUP_SCALE_MAX. */
felt_status felt_report_lookup(felt_arena *arena, const felt_odds *const *list, int count, long scale, felt_report_style style,
                               felt_text *ret, felt_error *error);

/* Do all weights of the entry add up to less than 2^63, so that any engine can read them? */
bool felt_lookup_is_small(const felt_odds *odds);

FELT_API_END

#endif
