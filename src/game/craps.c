/* src/game/craps.c - the procedure of craps: rolls and the puck. */
#include <assert.h>
#include <felt/craps.h>

static const uint8_t roll_low[FELT_ROLL_COUNT] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6};
static const uint8_t roll_high[FELT_ROLL_COUNT] = {1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6};
static const uint8_t puck_points[FELT_PUCK_COUNT] = {0, 4, 5, 6, 8, 9, 10};

int felt_roll_index(int a, int b)
{
    if (a < 1 || a > 6 || b < 1 || b > 6)
        return -1;
    int low = a < b ? a : b;
    int high = a < b ? b : a;
    /* The rolls with a lower low face come first: 6 of them, then 5, then 4 ... */
    return (low - 1) * 6 - (low - 1) * (low - 2) / 2 + high - low;
}

int felt_roll_low(int roll)
{
    assert(roll >= 0 && roll < FELT_ROLL_COUNT);
    return roll_low[roll];
}

int felt_roll_high(int roll)
{
    assert(roll >= 0 && roll < FELT_ROLL_COUNT);
    return roll_high[roll];
}

int felt_puck_point(felt_puck puck)
{
    assert((int)puck >= 0 && puck < FELT_PUCK_COUNT);
    return puck_points[puck];
}

felt_puck felt_puck_on(int total)
{
    for (int puck = 1; puck < FELT_PUCK_COUNT; puck++)
        if (puck_points[puck] == total)
            return (felt_puck)puck;
    return FELT_PUCK_OFF;
}

felt_puck felt_puck_after(felt_puck puck, int total)
{
    assert((int)puck >= 0 && puck < FELT_PUCK_COUNT);
    if (puck == FELT_PUCK_OFF)
        return felt_puck_on(total);
    return total == 7 || total == puck_points[puck] ? FELT_PUCK_OFF : puck;
}
