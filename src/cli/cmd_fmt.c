/* src/cli/cmd_fmt.c - `felt fmt`: sheets in their canonical layout. */
#include "cli.h"

#include <string.h>

typedef struct fmt_run {
    cli *c;
    bool check, write;
} fmt_run;

static cli_exit format_one(const fmt_run *run, felt_arena *arena, const char *path)
{
    cli *c = run->c;
    felt_text text, formatted;
    felt_diags diags = felt_diags_in(arena);
    if (cli_read(c, arena, path, FELT_SHEET_BYTES_MAX, &text) != FELT_OK)
        return CLI_DATA;
    felt_status status = felt_sheet_format(arena, felt_text_from(path), text, &diags, &formatted);
    cli_print_diags(c, &diags);
    if (status != FELT_OK)
        return status == FELT_ESHEET ? CLI_SHEET : CLI_DATA;
    bool same = felt_text_equal(text, formatted);
    if (run->check) {
        if (!same)
            fprintf(c->out, "%s\n", path);
        return same ? CLI_DONE : CLI_FAILED;
    }
    if (run->write && strcmp(path, "-") != 0)
        return same ? CLI_DONE : cli_rewrite_file(c, path, formatted);
    fwrite(formatted.bytes, 1, formatted.length, c->out);
    return CLI_DONE;
}

cli_exit cmd_fmt(cli *c, int argc, char **argv)
{
    fmt_run run = {.c = c};
    char standard[] = "-";
    char *only_standard[] = {standard};
    const flag flags[] = {{"--check", FLAG_SWITCH, &run.check}, {"--write", FLAG_SWITCH, &run.write}};
    int words = cli_arguments(c, argc, argv, flags, 2);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (run.check && run.write)
        return cli_usage(c, "--check and --write exclude each other");
    char **files = words > 0 ? argv + 1 : only_standard;
    cli_exit worst = CLI_DONE;
    for (int i = 0; i < (words > 0 ? words : 1); i++) {
        felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
        cli_exit code = arena == NULL ? CLI_DATA : format_one(&run, arena, files[i]);
        worst = code > worst ? code : worst;
        felt_arena_free(arena);
    }
    return worst;
}
