/* src/sheet/words.c - conditions as English that a person can sign.
 *
 * The words come from the tree, never from the text of the sheet. `not` is carried down to the facts, each of which has a positive and a
 * negative clause, so that what is left is facts joined by `and` and `or`; an `or` inside an `and` begins with "either", two facts inside
 * an `or` with "both", and what is nested deeper stands in parentheses. Where the roll is what is spoken of, the puck is put to it without
 * "and": "a hard 6 is rolled on the come-out". */
#include "words.h"

#include "rules.h"
#include "words_facts.h"

#include <stdarg.h>
#include <stdio.h>

enum { ITEMS_MAX = FELT_LINE_TOKENS_MAX };

/* ---- text ---- */

void words_put(words_out *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int wrote = w->bytes == NULL ? vsnprintf(NULL, 0, format, args) : vsnprintf(w->bytes + w->length, w->room - w->length, format, args);
    va_end(args);
    w->length += wrote > 0 ? (size_t)wrote : 0;
}

int words_count_of(uint32_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

void words_put_numbers(words_out *w, uint32_t set, const char *joint)
{
    int left = words_count_of(set), total = left;
    for (int n = 0; n < 32; n++) {
        if (!(set >> n & 1))
            continue;
        if (left < total)
            words_put(w, left == 1 ? " %s " : ", ", joint);
        words_put(w, "%d", n);
        left--;
    }
}

/* ---- wagers ---- */

static const words_rules *rules_of(const words_out *w)
{
    return sheet_rules_of(w->of->tree->game)->words;
}

/* Its printed name, and where another wager has the same, its short name, too. */
static void put_wager(words_out *w, int index)
{
    const tree *t = w->of->tree;
    const wager_source *wager = &t->wagers[index];
    int same = 0;
    for (int i = 0; i < t->wager_count; i++)
        same += felt_text_equal(t->wagers[i].name, wager->name);
    words_put(w, "\"%.*s\"", FELT_TEXT_ARGS(wager->name));
    if (same > 1)
        words_put(w, " (%.*s)", FELT_TEXT_ARGS(wager->short_name));
    if (wager->side_count > 0)
        words_put(w, " on %.*s", FELT_TEXT_ARGS(wager->sides[w->of->side]));
}

static void put_wager_wins(words_out *w, const cond *c, bool negated)
{
    if (c->ref_count == 1) {
        words_put(w, "the wager ");
        put_wager(w, c->refs[0].wager);
        words_put(w, negated ? " does not win" : " wins");
        return;
    }
    words_put(w, negated ? "none of the wagers " : "at least one of the wagers ");
    for (int i = 0; i < c->ref_count; i++) {
        if (i > 0)
            words_put(w, i + 1 == c->ref_count ? " and " : ", ");
        put_wager(w, c->refs[i].wager);
    }
    words_put(w, " wins");
}

static void put_fact(words_out *w, const cond *c, bool negated)
{
    if (c->kind == COND_WAGER_WINS)
        put_wager_wins(w, c, negated);
    else
        rules_of(w)->put_fact(w, c, negated);
}

/* ---- and, or, not ---- */

/* The condition, or its opposite. */
typedef struct item {
    const cond *c;
    bool negated;
} item;

/* What an item of an `and` is in its sentence. */
typedef enum role { ROLE_CLAUSE, ROLE_EVENT, ROLE_WHEN, ROLE_AFTER } role;

typedef struct items {
    item list[ITEMS_MAX];
    uint8_t roles[ITEMS_MAX];
    int count;
    int clauses; /* of an `and`, those that are left when the others have been put to the event */
} items;

/* AND or OR as it is after `not` has been carried down; any other kind is a fact. */
static cond_kind kind_of(item i)
{
    if (i.c->kind == COND_AND)
        return i.negated ? COND_OR : COND_AND;
    if (i.c->kind == COND_OR)
        return i.negated ? COND_AND : COND_OR;
    return i.c->kind;
}

static item without_not(item i)
{
    while (i.c->kind == COND_NOT)
        i = (item){i.c->left, !i.negated};
    return i;
}

static bool is_group(item i)
{
    return kind_of(i) == COND_AND || kind_of(i) == COND_OR;
}

/* Everything that is joined by `kind` without anything between. */
static void collect(item i, cond_kind kind, items *ret)
{
    i = without_not(i);
    if (kind_of(i) == kind) {
        collect((item){i.c->left, i.negated}, kind, ret);
        collect((item){i.c->right, i.negated}, kind, ret);
    } else if (ret->count < ITEMS_MAX)
        ret->list[ret->count++] = i;
}

/* Which items of an `and` are put to its event: the puck always; a number of points or line wins to a seven-out, which adds to neither. */
static void give_roles(const words_out *w, items *a)
{
    const words_rules *rules = rules_of(w);
    int event = -1;
    bool after = false;
    for (int i = 0; i < a->count && rules->is_event != NULL && event < 0; i++)
        if (!is_group(a->list[i]) && rules->is_event(a->list[i].c, a->list[i].negated))
            event = i;
    for (int i = 0; i < a->count && event >= 0; i++) {
        item it = a->list[i];
        if (!after && rules->can_follow(w, a->list[event].c, it.c, it.negated)) {
            a->roles[i] = ROLE_AFTER;
            after = true;
        }
    }
    for (int i = 0; i < a->count && event >= 0 && !after; i++)
        if (rules->is_when(a->list[i].c))
            a->roles[i] = ROLE_WHEN;
    if (event >= 0)
        a->roles[event] = ROLE_EVENT;
    for (int i = 0; i < a->count; i++)
        a->clauses += a->roles[i] == ROLE_CLAUSE || a->roles[i] == ROLE_EVENT;
}

static void gather(const words_out *w, item i, items *ret)
{
    ret->count = ret->clauses = 0;
    memset(ret->roles, ROLE_CLAUSE, sizeof ret->roles);
    collect(i, kind_of(i), ret);
    if (kind_of(i) == COND_AND)
        give_roles(w, ret);
    else
        ret->clauses = ret->count;
}

static void put_item(words_out *w, item i, bool inside);

/* An item with what is put to it. */
static void put_clause(words_out *w, const items *a, int at)
{
    put_item(w, a->list[at], true);
    if (a->roles[at] != ROLE_EVENT)
        return;
    for (int i = 0; i < a->count; i++) {
        if (a->roles[i] == ROLE_WHEN)
            rules_of(w)->put_when(w, a->list[i].c, a->list[i].negated);
        else if (a->roles[i] == ROLE_AFTER)
            rules_of(w)->put_after(w, a->list[i].c, a->list[i].negated);
    }
}

/* Does the item need more than one clause? */
static bool is_joined(const words_out *w, item i)
{
    items a;
    if (!is_group(i))
        return false;
    gather(w, i, &a);
    return a.clauses > 1;
}

/* The clauses of an `and`, those that are groups themselves last: "A, B, and either C or D". */
static void put_list(words_out *w, const items *a, bool groups)
{
    int put = 0;
    bool group_before = false;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < a->count; i++) {
            bool group = is_joined(w, a->list[i]);
            bool clause = a->roles[i] == ROLE_CLAUSE || a->roles[i] == ROLE_EVENT;
            if (!clause || group != (pass == 1))
                continue;
            bool last = put + 1 == a->clauses, comma = !last || (groups && (group_before || put > 1));
            if (put > 0)
                words_put(w, "%s%s", comma ? ", " : " ", last ? "and " : "");
            put_clause(w, a, i);
            group_before = group;
            put++;
        }
    }
}

