/* tests/unit/test_sim.c - simulation: its fast dealing against an obvious replay, any number of threads, the whole catalogue against the
 * exact odds, and sessions. */
#include "sim/rolls.h"
#include "sim/shoes.h"

#include <dirent.h>
#include <felt/odds.h>
#include <felt/random.h>
#include <felt/sim_report.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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
        number = shoes_retry(r->plan, r->shoe, row, (uint32_t)r->cards);
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

static uint64_t replay_shoe(const shoes_plan *plan, uint64_t shoe, uint32_t *counts)
{
    replay r = {.plan = plan, .shoe = shoe, .cards = plan->cards};
    uint32_t row = 0;
    int most = plan->rounds, done = 0;
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++)
        r.left[rank] = plan->cards / FELT_RANK_COUNT;
    if (plan->rounds == 0) {
        int burn = replay_draw(&r, 0).rank;
        for (int i = 1; i <= (burn < 10 ? burn : 10); i++)
            replay_draw(&r, (uint32_t)i);
        row = SHOES_BURN_ROWS;
        most = INT32_MAX;
    }
    for (; done < most; done++, row += SHOES_ROUND_ROWS) {
        int before = r.cards;
        felt_round round = replay_round(&r, row);
        counts[felt_outcome_index(felt_round_hands(&round))]++;
        if (plan->rounds == 0 && most == INT32_MAX && before >= plan->cut && plan->cut > r.cards)
            most = done + 2;
    }
    return (uint64_t)done;
}

static void assert_like_replay(int decks, int rounds, int cut, int shoes)
{
    static uint32_t expected[SHOES_SLOTS], counts[SHOES_SLOTS];
    shoes_choice choices[3];
    shoes_plan plan;
    uint64_t done = 0;
    shoes_plan_make(&plan, (uint64_t)(decks * 1000 + cut), decks, rounds, cut);
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
    (void)state;
    for (int decks = 1; decks <= FELT_DECKS_MAX; decks++) {
        assert_like_replay(decks, felt_sim_shoe_rounds(decks), 0, SHOES_LANES);
        assert_like_replay(decks, 0, 12 + decks, SHOES_LANES);
        assert_like_replay(decks, 0, felt_cut_max(decks), 7);
    }
    assert_like_replay(8, 1, 0, 1);
    assert_like_replay(8, 9, 0, 19);
}

/* The limits that the kernels compare with are the drawing rules. */
static void limits_are_the_drawing_rules(void **state)
{
    shoes_plan plan;
    (void)state;
    shoes_plan_make(&plan, 1, 8, 1, 0);
    for (int player = 0; player < 10; player++)
        for (int banker = 0; banker < 10; banker++) {
            bool open = player < 8 && banker < 8, draws = open && player <= plan.player_limit;
            assert_int_equal(draws, felt_player_draws(player, banker));
            if (!draws)
                assert_int_equal(open && banker <= plan.banker_limit, felt_banker_draws(player, banker, -1));
            for (int third = 0; third < 10 && draws; third++)
                assert_int_equal(banker <= plan.banker_limits[third], felt_banker_draws(player, banker, third));
        }
}

/* ---- sheets ---- */

enum { NAMES_MAX = 64, NAME_BYTES = 80 };

/* The names of the shipped sheets, in any order. */
static int shipped_names(char ret[NAMES_MAX][NAME_BYTES])
{
    DIR *folder = opendir(FELT_SOURCE_DIR "/rules");
    int count = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length > 5 && length < NAME_BYTES && strcmp(entry->d_name + length - 5, ".felt") == 0) {
            assert_true(count < NAMES_MAX);
            snprintf(ret[count++], NAME_BYTES, "%.*s", (int)length - 5, entry->d_name);
        }
    }
    closedir(folder);
    assert_true(count > 10);
    return count;
}

