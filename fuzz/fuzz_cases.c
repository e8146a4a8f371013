/* fuzz/fuzz_cases.c - any bytes as a case file: they are read or refused, and what is read can be run. */
#include "sheets.h"

#include <felt/cases.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char baccarat[] = "sheet \"Baccarat\"\n"
                               "game baccarat with 1 or 8 decks\n"
                               "option base-game \"which game\"\n"
                               "  plain \"as usual\"\n"
                               "  tiger \"with a wager more\"\n"
                               "wager \"Tie\" as tie\n"
                               "  paytable PT1 PT2\n"
                               "  tie pays 8, unset to 1\n"
                               "  otherwise loses\n"
                               "wager \"Pair\" as pair on player or banker\n"
                               "  own has pair pays 11 to 1 less 5%\n"
                               "  tie pushes\n"
                               "wager \"Small Tiger\" as small-tiger\n"
                               "  offered where base-game is tiger\n"
                               "  banker wins with 2-card 6 pays 22 for 1\n"
                               "  otherwise loses\n";

static const char craps[] = "sheet \"Craps\"\n"
                            "game craps\n"
                            "reading ends \"which seven\"\n"
                            "  seven-out \"with a point on\"\n"
                            "  any-seven \"any\"\n"
                            "wager \"Pass\" as pass\n"
                            "  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n"
                            "  otherwise stays\n"
                            "wager \"Come\" as come\n"
                            "  placed while a point is on with a come-out of its own\n"
                            "  may be lowered or taken down\n"
                            "  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n"
                            "  otherwise stays\n"
                            "wager \"Buy\" as buy on 4 or 10\n"
                            "  needs \"Come\" on its number, winning at most twice its stake\n"
                            "  vig 5% of the stake\n"
                            "  may be raised, lowered, taken down or turned off\n"
                            "  number rolled pays 2 to 1\n"
                            "  any seven loses\n"
                            "  otherwise stays\n"
                            "wager \"Odds\" as odds on 4, 6 or 8\n"
                            "  placed while number is the point\n"
                            "  needs \"Pass\", at most 3 times its stake\n"
                            "  may be raised, lowered, taken down or turned off\n"
                            "  hard number rolled pays 9 to 5\n"
                            "  easy number rolled pushes\n"
                            "  any seven loses\n"
                            "  otherwise stays\n"
                            "wager \"Twice Two\" as twice-two\n"
                            "  2 rolled 2 times pays 40 for 1 and dealer unset\n"
                            "  where ends is seven-out: seven-out loses\n"
                            "  where ends is any-seven: any seven loses\n"
                            "  otherwise stays\n";

static const char beside[] = "sheet \"Beside\"\n"
                             "game craps\n"
                             "wager \"Pass\" as pass\n"
                             "  7 rolled pays 4 to 1\n"
                             "  otherwise loses\n"
                             "wager \"Small\" as small\n"
                             "  placed before a new shooter's first come-out roll\n"
                             "  needs craps/pass, at most its stake\n"
                             "  2, 3 and 4 all rolled pays 30 to 1\n"
                             "  any seven loses\n"
                             "  otherwise stays\n";

enum { SHEETS = 3 };

static felt_status find(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    const felt_sheet *const *sheets = context;
    if (felt_text_is(name, "baccarat")) {
        *ret = sheets[0];
    } else if (felt_text_is(name, "craps")) {
        *ret = sheets[1];
    } else if (felt_text_is(name, "beside")) {
        *ret = sheets[2];
    } else if (felt_text_is(name, "broken")) {
        return FELT_ESHEET;
    } else {
        return felt_error_set(error, FELT_ENOTFOUND, -1, "baccarat or craps");
    }
    return FELT_OK;
}

static void check_run(felt_arena *arena, const felt_cases *cases)
{
    felt_coverage coverage = felt_coverage_in(arena);
    felt_case_results results;
    felt_status status = felt_cases_run(arena, cases, &coverage, &results);
    assert(status == FELT_OK || status == FELT_ENOMEM);
    if (status != FELT_OK) {
        return;
    }
    assert(results.passed + results.failed == cases->count);
    for (const felt_coverage_sheet *c = coverage.first; c; c = c->next) {
        for (int i = 0; i < c->sheet->wager_count; i++) {
            assert((c->decided[i] & ~felt_coverage_wanted(&c->sheet->wagers[i])) == 0);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_text file = felt_text_from("fuzz.case");
    felt_text text = {(const char *)data, size};
    static const felt_sheet *kept[SHEETS];
    static const char *const texts[SHEETS][2] = {{"baccarat.felt", baccarat}, {"craps.felt", craps}, {"beside.felt", beside}};
    for (int i = 0; i < SHEETS; i++) {
        kept[i] = kept[i] ? kept[i] : fuzz_sheet(texts[i][0], texts[i][1]);
    }
    felt_arena *arena = felt_arena_new((size_t)FELT_SHEET_ARENA_MAX);
    if (arena) {
        felt_case_sheets sheets = {kept, find};
        felt_diags diags = felt_diags_in(arena);
        const felt_cases *cases = NULL;
        felt_status status = felt_cases_read(arena, file, text, &sheets, &diags, &cases);
        if (status == FELT_OK) {
            assert(cases && cases->count > 0 && diags.error_count == 0);
            check_run(arena, cases);
        } else {
            assert(status == FELT_ENOMEM || (status == FELT_EDATA && diags.error_count > 0) ||
                   (status == FELT_ESHEET && diags.error_count == 0));
        }
        felt_arena_free(arena);
    }
    return 0;
}
