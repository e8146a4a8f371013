/* tests/unit/test_odds.c - exact odds of the shipped sheets: published integers, identities, refusals. */
#include "unit/odds.h"

#include <felt/craps.h>
#include <felt/figures.h>

static void assert_edge(const char *sheet, const char *name, const char *settings, const char *expected)
{
    test_odds b;
    test_odds_open(&b, sheet, name, settings);
    assert_true(b.list.list[0].has_pays);
    assert_ratio(b.list.list[0].edge, expected);
    test_odds_close(&b);
}

static void test_eight_decks_published_counts(void **state)
{
    (void)state;
    test_odds b;
    test_odds_open(&b, "baccarat", "player", "decks=8");
    const felt_odds *o = &b.list.list[0];
    assert_int_equal(mpz_cmp_ui(o->deals, 4998398275503360u), 0);
    assert_ratio(o->rows[0], "2230518282592256/4998398275503360");
    assert_ratio(o->rows[1], "475627426473216/4998398275503360");
    assert_ratio(o->rows[2], "2292252566437888/4998398275503360");
    test_odds_close(&b);
    test_odds_open(&b, "golden-frog", "jin-chan-7", "decks=8");
    assert_ratio(b.list.list[0].rows[0], "112633011329024/4998398275503360");
    test_odds_close(&b);
    test_odds_open(&b, "golden-frog", "koi-8", "decks=8");
    assert_ratio(b.list.list[0].rows[0], "172660763262976/4998398275503360");
    test_odds_close(&b);
}

static void test_craps_published_edges(void **state)
{
    (void)state;
    assert_edge("craps", "pass", "", "7/495");
    assert_edge("craps", "dont-pass", "", "3/220");
    assert_edge("craps", "come", "", "7/495");
    assert_edge("craps", "dont-come", "", "3/220");
    assert_edge("craps", "pass-odds", "", "0");
    assert_edge("craps", "any-seven", "", "1/6");
    assert_edge("craps", "any-craps", "", "1/9");
    assert_edge("craps", "field", "field-12=double", "1/18");
    test_odds b;
    test_odds_open(&b, "dice-works", "all-lows", "ends=any-seven paytable=PT1");
    assert_ratio(b.list.list[0].hit, "20049/760760");
    test_odds_close(&b);
}

/* place 6 and 8: 1/66 whether or not they work on the come-out */
static void test_place_bets_do_not_depend_on_the_come_out(void **state)
{
    (void)state;
    test_odds b;
    test_odds_open(&b, "craps", "place", "");
    for (int i = 0; i < b.list.count; i++) {
        const felt_odds *o = &b.list.list[i];
        const char *wanted = felt_text_is(o->wager->side, "6") || felt_text_is(o->wager->side, "8")   ? "1/66"
                             : felt_text_is(o->wager->side, "5") || felt_text_is(o->wager->side, "9") ? "1/25"
                                                                                                      : "1/15";
        assert_ratio(o->edge, wanted);
    }
    test_odds_close(&b);
}

/* Place wagers that rest on the come-out wait there for a point, so that from a point they take fewer rolls; those that work do not. */
static void test_positions_with_the_same_edge_and_other_rolls_are_remembered(void **state)
{
    (void)state;
    test_odds b;
    test_odds_open(&b, "craps", "place", "place-come-out=off");
    assert_int_equal(b.list.count, 6);
    for (int i = 0; i < b.list.count; i++)
        assert_int_equal(b.list.list[i].same_edge, ((1 << FELT_PUCK_COUNT) - 1) & ~(1 << FELT_PUCK_OFF));
    test_odds_close(&b);
    test_odds_open(&b, "craps", "place", "place-come-out=working");
    for (int i = 0; i < b.list.count; i++)
        assert_int_equal(b.list.list[i].same_edge, 0);
    test_odds_close(&b);
}

