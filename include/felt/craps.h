/* felt/craps.h - the procedure of craps: rolls of two dice, the puck, and what a roll does to it.
 *
 * Threads:  every function is pure. */
#ifndef FELT_CRAPS_H
#define FELT_CRAPS_H

#include <felt/api.h>
#include <felt/game.h>
#include <felt/status.h>
#include <felt/text.h>
#include <stdbool.h>
#include <stdint.h>

FELT_API_BEGIN

enum {
    FELT_ROLL_COUNT = 21, /* unordered pairs of faces: 1-1, 1-2, ... 1-6, 2-2, ... 6-6 */
    FELT_ROLL_WAYS = 36,  /* what felt_roll_ways adds up to over all rolls */
    FELT_ROLL_TOTALS = FELT_ROLL_COUNT, /* a roll known by its total only is FELT_ROLL_TOTALS + total - 2 */
    FELT_ROLL_CODES = FELT_ROLL_TOTALS + 11,
    FELT_SHOOTER_ROLLS_MAX = 1000, /* of one shooter */
};

extern const felt_game felt_game_craps;

/* Where the puck is: off before a come-out roll, or on one of the six points. */
typedef enum felt_puck {
    FELT_PUCK_OFF = 0,
    FELT_PUCK_4,
    FELT_PUCK_5,
    FELT_PUCK_6,
    FELT_PUCK_8,
    FELT_PUCK_9,
    FELT_PUCK_10,
    FELT_PUCK_COUNT
} felt_puck;

/* The roll with faces `a` and `b`, in either order, as a number from 0 to 20; -1 when one of them is no face of a die. */
int felt_roll_index(int a, int b);

/* The lower and the higher face of a roll. These and all that follow require a roll from 0 to 20 and a puck of felt_puck. */
int felt_roll_low(int roll);
int felt_roll_high(int roll);

static inline int felt_roll_total(int roll)
{
    return felt_roll_low(roll) + felt_roll_high(roll);
}

static inline bool felt_roll_is_double(int roll)
{
    return felt_roll_low(roll) == felt_roll_high(roll);
}

/* The total of a roll, or of one known by its total only. */
static inline int felt_roll_code_total(int code)
{
    return code < FELT_ROLL_TOTALS ? felt_roll_total(code) : code - FELT_ROLL_TOTALS + 2;
}

/* In how many of 36 ways two dice show `roll`: 1 for a double, else 2. */
static inline int felt_roll_ways(int roll)
{
    return felt_roll_is_double(roll) ? 1 : 2;
}

/* The point that `puck` stands on, 0 when it is off; and the puck that stands on `total`, off when no point is `total`. */
int felt_puck_point(felt_puck puck);
felt_puck felt_puck_on(int total);

/* Where the puck is after a roll of `total`. */
felt_puck felt_puck_after(felt_puck puck, int total);

FELT_API_END

#endif
