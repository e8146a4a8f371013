/* felt/leak.h - what leaks are worth besides counting: a card of the coming round that is known, and a shoe whose last cards are known.
 *
 * The bettor stakes a unit where what is known makes the wager favourable, and nothing where it does not. `alone` is one wager; `best` is
 * whichever wager of the same sheet is the most favourable, at most one at a time. All figures are exact.
 * Lifetime: lists own their numbers and are freed with the function beside; the effects of removal they are made from must outlive them.
 * Threads:  computing is pure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_LEAK_H
#define FELT_LEAK_H

#include <felt/api.h>
#include <felt/removal.h>

FELT_API_BEGIN

enum {
    FELT_KNOWN_POSITIONS = 6, /* cards of a round */
    FELT_KNOWN_LAST_MIN = 6,
    FELT_KNOWN_LAST_MAX = 14,
};

/* Units won a round, and bets made a round; the edge of a bet is their ratio. */
typedef struct felt_leak {
    mpq_t gain, frequency;
} felt_leak;

/* ---- one card ---- */

/* Positions are those of the shoe: 1 and 3 go to the player, 2 and 4 to the banker; 5 and 6 lie behind them, and are drawn by whoever draws
 * first and second, or by nobody. */
typedef struct felt_known_card {
    const felt_removal *removal;
    mpq_t value[FELT_KNOWN_POSITIONS]
               [FELT_RANK_COUNT]; /* of the wager, a card of rank i + 1 being in that position; 0 where there is none */
    felt_leak alone[FELT_KNOWN_POSITIONS];
    bool has_best; /* no wager of the sheet is there under several combinations of choices, which no table offers at once */
    felt_leak best[FELT_KNOWN_POSITIONS];
} felt_known_card;

typedef struct felt_known_cards {
    felt_known_card *list;
    int count;
} felt_known_cards;

/* One for each of the effects of removal, in their order; all is 0 where felt_removal_applies says no. FELT_ENOMEM. */
felt_status felt_known_cards_make(const felt_removals *removals, felt_known_cards *ret);
void felt_known_cards_free(felt_known_cards *known);

/* ---- the last cards ---- */

/* With `left` cards left, taken at random from the shoe: of a bettor who knows which cards they are, and of one who knows their order, and
 * so how the round will end. */
typedef struct felt_known_last {
    const felt_removal *removal;
    int left;
    felt_leak cards, order;
    bool has_best; /* as above */
    felt_leak best_cards, best_order;
} felt_known_last;

typedef struct felt_known_lasts {
    felt_known_last *list;
    int count;
} felt_known_lasts;

/* One for each of the effects of removal, in their order; all is 0 where felt_removal_applies says no. Goes through all cards that may be
 * left, by value, or by rank where a wager knows of pairs: 817,190 and 9,657,700 for 14. FELT_ERANGE: `left` is not FELT_KNOWN_LAST_MIN to
 * FELT_KNOWN_LAST_MAX. FELT_EDATA: the shoe holds fewer cards than that. FELT_ENOMEM. */
felt_status felt_known_lasts_make(const felt_removals *removals, int left, felt_known_lasts *ret, felt_error *error);
void felt_known_lasts_free(felt_known_lasts *known);

FELT_API_END

#endif
