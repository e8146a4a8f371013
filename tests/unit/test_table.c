/* tests/unit/test_table.c - the promises of felt/table.h, one by one: rounds, ids, time and events. */
#include "unit/tables.h"

static void numbers_go_on_after_another_setup(void **state)
{
    const test_books *b = *state;
    test_table t;
    felt_table_setup setup = test_setup_of(b->baccarat);
    setup.after.sequence = 100;
    setup.after.round = 20;
    setup.after.bet = 30;
    setup.after.shoe = 4;
    setup.after.time_ms = 5000;
    test_table_open(&t, setup);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 4}, FELT_REFUSAL_MALFORMED);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 5});
    test_did(&t, test_sit(7));
    test_did(&t, test_bet(7, test_wager(b->baccarat, "player"), 10));
    const felt_event *placed = test_event(&t, FELT_EVENT_PLACED, 0);
    assert_int_equal(placed->bet, 31);
    assert_int_equal(placed->time_ms, 5000);
    assert_true(placed->sequence > 100);
    test_did(&t, test_house(FELT_COMMAND_CLOSE_BETTING));
    assert_int_equal(test_event(&t, FELT_EVENT_CLOSED, 0)->round, 21);
    test_table_free(&t);
}

static void who_runs_the_table_may_refuse(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    felt_command bet = test_bet(7, test_wager(b->baccarat, "player"), 10);
    felt_answer answer;
    felt_error error, why;
    bet.id = 1000;
    assert_int_equal(felt_table_decide(t.table, &bet, 0, &t.events, &answer, &error), FELT_OK);
    felt_error_set(&why, FELT_ELIMIT, -1, "there are only 5 credits left");
    assert_int_equal(felt_table_refuse(t.table, &bet, 0, FELT_REFUSAL_FUNDS, &why, &t.events, &answer), FELT_OK);
    assert_int_equal(answer.refusal, FELT_REFUSAL_FUNDS);
    assert_int_equal(t.events.count, 1);
    assert_int_equal(felt_table_evolve(t.table, &t.events.list[0], &error), FELT_OK);
    test_refused(&t, bet, FELT_REFUSAL_FUNDS); /* the same answer again */
    assert_true(t.answer.repeated);
    assert_string_equal(t.error.message, "there are only 5 credits left");
    assert_int_equal(felt_table_look(t.table).bets, 0);
    test_table_free(&t);
}

/* ---- baccarat ---- */

static void a_round_of_baccarat(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    assert_int_equal(felt_table_look(t.table).seated, 1);
    test_did(&t, test_bet(7, test_wager(b->baccarat, "player"), 100));
    assert_int_equal(t.answer.bet, 1);
    assert_int_equal(test_event(&t, FELT_EVENT_PLACED, 0)->held.minor, 100);
    test_did(&t, test_bet(7, test_wager(b->baccarat, "banker"), 40));
    assert_int_equal(felt_table_look(t.table).up.minor, 140);
    test_refused(&t, test_round(), FELT_REFUSAL_BETTING_OPEN);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_DEAL, .player = 7});
    test_refused(&t, test_bet(7, 0, 100), FELT_REFUSAL_BETTING_CLOSED);
    test_refused(&t, test_change(7, 1, FELT_ACTION_TAKE_DOWN, 0), FELT_REFUSAL_BETTING_CLOSED);
    test_did(&t, test_round());
    const felt_event *won = test_event(&t, FELT_EVENT_PAID, 0), *lost = test_event(&t, FELT_EVENT_PAID, 1);
    assert_int_equal(won->player, 7);
    assert_int_equal(won->back.minor, 100);
    assert_int_equal(won->winnings.minor, 100);
    assert_int_equal(won->lost.minor, 0);
    assert_int_equal(lost->back.minor, 0);
    assert_int_equal(lost->lost.minor, 40);
    assert_int_equal(felt_table_look(t.table).up.minor, 0);
    assert_int_equal(felt_table_look(t.table).round, 1);
    assert_int_equal(felt_table_look(t.table).stage, FELT_STAGE_BETTING);
    test_table_free(&t);
}

