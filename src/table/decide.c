/* src/table/decide.c - commands: answered before or not, allowed to whom, and what becomes of them. */
#include "decide.h"
#include "../base/bytes.h"
#include "../base/hash.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- saying ---- */

felt_event *table_push(felt_events *events)
{
    if (events->count == events->capacity) {
        int capacity = events->capacity == 0 ? 16 : 2 * events->capacity;
        felt_event *list = realloc(events->list, (size_t)capacity * sizeof *list);
        if (list == NULL)
            return NULL;
        events->list = list;
        events->capacity = capacity;
    }
    felt_event *event = &events->list[events->count++];
    memset(event, 0, sizeof *event);
    return event;
}

void felt_events_free(felt_events *events)
{
    free(events->list);
    *events = (felt_events){0};
}

felt_event *decision_say(decision *d, felt_event_kind kind)
{
    felt_event *event = d->no_memory ? NULL : table_push(d->out);
    if (event == NULL) {
        d->no_memory = true;
        event = &d->nothing;
    }
    event->kind = kind;
    event->sequence = d->t->sequence + (uint64_t)d->out->count;
    event->time_ms = d->now;
    return event;
}

void decision_say_dues(decision *d, const table_dues *dues)
{
    for (int i = 0; i < dues->count; i++) {
        felt_event *event = decision_say(d, FELT_EVENT_PAID), paid = table_paid(d->t, &dues->list[i]);
        paid.sequence = event->sequence;
        paid.time_ms = event->time_ms;
        *event = paid;
    }
}

/* An answer is a line that fits an event: the same the first time and when it is given again. */
static void cut_message(felt_error *error)
{
    size_t length = strnlen(error->message, FELT_TABLE_TEXT_BYTES - 1);
    felt_text whole = felt_text_printable(felt_text_whole((felt_text){error->message, length}), error->message);
    error->message[whole.length] = '\0';
    error->item = -1;
}

