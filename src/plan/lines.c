/* src/plan/lines.c - the lines of a table, one function for each. */
#include "plan.h"

#include <felt/dealing.h>
#include <stdio.h>

/* ---- sheets ---- */

static bool take_sheet(plan_reader *r, const token *name)
{
    felt_error error = {.message = ""};
    const felt_sheet *sheet;
    felt_status status = r->finder->find(r->finder->context, name->text, &sheet, &error);
    r->sheet_failed = r->sheet_failed || status == FELT_ESHEET;
    r->p.no_memory = r->p.no_memory || status == FELT_ENOMEM;
    if (status == FELT_ESHEET || status == FELT_ENOMEM)
        return false;
    if (status != FELT_OK)
        return plan_fail(r, name, "unknown-name", "found '%.*s', expected a sheet%s%s", FELT_TEXT_ARGS(name->text),
                         error.message[0] != '\0' ? ": " : "", error.message);
    if (r->sheet_count > 0 && sheet->game != r->sheets[0]->game)
        return plan_fail(r, name, "type", "found a sheet of %s, expected one of %s: a table is of one game", sheet->game->name,
                         r->sheets[0]->game->name);
    for (int i = 0; i < r->sheet_count; i++)
        if (felt_text_equal(r->sheets[i]->short_name, sheet->short_name))
            return plan_fail(r, name, "duplicate", "found '%.*s' again, expected each sheet once", FELT_TEXT_ARGS(name->text));
    r->sheets[r->sheet_count++] = sheet;
    r->p.at = name + 1;
    return true;
}

/* `sheets NAME, "./PATH"` */
bool plan_sheets(plan_reader *r)
{
    parser *p = &r->p;
    bool good = true;
    do {
        const token *name = p->at;
        if ((name->kind != TOKEN_WORD && name->kind != TOKEN_STRING) || name->text.length == 0)
            good = parser_expected(p, "a shipped sheet's name, or in quotes a path that begins with ./, ../ or /", NULL);
        else if (r->sheet_count == FELT_BOOK_SHEETS_MAX)
            good = parser_fail(p, "limit", "more than %d sheets of a table", FELT_BOOK_SHEETS_MAX);
        else
            good = take_sheet(r, name);
    } while (good && parser_accept_kind(p, TOKEN_COMMA));
    good = good && parser_need_end(p);
    if (!good)
        r->sheet_count = 0;
    return good;
}

/* ---- numbers ---- */

bool plan_seats(plan_reader *r)
{
    return parser_need_number(&r->p, "a number of seats", 1, FELT_TABLE_SEATS_MAX, &r->now.seats) && parser_need_end(&r->p);
}

/* How many bets a seat may have up. */
bool plan_bets(plan_reader *r)
{
    return parser_need_number(&r->p, "a number of bets", 1, FELT_TABLE_SEAT_BETS_MAX, &r->now.seat_bets) && parser_need_end(&r->p);
}

static bool need_seconds(plan_reader *r, int least, int *ret)
{
    parser *p = &r->p;
    if (!parser_need_number(p, "a number of seconds", least, FELT_TABLE_SECONDS_MAX, ret))
        return false;
    return (parser_accept(p, "second") || parser_need(p, "seconds")) && parser_need_end(p);
}

/* `pace on demand` or `pace 15 seconds` */
bool plan_pace(plan_reader *r)
{
    parser *p = &r->p;
    if (parser_accept(p, "on"))
        return parser_need(p, "demand") && parser_need_end(p);
    if (p->at->kind != TOKEN_NUMBER)
        return parser_expected(p, "'on demand', or a number of seconds", (const char *const[]){"on", NULL});
    return need_seconds(r, 1, &r->now.betting_s);
}

bool plan_idle(plan_reader *r)
{
    return need_seconds(r, 1, &r->now.idle_s);
}

bool plan_rest(plan_reader *r)
{
    return need_seconds(r, 0, &r->now.rest_s);
}

/* A line about the shoe, of which `word` is the first. */
static bool need_shoe(plan_reader *r, const char *word)
{
    const felt_game *game = r->sheets[0]->game;
    return game->source == FELT_SOURCE_SHOE ||
           plan_fail(r, r->p.at - 1, "type", "found '%s', but there is no shoe in %s", word, game->name);
}

