/* felt/most.h - the most the house can lose on the wagers of a sheet, whatever choices of it are taken.
 *
 * Lifetime: a felt_most owns its figures and is freed with felt_most_free; sheet and odds must outlive it.
 * Threads:  computing is pure.
 * Failure:  results are written only on FELT_OK. GMP itself ends the process when there is no memory for a number. */
#ifndef FELT_MOST_H
#define FELT_MOST_H

#include <felt/api.h>
#include <felt/odds.h>
#include <felt/together.h>

FELT_API_BEGIN

typedef struct felt_most {
    const felt_sheet *sheet;
    mpq_t units; /* that the house can lose in one event with a unit on each wager. Where wagers last several events, a bound: each is
                    in the state, whatever came before, in which the event costs the house most */
    int event;   /* in which it does, as the game counts its events */
    mpq_t whole; /* a bound for all events until the last is decided: each wager at its best */
    felt_together_choice *choices; /* under which `units` are lost; by_default: the selection leaves others of the option */
    int choice_count;
    bool of_many;            /* the selection leaves other choices, and none of them loses more */
    const felt_wager *first; /* that stands under them */
    int count;               /* wagers that stand under them and have their pays */
    int several;             /* of these, more than one event may decide so many */
    int unset;               /* wagers that lack a pay under some choice, which is left out */
} felt_most;

/* Of all entries that felt_odds_add made of one sheet and `selection` without a shoe, not merged.
 * FELT_ENOTFOUND: no wager has its pays. FELT_ELIMIT: the choices combine in too many ways, or pays have too many digits. FELT_ENOMEM. */
felt_status felt_most_make(const felt_odds_list *odds, const felt_selection *selection, felt_most *ret);
void felt_most_free(felt_most *most);

FELT_API_END

#endif
