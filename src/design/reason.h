/* src/design/reason.h - why no paytable meets a request. */
#ifndef FELT_SRC_DESIGN_REASON_H
#define FELT_SRC_DESIGN_REASON_H

#include "collect.h"

/* Writes a sentence or two: the constraint that cannot be met, or those of which one would have to go. FELT_ENOMEM. */
felt_status reason_write(const problem *p, char ret[FELT_DESIGN_REASON_BYTES]);

/* Do the rows win as often as is asked? If not, writes why. */
bool reason_hit(const problem *p, char ret[FELT_DESIGN_REASON_BYTES]);

enum { SCENE_BYTES = 256 };

/* "8 decks, ends=any-seven, on player", or "" where there is nothing to be said. */
void scene_write(const felt_odds *odds, char ret[SCENE_BYTES]);

#endif
