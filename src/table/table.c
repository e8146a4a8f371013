/* src/table/table.c - a table is made, freed and looked at. */
#include "table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static bool take_memory(felt_table *t)
{
    size_t wagers = (size_t)felt_book_wager_count(t->setup.book) + 1, seats = (size_t)t->setup.seats;
    t->wagers = calloc(wagers, sizeof *t->wagers);
    t->offered = calloc(wagers, sizeof *t->offered);
    t->touched = calloc(wagers, sizeof *t->touched);
    t->multiples = calloc(wagers, sizeof *t->multiples);
    t->ids = calloc(FELT_TABLE_PLAYERS_MAX, sizeof *t->ids);
    t->players = calloc(FELT_TABLE_PLAYERS_MAX, sizeof *t->players);
    t->seats = calloc(seats, sizeof *t->seats);
    t->seat_bets = calloc(seats, sizeof *t->seat_bets);
    t->seat_stakes = calloc(seats, sizeof *t->seat_stakes);
    t->bets = calloc(FELT_TABLE_BETS_MAX, sizeof *t->bets);
    t->payments = calloc(FELT_TABLE_BETS_MAX, sizeof *t->payments);
    return t->wagers != NULL && t->offered != NULL && t->touched != NULL && t->multiples != NULL && t->ids != NULL && t->players != NULL &&
           t->seats != NULL && t->seat_bets != NULL && t->seat_stakes != NULL && t->bets != NULL && t->payments != NULL &&
           felt_play_new(t->setup.book, &t->play) == FELT_OK && felt_play_new(t->setup.book, &t->trial) == FELT_OK &&
           felt_saver_new(t->setup.book, &t->saver) == FELT_OK &&
           (t->players[0].answers = calloc(FELT_TABLE_ANSWERS_MAX, sizeof *t->players[0].answers)) != NULL;
}

