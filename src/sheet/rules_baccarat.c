/* src/sheet/rules_baccarat.c - the facts of baccarat, decided by the outcome of a finished round. */
#include "rules_baccarat.h"

/* Outcomes that can be dealt, with the hands of each and a round that ends so. */
typedef struct outcomes {
    uint16_t events[FELT_OUTCOME_COUNT];
    felt_hands hands[FELT_OUTCOME_COUNT];
    felt_outcome_examples examples;
} outcomes;

static bool spec_fits(const spec *s, int total, int cards, bool pair)
{
    return (s->totals >> total & 1) && (s->cards == 0 || s->cards == cards) && (!s->pair || pair);
}

static bool player_fits(const spec *s, const felt_hands *h)
{
    bool pair = h->pairs == FELT_PAIRS_PLAYER || h->pairs == FELT_PAIRS_BOTH || h->pairs == FELT_PAIRS_SAME;
    return spec_fits(s, h->player_total, h->player_cards, pair);
}

static bool banker_fits(const spec *s, const felt_hands *h)
{
    bool pair = h->pairs == FELT_PAIRS_BANKER || h->pairs == FELT_PAIRS_BOTH || h->pairs == FELT_PAIRS_SAME;
    return spec_fits(s, h->banker_total, h->banker_cards, pair);
}

static bool player_wins(const cond *c, const felt_hands *h)
{
    int margin = h->player_total - h->banker_total;
    return margin >= c->low && margin <= c->high && player_fits(&c->winner, h) && banker_fits(&c->loser, h);
}

static bool banker_wins(const cond *c, const felt_hands *h)
{
    int margin = h->banker_total - h->player_total;
    return margin >= c->low && margin <= c->high && banker_fits(&c->winner, h) && player_fits(&c->loser, h);
}

/* `own` and `other` as player and banker. */
static hand real_hand(hand h, int side)
{
    if (h == HAND_OWN)
        return side == 0 ? HAND_PLAYER : HAND_BANKER;
    if (h == HAND_OTHER)
        return side == 0 ? HAND_BANKER : HAND_PLAYER;
    return h;
}

static bool of_hands(hand h, bool player, bool banker)
{
    switch (h) {
    case HAND_PLAYER:
        return player;
    case HAND_BANKER:
        return banker;
    case HAND_BOTH:
        return player && banker;
    case HAND_ONLY_ONE:
        return player != banker;
    default:
        return player || banker;
    }
}

static bool fact_fits(const event_space *space, const cond *c, int side, int i)
{
    const outcomes *all = space->details;
    const felt_hands *h = &all->hands[i];
    switch (c->kind) {
    case COND_WINS:
        return of_hands(real_hand(c->hand, side), player_wins(c, h), banker_wins(c, h));
    case COND_HAS:
        return of_hands(real_hand(c->hand, side), player_fits(&c->winner, h), banker_fits(&c->winner, h));
    case COND_TIE:
        return h->player_total == h->banker_total && player_fits(&c->winner, h) && banker_fits(&c->winner, h);
    default: /* COND_SAME_PAIR */
        return h->pairs == FELT_PAIRS_SAME;
    }
}

static felt_text example_text(const event_space *space, felt_arena *arena, int i)
{
    const outcomes *all = space->details;
    const felt_round *r = &all->examples.round[space->events[i]];
    const felt_hands *h = &all->hands[i];
    char cards[6][4] = {{0}};
    for (int n = 0; n < r->player_cards; n++)
        felt_card_write(r->player[n], cards[n]);
    for (int n = 0; n < r->banker_cards; n++)
        felt_card_write(r->banker[n], cards[3 + n]);
    return felt_arena_print(arena, "player %s %s%s%s (%d), banker %s %s%s%s (%d)", cards[0], cards[1], r->player_cards == 3 ? " " : "",
                            cards[2], h->player_total, cards[3], cards[4], r->banker_cards == 3 ? " " : "", cards[5], h->banker_total);
}

static bool make_space(compiler *c, event_space *ret)
{
    outcomes *all = compiler_take(c, 1, sizeof *all);
    if (all == NULL)
        return false;
    /* What can be dealt from one deck can be dealt from eight, and nothing more can: tests/unit/test_game.c. */
    felt_outcome_enumerate(1, &all->examples);
    for (int i = 0; i < FELT_OUTCOME_COUNT; i++) {
        if (all->examples.round[i].player_cards == 0)
            continue;
        all->hands[ret->count] = felt_outcome_hands(i);
        all->events[ret->count++] = (uint16_t)i;
    }
    ret->events = all->events;
    ret->details = all;
    ret->example = example_text;
    return true;
}

static const char *const hand_names[] = {"player", "banker", "either", "own", "other", NULL};

const sheet_rules sheet_rules_baccarat = {
    .game = &felt_game_baccarat,
    .parse_fact = parse_baccarat_fact,
    .compile = compile_table,
    .make_space = make_space,
    .fact_fits = fact_fits,
    .words = &words_rules_baccarat,
    .hands = hand_names,
};
