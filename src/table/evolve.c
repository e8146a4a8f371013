/* src/table/evolve.c - what an event makes of a table. An event that cannot follow is refused, and nothing has changed then. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

static felt_status wrong(const felt_event *e, felt_error *error, const char *why)
{
    return felt_error_set(error, FELT_EDATA, -1, "event %llu (%s) cannot follow: %s", (unsigned long long)e->sequence,
                          felt_event_kind_text(e->kind), why);
}

static felt_status no_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

/* ---- players and seats ---- */

/* The number of a player who has sat down for the first time, or has been forgotten; -1: no memory. In a full table the one that was not
 * heard of for the longest, among those without a seat, is forgotten. */
static int new_player(felt_table *t, uint64_t id)
{
    int i = t->player_count;
    if (i == FELT_TABLE_PLAYERS_MAX) {
        i = -1;
        for (int k = 1; k < t->player_count; k++)
            if (t->players[k].seat < 0 && (i < 0 || t->players[k].sequence < t->players[i].sequence))
                i = k;
    }
    table_player *p = &t->players[i];
    if (p->answers == NULL)
        p->answers = calloc(FELT_TABLE_ANSWERS_MAX, sizeof *p->answers);
    if (p->answers == NULL)
        return -1;
    *p = (table_player){.seat = -1, .answers = p->answers};
    t->ids[i] = id;
    t->player_count += i == t->player_count;
    return i;
}

static felt_status seated(felt_table *t, const felt_event *e, felt_error *error)
{
    int who = table_find_player(t, e->player);
    if (e->player == 0 || e->seat < 0 || e->seat >= t->setup.seats)
        return wrong(e, error, "there is no such player or seat");
    bool again = who >= 0 && t->players[who].leaving && t->players[who].seat == e->seat;
    if (!again && (t->seats[e->seat] >= 0 || (who >= 0 && t->players[who].seat >= 0)))
        return wrong(e, error, "the seat is taken, or the player has one");
    if (who < 0)
        who = new_player(t, e->player);
    if (who < 0)
        return no_memory(error);
    table_player *p = &t->players[who];
    p->seat = e->seat;
    p->leaving = false;
    p->seen_ms = e->time_ms;
    p->sequence = e->sequence;
    t->seats[e->seat] = who;
    t->seated += !again;
    return FELT_OK;
}

/* The number of the player whom the event is about, in the seat that it says; -1: there is none. */
static int whose(const felt_table *t, const felt_event *e)
{
    bool sits = e->seat >= 0 && e->seat < t->setup.seats && t->seats[e->seat] >= 0 && t->ids[t->seats[e->seat]] == e->player;
    return sits ? t->seats[e->seat] : -1;
}

static felt_status left(felt_table *t, const felt_event *e, felt_error *error)
{
    int who = whose(t, e);
    if (who < 0 || t->players[who].leaving)
        return wrong(e, error, "the player does not sit there");
    t->players[who].leaving = true;
    t->players[who].sequence = e->sequence;
    return FELT_OK;
}

static felt_status freed(felt_table *t, const felt_event *e, felt_error *error)
{
    int who = whose(t, e);
    if (who < 0 || !t->players[who].leaving || t->seat_bets[e->seat] > 0 || t->shooter == e->seat)
        return wrong(e, error, "the player has not left, has bets up or the hand that is thrown");
    t->players[who].seat = -1;
    t->players[who].leaving = false;
    t->players[who].sequence = e->sequence;
    t->seats[e->seat] = -1;
    t->seated--;
    return FELT_OK;
}

static felt_status shooter(felt_table *t, const felt_event *e, felt_error *error)
{
    if (!table_has_shooter(t) || (e->seat != -1 && (e->seat < 0 || e->seat >= t->setup.seats || !table_stays(t, e->seat, INT64_MIN))))
        return wrong(e, error, "nobody sits there who could have the next hand");
    t->shooter = e->seat;
    return FELT_OK;
}

/* ---- answers ---- */

/* Answers are kept in the order of their commands; the oldest is forgotten where there is no room. */
static void keep_answer(table_player *p, const table_answer *answer)
{
    int at = table_find_answer(p, answer->command), number = p->answer_count;
    if (p->answer_count == FELT_TABLE_ANSWERS_MAX) {
        if (at == 0) {
            p->forgotten = answer->command;
            return;
        }
        number = p->order[0];
        p->forgotten = p->answers[number].command;
        memmove(p->order, p->order + 1, (size_t)--at);
    } else {
        memmove(p->order + at + 1, p->order + at, (size_t)(p->answer_count - at));
        p->answer_count++;
    }
    p->order[at] = (uint8_t)number;
    p->answers[number] = *answer;
}

