/* src/design/stage.c - the rows of a wager that can win, and how often each does in every scene. */
#include "stage.h"

#include <assert.h>
#include <felt/edit.h>
#include <stdio.h>

/* ---- the wager and its column ---- */

static felt_status find_wager(stage *s, const felt_design_request *r, felt_error *error)
{
    for (int i = 0; i < s->sheet->wager_count; i++) {
        const felt_wager *w = &s->sheet->wagers[i];
        if (!felt_wager_called(s->sheet, w, r->wager))
            continue;
        if (s->wager == NULL)
            s->wager = w;
        else if (s->wager->line != w->line)
            return felt_error_set(error, FELT_EDATA, -1, "'%.*s' is more than one wager ('%.*s', '%.*s'); expected one",
                                  FELT_TEXT_ARGS(r->wager), FELT_TEXT_ARGS(s->wager->short_name), FELT_TEXT_ARGS(w->short_name));
    }
    if (s->wager != NULL)
        return FELT_OK;
    felt_near near = felt_near_to(r->wager);
    felt_wagers_near(s->sheet, &near);
    if (near.nearest.length > 0)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no wager '%.*s'; did you mean '%.*s'?", FELT_TEXT_ARGS(r->wager),
                              FELT_TEXT_ARGS(near.nearest));
    return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no wager '%.*s'", FELT_TEXT_ARGS(r->wager));
}

/* The wager's paytable by where it stands: where every row has one pay for all columns, the wager does not depend on it. */
static const felt_option *paytable_of(const stage *s)
{
    for (int i = 0; i < s->sheet->option_count; i++) {
        const felt_option *option = &s->sheet->options[i];
        if (option->kind == FELT_OPTION_PAYTABLE && option->line > s->wager->line && option->line < s->wager->rows[0].line)
            return option;
    }
    return NULL;
}

static felt_status ask_column(const felt_option *paytable, felt_error *error)
{
    char names[256] = "";
    int at = 0;
    for (int i = 0; i < paytable->choice_count && at < (int)sizeof names - FELT_NAME_BYTES_MAX - 4; i++)
        at += snprintf(names + at, sizeof names - (size_t)at, "%s%.*s", i > 0 ? ", " : "", FELT_TEXT_ARGS(paytable->choices[i].name));
    return felt_error_set(error, FELT_EDATA, -1,
                          "the wager has several paytables (%s); expected the column to replace, or the name of a new one", names);
}

