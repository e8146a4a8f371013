/* src/strategy/read.c - reads a strategy: one function for each kind of line.
 *
 * A line that is wrong is reported once and passed over, so that every independent mistake of a file is found in one run. */
#include "../settle/book.h"
#include "reader.h"

#include <stdio.h>

/* ---- the head ---- */

/* `strategy "Name"` */
static bool read_title(strategy_reader *r)
{
    const token *name;
    if (!parser_need_string(&r->p, "the name of the strategy in quotes", &name))
        return false;
    r->s->name = name->text;
    return parser_need_end(&r->p);
}

/* `unit 10` or `unit "2.50"` */
static bool read_unit(strategy_reader *r)
{
    parser *p = &r->p;
    felt_money unit;
    int decimals = felt_book_house(r->s->book)->decimals;
    if (p->at->kind != TOKEN_NUMBER && p->at->kind != TOKEN_STRING)
        return parser_expected(p, "what a unit is worth, such as 10 or \"2.50\"", NULL);
    if (felt_money_read(p->at->text, decimals, &unit) != FELT_OK || unit.minor < 1 || unit.minor > FELT_STRATEGY_VALUE_MAX)
        return parser_fail(p, "range", "found %.*s, expected an amount above 0 with at most %d decimals", FELT_TEXT_ARGS(p->at->text),
                           decimals);
    if (r->s->code_count > 0 || r->s->variable_count > 0)
        return parser_fail(p, "syntax", "found the unit after numbers that are counted in it, expected it above them");
    p->at++;
    if (!r->unit_given)
        r->s->unit = unit.minor;
    return parser_need_end(p);
}

/* `pace 70 per hour` */
static bool read_pace(strategy_reader *r)
{
    parser *p = &r->p;
    return parser_need_number(p, "a number of rounds", 1, FELT_STRATEGY_PACE_MAX, &r->s->pace) && parser_need(p, "per") &&
           parser_need(p, "hour") && parser_need_end(p);
}

/* `let stake be 1` */
static bool read_let(strategy_reader *r)
{
    parser *p = &r->p;
    const token *name = p->at;
    if (name->kind != TOKEN_WORD)
        return parser_expected(p, "a name for a number", NULL);
    if (strategy_word(name->text))
        return parser_fail(p, "syntax", "found '%.*s', which is a word of the language, expected another name", FELT_TEXT_ARGS(name->text));
    if (strategy_variable(r) >= 0)
        return parser_fail(p, "duplicate", "found '%.*s' again, expected a name that is not there yet", FELT_TEXT_ARGS(name->text));
    if (r->s->variable_count == FELT_STRATEGY_VARIABLES_MAX)
        return parser_fail(p, "limit", "more than %d names", FELT_STRATEGY_VARIABLES_MAX);
    p->at++;
    if (!parser_need(p, "be"))
        return false;
    if (p->at->kind != TOKEN_NUMBER)
        return parser_expected(p, "the number that it begins with", NULL);
    strategy_code code;
    if (!strategy_expression(r, &code) || !parser_need_end(p))
        return false;
    if (code.count != 1) {
        p->at = name;
        return parser_fail(p, "syntax", "found a sum, expected the number that '%.*s' begins with", FELT_TEXT_ARGS(name->text));
    }
    r->names[r->s->variable_count] = name->text;
    r->s->variables[r->s->variable_count++] = r->s->code[code.first].value;
    return true;
}

/* ---- orders ---- */

/* The rest of an order: `when CONDITION`, or nothing. */
static bool read_when(strategy_reader *r, strategy_code *ret)
{
    *ret = (strategy_code){0, 0};
    if (parser_accept(&r->p, "when") && !strategy_condition(r, ret))
        return false;
    return r->p.at->kind == TOKEN_END || r->p.at->kind == TOKEN_COLON || parser_expected(&r->p, "'when', or the end of the line", NULL);
}

static bool add_order(strategy_reader *r, strategy_order order)
{
    if (r->s->order_count == FELT_STRATEGY_ORDERS_MAX)
        return parser_fail(&r->p, "limit", "more than %d orders, each side of a wager counted", FELT_STRATEGY_ORDERS_MAX);
    r->s->orders[r->s->order_count++] = order;
    return true;
}

/* Bets, and wagers that are watched. */
static bool has_room(strategy_reader *r, int more)
{
    if (r->s->bet_count + r->s->watch_count + more <= FELT_STRATEGY_BETS_MAX)
        return true;
    return parser_fail(&r->p, "limit", "more than %d bets, each side of a wager and what is watched counted", FELT_STRATEGY_BETS_MAX);
}

