/* tests/fault/fault_strategy.c - every request for memory and for a thread made to fail in turn, while a strategy is read, played and
 * printed. */
#include "failing.h"

#include <felt/sheet.h>
#include <felt/strategy_report.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { THREADS = 2 };

static const char craps[] = "sheet \"Dice\"\ngame craps\n\nwager \"Pass\" as pass\n  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n  come-out craps or seven-out loses\n  otherwise stays\n\n"
                            "wager \"Hard\" as hard on 6 or 8\n  may be lowered or taken down\n"
                            "  hard number rolled pays 9 to 1\n  easy number rolled or any seven loses\n  otherwise stays\n";

static const char good[] = "strategy \"Good\"\nunit 5\nlet x be 1\nbet pass x\nbet hard x when point is not 0\n"
                           "lower hard by 1 when stake of hard is above 1\nafter pass loses: x becomes x times 2\n"
                           "after pass wins: x becomes 1\nstop when result is at least 20\n";

static const char bad[] = "strategy \"Bad\"\nbet passs 1\nlet result be 1\nstop\n";

typedef struct world {
    felt_arena *arena;
    const felt_book *book;
    const char *text;
    felt_strategy_played played;
} world;

static void world_open(world *w)
{
    const felt_sheet *sheet;
    const felt_selection first = {.count = 0};
    *w = (world){.arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX), .text = good};
    assert_non_null(w->arena);
    felt_diags diags = felt_diags_in(w->arena);
    assert_int_equal(felt_sheet_compile(w->arena, felt_text_from("s.felt"), felt_text_from(craps), &diags, &sheet), FELT_OK);
    assert_int_equal(felt_book_open(w->arena, &sheet, 1, &first, (felt_house){.decimals = 2}, &w->book, NULL), FELT_OK);
}

static felt_status read_in(felt_arena *arena, const world *w, uint64_t *ret_digest, const felt_strategy **ret)
{
    felt_diags diags = felt_diags_in(arena);
    felt_status status =
        felt_strategy_read(arena, felt_text_from("a.strategy"), felt_text_from(w->text), w->book, (felt_money){0}, &diags, ret);
    if (status == FELT_ENOMEM)
        return status;
    assert_int_equal(status, w->text == good ? FELT_OK : FELT_EDATA);
    for (int i = 0; i < diags.count; i++)
        failing_digest_text(ret_digest, diags.list[i].message);
    return FELT_OK;
}

static felt_status run_read(void *context, uint64_t *ret_digest)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    const felt_strategy *strategy;
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = read_in(arena, context, ret_digest, &strategy);
    felt_arena_free(arena);
    return status;
}

static void reading(void **state)
{
    world w;
    (void)state;
    world_open(&w);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 6, run_read, &w);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, run_read, &w);
    w.text = bad;
    failing_each(FAILING_ARENA, FELT_ENOMEM, 8, run_read, &w);
    felt_arena_free(w.arena);
}

static void set_up(world *w)
{
    uint64_t digest = 0;
    w->played.setup = (felt_strategy_setup){.bankroll = {50000}, .rounds = 100, .sessions = 600, .seed = 7, .threads = THREADS};
    assert_int_equal(read_in(w->arena, w, &digest, &w->played.setup.strategy), FELT_OK);
}

static felt_status run_sessions(void *context, uint64_t *ret_digest)
{
    const world *w = context;
    felt_strategy_result r;
    felt_session_figures f;
    felt_status status = felt_strategy_run(&w->played.setup, &r);
    if (status != FELT_OK)
        return status;
    failing_digest(ret_digest, r.played.sessions, (size_t)r.played.count * sizeof *r.played.sessions);
    for (int i = 0; i < r.played.wager_count; i++)
        failing_digest(ret_digest, r.played.wagers[i].flows, r.played.wagers[i].state_count * sizeof *r.played.wagers[i].flows);
    status = felt_session_expect(felt_strategy_book(w->played.setup.strategy), &r.played, &f, NULL);
    if (status == FELT_OK) {
        failing_digest(ret_digest, &f.z, sizeof f.z);
        felt_session_figures_free(&f);
    }
    felt_strategy_result_free(&r);
    return status;
}

static void playing(void **state)
{
    world w;
    (void)state;
    world_open(&w);
    set_up(&w);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 10, run_sessions, &w);
    failing_each(FAILING_THREAD, FELT_OK, THREADS - 1, run_sessions, &w);
    felt_arena_free(w.arena);
}

static felt_status run_report(void *context, uint64_t *ret_digest)
{
    const world *w = context;
    felt_strategy_played twice[2] = {w->played, w->played};
    felt_strategy_report report = {.list = twice, .count = 2, .decimals = 2, .comp = 3000};
    felt_arena *arena = felt_arena_new((size_t)1 << 22);
    felt_text text, json, svg;
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = felt_report_strategies(arena, &report, FELT_REPORT_TEXT, &text);
    if (status == FELT_OK)
        status = felt_report_strategies(arena, &report, FELT_REPORT_JSON, &json);
    if (status == FELT_OK)
        status = felt_report_strategies_svg(arena, &report, &svg);
    if (status == FELT_OK) {
        failing_digest_text(ret_digest, text);
        failing_digest_text(ret_digest, json);
        failing_digest_text(ret_digest, svg);
    }
    felt_arena_free(arena);
    return status;
}

static void printing(void **state)
{
    world w;
    (void)state;
    world_open(&w);
    set_up(&w);
    felt_strategy_played *p = &w.played;
    p->setup.sessions = 20;
    assert_int_equal(felt_strategy_run(&p->setup, &p->result), FELT_OK);
    assert_int_equal(felt_session_expect(felt_strategy_book(p->setup.strategy), &p->result.played, &p->figures, NULL), FELT_OK);
    assert_int_equal(felt_session_digest_make(&p->result.played, &p->digest), FELT_OK);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 50, run_report, &w);
    failing_each(FAILING_JSON, FELT_ENOMEM, 50, run_report, &w);
    felt_session_figures_free(&p->figures);
    felt_strategy_result_free(&p->result);
    felt_arena_free(w.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reading), cmocka_unit_test(playing), cmocka_unit_test(printing)};
    return cmocka_run_group_tests_name("fault_strategy", tests, NULL, NULL);
}
