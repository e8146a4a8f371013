/* tests/unit/test_settle_craps.c - what felt/settle.h says of shooters and of positions that go on from roll to roll. */
#include "unit/books.h"

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
    felt_refusal refusal;
    assert_int_equal(felt_settle_shooter(w->craps, rolls, 5, bets, 5, payments, &refusal), FELT_OK);
    assert_int_equal(payments[0].paid.minor, 20);
    assert_int_equal(payments[0].rolls, 3);
    assert_int_equal(payments[1].paid.minor, 55);
    assert_int_equal(payments[2].paid.minor, 50);
    assert_int_equal(payments[2].rolls, 2);
    assert_int_equal(payments[3].paid.minor, 20); /* a seven on its own come-out */
    assert_int_equal(payments[4].kind, FELT_PAY_LOSES);
    assert_int_equal(payments[4].rolls, 5);
    assert_int_equal(felt_settle_shooter(w->craps, rolls, 2, bets, 3, payments, &refusal), FELT_OK);
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
         "pass may be placed only before a come-out roll; the point is 6 and the shooter has rolled"},
        {{{.stake = {5}, .wager = TWICE, .after = 3}},
         1,
         5,
         FELT_EDATA,
         "twice-two may be placed only before a new shooter's first come-out roll; the puck is off and the shooter has rolled"},
        {{{.stake = {5}, .wager = COME}}, 1, 5, FELT_EDATA, "come may be placed only while a point is on; the puck is off"},
        {{{.stake = {5}, .wager = ODDS_8, .after = 1}, bet_on(PASS, 5)},
         2,
         5,
         FELT_EDATA,
         "odds on 8 may be placed only while its number is the point; the point is 6 and the shooter has rolled"},
        {{{.stake = {5}, .wager = ODDS_6, .after = 1}}, 1, 5, FELT_EDATA, "odds on 6 needs a bet on pass of the same seat"},
        {{{.stake = {5}, .wager = ODDS_8, .after = 4}, bet_on(PASS, 5)},
         2,
         5,
         FELT_EDATA,
         "odds on 8 needs a bet on pass of the same seat"},
        {{{.stake = {5}, .wager = HARD_6}}, 1, 5, FELT_EDATA, "hard on 6 must know the faces of a roll; found the total 6 alone"},
        {{{.stake = {5}, .wager = PASS, .after = 6}}, 1, 5, FELT_EDATA, "pass was placed after roll 6, but only 5 rolls were thrown"},
        {{{.stake = {5}, .wager = PASS, .after = 5}},
         1,
         5,
         FELT_EDATA,
         "pass was placed after the seven-out, roll 5, which ended the shooter's hand"},
        {{{.stake = {5}, .wager = PASS}},
         1,
         6,
         FELT_EDATA,
         "roll 5 is a seven-out, which ends the shooter's hand, but 1 more roll follows"},
        {{{.stake = {5}, .wager = PASS, .after = 2}},
         1,
         2,
         FELT_EDATA,
         "pass may be placed only before a come-out roll; the point is 6 and the shooter has rolled"},
        {{{.stake = {5}, .wager = PASS, .after = 3}}, 1, 3, FELT_OK, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        felt_payment payments[2];
        felt_refusal refusal = {.why = ""};
        felt_status status = felt_settle_shooter(w->craps, rolls, cases[i].rolls, cases[i].bets, cases[i].count, payments, &refusal);
        assert_string_equal(refusal.why, cases[i].why);
        assert_int_equal(status, cases[i].status);
        if (status != FELT_OK)
            assert_int_equal(payments[0].paid.minor + payments[0].back.minor, 0);
    }
    const uint8_t none[] = {FELT_ROLL_CODES};
    char why[100];
    assert_int_equal(felt_shooter_verify(none, 1, why, sizeof why), FELT_EDATA);
    assert_int_equal(felt_shooter_verify(none, 0, why, sizeof why), FELT_OK);
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
    felt_refusal refusal;
    assert_int_equal(felt_settle_shooter(w->craps, rolls, 6, bets, 6, payments, &refusal), FELT_EDATA);
    assert_string_equal(refusal.why, "odds on 8 needs a bet on pass of the same seat");
    for (int i = 1; i < 6; i++) {
        felt_bet kept = bets[i];
        bets[i] = up;
        assert_int_equal(felt_settle_shooter(w->craps, rolls, 6, bets, 6, payments, &refusal), FELT_OK);
        assert_int_equal(payments[0].paid.minor, 11);
        bets[i] = kept;
    }
    bets[1] = bets[2] = up; /* the same wager at the same roll, but not a bet that may be made */
    bets[1].stake.minor = 0;
    assert_int_equal(felt_settle_one_shooter(w->craps, rolls, 6, bets, 6, 0, payments, &refusal), FELT_OK);
}

