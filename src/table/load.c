/* src/table/load.c - a table from its saved bytes: whatever they hold is checked. */
#include "../base/bytes.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_VERSION = 1, TABLE_VERSION_LIMITED = 2, SUM_BYTES = 4 }; /* as in save.c */

typedef struct reader {
    const uint8_t *at, *end;
    bool good;
    felt_status status; /* FELT_OK unless something else than the form is wrong */
} reader;

static uint64_t get(reader *r, int bytes)
{
    if (r->end - r->at < bytes)
        r->good = false;
    return r->good ? bytes_get(&r->at, bytes) : 0;
}

/* A number from `low` to `high`. */
static int64_t get_between(reader *r, int bytes, int64_t low, int64_t high)
{
    uint64_t raw = get(r, bytes);
    int64_t number = bytes == 4 ? (int32_t)(uint32_t)raw : (int64_t)raw;
    if (number < low || number > high)
        r->good = false;
    return r->good ? number : low;
}

static void get_text(reader *r, char text[FELT_TABLE_TEXT_BYTES])
{
    int length = (int)get_between(r, 1, 0, FELT_TABLE_TEXT_BYTES - 1);
    memset(text, 0, FELT_TABLE_TEXT_BYTES);
    for (int i = 0; i < length && r->good; i++)
        text[i] = (char)get(r, 1);
    if (strlen(text) != (size_t)length || !table_text_good(text))
        r->good = false;
}

static void get_head(reader *r, felt_table *t)
{
    int phases = felt_book_game(t->setup.book)->phase_count;
    uint64_t version = get(r, 1);
    t->limited = version == TABLE_VERSION_LIMITED;
    if ((version != TABLE_VERSION && !t->limited) || get(r, 4) != (uint64_t)t->setup.seats ||
        get(r, 4) != (uint64_t)felt_book_wager_count(t->setup.book))
        r->good = false;
    uint64_t *const numbers[] = {&t->sequence, &t->round, &t->hand, &t->last_bet, &t->shoe, &t->last_shoe};
    int64_t *const times[] = {&t->time_ms, &t->dealt_ms, &t->closes_ms};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = get(r, 8);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] = get_between(r, 8, i == 0 ? INT64_MIN : 0, 2 * FELT_TABLE_TIME_MAX);
    t->status = (felt_table_status)get_between(r, 1, 0, FELT_TABLE_STATUS_COUNT - 1);
    t->stage = (felt_stage)get_between(r, 1, 0, FELT_STAGE_DEALING);
    t->shooter = (int)get_between(r, 4, -1, table_has_shooter(t) ? t->setup.seats - 1 : -1);
    int phase = (int)get_between(r, 1, 0, phases - 1);
    int events = (int)get_between(r, 4, 0, INT32_MAX);
    felt_play_resume(t->play, phase, events);
}

static void get_limits(reader *r, felt_table *t)
{
    felt_table_limits limits;
    felt_money *const all[] = {&limits.seat_max, &limits.round_max, &limits.cost_max};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        all[i]->minor = get_between(r, 8, 0, FELT_TABLE_STAKE_MAX);
    table_set_limits(t, &limits);
}

static void get_wagers(reader *r, felt_table *t)
{
    int wagers = felt_book_wager_count(t->setup.book), count = (int)get_between(r, 4, 0, wagers), last = -1;
    for (int k = 0; k < count && r->good; k++) {
        int i = (int)get_between(r, 2, last + 1, wagers - 1);
        if (!r->good)
            return;
        felt_table_wager *w = &t->wagers[i];
        w->closed = get_between(r, 1, 0, 1) != 0;
        w->min.minor = get_between(r, 8, 0, INT64_MAX);
        w->max.minor = get_between(r, 8, 0, FELT_TABLE_STAKE_MAX);
        get_text(r, w->reason);
        t->touched[i] = true;
        last = i;
        if (!t->offered[i] && !w->closed)
            r->good = false;
    }
}