/* Whether it is too large is seen when the number of decks is known. */
bool plan_cut(plan_reader *r)
{
    parser *p = &r->p;
    r->cut_at = p->at;
    return need_shoe(r, "cut") && parser_need_number(p, "a number of cards", FELT_CUT_MIN, FELT_DEALING_CARDS_MAX, &r->now.cut) &&
           parser_need_end(p);
}

/* `cut-rule one-more` */
bool plan_cut_rule(plan_reader *r)
{
    parser *p = &r->p;
    const char *words[FELT_CUT_RULE_COUNT + 1] = {NULL};
    for (int i = 0; i < FELT_CUT_RULE_COUNT; i++)
        words[i] = felt_cut_rule_text((felt_cut_rule)i);
    if (!need_shoe(r, "cut-rule"))
        return false;
    if (p->at->kind != TOKEN_WORD || felt_cut_rule_find(p->at->text, &r->now.rules.cut) != FELT_OK)
        return parser_expected(p, "'one-more', 'always-one-more' or 'last-round'", words);
    r->now.rules_stated = true;
    p->at++;
    return parser_need_end(p);
}

/* `burn value` */
bool plan_burn(plan_reader *r)
{
    parser *p = &r->p;
    const char *words[FELT_BURN_RULE_COUNT + 1] = {NULL};
    for (int i = 0; i < FELT_BURN_RULE_COUNT; i++)
        words[i] = felt_burn_rule_text((felt_burn_rule)i);
    if (!need_shoe(r, "burn"))
        return false;
    if (p->at->kind != TOKEN_WORD || felt_burn_rule_find(p->at->text, &r->now.rules.burn) != FELT_OK)
        return parser_expected(p, "'value', 'one' or 'none'", words);
    r->now.rules_stated = true;
    p->at++;
    return parser_need_end(p);
}

/* Whole credits. */
static bool need_credits(plan_reader *r, const char *what, int least, felt_money *ret)
{
    int credits;
    if (!parser_need_number(&r->p, what, least, FELT_TABLE_CREDITS_MAX, &credits))
        return false;
    ret->minor = (int64_t)credits * FELT_CREDIT_MINOR;
    return true;
}

/* `limit seat 2000`, `limit round 10000`, `limit event 20000` */
bool plan_limit(plan_reader *r)
{
    static const char *const words[] = {"seat", "round", "event", NULL};
    parser *p = &r->p;
    felt_money *amounts[] = {&r->now.seat_most, &r->now.round_most, &r->now.event_most};
    for (int i = 0; words[i] != NULL; i++) {
        if (!parser_is(p, words[i]))
            continue;
        if (r->limits[i] != NULL)
            return parser_fail(p, "duplicate", "found 'limit %s' again, expected it once in a table: line %d has it", words[i],
                               r->limits[i]->line);
        r->limits[i] = p->at++;
        if (i == 2)
            r->seen[LINE_LIMIT] = r->limits[i];
        return need_credits(r, "an amount of whole credits", 1, amounts[i]) && parser_need_end(p);
    }
    r->seen[LINE_LIMIT] = p->at;
    return parser_expected(p, "'seat', 'round' or 'event'", words);
}

/* `odds live`, or `odds fresh`, which is what holds where nothing is said. */
bool plan_odds(plan_reader *r)
{
    parser *p = &r->p;
    r->now.odds_live = parser_is(p, "live");
    if (!parser_accept(p, "live") && !parser_accept(p, "fresh"))
        return parser_expected(p, "'live' or 'fresh'", (const char *const[]){"live", "fresh", NULL});
    return parser_need_end(p);
}

static bool need_rounding(plan_reader *r, felt_rounding *ret)
{
    parser *p = &r->p;
    const char *words[FELT_ROUNDING_COUNT + 1] = {NULL};
    for (int i = 0; i < FELT_ROUNDING_COUNT; i++)
        words[i] = felt_rounding_text((felt_rounding)i);
    if (p->at->kind != TOKEN_WORD || felt_rounding_find(p->at->text, ret) != FELT_OK)
        return parser_expected(p, "'floor', 'nearest-half-up' or 'up'", words);
    p->at++;
    return true;
}

bool plan_rounding(plan_reader *r)
{
    return need_rounding(r, &r->house.rounding) && parser_need_end(&r->p);
}

