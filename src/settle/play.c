/* src/settle/play.c - a table: bets put up, changed, and moved from event to event. */
#include "play.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- making ---- */

felt_status felt_play_new(const felt_book *book, felt_play **ret)
{
    felt_play *play = calloc(1, sizeof *play);
    if (play == NULL)
        return FELT_ENOMEM;
    play->book = book;
    play->stakes.generation = 1;
    *ret = play;
    return FELT_OK;
}

void felt_play_free(felt_play *play)
{
    if (play == NULL)
        return;
    stakes_free(&play->stakes);
    free(play->positions);
    free(play->before);
    free(play->up);
    free(play->states);
    free(play->order);
    free(play);
}

void felt_play_begin(felt_play *play, int phase)
{
    assert(phase >= 0 && phase < play->book->game->phase_count);
    stakes_begin(&play->stakes);
    play->phase = phase;
    play->events = play->count = play->up_count = 0;
    play->acts = false;
}

void felt_play_resume(felt_play *play, int phase, int events)
{
    assert(events >= 0);
    felt_play_begin(play, phase);
    play->events = events;
}

/* Grows one array; false when there is no memory, and then it is as it was. */
static bool grow(void **array, int capacity, size_t size)
{
    void *more = realloc(*array, (size_t)capacity * size);
    if (more != NULL)
        *array = more;
    return more != NULL;
}

felt_status play_reserve(felt_play *play, int64_t count)
{
    int capacity = play->capacity == 0 ? 16 : play->capacity;
    if (count <= play->capacity)
        return FELT_OK;
    if (count > FELT_PLAY_POSITIONS_MAX)
        return FELT_ELIMIT;
    while (capacity < count)
        capacity *= 2;
    if (!grow((void **)&play->positions, capacity, sizeof *play->positions) ||
        !grow((void **)&play->before, capacity, sizeof *play->before) || !grow((void **)&play->up, capacity, sizeof *play->up) ||
        !grow((void **)&play->states, capacity, sizeof *play->states))
        return FELT_ENOMEM;
    play->capacity = capacity;
    return FELT_OK;
}

int felt_play_phase(const felt_play *play)
{
    return play->phase;
}

int felt_play_events(const felt_play *play)
{
    return play->events;
}

int felt_play_count(const felt_play *play)
{
    return play->count;
}

const felt_position *felt_play_position(const felt_play *play, int index)
{
    assert(index >= 0 && index < play->count);
    return &play->positions[index];
}

/* ---- placing ---- */

/* Makes `position` number `slot` of the play, up and in the sums. Requires room for both. */
static void put_up(felt_play *play, const felt_position *position, int slot)
{
    felt_position p = *position; /* it may be a later one of the same play */
    play->positions[slot] = p;
    play->before[slot] = -1;
    play->up[play->up_count++] = slot;
    if (!play_is_summed(play, p.wager))
        return;
    stake_entry *entry = play_note_at(play, &p, STAKES_ANY, 1);
    play->before[slot] = entry->last;
    entry->last = slot;
    play_note_number(play, &p, 1);
}

felt_status play_put(felt_play *play, const felt_bet *bet, int slot, felt_error *error)
{
    const felt_book *book = play->book;
    if (bet->wager >= book->wager_count)
        return felt_error_set(error, FELT_EDATA, slot, "there is no wager number %d", bet->wager);
    const book_wager *w = &book->wagers[bet->wager];
    felt_position position;
    felt_status status = position_place(&book->house, w, book->game, bet, play_moment(play), slot, &position, error);
    if (status == FELT_OK && w->needs_count > 0)
        status = play_check_needs(play, w, bet->seat, play_stake(play, bet->seat, bet->wager) + bet->stake.minor, slot, error);
    if (status != FELT_OK)
        return status;
    if (play_is_summed(play, bet->wager) && !stakes_reserve(&play->stakes, 2)) /* both sums or none */
        return felt_error_set(error, FELT_ENOMEM, slot, "out of memory");
    put_up(play, &position, slot);
    return FELT_OK;
}

void play_drop(felt_play *play, int slot)
{
    play_note(play, &play->positions[slot], -1);
    play->positions[slot].state = FELT_STATE_NONE;
}

bool play_reserve_moves(felt_play *play)
{
    return !play->book->by_number || stakes_reserve(&play->stakes, (size_t)play->up_count);
}

void play_go(felt_play *play, int slot, uint16_t state)
{
    felt_position *p = &play->positions[slot];
    const book_wager *w = &play->book->wagers[p->wager];
    p->moved = true;
    if (w->by_number && play_number(w, p->state) != play_number(w, state)) {
        play_note_at(play, p, (int16_t)play_number(w, p->state), -1);
        play_note_at(play, p, (int16_t)play_number(w, state), 1);
    }
    p->state = state;
}