/* A name that may be added; the compiler reads it as a word. */
static bool is_name(felt_text name)
{
    for (size_t i = 0; i < name.length; i++) {
        char c = name.bytes[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-')))
            return false;
    }
    return name.length > 0 && name.length <= FELT_NAME_BYTES_MAX && name.bytes[name.length - 1] != '-';
}

static felt_status add_column(stage *s, const felt_design_request *r, const felt_option *paytable, felt_error *error)
{
    if (!is_name(r->column))
        return felt_error_set(error, FELT_EDATA, -1, "found '%.*s', expected the name of a column, such as PT2", FELT_TEXT_ARGS(r->column));
    if (paytable->choice_count == FELT_CHOICES_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "the paytable has %d columns, and no room for another", FELT_CHOICES_MAX);
    s->added = r->column;
    s->column = felt_choice_default(r->selection, paytable);
    return s->column >= 0 ? FELT_OK : felt_error_set(error, FELT_EDATA, -1, "no column of the paytable is left under these choices");
}

static felt_status find_column(stage *s, const felt_design_request *r, felt_error *error)
{
    const felt_option *paytable = s->paytable = paytable_of(s);
    s->column = -1;
    if (paytable == NULL)
        return r->column.length == 0
                   ? FELT_OK
                   : felt_error_set(error, FELT_EDATA, -1, "the wager has no paytable line, and so no columns to choose from");
    if (r->column.length > 0) {
        s->column = felt_choice_find(paytable, r->column);
        return s->column >= 0 ? FELT_OK : add_column(s, r, paytable, error);
    }
    for (int i = 0; i < paytable->choice_count; i++)
        if (felt_choice_selected(r->selection, paytable, &paytable->choices[i])) {
            if (s->column >= 0)
                return ask_column(paytable, error);
            s->column = i;
        }
    return s->column >= 0 ? FELT_OK : felt_error_set(error, FELT_EDATA, -1, "no column of the paytable is left under these choices");
}

/* The choices of the request, with one column alone. */
static felt_selection with_column(const stage *s, const felt_selection *asked)
{
    felt_selection left = {.count = 0};
    for (int i = 0; i < asked->count; i++)
        if (s->column < 0 || !felt_text_is(asked->options[i], "paytable")) {
            left.options[left.count] = asked->options[i];
            left.choices[left.count++] = asked->choices[i];
        }
    if (s->column >= 0 && left.count < FELT_SETTINGS_MAX) {
        left.options[left.count] = felt_text_from("paytable");
        left.choices[left.count++] = s->paytable->choices[s->column].name;
    }
    return left;
}

/* ---- scenes ---- */

/* Where it may be placed in several phases with the same edge, the rows may still decide differently. */
static felt_status add_starts(stage *s)
{
    int count = s->odds.count;
    for (int i = 0; i < count; i++)
        for (int phase = 0; phase < FELT_PHASES_MAX; phase++)
            if (s->odds.list[i].same_edge >> phase & 1) {
                felt_status status = felt_odds_add_from(&s->odds, i, phase);
                if (status != FELT_OK)
                    return status;
            }
    return FELT_OK;
}

static felt_status compute_odds(stage *s, const felt_design_request *r, felt_error *error)
{
    felt_selection left = with_column(s, r->selection);
    felt_status status = felt_odds_add(&s->odds, s->sheet, &left, s->wager->short_name, NULL, error);
    if (status == FELT_OK)
        status = add_starts(s);
    if (status != FELT_OK)
        return status;
    if (s->odds.count == 0)
        return felt_error_set(error, FELT_EDATA, -1, "'%.*s' is not offered under these choices", FELT_TEXT_ARGS(s->wager->short_name));
    for (int i = 0; i < s->odds.count; i++)
        if (!s->odds.list[i].has_outcomes) {
            char choices[256];
            felt_variant_write(s->sheet, s->odds.list[i].wager, s->odds.list[i].variant, choices, sizeof choices);
            return felt_error_set(error, FELT_EDATA, -1, "with %s the document does not say whether the wager wins; leave that out",
                                  choices);
        }
    return FELT_OK;
}

/* ---- lines ---- */

static bool decides(const felt_odds *o, int row)
{
    return mpq_sgn(o->rows[row]) > 0;
}

/* Can the row decide, and does it win wherever it does? */
static bool always_wins(const stage *s, int row)
{
    bool decided = false;
    for (int i = 0; i < s->odds.count; i++) {
        const felt_odds *o = &s->odds.list[i];
        felt_pay_kind kind = o->variant->pays[row].pay.kind;
        if (!decides(o, row))
            continue;
        decided = true;
        if (kind != FELT_PAY_WINS && kind != FELT_PAY_UNSET)
            return false;
    }
    return decided;
}

static bool wins_with(const stage *s, int row, int number)
{
    felt_pay pay;
    for (int i = 0; i < s->odds.count; i++) {
        const felt_odds *o = &s->odds.list[i];
        if (decides(o, row) &&
            (felt_pay_instead(s->sheet, o->wager, o->variant, row, number, &pay) != FELT_OK || pay.kind != FELT_PAY_WINS))
            return false;
    }
    return true;
}

/* The lowest number that wins in every scene; 0: none does, since the vig hangs on it. */
static int lowest_of(const stage *s, const stage_line *line)
{
    int64_t low = 1, high = 2 * (int64_t)line->denominator + 2;
    high = high > FELT_PAY_MAX ? FELT_PAY_MAX : high;
    if (!wins_with(s, line->row, (int)high))
        return 0;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (wins_with(s, line->row, (int)middle))
            high = middle;
        else
            low = middle + 1;
    }
    return (int)low;
}

static felt_status add_lines(stage *s, felt_error *error)
{
    const felt_pay_place *places;
    int count;
    felt_status status = felt_sheet_pays(s->arena, s->sheet, &places, &count);
    for (int i = 0; i < count && status == FELT_OK; i++) {
        const felt_pay_place *p = &places[i];
        if (&s->sheet->wagers[p->wager] != s->wager || p->dealer || (p->choice >= 0 && p->choice != s->column) || !always_wins(s, p->row))
            continue;
        stage_line line = {.row = p->row, .printed = p->number, .denominator = p->denominator};
        line.lowest = lowest_of(s, &line);
        if (line.lowest == 0)
            return felt_error_set(error, FELT_EDATA, -1, "the vig of '%.*s' hangs on what it wins, so that its pays cannot be found",
                                  FELT_TEXT_ARGS(s->wager->short_name));
        s->lines[s->line_count++] = line;
    }
    if (status == FELT_OK && s->line_count == 0)
        return felt_error_set(error, FELT_EDATA, -1, "no row of '%.*s' that can win has a pay", FELT_TEXT_ARGS(s->wager->short_name));
    return status;
}

static int line_of(const stage *s, int row)
{
    for (int i = 0; i < s->line_count; i++)
        if (s->lines[i].row == row)
            return i;
    return -1;
}

/* ---- terms ---- */

static void set_term(const stage *s, const felt_odds *o, const stage_line *line, stage_term *term)
{
    felt_pay pay, next;
    int64_t num, den;
    int number = line->lowest < FELT_PAY_MAX ? line->lowest : line->lowest - 1;
    mpq_inits(term->chance, term->rise, term->base, NULL);
    if (!decides(o, line->row))
        return;
    felt_status status = felt_pay_instead(s->sheet, o->wager, o->variant, line->row, number, &pay);
    if (status == FELT_OK)
        status = felt_pay_instead(s->sheet, o->wager, o->variant, line->row, number + 1, &next);
    assert(status == FELT_OK);
    (void)status;
    mpq_set(term->chance, o->rows[line->row]);
    term->by_for = pay.printed_for;
    felt_pay_worth(&next, &num, &den);
    felt_ratio_set(term->rise, num, den);
    felt_pay_worth(&pay, &num, &den);
    felt_ratio_set(term->base, num, den);
    mpq_sub(term->rise, term->rise, term->base);
    felt_ratio_add_times(term->base, term->rise, -number, 1);
}

