/* tests/store/test_store_old.c - a store in SQLite that is brought up to date, and one that is retired, on a disk that fails at every
 * request in turn, or loses its power there: it is as before or as after, and nothing is lost. */
#include "suite.h"

#include "files.h"
#include "vfs.h"

#include <string.h>

enum { FILE_MAX = 1 << 20, SHOES = 3, LOSSES = 2 };

/* What is tried on a failing disk: with the store at an address; and what must be so afterwards, on a good one. */
typedef struct trial {
    void (*prepare)(bank *b);
    felt_status (*run)(bank *b, felt_error *error);
    void (*check)(bank *b, bool done);
} trial;

/* ---- bringing up to date ---- */

static void run_sql(const char *address, const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(file_path(address), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

static int64_t ask(const char *address, const char *sql)
{
    sqlite3 *handle;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open(file_path(address), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    int64_t found = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(handle);
    return found;
}

static void make_old(bank *b)
{
    FILE *file = fopen(FELT_SOURCE_DIR "/tests/store/versions/1.sql", "r");
    assert_non_null(file);
    char *sql = calloc(1, FILE_MAX);
    assert_non_null(sql);
    assert_in_range(fread(sql, 1, FILE_MAX - 1, file), 1, FILE_MAX - 2);
    fclose(file);
    run_sql(b->address, sql);
    free(sql);
    b->table = (felt_table_id){1};
    b->player = (felt_player_id){1};
}

static felt_status open_old(bank *b, felt_error *error)
{
    felt_store *store = NULL;
    felt_status status = felt_store_open(b->address, &store, error);
    felt_store_close(store);
    return status;
}

static void check_old(bank *b, bool done)
{
    int64_t version = ask(b->address, "SELECT max(number) FROM version");
    int64_t tables = ask(b->address, "SELECT count(*) FROM sqlite_schema WHERE name IN ('floor', 'carried')");
    assert_true(version == 2 ? tables == 2 : version == 1 && tables == 0 && !done);
    felt_balance balance;
    felt_error error;
    b->store = bank_open(b->address);
    bank_check(b);
    good(felt_store_balance(b->store, b->player, &balance, &error), &error);
    assert_int_equal(balance.available.minor, 99870);
    felt_store_close(b->store);
}

/* ---- retiring ---- */

static void make_shoes(bank *b)
{
    felt_error error;
    b->store = bank_open(b->address);
    bank_set_up(b);
    for (int i = 0; i < SHOES; i++) {
        good(felt_store_begin(b->store, &error), &error);
        felt_move end = bank_move(b, FELT_MOVE_SETTLE, bank_hold(b, 100), 150);
        bank_keep(b, FELT_ENTRY_RESULT, "result", &end, 1);
        good(felt_store_commit(b->store, &error), &error);
    }
    felt_store_close(b->store);
}

static bool take_hash(void *context, const felt_history_record *record)
{
    memcpy(context, record->hash, FELT_STORE_HASH_BYTES);
    return false;
}

static felt_status retire(bank *b, felt_error *error)
{
    felt_floor floor = {.sequence = 4, .time_ms = 7, .opening = TEXT("{}"), .archive = TEXT("old")};
    felt_store *store = NULL;
    felt_status status = felt_store_open(b->address, &store, error);
    if (status == FELT_OK)
        status = felt_store_read(store, b->table, floor.sequence, take_hash, floor.hash, error);
    if (status == FELT_OK)
        status = felt_store_begin(store, error);
    if (status == FELT_OK)
        status = felt_store_retire(store, b->table, &floor, error);
    if (status == FELT_OK)
        status = felt_store_commit(store, error);
    felt_store_close(store);
    return status;
}

static void check_shoes(bank *b, bool done)
{
    felt_error error;
    felt_store_audit_result audit;
    b->store = bank_open(b->address);
    bank_check(b);
    good(felt_store_audit(b->store, &audit, &error), &error);
    assert_true(audit.retired == 4 || (audit.retired == 0 && !done));
    assert_int_equal(audit.records + audit.retired, 2 * SHOES + 1);
    assert_int_equal(audit.postings, audit.retired == 0 ? 2 * SHOES + 1 : 2 * SHOES - 3);
    assert_int_equal(audit.available.minor, BANK_CREDITS + 50 * SHOES);
    felt_store_close(b->store);
}

static const trial updating = {make_old, open_old, check_old}, retiring = {make_shoes, retire, check_shoes};

/* ---- disks ---- */

/* Request `at` fails; false: it came to the end without. */
static bool try_failing(const trial *t, long at, bool for_good, int code)
{
    disk d;
    bank b = {.bets = 0};
    felt_error error;
    file_fresh(b.address);
    t->prepare(&b);
    disk_install(&d, false);
    disk_fail(&d, at, for_good, code);
    felt_status status = t->run(&b, &error);
    bool failed = d.failed;
    disk_mend(&d);
    disk_remove(&d);
    t->check(&b, status == FELT_OK);
    file_drop(b.address);
    return failed;
}

static void fail_each(const trial *t, bool for_good, int code)
{
    long at = 0;
    while (try_failing(t, at, for_good, code))
        at++;
    assert_true(at > 10);
}

static bool try_losing_power(const trial *t, long at, uint64_t seed)
{
    disk d;
    bank b = {.bets = 0};
    felt_error error;
    file_fresh(b.address);
    disk_install(&d, true); /* it must have seen all that there is */
    t->prepare(&b);
    disk_fail(&d, at, true, SQLITE_IOERR);
    felt_status status = t->run(&b, &error);
    bool failed = d.failed;
    disk_mend(&d);
    disk_reboot(&d, seed);
    disk_remove(&d);
    t->check(&b, status == FELT_OK);
    file_drop(b.address);
    return failed;
}

static void lose_each(const trial *t)
{
    for (uint64_t seed = 1; seed <= LOSSES; seed++) {
        long at = 0;
        while (try_losing_power(t, at, seed + 7 * (uint64_t)at))
            at++;
        assert_true(at > 10);
    }
}

static void test_updating(void **state)
{
    (void)state;
    fail_each(&updating, false, SQLITE_IOERR_WRITE);
    fail_each(&updating, true, SQLITE_IOERR_FSYNC);
    fail_each(&updating, true, SQLITE_FULL);
}

static void test_updating_without_power(void **state)
{
    (void)state;
    lose_each(&updating);
}

static void test_retiring(void **state)
{
    (void)state;
    fail_each(&retiring, false, SQLITE_IOERR_WRITE);
    fail_each(&retiring, true, SQLITE_IOERR_FSYNC);
    fail_each(&retiring, true, SQLITE_FULL);
}

static void test_retiring_without_power(void **state)
{
    (void)state;
    lose_each(&retiring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_updating), cmocka_unit_test(test_updating_without_power),
                                       cmocka_unit_test(test_retiring), cmocka_unit_test(test_retiring_without_power)};
    return cmocka_run_group_tests_name("old", tests, NULL, NULL);
}
