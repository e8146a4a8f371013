/* src/cli/cmd_export.c - `felt export`: compiled wagers as JSON, for other programs, or their hashes. */
#include "cli.h"

#include <felt/form.h>
#include <string.h>

typedef struct export_options {
    felt_selection selection;
    const char *output;
    bool hashes;
} export_options;

static cli_exit deliver(cli *c, const char *path, felt_text text)
{
    if (path != NULL && strcmp(path, "-") != 0)
        return cli_write_file(c, path, text);
    fwrite(text.bytes, 1, text.length, c->out);
    return CLI_DONE;
}

static cli_exit export(cli *c, felt_arena *arena, const export_options *o, char *name)
{
    const felt_sheet **sheets;
    int count;
    cli_exit code = cli_load_all(c, arena, 1, &name, &sheets, &count);
    if (code == CLI_DONE)
        code = cli_output_verify(c, o->output != NULL ? o->output : "-");
    if (code != CLI_DONE)
        return code;
    felt_selection own;
    if (!cli_selection_of(c, &o->selection, sheets[0], &own))
        return CLI_USAGE;
    const felt_text *unknown = cli_unknown_wager(&own, sheets, 1);
    if (unknown != NULL)
        return cli_refuse_wager(c, *unknown, sheets, 1);
    felt_text text, wager = felt_text_from("");
    felt_status status =
        o->hashes ? felt_form_hashes(arena, sheets[0], &own, wager, &text) : felt_form_export(arena, sheets[0], &own, wager, &text);
    if (status == FELT_ENOTFOUND)
        return cli_usage(c, "%s has no wager under these choices; 'felt list %s' names them", name, name);
    if (status != FELT_OK) {
        cli_complain(c, "%s: %s", name, felt_status_text(status));
        return CLI_DATA;
    }
    return deliver(c, o->output, text);
}

cli_exit cmd_export(cli *c, int argc, char **argv)
{
    export_options o = {.output = NULL};
    const flag flags[] = {{"--wager", FLAG_WAGER, &o.selection},
                          {"--set", FLAG_SETTING, &o.selection},
                          {"--output", FLAG_TEXT, &o.output},
                          {"-o", FLAG_TEXT, &o.output},
                          {"--hashes", FLAG_SWITCH, &o.hashes}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d sheets, expected one", words);
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = export(c, arena, &o, argv[1]);
    felt_arena_free(arena);
    return code;
}
