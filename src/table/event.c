/* src/table/event.c - events as bytes: the fields that a kind has, in one order. felt/table.h describes the form. */
#include "event.h"

#include "../base/bytes.h"
#include "table.h"

#include <assert.h>
#include <string.h>

enum { EVENT_VERSION = 1, HEAD_BYTES = 20, SUM_BYTES = 4 };

enum { OF_SEAT = EVENT_HAS_PLAYER | EVENT_HAS_SEAT, OF_BET = OF_SEAT | EVENT_HAS_BET | EVENT_HAS_WAGER };

typedef struct event_form {
    const char *name;
    int fields;
} event_form;

static const event_form forms[FELT_EVENT_COUNT] = {
    [FELT_EVENT_ANSWERED] = {"answered", OF_SEAT | EVENT_HAS_BET | EVENT_HAS_ANSWER | EVENT_HAS_STATUS | EVENT_HAS_TEXT},
    [FELT_EVENT_SEATED] = {"seated", OF_SEAT},
    [FELT_EVENT_LEFT] = {"left", OF_SEAT},
    [FELT_EVENT_FREED] = {"freed", OF_SEAT},
    [FELT_EVENT_SHOOTER] = {"shooter", EVENT_HAS_SEAT},
    [FELT_EVENT_PLACED] = {"placed", OF_BET | EVENT_HAS_AMOUNT | EVENT_HAS_HELD | EVENT_HAS_STAYS},
    [FELT_EVENT_CHANGED] = {"changed", OF_BET | EVENT_HAS_ACTION | EVENT_HAS_AMOUNT | EVENT_HAS_HELD | EVENT_HAS_BACK},
    [FELT_EVENT_CLOSED] = {"closed", EVENT_HAS_ROUND},
    [FELT_EVENT_DEALT] = {"dealt", EVENT_HAS_ROUND | EVENT_HAS_DEALT},
    [FELT_EVENT_PAID] = {"paid", OF_BET | EVENT_HAS_AMOUNT | EVENT_HAS_BACK | EVENT_HAS_PAYMENT},
    [FELT_EVENT_VOIDED] = {"voided", EVENT_HAS_ROUND | EVENT_HAS_TEXT},
    [FELT_EVENT_STATUS] = {"status", EVENT_HAS_STATUS},
    [FELT_EVENT_WAGER_OPENED] = {"wager-opened", EVENT_HAS_WAGER},
    [FELT_EVENT_WAGER_CLOSED] = {"wager-closed", EVENT_HAS_WAGER | EVENT_HAS_TEXT},
    [FELT_EVENT_WAGER_LIMITED] = {"wager-limited", EVENT_HAS_WAGER | EVENT_HAS_LIMITS},
    [FELT_EVENT_SHOE_BEGUN] = {"shoe-begun", EVENT_HAS_SHOE},
    [FELT_EVENT_SHOE_ENDED] = {"shoe-ended", EVENT_HAS_SHOE},
    [FELT_EVENT_LIMITED] = {"limited", EVENT_HAS_TABLE_LIMITS},
};

int event_fields(felt_event_kind kind)
{
    return forms[kind].fields;
}

const char *felt_event_kind_text(felt_event_kind kind)
{
    return forms[kind].name;
}

/* ---- one field after the other, written or read ---- */

typedef struct carrier {
    uint8_t *to;         /* writing; NULL: reading */
    const uint8_t *from; /* reading */
    const uint8_t *end;
    bool good;
} carrier;

static uint64_t carry(carrier *c, uint64_t number, int bytes)
{
    if (c->to != NULL) {
        c->to = bytes_put(c->to, number, bytes);
        return number;
    }
    if (c->end - c->from < bytes)
        c->good = false;
    return c->good ? bytes_get(&c->from, bytes) : 0;
}

static void carry_money(carrier *c, felt_money *money)
{
    money->minor = (int64_t)carry(c, (uint64_t)money->minor, 8);
}

/* A number below `count`. */
static int carry_small(carrier *c, int number, int count)
{
    uint64_t found = carry(c, (uint64_t)number, 1);
    if (found >= (uint64_t)count)
        c->good = false;
    return c->good ? (int)found : 0;
}

