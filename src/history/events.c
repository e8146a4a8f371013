/* src/history/events.c - events as JSON and back: the fields that a kind has, in the order of their bytes. */
#include "../table/event.h"
#include "history.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const pays[] = {[FELT_PAY_LOSES] = "loses", [FELT_PAY_PUSHES] = "pushes", [FELT_PAY_WINS] = "wins",
                                   [FELT_PAY_UNSET] = "unset", [FELT_PAY_STAYS] = "stays",   [FELT_PAY_UNDEFINED] = "undefined"};
static const char *const statuses[] = {[FELT_TABLE_OPEN] = "open", [FELT_TABLE_PAUSED] = "paused", [FELT_TABLE_SHUT] = "shut"};
static const char ranks[] = ".A23456789TJQK", suits[] = "SHDC";

static const char *pay_text(int pay)
{
    return pays[pay];
}

static const char *action_text(int action)
{
    return felt_action_text((felt_action)action);
}

static const char *refusal_text(int refusal)
{
    return felt_refusal_text((felt_refusal)refusal);
}

static const char *table_status_text(int status)
{
    return statuses[status];
}

/* ---- one field after the other, written or read ---- */

typedef struct carrier {
    form_text *to;      /* writing; NULL: reading */
    const json_t *from; /* reading */
    size_t fields;      /* so far */
    const char *wrong;  /* the field that cannot be; NULL: none */
} carrier;

static const json_t *field(carrier *c, const char *name)
{
    const json_t *value = json_object_get(c->from, name);
    if (value == NULL && c->wrong == NULL)
        c->wrong = name;
    c->fields++;
    return value;
}

static void put_name(carrier *c, const char *name)
{
    form_next(c->to);
    form_put(c->to, "\"");
    form_put(c->to, name);
    form_put(c->to, "\":");
}

static void fail(carrier *c, const char *name)
{
    if (c->wrong == NULL)
        c->wrong = name;
}

/* A number from `least` to `most`. */
static int64_t carry(carrier *c, const char *name, int64_t number, int64_t least, int64_t most)
{
    if (c->to != NULL) {
        put_name(c, name);
        form_put_number(c->to, number);
    } else {
        const json_t *value = field(c, name);
        number = json_is_integer(value) ? json_integer_value(value) : INT64_MIN;
    }
    if (number < least || number > most) {
        fail(c, name);
        return 0;
    }
    return number;
}

static void carry_money(carrier *c, const char *name, felt_money *money)
{
    money->minor = carry(c, name, money->minor, -HISTORY_NUMBER_MAX, HISTORY_NUMBER_MAX);
}

static void carry_count(carrier *c, const char *name, uint64_t *number)
{
    *number = (uint64_t)carry(c, name, (int64_t)*number, 0, HISTORY_NUMBER_MAX);
}

static bool carry_truth(carrier *c, const char *name, bool truth)
{
    if (c->to != NULL) {
        put_name(c, name);
        form_put_truth(c->to, truth);
        return truth;
    }
    const json_t *value = field(c, name);
    if (!json_is_boolean(value))
        fail(c, name);
    return json_is_true(value);
}

/* One of `count` words. */
static int carry_word(carrier *c, const char *name, int word, int count, const char *(*text)(int))
{
    if (c->to != NULL) {
        put_name(c, name);
        form_put_string(c->to, felt_text_from(text(word)));
        return word;
    }
    const char *value = json_string_value(field(c, name));
    for (int i = 0; i < count && value != NULL; i++) {
        if (strcmp(text(i), value) == 0)
            return i;
    }
    fail(c, name);
    return 0;
}

/* Any 64 bits, as a text: not every reader of JSON has numbers so large. */
static uint64_t carry_wide(carrier *c, const char *name, uint64_t number, int base)
{
    char text[24], again[24];
    if (c->to != NULL) {
        snprintf(text, sizeof text, base == 16 ? "%016" PRIx64 : "%" PRIu64, number);
        put_name(c, name);
        form_put_string(c->to, felt_text_from(text));
        return number;
    }
    const char *value = json_string_value(field(c, name));
    if (value == NULL) {
        fail(c, name);
        return 0;
    }
    number = strtoull(value, NULL, base);
    snprintf(again, sizeof again, base == 16 ? "%016" PRIx64 : "%" PRIu64, number);
    if (strcmp(again, value) != 0)
        fail(c, name);
    return number;
}

static void carry_text(carrier *c, char text[FELT_TABLE_TEXT_BYTES])
{
    if (c->to != NULL) {
        put_name(c, "text");
        form_put_string(c->to, felt_text_from(text));
        return;
    }
    const json_t *value = field(c, "text");
    if (!json_is_string(value) || json_string_length(value) >= FELT_TABLE_TEXT_BYTES)
        fail(c, "text");
    else
        memcpy(text, json_string_value(value), json_string_length(value));
}

