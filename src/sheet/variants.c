/* src/sheet/variants.c - the sides of a wager, the options each depends on, and one variant for every combination of their choices. */
#include "rules.h"
#include "words.h"

/* ---- which options a wager depends on ---- */

typedef struct option_set {
    bool used[FELT_OPTIONS_MAX + FELT_WAGERS_MAX];
    bool visited[FELT_WAGERS_MAX]; /* wagers whose rows were gone through, so that shared references are followed once */
} option_set;

/* Can the guard hold at all for this side? */
static bool side_fits(const guard *g, int side)
{
    for (int i = 0; i < g->count; i++)
        if (g->tests[i].option == GUARD_SIDE && !(g->tests[i].choices >> side & 1))
            return false;
    return true;
}

static void add_guard(const guard *g, int side, option_set *set)
{
    if (!side_fits(g, side))
        return;
    for (int i = 0; i < g->count; i++)
        if (g->tests[i].option != GUARD_SIDE)
            set->used[g->tests[i].option] = true;
}

static void add_condition(const tree *t, const cond *c, int side, option_set *set);

/* The options that decide which rows of `w` are in force. */
static void add_rows(const tree *t, const wager_source *w, int side, option_set *set)
{
    add_guard(&w->offered, side, set);
    for (int i = 0; i < w->row_count; i++) {
        if (!side_fits(&w->rows[i].guard, side))
            continue;
        add_guard(&w->rows[i].guard, side, set);
        add_condition(t, w->rows[i].condition, side, set);
    }
}

static void add_condition(const tree *t, const cond *c, int side, option_set *set)
{
    if (c == NULL)
        return;
    for (int i = 0; i < c->ref_count; i++) {
        const wager_source *to = &t->wagers[c->refs[i].wager];
        if (set->visited[c->refs[i].wager])
            continue;
        set->visited[c->refs[i].wager] = true;
        add_rows(t, to, to->side_count > 0 ? side : 0, set);
    }
    add_condition(t, c->left, side, set);
    add_condition(t, c->right, side, set);
}

static void add_pay(const pay_source *pay, const wager_source *w, option_set *set)
{
    if (pay->unit == UNIT_BY_OPTION)
        set->used[pay->option] = true;
    if (pay->count > 1)
        set->used[w->paytable] = true;
}

/* All options of one side; `ret_pays` are those that change only what rows pay. */
static void collect_options(const tree *t, const wager_source *w, int side, option_set *ret, option_set *ret_pays)
{
    *ret = *ret_pays = (option_set){.used = {false}};
    add_rows(t, w, side, ret);
    for (int i = 0; i < w->placed_count; i++)
        add_guard(&w->placed[i].guard, side, ret);
    for (int i = 0; i < w->needs_count; i++)
        add_guard(&w->needs[i].guard, side, ret);
    for (int i = 0; i < w->may_count; i++)
        add_guard(&w->may[i].guard, side, ret);
    for (int i = 0; i < w->vig_count; i++)
        add_guard(&w->vigs[i].guard, side, ret);
    option_set pays = {.used = {false}};
    for (int i = 0; i < w->row_count; i++) {
        if (!side_fits(&w->rows[i].guard, side))
            continue;
        add_pay(&w->rows[i].outcome.pay, w, &pays);
        add_pay(&w->rows[i].outcome.dealer, w, &pays);
    }
    for (int i = 0; i < t->option_count; i++) {
        ret_pays->used[i] = pays.used[i] && !ret->used[i];
        ret->used[i] |= pays.used[i];
    }
}

/* ---- what is in force under some choices ---- */

int side_total(const wager_source *w)
{
    return w->side_count > 0 ? w->side_count : 1;
}

bool guard_fits(const guard *g, const felt_wager *wager, const uint8_t *choices, int side)
{
    for (int i = 0; i < g->count; i++) {
        const guard_test *test = &g->tests[i];
        int choice = side;
        for (int k = 0; k < wager->option_count; k++)
            if (wager->options[k] == test->option)
                choice = choices[k];
        if (!(test->choices >> choice & 1))
            return false;
    }
    return true;
}

