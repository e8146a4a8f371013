/* src/sim/action.h - what was bet in many sessions, wager by wager: what both kinds of sessions add up. */
#ifndef FELT_SRC_SIM_ACTION_H
#define FELT_SRC_SIM_ACTION_H

#include <felt/sim.h>

/* An entry for each of these wagers of the book, with nothing bet yet; felt_session_result_free frees them, also after FELT_ENOMEM. */
felt_status actions_make(felt_session_result *result, const felt_book *book, const int *wagers, int count);

/* Adds up the entries. FELT_ERANGE: the sum does not fit. */
felt_status actions_add_up(felt_session_result *result);

#endif
