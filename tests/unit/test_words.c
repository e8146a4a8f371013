/* tests/unit/test_words.c - conditions in words, to the letter: every fact and its opposite, and what `and`, `or` and `not` make of them.
 * */
#include "sheets.h"

typedef struct phrase {
    const char *condition;
    const char *words;
} phrase;

static const char baccarat_head[] = "sheet \"S\"\ngame baccarat with 8 decks\n"
                                    "wager \"Bad Beat\" as bad-beat\n tie pays 1 to 1\n otherwise loses\n"
                                    "wager \"Twin\" as twin-a\n tie pays 1 to 1\n otherwise loses\n"
                                    "wager \"Twin\" as twin-b\n tie pays 1 to 1\n otherwise loses\n"
                                    "wager \"Sided\" as sided on player or banker\n own wins pays 1 to 1\n otherwise loses\n"
                                    "wager \"W\" as w on player or banker\n";
static const char craps_head[] = "sheet \"S\"\ngame craps\nwager \"W\" as w on 8\n";
static const char come_head[] = "sheet \"S\"\ngame craps\nwager \"W\" as w on 8\nplaced while a point is on with a come-out of its own\n";

/* The words of the first row of the last wager, or of the one before it for the player's side. */
static void say(const char *head, const phrase *list, size_t count, int from_last)
{
    for (size_t i = 0; i < count; i++) {
        test_text text = {0};
        test_text_add(&text, "%s%s pushes\notherwise loses\n", head, list[i].condition);
        test_sheet t = test_sheet_good(text.bytes);
        const felt_row *row = &t.sheet->wagers[t.sheet->wager_count - 1 - from_last].rows[0];
        if (!felt_text_is(row->words, list[i].words))
            fail_msg("'%s' reads '%.*s', wanted '%s'", list[i].condition, FELT_TEXT_ARGS(row->words), list[i].words);
        test_sheet_free(&t);
        test_text_free(&text);
    }
}

static const phrase baccarat_facts[] = {
    {"player wins", "the player hand wins"},
    {"not player wins", "the player hand does not win"},
    {"banker wins", "the banker hand wins"},
    {"player loses", "the banker hand wins"},
    {"either wins", "either hand wins"},
    {"not either wins", "neither hand wins"},
    {"own wins", "the player hand wins"},
    {"other wins", "the banker hand wins"},
    {"banker wins with 3-card 7", "the banker hand wins with a 3-card 7"},
    {"not banker wins with 3-card 7", "the banker hand does not win with a 3-card 7"},
    {"either wins with natural 9 over 2-card 7", "either hand wins with a natural 9 over a 2-card 7"},
    {"not either wins with any 8 over any 6", "neither hand wins with a total of 8 over a total of 6"},
    {"wins by 4", "the player hand wins by exactly 4 points"},
    {"wins by exactly 1", "the player hand wins by exactly 1 point"},
    {"wins by at least 2 with 3-card 5", "the player hand wins by at least 2 points with a 3-card 5"},
    {"wins by 2 or more", "the player hand wins by at least 2 points"},
    {"wins by 4 to 6", "the player hand wins by 4 to 6 points"},
    {"wins by 1 to 3", "the player hand wins by at most 3 points"},
    {"not wins by 9", "the player hand does not win by exactly 9 points"},
    {"wins over 3-card", "the player hand wins over a 3-card hand"},
    {"wins with any", "the player hand wins"},
    {"player has pair", "the player hand has a pair"},
    {"not player has pair", "the player hand does not have a pair"},
    {"banker has natural", "the banker hand has a natural"},
    {"either has 3-card 9", "at least one hand has a 3-card 9"},
    {"not either has 3-card 9", "neither hand has a 3-card 9"},
    {"both have 2-card 7", "both hands have a 2-card 7"},
    {"not both have 2-card 7", "the hands do not both have a 2-card 7"},
    {"only one has 3-card 9", "exactly one hand has a 3-card 9"},
    {"not only one has 3-card 9", "the number of hands that have a 3-card 9 is not exactly one"},
    {"player has 5, 6 or 7", "the player hand has a total of 5 to 7"},
    {"player has 1, 3 or 5", "the player hand has a total of 1, 3 or 5"},
    {"player has 7 or more", "the player hand has a total of 7 or more"},
    {"player has 0 to 4", "the player hand has a total of 4 or less"},
    {"player has 2-card 6 or 7", "the player hand has a 2-card total of 6 or 7"},
    {"player has 2-card 9", "the player hand has a natural 9"},
    {"player has natural 8 or 9", "the player hand has a natural"},
    {"player has 2-card", "the player hand has 2 cards"},
    {"player has pair 8", "the player hand has a pair with a total of 8"},
    {"player has any", "the player hand has any total"},
    {"tie", "the hands tie"},
    {"not tie", "the hands do not tie"},
    {"tie of 7", "the hands tie on a total of 7"},
    {"not tie of 6 or 7", "the hands do not tie on a total of 6 or 7"},
    {"natural tie", "the hands tie with a natural each"},
    {"not natural tie", "the hands do not tie with a natural each"},
    {"tie with 3-card 8 or more", "the hands tie with a 3-card total of 8 or 9 each"},
    {"both have same pair", "both hands have the same pair"},
    {"not both have same pair", "the hands do not have the same pair"},
    {"\"Bad Beat\" wins", "the wager \"Bad Beat\" wins"},
    {"not \"Bad Beat\" wins", "the wager \"Bad Beat\" does not win"},
    {"any of \"Bad Beat\", twin-a or sided wins",
     "at least one of the wagers \"Bad Beat\", \"Twin\" (twin-a) and \"Sided\" on player wins"},
    {"not any of bad-beat or twin-b wins", "none of the wagers \"Bad Beat\" and \"Twin\" (twin-b) wins"},
};

