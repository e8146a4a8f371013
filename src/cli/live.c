/* src/cli/live.c - verbs of the other program, felt-live, which has what live tables and their store need.
 *
 * Most verbs need neither a network nor a database, and would wait for their libraries to be loaded. Those that do are handed over
 * whole. */
#include "cli.h"

cli_exit cmd_history(cli *c, int argc, char **argv)
{
    return cli_hand_over(c, "felt-live", argc, argv);
}

cli_exit cmd_operator(cli *c, int argc, char **argv)
{
    return cli_hand_over(c, "felt-live", argc, argv);
}

cli_exit cmd_serve(cli *c, int argc, char **argv)
{
    return cli_hand_over(c, "felt-live", argc, argv);
}

cli_exit cmd_store(cli *c, int argc, char **argv)
{
    return cli_hand_over(c, "felt-live", argc, argv);
}
