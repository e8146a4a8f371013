/* tests/store/test_store_faults.c - disks that fail, fill up, are read-only or lose their power, at every request in turn.
 *
 * Whatever happens: what was committed is there when the store is opened again, the books balance, and the chain verifies. */
#include "suite.h"

#include "files.h"
#include "play.h"
#include "vfs.h"

#include <time.h>

enum { LOSSES = 3 };

/* One run in which request `at` fails; false: it came to the end without. */
static bool run_failing(long at, bool for_good, int code, const char *part)
{
    disk d;
    bank b;
    told t = {.bets = 0};
    felt_error error;
    file_fresh(b.address);
    disk_install(&d, false);
    disk_fail(&d, at, for_good, code);
    felt_status status = play(&b, &t, NULL, NULL, &error);
    bool failed = d.failed;
    disk_mend(&d);
    if (status != FELT_OK && strstr(error.message, part) == NULL)
        print_error("request %ld: %s\n", at, error.message);
    assert_true(status == FELT_OK || (status == FELT_EIO && strstr(error.message, part) != NULL));
    play_check(&b, &t);
    disk_remove(&d);
    file_drop(b.address);
    return failed;
}

static void fail_each(bool for_good, int code, const char *part)
{
    long at = 0;
    while (run_failing(at, for_good, code, part))
        at++;
    assert_true(at > 100);
}

static void test_one_request_fails(void **state)
{
    (void)state;
    fail_each(false, SQLITE_IOERR_WRITE, "look at the disk");
}

static void test_disk_fails_for_good(void **state)
{
    (void)state;
    fail_each(true, SQLITE_IOERR_FSYNC, "look at the disk");
}

static void test_disk_is_full(void **state)
{
    (void)state;
    fail_each(true, SQLITE_FULL, "disk is full");
}

static void test_disk_is_read_only(void **state)
{
    (void)state;
    fail_each(true, SQLITE_READONLY, "read-only");
}

/* The power goes at request `at`; what was not synced is there in part. */
static bool lose_power(long at, uint64_t seed)
{
    disk d;
    bank b;
    told t = {.bets = 0};
    felt_error error;
    file_fresh(b.address);
    disk_install(&d, true);
    disk_fail(&d, at, true, SQLITE_IOERR);
    play(&b, &t, NULL, NULL, &error);
    bool failed = d.failed;
    disk_mend(&d);
    if (failed)
        disk_reboot(&d, seed);
    play_check(&b, &t);
    disk_remove(&d);
    file_drop(b.address);
    return failed;
}

static void test_power_loss(void **state)
{
    (void)state;
    for (uint64_t loss = 0; loss < LOSSES; loss++) {
        long at = 0;
        while (lose_power(at, (uint64_t)at * LOSSES + loss))
            at++;
        assert_true(at > 100);
    }
}

/* A slow disk makes a commit long, and not less durable: it does not return before what it wrote is synced, so that the power may go at
 * once. */
static void test_slow_disk(void **state)
{
    (void)state;
    enum { SLOW_MS = 100, COMMITS = 5 };
    disk d;
    bank b;
    felt_error error;
    felt_balance balance;
    file_fresh(b.address);
    disk_install(&d, true);
    b.store = bank_open(b.address);
    bank_set_up(&b);
    disk_slow(&d, SLOW_MS);
    for (int i = 0; i < COMMITS; i++) {
        struct timespec before, after;
        good(felt_store_begin(b.store, &error), &error);
        bank_hold(&b, 10);
        clock_gettime(CLOCK_MONOTONIC, &before);
        good(felt_store_commit(b.store, &error), &error);
        clock_gettime(CLOCK_MONOTONIC, &after);
        long took_ms = (long)(after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
        assert_true(took_ms >= SLOW_MS - 1);
    }
    disk_slow(&d, 0);
    disk_fail(&d, 0, true, SQLITE_IOERR); /* from here on nothing reaches the disk, closing included */
    felt_store_close(b.store);
    disk_mend(&d);
    disk_reboot(&d, 1);
    b.store = bank_open(b.address);
    good(felt_store_balance(b.store, b.player, &balance, &error), &error);
    assert_int_equal(balance.held.minor, 10 * COMMITS);
    bank_check(&b);
    felt_store_close(b.store);
    disk_remove(&d);
    file_drop(b.address);
}

/* ---- memory ---- */

/* SQLite's memory, with a request that fails. It can be set only once, before anything else, and has no context: hence the one global. */
static struct {
    sqlite3_mem_methods real;
    long left; /* requests that are met before one fails; < 0: none does */
    bool for_good, failed;
} memory = {.left = -1};

static bool memory_fails(void)
{
    if (memory.left < 0)
        return false;
    if (memory.left > 0) {
        memory.left--;
        return false;
    }
    if (!memory.for_good)
        memory.left = -1;
    memory.failed = true;
    return true;
}

static void *take_memory(int size)
{
    return memory_fails() ? NULL : memory.real.xMalloc(size);
}

static void *resize_memory(void *old, int size)
{
    return memory_fails() ? NULL : memory.real.xRealloc(old, size);
}

static void install_memory(void)
{
    sqlite3_mem_methods methods;
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.real) != SQLITE_OK)
        abort();
    methods = memory.real;
    methods.xMalloc = take_memory;
    methods.xRealloc = resize_memory;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK)
        abort();
}

/* One run in which a request for memory fails; false: it came to the end without. */
static bool run_out(long at, bool for_good)
{
    disk d;
    bank b;
    told t = {.bets = 0};
    felt_error error;
    file_fresh(b.address);
    disk_install(&d, false);
    memory.left = at;
    memory.for_good = for_good;
    memory.failed = false;
    felt_status status = play(&b, &t, NULL, NULL, &error);
    memory.left = -1;
    if (status != FELT_OK && status != FELT_ENOMEM && status != FELT_EIO)
        print_error("request %ld: %s\n", at, error.message);
    assert_true(status == FELT_OK || status == FELT_ENOMEM || status == FELT_EIO);
    play_check(&b, &t);
    disk_remove(&d);
    file_drop(b.address);
    return memory.failed;
}

/* The first hundred one by one, then more and more sparsely: opening alone takes thousands. */
static void test_memory_runs_out(void **state)
{
    (void)state;
    for (int for_good = 0; for_good < 2; for_good++) {
        long at = 0;
        while (run_out(at, for_good == 1))
            at += 1 + at / 100;
        assert_true(at > 1000);
    }
}

int main(void)
{
    install_memory();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_request_fails), cmocka_unit_test(test_disk_fails_for_good), cmocka_unit_test(test_disk_is_full),
        cmocka_unit_test(test_disk_is_read_only), cmocka_unit_test(test_power_loss),          cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_slow_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
