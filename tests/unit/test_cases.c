/* tests/unit/test_cases.c - reading and running cases: what the header says of each call, and every limit. */
#include <felt/cases.h>
#include <felt/craps.h>
#include <felt/sheet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char baccarat_text[] = "sheet \"Baccarat\"\n"
                                    "game baccarat with 1 or 2 decks\n"
                                    "option base-game \"which game\"\n"
                                    "  plain \"as usual\"\n"
                                    "  tiger \"with a wager more\"\n"
                                    "wager \"Tie\" as tie\n"
                                    "  paytable PT1 PT2\n"
                                    "  tie pays 8, 9 to 1\n"
                                    "  otherwise loses\n"
                                    "wager \"Pair\" as pair on player or banker\n"
                                    "  own has pair pays 11 to 1\n"
                                    "  otherwise loses\n"
                                    "wager \"Commission\" as commission\n"
                                    "  banker wins pays 1 to 1 less 5%\n"
                                    "  tie pays 1 for 1\n"
                                    "  player wins pays 0 to 1\n"
                                    "wager \"Gap\" as gap\n"
                                    "  tie pays unset\n"
                                    "wager \"Open\" as open\n"
                                    "  tie undefined\n"
                                    "  otherwise loses\n"
                                    "wager \"Tiger\" as tiger\n"
                                    "  offered where base-game is tiger\n"
                                    "  paytable PT1 PT3\n"
                                    "  banker wins pays 1, 2 to 1\n"
                                    "  otherwise loses\n";

static const char craps_text[] = "sheet \"Craps\"\n"
                                 "game craps\n"
                                 "reading ends \"which seven\"\n"
                                 "  seven-out \"with a point on\"\n"
                                 "  any-seven \"any\"\n"
                                 "wager \"Pass\" as pass\n"
                                 "  placed before any come-out roll\n"
                                 "  line wins pays 1 to 1\n"
                                 "  come-out craps or seven-out loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Hardway\" as hard on 6 or 8\n"
                                 "  hard number rolled pays 9 to 1\n"
                                 "  easy number rolled or any seven loses\n"
                                 "  otherwise stays\n"
                                 "wager \"Twice Two\" as twice-two\n"
                                 "  2 rolled 2 times pays 40 for 1 and dealer unset\n"
                                 "  where ends is seven-out: seven-out loses\n"
                                 "  where ends is any-seven: any seven loses\n"
                                 "  otherwise stays\n";

/* ---- a world: two sheets, and one more that a test may put there ---- */

typedef struct world {
    felt_arena *arena;
    felt_diags diags;
    const felt_sheet *baccarat, *craps, *other;
    int asked;
    const felt_cases *cases;
    felt_coverage coverage;
} world;

static const felt_sheet *compile(felt_arena *arena, const char *name, const char *text)
{
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    assert_int_equal(felt_sheet_compile(arena, felt_text_from(name), felt_text_from(text), &diags, &sheet), FELT_OK);
    return sheet;
}

static world *new_world(void)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->arena = felt_arena_new(64 << 20);
    assert_non_null(w->arena);
    w->diags = felt_diags_in(w->arena);
    w->coverage = felt_coverage_in(w->arena);
    w->baccarat = compile(w->arena, "b.felt", baccarat_text);
    w->craps = compile(w->arena, "c.felt", craps_text);
    return w;
}

static void free_world(world *w)
{
    felt_arena_free(w->arena);
    free(w);
}

static felt_status find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    world *w = context;
    w->asked++;
    if (felt_text_is(name, "broken"))
        return FELT_ESHEET;
    if (felt_text_is(name, "full"))
        return FELT_ENOMEM;
    const felt_sheet *sheet = felt_text_is(name, "b") ? w->baccarat : felt_text_is(name, "./c.felt") ? w->craps : w->other;
    if (sheet == NULL)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such sheet");
    *ret = sheet;
    return FELT_OK;
}

static felt_status read_in(world *w, felt_arena *arena, felt_text text)
{
    felt_case_sheets sheets = {w, find};
    w->diags = felt_diags_in(arena);
    w->cases = NULL;
    return felt_cases_read(arena, felt_text_from("x.case"), text, &sheets, &w->diags, &w->cases);
}

static felt_status read_text(world *w, const char *text)
{
    return read_in(w, w->arena, felt_text_from(text));
}

