/* tests/fault/fault_table.c - every request for memory made to fail in turn, while a live table is played, saved and loaded.
 *
 * A decision or an event for which there is no memory ends with FELT_ENOMEM and leaves the table as it was: the same is tried again, and in
 * the end the table is the same to the byte. */
#include "failing.h"

#include <felt/sheet.h>
#include <felt/table.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char craps[] = "sheet \"Craps\"\ngame craps\nwager \"Pass\" as pass\n  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n  come-out craps or seven-out loses\n  otherwise stays\n"
                            "wager \"Hard\" as hard on 6 or 8\n  may be raised, lowered, taken down or turned off\n"
                            "  hard number rolled pays 9 to 1\n  easy number rolled or any seven loses\n  otherwise stays\n"
                            "wager \"Side\" as side\n  needs \"Pass\"\n  placed before any come-out roll\n  7 rolled pays 4 to 1\n"
                            "  otherwise loses\n";

enum { PASS, HARD_6, HARD_8, SIDE };

static const felt_command commands[] = {
    {.kind = FELT_COMMAND_SIT, .player = 1, .id = 1, .seat = -1},
    {.kind = FELT_COMMAND_SIT, .player = 2, .id = 1, .seat = -1},
    {.kind = FELT_COMMAND_BET, .player = 1, .id = 2, .wager = PASS, .amount = {10}},
    {.kind = FELT_COMMAND_BET, .player = 1, .id = 3, .wager = SIDE, .amount = {10}},
    {.kind = FELT_COMMAND_CHANGE, .player = 1, .id = 4, .bet = 1, .action = FELT_ACTION_TAKE_DOWN},
    {.kind = FELT_COMMAND_BET, .player = 1, .id = 5, .wager = PASS, .amount = {10}},
    {.kind = FELT_COMMAND_BET, .player = 2, .id = 2, .wager = HARD_6, .amount = {5}, .stays = true},
    {.kind = FELT_COMMAND_BET, .player = 2, .id = 3, .wager = HARD_8, .amount = {99}},
    {.kind = FELT_COMMAND_CHANGE, .player = 2, .id = 4, .bet = 4, .action = FELT_ACTION_RAISE, .amount = {3}},
    {.kind = FELT_COMMAND_CLOSE_BETTING, .id = 1},
    {.kind = FELT_COMMAND_RESULT, .id = 2, .code = 11}, /* 3-3 */
    {.kind = FELT_COMMAND_VOID, .id = 3, .text = "the lights went out"},
};

typedef struct table {
    felt_arena *arena;
    felt_table_setup setup;
} table;

static void table_open(table *t)
{
    felt_selection none = {.count = 0};
    const felt_sheet *sheet;
    t->arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    assert_non_null(t->arena);
    felt_diags diags = felt_diags_in(t->arena);
    assert_int_equal(felt_sheet_compile(t->arena, felt_text_from("s.felt"), felt_text_from(craps), &diags, &sheet), FELT_OK);
    t->setup = (felt_table_setup){.seats = 3, .seat_bets = 70, .cost_max = {700}};
    assert_int_equal(felt_book_open(t->arena, &sheet, 1, &none, (felt_house){.min = {0}}, &t->setup.book, NULL), FELT_OK);
}

/* What failed once is done again; with all requests failing, it gives up. */
static felt_status step(felt_table *live, const felt_command *command, felt_events *events)
{
    felt_answer answer;
    felt_error error = {.item = 0};
    felt_status status = FELT_ENOMEM;
    for (int i = 0; i < 2 && status == FELT_ENOMEM; i++)
        status = felt_table_decide(live, command, 5, events, &answer, &error);
    if (status == FELT_ENOMEM) {
        assert_int_equal(events->count, 0);
        assert_string_equal(error.message, "out of memory");
        return status;
    }
    for (int i = 0; i < events->count; i++) {
        status = FELT_ENOMEM;
        for (int k = 0; k < 2 && status == FELT_ENOMEM; k++)
            status = felt_table_evolve(live, &events->list[i], &error);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

static felt_status save_and_load(const table *t, felt_table *live, uint64_t *ret_digest)
{
    uint8_t *bytes;
    size_t size;
    felt_table *loaded = NULL;
    felt_status status = felt_table_save(live, &bytes, &size, NULL);
    if (status != FELT_OK)
        return status;
    failing_digest(ret_digest, bytes, size);
    status = felt_table_load(&t->setup, bytes, size, &loaded, NULL);
    felt_table_free(loaded);
    free(bytes);
    return status;
}

static felt_status play(void *context, uint64_t *ret_digest)
{
    const table *t = context;
    felt_table *live;
    felt_events events = {0};
    felt_status status = felt_table_new(&t->setup, &live, NULL);
    if (status != FELT_OK)
        return status;
    for (size_t i = 0; i < sizeof commands / sizeof *commands && status == FELT_OK; i++) {
        status = step(live, &commands[i], &events);
        if (status == FELT_OK && i + 2 >= sizeof commands / sizeof *commands)
            status = save_and_load(t, live, ret_digest);
    }
    felt_events_free(&events);
    felt_table_free(live);
    return status;
}

static void a_table_without_memory(void **state)
{
    (void)state;
    table t;
    table_open(&t);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 40, play, &t);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 4, play, &t);
    felt_arena_free(t.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_table_without_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