const felt_variant *matching_variant(const felt_wager *wager, const felt_wager *other, const uint8_t *choices)
{
    for (int v = 0; v < wager->variant_count; v++) {
        bool agrees = true;
        for (int i = 0; i < wager->option_count && agrees; i++)
            for (int k = 0; k < other->option_count; k++)
                if (other->options[k] == wager->options[i] && choices[k] != wager->variants[v].choices[i])
                    agrees = false;
        if (agrees)
            return &wager->variants[v];
    }
    return NULL;
}

/* ---- shapes, shared where they can be ---- */

typedef struct builder {
    compiler *c;
    const wager_source *source;
    felt_wager *wager;
    compiled_wager *extra;
    int side;
    option_set pays_only;
    bool speaks_of_others; /* a row asks whether another wager wins */
    int variant_total;     /* combinations, offered or not */
} builder;

static bool has_counts(const sheet_rules *rules, const cond *c)
{
    if (c == NULL || rules->counts == NULL)
        return false;
    return rules->counts(c) || has_counts(rules, c->left) || has_counts(rules, c->right);
}

static bool has_refs(const cond *c)
{
    return c != NULL && (c->ref_count > 0 || has_refs(c->left) || has_refs(c->right));
}

/* Would the shape be the same under both sets of choices, given that the same rows are in force? */
static bool same_choices(const builder *b, const uint8_t *a, const uint8_t *z)
{
    if (!b->speaks_of_others)
        return true;
    for (int i = 0; i < b->wager->option_count; i++)
        if (!b->pays_only.used[b->wager->options[i]] && a[i] != z[i])
            return false;
    return true;
}

/* Do two placed lines give a wager the same starts? A hand begins in phase 0, so the two that ask for it differ in no state. */
static bool same_placing(const builder *b, int a, int z)
{
    if (a == z)
        return true;
    if (a < 0 || z < 0)
        return false;
    const placed_source *first = &b->source->placed[a], *second = &b->source->placed[z];
    bool starts = first->placing <= FELT_PLACED_START && second->placing <= FELT_PLACED_START;
    return (starts || first->placing == second->placing) && first->own_phases == second->own_phases;
}

static const shape *find_shape(const builder *b, uint64_t active, int placed, const uint8_t *choices)
{
    for (int v = b->wager->variant_count; v-- > 0;) {
        const shape *s = b->extra->shapes[v];
        if (s->active == active && same_placing(b, s->placed, placed) && same_choices(b, s->choices, choices))
            return s;
    }
    return NULL;
}

static const shape *refuse_shape(builder *b)
{
    b->c->full = true;
    compiler_error(b->c, b->source->at, "limit", "the sheet comes to more than %d tables and machines, or %d states", FELT_SHEET_SHAPES_MAX,
                   FELT_SHEET_STATES_MAX);
    return NULL;
}

