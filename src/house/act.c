/* src/house/act.c - one decision after the other: the table decides, the store keeps, the table goes on. */
#include "inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- what events move ---- */

static void add_move(house *h, int *count, felt_move_kind kind, const felt_event *e, int64_t amount)
{
    h->moves[(*count)++] = (felt_move){.kind = kind, .player = {(int64_t)e->player}, .bet = (int64_t)e->bet, .amount = {amount}};
}

/* The postings of a decision, and of which kind it is. Room is made for two of each event. */
static felt_entry_kind list_moves(house *h, int *ret_count)
{
    felt_entry_kind kind = FELT_ENTRY_BET;
    *ret_count = 0;
    for (int i = 0; i < h->events.count; i++) {
        const felt_event *e = &h->events.list[i];
        if (e->kind == FELT_EVENT_DEALT)
            kind = FELT_ENTRY_RESULT;
        if (e->kind == FELT_EVENT_VOIDED)
            kind = FELT_ENTRY_VOID;
        if (e->kind == FELT_EVENT_PLACED)
            add_move(h, ret_count, FELT_MOVE_HOLD, e, e->held.minor);
        if (e->kind == FELT_EVENT_CHANGED && e->held.minor > 0)
            add_move(h, ret_count, FELT_MOVE_HOLD, e, e->held.minor);
        if (e->kind == FELT_EVENT_CHANGED && e->back.minor > 0)
            add_move(h, ret_count, FELT_MOVE_RETURN, e, e->back.minor);
        if (e->kind == FELT_EVENT_PAID && e->taken_down)
            add_move(h, ret_count, FELT_MOVE_RETURN, e, e->back.minor);
        else if (e->kind == FELT_EVENT_PAID)
            add_move(h, ret_count, FELT_MOVE_SETTLE, e, e->back.minor + e->winnings.minor - e->commission.minor);
    }
    return *ret_count > 0 || kind != FELT_ENTRY_BET ? kind : FELT_ENTRY_NONE;
}

/* The same for the balances that the house knows, and for who counts what a player has won and lost. */
static felt_status count_moves(house *h, int table, int64_t now_ms, felt_error *error)
{
    const house_listener *l = &h->listener;
    felt_status status = FELT_OK;
    for (int i = 0; i < h->events.count && status == FELT_OK; i++) {
        const felt_event *e = &h->events.list[i];
        int64_t out = 0, in = 0, up = 0; /* up: by what is held more or less */
        if (e->kind == FELT_EVENT_PLACED || e->kind == FELT_EVENT_CHANGED) {
            out = e->held.minor;
            in = e->back.minor;
            up = out - in;
        } else if (e->kind == FELT_EVENT_PAID) {
            in = e->back.minor + e->winnings.minor - e->commission.minor;
            up = -e->back.minor - e->lost.minor;
        } else
            continue;
        purse_move(h, e->player, in - out, up);
        felt_money won = {e->winnings.minor - e->commission.minor};
        if (l->played != NULL)
            status = l->played(l->context, table, e->player, (felt_money){out}, (felt_money){in}, won, now_ms, error);
    }
    return status;
}

/* ---- keeping ---- */

static bool make_room(house *h)
{
    int moves = 2 * h->events.count + 2;
    size_t bytes = (size_t)(h->events.count + 1) * FELT_EVENT_BYTES_MAX;
    if (moves > h->move_capacity) {
        felt_move *larger = realloc(h->moves, 2 * (size_t)moves * sizeof *larger);
        if (larger == NULL)
            return false;
        h->moves = larger;
        h->move_capacity = 2 * moves;
    }
    if (bytes > h->byte_capacity) {
        uint8_t *larger = realloc(h->bytes, 2 * bytes);
        if (larger == NULL)
            return false;
        h->bytes = larger;
        h->byte_capacity = 2 * bytes;
    }
    return true;
}

static void set_command(felt_deed *deed, felt_table_id table, const felt_command *command)
{
    deed->player = (felt_player_id){(int64_t)command->player};
    deed->command = command->id;
    felt_command_digest(command, deed->digest);
    for (int i = 0; i < 8; i++) /* the same words at another table are another command */
        deed->digest[i] ^= (uint8_t)((uint64_t)table.number >> (8 * i));
}

static felt_status no_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

felt_status act_keep(house *h, int table, const felt_command *command, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    if (h->events.count == 0)
        return FELT_OK;
    if (!make_room(h))
        return no_memory(error);
    size_t size = 0;
    for (int i = 0; i < h->events.count; i++)
        size += felt_event_write(&h->events.list[i], h->bytes + size);
    felt_deed deed = {.table = t->id, .record = {(const char *)h->bytes, size}, .time_ms = now_ms, .moves = h->moves};
    deed.kind = list_moves(h, &deed.move_count);
    if (command != NULL && command->player != 0)
        set_command(&deed, t->id, command);
    int64_t sequence;
    felt_status status = felt_store_keep(h->store, &deed, &sequence, error);
    if (status != FELT_OK)
        return status;
    h->kept = t->changed = true;
    h->moved += deed.move_count;
    t->records = sequence;
    for (int i = 0; i < h->events.count; i++) {
        status = felt_table_evolve(t->table, &h->events.list[i], error);
        if (status != FELT_OK) {
            house_note(h, "%.*s: event %d of record %lld cannot follow: %s", FELT_TEXT_ARGS(t->plan->short_name), i, (long long)sequence,
                       error->message);
            return FELT_EIO;
        }
    }
    status = count_moves(h, table, now_ms, error);
    if (status != FELT_OK)
        return status == FELT_ENOMEM ? status : FELT_EIO;
    return news_add_events(h, table, sequence, &h->events) ? FELT_OK : no_memory(error);
}

