/* tests/unit/test_tags.c - counting systems: the best tags against a trial of all, correlations, refusals. */
#include "sheets.h"

#include <felt/odds.h>
#include <felt/ratio.h>
#include <felt/tags.h>

typedef struct one {
    felt_arena *arena;
    felt_odds_list odds;
    felt_removals removals;
    const felt_removal *removal;
} one;

static void open_one(one *o, const char *sheet, const char *wager, const char *setting, const felt_shoe *shoe)
{
    char path[600];
    const felt_sheet *compiled;
    felt_selection selection = {.count = 0};
    *o = (one){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    snprintf(path, sizeof path, "%s/rules/%s.felt", FELT_SOURCE_DIR, sheet);
    assert_int_equal(felt_sheet_load(o->arena, path, NULL, &compiled, NULL), FELT_OK);
    if (shoe == NULL)
        assert_int_equal(felt_selection_add(&selection, felt_text_from("decks=8")), FELT_OK);
    if (setting != NULL)
        assert_int_equal(felt_selection_add(&selection, felt_text_from(setting)), FELT_OK);
    assert_int_equal(felt_odds_add(&o->odds, compiled, &selection, felt_text_from(wager), shoe, NULL), FELT_OK);
    const felt_odds *list[] = {&o->odds.list[0]};
    assert_int_equal(felt_removals_make(list, 1, shoe, &o->removals, NULL), FELT_OK);
    o->removal = &o->removals.list[0];
}

static void close_one(one *o)
{
    felt_removals_free(&o->removals);
    felt_odds_list_free(&o->odds);
    felt_arena_free(o->arena);
}

/* ---- a trial of all tags ---- */

typedef struct trial {
    double effects[FELT_TAG_COUNT]; /* for a first look */
    mpq_t exact[FELT_TAG_COUNT];
    mpq_t best; /* of (sum of t e)^2 / (13 sum of t t - (sum of t)^2) */
    double near;
    int squares, sum;
    felt_tags tags;
} trial;

static int weight_of(int value)
{
    return value == 9 ? 4 : 1;
}

/* The same as a fraction, for those that could be the best. */
static void look_closely(trial *t, const felt_tags *tags, int sum, int squares)
{
    mpq_t both;
    mpq_init(both);
    for (int i = 0; i < FELT_TAG_COUNT; i++)
        felt_ratio_add_times(both, t->exact[i], weight_of(i) * tags->tag[i], 1);
    mpq_mul(both, both, both);
    mpz_mul_ui(mpq_denref(both), mpq_denref(both), (unsigned long)(13 * squares - sum * sum));
    mpq_canonicalize(both);
    int order = mpq_cmp(both, t->best);
    bool first = squares != t->squares ? squares < t->squares : abs(sum) != abs(t->sum) ? abs(sum) < abs(t->sum) : sum < t->sum;
    if (order > 0 || (order == 0 && first)) { /* tags come in their order: of equals in all, the first stays */
        mpq_set(t->best, both);
        t->near = mpq_get_d(both);
        t->squares = squares;
        t->sum = sum;
        t->tags = *tags;
    }
    mpq_clear(both);
}

static void try_all(trial *t, felt_tags *tags, int value, int within, felt_tags_balance balance, double both, int sum, int squares)
{
    if (value == FELT_TAG_COUNT) {
        int spread = 13 * squares - sum * sum;
        if (both > 0 && spread > 0 && (balance == FELT_TAGS_UNBALANCED || sum == 0) && both * both >= t->near * (1 - 1e-9) * spread)
            look_closely(t, tags, sum, squares);
        return;
    }
    for (int tag = -within; tag <= within; tag++) {
        int weight = weight_of(value);
        tags->tag[value] = (int16_t)tag;
        try_all(t, tags, value + 1, within, balance, both + weight * tag * t->effects[value], sum + weight * tag,
                squares + weight * tag * tag);
    }
}

static felt_tags best_of_all(const felt_removal *r, int within, felt_tags_balance balance)
{
    trial t = {.squares = 0};
    felt_tags tags;
    mpq_init(t.best);
    for (int i = 0; i < FELT_TAG_COUNT; i++) {
        mpq_init(t.exact[i]);
        mpq_set(t.exact[i], r->effect[i]);
        t.effects[i] = mpq_get_d(r->effect[i]);
    }
    try_all(&t, &tags, 0, within, balance, 0, 0, 0);
    for (int i = 0; i < FELT_TAG_COUNT; i++)
        mpq_clear(t.exact[i]);
    mpq_clear(t.best);
    return t.tags;
}

static void compare(const char *sheet, const char *wager, int within)
{
    one o;
    open_one(&o, sheet, wager, NULL, NULL);
    for (felt_tags_balance balance = FELT_TAGS_BALANCED; balance <= FELT_TAGS_UNBALANCED; balance++) {
        felt_tags found, wanted = best_of_all(o.removal, within, balance);
        assert_int_equal(felt_tags_best(o.removal, within, balance, &found), FELT_OK);
        assert_memory_equal(&found, &wanted, sizeof found);
        if (balance == FELT_TAGS_BALANCED)
            assert_int_equal(felt_tags_sum(&found), 0);
    }
    close_one(&o);
}

static void no_tags_within_one_are_better(void **state)
{
    (void)state;
    static const char *const wagers[][2] = {{"golden-bacc", "super-7"},
                                            {"golden-bacc", "fortune-8"},
                                            {"baccarat", "player"},
                                            {"baccarat", "tie"},
                                            {"golden-frog", "natural-nine-over-seven"}};
    for (size_t i = 0; i < sizeof wagers / sizeof *wagers; i++)
        compare(wagers[i][0], wagers[i][1], 1);
}

static void no_tags_within_two_are_better(void **state)
{
    (void)state;
    compare("golden-bacc", "fortune-8", 2);
}

/* ---- what is published ---- */

static void assert_best(const char *wager, int within, felt_tags wanted)
{
    one o;
    felt_tags found;
    open_one(&o, "golden-bacc", wager, NULL, NULL);
    assert_int_equal(felt_tags_best(o.removal, within, FELT_TAGS_BALANCED, &found), FELT_OK);
    assert_memory_equal(&found, &wanted, sizeof found);
    close_one(&o);
}

static void the_best_tags_are_those_that_are_published(void **state)
{
    (void)state;
    assert_best("super-7", 2, (felt_tags){{0, 0, 0, -1, -1, -1, -1, 2, 2, 0}});
    assert_best("fortune-8", 4, (felt_tags){{1, 1, -2, -2, -2, -1, -1, -2, 4, 1}});
}

/* ---- correlations ---- */

static double correlation(const felt_removal *r, felt_tags tags)
{
    mpq_t square;
    mpq_init(square);
    int sign = felt_tags_correlation(r, &tags, square);
    double result = sign * mpq_get_d(square);
    mpq_clear(square);
    return result;
}

static void a_correlation_knows_no_mean_and_no_unit(void **state)
{
    (void)state;
    one o;
    open_one(&o, "golden-bacc", "super-7", NULL, NULL);
    double of = correlation(o.removal, (felt_tags){{0, 0, 0, -1, -1, -1, -1, 2, 2, 0}});
    assert_true(of > 0.9296 && of < 0.9298); /* 0.9642 squared */
    assert_true(of == correlation(o.removal, (felt_tags){{3, 3, 3, 2, 2, 2, 2, 5, 5, 3}}));
    assert_true(of == correlation(o.removal, (felt_tags){{0, 0, 0, -500, -500, -500, -500, 1000, 1000, 0}}));
    assert_true(of == -correlation(o.removal, (felt_tags){{0, 0, 0, 1, 1, 1, 1, -2, -2, 0}}));
    assert_true(correlation(o.removal, (felt_tags){{7, 7, 7, 7, 7, 7, 7, 7, 7, 7}}) == 0);
    close_one(&o);
}

static void systems_come_in_their_order_and_grow_better(void **state)
{
    (void)state;
    static const felt_system_kind kinds[] = {FELT_SYSTEM_LINEAR,     FELT_SYSTEM_BALANCED, FELT_SYSTEM_UNBALANCED, FELT_SYSTEM_BALANCED,
                                             FELT_SYSTEM_UNBALANCED, FELT_SYSTEM_BALANCED, FELT_SYSTEM_UNBALANCED, FELT_SYSTEM_GIVEN};
    one o;
    felt_systems s;
    felt_tags given = {{1, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    mpq_t tag;
    mpq_init(tag);
    open_one(&o, "golden-bacc", "super-7", NULL, NULL);
    assert_int_equal(felt_systems_make(o.removal, &given, &s), FELT_OK);
    assert_int_equal(s.count, FELT_SYSTEMS_MAX);
    for (int i = 0; i < s.count; i++)
        assert_int_equal(s.list[i].kind, kinds[i]);
    for (int i = 3; i < 7; i++)
        assert_true(mpq_cmp(s.list[i].square, s.list[i - 2].square) >= 0);
    for (int i = 2; i < 7; i += 2)
        assert_true(mpq_cmp(s.list[i].square, s.list[i - 1].square) >= 0);
    felt_system_tag(&s, 0, 7, tag); /* the eight has the largest effect */
    assert_int_equal(mpq_cmp_ui(tag, 1, 1), 0);
    felt_system_tag(&s, 7, 0, tag);
    assert_int_equal(mpq_cmp_ui(tag, 1, 1), 0);
    felt_systems_clear(&s);
    close_one(&o);
    mpq_clear(tag);
}

static void from_another_shoe_only_given_tags_have_a_correlation(void **state)
{
    (void)state;
    const felt_shoe shoe = {{7, 3, 0, 12, 5, 1, 9, 2, 4, 11, 0, 3, 6}};
    felt_tags given = {{0, 0, 0, -1, -1, -1, -1, 2, 2, 0}};
    one o;
    felt_systems s;
    open_one(&o, "golden-bacc", "super-7", NULL, &shoe);
    assert_int_equal(felt_systems_make(o.removal, NULL, &s), FELT_OK);
    assert_int_equal(s.count, 0);
    assert_int_equal(felt_systems_make(o.removal, &given, &s), FELT_OK);
    assert_int_equal(s.count, 1);
    assert_true(mpq_sgn(s.list[0].square) > 0 && mpq_cmp_ui(s.list[0].square, 1, 1) < 0);
    felt_systems_clear(&s);
    close_one(&o);
}

/* Every rank makes as many pairs as any other: from a fresh shoe, no single card matters more. */
static void a_pair_has_no_first_order_effects(void **state)
{
    (void)state;
    one o;
    felt_tags tags;
    open_one(&o, "golden-bacc", "pair", NULL, NULL);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        assert_int_equal(mpq_sgn(o.removal->effect[rank]), 0);
    assert_int_equal(felt_tags_best(o.removal, 1, FELT_TAGS_BALANCED, &tags), FELT_ENOTFOUND);
    close_one(&o);
}

/* What always happens is worth the same from any shoe. */
static void a_wager_that_no_card_changes_has_no_tags(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\nwager \"All\" as all\n  otherwise  pays 1 to 2\n");
    const felt_selection everything = {.count = 0};
    felt_odds_list odds = {0};
    felt_removals removals;
    felt_systems s;
    felt_tags tags;
    assert_int_equal(felt_odds_add(&odds, t.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    const felt_odds *list[] = {&odds.list[0]};
    assert_int_equal(felt_removals_make(list, 1, NULL, &removals, NULL), FELT_OK);
    assert_int_equal(felt_tags_best(&removals.list[0], 4, FELT_TAGS_UNBALANCED, &tags), FELT_ENOTFOUND);
    assert_int_equal(felt_systems_make(&removals.list[0], NULL, &s), FELT_OK);
    assert_int_equal(s.count, 0);
    felt_removals_free(&removals);
    felt_odds_list_free(&odds);
    test_sheet_free(&t);
}

/* Denominators without a common factor: effects of many limbs. */
static void the_search_is_exact_for_pays_of_any_size(void **state)
{
    (void)state;
    test_text text = {0};
    static const int dens[] = {999983, 999979, 999961, 999959, 999953, 999931, 999917, 999907, 999883, 999863};
    test_text_add(&text, "sheet \"S\"\ngame baccarat with 8 decks\naccept uneven-rows \"so\"\nwager \"All\" as all\n");
    for (int i = 0; i < 10; i++)
        test_text_add(&text, "  player wins with %d pays 1000000 to %d\n", i == 0 ? 9 : i, dens[i]);
    test_text_add(&text, "  otherwise loses\n");
    test_sheet t = test_sheet_compile(text.bytes);
    const felt_selection everything = {.count = 0};
    felt_odds_list odds = {0};
    felt_removals removals;
    felt_tags found, wanted;
    assert_non_null(t.sheet);
    assert_int_equal(felt_odds_add(&odds, t.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    const felt_odds *list[] = {&odds.list[0]};
    assert_int_equal(felt_removals_make(list, 1, NULL, &removals, NULL), FELT_OK);
    wanted = best_of_all(&removals.list[0], 1, FELT_TAGS_UNBALANCED);
    assert_int_equal(felt_tags_best(&removals.list[0], 1, FELT_TAGS_UNBALANCED, &found), FELT_OK);
    assert_memory_equal(&found, &wanted, sizeof found);
    felt_removals_free(&removals);
    felt_odds_list_free(&odds);
    test_sheet_free(&t);
    test_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_tags_within_one_are_better),
        cmocka_unit_test(no_tags_within_two_are_better),
        cmocka_unit_test(the_best_tags_are_those_that_are_published),
        cmocka_unit_test(a_correlation_knows_no_mean_and_no_unit),
        cmocka_unit_test(systems_come_in_their_order_and_grow_better),
        cmocka_unit_test(from_another_shoe_only_given_tags_have_a_correlation),
        cmocka_unit_test(a_pair_has_no_first_order_effects),
        cmocka_unit_test(a_wager_that_no_card_changes_has_no_tags),
        cmocka_unit_test(the_search_is_exact_for_pays_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
