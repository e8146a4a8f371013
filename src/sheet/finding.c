/* src/sheet/finding.c - the codes of all findings, their severities and what they say.
 *
 * docs/language.md has the same lines, which a test compares to the letter. */
#include "finding.h"

#include <assert.h>

static const felt_finding findings[] = {
    [FINDING_ROW_UNREACHABLE] =
        {"row-unreachable", FELT_ERROR, false,
         "no round or roll that can come is decided by this row, under any variant: a row that decides under one choice "
         "and not under another is no finding"},
    [FINDING_ROW_OVERLAP] = {"row-overlap", FELT_WARNING, false,
                             "two rows with different pays fit the same round or roll, so their order matters; write `otherwise` before the second "
                             "if it gives way"},
    [FINDING_OUTCOME_UNDECIDED] = {"outcome-undecided", FELT_ERROR, false, "a round or roll that no row decides"},
    [FINDING_NEVER_DECIDED] = {"never-decided", FELT_ERROR, false, "the wager can get to where nothing decides it any more"},
    [FINDING_PAY_UNSET] = {"pay-unset", FELT_ERROR, false, "a pay that the document leaves out"},
    [FINDING_ROW_UNDEFINED] = {"row-undefined", FELT_ERROR, false, "an outcome that the document leaves undefined"},
    [FINDING_COUNT_BARE] = {"count-bare", FELT_WARNING, false,
                            "a count without `exactly`, `at least` or a range, such as `3 points made` or `rolled 3 times`"},
    [FINDING_FOR_1_LOSS] = {"for-1-loss", FELT_ERROR, false, "a `for 1` pay of 0 or -1, which only a `to 1` table can have"},
    [FINDING_OPTION_UNUSED] = {"option-unused", FELT_WARNING, false,
                               "an option or reading that no wager mentions, or a choice that changes nothing"},
    [FINDING_READING_UNCITED] =
        {"reading-uncited", FELT_WARNING, false,
         "a reading whose first choice, which is the text as printed, does not say where that stands, or two choices "
         "of it that cite the same words"},
    [FINDING_WAGER_SAME] = {"wager-same", FELT_NOTE, false, "two wagers that are decided alike, with the same or with different pays"},
    [FINDING_NO_WAGERS] = {"no-wagers", FELT_WARNING, false, "the sheet defines no wager"},
    [FINDING_ACCEPT_UNUSED] = {"accept-unused", FELT_WARNING, false, "an `accept` whose finding does not occur, or whose code is none"},
    [FINDING_PLAYER_EDGE] = {"player-edge", FELT_ERROR, true, "the player has the edge under some choices"},
    [FINDING_READING_SIGN] = {"reading-sign", FELT_WARNING, true,
                              "two readings of one clause give the edge to different sides: one to the house, one to the player"},
    [FINDING_LOW_RETURN] = {"low-return", FELT_WARNING, true, "less than 75 % of the stakes comes back under some choices"},
    [FINDING_UNEVEN_ROWS] = {"uneven-rows", FELT_NOTE, true,
                             "one winning row gives back more than 30 times as much of the stakes as another: a pay may be misprinted"},
};

static_assert(sizeof findings / sizeof *findings == FINDING_COUNT, "a finding without a line");

const felt_finding *finding_of(finding which)
{
    return &findings[which];
}

const felt_finding *felt_findings(int *ret_count)
{
    *ret_count = FINDING_COUNT;
    return findings;
}
