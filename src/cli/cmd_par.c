/* src/cli/cmd_par.c - `felt par`: the PAR sheet of a wager, as a PDF file or Markdown. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <felt/par.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FELT_VERSION
#define FELT_VERSION "unknown"
#endif

typedef struct par_options {
    felt_selection selection;
    const char *rounds, *output;
    bool markdown;
} par_options;

/* ---- arguments ---- */

static bool read_rounds(cli *c, const char *text, uint64_t list[FELT_PAR_ROUNDS_MAX], int *ret_count)
{
    const char *at = text;
    for (int count = 0; count < FELT_PAR_ROUNDS_MAX; count++) {
        char *end = NULL;
        errno = 0;
        unsigned long long number = isdigit((unsigned char)*at) ? strtoull(at, &end, 10) : 0;
        if (end == NULL || errno != 0 || number < 1 || number > FELT_PAR_ROUND_MOST || (*end != ',' && *end != '\0'))
            break;
        list[count] = number;
        *ret_count = count + 1;
        if (*end == '\0')
            return true;
        at = end + 1;
    }
    cli_usage(c, "found --rounds %s, expected at most %d numbers from 1 to %llu with commas, such as 1000,1000000", text,
              FELT_PAR_ROUNDS_MAX, (unsigned long long)FELT_PAR_ROUND_MOST);
    return false;
}

/* ---- output ---- */

/* Progress goes to a terminal only, on one line that is wiped at the end. */
static void show_progress(void *context, int done, int of)
{
    cli *c = context;
    if (of < 2 || !isatty(fileno(c->err)))
        return;
    if (done < of)
        fprintf(c->err, "\rfelt par: %d of %d sheets", done, of);
    else
        fprintf(c->err, "\r%40s\r", "");
    fflush(c->err);
}

static cli_exit deliver(cli *c, felt_arena *arena, const par_options *r, const felt_par *par, felt_text bytes)
{
    const char *path = r->output;
    if (path == NULL && !r->markdown) {
        felt_text name = felt_arena_print(arena, "%.*s.par.pdf", FELT_TEXT_ARGS(par->short_name));
        if (name.bytes == NULL)
            return CLI_DATA;
        path = name.bytes;
    }
    if (path == NULL || strcmp(path, "-") == 0) {
        fwrite(bytes.bytes, 1, bytes.length, c->out);
        return CLI_DONE;
    }
    cli_exit code = cli_write_file(c, path, bytes);
    if (code == CLI_DONE)
        fprintf(c->out, "%s\n", path);
    return code;
}

/* ---- the document ---- */

static cli_exit make(cli *c, felt_arena *arena, const par_options *r, const felt_odds_list *odds, const felt_par **ret)
{
    static const uint64_t usual[] = {1000, 10000, 100000, 1000000};
    uint64_t rounds[FELT_PAR_ROUNDS_MAX];
    felt_par_request request = {
        .odds = odds, .selection = &r->selection, .rounds = usual, .round_count = 4, .version = felt_text_from(FELT_VERSION)};
    if (r->rounds != NULL) {
        request.rounds = rounds;
        if (!read_rounds(c, r->rounds, rounds, &request.round_count))
            return CLI_USAGE;
    }
    felt_status status = felt_par_make(arena, &request, ret);
    if (status == FELT_OK)
        return CLI_DONE;
    cli_complain(c, "%s", felt_status_text(status));
    return CLI_DATA;
}

static cli_exit compute(cli *c, const par_options *r, const felt_sheet *sheet, felt_odds_list *list)
{
    felt_error error;
    felt_selection own;
    if (!cli_selection_of(c, &r->selection, sheet, &own))
        return CLI_USAGE;
    const felt_text *unknown = cli_unknown_wager(&own, &sheet, 1);
    if (unknown != NULL)
        return cli_usage(c, "there is no wager '%.*s' under these choices; 'felt list' names them", FELT_TEXT_ARGS(*unknown));
    felt_status status = felt_odds_add(list, sheet, &own, felt_text_from(""), NULL, &error);
    if (status != FELT_OK) {
        cli_complain(c, "%.*s: %s", FELT_TEXT_ARGS(sheet->file), error.message);
        return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
    }
    felt_odds_merge(list);
    if (list->count > 0)
        return CLI_DONE;
    return cli_usage(c, "no wager is left under these choices");
}

static cli_exit render(cli *c, felt_arena *arena, const par_options *r, const felt_odds_list *list)
{
    const felt_par *par;
    felt_text bytes;
    cli_exit code = make(c, arena, r, list, &par);
    if (code != CLI_DONE)
        return code;
    felt_status status = r->markdown ? felt_par_markdown(arena, par, &bytes) : felt_par_pdf(arena, par, show_progress, c, &bytes);
    if (status != FELT_OK) {
        cli_complain(c, "%s",
                     status == FELT_EDATA ? "there is no font to print with; install one, such as fonts-dejavu-core"
                                          : felt_status_text(status));
        return CLI_DATA;
    }
    return deliver(c, arena, r, par, bytes);
}

static cli_exit run(cli *c, felt_arena *arena, par_options *r, int words, char **names)
{
    const felt_sheet **sheets;
    felt_odds_list list = {0};
    int count;
    if (!r->markdown && r->output != NULL && strcmp(r->output, "-") == 0 && isatty(fileno(c->out)))
        return cli_usage(c, "a PDF file is not for a terminal; give --output a name, or use --markdown");
    cli_exit code = cli_load_all(c, arena, words, names, &sheets, &count);
    if (code == CLI_DONE)
        code = cli_output_verify(c, r->output != NULL ? r->output : "-");
    if (code == CLI_DONE)
        code = compute(c, r, sheets[0], &list);
    if (code == CLI_DONE)
        code = render(c, arena, r, &list);
    felt_odds_list_free(&list);
    return code;
}

cli_exit cmd_par(cli *c, int argc, char **argv)
{
    par_options r = {.rounds = NULL};
    const flag flags[] = {{"--wager", FLAG_WAGER, &r.selection},    {"--decks", FLAG_DECKS, &r.selection},
                          {"--set", FLAG_SETTING, &r.selection},    {"--rounds", FLAG_TEXT, &r.rounds},
                          {"--output", FLAG_TEXT, &r.output},       {"-o", FLAG_TEXT, &r.output},
                          {"--markdown", FLAG_SWITCH, &r.markdown}, {"--name", FLAG_TEXT, &c->input_name}};
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
    cli_exit code = run(c, arena, &r, words, argv + 1);
    felt_arena_free(arena);
    return code;
}