static void set_constants(const stage *s, stage_scene *scene)
{
    mpq_t net;
    mpq_init(net);
    for (int row = 0; row < s->wager->row_count; row++) {
        int64_t num, den;
        if (!decides(scene->odds, row) || line_of(s, row) >= 0)
            continue;
        felt_pay_worth(&scene->odds->variant->pays[row].pay, &num, &den);
        felt_ratio_set(net, num, den);
        mpq_mul(net, net, scene->odds->rows[row]);
        mpq_add(scene->mean, scene->mean, net);
        felt_ratio_add_times(scene->square, net, num, den);
    }
    mpq_clear(net);
}

static bool set_scene(stage *s, stage_scene *scene, const felt_odds *odds)
{
    scene->odds = odds;
    scene->terms = felt_arena_take(s->arena, (size_t)s->line_count, sizeof *scene->terms);
    if (scene->terms == NULL)
        return false;
    mpq_inits(scene->mean, scene->square, NULL);
    for (int i = 0; i < s->line_count; i++)
        set_term(s, odds, &s->lines[i], &scene->terms[i]);
    set_constants(s, scene);
    return true;
}

static void clear_scene(const stage *s, stage_scene *scene)
{
    mpq_clears(scene->mean, scene->square, NULL);
    for (int i = 0; i < s->line_count; i++)
        mpq_clears(scene->terms[i].chance, scene->terms[i].rise, scene->terms[i].base, NULL);
}

static bool same_scene(const stage *s, const stage_scene *a, const stage_scene *b)
{
    bool same = mpq_equal(a->mean, b->mean) && mpq_equal(a->square, b->square);
    for (int i = 0; i < s->line_count && same; i++) {
        const stage_term *x = &a->terms[i], *y = &b->terms[i];
        same = mpq_equal(x->chance, y->chance) && mpq_equal(x->rise, y->rise) && mpq_equal(x->base, y->base) && x->by_for == y->by_for;
    }
    return same;
}

static bool is_repeated(const stage *s, const stage_scene *scene)
{
    for (int i = 0; i < s->scene_count; i++)
        if (same_scene(s, &s->scenes[i], scene))
            return true;
    return false;
}

static felt_status make_scenes(stage *s, felt_error *error)
{
    s->scenes = felt_arena_take(s->arena, (size_t)s->odds.count, sizeof *s->scenes);
    if (s->scenes == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < s->odds.count; i++) {
        stage_scene *scene = &s->scenes[s->scene_count];
        if (!set_scene(s, scene, &s->odds.list[i]))
            return FELT_ENOMEM;
        if (is_repeated(s, scene)) {
            clear_scene(s, scene);
            continue;
        }
        s->scene_count++;
        if (s->scene_count > FELT_DESIGN_SCENES_MAX)
            return felt_error_set(error, FELT_ELIMIT, -1, "more than %d combinations of choices differ; choose some",
                                  FELT_DESIGN_SCENES_MAX);
    }
    return FELT_OK;
}

felt_status stage_make(felt_arena *arena, const felt_design_request *request, stage *s, felt_error *error)
{
    s->arena = arena;
    s->sheet = request->sheet;
    felt_status status = find_wager(s, request, error);
    if (status == FELT_OK)
        status = find_column(s, request, error);
    if (status == FELT_OK)
        status = compute_odds(s, request, error);
    if (status == FELT_OK)
        status = add_lines(s, error);
    if (status == FELT_OK)
        status = make_scenes(s, error);
    return status;
}

void stage_free(stage *s)
{
    for (int i = 0; i < s->scene_count; i++)
        clear_scene(s, &s->scenes[i]);
    s->scene_count = 0;
    felt_odds_list_free(&s->odds);
}

/* ---- order ---- */

int stage_compare(const stage *s, int a, int b, bool *ret_differs)
{
    bool rarer = false, commoner = false;
    for (int i = 0; i < s->scene_count; i++) {
        const stage_term *x = &s->scenes[i].terms[a], *y = &s->scenes[i].terms[b];
        if (mpq_sgn(x->chance) == 0 || mpq_sgn(y->chance) == 0)
            continue;
        int order = mpq_cmp(x->chance, y->chance);
        rarer = rarer || order < 0;
        commoner = commoner || order > 0;
    }
    *ret_differs = rarer && commoner;
    return *ret_differs ? 0 : commoner - rarer;
}

int stage_shift(const stage *s, int a, int b)
{
    int most = -1;
    bool both = false;
    for (int i = 0; i < s->scene_count; i++) {
        const stage_term *x = &s->scenes[i].terms[a], *y = &s->scenes[i].terms[b];
        if (mpq_sgn(x->chance) == 0 || mpq_sgn(y->chance) == 0)
            continue;
        int shift = x->by_for - y->by_for;
        most = shift > most ? shift : most;
        both = true;
    }
    return both ? most : 0;
}
