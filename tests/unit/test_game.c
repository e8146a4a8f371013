/* tests/unit/test_game.c - the procedures of baccarat and craps, against the tables that the documents print, written out. */
#include <felt/baccarat.h>
#include <felt/craps.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- Golden Frog Baccarat, Table 1 ---- */

/* The player, by total: draws or stands when there is no natural. */
static void player_draws_by_table_1(void **state)
{
    (void)state;
    static const char table[] = "DDDDDDSS";
    for (int player = 0; player <= 9; player++)
        for (int banker = 0; banker <= 9; banker++) {
            bool natural = player >= 8 || banker >= 8;
            assert_int_equal(felt_player_draws(player, banker), !natural && table[player] == 'D');
        }
}

/* The banker, a line for each total from 0 to 7, a column for each value of the player's third card from 0 to 9. */
static void banker_draws_by_table_1(void **state)
{
    (void)state;
    static const char *const table[] = {"DDDDDDDDDD", "DDDDDDDDDD", "DDDDDDDDDD", "DDDDDDDDSD",
                                        "SSDDDDDDSS", "SSSSDDDDSS", "SSSSSSDDSS", "SSSSSSSSSS"};
    for (int player = 0; player <= 5; player++)
        for (int banker = 0; banker <= 7; banker++)
            for (int third = 0; third <= 9; third++)
                assert_int_equal(felt_banker_draws(player, banker, third), table[banker][third] == 'D');
}

static void banker_draws_when_the_player_stands(void **state)
{
    (void)state;
    static const char table[] = "DDDDDDSS";
    for (int player = 6; player <= 7; player++)
        for (int banker = 0; banker <= 7; banker++)
            assert_int_equal(felt_banker_draws(player, banker, -1), table[banker] == 'D');
}

static void nobody_draws_against_a_natural(void **state)
{
    (void)state;
    for (int player = 0; player <= 9; player++)
        for (int banker = 0; banker <= 9; banker++)
            if (player >= 8 || banker >= 8) {
                assert_false(felt_player_draws(player, banker));
                assert_false(felt_banker_draws(player, banker, -1));
            }
}

/* ---- cards and hands ---- */

static void cards_read_and_written(void **state)
{
    (void)state;
    felt_card card;
    char text[4];
    for (int rank = 1; rank <= 13; rank++)
        for (int suit = 0; suit < 4; suit++) {
            felt_card_write((felt_card){(uint8_t)rank, (uint8_t)suit}, text);
            assert_true(felt_card_read(felt_text_from(text), &card));
            assert_int_equal(card.rank, rank);
            assert_int_equal(card.suit, suit);
        }
    assert_true(felt_card_read(felt_text_from("th"), &card));
    assert_int_equal(card.rank, 10);
    assert_int_equal(card.suit, 1);
    static const char *const wrong[] = {"", "S", "1S", "0S", "11S", "10", "9X", "AAS", "10SS", "9S "};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(felt_card_read(felt_text_from(wrong[i]), &card));
}

static felt_round round_of(const char *player, const char *banker)
{
    felt_round round = {.player_cards = 0};
    char word[4];
    int used;
    for (; sscanf(player, " %3s%n", word, &used) == 1; player += used)
        assert_true(felt_card_read(felt_text_from(word), &round.player[round.player_cards++]));
    for (; sscanf(banker, " %3s%n", word, &used) == 1; banker += used)
        assert_true(felt_card_read(felt_text_from(word), &round.banker[round.banker_cards++]));
    return round;
}

