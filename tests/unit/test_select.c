/* tests/unit/test_select.c - choices made by a person, and what they leave of a sheet. */
#include "sheets.h"

#include <felt/select.h>

static const char selection_sheet[] =
    "sheet \"S\"\ngame baccarat with 6 or 8 decks\noption ends \"A\"\n seven-out \"X\"\n any-seven \"Y\"\n"
    "group \"The group\" as g\n"
    "wager \"W w\" as w\n paytable PT1 PT2\n where ends is any-seven: tie pays 8, 9 to 1\n otherwise loses\n"
    "wager \"V\" as v\n paytable PT3 PT4\n tie pays 8, 9 to 1\n otherwise loses\n";

static felt_status verify(const test_sheet *t, const char *setting, felt_error *error)
{
    felt_selection s = {.count = 0};
    assert_int_equal(felt_selection_add(&s, felt_text_from(setting)), FELT_OK);
    return felt_selection_verify(&s, t->sheet, error);
}

static void settings_that_a_sheet_does_not_know(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(selection_sheet);
    static const char *const good[] = {"decks=6", "ends=any-seven", "paytable=PT1", "paytable=PT4"};
    static const char *const wrong[][2] = {
        {"deck=6", "example has no option 'deck'; did you mean 'decks'?"},
        {"colour=red", "example has no option 'colour'"},
        {"decks=7", "'7' is no choice of 'decks' in example; expected one of 6, 8"},
        {"ends=sevenout", "'sevenout' is no choice of 'ends' in example; expected one of seven-out, any-seven; did you mean 'seven-out'?"},
        {"paytable=PT9", "'PT9' is no choice of 'paytable' in example; expected one of PT1, PT2, PT3, PT4"},
    };
    felt_error error;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(verify(&t, good[i], NULL), FELT_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(verify(&t, wrong[i][0], &error), FELT_ENOTFOUND);
        assert_string_equal(error.message, wrong[i][1]);
        assert_int_equal(error.item, 0);
    }
    test_sheet_free(&t);
}

/* As many choices as there may be, with names as long as they may be: what has no room is left out whole. */
/* Of several sheets, a setting speaks of all that have the option, or of the one it names. */
static void settings_of_several_sheets(void **state)
{
    (void)state;
    static const struct {
        const char *setting, *says;
    } cases[] = {
        {"ends=any-seven", ""},
        {"example/ends=any-seven", ""},
        {"other/ends=any-seven", "found 'other/ends', expected an option of one of these sheets"},
        {"example/ends=eight", "'eight' is no choice of 'ends' in example; expected one of seven-out, any-seven"},
        {"ends=eight", "'eight' is no choice of 'ends' in example; expected one of seven-out, any-seven"},
        {"end=any-seven", "none of these sheets has an option 'end'; did you mean 'ends'?"},
        {"whatever=any-seven", "none of these sheets has an option 'whatever'"},
    };
    test_sheet t = test_sheet_good(selection_sheet);
    felt_sheet without = *t.sheet;
    without.short_name = felt_text_from("without");
    without.option_count = 0;
    const felt_sheet *const sheets[] = {&without, t.sheet};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool known = cases[i].says[0] == '\0';
        felt_selection s = {.count = 0};
        felt_error error = {.message = ""};
        assert_int_equal(felt_selection_add(&s, felt_text_from("decks=6")), FELT_OK);
        assert_int_equal(felt_selection_add(&s, felt_text_from(cases[i].setting)), FELT_OK);
        assert_int_equal(felt_selection_verify_all(&s, sheets, 2, &error), known ? FELT_OK : FELT_ENOTFOUND);
        assert_string_equal(error.message, cases[i].says);
        assert_true(known || error.item == 1);
    }
    test_sheet_free(&t);
}

/* What is left of a selection for one sheet has no sheet's name any more, and all wagers. */
static void what_a_selection_says_of_a_sheet(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(selection_sheet);
    felt_selection s = {.count = 0};
    assert_int_equal(felt_selection_add(&s, felt_text_from("other/ends=any-seven")), FELT_OK);
    assert_int_equal(felt_selection_add(&s, felt_text_from("example/ends=seven-out")), FELT_OK);
    assert_int_equal(felt_selection_add(&s, felt_text_from("vig=always")), FELT_OK);
    assert_int_equal(felt_selection_add_wager(&s, felt_text_from("w")), FELT_OK);
    felt_selection own = felt_selection_of(&s, t.sheet);
    assert_int_equal(own.count, 1);
    assert_true(felt_text_is(own.options[0], "ends") && felt_text_is(own.choices[0], "seven-out"));
    assert_int_equal(own.wager_count, 1);
    assert_true(felt_text_is(own.wagers[0], "w"));
    test_sheet_free(&t);
}

