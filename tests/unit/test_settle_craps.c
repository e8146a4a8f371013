/* tests/unit/test_settle_craps.c - what felt/settle.h says of shooters and of positions that go on from roll to roll. */
#include "unit/books.h"

#include <felt/craps.h>
#include <string.h>

static const char craps_text[] = "sheet \"Craps\"\n"
                                 "game craps\n"
                                 "wager \"Pass\" as pass\n"
                                 "  placed before any come-out roll\n"
                                 "  line wins pays 1 to 1\n"
                                 "  come-out craps or seven-out loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Odds\" as odds on 6 or 8\n"
                                 "  needs \"Pass\"\n"
                                 "  placed while number is the point\n"
                                 "  point made pays 6 to 5\n"
                                 "  seven-out loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Hardway\" as hard on 6 or 8\n"
                                 "  hard number rolled pays 9 to 1\n"
                                 "  easy number rolled or any seven loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Twice Two\" as twice-two\n"
                                 "  placed before a new shooter's first come-out roll\n"
                                 "  2 rolled 2 times pays 40 for 1 and dealer 1 to 2\n"
                                 "  seven-out loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Come\" as come\n"
                                 "  placed while a point is on with a come-out of its own\n"
                                 "  line wins pays 1 to 1\n"
                                 "  come-out craps or seven-out loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Envy\" as envy\n"
                                 "  12 rolled pays 30 to 1 and dealer unset\n"
                                 "  11 rolled pays unset\n"
                                 "  otherwise loses\n";

enum { PASS, ODDS_6, ODDS_8, HARD_6, HARD_8, TWICE, COME, ENVY };

typedef struct world {
    test_sheet craps_sheet;
    const felt_book *craps;
} world;

static int set_up(void **state)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->craps_sheet = test_sheet_good(craps_text);
    w->craps = test_book(&w->craps_sheet);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    test_sheet_free(&w->craps_sheet);
    free(w);
    return 0;
}

static felt_bet bet_on(int wager, int64_t stake)
{
    return (felt_bet){.stake = {stake}, .wager = (uint16_t)wager};
}

/* ---- shooters ---- */

static uint8_t total(int points)
{
    return (uint8_t)(FELT_ROLL_TOTALS + points - 2);
}

static void a_shooters_bets_are_decided_at_their_rolls(void **state)
{
    world *w = *state;
    const uint8_t rolls[] = {total(6), (uint8_t)felt_roll_index(4, 4), total(6), total(5), total(7)};
    felt_bet bets[] = {bet_on(PASS, 10),
                       {.stake = {25}, .wager = ODDS_6, .after = 1},
                       {.stake = {5}, .wager = HARD_8, .after = 1},
                       {.stake = {10}, .wager = COME, .after = 4},
                       {.stake = {10}, .wager = PASS, .after = 3}};
    felt_payment payments[5];
    felt_error refusal;
    assert_int_equal(test_settle_rolls(w->craps, rolls, 5, bets, 5, payments, &refusal), FELT_OK);
    assert_int_equal(payments[0].paid.minor, 20);
    assert_int_equal(payments[0].events, 3);
    assert_int_equal(payments[1].paid.minor, 55);
    assert_int_equal(payments[2].paid.minor, 50);
    assert_int_equal(payments[2].events, 2);
    assert_int_equal(payments[3].paid.minor, 20); /* a seven on its own come-out */
    assert_int_equal(payments[4].kind, FELT_PAY_LOSES);
    assert_int_equal(payments[4].events, 5);
    assert_int_equal(test_settle_rolls(w->craps, rolls, 2, bets, 3, payments, &refusal), FELT_OK);
    assert_int_equal(payments[0].kind, FELT_PAY_STAYS);
    assert_int_equal(payments[0].row, FELT_ROW_NONE);
    assert_int_equal(payments[0].paid.minor, 0);
}

