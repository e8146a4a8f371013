/* src/odds/engine_thrown.c - the odds of wagers on events that are thrown: a machine is solved once for all variants that share it. */
#include "engine.h"
#include "figures.h"
#include "machine.h"

#include <assert.h>

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

static felt_status solve(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant, int start, int first)
{
    uint16_t state = v->machine->start[start];
    const felt_odds *known = solved_before(run, first, v, state);
    size_t known_index = known == NULL ? 0 : (size_t)(known - run->list->list);
    felt_odds *odds = odds_add_entry(run, w, v, relevant);
    if (odds == NULL)
        return FELT_ENOMEM;
    odds->start = start;
    if (v->machine->game->one_event)
        mpz_set_si(odds->deals, v->machine->game->all_ways);
    for (int phase = 0; phase < v->machine->game->phase_count; phase++)
        odds->same_rows |= (uint16_t)((v->machine->start[phase] == state) << phase);
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

/* Takes the newest entry off the list if its wager is worth the same as that of `kept`, the same variant from another phase,
 * which then remembers it if other figures differ. */
static void join_newest(odds_run *run, felt_odds *kept)
{
    felt_odds *newest = &run->list->list[run->list->count - 1];
    bool alike = same_rows(kept, newest);
    if (!(kept->has_pays && newest->has_pays ? mpq_equal(kept->edge, newest->edge) : alike))
        return;
    if (!alike || !mpq_equal(kept->rolls, newest->rolls))
        kept->same_edge |= newest->same_rows;
    if (alike)
        kept->same_rows |= newest->same_rows;
    figures_clear(newest);
    run->list->count--;
}

/* From phase 0 if the wager may be placed there, else from the first phase in which it may be; from other phases
 * only where it is worth something else there. */
felt_status odds_add_thrown(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant, int first)
{
    int mine = run->list->count;
    for (int phase = 0; phase < v->machine->game->phase_count; phase++) {
        uint16_t state = v->machine->start[phase];
        bool seen = state == FELT_STATE_NONE;
        for (int earlier = 0; earlier < phase; earlier++)
            seen = seen || v->machine->start[earlier] == state;
        if (seen)
            continue;
        felt_status status = solve(run, w, v, relevant, phase, first);
        if (status != FELT_OK)
            return status;
        if (run->list->count - 1 > mine)
            join_newest(run, &run->list->list[mine]);
    }
    return FELT_OK;
}

felt_status felt_odds_add_from(felt_odds_list *list, int entry, int start)
{
    assert(entry >= 0 && entry < list->count && start >= 0 && start < FELT_PHASES_MAX);
    const felt_odds *known = &list->list[entry];
    odds_run run = {.list = list, .sheet = known->sheet};
    assert(known->variant->machine->start[start] != FELT_STATE_NONE);
    return solve(&run, known->wager, known->variant, known->relevant, start, list->count);
}
