/* src/cli/cmd_list.c - `felt list`: sheets and their wagers. */
#include "cli.h"

#include <felt/sheet_report.h>

/* The names of the given sheets; without any, those of the shipped ones, which need not compile for that. */
static cli_exit list_names(cli *c, felt_arena *arena, int words, char **argv)
{
    const felt_sheet **sheets;
    const char **names;
    int count;
    if (words == 0) {
        count = cli_shipped(c, arena, &names);
        for (int i = 0; i < count; i++)
            fprintf(c->out, "%s\n", names[i]);
        return count < 0 ? CLI_DATA : CLI_DONE;
    }
    cli_exit code = cli_load_all(c, arena, words, argv + 1, &sheets, &count);
    for (int i = 0; i < count && code == CLI_DONE; i++)
        fprintf(c->out, "%.*s\n", FELT_TEXT_ARGS(sheets[i]->short_name));
    return code;
}

static cli_exit list(cli *c, felt_arena *arena, int words, char **argv, bool json)
{
    const felt_sheet **sheets;
    int count;
    cli_exit code = cli_load_all(c, arena, words, argv + 1, &sheets, &count);
    if (code != CLI_DONE)
        return code;
    felt_text text = {"", 0};
    felt_status status = felt_report_list(arena, sheets, count, cli_style(c, json), &text);
    return cli_put(c, status, text) ? CLI_DONE : CLI_DATA;
}

cli_exit cmd_list(cli *c, int argc, char **argv)
{
    bool json = false, names = false;
    const flag flags[] = {{"--json", FLAG_SWITCH, &json}, {"--names", FLAG_SWITCH, &names}};
    int words = cli_arguments(c, argc, argv, flags, 2);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = names ? list_names(c, arena, words, argv) : list(c, arena, words, argv, json);
    felt_arena_free(arena);
    return code;
}
