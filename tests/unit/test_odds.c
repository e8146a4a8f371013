/* tests/unit/test_odds.c - exact odds of the shipped sheets: published integers, identities, refusals. */
#include <felt/craps.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <felt/figures.h>
#include <felt/odds.h>
#include <felt/report.h>
#include <felt/together.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct book {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_odds_list list;
} book;

static void compile(book *b, felt_text text)
{
    felt_diags diags;
    b->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    assert_non_null(b->arena);
    diags = felt_diags_in(b->arena);
    assert_int_equal(felt_sheet_compile(b->arena, felt_text_from("test.felt"), text, &diags, &b->sheet), FELT_OK);
}

/* The odds of wager `name` of a shipped sheet under "a=b" settings, separated by spaces. */
static void open_book(book *b, const char *sheet, const char *name, const char *settings)
{
    char path[600];
    felt_selection selection = {.count = 0};
    *b = (book){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(b->arena);
    snprintf(path, sizeof path, "%s/rules/%s.felt", FELT_SOURCE_DIR, sheet);
    assert_int_equal(felt_sheet_load(b->arena, path, NULL, &b->sheet, NULL), FELT_OK);
    while (*settings != '\0') {
        size_t length = strcspn(settings, " ");
        assert_int_equal(felt_selection_add(&selection, (felt_text){settings, length}), FELT_OK);
        settings += length + (settings[length] == ' ');
    }
    assert_int_equal(felt_selection_verify(&selection, b->sheet, NULL), FELT_OK);
    assert_int_equal(felt_odds_add(&b->list, b->sheet, &selection, felt_text_from(name), NULL, NULL), FELT_OK);
    assert_true(b->list.count > 0);
}

static void close_book(book *b)
{
    felt_odds_list_free(&b->list);
    felt_arena_free(b->arena);
}

static void assert_ratio(const mpq_t ratio, const char *expected)
{
    mpq_t wanted;
    mpq_init(wanted);
    assert_int_equal(mpq_set_str(wanted, expected, 10), 0);
    mpq_canonicalize(wanted);
    char *found = mpq_get_str(NULL, 10, ratio);
    if (!mpq_equal(wanted, ratio))
        fail_msg("found %s, expected %s", found, expected);
    free(found);
    mpq_clear(wanted);
}

static void assert_edge(const char *sheet, const char *name, const char *settings, const char *expected)
{
    book b;
    open_book(&b, sheet, name, settings);
    assert_true(b.list.list[0].has_pays);
    assert_ratio(b.list.list[0].edge, expected);
    close_book(&b);
}

static void test_eight_decks_published_counts(void **state)
{
    (void)state;
    book b;
    open_book(&b, "baccarat", "player", "decks=8");
    const felt_odds *o = &b.list.list[0];
    assert_int_equal(mpz_cmp_ui(o->deals, 4998398275503360u), 0);
    assert_ratio(o->rows[0], "2230518282592256/4998398275503360");
    assert_ratio(o->rows[1], "475627426473216/4998398275503360");
    assert_ratio(o->rows[2], "2292252566437888/4998398275503360");
    close_book(&b);
    open_book(&b, "golden-frog", "jin-chan-7", "decks=8");
    assert_ratio(b.list.list[0].rows[0], "112633011329024/4998398275503360");
    close_book(&b);
    open_book(&b, "golden-frog", "koi-8", "decks=8");
    assert_ratio(b.list.list[0].rows[0], "172660763262976/4998398275503360");
    close_book(&b);
}

static void test_craps_published_edges(void **state)
{
    (void)state;
    assert_edge("craps", "pass", "", "7/495");
    assert_edge("craps", "dont-pass", "", "3/220");
    assert_edge("craps", "come", "", "7/495");
    assert_edge("craps", "dont-come", "", "3/220");
    assert_edge("craps", "pass-odds", "", "0");
    assert_edge("craps", "any-seven", "", "1/6");
    assert_edge("craps", "any-craps", "", "1/9");
    assert_edge("craps", "field", "field-12=double", "1/18");
    book b;
    open_book(&b, "dice-works", "all-lows", "ends=any-seven paytable=PT1");
    assert_ratio(b.list.list[0].hit, "20049/760760");
    close_book(&b);
}

/* place 6 and 8: 1/66 whether or not they work on the come-out */
static void test_place_bets_do_not_depend_on_the_come_out(void **state)
{
    (void)state;
    book b;
    open_book(&b, "craps", "place", "");
    for (int i = 0; i < b.list.count; i++) {
        const felt_odds *o = &b.list.list[i];
        const char *wanted = felt_text_is(o->wager->side, "6") || felt_text_is(o->wager->side, "8")   ? "1/66"
                             : felt_text_is(o->wager->side, "5") || felt_text_is(o->wager->side, "9") ? "1/25"
                                                                                                      : "1/15";
        assert_ratio(o->edge, wanted);
    }
    close_book(&b);
}

/* Place wagers that rest on the come-out wait there for a point, so that from a point they take fewer rolls; those that work do not. */
static void test_positions_with_the_same_edge_and_other_rolls_are_remembered(void **state)
{
    (void)state;
    book b;
    open_book(&b, "craps", "place", "place-come-out=off");
    assert_int_equal(b.list.count, 6);
    for (int i = 0; i < b.list.count; i++)
        assert_int_equal(b.list.list[i].same_edge, ((1 << FELT_PUCK_COUNT) - 1) & ~(1 << FELT_PUCK_OFF));
    close_book(&b);
    open_book(&b, "craps", "place", "place-come-out=working");
    for (int i = 0; i < b.list.count; i++)
        assert_int_equal(b.list.list[i].same_edge, 0);
    close_book(&b);
}

/* Odds on a come wager that are off on the come-out come back more often when they are placed there. */
static void test_a_position_with_the_same_edge_has_figures_of_its_own(void **state)
{
    (void)state;
    book b;
    open_book(&b, "craps", "come-odds", "odds-working=off");
    assert_true(felt_text_is(b.list.list[0].wager->side, "4"));
    assert_ratio(b.list.list[0].variance, "1150/939");
    int count = b.list.count;
    assert_int_equal(felt_odds_add_from(&b.list, 0, FELT_PUCK_6), FELT_OK);
    assert_int_equal(b.list.count, count + 1);
    assert_ptr_equal(b.list.list[count].variant, b.list.list[0].variant);
    assert_int_equal(b.list.list[count].start, FELT_PUCK_6);
    assert_ratio(b.list.list[count].edge, "0");
    assert_ratio(b.list.list[count].variance, "1618/939");
    close_book(&b);
}

/* A wager of one roll knows only whether there is a point: all points are one position to it, and all are remembered. */
static void test_points_that_are_alike_are_remembered_together(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame craps\nwager \"One\"\n  placed at any time\n  2 rolled on the come-out pays 21 to 1\n"
                               "  3 rolled on a point pays 10 to 1\n  otherwise loses\n";
    book b = {0};
    felt_selection everything = {.count = 0};
    compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    assert_int_equal(b.list.count, 1);
    assert_int_equal(b.list.list[0].same_edge, ((1 << FELT_PUCK_COUNT) - 1) & ~(1 << FELT_PUCK_OFF));
    close_book(&b);
}

static void test_probabilities_of_every_wager_add_up_to_one(void **state)
{
    (void)state;
    static const char *const sheets[] = {"baccarat",    "buddhas-bonus", "craps", "dice-works",        "golden-bacc",   "golden-dragon",
                                         "golden-frog", "high-roller",   "tiger", "parlay-craps-envy", "roll-the-line", "parlay-craps"};
    mpq_t sum;
    mpq_init(sum);
    for (size_t s = 0; s < sizeof sheets / sizeof *sheets; s++) {
        book b;
        open_book(&b, sheets[s], "", "");
        for (int i = 0; i < b.list.count; i++) {
            felt_ratio_sum(sum, b.list.list[i].rows, b.list.list[i].wager->row_count);
            assert_ratio(sum, "1");
        }
        close_book(&b);
    }
    mpq_clear(sum);
}

static void test_a_fair_pay_makes_the_edge_vanish(void **state)
{
    (void)state;
    book b;
    mpq_t fair, net;
    mpq_inits(fair, net, NULL);
    open_book(&b, "golden-frog", "jin-chan-7", "decks=8");
    const felt_odds *o = &b.list.list[0];
    felt_odds_fair(o, 0, fair);
    mpq_mul(net, fair, o->rows[0]);
    mpq_sub(net, net, o->rows[1]);
    assert_ratio(net, "0");
    close_book(&b);
    mpq_clears(fair, net, NULL);
}

/* Handing 21 over for 20 bought is the same as a stake of 21 that includes the commission, to the last figure. */
static void test_a_vig_up_front_is_worth_what_a_stake_with_it_is(void **state)
{
    (void)state;
    static const char *const wagers[] = {"buy", "lay"};
    for (int w = 0; w < 2; w++) {
        book front, always;
        open_book(&front, "craps", wagers[w], "vig=up-front");
        open_book(&always, "craps", wagers[w], "vig=always");
        assert_int_equal(front.list.count, always.list.count);
        for (int i = 0; i < front.list.count; i++) {
            const felt_odds *a = &front.list.list[i], *z = &always.list.list[i];
            assert_true(mpq_equal(a->edge, z->edge) && mpq_equal(a->hit, z->hit) && mpq_equal(a->push, z->push));
            assert_true(mpq_equal(a->variance, z->variance) && mpq_equal(a->third, z->third) && mpq_equal(a->rolls, z->rolls));
        }
        close_book(&front);
        close_book(&always);
    }
}

/* Of a stake of 1 with a vig of 1/20 beside it: 43/20, since (43/20 - 1/20) / (21/20) is the true 2. */
static void test_a_fair_pay_with_a_vig(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame craps\nwager \"Buy\"\n  vig 5% of the stake\n  4 rolled pays 2 to 1\n"
                               "  any seven loses\n  otherwise stays\n";
    book b = {0};
    felt_selection everything = {.count = 0};
    mpq_t fair;
    mpq_init(fair);
    compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    felt_odds_fair(&b.list.list[0], 0, fair);
    assert_ratio(fair, "43/20");
    mpq_clear(fair);
    close_book(&b);
}

static void test_covariance_with_itself_is_the_variance(void **state)
{
    (void)state;
    book b;
    mpq_t covariance, other;
    mpq_inits(covariance, other, NULL);
    open_book(&b, "golden-bacc", "", "decks=8 phoenix=natural-first");
    for (int i = 0; i < b.list.count; i++) {
        assert_int_equal(felt_odds_covariance(&b.list.list[i], &b.list.list[i], NULL, covariance), FELT_OK);
        assert_true(mpq_equal(covariance, b.list.list[i].variance));
    }
    assert_int_equal(felt_odds_covariance(&b.list.list[0], &b.list.list[1], NULL, covariance), FELT_OK);
    assert_int_equal(felt_odds_covariance(&b.list.list[1], &b.list.list[0], NULL, other), FELT_OK);
    assert_true(mpq_equal(covariance, other));
    assert_true(mpq_sgn(covariance) < 0); /* player and banker */
    close_book(&b);
    mpq_clears(covariance, other, NULL);
}

static void test_player_and_banker_together_cost_the_house_nothing_but_the_commission(void **state)
{
    (void)state;
    book b;
    mpq_t most;
    int outcome;
    mpq_init(most);
    open_book(&b, "baccarat", "", "decks=8 banker-pay=commission tie-pay=8");
    assert_int_equal(b.list.count, 3);
    const felt_odds *pair[] = {&b.list.list[0], &b.list.list[1]};
    assert_int_equal(felt_odds_exposure(pair, 2, NULL, most, &outcome), FELT_OK);
    assert_ratio(most, "0"); /* a player win, or a tie */
    const felt_odds *all[] = {&b.list.list[0], &b.list.list[1], &b.list.list[2]};
    assert_int_equal(felt_odds_exposure(all, 3, NULL, most, &outcome), FELT_OK);
    assert_ratio(most, "8"); /* a tie */
    close_book(&b);
    mpq_clear(most);
}

static void test_unset_pays_leave_out_only_what_needs_them(void **state)
{
    (void)state;
    book b;
    open_book(&b, "parlay-craps-envy", "repeat-8-8x", "ends=any-seven");
    const felt_odds *o = &b.list.list[0];
    assert_false(o->has_pays);
    /* Eight eights before any seven: (5/11)^8. */
    assert_ratio(o->hit, "390625/214358881");
    close_book(&b);
}

/* Of a wager that may win or lose in a tie, nobody knows how often it wins. */
static void test_an_undefined_outcome_leaves_no_figure(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame baccarat with 8 decks\nwager \"Open\" as open\n  player wins pays 1 to 1\n"
                               "  tie undefined\n  otherwise loses\n";
    book b = {0};
    felt_selection everything = {.count = 0};
    felt_error error;
    compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, &error), FELT_OK);
    const felt_odds *o = &b.list.list[0];
    assert_false(o->has_outcomes);
    assert_false(o->has_pays);
    assert_string_equal(felt_odds_missing(o), "undefined");
    assert_ratio(o->hit, "0");
    assert_ratio(o->push, "0");
    close_book(&b);
    open_book(&b, "parlay-craps-envy", "repeat-8-8x", "ends=any-seven");
    assert_true(b.list.list[0].has_outcomes);
    assert_string_equal(felt_odds_missing(&b.list.list[0]), "unset");
    close_book(&b);
    open_book(&b, "golden-frog", "koi-8", "decks=8");
    assert_null(felt_odds_missing(&b.list.list[0]));
    close_book(&b);
}

