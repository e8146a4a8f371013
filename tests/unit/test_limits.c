/* tests/unit/test_limits.c - every limit of the language: at it a sheet compiles, one past it there is a diagnostic that says so. */
#include "sheets.h"

#define CRAPS "sheet \"S\"\ngame craps\n"
#define BACCARAT "sheet \"S\"\ngame baccarat with 8 decks\n"

static void assert_compiles(const test_text *text)
{
    test_sheet t = test_sheet_good(text->bytes);
    test_sheet_free(&t);
}

/* One diagnostic, with this code, whose message has `part` in it. */
static void assert_refused(const test_text *text, const char *code, const char *part)
{
    test_sheet t = test_sheet_compile(text->bytes);
    assert_int_equal(t.status, FELT_ESHEET);
    assert_int_equal(t.diags.count, 1);
    const felt_diag *d = &t.diags.list[0];
    if (strcmp(d->code, code) != 0 || strstr(d->message.bytes, part) == NULL)
        print_error("found [%s] %.*s, expected [%s] ... %s\n", d->code, FELT_TEXT_ARGS(d->message), code, part);
    assert_string_equal(d->code, code);
    assert_non_null(strstr(d->message.bytes, part));
    test_sheet_free(&t);
}

/* `make` writes a sheet with `count` of something; `most` is the limit. */
static void assert_limit_coded(void (*make)(test_text *text, int count), int most, const char *code, const char *part)
{
    test_text text = {0};
    make(&text, most);
    assert_compiles(&text);
    test_text_free(&text);
    make(&text, most + 1);
    assert_refused(&text, code, part);
    test_text_free(&text);
}

static void assert_limit(void (*make)(test_text *text, int count), int most, const char *part)
{
    assert_limit_coded(make, most, "limit", part);
}

/* ---- text ---- */

static void make_bytes(test_text *text, int count)
{
    test_text_add(text, "%s", CRAPS);
    while (text->length + 101 <= (size_t)count)
        test_text_add(text, "#%99s\n", "");
    test_text_add(text, "#%*s\n", (int)((size_t)count - text->length - 2), "");
    assert_int_equal(text->length, count);
}

static void sheet_bytes(void **state)
{
    (void)state;
    assert_limit(make_bytes, FELT_SHEET_BYTES_MAX, "the file has 1048577 bytes; at most 1048576 are read");
}

static void make_lines(test_text *text, int count)
{
    test_text_add(text, "%s", CRAPS);
    test_text_repeat(text, "\n", count - 2);
}

static void sheet_lines(void **state)
{
    (void)state;
    assert_limit(make_lines, FELT_SHEET_LINES_MAX, "the file has more than 20000 lines");
}

/* An odd count begins with `otherwise`. A comment is no word. */
static void make_words(test_text *text, int count)
{
    test_text_add(text, BACCARAT "wager \"W\" as w\n%s", count % 2 == 1 ? "otherwise " : "");
    test_text_add(text, "tie");
    test_text_repeat(text, " or tie", (count - 2) / 2);
    test_text_add(text, " loses # and a comment\notherwise pushes\n");
}

static void words_on_a_line(void **state)
{
    (void)state;
    assert_limit(make_words, FELT_LINE_TOKENS_MAX, "more than 256 words on a line");
}

/* A list over many lines; an odd count has a word too many, but the count is reported first. */
static void make_continued(test_text *text, int count)
{
    test_text_add(text, BACCARAT "wager \"V\" as v\notherwise loses\nwager \"W\" as w\nneeds v");
    test_text_repeat(text, ",\nv", (count - 2) / 2);
    test_text_add(text, "%s\notherwise loses\n", count % 2 == 1 ? " v" : "");
}

static void words_on_a_continued_line(void **state)
{
    (void)state;
    assert_limit(make_continued, FELT_LINE_TOKENS_MAX, "more than 256 words on a line");
}

static void make_name(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as ");
    test_text_repeat(text, "w", count);
    test_text_add(text, "\notherwise loses\n");
}

static void bytes_of_a_name(void **state)
{
    (void)state;
    assert_limit(make_name, FELT_NAME_BYTES_MAX, "a word of 65 bytes; at most 64 are allowed");
}

