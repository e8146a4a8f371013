/* tests/unit/test_exposure.c - what a card counter can win: published figures, a slow second implementation, and the same sums whatever the
 * threads, cut cards and interruptions. */
#include "count/deal.h"
#include "oracle/exposure_plain.h"
#include "oracle/shipped.h"

#include <felt/exposure.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BETS = 3 };

static const char *const names[BETS] = {"super-7", "fortune-8", "natural-nine-over-seven"};

/* Published for each: tags, and the true count from which on it is bet. */
static const felt_exposure_system published[BETS] = {
    {0, {0, 0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0}, 0, true, 4, 1},
    {1, {1, 1, -2, -2, -2, -1, -1, -2, 4, 1, 1, 1, 1}, 0, true, 11, 1},
    {2, {0, 1, 1, 1, 1, 1, -5, 1, -5, 1, 1, 1, 1}, 0, true, 6, 1},
};

static const int all_bets[BETS] = {0, 1, 2};
static const felt_exposure_group table = {all_bets, BETS};
static const int cuts[] = {52, 14};

/* A question about the three, which a test changes. */
typedef struct question {
    felt_exposure_setup setup;
    felt_exposure_bet bets[BETS];
} question;

static void ask(question *q, const shipped *s, uint64_t shoes)
{
    *q = (question){.setup = {.decks = 8, .cuts = cuts, .cut_count = 2, .seed = 1, .shoes = shoes, .threads = 1}};
    for (int i = 0; i < BETS; i++)
        q->bets[i].variant = shipped_variant(s, "golden-bacc", names[i], "", "base-bet=not-required", &q->bets[i].wager);
    q->setup.bets = q->bets;
    q->setup.bet_count = BETS;
    q->setup.systems = published;
    q->setup.system_count = BETS;
    q->setup.groups = &table;
    q->setup.group_count = 1;
}

static felt_exposure *run(const felt_exposure_setup *setup)
{
    felt_exposure *e;
    felt_error error = {{0}, 0, 0, 0, {0}};
    if (felt_exposure_new(setup, &e, &error) != FELT_OK)
        fail_msg("%s", error.message);
    assert_int_equal(felt_exposure_run(e, NULL), FELT_OK);
    assert_true(felt_exposure_done(e));
    return e;
}

/* Within four standard errors, which are not as large as to let anything pass. */
static void assert_near(const char *what, felt_exposure_figure found, double expected)
{
    if (fabs(found.value - expected) > 4 * found.error || found.error > 0.05 * expected)
        fail_msg("%s: found %.5f +- %.5f, expected %.5f", what, found.value, found.error, expected);
}

static void test_published_figures_come_out(void **state)
{
    question q;
    ask(&q, *state, 12800);
    felt_exposure *e = run(&q.setup);
    felt_exposure_figures seven = felt_exposure_of_system(e, 0, 1), eight = felt_exposure_of_system(e, 1, 1),
                          nine = felt_exposure_of_system(e, 2, 1);
    assert_near("rounds a shoe", seven.rounds, 81.28);
    assert_near("Dragon 7, units a shoe", seven.per_shoe, 0.597);
    assert_near("Panda 8, frequency", eight.frequency, 0.0461);
    assert_near("Panda 8, units a shoe", eight.per_shoe, 0.2375);
    assert_near("natural 9 over 7, frequency", nine.frequency, 0.1433);
    assert_near("natural 9 over 7, edge", nine.edge, 0.1085);
    assert_near("natural 9 over 7, units for 100 rounds", nine.per100, 1.56);
    felt_exposure_free(e);
}

static void test_a_perfect_player_wins_more_than_a_counter_and_a_table_more_than_a_wager(void **state)
{
    question q;
    ask(&q, *state, 3200);
    felt_exposure *e = run(&q.setup);
    double sum = 0, bets = 0;
    for (int i = 0; i < BETS; i++) {
        felt_exposure_figures perfect = felt_exposure_perfect(e, i, 1), counter = felt_exposure_of_system(e, i, 1);
        assert_true(perfect.per_shoe.value > counter.per_shoe.value);
        assert_true(felt_exposure_perfect(e, i, 0).per_shoe.value < perfect.per_shoe.value); /* the cut card is not as deep */
        sum += perfect.per_shoe.value;
        bets += perfect.frequency.value;
    }
    felt_exposure_figures all = felt_exposure_of_group(e, 0, 1);
    assert_true(fabs(all.per_shoe.value - sum) < 1e-9);
    assert_true(fabs(all.frequency.value - bets) < 1e-9);
    assert_true(all.per_shoe.error > felt_exposure_perfect(e, 2, 1).per_shoe.error);
    felt_exposure_free(e);
}

