/* tests/unit/test_limits.c - the limits of what a sheet may say: at each it compiles, one past it there is a diagnostic that says so.
 * tests/unit/test_limits_compiled.c has those of what it compiles to. */
#include "limits.h"

/* ---- text ---- */

static void make_bytes(test_text *text, int count)
{
    test_text_add(text, "%s", CRAPS);
    while (text->length + 101 <= (size_t)count)
        test_text_add(text, "#%99s\n", "");
    test_text_add(text, "#%*s\n", (int)((size_t)count - text->length - 2), "");
    assert_int_equal(text->length, count);
}

static void sheet_bytes(void **state)
{
    (void)state;
    assert_limit(make_bytes, FELT_SHEET_BYTES_MAX, "the file has 1048577 bytes; at most 1048576 are read");
}

static void make_lines(test_text *text, int count)
{
    test_text_add(text, "%s", CRAPS);
    test_text_repeat(text, "\n", count - 2);
}

static void sheet_lines(void **state)
{
    (void)state;
    assert_limit(make_lines, FELT_SHEET_LINES_MAX, "the file has more than 20000 lines");
}

/* An odd count begins with `otherwise`. A comment is no word. */
static void make_words(test_text *text, int count)
{
    test_text_add(text, BACCARAT "wager \"W\" as w\n%s", count % 2 == 1 ? "otherwise " : "");
    test_text_add(text, "tie");
    test_text_repeat(text, " or tie", (count - 2) / 2);
    test_text_add(text, " loses # and a comment\notherwise pushes\n");
}

static void words_on_a_line(void **state)
{
    (void)state;
    assert_limit(make_words, FELT_LINE_TOKENS_MAX, "more than 256 words on a line");
}

/* A list over many lines; an odd count has a word too many, but the count is reported first. */
static void make_continued(test_text *text, int count)
{
    test_text_add(text, BACCARAT "wager \"V\" as v\notherwise loses\nwager \"W\" as w\nneeds v");
    test_text_repeat(text, ",\nv", (count - 2) / 2);
    test_text_add(text, "%s\notherwise loses\n", count % 2 == 1 ? " v" : "");
}

static void words_on_a_continued_line(void **state)
{
    (void)state;
    assert_limit(make_continued, FELT_LINE_TOKENS_MAX, "more than 256 words on a line");
}

static void make_name(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as ");
    test_text_repeat(text, "w", count);
    test_text_add(text, "\notherwise loses\n");
}

/* Each of the two names of `sheet/wager`. */
static void make_slashed(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\nneeds ");
    test_text_repeat(text, "s", count);
    test_text_add(text, "/");
    test_text_repeat(text, "w", count);
    test_text_add(text, "\notherwise loses\n");
}

static void make_stakes(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"V\" as v\notherwise loses\nwager \"W\" as w\nneeds v, at most %d times its stake\notherwise loses\n",
                  count);
}

static void make_fraction(test_text *text, int count)
{
    test_text_add(
        text, CRAPS "wager \"V\" as v\notherwise loses\nwager \"W\" as w\nneeds v, at most 3/%d times its stake\notherwise loses\n", count);
}

static void times_of_a_base_wager(void **state)
{
    (void)state;
    assert_limit_coded(make_stakes, FELT_PAY_MAX, "range", "expected how many times from 1 to 1000000");
    assert_limit_coded(make_fraction, FELT_PAY_MAX, "range", "expected a fraction such as 3/2, of numbers from 1 to 1000000");
}

static void bytes_of_a_name(void **state)
{
    (void)state;
    assert_limit(make_name, FELT_NAME_BYTES_MAX, "a word of 65 bytes; at most 64 are allowed");
    assert_limit(make_slashed, FELT_NAME_BYTES_MAX, "a word of 65 bytes; at most 64 are allowed");
}

static void make_string(test_text *text, int count)
{
    test_text_add(text, "sheet \"");
    test_text_repeat(text, "s", count);
    test_text_add(text, "\"\ngame craps\n");
}

