/* tests/unit/test_tables.c - tables files: what the header says of each call, and every limit. */
#include <felt/sheet.h>
#include <felt/tables.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TEXT_BYTES = 1 << 18 };

static const char cards_text[] = "sheet \"Cards\"\n"
                                 "game baccarat with 1 or 8 decks\n"
                                 "option tie-pay \"what a tie pays\"\n"
                                 "  8 \"8 to 1\"\n"
                                 "  12 \"12 to 1\"\n"
                                 "wager \"Player\" as player\n"
                                 "  player wins pays 1 to 1\n"
                                 "  tie pushes\n"
                                 "  otherwise loses\n"
                                 "wager \"Tie\" as tie\n"
                                 "  where tie-pay is 8: tie pays 8 to 1\n"
                                 "  where tie-pay is 12: tie pays 12 to 1\n"
                                 "  otherwise loses\n"
                                 "wager \"Pair\" as pair on player or banker\n"
                                 "  needs tie\n"
                                 "  own has pair pays 11 to 1\n"
                                 "  otherwise loses\n";

/* What a table of that sheet needs, but for `cut` and what a test is about. */
static const char head[] = "table \"T\" as t\n  sheets cards\n  with decks is 8\n";
static const char rest[] = "  pace on demand\n  stakes 1 to 10\n  limit event 100\n";

typedef struct world {
    felt_arena *arena;
    felt_diags diags;
    const felt_sheet *cards;
    felt_status answer; /* of `find` for any other name */
    const felt_tables *tables;
    char text[TEXT_BYTES];
    size_t length;
} world;

static world *new_world(void)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    assert_non_null(w->arena);
    w->diags = felt_diags_in(w->arena);
    w->answer = FELT_ENOTFOUND;
    assert_int_equal(felt_sheet_compile(w->arena, felt_text_from("cards.felt"), felt_text_from(cards_text), &w->diags, &w->cards), FELT_OK);
    return w;
}

static void free_world(world *w)
{
    felt_arena_free(w->arena);
    free(w);
}

static void add(world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(world *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    w->length += (size_t)vsnprintf(w->text + w->length, sizeof w->text - w->length, format, args);
    va_end(args);
    assert_true(w->length < sizeof w->text);
}

/* A table that is right, with `lines` in it. */
static void add_table(world *w, const char *lines)
{
    add(w, "%s  with tie-pay is 8\n  seats 7\n  cut 14\n%s%s", head, rest, lines);
}

static felt_status find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    world *w = context;
    (void)error;
    if (!felt_text_is(name, "cards"))
        return w->answer;
    *ret = w->cards;
    return FELT_OK;
}

/* Reads the text so far, and forgets it. */
static felt_status read_text(world *w)
{
    felt_table_sheets sheets = {w, find};
    w->diags = felt_diags_in(w->arena);
    w->tables = NULL;
    felt_status status =
        felt_tables_read(w->arena, felt_text_from("t.tables"), (felt_text){w->text, w->length}, &sheets, &w->diags, &w->tables);
    assert_true((status == FELT_OK) == (w->tables != NULL));
    assert_true((status == FELT_EDATA) == (w->diags.error_count > 0));
    w->length = 0;
    return status;
}

static void assert_refused(world *w, const char *code)
{
    assert_int_equal(read_text(w), FELT_EDATA);
    assert_int_equal(w->diags.error_count, 1);
    assert_string_equal(w->diags.list[0].code, code);
}

/* ---- plans ---- */

