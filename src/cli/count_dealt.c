/* src/cli/count_dealt.c - shoes dealt for `felt count`: flags, bets and systems of all entries, progress, and a state that outlives the
 * run. */
#include "count_dealt.h"
#include "crew.h"
#include "watch.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { UNITS_MAX = 1000000, DEFAULT_SHOES = 2000, PILOT_SHOES = 4000, DEFAULT_CUT = 14, LINEAR_SCALE = 100 };

/* ---- flags ---- */

static bool read_optional(cli *c, const char *name, const char *text, uint64_t least, uint64_t most, uint64_t otherwise, uint64_t *ret)
{
    *ret = otherwise;
    return text == NULL || cli_number(c, name, text, least, most, ret);
}

/* "14", "14,26,52" or "14..104": the most cards behind the cut card first. */
static bool read_cuts(cli *c, count_dealt *d)
{
    bool wanted[FELT_DEALING_CARDS_MAX + 1] = {false};
    const char *at = d->cut;
    while (at != NULL) {
        char *end;
        long first = strtol(at, &end, 10), last = first;
        bool good = end != at;
        if (good && end[0] == '.' && end[1] == '.') {
            at = end + 2;
            last = strtol(at, &end, 10);
            good = end != at;
        }
        if (!good || first < FELT_CUT_MIN || last < first || last > FELT_DEALING_CARDS_MAX || (*end != '\0' && *end != ',')) {
            cli_usage(c, "found --cut %s, expected numbers of cards behind the cut card, from %d on, such as 14, 14,26,52 or 14..104",
                      d->cut, FELT_CUT_MIN);
            return false;
        }
        for (long i = first; i <= last; i++)
            wanted[i] = true;
        at = *end == ',' ? end + 1 : NULL;
    }
    wanted[DEFAULT_CUT] = wanted[DEFAULT_CUT] || d->cut == NULL;
    for (int i = FELT_DEALING_CARDS_MAX; i >= FELT_CUT_MIN; i--)
        if (wanted[i])
            d->cuts[d->setup.cut_count++] = i;
    d->setup.cuts = d->cuts;
    return true;
}

/* A true count: "4", "-1.5" or "7/2". */
static bool read_trigger(cli *c, const char *text, int64_t *ret_num, int64_t *ret_den)
{
    char *end;
    errno = 0;
    long num = strtol(text, &end, 10), den = 1;
    bool negative = text[0] == '-', good = end != text && errno == 0;
    if (good && *end == '.') {
        for (end++; *end >= '0' && *end <= '9' && den < 10000; end++) {
            num = num * 10 + (negative ? '0' - *end : *end - '0');
            den *= 10;
        }
    } else if (good && *end == '/') {
        const char *below = end + 1;
        den = strtol(below, &end, 10);
        good = end != below;
    }
    if (!good || *end != '\0' || den < 1 || den > FELT_EXPOSURE_TRIGGER_MAX || labs(num) > FELT_EXPOSURE_TRIGGER_MAX) {
        cli_usage(c, "found --trigger %s, expected a true count such as 4, 2.5 or 7/2", text);
        return false;
    }
    *ret_num = num;
    *ret_den = den;
    return true;
}

/* Units a shoe, such as 0.1. */
static bool read_units(cli *c, count_dealt *d)
{
    char *end;
    if (d->safe == NULL)
        return true;
    d->units = strtod(d->safe, &end);
    if (end != d->safe && *end == '\0' && d->units > 0 && d->units <= UNITS_MAX)
        return true;
    cli_usage(c, "found --safe %s, expected a number of units a shoe above 0, such as 0.1", d->safe);
    return false;
}