static void test_rules_of_the_cut_card_give_their_rounds(void **state)
{
    static const double rounds[FELT_CUT_RULE_COUNT] = {
        [FELT_CUT_ONE_MORE] = 81.28, [FELT_CUT_ALWAYS_ONE_MORE] = 81.50, [FELT_CUT_LAST_ROUND] = 80.50};
    question q;
    ask(&q, *state, 6400);
    q.setup.bet_count = 1;
    q.setup.system_count = q.setup.group_count = 0;
    for (int rule = 0; rule < FELT_CUT_RULE_COUNT; rule++) {
        q.setup.rules.cut = (felt_cut_rule)rule;
        felt_exposure *e = run(&q.setup);
        felt_exposure_figure found = felt_exposure_perfect(e, 0, 1).rounds;
        if (fabs(found.value - rounds[rule]) > 4 * found.error + 0.005)
            fail_msg("rule %d: found %.4f +- %.4f, expected %.2f", rule, found.value, found.error, rounds[rule]);
        felt_exposure_free(e);
    }
}

/* ---- the slow way ---- */

static void compare_plain(question *q, int system)
{
    felt_exposure *e = run(&q->setup);
    for (int cut = 0; cut < q->setup.cut_count; cut++) {
        exposure_plain plain = {0};
        double shoes = (double)q->setup.shoes;
        int bet = q->setup.systems[system].bet;
        for (uint64_t shoe = 0; shoe < q->setup.shoes; shoe++)
            exposure_plain_shoe(&q->setup, bet, system, q->setup.cuts[cut], shoe, &plain);
        felt_exposure_figures perfect = felt_exposure_perfect(e, bet, cut), counter = felt_exposure_of_system(e, system, cut);
        assert_true(fabs(perfect.rounds.value - plain.rounds / shoes) < 1e-9);
        assert_true(fabs(perfect.frequency.value - (double)plain.bets / plain.rounds) < 1e-9);
        assert_true(fabs(perfect.per_shoe.value - plain.won / shoes) < 1e-7);
        assert_true(fabs(counter.frequency.value - (double)plain.system_bets / plain.rounds) < 1e-9);
        assert_true(fabs(counter.per_shoe.value - plain.system_won / shoes) < 1e-7);
    }
    felt_exposure_free(e);
}

static void test_small_shoes_agree_with_a_slow_second_way(void **state)
{
    static const int small[] = {40, 20, 12};
    felt_exposure_system systems[BETS];
    question q;
    ask(&q, *state, 9);
    memcpy(systems, published, sizeof systems);
    q.setup.systems = systems;
    q.setup.cuts = small;
    q.setup.cut_count = 3;
    for (int decks = 1; decks <= 2; decks++) {
        for (int i = 0; i < BETS; i++) {
            q.setup.decks = decks;
            q.setup.seed = (uint64_t)(7 * decks + i);
            q.setup.divisor = i % 2 == 0 ? FELT_TRUE_UNSEEN : FELT_TRUE_UNDEALT;
            systems[i].start = 3 * i - 3;
            q.setup.rules = (felt_dealing_rules){(felt_cut_rule)i, (felt_burn_rule)((i + decks - 1) % FELT_BURN_RULE_COUNT)};
            compare_plain(&q, i);
        }
    }
}

static void test_every_kernel_deals_the_same_cards(void **state)
{
    deal_kernel kernels[3];
    int count = deal_kernels(kernels);
    deal_state *states = aligned_alloc(64, 3 * sizeof *states);
    value_lanes *lanes = aligned_alloc(64, 2 * sizeof *lanes);
    deal_plan plan;
    (void)state;
    deal_plan_make(&plan, 3, 8, FELT_BURN_VALUE);
    for (int k = 0; k < count; k++) {
        kernels[k].begin(&states[k], &plan, 64);
        for (int round = 0; round < 60; round++)
            kernels[k].round(&states[k]);
        kernels[k].look(&states[k], lanes);
        assert_memory_equal(states[k].unseen, states[0].unseen, sizeof states[0].unseen);
        assert_memory_equal(states[k].left, states[0].left, sizeof states[0].left);
        for (int i = 0; i < DEAL_LANES; i++)
            assert_true(lanes[i / VALUE_LANES].cards[4][i % VALUE_LANES] == states[0].unseen[4][i]);
    }
    free(states);
    free(lanes);
}

