/* src/sheet/words_baccarat.c - the clause of each fact of baccarat, and of its opposite. */
#include "rules_baccarat.h"

enum { ALL_TOTALS = 0x3FF, NATURAL_TOTALS = 1 << 8 | 1 << 9 };

static hand real_hand(const words_out *w, hand h)
{
    bool banker = w->of->side == 1;
    if (h == HAND_OWN)
        return banker ? HAND_BANKER : HAND_PLAYER;
    if (h == HAND_OTHER)
        return banker ? HAND_PLAYER : HAND_BANKER;
    return h;
}

/* "7", "8 or 9", "5 to 7", "6 or more", "4 or less". */
static void put_totals(words_out *w, unsigned totals)
{
    int low = 0, high = 9, count = words_count_of(totals);
    while (!(totals >> low & 1))
        low++;
    while (!(totals >> high & 1))
        high--;
    if (count < 3 || high - low + 1 != count)
        words_put_numbers(w, totals, "or");
    else if (high == 9)
        words_put(w, "%d or more", low);
    else if (low == 0)
        words_put(w, "%d or less", high);
    else
        words_put(w, "%d to %d", low, high);
}

static bool says_nothing(const spec *s)
{
    return s->cards == 0 && !s->pair && s->totals == ALL_TOTALS;
}

/* "a 3-card 9", "a natural", "a total of 5 to 7", "a pair". */
static void put_spec(words_out *w, const spec *s)
{
    bool any = s->totals == ALL_TOTALS;
    bool natural = s->cards == 2 && (s->totals & ~(unsigned)NATURAL_TOTALS) == 0;
    if (natural && s->totals == NATURAL_TOTALS) {
        words_put(w, "a natural");
        return;
    }
    if (says_nothing(s))
        words_put(w, "any hand");
    else if (s->pair)
        words_put(w, any ? "a pair" : "a pair with a total of ");
    else if (natural)
        words_put(w, "a natural ");
    else if (s->cards == 0)
        words_put(w, "a total of ");
    else if (any)
        words_put(w, "a %d-card hand", s->cards);
    else
        words_put(w, words_count_of(s->totals) == 1 ? "a %d-card " : "a %d-card total of ", s->cards);
    if (!any)
        put_totals(w, s->totals);
}

static void put_margin(words_out *w, int low, int high)
{
    const char *points = high == 1 ? "point" : "points";
    if (low == 1 && high == 9)
        return;
    if (low == high)
        words_put(w, " by exactly %d %s", low, points);
    else if (high == 9)
        words_put(w, " by at least %d points", low);
    else if (low == 1)
        words_put(w, " by at most %d points", high);
    else
        words_put(w, " by %d to %d points", low, high);
}

static void put_wins(words_out *w, const cond *c, bool negated)
{
    switch (real_hand(w, c->hand)) {
    case HAND_PLAYER:
        words_put(w, "the player hand %s", negated ? "does not win" : "wins");
        break;
    case HAND_BANKER:
        words_put(w, "the banker hand %s", negated ? "does not win" : "wins");
        break;
    default:
        words_put(w, negated ? "neither hand wins" : "either hand wins");
        break;
    }
    put_margin(w, c->low, c->high);
    if (!says_nothing(&c->winner)) {
        words_put(w, " with ");
        put_spec(w, &c->winner);
    }
    if (!says_nothing(&c->loser)) {
        words_put(w, " over ");
        put_spec(w, &c->loser);
    }
}

static void put_has(words_out *w, const cond *c, bool negated)
{
    switch (real_hand(w, c->hand)) {
    case HAND_PLAYER:
        words_put(w, negated ? "the player hand does not have " : "the player hand has ");
        break;
    case HAND_BANKER:
        words_put(w, negated ? "the banker hand does not have " : "the banker hand has ");
        break;
    case HAND_BOTH:
        words_put(w, negated ? "the hands do not both have " : "both hands have ");
        break;
    case HAND_ONLY_ONE:
        words_put(w, negated ? "the number of hands that have " : "exactly one hand has ");
        break;
    default: /* "either" might be taken to leave out both */
        words_put(w, negated ? "neither hand has " : "at least one hand has ");
        break;
    }
    bool any = c->winner.totals == ALL_TOTALS && !c->winner.pair;
    if (any && c->winner.cards != 0)
        words_put(w, "%d cards", c->winner.cards);
    else if (any)
        words_put(w, "any total");
    else
        put_spec(w, &c->winner);
    if (negated && c->hand == HAND_ONLY_ONE)
        words_put(w, " is not exactly one");
}

static void put_tie(words_out *w, const cond *c, bool negated)
{
    words_put(w, negated ? "the hands do not tie" : "the hands tie");
    if (says_nothing(&c->winner))
        return;
    bool total = c->winner.cards == 0 && !c->winner.pair;
    words_put(w, total ? " on " : " with ");
    put_spec(w, &c->winner);
    words_put(w, total ? "" : " each");
}

static void put_fact(words_out *w, const cond *c, bool negated)
{
    if (c->kind == COND_WINS)
        put_wins(w, c, negated);
    else if (c->kind == COND_HAS)
        put_has(w, c, negated);
    else if (c->kind == COND_TIE)
        put_tie(w, c, negated);
    else /* COND_SAME_PAIR */
        words_put(w, negated ? "the hands do not have the same pair" : "both hands have the same pair");
}

const words_rules words_rules_baccarat = {.put_fact = put_fact};
