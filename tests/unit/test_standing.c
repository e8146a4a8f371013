/* tests/unit/test_standing.c - what standing bets are worth: all states at once, one by one, by the slow oracle, and by throwing dice. */
#include "oracle/chain.h"
#include "oracle/shipped.h"
#include "sheets.h"

#include "odds/machine.h"
#include "odds/machine_back.h"
#include <felt/craps.h>
#include <felt/odds.h>
#include <felt/standing.h>
#include <math.h>
#include <string.h>

/* ---- all states and one state ---- */

/* Two ways through the machine, forward from the state and back from the rows, must meet. */
static void assert_state(const felt_wager *w, const felt_variant *v, const felt_standings *all, uint32_t state)
{
    felt_standing one;
    felt_error error;
    assert_int_equal(felt_standing_make(w, v, state, NULL, &one, &error), FELT_OK);
    assert_true(mpq_equal(one.events, all->events[state]));
    if (one.figures.has_pays)
        assert_true(all->known[state]);
    assert_true(mpq_equal(one.worth, all->worth[state]));
    felt_standing_free(&one);
}

static void compare_shipped(const pairing *p, void *with)
{
    felt_standings all;
    felt_error error;
    uint32_t step = 1 + p->variant->machine->state_count / 4;
    if (felt_standings_make(p->wager, p->variant, &all, &error) != FELT_OK)
        pairing_fail(p, error.message);
    assert_int_equal(all.count, p->variant->machine->state_count);
    for (uint32_t state = 0; state < all.count; state += step) {
        assert_state(p->wager, p->variant, &all, state);
        ++*(int *)with;
    }
    felt_standings_free(&all);
}

static void every_shipped_wager(void **state)
{
    int compared = 0;
    shipped_each(*state, &felt_game_craps, compare_shipped, &compared);
    assert_true(compared > 500);
}

/* A bet just placed is worth what felt_odds says. */
static void worth_of_a_new_bet(void **state)
{
    const shipped *s = *state;
    for (int i = 0; i < s->count; i++) {
        felt_odds_list list = {0};
        felt_selection selection = {.count = 0};
        felt_error error;
        assert_int_equal(felt_odds_add(&list, s->sheets[i], &selection, felt_text_from(""), NULL, &error), FELT_OK);
        for (int k = 0; k < list.count; k += 7) {
            const felt_odds *odds = &list.list[k];
            felt_shoe shoe = felt_shoe_fresh(odds->decks > 0 ? odds->decks : 1);
            felt_standing one;
            uint32_t start = odds->variant->machine->start[odds->start];
            assert_int_equal(felt_standing_make(odds->wager, odds->variant, start, &shoe, &one, &error), FELT_OK);
            for (int row = 0; row < one.row_count; row++)
                assert_true(mpq_equal(one.rows[row], odds->rows[row]));
            assert_true(mpq_equal(one.figures.edge, odds->edge) && mpq_equal(one.events, odds->rolls));
            felt_standing_free(&one);
        }
        felt_odds_list_free(&list);
    }
}

/* ---- the oracle ---- */

static void assert_like_oracle(const felt_wager *w, const felt_variant *v, uint32_t state)
{
    felt_standing one;
    felt_error error;
    mpq_t rows[FELT_ROWS_MAX], rolls, squares;
    for (int i = 0; i < w->row_count; i++)
        mpq_init(rows[i]);
    mpq_inits(rolls, squares, NULL);
    assert_true(chain_solve(v->machine, state, w->row_count, rows, rolls, squares));
    assert_int_equal(felt_standing_make(w, v, state, NULL, &one, &error), FELT_OK);
    for (int i = 0; i < w->row_count; i++) {
        assert_true(mpq_equal(rows[i], one.rows[i]));
        mpq_clear(rows[i]);
    }
    assert_true(mpq_equal(rolls, one.events));
    mpq_clears(rolls, squares, NULL);
    felt_standing_free(&one);
}