felt_status act_record(house *h, int table, felt_text json, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_deed deed = {.table = t->id, .record = json, .time_ms = now_ms, .kind = FELT_ENTRY_NONE};
    int64_t sequence;
    felt_status status = felt_store_keep(h->store, &deed, &sequence, error);
    if (status != FELT_OK)
        return status == FELT_ENOMEM ? status : FELT_EIO;
    h->kept = t->changed = true;
    t->records = sequence;
    return news_add_record(h, table, sequence, json) ? FELT_OK : no_memory(error);
}

felt_status act_house(house *h, int table, felt_command command, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[table];
    felt_answer answer;
    command.player = 0;
    command.id = command.kind == FELT_COMMAND_TICK ? 0 : felt_table_look(t->table).sequence + 1;
    felt_status status = felt_table_decide(t->table, &command, now_ms, &h->events, &answer, error);
    if (status == FELT_ENOMEM)
        return status;
    felt_error kept;
    felt_status keeping = act_keep(h, table, NULL, now_ms, &kept);
    if (keeping != FELT_OK) {
        *error = kept;
        return keeping == FELT_ENOMEM ? keeping : FELT_EIO;
    }
    return status == FELT_OK ? FELT_OK : FELT_EDATA;
}

/* ---- commands that were queued ---- */

static felt_status tell(house *h, const house_job *job, house_answer *answer)
{
    house_table *t = &h->tables[job->table];
    felt_error error;
    answer->sequence = t->table == NULL ? 0 : felt_table_look(t->table).sequence;
    if (job->command.player != 0 && answer->end <= HOUSE_REFUSED && purse_get(h, job->command.player, &answer->balance, &error) == FELT_EIO)
        return FELT_EIO;
    return news_add_answer(h, job->ticket, answer) ? FELT_OK : FELT_ENOMEM;
}

/* The answer that is in a record of the player's. */
static bool answer_in(felt_text record, const felt_command *command, house_answer *ret)
{
    felt_event e;
    while (record.length > 0) {
        if (felt_event_next(&record, &e, NULL) != FELT_OK)
            return false;
        if (e.kind == FELT_EVENT_ANSWERED && e.player == command->player && e.command == command->id) {
            *ret = (house_answer){.end = e.status == FELT_OK ? HOUSE_DONE : HOUSE_REFUSED,
                                  .answer = {.repeated = true, .refusal = e.refusal, .seat = e.seat, .bet = e.bet}};
            felt_error_set(&ret->error, (felt_status)e.status, -1, "%s", e.text);
            return true;
        }
    }
    return false;
}

/* The answer of a record. One that was retired had its effect, and that is all that is known of it here. */
static felt_status recall(house *h, const house_job *job, felt_table_id table, int64_t sequence, house_answer *ret, felt_error *error)
{
    felt_arena *arena = felt_arena_new(2 * FELT_STORE_EVENT_BYTES_MAX);
    felt_text record;
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_store_record(h->store, arena, table, sequence, &record, error);
    bool found = status == FELT_OK && answer_in(record, &job->command, ret);
    felt_arena_free(arena);
    if (status == FELT_ENOTFOUND) {
        ret->answer.refusal = FELT_REFUSAL_ID_OLD;
        felt_error_set(&ret->error, FELT_EDATA, -1,
                       "command %llu was answered long ago, and its record was retired; it has no second effect",
                       (unsigned long long)job->command.id);
        return FELT_OK;
    }
    if (status == FELT_OK && !found)
        status = felt_error_set(error, FELT_EIO, -1, "record %lld does not hold the answer that it should", (long long)sequence);
    return status;
}

/* A command that the table does not remember, or whose id the store knows: what became of it is in the history. */
static felt_status look_up(house *h, const house_job *job, felt_error *error)
{
    felt_deed deed = {.command = 0};
    felt_table_id table;
    int64_t sequence;
    house_answer answer = {.end = HOUSE_REFUSED, .answer = {.refusal = FELT_REFUSAL_ID_REUSED, .seat = -1}};
    set_command(&deed, h->tables[job->table].id, &job->command);
    felt_status status = felt_store_command_find(h->store, deed.player, deed.command, deed.digest, &table, &sequence, error);
    if (status == FELT_EIO || status == FELT_ENOMEM)
        return status;
    felt_error_set(&answer.error, FELT_EDATA, -1, "command %llu was another one: an id may be used once",
                   (unsigned long long)job->command.id);
    if (status == FELT_ENOTFOUND) {
        answer.answer.refusal = FELT_REFUSAL_ID_OLD;
        felt_error_set(&answer.error, FELT_EDATA, -1, "command %llu is older than others that were answered: ids must grow",
                       (unsigned long long)job->command.id);
    }
    if (status == FELT_OK)
        status = recall(h, job, table, sequence, &answer, error);
    else
        status = FELT_OK;
    return status == FELT_OK ? tell(h, job, &answer) : status;
}