static void a_table_is_read(void **state)
{
    (void)state;
    world *w = new_world();
    add_table(w, "  rest 5 seconds\n  bets 9\n  idle 60 seconds\n  chips 2\n  stakes 3 to 9 on pair\n  limit seat 20\n  limit round 30\n  "
                 "rounding up\n"
                 "  vig at least 1 in units of 2 rounding nearest-half-up\n  odds live\n  cut-rule last-round\n  burn one\n");
    assert_int_equal(read_text(w), FELT_OK);
    assert_int_equal(w->tables->count, 1);
    const felt_table_plan *t = felt_tables_find(w->tables, felt_text_from("t"));
    assert_ptr_equal(t, &w->tables->list[0]);
    assert_null(felt_tables_find(w->tables, felt_text_from("T")));
    assert_int_equal(t->seats, 7);
    assert_true(t->odds_live);
    assert_int_equal(t->betting_s, 0);
    assert_int_equal(t->rest_s, 5);
    assert_int_equal(t->cut, 14);
    assert_int_equal(t->rules.cut, FELT_CUT_LAST_ROUND);
    assert_int_equal(t->rules.burn, FELT_BURN_ONE);
    assert_true(t->rules_stated);
    assert_int_equal(t->seat_most.minor, 2000);
    assert_int_equal(t->round_most.minor, 3000);
    assert_int_equal(t->event_most.minor, 10000);
    const felt_house *house = felt_book_house(t->book);
    assert_int_equal(house->rounding, FELT_ROUNDING_UP);
    assert_int_equal(house->min.minor, 100);
    assert_int_equal(house->max.minor, 1000);
    assert_int_equal(house->vig_min.minor, 100);
    assert_int_equal(house->vig_unit.minor, 200);
    assert_int_equal(house->vig_rounding, FELT_ROUNDING_NEAREST);
    assert_int_equal(felt_book_decks(t->book), 8);
    assert_int_equal(t->offered, 4);
    assert_int_equal(t->wagers[0].min.minor, 200); /* whole chips of 2 */
    assert_int_equal(t->wagers[0].max.minor, 1000);
    assert_int_equal(t->wagers[3].min.minor, 400);
    assert_int_equal(t->wagers[3].max.minor, 800);
    free_world(w);
}

/* "A wager is closed by itself where the player has the edge", and with it what needs it. */
static void the_players_edge_is_closed(void **state)
{
    (void)state;
    world *w = new_world();
    add(w, "%s  with tie-pay is 12\n  seats 7\n  cut 14\n%s", head, rest);
    assert_int_equal(read_text(w), FELT_OK);
    const felt_table_plan *t = w->tables->list;
    assert_int_equal(t->wagers[0].closed, FELT_CLOSED_NOT);
    assert_int_equal(t->wagers[1].closed, FELT_CLOSED_PLAYER_EDGE);
    assert_true(t->wagers[1].edge.bytes[0] == '-');
    assert_int_equal(t->wagers[2].closed, FELT_CLOSED_BASE);
    assert_int_equal(t->wagers[3].closed, FELT_CLOSED_BASE);
    assert_int_equal(t->offered, 1);
    assert_int_equal(t->closed, 3);
    add(w, "%s  with tie-pay is 12\n  seats 7\n  cut 14\n%s  offer tie \"a gift\"\n", head, rest);
    assert_int_equal(read_text(w), FELT_OK);
    t = w->tables->list;
    assert_int_equal(t->offered, 4);
    assert_int_equal(t->wagers[1].but_offered, FELT_CLOSED_PLAYER_EDGE);
    assert_true(felt_text_is(t->wagers[1].reason, "a gift"));
    free_world(w);
}

static void reasons_have_words(void **state)
{
    (void)state;
    assert_string_equal(felt_closed_text(FELT_CLOSED_NOT), "");
    assert_string_equal(felt_closed_text(FELT_CLOSED_BY_CHOICES), "choices");
    assert_string_equal(felt_closed_text(FELT_CLOSED_DEALER_UNSET), "dealer-unset");
    assert_string_equal(felt_closed_text(FELT_CLOSED_PLAYER_EDGE), "player-edge");
    assert_string_equal(felt_closed_text(FELT_CLOSED_BASE), "base");
    assert_string_equal(felt_closed_text(FELT_CLOSED_CONFIGURATION), "configuration");
}

/* "FELT_ESHEET: nothing is wrong with the file, but a sheet that it names does not compile." */
static void find_fails(void **state)
{
    (void)state;
    static const struct {
        felt_status answer, expected;
    } cases[] = {{FELT_ENOTFOUND, FELT_EDATA}, {FELT_EIO, FELT_EDATA}, {FELT_ESHEET, FELT_ESHEET}, {FELT_ENOMEM, FELT_ENOMEM}};
    world *w = new_world();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        w->answer = cases[i].answer;
        add(w, "table \"T\" as t\n  sheets other\n  seats 7\n%s", rest);
        assert_int_equal(read_text(w), cases[i].expected);
    }
    free_world(w);
}