static void bytes_of_a_string(void **state)
{
    (void)state;
    assert_limit(make_string, FELT_STRING_BYTES_MAX, "a string of 513 bytes; at most 512 are allowed");
}

/* A name made of a long printed one is cut to what a name may have. */
static void short_name_of_a_long_one(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS "wager \"");
    test_text_repeat(&text, "x", FELT_STRING_BYTES_MAX);
    test_text_add(&text, "\"\notherwise loses\n");
    test_sheet t = test_sheet_good(text.bytes);
    assert_int_equal(t.sheet->wagers[0].short_name.length, FELT_NAME_BYTES_MAX);
    test_sheet_free(&t);
    test_text_free(&text);
}

/* ---- lists ---- */

static void make_sources(test_text *text, int count)
{
    test_text_add(text, "sheet \"S\"\n");
    test_text_repeat(text, "source \"A\", \"B\"\n", count);
    test_text_add(text, "game craps\n");
}

static void sources(void **state)
{
    (void)state;
    assert_limit(make_sources, FELT_SOURCES_MAX, "more than 16 sources");
}

/* Every wager with a paytable of its own, which is an option, too, but is not counted with the others. */
static void make_options(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count; i++)
        add_option(text, i, 2);
    for (int i = 0; i < FELT_WAGERS_MAX; i++)
        test_text_add(text, "wager \"W\" as w%d\npaytable A B\n7 rolled pays 1, 2 to 1\notherwise loses\n", i);
}

static void options(void **state)
{
    (void)state;
    assert_limit(make_options, FELT_OPTIONS_MAX, "more than 64 options and readings");
}

static void make_choices(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    add_option(text, 0, count);
}

static void choices(void **state)
{
    (void)state;
    assert_limit(make_choices, FELT_CHOICES_MAX, "more than 16 choices");
}

static void make_columns(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\npaytable");
    for (int i = 0; i < count; i++)
        test_text_add(text, " P%d", i);
    test_text_add(text, "\n7 rolled pays 1 to 1\notherwise loses\n");
}

static void columns(void **state)
{
    (void)state;
    assert_limit(make_columns, FELT_CHOICES_MAX, "more than 16 columns");
}

static void make_cells(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\npaytable A B C D E F G H I J K L M N O P\n7 rolled pays 1");
    test_text_repeat(text, ", 2", count - 1);
    test_text_add(text, " to 1\notherwise loses\n");
}

static void pays_in_a_row(void **state)
{
    (void)state;
    assert_limit(make_cells, FELT_CHOICES_MAX, "more than 16 pays in a row");
}

static void make_groups(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    test_text_repeat(text, "group \"G\"\n", count);
}

static void groups(void **state)
{
    (void)state;
    assert_limit(make_groups, FELT_GROUPS_MAX, "more than 32 groups");
}

static void make_wagers(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count; i++)
        test_text_add(text, "wager \"W\" as w%d on 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12\nnumber rolled pays 1 to 1\notherwise loses\n", i);
}

static void wagers(void **state)
{
    (void)state;
    assert_limit(make_wagers, FELT_WAGERS_MAX, "more than 256 wagers");
}

static void make_sides(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w on 2");
    for (int i = 1; i < count; i++)
        test_text_add(text, ", %d", 2 + i % 11);
    test_text_add(text, "\nnumber rolled pays 1 to 1\notherwise loses\n");
}

static void sides(void **state)
{
    (void)state;
    assert_limit(make_sides, FELT_SIDES_MAX, "more than 11 sides");
}

static void make_rows(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n");
    test_text_repeat(text, "7 rolled loses\n", count - 1);
    test_text_add(text, "otherwise pushes\n");
}

static void rows(void **state)
{
    (void)state;
    assert_limit(make_rows, FELT_ROWS_MAX, "more than 64 rows");
}

static void make_accepts(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    test_text_repeat(text, "accept pay-unset \"R\"\n", count);
}

static void accepts(void **state)
{
    (void)state;
    assert_limit(make_accepts, FELT_ACCEPTS_MAX, "more than 256 accepted findings");
}

