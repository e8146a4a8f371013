/* tests/fault/fault_form.c - every request for memory made to fail in turn, while wagers are put into their canonical form and exported. */
#include "failing.h"

#include <felt/form.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char text[] =
    "sheet \"Dice\"\ngame craps\n\nwager \"Pass\" as pass\n  placed before any come-out roll\n  line wins pays 1 to 1\n"
    "  come-out craps or seven-out loses\n  otherwise stays\n\n"
    "wager \"Lows\" as lows\n  needs \"Pass\"\n  placed at any time\n  paytable A B\n"
    "  2, 3, 4, 5 and 6 all rolled pays 34, 30 to 1\n  any seven loses\n  otherwise stays\n";

static const felt_selection everything = {.count = 0};

static felt_status export(void *context, uint64_t *ret_digest)
{
    const felt_sheet *sheet = context;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text written;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_form_export(arena, sheet, &everything, felt_text_from(""), &written);
    if (status == FELT_OK)
        failing_digest_text(ret_digest, written);
    felt_arena_free(arena);
    return status;
}

static felt_status hash(void *context, uint64_t *ret_digest)
{
    const felt_sheet *sheet = context;
    uint8_t bytes[FELT_FORM_HASH_BYTES];
    felt_status status = felt_wager_hash(sheet, &sheet->wagers[1], &sheet->wagers[1].variants[0], bytes);
    if (status == FELT_OK)
        failing_digest(ret_digest, bytes, sizeof bytes);
    return status;
}

static void forms(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet;
    assert_non_null(arena);
    felt_diags diags = felt_diags_in(arena);
    assert_int_equal(felt_sheet_compile(arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &sheet), FELT_OK);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 8, export, (void *)(uintptr_t)sheet);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 8, export, (void *)(uintptr_t)sheet);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 4, hash, (void *)(uintptr_t)sheet);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 4, hash, (void *)(uintptr_t)sheet);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms)};
    return cmocka_run_group_tests_name("form", tests, NULL, NULL);
}
