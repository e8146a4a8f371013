/* tests/unit/strategy_world.h - a table of one shipped sheet for strategies to be read and played at. To be included after cmocka.h. */
#ifndef FELT_TESTS_UNIT_STRATEGY_WORLD_H
#define FELT_TESTS_UNIT_STRATEGY_WORLD_H

#include "sim_sample.h"
#include <felt/strategy.h>

typedef struct world {
    felt_arena *arena;
    const felt_book *book;
} world;

static inline world open_world(const char *sheet_name)
{
    world w = {.arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX)};
    const felt_selection none = {.count = 0};
    assert_non_null(w.arena);
    const felt_sheet *sheet = shipped_sheet(w.arena, sheet_name);
    felt_house house = {.rounding = FELT_ROUNDING_FLOOR, .decimals = 2};
    assert_int_equal(felt_book_open(w.arena, &sheet, 1, &none, house, &w.book, NULL), FELT_OK);
    return w;
}

/* A strategy without mistakes; `unit` as felt_strategy_read takes it. */
static inline const felt_strategy *read_good(const world *w, const char *text, int64_t unit)
{
    felt_diags diags = felt_diags_in(w->arena);
    const felt_strategy *strategy = NULL;
    felt_status status =
        felt_strategy_read(w->arena, felt_text_from("a.strategy"), felt_text_from(text), w->book, (felt_money){unit}, &diags, &strategy);
    for (int i = 0; i < diags.count; i++)
        print_error("%d:%d: %.*s\n", diags.list[i].line, diags.list[i].column, FELT_TEXT_ARGS(diags.list[i].message));
    assert_int_equal(status, FELT_OK);
    return strategy;
}

#endif
