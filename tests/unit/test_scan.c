/* tests/unit/test_scan.c - texts, and how they are divided into lines of words. */
#include "sheet/scan.h"
#include "sheets.h"

typedef struct scan_result {
    felt_arena *arena;
    felt_diags diags;
    scanned lines;
} scan_result;

static scan_result scan(const char *text, size_t length, bool comments)
{
    scan_result r = {.arena = felt_arena_new(4 << 20)};
    assert_non_null(r.arena);
    r.diags = felt_diags_in(r.arena);
    assert_int_equal(scan_text(r.arena, felt_text_from("s.felt"), (felt_text){text, length}, comments, &r.diags, &r.lines), FELT_OK);
    return r;
}

static scan_result scan_good(const char *text, bool comments)
{
    scan_result r = scan(text, strlen(text), comments);
    assert_int_equal(r.diags.count, 0);
    return r;
}

static void assert_token(const token *t, token_kind kind, const char *text, int line, int column, int width)
{
    assert_int_equal(t->kind, kind);
    assert_text(t->text, text);
    assert_int_equal(t->line, line);
    assert_int_equal(t->column, column);
    assert_int_equal(t->width, width);
}

static void kinds_of_words(void **state)
{
    (void)state;
    scan_result r = scan_good("seven-out 3-card PT1 42 -1 - 5% 2.5% \"a b\" \"\" ,:( ) it's under_score -x", false);
    assert_int_equal(r.lines.count, 1);
    const token *t = r.lines.lines[0].tokens;
    assert_int_equal(r.lines.lines[0].count, 17);
    assert_token(&t[0], TOKEN_WORD, "seven-out", 1, 1, 9);
    assert_token(&t[1], TOKEN_WORD, "3-card", 1, 11, 6);
    assert_token(&t[2], TOKEN_WORD, "PT1", 1, 18, 3);
    assert_token(&t[3], TOKEN_NUMBER, "42", 1, 22, 2);
    assert_token(&t[4], TOKEN_NUMBER, "-1", 1, 25, 2);
    assert_token(&t[5], TOKEN_WORD, "-", 1, 28, 1);
    assert_token(&t[6], TOKEN_PERCENT, "5%", 1, 30, 2);
    assert_token(&t[7], TOKEN_PERCENT, "2.5%", 1, 33, 4);
    assert_token(&t[8], TOKEN_STRING, "a b", 1, 38, 5);
    assert_token(&t[9], TOKEN_STRING, "", 1, 44, 2);
    assert_token(&t[10], TOKEN_COMMA, ",", 1, 47, 1);
    assert_token(&t[11], TOKEN_COLON, ":", 1, 48, 1);
    assert_token(&t[12], TOKEN_OPEN, "(", 1, 49, 1);
    assert_token(&t[13], TOKEN_CLOSE, ")", 1, 51, 1);
    assert_token(&t[14], TOKEN_WORD, "it's", 1, 53, 4);
    assert_token(&t[15], TOKEN_WORD, "under_score", 1, 58, 11);
    assert_token(&t[16], TOKEN_WORD, "-x", 1, 70, 2);
    assert_token(&t[17], TOKEN_END, "", 1, 72, 0);
    felt_arena_free(r.arena);
}

static void words_with_a_slash(void **state)
{
    (void)state;
    scan_result r = scan_good("craps/pass 3/2, a", false);
    const token *t = r.lines.lines[0].tokens;
    assert_int_equal(r.lines.lines[0].count, 4);
    assert_token(&t[0], TOKEN_SLASHED, "craps/pass", 1, 1, 10);
    assert_token(&t[1], TOKEN_SLASHED, "3/2", 1, 12, 3);
    felt_arena_free(r.arena);
    static const char *const wrong[] = {"/a", "a/", "a/b/c", "a//b", "a /b"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        r = scan(wrong[i], strlen(wrong[i]), false);
        assert_int_equal(r.diags.count, 1);
        assert_true(r.lines.lines[0].bad);
        felt_arena_free(r.arena);
    }
}

static void lines_blank_lines_and_comments(void **state)
{
    (void)state;
    scan_result r = scan_good("a # one\n\n  # two\n\tb\n", false);
    assert_int_equal(r.lines.count, 2);
    assert_token(&r.lines.lines[0].tokens[0], TOKEN_WORD, "a", 1, 1, 1);
    assert_token(&r.lines.lines[0].tokens[1], TOKEN_END, "", 1, 2, 0);
    assert_token(&r.lines.lines[1].tokens[0], TOKEN_WORD, "b", 4, 2, 1);
    felt_arena_free(r.arena);
}

