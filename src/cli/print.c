/* src/cli/print.c - texts of the library on their way to a stream. */
#include "cli.h"

#include <felt/sheet_report.h>

felt_report_style cli_style(const cli *c, bool json)
{
    if (json)
        return FELT_REPORT_JSON;
    return c->color_out ? FELT_REPORT_COLOR : FELT_REPORT_TEXT;
}

bool cli_put(cli *c, felt_status status, felt_text text)
{
    if (status == FELT_OK)
        fwrite(text.bytes, 1, text.length, c->out);
    else
        cli_complain(c, "%s", felt_status_text(status));
    return status == FELT_OK;
}

void cli_say_defaults(cli *c, felt_text defaults)
{
    if (defaults.length > 0)
        cli_complain(c, "%.*s; choose with --set", FELT_TEXT_ARGS(defaults));
}

void cli_print_diags(cli *c, const felt_diags *diags)
{
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX); /* the one of the diagnostics may be full */
    felt_text text;
    felt_status status = FELT_ENOMEM;
    if (arena != NULL)
        status = felt_report_diags(arena, diags, c->color_err ? FELT_REPORT_COLOR : FELT_REPORT_TEXT, &text);
    if (status == FELT_OK)
        fwrite(text.bytes, 1, text.length, c->err);
    else
        cli_complain(c, "%s", felt_status_text(status));
    felt_arena_free(arena);
}
