/* src/odds/most.c - the most the house can lose on the wagers of a sheet in one event, over all choices that a selection leaves.
 *
 * Options that matter to several wagers, or say whether one is offered, are taken in all their combinations; those that one wager alone
 * knows are chosen for that wager, event by event. Options that no wager joins are looked at apart, so few combinations are many choices.
 * Nets are whole numbers over one denominator. */
#include "engine.h"
#include "figures.h"

#include <felt/most.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { COMBINATIONS_MAX = 1 << 14 };

typedef struct search {
    const felt_odds_list *odds;
    const felt_sheet *sheet;
    const felt_selection *own;
    int events, width;    /* one more than there are events: the last place is for a wager's whole life */
    int64_t *nets;        /* nets[entry * width + event]: the most that the event can win on the entry */
    mpz_t scale;          /* that nets are multiplied by */
    int option_count;     /* of the sheet */
    int *joined;          /* of each option, the first of those that wagers join with it; -1: it is one wager's own, or nobody's */
    int *chosen;          /* of each option, the choice that is looked at; -1: none */
    int64_t *one, *sum;   /* of all events: a wager, a combination ... */
    int64_t *part, *best; /* ... the best of a part, all parts together */
    uint16_t *matters;    /* of each entry, bit i: the wager's option i says what it pays, or whether it is there */
    int decks;
} search;

/* ---- nets ---- */

static bool is_one_event(const felt_odds *odds)
{
    return felt_odds_same_round(odds, odds);
}

static void find_scale(search *s)
{
    mpq_t net;
    mpq_init(net);
    mpz_set_ui(s->scale, 1);
    for (int i = 0; i < s->odds->count; i++) {
        const felt_odds *o = &s->odds->list[i];
        for (int row = 0; row < o->wager->row_count && o->has_pays; row++) {
            if (!figures_row_counts(o, row))
                continue;
            figures_net(o, row, net);
            mpz_lcm(s->scale, s->scale, mpq_denref(net));
        }
    }
    mpq_clear(net);
}

/* FELT_ELIMIT: all of them together could be more than a word holds. */
static felt_status scale_rows(const search *s, const felt_odds *o, int64_t ret[FELT_ROWS_MAX])
{
    mpq_t net;
    mpq_init(net);
    felt_status status = FELT_OK;
    for (int row = 0; row < o->wager->row_count && status == FELT_OK; row++) {
        ret[row] = INT64_MIN;
        if (!figures_row_counts(o, row))
            continue;
        figures_net(o, row, net);
        mpz_mul(mpq_numref(net), mpq_numref(net), s->scale);
        mpz_divexact(mpq_numref(net), mpq_numref(net), mpq_denref(net));
        if (mpz_sizeinbase(mpq_numref(net), 2) > 48)
            status = FELT_ELIMIT;
        else
            ret[row] = mpz_get_si(mpq_numref(net));
    }
    mpq_clear(net);
    return status;
}

/* Whatever came before: the best that the event can do to the wager in any of its states, where it may also leave it up. */
static int64_t best_of_event(const felt_machine *m, int event, const int64_t *rows)
{
    int64_t best = INT64_MIN;
    for (uint32_t state = 0; state < m->state_count; state++) {
        int row = felt_machine_row(m, state, event);
        int64_t net = row < 0 ? 0 : INT64_MIN;
        if (row >= 0 && row != FELT_ROW_NONE)
            net = rows[row];
        best = net > best ? net : best;
    }
    return best == INT64_MIN ? 0 : best;
}

static felt_status fill_nets(search *s)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < s->odds->count && status == FELT_OK; i++) {
        const felt_odds *o = &s->odds->list[i];
        int64_t rows[FELT_ROWS_MAX], *nets = &s->nets[(size_t)i * (size_t)s->width];
        status = o->has_pays ? scale_rows(s, o, rows) : FELT_OK;
        for (int event = 0; event < s->events && o->has_pays && status == FELT_OK; event++)
            nets[event] = best_of_event(o->variant->machine, event, rows);
        nets[s->events] = -INT64_MAX;
        for (int row = 0; row < o->wager->row_count && o->has_pays && status == FELT_OK; row++)
            nets[s->events] = rows[row] > nets[s->events] ? rows[row] : nets[s->events];
    }
    return status;
}

/* ---- which options belong together ---- */

static bool is_first_of_wager(const search *s, int i)
{
    return i == 0 || s->odds->list[i].wager != s->odds->list[i - 1].wager;
}

static bool decides_offer(const search *s, const felt_wager *w, int i)
{
    const felt_option *option = &s->sheet->options[w->options[i]];
    for (int choice = 0; choice < option->choice_count; choice++)
        if (!felt_wager_offered(w, i, choice))
            return true;
    return false;
}

