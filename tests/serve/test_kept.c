/* tests/serve/test_kept.c - answers that are kept: found again, and how many of them there is room for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "serve/kept.h"

#include <stdlib.h>
#include <string.h>

static void question(int number, uint8_t ret[HASH_BYTES])
{
    hash_of(&number, sizeof number, ret);
}

static void add(kept *k, int number, size_t length)
{
    uint8_t asked[HASH_BYTES];
    char *bytes = malloc(length);
    assert_non_null(bytes);
    memset(bytes, 'a' + number % 26, length);
    question(number, asked);
    kept_add(k, asked, (felt_text){bytes, length});
    free(bytes);
}

/* How many bytes the answer has; 0: it is not there. */
static size_t find(kept *k, int number)
{
    uint8_t asked[HASH_BYTES];
    felt_text answer;
    question(number, asked);
    if (!kept_find(k, asked, &answer))
        return 0;
    assert_int_equal(answer.bytes[answer.length - 1], 'a' + number % 26);
    return answer.length;
}

static void what_was_said_is_said_again(void **state)
{
    kept *k = kept_new();
    (void)state;
    assert_int_equal(find(k, 1), 0);
    add(k, 1, 10);
    add(k, 2, 20);
    assert_int_equal(find(k, 1), 10);
    assert_int_equal(find(k, 2), 20);
    add(k, 1, 30); /* it is known already */
    assert_int_equal(find(k, 1), 10);
    add(k, 3, 0);
    assert_int_equal(find(k, 3), 0);
    kept_free(k);
    assert_int_equal(find(NULL, 1), 0);
    add(NULL, 1, 10);
    kept_free(NULL);
}

static void the_one_asked_for_the_longest_ago_goes(void **state)
{
    kept *k = kept_new();
    (void)state;
    for (int i = 0; i < KEPT_ANSWERS_MAX; i++)
        add(k, i, 1);
    for (int i = 0; i < KEPT_ANSWERS_MAX; i++)
        if (i != 5)
            assert_int_equal(find(k, i), 1);
    add(k, KEPT_ANSWERS_MAX, 1);
    assert_int_equal(find(k, 5), 0);
    assert_int_equal(find(k, 0), 1);
    assert_int_equal(find(k, KEPT_ANSWERS_MAX), 1);
    kept_free(k);
}

static void bytes_are_bounded(void **state)
{
    kept *k = kept_new();
    (void)state;
    add(k, 1, KEPT_BYTES_MAX);
    assert_int_equal(find(k, 1), KEPT_BYTES_MAX);
    add(k, 2, KEPT_BYTES_MAX + 1); /* too much for all of it */
    assert_int_equal(find(k, 2), 0);
    assert_int_equal(find(k, 1), KEPT_BYTES_MAX);
    add(k, 3, 1);
    assert_int_equal(find(k, 1), 0);
    add(k, 4, KEPT_BYTES_MAX - 1);
    assert_int_equal(find(k, 3), 1);
    assert_int_equal(find(k, 4), KEPT_BYTES_MAX - 1);
    kept_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_said_is_said_again),
        cmocka_unit_test(the_one_asked_for_the_longest_ago_goes),
        cmocka_unit_test(bytes_are_bounded),
    };
    return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}
