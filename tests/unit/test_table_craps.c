/* tests/unit/test_table_craps.c - bets that stay up at a live table, and what becomes of them when players leave, stay and come back. */
#include "unit/tables.h"

static void bets_stay_up_across_rolls_and_hands(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    assert_int_equal(felt_table_look(t.table).shooter, 0);
    test_did(&t, test_sit(2));
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    test_did(&t, test_bet(1, test_wager(b->craps, "all-lows"), 5));
    test_did(&t, test_bet(2, test_wager(b->craps, "buy on 10"), 20));
    assert_int_equal(test_event(&t, FELT_EVENT_PLACED, 0)->held.minor, 21); /* the vig beside it */
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_DEAL, .player = 2}, FELT_REFUSAL_NOT_SHOOTER);
    test_roll(&t, 2, 4);
    assert_int_equal(felt_table_look(t.table).bets, 3);
    assert_null(test_event(&t, FELT_EVENT_PAID, 0));
    char progress[FELT_MEMORY_TEXT_BYTES];
    felt_table_progress(t.table, 1, progress, sizeof progress);
    assert_non_null(strstr(progress, "6"));
    test_refused(&t, test_bet(2, test_wager(b->craps, "pass"), 10), FELT_REFUSAL_RULES);
    test_refused(&t, test_change(1, 1, FELT_ACTION_TAKE_DOWN, 0), FELT_REFUSAL_RULES);
    test_did(&t, test_change(2, 3, FELT_ACTION_TURN_OFF, 0));
    test_roll(&t, 3, 4);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 0)->lost.minor, 10);
    assert_int_equal(test_event(&t, FELT_EVENT_SHOOTER, 0)->seat, 1);
    assert_int_equal(felt_table_look(t.table).hand, 1);
    assert_int_equal(felt_table_look(t.table).bets, 1); /* the buy bet was off */
    test_did(&t, test_change(2, 3, FELT_ACTION_TAKE_DOWN, 0));
    assert_int_equal(test_event(&t, FELT_EVENT_CHANGED, 0)->back.minor, 21);
    assert_int_equal(felt_table_look(t.table).up.minor, 0);
    test_table_free(&t);
}

static void a_roll_keeps_the_order_of_its_dice_and_needs_the_shooters_dice(void **state)
{
    const test_books *b = *state;
    test_table t;
    felt_table_setup setup = test_setup_of(b->craps);
    setup.supplied = true;
    test_table_open(&t, setup);
    test_did(&t, test_sit(1));
    test_refused(&t, test_bet(1, test_wager(b->craps, "pass"), 10), FELT_REFUSAL_SHOE);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 1});
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    test_did(&t, test_house(FELT_COMMAND_CLOSE_BETTING));
    felt_command roll = {.kind = FELT_COMMAND_RESULT, .code = felt_roll_index(2, 4), .way = 1 + 6 * (4 - 1) + 2};
    test_refused(&t, roll, FELT_REFUSAL_RESULT); /* 4 and 3 */
    roll.way = 1 + 6 * (4 - 1) + (2 - 1);
    test_did(&t, roll);
    assert_int_equal(test_event(&t, FELT_EVENT_DEALT, 0)->way, roll.way);
    test_did(&t, test_house(FELT_COMMAND_SHOE_END));
    test_refused(&t, test_house(FELT_COMMAND_CLOSE_BETTING), FELT_REFUSAL_SHOE);
    test_table_free(&t);
}

static void taking_back_a_base_wager_takes_back_what_needs_it(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    test_refused(&t, test_bet(1, test_wager(b->craps, "all-lows"), 5), FELT_REFUSAL_RULES);
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    test_did(&t, test_bet(1, test_wager(b->craps, "all-lows"), 5));
    test_did(&t, test_change(1, 1, FELT_ACTION_TAKE_DOWN, 0));
    const felt_event *with_it = test_event(&t, FELT_EVENT_PAID, 0);
    assert_non_null(with_it);
    assert_true(with_it->taken_down);
    assert_int_equal(with_it->bet, 2);
    assert_int_equal(with_it->back.minor, 5);
    assert_int_equal(felt_table_look(t.table).bets, 0);
    test_table_free(&t);
}

static void bets_of_who_leaves_play_out(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    test_did(&t, test_sit(2));
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    test_roll(&t, 2, 4);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_LEAVE, .player = 1});
    assert_int_equal(test_event(&t, FELT_EVENT_SHOOTER, 0)->seat, 1);
    assert_null(test_event(&t, FELT_EVENT_FREED, 0));
    test_refused(&t, test_bet(1, test_wager(b->craps, "field"), 10), FELT_REFUSAL_NOT_SEATED);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_SIT, .player = 3, .seat = 0}, FELT_REFUSAL_SEAT_TAKEN);
    test_roll(&t, 3, 3);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 0)->player, 1);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 0)->winnings.minor, 10);
    assert_int_equal(test_event(&t, FELT_EVENT_FREED, 0)->seat, 0);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_SIT, .player = 3, .seat = 0});
    test_table_free(&t);
}

