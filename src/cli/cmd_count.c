/* src/cli/cmd_count.c - `felt count`: what somebody who watches the cards can know of wagers. */
#include "cli.h"

#include <felt/count_report.h>
#include <felt/orders.h>
#include <felt/removal.h>
#include <felt/tags.h>
#include <stdlib.h>

typedef struct count_request {
    felt_selection selection;
    const char *shoe, *tags;
    felt_tags given; /* what --tags says */
    bool second_order, json;
} count_request;

/* Leaves the sheets that are dealt from a shoe; says of those that were named and are not that there is nothing to count. */
static int keep_dealt(cli *c, const felt_sheet **sheets, int count, bool named)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (sheets[i]->game->source == FELT_SOURCE_SHOE)
            sheets[left++] = sheets[i];
        else if (named)
            cli_complain(c, "%.*s is not dealt from a shoe: there are no cards to count", FELT_TEXT_ARGS(sheets[i]->short_name));
    }
    return left;
}

/* ---- tags ---- */

/* Ten whole numbers: ace, two, ... nine, ten. */
static bool read_tags(cli *c, const char *text, felt_tags *ret)
{
    const char *at = text;
    for (int i = 0; i < FELT_TAG_COUNT; i++) {
        char *end;
        long tag = strtol(at, &end, 10);
        if (end == at || tag < -FELT_TAG_MAX || tag > FELT_TAG_MAX || *end != (i + 1 < FELT_TAG_COUNT ? ',' : '\0')) {
            cli_usage(c,
                      "found --tags %s, expected %d whole numbers from -%d to %d with commas, for A, 2, ... 9 and T, such as "
                      "0,0,0,-1,-1,-1,-1,2,2,0",
                      text, FELT_TAG_COUNT, FELT_TAG_MAX, FELT_TAG_MAX);
            return false;
        }
        ret->tag[i] = (int16_t)tag;
        at = end + 1;
    }
    return true;
}

/* ---- the report ---- */

static cli_exit print_report(cli *c, felt_arena *arena, const count_request *r, const felt_removals *removals, const felt_systems *systems,
                             const felt_orders_list *orders)
{
    felt_count_entry *entries = felt_arena_take(arena, (size_t)removals->count + 1, sizeof *entries);
    felt_text text;
    if (entries == NULL)
        return CLI_DATA;
    for (int i = 0; i < removals->count; i++)
        entries[i] =
            (felt_count_entry){.removal = &removals->list[i], .systems = &systems[i], .orders = orders != NULL ? &orders->list[i] : NULL};
    felt_status status = felt_report_count(arena, entries, removals->count, cli_style(c, r->json), c->columns, &text);
    return cli_put(c, status, text) ? CLI_DONE : CLI_DATA;
}

/* With the counting systems of every wager. */
static cli_exit report_systems(cli *c, felt_arena *arena, const count_request *r, const felt_removals *removals,
                               const felt_orders_list *orders)
{
    felt_systems *systems = felt_arena_take(arena, (size_t)removals->count + 1, sizeof *systems);
    felt_status status = systems != NULL ? FELT_OK : FELT_ENOMEM;
    int made = 0;
    while (made < removals->count && status == FELT_OK) {
        status = felt_systems_make(&removals->list[made], r->tags != NULL ? &r->given : NULL, &systems[made]);
        made += status == FELT_OK;
    }
    cli_exit code = CLI_DATA;
    if (status == FELT_OK)
        code = print_report(c, arena, r, removals, systems, orders);
    else
        cli_complain(c, "%s", felt_status_text(status));
    for (int i = 0; i < made; i++)
        felt_systems_clear(&systems[i]);
    return code;
}

/* With what pairs of cards do, where that was asked for. */
static cli_exit report_orders(cli *c, felt_arena *arena, const count_request *r, const felt_removals *removals)
{
    felt_orders_list orders;
    felt_error error;
    if (!r->second_order)
        return report_systems(c, arena, r, removals, NULL);
    felt_status status = felt_orders_make(removals, &orders, &error);
    if (status != FELT_OK) {
        cli_complain(c, "%s", error.message);
        return status == FELT_ENOMEM ? CLI_DATA : CLI_USAGE;
    }
    cli_exit code = report_systems(c, arena, r, removals, &orders);
    felt_orders_free(&orders);
    return code;
}

static cli_exit report(cli *c, felt_arena *arena, const count_request *r, const felt_shoe *shoe, const felt_odds_list *list)
{
    const felt_odds **order = felt_arena_take(arena, (size_t)list->count, sizeof *order);
    felt_removals removals;
    felt_error error;
    if (order == NULL)
        return CLI_DATA;
    for (int i = 0; i < list->count; i++)
        order[i] = &list->list[i];
    felt_status status = felt_removals_make(order, list->count, shoe, &removals, &error);
    if (status != FELT_OK) {
        cli_complain(c, "%s", error.message);
        return status == FELT_ENOMEM ? CLI_DATA : CLI_USAGE;
    }
    cli_exit code = report_orders(c, arena, r, &removals);
    felt_removals_free(&removals);
    return code;
}

static cli_exit run(cli *c, felt_arena *arena, count_request *r, int words, char **names)
{
    const felt_sheet **sheets;
    felt_odds_list list = {0};
    felt_shoe shoe;
    int count;
    if ((r->shoe != NULL && !cli_shoe_read(c, r->shoe, &shoe)) || (r->tags != NULL && !read_tags(c, r->tags, &r->given)))
        return CLI_USAGE;
    cli_exit code = cli_load_all(c, arena, words, names, &sheets, &count);
    if (code != CLI_DONE)
        return code;
    count = keep_dealt(c, sheets, count, words > 0);
    if (count == 0 || !cli_selection_verify(c, &r->selection, sheets, count))
        return CLI_USAGE;
    const felt_shoe *given = r->shoe != NULL ? &shoe : NULL;
    code = cli_odds_gather(c, &r->selection, given, sheets, count, &list);
    if (!r->json) /* programs get every combination */
        felt_odds_merge(&list);
    if (code == CLI_DONE)
        code = report(c, arena, r, given, &list);
    felt_odds_list_free(&list);
    return code;
}

cli_exit cmd_count(cli *c, int argc, char **argv)
{
    count_request r = {.shoe = NULL};
    const flag flags[] = {{"--wager", FLAG_WAGER, &r.selection}, {"--decks", FLAG_DECKS, &r.selection},
                          {"--set", FLAG_SETTING, &r.selection}, {"--shoe", FLAG_TEXT, &r.shoe},
                          {"--tags", FLAG_TEXT, &r.tags},        {"--second-order", FLAG_SWITCH, &r.second_order},
                          {"--json", FLAG_SWITCH, &r.json},      {"--name", FLAG_TEXT, &c->input_name}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (r.shoe != NULL && cli_sets_decks(&r.selection))
        return cli_usage(c, "--shoe and --decks exclude each other: a shoe says how many cards it has");
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = run(c, arena, &r, words, argv + 1);
    felt_arena_free(arena);
    return code;
}