felt_status felt_table_new(const felt_table_setup *setup, felt_table **ret, felt_error *error)
{
    felt_status status = table_check_setup(setup, error);
    if (status != FELT_OK)
        return status;
    felt_table *t = calloc(1, sizeof *t);
    if (t == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    t->setup = *setup;
    t->shooter = -1;
    if (!take_memory(t)) {
        felt_table_free(t);
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    }
    table_set_wagers(t);
    t->setup.wagers = NULL;
    t->player_count = 1; /* the house */
    t->players[0].seat = -1;
    for (int i = 0; i < setup->seats; i++)
        t->seats[i] = -1;
    t->sequence = setup->after.sequence;
    t->round = setup->after.round;
    t->hand = setup->after.hand;
    t->last_bet = setup->after.bet;
    t->last_shoe = setup->after.shoe;
    t->time_ms = setup->after.time_ms;
    felt_play_begin(t->play, 0);
    *ret = t;
    return FELT_OK;
}

void felt_table_free(felt_table *t)
{
    if (t == NULL)
        return;
    for (int i = 0; t->players != NULL && i < FELT_TABLE_PLAYERS_MAX; i++)
        free(t->players[i].answers);
    felt_play_free(t->play);
    felt_play_free(t->trial);
    felt_saver_free(t->saver);
    free(t->wagers);
    free(t->offered);
    free(t->touched);
    free(t->multiples);
    free(t->ids);
    free(t->players);
    free(t->seats);
    free(t->seat_bets);
    free(t->seat_stakes);
    free(t->bets);
    free(t->payments);
    free(t->dues.list);
    free(t->trial_dues.list);
    free(t);
}

/* ---- finding ---- */

int table_find_player(const felt_table *t, uint64_t id)
{
    for (int i = 0; i < t->player_count; i++)
        if (t->ids[i] == id)
            return i;
    return -1;
}

int table_find_answer(const table_player *p, uint64_t command)
{
    int low = 0, high = p->answer_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table_answer_at(p, middle)->command < command)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Bets are in the order of their numbers. */
int table_find_bet(const felt_table *t, uint64_t bet)
{
    int low = 0, high = felt_play_count(t->play);
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (t->bets[middle].bet == bet)
            return middle;
        if (t->bets[middle].bet < bet)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

bool table_stays(const felt_table *t, int seat, int64_t now)
{
    const table_player *p = t->seats[seat] < 0 ? NULL : &t->players[t->seats[seat]];
    return p != NULL && !p->leaving && (t->setup.seat_timeout_ms == 0 || p->seen_ms + t->setup.seat_timeout_ms > now);
}

int table_next_shooter(const felt_table *t, int seat, int not, int64_t now)
{
    int from = seat < 0 ? t->setup.seats - 1 : seat;
    for (int k = 1; k <= t->setup.seats; k++) {
        int next = (from + k) % t->setup.seats;
        if (next != not &&table_stays(t, next, now))
            return next;
    }
    return -1;
}

bool table_plays_out(const felt_table *t)
{
    return t->setup.pace == FELT_PACE_ON_DEMAND && felt_play_count(t->play) > 0 && table_next_shooter(t, -1, -1, INT64_MIN) < 0;
}

int64_t table_least_close(const felt_table *t)
{
    return t->round == 0 ? 0 : t->dealt_ms + t->setup.between_ms;
}

felt_status table_try_out(felt_table *t)
{
    felt_play_resume(t->trial, felt_play_phase(t->play), felt_play_events(t->play));
    t->trial_dues.count = 0;
    int count = felt_play_count(t->play), first;
    return count == 0 ? FELT_OK : felt_play_restore(t->trial, felt_play_position(t->play, 0), count, &first);
}

int64_t table_bound_add(const felt_table *t, int64_t bound, const felt_position *p)
{
    int64_t most;
    if (__builtin_mul_overflow(p->stake.minor, t->multiples[p->wager], &most) || __builtin_add_overflow(bound, most, &bound) ||
        __builtin_add_overflow(bound, 2, &bound)) /* the win and the dealers' part may each be rounded up */
        return INT64_MAX;
    return bound;
}

int64_t table_bound(const felt_table *t, const felt_play *play)
{
    int64_t sum = 0;
    for (int i = 0; i < felt_play_count(play) && sum < INT64_MAX; i++)
        if (felt_play_position(play, i)->state != FELT_STATE_NONE)
            sum = table_bound_add(t, sum, felt_play_position(play, i));
    return sum;
}

void table_add_up(felt_table *t)
{
    t->stakes = 0;
    t->bound = table_bound(t, t->play);
    memset(t->seat_stakes, 0, (size_t)t->setup.seats * sizeof *t->seat_stakes);
    for (int i = 0; i < felt_play_count(t->play); i++) {
        const felt_position *p = felt_play_position(t->play, i);
        t->stakes += p->stake.minor; /* FELT_TABLE_BETS_MAX times FELT_TABLE_STAKE_MAX fits */
        t->seat_stakes[p->seat] += p->stake.minor;
    }
}

bool table_sums_right(const felt_table *t)
{
    int64_t all = 0;
    bool right = t->bound == table_bound(t, t->play);
    for (int seat = 0; seat < t->setup.seats; seat++) {
        int64_t own = 0;
        for (int i = 0; i < felt_play_count(t->play); i++)
            if (felt_play_position(t->play, i)->seat == (uint32_t)seat)
                own += felt_play_position(t->play, i)->stake.minor;
        right = right && own == t->seat_stakes[seat];
        all += own;
    }
    return right && all == t->stakes;
}

/* ---- looking ---- */

felt_table_view felt_table_look(const felt_table *t)
{
    return (felt_table_view){.sequence = t->sequence,
                             .time_ms = t->time_ms,
                             .status = t->status,
                             .stage = t->stage,
                             .round = t->round,
                             .hand = t->hand,
                             .phase = felt_play_phase(t->play),
                             .events = felt_play_events(t->play),
                             .shooter = t->shooter,
                             .shoe = t->shoe,
                             .last_shoe = t->last_shoe,
                             .last_bet = t->last_bet,
                             .seated = t->seated,
                             .bets = felt_play_count(t->play),
                             .owed = t->dues.count - t->due_next,
                             .up = t->up,
                             .limits = table_limits(t)};
}

int64_t felt_table_wakes(const felt_table *t)
{
    int64_t at = INT64_MAX;
    bool closes = t->stage == FELT_STAGE_BETTING && t->status != FELT_TABLE_PAUSED && !table_lacks_shoe(t);
    if (closes && t->closes_ms > 0)
        at = t->closes_ms;
    if (closes && table_plays_out(t))
        at = table_least_close(t);
    for (int i = 0; t->setup.seat_timeout_ms > 0 && i < t->setup.seats; i++) {
        const table_player *p = t->seats[i] < 0 ? NULL : &t->players[t->seats[i]];
        if (p != NULL && !p->leaving && p->seen_ms + t->setup.seat_timeout_ms < at)
            at = p->seen_ms + t->setup.seat_timeout_ms;
    }
    return at;
}

bool felt_table_seat(const felt_table *t, int seat, uint64_t *ret_player, bool *ret_leaving)
{
    assert(seat >= 0 && seat < t->setup.seats);
    if (t->seats[seat] < 0)
        return false;
    *ret_player = t->ids[t->seats[seat]];
    *ret_leaving = t->players[t->seats[seat]].leaving;
    return true;
}

const felt_table_wager *felt_table_wager_at(const felt_table *t, int wager)
{
    assert(wager >= 0 && wager < felt_book_wager_count(t->setup.book));
    return &t->wagers[wager];
}

felt_table_bet felt_table_bet_at(const felt_table *t, int index)
{
    const felt_position *p = felt_play_position(t->play, index);
    return (felt_table_bet){.bet = t->bets[index].bet,
                            .player = t->ids[t->seats[p->seat]],
                            .held = t->bets[index].held,
                            .stays = t->bets[index].stays,
                            .position = *p};
}

void felt_table_progress(const felt_table *t, int index, char *ret, size_t size)
{
    const felt_position *p = felt_play_position(t->play, index);
    felt_memory_write(felt_book_variant(t->setup.book, p->wager)->machine, p->state, ret, size);
}

felt_status felt_table_cost(const felt_table *t, felt_money *ret_next, felt_money *ret_bound, felt_error *error)
{
    felt_money next;
    int event;
    felt_status status = felt_play_worst(t->play, &next, &event, error);
    int64_t bound = t->bound;
    if (status == FELT_OK && bound == INT64_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "the cost of all bets does not fit");
    if (status != FELT_OK)
        return status;
    *ret_next = next;
    *ret_bound = (felt_money){bound};
    return FELT_OK;
}