/* Odds on a come wager that are off on the come-out come back more often when they are placed there. */
static void test_a_position_with_the_same_edge_has_figures_of_its_own(void **state)
{
    (void)state;
    test_odds b;
    test_odds_open(&b, "craps", "come-odds", "odds-working=off");
    assert_true(felt_text_is(b.list.list[0].wager->side, "4"));
    assert_ratio(b.list.list[0].variance, "1150/939");
    int count = b.list.count;
    assert_int_equal(felt_odds_add_from(&b.list, 0, FELT_PUCK_6), FELT_OK);
    assert_int_equal(b.list.count, count + 1);
    assert_ptr_equal(b.list.list[count].variant, b.list.list[0].variant);
    assert_int_equal(b.list.list[count].start, FELT_PUCK_6);
    assert_ratio(b.list.list[count].edge, "0");
    assert_ratio(b.list.list[count].variance, "1618/939");
    test_odds_close(&b);
}

/* A wager of one roll knows only whether there is a point: all points are one position to it, and all are remembered. */
static void test_points_that_are_alike_are_remembered_together(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame craps\nwager \"One\"\n  placed at any time\n  2 rolled on the come-out pays 21 to 1\n"
                               "  3 rolled on a point pays 10 to 1\n  otherwise loses\n";
    test_odds b = {0};
    felt_selection everything = {.count = 0};
    test_odds_compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    assert_int_equal(b.list.count, 1);
    assert_int_equal(b.list.list[0].same_edge, ((1 << FELT_PUCK_COUNT) - 1) & ~(1 << FELT_PUCK_OFF));
    test_odds_close(&b);
}

static void test_probabilities_of_every_wager_add_up_to_one(void **state)
{
    (void)state;
    static const char *const sheets[] = {"baccarat",    "buddhas-bonus", "craps", "dice-works",        "golden-bacc",   "golden-dragon",
                                         "golden-frog", "high-roller",   "tiger", "parlay-craps-envy", "roll-the-line", "parlay-craps"};
    mpq_t sum;
    mpq_init(sum);
    for (size_t s = 0; s < sizeof sheets / sizeof *sheets; s++) {
        test_odds b;
        test_odds_open(&b, sheets[s], "", "");
        for (int i = 0; i < b.list.count; i++) {
            felt_ratio_sum(sum, b.list.list[i].rows, b.list.list[i].wager->row_count);
            assert_ratio(sum, "1");
        }
        test_odds_close(&b);
    }
    mpq_clear(sum);
}

static void test_a_fair_pay_makes_the_edge_vanish(void **state)
{
    (void)state;
    test_odds b;
    mpq_t fair, net;
    mpq_inits(fair, net, NULL);
    test_odds_open(&b, "golden-frog", "jin-chan-7", "decks=8");
    const felt_odds *o = &b.list.list[0];
    felt_odds_fair(o, 0, fair);
    mpq_mul(net, fair, o->rows[0]);
    mpq_sub(net, net, o->rows[1]);
    assert_ratio(net, "0");
    test_odds_close(&b);
    mpq_clears(fair, net, NULL);
}

/* Handing 21 over for 20 bought is the same as a stake of 21 that includes the commission, to the last figure. */
static void test_a_vig_up_front_is_worth_what_a_stake_with_it_is(void **state)
{
    (void)state;
    static const char *const wagers[] = {"buy", "lay"};
    for (int w = 0; w < 2; w++) {
        test_odds front, always;
        test_odds_open(&front, "craps", wagers[w], "vig=up-front");
        test_odds_open(&always, "craps", wagers[w], "vig=always");
        assert_int_equal(front.list.count, always.list.count);
        for (int i = 0; i < front.list.count; i++) {
            const felt_odds *a = &front.list.list[i], *z = &always.list.list[i];
            assert_true(mpq_equal(a->edge, z->edge) && mpq_equal(a->hit, z->hit) && mpq_equal(a->push, z->push));
            assert_true(mpq_equal(a->variance, z->variance) && mpq_equal(a->third, z->third) && mpq_equal(a->rolls, z->rolls));
        }
        test_odds_close(&front);
        test_odds_close(&always);
    }
}

