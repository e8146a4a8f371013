/* bench/bench_strategy.c - millions of rounds or rolls a second on one core: sessions of flat bets from a shoe, and shipped strategies. */
#include <felt/sheet.h>
#include <felt/strategy_run.h>
#include <stdio.h>
#include <time.h>

enum { RUNS = 3, TEXT_MAX = 8192 };

static const struct {
    const char *name, *sheet;
} strategies[] = {{"flat", "baccarat"},
                  {"martingale", "baccarat"},
                  {"dalembert", "baccarat"},
                  {"paroli", "baccarat"},
                  {"1-3-2-6", "baccarat"},
                  {"stop-loss", "baccarat"},
                  {"pass-odds", "craps"},
                  {"come-odds", "craps"},
                  {"press", "craps"},
                  {"hedge", "craps"},
                  {"regression", "craps"},
                  {"after-two-losses", "baccarat"},
                  {"against-a-streak", "baccarat"},
                  {"two-hits-off", "craps"}};

static double used_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const felt_book *open_book(felt_arena *arena, const char *name)
{
    felt_text path = felt_arena_print(arena, "%s/rules/%s.felt", FELT_SOURCE_DIR, name);
    const felt_selection first = {.count = 0};
    const felt_sheet *sheet;
    const felt_book *book;
    bool good = felt_sheet_load(arena, path.bytes, NULL, &sheet, NULL) == FELT_OK &&
                felt_book_open(arena, &sheet, 1, &first, (felt_house){.decimals = 2}, &book, NULL) == FELT_OK;
    return good ? book : NULL;
}

static const felt_strategy *open_strategy(felt_arena *arena, const char *name, const felt_book *book)
{
    char text[TEXT_MAX];
    felt_text path = felt_arena_print(arena, "%s/strategies/%s.strategy", FELT_SOURCE_DIR, name);
    felt_diags diags = felt_diags_in(arena);
    const felt_strategy *strategy = NULL;
    FILE *file = fopen(path.bytes, "r");
    if (file == NULL)
        return NULL;
    felt_text read = {text, fread(text, 1, sizeof text, file)};
    fclose(file);
    return felt_strategy_read(arena, path, read, book, (felt_money){0}, &diags, &strategy) == FELT_OK ? strategy : NULL;
}

/* The best of a few runs; 0 when it fails. */
static double strategy_rate(const felt_strategy *strategy)
{
    felt_strategy_setup setup = {.strategy = strategy, .bankroll = {10000000}, .rounds = 1000, .sessions = 1000, .seed = 1, .threads = 1};
    double fastest = 0;
    for (int i = 0; i < RUNS; i++) {
        felt_strategy_result result;
        double begin = used_s();
        if (felt_strategy_run(&setup, &result) != FELT_OK)
            return 0;
        double speed = (double)result.played.rounds / (used_s() - begin) / 1e6;
        felt_strategy_result_free(&result);
        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

/* Fixed stakes from a shoe, without a strategy; bench_sim has those of craps. */
static double flat_rate(const felt_book *book)
{
    felt_session_bet bet = {.stake = {1000}};
    double fastest = 0;
    if (felt_book_find(book, felt_text_from("banker"), felt_text_from(""), &bet.wager, NULL) != FELT_OK)
        return 0;
    felt_session_setup setup = {
        .book = book, .bets = &bet, .bet_count = 1, .bankroll = {10000000}, .rounds = 1000, .sessions = 1000, .seed = 1, .threads = 1};
    for (int i = 0; i < RUNS; i++) {
        felt_session_result result;
        double begin = used_s();
        if (felt_session_run(&setup, &result) != FELT_OK)
            return 0;
        double speed = (double)(setup.rounds * setup.sessions) / (used_s() - begin) / 1e6;
        felt_session_result_free(&result);
        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

int main(void)
{
    felt_arena *arena = felt_arena_new((size_t)8 * FELT_SHEET_ARENA_MAX);
    bool good = arena != NULL;
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies && good; i++) {
        const felt_book *book = open_book(arena, strategies[i].sheet);
        const felt_strategy *strategy = book == NULL ? NULL : open_strategy(arena, strategies[i].name, book);
        if (i == 0 && book != NULL)
            printf("session_flat_shoe %.1f M/s\n", flat_rate(book));
        double speed = strategy == NULL ? 0 : strategy_rate(strategy);
        printf("strategy_%s %.1f M/s\n", strategies[i].name, speed);
        good = speed > 0;
    }
    felt_arena_free(arena);
    return good ? 0 : 1;
}
