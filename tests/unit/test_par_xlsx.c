/* tests/unit/test_par_xlsx.c - the look at a spreadsheet that was packed: whole, cut off, and with any byte changed. */
#include "report/par_xlsx_whole.h"

#include <felt/par.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const char sheet_text[] = "sheet \"Dice\"\ngame craps\nwager \"Seven\" as seven\n  any seven pays 4 to 1\n  otherwise loses\n";

enum { MOST_CELLS = 1000 };

/* The bytes of a small spreadsheet, in the arena. */
static felt_text make(felt_arena *arena)
{
    static const uint64_t rounds[] = {1000};
    static const felt_selection everything = {.count = 0};
    felt_diags diags = felt_diags_in(arena);
    felt_odds_list odds = {0};
    const felt_sheet *sheet;
    const felt_par *par;
    felt_text bytes;
    assert_int_equal(felt_sheet_compile(arena, felt_text_from("x.felt"), felt_text_from(sheet_text), &diags, &sheet), FELT_OK);
    assert_int_equal(felt_odds_add(&odds, sheet, &everything, (felt_text){"", 0}, NULL, NULL), FELT_OK);
    felt_par_request request = {
        .odds = &odds, .selection = &everything, .rounds = rounds, .round_count = 1, .version = felt_text_from("0")};
    assert_int_equal(felt_par_make(arena, &request, &par), FELT_OK);
    assert_int_equal(felt_par_xlsx(arena, &request, par, &bytes), FELT_OK);
    felt_odds_list_free(&odds);
    return bytes;
}

/* How many cells it has: the one number that it is whole with. */
static long cells_of(felt_text bytes)
{
    long found = -1;
    for (long cells = 0; cells < MOST_CELLS; cells++)
        if (par_xlsx_whole(bytes, cells) == FELT_OK) {
            assert_true(found < 0);
            found = cells;
        }
    assert_true(found > 50);
    return found;
}

static void one_that_is_cut_off(void **state)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    (void)state;
    felt_text bytes = make(arena);
    long cells = cells_of(bytes);
    for (size_t length = 0; length < bytes.length; length++) {
        char *copy = malloc(length + 1); /* of its own size: what looks beyond it is seen */
        memcpy(copy, bytes.bytes, length);
        assert_int_equal(par_xlsx_whole((felt_text){copy, length}, cells), FELT_EIO);
        free(copy);
    }
    felt_arena_free(arena);
}

/* Dates and attributes may say anything: only sizes and places must not lead astray. */
static void one_with_another_byte(void **state)
{
    static const unsigned char others[] = {0x00, 0x7f, 0xff};
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    (void)state;
    felt_text bytes = make(arena);
    long cells = cells_of(bytes);
    char *copy = malloc(bytes.length);
    int refused = 0;
    for (size_t i = 0; i < bytes.length; i++)
        for (size_t k = 0; k < sizeof others; k++) {
            memcpy(copy, bytes.bytes, bytes.length);
            copy[i] = (char)others[k];
            refused += par_xlsx_whole((felt_text){copy, bytes.length}, cells) != FELT_OK;
        }
    assert_true(refused > 100);
    free(copy);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_that_is_cut_off), cmocka_unit_test(one_with_another_byte)};
    return cmocka_run_group_tests_name("par xlsx", tests, NULL, NULL);
}