static void test_a_wager_that_does_not_decide_is_refused(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame baccarat with 8 decks\nwager \"Half\"\n  player wins pays 1 to 1\n";
    book b = {0};
    felt_selection everything = {.count = 0};
    felt_error error;
    compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, &error), FELT_EDATA);
    assert_string_equal(error.message, "'half' does not decide every round; 'felt check' shows one");
    close_book(&b);
}

static void assert_shoe_refused(const felt_shoe *shoe, felt_status status)
{
    book b;
    felt_error error = {.message = ""};
    felt_selection everything = {.count = 0};
    open_book(&b, "baccarat", "player", "decks=8");
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from("player"), shoe, &error), status);
    assert_true(error.message[0] != '\0');
    close_book(&b);
}

static void test_impossible_shoes_are_refused(void **state)
{
    (void)state;
    felt_shoe shoe = {{5}}; /* five aces */
    assert_shoe_refused(&shoe, FELT_EDATA);
    shoe = felt_shoe_fresh(8);
    shoe.cards[3] = -1;
    assert_shoe_refused(&shoe, FELT_EDATA);
    shoe = felt_shoe_fresh(8);
    shoe.cards[12] = 33;
    assert_shoe_refused(&shoe, FELT_ELIMIT);
}

/* From an arena that is too small for it, a report is refused, never cut short. */
static void test_a_report_is_whole_or_refused(void **state)
{
    (void)state;
    book b;
    open_book(&b, "craps", "field", "");
    const felt_odds *list[] = {&b.list.list[0], &b.list.list[1]};
    for (int style = FELT_REPORT_TEXT; style <= FELT_REPORT_MARKDOWN; style++) {
        felt_text whole = {0}, text = {0};
        felt_arena *arena = felt_arena_new(1 << 20);
        assert_int_equal(felt_report_odds(arena, list, 2, (felt_report_style)style, 0, &whole), FELT_OK);
        size_t used = felt_arena_used(arena);
        for (size_t cap = 0; cap < used; cap += cap < 200 ? 1 : 97) {
            felt_arena *small = felt_arena_new(cap);
            assert_int_equal(felt_report_odds(small, list, 2, (felt_report_style)style, 0, &text), FELT_ENOMEM);
            felt_arena_free(small);
        }
        felt_arena_free(arena);
    }
    close_book(&b);
}

