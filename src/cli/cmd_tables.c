/* src/cli/cmd_tables.c - `felt tables`: what the tables of a tables file would offer. */
#include "cli.h"

#include <felt/tables_report.h>
#include <stdlib.h>
#include <string.h>

typedef struct tables_request {
    bool json, check;
    const char *table;    /* NULL: all */
    const char *sheet_at; /* standard input has a sheet from this byte on; NULL: it has none */
    const char *private, *beside;
    felt_selection settings;
} tables_request;

static cli_exit unknown_table(cli *c, const char *name, const felt_tables *tables)
{
    felt_near near = felt_near_to(felt_text_from(name));
    for (int i = 0; i < tables->count; i++)
        felt_near_try(&near, tables->list[i].short_name);
    if (near.nearest.length == 0)
        return cli_usage(c, "there is no table '%s' in %.*s", name, FELT_TEXT_ARGS(tables->file));
    return cli_usage(c, "there is no table '%s' in %.*s; did you mean '%.*s'?", name, FELT_TEXT_ARGS(tables->file),
                     FELT_TEXT_ARGS(near.nearest));
}

static cli_exit print_tables(cli *c, felt_arena *arena, const tables_request *request, const felt_tables *tables)
{
    const felt_table_plan *list = tables->list;
    int count = tables->count;
    felt_text text = {"", 0};
    if (request->table != NULL) {
        list = felt_tables_find(tables, felt_text_from(request->table));
        count = 1;
    }
    if (list == NULL)
        return unknown_table(c, request->table, tables);
    felt_status status = request->check ? felt_report_tables_totals(arena, tables, cli_style(c, false), &text)
                                        : felt_report_tables(arena, list, count, cli_style(c, request->json), &text);
    return cli_put(c, status, text) ? CLI_DONE : CLI_DATA;
}

/* --check is a check: that the file is wrong is its answer. */
static cli_exit failed(cli *c, const tables_request *request, const char *path, felt_status status)
{
    if (status == FELT_ENOMEM) {
        cli_complain(c, "%s: out of memory", path);
        return CLI_DATA;
    }
    if (request->check)
        return CLI_FAILED;
    return status == FELT_ESHEET ? CLI_SHEET : CLI_DATA;
}

static cli_exit show_tables(cli *c, felt_arena *arena, const tables_request *request, const char *path)
{
    felt_text text;
    if (cli_read(c, arena, path, FELT_SHEET_BYTES_MAX, &text) != FELT_OK)
        return CLI_DATA;
    cli_named_sheets named = {.c = c, .arena = arena, .file = path};
    felt_table_sheets sheets = {&named, cli_named_sheets_find};
    felt_diags diags = felt_diags_in(arena);
    const felt_tables *tables;
    felt_status status = felt_tables_read(arena, felt_text_from(path), text, &sheets, &diags, &tables);
    cli_print_diags(c, &diags);
    cli_exit code = status == FELT_OK ? print_tables(c, arena, request, tables) : failed(c, request, path, status);
    cli_named_sheets_free(&named);
    return code;
}

/* ---- a table and its sheet on standard input ---- */

/* The table of what standard input holds. */
static felt_status read_posted(cli *c, felt_arena *arena, const tables_request *r, felt_text input, size_t at, const felt_table_plan **ret)
{
    felt_text settings[FELT_SETTINGS_MAX];
    cli_named_sheets named = {.c = c, .arena = arena, .file = "-"};
    felt_table_sheets sheets = {&named, cli_named_sheets_find};
    felt_diags diags = felt_diags_in(arena);
    felt_posted posted = {.table = {input.bytes, at}, .sheet = {input.bytes + at, input.length - at}, .checked = r->check};
    posted.name = felt_text_from(r->private == NULL ? "" : r->private);
    posted.beside = felt_text_from(r->beside == NULL ? "" : r->beside);
    posted.settings = settings;
    bool room = true;
    for (int i = 0; i < r->settings.count; i++) {
        settings[i] = felt_arena_print(arena, "%.*s=%.*s", FELT_TEXT_ARGS(r->settings.options[i]), FELT_TEXT_ARGS(r->settings.choices[i]));
        room = room && settings[i].bytes != NULL;
    }
    posted.setting_count = r->settings.count;
    felt_status status = room ? felt_tables_posted(arena, &posted, &sheets, &diags, ret) : FELT_ENOMEM;
    cli_print_diags(c, &diags);
    if (status == FELT_OK && diags.error_count > 0)
        status = FELT_EDATA;
    felt_text text = {"", 0};
    if (status == FELT_OK && !r->check && !cli_put(c, felt_report_tables(arena, *ret, 1, cli_style(c, r->json), &text), text))
        status = FELT_ENOMEM;
    cli_named_sheets_free(&named);
    return status;
}

static cli_exit show_posted(cli *c, felt_arena *arena, const tables_request *request)
{
    felt_text input;
    char *end;
    unsigned long at = strtoul(request->sheet_at, &end, 10);
    const felt_table_plan *plan;
    if (cli_read(c, arena, "-", (size_t)2 * FELT_SHEET_BYTES_MAX, &input) != FELT_OK)
        return CLI_DATA;
    if (end == request->sheet_at || *end != '\0' || at > input.length || (at == 0) != (request->private != NULL))
        return cli_usage(c, "--sheet-at: found '%s', expected a byte of standard input, and 0 where the table is --private",
                         request->sheet_at);
    felt_status status = read_posted(c, arena, request, input, at, &plan);
    if (status == FELT_ESHEET)
        return CLI_SHEET;
    if (status == FELT_ENOMEM)
        cli_complain(c, "out of memory");
    return status == FELT_OK ? CLI_DONE : status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
}

static cli_exit in_arena(cli *c, const tables_request *request, const char *path)
{
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = request->sheet_at != NULL ? show_posted(c, arena, request) : show_tables(c, arena, request, path);
    felt_arena_free(arena);
    return code;
}

cli_exit cmd_tables(cli *c, int argc, char **argv)
{
    tables_request request = {.table = NULL};
    const flag flags[] = {{"--table", FLAG_TEXT, &request.table},     {"--check", FLAG_SWITCH, &request.check},
                          {"--json", FLAG_SWITCH, &request.json},     {"--sheet-at", FLAG_TEXT, &request.sheet_at},
                          {"--private", FLAG_TEXT, &request.private}, {"--beside", FLAG_TEXT, &request.beside},
                          {"--set", FLAG_SETTING, &request.settings}};
    int words = cli_arguments(c, argc, argv, flags, 7);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words > 1)
        return cli_usage(c, "expected at most one tables FILE");
    if (request.sheet_at != NULL && (words != 1 || strcmp(argv[1], "-") != 0 || request.table != NULL))
        return cli_usage(c, "--sheet-at is for standard input, FILE -, and goes without --table");
    if (request.sheet_at == NULL && (request.private != NULL || request.beside != NULL || request.settings.count > 0))
        return cli_usage(c, "--private, --beside and --set go with --sheet-at");
    if (request.check && (request.json || request.table != NULL))
        return cli_usage(c, "--check goes with neither --json nor --table");
    if (words == 0 && c->tables == NULL) {
        cli_complain(c, "there is no tables file that comes with Felt; set FELT_TABLES to one");
        return CLI_DATA;
    }
    const char *path = words == 1 ? argv[1] : cli_path_from_here(c->tables);
    return in_arena(c, &request, path);
}