static felt_status answered(felt_table *t, const felt_event *e, felt_error *error)
{
    int who = table_find_player(t, e->player);
    if (who < 0 || e->command <= t->players[who].forgotten)
        return wrong(e, error, "the player or the command is not remembered");
    table_player *p = &t->players[who];
    int k = table_find_answer(p, e->command);
    if (k < p->answer_count && table_answer_at(p, k)->command == e->command)
        return wrong(e, error, "the command has been answered");
    table_answer answer = {.command = e->command,
                           .digest = e->digest,
                           .refusal = e->refusal,
                           .status = (felt_status)e->status,
                           .seat = e->seat,
                           .bet = e->bet};
    memcpy(answer.text, e->text, sizeof answer.text);
    keep_answer(p, &answer);
    p->seen_ms = e->time_ms;
    p->sequence = e->sequence;
    return FELT_OK;
}

/* ---- bets ---- */

/* Drops bets that are down; those of the table and their positions keep the same numbers. */
static void tidy(felt_table *t)
{
    int up = 0;
    for (int i = 0; i < felt_play_count(t->play); i++)
        if (felt_play_position(t->play, i)->state != FELT_STATE_NONE)
            t->bets[up++] = t->bets[i];
    felt_play_tidy(t->play);
}

static felt_status placed(felt_table *t, const felt_event *e, felt_error *error)
{
    int who = whose(t, e), first;
    felt_money held, up;
    if (t->stage != FELT_STAGE_BETTING || t->status != FELT_TABLE_OPEN || who < 0 || t->players[who].leaving)
        return wrong(e, error, "betting is closed, or the player does not sit there");
    if (e->wager >= felt_book_wager_count(t->setup.book) || t->wagers[e->wager].closed || e->bet != t->last_bet + 1 || e->again >= e->bet)
        return wrong(e, error, "the wager is closed, or the number of the bet is not the next");
    if (felt_play_count(t->play) >= FELT_TABLE_BETS_MAX || t->seat_bets[e->seat] >= t->setup.seat_bets ||
        e->amount.minor > FELT_TABLE_STAKE_MAX)
        return wrong(e, error, "there is no room for the bet");
    if (table_held(t, e->wager, e->amount, &held) != FELT_OK || held.minor != e->held.minor || felt_money_add(t->up, held, &up) != FELT_OK)
        return wrong(e, error, "the stake and its vig are not what is held");
    felt_bet bet = {.stake = e->amount, .seat = (uint32_t)e->seat, .wager = e->wager, .action = FELT_ACTION_BET};
    felt_status status = felt_play_place(t->play, &bet, 1, &first, error);
    if (status != FELT_OK)
        return status;
    t->bets[first] = (table_bet){e->bet, held, e->stays};
    t->last_bet = e->bet;
    t->seat_bets[e->seat]++;
    t->up = up;
    t->stakes += e->amount.minor;
    t->seat_stakes[e->seat] += e->amount.minor;
    t->bound = table_bound_add(t, t->bound, felt_play_position(t->play, first));
    return FELT_OK;
}

static felt_status changed(felt_table *t, const felt_event *e, felt_error *error)
{
    int index = table_find_bet(t, e->bet), who = whose(t, e);
    felt_money held, back;
    if (t->stage != FELT_STAGE_BETTING || index < 0 || who < 0 || felt_play_position(t->play, index)->seat != (uint32_t)e->seat ||
        felt_play_position(t->play, index)->wager != e->wager)
        return wrong(e, error, "no such bet of the player is up");
    if (e->action <= FELT_ACTION_BET || e->action >= FELT_ACTION_COUNT || e->amount.minor > FELT_TABLE_STAKE_MAX)
        return wrong(e, error, "there is no such change");
    if (table_try_out(t) != FELT_OK)
        return no_memory(error);
    felt_status status = table_change(t, t->trial, index, e->action, e->amount, &t->trial_dues, &held, &back, error);
    if (status != FELT_OK)
        return status;
    if (held.minor != e->held.minor || back.minor != e->back.minor ||
        felt_play_position(t->trial, index)->stake.minor > FELT_TABLE_STAKE_MAX)
        return wrong(e, error, "what is handed over or comes back is another amount");
    status = table_change(t, t->play, index, e->action, e->amount, &t->dues, &held, &back, error);
    if (status != FELT_OK)
        return status;
    t->bets[index].held.minor += held.minor - back.minor;
    t->up.minor += held.minor - back.minor;
    if (felt_play_position(t->play, index)->state == FELT_STATE_NONE) {
        t->seat_bets[e->seat]--;
        tidy(t);
    }
    table_add_up(t);
    return FELT_OK;
}

