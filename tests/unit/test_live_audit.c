/* tests/unit/test_live_audit.c - an audit of a live table comes to what an audit of its records does, and finds what was mispaid. */
#include <felt/dealing.h>
#include <felt/live_audit.h>
#include <felt/sheet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEATS = 3, BETS_MAX = 1024, EVENTS_MAX = 256 };

typedef struct world {
    felt_arena *arena;
    const felt_book *book;
    felt_table *table;
    felt_live_audit *live;
    felt_audit *audit;
    felt_random chance;
    uint64_t id;
    int64_t now;
    /* The hand at hand, as records have it. */
    felt_bet_record rows[BETS_MAX];
    uint64_t numbers[BETS_MAX];
    int count;
    uint16_t events[EVENTS_MAX];
    int event_count;
    felt_dealt dealt;
    int differences;
} world;

static world *open_world(const char *sheet_name)
{
    world *w = calloc(1, sizeof *w);
    char path[512];
    const felt_sheet *sheet;
    felt_selection nothing = {.count = 0};
    w->arena = felt_arena_new((size_t)1 << 29);
    snprintf(path, sizeof path, "%s/rules/%s.felt", FELT_SOURCE_DIR, sheet_name);
    assert_int_equal(felt_sheet_load(w->arena, path, NULL, &sheet, NULL), FELT_OK);
    assert_int_equal(felt_book_open(w->arena, &sheet, 1, &nothing, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &w->book, NULL), FELT_OK);
    felt_table_setup setup = {.book = w->book, .seats = SEATS, .seat_bets = 20};
    assert_int_equal(felt_table_new(&setup, &w->table, NULL), FELT_OK);
    assert_int_equal(felt_live_audit_open(w->book, &w->live), FELT_OK);
    assert_int_equal(felt_audit_open(w->arena, w->book, &w->audit), FELT_OK);
    felt_random_counter(&w->chance, 4, 4);
    return w;
}

static void close_world(world *w)
{
    felt_live_audit_close(w->live);
    felt_audit_close(w->audit);
    felt_table_free(w->table);
    felt_arena_free(w->arena);
    free(w);
}

static void note(world *w, const felt_event *e)
{
    if (e->kind == FELT_EVENT_PLACED) {
        assert_in_range(w->count, 0, BETS_MAX - 1);
        w->numbers[w->count] = e->bet;
        w->rows[w->count++].bet =
            (felt_bet){.stake = e->amount, .seat = (uint32_t)e->seat, .wager = e->wager, .after = (uint16_t)w->event_count};
    }
    for (int i = 0; e->kind == FELT_EVENT_PAID && i < w->count; i++) {
        if (w->numbers[i] != e->bet)
            continue;
        w->rows[i].has_paid = true;
        w->rows[i].paid.minor = e->back.minor + e->winnings.minor - e->commission.minor;
    }
}

static felt_refusal act(world *w, felt_command command)
{
    felt_events events = {0};
    felt_answer answer;
    command.id = ++w->id;
    felt_table_do(w->table, &command, w->now += 1000, &events, &answer, NULL);
    for (int i = 0; i < events.count; i++) {
        note(w, &events.list[i]);
        assert_int_equal(felt_live_audit_event(w->live, &events.list[i], NULL, 0, NULL), FELT_OK);
    }
    felt_events_free(&events);
    return answer.refusal;
}

/* The hand as a record has it. */
static void end_hand(world *w, uint64_t number)
{
    char id[24];
    felt_bet bets[BETS_MAX];
    felt_audit_report nobody = {.context = NULL};
    snprintf(id, sizeof id, "%llu", (unsigned long long)number);
    felt_round_record round = {.id = felt_text_from(id), .dealt = w->dealt, .events = w->events, .event_count = w->event_count};
    for (int i = 0; i < w->count; i++)
        bets[i] = w->rows[i].bet;
    felt_joined joined = {.round = &round, .bets = bets, .records = w->rows, .count = w->count};
    assert_int_equal(felt_audit_round(w->audit, &joined, &nobody), FELT_OK);
    memset(w->rows, 0, sizeof w->rows);
    w->count = w->event_count = 0;
}