typedef struct shooter_case {
    felt_bet bets[2];
    int count;
    int rolls;
    felt_status status;
    const char *why;
} shooter_case;

static void shooters_bets_that_may_not_be_are_refused(void **state)
{
    world *w = *state;
    const uint8_t rolls[] = {total(6), total(8), total(6), total(8), total(7), total(7)};
    const shooter_case cases[] = {
        {{{.stake = {5}, .wager = PASS, .after = 1}},
         1,
         5,
         FELT_EDATA,
         "pass may be placed before any come-out roll; the puck is on 6, and there has been a roll"},
        {{{.stake = {5}, .wager = TWICE, .after = 3}},
         1,
         5,
         FELT_EDATA,
         "twice-two may be placed before a new shooter's first come-out roll; the puck is off, and there has been a roll"},
        {{{.stake = {5}, .wager = COME}}, 1, 5, FELT_EDATA, "come may be placed while a point is on; the puck is off"},
        {{{.stake = {5}, .wager = ODDS_8, .after = 1}, bet_on(PASS, 5)},
         2,
         5,
         FELT_EDATA,
         "odds on 8 may be placed while its number is the point; the puck is on 6, and there has been a roll"},
        {{{.stake = {5}, .wager = ODDS_6, .after = 1}}, 1, 5, FELT_EDATA, "odds on 6 needs a bet on pass of the same seat"},
        {{{.stake = {5}, .wager = ODDS_8, .after = 4}, bet_on(PASS, 5)},
         2,
         5,
         FELT_EDATA,
         "odds on 8 needs a bet on pass of the same seat"},
        {{{.stake = {5}, .wager = HARD_6}}, 1, 5, FELT_EDATA, "hard on 6 must know more of a roll; found 6 alone"},
        {{{.stake = {5}, .wager = PASS, .after = 6}}, 1, 5, FELT_EDATA, "pass was placed after roll 6, but there were only 5"},
        {{{.stake = {5}, .wager = PASS, .after = 5}},
         1,
         5,
         FELT_EDATA,
         "pass was placed after roll 5, a seven-out, which ends the shooter's hand"},
        {{{.stake = {5}, .wager = PASS}}, 1, 6, FELT_EDATA, "roll 5 is a seven-out, which ends the shooter's hand, but 1 more follows"},
        {{{.stake = {5}, .wager = PASS, .after = 2}},
         1,
         2,
         FELT_EDATA,
         "pass may be placed before any come-out roll; the puck is on 6, and there has been a roll"},
        {{{.stake = {5}, .wager = PASS, .after = 3}}, 1, 3, FELT_OK, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_payment payments[2];
        felt_error refusal = {.message = ""};
        felt_status status = test_settle_rolls(w->craps, rolls, cases[i].rolls, cases[i].bets, cases[i].count, payments, &refusal);
        assert_string_equal(refusal.message, cases[i].why);
        assert_int_equal(status, cases[i].status);
        if (status != FELT_OK)
            assert_int_equal(payments[0].paid.minor + payments[0].back.minor, 0);
    }
    const uint16_t none[] = {FELT_ROLL_CODES};
    felt_error error;
    assert_int_equal(felt_hand_verify(&felt_game_craps, &(felt_hand){none, 1, 0}, &error), FELT_EDATA);
    assert_string_equal(error.message, "roll 1 is no roll of craps");
    assert_int_equal(felt_hand_verify(&felt_game_craps, &(felt_hand){none, 0, 0}, &error), FELT_OK);
    assert_int_equal(felt_hand_verify(&felt_game_craps, &(felt_hand){none, 0, FELT_PUCK_COUNT}, &error), FELT_EDATA);
}

/* Base wagers that are decided do not hide one that is up, of whichever stake and in whichever place. */
static void one_base_wager_that_is_up_is_enough(void **state)
{
    world *w = *state;
    const uint8_t rolls[] = {total(6), total(8), total(6), total(8), total(5), total(8)};
    const felt_bet odds = {.stake = {5}, .wager = ODDS_8, .after = 5}, down = bet_on(PASS, 5);
    const felt_bet up = {.stake = {5}, .wager = PASS, .after = 3}, other_seat = {.stake = {5}, .seat = 1, .wager = PASS, .after = 3};
    felt_bet bets[6] = {odds, down, down, other_seat, down, down};
    felt_payment payments[6];
    felt_error refusal;
    assert_int_equal(test_settle_rolls(w->craps, rolls, 6, bets, 6, payments, &refusal), FELT_EDATA);
    assert_string_equal(refusal.message, "odds on 8 needs a bet on pass of the same seat");
    for (int i = 1; i < 6; i++) {
        felt_bet kept = bets[i];
        bets[i] = up;
        assert_int_equal(test_settle_rolls(w->craps, rolls, 6, bets, 6, payments, &refusal), FELT_OK);
        assert_int_equal(payments[0].paid.minor, 11);
        bets[i] = kept;
    }
    bets[1] = bets[2] = up; /* the same wager at the same roll, but not a bet that may be made */
    bets[1].stake.minor = 0;
    const uint16_t codes[] = {total(6), total(8), total(6), total(8), total(5), total(8)};
    assert_int_equal(test_settle_one(w->craps, (felt_hand){codes, 6, 0}, bets, 6, 0, payments, &refusal), FELT_OK);
}

static void a_pay_to_the_dealer_is_the_dealers(void **state)
{
    world *w = *state;
    const uint8_t twos[] = {FELT_ROLL_TOTALS, FELT_ROLL_TOTALS}, twelve[] = {FELT_ROLL_TOTALS + 10};
    felt_bet bet = bet_on(TWICE, 7);
    felt_payment payment;
    felt_error refusal;
    assert_int_equal(test_settle_rolls(w->craps, twos, 2, &bet, 1, &payment, &refusal), FELT_OK);
    assert_int_equal(payment.paid.minor, 280); /* 40 for 1 */
    assert_int_equal(payment.winnings.minor, 273);
    assert_int_equal(payment.dealer_kind, FELT_PAY_WINS);
    assert_int_equal(payment.dealer.minor, 3);
    bet = bet_on(ENVY, 10);
    assert_int_equal(test_settle_rolls(w->craps, twelve, 1, &bet, 1, &payment, &refusal), FELT_OK);
    assert_int_equal(payment.paid.minor, 310);
    assert_int_equal(payment.dealer_kind, FELT_PAY_UNSET);
    assert_int_equal(payment.dealer.minor, 0);
}

/* A hand may begin with a point on, as a table that is sat down at does. */
static void a_hand_may_begin_with_a_point_on(void **state)
{
    world *w = *state;
    const uint16_t rolls[] = {total(8), total(7)};
    felt_bet bets[] = {bet_on(COME, 10), bet_on(PASS, 10)};
    felt_payment payments[2];
    felt_error error;
    assert_int_equal(test_settle_hand(w->craps, (felt_hand){rolls, 2, FELT_PUCK_6}, bets, 1, payments, &error), FELT_OK);
    assert_int_equal(payments[0].kind, FELT_PAY_LOSES);
    assert_int_equal(test_settle_hand(w->craps, (felt_hand){rolls, 2, FELT_PUCK_6}, bets, 2, payments, &error), FELT_EDATA);
    assert_int_equal(error.item, 1);
}

/* ---- what is done with bets that stand ---- */

static const char standing_text[] = "sheet \"Standing\"\n"
                                    "game craps\n"
                                    "wager \"Pass\" as pass\n"
                                    "  placed before any come-out roll\n"
                                    "  line wins pays 1 to 1\n"
                                    "  come-out craps or seven-out loses\n"
                                    "  otherwise stays\n"
                                    "wager \"Odds\" as odds on 6 or 8\n"
                                    "  needs \"Pass\", at most 2 times its stake\n"
                                    "  placed while number is the point\n"
                                    "  may be raised, lowered and taken down\n"
                                    "  point made pays 6 to 5\n"
                                    "  seven-out loses\n"
                                    "  otherwise stays\n"
                                    "wager \"Place\" as place on 6 or 8\n"
                                    "  may be raised, lowered, taken down and turned off\n"
                                    "  number rolled pays 7 to 6\n"
                                    "  any seven loses\n"
                                    "  otherwise stays\n"
                                    "wager \"Come\" as come\n"
                                    "  placed while a point is on with a come-out of its own\n"
                                    "  line wins pays 1 to 1\n"
                                    "  come-out craps or seven-out loses\n"
                                    "  otherwise stays\n"
                                    "wager \"Come Odds\" as come-odds on 6 or 8\n"
                                    "  needs \"Come\" on its number, at most 3 times its stake\n"
                                    "  number rolled pays 6 to 5\n"
                                    "  any seven loses\n"
                                    "  otherwise stays\n";

enum { S_PASS, S_ODDS_6, S_ODDS_8, S_PLACE_6, S_PLACE_8, S_COME, S_COME_ODDS_6, S_COME_ODDS_8 };

static felt_bet act(felt_action action, int wager, int64_t amount, int after)
{
    return (felt_bet){.stake = {amount}, .wager = (uint16_t)wager, .after = (uint16_t)after, .action = action};
}

typedef struct standing_case {
    int rolls[4], roll_count;
    felt_bet bets[5];
    int count;
    int64_t paid;    /* in all; of the first bet */
    const char *why; /* NULL: nothing is refused */
} standing_case;

static void standing_bets_are_changed_as_their_sheet_allows(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(standing_text);
    const felt_book *book = test_book(&t);
    const standing_case cases[] = {
        {{8, 6}, 2, {act(FELT_ACTION_BET, S_PLACE_6, 5, 0), act(FELT_ACTION_RAISE, S_PLACE_6, 7, 1)}, 2, 26, NULL},
        {{8, 6}, 2, {act(FELT_ACTION_BET, S_PLACE_6, 12, 0), act(FELT_ACTION_LOWER, S_PLACE_6, 6, 1)}, 2, 6 + 13, NULL},
        {{8, 7}, 2, {act(FELT_ACTION_BET, S_PLACE_6, 12, 0), act(FELT_ACTION_TAKE_DOWN, S_PLACE_6, 0, 1)}, 2, 12, NULL},
        {{8, 7}, 2, {act(FELT_ACTION_BET, S_PLACE_6, 12, 0), act(FELT_ACTION_TURN_OFF, S_PLACE_6, 0, 1)}, 2, 0, NULL},
        {{8, 6, 6},
         3,
         {act(FELT_ACTION_BET, S_PLACE_6, 6, 0), act(FELT_ACTION_TURN_OFF, S_PLACE_6, 0, 1), act(FELT_ACTION_TURN_ON, S_PLACE_6, 0, 2)},
         3,
         13,
         NULL},
        {{8, 7},
         2,
         {act(FELT_ACTION_BET, S_PASS, 12, 0), act(FELT_ACTION_TAKE_DOWN, S_PASS, 0, 1)},
         2,
         0,
         "pass: its sheet does not let a standing bet be taken down"},
        {{8, 7}, 2, {act(FELT_ACTION_BET, S_PASS, 12, 0), act(FELT_ACTION_TAKE_DOWN, S_PASS, 0, 0)}, 2, 12, NULL},
        {{8, 7},
         2,
         {act(FELT_ACTION_BET, S_PASS, 12, 0), act(FELT_ACTION_TAKE_DOWN, S_PLACE_6, 0, 1)},
         2,
         0,
         "place on 6: no bet of this seat stands that could be changed (take-down)"},
        {{8, 6, 8}, 3, {act(FELT_ACTION_BET, S_PASS, 10, 0), act(FELT_ACTION_BET, S_ODDS_8, 20, 1)}, 2, 20, NULL},
        {{8, 6, 8},
         3,
         {act(FELT_ACTION_BET, S_PASS, 10, 0), act(FELT_ACTION_BET, S_ODDS_8, 21, 1)},
         2,
         0,
         "odds on 8: found 21 minor units in all, expected at most 2 times the 10 on what it needs"},
        {{8, 6, 8},
         3,
         {act(FELT_ACTION_BET, S_PASS, 10, 0), act(FELT_ACTION_BET, S_ODDS_8, 15, 1), act(FELT_ACTION_RAISE, S_ODDS_8, 6, 2)},
         3,
         0,
         "odds on 8: found 21 minor units in all, expected at most 2 times the 10 on what it needs"},
        {{8, 6, 6}, 3, {act(FELT_ACTION_BET, S_COME, 10, 1), act(FELT_ACTION_BET, S_COME_ODDS_6, 30, 2)}, 2, 20, NULL},
        {{8, 6, 6},
         3,
         {act(FELT_ACTION_BET, S_COME, 10, 1), act(FELT_ACTION_BET, S_COME_ODDS_8, 30, 2)},
         2,
         0,
         "come-odds on 8 needs a bet on come of the same seat, with its point on the same number"},
        {{8, 6, 6},
         3,
         {act(FELT_ACTION_BET, S_COME, 10, 1), act(FELT_ACTION_BET, S_COME_ODDS_6, 31, 2)},
         2,
         0,
         "come-odds on 6: found 31 minor units in all, expected at most 3 times the 10 on what it needs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const standing_case *c = &cases[i];
        uint16_t codes[4];
        felt_payment payments[5];
        felt_error error = {.message = ""};
        for (int k = 0; k < c->roll_count; k++)
            codes[k] = total(c->rolls[k]);
        felt_status status = test_settle_hand(book, (felt_hand){codes, c->roll_count, 0}, c->bets, c->count, payments, &error);
        assert_string_equal(error.message, c->why == NULL ? "" : c->why);
        assert_int_equal(status == FELT_OK, c->why == NULL);
        assert_int_equal(payments[0].paid.minor, c->paid);
        for (int k = 1; status == FELT_OK && k < c->count; k++)
            assert_int_equal(payments[k].part_of, c->bets[k].action == FELT_ACTION_BET ? -1 : 0);
    }
    test_sheet_free(&t);
}

/* What needs a bet that is taken down comes down with it. */
static void a_base_wager_takes_what_needs_it_down(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(standing_text);
    felt_play *play = test_play(test_book(&t));
    felt_bet pass = bet_on(S_PASS, 10), odds = bet_on(S_ODDS_6, 20);
    felt_payment payments[2], back;
    felt_error error;
    int first, second;
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_place(play, &pass, 1, &first, &error), FELT_OK);
    assert_int_equal(felt_play_event(play, total(6), payments, &error), FELT_OK);
    assert_int_equal(felt_play_place(play, &odds, 1, &second, &error), FELT_OK);
    assert_int_equal(felt_play_change(play, first, FELT_ACTION_TAKE_DOWN, (felt_money){0}, &back, &error), FELT_EDATA);
    assert_int_equal(felt_play_change(play, second, FELT_ACTION_TAKE_DOWN, (felt_money){0}, &back, &error), FELT_OK);
    assert_int_equal(back.paid.minor, 20);
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_place(play, (felt_bet[]){bet_on(S_PASS, 10)}, 1, &first, &error), FELT_OK);
    assert_int_equal(felt_play_change(play, first, FELT_ACTION_LOWER, (felt_money){4}, &back, &error), FELT_OK);
    assert_int_equal(felt_play_position(play, first)->stake.minor, 6);
    assert_int_equal(felt_play_change(play, first, FELT_ACTION_TAKE_DOWN, (felt_money){0}, &back, &error), FELT_OK);
    assert_int_equal(felt_play_position(play, first)->state, FELT_STATE_NONE);
    felt_play_free(play);
    test_sheet_free(&t);
}

