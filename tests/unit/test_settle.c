/* tests/unit/test_settle.c - what felt/settle.h says of books, pays and refusals. */
#include "unit/books.h"

#include <string.h>

static const char baccarat_text[] = "sheet \"Baccarat\"\n"
                                    "game baccarat with 1, 2 or 8 decks\n"
                                    "option banker-pay \"how\"\n"
                                    "  commission \"less five per cent\"\n"
                                    "  even \"even money\"\n"
                                    "option extra \"whether\"\n"
                                    "  no \"no\"\n"
                                    "  yes \"yes\"\n"
                                    "wager \"Player\" as player\n"
                                    "  player wins pays 1 to 1\n"
                                    "  tie pushes\n"
                                    "  otherwise loses\n"
                                    "wager \"Banker\" as banker\n"
                                    "  where banker-pay is commission: banker wins pays 1 to 1 less 5% cites \"clause 1\"\n"
                                    "  where banker-pay is even: banker wins pays 1 to 1\n"
                                    "  tie pushes\n"
                                    "  otherwise loses\n"
                                    "wager \"Thirds\" as thirds\n"
                                    "  banker wins pays 2 to 3 less 5%\n"
                                    "  otherwise loses\n"
                                    "wager \"Side\" as side on player or banker\n"
                                    "  needs \"Player\" or \"Banker\"\n"
                                    "  own wins pays 10 to 1\n"
                                    "  otherwise loses\n"
                                    "wager \"Unset\" as unset\n"
                                    "  tie pays unset\n"
                                    "  player wins with natural 9 undefined\n"
                                    "  otherwise loses\n"
                                    "wager \"Extra\" as extra-wager\n"
                                    "  offered where extra is yes\n"
                                    "  paytable PT1 PT2\n"
                                    "  tie pays 8, 9 to 1\n"
                                    "  otherwise loses\n"
                                    "wager \"Gap\" as gap\n"
                                    "  tie pays 2 to 1\n"
                                    "wager \"Huge\" as huge\n"
                                    "  banker wins pays 1000000 to 1\n"
                                    "  otherwise loses\n";

enum { PLAYER, BANKER, THIRDS, SIDE_PLAYER, SIDE_BANKER, UNSET, EXTRA, GAP, HUGE_WAGER };

typedef struct world {
    test_sheet baccarat_sheet;
    const felt_book *baccarat;
} world;

static int set_up(void **state)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->baccarat_sheet = test_sheet_compile(baccarat_text);
    assert_int_equal(w->baccarat_sheet.status, FELT_OK);
    w->baccarat = test_book(&w->baccarat_sheet);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    test_sheet_free(&w->baccarat_sheet);
    free(w);
    return 0;
}

static void read_hand(const char *text, felt_card *cards, int *count)
{
    for (*count = 0; *text != '\0'; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        assert_true(felt_card_read((felt_text){text, length}, &cards[(*count)++]));
        text += length;
    }
}

static felt_round round_of(const char *player, const char *banker)
{
    felt_round round = {.player_cards = 0};
    read_hand(player, round.player, &round.player_cards);
    read_hand(banker, round.banker, &round.banker_cards);
    return round;
}

static felt_bet bet_on(int wager, int64_t stake)
{
    return (felt_bet){.stake = {stake}, .wager = (uint16_t)wager};
}

/* Settles one bet on a round that the banker wins with 7 over 6. */
static felt_status settle_banker_win(const felt_book *book, felt_bet bet, felt_payment *ret, felt_error *refusal)
{
    felt_round round = round_of("2S 4D", "3H 2C 2D");
    return test_settle_round(book, &round, &bet, 1, ret, refusal);
}

/* ---- books ---- */

static void options_are_settled_to_the_first_choice_and_the_largest_shoe(void **state)
{
    world *w = *state;
    char text[300];
    felt_book_write(w->baccarat, false, text, sizeof text);
    assert_string_equal(text, "decks=8, banker-pay=commission, extra=no, extra-wager paytable=PT1");
    assert_int_equal(felt_book_decks(w->baccarat), 8);
    assert_null(felt_book_variant(w->baccarat, EXTRA));
    const felt_book *other =
        test_book_under(&w->baccarat_sheet, "extra=yes decks=1 paytable=PT2", (felt_house){.rounding = FELT_ROUNDING_UP});
    felt_book_write(other, true, text, sizeof text);
    assert_string_equal(text, "banker-pay=commission");
    assert_int_equal(felt_book_decks(other), 1);
    assert_non_null(felt_book_variant(other, EXTRA));
    felt_book_write(other, false, text, 12);
    assert_string_equal(text, "decks=1, ba");
}