static void make_string(test_text *text, int count)
{
    test_text_add(text, "sheet \"");
    test_text_repeat(text, "s", count);
    test_text_add(text, "\"\ngame craps\n");
}

static void bytes_of_a_string(void **state)
{
    (void)state;
    assert_limit(make_string, FELT_STRING_BYTES_MAX, "a string of 513 bytes; at most 512 are allowed");
}

/* A name made of a long printed one is cut to what a name may have. */
static void short_name_of_a_long_one(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS "wager \"");
    test_text_repeat(&text, "x", FELT_STRING_BYTES_MAX);
    test_text_add(&text, "\"\notherwise loses\n");
    test_sheet t = test_sheet_good(text.bytes);
    assert_int_equal(t.sheet->wagers[0].short_name.length, FELT_NAME_BYTES_MAX);
    test_sheet_free(&t);
    test_text_free(&text);
}

/* ---- lists ---- */

static void make_sources(test_text *text, int count)
{
    test_text_add(text, "sheet \"S\"\n");
    test_text_repeat(text, "source \"A\", \"B\"\n", count);
    test_text_add(text, "game craps\n");
}

static void sources(void **state)
{
    (void)state;
    assert_limit(make_sources, FELT_SOURCES_MAX, "more than 16 sources");
}

static void add_option(test_text *text, int number, int choices)
{
    test_text_add(text, "option o%d \"O\"\n", number);
    for (int c = 0; c < choices; c++)
        test_text_add(text, "c%d \"C\"\n", c);
}

/* Every wager with a paytable of its own, which is an option, too, but is not counted with the others. */
static void make_options(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count; i++)
        add_option(text, i, 2);
    for (int i = 0; i < FELT_WAGERS_MAX; i++)
        test_text_add(text, "wager \"W\" as w%d\npaytable A B\n7 rolled pays 1, 2 to 1\notherwise loses\n", i);
}

static void options(void **state)
{
    (void)state;
    assert_limit(make_options, FELT_OPTIONS_MAX, "more than 64 options and readings");
}

static void make_choices(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    add_option(text, 0, count);
}

static void choices(void **state)
{
    (void)state;
    assert_limit(make_choices, FELT_CHOICES_MAX, "more than 16 choices");
}

static void make_columns(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\npaytable");
    for (int i = 0; i < count; i++)
        test_text_add(text, " P%d", i);
    test_text_add(text, "\n7 rolled pays 1 to 1\notherwise loses\n");
}

static void columns(void **state)
{
    (void)state;
    assert_limit(make_columns, FELT_CHOICES_MAX, "more than 16 columns");
}

static void make_cells(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\npaytable A B C D E F G H I J K L M N O P\n7 rolled pays 1");
    test_text_repeat(text, ", 2", count - 1);
    test_text_add(text, " to 1\notherwise loses\n");
}

static void pays_in_a_row(void **state)
{
    (void)state;
    assert_limit(make_cells, FELT_CHOICES_MAX, "more than 16 pays in a row");
}

static void make_groups(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    test_text_repeat(text, "group \"G\"\n", count);
}

static void groups(void **state)
{
    (void)state;
    assert_limit(make_groups, FELT_GROUPS_MAX, "more than 32 groups");
}

static void make_wagers(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count; i++)
        test_text_add(text, "wager \"W\" as w%d on 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12\nnumber rolled pays 1 to 1\notherwise loses\n", i);
}

static void wagers(void **state)
{
    (void)state;
    assert_limit(make_wagers, FELT_WAGERS_MAX, "more than 256 wagers");
}

static void make_sides(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w on 2");
    for (int i = 1; i < count; i++)
        test_text_add(text, ", %d", 2 + i % 11);
    test_text_add(text, "\nnumber rolled pays 1 to 1\notherwise loses\n");
}

static void sides(void **state)
{
    (void)state;
    assert_limit(make_sides, FELT_SIDES_MAX, "more than 11 sides");
}

static void make_rows(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n");
    test_text_repeat(text, "7 rolled loses\n", count - 1);
    test_text_add(text, "otherwise pushes\n");
}

static void rows(void **state)
{
    (void)state;
    assert_limit(make_rows, FELT_ROWS_MAX, "more than 64 rows");
}

static void make_accepts(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    test_text_repeat(text, "accept pay-unset \"R\"\n", count);
}

