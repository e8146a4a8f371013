/* tests/unit/test_table_limits.c - limits of a live table, at them and one past them, and wagers that are closed. */
#include "unit/tables.h"

/* ---- limits ---- */

static void stakes_are_within_limits(void **state)
{
    const test_books *b = *state;
    int count = felt_book_wager_count(b->craps), six = test_wager(b->craps, "place on 6");
    felt_table_wager *wagers = calloc((size_t)count, sizeof *wagers);
    assert_non_null(wagers);
    wagers[six] = (felt_table_wager){.min = {6}, .max = {60}, .unit = {6}};
    felt_table_setup setup = test_setup_of(b->craps);
    setup.wagers = wagers;
    setup.seat_max.minor = 100;
    setup.round_max.minor = 150;
    test_table t;
    test_table_open(&t, setup);
    test_did(&t, test_sit(1));
    test_did(&t, test_sit(2));
    test_refused(&t, test_bet(1, (uint16_t)six, 0), FELT_REFUSAL_LIMIT);
    test_refused(&t, test_bet(1, (uint16_t)six, -6), FELT_REFUSAL_LIMIT);
    test_refused(&t, test_bet(1, (uint16_t)six, 3), FELT_REFUSAL_LIMIT);
    test_refused(&t, test_bet(1, (uint16_t)six, 10), FELT_REFUSAL_LIMIT);
    test_refused(&t, test_bet(1, (uint16_t)six, 66), FELT_REFUSAL_LIMIT);
    test_refused(&t, test_bet(1, (uint16_t)six, INT64_MAX), FELT_REFUSAL_LIMIT);
    test_did(&t, test_bet(1, (uint16_t)six, 60));
    uint64_t bet = t.answer.bet;
    test_refused(&t, test_change(1, bet + 1, FELT_ACTION_RAISE, 6), FELT_REFUSAL_NO_BET);
    test_refused(&t, test_change(1, bet, FELT_ACTION_RAISE, 6), FELT_REFUSAL_LIMIT);
    test_refused(&t, test_change(2, bet, FELT_ACTION_TAKE_DOWN, 0), FELT_REFUSAL_NO_BET);
    test_refused(&t, test_change(1, bet, FELT_ACTION_LOWER, 57), FELT_REFUSAL_LIMIT);
    test_did(&t, test_change(1, bet, FELT_ACTION_LOWER, 6));
    assert_int_equal(test_event(&t, FELT_EVENT_CHANGED, 0)->back.minor, 6);
    uint16_t pass = test_wager(b->craps, "pass");
    test_refused(&t, test_bet(1, pass, 47), FELT_REFUSAL_LIMIT);
    test_did(&t, test_bet(1, pass, 46));
    test_refused(&t, test_bet(2, pass, 51), FELT_REFUSAL_LIMIT);
    test_did(&t, test_bet(2, pass, 50));
    test_table_free(&t);
    free(wagers);
}

static void a_seat_has_so_many_bets(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    for (int i = 0; i < 8; i++)
        test_did(&t, test_bet(7, test_wager(b->baccarat, "player"), 100));
    test_refused(&t, test_bet(7, test_wager(b->baccarat, "player"), 100), FELT_REFUSAL_LIMIT);
    test_table_free(&t);
}

static void one_event_costs_so_much(void **state)
{
    const test_books *b = *state;
    uint16_t player = test_wager(b->baccarat, "player"), tie = test_wager(b->baccarat, "tie");
    felt_table_setup setup = test_setup_of(b->baccarat);
    setup.cost_max.minor = 100;
    test_table t;
    test_table_open(&t, setup);
    test_did(&t, test_sit(7));
    test_refused(&t, test_bet(7, player, 101), FELT_REFUSAL_COST);
    test_did(&t, test_bet(7, player, 100));
    test_refused(&t, test_bet(7, tie, 13), FELT_REFUSAL_COST);
    test_did(&t, test_bet(7, tie, 12)); /* 96 on a tie, when the other pushes: not both at once */
    test_refused(&t, test_change(7, 2, FELT_ACTION_RAISE, 1), FELT_REFUSAL_COST);
    felt_money next, bound;
    assert_int_equal(felt_table_cost(t.table, &next, &bound, NULL), FELT_OK);
    assert_int_equal(next.minor, 96);
    assert_true(bound.minor >= 196);
    test_table_free(&t);
}