static void a_wager_names_the_choices_it_depends_on(void **state)
{
    world *w = *state;
    char text[300];
    felt_book_write_wager(w->baccarat, BANKER, false, text, sizeof text);
    assert_string_equal(text, "banker-pay=commission");
    felt_book_write_wager(w->baccarat, BANKER, true, text, sizeof text);
    assert_string_equal(text, "banker-pay=commission");
    const felt_book *other =
        test_book_under(&w->baccarat_sheet, "extra=yes banker-pay=commission paytable=PT2", (felt_house){.rounding = FELT_ROUNDING_UP});
    felt_book_write_wager(other, BANKER, true, text, sizeof text);
    assert_string_equal(text, "");
    felt_book_write_wager(other, EXTRA, false, text, sizeof text);
    assert_string_equal(text, "extra=yes, paytable=PT2");
    felt_book_write_wager(other, EXTRA, false, text, 12);
    assert_string_equal(text, "extra=yes, ");
    felt_book_write_wager(other, EXTRA, false, text, 1);
    assert_string_equal(text, "");
}

static void a_book_refuses_what_it_cannot_settle(void **state)
{
    world *w = *state;
    const felt_book *book = NULL;
    felt_error error;
    const felt_sheet *const *sheet = &w->baccarat_sheet.sheet;
    felt_selection two = {.options = {felt_text_from("extra"), felt_text_from("extra")},
                          .choices = {felt_text_from("no"), felt_text_from("yes")},
                          .count = 2};
    felt_house house = {.rounding = FELT_ROUNDING_FLOOR};
    assert_int_equal(felt_book_open(w->baccarat_sheet.arena, sheet, 1, &two, house, &book, &error), FELT_EDATA);
    assert_string_equal(error.message, "two choices of 'extra' are named; a table has one");
    felt_selection unknown = {.options = {felt_text_from("extre")}, .choices = {felt_text_from("no")}, .count = 1};
    assert_int_equal(felt_book_open(w->baccarat_sheet.arena, sheet, 1, &unknown, house, &book, &error), FELT_ENOTFOUND);
    felt_selection none = {.count = 0};
    house = (felt_house){.min = {10}, .max = {9}};
    assert_int_equal(felt_book_open(w->baccarat_sheet.arena, sheet, 1, &none, house, &book, &error), FELT_EDATA);
    felt_arena *small = felt_arena_new(64);
    assert_int_equal(felt_book_open(small, sheet, 1, &none, (felt_house){.min = {0}}, &book, &error), FELT_ENOMEM);
    felt_arena_free(small);
    assert_null(book);
}

/* ---- pays and rounding ---- */

static void a_commission_is_kept_apart_from_the_winnings(void **state)
{
    world *w = *state;
    felt_payment payment;
    felt_error refusal;
    assert_int_equal(settle_banker_win(w->baccarat, bet_on(BANKER, 1250), &payment, &refusal), FELT_OK);
    assert_int_equal(payment.kind, FELT_PAY_WINS);
    assert_int_equal(payment.back.minor, 1250);
    assert_int_equal(payment.winnings.minor, 1250);
    assert_int_equal(payment.commission.minor, 63); /* 62.5, up */
    assert_int_equal(payment.paid.minor, 2437);
    assert_text(felt_book_wager(w->baccarat, BANKER)->rows[payment.row].cites, "clause 1");
    felt_round tie = round_of("7S KD", "7H KC");
    felt_bet bet = bet_on(BANKER, 1250);
    assert_int_equal(test_settle_round(w->baccarat, &tie, &bet, 1, &payment, &refusal), FELT_OK);
    assert_int_equal(payment.kind, FELT_PAY_PUSHES);
    assert_int_equal(payment.paid.minor, 1250);
}