static void play_one(world *w, felt_dealing *shoe)
{
    const felt_game *game = felt_book_game(w->book);
    for (int i = 0; i < 3; i++) {
        int wager = (int)felt_random_below(&w->chance, (uint32_t)felt_book_wager_count(w->book));
        act(w, (felt_command){.kind = FELT_COMMAND_BET,
                              .player = 1 + felt_random_below(&w->chance, SEATS),
                              .wager = (uint16_t)wager,
                              .amount = {100 * (1 + (int64_t)felt_random_below(&w->chance, 9))}});
    }
    if (act(w, (felt_command){.kind = FELT_COMMAND_CLOSE_BETTING}) != FELT_REFUSAL_NONE)
        return;
    felt_command result = {.kind = FELT_COMMAND_RESULT};
    if (game->one_event)
        game->deal(shoe, &result.dealt);
    else
        result.code = game->event_of_way((int)felt_random_below(&w->chance, 36));
    uint64_t hand = felt_table_look(w->table).hand;
    w->dealt = result.dealt;
    w->events[w->event_count++] = (uint16_t)result.code;
    assert_int_equal(act(w, result), FELT_REFUSAL_NONE);
    if (felt_table_look(w->table).hand != hand)
        end_hand(w, hand);
}

static void play(world *w, int rounds)
{
    felt_dealing shoe = {.rounds_left = 0};
    bool cards = felt_book_game(w->book)->one_event;
    for (int i = 0; i < SEATS; i++)
        act(w, (felt_command){.kind = FELT_COMMAND_SIT, .player = (uint64_t)i + 1, .seat = i});
    for (int i = 0, number = 1; i < rounds; i++) {
        if (cards && !felt_dealing_goes_on(&shoe)) {
            if (number > 1)
                act(w, (felt_command){.kind = FELT_COMMAND_SHOE_END});
            felt_dealing_shuffle(&shoe, &w->chance, 8, 14, (felt_dealing_rules){0});
            felt_dealing_burn(&shoe);
            act(w, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = (uint64_t)number++});
        }
        play_one(w, &shoe);
    }
    for (int i = 0; i < 1000 && w->count + w->event_count > 0; i++)
        play_one(w, &shoe); /* the last hand to its end */
}

static void assert_same_luck(const world *w)
{
    int judged = 0;
    for (int i = 0; i < felt_book_wager_count(w->book); i++) {
        const felt_audit_tally *a = felt_audit_wager(w->audit, i), *b = felt_audit_wager(felt_live_audit_look(w->live), i);
        felt_luck luck, live;
        assert_int_equal(a->bets, b->bets);
        assert_int_equal(a->staked.minor, b->staked.minor);
        assert_int_equal(a->paid.minor, b->paid.minor);
        if (a->bets == 0)
            continue;
        assert_int_equal(felt_audit_luck(w->audit, i, &luck), FELT_OK);
        assert_int_equal(felt_audit_luck(felt_live_audit_look(w->live), i, &live), FELT_OK);
        assert_int_equal(luck.verdict, live.verdict);
        if (luck.realised != live.realised || luck.exact != live.exact || luck.z - live.z > 1e-9 || live.z - luck.z > 1e-9)
            fail_msg("wager %d: %g %g %g, live %g %g %g", i, luck.realised, luck.exact, luck.z, live.realised, live.exact, live.z);
        judged += luck.deviation > 0;
    }
    assert_true(judged >= 3);
}

static void it_comes_to_what_an_audit_of_the_records_does(void **state)
{
    static const char *const sheets[] = {"baccarat", "craps", "golden-frog"};
    (void)state;
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
        world *w = open_world(sheets[i]);
        play(w, 600);
        felt_audit_counts counts = felt_audit_count(felt_live_audit_look(w->live));
        assert_int_equal(counts.mispaid + counts.misdealt + counts.not_compared + counts.not_verified, 0);
        assert_int_equal(counts.bets, felt_audit_count(w->audit).bets);
        assert_int_equal(felt_audit_conclude(felt_live_audit_look(w->live)), FELT_AUDIT_CLEAN);
        assert_same_luck(w);
        close_world(w);
    }
}

