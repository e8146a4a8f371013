/* felt/audit_series.h - how the realised edge of each wager went, round after round, beside the exact one and the band that luck leaves.
 *
 * Lifetime: a series owns its memory and is freed with felt_audit_series_free; the audit must outlive it.
 * Threads:  one thread at a time. */
#ifndef FELT_AUDIT_SERIES_H
#define FELT_AUDIT_SERIES_H

#include <felt/api.h>
#include <felt/audit.h>

FELT_API_BEGIN

enum { FELT_AUDIT_POINTS_MAX = 256 }; /* of a series; where more rounds come, every second point is given up */

typedef struct felt_audit_series felt_audit_series;

/* What had come out on a wager after so many rounds. */
typedef struct felt_audit_point {
    uint64_t rounds;
    int64_t time;                      /* of the last of them, in seconds: where the series is timed */
    double realised, exact, deviation; /* as of felt_luck; all 0 while nothing is decided */
} felt_audit_point;

felt_status felt_audit_series_new(const felt_audit *audit, felt_audit_series **ret); /* FELT_ENOMEM */
void felt_audit_series_free(felt_audit_series *series);                              /* NULL is allowed */

/* Says when the round took place that is noted next, as felt_records_clock has it, FELT_TIME_NONE where nobody knows. Times without dates that
 * fall by more than half a day are of the next day. */
void felt_audit_series_time(felt_audit_series *series, int64_t time);

/* How times were told. */
typedef enum felt_audit_timing {
    FELT_AUDIT_UNTIMED = 0, /* of no round, or all at one moment */
    FELT_AUDIT_TIMED,       /* of every round, and in order */
    FELT_AUDIT_TIMES_LEFT_OUT,
    FELT_AUDIT_TIMES_MIXED, /* some round is more than a minute before one that came earlier */
} felt_audit_timing;
felt_audit_timing felt_audit_series_timing(const felt_audit_series *series);

/* To be called after each round; the last time with `last`, so that the last point is the end. FELT_ENOMEM. */
felt_status felt_audit_series_note(felt_audit_series *series, bool last);

int felt_audit_series_count(const felt_audit_series *series);
felt_audit_point felt_audit_series_point(const felt_audit_series *series, int wager, int index);

FELT_API_END

#endif
