/* tests/unit/test_dealing.c - shoes in play: shuffle, burn, cut card, last round; dice; chi-square of what is dealt at the 99 % level. */
#include <felt/craps.h>
#include <felt/dealing.h>
#include <felt/shoe.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const uint8_t seed[FELT_RANDOM_SEED_BYTES] = "a seed revealed after the shoe";

static felt_dealing shuffled_by(felt_dealing_rules rules, uint64_t number, int decks, int behind)
{
    felt_random random;
    felt_dealing shoe;
    felt_random_live(&random, seed, number);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, decks, behind, rules), FELT_OK);
    return shoe;
}

static felt_dealing shuffled(uint64_t number, int decks, int behind)
{
    return shuffled_by((felt_dealing_rules){0}, number, decks, behind);
}

/* ---- the shoe ---- */

static void a_shoe_holds_every_card_of_its_decks(void **state)
{
    (void)state;
    for (int decks = 1; decks <= FELT_DECKS_MAX; decks++) {
        felt_dealing shoe = shuffled((uint64_t)decks, decks, FELT_CUT_MIN);
        int seen[FELT_RANK_COUNT + 1][4] = {{0}};
        assert_int_equal(shoe.count, 52 * decks);
        for (int i = 0; i < shoe.count; i++)
            seen[shoe.cards[i].rank][shoe.cards[i].suit]++;
        for (int rank = 1; rank <= FELT_RANK_COUNT; rank++)
            for (int suit = 0; suit < 4; suit++)
                assert_int_equal(seen[rank][suit], decks);
    }
}

static void a_shoe_is_derived_again_from_seed_and_number(void **state)
{
    (void)state;
    felt_dealing first = shuffled(12, 8, 14), again = shuffled(12, 8, 14), other = shuffled(13, 8, 14);
    assert_memory_equal(first.cards, again.cards, sizeof first.cards);
    assert_memory_not_equal(first.cards, other.cards, sizeof first.cards);
    felt_dealing_burn(&first);
    felt_dealing_burn(&again);
    while (felt_dealing_goes_on(&first)) {
        felt_round a = felt_dealing_round(&first), b = felt_dealing_round(&again);
        assert_int_equal(felt_outcome_index(felt_round_hands(&a)), felt_outcome_index(felt_round_hands(&b)));
    }
    assert_false(felt_dealing_goes_on(&again));
}

static void decks_and_cut_have_limits(void **state)
{
    felt_random random;
    felt_dealing shoe;
    (void)state;
    felt_random_counter(&random, 1, 1);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 0, 14, (felt_dealing_rules){0}), FELT_ERANGE);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 9, 14, (felt_dealing_rules){0}), FELT_ERANGE);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 8, FELT_CUT_MIN - 1, (felt_dealing_rules){0}), FELT_ERANGE);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 8, FELT_CUT_MIN, (felt_dealing_rules){0}), FELT_OK);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 1, felt_cut_max(1), (felt_dealing_rules){0}), FELT_OK);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 1, felt_cut_max(1) + 1, (felt_dealing_rules){0}), FELT_ERANGE);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 8, 14, (felt_dealing_rules){.cut = FELT_CUT_RULE_COUNT}), FELT_ERANGE);
    assert_int_equal(felt_dealing_shuffle(&shoe, &random, 8, 14, (felt_dealing_rules){.burn = FELT_BURN_RULE_COUNT}), FELT_ERANGE);
}

/* ---- names ---- */

static void every_rule_has_a_name_and_words(void **state)
{
    static const char *const cuts[FELT_CUT_RULE_COUNT] = {"one-more", "always-one-more", "last-round"};
    static const char *const burns[FELT_BURN_RULE_COUNT] = {"value", "one", "none"};
    felt_cut_rule cut;
    felt_burn_rule burn;
    (void)state;
    for (int i = 0; i < FELT_CUT_RULE_COUNT; i++) {
        assert_string_equal(felt_cut_rule_text((felt_cut_rule)i), cuts[i]);
        assert_int_equal(felt_cut_rule_find(felt_text_from(cuts[i]), &cut), FELT_OK);
        assert_int_equal(cut, i);
        assert_true(strlen(felt_cut_rule_words(cut)) > 20);
    }
    for (int i = 0; i < FELT_BURN_RULE_COUNT; i++) {
        assert_string_equal(felt_burn_rule_text((felt_burn_rule)i), burns[i]);
        assert_int_equal(felt_burn_rule_find(felt_text_from(burns[i]), &burn), FELT_OK);
        assert_int_equal(burn, i);
        assert_true(strlen(felt_burn_rule_words(burn)) > 10);
    }
    assert_int_equal(felt_cut_rule_find(felt_text_from("one"), &cut), FELT_ENOTFOUND);
    assert_int_equal(felt_burn_rule_find(felt_text_from(""), &burn), FELT_ENOTFOUND);
    assert_string_equal(felt_cut_rule_text(FELT_CUT_RULE_COUNT), "unknown");
    assert_string_equal(felt_burn_rule_words(FELT_BURN_RULE_COUNT), "unknown");
}

