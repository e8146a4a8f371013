/* src/people/limits.c - when a limit holds, and sums of the last days. */
#include "limits.h"

#include <assert.h>

const char *people_limit_text(people_limit_kind kind)
{
    static const char *const texts[PEOPLE_LIMIT_COUNT] = {"stake", "day-loss", "week-loss", "day-time"};
    assert(kind >= 0 && kind < PEOPLE_LIMIT_COUNT);
    return texts[kind];
}

people_limits people_limits_none(void)
{
    people_limits limits = {.excluded_until_ms = 0};
    for (int i = 0; i < PEOPLE_LIMIT_COUNT; i++)
        limits.limits[i].now = limits.limits[i].next = PEOPLE_UNLIMITED;
    return limits;
}

int64_t people_limit_at(const people_limit *limit, int64_t now_ms)
{
    return limit->from_ms != 0 && now_ms >= limit->from_ms ? limit->next : limit->now;
}

people_limit people_limit_asked(const people_limit *limit, int64_t value, int64_t now_ms)
{
    int64_t holds = people_limit_at(limit, now_ms);
    assert(value >= 0);
    if (value <= holds)
        return (people_limit){value, value, 0};
    return (people_limit){holds, value, now_ms + PEOPLE_RAISE_AFTER_MS};
}

bool people_limits_any(const people_limits *limits)
{
    for (int i = 0; i < PEOPLE_LIMIT_COUNT; i++)
        if (limits->limits[i].now != PEOPLE_UNLIMITED || (limits->limits[i].from_ms != 0 && limits->limits[i].next != PEOPLE_UNLIMITED))
            return true;
    return false;
}

bool people_excluded(const people_limits *limits, int64_t now_ms)
{
    return limits->excluded_until_ms == PEOPLE_FOR_GOOD || now_ms < limits->excluded_until_ms;
}

/* ---- sums ---- */

int64_t people_day_of(int64_t now_ms, int64_t day_offset_ms)
{
    int64_t shifted = now_ms + day_offset_ms;
    return shifted >= 0 ? shifted / PEOPLE_DAY_MS : 0;
}

static int64_t plus(int64_t a, int64_t b)
{
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

static people_day_sum *slot_of(people_sums *sums, int64_t day)
{
    return &sums->days[day % PEOPLE_DAYS];
}

void people_sums_add(people_sums *sums, const people_day_sum *more)
{
    assert(more->day >= 0 && more->staked >= 0 && more->returned >= 0 && more->played_ms >= 0);
    people_day_sum *day = slot_of(sums, more->day);
    if (day->day > more->day)
        return;
    if (day->day < more->day)
        *day = (people_day_sum){.day = more->day};
    day->staked = plus(day->staked, more->staked);
    day->returned = plus(day->returned, more->returned);
    day->played_ms = plus(day->played_ms, more->played_ms);
}

people_day_sum people_sums_day(const people_sums *sums, int64_t day)
{
    assert(day >= 0);
    const people_day_sum *found = &sums->days[day % PEOPLE_DAYS];
    return found->day == day ? *found : (people_day_sum){.day = day};
}

int64_t people_sums_lost(const people_sums *sums, int64_t from, int64_t to)
{
    int64_t staked = 0, returned = 0;
    for (int i = 0; i < PEOPLE_DAYS; i++) {
        const people_day_sum *day = &sums->days[i];
        if (day->day >= from && day->day <= to) {
            staked = plus(staked, day->staked);
            returned = plus(returned, day->returned);
        }
    }
    return staked - returned;
}
