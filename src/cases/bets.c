/* src/cases/bets.c - the lines `bet`, `raise`, `lower`, `take down` and `turn off`. */
#include "cases.h"

bool cases_wager(case_reader *r, named_sides *ret)
{
    return parse_named_wager(&r->p, r->sheets, r->sheet_count, ret);
}

/* ---- bets ---- */

/* `of seat 3` may end a line. */
static bool read_seat(case_reader *r, uint32_t *ret)
{
    int seat = 0;
    if (!parser_accept(&r->p, "of"))
        return true;
    if (!parser_need(&r->p, "seat") || !parser_need_number(&r->p, "a seat", 0, FELT_PAY_MAX, &seat))
        return false;
    *ret = (uint32_t)seat;
    return true;
}

static bool add_bet(case_reader *r, felt_action action, bool has_stake, const token *word)
{
    parser *p = &r->p;
    named_sides w;
    int stake = 0;
    felt_case_bet bet = {.line = word->line, .action = action, .after = cases_game(r)->one_event ? 0 : r->now.event_count};
    if (!cases_wager(r, &w))
        return false;
    if (w.count > 1)
        return parser_fail(p, "type", "'%.*s' has sides; expected one of them: on %.*s", FELT_TEXT_ARGS(w.wagers->short_name),
                           FELT_TEXT_ARGS(w.wagers->side));
    if ((has_stake && !parser_need_number(p, "a stake", 0, FELT_CASE_STAKE_MAX, &stake)) || !read_seat(r, &bet.seat) || !parser_need_end(p))
        return false;
    p->at = word;
    if (r->now.bet_count == FELT_CASE_BETS_MAX)
        return parser_fail(p, "limit", "more than %d bets in a case", FELT_CASE_BETS_MAX);
    bet.sheet = w.sheet;
    bet.wager = w.wagers;
    bet.stake.minor = stake;
    r->bets[r->now.bet_count++] = bet;
    return true;
}

bool cases_bet(case_reader *r)
{
    return add_bet(r, FELT_ACTION_BET, true, r->p.at - 1);
}

/* `raise`, `lower`, `take down`, `turn off`, `turn on`. */
bool cases_change(case_reader *r)
{
    parser *p = &r->p;
    const token *word = p->at - 1;
    if (felt_text_is(word->text, "raise"))
        return add_bet(r, FELT_ACTION_RAISE, true, word);
    if (felt_text_is(word->text, "lower"))
        return add_bet(r, FELT_ACTION_LOWER, true, word);
    if (felt_text_is(word->text, "take"))
        return parser_need(p, "down") && add_bet(r, FELT_ACTION_TAKE_DOWN, false, word);
    if (parser_accept(p, "off"))
        return add_bet(r, FELT_ACTION_TURN_OFF, false, word);
    if (parser_accept(p, "on"))
        return add_bet(r, FELT_ACTION_TURN_ON, false, word);
    return parser_expected(p, "'off' or 'on'", (const char *const[]){"off", "on", NULL});
}
