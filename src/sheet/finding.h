/* src/sheet/finding.h - the findings of a sheet, by number; their codes, severities and meanings are listed in finding.c and nowhere else.
 * */
#ifndef FELT_SRC_SHEET_FINDING_H
#define FELT_SRC_SHEET_FINDING_H

#include <felt/sheet.h>

typedef enum finding {
    FINDING_ROW_UNREACHABLE = 0,
    FINDING_ROW_OVERLAP,
    FINDING_OUTCOME_UNDECIDED,
    FINDING_NEVER_DECIDED,
    FINDING_PAY_UNSET,
    FINDING_ROW_UNDEFINED,
    FINDING_COUNT_BARE,
    FINDING_FOR_1_LOSS,
    FINDING_OPTION_UNUSED,
    FINDING_READING_UNCITED,
    FINDING_WAGER_SAME,
    FINDING_NO_WAGERS,
    FINDING_ACCEPT_UNUSED,
    FINDING_PLAYER_EDGE,
    FINDING_READING_SIGN,
    FINDING_LOW_RETURN,
    FINDING_UNEVEN_ROWS,
    FINDING_COUNT,
} finding;

/* What is known of a finding. */
const felt_finding *finding_of(finding which);

#endif