static void get_answers(reader *r, table_player *p)
{
    p->answer_count = (int)get_between(r, 1, 0, FELT_TABLE_ANSWERS_MAX);
    uint64_t last = p->forgotten;
    for (int k = 0; k < p->answer_count && r->good; k++) {
        table_answer *a = &p->answers[k];
        p->order[k] = (uint8_t)k;
        a->command = get(r, 8);
        a->digest = get(r, 8);
        a->refusal = (felt_refusal)get_between(r, 1, 0, FELT_REFUSAL_COUNT - 1);
        a->status = (felt_status)get_between(r, 1, 0, FELT_ENOTFOUND);
        a->seat = (int32_t)get_between(r, 4, INT32_MIN, INT32_MAX);
        a->bet = get(r, 8);
        get_text(r, a->text);
        if (a->command <= last)
            r->good = false;
        last = a->command;
    }
}

static void get_player(reader *r, felt_table *t, int i)
{
    table_player *p = &t->players[i];
    if (p->answers == NULL)
        p->answers = calloc(FELT_TABLE_ANSWERS_MAX, sizeof *p->answers);
    if (p->answers == NULL) {
        r->status = FELT_ENOMEM;
        r->good = false;
        return;
    }
    uint64_t id = get(r, 8);
    if ((i == 0) != (id == 0) || table_find_player(t, id) >= 0)
        r->good = false;
    t->ids[i] = id;
    p->seat = (int32_t)get_between(r, 4, -1, i == 0 ? -1 : t->setup.seats - 1);
    p->leaving = get_between(r, 1, 0, p->seat >= 0) != 0;
    p->seen_ms = get_between(r, 8, INT64_MIN, FELT_TABLE_TIME_MAX);
    p->sequence = get(r, 8);
    p->forgotten = get(r, 8);
    get_answers(r, p);
    if (!r->good || (p->seat >= 0 && t->seats[p->seat] >= 0)) {
        r->good = false;
        return;
    }
    if (p->seat >= 0) {
        t->seats[p->seat] = i;
        t->seated++;
    }
    t->player_count = i + 1;
}

/* Something that is up or owed belongs to a seat somebody has. */
static void add_bet(reader *r, felt_table *t, uint32_t seat, int64_t held)
{
    if (seat >= (uint32_t)t->setup.seats || t->seats[seat] < 0 || ++t->seat_bets[seat] > t->setup.seat_bets ||
        __builtin_add_overflow(t->up.minor, held, &t->up.minor))
        r->good = false;
}

static void get_bets(reader *r, felt_table *t, felt_error *error)
{
    int count = (int)get_between(r, 4, 0, FELT_TABLE_BETS_MAX), phase, first;
    uint64_t last = 0;
    for (int i = 0; i < count && r->good; i++) {
        felt_position p;
        felt_money held;
        table_bet bet = {.bet = get(r, 8)};
        bet.held.minor = get_between(r, 8, 1, INT64_MAX);
        bet.stays = get_between(r, 1, 0, 1) != 0;
        if (!r->good || r->end - r->at < FELT_POSITION_BYTES || bet.bet <= last || bet.bet > t->last_bet) {
            r->good = false;
            return;
        }
        r->status = felt_position_restore(t->saver, r->at, FELT_POSITION_BYTES, &p, &phase, error);
        if (r->status != FELT_OK)
            return;
        r->at += FELT_POSITION_BYTES;
        r->good = p.state != FELT_STATE_NONE && phase == felt_play_phase(t->play) && p.stake.minor <= FELT_TABLE_STAKE_MAX &&
                  table_held(t, p.wager, p.stake, &held) == FELT_OK && held.minor == bet.held.minor;
        add_bet(r, t, p.seat, bet.held.minor);
        if (r->good && felt_play_restore(t->play, &p, 1, &first) != FELT_OK)
            r->status = FELT_ENOMEM;
        t->bets[i] = bet;
        last = bet.bet;
    }
}

