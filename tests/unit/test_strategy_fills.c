/* tests/unit/test_strategy_fills.c - what strategies remember against the same asked anew: orders, bets that are alike, kinds of events.
 *
 * An order that reads the money is never remembered, nor are those beside it: a line that takes nothing down while there is money makes the
 * same strategy of any other, played the plain way. */
#include "sim/strategy_fills.h"

#include <felt/craps.h>
#include <felt/strategy_run.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "strategy_world.h"

static bool is_remembered(const felt_strategy *strategy)
{
    strategy_fills f;
    assert_int_equal(strategy_fills_open(&f, strategy, NULL, NULL), FELT_OK);
    bool known = f.known;
    strategy_fills_close(&f);
    return known;
}

static void assert_same_results(const felt_strategy_result *a, const felt_strategy_result *b)
{
    assert_true(a->played.count == b->played.count);
    assert_memory_equal(a->played.sessions, b->played.sessions, (size_t)a->played.count * sizeof *a->played.sessions);
    assert_true(a->played.rounds == b->played.rounds && a->played.bets == b->played.bets &&
                a->played.action.minor == b->played.action.minor && a->finished == b->finished);
    assert_int_equal(a->played.wager_count, b->played.wager_count);
    for (int i = 0; i < a->played.wager_count; i++) {
        const felt_session_action *x = &a->played.wagers[i], *y = &b->played.wagers[i];
        assert_true(x->bets == y->bets && x->action.minor == y->action.minor);
        assert_memory_equal(x->flows, y->flows, x->state_count * sizeof *x->flows);
    }
}

/* Sessions by both strategies on the same dice or shoes. */
static void assert_played_alike(const felt_strategy *one, const felt_strategy *other, int64_t bankroll, uint64_t rounds, uint64_t sessions)
{
    felt_strategy_setup setup = {.strategy = one, .bankroll = {bankroll}, .rounds = rounds, .sessions = sessions, .seed = 8, .threads = 2};
    felt_strategy_result a, b;
    assert_int_equal(felt_strategy_run(&setup, &a), FELT_OK);
    setup.strategy = other;
    assert_int_equal(felt_strategy_run(&setup, &b), FELT_OK);
    assert_same_results(&a, &b);
    felt_strategy_result_free(&a);
    felt_strategy_result_free(&b);
}

/* `text` bets on `wager`. */
static void assert_remembered_alike(world *w, const char *text, const char *wager, int64_t bankroll, uint64_t rounds, uint64_t sessions)
{
    char plain_text[16384];
    snprintf(plain_text, sizeof plain_text, "%s\nbet %s 1 when money is below 0\n", text, wager);
    const felt_strategy *remembered = read_good(w, text, 0), *plain = read_good(w, plain_text, 0);
    assert_true(is_remembered(remembered) && !is_remembered(plain));
    assert_played_alike(remembered, plain, bankroll, rounds, sessions);
}

