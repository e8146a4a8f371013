/* src/sheet/words_craps.c - the clause of each fact of craps, and of its opposite. */
#include "rules_craps.h"

#include <limits.h>

enum { SEVEN = 1 << 7 };

/* ---- counts ---- */

/* How a count is bounded. */
typedef enum bounds { BOUNDS_NONE, BOUNDS_LEAST, BOUNDS_MOST, BOUNDS_EXACTLY, BOUNDS_RANGE } bounds;

static bounds bounds_of(int low, int high)
{
    if (high == 0)
        return BOUNDS_NONE;
    if (high == INT_MAX)
        return BOUNDS_LEAST;
    if (low == high)
        return BOUNDS_EXACTLY;
    return low == 0 ? BOUNDS_MOST : BOUNDS_RANGE;
}

/* Can the opposite be said of the things themselves: "fewer than 3 points", where "not exactly 3 points" cannot? */
static bool is_plain(const cond *c, bool negated)
{
    bounds b = bounds_of(c->low, c->high);
    return !negated || b == BOUNDS_NONE || b == BOUNDS_LEAST || b == BOUNDS_MOST;
}

/* "exactly 3 points", "at least 1 point", "no point"; of the opposite "fewer than 3 points". Returns whether it is one thing. */
static bool put_count(words_out *w, const cond *c, bool negated, const char *one, const char *many)
{
    int n = c->low;
    const char *how = "";
    switch (bounds_of(c->low, c->high)) {
    case BOUNDS_NONE:
        if (negated)
            words_put(w, "at least 1 %s", one);
        else
            words_put(w, "no %s", one);
        return true;
    case BOUNDS_LEAST:
        if (negated && n == 1) {
            words_put(w, "no %s", one);
            return true;
        }
        how = negated ? "fewer than" : "at least";
        break;
    case BOUNDS_MOST:
        n = c->high;
        how = negated ? "more than" : "at most";
        break;
    case BOUNDS_EXACTLY:
        how = "exactly";
        break;
    case BOUNDS_RANGE:
        words_put(w, "%d to %d %s", c->low, c->high, many);
        return false;
    }
    words_put(w, "%s %d %s", how, n, n == 1 ? one : many);
    return n == 1;
}

static void put_times(words_out *w, const char *how, int n)
{
    if (n == 1 || n == 2)
        words_put(w, " %s %s", how, n == 1 ? "once" : "twice");
    else
        words_put(w, " %s %d times", how, n);
}

/* ---- rolls ---- */

/* A set of rolls as a noun. */
typedef struct noun {
    const char *kind; /* "hard ", "easy " or "" before the totals; "double" alone */
    uint32_t totals;  /* 0: none */
    int low, high;    /* faces; 0: none */
} noun;

static noun noun_of(const words_out *w, const rolls *r)
{
    uint32_t totals = r->own_number ? (uint32_t)1 << w->of->wager->side_numbers[w->of->side] : 0;
    uint32_t mask = r->own_number ? rolls_of_totals(totals, r->own_faces) : r->mask;
    for (int roll = 0; roll < FELT_ROLL_COUNT; roll++)
        totals |= (uint32_t)(mask >> roll & 1) << felt_roll_total(roll);
    if (mask == rolls_of_totals(totals, FACES_ANY))
        return (noun){.kind = "", .totals = totals};
    if (mask == rolls_of_totals(~(uint32_t)0, FACES_HARD))
        return (noun){.kind = "double"};
    if (mask == rolls_of_totals(totals, FACES_HARD))
        return (noun){.kind = "hard ", .totals = totals};
    if (mask == rolls_of_totals(totals, FACES_EASY))
        return (noun){.kind = "easy ", .totals = totals};
    int roll = 0;
    while (!(mask >> roll & 1))
        roll++;
    return (noun){.kind = "", .low = felt_roll_low(roll), .high = felt_roll_high(roll)};
}

static const char *article_of(const noun *n)
{
    if (n->kind[0] != '\0')
        return n->kind[0] == 'e' ? "an" : "a";
    int first = 2;
    while (n->totals != 0 && !(n->totals >> first & 1))
        first++;
    return n->totals != 0 && (first == 8 || first == 11) ? "an" : "a";
}

/* "7", "easy 8", "2, 3 or 12", "double", "3-5". */
static void put_bare(words_out *w, const noun *n)
{
    words_put(w, "%s", n->kind);
    if (n->totals != 0)
        words_put_numbers(w, n->totals, "or");
    else if (n->low != 0)
        words_put(w, "%d-%d", n->low, n->high);
}

