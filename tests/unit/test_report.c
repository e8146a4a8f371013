/* tests/unit/test_report.c - reports: texts of a sheet that mean something elsewhere, and what stands where. */
#include "report/text_out.h"
#include "sheets.h"

#include <felt/case_report.h>
#include <felt/odds.h>
#include <felt/par.h>
#include <felt/report.h>
#include <felt/rule_card.h>
#include <felt/sheet_report.h>
#include <jansson.h>

/* Every text in quotes holds what Markdown and HTML would take for their own, with a letter to know it by. */
#define NASTY "<b>|&amp;*_`[x](y)#~$"
#define ESCAPED "\\<b\\>\\|\\&amp;\\*\\_\\`\\[x\\](y)\\#\\~\\$"

static const char nasty_sheet[] = "sheet \"S " NASTY "\"\n"
                                  "source \"T " NASTY "\", \"P " NASTY "\"\n"
                                  "game baccarat with 8 decks\n"
                                  "reading ends \"O " NASTY "\"\n"
                                  "  one \"C " NASTY "\" cites \"D " NASTY "\"\n"
                                  "  two \"E " NASTY "\"\n"
                                  "group \"G " NASTY "\" as g\n"
                                  "wager \"W " NASTY "\" as w\n"
                                  "  cites \"L " NASTY "\"\n"
                                  "  where ends is one: tie pays 8 to 1 cites \"R " NASTY "\"\n"
                                  "  where ends is two: tie pays 9 to 1\n"
                                  "  otherwise loses\n";

/* Is `needle` in `text`? */
static bool holds(felt_text text, const char *needle)
{
    size_t length = strlen(needle);
    for (size_t i = 0; i + length <= text.length; i++)
        if (memcmp(text.bytes + i, needle, length) == 0)
            return true;
    return false;
}

/* Each of the texts marked by a letter stands there, and none of them raw. */
static void assert_escaped(felt_text text, const char *letters)
{
    assert_false(holds(text, NASTY));
    assert_false(holds(text, "<b>"));
    for (const char *letter = letters; *letter != '\0'; letter++) {
        char wanted[128];
        snprintf(wanted, sizeof wanted, "%c %s", *letter, ESCAPED);
        if (!holds(text, wanted))
            print_error("no %s in\n%.*s\n", wanted, FELT_TEXT_ARGS(text));
        assert_true(holds(text, wanted));
    }
}

static void a_rule_card_escapes_the_texts_of_a_sheet(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(nasty_sheet);
    felt_selection all = {.count = 0};
    felt_text text;
    assert_int_equal(felt_rule_card_write(t.arena, t.sheet, &all, felt_text_from(""), FELT_REPORT_MARKDOWN, &text), FELT_OK);
    assert_escaped(text, "STPOCDEGWL");
    assert_int_equal(felt_rule_card_write(t.arena, t.sheet, &all, felt_text_from(""), FELT_REPORT_TEXT, &text), FELT_OK);
    assert_true(holds(text, "S " NASTY)); /* on a terminal it stands for itself */
    test_sheet_free(&t);
}

static void odds_and_par_sheets_escape_them_too(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(nasty_sheet);
    felt_selection all = {.count = 0};
    felt_odds_list list = {0};
    felt_text text;
    assert_int_equal(felt_odds_add(&list, t.sheet, &all, felt_text_from(""), NULL, NULL), FELT_OK);
    const felt_odds *order[] = {&list.list[0], &list.list[1]};
    assert_int_equal(list.count, 2);
    assert_int_equal(felt_report_odds(t.arena, order, 2, FELT_REPORT_MARKDOWN, 0, &text), FELT_OK);
    assert_escaped(text, "W");
    assert_int_equal(felt_report_explain(t.arena, order, 2, FELT_REPORT_MARKDOWN, &text), FELT_OK);
    assert_escaped(text, "W");
    const felt_par_request request = {.odds = &list, .selection = &all, .version = felt_text_from("9.9")};
    const felt_par *par;
    assert_int_equal(felt_par_make(t.arena, &request, &par), FELT_OK);
    assert_int_equal(felt_par_markdown(t.arena, par, &text), FELT_OK);
    assert_escaped(text, "STPOCEWLR");
    felt_odds_list_free(&list);
    test_sheet_free(&t);
}

