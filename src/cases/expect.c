/* src/cases/expect.c - the line `expect WAGER [on SIDE] OUTCOME`, and whether the wager can be settled at all in this case. */
#include "../sheet/compile.h"
#include "cases.h"

#include <stdio.h>

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
static const felt_case_with *culprit(const felt_case *c, const felt_sheet *sheet, const felt_wager *w)
{
    for (int i = 0; i < c->with_count; i++) {
        felt_case alone = {.withs = &c->withs[i]};
        bool any = false;
        for (int k = 0; k < w->variant_count && !any; k++)
            any = cases_variant_fits(&alone, 1, sheet, w, &w->variants[k]);
        if (!any)
            return &c->withs[i];
    }
    return NULL;
}

static bool no_variant(case_reader *r, const felt_sheet *sheet, const felt_wager *w)
{
    char name[FELT_NAME_BYTES_MAX * 2 + 16];
    label(w, name, sizeof name);
    const felt_case_with *with = culprit(&r->now, sheet, w);
    if (with == NULL)
        return parser_fail(&r->p, "type", "%s is not offered under the choices of this case taken together", name);
    return parser_fail(&r->p, "type", "%s is not offered where %.*s is %.*s, as a line above has it", name, FELT_TEXT_ARGS(with->option),
                       FELT_TEXT_ARGS(with->choice));
}

static bool not_placed(case_reader *r, const felt_wager *w, const felt_machine *machine)
{
    const felt_game *game = cases_game(r);
    char name[FELT_NAME_BYTES_MAX * 2 + 16], where[FELT_EVENT_TEXT_BYTES];
    int allowed = 0;
    while (allowed < game->phase_count && machine->start[allowed] == FELT_STATE_NONE)
        allowed++;
    label(w, name, sizeof name);
    game->phase_write(r->now.phase, where, sizeof where);
    if (allowed == 0 || allowed == game->phase_count)
        return parser_fail(&r->p, "type", "%s may not be placed while %s; expected no '%s' line in this case", name, where,
                           game->words.phase);
    return parser_fail(&r->p, "type", "%s may not be placed while %s; expected a line such as '%s %d' before the %s", name, where,
                       game->words.phase, game->phase_number(allowed), game->words.events);
}

static bool needs_more(case_reader *r, const felt_wager *w, int index)
{
    const felt_game *game = cases_game(r);
    char name[FELT_NAME_BYTES_MAX * 2 + 16], known[FELT_EVENT_TEXT_BYTES], whole[FELT_EVENT_TEXT_BYTES] = "";
    const felt_case_event *event = &r->now.events[index];
    if (r->more_asked[index])
        return false;
    r->more_asked[index] = true;
    label(w, name, sizeof name);
    int width = game->event_write(event->code, known, sizeof known);
    for (int i = 0; i < game->event_count; i++)
        if (game->covers(event->code, i))
            game->event_write(i, whole, sizeof whole); /* any will do as an example */
    token at = {.line = event->line, .column = event->column, .width = width};
    const token *before = r->p.at;
    r->p.at = &at;
    parser_fail(&r->p, "type", "found %s alone, expected all of the %s, such as %s: %s tells such %s apart", known, game->words.event,
                whole, name, game->words.events);
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
        if (!cases_variant_fits(&r->now, e->with_count, e->sheet, w, variant))
            continue;
        any = true;
        if (e->bet >= 0 || variant->machine == last)
            continue;
        last = variant->machine;
        decision d = cases_decide_alone(&r->now, e->event_count, e->sheet, w, variant);
        if (d.kind == DECISION_NOT_PLACED)
            return not_placed(r, w, variant->machine);
        if (d.kind == DECISION_NEEDS_MORE)
            return needs_more(r, w, d.events);
    }
    return any || no_variant(r, e->sheet, w);
}

/* ---- the line ---- */

/* The last bet on the wager; -1: there is none. */
static int bet_on(const case_reader *r, const named_sides *w)
{
    for (int i = r->now.bet_count; i-- > 0;)
        if (w->count == 1 && r->bets[i].wager == w->wagers && r->bets[i].action == FELT_ACTION_BET)
            return i;
    return -1;
}

/* `refused`, `gets 44`, or an outcome. */
static bool read_wanted(case_reader *r, felt_case_expect *e)
{
    parser *p = &r->p;
    const token *at = p->at;
    int amount = 0;
    if (parser_accept(p, "refused"))
        e->wants = FELT_WANTS_REFUSED;
    else if (parser_accept(p, "gets"))
        e->wants = FELT_WANTS_AMOUNT;
    else
        return read_outcome(p, &e->pay);
    if (e->bet < 0) {
        p->at = at;
        return parser_fail(p, "type", "found '%.*s', expected a line 'bet %.*s ... STAKE' above: what is refused or paid is a bet",
                           FELT_TEXT_ARGS(at->text), FELT_TEXT_ARGS(e->wagers->short_name));
    }
    if (e->wants == FELT_WANTS_AMOUNT && !parser_need_number(p, "an amount", 0, FELT_CASE_STAKE_MAX, &amount))
        return false;
    e->amount.minor = amount;
    return parser_need_end(p);
}

bool cases_expect(case_reader *r)
{
    parser *p = &r->p;
    const token *word = p->at - 1;
    named_sides w;
    bool ready = cases_hand_ready(r), good = true;
    felt_case_expect e = {.line = word->line, .event_count = r->now.event_count, .with_count = r->now.with_count};
    if (!cases_wager(r, &w))
        return false;
    e.sheet = w.sheet;
    e.wagers = w.wagers;
    e.wager_count = w.count;
    e.bet = bet_on(r, &w);
    if (!read_wanted(r, &e))
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
