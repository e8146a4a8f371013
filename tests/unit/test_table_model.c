/* tests/unit/test_table_model.c - random commands, repetitions and clocks at live tables, beside a plain model that checks every promise
 * after each step.
 *
 * A run that fails prints its seed and the shortest list of commands that still fails. FELT_TABLE_STEPS sets how many commands a run has,
 * and FELT_TABLE_SEED the first seed, for longer runs than those of every day. */
#include "unit/table_model.h"
#include "unit/tables.h"

enum { RUNS = 6, STEPS = 10000 };

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static void play(const model_game *game)
{
    int steps = (int)setting("FELT_TABLE_STEPS", STEPS);
    uint64_t first = setting("FELT_TABLE_SEED", 1);
    for (uint64_t seed = first; seed < first + RUNS; seed++) {
        script s;
        char why[MODEL_WHY_BYTES] = "";
        if (model_draw(game, seed, steps, &s, why) >= 0) {
            print_error("seed %llu, step %d: %s\n", (unsigned long long)seed, s.count, why);
            model_shrink(game, &s);
            model_play(game, &s, why);
            print_error("the shortest list of commands that fails: %s\n", why);
            model_print(&s);
            free(s.steps);
            fail();
        }
        free(s.steps);
    }
}

static void baccarat_on_demand(void **state)
{
    const test_books *b = *state;
    model_game game = {.setup = {.book = b->baccarat, .seats = 5, .seat_bets = 6}};
    play(&game);
}

static void baccarat_timed_with_limits(void **state)
{
    const test_books *b = *state;
    model_game game = {.setup = {.book = b->baccarat,
                                 .seats = 3,
                                 .seat_bets = 4,
                                 .seat_max = {90},
                                 .round_max = {200},
                                 .cost_max = {300},
                                 .pace = FELT_PACE_TIMED,
                                 .betting_ms = 1000,
                                 .between_ms = 2500,
                                 .seat_timeout_ms = 20000}};
    play(&game);
}

static void craps_on_demand(void **state)
{
    const test_books *b = *state;
    model_game game = {.setup = {.book = b->craps, .seats = 4, .seat_bets = 12, .seat_timeout_ms = 60000}};
    play(&game);
}

static void craps_timed_with_limits(void **state)
{
    const test_books *b = *state;
    int count = felt_book_wager_count(b->craps);
    felt_table_wager *wagers = calloc((size_t)count, sizeof *wagers);
    assert_non_null(wagers);
    for (int i = 0; i < count; i++)
        wagers[i] = (felt_table_wager){.min = {2}, .max = {40 + i % 30}, .unit = {1 + i % 3}, .closed = i % 11 == 5};
    model_game game = {.setup = {.book = b->craps,
                                 .seats = 6,
                                 .seat_bets = 8,
                                 .wagers = wagers,
                                 .seat_max = {110},
                                 .round_max = {900},
                                 .cost_max = {800},
                                 .pace = FELT_PACE_TIMED,
                                 .betting_ms = 500,
                                 .between_ms = 700,
                                 .seat_timeout_ms = 30000,
                                 .supplied = true}};
    play(&game);
    free(wagers);
}

/* The model is made to be wrong about stakes above 50: somebody must sit down and bet, and that is all. */
static void a_failing_run_is_made_short(void **state)
{
    const test_books *b = *state;
    model_game game = {.setup = {.book = b->baccarat, .seats = 5, .seat_bets = 6}, .fault = 50};
    script s;
    char why[MODEL_WHY_BYTES];
    assert_true(model_draw(&game, 1, STEPS, &s, why) > 2);
    model_shrink(&game, &s);
    assert_int_equal(model_play(&game, &s, why), 1);
    assert_int_equal(s.count, 2);
    assert_int_equal(s.steps[0].command.kind, FELT_COMMAND_SIT);
    assert_int_equal(s.steps[1].command.kind, FELT_COMMAND_BET);
    assert_non_null(strstr(why, "on purpose"));
    free(s.steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baccarat_on_demand),      cmocka_unit_test(baccarat_timed_with_limits),  cmocka_unit_test(craps_on_demand),
        cmocka_unit_test(craps_timed_with_limits), cmocka_unit_test(a_failing_run_is_made_short),
    };
    return cmocka_run_group_tests(tests, test_books_set_up, test_books_tear_down);
}