/* The exact worst event, not a sum of maxima: place 6 and place 8 cannot both win. */
static void the_worst_event_is_found_over_all_bets(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(standing_text);
    felt_play *play = test_play(test_book(&t));
    felt_bet bets[] = {bet_on(S_PLACE_6, 60), bet_on(S_PLACE_8, 12), bet_on(S_PASS, 30)};
    felt_money worst;
    felt_error error;
    int first, event;
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_worst(play, &worst, &event, &error), FELT_OK);
    assert_int_equal(worst.minor, 0);
    assert_int_equal(felt_play_place(play, bets, 3, &first, &error), FELT_OK);
    assert_int_equal(felt_play_worst(play, &worst, &event, &error), FELT_OK);
    assert_int_equal(worst.minor, 70);
    assert_int_equal(felt_roll_total(event), 6);
    felt_play_free(play);
    test_sheet_free(&t);
}

/* ---- positions ---- */

static void positions_go_on_from_roll_to_roll_through_save_and_restore(void **state)
{
    world *w = *state;
    felt_bet bets[] = {{.stake = {10}, .seat = 7, .wager = PASS}, {.stake = {3}, .seat = 9, .wager = TWICE}};
    felt_play *play = test_play(w->craps);
    felt_saver *saver;
    felt_payment payments[2];
    felt_error error;
    int first;
    const int faces[] = {felt_roll_index(2, 2), felt_roll_index(1, 1), felt_roll_index(3, 6), felt_roll_index(1, 1)};
    assert_int_equal(felt_saver_new(w->craps, &saver), FELT_OK);
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_place(play, bets, 2, &first, &error), FELT_OK);
    for (int i = 0; i < 4; i++) {
        felt_position up[2];
        int phase = 0, count = 0;
        assert_int_equal(felt_play_event(play, faces[i], payments, &error), FELT_OK);
        for (int k = 0; k < 2; k++) {
            uint8_t bytes[FELT_POSITION_BYTES];
            const felt_position *position = felt_play_position(play, k);
            assert_int_equal(felt_position_save(saver, position, felt_play_phase(play), bytes, &error), FELT_OK);
            assert_int_equal(felt_position_restore(saver, bytes, sizeof bytes, &up[count], &phase, &error), FELT_OK);
            assert_int_equal(phase, felt_play_phase(play));
            assert_memory_equal(&up[count].stake, &position->stake, sizeof position->stake);
            assert_int_equal(up[count].seat, position->seat);
            assert_int_equal(up[count].state, position->state);
            assert_true(up[count].moved);
            count += position->state != FELT_STATE_NONE;
        }
        if (count < 2)
            continue;
        felt_play_begin(play, phase);
        assert_int_equal(felt_play_restore(play, up, 2, &first), FELT_OK);
    }
    assert_int_equal(payments[0].kind, FELT_PAY_STAYS);
    assert_int_equal(payments[1].kind, FELT_PAY_WINS);
    assert_int_equal(payments[1].paid.minor, 120);
    assert_int_equal(felt_play_position(play, 1)->state, FELT_STATE_NONE);
    felt_play_tidy(play);
    assert_int_equal(felt_play_count(play), 1);
    assert_int_equal(felt_play_event(play, felt_roll_index(3, 4), payments, &error), FELT_OK);
    assert_int_equal(payments[0].kind, FELT_PAY_LOSES);
    felt_saver_free(saver);
    felt_play_free(play);
}

