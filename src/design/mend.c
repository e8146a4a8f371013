/* src/design/mend.c - the pays nearest to those printed that would mend what the figures say against a sheet.
 *
 * One pay is changed where that is enough, else two. First for all that the wager may be dealt with; where no pay serves all of it, for the
 * choices under which it is worst. */
#include "collect.h"
#include "reason.h"

#include <stdio.h>
#include <string.h>

enum { MEND_STEPS = 2000000, MEND_ROWS = 16 };

/* The best proposal so far. */
typedef struct proposal {
    bool any;
    double change;
    int lines[2], numbers[2]; /* of the stage; what they are to pay */
    int count;
    mpq_t least, most; /* the edges it makes */
} proposal;

static const felt_design_band house_keeps = {.has_least = true, .has_most = true, .least = {0, 1}, .most = {1, 4}};

/* ---- one stage ---- */

static void note_edges(const problem *p, const int *numbers, proposal *best)
{
    mpq_t edge, variance;
    mpq_inits(edge, variance, NULL);
    for (int i = 0; i < p->scene_count; i++) {
        problem_figures(p, i, numbers, edge, variance);
        if (i == 0 || mpq_cmp(edge, best->least) < 0)
            mpq_set(best->least, edge);
        if (i == 0 || mpq_cmp(edge, best->most) > 0)
            mpq_set(best->most, edge);
    }
    mpq_clears(edge, variance, NULL);
}

/* Finds the lines `a` and `b` (the same: one alone) and holds all others. */
static felt_status try_lines(const stage *s, felt_design_request *r, int a, int b, proposal *best)
{
    problem p = {.part_count = 0};
    collection found = {.count = 0};
    for (int i = 0; i < s->line_count; i++)
        r->rows[s->lines[i].row].fixed = i != a && i != b;
    felt_status status = problem_make(s->arena, s, r, &p, NULL);
    if (status == FELT_OK)
        status = collect(&p, MEND_STEPS, NULL, &found);
    if (status == FELT_OK && found.has_best && (!best->any || found.best.change < best->change)) {
        best->any = true;
        best->change = found.best.change;
        best->count = p.part_count;
        for (int i = 0; i < p.part_count; i++) {
            best->lines[i] = p.parts[i].line;
            best->numbers[i] = found.best_numbers[i];
        }
        note_edges(&p, found.best_numbers, best);
    }
    problem_free(&p);
    return status == FELT_ENOMEM ? status : FELT_OK;
}

static felt_status try_all(const stage *s, felt_design_request *r, proposal *best)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < s->line_count && status == FELT_OK; i++)
        status = try_lines(s, r, i, i, best);
    for (int i = 0; i < s->line_count && status == FELT_OK && !best->any && s->line_count <= MEND_ROWS; i++)
        for (int k = i + 1; k < s->line_count && status == FELT_OK; k++)
            status = try_lines(s, r, i, k, best);
    return status;
}

static bool all_printed(const stage *s)
{
    for (int i = 0; i < s->line_count; i++)
        if (s->lines[i].printed == 0)
            return false;
    return true;
}

/* A request that cannot be about the wager, such as one with a vig of the win, has no proposal. */
static felt_status propose(felt_arena *arena, const felt_sheet *sheet, felt_text wager, const felt_selection *selection, proposal *best,
                           felt_text words[2])
{
    felt_design_request *r = felt_arena_take(arena, 1, sizeof *r);
    stage s = {.line_count = 0};
    if (r == NULL)
        return FELT_ENOMEM;
    *r = (felt_design_request){.sheet = sheet, .wager = wager, .selection = selection, .edge = house_keeps};
    r->prefer = FELT_DESIGN_NEAR_PRINTED;
    felt_status status = stage_make(arena, r, &s, NULL);
    bool fits = status == FELT_OK && all_printed(&s);
    if (fits)
        status = try_all(&s, r, best);
    if (fits && status == FELT_OK && !best->any) {
        r->any_order = true; /* the printed pays may not be in order either */
        status = try_all(&s, r, best);
    }
    for (int i = 0; i < best->count && best->any; i++) {
        const stage_line *line = &s.lines[best->lines[i]];
        words[i] = felt_arena_print(arena, "%d instead of %d in line %d", best->numbers[i], line->printed, s.wager->rows[line->row].line);
    }
    stage_free(&s);
    return status == FELT_ENOMEM ? status : FELT_OK;
}

/* ---- which choices ---- */