/* ---- cards ---- */

static void put_card(carrier *c, felt_card card)
{
    char text[3] = "";
    if (card.rank < 1 || card.rank > 13 || card.suit > 3)
        fail(c, "dealt");
    else
        snprintf(text, sizeof text, "%c%c", ranks[card.rank], suits[card.suit]);
    form_next(c->to);
    form_put_string(c->to, felt_text_from(text));
}

static void put_dealt(carrier *c, const felt_dealt *dealt)
{
    int fields = FELT_FIELDS_MAX;
    while (fields > 0 && dealt->counts[fields - 1] == 0)
        fields--;
    put_name(c, "dealt");
    form_put(c->to, "[");
    for (int f = 0; f < fields; f++) {
        form_put(c->to, f == 0 ? "[" : ",[");
        for (int i = 0; i < dealt->counts[f]; i++)
            put_card(c, dealt->pieces[f][i]);
        form_put(c->to, "]");
    }
    form_put(c->to, "]");
}

static bool read_card(const json_t *value, felt_card *ret)
{
    const char *text = json_string_value(value);
    if (text == NULL || strlen(text) != 2 || json_string_length(value) != 2 || text[0] == '.')
        return false;
    const char *rank = strchr(ranks, text[0]), *suit = strchr(suits, text[1]);
    if (rank == NULL || suit == NULL)
        return false;
    *ret = (felt_card){.rank = (uint8_t)(rank - ranks), .suit = (uint8_t)(suit - suits)};
    return true;
}

static void read_dealt(carrier *c, felt_dealt *ret)
{
    const json_t *fields = field(c, "dealt");
    if (!json_is_array(fields) || json_array_size(fields) > FELT_FIELDS_MAX) {
        fail(c, "dealt");
        return;
    }
    for (size_t f = 0; f < json_array_size(fields); f++) {
        const json_t *pieces = json_array_get(fields, f);
        if (!json_is_array(pieces) || json_array_size(pieces) > FELT_FIELD_PIECES_MAX) {
            fail(c, "dealt");
            return;
        }
        ret->counts[f] = (uint8_t)json_array_size(pieces);
        for (size_t i = 0; i < json_array_size(pieces); i++) {
            if (!read_card(json_array_get(pieces, i), &ret->pieces[f][i]))
                fail(c, "dealt");
        }
    }
}

/* ---- all fields ---- */

static void carry_payment(carrier *c, felt_event *e)
{
    carry_money(c, "lost", &e->lost);
    carry_money(c, "winnings", &e->winnings);
    carry_money(c, "commission", &e->commission);
    carry_money(c, "dealer", &e->dealer);
    e->pay = (felt_pay_kind)carry_word(c, "pay", (int)e->pay, FELT_PAY_UNDEFINED + 1, pay_text);
    e->dealer_pay = (felt_pay_kind)carry_word(c, "dealer_pay", (int)e->dealer_pay, FELT_PAY_UNDEFINED + 1, pay_text);
    e->row = (uint8_t)carry(c, "row", e->row, 0, UINT8_MAX);
    e->taken_down = carry_truth(c, "taken_down", e->taken_down);
}

static void carry_bet(carrier *c, felt_event *e, int fields)
{
    if ((fields & EVENT_HAS_PLAYER) != 0)
        carry_count(c, "player", &e->player);
    if ((fields & EVENT_HAS_SEAT) != 0)
        e->seat = (int32_t)carry(c, "seat", e->seat, INT32_MIN, INT32_MAX);
    if ((fields & EVENT_HAS_BET) != 0)
        carry_count(c, "bet", &e->bet);
    if ((fields & EVENT_HAS_WAGER) != 0)
        e->wager = (uint16_t)carry(c, "wager", e->wager, 0, UINT16_MAX);
    if ((fields & EVENT_HAS_ACTION) != 0)
        e->action = (felt_action)carry_word(c, "action", (int)e->action, FELT_ACTION_COUNT, action_text);
    if ((fields & EVENT_HAS_AMOUNT) != 0)
        carry_money(c, "amount", &e->amount);
    if ((fields & EVENT_HAS_HELD) != 0)
        carry_money(c, "held", &e->held);
    if ((fields & EVENT_HAS_STAYS) != 0) {
        e->stays = carry_truth(c, "stays", e->stays);
        carry_count(c, "again", &e->again);
    }
    if ((fields & EVENT_HAS_BACK) != 0)
        carry_money(c, "back", &e->back);
    if ((fields & EVENT_HAS_PAYMENT) != 0)
        carry_payment(c, e);
}

