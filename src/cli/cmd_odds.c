/* src/cli/cmd_odds.c - `felt odds`: what wagers are worth, exactly. */
#include "cli.h"

#include <felt/report.h>
#include <felt/shoe.h>
#include <felt/spread.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 8 };

typedef struct odds_request {
    felt_selection selection;
    const char *shoe, *sort, *explain, *rounds;
    uint64_t counts[ROUNDS_MAX];
    int round_count;
    bool json, csv, markdown, together;
} odds_request;

/* ---- numbers of bets ---- */

static bool read_rounds(cli *c, odds_request *r)
{
    const char *at = r->rounds;
    for (r->round_count = 0; r->round_count < ROUNDS_MAX;) {
        char *end = NULL;
        long number = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : 0;
        if (number < 1 || number > FELT_SPREAD_ROUNDS_MAX || (*end != ',' && *end != '\0'))
            break;
        r->counts[r->round_count++] = (uint64_t)number;
        if (*end == '\0')
            return true;
        at = end + 1;
    }
    cli_usage(c, "found --rounds %s, expected at most %d numbers from 1 to %d with commas, such as 100,1000", r->rounds, ROUNDS_MAX,
              FELT_SPREAD_ROUNDS_MAX);
    return false;
}

/* ---- the list ---- */

static int by_edge(const void *a, const void *b)
{
    const felt_odds *first = *(const felt_odds *const *)a, *second = *(const felt_odds *const *)b;
    if (first->has_pays != second->has_pays)
        return first->has_pays ? -1 : 1;
    return first->has_pays ? mpq_cmp(first->edge, second->edge) : 0;
}

static int by_hit(const void *a, const void *b)
{
    const felt_odds *first = *(const felt_odds *const *)a, *second = *(const felt_odds *const *)b;
    if (first->has_outcomes != second->has_outcomes)
        return first->has_outcomes ? -1 : 1;
    return mpq_cmp(second->hit, first->hit);
}

static int by_variance(const void *a, const void *b)
{
    const felt_odds *first = *(const felt_odds *const *)a, *second = *(const felt_odds *const *)b;
    if (first->has_pays != second->has_pays)
        return first->has_pays ? -1 : 1;
    return first->has_pays ? mpq_cmp(second->variance, first->variance) : 0;
}

static bool sort_list(cli *c, const char *key, const felt_odds **list, size_t count)
{
    static const struct {
        const char *key;
        int (*compare)(const void *, const void *);
    } keys[] = {{"edge", by_edge}, {"hit", by_hit}, {"sd", by_variance}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strcmp(keys[i].key, key) == 0) {
            qsort(list, count, sizeof *list, keys[i].compare);
            return true;
        }
    }
    cli_usage(c, "found --sort %s, expected edge, hit or sd", key);
    return false;
}

static felt_status report_together(felt_arena *arena, const odds_request *r, const felt_shoe *shoe, const felt_odds *const *list, int count,
                                   felt_report_style style, int columns, felt_text *ret)
{
    felt_together together;
    felt_status status = felt_together_make(list, count, &r->selection, shoe, &together);
    if (status != FELT_OK)
        return status;
    status = felt_report_together(arena, &together, style, columns, ret);
    felt_together_free(&together);
    return status;
}

static felt_report_style style_of(const cli *c, const odds_request *r)
{
    if (r->csv)
        return FELT_REPORT_CSV;
    return r->markdown ? FELT_REPORT_MARKDOWN : cli_style(c, r->json);
}

static cli_exit print_report(cli *c, felt_arena *arena, const odds_request *r, const felt_shoe *shoe, const felt_odds_list *list)
{
    const felt_odds **order = felt_arena_take(arena, (size_t)list->count, sizeof *order);
    felt_report_style style = style_of(c, r);
    felt_text text;
    if (order == NULL)
        return CLI_DATA;
    for (int i = 0; i < list->count; i++)
        order[i] = &list->list[i];
    if (r->sort != NULL && !sort_list(c, r->sort, order, (size_t)list->count))
        return CLI_USAGE;
    felt_status status;
    if (r->together)
        status = report_together(arena, r, shoe, order, list->count, style, c->columns, &text);
    else if (r->rounds != NULL)
        status = felt_report_odds_spread(arena, order, list->count, r->counts, r->round_count, &text);
    else if (r->explain != NULL && !r->json && !r->csv)
        status = felt_report_explain(arena, order, list->count, style, &text);
    else
        status = felt_report_odds(arena, order, list->count, style, c->columns, &text);
    if (status != FELT_OK) {
        cli_complain(c, "%s",
                     status == FELT_ENOTFOUND ? "no wagers are decided by one round or roll and have pays under the choices taken"
                                              : felt_status_text(status));
        return CLI_DATA;
    }
    fwrite(text.bytes, 1, text.length, c->out);
    return CLI_DONE;
}

static cli_exit run(cli *c, felt_arena *arena, odds_request *r, int words, char **names)
{
    const felt_sheet **sheets;
    felt_odds_list list = {0};
    felt_shoe shoe;
    int count;
    if ((r->shoe != NULL && !cli_shoe_read(c, r->shoe, &shoe)) || (r->rounds != NULL && !read_rounds(c, r)))
        return CLI_USAGE;
    cli_exit code = cli_load_all(c, arena, words, names, &sheets, &count);
    if (code != CLI_DONE)
        return code;
    if (!cli_selection_verify(c, &r->selection, sheets, count))
        return CLI_USAGE;
    code = cli_odds_gather(c, &r->selection, r->shoe != NULL ? &shoe : NULL, sheets, count, &list);
    if (!r->json && !r->csv && !r->together) /* programs get every combination */
        felt_odds_merge(&list);
    if (code == CLI_DONE)
        code = print_report(c, arena, r, r->shoe != NULL ? &shoe : NULL, &list);
    felt_odds_list_free(&list);
    return code;
}

cli_exit cmd_odds(cli *c, int argc, char **argv)
{
    odds_request r = {.shoe = NULL};
    const flag flags[] = {
        {"--wager", FLAG_WAGER, &r.selection},    {"--decks", FLAG_DECKS, &r.selection}, {"--set", FLAG_SETTING, &r.selection},
        {"--shoe", FLAG_TEXT, &r.shoe},           {"--sort", FLAG_TEXT, &r.sort},        {"--explain", FLAG_TEXT, &r.explain},
        {"--json", FLAG_SWITCH, &r.json},         {"--csv", FLAG_SWITCH, &r.csv},        {"--markdown", FLAG_SWITCH, &r.markdown},
        {"--together", FLAG_SWITCH, &r.together}, {"--rounds", FLAG_TEXT, &r.rounds},    {"--name", FLAG_TEXT, &c->input_name}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (r.json + r.csv + r.markdown > 1)
        return cli_usage(c, "--json, --csv and --markdown exclude each other");
    if (r.together && (r.csv || r.markdown || r.explain != NULL))
        return cli_usage(c, "--together goes with no other form than --json");
    if (r.rounds != NULL && (!r.json || r.together))
        return cli_usage(c, "--rounds goes with --json, and not with --together");
    if (r.shoe != NULL && cli_sets_decks(&r.selection))
        return cli_usage(c, "--shoe and --decks exclude each other: a shoe says how many cards it has");
    if (r.explain != NULL && r.selection.wager_count > 0)
        return cli_usage(c, "--explain and --wager exclude each other: both name the wager");
    if (r.explain != NULL)
        felt_selection_add_wager(&r.selection, felt_text_from(r.explain));
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = run(c, arena, &r, words, argv + 1);
    felt_arena_free(arena);
    return code;
}
