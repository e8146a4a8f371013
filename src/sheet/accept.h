/* src/sheet/accept.h - findings that a sheet accepts; shared by the checks of what a sheet says and of what it is worth. */
#ifndef FELT_SRC_SHEET_ACCEPT_H
#define FELT_SRC_SHEET_ACCEPT_H

#include "finding.h"

/* Which `accept` lines were met. */
typedef struct accept_marks {
    bool used[FELT_ACCEPTS_MAX];
} accept_marks;

/* Adds a finding; it is marked accepted if the sheet says so, for the wager in line `wager_line` or as a whole. Code, severity, file and
 * source line of `diag` are filled in. */
void accept_report(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, int wager_line, finding which, felt_diag diag);

/* Reports `accept` lines for findings that were not met: those of the odds, or the others. */
void accept_report_unused(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, bool of_odds);

#endif
