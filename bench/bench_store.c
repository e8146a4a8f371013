/* bench/bench_store.c - durable bets a second at 1, 10 and 200 to a commit, beside plain rows put into SQLite in the same run.
 *
 * A bet is what a live table writes for one: its command is looked for, and a deed is kept with a record of 90 bytes, the command and a
 * stake that is held. The plain rate puts four rows into a table with no trigger, no constraint and no hash, with the same settings.
 * The files are in the folder of TMPDIR, or here: a disk, not memory, must be behind it. */
#include "plain.h"
#include <felt/store.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUNS = 3, PLAYERS = 200, CREDITS = 1000000000, RECORD_BYTES = 90 };

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
    return good && felt_store_commit(l->store, NULL) == FELT_OK;
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
                      .command = (uint64_t)(number / PLAYERS),
                      .moves = &move,
                      .move_count = 1};
    return felt_store_command_find(l->store, player, deed.command, deed.digest, &table, &sequence, NULL) == FELT_ENOTFOUND &&
           felt_store_keep(l->store, &deed, &sequence, NULL) == FELT_OK;
}

static bool bets(load *l, int count, int batch)
{
    bool good = true;
    for (int i = 0; good && i < count;) {
        good = felt_store_begin(l->store, NULL) == FELT_OK;
        for (int k = 0; good && k < batch; k++)
            good = bet(l, i++);
        good = good && felt_store_commit(l->store, NULL) == FELT_OK;
    }
    return good;
}

/* Bets a second, the best of some runs; 0: it failed. */
static double bet_rate(const char *path, int count, int batch)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        char address[300];
        load l = {.store = NULL};
        snprintf(address, sizeof address, "sqlite:%s", path);
        bool good = felt_store_open(address, &l.store, NULL) == FELT_OK && fill(&l);
        double begin = plain_now_s();
        good = good && bets(&l, count, batch);
        double rate = count / (plain_now_s() - begin);
        felt_store_close(l.store);
        plain_drop(path);
        if (!good)
            return 0;
        best = rate > best ? rate : best;
    }
    return best;
}

int main(void)
{
    static const struct {
        int batch, count;
    } list[] = {{1, 2000}, {10, 10000}, {200, 40000}};
    const char *folder = getenv("TMPDIR");
    char path[200];
    bool good = true;
    snprintf(path, sizeof path, "%s/felt-bench-%d", folder == NULL ? "." : folder, (int)getpid());
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        double ours = bet_rate(path, list[i].count, list[i].batch), plain = plain_sqlite(path, list[i].count, list[i].batch);
        printf("store_bets_sqlite_%d %.0f bets/s\n", list[i].batch, ours);
        printf("store_plain_sqlite_%d %.0f bets/s\n", list[i].batch, plain);
        good = good && ours > 0 && plain > 0;
    }
    return !good;
}
