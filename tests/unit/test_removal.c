/* tests/unit/test_removal.c - effects of removal of every shipped wager against a plain count of every deal. */
#include "oracle/baccarat_enum.h"
#include "sheets.h"

#include <felt/odds.h>
#include <felt/ratio.h>
#include <felt/removal.h>
#include <glob.h>

static const felt_selection everything = {.count = 0};

typedef struct figures_of {
    felt_arena *arena;
    felt_odds_list odds;
    const felt_odds **list;
} figures_of;

/* All wagers of all shipped sheets that are dealt; from `shoe`, or from fresh ones of `decks`. */
static void open_all(figures_of *f, const felt_shoe *shoe, const char *decks)
{
    glob_t paths;
    felt_selection selection = everything;
    *f = (figures_of){.arena = felt_arena_new((size_t)16 * FELT_SHEET_ARENA_MAX)};
    if (decks != NULL)
        assert_int_equal(felt_selection_add(&selection, felt_text_from(decks)), FELT_OK);
    assert_int_equal(glob(FELT_SOURCE_DIR "/rules/*.felt", 0, NULL, &paths), 0);
    for (size_t i = 0; i < paths.gl_pathc; i++) {
        const felt_sheet *sheet;
        assert_int_equal(felt_sheet_load(f->arena, paths.gl_pathv[i], NULL, &sheet, NULL), FELT_OK);
        if (sheet->game->source == FELT_SOURCE_SHOE)
            assert_int_equal(felt_odds_add(&f->odds, sheet, &selection, felt_text_from(""), shoe, NULL), FELT_OK);
    }
    globfree(&paths);
    assert_true(f->odds.count > 50);
    f->list = calloc((size_t)f->odds.count, sizeof *f->list);
    assert_non_null(f->list);
    for (int i = 0; i < f->odds.count; i++)
        f->list[i] = &f->odds.list[i];
}

static void close_all(figures_of *f)
{
    free(f->list);
    felt_odds_list_free(&f->odds);
    felt_arena_free(f->arena);
}

/* What the wager is worth when deals end as `counts` say. */
static void worth_of(const felt_odds *o, const uint64_t *counts, mpq_t ret)
{
    uint64_t deals = 0;
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(ret, 0, 1);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        int64_t num, den;
        if (counts[i] == 0)
            continue;
        deals += counts[i];
        felt_pay_worth(&o->variant->pays[felt_machine_row(o->variant->machine, 0, i)].pay, &num, &den);
        mpq_set_ui(term, counts[i], 1);
        felt_ratio_add_times(ret, term, num, den);
    }
    mpq_set_ui(term, deals, 1);
    mpq_div(ret, ret, term);
    mpq_clear(term);
}

/* Every rank of every wager, from one shoe. */
static void compare(const figures_of *f, const felt_removals *removals, const felt_shoe *shoe)
{
    static uint64_t whole[FELT_OUTCOME_COUNT], less[FELT_RANK_COUNT][FELT_OUTCOME_COUNT];
    mpq_t before, after;
    mpq_inits(before, after, NULL);
    baccarat_enumerate(shoe->cards, whole);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        felt_shoe without = *shoe;
        if (without.cards[rank]-- > 0)
            baccarat_enumerate(without.cards, less[rank]);
    }
    for (int i = 0; i < f->odds.count; i++) {
        const felt_removal *r = &removals->list[i];
        assert_ptr_equal(r->odds, f->list[i]);
        assert_int_equal(felt_removal_applies(r->odds), r->odds->has_pays);
        if (!r->odds->has_pays)
            continue;
        worth_of(r->odds, whole, before);
        assert_true(mpq_equal(r->value, before));
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
            assert_int_equal(r->has[rank], shoe->cards[rank] > 0);
            if (!r->has[rank])
                continue;
            worth_of(r->odds, less[rank], after);
            mpq_sub(after, after, before);
            assert_true(mpq_equal(r->effect[rank], after));
        }
    }
    mpq_clears(before, after, NULL);
}