/* `vig at least 1 in units of 1 rounding up`; any of the three parts. */
bool plan_vig(plan_reader *r)
{
    parser *p = &r->p;
    if (!parser_is(p, "at") && !parser_is(p, "in"))
        return parser_expected(p, "'at least' or 'in units of'", (const char *const[]){"at", "in", NULL});
    if (parser_accept(p, "at") && (!parser_need(p, "least") || !need_credits(r, "an amount of whole credits", 0, &r->house.vig_min)))
        return false;
    if (parser_accept(p, "in") &&
        (!parser_need(p, "units") || !parser_need(p, "of") || !need_credits(r, "an amount of whole credits", 1, &r->house.vig_unit)))
        return false;
    if (parser_accept(p, "rounding") && !need_rounding(r, &r->house.vig_rounding))
        return false;
    return parser_need_end(p);
}

/* ---- what is said of wagers ---- */

static int first_of(const plan_reader *r, const felt_sheet *sheet)
{
    int first = 0;
    for (int s = 0; r->sheets[s] != sheet; s++)
        first += r->sheets[s]->wager_count;
    return first;
}

static bool add_term(plan_reader *r, plan_term term)
{
    for (int i = 0; i < r->term_count; i++) {
        const plan_term *other = &r->terms[i];
        bool meet = other->first < term.first + term.count && term.first < other->first + other->count;
        bool whole = other->reach == REACH_TABLE || term.reach == REACH_TABLE; /* `offer every wager`, but for those */
        bool opposed = (other->line == LINE_OFFER && term.line == LINE_CLOSE) || (other->line == LINE_CLOSE && term.line == LINE_OFFER);
        if (!meet || !((opposed && !whole) || (other->line == term.line && other->reach == term.reach)))
            continue;
        return plan_fail(r, term.at, "duplicate", "found '%.*s' again, of which line %d speaks; expected each wager once",
                         FELT_TEXT_ARGS(term.at->text), other->at->line);
    }
    if (r->term_count == FELT_TABLE_TERMS_MAX)
        return plan_fail(r, term.at, "limit", "lines of a table name more than %d wagers and sheets", FELT_TABLE_TERMS_MAX);
    r->terms[r->term_count++] = term;
    return true;
}

/* `sheet NAME` */
static bool need_sheet_term(plan_reader *r, plan_term *term)
{
    parser *p = &r->p;
    felt_text names[FELT_BOOK_SHEETS_MAX];
    term->at = p->at;
    term->reach = REACH_SHEET;
    for (int s = 0; s < r->sheet_count; s++) {
        names[s] = r->sheets[s]->short_name;
        if ((p->at->kind == TOKEN_WORD || p->at->kind == TOKEN_STRING) && felt_text_equal(names[s], p->at->text)) {
            term->first = first_of(r, r->sheets[s]);
            term->count = r->sheets[s]->wager_count;
            p->at++;
            return true;
        }
    }
    parser_expected(p, "a sheet of the table", NULL);
    parser_suggest_names(p, p->at->text, names, r->sheet_count);
    return false;
}

static bool need_wager_term(plan_reader *r, plan_term *term)
{
    named_sides sides;
    term->at = r->p.at;
    if (!parse_named_wager(&r->p, r->sheets, r->sheet_count, &sides))
        return false;
    term->first = first_of(r, sides.sheet) + (int)(sides.wagers - sides.sheet->wagers);
    term->count = sides.count;
    term->reach = sides.count == 1 && sides.wagers->side.length > 0 ? REACH_SIDE : REACH_WAGER;
    return true;
}

/* A list of wagers, and of sheets where a line may speak of a whole one; then, for LINE_OFFER and LINE_CLOSE, the reason. */
static bool add_terms(plan_reader *r, plan_term term, bool sheets)
{
    parser *p = &r->p;
    int first = r->term_count;
    do {
        bool good = sheets && parser_accept(p, "sheet") ? need_sheet_term(r, &term) : need_wager_term(r, &term);
        const token *after = p->at;
        if (!good || !add_term(r, term))
            return false;
        p->at = after;
    } while (parser_accept_kind(p, TOKEN_COMMA));
    const token *reason;
    if (term.line == LINE_OFFER || term.line == LINE_CLOSE) {
        if (!parser_need_string(p, "the reason in quotes", &reason))
            return false;
        if (reason->text.length >= FELT_TABLE_TEXT_BYTES)
            return plan_fail(r, reason, "limit", "a reason of more than %d bytes", FELT_TABLE_TEXT_BYTES - 1);
        for (int i = first; i < r->term_count; i++)
            r->terms[i].reason = reason->text;
    }
    return parser_need_end(p);
}

