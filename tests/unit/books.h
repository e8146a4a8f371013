/* tests/unit/books.h - books in tests: a compiled sheet with the choices of one house. */
#ifndef FELT_TESTS_UNIT_BOOKS_H
#define FELT_TESTS_UNIT_BOOKS_H

#include "unit/sheets.h"

#include <felt/settle.h>
#include <string.h>

/* With settings such as "decks=8 tie-pay=9". Lives as long as the sheet. */
static inline const felt_book *test_book_under(const test_sheet *t, const char *settings, felt_house house)
{
    felt_selection selection = {.count = 0};
    const felt_book *book = NULL;
    char why[400];
    char *kept = (char *)felt_arena_copy(t->arena, felt_text_from(settings)).bytes;
    for (char *word = strtok(kept, " "); word != NULL; word = strtok(NULL, " "))
        assert_int_equal(felt_selection_add(&selection, felt_text_from(word)), FELT_OK);
    assert_int_equal(felt_book_open(t->arena, t->sheet, &selection, house, &book, why, sizeof why), FELT_OK);
    return book;
}

static inline const felt_book *test_book(const test_sheet *t)
{
    return test_book_under(t, "", (felt_house){.rounding = FELT_ROUNDING_FLOOR});
}

#endif
