/* tests/unit/test_pays.c - what the rows of a compiled sheet pay: paytables, units, commissions, vigs, dealers. */
#include "sheets.h"

#include <felt/select.h>
#include <felt/terms.h>

static void paytables_and_units(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\noption u \"U\"\n for-1 \"for\"\n to-1 \"to\"\n"
                                   "wager \"W\" as w\n paytable A B C\n tie of 7 pays 40, unset, -1 to 1\n tie of 6 pays 5 to 2\n"
                                   " otherwise tie pays 30, 1, 0 by u\n otherwise loses\n"
                                   "wager \"One\" as one\n tie pays 1 for 1\n player wins pays 3 for 2\n otherwise loses\n");
    const felt_wager *w = test_sheet_wager(&t, "w", "");
    assert_int_equal(w->variant_count, 6);
    assert_pays(test_variant_of(&t, w, "u=to-1, paytable=A"), 7, 7, "pays 40 to 1");
    assert_pays(test_variant_of(&t, w, "u=to-1, paytable=B"), 7, 7, "pays unset");
    assert_pays(test_variant_of(&t, w, "u=to-1, paytable=C"), 7, 7, "loses");
    assert_pays(test_variant_of(&t, w, "u=for-1, paytable=B"), 6, 6, "pays 5 to 2");
    assert_pays(test_variant_of(&t, w, "u=to-1, paytable=A"), 8, 8, "pays 30 to 1");
    assert_pays(test_variant_of(&t, w, "u=for-1, paytable=A"), 8, 8, "pays 30 for 1");
    assert_pays(test_variant_of(&t, w, "u=to-1, paytable=B"), 8, 8, "pays 1 to 1");
    assert_pays(test_variant_of(&t, w, "u=for-1, paytable=B"), 8, 8, "pays 1 for 1");
    assert_pays(test_variant_of(&t, w, "u=to-1, paytable=C"), 8, 8, "pushes");
    assert_pays(test_variant_of(&t, w, "u=for-1, paytable=C"), 8, 8, "loses");
    const felt_pay *pay = &test_variant_of(&t, w, "u=for-1, paytable=A")->pays[2].pay;
    assert_fraction(pay->win_num, pay->win_den, 29, 1);
    const felt_variant *one = &test_sheet_wager(&t, "one", "")->variants[0];
    assert_int_equal(one->pays[0].pay.kind, FELT_PAY_PUSHES);
    assert_fraction(one->pays[1].pay.win_num, one->pays[1].pay.win_den, 1, 2);
    test_sheet_free(&t);
}

static void commissions(void **state)
{
    (void)state;
    static const struct {
        const char *pay, *written;
        int64_t commission_num, commission_den, net_num, net_den;
    } cases[] = {
        {"1 to 1 less 5%", "pays 1 to 1 less 5%", 1, 20, 19, 20},
        {"2 to 1 less 5%", "pays 2 to 1 less 5%", 1, 10, 19, 10},
        {"2 to 1 less 5% of the win", "pays 2 to 1 less 5%", 1, 10, 19, 10},
        {"2 to 1 less 5% of the stake", "pays 2 to 1 less 5% of the stake", 1, 20, 39, 20},
        {"1 to 2 less 2.5%", "pays 1 to 2 less 2.5%", 1, 80, 39, 80},
        {"1 to 2 less 0.01%", "pays 1 to 2 less 0.01%", 1, 20000, 9999, 20000},
        {"1 to 1 less 100%", "pays 1 to 1 less 100%", 1, 1, 0, 1},
        {"1 to 2 less 50% of the stake", "pays 1 to 2 less 50% of the stake", 1, 2, 0, 1},
        {"3 for 2 less 12.25%", "pays 3 for 2 less 12.25%", 49, 800, 351, 800},
        {"1000000 to 999999 less 0.01%", "pays 1000000 to 999999 less 0.01%", 100, 999999, 10100, 10101},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256], written[80];
        snprintf(text, sizeof text, "sheet \"S\"\ngame craps\nwager \"W\" as w\n 7 rolled pays %s\n otherwise loses\n", cases[i].pay);
        test_sheet t = test_sheet_good(text);
        const felt_pay *pay = &t.sheet->wagers[0].variants[0].pays[0].pay;
        int64_t num, den;
        assert_fraction(pay->commission_num, pay->commission_den, cases[i].commission_num, cases[i].commission_den);
        felt_pay_net(pay, &num, &den);
        assert_fraction(num, den, cases[i].net_num, cases[i].net_den);
        felt_pay_write(pay, written, sizeof written);
        assert_string_equal(written, cases[i].written);
        test_sheet_free(&t);
    }
}