/* The house stands somebody up: his bets play out, and the dice go on, as if he had left. */
static void who_is_stood_up_has_left(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    uint64_t player;
    bool leaving;
    int seat = 0;
    while (!felt_table_seat(t.table, seat, &player, &leaving) || player != 7)
        seat++;
    test_did(&t, test_bet(7, 0, 100));
    test_did(&t, (felt_command){.kind = FELT_COMMAND_STAND_UP, .seat = seat});
    assert_true(felt_table_seat(t.table, seat, &player, &leaving));
    assert_true(leaving);
    assert_int_equal(felt_table_look(t.table).bets, 1);
    test_refused(&t, test_bet(7, 0, 100), FELT_REFUSAL_NOT_SEATED);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_STAND_UP, .seat = seat}, FELT_REFUSAL_NOT_SEATED);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_STAND_UP, .seat = -1}, FELT_REFUSAL_NOT_SEATED);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_STAND_UP, .player = 7, .seat = seat}, FELT_REFUSAL_WHO);
    test_table_free(&t);
}

static void who_comes_back_has_his_seat(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    test_did(&t, (felt_command){.kind = FELT_COMMAND_LEAVE, .player = 1});
    assert_int_equal(felt_table_look(t.table).shooter, -1);
    assert_int_equal(felt_table_wakes(t.table), 0); /* nobody else would go on */
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_SIT, .player = 1, .seat = 2}, FELT_REFUSAL_SEATED);
    test_did(&t, test_sit(1));
    assert_int_equal(t.answer.seat, 0);
    assert_int_equal(felt_table_look(t.table).shooter, 0);
    assert_int_equal(felt_table_look(t.table).seated, 1);
    test_table_free(&t);
}

static void a_winner_may_stay_up(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    test_did(&t, test_sit(2));
    felt_command six = test_bet(1, test_wager(b->craps, "place on 6"), 12), pass = test_bet(1, test_wager(b->craps, "pass"), 10);
    six.stays = pass.stays = true;
    test_did(&t, six);
    test_did(&t, pass);
    six.player = 2;
    test_did(&t, six);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_LEAVE, .player = 2});
    test_roll(&t, 5, 3);
    test_roll(&t, 2, 4);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 0)->winnings.minor, 14);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 0)->back.minor, 12);
    assert_int_equal(test_event(&t, FELT_EVENT_PLACED, 0)->again, 1);
    assert_int_equal(test_event(&t, FELT_EVENT_PLACED, 0)->bet, 4);
    assert_int_equal(test_event(&t, FELT_EVENT_PLACED, 0)->held.minor, 12);
    assert_null(test_event(&t, FELT_EVENT_PLACED, 1)); /* who has left takes his with him */
    assert_int_equal(test_event(&t, FELT_EVENT_FREED, 0)->player, 2);
    assert_int_equal(felt_table_look(t.table).bets, 2);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_WAGER_CLOSE, .wager = test_wager(b->craps, "place on 6"), .text = "enough"});
    test_roll(&t, 2, 4);
    assert_null(test_event(&t, FELT_EVENT_PLACED, 0));
    test_roll(&t, 4, 4); /* the line has won, and the next roll is a come-out: it stays as well */
    assert_int_equal(test_event(&t, FELT_EVENT_PLACED, 0)->again, 2);
    test_roll(&t, 1, 1);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 0)->lost.minor, 10);
    assert_null(test_event(&t, FELT_EVENT_PLACED, 0));
    test_table_free(&t);
}

static void a_winner_comes_down_where_the_house_says_so(void **state)
{
    const test_books *b = *state;
    const uint64_t come_down[] = {3};
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    test_did(&t, test_sit(2));
    felt_command six = test_bet(1, test_wager(b->craps, "place on 6"), 12);
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    six.stays = true;
    test_did(&t, six);
    six.player = 2;
    test_did(&t, six);
    test_roll(&t, 5, 3);
    test_did(&t, test_house(FELT_COMMAND_CLOSE_BETTING));
    felt_command roll = {.kind = FELT_COMMAND_RESULT, .code = felt_roll_index(2, 4), .come_down = come_down, .come_down_count = 1};
    test_did(&t, roll);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 1)->bet, 3);
    assert_int_equal(test_event(&t, FELT_EVENT_PLACED, 0)->again, 2);
    assert_null(test_event(&t, FELT_EVENT_PLACED, 1));
    assert_int_equal(felt_table_look(t.table).bets, 2);
    test_table_free(&t);
}

static void a_void_round_gives_everything_back(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    test_did(&t, test_bet(1, test_wager(b->craps, "buy on 10"), 20));
    test_roll(&t, 2, 4);
    test_did(&t, test_house(FELT_COMMAND_CLOSE_BETTING));
    test_refused(&t, test_house(FELT_COMMAND_VOID), FELT_REFUSAL_MALFORMED);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_VOID, .text = "a die left the table"});
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 0)->back.minor, 10);
    assert_int_equal(test_event(&t, FELT_EVENT_PAID, 1)->back.minor, 21);
    assert_int_equal(felt_table_look(t.table).up.minor, 0);
    assert_int_equal(felt_table_look(t.table).phase, 0);
    assert_int_equal(felt_table_look(t.table).stage, FELT_STAGE_BETTING);
    test_table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bets_stay_up_across_rolls_and_hands),
        cmocka_unit_test(a_roll_keeps_the_order_of_its_dice_and_needs_the_shooters_dice),
        cmocka_unit_test(taking_back_a_base_wager_takes_back_what_needs_it),
        cmocka_unit_test(bets_of_who_leaves_play_out),
        cmocka_unit_test(who_is_stood_up_has_left),
        cmocka_unit_test(who_comes_back_has_his_seat),
        cmocka_unit_test(a_winner_may_stay_up),
        cmocka_unit_test(a_winner_comes_down_where_the_house_says_so),
        cmocka_unit_test(a_void_round_gives_everything_back),
    };
    return cmocka_run_group_tests_name("table craps", tests, test_books_set_up, test_books_tear_down);
}
