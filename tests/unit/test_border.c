/* tests/unit/test_border.c - what comes from outside is looked at before it is used: numbers out of range, wagers of other sheets, names
 * of nothing. Each gets a status; under the sanitizers, none may touch what is not its own. Rounds are in test_game.c, shoes in
 * test_shoe.c, names and paths in test_names.c. */
#include <felt/craps.h>
#include <felt/dealing.h>
#include <felt/par.h>
#include <felt/settle.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim_sample.h"

/* ---- memory and words ---- */

static void arenas_without_a_cap(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(SIZE_MAX);
    assert_null(felt_arena_take(arena, SIZE_MAX, 1));
    assert_null(felt_arena_take(arena, SIZE_MAX / 2, 3));
    assert_null(felt_arena_take(arena, 1, SIZE_MAX - 8));
    assert_true(felt_arena_ran_out(arena));
    assert_non_null(felt_arena_take(arena, 1, 8));
    felt_arena_free(arena);
}

static void words_of_nothing(void **state)
{
    (void)state;
    static const int wrong[] = {-1, 99, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[40];
        felt_pay pay = {.kind = (felt_pay_kind)wrong[i]};
        felt_pay_write(&pay, text, sizeof text);
        assert_string_equal(text, "unknown");
        assert_string_equal(felt_status_text((felt_status)wrong[i]), "unknown status");
        assert_string_equal(felt_severity_text((felt_severity)wrong[i]), "unknown");
        assert_string_equal(felt_rounding_text((felt_rounding)wrong[i]), "unknown");
    }
}

/* ---- money ---- */

