/* src/sheet/resolve.c - which wagers a row or a `needs` line speaks of. Those of other sheets are left to the book that joins them. */
#include "rules.h"

#include <stdarg.h>
#include <stdio.h>

enum { HANDS_MAX = 8 }; /* that a game has names for */

void *compiler_take(compiler *c, size_t count, size_t size)
{
    void *memory = felt_arena_take(c->arena, count, size);
    if (memory == NULL)
        c->no_memory = true;
    return memory;
}

felt_diag *compiler_error(compiler *c, const token *at, const char *code, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return scan_error(&c->out->tree.source, c->diags, at, code, felt_arena_copy(c->arena, felt_text_from(message)));
}

bool compiler_work(compiler *c, const token *at, uint64_t amount)
{
    c->work += amount;
    if (c->work > FELT_SHEET_WORK_MAX && !c->full) {
        c->full = true;
        compiler_error(c, at, "limit",
                       "the sheet takes too much work to compile as far as this wager; expected fewer or shorter rows, "
                       "choices or counts");
    }
    return c->work <= FELT_SHEET_WORK_MAX;
}

/* `hands`, ended by NULL, could stand there as well: a misspelt hand looks like the name of a wager. */
static void suggest_wager(compiler *c, const token *at, const char *const *hands, felt_diag *d)
{
    const tree *t = &c->out->tree;
    felt_text names[FELT_WAGERS_MAX + HANDS_MAX];
    int count = 0;
    bool quoted = at->kind == TOKEN_STRING;
    for (int i = 0; i < t->wager_count; i++)
        names[count++] = quoted ? t->wagers[i].name : t->wagers[i].short_name;
    for (int i = 0; hands != NULL && hands[i] != NULL && i < HANDS_MAX; i++)
        names[count++] = felt_text_from(hands[i]);
    int nearest = parser_nearest(at->text, names, count);
    const char *quote = quoted ? "\"" : "'";
    if (d != NULL && nearest >= 0)
        d->help = felt_arena_print(c->arena, "did you mean %s%.*s%s?", quote, FELT_TEXT_ARGS(names[nearest]), quote);
}

/* Of `sheet/wager`: is it a wager of another sheet? One of this sheet is looked up by what stands behind the slash. */
static bool is_outside(const compiler *c, const token *at, felt_text *ret_name)
{
    felt_text sheet, name;
    *ret_name = at->text;
    if (at->kind != TOKEN_SLASHED)
        return false;
    slashed_parts(at->text, &sheet, &name);
    *ret_name = name;
    return !felt_text_equal(sheet, c->out->sheet.short_name);
}

/* `or_hand` says that the name of a hand could stand there as well. */
static bool resolve(compiler *c, ref *r, bool or_hand)
{
    felt_text called;
    if (is_outside(c, r->at, &called)) {
        r->wager = REF_OUTSIDE;
        return true;
    }
    const tree *t = &c->out->tree;
    int matches = 0;
    for (int i = 0; i < t->wager_count; i++) {
        felt_text name = r->at->kind == TOKEN_STRING ? t->wagers[i].name : t->wagers[i].short_name;
        if (felt_text_equal(name, called)) {
            r->wager = i;
            matches++;
        }
    }
    if (matches == 1)
        return true;
    if (matches > 1) {
        compiler_error(c, r->at, "unknown-name", "\"%.*s\" is the printed name of %d wagers; use the short name of one",
                       FELT_TEXT_ARGS(r->at->text), matches);
        return false;
    }
    const char *quote = r->at->kind == TOKEN_STRING ? "\"" : "'";
    const char *const *hands = or_hand && r->at->kind == TOKEN_WORD ? sheet_rules_of(t->game)->hands : NULL;
    suggest_wager(c, r->at, hands,
                  compiler_error(c, r->at, "unknown-name", "found %s%.*s%s, expected %sa wager of this sheet", quote,
                                 FELT_TEXT_ARGS(r->at->text), quote, hands != NULL ? "a hand or " : ""));
    return false;
}

/* A reference may be to a wager without sides, or of the same sides as the one that speaks of it. */
static bool sides_agree(compiler *c, const wager_source *from, const ref *r)
{
    const wager_source *to = &c->out->tree.wagers[r->wager];
    if (to->side_count == 0 || to->side_count == from->side_count)
        return true;
    compiler_error(c, r->at, "type", "\"%.*s\" has sides, this wager has not; expected a wager without sides", FELT_TEXT_ARGS(to->name));
    return false;
}

