/* src/sheet/parse_outcome.c - what a row does: pays, pushes, loses, stays, or what the document leaves undefined. */
#include "parser.h"

static const char *const outcome_words[] = {"pays", "pushes", "loses", "stays", "undefined", "and",
                                            "or",   "with",   "over",  "by",    "cites",     NULL};

/* 8:1, 8-1 and 8/1 are how pays are printed elsewhere. */
static bool explain_ratio(parser *p, felt_text before, felt_text after)
{
    parser_help(p, felt_arena_print(p->arena, "write '%.*s to %.*s', or '%.*s for %.*s' where the stake is part of it",
                                    FELT_TEXT_ARGS(before), FELT_TEXT_ARGS(after), FELT_TEXT_ARGS(before), FELT_TEXT_ARGS(after)));
    return false;
}

static bool are_digits(felt_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return false;
    return text.length > 0;
}

/* The next word could not be read as a pay: is it two numbers with a mark between them? */
static bool explain_pay(parser *p)
{
    felt_text text = p->at->text;
    size_t at = 0;
    while (at < text.length && text.bytes[at] >= '0' && text.bytes[at] <= '9')
        at++;
    felt_text before = {text.bytes, at}, after = {text.bytes + at + 1, at < text.length ? text.length - at - 1 : 0};
    bool marked = (p->at->kind == TOKEN_WORD || p->at->kind == TOKEN_SLASHED) && at < text.length;
    if (marked && (text.bytes[at] == '-' || text.bytes[at] == '/') && are_digits(before) && are_digits(after))
        return explain_ratio(p, before, after);
    return false;
}

static bool parse_cells(parser *p, pay_source *ret)
{
    cell cells[FELT_CHOICES_MAX];
    do {
        if (ret->count == FELT_CHOICES_MAX)
            return parser_fail(p, "limit", "more than %d pays in a row", FELT_CHOICES_MAX);
        cell c = {.at = p->at};
        c.unset = parser_accept(p, "unset");
        if (!c.unset && !parser_need_number(p, "a pay (a number or 'unset')", -1, FELT_PAY_MAX, &c.number))
            return explain_pay(p);
        cells[ret->count++] = c;
    } while (parser_accept_kind(p, TOKEN_COMMA));
    ret->cells = parser_take(p, (size_t)ret->count, sizeof *ret->cells);
    if (ret->cells == NULL)
        return false;
    memcpy(ret->cells, cells, (size_t)ret->count * sizeof *cells);
    return true;
}

static bool parse_unit_option(parser *p, pay_source *ret)
{
    const token *name;
    if (!parser_need_name(p, "the name of an option with the choices to-1 and for-1", false, &name))
        return false;
    for (int i = 0; i < p->tree->option_count; i++) {
        const felt_option *option = &p->tree->options[i];
        if (!felt_text_equal(option->name, name->text) || option->kind == FELT_OPTION_PAYTABLE)
            continue;
        int to = felt_choice_find(option, felt_text_from("to-1"));
        ret->for_choice = felt_choice_find(option, felt_text_from("for-1"));
        if (option->choice_count == 2 && to >= 0 && ret->for_choice >= 0) {
            ret->option = i;
            p->tree->option_used[i] = true;
            return true;
        }
    }
    p->at = name;
    return parser_fail(p, "unknown-name", "found '%.*s', expected an option with exactly the two choices to-1 and for-1",
                       FELT_TEXT_ARGS(name->text));
}

static bool parse_unit(parser *p, pay_source *ret)
{
    bool all_unset = true;
    for (int i = 0; i < ret->count; i++)
        all_unset = all_unset && ret->cells[i].unset;
    if (parser_accept(p, "to"))
        ret->unit = UNIT_TO;
    else if (parser_accept(p, "for"))
        ret->unit = UNIT_FOR;
    else if (parser_accept(p, "by")) {
        ret->unit = UNIT_BY_OPTION;
        ret->denominator = 1;
        return parse_unit_option(p, ret);
    } else if (all_unset)
        return true;
    else {
        parser_expected(p, "'to', 'for' or 'by' after the pay, as in '40 to 1'", (const char *const[]){"to", "for", "by", NULL});
        bool colon = p->at->kind == TOKEN_COLON && p->at[-1].kind == TOKEN_NUMBER && p->at[1].kind == TOKEN_NUMBER;
        return colon && explain_ratio(p, p->at[-1].text, p->at[1].text);
    }
    return parser_need_number(p, "a number after 'to' or 'for'", 1, FELT_PAY_MAX, &ret->denominator);
}

