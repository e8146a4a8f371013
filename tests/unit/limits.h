/* tests/unit/limits.h - what the tests of limits share: a sheet at a limit compiles, a sheet one past it is refused. */
#ifndef FELT_TESTS_UNIT_LIMITS_H
#define FELT_TESTS_UNIT_LIMITS_H

#include "sheets.h"

#define CRAPS "sheet \"S\"\ngame craps\n"
#define BACCARAT "sheet \"S\"\ngame baccarat with 8 decks\n"

static inline void assert_compiles(const test_text *text)
{
    test_sheet t = test_sheet_good(text->bytes);
    test_sheet_free(&t);
}

/* One diagnostic, with this code, whose message has `part` in it. */
static inline void assert_refused(const test_text *text, const char *code, const char *part)
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
static inline void assert_limit_coded(void (*make)(test_text *text, int count), int most, const char *code, const char *part)
{
    test_text text = {0};
    make(&text, most);
    assert_compiles(&text);
    test_text_free(&text);
    make(&text, most + 1);
    assert_refused(&text, code, part);
    test_text_free(&text);
}

static inline void assert_limit(void (*make)(test_text *text, int count), int most, const char *part)
{
    assert_limit_coded(make, most, "limit", part);
}

static inline void add_option(test_text *text, int number, int choices)
{
    test_text_add(text, "option o%d \"O\"\n", number);
    for (int c = 0; c < choices; c++)
        test_text_add(text, "c%d \"C\"\n", c);
}

#endif
