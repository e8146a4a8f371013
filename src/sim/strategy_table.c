/* src/sim/strategy_table.c - tables that a strategy has been at: asked of a play once, then known by number. */
#include "sim/strategy_table.h"

#include "../settle/position.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLES_MAX = 8192,
    EVENTS_MAX = 1 << 20, /* of all tables */
    SLOTS = 4 * TABLES_MAX,
    ORDER_SLOTS = 1 << 16,
    ORDERS_MAX = ORDER_SLOTS / 2,
};

/* An order at a table, and what came of it. */
struct strategy_known_order {
    int64_t amount;
    int table; /* plus 1; 0: nothing is here */
    int next;  /* -1: refused */
    uint16_t bet, action;
};

/* Finds bets that are alike. Raising or lowering takes them in turn: then they are not. */
static void find_alike(strategy_tables *t)
{
    const felt_strategy *s = t->strategy;
    uint32_t changed = 0;
    for (int i = 0; i < s->order_count; i++)
        changed |= s->orders[i].action == FELT_ACTION_BET ? 0 : s->orders[i].bets;
    for (int i = 0; i < s->order_count; i++) {
        const strategy_order *order = &s->orders[i];
        if (order->action == FELT_ACTION_BET && order->count > 1 && (changed >> order->first & 1) == 0)
            t->alike[t->alike_count++] = (strategy_alike){order->first, order->count};
    }
}

felt_status strategy_tables_open(strategy_tables *t, const felt_strategy *strategy)
{
    *t = (strategy_tables){.strategy = strategy};
    strategy_kinds_find(&t->kinds, strategy);
    t->most = EVENTS_MAX / t->kinds.count < TABLES_MAX ? EVENTS_MAX / t->kinds.count : TABLES_MAX;
    find_alike(t);
    t->tables = calloc((size_t)t->most, sizeof *t->tables);
    t->events = calloc((size_t)t->most * (size_t)t->kinds.count, sizeof *t->events);
    t->slots = calloc(SLOTS, sizeof *t->slots);
    t->orders = calloc(ORDER_SLOTS, sizeof *t->orders);
    t->recent = calloc((size_t)t->most * FELT_STRATEGY_BETS_MAX, sizeof *t->recent);
    if (t->tables == NULL || t->events == NULL || t->slots == NULL || t->orders == NULL || t->recent == NULL)
        return FELT_ENOMEM;
    return felt_play_new(strategy->book, &t->play);
}

void strategy_tables_close(strategy_tables *t)
{
    felt_play_free(t->play);
    free(t->tables);
    free(t->events);
    free(t->slots);
    free(t->orders);
    free(t->recent);
    *t = (strategy_tables){.count = 0};
}

static void forget(strategy_tables *t)
{
    memset(t->events, 0, (size_t)t->count * (size_t)t->kinds.count * sizeof *t->events);
    memset(t->slots, 0, SLOTS * sizeof *t->slots);
    memset(t->orders, 0, ORDER_SLOTS * sizeof *t->orders);
    memset(t->recent, 0, (size_t)t->count * FELT_STRATEGY_BETS_MAX * sizeof *t->recent);
    t->count = t->order_count = 0;
    t->generation++;
}

/* ---- bets that are alike ---- */

/* Three come bets on 4, 5 and 6 are the same whichever was made first: with them in one order there are far fewer tables. */
static void sort_alike(strategy_table *table, strategy_alike alike)
{
    uint32_t ups = 0, all = (uint32_t)((UINT64_C(1) << alike.count) - 1) << alike.first;
    if ((table->off & all) != 0) /* which tells one from another */
        return;
    for (int i = alike.first; i < alike.first + alike.count; i++) {
        uint16_t state = table->states[i];
        int64_t stake = table->stakes[i], cost = table->costs[i];
        int at = i;
        for (; at > alike.first && (table->states[at - 1] > state || (table->states[at - 1] == state && table->stakes[at - 1] > stake));
             at--) {
            table->states[at] = table->states[at - 1];
            table->stakes[at] = table->stakes[at - 1];
            table->costs[at] = table->costs[at - 1];
        }
        table->states[at] = state;
        table->stakes[at] = stake;
        table->costs[at] = cost;
        ups += state != FELT_STATE_NONE; /* which is above all states: those that are up come first */
    }
    table->up = (table->up & ~all) | (uint32_t)((UINT64_C(1) << ups) - 1) << alike.first;
}