/* ---- rounds ---- */

static felt_status closed(felt_table *t, const felt_event *e, felt_error *error)
{
    if (t->stage != FELT_STAGE_BETTING || t->status == FELT_TABLE_PAUSED || felt_play_count(t->play) == 0 || table_lacks_shoe(t) ||
        e->round != t->round + 1)
        return wrong(e, error, "betting on this round cannot be closed");
    t->stage = FELT_STAGE_DEALING;
    return FELT_OK;
}

static void begin_betting(felt_table *t)
{
    t->stage = FELT_STAGE_BETTING;
    t->closes_ms = 0;
}

static felt_status dealt(felt_table *t, const felt_event *e, felt_error *error)
{
    const felt_game *game = felt_book_game(t->setup.book);
    int code;
    bool over;
    if (t->stage != FELT_STAGE_DEALING || e->round != t->round + 1)
        return wrong(e, error, "no result of this round is waited for");
    felt_status status = table_code(t, e->code, e->way, &e->dealt, &code, error);
    if (status == FELT_OK && code != e->code)
        return wrong(e, error, "what was dealt makes another event");
    game->phase_after(felt_play_phase(t->play), e->code < game->code_count ? e->code : 0, &over);
    if (status == FELT_OK)
        status = table_event(t, t->play, code, &t->dues, error);
    if (status != FELT_OK)
        return status;
    tidy(t);
    table_add_up(t);
    t->round++;
    t->hand += over;
    t->dealt_ms = e->time_ms;
    begin_betting(t);
    return FELT_OK;
}

static bool same_payment(const felt_event *a, const felt_event *b)
{
    return a->player == b->player && a->seat == b->seat && a->bet == b->bet && a->wager == b->wager && a->amount.minor == b->amount.minor &&
           a->back.minor == b->back.minor && a->lost.minor == b->lost.minor && a->winnings.minor == b->winnings.minor &&
           a->commission.minor == b->commission.minor && a->dealer.minor == b->dealer.minor && a->pay == b->pay &&
           a->dealer_pay == b->dealer_pay && a->row == b->row && a->taken_down == b->taken_down;
}

static felt_status paid(felt_table *t, const felt_event *e, felt_error *error)
{
    if (t->due_next == t->dues.count)
        return wrong(e, error, "nothing is owed");
    const table_due *due = &t->dues.list[t->due_next];
    felt_event expected = table_paid(t, due);
    if (!same_payment(&expected, e))
        return wrong(e, error, "something else is owed, or another amount");
    t->up.minor -= due->bet.held.minor;
    t->seat_bets[due->position.seat]--;
    t->due_next++;
    return FELT_OK;
}

static felt_status voided(felt_table *t, const felt_event *e, felt_error *error)
{
    if (e->round != t->round + 1)
        return wrong(e, error, "it is another round that is played");
    if (table_return_all(t, &t->dues) != FELT_OK)
        return no_memory(error);
    felt_play_begin(t->play, 0);
    table_add_up(t);
    begin_betting(t);
    return FELT_OK;
}

/* ---- the operator ---- */

static felt_status status_changed(felt_table *t, const felt_event *e, felt_error *error)
{
    if (e->status < 0 || e->status >= FELT_TABLE_STATUS_COUNT)
        return wrong(e, error, "there is no such status");
    t->status = (felt_table_status)e->status;
    t->closes_ms = 0; /* betting is open for its whole time again */
    return FELT_OK;
}

static felt_status wager_changed(felt_table *t, const felt_event *e, felt_error *error)
{
    if (e->wager >= felt_book_wager_count(t->setup.book) || (e->kind != FELT_EVENT_WAGER_LIMITED && !t->offered[e->wager]))
        return wrong(e, error, "there is no such wager, or it cannot be offered");
    felt_table_wager *w = &t->wagers[e->wager];
    if (e->kind == FELT_EVENT_WAGER_LIMITED) {
        if (e->min.minor < 0 || e->max.minor < 0 || e->max.minor > FELT_TABLE_STAKE_MAX ||
            (e->max.minor > 0 && e->min.minor > e->max.minor))
            return wrong(e, error, "the limits cannot be");
        w->min = e->min;
        w->max = e->max;
    } else {
        w->closed = e->kind == FELT_EVENT_WAGER_CLOSED;
        memset(w->reason, 0, sizeof w->reason);
        if (w->closed)
            memcpy(w->reason, e->text, sizeof w->reason);
    }
    t->touched[e->wager] = true;
    return FELT_OK;
}