static void states_by_the_oracle(void **state)
{
    static const struct {
        const char *sheet, *wager, *settings;
        uint32_t step;
    } list[] = {
        {"dice-works", "all-lows", "ends=seven-out paytable=PT1", 5},
        {"dice-works", "the-works", "ends=any-seven paytable=PT1", 251},
        {"high-roller", "high-roller", "settled=at-seven-out", 7},
        {"roll-the-line", "roll-the-line", "units=to-1 paytable=PT1", 7},
        {"craps", "come", "", 1},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const felt_wager *w;
        const felt_variant *v = shipped_variant(*state, list[i].sheet, list[i].wager, "", list[i].settings, &w);
        for (uint32_t s = 1; s < v->machine->state_count; s += list[i].step)
            assert_like_oracle(w, v, s);
    }
}

/* ---- dice ---- */

enum { GAMES = 100000 };

/* The Works with all but the 2 and the 12 rolled, thrown to its end many times. */
static void worth_by_throwing_dice(void **state)
{
    const felt_wager *w;
    const felt_variant *v = shipped_variant(*state, "dice-works", "the-works", "", "ends=any-seven paytable=PT1", &w);
    static const int totals[] = {3, 4, 5, 6, 8, 9, 10, 11};
    uint32_t from = v->machine->start[0];
    for (int i = 0; i < 8; i++)
        from = felt_machine_next(v->machine, from, felt_roll_index(totals[i] > 6 ? 6 : 1, totals[i] - (totals[i] > 6 ? 6 : 1)));
    felt_standing one;
    felt_error error;
    assert_int_equal(felt_standing_make(w, v, from, NULL, &one, &error), FELT_OK);
    double sum = 0, rolls = 0;
    srand(23);
    for (int game = 0; game < GAMES; game++) {
        uint32_t at = from;
        for (; at < v->machine->state_count; rolls++)
            at = felt_machine_next(v->machine, at, felt_roll_index(1 + rand() / 7 % 6, 1 + rand() / 7 % 6));
        int64_t num, den;
        felt_pay_net(&v->pays[at - v->machine->state_count].pay, &num, &den);
        sum += 1 + (double)num / (double)den;
    }
    double error_of_mean = sqrt(mpq_get_d(one.figures.variance) / GAMES);
    assert_true(fabs(sum / GAMES - mpq_get_d(one.worth)) < 4 * error_of_mean);
    assert_true(fabs(rolls / GAMES - mpq_get_d(one.events)) < 0.1);
    /* by hand: the 2 and the 12 before a seven, one way each and six: 2/8 * 1/7, at 175 to 1 */
    assert_int_equal(mpq_cmp_ui(one.worth, 176, 28), 0);
    felt_standing_free(&one);
}

/* ---- pays that are not set, and less than nothing ---- */

static void unset_pays(void **state)
{
    (void)state;
    test_sheet t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\n  placed before any come-out roll\n"
                                   "  point made pays unset\n  seven-out loses\n  come-out craps pushes\n  otherwise stays\n");
    const felt_wager *w = &t.sheet->wagers[0];
    felt_standings all;
    felt_error error;
    assert_int_equal(felt_standings_make(w, &w->variants[0], &all, &error), FELT_OK);
    for (uint32_t s = 0; s < all.count; s++) {
        assert_false(all.known[s]);
        assert_int_equal(mpq_sgn(all.worth[s]), 0);
        assert_true(mpq_sgn(all.events[s]) > 0);
    }
    felt_standings_free(&all);
    test_sheet_free(&t);
    /* the pay that is not set can come only until a 2 has */
    t = test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\n  3 rolled and not 2 rolled at least once pays unset\n"
                        "  3 rolled pays 4 to 1\n  any seven loses\n  otherwise stays\n");
    w = &t.sheet->wagers[0];
    const felt_machine *m = w->variants[0].machine;
    uint32_t later = felt_machine_next(m, m->start[0], felt_roll_index(1, 1));
    assert_int_equal(felt_standings_make(w, &w->variants[0], &all, &error), FELT_OK);
    assert_int_equal(all.count, 2);
    assert_false(all.known[m->start[0]]);
    assert_true(all.known[later]);
    assert_int_equal(mpq_cmp_ui(all.worth[later], 5, 4), 0); /* two ways of eight, and five comes back */
    felt_standings_free(&all);
    test_sheet_free(&t);
}

