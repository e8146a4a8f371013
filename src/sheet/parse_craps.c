/* src/sheet/parse_craps.c - what a row can say of this roll, of the puck, and of the rolls since the wager was placed. */
#include "rules_craps.h"

#include <limits.h>

/* What a condition can begin with; and lines of a wager, which are taken for conditions when they are misspelt. */
static const char *const fact_words[] = {"any",   "seven-out", "point",  "points",   "line",  "come-out",  "on",      "hard",
                                         "easy",  "doubles",   "number", "rolled",   "no",    "not",       "cites",   "offered",
                                         "needs", "placed",    "accept", "paytable", "where", "otherwise", "exactly", NULL};

uint32_t rolls_of_totals(uint32_t totals, faces f)
{
    uint32_t mask = 0;
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++) {
        bool fits = f == FACES_ANY || (f == FACES_HARD) == felt_roll_is_double(roll);
        if (fits && (totals >> felt_roll_total(roll) & 1))
            mask |= (uint32_t)1 << roll;
    }
    return mask;
}

static uint32_t totals_of_rolls(uint32_t mask)
{
    uint32_t totals = 0;
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
        if (mask >> roll & 1)
            totals |= (uint32_t)1 << felt_roll_total(roll);
    return totals;
}

static bool need_number_sides(parser *p)
{
    if (p->wager == NULL || p->wager->side_count > 0)
        return true;
    return parser_fail(p, "type", "'number' needs a wager on numbers: write 'on 4, 5, 6, 8, 9 or 10' after its name");
}

/* 3-5 */
static bool is_faces(const token *t)
{
    felt_text text = t->text;
    return t->kind == TOKEN_WORD && text.length == 3 && text.bytes[1] == '-' && text.bytes[0] >= '1' && text.bytes[0] <= '6' &&
           text.bytes[2] >= '1' && text.bytes[2] <= '6';
}

/* A set of rolls, up to but not including `rolled`. */
static bool parse_rolls(parser *p, rolls *ret)
{
    if (parser_accept(p, "doubles")) {
        ret->mask = rolls_of_totals(~(uint32_t)0, FACES_HARD);
        return true;
    }
    if (is_faces(p->at)) {
        ret->mask = (uint32_t)1 << felt_roll_index(p->at->text.bytes[0] - '0', p->at->text.bytes[2] - '0');
        p->at++;
        return true;
    }
    faces f = parser_accept(p, "hard") ? FACES_HARD : parser_accept(p, "easy") ? FACES_EASY : FACES_ANY;
    if (parser_is(p, "number")) {
        if (!need_number_sides(p))
            return false;
        p->at++;
        *ret = (rolls){.own_number = true, .own_faces = f};
        return true;
    }
    uint32_t totals;
    const token *at = p->at;
    if (!parse_numbers(p, "a total of two dice", 2, 12, &totals))
        return false;
    ret->mask = rolls_of_totals(totals, f);
    if (ret->mask == 0) {
        p->at = at;
        return parser_fail(p, "type", "no roll is %s %.*s", f == FACES_HARD ? "hard" : "easy", FELT_TEXT_ARGS(at->text));
    }
    ret->totals = totals_of_rolls(ret->mask);
    return true;
}

/* How a count is bounded: by a word before the number, by words after it, or not at all. */
typedef enum bound { BOUND_BARE, BOUND_EXACTLY, BOUND_LEAST, BOUND_MOST } bound;

static bool parse_bound(parser *p, bound *ret)
{
    *ret = BOUND_BARE;
    if (parser_accept(p, "exactly"))
        *ret = BOUND_EXACTLY;
    if (*ret != BOUND_BARE || !parser_accept(p, "at"))
        return true;
    *ret = parser_accept(p, "most") ? BOUND_MOST : BOUND_LEAST;
    return *ret == BOUND_MOST || parser_accept(p, "least") ||
           parser_expected(p, "'least' or 'most'", (const char *const[]){"least", "most", NULL});
}

static bool is_or_more(const parser *p, int ahead)
{
    return parser_is_after(p, ahead, "or") &&
           (parser_is_after(p, ahead + 1, "more") || parser_is_after(p, ahead + 1, "fewer") || parser_is_after(p, ahead + 1, "less"));
}

/* `N to M`, `N or more`, `N or fewer`, after N; a bare N stays as it is. */
static bool parse_bound_after(parser *p, const char *what, cond *ret, bound *ret_bound)
{
    if (parser_accept(p, "to")) {
        *ret_bound = BOUND_EXACTLY;
        return parser_need_last(p, what, ret->low, FELT_TIMES_MAX, &ret->high);
    }
    if (!is_or_more(p, 0))
        return true;
    *ret_bound = parser_is_after(p, 1, "more") ? BOUND_LEAST : BOUND_MOST;
    p->at += 2;
    return true;
}

/* A number of times or of points and line wins, with its bounds. */
static bool parse_bounded(parser *p, bool times, cond *ret)
{
    const char *what = times ? "a number of times" : "a count";
    bound b;
    if (!parse_bound(p, &b))
        return false;
    const token *number = p->at;
    bool before = b != BOUND_BARE;
    if (times && (parser_accept(p, "once") || parser_accept(p, "twice")))
        ret->low = felt_text_is(number->text, "once") ? 1 : 2;
    else if (!parser_need_number(p, what, times && (b == BOUND_BARE || b == BOUND_LEAST) ? 1 : 0, FELT_TIMES_MAX, &ret->low))
        return false;
    ret->high = ret->low;
    if (!before && number->kind == TOKEN_NUMBER && !parse_bound_after(p, what, ret, &b))
        return false;
    if (b == BOUND_BARE) {
        ret->bare = number;
        b = times ? BOUND_LEAST : BOUND_EXACTLY;
    }
    if (b == BOUND_LEAST)
        ret->high = INT_MAX;
    if (b == BOUND_MOST)
        ret->low = 0;
    return true;
}

