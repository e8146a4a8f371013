/* tests/unit/test_sim_replay.c - the fast ways of dealing and throwing against obvious ones: the same shoes and dice, one card and one
 * machine at a time; sessions, throw by throw at one table. */
#include "game/lanes.h"
#include "sim/coming.h"
#include "sim/known.h"
#include "sim/rolls.h"
#include "sim/shoes.h"

#include <felt/baccarat.h>
#include <felt/craps.h>
#include <felt/random.h>
#include <felt/settle.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim_sample.h"

/* ---- shoes ---- */

/* Deals a shoe as sim/shoes.h says, one card at a time, and counts its outcomes. */
typedef struct replay {
    const shoes_plan *plan;
    uint64_t shoe;
    int left[FELT_RANK_COUNT]; /* cards of each rank */
    int cards;
} replay;

static felt_card replay_draw(replay *r, uint32_t row)
{
    uint64_t words[FELT_RANDOM_BLOCK_WORDS];
    uint32_t lane = (uint32_t)(r->shoe % SHOES_LANES);
    felt_random_blocks(r->plan->seed, r->shoe / SHOES_LANES, row / 2, 1, words);
    uint32_t bits = (uint32_t)(words[row % 2 * 8 + lane / 4] >> (16 * (lane % 4)) & 65535);
    uint32_t number = bits * (uint32_t)r->cards >> 16;
    if ((bits * (uint32_t)r->cards & 65535) < 65536 % (uint32_t)r->cards)
        number = lanes_retry(r->plan->seed, r->shoe, row, (uint32_t)r->cards);
    int rank = 0;
    while (number >= (uint32_t)r->left[rank])
        number -= (uint32_t)r->left[rank++];
    r->left[rank]--;
    r->cards--;
    return (felt_card){.rank = (uint8_t)(rank + 1)};
}

static felt_round replay_round(replay *r, uint32_t row)
{
    felt_round round = {.player_cards = 2, .banker_cards = 2};
    round.player[0] = replay_draw(r, row);
    round.banker[0] = replay_draw(r, row + 1);
    round.player[1] = replay_draw(r, row + 2);
    round.banker[1] = replay_draw(r, row + 3);
    felt_hands two = felt_round_hands(&round);
    if (felt_player_draws(two.player_total, two.banker_total))
        round.player[round.player_cards++] = replay_draw(r, row + 4);
    int third = round.player_cards == 3 ? felt_rank_value(round.player[2].rank) : -1;
    if (felt_banker_draws(two.player_total, two.banker_total, third))
        round.banker[round.banker_cards++] = replay_draw(r, row + 5);
    return round;
}

/* With a cut card it is felt_dealing that burns, deals and says when the shoe is over; its cards are laid as they are drawn. */
static uint64_t replay_with_cut(replay *r, uint32_t *counts)
{
    const shoes_plan *plan = r->plan;
    felt_random any;
    felt_dealing dealing;
    felt_random_counter(&any, 1, 1);
    assert_int_equal(felt_dealing_shuffle(&dealing, &any, plan->cards / FELT_DECK_CARDS, plan->cut, plan->rules), FELT_OK);
    replay look = *r; /* the first card says how many are burnt */
    dealing.cards[0] = replay_draw(&look, 0);
    felt_dealing_burn(&dealing);
    for (int i = 0; i < dealing.burned; i++)
        dealing.cards[i] = replay_draw(r, (uint32_t)i);
    for (uint32_t row = SHOES_BURN_ROWS; felt_dealing_goes_on(&dealing); row += SHOES_ROUND_ROWS) {
        int before = dealing.next;
        felt_round round = replay_round(r, row), dealt;
        dealing.cards[before] = round.player[0];
        dealing.cards[before + 1] = round.banker[0];
        dealing.cards[before + 2] = round.player[1];
        dealing.cards[before + 3] = round.banker[1];
        dealing.cards[before + 4] = round.player_cards == 3 ? round.player[2] : round.banker[2];
        dealing.cards[before + 5] = round.banker[2];
        dealt = felt_dealing_round(&dealing);
        assert_int_equal(dealt.player_cards, round.player_cards);
        assert_int_equal(dealt.banker_cards, round.banker_cards);
        assert_int_equal(dealing.count - dealing.next, r->cards);
        counts[felt_outcome_index(felt_round_hands(&dealt))]++;
    }
    return (uint64_t)dealing.rounds;
}

