/* tests/fault/fault_count.c - every request for memory made to fail in turn, while effects of removal and what follows from them are
 * computed and printed. GMP's own requests are left alone: it ends the process, as felt/removal.h says. */
#include "failing.h"

#include <felt/count_report.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const char text[] = "sheet \"Cards\"\ngame baccarat with 1 deck\naccept uneven-rows \"so\"\n\nwager \"Tie\" as tie\n"
                           "  tie pays 8 to 1\n  otherwise loses\n\n"
                           "wager \"Pair\" as pair on player or banker\n  own has pair pays 15 to 1\n  otherwise loses\n";

enum { ENTRIES = 3, LAST = 7 };

/* All that can be made, and what it is made from. */
typedef struct given {
    felt_arena *arena;
    felt_odds_list odds;
    const felt_odds *list[ENTRIES];
    felt_removals removals;
    felt_orders_list orders;
    felt_known_cards known_cards;
    felt_known_lasts known_lasts;
    felt_systems systems[ENTRIES];
    felt_count_entry entries[ENTRIES];
    felt_exposure *exposure;
    felt_safe_pays safe; /* of the first entry */
} given;

static const felt_shoe shoe = {{2, 1, 0, 1, 2, 1, 2, 1, 1, 1, 1, 0, 1}};

/* Shoes of one deck, for all entries and the systems of the first. */
static felt_exposure_setup setup_of(const given *g, felt_exposure_bet bets[ENTRIES], felt_exposure_system *system)
{
    static const int cuts[] = {26, 14}, all[ENTRIES] = {0, 1, 2};
    static const felt_exposure_group table = {all, ENTRIES};
    felt_exposure_setup s = {.decks = 1, .cuts = cuts, .cut_count = 2, .seed = 1, .shoes = 200, .pilot = 32, .threads = 2};
    for (int i = 0; i < ENTRIES; i++)
        bets[i] = (felt_exposure_bet){g->odds.list[i].wager, g->odds.list[i].variant};
    *system = (felt_exposure_system){.bet = 0, .tags = {1, 1, -1, -1, -1}};
    s.bets = bets;
    s.bet_count = ENTRIES;
    s.systems = system;
    s.system_count = 1;
    s.groups = &table;
    s.group_count = 1;
    s.depths = true;
    return s;
}

static felt_status deal_all(const given *g, felt_exposure **ret)
{
    felt_exposure_bet bets[ENTRIES];
    felt_exposure_system system;
    felt_exposure_setup setup = setup_of(g, bets, &system);
    felt_status status = felt_exposure_new(&setup, ret, NULL);
    if (status != FELT_OK)
        return status;
    status = felt_exposure_run(*ret, NULL);
    if (status != FELT_OK)
        felt_exposure_free(*ret);
    return status;
}

static void given_open(given *g)
{
    const felt_selection everything = {.count = 0};
    const felt_sheet *sheet;
    *g = (given){.arena = felt_arena_new(FELT_SHEET_ARENA_MAX)};
    assert_non_null(g->arena);
    felt_diags diags = felt_diags_in(g->arena);
    assert_int_equal(felt_sheet_compile(g->arena, felt_text_from("s.felt"), felt_text_from(text), &diags, &sheet), FELT_OK);
    assert_int_equal(felt_odds_add(&g->odds, sheet, &everything, (felt_text){"", 0}, NULL, NULL), FELT_OK);
    assert_int_equal(g->odds.count, ENTRIES);
    for (int i = 0; i < ENTRIES; i++)
        g->list[i] = &g->odds.list[i];
    assert_int_equal(felt_removals_make(g->list, ENTRIES, NULL, &g->removals, NULL), FELT_OK);
    assert_int_equal(felt_orders_make(&g->removals, &g->orders, NULL), FELT_OK);
    assert_int_equal(felt_known_cards_make(&g->removals, &g->known_cards), FELT_OK);
    assert_int_equal(felt_known_lasts_make(&g->removals, LAST, &g->known_lasts, NULL), FELT_OK);
    for (int i = 0; i < ENTRIES; i++) {
        assert_int_equal(felt_systems_make(&g->removals.list[i], NULL, &g->systems[i]), FELT_OK);
        g->entries[i] = (felt_count_entry){.removal = &g->removals.list[i],
                                           .systems = &g->systems[i],
                                           .orders = &g->orders.list[i],
                                           .known_card = &g->known_cards.list[i],
                                           .known_last = &g->known_lasts.list[i]};
    }
    assert_int_equal(deal_all(g, &g->exposure), FELT_OK);
    assert_int_equal(felt_safe_pays_make(g->list, 1, felt_exposure_asked(g->exposure), 0.01, NULL, &g->safe, NULL), FELT_OK);
}

static void given_close(given *g)
{
    for (int i = 0; i < ENTRIES; i++)
        felt_systems_clear(&g->systems[i]);
    felt_safe_pays_free(&g->safe);
    felt_exposure_free(g->exposure);
    felt_known_lasts_free(&g->known_lasts);
    felt_known_cards_free(&g->known_cards);
    felt_orders_free(&g->orders);
    felt_removals_free(&g->removals);
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

static felt_status remove_cards(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_removals made;
    felt_status status = felt_removals_make(g->list, ENTRIES, &shoe, &made, NULL);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < made.count; i++)
        digest_ratio(ret_digest, made.list[i].effect[0]);
    felt_removals_free(&made);
    return FELT_OK;
}

