/* tests/unit/test_design.c - what requests are read of, other pays in a sheet's text, and the limits of both. tests/oracle/design.py has
 * the paytables that are found. */
#include "sheets.h"

#include <felt/design.h>
#include <felt/edit.h>

static felt_status band(const char *text, felt_design_band *ret)
{
    felt_error error;
    return felt_design_band_read(felt_text_from(text), ret, &error);
}

static void bands_are_read(void **state)
{
    felt_design_band b;
    (void)state;
    assert_int_equal(band("5%..8%", &b), FELT_OK);
    assert_true(b.has_least && b.has_most && b.least.num == 1 && b.least.den == 20 && b.most.num == 2 && b.most.den == 25);
    assert_int_equal(band("0.05..0.08", &b), FELT_OK);
    assert_true(b.least.num == 1 && b.least.den == 20 && b.most.num == 2 && b.most.den == 25);
    assert_int_equal(band("-2.5%..", &b), FELT_OK);
    assert_true(b.has_least && !b.has_most && b.least.num == -1 && b.least.den == 40);
    assert_int_equal(band("..3", &b), FELT_OK);
    assert_true(!b.has_least && b.has_most && b.most.num == 3 && b.most.den == 1);
    assert_int_equal(band("6%..6%", &b), FELT_OK);
    assert_int_equal(band("999999999.999999999%..", &b), FELT_OK);
}

static void what_is_no_band_is_refused(void **state)
{
    static const char *const wrong[] = {"",      "..",    "5%",           "8%..5%",         "5..8..9", "a..b",   "5 %..8%", "5%...",
                                        ".5..1", "1...2", "1234567890..", "0.1234567890..", "5%%..8%", "--1..2", "1e3.."};
    felt_design_band b;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(band(wrong[i], &b), FELT_EDATA);
}

