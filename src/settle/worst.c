/* src/settle/worst.c - the most that the next event can cost the house, exactly: every event is tried on every bet that is up. */
#include "play.h"

#include <stdlib.h>

/* What each class of events of one position's machine costs, found when it is first met. */
typedef struct cost {
    int64_t minor;
    bool known;
} cost;

static felt_status cost_of(const felt_play *play, int slot, int event, cost *ret, felt_error *error)
{
    const felt_book *book = play->book;
    const felt_position *p = &play->positions[slot];
    felt_payment payment;
    uint16_t state;
    bool over;
    int phase = book->game->phase_after(play->phase, event, &over);
    felt_status status = position_step(&book->house, &book->wagers[p->wager], book->game, p, event, phase, slot, &state, &payment, error);
    if (status != FELT_OK)
        return status;
    ret->known = true;
    ret->minor = 0;
    if (state == FELT_STATE_NONE && felt_money_subtract(payment.paid, p->stake, &(felt_money){0}) != FELT_OK)
        return felt_error_set(error, FELT_ERANGE, slot, "the cost of a bet does not fit");
    if (state == FELT_STATE_NONE)
        ret->minor = payment.paid.minor - p->stake.minor + payment.dealer.minor;
    return FELT_OK;
}

/* Can the event happen at all? Machines of one event say so themselves. */
static bool can_happen(const felt_play *play, int event)
{
    for (int k = 0; k < play->up_count; k++) {
        const felt_position *p = &play->positions[play->up[k]];
        if (p->state != FELT_STATE_NONE &&
            felt_machine_next(play->book->wagers[p->wager].variant->machine, p->state, event) == FELT_STATE_NONE)
            return false;
    }
    return true;
}

static felt_status sum_event(const felt_play *play, int event, cost (*costs)[FELT_CLASSES_MAX], int64_t *ret, felt_error *error)
{
    int64_t sum = 0;
    for (int k = 0; k < play->up_count; k++) {
        int slot = play->up[k];
        const felt_position *p = &play->positions[slot];
        if (p->state == FELT_STATE_NONE)
            continue;
        cost *c = &costs[k][play->book->wagers[p->wager].variant->machine->class_of[event]];
        felt_status status = c->known ? FELT_OK : cost_of(play, slot, event, c, error);
        if (status != FELT_OK)
            return status;
        if (__builtin_add_overflow(sum, c->minor, &sum))
            return felt_error_set(error, FELT_ERANGE, slot, "the cost of all bets does not fit");
    }
    *ret = sum;
    return FELT_OK;
}

felt_status felt_play_worst(const felt_play *play, felt_money *ret, int *ret_event, felt_error *error)
{
    const felt_game *game = play->book->game;
    cost(*costs)[FELT_CLASSES_MAX] = calloc((size_t)play->up_count + 1, sizeof *costs);
    int worst = -1;
    int64_t most = 0;
    felt_status status = FELT_OK;
    if (costs == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    for (int event = 0; event < game->event_count && status == FELT_OK; event++) {
        int64_t sum = 0;
        if (!can_happen(play, event))
            continue;
        status = sum_event(play, event, costs, &sum, error);
        if (status == FELT_OK && (worst < 0 || sum > most)) {
            most = sum;
            worst = event;
        }
    }
    free(costs);
    if (status != FELT_OK)
        return status;
    *ret = (felt_money){worst < 0 ? 0 : most};
    *ret_event = worst;
    return FELT_OK;
}