/* Takes down again what was put up last, until `up_before` are up. */
static void put_back(felt_play *play, int up_before)
{
    while (play->up_count > up_before) {
        int slot = play->up[--play->up_count];
        const felt_position *p = &play->positions[slot];
        if (play_is_summed(play, p->wager))
            stakes_at(&play->stakes, (stake_key){p->seat, p->wager, STAKES_ANY})->last = play->before[slot];
        play_drop(play, slot);
    }
}

/* Puts all bets up, behind the positions that there are, or none. */
static felt_status put_all(felt_play *play, const felt_bet *bets, int count, felt_error *error)
{
    int first = play->count, up_before = play->up_count;
    felt_status status = play_reserve(play, (int64_t)first + count);
    if (status == FELT_ELIMIT)
        return felt_error_set(error, status, -1, "found %lld bets on the table, expected at most %d", (long long)first + count,
                              (int)FELT_PLAY_POSITIONS_MAX);
    if (status != FELT_OK)
        return felt_error_set(error, status, -1, "out of memory");
    for (int i = 0; i < count; i++)
        play->positions[first + i] = (felt_position){.state = FELT_STATE_NONE};
    for (int depth = 0; depth <= play->book->depth_max && status == FELT_OK; depth++) {
        for (int i = 0; i < count && status == FELT_OK; i++) {
            assert(bets[i].action == FELT_ACTION_BET);
            int own = bets[i].wager < play->book->wager_count ? play->book->wagers[bets[i].wager].depth : 0;
            if (own == depth)
                status = play_put(play, &bets[i], first + i, error);
            if (status != FELT_OK && error != NULL && error->item >= 0)
                error->item = i;
        }
    }
    if (status != FELT_OK)
        put_back(play, up_before);
    return status;
}

felt_status felt_play_place(felt_play *play, const felt_bet *bets, int count, int *ret_first, felt_error *error)
{
    felt_status status = put_all(play, bets, count, error);
    if (status != FELT_OK)
        return status;
    *ret_first = play->count;
    play->count += count;
    return FELT_OK;
}

felt_status felt_play_try(felt_play *play, const felt_bet *bets, int count, felt_error *error)
{
    int up_before = play->up_count;
    felt_status status = put_all(play, bets, count, error);
    if (status == FELT_OK)
        put_back(play, up_before);
    return status;
}

/* ---- events ---- */

felt_status felt_play_event(felt_play *play, int code, felt_payment *ret, felt_error *error)
{
    const felt_book *book = play->book;
    bool over = false;
    if (code < 0 || code >= book->game->code_count)
        return felt_error_set(error, FELT_EDATA, -1, "%d is no %s of %s", code, book->game->words.event, book->game->name);
    if (!play_reserve_moves(play))
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    int phase = book->game->phase_after(play->phase, code, &over);
    for (int i = 0; i < play->count; i++)
        ret[i] = position_stays;
    for (int k = 0; k < play->up_count; k++) {
        const felt_position *p = &play->positions[play->up[k]];
        if (p->state == FELT_STATE_NONE)
            continue;
        int i = play->up[k];
        felt_status status =
            position_step(&book->house, &book->wagers[p->wager], book->game, p, code, phase, i, &play->states[i], &ret[i], error);
        if (status != FELT_OK)
            return status;
    }
    int left = 0;
    for (int k = 0; k < play->up_count; k++) {
        int i = play->up[k];
        if (play->positions[i].state == FELT_STATE_NONE)
            continue;
        if (play->states[i] == FELT_STATE_NONE)
            play_drop(play, i);
        else
            play_go(play, i, play->states[i]);
        ret[i].events = (uint16_t)(play->events + 1);
        if (play->states[i] != FELT_STATE_NONE)
            play->up[left++] = i;
    }
    play->up_count = left;
    play->phase = phase;
    play->events = over ? 0 : play->events + 1;
    return FELT_OK;
}

felt_status felt_play_restore(felt_play *play, const felt_position *positions, int count, int *ret_first)
{
    int first = play->count;
    felt_status status = play_reserve(play, (int64_t)first + count);
    if (status == FELT_OK && !stakes_reserve(&play->stakes, 2 * (size_t)count))
        status = FELT_ENOMEM;
    if (status != FELT_OK)
        return status;
    for (int i = 0; i < count; i++) {
        const felt_position *p = &positions[i];
        assert(p->wager < play->book->wager_count && play->book->wagers[p->wager].machine != NULL);
        assert(p->state != FELT_STATE_NONE && p->state < play->book->wagers[p->wager].machine->state_count);
        put_up(play, p, first + i);
    }
    play->count += count;
    *ret_first = first;
    return FELT_OK;
}

void felt_play_tidy(felt_play *play)
{
    int left = 0;
    stakes_begin(&play->stakes);
    play->up_count = 0;
    for (int i = 0; i < play->count; i++) {
        if (play->positions[i].state == FELT_STATE_NONE)
            continue;
        put_up(play, &play->positions[i], left++);
    }
    play->count = left;
}