static void a_pay_to_the_dealer_is_the_dealers(void **state)
{
    world *w = *state;
    const uint8_t twos[] = {FELT_ROLL_TOTALS, FELT_ROLL_TOTALS}, twelve[] = {FELT_ROLL_TOTALS + 10};
    felt_bet bet = bet_on(TWICE, 7);
    felt_payment payment;
    felt_refusal refusal;
    assert_int_equal(felt_settle_shooter(w->craps, twos, 2, &bet, 1, &payment, &refusal), FELT_OK);
    assert_int_equal(payment.paid.minor, 280); /* 40 for 1 */
    assert_int_equal(payment.winnings.minor, 273);
    assert_int_equal(payment.dealer_kind, FELT_PAY_WINS);
    assert_int_equal(payment.dealer.minor, 3);
    bet = bet_on(ENVY, 10);
    assert_int_equal(felt_settle_shooter(w->craps, twelve, 1, &bet, 1, &payment, &refusal), FELT_OK);
    assert_int_equal(payment.paid.minor, 310);
    assert_int_equal(payment.dealer_kind, FELT_PAY_UNSET);
    assert_int_equal(payment.dealer.minor, 0);
}

/* ---- positions ---- */

static void positions_go_on_from_roll_to_roll_through_save_and_restore(void **state)
{
    world *w = *state;
    felt_bet bets[] = {{.stake = {10}, .seat = 7, .wager = PASS}, {.stake = {3}, .seat = 9, .wager = TWICE}};
    felt_position positions[2];
    felt_payment payments[2];
    felt_refusal refusal;
    felt_puck puck = FELT_PUCK_OFF;
    const int faces[] = {felt_roll_index(2, 2), felt_roll_index(1, 1), felt_roll_index(3, 6), felt_roll_index(1, 1)};
    assert_int_equal(felt_position_place(w->craps, bets, 2, NULL, 0, puck, true, positions, &refusal), FELT_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(felt_settle_roll(w->craps, positions, 2, faces[i], payments, &refusal), FELT_OK);
        puck = felt_puck_after(puck, felt_roll_total(faces[i]));
        for (int k = 0; k < 2; k++) {
            uint8_t bytes[FELT_POSITION_BYTES];
            felt_position back;
            felt_puck puck_back;
            felt_position_save(w->craps, &positions[k], puck, bytes);
            assert_int_equal(felt_position_restore(w->craps, bytes, sizeof bytes, &back, &puck_back, &refusal), FELT_OK);
            assert_int_equal(puck_back, puck);
            assert_int_equal(back.seat, positions[k].seat);
            assert_int_equal(back.state, positions[k].state);
            assert_int_equal(back.stake.minor, positions[k].stake.minor);
            positions[k] = back;
        }
    }
    assert_int_equal(payments[0].kind, FELT_PAY_STAYS);
    assert_int_equal(payments[1].kind, FELT_PAY_WINS);
    assert_int_equal(payments[1].paid.minor, 120);
    assert_int_equal(positions[1].state, FELT_STATE_NONE);
    assert_int_equal(felt_settle_roll(w->craps, positions, 2, felt_roll_index(3, 4), payments, &refusal), FELT_OK);
    assert_int_equal(payments[0].kind, FELT_PAY_LOSES);
    assert_int_equal(payments[1].kind, FELT_PAY_STAYS); /* decided before */
}

static void positions_are_placed_all_or_none(void **state)
{
    world *w = *state;
    felt_position pass = {.stake = {10}, .seat = 1, .wager = PASS, .state = w->craps->wagers[PASS].variant->machine->start[0]};
    felt_bet bets[] = {{.stake = {10}, .seat = 1, .wager = ODDS_6}, {.stake = {10}, .seat = 2, .wager = ODDS_6}};
    felt_position placed[2] = {{.stake = {-1}}, {.stake = {-1}}};
    felt_refusal refusal;
    assert_int_equal(felt_position_place(w->craps, bets, 2, &pass, 1, FELT_PUCK_6, false, placed, &refusal), FELT_EDATA);
    assert_int_equal(refusal.bet, 1);
    assert_int_equal(placed[0].stake.minor, -1);
    assert_int_equal(felt_position_place(w->craps, bets, 1, &pass, 1, FELT_PUCK_6, false, placed, &refusal), FELT_OK);
    pass.state = FELT_STATE_NONE; /* decided: no base wager any more */
    assert_int_equal(felt_position_place(w->craps, bets, 1, &pass, 1, FELT_PUCK_6, false, placed, &refusal), FELT_EDATA);
}