/* ---- numbers of tables ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 32);
}

static bool alike(const strategy_table *a, const strategy_table *b, int bets, int seats)
{
    return a->phase == b->phase && a->fresh == b->fresh && a->up == b->up && a->off == b->off &&
           memcmp(a->states, b->states, (size_t)seats * sizeof *a->states) == 0 &&
           memcmp(a->stakes, b->stakes, (size_t)bets * sizeof *a->stakes) == 0;
}

static int number_of(strategy_tables *t, const strategy_table *like)
{
    int bets = t->strategy->bet_count, seats = bets + t->strategy->watch_count;
    uint64_t hash = mix((uint64_t)like->phase * 2 + like->fresh, like->off);
    for (int i = 0; i < seats; i++)
        hash = mix(mix(hash, like->states[i]), (uint64_t)like->stakes[i]);
    size_t at = (size_t)hash & (SLOTS - 1);
    while (t->slots[at] != 0 && !alike(&t->tables[t->slots[at] - 1], like, bets, seats))
        at = (at + 1) & (SLOTS - 1);
    if (t->slots[at] == 0 && t->count == t->most) {
        forget(t);
        at = (size_t)hash & (SLOTS - 1);
    }
    if (t->slots[at] == 0) {
        t->tables[t->count] = *like;
        t->slots[at] = ++t->count;
    }
    return t->slots[at] - 1;
}

/* ---- the play ---- */

/* Something that the play cannot do though it should. Goes on with any table: whoever runs looks at `status`. */
static int failed(strategy_tables *t, felt_status status)
{
    t->status = status == FELT_OK ? FELT_EDATA : status;
    return 0;
}

/* Puts up what is up at the table. False: it cannot be done. */
static bool lay_out(strategy_tables *t, const strategy_table *table)
{
    felt_play_resume(t->play, table->phase, table->fresh ? 0 : 1);
    memcpy(t->watched, &table->states[t->strategy->bet_count], (size_t)t->strategy->watch_count * sizeof *t->watched);
    for (int i = 0; i < t->strategy->bet_count; i++) {
        felt_position position = {.stake = {table->stakes[i]},
                                  .wager = (uint16_t)t->strategy->bet_wager[i],
                                  .state = table->states[i],
                                  .off = (table->off >> i & 1) != 0,
                                  .moved = true};
        t->positions[i] = -1;
        if (position.state == FELT_STATE_NONE)
            continue;
        felt_status status = felt_play_restore(t->play, &position, 1, &t->positions[i]);
        if (status != FELT_OK) {
            failed(t, status);
            return false;
        }
    }
    return true;
}

/* The number of the table that the play is now, or of one with bets that are alike in another order. */
static int know(strategy_tables *t, bool in_any_order)
{
    const felt_game *game = felt_book_game(t->strategy->book);
    strategy_table now = {.phase = felt_play_phase(t->play), .fresh = felt_play_events(t->play) == 0};
    now.number = game->phase_number != NULL ? game->phase_number(now.phase) : 0;
    for (int i = 0; i < t->strategy->bet_count; i++) {
        const felt_position *p = t->positions[i] < 0 ? NULL : felt_play_position(t->play, t->positions[i]);
        felt_money vig = {0};
        now.states[i] = p == NULL ? (uint16_t)FELT_STATE_NONE : p->state;
        if (now.states[i] == FELT_STATE_NONE)
            continue;
        felt_status status = felt_book_vig(t->strategy->book, p->wager, p->stake, &vig);
        if (status != FELT_OK)
            return failed(t, status);
        now.stakes[i] = p->stake.minor;
        now.costs[i] = p->stake.minor + vig.minor;
        now.on_table += now.costs[i];
        now.up |= UINT32_C(1) << i;
        now.off |= (uint32_t)p->off << i;
    }
    for (int i = 0; i < t->alike_count && in_any_order; i++)
        sort_alike(&now, t->alike[i]);
    memcpy(&now.states[t->strategy->bet_count], t->watched, (size_t)t->strategy->watch_count * sizeof *t->watched);
    return number_of(t, &now);
}

int strategy_tables_begin(strategy_tables *t)
{
    felt_play_begin(t->play, 0);
    for (int i = 0; i < t->strategy->bet_count; i++)
        t->positions[i] = -1;
    for (int i = 0; i < t->strategy->watch_count; i++)
        t->watched[i] = FELT_STATE_NONE;
    return know(t, false);
}

/* ---- orders ---- */

static int ask_order(strategy_tables *t, const strategy_table *table, felt_action action, int bet, int64_t amount)
{
    felt_payment payment;
    felt_status status;
    if (!lay_out(t, table))
        return -1;
    if (action == FELT_ACTION_BET) {
        felt_bet placed = {.stake = {amount}, .wager = (uint16_t)t->strategy->bet_wager[bet]};
        status = felt_play_place(t->play, &placed, 1, &t->positions[bet], NULL);
    } else {
        status = felt_play_change(t->play, t->positions[bet], action, (felt_money){amount}, &payment, NULL);
    }
    if (status == FELT_ENOMEM)
        failed(t, status);
    return status == FELT_OK ? know(t, false) : -1;
}

