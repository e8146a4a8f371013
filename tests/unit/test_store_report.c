/* tests/unit/test_store_report.c - what is said of a store, of chains, of audits of several tables and of settled records: each text,
 * byte for byte. */
#include "sheets.h"

#include <felt/audit_report.h>
#include <felt/history_report.h>
#include <felt/settle_report.h>
#include <felt/store_report.h>

static int arena_open(void **state)
{
    *state = felt_arena_new(1 << 20);
    return *state == NULL;
}

static int arena_close(void **state)
{
    felt_arena_free(*state);
    return 0;
}

static const felt_books books = {.players = 3,
                                 .records = 40,
                                 .postings = 25,
                                 .ended = 12,
                                 .standing = 1,
                                 .available = {29950},
                                 .held = {500},
                                 .house = {-450},
                                 .grants = {-30000}};

static void books_as_text(void **state)
{
    felt_text text;
    assert_int_equal(felt_report_books(*state, &books, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_text(text, "                   3  players\n"
                      "                  40  records, each with its hash\n"
                      "                  25  postings\n"
                      "                  12  bets that have ended, each once\n"
                      "                   1  bets that stand\n"
                      "              299.50  that players have\n"
                      "                5.00  that is held for bets\n"
                      "               -4.50  of the house\n"
                      "             -300.00  granted\n"
                      "the books balance: these four sum to zero\n");
    felt_books less = books;
    less.retired = 7;
    assert_int_equal(felt_report_books(*state, &less, FELT_REPORT_COLOR, &text), FELT_OK);
    assert_non_null(strstr(text.bytes, "\n                   7  records that were retired, their postings carried forward\n"));
}

static void books_as_json(void **state)
{
    felt_text text;
    assert_int_equal(felt_report_books(*state, &books, FELT_REPORT_JSON, &text), FELT_OK);
    assert_text(text, "{\"balanced\":true,\"players\":3,\"records\":40,\"retired\":0,\"postings\":25,\"ended\":12,\"standing\":1,"
                      "\"available\":29950,\"held\":500,\"house\":-450,\"grants\":-30000}\n");
}

static void holds_piece_by_piece(void **state)
{
    const felt_held_bet hold = {2, 17, 4, {1250}};
    felt_text text;
    assert_int_equal(felt_report_hold(*state, &hold, 0, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_text(text, "table 2, bet 17, player 4: 12.50\n");
    assert_int_equal(felt_report_holds_end(*state, 1, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_text(text, "");
    assert_int_equal(felt_report_holds_end(*state, 0, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_text(text, "nothing is held\n");
    assert_int_equal(felt_report_hold(*state, &hold, 0, FELT_REPORT_JSON, &text), FELT_OK);
    assert_text(text, "[\n  {\"table\":2,\"bet\":17,\"player\":4,\"amount\":1250}");
    assert_int_equal(felt_report_hold(*state, &hold, 1, FELT_REPORT_JSON, &text), FELT_OK);
    assert_text(text, ",\n  {\"table\":2,\"bet\":17,\"player\":4,\"amount\":1250}");
    assert_int_equal(felt_report_holds_end(*state, 2, FELT_REPORT_JSON, &text), FELT_OK);
    assert_text(text, "\n]\n");
    assert_int_equal(felt_report_holds_end(*state, 0, FELT_REPORT_JSON, &text), FELT_OK);
    assert_text(text, "[\n]\n");
}

static void what_was_retired(void **state)
{
    const felt_retired_table tables[] = {{"b1", 1, 40}, {"c1", 11, 20}};
    const felt_retired some = {"2026-01-31T00:00:00Z", "a \"b\".jsonl", tables, 2}, none = {"2026-01-31T00:00:00Z", "x", NULL, 0};
    felt_text text;
    assert_int_equal(felt_report_retired(*state, &some, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_text(text, "b1: records 1 to 40\nc1: records 11 to 20\n"
                      "50 records are in a \"b\".jsonl, which verifies, and no more in the store, whose books balance\n");
    assert_int_equal(felt_report_retired(*state, &none, FELT_REPORT_TEXT, &text), FELT_OK);
    assert_text(text,
                "nothing was retired: no table has a finished shoe or hand before 2026-01-31T00:00:00Z after which nothing was held\n");
    assert_int_equal(felt_report_retired(*state, &some, FELT_REPORT_JSON, &text), FELT_OK);
    assert_text(text, "{\"before\":\"2026-01-31T00:00:00Z\",\"archive\":\"a \\\"b\\\".jsonl\",\"records\":50,"
                      "\"tables\":[{\"table\":\"b1\",\"from\":1,\"to\":40},{\"table\":\"c1\",\"from\":11,\"to\":20}]}\n");
    assert_int_equal(felt_report_retired(*state, &none, FELT_REPORT_JSON, &text), FELT_OK);
    assert_text(text, "{\"before\":\"2026-01-31T00:00:00Z\",\"archive\":null,\"records\":0,\"tables\":[]}\n");
}

static void chains_that_hold(void **state)
{
    felt_text text;
    assert_int_equal(felt_report_history_chains(*state, 2, 40, 0, &text), FELT_OK);
    assert_text(text, "2 tables with 40 records: nothing was changed, left out or moved\n");
    assert_int_equal(felt_report_history_chains(*state, 2, 40, 1, &text), FELT_OK);
    assert_text(text, "2 tables with 40 records: nothing was changed, left out or moved\n"
                      "1 of them begin where an archive ends: give the archives before this file, and all of it is verified as one\n");
}

static void around_the_audits_of_tables(void **state)
{
    const felt_audit_form plain = {.style = FELT_REPORT_TEXT}, json = {.style = FELT_REPORT_JSON};
    felt_text text;
    assert_int_equal(felt_report_audit_table(*state, &plain, felt_text_from("b1"), 0, &text), FELT_OK);
    assert_text(text, "table b1\n");
    assert_int_equal(felt_report_audit_table(*state, &plain, felt_text_from("c1"), 1, &text), FELT_OK);
    assert_text(text, "\ntable c1\n");
    assert_int_equal(felt_report_audit_table_end(*state, &plain, &text), FELT_OK);
    assert_text(text, "");
    assert_int_equal(felt_report_audit_tables_end(*state, &plain, 2, &text), FELT_OK);
    assert_text(text, "");
    assert_int_equal(felt_report_audit_table(*state, &json, felt_text_from("b\"1"), 0, &text), FELT_OK);
    assert_text(text, "[{\"table\":\"b\\\"1\",\"audit\":");
    assert_int_equal(felt_report_audit_table(*state, &json, felt_text_from("c1"), 1, &text), FELT_OK);
    assert_text(text, ",{\"table\":\"c1\",\"audit\":");
    assert_int_equal(felt_report_audit_table_end(*state, &json, &text), FELT_OK);
    assert_text(text, "}");
    assert_int_equal(felt_report_audit_tables_end(*state, &json, 2, &text), FELT_OK);
    assert_text(text, "]\n");
    assert_int_equal(felt_report_audit_tables_end(*state, &json, 0, &text), FELT_OK);
    assert_text(text, "[]\n");
}

static const char cards[] = "sheet \"Cards\"\ngame baccarat with 6 or 8 decks\n\n"
                            "option pay \"P\"\n  eight \"8\"\n  nine \"9\"\n\n"
                            "wager \"Tie\" as tie\n  where pay is eight: tie pays 8 to 1\n  where pay is nine: tie pays 9 to 1\n"
                            "  otherwise loses\n";

static void bets_that_were_settled(void **state)
{
    test_sheet t = test_sheet_good(cards);
    const felt_book *book;
    felt_selection eight = {.count = 0};
    felt_text text;
    assert_int_equal(felt_selection_add(&eight, felt_text_from("decks=8")), FELT_OK);
    assert_int_equal(felt_book_open(t.arena, &t.sheet, 1, &eight, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL), FELT_OK);
    felt_settled s = {.bets = 1, .staked = {500}, .paid = {4500}, .decimals = 2};
    assert_int_equal(felt_report_settled(*state, book, &s, &text), FELT_OK);
    assert_text(text, "1 bet settled, staked 5.00, paid 45.00; rounding floor; decks=8, pay=eight; by default: pay=eight");
    assert_int_equal(felt_report_unsettled(*state, &s, &text), FELT_OK);
    assert_text(text, "");
    s = (felt_settled){.bets = 3, .up = 2, .staked = {15}, .vig = {1}, .bad = 1, .unpaid = 2};
    assert_int_equal(felt_report_settled(*state, book, &s, &text), FELT_OK);
    assert_text(text, "3 bets settled (2 still up), staked 15, vig 1, paid 0; rounding floor; decks=8, pay=eight; by default: pay=eight");
    assert_int_equal(felt_report_unsettled(*state, &s, &text), FELT_OK);
    assert_text(text, "1 bad row; 2 bets are not paid");
    s.misdealt = 2;
    s.unpaid = 1;
    assert_int_equal(felt_report_unsettled(*state, &s, &text), FELT_OK);
    assert_text(text, "2 rounds misdealt, 1 bad row; 1 bet is not paid");
    test_sheet_free(&t);
}

static void who_runs_the_house(void **state)
{
    felt_text text;
    assert_int_equal(felt_report_operator(*state, &(felt_operator_line){"Maria", 7, 86400000}, &text), FELT_OK);
    assert_text(text, "Maria\t7\t1970-01-02\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books_as_text),          cmocka_unit_test(books_as_json),      cmocka_unit_test(holds_piece_by_piece),
        cmocka_unit_test(what_was_retired),       cmocka_unit_test(chains_that_hold),   cmocka_unit_test(around_the_audits_of_tables),
        cmocka_unit_test(bets_that_were_settled), cmocka_unit_test(who_runs_the_house),
    };
    return cmocka_run_group_tests_name("store_report", tests, arena_open, arena_close);
}
