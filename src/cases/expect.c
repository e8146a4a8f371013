/* src/cases/expect.c - the line `expect WAGER [on SIDE] OUTCOME`, and whether the wager can be settled at all in this case. */
#include "../sheet/compile.h"
#include "cases.h"

#include <assert.h>
#include <stdio.h>

/* ---- the wager ---- */

static bool unknown_wager(case_reader *r, const token *name)
{
    felt_text names[FELT_WAGERS_MAX];
    int count = 0;
    for (int i = 0; i < r->sheet->wager_count && count < FELT_WAGERS_MAX; i++) {
        const felt_wager *w = &r->sheet->wagers[i];
        if (i == 0 || !felt_text_equal(w->short_name, w[-1].short_name))
            names[count++] = name->kind == TOKEN_STRING ? w->name : w->short_name;
    }
    r->p.at = name;
    parser_fail(&r->p, "unknown-name", "found '%.*s', expected a wager of the sheet", FELT_TEXT_ARGS(name->text));
    parser_suggest_names(&r->p, name->text, names, count);
    return false;
}

/* Finds the wager with all its sides, which stand next to each other. */
static bool read_wager(case_reader *r, felt_case_expect *ret)
{
    parser *p = &r->p;
    const token *name = p->at;
    if (name->kind != TOKEN_WORD && name->kind != TOKEN_STRING)
        return parser_expected(p, "the name of a wager", NULL);
    int matches = 0;
    for (int i = 0; i < r->sheet->wager_count; i++) {
        const felt_wager *w = &r->sheet->wagers[i];
        if (!felt_text_equal(name->kind == TOKEN_STRING ? w->name : w->short_name, name->text))
            continue;
        if (matches > 0 && felt_text_equal(w->short_name, w[-1].short_name)) {
            ret->wager_count += matches == 1;
            continue;
        }
        matches++;
        ret->wagers = w;
        ret->wager_count = 1;
    }
    if (matches > 1)
        return parser_fail(p, "unknown-name", "\"%.*s\" is the printed name of %d wagers; use the short name of one",
                           FELT_TEXT_ARGS(name->text), matches);
    if (matches == 0)
        return unknown_wager(r, name);
    p->at++;
    return true;
}

static bool read_side(case_reader *r, felt_case_expect *e)
{
    parser *p = &r->p;
    felt_text sides[FELT_SIDES_MAX];
    int count = 0;
    assert(e->wagers != NULL);
    if (!parser_accept(p, "on"))
        return true;
    if (e->wagers->side.length == 0)
        return parser_fail(p, "type", "found a side, but '%.*s' has none", FELT_TEXT_ARGS(e->wagers->short_name));
    for (int i = 0; i < e->wager_count && count < FELT_SIDES_MAX; i++) {
        if ((p->at->kind == TOKEN_WORD || p->at->kind == TOKEN_NUMBER) && felt_text_equal(e->wagers[i].side, p->at->text)) {
            e->wagers += i;
            e->wager_count = 1;
            p->at++;
            return true;
        }
        sides[count++] = e->wagers[i].side;
    }
    char what[96];
    snprintf(what, sizeof what, "a side of '%.*s'", FELT_TEXT_ARGS(e->wagers->short_name));
    parser_expected(p, what, NULL);
    parser_suggest_names(p, p->at->text, sides, count);
    return false;
}

/* ---- the outcome ---- */

/* What a row may say after a pay but an expectation may not: pays of further columns, and units that an option chooses. */
static bool one_pay(parser *p)
{
    bool number = p->at->kind == TOKEN_NUMBER;
    if (!number && !parser_is(p, "unset"))
        return true; /* parse_outcome will say what is wrong */
    p->at++;
    if (p->at->kind == TOKEN_COMMA)
        return parser_fail(p, "type", "found ',', expected one pay: an expectation is for one column of a paytable");
    if (parser_is(p, "by"))
        return parser_fail(p, "type", "found 'by', expected 'to' or 'for': an expectation is for one choice of units");
    if (number && !parser_is(p, "to") && !parser_is(p, "for"))
        return parser_expected(p, "'to' or 'for' after the pay, as in '40 to 1'", (const char *const[]){"to", "for", NULL});
    return true;
}

static bool one_column(parser *p)
{
    const token *first = p->at;
    while (p->at->kind != TOKEN_END) {
        bool pay = parser_is(p, "pays") || parser_is(p, "dealer");
        p->at++;
        if (pay && !one_pay(p))
            return false;
    }
    p->at = first;
    return true;
}

static felt_pay pay_of(const outcome_source *outcome, const pay_source *pay)
{
    if (outcome->kind == FELT_PAY_WINS)
        return pay_resolve(pay, NULL, NULL, NULL); /* a single cell asks for no choices */
    return (felt_pay){.kind = outcome->kind, .win_den = 1, .commission_den = 1};
}

