/* felt/safe.h - what would keep a wager from those who watch the cards: more cards behind the cut card, or a lower pay.
 *
 * A wager is safe where a perfect player wins less than a stated number of units in a shoe. What he wins is an estimate from dealt shoes,
 * and comes with its standard error; the value of a wager with a lower pay is exact.
 * Lifetime: a felt_safe_pays owns its rows and is freed with felt_safe_pays_free; the odds must outlive the call.
 * Threads:  one thread at a time for one exposure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_SAFE_H
#define FELT_SAFE_H

#include <felt/api.h>
#include <felt/exposure.h>
#include <felt/odds.h>

FELT_API_BEGIN

/* How many cards behind the cut card are enough; each is an index into the cuts of the setup, -1 where none of them is. */
typedef struct felt_safe_cut {
    int cut;   /* with so many cards, and with more, the estimate is below */
    int least; /* so far may it be with confidence of 95 %: from here on the lower end of the interval is below ... */
    int most;  /* ... and from here on the upper end */
} felt_safe_cut;

felt_safe_cut felt_safe_cut_find(const felt_exposure *e, int bet, double units);

/* One row of a wager, lowered by whole numbers, with all others as they are. */
typedef struct felt_safe_row {
    int entry; /* index of the wager's odds in the list */
    int row;
    bool enough;                   /* false: not even the lowest pay that still wins is; then `pay` is that one */
    felt_pay pay;                  /* the highest that is enough */
    felt_exposure_figure per_shoe; /* units that a perfect player wins with it */
    felt_exposure_figure above;    /* and with one more, which is not safe; where `enough` */
    mpq_t value;                   /* what a unit is expected to win from a fresh shoe with that pay */
} felt_safe_row;

typedef struct felt_safe_pays {
    felt_safe_row *rows; /* by entry, then by row */
    int count;
    bool stopped; /* the watch has stopped it, and there are none */
} felt_safe_pays;

/* For every entry that is not safe with the last cut card of the setup, what the pay of each winning row would have to be; rows whose pay
 * is no whole number, or cannot be lower, are left out. `setup` says how shoes are dealt: of its cuts the last counts, and its bets,
 * systems and groups are not looked at. All entries have its decks. FELT_EDATA: an entry has no value; and as felt_exposure_new and
 * felt_exposure_run do. */
felt_status felt_safe_pays_make(const felt_odds *const *odds, int count, const felt_exposure_setup *setup, double units,
                                const felt_exposure_watch *watch, felt_safe_pays *ret, felt_error *error);
void felt_safe_pays_free(felt_safe_pays *pays);

FELT_API_END

#endif
