/* tests/fault/fault_sheet.c - every request for memory made to fail in turn, while sheets are compiled, examined, laid out and shown.
 *
 * A run in which one failed must end with FELT_ENOMEM, or have lost no more than a hint; the sanitizers see to the rest. */
#include "failing.h"

#include <felt/rule_card.h>
#include <felt/sheet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- what is run ---- */

/* No diagnostic without its message. */
static void assert_complete(const felt_diags *diags)
{
    for (int i = 0; i < diags->count; i++)
        assert_true(diags->list[i].message.bytes != NULL && diags->list[i].message.length > 0);
    assert_true(diags->dropped == 0 || diags->count == FELT_DIAGS_MAX);
}

static felt_status show(felt_arena *arena, const felt_sheet *sheet)
{
    felt_selection all = {.count = 0};
    felt_status status = FELT_OK;
    static const felt_report_style styles[] = {FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_MARKDOWN};
    for (int style = 0; style < 3 && status == FELT_OK; style++) {
        felt_text card;
        status = felt_rule_card_write(arena, sheet, &all, (felt_text){"", 0}, styles[style], &card);
    }
    return status;
}

/* Everything that is done with a sheet; `ret_said` is the number of diagnostics when nothing failed. */
static felt_status run_in(felt_arena *arena, const char *text, int *ret_said)
{
    felt_text file = felt_text_from("s.felt"), laid_out;
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    felt_status status = felt_sheet_format(arena, file, felt_text_from(text), &diags, &laid_out);
    if (status != FELT_ENOMEM)
        status = felt_sheet_compile(arena, file, felt_text_from(text), &diags, &sheet);
    if (status == FELT_OK)
        status = felt_sheet_check(sheet, &diags);
    if (status == FELT_OK)
        status = show(arena, sheet);
    if (status != FELT_ENOMEM)
        assert_complete(&diags);
    *ret_said = diags.count;
    return status;
}

static felt_status run(const char *text, int *ret_said)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = run_in(arena, text, ret_said);
    felt_arena_free(arena);
    return status;
}

/* `hints` says that the sheet is wrong, and that a hint may be lost without being missed. */
static void fail_each(failing_source from, const char *text, felt_status expected, bool hints)
{
    int said, said_now, hints_lost = 0;
    long at = 0;
    assert_int_equal(run(text, &said), expected);
    for (bool failed = true; failed; at++) {
        failing_begin(from, at, false);
        felt_status status = run(text, &said_now);
        failed = failing_end();
        if (!failed) {
            assert_int_equal(status, expected);
            assert_int_equal(said_now, said);
        } else if (hints && status == expected) {
            hints_lost++;
            assert_int_equal(said_now, said);
        } else
            assert_int_equal(status, FELT_ENOMEM);
    }
    assert_true(at > (from == FAILING_SYSTEM ? 4 : 40));
    assert_true(hints_lost <= said);
}

/* ---- sheets ---- */

static const char baccarat[] =
    "sheet \"Cards\"\nsource \"A\", \"B\"\ngame baccarat with 6 or 8 decks\n\n"
    "option units \"U\"\n  to-1 \"to one\"\n  for-1 \"for one\"\n\noption idle \"never used\"\n  x \"X\"\n\n"
    "group \"Ties\"\naccept for-1-loss \"so\"\n\n"
    "wager \"Tie\"\n  cites \"1\"\n  paytable A B\n  where decks is 8: tie of 7 pays 40, unset by units\n"
    "  tie pays 8, 0 by units\n  natural tie pays 9 to 1\n  player wins loses # and\n\n"
    "wager \"Dragon\" as dragon on player or banker\n  needs \"Tie\"\n  wins by 4 to 9 with a natural pays 30 to 1\n"
    "  otherwise loses\n\nwager \"Copy\" as copy\n  player wins by 4 to 9 with a natural pays 30 to 1\n  otherwise loses\n\n"
    "wager \"Any\" as any-win on player or banker\n  dragon wins pays 1 to 1\n  otherwise loses\n";

