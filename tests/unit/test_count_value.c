/* tests/unit/test_count_value.c - the value of a wager as a polynomial: the same, exactly, as counting how every deal ends. */
#include "count/value_fast.h"
#include "oracle/baccarat_enum.h"
#include "oracle/shipped.h"

#include <felt/odds.h>
#include <felt/shoe_count.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SHOES = 48 };

typedef struct example {
    felt_shoe shoe;
    uint64_t counts[FELT_OUTCOME_COUNT];
} example;

typedef struct check {
    const value_grid *grid;
    const felt_variant *done; /* the last one looked at */
    int forms, valued;
    example examples[SHOES];
} check;

static uint32_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z >> 33);
}

/* Any number of each rank up to `most`, and many ranks missing. */
static felt_shoe odd_shoe(uint64_t *state, uint32_t most)
{
    felt_shoe shoe;
    do {
        for (int i = 0; i < FELT_RANK_COUNT; i++)
            shoe.cards[i] = next_random(state) % 3 == 0 ? 0 : (int32_t)(next_random(state) % (most + 1));
    } while (felt_shoe_size(&shoe) < FELT_SHOE_CARDS_MIN);
    return shoe;
}

static void fill_examples(check *c)
{
    uint64_t state = 11;
    for (int i = 0; i < SHOES; i++) {
        static const uint32_t most[] = {32, 1, 2, 4, 8, 20};
        c->examples[i].shoe = i < 8 ? felt_shoe_fresh(i + 1) : odd_shoe(&state, most[i % 6]);
        assert_int_equal(felt_shoe_outcomes(&c->examples[i].shoe, c->examples[i].counts), FELT_OK);
    }
}

/* The value as a fraction from counts and pays. */
static void value_by_counts(const felt_variant *variant, const uint64_t *counts, uint64_t deals, mpq_t ret)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(ret, 0, 1);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int64_t num, den;
        if (counts[i] == 0)
            continue;
        felt_pay_worth(&variant->pays[felt_machine_row(variant->machine, 0, i)].pay, &num, &den);
        felt_ratio_set(term, num, den);
        mpz_mul_ui(mpq_numref(term), mpq_numref(term), counts[i]);
        mpq_canonicalize(term);
        mpq_add(ret, ret, term);
    }
    mpz_mul_ui(mpq_denref(ret), mpq_denref(ret), deals);
    mpq_canonicalize(ret);
    mpq_clear(term);
}

static void set_wide(mpz_t ret, value_wide number)
{
    value_wide size = number < 0 ? -number : number;
    mpz_set_ui(ret, (unsigned long)(size >> 64));
    mpz_mul_2exp(ret, ret, 64);
    mpz_add_ui(ret, ret, (unsigned long)(uint64_t)size);
    if (number < 0)
        mpz_neg(ret, ret);
}

/* floor(value * 2^30 + 1/2) */
static int64_t nearest(const mpq_t value)
{
    mpq_t scaled;
    mpz_t floor;
    mpq_init(scaled);
    mpz_init(floor);
    mpq_mul_2exp(scaled, value, VALUE_BITS + 1);
    mpz_add(mpq_numref(scaled), mpq_numref(scaled), mpq_denref(scaled));
    mpz_mul_ui(mpq_denref(scaled), mpq_denref(scaled), 2);
    mpz_fdiv_q(floor, mpq_numref(scaled), mpq_denref(scaled));
    int64_t found = mpz_get_si(floor);
    mpq_clear(scaled);
    mpz_clear(floor);
    return found;
}

static bool has_value(const felt_variant *variant, const uint64_t *counts)
{
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        if (counts[i] == 0)
            continue;
        felt_pay_kind kind = variant->pays[felt_machine_row(variant->machine, 0, i)].pay.kind;
        if (kind == FELT_PAY_UNSET || kind == FELT_PAY_UNDEFINED)
            return false;
    }
    return true;
}

static void compare(const pairing *p, const value_form *form, const example *e)
{
    mpq_t expected, found;
    value_wide num, den;
    mpq_inits(expected, found, NULL);
    value_by_counts(p->variant, e->counts, felt_shoe_deals(&e->shoe), expected);
    value_form_exact(form, &e->shoe, &num, &den);
    set_wide(mpq_numref(found), num);
    set_wide(mpq_denref(found), den);
    mpq_canonicalize(found);
    if (!mpq_equal(expected, found))
        pairing_fail(p, "the polynomial differs from the count");
    value_fixed fixed = value_form_fixed(form, &e->shoe);
    if (fixed.value != nearest(expected) || fixed.good != (mpq_sgn(expected) > 0))
        pairing_fail(p, "the rounded value differs");
    mpq_clears(expected, found, NULL);
}

static void check_variant(const pairing *p, void *with)
{
    check *c = with;
    value_form form;
    if (c->done == p->variant || !p->variant->complete)
        return;
    c->done = p->variant;
    felt_status status = value_form_make(&form, c->grid, p->variant, NULL);
    c->forms++;
    if ((status == FELT_OK) != has_value(p->variant, c->examples[7].counts))
        pairing_fail(p, "there is a value where a pay is not set, or none where all are");
    if (status != FELT_OK)
        return;
    c->valued++;
    for (int i = 0; i < SHOES; i++)
        compare(p, &form, &c->examples[i]);
    value_form_free(&form);
}

static void test_every_wager_has_the_value_of_its_counts(void **state)
{
    check *c = calloc(1, sizeof *c);
    value_grid *grid = value_grid_new();
    assert_non_null(c);
    assert_non_null(grid);
    c->grid = grid;
    fill_examples(c);
    shipped_each(*state, &felt_game_baccarat, check_variant, c);
    print_message("# %d variants, %d with a value\n", c->forms, c->valued);
    assert_true(c->valued > 100);
    free(grid);
    free(c);
}