/* Does the entry of a merged list speak for the other one? */
static bool speaks_for(const felt_odds *merged, const felt_odds *o)
{
    bool same = merged->wager == o->wager && merged->decks == o->decks && merged->start == o->start;
    for (int i = 0; same && i < o->wager->option_count; i++)
        same = !(merged->relevant >> i & 1) || merged->variant->choices[i] == o->variant->choices[i];
    return same;
}

/* Every combination of every wager is in the merged list once, with its figures. */
static void test_merged_lists_say_the_same(void **state)
{
    (void)state;
    static const char *const sheets[] = {"baccarat",    "buddhas-bonus", "craps", "dice-works",        "golden-bacc",   "golden-dragon",
                                         "golden-frog", "high-roller",   "tiger", "parlay-craps-envy", "roll-the-line", "parlay-craps"};
    int before = 0, after = 0;
    for (size_t s = 0; s < sizeof sheets / sizeof *sheets; s++) {
        book all, merged;
        open_book(&all, sheets[s], "", "");
        open_book(&merged, sheets[s], "", "");
        felt_odds_merge(&merged.list);
        before += all.list.count;
        after += merged.list.count;
        for (int i = 0; i < all.list.count; i++) {
            const felt_odds *o = &all.list.list[i];
            int found = 0;
            for (int k = 0; k < merged.list.count; k++) {
                const felt_odds *m = &merged.list.list[k];
                if (m->wager->line != o->wager->line || !felt_text_equal(m->wager->side, o->wager->side))
                    continue;
                felt_odds same_sheet = *m; /* the two books were compiled one after the other */
                same_sheet.wager = o->wager;
                if (!speaks_for(&same_sheet, o))
                    continue;
                found++;
                assert_true(m->has_pays == o->has_pays && mpq_equal(m->hit, o->hit) && mpq_equal(m->rolls, o->rolls));
                assert_true(!o->has_pays || (mpq_equal(m->edge, o->edge) && mpq_equal(m->third, o->third)));
            }
            assert_int_equal(found, 1);
        }
        close_book(&merged);
        close_book(&all);
    }
    assert_true(after < before);
}