static void comments_are_kept_for_the_formatter(void **state)
{
    (void)state;
    scan_result r = scan_good("a,# one  \r\n\n#\nb", true);
    assert_int_equal(r.lines.count, 4);
    assert_int_equal(r.lines.lines[0].count, 3);
    assert_token(&r.lines.lines[0].tokens[2], TOKEN_COMMENT, "# one", 1, 3, 5);
    assert_int_equal(r.lines.lines[1].count, 0);
    assert_token(&r.lines.lines[2].tokens[0], TOKEN_COMMENT, "#", 3, 1, 1);
    assert_token(&r.lines.lines[3].tokens[0], TOKEN_WORD, "b", 4, 1, 1);
    felt_arena_free(r.arena);
}

static void a_comma_at_the_end_goes_on(void **state)
{
    (void)state;
    scan_result r = scan_good("a, # and\n\n b,\n c\nd,", false);
    assert_int_equal(r.lines.count, 2);
    assert_int_equal(r.lines.lines[0].count, 5);
    assert_token(&r.lines.lines[0].tokens[2], TOKEN_WORD, "b", 3, 2, 1);
    assert_token(&r.lines.lines[0].tokens[4], TOKEN_WORD, "c", 4, 2, 1);
    assert_token(&r.lines.lines[1].tokens[2], TOKEN_END, "", 5, 3, 0);
    felt_arena_free(r.arena);
}

static void columns_count_characters(void **state)
{
    (void)state;
    scan_result r = scan_good("\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB2\" x\r\n", false);
    assert_token(&r.lines.lines[0].tokens[0], TOKEN_STRING, "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB2", 1, 1, 5);
    assert_token(&r.lines.lines[0].tokens[1], TOKEN_WORD, "x", 1, 7, 1);
    assert_int_equal(felt_text_columns(felt_text_from("\xC3\xA9t\xC3\xA9")), 3);
    felt_arena_free(r.arena);
}

static void a_byte_order_mark_is_passed_over(void **state)
{
    (void)state;
    scan_result r = scan_good("\xEF\xBB\xBF"
                              "a",
                              false);
    assert_token(&r.lines.lines[0].tokens[0], TOKEN_WORD, "a", 1, 1, 1);
    felt_arena_free(r.arena);
}

/* One report a line; the rest of the file is read all the same. */
static void bad_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        int column;
        const char *message;
    } cases[] = {
        {"a \x80 \x81\nb", 7, 3, "found the byte 0x80, expected UTF-8 text"},
        {"\"a\xC3\"\nb", 6, 3, "found the byte 0xc3, expected UTF-8 text"},
        {"\"a\xE0\x80\x80\"\nb", 8, 3, "found the byte 0xe0, expected UTF-8 text"},
        {"\"a\xF5\x80\x80\x80\"\nb", 9, 3, "found the byte 0xf5, expected UTF-8 text"},
        {"# \xF0\x8F\x80\x80\nb", 8, 3, "found the byte 0xf0, expected UTF-8 text"},
        {"a\0\nb", 4, 2, "found the control character 0x00, expected text that can be printed"},
        {"\"a\r\"\nb", 6, 3, "found the control character 0x0d, expected text that can be printed"},
        {"\"\xC2\x85\"\nb", 6, 2, "found the control character 0x85, expected text that can be printed"},
        {"a ; b\nb", 7, 3, "found ';', expected a word, a number, a string in \"quotes\" or a comment after #"},
        {"a \"b\nb", 6, 3, "this string is not closed on its line; expected a \" at its end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scan_result r = scan(cases[i].text, cases[i].length, false);
        assert_int_equal(r.diags.count, 1);
        assert_text(r.diags.list[0].message, cases[i].message);
        assert_int_equal(r.diags.list[0].line, 1);
        assert_int_equal(r.diags.list[0].column, cases[i].column);
        assert_int_equal(r.lines.count, 2);
        assert_true(r.lines.lines[0].bad);
        assert_false(r.lines.lines[1].bad);
        felt_arena_free(r.arena);
    }
}

static void source_lines(void **state)
{
    (void)state;
    felt_text text = felt_text_from("one\r\n\nthree\nfour");
    assert_text(scan_source_line(text, 1), "one");
    assert_text(scan_source_line(text, 2), "");
    assert_text(scan_source_line(text, 3), "three");
    assert_text(scan_source_line(text, 4), "four");
    assert_text(scan_source_line(text, 5), "");
    assert_text(scan_source_line((felt_text){"", 0}, 1), "");
}

