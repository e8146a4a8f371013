/* src/game/draws.h - the drawing rules of baccarat, inline: they are asked for every round that is settled. */
#ifndef FELT_SRC_GAME_DRAWS_H
#define FELT_SRC_GAME_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

static inline bool draws_player(int player, int banker)
{
    return player <= 5 && banker < 8;
}

/* `third` is the value of the player's third card, -1 when the player stood. */
static inline bool draws_banker(int player, int banker, int third)
{
    /* By the banker's total, bit v: after a third card of v. */
    static const uint16_t after[8] = {0x3ff, 0x3ff, 0x3ff, 0x2ff /* all but 8 */, 0x0fc /* 2 to 7 */, 0x0f0 /* 4 to 7 */, 0x0c0 /* 6, 7 */, 0};
    if (player >= 8 || banker >= 8)
        return false;
    return third < 0 ? banker <= 5 : after[banker] >> third & 1;
}

#endif