/* Figures that follow from others, for a bet that a hand can work out: one roll, a seven pays 4 to 1. */
static void test_figures_that_follow_from_others(void **state)
{
    (void)state;
    static const char text[] = "sheet \"X\"\ngame craps\nwager \"Seven\"\n  placed at any time\n  7 rolled pays 4 to 1\n"
                               "  11 rolled pushes\n  12 rolled pays unset\n  otherwise loses\n"
                               "wager \"Set\"\n  placed at any time\n  7 rolled pays 4 to 1\n  11 rolled pushes\n  otherwise loses\n";
    book b = {0};
    felt_selection everything = {.count = 0};
    felt_odds_net nets[FELT_ROWS_MAX];
    mpq_t value, other;
    mpq_inits(value, other, NULL);
    compile(&b, felt_text_from(text));
    assert_int_equal(felt_odds_add(&b.list, b.sheet, &everything, felt_text_from(""), NULL, NULL), FELT_OK);
    const felt_odds *unset = &b.list.list[0], *set = &b.list.list[1];
    assert_int_equal(felt_odds_nets(unset, nets), 4);
    assert_ratio(nets[0].net, "-1");
    assert_ratio(nets[1].net, "0");
    assert_ratio(nets[2].net, "4");
    assert_ratio(nets[2].probability, "1/6");
    assert_true(!nets[3].known && nets[3].missing == FELT_PAY_UNSET);
    felt_odds_nets_clear(nets, 4);
    assert_false(felt_odds_totals(unset, value, other));
    assert_ratio(value, "1");
    assert_true(felt_odds_totals(set, value, other));
    assert_ratio(other, "8/9"); /* 1/6 x 5 + 1/18 */
    assert_true(felt_odds_row_return(set, 0, value));
    assert_ratio(value, "5/6");
    assert_false(felt_odds_row_return(unset, 2, value));
    felt_odds_wins(set, 600, value);
    assert_ratio(value, "100");
    felt_odds_range(set, 1, 1645, -1, value);
    assert_ratio(value, "0");
    felt_odds_range(set, 10000, 0, 1, value);
    assert_ratio(value, "8/9");
    assert_int_equal(felt_odds_skewness(set, value), 1);
    mpq_clears(value, other, NULL);
    close_book(&b);
}

