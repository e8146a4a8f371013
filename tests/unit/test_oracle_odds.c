/* tests/unit/test_oracle_odds.c - the engine's exact odds of every shipped wager against the oracle's, from full and depleted shoes and
 * from every position of the puck; and the oracle's against figures that are published. */
#include "oracle/oracle_chain.h"
#include "oracle/oracle_closed.h"
#include "oracle/oracle_odds.h"
#include "oracle/shipped.h"

#include <felt/baccarat.h>
#include <felt/craps.h>
#include <felt/odds.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- the engine against the oracle ---- */

/* Room for the figures of one comparison. */
typedef struct figures {
    oracle_odds odds;
    mpq_t hit, push, edge, variance;
} figures;

static void figures_init(figures *f)
{
    oracle_odds_init(&f->odds);
    mpq_inits(f->hit, f->push, f->edge, f->variance, NULL);
}

static void figures_clear(figures *f)
{
    oracle_odds_clear(&f->odds);
    mpq_clears(f->hit, f->push, f->edge, f->variance, NULL);
}

/* `f->odds` is the oracle's. */
static void compare(const pairing *p, const felt_odds *found, figures *f)
{
    oracle_odds_hit(&f->odds, f->hit, f->push);
    if (found->has_outcomes == f->odds.undefined)
        pairing_fail(p, "undefined by one of engine and oracle only");
    if (f->odds.undefined ? mpq_sgn(found->hit) != 0 || mpq_sgn(found->push) != 0
                          : !mpq_equal(found->hit, f->hit) || !mpq_equal(found->push, f->push))
        pairing_fail(p, "the chances of a win and of a push differ");
    if (!mpq_equal(found->rolls, f->odds.rolls))
        pairing_fail(p, "the expected numbers of rolls differ");
    bool has_pays = oracle_odds_edge(&f->odds, f->edge, f->variance);
    if (found->has_pays != has_pays)
        pairing_fail(p, "unset by one of engine and oracle only");
    if (has_pays && !mpq_equal(found->edge, f->edge))
        pairing_fail(p, "the edges differ");
    if (has_pays && !mpq_equal(found->variance, f->variance))
        pairing_fail(p, "the variances differ");
}

/* Does the entry stand for this variant? The engine leaves out choices that it says do not matter. */
static bool stands_for(const felt_odds *entry, const pairing *p)
{
    if (entry->wager != p->wager)
        return false;
    for (int i = 0; i < p->wager->option_count; i++)
        if ((entry->relevant >> i & 1) != 0 && entry->variant->choices[i] != p->variant->choices[i])
            return false;
    return true;
}

typedef struct comparison {
    felt_odds_list list;
    oracle_shoe shoe;
    int decks; /* 0: not of full decks */
    figures f;
    int compared;
} comparison;

static void compute(const shipped *s, const felt_game *game, const felt_shoe *shoe, felt_odds_list *list)
{
    felt_selection all = {.count = 0};
    for (int i = 0; i < s->count; i++)
        if (s->sheets[i]->game == game)
            assert_int_equal(felt_odds_add(list, s->sheets[i], &all, felt_text_from(""), shoe, NULL), FELT_OK);
}

static void compare_shoe(const pairing *p, void *with)
{
    comparison *c = with;
    int found = 0;
    if (c->decks != 0 && (oracle_decks(p->sheet_name) >> c->decks & 1u) == 0)
        return;
    oracle_odds_shoe(&p->bet, &c->shoe, &c->f.odds);
    for (int i = 0; i < c->list.count; i++)
        if (c->list.list[i].decks == c->decks && stands_for(&c->list.list[i], p)) {
            compare(p, &c->list.list[i], &c->f);
            found++;
        }
    if (found != 1)
        pairing_fail(p, "the engine has no entry for it, or several");
    c->compared++;
}

static void odds_of_full_shoes(void **state)
{
    comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    figures_init(&c->f);
    compute(*state, &felt_game_baccarat, NULL, &c->list);
    for (c->decks = 1; c->decks <= 8; c->decks++) {
        felt_shoe shoe;
        for (int i = 0; i < FELT_RANK_COUNT; i++)
            shoe.cards[i] = 4 * c->decks;
        oracle_shoe_deal(shoe.cards, &c->shoe);
        shipped_each(*state, &felt_game_baccarat, compare_shoe, c);
    }
    print_message("# %d comparisons\n", c->compared);
    felt_odds_list_free(&c->list);
    figures_clear(&c->f);
    free(c);
}

static void compare_depleted(const shipped *s, comparison *c, const felt_shoe *shoe)
{
    c->list = (felt_odds_list){0};
    compute(s, &felt_game_baccarat, shoe, &c->list);
    oracle_shoe_deal(shoe->cards, &c->shoe);
    shipped_each(s, &felt_game_baccarat, compare_shoe, c);
    felt_odds_list_free(&c->list);
}

