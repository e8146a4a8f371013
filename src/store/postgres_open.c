/* src/store/postgres_open.c - opening a store in PostgreSQL: the connection, its settings, the version.
 *
 * A database that answers before it has written (fsync off) is refused; synchronous_commit is set for the session, whatever the server's
 * is. Time limits are set on both sides: a statement that hangs, a lock that is not given back, a transaction whose owner was stopped. */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char settings[] =
    "SET synchronous_commit = on;"
    "SET statement_timeout = 12000;"
    "SET lock_timeout = 3000;"
    "SET idle_in_transaction_session_timeout = 4000;"
    "SET client_min_messages = warning;"
    "SET standard_conforming_strings = on;"
    "SET plan_cache_mode = force_generic_plan;"
    /* Everything that is asked here goes by an index, also when the planner last looked at an empty table. */
    "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
    "SET search_path = felt, pg_temp;"
    "SELECT (current_setting('fsync') = 'on')::int::int8, (current_setting('synchronous_commit') = 'on')::int::int8,"
    " pg_is_in_recovery()::int::int8";

/* One process at a time makes or changes the schema. */
static const char lock[] = "BEGIN; SELECT pg_advisory_xact_lock(1178946644); CREATE SCHEMA IF NOT EXISTS felt;"
                           "CREATE TABLE IF NOT EXISTS felt.version(number int PRIMARY KEY);"
                           "SELECT coalesce(max(number), 0) FROM felt.version";

static void silent(void *context, const PGresult *result)
{
    (void)context, (void)result; /* a library does not print */
}

/* A library does not wait for ever, nor without limit for a network that is gone; what the address says comes after. */
static felt_status connect(engine_db *db, const char *address, felt_error *error)
{
    static const char *const names[] = {"connect_timeout", "keepalives_idle", "tcp_user_timeout", "application_name", "dbname", NULL};
    const char *const values[] = {"8", "10", "10000", "felt", address, NULL};
    db->connection = PQconnectdbParams(names, values, 1);
    if (db->connection == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory to open the store");
    PQsetNoticeReceiver(db->connection, silent, NULL);
    if (PQstatus(db->connection) != CONNECTION_OK)
        return pg_fail(db, NULL, error);
    return PQsetnonblocking(db->connection, 1) == 0 ? FELT_OK : pg_fail(db, NULL, error);
}

static bool is_on(const PGresult *result, int column)
{
    return strcmp(PQgetvalue(result, 0, column), "1") == 0;
}

static felt_status set_up(engine_db *db, felt_error *error)
{
    PGresult *result = NULL;
    felt_status status = pg_run(db, settings, &result, error);
    if (status != FELT_OK)
        return status;
    if (!is_on(result, 0))
        status = felt_error_set(error, FELT_EDATA, -1, "the database has fsync off and would lose bets with its power; set fsync = on");
    else if (!is_on(result, 1))
        status = felt_error_set(error, FELT_EDATA, -1, "the database keeps synchronous_commit off; let this user set it on");
    else if (is_on(result, 2))
        status = felt_error_set(error, FELT_EIO, -1, "the database is a read-only copy of another; give that one");
    PQclear(result);
    return status;
}

/* From one version to the next, in the transaction of the lock. */
static felt_status step_up(engine_db *db, int from, felt_error *error)
{
    char note[80];
    felt_status status = FELT_OK;
    for (const char *const *piece = pg_steps[from]; status == FELT_OK && *piece != NULL; piece++)
        status = pg_run(db, *piece, NULL, error);
    snprintf(note, sizeof note, "INSERT INTO felt.version VALUES(%d)", from + 1);
    return status == FELT_OK ? pg_run(db, note, NULL, error) : status;
}

static felt_status bring_up_to_date(engine_db *db, felt_error *error)
{
    PGresult *result = NULL;
    felt_status status = pg_run(db, lock, &result, error);
    if (status != FELT_OK)
        return status;
    int version = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    if (version < 0 || version > FELT_STORE_VERSION)
        return felt_error_set(error, FELT_EDATA, -1, "the store has version %d, and this program knows %d; use a newer program", version,
                              FELT_STORE_VERSION);
    for (; status == FELT_OK && version < FELT_STORE_VERSION; version++)
        status = step_up(db, version, error);
    return status == FELT_OK ? pg_run(db, "COMMIT", NULL, error) : status;
}

felt_status pg_open(const char *place, engine_db **ret, felt_error *error)
{
    engine_db *db = calloc(1, sizeof *db);
    if (db == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory to open the store");
    db->patience_ms = PG_ANSWER_MS;
    felt_status status = connect(db, place, error);
    if (status == FELT_OK)
        status = set_up(db, error);
    if (status == FELT_OK)
        status = bring_up_to_date(db, error);
    if (status == FELT_OK)
        *ret = db;
    else
        pg_close(db);
    return status;
}

void pg_close(engine_db *db)
{
    PQfinish(db->connection);
    for (int i = 0; i < PG_COLUMNS; i++)
        free(db->columns[i].bytes);
    free(db->tables);
    free(db);
}
