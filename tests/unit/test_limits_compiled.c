/* tests/unit/test_limits_compiled.c - the limits of what a sheet compiles to: variants, tables, machines, states, work, diagnostics and
 * memory. */
#include "limits.h"

/* ---- options, variants and shapes ---- */

static void add_tests(test_text *text, int from, int count)
{
    for (int i = 0; i < count; i++)
        test_text_add(text, "%s o%d is c0", i == 0 ? "where" : " and", from + i);
}

static void make_tests(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    add_option(text, 0, 2);
    test_text_add(text, "wager \"W\" as w\nwhere o0 is c0");
    test_text_repeat(text, " and o0 is c0", count - 1);
    test_text_add(text, ": 7 rolled loses\notherwise pushes\n");
}

static void tests_after_where(void **state)
{
    (void)state;
    assert_limit(make_tests, FELT_WAGER_OPTIONS_MAX, "more than 8 tests after 'where'");
}

static void make_wager_options(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count; i++)
        add_option(text, i, 2);
    test_text_add(text, "wager \"W\" as w\n");
    for (int i = 0; i < count; i++)
        test_text_add(text, "where o%d is c0: 7 rolled loses\n", i);
    test_text_add(text, "otherwise pushes\n");
}

static void options_of_a_wager(void **state)
{
    (void)state;
    assert_limit(make_wager_options, FELT_WAGER_OPTIONS_MAX, "the wager depends on more than 8 options");
}

/* 4 x 4 x 4 x 4 x 4 is 1,024; 3 x 7 x 7 x 7 is 1,029, the next number that choices can make. */
static void variants_of_a_wager(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        test_text text = {0};
        int used = past ? 4 : 5;
        test_text_add(&text, CRAPS);
        for (int i = 0; i < used; i++)
            add_option(&text, i, past == 0 ? 4 : i == 0 ? 3 : 7);
        test_text_add(&text, "wager \"W\" as w\n");
        add_tests(&text, 0, used);
        test_text_add(&text, ": 7 rolled loses\notherwise pushes\n");
        if (past)
            assert_refused(&text, "limit", "the wager has more than 1024 variants");
        else
            assert_compiles(&text);
        test_text_free(&text);
    }
}

/* What is needed besides a wager changes nothing in how it is decided: many variants, but one machine for each wager. */
static void make_sheet_variants(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < 5; i++)
        add_option(text, i, 4);
    for (int i = 0; i < count / FELT_VARIANTS_MAX; i++) {
        test_text_add(text, "wager \"W\" as w%d\n", i);
        add_tests(text, 0, 5);
        test_text_add(text, ": needs w0\notherwise pushes\n");
    }
    if (count % FELT_VARIANTS_MAX > 0)
        test_text_add(text, "wager \"W\" as last\notherwise pushes\n");
}

static void variants_of_a_sheet(void **state)
{
    (void)state;
    assert_limit(make_sheet_variants, FELT_SHEET_VARIANTS_MAX, "with this wager the sheet has more than 16384 variants");
}

/* Different rows in force for each of the 1,024 variants of a wager: as many tables. */
static void make_shapes(test_text *text, int count)
{
    test_text_add(text, BACCARAT);
    for (int i = 0; i < 5; i++)
        add_option(text, i, 4);
    for (int w = 0; w < count / FELT_VARIANTS_MAX; w++) {
        test_text_add(text, "wager \"W\" as w%d\n", w);
        for (int i = 0; i < 5; i++)
            for (int c = 0; c < 3; c++)
                test_text_add(text, "where o%d is c%d: tie of %d loses\n", i, c, (i + c) % 10);
        test_text_add(text, "otherwise pushes\n");
    }
    if (count % FELT_VARIANTS_MAX > 0)
        test_text_add(text, "wager \"W\" as last\notherwise pushes\n");
}

static void shapes_of_a_sheet(void **state)
{
    (void)state;
    assert_limit(make_shapes, FELT_SHEET_SHAPES_MAX, "the sheet comes to more than 4096 tables and machines");
}

/* ---- states ---- */

/* Three counts that end the wager: as many states as the product of the numbers. */
static void add_states(test_text *text, int number, int a, int b, int c)
{
    test_text_add(text, "wager \"W\" as w%d\n2 rolled %d times loses\n3 rolled %d times loses\n4 rolled %d times loses\notherwise stays\n",
                  number, a, b, c);
}

