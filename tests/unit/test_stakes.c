/* tests/unit/test_stakes.c - the shipped sheets at a table: stakes tied to other bets, what may be done with bets that stand, and the vig.
 * */
#include "unit/books.h"

#include <felt/craps.h>

/* One table: a book of shipped sheets and a play on it. */
typedef struct table {
    felt_arena *arena;
    const felt_book *book;
    felt_play *play;
    felt_error error;
    felt_payment payments[64];
} table;

/* The base game's sheet alone, or another beside it; settings such as "vig=up-front odds-limit=single". */
static felt_status open_book(table *t, const char *beside, bool base, const char *settings, felt_house house)
{
    const felt_sheet *sheets[2];
    felt_selection selection = {.count = 0};
    int count = 0;
    *t = (table){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(t->arena);
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? beside : "craps";
        if (name == NULL || (i == 1 && !base))
            continue;
        felt_text path = felt_arena_print(t->arena, "%s/rules/%s.felt", FELT_SOURCE_DIR, name);
        assert_int_equal(felt_sheet_load(t->arena, path.bytes, NULL, &sheets[count++], NULL), FELT_OK);
    }
    char *kept = (char *)felt_arena_copy(t->arena, felt_text_from(settings)).bytes;
    for (char *word = strtok(kept, " "); word != NULL; word = strtok(NULL, " "))
        assert_int_equal(felt_selection_add(&selection, felt_text_from(word)), FELT_OK);
    return felt_book_open(t->arena, sheets, count, &selection, house, &t->book, &t->error);
}

static void open_table(table *t, const char *beside, const char *settings, felt_house house)
{
    assert_int_equal(open_book(t, beside, true, settings, house), FELT_OK);
    t->play = test_play(t->book);
    felt_play_begin(t->play, 0);
}

static void close_table(table *t)
{
    felt_play_free(t->play);
    felt_arena_free(t->arena);
}

static uint16_t wager(const table *t, const char *name)
{
    int found = -1;
    assert_int_equal(felt_book_find(t->book, felt_text_from(name), felt_text_from(""), &found, NULL), FELT_OK);
    return (uint16_t)found;
}

/* Places a bet; *ret is its position. */
static felt_status place(table *t, const char *name, int64_t stake, int *ret)
{
    felt_bet bet = {.stake = {stake}, .seat = 1, .wager = wager(t, name)};
    return felt_play_place(t->play, &bet, 1, ret, &t->error);
}

static int placed(table *t, const char *name, int64_t stake)
{
    int position = -1;
    felt_status status = place(t, name, stake, &position);
    if (status != FELT_OK)
        fail_msg("%s of %lld: %s", name, (long long)stake, t->error.message);
    return position;
}

static void refused(table *t, const char *name, int64_t stake, felt_status expected, const char *why)
{
    int position = -1;
    assert_int_equal(place(t, name, stake, &position), expected);
    if (strstr(t->error.message, why) == NULL)
        fail_msg("found '%s', expected ... %s", t->error.message, why);
}

static void roll(table *t, int a, int b)
{
    assert_in_range(felt_play_count(t->play), 0, 64);
    assert_int_equal(felt_play_event(t->play, felt_roll_index(a, b), t->payments, &t->error), FELT_OK);
}

static felt_status change(table *t, int position, felt_action action, int64_t amount, felt_payment *ret)
{
    return felt_play_change(t->play, position, action, (felt_money){amount}, ret, &t->error);
}

/* ---- odds ---- */

