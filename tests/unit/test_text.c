/* tests/unit/test_text.c - UTF-8: what is decoded, counted and replaced. */
#include <felt/text.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static felt_text bytes(const char *terminated)
{
    return felt_text_from(terminated);
}

static void sequences_are_decoded(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        uint32_t point;
    } good[] = {{"a", 1, 'a'},
                {"\x7f", 1, 0x7F},
                {"\xc2\x80", 2, 0x80},
                {"\xdf\xbf", 2, 0x7FF},
                {"\xe0\xa0\x80", 3, 0x800},
                {"\xed\x9f\xbf", 3, 0xD7FF},
                {"\xee\x80\x80", 3, 0xE000},
                {"\xef\xbf\xbf", 3, 0xFFFF},
                {"\xf0\x90\x80\x80", 4, 0x10000},
                {"\xf4\x8f\xbf\xbf", 4, 0x10FFFF}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        uint32_t point = 0;
        assert_int_equal(felt_text_decode(bytes(good[i].text), &point), good[i].length);
        assert_int_equal(point, good[i].point);
        assert_int_equal(felt_text_decode(bytes(good[i].text), NULL), good[i].length);
        if (good[i].length > 1) /* cut off */
            assert_int_equal(felt_text_decode((felt_text){good[i].text, good[i].length - 1}, &point), 0);
    }
    uint32_t point = 1;
    assert_int_equal(felt_text_decode((felt_text){"\0", 1}, &point), 1);
    assert_int_equal(point, 0);
}

static void what_is_no_sequence_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "\x80",             /* goes on with nothing */
                                      "\xc1\xbf",         /* U+007F in two bytes */
                                      "\xe0\x9f\xbf",     /* U+07FF in three */
                                      "\xf0\x8f\xbf\xbf", /* U+FFFF in four */
                                      "\xed\xa0\x80",     /* a surrogate */
                                      "\xf4\x90\x80\x80", /* U+110000 */
                                      "\xf8\x88\x80\x80\x80",
                                      "\xff",
                                      "\xc3(",
                                      "\xe2\x82(",
                                      "\xf0\x9f\x98("};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(felt_text_decode(bytes(bad[i]), NULL), 0);
}

static void letters_and_columns_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t letters, columns;
    } texts[] = {{"", 0, 0},
                 {"abc", 3, 3},
                 {"Caf\xc3\xa9", 4, 4},
                 {"Cafe\xcc\x81", 5, 4},     /* an accent of its own */
                 {"\xe9\xbe\x99 8", 3, 4},   /* a Chinese dragon */
                 {"\xf0\x9f\x90\x89", 1, 2}, /* another */
                 {"\xef\xbc\xa1", 1, 2},     /* a wide A */
                 {"\xea\xb0\x80", 1, 2},     /* Korean */
                 {"a\xff"
                  "b",
                  3, 3}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(felt_text_letters(bytes(texts[i].text)), texts[i].letters);
        assert_int_equal(felt_text_columns(bytes(texts[i].text)), texts[i].columns);
    }
}

static void what_cannot_be_printed_is_replaced(void **state)
{
    (void)state;
    static const char *const texts[][2] = {{"", ""},
                                           {"a b", "a b"},
                                           {"a\tb\r\n", "a b ?"},
                                           {"a\033[1mb", "a?[1mb"},
                                           {"a\xc2\x9b"
                                            "b",
                                            "a?b"}, /* a control character of two bytes */
                                           {"caf\xc3\xa9", "caf\xc3\xa9"},
                                           {"\xc3(\xff", "?(?"},
                                           {"\x7f", "?"}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char room[32];
        felt_text made = felt_text_printable(bytes(texts[i][0]), room);
        assert_true(felt_text_is(made, texts[i][1]));
        memcpy(room, texts[i][0], strlen(texts[i][0]) + 1); /* in place */
        assert_true(felt_text_is(felt_text_printable(bytes(room), room), texts[i][1]));
    }
}

static void a_letter_that_was_cut_is_left_out(void **state)
{
    (void)state;
    static const char text[] = "a\xc3\xa9\xe9\xbe\x99\xf0\x9f\x90\x89"; /* of one, two, three and four bytes */
    static const size_t whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (size_t length = 0; length <= 10; length++)
        assert_int_equal(felt_text_whole((felt_text){text, length}).length, whole[length]);
    assert_int_equal(felt_text_whole((felt_text){"a\x80\x80\x80\x80\x80", 6}).length, 6); /* no letter begins there */
}

static void bytes_are_escaped_for_json(void **state)
{
    (void)state;
    static const struct {
        char byte;
        const char *written;
    } bytes_of[] = {{'a', "a"}, {'"', "\\\""}, {'\\', "\\\\"}, {'\n', "\\u000a"}, {'\x01', "\\u0001"}, {'\xc3', "\xc3"}};
    for (size_t i = 0; i < sizeof bytes_of / sizeof *bytes_of; i++) {
        char written[FELT_JSON_BYTE_MAX];
        assert_int_equal(felt_text_json(bytes_of[i].byte, written), strlen(bytes_of[i].written));
        assert_string_equal(written, bytes_of[i].written);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_are_decoded),
        cmocka_unit_test(what_is_no_sequence_is_refused),
        cmocka_unit_test(letters_and_columns_are_counted),
        cmocka_unit_test(what_cannot_be_printed_is_replaced),
        cmocka_unit_test(a_letter_that_was_cut_is_left_out),
        cmocka_unit_test(bytes_are_escaped_for_json),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