static void test_counts_of_the_examples_agree_with_enumeration(void **state)
{
    (void)state;
    check *c = calloc(1, sizeof *c);
    assert_non_null(c);
    fill_examples(c);
    for (int i = 7; i < 20; i++) {
        uint64_t counts[FELT_OUTCOME_COUNT] = {0};
        baccarat_enumerate(c->examples[i].shoe.cards, counts);
        assert_memory_equal(counts, c->examples[i].counts, sizeof counts);
    }
    free(c);
}

/* The number of coefficients is known for two wagers. */
static void test_forms_are_as_small_as_they_can_be(void **state)
{
    const felt_variant *seven = shipped_variant(*state, "golden-bacc", "super-7", "", "base-bet=not-required", NULL);
    const felt_variant *nine = shipped_variant(*state, "golden-bacc", "nine-over-seven", "", "base-bet=not-required", NULL);
    value_grid *grid = value_grid_new();
    value_form form;
    assert_int_equal(value_form_make(&form, grid, seven, NULL), FELT_OK);
    assert_int_equal(form.term_count, 2497);
    value_form_free(&form);
    assert_int_equal(value_form_make(&form, grid, nine, NULL), FELT_OK);
    assert_int_equal(form.term_count, 327);
    value_form_free(&form);
    free(grid);
}

/* ---- sixteen at a time ---- */

typedef struct gathered {
    const value_grid *grid;
    const felt_variant *list[512];
    int count;
} gathered;

static void gather(const pairing *p, void *with)
{
    gathered *g = with;
    value_form form;
    if ((g->count > 0 && g->list[g->count - 1] == p->variant) || !p->variant->complete)
        return;
    if (value_form_make(&form, g->grid, p->variant, NULL) != FELT_OK)
        return;
    value_form_free(&form);
    assert_true(g->count < 512);
    g->list[g->count++] = p->variant;
}

/* Shoes of one kind in all lanes. */
static void fill_lanes(value_lanes *lanes, felt_shoe *shoes, uint64_t *state, uint32_t most)
{
    for (int i = 0; i < VALUE_LANES; i++) {
        shoes[i] = i == 0 ? felt_shoe_fresh(8) : odd_shoe(state, most);
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            lanes->cards[rank][i] = shoes[i].cards[rank];
    }
}

static void compare_plan(const value_plan *plan, const value_lanes *lanes, const felt_shoe *shoes)
{
    value_kernel kernels[3];
    int kernel_count = value_kernels(kernels);
    value_work *work = value_work_new(plan);
    value_sixteen *found = aligned_alloc(64, (size_t)plan->count * sizeof *found);
    assert_non_null(work);
    assert_non_null(found);
    for (int k = 0; k < kernel_count; k++) {
        value_plan_run(&kernels[k], plan, work, lanes, found);
        for (int i = 0; i < plan->count; i++) {
            for (int lane = 0; lane < VALUE_LANES; lane++) {
                value_fixed exact = value_form_fixed(&plan->forms[i], &shoes[lane]);
                if (found[i].value[lane] != exact.value || found[i].good[lane] != -(int64_t)exact.good)
                    fail_msg("%s, form %d, lane %d: found %lld, expected %lld", kernels[k].name, i, lane, (long long)found[i].value[lane],
                             (long long)exact.value);
            }
        }
    }
    free(work);
    free(found);
}

static void test_every_kernel_and_way_gives_the_exact_value_rounded(void **state)
{
    gathered *g = calloc(1, sizeof *g);
    value_grid *grid = value_grid_new();
    assert_non_null(g);
    g->grid = grid;
    shipped_each(*state, &felt_game_baccarat, gather, g);
    assert_true(g->count > 100);
    value_lanes *lanes = aligned_alloc(64, sizeof *lanes);
    felt_shoe shoes[VALUE_LANES];
    uint64_t seed = 5;
    for (int way = VALUE_BY_POLYNOMIALS; way <= VALUE_BY_COUNTS; way++) {
        value_plan plan;
        assert_int_equal(value_plan_make(&plan, g->list, g->count, (value_way)way, NULL), FELT_OK);
        assert_true(plan.count < g->count); /* some are alike */
        for (uint32_t most = 2; most <= 32; most *= 2) {
            fill_lanes(lanes, shoes, &seed, most);
            compare_plan(&plan, lanes, shoes);
        }
        value_plan_free(&plan);
    }
    free(lanes);
    free(grid);
    free(g);
}

/* One wager is cheaper by its polynomial, thirty by the counts of all outcomes. */
static void test_the_cheaper_way_is_chosen(void **state)
{
    gathered *g = calloc(1, sizeof *g);
    value_grid *grid = value_grid_new();
    assert_non_null(g);
    g->grid = grid;
    shipped_each(*state, &felt_game_baccarat, gather, g);
    value_plan plan;
    assert_int_equal(value_plan_make(&plan, g->list, 1, VALUE_BY_COST, NULL), FELT_OK);
    assert_false(plan.by_counts);
    value_plan_free(&plan);
    assert_int_equal(value_plan_make(&plan, g->list, g->count, VALUE_BY_COST, NULL), FELT_OK);
    assert_true(plan.by_counts);
    value_plan_free(&plan);
    free(grid);
    free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts_of_the_examples_agree_with_enumeration),
        cmocka_unit_test(test_every_wager_has_the_value_of_its_counts),
        cmocka_unit_test(test_forms_are_as_small_as_they_can_be),
        cmocka_unit_test(test_every_kernel_and_way_gives_the_exact_value_rounded),
        cmocka_unit_test(test_the_cheaper_way_is_chosen),
    };
    return cmocka_run_group_tests_name("count_value", tests, shipped_setup, shipped_teardown);
}