static void accepts(void **state)
{
    (void)state;
    assert_limit(make_accepts, FELT_ACCEPTS_MAX, "more than 256 accepted findings");
}

/* ---- conditions and pays ---- */

static void make_nesting(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n");
    for (int i = 0; i < count; i++)
        test_text_add(text, i % 2 == 0 ? "(" : "not ");
    test_text_add(text, "7 rolled");
    test_text_repeat(text, ")", (count + 1) / 2);
    test_text_add(text, " loses\notherwise pushes\n");
}

static void nesting(void **state)
{
    (void)state;
    assert_limit(make_nesting, FELT_NESTING_MAX, "more than 32 parentheses and 'not' inside each other");
}

/* What is side by side is not inside each other. */
static void nesting_side_by_side(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS "wager \"W\" as w\n(7 rolled)");
    test_text_repeat(&text, " or (7 rolled)", 40);
    test_text_add(&text, " loses\notherwise pushes\n");
    assert_compiles(&text);
    test_text_free(&text);
}

static void make_times(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n7 rolled %d times loses\notherwise stays\n", count);
}

static void make_points(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n%d points made loses\notherwise stays\n", count);
}

static void make_line_wins(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n%d or more line wins loses\notherwise stays\n", count);
}

static void counts(void **state)
{
    (void)state;
    assert_limit_coded(make_times, FELT_TIMES_MAX, "range", "expected a number of times from 1 to 100");
    assert_limit_coded(make_points, FELT_TIMES_MAX, "range", "expected a count from 0 to 100");
    assert_limit_coded(make_line_wins, FELT_TIMES_MAX, "range", "expected a count from 0 to 100");
}

static void make_pay(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n7 rolled pays %d to 1\notherwise loses\n", count);
}

static void make_pay_for(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n7 rolled pays 1 to %d\notherwise loses\n", count);
}

static void pays(void **state)
{
    (void)state;
    assert_limit_coded(make_pay, FELT_PAY_MAX, "range", "from -1 to 1000000");
    assert_limit_coded(make_pay_for, FELT_PAY_MAX, "range", "from 1 to 1000000");
}

static void make_counters(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n");
    for (int i = 0; i < count; i++)
        test_text_add(text, "%d rolled 2 times loses\n", 2 + i);
    test_text_add(text, "otherwise stays\n");
}

static void counters(void **state)
{
    (void)state;
    assert_limit(make_counters, 8, "the wager counts more than 8 different things");
}

/* Three bits for the puck, eleven for totals, 50 for seven counters up to 100 or more and one smaller; then 51. */
static void make_bits(test_text *text, int count)
{
    test_text_add(text, CRAPS "wager \"W\" as w\n2 to 12 all rolled loses\n");
    for (int i = 0; i < 7; i++)
        test_text_add(text, "%d rolled 100 times and 7 rolled loses\n", 2 + i);
    test_text_add(text, "7 rolled loses\n9 rolled %d times loses\n8 to 12 rolled loses\notherwise loses\n", count);
}

static void bits_of_a_state(void **state)
{
    (void)state;
    assert_limit(make_bits, 1, "the wager has too much to remember: 65 bits; at most 64 are allowed");
}

/* ---- options, variants and shapes ---- */

static void add_tests(test_text *text, int from, int count)
{
    for (int i = 0; i < count; i++)
        test_text_add(text, "%s o%d is c0", i == 0 ? "where" : " and", from + i);
}

static void make_tests(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    add_option(text, 0, 2);
    test_text_add(text, "wager \"W\" as w\nwhere o0 is c0");
    test_text_repeat(text, " and o0 is c0", count - 1);
    test_text_add(text, ": 7 rolled loses\notherwise pushes\n");
}

static void tests_after_where(void **state)
{
    (void)state;
    assert_limit(make_tests, FELT_WAGER_OPTIONS_MAX, "more than 8 tests after 'where'");
}

static void make_wager_options(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count; i++)
        add_option(text, i, 2);
    test_text_add(text, "wager \"W\" as w\n");
    for (int i = 0; i < count; i++)
        test_text_add(text, "where o%d is c0: 7 rolled loses\n", i);
    test_text_add(text, "otherwise pushes\n");
}

