/* src/people/limits.h - limits that players set for themselves, self-exclusion, and the sums they are compared with.
 *
 * Threads:  every function is pure. */
#ifndef FELT_SRC_PEOPLE_LIMITS_H
#define FELT_SRC_PEOPLE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#define PEOPLE_HOUR_MS INT64_C(3600000)
#define PEOPLE_DAY_MS (24 * PEOPLE_HOUR_MS)
#define PEOPLE_UNLIMITED INT64_MAX
#define PEOPLE_FOR_GOOD INT64_MAX
#define PEOPLE_RAISE_AFTER_MS PEOPLE_DAY_MS /* a limit is raised so long after it was asked for */
#define PEOPLE_EXCLUSION_MIN_MS PEOPLE_DAY_MS
#define PEOPLE_PAUSE_MS (5 * 60 * INT64_C(1000)) /* a longer one between two plays is no time at play */

typedef enum people_limit_kind {
    PEOPLE_LIMIT_STAKE = 0, /* of one bet, minor units */
    PEOPLE_LIMIT_DAY_LOSS,
    PEOPLE_LIMIT_WEEK_LOSS, /* today and the six days before */
    PEOPLE_LIMIT_DAY_TIME,  /* milliseconds */
    PEOPLE_LIMIT_COUNT
} people_limit_kind;

/* "stake", "day-loss", "week-loss", "day-time". */
const char *people_limit_text(people_limit_kind kind);

/* `now` holds until from_ms, `next` from then on; from_ms 0: nothing is to come. */
typedef struct people_limit {
    int64_t now, next, from_ms;
} people_limit;

typedef struct people_limits {
    people_limit limits[PEOPLE_LIMIT_COUNT];
    int64_t excluded_until_ms; /* 0: never excluded; may be past */
} people_limits;

people_limits people_limits_none(void);

/* What holds at a time. */
int64_t people_limit_at(const people_limit *limit, int64_t now_ms);

/* The limit after somebody asked for `value`: lower holds at once, higher from PEOPLE_RAISE_AFTER_MS on. Requires value >= 0. */
people_limit people_limit_asked(const people_limit *limit, int64_t value, int64_t now_ms);

bool people_limits_any(const people_limits *limits);
bool people_excluded(const people_limits *limits, int64_t now_ms);

/* ---- sums ---- */

enum { PEOPLE_DAYS = 7 };

typedef struct people_day_sum {
    int64_t day; /* since 1970, in the house's time */
    int64_t staked, returned, played_ms;
} people_day_sum;

/* The last days, each in the place of its number; a day of 0 is none. */
typedef struct people_sums {
    people_day_sum days[PEOPLE_DAYS];
} people_sums;

int64_t people_day_of(int64_t now_ms, int64_t day_offset_ms);

/* Adds to a day; what is older than the last seven days is left out. Sums that would not fit stay at the largest number. */
void people_sums_add(people_sums *sums, const people_day_sum *more);

/* The sum of a day, of zeros where nothing is known of it. */
people_day_sum people_sums_day(const people_sums *sums, int64_t day);

/* Staked less returned from a day to another, both included; below 0: he is ahead. */
int64_t people_sums_lost(const people_sums *sums, int64_t from, int64_t to);

#endif
