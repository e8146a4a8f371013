/* tests/unit/test_report.c - reports: texts of a sheet that mean something elsewhere, and what stands where. */
#include "sheets.h"

#include <felt/odds.h>
#include <felt/par.h>
#include <felt/report.h>
#include <felt/rule_card.h>

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
    assert_int_equal(felt_rule_card_write(t.arena, t.sheet, &all, felt_text_from(""), FELT_RULE_CARD_MARKDOWN, &text), FELT_OK);
    assert_escaped(text, "STPOCDEGWL");
    assert_int_equal(felt_rule_card_write(t.arena, t.sheet, &all, felt_text_from(""), FELT_RULE_CARD_TEXT, &text), FELT_OK);
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
    assert_int_equal(felt_report_odds(t.arena, order, 2, FELT_REPORT_MARKDOWN, &text), FELT_OK);
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
        assert_int_equal(felt_rule_card_write(t.arena, t.sheet, &all, felt_text_from(""), FELT_RULE_CARD_MARKDOWN, &text), FELT_OK);
        assert_true(holds(text, cites[i][1]));
        test_sheet_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_card_escapes_the_texts_of_a_sheet),
        cmocka_unit_test(odds_and_par_sheets_escape_them_too),
        cmocka_unit_test(a_paragraph_begins_no_list),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
