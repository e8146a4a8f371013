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

/* ---- sums ---- */

/* The number that the come-out of its own has put a position on, for wagers that others need on their number. */
static int number_of(const book_wager *w, uint16_t state)
{
    int number = felt_machine_point(w->variant->machine, state);
    return number < 0 ? STAKES_UNKNOWN : number; /* on no number that anybody could ask for */
}

/* Requires an entry that is there, or room for one. */
static void note(felt_play *play, const felt_position *p, int16_t number, int sign)
{
    stake_entry *entry = stakes_at(&play->stakes, (stake_key){p->seat, p->wager, number});
    assert(entry != NULL);
    entry->bets += sign;
    entry->stake += sign * (stake_sum)p->stake.minor;
}

/* Is anything asked of the sums of this wager? Bets on one that needs nothing and that nothing needs are only looked for by the rows of a
 * record that change them. */
static bool is_summed(const felt_play *play, int wager)
{
    const book_wager *w = &play->book->wagers[wager];
    return w->needs_count > 0 || w->needed_by_count > 0 || play->acts;
}

/* Adds a position that is up to the sums, for which there is room for two entries, or takes it out. */
static void note_position(felt_play *play, const felt_position *p, int sign)
{
    if (!is_summed(play, p->wager))
        return;
    const book_wager *w = &play->book->wagers[p->wager];
    note(play, p, STAKES_ANY, sign);
    if (w->by_number)
        note(play, p, (int16_t)number_of(w, p->state), sign);
}

/* What a seat has up of what wager `w` needs. */
typedef struct base_sum {
    int64_t bets;
    stake_sum stake;
} base_sum;

static base_sum sum_bases(const felt_play *play, const book_wager *w, uint32_t seat)
{
    base_sum sum = {0, 0};
    for (int i = 0; i < w->needs_count; i++) {
        int16_t number = w->needs[i].on_number ? (int16_t)w->wager->number : STAKES_ANY;
        const stake_entry *entry = stakes_find(&play->stakes, (stake_key){seat, w->needs[i].wager, number});
        if (entry == NULL)
            continue;
        sum.bets += entry->bets;
        sum.stake += entry->stake;
    }
    return sum;
}

static stake_sum stake_up(const felt_play *play, uint32_t seat, int wager)
{
    const stake_entry *entry = stakes_find(&play->stakes, (stake_key){seat, (uint16_t)wager, STAKES_ANY});
    return entry == NULL ? 0 : entry->stake;
}

/* ---- placing ---- */

static felt_status refuse_needs(const felt_play *play, const book_wager *w, int item, felt_error *error)
{
    char list[256] = "";
    size_t at = 0;
    if (error == NULL)
        return FELT_EDATA;
    for (int k = 0; k < w->needs_count && at < sizeof list; k++) {
        felt_text base = play->book->wagers[w->needs[k].wager].name;
        int wrote = snprintf(list + at, sizeof list - at, "%s%.*s", k == 0 ? "" : " or ", FELT_TEXT_ARGS(base));
        at += wrote < 0 ? 0 : (size_t)wrote;
    }
    bool on_number = w->needs_count > 0 && w->needs[0].on_number;
    return felt_error_set(error, FELT_EDATA, item, "%.*s needs a bet on %s of the same seat%s", FELT_TEXT_ARGS(w->name), list,
                          on_number ? ", with its point on the same number" : "");
}

static felt_status refuse_tie(const book_wager *w, stake_sum stake, stake_sum base, int item, felt_error *error)
{
    int num = w->variant->most_num, den = w->variant->most_den;
    char times[40] = "";
    if (den > 1)
        snprintf(times, sizeof times, "%d/%d times ", num, den);
    else if (num > 1)
        snprintf(times, sizeof times, "%d times ", num);
    return felt_error_set(error, FELT_ELIMIT, item, "%.*s: found %lld minor units in all, expected at most %sthe %lld on what it needs",
                          FELT_TEXT_ARGS(w->name), (long long)stake, times, (long long)base);
}

/* Is what the wager needs up, for stakes of `stake` in all? */
static felt_status check_needs(const felt_play *play, const book_wager *w, uint32_t seat, stake_sum stake, int item, felt_error *error)
{
    if (w->needs_count == 0)
        return FELT_OK;
    base_sum base = sum_bases(play, w, seat);
    if (base.bets <= 0)
        return refuse_needs(play, w, item, error);
    return book_wager_within(w, stake, base.stake) ? FELT_OK : refuse_tie(w, stake, base.stake, item, error);
}

