/* felt/baccarat.h - the procedure of baccarat: cards, hands, the drawing rules, and the outcomes a wager can speak of.
 *
 * Threads:  every function is pure. */
#ifndef FELT_BACCARAT_H
#define FELT_BACCARAT_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/game.h>
#include <felt/status.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_RANK_COUNT = 13,      /* ace 1, two 2, ... ten 10, jack 11, queen 12, king 13 */
    FELT_SUIT_COUNT = 4,
    FELT_HAND_CARDS_MAX = 3,
    FELT_OUTCOME_COUNT = 2000, /* 10 x 10 totals, 2 x 2 card counts, 5 kinds of pairs; not all of them can be dealt */
};

extern const felt_game felt_game_baccarat;

/* What a card counts: ace 1, two to nine their number, ten and pictures 0. Requires 1 <= rank <= FELT_RANK_COUNT. */
static inline int felt_rank_value(int rank)
{
    return rank < 10 ? rank : 0;
}

/* The two hands of a finished round, in the order in which the cards came. */
typedef struct felt_round {
    felt_card player[FELT_HAND_CARDS_MAX];
    felt_card banker[FELT_HAND_CARDS_MAX];
    int player_cards; /* 2 or 3 */
    int banker_cards;
} felt_round;

/* A round as a record keeps what was dealt (field 0 is the player's, field 1 the banker's), and back. */
felt_round felt_round_of(const felt_dealt *dealt);
felt_dealt felt_round_dealt(const felt_round *round);

/* What the first two cards of the hands have to do with each other. A pair is two cards of one rank: a king and a queen are none. */
typedef enum felt_pairs {
    FELT_PAIRS_NONE = 0,
    FELT_PAIRS_PLAYER, /* the player hand only */
    FELT_PAIRS_BANKER, /* the banker hand only */
    FELT_PAIRS_BOTH,   /* both, of different ranks */
    FELT_PAIRS_SAME,   /* both, of the same rank */
    FELT_PAIRS_COUNT
} felt_pairs;

/* All that a wager can know of a finished round. */
typedef struct felt_hands {
    int player_total; /* 0 to 9 */
    int banker_total;
    int player_cards; /* 2 or 3 */
    int banker_cards;
    felt_pairs pairs;
} felt_hands;

/* Hands as one number from 0 to FELT_OUTCOME_COUNT - 1:
 * (((player_total * 10 + banker_total) * 2 + player_cards - 2) * 2 + banker_cards - 2) * 5 + pairs. */
static inline int felt_outcome_index(felt_hands hands)
{
    int totals = hands.player_total * 10 + hands.banker_total;
    int cards = (hands.player_cards - 2) * 2 + hands.banker_cards - 2;
    return (totals * 4 + cards) * FELT_PAIRS_COUNT + (int)hands.pairs;
}

static inline felt_hands felt_outcome_hands(int index)
{
    int cards = index / FELT_PAIRS_COUNT % 4;
    int totals = index / (FELT_PAIRS_COUNT * 4);
    felt_hands hands;
    hands.player_total = totals / 10;
    hands.banker_total = totals % 10;
    hands.player_cards = cards / 2 + 2;
    hands.banker_cards = cards % 2 + 2;
    hands.pairs = (felt_pairs)(index % FELT_PAIRS_COUNT);
    return hands;
}

/* Does the player hand draw a third card? `player` and `banker` are the totals of the first two cards. */
bool felt_player_draws(int player, int banker);

/* Does the banker hand draw a third card? `third` is the value (0 to 9) of the player's third card, or -1 when the player stood. */
bool felt_banker_draws(int player, int banker, int third);

/* Was `round` dealt by the drawing rules, from at most `decks` decks? A round that comes from outside is looked at here first. FELT_EDATA:
 * a hand has not 2 or 3 cards, a card is none, or should or should not be there. FELT_ERANGE: decks are not 1 to FELT_DECKS_MAX. */
felt_status felt_round_verify(const felt_round *round, int decks, felt_error *error);

/* The hands of `round`. Requires 2 or 3 cards in each hand, ranks 1 to 13, which felt_round_verify has seen to. */
felt_hands felt_round_hands(const felt_round *round);

/* Reads a card such as "9S", "10h", "TD" or "KC". */
bool felt_card_read(felt_text text, felt_card *ret);

/* Writes a card such as "9S" or "10H" into `ret` (at least 4 bytes); a rank or suit that there is not is a question mark. */
void felt_card_write(felt_card card, char *ret);

/* One round that ends in each outcome; player_cards is 0 where no round from `decks` decks does. */
typedef struct felt_outcome_examples {
    felt_round round[FELT_OUTCOME_COUNT];
} felt_outcome_examples;

/* Goes through every deal that `decks` decks allow, by rank. Takes about a millisecond. Requires 1 <= decks <= 8. */
void felt_outcome_enumerate(int decks, felt_outcome_examples *ret);

FELT_API_END

#endif
