/* fuzz/sheets.h - sheets and books that a target compiles once, not for every input: that is what takes the time. */
#ifndef FELT_FUZZ_SHEETS_H
#define FELT_FUZZ_SHEETS_H

#include <assert.h>
#include <felt/settle.h>
#include <felt/sheet.h>
#include <stdlib.h>

/* An arena for all of them, which lasts until the program ends. */
static inline felt_arena *fuzz_arena(void)
{
    static felt_arena *arena;
    arena = arena ? arena : felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    if (!arena) {
        abort();
    }
    return arena;
}

static inline const felt_sheet *fuzz_sheet(const char *name, const char *text)
{
    felt_diags diags = felt_diags_in(fuzz_arena());
    const felt_sheet *sheet;
    if (felt_sheet_compile(fuzz_arena(), felt_text_from(name), felt_text_from(text), &diags, &sheet) != FELT_OK) {
        abort();
    }
    return sheet;
}

static inline const felt_book *fuzz_book(const felt_sheet *sheet, felt_rounding rounding)
{
    felt_selection selection = {.count = 0};
    felt_house house = {.rounding = rounding, .max = {INT64_MAX}};
    const felt_book *book;
    if (felt_book_open(fuzz_arena(), &sheet, 1, &selection, house, &book, NULL) != FELT_OK) {
        abort();
    }
    return book;
}

#endif