static void choices_that_have_no_room_are_others(void **state)
{
    (void)state;
    char text[4096];
    felt_error error;
    int at = snprintf(text, sizeof text, "sheet \"S\"\ngame baccarat with 8 decks\noption o \"A\"\n");
    for (int i = 0; i < FELT_CHOICES_MAX; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %c%063d \"X\"\n", 'a' + i, i);
    test_sheet t = test_sheet_good(text);
    assert_int_equal(verify(&t, "o=q", &error), FELT_ENOTFOUND);
    const char *end = strrchr(error.message, ',');
    assert_non_null(end);
    assert_int_equal(strspn(end + 3, "0123456789"), FELT_NAME_BYTES_MAX - 1);
    assert_string_equal(end + 2 + FELT_NAME_BYTES_MAX, " and others");
    test_sheet_free(&t);
}

static void settings_of_the_wrong_form(void **state)
{
    (void)state;
    felt_selection s = {.count = 0};
    static const char *const wrong[] = {"", "=", "a", "a=", "=b"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(felt_selection_add(&s, felt_text_from(wrong[i])), FELT_EDATA);
    assert_int_equal(s.count, 0);
    for (int i = 0; i < FELT_SETTINGS_MAX; i++)
        assert_int_equal(felt_selection_add(&s, felt_text_from("a=b=c")), FELT_OK);
    assert_text(s.choices[0], "b=c");
    assert_int_equal(felt_selection_add(&s, felt_text_from("a=b")), FELT_ELIMIT);
}

static void variants_left_by_a_selection(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(selection_sheet);
    const felt_wager *w = test_sheet_wager(&t, "w", "");
    felt_selection s = {.count = 0};
    assert_true(felt_variant_selected(&s, t.sheet, w, test_variant_of(&t, w, "ends=any-seven, paytable=PT2")));
    felt_selection_add(&s, felt_text_from("paytable=PT2"));
    felt_selection_add(&s, felt_text_from("decks=6")); /* the wager does not depend on it */
    assert_true(felt_variant_selected(&s, t.sheet, w, test_variant_of(&t, w, "ends=any-seven, paytable=PT2")));
    assert_false(felt_variant_selected(&s, t.sheet, w, test_variant_of(&t, w, "ends=any-seven, paytable=PT1")));
    felt_selection_add(&s, felt_text_from("paytable=PT1")); /* either */
    assert_true(felt_variant_selected(&s, t.sheet, w, test_variant_of(&t, w, "ends=any-seven, paytable=PT1")));
    felt_selection_add(&s, felt_text_from("ends=seven-out"));
    assert_false(felt_variant_selected(&s, t.sheet, w, test_variant_of(&t, w, "ends=any-seven, paytable=PT1")));
    const felt_option *decks = &t.sheet->options[t.sheet->decks_option];
    assert_true(felt_choice_selected(&s, decks, &decks->choices[0]));
    assert_false(felt_choice_selected(&s, decks, &decks->choices[1]));
    test_sheet_free(&t);
}

static void wagers_left_by_a_selection(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(selection_sheet);
    const felt_wager *w = test_sheet_wager(&t, "w", "");
    felt_selection s = {.count = 0};
    assert_true(felt_wager_selected(&s, t.sheet, w)); /* no name: all */
    assert_int_equal(felt_selection_add_wager(&s, felt_text_from("something else")), FELT_OK);
    assert_false(felt_wager_selected(&s, t.sheet, w));
    assert_int_equal(felt_selection_add_wager(&s, felt_text_from("The group")), FELT_OK);
    assert_true(felt_wager_selected(&s, t.sheet, w)); /* any of them */
    while (s.wager_count < FELT_SELECTED_WAGERS_MAX)
        assert_int_equal(felt_selection_add_wager(&s, felt_text_from("v")), FELT_OK);
    assert_int_equal(felt_selection_add_wager(&s, felt_text_from("v")), FELT_ELIMIT);
    test_sheet_free(&t);
}

static void names_that_call_a_wager(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good(selection_sheet);
    const felt_wager *w = test_sheet_wager(&t, "w", "");
    static const char *const names[] = {"w", "W w", "g", "The group", "W", "ww", "the-group"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(felt_wager_called(t.sheet, w, felt_text_from(names[i])));
    assert_false(felt_wager_called(t.sheet, w, felt_text_from("v")));
    assert_false(felt_wager_called(t.sheet, w, felt_text_from("/w")));
    assert_int_equal(felt_option_find(t.sheet, felt_text_from("ends")), 1);
    assert_int_equal(felt_option_find(t.sheet, felt_text_from("paytable")), 2);
    assert_int_equal(felt_option_find(t.sheet, felt_text_from("nothing")), -1);
    char little[8];
    felt_variant_write(t.sheet, w, &w->variants[0], little, sizeof little);
    assert_string_equal(little, "ends=se");
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_that_a_sheet_does_not_know),  cmocka_unit_test(settings_of_the_wrong_form),
        cmocka_unit_test(choices_that_have_no_room_are_others), cmocka_unit_test(variants_left_by_a_selection),
        cmocka_unit_test(settings_of_several_sheets),           cmocka_unit_test(what_a_selection_says_of_a_sheet),
        cmocka_unit_test(wagers_left_by_a_selection),           cmocka_unit_test(names_that_call_a_wager),
    };
    return cmocka_run_group_tests_name("select", tests, NULL, NULL);
}