/* "Today 100,000 of pass-odds behind a stake of 1 is paid" */
static void odds_are_limited_by_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *name;
        int a, b;
        int64_t most; /* behind a line bet of 100; 0: no limit */
    } cases[] = {
        {"", "pass-odds on 4", 2, 2, 300},
        {"", "pass-odds on 5", 2, 3, 400},
        {"", "pass-odds on 6", 3, 3, 500},
        {"odds-limit=single", "pass-odds on 10", 5, 5, 100},
        {"odds-limit=double", "pass-odds on 9", 5, 4, 200},
        {"odds-limit=ten", "pass-odds on 8", 4, 4, 1000},
        {"odds-limit=hundred", "pass-odds on 4", 2, 2, 10000},
        {"odds-limit=none", "pass-odds on 4", 2, 2, 0},
        {"", "dont-pass-odds on 4", 2, 2, 600},
        {"", "dont-pass-odds on 5", 2, 3, 600},
        {"", "dont-pass-odds on 6", 3, 3, 600},
        {"odds-limit=single", "dont-pass-odds on 4", 2, 2, 200},
        {"odds-limit=single", "dont-pass-odds on 5", 2, 3, 150},
        {"odds-limit=single", "dont-pass-odds on 6", 3, 3, 120},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table t;
        open_table(&t, NULL, cases[i].settings, (felt_house){0});
        placed(&t, "pass", 100);
        placed(&t, "dont-pass", 100);
        roll(&t, cases[i].a, cases[i].b);
        if (cases[i].most > 0) {
            refused(&t, cases[i].name, cases[i].most + 1, FELT_ELIMIT, "in all, expected at most");
            refused(&t, cases[i].name, 10000000, FELT_ELIMIT, "in all, expected at most");
            if (cases[i].most == 120)
                refused(&t, cases[i].name, 121, FELT_ELIMIT,
                        "found 121 minor units in all, expected at most 1.2 times the 100 on what it needs");
            placed(&t, cases[i].name, cases[i].most - 1);
            placed(&t, cases[i].name, 1);
            refused(&t, cases[i].name, 1, FELT_ELIMIT, "in all, expected at most"); /* all odds of the seat together */
        } else
            placed(&t, cases[i].name, 10000000);
        close_table(&t);
    }
}

/* "... and come odds on 4 with the come bet on 6" */
static void come_odds_stand_on_the_come_bets_number(void **state)
{
    (void)state;
    table t;
    open_table(&t, NULL, "", (felt_house){0});
    placed(&t, "pass", 100);
    roll(&t, 4, 5);
    placed(&t, "come", 100);
    refused(&t, "come-odds on 6", 100, FELT_EDATA, "with its point on the same number");
    roll(&t, 3, 3);
    refused(&t, "come-odds on 4", 100, FELT_EDATA,
            "come-odds on 4 needs a bet on come of the same seat, with its point on the same number");
    refused(&t, "come-odds on 6", 501, FELT_ELIMIT, "in all, expected at most");
    placed(&t, "come-odds on 6", 500);
    placed(&t, "come", 100);
    roll(&t, 2, 2);
    refused(&t, "come-odds on 4", 301, FELT_ELIMIT, "in all, expected at most"); /* the come bet on 6 does not count here */
    placed(&t, "come-odds on 4", 300);
    close_table(&t);
}

/* ---- side wagers ---- */

static void side_wagers_are_tied_as_the_house_says(void **state)
{
    (void)state;
    table t;
    open_table(&t, "dice-works", "base-bet=at-most-base", (felt_house){0});
    refused(&t, "the-works", 100, FELT_EDATA, "the-works needs a bet on pass or dont-pass of the same seat");
    placed(&t, "dont-pass", 60);
    refused(&t, "the-works", 100, FELT_ELIMIT, "expected at most the 60 on what it needs");
    placed(&t, "pass", 40);
    placed(&t, "the-works", 100);
    close_table(&t);
    open_table(&t, "dice-works", "base-bet=required", (felt_house){0});
    placed(&t, "pass", 1);
    placed(&t, "the-works", 100);
    close_table(&t);
    open_table(&t, "dice-works", "", (felt_house){0});
    placed(&t, "the-works", 100);
    close_table(&t);
    assert_int_equal(open_book(&t, "dice-works", false, "base-bet=required", (felt_house){0}), FELT_ENOTFOUND);
    assert_non_null(strstr(t.error.message, "needs a bet on craps/pass, which is not in the book"));
    close_table(&t);
}

/* ---- standing bets ---- */

