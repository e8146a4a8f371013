/* tests/unit/test_settle_catalogue.c - settlement of every shipped wager: every outcome, every state and roll, and a million random rounds
 * against the plain second settlement. */
#include "oracle/settle_plain.h"
#include "oracle/shipped.h"
#include "unit/books.h"

#include <felt/baccarat.h>
#include <felt/craps.h>
#include <felt/settle.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_left_out(const felt_pay *pay)
{
    return pay->kind == FELT_PAY_UNSET || pay->kind == FELT_PAY_UNDEFINED;
}

enum { STAKE = 120, ROUNDS = 700000, SHOOTERS = 300000, ROLLS_MAX = 60, BOOKS = 8, BETS = 6 };

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* ---- books ---- */

/* The first wager that a variant needs. */
static uint16_t base_of(const felt_book *book, const felt_variant *variant)
{
    const felt_need *need = &variant->needs[0];
    int found = need->wager;
    if (need->wager == FELT_WAGER_OUTSIDE)
        assert_int_equal(felt_book_find(book, need->name, felt_text_from(""), &found, NULL), FELT_OK);
    return (uint16_t)found;
}

/* The book in which `p`'s wager has `p`'s variant, with the base game's sheet if that is another. */
static const felt_book *book_of(felt_arena *arena, const pairing *p)
{
    felt_selection selection = {.count = 0};
    const felt_sheet *sheets[] = {p->sheet, p->base};
    const felt_book *book;
    for (int i = 0; i < p->wager->option_count; i++) {
        const felt_option *option = &p->sheet->options[p->wager->options[i]];
        selection.options[selection.count] = option->name;
        selection.choices[selection.count++] = option->choices[p->variant->choices[i]].name;
    }
    assert_int_equal(
        felt_book_open(arena, sheets, p->base == NULL ? 1 : 2, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR}, &book, NULL),
        FELT_OK);
    if (felt_book_variant(book, (int)(p->wager - p->sheet->wagers)) != p->variant)
        pairing_fail(p, "the book has another variant");
    return book;
}

/* A bet on the wager, and one on a wager that it needs. Returns how many. */
static int bets_on(const felt_book *book, const pairing *p, felt_bet bets[2])
{
    bets[0] = (felt_bet){.stake = {STAKE}, .wager = (uint16_t)(p->wager - p->sheet->wagers)};
    if (p->variant->needs_count > 0)
        bets[1] = (felt_bet){.stake = {STAKE}, .wager = base_of(book, p->variant)};
    return 1 + (p->variant->needs_count > 0);
}

/* The payment is what the row's pay makes of the stake, computed by the fraction alone; stakes are such that nothing is rounded but 41sts
 * and the like, where it is less than 2 below. */
static bool is_paid(const felt_payment *payment, const felt_pay *pay)
{
    if (payment->kind != pay->kind)
        return false;
    int64_t num, den;
    felt_pay_net(pay, &num, &den);
    int64_t exact = STAKE * (num + den);
    if (payment->paid.minor != payment->back.minor + payment->winnings.minor - payment->commission.minor)
        return false;
    return exact % den == 0 ? payment->paid.minor * den == exact
                            : payment->paid.minor * den < exact && payment->paid.minor * den > exact - 2 * den;
}

/* ---- baccarat: every outcome ---- */

typedef struct coverage {
    uint64_t rows[SHIPPED_MAX][FELT_WAGERS_MAX]; /* bit i: row i was settled, or refused because it is unset */
    felt_outcome_examples examples;
    const shipped *shelf;
    long settled;
} coverage;

static void mark(coverage *c, const pairing *p, int row)
{
    for (int i = 0; i < c->shelf->count; i++)
        if (c->shelf->sheets[i] == p->sheet)
            c->rows[i][p->wager - p->sheet->wagers] |= (uint64_t)1 << row;
    c->settled++;
}

static void settle_every_outcome(const pairing *p, void *with)
{
    coverage *c = with;
    felt_arena *arena = felt_arena_new(16 << 20);
    const felt_book *book = book_of(arena, p);
    felt_bet bets[2];
    felt_payment payments[2];
    felt_error refusal;
    int count = bets_on(book, p, bets);
    for (int outcome = 0; outcome < FELT_OUTCOME_COUNT; outcome++) {
        const felt_round *round = &c->examples.round[outcome];
        if (round->player_cards == 0)
            continue;
        int row = felt_machine_row(p->variant->machine, 0, outcome);
        const felt_pay *pay = &p->variant->pays[row].pay;
        felt_status status = test_settle_round(book, round, bets, count, payments, &refusal);
        mark(c, p, row);
        if (is_left_out(pay) && status == FELT_EUNSET && refusal.item == 0)
            continue;
        if (status != FELT_OK || payments[0].row != row || !is_paid(&payments[0], pay))
            pairing_fail(p, "settled in another way than the compiled row says");
    }
    felt_arena_free(arena);
}