static const phrase banker_facts[] = {
    {"own wins", "the banker hand wins"},
    {"other has pair", "the player hand has a pair"},
    {"sided wins", "the wager \"Sided\" on banker wins"},
};

static const phrase craps_facts[] = {
    {"7 rolled", "any 7 is rolled"},
    {"any seven", "any 7 is rolled"},
    {"not any seven", "the roll is not a 7"},
    {"8 rolled", "an 8 is rolled"},
    {"number rolled", "an 8 is rolled"},
    {"not 11 rolled", "the roll is not an 11"},
    {"2, 3 or 12 rolled", "a 2, 3 or 12 is rolled"},
    {"4 to 6 rolled", "a 4, 5 or 6 is rolled"},
    {"hard 8 rolled", "a hard 8 is rolled"},
    {"hard number rolled", "a hard 8 is rolled"},
    {"4-4 rolled", "a hard 8 is rolled"},
    {"easy number rolled", "an easy 8 is rolled"},
    {"not easy 6 or 8 rolled", "the roll is not an easy 6 or 8"},
    {"5-3 rolled", "a 3-5 is rolled"},
    {"not 3-5 rolled", "the roll is not a 3-5"},
    {"doubles rolled", "a double is rolled"},
    {"not doubles rolled", "the roll is not a double"},
    {"8 rolled at least 6 times", "an 8 has been rolled at least 6 times"},
    {"not 8 rolled at least 6 times", "an 8 has been rolled fewer than 6 times"},
    {"8 rolled 3 times", "an 8 has been rolled at least 3 times"},
    {"number rolled at least once", "an 8 has been rolled at least once"},
    {"not 3 rolled at least once", "no 3 has been rolled"},
    {"hard 4 rolled exactly twice", "a hard 4 has been rolled exactly twice"},
    {"not hard 4 rolled exactly twice", "a hard 4 has not been rolled exactly twice"},
    {"doubles rolled at most 3 times", "a double has been rolled at most 3 times"},
    {"not doubles rolled at most 3 times", "a double has been rolled more than 3 times"},
    {"9 rolled 2 to 5 times", "a 9 has been rolled 2 to 5 times"},
    {"not 9 rolled 2 to 5 times", "a 9 has not been rolled 2 to 5 times"},
    {"9 rolled exactly 0 times", "no 9 has been rolled"},
    {"not 9 rolled exactly 0 times", "a 9 has been rolled at least once"},
    {"2, 3, 11 or 12 rolled at least 7 times", "a 2, 3, 11 or 12 has been rolled at least 7 times in all"},
    {"2, 3 and 4 all rolled", "2, 3 and 4 have all been rolled"},
    {"not 2, 3 and 4 all rolled", "2, 3 and 4 have not all been rolled"},
    {"number all rolled", "an 8 has been rolled"},
    {"not number all rolled", "no 8 has been rolled"},
    {"seven-out", "the shooter sevens out"},
    {"not seven-out", "the shooter does not seven out"},
    {"point set", "a point is set"},
    {"not point set", "no point is set"},
    {"point made", "the point is made"},
    {"not point made", "the point is not made"},
    {"line wins", "the pass line wins"},
    {"not line wins", "the pass line does not win"},
    {"come-out craps", "a 2, 3 or 12 is rolled on the come-out"},
    {"not come-out craps", "no 2, 3 or 12 is rolled on the come-out"},
    {"on the come-out", "the roll is a come-out roll"},
    {"not on the come-out", "a point is on"},
    {"on a point", "a point is on"},
    {"not on a point", "the roll is a come-out roll"},
    {"point is 4", "the point is 4"},
    {"not point is number", "8 is not the point"},
    {"point is 4 or 10", "the point is 4 or 10"},
    {"not point is 4 or 10", "neither 4 nor 10 is the point"},
    {"not point is 4, 5 or 6", "none of 4, 5 and 6 is the point"},
    {"exactly 3 points made", "exactly 3 points have been made"},
    {"not exactly 3 points made", "the number of points made is not 3"},
    {"exactly 1 point made", "exactly 1 point has been made"},
    {"at least 3 points made", "at least 3 points have been made"},
    {"not at least 3 points made", "fewer than 3 points have been made"},
    {"not at least 1 point made", "no point has been made"},
    {"2 or fewer points made", "at most 2 points have been made"},
    {"not 2 or fewer points made", "more than 2 points have been made"},
    {"no points made", "no point has been made"},
    {"not no points made", "at least 1 point has been made"},
    {"3 to 5 points made", "3 to 5 points have been made"},
    {"not 3 to 5 points made", "the number of points made is not from 3 to 5"},
    {"exactly 3 line wins", "exactly 3 pass line wins have occurred"},
    {"not exactly 3 line wins", "the number of pass line wins is not 3"},
    {"no line wins", "no pass line win has occurred"},
    {"not at least 11 line wins", "fewer than 11 pass line wins have occurred"},
};

