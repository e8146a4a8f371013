/* tests/unit/test_error.c - what felt/error.h says of an error. */
#include <felt/error.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void an_error_is_written_whole(void **state)
{
    (void)state;
    felt_error error;
    memset(&error, 'x', sizeof error);
    assert_int_equal(felt_error_set(&error, FELT_EDATA, 3, "found %d, expected %s", 7, "an eight"), FELT_EDATA);
    assert_string_equal(error.message, "found 7, expected an eight");
    assert_string_equal(error.file, "");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_int_equal(error.item, 3);
}

static void nobody_has_to_ask_for_it(void **state)
{
    (void)state;
    assert_int_equal(felt_error_set(NULL, FELT_ELIMIT, -1, "found too many"), FELT_ELIMIT);
}

static void what_is_too_long_is_cut_between_letters(void **state)
{
    (void)state;
    static const char *const letters[] = {"a", "\u00e9", "\u20ac", "\U0001f3b2"};
    for (size_t kind = 0; kind < 4; kind++)
        for (size_t before = 0; before < 4; before++) {
            char text[2 * FELT_ERROR_BYTES] = "";
            memset(text, '.', before);
            for (size_t at = before; at < FELT_ERROR_BYTES + 8; at += kind + 1)
                strcpy(text + at, letters[kind]);
            felt_error error;
            felt_error_set(&error, FELT_EDATA, -1, "%s", text);
            size_t length = strlen(error.message);
            assert_memory_equal(error.message, text, length);
            assert_int_equal((length - before) % (kind + 1), 0);
            assert_true(length + kind + 1 > FELT_ERROR_BYTES - 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_is_written_whole),
        cmocka_unit_test(nobody_has_to_ask_for_it),
        cmocka_unit_test(what_is_too_long_is_cut_between_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