static const felt_sheet *shipped_sheet(felt_arena *arena, const char *name)
{
    static char text[FELT_SHEET_BYTES_MAX];
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet;
    felt_text path = felt_arena_print(arena, "%s/rules/%s.felt", FELT_SOURCE_DIR, name);
    FILE *file = fopen(path.bytes, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_int_equal(felt_sheet_compile(arena, path, (felt_text){text, length}, &diags, &sheet), FELT_OK);
    return sheet;
}

typedef struct sample {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_odds_list odds;
    felt_sim_setup setup;
} sample;

static void sample_open(sample *s, const char *name)
{
    felt_selection selection = {.count = 0};
    char why[300];
    *s = (sample){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    s->sheet = shipped_sheet(s->arena, name);
    if (s->sheet->game == FELT_GAME_BACCARAT)
        assert_int_equal(felt_selection_add(&selection, felt_text_from("decks=8")), FELT_OK);
    assert_int_equal(felt_odds_add(&s->odds, s->sheet, &selection, felt_text_from(""), NULL, why, sizeof why), FELT_OK);
    s->setup = (felt_sim_setup){.game = s->sheet->game, .wager_count = s->odds.count, .decks = 8, .seed = 1, .threads = 1};
    assert_int_equal(felt_sim_wagers_from(s->arena, &s->odds, &s->setup.wagers), FELT_OK);
}

static void sample_close(sample *s)
{
    felt_odds_list_free(&s->odds);
    felt_arena_free(s->arena);
}

static felt_sim_result run(const felt_sim_setup *setup)
{
    felt_sim_result result;
    assert_int_equal(felt_sim_run(setup, &result), FELT_OK);
    return result;
}

static void assert_same_result(const felt_sim_result *a, const felt_sim_result *b)
{
    assert_true(a->rounds == b->rounds && a->shoes == b->shoes);
    assert_memory_equal(a->rows, b->rows, (size_t)a->wager_count * sizeof *a->rows);
}

static void any_number_of_threads_gives_the_same(void **state)
{
    static const struct {
        const char *sheet;
        int cut;
    } runs[] = {{"golden-bacc", 0}, {"baccarat", 14}, {"high-roller", 0}, {"craps", 0}};
    static const int threads[] = {2, 7};
    (void)state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        sample s;
        sample_open(&s, runs[i].sheet);
        s.setup.cut = runs[i].cut;
        s.setup.rounds = 900001;
        felt_sim_result one = run(&s.setup);
        for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
            s.setup.threads = threads[k];
            felt_sim_result many = run(&s.setup);
            assert_same_result(&one, &many);
            felt_sim_result_free(&many);
        }
        s.setup.seed = 2;
        felt_sim_result other = run(&s.setup);
        assert_memory_not_equal(one.rows, other.rows, (size_t)one.wager_count * sizeof *one.rows);
        felt_sim_result_free(&other);
        felt_sim_result_free(&one);
        sample_close(&s);
    }
}

static bool stop_at_once(void *context, uint64_t done)
{
    *(uint64_t *)context = done;
    return false;
}

/* What a stopped run has is what a shorter run would have had. */
static void a_stopped_run_is_a_shorter_run(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        sample s;
        uint64_t seen = 0;
        sample_open(&s, i == 0 ? "baccarat" : "high-roller");
        s.setup.rounds = UINT64_C(1) << 50;
        s.setup.threads = 2;
        s.setup.tick = stop_at_once;
        s.setup.context = &seen;
        felt_sim_result stopped = run(&s.setup);
        assert_true(stopped.stopped && stopped.rounds >= seen && seen > 0);
        s.setup.tick = NULL;
        s.setup.rounds = i == 0 ? stopped.rounds : stopped.rounds / (1 << 18) * (1 << 18);
        felt_sim_result shorter = run(&s.setup);
        assert_false(shorter.stopped);
        assert_same_result(&stopped, &shorter);
        felt_sim_result_free(&stopped);
        felt_sim_result_free(&shorter);
        sample_close(&s);
    }
}

static void setups_out_of_range_are_refused(void **state)
{
    sample s;
    felt_sim_result result;
    (void)state;
    sample_open(&s, "baccarat");
    felt_sim_setup good = s.setup;
    good.rounds = 1;
    const felt_sim_setup bad[] = {
        {.game = FELT_GAME_BACCARAT, .decks = 8, .rounds = 0, .threads = 1},
        {.game = FELT_GAME_BACCARAT, .decks = 8, .rounds = UINT64_C(1) << 62, .threads = 1},
        {.game = FELT_GAME_BACCARAT, .decks = 0, .rounds = 1, .threads = 1},
        {.game = FELT_GAME_BACCARAT, .decks = 9, .rounds = 1, .threads = 1},
        {.game = FELT_GAME_BACCARAT, .decks = 8, .rounds = 1, .threads = 0},
        {.game = FELT_GAME_BACCARAT, .decks = 8, .rounds = 1, .threads = FELT_SIM_THREADS_MAX + 1},
        {.game = FELT_GAME_BACCARAT, .decks = 8, .rounds = 1, .threads = 1, .cut = 11},
        {.game = FELT_GAME_BACCARAT, .decks = 8, .rounds = 1, .threads = 1, .cut = 405},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(felt_sim_run(&bad[i], &result), FELT_ERANGE);
    good.threads = FELT_SIM_THREADS_MAX;
    result = run(&good);
    assert_true(result.rounds == (uint64_t)felt_sim_shoe_rounds(8) && result.shoes == 1);
    felt_sim_result_free(&result);
    sample_close(&s);
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
            return felt_roll_index((int)(byte % 36 / 6 + 1), (int)(byte % 6 + 1));
    }
}

