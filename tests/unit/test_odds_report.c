/* tests/unit/test_odds_report.c - lists of odds for people: whole or refused, merged, wide enough, and wagers together. */
#include "unit/odds.h"

#include <felt/report.h>
#include <felt/together.h>

/* From an arena that is too small for it, a report is refused, never cut short. */
static void test_a_report_is_whole_or_refused(void **state)
{
    (void)state;
    test_odds b;
    test_odds_open(&b, "craps", "field", "");
    const felt_odds *list[] = {&b.list.list[0], &b.list.list[1]};
    for (int style = FELT_REPORT_TEXT; style <= FELT_REPORT_MARKDOWN; style++) {
        felt_text whole = {0}, text = {0};
        felt_arena *arena = felt_arena_new(1 << 20);
        assert_int_equal(felt_report_odds(arena, list, 2, (felt_report_style)style, 0, &whole), FELT_OK);
        size_t used = felt_arena_used(arena);
        for (size_t cap = 0; cap < used; cap += cap < 200 ? 1 : 97) {
            felt_arena *small = felt_arena_new(cap);
            assert_int_equal(felt_report_odds(small, list, 2, (felt_report_style)style, 0, &text), FELT_ENOMEM);
            felt_arena_free(small);
        }
        felt_arena_free(arena);
    }
    test_odds_close(&b);
}

/* Does the entry of a merged list speak for the other one? */
static bool speaks_for(const felt_odds *merged, const felt_odds *o)
{
    bool same = merged->wager == o->wager && merged->decks == o->decks && merged->start == o->start;
    for (int i = 0; same && i < o->wager->option_count; i++)
        same = !(merged->relevant >> i & 1) || merged->variant->choices[i] == o->variant->choices[i];
    return same;
}

/* Every combination of every wager is in the merged list once, with its figures. */
static void test_merged_lists_say_the_same(void **state)
{
    (void)state;
    static const char *const sheets[] = {"baccarat",    "buddhas-bonus", "craps", "dice-works",        "golden-bacc",   "golden-dragon",
                                         "golden-frog", "high-roller",   "tiger", "parlay-craps-envy", "roll-the-line", "parlay-craps"};
    int before = 0, after = 0;
    for (size_t s = 0; s < sizeof sheets / sizeof *sheets; s++) {
        test_odds all, merged;
        test_odds_open(&all, sheets[s], "", "");
        test_odds_open(&merged, sheets[s], "", "");
        felt_odds_merge(&merged.list);
        before += all.list.count;
        after += merged.list.count;
        for (int i = 0; i < all.list.count; i++) {
            const felt_odds *o = &all.list.list[i];
            int found = 0;
            for (int k = 0; k < merged.list.count; k++) {
                const felt_odds *m = &merged.list.list[k];
                if (m->wager->line != o->wager->line || !felt_text_equal(m->wager->side, o->wager->side))
                    continue;
                felt_odds same_sheet = *m; /* the two books were compiled one after the other */
                same_sheet.wager = o->wager;
                if (!speaks_for(&same_sheet, o))
                    continue;
                found++;
                assert_true(m->has_pays == o->has_pays && mpq_equal(m->hit, o->hit) && mpq_equal(m->rolls, o->rolls));
                assert_true(!o->has_pays || (mpq_equal(m->edge, o->edge) && mpq_equal(m->third, o->third)));
            }
            assert_int_equal(found, 1);
        }
        test_odds_close(&merged);
        test_odds_close(&all);
    }
    assert_true(after < before);
}

/* Where the banker pays commission, it is of no account which hands a seven pushes; a choice that was asked for is named all the same. */
static void test_choices_of_no_account_are_not_named(void **state)
{
    (void)state;
    test_odds b;
    test_odds_open(&b, "golden-dragon", "player", "decks=8 base-game=commission");
    assert_int_equal(b.list.count, 6);
    felt_odds_merge(&b.list);
    assert_int_equal(b.list.count, 1);
    assert_true(felt_text_is(felt_report_options(b.arena, &b.list.list[0]), "decks=8, base-game=commission"));
    test_odds_close(&b);
    test_odds_open(&b, "golden-dragon", "player", "decks=8 base-game=commission seven-push=all-base");
    felt_odds_merge(&b.list);
    assert_int_equal(b.list.count, 1);
    assert_true(felt_text_is(felt_report_options(b.arena, &b.list.list[0]), "decks=8, base-game=commission, seven-push=all-base"));
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    assert_int_equal(felt_odds_settings(&b.list.list[0], settings), 3);
    assert_true(settings[0].option->kind == FELT_OPTION_DECKS && settings[0].choice->number == 8);
    assert_true(felt_text_is(settings[2].option->name, "seven-push") && felt_text_is(settings[2].choice->name, "all-base"));
    test_odds_close(&b);
}

static size_t longest_line(felt_text text)
{
    size_t longest = 0, begin = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] != '\n')
            continue;
        longest = i - begin > longest ? i - begin : longest;
        begin = i + 1;
    }
    return longest;
}

static felt_text columns_of(felt_arena *arena, const test_odds *b, bool backwards, int columns)
{
    felt_text text = {0};
    const felt_odds **list = felt_arena_take(arena, (size_t)b->list.count, sizeof *list);
    assert_non_null(list);
    for (int i = 0; i < b->list.count; i++)
        list[i] = &b->list.list[backwards && i % 2 == 0 ? b->list.count - 1 - i : i];
    assert_int_equal(felt_report_odds(arena, list, b->list.count, FELT_REPORT_TEXT, columns, &text), FELT_OK);
    return text;
}