bool count_dealt_read(cli *c, count_dealt *d)
{
    uint64_t seed, threads;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (d->setup.crew != NULL)
        cores /= crew_here(d->setup.crew);
    uint64_t all = cores < 1 ? 1 : cores > FELT_EXPOSURE_THREADS_MAX ? FELT_EXPOSURE_THREADS_MAX : (uint64_t)cores;
    if (!read_optional(c, "--shoes", d->shoes, 0, UINT64_C(1) << 40, DEFAULT_SHOES, &d->setup.shoes) ||
        !read_optional(c, "--seed", d->seed, 0, INT64_MAX, 1, &seed) ||
        !read_optional(c, "--threads", d->threads, 1, FELT_EXPOSURE_THREADS_MAX, all, &threads) || !read_cuts(c, d) || !read_units(c, d) ||
        !cli_cut_rule_read(c, d->cut_rule, &d->setup.rules.cut) || !cli_burn_rule_read(c, d->burn, &d->setup.rules.burn))
        return false;
    if (d->trigger != NULL && !read_trigger(c, d->trigger, &d->trigger_num, &d->trigger_den))
        return false;
    if (d->true_count != NULL && felt_true_count_find(felt_text_from(d->true_count), &d->setup.divisor) != FELT_OK) {
        cli_usage(c, "found --true-count %s, expected unseen or undealt", d->true_count);
        return false;
    }
    d->setup.device = d->device != NULL && strcmp(d->device, "gpu") == 0;
    if (d->device != NULL && !d->setup.device && strcmp(d->device, "cpu") != 0) {
        cli_usage(c, "found --device %s, expected cpu or gpu", d->device);
        return false;
    }
    d->setup.seed = seed;
    d->setup.threads = (int)threads;
    d->setup.pilot = PILOT_SHOES;
    return true;
}

/* ---- bets ---- */

static bool is_dealt(const felt_count_entry *entry, int decks)
{
    return entry->removal->odds->decks == decks && felt_removal_applies(entry->removal->odds);
}

/* A system as it is dealt: the linear one with its tags in hundredths. */
static felt_exposure_system system_of(const count_dealt *d, const felt_systems *systems, int i, int bet)
{
    felt_exposure_system s = {.bet = bet};
    mpq_t tag;
    mpq_init(tag);
    for (int rank = 0; rank < FELT_RANK_COUNT; rank++) {
        felt_system_tag(systems, i, rank < FELT_TAG_COUNT ? rank : FELT_TAG_COUNT - 1, tag);
        s.tags[rank] = (int)lround(mpq_get_d(tag) * (systems->list[i].kind == FELT_SYSTEM_LINEAR ? LINEAR_SCALE : 1));
    }
    mpq_clear(tag);
    /* What is not balanced begins with what its tags come to less than nothing, so that the drift of the count is taken out; somebody's own
     * begins with 0. */
    for (int rank = 0; rank < FELT_RANK_COUNT && systems->list[i].kind != FELT_SYSTEM_GIVEN; rank++)
        s.start -= s.tags[rank] * systems->removal->shoe.cards[rank];
    if (systems->list[i].kind == FELT_SYSTEM_GIVEN && d->trigger != NULL) {
        s.has_trigger = true;
        s.trigger_num = d->trigger_num;
        s.trigger_den = d->trigger_den;
    }
    return s;
}

/* The lists of a run, in the arena. */
typedef struct lists {
    felt_exposure_bet *bets;
    felt_exposure_system *systems;
    felt_exposure_group *groups;
    int bet_count, system_count, group_count;
} lists;

static void add_entry(const count_dealt *d, felt_count_entry *entry, lists *l)
{
    const felt_odds *odds = entry->removal->odds;
    entry->dealt.bet = l->bet_count;
    l->bets[l->bet_count++] = (felt_exposure_bet){odds->wager, odds->variant};
    for (int i = 0; entry->systems != NULL && i < entry->systems->count; i++) {
        entry->dealt.systems[i] = l->system_count;
        entry->dealt.scales[i] = entry->systems->list[i].kind == FELT_SYSTEM_LINEAR ? LINEAR_SCALE : 1;
        l->systems[l->system_count++] = system_of(d, entry->systems, i, entry->dealt.bet);
    }
}

/* ---- groups ---- */

/* Is entry i the first of its wager and side? A table has one variant of each. */
static bool is_first(const felt_count_entry *entries, int i, int decks)
{
    for (int k = 0; k < i; k++)
        if (entries[k].removal->odds->wager == entries[i].removal->odds->wager && is_dealt(&entries[k], decks))
            return false;
    return true;
}