static void positions_are_placed_all_or_none(void **state)
{
    world *w = *state;
    felt_bet pass = {.stake = {10}, .seat = 1, .wager = PASS};
    felt_bet bets[] = {{.stake = {10}, .seat = 1, .wager = ODDS_6}, {.stake = {10}, .seat = 2, .wager = ODDS_6}};
    felt_play *play = test_play(w->craps);
    felt_payment payments[3];
    felt_error error;
    int first;
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_place(play, &pass, 1, &first, &error), FELT_OK);
    assert_int_equal(felt_play_event(play, total(6), payments, &error), FELT_OK);
    assert_int_equal(felt_play_place(play, bets, 2, &first, &error), FELT_EDATA);
    assert_int_equal(error.item, 1);
    assert_int_equal(felt_play_count(play), 1);
    assert_int_equal(felt_play_place(play, bets, 1, &first, &error), FELT_OK);
    assert_int_equal(felt_play_event(play, total(6), payments, &error), FELT_OK);
    assert_int_equal(payments[0].kind, FELT_PAY_WINS);
    assert_int_equal(payments[1].kind, FELT_PAY_WINS);
    assert_int_equal(felt_play_event(play, total(6), payments, &error), FELT_OK);
    assert_int_equal(felt_play_place(play, bets, 1, &first, &error), FELT_EDATA); /* the pass bet is decided: no base wager any more */
    felt_play_free(play);
}

