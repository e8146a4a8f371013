/* src/cli/print.c - diagnostics for people and for programs. */
#include "cli.h"

#include <stdlib.h>
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

/* The first `letters` of a text; all of it when it has fewer. */
static felt_text first_letters(felt_text text, size_t letters)
{
    size_t end = 0;
    for (size_t i = 0; i < letters && end < text.length; i++) {
        size_t length = felt_text_decode((felt_text){text.bytes + end, text.length - end}, NULL);
        end += length > 0 ? length : 1;
    }
    return (felt_text){text.bytes, end};
}

/* The source line and the caret below it; tabs count one column, as in the scanner. */
static void print_source(FILE *file, bool color, const felt_diag *d)
{
    char *room = malloc(d->source.length);
    if (room == NULL)
        return;
    felt_text line = felt_text_printable(d->source, room);
    size_t before = felt_text_columns(first_letters(line, (size_t)d->column - 1));
    size_t until = felt_text_columns(first_letters(line, (size_t)d->column - 1 + (size_t)d->width));
    fprintf(file, "%5d | %.*s\n      | %*s%s^", d->line, FELT_TEXT_ARGS(line), (int)before, "",
            cli_paint(color, severity_color(d->severity)));
    for (size_t i = before + 1; i < until; i++)
        fputc('~', file);
    fprintf(file, "%s\n", cli_paint(color, COLOR_PLAIN));
    free(room);
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
    if (d->help.length > 0)
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
    /* Texts of a sheet that compiles are UTF-8; a file's name and a rejected line can be any bytes, and what is none is replaced. */
    json_t *value = json_stringn(text.bytes, text.length);
    char *room = value != NULL ? NULL : malloc(text.length + 1);
    if (room == NULL)
        return value;
    felt_text printable = felt_text_printable(text, room);
    value = json_stringn(printable.bytes, printable.length);
    free(room);
    return value;
}

bool cli_json_diags(json_t *array, const felt_diags *diags)
{
    for (int i = 0; i < diags->count; i++) {
        const felt_diag *d = &diags->list[i];
        json_t *object =
            json_pack("{s:s, s:s, s:o, s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:b}", "code", d->code, "severity",
                      felt_severity_text(d->severity), "file", cli_json_text(d->file), "line", d->line, "column", d->column, "width",
                      d->width, "source", cli_json_text(d->source), "message", cli_json_text(d->message), "example",
                      cli_json_text(d->example), "help", cli_json_text(d->help), "wager", cli_json_text(d->wager), "accepted", d->accepted);
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