/* The bets of one group of a sheet, all for -1; in the arena. */
static felt_exposure_group group_of(felt_arena *arena, const felt_count_entry *entries, int count, const felt_sheet *sheet, int group,
                                    int decks)
{
    int *bets = felt_arena_take(arena, (size_t)count + 1, sizeof *bets), found = 0;
    for (int i = 0; bets != NULL && i < count; i++) {
        const felt_odds *odds = entries[i].removal->odds;
        if (odds->sheet == sheet && is_dealt(&entries[i], decks) && is_first(entries, i, decks) &&
            (group < 0 || odds->wager->group == group))
            bets[found++] = entries[i].dealt.bet;
    }
    return (felt_exposure_group){bets, found};
}

/* Calls for the groups of all sheets of the entries, then for the whole table of each. */
static int each_group(felt_arena *arena, const felt_count_entry *entries, int count, int decks, felt_count_group *ret)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        const felt_sheet *sheet = entries[i].removal->odds->sheet;
        if (i > 0 && entries[i - 1].removal->odds->sheet == sheet)
            continue;
        for (int group = sheet->group_count - 1; group >= -1 && found < FELT_EXPOSURE_GROUPS_MAX; group--) {
            felt_exposure_group bets = group_of(arena, entries, count, sheet, group, decks);
            if (bets.bets != NULL && bets.count > 0)
                ret[found++] = (felt_count_group){.sheet = sheet, .group = group, .decks = decks, .bets = bets};
        }
    }
    return found;
}

int count_dealt_groups(felt_arena *arena, const count_dealt *d, const felt_count_entry *entries, int count, felt_count_group **ret)
{
    felt_count_group *all = felt_arena_take(arena, (size_t)COUNT_DEALT_RUNS * FELT_EXPOSURE_GROUPS_MAX, sizeof *all);
    int found = 0;
    for (int run = 0; all != NULL && run < d->run_count; run++) {
        int decks = felt_exposure_asked(d->runs[run])->decks, added = each_group(arena, entries, count, decks, all + found);
        for (int i = 0; i < added; i++) {
            all[found + i].exposure = d->runs[run];
            all[found + i].index = i;
        }
        found += added;
    }
    *ret = all;
    return found;
}

/* ---- runs ---- */

/* A run under watch. */
typedef struct dealing {
    cli *c;
    const count_dealt *d;
    watch watch;
    cli_exit code;
} dealing;

static bool tick(void *context, uint64_t shoes)
{
    dealing *run = context;
    return watch_tick(&run->watch, shoes);
}

static felt_status keep(void *context, const felt_exposure *e)
{
    dealing *run = context;
    felt_text bytes;
    felt_arena *arena = felt_arena_new(2 * felt_exposure_bytes(e) + 4096);
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_exposure_write(e, arena, &bytes);
    if (status == FELT_OK)
        run->code = cli_rewrite_file(run->c, run->d->checkpoint, bytes);
    else
        cli_complain(run->c, "%s", felt_status_text(status));
    felt_arena_free(arena);
    return status == FELT_OK && run->code != CLI_DONE ? FELT_EIO : status;
}

/* Goes on where an earlier run has stopped, if there is such a file. */
static cli_exit go_on(cli *c, felt_arena *arena, const count_dealt *d, felt_exposure *e)
{
    const felt_exposure_crew *crew = d->setup.crew;
    felt_text bytes = {"", 0};
    felt_error error;
    if (d->checkpoint == NULL)
        return CLI_DONE;
    if ((crew == NULL || crew->rank == 0) && access(d->checkpoint, F_OK) == 0 &&
        cli_read(c, arena, d->checkpoint, felt_exposure_bytes(e) + 1, &bytes) != FELT_OK)
        return CLI_DATA;
    if (crew != NULL && crew_tell(crew, arena, felt_exposure_bytes(e) + 1, &bytes) != FELT_OK)
        return CLI_DATA;
    if (bytes.length == 0)
        return CLI_DONE;
    if (felt_exposure_read(e, bytes, &error) == FELT_OK)
        return CLI_DONE;
    cli_complain(c, "%s: %s", d->checkpoint, error.message);
    return CLI_DATA;
}