static bool read_outcome(parser *p, felt_row_pay *ret)
{
    static const char *const words[] = {"pays", "pushes", "loses", "stays", "undefined", "on", NULL};
    outcome_source outcome = {0};
    if (!parser_is(p, "pays") && !parser_is(p, "pushes") && !parser_is(p, "loses") && !parser_is(p, "stays") && !parser_is(p, "undefined"))
        return parser_expected(p, "an outcome: 'pays', 'pushes', 'loses', 'stays' or 'undefined'", words);
    if (!one_column(p) || !parse_outcome(p, &outcome) || !parser_need_end(p))
        return false;
    *ret = (felt_row_pay){.pay = pay_of(&outcome, &outcome.pay), .has_dealer = outcome.has_dealer};
    if (outcome.has_dealer)
        ret->dealer = pay_resolve(&outcome.dealer, NULL, NULL, NULL);
    return true;
}

/* ---- can it be settled? ---- */

static int label(const felt_wager *w, char *ret, size_t size)
{
    bool sided = w->side.length > 0;
    return snprintf(ret, size, "'%.*s'%s%.*s", FELT_TEXT_ARGS(w->short_name), sided ? " on " : "", FELT_TEXT_ARGS(w->side));
}

/* A `with` line that alone rules out every variant of the wager; NULL when only several together do. */
static const felt_case_with *culprit(const felt_case *c, const felt_wager *w)
{
    for (int i = 0; i < c->with_count; i++) {
        felt_case alone = {.sheet = c->sheet, .withs = &c->withs[i]};
        bool any = false;
        for (int k = 0; k < w->variant_count && !any; k++)
            any = cases_variant_fits(&alone, 1, w, &w->variants[k]);
        if (!any)
            return &c->withs[i];
    }
    return NULL;
}

static bool no_variant(case_reader *r, const felt_wager *w)
{
    char name[FELT_NAME_BYTES_MAX * 2 + 16];
    label(w, name, sizeof name);
    const felt_case_with *with = culprit(&r->now, w);
    if (with == NULL)
        return parser_fail(&r->p, "type", "%s is not offered under the choices of this case taken together", name);
    return parser_fail(&r->p, "type", "%s is not offered where %.*s is %.*s, as a line above has it", name, FELT_TEXT_ARGS(with->option),
                       FELT_TEXT_ARGS(with->choice));
}

static bool not_placed(case_reader *r, const felt_wager *w, const felt_machine *machine)
{
    char name[FELT_NAME_BYTES_MAX * 2 + 16], where[32] = "off";
    int allowed = 0;
    while (allowed < FELT_PUCK_COUNT && machine->start[allowed] == FELT_STATE_NONE)
        allowed++;
    label(w, name, sizeof name);
    if (r->now.puck != FELT_PUCK_OFF)
        snprintf(where, sizeof where, "on %d", felt_puck_point(r->now.puck));
    if (allowed == FELT_PUCK_OFF || allowed == FELT_PUCK_COUNT)
        return parser_fail(&r->p, "type", "%s may not be placed while the puck is %s; expected no 'point' line in this case", name, where);
    return parser_fail(&r->p, "type", "%s may not be placed while the puck is %s; expected a line such as 'point %d' before the rolls",
                       name, where, felt_puck_point((felt_puck)allowed));
}

static bool needs_faces(case_reader *r, const felt_wager *w, int index)
{
    char name[FELT_NAME_BYTES_MAX * 2 + 16];
    const felt_case_roll *roll = &r->now.rolls[index];
    token at = {.line = roll->line, .column = roll->column, .width = roll->total > 9 ? 2 : 1};
    int low = roll->total / 2;
    if (r->faces_asked[index])
        return false;
    r->faces_asked[index] = true;
    label(w, name, sizeof name);
    const token *before = r->p.at;
    r->p.at = &at;
    parser_fail(&r->p, "type", "found the total %d, expected faces such as %d-%d: %s tells rolls of %d apart", roll->total,
                roll->total - low, low, name, roll->total);
    r->p.at = before;
    return false;
}

/* Settles the wager under every variant, only to see whether that can be done. */
static bool check_wager(case_reader *r, const felt_case_expect *e, const felt_wager *w)
{
    const felt_machine *last = NULL;
    bool any = false;
    for (int i = 0; i < w->variant_count; i++) {
        const felt_variant *variant = &w->variants[i];
        if (!cases_variant_fits(&r->now, e->with_count, w, variant))
            continue;
        any = true;
        if (variant->machine->game->one_event || variant->machine == last)
            continue;
        last = variant->machine;
        decision d = cases_decide(&r->now, e->roll_count, variant);
        if (d.kind == DECISION_NOT_PLACED)
            return not_placed(r, w, variant->machine);
        if (d.kind == DECISION_NEEDS_FACES)
            return needs_faces(r, w, d.rolls);
    }
    return any || no_variant(r, w);
}

bool cases_expect(case_reader *r)
{
    parser *p = &r->p;
    const token *word = p->at - 1;
    felt_case_expect e = {.line = word->line, .roll_count = r->now.roll_count, .with_count = r->now.with_count};
    bool ready = cases_round_ready(r), good = true;
    if (!read_wager(r, &e) || !read_side(r, &e) || !read_outcome(p, &e.pay))
        return false;
    p->at = word;
    if (r->now.expect_count == FELT_CASE_EXPECTS_MAX)
        return parser_fail(p, "limit", "more than %d 'expect' lines in a case", FELT_CASE_EXPECTS_MAX);
    p->at++;
    for (int i = 0; i < e.wager_count && ready && good; i++)
        good = check_wager(r, &e, &e.wagers[i]);
    r->expects[r->now.expect_count++] = e;
    return good;
}