static void a_result_must_be_dealt_by_the_rules_from_a_shoe(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_SHOE_END});
    test_did(&t, test_bet(7, 0, 100));
    test_refused(&t, test_house(FELT_COMMAND_CLOSE_BETTING), FELT_REFUSAL_SHOE);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 1}, FELT_REFUSAL_MALFORMED);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 2});
    test_did(&t, test_house(FELT_COMMAND_CLOSE_BETTING));
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_SHOE_END}, FELT_REFUSAL_BETTING_CLOSED);
    felt_command wrong = test_round();
    wrong.dealt.counts[0] = 3; /* a natural draws no card */
    test_refused(&t, wrong, FELT_REFUSAL_RESULT);
    test_did(&t, test_round());
    test_table_free(&t);
}

/* ---- ids ---- */

static void an_id_has_one_effect_and_one_answer(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    felt_command bet = test_bet(7, 0, 100);
    bet.id = 50;
    test_did(&t, bet);
    uint64_t number = t.answer.bet;
    test_did(&t, bet);
    assert_true(t.answer.repeated);
    assert_int_equal(t.answer.bet, number);
    assert_int_equal(t.events.count, 0);
    assert_int_equal(felt_table_look(t.table).bets, 1);
    bet.amount.minor = 101;
    test_refused(&t, bet, FELT_REFUSAL_ID_REUSED);
    assert_int_equal(t.events.count, 0);
    bet.id = 0;
    assert_int_not_equal(felt_table_do(t.table, &bet, 0, &t.events, &t.answer, &t.error), FELT_OK);
    assert_int_equal(t.answer.refusal, FELT_REFUSAL_ID_MISSING);
    test_table_free(&t);
}

static void a_refusal_is_remembered(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    test_did(&t, test_house(FELT_COMMAND_PAUSE));
    felt_command bet = test_bet(7, 0, 100);
    bet.id = 50;
    test_refused(&t, bet, FELT_REFUSAL_TABLE_PAUSED);
    char message[FELT_ERROR_BYTES];
    snprintf(message, sizeof message, "%s", t.error.message);
    test_did(&t, test_house(FELT_COMMAND_OPEN));
    test_refused(&t, bet, FELT_REFUSAL_TABLE_PAUSED);
    assert_true(t.answer.repeated);
    assert_string_equal(t.error.message, message);
    test_table_free(&t);
}

static void answers_are_remembered_up_to_their_limit(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    felt_command stay = {.kind = FELT_COMMAND_STAY, .player = 7};
    for (uint64_t id = 100; id < 100 + FELT_TABLE_ANSWERS_MAX; id++) {
        stay.id = id;
        test_did(&t, stay);
    }
    stay.id = 100;
    test_did(&t, stay);
    assert_true(t.answer.repeated);
    stay.id = 100 + FELT_TABLE_ANSWERS_MAX;
    test_did(&t, stay);
    stay.id = 100;
    test_refused(&t, stay, FELT_REFUSAL_ID_OLD);
    stay.id = 101;
    test_did(&t, stay);
    assert_true(t.answer.repeated);
    test_table_free(&t);
}

static void who_has_left_is_remembered(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    felt_command sit = test_sit(8);
    sit.id = 50;
    test_did(&t, sit);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_LEAVE, .player = 8, .id = 51});
    test_did(&t, sit);
    assert_true(t.answer.repeated);
    assert_int_equal(felt_table_look(t.table).seated, 1);
    for (uint64_t id = 1000; id < 1000 + FELT_TABLE_PLAYERS_MAX - 3; id++) { /* the house, 7 and 8 */
        test_did(&t, test_sit(id));
        test_did(&t, (felt_command){.kind = FELT_COMMAND_LEAVE, .player = id});
    }
    test_did(&t, sit);
    assert_true(t.answer.repeated);
    test_did(&t, test_sit(9999)); /* one more: the oldest is forgotten */
    test_did(&t, sit);
    assert_false(t.answer.repeated);
    test_table_free(&t);
}

/* ---- time ---- */

