/* src/record/clock.c - the time of a row, as exports write it: "2026-03-01 14:05:33", "1.3.2026 14:05", "3/21/2026 2:05 PM", "14:05:33",
 * "1-Mar-2026 14:05", and seconds or milliseconds since 1970.
 *
 * Zones and parts of a second are passed over. A date such as 3/4/2026, which may be March or April, is no time. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

enum { DAY_S = 86400 };

struct record_clock {
    int column; /* CSV */
    char *key;  /* NDJSON */
};

/* ---- pieces ---- */

/* Takes a number of at most `most` digits; false: there is none. */
static bool take_number(felt_text *text, size_t most, int *ret, size_t *ret_digits)
{
    size_t digits = 0;
    int number = 0;
    for (; digits < text->length && digits < most && text->bytes[digits] >= '0' && text->bytes[digits] <= '9'; digits++)
        number = 10 * number + (text->bytes[digits] - '0');
    *text = (felt_text){text->bytes + digits, text->length - digits};
    *ret = number;
    *ret_digits = digits;
    return digits > 0;
}

static bool take_byte(felt_text *text, char byte)
{
    if (text->length == 0 || text->bytes[0] != byte)
        return false;
    *text = (felt_text){text->bytes + 1, text->length - 1};
    return true;
}

/* Takes one of these bytes, and says which; '\0': none is there. */
static char take_any(felt_text *text, const char *bytes)
{
    for (; *bytes != '\0'; bytes++)
        if (take_byte(text, *bytes))
            return *bytes;
    return '\0';
}

/* A month by three letters; 0: none. */
static int take_month(felt_text *text)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    if (text->length < 3)
        return 0;
    for (int month = 0; month < 12; month++) {
        bool same = true;
        for (int i = 0; i < 3; i++)
            same = same && (text->bytes[i] | 32) == names[3 * month + i];
        if (same) {
            *text = (felt_text){text->bytes + 3, text->length - 3};
            return month + 1;
        }
    }
    return 0;
}

/* ---- dates ---- */

typedef struct clock_date {
    int year, month, day;
} clock_date;

/* Days since 1970 of a date of our calendar; -1: there is no such day, or it is before. */
static int64_t day_number(clock_date d)
{
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = d.year % 4 == 0 && (d.year % 100 != 0 || d.year % 400 == 0);
    if (d.year < 1970 || d.month < 1 || d.month > 12 || d.day < 1 || d.day > lengths[d.month - 1] + (leap && d.month == 2))
        return -1;
    int years = d.year - 1; /* whole ones before it */
    int64_t days = (int64_t)d.year * 365 + years / 4 - years / 100 + years / 400 - (1970LL * 365 + 1969 / 4 - 1969 / 100 + 1969 / 400);
    return days + before[d.month - 1] + (leap && d.month > 2) + d.day - 1;
}

/* Puts the two numbers before a year in their order: a point stands behind days; with anything else one of them must be too large for a
 * month, or both the same. */
static bool order_of(char mark, int first, int second, clock_date *ret)
{
    bool day_first = mark == '.' || first > 12;
    ret->day = day_first ? first : second;
    ret->month = day_first ? second : first;
    return mark == '.' || first > 12 || second > 12 || first == second;
}

/* "2026-03-01", "1.3.2026", "3/21/26", "1-Mar-2026": its day; -1: it is none, or may be two. */
static int64_t take_date(felt_text *text)
{
    clock_date d = {0, 0, 0};
    int first, second = 0, third;
    size_t digits, last;
    if (!take_number(text, 4, &first, &digits))
        return -1;
    char mark = take_any(text, "-/. ");
    int month = mark == '\0' ? 0 : take_month(text);
    if (mark == '\0' || (month == 0 && !take_number(text, 2, &second, &last)) || !take_byte(text, mark) ||
        !take_number(text, 4, &third, &last))
        return -1;
    second = month > 0 ? month : second;
    if (digits == 4) {
        d = (clock_date){first, second, third};
        return last > 2 ? -1 : day_number(d);
    }
    d.year = last == 2 ? 2000 + third : third;
    if (month > 0)
        d = (clock_date){d.year, month, first};
    else if (!order_of(mark, first, second, &d))
        return -1;
    return last == 2 || last == 4 ? day_number(d) : -1;
}

/* ---- times ---- */

/* "14:05:33.250Z", "2:05 PM": its second of the day; -1: it is none. What stands behind it is a zone, which is passed over. */
static int64_t take_time(felt_text *text)
{
    int hour, minute, second = 0;
    size_t digits;
    if (!take_number(text, 2, &hour, &digits) || !take_byte(text, ':') || !take_number(text, 2, &minute, &digits))
        return -1;
    if (take_byte(text, ':') && !take_number(text, 2, &second, &digits))
        return -1;
    while (take_any(text, ".,0123456789 ") != '\0') {
    }
    char half = text->length >= 2 && (text->bytes[1] | 32) == 'm' ? (char)(text->bytes[0] | 32) : '\0';
    if (half == 'a' || half == 'p') {
        if (hour < 1 || hour > 12)
            return -1;
        hour = hour % 12 + (half == 'p' ? 12 : 0);
    }
    bool good = hour <= 23 && minute <= 59 && second <= 60;
    return good ? hour * 3600 + minute * 60 + second : -1;
}

/* Seconds or milliseconds since 1970: ten digits, or thirteen. */
static bool read_count(felt_text text, int64_t *ret)
{
    int64_t count = 0;
    if (text.length != 10 && text.length != 13)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return false;
        count = 10 * count + (text.bytes[i] - '0');
    }
    *ret = text.length == 13 ? count / 1000 : count;
    return true;
}

int64_t record_read_time(felt_text text)
{
    int64_t count, day = 0, time = 0;
    text = text_trim(text);
    if (read_count(text, &count))
        return count;
    felt_text rest = text;
    time = take_time(&rest);
    if (time >= 0)
        return time;
    rest = text;
    day = take_date(&rest);
    if (day < 0)
        return FELT_TIME_NONE;
    bool divided = take_any(&rest, "T,") != '\0'; /* a comma has a space behind it, too */
    rest = text_trim(rest);
    time = rest.length == 0 && !divided ? 0 : take_time(&rest);
    return time < 0 ? FELT_TIME_NONE : day * DAY_S + time;
}

/* ---- rows ---- */

int64_t record_clock_row(felt_records *r, const felt_text *fields)
{
    char number[32];
    felt_text text = fields != NULL ? fields[r->clock->column] : record_json_value(r, r->clock->key, number);
    int64_t time = record_read_time(text);
    if (time == FELT_TIME_NONE && r->notes.bad_times++ == 0) {
        r->notes.first_bad_time_line = r->line;
        text = felt_text_whole((felt_text){text.bytes, text.length < sizeof r->notes.first_bad_time ? text.length : 23});
        if (text.length > 0)
            felt_text_printable(text, r->notes.first_bad_time);
    }
    return time;
}

felt_status felt_records_clock(felt_records *r, bool *ret_found)
{
    record_clock *clock = calloc(1, sizeof *clock);
    if (clock == NULL || r->clock != NULL) {
        free(clock);
        return FELT_ENOMEM;
    }
    *ret_found = record_seek(r, felt_text_from("time"), &clock->column, &clock->key);
    if (*ret_found) {
        r->clock = clock;
        r->extras = true;
    } else {
        free(clock);
    }
    return FELT_OK;
}

void record_clock_free(record_clock *clock)
{
    if (clock != NULL)
        free(clock->key);
    free(clock);
}
