/* tests/unit/test_play.c - a table at its edges: what felt/settle.h promises where limits, refusals and odd orders meet. */
#include "unit/books.h"

#include <felt/craps.h>

static const char table_text[] = "sheet \"Table\"\n"
                                 "game craps\n"
                                 "wager \"Base\" as base\n"
                                 "  may be lowered\n"
                                 "  any seven loses\n"
                                 "  12 rolled pays 1 to 1\n"
                                 "  otherwise stays\n"
                                 "wager \"Number\" as number on 6 or 8\n"
                                 "  may be raised, lowered, taken down or turned off\n"
                                 "  number rolled pays 7 to 6\n"
                                 "  any seven loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Bought\" as bought\n"
                                 "  placed while a point is on\n"
                                 "  vig 5% of the stake\n"
                                 "  may be turned off\n"
                                 "  4, 5, 6, 8, 9 or 10 rolled pays 2 to 1\n"
                                 "  any seven loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Envy\" as envy\n"
                                 "  12 rolled pays 1 to 1 and dealer 3 to 1\n"
                                 "  otherwise loses\n";

enum { BASE, NUMBER_6, NUMBER_8, BOUGHT, ENVY };

typedef struct world {
    test_sheet sheet;
    const felt_book *book;
    felt_play *play;
} world;

static int set_up(void **state)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->sheet = test_sheet_good(table_text);
    w->book = test_book(&w->sheet);
    w->play = test_play(w->book);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    felt_play_free(w->play);
    test_sheet_free(&w->sheet);
    free(w);
    return 0;
}

static int placed(world *w, uint16_t wager, int64_t stake)
{
    int first = -1;
    felt_bet bet = {.stake = {stake}, .wager = wager};
    assert_int_equal(felt_play_place(w->play, &bet, 1, &first, NULL), FELT_OK);
    return first;
}

static void rolled(world *w, int a, int b)
{
    felt_payment payments[8];
    assert_in_range(felt_play_count(w->play), 0, 8);
    assert_int_equal(felt_play_event(w->play, felt_roll_index(a, b), payments, NULL), FELT_OK);
}

/* "By all of it: the same as taking it down": a sheet that lets a bet be lowered only does not let go of it that way. */
static void lowering_by_all_is_taking_down(void **state)
{
    world *w = *state;
    felt_payment back;
    felt_error error;
    felt_play_begin(w->play, 0);
    int base = placed(w, BASE, 100), number = placed(w, NUMBER_6, 60);
    rolled(w, 1, 2);
    assert_int_equal(felt_play_change(w->play, base, FELT_ACTION_LOWER, (felt_money){99}, &back, &error), FELT_OK);
    assert_false(back.taken_down);
    assert_int_equal(felt_play_change(w->play, base, FELT_ACTION_LOWER, (felt_money){1}, &back, &error), FELT_EDATA);
    assert_string_equal(error.message, "base: its sheet does not let a standing bet be taken down");
    assert_int_equal(felt_play_position(w->play, base)->stake.minor, 1);
    assert_int_equal(felt_play_change(w->play, number, FELT_ACTION_LOWER, (felt_money){60}, &back, &error), FELT_OK);
    assert_true(back.taken_down);
    assert_int_equal(felt_play_position(w->play, number)->state, FELT_STATE_NONE);
}

/* "At one moment, what lowers and takes down is done first": turning off and on is done in the order given. */
static void off_and_on_keep_their_order(void **state)
{
    world *w = *state;
    uint16_t rolls[] = {(uint16_t)felt_roll_index(1, 2), (uint16_t)felt_roll_index(3, 3)};
    for (int last_off = 0; last_off < 2; last_off++) {
        felt_bet bets[] = {
            {.stake = {60}, .wager = NUMBER_6},
            {.wager = NUMBER_6, .after = 1, .action = last_off ? FELT_ACTION_TURN_ON : FELT_ACTION_TURN_OFF},
            {.wager = NUMBER_6, .after = 1, .action = last_off ? FELT_ACTION_TURN_OFF : FELT_ACTION_TURN_ON},
        };
        felt_payment payments[3];
        assert_int_equal(felt_settle_hand(w->play, &(felt_hand){rolls, 2, 0}, bets, 3, payments, NULL), FELT_OK);
        assert_int_equal(payments[0].kind, last_off ? FELT_PAY_STAYS : FELT_PAY_WINS);
    }
}