/* Eight decks with a random number of random cards gone, the same ones in every run. */
static felt_shoe random_shoe(uint64_t *seed)
{
    felt_shoe shoe = felt_shoe_fresh(8);
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    int gone = (int)(*seed >> 33) % 400;
    while (gone > 0) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        int32_t *rank = &shoe.cards[(*seed >> 33) % FELT_RANK_COUNT];
        gone -= *rank > 0;
        *rank -= *rank > 0;
    }
    return shoe;
}

static void odds_of_random_depleted_shoes(void **state)
{
    uint64_t seed = 20;
    comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    figures_init(&c->f);
    for (int i = 0; i < 200; i++) {
        felt_shoe shoe = random_shoe(&seed);
        compare_depleted(*state, c, &shoe);
    }
    print_message("# %d comparisons\n", c->compared);
    figures_clear(&c->f);
    free(c);
}

/* Shoes part of the way through, and some that no table would deal from. */
static void odds_of_depleted_shoes(void **state)
{
    static const felt_shoe shoes[] = {
        {{20, 31, 12, 5, 17, 28, 32, 9, 24, 13, 30, 2, 19}}, /* eight decks, half dealt */
        {{3, 4, 0, 4, 1, 4, 2, 4, 4, 1, 3, 4, 2}},           /* one deck, without threes */
        {{0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 5, 0}},           /* sevens and queens */
        {{1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0}},           /* six cards, ace to six */
        {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6}},           /* six kings */
    };
    comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    figures_init(&c->f);
    for (size_t i = 0; i < sizeof shoes / sizeof *shoes; i++)
        compare_depleted(*state, c, &shoes[i]);
    print_message("# %d comparisons\n", c->compared);
    figures_clear(&c->f);
    free(c);
}

/* The entry for a wager placed with the puck there: one whose beginning is the same state of the machine. The engine has none where the
 * wager is worth the same as at the first place it may be placed; then that must be so. */
static void compare_puck(const pairing *p, comparison *c, felt_puck puck)
{
    const felt_odds *first = NULL, *entry = NULL;
    for (int i = 0; i < c->list.count; i++) {
        const felt_odds *e = &c->list.list[i];
        if (!stands_for(e, p))
            continue;
        if (first == NULL)
            first = e;
        if (e->variant->machine->start[e->start] == e->variant->machine->start[puck]) {
            if (entry != NULL)
                pairing_fail(p, "the engine has several entries for it");
            entry = e;
        }
    }
    if (first == NULL)
        pairing_fail(p, "the engine has no entry for it");
    else if (entry != NULL)
        compare(p, entry, &c->f);
    else if (!oracle_odds_edge(&c->f.odds, c->f.edge, c->f.variance) || !first->has_pays || !mpq_equal(first->edge, c->f.edge))
        pairing_fail(p, "the engine has no entry for this position of the puck, where it is worth something else");
    c->compared++;
}

static void compare_dice(const pairing *p, void *with)
{
    static const int points[FELT_PUCK_COUNT] = {0, 4, 5, 6, 8, 9, 10};
    comparison *c = with;
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        if (p->variant->machine->start[puck] == FELT_STATE_NONE)
            continue;
        assert_true(oracle_odds_dice(&p->bet, points[puck], &c->f.odds));
        compare_puck(p, c, (felt_puck)puck);
    }
}

static void odds_of_dice(void **state)
{
    comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    figures_init(&c->f);
    compute(*state, &felt_game_craps, NULL, &c->list);
    shipped_each(*state, &felt_game_craps, compare_dice, c);
    print_message("# %d comparisons\n", c->compared);
    felt_odds_list_free(&c->list);
    figures_clear(&c->f);
    free(c);
}

/* ---- the oracle against the books, and against itself ---- */

static void assert_edge(const char *sheet, const char *wager, const char *side, const char *options, const char *expected)
{
    mpq_t edge, want;
    mpq_inits(edge, want, NULL);
    assert_true(oracle_edge(sheet, wager, side, options, 8, edge));
    assert_int_equal(mpq_set_str(want, expected, 10), 0);
    mpq_canonicalize(want);
    if (!mpq_equal(edge, want))
        print_error("%s %s %s %s: %f\n", sheet, wager, side, options, mpq_get_d(edge));
    assert_true(mpq_equal(edge, want));
    mpq_clears(edge, want, NULL);
}

