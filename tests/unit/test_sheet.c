/* tests/unit/test_sheet.c - what a compiled sheet says: names, options, variants, references, needs and placing; and what is accepted. */
#include "sheets.h"

#include <felt/craps.h>
#include <felt/select.h>
#include <felt/terms.h>

/* ---- the head, names and groups ---- */

static void head(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"The game\"\nsource \"One\"\nsource \"Two\", \"B\"\ngame baccarat with 4 to 6 decks\n");
    const felt_sheet *s = t.sheet;
    assert_text(s->name, "The game");
    assert_text(s->short_name, "example");
    assert_text(s->file, "folder/example.felt");
    assert_true(s->game == &felt_game_baccarat);
    assert_int_equal(s->source_count, 2);
    assert_text(s->sources[0].publisher, "");
    assert_text(s->sources[1].title, "Two");
    assert_text(s->sources[1].publisher, "B");
    assert_int_equal(s->decks_option, 0);
    assert_int_equal(s->options[0].kind, FELT_OPTION_DECKS);
    assert_int_equal(s->options[0].choice_count, 3);
    assert_text(s->options[0].choices[2].name, "6");
    assert_int_equal(s->options[0].choices[2].number, 6);
    assert_int_equal(s->wager_count, 0);
    test_sheet_free(&t);
}

static void short_names_of_files(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"a.felt", "a"},
        {"b/c.d.felt", "c.d"},
        {"plain", "plain"},
        {"x/.felt", ".felt"},
        {"a.b/c", "c"},
        {"x/a\nb\x1b[2J.felt", "a?b?[2J"},
        {"q\xff\"z.felt", "q?\"z"},
        {"caf\xc3\xa9.felt", "caf\xc3\xa9"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
        assert_non_null(arena);
        felt_diags diags = felt_diags_in(arena);
        const felt_sheet *sheet;
        felt_text text = felt_text_from("sheet \"S\"\ngame craps");
        assert_int_equal(felt_sheet_compile(arena, felt_text_from(names[i][0]), text, &diags, &sheet), FELT_OK);
        assert_text(sheet->short_name, names[i][1]);
        felt_arena_free(arena);
    }
}

/* A name at the limit and one past it. */
static void long_names_of_files_are_cut(void **state)
{
    (void)state;
    char file[FELT_SHEET_NAME_BYTES_MAX + 2];
    memset(file, 'x', sizeof file);
    for (size_t length = FELT_SHEET_NAME_BYTES_MAX; length <= FELT_SHEET_NAME_BYTES_MAX + 1; length++) {
        felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
        assert_non_null(arena);
        felt_diags diags = felt_diags_in(arena);
        const felt_sheet *sheet;
        felt_text text = felt_text_from("sheet \"S\"\ngame craps");
        assert_int_equal(felt_sheet_compile(arena, (felt_text){file, length}, text, &diags, &sheet), FELT_OK);
        assert_int_equal(sheet->short_name.length, FELT_SHEET_NAME_BYTES_MAX);
        felt_arena_free(arena);
    }
}

static void names_and_groups_of_wagers(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\n"
                                   "wager \"First\"\n otherwise loses\n"
                                   "group \"Side wagers\"\ngroup \"Main\" as m\n"
                                   "wager \"Buddha's Bonus -- 2x (new!)\"\n cites \"c\"\n tie pushes cites \"d\"\n otherwise loses\n"
                                   "wager \"\xC3\x89galit\xC3\xA9\" as even on player or banker\n wins pays 1 to 1\n otherwise loses\n");
    const felt_wager *w = t.sheet->wagers;
    assert_int_equal(t.sheet->wager_count, 4);
    assert_text(w[0].short_name, "first");
    assert_int_equal(w[0].group, -1);
    assert_text(w[1].short_name, "buddhas-bonus-2x-new");
    assert_int_equal(w[1].group, 1);
    assert_text(w[1].cites, "c");
    assert_text(w[1].rows[0].cites, "d");
    assert_text(w[1].rows[1].cites, "c");
    assert_true(w[1].rows[1].otherwise);
    assert_text(w[1].rows[1].text, "otherwise");
    assert_text(w[2].side, "player");
    assert_text(w[3].side, "banker");
    assert_text(w[3].short_name, "even");
    assert_text(t.sheet->groups[0].short_name, "side-wagers");
    assert_text(t.sheet->groups[1].short_name, "m");
    test_sheet_free(&t);
}