static void a_clock_closes_betting(void **state)
{
    const test_books *b = *state;
    felt_table_setup setup = test_setup_of(b->baccarat);
    setup.pace = FELT_PACE_TIMED;
    setup.betting_ms = 1000;
    setup.between_ms = 5000;
    test_table t;
    test_table_open(&t, setup);
    test_did(&t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 1});
    test_did(&t, test_sit(7));
    assert_int_equal(felt_table_wakes(t.table), INT64_MAX);
    t.now = 100;
    test_did(&t, test_bet(7, 0, 10));
    assert_int_equal(felt_table_wakes(t.table), 1100);
    test_refused(&t, (felt_command){.kind = FELT_COMMAND_DEAL, .player = 7}, FELT_REFUSAL_PACE);
    t.now = 1099;
    test_did(&t, test_house(FELT_COMMAND_TICK));
    assert_int_equal(t.events.count, 0);
    t.now = 1100;
    test_did(&t, test_house(FELT_COMMAND_TICK));
    assert_int_equal(felt_table_look(t.table).stage, FELT_STAGE_DEALING);
    test_did(&t, test_round());
    test_did(&t, test_bet(7, 0, 10));
    assert_int_equal(felt_table_wakes(t.table), 6100);
    t.now = 6099;
    test_refused(&t, test_house(FELT_COMMAND_CLOSE_BETTING), FELT_REFUSAL_TOO_SOON);
    test_did(&t, test_change(7, 2, FELT_ACTION_TAKE_DOWN, 0));
    assert_int_equal(felt_table_wakes(t.table), INT64_MAX);
    t.now = 50; /* time does not go back */
    test_did(&t, test_bet(7, 0, 10));
    assert_int_equal(felt_table_wakes(t.table), 7099);
    test_did(&t, test_house(FELT_COMMAND_PAUSE));
    assert_int_equal(felt_table_wakes(t.table), INT64_MAX);
    t.now = 9000;
    test_did(&t, test_house(FELT_COMMAND_OPEN)); /* betting has its whole time again */
    assert_int_equal(felt_table_wakes(t.table), 10000);
    test_table_free(&t);
}

static void seats_time_out(void **state)
{
    const test_books *b = *state;
    felt_table_setup setup = test_setup_of(b->craps);
    setup.seat_timeout_ms = 1000;
    test_table t;
    test_table_open(&t, setup);
    for (uint64_t i = 1; i <= 3; i++)
        test_did(&t, test_sit(i));
    test_did(&t, test_bet(2, test_wager(b->craps, "pass"), 10));
    t.now = 500;
    test_did(&t, (felt_command){.kind = FELT_COMMAND_STAY, .player = 3});
    assert_int_equal(felt_table_wakes(t.table), 1000);
    t.now = 1000;
    test_did(&t, test_house(FELT_COMMAND_TICK));
    assert_int_equal(test_event(&t, FELT_EVENT_LEFT, 1)->player, 2);
    assert_int_equal(test_event(&t, FELT_EVENT_SHOOTER, 0)->seat, 2);
    assert_int_equal(test_event(&t, FELT_EVENT_FREED, 0)->player, 1);
    assert_null(test_event(&t, FELT_EVENT_FREED, 1));
    assert_int_equal(felt_table_look(t.table).seated, 2);
    assert_int_equal(felt_table_wakes(t.table), 1500);
    test_table_free(&t);
}

/* ---- events ---- */

static void events_that_cannot_follow_are_refused(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_baccarat_open(&t, b);
    test_did(&t, test_bet(7, 0, 100));
    test_did(&t, (felt_command){.kind = FELT_COMMAND_DEAL, .player = 7});
    felt_command round = test_round();
    round.id = 500;
    felt_events events = {0};
    assert_int_equal(felt_table_decide(t.table, &round, 0, &events, &t.answer, &t.error), FELT_OK);
    assert_int_equal(events.count, 3);                                                   /* dealt, paid, answered */
    assert_int_equal(felt_table_evolve(t.table, &events.list[1], &t.error), FELT_EDATA); /* not the next */
    felt_event wrong = events.list[0];
    wrong.code ^= 1;
    assert_int_equal(felt_table_evolve(t.table, &wrong, &t.error), FELT_EDATA);
    assert_int_equal(felt_table_evolve(t.table, &events.list[0], &t.error), FELT_OK);
    wrong = events.list[2];
    wrong.sequence--;
    assert_int_equal(felt_table_evolve(t.table, &wrong, &t.error), FELT_EDATA); /* the bet is not paid */
    wrong = events.list[1];
    wrong.winnings.minor++;
    assert_int_equal(felt_table_evolve(t.table, &wrong, &t.error), FELT_EDATA);
    assert_int_equal(felt_table_evolve(t.table, &events.list[1], &t.error), FELT_OK);
    assert_int_equal(felt_table_evolve(t.table, &events.list[2], &t.error), FELT_OK);
    felt_events_free(&events);
    test_table_free(&t);
}