/* "place bets may; a pass line bet with a point, or The Works at nine of ten, may not" */
static void standing_bets_are_touched_as_the_sheets_say(void **state)
{
    (void)state;
    static const int low_and_high[][2] = {{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {4, 4}, {4, 5}, {5, 5}, {5, 6}};
    static const struct {
        const char *name;
        uint8_t may; /* bits of actions */
    } cases[] = {
        {"pass", 0},
        {"come", 0},
        {"dont-pass", 1 << FELT_ACTION_LOWER | 1 << FELT_ACTION_TAKE_DOWN},
        {"dont-come", 1 << FELT_ACTION_LOWER | 1 << FELT_ACTION_TAKE_DOWN},
        {"the-works", 0},
        {"place on 10", 0xff},
        {"buy on 10", 0xff},
        {"lay on 10", 0xff},
        {"hard on 10", 0xff},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int action = FELT_ACTION_RAISE; action <= FELT_ACTION_TURN_OFF; action++) {
            table t;
            felt_payment back;
            open_table(&t, "dice-works", "", (felt_house){0});
            bool come = strstr(cases[i].name, "come") != NULL;
            int position = come ? -1 : placed(&t, cases[i].name, 100);
            roll(&t, 2, 2);
            if (come)
                position = placed(&t, cases[i].name, 100);
            roll(&t, 2, 3);
            bool may = cases[i].may >> action & 1;
            assert_int_equal(change(&t, position, (felt_action)action, 40, &back), may ? FELT_OK : FELT_EDATA);
            close_table(&t);
        }
    table t;
    felt_payment back;
    open_table(&t, "dice-works", "", (felt_house){0});
    int works = placed(&t, "the-works", 100);
    for (size_t i = 0; i < sizeof low_and_high / sizeof *low_and_high; i++)
        roll(&t, low_and_high[i][0], low_and_high[i][1]);
    assert_int_equal(change(&t, works, FELT_ACTION_TAKE_DOWN, 0, &back), FELT_EDATA);
    assert_string_equal(t.error.message, "the-works: its sheet does not let a standing bet be taken down");
    roll(&t, 6, 6);
    assert_int_equal(t.payments[works].kind, FELT_PAY_WINS);
    close_table(&t);
}

/* Odds that are off go the way of their bet: what would decide them gives them back. */
static void odds_that_are_off_are_given_back(void **state)
{
    (void)state;
    table t;
    felt_payment back;
    open_table(&t, NULL, "", (felt_house){0});
    placed(&t, "pass", 100);
    roll(&t, 3, 3);
    int odds = placed(&t, "pass-odds on 6", 300), place = placed(&t, "place on 8", 600);
    roll(&t, 1, 2);
    assert_int_equal(change(&t, odds, FELT_ACTION_TURN_OFF, 0, &back), FELT_OK);
    assert_int_equal(change(&t, place, FELT_ACTION_TURN_OFF, 0, &back), FELT_OK);
    roll(&t, 4, 4);
    assert_int_equal(t.payments[odds].kind, FELT_PAY_STAYS);
    roll(&t, 3, 4);
    assert_int_equal(t.payments[odds].kind, FELT_PAY_PUSHES);
    assert_true(t.payments[odds].taken_down);
    assert_int_equal(t.payments[odds].paid.minor, 300);
    assert_int_equal(t.payments[place].kind, FELT_PAY_STAYS); /* stands by itself, and goes on */
    assert_int_equal(felt_play_position(t.play, odds)->state, FELT_STATE_NONE);
    assert_int_not_equal(felt_play_position(t.play, place)->state, FELT_STATE_NONE);
    close_table(&t);
}

/* Nobody has turned off what may not be: a saved position that says so is none. */
static void a_saved_position_is_off_only_where_that_is_allowed(void **state)
{
    (void)state;
    table t;
    felt_saver *saver;
    open_table(&t, NULL, "", (felt_house){0});
    assert_int_equal(felt_saver_new(t.book, &saver), FELT_OK);
    for (int i = 0; i < 2; i++) {
        uint8_t bytes[FELT_POSITION_BYTES];
        felt_position position = *felt_play_position(t.play, placed(&t, i == 0 ? "pass" : "place on 6", 600)), back;
        int phase;
        position.off = true;
        assert_int_equal(felt_position_save(saver, &position, 0, bytes, &t.error), FELT_OK);
        assert_int_equal(felt_position_restore(saver, bytes, sizeof bytes, &back, &phase, &t.error), i == 0 ? FELT_EDATA : FELT_OK);
        if (i == 0)
            assert_string_equal(t.error.message, "the saved position on pass is off, which its sheet does not allow");
    }
    felt_saver_free(saver);
    close_table(&t);
}

/* ---- vig ---- */

static const felt_house in_dollars = {.vig_min = {100}, .vig_unit = {100}, .vig_rounding = FELT_ROUNDING_FLOOR};

static void vigs_are_rounded_to_the_unit(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int64_t stake, exact, floor, nearest, up;
    } cases[] = {
        {"buy on 4", 2000, 100, 100, 100, 100}, {"buy on 4", 2500, 125, 100, 100, 200},
        {"buy on 4", 3000, 150, 100, 200, 200}, {"buy on 4", 500, 25, 100, 100, 100}, /* the smallest */
        {"lay on 4", 4000, 100, 100, 100, 100}, {"lay on 5", 6000, 200, 200, 200, 200},
        {"lay on 6", 3600, 150, 100, 200, 200}, {"place on 6", 3000, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t expected[] = {cases[i].exact, cases[i].floor, cases[i].nearest, cases[i].up};
        for (int k = 0; k < 4; k++) {
            table t;
            felt_money vig;
            felt_house house = k == 0 ? (felt_house){0} : in_dollars;
            house.vig_rounding = k == 0 ? FELT_ROUNDING_FLOOR : (felt_rounding)(k - 1);
            open_table(&t, NULL, "vig=up-front", house);
            assert_int_equal(felt_book_vig(t.book, wager(&t, cases[i].name), (felt_money){cases[i].stake}, &vig), FELT_OK);
            assert_int_equal(vig.minor, expected[k]);
            close_table(&t);
        }
    }
}

static void a_vig_is_kept_unless_the_bet_comes_down(void **state)
{
    (void)state;
    table t;
    felt_payment back;
    open_table(&t, NULL, "vig=up-front place-come-out=working", in_dollars);
    int buy = placed(&t, "buy on 4", 2500), lay = placed(&t, "lay on 10", 4000);
    roll(&t, 2, 2);
    assert_int_equal(t.payments[buy].kind, FELT_PAY_WINS);
    assert_int_equal(t.payments[buy].back.minor, 2500);
    assert_int_equal(t.payments[buy].winnings.minor, 5000);
    assert_int_equal(t.payments[buy].commission.minor, 0);
    assert_int_equal(t.payments[buy].vig.minor, 100);
    assert_int_equal(t.payments[buy].paid.minor, 7500);
    roll(&t, 5, 5);
    assert_int_equal(t.payments[lay].kind, FELT_PAY_LOSES);
    assert_int_equal(t.payments[lay].vig.minor, 100);
    assert_int_equal(t.payments[lay].paid.minor, 0);
    buy = placed(&t, "buy on 4", 2000);
    roll(&t, 1, 2);
    assert_int_equal(t.payments[buy].vig.minor, 0);
    assert_int_equal(change(&t, buy, FELT_ACTION_RAISE, 2000, &back), FELT_OK); /* 1 more is due */
    assert_int_equal(change(&t, buy, FELT_ACTION_LOWER, 1500, &back), FELT_OK);
    assert_int_equal(back.paid.minor, 1600);
    assert_int_equal(change(&t, buy, FELT_ACTION_TAKE_DOWN, 0, &back), FELT_OK);
    assert_int_equal(back.paid.minor, 2600);
    assert_int_equal(back.vig.minor, 0);
    close_table(&t);
}

/* The same rules hold for a vig that is taken out of a win; without any, it is a commission as everywhere. */
static void a_vig_out_of_a_win_is_rounded_alike(void **state)
{
    (void)state;
    static const struct {
        int64_t unit, min, stake, commission;
    } cases[] = {{0, 0, 2505, 126}, {100, 0, 2505, 100}, {100, 0, 500, 0}, {100, 100, 500, 100}, {0, 100, 500, 100},
                 {0, 1, 2505, 125}, {0, 100, 45, 90},    {0, 100, 25, 50}, {0, 100, 50, 100}}; /* a win of 90 or 50 has no more in it */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        table t;
        open_table(&t, NULL, "vig=on-win place-come-out=working", (felt_house){.vig_unit = {cases[i].unit}, .vig_min = {cases[i].min}});
        int buy = placed(&t, "buy on 4", cases[i].stake);
        roll(&t, 2, 2);
        assert_int_equal(t.payments[buy].commission.minor, cases[i].commission);
        assert_int_equal(t.payments[buy].paid.minor, 3 * cases[i].stake - cases[i].commission);
        assert_int_equal(t.payments[buy].vig.minor, 0);
        close_table(&t);
    }
}