static void options_of_a_wager(void **state)
{
    (void)state;
    assert_limit(make_wager_options, FELT_WAGER_OPTIONS_MAX, "the wager depends on more than 8 options");
}

/* 4 x 4 x 4 x 4 x 4 is 1,024; 3 x 7 x 7 x 7 is 1,029, the next number that choices can make. */
static void variants_of_a_wager(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        test_text text = {0};
        int used = past ? 4 : 5;
        test_text_add(&text, CRAPS);
        for (int i = 0; i < used; i++)
            add_option(&text, i, past == 0 ? 4 : i == 0 ? 3 : 7);
        test_text_add(&text, "wager \"W\" as w\n");
        add_tests(&text, 0, used);
        test_text_add(&text, ": 7 rolled loses\notherwise pushes\n");
        if (past)
            assert_refused(&text, "limit", "the wager has more than 1024 variants");
        else
            assert_compiles(&text);
        test_text_free(&text);
    }
}

/* What is needed besides a wager changes nothing in how it is decided: many variants, but one machine for each wager. */
static void make_sheet_variants(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < 5; i++)
        add_option(text, i, 4);
    for (int i = 0; i < count / FELT_VARIANTS_MAX; i++) {
        test_text_add(text, "wager \"W\" as w%d\n", i);
        add_tests(text, 0, 5);
        test_text_add(text, ": needs w0\notherwise pushes\n");
    }
    if (count % FELT_VARIANTS_MAX > 0)
        test_text_add(text, "wager \"W\" as last\notherwise pushes\n");
}

static void variants_of_a_sheet(void **state)
{
    (void)state;
    assert_limit(make_sheet_variants, FELT_SHEET_VARIANTS_MAX, "with this wager the sheet has more than 16384 variants");
}

/* Different rows in force for each of the 1,024 variants of a wager: as many tables. */
static void make_shapes(test_text *text, int count)
{
    test_text_add(text, BACCARAT);
    for (int i = 0; i < 5; i++)
        add_option(text, i, 4);
    for (int w = 0; w < count / FELT_VARIANTS_MAX; w++) {
        test_text_add(text, "wager \"W\" as w%d\n", w);
        for (int i = 0; i < 5; i++)
            for (int c = 0; c < 3; c++)
                test_text_add(text, "where o%d is c%d: tie of %d loses\n", i, c, (i + c) % 10);
        test_text_add(text, "otherwise pushes\n");
    }
    if (count % FELT_VARIANTS_MAX > 0)
        test_text_add(text, "wager \"W\" as last\notherwise pushes\n");
}

static void shapes_of_a_sheet(void **state)
{
    (void)state;
    assert_limit(make_shapes, FELT_SHEET_SHAPES_MAX, "the sheet comes to more than 4096 tables and machines");
}

/* ---- states ---- */

/* Three counts that end the wager: as many states as the product of the numbers. */
static void add_states(test_text *text, int number, int a, int b, int c)
{
    test_text_add(text, "wager \"W\" as w%d\n2 rolled %d times loses\n3 rolled %d times loses\n4 rolled %d times loses\notherwise stays\n", number, a,
                  b, c);
}

/* The next product of three numbers up to 100 after 32,768 is 32,775, which is 19 x 25 x 69. */
static void states_of_a_wager(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS);
    add_states(&text, 0, 64, 64, 8);
    test_sheet t = test_sheet_good(text.bytes);
    assert_int_equal(t.sheet->wagers[0].variants[0].machine->state_count, FELT_STATES_MAX);
    test_sheet_free(&t);
    test_text_free(&text);
    test_text_add(&text, CRAPS);
    add_states(&text, 0, 19, 25, 69);
    assert_refused(&text, "limit", "the wager has more than 32768 states; count up to smaller numbers");
    test_text_free(&text);
}

/* Eight wagers of 32,768 states and one of a single state. */
static void make_sheet_states(test_text *text, int count)
{
    test_text_add(text, CRAPS);
    for (int i = 0; i < count / FELT_STATES_MAX; i++)
        add_states(text, i, 64, 64, 8);
    if (count % FELT_STATES_MAX > 0)
        test_text_add(text, "wager \"W\" as last\notherwise pushes\n");
}

