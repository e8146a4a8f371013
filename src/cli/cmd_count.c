/* src/cli/cmd_count.c - `felt count`: what somebody who watches the cards can know of wagers. */
#include "cli.h"
#include "count_dealt.h"
#include "crew.h"

#include <felt/count_report.h>
#include <felt/leak.h>
#include <felt/orders.h>
#include <felt/removal.h>
#include <felt/tags.h>
#include <stdlib.h>
#include <string.h>

typedef struct count_request {
    felt_selection selection;
    const char *shoe, *tags, *known_last, *picture, *plot;
    felt_tags given; /* what --tags says */
    int last;        /* what --known-last says */
    felt_count_plot drawn;
    bool second_order, known_card, perfect, json;
    count_dealt dealt; /* what is asked of dealt shoes, and their figures */
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

/* How many last cards are known. */
static bool read_last(cli *c, count_request *r)
{
    char *end;
    long last = strtol(r->known_last, &end, 10);
    bool good = end != r->known_last && *end == '\0' && last >= FELT_KNOWN_LAST_MIN && last <= FELT_KNOWN_LAST_MAX;
    if (!good)
        cli_usage(c, "found --known-last %s, expected a number of cards from %d to %d", r->known_last, FELT_KNOWN_LAST_MIN,
                  FELT_KNOWN_LAST_MAX);
    r->last = (int)last;
    return good;
}

/* ---- figures ---- */

/* All that is printed. */
typedef struct figures {
    felt_removals removals;
    felt_orders_list orders;
    felt_known_cards known_cards;
    felt_known_lasts known_lasts;
    felt_systems *systems;
    int system_count;
} figures;

static felt_status make_systems(felt_arena *arena, const count_request *r, figures *f)
{
    f->systems = felt_arena_take(arena, (size_t)f->removals.count + 1, sizeof *f->systems);
    felt_status status = f->systems != NULL ? FELT_OK : FELT_ENOMEM;
    while (status == FELT_OK && f->system_count < f->removals.count) {
        int i = f->system_count;
        status = felt_systems_make(&f->removals.list[i], r->tags != NULL ? &r->given : NULL, &f->systems[i]);
        f->system_count += status == FELT_OK;
    }
    return status;
}

/* What was asked for; the rest stays empty. */
static felt_status make_figures(felt_arena *arena, const count_request *r, const felt_shoe *shoe, const felt_odds_list *list, figures *f,
                                felt_error *error)
{
    const felt_odds **order = felt_arena_take(arena, (size_t)list->count, sizeof *order);
    if (order == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < list->count; i++)
        order[i] = &list->list[i];
    felt_status status = felt_removals_make(order, list->count, shoe, &f->removals, error);
    if (status == FELT_OK && r->second_order)
        status = felt_orders_make(&f->removals, &f->orders, error);
    if (status == FELT_OK && r->known_card)
        status = felt_known_cards_make(&f->removals, &f->known_cards);
    if (status == FELT_OK && r->known_last != NULL)
        status = felt_known_lasts_make(&f->removals, r->last, &f->known_lasts, error);
    return status == FELT_OK && !r->perfect ? make_systems(arena, r, f) : status;
}

static void free_figures(figures *f)
{
    for (int i = 0; i < f->system_count; i++)
        felt_systems_clear(&f->systems[i]);
    felt_known_lasts_free(&f->known_lasts);
    felt_known_cards_free(&f->known_cards);
    felt_orders_free(&f->orders);
    felt_removals_free(&f->removals);
}

/* ---- the report ---- */

/* The format that the name of a file ends in. */
static bool format_of(const char *path, felt_picture_format *ret)
{
    const char *end = strrchr(path, '.');
    bool svg = end != NULL && strcmp(end, ".svg") == 0, png = end != NULL && strcmp(end, ".png") == 0;
    *ret = png ? FELT_PICTURE_PNG : FELT_PICTURE_SVG;
    return svg || png;
}

static bool shoes_are_none(const count_request *r)
{
    return r->dealt.shoes != NULL && strcmp(r->dealt.shoes, "0") == 0;
}

/* What is drawn, and whether there will be something to draw. */
static bool read_picture(cli *c, count_request *r)
{
    bool dealt = r->shoe == NULL && !shoes_are_none(r);
    if (r->picture != NULL && !format_of(r->picture, &(felt_picture_format){FELT_PICTURE_SVG}))
        cli_usage(c, "found --picture %s, expected a file whose name ends in .svg or .png", r->picture);
    else if (r->plot != NULL && r->picture == NULL)
        cli_usage(c, "--plot says what --picture draws: give both");
    else if (r->plot != NULL && felt_count_plot_find(felt_text_from(r->plot), &r->drawn) != FELT_OK)
        cli_usage(c, "found --plot %s, expected effects, depth, cut or values", r->plot);
    else if (r->drawn != FELT_COUNT_PLOT_EFFECTS && (!dealt || r->dealt.groups))
        cli_usage(c, "--plot %s is drawn from dealt shoes, of each wager alone: it goes with none of --shoes 0, --shoe and --groups",
                  r->plot);
    else if (r->drawn == FELT_COUNT_PLOT_CUT && (r->dealt.cut == NULL || strpbrk(r->dealt.cut, ",.") == NULL))
        cli_usage(c, "--plot cut needs several cut cards: give --cut, such as --cut 14..104");
    else
        return true;
    return false;
}

static cli_exit write_picture(cli *c, felt_arena *arena, const count_request *r, const felt_count_entry *entries, int count)
{
    felt_picture_format format;
    felt_text bytes;
    format_of(r->picture, &format);
    felt_status status = felt_report_count_picture(arena, entries, count, r->drawn, format, &bytes);
    if (status == FELT_OK)
        return cli_write_file(c, r->picture, bytes);
    if (status == FELT_ELIMIT)
        return cli_usage(c, "a picture has room for %d wagers; --wager, --decks and --set choose some", FELT_COUNT_PANELS_MAX);
    cli_complain(c, "%s", status == FELT_ENOTFOUND ? "none of these wagers has anything to draw" : felt_status_text(status));
    return CLI_DATA;
}

/* Groups alone where they are asked for, else every wager. */
static cli_exit print_entries(cli *c, felt_arena *arena, const count_request *r, const felt_count_entry *entries, int count)
{
    felt_text text;
    felt_count_group *groups;
    felt_status status;
    if (r->dealt.groups) {
        int group_count = count_dealt_groups(arena, &r->dealt, entries, count, &groups);
        status = felt_report_count_groups(arena, groups, group_count, cli_style(c, r->json), c->columns, &text);
    } else {
        status = felt_report_count(arena, entries, count, cli_style(c, r->json), c->columns, &text);
    }
    return cli_put(c, status, text) ? CLI_DONE : CLI_DATA;
}

static cli_exit print_report(cli *c, felt_arena *arena, count_request *r, const figures *f)
{
    int count = f->removals.count;
    felt_count_entry *entries = felt_arena_take(arena, (size_t)count + 1, sizeof *entries);
    if (entries == NULL)
        return CLI_DATA;
    for (int i = 0; i < count; i++)
        entries[i] = (felt_count_entry){
            .removal = &f->removals.list[i],
            .systems = r->perfect ? NULL : &f->systems[i],
            .orders = f->orders.count > 0 ? &f->orders.list[i] : NULL,
            .known_card = f->known_cards.count > 0 ? &f->known_cards.list[i] : NULL,
            .known_last = f->known_lasts.count > 0 ? &f->known_lasts.list[i] : NULL,
        };
    cli_exit code = r->shoe == NULL ? count_dealt_run(c, arena, &r->dealt, entries, count) : CLI_DONE;
    if (code == CLI_DONE)
        code = print_entries(c, arena, r, entries, count);
    const felt_exposure_crew *crew = r->dealt.setup.crew;
    if (code == CLI_DONE && r->picture != NULL && (crew == NULL || crew->rank == 0))
        code = write_picture(c, arena, r, entries, count);
    count_dealt_free(&r->dealt);
    return code;
}

static cli_exit report(cli *c, felt_arena *arena, count_request *r, const felt_shoe *shoe, const felt_odds_list *list)
{
    figures f = {.system_count = 0};
    felt_error error;
    cli_exit code;
    felt_status status = make_figures(arena, r, shoe, list, &f, &error);
    if (status == FELT_OK)
        code = print_report(c, arena, r, &f);
    else {
        cli_complain(c, "%s", status == FELT_ENOMEM ? felt_status_text(status) : error.message);
        code = status == FELT_ENOMEM ? CLI_DATA : CLI_USAGE;
    }
    free_figures(&f);
    return code;
}

static cli_exit run(cli *c, felt_arena *arena, count_request *r, int words, char **names)
{
    const felt_sheet **sheets;
    felt_odds_list list = {0};
    felt_shoe shoe;
    int count;
    if ((r->shoe != NULL && !cli_shoe_read(c, r->shoe, &shoe)) || (r->tags != NULL && !read_tags(c, r->tags, &r->given)) ||
        (r->known_last != NULL && !read_last(c, r)) || !count_dealt_read(c, &r->dealt))
        return CLI_USAGE;
    cli_exit code = cli_load_all(c, arena, words, names, &sheets, &count);
    if (code == CLI_DONE && r->picture != NULL)
        code = cli_output_verify(c, r->picture);
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

/* Flags that do not go together. */
static cli_exit verify(cli *c, const count_request *r)
{
    if (r->shoe != NULL && cli_sets_decks(&r->selection))
        return cli_usage(c, "--shoe and --decks exclude each other: a shoe says how many cards it has");
    if (r->dealt.trigger != NULL && r->tags == NULL)
        return cli_usage(c, "--trigger is the true count from which on --tags bet: give both");
    if (r->perfect && r->tags != NULL)
        return cli_usage(c, "--perfect leaves out all counting systems, and --tags are one");
    if (r->shoe != NULL && (r->dealt.shoes != NULL || r->dealt.cut != NULL || r->dealt.checkpoint != NULL || r->dealt.groups))
        return cli_usage(c, "who deals begins with a fresh shoe: --shoe goes with none of --shoes, --cut, --checkpoint and --groups");
    if (r->dealt.safe != NULL && (r->shoe != NULL || r->dealt.groups || shoes_are_none(r)))
        return cli_usage(c, "--safe is asked of dealt shoes, of each wager alone: it goes with none of --shoes 0, --shoe and --groups");
    return CLI_DONE;
}

static cli_exit count(cli *c, int argc, char **argv, const felt_exposure_crew *crew)
{
    count_request r = {.dealt.setup.crew = crew};
    const flag flags[] = {{"--wager", FLAG_WAGER, &r.selection},
                          {"--decks", FLAG_DECKS, &r.selection},
                          {"--set", FLAG_SETTING, &r.selection},
                          {"--shoe", FLAG_TEXT, &r.shoe},
                          {"--tags", FLAG_TEXT, &r.tags},
                          {"--second-order", FLAG_SWITCH, &r.second_order},
                          {"--known-card", FLAG_SWITCH, &r.known_card},
                          {"--known-last", FLAG_TEXT, &r.known_last},
                          {"--perfect", FLAG_SWITCH, &r.perfect},
                          {"--picture", FLAG_TEXT, &r.picture},
                          {"--plot", FLAG_TEXT, &r.plot},
                          {"--json", FLAG_SWITCH, &r.json},
                          {"--name", FLAG_TEXT, &c->input_name},
                          {"--shoes", FLAG_TEXT, &r.dealt.shoes},
                          {"--cut", FLAG_TEXT, &r.dealt.cut},
                          {"--seed", FLAG_TEXT, &r.dealt.seed},
                          {"--threads", FLAG_TEXT, &r.dealt.threads},
                          {"--trigger", FLAG_TEXT, &r.dealt.trigger},
                          {"--checkpoint", FLAG_TEXT, &r.dealt.checkpoint},
                          {"--cut-rule", FLAG_TEXT, &r.dealt.cut_rule},
                          {"--burn", FLAG_TEXT, &r.dealt.burn},
                          {"--true-count", FLAG_TEXT, &r.dealt.true_count},
                          {"--device", FLAG_TEXT, &r.dealt.device},
                          {"--safe", FLAG_TEXT, &r.dealt.safe},
                          {"--groups", FLAG_SWITCH, &r.dealt.groups}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (!read_picture(c, &r))
        return CLI_USAGE;
    r.dealt.setup.depths = r.drawn != FELT_COUNT_PLOT_EFFECTS; /* of any other plot, so that one checkpoint serves all */
    if (verify(c, &r) != CLI_DONE)
        return CLI_USAGE;
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL)
        return CLI_DATA;
    cli_exit code = run(c, arena, &r, words, argv + 1);
    felt_arena_free(arena);
    return code;
}

cli_exit cmd_count(cli *c, int argc, char **argv)
{
    felt_exposure_crew crew;
    cli_exit code;
    bool joined = crew_join(c, argc, argv, &crew, &code);
    if (code == CLI_DONE)
        code = count(c, argc, argv, joined ? &crew : NULL);
    if (joined)
        crew_leave(&crew, code);
    return code;
}
