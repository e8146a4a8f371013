/* src/strategy/expression.c - numbers and conditions of a strategy, made into code for a stack. */
#include "reader.h"

#include <stdlib.h>

static const char *const fact_words[FACT_COUNT + 1] = {"bankroll", "money", "result", "drawdown", "rounds",
                                                       "minutes",  "point", "hands",  "rolls",    NULL};

static const char *const other_words[] = {
    "above", "after", "and",   "at",       "becomes", "below", "bet", "by",   "down", "every", "hand",  "hour", "is",  "least", "let",
    "lower", "loses", "minus", "most",     "not",     "of",    "off", "on",   "once", "or",    "over",  "pace", "per", "plus",  "pushes",
    "raise", "round", "stop",  "strategy", "take",    "times", "to",  "turn", "unit", "up",    "watch", "when", NULL};

/* Words only before `of`: a variable may be called so. */
static const struct {
    const char *word;
    strategy_op op;
} wager_words[] = {{"stake", OP_STAKE}, {"wins", OP_WINS}, {"losses", OP_LOSSES}};

bool strategy_word(felt_text word)
{
    for (int i = 0; fact_words[i] != NULL; i++)
        if (felt_text_is(word, fact_words[i]))
            return true;
    for (int i = 0; other_words[i] != NULL; i++)
        if (felt_text_is(word, other_words[i]))
            return true;
    return false;
}

int strategy_variable(const strategy_reader *r)
{
    for (int i = 0; i < r->s->variable_count; i++)
        if (r->p.at->kind == TOKEN_WORD && felt_text_equal(r->p.at->text, r->names[i]))
            return i;
    return -1;
}

static bool emit(strategy_reader *r, strategy_op op, int index, int64_t value)
{
    if (r->s->code_count == FELT_STRATEGY_CODE_MAX)
        return parser_fail(&r->p, "limit", "the strategy has more than %d numbers, names and operations", FELT_STRATEGY_CODE_MAX);
    r->s->code[r->s->code_count++] = (strategy_instruction){op, index, value};
    return true;
}

/* ---- names ---- */

static int book_number(const felt_book *book, const felt_sheet *sheet, const felt_wager *wager)
{
    for (int i = 0; i < felt_book_wager_count(book); i++)
        if (felt_book_sheet(book, i) == sheet && felt_book_wager(book, i) == wager)
            return i;
    return -1;
}

bool strategy_reference_read(strategy_reader *r, int *ret)
{
    const token *at = r->p.at;
    named_sides named;
    if (!parse_named_wager(&r->p, r->sheets, r->sheet_count, &named))
        return false;
    int first = book_number(r->s->book, named.sheet, named.wagers);
    for (int i = 0; i < named.count; i++)
        if (felt_book_variant(r->s->book, first + i) == NULL) {
            r->p.at = at;
            return parser_fail(&r->p, "not-offered", "found '%.*s', which is not offered under the choices taken",
                               FELT_TEXT_ARGS(felt_book_short_name(r->s->book, first + i)));
        }
    if (r->s->reference_count == FELT_STRATEGY_CODE_MAX)
        return parser_fail(&r->p, "limit", "the strategy names wagers more than %d times", FELT_STRATEGY_CODE_MAX);
    r->reference_at[r->s->reference_count] = at;
    r->s->references[r->s->reference_count] = (strategy_reference){first, named.count, 0, 0};
    *ret = r->s->reference_count++;
    return true;
}

/* After `stake of`, `wins of` or `losses of`: a wager. */
static bool read_of(strategy_reader *r, strategy_op op)
{
    const token *at = r->p.at;
    int reference;
    if (!strategy_reference_read(r, &reference))
        return false;
    if (op != OP_STAKE && r->s->references[reference].count > 1) {
        r->p.at = at;
        return parser_fail(&r->p, "syntax", "found a wager with several sides, expected one of them: add 'on' and the side");
    }
    r->reference_seen[reference] = op != OP_STAKE;
    return emit(r, op, reference, 0);
}

/* ---- expressions ---- */

static bool read_sum(strategy_reader *r);

static bool read_number(strategy_reader *r)
{
    long value;
    if (!scan_number(r->p.at, FELT_STRATEGY_NUMBER_MAX, &value))
        return parser_fail(&r->p, "range", "found the number %.*s, expected at most %d either way", FELT_TEXT_ARGS(r->p.at->text),
                           FELT_STRATEGY_NUMBER_MAX);
    r->p.at++;
    int64_t scaled;
    if (__builtin_mul_overflow((int64_t)value, r->s->unit, &scaled) || llabs(scaled) > FELT_STRATEGY_VALUE_MAX) {
        r->p.at--;
        return parser_fail(&r->p, "range", "so many units are more money than anybody has");
    }
    return emit(r, OP_NUMBER, 0, scaled);
}

