/* src/report/audit_clock.c - moments on the scale of a picture: where they stand, and what they are called. */
#include "audit_plot.h"

#include <time.h>

enum { MINUTE_S = 60, HOUR_S = 3600, DAY_S = 86400 };

int64_t clock_step(int64_t range, int lines)
{
    static const int64_t steps[] = {1,          5,          15,         30,         MINUTE_S,    5 * MINUTE_S, 15 * MINUTE_S, 30 * MINUTE_S,
                                    HOUR_S,     2 * HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 12 * HOUR_S, DAY_S,        2 * DAY_S,     7 * DAY_S,
                                    14 * DAY_S, 28 * DAY_S, 56 * DAY_S, 112 * DAY_S};
    enum { STEPS = sizeof steps / sizeof *steps };
    for (int i = 0; i < STEPS; i++)
        if (range / steps[i] < lines)
            return steps[i];
    return (range / lines / DAY_S + 1) * DAY_S;
}

/* Times without dates are below a day, or a few days where a night was passed. */
static bool is_dated(int64_t time)
{
    return time >= 365 * (int64_t)DAY_S;
}

static void put(text_out *out, int64_t moment, const char *format)
{
    char text[40];
    time_t seconds = (time_t)moment;
    struct tm parts;
    if (gmtime_r(&seconds, &parts) != NULL)
        out_bytes(out, text, strftime(text, sizeof text, format, &parts));
}

void clock_label(text_out *out, int64_t moment, int64_t step)
{
    if (is_dated(moment) && moment % DAY_S == 0)
        put(out, moment, step > 28 * (int64_t)DAY_S ? "%b %Y" : "%d %b");
    else
        put(out, moment, step < MINUTE_S ? "%H:%M:%S" : "%H:%M");
}

void clock_range(text_out *out, int64_t from, int64_t to)
{
    bool dated = is_dated(from), same = from / DAY_S == to / DAY_S;
    put(out, from, dated ? "%d %b %Y %H:%M" : "%H:%M");
    out_print(out, " to ");
    put(out, to, dated && !same ? "%d %b %Y %H:%M" : "%H:%M");
    if (!dated && !same)
        out_print(out, ", %lld day%s later", (long long)(to / DAY_S - from / DAY_S), to / DAY_S - from / DAY_S == 1 ? "" : "s");
}
