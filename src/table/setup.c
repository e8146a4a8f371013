/* src/table/setup.c - the settings of a table: checked, and what is closed because of them. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool table_text_good(const char text[FELT_TABLE_TEXT_BYTES])
{
    const char *end = memchr(text, '\0', FELT_TABLE_TEXT_BYTES);
    return end != NULL && felt_text_is_printable((felt_text){text, (size_t)(end - text)});
}

static felt_status wrong(felt_error *error, int item, const char *what)
{
    return felt_error_set(error, FELT_EDATA, item, "the table's setup: %s", what);
}

static felt_status check_wager(const felt_table_wager *w, int item, felt_error *error)
{
    if (w->min.minor < 0 || w->max.minor < 0 || w->unit.minor < 0 || w->max.minor > FELT_TABLE_STAKE_MAX ||
        w->unit.minor > FELT_TABLE_STAKE_MAX)
        return wrong(error, item, "a limit or a chip unit of a wager is below 0 or too large");
    if (w->max.minor > 0 && w->min.minor > w->max.minor)
        return wrong(error, item, "the smallest stake on a wager is above the largest");
    if (!table_text_good(w->reason))
        return wrong(error, item, "the reason why a wager is closed is not one line of text");
    return FELT_OK;
}

static bool is_time(int64_t ms)
{
    return ms >= 0 && ms <= FELT_TABLE_TIME_MAX;
}

felt_status table_check_setup(const felt_table_setup *s, felt_error *error)
{
    if (s->seats < 1 || s->seats > FELT_TABLE_SEATS_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "the table's setup: found %d seats, expected 1 to %d", s->seats,
                              (int)FELT_TABLE_SEATS_MAX);
    if (s->seat_bets < 1 || s->seat_bets > FELT_TABLE_SEAT_BETS_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "the table's setup: found %d bets of a seat, expected 1 to %d", s->seat_bets,
                              (int)FELT_TABLE_SEAT_BETS_MAX);
    if (s->seat_max.minor < 0 || s->round_max.minor < 0 || s->cost_max.minor < 0)
        return wrong(error, -1, "a limit is below 0");
    if (s->pace != FELT_PACE_ON_DEMAND && s->pace != FELT_PACE_TIMED)
        return wrong(error, -1, "there is no such pace");
    if (!is_time(s->betting_ms) || !is_time(s->between_ms) || !is_time(s->seat_timeout_ms))
        return wrong(error, -1, "a time is below 0 or too long");
    if (!is_time(s->after.time_ms))
        return wrong(error, -1, "the time after which it begins is below 0 or too late");
    if (s->pace == FELT_PACE_TIMED && s->betting_ms == 0)
        return wrong(error, -1, "betting is open for no time");
    for (int i = 0; s->wagers != NULL && i < felt_book_wager_count(s->book); i++) {
        felt_status status = check_wager(&s->wagers[i], i, error);
        if (status != FELT_OK)
            return status;
    }
    return FELT_OK;
}

/* ---- limits ---- */

static bool is_limit(felt_money limit)
{
    return limit.minor >= 0 && limit.minor <= FELT_TABLE_STAKE_MAX;
}

bool table_limits_good(const felt_table_limits *limits)
{
    return is_limit(limits->seat_max) && is_limit(limits->round_max) && is_limit(limits->cost_max);
}

void table_set_limits(felt_table *t, const felt_table_limits *limits)
{
    t->setup.seat_max = limits->seat_max;
    t->setup.round_max = limits->round_max;
    t->setup.cost_max = limits->cost_max;
    t->limited = true;
}

felt_table_limits table_limits(const felt_table *t)
{
    return (felt_table_limits){t->setup.seat_max, t->setup.round_max, t->setup.cost_max};
}

/* ---- wagers ---- */

static bool left_out(felt_pay_kind kind)
{
    return kind == FELT_PAY_UNSET || kind == FELT_PAY_UNDEFINED;
}

/* A row that can come up and cannot be paid; -1: none. */
static int row_left_out(const felt_variant *variant)
{
    const felt_machine *m = variant->machine;
    for (uint32_t i = 0; i < m->state_count * m->class_count; i++) {
        if (m->next[i] < m->state_count || m->next[i] == FELT_STATE_NONE)
            continue;
        uint32_t row = m->next[i] - m->state_count;
        if (left_out(variant->pays[row].pay.kind))
            return (int)row;
    }
    return -1;
}

static int64_t round_up(int64_t num, int64_t den)
{
    return num / den + (num % den != 0);
}

/* What one unit on it can cost the house at most: the highest win, and what the dealers get with it. */
static int64_t most_of(const felt_wager *wager, const felt_variant *variant)
{
    int64_t most = 0;
    for (int row = 0; row < wager->row_count; row++) {
        const felt_row_pay *pay = &variant->pays[row];
        int64_t cost = pay->pay.kind == FELT_PAY_WINS ? round_up(pay->pay.win_num, pay->pay.win_den) : 0;
        if (pay->has_dealer && pay->dealer.kind == FELT_PAY_WINS)
            cost += round_up(pay->dealer.win_num, pay->dealer.win_den);
        if ((variant->active >> row & 1) != 0 && cost > most)
            most = cost;
    }
    return most;
}

static void close_wager(felt_table *t, int i, const char *reason)
{
    t->offered[i] = false;
    t->wagers[i].closed = true;
    snprintf(t->wagers[i].reason, sizeof t->wagers[i].reason, "%s", reason);
}

void table_set_wagers(felt_table *t)
{
    for (int i = 0; i < felt_book_wager_count(t->setup.book); i++) {
        const felt_variant *variant = felt_book_variant(t->setup.book, i);
        const felt_wager *wager = felt_book_wager(t->setup.book, i);
        if (t->setup.wagers != NULL)
            t->wagers[i] = t->setup.wagers[i];
        t->offered[i] = true;
        if (variant == NULL) {
            close_wager(t, i, "not offered under the choices taken");
            continue;
        }
        t->multiples[i] = most_of(wager, variant);
        int row = row_left_out(variant);
        if (row >= 0)
            close_wager(t, i,
                        variant->pays[row].pay.kind == FELT_PAY_UNSET ? "the document leaves out what it pays"
                                                                      : "the document does not say when it wins");
    }
}