/* Of a stake of 1 with a vig of 1/20 beside it: 43/20, since (43/20 - 1/20) / (21/20) is the true 2. */
static void test_a_fair_pay_with_a_vig(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame craps\nwager \"Buy\"\n  vig 5% of the stake\n  4 rolled pays 2 to 1\n"
                               "  any seven loses\n  otherwise stays\n";
    test_odds b = {0};
    felt_selection everything = {.count = 0};
    mpq_t fair;
    mpq_init(fair);
    test_odds_compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    felt_odds_fair(&b.list.list[0], 0, fair);
    assert_ratio(fair, "43/20");
    mpq_clear(fair);
    test_odds_close(&b);
}

static void test_covariance_with_itself_is_the_variance(void **state)
{
    (void)state;
    test_odds b;
    mpq_t covariance, other;
    mpq_inits(covariance, other, NULL);
    test_odds_open(&b, "golden-bacc", "", "decks=8 phoenix=natural-first");
    for (int i = 0; i < b.list.count; i++) {
        assert_int_equal(felt_odds_covariance(&b.list.list[i], &b.list.list[i], NULL, covariance), FELT_OK);
        assert_true(mpq_equal(covariance, b.list.list[i].variance));
    }
    assert_int_equal(felt_odds_covariance(&b.list.list[0], &b.list.list[1], NULL, covariance), FELT_OK);
    assert_int_equal(felt_odds_covariance(&b.list.list[1], &b.list.list[0], NULL, other), FELT_OK);
    assert_true(mpq_equal(covariance, other));
    assert_true(mpq_sgn(covariance) < 0); /* player and banker */
    test_odds_close(&b);
    mpq_clears(covariance, other, NULL);
}

static void test_player_and_banker_together_cost_the_house_nothing_but_the_commission(void **state)
{
    (void)state;
    test_odds b;
    mpq_t most;
    int outcome;
    mpq_init(most);
    test_odds_open(&b, "baccarat", "", "decks=8 banker-pay=commission tie-pay=8");
    assert_int_equal(b.list.count, 3);
    const felt_odds *pair[] = {&b.list.list[0], &b.list.list[1]};
    assert_int_equal(felt_odds_exposure(pair, 2, NULL, most, &outcome), FELT_OK);
    assert_ratio(most, "0"); /* a player win, or a tie */
    const felt_odds *all[] = {&b.list.list[0], &b.list.list[1], &b.list.list[2]};
    assert_int_equal(felt_odds_exposure(all, 3, NULL, most, &outcome), FELT_OK);
    assert_ratio(most, "8"); /* a tie */
    test_odds_close(&b);
    mpq_clear(most);
}

static void test_unset_pays_leave_out_only_what_needs_them(void **state)
{
    (void)state;
    test_odds b;
    test_odds_open(&b, "parlay-craps-envy", "repeat-8-8x", "ends=any-seven");
    const felt_odds *o = &b.list.list[0];
    assert_false(o->has_pays);
    /* Eight eights before any seven: (5/11)^8. */
    assert_ratio(o->hit, "390625/214358881");
    test_odds_close(&b);
}

/* Of a wager that may win or lose in a tie, nobody knows how often it wins. */
static void test_an_undefined_outcome_leaves_no_figure(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame baccarat with 8 decks\nwager \"Open\" as open\n  player wins pays 1 to 1\n"
                               "  tie undefined\n  otherwise loses\n";
    test_odds b = {0};
    felt_selection everything = {.count = 0};
    felt_error error;
    test_odds_compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, &error), FELT_OK);
    const felt_odds *o = &b.list.list[0];
    assert_false(o->has_outcomes);
    assert_false(o->has_pays);
    assert_string_equal(felt_odds_missing(o), "undefined");
    assert_ratio(o->hit, "0");
    assert_ratio(o->push, "0");
    test_odds_close(&b);
    test_odds_open(&b, "parlay-craps-envy", "repeat-8-8x", "ends=any-seven");
    assert_true(b.list.list[0].has_outcomes);
    assert_string_equal(felt_odds_missing(&b.list.list[0]), "unset");
    test_odds_close(&b);
    test_odds_open(&b, "golden-frog", "koi-8", "decks=8");
    assert_null(felt_odds_missing(&b.list.list[0]));
    test_odds_close(&b);
}