/* The same with "a", "an" or "any" before it. */
static void put_noun(words_out *w, const noun *n, const char *article)
{
    words_put(w, "%s ", article);
    put_bare(w, n);
}

felt_text words_rolls(felt_arena *arena, uint32_t mask)
{
    char text[64];
    words_out w = {.bytes = text, .room = sizeof text};
    noun n = noun_of(&w, &(rolls){.mask = mask});
    put_bare(&w, &n);
    bool doubles = n.totals == 0 && n.low == 0;
    return felt_arena_print(arena, "%s%s rolled", text, doubles ? "s" : "");
}

static void put_rolled(words_out *w, const cond *c, bool negated)
{
    noun n = noun_of(w, &c->rolls);
    bool seven = n.totals == SEVEN && n.kind[0] == '\0';
    if (negated)
        words_put(w, "the roll is not ");
    put_noun(w, &n, seven && !negated ? "any" : article_of(&n));
    if (!negated)
        words_put(w, " is rolled");
}

/* "an 8 has been rolled at least 6 times", "no 8 has been rolled"; of the opposite "an 8 has been rolled fewer than 6 times". */
static void put_rolled_times(words_out *w, const cond *c, bool negated)
{
    noun n = noun_of(w, &c->rolls);
    bounds b = bounds_of(c->low, c->high);
    bool never = negated ? b == BOUNDS_LEAST && c->low == 1 : b == BOUNDS_NONE;
    bool not_so = negated && !is_plain(c, true);
    put_noun(w, &n, never ? "no" : article_of(&n));
    words_put(w, not_so ? " has not been rolled" : " has been rolled");
    if (never)
        return;
    if (b == BOUNDS_NONE)
        put_times(w, "at least", 1);
    else if (b == BOUNDS_LEAST)
        put_times(w, negated ? "fewer than" : "at least", c->low);
    else if (b == BOUNDS_MOST)
        put_times(w, negated ? "more than" : "at most", c->high);
    else if (b == BOUNDS_EXACTLY)
        put_times(w, "exactly", c->low);
    else
        words_put(w, " %d to %d times", c->low, c->high);
    if (words_count_of(n.totals) > 1)
        words_put(w, " in all");
}

static void put_all_rolled(words_out *w, const cond *c, bool negated)
{
    uint32_t totals = c->rolls.own_number ? (uint32_t)1 << w->of->wager->side_numbers[w->of->side] : c->rolls.totals;
    noun n = {.kind = "", .totals = totals};
    if (words_count_of(totals) == 1) {
        put_noun(w, &n, negated ? "no" : article_of(&n));
        words_put(w, " has been rolled");
        return;
    }
    words_put_numbers(w, totals, "and");
    words_put(w, negated ? " have not all been rolled" : " have all been rolled");
}

/* ---- the puck, points and the line ---- */

static const char *the_point(const words_out *w)
{
    return w->own ? "the wager's own point" : "the point";
}

static void put_seven_out(words_out *w, bool negated)
{
    if (w->own)
        words_put(w, negated ? "no 7 is rolled while the wager's own point is on" : "a 7 is rolled while the wager's own point is on");
    else
        words_put(w, negated ? "the shooter does not seven out" : "the shooter sevens out");
}

static void put_point_set(words_out *w, bool negated)
{
    if (w->own)
        words_put(w, negated ? "the wager's own point is not set" : "the wager's own point is set");
    else
        words_put(w, negated ? "no point is set" : "a point is set");
}

static void put_on_come_out(words_out *w, bool negated)
{
    if (w->own)
        words_put(w, negated ? "the wager's own point is on" : "the roll is the wager's own come-out roll");
    else
        words_put(w, negated ? "a point is on" : "the roll is a come-out roll");
}

/* Without a point on, no number is the point. */
static void put_point_is(words_out *w, const cond *c, bool negated)
{
    uint32_t totals = c->rolls.own_number ? (uint32_t)1 << w->of->wager->side_numbers[w->of->side] : c->rolls.totals;
    int count = words_count_of(totals);
    if (!negated) {
        words_put(w, "%s is ", the_point(w));
        words_put_numbers(w, totals, "or");
        return;
    }
    if (count > 1)
        words_put(w, count == 2 ? "neither " : "none of ");
    words_put_numbers(w, totals, count == 2 ? "nor" : "and");
    words_put(w, " is%s %s", count == 1 ? " not" : "", the_point(w));
}

