/* tests/fault/fault_design.c - every request for memory made to fail in turn, while paytables are found, reported and written. GMP's own
 * requests are left alone: it ends the process, as felt/design.h says. */
#include "failing.h"

#include <felt/design_report.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char text[] = "sheet \"Cards\"\ngame craps\n\nwager \"Field\" as field\n  3, 4, 9, 10 or 11 rolled pays 1 to 1\n"
                           "  2 rolled pays 2 to 1\n  12 rolled pays 3 to 1\n  otherwise loses\n";

static const char shoe_text[] = "sheet \"Shoe\"\ngame baccarat with 1 deck\n\nwager \"Field\" as field\n"
                                "  banker wins with 3-card 7 pays 40 to 1\n  tie pays 8 to 1\n  otherwise loses\n";

typedef struct given {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_design_band edge;
    felt_report_style style;
    int64_t exposure; /* at most, in thousandths of a unit a shoe; 0: nobody asks */
} given;

static felt_status find(void *context, uint64_t *ret_digest)
{
    static const felt_selection all = {.count = 0};
    const given *g = context;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_design_request request = {.sheet = g->sheet, .selection = &all, .wager = felt_text_from("field"), .edge = g->edge};
    if (g->exposure > 0) {
        request.has_exposure = true;
        request.exposure = (felt_design_number){g->exposure, 1000};
        request.shoes.count = 8;
    }
    felt_design design;
    felt_text report;
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = felt_design_make(arena, &request, &design, NULL);
    if (status == FELT_OK) {
        status = felt_report_design(arena, &request, &design, 0, g->style, &report);
        if (status == FELT_OK)
            failing_digest_text(ret_digest, report);
        felt_design_free(&design);
    }
    felt_arena_free(arena);
    return status;
}

static void paytables(void **state)
{
    given g = {.arena = felt_arena_new(FELT_SHEET_ARENA_MAX), .edge = {true, true, {0, 1}, {1, 5}}, .style = FELT_REPORT_JSON};
    felt_diags diags = felt_diags_in(g.arena);
    (void)state;
    assert_int_equal(felt_sheet_compile(g.arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &g.sheet), FELT_OK);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 8, find, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 20, find, &g);
    g.style = FELT_REPORT_TEXT;
    failing_each(FAILING_ARENA, FELT_ENOMEM, 20, find, &g);
    g.edge = (felt_design_band){true, true, {1, 1000}, {2, 1000}}; /* nothing: why is said */
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 8, find, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 20, find, &g);
    felt_arena_free(g.arena);
}

static void exposed(void **state)
{
    given g = {
        .arena = felt_arena_new(FELT_SHEET_ARENA_MAX), .edge = {true, true, {1, 20}, {1, 10}}, .style = FELT_REPORT_JSON, .exposure = 500};
    felt_diags diags = felt_diags_in(g.arena);
    (void)state;
    assert_int_equal(felt_sheet_compile(g.arena, felt_text_from("s.felt"), felt_text_from(shoe_text), &diags, &g.sheet), FELT_OK);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 20, find, &g);
    g.exposure = 1; /* nothing: why is said */
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 20, find, &g);
    felt_arena_free(g.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paytables),
        cmocka_unit_test(exposed),
    };
    return cmocka_run_group_tests_name("design", tests, NULL, NULL);
}