static void assert_message(const world *w, int index, int line, const char *code, const char *part)
{
    assert_true(index < w->diags.count);
    const felt_diag *d = &w->diags.list[index];
    assert_int_equal(d->line, line);
    assert_string_equal(d->code, code);
    if (strstr(d->message.bytes, part) == NULL)
        fail_msg("found: %.*s; expected in it: %s", FELT_TEXT_ARGS(d->message), part);
}

/* Runs `text`, of one case; its first failure as text, "" when it passes. */
static const char *run_text(world *w, const char *text)
{
    felt_case_results results;
    felt_status status = read_text(w, text);
    if (status != FELT_OK)
        fail_msg("%.*s", FELT_TEXT_ARGS(w->diags.list[0].message));
    assert_int_equal(w->cases->count, 1);
    assert_int_equal(felt_cases_run(w->arena, w->cases, &w->coverage, &results), FELT_OK);
    assert_int_equal(results.passed, results.failed == 0);
    return results.failed == 0 ? "" : results.list[0].failures[0].message.bytes;
}

/* ---- reading ---- */

static void test_a_case_is_read(void **state)
{
    (void)state;
    world *w = new_world();
    assert_int_equal(read_text(w, "# first\nsheet ./c.felt\ncase \"two ones\"\n  point 6\n  rolls 1-1 11\n  with ends is any-seven\n"
                                  "  expect twice-two stays\n  rolls 6-5\n  expect hard loses\n"),
                     FELT_OK);
    assert_int_equal(w->asked, 1);
    assert_int_equal(w->cases->count, 1);
    const felt_case *c = &w->cases->list[0];
    assert_true(felt_text_is(c->name, "two ones"));
    assert_int_equal(c->line, 3);
    assert_ptr_equal(c->sheets[0], w->craps);
    assert_int_equal(c->phase, FELT_PUCK_6);
    assert_int_equal(c->event_count, 3);
    assert_int_equal(c->events[0].code, felt_roll_index(1, 1));
    assert_int_equal(c->events[1].code >= FELT_ROLL_TOTALS, 1);
    assert_int_equal(felt_roll_code_total(c->events[2].code), 11);
    assert_int_equal(c->with_count, 1);
    assert_int_equal(c->expect_count, 2);
    assert_int_equal(c->expects[0].event_count, 2);
    assert_int_equal(c->expects[1].event_count, 3);
    assert_int_equal(c->expects[0].wager_count, 1);
    assert_int_equal(c->expects[1].wager_count, 2);
    assert_int_equal(c->expects[1].line, 9);
    free_world(w);
}

static void test_what_find_says(void **state)
{
    (void)state;
    world *w = new_world();
    assert_int_equal(read_text(w, "sheet no/such.felt\ncase \"x\"\n  rolls nonsense\n"), FELT_EDATA);
    assert_int_equal(w->diags.count, 1);
    assert_message(w, 0, 1, "unknown-name", "found 'no/such.felt', expected a sheet: there is no such sheet");
    assert_int_equal(read_text(w, "sheet broken\ncase \"x\"\n  rolls 7\n  expect pass loses\n"), FELT_ESHEET);
    assert_int_equal(w->diags.count, 0);
    assert_int_equal(read_text(w, "sheet broken\nsheet ./c.felt\ncase \"x\"\n  rolls 77\n"), FELT_EDATA);
    assert_int_equal(read_text(w, "sheet full\n"), FELT_ENOMEM);
    assert_null(w->cases);
    assert_int_equal(read_text(w, "sheet \"b\" # in quotes\ncase \"x\"\n player 9S KS\n banker 9S KS\n expect tie pays 1 to 1"), FELT_OK);
    free_world(w);
}

static void test_every_mistake_is_found(void **state)
{
    (void)state;
    world *w = new_world();
    assert_int_equal(read_text(w, "sheet ./c.felt\ncase \"x\"\n  rolls 7 13\n  expect pasd loses\n  with endz is any-seven\ncase \"y\"\n"
                                  "  rolls 8\n  expect hard loses\n  expect hard on 6 stays\n  expect pass wins\n"),
                     FELT_EDATA);
    assert_int_equal(w->diags.count, 5);
    assert_message(w, 0, 3, "syntax", "found the number 13");
    assert_message(w, 1, 4, "unknown-name", "'pasd'");
    assert_true(felt_text_is(w->diags.list[1].help, "did you mean 'pass'?"));
    assert_message(w, 2, 5, "unknown-name", "'endz'");
    assert_message(w, 3, 7, "type", "such as 4-4: 'hard' on 8 tells such rolls apart");
    assert_int_equal(w->diags.list[3].column, 9);
    assert_message(w, 4, 10, "syntax", "found 'wins'");
    assert_true(felt_text_is(w->diags.list[4].source, "  expect pass wins"));
    free_world(w);
}