/* A citation that begins like an item of a list is none. */
static void a_paragraph_begins_no_list(void **state)
{
    (void)state;
    static const char *const cites[][2] = {{"4. Payouts", "\n4\\. Payouts\n"}, {"- see 5", "\n\\- see 5\n"}, {"(1)(A)", "\n(1)(A)\n"}};
    for (size_t i = 0; i < sizeof cites / sizeof *cites; i++) {
        char sheet[400];
        snprintf(sheet, sizeof sheet,
                 "sheet \"S\"\nsource \"T\"\ngame craps\nwager \"W\"\n  cites \"%s\"\n  7 rolled pays 4 to 1\n  otherwise loses\n",
                 cites[i][0]);
        test_sheet t = test_sheet_good(sheet);
        felt_selection all = {.count = 0};
        felt_text text;
        assert_int_equal(felt_rule_card_write(t.arena, t.sheet, &all, felt_text_from(""), FELT_REPORT_MARKDOWN, &text), FELT_OK);
        assert_true(holds(text, cites[i][1]));
        test_sheet_free(&t);
    }
}

/* A term names the choices that decide it where one option does, and says no more than that it varies where two do. */
static void the_terms_of_a_bet_name_their_choices(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\noption a \"A\"\n  x \"X\"\n  y \"Y\"\n  z \"Z\"\n"
                                   "option b \"B\"\n  u \"U\"\n  v \"V\"\n"
                                   "wager \"Line\" as line\n  4 rolled pays 2 to 1\n  any seven loses\n  otherwise stays\n"
                                   "wager \"Side\" as side\n  where a is x: needs \"Line\"\n"
                                   "  where a is z: needs other/line or \"Line\", at most half its stake\n"
                                   "  where a is x or y and b is u: may be raised\n  where b is v: vig 2.5% of the stake\n"
                                   "  4 rolled pays 2 to 1\n  any seven loses\n  otherwise stays\n");
    static const char *const wanted[] = {
        "\nneeds a bet on Line \\[a is x\\], or on other/line or Line \\[a is z\\], or none \\[a is y\\]\n",
        "\nat most half that stake \\[a is z\\], or without limit \\[a is x or y\\]\n",
        "\na vig of 2.50% of the stake is handed over beside it and kept \\[b is v\\], or none \\[b is u\\]\n",
        "\nafter its first roll, may be raised, or after its first roll, stands until it is decided, as the options say\n",
        "\nafter its first roll, stands until it is decided\n", /* of the line */
    };
    felt_selection all = {.count = 0};
    felt_text text;
    assert_int_equal(felt_rule_card_write(t.arena, t.sheet, &all, felt_text_from(""), FELT_REPORT_MARKDOWN, &text), FELT_OK);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!holds(text, wanted[i]))
            fail_msg("found no '%s' in\n%.*s", wanted[i], FELT_TEXT_ARGS(text));
    test_sheet_free(&t);
}

/* ---- lists, diagnostics, cases ---- */

static void a_list_names_groups_sides_and_options(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\noption pay \"p\"\n  a \"A\"\n  b \"B\"\ngroup \"Gr\" as gr\n"
                                   "wager \"Pair\" as pair on player or banker\n  has a pair pays 11 to 1\n  otherwise loses\n"
                                   "wager \"Tie bet\" as a-longer-name\n  where pay is a: tie pays 8 to 1\n  tie pays 9 to 1\n"
                                   "  otherwise loses\n");
    felt_text text;
    assert_int_equal(felt_report_list(t.arena, &t.sheet, 1, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_text(text, "example  S  (baccarat)\n"
                      "  Gr\n"
                      "    pair           Pair, on player / banker\n"
                      "    a-longer-name  Tie bet  by pay\n");
    assert_int_equal(felt_report_list(t.arena, &t.sheet, 1, FELT_REPORT_JSON, &text), FELT_OK);
    json_t *array = json_loadb(text.bytes, text.length, 0, NULL);
    assert_non_null(array);
    assert_int_equal(json_array_size(json_object_get(json_array_get(array, 0), "wagers")), 3);
    json_decref(array);
    test_sheet_free(&t);
}

/* A dragon takes two columns and an accent none: the caret stands under the letter that is meant. */
static void a_caret_stands_under_its_letter(void **state)
{
    (void)state;
    test_sheet t = test_sheet_compile("sheet \"\xe9\xbe\x99 e\xcc\x81\" nonsense\ngame craps\n");
    felt_text text;
    assert_int_equal(t.status, FELT_ESHEET);
    assert_int_equal(felt_report_diags(t.arena, &t.diags, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_true(holds(text, "    1 | sheet \"\xe9\xbe\x99 e\xcc\x81\" nonsense\n      |              ^~~~~~~~\n"));
    test_sheet_free(&t);
}

static felt_text checked(felt_arena *arena, felt_check_form *form, const test_sheet *sheets, int count)
{
    text_out out = {.arena = arena};
    felt_text piece, whole;
    assert_int_equal(felt_report_check_head(arena, form, &piece), FELT_OK);
    out_text(&out, piece);
    for (int i = 0; i < count; i++) {
        assert_int_equal(felt_report_check_sheet(arena, form, sheets[i].sheet, &sheets[i].diags, &piece), FELT_OK);
        out_text(&out, piece);
    }
    assert_int_equal(felt_report_check_totals(arena, form, &piece), FELT_OK);
    out_text(&out, piece);
    assert_int_equal(out_finish(&out, &whole), FELT_OK);
    return whole;
}

static void pieces_of_a_check_are_one_report(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 20);
    test_sheet sheets[] = {test_sheet_compile("sheet \"A\"\ngame chess\n"), test_sheet_good("sheet \"B\"\ngame craps\n"),
                           test_sheet_compile("sheet \"\xff\"\ngame craps\n")};
    felt_check_form form = {.style = FELT_REPORT_TEXT};
    felt_text text = checked(arena, &form, sheets, 3);
    assert_true(holds(text, "\n1 sheet, 0 wagers: 2 errors, 0 warnings, 0 notes\n"));
    form = (felt_check_form){.style = FELT_REPORT_JSON};
    text = checked(arena, &form, sheets, 3);
    json_t *array = json_loadb(text.bytes, text.length, 0, NULL);
    assert_int_equal(json_array_size(array), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(array, 1), "source")), "sheet \"?\"");
    json_decref(array);
    form = (felt_check_form){.style = FELT_REPORT_JSON};
    text = checked(arena, &form, sheets, 0);
    assert_text(text, "[]\n");
    for (int i = 0; i < 3; i++)
        test_sheet_free(&sheets[i]);
    felt_arena_free(arena);
}

