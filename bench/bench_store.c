/* bench/bench_store.c - durable bets a second at 1, 10 and 200 to a commit, beside plain rows put into the same database in the same run.
 *
 * A bet is what a live table writes for one: its command is looked for, and a deed is kept with a record of 90 bytes, the command and a
 * stake that is held. The plain rate puts four rows into a table with no trigger, no constraint and no hash, with the same settings.
 * The files are in the folder of TMPDIR, or here: a disk, not memory, must be behind it. With FELT_POSTGRES in the environment
 * (tests/postgres.sh) the same is measured there. */
#include "plain.h"
#include <felt/store.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUNS = 3, PLAYERS = 200, CREDITS = 1000000000, RECORD_BYTES = 90, BATCH_MAX = 200 };

/* ---- bets ---- */

typedef struct load {
    felt_store *store;
    felt_table_id table;
    felt_player_id players[PLAYERS];
} load;

static bool fill(load *l)
{
    bool good = felt_store_begin(l->store, NULL) == FELT_OK && felt_store_table(l->store, felt_text_from("t"), &l->table, NULL) == FELT_OK;
    for (int i = 0; good && i < PLAYERS; i++) {
        char name[20];
        snprintf(name, sizeof name, "player %d", i);
        good = felt_store_player_add(l->store, felt_text_from(name), &l->players[i], NULL) == FELT_OK &&
               felt_store_grant(l->store, l->players[i], (felt_money){CREDITS}, felt_text_from("bench"), 0, NULL) == FELT_OK;
    }
    int64_t fence;
    return good && felt_store_commit(l->store, NULL) == FELT_OK &&
           felt_store_lease_take(l->store, l->table, felt_text_from("bench"), FELT_STORE_LEASE_MS_MAX, &fence, NULL) == FELT_OK;
}

static uint64_t command_of(int number)
{
    return (uint64_t)(number / PLAYERS);
}

static bool expect(load *l, int first, int batch)
{
    felt_expected list[BATCH_MAX];
    for (int i = 0; i < batch; i++)
        list[i] = (felt_expected){l->players[(first + i) % PLAYERS], command_of(first + i)};
    return felt_store_expect(l->store, list, batch, NULL) == FELT_OK;
}

static bool bet(load *l, int number)
{
    char record[RECORD_BYTES];
    felt_player_id player = l->players[number % PLAYERS];
    felt_move move = {FELT_MOVE_HOLD, player, 1 + number, {500}};
    felt_table_id table;
    int64_t sequence;
    memset(record, number & 0x7F, sizeof record);
    felt_deed deed = {.table = l->table,
                      .record = {record, sizeof record},
                      .kind = FELT_ENTRY_BET,
                      .time_ms = number,
                      .player = player,
                      .command = command_of(number),
                      .moves = &move,
                      .move_count = 1};
    return felt_store_command_find(l->store, player, deed.command, deed.digest, &table, &sequence, NULL) == FELT_ENOTFOUND &&
           felt_store_keep(l->store, &deed, &sequence, NULL) == FELT_OK;
}

static bool bets(load *l, int count, int batch)
{
    bool good = true;
    for (int i = 0; good && i < count;) {
        good = felt_store_begin(l->store, NULL) == FELT_OK && expect(l, i, batch);
        for (int k = 0; good && k < batch; k++)
            good = bet(l, i++);
        good = good && felt_store_commit(l->store, NULL) == FELT_OK;
    }
    return good;
}

/* Where the stores are made. */
typedef struct place {
    const char *name, *address; /* of the database, and of a store in it */
    const char *path;           /* of its file; NULL: it is PostgreSQL */
} place;

static void drop(const place *p)
{
    if (p->path != NULL)
        plain_drop(p->path);
    else
        plain_postgres_drop(p->address);
}

/* Bets a second, the best of some runs; 0: it failed. */
static double bet_rate(const place *p, int count, int batch)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        load l = {.store = NULL};
        drop(p);
        bool good = felt_store_open(p->address, &l.store, NULL) == FELT_OK && fill(&l);
        double begin = plain_now_s();
        good = good && bets(&l, count, batch);
        double rate = count / (plain_now_s() - begin);
        felt_store_close(l.store);
        drop(p);
        if (!good)
            return 0;
        best = rate > best ? rate : best;
    }
    return best;
}

static bool measure(const place *p)
{
    static const struct {
        int batch, count;
    } list[] = {{1, 2000}, {10, 10000}, {200, 40000}};
    bool good = true;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        int count = list[i].count, batch = list[i].batch;
        double ours = bet_rate(p, count, batch);
        double plain = p->path != NULL ? plain_sqlite(p->path, count, batch) : plain_postgres(p->address, count, batch);
        printf("store_bets_%s_%d %.0f bets/s\n", p->name, batch, ours);
        printf("store_plain_%s_%d %.0f bets/s\n", p->name, batch, plain);
        good = good && ours > 0 && plain > 0;
    }
    return good;
}

int main(void)
{
    const char *folder = getenv("TMPDIR"), *database = getenv("FELT_POSTGRES");
    char path[200], address[220];
    snprintf(path, sizeof path, "%s/felt-bench-%d", folder == NULL ? "." : folder, (int)getpid());
    snprintf(address, sizeof address, "sqlite:%s", path);
    bool good = measure(&(place){"sqlite", address, path});
    if (database != NULL)
        good = measure(&(place){"postgres", database, NULL}) && good;
    return !good;
}