/* An order that may be known. */
static int find_order(strategy_tables *t, int *table, felt_action action, int bet, int64_t amount)
{
    uint64_t hash = mix(mix((uint64_t)*table, (uint64_t)amount), (uint64_t)bet * FELT_ACTION_COUNT + (uint64_t)action);
    size_t at = (size_t)hash & (ORDER_SLOTS - 1);
    for (const strategy_known_order *o; (o = &t->orders[at])->table != 0; at = (at + 1) & (ORDER_SLOTS - 1))
        if (o->table == *table + 1 && o->amount == amount && o->bet == bet && o->action == (uint16_t)action)
            return o->next;
    int generation = t->generation;
    strategy_table before = t->tables[*table];
    int next = ask_order(t, &before, action, bet, amount);
    if (t->generation != generation) { /* the table itself was forgotten: whoever stays there needs its new number */
        *table = number_of(t, &before);
    } else if (t->order_count < ORDERS_MAX) {
        t->orders[at] = (strategy_known_order){amount, *table + 1, next, (uint16_t)bet, (uint16_t)action};
        t->order_count++;
    } else {
        memset(t->orders, 0, ORDER_SLOTS * sizeof *t->orders);
        t->order_count = 0;
    }
    return next;
}

int strategy_tables_order(strategy_tables *t, int *table, felt_action action, int bet, int64_t amount)
{
    strategy_recent *recent = &t->recent[*table * FELT_STRATEGY_BETS_MAX + bet];
    int generation = t->generation;
    if (action != FELT_ACTION_BET)
        return find_order(t, table, action, bet, amount);
    if (recent->amount == amount)
        return recent->next;
    int next = find_order(t, table, action, bet, amount);
    if (t->generation == generation)
        *recent = (strategy_recent){amount, next};
    return next;
}

/* ---- events ---- */

static void note_result(strategy_event *e, felt_pay_kind kind, int seat)
{
    uint32_t bit = UINT32_C(1) << seat;
    if (kind == FELT_PAY_LOSES)
        e->lost |= bit;
    else if (kind == FELT_PAY_PUSHES)
        e->pushed |= bit;
    else
        e->won |= bit;
}

/* What an event does to what watches: as if a bet on each wager were placed whenever it may be. The event has happened in the play. */
static bool watch_event(strategy_tables *t, const strategy_table *table, int event, strategy_event *ret)
{
    const felt_book *book = t->strategy->book;
    for (int i = 0; i < t->strategy->watch_count; i++) {
        int seat = t->strategy->bet_count + i;
        const book_wager *w = &book->wagers[t->strategy->bet_wager[seat]];
        felt_bet bet = {.stake = {book->house.min.minor > 0 ? book->house.min.minor : 1}, .wager = (uint16_t)t->strategy->bet_wager[seat]};
        felt_position p = {.stake = bet.stake, .wager = bet.wager, .state = t->watched[i]};
        felt_payment payment;
        if (p.state == FELT_STATE_NONE &&
            position_place(&book->house, w, book->game, &bet, (hand_moment){table->phase, table->fresh}, 0, &p, NULL) != FELT_OK)
            continue;
        felt_status status =
            position_step(&book->house, w, book->game, &p, event, felt_play_phase(t->play), 0, &t->watched[i], &payment, NULL);
        if (status != FELT_OK) {
            failed(t, status);
            return false;
        }
        if (t->watched[i] == FELT_STATE_NONE)
            note_result(ret, payment.kind, seat);
    }
    return true;
}

/* What an event does to the bets of the table that is laid out. */
static bool ask_event(strategy_tables *t, const strategy_table *table, int event, strategy_event *ret)
{
    *ret = (strategy_event){.net = 0};
    felt_status status = felt_play_event(t->play, event, t->payments, NULL);
    if (status != FELT_OK) {
        failed(t, status);
        return false;
    }
    for (int i = 0; i < t->strategy->bet_count; i++) {
        const felt_payment *p = t->positions[i] < 0 ? NULL : &t->payments[t->positions[i]];
        if (p == NULL || p->kind == FELT_PAY_STAYS)
            continue;
        ret->net += p->paid.minor - table->costs[i];
        if (!p->taken_down) /* one that is off comes back where it cannot stay: nothing was decided */
            note_result(ret, p->kind, i);
        t->positions[i] = -1;
    }
    return watch_event(t, table, event, ret);
}

strategy_event strategy_tables_ask(strategy_tables *t, int table, int kind)
{
    strategy_table before = t->tables[table];
    int generation = t->generation;
    strategy_event asked = {.net = 0};
    if (!lay_out(t, &before) || !ask_event(t, &before, t->kinds.event_of[kind], &asked))
        return (strategy_event){.net = 0};
    asked.next = know(t, true);
    asked.fresh = t->tables[asked.next].fresh;
    if (t->generation == generation) {
        strategy_event *known = &t->events[(size_t)table * (size_t)t->kinds.count + (size_t)kind];
        *known = asked;
        known->next++;
    }
    return asked;
}