static void test_deals_are_verified_with_the_most_decks(void **state)
{
    (void)state;
    world *w = new_world();
    assert_string_equal(
        run_text(w, "sheet b\ncase \"x\"\n  player 9S KS\n  banker 9S KS\n  with paytable is PT1\n  expect tie pays 8 to 1\n"), "");
    assert_int_equal(read_text(w, "sheet b\ncase \"x\"\n  player 9S 9S\n  banker 9S KS\n  expect tie loses\n"), FELT_EDATA);
    assert_message(w, 0, 4, "deal", "9S comes 3 times");
    assert_int_equal(read_text(w, "sheet b\ncase \"x\"\n  player 2S 3S\n  banker 7S KS\n  expect tie loses\n"), FELT_EDATA);
    assert_message(w, 0, 4, "deal", "must draw a third card");
    free_world(w);
}

/* ---- comparing ---- */

static void test_pays_compare_by_meaning(void **state)
{
    (void)state;
    static const char *const tie = "sheet b\ncase \"x\"\n  player 9S KS\n  banker 9H KH\n  expect ";
    static const char *const banker = "sheet b\ncase \"x\"\n  player 6S KS\n  banker 9H KH\n  expect ";
    static const char *const player = "sheet b\ncase \"x\"\n  player 9S KS\n  banker 6H KH\n  expect ";
    static const struct {
        const char *const *round;
        const char *expected;
        bool good;
    } list[] = {
        {&banker, "commission pays 1 to 1 less 5%", true},
        {&banker, "commission pays 19 to 20", true},
        {&banker, "commission pays 39 for 20", true},
        {&banker, "commission pays 1 to 1", false},
        {&banker, "commission pushes", false},
        {&tie, "commission pushes", true},
        {&tie, "commission pays 0 to 1", true},
        {&tie, "commission pays 1 for 1", true},
        {&tie, "commission loses", false},
        {&player, "commission pushes", true},
        {&tie, "pair loses", true},
        {&tie, "pair pays -1 to 1", true},
        {&tie, "pair pays 0 for 1", true},
        {&tie, "gap pays unset", true},
        {&tie, "open undefined", true},
        {&tie, "open pays unset", false},
        {&tie, "gap undefined", false},
        {&banker, "open undefined", false},
        {&tie, "gap pushes", false},
        {&tie, "pair pays unset", false},
        {&banker, "gap loses", false},
        {&tie, "gap pays unset and dealer unset", false},
    };
    world *w = new_world();
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s\n", *list[i].round, list[i].expected);
        if ((run_text(w, text)[0] == '\0') != list[i].good)
            fail_msg("%s: %s", list[i].expected, run_text(w, text));
    }
    free_world(w);
}

static void test_failures_say_what_came_out(void **state)
{
    (void)state;
    world *w = new_world();
    assert_string_equal(run_text(w, "sheet b\ncase \"x\"\n  player 9S KS\n  banker 9H KH\n  expect tie pays 8 to 1\n"),
                        "expected pays 8 to 1, got pays 9 to 1 (row \"tie\", b.felt:8) under paytable=PT2");
    assert_string_equal(run_text(w, "sheet b\ncase \"x\"\n  player 9S KS\n  banker 6H KH\n  expect tie pays 8 to 1\n"),
                        "expected pays 8 to 1, got loses (row \"otherwise\", b.felt:9) under paytable=PT1 and 1 more");
    assert_string_equal(run_text(w, "sheet b\ncase \"x\"\n  player 9S KS\n  banker 6H KH\n  expect gap loses\n"),
                        "expected loses, got nothing, because no row fits");
    assert_string_equal(run_text(w, "sheet ./c.felt\ncase \"x\"\n  rolls 2 1-1\n  expect twice-two pays 40 for 1 and dealer 2 to 1\n"),
                        "expected pays 40 for 1 and dealer 2 to 1, got pays 40 for 1 and dealer unset at roll 2 "
                        "(row \"2 rolled 2 times\", c.felt:16) under ends=seven-out and 1 more");
    assert_string_equal(run_text(w, "sheet ./c.felt\ncase \"x\"\n  rolls 7\n  expect twice-two loses\n"),
                        "expected loses, got stays after 1 roll under ends=seven-out");
    assert_string_equal(run_text(w, "sheet ./c.felt\ncase \"x\"\n  rolls 7\n  with ends is any-seven\n  expect twice-two loses\n"), "");
    assert_string_equal(run_text(w, "sheet ./c.felt\ncase \"x\"\n  rolls 4-4\n  expect hard stays\n"),
                        "expected stays, got pays 9 to 1 at roll 1 (row \"hard number rolled\", c.felt:12)");
    free_world(w);
}