static uint64_t replay_shoe(const shoes_plan *plan, uint64_t shoe, uint32_t *counts)
{
    replay r = {.plan = plan, .shoe = shoe, .cards = plan->cards};
    uint32_t row = 0;
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        r.left[rank] = plan->cards / FELT_RANK_COUNT;
    if (plan->rounds == 0)
        return replay_with_cut(&r, counts);
    for (int done = 0; done < plan->rounds; done++, row += SHOES_ROUND_ROWS) {
        felt_round round = replay_round(&r, row);
        counts[felt_outcome_index(felt_round_hands(&round))]++;
    }
    return (uint64_t)plan->rounds;
}

static void assert_like_replay(int decks, int rounds, int cut, int shoes, felt_dealing_rules rules)
{
    static uint32_t expected[SHOES_SLOTS], counts[SHOES_SLOTS];
    shoes_choice choices[3];
    shoes_plan plan;
    uint64_t done = 0;
    shoes_plan_make(&plan, (uint64_t)(decks * 1000 + cut), decks, rounds, cut, rules);
    memset(expected, 0, sizeof expected);
    for (int i = 0; i < shoes; i++)
        done += replay_shoe(&plan, (uint64_t)(5 * SHOES_LANES + i), expected);
    for (int k = shoes_choices(choices) - 1; k >= 0; k--) {
        memset(counts, 0, sizeof counts);
        assert_true(choices[k].play(&plan, 5, shoes, counts) == done);
        counts[SHOES_NOTHING] = 0;
        assert_memory_equal(counts, expected, sizeof counts);
    }
}

static void shoes_are_dealt_as_the_replay_deals_them(void **state)
{
    const felt_dealing_rules usual = {0};
    (void)state;
    for (int decks = 1; decks <= FELT_DECKS_MAX; decks++) {
        assert_like_replay(decks, felt_sim_shoe_rounds(&felt_game_baccarat, decks), 0, SHOES_LANES, usual);
        for (int i = 0; i < FELT_CUT_RULE_COUNT * FELT_BURN_RULE_COUNT; i++) {
            felt_dealing_rules rules = {.cut = (felt_cut_rule)(i % FELT_CUT_RULE_COUNT), .burn = (felt_burn_rule)(i / FELT_CUT_RULE_COUNT)};
            assert_like_replay(decks, 0, 12 + decks, SHOES_LANES, rules);
            assert_like_replay(decks, 0, felt_cut_max(decks), 7, rules);
        }
    }
    assert_like_replay(8, 1, 0, 1, usual);
    assert_like_replay(8, 9, 0, 19, usual);
}

/* ---- one shoe after another ---- */

/* Two shoes from one stream, card by card and by every kernel: the same events, and as much of the stream used. `words` are put in front of
 * the stream, and those that are 0 are thrown away by felt_random_below. */
static void assert_dealt_alike(int decks, int cut, felt_dealing_rules rules, uint64_t seed, const uint64_t *words, int count)
{
    uint16_t expected[DEALT_ROUNDS_MAX], found[DEALT_ROUNDS_MAX];
    shoes_choice choices[3];
    dealt_plan plan;
    dealt_plan_make(&plan, &felt_game_baccarat, decks, cut, rules);
    assert_non_null(plan.look);
    for (int k = shoes_choices(choices) - 1; k >= 0; k--) {
        felt_random plain, fast;
        felt_random_counter(&plain, seed, 1);
        for (int i = 0; i < count; i++)
            plain.words[plain.next = (uint32_t)(FELT_RANDOM_WORDS - 1 - i)] = words[i];
        fast = plain;
        plan.look = choices[k].look;
        for (int shoe = 0; shoe < 2; shoe++) {
            int rounds = dealt_shoe_plainly(&plan, &plain, expected);
            assert_int_equal(dealt_shoe(&plan, &fast, found), rounds);
            assert_memory_equal(found, expected, (size_t)rounds * sizeof *found);
            assert_true(felt_random_word(&fast) == felt_random_word(&plain));
        }
    }
}