/* ---- craps: every state and roll ---- */

/* Moves a position in every state, with the puck wherever it can be then, by every roll. */
static void roll_every_state(const pairing *p, void *with)
{
    coverage *c = with;
    felt_arena *arena = felt_arena_new(64 << 20);
    const felt_book *book = book_of(arena, p);
    const felt_machine *m = p->variant->machine;
    uint16_t wager = (uint16_t)(p->wager - p->sheet->wagers);
    felt_payment payment;
    felt_error refusal;
    felt_play *play = test_play(book);
    for (uint32_t state = 0; state < m->state_count; state++) {
        for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
            felt_position position = {.stake = {STAKE}, .wager = wager, .state = (uint16_t)state};
            uint32_t next = m->next[state * m->class_count + m->class_of[roll]];
            int first;
            felt_play_begin(play, 0);
            assert_int_equal(felt_play_restore(play, &position, 1, &first), FELT_OK);
            felt_status status = felt_play_event(play, roll, &payment, &refusal);
            position = *felt_play_position(play, first);
            if (next < m->state_count) {
                if (status != FELT_OK || payment.kind != FELT_PAY_STAYS || position.state != next || payment.paid.minor != 0)
                    pairing_fail(p, "did not go on as the machine does");
                continue;
            }
            int row = (int)(next - m->state_count);
            mark(c, p, row);
            if (is_left_out(&p->variant->pays[row].pay) && status == FELT_EUNSET && position.state == state)
                continue;
            if (status != FELT_OK || payment.row != row || position.state != FELT_STATE_NONE ||
                !is_paid(&payment, &p->variant->pays[row].pay))
                pairing_fail(p, "settled in another way than the compiled row says");
        }
    }
    felt_play_free(play);
    felt_arena_free(arena);
}

static void every_row_is_settled(const coverage *c, const felt_game *game)
{
    for (int i = 0; i < c->shelf->count; i++)
        for (int w = 0; c->shelf->sheets[i]->game == game && w < c->shelf->sheets[i]->wager_count; w++) {
            const felt_wager *wager = &c->shelf->sheets[i]->wagers[w];
            uint64_t wanted = 0;
            for (int v = 0; v < wager->variant_count; v++)
                wanted |= wager->variants[v].active;
            for (int row = 0; row < wager->row_count; row++)
                if ((wanted >> row & 1) != 0 && wager->variants[0].pays[row].pay.kind != FELT_PAY_STAYS && (c->rows[i][w] >> row & 1) == 0)
                    fail_msg("%s %.*s: row %d was never settled", c->shelf->names[i], FELT_TEXT_ARGS(wager->short_name), row);
        }
}

static void every_outcome_of_every_wager(void **state)
{
    coverage *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->shelf = *state;
    felt_outcome_enumerate(8, &c->examples);
    shipped_each(c->shelf, &felt_game_baccarat, settle_every_outcome, c);
    every_row_is_settled(c, &felt_game_baccarat);
    assert_true(c->settled > 100000);
    free(c);
}

static void every_state_and_roll_of_every_wager(void **state)
{
    coverage *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->shelf = *state;
    shipped_each(c->shelf, &felt_game_craps, roll_every_state, c);
    every_row_is_settled(c, &felt_game_craps);
    assert_true(c->settled > 100000);
    free(c);
}

/* ---- a million random rounds ---- */

/* A book under random choices, with the oracle's bet for each wager that it offers. */
typedef struct random_book {
    felt_arena *arena;
    const felt_book *book;
    oracle_bet *bets;
    bool *offered;
    int wager_count;
} random_book;