/* Makes `position` number `slot` of the play, up and in the sums. Requires room for both. */
static void put_up(felt_play *play, const felt_position *position, int slot)
{
    felt_position p = *position; /* it may be a later one of the same play */
    play->positions[slot] = p;
    play->before[slot] = -1;
    play->up[play->up_count++] = slot;
    if (!is_summed(play, p.wager))
        return;
    note_position(play, &p, 1);
    stake_entry *entry = stakes_at(&play->stakes, (stake_key){p.seat, p.wager, STAKES_ANY});
    play->before[slot] = entry->last;
    entry->last = slot;
}

felt_status play_put(felt_play *play, const felt_bet *bet, int slot, felt_error *error)
{
    const felt_book *book = play->book;
    if (bet->wager >= book->wager_count)
        return felt_error_set(error, FELT_EDATA, slot, "there is no wager number %d", bet->wager);
    const book_wager *w = &book->wagers[bet->wager];
    felt_position position;
    felt_status status = position_place(&book->house, w, book->game, bet, play_moment(play), slot, &position, error);
    if (status == FELT_OK)
        status = check_needs(play, w, bet->seat, stake_up(play, bet->seat, bet->wager) + bet->stake.minor, slot, error);
    if (status != FELT_OK)
        return status;
    if (is_summed(play, bet->wager) && !stakes_reserve(&play->stakes, 2)) /* both sums or none */
        return felt_error_set(error, FELT_ENOMEM, slot, "out of memory");
    put_up(play, &position, slot);
    return FELT_OK;
}

void play_drop(felt_play *play, int slot)
{
    note_position(play, &play->positions[slot], -1);
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
    if (w->by_number && number_of(w, p->state) != number_of(w, state)) {
        note(play, p, (int16_t)number_of(w, p->state), -1);
        note(play, p, (int16_t)number_of(w, state), 1);
    }
    p->state = state;
}

