/* src/cli/par_xlsx_live.c - the spreadsheet of `felt par`, left to felt-live. */
#include "par_xlsx.h"

#include <string.h>

/* Where --xlsx is the value of another flag, the other program reads it so, too. */
cli_exit par_xlsx_begin(cli *c, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--xlsx") == 0)
            return cli_hand_over(c, "felt-live", argc, argv);
    return CLI_DONE;
}

bool par_xlsx_can(void)
{
    return false;
}

felt_status par_xlsx_print(felt_arena *arena, const felt_par_request *request, const felt_par *par, felt_text *ret)
{
    (void)arena;
    (void)request;
    (void)par;
    (void)ret;
    return FELT_ENOTFOUND;
}