static void replay_place(roll_replay *r, int table)
{
    bool fresh = r->place[table] == PRODUCT_NEW_SHOOTER;
    int puck = fresh ? FELT_PUCK_OFF : r->place[table];
    for (int i = 0; i < r->seat_count; i++) {
        uint16_t start = r->seats[i].machine->start[puck];
        if (r->states[i][table] == PRODUCT_IDLE && start != FELT_STATE_NONE && (fresh || !r->seats[i].new_shooter) &&
            (r->seats[i].pucks >> puck & 1))
            r->states[i][table] = start;
    }
}

static void replay_roll(roll_replay *r, int table)
{
    int roll = replay_throw(r), total = felt_roll_total(roll);
    felt_puck puck = r->place[table] == PRODUCT_NEW_SHOOTER ? FELT_PUCK_OFF : (felt_puck)r->place[table];
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
    r->place[table] = seven_out ? PRODUCT_NEW_SHOOTER : (int)felt_puck_after(puck, total);
    r->seven_outs += seven_out;
}

static uint64_t replay_rolls(roll_replay *r, uint64_t rolls)
{
    uint64_t thrown = 0;
    for (int t = 0; t < ROLLS_TABLES; t++) {
        r->place[t] = PRODUCT_NEW_SHOOTER;
        for (int i = 0; i < r->seat_count; i++)
            r->states[i][t] = PRODUCT_IDLE;
    }
    for (; thrown < rolls; thrown++)
        replay_roll(r, (int)(thrown % ROLLS_TABLES));
    for (int t = 0; t < ROLLS_TABLES; t++)
        for (; r->place[t] != PRODUCT_NEW_SHOOTER; thrown++)
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
                                  .new_shooter = s.setup.wagers[i].variant->placing == FELT_PLACED_NEW_SHOOTER,
                                  .pucks = s.setup.wagers[i].pucks};
    r.rows = calloc((size_t)r.seat_count, sizeof *r.rows);
    r.states = calloc((size_t)r.seat_count, sizeof *r.states);
    uint64_t thrown = replay_rolls(&r, 50001);

    rolls_plan plan;
    rolls_count count;
    assert_int_equal(rolls_plan_make(&plan, seats, r.seat_count), FELT_OK);
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

/* ---- the catalogue ---- */

/* Every state of every product, every roll: the product decides what the wager's own machine decides, and goes where it goes. */
static void assert_product_like_machines(const product_set *set, const product *p)
{
    for (uint32_t state = 0; state < p->state_count; state++)
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
            int class = set->class_of[roll];
            const uint16_t *at = p->seat_states + state * (uint32_t)p->seat_count;
            const uint16_t *to = p->seat_states + p->next[state * (uint32_t)set->class_count + (uint32_t)class] * (uint32_t)p->seat_count;
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
        if (s.sheet->game == FELT_GAME_CRAPS) {
            product_seat *seats = calloc((size_t)s.odds.count, sizeof *seats);
            product_set set;
            for (int i = 0; i < s.odds.count; i++)
                seats[i] = (product_seat){.machine = s.setup.wagers[i].variant->machine, .pucks = s.setup.wagers[i].pucks, .new_shooter = i % 2};
            assert_int_equal(product_set_make(&set, seats, s.odds.count), FELT_OK);
            for (int i = 0; i < set.product_count; i++)
                assert_product_like_machines(&set, &set.products[i]);
            product_set_free(&set);
            free(seats);
        }
        sample_close(&s);
    }
}

/* Five standard errors for each figure: over the few hundred of the catalogue, chance alone passes that once in several thousand seeds, and
 * the seeds here are fixed. */