static void on_difference(void *context, const felt_difference *d)
{
    world *w = context;
    w->differences++;
    assert_int_equal(d->joined->records[d->bet].line, 17);
    assert_int_equal(d->expected->paid.minor, 200);
    assert_int_equal(d->paid.minor, 100);
    assert_int_equal(d->mistake, FELT_MISTAKE_WINNER_NOT_PAID);
}

static void what_was_mispaid_is_found(void **state)
{
    (void)state;
    world *w = open_world("baccarat");
    felt_audit_report report = {.context = w, .differs = on_difference};
    felt_event placed = {.kind = FELT_EVENT_PLACED, .bet = 1, .amount = {100}, .held = {100}},
               dealt = {.kind = FELT_EVENT_DEALT, .round = 1};
    felt_event right = {.kind = FELT_EVENT_PAID, .bet = 1, .amount = {100}, .back = {100}, .winnings = {100}, .pay = FELT_PAY_WINS};
    felt_event was = right, unknown = right;
    was.winnings.minor = 0;
    unknown.bet = 2;
    assert_int_equal(felt_live_audit_event(w->live, &placed, NULL, 15, &report), FELT_OK);
    assert_int_equal(felt_live_audit_event(w->live, &dealt, NULL, 17, &report), FELT_OK);
    assert_int_equal(felt_live_audit_event(w->live, &unknown, NULL, 17, &report), FELT_OK); /* up before: passed over */
    assert_int_equal(felt_live_audit_event(w->live, &was, &right, 17, &report), FELT_OK);
    assert_int_equal(w->differences, 1);
    assert_int_equal(felt_audit_count(felt_live_audit_look(w->live)).bets, 1);
    assert_int_equal(felt_audit_conclude(felt_live_audit_look(w->live)), FELT_AUDIT_DIFFERS);
    close_world(w);
}

/* A table that pays a player too often drifts from its edge beyond luck. */
static void a_drift_beyond_luck_is_seen(void **state)
{
    (void)state;
    world *w = open_world("baccarat");
    felt_luck luck;
    for (uint64_t i = 1; i <= 2000; i++) {
        bool wins = felt_random_below(&w->chance, 100) < 62;
        felt_event placed = {.kind = FELT_EVENT_PLACED, .bet = i, .amount = {100}, .held = {100}};
        felt_event dealt = {.kind = FELT_EVENT_DEALT, .round = i};
        felt_event paid = {.kind = FELT_EVENT_PAID, .bet = i, .amount = {100}, .back = {wins ? 100 : 0}, .winnings = {wins ? 100 : 0}};
        paid.pay = wins ? FELT_PAY_WINS : FELT_PAY_LOSES;
        felt_live_audit_event(w->live, &placed, NULL, 0, NULL);
        felt_live_audit_event(w->live, &dealt, NULL, 0, NULL);
        felt_live_audit_event(w->live, &paid, NULL, 0, NULL);
    }
    felt_luck again;
    assert_int_equal(felt_audit_luck(felt_live_audit_look(w->live), 0, &luck), FELT_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(felt_live_audit_luck(w->live, 0, &again), FELT_OK);
        assert_memory_equal(&again, &luck, sizeof luck);
    }
    felt_live_audit_resume(w->live, 0, 0); /* what was missed changes nothing in the sums */
    assert_int_equal(felt_live_audit_luck(w->live, 0, &again), FELT_OK);
    assert_memory_equal(&again, &luck, sizeof luck);
    assert_int_equal(luck.verdict, FELT_LUCK_NOT);
    assert_true(luck.z < -5);
    close_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_comes_to_what_an_audit_of_the_records_does),
        cmocka_unit_test(what_was_mispaid_is_found),
        cmocka_unit_test(a_drift_beyond_luck_is_seen),
    };
    return cmocka_run_group_tests_name("live_audit", tests, NULL, NULL);
}