static void shoes_of_sessions_are_dealt_as_card_by_card(void **state)
{
    static const uint64_t refused[] = {UINT64_MAX, 0, UINT64_MAX / 3, 0};
    const felt_dealing_rules usual = {0};
    (void)state;
    for (int decks = 1; decks <= FELT_DECKS_MAX; decks++) {
        for (uint64_t seed = 0; seed < 20; seed++)
            assert_dealt_alike(decks, 0, usual, seed, NULL, 0);
        for (int i = 0; i < FELT_CUT_RULE_COUNT * FELT_BURN_RULE_COUNT; i++) {
            felt_dealing_rules rules = {.cut = (felt_cut_rule)(i % FELT_CUT_RULE_COUNT), .burn = (felt_burn_rule)(i / FELT_CUT_RULE_COUNT)};
            for (uint64_t seed = 0; seed < 5; seed++) {
                assert_dealt_alike(decks, FELT_CUT_MIN, rules, seed, NULL, 0);
                assert_dealt_alike(decks, 12 + decks, rules, seed, NULL, 0);
                assert_dealt_alike(decks, felt_cut_max(decks), rules, seed, NULL, 0);
            }
        }
        assert_dealt_alike(decks, 0, usual, 1, refused, 4);
        assert_dealt_alike(decks, 20, usual, 1, refused, 4);
    }
}

/* Throws that are made many at once are those that are made one by one, words that are thrown away included. */
static void throws_of_sessions_are_made_as_one_by_one(void **state)
{
    coming_plan plan = {.seed = 4, .ways = 36};
    coming c;
    felt_random plain;
    (void)state;
    for (int i = 0; i < 36; i++)
        plan.event_of[i] = (uint16_t)i;
    coming_begin(&c, &plan, 7);
    plain = c.random;
    for (int i = 0; i < 10000; i++) {
        if (i == 100) { /* into what comes next */
            c.random.words[c.random.next = FELT_RANDOM_WORDS - 1] = 0;
            while (c.next < c.count)
                assert_int_equal(coming_event(&c), felt_random_below(&plain, 36));
            plain = c.random;
        }
        assert_int_equal(coming_event(&c), felt_random_below(&plain, 36));
    }
}

/* The limits that the kernels compare with are the drawing rules. */
static void limits_are_the_drawing_rules(void **state)
{
    shoes_plan plan;
    (void)state;
    shoes_plan_make(&plan, 1, 8, 1, 0, (felt_dealing_rules){0});
    for (int player = 0; player < 10; player++)
        for (int banker = 0; banker < 10; banker++) {
            bool open = player < 8 && banker < 8, draws = open && player <= plan.limits.player;
            assert_int_equal(draws, felt_player_draws(player, banker));
            if (!draws)
                assert_int_equal(open && banker <= plan.limits.banker, felt_banker_draws(player, banker, -1));
            for (int third = 0; third < 10 && draws; third++)
                assert_int_equal(banker <= plan.limits.after[third], felt_banker_draws(player, banker, third));
        }
}

/* ---- rolls ---- */

/* Plays one stream as sim/rolls.h says, each seat's machine by itself, and counts the rows that decide. */
typedef struct roll_replay {
    const product_seat *seats;
    int seat_count;
    uint64_t (*rows)[FELT_ROWS_MAX];
    uint64_t seed, stream, next; /* the next random byte */
    int place[ROLLS_TABLES];
    uint16_t (*states)[ROLLS_TABLES];
    uint64_t seven_outs;
} roll_replay;

