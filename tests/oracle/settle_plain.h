/* oracle/settle_plain.h - the slow second answer to "what is this bet paid".
 *
 * Shares nothing with src/: the oracle's wagers say what a stake of 1 wins, and the exact amount is a fraction of a minor unit. */
#ifndef ORACLE_SETTLE_PLAIN_H
#define ORACLE_SETTLE_PLAIN_H

#include "oracle/wagers.h"

#include <stdint.h>

/* What a bettor gets in all, stake included: num / den minor units; den 0: it is still up, or the document leaves the pay out. */
typedef struct plain_amount {
    oracle_kind kind;
    int64_t num, den;
} plain_amount;

/* A baccarat bet on a finished round: ranks 1 (ace) to 13 (king), a third card of 0 for none. */
plain_amount plain_round(const oracle_bet *bet, const int player[3], const int banker[3], int64_t stake);

/* A craps bet placed after `after` of a shooter's rolls, the faces of roll i being faces[i][0] and faces[i][1]. ret_rolls: how many had
 * been thrown when it was decided. */
plain_amount plain_shooter(const oracle_bet *bet, const int (*faces)[2], int rolls, int after, int64_t stake, int *ret_rolls);

/* The puck after so many rolls of a shooter, 0 when it is off. */
int plain_point(const int (*faces)[2], int rolls);

/* Is `paid` the exact amount or, if that is no whole number, what is left of it when the winnings are rounded down and the commission up?
 * Never above the exact amount, and less than 2 units below. */
bool plain_accepts(plain_amount exact, int64_t paid);

#endif