static bool add_bets(strategy_reader *r, strategy_order order, int count)
{
    felt_strategy *s = r->s;
    if (!has_room(r, count))
        return false;
    order.first = s->bet_count;
    order.count = count;
    if (!add_order(r, order))
        return false;
    int index = 0;
    while (index < s->wager_count && s->wagers[index] != order.wager)
        index++;
    if (index == s->wager_count)
        s->wagers[s->wager_count++] = order.wager;
    for (int i = 0; i < count; i++) {
        s->bet_wager[s->bet_count] = order.wager;
        s->bet_index[s->bet_count++] = index;
    }
    return true;
}

/* `bet WAGER NUMBER`, then perhaps `up to 3 at once` and `when CONDITION`. Of a wager with several sides, each is a bet. */
static bool read_bet(strategy_reader *r)
{
    parser *p = &r->p;
    strategy_order order = {.action = FELT_ACTION_BET};
    int reference, at_once = 1;
    if (!strategy_reference_read(r, &reference))
        return false;
    const token *stake = p->at;
    if (!strategy_expression(r, &order.amount))
        return false;
    const strategy_instruction *only = order.amount.count == 1 ? &r->s->code[order.amount.first] : NULL;
    if (only != NULL && only->op == OP_NUMBER && only->value < 1) {
        p->at = stake;
        return parser_fail(p, "range", "found a stake of %.*s, expected one above 0", FELT_TEXT_ARGS(stake->text));
    }
    if (parser_accept(p, "up") &&
        !(parser_need(p, "to") && parser_need_number(p, "a number of bets", 1, FELT_STRATEGY_BETS_MAX, &at_once) && parser_need(p, "at") &&
          parser_need(p, "once")))
        return false;
    if (!read_when(r, &order.when) || !parser_need_end(p))
        return false;
    p->at = r->reference_at[reference];
    for (int i = 0; i < r->s->references[reference].count; i++) {
        order.wager = r->s->references[reference].first + i;
        if (!add_bets(r, order, at_once))
            return false;
    }
    return true;
}

/* May bets on the wager be changed so? When orders are given, all that stand have seen a roll. All of one may be lowered where it may be
 * taken down. */
static bool may_be(const felt_book *book, int wager, felt_action action)
{
    const book_wager *w = &book->wagers[wager];
    return book_may_change(w, action) || (action == FELT_ACTION_LOWER && book_may_change(w, FELT_ACTION_TAKE_DOWN));
}

static bool check_change(strategy_reader *r, felt_action action, int reference)
{
    static const char *const done[FELT_ACTION_COUNT] = {[FELT_ACTION_RAISE] = "raised",
                                                        [FELT_ACTION_LOWER] = "lowered",
                                                        [FELT_ACTION_TAKE_DOWN] = "taken down",
                                                        [FELT_ACTION_TURN_OFF] = "turned off",
                                                        [FELT_ACTION_TURN_ON] = "turned off"};
    const strategy_reference *of = &r->s->references[reference];
    for (int i = 0; i < of->count; i++)
        if (may_be(r->s->book, of->first + i, action))
            return true;
    r->p.at = r->reference_at[reference];
    return parser_fail(&r->p, "not-allowed",
                       "found '%.*s', expected a wager that may be %s: its sheet does not allow that of a bet that stands",
                       FELT_TEXT_ARGS(felt_book_short_name(r->s->book, of->first)), done[action]);
}

static bool read_change(strategy_reader *r, felt_action action)
{
    strategy_order order = {.action = action, .wager = -1};
    bool by_amount = action == FELT_ACTION_RAISE || action == FELT_ACTION_LOWER;
    if (!strategy_reference_read(r, &order.first))
        return false;
    if (by_amount && !(parser_need(&r->p, "by") && strategy_expression(r, &order.amount)))
        return false;
    return read_when(r, &order.when) && parser_need_end(&r->p) && check_change(r, action, order.first) && add_order(r, order);
}

static bool read_raise(strategy_reader *r)
{
    return read_change(r, FELT_ACTION_RAISE);
}

static bool read_lower(strategy_reader *r)
{
    return read_change(r, FELT_ACTION_LOWER);
}

static bool read_take(strategy_reader *r)
{
    return parser_need(&r->p, "down") && read_change(r, FELT_ACTION_TAKE_DOWN);
}

