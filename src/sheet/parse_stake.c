/* src/sheet/parse_stake.c - what ties a bet to other bets, and what may be done with it once it stands: the lines `needs`, `may` and
 * `vig`. */
#include "parse_statement.h"

/* ---- needs ---- */

/* One part of a fraction, from 1 to FELT_PAY_MAX; 0 when it is none. */
static int part_of(felt_text digits)
{
    long value = 0;
    for (size_t i = 0; i < digits.length; i++)
        if (digits.bytes[i] < '0' || digits.bytes[i] > '9')
            return 0;
    token number = {.text = digits};
    return digits.length > 0 && scan_number(&number, FELT_PAY_MAX, &value) ? (int)value : 0;
}

/* A fraction such as 3/2. */
static bool parse_fraction(parser *p, int *ret_num, int *ret_den)
{
    felt_text above, below;
    slashed_parts(p->at->text, &above, &below);
    *ret_num = part_of(above);
    *ret_den = part_of(below);
    if (*ret_num == 0 || *ret_den == 0)
        return parser_fail(p, "range", "found '%.*s', expected a fraction such as 3/2, of numbers from 1 to %d",
                           FELT_TEXT_ARGS(p->at->text), FELT_PAY_MAX);
    p->at++;
    return true;
}

/* How many times: nothing for once, `half`, `twice`, `3 times`, `3/2 times`. */
static bool parse_factor(parser *p, int *ret_num, int *ret_den)
{
    *ret_num = *ret_den = 1;
    if (parser_is(p, "its"))
        return true;
    if (parser_accept(p, "half")) {
        *ret_den = 2;
        return true;
    }
    if (parser_accept(p, "twice")) {
        *ret_num = 2;
        return true;
    }
    if (p->at->kind == TOKEN_SLASHED)
        return parse_fraction(p, ret_num, ret_den) && parser_need(p, "times");
    if (p->at->kind != TOKEN_NUMBER)
        return parser_expected(p, "'its stake', or how many times, such as '3 times its stake' or '3/2 times its stake'",
                               (const char *const[]){"its", "half", "twice", NULL});
    return parser_need_number(p, "how many times", 1, FELT_PAY_MAX, ret_num) && parser_need(p, "times");
}

static int common_divisor(int a, int b)
{
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool parse_most(parser *p, needs_source *ret)
{
    int num, den;
    if (!parser_accept_kind(p, TOKEN_COMMA))
        return true;
    ret->most_wins = parser_accept(p, "winning");
    if (!parser_need(p, "at") || !parser_need(p, "most") || !parse_factor(p, &num, &den))
        return false;
    int divisor = common_divisor(num, den);
    ret->most_num = num / divisor;
    ret->most_den = den / divisor;
    return parser_need(p, "its") && parser_need(p, "stake");
}

static bool parse_on_number(parser *p, needs_source *ret)
{
    if (!parser_is(p, "on"))
        return true;
    const felt_game *game = p->tree->game;
    if (p->wager->side_count == 0 || game->sides != NULL || game->words.own_phases == NULL)
        return parser_fail(p, "type", "'on its number' needs a wager on numbers");
    p->at++;
    ret->on_number = true;
    return parser_need(p, "its") && parser_need(p, "number");
}

bool parse_needs(parser *p, guard where)
{
    needs_source needs = {.guard = where, .at = p->at};
    wager_source *w = p->wager;
    p->at++;
    if (!parse_refs(p, true, &needs.refs, &needs.count) || !parse_on_number(p, &needs) || !parse_most(p, &needs) || !parser_need_end(p))
        return false;
    if (!parser_grow(p, (void **)&w->needs, w->needs_count, &p->needs_capacity, sizeof needs))
        return false;
    w->needs[w->needs_count++] = needs;
    return true;
}

/* ---- may ---- */

static bool parse_deed(parser *p, felt_may *ret)
{
    if (parser_accept(p, "raised"))
        *ret = FELT_MAY_RAISE;
    else if (parser_accept(p, "lowered"))
        *ret = FELT_MAY_LOWER;
    else if (parser_accept(p, "taken")) {
        *ret = FELT_MAY_TAKE_DOWN;
        return parser_need(p, "down");
    } else if (parser_accept(p, "turned")) {
        *ret = FELT_MAY_TURN_OFF;
        return parser_need(p, "off");
    } else
        return parser_expected(p, "'raised', 'lowered', 'taken down' or 'turned off'",
                               (const char *const[]){"raised", "lowered", "taken", "turned", NULL});
    return true;
}

bool parse_may(parser *p, guard where)
{
    may_source may = {.guard = where, .at = p->at};
    wager_source *w = p->wager;
    if (p->tree->game->one_event)
        return parser_fail(p, "type", "found 'may', but every %s decides a %s wager: none is left standing", p->tree->game->words.event,
                           p->tree->game->name);
    p->at++;
    if (!parser_need(p, "be"))
        return false;
    do {
        const token *at = p->at;
        felt_may deed = FELT_MAY_RAISE;
        if (!parse_deed(p, &deed))
            return false;
        if (may.may & deed) {
            p->at = at;
            return parser_fail(p, "duplicate", "'%.*s' stands there twice", FELT_TEXT_ARGS(at->text));
        }
        may.may |= (uint8_t)deed;
    } while (parser_accept_kind(p, TOKEN_COMMA) || parser_accept(p, "or") || parser_accept(p, "and"));
    if (!parser_need_end(p) || !parser_grow(p, (void **)&w->may, w->may_count, &p->may_capacity, sizeof may))
        return false;
    w->may[w->may_count++] = may;
    return true;
}

/* ---- vig ---- */

bool parse_vig(parser *p, guard where)
{
    vig_source vig = {.guard = where, .at = p->at};
    wager_source *w = p->wager;
    p->at++;
    if (!parse_percent(p, &vig.percent, &vig.of_stake))
        return false;
    vig.on_win = parser_accept(p, "on");
    if ((vig.on_win && (!parser_need(p, "a") || !parser_need(p, "win"))) || !parser_need_end(p))
        return false;
    if (!parser_grow(p, (void **)&w->vigs, w->vig_count, &p->vig_capacity, sizeof vig))
        return false;
    w->vigs[w->vig_count++] = vig;
    return true;
}