/* A commission that is larger than the stake, as no sheet has it. */
static void worth_below_nothing(void **state)
{
    (void)state;
    test_sheet t =
        test_sheet_good("sheet \"S\"\ngame craps\nwager \"W\" as w\n  2 rolled pays 1 to 1\n  12 rolled loses\n  otherwise stays\n");
    const felt_wager *w = &t.sheet->wagers[0];
    felt_row_pay pays[3] = {w->variants[0].pays[0], w->variants[0].pays[1], w->variants[0].pays[2]};
    pays[1].pay = (felt_pay){.kind = FELT_PAY_WINS, .win_den = 1, .commission_num = 11, .commission_den = 10};
    felt_variant v = w->variants[0];
    v.pays = pays;
    felt_standings all;
    felt_error error;
    assert_int_equal(felt_standings_make(w, &v, &all, &error), FELT_OK);
    assert_int_equal(mpq_cmp_ui(all.worth[0], 19, 20), 0);
    assert_state(w, &v, &all, 0);
    felt_standings_free(&all);
    test_sheet_free(&t);
}

/* ---- refusals ---- */

static void what_cannot_be_computed(void **state)
{
    const felt_wager *w;
    const felt_variant *v = shipped_variant(*state, "craps", "pass", "", "", &w);
    felt_standing one;
    felt_standings all;
    felt_error error;
    assert_int_equal(felt_standing_make(w, v, v->machine->state_count, NULL, &one, &error), FELT_EDATA);
    felt_variant incomplete = *v;
    incomplete.complete = false;
    assert_int_equal(felt_standing_make(w, &incomplete, 0, NULL, &one, &error), FELT_EDATA);
    assert_int_equal(felt_standings_make(w, &incomplete, &all, &error), FELT_EDATA);
    v = shipped_variant(*state, "baccarat", "player", "", "", &w);
    assert_int_equal(felt_standing_make(w, v, 0, NULL, &one, &error), FELT_EDATA);
    felt_shoe empty = {.cards = {0}};
    assert_int_equal(felt_standing_make(w, v, 0, &empty, &one, &error), FELT_EDATA);
}

/* ---- blocks that are larger than those of craps ---- */

static void large_blocks(void **state)
{
    enum { STATES = 30, ROWS = 3 };
    (void)state;
    chain_machine m;
    assert_true(chain_machine_new(&m, STATES));
    srand(77);
    for (uint32_t s = 0; s < STATES; s++)
        for (int total = 2; total <= 12; total++) {
            uint32_t to = total == 2 ? (s + 1) % STATES : (uint32_t)rand() % (STATES + ROWS);
            chain_machine_to(&m, s, total, total == 7 ? STATES + s % ROWS : to);
        }
    mpz_t weights[ROWS];
    mpq_t values[STATES], want, term;
    for (uint32_t s = 0; s < STATES; s++)
        mpq_init(values[s]);
    mpq_inits(want, term, NULL);
    for (unsigned i = 0; i < ROWS; i++)
        mpz_init_set_ui(weights[i], 5 * i);
    mpz_t divisor;
    mpz_init_set_ui(divisor, 3);
    felt_machine_sum sum = {.row_count = ROWS, .weights = weights, .each = 2, .divisor = divisor};
    assert_int_equal(felt_machine_expect(&m.machine, &sum, values), FELT_OK);
    for (uint32_t s = 0; s < STATES; s++) {
        felt_machine_odds odds;
        assert_int_equal(felt_machine_solve(&m.machine, s, ROWS, false, &odds), FELT_OK);
        mpq_add(want, odds.rolls, odds.rolls);
        for (int i = 0; i < ROWS; i++) {
            mpq_set_z(term, weights[i]);
            mpq_mul(term, term, odds.rows[i]);
            mpq_add(want, want, term);
        }
        mpq_set_ui(term, 1, 3);
        mpq_mul(want, want, term);
        assert_true(mpq_equal(want, values[s]));
        felt_machine_odds_free(&odds);
        mpq_clear(values[s]);
    }
    for (int i = 0; i < ROWS; i++)
        mpz_clear(weights[i]);
    mpq_clears(want, term, NULL);
    mpz_clear(divisor);
    chain_machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shipped_wager),     cmocka_unit_test(worth_of_a_new_bet), cmocka_unit_test(states_by_the_oracle),
        cmocka_unit_test(worth_by_throwing_dice),  cmocka_unit_test(unset_pays),         cmocka_unit_test(worth_below_nothing),
        cmocka_unit_test(what_cannot_be_computed), cmocka_unit_test(large_blocks),
    };
    return cmocka_run_group_tests(tests, shipped_setup, shipped_teardown);
}
