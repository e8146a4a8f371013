/* tests/serve/test_alarms.c - what operators are told by themselves: the last fifty errors of the log, cut between characters; and when an
 * audit is due. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/server.h"

#include <stdlib.h>
#include <string.h>

static void the_last_fifty_errors_are_kept(void **state)
{
    server *s = calloc(1, sizeof *s);
    (void)state;
    assert_non_null(s);
    for (int i = 1; i <= SERVER_ALARMS; i++)
        server_log(s, "error", "house", "trouble %d", i);
    assert_string_equal(s->troubles.list[0].message, "trouble 1");
    assert_string_equal(s->troubles.list[SERVER_ALARMS - 1].message, "trouble 50");
    server_log(s, "error", "house", "trouble %d", SERVER_ALARMS + 1);
    assert_string_equal(s->troubles.list[0].message, "trouble 51");
    assert_int_equal(s->troubles.count, SERVER_ALARMS + 1);
    free(s);
}

static void what_is_no_error_is_none_and_drift_is_told_as_it_stands(void **state)
{
    server *s = calloc(1, sizeof *s);
    (void)state;
    assert_non_null(s);
    server_log(s, "info", "start", "listening");
    server_log(s, "error", "drift", "beyond luck");
    assert_int_equal(s->troubles.count, 0);
    free(s);
}

static void a_long_message_is_cut_between_characters(void **state)
{
    server *s = calloc(1, sizeof *s);
    char text[900];
    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, "\xe2\x82\xac", 4);
    alarms_note(s, "house", text);
    size_t length = strlen(s->troubles.list[0].message);
    assert_true(length < sizeof s->troubles.list[0].message && length % 3 == 0 && length > 390);
    free(s);
}

/* "A server audits its store every day": a day after the last; an hour after the start, where there was none; never at the start. */
static void an_audit_is_due_by_the_last_one(void **state)
{
    enum { HOUR = 3600000, MINUTE = 60000 };
    int64_t started = INT64_C(1000) * HOUR;
    (void)state;
    assert_int_equal(audits_due(started, 0, 24), started + HOUR);
    assert_int_equal(audits_due(started, started - HOUR, 24), started + 23 * HOUR);
    assert_int_equal(audits_due(started, started - 30 * HOUR, 24), started + 10 * MINUTE);
    assert_int_equal(audits_due(started, started + HOUR, 2), started + 3 * HOUR);
    assert_true(audits_due(started, started, 0) == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_fifty_errors_are_kept),
        cmocka_unit_test(what_is_no_error_is_none_and_drift_is_told_as_it_stands),
        cmocka_unit_test(a_long_message_is_cut_between_characters),
        cmocka_unit_test(an_audit_is_due_by_the_last_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
