/* tests/fault/fault_sim.c - every request for memory and for a thread made to fail in turn, while tables and sessions are simulated.
 *
 * Without memory a run ends with FELT_ENOMEM. Without a thread the others do its work, and the same comes out. */
#include "failing.h"

#include <felt/baccarat.h>
#include <felt/craps.h>
#include <felt/sheet.h>
#include <felt/sim.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { THREADS = 2, WAGERS_MAX = 8 };

static const char baccarat[] = "sheet \"Cards\"\ngame baccarat with 1 deck\n\nwager \"Banker\" as banker\n"
                               "  banker wins pays 1 to 1 less 5%\n  tie pushes\n  otherwise loses\n\n"
                               "wager \"Pair\" as pair on player or banker\n  own has pair pays 11 to 1\n  otherwise loses\n";

static const char craps[] = "sheet \"Dice\"\ngame craps\n\nwager \"Pass\" as pass\n  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n  come-out craps or seven-out loses\n  otherwise stays\n\n"
                            "wager \"Lows\" as lows\n  placed before a new shooter's first come-out roll\n"
                            "  2, 3, 4, 5 and 6 all rolled pays 34 to 1\n  seven-out loses\n  otherwise stays\n\n"
                            "wager \"Hard\" as hard on 6 or 8\n  hard number rolled pays 9 to 1\n  easy number rolled or any seven loses\n"
                            "  otherwise stays\n";

typedef struct table {
    felt_arena *arena;
    felt_sim_wager wagers[WAGERS_MAX];
    felt_session_bet bets[WAGERS_MAX];
    felt_sim_setup setup;
    felt_session_setup sessions;
} table;

/* Enough rounds for several pieces of work, so that every thread gets one. */
static void table_open(table *t, const felt_game *game)
{
    bool cards = game == &felt_game_baccarat;
    const felt_sheet *sheet;
    *t = (table){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(t->arena);
    felt_diags diags = felt_diags_in(t->arena);
    felt_text text = felt_text_from(cards ? baccarat : craps);
    assert_int_equal(felt_sheet_compile(t->arena, felt_text_from("s.felt"), text, &diags, &sheet), FELT_OK);
    assert_true(sheet->wager_count <= WAGERS_MAX);
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *wager = &sheet->wagers[i];
        t->wagers[i] = (felt_sim_wager){wager, &wager->variants[0], FELT_SIM_PHASES_ALL};
        t->bets[i] = (felt_session_bet){i, {100}};
    }
    t->setup = (felt_sim_setup){.game = game,
                                .wagers = t->wagers,
                                .wager_count = sheet->wager_count,
                                .decks = 1,
                                .rounds = cards ? 40000 : 600000,
                                .seed = 7,
                                .threads = THREADS};
    const felt_selection first = {.count = 0};
    const felt_book *book;
    assert_int_equal(felt_book_open(t->arena, &sheet, 1, &first, (felt_house){.min = {0}}, &book, NULL), FELT_OK);
    t->sessions = (felt_session_setup){.book = book,
                                       .bets = t->bets,
                                       .bet_count = sheet->wager_count,
                                       .bankroll = {2000},
                                       .rounds = 100,
                                       .sessions = 1000,
                                       .seed = 7,
                                       .threads = THREADS};
}

static felt_status run_table(void *context, uint64_t *ret_digest)
{
    const table *t = context;
    felt_sim_result result;
    felt_status status = felt_sim_run(&t->setup, &result);
    if (status != FELT_OK)
        return status;
    assert_false(result.stopped);
    failing_digest(ret_digest, result.rows, (size_t)result.wager_count * sizeof *result.rows);
    failing_digest(ret_digest, &result.rounds, sizeof result.rounds);
    failing_digest(ret_digest, &result.shoes, sizeof result.shoes);
    felt_sim_result_free(&result);
    return FELT_OK;
}

static felt_status run_sessions(void *context, uint64_t *ret_digest)
{
    const table *t = context;
    felt_session_result result;
    felt_status status = felt_session_run(&t->sessions, &result);
    if (status != FELT_OK)
        return status;
    assert_true(result.count == t->sessions.sessions && !result.stopped);
    failing_digest(ret_digest, result.sessions, (size_t)result.count * sizeof *result.sessions);
    failing_digest(ret_digest, &result.action, sizeof result.action);
    for (int i = 0; i < result.wager_count; i++)
        failing_digest(ret_digest, result.wagers[i].flows, result.wagers[i].state_count * sizeof *result.wagers[i].flows);
    felt_session_result_free(&result);
    return FELT_OK;
}

static void baccarat_tables(void **state)
{
    (void)state;
    for (int cut = 0; cut <= 14; cut += 14) {
        table t;
        table_open(&t, &felt_game_baccarat);
        t.setup.cut = cut;
        failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, run_table, &t);
        failing_each(FAILING_THREAD, FELT_OK, THREADS - 1, run_table, &t);
        felt_arena_free(t.arena);
    }
}

static void craps_tables(void **state)
{
    table t;
    (void)state;
    table_open(&t, &felt_game_craps);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 30, run_table, &t);
    failing_each(FAILING_THREAD, FELT_OK, THREADS - 1, run_table, &t);
    felt_arena_free(t.arena);
}

/* A run that would take years ends when a thread has no memory. */
static void a_long_run_ends_at_once(void **state)
{
    table t;
    uint64_t digest;
    (void)state;
    table_open(&t, &felt_game_craps);
    long at = 0;
    bool failed = true;
    for (; failed; at++) { /* how many requests a run of one piece makes */
        t.setup.rounds = 1;
        failing_begin(FAILING_SYSTEM, at, false);
        (void)run_table(&t, &digest);
        failed = failing_end();
    }
    t.setup.rounds = UINT64_C(1) << 61;
    for (long before = 4; before < 7; before++) { /* behind them are two that are made when all has been played */
        failing_begin(FAILING_SYSTEM, at - before, false);
        assert_int_equal(run_table(&t, &digest), FELT_ENOMEM);
        assert_true(failing_end());
    }
    felt_arena_free(t.arena);
}

static void sessions(void **state)
{
    (void)state;
    for (int game = 0; game < 2; game++) {
        table t;
        table_open(&t, game == 0 ? &felt_game_baccarat : &felt_game_craps);
        failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, run_sessions, &t);
        failing_each(FAILING_THREAD, FELT_OK, THREADS - 1, run_sessions, &t);
        felt_arena_free(t.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baccarat_tables),
        cmocka_unit_test(craps_tables),
        cmocka_unit_test(a_long_run_ends_at_once),
        cmocka_unit_test(sessions),
    };
    return cmocka_run_group_tests_name("sim", tests, NULL, NULL);
}