felt_status decision_refuse(decision *d, felt_refusal refusal, felt_status status, const char *format, ...)
{
    char message[FELT_ERROR_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    d->answer.refusal = refusal;
    return felt_error_set(&d->error, status, -1, "%s", message);
}

felt_status decision_refuse_play(decision *d, felt_status status)
{
    if (status == FELT_ENOMEM)
        d->no_memory = true;
    d->answer.refusal = status == FELT_ELIMIT || status == FELT_ERANGE ? FELT_REFUSAL_LIMIT : FELT_REFUSAL_RULES;
    return status;
}

felt_status decision_check_seated(decision *d)
{
    if (d->who < 0 || d->t->players[d->who].seat < 0)
        return decision_refuse(d, FELT_REFUSAL_NOT_SEATED, FELT_EDATA, "who has no seat cannot do that; sit down first");
    if (d->t->players[d->who].leaving)
        return decision_refuse(d, FELT_REFUSAL_NOT_SEATED, FELT_EDATA, "who has left cannot do that; sit down again first");
    return FELT_OK;
}

/* ---- answers ---- */

void felt_command_digest(const felt_command *c, uint8_t ret[FELT_COMMAND_DIGEST_BYTES])
{
    uint8_t bytes[512], hash[HASH_BYTES];
    uint8_t *at = bytes_put(bytes, (uint64_t)c->kind, 1);
    at = bytes_put(at, (uint64_t)(uint32_t)c->seat, 4);
    at = bytes_put(at, c->wager, 2);
    at = bytes_put(at, (uint64_t)c->action, 1);
    at = bytes_put(at, c->bet, 8);
    at = bytes_put(at, (uint64_t)c->amount.minor, 8);
    at = bytes_put(at, c->stays, 1);
    at = bytes_put(at, (uint64_t)c->min.minor, 8);
    at = bytes_put(at, (uint64_t)c->max.minor, 8);
    at = bytes_put(at, (uint64_t)(uint32_t)c->code, 4);
    at = bytes_put(at, c->way, 1);
    at = bytes_put(at, c->shoe, 8);
    for (int f = 0; f < FELT_FIELDS_MAX; f++) {
        at = bytes_put(at, c->dealt.counts[f], 1);
        for (int i = 0; i < FELT_FIELD_PIECES_MAX; i++)
            at = bytes_put(bytes_put(at, c->dealt.pieces[f][i].rank, 1), c->dealt.pieces[f][i].suit, 1);
    }
    if (c->kind == FELT_COMMAND_LIMIT) { /* of others, digests that were kept stay what they are */
        at = bytes_put(at, (uint64_t)c->limits.seat_max.minor, 8);
        at = bytes_put(at, (uint64_t)c->limits.round_max.minor, 8);
        at = bytes_put(at, (uint64_t)c->limits.cost_max.minor, 8);
    }
    size_t length = strnlen(c->text, sizeof c->text);
    memcpy(at, c->text, length);
    at += length;
    hash_of(bytes, (size_t)(at - bytes), hash);
    memcpy(ret, hash, FELT_COMMAND_DIGEST_BYTES);
}

static uint64_t digest_of(const felt_command *c)
{
    uint8_t digest[FELT_COMMAND_DIGEST_BYTES];
    felt_command_digest(c, digest);
    const uint8_t *from = digest;
    return bytes_get(&from, 8);
}

static const table_answer *find_answer(const table_player *p, uint64_t command)
{
    int k = table_find_answer(p, command);
    return k < p->answer_count && table_answer_at(p, k)->command == command ? table_answer_at(p, k) : NULL;
}

/* The answer that was given. */
static felt_status repeat(decision *d, const table_answer *a)
{
    d->answer = (felt_answer){.repeated = true, .refusal = a->refusal, .seat = a->seat, .bet = a->bet};
    return a->status == FELT_OK ? FELT_OK : felt_error_set(&d->error, a->status, -1, "%s", a->text);
}

static void say_answer(decision *d, uint64_t digest, felt_status status)
{
    felt_event *event = decision_say(d, FELT_EVENT_ANSWERED);
    event->player = d->c->player;
    event->command = d->c->id;
    event->digest = digest;
    event->refusal = d->answer.refusal;
    event->status = (int32_t)status;
    event->seat = d->answer.seat;
    event->bet = d->answer.bet;
    if (status != FELT_OK)
        memcpy(event->text, d->error.message, strnlen(d->error.message, sizeof event->text - 1));
}

/* ---- commands ---- */

static bool is_players(felt_command_kind kind)
{
    return kind <= FELT_COMMAND_DEAL;
}

static felt_status act(decision *d)
{
    switch (d->c->kind) {
    case FELT_COMMAND_SIT:
        return decide_sit(d);
    case FELT_COMMAND_LEAVE:
        return decide_leave(d);
    case FELT_COMMAND_STAY:
        return decision_check_seated(d);
    case FELT_COMMAND_BET:
        return decide_bet(d);
    case FELT_COMMAND_CHANGE:
        return decide_change(d);
    case FELT_COMMAND_DEAL:
        return decide_deal(d);
    case FELT_COMMAND_CLOSE_BETTING:
        return decide_close_betting(d);
    case FELT_COMMAND_RESULT:
        return decide_result(d);
    case FELT_COMMAND_VOID:
        return decide_void(d);
    case FELT_COMMAND_OPEN:
    case FELT_COMMAND_PAUSE:
    case FELT_COMMAND_SHUT:
        return decide_status(d);
    case FELT_COMMAND_WAGER_OPEN:
    case FELT_COMMAND_WAGER_CLOSE:
    case FELT_COMMAND_WAGER_LIMIT:
        return decide_wager(d);
    case FELT_COMMAND_SHOE_BEGIN:
    case FELT_COMMAND_SHOE_END:
        return decide_shoe(d);
    case FELT_COMMAND_LIMIT:
        return decide_limits(d);
    case FELT_COMMAND_STAND_UP:
        return decide_stand_up(d);
    case FELT_COMMAND_TICK:
    case FELT_COMMAND_COUNT:
        break;
    }
    return FELT_OK;
}

static felt_status check_and_act(decision *d)
{
    const felt_command *c = d->c;
    if ((unsigned)c->kind >= FELT_COMMAND_COUNT)
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "there is no command number %d", (int)c->kind);
    if (!table_text_good(c->text))
        return decision_refuse(d, FELT_REFUSAL_MALFORMED, FELT_EDATA, "the text is not one line of UTF-8 of at most %d bytes",
                               (int)FELT_TABLE_TEXT_BYTES - 1);
    if (is_players(c->kind) != (c->player != 0))
        return decision_refuse(d, FELT_REFUSAL_WHO, FELT_EDATA, "%s",
                               is_players(c->kind) ? "the house does not play" : "only the house may do that");
    return act(d);
}

