/* src/odds/odds.c - the odds of a sheet's wagers, each distinct combination of choices once.
 *
 * One pass over a shoe serves every baccarat wager, and a machine is solved once for all variants that share it. */
#include "../games.h"
#include "engine.h"
#include "figures.h"

#include <assert.h>
#include <stdlib.h>

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

felt_odds *odds_add_entry(odds_run *run, const felt_wager *w, const felt_variant *v, uint16_t relevant)
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

/* ---- a sheet ---- */

static felt_status add_wager(odds_run *run, const felt_wager *w)
{
    /* Of all variants, not of those selected: what is named does not depend on what was asked for. */
    uint16_t relevant = felt_options_matter(&(felt_selection){.count = 0}, run->sheet, w, FELT_MATTER_FIGURES);
    const odds_engine *engine = felt_games_entry(run->sheet->game)->engine;
    int first = run->list->count;
    for (int i = 0; i < w->variant_count; i++) {
        const felt_variant *v = &w->variants[i];
        if (!felt_variant_selected(run->selection, run->sheet, w, v) || is_repeated(run, w, i, relevant))
            continue;
        if (!v->complete)
            return felt_error_set(run->error, FELT_EDATA, -1, "'%.*s' does not decide every %s; 'felt check' shows one",
                                  FELT_TEXT_ARGS(w->short_name), run->sheet->game->words.event);
        felt_status status = engine != NULL ? engine->add(run, w, v, relevant) : odds_add_thrown(run, w, v, relevant, first);
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
    for (int i = 0; i < sheet->wager_count && status == FELT_OK; i++)
        if (felt_wager_selected(selection, sheet, &sheet->wagers[i]) &&
            (wager.length == 0 || felt_wager_called(sheet, &sheet->wagers[i], wager)))
            status = add_wager(&run, &sheet->wagers[i]);
    free(run.cache);
    return status == FELT_ENOMEM ? felt_error_set(error, status, -1, "%s", felt_status_text(status)) : status;
}

static bool is_complete(const felt_wager *w)
{
    for (int i = 0; i < w->variant_count; i++)
        if (!w->variants[i].complete)
            return false;
    return true;
}

felt_status felt_odds_add_complete(felt_odds_list *list, const felt_sheet *sheet, felt_error *error)
{
    const felt_selection all = {.count = 0};
    odds_run run = {.list = list, .sheet = sheet, .selection = &all, .error = error};
    felt_status status = FELT_OK;
    for (int i = 0; i < sheet->wager_count && status == FELT_OK; i++)
        if (is_complete(&sheet->wagers[i]))
            status = add_wager(&run, &sheet->wagers[i]);
    free(run.cache);
    return status == FELT_ENOMEM ? felt_error_set(error, status, -1, "%s", felt_status_text(status)) : status;
}