static void carry_dealt(carrier *c, felt_dealt *dealt)
{
    for (int f = 0; f < FELT_FIELDS_MAX; f++)
        dealt->counts[f] = (uint8_t)carry_small(c, dealt->counts[f], FELT_FIELD_PIECES_MAX + 1);
    for (int f = 0; f < FELT_FIELDS_MAX; f++) {
        for (int i = 0; i < dealt->counts[f]; i++) {
            dealt->pieces[f][i].rank = (uint8_t)carry(c, dealt->pieces[f][i].rank, 1);
            dealt->pieces[f][i].suit = (uint8_t)carry(c, dealt->pieces[f][i].suit, 1);
        }
    }
}

static void carry_text(carrier *c, char text[FELT_TABLE_TEXT_BYTES])
{
    int length = carry_small(c, (int)strnlen(text, FELT_TABLE_TEXT_BYTES - 1), FELT_TABLE_TEXT_BYTES);
    for (int i = 0; i < length; i++)
        text[i] = (char)carry(c, (uint8_t)text[i], 1);
    if (c->to == NULL && (strlen(text) != (size_t)length || !table_text_good(text)))
        c->good = false;
}

static void carry_payment(carrier *c, felt_event *e)
{
    carry_money(c, &e->lost);
    carry_money(c, &e->winnings);
    carry_money(c, &e->commission);
    carry_money(c, &e->dealer);
    e->pay = (felt_pay_kind)carry_small(c, (int)e->pay, FELT_PAY_UNDEFINED + 1);
    e->dealer_pay = (felt_pay_kind)carry_small(c, (int)e->dealer_pay, FELT_PAY_UNDEFINED + 1);
    e->row = (uint8_t)carry(c, e->row, 1);
    e->taken_down = carry_small(c, e->taken_down, 2) != 0;
}

/* Who, and what of whose. */
static void carry_bet(carrier *c, felt_event *e, int fields)
{
    if ((fields & EVENT_HAS_PLAYER) != 0)
        e->player = carry(c, e->player, 8);
    if ((fields & EVENT_HAS_SEAT) != 0)
        e->seat = (int32_t)(uint32_t)carry(c, (uint32_t)e->seat, 4);
    if ((fields & EVENT_HAS_BET) != 0)
        e->bet = carry(c, e->bet, 8);
    if ((fields & EVENT_HAS_WAGER) != 0)
        e->wager = (uint16_t)carry(c, e->wager, 2);
    if ((fields & EVENT_HAS_ACTION) != 0)
        e->action = (felt_action)carry_small(c, (int)e->action, FELT_ACTION_COUNT);
    if ((fields & EVENT_HAS_AMOUNT) != 0)
        carry_money(c, &e->amount);
    if ((fields & EVENT_HAS_HELD) != 0)
        carry_money(c, &e->held);
    if ((fields & EVENT_HAS_STAYS) != 0) {
        e->stays = carry_small(c, e->stays, 2) != 0;
        e->again = carry(c, e->again, 8);
    }
    if ((fields & EVENT_HAS_BACK) != 0)
        carry_money(c, &e->back);
    if ((fields & EVENT_HAS_PAYMENT) != 0)
        carry_payment(c, e);
}

static void carry_rest(carrier *c, felt_event *e, int fields)
{
    if ((fields & EVENT_HAS_LIMITS) != 0) {
        carry_money(c, &e->min);
        carry_money(c, &e->max);
    }
    if ((fields & EVENT_HAS_TABLE_LIMITS) != 0) {
        carry_money(c, &e->limits.seat_max);
        carry_money(c, &e->limits.round_max);
        carry_money(c, &e->limits.cost_max);
    }
    if ((fields & EVENT_HAS_ROUND) != 0)
        e->round = carry(c, e->round, 8);
    if ((fields & EVENT_HAS_DEALT) != 0) {
        e->code = (uint16_t)carry(c, e->code, 2);
        e->way = (uint8_t)carry(c, e->way, 1);
        carry_dealt(c, &e->dealt);
    }
    if ((fields & EVENT_HAS_SHOE) != 0)
        e->shoe = carry(c, e->shoe, 8);
    if ((fields & EVENT_HAS_ANSWER) != 0) {
        e->command = carry(c, e->command, 8);
        e->digest = carry(c, e->digest, 8);
        e->refusal = (felt_refusal)carry_small(c, (int)e->refusal, FELT_REFUSAL_COUNT);
    }
    if ((fields & EVENT_HAS_STATUS) != 0)
        e->status = carry_small(c, e->status, FELT_ENOTFOUND + 1);
    if ((fields & EVENT_HAS_TEXT) != 0)
        carry_text(c, e->text);
}

