/* felt/removal.h - what the removal of cards from a shoe does to the value of a wager, exactly.
 *
 * The value of a wager is what a unit handed over is expected to win, so it is positive where the player has the advantage. The effect of
 * removal of a card is the value from the shoe without that card, less the value from the whole shoe.
 * Lifetime: a felt_removals owns its numbers and is freed with felt_removals_free; the odds must outlive it.
 * Threads:  computing is pure; one thread at a time for one list.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_REMOVAL_H
#define FELT_REMOVAL_H

#include <felt/api.h>
#include <felt/error.h>
#include <felt/odds.h>
#include <felt/shoe.h>
#include <gmp.h>

FELT_API_BEGIN

/* Is there something to count: is the wager dealt from a shoe, and are its pays known? */
bool felt_removal_applies(const felt_odds *odds);

typedef struct felt_removal {
    const felt_odds *odds;         /* the wager, side and choices that it is about */
    felt_shoe shoe;                /* what the cards are removed from */
    mpq_t value;                   /* from the whole shoe: the edge with the other sign */
    bool has[FELT_RANK_COUNT];     /* the shoe holds a card of rank i + 1 ... */
    mpq_t effect[FELT_RANK_COUNT]; /* ... and this is the effect of its removal; 0 where there is none */
} felt_removal;

typedef struct felt_removals {
    felt_removal *list;
    int count;
} felt_removals;

/* One for each of `count` entries, in their order, from `shoe`, which is the one that they were computed from (felt_odds_add), or from
 * fresh shoes of their decks where it is NULL. An entry to which it does not apply has no effects: has[] is false for every rank.
 * FELT_EDATA, FELT_ELIMIT: the shoe cannot be dealt from, or not without a card. FELT_ENOMEM. */
felt_status felt_removals_make(const felt_odds *const *list, int count, const felt_shoe *shoe, felt_removals *ret, felt_error *error);
void felt_removals_free(felt_removals *removals);

/* Do ten, jack, queen and king have one effect, or none in the shoe? So it is wherever the wager knows nothing of pairs, or the shoe holds
 * as many of each. */
bool felt_removal_by_value(const felt_removal *removal);

FELT_API_END

#endif