/* ---- the burn ---- */

static void the_burn_follows_the_card_shown(void **state)
{
    static const int burnt[FELT_RANK_COUNT + 1] = {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 11};
    (void)state;
    for (uint8_t rank = 1; rank <= FELT_RANK_COUNT; rank++) {
        felt_dealing shoe = shuffled(1, 8, 14);
        shoe.cards[0] = (felt_card){.rank = rank};
        assert_int_equal(felt_dealing_burn(&shoe).rank, rank);
        assert_int_equal(shoe.burned, burnt[rank]);
        assert_int_equal(shoe.next, burnt[rank]);
    }
}

/* One card, face down, or none: nothing is shown, and what is burnt nobody has seen. */
static void other_burns_show_nothing(void **state)
{
    static const felt_burn_rule rules[] = {FELT_BURN_ONE, FELT_BURN_NONE};
    (void)state;
    for (int i = 0; i < 2; i++) {
        felt_dealing shoe = shuffled_by((felt_dealing_rules){.burn = rules[i]}, 1, 8, 14);
        assert_int_equal(felt_dealing_burn(&shoe).rank, 0);
        assert_int_equal(shoe.burned, 1 - i);
        assert_int_equal(shoe.next, 1 - i);
        felt_shoe unseen = felt_shoe_unseen(&shoe), left = felt_shoe_of_dealing(&shoe);
        assert_int_equal(felt_shoe_size(&unseen), 416);
        assert_int_equal(felt_shoe_size(&left), 415 + i);
    }
}

/* ---- the cut card ---- */

/* A shoe of kings, nines and eights in which every round is a natural of four cards: king and nine against king and eight. */
static int four_card_rounds(felt_cut_rule rule, int behind)
{
    static const uint8_t ranks[4] = {13, 13, 9, 8};
    felt_dealing shoe = shuffled_by((felt_dealing_rules){.cut = rule}, 1, 2, behind);
    int rounds = 0;
    for (int i = 0; i < shoe.count; i++)
        shoe.cards[i].rank = ranks[i % 4];
    for (; felt_dealing_goes_on(&shoe); rounds++)
        felt_dealing_round(&shoe);
    assert_int_equal(shoe.rounds, rounds);
    assert_int_equal(shoe.next, 4 * rounds);
    return rounds;
}

/* 104 cards. The cut card before the third card of the eleventh round: that round is finished, and a twelfth is dealt. */
static void in_a_round_the_round_is_finished_and_one_more_dealt(void **state)
{
    (void)state;
    assert_int_equal(four_card_rounds(FELT_CUT_ONE_MORE, 104 - 42), 12);
    assert_int_equal(four_card_rounds(FELT_CUT_ALWAYS_ONE_MORE, 104 - 42), 12);
    assert_int_equal(four_card_rounds(FELT_CUT_LAST_ROUND, 104 - 42), 11);
}

/* Before the first card of the eleventh round, ten being done: that round is the last, or always one more is dealt. */
static void as_the_first_card_of_a_round_the_rules_differ(void **state)
{
    (void)state;
    assert_int_equal(four_card_rounds(FELT_CUT_ONE_MORE, 104 - 40), 11);
    assert_int_equal(four_card_rounds(FELT_CUT_ALWAYS_ONE_MORE, 104 - 40), 12);
    assert_int_equal(four_card_rounds(FELT_CUT_LAST_ROUND, 104 - 40), 11);
}

/* Behind the last card of the tenth round is the same place as before the first card of the eleventh; before the last card of the tenth is
 * not: ten and one more. */
static void before_the_last_card_of_a_round_one_more_is_dealt(void **state)
{
    (void)state;
    assert_int_equal(four_card_rounds(FELT_CUT_ONE_MORE, 104 - 39), 11);
    assert_int_equal(four_card_rounds(FELT_CUT_ALWAYS_ONE_MORE, 104 - 39), 11);
    assert_int_equal(four_card_rounds(FELT_CUT_LAST_ROUND, 104 - 39), 10);
}

