/* src/cli/cmd_verify.c - `felt verify`: deals and settles a history again. */
#include "history_input.h"

#include <felt/history_report.h>

static cli_exit verify(cli *c, felt_arena *arena, const char *path, bool json)
{
    history_input input;
    felt_history_counts counts;
    felt_error error = {.message = ""};
    felt_text text;
    cli_exit code = history_input_open(c, path, &input);
    if (code != CLI_DONE)
        return code;
    felt_status status = felt_history_verify(history_input_of(&input), &counts, &error);
    history_input_close(&input);
    if (status == FELT_OK)
        status = felt_report_history(arena, &counts, cli_style(c, json), &text);
    else if (json && status != FELT_ENOMEM && felt_report_history_wrong(arena, &error, &text) == FELT_OK)
        fwrite(text.bytes, 1, text.length, c->out);
    if (status != FELT_OK)
        return history_input_wrong(c, &input, status, &error);
    fwrite(text.bytes, 1, text.length, c->out);
    return CLI_DONE;
}

cli_exit cmd_verify(cli *c, int argc, char **argv)
{
    bool json = false;
    const flag flags[] = {{"--json", FLAG_SWITCH, &json}};
    int words = cli_arguments(c, argc, argv, flags, 1);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d files, expected one", words);
    felt_arena *arena = felt_arena_new(1 << 20);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = verify(c, arena, argv[1], json);
    felt_arena_free(arena);
    return code;
}
