/* felt/shoe.h - a shoe of any composition: what it holds, and cards taken out of it.
 *
 * A shoe holds cards by rank; suits are not told apart. How a round dealt from it ends is counted by felt/shoe_count.h.
 * Threads:  every function is pure.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_SHOE_H
#define FELT_SHOE_H

#include <felt/api.h>
#include <felt/baccarat.h>
#include <felt/dealing.h>
#include <felt/error.h>
#include <felt/status.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_SHOE_RANK_MAX = 4 * FELT_DECKS_MAX, /* cards of one rank */
    FELT_SHOE_CARDS_MIN = 6,                 /* a round may need them all */
};

/* What a shoe holds: cards[rank - 1] of each rank, aces first and kings last. */
typedef struct felt_shoe {
    int32_t cards[FELT_RANK_COUNT];
} felt_shoe;

/* `decks` full decks. Requires 1 <= decks <= FELT_DECKS_MAX. */
felt_shoe felt_shoe_fresh(int decks);

/* Can a round be dealt from `shoe`? FELT_EDATA: it holds fewer than no cards of a rank, or fewer than six in all. FELT_ELIMIT: it holds
 * more of a rank than eight decks do. The error says what was found and what was expected. */
felt_status felt_shoe_check(const felt_shoe *shoe, felt_error *error);

/* How many cards it holds. Requires that no rank holds fewer than none, or more than eight decks do. */
int felt_shoe_size(const felt_shoe *shoe);

/* Takes a card out. FELT_EDATA: it is no card, or there is none of its rank left; then nothing is taken. */
felt_status felt_shoe_take(felt_shoe *shoe, felt_card card, felt_error *error);

/* Takes out all cards of a finished round, or none of them. */
felt_status felt_shoe_take_round(felt_shoe *shoe, const felt_round *round, felt_error *error);

/* ---- from a shoe in play ---- */

/* The cards that are still to come, those behind the cut card included. */
felt_shoe felt_shoe_of_dealing(const felt_dealing *dealing);

/* The cards that a player at the table has not seen: those still to come, and those burnt face down. The card that the burn shows, and
 * every card dealt, has been seen. */
felt_shoe felt_shoe_unseen(const felt_dealing *dealing);

FELT_API_END

#endif
