/* tests/fault/fault_json.c - messages of strangers, while every request for memory of the parser fails in turn: whole, or not read at
 * all. */
#include "base/json_quick.h"
#include "failing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* No number is longer than the buffer that the parser begins with: without memory for more, it ends the process. */
static const char *const messages[] = {
    "{\"do\":\"bet\",\"id\":17947777373951,\"table\":\"golden-dragon-baccarat\",\"wager\":\"all the small ones\",\"amount\":1000}",
    "{\"do\":\"bet\",\"reason\":\"a \\\"card\\\" fell down, and another after it\",\"part\":0.12345678901}",
    "{\"list\":[-12345678901,[\"one that is longer than sixteen bytes\",true,null,{\"a name that is longer than that\":-1}]]}",
};

/* Asks for no memory, as writing would. */
static void digest_value(uint64_t *digest, json_t *value)
{
    double real = json_number_value(value);
    int kind = (int)json_typeof(value);
    failing_digest(digest, &kind, sizeof kind);
    failing_digest(digest, &real, sizeof real);
    if (json_is_string(value))
        failing_digest(digest, json_string_value(value), json_string_length(value));
    for (size_t i = 0; i < json_array_size(value); i++)
        digest_value(digest, json_array_get(value, i));
    for (void *at = json_object_iter(value); at != NULL; at = json_object_iter_next(value, at)) {
        failing_digest_text(digest, felt_text_from(json_object_iter_key(at)));
        digest_value(digest, json_object_iter_value(at));
    }
}

static felt_status parse(void *context, uint64_t *ret_digest)
{
    json_t *read;
    json_error_t why;
    felt_status status = json_parse_quick(felt_text_from(context), &read, &why);
    if (status != FELT_OK)
        return status;
    digest_value(ret_digest, read);
    json_decref(read);
    return FELT_OK;
}

static void whole_or_not_at_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        failing_each(FAILING_JSON, FELT_ENOMEM, 8, parse, (void *)messages[i]);
}

static void wrong_is_wrong(void **state)
{
    static const char *const wrong[] = {"{", "{\"do\":}", "{\"a\":1,\"a\":2}", "{\"a\":\"\n\"}", ""};
    json_t *read;
    json_error_t why;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(json_parse_quick(felt_text_from(wrong[i]), &read, &why), FELT_EDATA);
        assert_true(why.text[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_or_not_at_all), cmocka_unit_test(wrong_is_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
