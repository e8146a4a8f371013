/* src/table/decide_seats.c - who sits down, leaves, or is not heard of any more; and where the dice go then. */
#include "decide.h"

/* `seat` of the command, or the first that is free; -1: there is none. */
static int free_seat(const felt_table *t, int32_t wanted)
{
    if (wanted >= 0)
        return t->seats[wanted] < 0 ? wanted : -1;
    for (int i = 0; i < t->setup.seats; i++)
        if (t->seats[i] < 0)
            return i;
    return -1;
}

static felt_status seat_at(decision *d, int seat)
{
    felt_event *event = decision_say(d, FELT_EVENT_SEATED);
    event->player = d->c->player;
    event->seat = seat;
    d->answer.seat = seat;
    if (table_has_shooter(d->t) && d->t->shooter < 0)
        decision_say(d, FELT_EVENT_SHOOTER)->seat = seat;
    return FELT_OK;
}

felt_status decide_sit(decision *d)
{
    const felt_table *t = d->t;
    const table_player *p = d->who < 0 ? NULL : &t->players[d->who];
    int32_t wanted = d->c->seat;
    if (wanted < -1 || wanted >= t->setup.seats)
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "there is no seat number %d; the table has seats 0 to %d",
                               (int)wanted, t->setup.seats - 1);
    if (t->status == FELT_TABLE_SHUT)
        return decision_refuse(d, FELT_REFUSAL_TABLE_SHUT, FELT_EDATA, "the table is closed");
    if (p != NULL && p->seat >= 0 && !p->leaving)
        return decision_refuse(d, FELT_REFUSAL_SEATED, FELT_EDATA, "already in seat %d", (int)p->seat);
    if (p != NULL && p->seat >= 0 && wanted >= 0 && wanted != p->seat)
        return decision_refuse(d, FELT_REFUSAL_SEATED, FELT_EDATA, "seat %d is still kept for bets that are up; sit down there again",
                               (int)p->seat);
    if (p != NULL && p->seat >= 0)
        return seat_at(d, p->seat);
    int seat = free_seat(t, wanted);
    if (seat < 0)
        return decision_refuse(d, FELT_REFUSAL_SEAT_TAKEN, FELT_EDATA, wanted < 0 ? "no seat is free" : "the seat is taken");
    return seat_at(d, seat);
}

static void say_left(decision *d, int seat)
{
    felt_event *event = decision_say(d, FELT_EVENT_LEFT);
    event->player = d->t->ids[d->t->seats[seat]];
    event->seat = seat;
}

static void say_freed(decision *d, int seat)
{
    felt_event *event = decision_say(d, FELT_EVENT_FREED);
    event->player = d->t->ids[d->t->seats[seat]];
    event->seat = seat;
}

static void leave_seat(decision *d, int seat)
{
    const felt_table *t = d->t;
    say_left(d, seat);
    if (t->shooter == seat)
        decision_say(d, FELT_EVENT_SHOOTER)->seat = table_next_shooter(t, seat, seat, INT64_MIN);
    if (t->seat_bets[seat] == 0)
        say_freed(d, seat);
}

felt_status decide_leave(decision *d)
{
    felt_status status = decision_check_seated(d);
    if (status == FELT_OK)
        leave_seat(d, d->t->players[d->who].seat);
    return status;
}

felt_status decide_stand_up(decision *d)
{
    const felt_table *t = d->t;
    int32_t seat = d->c->seat;
    if (seat < 0 || seat >= t->setup.seats || t->seats[seat] < 0 || t->players[t->seats[seat]].leaving)
        return decision_refuse(d, FELT_REFUSAL_NOT_SEATED, FELT_EDATA, "nobody sits in seat %d", (int)seat);
    leave_seat(d, seat);
    return FELT_OK;
}

/* Everybody who leaves by not being heard of leaves at once, so that the dice do not go to one of them. */
felt_status decide_timeouts(decision *d)
{
    const felt_table *t = d->t;
    for (int pass = 0; pass < 2; pass++) {
        for (int seat = 0; seat < t->setup.seats; seat++) {
            if (t->seats[seat] < 0 || t->players[t->seats[seat]].leaving || table_stays(t, seat, d->now))
                continue;
            if (pass == 0)
                say_left(d, seat);
            else if (t->seat_bets[seat] == 0)
                say_freed(d, seat);
        }
        if (pass == 0 && t->shooter >= 0 && !table_stays(t, t->shooter, d->now))
            decision_say(d, FELT_EVENT_SHOOTER)->seat = table_next_shooter(t, t->shooter, -1, d->now);
    }
    return FELT_OK;
}