static const shape *make_shape(builder *b, uint64_t active, int placed, const uint8_t *choices)
{
    compiler *c = b->c;
    const shape *known = find_shape(b, active, placed, choices);
    if (known != NULL)
        return known;
    if (++c->shapes > FELT_SHEET_SHAPES_MAX)
        return refuse_shape(b);
    shape *s = compiler_take(c, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->active = active;
    s->placed = placed;
    s->choices = choices;
    target t = {.source = b->source,
                .side = b->side,
                .wager = b->wager,
                .choices = choices,
                .active = active,
                .placed = placed < 0 ? NULL : &b->source->placed[placed]};
    bool good = c->rules->compile(c, &t, s);
    if (good && c->states > FELT_SHEET_STATES_MAX)
        return refuse_shape(b);
    return good ? s : NULL;
}

/* ---- variants ---- */

static uint64_t active_rows(const builder *b, const uint8_t *choices)
{
    uint64_t active = 0;
    for (int i = 0; i < b->source->row_count; i++)
        if (guard_fits(&b->source->rows[i].guard, b->wager, choices, b->side))
            active |= (uint64_t)1 << i;
    return active;
}

bool refuse_second(compiler *c, const token *at)
{
    compiler_error(c, at, "duplicate", "a second '%.*s' line is in force under the same choices; expected one", FELT_TEXT_ARGS(at->text));
    return false;
}

/* The placed line in force, -1 for none; false when there are two. */
static bool find_placed(builder *b, const uint8_t *choices, int *ret)
{
    *ret = -1;
    for (int i = 0; i < b->source->placed_count; i++) {
        if (!guard_fits(&b->source->placed[i].guard, b->wager, choices, b->side))
            continue;
        if (*ret >= 0)
            return refuse_second(b->c, b->source->placed[i].at);
        *ret = i;
    }
    return true;
}

static felt_row_pay *set_pays(builder *b, const uint8_t *choices, felt_variant *v)
{
    felt_row_pay *pays = compiler_take(b->c, (size_t)b->source->row_count, sizeof *pays);
    if (pays == NULL)
        return NULL;
    for (int i = 0; i < b->source->row_count; i++) {
        const outcome_source *o = &b->source->rows[i].outcome;
        pays[i].pay = o->kind == FELT_PAY_WINS ? pay_resolve(&o->pay, b->source, b->wager, choices)
                                               : (felt_pay){.kind = o->kind, .win_den = 1, .commission_den = 1, .vig_den = 1};
        pays[i].has_dealer = o->has_dealer;
        if (o->has_dealer)
            pays[i].dealer = pay_resolve(&o->dealer, b->source, b->wager, choices);
    }
    v->pays = pays;
    return pays;
}

static bool add_variant(builder *b, const uint8_t *choices)
{
    uint8_t *kept = compiler_take(b->c, (size_t)b->wager->option_count + 1, 1);
    if (kept == NULL)
        return false;
    memcpy(kept, choices, (size_t)b->wager->option_count);
    felt_variant v = {.choices = kept, .active = active_rows(b, choices)};
    int placed;
    if (!find_placed(b, choices, &placed))
        return false;
    v.placing = placed < 0 ? FELT_PLACED_ANY_TIME : b->source->placed[placed].placing;
    v.own_phases = placed >= 0 && b->source->placed[placed].own_phases;
    const shape *s = make_shape(b, v.active, placed, kept);
    felt_row_pay *pays = s == NULL ? NULL : set_pays(b, choices, &v);
    target t = {.source = b->source, .side = b->side, .wager = b->wager, .choices = choices};
    if (pays == NULL || !compile_stakes(b->c, &t, pays, &v))
        return false;
    v.machine = s->machine;
    v.complete = s->exam.undecided.length == 0 && s->exam.stuck.length == 0;
    /* The arrays were taken for all combinations; only offered ones are kept. */
    felt_variant *variants = (felt_variant *)(uintptr_t)b->wager->variants;
    b->extra->shapes[b->wager->variant_count] = s;
    variants[b->wager->variant_count++] = v;
    b->c->variants++;
    return true;
}

/* The next combination, the last option varying fastest; false after the last. */
static bool next_choices(const builder *b, uint8_t *choices)
{
    for (int i = b->wager->option_count; i-- > 0;) {
        if (++choices[i] < b->c->out->tree.options[b->wager->options[i]].choice_count)
            return true;
        choices[i] = 0;
    }
    return false;
}

static bool set_options(builder *b, const option_set *set)
{
    const tree *t = &b->c->out->tree;
    uint16_t *options = compiler_take(b->c, FELT_WAGER_OPTIONS_MAX, sizeof *options);
    if (options == NULL)
        return false;
    b->variant_total = 1;
    for (int i = 0; i < t->option_count; i++) {
        if (!set->used[i])
            continue;
        if (b->wager->option_count == FELT_WAGER_OPTIONS_MAX) {
            compiler_error(b->c, b->source->at, "limit", "the wager depends on more than %d options", FELT_WAGER_OPTIONS_MAX);
            return false;
        }
        options[b->wager->option_count++] = (uint16_t)i;
        b->variant_total *= t->options[i].choice_count;
        if (b->variant_total > FELT_VARIANTS_MAX) {
            compiler_error(b->c, b->source->at, "limit", "the wager has more than %d variants", FELT_VARIANTS_MAX);
            return false;
        }
    }
    b->wager->options = options;
    if (b->c->variants + b->variant_total <= FELT_SHEET_VARIANTS_MAX)
        return true;
    b->c->full = true;
    compiler_error(b->c, b->source->at, "limit", "with this wager the sheet has more than %d variants", FELT_SHEET_VARIANTS_MAX);
    return false;
}

static bool set_rows(builder *b)
{
    felt_row *rows = compiler_take(b->c, (size_t)b->source->row_count, sizeof *rows);
    if (rows == NULL)
        return false;
    words_of of = {.tree = &b->c->out->tree, .wager = b->source, .side = b->side};
    for (int i = 0; i < b->source->row_count; i++) {
        const row_source *r = &b->source->rows[i];
        felt_text words = r->condition == NULL ? (felt_text){"", 0} : words_write(b->c->arena, &of, r);
        felt_text chosen = words_write_guard(b->c->arena, &b->c->out->tree, &r->guard);
        b->c->no_memory = b->c->no_memory || words.bytes == NULL || chosen.bytes == NULL;
        rows[i] = (felt_row){.text = r->text,
                             .words = words,
                             .where = r->where,
                             .where_chosen = chosen,
                             .cites = r->cites.length > 0 ? r->cites : b->source->cites,
                             .otherwise = r->condition == NULL,
                             .gives_way = r->gives_way,
                             .counts = has_counts(sheet_rules_of(b->c->out->tree.game), r->condition),
                             .line = r->at->line,
                             .column = r->at->column};
        b->speaks_of_others |= has_refs(r->condition);
    }
    b->wager->rows = rows;
    b->wager->row_count = b->source->row_count;
    return !b->c->no_memory;
}

static bool compile_side(builder *b)
{
    compiler *c = b->c;
    const wager_source *w = b->source;
    felt_text no_side = {"", 0};
    option_set used;
    *b->wager = (felt_wager){.name = w->name,
                             .short_name = w->short_name,
                             .side = w->side_count > 0 ? w->sides[b->side] : no_side,
                             .number = w->side_count > 0 && b->c->rules->game->sides == NULL ? w->side_numbers[b->side] : 0,
                             .cites = w->cites,
                             .offered_where = words_write_guard(c->arena, &c->out->tree, &w->offered),
                             .group = w->group,
                             .line = w->at->line,
                             .column = w->at->column};
    c->no_memory = c->no_memory || b->wager->offered_where.bytes == NULL;
    b->extra->source = w;
    b->extra->side = b->side;
    collect_options(&c->out->tree, w, b->side, &used, &b->pays_only);
    if (!set_rows(b) || !set_options(b, &used))
        return false;
    b->wager->variants = compiler_take(c, (size_t)b->variant_total, sizeof *b->wager->variants);
    b->extra->shapes = compiler_take(c, (size_t)b->variant_total, sizeof *b->extra->shapes);
    if (b->wager->variants == NULL || b->extra->shapes == NULL)
        return false;
    uint8_t choices[FELT_WAGER_OPTIONS_MAX] = {0};
    do {
        if (guard_fits(&w->offered, b->wager, choices, b->side) && !add_variant(b, choices))
            return false;
    } while (next_choices(b, choices));
    if (b->wager->variant_count == 0)
        compiler_error(c, w->at, "type", "the wager is offered under no combination of choices");
    return b->wager->variant_count > 0;
}

bool compile_wager(compiler *c, int index)
{
    const wager_source *w = &c->out->tree.wagers[index];
    for (int side = 0; side < side_total(w); side++) {
        int at = c->out->first_wager[index] + side;
        builder b = {.c = c, .source = w, .wager = &c->out->wagers[at], .extra = &c->out->extras[at], .side = side};
        if (!compile_side(&b))
            return false;
    }
    return true;
}