/* Handed over beside the stake: 21 for 20 bought, 41 for 40 laid. */
static void vigs(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\noption vig \"V\"\n front \"F\"\n none \"N\"\n"
                                   "wager \"Buy\" as buy\n where vig is front: vig 5% of the stake\n 4 rolled pays 2 to 1\n"
                                   " 5 rolled pushes\n otherwise loses\n"
                                   "wager \"Lay\" as lay\n vig 2.5%\n 7 rolled pays 1 to 2\n otherwise loses\n");
    const felt_wager *buy = test_sheet_wager(&t, "buy", "");
    const felt_variant *front = test_variant_of(&t, buy, "vig=front"), *none = test_variant_of(&t, buy, "vig=none");
    const felt_variant *lay = &test_sheet_wager(&t, "lay", "")->variants[0];
    int64_t num, den;
    assert_fraction(front->vig_num, front->vig_den, 1, 20);
    assert_fraction(none->vig_num, none->vig_den, 0, 1);
    assert_fraction(lay->vig_num, lay->vig_den, 1, 80);
    felt_pay_net(&front->pays[0].pay, &num, &den);
    assert_fraction(num, den, 2, 1);
    felt_pay_worth(&front->pays[0].pay, &num, &den);
    assert_fraction(num, den, 13, 7); /* 39 to 21 */
    felt_pay_worth(&front->pays[1].pay, &num, &den);
    assert_fraction(num, den, 0, 1);
    felt_pay_worth(&front->pays[2].pay, &num, &den);
    assert_fraction(num, den, -1, 1);
    felt_pay_worth(&none->pays[0].pay, &num, &den);
    assert_fraction(num, den, 2, 1);
    felt_pay_worth(&lay->pays[0].pay, &num, &den);
    assert_fraction(num, den, 13, 27); /* 39 to 81 */
    assert_text(felt_terms_vig(t.arena, front), "a vig of 5% of the stake is handed over beside it and kept");
    assert_text(felt_terms_vig(t.arena, lay), "a vig of 2.50% of what it can win is handed over beside it and kept");
    assert_text(felt_terms_vig(t.arena, none), "");
    assert_int_equal(felt_options_matter(&(felt_selection){.count = 0}, t.sheet, buy, FELT_MATTER_FIGURES), 1);
    test_sheet_free(&t);
}

/* Taken out of a win, it is a commission like any other, but for the house's rules. */
static void vigs_out_of_a_win(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"Buy\" as buy\n vig 5% of the stake on a win\n 4 rolled pays 2 to 1\n"
                                   " 5 rolled pays 3 to 2\n 6 rolled pushes\n otherwise loses\n"
                                   "wager \"Lay\" as lay\n vig 5% on a win\n 7 rolled pays 1 to 2\n otherwise loses\n"
                                   "wager \"Less\" as less-5\n 7 rolled pays 1 to 2 less 5%\n otherwise loses\n");
    const felt_variant *buy = &test_sheet_wager(&t, "buy", "")->variants[0], *lay = &test_sheet_wager(&t, "lay", "")->variants[0];
    const felt_variant *less = &test_sheet_wager(&t, "less-5", "")->variants[0];
    char text[80];
    assert_fraction(buy->vig_num, buy->vig_den, 0, 1); /* nothing is handed over beside the stake */
    for (int row = 0; row < 2; row++) {
        assert_fraction(buy->pays[row].pay.commission_num, buy->pays[row].pay.commission_den, 1, 20);
        assert_true(buy->pays[row].pay.commission_is_vig);
    }
    felt_pay_write(&buy->pays[0].pay, text, sizeof text);
    assert_string_equal(text, "pays 2 to 1 less 5% of the stake");
    assert_fraction(lay->pays[0].pay.commission_num, lay->pays[0].pay.commission_den, 1, 40);
    assert_fraction(less->pays[0].pay.commission_num, less->pays[0].pay.commission_den, 1, 40);
    assert_true(lay->pays[0].pay.commission_is_vig && !less->pays[0].pay.commission_is_vig);
    assert_text(felt_terms_vig(t.arena, buy), "");
    test_sheet_free(&t);
}

static void dealer_pays(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\noption u \"U\"\n to-1 \"to\"\n for-1 \"for\"\n"
                                   "wager \"W\" as w\n 2 rolled pays 40 for 1 and dealer unset\n 3 rolled pays 1 to 1 and dealer 3 by u\n"
                                   " otherwise loses\n");
    const felt_wager *w = test_sheet_wager(&t, "w", "");
    const felt_row_pay *pays = test_variant_of(&t, w, "u=for-1")->pays;
    assert_true(pays[0].has_dealer && pays[1].has_dealer && !pays[2].has_dealer);
    assert_int_equal(pays[0].dealer.kind, FELT_PAY_UNSET);
    assert_fraction(pays[1].dealer.win_num, pays[1].dealer.win_den, 2, 1);
    assert_fraction(pays[1].pay.win_num, pays[1].pay.win_den, 1, 1);
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paytables_and_units), cmocka_unit_test(commissions), cmocka_unit_test(vigs),
        cmocka_unit_test(vigs_out_of_a_win),   cmocka_unit_test(dealer_pays),
    };
    return cmocka_run_group_tests_name("pays", tests, NULL, NULL);
}
