/* src/odds/odds.c - the odds of a sheet's wagers, each distinct combination of choices once.
 *
 * One pass over a shoe serves every baccarat wager, and a machine is solved once for all variants that share it. */
#include "figures.h"
#include "machine.h"

#include <assert.h>
#include <stdlib.h>

/* The counts of one shoe. */
typedef struct dealt {
    bool known;
    uint64_t deals;
    uint64_t counts[FELT_OUTCOME_COUNT];
} dealt;

typedef struct odds_run {
    felt_odds_list *list;
    const felt_sheet *sheet;
    const felt_selection *selection;
    const felt_shoe *shoe; /* NULL: fresh shoes */
    dealt *by_decks;       /* [0] is for `shoe` */
    felt_error *error;
} odds_run;

/* ---- which combinations differ in their figures ---- */

/* Is there an earlier variant left with the same choices of all options that matter? */
static bool is_repeated(const odds_run *run, const felt_wager *w, int v, uint16_t relevant)
{
    for (int earlier = 0; earlier < v; earlier++) {
        bool same = felt_variant_selected(run->selection, run->sheet, w, &w->variants[earlier]);
        for (int i = 0; i < w->option_count && same; i++)
            same = !(relevant >> i & 1) || w->variants[earlier].choices[i] == w->variants[v].choices[i];
        if (same)
            return true;
    }
    return false;
}

/* ---- the list ---- */

static felt_odds *add_entry(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant)
{
    felt_odds_list *list = run->list;
    if (list->count == list->capacity) {
        int capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        felt_odds *more = realloc(list->list, (size_t)capacity * sizeof *more);
        if (more == NULL)
            return NULL;
        list->list = more;
        list->capacity = capacity;
    }
    felt_odds *odds = &list->list[list->count];
    if (!figures_init(odds, run->sheet, w, v))
        return NULL;
    odds->relevant = relevant;
    list->count++;
    return odds;
}

void felt_odds_list_free(felt_odds_list *list)
{
    for (int i = 0; i < list->count; i++)
        figures_clear(&list->list[i]);
    free(list->list);
    *list = (felt_odds_list){0};
}

/* ---- baccarat ---- */

static felt_status deal(odds_run *run, int decks, const dealt **ret)
{
    assert(run->by_decks != NULL);
    dealt *d = &run->by_decks[decks];
    if (!d->known) {
        felt_shoe shoe = decks == 0 ? *run->shoe : felt_shoe_fresh(decks);
        felt_status status = felt_shoe_check(&shoe, run->error);
        if (status == FELT_OK)
            status = felt_shoe_outcomes(&shoe, d->counts);
        if (status != FELT_OK)
            return status;
        d->deals = felt_shoe_deals(&shoe);
        d->known = true;
    }
    *ret = d;
    return FELT_OK;
}

static felt_status add_from_shoe(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant, int decks)
{
    const dealt *d;
    felt_status status = deal(run, decks, &d);
    if (status != FELT_OK)
        return status;
    felt_odds *odds = add_entry(run, w, v, relevant);
    if (odds == NULL)
        return FELT_ENOMEM;
    uint64_t counts[FELT_ROWS_MAX] = {0};
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++)
        if (v->table[i] != FELT_ROW_NONE)
            counts[v->table[i]] += d->counts[i];
    for (int row = 0; row < w->row_count; row++) {
        mpz_set_ui(mpq_numref(odds->rows[row]), counts[row]);
        mpz_set_ui(mpq_denref(odds->rows[row]), d->deals);
        mpq_canonicalize(odds->rows[row]);
    }
    mpz_set_ui(odds->deals, d->deals);
    odds->decks = decks;
    figures_from_rows(odds);
    return FELT_OK;
}

/* The wager's own choice of decks, if a row mentions them; -1 if not. */
static int decks_choice(const felt_sheet *sheet, const felt_wager *w, const felt_variant *v)
{
    for (int i = 0; i < w->option_count; i++)
        if (w->options[i] == sheet->decks_option)
            return v->choices[i];
    return -1;
}

