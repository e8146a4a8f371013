/* fuzz/fuzz_tables.c - any bytes as a tables file: they are read or refused, and what is read can be shown and opened. */
#include "sheets.h"

#include <felt/tables_report.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char cards[] = "sheet \"Cards\"\n"
                            "game baccarat with 1 or 8 decks\n"
                            "option base-game \"which game\"\n"
                            "  plain \"as usual\"\n"
                            "  tiger \"with a wager more\"\n"
                            "wager \"Tie\" as tie\n"
                            "  paytable PT1 PT2\n"
                            "  tie pays 8, unset to 1\n"
                            "  otherwise loses\n"
                            "wager \"Pair\" as pair on player or banker\n"
                            "  own has pair pays 11 to 1\n"
                            "  otherwise loses\n"
                            "wager \"Tiger\" as tiger\n"
                            "  offered where base-game is tiger\n"
                            "  needs tie\n"
                            "  banker wins with 2-card 6 pays 60 for 1\n"
                            "  otherwise loses\n";

static const char dice[] = "sheet \"Dice\"\n"
                           "game craps\n"
                           "wager \"Pass\" as pass\n"
                           "  placed before any come-out roll\n"
                           "  line wins pays 1 to 1\n"
                           "  come-out craps or seven-out loses\n"
                           "  otherwise stays\n"
                           "wager \"Gift\" as gift on 6 or 8\n"
                           "  placed at any time\n"
                           "  number rolled pays 3 to 1 and dealer unset\n"
                           "  any seven loses\n"
                           "  otherwise stays\n";

static felt_status find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    const felt_sheet *const *sheets = context;
    if (felt_text_is(name, "cards")) {
        *ret = sheets[0];
    } else if (felt_text_is(name, "dice")) {
        *ret = sheets[1];
    } else if (felt_text_is(name, "broken")) {
        return FELT_ESHEET;
    } else {
        return felt_error_set(error, FELT_ENOTFOUND, -1, "cards or dice");
    }
    return FELT_OK;
}

static void check_plan(const felt_table_plan *t)
{
    assert(t->seats > 0 && t->event_most.minor > 0 && t->offered > 0);
    assert(t->offered + t->closed == felt_book_wager_count(t->book));
    for (int i = 0; i < felt_book_wager_count(t->book); i++) {
        const felt_wager_plan *w = &t->wagers[i];
        assert(w->chip.minor > 0);
        if (w->closed != FELT_CLOSED_NOT) {
            assert(w->reason.length > 0);
            continue;
        }
        assert(felt_book_variant(t->book, i) && w->edge.length > 0);
        assert(w->but_offered != FELT_CLOSED_NOT || w->edge.bytes[0] != '-');
        assert(w->min.minor > 0 && w->min.minor <= w->max.minor && w->min.minor % w->chip.minor == 0 && w->max.minor % w->chip.minor == 0);
    }
}

/* Every plan makes a live table. */
static void check_setup(felt_arena *arena, const felt_table_plan *plan)
{
    felt_table_setup setup;
    felt_table *table = NULL;
    felt_status status = felt_table_plan_setup(arena, plan, &setup);
    if (status == FELT_OK) {
        status = felt_table_new(&setup, &table, NULL);
    }
    assert(status == FELT_OK || status == FELT_ENOMEM);
    felt_table_free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_text text = {(const char *)data, size};
    static const felt_sheet *kept[2];
    for (int i = 0; i < 2; i++) {
        kept[i] = kept[i] ? kept[i] : fuzz_sheet(i == 0 ? "cards.felt" : "dice.felt", i == 0 ? cards : dice);
    }
    felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    if (arena) {
        felt_table_sheets sheets = {kept, find};
        felt_diags diags = felt_diags_in(arena);
        const felt_tables *tables = NULL;
        felt_text shown;
        felt_status status = felt_tables_read(arena, felt_text_from("fuzz.tables"), text, &sheets, &diags, &tables);
        if (status == FELT_OK) {
            assert(tables && tables->count > 0 && diags.error_count == 0);
            for (int i = 0; i < tables->count; i++) {
                check_plan(&tables->list[i]);
                check_setup(arena, &tables->list[i]);
            }
            status = felt_report_tables(arena, tables->list, tables->count, FELT_REPORT_JSON, &shown);
            assert(status == FELT_OK || status == FELT_ENOMEM);
        } else {
            assert(status == FELT_ENOMEM || (status == FELT_EDATA && diags.error_count > 0) ||
                   (status == FELT_ESHEET && diags.error_count == 0));
        }
        felt_arena_free(arena);
    }
    return 0;
}