static void lists_of_pays_are_read(void **state)
{
    felt_arena *arena = felt_arena_new(1 << 20);
    const int *pays;
    int count;
    (void)state;
    assert_int_equal(felt_design_pays_read(arena, felt_text_from("10..12,1,11,5"), &pays, &count, NULL), FELT_OK);
    assert_int_equal(count, 5);
    static const int wanted[] = {1, 5, 10, 11, 12};
    assert_memory_equal(pays, wanted, sizeof wanted);
    assert_int_equal(felt_design_pays_read(arena, felt_text_from("casino"), &pays, &count, NULL), FELT_OK);
    for (int i = 1; i < count; i++)
        assert_true(pays[i - 1] < pays[i]);
    assert_int_equal(felt_design_pays_read(arena, felt_text_from("1..1024"), &pays, &count, NULL), FELT_OK);
    assert_int_equal(count, FELT_DESIGN_LIST_MAX);
    assert_int_equal(felt_design_pays_read(arena, felt_text_from("1..1025"), &pays, &count, NULL), FELT_ELIMIT);
    assert_int_equal(felt_design_pays_read(arena, felt_text_from("1000000"), &pays, &count, NULL), FELT_OK);
    static const char *const wrong[] = {"", "0", "1000001", "1,", ",1", "5..3", "1..", "-1", "1 ,2", "whole"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(felt_design_pays_read(arena, felt_text_from(wrong[i]), &pays, &count, NULL), FELT_EDATA);
    felt_arena_free(arena);
}

/* ---- other pays in a text ---- */

static const char text[] = "sheet \"S\"\ngame craps\nreading units \"U\"\n  for-1 \"F\"\n  to-1 \"T\"\n"
                           "wager \"W\" as w\n  paytable A B # two\n  2 rolled  pays 30, 31 to 1 and dealer 1, 2 to 1\n"
                           "  3 rolled  pays 15 by units\n  12 rolled  pays unset\n  otherwise  loses\n"
                           "wager \"V\" as v\n  11 rolled  pays unset # nothing\n  4 rolled pays 9 to 2 less 5%\n  otherwise loses\n";

typedef struct given {
    felt_arena *arena;
    const felt_sheet *sheet;
} given;

static given compile(void)
{
    given g = {.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    felt_diags diags = felt_diags_in(g.arena);
    assert_int_equal(felt_sheet_compile(g.arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &g.sheet), FELT_OK);
    return g;
}

static void assert_repaid(const given *g, int wager, int column, const char *added, const felt_pay_change *changes, int count,
                          const char *from, const char *to)
{
    felt_text got;
    assert_int_equal(felt_sheet_repay(g->arena, g->sheet, &g->sheet->wagers[wager], column, felt_text_from(added), changes, count, &got),
                     FELT_OK);
    char wanted[2 * sizeof text];
    const char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_int_equal(got.length, strlen(wanted));
    assert_memory_equal(got.bytes, wanted, got.length);
}

static void pays_are_changed_in_place(void **state)
{
    given g = compile();
    (void)state;
    assert_repaid(&g, 0, 1, "", (felt_pay_change[]){{0, 7}}, 1, "30, 31", "30, 7");
    assert_repaid(&g, 0, 0, "", (felt_pay_change[]){{0, 30}}, 1, "30, 31", "30, 31");
    assert_repaid(&g, 0, 0, "", (felt_pay_change[]){{1, 14}}, 1, "pays 15", "pays 14, 15");
    assert_repaid(&g, 0, 1, "", (felt_pay_change[]){{2, 8}}, 1, "12 rolled  pays unset", "12 rolled  pays unset, 8 to 1");
    assert_repaid(&g, 1, -1, "", (felt_pay_change[]){{0, 8}}, 1, "11 rolled  pays unset", "11 rolled  pays 8 to 1");
    assert_repaid(&g, 1, -1, "", (felt_pay_change[]){{1, 11}}, 1, "9 to 2", "11 to 2");
    assert_repaid(&g, 0, 1, "C1", (felt_pay_change[]){{0, 29}}, 1, "A B # two\n  2 rolled  pays 30, 31 to 1 and dealer 1, 2",
                  "A B C1 # two\n  2 rolled  pays 30, 31, 29 to 1 and dealer 1, 2, 2");
    felt_arena_free(g.arena);
}

static void what_a_row_would_pay(void **state)
{
    given g = compile();
    const felt_wager *w = &g.sheet->wagers[0], *v = &g.sheet->wagers[1];
    felt_pay pay;
    (void)state;
    for (int i = 0; i < w->variant_count; i++) {
        assert_int_equal(felt_pay_instead(g.sheet, w, &w->variants[i], 1, 5, &pay), FELT_OK);
        assert_int_equal(pay.win_num, pay.printed_for ? 4 : 5);
        assert_int_equal(pay.printed_for, w->variants[i].pays[1].pay.printed_for);
    }
    assert_int_equal(felt_pay_instead(g.sheet, v, v->variants, 0, 5, &pay), FELT_OK);
    assert_true(pay.kind == FELT_PAY_WINS && pay.win_num == 5 && pay.win_den == 1);
    assert_int_equal(felt_pay_instead(g.sheet, v, v->variants, 1, 9, &pay), FELT_OK);
    const felt_pay *printed = &v->variants->pays[1].pay;
    assert_true(pay.win_num == printed->win_num && pay.win_den == printed->win_den && pay.commission_num == printed->commission_num &&
                pay.commission_den == printed->commission_den && pay.printed_less == printed->printed_less);
    assert_int_equal(felt_pay_instead(g.sheet, v, v->variants, 2, 5, &pay), FELT_EDATA);
    felt_arena_free(g.arena);
}

/* ---- requests that cannot be ---- */

static felt_status make(const given *g, felt_design_request *r, felt_error *error)
{
    static const felt_selection all = {.count = 0};
    felt_design design;
    r->sheet = g->sheet;
    r->selection = &all;
    felt_status status = felt_design_make(g->arena, r, &design, error);
    if (status == FELT_OK)
        felt_design_free(&design);
    return status;
}

static void limits_of_requests(void **state)
{
    given g = compile();
    felt_error error;
    felt_design_request r = {.wager = felt_text_from("v"), .edge = {true, true, {0, 1}, {1, 10}}, .max_pay = FELT_PAY_MAX};
    (void)state;
    r.work = FELT_DESIGN_WORK_MAX;
    assert_int_equal(make(&g, &r, &error), FELT_OK);
    r.work++;
    assert_int_equal(make(&g, &r, &error), FELT_ELIMIT);
    r.work = 0;
    r.max_pay++;
    assert_int_equal(make(&g, &r, &error), FELT_EDATA);
    r.max_pay = 0;
    r.rows[1].pay = FELT_PAY_MAX + 1;
    assert_int_equal(make(&g, &r, &error), FELT_EDATA);
    r.rows[1].pay = 0;
    r.edge.least.num = 2;
    assert_int_equal(make(&g, &r, &error), FELT_EDATA);
    r.edge.least.num = 0;
    r.wager = felt_text_from("nobody");
    assert_int_equal(make(&g, &r, &error), FELT_ENOTFOUND);
    felt_arena_free(g.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_are_read),         cmocka_unit_test(what_is_no_band_is_refused),
        cmocka_unit_test(lists_of_pays_are_read), cmocka_unit_test(pays_are_changed_in_place),
        cmocka_unit_test(what_a_row_would_pay),   cmocka_unit_test(limits_of_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