static bool has_groups(const words_out *w, const items *a)
{
    for (int i = 0; i < a->count; i++)
        if (is_joined(w, a->list[i]))
            return true;
    return false;
}

/* Does the item end in a circumstance, such as "on the come-out", which might be taken for that of an item before it? */
static bool has_tail(const words_out *w, item i)
{
    items a;
    if (!is_group(i))
        return rules_of(w)->has_tail != NULL && rules_of(w)->has_tail(w, i.c);
    gather(w, i, &a);
    return a.clauses == 1 && a.count > 1;
}

/* A or B; inside an `and`: either A or B. With an `and` in it: either both A and B, or C. With a circumstance: A on the come-out, or B. */
static void put_or(words_out *w, const items *a, bool inside)
{
    bool groups = has_groups(w, a), deep = inside && groups, tails = false;
    int put = 0;
    for (int i = 0; i < a->count; i++)
        tails = tails || has_tail(w, a->list[i]);
    words_put(w, "%s%s", deep ? "(" : "", groups || inside ? "either " : "");
    for (int pass = 0; pass < 2; pass++) { /* those with a circumstance first */
        for (int i = 0; i < a->count; i++) {
            if (has_tail(w, a->list[i]) != (pass == 0))
                continue;
            bool last = ++put == a->count;
            if (put > 1)
                words_put(w, "%s%s", last && !groups && !tails ? " " : ", ", last ? "or " : "");
            put_item(w, a->list[i], true);
        }
    }
    if (deep)
        words_put(w, ")");
}