/* Decks are what a round is dealt from, and looked at one after the other. */
static void find_matters(search *s)
{
    for (int e = 0; e < s->odds->count; e++) {
        const felt_odds *o = &s->odds->list[e];
        s->matters[e] = e > 0 && !is_first_of_wager(s, e) ? s->matters[e - 1] : 0;
        for (int i = 0; i < o->wager->option_count && is_first_of_wager(s, e); i++)
            if (s->sheet->options[o->wager->options[i]].kind != FELT_OPTION_DECKS &&
                (felt_odds_names(o, i) || decides_offer(s, o->wager, i)))
                s->matters[e] = (uint16_t)(s->matters[e] | 1 << i);
    }
}

static bool is_shared(const search *s, int option)
{
    int users = 0;
    for (int e = 0; e < s->odds->count; e++) {
        const felt_wager *w = s->odds->list[e].wager;
        for (int i = 0; i < w->option_count && is_first_of_wager(s, e); i++)
            if (w->options[i] == option && (s->matters[e] >> i & 1))
                users += decides_offer(s, w, i) ? 2 : 1;
    }
    return users > 1;
}

static void rename_part(search *s, int from, int to)
{
    for (int option = 0; option < s->option_count; option++)
        if (s->joined[option] == from)
            s->joined[option] = to;
}

static void join_options(search *s)
{
    for (int option = 0; option < s->option_count; option++)
        s->joined[option] = is_shared(s, option) ? option : -1;
    for (int e = 0; e < s->odds->count; e++) {
        const felt_wager *w = s->odds->list[e].wager;
        int first = -1;
        for (int i = 0; i < w->option_count && is_first_of_wager(s, e); i++) {
            int part = s->matters[e] >> i & 1 ? s->joined[w->options[i]] : -1;
            if (part >= 0 && first >= 0 && part != first)
                rename_part(s, part, first);
            else if (part >= 0)
                first = part;
        }
    }
}

/* The part that the wager of an entry belongs to; -1: it knows no shared option. */
static int part_of(const search *s, int entry)
{
    const felt_wager *w = s->odds->list[entry].wager;
    for (int i = 0; i < w->option_count; i++)
        if ((s->matters[entry] >> i & 1) && s->joined[w->options[i]] >= 0)
            return s->joined[w->options[i]];
    return -1;
}

/* ---- one combination ---- */

/* Has the variant the choices that are looked at, of the wager's options in `mask`? */
static bool has_chosen(const search *s, const felt_wager *w, const felt_variant *v, uint16_t mask)
{
    for (int i = 0; i < w->option_count; i++) {
        int chosen = s->chosen[w->options[i]];
        if ((mask >> i & 1) && chosen >= 0 && v->choices[i] != chosen)
            return false;
    }
    return true;
}

static bool has_figures_of(const felt_odds *o, const felt_variant *v)
{
    for (int i = 0; i < o->wager->option_count; i++)
        if (felt_odds_names(o, i) && v->choices[i] != o->variant->choices[i])
            return false;
    return true;
}

/* An entry stands for all variants that have its figures: one of them must be offered under what is chosen. */
static bool stands(const search *s, int entry)
{
    const felt_odds *o = &s->odds->list[entry];
    uint16_t named = o->relevant & s->matters[entry];
    if (!o->has_pays || o->decks != s->decks || !has_chosen(s, o->wager, o->variant, named))
        return false;
    if (named == s->matters[entry])
        return true;
    for (int v = 0; v < o->wager->variant_count; v++) {
        const felt_variant *variant = &o->wager->variants[v];
        if (has_figures_of(o, variant) && has_chosen(s, o->wager, variant, s->matters[entry]) &&
            felt_variant_selected(s->own, s->sheet, o->wager, variant))
            return true;
    }
    return false;
}

static const int64_t *nets_of(const search *s, int entry)
{
    return &s->nets[(size_t)entry * (size_t)s->width];
}

/* Of the wager whose entries begin at `first`, the entry that wins most at `event`; -1: none stands. */
static int best_entry(const search *s, int first, int event)
{
    int best = -1;
    for (int e = first; e < s->odds->count && s->odds->list[e].wager == s->odds->list[first].wager; e++)
        if (stands(s, e) && (best < 0 || nets_of(s, e)[event] > nets_of(s, best)[event]))
            best = e;
    return best;
}

/* Adds to `sum` what each event can win on the wager whose entries begin at `first`. */
static void add_wager(search *s, int first)
{
    int found = 0;
    for (int e = first; e < s->odds->count && s->odds->list[e].wager == s->odds->list[first].wager; e++) {
        if (!stands(s, e))
            continue;
        const int64_t *nets = nets_of(s, e);
        for (int k = 0; k < s->width; k++)
            s->one[k] = found == 0 || nets[k] > s->one[k] ? nets[k] : s->one[k];
        found++;
    }
    for (int k = 0; k < s->width && found > 0; k++)
        s->sum[k] += s->one[k];
}