static felt_status find_orders(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_orders_list made;
    felt_status status = felt_orders_make(&g->removals, &made, NULL);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < made.count; i++)
        digest_ratio(ret_digest, made.list[i].norm[FELT_ORDERS - 1]);
    felt_orders_free(&made);
    return FELT_OK;
}

static felt_status find_systems(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_systems made;
    felt_status status = felt_systems_make(&g->removals.list[0], NULL, &made);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < made.count; i++)
        digest_ratio(ret_digest, made.list[i].square);
    felt_systems_clear(&made);
    return FELT_OK;
}

static felt_status know_card(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_known_cards made;
    felt_status status = felt_known_cards_make(&g->removals, &made);
    if (status != FELT_OK)
        return status;
    digest_ratio(ret_digest, made.list[0].best[0].gain);
    felt_known_cards_free(&made);
    return FELT_OK;
}

static felt_status know_last(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_known_lasts made;
    felt_status status = felt_known_lasts_make(&g->removals, FELT_KNOWN_LAST_MIN, &made, NULL);
    if (status != FELT_OK)
        return status;
    digest_ratio(ret_digest, made.list[0].best_cards.gain);
    felt_known_lasts_free(&made);
    return FELT_OK;
}

/* Dealt, and told in bytes from which another goes on. */
static felt_status deal_shoes(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_exposure *made;
    felt_text bytes;
    felt_status status = deal_all(g, &made);
    if (status != FELT_OK)
        return status;
    felt_arena *arena = felt_arena_new(felt_exposure_bytes(made) + 4096);
    status = arena == NULL ? FELT_ENOMEM : felt_exposure_write(made, arena, &bytes);
    if (status == FELT_OK)
        status = felt_exposure_read(made, bytes, NULL);
    if (status == FELT_OK)
        failing_digest_text(ret_digest, bytes);
    felt_arena_free(arena);
    felt_exposure_free(made);
    return status;
}

static felt_status find_safe(void *context, uint64_t *ret_digest)
{
    const given *g = context;
    felt_exposure_bet bets[ENTRIES];
    felt_exposure_system system;
    felt_exposure_setup setup = setup_of(g, bets, &system);
    felt_safe_pays made;
    felt_status status = felt_safe_pays_make(g->list, 1, &setup, 0.5, NULL, &made, NULL);
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < made.count; i++)
        digest_ratio(ret_digest, made.rows[i].value);
    felt_safe_pays_free(&made);
    return FELT_OK;
}

static void figures(void **state)
{
    given g;
    (void)state;
    given_open(&g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 2, remove_cards, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 6, find_orders, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 5, find_systems, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 5, know_card, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 8, know_last, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 30, deal_shoes, &g);
    failing_each(FAILING_THREAD, FELT_ENOMEM, 1, deal_shoes, &g);
    failing_each(FAILING_SYSTEM, FELT_ENOMEM, 40, find_safe, &g);
    given_close(&g);
}

/* ---- printing ---- */

static felt_status print(const given *g, felt_report_style style, uint64_t *ret_digest)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text made;
    if (arena == NULL)
        return FELT_ENOMEM;
    felt_status status = felt_report_count(arena, g->entries, ENTRIES, style, 0, &made);
    if (status == FELT_OK)
        failing_digest_text(ret_digest, made);
    felt_arena_free(arena);
    return status;
}

static felt_status print_text(void *context, uint64_t *ret_digest)
{
    return print(context, FELT_REPORT_TEXT, ret_digest);
}

static felt_status print_json(void *context, uint64_t *ret_digest)
{
    return print(context, FELT_REPORT_JSON, ret_digest);
}

static felt_status draw_as(const given *g, felt_count_plot plot, uint64_t *ret_digest)
{
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text made;
    if (arena == NULL)
        return FELT_ENOMEM;
    /* Not SVG: cairo numbers the surfaces of a process in it. */
    felt_status status = felt_report_count_picture(arena, g->entries, 1, plot, FELT_PICTURE_PNG, &made);
    if (status == FELT_OK)
        failing_digest_text(ret_digest, made);
    felt_arena_free(arena);
    return status;
}

static felt_status draw_effects(void *context, uint64_t *ret_digest)
{
    return draw_as(context, FELT_COUNT_PLOT_EFFECTS, ret_digest);
}

/* With what was dealt, for the report as well. */
static felt_status draw_dealt(void *context, uint64_t *ret_digest)
{
    felt_status status = print_text(context, ret_digest);
    for (int plot = FELT_COUNT_PLOT_DEPTH; plot < FELT_COUNT_PLOTS && status == FELT_OK; plot++)
        status = draw_as(context, (felt_count_plot)plot, ret_digest);
    return status;
}

static void reports(void **state)
{
    given g;
    (void)state;
    given_open(&g);
    int systems = g.systems[0].count;
    failing_each(FAILING_ARENA, FELT_ENOMEM, 20, print_text, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 20, print_json, &g);
    failing_each(FAILING_JSON, FELT_ENOMEM, 20, print_json, &g);
    failing_each(FAILING_ARENA, FELT_ENOMEM, 5, draw_effects, &g);
    g.systems[0].count = 1; /* the linear one, which is the system that was dealt */
    g.entries[0].dealt = (felt_count_dealt){.exposure = g.exposure, .scales = {1}};
    g.entries[0].safe = (felt_count_safe){.units = 0.01, .rows = g.safe.rows, .row_count = g.safe.count};
    failing_each(FAILING_ARENA, FELT_ENOMEM, 40, draw_dealt, &g);
    failing_each(FAILING_JSON, FELT_ENOMEM, 20, print_json, &g);
    g.systems[0].count = systems;
    given_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures),
        cmocka_unit_test(reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
