/* src/cli/gather.c - what the verbs that print figures begin with: the settings looked at, and the odds of what is left by them. */
#include "cli.h"

bool cli_selection_verify(cli *c, const felt_selection *selection, const felt_sheet *const *sheets, int count)
{
    felt_error error;
    if (felt_selection_verify_all(selection, sheets, count, &error) == FELT_OK)
        return true;
    cli_usage(c, "%s", error.message);
    return false;
}

bool cli_selection_of(cli *c, const felt_selection *selection, const felt_sheet *sheet, felt_selection *ret)
{
    if (!cli_selection_verify(c, selection, &sheet, 1))
        return false;
    *ret = felt_selection_of(selection, sheet);
    return true;
}

cli_exit cli_odds_gather(cli *c, const felt_selection *selection, const felt_shoe *shoe, const felt_sheet **sheets, int count,
                         felt_odds_list *list)
{
    const felt_text *unknown = cli_unknown_wager(selection, sheets, count);
    felt_error error;
    if (unknown != NULL)
        return cli_refuse_wager(c, *unknown, sheets, count);
    for (int i = 0; i < count; i++) {
        if (shoe != NULL && sheets[i]->game->source != FELT_SOURCE_SHOE)
            continue;
        felt_selection own = felt_selection_of(selection, sheets[i]);
        felt_status status = felt_odds_add(list, sheets[i], &own, felt_text_from(""), shoe, &error);
        if (status != FELT_OK) {
            cli_complain(c, "%.*s: %s", FELT_TEXT_ARGS(sheets[i]->file), error.message);
            return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
        }
    }
    if (list->count > 0)
        return CLI_DONE;
    return cli_usage(c, shoe != NULL ? "none of these wagers is dealt from a shoe" : "no wager is left under these choices");
}