static void hands_of_a_round(void **state)
{
    (void)state;
    static const struct {
        const char *player, *banker;
        felt_hands hands;
    } rounds[] = {
        {"9S KH", "8C KD", {9, 8, 2, 2, FELT_PAIRS_NONE}},
        {"KS QH", "9C 10D", {0, 9, 2, 2, FELT_PAIRS_NONE}}, /* a king and a queen are no pair */
        {"KS KH 5D", "6C 6D 3S", {5, 5, 3, 3, FELT_PAIRS_BOTH}},
        {"4S 4H", "AC 5D", {8, 6, 2, 2, FELT_PAIRS_PLAYER}},
        {"AS 5H", "3C 3D", {6, 6, 2, 2, FELT_PAIRS_BANKER}},
        {"3S 3H", "3C 3D", {6, 6, 2, 2, FELT_PAIRS_SAME}},
        {"2S 3H 3D", "JC 7D", {8, 7, 3, 2, FELT_PAIRS_NONE}}, /* the third card makes no pair */
    };
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        felt_round round = round_of(rounds[i].player, rounds[i].banker);
        assert_int_equal(felt_outcome_index(felt_round_hands(&round)), felt_outcome_index(rounds[i].hands));
    }
}

static void rounds_that_were_not_dealt_by_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *player, *banker, *why;
        int decks;
    } rounds[] = {
        {"2S 3H", "KC 7D", "the player hand must draw a third card on 5", 8},
        {"2S 4H 5D", "KC 7D", "the player hand must not draw the third card 5D on 6", 8},
        {"9S KH AD", "KC 7D", "the player hand must not draw the third card AD on 9, a natural", 8},
        {"2S 3H AD", "KC 9D", "the player hand must not draw the third card AD on 5 against a natural", 8},
        {"2S 4H", "KC 5D", "the banker hand must draw a third card on 5 when the player stands", 8},
        {"2S 4H", "KC 6D 2H", "the banker hand must not draw the third card 2H on 6 when the player stands", 8},
        {"2S 3H 8D", "KC 3D AC", "the banker hand must not draw the third card AC on 3 when the player's third card counts 8", 8},
        {"2S 3H 7D", "KC 6D", "the banker hand must draw a third card on 6 when the player's third card counts 7", 8},
        {"9S KH", "KC 5D AC", "the banker hand must not draw the third card AC on 5 against a natural", 8},
        {"2S 4H", "KC 8D AC", "the banker hand must not draw the third card AC on 8, a natural", 8},
        {"9S 9S", "KC KD", "9S comes 2 times, but there are only 1 of it in 1 deck", 1},
        {"3S 3S", "3S KD 2C", "3S comes 3 times, but there are only 2 of it in 2 decks", 2},
    };
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        felt_error error;
        felt_round round = round_of(rounds[i].player, rounds[i].banker);
        assert_int_equal(felt_round_verify(&round, rounds[i].decks, &error), FELT_EDATA);
        assert_string_equal(error.message, rounds[i].why);
        assert_int_equal(error.item, -1);
        assert_int_equal(felt_round_verify(&round, rounds[i].decks, NULL), FELT_EDATA);
    }
}

static void refuses(felt_round round, int decks, felt_status status, const char *why)
{
    felt_error error;
    assert_int_equal(felt_round_verify(&round, decks, &error), status);
    assert_string_equal(error.message, why);
    felt_dealt dealt = felt_round_dealt(&round);
    int event = -77;
    assert_int_equal(felt_game_baccarat.classify(&dealt, decks, &event, NULL), status);
    assert_int_equal(event, -77);
}

