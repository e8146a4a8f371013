/* src/sheet/parse_baccarat.c - what a row can say of the two hands. */
#include "rules_baccarat.h"

enum { ALL_TOTALS = 0x3FF, NATURAL_TOTALS = 1 << 8 | 1 << 9 };

/* What a condition can begin with; and lines of a wager, which are taken for conditions when they are misspelt. */
static const char *const fact_words[] = {"player", "banker", "either",   "both",  "own",       "other", "only",  "wins",
                                         "loses",  "has",    "tie",      "any",   "natural",   "not",   "cites", "offered",
                                         "needs",  "accept", "paytable", "where", "otherwise", NULL};

/* Words that are only there to read well. */
static bool is_little(const token *t)
{
    static const char *const words[] = {"a", "an", "the", "hand", "hands"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (t->kind == TOKEN_WORD && felt_text_is(t->text, words[i]))
            return true;
    return false;
}

static void skip_little_words(parser *p)
{
    while (is_little(p->at))
        p->at++;
}

static bool accept_word(parser *p, const char *word)
{
    skip_little_words(p);
    return parser_accept(p, word);
}

static bool parse_totals(parser *p, unsigned *ret)
{
    uint32_t mask;
    const token *first = p->at;
    if (!parse_numbers(p, "a total", 0, 9, &mask))
        return false;
    bool more = parser_is(p, "or") && parser_is_after(p, 1, "more");
    bool less = parser_is(p, "or") && parser_is_after(p, 1, "less");
    if (more || less) {
        if (p->at != first + 1)
            return parser_expected(p, "one number before 'or more'", NULL);
        p->at += 2;
        mask = more ? ALL_TOTALS & ~(mask - 1) : mask | (mask - 1);
    }
    *ret = mask;
    return true;
}

/* What a hand is made of; false when the next word says nothing of that. */
static bool accept_make(parser *p, spec *s)
{
    if (accept_word(p, "2-card"))
        s->cards = 2;
    else if (accept_word(p, "3-card"))
        s->cards = 3;
    else if (accept_word(p, "natural") || accept_word(p, "naturals")) {
        s->cards = 2;
        s->totals &= NATURAL_TOTALS;
    } else if (accept_word(p, "pair") || accept_word(p, "pairs"))
        s->pair = true;
    else
        return accept_word(p, "any");
    return true;
}

static bool parse_spec(parser *p, spec *ret)
{
    spec s = {.totals = ALL_TOTALS};
    skip_little_words(p);
    const token *first = p->at;
    bool made = accept_make(p, &s);
    skip_little_words(p);
    if (p->at->kind == TOKEN_NUMBER) {
        unsigned totals = 0;
        if (!parse_totals(p, &totals))
            return false;
        if ((s.totals & totals) == 0) {
            p->at = first;
            return parser_fail(p, "type", "no natural has such a total: a natural is 8 or 9");
        }
        s.totals &= totals;
    } else if (!made)
        return parser_expected(p, "a hand, such as '3-card 9', 'natural', '5, 6 or 7' or 'pair'",
                               (const char *const[]){"2-card", "3-card", "natural", "naturals", "pair", "any", NULL});
    *ret = s;
    return true;
}

static bool parse_margin(parser *p, int *ret_low, int *ret_high)
{
    bool exactly = parser_accept(p, "exactly"), at_least = !exactly && parser_accept(p, "at");
    if (at_least && !parser_need(p, "least"))
        return false;
    if (!parser_need_number(p, "a number of points", 1, 9, ret_low))
        return false;
    *ret_high = at_least ? 9 : *ret_low;
    if (at_least || exactly)
        return true;
    if (parser_accept(p, "to"))
        return parser_need_last(p, "a number of points", *ret_low, 9, ret_high);
    if (parser_is(p, "or") && parser_is_after(p, 1, "more")) {
        p->at += 2;
        *ret_high = 9;
    }
    return true;
}

static bool parse_wins(parser *p, cond *ret)
{
    ret->kind = COND_WINS;
    ret->winner = ret->loser = (spec){.totals = ALL_TOTALS};
    ret->low = 1;
    ret->high = 9;
    bool with = false, over = false, by = false;
    for (;;) {
        bool *seen;
        skip_little_words(p);
        if (parser_is(p, "with"))
            seen = &with;
        else if (parser_is(p, "over"))
            seen = &over;
        else if (parser_is(p, "by"))
            seen = &by;
        else
            return true;
        if (*seen)
            return parser_fail(p, "duplicate", "a second '%.*s'; expected it once after 'wins'", FELT_TEXT_ARGS(p->at->text));
        *seen = true;
        p->at++;
        if (!(seen == &by ? parse_margin(p, &ret->low, &ret->high) : parse_spec(p, seen == &with ? &ret->winner : &ret->loser)))
            return false;
    }
}

static hand opposite(hand h)
{
    switch (h) {
    case HAND_PLAYER:
        return HAND_BANKER;
    case HAND_BANKER:
        return HAND_PLAYER;
    case HAND_OWN:
        return HAND_OTHER;
    case HAND_OTHER:
        return HAND_OWN;
    default:
        return h;
    }
}

/* What follows a hand: wins, loses or has. */
static bool parse_verb(parser *p, cond *ret)
{
    bool two = ret->hand == HAND_BOTH || ret->hand == HAND_ONLY_ONE;
    if (!two && (accept_word(p, "wins") || accept_word(p, "win")))
        return parse_wins(p, ret);
    if (!two && accept_word(p, "loses")) {
        ret->hand = opposite(ret->hand);
        ret->kind = COND_WINS;
        ret->winner = ret->loser = (spec){.totals = ALL_TOTALS};
        ret->low = 1;
        ret->high = 9;
        return true;
    }
    if (!accept_word(p, "has") && !accept_word(p, "have"))
        return parser_expected(p, two ? "'has' or 'have'" : "'wins', 'loses' or 'has'",
                               two ? (const char *const[]){"has", "have", NULL}
                                   : (const char *const[]){"wins", "loses", "has", "have", NULL});
    if (ret->hand == HAND_BOTH && accept_word(p, "same")) {
        ret->kind = COND_SAME_PAIR;
        return accept_word(p, "pair") || parser_expected(p, "'pair'", (const char *const[]){"pair", NULL});
    }
    ret->kind = COND_HAS;
    return parse_spec(p, &ret->winner);
}

static bool need_sides(parser *p, const token *at)
{
    if (p->wager == NULL || p->wager->side_count > 0)
        return true;
    p->at = at;
    return parser_fail(p, "type", "'%.*s' needs a wager with sides: write 'on player or banker' after its name, or name the hand",
                       FELT_TEXT_ARGS(at->text));
}

/* A hand that is named; false when the next word is none. */
static bool accept_hand(parser *p, hand *ret)
{
    static const struct {
        const char *word;
        hand hand;
    } hands[] = {{"player", HAND_PLAYER}, {"banker", HAND_BANKER}, {"either", HAND_EITHER},
                 {"both", HAND_BOTH},     {"own", HAND_OWN},       {"other", HAND_OTHER}};
    skip_little_words(p);
    if (parser_is(p, "only") && parser_is_after(p, 1, "one")) {
        p->at += 2;
        *ret = HAND_ONLY_ONE;
        return true;
    }
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        if (parser_accept(p, hands[i].word)) {
            *ret = hands[i].hand;
            return true;
        }
    }
    return false;
}

