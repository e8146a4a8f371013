/* src/sheet/accept.h - findings that a sheet accepts; shared by the checks of what a sheet says and of what it is worth. */
#ifndef FELT_SRC_SHEET_ACCEPT_H
#define FELT_SRC_SHEET_ACCEPT_H

#include <felt/sheet.h>

/* Which `accept` lines were met. */
typedef struct accept_marks {
    bool used[FELT_ACCEPTS_MAX];
} accept_marks;

/* Adds a finding; it is marked accepted if the sheet says so, for the wager in line `wager_line` or as a whole. The position, file and
 * source line are filled in from `line`, `column` and `width` of the finding. */
void accept_report(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, int wager_line, felt_diag finding);

/* Reports `accept` lines for one of `codes` (NULL-terminated) that were not met. */
void accept_report_unused(const felt_sheet *sheet, felt_diags *diags, accept_marks *marks, const char *const *codes);

#endif