/* `turn off WAGER`, `turn on WAGER`. */
static bool read_turn(strategy_reader *r)
{
    static const char *const words[] = {"off", "on", NULL};
    if (parser_accept(&r->p, words[0]))
        return read_change(r, FELT_ACTION_TURN_OFF);
    if (parser_accept(&r->p, words[1]))
        return read_change(r, FELT_ACTION_TURN_ON);
    return parser_expected(&r->p, "'off' or 'on'", words);
}

/* `watch WAGER`: of one with several sides, each. */
static bool read_watch(strategy_reader *r)
{
    felt_strategy *s = r->s;
    int reference;
    if (!strategy_reference_read(r, &reference) || !parser_need_end(&r->p))
        return false;
    const strategy_reference *of = &s->references[reference];
    r->reference_seen[reference] = true;
    r->p.at = r->reference_at[reference];
    for (int i = 0; i < of->count; i++) {
        int wager = of->first + i;
        felt_text name = felt_book_short_name(s->book, wager);
        if (s->book->wagers[wager].needs_count > 0)
            return parser_fail(&r->p, "syntax",
                               "found '%.*s', which stands only behind another bet; expected a wager that stands by itself",
                               FELT_TEXT_ARGS(name));
        for (int k = 0; k < s->watch_count; k++)
            if (r->watched[k] == wager)
                return parser_fail(&r->p, "duplicate", "found '%.*s', which is watched already", FELT_TEXT_ARGS(name));
        if (!has_room(r, 1))
            return false;
        r->watched[s->watch_count++] = wager;
    }
    return true;
}

/* ---- rules ---- */

static bool add_rule(strategy_reader *r, strategy_rule rule)
{
    if (r->s->rule_count == FELT_STRATEGY_RULES_MAX)
        return parser_fail(&r->p, "limit", "more than %d lines of 'after' and 'stop'", FELT_STRATEGY_RULES_MAX);
    r->s->rules[r->s->rule_count++] = rule;
    return true;
}

static bool read_stop(strategy_reader *r)
{
    strategy_rule rule = {.trigger = STOP, .reference = -1};
    return parser_need(&r->p, "when") && strategy_condition(r, &rule.when) && parser_need_end(&r->p) && add_rule(r, rule);
}

/* `NAME becomes NUMBER` */
static bool read_set(strategy_reader *r)
{
    parser *p = &r->p;
    strategy_set set = {.variable = strategy_variable(r)};
    if (set.variable < 0) {
        parser_expected(p, "a name that 'let' has made", NULL);
        if (p->at->kind == TOKEN_WORD)
            parser_suggest_names(p, p->at->text, r->names, r->s->variable_count);
        return false;
    }
    if (r->s->set_count == STRATEGY_SETS_MAX)
        return parser_fail(p, "limit", "more than %d times 'becomes'", STRATEGY_SETS_MAX);
    p->at++;
    if (!parser_need(p, "becomes") || !strategy_expression(r, &set.value))
        return false;
    r->s->sets[r->s->set_count++] = set;
    return true;
}

/* `every round`, `every hand`, or `WAGER wins`, `loses` or `pushes`. */
static bool read_trigger(strategy_reader *r, strategy_rule *rule)
{
    parser *p = &r->p;
    static const char *const every[] = {"round", "hand", NULL}, *const results[] = {"wins", "loses", "pushes", NULL};
    bool is_every = parser_is(p, "every") && (parser_is_after(p, 1, every[0]) || parser_is_after(p, 1, every[1]));
    if (is_every) {
        rule->trigger = parser_is_after(p, 1, every[0]) ? AFTER_ROUND : AFTER_HAND;
        p->at += 2;
        return true;
    }
    if (!strategy_reference_read(r, &rule->reference))
        return false;
    r->reference_seen[rule->reference] = true;
    for (int i = 0; i < 3; i++)
        if (parser_accept(p, results[i])) {
            rule->trigger = (strategy_trigger)(AFTER_WIN + i);
            return true;
        }
    return parser_expected(p, "'wins', 'loses' or 'pushes'", results);
}

/* `after TRIGGER when CONDITION: NAME becomes NUMBER, NAME becomes NUMBER` */
static bool read_after(strategy_reader *r)
{
    parser *p = &r->p;
    strategy_rule rule = {.reference = -1, .first_set = r->s->set_count};
    if (!read_trigger(r, &rule) || !read_when(r, &rule.when))
        return false;
    if (!parser_accept_kind(p, TOKEN_COLON))
        return parser_expected(p, "':', and what a name becomes", NULL);
    do {
        if (!read_set(r))
            return false;
    } while (parser_accept_kind(p, TOKEN_COMMA));
    rule.set_count = r->s->set_count - rule.first_set;
    return parser_need_end(p) && add_rule(r, rule);
}