static random_book open_random(const shipped *s, int sheet, uint64_t *random)
{
    const felt_sheet *of = s->sheets[sheet];
    const felt_sheet *sheets[] = {of, shipped_base(s, of)};
    random_book b = {.arena = felt_arena_new(64 << 20)};
    felt_selection selection = {.count = 0};
    for (int i = 0; i < of->option_count && selection.count < FELT_SETTINGS_MAX; i++) {
        if (felt_option_find(of, of->options[i].name) != i)
            continue; /* a paytable of a later wager */
        selection.options[selection.count] = of->options[i].name;
        selection.choices[selection.count++] = of->options[i].choices[next_random(random) % (uint32_t)of->options[i].choice_count].name;
    }
    assert_int_equal(felt_book_open(b.arena, sheets, sheets[1] == NULL ? 1 : 2, &selection, (felt_house){.rounding = FELT_ROUNDING_FLOOR},
                                    &b.book, NULL),
                     FELT_OK);
    b.wager_count = felt_book_wager_count(b.book);
    b.bets = calloc((size_t)b.wager_count, sizeof *b.bets);
    b.offered = calloc((size_t)b.wager_count, sizeof *b.offered);
    assert_non_null(b.bets);
    assert_non_null(b.offered);
    for (int w = 0; w < b.wager_count; w++) {
        int own = sheet;
        while (s->sheets[own] != felt_book_sheet(b.book, w))
            own = (own + 1) % s->count;
        pairing p = pairing_of(s, own, felt_book_wager(b.book, w));
        p.variant = felt_book_variant(b.book, w);
        if (p.variant == NULL)
            continue;
        felt_variant_write(p.sheet, p.wager, p.variant, p.options, sizeof p.options);
        b.offered[w] = oracle_find(p.sheet_name, p.wager_name, p.side, p.options, &b.bets[w]);
        assert_true(b.offered[w]);
    }
    return b;
}

static void close_random(random_book *b)
{
    felt_arena_free(b->arena);
    free(b->bets);
    free(b->offered);
}

static felt_round deal(uint64_t *random, int decks, int player[3], int banker[3])
{
    uint8_t shoe[FELT_DECKS_MAX * 52];
    int cards = decks * 52, drawn[6];
    felt_round round = {.player_cards = 2, .banker_cards = 2};
    for (int i = 0; i < cards; i++)
        shoe[i] = (uint8_t)(i % 52);
    for (int i = 0; i < 6; i++) {
        int at = i + (int)(next_random(random) % (uint32_t)(cards - i));
        uint8_t card = shoe[at];
        shoe[at] = shoe[i];
        drawn[i] = card;
    }
    for (int i = 0; i < 3; i++) {
        round.player[i] = (felt_card){.rank = (uint8_t)(drawn[i] % 13 + 1), .suit = (uint8_t)(drawn[i] / 13)};
        round.banker[i] = (felt_card){.rank = (uint8_t)(drawn[3 + i] % 13 + 1), .suit = (uint8_t)(drawn[3 + i] / 13)};
        player[i] = i < 2 ? drawn[i] % 13 + 1 : 0;
        banker[i] = i < 2 ? drawn[3 + i] % 13 + 1 : 0;
    }
    oracle_hands two = oracle_hands_of(player, banker);
    int third = -1;
    if (oracle_player_draws(two.player.total, two.banker.total)) {
        round.player_cards = 3;
        player[2] = round.player[2].rank;
        third = player[2] < 10 ? player[2] : 0;
    }
    if (oracle_banker_draws(two.player.total, two.banker.total, third)) {
        round.banker_cards = 3;
        banker[2] = round.banker[2].rank;
    }
    return round;
}

/* Random wagers of the book, and with each a base wager if it needs one. */
static int random_bets(const random_book *b, uint64_t *random, felt_bet bets[2 * BETS])
{
    int count = 0;
    for (int i = 0; i < BETS; i++) {
        uint16_t w = (uint16_t)(next_random(random) % (uint32_t)b->wager_count);
        if (!b->offered[w])
            continue;
        const felt_variant *variant = felt_book_variant(b->book, w);
        felt_money stake = {1 + next_random(random) % 100000};
        bets[count++] = (felt_bet){.stake = stake, .seat = (uint32_t)i, .wager = w};
        if (variant->needs_count > 0 && variant->most_den == 0)
            stake.minor = 1 + next_random(random) % 100000;
        if (variant->needs_count > 0)
            bets[count++] = (felt_bet){.stake = stake, .seat = (uint32_t)i, .wager = base_of(b->book, variant)};
    }
    return count;
}