static void damaged_bytes_of_an_event_are_refused(void **state)
{
    (void)state;
    felt_event event = {.kind = FELT_EVENT_VOIDED, .sequence = 5, .time_ms = 9, .round = 3, .text = "why"}, back;
    uint8_t bytes[FELT_EVENT_BYTES_MAX + 1];
    size_t size = felt_event_write(&event, bytes);
    assert_int_equal(size, 20 + 8 + 1 + 3 + 4);
    assert_int_equal(felt_event_read(bytes, size, &back, NULL), FELT_OK);
    assert_memory_equal(&back, &event, sizeof event);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x40;
        assert_int_equal(felt_event_read(bytes, size, &back, NULL), FELT_EDATA);
        bytes[i] ^= 0x40;
        assert_int_equal(felt_event_read(bytes, i, &back, NULL), FELT_EDATA);
    }
    assert_int_equal(felt_event_read(bytes, size + 1, &back, NULL), FELT_EDATA);
}

static void events_of_one_decision_are_taken_off_a_record_one_by_one(void **state)
{
    (void)state;
    felt_event first = {.kind = FELT_EVENT_STATUS, .sequence = 1, .status = 1},
               second = {.kind = FELT_EVENT_SHOE_BEGUN, .sequence = 2, .shoe = 7};
    uint8_t bytes[2 * FELT_EVENT_BYTES_MAX];
    size_t size = felt_event_write(&first, bytes);
    size += felt_event_write(&second, bytes + size);
    felt_text left = {(const char *)bytes, size};
    felt_event found;
    assert_int_equal(felt_event_next(&left, &found, NULL), FELT_OK);
    assert_int_equal(found.kind, FELT_EVENT_STATUS);
    felt_text cut = {left.bytes, left.length - 1};
    assert_int_equal(felt_event_next(&cut, &found, NULL), FELT_EDATA);
    cut.length = 3;
    assert_int_equal(felt_event_next(&cut, &found, NULL), FELT_EDATA);
    assert_int_equal(felt_event_next(&left, &found, NULL), FELT_OK);
    assert_int_equal(found.shoe, 7);
    assert_int_equal(left.length, 0);
}

static void a_saved_table_is_loaded(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, test_setup_of(b->craps));
    test_did(&t, test_sit(1));
    test_did(&t, test_bet(1, test_wager(b->craps, "pass"), 10));
    test_did(&t, test_bet(1, test_wager(b->craps, "all-lows"), 5));
    test_roll(&t, 2, 4);
    uint8_t *bytes, *again;
    size_t size, again_size;
    felt_table *loaded;
    assert_int_equal(felt_table_save(t.table, &bytes, &size, &t.error), FELT_OK);
    assert_int_equal(felt_table_load(&t.setup, bytes, size, &loaded, &t.error), FELT_OK);
    assert_int_equal(felt_table_save(loaded, &again, &again_size, &t.error), FELT_OK);
    assert_int_equal(size, again_size);
    assert_memory_equal(bytes, again, size);
    assert_int_equal(felt_table_look(loaded).events, 1);
    felt_table_free(loaded);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 1;
        assert_int_equal(felt_table_load(&t.setup, bytes, size, &loaded, &t.error), FELT_EDATA);
        bytes[i] ^= 1;
    }
    felt_table_setup other = t.setup;
    other.seats++;
    assert_int_equal(felt_table_load(&other, bytes, size, &loaded, &t.error), FELT_EDATA);
    free(bytes);
    free(again);
    test_table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_of_baccarat),
        cmocka_unit_test(a_result_must_be_dealt_by_the_rules_from_a_shoe),
        cmocka_unit_test(an_id_has_one_effect_and_one_answer),
        cmocka_unit_test(a_refusal_is_remembered),
        cmocka_unit_test(who_runs_the_table_may_refuse),
        cmocka_unit_test(numbers_go_on_after_another_setup),
        cmocka_unit_test(answers_are_remembered_up_to_their_limit),
        cmocka_unit_test(who_has_left_is_remembered),
        cmocka_unit_test(a_clock_closes_betting),
        cmocka_unit_test(seats_time_out),
        cmocka_unit_test(events_that_cannot_follow_are_refused),
        cmocka_unit_test(damaged_bytes_of_an_event_are_refused),
        cmocka_unit_test(events_of_one_decision_are_taken_off_a_record_one_by_one),
        cmocka_unit_test(a_saved_table_is_loaded),
    };
    return cmocka_run_group_tests_name("table", tests, test_books_set_up, test_books_tear_down);
}
