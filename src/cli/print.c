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

/* The length of the UTF-8 sequence at the beginning of `text` if it may be sent to a terminal: no stray byte, no control character. */
static size_t printable_length(felt_text text)
{
    static const struct {
        unsigned char first, last;   /* of the first byte */
        unsigned char second, until; /* of the second byte; the rest are from 0x80 to 0xBF */
        size_t length;
    } kinds[] = {{0x20, 0x7E, 0, 0xFF, 1},    {0xC2, 0xC2, 0xA0, 0xBF, 2}, {0xC3, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
                 {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
                 {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (bytes[0] < kinds[k].first || bytes[0] > kinds[k].last || kinds[k].length > text.length)
            continue;
        bool good = kinds[k].length == 1 || (bytes[1] >= kinds[k].second && bytes[1] <= kinds[k].until);
        for (size_t i = 2; i < kinds[k].length; i++)
            good = good && (bytes[i] & 0xC0) == 0x80;
        return good ? kinds[k].length : 0;
    }
    return 0;
}

/* The source line and the caret below it; tabs count one column, as in the scanner. */
static void print_source(FILE *file, bool color, const felt_diag *d)
{
    size_t columns = felt_text_columns(d->source);
    fprintf(file, "%5d | ", d->line);
    for (size_t i = 0; i < d->source.length;) {
        size_t length = printable_length((felt_text){d->source.bytes + i, d->source.length - i});
        if (length > 0)
            fwrite(d->source.bytes + i, 1, length, file);
        else
            fputc(d->source.bytes[i] == '\t' || d->source.bytes[i] == '\r' ? ' ' : '?', file);
        i += length > 0 ? length : 1;
    }
    fprintf(file, "\n      | %*s%s^", d->column - 1, "", cli_paint(color, severity_color(d->severity)));
    for (int i = 1; i < d->width && (size_t)d->column - 1 + (size_t)i < columns; i++)
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
    char *printable = value != NULL ? NULL : malloc(text.length + 1);
    if (printable == NULL)
        return value;
    for (size_t i = 0; i < text.length;) {
        size_t length = printable_length((felt_text){text.bytes + i, text.length - i});
        if (length == 0)
            printable[i++] = '?';
        for (; length > 0; length--, i++)
            printable[i] = text.bytes[i];
    }
    value = json_stringn(printable, text.length);
    free(printable);
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
