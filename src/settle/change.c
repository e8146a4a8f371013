/* src/settle/change.c - what is done with bets that stand: raised, lowered, taken down, turned off and on. */
#include "../base/amount.h"
#include "play.h"

#include <assert.h>

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

bool book_may_change(const book_wager *w, felt_action action)
{
    static const uint8_t wanted[FELT_ACTION_COUNT] = {[FELT_ACTION_RAISE] = FELT_MAY_RAISE,
                                                      [FELT_ACTION_LOWER] = FELT_MAY_LOWER,
                                                      [FELT_ACTION_TAKE_DOWN] = FELT_MAY_TAKE_DOWN,
                                                      [FELT_ACTION_TURN_OFF] = FELT_MAY_TURN_OFF,
                                                      [FELT_ACTION_TURN_ON] = FELT_MAY_TURN_OFF};
    return (w->variant->may & wanted[action]) != 0;
}

static bool allowed(const book_wager *w, const felt_position *p, felt_action action)
{
    bool turns = action == FELT_ACTION_TURN_OFF || action == FELT_ACTION_TURN_ON;
    return (!p->moved && !turns) || book_may_change(w, action);
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
        status = play_check_needs(play, w, p->seat, play_stake(play, p->seat, p->wager) + amount.minor, item, error);
    if (status != FELT_OK)
        return status;
    play_note(play, p, -1);
    play_note(play, &raised, 1);
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
        base_sum sum = play_bases(play, w, seat);
        stake_sum stake = play_stake(play, seat, base->needed_by[i]);
        if (stake > 0 && sum.bets > 0 && !book_wager_within(w, stake, sum.stake))
            return play_refuse_tie(play, w, stake, sum.stake, item, error);
    }
    return FELT_OK;
}

static void drop_dependents(felt_play *play, const book_wager *base, uint32_t seat, play_returned *returned, void *context)
{
    for (int i = 0; i < base->needed_by_count; i++) {
        int wager = base->needed_by[i];
        const book_wager *w = &play->book->wagers[wager];
        if (play_stake(play, seat, wager) == 0 || play_bases(play, w, seat).bets > 0)
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
        return felt_error_set(error, FELT_EDATA, item, "%.*s: found %s to lower a stake of %s by", FELT_TEXT_ARGS(w->name),
                              amount_said(amount.minor, play->book->house.decimals).text,
                              amount_plain(p->stake.minor, play->book->house.decimals).text);
    lowered.stake.minor -= amount.minor;
    felt_status status = all ? FELT_OK : position_check_stake(&play->book->house, w, lowered.stake, item, error);
    if (status != FELT_OK)
        return status;
    play_note(play, p, -1);
    if (!all)
        play_note(play, &lowered, 1);
    status = check_dependents(play, w, p->seat, item, error);
    if (status != FELT_OK) {
        if (!all)
            play_note(play, &lowered, -1);
        play_note(play, &before, 1);
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