/* 5% or 2.5% in hundredths of a per cent; false when it is not a number up to 100 with at most two decimals. */
static bool percent_value(felt_text text, int *ret)
{
    int value = 0, decimals = -1;
    for (size_t i = 0; i + 1 < text.length; i++) {
        char c = text.bytes[i];
        if (c == '.') {
            if (decimals >= 0 || i == 0 || i + 2 == text.length)
                return false;
            decimals = 0;
            continue;
        }
        value = value * 10 + (c - '0');
        decimals += decimals >= 0;
        if (value > 10000 || decimals > 2)
            return false;
    }
    for (int i = decimals < 0 ? 0 : decimals; i < 2; i++)
        value *= 10;
    *ret = value;
    return value > 0 && value <= 10000;
}

bool parse_percent(parser *p, int *ret, bool *ret_of_stake)
{
    if (p->at->kind != TOKEN_PERCENT)
        return parser_expected(p, "a commission, such as '5%'", NULL);
    if (!percent_value(p->at->text, ret))
        return parser_fail(p, "range", "found '%.*s', expected a commission above 0%% and up to 100%%, with at most two decimals",
                           FELT_TEXT_ARGS(p->at->text));
    p->at++;
    if (!parser_accept(p, "of"))
        return true;
    if (!parser_need(p, "the"))
        return false;
    *ret_of_stake = parser_accept(p, "stake");
    return *ret_of_stake || parser_accept(p, "win") || parser_expected(p, "'win' or 'stake'", (const char *const[]){"win", "stake", NULL});
}

static bool parse_commission(parser *p, pay_source *ret)
{
    return !parser_accept(p, "less") || parse_percent(p, &ret->less, &ret->less_of_stake);
}

/* A commission of the stake may be larger than the win; then the player would pay to win. */
static bool check_commission(parser *p, const pay_source *pay, const cell *c)
{
    int64_t win = pay->unit == UNIT_FOR ? (int64_t)c->number - pay->denominator : c->number;
    if (!pay->less_of_stake || c->unset || win <= 0 || (int64_t)pay->less * pay->denominator <= win * 10000)
        return true;
    p->at = c->at;
    return parser_fail(p, "type", "the commission is more than the win; expected at most what is won");
}

static bool check_cells(parser *p, const pay_source *pay)
{
    int columns = p->wager->paytable < 0 ? 1 : p->tree->options[p->wager->paytable].choice_count;
    for (int i = 0; i < pay->count; i++) {
        if (!check_commission(p, pay, &pay->cells[i]))
            return false;
        if (pay->cells[i].number < 0 && pay->denominator != 1) {
            p->at = pay->cells[i].at;
            return parser_fail(p, "type", "found -1 to %d, expected -1 to 1: a loss is the whole stake", pay->denominator);
        }
        if (pay->unit == UNIT_FOR && pay->cells[i].number > 0 && pay->cells[i].number < pay->denominator) {
            p->at = pay->cells[i].at;
            return parser_fail(p, "type", "found %d for %d, which gives back a part of the stake; expected %d or more for %d",
                               pay->cells[i].number, pay->denominator, pay->denominator, pay->denominator);
        }
    }
    if (pay->count == 1 || pay->count == columns || columns == 0)
        return true;
    p->at = pay->cells[0].at;
    if (p->wager->paytable < 0)
        return parser_fail(p, "type", "found %d pays, expected 1: the wager has no paytable line above", pay->count);
    return parser_fail(p, "type", "found %d pays, expected 1 or %d, one for each column of the paytable", pay->count, columns);
}

static bool parse_pay(parser *p, pay_source *ret)
{
    return parse_cells(p, ret) && parse_unit(p, ret) && parse_commission(p, ret) && check_cells(p, ret);
}

bool parse_outcome(parser *p, outcome_source *ret)
{
    if (parser_accept(p, "pushes"))
        ret->kind = FELT_PAY_PUSHES;
    else if (parser_accept(p, "loses"))
        ret->kind = FELT_PAY_LOSES;
    else if (parser_accept(p, "undefined"))
        ret->kind = FELT_PAY_UNDEFINED;
    else if (parser_is(p, "stays")) {
        if (p->tree->game->one_event)
            return parser_fail(p, "type", "'stays' is for wagers that may wait: a %s wager is decided by every %s", p->tree->game->name,
                               p->tree->game->words.event);
        p->at++;
        ret->kind = FELT_PAY_STAYS;
    } else if (parser_accept(p, "pays")) {
        ret->kind = FELT_PAY_WINS;
        if (!parse_pay(p, &ret->pay))
            return false;
    } else
        return parser_expected(p, "'pays', 'pushes', 'loses' or 'stays', or 'and' or 'or' and a further condition", outcome_words);
    if (ret->kind != FELT_PAY_WINS || !parser_accept(p, "and"))
        return true;
    ret->has_dealer = true;
    return parser_need(p, "dealer") && parse_pay(p, &ret->dealer);
}
