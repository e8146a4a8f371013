/* src/table/event.h - which fields an event of each kind has, for whatever writes events in another form. */
#ifndef FELT_SRC_TABLE_EVENT_H
#define FELT_SRC_TABLE_EVENT_H

#include <felt/table.h>

/* Fields, in the order in which they are written. */
typedef enum event_field {
    EVENT_HAS_PLAYER = 1 << 0,
    EVENT_HAS_SEAT = 1 << 1,
    EVENT_HAS_BET = 1 << 2,
    EVENT_HAS_WAGER = 1 << 3,
    EVENT_HAS_ACTION = 1 << 4,
    EVENT_HAS_AMOUNT = 1 << 5,
    EVENT_HAS_HELD = 1 << 6,
    EVENT_HAS_BACK = 1 << 7,
    EVENT_HAS_PAYMENT = 1 << 8, /* lost, winnings, commission, dealer; pay, dealer_pay, row, taken_down */
    EVENT_HAS_LIMITS = 1 << 9,
    EVENT_HAS_ROUND = 1 << 10,
    EVENT_HAS_DEALT = 1 << 11, /* and the code and the way */
    EVENT_HAS_SHOE = 1 << 12,
    EVENT_HAS_ANSWER = 1 << 13, /* command, digest, refusal */
    EVENT_HAS_STATUS = 1 << 14,
    EVENT_HAS_TEXT = 1 << 15,
    EVENT_HAS_TABLE_LIMITS = 1 << 17, /* after the limits of a wager */
    EVENT_HAS_STAYS = 1 << 16,        /* and what stays up again; after what is held */
} event_field;

/* A sum of event_field. Requires a kind of the list. */
int event_fields(felt_event_kind kind);

#endif