/* The same by records: what is handed over is all there is. */
static void a_hand_with_a_vig_is_settled_whole(void **state)
{
    (void)state;
    table t;
    open_table(&t, NULL, "vig=up-front", in_dollars);
    uint16_t buy = wager(&t, "buy on 4"), pass = wager(&t, "pass");
    const uint16_t rolls[] = {(uint16_t)felt_roll_index(3, 3), (uint16_t)felt_roll_index(2, 1), (uint16_t)felt_roll_index(3, 4)};
    felt_bet bets[] = {{.stake = {1000}, .wager = pass},
                       {.stake = {4000}, .wager = buy, .after = 1},
                       {.stake = {2000}, .wager = buy, .after = 2, .action = FELT_ACTION_LOWER},
                       {.stake = {2000}, .wager = buy, .seat = 2, .after = 1},
                       {.wager = buy, .seat = 2, .after = 2, .action = FELT_ACTION_TAKE_DOWN}};
    felt_payment p[5];
    assert_int_equal(felt_settle_hand(t.play, &(felt_hand){rolls, 3, 0}, bets, 5, p, &t.error), FELT_OK);
    assert_int_equal(p[1].kind, FELT_PAY_LOSES);
    assert_int_equal(p[1].paid.minor, 2100); /* 20 of the stake and 1 of the vig came back before the seven-out */
    assert_int_equal(p[1].vig.minor, 100);
    assert_true(p[3].taken_down);
    assert_int_equal(p[3].paid.minor, 2100);
    assert_int_equal(p[3].vig.minor, 0);
    close_table(&t);
}

