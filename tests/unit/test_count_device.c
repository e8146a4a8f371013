/* tests/unit/test_count_device.c - a device of OpenCL deals, counts and values as this processor does: the same sums, to the last bit.
 * Where there is no such device there is nothing to compare; `make test` installs one that runs on the processor. */
#include "count/device.h"
#include "oracle/shipped.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BETS = 4 };

static const char *const names[BETS] = {"super-7", "natural-nine-over-seven", "pair", "bad-beat"};
static const felt_exposure_system systems[] = {
    {0, {0, 0, 0, -1, -1, -1, -1, 2, 2, 0, 0, 0, 0}, 0, true, 4, 1},
    {1, {0, 1, 1, 1, 1, 1, -5, 1, -5, 1, 1, 1, 1}, 0, false, 0, 1},
};
static const int all_bets[BETS] = {0, 1, 2, 3};
static const felt_exposure_group table = {all_bets, BETS};
static const int cuts[] = {104, 52, 14};

static felt_exposure *make(const shipped *s, felt_dealing_rules rules, felt_true_count divisor, int first_bet, int bet_count)
{
    static felt_exposure_bet bets[BETS];
    felt_exposure_setup setup = {.decks = 8, .cuts = cuts, .cut_count = 3, .seed = 7, .shoes = 1, .pilot = 1, .threads = 1};
    for (int i = 0; i < bet_count; i++) {
        const char *name = names[first_bet + i];
        bets[i].variant =
            shipped_variant(s, "golden-bacc", name, strcmp(name, "pair") == 0 ? "player" : "", "base-bet=not-required", &bets[i].wager);
    }
    setup.rules = rules;
    setup.divisor = divisor;
    setup.bets = bets;
    setup.bet_count = bet_count;
    setup.systems = systems;
    setup.system_count = bet_count > 1 ? 2 : 1;
    setup.groups = &table;
    setup.group_count = bet_count == BETS;
    setup.depths = true;
    felt_exposure *e;
    felt_error error = {{0}, 0, 0, 0, {0}};
    if (felt_exposure_new(&setup, &e, &error) != FELT_OK)
        fail_msg("%s", error.message);
    return e;
}

/* The same shoes here and there; false: there is no device. */
static bool compare(felt_exposure *e, int shoes)
{
    count_device *device;
    felt_error error = {{0}, 0, 0, 0, {0}};
    felt_status status = count_device_open(e, &device, &error);
    if (status == FELT_ENOTFOUND) {
        print_message("skipped: %s\n", error.message);
        return false;
    }
    if (status != FELT_OK)
        fail_msg("%s", error.message);
    value_wide *sums = calloc(e->sum_count, sizeof *sums), *pilot = calloc(e->pilot_count + 1, sizeof *pilot);
    for (int kind = 1; kind >= 0; kind--) { /* the pilot first: it finds triggers */
        for (int shoe = 0; shoe < shoes; shoe += DEAL_LANES)
            exposure_deal(e, e->workers[0], (uint64_t)shoe, shoes - shoe < DEAL_LANES ? shoes - shoe : DEAL_LANES, kind == 1);
        exposure_collect(e, e->workers[0]);
        memcpy(sums, e->sums, e->sum_count * sizeof *sums);
        memcpy(pilot, e->pilot, e->pilot_count * sizeof *pilot);
        if (kind == 0)
            memset(e->sums, 0, e->sum_count * sizeof *sums);
        else
            memset(e->pilot, 0, e->pilot_count * sizeof *pilot);
        if (count_device_deal(device, e, 0, (uint32_t)shoes, kind == 1, &error) != FELT_OK)
            fail_msg("%s", error.message);
        for (size_t i = 0; i < e->sum_count; i++)
            if (sums[i] != e->sums[i])
                fail_msg("sum %zu of %zu: %lld here, %lld on %s", i, e->sum_count, (long long)sums[i], (long long)e->sums[i],
                         count_device_name(device));
        assert_memory_equal(pilot, e->pilot, e->pilot_count * sizeof *pilot);
        if (kind == 1)
            exposure_find_triggers(e);
    }
    assert_true(e->sums[exposure_rounds_at(e, 2)] > 70 * shoes);
    free(sums);
    free(pilot);
    count_device_close(device);
    return true;
}

static void test_a_device_gives_the_same_sums(void **state)
{
    felt_exposure *e = make(*state, (felt_dealing_rules){0}, FELT_TRUE_UNSEEN, 0, BETS);
    bool compared = compare(e, 200);
    felt_exposure_free(e);
    if (!compared)
        skip();
}

static void test_a_device_follows_every_rule_of_the_shoe(void **state)
{
    static_assert((int)FELT_CUT_RULE_COUNT == (int)FELT_BURN_RULE_COUNT, "each rule is tried once");
    for (int i = 0; i < FELT_CUT_RULE_COUNT; i++) {
        felt_dealing_rules rules = {(felt_cut_rule)i, (felt_burn_rule)(FELT_BURN_RULE_COUNT - 1 - i)};
        felt_exposure *e = make(*state, rules, FELT_TRUE_UNDEALT, 1, 1);
        bool compared = compare(e, 40);
        felt_exposure_free(e);
        if (!compared)
            skip();
    }
}

/* A whole run, as bytes: triggers found, all shoes dealt. */
static bool run_bytes(const shipped *s, bool on_device, felt_arena *arena, felt_text *ret)
{
    felt_exposure_bet bet;
    const int cut = 14;
    bet.variant = shipped_variant(s, "golden-bacc", names[1], "", "base-bet=not-required", &bet.wager);
    felt_exposure_system system = systems[1];
    system.bet = 0;
    felt_exposure_setup setup = {.decks = 6, .cuts = &cut, .cut_count = 1, .seed = 3, .shoes = 3001, .pilot = 500, .threads = 2};
    setup.bets = &bet;
    setup.bet_count = 1;
    setup.systems = &system;
    setup.system_count = 1;
    setup.device = on_device;
    felt_exposure *e;
    felt_status status = felt_exposure_new(&setup, &e, NULL);
    if (status == FELT_ENOTFOUND)
        return false;
    assert_int_equal(status, FELT_OK);
    assert_int_equal(felt_exposure_run(e, NULL), FELT_OK);
    assert_true(felt_exposure_done(e));
    assert_int_equal(strlen(felt_exposure_device(e)) > 0, on_device);
    assert_int_equal(felt_exposure_write(e, arena, ret), FELT_OK);
    felt_exposure_free(e);
    return true;
}

static void test_a_run_on_a_device_ends_in_the_same_bytes(void **state)
{
    felt_arena *arena = felt_arena_new(1 << 24);
    felt_text here, there;
    bool compared = run_bytes(*state, false, arena, &here) && run_bytes(*state, true, arena, &there);
    if (compared) {
        assert_int_equal(here.length, there.length);
        assert_memory_equal(here.bytes, there.bytes, here.length);
    }
    felt_arena_free(arena);
    if (!compared)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_device_gives_the_same_sums),
        cmocka_unit_test(test_a_device_follows_every_rule_of_the_shoe),
        cmocka_unit_test(test_a_run_on_a_device_ends_in_the_same_bytes),
    };
    return cmocka_run_group_tests_name("count_device", tests, shipped_setup, shipped_teardown);
}