static cli_exit deal(cli *c, felt_arena *arena, const count_dealt *d, felt_exposure *e)
{
    dealing run = {.c = c, .d = d};
    felt_error error = {.message = ""};
    bool keeps = d->checkpoint != NULL && (d->setup.crew == NULL || d->setup.crew->rank == 0);
    felt_exposure_watch watched = {.tick = tick, .keep = keeps ? keep : NULL, .context = &run, .error = &error};
    sigset_t before;
    cli_exit code = go_on(c, arena, d, e);
    if (code != CLI_DONE)
        return code;
    watch_hold_signals(&run.watch.signals, &before);
    watch_begin(&run.watch, c, "shoes", d->setup.shoes, 0);
    felt_status status = felt_exposure_run(e, &watched);
    cli_progress_end(&run.watch.progress);
    watch_release_signals(&run.watch, &before);
    if (status == FELT_OK && !felt_exposure_done(e))
        cli_complain(c, "interrupted after %llu of %llu shoes%s", (unsigned long long)felt_exposure_shoes(e),
                     (unsigned long long)d->setup.shoes, d->checkpoint != NULL ? "; the same command goes on from there" : "");
    if (status != FELT_OK && run.code == CLI_DONE)
        cli_complain(c, "%s", error.message[0] != '\0' ? error.message : felt_status_text(status));
    return status == FELT_OK ? CLI_DONE : CLI_DATA;
}

/* ---- what would be safe ---- */

/* Where nobody says which cut cards, all are looked at, and figures are printed for the deepest. */
static void take_every_cut(felt_exposure_setup *setup, int cuts[FELT_DEALING_CARDS_MAX])
{
    setup->cuts = cuts;
    setup->cut_count = 0;
    for (int cut = felt_cut_max(setup->decks); cut >= DEFAULT_CUT; cut--)
        cuts[setup->cut_count++] = cut;
}

/* Says in each entry of the last run which of the rows are its own; they are in the order of `order`. */
static void hand_out(const count_dealt *d, felt_count_entry *const *order, int count)
{
    const felt_safe_pays *pays = &d->pays[d->run_count - 1];
    for (int i = 0; i < count; i++)
        order[i]->safe.units = d->units;
    for (int i = pays->count - 1; i >= 0; i--) {
        felt_count_safe *s = &order[pays->rows[i].entry]->safe;
        s->rows = &pays->rows[i];
        s->row_count++;
    }
}

/* The pays with which the wagers of the last run would be safe, sought on the same shoes. */
static cli_exit find_safe(cli *c, felt_arena *arena, count_dealt *d, felt_count_entry *entries, int count)
{
    const felt_exposure *e = d->runs[d->run_count - 1];
    const felt_odds **odds = felt_arena_take(arena, (size_t)count + 1, sizeof *odds);
    felt_count_entry **order = felt_arena_take(arena, (size_t)count + 1, sizeof *order);
    dealing run = {.c = c, .d = d};
    felt_error error = {.message = ""};
    felt_exposure_watch watched = {.tick = tick, .context = &run, .error = &error};
    sigset_t before;
    int found = 0;
    if (odds == NULL || order == NULL)
        return CLI_DATA;
    for (int i = 0; i < count; i++) {
        if (entries[i].dealt.exposure != e)
            continue;
        order[found] = &entries[i];
        odds[found++] = entries[i].removal->odds;
    }
    watch_hold_signals(&run.watch.signals, &before);
    watch_begin(&run.watch, c, "shoes", d->setup.shoes, 0);
    felt_status status = felt_safe_pays_make(odds, found, felt_exposure_asked(e), d->units, &watched, &d->pays[d->run_count - 1], &error);
    cli_progress_end(&run.watch.progress);
    watch_release_signals(&run.watch, &before);
    if (status != FELT_OK) {
        cli_complain(c, "%s", error.message[0] != '\0' ? error.message : felt_status_text(status));
        return CLI_DATA;
    }
    if (d->pays[d->run_count - 1].stopped)
        cli_complain(c, "interrupted before pays that would be safe were found");
    hand_out(d, order, found);
    return CLI_DONE;
}