/* ---- whole events ---- */

size_t felt_event_write(const felt_event *event, uint8_t ret[FELT_EVENT_BYTES_MAX])
{
    assert((unsigned)event->kind < FELT_EVENT_COUNT);
    felt_event e = *event;
    carrier c = {.to = ret + HEAD_BYTES, .good = true};
    carry_bet(&c, &e, forms[e.kind].fields);
    carry_rest(&c, &e, forms[e.kind].fields);
    size_t size = (size_t)(c.to - ret) + SUM_BYTES;
    assert(size <= FELT_EVENT_BYTES_MAX);
    uint8_t *at = bytes_put(ret, EVENT_VERSION, 1);
    at = bytes_put(at, (uint64_t)e.kind, 1);
    at = bytes_put(at, size, 2);
    at = bytes_put(at, e.sequence, 8);
    bytes_put(at, (uint64_t)e.time_ms, 8);
    bytes_put(c.to, bytes_sum(ret, size - SUM_BYTES), SUM_BYTES);
    return size;
}

felt_status felt_event_read(const uint8_t *bytes, size_t size, felt_event *ret, felt_error *error)
{
    const uint8_t *at = bytes;
    if (size < HEAD_BYTES + SUM_BYTES || size > FELT_EVENT_BYTES_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found %zu bytes, expected an event of %d to %d", size, HEAD_BYTES + SUM_BYTES,
                              (int)FELT_EVENT_BYTES_MAX);
    uint64_t version = bytes_get(&at, 1), kind = bytes_get(&at, 1), length = bytes_get(&at, 2);
    if (version != EVENT_VERSION)
        return felt_error_set(error, FELT_EDATA, -1, "found an event of version %d, expected %d", (int)version, EVENT_VERSION);
    if (kind >= FELT_EVENT_COUNT || length != size)
        return felt_error_set(error, FELT_EDATA, -1, "the event is of no known kind, or its length is not %zu bytes", size);
    felt_event e;
    memset(&e, 0, sizeof e);
    e.kind = (felt_event_kind)kind;
    e.sequence = bytes_get(&at, 8);
    e.time_ms = (int64_t)bytes_get(&at, 8);
    carrier c = {.from = at, .end = bytes + size - SUM_BYTES, .good = true};
    const uint8_t *sum = c.end;
    if (bytes_get(&sum, SUM_BYTES) != bytes_sum(bytes, size - SUM_BYTES))
        return felt_error_set(error, FELT_EDATA, -1, "the event is damaged: its check sum does not fit");
    carry_bet(&c, &e, forms[e.kind].fields);
    carry_rest(&c, &e, forms[e.kind].fields);
    if (!c.good || c.from != c.end)
        return felt_error_set(error, FELT_EDATA, -1, "a field of the event (%s) cannot be, or there are bytes too many or too few",
                              forms[e.kind].name);
    *ret = e;
    return FELT_OK;
}

felt_status felt_event_next(felt_text *left, felt_event *ret, felt_error *error)
{
    const uint8_t *bytes = (const uint8_t *)left->bytes, *at = bytes + 2;
    size_t size = left->length < HEAD_BYTES ? SIZE_MAX : (size_t)bytes_get(&at, 2);
    if (size > left->length)
        return felt_error_set(error, FELT_EDATA, -1, "found %zu bytes, expected an event: it is cut off", left->length);
    felt_status status = felt_event_read(bytes, size, ret, error);
    if (status == FELT_OK)
        *left = (felt_text){left->bytes + size, left->length - size};
    return status;
}
