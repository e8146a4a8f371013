/* tests/fault/fault_tables.c - every request for memory made to fail in turn, while a tables file is read and shown.
 *
 * Nothing may be lost: a run in which a request failed ends with FELT_ENOMEM, never with a mistake or a wager fewer. */
#include "failing.h"

#include <felt/sheet.h>
#include <felt/tables_report.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char dice[] = "sheet \"Dice\"\ngame craps\noption kind \"which\"\n  a \"one\"\n  b \"other\"\n"
                           "wager \"Pass\" as pass\n  placed before any come-out roll\n  line wins pays 1 to 1\n"
                           "  come-out craps or seven-out loses\n  otherwise stays\n"
                           "wager \"Gift\" as gift\n  any seven pays 6 to 1\n  otherwise loses\n"
                           "wager \"Unset\" as unset-pay\n  any seven pays unset\n  otherwise loses\n"
                           "wager \"Envy\" as envy\n  any seven pays 4 to 1 and dealer unset\n  otherwise loses\n"
                           "wager \"Gone\" as gone\n  offered where kind is b\n  any seven pays 4 to 1\n  otherwise loses\n"
                           "wager \"Behind\" as behind on 6 or 8\n  needs gift\n  number rolled pays 4 to 1\n  otherwise loses\n";

static const char right[] = "table \"A\" as a\n  sheets dice\n  with kind is a\n  seats 2\n  pace on demand\n  stakes 1 to 10\n"
                            "  chips 5 on behind on 6\n  limit event 100\n  offer envy \"why not\"\n  close pass \"late\"\n"
                            "table \"B\" as b\n  sheets dice\n  with dice/kind is b\n  seats 2\n  pace 5 seconds\n  stakes 1 to 10\n"
                            "  limit event 100\n  offer gift \"a gift\"\n";

static const char wrong[] = "table \"A\" as a\n  sheets dice\n  seets 2\n  with kin is a\n  stakes 9 to 1\n  offer pas \"x\"\n"
                            "table \"B\" as b\n  sheets dice\n  seats 1\n";

typedef struct run_of {
    const felt_sheet *sheet;
    const char *text;
} run_of;

static felt_status find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    const run_of *r = context;
    (void)name;
    (void)error;
    *ret = r->sheet;
    return FELT_OK;
}

static felt_status show(felt_arena *arena, const felt_tables *tables, felt_diags *diags, uint64_t *ret_digest)
{
    felt_text text = {"", 0};
    felt_status status = FELT_OK;
    for (int i = 0; i < diags->count; i++)
        failing_digest_text(ret_digest, diags->list[i].message);
    for (int style = FELT_REPORT_TEXT; tables != NULL && style <= FELT_REPORT_JSON && status == FELT_OK; style++) {
        status = felt_report_tables(arena, tables->list, tables->count, (felt_report_style)style, &text);
        if (status == FELT_OK)
            failing_digest_text(ret_digest, text);
    }
    if (tables != NULL && status == FELT_OK)
        status = felt_report_tables_totals(arena, tables, FELT_REPORT_TEXT, &text);
    if (tables != NULL && status == FELT_OK)
        failing_digest_text(ret_digest, text);
    return status;
}

static felt_status read_tables(void *context, uint64_t *ret_digest)
{
    run_of *r = context;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_table_sheets sheets = {r, find};
    felt_diags diags = felt_diags_in(arena);
    const felt_tables *tables = NULL;
    felt_status status = felt_tables_read(arena, felt_text_from("t"), felt_text_from(r->text), &sheets, &diags, &tables);
    if (status == FELT_EDATA)
        assert_ptr_equal(r->text, wrong); /* what is right never becomes wrong */
    if (status == FELT_OK || status == FELT_EDATA)
        status = show(arena, tables, &diags, ret_digest);
    felt_arena_free(arena);
    return status;
}

static void tables_files(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    assert_non_null(arena);
    felt_diags diags = felt_diags_in(arena);
    run_of r = {.text = right};
    assert_int_equal(felt_sheet_compile(arena, felt_text_from("dice.felt"), felt_text_from(dice), &diags, &r.sheet), FELT_OK);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 5, read_tables, &r);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 50, read_tables, &r);
    failing_each(FAILING_JSON, FELT_ENOMEM, 50, read_tables, &r);
    r.text = wrong;
    failing_each(FAILING_ARENA, FELT_ENOMEM, 10, read_tables, &r);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_files)};
    return cmocka_run_group_tests_name("fault tables", tests, NULL, NULL);
}