static void test_a_wager_that_does_not_decide_is_refused(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame baccarat with 8 decks\nwager \"Half\"\n  player wins pays 1 to 1\n";
    test_odds b = {0};
    felt_selection everything = {.count = 0};
    felt_error error;
    test_odds_compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, &error), FELT_EDATA);
    assert_string_equal(error.message, "'half' does not decide every round; 'felt check' shows one");
    test_odds_close(&b);
}

static void assert_shoe_refused(const felt_shoe *shoe, felt_status status)
{
    test_odds b;
    felt_error error = {.message = ""};
    felt_selection everything = {.count = 0};
    test_odds_open(&b, "baccarat", "player", "decks=8");
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from("player"), shoe, &error), status);
    assert_true(error.message[0] != '\0');
    test_odds_close(&b);
}

static void test_impossible_shoes_are_refused(void **state)
{
    (void)state;
    felt_shoe shoe = {{5}}; /* five aces */
    assert_shoe_refused(&shoe, FELT_EDATA);
    shoe = felt_shoe_fresh(8);
    shoe.cards[3] = -1;
    assert_shoe_refused(&shoe, FELT_EDATA);
    shoe = felt_shoe_fresh(8);
    shoe.cards[12] = 33;
    assert_shoe_refused(&shoe, FELT_ELIMIT);
}

/* Figures that follow from others, for a bet that a hand can work out: one roll, a seven pays 4 to 1. */
static void test_figures_that_follow_from_others(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame craps\nwager \"Seven\"\n  placed at any time\n  7 rolled pays 4 to 1\n"
                               "  11 rolled pushes\n  12 rolled pays unset\n  otherwise loses\n"
                               "wager \"Set\"\n  placed at any time\n  7 rolled pays 4 to 1\n  11 rolled pushes\n  otherwise loses\n";
    test_odds b = {0};
    felt_selection everything = {.count = 0};
    felt_odds_net nets[FELT_ROWS_MAX];
    mpq_t value, other;
    mpq_inits(value, other, NULL);
    test_odds_compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    const felt_odds *unset = &b.list.list[0], *set = &b.list.list[1];
    assert_int_equal(felt_odds_nets(unset, nets), 4);
    assert_ratio(nets[0].net, "-1");
    assert_ratio(nets[1].net, "0");
    assert_ratio(nets[2].net, "4");
    assert_ratio(nets[2].probability, "1/6");
    assert_true(!nets[3].known && nets[3].missing == FELT_PAY_UNSET);
    felt_odds_nets_clear(nets, 4);
    assert_false(felt_odds_totals(unset, value, other));
    assert_ratio(value, "1");
    assert_true(felt_odds_totals(set, value, other));
    assert_ratio(other, "8/9"); /* 1/6 x 5 + 1/18 */
    assert_true(felt_odds_row_return(set, 0, value));
    assert_ratio(value, "5/6");
    assert_false(felt_odds_row_return(unset, 2, value));
    felt_odds_wins(set, 600, value);
    assert_ratio(value, "100");
    felt_odds_range(set, 1, 1645, -1, value);
    assert_ratio(value, "0");
    felt_odds_range(set, 10000, 0, 1, value);
    assert_ratio(value, "8/9");
    assert_int_equal(felt_odds_skewness(set, value), 1);
    mpq_clears(value, other, NULL);
    test_odds_close(&b);
}

