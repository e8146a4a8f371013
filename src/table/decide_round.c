/* src/table/decide_round.c - rounds and hands: betting closes, a result comes, a round is void; and what the operator opens and closes. */
#include "decide.h"

#include <string.h>

/* ---- betting closes ---- */

static felt_status check_close(decision *d)
{
    const felt_table *t = d->t;
    const felt_game *game = felt_book_game(t->setup.book);
    if (t->stage != FELT_STAGE_BETTING)
        return decision_refuse(d, FELT_REFUSAL_BETTING_CLOSED, FELT_EDATA, "betting on this %s is closed already", game->words.event);
    if (t->status == FELT_TABLE_PAUSED)
        return decision_refuse(d, FELT_REFUSAL_TABLE_PAUSED, FELT_EDATA, "the table is paused");
    if (felt_play_count(t->play) == 0)
        return decision_refuse(d, FELT_REFUSAL_NO_BET, FELT_EDATA, "no bet is up");
    if (table_lacks_shoe(t))
        return decision_refuse(d, FELT_REFUSAL_SHOE, FELT_EDATA, "there is no shoe in play");
    if (d->now < table_least_close(t))
        return decision_refuse(d, FELT_REFUSAL_TOO_SOON, FELT_EDATA, "the next %s may come in %lld ms", game->words.event,
                               (long long)(table_least_close(t) - d->now));
    return FELT_OK;
}

static void say_closed(decision *d)
{
    decision_say(d, FELT_EVENT_CLOSED)->round = d->t->round + 1;
}

felt_status decide_deal(decision *d)
{
    const felt_table *t = d->t;
    felt_status status = decision_check_seated(d);
    if (status != FELT_OK)
        return status;
    int seat = t->players[d->who].seat;
    if (t->setup.pace != FELT_PACE_ON_DEMAND)
        return decision_refuse(d, FELT_REFUSAL_PACE, FELT_EDATA, "betting closes by the clock at this table");
    if (table_has_shooter(t) && t->shooter != seat)
        return decision_refuse(d, FELT_REFUSAL_NOT_SHOOTER, FELT_EDATA, "only seat %d, whose hand it is, may do that", t->shooter);
    if (!table_has_shooter(t) && t->seat_bets[seat] == 0)
        return decision_refuse(d, FELT_REFUSAL_NO_BET, FELT_EDATA, "who has no bet up cannot do that");
    status = check_close(d);
    if (status == FELT_OK)
        say_closed(d);
    return status;
}

felt_status decide_close_betting(decision *d)
{
    felt_status status = check_close(d);
    if (status == FELT_OK)
        say_closed(d);
    return status;
}

felt_status decide_tick(decision *d)
{
    const felt_table *t = d->t;
    bool due = (t->closes_ms > 0 && d->now >= t->closes_ms) || table_plays_out(t);
    if (due && check_close(d) == FELT_OK)
        say_closed(d);
    d->answer.refusal = FELT_REFUSAL_NONE;
    return decide_timeouts(d);
}

/* ---- results ---- */

/* Seats that were kept for bets of players who have left, and whose bets are among `dues`. */
static void say_freed_seats(decision *d, const table_dues *dues)
{
    const felt_table *t = d->t;
    for (int seat = 0; seat < t->setup.seats; seat++) {
        if (t->seats[seat] < 0 || !t->players[t->seats[seat]].leaving)
            continue;
        int left = t->seat_bets[seat];
        for (int i = 0; i < dues->count; i++)
            left -= dues->list[i].position.seat == (uint32_t)seat;
        if (left > 0)
            continue;
        felt_event *event = decision_say(d, FELT_EVENT_FREED);
        event->player = t->ids[t->seats[seat]];
        event->seat = seat;
    }
}

felt_status decide_result(decision *d)
{
    felt_table *t = d->t;
    const felt_game *game = felt_book_game(t->setup.book);
    int code;
    bool over;
    if (t->stage != FELT_STAGE_DEALING)
        return decision_refuse(d, FELT_REFUSAL_BETTING_OPEN, FELT_EDATA, "betting is open: close it before the %s", game->words.event);
    felt_status status = table_code(t, d->c->code, d->c->way, &d->c->dealt, &code, &d->error);
    if (status == FELT_OK)
        status = table_try_out(t);
    if (status == FELT_OK)
        status = table_event(t, t->trial, code, &t->trial_dues, &d->error);
    if (status != FELT_OK) {
        decision_refuse_play(d, status);
        d->answer.refusal = FELT_REFUSAL_RESULT;
        return status;
    }
    felt_event *event = decision_say(d, FELT_EVENT_DEALT);
    event->round = t->round + 1;
    event->code = (uint16_t)code;
    event->way = game->one_event ? 0 : d->c->way;
    if (game->one_event)
        event->dealt = d->c->dealt;
    decision_say_dues(d, &t->trial_dues);
    decide_again(d);
    say_freed_seats(d, &t->trial_dues);
    game->phase_after(felt_play_phase(t->play), code, &over);
    if (over && table_has_shooter(t))
        decision_say(d, FELT_EVENT_SHOOTER)->seat = table_next_shooter(t, t->shooter, -1, INT64_MIN);
    return FELT_OK;
}

