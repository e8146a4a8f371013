/* tests/store/test_store_postgres.c - the suite of store tests on PostgreSQL, and what only several processes can do. Run by
 * tests/postgres.sh, which starts a cluster. */
#include "suite.h"

#include <libpq-fe.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TEXT(literal) ((felt_text){literal, sizeof literal - 1})

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
    return suite_run(&postgres, NULL, 0);
}
