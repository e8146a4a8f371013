/* tests/unit/test_shoe.c - outcomes of shoes: published counts, two other ways to count, single shoes and blocks, and what is refused. */
#include "odds/shoe.h"
#include "oracle/baccarat_enum.h"
#include "oracle/baccarat_thirds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ORACLE_SHOES = 200, BLOCKS = 400 };

typedef uint64_t outcomes[FELT_OUTCOME_COUNT];

/* ---- helpers ---- */

/* Steele's splitmix64, so that a failing shoe can be found again. */
static uint32_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 33);
}

static int cards_of(const felt_shoe *shoe)
{
    int cards = 0;
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        cards += shoe->cards[i];
    return cards;
}

/* Eight decks, dealt down to any number of cards. */
static felt_shoe dealt_shoe(uint64_t *state)
{
    felt_shoe shoe = felt_shoe_fresh(8);
    int left = 416, keep = FELT_SHOE_CARDS_MIN + (int)(next_random(state) % (416 - FELT_SHOE_CARDS_MIN + 1));
    while (left > keep) {
        int card = (int)(next_random(state) % (uint32_t)left), rank = 0;
        while (card >= shoe.cards[rank])
            card -= shoe.cards[rank++];
        shoe.cards[rank]--;
        left--;
    }
    return shoe;
}

/* Any number of each rank up to `most`, and many ranks missing. */
static felt_shoe odd_shoe(uint64_t *state, uint32_t most)
{
    felt_shoe shoe;
    do {
        for (int i = 0; i < FELT_RANK_COUNT; i++)
            shoe.cards[i] = next_random(state) % 3 == 0 ? 0 : (int32_t)(next_random(state) % (most + 1));
    } while (cards_of(&shoe) < FELT_SHOE_CARDS_MIN);
    return shoe;
}

static felt_shoe random_shoe(uint64_t *state, int i)
{
    return i % 4 == 3 ? odd_shoe(state, i % 8 == 3 ? 32 : 3) : dealt_shoe(state);
}

static void print_shoe(const felt_shoe *shoe)
{
    print_error("the shoe:");
    for (int i = 0; i < FELT_RANK_COUNT; i++)
        print_error(" %d", shoe->cards[i]);
    print_error("\n");
}

static void assert_sum(const felt_shoe *shoe, const outcomes counts)
{
    uint64_t sum = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        sum += counts[i];
    assert_true(sum == felt_shoe_deals(shoe));
}

static void assert_oracle(const felt_shoe *shoe)
{
    outcomes engine, oracle, thirds;
    assert_int_equal(felt_shoe_outcomes(shoe, engine), FELT_OK);
    baccarat_enumerate(shoe->cards, oracle);
    baccarat_thirds(shoe->cards, thirds);
    if (memcmp(engine, oracle, sizeof engine) != 0)
        print_shoe(shoe);
    assert_memory_equal(engine, oracle, sizeof engine);
    assert_memory_equal(thirds, oracle, sizeof thirds);
    assert_sum(shoe, engine);
}

/* Lane `lane` of `block` holds `counts`. */
static void assert_lane(const felt_shoe_block *block, int lane, const felt_shoe *shoe, const outcomes counts)
{
    double sum = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int slot = felt_shoe_slot(felt_outcome_hands(i));
        if ((slot < 0 ? 0 : block->counts[slot][lane]) != (double)counts[i]) {
            print_shoe(shoe);
            fail_msg("lane %d, outcome %d", lane, i);
        }
    }
    for (int slot = 0; slot < FELT_SHOE_SLOTS; slot++)
        sum += block->counts[slot][lane];
    assert_true(sum == (double)felt_shoe_deals(shoe));
}

static bool any_hands(felt_hands hands)
{
    (void)hands;
    return true;
}

static bool banker_wins(felt_hands hands)
{
    return hands.banker_total > hands.player_total;
}

static bool player_wins(felt_hands hands)
{
    return hands.player_total > hands.banker_total;
}

static bool tie(felt_hands hands)
{
    return hands.player_total == hands.banker_total;
}

static bool banker_three_card_seven(felt_hands hands)
{
    return banker_wins(hands) && hands.banker_total == 7 && hands.banker_cards == 3;
}

static bool player_three_card_eight(felt_hands hands)
{
    return player_wins(hands) && hands.player_total == 8 && hands.player_cards == 3;
}

static uint64_t count_if(const outcomes counts, bool (*fits)(felt_hands))
{
    uint64_t sum = 0;
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        sum += fits(felt_outcome_hands(i)) ? counts[i] : 0;
    return sum;
}

/* ---- figures ---- */

static void eight_decks_give_the_published_counts(void **unused)
{
    (void)unused;
    felt_shoe shoe = felt_shoe_fresh(8);
    outcomes counts;
    assert_int_equal(felt_shoe_outcomes(&shoe, counts), FELT_OK);
    assert_true(felt_shoe_deals(&shoe) == 4998398275503360u);
    assert_true(count_if(counts, any_hands) == 4998398275503360u);
    assert_true(count_if(counts, banker_wins) == 2292252566437888u);
    assert_true(count_if(counts, player_wins) == 2230518282592256u);
    assert_true(count_if(counts, tie) == 475627426473216u);
    assert_true(count_if(counts, banker_three_card_seven) == 112633011329024u);
    assert_true(count_if(counts, player_three_card_eight) == 172660763262976u);
}