static void a_roll_that_one_position_refuses_moves_none(void **state)
{
    world *w = *state;
    felt_bet bets[] = {bet_on(PASS, 10), bet_on(ENVY, 5)};
    felt_play *play = test_play(w->craps);
    felt_payment payments[2];
    felt_error error;
    int first;
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_place(play, bets, 2, &first, &error), FELT_OK);
    felt_position before = *felt_play_position(play, 0);
    assert_int_equal(felt_play_event(play, total(11), payments, &error), FELT_EUNSET);
    assert_int_equal(error.item, 1);
    assert_int_equal(felt_play_position(play, 0)->state, before.state);
    assert_int_equal(felt_play_events(play), 0);
    assert_int_equal(felt_play_event(play, 5000, payments, &error), FELT_EDATA);
    felt_play_free(play);
}

static void garbage_is_not_restored(void **state)
{
    world *w = *state;
    felt_position position = {.stake = {10}, .wager = TWICE, .state = 0}, back = {.stake = {-1}};
    felt_saver *saver;
    felt_error error;
    int phase;
    uint8_t bytes[FELT_POSITION_BYTES];
    assert_int_equal(felt_saver_new(w->craps, &saver), FELT_OK);
    position.state = felt_book_variant(w->craps, TWICE)->machine->start[0];
    assert_int_equal(felt_position_save(saver, &position, 0, bytes, &error), FELT_OK);
    assert_int_equal(felt_position_restore(saver, bytes, sizeof bytes - 1, &back, &phase, &error), FELT_EDATA);
    assert_string_equal(error.message, "found 63 bytes, expected a saved position of 64");
    for (int i = 0; i < FELT_POSITION_BYTES * 8; i++) {
        uint8_t damaged[FELT_POSITION_BYTES];
        memcpy(damaged, bytes, sizeof damaged);
        damaged[i / 8] ^= (uint8_t)(1 << i % 8);
        assert_int_equal(felt_position_restore(saver, damaged, sizeof damaged, &back, &phase, &error), FELT_EDATA);
    }
    assert_int_equal(back.stake.minor, -1);
    felt_saver_free(saver);
}

