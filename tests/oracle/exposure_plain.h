/* oracle/exposure_plain.h - the slow second answer to "what does somebody win who watches this shoe".
 *
 * One shoe at a time, one card at a time, every value counted anew from all deals; shares no code with src/count/. The shoes are those of
 * the same seed and number: their cards come from the bits that src/count/deal.h names. */
#ifndef ORACLE_EXPOSURE_PLAIN_H
#define ORACLE_EXPOSURE_PLAIN_H

#include <felt/exposure.h>

typedef struct exposure_plain {
    int rounds;
    int bets;   /* that a perfect player makes ... */
    double won; /* ... and what they are worth */
    int system_bets;
    double system_won;
} exposure_plain;

/* Deals shoe `shoe` of `seed` to the cut card with `behind` cards behind it, and adds what came of it to *ret. */
void exposure_plain_shoe(const felt_exposure_setup *setup, int bet, int system, int behind, uint64_t shoe, exposure_plain *ret);

#endif