static const phrase come_facts[] = {
    {"line wins", "the wager's own line wins"},
    {"not line wins", "the wager's own line does not win"},
    {"seven-out", "a 7 is rolled while the wager's own point is on"},
    {"not seven-out", "no 7 is rolled while the wager's own point is on"},
    {"come-out craps", "a 2, 3 or 12 is rolled on the wager's own come-out"},
    {"12 rolled on the come-out", "a 12 is rolled on the wager's own come-out"},
    {"on the come-out", "the roll is the wager's own come-out roll"},
    {"on a point", "the wager's own point is on"},
    {"point set", "the wager's own point is set"},
    {"not point set", "the wager's own point is not set"},
    {"point made", "the wager's own point is made"},
    {"point is number", "the wager's own point is 8"},
    {"not point is 4 or 10", "neither 4 nor 10 is the wager's own point"},
    {"exactly 2 points made", "exactly 2 points of the wager's own have been made"},
    {"not exactly 2 points made", "the number of points of the wager's own made is not 2"},
    {"at least 1 line win", "at least 1 win of the wager's own line has occurred"},
    {"seven-out after exactly 2 points made",
     "a 7 is rolled while the wager's own point is on and exactly 2 points of the wager's own have been made"},
};

static void facts(void **state)
{
    (void)state;
    say(baccarat_head, baccarat_facts, sizeof baccarat_facts / sizeof *baccarat_facts, 1);
    say(baccarat_head, banker_facts, sizeof banker_facts / sizeof *banker_facts, 0);
    say(craps_head, craps_facts, sizeof craps_facts / sizeof *craps_facts, 0);
    say(come_head, come_facts, sizeof come_facts / sizeof *come_facts, 0);
}