/* A hand is a pair with probability (m - 1) / (n - 1) for m cards of each rank, whatever else is dealt. */
static void pairs_come_as_often_as_two_cards_allow(void **unused)
{
    (void)unused;
    for (int decks = 1; decks <= 8; decks++) {
        felt_shoe shoe = felt_shoe_fresh(decks);
        outcomes counts;
        uint64_t by_kind[FELT_PAIRS_COUNT] = {0}, deals = felt_shoe_deals(&shoe), m = 4 * (uint64_t)decks, n = 13 * m;
        assert_int_equal(felt_shoe_outcomes(&shoe, counts), FELT_OK);
        for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
            by_kind[i % FELT_PAIRS_COUNT] += counts[i];
        uint64_t both = by_kind[FELT_PAIRS_BOTH] + by_kind[FELT_PAIRS_SAME], rest = (n - 4) * (n - 5);
        assert_true(by_kind[FELT_PAIRS_PLAYER] + both == deals / (n - 1) * (m - 1));
        assert_true(by_kind[FELT_PAIRS_BANKER] + both == deals / (n - 1) * (m - 1));
        assert_true(by_kind[FELT_PAIRS_SAME] == 13 * m * (m - 1) * (m - 2) * (m - 3) * rest);
        assert_true(by_kind[FELT_PAIRS_BOTH] == 13 * m * (m - 1) * 12 * m * (m - 1) * rest);
    }
}

/* The number of decks does not change which outcomes there are, but for pairs of one rank that a short shoe cannot hold. */
static void outcomes_without_a_slot_are_never_dealt(void **unused)
{
    (void)unused;
    felt_shoe shoe = felt_shoe_fresh(8);
    outcomes counts;
    bool taken[FELT_SHOE_SLOTS] = {false};
    assert_int_equal(felt_shoe_outcomes(&shoe, counts), FELT_OK);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int slot = felt_shoe_slot(felt_outcome_hands(i));
        assert_true(slot >= -1 && slot < FELT_SHOE_SLOTS);
        if (slot < 0) {
            assert_true(counts[i] == 0);
        } else {
            assert_false(taken[slot]);
            taken[slot] = true;
        }
    }
    for (int slot = 0; slot < FELT_SHOE_SLOTS; slot++)
        assert_true(taken[slot]);
}

/* ---- the oracle ---- */

static void fresh_shoes_agree_with_the_oracle(void **unused)
{
    (void)unused;
    const int decks[] = {1, 4, 6, 8};
    for (size_t i = 0; i < sizeof decks / sizeof *decks; i++) {
        felt_shoe shoe = felt_shoe_fresh(decks[i]);
        assert_oracle(&shoe);
    }
}

static void dealt_shoes_agree_with_the_oracle(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (int i = 0; i < ORACLE_SHOES; i++) {
        felt_shoe shoe = random_shoe(&state, i);
        assert_oracle(&shoe);
    }
}

static void six_cards_left_agree_with_the_oracle(void **unused)
{
    (void)unused;
    uint64_t state = 2;
    for (int i = 0; i < 500; i++) {
        felt_shoe shoe = {{0}};
        for (int card = 0; card < FELT_SHOE_CARDS_MIN; card++)
            shoe.cards[next_random(&state) % FELT_RANK_COUNT]++;
        assert_oracle(&shoe);
    }
}

static void one_rank_agrees_with_the_oracle(void **unused)
{
    (void)unused;
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        for (int cards = FELT_SHOE_CARDS_MIN; cards <= FELT_SHOE_RANK_MAX; cards++) {
            felt_shoe shoe = {{0}};
            shoe.cards[rank] = cards;
            assert_oracle(&shoe);
        }
    }
}

static void a_missing_rank_agrees_with_the_oracle(void **unused)
{
    (void)unused;
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        felt_shoe shoe = felt_shoe_fresh(8);
        shoe.cards[rank] = 0;
        assert_oracle(&shoe);
    }
}

/* ---- blocks ---- */

/* One shoe, and blocks by every kernel that this processor can run. */
static void blocks_and_single_shoes_agree_with_third_cards_first(void **unused)
{
    (void)unused;
    felt_shoe_choice choices[3];
    int choice_count = felt_shoe_choices(choices);
    felt_shoe_block *blocks = test_calloc(3, sizeof *blocks);
    uint64_t state = 3;
    for (int i = 0; i < BLOCKS; i++) {
        felt_shoe shoes[FELT_SHOE_LANES];
        felt_shoe_lanes lanes;
        for (int lane = 0; lane < FELT_SHOE_LANES; lane++) {
            shoes[lane] = i == 0 ? felt_shoe_fresh(lane + 1) : random_shoe(&state, lane);
            for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
                lanes.cards[rank][lane] = shoes[lane].cards[rank];
        }
        for (int k = 0; k < choice_count; k++) {
            memset(&blocks[k], 0xA5, sizeof blocks[k]);
            choices[k].kernel(&lanes, &blocks[k]);
        }
        for (int lane = 0; lane < FELT_SHOE_LANES; lane++) {
            outcomes single, thirds;
            assert_int_equal(felt_shoe_outcomes(&shoes[lane], single), FELT_OK);
            baccarat_thirds(shoes[lane].cards, thirds);
            assert_memory_equal(single, thirds, sizeof single);
            for (int k = 0; k < choice_count; k++)
                assert_lane(&blocks[k], lane, &shoes[lane], thirds);
        }
    }
    test_free(blocks);
}

