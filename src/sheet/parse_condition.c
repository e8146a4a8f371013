/* src/sheet/parse_condition.c - and, or, not and parentheses; what they join are the facts of the game. */
#include "rules.h"

#include <assert.h>

cond *parser_cond(parser *p, cond value)
{
    cond *c = parser_take(p, 1, sizeof *c);
    if (c != NULL)
        *c = value;
    return c;
}

static bool join(parser *p, cond_kind kind, const cond *left, const cond *right, const cond **ret)
{
    assert(left != NULL && right != NULL);
    *ret = parser_cond(p, (cond){.kind = kind, .left = left, .right = right, .at = left->at});
    return *ret != NULL;
}

/* A fact that may follow another without `and`, such as `on the come-out`. */
static bool parse_qualifier(parser *p, const cond **fact)
{
    const sheet_rules *rules = sheet_rules_of(p->tree->game);
    if (rules->begins_qualifier == NULL || !rules->begins_qualifier(p))
        return true;
    cond value = {.at = p->at};
    if (!rules->parse_fact(p, &value))
        return false;
    const cond *qualifier = parser_cond(p, value);
    return qualifier != NULL && join(p, COND_AND, *fact, qualifier, fact);
}

static bool parse_fact(parser *p, const cond **ret)
{
    cond value = {.at = p->at};
    if (!sheet_rules_of(p->tree->game)->parse_fact(p, &value))
        return false;
    *ret = parser_cond(p, value);
    return *ret != NULL && parse_qualifier(p, ret);
}

static bool parse_negation(parser *p, const cond **ret)
{
    bool negated = parser_is(p, "not");
    if (!negated && p->at->kind != TOKEN_OPEN)
        return parse_fact(p, ret);
    if (p->depth >= FELT_NESTING_MAX)
        return parser_fail(p, "limit", "more than %d parentheses and 'not' inside each other", FELT_NESTING_MAX);
    const token *at = p->at++;
    p->depth++;
    bool parsed = negated ? parse_negation(p, ret) : parse_condition(p, ret);
    p->depth--;
    if (!parsed)
        return false;
    if (negated) {
        *ret = parser_cond(p, (cond){.kind = COND_NOT, .left = *ret, .at = at});
        return *ret != NULL;
    }
    return parser_accept_kind(p, TOKEN_CLOSE) || parser_expected(p, "')'", NULL);
}

static bool parse_conjunct(parser *p, const cond **ret)
{
    if (!parse_negation(p, ret))
        return false;
    while (parser_accept(p, "and") || parser_accept(p, "after")) {
        const cond *right = NULL;
        if (!parse_negation(p, &right) || !join(p, COND_AND, *ret, right, ret))
            return false;
    }
    return true;
}

bool parse_condition(parser *p, const cond **ret)
{
    if (!parse_conjunct(p, ret))
        return false;
    while (parser_accept(p, "or")) {
        const cond *right = NULL;
        if (!parse_conjunct(p, &right) || !join(p, COND_OR, *ret, right, ret))
            return false;
    }
    return true;
}
