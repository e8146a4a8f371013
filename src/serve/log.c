/* src/serve/log.c - the server's log: one JSON object a line on standard error; and its clock. */
#include "server.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int64_t clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t server_now(void)
{
    return clock_ms(CLOCK_REALTIME);
}

void server_tick(server *s)
{
    int64_t said = server_now(), passed = clock_ms(CLOCK_MONOTONIC);
    int64_t least = s->passed_ms == 0 ? said : s->now + (passed - s->passed_ms);
    s->now = said > least ? said : least;
    s->passed_ms = passed;
}

void server_log(server *s, const char *level, const char *what, const char *format, ...)
{
    char message[1024], when[32];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    int64_t now = server_now();
    time_t seconds = (time_t)(now / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    size_t length = strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(when + length, sizeof when - length, ".%03dZ", (int)(now % 1000));
    wire w = {.text = NULL};
    wire_open(&w, '{');
    wire_put_string(&w, "time", when);
    wire_put_string(&w, "level", level);
    wire_put_string(&w, "what", what);
    wire_put_string(&w, "message", message);
    wire_close(&w, '}');
    if (!w.failed)
        fprintf(stderr, "%.*s\n", FELT_TEXT_ARGS(wire_written(&w)));
    wire_free(&w);
    s->counters.errors += level[0] == 'e';
    if (level[0] == 'e' && strcmp(what, "drift") != 0) /* which stands, or does not */
        alarms_note(s, what, message);
}