static const char craps[] =
    "sheet \"Dice\"\ngame craps\n\nreading ends \"E\"\n  seven-out \"S\" cites \"1\"\n  any-seven \"A\"\n\n"
    "wager \"Lows\" as lows\n  placed before any come-out roll\n  paytable A B\n"
    "  2, 3, 4, 5 and 6 all rolled pays 34, 30 to 1 and dealer unset\n  6 rolled 6 times pays 5 to 1\n"
    "  where ends is seven-out: seven-out loses\n  where ends is any-seven: any seven loses\n  otherwise stays\n\n"
    "wager \"Hard\" as hard on 4, 6, 8 or 10\n  hard number rolled pays 7 to 1\n  number rolled loses\n  otherwise stays\n\n"
    "wager \"Odds\" as odds on 6 or 8\n  needs hard, cards/tie or works, winning at most 3/2 times its stake\n"
    "  where ends is seven-out: may be raised or taken down\n  vig 5% of the win\n  number rolled pays 6 to 5\n  any seven loses\n"
    "  otherwise stays\n\n"
    "wager \"Never\" as never\n  2 rolled and not 3 rolled 1 times pays 1 to 1\n  otherwise stays\n\n"
    "wager \"Works\" as works\n  2, 3, 4, 5, 6, 8, 9, 10, 11 and 12 all rolled pays 9 to 1\n  seven-out loses\n";

static const char wrong[] =
    "sheet Cards\ngame baccarat with 9 decks\n\noption units \"U\"\n  to-1\n\nwager \"Tie\" as tie\n  tye pays 8 to 1\n"
    "  tie pays 8 two 1\n  where unit is to-1: tie pushes\n  \"Tye\" wins loses\n  otherwise loses ;\n\n"
    "wager \"Two\" as two\n  needs \"Ty\"\n  plyer wins loses\n  otherwise \x01\n";

static const char circle[] = "sheet \"Cards\"\ngame baccarat with 8 decks\nwager \"A\" as a1\n  b1 wins loses\n  otherwise pushes\n"
                             "wager \"B\" as b1\n  a1 wins loses\n  otherwise pushes\n";

static void a_baccarat_sheet(void **state)
{
    (void)state;
    fail_each(FAILING_SYSTEM, baccarat, FELT_OK, false);
    fail_each(FAILING_ARENA, baccarat, FELT_OK, false);
}

static void a_craps_sheet(void **state)
{
    (void)state;
    fail_each(FAILING_SYSTEM, craps, FELT_OK, false);
    fail_each(FAILING_ARENA, craps, FELT_OK, false);
}

static void sheets_that_are_wrong(void **state)
{
    (void)state;
    fail_each(FAILING_ARENA, wrong, FELT_ESHEET, true);
    fail_each(FAILING_ARENA, circle, FELT_ESHEET, true);
}

/* ---- files ---- */

static felt_status load(void *context, uint64_t *ret_digest)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    const felt_sheet *sheet;
    felt_error error = {.message = ""};
    felt_status status = felt_sheet_load(arena, context, NULL, &sheet, &error);
    assert_int_equal(status == FELT_OK, error.message[0] == '\0');
    if (status == FELT_OK)
        failing_digest_text(ret_digest, sheet->wagers[sheet->wager_count - 1].name);
    felt_arena_free(arena);
    return status;
}

static void a_sheet_from_a_file(void **state)
{
    (void)state;
    char path[] = "/tmp/felt-fault-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, craps, sizeof craps - 1), sizeof craps - 1);
    close(descriptor);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 5, load, path);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 40, load, path);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_baccarat_sheet),
        cmocka_unit_test(a_craps_sheet),
        cmocka_unit_test(sheets_that_are_wrong),
        cmocka_unit_test(a_sheet_from_a_file),
    };
    return cmocka_run_group_tests_name("sheet", tests, NULL, NULL);
}