static void add_part(search *s, int part)
{
    memset(s->sum, 0, (size_t)s->width * sizeof *s->sum);
    for (int e = 0; e < s->odds->count; e++)
        if (is_first_of_wager(s, e) && part_of(s, e) == part)
            add_wager(s, e);
}

/* ---- all combinations of a part ---- */

static int next_choice(const search *s, int option)
{
    const felt_option *o = &s->sheet->options[option];
    for (int choice = s->chosen[option] + 1; choice < o->choice_count; choice++)
        if (felt_choice_selected(s->own, o, &o->choices[choice]))
            return choice;
    return -1;
}

static void choose_first(search *s, int option)
{
    s->chosen[option] = -1;
    s->chosen[option] = next_choice(s, option);
}

static void begin_part(search *s, int part)
{
    for (int option = 0; option < s->option_count && part >= 0; option++)
        if (s->joined[option] == part)
            choose_first(s, option);
}

/* The next combination of the part; false: there is none. */
static bool turn_part(search *s, int part)
{
    for (int option = s->option_count - 1; option >= 0 && part >= 0; option--) {
        if (s->joined[option] != part)
            continue;
        int next = next_choice(s, option);
        if (next >= 0) {
            s->chosen[option] = next;
            return true;
        }
        choose_first(s, option);
    }
    return false;
}

/* Adds to `best` what the part can come to in each event. */
static felt_status search_part(search *s, int part)
{
    int count = 0;
    begin_part(s, part);
    do {
        if (count == COMBINATIONS_MAX)
            return FELT_ELIMIT;
        add_part(s, part);
        for (int k = 0; k < s->width; k++)
            s->part[k] = count == 0 || s->sum[k] > s->part[k] ? s->sum[k] : s->part[k];
        count++;
    } while (turn_part(s, part));
    for (int k = 0; k < s->width; k++)
        s->best[k] += s->part[k];
    return FELT_OK;
}

/* Leaves the part at its first combination that comes to the most at `event`. */
static void settle_part(search *s, int part, int event)
{
    bool any = false;
    int64_t most = 0;
    begin_part(s, part);
    do {
        add_part(s, part);
        most = !any || s->sum[event] > most ? s->sum[event] : most;
        any = true;
    } while (turn_part(s, part));
    do
        add_part(s, part);
    while (s->sum[event] != most && turn_part(s, part));
}

static felt_status search_all(search *s)
{
    memset(s->best, 0, (size_t)s->width * sizeof *s->best);
    felt_status status = search_part(s, -1);
    for (int option = 0; option < s->option_count && status == FELT_OK; option++)
        if (s->joined[option] == option)
            status = search_part(s, option);
    return status;
}

/* ---- the result ---- */

static bool is_known(const felt_most *most, const felt_option *option)
{
    for (int i = 0; i < most->choice_count; i++)
        if (most->choices[i].setting.option == option)
            return true;
    return false;
}

static void name_choice(const search *s, const felt_wager *w, felt_setting setting, felt_most *most)
{
    int left = 0;
    for (int i = 0; i < setting.option->choice_count; i++)
        left += felt_choice_selected(s->own, setting.option, &setting.option->choices[i]);
    if (is_known(most, setting.option))
        return;
    most->choices[most->choice_count++] = (felt_together_choice){s->sheet, w, setting, left > 1};
    most->of_many = most->of_many || left > 1;
}

static void name_choices(const search *s, int entry, felt_most *most)
{
    const felt_odds *o = &s->odds->list[entry];
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    int count = felt_odds_settings(o, settings);
    for (int i = 0; i < count; i++)
        name_choice(s, o->wager, settings[i], most);
}

/* Also those under which the wager is not offered. */
static void name_offers(const search *s, int entry, felt_most *most)
{
    const felt_wager *w = s->odds->list[entry].wager;
    for (int i = 0; i < w->option_count; i++) {
        const felt_option *option = &s->sheet->options[w->options[i]];
        if (s->joined[w->options[i]] >= 0 && (s->matters[entry] >> i & 1))
            name_choice(s, w, (felt_setting){option, &option->choices[s->chosen[w->options[i]]]}, most);
    }
}

static bool lacks_pay(const search *s, int first)
{
    for (int e = first; e < s->odds->count && s->odds->list[e].wager == s->odds->list[first].wager; e++)
        if (!s->odds->list[e].has_pays)
            return true;
    return false;
}