static int replay_throw(roll_replay *r)
{
    for (;;) {
        uint64_t words[FELT_RANDOM_BLOCK_WORDS], at = r->next++;
        felt_random_blocks(r->seed, r->stream, at / 128, 1, words);
        unsigned byte = words[at / 8 % 16] >> (8 * (at % 8)) & 255;
        if (byte < 252)
            return felt_roll_index((int)(byte / 42 + 1), (int)(byte / 7 % 6 + 1));
    }
}

static void replay_place(roll_replay *r, int table)
{
    bool fresh = r->place[table] == FELT_PUCK_COUNT;
    int puck = fresh ? FELT_PUCK_OFF : r->place[table];
    for (int i = 0; i < r->seat_count; i++) {
        uint16_t start = r->seats[i].machine->start[puck];
        if (r->states[i][table] == PRODUCT_IDLE && start != FELT_STATE_NONE && (fresh || !r->seats[i].new_hand) &&
            (r->seats[i].phases >> puck & 1))
            r->states[i][table] = start;
    }
}

static void replay_roll(roll_replay *r, int table)
{
    int roll = replay_throw(r), total = felt_roll_total(roll);
    felt_puck puck = r->place[table] == FELT_PUCK_COUNT ? FELT_PUCK_OFF : (felt_puck)r->place[table];
    replay_place(r, table);
    for (int i = 0; i < r->seat_count; i++) {
        const felt_machine *m = r->seats[i].machine;
        uint16_t *at = &r->states[i][table];
        if (*at == PRODUCT_IDLE)
            continue;
        *at = m->next[*at * m->class_count + m->class_of[roll]];
        if (*at >= m->state_count) {
            r->rows[i][*at - m->state_count]++;
            *at = PRODUCT_IDLE;
        }
    }
    bool seven_out = puck != FELT_PUCK_OFF && total == 7;
    r->place[table] = seven_out ? FELT_PUCK_COUNT : (int)felt_puck_after(puck, total);
    r->seven_outs += seven_out;
}

static uint64_t replay_rolls(roll_replay *r, uint64_t rolls)
{
    uint64_t thrown = 0;
    for (int t = 0; t < ROLLS_TABLES; t++) {
        r->place[t] = FELT_PUCK_COUNT;
        for (int i = 0; i < r->seat_count; i++)
            r->states[i][t] = PRODUCT_IDLE;
    }
    for (; thrown < rolls; thrown++)
        replay_roll(r, (int)(thrown % ROLLS_TABLES));
    for (int t = 0; t < ROLLS_TABLES; t++)
        for (; r->place[t] != FELT_PUCK_COUNT; thrown++)
            replay_roll(r, t);
    return thrown;
}

static void assert_rolls_like_replay(const char *sheet)
{
    sample s;
    sample_open(&s, sheet);
    product_seat *seats = calloc((size_t)s.odds.count, sizeof *seats);
    roll_replay r = {.seats = seats, .seat_count = s.odds.count, .seed = 4, .stream = 9};
    for (int i = 0; i < s.odds.count; i++)
        seats[i] = (product_seat){.machine = s.setup.wagers[i].variant->machine,
                                  .new_hand = s.setup.wagers[i].variant->placing == FELT_PLACED_NEW_HAND,
                                  .phases = s.setup.wagers[i].phases};
    r.rows = calloc((size_t)r.seat_count, sizeof *r.rows);
    r.states = calloc((size_t)r.seat_count, sizeof *r.states);
    uint64_t thrown = replay_rolls(&r, 50001);

    rolls_plan plan;
    rolls_count count;
    assert_int_equal(rolls_plan_make(&plan, &felt_game_craps, seats, r.seat_count), FELT_OK);
    assert_int_equal(rolls_count_make(&count, &plan), FELT_OK);
    assert_true(rolls_play(&plan, 4, 9, 50001, &count) == thrown);
    uint64_t *totals = calloc(plan.firsts[plan.set.product_count], sizeof *totals);
    uint64_t(*rows)[FELT_ROWS_MAX] = calloc((size_t)r.seat_count, sizeof *rows);
    rolls_count_take(&count, &plan, totals);
    assert_true(rolls_settle(&plan, totals, rows) == r.seven_outs);
    assert_memory_equal(rows, r.rows, (size_t)r.seat_count * sizeof *rows);
    free(rows);
    free(totals);
    rolls_count_free(&count);
    rolls_plan_free(&plan);
    free(r.rows);
    free(r.states);
    free(seats);
    sample_close(&s);
}

