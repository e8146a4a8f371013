/* src/cli/cmd_show.c - `felt show`: a sheet as a rule card. */
#include "cli.h"

#include <felt/rule_card.h>

static cli_exit show(cli *c, felt_arena *arena, const char *name, const felt_selection *selection, felt_report_style style)
{
    const felt_sheet **sheets;
    int count;
    char *names[] = {(char *)(uintptr_t)name};
    cli_exit code = cli_load_all(c, arena, 1, names, &sheets, &count);
    if (code != CLI_DONE)
        return code;
    felt_selection own;
    if (!cli_selection_of(c, selection, sheets[0], &own))
        return CLI_USAGE;
    const felt_text *unknown = cli_unknown_wager(&own, sheets, 1);
    if (unknown != NULL)
        return cli_refuse_wager(c, *unknown, sheets, 1);
    felt_text text;
    felt_status status = felt_rule_card_write(arena, sheets[0], &own, felt_text_from(""), style, &text);
    if (status == FELT_ENOTFOUND)
        return cli_usage(c, "%s has no wager under these choices; 'felt list %s' names them", name, name);
    if (status != FELT_OK) {
        cli_complain(c, "%s: %s", name, felt_status_text(status));
        return CLI_DATA;
    }
    fwrite(text.bytes, 1, text.length, c->out);
    return CLI_DONE;
}

cli_exit cmd_show(cli *c, int argc, char **argv)
{
    felt_selection selection = {.count = 0};
    bool markdown = false, json = false;
    const flag flags[] = {{"--set", FLAG_SETTING, &selection},
                          {"--wager", FLAG_WAGER, &selection},
                          {"--markdown", FLAG_SWITCH, &markdown},
                          {"--json", FLAG_SWITCH, &json}};
    int words = cli_arguments(c, argc, argv, flags, 4);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d sheets, expected one", words);
    if (markdown && json)
        return cli_usage(c, "--markdown and --json exclude each other");
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = show(c, arena, argv[1], &selection, markdown ? FELT_REPORT_MARKDOWN : cli_style(c, json));
    felt_arena_free(arena);
    return code;
}
