/* tests/unit/tables.h - live tables in tests: books of shipped sheets, and short ways to send commands. */
#ifndef FELT_TESTS_UNIT_TABLES_H
#define FELT_TESTS_UNIT_TABLES_H

#include "unit/books.h"

#include <felt/craps.h>
#include <felt/table.h>

typedef struct test_books {
    felt_arena *arena;
    const felt_book *baccarat, *craps;
} test_books;

static inline const felt_book *test_shipped_book(felt_arena *arena, const char *const names[2], const char *const *settings)
{
    const felt_sheet *sheets[2];
    felt_selection selection = {.count = 0};
    const felt_book *book = NULL;
    for (int i = 0; i < 2; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/rules/%s.felt", FELT_SOURCE_DIR, names[i]);
        assert_int_equal(felt_sheet_load(arena, path, NULL, &sheets[i], NULL), FELT_OK);
    }
    for (; *settings != NULL; settings++)
        assert_int_equal(felt_selection_add(&selection, felt_text_from(*settings)), FELT_OK);
    assert_int_equal(felt_book_open(arena, sheets, 2, &selection, (felt_house){.min = {1}}, &book, NULL), FELT_OK);
    return book;
}

static inline void test_books_open(test_books *b)
{
    b->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    assert_non_null(b->arena);
    b->baccarat = test_shipped_book(b->arena, (const char *const[]){"baccarat", "buddhas-bonus"},
                                    (const char *const[]){"buddhas-bonus/base-bet=at-most-base", NULL});
    b->craps = test_shipped_book(b->arena, (const char *const[]){"craps", "dice-works"},
                                 (const char *const[]){"vig=up-front", "dice-works/base-bet=required", "dice-works/ends=any-seven", NULL});
}

/* The state of a group of tests: a test_books. */
static inline int test_books_set_up(void **state)
{
    test_books *b = calloc(1, sizeof *b);
    assert_non_null(b);
    test_books_open(b);
    *state = b;
    return 0;
}

static inline int test_books_tear_down(void **state)
{
    test_books *b = *state;
    felt_arena_free(b->arena);
    free(b);
    return 0;
}

static inline uint16_t test_wager(const felt_book *book, const char *name)
{
    int wager = -1;
    assert_int_equal(felt_book_find(book, felt_text_from(name), felt_text_from(""), &wager, NULL), FELT_OK);
    return (uint16_t)wager;
}

/* A table, and what came of the last command. */
typedef struct test_table {
    felt_table_setup setup;
    felt_table *table;
    felt_events events;
    felt_answer answer;
    felt_error error;
    uint64_t id; /* of the last command */
    int64_t now;
} test_table;

static inline void test_table_open(test_table *t, felt_table_setup setup)
{
    *t = (test_table){.setup = setup};
    felt_error error;
    felt_status status = felt_table_new(&t->setup, &t->table, &error);
    if (status != FELT_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, FELT_OK);
}

static inline void test_table_free(test_table *t)
{
    felt_events_free(&t->events);
    felt_table_free(t->table);
}

/* With the next id. */
static inline felt_status test_do(test_table *t, felt_command command)
{
    command.id = command.id == 0 && command.kind != FELT_COMMAND_TICK ? ++t->id : command.id;
    return felt_table_do(t->table, &command, t->now, &t->events, &t->answer, &t->error);
}

static inline void test_did(test_table *t, felt_command command)
{
    felt_status status = test_do(t, command);
    if (status != FELT_OK)
        print_error("%s\n", t->error.message);
    assert_int_equal(status, FELT_OK);
}

static inline void test_refused(test_table *t, felt_command command, felt_refusal refusal)
{
    assert_int_not_equal(test_do(t, command), FELT_OK);
    if (t->answer.refusal != refusal)
        print_error("found %s: %s\n", felt_refusal_text(t->answer.refusal), t->error.message);
    assert_int_equal(t->answer.refusal, refusal);
    assert_true(strlen(t->error.message) > 0);
}

static inline const felt_event *test_event(const test_table *t, felt_event_kind kind, int number)
{
    for (int i = 0; i < t->events.count; i++)
        if (t->events.list[i].kind == kind && number-- == 0)
            return &t->events.list[i];
    return NULL;
}

static inline felt_command test_sit(uint64_t player)
{
    return (felt_command){.kind = FELT_COMMAND_SIT, .player = player, .seat = -1};
}

static inline felt_command test_bet(uint64_t player, uint16_t wager, int64_t stake)
{
    return (felt_command){.kind = FELT_COMMAND_BET, .player = player, .wager = wager, .amount = {stake}};
}

static inline felt_command test_change(uint64_t player, uint64_t bet, felt_action action, int64_t amount)
{
    return (felt_command){.kind = FELT_COMMAND_CHANGE, .player = player, .bet = bet, .action = action, .amount = {amount}};
}

static inline felt_command test_house(felt_command_kind kind)
{
    return (felt_command){.kind = kind};
}

/* Player 9 with two cards, banker 7. */
static inline felt_command test_round(void)
{
    felt_command c = {.kind = FELT_COMMAND_RESULT};
    c.dealt = (felt_dealt){.pieces = {{{9, 0}, {10, 0}}, {{7, 1}, {13, 2}}}, .counts = {2, 2}};
    return c;
}

static inline void test_roll(test_table *t, int a, int b)
{
    test_did(t, test_house(FELT_COMMAND_CLOSE_BETTING));
    test_did(t, (felt_command){.kind = FELT_COMMAND_RESULT, .code = felt_roll_index(a, b)});
}

static inline felt_table_setup test_setup_of(const felt_book *book)
{
    return (felt_table_setup){.book = book, .seats = 4, .seat_bets = 8};
}

/* A table of baccarat with a shoe, at which player 7 sits. */
static inline void test_baccarat_open(test_table *t, const test_books *b)
{
    test_table_open(t, test_setup_of(b->baccarat));
    test_did(t, (felt_command){.kind = FELT_COMMAND_SHOE_BEGIN, .shoe = 1});
    test_did(t, test_sit(7));
}

#endif