static void rolls_are_thrown_as_the_replay_throws_them(void **state)
{
    static const char *const sheets[] = {"craps", "dice-works", "high-roller", "parlay-craps", "parlay-craps-envy", "roll-the-line"};
    (void)state;
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++)
        assert_rolls_like_replay(sheets[i]);
}

/* Every kernel takes the same steps and counts the same. */
static void every_kernel_takes_the_same_steps(void **state)
{
    sample s;
    rolls_plan plan;
    rolls_choice choices[2];
    uint8_t classes[ROLLS_THROWS];
    (void)state;
    sample_open(&s, "craps");
    product_seat seat = {.machine = s.setup.wagers[0].variant->machine, .phases = FELT_SIM_PHASES_ALL};
    assert_int_equal(rolls_plan_make(&plan, &felt_game_craps, &seat, 1), FELT_OK);
    uint32_t *expected = calloc(plan.firsts[1], sizeof *expected), *counts = calloc(plan.firsts[1], sizeof *counts);
    for (int i = 0; i < ROLLS_THROWS; i++)
        classes[i] = plan.classes[i * 31 % 252];
    int count = rolls_choices(choices);
    uint32_t plain[ROLLS_TABLES] = {0};
    choices[count - 1].run(plan.steps, classes, plain, expected);
    for (int k = 0; k < count - 1; k++) {
        uint32_t at[ROLLS_TABLES] = {0};
        memset(counts, 0, plan.firsts[1] * sizeof *counts);
        choices[k].run(plan.steps, classes, at, counts);
        assert_memory_equal(at, plain, sizeof at);
        assert_memory_equal(counts, expected, plan.firsts[1] * sizeof *counts);
    }
    free(expected);
    free(counts);
    rolls_plan_free(&plan);
    sample_close(&s);
}

/* ---- products ---- */

/* Every state of every product, every roll: the product decides what the wager's own machine decides, and goes where it goes. */
static void assert_product_like_machines(const product_set *set, const product *p)
{
    for (uint32_t state = 0; state < p->state_count; state++)
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
            int class = set->class_of[roll];
            const uint16_t *at = p->seat_states + state * (uint32_t)p->seat_count;
            const uint16_t *to = p->seat_states + p->next[state * (uint32_t)set->class_count + (uint32_t) class] * (uint32_t)p->seat_count;
            for (int i = 0; i < p->seat_count; i++) {
                const felt_machine *m = set->seats[set->order[p->first_seat + i]].machine;
                int row = product_decides(set, p, state, class, i);
                uint16_t next = at[i] == PRODUCT_IDLE ? 0 : m->next[at[i] * m->class_count + m->class_of[roll]];
                assert_int_equal(row, at[i] != PRODUCT_IDLE && next >= m->state_count ? (int)(next - m->state_count) : -1);
                if (at[i] != PRODUCT_IDLE && row < 0)
                    assert_int_equal(to[i], next);
            }
        }
}