/* ---- the same sums ---- */

static felt_text bytes_of(const felt_exposure *e, felt_arena *arena)
{
    felt_text bytes;
    assert_int_equal(felt_exposure_write(e, arena, &bytes), FELT_OK);
    assert_int_equal(bytes.length, felt_exposure_bytes(e));
    return bytes;
}

static void assert_same(felt_text a, felt_text b)
{
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.bytes, b.bytes, a.length);
}

static void test_threads_make_no_difference(void **state)
{
    felt_arena *arena = felt_arena_new(64 << 20);
    question q;
    ask(&q, *state, 1000);
    q.setup.depths = true;
    felt_exposure *one = run(&q.setup);
    q.setup.threads = 3;
    felt_exposure *three = run(&q.setup);
    assert_same(bytes_of(one, arena), bytes_of(three, arena));
    felt_exposure_free(one);
    felt_exposure_free(three);
    felt_arena_free(arena);
}

/* Dealt to the deepest cut card, a shoe tells of all others what dealing with them alone does. */
static void test_a_cut_card_among_others_is_as_alone(void **state)
{
    static const int many[] = {200, 104, 60, 52, 30, 14, 12};
    question q;
    ask(&q, *state, 200);
    for (int rule = 0; rule < FELT_CUT_RULE_COUNT; rule++) {
        q.setup.rules.cut = (felt_cut_rule)rule;
        q.setup.cuts = many;
        q.setup.cut_count = 7;
        felt_exposure *all = run(&q.setup);
        for (int i = 0; i < 7; i++) {
            q.setup.cuts = many + i;
            q.setup.cut_count = 1;
            felt_exposure *alone = run(&q.setup);
            felt_exposure_figures a = felt_exposure_of_system(all, 2, i), b = felt_exposure_of_system(alone, 2, 0);
            assert_memory_equal(&a, &b, sizeof a);
            a = felt_exposure_of_group(all, 0, i);
            b = felt_exposure_of_group(alone, 0, 0);
            assert_memory_equal(&a, &b, sizeof a);
            felt_exposure_free(alone);
        }
        felt_exposure_free(all);
    }
}

static bool stop_at_once(void *context, uint64_t shoes)
{
    (void)context;
    (void)shoes;
    return false;
}

static felt_exposure *open(const felt_exposure_setup *setup)
{
    felt_exposure *e;
    assert_int_equal(felt_exposure_new(setup, &e, NULL), FELT_OK);
    return e;
}

/* Stopped as often as it can be, and each time gone on with from bytes: nothing is lost, nothing dealt twice. */
static void test_an_interrupted_run_ends_like_any_other(void **state)
{
    felt_arena *arena = felt_arena_new(256 << 20);
    felt_exposure_system systems[BETS];
    felt_exposure_watch watch = {.tick = stop_at_once};
    question q;
    ask(&q, *state, 1500);
    memcpy(systems, published, sizeof systems);
    systems[1].has_trigger = false;
    q.setup.systems = systems;
    q.setup.pilot = 700;
    felt_exposure *whole = run(&q.setup), *e = open(&q.setup);
    q.setup.threads = 2;
    while (!felt_exposure_done(e)) {
        assert_int_equal(felt_exposure_run(e, &watch), FELT_OK);
        felt_text kept = bytes_of(e, arena);
        felt_exposure *next = open(&q.setup);
        assert_int_equal(felt_exposure_read(next, kept, NULL), FELT_OK);
        assert_int_equal(felt_exposure_shoes(next), felt_exposure_shoes(e));
        felt_exposure_free(e);
        e = next;
    }
    assert_same(bytes_of(e, arena), bytes_of(whole, arena));
    int64_t num, den;
    assert_true(felt_exposure_trigger(e, 1, &num, &den));
    assert_true(num >= 9 && num <= 13 && den == 1);
    felt_exposure_free(e);
    felt_exposure_free(whole);
    felt_arena_free(arena);
}