static void vigs_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    table t;
    felt_money vig = {7};
    open_table(&t, NULL, "vig=up-front", (felt_house){0});
    refused(&t, "buy on 4", INT64_MAX, FELT_ERANGE, "the vig beside a stake of 9223372036854775807 minor units does not fit");
    assert_int_equal(felt_book_vig(t.book, wager(&t, "buy on 4"), (felt_money){INT64_MAX}, &vig), FELT_ERANGE);
    assert_int_equal(felt_book_vig(t.book, wager(&t, "pass"), (felt_money){-1}, &vig), FELT_ERANGE);
    assert_int_equal(vig.minor, 7);
    int buy = placed(&t, "buy on 4", INT64_MAX / 2);
    felt_payment back;
    assert_int_equal(change(&t, buy, FELT_ACTION_RAISE, INT64_MAX / 2, &back), FELT_ERANGE);
    close_table(&t);
    open_table(&t, NULL, "vig=up-front", (felt_house){.vig_unit = {INT64_MAX}, .vig_min = {1}});
    refused(&t, "buy on 4", 100, FELT_ERANGE, "does not fit");
    close_table(&t);
    assert_int_equal(open_book(&t, NULL, true, "", (felt_house){.vig_min = {-1}}), FELT_EDATA);
    close_table(&t);
    assert_int_equal(open_book(&t, NULL, true, "", (felt_house){.vig_unit = {-1}}), FELT_EDATA);
    close_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odds_are_limited_by_the_line),           cmocka_unit_test(come_odds_stand_on_the_come_bets_number),
        cmocka_unit_test(side_wagers_are_tied_as_the_house_says), cmocka_unit_test(standing_bets_are_touched_as_the_sheets_say),
        cmocka_unit_test(odds_that_are_off_are_given_back),       cmocka_unit_test(a_saved_position_is_off_only_where_that_is_allowed),
        cmocka_unit_test(vigs_are_rounded_to_the_unit),           cmocka_unit_test(a_vig_is_kept_unless_the_bet_comes_down),
        cmocka_unit_test(a_vig_out_of_a_win_is_rounded_alike),    cmocka_unit_test(a_hand_with_a_vig_is_settled_whole),
        cmocka_unit_test(vigs_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests_name("stakes", tests, NULL, NULL);
}