/* All of them or none: a line that is wrong has said nothing. */
static bool read_terms(plan_reader *r, plan_term term, bool sheets)
{
    int before = r->term_count;
    bool good = add_terms(r, term, sheets);
    if (!good)
        r->term_count = before;
    return good;
}

/* A line that speaks of the whole table, once. */
static bool read_whole(plan_reader *r, const token *first, plan_line line)
{
    if (!parser_need_end(&r->p))
        return false;
    for (int i = 0; i < r->term_count; i++)
        if (r->terms[i].line == line && r->terms[i].reach == REACH_TABLE)
            return plan_fail(r, first, "duplicate", "found '%.*s' of the whole table again: line %d has it", FELT_TEXT_ARGS(first->text),
                             r->terms[i].at->line);
    return add_term(r, (plan_term){.line = line, .at = first, .reach = REACH_TABLE});
}

/* `stakes 1 to 500` or `stakes 1 to 100 on WAGER, sheet SHEET` */
bool plan_stakes(plan_reader *r)
{
    parser *p = &r->p;
    const token *first = p->at - 1;
    plan_term term = {.line = LINE_STAKES};
    bool of_all = true;
    for (const token *t = p->at; t->kind != TOKEN_END && of_all; t++)
        of_all = !(t->kind == TOKEN_WORD && felt_text_is(t->text, "on"));
    if (of_all)
        r->seen[LINE_STAKES] = first;
    if (!need_credits(r, "a stake of whole credits", 1, &term.min) || !parser_need(p, "to"))
        return false;
    int most;
    if (!parser_need_last(p, "a stake of whole credits", (int)(term.min.minor / FELT_CREDIT_MINOR), FELT_TABLE_CREDITS_MAX, &most))
        return false;
    term.max.minor = (int64_t)most * FELT_CREDIT_MINOR;
    if (parser_accept(p, "on"))
        return read_terms(r, term, true);
    if (!read_whole(r, first, LINE_STAKES))
        return false;
    r->now.stakes_min = term.min;
    r->now.stakes_max = term.max;
    return true;
}

/* `chips 5` or `chips 6 on WAGER`: every stake is a multiple of it. */
bool plan_chips(plan_reader *r)
{
    parser *p = &r->p;
    const token *first = p->at - 1;
    plan_term term = {.line = LINE_CHIPS};
    if (!need_credits(r, "a chip of whole credits", 1, &term.min))
        return false;
    if (parser_accept(p, "on"))
        return read_terms(r, term, true);
    if (!read_whole(r, first, LINE_CHIPS))
        return false;
    r->now.chip = term.min;
    return true;
}

/* `offer every wager "reason"`: whatever can be offered. */
static bool offer_every(plan_reader *r)
{
    parser *p = &r->p;
    const token *reason;
    plan_term term = {.line = LINE_OFFER, .at = p->at, .reach = REACH_TABLE};
    p->at += 2;
    for (int s = 0; s < r->sheet_count; s++)
        term.count += r->sheets[s]->wager_count;
    if (!parser_need_string(p, "the reason in quotes", &reason) || !parser_need_end(p))
        return false;
    if (reason->text.length >= FELT_TABLE_TEXT_BYTES)
        return plan_fail(r, reason, "limit", "a reason of more than %d bytes", FELT_TABLE_TEXT_BYTES - 1);
    term.reason = reason->text;
    return add_term(r, term);
}

bool plan_offer(plan_reader *r)
{
    const token *at = r->p.at;
    if (at->kind == TOKEN_WORD && felt_text_is(at->text, "every") && at[1].kind == TOKEN_WORD && felt_text_is(at[1].text, "wager"))
        return offer_every(r);
    return read_terms(r, (plan_term){.line = LINE_OFFER}, false);
}

bool plan_close(plan_reader *r)
{
    return read_terms(r, (plan_term){.line = LINE_CLOSE}, true);
}