/* Saves position 0 of `from` and restores it by another sheet. */
static felt_status move_to(const felt_book *from, const char *text, char ret_why[FELT_ERROR_BYTES])
{
    test_sheet other = test_sheet_compile(text);
    felt_position position = {.stake = {5}, .wager = PASS, .state = felt_book_variant(from, PASS)->machine->start[0]}, back;
    felt_saver *saver, *reader;
    felt_error error = {.message = ""};
    int phase;
    uint8_t bytes[FELT_POSITION_BYTES];
    assert_int_equal(felt_saver_new(from, &saver), FELT_OK);
    assert_int_equal(felt_saver_new(test_book(&other), &reader), FELT_OK);
    assert_int_equal(felt_position_save(saver, &position, 0, bytes, &error), FELT_OK);
    felt_status status = felt_position_restore(reader, bytes, sizeof bytes, &back, &phase, &error);
    strcpy(ret_why, error.message);
    felt_saver_free(saver);
    felt_saver_free(reader);
    test_sheet_free(&other);
    return status;
}

/* A comment may be mended while bets are on the table; a pay may not be changed, and a wager may not go. */
static void a_saved_position_belongs_to_its_rules(void **state)
{
    world *w = *state;
    char text[sizeof craps_text + 8], why[FELT_ERROR_BYTES];
    snprintf(text, sizeof text, "%s# more\n", craps_text);
    assert_int_equal(move_to(w->craps, text, why), FELT_OK);
    *strstr(text, "pays 1 to 1") = 'p';
    strstr(text, "pays 1 to 1")[5] = '2';
    assert_int_equal(move_to(w->craps, text, why), FELT_EDATA);
    assert_string_equal(why, "the saved position on pass was made under other rules");
    snprintf(text, sizeof text, "%s", craps_text);
    memcpy(strstr(text, "as pass"), "as past", 7);
    assert_int_equal(move_to(w->craps, text, why), FELT_ENOTFOUND);
}