static void carry_result(carrier *c, felt_event *e)
{
    e->code = (uint16_t)carry(c, "code", e->code, 0, UINT16_MAX);
    e->way = (uint8_t)carry(c, "way", e->way, 0, UINT8_MAX);
    if (c->to != NULL)
        put_dealt(c, &e->dealt);
    else
        read_dealt(c, &e->dealt);
}

/* Of a table, or of an answer. */
static void carry_status(carrier *c, felt_event *e)
{
    if (e->kind != FELT_EVENT_STATUS)
        e->status = (int32_t)carry(c, "status", e->status, 0, FELT_ENOTFOUND);
    else if (e->status < FELT_TABLE_STATUS_COUNT)
        e->status = carry_word(c, "status", e->status, FELT_TABLE_STATUS_COUNT, table_status_text);
    else
        fail(c, "status");
}

static void carry_rest(carrier *c, felt_event *e, int fields)
{
    if ((fields & EVENT_HAS_LIMITS) != 0) {
        carry_money(c, "min", &e->min);
        carry_money(c, "max", &e->max);
    }
    if ((fields & EVENT_HAS_TABLE_LIMITS) != 0) {
        carry_money(c, "seat_max", &e->limits.seat_max);
        carry_money(c, "round_max", &e->limits.round_max);
        carry_money(c, "event_max", &e->limits.cost_max);
    }
    if ((fields & EVENT_HAS_ROUND) != 0)
        carry_count(c, "round", &e->round);
    if ((fields & EVENT_HAS_DEALT) != 0)
        carry_result(c, e);
    if ((fields & EVENT_HAS_SHOE) != 0)
        carry_count(c, "shoe", &e->shoe);
    if ((fields & EVENT_HAS_ANSWER) != 0) {
        e->command = carry_wide(c, "command", e->command, 10);
        e->digest = carry_wide(c, "digest", e->digest, 16);
        e->refusal = (felt_refusal)carry_word(c, "refusal", (int)e->refusal, FELT_REFUSAL_COUNT, refusal_text);
    }
    if ((fields & EVENT_HAS_STATUS) != 0)
        carry_status(c, e);
    if ((fields & EVENT_HAS_TEXT) != 0)
        carry_text(c, e->text);
}

static const char *kind_text(int kind)
{
    return felt_event_kind_text((felt_event_kind)kind);
}

static void carry_event(carrier *c, felt_event *e)
{
    e->kind = (felt_event_kind)carry_word(c, "kind", (int)e->kind, FELT_EVENT_COUNT, kind_text);
    carry_count(c, "sequence", &e->sequence);
    e->time_ms = carry(c, "time", e->time_ms, -HISTORY_NUMBER_MAX, HISTORY_NUMBER_MAX);
    carry_bet(c, e, event_fields(e->kind));
    carry_rest(c, e, event_fields(e->kind));
}

bool history_put_event(form_text *t, const felt_event *event)
{
    felt_event e = *event;
    carrier c = {.to = t};
    form_next(t);
    form_put(t, "{");
    carry_event(&c, &e);
    form_put(t, "}");
    return c.wrong == NULL;
}

felt_status history_read_event(const json_t *object, felt_event *ret, felt_error *error)
{
    felt_event e;
    carrier c = {.from = object};
    memset(&e, 0, sizeof e);
    if (!json_is_object(object))
        return felt_error_set(error, FELT_EDATA, -1, "found something else than an event");
    carry_event(&c, &e);
    if (c.wrong != NULL)
        return felt_error_set(error, FELT_EDATA, -1, "an event has no '%s', or one that cannot be", c.wrong);
    if (json_object_size(object) != c.fields)
        return felt_error_set(error, FELT_EDATA, -1, "an event (%s) has members that such events do not have",
                              felt_event_kind_text(e.kind));
    *ret = e;
    return FELT_OK;
}

/* ---- records ---- */

static bool reserve(felt_events *events)
{
    if (events->count < events->capacity)
        return true;
    int capacity = events->capacity == 0 ? 64 : 2 * events->capacity;
    felt_event *list = realloc(events->list, (size_t)capacity * sizeof *list);
    if (list == NULL)
        return false;
    events->list = list;
    events->capacity = capacity;
    return true;
}

felt_status history_split(felt_text record, felt_events *ret, felt_error *error)
{
    ret->count = 0;
    while (record.length > 0) {
        if (!reserve(ret))
            return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
        felt_status status = felt_event_next(&record, &ret->list[ret->count], error);
        if (status != FELT_OK)
            return status;
        ret->count++;
    }
    return FELT_OK;
}
