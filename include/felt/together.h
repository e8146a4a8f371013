/* felt/together.h - wagers on one round: which of them stand together, how they move together, and the most the house can lose on them.
 *
 * Lifetime: a felt_together owns its figures and is freed with felt_together_free; the odds it was made from must outlive it.
 * Threads:  computing is pure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_TOGETHER_H
#define FELT_TOGETHER_H

#include <felt/api.h>
#include <felt/odds.h>

FELT_API_BEGIN

enum { FELT_TOGETHER_MAX = 64 };

/* A choice that the wagers were taken with. */
typedef struct felt_together_choice {
    const felt_sheet *sheet;
    const felt_wager *wager; /* the first that it matters to; a paytable matters to no other */
    felt_setting setting;
    bool by_default; /* the selection leaves other choices of the option as well */
} felt_together_choice;

typedef struct felt_together {
    const felt_odds **list; /* in the order in which they were given */
    int count;
    felt_together_choice *choices; /* of options that matter to a wager of the list, or to one that they leave without a pay, or that say
                                      whether a wager of these sheets is offered, each once */
    int choice_count;
    mpq_t *covariance; /* of wagers a and b: covariance[a * count + b] */
    mpq_t most;        /* that the house can lose in one round with a unit on each ... */
    int event;         /* ... and in which, as the game counts its events */
    int left_multi_roll, left_unset, left_other; /* wagers that are not in the list, by the reason: more than one event decides them, a
                                                    pay or an outcome is missing under the choices taken, no room or not offered
                                                    under them */
} felt_together;

/* Takes one entry of each wager of `list` that can stand beside the others: all are decided by one round, have pays, and contradict each
 * other in no option that matters. Where the selection leaves several choices, the default ones are taken (the most decks, else the first
 * choice), even where they leave a wager without a pay: then it is left out. At most FELT_TOGETHER_MAX, in the order of the list. `shoe`
 * as in felt_odds_add.
 * FELT_ENOTFOUND: no entry is left. FELT_ENOMEM. */
felt_status felt_together_make(const felt_odds *const *list, int count, const felt_selection *selection, const felt_shoe *shoe,
                               felt_together *ret);
void felt_together_free(felt_together *together);

/* The correlation of wagers a and b of the list: its square, and as result its sign, 0 where one of them cannot vary. */
int felt_together_correlation(const felt_together *together, int a, int b, mpq_t ret_square);

FELT_API_END

#endif
