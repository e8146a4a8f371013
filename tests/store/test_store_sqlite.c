/* tests/store/test_store_sqlite.c - the suite of store tests on SQLite, and what only a file can do. */
#include "suite.h"

#include "files.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int run_sql(const char *address, const char *sql)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(file_path(address), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, "PRAGMA foreign_keys=ON; PRAGMA recursive_triggers=ON", NULL, NULL, NULL), SQLITE_OK);
    int code = sqlite3_exec(handle, sql, NULL, NULL, NULL);
    sqlite3_close(handle);
    return code;
}

/* In one transaction, which ends with the connection. */
static bool refuses(const char *address, const char *sql)
{
    char whole[1000];
    snprintf(whole, sizeof whole, "BEGIN; %s; COMMIT", sql);
    return run_sql(address, whole) == SQLITE_CONSTRAINT;
}

static void edit(const char *address, const char *sql)
{
    assert_int_equal(run_sql(address, sql), SQLITE_OK);
}

/* Without its triggers a schema lets everything pass. */
static void tamper(const char *address, const char *sql)
{
    sqlite3 *handle;
    sqlite3_stmt *list;
    assert_int_equal(sqlite3_open(file_path(address), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle,
                                        "SELECT group_concat('DROP TRIGGER ' || name, ';') FROM sqlite_schema WHERE type = 'trigger'", -1,
                                        &list, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(list), SQLITE_ROW);
    char *drops = sqlite3_mprintf("%s", sqlite3_column_text(list, 0));
    sqlite3_finalize(list);
    assert_int_equal(sqlite3_exec(handle, drops, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_free(drops);
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        print_error("%s: %s\n", sql, sqlite3_errmsg(handle));
    assert_int_equal(sqlite3_errcode(handle), SQLITE_OK);
    sqlite3_close(handle);
}

/* ---- one process ---- */

static void wants_refusal(const char *address, felt_status expected, const char *part)
{
    felt_store *store;
    felt_error error;
    felt_status status = felt_store_open(address, &store, &error);
    if (status != expected || strstr(error.message, part) == NULL)
        print_error("%s: %s\n", felt_status_text(status), error.message);
    assert_int_equal(status, expected);
    assert_non_null(strstr(error.message, part));
}

/* A store that a child has is refused until the child is killed. */
static void test_second_process(void **state)
{
    (void)state;
    char address[256], byte = 0;
    int ready[2];
    file_fresh(address);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        felt_store *store;
        bool open = felt_store_open(address, &store, NULL) == FELT_OK;
        if (!open || write(ready[1], &byte, 1) != 1)
            _exit(1);
        for (;;)
            pause();
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    wants_refusal(address, FELT_EIO, "another process has the store; stop it, or give another file");
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(ready[0]);
    felt_store *store = bank_open(address);
    wants_refusal(address, FELT_EIO, "another process has the store"); /* nor twice in this one */
    felt_store_close(store);
    file_drop(address);
}

/* ---- files that are no store ---- */

static void test_other_files(void **state)
{
    (void)state;
    char address[256];
    file_fresh(address);
    FILE *file = fopen(file_path(address), "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++)
        fputs("this is a letter, not a store\n", file);
    fclose(file);
    wants_refusal(address, FELT_EDATA, "no store of Felt");
    unlink(file_path(address));
    assert_int_equal(run_sql(address, "CREATE TABLE cats(name)"), SQLITE_OK);
    wants_refusal(address, FELT_EDATA, "no store of Felt");
    file_drop(address);
    wants_refusal(address, FELT_EIO, "its folder must exist");
    wants_refusal("sqlite::memory:", FELT_EIO, "write-ahead log");
    wants_refusal("sqlite:", FELT_EIO, "write-ahead log");
}

static void test_no_password(void **state)
{
    static const char *const pairs[][2] = {
        {"sqlite:felt.db", "sqlite:felt.db"},
        {"postgres://felt@/db?host=/tmp", "postgres://felt@/db?host=/tmp"},
        {"postgres://felt@host:5432/db", "postgres://felt@host:5432/db"},
        {"postgres://felt:s3cr:e@t@host:5432/db", "postgres://felt:***@host:5432/db"},
        {"postgres://felt:s3cret@/db?password=s3cret&sslpassword=s3cret", "postgres://felt:***@/db?password=***&sslpassword=***"},
        {"postgres://h/db?user=a&password=s3cret&host=b", "postgres://h/db?user=a&password=***&host=b"},
    };
    char shown[128];
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        felt_store_address_write(pairs[i][0], shown, sizeof shown);
        assert_string_equal(shown, pairs[i][1]);
        felt_store_address_write(pairs[i][0], shown, 9);
        assert_memory_equal(shown, pairs[i][1], 8);
        assert_int_equal(shown[8], 0);
    }
}

static void test_newer_version(void **state)
{
    (void)state;
    char address[256];
    file_fresh(address);
    felt_store_close(bank_open(address));
    assert_int_equal(run_sql(address, "INSERT INTO version VALUES(99)"), SQLITE_OK);
    wants_refusal(address, FELT_EDATA, "use a newer program");
    file_drop(address);
}

/* Root may write to it all the same. */
static void test_private_file(void **state)
{
    (void)state;
    char address[256];
    struct stat found;
    mode_t before = umask(022);
    file_fresh(address);
    felt_store_close(bank_open(address));
    umask(before);
    assert_int_equal(stat(file_path(address), &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(chmod(file_path(address), 0640), 0); /* who shares it on purpose may */
    felt_store_close(bank_open(address));
    assert_int_equal(stat(file_path(address), &found), 0);
    assert_int_equal(found.st_mode & 0777, 0640);
    file_drop(address);
}

static void test_read_only_file(void **state)
{
    (void)state;
    char address[256];
    file_fresh(address);
    felt_store_close(bank_open(address));
    assert_int_equal(chmod(file_path(address), 0400), 0);
    if (geteuid() != 0)
        wants_refusal(address, FELT_EIO, "read-only");
    file_drop(address);
}

/* ---- versions ---- */

static char *read_all(const char *path)
{
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = calloc(1, MOST);
    assert_non_null(text);
    assert_in_range(fread(text, 1, MOST - 1, file), 1, MOST - 2);
    fclose(file);
    return text;
}

/* All that the schema says, in the order of names. */
static char *schema_of(const char *address)
{
    sqlite3 *handle;
    sqlite3_stmt *list;
    static const char sql[] = "SELECT group_concat(replace(sql, '\"', ''), ';') FROM (SELECT sql FROM sqlite_schema ORDER BY type, name)";
    assert_int_equal(sqlite3_open(file_path(address), &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, sql, -1, &list, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(list), SQLITE_ROW);
    char *schema = sqlite3_mprintf("%s", sqlite3_column_text(list, 0));
    sqlite3_finalize(list);
    sqlite3_close(handle);
    return schema;
}

static void assert_same_schema(const char *address)
{
    char fresh[256];
    file_fresh(fresh);
    felt_store_close(bank_open(fresh));
    char *found = schema_of(address), *expected = schema_of(fresh);
    assert_string_equal(found, expected);
    sqlite3_free(found);
    sqlite3_free(expected);
    file_drop(fresh);
}

/* A store of each version ever released becomes one of today's: the same schema as a new one, the same books, the same chain. */
static void test_versions(void **state)
{
    (void)state;
    for (int version = 1; version <= FELT_STORE_VERSION; version++) {
        bank b = {.table = {1}, .player = {1}};
        char path[300];
        felt_balance balance;
        felt_error error;
        file_fresh(b.address);
        snprintf(path, sizeof path, "%s/tests/store/versions/%d.sql", FELT_SOURCE_DIR, version);
        char *sql = read_all(path);
        assert_int_equal(run_sql(b.address, sql), SQLITE_OK);
        free(sql);
        b.store = bank_open(b.address);
        bank_check(&b);
        good(felt_store_balance(b.store, b.player, &balance, &error), &error);
        assert_int_equal(balance.available.minor, 99870);
        assert_int_equal(balance.held.minor, 300);
        felt_store_close(b.store);
        assert_same_schema(b.address);
        file_drop(b.address);
    }
}

/* ---- copies ---- */

static void back_up(bank *b, const char *path, bool bets_between)
{
    felt_backup *backup;
    felt_error error;
    bool done = false;
    good(felt_backup_open(b->store, path, &backup, &error), &error);
    for (int step = 0; !done; step++) {
        good(felt_backup_step(backup, 4, &done, &error), &error);
        if (!done && bets_between && step < 5) {
            good(felt_store_begin(b->store, &error), &error);
            bank_hold(b, 10);
            good(felt_store_commit(b->store, &error), &error);
        }
    }
    felt_backup_close(backup);
}

/* Made while bets go on; a copy has all that was committed, and becomes a store again. */
static void test_backup(void **state)
{
    (void)state;
    bank b, again;
    char copy[300];
    felt_error error;
    felt_balance balance;
    file_fresh(b.address);
    file_fresh(again.address);
    snprintf(copy, sizeof copy, "%s.copy", file_path(b.address));
    b.store = bank_open(b.address);
    bank_set_up(&b);
    back_up(&b, copy, true);
    felt_store_close(b.store);
    good(felt_store_restore(copy, again.address, &error), &error);
    again.store = bank_open(again.address);
    again.table = b.table;
    good(felt_store_balance(again.store, b.player, &balance, &error), &error);
    assert_int_equal(balance.held.minor, 50);
    bank_check(&again);
    felt_store_close(again.store);
    unlink(copy);
    file_drop(b.address);
    file_drop(again.address);
}

static void wants_no_restore(const char *copy, const char *address, felt_status expected, const char *part)
{
    felt_error error;
    felt_status status = felt_store_restore(copy, address, &error);
    if (status != expected || strstr(error.message, part) == NULL)
        print_error("%s: %s\n", felt_status_text(status), error.message);
    assert_int_equal(status, expected);
    assert_non_null(strstr(error.message, part));
}

static void test_backup_refused(void **state)
{
    (void)state;
    bank b;
    char copy[300], copy_address[320], fresh[256];
    felt_error error;
    felt_backup *backup;
    bool done;
    file_fresh(b.address);
    file_fresh(fresh);
    snprintf(copy, sizeof copy, "%s.copy", file_path(b.address));
    snprintf(copy_address, sizeof copy_address, "sqlite:%s", copy);
    b.store = bank_open(b.address);
    bank_set_up(&b);
    good(felt_backup_open(b.store, copy, &backup, &error), &error); /* given up half-way: nothing is left of it */
    good(felt_backup_step(backup, 1, &done, &error), &error);
    assert_false(done);
    felt_backup_close(backup);
    assert_int_not_equal(access(copy, F_OK), 0);
    back_up(&b, copy, false);
    assert_int_equal(felt_backup_open(b.store, copy, &backup, &error), FELT_EDATA);
    assert_non_null(strstr(error.message, "not overwritten"));
    wants_no_restore(copy, b.address, FELT_EDATA, "not overwritten");
    wants_no_restore("/nowhere/at/all", fresh, FELT_EIO, "cannot be opened");
    wants_no_restore(FELT_SOURCE_DIR "/README.md", fresh, FELT_EDATA, "no store of Felt");
    felt_store_close(b.store);
    tamper(copy_address, "UPDATE purse SET available = available + 1");
    wants_no_restore(copy, fresh, FELT_EDATA, "the postings come to");
    assert_int_not_equal(access(file_path(fresh), F_OK), 0);
    unlink(copy);
    file_drop(b.address);
    file_drop(fresh);
}

/* ---- what the suite asks of the schema ---- */

/* A posting with a record of its own, number 6, which says that it has one; and the ledger takes it. */
#define POSTS(values)                                                                                                                      \
    "INSERT INTO record SELECT table_id, 6, kind, time_ms, reverses, 7, 1, hash, event FROM record WHERE table_id = 1 AND sequence = 5;"   \
    "INSERT INTO posting VALUES(" values "); UPDATE ledger SET posted = (SELECT max(id) FROM posting)"
#define RECORD(values) "INSERT INTO record SELECT table_id, " values ", hash, event FROM record WHERE table_id = 1 AND sequence = 5"

static const char *const refusals[] = {
    /* sides that do not sum to zero; a side that is not there; what is held, of no bet */
    "INSERT INTO posting VALUES(8, 1, 5, 1, 5, 0, 0, NULL)",
    "INSERT INTO posting VALUES(8, 1, 5, 1, 5, 0, NULL, NULL)",
    "INSERT INTO posting VALUES(8, 1, 5, 1, -5, 5, 0, NULL)",
    "INSERT INTO posting VALUES(6, 1, 5, 1, 5, 0, -5, NULL)", /* again */
    POSTS("8, 1, 5, 1, 5, 0, -5, NULL"),                      /* to a record that has had its postings */
    POSTS("8, 1, 7, 1, 5, 0, -5, NULL"),                      /* to none */
    POSTS("9, 1, 6, 1, 5, 0, -5, NULL"),                      /* a gap */
    POSTS("8, 1, 6, 9, 5, 0, -5, NULL"),                      /* to nobody */
    POSTS("8, 1, 6, 1, -1000000, 0, 1000000, NULL"),          /* more than there is */
    POSTS("8, 1, 6, 1, 100, -100, 0, 1"),                     /* of a bet that has ended */
    POSTS("8, 1, 6, 1, 301, -301, 0, 3"),                     /* more than the bet holds */
    POSTS("8, 1, 6, 1, 5, -5, 0, 9"),                         /* of a bet that there is not */
    POSTS("8, 1, 6, 1, -5, 5, 0, 1"),                         /* for a bet that has ended */
    POSTS("8, 1, 6, 1, 5, 0, -5, 1"),                         /* paid for a bet that has ended */
    POSTS("8, 1, 6, 1, 5, 0, -5, 9"),                         /* paid for a bet that there is not */
    "UPDATE ledger SET posted = 5",
    "UPDATE ledger SET posted = 8",
    "DELETE FROM ledger",
    "UPDATE purse SET available = -1",
    "UPDATE purse SET held = -1",
    "UPDATE purse SET id = 99",
    "UPDATE till SET id = 99 WHERE id = 1",
    "INSERT INTO ended VALUES(1, 1, 5)",                                                               /* again */
    RECORD("5, kind, time_ms, reverses, posted, moves"),                                               /* again */
    RECORD("6, 3, time_ms, 5, posted, moves"),                                                         /* takes back, is no void */
    RECORD("6, 0, time_ms, NULL, posted, 1"),                                                          /* moves, and says it does not */
    RECORD("7, 0, time_ms, NULL, posted, 0") "; UPDATE chain SET length = 7 WHERE id = 1",             /* a gap */
    RECORD("6, 4, time_ms, 3, posted, 0") "; UPDATE chain SET length = 6 WHERE id = 1",                /* takes back what is no result */
    RECORD("6, 0, time_ms, NULL, posted, 0") "; UPDATE chain SET length = 6, head = 'x' WHERE id = 1", /* another hash */
    "INSERT INTO command SELECT id, player, table_id, 4, digest FROM command",
    "UPDATE chain SET length = length - 1",
    "UPDATE chain SET name = 'x' WHERE id = 1",
    "DELETE FROM standing",
    "UPDATE standing SET bet = 9",
    "UPDATE player SET name = 'x'",
    "DELETE FROM player",
    "DELETE FROM purse",
    "DELETE FROM till",
    "DELETE FROM chain",
    "UPDATE record SET event = 'x'",
    "DELETE FROM record",
    "UPDATE posting SET bet = 1",
    "DELETE FROM posting",
    "UPDATE ended SET sequence = 1",
    "DELETE FROM ended",
    "UPDATE command SET sequence = 1",
    "DELETE FROM command",
    "UPDATE lease SET fence = 0",
    "DELETE FROM lease",
    "UPDATE document SET bytes = 'x'",
    "DELETE FROM document",
    NULL,
};

static const char *const books[] = {
    "UPDATE purse SET available = available + 1",
    "UPDATE purse SET available = available + 1, held = held - 1",
    "UPDATE posting SET held = held + 1, house = house - 1 WHERE table_id = 1 AND sequence = 5",
    "UPDATE posting SET available = available + 1, house = house - 1 WHERE table_id = 1 AND sequence = 5",
    "DELETE FROM posting WHERE table_id = 1 AND sequence = 5",
    "DELETE FROM standing",
    "INSERT INTO standing VALUES(1, 1, 1, 100)",
    "DELETE FROM ended WHERE bet = 1",
    "INSERT INTO ended VALUES(1, 3, 4)",
    "UPDATE ended SET sequence = 4 WHERE bet = 2",
    "UPDATE standing SET amount = 301 WHERE bet = 3",
    "UPDATE posting SET sequence = 2 WHERE table_id = 1 AND sequence = 3",
    "UPDATE record SET moves = 2 WHERE table_id = 1 AND sequence = 5",
    "UPDATE ledger SET posted = 5",
    "DELETE FROM record WHERE sequence = 5",
    "UPDATE record SET kind = 0, moves = 0 WHERE table_id = 1 AND sequence = 5",
    "UPDATE command SET sequence = 77",
    NULL,
};

static const suite_tamper histories[] = {
    {"UPDATE record SET event = x'00' WHERE sequence = 3", "record 3 was changed"},
    {"UPDATE record SET hash = zeroblob(32) WHERE sequence = 2", "record 2 was changed"},
    {"UPDATE record SET sequence = -sequence WHERE sequence IN (3, 4); UPDATE record SET sequence = 7 + sequence WHERE sequence < 0",
     "record 3 was changed"},
    {"DELETE FROM record WHERE sequence = 4", "record 4 is missing"},
    {"DELETE FROM record WHERE sequence = 1 AND table_id = 1", "record 1 is missing"},
    {"DELETE FROM record WHERE sequence = 6", "end at 5"},
    {"DELETE FROM record WHERE table_id = 1", "end at 0"},
    {"UPDATE chain SET head = zeroblob(32) WHERE id = 1", "another hash"},
    {"UPDATE chain SET length = 7 WHERE id = 1", "last one written was 7"},
    {"INSERT INTO record SELECT table_id, 7, kind, time_ms, reverses, posted, moves, hash, event FROM record WHERE sequence = 6",
     "record 7 was changed"},
    {"INSERT INTO record SELECT table_id, 0, kind, time_ms, reverses, posted, moves, hash, event FROM record WHERE sequence = 6",
     "record 1 is missing"},
    {NULL, NULL},
};

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_process), cmocka_unit_test(test_other_files),  cmocka_unit_test(test_newer_version),
        cmocka_unit_test(test_read_only_file), cmocka_unit_test(test_private_file), cmocka_unit_test(test_versions),
        cmocka_unit_test(test_no_password),    cmocka_unit_test(test_backup),       cmocka_unit_test(test_backup_refused),
    };
    static const suite_engine sqlite = {.name = "sqlite",
                                        .fresh = file_fresh,
                                        .drop = file_drop,
                                        .tamper = tamper,
                                        .edit = edit,
                                        .refuses = refuses,
                                        .refusals = refusals,
                                        .books = books,
                                        .histories = histories,
                                        .document = "UPDATE document SET bytes = x'00'",
                                        .posting = "INSERT INTO posting VALUES(9, 1, 6, 1, 5, 0, -5, NULL)"};
    return suite_run(&sqlite, tests, sizeof tests / sizeof *tests);
}
