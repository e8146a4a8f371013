/* tests/unit/test_strategy.c - strategies: every shipped one against a slow second implementation on the same dice and shoes, the exact
 * expectation, and what bets do that are off or only watched. */
#include "oracle/strategy_plain.h"

#include <felt/craps.h>
#include <felt/dealing.h>
#include <felt/random.h>
#include <felt/session_expect.h>
#include <felt/strategy_run.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "strategy_world.h"

enum { ROUNDS = 240, SESSIONS = 300 };

static const felt_strategy *read_shipped(world *w, const char *name)
{
    char path[256], text[8192];
    snprintf(path, sizeof path, "%s/strategies/%s.strategy", FELT_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    return read_good(w, text, 0);
}

static felt_strategy_setup setup_for(const felt_strategy *strategy, int64_t bankroll)
{
    return (felt_strategy_setup){
        .strategy = strategy, .bankroll = {bankroll}, .rounds = ROUNDS, .sessions = SESSIONS, .seed = 5, .threads = 2};
}

/* ---- the same dice and shoes ---- */

static void throw_totals(uint64_t session, int *totals)
{
    felt_random random;
    felt_random_counter(&random, 5, UINT64_C(1) << 63 | session);
    for (int i = 0; i < ROUNDS; i++)
        totals[i] = felt_roll_total(felt_game_craps.event_of_way((int)felt_random_below(&random, 36)));
}

static int total_of(const felt_card *cards, int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        total += cards[i].rank > 9 ? 0 : cards[i].rank;
    return total % 10;
}

static void deal_winners(uint64_t session, char *winners)
{
    felt_random random;
    felt_dealing shoe;
    int per_shoe = felt_sim_shoe_rounds(&felt_game_baccarat, 8);
    felt_random_counter(&random, 5, UINT64_C(1) << 63 | session);
    for (int i = 0; i < ROUNDS; i++) {
        if (i % per_shoe == 0)
            assert_int_equal(felt_dealing_shuffle(&shoe, &random, 8, FELT_CUT_MIN, (felt_dealing_rules){0}), FELT_OK);
        shoe.rounds_left = -1;
        felt_round round = felt_dealing_round(&shoe);
        int player = total_of(round.player, round.player_cards), banker = total_of(round.banker, round.banker_cards);
        winners[i] = player > banker ? 'P' : banker > player ? 'B' : 'T';
    }
}

static plain_session play_plainly(const world *w, const char *name, uint64_t session, long bankroll)
{
    int totals[ROUNDS];
    char winners[ROUNDS];
    if (felt_book_game(w->book)->source == FELT_SOURCE_SHOE) {
        deal_winners(session, winners);
        return plain_baccarat(name, winners, ROUNDS, bankroll);
    }
    throw_totals(session, totals);
    return plain_craps(name, totals, ROUNDS, bankroll);
}

/* Every session, to the cent, the round of ruin, and all that was bet. Returns how many were ruined. */
static uint64_t compare(world *w, const char *name, int64_t bankroll)
{
    felt_strategy_setup setup = setup_for(read_shipped(w, name), bankroll);
    felt_strategy_result r;
    plain_session sum = {0};
    uint64_t ruined = 0;
    assert_int_equal(felt_strategy_run(&setup, &r), FELT_OK);
    assert_true(r.played.count == SESSIONS);
    for (uint64_t i = 0; i < SESSIONS; i++) {
        plain_session s = play_plainly(w, name, i, bankroll);
        if (s.result != r.played.sessions[i].result.minor)
            print_error("%s, session %d\n", name, (int)i);
        assert_int_equal(r.played.sessions[i].result.minor, s.result);
        assert_int_equal(r.played.sessions[i].ruined, s.ruined);
        sum.rounds += s.rounds;
        sum.bets += s.bets;
        sum.action += s.action;
        ruined += s.ruined > 0;
    }
    assert_true(r.played.rounds == sum.rounds && r.played.bets == sum.bets);
    assert_int_equal(r.played.action.minor, sum.action);
    felt_strategy_result_free(&r);
    return ruined;
}

static const char *const of_shoes[] = {"flat",    "martingale", "dalembert",        "paroli",
                                       "1-3-2-6", "stop-loss",  "after-two-losses", "against-a-streak"};
static const char *const of_dice[] = {"pass-odds", "come-odds", "press", "hedge", "regression", "two-hits-off"};

static void shipped_strategies_do_what_the_oracle_does(void **state)
{
    uint64_t ruined = 0;
    (void)state;
    world shoes = open_world("baccarat"), dice = open_world("craps");
    for (size_t i = 0; i < sizeof of_shoes / sizeof *of_shoes; i++)
        ruined += compare(&shoes, of_shoes[i], 30000) + compare(&shoes, of_shoes[i], 1000000);
    for (size_t i = 0; i < sizeof of_dice / sizeof *of_dice; i++)
        ruined += compare(&dice, of_dice[i], 20000) + compare(&dice, of_dice[i], 1000000);
    assert_true(ruined > SESSIONS / 2);
    felt_arena_free(shoes.arena);
    felt_arena_free(dice.arena);
}

static bool stop_at_once(void *context, uint64_t done)
{
    (void)context;
    return done == 0;
}

/* Stopped, strategies have played the same sessions, each as it plays them alone. */
static void strategies_that_are_stopped_have_the_same_sessions(void **state)
{
    (void)state;
    world dice = open_world("craps");
    const felt_strategy *strategies[] = {read_shipped(&dice, "press"), read_shipped(&dice, "hedge"), read_shipped(&dice, "come-odds")};
    felt_strategy_setup setup = setup_for(NULL, 50000);
    felt_strategy_result together[3], alone;
    setup.sessions = 1000000;
    setup.tick = stop_at_once;
    assert_int_equal(felt_strategies_run(&setup, strategies, 3, together, NULL), FELT_OK);
    setup.sessions = together[0].played.count;
    setup.tick = NULL;
    for (int i = 0; i < 3; i++) {
        assert_true(together[i].played.stopped && together[i].played.count == setup.sessions);
        setup.strategy = strategies[i];
        assert_int_equal(felt_strategy_run(&setup, &alone), FELT_OK);
        assert_memory_equal(alone.played.sessions, together[i].played.sessions, setup.sessions * sizeof *alone.played.sessions);
        assert_true(alone.played.action.minor == together[i].played.action.minor && alone.played.rounds == together[i].played.rounds);
        felt_strategy_result_free(&alone);
        felt_strategy_result_free(&together[i]);
    }
    felt_arena_free(dice.arena);
}

/* The error is about the strategy that cannot be played. */
static void of_several_strategies_the_failing_one_is_named(void **state)
{
    (void)state;
    world dice = open_world("craps");
    const felt_strategy *huge = read_good(&dice, "strategy \"s\"\nbet field 1000000\n", INT64_C(1000000000));
    const felt_strategy *strategies[] = {read_shipped(&dice, "press"), huge};
    felt_strategy_setup setup = setup_for(NULL, FELT_STRATEGY_VALUE_MAX);
    felt_strategy_result results[2];
    felt_error error;
    setup.rounds = setup.sessions = 10000;
    assert_int_equal(felt_strategies_run(&setup, strategies, 2, results, &error), FELT_ERANGE);
    assert_int_equal(error.item, 1);
    felt_arena_free(dice.arena);
}

/* ---- expectation ---- */

/* The mean result is within four standard errors of the sum of exact edges, whatever the strategy does. */
static void check_expectation(world *w, const char *name)
{
    felt_strategy_setup setup = setup_for(read_shipped(w, name), 50000);
    felt_strategy_result r;
    felt_session_figures f;
    setup.sessions = 4000;
    assert_int_equal(felt_strategy_run(&setup, &r), FELT_OK);
    assert_int_equal(felt_session_expect(felt_strategy_book(setup.strategy), &r.played, &f, NULL), FELT_OK);
    if (fabs(f.z) > 4)
        print_error("%s: z is %f\n", name, f.z);
    assert_true(fabs(f.z) < 4);
    assert_true(mpq_sgn(f.expected) < 0);
    felt_session_figures_free(&f);
    felt_strategy_result_free(&r);
}

static void the_expectation_is_the_sum_of_exact_edges(void **state)
{
    (void)state;
    world shoes = open_world("baccarat"), dice = open_world("craps");
    for (size_t i = 0; i < sizeof of_shoes / sizeof *of_shoes; i++)
        check_expectation(&shoes, of_shoes[i]);
    for (size_t i = 0; i < sizeof of_dice / sizeof *of_dice; i++)
        check_expectation(&dice, of_dice[i]);
    felt_arena_free(shoes.arena);
    felt_arena_free(dice.arena);
}

/* One roll, all 36 of them weighed: a bet that is taken back after a roll leaves its worth. Pass, one roll, then taken back. */
static void what_comes_back_takes_its_worth_with_it(void **state)
{
    (void)state;
    world dice = open_world("craps");
    felt_strategy_setup setup = setup_for(read_good(&dice, "strategy \"One roll\"\nbet pass 1\n", 1000), 50000);
    felt_strategy_result r;
    felt_session_figures f;
    setup.rounds = 1;
    setup.sessions = 36000;
    assert_int_equal(felt_strategy_run(&setup, &r), FELT_OK);
    assert_int_equal(felt_session_expect(felt_strategy_book(setup.strategy), &r.played, &f, NULL), FELT_OK);
    /* Of one roll 8 ways win and 4 lose: 4/36 of a stake is won, far from the edge of 7/495 that the whole bet has. */
    double mean = mpq_get_d(f.expected) / 36000;
    assert_true(fabs(mean - 1000.0 * 4 / 36) < 4 * f.deviation && fabs(f.z) < 4);
    felt_session_figures_free(&f);
    felt_strategy_result_free(&r);
    felt_arena_free(dice.arena);
}

/* ---- fixed stakes ---- */

static void add_fixed(world *w, const char *name, const char *side, int64_t stake, felt_session_bet *ret)
{
    int wager = -1;
    assert_int_equal(felt_book_find(w->book, felt_text_from(name), felt_text_from(side), &wager, NULL), FELT_OK);
    *ret = (felt_session_bet){wager, {stake}};
}

static felt_session_setup fixed_setup(const world *w, const felt_session_bet *bets, int count, int64_t bankroll)
{
    return (felt_session_setup){.book = w->book,
                                .bets = bets,
                                .bet_count = count,
                                .bankroll = {bankroll},
                                .rounds = ROUNDS,
                                .sessions = SESSIONS,
                                .seed = 5,
                                .threads = 2};
}

/* Sessions of fixed stakes and a strategy of the same bets: the same results, and the same bets in the same states. */
static void check_fixed(world *w, const char *text, const felt_session_bet *bets, int count)
{
    felt_session_setup fixed = fixed_setup(w, bets, count, 10000000);
    felt_strategy_setup setup = setup_for(read_good(w, text, 1000), 10000000);
    felt_session_result r;
    felt_strategy_result same;
    assert_int_equal(felt_session_run(&fixed, &r), FELT_OK);
    assert_int_equal(felt_strategy_run(&setup, &same), FELT_OK);
    assert_memory_equal(r.sessions, same.played.sessions, SESSIONS * sizeof *r.sessions);
    assert_true(r.rounds == (uint64_t)ROUNDS * SESSIONS && r.bets == same.played.bets && r.bets > 0);
    assert_int_equal(r.action.minor, same.played.action.minor);
    for (int i = 0; i < count; i++) {
        const felt_session_action *a = &r.wagers[i], *b = &same.played.wagers[i];
        assert_true(a->wager == b->wager && a->bets == b->bets && a->action.minor == b->action.minor && a->state_count == b->state_count);
        assert_memory_equal(a->flows, b->flows, a->state_count * sizeof *a->flows);
    }
    felt_strategy_result_free(&same);
    felt_session_result_free(&r);
}

static void fixed_stakes_are_counted_as_a_strategy_counts_them(void **state)
{
    felt_session_bet bets[5];
    (void)state;
    world shoes = open_world("baccarat"), dice = open_world("craps");
    add_fixed(&shoes, "banker", "", 1000, &bets[0]);
    add_fixed(&shoes, "tie", "", 3000, &bets[1]);
    check_fixed(&shoes, "strategy \"s\"\nbet banker 1\nbet tie 3\n", bets, 2);
    add_fixed(&dice, "pass-odds", "6", 2000, &bets[0]); /* before what it needs */
    add_fixed(&dice, "pass", "", 1000, &bets[1]);
    add_fixed(&dice, "place", "8", 3000, &bets[2]);
    add_fixed(&dice, "come", "", 1000, &bets[3]);
    add_fixed(&dice, "field", "", 1000, &bets[4]);
    check_fixed(&dice, "strategy \"s\"\nbet pass-odds on 6 2\nbet pass 1\nbet place on 8 3\nbet come 1\nbet field 1\n", bets, 5);
    felt_arena_free(shoes.arena);
    felt_arena_free(dice.arena);
}

/* Money that does not always cover all bets changes what is bet, not what a bet is worth. */
static void fixed_stakes_are_worth_their_edges_when_money_is_short(void **state)
{
    felt_session_bet bets[3];
    felt_session_result r;
    felt_session_figures f;
    uint64_t ruined = 0;
    (void)state;
    world dice = open_world("craps");
    add_fixed(&dice, "pass", "", 1000, &bets[0]);
    add_fixed(&dice, "place", "6", 3000, &bets[1]);
    add_fixed(&dice, "field", "", 1000, &bets[2]);
    felt_session_setup setup = fixed_setup(&dice, bets, 3, 6000);
    setup.sessions = 20000;
    assert_int_equal(felt_session_run(&setup, &r), FELT_OK);
    assert_int_equal(felt_session_expect(dice.book, &r, &f, NULL), FELT_OK);
    for (uint64_t i = 0; i < r.count; i++)
        ruined += r.sessions[i].ruined > 0;
    assert_true(ruined > r.count / 2 && r.rounds < ROUNDS * r.count && mpq_sgn(f.expected) < 0);
    if (fabs(f.z) > 4)
        print_error("z is %f\n", f.z);
    assert_true(fabs(f.z) < 4);
    felt_session_figures_free(&f);
    felt_session_result_free(&r);
    felt_arena_free(dice.arena);
}

/* Everybody plays on to ruin: results are nearly alike, and what was bet until then is not. The difference is still one of luck. */
static void ruin_of_all_is_near_what_was_expected(void **state)
{
    felt_session_bet bet;
    felt_session_result r;
    felt_session_figures f;
    (void)state;
    world dice = open_world("craps");
    add_fixed(&dice, "field", "", 1000, &bet);
    felt_session_setup setup = fixed_setup(&dice, &bet, 1, 20000);
    setup.rounds = 100000;
    setup.sessions = 2000;
    assert_int_equal(felt_session_run(&setup, &r), FELT_OK);
    assert_int_equal(felt_session_expect(dice.book, &r, &f, NULL), FELT_OK);
    for (uint64_t i = 0; i < r.count; i++)
        assert_true(r.sessions[i].result.minor == -20000 && r.sessions[i].ruined == r.sessions[i].rounds);
    assert_true(fabs(f.z) < 4 && f.deviation > 10);
    felt_session_figures_free(&f);
    felt_session_result_free(&r);
    felt_arena_free(dice.arena);
}

/* ---- the language ---- */

/* One round of flat bets tells what an expression comes to: the stake is the action. */
static int64_t stake_of(world *w, const char *expression, int64_t unit)
{
    char text[512];
    snprintf(text, sizeof text, "strategy \"s\"\nlet three be 3\nbet player %s\n", expression);
    felt_strategy_setup setup = setup_for(read_good(w, text, unit), 1000000);
    felt_strategy_result r;
    setup.rounds = setup.sessions = 1;
    assert_int_equal(felt_strategy_run(&setup, &r), FELT_OK);
    int64_t action = r.played.action.minor;
    felt_strategy_result_free(&r);
    return action;
}

static void numbers_are_units_exactly(void **state)
{
    (void)state;
    world w = open_world("baccarat");
    assert_int_equal(stake_of(&w, "2", 1000), 2000);
    assert_int_equal(stake_of(&w, "2 plus three times 4", 1000), 14000);
    assert_int_equal(stake_of(&w, "(2 plus three) times 4", 1000), 20000);
    assert_int_equal(stake_of(&w, "7 over 2", 1000), 3000);
    assert_int_equal(stake_of(&w, "7 over 0", 1000), 0);
    assert_int_equal(stake_of(&w, "three minus 5", 1000), 0);
    assert_int_equal(stake_of(&w, "three minus 5 at least 1", 1000), 1000);
    assert_int_equal(stake_of(&w, "three times 2 at most 5", 250), 1250);
    assert_int_equal(stake_of(&w, "bankroll over 100", 1000), 10000);
    assert_int_equal(stake_of(&w, "money", 333), 1000000);
    assert_int_equal(stake_of(&w, "1 when three is above 3", 1000), 0);
    assert_int_equal(stake_of(&w, "1 when three is above 3 or three is 3 and rounds is 0", 1000), 1000);
    assert_int_equal(stake_of(&w, "1 when rounds is not 0", 1000), 0);
    assert_int_equal(stake_of(&w, "1000000 times 1000000", 1000), 0); /* stays at the largest number, which nobody has */
    felt_arena_free(w.arena);
}

/* A seven decides all don't come bets at once: `after` and runs count that once. */
static void several_bets_decided_at_once_count_once(void **state)
{
    static const char counted[] = "strategy \"s\"\nlet n be 0\nlet m be 0\nbet dont-come 1 up to 4 at once\nbet field n at most 9\n"
                                  "bet any-craps m at most 9\nafter dont-come wins: n becomes n plus 1\n"
                                  "after dont-come loses: m becomes m plus 1, n becomes 0\nafter dont-come wins: m becomes 0\n";
    static const char known[] = "strategy \"s\"\nbet dont-come 1 up to 4 at once\nbet field wins of dont-come at most 9\n"
                                "bet any-craps losses of dont-come at most 9\n";
    felt_strategy_result a, b;
    (void)state;
    world dice = open_world("craps");
    felt_strategy_setup setup = setup_for(read_good(&dice, counted, 1000), 100000000);
    assert_int_equal(felt_strategy_run(&setup, &a), FELT_OK);
    setup.strategy = read_good(&dice, known, 1000);
    assert_int_equal(felt_strategy_run(&setup, &b), FELT_OK);
    assert_memory_equal(a.played.sessions, b.played.sessions, SESSIONS * sizeof *a.played.sessions);
    assert_true(a.played.wagers[1].bets > SESSIONS && a.played.wagers[2].bets > SESSIONS);
    felt_strategy_result_free(&a);
    felt_strategy_result_free(&b);
    felt_arena_free(dice.arena);
}

/* ---- off and on, and watching ---- */

/* Plays a text with more money than it can lose. */
static felt_strategy_result play_text(world *w, const char *text)
{
    felt_strategy_setup setup = setup_for(read_good(w, text, 1000), 100000000);
    felt_strategy_result r;
    assert_int_equal(felt_strategy_run(&setup, &r), FELT_OK);
    return r;
}

/* What is watched comes to the same as a bet on it: `count` wagers of `rest` are bet on as often. */
static void check_watched(world *w, const char *wager, const char *rest, int count)
{
    char watched[512], bet[512];
    snprintf(watched, sizeof watched, "strategy \"s\"\nwatch %s\n%s", wager, rest);
    snprintf(bet, sizeof bet, "strategy \"s\"\n%sbet %s 1\n", rest, wager);
    felt_strategy_result a = play_text(w, watched), b = play_text(w, bet);
    assert_true(a.played.wager_count == count && b.played.wager_count == count + 1);
    for (int i = 0; i < count; i++) {
        assert_true(a.played.wagers[i].bets == b.played.wagers[i].bets && a.played.wagers[i].bets > SESSIONS);
        assert_int_equal(a.played.wagers[i].action.minor, b.played.wagers[i].action.minor);
    }
    felt_strategy_result_free(&a);
    felt_strategy_result_free(&b);
}

/* The line, whose hands go over many rolls; and a hard eight, which nothing that is bet on tells from an easy one. */
static void a_wager_is_watched_as_if_it_were_bet_on(void **state)
{
    (void)state;
    world dice = open_world("craps");
    check_watched(&dice, "pass",
                  "bet field 1 when wins of pass is 1\nbet any-craps 1 when losses of pass is at least 2\n"
                  "let n be 0\nafter pass wins: n becomes n plus 1\nafter every hand: n becomes 0\nbet any-seven n\n",
                  3);
    check_watched(&dice, "hard on 8",
                  "let n be 1\nbet pass n\nafter hard on 8 wins: n becomes n plus 1\nafter hard on 8 loses: n becomes 1\n", 1);
    felt_arena_free(dice.arena);
}

/* Of a wager that is bet on and watched, every round counts, and not only those that are bet on. */
static void who_watches_sees_rounds_that_he_does_not_bet_on(void **state)
{
    (void)state;
    world shoes = open_world("baccarat");
    felt_strategy_result never = play_text(&shoes, "strategy \"s\"\nbet player 1 when losses of player is at least 2\n");
    felt_strategy_result then = play_text(&shoes, "strategy \"s\"\nwatch player\nbet player 1 when losses of player is at least 2\n");
    assert_true(never.played.bets == 0 && never.played.rounds == ROUNDS * SESSIONS);
    assert_true(then.played.bets > ROUNDS * SESSIONS / 10 && then.played.bets < ROUNDS * SESSIONS / 2);
    felt_strategy_result_free(&never);
    felt_strategy_result_free(&then);
    felt_arena_free(shoes.arena);
}

/* Off for good after its first roll, a bet is neither won nor lost, and does not hold up a stop. */
static void what_is_off_is_taken_back_at_the_end(void **state)
{
    (void)state;
    world dice = open_world("craps");
    felt_strategy_result r = play_text(&dice, "strategy \"s\"\nbet place on 6 6 when rounds is below 5 and point is not 0\nturn off place\n"
                                              "stop when rounds is at least 30\n");
    assert_true(r.played.rounds == 30 * SESSIONS && r.finished == SESSIONS);
    for (int i = 0; i < SESSIONS; i++)
        assert_true(r.played.sessions[i].result.minor >= -4 * 6000 && r.played.sessions[i].result.minor <= 4 * 7000);
    felt_strategy_result_free(&r);
    felt_arena_free(dice.arena);
}

/* Odds that are off when their line is decided come back. That is no push, and what is on again is not bet twice. */
static void what_comes_back_because_it_is_off_is_no_push(void **state)
{
    (void)state;
    world dice = open_world("craps");
    felt_strategy_result off = play_text(&dice, "strategy \"s\"\nlet n be 0\nbet pass 1\nbet pass-odds 2\nturn off pass-odds\n"
                                                "after pass-odds pushes: n becomes n plus 1\nbet field n\n");
    felt_strategy_result on = play_text(&dice, "strategy \"s\"\nbet pass 1\nbet pass-odds 2\nturn off pass-odds when rolls is 2\n"
                                               "turn on pass-odds when rolls is 3\n");
    felt_strategy_result plain = play_text(&dice, "strategy \"s\"\nbet pass 1\nbet pass-odds 2\n");
    felt_session_figures f;
    assert_true(off.played.wager_count == 8 && off.played.wagers[7].bets == 0);
    assert_true(on.played.action.minor == plain.played.action.minor && on.played.bets == plain.played.bets);
    assert_int_equal(felt_session_expect(dice.book, &off.played, &f, NULL), FELT_OK);
    assert_true(fabs(f.z) < 4 && mpq_sgn(f.expected) < 0);
    felt_session_figures_free(&f);
    felt_strategy_result_free(&off);
    felt_strategy_result_free(&on);
    felt_strategy_result_free(&plain);
    felt_arena_free(dice.arena);
}

static void any_number_of_threads_gives_the_same(void **state)
{
    (void)state;
    world w = open_world("craps");
    felt_strategy_setup setup = setup_for(read_shipped(&w, "come-odds"), 100000);
    felt_strategy_result one, many;
    setup.threads = 1;
    assert_int_equal(felt_strategy_run(&setup, &one), FELT_OK);
    setup.threads = 5;
    assert_int_equal(felt_strategy_run(&setup, &many), FELT_OK);
    assert_memory_equal(one.played.sessions, many.played.sessions, SESSIONS * sizeof *one.played.sessions);
    for (int i = 0; i < one.played.wager_count; i++)
        assert_memory_equal(one.played.wagers[i].flows, many.played.wagers[i].flows,
                            one.played.wagers[i].state_count * sizeof *one.played.wagers[i].flows);
    felt_strategy_result_free(&one);
    felt_strategy_result_free(&many);
    felt_arena_free(w.arena);
}

/* Stakes that never come again: more tables than are kept, and the same results as where they are few. */
static void tables_are_forgotten_without_a_trace(void **state)
{
    (void)state;
    world w = open_world("baccarat");
    felt_strategy_setup setup =
        setup_for(read_good(&w, "strategy \"s\"\nlet x be 1\nbet banker x\nafter every round: x becomes x plus 1\n", 1), 10000000);
    felt_strategy_result r;
    setup.rounds = 20000;
    setup.sessions = 2;
    setup.threads = 1;
    assert_int_equal(felt_strategy_run(&setup, &r), FELT_OK);
    assert_int_equal(r.played.action.minor, 2 * 20000 * 20001 / 2);
    assert_true(r.played.rounds == 40000);
    felt_strategy_result_free(&r);
    felt_arena_free(w.arena);
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    world w = open_world("craps");
    felt_strategy_result r;
    felt_strategy_setup good = setup_for(read_shipped(&w, "hedge"), 1000), bad[6];
    for (int i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].threads = 0;
    bad[1].rounds = 0;
    bad[2].rounds = FELT_SESSION_ROUNDS_MAX + 1;
    bad[3].sessions = FELT_SESSIONS_MAX + 1;
    bad[4].bankroll.minor = 0;
    bad[5].bankroll.minor = FELT_STRATEGY_VALUE_MAX + 1;
    for (int i = 0; i < 6; i++)
        assert_int_equal(felt_strategy_run(&bad[i], &r), FELT_ERANGE);
    felt_arena_free(w.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_strategies_do_what_the_oracle_does),
        cmocka_unit_test(strategies_that_are_stopped_have_the_same_sessions),
        cmocka_unit_test(of_several_strategies_the_failing_one_is_named),
        cmocka_unit_test(the_expectation_is_the_sum_of_exact_edges),
        cmocka_unit_test(what_comes_back_takes_its_worth_with_it),
        cmocka_unit_test(fixed_stakes_are_counted_as_a_strategy_counts_them),
        cmocka_unit_test(fixed_stakes_are_worth_their_edges_when_money_is_short),
        cmocka_unit_test(ruin_of_all_is_near_what_was_expected),
        cmocka_unit_test(numbers_are_units_exactly),
        cmocka_unit_test(several_bets_decided_at_once_count_once),
        cmocka_unit_test(a_wager_is_watched_as_if_it_were_bet_on),
        cmocka_unit_test(who_watches_sees_rounds_that_he_does_not_bet_on),
        cmocka_unit_test(what_is_off_is_taken_back_at_the_end),
        cmocka_unit_test(what_comes_back_because_it_is_off_is_no_push),
        cmocka_unit_test(any_number_of_threads_gives_the_same),
        cmocka_unit_test(tables_are_forgotten_without_a_trace),
        cmocka_unit_test(numbers_out_of_range_are_refused),
    };
    return cmocka_run_group_tests_name("strategy", tests, NULL, NULL);
}
