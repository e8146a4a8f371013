/* tests/unit/test_safe.c - with which cut card, or which pay, a perfect player wins less than so much: held against sheets that say so. */
#include <felt/safe.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { WAGERS = 3, TEXT_BYTES = 1024 };

/* Three wagers of one deck, with pays to be put in. */
static const char form[] = "sheet \"Safe\"\ngame baccarat with 1 deck\naccept uneven-rows \"so\"\naccept low-return \"so\"\n"
                           "accept player-edge \"so\"\n\n"
                           "wager \"Seven\" as seven\n  banker wins with 3-card 7 pays %d to 1\n  otherwise loses\n\n"
                           "wager \"Two\" as two\n  tie with 7 pays %d to 1\n  tie with 6 pays %d for 1\n  otherwise loses\n\n"
                           "wager \"Even\" as even\n  player wins pays 1 to 1\n  tie pushes\n  otherwise loses\n";

typedef struct made {
    felt_arena *arena;
    felt_odds_list odds;
    const felt_odds *list[WAGERS];
} made;

static const int cuts[] = {26, 20, 14};

static void make(made *m, int seven, int first, int second)
{
    static const felt_selection all = {.count = 0};
    char text[TEXT_BYTES];
    const felt_sheet *sheet;
    felt_error error = {{0}, 0, 0, 0, {0}};
    snprintf(text, sizeof text, form, seven, first, second);
    *m = (made){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    felt_diags diags = felt_diags_in(m->arena);
    if (felt_sheet_compile(m->arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &sheet) != FELT_OK)
        fail_msg("%.*s", FELT_TEXT_ARGS(diags.list[0].message));
    if (felt_odds_add(&m->odds, sheet, &all, (felt_text){"", 0}, NULL, &error) != FELT_OK)
        fail_msg("%s", error.message);
    assert_int_equal(m->odds.count, WAGERS);
    for (int i = 0; i < WAGERS; i++)
        m->list[i] = &m->odds.list[i];
}

static void clear(made *m)
{
    felt_odds_list_free(&m->odds);
    felt_arena_free(m->arena);
}

static felt_exposure *deal(const made *m, felt_exposure_bet bets[WAGERS], felt_exposure_setup *ret_setup)
{
    felt_exposure *e;
    *ret_setup = (felt_exposure_setup){.decks = 1, .cuts = cuts, .cut_count = 3, .seed = 5, .shoes = 600, .threads = 1};
    for (int i = 0; i < WAGERS; i++)
        bets[i] = (felt_exposure_bet){m->list[i]->wager, m->list[i]->variant};
    ret_setup->bets = bets;
    ret_setup->bet_count = WAGERS;
    assert_int_equal(felt_exposure_new(ret_setup, &e, NULL), FELT_OK);
    assert_int_equal(felt_exposure_run(e, NULL), FELT_OK);
    return e;
}

/* Units won of a wager of a sheet that has these pays. */
static double won_with(int wager, int seven, int first, int second, mpq_t ret_value)
{
    felt_exposure_bet bets[WAGERS];
    felt_exposure_setup setup;
    made m;
    make(&m, seven, first, second);
    felt_exposure *e = deal(&m, bets, &setup);
    double won = felt_exposure_perfect(e, wager, 2).per_shoe.value;
    mpq_neg(ret_value, m.list[wager]->edge);
    felt_exposure_free(e);
    clear(&m);
    return won;
}

static void test_a_cut_card_is_enough_from_the_first_below_on(void **state)
{
    felt_exposure_bet bets[WAGERS];
    felt_exposure_setup setup;
    made m;
    (void)state;
    make(&m, 40, 40, 40);
    felt_exposure *e = deal(&m, bets, &setup);
    felt_exposure_figure at[3];
    for (int i = 0; i < 3; i++)
        at[i] = felt_exposure_perfect(e, 0, i).per_shoe;
    assert_true(at[0].value < at[1].value && at[1].value < at[2].value);
    felt_safe_cut none = felt_safe_cut_find(e, 0, at[0].value), one = felt_safe_cut_find(e, 0, at[1].value),
                  all = felt_safe_cut_find(e, 0, at[2].value + 2 * at[2].error);
    assert_int_equal(none.cut, -1); /* below, not at */
    assert_int_equal(none.most, -1);
    assert_true(none.least >= 0);
    assert_int_equal(one.cut, 0);
    assert_true(one.least >= 0 && one.most <= one.cut);
    assert_int_equal(all.cut, 2);
    assert_int_equal(all.least, 2);
    assert_int_equal(all.most, 2);
    felt_exposure_free(e);
    clear(&m);
}

/* The pay that is found is below, one more is not, and the value is that of a sheet with that pay. */
static void hold_to(const felt_safe_row *r, int wager, double units, int seven, int first, int second, int more[3])
{
    mpq_t value, ignored;
    mpq_inits(value, ignored, NULL);
    double at = won_with(wager, seven, first, second, value);
    double above = won_with(wager, seven + more[0], first + more[1], second + more[2], ignored);
    assert_true(r->enough);
    assert_true(at == r->per_shoe.value && at < units);
    assert_true(above == r->above.value && above >= units);
    assert_true(mpq_equal(value, r->value));
    mpq_clears(value, ignored, NULL);
}

static void test_the_highest_pay_that_is_enough_is_found(void **state)
{
    static const double units = 0.4;
    felt_exposure_bet bets[WAGERS];
    felt_exposure_setup setup;
    felt_safe_pays pays;
    made m;
    (void)state;
    make(&m, 60, 40, 41);
    felt_exposure *e = deal(&m, bets, &setup);
    felt_error error = {{0}, 0, 0, 0, {0}};
    if (felt_safe_pays_make(m.list, WAGERS, &setup, units, NULL, &pays, &error) != FELT_OK)
        fail_msg("%s", error.message);
    assert_int_equal(pays.count, 3); /* one to one is as low as a win can be */
    const felt_safe_row *r = pays.rows;
    assert_true(r[0].entry == 0 && r[0].row == 0 && r[1].entry == 1 && r[1].row == 0 && r[2].entry == 1 && r[2].row == 1);
    assert_true(r[0].pay.printed_num < 60 && r[1].pay.printed_num < 40 && r[2].pay.printed_num < 41 && r[2].pay.printed_for);
    hold_to(&r[0], 0, units, r[0].pay.printed_num, 40, 41, (int[]){1, 0, 0});
    hold_to(&r[1], 1, units, 60, r[1].pay.printed_num, 41, (int[]){0, 1, 0});
    hold_to(&r[2], 1, units, 60, 40, r[2].pay.printed_num, (int[]){0, 0, 1});
    felt_safe_pays_free(&pays);
    felt_exposure_free(e);
    clear(&m);
}

static void test_none_is_enough_or_all_are(void **state)
{
    felt_exposure_bet bets[WAGERS];
    felt_exposure_setup setup;
    felt_safe_pays pays;
    made m;
    (void)state;
    make(&m, 40, 40, 41);
    felt_exposure *e = deal(&m, bets, &setup);
    assert_int_equal(felt_safe_pays_make(m.list, WAGERS, &setup, 1000, NULL, &pays, NULL), FELT_OK);
    assert_int_equal(pays.count, 0);
    felt_safe_pays_free(&pays);
    assert_int_equal(felt_safe_pays_make(m.list + 1, 1, &setup, 1e-9, NULL, &pays, NULL), FELT_OK);
    assert_int_equal(pays.count, 2);
    assert_true(!pays.rows[0].enough && pays.rows[0].pay.printed_num == 1);
    assert_true(!pays.rows[1].enough && pays.rows[1].pay.printed_num == 2); /* 1 for 1 wins nothing */
    felt_safe_pays_free(&pays);
    felt_exposure_free(e);
    clear(&m);
}

static bool stop_at_once(void *context, uint64_t shoes)
{
    (void)context;
    (void)shoes;
    return false;
}

static void test_a_search_that_is_stopped_says_so(void **state)
{
    felt_exposure_watch watch = {.tick = stop_at_once};
    felt_exposure_bet bets[WAGERS];
    felt_exposure_setup setup;
    felt_safe_pays pays;
    made m;
    (void)state;
    make(&m, 40, 40, 41);
    felt_exposure *e = deal(&m, bets, &setup);
    setup.shoes = UINT64_C(1) << 40;
    assert_int_equal(felt_safe_pays_make(m.list, WAGERS, &setup, 0.05, &watch, &pays, NULL), FELT_OK);
    assert_true(pays.stopped && pays.count == 0);
    felt_safe_pays_free(&pays);
    felt_exposure_free(e);
    clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cut_card_is_enough_from_the_first_below_on),
        cmocka_unit_test(test_the_highest_pay_that_is_enough_is_found),
        cmocka_unit_test(test_none_is_enough_or_all_are),
        cmocka_unit_test(test_a_search_that_is_stopped_says_so),
    };
    return cmocka_run_group_tests_name("safe", tests, NULL, NULL);
}