/* Every shoe ends by its rule: seen from the cards, whatever the rounds use. */
static void every_shoe_ends_by_its_rule(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 3000; number++) {
        felt_dealing_rules rules = {.cut = (felt_cut_rule)(number % 3), .burn = (felt_burn_rule)(number / 3 % 3)};
        felt_dealing shoe = shuffled_by(rules, number, 1 + (int)(number % 8), FELT_CUT_MIN + (int)(number % 5));
        int after = -1, expected = 0;
        felt_dealing_burn(&shoe);
        while (felt_dealing_goes_on(&shoe)) {
            int begin = shoe.next;
            felt_dealing_round(&shoe);
            after = after >= 0 ? after + 1 : begin <= shoe.cut && shoe.cut < shoe.next ? 0 : -1;
            if (after == 0)
                expected = rules.cut == FELT_CUT_LAST_ROUND || (rules.cut == FELT_CUT_ONE_MORE && begin == shoe.cut) ? 0 : 1;
        }
        assert_int_equal(after, expected);
        assert_true(shoe.next <= shoe.count);
    }
}

/* The published figure of the default, 8 decks and 14 cards, is 81.28 rounds a shoe; the others are those of three hundred million rounds.
 * The number of rounds of a shoe has a deviation below 2, so that the mean of 20,000 is within 0.05. */
static void rounds_of_a_shoe_are_as_published(void **state)
{
    static const double published[FELT_CUT_RULE_COUNT] = {81.28, 81.48, 80.48};
    enum { SHOES = 20000 };
    (void)state;
    for (int rule = 0; rule < FELT_CUT_RULE_COUNT; rule++) {
        int rounds = 0;
        for (uint64_t number = 0; number < SHOES; number++) {
            felt_dealing shoe = shuffled_by((felt_dealing_rules){.cut = (felt_cut_rule)rule}, number, 8, 14);
            felt_dealing_burn(&shoe);
            while (felt_dealing_goes_on(&shoe))
                felt_dealing_round(&shoe);
            rounds += shoe.rounds;
        }
        double mean = (double)rounds / SHOES;
        assert_true(mean > published[rule] - 0.05 && mean < published[rule] + 0.05);
    }
}

/* ---- rounds ---- */

static void rounds_follow_the_drawing_rules(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 300; number++) {
        felt_dealing shoe = shuffled(number, 8, 14);
        felt_dealing_burn(&shoe);
        while (felt_dealing_goes_on(&shoe)) {
            const felt_card *cards = shoe.cards + shoe.next;
            felt_round round = felt_dealing_round(&shoe);
            assert_int_equal(felt_round_verify(&round, 8, NULL), FELT_OK);
            assert_int_equal(round.player[0].rank, cards[0].rank);
            assert_int_equal(round.banker[0].rank, cards[1].rank);
            assert_int_equal(round.player[1].rank, cards[2].rank);
            assert_int_equal(round.banker[1].rank, cards[3].rank);
        }
    }
}

/* ---- chi-square: the short version of tests/battery ---- */

static double chi_square(const uint64_t *counts, int cells, double expected)
{
    double sum = 0;
    for (int i = 0; i < cells; i++)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return sum;
}

/* 99 % points: 51 degrees 77.39; 51 * 51 degrees 2771. Every deck has one of each card, so the sum over the 52 places is that of 51 places,
 * 52 / 51 times. */
static void cards_and_positions_are_even(void **state)
{
    static uint64_t counts[52][52];
    enum { SHOES = 20000 };
    (void)state;
    memset(counts, 0, sizeof counts);
    for (uint64_t number = 0; number < SHOES; number++) {
        felt_dealing shoe = shuffled(number, 1, FELT_CUT_MIN);
        for (int i = 0; i < 52; i++)
            counts[i][(shoe.cards[i].rank - 1) * 4 + shoe.cards[i].suit]++;
    }
    double sum = 0;
    for (int i = 0; i < 52; i++)
        sum += chi_square(counts[i], 52, SHOES / 52.0);
    assert_true(chi_square(counts[0], 52, SHOES / 52.0) < 77.39);
    assert_true(chi_square(counts[51], 52, SHOES / 52.0) < 77.39);
    assert_true(sum * 51 / 52 < 2771);
}

/* Neighbours: which card follows which, 52 * 51 pairs, one pair from each deck; the 99 % point of 2651 degrees is 2823. */
static void neighbours_are_even(void **state)
{
    static uint64_t counts[52 * 51];
    enum { SHOES = 20000 };
    (void)state;
    memset(counts, 0, sizeof counts);
    for (uint64_t number = 0; number < SHOES; number++) {
        felt_dealing shoe = shuffled(number, 1, FELT_CUT_MIN);
        int a = (shoe.cards[20].rank - 1) * 4 + shoe.cards[20].suit, b = (shoe.cards[21].rank - 1) * 4 + shoe.cards[21].suit;
        counts[a * 51 + (b < a ? b : b - 1)]++;
    }
    assert_true(chi_square(counts, 52 * 51, SHOES / (52.0 * 51)) < 2823);
}