/* Things that were counted: "exactly 3 points have been made", "the number of points made is not 3". */
typedef struct counted_words {
    const char *one, *many, *number, *verb;
} counted_words;

static counted_words counted_of(const words_out *w, const cond *c)
{
    static const counted_words points = {"point", "points", "points made", "been made"};
    static const counted_words own_points = {"point of the wager's own", "points of the wager's own", "points of the wager's own made",
                                             "been made"};
    static const counted_words lines = {"pass line win", "pass line wins", "pass line wins", "occurred"};
    static const counted_words own_lines = {"win of the wager's own line", "wins of the wager's own line", "wins of the wager's own line",
                                            "occurred"};
    if (c->kind == COND_POINTS_MADE)
        return w->own ? own_points : points;
    return w->own ? own_lines : lines;
}

static void put_counted(words_out *w, const cond *c, bool negated)
{
    counted_words words = counted_of(w, c);
    if (is_plain(c, negated)) {
        bool one = put_count(w, c, negated, words.one, words.many);
        words_put(w, " %s %s", one ? "has" : "have", words.verb);
    } else if (c->low == c->high)
        words_put(w, "the number of %s is not %d", words.number, c->low);
    else
        words_put(w, "the number of %s is not from %d to %d", words.number, c->low, c->high);
}

/* ---- facts ---- */

static void put_fact(words_out *w, const cond *c, bool negated)
{
    const char *on = w->own ? "on the wager's own come-out" : "on the come-out";
    switch (c->kind) {
    case COND_ROLLED:
        put_rolled(w, c, negated);
        break;
    case COND_SEVEN_OUT:
        put_seven_out(w, negated);
        break;
    case COND_POINT_SET:
        put_point_set(w, negated);
        break;
    case COND_POINT_MADE:
        words_put(w, "%s is %smade", the_point(w), negated ? "not " : "");
        break;
    case COND_LINE_WINS:
        words_put(w, "%s %s", w->own ? "the wager's own line" : "the pass line", negated ? "does not win" : "wins");
        break;
    case COND_COME_OUT_CRAPS:
        words_put(w, "%s 2, 3 or 12 is rolled %s", negated ? "no" : "a", on);
        break;
    case COND_ON_COME_OUT:
        put_on_come_out(w, negated);
        break;
    case COND_POINT_IS:
        put_point_is(w, c, negated);
        break;
    case COND_ROLLED_TIMES:
        put_rolled_times(w, c, negated);
        break;
    case COND_ALL_ROLLED:
        put_all_rolled(w, c, negated);
        break;
    default: /* COND_POINTS_MADE, COND_LINE_WINS_COUNT */
        put_counted(w, c, negated);
        break;
    }
}

/* ---- what is put to an event ---- */

static bool is_event(const cond *c, bool negated)
{
    return !negated && (c->kind == COND_ROLLED || c->kind == COND_SEVEN_OUT || c->kind == COND_POINT_MADE || c->kind == COND_LINE_WINS);
}

static bool has_tail(const words_out *w, const cond *c)
{
    return c->kind == COND_COME_OUT_CRAPS || (w->own && c->kind == COND_SEVEN_OUT);
}

static bool is_when(const cond *c)
{
    return c->kind == COND_ON_COME_OUT || c->kind == COND_POINT_IS;
}

static void put_when(words_out *w, const cond *c, bool negated)
{
    if (c->kind == COND_ON_COME_OUT && !negated) {
        words_put(w, w->own ? " on the wager's own come-out" : " on the come-out");
        return;
    }
    words_put(w, " while ");
    put_fact(w, c, negated);
}

static bool can_follow(const words_out *w, const cond *event, const cond *c, bool negated)
{
    return !w->own && event->kind == COND_SEVEN_OUT && (c->kind == COND_POINTS_MADE || c->kind == COND_LINE_WINS_COUNT) &&
           is_plain(c, negated);
}

static void put_after(words_out *w, const cond *c, bool negated)
{
    counted_words words = counted_of(w, c);
    words_put(w, c->kind == COND_POINTS_MADE ? " after making " : " after ");
    put_count(w, c, negated, words.one, words.many);
}

const words_rules words_rules_craps = {
    .put_fact = put_fact,
    .is_event = is_event,
    .has_tail = has_tail,
    .is_when = is_when,
    .put_when = put_when,
    .can_follow = can_follow,
    .put_after = put_after,
};
