/* tests/unit/test_orders.c - the pieces of a wager's value by order: they add up, the spread grows, shoes too small are refused. */
#include "sheets.h"

#include <felt/odds.h>
#include <felt/orders.h>
#include <felt/ratio.h>

typedef struct figures_of {
    felt_arena *arena;
    felt_odds_list odds;
    felt_removals removals;
    felt_orders_list orders;
} figures_of;

/* The wagers of a shipped sheet, from fresh shoes of these decks, or from `shoe`. */
static void open_sheet(figures_of *f, const char *sheet, const char *decks, const felt_shoe *shoe)
{
    char path[600];
    const felt_sheet *compiled;
    felt_selection selection = {.count = 0};
    *f = (figures_of){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    snprintf(path, sizeof path, "%s/rules/%s.felt", FELT_SOURCE_DIR, sheet);
    assert_int_equal(felt_sheet_load(f->arena, path, NULL, &compiled, NULL), FELT_OK);
    if (decks != NULL)
        assert_int_equal(felt_selection_add(&selection, felt_text_from(decks)), FELT_OK);
    assert_int_equal(felt_odds_add(&f->odds, compiled, &selection, felt_text_from(""), shoe, NULL), FELT_OK);
    felt_odds_merge(&f->odds);
    const felt_odds **list = calloc((size_t)f->odds.count, sizeof *list);
    assert_non_null(list);
    for (int i = 0; i < f->odds.count; i++)
        list[i] = &f->odds.list[i];
    assert_int_equal(felt_removals_make(list, f->odds.count, shoe, &f->removals, NULL), FELT_OK);
    free(list);
    assert_int_equal(felt_orders_make(&f->removals, &f->orders, NULL), FELT_OK);
    assert_int_equal(f->orders.count, f->odds.count);
}

static void close_sheet(figures_of *f)
{
    felt_orders_free(&f->orders);
    felt_removals_free(&f->removals);
    felt_odds_list_free(&f->odds);
    felt_arena_free(f->arena);
}

static void variance(const felt_orders *o, int left, mpq_t ret)
{
    mpq_t piece;
    mpq_init(piece);
    mpq_set_ui(ret, 0, 1);
    for (int k = 1; k <= FELT_ORDERS; k++) {
        felt_orders_variance(o, k, left, piece);
        assert_true(mpq_sgn(piece) >= 0);
        mpq_add(ret, ret, piece);
    }
    mpq_clear(piece);
}

/* With six cards left a round is dealt of just these, so that nothing is left to chance but their order. */
static void the_spread_of_a_value_grows_card_by_card(void **state)
{
    (void)state;
    figures_of f;
    mpq_t last, now;
    mpq_inits(last, now, NULL);
    open_sheet(&f, "golden-frog", "decks=8", NULL);
    for (int i = 0; i < f.orders.count; i++) {
        mpq_set_ui(last, 0, 1);
        for (int left = 416; left >= 6; left--) {
            variance(&f.orders.list[i], left, now);
            assert_true(left == 416 ? mpq_sgn(now) == 0 : mpq_cmp(now, last) > 0);
            mpq_set(last, now);
        }
        assert_true(mpq_cmp(now, f.odds.list[i].variance) <= 0);
    }
    mpq_clears(last, now, NULL);
    close_sheet(&f);
}

static void the_first_piece_is_made_of_the_effects_of_removal(void **state)
{
    (void)state;
    figures_of f;
    mpq_t sum, piece;
    const felt_shoe shoe = {{7, 3, 0, 12, 5, 1, 9, 2, 4, 11, 0, 3, 6}};
    int cards = felt_shoe_size(&shoe);
    mpq_inits(sum, piece, NULL);
    open_sheet(&f, "golden-bacc", NULL, &shoe);
    for (int i = 0; i < f.orders.count; i++) {
        mpq_set_ui(sum, 0, 1); /* the variance of the value without one card */
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
            mpq_mul(piece, f.removals.list[i].effect[rank], f.removals.list[i].effect[rank]);
            felt_ratio_add_times(sum, piece, shoe.cards[rank], cards);
        }
        felt_orders_variance(&f.orders.list[i], 1, cards - 1, piece);
        assert_true(mpq_equal(sum, piece));
        felt_orders_variance(&f.orders.list[i], 2, cards - 1, piece);
        assert_int_equal(mpq_sgn(piece), 0);
    }
    mpq_clears(sum, piece, NULL);
    close_sheet(&f);
}

/* Of two cards taken unseen, the second changes nothing either: over it, pairs with a card add up to nothing but that card's effect. */
static void pairs_weighed_by_the_cards_that_are_left_add_up(void **state)
{
    (void)state;
    figures_of f;
    mpq_t sum;
    const felt_shoe shoe = {{7, 3, 0, 12, 5, 1, 9, 2, 4, 11, 0, 3, 6}};
    mpq_init(sum);
    open_sheet(&f, "golden-bacc", NULL, &shoe);
    for (int i = 0; i < f.orders.count; i++)
        for (int a = 1; a <= FELT_RANK_COUNT; a++) {
            const felt_orders *o = &f.orders.list[i];
            mpq_set_ui(sum, 0, 1);
            for (int b = 1; b <= FELT_RANK_COUNT; b++) {
                int left = shoe.cards[b - 1] - (a == b);
                if (shoe.cards[a - 1] == 0 || left <= 0 || !felt_removal_applies(o->removal->odds))
                    continue;
                assert_true(o->has_pair[felt_pair_index(a, b)]);
                felt_ratio_add_times(sum, o->pair[felt_pair_index(a, b)], left, 1);
                felt_ratio_add_times(sum, o->removal->effect[b - 1], left, 1);
            }
            assert_int_equal(mpq_sgn(sum), 0);
        }
    mpq_clear(sum);
    close_sheet(&f);
}

static void shoes_of_fewer_than_twelve_cards_are_refused(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\nwager \"Tie\" as tie\n  tie  pays 8 to 1\n  otherwise  loses\n");
    const felt_selection everything = {.count = 0};
    for (int cards = FELT_ORDERS_CARDS_MIN - 1; cards <= FELT_ORDERS_CARDS_MIN; cards++) {
        felt_shoe shoe = {{cards - 3, 0, 3}};
        felt_odds_list odds = {0};
        felt_removals removals;
        felt_orders_list orders = {0};
        felt_error error;
        assert_int_equal(felt_odds_add(&odds, t.sheet, &everything, felt_text_from(""), &shoe, NULL), FELT_OK);
        const felt_odds *list[] = {&odds.list[0]};
        assert_int_equal(felt_removals_make(list, 1, &shoe, &removals, NULL), FELT_OK);
        assert_int_equal(felt_orders_make(&removals, &orders, &error), cards < FELT_ORDERS_CARDS_MIN ? FELT_EDATA : FELT_OK);
        if (cards < FELT_ORDERS_CARDS_MIN)
            assert_string_equal(error.message, "found a shoe of 11 cards, expected at least 12: six are removed, and a round is dealt");
        felt_orders_free(&orders);
        felt_removals_free(&removals);
        felt_odds_list_free(&odds);
    }
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_spread_of_a_value_grows_card_by_card),
        cmocka_unit_test(the_first_piece_is_made_of_the_effects_of_removal),
        cmocka_unit_test(pairs_weighed_by_the_cards_that_are_left_add_up),
        cmocka_unit_test(shoes_of_fewer_than_twelve_cards_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
