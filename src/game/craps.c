/* src/game/craps.c - the procedure of craps: rolls and the puck. */
#include <assert.h>
#include <felt/craps.h>
#include <stdio.h>

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

/* ---- the game ---- */

static int ways_of(int event)
{
    return felt_roll_ways(event);
}

static int roll_of_way(int way)
{
    return felt_roll_index(way / 6 + 1, way % 6 + 1);
}

static int faces_of_way(int way, uint8_t ret[FELT_FIELD_PIECES_MAX])
{
    ret[0] = (uint8_t)(way / 6 + 1);
    ret[1] = (uint8_t)(way % 6 + 1);
    return 2;
}

static bool total_covers(int code, int event)
{
    return felt_roll_code_total(code) == felt_roll_total(event);
}

static int write_roll(int code, char *ret, size_t size)
{
    if (code >= FELT_ROLL_TOTALS)
        return snprintf(ret, size, "%d", felt_roll_code_total(code));
    return snprintf(ret, size, "%d-%d", felt_roll_low(code), felt_roll_high(code));
}

/* "8", "12", "3-5". */
static int read_roll(felt_text text)
{
    const char *at = text.bytes;
    if (text.length == 3 && at[1] == '-' && at[0] >= '1' && at[0] <= '6' && at[2] >= '1' && at[2] <= '6')
        return felt_roll_index(at[0] - '0', at[2] - '0');
    if (text.length == 1 && at[0] >= '2' && at[0] <= '9')
        return FELT_ROLL_TOTALS + at[0] - '2';
    if (text.length == 2 && at[0] == '1' && at[1] >= '0' && at[1] <= '2')
        return FELT_ROLL_TOTALS + 8 + at[1] - '0';
    return -1;
}

static int puck_after(int phase, int code, bool *ret_over)
{
    int total = felt_roll_code_total(code);
    *ret_over = phase != FELT_PUCK_OFF && total == 7;
    return (int)felt_puck_after((felt_puck)phase, total);
}

static int write_puck(int phase, char *ret, size_t size)
{
    if (phase == FELT_PUCK_OFF)
        return snprintf(ret, size, "the puck is off");
    return snprintf(ret, size, "the puck is on %d", felt_puck_point((felt_puck)phase));
}

static int find_puck(int number)
{
    felt_puck puck = felt_puck_on(number);
    return puck == FELT_PUCK_OFF ? -1 : (int)puck;
}

static int puck_number(int phase)
{
    return felt_puck_point((felt_puck)phase);
}

static int write_pucks(unsigned phases, char *ret, size_t size)
{
    char points[32] = "";
    int at = 0;
    bool off = phases & 1;
    if (phases == (1u << FELT_PUCK_COUNT) - 1)
        return snprintf(ret, size, "wherever the puck is");
    for (int puck = 1; puck < FELT_PUCK_COUNT; puck++)
        if (phases >> puck & 1)
            at += snprintf(points + at, sizeof points - (size_t)at, "%s%d", at > 0 ? ", " : "", puck_points[puck]);
    if (at == 0)
        return snprintf(ret, size, "with the puck off");
    return snprintf(ret, size, "with the puck %son %s", off ? "off or " : "", points);
}

/* In the order of felt_placing. */
static const char *const placings[] = {"before a new shooter's first come-out roll", "before any come-out roll", "while a point is on",
                                       "while its number is the point", "at any time"};

static const felt_game_field roll_field[] = {{"rolls", "a total such as 8 or faces such as 3-5", "6 4-4 7"}};

const felt_game felt_game_craps = {
    .name = "craps",
    .title = "Craps",
    .words = {.event = "roll",
              .events = "rolls",
              .hand = "shooter",
              .hands = "shooters",
              .supply = "shooter",
              .supplies = "shooters",
              .phase = "point",
              .start = "come-out",
              .own_phases = "with a come-out of its own",
              .own_phases_begin = "come-out, point and line below are its own and begin with the next roll",
              .came = "rolled",
              .counted = "rolled, made or won",
              .thrown = "two dice",
              .pieces = "dice"},
    .source = FELT_SOURCE_THROWN,
    .side_low = 2,
    .side_high = 12,
    .sides_example = "4, 5, 6, 8, 9 or 10",
    .sides_expected = "a total of two dice",
    .event_count = FELT_ROLL_COUNT,
    .code_count = FELT_ROLL_CODES,
    .all_ways = FELT_ROLL_WAYS,
    .ways = ways_of,
    .event_of_way = roll_of_way,
    .faces = faces_of_way,
    .covers = total_covers,
    .event_write = write_roll,
    .hand_events_max = FELT_SHOOTER_ROLLS_MAX,
    .phase_count = FELT_PUCK_COUNT,
    .phase_after = puck_after,
    .hand_end = "a seven-out, which ends the shooter's hand",
    .phase_write = write_puck,
    .phase_find = find_puck,
    .phase_number = puck_number,
    .phase_expected = "a point: 4, 5, 6, 8, 9 or 10",
    .phases_write = write_pucks,
    .placings = placings,
    .fields = roll_field,
    .field_count = 1,
    .event_read = read_roll,
};
