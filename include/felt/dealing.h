/* felt/dealing.h - cards and dice as they are dealt: a shoe in play with its burn and its cut card, and two dice.
 *
 * A shoe in play is a value: copy it to keep a position. Shuffled from the live generator for its own number, it can be derived again from
 * the seed and that number.
 * Threads:  one thread at a time for one shoe in play.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_DEALING_H
#define FELT_DEALING_H

#include <felt/api.h>
#include <felt/baccarat.h>
#include <felt/random.h>
#include <felt/status.h>
#include <stdbool.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_DECK_CARDS = 52,
    FELT_DEALING_CARDS_MAX = FELT_DECK_CARDS * FELT_DECKS_MAX,
    FELT_BURN_MAX = 11, /* the card shown, and ten more */
    FELT_CUT_MIN = 12,  /* cards behind the cut card: enough for the round in which it comes out and one more */
};

/* The procedure, with n cards behind the cut card: when it comes out, the round in progress is finished, and one more is dealt. When it
 * comes out in the place of the first card of a round, that round and one more are dealt: two in all. */
typedef struct felt_dealing {
    felt_card cards[FELT_DEALING_CARDS_MAX];
    int count;       /* cards of the shoe */
    int next;        /* the next card to come */
    int cut;         /* the card behind the cut card: it comes out before this one */
    int burned;      /* cards burnt, the one shown included; 0 before the burn */
    int rounds;      /* dealt so far */
    int rounds_left; /* once the cut card is out; -1 before */
} felt_dealing;

/* The most cards behind the cut card of `decks` decks: the burn and the first card of a round come before it. */
static inline int felt_cut_max(int decks)
{
    return FELT_DECK_CARDS * decks - FELT_BURN_MAX - 1;
}

/* Shuffles `decks` decks and puts the cut card in with `behind` cards behind it. FELT_ERANGE: decks are not 1 to FELT_DECKS_MAX, or
 * `behind` is not FELT_CUT_MIN to felt_cut_max. */
felt_status felt_dealing_shuffle(felt_dealing *ret, felt_random *random, int decks, int behind);

/* Shows the first card and burns as many more as it counts, an ace one, tens and pictures ten. Returns the card shown.
 * Requires a shoe from which nothing has been dealt. */
felt_card felt_dealing_burn(felt_dealing *shoe);

/* Is there a round to come? No: shuffle again. */
bool felt_dealing_goes_on(const felt_dealing *shoe);

/* Deals a round by the drawing rules: player, banker, player, banker, then the player's and the banker's third cards.
 * Requires felt_dealing_goes_on. */
felt_round felt_dealing_round(felt_dealing *shoe);

/* Two dice, in the order in which they are read: 36 ways, each equally likely. */
typedef struct felt_dice {
    uint8_t first, second; /* 1 to 6 */
} felt_dice;

felt_dice felt_dice_throw(felt_random *random);

FELT_API_END

#endif