static void every_effect_is_a_difference_of_full_counts_from_a_fresh_shoe(void **state)
{
    (void)state;
    figures_of f;
    felt_removals removals;
    felt_shoe fresh = felt_shoe_fresh(8);
    open_all(&f, NULL, "decks=8");
    assert_int_equal(felt_removals_make(f.list, f.odds.count, NULL, &removals, NULL), FELT_OK);
    compare(&f, &removals, &fresh);
    for (int i = 0; i < removals.count; i++)
        assert_true(felt_removal_by_value(&removals.list[i]));
    felt_removals_free(&removals);
    close_all(&f);
}

static void every_effect_is_a_difference_of_full_counts_from_any_shoe(void **state)
{
    (void)state;
    figures_of f;
    felt_removals removals;
    const felt_shoe shoe = {{7, 3, 0, 12, 5, 1, 9, 2, 4, 11, 0, 3, 6}};
    int by_rank = 0;
    open_all(&f, &shoe, NULL);
    assert_int_equal(felt_removals_make(f.list, f.odds.count, &shoe, &removals, NULL), FELT_OK);
    compare(&f, &removals, &shoe);
    for (int i = 0; i < removals.count; i++)
        by_rank += !felt_removal_by_value(&removals.list[i]);
    assert_true(by_rank > 0); /* wagers on pairs know a ten from a king */
    felt_removals_free(&removals);
    close_all(&f);
}

/* Cards of a shoe have no preferred place: taking one at random changes nothing. */
static void effects_weighed_by_the_cards_of_the_shoe_add_up_to_nothing(void **state)
{
    (void)state;
    figures_of f;
    felt_removals removals;
    const felt_shoe shoe = {{7, 3, 0, 12, 5, 1, 9, 2, 4, 11, 0, 3, 6}};
    mpq_t sum;
    mpq_init(sum);
    open_all(&f, &shoe, NULL);
    assert_int_equal(felt_removals_make(f.list, f.odds.count, &shoe, &removals, NULL), FELT_OK);
    for (int i = 0; i < removals.count; i++) {
        mpq_set_ui(sum, 0, 1);
        for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
            felt_ratio_add_times(sum, removals.list[i].effect[rank], shoe.cards[rank], 1);
        assert_int_equal(mpq_sgn(sum), 0);
    }
    mpq_clear(sum);
    felt_removals_free(&removals);
    close_all(&f);
}

static void a_shoe_without_a_card_to_spare_is_refused(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"S\"\ngame baccarat with 8 decks\nwager \"Tie\" as tie\n  tie  pays 8 to 1\n  otherwise  loses\n");
    const felt_shoe six = {{6}}, seven = {{7}};
    felt_odds_list odds = {0};
    felt_removals removals = {0};
    felt_error error;
    assert_int_equal(felt_odds_add(&odds, t.sheet, &everything, felt_text_from(""), &six, NULL), FELT_OK);
    const felt_odds *list[] = {&odds.list[0]};
    assert_int_equal(felt_removals_make(list, 1, &six, &removals, &error), FELT_EDATA);
    assert_string_equal(error.message, "found a shoe of 6 cards, expected at least 7: one is removed, and a round is dealt");
    assert_null(removals.list);
    assert_int_equal(felt_removals_make(list, 1, &seven, &removals, &error), FELT_OK);
    assert_int_equal(mpq_sgn(removals.list[0].effect[0]), 0); /* aces only: always the same round */
    felt_removals_free(&removals);
    felt_odds_list_free(&odds);
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_effect_is_a_difference_of_full_counts_from_a_fresh_shoe),
        cmocka_unit_test(every_effect_is_a_difference_of_full_counts_from_any_shoe),
        cmocka_unit_test(effects_weighed_by_the_cards_of_the_shoe_add_up_to_nothing),
        cmocka_unit_test(a_shoe_without_a_card_to_spare_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
