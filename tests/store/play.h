/* tests/store/play.h - a store that is made, bet with, closed and opened again, while something fails; and what must be there
 * afterwards. */
#ifndef FELT_TESTS_STORE_PLAY_H
#define FELT_TESTS_STORE_PLAY_H

#include "suite.h"

/* How far a run has come, as its clients were told. */
typedef struct told {
    bool set_up;
    int bets; /* acknowledged */
} told;

/* Is called before every call of the store. May be NULL. */
typedef void play_hook(void *context);

/* Opens the store at b->address, makes it, bets, closes it; and once more, so that opening what is there comes as well. */
felt_status play(bank *b, told *t, play_hook *before, void *context, felt_error *error);

/* Everything that was acknowledged is there, at most one batch more, and it all balances. */
void play_check(bank *b, const told *t);

#endif
