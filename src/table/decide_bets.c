/* src/table/decide_bets.c - bets that are placed and changed: betting is open, within limits, as the sheet allows, and not too dear. */
#include "../base/amount.h"
#include "decide.h"

#include <string.h>

static felt_status check_open(decision *d, bool more)
{
    const felt_table *t = d->t;
    if (more && t->status == FELT_TABLE_PAUSED)
        return decision_refuse(d, FELT_REFUSAL_TABLE_PAUSED, FELT_EDATA, "the table is paused");
    if (more && t->status == FELT_TABLE_SHUT)
        return decision_refuse(d, FELT_REFUSAL_TABLE_SHUT, FELT_EDATA, "the table is closed");
    if (t->stage != FELT_STAGE_BETTING)
        return decision_refuse(d, FELT_REFUSAL_BETTING_CLOSED, FELT_EDATA, "no more bets: betting on this %s is closed",
                               felt_book_game(t->setup.book)->words.event);
    if (more && t->setup.supplied && t->shoe == 0)
        return decision_refuse(d, FELT_REFUSAL_SHOE, FELT_EDATA, "what the next %s comes from is being made ready; bet again in a moment",
                               felt_book_game(t->setup.book)->words.event);
    return FELT_OK;
}

static felt_status check_wager(decision *d, int wager)
{
    const felt_table *t = d->t;
    if (wager >= felt_book_wager_count(t->setup.book))
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_ENOTFOUND, "there is no wager number %d", wager);
    if (!t->wagers[wager].closed)
        return FELT_OK;
    char name[FELT_BOOK_NAME_BYTES];
    felt_book_name(t->setup.book, wager, name);
    return decision_refuse(d, FELT_REFUSAL_WAGER_CLOSED, FELT_EDATA, "%s is closed%s%s", name,
                           t->wagers[wager].reason[0] == '\0' ? "" : ": ", t->wagers[wager].reason);
}

static int decimals_of(const decision *d)
{
    return felt_book_house(d->t->setup.book)->decimals;
}

static felt_status refuse_stake(decision *d, int wager, int64_t stake, const char *expected, int64_t limit)
{
    char name[FELT_BOOK_NAME_BYTES];
    felt_book_name(d->t->setup.book, wager, name);
    return decision_refuse(d, FELT_REFUSAL_LIMIT, FELT_ELIMIT, "%s: found a stake of %s, expected %s %s", name,
                           amount_said(stake, decimals_of(d)).text, expected, amount_plain(limit, decimals_of(d)).text);
}

/* The stake of one bet, as it will be. */
static felt_status check_stake(decision *d, int wager, int64_t stake)
{
    const felt_table_wager *w = &d->t->wagers[wager];
    if (stake <= 0)
        return refuse_stake(d, wager, stake, "more than", 0);
    if (stake < w->min.minor)
        return refuse_stake(d, wager, stake, "at least", w->min.minor);
    if (w->max.minor > 0 && stake > w->max.minor)
        return refuse_stake(d, wager, stake, "at most", w->max.minor);
    if (stake > FELT_TABLE_STAKE_MAX)
        return refuse_stake(d, wager, stake, "at most", FELT_TABLE_STAKE_MAX);
    if (w->unit.minor > 0 && stake % w->unit.minor != 0)
        return refuse_stake(d, wager, stake, "a multiple of", w->unit.minor);
    return FELT_OK;
}

/* Stakes that are up in the trial, of a seat and of all. */
static void add_trial(const felt_table *t, int seat, int64_t *own, int64_t *all)
{
    for (int i = 0; i < felt_play_count(t->trial); i++) {
        const felt_position *p = felt_play_position(t->trial, i);
        *all += p->stake.minor;
        *own += p->seat == (uint32_t)seat ? p->stake.minor : 0;
    }
}