/* ---- options and variants ---- */

static void variants_depend_on_what_is_mentioned(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 6 or 8 decks\n"
                                   "option a \"A\"\n x \"X\"\n y \"Y\"\n z \"Z\"\nreading b \"B\"\n 1 \"one\" cites \"c\"\n 2 \"two\"\n"
                                   "wager \"None\" as none\n tie pays 8 to 1\n otherwise loses\n"
                                   "wager \"Both\" as both\n where a is x or z and b is not 2: tie pays 8 to 1\n"
                                   " where a is y: tie pays 9 to 1\n otherwise loses\n"
                                   "wager \"Decks\" as decks-too\n where decks is 6: tie pays 7 to 1\n otherwise loses\n");
    assert_int_equal(test_sheet_wager(&t, "none", "")->variant_count, 1);
    const felt_wager *both = test_sheet_wager(&t, "both", "");
    assert_int_equal(both->variant_count, 6);
    assert_text(both->rows[0].where, "a is x or z and b is not 2");
    assert_pays(test_variant_of(&t, both, "a=x, b=1"), 7, 7, "pays 8 to 1");
    assert_pays(test_variant_of(&t, both, "a=x, b=2"), 7, 7, "loses");
    assert_pays(test_variant_of(&t, both, "a=y, b=2"), 7, 7, "pays 9 to 1");
    assert_pays(test_variant_of(&t, both, "a=z, b=1"), 7, 7, "pays 8 to 1");
    assert_int_equal(test_variant_of(&t, both, "a=y, b=1")->active, 6);
    assert_true(test_variant_of(&t, both, "a=y, b=1")->machine == test_variant_of(&t, both, "a=y, b=2")->machine);
    const felt_wager *decks = test_sheet_wager(&t, "decks-too", "");
    assert_pays(test_variant_of(&t, decks, "decks=6"), 7, 7, "pays 7 to 1");
    assert_pays(test_variant_of(&t, decks, "decks=8"), 7, 7, "loses");
    assert_text(t.sheet->options[2].choices[0].cites, "c");
    assert_int_equal(t.sheet->options[2].kind, FELT_OPTION_READING);
    test_sheet_free(&t);
}

static void offered_leaves_variants_out(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 6 or 8 decks\noption a \"A\"\n x \"X\"\n y \"Y\"\n"
                                   "wager \"W\" as w\n offered where a is x\n where decks is 8: tie pays 8 to 1\n otherwise loses\n"
                                   "wager \"Any\" as any-win\n \"W\" wins pays 1 to 1\n otherwise loses\n");
    const felt_wager *w = test_sheet_wager(&t, "w", ""), *any = test_sheet_wager(&t, "any-win", "");
    assert_int_equal(w->variant_count, 2);
    test_variant_of(&t, w, "decks=6, a=x");
    assert_int_equal(any->variant_count, 4); /* what decides another wager decides this one */
    assert_pays(test_variant_of(&t, any, "decks=8, a=x"), 7, 7, "pays 1 to 1");
    assert_pays(test_variant_of(&t, any, "decks=8, a=y"), 7, 7, "loses");
    assert_pays(test_variant_of(&t, any, "decks=6, a=x"), 7, 7, "loses");
    test_sheet_free(&t);
}

static void sides_have_options_of_their_own(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\noption a \"A\"\n x \"X\"\n y \"Y\"\n"
                                   "wager \"W\" as w on player or banker\n where side is banker and a is x: wins pays 19 to 20\n"
                                   " otherwise own wins pays 1 to 1\n tie pushes\n otherwise loses\n");
    const felt_wager *player = test_sheet_wager(&t, "w", "player"), *banker = test_sheet_wager(&t, "w", "banker");
    assert_int_equal(player->variant_count, 1);
    assert_int_equal(banker->variant_count, 2);
    assert_pays(&player->variants[0], 7, 6, "pays 1 to 1");
    assert_pays(&player->variants[0], 6, 7, "loses");
    assert_pays(test_variant_of(&t, banker, "a=x"), 6, 7, "pays 19 to 20");
    assert_pays(test_variant_of(&t, banker, "a=y"), 6, 7, "pays 1 to 1");
    assert_pays(test_variant_of(&t, banker, "a=y"), 7, 7, "pushes");
    test_sheet_free(&t);
}