/* The setup of a live table says what the plan says, and a table can be made of it. */
static void a_plan_makes_a_table(void **state)
{
    (void)state;
    world *w = new_world();
    add(w, "%s  with tie-pay is 12\n  seats 7\n  bets 9\n  idle 60 seconds\n  rest 5 seconds\n  cut 14\n%s  chips 20 on pair\n", head,
        rest);
    assert_int_equal(read_text(w), FELT_OK);
    const felt_table_plan *plan = w->tables->list;
    felt_table_setup setup;
    felt_table *table;
    assert_int_equal(felt_table_plan_setup(w->arena, plan, &setup), FELT_OK);
    assert_int_equal(setup.seats, 7);
    assert_int_equal(setup.seat_bets, 9);
    assert_int_equal(setup.cost_max.minor, 10000);
    assert_int_equal(setup.pace, FELT_PACE_ON_DEMAND);
    assert_int_equal(setup.between_ms, 5000);
    assert_int_equal(setup.seat_timeout_ms, 60000);
    assert_false(setup.wagers[0].closed);
    assert_int_equal(setup.wagers[0].max.minor, 1000);
    assert_int_equal(setup.wagers[0].unit.minor, FELT_CREDIT_MINOR);
    assert_true(setup.wagers[1].closed);
    assert_true(felt_text_equal(felt_text_from(setup.wagers[1].reason), plan->wagers[1].reason));
    assert_int_equal(felt_table_new(&setup, &table, NULL), FELT_OK);
    felt_table_free(table);
    free_world(w);
}

static felt_status find_shipped(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    felt_text path = felt_arena_print(context, "%s/rules/%.*s.felt", FELT_SOURCE_DIR, FELT_TEXT_ARGS(name));
    return felt_sheet_load(context, path.bytes, NULL, ret, error);
}

/* Every table of the file that comes with Felt makes a live table. */
static void the_shipped_file_makes_tables(void **state)
{
    (void)state;
    world *w = new_world();
    FILE *file = fopen(FELT_SOURCE_DIR "/tables/felt.tables", "r");
    assert_non_null(file);
    felt_text text = {w->text, fread(w->text, 1, sizeof w->text, file)};
    fclose(file);
    felt_table_sheets sheets = {w->arena, find_shipped};
    assert_int_equal(felt_tables_read(w->arena, felt_text_from("felt.tables"), text, &sheets, &w->diags, &w->tables), FELT_OK);
    assert_int_equal(w->tables->count, 9);
    for (int i = 0; i < w->tables->count; i++) {
        felt_table_setup setup;
        felt_table *table;
        assert_int_equal(felt_table_plan_setup(w->arena, &w->tables->list[i], &setup), FELT_OK);
        assert_int_equal(felt_table_new(&setup, &table, NULL), FELT_OK);
        felt_table_free(table);
    }
    free_world(w);
}

static void the_text_of_a_table_is_a_file_of_it_alone(void **state)
{
    (void)state;
    world *w = new_world();
    add(w, "# tables\n\n");
    add_table(w, "  limit seat 3\n");
    add(w, "table \"U\" as u\n  sheets cards\n  with decks is 8\n  with tie-pay is 8\n  seats 5\n  cut 20\n%s", rest);
    felt_table_sheets sheets = {w, find};
    assert_int_equal(read_text(w), FELT_OK);
    assert_int_equal(w->tables->count, 2);
    const felt_table_plan *first = &w->tables->list[0], *second = &w->tables->list[1];
    const felt_tables *alone;
    assert_int_equal(felt_tables_read(w->arena, felt_text_from("t"), first->text, &sheets, &w->diags, &alone), FELT_OK);
    assert_int_equal(alone->count, 1);
    assert_int_equal(alone->list[0].seat_most.minor, 3 * FELT_CREDIT_MINOR);
    assert_true(felt_text_equal(alone->list[0].text, first->text));
    assert_int_equal(felt_tables_read(w->arena, felt_text_from("u"), second->text, &sheets, &w->diags, &alone), FELT_OK);
    assert_int_equal(alone->count, 1);
    assert_int_equal(alone->list[0].cut, 20);
    assert_int_equal(alone->list[0].rules.cut, FELT_CUT_ONE_MORE); /* the default */
    assert_int_equal(alone->list[0].rules.burn, FELT_BURN_VALUE);
    assert_false(alone->list[0].rules_stated);
    free_world(w);
}