static void setups_that_cannot_be(void **state)
{
    const test_books *b = *state;
    felt_table *table;
    felt_error error;
    felt_table_setup good = test_setup_of(b->craps);
    for (int i = 0; i < 8; i++) {
        felt_table_setup s = good;
        s.seats = i == 0 ? 0 : 4;
        s.seats = i == 1 ? FELT_TABLE_SEATS_MAX + 1 : s.seats;
        s.seat_bets = i == 2 ? 0 : 8;
        s.seat_bets = i == 3 ? FELT_TABLE_SEAT_BETS_MAX + 1 : s.seat_bets;
        s.seat_max.minor = i == 4 ? -1 : 0;
        s.pace = i == 5 ? FELT_PACE_TIMED : FELT_PACE_ON_DEMAND;
        s.between_ms = i == 6 ? -1 : 0;
        s.seat_timeout_ms = i == 7 ? FELT_TABLE_TIME_MAX + 1 : 0;
        assert_int_equal(felt_table_new(&s, &table, &error), FELT_EDATA);
    }
    good.seats = FELT_TABLE_SEATS_MAX;
    good.seat_bets = FELT_TABLE_SEAT_BETS_MAX;
    assert_int_equal(felt_table_new(&good, &table, &error), FELT_OK);
    felt_table_free(table);
}

/* Every seat taken, every bet that fits, one more refused, and one event that pays them all. */
static void a_full_table(void **state)
{
    const test_books *b = *state;
    felt_table_setup setup = test_setup_of(b->baccarat);
    uint16_t player = test_wager(b->baccarat, "player");
    setup.seats = FELT_TABLE_SEATS_MAX;
    setup.seat_bets = 9;
    test_table t;
    test_table_open(&t, setup);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 1});
    for (uint64_t i = 1; i <= FELT_TABLE_SEATS_MAX; i++)
        test_did(&t, test_sit(i));
    test_refused(&t, test_sit(5000), FELT_REFUSAL_SEAT_TAKEN);
    for (int i = 0; i < FELT_TABLE_BETS_MAX; i++)
        test_did(&t, test_bet((uint64_t)(i % FELT_TABLE_SEATS_MAX + 1), player, 10));
    test_refused(&t, test_bet(1, player, 10), FELT_REFUSAL_LIMIT);
    for (uint64_t i = 1; i <= FELT_TABLE_SEATS_MAX; i++)
        test_did(&t, (felt_command){.kind = FELT_COMMAND_LEAVE, .player = i});
    test_did(&t, test_house(FELT_COMMAND_CLOSE_BETTING));
    test_did(&t, test_round());
    assert_int_equal(t.events.count, FELT_TABLE_BETS_MAX + FELT_TABLE_SEATS_MAX + 2);
    assert_int_equal(felt_table_look(t.table).seated, 0);
    assert_int_equal(felt_table_look(t.table).up.minor, 0);
    test_table_free(&t);
}

/* ---- wagers ---- */

static void wagers_are_closed_with_a_reason(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    felt_command close = {.kind = FELT_COMMAND_WAGER_CLOSE, .wager = 0, .text = "the felt is torn"};
    test_did(&t, test_bet(7, 0, 100));
    test_did(&t, close);
    test_refused(&t, test_bet(7, 0, 100), FELT_REFUSAL_WAGER_CLOSED);
    assert_non_null(strstr(t.error.message, "the felt is torn"));
    test_refused(&t, test_change(7, 1, FELT_ACTION_RAISE, 10), FELT_REFUSAL_WAGER_CLOSED);
    test_did(&t, test_change(7, 1, FELT_ACTION_TAKE_DOWN, 0));
    test_did(&t, (felt_command){.kind = FELT_COMMAND_WAGER_OPEN, .wager = 0});
    test_did(&t, (felt_command){.kind = FELT_COMMAND_WAGER_LIMIT, .wager = 0, .min = {200}, .max = {300}});
    test_refused(&t, test_bet(7, 0, 100), FELT_REFUSAL_LIMIT);
    test_did(&t, test_bet(7, 0, 200));
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_WAGER_OPEN, .player = 7, .wager = 0}, FELT_REFUSAL_WHO);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_WAGER_OPEN, .wager = 9999}, FELT_REFUSAL_MALFORMED);
    test_table_free(&t);
}

