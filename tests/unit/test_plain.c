/* tests/unit/test_plain.c - the calls for other languages, against the library that they call. */
#include "sheets.h"

#include <felt/odds.h>
#include <felt/plain.h>
#include <felt/shoe_count.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static char *slurp(const char *path, size_t *ret_size)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(FELT_SHEET_BYTES_MAX);
    assert_non_null(file);
    assert_non_null(text);
    *ret_size = fread(text, 1, FELT_SHEET_BYTES_MAX, file);
    fclose(file);
    return text;
}

static felt_plain *table_of(const char *name)
{
    char path[512];
    size_t size;
    felt_plain *plain;
    snprintf(path, sizeof path, FELT_SOURCE_DIR "/rules/%s.felt", name);
    char *text = slurp(path, &size);
    assert_int_equal(felt_plain_open(&plain), FELT_OK);
    assert_string_equal(felt_plain_error(plain), "");
    assert_int_equal(felt_plain_add(plain, path, text, size), FELT_OK);
    free(text);
    return plain;
}

static json_t *json_of(char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    felt_plain_release(text);
    return json;
}

static void odds_are_those_of_the_sheet(void **state)
{
    (void)state;
    felt_plain *plain = table_of("baccarat");
    char *text;
    assert_int_equal(felt_plain_odds(plain, "decks=8\ntie-pay=9\n", "tie", NULL, &text), FELT_OK);
    json_t *odds = json_of(text);
    assert_int_equal(json_array_size(odds), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(odds, 0), "edge")), "63053127805/1301666217579");
    json_decref(odds);
    felt_plain_free(plain);
}

static void rows_of_many_shoes_are_counts_of_each(void **state)
{
    (void)state;
    enum { SHOES = 19 }; /* two blocks and a part of one */
    felt_plain *plain = table_of("golden-bacc");
    felt_shoe shoes[SHOES];
    int rows = felt_plain_row_count(plain, "decks=8", "super-7");
    assert_true(rows > 0);
    uint64_t *counts = calloc(SHOES * (size_t)rows, sizeof *counts);
    assert_non_null(counts);
    for (int i = 0; i < SHOES; i++) {
        shoes[i] = felt_shoe_fresh(8);
        shoes[i].cards[i % FELT_RANK_COUNT] -= i;
    }
    assert_int_equal(felt_plain_rows(plain, "decks=8", "super-7", shoes[0].cards, SHOES, counts), FELT_OK);
    for (int i = 0; i < SHOES; i++) {
        uint64_t all = 0;
        for (int r = 0; r < rows; r++)
            all += counts[i * rows + r];
        assert_int_equal(all, felt_shoe_deals(&shoes[i]));
    }
    free(counts);
    felt_plain_free(plain);
}

static void shoes_hold_their_cards(void **state)
{
    (void)state;
    enum { SHOES = 3, DECKS = 2, CARDS = 52 * DECKS };
    felt_plain *plain;
    uint8_t cards[SHOES][CARDS], last[CARDS];
    assert_int_equal(felt_plain_open(&plain), FELT_OK);
    assert_int_equal(felt_plain_shoes(plain, DECKS, 7, 5, SHOES, cards[0]), FELT_OK);
    for (int i = 0; i < SHOES; i++) {
        int found[64] = {0};
        for (int k = 0; k < CARDS; k++)
            found[cards[i][k]]++;
        for (int suit = 0; suit < 4; suit++)
            for (int rank = 1; rank <= 13; rank++)
                assert_int_equal(found[rank | suit << 4], DECKS);
    }
    assert_int_equal(felt_plain_shoes(plain, DECKS, 7, 7, 1, last), FELT_OK);
    assert_memory_equal(last, cards[2], CARDS);
    assert_int_equal(felt_plain_shoes(plain, 9, 7, 7, 1, last), FELT_ERANGE);
    felt_plain_free(plain);
}

static void bets_are_settled_and_bad_rows_named(void **state)
{
    (void)state;
    static const char rounds[] = "round,player,banker\n1,9S KD,3H 4C\n2,2S 4D,3H 2C 2D\n3,9S KD,3H 4C 2D\n";
    static const char bets[] = "round,wager,stake\n1,player,10\n1,tie,2.50\n2,player,1\n2,banker,ten\n3,player,1\n";
    felt_plain *plain = table_of("baccarat");
    char *settled, *refused;
    assert_int_equal(
        felt_plain_settle(plain, "decks=8", "floor", 2, NULL, 0, rounds, sizeof rounds - 1, bets, sizeof bets - 1, &settled, &refused),
        FELT_OK);
    assert_non_null(strstr(settled, "\"paid\":\"20.00\""));
    int lines = 0;
    for (const char *at = settled; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, 2);
    json_t *rows = json_of(refused);
    assert_int_equal(json_array_size(rows), 3); /* the bad stake, the good bet beside it, the round that was misdealt */
    assert_string_equal(json_string_value(json_object_get(json_array_get(rows, 2), "file")), "rounds");
    json_decref(rows);
    felt_plain_release(settled);
    felt_plain_free(plain);
}