/* The next product of three numbers up to 100 after 32,768 is 32,775, which is 19 x 25 x 69. */
static void states_of_a_wager(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS);
    add_states(&text, 0, 64, 64, 8);
    test_sheet t = test_sheet_good(text.bytes);
    assert_int_equal(t.sheet->wagers[0].variants[0].machine->state_count, FELT_STATES_MAX);
    test_sheet_free(&t);
    test_text_free(&text);
    test_text_add(&text, CRAPS);
    add_states(&text, 0, 19, 25, 69);
    assert_refused(&text, "limit", "the wager has more than 32768 states; count up to smaller numbers");
    test_text_free(&text);
}

/* Eight wagers of 32,768 states and one of a single state. */
static void make_sheet_states(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count / FELT_STATES_MAX; i++)
        add_states(text, i, 64, 64, 8);
    if (count % FELT_STATES_MAX > 0)
        test_text_add(text, "wager \"W\" as last\notherwise pushes\n");
}

static void states_of_a_sheet(void **state)
{
    (void)state;
    assert_limit(make_sheet_states, FELT_SHEET_STATES_MAX, "or 262144 states");
}

/* Long rows over many states: refused after a while, not after minutes. Only one of the wagers is to blame. */
static void work(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS);
    for (int w = 0; w < 3; w++) {
        test_text_add(&text, "wager \"W\" as w%d\n2 rolled 64 times loses\n3 rolled 64 times loses\n4 rolled 8 times loses\n", w);
        for (int row = 0; row < 40; row++) {
            test_text_add(&text, "seven-out");
            test_text_repeat(&text, " and not 2 rolled", 55);
            test_text_add(&text, " and 2 rolled pushes\n");
        }
        test_text_add(&text, "otherwise stays\n");
    }
    assert_refused(&text, "limit", "the sheet takes too much work to compile");
    test_text_free(&text);
}

/* ---- diagnostics and memory ---- */

static void diagnostics(void **state)
{
    (void)state;
    for (int more = 0; more <= 1; more++) {
        test_text text = {0};
        test_text_add(&text, CRAPS "wager \"W\" as w\n");
        test_text_repeat(&text, "wrong\n", FELT_DIAGS_MAX + more);
        test_sheet t = test_sheet_compile(text.bytes);
        assert_int_equal(t.status, FELT_ESHEET);
        assert_int_equal(t.diags.count, FELT_DIAGS_MAX);
        assert_int_equal(t.diags.dropped, more);
        assert_int_equal(t.diags.error_count, FELT_DIAGS_MAX + more);
        test_sheet_free(&t);
        test_text_free(&text);
    }
}

/* With too small an arena there is no sheet, but a status; with one byte more than that there is. */
static void arena_cap(void **state)
{
    (void)state;
    static const char text[] = BACCARAT "wager \"Tie\" as tie\ntie pays 8 to 1\ntie of 7 pays 9 to 1\n";
    size_t low = 0, high = 16 << 20;
    while (high - low > 1) {
        size_t cap = (low + high) / 2;
        felt_arena *arena = felt_arena_new(cap);
        assert_non_null(arena);
        felt_diags diags = felt_diags_in(arena);
        const felt_sheet *sheet;
        felt_status status = felt_sheet_compile(arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &sheet);
        if (status == FELT_OK)
            status = felt_sheet_check(sheet, &diags);
        assert_true(status == FELT_OK || status == FELT_ENOMEM);
        assert_true(felt_arena_used(arena) <= cap);
        *(status == FELT_OK ? &high : &low) = cap;
        felt_arena_free(arena);
    }
    assert_true(high > 0 && high < 4 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tests_after_where),   cmocka_unit_test(options_of_a_wager),
        cmocka_unit_test(variants_of_a_wager), cmocka_unit_test(variants_of_a_sheet),
        cmocka_unit_test(shapes_of_a_sheet),   cmocka_unit_test(states_of_a_wager),
        cmocka_unit_test(states_of_a_sheet),   cmocka_unit_test(work),
        cmocka_unit_test(diagnostics),         cmocka_unit_test(arena_cap),
    };
    return cmocka_run_group_tests_name("limits compiled", tests, NULL, NULL);
}
