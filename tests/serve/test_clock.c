/* tests/serve/test_clock.c - the server's time, on a machine whose clock is set: it goes on, and never back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/server.h"

#include <time.h>

int __wrap_clock_gettime(clockid_t clock, struct timespec *ret);

static int64_t machine_ms, passed_ms;

int __wrap_clock_gettime(clockid_t clock, struct timespec *ret)
{
    int64_t ms = clock == CLOCK_REALTIME ? machine_ms : passed_ms;
    *ret = (struct timespec){.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
    return 0;
}

static void expect(server *s, int64_t machine, int64_t passed, int64_t expected)
{
    machine_ms = machine;
    passed_ms = passed;
    server_tick(s);
    assert_int_equal(s->now, expected);
}

static void time_goes_on_and_never_back(void **state)
{
    static server s;
    (void)state;
    expect(&s, 1000000, 500, 1000000);
    expect(&s, 1000250, 750, 1000250);
    expect(&s, 400000, 1000, 1000500); /* set back by ten minutes: as much later as has passed */
    expect(&s, 400100, 1100, 1000600);
    expect(&s, 2000000, 1200, 2000000); /* set forward: as the machine says */
    expect(&s, 2000000, 1200, 2000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(time_goes_on_and_never_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