/* The puck is put to what is rolled; what came before to a seven-out. */
static const phrase put_together[] = {
    {"7 or 11 rolled on the come-out", "a 7 or 11 is rolled on the come-out"},
    {"9 rolled on a point", "a 9 is rolled while a point is on"},
    {"not on a point and hard 6 rolled", "a hard 6 is rolled on the come-out"},
    {"on the come-out and not hard 6 rolled", "the roll is a come-out roll and the roll is not a hard 6"},
    {"not (on a point and hard 6 rolled)", "the roll is a come-out roll or the roll is not a hard 6"},
    {"seven-out and point is 4 or 10", "the shooter sevens out while the point is 4 or 10"},
    {"seven-out and not point is 4 or 10", "the shooter sevens out while neither 4 nor 10 is the point"},
    {"seven-out after exactly 3 points made", "the shooter sevens out after making exactly 3 points"},
    {"seven-out after 10 or more points made", "the shooter sevens out after making at least 10 points"},
    {"seven-out after no points made", "the shooter sevens out after making no point"},
    {"seven-out and not at least 3 points made", "the shooter sevens out after making fewer than 3 points"},
    {"seven-out and not exactly 3 points made", "the shooter sevens out and the number of points made is not 3"},
    {"seven-out after exactly 1 line win", "the shooter sevens out after exactly 1 pass line win"},
    {"seven-out after exactly 3 points made and point is 4", "the shooter sevens out after making exactly 3 points and the point is 4"},
    {"seven-out after exactly 3 points made and at least 4 line wins",
     "the shooter sevens out after making exactly 3 points and at least 4 pass line wins have occurred"},
    {"point made and exactly 3 points made", "the point is made and exactly 3 points have been made"}, /* this roll is the third */
    {"2 or 3 rolled on the come-out or seven-out", "a 2 or 3 is rolled on the come-out, or the shooter sevens out"},
    {"hard 8 rolled or 3-5 rolled on a point", "a 3-5 is rolled while a point is on, or a hard 8 is rolled"},
    {"seven-out or come-out craps or 12 rolled", "a 2, 3 or 12 is rolled on the come-out, the shooter sevens out, or a 12 is rolled"},
    {"no points made and (5 rolled or 6 rolled on a point)",
     "no point has been made and either a 6 is rolled while a point is on, or a 5 is rolled"},
};

static const phrase groups[] = {
    {"5 rolled or 6 rolled or seven-out", "a 5 is rolled, a 6 is rolled or the shooter sevens out"},
    {"2 rolled at least twice and not 3 rolled at least once", "a 2 has been rolled at least twice and no 3 has been rolled"},
    {"no points made and no line wins and 3 rolled at least once",
     "no point has been made, no pass line win has occurred and a 3 has been rolled at least once"},
    {"(5 rolled or 6 rolled) and exactly 1 point made", "exactly 1 point has been made and either a 5 is rolled or a 6 is rolled"},
    {"5 rolled and exactly 1 point made or seven-out",
     "either both a 5 is rolled and exactly 1 point has been made, or the shooter sevens out"},
    {"seven-out or 5 rolled and exactly 1 point made",
     "either the shooter sevens out, or both a 5 is rolled and exactly 1 point has been made"},
    {"(5 rolled or 6 rolled) and (no points made or no line wins)",
     "either a 5 is rolled or a 6 is rolled, and either no point has been made or no pass line win has occurred"},
    {"no line wins and 4 rolled at least once and (5 rolled or 6 rolled)",
     "no pass line win has occurred, a 4 has been rolled at least once, and either a 5 is rolled or a 6 is rolled"},
    {"5 rolled and no points made and no line wins or seven-out",
     "either (a 5 is rolled, no point has been made and no pass line win has occurred), or the shooter sevens out"},
    {"(5 rolled and no points made or seven-out) and 4 rolled at least once",
     "a 4 has been rolled at least once and (either both a 5 is rolled and no point has been made, or the shooter sevens out)"},
    {"seven-out or no points made and (5 rolled or 6 rolled)",
     "either the shooter sevens out, or (no point has been made and either a 5 is rolled or a 6 is rolled)"},
    {"not (5 rolled or 6 rolled)", "the roll is not a 5 and the roll is not a 6"},
    {"not (5 rolled and no points made)", "the roll is not a 5 or at least 1 point has been made"},
    {"not not (5 rolled or not not 6 rolled)", "a 5 is rolled or a 6 is rolled"},
    {"not ((5 rolled or 6 rolled) and seven-out)",
     "either both the roll is not a 5 and the roll is not a 6, or the shooter does not seven out"},
    {"((5 rolled or 6 rolled))", "a 5 is rolled or a 6 is rolled"},
    {"(5 rolled or (6 rolled or 8 rolled))", "a 5 is rolled, a 6 is rolled or an 8 is rolled"},
};