/* ---- refusals ---- */

static void count_refusal(void *context, felt_status status, const felt_error *error)
{
    int *counts = context;
    assert_int_equal(status, FELT_ERANGE);
    counts[error->item]++;
}

/* A bet is refused once, is decided by nothing after that, and its payment is 0. */
static void a_refused_bet_is_not_paid_later(void **state)
{
    world *w = *state;
    const int64_t large = INT64_MAX / 2;
    uint16_t rolls[] = {(uint16_t)felt_roll_index(1, 2), (uint16_t)felt_roll_index(1, 2), (uint16_t)felt_roll_index(1, 2),
                        (uint16_t)felt_roll_index(1, 2), (uint16_t)felt_roll_index(3, 3)};
    felt_bet bets[] = {
        {.stake = {6}, .wager = NUMBER_6},
        {.stake = {large}, .wager = NUMBER_6, .action = FELT_ACTION_RAISE},
        {.stake = {large}, .wager = NUMBER_6, .action = FELT_ACTION_LOWER, .after = 1},
        {.stake = {large}, .wager = NUMBER_6, .action = FELT_ACTION_RAISE, .after = 2},
        {.stake = {large}, .wager = NUMBER_6, .action = FELT_ACTION_LOWER, .after = 3},
        {.stake = {large}, .wager = NUMBER_6, .action = FELT_ACTION_RAISE, .after = 3},
        {.stake = {large}, .wager = NUMBER_6, .action = FELT_ACTION_LOWER, .after = 4},
    };
    felt_payment payments[7];
    int counts[7] = {0};
    assert_int_equal(felt_settle_each(w->play, &(felt_hand){rolls, 5, 0}, bets, 7, payments, count_refusal, counts, NULL), FELT_OK);
    assert_int_equal(counts[0], 1);
    assert_int_equal(payments[0].kind, FELT_PAY_LOSES);
    assert_int_equal(payments[0].paid.minor, 0);
    assert_int_equal(payments[0].back.minor, 0);
}

/* "its item is the index of the bet that it is about, -1: the whole hand" */
static void a_bad_hand_is_no_bets_fault(void **state)
{
    world *w = *state;
    uint16_t rolls[] = {(uint16_t)felt_roll_index(3, 3), (uint16_t)felt_roll_index(3, 4), (uint16_t)felt_roll_index(3, 3)};
    felt_bet bets[2] = {{.stake = {6}, .wager = NUMBER_6}, {.stake = {6}, .wager = NUMBER_6}};
    felt_payment payments[2];
    felt_error error = {.item = 5};
    assert_int_equal(felt_settle_hand(w->play, &(felt_hand){rolls, 3, 0}, bets, 2, payments, &error), FELT_EDATA);
    assert_int_equal(error.item, -1);
    assert_int_equal(felt_hand_verify(felt_book_game(w->book), &(felt_hand){rolls, 3, 0}, &error), FELT_EDATA);
    assert_int_equal(error.item, 1);
}

/* "What is up in the play before is forgotten", also where a round is settled in one go. */
static void a_settled_round_leaves_nothing_up(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"Round\"\ngame baccarat with 8 decks\nwager \"Tie\" as tie\n  tie pays 8 to 1\n  otherwise loses\n");
    const felt_book *book = test_book(&t);
    felt_play *play = test_play(book);
    felt_bet bet = {.stake = {1}};
    felt_dealt dealt = {.pieces = {{{9, 0}, {10, 0}}, {{9, 1}, {10, 1}}}, .counts = {2, 2}};
    felt_payment payment;
    int first;
    assert_int_equal(felt_play_place(play, &bet, 1, &first, NULL), FELT_OK);
    assert_int_equal(felt_settle_dealt(play, &dealt, &bet, 1, &payment, NULL), FELT_OK);
    assert_int_equal(payment.paid.minor, 9);
    assert_int_equal(felt_play_count(play), 0);
    felt_play_free(play);
    test_sheet_free(&t);
}

