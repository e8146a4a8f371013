/* src/cli/par_xlsx.h - the spreadsheet of `felt par`: written by this program, or by the one that has libxlsxwriter.
 *
 * The library brings others along and doubles what it takes to start. So `felt` (par_xlsx_live.c) hands `felt par --xlsx` over to
 * felt-live, which has it (par_xlsx_here.c). */
#ifndef FELT_SRC_CLI_PAR_XLSX_H
#define FELT_SRC_CLI_PAR_XLSX_H

#include "cli.h"

#include <felt/par.h>

/* Goes on in the program that writes spreadsheets, where this is another; CLI_DONE when it is this one. To be asked before the
 * arguments are read, since reading moves them. */
cli_exit par_xlsx_begin(cli *c, int argc, char **argv);

/* felt_par_has_xlsx and felt_par_xlsx, of a program that has not been left. */
bool par_xlsx_can(void);
felt_status par_xlsx_print(felt_arena *arena, const felt_par_request *request, const felt_par *par, felt_text *ret);

#endif
