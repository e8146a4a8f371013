/* src/settle/hand.c - finished hands: all that was bet on a round or on a shooter's rolls, played from the beginning. */
#include "play.h"

#include <assert.h>
#include <stdlib.h>

/* ---- hands ---- */

/* The phases of a hand, event by event: is it over after the last? */
static felt_status follow(const felt_game *game, const felt_hand *hand, bool *ret_over, felt_error *error)
{
    int phase = hand->phase;
    bool over = false;
    if (hand->phase < 0 || hand->phase >= game->phase_count || hand->count < 0 || hand->count > FELT_HAND_EVENTS_MAX ||
        hand->count > game->hand_events_max)
        return felt_error_set(error, FELT_EDATA, -1, "found %d %s from phase %d, expected at most %d from a phase below %d", hand->count,
                              game->words.events, hand->phase, game->hand_events_max, game->phase_count);
    for (int i = 0; i < hand->count; i++) {
        if (over) {
            int more = hand->count - i;
            return felt_error_set(error, FELT_EDATA, i - 1, "%s %d is %s, but %d more %s", game->words.event, i, game->hand_end, more,
                                  more == 1 ? "follows" : "follow");
        }
        if (hand->events[i] >= game->code_count)
            return felt_error_set(error, FELT_EDATA, i, "%s %d is no %s of %s", game->words.event, i + 1, game->words.event, game->name);
        phase = game->phase_after(phase, hand->events[i], &over);
    }
    *ret_over = over;
    return FELT_OK;
}

felt_status felt_hand_verify(const felt_game *game, const felt_hand *hand, felt_error *error)
{
    bool over;
    return follow(game, hand, &over, error);
}

/* ---- moments ---- */

/* One hand being settled. */
typedef struct settling {
    felt_play *play;
    const felt_hand *hand;
    bool over; /* with its last event */
    const felt_bet *bets;
    int count;
    felt_payment *ret;
    felt_settle_refused *refused;
    void *context;
    bool no_memory;
} settling;

static void refuse(settling *s, felt_status status, const felt_error *error)
{
    s->no_memory = s->no_memory || status == FELT_ENOMEM;
    if (s->no_memory) /* what is refused from here on may be so for want of what had no room */
        return;
    if (error->item >= 0)
        s->ret[error->item] = (felt_payment){.kind = FELT_PAY_LOSES, .part_of = -1};
    s->refused(s->context, status, error);
}

static void give_back(void *context, int slot, felt_money amount, bool all)
{
    settling *s = context;
    felt_payment *payment = &s->ret[slot];
    if (felt_money_add(payment->back, amount, &payment->back) != FELT_OK ||
        felt_money_add(payment->paid, amount, &payment->paid) != FELT_OK) {
        felt_error error;
        felt_text name = s->play->book->wagers[s->bets[slot].wager].name;
        refuse(s, felt_error_set(&error, FELT_ERANGE, slot, "%.*s: what comes back does not fit", FELT_TEXT_ARGS(name)), &error);
        if (!all) /* nothing decides a bet any more that is refused */
            play_drop(s->play, slot);
        return;
    }
    if (!all)
        return;
    payment->kind = FELT_PAY_PUSHES;
    payment->taken_down = true;
    payment->stake = s->play->positions[slot].stake;
    payment->events = (uint16_t)s->play->events;
}

static bool is_reduction(felt_action action)
{
    return action == FELT_ACTION_LOWER || action == FELT_ACTION_TAKE_DOWN;
}

static void do_row(settling *s, int i)
{
    const felt_bet *bet = &s->bets[i];
    felt_error error;
    int slot = -1;
    felt_status status = FELT_OK;
    if ((unsigned)bet->action >= FELT_ACTION_COUNT)
        status = felt_error_set(&error, FELT_EDATA, i, "found an action of number %d, expected one below %d", (int)bet->action,
                                (int)FELT_ACTION_COUNT);
    else if (bet->action == FELT_ACTION_BET)
        status = play_put(s->play, bet, i, &error);
    else
        status = play_act(s->play, bet, i, &slot, give_back, s, &error);
    if (status != FELT_OK)
        refuse(s, status, &error);
    else if (bet->action != FELT_ACTION_BET)
        s->ret[i].part_of = slot;
}

enum { DEFERRED = -2 }; /* in felt_payment.part_of, until the second pass */

static int depth_of(const settling *s, int i)
{
    const felt_book *book = s->play->book;
    return s->bets[i].wager < book->wager_count ? book->wagers[s->bets[i].wager].depth : 0;
}