/* Stakes that are up in `play`, the table's or its trial, with `more` added. */
static felt_status check_sums(decision *d, const felt_play *play, int seat, int64_t more)
{
    const felt_table *t = d->t;
    int64_t own = more, all = more;
    if (play == t->trial)
        add_trial(t, seat, &own, &all);
    else {
        own += t->seat_stakes[seat];
        all += t->stakes;
    }
    if (t->setup.seat_max.minor > 0 && own > t->setup.seat_max.minor)
        return decision_refuse(d, FELT_REFUSAL_LIMIT, FELT_ELIMIT, "all bets of the seat would come to %s, expected at most %s",
                               amount_said(own, decimals_of(d)).text, amount_plain(t->setup.seat_max.minor, decimals_of(d)).text);
    if (t->setup.round_max.minor > 0 && all > t->setup.round_max.minor)
        return decision_refuse(d, FELT_REFUSAL_LIMIT, FELT_ELIMIT, "all bets of the table would come to %s, expected at most %s",
                               amount_said(all, decimals_of(d)).text, amount_plain(t->setup.round_max.minor, decimals_of(d)).text);
    return FELT_OK;
}

/* What the bets of the trial can cost. A bound that is low enough saves the exact sum over all events. */
static felt_status check_cost(decision *d)
{
    const felt_table *t = d->t;
    int64_t bound = table_bound(t, t->trial), limit = t->setup.cost_max.minor;
    int event;
    felt_money worst;
    if (bound == INT64_MAX)
        return decision_refuse(d, FELT_REFUSAL_LIMIT, FELT_ERANGE, "what all bets could be paid does not fit");
    if (limit == 0 || bound <= limit)
        return FELT_OK;
    felt_status status = felt_play_worst(t->trial, &worst, &event, &d->error);
    if (status != FELT_OK)
        return decision_refuse_play(d, status);
    if (worst.minor <= limit)
        return FELT_OK;
    return decision_refuse(d, FELT_REFUSAL_COST, FELT_ELIMIT, "one %s could cost the house %s, expected at most %s",
                           felt_book_game(t->setup.book)->words.event, amount_said(worst.minor, decimals_of(d)).text,
                           amount_plain(limit, decimals_of(d)).text);
}

/* ---- placing ---- */

/* The bets that are up and one more: mostly a bound is enough, and nothing need be tried. */
static felt_status check_bet_cost(decision *d, const felt_bet *bet)
{
    felt_table *t = d->t;
    int64_t bound = t->bound, limit = t->setup.cost_max.minor, own;
    int first;
    bool fits = bound != INT64_MAX && !__builtin_mul_overflow(bet->stake.minor, t->multiples[bet->wager], &own) &&
                !__builtin_add_overflow(own, 2, &own) && !__builtin_add_overflow(bound, own, &bound);
    if (fits && (limit == 0 || bound <= limit))
        return FELT_OK;
    if (table_try_out(t) != FELT_OK || felt_play_place(t->trial, bet, 1, &first, &d->error) != FELT_OK)
        return decision_refuse_play(d, FELT_ENOMEM);
    return check_cost(d);
}

static felt_status check_bet(decision *d, const felt_bet *bet)
{
    felt_table *t = d->t;
    felt_status status = check_stake(d, bet->wager, bet->stake.minor);
    if (status == FELT_OK && t->seat_bets[bet->seat] >= t->setup.seat_bets)
        return decision_refuse(d, FELT_REFUSAL_LIMIT, FELT_ELIMIT, "a seat may have %d bets up at one time", t->setup.seat_bets);
    if (status == FELT_OK && felt_play_count(t->play) >= FELT_TABLE_BETS_MAX)
        return decision_refuse(d, FELT_REFUSAL_LIMIT, FELT_ELIMIT, "the table is full: %d bets are up", (int)FELT_TABLE_BETS_MAX);
    if (status == FELT_OK)
        status = check_sums(d, t->play, (int)bet->seat, bet->stake.minor);
    if (status != FELT_OK)
        return status;
    status = felt_play_try(t->play, bet, 1, &d->error);
    return status == FELT_OK ? check_bet_cost(d, bet) : decision_refuse_play(d, status);
}

