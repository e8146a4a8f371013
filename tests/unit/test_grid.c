/* tests/unit/test_grid.c - tables of texts: widths, what is too wide, colors, Markdown. */
#include "report/grid.h"
#include "sheets.h"

static felt_text text_of(const text_out *out)
{
    felt_text text;
    assert_int_equal(out_finish(out, &text), FELT_OK);
    return text;
}

static grid two_columns(felt_arena *arena)
{
    grid g = grid_in(arena);
    grid_column_add(&g, (grid_column){"name", GRID_LEFT, 2, 0, 8});
    grid_column_add(&g, (grid_column){"edge", GRID_RIGHT, 1, 5, 0});
    return g;
}

static void columns_are_as_wide_as_their_texts(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 20);
    text_out out = {.arena = arena};
    grid g = two_columns(arena);
    grid_add(&g, (felt_text[]){felt_text_from("caf\xc3\xa9"), felt_text_from("1.5")});
    grid_add(&g, (felt_text[]){felt_text_from("\xe9\xbe\x99\xe9\xbe\x99\xe9\xbe\x99"), felt_text_from("-12.25")}); /* six columns */
    grid_row *row = grid_add(&g, (felt_text[]){felt_text_from("alone"), felt_text_from("")}); /* what is empty is not padded */
    row->above = felt_text_from("above");
    grid_print(&out, &g);
    assert_text(text_of(&out), "  name     edge\n"
                               "  caf\xc3\xa9      1.5\n"
                               "  \xe9\xbe\x99\xe9\xbe\x99\xe9\xbe\x99 -12.25\n"
                               "  above\n"
                               "  alone\n");
    felt_arena_free(arena);
}

static void a_text_that_is_too_wide_has_a_line_of_its_own(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 20);
    text_out out = {.arena = arena};
    grid g = two_columns(arena);
    grid_add(&g, (felt_text[]){felt_text_from("eight888"), felt_text_from("1")});
    grid_add(&g, (felt_text[]){felt_text_from("nine99999"), felt_text_from("2")})->after = felt_text_from("  player");
    grid_print(&out, &g);
    assert_text(text_of(&out), "  name      edge\n"
                               "  eight888     1\n"
                               "  nine99999\n"
                               "               2  player\n");
    felt_arena_free(arena);
}

static void colors_take_no_columns(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 20);
    text_out out = {.arena = arena, .color = true};
    grid g = two_columns(arena);
    grid_row *row = grid_add(&g, (felt_text[]){felt_text_from("a"), felt_text_from("1")});
    row->colors[1] = COLOR_RED;
    grid_print(&out, &g);
    assert_text(text_of(&out), "  name  edge\n  a        \033[1;31m1\033[0m\n");
    felt_arena_free(arena);
}

static void markdown_escapes_its_cells(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 20);
    text_out out = {.arena = arena};
    grid g = two_columns(arena);
    grid_add(&g, (felt_text[]){felt_text_from("<b>|&"), felt_text_from("")});
    grid_add(&g, (felt_text[]){felt_text_from("Total"), felt_text_from("1")})->bold = true;
    grid_markdown(&out, &g);
    assert_text(text_of(&out), "| name | edge |\n| --- | ---: |\n| \\<b\\>\\|\\& |  |\n| **Total** | **1** |\n");
    felt_arena_free(arena);
}

static void memory_that_runs_out_is_noticed(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(4096);
    text_out out = {.arena = arena};
    grid g = two_columns(arena);
    felt_text text;
    for (int i = 0; i < 1000; i++)
        grid_add(&g, (felt_text[]){felt_text_from("a"), felt_text_from("1")});
    grid_print(&out, &g);
    assert_int_equal(out_finish(&out, &text), FELT_ENOMEM);
    felt_arena_free(arena);
}

/* A text that grows takes whatever it is given. */
static void long_prints_are_whole(void **state)
{
    (void)state;
    felt_arena *arena = felt_arena_new(1 << 20);
    text_out out = {.arena = arena};
    char word[5001];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    out_print(&out, "<%s>", word);
    assert_int_equal(text_of(&out).length, 5002);
    assert_int_equal(text_of(&out).bytes[5001], '>');
    felt_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_as_wide_as_their_texts),
        cmocka_unit_test(a_text_that_is_too_wide_has_a_line_of_its_own),
        cmocka_unit_test(colors_take_no_columns),
        cmocka_unit_test(markdown_escapes_its_cells),
        cmocka_unit_test(memory_that_runs_out_is_noticed),
        cmocka_unit_test(long_prints_are_whole),
    };
    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
