/* tests/unit/test_sketch.c - first cases for a sheet: of every shipped one they can be read, and all of them hold. */
#include "oracle/shipped.h"

#include <felt/cases.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static felt_status find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    (void)error;
    assert_true(felt_text_is(name, "./it.felt"));
    *ret = context;
    return FELT_OK;
}

static void assert_holds(const felt_sheet *sheet)
{
    felt_arena *arena = felt_arena_new((size_t)8 * FELT_SHEET_ARENA_MAX);
    felt_diags diags = felt_diags_in(arena);
    felt_case_sheets sheets = {(void *)(uintptr_t)sheet, find};
    felt_text text;
    const felt_cases *cases;
    felt_case_results results;
    assert_int_equal(felt_cases_sketch(arena, sheet, felt_text_from("./it.felt"), &text), FELT_OK);
    felt_status status = felt_cases_read(arena, felt_text_from("it.case"), text, &sheets, &diags, &cases);
    for (int i = 0; i < diags.count; i++)
        print_error("%.*s:%d: %.*s\n", FELT_TEXT_ARGS(sheet->short_name), diags.list[i].line, FELT_TEXT_ARGS(diags.list[i].message));
    assert_int_equal(status, FELT_OK);
    assert_true(cases->count >= sheet->wager_count); /* each has at least one */
    assert_int_equal(felt_cases_run(arena, cases, NULL, &results), FELT_OK);
    for (int i = 0; i < cases->count; i++)
        if (results.list[i].failure_count > 0)
            print_error("%.*s: %.*s\n", FELT_TEXT_ARGS(sheet->short_name), FELT_TEXT_ARGS(cases->list[i].name));
    assert_int_equal(results.failed, 0);
    felt_arena_free(arena);
}

static void sketches_of_shipped_sheets_hold(void **state)
{
    const shipped *s = *state;
    for (int i = 0; i < s->count; i++)
        assert_holds(s->sheets[i]);
}

static void the_same_sheet_has_the_same_cases(void **state)
{
    const shipped *s = *state;
    felt_arena *arena = felt_arena_new((size_t)8 * FELT_SHEET_ARENA_MAX);
    felt_text first, second;
    assert_int_equal(felt_cases_sketch(arena, s->sheets[0], felt_text_from("a"), &first), FELT_OK);
    assert_int_equal(felt_cases_sketch(arena, s->sheets[0], felt_text_from("a"), &second), FELT_OK);
    assert_true(felt_text_equal(first, second));
    felt_arena_free(arena);
}

static void memory_that_runs_out(void **state)
{
    const shipped *s = *state;
    felt_text text = {"untouched", 9};
    for (size_t size = 1 << 12; size <= 1 << 16; size += 1 << 12) {
        felt_arena *arena = felt_arena_new(size);
        felt_status status = felt_cases_sketch(arena, s->sheets[0], felt_text_from("a"), &text);
        assert_true(status == FELT_ENOMEM ? felt_text_is(text, "untouched") : status == FELT_OK);
        text = felt_text_from("untouched");
        felt_arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sketches_of_shipped_sheets_hold),
        cmocka_unit_test(the_same_sheet_has_the_same_cases),
        cmocka_unit_test(memory_that_runs_out),
    };
    return cmocka_run_group_tests_name("sketch", tests, shipped_setup, shipped_teardown);
}