static bool parse_tie(parser *p, cond *ret)
{
    ret->kind = COND_TIE;
    ret->winner = (spec){.totals = ALL_TOTALS};
    if (accept_word(p, "of"))
        return parse_totals(p, &ret->winner.totals);
    if (accept_word(p, "with"))
        return parse_spec(p, &ret->winner);
    return true;
}

static bool parse_wager_wins(parser *p, cond *ret)
{
    ret->kind = COND_WAGER_WINS;
    if (!parse_refs(p, false, &ret->refs, &ret->ref_count))
        return false;
    bool of_hand = parser_is_after(p, 1, "with") || parser_is_after(p, 1, "over") || parser_is_after(p, 1, "by");
    if (of_hand && ret->ref_count == 1 && ret->refs[0].at->kind == TOKEN_WORD) {
        p->at = ret->refs[0].at; /* only hands win with something, over something or by something */
        return parser_expected(p, "a hand: player, banker, either, own or other", fact_words);
    }
    return parser_accept(p, "wins") || parser_accept(p, "win") || parser_expected(p, "'wins'", (const char *const[]){"wins", NULL});
}

bool parse_baccarat_fact(parser *p, cond *ret)
{
    skip_little_words(p);
    const token *at = ret->at = p->at;
    if (parser_is(p, "any") && parser_is_after(p, 1, "of")) {
        p->at += 2;
        return parse_wager_wins(p, ret);
    }
    bool named = at->kind == TOKEN_STRING || (at->kind == TOKEN_WORD && (parser_is_after(p, 1, "wins") || parser_is_after(p, 1, "win")));
    if (accept_word(p, "tie"))
        return parse_tie(p, ret);
    if (parser_is(p, "natural") && parser_is_after(p, 1, "tie")) {
        p->at += 2;
        *ret = (cond){.kind = COND_TIE, .winner = {.cards = 2, .totals = NATURAL_TOTALS}, .at = at};
        return true;
    }
    if (accept_hand(p, &ret->hand))
        return ((ret->hand != HAND_OWN && ret->hand != HAND_OTHER) || need_sides(p, at)) && parse_verb(p, ret);
    if (parser_is(p, "wins") || parser_is(p, "loses") || parser_is(p, "has")) {
        ret->hand = HAND_OWN;
        return need_sides(p, at) && parse_verb(p, ret);
    }
    if (named)
        return parse_wager_wins(p, ret);
    return parser_expected(p, "a condition, such as 'banker wins with 3-card 7', 'either has a pair' or 'tie'", fact_words);
}
