/* tests/unit/test_exposure_linear.c - what a linear count captures of what can be won: published as 92 % of Dragon 7 and 83 % of Panda 8.
 *
 * Somebody who follows the first piece of the value (docs/counting.md, "Second order") bets when V + (n - 1) / m times the effects of all
 * cards seen is above 0, with m of n cards unseen: a system whose tags are the effects and whose true count is 52 (-V) / (n - 1). */
#include "oracle/shipped.h"

#include <felt/exposure.h>
#include <felt/removal.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { DECKS = 8, CARDS = 52 * DECKS, RUNS = 20, SHOES = 1000, CUT = 14 };

/* Units of the linear counter and of perfect play in one run. */
typedef struct units {
    double linear, perfect;
} units;

/* Tags as fine as they may be, and the trigger that goes with them. */
static felt_exposure_system linear_system(const felt_removal *r)
{
    felt_exposure_system s = {.has_trigger = true, .trigger_den = 100};
    double most = 0;
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        most = fmax(most, fabs(mpq_get_d(r->effect[rank])));
    double scale = FELT_EXPOSURE_TAG_MAX / most;
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        s.tags[rank] = (int)lround(scale * mpq_get_d(r->effect[rank]));
    s.trigger_num = (int64_t)ceil(-52 * scale * mpq_get_d(r->value) / (CARDS - 1) * (double)s.trigger_den);
    return s;
}

static units run(const felt_exposure_bet *bet, const felt_exposure_system *system, uint64_t seed)
{
    static const int cut = CUT;
    felt_exposure_setup setup = {.decks = DECKS, .cuts = &cut, .cut_count = 1, .seed = seed, .shoes = SHOES, .threads = 1};
    felt_exposure *e;
    setup.bets = bet;
    setup.bet_count = 1;
    setup.systems = system;
    setup.system_count = 1;
    assert_int_equal(felt_exposure_new(&setup, &e, NULL), FELT_OK);
    assert_int_equal(felt_exposure_run(e, NULL), FELT_OK);
    units u = {felt_exposure_of_system(e, 0, 0).per_shoe.value, felt_exposure_perfect(e, 0, 0).per_shoe.value};
    felt_exposure_free(e);
    return u;
}

static const felt_sheet *sheet_of(const shipped *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->names[i], name) == 0)
            return s->sheets[i];
    fail_msg("there is no sheet %s", name);
    return NULL;
}

static felt_exposure_system system_of(const shipped *s, const char *name, felt_exposure_bet *bet)
{
    felt_odds_list list = {0};
    felt_removals removals;
    const felt_odds *odds = NULL;
    bet->variant = shipped_variant(s, "golden-bacc", name, "", "base-bet=not-required", &bet->wager);
    const felt_selection all = {.count = 0};
    assert_int_equal(felt_odds_add(&list, sheet_of(s, "golden-bacc"), &all, felt_text_from(name), NULL, NULL), FELT_OK);
    for (int i = 0; i < list.count; i++)
        if (list.list[i].decks == DECKS)
            odds = &list.list[i];
    assert_non_null(odds);
    assert_int_equal(felt_removals_make(&odds, 1, NULL, &removals, NULL), FELT_OK);
    felt_exposure_system made = linear_system(&removals.list[0]);
    felt_removals_free(&removals);
    felt_odds_list_free(&list);
    return made;
}

/* The share over all runs, and its standard error from how the runs differ. */
static void assert_share(const shipped *s, const char *name, double published)
{
    felt_exposure_bet bet;
    felt_exposure_system system = system_of(s, name, &bet);
    units all[RUNS], sum = {0, 0};
    double squares = 0;
    for (int i = 0; i < RUNS; i++) {
        all[i] = run(&bet, &system, (uint64_t)i + 1);
        sum.linear += all[i].linear;
        sum.perfect += all[i].perfect;
    }
    double share = sum.linear / sum.perfect;
    for (int i = 0; i < RUNS; i++) {
        double rest = all[i].linear - share * all[i].perfect;
        squares += rest * rest;
    }
    double error = sqrt(squares * RUNS / (RUNS - 1)) / sum.perfect;
    /* Printed in whole per cents. */
    if (fabs(share - published) > 0.005 + 4 * error || error > 0.005)
        fail_msg("%s: found %.4f +- %.4f, expected %.2f", name, share, error, published);
    print_message("%s: %.4f +- %.4f\n", name, share, error);
}

static void test_linear_counts_capture_92_percent_of_dragon_7(void **state)
{
    assert_share(*state, "super-7", 0.92);
}

static void test_linear_counts_capture_83_percent_of_panda_8(void **state)
{
    assert_share(*state, "fortune-8", 0.83);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_counts_capture_92_percent_of_dragon_7),
        cmocka_unit_test(test_linear_counts_capture_83_percent_of_panda_8),
    };
    return cmocka_run_group_tests_name("exposure linear", tests, shipped_setup, shipped_teardown);
}
