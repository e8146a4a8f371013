/* tests/store/kill.c - a store whose process is killed at random moments under load: tests/store_kill COUNT [SEED]. Prints TAP.
 *
 * The store is a file, or with FELT_POSTGRES in the environment (tests/postgres.sh) the database at that address.
 * A child bets and settles in batches of random sizes and says in shared memory which bets are committed. It is killed; then the store is
 * opened, every posting is audited, every chain verified, and every bet that was said to be committed must be there. The store grows from
 * one kill to the next. */
#include <felt/store.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PLAYERS = 20, BATCH_MAX = 40, SLEEP_MAX_US = 100000, CREDITS = 1000000000 };

typedef struct shared {
    volatile long committed; /* bets 1 to this are there */
    volatile int ready;      /* the store is open */
} shared;

static unsigned long long next_random(unsigned long long *state)
{
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return *state >> 33;
}

/* ---- the child ---- */

static void must(felt_status status, const felt_error *error)
{
    if (status == FELT_OK)
        return;
    fprintf(stderr, "the load failed: %s\n", error->message);
    _exit(1);
}

typedef struct open_bets {
    felt_move list[BATCH_MAX];
    int count;
} open_bets;

static bool take_bet(void *context, const felt_standing_hold *hold)
{
    open_bets *bets = context;
    bets->list[bets->count++] = (felt_move){.kind = FELT_MOVE_SETTLE, .player = hold->player, .bet = hold->bet};
    return bets->count < BATCH_MAX;
}

/* Whatever stands is settled by one result. */
static void settle(felt_store *store, felt_table_id table, unsigned long long *state)
{
    felt_error error;
    open_bets bets = {.count = 0};
    int64_t sequence;
    must(felt_store_holds(store, table, (felt_player_id){0}, take_bet, &bets, &error), &error);
    for (int i = 0; i < bets.count; i++)
        bets.list[i].amount.minor = (int64_t)(next_random(state) % 3) * 100;
    felt_deed deed = {
        .table = table, .record = felt_text_from("roll"), .kind = FELT_ENTRY_RESULT, .moves = bets.list, .move_count = bets.count};
    must(felt_store_keep(store, &deed, &sequence, &error), &error);
}

static void bet(felt_store *store, felt_table_id table, long number)
{
    felt_error error;
    felt_player_id player = {1 + number % PLAYERS};
    felt_move move = {FELT_MOVE_HOLD, player, number, {100}};
    int64_t sequence;
    felt_deed deed = {.table = table,
                      .record = felt_text_from("bet"),
                      .kind = FELT_ENTRY_BET,
                      .player = player,
                      .command = (uint64_t)number,
                      .moves = &move,
                      .move_count = 1};
    must(felt_store_keep(store, &deed, &sequence, &error), &error);
}

static void run_load(const char *address, shared *s, unsigned long long seed)
{
    felt_error error;
    felt_store *store;
    felt_table_id table = {1};
    int64_t fence;
    must(felt_store_open(address, &store, &error), &error);
    must(felt_store_lease_take(store, table, felt_text_from("load"), 60000, &fence, &error), &error);
    s->ready = 1;
    for (;;) {
        felt_expected expected[BATCH_MAX];
        long number = s->committed, batch = 1 + (long)(next_random(&seed) % BATCH_MAX);
        for (long i = 1; i <= batch; i++)
            expected[i - 1] = (felt_expected){{1 + (number + i) % PLAYERS}, (uint64_t)(number + i)};
        must(felt_store_begin(store, &error), &error);
        must(felt_store_expect(store, expected, (int)batch, &error), &error);
        for (long i = 1; i <= batch; i++)
            bet(store, table, number + i);
        settle(store, table, &seed);
        must(felt_store_commit(store, &error), &error);
        s->committed = number + batch;
    }
}

/* ---- the parent ---- */

static bool make_store(const char *address, felt_error *error)
{
    felt_store *store;
    felt_player_id player;
    felt_table_id table;
    if (felt_store_open(address, &store, error) != FELT_OK)
        return false;
    bool good = felt_store_begin(store, error) == FELT_OK && felt_store_table(store, felt_text_from("table"), &table, error) == FELT_OK;
    for (int i = 0; good && i < PLAYERS; i++) {
        char name[20];
        snprintf(name, sizeof name, "player %d", i);
        good = felt_store_player_add(store, felt_text_from(name), &player, error) == FELT_OK &&
               felt_store_grant(store, player, (felt_money){CREDITS}, felt_text_from("load"), 0, error) == FELT_OK;
    }
    good = good && felt_store_commit(store, error) == FELT_OK;
    felt_store_close(store);
    return good;
}

