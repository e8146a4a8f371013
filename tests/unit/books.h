/* tests/unit/books.h - books in tests: compiled sheets with the choices of one house, and short ways to settle on them. */
#ifndef FELT_TESTS_UNIT_BOOKS_H
#define FELT_TESTS_UNIT_BOOKS_H

#include "unit/sheets.h"

#include <felt/baccarat.h>
#include <felt/settle.h>
#include <string.h>

/* With settings such as "decks=8 tie-pay=9". Lives as long as the sheet. */
static inline const felt_book *test_book_under(const test_sheet *t, const char *settings, felt_house house)
{
    felt_selection selection = {.count = 0};
    const felt_book *book = NULL;
    char *kept = (char *)felt_arena_copy(t->arena, felt_text_from(settings)).bytes;
    for (char *word = strtok(kept, " "); word != NULL; word = strtok(NULL, " "))
        assert_int_equal(felt_selection_add(&selection, felt_text_from(word)), FELT_OK);
    assert_int_equal(felt_book_open(t->arena, &t->sheet, 1, &selection, house, &book, NULL), FELT_OK);
    return book;
}

static inline const felt_book *test_book(const test_sheet *t)
{
    return test_book_under(t, "", (felt_house){.rounding = FELT_ROUNDING_FLOOR});
}

static inline felt_play *test_play(const felt_book *book)
{
    felt_play *play;
    assert_int_equal(felt_play_new(book, &play), FELT_OK);
    return play;
}

/* Settles a hand in a play of its own. */
static inline felt_status test_settle_hand(const felt_book *book, felt_hand hand, const felt_bet *bets, int count, felt_payment *ret,
                                           felt_error *error)
{
    felt_play *play = test_play(book);
    felt_status status = felt_settle_hand(play, &hand, bets, count, ret, error);
    felt_play_free(play);
    return status;
}

static inline felt_status test_settle_event(const felt_book *book, int event, const felt_bet *bets, int count, felt_payment *ret,
                                            felt_error *error)
{
    uint16_t code = (uint16_t)event;
    return test_settle_hand(book, (felt_hand){&code, 1, 0}, bets, count, ret, error);
}

/* A finished round of baccarat; one that cannot be dealt is refused as a whole. */
static inline felt_status test_settle_round(const felt_book *book, const felt_round *round, const felt_bet *bets, int count,
                                            felt_payment *ret, felt_error *error)
{
    felt_dealt dealt = felt_round_dealt(round);
    felt_play *play = test_play(book);
    felt_status status = felt_settle_dealt(play, &dealt, bets, count, ret, error);
    felt_play_free(play);
    return status;
}

/* A shooter's rolls. */
static inline felt_status test_settle_rolls(const felt_book *book, const uint8_t *rolls, int roll_count, const felt_bet *bets, int count,
                                            felt_payment *ret, felt_error *error)
{
    uint16_t codes[FELT_HAND_EVENTS_MAX];
    for (int i = 0; i < roll_count; i++)
        codes[i] = rolls[i];
    return test_settle_hand(book, (felt_hand){codes, roll_count, 0}, bets, count, ret, error);
}

/* What is said of one bet among others, each settled by itself. */
typedef struct test_refusal {
    int bet;
    felt_status status;
    felt_error *error;
} test_refusal;

static inline void test_keep_refusal(void *context, felt_status status, const felt_error *error)
{
    test_refusal *r = context;
    if (error->item != r->bet)
        return;
    r->status = status;
    *r->error = *error;
}

/* One bet by itself: may bets[i] be placed with the others, and what is it paid? */
static inline felt_status test_settle_one(const felt_book *book, felt_hand hand, const felt_bet *bets, int count, int i, felt_payment *ret,
                                          felt_error *error)
{
    felt_play *play = test_play(book);
    felt_payment *payments = calloc((size_t)count, sizeof *payments);
    test_refusal refusal = {.bet = i, .status = FELT_OK, .error = error};
    assert_non_null(payments);
    felt_status status = felt_settle_each(play, &hand, bets, count, payments, test_keep_refusal, &refusal, error);
    if (status == FELT_OK && refusal.status == FELT_OK)
        *ret = payments[i];
    free(payments);
    felt_play_free(play);
    return status == FELT_OK ? refusal.status : status;
}

#endif
