/* src/table/money.c - what happens to bets: changed, decided or given back, in the table's play or in its trial, by felt/settle.h.
 *
 * Of every bet, what was held is back, lost or up. A decision tries it in the trial and says it in events; evolving does it again in the
 * table's play and compares. */
#include "table.h"

#include <assert.h>
#include <stdlib.h>

felt_status table_held(const felt_table *t, int wager, felt_money stake, felt_money *ret)
{
    felt_money vig;
    felt_status status = felt_book_vig(t->setup.book, wager, stake, &vig);
    return status == FELT_OK ? felt_money_add(stake, vig, ret) : status;
}

/* ---- what is owed ---- */

static bool reserve(table_dues *dues, int more)
{
    int wanted = dues->count + more;
    if (wanted <= dues->capacity)
        return true;
    int capacity = dues->capacity == 0 ? 64 : dues->capacity;
    while (capacity < wanted)
        capacity *= 2;
    table_due *list = realloc(dues->list, (size_t)capacity * sizeof *list);
    if (list == NULL)
        return false;
    dues->list = list;
    dues->capacity = capacity;
    return true;
}

static felt_payment all_back(const table_bet *bet, const felt_position *p)
{
    return (felt_payment){.kind = FELT_PAY_PUSHES,
                          .row = FELT_ROW_NONE,
                          .part_of = -1,
                          .taken_down = true,
                          .stake = p->stake,
                          .back = bet->held,
                          .paid = bet->held};
}

static void owe(table_dues *dues, const table_bet *bet, const felt_position *p, const felt_payment *payment)
{
    dues->list[dues->count++] = (table_due){*bet, *p, *payment};
}

/* ---- changes ---- */

/* What a change of the stake from `before` to `after` hands over and gives back. */
static felt_status difference(const felt_table *t, const felt_position *p, felt_money before, felt_money after, felt_money *ret_held,
                              felt_money *ret_back)
{
    felt_money held_before = before, held_after = after;
    felt_status status = table_held(t, p->wager, before, &held_before);
    if (status == FELT_OK)
        status = table_held(t, p->wager, after, &held_after);
    int64_t more = held_after.minor - held_before.minor;
    *ret_held = (felt_money){more > 0 ? more : 0};
    *ret_back = (felt_money){more < 0 ? -more : 0};
    return status;
}

felt_status table_change(felt_table *t, felt_play *play, int index, felt_action action, felt_money amount, table_dues *dues,
                         felt_money *ret_held, felt_money *ret_back, felt_error *error)
{
    felt_position before = *felt_play_position(play, index);
    felt_payment payment;
    int count = felt_play_count(play);
    if (!reserve(dues, count))
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    felt_status status = felt_play_change(play, index, action, amount, &payment, error);
    if (status != FELT_OK)
        return status;
    const felt_position *after = felt_play_position(play, index);
    if (after->state == FELT_STATE_NONE) {
        *ret_held = (felt_money){0};
        *ret_back = t->bets[index].held;
    } else
        status = difference(t, &before, before.stake, after->stake, ret_held, ret_back);
    for (int i = 0; i < count && after->state == FELT_STATE_NONE; i++) {
        const felt_position *p = felt_play_position(play, i);
        if (i == index || p->state != FELT_STATE_NONE)
            continue;
        felt_payment back = all_back(&t->bets[i], p);
        owe(dues, &t->bets[i], p, &back);
    }
    return status;
}

/* ---- events ---- */

felt_status table_event(felt_table *t, felt_play *play, int code, table_dues *dues, felt_error *error)
{
    int count = felt_play_count(play);
    if (!reserve(dues, count))
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    felt_status status = felt_play_event(play, code, t->payments, error);
    for (int i = 0; i < count && status == FELT_OK; i++)
        if (felt_play_position(play, i)->state == FELT_STATE_NONE)
            owe(dues, &t->bets[i], felt_play_position(play, i), &t->payments[i]);
    return status;
}

felt_status table_return_all(felt_table *t, table_dues *dues)
{
    int count = felt_play_count(t->play);
    if (!reserve(dues, count))
        return FELT_ENOMEM;
    for (int i = 0; i < count; i++) {
        const felt_position *p = felt_play_position(t->play, i);
        felt_payment back = all_back(&t->bets[i], p);
        owe(dues, &t->bets[i], p, &back);
    }
    return FELT_OK;
}

felt_event table_paid(const felt_table *t, const table_due *due)
{
    const felt_payment *p = &due->payment;
    assert(t->seats[due->position.seat] >= 0 && p->back.minor <= due->bet.held.minor);
    return (felt_event){.kind = FELT_EVENT_PAID,
                        .player = t->ids[t->seats[due->position.seat]],
                        .seat = (int32_t)due->position.seat,
                        .bet = due->bet.bet,
                        .wager = due->position.wager,
                        .amount = due->position.stake,
                        .back = p->back,
                        .lost = {due->bet.held.minor - p->back.minor},
                        .winnings = p->winnings,
                        .commission = p->commission,
                        .dealer = p->dealer,
                        .pay = p->kind,
                        .dealer_pay = p->dealer_kind,
                        .row = (uint8_t)p->row,
                        .taken_down = p->taken_down};
}

felt_status table_code(const felt_table *t, int code, int way, const felt_dealt *dealt, int *ret, felt_error *error)
{
    const felt_game *game = felt_book_game(t->setup.book);
    if (game->one_event)
        return game->classify(dealt, felt_book_decks(t->setup.book), ret, error);
    if (code < 0 || code >= game->event_count)
        return felt_error_set(error, FELT_EDATA, -1, "%d is no %s of %s", code, game->words.event, game->name);
    if (way > game->all_ways || (way > 0 && game->event_of_way(way - 1) != code))
        return felt_error_set(error, FELT_EDATA, -1, "way %d of the %s makes another %s than %d", way, game->words.pieces,
                              game->words.event, code);
    *ret = code;
    return FELT_OK;
}