/* Refuses what the table would have allowed; it remembers that. */
static felt_status refuse(house *h, const house_job *job, int64_t now_ms, felt_refusal refusal, const felt_error *why, felt_error *error)
{
    house_answer answer = {.end = HOUSE_REFUSED, .error = *why};
    felt_status status = felt_table_refuse(h->tables[job->table].table, &job->command, now_ms, refusal, why, &h->events, &answer.answer);
    if (status == FELT_OK)
        status = act_keep(h, job->table, &job->command, now_ms, error);
    if (status == FELT_EDATA)
        return look_up(h, job, error);
    return status == FELT_OK ? tell(h, job, &answer) : status;
}

/* What the decision would take from the player, and the stake of the bet that it is about. */
static int64_t more_held(const house *h, int table, int64_t *ret_stake)
{
    const felt_table *t = h->tables[table].table;
    int64_t more = 0;
    *ret_stake = 0;
    for (int i = 0; i < h->events.count; i++) {
        const felt_event *e = &h->events.list[i];
        if (e->kind != FELT_EVENT_PLACED && e->kind != FELT_EVENT_CHANGED)
            continue;
        more += e->held.minor;
        *ret_stake += e->held.minor;
        for (int k = 0; e->kind == FELT_EVENT_CHANGED && k < felt_table_look(t).bets; k++)
            *ret_stake += felt_table_bet_at(t, k).bet == e->bet ? felt_table_bet_at(t, k).held.minor : 0;
    }
    return more;
}

/* Asks whether the player may do what the table allows: FELT_ELIMIT, and `why` says why not. `more`: what would be held of his. */
static felt_status may_do(const house *h, const house_job *job, int64_t stake, int64_t more, int64_t now_ms, felt_error *why)
{
    const house_listener *l = &h->listener;
    if (more > 0 && l->may_bet != NULL)
        return l->may_bet(l->context, job->table, job->command.player, (felt_money){stake}, (felt_money){more}, now_ms, why);
    if (job->command.kind == FELT_COMMAND_SIT && l->may_sit != NULL)
        return l->may_sit(l->context, job->table, job->command.player, now_ms, why);
    return FELT_OK;
}

static felt_status keep_job(house *h, const house_job *job, house_answer *answer, int64_t now_ms, felt_error *error)
{
    bool asks = answer->end == HOUSE_DONE && job->command.player != 0;
    int64_t stake = 0, more = asks ? more_held(h, job->table, &stake) : 0;
    felt_error why;
    if (more > 0 && h->tables[job->table].closing) {
        felt_error_set(&why, FELT_EDATA, -1, "the table closes for good");
        return refuse(h, job, now_ms, FELT_REFUSAL_TABLE_SHUT, &why, error);
    }
    felt_status status = asks ? may_do(h, job, stake, more, now_ms, &why) : FELT_OK;
    if (status == FELT_ELIMIT)
        return refuse(h, job, now_ms, FELT_REFUSAL_PLAYER, &why, error);
    if (status == FELT_OK)
        status = act_keep(h, job->table, &job->command, now_ms, &why);
    if (status == FELT_ELIMIT && more > 0)
        return refuse(h, job, now_ms, FELT_REFUSAL_FUNDS, &why, error);
    if (status == FELT_EDATA && job->command.player != 0)
        return look_up(h, job, error);
    if (status != FELT_OK) {
        *error = why;
        return status == FELT_ENOMEM ? status : FELT_EIO;
    }
    return tell(h, job, answer);
}

felt_status act_job(house *h, const house_job *job, int64_t now_ms, felt_error *error)
{
    house_table *t = &h->tables[job->table];
    house_answer answer = {.end = HOUSE_DONE};
    felt_command command = job->command;
    house_job numbered = *job;
    if (t->table == NULL) {
        answer.end = HOUSE_ELSEWHERE;
        felt_error_set(&answer.error, FELT_EDATA, -1, "%s", t->owner);
        return tell(h, job, &answer);
    }
    if (command.player == 0)
        command.id = felt_table_look(t->table).sequence + 1;
    numbered.command = command;
    felt_status status = felt_table_decide(t->table, &command, now_ms, &h->events, &answer.answer, &answer.error);
    if (status == FELT_ENOMEM)
        return no_memory(error);
    if (answer.answer.refusal == FELT_REFUSAL_ID_OLD)
        return look_up(h, &numbered, error);
    answer.end = status == FELT_OK ? HOUSE_DONE : HOUSE_REFUSED;
    if (h->events.count == 0)
        return tell(h, &numbered, &answer); /* it was answered before, or by who is not known here */
    return keep_job(h, &numbered, &answer, now_ms, error);
}