/* A round that comes from outside may hold anything. */
static void cards_that_are_none(void **state)
{
    (void)state;
    const felt_round good = round_of("2S 3H 8D", "KC 3D");
    felt_round round = good;
    round.player[2].rank = 25;
    refuses(round, 8, FELT_EDATA, "card 3 of the player hand has rank 25 and suit 2, expected 1 to 13 and 0 to 3");
    round = good;
    round.banker[0].suit = 250;
    refuses(round, 8, FELT_EDATA, "card 1 of the banker hand has rank 13 and suit 250, expected 1 to 13 and 0 to 3");
    round = good;
    round.banker[1].rank = 0;
    refuses(round, 8, FELT_EDATA, "card 2 of the banker hand has rank 0 and suit 2, expected 1 to 13 and 0 to 3");
    round.banker_cards = 1;
    refuses(round, 8, FELT_EDATA, "found 1 card in the banker hand, expected 2 or 3");
    round.player_cards = 4000;
    refuses(round, 8, FELT_EDATA, "found 4000 cards in the player hand, expected 2 or 3");
    round = good;
    round.banker_cards = 258;
    refuses(round, 8, FELT_EDATA, "found 258 cards in the banker hand, expected 2 or 3");
    round.banker_cards = -254;
    refuses(round, 8, FELT_EDATA, "found -254 cards in the banker hand, expected 2 or 3");
    refuses(good, 0, FELT_ERANGE, "found 0 decks, expected 1 to 8");
    refuses(good, 9, FELT_ERANGE, "found 9 decks, expected 1 to 8");
    char text[4];
    felt_card_write((felt_card){25, 250}, text);
    assert_string_equal(text, "??");
}

static void rounds_that_were(void **state)
{
    (void)state;
    static const char *const rounds[][2] = {{"2S 4D", "3H 2C 2D"}, {"9S 9H", "KC KD"}, {"2S 3H 8D", "KC 3D"}, {"KS KH KD", "AC AD AH"}};
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        felt_round round = round_of(rounds[i][0], rounds[i][1]);
        assert_int_equal(felt_round_verify(&round, 1, NULL), FELT_OK);
    }
}

/* ---- outcomes ---- */

/* All deals of four to six cards by rank, in the plainest way; marks the outcomes that occur. */
static void mark_outcomes(int decks, bool *occurs)
{
    int left[14];
    for (int rank = 1; rank <= 13; rank++)
        left[rank] = 4 * decks;
    felt_round r = {.player_cards = 2, .banker_cards = 2};
    for (int a = 1; a <= 13; a++)
        for (int b = a; b <= 13; b++)
            for (int c = 1; c <= 13; c++)
                for (int d = c; d <= 13; d++) {
                    int used[14] = {0};
                    used[a]++, used[b]++, used[c]++, used[d]++;
                    if (used[a] > left[a] || used[b] > left[b] || used[c] > left[c] || used[d] > left[d])
                        continue;
                    r.player[0].rank = (uint8_t)a, r.player[1].rank = (uint8_t)b, r.banker[0].rank = (uint8_t)c,
                    r.banker[1].rank = (uint8_t)d;
                    int p = (felt_rank_value(a) + felt_rank_value(b)) % 10, k = (felt_rank_value(c) + felt_rank_value(d)) % 10;
                    bool natural = p > 7 || k > 7, player = !natural && p < 6;
                    for (int e = 1; e <= (player ? 13 : 1); e++) {
                        if (player && used[e] == left[e])
                            continue;
                        used[e] += player;
                        r.player_cards = player ? 3 : 2;
                        r.player[2].rank = (uint8_t)e;
                        bool banker = felt_banker_draws(p, k, player ? felt_rank_value(e) : -1);
                        for (int f = 1; f <= (banker ? 13 : 1); f++) {
                            if (banker && used[f] == left[f])
                                continue;
                            r.banker_cards = banker ? 3 : 2;
                            r.banker[2].rank = (uint8_t)f;
                            occurs[felt_outcome_index(felt_round_hands(&r))] = true;
                        }
                        used[e] -= player;
                    }
                }
}

/* felt/baccarat.h, and src/sheet/compile.c relies on it: the outcomes that can be dealt are the same for any number of decks. */
static void the_same_779_outcomes_from_1_to_8_decks(void **state)
{
    (void)state;
    bool plain[FELT_OUTCOME_COUNT] = {false};
    felt_outcome_examples *examples = malloc(sizeof *examples);
    assert_non_null(examples);
    mark_outcomes(1, plain);
    for (int decks = 1; decks <= FELT_DECKS_MAX; decks++) {
        int count = 0;
        felt_outcome_enumerate(decks, examples);
        for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
            bool occurs = examples->round[i].player_cards != 0;
            count += occurs;
            assert_int_equal(occurs, plain[i]);
        }
        assert_int_equal(count, 779);
    }
    free(examples);
}