static void assert_near_exact(const sample *s, const felt_sim_result *result)
{
    for (int i = 0; i < s->odds.count; i++) {
        const felt_odds *o = &s->odds.list[i];
        felt_sim_figures f = felt_sim_sample(&s->setup.wagers[i], result->rows[i]);
        double n = (double)f.decided, hit = mpq_get_d(o->hit), z = 0;
        assert_true(f.decided > 0);
        felt_sim_z(o, &f, &z);
        if (fabs(z) >= 5)
            print_error("%.*s: z = %f\n", FELT_TEXT_ARGS(o->wager->short_name), z);
        assert_true(fabs(z) < 5);
        assert_true(fabs((double)f.hits / n - hit) <= 5 * sqrt(hit * (1 - hit) / n) + 1e-12);
        for (int row = 0; row < o->wager->row_count; row++) {
            double p = mpq_get_d(o->rows[row]);
            assert_true(fabs((double)result->rows[i][row] - n * p) <= 5 * sqrt(n * p * (1 - p)) + 5);
            assert_true(p > 0 || result->rows[i][row] == 0);
        }
    }
}

static void the_whole_catalogue_is_near_the_exact_odds(void **state)
{
    static char names[NAMES_MAX][NAME_BYTES];
    int count = shipped_names(names);
    (void)state;
    for (int i = 0; i < count; i++) {
        for (int cut = 0; cut <= 14; cut += 14) {
            sample s;
            sample_open(&s, names[i]);
            s.setup.rounds = 3000000;
            s.setup.cut = s.sheet->game == FELT_GAME_BACCARAT ? cut : 0;
            felt_sim_result result = run(&s.setup);
            assert_near_exact(&s, &result);
            felt_sim_result_free(&result);
            sample_close(&s);
        }
    }
}

/* ---- sessions ---- */

static const felt_session_bet *session_bet(sample *s, felt_session_bet *bet, const char *name, int64_t stake)
{
    for (int i = 0; i < s->sheet->wager_count; i++)
        if (felt_text_is(s->sheet->wagers[i].short_name, name)) {
            *bet = (felt_session_bet){&s->sheet->wagers[i], &s->sheet->wagers[i].variants[0], {stake}};
            return bet;
        }
    fail();
    return NULL;
}

static felt_session_setup session_of(sample *s, const felt_session_bet *bet)
{
    return (felt_session_setup){.game = s->sheet->game, .bets = bet, .bet_count = 1, .decks = 8, .bankroll = {1000}, .rounds = 80,
                                .sessions = 3000, .seed = 5, .threads = 1};
}

static void sessions_do_not_depend_on_threads(void **state)
{
    static const char *const names[2][2] = {{"baccarat", "banker"}, {"craps", "pass"}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        sample s;
        felt_session_bet bet;
        felt_session_result one, seven;
        sample_open(&s, names[i][0]);
        felt_session_setup setup = session_of(&s, session_bet(&s, &bet, names[i][1], 100));
        assert_int_equal(felt_session_run(&setup, &one), FELT_OK);
        setup.threads = 7;
        assert_int_equal(felt_session_run(&setup, &seven), FELT_OK);
        assert_true(one.count == 3000 && seven.count == 3000);
        for (int k = 0; k < 3000; k++) {
            assert_true(one.sessions[k].result.minor == seven.sessions[k].result.minor);
            assert_true(one.sessions[k].drawdown.minor == seven.sessions[k].drawdown.minor);
            assert_int_equal(one.sessions[k].ruined, seven.sessions[k].ruined);
            assert_int_equal(one.sessions[k].losing_run, seven.sessions[k].losing_run);
        }
        felt_session_result_free(&one);
        felt_session_result_free(&seven);
        sample_close(&s);
    }
}

/* One round each: a bet on the player wins, loses or is given back as often as the exact odds say. */
static void sessions_of_one_round_are_rounds(void **state)
{
    sample s;
    felt_session_bet bet;
    felt_session_result r;
    (void)state;
    sample_open(&s, "baccarat");
    felt_session_setup setup = session_of(&s, session_bet(&s, &bet, "player", 1000));
    setup.rounds = 1;
    setup.sessions = 100000;
    assert_int_equal(felt_session_run(&setup, &r), FELT_OK);
    double won = 0, lost = 0;
    for (uint64_t i = 0; i < r.count; i++) {
        int64_t result = r.sessions[i].result.minor;
        assert_true(result == 1000 || result == 0 || result == -1000);
        assert_true(r.sessions[i].drawdown.minor == (result < 0 ? 1000 : 0));
        assert_int_equal(r.sessions[i].losing_run, result < 0);
        assert_int_equal(r.sessions[i].ruined, result < 0); /* after round 1, with nothing left */
        won += result > 0;
        lost += result < 0;
    }
    assert_true(fabs(won / 1e5 - 0.446247) < 5 * 0.00158 && fabs(lost / 1e5 - 0.458597) < 5 * 0.00158);
    felt_session_result_free(&r);
    sample_close(&s);
}