static felt_status add_baccarat(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant)
{
    if (run->shoe != NULL)
        return add_from_shoe(run, w, v, relevant, 0);
    const felt_option *decks = &run->sheet->options[run->sheet->decks_option];
    int only = decks_choice(run->sheet, w, v);
    for (int i = 0; i < decks->choice_count; i++) {
        if ((only >= 0 && only != i) || !felt_choice_selected(run->selection, decks, &decks->choices[i]))
            continue;
        felt_status status = add_from_shoe(run, w, v, relevant, decks->choices[i].number);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

/* ---- craps ---- */

/* An entry of this call with the same machine and start, whose probabilities can be taken over. */
static const felt_odds *solved_before(const odds_run *run, int first, const felt_variant *v, uint16_t state)
{
    for (int i = first; i < run->list->count; i++) {
        const felt_odds *odds = &run->list->list[i];
        if (odds->variant->machine == v->machine && v->machine->start[odds->start] == state)
            return odds;
    }
    return NULL;
}

static felt_status solve(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant, felt_puck start, int first)
{
    uint16_t state = v->machine->start[start];
    const felt_odds *known = solved_before(run, first, v, state);
    size_t known_index = known == NULL ? 0 : (size_t)(known - run->list->list);
    felt_odds *odds = add_entry(run, w, v, relevant);
    if (odds == NULL)
        return FELT_ENOMEM;
    odds->start = start;
    if (known != NULL) {
        known = &run->list->list[known_index]; /* the list may have moved */
        for (int row = 0; row < w->row_count; row++)
            mpq_set(odds->rows[row], known->rows[row]);
        mpq_set(odds->rolls, known->rolls);
    } else {
        felt_machine_odds solution;
        felt_status status = felt_machine_solve(v->machine, state, w->row_count, false, &solution);
        if (status != FELT_OK)
            return felt_error_set(run->error, status, -1, "'%.*s': %s", FELT_TEXT_ARGS(w->short_name), felt_status_text(status));
        for (int row = 0; row < w->row_count; row++)
            mpq_swap(odds->rows[row], solution.rows[row]);
        mpq_swap(odds->rolls, solution.rolls);
        felt_machine_odds_free(&solution);
    }
    figures_from_rows(odds);
    return FELT_OK;
}

static bool same_rows(const felt_odds *a, const felt_odds *b)
{
    for (int row = 0; row < a->wager->row_count; row++)
        if (!mpq_equal(a->rows[row], b->rows[row]))
            return false;
    return true;
}

/* Takes the newest entry off the list if its wager is worth the same as that of `kept`, the same variant from another position of the
 * puck, which then remembers it if other figures differ. */
static void join_newest(odds_run *run, felt_odds *kept)
{
    felt_odds *newest = &run->list->list[run->list->count - 1];
    bool alike = same_rows(kept, newest);
    if (!(kept->has_pays && newest->has_pays ? mpq_equal(kept->edge, newest->edge) : alike))
        return;
    const uint16_t *start = newest->variant->machine->start;
    for (int puck = 0; puck < FELT_PUCK_COUNT && (!alike || !mpq_equal(kept->rolls, newest->rolls)); puck++)
        if (start[puck] == start[newest->start]) /* positions that are alike have one entry */
            kept->same_edge |= (uint8_t)(1 << puck);
    figures_clear(newest);
    run->list->count--;
}

/* From the come-out if the wager may be placed there, else from the first point it may be placed on; from other positions of the puck
 * only where it is worth something else there. */
static felt_status add_craps(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant, int first)
{
    int mine = run->list->count;
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        uint16_t state = v->machine->start[puck];
        bool seen = state == FELT_STATE_NONE;
        for (int earlier = 0; earlier < puck; earlier++)
            seen = seen || v->machine->start[earlier] == state;
        if (seen)
            continue;
        felt_status status = solve(run, w, v, relevant, (felt_puck)puck, first);
        if (status != FELT_OK)
            return status;
        if (run->list->count - 1 > mine)
            join_newest(run, &run->list->list[mine]);
    }
    return FELT_OK;
}

/* ---- a sheet ---- */

static felt_status add_wager(odds_run *run, const felt_wager *w)
{
    /* Of all variants, not of those selected: what is named does not depend on what was asked for. */
    uint16_t relevant = felt_options_matter(&(felt_selection){.count = 0}, run->sheet, w, FELT_MATTER_FIGURES);
    int first = run->list->count;
    for (int i = 0; i < w->variant_count; i++) {
        const felt_variant *v = &w->variants[i];
        if (!felt_variant_selected(run->selection, run->sheet, w, v) || is_repeated(run, w, i, relevant))
            continue;
        if (!v->complete)
            return felt_error_set(run->error, FELT_EDATA, -1, "'%.*s' does not decide every round; 'felt check' shows one",
                                  FELT_TEXT_ARGS(w->short_name));
        felt_status status = v->machine != NULL ? add_craps(run, w, v, relevant, first) : add_baccarat(run, w, v, relevant);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

felt_status felt_odds_add(felt_odds_list *list, const felt_sheet *sheet, const felt_selection *selection, felt_text wager,
                          const felt_shoe *shoe, felt_error *error)
{
    odds_run run = {.list = list, .sheet = sheet, .selection = selection, .shoe = shoe, .error = error};
    felt_status status = FELT_OK;
    if (sheet->game == FELT_GAME_BACCARAT) {
        run.by_decks = calloc(FELT_DECKS_MAX + 1, sizeof *run.by_decks);
        if (run.by_decks == NULL)
            status = FELT_ENOMEM;
    }
    for (int i = 0; i < sheet->wager_count && status == FELT_OK; i++)
        if (wager.length == 0 || felt_wager_called(sheet, &sheet->wagers[i], wager))
            status = add_wager(&run, &sheet->wagers[i]);
    free(run.by_decks);
    return status == FELT_ENOMEM ? felt_error_set(error, status, -1, "%s", felt_status_text(status)) : status;
}

felt_status felt_odds_add_from(felt_odds_list *list, int entry, felt_puck start)
{
    const felt_odds *known = &list->list[entry];
    odds_run run = {.list = list, .sheet = known->sheet};
    assert(known->variant->machine != NULL && known->variant->machine->start[start] != FELT_STATE_NONE);
    return solve(&run, known->wager, known->variant, known->relevant, start, list->count);
}

felt_status felt_odds_decided_alike(const felt_odds *odds, felt_puck start, bool *ret)
{
    const felt_machine *machine = odds->variant->machine;
    felt_machine_odds solved;
    assert(machine != NULL && machine->start[start] != FELT_STATE_NONE);
    felt_status status = felt_machine_solve(machine, machine->start[start], odds->wager->row_count, false, &solved);
    if (status != FELT_OK)
        return status;
    *ret = true;
    for (int row = 0; row < odds->wager->row_count && *ret; row++)
        *ret = mpq_equal(solved.rows[row], odds->rows[row]);
    felt_machine_odds_free(&solved);
    return FELT_OK;
}
