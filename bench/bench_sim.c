/* bench/bench_sim.c - how fast rounds and rolls are simulated with every wager settled, on one core and on two.
 *
 * sim_baccarat: rounds of Golden Bacc, eight decks, with every wager under every combination of choices. sim_craps: rolls with every wager
 * of Dice Works, Parlay Craps, High Roller and Roll the Line on, each under the first choices of its sheet; sim_craps_all: under every
 * combination of choices. sim_threads_ratio: two threads against one, on work of the same size, taken in turns. */
#include <felt/sheet.h>
#include <felt/sim.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WAGERS_MAX = 4096, RUNS = 7, RATIO_RUNS = 15 };

typedef struct table {
    felt_sim_wager wagers[WAGERS_MAX];
    felt_sim_setup setup;
} table;

static double now_s(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Puts every wager of a shipped sheet on the table, under its first choices or under all. */
static bool add(felt_arena *arena, table *t, const char *name, bool all)
{
    felt_text path = felt_arena_print(arena, "%s/rules/%s.felt", FELT_SOURCE_DIR, name);
    const felt_sheet *sheet;
    if (felt_sheet_load(arena, path.bytes, NULL, &sheet, NULL) != FELT_OK)
        return false;
    t->setup.game = sheet->game;
    t->setup.wagers = t->wagers;
    for (int w = 0; w < sheet->wager_count; w++)
        for (int v = 0; v < (all ? sheet->wagers[w].variant_count : 1) && t->setup.wager_count < WAGERS_MAX; v++)
            t->wagers[t->setup.wager_count++] = (felt_sim_wager){&sheet->wagers[w], &sheet->wagers[w].variants[v], FELT_SIM_PHASES_ALL};
    return true;
}

/* Millions a second of `clock`; 0 when it fails. */
static double rate(table *t, uint64_t rounds, int threads, clockid_t clock)
{
    felt_sim_result result;
    t->setup.rounds = rounds;
    t->setup.threads = threads;
    double begin = now_s(clock);
    if (felt_sim_run(&t->setup, &result) != FELT_OK)
        return 0;
    double speed = (double)result.rounds / (now_s(clock) - begin) / 1e6;
    felt_sim_result_free(&result);
    return speed;
}

/* On one core, by the time that the core has worked: others may be using the machine. */
static double best(table *t, uint64_t rounds, int runs)
{
    double fastest = 0;
    for (int i = 0; i < runs; i++) {
        double speed = rate(t, rounds, 1, CLOCK_PROCESS_CPUTIME_ID);
        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

/* By the clock on the wall, so this needs two cores that nobody else is using. */
static double threads_ratio(table *t, uint64_t rounds)
{
    double one = 0, two = 0;
    for (int i = 0; i < RATIO_RUNS; i++) {
        double a = rate(t, rounds, 1, CLOCK_MONOTONIC), b = rate(t, rounds, 2, CLOCK_MONOTONIC);
        one = a > one ? a : one;
        two = b > two ? b : two;
    }
    return one > 0 ? two / one : 0;
}

/* Millions of rolls a second of sessions with a line bet and a bet that every roll decides, on one core; 0 when it fails. */
static double sessions(felt_arena *arena)
{
    felt_text path = felt_arena_print(arena, "%s/rules/craps.felt", FELT_SOURCE_DIR);
    const felt_selection first = {.count = 0};
    const felt_sheet *sheet;
    const felt_book *book;
    felt_session_bet bets[2] = {{.stake = {1000}}, {.stake = {500}}};
    double fastest = 0;
    if (felt_sheet_load(arena, path.bytes, NULL, &sheet, NULL) != FELT_OK ||
        felt_book_open(arena, &sheet, 1, &first, (felt_house){.min = {0}}, &book, NULL) != FELT_OK ||
        felt_book_find(book, felt_text_from("pass"), felt_text_from(""), &bets[0].wager, NULL) != FELT_OK ||
        felt_book_find(book, felt_text_from("field"), felt_text_from(""), &bets[1].wager, NULL) != FELT_OK)
        return 0;
    felt_session_setup setup = {
        .book = book, .bets = bets, .bet_count = 2, .bankroll = {10000000}, .rounds = 1000, .sessions = 2000, .seed = 1, .threads = 1};
    for (int i = 0; i < RUNS; i++) {
        felt_session_result result;
        double begin = now_s(CLOCK_PROCESS_CPUTIME_ID);
        if (felt_session_run(&setup, &result) != FELT_OK)
            return 0;
        double speed = (double)(setup.rounds * setup.sessions) / (now_s(CLOCK_PROCESS_CPUTIME_ID) - begin) / 1e6;
        felt_session_result_free(&result);
        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

int main(void)
{
    static const char *const sheets[] = {"dice-works", "parlay-craps", "high-roller", "roll-the-line"};
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    table *tables = calloc(3, sizeof *tables);
    bool good = arena != NULL && tables != NULL && add(arena, &tables[0], "golden-bacc", true);
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets && good; i++)
        good = add(arena, &tables[1], sheets[i], false) && add(arena, &tables[2], sheets[i], true);
    if (good) {
        tables[0].setup.decks = 8;
        double baccarat = best(&tables[0], 20000000, RUNS), craps = best(&tables[1], 200000000, RUNS),
               all = best(&tables[2], 30000000, RUNS);
        /* As long a run each way would cost the same for each round if the cost did not grow. */
        double longer = best(&tables[0], 100000000, 3);
        printf("sim_baccarat %.1f M/s\n", baccarat);
        printf("sim_baccarat_long %.1f M/s\n", longer);
        printf("sim_craps %.1f M/s\n", craps);
        printf("sim_craps_all %.1f M/s\n", all);
        printf("sim_sessions %.1f M/s\n", sessions(arena));
        printf("sim_threads_ratio %.2f x\n", threads_ratio(&tables[0], 30000000));
        good = baccarat > 0 && craps > 0 && all > 0;
    }
    free(tables);
    felt_arena_free(arena);
    return good ? 0 : 1;
}
