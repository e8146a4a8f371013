/* tests/unit/test_table.c - the promises of felt/table.h, one by one, and its limits at them and one past them. */
#include "unit/tables.h"

static int set_up(void **state)
{
    test_books *b = calloc(1, sizeof *b);
    assert_non_null(b);
    test_books_open(b);
    *state = b;
    return 0;
}

static int tear_down(void **state)
{
    test_books *b = *state;
    felt_arena_free(b->arena);
    free(b);
    return 0;
}

static felt_table_setup setup_of(const felt_book *book)
{
    return (felt_table_setup){.book = book, .seats = 4, .seat_bets = 8};
}

static void open_baccarat(test_table *t, const test_books *b)
{
    test_table_open(t, setup_of(b->baccarat));
    test_did(t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 1});
    test_did(t, test_sit(7));
}

static void numbers_go_on_after_another_setup(void **state)
{
    const test_books *b = *state;
    test_table t;
    felt_table_setup setup = setup_of(b->baccarat);
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
    open_baccarat(&t, b);
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
    open_baccarat(&t, b);
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
    open_baccarat(&t, b);
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
    open_baccarat(&t, b);
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
    open_baccarat(&t, b);
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
    open_baccarat(&t, b);
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
    open_baccarat(&t, b);
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

/* ---- limits ---- */

static void stakes_are_within_limits(void **state)
{
    const test_books *b = *state;
    int count = felt_book_wager_count(b->craps), six = test_wager(b->craps, "place on 6");
    felt_table_wager *wagers = calloc((size_t)count, sizeof *wagers);
    assert_non_null(wagers);
    wagers[six] = (felt_table_wager){.min = {6}, .max = {60}, .unit = {6}};
    felt_table_setup setup = setup_of(b->craps);
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
    open_baccarat(&t, b);
    for (int i = 0; i < 8; i++)
        test_did(&t, test_bet(7, test_wager(b->baccarat, "player"), 100));
    test_refused(&t, test_bet(7, test_wager(b->baccarat, "player"), 100), FELT_REFUSAL_LIMIT);
    test_table_free(&t);
}

static void one_event_costs_so_much(void **state)
{
    const test_books *b = *state;
    uint16_t player = test_wager(b->baccarat, "player"), tie = test_wager(b->baccarat, "tie");
    felt_table_setup setup = setup_of(b->baccarat);
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
    felt_table_setup good = setup_of(b->craps);
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
    felt_table_setup setup = setup_of(b->baccarat);
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
    open_baccarat(&t, b);
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
    open_baccarat(&t, b);
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
    test_table_open(&t, setup_of(test_book(&sheet)));
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

/* ---- craps ---- */

static void bets_stay_up_across_rolls_and_hands(void **state)
{
    const test_books *b = *state;
    test_table t;
    test_table_open(&t, setup_of(b->craps));
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
    felt_table_setup setup = setup_of(b->craps);
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
    test_table_open(&t, setup_of(b->craps));
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
    test_table_open(&t, setup_of(b->craps));
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
    open_baccarat(&t, b);
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
    test_table_open(&t, setup_of(b->craps));
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
    test_table_open(&t, setup_of(b->craps));
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
    test_table_open(&t, setup_of(b->craps));
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
    test_table_open(&t, setup_of(b->craps));
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

/* ---- time ---- */

static void a_clock_closes_betting(void **state)
{
    const test_books *b = *state;
    felt_table_setup setup = setup_of(b->baccarat);
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
    felt_table_setup setup = setup_of(b->craps);
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
    open_baccarat(&t, b);
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
    test_table_open(&t, setup_of(b->craps));
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
        cmocka_unit_test(stakes_are_within_limits),
        cmocka_unit_test(a_seat_has_so_many_bets),
        cmocka_unit_test(one_event_costs_so_much),
        cmocka_unit_test(setups_that_cannot_be),
        cmocka_unit_test(a_full_table),
        cmocka_unit_test(wagers_are_closed_with_a_reason),
        cmocka_unit_test(limits_of_the_table_are_set_at_once),
        cmocka_unit_test(a_wager_that_cannot_be_paid_is_closed_by_itself),
        cmocka_unit_test(bets_stay_up_across_rolls_and_hands),
        cmocka_unit_test(a_roll_keeps_the_order_of_its_dice_and_needs_the_shooters_dice),
        cmocka_unit_test(taking_back_a_base_wager_takes_back_what_needs_it),
        cmocka_unit_test(bets_of_who_leaves_play_out),
        cmocka_unit_test(who_is_stood_up_has_left),
        cmocka_unit_test(who_comes_back_has_his_seat),
        cmocka_unit_test(a_winner_may_stay_up),
        cmocka_unit_test(a_winner_comes_down_where_the_house_says_so),
        cmocka_unit_test(a_void_round_gives_everything_back),
        cmocka_unit_test(a_clock_closes_betting),
        cmocka_unit_test(seats_time_out),
        cmocka_unit_test(events_that_cannot_follow_are_refused),
        cmocka_unit_test(damaged_bytes_of_an_event_are_refused),
        cmocka_unit_test(events_of_one_decision_are_taken_off_a_record_one_by_one),
        cmocka_unit_test(a_saved_table_is_loaded),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
