/* oracle/oracle_odds.h - exact odds of every wager by slow and obvious means, for comparison with the engine's.
 *
 * Baccarat: the deals of baccarat_enum.c, each paid by wagers_baccarat.c. Craps: the states that wagers_craps.c can get into, found by
 * rolling every roll in each of them, solved by chain.c; where they are too many for it, by oracle_closed.c. No compiled table is used. */
#ifndef ORACLE_ODDS_H
#define ORACLE_ODDS_H

#include "oracle/wagers.h"

#include <felt/baccarat.h>
#include <gmp.h>
#include <stdint.h>

enum { ORACLE_PAYS_MAX = 16 };

/* The chance of each net pay, lowest pay first; `unset` is the chance of an outcome whose pay the document leaves out. */
typedef struct oracle_odds {
    int count;
    mpq_t pays[ORACLE_PAYS_MAX];
    mpq_t chances[ORACLE_PAYS_MAX];
    mpq_t unset;
    bool undefined; /* there is an outcome of which the document does not say what happens: no figure is one then */
    mpq_t rolls; /* craps: the expected number of rolls until the wager is decided; baccarat: 1, the round */
} oracle_odds;

void oracle_odds_init(oracle_odds *odds);
void oracle_odds_clear(oracle_odds *odds);

/* The counts of a shoe, from cards[rank - 1] of each rank; one is enough for all wagers. */
typedef struct oracle_shoe {
    uint64_t counts[FELT_OUTCOME_COUNT];
    uint64_t deals;
} oracle_shoe;

void oracle_shoe_deal(const int32_t cards[FELT_RANK_COUNT], oracle_shoe *ret);

/* Baccarat: the odds of a round from this shoe. `odds` must be initialised. */
void oracle_odds_shoe(const oracle_bet *bet, const oracle_shoe *shoe, oracle_odds *odds);

/* Craps: the odds of a wager placed with the puck on `point` (0: off), where it may be. False when there is no memory. */
bool oracle_odds_dice(const oracle_bet *bet, int point, oracle_odds *odds);

/* The chance of a win, of any size or unset; and of the stake coming back. */
void oracle_odds_hit(const oracle_odds *odds, mpq_t hit, mpq_t push);

/* What the house keeps of a stake of 1, and the variance of what the player wins. False when a pay is unset or an outcome undefined. */
bool oracle_odds_edge(const oracle_odds *odds, mpq_t edge, mpq_t variance);

/* All of it at once, by the names that oracle_find takes. Baccarat: from `decks` full decks. Craps: `decks` is not used; placed with the
 * puck off, or, where that is not allowed, on the first point that is. False: no such wager, or a pay is unset. */
bool oracle_edge(const char *sheet, const char *wager, const char *side, const char *options, int decks, mpq_t edge);

/* The same from any shoe; baccarat only. */
bool oracle_edge_shoe(const char *sheet, const char *wager, const char *side, const char *options, const int32_t cards[FELT_RANK_COUNT],
                      mpq_t edge);

/* The first point with which the wager may be placed: 0, 4, 5, 6, 8, 9 or 10. */
int oracle_first_point(const oracle_bet *bet);

#endif