/* 100 at 2 to 3 less 5 % of the win: 66 2/3 won, 3 1/3 kept. */
static void the_rounding_rule_decides_fractions(void **state)
{
    world *w = *state;
    static const struct {
        felt_rounding rule;
        int64_t winnings, commission;
    } rules[] = {{FELT_ROUNDING_FLOOR, 66, 4}, {FELT_ROUNDING_NEAREST, 67, 3}, {FELT_ROUNDING_UP, 67, 3}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const felt_book *book = test_book_under(&w->baccarat_sheet, "", (felt_house){.rounding = rules[i].rule});
        felt_payment payment;
        felt_error refusal;
        assert_int_equal(settle_banker_win(book, bet_on(THIRDS, 100), &payment, &refusal), FELT_OK);
        assert_int_equal(payment.winnings.minor, rules[i].winnings);
        assert_int_equal(payment.commission.minor, rules[i].commission);
        assert_int_equal(payment.paid.minor, 100 + rules[i].winnings - rules[i].commission);
    }
}

static void by_default_nobody_is_paid_more_than_exactly(void **state)
{
    world *w = *state;
    felt_payment payment;
    felt_error refusal;
    for (int64_t stake = 1; stake < 2000; stake++) {
        assert_int_equal(settle_banker_win(w->baccarat, bet_on(THIRDS, stake), &payment, &refusal), FELT_OK);
        assert_true(payment.paid.minor * 30 <= stake * (30 + 19)); /* 2/3 less 1/30 is 19/30 */
        assert_true(payment.paid.minor * 30 > stake * (30 + 19) - 60);
    }
}

/* ---- refusals: all or nothing ---- */

typedef struct refused {
    felt_bet bet;
    felt_status status;
    const char *why;
} refused;

static void one_bad_bet_keeps_all_from_being_paid(void **state)
{
    world *w = *state;
    const refused table[] = {
        {bet_on(BANKER, 0), FELT_EDATA, "banker: found a stake of 0 minor units, expected more than 0"},
        {bet_on(BANKER, -5), FELT_EDATA, "banker: found a stake of -5 minor units, expected more than 0"},
        {bet_on(EXTRA, 10), FELT_EDATA, "extra-wager is not offered under the choices taken"},
        {bet_on(GAP, 10), FELT_EDATA, "gap cannot be settled: the sheet leaves an outcome undecided"},
        {bet_on(99, 10), FELT_EDATA, "there is no wager number 99"},
        {bet_on(HUGE_WAGER, INT64_MAX / 1000), FELT_ERANGE, "huge: what a stake of 9223372036854775 minor units is paid does not fit"},
        {bet_on(BANKER, INT64_MAX), FELT_ERANGE, "banker: what a stake of 9223372036854775807 minor units is paid does not fit"},
        {{.stake = {10}, .wager = SIDE_PLAYER, .seat = 2}, FELT_EDATA, "side on player needs a bet on player or banker of the same seat"},
        {{.stake = {10}, .wager = PLAYER, .after = 1}, FELT_EDATA, "player was placed after round 1, the end of the round"},
    };
    felt_round round = round_of("2S 4D", "3H 2C 2D");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        felt_bet bets[3] = {bet_on(BANKER, 100), bet_on(SIDE_BANKER, 5), table[i].bet};
        felt_payment payments[3];
        felt_error refusal;
        memset(payments, 0x55, sizeof payments);
        assert_int_equal(test_settle_round(w->baccarat, &round, bets, 3, payments, &refusal), table[i].status);
        assert_int_equal(refusal.item, 2);
        assert_string_equal(refusal.message, table[i].why);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(payments[k].paid.minor, 0);
            assert_int_equal(payments[k].back.minor, 0);
        }
    }
}

static void an_unset_pay_is_refused_only_when_it_decides(void **state)
{
    world *w = *state;
    felt_payment payment;
    felt_error refusal;
    felt_round tie = round_of("7S KD", "7H KC");
    felt_bet bet = bet_on(UNSET, 10);
    assert_int_equal(settle_banker_win(w->baccarat, bet, &payment, &refusal), FELT_OK);
    assert_int_equal(payment.kind, FELT_PAY_LOSES);
    assert_int_equal(test_settle_round(w->baccarat, &tie, &bet, 1, &payment, &refusal), FELT_EUNSET);
    assert_string_equal(refusal.message, "unset: the document leaves out what \"tie\" pays");
    felt_round natural = round_of("9S KD", "7H KC");
    assert_int_equal(test_settle_round(w->baccarat, &natural, &bet, 1, &payment, &refusal), FELT_EUNSET);
    assert_string_equal(refusal.message, "unset: the document does not say whether the bet wins on \"player wins with natural 9\"");
}