/* ---- limits ---- */

/* FELT_PLAY_POSITIONS_MAX, and one past it. */
static void a_table_has_room_for_so_many_bets(void **state)
{
    world *w = *state;
    int count = FELT_PLAY_POSITIONS_MAX, first = -1;
    felt_bet *bets = calloc((size_t)count + 1, sizeof *bets);
    felt_payment *payments = calloc((size_t)count + 1, sizeof *payments);
    felt_error error;
    assert_true(bets != NULL && payments != NULL);
    for (int i = 0; i <= count; i++)
        bets[i] = (felt_bet){.stake = {6}, .wager = NUMBER_6};
    felt_play_begin(w->play, 0);
    assert_int_equal(felt_play_place(w->play, bets, count, &first, &error), FELT_OK);
    assert_int_equal(felt_play_place(w->play, bets, 1, &first, &error), FELT_ELIMIT);
    assert_string_equal(error.message, "found 1048577 bets on the table, expected at most 1048576");
    assert_int_equal(felt_play_place(w->play, bets, INT32_MAX, &first, &error), FELT_ELIMIT);
    uint16_t roll = (uint16_t)felt_roll_index(3, 3);
    assert_int_equal(felt_settle_hand(w->play, &(felt_hand){&roll, 1, 0}, bets, count, payments, &error), FELT_OK);
    assert_int_equal(payments[count - 1].paid.minor, 13);
    assert_int_equal(felt_settle_hand(w->play, &(felt_hand){&roll, 1, 0}, bets, count + 1, payments, &error), FELT_ELIMIT);
    assert_string_equal(error.message, "found 1048577 bets, expected at most 1048576");
    assert_int_equal(payments[0].paid.minor, 0);
    free(bets);
    free(payments);
}

/* ---- the worst ---- */

/* "what it pays less the stakes it takes (a vig it has already)": a bet that is off costs its vig where the phase gives it back. */
static void what_is_off_costs_its_vig_where_it_is_given_back(void **state)
{
    world *w = *state;
    felt_payment back;
    felt_money worst;
    int event;
    felt_play_begin(w->play, FELT_PUCK_6);
    int bought = placed(w, BOUGHT, 100);
    assert_int_equal(felt_play_change(w->play, bought, FELT_ACTION_TURN_OFF, (felt_money){0}, &back, NULL), FELT_OK);
    assert_int_equal(felt_play_worst(w->play, &worst, &event, NULL), FELT_OK);
    assert_int_equal(worst.minor, 5); /* a 6 makes the point, and the bet could not be placed after it; a 4 leaves it up */
    assert_int_equal(felt_roll_total(event), 6);
}

static void a_cost_beyond_64_bits_is_refused(void **state)
{
    world *w = *state;
    felt_money worst = {7};
    felt_error error;
    int event;
    felt_play_begin(w->play, 0);
    placed(w, ENVY, INT64_MAX / 4);
    assert_int_equal(felt_play_worst(w->play, &worst, &event, NULL), FELT_OK);
    assert_true(worst.minor == INT64_MAX / 4 * 4);
    felt_play_begin(w->play, 0);
    placed(w, ENVY, INT64_MAX / 3); /* what both get fits, but not together */
    assert_int_equal(felt_play_worst(w->play, &worst, &event, &error), FELT_ERANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowering_by_all_is_taking_down),
        cmocka_unit_test(off_and_on_keep_their_order),
        cmocka_unit_test(a_refused_bet_is_not_paid_later),
        cmocka_unit_test(a_bad_hand_is_no_bets_fault),
        cmocka_unit_test(a_settled_round_leaves_nothing_up),
        cmocka_unit_test(a_table_has_room_for_so_many_bets),
        cmocka_unit_test(what_is_off_costs_its_vig_where_it_is_given_back),
        cmocka_unit_test(a_cost_beyond_64_bits_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