/* Takes down again what was put up last, until `up_before` are up. */
static void put_back(felt_play *play, int up_before)
{
    while (play->up_count > up_before) {
        int slot = play->up[--play->up_count];
        const felt_position *p = &play->positions[slot];
        if (is_summed(play, p->wager))
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

/* ---- changing ---- */

static const char *const action_names[FELT_ACTION_COUNT] = {"bet", "raise", "lower", "take-down", "off", "on"};

const char *felt_action_text(felt_action action)
{
    return action_names[action];
}

felt_status felt_action_find(felt_text name, felt_action *ret)
{
    for (int i = 0; i < FELT_ACTION_COUNT; i++) {
        if (felt_text_is(name, action_names[i])) {
            *ret = (felt_action)i;
            return FELT_OK;
        }
    }
    return FELT_ENOTFOUND;
}

static bool allowed(const book_wager *w, const felt_position *p, felt_action action)
{
    static const uint8_t wanted[FELT_ACTION_COUNT] = {[FELT_ACTION_RAISE] = FELT_MAY_RAISE,
                                                      [FELT_ACTION_LOWER] = FELT_MAY_LOWER,
                                                      [FELT_ACTION_TAKE_DOWN] = FELT_MAY_TAKE_DOWN,
                                                      [FELT_ACTION_TURN_OFF] = FELT_MAY_TURN_OFF,
                                                      [FELT_ACTION_TURN_ON] = FELT_MAY_TURN_OFF};
    bool turns = action == FELT_ACTION_TURN_OFF || action == FELT_ACTION_TURN_ON;
    return (!p->moved && !turns) || (w->variant->may & wanted[action]) != 0;
}

static felt_status raise_position(felt_play *play, int slot, felt_money amount, int item, felt_error *error)
{
    felt_position *p = &play->positions[slot];
    const book_wager *w = &play->book->wagers[p->wager];
    felt_position raised = *p;
    if (amount.minor <= 0)
        return position_check_stake(&play->book->house, w, (felt_money){0}, item, error);
    if (felt_money_add(p->stake, amount, &raised.stake) != FELT_OK)
        return felt_error_set(error, FELT_ERANGE, item, "%.*s: the stake does not fit", FELT_TEXT_ARGS(w->name));
    felt_money vig;
    felt_status status = position_check_stake(&play->book->house, w, raised.stake, item, error);
    if (status == FELT_OK)
        status = position_vig(&play->book->house, w, raised.stake, item, &vig, error);
    if (status == FELT_OK)
        status = check_needs(play, w, p->seat, stake_up(play, p->seat, p->wager) + amount.minor, item, error);
    if (status != FELT_OK)
        return status;
    note_position(play, p, -1);
    note_position(play, &raised, 1);
    *p = raised;
    return FELT_OK;
}

/* What comes back when a stake that is up becomes `left`: the difference, and that of the vigs. Both were seen to fit when they were
 * handed over. */
static felt_money coming_back(const felt_play *play, const book_wager *w, felt_money stake, felt_money left)
{
    felt_money before, after;
    position_vig(&play->book->house, w, stake, -1, &before, NULL);
    position_vig(&play->book->house, w, left, -1, &after, NULL);
    return (felt_money){stake.minor - left.minor + before.minor - after.minor};
}

/* Takes down every bet of the seat on `wager`, of which there is one at least. None is left to be looked for again. */
static void take_down_all(felt_play *play, uint32_t seat, int wager, play_returned *returned, void *context)
{
    stake_entry *entry = stakes_at(&play->stakes, (stake_key){seat, (uint16_t)wager, STAKES_ANY});
    int32_t slot = entry->last;
    entry->last = -1;
    for (; slot >= 0; slot = play->before[slot]) {
        if (play->positions[slot].state == FELT_STATE_NONE)
            continue;
        play_drop(play, slot);
        felt_money back = coming_back(play, &play->book->wagers[wager], play->positions[slot].stake, (felt_money){0});
        returned(context, slot, back, true);
    }
}

/* Once less of a base wager is up: what needs it comes down where nothing is left of it, and else must be within its limit. */
static felt_status check_dependents(felt_play *play, const book_wager *base, uint32_t seat, int item, felt_error *error)
{
    for (int i = 0; i < base->needed_by_count; i++) {
        const book_wager *w = &play->book->wagers[base->needed_by[i]];
        base_sum sum = sum_bases(play, w, seat);
        stake_sum stake = stake_up(play, seat, base->needed_by[i]);
        if (stake > 0 && sum.bets > 0 && !book_wager_within(w, stake, sum.stake))
            return refuse_tie(w, stake, sum.stake, item, error);
    }
    return FELT_OK;
}

static void drop_dependents(felt_play *play, const book_wager *base, uint32_t seat, play_returned *returned, void *context)
{
    for (int i = 0; i < base->needed_by_count; i++) {
        int wager = base->needed_by[i];
        const book_wager *w = &play->book->wagers[wager];
        if (stake_up(play, seat, wager) == 0 || sum_bases(play, w, seat).bets > 0)
            continue;
        take_down_all(play, seat, wager, returned, context);
        drop_dependents(play, w, seat, returned, context);
    }
}

/* Lowers a position by `amount`, down to nothing when that is all of it. */
static felt_status lower_position(felt_play *play, int slot, felt_money amount, int item, play_returned *returned, void *context,
                                  felt_error *error)
{
    felt_position *p = &play->positions[slot];
    const book_wager *w = &play->book->wagers[p->wager];
    felt_position before = *p, lowered = *p;
    bool all = amount.minor == p->stake.minor;
    if (amount.minor <= 0 || amount.minor > p->stake.minor)
        return felt_error_set(error, FELT_EDATA, item, "%.*s: found %lld minor units to lower a stake of %lld by", FELT_TEXT_ARGS(w->name),
                              (long long)amount.minor, (long long)p->stake.minor);
    lowered.stake.minor -= amount.minor;
    felt_status status = all ? FELT_OK : position_check_stake(&play->book->house, w, lowered.stake, item, error);
    if (status != FELT_OK)
        return status;
    note_position(play, p, -1);
    if (!all)
        note_position(play, &lowered, 1);
    status = check_dependents(play, w, p->seat, item, error);
    if (status != FELT_OK) {
        if (!all)
            note_position(play, &lowered, -1);
        note_position(play, &before, 1);
        return status;
    }
    if (all)
        p->state = FELT_STATE_NONE;
    else
        *p = lowered;
    returned(context, slot, coming_back(play, w, before.stake, lowered.stake), all);
    if (all)
        drop_dependents(play, w, before.seat, returned, context);
    return FELT_OK;
}

static felt_status change(felt_play *play, int slot, felt_action action, felt_money amount, int item, play_returned *returned,
                          void *context, felt_error *error)
{
    felt_position *p = &play->positions[slot];
    const book_wager *w = &play->book->wagers[p->wager];
    if (action == FELT_ACTION_LOWER && amount.minor == p->stake.minor)
        action = FELT_ACTION_TAKE_DOWN; /* whatever it is called */
    if (!allowed(w, p, action))
        return felt_error_set(error, FELT_EDATA, item, "%.*s: its sheet does not let a standing bet be %s", FELT_TEXT_ARGS(w->name),
                              action == FELT_ACTION_RAISE       ? "raised"
                              : action == FELT_ACTION_LOWER     ? "lowered"
                              : action == FELT_ACTION_TAKE_DOWN ? "taken down"
                                                                : "turned off or on");
    switch (action) {
    case FELT_ACTION_RAISE:
        return raise_position(play, slot, amount, item, error);
    case FELT_ACTION_LOWER:
        return lower_position(play, slot, amount, item, returned, context, error);
    case FELT_ACTION_TAKE_DOWN:
        return lower_position(play, slot, p->stake, item, returned, context, error);
    default:
        p->off = action == FELT_ACTION_TURN_OFF;
        return FELT_OK;
    }
}

bool play_stands(const felt_play *play, uint32_t seat, int wager)
{
    const stake_entry *entry = stakes_find(&play->stakes, (stake_key){seat, (uint16_t)wager, STAKES_ANY});
    return entry != NULL && entry->bets > 0;
}

felt_status play_act(felt_play *play, const felt_bet *bet, int item, int *ret_slot, play_returned *returned, void *context,
                     felt_error *error)
{
    if (bet->wager >= play->book->wager_count)
        return felt_error_set(error, FELT_EDATA, item, "there is no wager number %d", bet->wager);
    const book_wager *w = &play->book->wagers[bet->wager];
    stake_entry *entry = stakes_at(&play->stakes, (stake_key){bet->seat, bet->wager, STAKES_ANY});
    if (entry == NULL)
        return felt_error_set(error, FELT_ENOMEM, item, "out of memory");
    while (entry->last >= 0 && play->positions[entry->last].state == FELT_STATE_NONE)
        entry->last = play->before[entry->last];
    if (entry->last < 0)
        return felt_error_set(error, FELT_EDATA, item, "%.*s: no bet of this seat stands that could be changed (%s)",
                              FELT_TEXT_ARGS(w->name), action_names[bet->action]);
    *ret_slot = entry->last;
    return change(play, entry->last, bet->action, bet->stake, item, returned, context, error);
}

/* What comes back of a change. */
typedef struct change_sum {
    felt_payment payment;
    bool too_much;
} change_sum;

static void add_returned(void *context, int slot, felt_money amount, bool all)
{
    change_sum *sum = context;
    if (slot == sum->payment.part_of)
        sum->payment.taken_down = all;
    if (felt_money_add(sum->payment.back, amount, &sum->payment.back) != FELT_OK)
        sum->too_much = true;
    sum->payment.paid = sum->payment.back;
}

felt_status felt_play_change(felt_play *play, int position, felt_action action, felt_money amount, felt_payment *ret, felt_error *error)
{
    assert(position >= 0 && position < play->count && action > FELT_ACTION_BET && action < FELT_ACTION_COUNT);
    change_sum sum = {.payment = {.kind = FELT_PAY_PUSHES, .row = FELT_ROW_NONE, .part_of = position}};
    if (play->positions[position].state == FELT_STATE_NONE)
        return felt_error_set(error, FELT_EDATA, position, "the bet is no longer up");
    felt_status status = change(play, position, action, amount, position, add_returned, &sum, error);
    if (status == FELT_OK && sum.too_much)
        return felt_error_set(error, FELT_ERANGE, position, "what comes back does not fit");
    if (status == FELT_OK)
        *ret = sum.payment;
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
        assert(p->state != FELT_STATE_NONE);
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