/* The rows of a tie bet, at pays that no sheet prints: 9 to 1, and left out. */
static void test_figures_of_any_pays(void **state)
{
    (void)state;
    book b;
    felt_row_pay pays[FELT_ROWS_MAX];
    felt_figures f;
    open_book(&b, "baccarat", "tie", "decks=8 tie-pay=8");
    const felt_odds *o = &b.list.list[0];
    memcpy(pays, o->variant->pays, (size_t)o->wager->row_count * sizeof *pays);
    felt_figures_init(&f);
    felt_figures_compute(&f, o->rows, pays, o->wager->row_count);
    assert_true(f.has_pays);
    assert_true(mpq_equal(f.edge, o->edge) && mpq_equal(f.variance, o->variance) && mpq_equal(f.third, o->third));
    assert_true(mpq_equal(f.hit, o->hit) && mpq_equal(f.push, o->push));
    assert_int_equal(pays[0].pay.kind, FELT_PAY_WINS);
    pays[0].pay.win_num = 9;
    felt_figures_compute(&f, o->rows, pays, o->wager->row_count);
    mpq_t gain; /* one unit more, as often as there is a tie */
    mpq_init(gain);
    mpq_sub(gain, o->edge, f.edge);
    assert_true(mpq_equal(gain, o->hit));
    mpq_clear(gain);
    pays[0].pay.kind = FELT_PAY_UNSET;
    felt_figures_compute(&f, o->rows, pays, o->wager->row_count);
    assert_false(f.has_pays);
    assert_int_equal(mpq_sgn(f.edge), 0);
    assert_true(mpq_equal(f.hit, o->hit));
    felt_figures_clear(&f);
    close_book(&b);
}