/* Limits of the whole table change at once, for what is bet from then on, and are saved with it. */
static void limits_of_the_table_are_set_at_once(void **state)
{
    const test_books *b = *state;
    test_table t;
    felt_table *again;
    uint8_t *saved;
    size_t size;
    test_baccarat_open(&t, b);
    test_did(&t, test_bet(7, 0, 300));
    test_did(&t, (felt_command){.kind = FELT_COMMAND_LIMIT, .limits = {.seat_max = {400}, .round_max = {700}, .cost_max = {500}}});
    assert_int_equal(felt_table_look(t.table).limits.round_max.minor, 700);
    assert_int_equal(felt_table_look(t.table).bets, 1);
    test_refused(&t, test_bet(7, 0, 101), FELT_REFUSAL_LIMIT);
    test_did(&t, test_bet(7, 0, 100));
    test_did(&t, (felt_command){.kind = FELT_COMMAND_LIMIT, .limits = {.cost_max = {450}}});
    test_refused(&t, test_bet(7, 0, 100), FELT_REFUSAL_COST);
    test_did(&t, test_bet(7, 0, 50));
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_LIMIT, .limits = {.seat_max = {-1}}}, FELT_REFUSAL_MALFORMED);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_LIMIT, .limits = {.cost_max = {FELT_TABLE_STAKE_MAX + 1}}},
                 FELT_REFUSAL_MALFORMED);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_LIMIT, .player = 7}, FELT_REFUSAL_WHO);
    assert_int_equal(felt_table_save(t.table, &saved, &size, NULL), FELT_OK);
    assert_int_equal(felt_table_load(&t.setup, saved, size, &again, NULL), FELT_OK);
    assert_int_equal(felt_table_look(again).limits.cost_max.minor, 450);
    assert_int_equal(felt_table_look(again).limits.seat_max.minor, 0);
    felt_table_free(again);
    free(saved);
    test_table_free(&t);
}

static void a_wager_that_cannot_be_paid_is_closed_by_itself(void **state)
{
    (void)state;
    test_sheet sheet = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\nwager \"A\" as a\n  tie pays unset\n  otherwise loses\n"
                                       "wager \"B\" as b\n  tie undefined\n  otherwise loses\nwager \"C\" as c\n  tie pays 8 to 1\n"
                                       "  otherwise loses\n");
    test_table t;
    test_table_open(&t, test_setup_of(test_book(&sheet)));
    test_did(&t, test_sit(7));
    assert_true(felt_table_wager_at(t.table, 0)->closed);
    assert_string_equal(felt_table_wager_at(t.table, 0)->reason, "the document leaves out what it pays");
    assert_string_equal(felt_table_wager_at(t.table, 1)->reason, "the document does not say when it wins");
    test_refused(&t, test_bet(7, 0, 10), FELT_REFUSAL_WAGER_CLOSED);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_WAGER_OPEN, .wager = 1}, FELT_REFUSAL_RULES);
    test_did(&t, test_bet(7, 2, 10));
    test_table_free(&t);
    test_sheet_free(&sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stakes_are_within_limits),
        cmocka_unit_test(a_seat_has_so_many_bets),
        cmocka_unit_test(one_event_costs_so_much),
        cmocka_unit_test(setups_that_cannot_be),
        cmocka_unit_test(a_full_table),
        cmocka_unit_test(wagers_are_closed_with_a_reason),
        cmocka_unit_test(limits_of_the_table_are_set_at_once),
        cmocka_unit_test(a_wager_that_cannot_be_paid_is_closed_by_itself),
    };
    return cmocka_run_group_tests_name("table limits", tests, test_books_set_up, test_books_tear_down);
}