static const phrase hands[] = {
    {"player wins and banker has pair", "the player hand wins and the banker hand has a pair"},
    {"not (player has pair or banker has pair)", "the player hand does not have a pair and the banker hand does not have a pair"},
    {"tie and either has pair or own wins with 3-card 9 over 3-card",
     "either both the hands tie and at least one hand has a pair, or the player hand wins with a 3-card 9 over a 3-card hand"},
};

static void and_or_not(void **state)
{
    (void)state;
    say(craps_head, put_together, sizeof put_together / sizeof *put_together, 0);
    say(craps_head, groups, sizeof groups / sizeof *groups, 0);
    say(baccarat_head, hands, sizeof hands / sizeof *hands, 1);
}

static void otherwise_has_no_words_of_its_own(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\n6 rolled pays 1 to 1\notherwise 8 rolled pushes\n"
                                   "otherwise loses\n");
    const felt_row *rows = t.sheet->wagers[0].rows;
    assert_false(rows[0].gives_way);
    assert_true(rows[1].gives_way && !rows[1].otherwise && felt_text_is(rows[1].words, "an 8 is rolled"));
    assert_true(rows[2].gives_way && rows[2].otherwise && rows[2].words.length == 0);
    test_sheet_free(&t);
}

/* The side is the wager's own; the choices are in the order of their option. */
static void choices_without_the_side(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\noption vig \"v\"\n on-win \"1\"\n always \"2\"\n never \"3\"\n"
                                   "option house \"h\"\n here \"1\"\n there \"2\"\nwager \"W\" as w on 4 or 6\n"
                                   "where side is 4: 2 rolled pushes\n"
                                   "where side is 4 and vig is on-win: 3 rolled pushes\n"
                                   "where vig is never or on-win and side is not 6 and house is not there: 5 rolled pushes\n"
                                   "where vig is not on-win or never: 6 rolled pushes\n"
                                   "where vig is always, never or on-win: 8 rolled pushes\notherwise loses\n");
    static const char *const wanted[] = {"",
                                         "vig is on-win",
                                         "vig is on-win or never and house is not there",
                                         "vig is not on-win or never",
                                         "vig is on-win, always or never",
                                         ""};
    for (int i = 0; i < 6; i++)
        if (!felt_text_is(t.sheet->wagers[0].rows[i].where_chosen, wanted[i]))
            fail_msg("row %d: '%.*s'", i, FELT_TEXT_ARGS(t.sheet->wagers[0].rows[i].where_chosen));
    test_sheet_free(&t);
}

/* A row as deep and as long as the language allows. */
static void the_longest_conditions(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, "%s", craps_head);
    for (int i = 0; i < FELT_NESTING_MAX; i++)
        test_text_add(&text, "(2 rolled %s ", i % 2 == 0 ? "and" : "or");
    test_text_add(&text, "3 rolled");
    for (int i = 0; i < FELT_NESTING_MAX; i++)
        test_text_add(&text, ")");
    test_text_add(&text, " pushes\n2 rolled");
    for (int i = 0; i < 80; i++)
        test_text_add(&text, " or %d rolled", 2 + i % 11);
    test_text_add(&text, " pushes\notherwise loses\n");
    test_sheet t = test_sheet_good(text.bytes);
    const felt_row *rows = t.sheet->wagers[0].rows;
    assert_int_equal(rows[0].words.length, strlen(rows[0].words.bytes));
    assert_int_equal(rows[1].words.length, strlen(rows[1].words.bytes));
    assert_true(rows[1].words.length > 80 * strlen("a 2 is rolled, "));
    test_sheet_free(&t);
    test_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts),
        cmocka_unit_test(and_or_not),
        cmocka_unit_test(otherwise_has_no_words_of_its_own),
        cmocka_unit_test(choices_without_the_side),
        cmocka_unit_test(the_longest_conditions),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