felt_status decide_void(decision *d)
{
    felt_table *t = d->t;
    if (d->c->text[0] == '\0')
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "a round is made void for a reason; none was given");
    t->trial_dues.count = 0;
    if (table_return_all(t, &t->trial_dues) != FELT_OK)
        return decision_refuse_play(d, FELT_ENOMEM);
    felt_event *event = decision_say(d, FELT_EVENT_VOIDED);
    event->round = t->round + 1;
    memcpy(event->text, d->c->text, sizeof event->text);
    decision_say_dues(d, &t->trial_dues);
    say_freed_seats(d, &t->trial_dues);
    return FELT_OK;
}

/* ---- the operator ---- */

felt_status decide_status(decision *d)
{
    felt_table_status status = FELT_TABLE_OPEN;
    if (d->c->kind == FELT_COMMAND_PAUSE)
        status = FELT_TABLE_PAUSED;
    if (d->c->kind == FELT_COMMAND_SHUT)
        status = FELT_TABLE_SHUT;
    if (status != d->t->status)
        decision_say(d, FELT_EVENT_STATUS)->status = (int32_t)status;
    return FELT_OK;
}

static felt_status limit_wager(decision *d)
{
    const felt_command *c = d->c;
    if (c->min.minor < 0 || c->max.minor < 0 || c->max.minor > FELT_TABLE_STAKE_MAX || (c->max.minor > 0 && c->min.minor > c->max.minor))
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "the limits are below 0, too large, or contradict each other");
    felt_event *event = decision_say(d, FELT_EVENT_WAGER_LIMITED);
    event->wager = c->wager;
    event->min = c->min;
    event->max = c->max;
    return FELT_OK;
}

felt_status decide_wager(decision *d)
{
    const felt_table *t = d->t;
    int wager = d->c->wager;
    if (wager >= felt_book_wager_count(t->setup.book))
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_ENOTFOUND, "there is no wager number %d", wager);
    if (d->c->kind == FELT_COMMAND_WAGER_LIMIT)
        return limit_wager(d);
    if (d->c->kind == FELT_COMMAND_WAGER_OPEN) {
        if (!t->offered[wager])
            return decision_refuse(d, FELT_REFUSAL_RULES, FELT_EDATA, "the wager cannot be opened: %s", t->wagers[wager].reason);
        decision_say(d, FELT_EVENT_WAGER_OPENED)->wager = (uint16_t)wager;
        return FELT_OK;
    }
    if (!t->offered[wager])
        return FELT_OK; /* it is closed, and its reason stands */
    felt_event *event = decision_say(d, FELT_EVENT_WAGER_CLOSED);
    event->wager = (uint16_t)wager;
    memcpy(event->text, d->c->text, sizeof event->text);
    return FELT_OK;
}

felt_status decide_limits(decision *d)
{
    if (!table_limits_good(&d->c->limits))
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "a limit of the table is below 0 or too large");
    decision_say(d, FELT_EVENT_LIMITED)->limits = d->c->limits;
    return FELT_OK;
}

felt_status decide_shoe(decision *d)
{
    const felt_table *t = d->t;
    bool begins = d->c->kind == FELT_COMMAND_SHOE_BEGIN;
    if (!table_has_shoes(t))
        return decision_refuse(d, FELT_REFUSAL_SHOE, FELT_EDATA, "the game is played without a shoe");
    if (begins == (t->shoe != 0))
        return decision_refuse(d, FELT_REFUSAL_SHOE, FELT_EDATA, begins ? "a shoe is in play" : "there is no shoe in play");
    if (!begins && t->stage == FELT_STAGE_DEALING)
        return decision_refuse(d, FELT_REFUSAL_BETTING_CLOSED, FELT_EDATA, "the round is still to be dealt from this shoe");
    if (begins && d->c->shoe <= t->last_shoe)
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "found shoe %llu, expected one above %llu",
                               (unsigned long long)d->c->shoe, (unsigned long long)t->last_shoe);
    decision_say(d, begins ? FELT_EVENT_SHOE_BEGUN : FELT_EVENT_SHOE_ENDED)->shoe = begins ? d->c->shoe : t->shoe;
    return FELT_OK;
}