/* A and B; inside an `or`: both A and B. */
static void put_and(words_out *w, const items *a, bool inside)
{
    bool groups = has_groups(w, a);
    bool both = inside && a->clauses == 2 && !groups, deep = inside && a->clauses > 1 && !both;
    words_put(w, "%s%s", deep ? "(" : "", both ? "both " : "");
    put_list(w, a, groups);
    if (deep)
        words_put(w, ")");
}

static void put_item(words_out *w, item i, bool inside)
{
    items a;
    i = without_not(i);
    if (!is_group(i)) {
        put_fact(w, i.c, i.negated);
        return;
    }
    gather(w, i, &a);
    if (kind_of(i) == COND_AND)
        put_and(w, &a, inside);
    else
        put_or(w, &a, inside);
}

felt_text words_write(felt_arena *arena, const words_of *of, const row_source *row)
{
    item whole = {row->condition, false};
    if (sheet_rules_of(of->tree->game)->words == NULL)
        return row->text;
    words_out w = {.of = of, .own = of->wager->placed_count > 0};
    for (int i = 0; i < of->wager->placed_count; i++)
        w.own = w.own && of->wager->placed[i].own_phases;
    put_item(&w, whole, false);
    w.room = w.length + 1;
    w.bytes = felt_arena_take(arena, w.room, 1);
    if (w.bytes == NULL)
        return (felt_text){NULL, 0};
    w.length = 0;
    put_item(&w, whole, false);
    return (felt_text){w.bytes, w.length};
}

/* ---- guards ---- */

/* "ends is seven-out", "base-game is not commission". */
static void put_test(words_out *w, const guard_test *test)
{
    const felt_option *option = &w->of->tree->options[test->option];
    uint32_t named = test->negated ? ~test->choices : test->choices;
    int left = 0;
    for (int i = 0; i < option->choice_count; i++)
        left += (int)(named >> i & 1);
    words_put(w, "%.*s %s", FELT_TEXT_ARGS(option->name), test->negated ? "is not " : "is ");
    for (int i = 0, put = 0; i < option->choice_count; i++) {
        if (!(named >> i & 1))
            continue;
        if (put > 0)
            words_put(w, left == 1 ? " or " : ", ");
        words_put(w, "%.*s", FELT_TEXT_ARGS(option->choices[i].name));
        put++;
        left--;
    }
}

static void put_guard(words_out *w, const guard *g)
{
    bool first = true;
    for (int i = 0; i < g->count; i++) {
        if (g->tests[i].option == GUARD_SIDE)
            continue;
        words_put(w, "%s", first ? "" : " and ");
        put_test(w, &g->tests[i]);
        first = false;
    }
}

felt_text words_write_guard(felt_arena *arena, const tree *t, const guard *g)
{
    words_of of = {.tree = t};
    words_out w = {.of = &of};
    put_guard(&w, g);
    if (w.length == 0)
        return (felt_text){"", 0};
    w.room = w.length + 1;
    w.bytes = felt_arena_take(arena, w.room, 1);
    if (w.bytes == NULL)
        return (felt_text){NULL, 0};
    w.length = 0;
    put_guard(&w, g);
    return (felt_text){w.bytes, w.length};
}
