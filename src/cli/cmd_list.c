/* src/cli/cmd_list.c - `felt list`: sheets and their wagers. */
#include "cli.h"

#include <string.h>

/* Do wagers `i - 1` and `i` come from one text, so that only their sides differ? */
static bool same_text(const felt_sheet *sheet, int i)
{
    return i > 0 && sheet->wagers[i].line == sheet->wagers[i - 1].line;
}

static void print_options(cli *c, const felt_sheet *sheet, const felt_wager *w)
{
    for (int i = 0; i < w->option_count; i++)
        fprintf(c->out, "%s%.*s", i == 0 ? "  by " : ", ", FELT_TEXT_ARGS(sheet->options[w->options[i]].name));
}

static void print_sheet(cli *c, const felt_sheet *sheet)
{
    const char *bold = cli_paint(c->color_out, COLOR_BOLD), *faint = cli_paint(c->color_out, COLOR_FAINT),
               *plain = cli_paint(c->color_out, COLOR_PLAIN);
    int group = -1;
    size_t widest = 8;
    for (int i = 0; i < sheet->wager_count; i++)
        if (sheet->wagers[i].short_name.length > widest)
            widest = sheet->wagers[i].short_name.length;
    fprintf(c->out, "%s%.*s%s  %.*s  %s(%s)%s\n", bold, FELT_TEXT_ARGS(sheet->short_name), plain, FELT_TEXT_ARGS(sheet->name), faint,
            sheet->game->name, plain);
    for (int i = 0; i < sheet->wager_count; i++) {
        const felt_wager *w = &sheet->wagers[i];
        if (same_text(sheet, i))
            continue;
        if (w->group != group) {
            group = w->group;
            fprintf(c->out, "  %s%.*s%s\n", faint, FELT_TEXT_ARGS(sheet->groups[group].name), plain);
        }
        fprintf(c->out, "    %-*.*s  %.*s", (int)widest, FELT_TEXT_ARGS(w->short_name), FELT_TEXT_ARGS(w->name));
        for (int k = i; k < sheet->wager_count && w->side.length > 0 && (k == i || same_text(sheet, k)); k++)
            fprintf(c->out, "%s%.*s", k == i ? ", on " : " / ", FELT_TEXT_ARGS(sheet->wagers[k].side));
        fprintf(c->out, "%s", faint);
        print_options(c, sheet, w);
        fprintf(c->out, "%s\n", plain);
    }
}

static json_t *option_json(const felt_option *option)
{
    static const char *const kinds[] = {"house", "reading", "paytable", "decks"};
    json_t *choices = json_array();
    for (int i = 0; i < option->choice_count; i++)
        json_array_append_new(choices,
                              json_pack("{s:o, s:o, s:o}", "name", cli_json_text(option->choices[i].name), "title",
                                        cli_json_text(option->choices[i].title), "cites", cli_json_text(option->choices[i].cites)));
    return json_pack("{s:o, s:s, s:o, s:o}", "name", cli_json_text(option->name), "kind", kinds[option->kind], "title",
                     cli_json_text(option->title), "choices", choices);
}

static json_t *wager_json(const felt_sheet *sheet, const felt_wager *w)
{
    json_t *options = json_array(), *rows = json_array();
    for (int i = 0; i < w->option_count; i++)
        json_array_append_new(options, option_json(&sheet->options[w->options[i]]));
    for (int i = 0; i < w->row_count; i++)
        json_array_append_new(rows, json_pack("{s:o, s:o, s:o, s:o}", "text", cli_json_text(w->rows[i].text), "words",
                                              cli_json_text(w->rows[i].words), "where", cli_json_text(w->rows[i].where), "cites",
                                              cli_json_text(w->rows[i].cites)));
    felt_text group = w->group < 0 ? (felt_text){"", 0} : sheet->groups[w->group].name;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:i, s:o, s:o}", "name", cli_json_text(w->name), "short_name", cli_json_text(w->short_name),
                     "side", cli_json_text(w->side), "group", cli_json_text(group), "cites", cli_json_text(w->cites), "variants",
                     w->variant_count, "options", options, "rows", rows);
}

static json_t *sheet_json(const felt_sheet *sheet)
{
    json_t *wagers = json_array();
    for (int i = 0; i < sheet->wager_count; i++)
        json_array_append_new(wagers, wager_json(sheet, &sheet->wagers[i]));
    return json_pack("{s:o, s:o, s:s, s:o}", "sheet", cli_json_text(sheet->short_name), "name", cli_json_text(sheet->name), "game",
                     sheet->game->name, "wagers", wagers);
}

/* The names of the given sheets; without any, those of the shipped ones, which need not compile for that. */
static cli_exit list_names(cli *c, felt_arena *arena, int words, char **argv)
{
    const felt_sheet **sheets;
    const char **names;
    int count;
    if (words == 0) {
        count = cli_shipped(c, arena, &names);
        for (int i = 0; i < count; i++)
            fprintf(c->out, "%s\n", names[i]);
        return count < 0 ? CLI_DATA : CLI_DONE;
    }
    cli_exit code = cli_load_all(c, arena, words, argv + 1, &sheets, &count);
    for (int i = 0; i < count && code == CLI_DONE; i++)
        fprintf(c->out, "%.*s\n", FELT_TEXT_ARGS(sheets[i]->short_name));
    return code;
}

static cli_exit list(cli *c, felt_arena *arena, int words, char **argv, bool json)
{
    const felt_sheet **sheets;
    int count;
    cli_exit code = cli_load_all(c, arena, words, argv + 1, &sheets, &count);
    if (code != CLI_DONE)
        return code;
    json_t *array = json ? json_array() : NULL;
    for (int i = 0; i < count; i++) {
        if (json)
            json_array_append_new(array, sheet_json(sheets[i]));
        else
            print_sheet(c, sheets[i]);
    }
    return json ? cli_json_print(c, array) : CLI_DONE;
}

cli_exit cmd_list(cli *c, int argc, char **argv)
{
    bool json = false, names = false;
    const flag flags[] = {{"--json", FLAG_SWITCH, &json}, {"--names", FLAG_SWITCH, &names}};
    int words = cli_arguments(c, argc, argv, flags, 2);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = names ? list_names(c, arena, words, argv) : list(c, arena, words, argv, json);
    felt_arena_free(arena);
    return code;
}