static bool read_name(strategy_reader *r)
{
    parser *p = &r->p;
    int variable = strategy_variable(r);
    for (int i = 0; i < 3; i++)
        if (parser_is(p, wager_words[i].word) && parser_is_after(p, 1, "of")) {
            p->at += 2;
            return read_of(r, wager_words[i].op);
        }
    if (variable >= 0) {
        p->at++;
        return emit(r, OP_VARIABLE, variable, 0);
    }
    for (int i = 0; i < FACT_COUNT; i++)
        if (parser_accept(p, fact_words[i])) {
            r->minutes = r->minutes || i == FACT_MINUTES;
            return emit(r, OP_FACT, i, 0);
        }
    bool good = parser_expected(p, "a number, a name that 'let' has made, or 'result', 'money', 'stake of WAGER' and the like", fact_words);
    if (p->at->kind == TOKEN_WORD)
        parser_suggest_names(p, p->at->text, r->names, r->s->variable_count);
    return good;
}

static bool read_factor(strategy_reader *r)
{
    parser *p = &r->p;
    if (p->at->kind == TOKEN_NUMBER)
        return read_number(r);
    if (!parser_accept_kind(p, TOKEN_OPEN))
        return read_name(r);
    if (p->depth == FELT_STRATEGY_DEPTH_MAX)
        return parser_fail(p, "limit", "more than %d parentheses inside each other", FELT_STRATEGY_DEPTH_MAX);
    p->depth++;
    bool good = read_sum(r);
    p->depth--;
    if (good && !parser_accept_kind(p, TOKEN_CLOSE))
        return parser_expected(p, "')'", NULL);
    return good;
}

static bool read_product(strategy_reader *r)
{
    bool good = read_factor(r);
    while (good) {
        strategy_op op = parser_is(&r->p, "times") ? OP_TIMES : OP_OVER;
        if (!parser_accept(&r->p, "times") && !parser_accept(&r->p, "over"))
            break;
        good = read_factor(r) && emit(r, op, 0, 0);
    }
    return good;
}

/* Sums, and what bounds them: `stake times 2 at most 50`. */
static bool read_sum(strategy_reader *r)
{
    parser *p = &r->p;
    bool good = read_product(r);
    while (good) {
        bool bound = parser_is(p, "at") && (parser_is_after(p, 1, "most") || parser_is_after(p, 1, "least"));
        strategy_op op = parser_is(p, "plus") ? OP_PLUS : OP_MINUS;
        if (bound)
            op = parser_is_after(p, 1, "most") ? OP_AT_MOST : OP_AT_LEAST;
        else if (!parser_is(p, "plus") && !parser_is(p, "minus"))
            break;
        p->at += bound ? 2 : 1;
        good = read_product(r) && emit(r, op, 0, 0);
    }
    return good;
}

bool strategy_expression(strategy_reader *r, strategy_code *ret)
{
    ret->first = r->s->code_count;
    if (!read_sum(r))
        return false;
    ret->count = r->s->code_count - ret->first;
    return true;
}

/* ---- conditions ---- */

/* After `is`. */
static strategy_op read_relation(parser *p)
{
    if (parser_accept(p, "not"))
        return OP_IS_NOT;
    if (parser_accept(p, "above"))
        return OP_IS_ABOVE;
    if (parser_accept(p, "below"))
        return OP_IS_BELOW;
    if (parser_is(p, "at") && (parser_is_after(p, 1, "least") || parser_is_after(p, 1, "most"))) {
        strategy_op op = parser_is_after(p, 1, "least") ? OP_IS_AT_LEAST : OP_IS_AT_MOST;
        p->at += 2;
        return op;
    }
    return OP_IS;
}

static bool read_comparison(strategy_reader *r)
{
    if (!read_sum(r) || !parser_need(&r->p, "is"))
        return false;
    strategy_op op = read_relation(&r->p);
    return read_sum(r) && emit(r, op, 0, 0);
}

static bool read_all(strategy_reader *r)
{
    bool good = read_comparison(r);
    while (good && parser_accept(&r->p, "and"))
        good = read_comparison(r) && emit(r, OP_AND, 0, 0);
    return good;
}

bool strategy_condition(strategy_reader *r, strategy_code *ret)
{
    ret->first = r->s->code_count;
    bool good = read_all(r);
    while (good && parser_accept(&r->p, "or"))
        good = read_all(r) && emit(r, OP_OR, 0, 0);
    ret->count = r->s->code_count - ret->first;
    return good;
}