static void a_short_block_repeats_its_last_shoe(void **unused)
{
    (void)unused;
    felt_shoe_block *block = test_malloc(sizeof *block);
    uint64_t state = 4;
    for (int count = 1; count <= FELT_SHOE_LANES; count++) {
        felt_shoe shoes[FELT_SHOE_LANES];
        for (int i = 0; i < count; i++)
            shoes[i] = random_shoe(&state, i);
        assert_int_equal(felt_shoe_block_outcomes(shoes, count, block), FELT_OK);
        for (int lane = 0; lane < FELT_SHOE_LANES; lane++) {
            const felt_shoe *shoe = &shoes[lane < count ? lane : count - 1];
            outcomes single;
            assert_int_equal(felt_shoe_outcomes(shoe, single), FELT_OK);
            assert_lane(block, lane, shoe, single);
        }
    }
    test_free(block);
}

/* ---- rules and refusals ---- */

static void the_kernels_table_is_the_drawing_rules(void **unused)
{
    (void)unused;
    for (int third = 0; third < 10; third++) {
        for (int banker = 0; banker < 8; banker++) {
            for (int player = 0; player < 6; player++)
                assert_int_equal(felt_banker_draws(player, banker, third), banker <= felt_shoe_draws_to[third]);
        }
    }
    for (int player = 0; player < 10; player++) {
        for (int banker = 0; banker < 10; banker++) {
            bool natural = player >= 8 || banker >= 8;
            assert_int_equal(felt_player_draws(player, banker), !natural && player <= 5);
            if (player > 5)
                assert_int_equal(felt_banker_draws(player, banker, -1), !natural && banker <= 5);
        }
    }
}

/* Neither form writes results for `shoe`. */
static void assert_refused(const felt_shoe *shoe, felt_status status, const char *message)
{
    felt_error error;
    outcomes counts = {77};
    felt_shoe shoes[2] = {felt_shoe_fresh(8), *shoe};
    felt_shoe_block *block = test_malloc(sizeof *block);
    block->counts[0][0] = 77;
    assert_int_equal(felt_shoe_check(shoe, &error), status);
    assert_string_equal(error.message, message);
    assert_int_equal(felt_shoe_check(shoe, NULL), status);
    assert_int_equal(felt_shoe_outcomes(shoe, counts), status);
    assert_true(counts[0] == 77);
    assert_int_equal(felt_shoe_block_outcomes(shoes, 2, block), status);
    assert_true(block->counts[0][0] == 77);
    test_free(block);
}

static void wrong_shoes_are_refused(void **unused)
{
    (void)unused;
    felt_shoe shoe = felt_shoe_fresh(8);
    assert_int_equal(felt_shoe_check(&shoe, NULL), FELT_OK);
    shoe.cards[12] = FELT_SHOE_RANK_MAX + 1;
    assert_refused(&shoe, FELT_ELIMIT, "found 33 kings in the shoe, expected 0 to 32");
    shoe.cards[12] = INT32_MAX;
    assert_refused(&shoe, FELT_ELIMIT, "found 2147483647 kings in the shoe, expected 0 to 32");
    shoe.cards[12] = 32;
    shoe.cards[0] = -1;
    assert_refused(&shoe, FELT_EDATA, "found -1 aces in the shoe, expected 0 to 32");
    shoe = (felt_shoe){{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2}};
    assert_refused(&shoe, FELT_EDATA, "found 5 cards in the shoe, expected at least 6");
    shoe.cards[0]++;
    assert_int_equal(felt_shoe_check(&shoe, NULL), FELT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_decks_give_the_published_counts),
        cmocka_unit_test(pairs_come_as_often_as_two_cards_allow),
        cmocka_unit_test(outcomes_without_a_slot_are_never_dealt),
        cmocka_unit_test(fresh_shoes_agree_with_the_oracle),
        cmocka_unit_test(dealt_shoes_agree_with_the_oracle),
        cmocka_unit_test(six_cards_left_agree_with_the_oracle),
        cmocka_unit_test(one_rank_agrees_with_the_oracle),
        cmocka_unit_test(a_missing_rank_agrees_with_the_oracle),
        cmocka_unit_test(blocks_and_single_shoes_agree_with_third_cards_first),
        cmocka_unit_test(a_short_block_repeats_its_last_shoe),
        cmocka_unit_test(the_kernels_table_is_the_drawing_rules),
        cmocka_unit_test(wrong_shoes_are_refused),
    };
    return cmocka_run_group_tests_name("shoe", tests, NULL, NULL);
}