/* With a bankroll of one stake, the first loss before any win is ruin. */
static void ruin_ends_a_session(void **state)
{
    sample s;
    felt_session_bet bet;
    felt_session_result r;
    (void)state;
    sample_open(&s, "baccarat");
    felt_session_setup setup = session_of(&s, session_bet(&s, &bet, "player", 1000));
    assert_int_equal(felt_session_run(&setup, &r), FELT_OK);
    uint64_t ruined = 0;
    for (uint64_t i = 0; i < r.count; i++) {
        assert_true(r.sessions[i].result.minor >= -1000);
        assert_true((r.sessions[i].ruined > 0) == (r.sessions[i].result.minor == -1000));
        ruined += r.sessions[i].ruined > 0;
    }
    assert_true(ruined > r.count / 2);
    felt_session_result_free(&r);
    sample_close(&s);
}

static void session_setups_out_of_range_are_refused(void **state)
{
    sample s;
    felt_session_bet bet;
    felt_session_result r;
    (void)state;
    sample_open(&s, "baccarat");
    felt_session_setup good = session_of(&s, session_bet(&s, &bet, "player", 1000)), bad = good;
    bad.bankroll.minor = 999;
    assert_int_equal(felt_session_run(&bad, &r), FELT_ERANGE);
    bad = good;
    bad.rounds = 0;
    assert_int_equal(felt_session_run(&bad, &r), FELT_ERANGE);
    bad.rounds = FELT_SESSION_ROUNDS_MAX + 1;
    assert_int_equal(felt_session_run(&bad, &r), FELT_ERANGE);
    bad = good;
    bad.sessions = FELT_SESSIONS_MAX + 1;
    assert_int_equal(felt_session_run(&bad, &r), FELT_ERANGE);
    bad = good;
    bad.bankroll.minor = bet.stake.minor = INT64_MAX / 3;
    assert_int_equal(felt_session_run(&bad, &r), FELT_ERANGE);
    bet.stake.minor = 0;
    assert_int_equal(felt_session_run(&good, &r), FELT_ERANGE);
    sample_close(&s);
}

/* ---- reports ---- */

static void z_is_in_standard_errors(void **state)
{
    sample s;
    double z;
    (void)state;
    sample_open(&s, "baccarat");
    const felt_odds *o = &s.odds.list[0];
    double sd = sqrt(mpq_get_d(o->variance)), exact = -mpq_get_d(o->edge);
    felt_sim_figures f = {.decided = 10000, .hits = 1, .has_pays = true, .mean = exact + 2 * sd / 100};
    assert_true(felt_sim_z(o, &f, &z));
    assert_true(fabs(z - 2) < 1e-9);
    f.decided = 0;
    assert_false(felt_sim_z(o, &f, &z));
    sample_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shoes_are_dealt_as_the_replay_deals_them),
        cmocka_unit_test(limits_are_the_drawing_rules),
        cmocka_unit_test(any_number_of_threads_gives_the_same),
        cmocka_unit_test(a_stopped_run_is_a_shorter_run),
        cmocka_unit_test(setups_out_of_range_are_refused),
        cmocka_unit_test(rolls_are_thrown_as_the_replay_throws_them),
        cmocka_unit_test(every_state_and_roll_is_the_machines),
        cmocka_unit_test(the_whole_catalogue_is_near_the_exact_odds),
        cmocka_unit_test(sessions_do_not_depend_on_threads),
        cmocka_unit_test(sessions_of_one_round_are_rounds),
        cmocka_unit_test(ruin_ends_a_session),
        cmocka_unit_test(session_setups_out_of_range_are_refused),
        cmocka_unit_test(z_is_in_standard_errors),
    };
    return cmocka_run_group_tests_name("sim", tests, NULL, NULL);
}
