/* src/people/log.c - the log of changes: what operators did, limits, grants, large wins, as records of the chain "@house". */
#include "inside.h"

#include <inttypes.h>
#include <stdio.h>

static felt_status refuse_change(people_refusal *no)
{
    return refuse(no, PEOPLE_AMOUNT_BAD, 0, "This is a mistake of the program.", "What was changed is no JSON, or is too long.");
}

/* A value that is there already as JSON; null where it is empty. */
static felt_status part_of(felt_text text, json_t **ret, people_refusal *no)
{
    bool ran_out = false;
    json_t *value = json_null();
    if (text.length > 0)
        value = text.length <= PEOPLE_CHANGE_BYTES_MAX ? json_from(text, &ran_out) : NULL;
    if (ran_out)
        return no_memory(no);
    if (value == NULL)
        return refuse_change(no);
    *ret = value;
    return FELT_OK;
}

static json_t *text_json(felt_text text)
{
    return text.length > 0 ? json_stringn(text.bytes, text.length) : json_null();
}

/* The name of who did it; null where nobody of that number is known. */
static felt_status name_of(people *p, felt_player_id by, int64_t now_ms, json_t **ret, people_refusal *no)
{
    people_player player;
    people_refusal why;
    felt_status status = by.number != 0 ? people_find(p, by, now_ms, &player, &why) : FELT_ELIMIT;
    if (status != FELT_OK && status != FELT_ELIMIT) {
        if (no != NULL)
            *no = why;
        return status;
    }
    *ret = status == FELT_OK ? json_string(player.name) : json_null();
    return FELT_OK;
}

enum { RECORD_BYTES_MAX = 4 * PEOPLE_CHANGE_BYTES_MAX };

/* Takes `name`, `before` and `after` over. Into memory that is there, as for notes. */
static felt_status change_text(const people_change *c, json_t *name, json_t *before, json_t *after, int64_t now_ms,
                               char bytes[RECORD_BYTES_MAX], felt_text *ret, people_refusal *no)
{
    json_t *number = c->player.number != 0 ? json_integer(c->player.number) : json_null();
    json_t *object = json_pack("{s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "felt", "change", "when", (json_int_t)now_ms, "by",
                               (json_int_t)c->by.number, "name", name, "what", text_json(c->what), "about", text_json(c->about), "player",
                               number, "before", before, "after", after, "reason", text_json(c->reason));
    size_t length = object != NULL ? json_dumpb(object, bytes, RECORD_BYTES_MAX, JSON_COMPACT) : 0;
    json_decref(object);
    if (length == 0)
        return no_memory(no);
    if (length > RECORD_BYTES_MAX)
        return refuse_change(no);
    *ret = (felt_text){bytes, length};
    return FELT_OK;
}

static felt_status append(felt_store *store, felt_table_id *log, felt_text text, int64_t now_ms, people_refusal *no)
{
    felt_error error = {.message = ""};
    int64_t sequence;
    felt_status status = FELT_OK;
    if (log->number == 0)
        status = felt_store_table(store, felt_text_from(PEOPLE_LOG_CHAIN), log, &error);
    felt_deed deed = {.table = *log, .record = text, .kind = FELT_ENTRY_NONE, .time_ms = now_ms};
    if (status == FELT_OK)
        status = felt_store_keep(store, &deed, &sequence, &error);
    return status == FELT_OK ? FELT_OK : failed(no, status, &error);
}

felt_status change_keep(felt_store *store, felt_table_id *log, const people_change *change, json_t *name, int64_t now_ms,
                        people_refusal *no)
{
    json_t *before = NULL, *after = NULL;
    felt_status status = reason_check(change->reason, false, no);
    if (status == FELT_OK)
        status = part_of(change->before, &before, no);
    if (status == FELT_OK)
        status = part_of(change->after, &after, no);
    if (status != FELT_OK) {
        json_decref(name);
        json_decref(before);
        json_decref(after);
        return status;
    }
    char bytes[RECORD_BYTES_MAX];
    felt_text text = {"", 0};
    status = change_text(change, name, before, after, now_ms, bytes, &text, no);
    return status == FELT_OK ? append(store, log, text, now_ms, no) : status;
}

felt_status people_log(people *p, const people_change *change, int64_t now_ms, people_refusal *no)
{
    json_t *name = NULL;
    felt_status status = name_of(p, change->by, now_ms, &name, no);
    return status == FELT_OK ? change_keep(p->store, &p->log, change, name, now_ms, no) : status;
}

felt_status people_won(people *p, felt_player_id player, felt_text about, felt_money staked, felt_money returned, int64_t now_ms,
                       people_refusal *no)
{
    felt_money won;
    if (p->options.large_win.minor == 0 || felt_money_subtract(returned, staked, &won) != FELT_OK || won.minor < p->options.large_win.minor)
        return FELT_OK;
    char after[96];
    snprintf(after, sizeof after, "{\"staked\":%" PRId64 ",\"returned\":%" PRId64 "}", staked.minor, returned.minor);
    people_change change = {.what = felt_text_from("large-win"), .about = about, .player = player, .after = felt_text_from(after)};
    return people_log(p, &change, now_ms, no);
}