/* ---- conditions and pays ---- */

static void make_nesting(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n");
    for (int i = 0; i < count; i++)
        test_text_add(text, i % 2 == 0 ? "(" : "not ");
    test_text_add(text, "7 rolled");
    test_text_repeat(text, ")", (count + 1) / 2);
    test_text_add(text, " loses\notherwise pushes\n");
}

static void nesting(void **state)
{
    (void)state;
    assert_limit(make_nesting, FELT_NESTING_MAX, "more than 32 parentheses and 'not' inside each other");
}

/* What is side by side is not inside each other. */
static void nesting_side_by_side(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS "wager \"W\" as w\n(7 rolled)");
    test_text_repeat(&text, " or (7 rolled)", 40);
    test_text_add(&text, " loses\notherwise pushes\n");
    assert_compiles(&text);
    test_text_free(&text);
}

static void make_times(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n7 rolled %d times loses\notherwise stays\n", count);
}

static void make_points(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n%d points made loses\notherwise stays\n", count);
}

static void make_line_wins(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n%d or more line wins loses\notherwise stays\n", count);
}

static void counts(void **state)
{
    (void)state;
    assert_limit_coded(make_times, FELT_TIMES_MAX, "range", "expected a number of times from 1 to 100");
    assert_limit_coded(make_points, FELT_TIMES_MAX, "range", "expected a count from 0 to 100");
    assert_limit_coded(make_line_wins, FELT_TIMES_MAX, "range", "expected a count from 0 to 100");
}

static void make_pay(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n7 rolled pays %d to 1\notherwise loses\n", count);
}

static void make_pay_for(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n7 rolled pays 1 to %d\notherwise loses\n", count);
}

static void pays(void **state)
{
    (void)state;
    assert_limit_coded(make_pay, FELT_PAY_MAX, "range", "from -1 to 1000000");
    assert_limit_coded(make_pay_for, FELT_PAY_MAX, "range", "from 1 to 1000000");
}

static void make_counters(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n");
    for (int i = 0; i < count; i++)
        test_text_add(text, "%d rolled 2 times loses\n", 2 + i);
    test_text_add(text, "otherwise stays\n");
}

static void counters(void **state)
{
    (void)state;
    assert_limit(make_counters, 8, "the wager counts more than 8 different things");
}

/* Three bits for the puck, eleven for totals, 50 for seven counters up to 100 or more and one smaller; then 51. */
static void make_bits(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n2 to 12 all rolled loses\n");
    for (int i = 0; i < 7; i++)
        test_text_add(text, "%d rolled 100 times and 7 rolled loses\n", 2 + i);
    test_text_add(text, "7 rolled loses\n9 rolled %d times loses\n8 to 12 rolled loses\notherwise loses\n", count);
}

static void bits_of_a_state(void **state)
{
    (void)state;
    assert_limit(make_bits, 1, "the wager has too much to remember: 65 bits; at most 64 are allowed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheet_bytes),
        cmocka_unit_test(sheet_lines),
        cmocka_unit_test(words_on_a_line),
        cmocka_unit_test(words_on_a_continued_line),
        cmocka_unit_test(bytes_of_a_name),
        cmocka_unit_test(times_of_a_base_wager),
        cmocka_unit_test(bytes_of_a_string),
        cmocka_unit_test(short_name_of_a_long_one),
        cmocka_unit_test(sources),
        cmocka_unit_test(options),
        cmocka_unit_test(choices),
        cmocka_unit_test(columns),
        cmocka_unit_test(pays_in_a_row),
        cmocka_unit_test(groups),
        cmocka_unit_test(wagers),
        cmocka_unit_test(sides),
        cmocka_unit_test(rows),
        cmocka_unit_test(accepts),
        cmocka_unit_test(nesting),
        cmocka_unit_test(nesting_side_by_side),
        cmocka_unit_test(counts),
        cmocka_unit_test(pays),
        cmocka_unit_test(counters),
        cmocka_unit_test(bits_of_a_state),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
