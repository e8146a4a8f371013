/* src/cli/par_xlsx_here.c - the spreadsheet of `felt par`, written by this program. */
#include "par_xlsx.h"

cli_exit par_xlsx_begin(cli *c, int argc, char **argv)
{
    (void)c;
    (void)argc;
    (void)argv;
    return CLI_DONE;
}

bool par_xlsx_can(void)
{
    return felt_par_has_xlsx();
}

felt_status par_xlsx_print(felt_arena *arena, const felt_par_request *request, const felt_par *par, felt_text *ret)
{
    return felt_par_xlsx(arena, request, par, ret);
}
