/* src/design/reason.c - why no paytable meets a request: what cannot be, which constraint would have to go, and what comes nearest. */
#include "reason.h"
#include "ceiling.h"
#include "search.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TRY_STEPS = 5000000, NUMBERS_BYTES = 200 };

typedef struct reasoning {
    const problem *p;
    char *text;
    size_t length;
    felt_status status;
} reasoning;

static void say(reasoning *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(reasoning *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int added = vsnprintf(r->text + r->length, FELT_DESIGN_REASON_BYTES - r->length, format, args);
    va_end(args);
    r->length += added > 0 ? (size_t)added : 0;
    if (r->length >= FELT_DESIGN_REASON_BYTES)
        r->length = FELT_DESIGN_REASON_BYTES - 1;
}

/* ---- words ---- */

void scene_write(const felt_odds *odds, char ret[SCENE_BYTES])
{
    felt_setting settings[FELT_ODDS_SETTINGS_MAX];
    int at = 0, count = felt_odds_settings(odds, settings);
    ret[0] = '\0';
    for (int i = 0; i < count && at < SCENE_BYTES - 1; i++) {
        const char *joint = at > 0 ? ", " : "";
        if (settings[i].option->kind == FELT_OPTION_PAYTABLE)
            continue;
        if (settings[i].option->kind == FELT_OPTION_DECKS)
            at += snprintf(ret + at, (size_t)(SCENE_BYTES - at), "%s%d deck%s", joint, odds->decks, odds->decks == 1 ? "" : "s");
        else
            at += snprintf(ret + at, (size_t)(SCENE_BYTES - at), "%s%.*s=%.*s", joint, FELT_TEXT_ARGS(settings[i].option->name),
                           FELT_TEXT_ARGS(settings[i].choice->name));
    }
    if (odds->wager->side.length > 0 && at < SCENE_BYTES - 1)
        at += snprintf(ret + at, (size_t)(SCENE_BYTES - at), "%son %.*s", at > 0 ? ", " : "", FELT_TEXT_ARGS(odds->wager->side));
    if (felt_odds_names_start(odds) && at < SCENE_BYTES - 1)
        snprintf(ret + at, (size_t)(SCENE_BYTES - at), "%splaced with %s %d", at > 0 ? ", " : "", odds->sheet->game->words.phase,
                 odds->sheet->game->phase_number(odds->start));
}

static void with_scene(reasoning *r, const felt_odds *odds)
{
    char scene[SCENE_BYTES];
    scene_write(odds, scene);
    if (scene[0] != '\0')
        say(r, " (%s)", scene);
}

static void say_percent(reasoning *r, const mpq_t share)
{
    felt_text text = felt_ratio_print_percent(r->p->arena, share, 4);
    if (text.bytes == NULL) {
        r->status = FELT_ENOMEM;
        return;
    }
    say(r, "%.*s %%", FELT_TEXT_ARGS(text));
}

static void say_share(reasoning *r, felt_design_number number)
{
    mpq_t share;
    mpq_init(share);
    felt_ratio_set(share, number.num, number.den);
    say_percent(r, share);
    mpq_clear(share);
}

static void say_numbers(reasoning *r, const int *numbers)
{
    const problem *p = r->p;
    for (int i = 0; i < p->part_count; i++)
        say(r, "%srow %d: %d", i > 0 ? ", " : "", p->stage->lines[p->parts[i].line].row + 1, numbers[i]);
}

/* ---- the ends of what can be ---- */

bool reason_hit(const problem *p, char ret[FELT_DESIGN_REASON_BYTES])
{
    reasoning r = {.p = p, .text = ret};
    const felt_design_band *hit = &p->request->hit;
    mpq_t bound;
    mpq_init(bound);
    bool inside = true;
    for (int i = 0; i < p->scene_count && inside; i++) {
        const felt_odds *odds = p->stage->scenes[i].odds;
        felt_ratio_set(bound, hit->has_least ? hit->least.num : 0, hit->has_least ? hit->least.den : 1);
        bool low = hit->has_least && mpq_cmp(odds->hit, bound) < 0;
        felt_ratio_set(bound, hit->has_most ? hit->most.num : 1, hit->has_most ? hit->most.den : 1);
        bool high = hit->has_most && mpq_cmp(odds->hit, bound) > 0;
        inside = !low && !high;
        if (inside)
            continue;
        say(&r, "the rows decide how often the wager wins, whatever they pay: ");
        say_percent(&r, odds->hit);
        with_scene(&r, odds);
        say(&r, ", and %s ", low ? "at least" : "at most");
        say_share(&r, low ? hit->least : hit->most);
        say(&r, " is asked for");
    }
    mpq_clear(bound);
    return inside;
}

/* Says so where even the ends are not inside in some scene. */
static bool say_ends(reasoning *r)
{
    const problem *p = r->p;
    int ends[2][FELT_ROWS_MAX];
    mpq_t edge, variance, bound;
    bool said = false;
    if (!search_extremes(p, ends[0], ends[1])) {
        say(r, "with rarer rows never paying less than commoner ones, no pay is left for some row");
        return true;
    }
    mpq_inits(edge, variance, bound, NULL);
    for (int i = 0; i < 2 * p->scene_count && !said; i++) {
        bool high = i >= p->scene_count;
        felt_design_number asked = high ? p->request->edge.most : p->request->edge.least;
        problem_figures(p, i % p->scene_count, ends[high], edge, variance);
        felt_ratio_set(bound, asked.num, asked.den);
        if (high ? mpq_cmp(edge, bound) <= 0 : mpq_cmp(edge, bound) >= 0)
            continue;
        said = true;
        say(r, "even with every pay at its %s (", high ? "highest" : "lowest");
        say_numbers(r, ends[high]);
        say(r, ") the house %s ", high ? "still has" : "has only");
        say_percent(r, edge);
        with_scene(r, p->stage->scenes[i % p->scene_count].odds);
        say(r, ", and %s ", high ? "at most" : "at least");
        say_share(r, asked);
        say(r, " is asked for");
    }
    mpq_clears(edge, variance, bound, NULL);
    return said;
}

/* ---- what would have to go ---- */

/* Is there a paytable for this request? Its numbers are those of the parts of that problem. */
static bool is_possible(reasoning *r, const felt_design_request *request, int released, int only, collection *found)
{
    problem other = {.part_count = 0};
    felt_status status = problem_make(r->p->arena, r->p->stage, request, &other, NULL);
    *found = (collection){.count = 0};
    for (int i = 0; i < other.scene_count && status == FELT_OK; i++)
        if (i == released || (only >= 0 && i != only))
            problem_release(&other, i);
    if (status == FELT_OK)
        status = collect_first(&other, TRY_STEPS, found);
    problem_free(&other);
    if (status == FELT_ENOMEM)
        r->status = status;
    return status == FELT_OK && found->count > 0;
}

typedef struct relief {
    const char *words;
    bool (*change)(felt_design_request *request); /* false: that was not asked for */
} relief;

static bool no_exposure(felt_design_request *r)
{
    bool asked = r->has_exposure;
    r->has_exposure = false;
    return asked;
}

static bool no_sd(felt_design_request *r)
{
    bool asked = r->sd.has_least || r->sd.has_most;
    r->sd = (felt_design_band){.has_least = false};
    return asked;
}

static bool no_top(felt_design_request *r)
{
    bool asked = r->top.has_least || r->top.has_most;
    r->top = (felt_design_band){.has_least = false};
    return asked;
}

static bool no_max_pay(felt_design_request *r)
{
    bool asked = r->max_pay > 0;
    r->max_pay = 0;
    return asked;
}

static bool no_list(felt_design_request *r)
{
    bool asked = r->pays != NULL;
    r->pays = NULL;
    return asked;
}

static bool no_order(felt_design_request *r)
{
    bool asked = !r->any_order;
    r->any_order = true;
    return asked;
}

static bool no_returns(felt_design_request *r)
{
    bool asked = false;
    for (int i = 0; i < FELT_ROWS_MAX; i++) {
        asked = asked || r->rows[i].back.has_least || r->rows[i].back.has_most;
        r->rows[i].back = (felt_design_band){.has_least = false};
    }
    return asked;
}

static bool none_held(felt_design_request *r)
{
    bool asked = false;
    for (int i = 0; i < FELT_ROWS_MAX; i++) {
        asked = asked || r->rows[i].fixed;
        r->rows[i].fixed = false;
    }
    return asked;
}

static const relief reliefs[] = {
    {"the bound on what a counter can win", no_exposure},
    {"the bounds on the standard deviation", no_sd},
    {"the bounds on the top pay", no_top},
    {"the limit on every pay", no_max_pay},
    {"the list of pays", no_list},
    {"the bounds on what rows return", no_returns},
    {"the rows that are held", none_held},
    {"the rule that rarer rows never pay less", no_order},
};

/* Names each constraint without which there would be a paytable. */
static bool say_reliefs(reasoning *r)
{
    collection found;
    int said = 0;
    for (size_t i = 0; i < sizeof reliefs / sizeof *reliefs; i++) {
        felt_design_request request = *r->p->request;
        if (!reliefs[i].change(&request) || !is_possible(r, &request, -1, -1, &found))
            continue;
        say(r, "%s%s", said++ > 0 ? ", or without " : "it would be possible without ", reliefs[i].words);
    }
    return said > 0;
}

/* Says what a counter wins at least, where that is what makes it impossible. */
static bool say_exposure(reasoning *r)
{
    felt_design_request request = *r->p->request;
    problem other = {.part_count = 0};
    collection found = {.count = 0};
    double units = 0;
    if (!no_exposure(&request))
        return false;
    felt_status status = problem_make(r->p->arena, r->p->stage, &request, &other, NULL);
    if (status == FELT_OK)
        status = collect_least(&other, request.work, &found, &units);
    if (status == FELT_OK && found.has_best) {
        int worst = 0;
        for (int i = 1; i < other.scene_count; i++)
            if (ceiling_figure(&other, i, found.best_numbers).value > ceiling_figure(&other, worst, found.best_numbers).value)
                worst = i;
        say(r, "a perfect counter wins %.4f units a shoe", units);
        with_scene(r, other.stage->scenes[worst].odds);
        say(r, " even of the least exposed%s (", found.seen ? "" : " that was seen");
        say_numbers(r, found.best_numbers);
        say(r, "), and at most %.4g is asked for", (double)request.exposure.num / (double)request.exposure.den);
    }
    problem_free(&other);
    r->status = status == FELT_ENOMEM ? status : r->status;
    return status == FELT_OK && found.has_best;
}

/* ---- scenes that exclude each other ---- */

static void say_pair(reasoning *r, int scene)
{
    char name[SCENE_BYTES], other[SCENE_BYTES];
    scene_write(r->p->stage->scenes[scene].odds, name);
    scene_write(r->p->stage->scenes[0].odds, other);
    if (r->p->scene_count == 2)
        say(r, "'%s' and '%s' can be met each by itself, but not by the same pays", other, name);
    else
        say(r, "every scene can be met by itself, but not '%s' together with the others: it would be possible without it", name);
}

/* One that cannot be met even alone, or without which the others can. */
static bool say_scenes(reasoning *r)
{
    const problem *p = r->p;
    collection found;
    if (p->scene_count < 2 || p->scene_count > 16)
        return false;
    for (int i = 0; i < p->scene_count; i++)
        if (!is_possible(r, p->request, -1, i, &found)) {
            char name[SCENE_BYTES];
            scene_write(p->stage->scenes[i].odds, name);
            say(r, "'%s' alone cannot be met", name);
            return true;
        }
    for (int i = p->scene_count - 1; i >= 0; i--)
        if (is_possible(r, p->request, i, -1, &found)) {
            say_pair(r, i);
            return true;
        }
    say(r, "every scene can be met by itself, but not all together");
    return true;
}

/* ---- the nearest ---- */

static bool widen(felt_design_request *request, int64_t two_thousandths)
{
    felt_design_band *edge = &request->edge;
    const int64_t most = 1000000000000;
    if (edge->least.num > most || edge->least.num < -most || edge->most.num > most || edge->most.num < -most)
        return false;
    edge->least = (felt_design_number){edge->least.num * 2000 - two_thousandths * edge->least.den, edge->least.den * 2000};
    edge->most = (felt_design_number){edge->most.num * 2000 + two_thousandths * edge->most.den, edge->most.den * 2000};
    return true;
}

static void say_found(reasoning *r, const problem *p, const collection *found)
{
    mpq_t edge, variance, low, high;
    mpq_inits(edge, variance, low, high, NULL);
    for (int i = 0; i < p->scene_count; i++) {
        problem_figures(p, i, found->best_numbers, edge, variance);
        if (i == 0 || mpq_cmp(edge, low) < 0)
            mpq_set(low, edge);
        if (i == 0 || mpq_cmp(edge, high) > 0)
            mpq_set(high, edge);
    }
    say(r, "the nearest (");
    say_numbers(r, found->best_numbers);
    say(r, ") has an edge of ");
    say_percent(r, low);
    if (mpq_cmp(low, high) != 0) {
        say(r, " to ");
        say_percent(r, high);
    }
    mpq_clears(edge, variance, low, high, NULL);
}

/* Widens the band until something is in it, and says what. */
static bool say_nearest(reasoning *r)
{
    for (int64_t by = 1; by <= 2048; by *= 4) {
        felt_design_request request = *r->p->request;
        problem other = {.part_count = 0};
        collection found = {.count = 0};
        request.prefer = FELT_DESIGN_EDGE;
        request.has_target = false;
        if (!widen(&request, by))
            return false;
        felt_status status = problem_make(r->p->arena, r->p->stage, &request, &other, NULL);
        if (status == FELT_OK)
            status = collect(&other, TRY_STEPS, NULL, &found);
        if (status == FELT_OK && found.has_best)
            say_found(r, &other, &found);
        problem_free(&other);
        if (status != FELT_OK || found.count > 0) {
            r->status = status == FELT_ENOMEM ? status : r->status;
            return status == FELT_OK && found.has_best;
        }
    }
    return false;
}

felt_status reason_write(const problem *p, char ret[FELT_DESIGN_REASON_BYTES])
{
    reasoning r = {.p = p, .text = ret, .status = FELT_OK};
    ret[0] = '\0';
    bool ends = false;
    if (p->empty)
        say(&r, "%s", p->reason);
    else if (!(ends = say_ends(&r)) && !say_exposure(&r) && !say_scenes(&r))
        say(&r, "no paytable comes into the band");
    size_t before = r.length;
    say(&r, "; ");
    if (!say_reliefs(&r))
        r.length = before;
    if (!p->empty && !ends) {
        before = r.length;
        say(&r, "; ");
        if (!say_nearest(&r))
            r.length = before;
    }
    ret[r.length] = '\0';
    return r.status;
}