static void every_state_and_roll_is_the_machines(void **state)
{
    static char names[NAMES_MAX][NAME_BYTES];
    int count = shipped_names(names);
    (void)state;
    for (int n = 0; n < count; n++) {
        sample s;
        sample_open(&s, names[n]);
        if (s.sheet->game == &felt_game_craps) {
            product_seat *seats = calloc((size_t)s.odds.count, sizeof *seats);
            product_set set;
            for (int i = 0; i < s.odds.count; i++)
                seats[i] =
                    (product_seat){.machine = s.setup.wagers[i].variant->machine, .phases = s.setup.wagers[i].phases, .new_hand = i % 2};
            assert_int_equal(product_set_make(&set, &felt_game_craps, seats, s.odds.count), FELT_OK);
            for (int i = 0; i < set.product_count; i++)
                assert_product_like_machines(&set, &set.products[i]);
            product_set_free(&set);
            free(seats);
        }
        sample_close(&s);
    }
}

/* ---- sessions ---- */

/* How often each bet was placed, and in which states less those in which it stood at the end. */
typedef struct replay_count {
    uint64_t placed[FELT_SESSION_BETS_MAX];
    int64_t flow[FELT_SESSION_BETS_MAX][4096];
} replay_count;

/* A session throw by throw at one table, every bet placed anew as soon as it may be; what it comes to, and *ret_ruined. */
static int64_t replay_session(const felt_session_setup *setup, const felt_bet *bets, uint64_t number, uint32_t *ret_ruined,
                              replay_count *counted)
{
    const felt_game *game = felt_book_game(setup->book);
    int64_t worth = setup->bankroll.minor, on_table = 0;
    int up = 0, positions[FELT_SESSION_BETS_MAX];
    felt_payment payments[4 * FELT_SESSION_BETS_MAX];
    felt_random random;
    felt_play *play;
    felt_random_counter(&random, setup->seed, UINT64_C(1) << 63 | number);
    assert_int_equal(felt_play_new(setup->book, &play), FELT_OK);
    for (int i = 0; i < setup->bet_count; i++)
        positions[i] = -1;
    *ret_ruined = 0;
    for (uint32_t r = 0; r < setup->rounds && *ret_ruined == 0; r++) {
        for (int i = 0; i < setup->bet_count; i++) {
            if (positions[i] >= 0 || worth - on_table < bets[i].stake.minor ||
                felt_play_place(play, &bets[i], 1, &positions[i], NULL) != FELT_OK)
                continue;
            on_table += bets[i].stake.minor;
            up++;
            counted->placed[i]++;
            counted->flow[i][felt_play_position(play, positions[i])->state]++;
        }
        assert_int_equal(
            felt_play_event(play, game->event_of_way((int)felt_random_below(&random, (uint32_t)game->all_ways)), payments, NULL), FELT_OK);
        for (int i = 0; i < setup->bet_count; i++) {
            if (positions[i] < 0 || payments[positions[i]].kind == FELT_PAY_STAYS)
                continue;
            worth += payments[positions[i]].paid.minor - bets[i].stake.minor;
            on_table -= bets[i].stake.minor;
            positions[i] = -1;
            up--;
        }
        for (int i = 0, left = 0; i < felt_play_count(play); i++)
            for (int k = 0; felt_play_position(play, i)->state != FELT_STATE_NONE && k < setup->bet_count; k++)
                if (positions[k] == i)
                    positions[k] = left++;
        felt_play_tidy(play);
        *ret_ruined = up == 0 && worth < bets[0].stake.minor ? r + 1 : 0;
    }
    for (int i = 0; i < setup->bet_count; i++)
        if (positions[i] >= 0)
            counted->flow[i][felt_play_position(play, positions[i])->state]--;
    felt_play_free(play);
    return worth - setup->bankroll.minor;
}