static void test_with_lines(void **state)
{
    (void)state;
    world *w = new_world();
    /* It narrows what follows, and does not touch wagers that do not depend on the option. */
    assert_string_equal(run_text(w, "sheet b\ncase \"x\"\n  player 9S KS\n  banker 9H KH\n  with base-game is plain\n  expect pair loses\n"
                                    "  with paytable is PT2\n  expect tie pays 9 to 1\n  expect pair loses\n"),
                        "");
    assert_int_equal(read_text(w, "sheet b\ncase \"x\"\n  player 9S KS\n  banker 9H KH\n  with base-game is plain\n  expect tiger loses\n"),
                     FELT_EDATA);
    assert_message(w, 0, 6, "type", "'tiger' is not offered where base-game is plain");
    assert_int_equal(read_text(w, "sheet b\ncase \"x\"\n  player 9S KS\n  banker 9H KH\n  with paytable is PT2\n  expect tiger loses\n"),
                     FELT_EDATA);
    assert_message(w, 0, 6, "type", "'tiger' is not offered where paytable is PT2");
    free_world(w);
}

static void test_rolls_after_the_decision_do_not_matter(void **state)
{
    (void)state;
    world *w = new_world();
    assert_string_equal(run_text(w, "sheet ./c.felt\ncase \"x\"\n  rolls 7 8 6\n  expect hard loses\n  expect pass pays 1 to 1\n"), "");
    assert_int_equal(read_text(w, "sheet ./c.felt\ncase \"x\"\n  point 4\n  rolls 4\n  expect pass pays 1 to 1\n"), FELT_EDATA);
    assert_message(w, 0, 5, "type", "'pass' may not be placed while the puck is on 4");
    free_world(w);
}

/* ---- coverage ---- */

static void test_coverage_adds_up(void **state)
{
    (void)state;
    world *w = new_world();
    run_text(w, "sheet ./c.felt\ncase \"x\"\n  rolls 7\n  expect pass pays 1 to 1\n  expect hard pushes\n");
    felt_coverage_sheet *c = w->coverage.first;
    assert_ptr_equal(c->sheet, w->craps);
    assert_null(c->next);
    assert_int_equal(c->decided[0], 1);
    assert_int_equal(c->decided[1], 0); /* the expectation failed */
    /* Rows that stay decide nothing and are not wanted. */
    assert_int_equal(felt_coverage_wanted(&w->craps->wagers[0]), 3);
    assert_int_equal(felt_coverage_wanted(&w->craps->wagers[3]), 7);
    run_text(w, "sheet ./c.felt\ncase \"y\"\n  rolls 6-2\n  expect hard on 8 loses\n  expect pass stays\n");
    assert_int_equal(c->decided[0], 1);
    assert_int_equal(c->decided[2], 2);
    /* One side that fails: the line did not hold, so none of its rows count. */
    run_text(w, "sheet ./c.felt\ncase \"z\"\n  rolls 4-4\n  expect hard pays 9 to 1\n");
    assert_int_equal(c->decided[2], 2);
    /* Rows of every variant that the line left. */
    run_text(w, "sheet ./c.felt\ncase \"z\"\n  rolls 6 7\n  expect twice-two loses\n");
    assert_int_equal(c->decided[3], 6);
    run_text(w, "sheet b\ncase \"z\"\n  player 9S KS\n  banker 6H KH\n  expect tie loses\n");
    assert_ptr_equal(c->next->sheet, w->baccarat);
    assert_int_equal(c->next->decided[0], 2);
    free_world(w);
}

/* ---- limits: at each, and one past it ---- */

typedef struct text_buffer {
    char *bytes;
    size_t length, capacity;
} text_buffer;