/* `once`, `3 times`, `at least 3 times`, `exactly twice`, `3 or more times`, or nothing. */
static bool parse_times(parser *p, cond *ret)
{
    bool counted =
        p->at->kind == TOKEN_NUMBER || parser_is(p, "once") || parser_is(p, "twice") || parser_is(p, "exactly") || parser_is(p, "at");
    ret->kind = counted ? COND_ROLLED_TIMES : COND_ROLLED;
    if (!counted)
        return true;
    if (!parse_bounded(p, true, ret))
        return false;
    bool word = felt_text_is(p->at[-1].text, "once") || felt_text_is(p->at[-1].text, "twice");
    return word || parser_accept(p, "time") || parser_need(p, "times");
}

static bool parse_rolled(parser *p, cond *ret)
{
    const token *first = p->at;
    if (!parse_rolls(p, &ret->rolls))
        return false;
    if (parser_is(p, "all")) {
        if (first->kind != TOKEN_NUMBER && !felt_text_is(first->text, "number")) {
            p->at = first;
            return parser_fail(p, "type", "'all rolled' is about totals; expected numbers, as in '2, 3 and 4 all rolled'");
        }
        p->at++;
        ret->kind = COND_ALL_ROLLED;
        return parser_need(p, "rolled");
    }
    if (!parser_accept(p, "rolled"))
        return parser_expected(p, "'rolled', 'all rolled', 'points made' or 'line wins'",
                               (const char *const[]){"rolled", "all", "points", "line", NULL});
    return parse_times(p, ret);
}

/* Is this `3 points`, `exactly 3 points`, `10 or more line`, `2 or fewer points`, `3 to 5 points`? */
static bool is_count(const parser *p)
{
    if (parser_is(p, "exactly") || parser_is(p, "at"))
        return true;
    if (p->at->kind != TOKEN_NUMBER)
        return false;
    int next = 1;
    if (is_or_more(p, 1))
        return true;
    if (parser_is_after(p, 1, "to") && p->at[2].kind == TOKEN_NUMBER)
        next = 3;
    return parser_is_after(p, next, "points") || parser_is_after(p, next, "point") || parser_is_after(p, next, "line");
}

static bool parse_counted(parser *p, cond *ret)
{
    if (parser_accept(p, "line")) {
        ret->kind = COND_LINE_WINS_COUNT;
        return parser_accept(p, "win") || parser_need(p, "wins");
    }
    ret->kind = COND_POINTS_MADE;
    if (!parser_accept(p, "point") && !parser_accept(p, "points"))
        return parser_expected(p, "'points made' or 'line wins'", (const char *const[]){"points", "line", NULL});
    return parser_need(p, "made");
}

static bool parse_count(parser *p, cond *ret)
{
    return parse_bounded(p, false, ret) && parse_counted(p, ret);
}

static bool parse_point(parser *p, cond *ret)
{
    if (parser_accept(p, "set"))
        ret->kind = COND_POINT_SET;
    else if (parser_accept(p, "made"))
        ret->kind = COND_POINT_MADE;
    else if (parser_accept(p, "is")) {
        ret->kind = COND_POINT_IS;
        if (p->at->kind == TOKEN_NUMBER || parser_is(p, "number"))
            return parse_rolls(p, &ret->rolls);
        return parser_expected(p, "a point, such as '4 or 10', or 'number'", (const char *const[]){"number", NULL});
    } else
        return parser_expected(p, "'set', 'made' or 'is'", (const char *const[]){"set", "made", "is", NULL});
    return true;
}

/* on the come-out, on a point */
static bool parse_on(parser *p, cond *ret)
{
    ret->kind = COND_ON_COME_OUT;
    if (parser_accept(p, "the"))
        return parser_need(p, "come-out");
    if (!parser_accept(p, "a"))
        return parser_expected(p, "'the come-out' or 'a point'", NULL);
    if (!parser_need(p, "point"))
        return false;
    cond *come_out = parser_cond(p, *ret);
    *ret = (cond){.kind = COND_NOT, .left = come_out, .at = ret->at};
    return come_out != NULL;
}

bool parse_craps_fact(parser *p, cond *ret)
{
    ret->at = p->at;
    if (parser_accept(p, "seven-out")) {
        ret->kind = COND_SEVEN_OUT;
        return true;
    }
    if (parser_accept(p, "any")) {
        ret->kind = COND_ROLLED;
        ret->rolls.mask = rolls_of_totals((uint32_t)1 << 7, FACES_ANY);
        return parser_need(p, "seven");
    }
    if (parser_accept(p, "point"))
        return parse_point(p, ret);
    if (parser_accept(p, "line")) {
        ret->kind = COND_LINE_WINS;
        return parser_need(p, "wins");
    }
    if (parser_accept(p, "come-out")) {
        ret->kind = COND_COME_OUT_CRAPS;
        return parser_need(p, "craps");
    }
    if (parser_accept(p, "on"))
        return parse_on(p, ret);
    if (parser_accept(p, "no")) {
        ret->low = ret->high = 0;
        return parse_counted(p, ret);
    }
    if (is_count(p))
        return parse_count(p, ret);
    if (p->at->kind == TOKEN_NUMBER || is_faces(p->at) || parser_is(p, "hard") || parser_is(p, "easy") || parser_is(p, "number") ||
        parser_is(p, "doubles"))
        return parse_rolled(p, ret);
    return parser_expected(p, "a condition, such as '7 or 11 rolled', 'seven-out' or 'exactly 3 points made'", fact_words);
}