static void dice_are_even(void **state)
{
    uint64_t ways[36] = {0}, pairs[36][36] = {{0}}, first[6] = {0}, second[6] = {0};
    enum { THROWS = 500000 };
    felt_random random;
    int before = 0;
    (void)state;
    felt_random_live(&random, seed, 99);
    for (int i = 0; i < THROWS; i++) {
        felt_dice dice = felt_dice_throw(&random);
        assert_in_range(dice.first, 1, 6);
        assert_in_range(dice.second, 1, 6);
        int way = (dice.first - 1) * 6 + dice.second - 1;
        ways[way]++;
        first[dice.first - 1]++;
        second[dice.second - 1]++;
        pairs[before][way]++;
        before = way;
    }
    /* 99 % points: 5 degrees 15.09, 35 degrees 57.34, 1295 degrees 1416. */
    assert_true(chi_square(first, 6, THROWS / 6.0) < 15.09);
    assert_true(chi_square(second, 6, THROWS / 6.0) < 15.09);
    assert_true(chi_square(ways, 36, THROWS / 36.0) < 57.34);
    assert_true(chi_square(&pairs[0][0], 36 * 36, THROWS / 1296.0) < 1416);
}

/* What is left is what was there less what was dealt, and what nobody has seen is that and the cards burnt face down. */
static void what_is_left_of_a_shoe_in_play(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 50; number++) {
        felt_dealing dealing = shuffled(number, 8, 14);
        felt_card shown = felt_dealing_burn(&dealing);
        felt_shoe seen_out = felt_shoe_fresh(8), left;
        felt_error error;
        assert_int_equal(felt_shoe_take(&seen_out, shown, &error), FELT_OK);
        while (felt_dealing_goes_on(&dealing)) {
            felt_round round = felt_dealing_round(&dealing);
            assert_int_equal(felt_shoe_take_round(&seen_out, &round, &error), FELT_OK);
            felt_shoe unseen = felt_shoe_unseen(&dealing);
            left = felt_shoe_of_dealing(&dealing);
            assert_memory_equal(&unseen, &seen_out, sizeof unseen);
            assert_int_equal(felt_shoe_size(&left), dealing.count - dealing.next);
            assert_int_equal(felt_shoe_size(&unseen), felt_shoe_size(&left) + dealing.burned - 1);
        }
    }
}

static void a_card_that_is_not_there_is_not_taken(void **state)
{
    felt_shoe shoe = {.cards = {[8] = 1}}, before = shoe;
    felt_round round = {.player = {{9, 0}, {9, 1}}, .player_cards = 2};
    felt_error error;
    (void)state;
    assert_int_equal(felt_shoe_take_round(&shoe, &round, &error), FELT_EDATA);
    assert_string_equal(error.message, "there is no card of the rank of 9H left in the shoe");
    assert_memory_equal(&shoe, &before, sizeof shoe);
    assert_int_equal(felt_shoe_take(&shoe, (felt_card){0, 0}, &error), FELT_EDATA);
    assert_int_equal(felt_shoe_take(&shoe, (felt_card){25, 250}, &error), FELT_EDATA);
    round.banker_cards = 4;
    assert_int_equal(felt_shoe_take_round(&shoe, &round, &error), FELT_EDATA);
    assert_int_equal(felt_shoe_take(&shoe, (felt_card){9, 3}, &error), FELT_OK);
    assert_int_equal(felt_shoe_size(&shoe), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_of_a_shoe_in_play),
        cmocka_unit_test(a_card_that_is_not_there_is_not_taken),
        cmocka_unit_test(a_shoe_holds_every_card_of_its_decks),
        cmocka_unit_test(a_shoe_is_derived_again_from_seed_and_number),
        cmocka_unit_test(decks_and_cut_have_limits),
        cmocka_unit_test(every_rule_has_a_name_and_words),
        cmocka_unit_test(the_burn_follows_the_card_shown),
        cmocka_unit_test(other_burns_show_nothing),
        cmocka_unit_test(in_a_round_the_round_is_finished_and_one_more_dealt),
        cmocka_unit_test(as_the_first_card_of_a_round_the_rules_differ),
        cmocka_unit_test(before_the_last_card_of_a_round_one_more_is_dealt),
        cmocka_unit_test(every_shoe_ends_by_its_rule),
        cmocka_unit_test(rounds_of_a_shoe_are_as_published),
        cmocka_unit_test(rounds_follow_the_drawing_rules),
        cmocka_unit_test(cards_and_positions_are_even),
        cmocka_unit_test(neighbours_are_even),
        cmocka_unit_test(dice_are_even),
    };
    return cmocka_run_group_tests_name("dealing", tests, NULL, NULL);
}