static void put(text_buffer *b, const char *text, int times)
{
    size_t length = strlen(text);
    size_t need = b->length + length * (size_t)times + 1;
    if (need > b->capacity) {
        b->capacity = need * 2;
        b->bytes = realloc(b->bytes, b->capacity);
        assert_non_null(b->bytes);
    }
    for (int i = 0; i < times; i++, b->length += length)
        memcpy(b->bytes + b->length, text, length);
    b->bytes[b->length] = '\0';
}

static felt_status read_buffer(world *w, text_buffer *b)
{
    felt_status status = read_in(w, w->arena, (felt_text){b->bytes, b->length});
    free(b->bytes);
    return status;
}

static void test_limit_of_rolls(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        world *w = new_world();
        text_buffer b = {0};
        put(&b, "sheet ./c.felt\ncase \"x\"\n", 1);
        put(&b, "  rolls 3 3\n", FELT_CASE_EVENTS_MAX / 2);
        put(&b, "  rolls 3\n", past);
        put(&b, "  expect hard stays\n", 1);
        assert_int_equal(read_buffer(w, &b), past ? FELT_EDATA : FELT_OK);
        if (past)
            assert_message(w, 0, 503, "limit", "more than 1000 rolls");
        free_world(w);
    }
}

static void test_limit_of_expects(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        world *w = new_world();
        text_buffer b = {0};
        put(&b, "sheet ./c.felt\ncase \"x\"\n  rolls 3\n", 1);
        put(&b, "  expect hard stays\n", FELT_CASE_EXPECTS_MAX + past);
        assert_int_equal(read_buffer(w, &b), past ? FELT_EDATA : FELT_OK);
        if (past)
            assert_message(w, 0, 1004, "limit", "more than 1000 'expect' lines");
        free_world(w);
    }
}

/* A table that a case is played at is gone when its expectation is: a file of any length within the limits can be run. */
static void test_expectations_keep_no_tables(void **state)
{
    (void)state;
    world *w = new_world();
    text_buffer b = {0};
    felt_case_results results;
    put(&b, "sheet ./c.felt\ncase \"x\"\n  bet pass 10\n  rolls 7\n", 1);
    put(&b, "  expect pass gets 20\n", FELT_CASE_EXPECTS_MAX);
    assert_int_equal(read_buffer(w, &b), FELT_OK);
    size_t before = felt_arena_used(w->arena);
    assert_int_equal(felt_cases_run(w->arena, w->cases, NULL, &results), FELT_OK);
    assert_int_equal(results.passed, 1);
    assert_in_range(felt_arena_used(w->arena) - before, 0, 4096);
    free_world(w);
}

static void test_limit_of_withs(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        world *w = new_world();
        text_buffer sheet = {0}, b = {0};
        put(&sheet, "sheet \"Options\"\ngame craps\n", 1);
        put(&b, "sheet options\ncase \"x\"\n", 1);
        for (int i = 0; i < FELT_CASE_WITHS_MAX + past; i++) {
            char line[64];
            snprintf(line, sizeof line, "option o%d \"x\"\n  a \"x\"\n", i);
            put(&sheet, line, 1);
            snprintf(line, sizeof line, "  with o%d is a\n", i);
            put(&b, line, 1);
        }
        put(&sheet, "wager \"Seven\" as seven\n  any seven pays 4 to 1\n  otherwise loses\n", 1);
        put(&b, "  rolls 7\n  expect seven pays 4 to 1\n", 1);
        w->other = compile(w->arena, "options.felt", sheet.bytes);
        free(sheet.bytes);
        assert_int_equal(read_buffer(w, &b), past ? FELT_EDATA : FELT_OK);
        if (past)
            assert_message(w, 0, 19, "limit", "more than 16 'with' lines");
        free_world(w);
    }
}

static void test_limit_of_cards(void **state)
{
    (void)state;
    world *w = new_world();
    assert_int_equal(read_text(w, "sheet b\ncase \"x\"\n  player 2S 3S 4S\n  banker 7S KS\n  expect tie loses\n"), FELT_OK);
    assert_int_equal(read_text(w, "sheet b\ncase \"x\"\n  player 2S 3S 4S 5S\n  banker 7S KS\n  expect tie loses\n"), FELT_EDATA);
    assert_message(w, 0, 3, "limit", "found card number 4");
    free_world(w);
}