static void needs_and_placed_by_choice(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"S\"\ngame craps\noption a \"A\"\n x \"X\"\n y \"Y\"\n z \"Z\"\n"
                        "wager \"Pass\" as pass\n placed before any come-out roll\n line wins pays 1 to 1\n otherwise loses\n"
                        "wager \"Place\" as place on 6 or 8\n number rolled pays 7 to 6\n otherwise loses\n"
                        "wager \"W\" as w\n where a is x: needs \"Pass\" or place\n where a is y: needs pass\n"
                        " where a is x: placed while a point is on\n where a is y: placed before a new shooter's first come-out roll\n"
                        " 7 rolled pays 4 to 1\n otherwise loses\n");
    const felt_wager *w = test_sheet_wager(&t, "w", "");
    const felt_variant *x = test_variant_of(&t, w, "a=x"), *y = test_variant_of(&t, w, "a=y"), *z = test_variant_of(&t, w, "a=z");
    assert_int_equal(x->needs_count, 3); /* pass, and place on either number */
    assert_int_equal(x->needs[0].wager, 0);
    assert_int_equal(x->needs[1].wager, 1);
    assert_int_equal(x->needs[2].wager, 2);
    assert_int_equal(y->needs_count, 1);
    assert_int_equal(z->needs_count, 0);
    assert_int_equal(x->placing, FELT_PLACED_LATER);
    assert_int_equal(y->placing, FELT_PLACED_NEW_HAND);
    assert_int_equal(z->placing, FELT_PLACED_ANY_TIME);
    assert_int_equal(x->machine->start[FELT_PUCK_OFF], FELT_STATE_NONE);
    assert_int_not_equal(x->machine->start[FELT_PUCK_8], FELT_STATE_NONE);
    assert_int_equal(y->machine->start[FELT_PUCK_8], FELT_STATE_NONE);
    test_sheet_free(&t);
}

#define COME "wager \"Come\" as come\n placed while a point is on with a come-out of its own\n line wins pays 1 to 1\n otherwise loses\n"

static void stakes_tied_to_a_base_wager(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\noption a \"A\"\n x \"X\"\n y \"Y\"\n z \"Z\"\n h \"H\"\n n \"N\"\n" COME
                                   "wager \"W\" as w on 4 or 5\n where a is x: needs \"Come\" on its number, at most 3 times its stake\n"
                                   " where a is y: needs come, at most its stake\n where a is z: needs come, at most 6/4 times its stake\n"
                                   " where a is h: needs come, at most half its stake\n where a is n: needs come\n"
                                   " number rolled pays 4 to 1\n otherwise loses\n");
    static const struct {
        const char *choices;
        bool on_number;
        int num, den;
        const char *most;
    } cases[] = {{"a=x", true, 3, 1, "at most 3 times that stake"},
                 {"a=y", false, 1, 1, "at most that stake"},
                 {"a=z", false, 3, 2, "at most 1.5 times that stake"},
                 {"a=h", false, 1, 2, "at most half that stake"},
                 {"a=n", false, 0, 0, ""}};
    const felt_wager *w = test_sheet_wager(&t, "w", "5");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const felt_variant *v = test_variant_of(&t, w, cases[i].choices);
        assert_int_equal(v->needs_count, 1);
        assert_int_equal(v->needs[0].wager, 0);
        assert_int_equal(v->needs[0].on_number, cases[i].on_number);
        assert_fraction(v->most_num, v->most_den, cases[i].num, cases[i].den);
        assert_text(felt_terms_most(t.arena, v), cases[i].most);
        assert_text(felt_terms_needs(t.arena, t.sheet, v), cases[i].on_number ? "Come on the same number" : "Come");
    }
    test_sheet_free(&t);
}

/* A limit of what is won is one of the stake, by the pay: laying 2 to win 1, twice as much. */
static void limits_of_what_is_won(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"S\"\ngame craps\n" COME "wager \"W\" as w on 4, 5 or 6\n needs come, winning at most 3 times its stake\n"
                        " where side is 4: 7 rolled pays 1 to 2\n where side is 5: 7 rolled pays 2 to 3 less 5%\n"
                        " where side is 6: 7 rolled pays 5 to 6\n number rolled loses\n otherwise stays\n");
    assert_fraction(test_sheet_wager(&t, "w", "4")->variants[0].most_num, test_sheet_wager(&t, "w", "4")->variants[0].most_den, 6, 1);
    assert_fraction(test_sheet_wager(&t, "w", "5")->variants[0].most_num, test_sheet_wager(&t, "w", "5")->variants[0].most_den, 9, 2);
    assert_fraction(test_sheet_wager(&t, "w", "6")->variants[0].most_num, test_sheet_wager(&t, "w", "6")->variants[0].most_den, 18, 5);
    test_sheet_free(&t);
}

