/* tests/serve/test_child.c - a process for what strangers send: what it may not do. */
#include "serve/child.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static child_result shell(const char *script, const char *input)
{
    char name[] = "sh", flag[] = "-c", line[512];
    snprintf(line, sizeof line, "%s", script);
    char *const arguments[] = {name, flag, line, NULL};
    return child_run("/bin/sh", arguments, felt_text_from(input), child_limits_strict());
}

static void it_is_heard(void **state)
{
    (void)state;
    child_result r = shell("read x; echo \"got $x\"; echo oh >&2; exit 3", "word\n");
    assert_int_equal(r.end, CHILD_EXITED);
    assert_int_equal(r.code, 3);
    assert_int_equal(r.length, 9);
    assert_memory_equal(r.output, "got word\n", 9);
    assert_string_equal(r.errors, "oh\n");
    free(r.output);
}

/* More than a pipe holds, to one that reads nothing and to one that reads it all. */
static void long_inputs_are_written(void **state)
{
    size_t size = 300000;
    char *input = malloc(size + 1);
    (void)state;
    memset(input, 'x', size);
    input[size] = '\0';
    child_result r = shell("exit 0", input);
    assert_int_equal(r.end, CHILD_EXITED);
    free(r.output);
    r = shell("wc -c", input);
    assert_int_equal(r.end, CHILD_EXITED);
    assert_int_equal(atoi(r.output), 300000);
    free(r.output);
    free(input);
}

static void time_is_short(void **state)
{
    (void)state;
    time_t before = time(NULL);
    child_result r = shell("while :; do :; done", "");
    assert_int_equal(r.end, CHILD_TOO_LONG);
    free(r.output);
    assert_true(time(NULL) - before <= 6);
    before = time(NULL);
    r = shell("exec sleep 60", "");
    assert_int_equal(r.end, CHILD_TOO_LONG);
    free(r.output);
    assert_in_range(time(NULL) - before, 4, 7);
}

static void output_is_bounded(void **state)
{
    (void)state;
    child_result r = shell("head -c 1048576 /dev/zero", "");
    assert_int_equal(r.end, CHILD_EXITED);
    assert_int_equal(r.length, child_limits_strict().output_bytes);
    free(r.output);
    r = shell("head -c 1048577 /dev/zero", "");
    assert_int_equal(r.end, CHILD_TOO_MUCH);
    free(r.output);
    r = shell("head -c 100000 /dev/zero | tr '\\0' e >&2", "");
    assert_int_equal(r.end, CHILD_EXITED);
    assert_int_equal(strlen(r.errors), CHILD_ERRORS_BYTES_MAX - 1);
    free(r.output);
}

static void limits_hold(void **state)
{
    (void)state;
    int open_here = open("/dev/null", O_RDONLY);
    char path[] = "/tmp/felt-child-XXXXXX", script[160];
    close(mkstemp(path));
    snprintf(script, sizeof script, "read x; ulimit -t; ulimit -f; ulimit -n; ulimit -c; ls /proc/$$/fd | wc -l; echo x > %s; echo no", path);
    child_result r = shell(script, "\n");
    unlink(path);
    assert_true(open_here > 2);
    r.output[r.length] = '\0';
    assert_non_null(strstr(r.output, "2\n0\n16\n0\n"));
    assert_null(strstr(r.output, "no\n")); /* a file may not grow: it was ended there */
    int descriptors = atoi(strstr(r.output, "16\n0\n") + 5);
    assert_in_range(descriptors, 3, 4);
    assert_int_equal(r.end, CHILD_TOO_LARGE);
    free(r.output);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    r = shell("read x; ulimit -v", "\n");
    assert_int_equal(atoi(r.output), child_limits_strict().memory_bytes / 1024);
    free(r.output);
#endif
    close(open_here);
}

static void what_is_not_there_fails(void **state)
{
    (void)state;
    char name[] = "none", *const arguments[] = {name, NULL};
    child_result r = child_run("/nonexistent/none", arguments, felt_text_from(""), child_limits_strict());
    assert_int_equal(r.end, CHILD_FAILED);
    free(r.output);
}

/* "it may write files, has this process's environment"; `stop` "ends it before its time". */
static void the_servers_own_work_has_other_limits(void **state)
{
    atomic_bool stop = false;
    child_limits limits = {.cpu_s = 60, .wall_ms = 2000, .memory_bytes = SIZE_MAX, .output_bytes = 100, .trusted = true, .stop = &stop};
    char name[] = "sh", flag[] = "-c", line[] = "ulimit -f; echo \"$FELT_CHILD\"; exec sleep 1000";
    char *const arguments[] = {name, flag, line, NULL};
    (void)state;
    setenv("FELT_CHILD", "mine", 1);
    child_result r = child_run("/bin/sh", arguments, felt_text_from(""), limits);
    assert_int_equal(r.end, CHILD_TOO_LONG);
    assert_int_equal(r.length, 15);
    assert_memory_equal(r.output, "unlimited\nmine\n", 15);
    free(r.output);
    atomic_store(&stop, true);
    limits.wall_ms = 1000000000;
    r = child_run("/bin/sh", arguments, felt_text_from(""), limits);
    assert_int_equal(r.end, CHILD_STOPPED);
    free(r.output);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN); /* as in the server: who reads no more is an error of writing */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_heard),       cmocka_unit_test(long_inputs_are_written), cmocka_unit_test(time_is_short),
        cmocka_unit_test(output_is_bounded), cmocka_unit_test(limits_hold),             cmocka_unit_test(what_is_not_there_fails),
        cmocka_unit_test(the_servers_own_work_has_other_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
