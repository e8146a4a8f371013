/* src/sim/dealt.c - shoes of any game, dealt card by card. */
#include "sim/dealt.h"

#include <assert.h>

void dealt_shuffle(dealt_shoe *d, felt_random *random)
{
    felt_status status = felt_dealing_shuffle(&d->shoe, random, d->decks, d->cut > 0 ? d->cut : FELT_CUT_MIN, d->rules);
    assert(status == FELT_OK);
    (void)status;
    if (d->cut > 0)
        felt_dealing_burn(&d->shoe);
}

bool dealt_goes_on(const dealt_shoe *d)
{
    return d->cut > 0 ? felt_dealing_goes_on(&d->shoe) : d->shoe.rounds < felt_sim_shoe_rounds(d->game, d->decks);
}

int dealt_next(dealt_shoe *d)
{
    felt_dealt dealt;
    int event = 0;
    if (d->cut == 0)
        d->shoe.rounds_left = -1; /* the cut card does not count */
    d->game->deal(&d->shoe, &dealt);
    felt_status status = d->game->classify(&dealt, d->decks, &event, NULL);
    assert(status == FELT_OK);
    (void)status;
    return event;
}