static void numbers(void **state)
{
    (void)state;
    long value = 7;
    assert_true(scan_number(&(token){.text = felt_text_from("100")}, 100, &value));
    assert_int_equal(value, 100);
    assert_true(scan_number(&(token){.text = felt_text_from("-100")}, 100, &value));
    assert_int_equal(value, -100);
    assert_true(scan_number(&(token){.text = felt_text_from("0000000000000000000000001")}, 100, &value));
    assert_int_equal(value, 1);
    assert_false(scan_number(&(token){.text = felt_text_from("101")}, 100, &value));
    assert_false(scan_number(&(token){.text = felt_text_from("99999999999999999999999999999999")}, 100, &value));
    assert_int_equal(value, 1);
}

static void diagnostics_in_order(void **state)
{
    (void)state;
    static const int places[][2] = {{9, 9}, {5, 2}, {5, 1}, {0, 0}, {5, 2}, {2, 7}};
    static const int sorted[] = {0, 3, 5, 2, 1, 4};
    felt_arena *arena = felt_arena_new(1 << 20);
    assert_non_null(arena);
    felt_diags diags = felt_diags_in(arena);
    for (int i = 0; i < 6; i++)
        felt_diags_add(&diags, (felt_diag){.line = places[i][0], .column = places[i][1], .width = i, .message = felt_text_from("m")});
    scan_diags_sort(&diags, 1); /* the first stays where it is */
    for (int i = 0; i < 6; i++)
        assert_int_equal(diags.list[i].width, sorted[i]);
    assert_false(scan_diags_lost(&diags));
    felt_diags_add(&diags, (felt_diag){.message = {NULL, 0}});
    assert_true(scan_diags_lost(&diags));
    felt_arena_free(arena);
}

static void distances_of_words(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t distance;
    } pairs[] = {{"", "", 0},           {"wager", "wager", 0}, {"wagr", "wager", 1},    {"wagger", "wager", 1}, {"wabber", "wager", 2},
                 {"wgaer", "wager", 1}, {"", "tie", 3},        {"option", "optoin", 1}, {"abc", "xyz", 3},      {"player", "banker", 4}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        felt_text a = felt_text_from(pairs[i].a), b = felt_text_from(pairs[i].b);
        assert_int_equal(felt_text_distance(a, b, 9), pairs[i].distance);
        assert_int_equal(felt_text_distance(b, a, 9), pairs[i].distance);
        if (pairs[i].distance > 1)
            assert_int_equal(felt_text_distance(a, b, 1), 2);
    }
    char word[65];
    memset(word, 'a', sizeof word);
    assert_int_equal(felt_text_distance((felt_text){word, 64}, (felt_text){word, 64}, 3), 0);
    assert_int_equal(felt_text_distance((felt_text){word, 65}, (felt_text){word, 65}, 3), 4);
}

static void words_that_are_near(void **state)
{
    (void)state;
    static const char *const words[] = {"player", "banker", "ends", "tie", "Pass Line"};
    static const char *const found[][2] = {
        {"plyer", "player"}, {"BANKER", "banker"}, {"decks", ""}, {"end", "ends"}, {"pas line", "Pass Line"}, {"t", ""}, {"", ""},
        {"snow", ""},        {"tei", "tie"}};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        felt_near near = felt_near_to(felt_text_from(found[i][0]));
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            felt_near_try(&near, felt_text_from(words[k]));
        assert_true(felt_text_is(near.nearest, found[i][1]));
    }
    char word[65];
    memset(word, 'a', sizeof word);
    felt_near near = felt_near_to((felt_text){word, 65});
    felt_near_try(&near, (felt_text){word, 65});
    assert_int_equal(near.nearest.length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_are_near),
        cmocka_unit_test(kinds_of_words),
        cmocka_unit_test(words_with_a_slash),
        cmocka_unit_test(lines_blank_lines_and_comments),
        cmocka_unit_test(comments_are_kept_for_the_formatter),
        cmocka_unit_test(a_comma_at_the_end_goes_on),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(a_byte_order_mark_is_passed_over),
        cmocka_unit_test(bad_bytes),
        cmocka_unit_test(source_lines),
        cmocka_unit_test(numbers),
        cmocka_unit_test(diagnostics_in_order),
        cmocka_unit_test(distances_of_words),
    };
    return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