static void limits_hold_at_the_limit_and_not_past_it(void **state)
{
    world *w = *state;
    const felt_book *book = test_book_under(&w->baccarat_sheet, "", (felt_house){.min = {100}, .max = {5000}});
    felt_payment payment;
    felt_error refusal;
    assert_int_equal(settle_banker_win(book, bet_on(BANKER, 100), &payment, &refusal), FELT_OK);
    assert_int_equal(settle_banker_win(book, bet_on(BANKER, 5000), &payment, &refusal), FELT_OK);
    assert_int_equal(settle_banker_win(book, bet_on(BANKER, 99), &payment, &refusal), FELT_ELIMIT);
    assert_string_equal(refusal.message, "banker: found a stake of 99 minor units, expected at least 100, the table's limit");
    assert_int_equal(settle_banker_win(book, bet_on(BANKER, 5001), &payment, &refusal), FELT_ELIMIT);
    assert_string_equal(refusal.message, "banker: found a stake of 5001 minor units, expected at most 5000, the table's limit");
    book = test_book_under(&w->baccarat_sheet, "", (felt_house){.min = {100}, .max = {5000}, .decimals = 2}); /* as its money is written */
    assert_int_equal(settle_banker_win(book, bet_on(BANKER, 99), &payment, &refusal), FELT_ELIMIT);
    assert_string_equal(refusal.message, "banker: found a stake of 0.99, expected at least 1.00, the table's limit");
}

static void impossible_rounds_are_refused_whole(void **state)
{
    world *w = *state;
    const felt_book *one = test_book_under(&w->baccarat_sheet, "decks=1", (felt_house){.min = {0}});
    static const struct {
        const char *player, *banker, *why;
    } rounds[] = {
        {"9S KH", "9S 2D", "9S comes 2 times, but there are only 1 of it in 1 deck"},
        {"2S 4D 3C", "3H 2C 2D", "the player hand must not draw the third card 3C on 6"},
        {"2S 3D", "8H KC", NULL},
        {"2S 3D", "3H 2C 2D", "the player hand must draw a third card on 5"},
        {"2S 4D", "3H 2C", "the banker hand must draw a third card on 5 when the player stands"},
        {"9S KD", "3H 2C 2D", "the banker hand must not draw the third card 2D on 5 against a natural"},
    };
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        felt_round round = round_of(rounds[i].player, rounds[i].banker);
        felt_bet bet = bet_on(PLAYER, 10);
        felt_payment payment;
        felt_error refusal;
        felt_status status = test_settle_round(one, &round, &bet, 1, &payment, &refusal);
        assert_int_equal(status, rounds[i].why == NULL ? FELT_OK : FELT_EDATA);
        if (rounds[i].why != NULL) {
            assert_int_equal(refusal.item, -1);
            assert_string_equal(refusal.message, rounds[i].why);
            assert_int_equal(payment.paid.minor, 0);
        }
    }
}

static void a_base_wager_of_the_same_seat_is_enough(void **state)
{
    world *w = *state;
    felt_round round = round_of("2S 4D", "3H 2C 2D");
    felt_bet bets[2] = {{.stake = {10}, .seat = 4, .wager = SIDE_BANKER}, {.stake = {1}, .seat = 4, .wager = PLAYER}};
    felt_payment payments[2];
    felt_error refusal;
    assert_int_equal(test_settle_round(w->baccarat, &round, bets, 2, payments, &refusal), FELT_OK);
    assert_int_equal(payments[0].paid.minor, 110);
    assert_int_equal(test_settle_round(w->baccarat, &round, bets, 0, payments, &refusal), FELT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_settled_to_the_first_choice_and_the_largest_shoe),
        cmocka_unit_test(a_wager_names_the_choices_it_depends_on),
        cmocka_unit_test(a_book_refuses_what_it_cannot_settle),
        cmocka_unit_test(a_commission_is_kept_apart_from_the_winnings),
        cmocka_unit_test(the_rounding_rule_decides_fractions),
        cmocka_unit_test(by_default_nobody_is_paid_more_than_exactly),
        cmocka_unit_test(one_bad_bet_keeps_all_from_being_paid),
        cmocka_unit_test(an_unset_pay_is_refused_only_when_it_decides),
        cmocka_unit_test(limits_hold_at_the_limit_and_not_past_it),
        cmocka_unit_test(impossible_rounds_are_refused_whole),
        cmocka_unit_test(a_base_wager_of_the_same_seat_is_enough),
    };
    return cmocka_run_group_tests_name("settle", tests, set_up, tear_down);
}