/* Where the banker pays commission, it is of no account which hands a seven pushes; a choice that was asked for is named all the same. */
static void test_choices_of_no_account_are_not_named(void **state)
{
    (void)state;
    book b;
    open_book(&b, "golden-dragon", "player", "decks=8 base-game=commission");
    assert_int_equal(b.list.count, 6);
    felt_odds_merge(&b.list);
    assert_int_equal(b.list.count, 1);
    assert_true(felt_text_is(felt_report_options(b.arena, &b.list.list[0]), "decks=8, base-game=commission"));
    close_book(&b);
    open_book(&b, "golden-dragon", "player", "decks=8 base-game=commission seven-push=all-base");
    felt_odds_merge(&b.list);
    assert_int_equal(b.list.count, 1);
    assert_true(felt_text_is(felt_report_options(b.arena, &b.list.list[0]), "decks=8, base-game=commission, seven-push=all-base"));
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    assert_int_equal(felt_odds_settings(&b.list.list[0], settings), 3);
    assert_true(settings[0].option->kind == FELT_OPTION_DECKS && settings[0].choice->number == 8);
    assert_true(felt_text_is(settings[2].option->name, "seven-push") && felt_text_is(settings[2].choice->name, "all-base"));
    close_book(&b);
}

static size_t longest_line(felt_text text)
{
    size_t longest = 0, begin = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] != '\n')
            continue;
        longest = i - begin > longest ? i - begin : longest;
        begin = i + 1;
    }
    return longest;
}

