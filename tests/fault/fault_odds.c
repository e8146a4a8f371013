/* tests/fault/fault_odds.c - every request for memory made to fail in turn, while odds are computed and checked and wagers taken from them
 * to be simulated. GMP's own requests are left alone: it ends the process, as felt/odds.h says. */
#include "failing.h"

#include <felt/most.h>
#include <felt/odds.h>
#include <felt/sim_report.h>
#include <felt/standing.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const char baccarat[] = "sheet \"Cards\"\ngame baccarat with 1 or 2 decks\naccept uneven-rows \"so\"\n\nwager \"Tie\" as tie\n"
                               "  paytable A B\n  tie pays 8, 9 to 1\n  otherwise loses\n\n"
                               "wager \"Pair\" as pair on player or banker\n  own has pair pays 15 to 1\n  otherwise loses\n";

static const char craps[] = "sheet \"Dice\"\ngame craps\n\nreading ends \"E\"\n  seven-out \"S\"\n  any-seven \"A\"\n\n"
                            "wager \"Pass\" as pass\n  placed before any come-out roll\n  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n  otherwise stays\n\n"
                            "wager \"Lows\" as lows\n  placed at any time\n  2, 3, 4, 5 and 6 all rolled pays 34 to 1\n"
                            "  where ends is seven-out: seven-out loses\n  where ends is any-seven: any seven loses\n  otherwise stays\n\n"
                            "wager \"Points\" as points\n  placed while a point is on\n  line wins pushes\n  any seven loses\n"
                            "  otherwise stays\n\n"
                            "wager \"Hard\" as hard on 6 or 8\n  hard number rolled pays 9 to 1\n  easy number rolled or any seven loses\n"
                            "  otherwise stays\n";

static const felt_selection everything = {.count = 0};

typedef struct given {
    felt_arena *arena;
    const felt_sheet *sheet;
    felt_odds_list odds;
} given;

static felt_status add_odds(felt_odds_list *list, const felt_sheet *sheet)
{
    return felt_odds_add(list, sheet, &everything, (felt_text){"", 0}, NULL, NULL);
}

static void given_open(given *g, const char *text)
{
    *g = (given){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(g->arena);
    felt_diags diags = felt_diags_in(g->arena);
    assert_int_equal(felt_sheet_compile(g->arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &g->sheet), FELT_OK);
    assert_int_equal(add_odds(&g->odds, g->sheet), FELT_OK);
}

static void given_close(given *g)
{
    felt_odds_list_free(&g->odds);
    felt_arena_free(g->arena);
}

static void digest_ratio(uint64_t *digest, const mpq_t ratio)
{
    for (int part = 0; part < 2; part++) {
        mpz_srcptr number = part == 0 ? mpq_numref(ratio) : mpq_denref(ratio);
        failing_digest(digest, mpz_limbs_read(number), mpz_size(number) * sizeof(mp_limb_t));
    }
}

/* ---- computing ---- */

static felt_status compute(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_odds_list list = {0};
    felt_status status = add_odds(&list, g->sheet);
    for (int i = 0; status == FELT_OK && i < list.count; i++) {
        digest_ratio(ret_digest, list.list[i].edge);
        digest_ratio(ret_digest, list.list[i].rolls);
        digest_ratio(ret_digest, list.list[i].variance);
    }
    felt_odds_list_free(&list);
    return status;
}

static felt_status check(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_diags diags = felt_diags_in(arena);
    felt_status status = felt_odds_check(g->sheet, &diags);
    for (int i = 0; status == FELT_OK && i < diags.count; i++)
        failing_digest_text(ret_digest, diags.list[i].message);
    felt_arena_free(arena);
    return status;
}

static felt_status compare(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    mpq_t result;
    mpq_init(result);
    felt_status status = felt_odds_covariance(&g->odds.list[0], &g->odds.list[0], NULL, result);
    if (status == FELT_OK)
        digest_ratio(ret_digest, result);
    mpq_clear(result);
    return status;
}

static felt_status lose_most(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_most most;
    felt_status status = felt_most_make(&g->odds, &everything, &most);
    if (status != FELT_OK)
        return status;
    digest_ratio(ret_digest, most.units);
    digest_ratio(ret_digest, most.whole);
    felt_most_free(&most);
    return FELT_OK;
}

/* ---- standing bets ---- */

static felt_status stand(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_shoe shoe = felt_shoe_fresh(1);
    felt_standing one;
    felt_status status = FELT_OK;
    for (int i = 0; status == FELT_OK && i < g->sheet->wager_count; i++) {
        const felt_wager *w = &g->sheet->wagers[i];
        status = felt_standing_make(w, &w->variants[0], w->variants[0].machine->state_count - 1, &shoe, &one, NULL);
        if (status != FELT_OK)
            break;
        digest_ratio(ret_digest, one.worth);
        felt_standing_free(&one);
    }
    return status;
}

static felt_status stand_all(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    const felt_wager *w = &g->sheet->wagers[1];
    felt_standings all;
    felt_status status = felt_standings_make(w, &w->variants[0], &all, NULL);
    if (status != FELT_OK)
        return status;
    for (uint32_t i = 0; i < all.count; i++)
        digest_ratio(ret_digest, all.worth[i]);
    felt_standings_free(&all);
    return FELT_OK;
}

static void standing_bets(void **state)
{
    given g;
    (void)state;
    given_open(&g, baccarat);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, stand, &g);
    given_close(&g);
    given_open(&g, craps);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 4, stand, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 4, stand, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 4, stand_all, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 4, stand_all, &g);
    given_close(&g);
}

static void baccarat_odds(void **state)
{
    given g;
    (void)state;
    given_open(&g, baccarat);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 8, compute, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 10, check, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 4, check, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 1, compare, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 4, lose_most, &g);
    given_close(&g);
}

static void craps_odds(void **state)
{
    given g;
    (void)state;
    given_open(&g, craps);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 8, compute, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 8, compute, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 10, check, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 10, check, &g);
    given_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(baccarat_odds),
        cmocka_unit_test(craps_odds),
        cmocka_unit_test(standing_bets),
    };
    return cmocka_run_group_tests_name("odds", tests, NULL, NULL);
}