/* The rows of a tie bet, at pays that no sheet prints: 9 to 1, and left out. */
static void test_figures_of_any_pays(void **state)
{
    (void)state;
    test_odds b;
    felt_row_pay pays[FELT_ROWS_MAX];
    felt_figures f;
    test_odds_open(&b, "baccarat", "tie", "decks=8 tie-pay=8");
    const felt_odds *o = &b.list.list[0];
    memcpy(pays, o->variant->pays, (size_t)o->wager->row_count * sizeof *pays);
    felt_figures_init(&f);
    felt_figures_compute(&f, o->rows, pays, o->wager->row_count);
    assert_true(f.has_pays);
    assert_true(mpq_equal(f.edge, o->edge) && mpq_equal(f.variance, o->variance) && mpq_equal(f.third, o->third));
    assert_true(mpq_equal(f.hit, o->hit) && mpq_equal(f.push, o->push));
    assert_int_equal(pays[0].pay.kind, FELT_PAY_WINS);
    pays[0].pay.win_num = 9;
    felt_figures_compute(&f, o->rows, pays, o->wager->row_count);
    mpq_t gain; /* one unit more, as often as there is a tie */
    mpq_init(gain);
    mpq_sub(gain, o->edge, f.edge);
    assert_true(mpq_equal(gain, o->hit));
    mpq_clear(gain);
    pays[0].pay.kind = FELT_PAY_UNSET;
    felt_figures_compute(&f, o->rows, pays, o->wager->row_count);
    assert_false(f.has_pays);
    assert_int_equal(mpq_sgn(f.edge), 0);
    assert_true(mpq_equal(f.hit, o->hit));
    felt_figures_clear(&f);
    test_odds_close(&b);
}

static void test_roots_are_rounded_to_the_nearest(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 16);
    mpq_t two;
    mpq_init(two);
    felt_ratio_set(two, 2, 1);
    assert_true(felt_text_is(felt_ratio_print_root(arena, two, 10), "1.4142135624"));
    felt_ratio_set(two, 9, 4);
    assert_true(felt_text_is(felt_ratio_print_root(arena, two, 3), "1.500"));
    felt_ratio_set(two, 3, 1);
    assert_true(felt_text_is(felt_ratio_print_fraction(arena, two), "3/1"));
    mpq_clear(two);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eight_decks_published_counts),
        cmocka_unit_test(test_craps_published_edges),
        cmocka_unit_test(test_place_bets_do_not_depend_on_the_come_out),
        cmocka_unit_test(test_positions_with_the_same_edge_and_other_rolls_are_remembered),
        cmocka_unit_test(test_a_position_with_the_same_edge_has_figures_of_its_own),
        cmocka_unit_test(test_points_that_are_alike_are_remembered_together),
        cmocka_unit_test(test_probabilities_of_every_wager_add_up_to_one),
        cmocka_unit_test(test_a_fair_pay_makes_the_edge_vanish),
        cmocka_unit_test(test_a_vig_up_front_is_worth_what_a_stake_with_it_is),
        cmocka_unit_test(test_a_fair_pay_with_a_vig),
        cmocka_unit_test(test_covariance_with_itself_is_the_variance),
        cmocka_unit_test(test_player_and_banker_together_cost_the_house_nothing_but_the_commission),
        cmocka_unit_test(test_unset_pays_leave_out_only_what_needs_them),
        cmocka_unit_test(test_an_undefined_outcome_leaves_no_figure),
        cmocka_unit_test(test_a_wager_that_does_not_decide_is_refused),
        cmocka_unit_test(test_impossible_shoes_are_refused),
        cmocka_unit_test(test_figures_of_any_pays),
        cmocka_unit_test(test_figures_that_follow_from_others),
        cmocka_unit_test(test_roots_are_rounded_to_the_nearest),
    };
    return cmocka_run_group_tests_name("odds", tests, NULL, NULL);
}