static void get_due(reader *r, felt_table *t, table_due *due)
{
    felt_payment *p = &due->payment;
    due->bet.bet = get(r, 8);
    due->position.seat = (uint32_t)get(r, 4);
    due->position.wager = (uint16_t)get_between(r, 2, 0, felt_book_wager_count(t->setup.book) - 1);
    int64_t *const money[] = {&due->bet.held.minor, &due->position.stake.minor, &p->back.minor,
                              &p->winnings.minor,   &p->commission.minor,       &p->dealer.minor};
    for (size_t k = 0; k < sizeof money / sizeof *money; k++)
        *money[k] = get_between(r, 8, 0, INT64_MAX);
    p->kind = (felt_pay_kind)get_between(r, 1, 0, FELT_PAY_UNDEFINED);
    p->dealer_kind = (felt_pay_kind)get_between(r, 1, 0, FELT_PAY_UNDEFINED);
    p->row = (uint16_t)get(r, 1);
    p->taken_down = get_between(r, 1, 0, 1) != 0;
    if (p->back.minor > due->bet.held.minor)
        r->good = false;
    add_bet(r, t, due->position.seat, due->bet.held.minor);
}

static void get_dues(reader *r, felt_table *t)
{
    int count = (int)get_between(r, 4, 0, FELT_TABLE_BETS_MAX);
    t->dues.list = count == 0 ? NULL : calloc((size_t)count, sizeof *t->dues.list);
    t->dues.capacity = t->dues.list == NULL ? 0 : count;
    if (count > 0 && t->dues.list == NULL)
        r->status = FELT_ENOMEM;
    for (int i = 0; i < t->dues.capacity && r->good; i++)
        get_due(r, t, &t->dues.list[t->dues.count++]);
}

/* What no single field shows. */
static bool whole_good(const felt_table *t)
{
    bool dealing = t->stage == FELT_STAGE_DEALING;
    bool shoe = table_has_shoes(t);
    if (t->shooter >= 0 && !table_stays(t, t->shooter, INT64_MIN))
        return false;
    if (dealing && (felt_play_count(t->play) == 0 || (shoe && t->shoe == 0)))
        return false;
    return (shoe || t->last_shoe == 0) && (t->shoe == 0 || t->shoe == t->last_shoe) && t->time_ms <= FELT_TABLE_TIME_MAX;
}

static felt_status load(felt_table *t, reader *r, felt_error *error)
{
    get_head(r, t);
    if (t->limited)
        get_limits(r, t);
    if (r->good)
        get_wagers(r, t);
    int players = (int)get_between(r, 4, 1, FELT_TABLE_PLAYERS_MAX);
    t->player_count = 0;
    for (int i = 0; i < players && r->good; i++)
        get_player(r, t, i);
    if (r->good)
        get_bets(r, t, error);
    if (r->good && r->status == FELT_OK) {
        table_add_up(t);
        get_dues(r, t);
    }
    if (r->status == FELT_ENOMEM)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    if (r->status != FELT_OK)
        return r->status;
    if (!r->good || r->at != r->end || !whole_good(t))
        return felt_error_set(error, FELT_EDATA, -1, "the bytes are no saved table, or one of another setup");
    return FELT_OK;
}

felt_status felt_table_load(const felt_table_setup *setup, const uint8_t *bytes, size_t size, felt_table **ret, felt_error *error)
{
    felt_table *t;
    if (size < SUM_BYTES)
        return felt_error_set(error, FELT_EDATA, -1, "found %zu bytes, expected a saved table", size);
    const uint8_t *sum = bytes + size - SUM_BYTES;
    reader r = {.at = bytes, .end = sum, .good = true};
    if (bytes_get(&sum, SUM_BYTES) != bytes_sum(bytes, size - SUM_BYTES))
        return felt_error_set(error, FELT_EDATA, -1, "the saved table is damaged: its check sum does not fit");
    felt_status status = felt_table_new(setup, &t, error);
    if (status != FELT_OK)
        return status;
    status = load(t, &r, error);
    if (status != FELT_OK) {
        felt_table_free(t);
        return status;
    }
    *ret = t;
    return FELT_OK;
}