/* ---- lines ---- */

static const struct {
    const char *word;
    bool (*read)(strategy_reader *r);
} line_words[] = {{"strategy", read_title}, {"unit", read_unit}, {"pace", read_pace},   {"let", read_let},
                  {"watch", read_watch},    {"bet", read_bet},   {"raise", read_raise}, {"lower", read_lower},
                  {"take", read_take},      {"turn", read_turn}, {"after", read_after}, {"stop", read_stop}};

enum { LINE_WORDS = sizeof line_words / sizeof *line_words };

/* Lines that come once. */
static bool is_first(strategy_reader *r, const token *at, const char *word)
{
    const token **seen = NULL;
    if (felt_text_is(at->text, "strategy"))
        seen = &r->title;
    else if (felt_text_is(at->text, "unit"))
        seen = &r->unit;
    else if (felt_text_is(at->text, "pace"))
        seen = &r->pace;
    if (seen != NULL && *seen != NULL)
        return parser_fail(&r->p, "duplicate", "found '%s' again, expected it once: line %d has it", word, (*seen)->line);
    if (seen != NULL)
        *seen = at;
    return true;
}

static void read_line(strategy_reader *r, const text_line *line)
{
    const char *words[LINE_WORDS + 1] = {NULL};
    const token *at = line->tokens;
    if (line->bad)
        return;
    r->p.at = r->p.first = at;
    r->p.depth = 0;
    for (int i = 0; i < LINE_WORDS; i++) {
        words[i] = line_words[i].word;
        if (at->kind != TOKEN_WORD || !felt_text_is(at->text, words[i]))
            continue;
        int errors_before = r->p.diags->error_count;
        r->p.at = is_first(r, at, words[i]) ? at + 1 : at;
        if (r->p.at > at && !line_words[i].read(r))
            strategy_help(r, errors_before);
        return;
    }
    parser_expected(&r->p, "a line that begins with strategy, unit, pace, let, watch, bet, raise, lower, take, turn, after or stop", words);
}

/* ---- the whole ---- */

/* What watches comes behind the bets, and its runs behind those of the wagers. */
static void seat_watchers(strategy_reader *r)
{
    felt_strategy *s = r->s;
    for (int k = 0; k < s->watch_count; k++) {
        s->bet_wager[s->bet_count + k] = r->watched[k];
        s->bet_index[s->bet_count + k] = s->wager_count + k;
    }
}

/* Bets on a wager, and who sees its results. */
static void find_bets(const felt_strategy *s, int wager, strategy_reference *ret)
{
    uint32_t bets = 0, watching = 0;
    for (int b = 0; b < s->bet_count + s->watch_count; b++) {
        if (s->bet_wager[b] == wager)
            *(b < s->bet_count ? &bets : &watching) |= UINT32_C(1) << b;
    }
    ret->bets |= bets;
    ret->seen |= watching != 0 ? watching : bets;
}

/* Which bets of the strategy are on the wagers that a line names? One that names a wager nobody bets on waits in vain. */
static void find_references(strategy_reader *r)
{
    for (int i = 0; i < r->s->reference_count; i++) {
        strategy_reference *reference = &r->s->references[i];
        felt_text name = felt_book_short_name(r->s->book, reference->first);
        for (int w = 0; w < reference->count; w++)
            find_bets(r->s, reference->first + w, reference);
        r->p.at = r->reference_at[i];
        if (r->reference_seen[i] && reference->seen == 0)
            parser_fail(
                &r->p, "unknown-name",
                "found '%.*s', on which the strategy does not bet and which it does not watch; expected a line 'bet' or 'watch' of it",
                FELT_TEXT_ARGS(name));
        else if (!r->reference_seen[i] && reference->bets == 0)
            parser_fail(&r->p, "unknown-name", "found '%.*s', on which the strategy does not bet; expected a wager of a line 'bet'",
                        FELT_TEXT_ARGS(name));
    }
    for (int i = 0; i < r->s->rule_count; i++)
        if (r->s->rules[i].reference >= 0)
            r->s->rules[i].seen = r->s->references[r->s->rules[i].reference].seen;
    for (int i = 0; i < r->s->order_count; i++)
        if (r->s->orders[i].action != FELT_ACTION_BET)
            r->s->orders[i].bets = r->s->references[r->s->orders[i].first].bets;
}

