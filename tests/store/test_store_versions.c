/* tests/store/test_store_versions.c - stores of every version ever released, in PostgreSQL: brought up to date, and killed on the way. Run
 * by tests/postgres.sh, which starts a cluster. What SQLite has of it is in test_store_sqlite.c and test_store_old.c. */
#include "suite.h"

#include <libpq-fe.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILLS = 40, FILE_MAX = 1 << 20 };

static const char *address(void)
{
    const char *found = getenv("FELT_POSTGRES");
    assert_non_null(found);
    return found;
}

/* Runs SQL; the first column of the last row, to be freed, or NULL. */
static char *run_sql(const char *sql)
{
    PGconn *connection = PQconnectdb(address());
    assert_int_equal(PQstatus(connection), CONNECTION_OK);
    PQclear(PQexec(connection, "SET client_min_messages = warning"));
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        print_error("%s\n", PQerrorMessage(connection));
    assert_true(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK);
    char *found = PQntuples(result) > 0 ? strdup(PQgetvalue(result, 0, 0)) : NULL;
    PQclear(result);
    PQfinish(connection);
    return found;
}

static void make_version(int version)
{
    char path[300];
    snprintf(path, sizeof path, "%s/tests/store/versions/%d.postgres.sql", FELT_SOURCE_DIR, version);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *sql = calloc(1, FILE_MAX);
    assert_non_null(sql);
    assert_in_range(fread(sql, 1, FILE_MAX - 1, file), 1, FILE_MAX - 2);
    fclose(file);
    free(run_sql("DROP SCHEMA IF EXISTS felt CASCADE"));
    free(run_sql(sql));
    free(sql);
}

/* All that the schema says: columns, constraints, indexes, triggers, functions, in the order of names. */
static char *schema(void)
{
    return run_sql(
        "SELECT string_agg(line, E'\\n' ORDER BY line) FROM ("
        " SELECT format('column %s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) AS line"
        "  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'felt'::regnamespace AND a.attnum > 0"
        "  AND NOT a.attisdropped"
        " UNION ALL SELECT format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint"
        "  WHERE connamespace = 'felt'::regnamespace"
        " UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'felt'"
        " UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        "  WHERE c.relnamespace = 'felt'::regnamespace AND NOT t.tgisinternal"
        " UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'felt'::regnamespace) s");
}

static void check_books(void)
{
    bank b = {.table = {1}, .player = {1}};
    felt_error error;
    felt_balance balance;
    b.store = bank_open(address());
    bank_check(&b);
    good(felt_store_balance(b.store, b.player, &balance, &error), &error);
    assert_int_equal(balance.available.minor, 99870);
    assert_int_equal(balance.held.minor, 300);
    felt_store_close(b.store);
}

/* A store of each version ever released becomes one of today's: the same schema as a new one, the same books, the same chain. */
static void test_versions(void **state)
{
    (void)state;
    free(run_sql("DROP SCHEMA IF EXISTS felt CASCADE"));
    felt_store_close(bank_open(address()));
    char *expected = schema();
    for (int version = 1; version <= FELT_STORE_VERSION; version++) {
        make_version(version);
        check_books();
        char *found = schema();
        assert_string_equal(found, expected);
        free(found);
    }
    free(expected);
}

/* Opens the store, and is killed after so long. */
static void open_and_kill(long microseconds)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        felt_store *store;
        felt_error error;
        _exit(felt_store_open(address(), &store, &error) == FELT_OK ? 0 : 1);
    }
    const struct timespec wait = {.tv_nsec = microseconds * 1000};
    nanosleep(&wait, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

/* It is the old version or the new one, and nothing between. */
static void test_killed_on_the_way(void **state)
{
    (void)state;
    int old = 0;
    for (int i = 0; i < KILLS; i++) {
        make_version(1);
        open_and_kill(2000L * i);
        char *version = run_sql("SELECT max(number) FROM felt.version");
        char *floors =
            run_sql("SELECT count(*) FROM pg_class WHERE relname IN ('floor', 'carried') AND relnamespace = 'felt'::regnamespace");
        assert_true((strcmp(version, "1") == 0 && strcmp(floors, "0") == 0) || (strcmp(version, "2") == 0 && strcmp(floors, "2") == 0));
        old += strcmp(version, "1") == 0;
        free(version);
        free(floors);
        check_books();
    }
    print_message("# %d of %d kills left version 1\n", old, (int)KILLS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_versions), cmocka_unit_test(test_killed_on_the_way)};
    return cmocka_run_group_tests_name("versions", tests, NULL, NULL);
}
