/* tests/oracle/table_plain.h - a slow, obvious table: every bet in a plain array, looked through from its beginning for everything.
 *
 * Written from the sentences of felt/settle.h; shares no code with src/. Knows the wagers of one small sheet of craps by heart. */
#ifndef FELT_TESTS_ORACLE_TABLE_PLAIN_H
#define FELT_TESTS_ORACLE_TABLE_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_ROWS_MAX = 40, PLAIN_ROLLS_MAX = 16 };

typedef enum plain_wager {
    PLAIN_PASS,   /* placed before any come-out roll */
    PLAIN_DONT,   /* the same; may be lowered or taken down */
    PLAIN_COME,   /* with a come-out of its own; may be lowered or taken down */
    PLAIN_ODDS_4, /* needs a come bet on its number, at most 3/2 times its stake; may be anything */
    PLAIN_ODDS_6,
    PLAIN_SIDE,    /* needs pass or dont, at most its stake; may be lowered */
    PLAIN_DEEP,    /* needs side; may be taken down */
    PLAIN_BUY,     /* a vig of 5 % of the stake; may be anything */
    PLAIN_HELD,    /* placed while a point is on; a vig of 5 % of the win; may be turned off */
    PLAIN_PLACE,   /* a commission of 5 % of the win; may be raised or turned off */
    PLAIN_SHOOTER, /* placed before a new shooter's first roll */
    PLAIN_WAGERS
} plain_wager;

extern const char plain_sheet[]; /* the same in Felt's language, wagers in this order */

typedef enum plain_action { PLAIN_BET, PLAIN_RAISE, PLAIN_LOWER, PLAIN_TAKE_DOWN, PLAIN_OFF, PLAIN_ON } plain_action;
typedef enum plain_rounding { PLAIN_DOWN, PLAIN_NEAREST, PLAIN_UP } plain_rounding;
typedef enum plain_refusal { PLAIN_FINE, PLAIN_DATA, PLAIN_LIMIT } plain_refusal;
typedef enum plain_outcome { PLAIN_STAYS, PLAIN_LOSES, PLAIN_PUSHES, PLAIN_WINS } plain_outcome;

typedef struct plain_house {
    plain_rounding rounding, vig_rounding;
    int64_t min, max, vig_min, vig_unit;
} plain_house;

typedef struct plain_row {
    plain_action action;
    int wager, seat, after;
    int64_t amount;
} plain_row;

/* What came of a row. */
typedef struct plain_result {
    plain_refusal refusal;
    int part_of; /* an action that was done: of which row; else -1 */
    plain_outcome outcome;
    bool taken_down;
    int events;
    int64_t stake, back, vig, winnings, commission;
} plain_result;

typedef struct plain_hand {
    plain_house house;
    int point;                  /* on which the puck is before the first roll; 0: off */
    int rolls[PLAIN_ROLLS_MAX]; /* totals */
    int roll_count;
    plain_row rows[PLAIN_ROWS_MAX];
    int row_count;
} plain_hand;

/* One thing that was done at the table, or was tried, in the order in which it is. */
typedef struct plain_step {
    int row;    /* -1: a roll */
    int target; /* of an action: the row of the bet; -1: there is none, and nothing is tried */
    plain_refusal refusal;
    int64_t back; /* what comes back by it, of all bets together */
} plain_step;

typedef struct plain_story {
    plain_result results[PLAIN_ROWS_MAX];
    plain_step steps[PLAIN_ROWS_MAX + PLAIN_ROLLS_MAX];
    int step_count;
} plain_story;

/* Plays the first `rows` rows of a hand. */
void plain_play(const plain_hand *hand, int rows, plain_story *ret);

#endif