/* What an order waits for: changes come first, then bets, base wagers before what needs them. */
static int depth_of(const felt_strategy *s, const strategy_order *order)
{
    return order->action == FELT_ACTION_BET ? 1 + s->book->wagers[order->wager].depth : 0;
}

static void sort_orders(felt_strategy *s)
{
    for (int i = 1; i < s->order_count; i++) {
        strategy_order moved = s->orders[i];
        int at = i;
        for (; at > 0 && depth_of(s, &s->orders[at - 1]) > depth_of(s, &moved); at--)
            s->orders[at] = s->orders[at - 1];
        s->orders[at] = moved;
    }
}

static void check_whole(strategy_reader *r)
{
    static const token whole = {.line = 1, .column = 1, .width = 1};
    r->p.at = &whole;
    if (r->title == NULL)
        parser_fail(&r->p, "missing", "the file does not say what it is; expected a line: strategy \"Name\"");
    if (r->s->bet_count == 0)
        parser_fail(&r->p, "missing", "the strategy does not bet; expected a line such as: bet WAGER 1");
    if (r->minutes && r->pace == NULL)
        parser_fail(&r->p, "missing",
                    "the strategy asks for minutes, and not how many rounds an hour has; expected a line: pace 70 per hour");
}

/* What is missing is said only where nothing was wrong: a line that could not be read may have had it. */
static felt_status read_lines(strategy_reader *r, int errors_before)
{
    for (int i = 0; i < r->tree.source.count && !r->p.no_memory; i++)
        read_line(r, &r->tree.source.lines[i]);
    if (r->p.no_memory)
        return FELT_ENOMEM;
    if (r->p.diags->error_count == errors_before)
        check_whole(r);
    seat_watchers(r);
    if (r->p.diags->error_count == errors_before)
        find_references(r);
    sort_orders(r->s);
    return FELT_OK;
}

static int64_t one_credit(const felt_book *book)
{
    int64_t unit = 1;
    for (int i = 0; i < felt_book_house(book)->decimals; i++)
        unit *= 10;
    return unit;
}

felt_status felt_strategy_read(felt_arena *arena, felt_text file, felt_text text, const felt_book *book, felt_money unit, felt_diags *diags,
                               const felt_strategy **ret)
{
    int errors_before = diags->error_count, diags_before = diags->count;
    strategy_reader *r = felt_arena_take(arena, 1, sizeof *r);
    felt_strategy *s = felt_arena_take(arena, 1, sizeof *s);
    felt_text file_copy = felt_arena_copy(arena, file);
    felt_text text_copy = text.length <= FELT_SHEET_BYTES_MAX ? felt_arena_copy(arena, text) : text; /* too long: scan_text refuses it */
    if (r == NULL || s == NULL || file_copy.bytes == NULL || text_copy.bytes == NULL)
        return FELT_ENOMEM;
    s->file = file_copy;
    s->book = book;
    r->unit_given = unit.minor > 0 && unit.minor <= FELT_STRATEGY_VALUE_MAX;
    s->unit = r->unit_given ? unit.minor : one_credit(book);
    r->s = s;
    r->p = (parser){.arena = arena, .diags = diags, .tree = &r->tree};
    for (int i = 0; i < felt_book_sheet_count(book); i++)
        r->sheets[r->sheet_count++] = felt_book_sheet_at(book, i);
    felt_status status = scan_text(arena, file_copy, text_copy, false, diags, &r->tree.source);
    strategy_help_signs(diags, diags_before);
    if (status == FELT_OK)
        status = read_lines(r, errors_before);
    status = scan_ended(diags, diags_before, errors_before, status);
    if (status != FELT_OK)
        return status;
    *ret = s;
    return FELT_OK;
}

/* ---- what is known of it ---- */

felt_text felt_strategy_name(const felt_strategy *strategy)
{
    return strategy->name;
}

felt_text felt_strategy_file(const felt_strategy *strategy)
{
    return strategy->file;
}

felt_money felt_strategy_unit(const felt_strategy *strategy)
{
    return (felt_money){strategy->unit};
}

int felt_strategy_pace(const felt_strategy *strategy)
{
    return strategy->pace;
}

const felt_book *felt_strategy_book(const felt_strategy *strategy)
{
    return strategy->book;
}

int felt_strategy_wager_count(const felt_strategy *strategy)
{
    return strategy->wager_count;
}

int felt_strategy_wager(const felt_strategy *strategy, int index)
{
    return strategy->wagers[index];
}
