/* src/cli/cmd_export.c - `felt export`: compiled wagers as JSON, for other programs, their hashes, or lookup tables. */
#include "cli.h"

#include <felt/form.h>
#include <felt/lookup.h>
#include <string.h>

typedef struct export_options {
    felt_selection selection;
    const char *output, *format, *scale;
    bool hashes, lookup;
} export_options;

static cli_exit deliver(cli *c, const char *path, felt_text text)
{
    if (path != NULL && strcmp(path, "-") != 0)
        return cli_write_file(c, path, text);
    fwrite(text.bytes, 1, text.length, c->out);
    return CLI_DONE;
}

/* ---- lookup tables ---- */

enum { SCALE = 100 };

/* The entries that have an edge; of the others it says why they are left out. */
static int gather(cli *c, const felt_odds_list *odds, const felt_odds **ret)
{
    int count = 0;
    for (int i = 0; i < odds->count; i++) {
        const felt_odds *o = &odds->list[i];
        if (!o->has_pays)
            cli_complain(c, "'%.*s' is left out: its pays or outcomes are %s", FELT_TEXT_ARGS(o->wager->short_name), felt_odds_missing(o));
        else
            ret[count++] = o;
        if (o->has_pays && !felt_lookup_is_small(o))
            cli_complain(c, "the weights of '%.*s' need more than 63 bits", FELT_TEXT_ARGS(o->wager->short_name));
    }
    return count;
}

static cli_exit write_lookup(cli *c, felt_arena *arena, const export_options *o, const felt_odds_list *odds, long scale)
{
    felt_text text;
    felt_error error;
    const felt_odds **list = felt_arena_take(arena, (size_t)odds->count, sizeof *list);
    int count = list == NULL ? 0 : gather(c, odds, list);
    bool json = o->format != NULL && strcmp(o->format, "ndjson") == 0;
    if (list == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    if (count == 0)
        return cli_usage(c, "no wager with an edge is left under these choices");
    felt_status status = felt_report_lookup(arena, list, count, scale, json ? FELT_REPORT_JSON : FELT_REPORT_CSV, &text, &error);
    if (status == FELT_ERANGE)
        return cli_usage(c, "%s (--scale)", error.message);
    if (status != FELT_OK) {
        cli_complain(c, "%s", error.message);
        return CLI_DATA;
    }
    return deliver(c, o->output, text);
}

static cli_exit export_lookup(cli *c, felt_arena *arena, const export_options *o, const felt_sheet *sheet, const felt_selection *own)
{
    felt_odds_list odds = {0};
    felt_error error;
    uint64_t scale = SCALE;
    if (o->format != NULL && strcmp(o->format, "csv") != 0 && strcmp(o->format, "ndjson") != 0)
        return cli_usage(c, "found --format %s, expected csv or ndjson", o->format);
    if (o->scale != NULL && !cli_number(c, "--scale", o->scale, 1, FELT_LOOKUP_SCALE_MAX, &scale))
        return CLI_USAGE;
    felt_status status = felt_odds_add(&odds, sheet, own, felt_text_from(""), NULL, &error);
    cli_exit code = CLI_DATA;
    if (status != FELT_OK)
        cli_complain(c, "%s", error.message);
    else
        code = write_lookup(c, arena, o, &odds, (long)scale);
    felt_odds_list_free(&odds);
    return code;
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
    if (o->lookup)
        return export_lookup(c, arena, o, sheets[0], &own);
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
                          {"--hashes", FLAG_SWITCH, &o.hashes},
                          {"--lookup", FLAG_SWITCH, &o.lookup},
                          {"--decks", FLAG_DECKS, &o.selection},
                          {"--format", FLAG_TEXT, &o.format},
                          {"--scale", FLAG_TEXT, &o.scale}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d sheets, expected one", words);
    if (o.lookup && o.hashes)
        return cli_usage(c, "--lookup and --hashes exclude each other");
    if (!o.lookup && (o.format != NULL || o.scale != NULL))
        return cli_usage(c, "--format and --scale are about --lookup");
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = export(c, arena, &o, argv[1]);
    felt_arena_free(arena);
    return code;
}