static void test_limits_of_the_file(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        world *w = new_world();
        text_buffer lines = {0}, bytes = {0};
        put(&lines, "sheet ./c.felt\ncase \"x\"\n  rolls 3\n  expect hard stays\n", 1);
        put(&bytes, lines.bytes, 1);
        put(&lines, "\n", FELT_SHEET_LINES_MAX - 4 + past);
        assert_int_equal(read_buffer(w, &lines), past ? FELT_EDATA : FELT_OK);
        put(&bytes, " ", FELT_SHEET_BYTES_MAX - (int)bytes.length + past);
        assert_int_equal(read_buffer(w, &bytes), past ? FELT_EDATA : FELT_OK);
        assert_int_equal(w->diags.count, past);
        free_world(w);
    }
}

static void test_limit_of_failures(void **state)
{
    (void)state;
    for (int past = 0; past <= 1; past++) {
        world *w = new_world();
        text_buffer b = {0};
        felt_case_results results;
        put(&b, "sheet ./c.felt\ncase \"x\"\n  rolls 3\n", 1);
        put(&b, "  expect hard on 8 loses\n", FELT_CASE_FAILURES_MAX + past);
        assert_int_equal(read_buffer(w, &b), FELT_OK);
        assert_int_equal(felt_cases_run(w->arena, w->cases, NULL, &results), FELT_OK);
        assert_int_equal(results.list[0].failure_count, FELT_CASE_FAILURES_MAX);
        assert_int_equal(results.list[0].dropped, past);
        assert_int_equal(results.failed, 1);
        free_world(w);
    }
}

/* Whatever the arena can still give, reading and running end with FELT_ENOMEM or well. */
static void test_memory_runs_out(void **state)
{
    (void)state;
    static const char text[] =
        "sheet ./c.felt\ncase \"x\"\n  rolls 6 7\n  with ends is any-seven\n  expect twice-two stays\n  expect pass loses\n";
    world *w = new_world();
    bool read = false, ran = false;
    for (size_t cap = 1 << 10; !ran && cap < 4 << 20; cap += 509) {
        felt_arena *arena = felt_arena_new(cap);
        if (arena == NULL)
            continue;
        felt_status status = read_in(w, arena, felt_text_from(text));
        assert_true(status == FELT_ENOMEM || status == FELT_OK);
        assert_true(status == FELT_OK || !read);
        read = status == FELT_OK;
        felt_coverage coverage = felt_coverage_in(arena);
        felt_case_results results;
        if (read) {
            status = felt_cases_run(arena, w->cases, &coverage, &results);
            assert_true(status == FELT_ENOMEM || (status == FELT_OK && results.failed == 1));
            ran = status == FELT_OK;
        }
        felt_arena_free(arena);
    }
    assert_true(ran);
    free_world(w);
}

/* The same for a file with mistakes: all of them are told, or none. */
static void test_memory_runs_out_over_mistakes(void **state)
{
    (void)state;
    static const char text[] = "sheet ./c.felt\ncase \"x\"\n  rolls 13\n  with endz is any-seven\n  expect pasd stays\ncase \"y\n";
    world *w = new_world();
    felt_status status = FELT_ENOMEM;
    for (size_t cap = 1 << 10; status == FELT_ENOMEM && cap < 4 << 20; cap += 61) {
        felt_arena *arena = felt_arena_new(cap);
        if (arena == NULL)
            continue;
        status = read_in(w, arena, felt_text_from(text));
        assert_true(status == FELT_ENOMEM || (status == FELT_EDATA && w->diags.count == 4));
        felt_arena_free(arena);
    }
    assert_int_equal(status, FELT_EDATA);
    free_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_case_is_read),
        cmocka_unit_test(test_what_find_says),
        cmocka_unit_test(test_every_mistake_is_found),
        cmocka_unit_test(test_deals_are_verified_with_the_most_decks),
        cmocka_unit_test(test_pays_compare_by_meaning),
        cmocka_unit_test(test_failures_say_what_came_out),
        cmocka_unit_test(test_with_lines),
        cmocka_unit_test(test_rolls_after_the_decision_do_not_matter),
        cmocka_unit_test(test_coverage_adds_up),
        cmocka_unit_test(test_limit_of_rolls),
        cmocka_unit_test(test_limit_of_expects),
        cmocka_unit_test(test_expectations_keep_no_tables),
        cmocka_unit_test(test_limit_of_withs),
        cmocka_unit_test(test_limit_of_cards),
        cmocka_unit_test(test_limits_of_the_file),
        cmocka_unit_test(test_limit_of_failures),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_memory_runs_out_over_mistakes),
    };
    return cmocka_run_group_tests_name("cases", tests, NULL, NULL);
}
