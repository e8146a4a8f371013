/* bench/plain.h - plain rows put into a database as fast as a batched insert goes: what a store of bets is measured beside. */
#ifndef FELT_BENCH_PLAIN_H
#define FELT_BENCH_PLAIN_H

/* Bets a second, the best of three runs: four rows a bet into a table of SQLite with no trigger, no constraint and no hash, `batch` bets to
 * a commit, with the settings of the store. `path` is made and removed. 0: it failed. */
double plain_sqlite(const char *path, int count, int batch);

/* The same in PostgreSQL: all rows of a commit in one statement. The table is made and removed. */
double plain_postgres(const char *address, int count, int batch);

/* Removes the store at an address of PostgreSQL. */
void plain_postgres_drop(const char *address);

/* Seconds of processor time that the processes of that database have used; 0: they are on another machine. */
double plain_postgres_used_s(const char *address);

/* Removes a database of SQLite and its log. */
void plain_drop(const char *path);

double plain_now_s(void);

#endif