/* Figures that every book on craps has. */
static void the_oracle_agrees_with_the_books(void **state)
{
    (void)state;
    assert_edge("craps", "pass", "", "", "7/495");
    assert_edge("craps", "dont-pass", "", "", "3/220");
    assert_edge("craps", "come", "", "", "7/495");
    assert_edge("craps", "pass-odds", "5", "", "0");
    assert_edge("craps", "come-odds", "5", "odds-working=working", "0");
    assert_edge("craps", "place", "4", "place-come-out=off", "1/15");
    assert_edge("craps", "place", "9", "place-come-out=working", "1/25");
    assert_edge("craps", "place", "6", "place-come-out=off", "1/66");
    assert_edge("craps", "buy", "4", "place-come-out=off, vig=always", "1/21");
    assert_edge("craps", "lay", "10", "lay-come-out=working, vig=always", "1/41");
    assert_edge("craps", "big", "8", "", "1/11");
    assert_edge("craps", "hard", "4", "hard-come-out=working", "1/9");
    assert_edge("craps", "hard", "6", "hard-come-out=off", "1/11");
    assert_edge("craps", "field", "", "field-12=triple", "1/36");
    assert_edge("craps", "field", "", "field-12=double", "1/18");
    assert_edge("craps", "any-seven", "", "", "1/6");
    assert_edge("craps", "any-craps", "", "", "1/9");
    assert_edge("craps", "horn", "", "", "1/8");
}

/* Of the 4998398275503360 deals of eight decks, as published, banker wins 2292252566437888, player 2230518282592256, and
 * 475627426473216 are ties. */
static void the_oracle_agrees_with_the_published_baccarat_counts(void **state)
{
    (void)state;
    assert_edge("baccarat", "player", "", "", "61734283845632/4998398275503360");
    assert_edge("baccarat", "banker", "", "banker-pay=commission", "264391722381312/24991991377516800");
    assert_edge("baccarat", "tie", "", "tie-pay=8", "717751437244416/4998398275503360");
}

/* Dice Works has two answers of the oracle's own: the chain, and inclusion and exclusion. */
static void dice_works_by_chain_and_without(void **state)
{
    (void)state;
    static const char *const options[] = {"paytable=PT1, ends=seven-out", "paytable=PT1, ends=any-seven"};
    static const char *const wagers[] = {"all-lows", "all-highs"};
    static const unsigned totals[] = {0x7C, 0x1F00};
    mpq_t chances[ORACLE_CHAIN_PAYS_MAX], rolls, chance, chance_rolls;
    mpq_inits(rolls, chance, chance_rolls, NULL);
    for (int i = 0; i < ORACLE_CHAIN_PAYS_MAX; i++)
        mpq_init(chances[i]);
    for (int i = 0; i < 4; i++) {
        oracle_bet bet;
        oracle_chain chain;
        assert_true(oracle_find("dice-works", wagers[i / 2], "", options[i % 2], &bet));
        assert_true(oracle_chain_find(&bet, 0, &chain));
        assert_int_equal(chain.pay_count, 2);
        assert_true(oracle_chain_solve(&chain, chances, rolls));
        oracle_all_rolled(totals[i / 2], i % 2 == 1, chance, chance_rolls);
        assert_true(mpq_equal(chance_rolls, rolls));
        assert_true(mpq_equal(chance, chances[chain.pays[0].num > 0 ? 0 : 1]));
        oracle_chain_free(&chain);
    }
    for (int i = 0; i < ORACLE_CHAIN_PAYS_MAX; i++)
        mpq_clear(chances[i]);
    mpq_clears(rolls, chance, chance_rolls, NULL);
}

static void unset_wagers_have_no_edge(void **state)
{
    (void)state;
    mpq_t edge;
    mpq_init(edge);
    assert_false(oracle_edge("parlay-craps-envy", "repeat-8-8x", "", "ends=seven-out", 0, edge));
    assert_false(oracle_edge("golden-dragon", "phoenix-bonus", "player", "phoenix=as-printed", 8, edge));
    assert_false(oracle_edge("golden-bacc", "tie-of-7", "", "infinite-list=text", 8, edge));
    assert_false(oracle_edge("golden-bacc", "no-such-wager", "", "", 8, edge));
    mpq_clear(edge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odds_of_full_shoes),
        cmocka_unit_test(odds_of_depleted_shoes),
        cmocka_unit_test(odds_of_random_depleted_shoes),
        cmocka_unit_test(odds_of_dice),
        cmocka_unit_test(the_oracle_agrees_with_the_books),
        cmocka_unit_test(the_oracle_agrees_with_the_published_baccarat_counts),
        cmocka_unit_test(dice_works_by_chain_and_without),
        cmocka_unit_test(unset_wagers_have_no_edge),
    };
    return cmocka_run_group_tests_name("oracle_odds", tests, shipped_setup, shipped_teardown);
}
