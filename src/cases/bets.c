/* src/cases/bets.c - the wager that a line of a case names, and the lines `bet`, `raise`, `lower`, `take down` and `turn off`. */
#include "cases.h"

#include <stdio.h>

/* ---- the wager ---- */

static bool unknown_wager(case_reader *r, const token *name)
{
    felt_text names[FELT_WAGERS_MAX];
    int count = 0;
    for (int s = 0; s < r->sheet_count; s++) {
        for (int i = 0; i < r->sheets[s]->wager_count && count < FELT_WAGERS_MAX; i++) {
            const felt_wager *w = &r->sheets[s]->wagers[i];
            if (i == 0 || !felt_text_equal(w->short_name, w[-1].short_name))
                names[count++] = name->kind == TOKEN_STRING ? w->name : w->short_name;
        }
    }
    r->p.at = name;
    parser_fail(&r->p, "unknown-name", "found '%.*s', expected a wager of the %s", FELT_TEXT_ARGS(name->text),
                r->sheet_count == 1 ? "sheet" : "book");
    parser_suggest_names(&r->p, name->text, names, count);
    return false;
}

/* Is the wager called so: by its printed name in quotes, else by its short name, with or without that of its sheet? */
static bool is_called(const felt_sheet *sheet, const felt_wager *w, const token *name)
{
    felt_text text = name->text;
    if (name->kind == TOKEN_STRING)
        return felt_text_equal(w->name, text);
    if (felt_text_equal(w->short_name, text))
        return true;
    size_t before = sheet->short_name.length;
    return text.length > before && text.bytes[before] == '/' && memcmp(text.bytes, sheet->short_name.bytes, before) == 0 &&
           felt_text_equal(w->short_name, (felt_text){text.bytes + before + 1, text.length - before - 1});
}

/* Finds the wager with all its sides, which stand next to each other. */
static bool read_name(case_reader *r, case_wager *ret)
{
    parser *p = &r->p;
    const token *name = p->at;
    int matches = 0;
    if (name->kind != TOKEN_WORD && name->kind != TOKEN_STRING && name->kind != TOKEN_SLASHED)
        return parser_expected(p, "the name of a wager", NULL);
    for (int s = 0; s < r->sheet_count; s++) {
        const felt_sheet *sheet = r->sheets[s];
        for (int i = 0; i < sheet->wager_count; i++) {
            const felt_wager *w = &sheet->wagers[i];
            if (!is_called(sheet, w, name))
                continue;
            if (matches > 0 && ret->sheet == sheet && felt_text_equal(w->short_name, ret->wagers->short_name)) {
                ret->count += matches == 1;
                continue;
            }
            matches++;
            *ret = (case_wager){sheet, w, 1};
        }
    }
    if (matches > 1)
        return parser_fail(p, "unknown-name", "\"%.*s\" is the name of %d wagers; use the short name of one%s", FELT_TEXT_ARGS(name->text),
                           matches, r->sheet_count > 1 ? ", after that of its sheet and a slash" : "");
    if (matches == 0)
        return unknown_wager(r, name);
    p->at++;
    return true;
}

static bool read_side(case_reader *r, case_wager *w)
{
    parser *p = &r->p;
    felt_text sides[FELT_SIDES_MAX];
    int count = 0;
    if (!parser_accept(p, "on"))
        return true;
    if (w->wagers->side.length == 0)
        return parser_fail(p, "type", "found a side, but '%.*s' has none", FELT_TEXT_ARGS(w->wagers->short_name));
    for (int i = 0; i < w->count && count < FELT_SIDES_MAX; i++) {
        if ((p->at->kind == TOKEN_WORD || p->at->kind == TOKEN_NUMBER) && felt_text_equal(w->wagers[i].side, p->at->text)) {
            w->wagers += i;
            w->count = 1;
            p->at++;
            return true;
        }
        sides[count++] = w->wagers[i].side;
    }
    char what[96];
    snprintf(what, sizeof what, "a side of '%.*s'", FELT_TEXT_ARGS(w->wagers->short_name));
    parser_expected(p, what, NULL);
    parser_suggest_names(p, p->at->text, sides, count);
    return false;
}

bool cases_wager(case_reader *r, case_wager *ret)
{
    *ret = (case_wager){NULL, NULL, 0};
    return read_name(r, ret) && read_side(r, ret);
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
    case_wager w;
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
