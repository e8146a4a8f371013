/* src/settle/worst.c - the most that the next event can cost the house, exactly: every event is tried on every bet that is up. */
#include "play.h"

/* What an event costs the house. */
typedef struct cost {
    int64_t minor;
    bool known;
} cost;

static felt_status cost_of(const felt_play *play, int slot, int event, cost *ret, felt_error *error)
{
    const felt_book *book = play->book;
    const felt_position *p = &play->positions[slot];
    felt_payment payment;
    felt_money sum = {0};
    uint16_t state;
    bool over;
    int phase = book->game->phase_after(play->phase, event, &over);
    felt_status status = position_step(&book->house, &book->wagers[p->wager], book->game, p, event, phase, slot, &state, &payment, error);
    if (status != FELT_OK)
        return status;
    if (state == FELT_STATE_NONE &&
        (felt_money_subtract(payment.paid, p->stake, &sum) != FELT_OK || felt_money_add(sum, payment.dealer, &sum) != FELT_OK))
        return felt_error_set(error, FELT_ERANGE, slot, "the cost of a bet does not fit");
    *ret = (cost){sum.minor, true};
    return FELT_OK;
}

/* Events that cannot happen have no cost: machines of one event say so themselves. */
static void strike_out(const felt_play *play, const felt_position *p, cost *events)
{
    for (int event = 0; event < play->book->game->event_count; event++)
        if (felt_machine_next(play->book->wagers[p->wager].variant->machine, p->state, event) == FELT_STATE_NONE)
            events[event].known = false;
}

/* Adds what one bet costs to the events that can happen. Events of one class cost the same, but for a bet that is off, which the phase
 * after them may give back. */
static felt_status add_bet(const felt_play *play, int slot, cost *events, felt_error *error)
{
    const felt_position *p = &play->positions[slot];
    const uint8_t *class_of = play->book->wagers[p->wager].variant->machine->class_of;
    cost classes[FELT_CLASSES_MAX] = {{0}};
    for (int event = 0; event < play->book->game->event_count; event++) {
        cost *c = &classes[class_of[event]];
        if (!events[event].known)
            continue;
        felt_status status = c->known && !p->off ? FELT_OK : cost_of(play, slot, event, c, error);
        if (status != FELT_OK)
            return status;
        if (__builtin_add_overflow(events[event].minor, c->minor, &events[event].minor))
            return felt_error_set(error, FELT_ERANGE, slot, "the cost of all bets does not fit");
    }
    return FELT_OK;
}

static felt_status add_bets(const felt_play *play, cost *events, felt_error *error)
{
    felt_status status = FELT_OK;
    for (int event = 0; event < play->book->game->event_count; event++)
        events[event] = (cost){0, true};
    for (int k = 0; k < play->up_count; k++)
        if (play->positions[play->up[k]].state != FELT_STATE_NONE)
            strike_out(play, &play->positions[play->up[k]], events);
    for (int k = 0; k < play->up_count && status == FELT_OK; k++)
        if (play->positions[play->up[k]].state != FELT_STATE_NONE)
            status = add_bet(play, play->up[k], events, error);
    return status;
}

felt_status felt_play_worst(const felt_play *play, felt_money *ret, int *ret_event, felt_error *error)
{
    cost events[FELT_EVENTS_MAX];
    int worst = -1;
    felt_status status = add_bets(play, events, error);
    if (status != FELT_OK)
        return status;
    for (int event = 0; event < play->book->game->event_count; event++)
        if (events[event].known && (worst < 0 || events[event].minor > events[worst].minor))
            worst = event;
    *ret = (felt_money){worst < 0 ? 0 : events[worst].minor};
    *ret_event = worst;
    return FELT_OK;
}