/* A command that has not been answered before. */
static felt_status decide_new(decision *d)
{
    uint64_t digest = digest_of(d->c);
    felt_status status = check_and_act(d);
    if (d->no_memory)
        return FELT_ENOMEM;
    if (status != FELT_OK) {
        d->out->count = 0;
        d->answer.seat = -1;
        d->answer.bet = 0;
        cut_message(&d->error);
    }
    if (status == FELT_OK || d->who >= 0)
        say_answer(d, digest, status);
    return status;
}

static felt_status decide_command(decision *d)
{
    const felt_command *c = d->c;
    if (c->kind == FELT_COMMAND_TICK && c->player == 0)
        return decide_tick(d);
    if (c->id == 0)
        return decision_refuse(d, FELT_REFUSAL_ID_MISSING, FELT_EDATA, "a command needs an id above 0");
    d->who = table_find_player(d->t, c->player);
    if (d->who < 0)
        return decide_new(d);
    const table_player *p = &d->t->players[d->who];
    const table_answer *a = find_answer(p, c->id);
    if (a != NULL && a->digest == digest_of(c))
        return repeat(d, a);
    if (a != NULL)
        return decision_refuse(d, FELT_REFUSAL_ID_REUSED, FELT_EDATA, "command %llu was another one: an id may be used once",
                               (unsigned long long)c->id);
    if (c->id <= p->forgotten)
        return decision_refuse(d, FELT_REFUSAL_ID_OLD, FELT_EDATA, "command %llu is older than the answers that are remembered, above %llu",
                               (unsigned long long)c->id, (unsigned long long)p->forgotten);
    return decide_new(d);
}

felt_status felt_table_decide(felt_table *t, const felt_command *command, int64_t time_ms, felt_events *ret, felt_answer *ret_answer,
                              felt_error *error)
{
    assert(t->due_next == t->dues.count);
    int64_t time = time_ms < FELT_TABLE_TIME_MAX ? time_ms : FELT_TABLE_TIME_MAX;
    decision d = {.t = t, .c = command, .now = table_now(t, time), .who = -1, .out = ret, .answer = {.seat = -1}};
    ret->count = 0;
    felt_status status = decide_command(&d);
    if (d.no_memory) {
        ret->count = 0;
        d.answer = (felt_answer){.seat = -1};
        status = felt_error_set(&d.error, FELT_ENOMEM, -1, "out of memory");
    }
    assert(ret->count <= FELT_TABLE_EVENTS_MAX);
    *ret_answer = d.answer;
    if (status != FELT_OK && error != NULL)
        *error = d.error;
    return status;
}

felt_status felt_table_refuse(felt_table *t, const felt_command *command, int64_t time_ms, felt_refusal refusal, const felt_error *error,
                              felt_events *ret, felt_answer *ret_answer)
{
    assert(refusal >= FELT_REFUSAL_FUNDS && refusal < FELT_REFUSAL_COUNT && command->id != 0);
    int64_t time = time_ms < FELT_TABLE_TIME_MAX ? time_ms : FELT_TABLE_TIME_MAX;
    decision d = {.t = t, .c = command, .now = table_now(t, time), .out = ret, .answer = {.refusal = refusal, .seat = -1}, .error = *error};
    ret->count = 0;
    cut_message(&d.error);
    if (table_find_player(t, command->player) >= 0)
        say_answer(&d, digest_of(command), FELT_ELIMIT);
    *ret_answer = d.answer;
    return d.no_memory ? FELT_ENOMEM : FELT_OK;
}

felt_status felt_table_do(felt_table *t, const felt_command *command, int64_t time_ms, felt_events *ret, felt_answer *ret_answer,
                          felt_error *error)
{
    felt_status status = felt_table_decide(t, command, time_ms, ret, ret_answer, error);
    for (int i = 0; i < ret->count; i++) {
        felt_status evolved = felt_table_evolve(t, &ret->list[i], error);
        if (evolved != FELT_OK)
            return evolved;
    }
    return status;
}

const char *felt_refusal_text(felt_refusal refusal)
{
    static const char *const names[FELT_REFUSAL_COUNT] = {
        "none",         "id-missing", "id-reused",      "id-old",       "who",    "malformed", "not-seated", "seated", "seat-taken",
        "table-paused", "table-shut", "betting-closed", "wager-closed", "no-bet", "rules",     "limit",      "cost",   "too-soon",
        "not-shooter",  "pace",       "betting-open",   "shoe",         "result", "funds",     "player"};
    return names[refusal];
}