/* What is taken down goes first, from what needs others to what they need; then what is put up, the other way round. */
static void do_moment(settling *s, const int32_t *rows, int count)
{
    int deepest = s->play->book->depth_max;
    bool reductions = false;
    for (int k = 0; k < count; k++)
        reductions = reductions || is_reduction(s->bets[rows[k]].action);
    for (int depth = deepest; reductions && depth >= 0; depth--) {
        for (int k = 0; k < count; k++) {
            const felt_bet *bet = &s->bets[rows[k]];
            if (!is_reduction(bet->action) || depth_of(s, rows[k]) != depth)
                continue;
            if (play_stands(s->play, bet->seat, bet->wager))
                do_row(s, rows[k]);
            else
                s->ret[rows[k]].part_of = DEFERRED; /* of a bet that this moment brings, or of none */
        }
    }
    for (int depth = 0; depth <= deepest; depth++)
        for (int k = 0; k < count; k++)
            if ((!is_reduction(s->bets[rows[k]].action) || s->ret[rows[k]].part_of == DEFERRED) && depth_of(s, rows[k]) == depth)
                do_row(s, rows[k]);
}

static void do_event(settling *s, int code)
{
    felt_play *play = s->play;
    const felt_book *book = play->book;
    bool over;
    int phase = book->game->phase_after(play->phase, code, &over), left = 0;
    if (!play_reserve_moves(play)) {
        s->no_memory = true;
        return;
    }
    for (int k = 0; k < play->up_count; k++) {
        int i = play->up[k];
        const felt_position *p = &play->positions[i];
        felt_payment payment;
        felt_error error;
        uint16_t state;
        if (p->state == FELT_STATE_NONE)
            continue;
        felt_status status = position_step(&book->house, &book->wagers[p->wager], book->game, p, code, phase, i, &state, &payment, &error);
        if (status == FELT_OK && state != FELT_STATE_NONE) {
            play_go(play, i, state);
            play->up[left++] = i;
            continue;
        }
        play_drop(play, i);
        if (status == FELT_OK && (felt_money_add(payment.back, s->ret[i].back, &payment.back) != FELT_OK ||
                                  felt_money_add(payment.paid, s->ret[i].paid, &payment.paid) != FELT_OK))
            status = felt_error_set(&error, FELT_ERANGE, i, "%.*s: what is paid does not fit", FELT_TEXT_ARGS(book->wagers[p->wager].name));
        if (status != FELT_OK) {
            refuse(s, status, &error);
            continue;
        }
        payment.events = (uint16_t)(play->events + 1);
        s->ret[i] = payment;
    }
    play->up_count = left;
    play->phase = phase;
    play->events++;
}

/* ---- bets by moment ---- */

static void refuse_late(settling *s, int i)
{
    const felt_book *book = s->play->book;
    const felt_bet *bet = &s->bets[i];
    felt_error error;
    felt_text name = bet->wager < book->wager_count ? book->wagers[bet->wager].name : felt_text_from("a bet");
    const felt_game_words *words = &book->game->words;
    if (bet->after > s->hand->count)
        felt_error_set(&error, FELT_EDATA, i, "%.*s was placed after %s %d, but there %s only %d", FELT_TEXT_ARGS(name), words->event,
                       bet->after, s->hand->count == 1 ? "was" : "were", s->hand->count);
    else
        felt_error_set(&error, FELT_EDATA, i, "%.*s was placed after %s %d, %s", FELT_TEXT_ARGS(name), words->event, s->hand->count,
                       book->game->hand_end);
    refuse(s, FELT_EDATA, &error);
}

/* Sorts the bets by their moments, those of one in the order given, and refuses the ones that come too late. ret_firsts[k] is where those
 * after k events begin. */
static bool sort_bets(settling *s, int32_t *ret_firsts)
{
    felt_play *play = s->play;
    int last = s->over ? s->hand->count - 1 : s->hand->count;
    if (s->count > play->order_capacity) {
        int32_t *more = realloc(play->order, (size_t)s->count * sizeof *more);
        if (more == NULL)
            return false;
        play->order = more;
        play->order_capacity = s->count;
    }
    for (int k = 0; k <= s->hand->count + 1; k++)
        ret_firsts[k] = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->bets[i].after > last)
            refuse_late(s, i);
        else
            ret_firsts[s->bets[i].after + 1]++;
    }
    for (int k = 1; k <= s->hand->count + 1; k++)
        ret_firsts[k] += ret_firsts[k - 1];
    for (int i = 0; i < s->count; i++)
        if (s->bets[i].after <= last)
            play->order[ret_firsts[s->bets[i].after]++] = i;
    for (int k = s->hand->count + 1; k > 0; k--)
        ret_firsts[k] = ret_firsts[k - 1];
    ret_firsts[0] = 0;
    return true;
}