static void shipped_strategies_are_remembered_as_they_are_given(void **state)
{
    static const char *const of_shoes[] = {"flat",    "martingale", "dalembert",        "paroli",
                                           "1-3-2-6", "stop-loss",  "after-two-losses", "against-a-streak"};
    static const char *const of_dice[] = {"pass-odds", "come-odds", "press", "hedge", "regression", "two-hits-off"};
    world shoes = open_world("baccarat"), dice = open_world("craps");
    (void)state;
    for (size_t i = 0; i < 14; i++) {
        char path[256], text[8192];
        const char *name = i < 8 ? of_shoes[i] : of_dice[i - 8];
        snprintf(path, sizeof path, "%s/strategies/%s.strategy", FELT_SOURCE_DIR, name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        const char *wager = strstr(text, "\nbet ") + 5;
        char first[32] = "", side[32] = "";
        if (sscanf(wager, "%10s on %2s", first, side) == 2)
            strcat(strcat(first, " on "), side);
        for (int64_t bankroll = 15000; bankroll < 10000000; bankroll *= 20) /* soon ruined, and never */
            assert_remembered_alike(i < 8 ? &shoes : &dice, text, first, bankroll, 500, 300);
    }
    felt_arena_free(shoes.arena);
    felt_arena_free(dice.arena);
}

/* More values than are kept, and every place taken by others meanwhile. */
static void what_is_forgotten_was_counted(void **state)
{
    world w = open_world("baccarat");
    (void)state;
    assert_remembered_alike(&w, "strategy \"s\"\nunit \"0.01\"\nlet x be 1\nbet banker x over 3\nafter every round: x becomes x plus 1\n",
                            "banker", INT64_C(1000000000), 3 * STRATEGY_FILLS, 2);
    felt_arena_free(w.arena);
}

/* A bet that is never covered makes a new table in every round until all are forgotten: the session stays at one that has a new number. */
static void tables_that_are_forgotten_pay_nobody_else(void **state)
{
    static const char plain[] =
        "strategy \"s\"\nunit \"0.01\"\nlet x be 1\nlet h be 1\nbet player x times 10000\n%s"
        "after every round: x becomes x plus 7, h becomes h plus 1\nafter every round when x is above 20: x becomes "
        "x minus 20\n";
    char without[512], with[512];
    world w = open_world("baccarat");
    (void)state;
    snprintf(without, sizeof without, plain, "bet banker 1 when x is 0\n");
    snprintf(with, sizeof with, plain, "bet banker 1000000 times 50000 plus h\n");
    assert_played_alike(read_good(&w, without, 0), read_good(&w, with, 0), INT64_C(10000000000), 60000, 8);
    felt_arena_free(w.arena);
}

/* At, below and beyond the most that one round may move. */
static void many_moves_of_one_round_are_all_counted(void **state)
{
    world w = open_world("craps");
    (void)state;
    for (int count = STRATEGY_FILL_MOVES_MAX - 1; count <= STRATEGY_FILL_MOVES_MAX + 3; count++) {
        char text[2048] = "strategy \"s\"\nraise place by 1 when stake of place is below 40\n";
        for (int i = 0; i < count; i++)
            strcat(text, "bet place on 6 1\n");
        assert_remembered_alike(&w, text, "place on 6", 5000, 50, 100);
    }
    felt_arena_free(w.arena);
}

/* Reads four values and is remembered; reads five and is not. */
static void no_more_values_are_read_than_are_kept(void **state)
{
    static const char four[] =
        "strategy \"s\"\nlet a be 1\nlet b be 2\nlet c be 3\nlet d be 1\nlet e be 1\n"
        "bet player a plus b plus c plus d plus a at most 9\nafter player loses: a becomes b, b becomes c, c becomes d, "
        "d becomes a plus 1 at most 5\n";
    world w = open_world("baccarat");
    char five[1024];
    (void)state;
    assert_remembered_alike(&w, four, "player", 100000, 500, 100);
    snprintf(five, sizeof five, "%sbet banker e\n", four);
    assert_false(is_remembered(read_good(&w, five, 0)));
    felt_arena_free(w.arena);
}

/* The bet that an order would place; -1: none. */
static int first_down(const strategy_order *order, uint32_t up)
{
    for (int bet = order->first; bet < order->first + order->count && order->action == FELT_ACTION_BET; bet++)
        if ((up >> bet & 1) == 0)
            return bet;
    return -1;
}

/* How many tables a session of many rolls comes to. */
static int tables_of(const felt_strategy *strategy, int *ret_alike)
{
    strategy_tables t;
    uint64_t seed = 1;
    assert_int_equal(strategy_tables_open(&t, strategy), FELT_OK);
    int table = strategy_tables_begin(&t);
    for (int i = 0; i < 10000; i++) {
        for (int o = 0; o < strategy->order_count; o++) {
            int bet = first_down(&strategy->orders[o], t.tables[table].up);
            int next = bet < 0 ? -1 : strategy_tables_order(&t, &table, FELT_ACTION_BET, bet, 1000);
            table = next < 0 ? table : next;
        }
        seed = seed * UINT64_C(6364136223846793005) + 1;
        table = strategy_tables_event(&t, table, felt_game_craps.event_of_way((int)((seed >> 33) % 36))).next;
    }
    int count = t.count;
    *ret_alike = t.alike_count;
    strategy_tables_close(&t);
    return count;
}

/* Don't come bets in any order are one table, where nothing tells them apart; a strategy that takes them down in turn does, and plays the
 * same. */
static void bets_that_are_alike_are_kept_in_one_order(void **state)
{
    static const char come[] = "strategy \"s\"\nlet x be 1\nbet pass 1\nbet dont-come x up to 4 at once\nbet dont-come-odds 1\n"
                               "stop when wins of dont-come is at least 4 or losses of dont-come is at least 4\n"
                               "after dont-come wins: x becomes x plus 1 at most 3\nafter every hand: x becomes 1\n";
    char apart[1024];
    world w = open_world("craps");
    int some, none;
    (void)state;
    snprintf(apart, sizeof apart, "%stake down dont-come when stake of dont-come is above 900000\n", come);
    const felt_strategy *alike = read_good(&w, come, 0), *others = read_good(&w, apart, 0);
    assert_true(tables_of(others, &none) > 2 * tables_of(alike, &some));
    assert_true(some == 1 && none == 0);
    assert_played_alike(alike, others, 5000, 300, 100);
    assert_played_alike(alike, others, 100000, 300, 100);
    felt_arena_free(w.arena);
}

/* What becomes of one bet, settled as at a table. */
typedef struct settled {
    felt_pay_kind kind;
    int64_t paid;
    int state, phase, events;
} settled;

static settled settle_one(felt_play *play, int wager, uint16_t state, int phase, int event)
{
    felt_position position = {.stake = {1000}, .wager = (uint16_t)wager, .state = state, .moved = true};
    felt_payment payment;
    int first;
    felt_play_resume(play, phase, 1);
    assert_int_equal(felt_play_restore(play, &position, 1, &first), FELT_OK);
    assert_int_equal(felt_play_event(play, event, &payment, NULL), FELT_OK);
    return (settled){payment.kind, payment.paid.minor, felt_play_position(play, first)->state, felt_play_phase(play),
                     felt_play_events(play)};
}

/* Every wager of the strategy, every state, every phase, every event that can come: settled as one of its kind is. */
static void assert_kinds_are_settled_alike(const felt_strategy *strategy)
{
    strategy_kinds kinds;
    felt_play *play;
    const felt_game *game = felt_book_game(strategy->book);
    strategy_kinds_find(&kinds, strategy);
    assert_true(kinds.count > 1 && kinds.count < game->event_count);
    assert_int_equal(felt_play_new(strategy->book, &play), FELT_OK);
    for (int w = 0; w < strategy->wager_count; w++) {
        const felt_machine *machine = felt_book_variant(strategy->book, strategy->wagers[w])->machine;
        for (int event = 0; event < game->event_count; event++) {
            for (uint16_t state = 0; state < machine->state_count; state++) {
                int other = kinds.event_of[kinds.kind_of[event]];
                assert_int_equal(felt_machine_next(machine, state, event), felt_machine_next(machine, state, other));
                for (int phase = 0; phase < game->phase_count && felt_machine_row(machine, state, event) != FELT_ROW_NONE; phase++) {
                    settled a = settle_one(play, strategy->wagers[w], state, phase, event);
                    settled b = settle_one(play, strategy->wagers[w], state, phase, other);
                    assert_true(a.kind == b.kind && a.paid == b.paid && a.state == b.state && a.phase == b.phase && a.events == b.events);
                }
            }
        }
    }
    felt_play_free(play);
}

static void events_of_one_kind_are_settled_alike(void **state)
{
    world shoes = open_world("baccarat"), dice = open_world("craps");
    (void)state;
    assert_kinds_are_settled_alike(read_good(&shoes, "strategy \"s\"\nbet player 1\nbet banker 1\nbet tie 1\n", 0));
    assert_kinds_are_settled_alike(read_good(&shoes, "strategy \"s\"\nbet banker 1\n", 0));
    assert_kinds_are_settled_alike(read_good(&dice, "strategy \"s\"\nbet pass 1\nbet come 1\nbet come-odds 2\nbet field 1\n", 0));
    assert_kinds_are_settled_alike(read_good(&dice, "strategy \"s\"\nbet hard on 8 1\nbet any-craps 1\nbet place on 6 1\n", 0));
    felt_arena_free(shoes.arena);
    felt_arena_free(dice.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_strategies_are_remembered_as_they_are_given),
        cmocka_unit_test(what_is_forgotten_was_counted),
        cmocka_unit_test(tables_that_are_forgotten_pay_nobody_else),
        cmocka_unit_test(many_moves_of_one_round_are_all_counted),
        cmocka_unit_test(no_more_values_are_read_than_are_kept),
        cmocka_unit_test(bets_that_are_alike_are_kept_in_one_order),
        cmocka_unit_test(events_of_one_kind_are_settled_alike),
    };
    return cmocka_run_group_tests_name("strategy_fills", tests, NULL, NULL);
}
