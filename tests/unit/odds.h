/* tests/unit/odds.h - exact odds in tests: those of a shipped sheet or of a text. */
#ifndef FELT_TESTS_UNIT_ODDS_H
#define FELT_TESTS_UNIT_ODDS_H

#include <felt/odds.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct test_odds {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_odds_list list;
} test_odds;

static inline void test_odds_compile(test_odds *b, felt_text text)
{
    felt_diags diags;
    b->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    assert_non_null(b->arena);
    diags = felt_diags_in(b->arena);
    assert_int_equal(felt_sheet_compile(b->arena, felt_text_from("test.felt"), text, &diags, &b->sheet), FELT_OK);
}

/* The odds of wager `name` of a shipped sheet under "a=b" settings, separated by spaces. */
static inline void test_odds_open(test_odds *b, const char *sheet, const char *name, const char *settings)
{
    char path[600];
    felt_selection selection = {.count = 0};
    *b = (test_odds){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(b->arena);
    snprintf(path, sizeof path, "%s/rules/%s.felt", FELT_SOURCE_DIR, sheet);
    assert_int_equal(felt_sheet_load(b->arena, path, NULL, &b->sheet, NULL), FELT_OK);
    while (*settings != '\0') {
        size_t length = strcspn(settings, " ");
        assert_int_equal(felt_selection_add(&selection, (felt_text){settings, length}), FELT_OK);
        settings += length + (settings[length] == ' ');
    }
    assert_int_equal(felt_selection_verify(&selection, b->sheet, NULL), FELT_OK);
    assert_int_equal(felt_odds_add(&b->list, b->sheet, &selection, felt_text_from(name), NULL, NULL), FELT_OK);
    assert_true(b->list.count > 0);
}

static inline void test_odds_close(test_odds *b)
{
    felt_odds_list_free(&b->list);
    felt_arena_free(b->arena);
}

static inline void assert_ratio(const mpq_t ratio, const char *expected)
{
    mpq_t wanted;
    mpq_init(wanted);
    assert_int_equal(mpq_set_str(wanted, expected, 10), 0);
    mpq_canonicalize(wanted);
    char *found = mpq_get_str(NULL, 10, ratio);
    if (!mpq_equal(wanted, ratio))
        fail_msg("found %s, expected %s", found, expected);
    free(found);
    mpq_clear(wanted);
}

#endif