/* Who stands where the most is lost, under which choices. */
static void tell(search *s, felt_most *most)
{
    for (int option = 0; option < s->option_count; option++)
        if (s->joined[option] == option)
            settle_part(s, option, most->event);
    for (int e = 0; e < s->odds->count; e++) {
        if (!is_first_of_wager(s, e))
            continue;
        most->unset += lacks_pay(s, e);
        int entry = best_entry(s, e, most->event);
        name_offers(s, e, most);
        if (entry < 0)
            continue;
        most->first = most->count++ == 0 ? s->odds->list[entry].wager : most->first;
        most->several += !is_one_event(&s->odds->list[entry]);
        name_choices(s, entry, most);
    }
}

static void set_units(const search *s, int64_t net, mpq_t ret)
{
    mpz_set_si(mpq_numref(ret), net);
    mpz_set(mpq_denref(ret), s->scale);
    mpq_canonicalize(ret);
}

/* The entry of the most decks that are fewer than `below`; NULL: none. */
static const felt_odds *next_decks(const search *s, int below)
{
    const felt_odds *found = NULL;
    for (int e = 0; e < s->odds->count; e++) {
        const felt_odds *o = &s->odds->list[e];
        if (o->decks < below && (found == NULL || o->decks > found->decks))
            found = o;
    }
    return found;
}

/* Goes through the shoes, the largest first; *ret_decks is that in which the most is lost. */
static felt_status search_shoes(search *s, int64_t *ret_most, int64_t *ret_whole, int *ret_decks, int *ret_event)
{
    felt_status status = FELT_OK;
    *ret_event = -1;
    *ret_whole = INT64_MIN;
    for (const felt_odds *o = next_decks(s, INT_MAX); o != NULL && status == FELT_OK; o = next_decks(s, o->decks)) {
        uint64_t weights[FELT_EVENTS_MAX], total;
        s->decks = o->decks;
        status = odds_weigh_events(o, NULL, weights, &total);
        if (status == FELT_OK)
            status = search_all(s);
        for (int k = 0; k < s->events && status == FELT_OK; k++)
            if (weights[k] != 0 && (*ret_event < 0 || s->best[k] > *ret_most)) {
                *ret_most = s->best[k];
                *ret_event = k;
                *ret_decks = s->decks;
            }
        *ret_whole = s->best[s->events] > *ret_whole ? s->best[s->events] : *ret_whole;
    }
    return status == FELT_OK && *ret_event < 0 ? FELT_ENOTFOUND : status;
}

static felt_status find(search *s, felt_most *most)
{
    int64_t units = 0, whole = 0;
    int decks = 0;
    find_scale(s);
    find_matters(s);
    join_options(s);
    felt_status status = fill_nets(s);
    if (status == FELT_OK)
        status = search_shoes(s, &units, &whole, &decks, &most->event);
    if (status != FELT_OK)
        return status;
    s->decks = decks;
    tell(s, most);
    set_units(s, units, most->units);
    set_units(s, whole, most->whole);
    return most->count > 0 ? FELT_OK : FELT_ENOTFOUND;
}

felt_status felt_most_make(const felt_odds_list *odds, const felt_selection *selection, felt_most *ret)
{
    if (odds->count == 0)
        return FELT_ENOTFOUND;
    const felt_sheet *sheet = odds->list[0].sheet;
    felt_selection own = felt_selection_of(selection, sheet);
    search s = {.odds = odds, .sheet = sheet, .own = &own, .events = sheet->game->event_count, .option_count = sheet->option_count};
    s.width = s.events + 1;
    size_t entries = (size_t)odds->count, width = (size_t)s.width, options = (size_t)s.option_count;
    felt_most most = {.sheet = sheet, .choices = calloc(options + 1, sizeof *most.choices)};
    int64_t *numbers = calloc((entries + 4) * width, sizeof *numbers);
    int *places = calloc(2 * options + 1, sizeof *places);
    s.matters = calloc(entries, sizeof *s.matters);
    mpz_init(s.scale);
    mpq_inits(most.units, most.whole, NULL);
    felt_status status = FELT_ENOMEM;
    if (most.choices != NULL && numbers != NULL && places != NULL && s.matters != NULL) {
        s.nets = numbers + 4 * width;
        s.sum = numbers;
        s.part = numbers + width;
        s.best = numbers + 2 * width;
        s.one = numbers + 3 * width;
        s.joined = places;
        s.chosen = places + options;
        memset(s.chosen, 0xff, options * sizeof *s.chosen);
        status = find(&s, &most);
    }
    mpz_clear(s.scale);
    free(s.matters);
    free(places);
    free(numbers);
    if (status == FELT_OK)
        *ret = most;
    else
        felt_most_free(&most);
    return status;
}

void felt_most_free(felt_most *most)
{
    mpq_clears(most->units, most->whole, NULL);
    free(most->choices);
    most->choices = NULL;
}