felt_status decide_bet(decision *d)
{
    const felt_command *c = d->c;
    felt_money held;
    felt_status status = decision_check_seated(d);
    if (status == FELT_OK)
        status = check_open(d, true);
    if (status == FELT_OK)
        status = check_wager(d, c->wager);
    if (status != FELT_OK)
        return status;
    int seat = d->t->players[d->who].seat;
    felt_bet bet = {.stake = c->amount, .seat = (uint32_t)seat, .wager = c->wager, .action = FELT_ACTION_BET};
    status = check_bet(d, &bet);
    if (status != FELT_OK)
        return status;
    if (table_held(d->t, c->wager, c->amount, &held) != FELT_OK)
        return decision_refuse(d, FELT_REFUSAL_LIMIT, FELT_ERANGE, "the stake and its vig do not fit");
    felt_event *event = decision_say(d, FELT_EVENT_PLACED);
    event->player = c->player;
    event->seat = seat;
    event->bet = d->answer.bet = d->t->last_bet + 1;
    event->wager = c->wager;
    event->amount = c->amount;
    event->held = held;
    event->stays = c->stays;
    return FELT_OK;
}

/* ---- winners that stay up ---- */

/* May it be bet again, as far as the table goes? */
static bool may_again(decision *d, const felt_bet *bet)
{
    const felt_table *t = d->t;
    int bets = 0;
    for (int i = 0; i < felt_play_count(t->trial); i++)
        bets += felt_play_position(t->trial, i)->seat == bet->seat;
    return t->status == FELT_TABLE_OPEN && !t->players[t->seats[bet->seat]].leaving && bets < t->setup.seat_bets &&
           check_wager(d, bet->wager) == FELT_OK && check_stake(d, bet->wager, bet->stake.minor) == FELT_OK &&
           check_sums(d, t->trial, (int)bet->seat, bet->stake.minor) == FELT_OK;
}

/* Puts the bet up again in the trial, where the event has been, if it may be. */
static bool put_again(decision *d, const table_due *due, felt_money *ret_held)
{
    felt_table *t = d->t;
    int first;
    felt_bet bet = {.stake = due->position.stake, .seat = due->position.seat, .wager = due->position.wager, .action = FELT_ACTION_BET};
    felt_payment back;
    if (!may_again(d, &bet) || table_held(t, bet.wager, bet.stake, ret_held) != FELT_OK)
        return false;
    felt_status status = felt_play_place(t->trial, &bet, 1, &first, &d->error);
    if (status != FELT_OK) {
        decision_refuse_play(d, status);
        return false;
    }
    if (check_cost(d) == FELT_OK)
        return true;
    felt_play_change(t->trial, first, FELT_ACTION_TAKE_DOWN, (felt_money){0}, &back, NULL); /* nothing has moved it */
    felt_play_tidy(t->trial);
    return false;
}

static bool comes_down(const felt_command *c, uint64_t bet)
{
    int i = 0;
    while (i < c->come_down_count && c->come_down[i] != bet)
        i++;
    return i < c->come_down_count;
}

void decide_again(decision *d)
{
    felt_table *t = d->t;
    uint64_t last = t->last_bet;
    felt_play_tidy(t->trial);
    for (int i = 0; i < t->trial_dues.count; i++) {
        const table_due *due = &t->trial_dues.list[i];
        felt_money held;
        bool stays = due->bet.stays && due->payment.kind == FELT_PAY_WINS && !comes_down(d->c, due->bet.bet);
        if (!stays || !put_again(d, due, &held))
            continue;
        felt_event *event = decision_say(d, FELT_EVENT_PLACED);
        event->player = t->ids[t->seats[due->position.seat]];
        event->seat = (int32_t)due->position.seat;
        event->bet = ++last;
        event->wager = due->position.wager;
        event->amount = due->position.stake;
        event->held = held;
        event->stays = true;
        event->again = due->bet.bet;
    }
    d->answer.refusal = FELT_REFUSAL_NONE; /* what may not stay up comes down, and is no refusal */
}