static void test_more_shoes_may_be_asked_for_later(void **state)
{
    felt_arena *arena = felt_arena_new(64 << 20);
    question q;
    ask(&q, *state, 300);
    felt_exposure *few = run(&q.setup);
    felt_text kept = bytes_of(few, arena);
    q.setup.shoes = 500;
    felt_exposure *more = open(&q.setup), *whole = run(&q.setup);
    assert_int_equal(felt_exposure_read(more, kept, NULL), FELT_OK);
    assert_int_equal(felt_exposure_run(more, NULL), FELT_OK);
    assert_same(bytes_of(more, arena), bytes_of(whole, arena));
    q.setup.shoes = 200;
    felt_exposure *fewer = open(&q.setup);
    assert_int_equal(felt_exposure_read(fewer, kept, NULL), FELT_ERANGE);
    felt_exposure_free(few);
    felt_exposure_free(more);
    felt_exposure_free(whole);
    felt_exposure_free(fewer);
    felt_arena_free(arena);
}

static void test_damaged_bytes_and_other_questions_are_refused(void **state)
{
    felt_arena *arena = felt_arena_new(64 << 20);
    question q;
    ask(&q, *state, 64);
    felt_exposure *e = run(&q.setup);
    felt_text kept = bytes_of(e, arena), copy = felt_arena_copy(arena, kept);
    for (size_t i = 0; i < kept.length; i += 7) {
        ((char *)copy.bytes)[i] ^= 4;
        assert_int_equal(felt_exposure_read(e, copy, NULL), FELT_EDATA);
        ((char *)copy.bytes)[i] ^= 4;
    }
    for (size_t length = 0; length < kept.length; length += 13)
        assert_int_equal(felt_exposure_read(e, (felt_text){kept.bytes, length}, NULL), FELT_EDATA);
    assert_same(bytes_of(e, arena), kept);
    static const int other_cuts[] = {52, 16};
    for (int change = 0; change < 8; change++) {
        ask(&q, *state, 64);
        q.setup.seed += change == 0;
        q.setup.decks -= change == 1;
        q.setup.rules.cut = change == 2 ? FELT_CUT_LAST_ROUND : FELT_CUT_ONE_MORE;
        q.setup.divisor = change == 3 ? FELT_TRUE_UNDEALT : FELT_TRUE_UNSEEN;
        q.setup.cuts = change == 4 ? other_cuts : cuts;
        q.setup.system_count -= change == 5;
        q.setup.depths = change == 6;
        q.bets[1] = q.bets[change == 7 ? 2 : 1];
        felt_exposure *other = open(&q.setup);
        assert_int_equal(felt_exposure_read(other, kept, NULL), FELT_EDATA);
        felt_exposure_free(other);
    }
    felt_exposure_free(e);
    felt_arena_free(arena);
}

/* ---- depth ---- */

/* What is bet and won at all depths is what is bet and won. */
static void assert_adds_up(const felt_exposure_depth depths[FELT_EXPOSURE_DEPTHS], felt_exposure_figures whole)
{
    double bets = 0, won = 0;
    for (int i = 0; i < FELT_EXPOSURE_DEPTHS; i++) {
        bets += (double)depths[i].rounds * depths[i].good;
        won += (double)depths[i].rounds * depths[i].good * depths[i].edge;
    }
    double shoes = (double)whole.shoes;
    assert_true(fabs(bets / shoes - whole.frequency.value * whole.rounds.value) < 1e-9);
    assert_true(fabs(won / shoes - whole.per_shoe.value) < 1e-9);
}

