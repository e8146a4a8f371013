/* src/cli/cmd_par.c - `felt par`: the PAR document of a sheet, as a PDF file, Markdown or a spreadsheet. */
#include "par_request.h"
#include "par_xlsx.h"
#include "progress.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- output ---- */

static void show_progress(void *context, int done, int of)
{
    cli_progress_show(context, (uint64_t)done, (uint64_t)of);
}

static cli_exit deliver(cli *c, felt_arena *arena, const par_options *r, const felt_par *par, felt_text bytes)
{
    const char *path = r->output;
    if (path == NULL && !r->markdown) {
        felt_text name = felt_arena_print(arena, "%.*s.par.%s", FELT_TEXT_ARGS(par->short_name), r->xlsx ? "xlsx" : "pdf");
        if (name.bytes == NULL) {
            cli_complain(c, "out of memory");
            return CLI_DATA;
        }
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

static cli_exit compute(cli *c, const par_options *r, const felt_sheet *sheet, felt_selection *own, felt_odds_list *list)
{
    felt_error error;
    if (!cli_selection_of(c, &r->selection, sheet, own))
        return CLI_USAGE;
    const felt_text *unknown = cli_unknown_wager(own, &sheet, 1);
    if (unknown != NULL)
        return cli_refuse_wager(c, *unknown, &sheet, 1);
    felt_status status = felt_odds_add(list, sheet, own, felt_text_from(""), NULL, &error);
    if (status != FELT_OK) {
        cli_complain(c, "%.*s: %s", FELT_TEXT_ARGS(sheet->file), error.message);
        return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
    }
    felt_odds_merge(list);
    if (list->count > 0)
        return CLI_DONE;
    return cli_usage(c, "no wager is left under these choices");
}

static felt_status print(cli *c, felt_arena *arena, const par_options *r, const felt_par_request *request, const felt_par *par,
                         felt_text *ret_missing, felt_text *ret)
{
    if (r->markdown)
        return felt_par_markdown(arena, par, ret);
    if (r->xlsx)
        return par_xlsx_print(arena, request, par, ret);
    cli_progress progress;
    felt_par_print how = {.fractions = r->fractions, .progress = show_progress, .context = &progress, .missing = ret_missing};
    cli_progress_begin(&progress, c, "wagers");
    felt_status status = felt_par_pdf(arena, par, &how, ret);
    cli_progress_end(&progress);
    return status;
}

static cli_exit render(cli *c, felt_arena *arena, const par_options *r, const felt_par_request *request)
{
    const felt_par *par;
    felt_text bytes, missing = {"", 0};
    felt_status status = felt_par_make(arena, request, &par);
    if (status == FELT_OK)
        status = print(c, arena, r, request, par, &missing, &bytes);
    if (status == FELT_OK && missing.length > 0) { /* nobody can sign what he cannot read */
        cli_complain(c, "no font on this machine has '%.*s'; install one that does, such as fonts-noto-cjk for Chinese, or use --markdown",
                     FELT_TEXT_ARGS(missing));
        return CLI_DATA;
    }
    if (status == FELT_OK)
        return deliver(c, arena, r, par, bytes);
    const char *why = felt_status_text(status);
    if (status == FELT_EDATA)
        why = "there is no font to print with; install one, such as fonts-dejavu-core";
    else if (status == FELT_EIO)
        why = "a temporary file cannot be written whole; is its disk full? TMPDIR names another place";
    cli_complain(c, "%s", why);
    return CLI_DATA;
}

static cli_exit run(cli *c, felt_arena *arena, par_options *r, int words, char **names)
{
    const felt_sheet **sheets;
    felt_odds_list list = {0};
    felt_selection own;
    par_material material = {.has_most = false};
    int count;
    if (!r->markdown && r->output != NULL && strcmp(r->output, "-") == 0 && isatty(fileno(c->out)))
        return cli_usage(c, "a PDF file or a spreadsheet is not for a terminal; give --output a name, or use --markdown");
    cli_exit code = cli_load_all(c, arena, words, names, &sheets, &count);
    if (code == CLI_DONE)
        code = cli_output_verify(c, r->output != NULL ? r->output : "-");
    if (code == CLI_DONE)
        code = compute(c, r, sheets[0], &own, &list);
    if (code == CLI_DONE)
        code = par_gather(c, arena, r, sheets[0], &own, &list, &material);
    if (code == CLI_DONE)
        code = render(c, arena, r, &material.request);
    par_material_free(&material);
    felt_odds_list_free(&list);
    return code;
}

cli_exit cmd_par(cli *c, int argc, char **argv)
{
    par_options r = {.rounds = NULL};
    const flag flags[] = {{"--wager", FLAG_WAGER, &r.selection},
                          {"--decks", FLAG_DECKS, &r.selection},
                          {"--set", FLAG_SETTING, &r.selection},
                          {"--rounds", FLAG_TEXT, &r.rounds},
                          {"--output", FLAG_TEXT, &r.output},
                          {"-o", FLAG_TEXT, &r.output},
                          {"--markdown", FLAG_SWITCH, &r.markdown},
                          {"--name", FLAG_TEXT, &c->input_name},
                          {"--cover", FLAG_TEXT, &r.cover_file},
                          {"--fractions", FLAG_SWITCH, &r.fractions},
                          {"--xlsx", FLAG_SWITCH, &r.xlsx},
                          {"--sample", FLAG_TEXT, &r.sample},
                          {"--seed", FLAG_TEXT, &r.seed},
                          {"--title", FLAG_TEXT, &r.cover[0]},
                          {"--number", FLAG_TEXT, &r.cover[1]},
                          {"--revision", FLAG_TEXT, &r.cover[2]},
                          {"--jurisdiction", FLAG_TEXT, &r.cover[3]},
                          {"--requester", FLAG_TEXT, &r.cover[4]},
                          {"--laboratory", FLAG_TEXT, &r.cover[5]},
                          {"--received", FLAG_TEXT, &r.cover[6]},
                          {"--issued", FLAG_TEXT, &r.cover[7]}};
    cli_exit code = par_xlsx_begin(c, argc, argv);
    if (code != CLI_DONE)
        return code;
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words != 1)
        return cli_usage(c, "found %d sheets, expected one", words);
    if (r.markdown && r.xlsx)
        return cli_usage(c, "--markdown and --xlsx exclude each other");
    if (r.xlsx && !par_xlsx_can())
        return cli_usage(c, "this felt was built without libxlsxwriter, and has no spreadsheets");
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    code = run(c, arena, &r, words, argv + 1);
    felt_arena_free(arena);
    return code;
}