static void a_roll_that_one_position_refuses_moves_none(void **state)
{
    world *w = *state;
    felt_bet bets[] = {bet_on(PASS, 10), bet_on(ENVY, 5)};
    felt_position positions[2], before[2];
    felt_payment payments[2];
    felt_refusal refusal;
    assert_int_equal(felt_position_place(w->craps, bets, 2, NULL, 0, FELT_PUCK_OFF, true, positions, &refusal), FELT_OK);
    memcpy(before, positions, sizeof before);
    assert_int_equal(felt_settle_roll(w->craps, positions, 2, total(11), payments, &refusal), FELT_EUNSET);
    assert_int_equal(refusal.bet, 1);
    assert_memory_equal(before, positions, sizeof before);
    assert_int_equal(payments[0].paid.minor, 0);
}

static void garbage_is_not_restored(void **state)
{
    world *w = *state;
    felt_bet bet = bet_on(TWICE, 10);
    felt_position position, back = {.stake = {-1}};
    felt_refusal refusal;
    felt_puck puck;
    uint8_t bytes[FELT_POSITION_BYTES];
    assert_int_equal(felt_position_place(w->craps, &bet, 1, NULL, 0, FELT_PUCK_OFF, true, &position, &refusal), FELT_OK);
    felt_position_save(w->craps, &position, FELT_PUCK_OFF, bytes);
    assert_int_equal(felt_position_restore(w->craps, bytes, sizeof bytes - 1, &back, &puck, &refusal), FELT_EDATA);
    assert_string_equal(refusal.why, "found 27 bytes, expected a saved position of 28");
    for (int i = 0; i < FELT_POSITION_BYTES * 8; i++) {
        uint8_t damaged[FELT_POSITION_BYTES];
        memcpy(damaged, bytes, sizeof damaged);
        damaged[i / 8] ^= (uint8_t)(1 << i % 8);
        assert_int_equal(felt_position_restore(w->craps, damaged, sizeof damaged, &back, &puck, &refusal), FELT_EDATA);
    }
    assert_int_equal(back.stake.minor, -1);
}

/* What is saved under one sheet or choice is refused under another, even where the numbers would fit. */
static void a_saved_position_belongs_to_its_rules(void **state)
{
    world *w = *state;
    char other_text[sizeof craps_text + 8];
    snprintf(other_text, sizeof other_text, "%s# more\n", craps_text);
    test_sheet other = test_sheet_compile(other_text);
    const felt_book *book = test_book_under(&other, "", (felt_house){.min = {0}});
    felt_position position = {.stake = {5}, .wager = PASS, .state = 0}, back;
    felt_refusal refusal;
    felt_puck puck;
    uint8_t bytes[FELT_POSITION_BYTES];
    felt_position_save(w->craps, &position, FELT_PUCK_OFF, bytes);
    assert_int_equal(felt_position_restore(book, bytes, sizeof bytes, &back, &puck, &refusal), FELT_EDATA);
    assert_string_equal(refusal.why, "the saved position on pass was made by another version of the sheet");
    test_sheet_free(&other);
    felt_position odd[] = {{.stake = {5}, .wager = PASS, .state = 60000}, {.stake = {0}, .wager = PASS}, {.stake = {5}, .wager = ODDS_6}};
    const char *const why[] = {"the saved position on pass is in state 60000 with puck 0, where it cannot come",
                               "the saved position on pass has a stake of 0 minor units, expected more than 0",
                               "the saved position on odds on 6 is in state 0 with puck 0, where it cannot come"};
    for (int i = 0; i < 3; i++) {
        if (odd[i].state == 0)
            odd[i].state = w->craps->wagers[odd[i].wager].variant->machine->start[i == 2 ? FELT_PUCK_6 : FELT_PUCK_OFF];
        felt_position_save(w->craps, &odd[i], FELT_PUCK_OFF, bytes);
        assert_int_equal(felt_position_restore(w->craps, bytes, sizeof bytes, &back, &puck, &refusal), FELT_EDATA);
        assert_string_equal(refusal.why, why[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pay_to_the_dealer_is_the_dealers),
        cmocka_unit_test(a_shooters_bets_are_decided_at_their_rolls),
        cmocka_unit_test(shooters_bets_that_may_not_be_are_refused),
        cmocka_unit_test(one_base_wager_that_is_up_is_enough),
        cmocka_unit_test(positions_go_on_from_roll_to_roll_through_save_and_restore),
        cmocka_unit_test(positions_are_placed_all_or_none),
        cmocka_unit_test(a_roll_that_one_position_refuses_moves_none),
        cmocka_unit_test(garbage_is_not_restored),
        cmocka_unit_test(a_saved_position_belongs_to_its_rules),
    };
    return cmocka_run_group_tests_name("settle craps", tests, set_up, tear_down);
}
