/* tests/store/test_store_postgres.c - the suite of store tests on PostgreSQL, and what only several processes can do. Run by
 * tests/postgres.sh, which starts a cluster. */
#include "postgres.h"

#include <libpq-fe.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *address(void)
{
    const char *found = getenv("FELT_POSTGRES");
    assert_non_null(found);
    return found;
}

/* Runs SQL in one transaction on a connection of its own; the SQLSTATE of its failure, or "". */
static void run_sql(const char *sql, char ret_state[6])
{
    PGconn *connection = PQconnectdb(address());
    assert_int_equal(PQstatus(connection), CONNECTION_OK);
    PQclear(PQexec(connection, "SET client_min_messages = warning; SET search_path = felt"));
    PGresult *result = PQexec(connection, sql);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    snprintf(ret_state, 6, "%s", state == NULL ? "" : state);
    if (state != NULL && strncmp(state, "42", 2) == 0)
        print_error("%s: %s\n", sql, PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
}

static void must_run(const char *sql)
{
    char state[6];
    run_sql(sql, state);
    assert_string_equal(state, "");
}

static void fresh(char ret_address[256])
{
    must_run("DROP SCHEMA IF EXISTS felt CASCADE");
    snprintf(ret_address, 256, "%s", address());
}

static void drop(const char *of)
{
    (void)of;
}

static bool refuses(const char *of, const char *sql)
{
    char state[6];
    (void)of;
    run_sql(sql, state);
    return strncmp(state, "23", 2) == 0 || strcmp(state, "P0001") == 0 || strcmp(state, "0A000") == 0;
}

static void edit(const char *of, const char *sql)
{
    (void)of;
    must_run(sql);
}

static void tamper(const char *of, const char *sql)
{
    char whole[1000];
    (void)of;
    snprintf(whole, sizeof whole, "SET session_replication_role = replica; %s", sql);
    must_run(whole);
}

/* ---- what the suite asks of the schema ---- */

/* A posting with a record of its own, number 6, which says that it has one. */
#define POSTS(values)                                                                                                                      \
    "INSERT INTO record SELECT table_id, 6, kind, time_ms, reverses, 1, hash, event FROM record WHERE table_id = 1 AND sequence = 5;"      \
    "INSERT INTO posting VALUES(" values ")"
#define RECORD(values) "INSERT INTO record SELECT table_id, " values ", hash, event FROM record WHERE table_id = 1 AND sequence = 5"

static const char *const refusals[] = {
    /* sides that do not sum to zero; a side that is not there; what is held, of no bet */
    "INSERT INTO posting VALUES(1, 5, 2, 1, 5, 0, 0, NULL)",
    "INSERT INTO posting VALUES(1, 5, 2, 1, 5, 0, NULL, NULL)",
    "INSERT INTO posting VALUES(1, 5, 2, 1, -5, 5, 0, NULL)",
    "INSERT INTO posting VALUES(1, 5, 1, 1, 5, 0, -5, NULL)", /* again */
    POSTS("1, 5, 2, 1, 5, 0, -5, NULL"),                      /* to a record that has had its postings */
    POSTS("1, 7, 1, 1, 5, 0, -5, NULL"),                      /* to none */
    POSTS("1, 6, 2, 1, 5, 0, -5, NULL"),                      /* a gap */
    POSTS("1, 6, 1, 9, 5, 0, -5, NULL"),                      /* to nobody */
    POSTS("1, 6, 1, 1, -1000000, 0, 1000000, NULL"),          /* more than there is */
    POSTS("1, 6, 1, 1, 100, -100, 0, 1"),                     /* of a bet that has ended */
    POSTS("1, 6, 1, 1, 301, -301, 0, 3"),                     /* more than the bet holds */
    POSTS("1, 6, 1, 1, 5, -5, 0, 9"),                         /* of a bet that there is not */
    POSTS("1, 6, 1, 1, -5, 5, 0, 1"),                         /* for a bet that has ended */
    POSTS("1, 6, 1, 1, 5, 0, -5, 1"),                         /* paid for a bet that has ended */
    POSTS("1, 6, 1, 1, 5, 0, -5, 9"),                         /* paid for a bet that there is not */
    "UPDATE purse SET available = -1",
    "UPDATE purse SET held = -1",
    "UPDATE purse SET id = 99",
    "UPDATE till SET id = 99 WHERE id = 1",
    "INSERT INTO ended VALUES(1, 1, 5)",                                                       /* again */
    RECORD("5, kind, time_ms, reverses, moves"),                                               /* again */
    RECORD("6, 3, time_ms, 5, moves"),                                                         /* takes back, is no void */
    RECORD("6, 0, time_ms, NULL, 1"),                                                          /* moves, and says it does not */
    RECORD("7, 0, time_ms, NULL, 0") "; UPDATE chain SET length = 7 WHERE id = 1",             /* a gap */
    RECORD("6, 4, time_ms, 3, 0") "; UPDATE chain SET length = 6 WHERE id = 1",                /* takes back what is no result */
    RECORD("6, 0, time_ms, NULL, 0") "; UPDATE chain SET length = 6, head = 'x' WHERE id = 1", /* another hash */
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
    "TRUNCATE posting",
    "TRUNCATE record CASCADE",
    "TRUNCATE standing",
    "TRUNCATE purse",
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
    "UPDATE posting SET line = 7 WHERE table_id = 1 AND sequence = 3",
    "UPDATE record SET moves = 2 WHERE table_id = 1 AND sequence = 5",
    "DELETE FROM record WHERE sequence = 5",
    "UPDATE record SET kind = 0, moves = 0 WHERE table_id = 1 AND sequence = 5",
    "UPDATE command SET sequence = 77",
    NULL,
};

static const suite_tamper histories[] = {
    {"UPDATE record SET event = 'x' WHERE sequence = 3", "record 3 was changed"},
    {"UPDATE record SET hash = decode(repeat('00', 32), 'hex') WHERE sequence = 2", "record 2 was changed"},
    {"UPDATE record SET sequence = -sequence WHERE sequence IN (3, 4); UPDATE record SET sequence = 7 + sequence WHERE sequence < 0",
     "record 3 was changed"},
    {"DELETE FROM record WHERE sequence = 4", "record 4 is missing"},
    {"DELETE FROM record WHERE sequence = 1 AND table_id = 1", "record 1 is missing"},
    {"DELETE FROM record WHERE sequence = 6", "end at 5"},
    {"DELETE FROM record WHERE table_id = 1", "end at 0"},
    {"UPDATE chain SET head = decode(repeat('00', 32), 'hex') WHERE id = 1", "another hash"},
    {"UPDATE chain SET length = 7 WHERE id = 1", "last one written was 7"},
    {"INSERT INTO record SELECT table_id, 7, kind, time_ms, reverses, moves, hash, event FROM record WHERE sequence = 6",
     "record 7 was changed"},
    {"INSERT INTO record SELECT table_id, 0, kind, time_ms, reverses, moves, hash, event FROM record WHERE sequence = 6",
     "record 1 is missing"},
    {NULL, NULL},
};

/* ---- a database that is lost ---- */

static void ctl(const char *what)
{
    char command[400];
    snprintf(command, sizeof command, "%s %s", getenv("FELT_POSTGRES_CTL"), what);
    assert_int_equal(system(command), 0);
}

int64_t postgres_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void postgres_sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

void postgres_make_bank(bank *b)
{
    fresh(b->address);
    b->store = bank_open(b->address);
    bank_set_up(b);
}

void postgres_take(bank *b, const char *owner, int64_t ttl_ms)
{
    felt_error error;
    int64_t fence;
    good(felt_store_lease_take(b->store, b->table, felt_text_from(owner), ttl_ms, &fence, &error), &error);
}

/* It goes away in the middle of a batch and comes back: what was committed is there, and nothing else. */
static void test_restarted(void **state)
{
    (void)state;
    bank b;
    felt_error error;
    postgres_make_bank(&b);
    bank_begin(&b);
    bank_hold(&b, 100);
    good(felt_store_commit(b.store, &error), &error);
    bank_begin(&b);
    bank_hold(&b, 200);
    ctl("kill");
    assert_int_equal(felt_store_commit(b.store, &error), FELT_EIO);
    refused(felt_store_begin(b.store, &error), FELT_EIO, &error, "open it again");
    felt_store_close(b.store);
    refused(felt_store_open(b.address, &b.store, &error), FELT_EIO, &error, "the database");
    ctl("start");
    b.store = bank_open(b.address);
    bank_assert(&b, BANK_CREDITS - 100, 100);
    bank_check(&b);
    felt_store_close(b.store);
}

/* It says nothing any more: that is a failure within seconds, and not a hang. */
static void test_hangs(void **state)
{
    (void)state;
    bank b;
    felt_error error;
    postgres_make_bank(&b);
    bank_begin(&b);
    bank_hold(&b, 100);
    ctl("pause");
    int64_t before = postgres_now_ms();
    felt_status status = felt_store_commit(b.store, &error);
    int64_t took = postgres_now_ms() - before;
    ctl("go");
    refused(status, FELT_EIO, &error, "not answered");
    assert_in_range(took, 5000, 25000);
    felt_store_close(b.store);
    postgres_sleep_ms(200);
    b.store = bank_open(b.address);
    bank_check(&b);
    felt_store_close(b.store);
}

static void test_fsync_off(void **state)
{
    (void)state;
    felt_store *store;
    felt_error error;
    ctl("stop");
    ctl("start -c fsync=off");
    refused(felt_store_open(address(), &store, &error), FELT_EDATA, &error, "set fsync = on");
    ctl("stop");
    ctl("start -c synchronous_commit=off"); /* which a session may set on */
    felt_store_close(bank_open(address()));
    ctl("stop");
    ctl("start");
}

static void test_newer_version(void **state)
{
    (void)state;
    char at[256];
    felt_store *store;
    felt_error error;
    fresh(at);
    felt_store_close(bank_open(at));
    must_run("INSERT INTO version VALUES(99)");
    refused(felt_store_open(at, &store, &error), FELT_EDATA, &error, "use a newer program");
    fresh(at);
}

static void test_backup(void **state)
{
    (void)state;
    bank b;
    felt_error error;
    felt_backup *backup;
    postgres_make_bank(&b);
    refused(felt_backup_open(b.store, "/tmp/never", &backup, &error), FELT_EDATA, &error, "pg_dump");
    refused(felt_store_restore("/tmp/never", b.address, &error), FELT_EDATA, &error, "pg_dump");
    felt_store_close(b.store);
}

/* ---- the connection is cut before each call in turn ---- */

typedef struct cutter {
    PGconn *connection;
    long left; /* calls before it cuts */
    bool cut;
} cutter;

static void cut(void *context)
{
    cutter *c = context;
    if (c->left-- != 0)
        return;
    c->cut = true;
    PQclear(PQexec(c->connection, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'felt'"));
}

static void test_cut_at_each_call(void **state)
{
    (void)state;
    cutter c = {.connection = PQconnectdb(address())};
    long at = 0;
    for (bool reached = true; reached; at++) {
        bank b;
        told t = {.bets = 0};
        felt_error error;
        fresh(b.address);
        c.left = at;
        c.cut = false;
        felt_status status = play(&b, &t, cut, &c, &error);
        if (status != FELT_OK && status != FELT_EIO)
            print_error("call %ld: %s\n", at, error.message);
        assert_true(status == FELT_OK || status == FELT_EIO);
        play_check(&b, &t);
        reached = c.cut;
    }
    assert_true(at > 30);
    PQfinish(c.connection);
}

/* ---- several processes ---- */

int main(void)
{
    static const suite_engine postgres = {.name = "postgres",
                                          .fresh = fresh,
                                          .drop = drop,
                                          .tamper = tamper,
                                          .edit = edit,
                                          .refuses = refuses,
                                          .refusals = refusals,
                                          .books = books,
                                          .histories = histories,
                                          .document = "UPDATE document SET bytes = 'x'",
                                          .posting = "INSERT INTO posting VALUES(1, 6, 2, 1, 5, 0, -5, NULL)"};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_restarted),
        cmocka_unit_test(test_hangs),
        cmocka_unit_test(test_fsync_off),
        cmocka_unit_test(test_newer_version),
        cmocka_unit_test(test_backup),
        cmocka_unit_test(test_cut_at_each_call),
        cmocka_unit_test(test_one_player_at_two_tables),
        cmocka_unit_test(test_one_command_at_two_tables),
        cmocka_unit_test(test_trusted_player),
        cmocka_unit_test(test_trusted_player_has_more),
        cmocka_unit_test(test_trusted_player_told),
        cmocka_unit_test(test_trusted_id),
        cmocka_unit_test(test_grants_at_once),
        cmocka_unit_test(test_lease_taken_over),
        cmocka_unit_test(test_stopped_owner),
    };
    return suite_run(&postgres, tests, sizeof tests / sizeof *tests);
}