/* A wager that needs none comes first, and all stakes are one. */
static void compare_sessions(const char *name, const char *const *names, int count, int64_t bankroll)
{
    sample s;
    felt_session_bet list[FELT_SESSION_BETS_MAX];
    felt_bet bets[FELT_SESSION_BETS_MAX];
    felt_session_result r;
    sample_open(&s, name);
    for (int i = 0; i < count; i++) {
        int wager;
        assert_int_equal(felt_book_find(s.book, felt_text_from(names[i]), felt_text_from(""), &wager, NULL), FELT_OK);
        list[i] = (felt_session_bet){.wager = wager, .stake = {60}};
        bets[i] = (felt_bet){.wager = (uint16_t)wager, .stake = {60}};
    }
    felt_session_setup setup = {
        .book = s.book, .bets = list, .bet_count = count, .bankroll = {bankroll}, .rounds = 200, .sessions = 400, .seed = 3, .threads = 1};
    assert_int_equal(felt_session_run(&setup, &r), FELT_OK);
    uint64_t all_ruined = 0;
    replay_count *counted = calloc(1, sizeof *counted);
    assert_non_null(counted);
    for (uint64_t i = 0; i < setup.sessions; i++) {
        uint32_t ruined;
        assert_int_equal(r.sessions[i].result.minor, replay_session(&setup, bets, i, &ruined, counted));
        assert_int_equal(r.sessions[i].ruined, ruined);
        all_ruined += ruined > 0;
    }
    assert_true(all_ruined > 0 && all_ruined < setup.sessions);
    for (int i = 0; i < count; i++) {
        const felt_session_action *a = &r.wagers[i];
        assert_true(a->bets == counted->placed[i] && a->state_count <= 4096);
        for (uint32_t k = 0; k < a->state_count; k++)
            assert_int_equal(a->flows[k], 60 * counted->flow[i][k]);
    }
    free(counted);
    felt_session_result_free(&r);
    sample_close(&s);
}

static void sessions_are_throws_at_one_table(void **state)
{
    static const char *const few[] = {"pass", "come", "field", "hard on 8", "pass-odds on 6", "come-odds on 8"};
    /* More tables than are known at once. */
    static const char *const many[] = {"repeat-2-2x", "repeat-3-3x", "repeat-4-4x",  "repeat-5-5x",  "repeat-6-6x",
                                       "repeat-8-6x", "repeat-9-5x", "repeat-10-4x", "repeat-11-3x", "repeat-12-2x"};
    (void)state;
    compare_sessions("craps", few, 6, 900);
    compare_sessions("parlay-craps", many, 10, 3000);
}

static void tables_beyond_the_most_are_not_known(void **state)
{
    known_tables k;
    known_table table = {.states = {FELT_STATE_NONE, 0}};
    const uint32_t states[2] = {1, 1};
    (void)state;
    assert_true(known_open(&k, 2, 36, states));
    for (int i = 0; i < KNOWN_TABLES_MAX; i++) {
        table.states[1] = (uint16_t)i;
        assert_int_equal(known_number(&k, &table), i);
    }
    table.states[1] = KNOWN_TABLES_MAX;
    assert_int_equal(known_number(&k, &table), -1);
    table.states[1] = KNOWN_TABLES_MAX - 1;
    assert_int_equal(known_number(&k, &table), KNOWN_TABLES_MAX - 1);
    table.fresh = true;
    assert_int_equal(known_number(&k, &table), -1);
    known_close(&k);
    assert_true(known_open(&k, 2, KNOWN_THROWS_MAX, states)); /* no more throws for more ways */
    assert_int_equal(known_number(&k, &table), 0);
    table.fresh = false;
    assert_int_equal(known_number(&k, &table), -1);
    known_close(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shoes_are_dealt_as_the_replay_deals_them),
        cmocka_unit_test(shoes_of_sessions_are_dealt_as_card_by_card),
        cmocka_unit_test(throws_of_sessions_are_made_as_one_by_one),
        cmocka_unit_test(limits_are_the_drawing_rules),
        cmocka_unit_test(rolls_are_thrown_as_the_replay_throws_them),
        cmocka_unit_test(every_kernel_takes_the_same_steps),
        cmocka_unit_test(every_state_and_roll_is_the_machines),
        cmocka_unit_test(sessions_are_throws_at_one_table),
        cmocka_unit_test(tables_beyond_the_most_are_not_known),
    };
    return cmocka_run_group_tests_name("sim_replay", tests, NULL, NULL);
}
