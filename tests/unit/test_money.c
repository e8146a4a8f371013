/* tests/unit/test_money.c - what felt/money.h says of each call, at the limits of 64 bits and one past them. */
#include <felt/money.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static felt_money minor(int64_t amount)
{
    return (felt_money){amount};
}

static const felt_money untouched = {-77};

/* ---- sums ---- */

static void sums_are_checked(void **state)
{
    (void)state;
    felt_money sum = untouched;
    assert_int_equal(felt_money_add(minor(INT64_MAX - 1), minor(1), &sum), FELT_OK);
    assert_int_equal(sum.minor, INT64_MAX);
    sum = untouched;
    assert_int_equal(felt_money_add(minor(INT64_MAX), minor(1), &sum), FELT_ERANGE);
    assert_int_equal(felt_money_add(minor(INT64_MIN), minor(-1), &sum), FELT_ERANGE);
    assert_int_equal(felt_money_subtract(minor(INT64_MIN), minor(1), &sum), FELT_ERANGE);
    assert_int_equal(sum.minor, untouched.minor);
    assert_int_equal(felt_money_subtract(minor(5), minor(7), &sum), FELT_OK);
    assert_int_equal(sum.minor, -2);
}

/* ---- rounding ---- */

typedef struct rounded {
    int64_t stake, num, den;
    int64_t floor, nearest, ceil;
} rounded;

static void each_rounding_is_named(void **state)
{
    (void)state;
    static const rounded table[] = {
        {100, 40, 1, 4000, 4000, 4000},
        {1, 1, 2, 0, 1, 1},
        {3, 1, 2, 1, 2, 2},
        {1, 1, 3, 0, 0, 1},
        {2, 1, 3, 0, 1, 1},
        {7, 6, 5, 8, 8, 9},
        {1250, 1, 20, 62, 63, 63},
        {1249, 1, 20, 62, 62, 63},
        {0, 5, 3, 0, 0, 0},
        {5, 0, 1, 0, 0, 0},
        {10, 3, 2, 15, 15, 15},
        {INT64_MAX, 1, 1, INT64_MAX, INT64_MAX, INT64_MAX},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const rounded *t = &table[i];
        felt_money down, near, up, win, kept;
        assert_int_equal(felt_money_win_floor(minor(t->stake), t->num, t->den, &down), FELT_OK);
        assert_int_equal(felt_money_win_nearest(minor(t->stake), t->num, t->den, &near), FELT_OK);
        assert_int_equal(felt_money_win_ceil(minor(t->stake), t->num, t->den, &up), FELT_OK);
        assert_int_equal(down.minor, t->floor);
        assert_int_equal(near.minor, t->nearest);
        assert_int_equal(up.minor, t->ceil);
        const int64_t wins[] = {t->floor, t->nearest, t->ceil}, commissions[] = {t->ceil, t->nearest, t->floor};
        for (int rule = 0; rule < FELT_ROUNDING_COUNT; rule++) {
            assert_int_equal(felt_money_win(minor(t->stake), t->num, t->den, (felt_rounding)rule, &win), FELT_OK);
            assert_int_equal(felt_money_commission(minor(t->stake), t->num, t->den, (felt_rounding)rule, &kept), FELT_OK);
            assert_int_equal(win.minor, wins[rule]);
            assert_int_equal(kept.minor, commissions[rule]);
        }
    }
}

static void a_product_may_pass_64_bits_if_the_result_does_not(void **state)
{
    (void)state;
    felt_money won = untouched;
    assert_int_equal(felt_money_win_floor(minor(INT64_MAX), 1000000, 1000001, &won), FELT_OK);
    assert_int_equal(won.minor, INT64_MAX - INT64_MAX / 1000001 - 1);
    assert_int_equal(felt_money_win_ceil(minor(INT64_MAX), 3, 3, &won), FELT_OK);
    assert_int_equal(won.minor, INT64_MAX);
    won = untouched;
    assert_int_equal(felt_money_win_floor(minor(INT64_MAX / 2 + 1), 2, 1, &won), FELT_ERANGE);
    assert_int_equal(felt_money_win_ceil(minor(INT64_MAX), 4, 3, &won), FELT_ERANGE);
    assert_int_equal(felt_money_win_nearest(minor(INT64_MAX), INT64_MAX, 1, &won), FELT_ERANGE);
    assert_int_equal(won.minor, untouched.minor);
}