/* Which wager of the other sheet it is, the book finds out; one of this sheet is found here. */
static void base_wagers_of_other_sheets(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\n" COME "wager \"W\" as w\n"
                                   " needs craps/pass, come, example/come or craps/dont-pass, at most twice its stake\n"
                                   " 7 rolled pays 4 to 1\n otherwise loses\n");
    const felt_variant *v = &test_sheet_wager(&t, "w", "")->variants[0];
    assert_int_equal(v->needs_count, 4);
    assert_int_equal(v->needs[0].wager, FELT_WAGER_OUTSIDE);
    assert_text(v->needs[0].sheet, "craps");
    assert_text(v->needs[0].name, "pass");
    assert_int_equal(v->needs[1].wager, 0);
    assert_int_equal(v->needs[2].wager, 0);
    assert_text(v->needs[3].name, "dont-pass");
    assert_fraction(v->most_num, v->most_den, 2, 1);
    assert_text(felt_terms_needs(t.arena, t.sheet, v), "craps/pass, Come or craps/dont-pass");
    test_sheet_free(&t);
}

static void what_may_be_done_with_a_bet(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\noption a \"A\"\n x \"X\"\n y \"Y\"\n z \"Z\"\n"
                                   "wager \"W\" as w\n where a is x: may be raised, lowered, taken down or turned off\n"
                                   " where a is y: may be taken down and lowered\n"
                                   " 4 rolled pays 2 to 1\n 7 rolled loses\n otherwise stays\n"
                                   "wager \"V\" as v\n may be turned off\n 7 rolled pays 4 to 1\n otherwise loses\n");
    const felt_wager *w = test_sheet_wager(&t, "w", "");
    const felt_variant *x = test_variant_of(&t, w, "a=x"), *y = test_variant_of(&t, w, "a=y"), *z = test_variant_of(&t, w, "a=z");
    assert_int_equal(x->may, FELT_MAY_RAISE | FELT_MAY_LOWER | FELT_MAY_TAKE_DOWN | FELT_MAY_TURN_OFF);
    assert_int_equal(y->may, FELT_MAY_LOWER | FELT_MAY_TAKE_DOWN);
    assert_int_equal(z->may, 0);
    assert_text(felt_terms_may(t.arena, x), "may be raised, lowered, taken down or turned off");
    assert_text(felt_terms_may(t.arena, y), "may be lowered or taken down");
    assert_text(felt_terms_may(t.arena, z), "");
    assert_true(felt_variant_stands(x));
    assert_false(felt_variant_stands(&test_sheet_wager(&t, "v", "")->variants[0]));
    /* The choice changes no figure. */
    assert_int_equal(felt_options_matter(&(felt_selection){.count = 0}, t.sheet, w, FELT_MATTER_FIGURES), 0);
    test_sheet_free(&t);
}

/* ---- references ---- */

static void wagers_that_speak_of_wagers(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\n"
                                   "wager \"All\" as all\n any of \"Low tie\", high or own-tie wins pays 1 to 1\n otherwise loses\n"
                                   "wager \"Neither\" as neither\n not all wins pays 1 to 1\n otherwise loses\n"
                                   "wager \"Low tie\" as low\n tie of 0 to 5 pays 8 to 1\n otherwise loses\n"
                                   "wager \"High tie\" as high\n tie of 8 or more pays 8 to 1\n tie pushes\n otherwise loses\n"
                                   "wager \"Own tie\" as own-tie\n tie of 6 pays unset\n otherwise loses\n"
                                   "wager \"Sided\" as sided on player or banker\n wins with 9 pays 1 to 1\n otherwise loses\n"
                                   "wager \"Twice\" as twice on player or banker\n \"Sided\" wins and high wins pays 1 to 1\n"
                                   " otherwise sided wins pays 2 to 1\n otherwise loses\n");
    const felt_variant *all = test_sheet_wager(&t, "all", "")->variants, *neither = test_sheet_wager(&t, "neither", "")->variants;
    assert_pays(all, 6, 6, "pays 1 to 1"); /* an unset pay is a win */
    assert_pays(all, 7, 7, "loses");       /* a push is none */
    assert_pays(all, 8, 8, "pays 1 to 1");
    assert_pays(neither, 7, 7, "pays 1 to 1");
    assert_pays(neither, 9, 9, "loses");
    assert_pays(test_sheet_wager(&t, "twice", "player")->variants, 9, 1, "pays 2 to 1");
    assert_pays(test_sheet_wager(&t, "twice", "banker")->variants, 9, 1, "loses");
    assert_pays(test_sheet_wager(&t, "twice", "banker")->variants, 1, 9, "pays 2 to 1");
    test_sheet_free(&t);
}

