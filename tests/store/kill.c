/* tests/store/kill.c - a store whose process is killed at random moments under load: tests/store_kill COUNT. Prints TAP.
 *
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

typedef struct open_holds {
    felt_hold_id list[BATCH_MAX];
    int count;
} open_holds;

static bool take_hold(void *context, const felt_standing_hold *hold)
{
    open_holds *holds = context;
    holds->list[holds->count++] = hold->hold;
    return holds->count < BATCH_MAX;
}

/* Whatever stands is settled by one result. */
static void settle(felt_store *store, felt_table_id table, unsigned long long *state)
{
    felt_error error;
    felt_entry_id entry;
    open_holds holds = {.count = 0};
    int64_t sequence;
    must(felt_store_holds(store, table, take_hold, &holds, &error), &error);
    must(felt_store_append(store, table, felt_text_from("roll"), &sequence, &error), &error);
    must(felt_store_entry(store, FELT_ENTRY_RESULT, table, sequence, 0, &entry, &error), &error);
    for (int i = 0; i < holds.count; i++)
        must(felt_store_settle(store, holds.list[i], (felt_money){(int64_t)(next_random(state) % 3) * 100}, &error), &error);
}

static void bet(felt_store *store, felt_table_id table, long number)
{
    felt_error error;
    felt_entry_id entry;
    felt_hold_id hold;
    felt_player_id player = {1 + number % PLAYERS};
    int64_t sequence;
    char id[32];
    snprintf(id, sizeof id, "%ld", number);
    must(felt_store_mark(store, &error), &error);
    must(felt_store_append(store, table, felt_text_from(id), &sequence, &error), &error);
    must(felt_store_entry(store, FELT_ENTRY_BET, table, sequence, 0, &entry, &error), &error);
    must(felt_store_hold(store, player, (felt_money){100}, &hold, &error), &error);
    must(felt_store_command_keep(store, player, felt_text_from(id), felt_text_from("bet"), felt_text_from("done"), &error), &error);
}

static void run_load(const char *address, shared *s, unsigned long long seed)
{
    felt_error error;
    felt_store *store;
    felt_table_id table;
    must(felt_store_open(address, &store, &error), &error);
    s->ready = 1;
    for (;;) {
        long number = s->committed, batch = 1 + (long)(next_random(&seed) % BATCH_MAX);
        must(felt_store_begin(store, &error), &error);
        must(felt_store_table(store, felt_text_from("table"), &table, &error), &error);
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
    felt_entry_id entry;
    if (felt_store_open(address, &store, error) != FELT_OK)
        return false;
    bool good = felt_store_begin(store, error) == FELT_OK;
    for (int i = 0; good && i < PLAYERS; i++) {
        char name[20];
        snprintf(name, sizeof name, "player %d", i);
        good = felt_store_player_add(store, felt_text_from(name), &player, error) == FELT_OK &&
               felt_store_grant(store, player, (felt_money){CREDITS}, felt_text_from("load"), 0, &entry, error) == FELT_OK;
    }
    good = good && felt_store_commit(store, error) == FELT_OK;
    felt_store_close(store);
    return good;
}

/* The bets that are there, from `from` on without a gap. */
static long count_bets(felt_store *store, felt_arena *arena, long from, long most)
{
    long number = from;
    for (; number <= most; number++) {
        char id[32];
        felt_text answer;
        felt_player_id player = {1 + number % PLAYERS};
        snprintf(id, sizeof id, "%ld", number);
        if (felt_store_command_find(store, arena, player, felt_text_from(id), felt_text_from("bet"), &answer, NULL) != FELT_OK)
            break;
    }
    return number - 1;
}

static bool check(const char *address, shared *s, long before, felt_error *error)
{
    felt_store *store;
    felt_store_audit_result audit;
    int64_t records;
    felt_arena *arena = felt_arena_new(1 << 22);
    if (arena == NULL || felt_store_open(address, &store, error) != FELT_OK)
        return false;
    bool good = felt_store_audit(store, &audit, error) == FELT_OK;
    felt_status status = good ? felt_store_verify(store, (felt_table_id){1}, &records, error) : FELT_OK;
    good = good && (status == FELT_OK || (status == FELT_ENOTFOUND && s->committed == 0));
    long told = s->committed, found = count_bets(store, arena, before + 1, told + BATCH_MAX + 1);
    if (good && (found < told || found > told + BATCH_MAX || audit.holds != found || audit.standing != 0)) {
        felt_error_set(error, FELT_EDATA, -1, "bets 1 to %ld were committed, 1 to %ld are there, with %lld holds, %lld standing", told,
                       found, (long long)audit.holds, (long long)audit.standing);
        good = false;
    }
    s->committed = found;
    felt_store_close(store);
    felt_arena_free(arena);
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
    char folder[] = "/tmp/felt-kill-XXXXXX", address[64], path[64];
    felt_error error = {.message = ""};
    shared *s = map_shared();
    if (s == NULL || mkdtemp(folder) == NULL)
        return 1;
    snprintf(address, sizeof address, "sqlite:%s/store", folder);
    printf("1..%d\n# seed %llu\n", count, seed);
    fflush(stdout);
    if (!make_store(address, &error))
        return 1;
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