/* The entry that the finding is about: of all of the wager, that with the lowest edge, or the highest. */
static const felt_odds *worst_of(const felt_odds_list *list, bool lowest)
{
    const felt_odds *worst = NULL;
    for (int i = 0; i < list->count; i++) {
        const felt_odds *o = &list->list[i];
        if (o->has_pays && (worst == NULL || (lowest ? mpq_cmp(o->edge, worst->edge) < 0 : mpq_cmp(o->edge, worst->edge) > 0)))
            worst = o;
    }
    return worst;
}

/* Its choices, all or of its paytable alone; decks stay open. */
static felt_selection choices_of(const felt_odds *o, bool all)
{
    felt_selection selection = {.count = 0};
    for (int i = 0; i < o->wager->option_count; i++) {
        const felt_option *option = &o->sheet->options[o->wager->options[i]];
        if (option->kind == FELT_OPTION_DECKS || (!all && option->kind != FELT_OPTION_PAYTABLE))
            continue;
        selection.options[selection.count] = option->name;
        selection.choices[selection.count++] = option->choices[o->variant->choices[i]].name;
    }
    return selection;
}

/* " with ends=seven-out": the choices without decks and paytables. */
static felt_text described(felt_arena *arena, const felt_odds *o)
{
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    int count = felt_odds_settings(o, settings);
    felt_text text = {"", 0};
    for (int i = 0; i < count; i++) {
        if (settings[i].option->kind == FELT_OPTION_DECKS || settings[i].option->kind == FELT_OPTION_PAYTABLE)
            continue;
        text = felt_arena_print(arena, "%.*s%s%.*s=%.*s", FELT_TEXT_ARGS(text), text.length > 0 ? ", " : " with ",
                                FELT_TEXT_ARGS(settings[i].option->name), FELT_TEXT_ARGS(settings[i].choice->name));
    }
    return text;
}

/* ---- findings ---- */

static felt_text edges(felt_arena *arena, const proposal *best)
{
    felt_text least = felt_ratio_print_percent(arena, best->least, 4), most = felt_ratio_print_percent(arena, best->most, 4);
    if (mpq_equal(best->least, best->most))
        return felt_arena_print(arena, "%.*s%%", FELT_TEXT_ARGS(least));
    return felt_arena_print(arena, "%.*s%% to %.*s%%", FELT_TEXT_ARGS(least), FELT_TEXT_ARGS(most));
}

static felt_status add_help(felt_arena *arena, felt_diag *diag, const felt_odds *worst)
{
    proposal best = {.any = false};
    felt_text words[2], with = {"", 0};
    felt_selection selection = choices_of(worst, false);
    mpq_inits(best.least, best.most, NULL);
    felt_status status = propose(arena, worst->sheet, worst->wager->short_name, &selection, &best, words);
    if (status == FELT_OK && !best.any) {
        selection = choices_of(worst, true);
        with = described(arena, worst);
        status = propose(arena, worst->sheet, worst->wager->short_name, &selection, &best, words);
    }
    if (status == FELT_OK && best.any)
        diag->help = felt_arena_print(arena, "%.*s; the nearest pays that mend it: %.*s%s%.*s, and the house has %.*s%.*s",
                                      FELT_TEXT_ARGS(diag->help), FELT_TEXT_ARGS(words[0]), best.count > 1 ? " and " : "",
                                      FELT_TEXT_ARGS(best.count > 1 ? words[1] : felt_text_from("")), FELT_TEXT_ARGS(edges(arena, &best)),
                                      FELT_TEXT_ARGS(with));
    mpq_clears(best.least, best.most, NULL);
    return status;
}

static felt_status mend(const felt_sheet *sheet, felt_arena *arena, felt_diag *diag, bool players)
{
    static const felt_selection everything = {.count = 0};
    felt_odds_list list = {0};
    felt_status status = felt_odds_add(&list, sheet, &everything, diag->wager, NULL, NULL);
    const felt_odds *worst = status == FELT_OK ? worst_of(&list, players) : NULL;
    if (worst != NULL)
        status = add_help(arena, diag, worst);
    felt_odds_list_free(&list);
    return status == FELT_ENOMEM ? status : FELT_OK;
}

felt_status felt_design_mend(const felt_sheet *sheet, felt_diags *diags)
{
    for (int i = 0; i < diags->count; i++) {
        felt_diag *diag = &diags->list[i];
        bool players = strcmp(diag->code, "player-edge") == 0;
        if (diag->accepted || (!players && strcmp(diag->code, "low-return") != 0))
            continue;
        felt_status status = mend(sheet, diags->arena, diag, players);
        if (status != FELT_OK)
            return status;
    }
    return felt_arena_ran_out(diags->arena) ? FELT_ENOMEM : FELT_OK;
}