static felt_status settle_moments(settling *s)
{
    felt_play *play = s->play;
    int32_t firsts[FELT_HAND_EVENTS_MAX + 2];
    felt_play_begin(play, s->hand->phase);
    felt_status status = play_reserve(play, s->count);
    if (status != FELT_OK)
        return status;
    if (!sort_bets(s, firsts))
        return FELT_ENOMEM;
    for (int i = 0; i < s->count; i++) {
        play->positions[i].state = FELT_STATE_NONE;
        play->acts = play->acts || s->bets[i].action != FELT_ACTION_BET;
    }
    play->count = s->count;
    for (int k = 0; k <= s->hand->count && !s->no_memory; k++) {
        if (firsts[k + 1] > firsts[k])
            do_moment(s, play->order + firsts[k], firsts[k + 1] - firsts[k]);
        if (k < s->hand->count)
            do_event(s, s->hand->events[k]);
    }
    for (int k = 0; k < play->up_count; k++)
        s->ret[play->up[k]].events = (uint16_t)s->hand->count;
    return s->no_memory ? FELT_ENOMEM : FELT_OK;
}

/* ---- hands of one event ---- */

/* Bets that only the event decides, and that know nothing of each other, need no table: each is placed, moved and paid in one go. */
static bool is_plain(const settling *s)
{
    const felt_book *book = s->play->book;
    if (!book->game->one_event || s->hand->count != 1 || s->hand->events[0] >= book->game->event_count || s->hand->phase != 0)
        return false;
    for (int i = 0; i < s->count; i++)
        if (s->bets[i].action != FELT_ACTION_BET || s->bets[i].after != 0 || s->bets[i].wager >= book->wager_count ||
            book->wagers[s->bets[i].wager].needs_count > 0)
            return false;
    return true;
}

static void refuse_plain(void *context, felt_status status, const felt_error *error)
{
    refuse(context, status, error);
}

felt_status felt_settle_each(felt_play *play, const felt_hand *hand, const felt_bet *bets, int count, felt_payment *ret,
                             felt_settle_refused *refused, void *context, felt_error *error)
{
    assert(count >= 0);
    settling s = {.play = play, .hand = hand, .bets = bets, .count = count, .ret = ret, .refused = refused, .context = context};
    bool plain = is_plain(&s);
    felt_status status = plain ? FELT_OK : follow(play->book->game, hand, &s.over, error);
    if (status != FELT_OK && error != NULL)
        error->item = -1; /* it was the event's */
    if (status != FELT_OK)
        return status;
    if (plain) {
        felt_play_begin(play, 0);
        position_settle_all(play->book, bets, count, hand->events[0], ret, refuse_plain, &s);
        return FELT_OK;
    }
    for (int i = 0; i < count; i++)
        ret[i] = position_stays;
    status = settle_moments(&s);
    if (status == FELT_ELIMIT)
        return felt_error_set(error, status, -1, "found %d bets, expected at most %d", count, (int)FELT_PLAY_POSITIONS_MAX);
    return status == FELT_OK ? FELT_OK : felt_error_set(error, status, -1, "%s", felt_status_text(status));
}

/* The refusal of the first bet that cannot be settled. */
typedef struct first_refusal {
    felt_status status;
    felt_error error;
} first_refusal;

static void keep_first(void *context, felt_status status, const felt_error *error)
{
    first_refusal *first = context;
    if (first->status != FELT_OK && first->error.item <= error->item)
        return;
    first->status = status;
    first->error = *error;
}

felt_status felt_settle_hand(felt_play *play, const felt_hand *hand, const felt_bet *bets, int count, felt_payment *ret, felt_error *error)
{
    first_refusal first;
    first.status = FELT_OK; /* the error is large, and is written only when there is one */
    felt_status status = felt_settle_each(play, hand, bets, count, ret, keep_first, &first, error);
    if (status == FELT_OK && first.status != FELT_OK) {
        status = first.status;
        if (error != NULL)
            *error = first.error;
    }
    if (status != FELT_OK)
        memset(ret, 0, (size_t)count * sizeof *ret);
    return status;
}

felt_status felt_settle_dealt(felt_play *play, const felt_dealt *dealt, const felt_bet *bets, int count, felt_payment *ret,
                              felt_error *error)
{
    const felt_game *game = play->book->game;
    int event = 0;
    assert(game->one_event);
    felt_status status = game->classify(dealt, play->book->decks, &event, error);
    uint16_t code = (uint16_t)event;
    if (status == FELT_OK)
        return felt_settle_hand(play, &(felt_hand){&code, 1, 0}, bets, count, ret, error);
    memset(ret, 0, (size_t)count * sizeof *ret);
    return status;
}