static felt_status give_sheet(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    (void)name;
    (void)error;
    *ret = context;
    return FELT_OK;
}

static void cases_are_reported_as_text_and_tap(void **state)
{
    (void)state;
    static const char file[] = "sheet example\n"
                               "case \"one # of two\"\n  rolls 3-4\n  expect seven pays 4 to 1\n"
                               "case \"another\"\n  rolls 1-1\n  expect seven pays 4 to 1\n";
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"Seven\" as seven\n  placed at any time\n  7 rolled pays 4 to 1\n"
                                   "  otherwise loses\n");
    felt_case_sheets sheets = {(void *)(uintptr_t)t.sheet, give_sheet};
    felt_coverage covered = felt_coverage_in(t.arena);
    felt_case_results results;
    const felt_cases *cases;
    felt_text text;
    assert_int_equal(felt_cases_read(t.arena, felt_text_from("x.case"), felt_text_from(file), &sheets, &t.diags, &cases), FELT_OK);
    assert_int_equal(felt_cases_run(t.arena, cases, &covered, &results), FELT_OK);
    felt_case_form form = {.style = FELT_REPORT_TEXT};
    assert_int_equal(felt_report_cases(t.arena, &form, cases, &results, &text), FELT_OK);
    assert_true(holds(text, "x.case:5: failed: another\n    line 7: seven: expected pays 4 to 1, got loses"));
    assert_int_equal(felt_report_cases_totals(t.arena, &form, false, &text), FELT_OK);
    assert_text(text, "1 passed, 1 failed\n");
    form = (felt_case_form){.style = FELT_REPORT_TAP};
    assert_int_equal(felt_report_cases(t.arena, &form, cases, &results, &text), FELT_OK);
    assert_true(holds(text, "ok 1 - one \\# of two\nnot ok 2 - another\n# line 7: seven: "));
    assert_int_equal(felt_report_coverage(t.arena, &form, &covered, &text), FELT_OK);
    assert_text(text, "not ok 3 - example: cases come to 1 of 2 rows\n# folder/example.felt:6: no case comes to seven: otherwise\n");
    assert_int_equal(felt_report_cases_totals(t.arena, &form, false, &text), FELT_OK);
    assert_text(text, "1..3\n");
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_card_escapes_the_texts_of_a_sheet),
        cmocka_unit_test(odds_and_par_sheets_escape_them_too),
        cmocka_unit_test(a_paragraph_begins_no_list),
        cmocka_unit_test(the_terms_of_a_bet_name_their_choices),
        cmocka_unit_test(a_list_names_groups_sides_and_options),
        cmocka_unit_test(a_caret_stands_under_its_letter),
        cmocka_unit_test(pieces_of_a_check_are_one_report),
        cmocka_unit_test(cases_are_reported_as_text_and_tap),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