/* The bets that are there, from `from` on without a gap. */
static long count_bets(felt_store *store, long from, long most)
{
    long number = from;
    for (; number <= most; number++) {
        static const uint8_t digest[FELT_STORE_DIGEST_BYTES];
        felt_player_id player = {1 + number % PLAYERS};
        felt_table_id table;
        int64_t sequence;
        if (felt_store_command_find(store, player, (uint64_t)number, digest, &table, &sequence, NULL) != FELT_OK)
            break;
    }
    return number - 1;
}

static bool check(const char *address, shared *s, long before, felt_error *error)
{
    felt_store *store;
    felt_store_audit_result audit;
    int64_t records;
    if (felt_store_open(address, &store, error) != FELT_OK)
        return false;
    /* With the lease nothing changes any more: a database may still be at work for a process that is dead. */
    int64_t fence;
    bool good = felt_store_lease_take(store, (felt_table_id){1}, felt_text_from("load"), 60000, &fence, error) == FELT_OK &&
                felt_store_audit(store, &audit, error) == FELT_OK;
    good = good && felt_store_verify(store, (felt_table_id){1}, &records, error) == FELT_OK;
    long told = s->committed, found = count_bets(store, before + 1, told + BATCH_MAX + 1);
    if (good && (found < told || found > told + BATCH_MAX || audit.ended != found || audit.standing != 0)) {
        felt_error_set(error, FELT_EDATA, -1, "bets 1 to %ld were committed, 1 to %ld are there, with %lld ended, %lld standing", told,
                       found, (long long)audit.ended, (long long)audit.standing);
        good = false;
    }
    s->committed = found;
    felt_store_close(store);
    return good;
}

/* One child's life. */
static bool kill_once(const char *address, shared *s, unsigned long long *seed, felt_error *error)
{
    long before = s->committed;
    int status = 0;
    s->ready = 0;
    pid_t child = fork();
    if (child == 0)
        run_load(address, s, next_random(seed));
    long wait_us = (long)(next_random(seed) % SLEEP_MAX_US);
    /* Now and then while it opens the store; mostly while it works. */
    bool early = next_random(seed) % 10 == 0;
    for (int i = 0; !early && i < 5000 && !s->ready; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    nanosleep(&(struct timespec){.tv_nsec = wait_us * 1000}, NULL);
    if (child < 0 || kill(child, SIGKILL) != 0 || waitpid(child, &status, 0) != child || !WIFSIGNALED(status)) {
        felt_error_set(error, FELT_EIO, -1, "the load ended before it was killed");
        return false;
    }
    return check(address, s, before, error);
}

static shared *map_shared(void)
{
    FILE *file = tmpfile();
    if (file == NULL || ftruncate(fileno(file), sizeof(shared)) != 0)
        return NULL;
    void *memory = mmap(NULL, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    fclose(file);
    return memory == MAP_FAILED ? NULL : memory;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 20, failed = 0;
    unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : (unsigned long long)time(NULL);
    const char *database = getenv("FELT_POSTGRES");
    char folder[] = "/tmp/felt-kill-XXXXXX", address[400], path[64];
    felt_error error = {.message = ""};
    shared *s = map_shared();
    if (s == NULL || mkdtemp(folder) == NULL)
        return 1;
    snprintf(address, sizeof address, "%s%s%s", database == NULL ? "sqlite:" : database, database == NULL ? folder : "",
             database == NULL ? "/store" : "");
    printf("1..%d\n# seed %llu\n", count, seed);
    fflush(stdout);
    if (!make_store(address, &error)) {
        printf("# %s\n", error.message);
        return 1;
    }
    for (int i = 1; i <= count; i++) {
        bool good = kill_once(address, s, &seed, &error);
        printf("%s %d - killed after %ld bets\n", good ? "ok" : "not ok", i, s->committed);
        if (!good)
            printf("# %s\n", error.message);
        fflush(stdout);
        failed += !good;
    }
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/store%s", folder, i == 0 ? "" : "-wal");
        unlink(path);
    }
    rmdir(folder);
    return failed > 0;
}
