/* src/cli/gather.c - what the verbs that print figures begin with: the settings looked at, and the odds of what is left by them. */
#include "cli.h"

static bool has_option(const felt_sheet *sheet, felt_text name)
{
    for (int i = 0; i < sheet->option_count; i++)
        if (felt_text_equal(sheet->options[i].name, name))
            return true;
    return false;
}

bool cli_selection_verify(cli *c, const felt_selection *selection, const felt_sheet **sheets, int count)
{
    for (int i = 0; i < selection->count; i++) {
        felt_selection one = {.options = {selection->options[i]}, .choices = {selection->choices[i]}, .count = 1};
        felt_error error;
        bool known = false, told = false;
        for (int k = 0; k < count && !known; k++) {
            bool better = count == 1 || has_option(sheets[k], one.options[0]); /* what a sheet without the option says helps nobody */
            known = felt_selection_verify(&one, sheets[k], better ? &error : NULL) == FELT_OK;
            told = told || better;
        }
        if (known)
            continue;
        if (told)
            cli_usage(c, "%s", error.message);
        else
            cli_usage(c, "no sheet has an option '%.*s'; 'felt list' names them", FELT_TEXT_ARGS(one.options[0]));
        return false;
    }
    return true;
}

cli_exit cli_odds_gather(cli *c, const felt_selection *selection, const felt_shoe *shoe, const felt_sheet **sheets, int count,
                         felt_odds_list *list)
{
    const felt_text *unknown = cli_unknown_wager(selection, sheets, count);
    felt_error error;
    if (unknown != NULL)
        return cli_usage(c, "there is no wager '%.*s' under these choices; 'felt list' names them", FELT_TEXT_ARGS(*unknown));
    for (int i = 0; i < count; i++) {
        if (shoe != NULL && sheets[i]->game->source != FELT_SOURCE_SHOE)
            continue;
        felt_status status = felt_odds_add(list, sheets[i], selection, felt_text_from(""), shoe, &error);
        if (status != FELT_OK) {
            cli_complain(c, "%.*s: %s", FELT_TEXT_ARGS(sheets[i]->file), error.message);
            return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
        }
    }
    if (list->count > 0)
        return CLI_DONE;
    return cli_usage(c, shoe != NULL ? "none of these wagers is dealt from a shoe" : "no wager is left under these choices");
}
