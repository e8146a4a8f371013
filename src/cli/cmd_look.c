/* src/cli/cmd_look.c - `felt look`: all that can be said of a sheet while it is written, for an editor. */
#include "cli.h"

#include <felt/design.h>
#include <felt/sheet_report.h>
#include <stdio.h>
#include <stdlib.h>

/* "12:5" */
static bool read_place(const char *text, int *ret_line, int *ret_column)
{
    char *end;
    long line = strtol(text, &end, 10);
    if (*end != ':' || line < 1 || line > FELT_SHEET_LINES_MAX)
        return false;
    const char *rest = end + 1;
    long column = strtol(rest, &end, 10);
    *ret_line = (int)line;
    *ret_column = (int)column;
    return end != rest && *end == '\0' && column >= 1 && column <= FELT_SHEET_BYTES_MAX + 1;
}

static cli_exit say_words(cli *c, felt_arena *arena, const char *name, const char *at)
{
    int line, column, count = 0;
    const felt_next_word *words = NULL;
    felt_text text, report = {"", 0};
    if (!read_place(at, &line, &column))
        return cli_usage(c, "found --at %s, expected a line and a column from 1, such as 12:5", at);
    const char *path = cli_sheet_path(c, arena, name);
    if (path == NULL)
        return CLI_USAGE;
    if (cli_read(c, arena, path, FELT_SHEET_BYTES_MAX, &text) != FELT_OK)
        return CLI_DATA;
    felt_status status = felt_sheet_words(arena, text, line, column, &words, &count);
    if (status == FELT_OK)
        status = felt_report_words(arena, words, count, &report);
    return cli_put(c, status, report) ? CLI_DONE : CLI_DATA;
}

/* Both checks, and the odds; what an editor shows of a sheet that compiles. */
static felt_status examine(const felt_sheet *sheet, felt_diags *diags, felt_odds_list *list, felt_error *error)
{
    felt_status status = felt_sheet_check(sheet, diags);
    if (status == FELT_OK)
        status = felt_odds_check(sheet, diags);
    if (status == FELT_OK)
        status = felt_design_mend(sheet, diags);
    return status == FELT_OK ? felt_odds_add_complete(list, sheet, error) : status;
}

static cli_exit look(cli *c, felt_arena *arena, const char *name)
{
    felt_diags diags = felt_diags_in(arena);
    const felt_sheet *sheet = NULL;
    felt_odds_list list = {0};
    felt_error error = {.message = ""};
    felt_text text = {"", 0};
    felt_status status = cli_load(c, arena, name, &diags, &sheet);
    if (status != FELT_OK && status != FELT_ESHEET)
        return status == FELT_ENOTFOUND ? CLI_USAGE : CLI_DATA;
    if (status == FELT_ESHEET)
        sheet = NULL;
    else
        status = examine(sheet, &diags, &list, &error);
    bool printed = status == FELT_OK || status == FELT_ESHEET;
    if (printed)
        printed = cli_put(c, felt_report_look(arena, sheet, &diags, &list, &text), text);
    else
        cli_complain(c, "%s: %s", name, error.message[0] == '\0' ? felt_status_text(status) : error.message);
    felt_odds_list_free(&list);
    if (!printed)
        return CLI_DATA;
    return sheet == NULL ? CLI_SHEET : diags.error_count > 0 ? CLI_FAILED : CLI_DONE;
}

cli_exit cmd_look(cli *c, int argc, char **argv)
{
    const char *at = NULL;
    const flag flags[] = {{"--at", FLAG_TEXT, &at}};
    int words = cli_arguments(c, argc, argv, flags, 1);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d sheets, expected one", words);
    felt_arena *arena = felt_arena_new((size_t)2 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = at != NULL ? say_words(c, arena, argv[1], at) : look(c, arena, argv[1]);
    felt_arena_free(arena);
    return code;
}
