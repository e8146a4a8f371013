/* tests/toy/three_dice.h - a game of three dice, which lives in the tests only: ARCHITECTURE.md, "Adding a game", followed once.
 *
 * Three dice are thrown. Wagers are on totals from 3 to 18, on triples, on how often a face shows, and on the side of small or of large
 * totals. An event is a set of three faces, written "2-3-6". */
#ifndef FELT_TESTS_TOY_THREE_DICE_H
#define FELT_TESTS_TOY_THREE_DICE_H

#include <felt/game.h>

enum { THREE_DICE_COUNT = 56, THREE_DICE_WAYS = 216 };

extern const felt_game felt_game_three_dice;

/* The event of three faces from 1 to 6, in any order. */
int three_dice_event(int a, int b, int c);

/* Its faces, the lowest first; i is 0, 1 or 2. */
int three_dice_face(int event, int i);

#endif