/* ---- changing ---- */

/* Limits of the table that a raised, lowered or turned on bet must be within; the sheet's are looked at when it is tried. */
static felt_status check_change(decision *d, const felt_position *p)
{
    felt_action action = d->c->action;
    int64_t amount = d->c->amount.minor, stake = p->stake.minor;
    bool by = action == FELT_ACTION_RAISE || action == FELT_ACTION_LOWER;
    if (by && (amount <= 0 || amount > FELT_TABLE_STAKE_MAX))
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "found %s to %s a bet by, expected more than 0",
                               amount_said(amount, decimals_of(d)).text, felt_action_text(action));
    if (action == FELT_ACTION_LOWER && amount < stake)
        return check_stake(d, p->wager, stake - amount);
    if (action != FELT_ACTION_RAISE)
        return FELT_OK;
    felt_status status = check_wager(d, p->wager);
    if (status == FELT_OK)
        status = check_stake(d, p->wager, stake + amount);
    return status == FELT_OK ? check_sums(d, d->t->play, (int)p->seat, amount) : status;
}

static felt_status try_change(decision *d, int index, felt_money *ret_held, felt_money *ret_back)
{
    felt_table *t = d->t;
    const felt_command *c = d->c;
    if (table_try_out(t) != FELT_OK)
        return decision_refuse_play(d, FELT_ENOMEM);
    felt_status status = table_change(t, t->trial, index, c->action, c->amount, &t->trial_dues, ret_held, ret_back, &d->error);
    if (status != FELT_OK)
        return decision_refuse_play(d, status);
    if (c->action != FELT_ACTION_RAISE && c->action != FELT_ACTION_TURN_ON)
        return FELT_OK;
    return check_cost(d);
}

static void say_change(decision *d, int index, felt_money held, felt_money back)
{
    felt_table *t = d->t;
    const felt_position *p = felt_play_position(t->play, index);
    bool by = d->c->action == FELT_ACTION_RAISE || d->c->action == FELT_ACTION_LOWER;
    felt_event *event = decision_say(d, FELT_EVENT_CHANGED);
    event->player = d->c->player;
    event->seat = (int32_t)p->seat;
    event->bet = t->bets[index].bet;
    event->wager = p->wager;
    event->action = d->c->action;
    event->amount = by ? d->c->amount : (felt_money){0};
    event->held = held;
    event->back = back;
}

felt_status decide_change(decision *d)
{
    felt_table *t = d->t;
    felt_action action = d->c->action;
    felt_money held, back;
    if (action <= FELT_ACTION_BET || action >= FELT_ACTION_COUNT)
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "there is no such change of a bet");
    felt_status status = decision_check_seated(d);
    if (status == FELT_OK)
        status = check_open(d, action == FELT_ACTION_RAISE || action == FELT_ACTION_TURN_ON);
    if (status != FELT_OK)
        return status;
    int index = table_find_bet(t, d->c->bet);
    if (index < 0 || t->seats[felt_play_position(t->play, index)->seat] != d->who)
        return decision_refuse(d, FELT_REFUSAL_NO_BET, FELT_ENOTFOUND, "no bet number %llu of this player is up",
                               (unsigned long long)d->c->bet);
    status = check_change(d, felt_play_position(t->play, index));
    if (status == FELT_OK)
        status = try_change(d, index, &held, &back);
    if (status != FELT_OK)
        return status;
    say_change(d, index, held, back);
    decision_say_dues(d, &t->trial_dues);
    return FELT_OK;
}
