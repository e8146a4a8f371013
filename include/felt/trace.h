/* felt/trace.h - from the clauses that a sheet cites to its rows, and to the cases that prove them.
 *
 * A clause is what rows, wagers and choices of a sheet cite, each text once. A case proves the rows that its expectations come to.
 * Lifetime: a trace lives in the given arena; sheet and cases must outlive it.
 * Threads:  one thread at a time for one arena.
 * Failure:  *ret is written only on FELT_OK; FELT_ENOMEM when the arena is full. */
#ifndef FELT_TRACE_H
#define FELT_TRACE_H

#include <felt/api.h>
#include <felt/cases.h>

FELT_API_BEGIN

/* A case that was run. */
typedef struct felt_trace_case {
    felt_text file;
    const felt_case *of;
    bool passed;
    felt_text why; /* it failed: the first expectation that did not hold */
} felt_trace_case;

/* What cites a clause: a row, of all sides of a wager, or a choice of an option. */
typedef struct felt_trace_place {
    const felt_wager *wager; /* of the first side; NULL: a choice */
    int row;
    felt_setting choice;
    int line;
    int *cases; /* indices into the trace's cases */
    int case_count;
} felt_trace_place;

typedef struct felt_trace_clause {
    felt_text text; /* as it is cited; empty: rows that cite nothing */
    felt_trace_place *places;
    int place_count;
} felt_trace_clause;

typedef struct felt_trace {
    felt_trace_clause *clauses; /* in the order of the sheet */
    int clause_count;
    felt_trace_case *cases; /* all that were asked for */
    int case_count;
    int *others; /* of these, those that come to no row of the sheet, such as of a bet that is refused */
    int other_count;
    int passed, failed;
    int foreign;   /* cases of the files that no bet of this sheet's is in: of other sheets, or of another text of this one; not run */
    int row_count; /* of the clauses that are left ... */
    int bare;      /* ... and those of them that no case comes to */
} felt_trace;

/* Runs the cases of `files` and follows every clause of `sheet`, or those that `clause` is about, if it is not empty: clauses that have it
 * in their text, in any case of letters, and what cases come to whose name begins with it and a colon. */
felt_status felt_trace_make(felt_arena *arena, const felt_sheet *sheet, const felt_cases *const *files, int file_count, felt_text clause,
                            const felt_trace **ret);

FELT_API_END

#endif