static void records_come_in_their_own_words_and_any_order(void **state)
{
    (void)state;
    static const char rounds[] = "No;player;banker\n2;2S 4D;3H 2C 2D\n1;9S KD;3H 4C\n",
                      bets[] = "No;wager;Amount\n2;banker;10\n1;player;1,5\n";
    static const char map[] = "round = No\nstake = Amount\n";
    felt_plain *plain = table_of("baccarat");
    char *settled = NULL, *refused = NULL;
    felt_status status =
        felt_plain_settle(plain, "", "floor", 2, map, 1, rounds, sizeof rounds - 1, bets, sizeof bets - 1, &settled, &refused);
    assert_int_equal(status, FELT_OK);
    assert_string_equal(refused, "[]");
    const char *first = strstr(settled, "\"paid\":\"3.00\""), *second = strstr(settled, "\"paid\":\"19.50\"");
    assert_true(first != NULL && second != NULL && first < second);
    felt_plain_release(settled);
    felt_plain_release(refused);
    status = felt_plain_settle(plain, "", "floor", 2, NULL, 0, rounds, sizeof rounds - 1, bets, sizeof bets - 1, &settled, &refused);
    assert_int_equal(status, FELT_EDATA);
    assert_string_equal(felt_plain_error(plain),
                        "rounds:1: there is no column 'round'; the first row names 'No', 'player', 'banker'; --map "
                        "round=NAME says which it is");
    status = felt_plain_settle(plain, "", "floor", 2, "\nx\n", 0, rounds, sizeof rounds - 1, bets, sizeof bets - 1, &settled, &refused);
    assert_int_equal(status, FELT_EDATA);
    assert_string_equal(felt_plain_error(plain), "map:2: found 'x', expected KEY = VALUE");
    felt_plain_free(plain);
}

static void a_simulation_stands_beside_the_exact_figures(void **state)
{
    (void)state;
    felt_plain *plain = table_of("craps");
    char *text;
    assert_int_equal(felt_plain_simulate(plain, NULL, "pass", 100000, 1, 1, 0, &text), FELT_OK);
    json_t *made = json_of(text), *wagers = json_object_get(made, "wagers");
    assert_int_equal(json_array_size(wagers), 1);
    json_t *exact = json_object_get(json_array_get(wagers, 0), "exact");
    assert_string_equal(json_string_value(json_object_get(exact, "edge_fraction")), "7/495");
    json_decref(made);
    felt_plain_free(plain);
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    static const char bad[] = "sheet \"S\"\ngame craps\nwager \"W\"\n  nothing  loses\n";
    felt_plain *plain = table_of("baccarat");
    char *text;
    assert_int_equal(felt_plain_add(plain, "bad.felt", bad, sizeof bad - 1), FELT_ESHEET);
    assert_memory_equal(felt_plain_error(plain), "bad.felt:4: found 'nothing'", 27);
    assert_int_equal(felt_plain_check(plain, "bad.felt", bad, sizeof bad - 1, &text), FELT_OK);
    json_t *found = json_of(text);
    assert_string_equal(json_string_value(json_object_get(json_array_get(found, 0), "code")), "syntax");
    json_decref(found);
    assert_int_equal(felt_plain_odds(plain, "decks", NULL, NULL, &text), FELT_EDATA);
    assert_string_equal(felt_plain_error(plain), "found choice 'decks', expected option=choice");
    assert_int_equal(felt_plain_odds(plain, "deks=8", NULL, NULL, &text), FELT_ENOTFOUND);
    assert_int_equal(felt_plain_odds(plain, NULL, "tye", NULL, &text), FELT_ENOTFOUND);
    assert_int_equal(felt_plain_row_count(plain, NULL, "tye"), 0);
    assert_int_equal(felt_plain_list(plain, &text), FELT_OK); /* the bad sheet is not among them */
    json_t *sheets = json_of(text);
    assert_int_equal(json_array_size(sheets), 1);
    json_decref(sheets);
    felt_plain_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odds_are_those_of_the_sheet),
        cmocka_unit_test(rows_of_many_shoes_are_counts_of_each),
        cmocka_unit_test(shoes_hold_their_cards),
        cmocka_unit_test(bets_are_settled_and_bad_rows_named),
        cmocka_unit_test(records_come_in_their_own_words_and_any_order),
        cmocka_unit_test(a_simulation_stands_beside_the_exact_figures),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
