/* src/table/decide.h - a decision in the making. */
#ifndef FELT_SRC_TABLE_DECIDE_H
#define FELT_SRC_TABLE_DECIDE_H

#include "table.h"

typedef struct decision {
    felt_table *t;
    const felt_command *c;
    int64_t now;
    int who; /* the number of the player, -1: unknown */
    felt_events *out;
    felt_answer answer;
    felt_error error;
    bool no_memory;
    felt_event nothing; /* written to in the place of an event for which there is no memory */
} decision;

/* One more event of this kind, at the end; never NULL. */
felt_event *decision_say(decision *d, felt_event_kind kind);

/* A FELT_EVENT_PAID for each. */
void decision_say_dues(decision *d, const table_dues *dues);

felt_status decision_refuse(decision *d, felt_refusal refusal, felt_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Refuses for a reason that felt/settle.h gave, which is in d->error. */
felt_status decision_refuse_play(decision *d, felt_status status);

/* A seated player who is not leaving? */
felt_status decision_check_seated(decision *d);

/* What each command does. */
felt_status decide_sit(decision *d);
felt_status decide_leave(decision *d);
felt_status decide_stand_up(decision *d);
felt_status decide_timeouts(decision *d);
felt_status decide_bet(decision *d);

/* After an event in the trial: winners of its dues that stay up. */
void decide_again(decision *d);
felt_status decide_change(decision *d);
felt_status decide_deal(decision *d);
felt_status decide_tick(decision *d);
felt_status decide_close_betting(decision *d);
felt_status decide_result(decision *d);
felt_status decide_void(decision *d);
felt_status decide_status(decision *d);
felt_status decide_wager(decision *d);
felt_status decide_shoe(decision *d);
felt_status decide_limits(decision *d);

#endif
