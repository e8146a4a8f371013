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
    static const uint16_t after[8] = {0x3ff, 0x3ff, 0x3ff, 0x2ff /* all but 8 */, 0x0fc /* 2 to 7 */, 0x0f0 /* 4 to 7 */, 0x0c0 /* 6, 7 */,
                                      0};
    if (player >= 8 || banker >= 8)
        return false;
    return third < 0 ? banker <= 5 : after[banker] >> third & 1;
}

/* The same as totals up to which is drawn, for who compares many hands at once. */
typedef struct draws_limits {
    int player;    /* the player draws up to this total ... */
    int banker;    /* ... and so does the banker when the player has stood */
    int after[10]; /* and when the player's third card counts so much; -1: on no total */
} draws_limits;

static inline draws_limits draws_limits_make(void)
{
    draws_limits limits = {.player = -1, .banker = -1};
    for (int third = 0; third < 10; third++)
        limits.after[third] = -1;
    for (int total = 0; total < 8; total++) {
        limits.player = draws_player(total, 0) ? total : limits.player;
        limits.banker = draws_banker(7, total, -1) ? total : limits.banker;
        for (int third = 0; third < 10; third++)
            limits.after[third] = draws_banker(0, total, third) ? total : limits.after[third];
    }
    return limits;
}

#endif