static bool wins_is_plain(compiler *c, const ref *r)
{
    const wager_source *to = &c->out->tree.wagers[r->wager];
    for (int i = 0; i < to->row_count; i++) {
        if (to->rows[i].outcome.kind == FELT_PAY_UNDEFINED) {
            compiler_error(c, r->at, "type", "whether \"%.*s\" wins is not defined, see its row in line %d", FELT_TEXT_ARGS(to->name),
                           to->rows[i].at->line);
            return false;
        }
        if (pay_wins(&to->rows[i].outcome) < 0) {
            compiler_error(c, r->at, "type", "whether \"%.*s\" wins depends on its paytable or units, see its row in line %d",
                           FELT_TEXT_ARGS(to->name), to->rows[i].at->line);
            return false;
        }
    }
    return true;
}

static bool resolve_condition(compiler *c, const wager_source *w, const cond *condition)
{
    if (condition == NULL)
        return true;
    bool good = resolve_condition(c, w, condition->left);
    good = resolve_condition(c, w, condition->right) && good;
    for (int i = 0; i < condition->ref_count; i++) {
        ref *r = &condition->refs[i];
        good = resolve(c, r, condition->ref_count == 1) && sides_agree(c, w, r) && wins_is_plain(c, r) && good;
    }
    return good;
}

/* A base wager stands on a number only if it has phases of its own that put it there. */
static bool has_number(compiler *c, const needs_source *needs, const ref *r)
{
    if (!needs->on_number || r->wager == REF_OUTSIDE)
        return true;
    const wager_source *to = &c->out->tree.wagers[r->wager];
    for (int i = 0; i < to->placed_count; i++)
        if (to->placed[i].own_phases)
            return true;
    compiler_error(c, r->at, "type", "\"%.*s\" has no number of its own; expected a wager placed '%s'", FELT_TEXT_ARGS(to->name),
                   c->out->tree.game->words.own_phases);
    return false;
}

static bool resolve_wager(compiler *c, wager_source *w)
{
    bool good = true;
    for (int i = 0; i < w->row_count; i++)
        good = resolve_condition(c, w, w->rows[i].condition) && good;
    for (int i = 0; i < w->needs_count; i++)
        for (int k = 0; k < w->needs[i].count; k++)
            good = resolve(c, &w->needs[i].refs[k], false) && has_number(c, &w->needs[i], &w->needs[i].refs[k]) && good;
    return good;
}

typedef enum mark { UNSEEN = 0, OPEN, DONE } mark;

static bool has_circle(compiler *c, int index, mark *marks);

static bool condition_has_circle(compiler *c, const cond *condition, mark *marks)
{
    if (condition == NULL)
        return false;
    for (int i = 0; i < condition->ref_count; i++) {
        const ref *r = &condition->refs[i];
        if (marks[r->wager] == OPEN) {
            compiler_error(c, r->at, "circle", "'%.*s' wins if this wager wins, and this wager if it does; expected no circle",
                           FELT_TEXT_ARGS(r->at->text));
            return true;
        }
        if (has_circle(c, r->wager, marks))
            return true;
    }
    return condition_has_circle(c, condition->left, marks) || condition_has_circle(c, condition->right, marks);
}

static bool has_circle(compiler *c, int index, mark *marks)
{
    if (marks[index] == DONE)
        return false;
    marks[index] = OPEN;
    const wager_source *w = &c->out->tree.wagers[index];
    for (int i = 0; i < w->row_count; i++)
        if (condition_has_circle(c, w->rows[i].condition, marks))
            return true;
    marks[index] = DONE;
    return false;
}

bool resolve_references(compiler *c)
{
    tree *t = &c->out->tree;
    bool good = true;
    for (int i = 0; i < t->wager_count; i++)
        good = resolve_wager(c, &t->wagers[i]) && good;
    if (!good)
        return false;
    mark marks[FELT_WAGERS_MAX] = {UNSEEN};
    for (int i = 0; i < t->wager_count; i++) {
        if (!has_circle(c, i, marks))
            continue;
        good = false;
        for (int k = 0; k < t->wager_count; k++) /* the next circle is another one */
            marks[k] = marks[k] == OPEN ? DONE : marks[k];
    }
    return good;
}
