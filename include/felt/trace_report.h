/* felt/trace_report.h - clauses, rows, cases and verdicts, as text or JSON.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_TRACE_REPORT_H
#define FELT_TRACE_REPORT_H

#include <felt/api.h>
#include <felt/report.h>
#include <felt/trace.h>

FELT_API_BEGIN

/* What became of the copy of a source that the sheet names. */
typedef enum felt_copy {
    FELT_COPY_NONE = 0, /* the sheet names none */
    FELT_COPY_MISSING,  /* it cannot be read */
    FELT_COPY_SAME,     /* its hash is the one of the sheet */
    FELT_COPY_DIFFERS,
    FELT_COPY_UNSTATED, /* the sheet has no hash of it */
} felt_copy;

typedef struct felt_trace_source {
    felt_copy copy;
    felt_text hash; /* of the copy that was read */
} felt_trace_source;

/* `sources` has one entry for each source of the sheet. FELT_REPORT_TEXT, FELT_REPORT_COLOR or FELT_REPORT_JSON. */
felt_status felt_report_trace(felt_arena *arena, const felt_sheet *sheet, const felt_trace_source *sources, const felt_trace *trace,
                              felt_report_style style, felt_text *ret);

FELT_API_END

#endif
