/* tests/toy/three_dice.c - three dice as a game among games: its events, their ways, and how they are spelt. */
#include "toy/three_dice.h"

#include <stdio.h>

/* ---- events ---- */

/* The faces of each event as the digits of a number, the lowest first. */
static const uint16_t faces[THREE_DICE_COUNT] = {
    111, 112, 113, 114, 115, 116, 122, 123, 124, 125, 126, 133, 134, 135, 136, 144, 145, 146, 155,
    156, 166, 222, 223, 224, 225, 226, 233, 234, 235, 236, 244, 245, 246, 255, 256, 266, 333, 334,
    335, 336, 344, 345, 346, 355, 356, 366, 444, 445, 446, 455, 456, 466, 555, 556, 566, 666,
};

int three_dice_event(int a, int b, int c)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    int first = c < low ? c : low, last = c > high ? c : high, middle = a + b + c - first - last;
    for (int event = 0; event < THREE_DICE_COUNT; event++)
        if (faces[event] == 100 * first + 10 * middle + last)
            return event;
    return -1;
}

int three_dice_face(int event, int i)
{
    static const int tens[] = {100, 10, 1};
    return faces[event] / tens[i] % 10;
}

static int ways(int event)
{
    int a = three_dice_face(event, 0), b = three_dice_face(event, 1), c = three_dice_face(event, 2);
    if (a == b && b == c)
        return 1;
    return a == b || b == c ? 3 : 6;
}

static int event_of_way(int way)
{
    return three_dice_event(way / 36 + 1, way / 6 % 6 + 1, way % 6 + 1);
}

static int faces_of_way(int way, uint8_t ret[FELT_FIELD_PIECES_MAX])
{
    ret[0] = (uint8_t)(way / 36 + 1);
    ret[1] = (uint8_t)(way / 6 % 6 + 1);
    ret[2] = (uint8_t)(way % 6 + 1);
    return 3;
}

static int write_event(int code, char *ret, size_t size)
{
    return snprintf(ret, size, "%d-%d-%d", three_dice_face(code, 0), three_dice_face(code, 1), three_dice_face(code, 2));
}

/* ---- hands: one throw each ---- */

static int phase_after(int phase, int code, bool *ret_over)
{
    (void)code;
    *ret_over = true;
    return phase;
}

static int write_phase(int phase, char *ret, size_t size)
{
    (void)phase;
    return snprintf(ret, size, "before the throw");
}

/* ---- spelling ---- */

static bool read_die(felt_text text, felt_card *ret)
{
    if (text.length != 1 || text.bytes[0] < '1' || text.bytes[0] > '6')
        return false;
    *ret = (felt_card){.rank = (uint8_t)(text.bytes[0] - '0')};
    return true;
}

/* "1-2-3" or "1 2 3". */
static bool read_dice(felt_text text, felt_card ret[FELT_FIELD_PIECES_MAX], uint8_t *ret_count)
{
    if (text.length != 5 || (text.bytes[1] != '-' && text.bytes[1] != ' ') || text.bytes[3] != text.bytes[1])
        return false;
    *ret_count = 3;
    for (size_t i = 0; i < 3; i++)
        if (!read_die((felt_text){text.bytes + 2 * i, 1}, &ret[i]))
            return false;
    return true;
}

static felt_status classify(const felt_dealt *dealt, int decks, int *ret, felt_error *error)
{
    const felt_card *dice = dealt->pieces[0];
    (void)decks;
    if (dealt->counts[0] != 3)
        return felt_error_set(error, FELT_EDATA, -1, "found %d dice, expected 3", dealt->counts[0]);
    for (int i = 0; i < 3; i++)
        if (dice[i].rank < 1 || dice[i].rank > 6)
            return felt_error_set(error, FELT_EDATA, -1, "die %d shows %d, expected 1 to 6", i + 1, dice[i].rank);
    *ret = three_dice_event(dice[0].rank, dice[1].rank, dice[2].rank);
    return FELT_OK;
}

static const char *const side_names[] = {"smalltotals", "largetotals", NULL};
static const felt_game_field dice_field[] = {{"dice", "three dice such as 1-2-3", "1 2 3"}};

const felt_game felt_game_three_dice = {
    .name = "three-dice",
    .title = "Three Dice",
    .words = {.event = "throw",
              .events = "throws",
              .hand = "throw",
              .hands = "throws",
              .thrown = "three dice",
              .pieces = "dice",
              .combinations = "ways in which three dice can fall, 216 in all"},
    .source = FELT_SOURCE_THROWN,
    .sides = side_names,
    .sides_example = "smalltotals or largetotals",
    .sides_expected = "smalltotals or largetotals",
    .event_count = THREE_DICE_COUNT,
    .code_count = THREE_DICE_COUNT,
    .all_ways = THREE_DICE_WAYS,
    .ways = ways,
    .event_of_way = event_of_way,
    .faces = faces_of_way,
    .event_write = write_event,
    .one_event = true,
    .hand_events_max = 1,
    .phase_count = 1,
    .phase_after = phase_after,
    .hand_end = "the end of the throw",
    .phase_write = write_phase,
    .fields = dice_field,
    .field_count = 1,
    .piece_read = read_die,
    .piece = "die",
    .piece_expected = "a die from 1 to 6",
    .pieces_min = 3,
    .pieces_max = 3,
    .pieces_expected = "3",
    .pieces_read = read_dice,
    .classify = classify,
};