static void states_of_a_sheet(void **state)
{
    (void)state;
    assert_limit(make_sheet_states, FELT_SHEET_STATES_MAX, "or 262144 states");
}

/* Long rows over many states: refused after a while, not after minutes. Only one of the wagers is to blame. */
static void work(void **state)
{
    (void)state;
    test_text text = {0};
    test_text_add(&text, CRAPS);
    for (int w = 0; w < 3; w++) {
        test_text_add(&text, "wager \"W\" as w%d\n2 rolled 64 times loses\n3 rolled 64 times loses\n4 rolled 8 times loses\n", w);
        for (int row = 0; row < 40; row++) {
            test_text_add(&text, "seven-out");
            test_text_repeat(&text, " and not 2 rolled", 55);
            test_text_add(&text, " and 2 rolled pushes\n");
        }
        test_text_add(&text, "otherwise stays\n");
    }
    assert_refused(&text, "limit", "the sheet takes too much work to compile");
    test_text_free(&text);
}

/* ---- diagnostics and memory ---- */

static void diagnostics(void **state)
{
    (void)state;
    for (int more = 0; more <= 1; more++) {
        test_text text = {0};
        test_text_add(&text, CRAPS "wager \"W\" as w\n");
        test_text_repeat(&text, "wrong\n", FELT_DIAGS_MAX + more);
        test_sheet t = test_sheet_compile(text.bytes);
        assert_int_equal(t.status, FELT_ESHEET);
        assert_int_equal(t.diags.count, FELT_DIAGS_MAX);
        assert_int_equal(t.diags.dropped, more);
        assert_int_equal(t.diags.error_count, FELT_DIAGS_MAX + more);
        test_sheet_free(&t);
        test_text_free(&text);
    }
}

/* With too small an arena there is no sheet, but a status; with one byte more than that there is. */
static void arena_cap(void **state)
{
    (void)state;
    static const char text[] = BACCARAT "wager \"Tie\" as tie\ntie pays 8 to 1\ntie of 7 pays 9 to 1\n";
    size_t low = 0, high = 16 << 20;
    while (high - low > 1) {
        size_t cap = (low + high) / 2;
        felt_arena *arena = felt_arena_new(cap);
        assert_non_null(arena);
        felt_diags diags = felt_diags_in(arena);
        const felt_sheet *sheet;
        felt_status status = felt_sheet_compile(arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &sheet);
        if (status == FELT_OK)
            status = felt_sheet_check(sheet, &diags);
        assert_true(status == FELT_OK || status == FELT_ENOMEM);
        assert_true(felt_arena_used(arena) <= cap);
        *(status == FELT_OK ? &high : &low) = cap;
        felt_arena_free(arena);
    }
    assert_true(high > 0 && high < 4 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sheet_bytes),
        cmocka_unit_test(sheet_lines),
        cmocka_unit_test(words_on_a_line),
        cmocka_unit_test(words_on_a_continued_line),
        cmocka_unit_test(bytes_of_a_name),
        cmocka_unit_test(bytes_of_a_string),
        cmocka_unit_test(short_name_of_a_long_one),
        cmocka_unit_test(sources),
        cmocka_unit_test(options),
        cmocka_unit_test(choices),
        cmocka_unit_test(columns),
        cmocka_unit_test(pays_in_a_row),
        cmocka_unit_test(groups),
        cmocka_unit_test(wagers),
        cmocka_unit_test(sides),
        cmocka_unit_test(rows),
        cmocka_unit_test(accepts),
        cmocka_unit_test(nesting),
        cmocka_unit_test(nesting_side_by_side),
        cmocka_unit_test(counts),
        cmocka_unit_test(pays),
        cmocka_unit_test(counters),
        cmocka_unit_test(bits_of_a_state),
        cmocka_unit_test(tests_after_where),
        cmocka_unit_test(options_of_a_wager),
        cmocka_unit_test(variants_of_a_wager),
        cmocka_unit_test(variants_of_a_sheet),
        cmocka_unit_test(shapes_of_a_sheet),
        cmocka_unit_test(states_of_a_wager),
        cmocka_unit_test(states_of_a_sheet),
        cmocka_unit_test(work),
        cmocka_unit_test(diagnostics),
        cmocka_unit_test(arena_cap),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