static felt_text columns_of(felt_arena *arena, const book *b, bool backwards, int columns)
{
    felt_text text = {0};
    const felt_odds **list = felt_arena_take(arena, (size_t)b->list.count, sizeof *list);
    assert_non_null(list);
    for (int i = 0; i < b->list.count; i++)
        list[i] = &b->list.list[backwards && i % 2 == 0 ? b->list.count - 1 - i : i];
    assert_int_equal(felt_report_odds(arena, list, b->list.count, FELT_REPORT_TEXT, columns, &text), FELT_OK);
    return text;
}

/* Names and choices stand side by side where there is room; else the wager stands above its lines, if they are together. */
static void test_columns_fit_a_terminal(void **state)
{
    (void)state;
    book b;
    felt_arena *arena = felt_arena_new(8 << 20);
    open_book(&b, "baccarat", "", "decks=8");
    assert_non_null(strstr(columns_of(arena, &b, false, 0).bytes, "\n  Tie     decks=8, tie-pay=9 "));
    close_book(&b);
    open_book(&b, "golden-dragon", "", "");
    felt_text text = columns_of(arena, &b, false, 0);
    assert_non_null(strstr(text.bytes, "\n  Banker\n    decks=6, base-game=commission, seven-in-tiger=no "));
    assert_true(longest_line(text) <= 125 + strlen("  player"));
    assert_null(strstr(columns_of(arena, &b, true, 0).bytes, "\n  Banker\n"));
    /* On a terminal of 100 columns only what has a line of its own may be longer. */
    assert_true(longest_line(columns_of(arena, &b, false, 100)) <= 100 + strlen("  player"));
    assert_true(longest_line(columns_of(arena, &b, true, 100)) <= 110);
    close_book(&b);
    felt_arena_free(arena);
}

/* The choice that the set was made with, and whether it was by default. */
static void assert_choice(const felt_together *t, const char *option, const char *choice, bool by_default)
{
    for (int i = 0; i < t->choice_count; i++) {
        if (!felt_text_is(t->choices[i].setting.option->name, option))
            continue;
        assert_true(felt_text_is(t->choices[i].setting.choice->name, choice));
        assert_int_equal(t->choices[i].by_default, by_default);
        return;
    }
    fail_msg("%s is not named", option);
}

static bool mentions(felt_text text, const char *part)
{
    for (size_t i = 0; i + strlen(part) <= text.length; i++)
        if (memcmp(text.bytes + i, part, strlen(part)) == 0)
            return true;
    return false;
}

static void test_together_names_the_choices_it_took(void **state)
{
    (void)state;
    book b;
    felt_together t;
    felt_selection selection = {.count = 0};
    felt_text text;
    open_book(&b, "baccarat", "", "tie-pay=9");
    const felt_odds *list[64];
    assert_true(b.list.count <= 64);
    for (int i = 0; i < b.list.count; i++)
        list[i] = &b.list.list[b.list.count - 1 - i]; /* whatever comes first: the choices are the same */
    assert_int_equal(felt_selection_add(&selection, felt_text_from("tie-pay=9")), FELT_OK);
    assert_int_equal(felt_together_make(list, b.list.count, &selection, NULL, &t), FELT_OK);
    assert_int_equal(t.count, 3);
    assert_int_equal(t.choice_count, 3);
    assert_choice(&t, "decks", "8", true);
    assert_choice(&t, "banker-pay", "commission", true);
    assert_choice(&t, "tie-pay", "9", false);
    assert_int_equal(felt_report_together(b.arena, &t, FELT_REPORT_TEXT, 0, &text), FELT_OK);
    assert_true(mentions(text, "decks=8                by default; also 1, 2, 3, 4, 5, 6, 7\n"));
    assert_true(mentions(text, "tie-pay=9\n"));
    assert_int_equal(felt_report_together(b.arena, &t, FELT_REPORT_JSON, 0, &text), FELT_OK);
    assert_true(mentions(text, "\"by_default\": true"));
    felt_together_free(&t);
    close_book(&b);
}

