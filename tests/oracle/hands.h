/* oracle/hands.h - what can be said of two finished hands, for wagers_baccarat.c. */
#ifndef ORACLE_HANDS_H
#define ORACLE_HANDS_H

#include "oracle/wagers.h"

static inline bool player_wins(const oracle_hands *h)
{
    return h->player.total > h->banker.total;
}

static inline bool banker_wins(const oracle_hands *h)
{
    return h->banker.total > h->player.total;
}

static inline bool tie(const oracle_hands *h)
{
    return h->player.total == h->banker.total;
}

enum { ANY = 0 }; /* number of cards */

static inline bool is(const oracle_hand *hand, int cards, int total)
{
    return hand->total == total && (cards == ANY || hand->cards == cards);
}

static inline bool is_natural(const oracle_hand *hand)
{
    return is(hand, 2, 8) || is(hand, 2, 9);
}

static inline bool banker_wins_with(const oracle_hands *h, int cards, int total)
{
    return banker_wins(h) && is(&h->banker, cards, total);
}

static inline bool player_wins_with(const oracle_hands *h, int cards, int total)
{
    return player_wins(h) && is(&h->player, cards, total);
}

/* One hand is the first and the other the second. */
static inline bool over(const oracle_hands *h, int cards, int total, int other_cards, int other_total)
{
    return (is(&h->player, cards, total) && is(&h->banker, other_cards, other_total)) ||
           (is(&h->banker, cards, total) && is(&h->player, other_cards, other_total));
}

static inline bool both(const oracle_hands *h, int cards, int total)
{
    return is(&h->player, cards, total) && is(&h->banker, cards, total);
}

#endif
