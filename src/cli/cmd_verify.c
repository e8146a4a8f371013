/* src/cli/cmd_verify.c - `felt verify`: deals and settles a history again, and archives with what goes on at their ends. */
#include "history_input.h"

#include <felt/history_report.h>

typedef struct verify_request {
    cli *c;
    felt_arena *arena;
    bool json;
} verify_request;

static cli_exit wrong(const verify_request *r, const history_input *input, felt_status status, const felt_error *error)
{
    felt_text text;
    if (r->json && status != FELT_ENOMEM && felt_report_history_wrong(r->arena, error, &text) == FELT_OK)
        fwrite(text.bytes, 1, text.length, r->c->out);
    return history_input_wrong(r->c, input, status, error);
}

static cli_exit verify_file(const verify_request *r, const char *path, bool last, felt_history_ends *ends, felt_history_counts *counts)
{
    history_input input;
    felt_error error = {.message = ""};
    cli_exit code = history_input_open(r->c, path, &input);
    if (code != CLI_DONE)
        return code;
    felt_status status = felt_history_verify_on(history_input_of(&input), ends, counts, &error);
    history_input_close(&input);
    if (status == FELT_OK && last && ends != NULL)
        status = felt_history_ends_check(ends, &error);
    return status == FELT_OK ? CLI_DONE : wrong(r, &input, status, &error);
}

static cli_exit verify(const verify_request *r, char **paths, int count)
{
    felt_history_counts counts = {.tables = 0};
    felt_history_ends *ends = NULL;
    felt_error error;
    felt_text text;
    cli_exit code = CLI_DONE;
    if (count > 1 && felt_history_ends_new(&ends, &error) != FELT_OK)
        code = CLI_DATA;
    for (int i = 0; i < count && code == CLI_DONE; i++)
        code = verify_file(r, paths[i], i == count - 1, ends, &counts);
    felt_history_ends_free(ends);
    if (code != CLI_DONE)
        return code;
    if (felt_report_history(r->arena, &counts, cli_style(r->c, r->json), &text) != FELT_OK) {
        cli_complain(r->c, "out of memory");
        return CLI_DATA;
    }
    fwrite(text.bytes, 1, text.length, r->c->out);
    return CLI_DONE;
}

cli_exit cmd_verify(cli *c, int argc, char **argv)
{
    bool json = false;
    const flag flags[] = {{"--json", FLAG_SWITCH, &json}};
    int words = cli_arguments(c, argc, argv, flags, 1);
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words < 1)
        return cli_usage(c, "found no file, expected one, or archives and what goes on at their ends");
    verify_request r = {c, felt_arena_new(1 << 20), json};
    if (r.arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = verify(&r, argv + 1, words);
    felt_arena_free(r.arena);
    return code;
}
