/* src/cli/print.c - diagnostics for people and for programs. */
#include "cli.h"

#include <string.h>

const char *cli_paint(bool on, cli_color color)
{
    static const char *const codes[] = {"\033[0m", "\033[1m", "\033[1;31m", "\033[1;33m", "\033[1;36m", "\033[32m", "\033[2m"};
    return on ? codes[color] : "";
}

static cli_color severity_color(felt_severity severity)
{
    return severity == FELT_ERROR ? COLOR_RED : severity == FELT_WARNING ? COLOR_YELLOW : COLOR_CYAN;
}

/* The source line and the caret below it; tabs count one column, as in the scanner. */
static void print_source(FILE *file, bool color, const felt_diag *d)
{
    size_t columns = felt_text_columns(d->source);
    fprintf(file, "%5d | ", d->line);
    for (size_t i = 0; i < d->source.length; i++)
        fputc((unsigned char)d->source.bytes[i] < 0x20 ? ' ' : d->source.bytes[i], file);
    fprintf(file, "\n      | %*s%s^", d->column - 1, "", cli_paint(color, severity_color(d->severity)));
    for (int i = 1; i < d->width && (size_t)(d->column - 1 + i) < columns; i++)
        fputc('~', file);
    fprintf(file, "%s\n", cli_paint(color, COLOR_PLAIN));
}

void cli_print_diag(FILE *file, bool color, const felt_diag *d)
{
    const char *plain = cli_paint(color, COLOR_PLAIN);
    fprintf(file, "%s%.*s:", cli_paint(color, COLOR_BOLD), FELT_TEXT_ARGS(d->file));
    if (d->line > 0)
        fprintf(file, "%d:%d:", d->line, d->column);
    fprintf(file, "%s %s%s%s%s: %.*s [%s]\n", plain, cli_paint(color, severity_color(d->severity)), d->accepted ? "accepted " : "",
            felt_severity_text(d->severity), plain, FELT_TEXT_ARGS(d->message), d->code);
    if (d->line > 0 && d->source.length > 0)
        print_source(file, color, d);
    if (d->example.length > 0)
        fprintf(file, "      = example: %.*s\n", FELT_TEXT_ARGS(d->example));
    if (d->accepted)
        fprintf(file, "      = accepted: %.*s\n", FELT_TEXT_ARGS(d->reason));
    else if (d->help.length > 0)
        fprintf(file, "      = help: %.*s\n", FELT_TEXT_ARGS(d->help));
}

void cli_print_diags(FILE *file, bool color, const felt_diags *diags)
{
    for (int i = 0; i < diags->count; i++)
        cli_print_diag(file, color, &diags->list[i]);
    if (diags->dropped > 0)
        fprintf(file, "... and %d more\n", diags->dropped);
}

json_t *cli_json_text(felt_text text)
{
    /* Sources are checked to be UTF-8, but a file's name can be anything. */
    json_t *value = json_stringn(text.bytes, text.length);
    return value != NULL ? value : json_stringn_nocheck("?", 1);
}

bool cli_json_diags(json_t *array, const felt_diags *diags)
{
    for (int i = 0; i < diags->count; i++) {
        const felt_diag *d = &diags->list[i];
        json_t *object = json_pack("{s:s, s:s, s:o, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:b}", "code", d->code, "severity",
                                   felt_severity_text(d->severity), "file", cli_json_text(d->file), "line", d->line, "column", d->column, "width",
                                   d->width, "source", cli_json_text(d->source), "message", cli_json_text(d->message), "example",
                                   cli_json_text(d->example), "help", cli_json_text(d->help), "wager", cli_json_text(d->wager), "accepted",
                                   d->accepted);
        if (object == NULL || (d->accepted && json_object_set_new(object, "reason", cli_json_text(d->reason)) != 0) ||
            json_array_append_new(array, object) != 0)
            return false;
    }
    return true;
}

cli_exit cli_json_print(cli *c, json_t *root)
{
    int failed = root == NULL || json_dumpf(root, c->out, JSON_INDENT(2)) != 0;
    json_decref(root);
    if (failed) {
        cli_complain(c, "cannot write JSON");
        return CLI_DATA;
    }
    fputc('\n', c->out);
    return CLI_DONE;
}