static void check_random_round(const random_book *b, uint64_t *random)
{
    int player[3], banker[3];
    felt_round round = deal(random, felt_book_decks(b->book), player, banker);
    felt_bet bets[2 * BETS];
    felt_payment payments[2 * BETS];
    felt_error refusal;
    int count = random_bets(b, random, bets);
    felt_status status = test_settle_round(b->book, &round, bets, count, payments, &refusal);
    bool unset = false;
    for (int i = 0; i < count; i++) {
        plain_amount exact = plain_round(&b->bets[bets[i].wager], player, banker, bets[i].stake.minor);
        unset = unset || exact.kind == ORACLE_UNSET || exact.kind == ORACLE_UNDEFINED;
        if (status == FELT_OK && !plain_accepts(exact, payments[i].paid.minor))
            fail_msg("%.*s: paid %lld", FELT_TEXT_ARGS(felt_book_wager(b->book, bets[i].wager)->short_name),
                     (long long)payments[i].paid.minor);
        if (status != FELT_OK)
            assert_int_equal(payments[i].paid.minor, 0); /* nothing is paid in part */
    }
    assert_int_equal(status, unset ? FELT_EUNSET : FELT_OK);
}

static void random_rounds_agree_with_the_plain_settlement(void **state)
{
    const shipped *s = *state;
    uint64_t random = 20261115;
    int sheets = 0;
    for (int i = 0; i < s->count; i++)
        sheets += s->sheets[i]->game == &felt_game_baccarat;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; s->sheets[i]->game == &felt_game_baccarat && k < BOOKS; k++) {
            random_book b = open_random(s, i, &random);
            for (int n = 0; n < ROUNDS / sheets / BOOKS + 1; n++)
                check_random_round(&b, &random);
            close_random(&b);
        }
    }
}

/* Rolls until the shooter sevens out, or so many that it does not matter. */
static int roll_hand(uint64_t *random, int faces[ROLLS_MAX][2], uint8_t rolls[ROLLS_MAX])
{
    for (int i = 0; i < ROLLS_MAX; i++) {
        faces[i][0] = 1 + (int)(next_random(random) % 6);
        faces[i][1] = 1 + (int)(next_random(random) % 6);
        rolls[i] = (uint8_t)felt_roll_index(faces[i][0], faces[i][1]);
        if (faces[i][0] + faces[i][1] == 7 && plain_point((const int(*)[2])faces, i) != 0)
            return i + 1;
    }
    return ROLLS_MAX;
}

static void check_random_shooter(const random_book *b, uint64_t *random)
{
    int faces[ROLLS_MAX][2], decided;
    uint8_t rolls[ROLLS_MAX];
    felt_error refusal;
    felt_payment payment;
    int count = roll_hand(random, faces, rolls);
    for (int i = 0; i < BETS; i++) {
        felt_bet bet = {.stake = {1 + next_random(random) % 100000},
                        .wager = (uint16_t)(next_random(random) % (uint32_t)b->wager_count),
                        .after = (uint16_t)(next_random(random) % (uint32_t)count)};
        const felt_variant *variant = felt_book_variant(b->book, bet.wager);
        if (!b->offered[bet.wager] || variant->needs_count > 0 || variant->vig_num > 0)
            continue;
        int point = plain_point((const int(*)[2])faces, bet.after);
        bool allowed = oracle_may_place(&b->bets[bet.wager], point) && (variant->placing != FELT_PLACED_NEW_HAND || bet.after == 0);
        plain_amount exact = plain_shooter(&b->bets[bet.wager], (const int(*)[2])faces, count, bet.after, bet.stake.minor, &decided);
        felt_status status = test_settle_rolls(b->book, rolls, count, &bet, 1, &payment, &refusal);
        assert_int_equal(status, !allowed ? FELT_EDATA : exact.kind == ORACLE_UNSET ? FELT_EUNSET : FELT_OK);
        if (status == FELT_OK) {
            assert_true(plain_accepts(exact, payment.paid.minor));
            assert_int_equal(payment.kind == FELT_PAY_STAYS, exact.kind == ORACLE_UNDECIDED);
            assert_int_equal(payment.events, decided);
        }
    }
}

static void random_shooters_agree_with_the_plain_settlement(void **state)
{
    const shipped *s = *state;
    uint64_t random = 23;
    int sheets = 0;
    for (int i = 0; i < s->count; i++)
        sheets += s->sheets[i]->game == &felt_game_craps;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; s->sheets[i]->game == &felt_game_craps && k < BOOKS; k++) {
            random_book b = open_random(s, i, &random);
            for (int n = 0; n < SHOOTERS / sheets / BOOKS + 1; n++)
                check_random_shooter(&b, &random);
            close_random(&b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome_of_every_wager),
        cmocka_unit_test(every_state_and_roll_of_every_wager),
        cmocka_unit_test(random_rounds_agree_with_the_plain_settlement),
        cmocka_unit_test(random_shooters_agree_with_the_plain_settlement),
    };
    return cmocka_run_group_tests_name("settle catalogue", tests, shipped_setup, shipped_teardown);
}
