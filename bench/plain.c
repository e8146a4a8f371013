/* bench/plain.c - see plain.h. */
#include "plain.h"
#include "process.h"
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 3, ROWS = 4 };

double plain_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void plain_drop(const char *path)
{
    char other[300];
    unlink(path);
    snprintf(other, sizeof other, "%s-wal", path);
    unlink(other);
}

static bool rows(sqlite3 *handle, sqlite3_stmt *insert, int count, int batch)
{
    for (int i = 0; i < count;) {
        if (sqlite3_exec(handle, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
            return false;
        for (int k = 0; k < batch; k++, i++)
            for (int r = 0; r < ROWS; r++) {
                sqlite3_bind_int64(insert, 1, i);
                sqlite3_bind_int64(insert, 2, r);
                sqlite3_bind_text(insert, 3, "place 500 on pass at craps 1, seat 3", -1, SQLITE_STATIC);
                if (sqlite3_step(insert) != SQLITE_DONE || sqlite3_reset(insert) != SQLITE_OK)
                    return false;
            }
        if (sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
            return false;
    }
    return true;
}

double plain_sqlite(const char *path, int count, int batch)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        sqlite3 *handle = NULL;
        sqlite3_stmt *insert = NULL;
        bool good = sqlite3_open(path, &handle) == SQLITE_OK &&
                    sqlite3_exec(handle,
                                 "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                                 "PRAGMA wal_autocheckpoint=4000; CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b INT, c TEXT)",
                                 NULL, NULL, NULL) == SQLITE_OK &&
                    sqlite3_prepare_v2(handle, "INSERT INTO t(a, b, c) VALUES(?1, ?2, ?3)", -1, &insert, NULL) == SQLITE_OK;
        double begin = plain_now_s();
        good = good && rows(handle, insert, count, batch);
        double rate = count / (plain_now_s() - begin);
        sqlite3_finalize(insert);
        sqlite3_close(handle);
        plain_drop(path);
        if (!good)
            return 0;
        best = rate > best ? rate : best;
    }
    return best;
}

/* ---- PostgreSQL ---- */

static bool run(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

void plain_postgres_drop(const char *address)
{
    PGconn *connection = PQconnectdb(address);
    run(connection, "SET client_min_messages = warning");
    run(connection, "DROP SCHEMA IF EXISTS felt CASCADE");
    PQfinish(connection);
}

double plain_postgres_used_s(const char *address)
{
    PGconn *connection = PQconnectdb(address);
    double used = process_family_used_s((pid_t)PQbackendPID(connection));
    PQfinish(connection);
    return used;
}

/* A statement with the rows of `batch` bets, from one on. */
static void write_rows(char *sql, int first, int batch)
{
    int at = sprintf(sql, "INSERT INTO felt_plain(a, b, c) VALUES");
    for (int k = 0; k < batch * ROWS; k++)
        at += sprintf(sql + at, "%s(%d,%d,'place 500 on pass at craps 1, seat 3')", k == 0 ? "" : ",", first + k / ROWS, k % ROWS);
}

double plain_postgres(const char *address, int count, int batch)
{
    double best = 0;
    PGconn *connection = PQconnectdb(address);
    char *sql = malloc((size_t)batch * ROWS * 100 + 100);
    bool good = sql != NULL && run(connection, "SET synchronous_commit = on; SET client_min_messages = warning");
    for (int number = 0; good && number < RUNS; number++) {
        good = run(connection, "DROP TABLE IF EXISTS felt_plain") &&
               run(connection, "CREATE TABLE felt_plain(id bigserial PRIMARY KEY, a int, b int, c text)");
        double begin = plain_now_s();
        for (int i = 0; good && i < count; i += batch) {
            write_rows(sql, i, batch);
            good = run(connection, sql);
        }
        double rate = count / (plain_now_s() - begin);
        best = rate > best ? rate : best;
    }
    run(connection, "DROP TABLE IF EXISTS felt_plain");
    free(sql);
    PQfinish(connection);
    return good ? best : 0;
}