static void test_together_counts_what_it_leaves_out(void **state)
{
    (void)state;
    book b;
    felt_text text = {0};
    felt_arena *arena = felt_arena_new(1 << 20);
    open_book(&b, "craps", "", "field-12=double vig=always place-come-out=off odds-working=off hard-come-out=off");
    const felt_odds **list = calloc((size_t)b.list.count, sizeof *list);
    assert_non_null(list);
    for (int i = 0; i < b.list.count; i++)
        list[i] = &b.list.list[i];
    felt_selection everything = {.count = 0};
    felt_together together;
    assert_int_equal(felt_together_make(list, b.list.count, &everything, NULL, &together), FELT_OK);
    assert_int_equal(felt_report_together(arena, &together, FELT_REPORT_TEXT, 0, &text), FELT_OK);
    felt_together_free(&together);
    assert_non_null(strstr(text.bytes, "Left out: 52 that more than one roll decides.\n"));
    assert_null(strstr(text.bytes, "unset"));
    free(list);
    close_book(&b);
    felt_arena_free(arena);
}

static void test_roots_are_rounded_to_the_nearest(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 16);
    mpq_t two;
    mpq_init(two);
    felt_ratio_set(two, 2, 1);
    assert_true(felt_text_is(felt_ratio_print_root(arena, two, 10), "1.4142135624"));
    felt_ratio_set(two, 9, 4);
    assert_true(felt_text_is(felt_ratio_print_root(arena, two, 3), "1.500"));
    felt_ratio_set(two, 3, 1);
    assert_true(felt_text_is(felt_ratio_print_fraction(arena, two), "3/1"));
    mpq_clear(two);
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eight_decks_published_counts),
        cmocka_unit_test(test_craps_published_edges),
        cmocka_unit_test(test_place_bets_do_not_depend_on_the_come_out),
        cmocka_unit_test(test_positions_with_the_same_edge_and_other_rolls_are_remembered),
        cmocka_unit_test(test_a_position_with_the_same_edge_has_figures_of_its_own),
        cmocka_unit_test(test_points_that_are_alike_are_remembered_together),
        cmocka_unit_test(test_probabilities_of_every_wager_add_up_to_one),
        cmocka_unit_test(test_a_fair_pay_makes_the_edge_vanish),
        cmocka_unit_test(test_a_vig_up_front_is_worth_what_a_stake_with_it_is),
        cmocka_unit_test(test_a_fair_pay_with_a_vig),
        cmocka_unit_test(test_covariance_with_itself_is_the_variance),
        cmocka_unit_test(test_player_and_banker_together_cost_the_house_nothing_but_the_commission),
        cmocka_unit_test(test_unset_pays_leave_out_only_what_needs_them),
        cmocka_unit_test(test_an_undefined_outcome_leaves_no_figure),
        cmocka_unit_test(test_a_wager_that_does_not_decide_is_refused),
        cmocka_unit_test(test_impossible_shoes_are_refused),
        cmocka_unit_test(test_a_report_is_whole_or_refused),
        cmocka_unit_test(test_merged_lists_say_the_same),
        cmocka_unit_test(test_figures_of_any_pays),
        cmocka_unit_test(test_figures_that_follow_from_others),
        cmocka_unit_test(test_choices_of_no_account_are_not_named),
        cmocka_unit_test(test_columns_fit_a_terminal),
        cmocka_unit_test(test_together_counts_what_it_leaves_out),
        cmocka_unit_test(test_together_names_the_choices_it_took),
        cmocka_unit_test(test_roots_are_rounded_to_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