static void amounts_and_pays_that_cannot_be(void **state)
{
    (void)state;
    felt_money amount = {-77};
    static const int64_t wrong[][3] = {{-1, 1, 1}, {INT64_MIN, 1, 1}, {1, -1, 1},       {1, 1, 0},
                                       {1, 1, -1}, {1, INT64_MIN, 1}, {1, 1, INT64_MIN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        felt_money stake = {wrong[i][0]};
        assert_int_equal(felt_money_win_floor(stake, wrong[i][1], wrong[i][2], &amount), FELT_ERANGE);
        assert_int_equal(felt_money_win_ceil(stake, wrong[i][1], wrong[i][2], &amount), FELT_ERANGE);
        assert_int_equal(felt_money_win_nearest(stake, wrong[i][1], wrong[i][2], &amount), FELT_ERANGE);
        assert_int_equal(felt_money_win(stake, wrong[i][1], wrong[i][2], FELT_ROUNDING_UP, &amount), FELT_ERANGE);
        assert_int_equal(felt_money_commission(stake, wrong[i][1], wrong[i][2], FELT_ROUNDING_FLOOR, &amount), FELT_ERANGE);
    }
    assert_int_equal(felt_money_win((felt_money){1}, 1, 1, (felt_rounding)7, &amount), FELT_ERANGE);
    assert_int_equal(felt_money_commission((felt_money){1}, 1, 1, (felt_rounding)-1, &amount), FELT_ERANGE);
    assert_int_equal(felt_money_read(felt_text_from("1.5"), FELT_MONEY_DECIMALS_MAX + 1, &amount), FELT_ERANGE);
    assert_int_equal(felt_money_read(felt_text_from("1.5"), -1, &amount), FELT_ERANGE);
    assert_int_equal(amount.minor, -77);
}

/* ---- shoes and odds ---- */

static void shoes_that_cannot_be_shuffled(void **state)
{
    (void)state;
    static const int wrong[][2] = {{0, 14}, {9, 14}, {-1, 14}, {8, 11}, {8, 405}, {8, INT_MIN}, {INT_MAX, INT_MAX}};
    static felt_dealing shoe;
    felt_random random;
    felt_random_counter(&random, 1, 1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(felt_dealing_shuffle(&shoe, &random, wrong[i][0], wrong[i][1], (felt_dealing_rules){0}), FELT_ERANGE);
    assert_int_equal(shoe.count, 0);
}

/* Figures from a shoe of one's own name it no more; whoever asks for more of them must bring it along, and it must be one. */
static void the_shoe_of_figures_is_brought_along(void **state)
{
    (void)state;
    sample s;
    sample_open(&s, "baccarat");
    felt_selection everything = {.count = 0};
    felt_odds_list list = {0};
    felt_shoe shoe = felt_shoe_fresh(1), broken = shoe;
    broken.cards[3] = -4;
    assert_int_equal(felt_odds_add(&list, s.sheet, &everything, felt_text_from("player"), &shoe, NULL), FELT_OK);
    const felt_odds *player = &list.list[0];
    mpq_t covariance;
    int event = -77;
    mpq_init(covariance);
    assert_int_equal(felt_odds_covariance(player, player, NULL, covariance), FELT_EDATA);
    assert_int_equal(felt_odds_covariance(player, player, &broken, covariance), FELT_EDATA);
    assert_int_equal(felt_odds_exposure(&player, 1, NULL, covariance, &event), FELT_EDATA);
    assert_int_equal(felt_odds_exposure(&player, 0, &shoe, covariance, &event), FELT_EDATA);
    assert_int_equal(event, -77);
    assert_int_equal(felt_odds_covariance(player, player, &shoe, covariance), FELT_OK);
    mpq_clear(covariance);
    felt_odds_list_free(&list);
    sample_close(&s);
}

/* ---- simulation ---- */

static void wagers_that_cannot_be_simulated(void **state)
{
    (void)state;
    sample s, other;
    sample_open(&s, "baccarat");
    sample_open(&other, "craps");
    felt_sim_result result;
    felt_sim_wager wager = s.setup.wagers[0];
    felt_sim_setup setup = s.setup;
    setup.rounds = 1000;
    setup.wagers = &wager;
    setup.wager_count = 1;
    assert_int_equal(felt_sim_run(&setup, &result), FELT_OK);
    felt_sim_result_free(&result);
    wager.variant = other.setup.wagers[0].variant; /* of another wager, and of another game */
    assert_int_equal(felt_sim_run(&setup, &result), FELT_EDATA);
    wager = other.setup.wagers[0];
    assert_int_equal(felt_sim_run(&setup, &result), FELT_EDATA);
    wager = s.setup.wagers[0];
    setup.wager_count = -1;
    assert_int_equal(felt_sim_run(&setup, &result), FELT_ERANGE);
    setup = s.setup;
    for (int threads = -1; threads <= FELT_SIM_THREADS_MAX + 1; threads += FELT_SIM_THREADS_MAX + 2) {
        setup.threads = threads;
        assert_int_equal(felt_sim_run(&setup, &result), FELT_ERANGE);
    }
    sample_close(&s);
    sample_close(&other);
}

static void sessions_that_cannot_be_played(void **state)
{
    (void)state;
    sample s, other;
    sample_open(&s, "baccarat");
    sample_open(&other, "craps");
    felt_session_result result;
    felt_session_bet bet = {0, {100}};
    const felt_session_setup good = {.book = s.book,
                                     .bets = &bet,
                                     .bet_count = 1,
                                     .bankroll = {1000},
                                     .rounds = 10,
                                     .sessions = 3,
                                     .threads = 1};
    felt_session_setup setup = good;
    assert_int_equal(felt_session_run(&setup, &result), FELT_OK);
    felt_session_result_free(&result);
    static const int64_t stakes[] = {0, -100, INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < sizeof stakes / sizeof *stakes; i++) {
        bet.stake.minor = stakes[i];
        assert_int_equal(felt_session_run(&setup, &result), FELT_ERANGE);
    }
    bet.stake.minor = 100;
    setup.bankroll.minor = INT64_MIN;
    assert_int_equal(felt_session_run(&setup, &result), FELT_ERANGE);
    setup = good;
    setup.bet_count = FELT_SESSION_BETS_MAX + 1;
    assert_int_equal(felt_session_run(&setup, &result), FELT_ERANGE);
    setup = good;
    bet.wager = s.sheet->wager_count;
    assert_int_equal(felt_session_run(&setup, &result), FELT_EDATA);
    sample_close(&s);
    sample_close(&other);
}

/* ---- tables ---- */

enum { FED_BETS = 12, FED_EVENTS = 9, FED_TIMES = 40000 };

/* A number that is often small, sometimes any. */
static uint64_t any_number(felt_random *random, uint32_t small)
{
    return felt_random_below(random, 4) > 0 ? felt_random_below(random, small) : felt_random_word(random) >> felt_random_below(random, 64);
}

static void feed_bets(felt_random *random, felt_bet bets[FED_BETS], int wagers)
{
    for (int i = 0; i < FED_BETS; i++)
        bets[i] =
            (felt_bet){.stake = {(int64_t)any_number(random, 500)},
                       .seat = felt_random_below(random, 2),
                       .wager = (uint16_t)any_number(random, (uint32_t)wagers),
                       .after = (uint16_t)any_number(random, 4),
                       .action = felt_random_below(random, 3) > 0 ? FELT_ACTION_BET : (felt_action)any_number(random, FELT_ACTION_COUNT)};
}

static void count_refused(void *context, felt_status status, const felt_error *error)
{
    int *refused = context;
    assert_true(status != FELT_OK && status != FELT_ENOMEM);
    assert_true(error->message[0] != '\0' && error->item >= 0 && error->item < FED_BETS);
    ++*refused;
}

/* Feeds a hand to the table twice: each bet by itself, then all or none. Returns how many bets were settled. */
static int feed(felt_play *play, felt_hand hand, const felt_bet *bets, int count)
{
    static const felt_payment nothing;
    felt_payment payments[FED_BETS];
    felt_error error = {.item = -77};
    int refused = 0;
    felt_status each = felt_settle_each(play, &hand, bets, count, payments, count_refused, &refused, &error);
    assert_true(each == FELT_OK || (each == FELT_EDATA && error.message[0] != '\0' && error.item < FED_EVENTS));
    felt_status all = felt_settle_hand(play, &hand, bets, count, payments, &error);
    assert_int_equal(all == FELT_OK, each == FELT_OK && refused == 0);
    for (int i = 0; i < count && all != FELT_OK; i++)
        assert_memory_equal(&payments[i], &nothing, sizeof nothing);
    return each == FELT_OK ? count - refused : 0;
}

/* Whatever bets and events come in, they are paid or refused with a reason. */
static void a_table_that_is_fed_anything(void **state)
{
    (void)state;
    static const char *const names[] = {"craps", "baccarat"};
    for (size_t k = 0; k < 2; k++) {
        felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
        const felt_sheet *sheet = shipped_sheet(arena, names[k]);
        felt_selection everything = {.count = 0};
        const felt_book *book;
        felt_play *play;
        felt_random random;
        int settled = 0;
        felt_random_counter(&random, 8, k);
        assert_int_equal(felt_book_open(arena, &sheet, 1, &everything, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL),
                         FELT_OK);
        assert_int_equal(felt_play_new(book, &play), FELT_OK);
        for (int n = 0; n < FED_TIMES; n++) {
            felt_bet bets[FED_BETS];
            uint16_t events[FED_EVENTS];
            feed_bets(&random, bets, felt_book_wager_count(book));
            for (int i = 0; i < FED_EVENTS; i++)
                events[i] = (uint16_t)any_number(&random, (uint32_t)sheet->game->code_count);
            felt_hand hand = {events, (int)felt_random_below(&random, FED_EVENTS + 1), (int)any_number(&random, 2)};
            settled += feed(play, hand, bets, 1 + (int)felt_random_below(&random, FED_BETS));
        }
        assert_true(settled > 1000);
        felt_play_free(play);
        felt_arena_free(arena);
    }
}

/* A place bet raised and lowered by turns, until what has come back does not fit any more. */
static void more_money_than_there_is(void **state)
{
    (void)state;
    enum { CHANGES = 8 };
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet = shipped_sheet(arena, "craps");
    felt_selection everything = {.count = 0};
    const felt_book *book;
    felt_play *play;
    felt_error error;
    int place, first;
    assert_int_equal(felt_book_open(arena, &sheet, 1, &everything, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL), FELT_OK);
    assert_int_equal(felt_play_new(book, &play), FELT_OK);
    assert_int_equal(felt_book_find(book, felt_text_from("place on 6"), felt_text_from(""), &place, NULL), FELT_OK);
    felt_bet bets[CHANGES + 1] = {{.stake = {10}, .wager = (uint16_t)place, .after = 1}};
    felt_payment payments[CHANGES + 1];
    uint16_t rolls[CHANGES + 2] = {(uint16_t)felt_roll_index(1, 3)};
    for (int i = 1; i <= CHANGES; i++) {
        rolls[i] = (uint16_t)felt_roll_index(1, 4);
        bets[i] = (felt_bet){{INT64_MAX / 2}, 0, (uint16_t)place, (uint16_t)(i + 1), i % 2 == 1 ? FELT_ACTION_RAISE : FELT_ACTION_LOWER};
    }
    rolls[CHANGES + 1] = rolls[1];
    felt_hand hand = {rolls, CHANGES + 2, 0};
    assert_int_equal(felt_settle_hand(play, &hand, bets, 5, payments, &error), FELT_OK);
    assert_int_equal(payments[0].back.minor, INT64_MAX - 1);
    assert_int_equal(felt_settle_hand(play, &hand, bets, CHANGES + 1, payments, &error), FELT_ERANGE);
    assert_int_equal(error.item, 0);
    felt_play_begin(play, 0);
    assert_int_equal(felt_play_place(play, bets, 1, &first, &error), FELT_OK);
    assert_int_equal(felt_play_change(play, first, FELT_ACTION_LOWER, (felt_money){INT64_MIN}, payments, &error), FELT_EDATA);
    assert_int_equal(felt_play_change(play, first, FELT_ACTION_RAISE, (felt_money){INT64_MAX}, payments, &error), FELT_ERANGE);
    assert_int_equal(felt_play_change(play, first, FELT_ACTION_RAISE, (felt_money){INT64_MIN}, payments, &error), FELT_EDATA);
    assert_int_equal(felt_play_event(play, -1, payments, &error), FELT_EDATA);
    assert_int_equal(felt_play_event(play, FELT_CODES_MAX, payments, &error), FELT_EDATA);
    felt_play_free(play);
    felt_arena_free(arena);
}

/* A rule of rounding that is none would be found only when the first fraction is paid. */
static void books_with_roundings_that_are_none(void **state)
{
    (void)state;
    static const int wrong[] = {-1, FELT_ROUNDING_COUNT, 9, INT_MAX, INT_MIN};
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet = shipped_sheet(arena, "craps");
    felt_selection everything = {.count = 0};
    const felt_book *book = NULL;
    for (size_t i = 0; i < 2 * sizeof wrong / sizeof *wrong; i++) {
        felt_rounding rule = (felt_rounding)wrong[i / 2];
        felt_house house = i % 2 == 0 ? (felt_house){.rounding = rule} : (felt_house){.vig_rounding = rule};
        felt_error error;
        assert_int_equal(felt_book_open(arena, &sheet, 1, &everything, house, &book, &error), FELT_EDATA);
        assert_non_null(strstr(error.message, "of rounding"));
    }
    assert_null(book);
    felt_arena_free(arena);
}

/* Puts a position up in a process of its own: does it end in an assertion, and in nothing worse? */
static bool restoring_is_asserted(felt_play *play, felt_position position)
{
    int status = 0, first;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        close(STDERR_FILENO);
        _exit(felt_play_restore(play, &position, 1, &first) == FELT_OK ? 0 : 1);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void positions_of_other_books(void **state)
{
    (void)state;
#ifdef NDEBUG
    skip();
#endif
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet = shipped_sheet(arena, "baccarat");
    felt_selection everything = {.count = 0};
    const felt_book *book;
    felt_play *play;
    assert_int_equal(felt_book_open(arena, &sheet, 1, &everything, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL), FELT_OK);
    assert_int_equal(felt_play_new(book, &play), FELT_OK);
    const felt_position good = {.stake = {100}};
    assert_false(restoring_is_asserted(play, good));
    felt_position foreign = good;
    for (int wager = felt_book_wager_count(book); wager <= UINT16_MAX; wager = 2 * wager + 1) {
        foreign.wager = (uint16_t)wager;
        assert_true(restoring_is_asserted(play, foreign));
    }
    foreign = good;
    for (uint32_t at = felt_book_variant(book, 0)->machine->state_count; at <= UINT16_MAX; at = 2 * at + 1) {
        foreign.state = (uint16_t)at;
        assert_true(restoring_is_asserted(play, foreign));
    }
    felt_play_free(play);
    felt_arena_free(arena);
}

static void cards_that_are_none_are_not_settled(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_sheet *sheet = shipped_sheet(arena, "baccarat");
    felt_selection everything = {.count = 0};
    const felt_book *book;
    felt_play *play;
    felt_random random;
    felt_bet bet = {.stake = {100}};
    felt_random_counter(&random, 9, 0);
    assert_int_equal(felt_book_open(arena, &sheet, 1, &everything, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL), FELT_OK);
    assert_int_equal(felt_play_new(book, &play), FELT_OK);
    for (int n = 0; n < FED_TIMES; n++) {
        felt_dealt dealt = {.counts = {2, 2}};
        felt_payment payment;
        felt_error error;
        bool cards = true;
        for (int hand = 0; hand < 2; hand++)
            for (int i = 0; i < 2; i++) {
                felt_card card = {(uint8_t)any_number(&random, 20), (uint8_t)any_number(&random, 5)};
                cards = cards && card.rank >= 1 && card.rank <= 13 && card.suit <= 3;
                dealt.pieces[hand][i] = card;
            }
        felt_status status = felt_settle_dealt(play, &dealt, &bet, 1, &payment, &error);
        assert_true(cards || status == FELT_EDATA);
    }
    felt_play_free(play);
    felt_arena_free(arena);
}

/* ---- PAR sheets ---- */

static void rounds_of_a_par_sheet(void **state)
{
    (void)state;
    sample s;
    sample_open(&s, "buddhas-bonus");
    felt_selection everything = {.count = 0};
    uint64_t rounds[] = {1, FELT_PAR_ROUND_MOST};
    felt_par_request request = {
        .odds = &s.odds, .selection = &everything, .rounds = rounds, .round_count = 2, .version = felt_text_from("9.9")};
    const felt_par *par = NULL;
    rounds[1]++;
    assert_int_equal(felt_par_make(s.arena, &request, &par), FELT_ERANGE);
    rounds[1]--, rounds[0] = 0;
    assert_int_equal(felt_par_make(s.arena, &request, &par), FELT_ERANGE);
    rounds[0] = 1, request.round_count = FELT_PAR_ROUNDS_MAX + 1;
    assert_int_equal(felt_par_make(s.arena, &request, &par), FELT_ERANGE);
    assert_null(par);
    request.round_count = 2;
    assert_int_equal(felt_par_make(s.arena, &request, &par), FELT_OK);
    sample_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arenas_without_a_cap),
        cmocka_unit_test(words_of_nothing),
        cmocka_unit_test(amounts_and_pays_that_cannot_be),
        cmocka_unit_test(shoes_that_cannot_be_shuffled),
        cmocka_unit_test(the_shoe_of_figures_is_brought_along),
        cmocka_unit_test(wagers_that_cannot_be_simulated),
        cmocka_unit_test(sessions_that_cannot_be_played),
        cmocka_unit_test(a_table_that_is_fed_anything),
        cmocka_unit_test(more_money_than_there_is),
        cmocka_unit_test(books_with_roundings_that_are_none),
        cmocka_unit_test(positions_of_other_books),
        cmocka_unit_test(cards_that_are_none_are_not_settled),
        cmocka_unit_test(rounds_of_a_par_sheet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