/* ---- what is accepted ---- */

static void accepted_findings(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\n"
                        "wager \"A\" as a1\n tie pays unset\n tie of 7 pays 2 to 1\n otherwise loses\n accept pay-unset \"left out\"\n"
                        "wager \"B\" as b1\n player wins pays unset\n otherwise loses\n");
    assert_int_equal(felt_sheet_check(t.sheet, &t.diags), FELT_OK);
    assert_int_equal(t.diags.count, 3);
    assert_int_equal(t.diags.error_count, 2);
    assert_true(t.diags.list[0].accepted);
    assert_text(t.diags.list[0].reason, "left out");
    assert_text(t.diags.list[0].wager, "a1");
    assert_string_equal(t.diags.list[1].code, "row-unreachable");
    assert_false(t.diags.list[2].accepted); /* another wager's */
    assert_text(t.diags.list[2].wager, "b1");
    assert_true(t.sheet->wagers[0].variants[0].complete);
    test_sheet_free(&t);
}

/* The checks look at what the compiler kept, wherever the public part is. */
static void a_copy_of_a_sheet_is_checked(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\nwager \"A\" as a1\n tie pays unset\n otherwise loses\n");
    felt_sheet copy = *t.sheet;
    assert_int_equal(felt_sheet_check(&copy, &t.diags), FELT_OK);
    assert_int_equal(t.diags.count, 1);
    test_sheet_free(&t);
}

/* The language reference has a line for every finding, to the letter, and for no other. */
static void findings_are_listed_in_the_reference(void **state)
{
    (void)state;
    int count, listed = 0;
    const felt_finding *list = felt_findings(&count);
    FILE *file = fopen(FELT_SOURCE_DIR "/docs/language.md", "rb");
    char *text = calloc(1, 1 << 20);
    assert_non_null(file);
    assert_non_null(text);
    assert_in_range(fread(text, 1, (1 << 20) - 1, file), 1, (1 << 20) - 2);
    fclose(file);
    const char *begin = strstr(text, "\n## Findings\n"), *end = strstr(text, "\n## Cases\n");
    assert_non_null(begin);
    assert_non_null(end);
    for (const char *at = begin; (at = strstr(at, "\n| `")) != NULL && at < end; at++)
        listed++;
    assert_int_equal(listed, count);
    for (int i = 0; i < count; i++) {
        char line[512];
        snprintf(line, sizeof line, "\n| `%s` | %s | %s |\n", list[i].code, felt_severity_text(list[i].severity), list[i].meaning);
        const char *found = strstr(begin, line);
        if (found == NULL || found > end)
            fail_msg("docs/language.md does not say:%s", line);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head),
        cmocka_unit_test(short_names_of_files),
        cmocka_unit_test(long_names_of_files_are_cut),
        cmocka_unit_test(names_and_groups_of_wagers),
        cmocka_unit_test(variants_depend_on_what_is_mentioned),
        cmocka_unit_test(offered_leaves_variants_out),
        cmocka_unit_test(sides_have_options_of_their_own),
        cmocka_unit_test(needs_and_placed_by_choice),
        cmocka_unit_test(stakes_tied_to_a_base_wager),
        cmocka_unit_test(limits_of_what_is_won),
        cmocka_unit_test(base_wagers_of_other_sheets),
        cmocka_unit_test(what_may_be_done_with_a_bet),
        cmocka_unit_test(wagers_that_speak_of_wagers),
        cmocka_unit_test(accepted_findings),
        cmocka_unit_test(a_copy_of_a_sheet_is_checked),
        cmocka_unit_test(findings_are_listed_in_the_reference),
    };
    return cmocka_run_group_tests_name("sheet", tests, NULL, NULL);
}