static cli_exit run_decks(cli *c, felt_arena *arena, count_dealt *d, felt_count_entry *entries, int count, int decks)
{
    felt_error error;
    felt_exposure *e;
    felt_count_group *groups = felt_arena_take(arena, FELT_EXPOSURE_GROUPS_MAX, sizeof *groups);
    lists l = {.bets = felt_arena_take(arena, (size_t)count + 1, sizeof *l.bets),
               .systems = felt_arena_take(arena, (size_t)count * FELT_SYSTEMS_MAX + 1, sizeof *l.systems),
               .groups = felt_arena_take(arena, FELT_EXPOSURE_GROUPS_MAX, sizeof *l.groups)};
    if (groups == NULL || l.bets == NULL || l.systems == NULL || l.groups == NULL)
        return CLI_DATA;
    for (int i = 0; i < count; i++)
        if (is_dealt(&entries[i], decks))
            add_entry(d, &entries[i], &l);
    l.group_count = d->groups ? each_group(arena, entries, count, decks, groups) : 0;
    for (int i = 0; i < l.group_count; i++)
        l.groups[i] = groups[i].bets;
    felt_exposure_setup setup = d->setup;
    setup.decks = decks;
    setup.bets = l.bets;
    setup.bet_count = l.bet_count;
    setup.systems = l.systems;
    setup.system_count = l.system_count;
    setup.groups = l.groups;
    setup.group_count = l.group_count;
    int every[FELT_DEALING_CARDS_MAX];
    if (d->safe != NULL && d->cut == NULL)
        take_every_cut(&setup, every);
    felt_status status = felt_exposure_new(&setup, &e, &error);
    if (status == FELT_ENOTFOUND || status == FELT_ENOMEM) {
        cli_complain(c, "%s", status == FELT_ENOMEM ? felt_status_text(status) : error.message);
        return CLI_DATA;
    }
    if (status != FELT_OK)
        return cli_usage(c, "%s", error.message);
    d->runs[d->run_count++] = e;
    for (int i = 0; i < count; i++)
        if (is_dealt(&entries[i], decks)) {
            entries[i].dealt.exposure = e;
            entries[i].dealt.shown = setup.cuts == every ? 1 : 0;
        }
    cli_exit code = deal(c, arena, d, e);
    return code == CLI_DONE && d->safe != NULL && felt_exposure_done(e) ? find_safe(c, arena, d, entries, count) : code;
}

cli_exit count_dealt_run(cli *c, felt_arena *arena, count_dealt *d, felt_count_entry *entries, int count)
{
    bool wanted[FELT_DECKS_MAX + 1] = {false};
    int kinds = 0;
    for (int i = 0; i < count; i++) {
        int decks = entries[i].removal->odds->decks;
        kinds += decks > 0 && is_dealt(&entries[i], decks) && !wanted[decks];
        wanted[decks] = wanted[decks] || (decks > 0 && is_dealt(&entries[i], decks));
    }
    if (d->setup.shoes == 0)
        return CLI_DONE;
    if (d->checkpoint != NULL && kinds != 1)
        return cli_usage(c, "found %d numbers of decks, expected one for --checkpoint: give --decks", kinds);
    cli_exit code = CLI_DONE;
    for (int decks = 1; decks <= FELT_DECKS_MAX && code == CLI_DONE; decks++)
        if (wanted[decks])
            code = run_decks(c, arena, d, entries, count, decks);
    return code;
}

void count_dealt_free(count_dealt *d)
{
    for (int i = 0; i < d->run_count; i++) {
        felt_exposure_free(d->runs[i]);
        felt_safe_pays_free(&d->pays[i]);
    }
    d->run_count = 0;
}
