/* tests/unit/sheets.h - sheets in tests: compiled from a text, with a list of what was said about them. */
#ifndef FELT_TESTS_UNIT_SHEETS_H
#define FELT_TESTS_UNIT_SHEETS_H

#include <felt/baccarat.h>
#include <felt/sheet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct test_sheet {
    felt_arena *arena;
    felt_diags diags;
    felt_status status;
    const felt_sheet *sheet; /* NULL when it does not compile */
} test_sheet;

/* To be freed with test_sheet_free, whatever the status. */
static inline test_sheet test_sheet_compile(const char *text)
{
    test_sheet t = {.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(t.arena);
    t.diags = felt_diags_in(t.arena);
    t.status = felt_sheet_compile(t.arena, felt_text_from("folder/example.felt"), felt_text_from(text), &t.diags, &t.sheet);
    return t;
}

static inline void test_sheet_free(test_sheet *t)
{
    felt_arena_free(t->arena);
}

/* Compiles what must be right. */
static inline test_sheet test_sheet_good(const char *text)
{
    test_sheet t = test_sheet_compile(text);
    for (int i = 0; i < t.diags.count; i++)
        print_error("%d:%d: %.*s\n", t.diags.list[i].line, t.diags.list[i].column, FELT_TEXT_ARGS(t.diags.list[i].message));
    assert_int_equal(t.status, FELT_OK);
    return t;
}

static inline void assert_text(felt_text found, const char *expected)
{
    if (!felt_text_is(found, expected))
        print_error("found \"%.*s\", expected \"%s\"\n", FELT_TEXT_ARGS(found), expected);
    assert_true(felt_text_is(found, expected));
}

/* The wager with this short name, on this side ("" for none). */
static inline const felt_wager *test_sheet_wager(const test_sheet *t, const char *short_name, const char *side)
{
    for (int i = 0; i < t->sheet->wager_count; i++)
        if (felt_text_is(t->sheet->wagers[i].short_name, short_name) && felt_text_is(t->sheet->wagers[i].side, side))
            return &t->sheet->wagers[i];
    fail_msg("no wager %s on %s", short_name, side);
    return NULL;
}

/* A text that grows. */
typedef struct test_text {
    char *bytes;
    size_t length, capacity;
} test_text;

static inline void test_text_add(test_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void test_text_add(test_text *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t need = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    va_end(args);
    if (t->length + need > t->capacity) {
        t->capacity = 2 * (t->length + need);
        t->bytes = realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    t->length += (size_t)vsnprintf(t->bytes + t->length, need, format, again);
    va_end(again);
}

static inline void test_text_repeat(test_text *t, const char *piece, int count)
{
    for (int i = 0; i < count; i++)
        test_text_add(t, "%s", piece);
}

static inline void test_text_free(test_text *t)
{
    free(t->bytes);
    *t = (test_text){0};
}

/* The variant with these choices, written as felt_variant_write does. */
static inline const felt_variant *test_variant_of(const test_sheet *t, const felt_wager *w, const char *choices)
{
    char text[256];
    for (int i = 0; i < w->variant_count; i++) {
        felt_variant_write(t->sheet, w, &w->variants[i], text, sizeof text);
        if (strcmp(text, choices) == 0)
            return &w->variants[i];
    }
    fail_msg("no variant %s", choices);
    return NULL;
}

/* What a variant does with hands of two cards each and no pairs. */
static inline void assert_pays(const felt_variant *v, int player, int banker, const char *expected)
{
    felt_hands hands = {.player_total = player, .banker_total = banker, .player_cards = 2, .banker_cards = 2, .pairs = FELT_PAIRS_NONE};
    int row = felt_machine_row(v->machine, 0, felt_outcome_index(hands));
    char text[80] = "nothing";
    if (row != FELT_ROW_NONE)
        felt_pay_write(&v->pays[row].pay, text, sizeof text);
    assert_string_equal(text, expected);
}

static inline void assert_fraction(int64_t num, int64_t den, int64_t expected_num, int64_t expected_den)
{
    assert_int_equal(num, expected_num);
    assert_int_equal(den, expected_den);
}

#endif
