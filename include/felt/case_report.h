/* felt/case_report.h - how cases went, as text or TAP, piece by piece.
 *
 * The pieces one after the other are the report: each file when it has been run, then coverage if it is wanted, then the totals.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena and one form.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_CASE_REPORT_H
#define FELT_CASE_REPORT_H

#include <felt/api.h>
#include <felt/cases.h>
#include <felt/report.h>

FELT_API_BEGIN

typedef struct felt_case_form {
    felt_report_style style; /* FELT_REPORT_TEXT, FELT_REPORT_COLOR or FELT_REPORT_TAP */
    int passed, failed;      /* cases so far: 0 at the beginning */
    int lines;               /* of TAP so far */
} felt_case_form;

/* What failed in one file; as TAP, every case. */
felt_status felt_report_cases(felt_arena *arena, felt_case_form *form, const felt_cases *cases, const felt_case_results *results,
                              felt_text *ret);

/* A file that could not be run; diagnostics say why. Empty but for TAP. */
felt_status felt_report_cases_unread(felt_arena *arena, felt_case_form *form, felt_text file, felt_text *ret);

/* The rows that no case came to, and for each sheet how many there are. */
felt_status felt_report_coverage(felt_arena *arena, felt_case_form *form, const felt_coverage *coverage, felt_text *ret);

/* "12 passed, 0 failed"; `good`: nothing else went wrong either. */
felt_status felt_report_cases_totals(felt_arena *arena, const felt_case_form *form, bool good, felt_text *ret);

FELT_API_END

#endif