static felt_status limited(felt_table *t, const felt_event *e, felt_error *error)
{
    if (!table_limits_good(&e->limits))
        return wrong(e, error, "the limits cannot be");
    table_set_limits(t, &e->limits);
    return FELT_OK;
}

static felt_status shoe_changed(felt_table *t, const felt_event *e, felt_error *error)
{
    bool begins = e->kind == FELT_EVENT_SHOE_BEGUN;
    if (!table_has_shoes(t) || begins == (t->shoe != 0) || t->stage == FELT_STAGE_DEALING ||
        (begins ? e->shoe <= t->last_shoe : e->shoe != t->shoe))
        return wrong(e, error, "the shoe cannot begin or end now");
    t->shoe = begins ? e->shoe : 0;
    t->last_shoe = e->shoe;
    return FELT_OK;
}

/* ---- all ---- */

static felt_status apply(felt_table *t, const felt_event *e, felt_error *error)
{
    switch (e->kind) {
    case FELT_EVENT_ANSWERED:
        return answered(t, e, error);
    case FELT_EVENT_SEATED:
        return seated(t, e, error);
    case FELT_EVENT_LEFT:
        return left(t, e, error);
    case FELT_EVENT_FREED:
        return freed(t, e, error);
    case FELT_EVENT_SHOOTER:
        return shooter(t, e, error);
    case FELT_EVENT_PLACED:
        return placed(t, e, error);
    case FELT_EVENT_CHANGED:
        return changed(t, e, error);
    case FELT_EVENT_CLOSED:
        return closed(t, e, error);
    case FELT_EVENT_DEALT:
        return dealt(t, e, error);
    case FELT_EVENT_PAID:
        return paid(t, e, error);
    case FELT_EVENT_VOIDED:
        return voided(t, e, error);
    case FELT_EVENT_STATUS:
        return status_changed(t, e, error);
    case FELT_EVENT_WAGER_OPENED:
    case FELT_EVENT_WAGER_CLOSED:
    case FELT_EVENT_WAGER_LIMITED:
        return wager_changed(t, e, error);
    case FELT_EVENT_SHOE_BEGUN:
    case FELT_EVENT_SHOE_ENDED:
        return shoe_changed(t, e, error);
    case FELT_EVENT_LIMITED:
        return limited(t, e, error);
    case FELT_EVENT_COUNT:
        break;
    }
    return felt_error_set(error, FELT_EDATA, -1, "there is no such event");
}

/* The clock of a timed table runs while bets may be placed and some are up. */
static void set_clock(felt_table *t)
{
    bool runs = t->setup.pace == FELT_PACE_TIMED && t->stage == FELT_STAGE_BETTING && felt_play_count(t->play) > 0;
    if (!runs)
        t->closes_ms = 0;
    else if (t->closes_ms == 0) {
        int64_t closes = t->time_ms + t->setup.betting_ms;
        t->closes_ms = closes < table_least_close(t) ? table_least_close(t) : closes;
    }
}

felt_status felt_table_evolve(felt_table *t, const felt_event *e, felt_error *error)
{
    bool owes = t->due_next < t->dues.count;
    if ((unsigned)e->kind >= FELT_EVENT_COUNT)
        return felt_error_set(error, FELT_EDATA, -1, "there is no such event");
    if (e->sequence != t->sequence + 1)
        return felt_error_set(error, FELT_EDATA, -1, "found event %llu, expected event %llu", (unsigned long long)e->sequence,
                              (unsigned long long)t->sequence + 1);
    if (e->time_ms < t->time_ms || e->time_ms > FELT_TABLE_TIME_MAX)
        return wrong(e, error, "its time is before that of the last");
    if (!table_text_good(e->text))
        return wrong(e, error, "its text is not one line");
    if (owes && e->kind != FELT_EVENT_PAID)
        return wrong(e, error, "bets that have come down are still to be paid");
    if (!owes)
        t->dues.count = t->due_next = 0;
    felt_status status = apply(t, e, error);
    if (status != FELT_OK)
        return status;
    t->sequence = e->sequence;
    t->time_ms = e->time_ms;
    set_clock(t);
    return FELT_OK;
}