static void test_the_mean_value_does_not_change_with_depth_and_its_spread_grows(void **state)
{
    question q;
    ask(&q, *state, 8000);
    q.setup.depths = true;
    q.setup.group_count = 0;
    felt_exposure *e = run(&q.setup);
    for (int bet = 0; bet < BETS; bet++) {
        felt_exposure_depth depths[FELT_EXPOSURE_DEPTHS];
        uint64_t values[FELT_EXPOSURE_VALUES], sum = 0, rounds = 0;
        felt_exposure_depths(e, bet, depths);
        felt_exposure_values(e, bet, values);
        double fresh = depths[FELT_EXPOSURE_DEPTHS - 2].mean, before = 0;
        for (int i = FELT_EXPOSURE_DEPTHS - 2; i >= 4; i--) {
            double error = depths[i].deviation / sqrt(8000); /* one round of a shoe at a depth, or two that are alike */
            if (fabs(depths[i].mean - fresh) > 4.5 * error + 1e-4)
                fail_msg("%s, %d cards unseen: mean %.5f, expected %.5f", names[bet], 8 * i, depths[i].mean, fresh);
            if ((i & 3) == 0) {
                assert_true(depths[i].deviation > before);
                before = depths[i].deviation;
            }
        }
        for (int i = 0; i < FELT_EXPOSURE_VALUES; i++)
            sum += values[i];
        for (int i = 0; i < FELT_EXPOSURE_DEPTHS; i++)
            rounds += depths[i].rounds;
        assert_true(sum == rounds && rounds > 8000 * 80);
        assert_adds_up(depths, felt_exposure_perfect(e, bet, 1));
        felt_exposure_system_depths(e, bet, depths);
        assert_adds_up(depths, felt_exposure_of_system(e, bet, 1));
    }
    felt_exposure_free(e);
}

/* ---- what is refused ---- */

static void refused(const felt_exposure_setup *setup, felt_status expected)
{
    felt_exposure *e = NULL;
    felt_error error;
    assert_int_equal(felt_exposure_new(setup, &e, &error), expected);
    assert_true(error.message[0] != '\0');
    assert_null(e);
}

static void test_numbers_out_of_range_are_refused(void **state)
{
    static const int bad_cuts[][2] = {{14, 52}, {14, 14}, {405, 14}, {52, 11}};
    felt_exposure_system system = published[0];
    question q;
    for (int i = 0; i < 4; i++) {
        ask(&q, *state, 10);
        q.setup.cuts = bad_cuts[i];
        refused(&q.setup, FELT_ERANGE);
    }
    for (int i = 0; i < 8; i++) {
        ask(&q, *state, i == 0 ? 0 : 10);
        system = published[0];
        q.setup.decks = i == 1 ? 9 : 8;
        q.setup.threads = i == 2 ? 0 : 1;
        q.setup.cut_count = i == 3 ? 0 : 2;
        q.setup.bet_count = i == 4 ? FELT_EXPOSURE_BETS_MAX + 1 : BETS;
        system.tags[3] = i == 5 ? FELT_EXPOSURE_TAG_MAX + 1 : FELT_EXPOSURE_TAG_MAX;
        system.bet = i == 6 ? BETS : 0;
        system.trigger_den = i == 7 ? 0 : 1;
        q.setup.systems = &system;
        q.setup.system_count = 1;
        refused(&q.setup, FELT_ERANGE);
    }
}

static void test_a_wager_without_pays_has_no_exposure(void **state)
{
    felt_exposure_bet bet;
    const int cut = 14;
    bet.variant = shipped_variant(*state, "craps", "pass", "", "", &bet.wager);
    felt_exposure_setup setup = {.decks = 8, .cuts = &cut, .cut_count = 1, .shoes = 1, .threads = 1, .bets = &bet, .bet_count = 1};
    refused(&setup, FELT_EDATA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_figures_come_out),
        cmocka_unit_test(test_a_perfect_player_wins_more_than_a_counter_and_a_table_more_than_a_wager),
        cmocka_unit_test(test_rules_of_the_cut_card_give_their_rounds),
        cmocka_unit_test(test_small_shoes_agree_with_a_slow_second_way),
        cmocka_unit_test(test_every_kernel_deals_the_same_cards),
        cmocka_unit_test(test_threads_make_no_difference),
        cmocka_unit_test(test_a_cut_card_among_others_is_as_alone),
        cmocka_unit_test(test_an_interrupted_run_ends_like_any_other),
        cmocka_unit_test(test_more_shoes_may_be_asked_for_later),
        cmocka_unit_test(test_damaged_bytes_and_other_questions_are_refused),
        cmocka_unit_test(test_the_mean_value_does_not_change_with_depth_and_its_spread_grows),
        cmocka_unit_test(test_numbers_out_of_range_are_refused),
        cmocka_unit_test(test_a_wager_without_pays_has_no_exposure),
    };
    return cmocka_run_group_tests_name("exposure", tests, shipped_setup, shipped_teardown);
}