static void every_example_is_dealt_by_the_rules_and_ends_so(void **state)
{
    (void)state;
    felt_outcome_examples *examples = malloc(sizeof *examples);
    assert_non_null(examples);
    for (int decks = 1; decks <= FELT_DECKS_MAX; decks += 7) {
        felt_outcome_enumerate(decks, examples);
        for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
            const felt_round *round = &examples->round[i];
            if (round->player_cards == 0)
                continue;
            assert_int_equal(felt_round_verify(round, decks, NULL), FELT_OK);
            assert_int_equal(felt_outcome_index(felt_round_hands(round)), i);
        }
    }
    free(examples);
}

static void outcome_numbers_and_hands_agree(void **state)
{
    (void)state;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        assert_int_equal(felt_outcome_index(felt_outcome_hands(i)), i);
}

/* ---- craps ---- */

static void rolls(void **state)
{
    (void)state;
    int ways[13] = {0}, ways_of_all = 0, next = 0;
    for (int low = 1; low <= 6; low++)
        for (int high = low; high <= 6; high++, next++) {
            assert_int_equal(felt_roll_index(low, high), next);
            assert_int_equal(felt_roll_index(high, low), next);
            assert_int_equal(felt_roll_low(next), low);
            assert_int_equal(felt_roll_high(next), high);
            assert_int_equal(felt_roll_total(next), low + high);
            assert_int_equal(felt_roll_is_double(next), low == high);
            ways[low + high] += felt_roll_ways(next);
            ways_of_all += felt_roll_ways(next);
        }
    assert_int_equal(next, FELT_ROLL_COUNT);
    assert_int_equal(ways_of_all, FELT_ROLL_WAYS);
    static const int expected[13] = {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};
    for (int total = 2; total <= 12; total++)
        assert_int_equal(ways[total], expected[total]);
    static const int faces[] = {INT_MIN, -1, 0, 7, 66, INT_MAX};
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
        assert_int_equal(felt_roll_index(faces[i], 3), -1);
        assert_int_equal(felt_roll_index(3, faces[i]), -1);
    }
}

static void the_puck(void **state)
{
    (void)state;
    static const int points[] = {0, 4, 5, 6, 8, 9, 10};
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        assert_int_equal(felt_puck_point((felt_puck)puck), points[puck]);
        assert_int_equal(felt_puck_on(points[puck]), puck);
        for (int total = 2; total <= 12; total++) {
            bool is_point = total == 4 || total == 5 || total == 6 || total == 8 || total == 9 || total == 10;
            felt_puck after = felt_puck_after((felt_puck)puck, total);
            if (puck == FELT_PUCK_OFF)
                assert_int_equal(felt_puck_point(after), is_point ? total : 0);
            else
                assert_int_equal(after, total == 7 || total == points[puck] ? FELT_PUCK_OFF : puck);
        }
    }
    assert_int_equal(felt_puck_on(7), FELT_PUCK_OFF);
    assert_int_equal(felt_puck_on(12), FELT_PUCK_OFF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(player_draws_by_table_1),
        cmocka_unit_test(banker_draws_by_table_1),
        cmocka_unit_test(banker_draws_when_the_player_stands),
        cmocka_unit_test(nobody_draws_against_a_natural),
        cmocka_unit_test(cards_read_and_written),
        cmocka_unit_test(hands_of_a_round),
        cmocka_unit_test(rounds_that_were_not_dealt_by_the_rules),
        cmocka_unit_test(cards_that_are_none),
        cmocka_unit_test(rounds_that_were),
        cmocka_unit_test(the_same_779_outcomes_from_1_to_8_decks),
        cmocka_unit_test(every_example_is_dealt_by_the_rules_and_ends_so),
        cmocka_unit_test(outcome_numbers_and_hands_agree),
        cmocka_unit_test(rolls),
        cmocka_unit_test(the_puck),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