/* Names and choices stand side by side where there is room; else the wager stands above its lines, if they are together. */
static void test_columns_fit_a_terminal(void **state)
{
    (void)state;
    test_odds b;
    felt_arena *arena = felt_arena_new(8 << 20);
    test_odds_open(&b, "baccarat", "", "decks=8");
    assert_non_null(strstr(columns_of(arena, &b, false, 0).bytes, "\n  Tie     decks=8, tie-pay=9 "));
    test_odds_close(&b);
    test_odds_open(&b, "golden-dragon", "", "");
    felt_text text = columns_of(arena, &b, false, 0);
    assert_non_null(strstr(text.bytes, "\n  Banker\n    decks=6, base-game=commission, seven-in-tiger=no "));
    assert_true(longest_line(text) <= 125 + strlen("  player"));
    assert_null(strstr(columns_of(arena, &b, true, 0).bytes, "\n  Banker\n"));
    /* On a terminal of 100 columns only what has a line of its own may be longer. */
    assert_true(longest_line(columns_of(arena, &b, false, 100)) <= 100 + strlen("  player"));
    assert_true(longest_line(columns_of(arena, &b, true, 100)) <= 110);
    test_odds_close(&b);
    felt_arena_free(arena);
}

/* The choice that the set was made with, and whether it was by default. */
static void assert_choice(const felt_together *t, const char *option, const char *choice, bool by_default)
{
    for (int i = 0; i < t->choice_count; i++) {
        if (!felt_text_is(t->choices[i].setting.option->name, option))
            continue;
        assert_true(felt_text_is(t->choices[i].setting.choice->name, choice));
        assert_int_equal(t->choices[i].by_default, by_default);
        return;
    }
    fail_msg("%s is not named", option);
}

static bool mentions(felt_text text, const char *part)
{
    for (size_t i = 0; i + strlen(part) <= text.length; i++)
        if (memcmp(text.bytes + i, part, strlen(part)) == 0)
            return true;
    return false;
}

static void test_together_names_the_choices_it_took(void **state)
{
    (void)state;
    test_odds b;
    felt_together t;
    felt_selection selection = {.count = 0};
    felt_text text;
    test_odds_open(&b, "baccarat", "", "tie-pay=9");
    const felt_odds *list[64];
    assert_true(b.list.count <= 64);
    for (int i = 0; i < b.list.count; i++)
        list[i] = &b.list.list[b.list.count - 1 - i]; /* whatever comes first: the choices are the same */
    assert_int_equal(felt_selection_add(&selection, felt_text_from("tie-pay=9")), FELT_OK);
    assert_int_equal(felt_together_make(list, b.list.count, &selection, NULL, &t), FELT_OK);
    assert_int_equal(t.count, 3);
    assert_int_equal(t.choice_count, 3);
    assert_choice(&t, "decks", "8", true);
    assert_choice(&t, "banker-pay", "commission", true);
    assert_choice(&t, "tie-pay", "9", false);
    assert_int_equal(felt_report_together(b.arena, &t, FELT_REPORT_TEXT, 0, &text), FELT_OK);
    assert_true(mentions(text, "decks=8                by default; also 1, 2, 3, 4, 5, 6, 7\n"));
    assert_true(mentions(text, "tie-pay=9\n"));
    assert_int_equal(felt_report_together(b.arena, &t, FELT_REPORT_JSON, 0, &text), FELT_OK);
    assert_true(mentions(text, "\"by_default\": true"));
    felt_together_free(&t);
    test_odds_close(&b);
}

static void test_together_counts_what_it_leaves_out(void **state)
{
    (void)state;
    test_odds b;
    felt_text text = {0};
    felt_arena *arena = felt_arena_new(1 << 20);
    test_odds_open(&b, "craps", "", "field-12=double vig=always place-come-out=off odds-working=off hard-come-out=off");
    const felt_odds **list = calloc((size_t)b.list.count, sizeof *list);
    assert_non_null(list);
    for (int i = 0; i < b.list.count; i++)
        list[i] = &b.list.list[i];
    felt_selection everything = {.count = 0};
    felt_together together;
    assert_int_equal(felt_together_make(list, b.list.count, &everything, NULL, &together), FELT_OK);
    assert_int_equal(felt_report_together(arena, &together, FELT_REPORT_TEXT, 0, &text), FELT_OK);
    felt_together_free(&together);
    assert_non_null(strstr(text.bytes, "Left out: 52 that more than one roll decides.\n"));
    assert_null(strstr(text.bytes, "unset"));
    free(list);
    test_odds_close(&b);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_report_is_whole_or_refused),        cmocka_unit_test(test_merged_lists_say_the_same),
        cmocka_unit_test(test_choices_of_no_account_are_not_named), cmocka_unit_test(test_columns_fit_a_terminal),
        cmocka_unit_test(test_together_counts_what_it_leaves_out),  cmocka_unit_test(test_together_names_the_choices_it_took),
    };
    return cmocka_run_group_tests_name("odds report", tests, NULL, NULL);
}
