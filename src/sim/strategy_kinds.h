/* sim/strategy_kinds.h - events that are the same to a strategy: they take all wagers that it bets on or watches, and the game itself, from
 * wherever these are to the same place. */
#ifndef FELT_SRC_SIM_STRATEGY_KINDS_H
#define FELT_SRC_SIM_STRATEGY_KINDS_H

#include "../strategy/strategy.h"

typedef struct strategy_kinds {
    int count;
    uint16_t kind_of[FELT_EVENTS_MAX];  /* of each event of the game */
    uint16_t event_of[FELT_EVENTS_MAX]; /* of each kind: one event of it */
} strategy_kinds;

void strategy_kinds_find(strategy_kinds *ret, const felt_strategy *strategy);

#endif