/* What is tried is not up, and what a hand has seen can be said again. */
static void bets_are_tried_and_hands_resumed(void **state)
{
    world *w = *state;
    felt_play *play = test_play(w->craps);
    felt_bet pass = bet_on(PASS, 10), twice = bet_on(TWICE, 10), bets[2] = {pass, bet_on(ENVY, 0)};
    felt_error error;
    felt_payment payment;
    int first = -1;
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_try(play, &pass, 1, &error), FELT_OK);
    assert_int_equal(felt_play_try(play, bets, 2, &error), FELT_EDATA);
    assert_int_equal(error.item, 1);
    assert_int_equal(felt_play_count(play), 0);
    assert_int_equal(felt_play_place(play, &pass, 1, &first, &error), FELT_OK);
    assert_int_equal(first, 0);
    assert_int_equal(felt_play_try(play, &twice, 1, &error), FELT_OK);
    assert_int_equal(felt_play_change(play, 0, FELT_ACTION_RAISE, (felt_money){5}, &payment, &error), FELT_OK);
    assert_int_equal(felt_play_position(play, 0)->stake.minor, 15);
    felt_play_resume(play, 0, 3);
    assert_int_equal(felt_play_count(play), 0);
    assert_int_equal(felt_play_events(play), 3);
    assert_int_equal(felt_play_try(play, &pass, 1, &error), FELT_OK);
    assert_int_equal(felt_play_try(play, &twice, 1, &error), FELT_EDATA); /* the shooter is new no more */
    felt_play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bets_are_tried_and_hands_resumed),
        cmocka_unit_test(a_pay_to_the_dealer_is_the_dealers),
        cmocka_unit_test(a_shooters_bets_are_decided_at_their_rolls),
        cmocka_unit_test(shooters_bets_that_may_not_be_are_refused),
        cmocka_unit_test(one_base_wager_that_is_up_is_enough),
        cmocka_unit_test(a_hand_may_begin_with_a_point_on),
        cmocka_unit_test(standing_bets_are_changed_as_their_sheet_allows),
        cmocka_unit_test(a_base_wager_takes_what_needs_it_down),
        cmocka_unit_test(the_worst_event_is_found_over_all_bets),
        cmocka_unit_test(positions_go_on_from_roll_to_roll_through_save_and_restore),
        cmocka_unit_test(positions_are_placed_all_or_none),
        cmocka_unit_test(a_roll_that_one_position_refuses_moves_none),
        cmocka_unit_test(garbage_is_not_restored),
        cmocka_unit_test(a_saved_position_belongs_to_its_rules),
    };
    return cmocka_run_group_tests_name("settle craps", tests, set_up, tear_down);
}