static void rules_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {"floor", "nearest-half-up", "up"};
    felt_rounding rule;
    for (int i = 0; i < FELT_ROUNDING_COUNT; i++) {
        assert_string_equal(felt_rounding_text((felt_rounding)i), names[i]);
        assert_int_equal(felt_rounding_find(felt_text_from(names[i]), &rule), FELT_OK);
        assert_int_equal(rule, i);
    }
    assert_int_equal(felt_rounding_find(felt_text_from("down"), &rule), FELT_ENOTFOUND);
    assert_int_equal(felt_rounding_find(felt_text_from(""), &rule), FELT_ENOTFOUND);
}

/* ---- texts ---- */

typedef struct reading {
    const char *text;
    int decimals;
    felt_status status;
    int64_t minor;
} reading;

static const reading readings[] = {
    {"12.50", 2, FELT_OK, 1250},
    {"12.5", 2, FELT_OK, 1250},
    {"12", 2, FELT_OK, 1200},
    {"0", 2, FELT_OK, 0},
    {"0.00", 2, FELT_OK, 0},
    {"007.10", 2, FELT_OK, 710},
    {"-3.5", 2, FELT_OK, -350},
    {"12", 0, FELT_OK, 12},
    {"12345678.90", 2, FELT_OK, 1234567890},
    {"123456789012345.67", 2, FELT_OK, 12345678901234567},
    {"0.000001", 6, FELT_OK, 1},
    {"92233720368547758.07", 2, FELT_OK, INT64_MAX},
    {"-92233720368547758.07", 2, FELT_OK, -INT64_MAX},
    {"9223372036854775807", 0, FELT_OK, INT64_MAX},
    {"92233720368547758.08", 2, FELT_ERANGE, 0},
    {"9223372036854775808", 0, FELT_ERANGE, 0},
    {"99999999999999999999999", 0, FELT_ERANGE, 0},
    {"922337203685477581", 2, FELT_ERANGE, 0},
    {"", 2, FELT_EDATA, 0},
    {"-", 2, FELT_EDATA, 0},
    {".", 2, FELT_EDATA, 0},
    {".5", 2, FELT_EDATA, 0},
    {"5.", 2, FELT_EDATA, 0},
    {"5.000", 2, FELT_EDATA, 0},
    {"5.0", 0, FELT_EDATA, 0},
    {"1.2.3", 2, FELT_EDATA, 0},
    {"1,000", 2, FELT_EDATA, 0},
    {" 5", 2, FELT_EDATA, 0},
    {"5 ", 2, FELT_EDATA, 0},
    {"+5", 2, FELT_EDATA, 0},
    {"--5", 2, FELT_EDATA, 0},
    {"5e3", 2, FELT_EDATA, 0},
    {"0x10", 2, FELT_EDATA, 0},
    {"99999999999999999999999x", 2, FELT_EDATA, 0},
};

static void amounts_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        felt_money found = untouched;
        felt_status status = felt_money_read(felt_text_from(readings[i].text), readings[i].decimals, &found);
        if (status != readings[i].status)
            print_error("'%s'\n", readings[i].text);
        assert_int_equal(status, readings[i].status);
        assert_int_equal(found.minor, status == FELT_OK ? readings[i].minor : untouched.minor);
    }
}

static void amounts_are_written_and_read_back(void **state)
{
    (void)state;
    static const int64_t amounts[] = {0, 1, -1, 9, 10, 99, 100, 101, -12345, 1234567890123, INT64_MAX, -INT64_MAX};
    char text[FELT_MONEY_BYTES];
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
        for (int decimals = 0; decimals <= FELT_MONEY_DECIMALS_MAX; decimals++) {
            felt_money back = untouched;
            size_t length = felt_money_write(minor(amounts[i]), decimals, text);
            assert_int_equal(length, strlen(text));
            assert_int_equal(felt_money_read((felt_text){text, length}, decimals, &back), FELT_OK);
            assert_int_equal(back.minor, amounts[i]);
        }
    felt_money_write(minor(5), 2, text);
    assert_string_equal(text, "0.05");
    felt_money_write(minor(-5), 2, text);
    assert_string_equal(text, "-0.05");
    felt_money_write(minor(5), 0, text);
    assert_string_equal(text, "5");
    felt_money_write(minor(INT64_MIN), 6, text);
    assert_string_equal(text, "-9223372036854.775808");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_checked),
        cmocka_unit_test(each_rounding_is_named),
        cmocka_unit_test(a_product_may_pass_64_bits_if_the_result_does_not),
        cmocka_unit_test(rules_have_names),
        cmocka_unit_test(amounts_are_read),
        cmocka_unit_test(amounts_are_written_and_read_back),
    };
    return cmocka_run_group_tests_name("money", tests, NULL, NULL);
}