/* ---- limits ---- */

/* A line with a number at its limits and one past them. */
static void assert_range(world *w, const char *lines, long low, long high)
{
    const long numbers[] = {low - 1, low, high, high + 1};
    for (int i = 0; i < 4; i++) {
        bool good = i == 1 || i == 2;
        add(w, "%s  with tie-pay is 8\n", head);
        add(w, lines, numbers[i]); /* NOLINT */
        if (good)
            assert_int_equal(read_text(w), FELT_OK);
        else
            assert_refused(w, "range");
    }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void numbers(void **state)
{
    (void)state;
    world *w = new_world();
    assert_range(w, "  seats %ld\n  pace on demand\n  cut 14\n  stakes 1 to 10\n  limit event 1\n", 1, FELT_TABLE_SEATS_MAX);
    assert_range(w, "  seats 7\n  bets %ld\n  pace on demand\n  cut 14\n  stakes 1 to 10\n  limit event 1\n", 1, FELT_TABLE_SEAT_BETS_MAX);
    assert_range(w, "  seats 7\n  idle %ld seconds\n  pace on demand\n  cut 14\n  stakes 1 to 10\n  limit event 1\n", 1,
                 FELT_TABLE_SECONDS_MAX);
    assert_range(w, "  seats 7\n  pace %ld seconds\n  cut 14\n  stakes 1 to 10\n  limit event 1\n", 1, FELT_TABLE_SECONDS_MAX);
    assert_range(w, "  seats 7\n  pace on demand\n  cut %ld\n  stakes 1 to 10\n  limit event 1\n", 12, 404);
    assert_range(w, "  seats 7\n  pace on demand\n  cut 14\n  stakes 1 to %ld\n  limit event 1\n", 1, FELT_TABLE_CREDITS_MAX);
    assert_range(w, "  seats 7\n  pace on demand\n  cut 14\n  stakes 1 to 10\n  limit event %ld\n", 1, FELT_TABLE_CREDITS_MAX);
    free_world(w);
}
#pragma GCC diagnostic pop

static void reasons_at_the_limit(void **state)
{
    (void)state;
    world *w = new_world();
    for (int past = 0; past < 2; past++) {
        add_table(w, "");
        add(w, "  close tie \"%0*d\"\n", FELT_TABLE_TEXT_BYTES - 1 + past, 0);
        if (past == 1)
            assert_refused(w, "limit");
        else
            assert_int_equal(read_text(w), FELT_OK);
    }
    free_world(w);
}

static void tables_at_the_limit(void **state)
{
    (void)state;
    world *w = new_world();
    for (int past = 0; past < 2; past++) {
        for (int i = 0; i < FELT_TABLES_MAX + past; i++)
            add(w, "table \"T\" as t-%d\n  sheets cards\n  with decks is 8\n  with tie-pay is 8\n  seats 7\n  cut 14\n%s", i, rest);
        if (past == 1)
            assert_refused(w, "limit");
        else
            assert_int_equal(read_text(w), FELT_OK);
    }
    free_world(w);
}

/* A sheet with one side wager more than lines may name. */
static void terms_at_the_limit(void **state)
{
    (void)state;
    world *w = new_world();
    char *text = calloc(1, TEXT_BYTES);
    assert_non_null(text);
    size_t at = (size_t)snprintf(text, TEXT_BYTES, "sheet \"Many\"\ngame baccarat with 8 decks\n");
    for (int i = 0; i < 172; i++)
        at += (size_t)snprintf(text + at, TEXT_BYTES - at,
                               "wager \"W%d\" as w%d on player or banker\n  own has pair pays 11 to 1\n  otherwise loses\n", i, i);
    assert_int_equal(felt_sheet_compile(w->arena, felt_text_from("cards.felt"), (felt_text){text, at}, &w->diags, &w->cards), FELT_OK);
    free(text);
    for (int past = 0; past < 2; past++) {
        add(w, "table \"T\" as t\n  sheets cards\n  seats 7\n  cut 14\n%s", rest); /* `stakes` of the table is one */
        for (int i = 0; i < FELT_TABLE_TERMS_MAX - 1 + past; i++) {                /* three for each wager: all sides, and each of them */
            static const char *const sides[] = {"", " on player", " on banker"};
            add(w, "  stakes 1 to 5 on w%d%s\n", i / 3, sides[i % 3]);
        }
        if (past == 1)
            assert_refused(w, "limit");
        else
            assert_int_equal(read_text(w), FELT_OK);
    }
    free_world(w);
}

/* A sheet with as many options as there may be `with` lines, and one more. */
static void withs_at_the_limit(void **state)
{
    (void)state;
    world *w = new_world();
    char *text = calloc(1, TEXT_BYTES);
    assert_non_null(text);
    for (int past = 0; past < 2; past++) {
        const char *decks = past == 0 ? "8" : "7 or 8"; /* a choice more */
        size_t at = (size_t)snprintf(text, TEXT_BYTES, "sheet \"Many\"\ngame baccarat with %s decks\n", decks);
        int options = FELT_OPTIONS_MAX - 1;
        for (int i = 0; i < options; i++)
            at += (size_t)snprintf(text + at, TEXT_BYTES - at, "option o%d \"o\"\n  a \"a\"\n  b \"b\"\n", i);
        at += (size_t)snprintf(text + at, TEXT_BYTES - at, "wager \"W\" as w\n  paytable A B\n  tie pays 7, 8 to 1\n  otherwise loses\n");
        assert_int_equal(felt_sheet_compile(w->arena, felt_text_from("cards.felt"), (felt_text){text, at}, &w->diags, &w->cards), FELT_OK);
        add(w, "table \"T\" as t\n  sheets cards\n  seats 7\n  cut 14\n%s", rest);
        for (int i = 0; i < options; i++)
            add(w, "  with o%d is a\n", i);
        add(w, "  with paytable is A\n");
        if (past == 1) {
            add(w, "  with decks is 8\n");
            assert_int_equal(read_text(w), FELT_EDATA);
            assert_string_equal(w->diags.list[w->diags.count - 1].code, "limit");
        } else
            assert_int_equal(read_text(w), FELT_OK);
    }
    free(text);
    free_world(w);
}

static void bytes_at_the_limit(void **state)
{
    (void)state;
    world *w = new_world();
    felt_table_sheets sheets = {w, find};
    char *text = malloc(FELT_SHEET_BYTES_MAX + 1);
    assert_non_null(text);
    memset(text, '#', FELT_SHEET_BYTES_MAX + 1);
    add_table(w, "");
    memcpy(text, w->text, w->length);
    for (int past = 0; past < 2; past++) {
        w->diags = felt_diags_in(w->arena);
        felt_text bytes = {text, (size_t)FELT_SHEET_BYTES_MAX + (size_t)past};
        assert_int_equal(felt_tables_read(w->arena, felt_text_from("t"), bytes, &sheets, &w->diags, &w->tables),
                         past ? FELT_EDATA : FELT_OK);
    }
    free(text);
    free_world(w);
}

/* A missing option is one error that lists its choices and their titles. */
static void a_missing_option_lists_its_choices(void **state)
{
    (void)state;
    world *w = new_world();
    add(w, "%s  seats 7\n  cut 14\n%s", head, rest);
    assert_refused(w, "missing");
    assert_true(felt_text_is(w->diags.list[0].help, "choose one of: 8 (8 to 1); 12 (12 to 1)"));
    free_world(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_read),
        cmocka_unit_test(the_players_edge_is_closed),
        cmocka_unit_test(reasons_have_words),
        cmocka_unit_test(find_fails),
        cmocka_unit_test(a_plan_makes_a_table),
        cmocka_unit_test(the_shipped_file_makes_tables),
        cmocka_unit_test(the_text_of_a_table_is_a_file_of_it_alone),
        cmocka_unit_test(numbers),
        cmocka_unit_test(reasons_at_the_limit),
        cmocka_unit_test(tables_at_the_limit),
        cmocka_unit_test(terms_at_the_limit),
        cmocka_unit_test(withs_at_the_limit),
        cmocka_unit_test(bytes_at_the_limit),
        cmocka_unit_test(a_missing_option_lists_its_choices),
    };
    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
