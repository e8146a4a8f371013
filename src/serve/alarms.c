/* src/serve/alarms.c - what an operator should look at: wagers beyond luck, trouble that the log has told of, large wins.
 *
 * Wagers beyond luck are told as they stand. Trouble is what was logged as an error since the server was started, the last of it; large
 * wins are found along the chain of the house, from its last records on, a little at each call. */
#include "server.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WINS_LOOKED_BACK = 1000, WINS_AT_ONCE = 1000 };

/* ---- noting ---- */

static server_alarm *next_of(server_alarms *list)
{
    server_alarm *a = &list->list[list->count % SERVER_ALARMS];
    list->count++;
    return a;
}

/* Both are cut where they do not fit, between characters. */
static void copy(char *to, size_t size, const char *text)
{
    size_t length = strlen(text);
    length = length < size ? length : size - 1;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    memcpy(to, text, length);
    to[length] = '\0';
}

void alarms_note(server *s, const char *what, const char *message)
{
    server_alarm *a = next_of(&s->troubles);
    *a = (server_alarm){.time_ms = server_now()};
    copy(a->what, sizeof a->what, what);
    copy(a->message, sizeof a->message, message);
}

/* ---- large wins ---- */

static int64_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void note_win(server *s, const json_t *change)
{
    const json_t *after = json_object_get(change, "after");
    const char *about = json_string_value(json_object_get(change, "about"));
    server_alarm *a = next_of(&s->wins);
    *a = (server_alarm){.time_ms = number_of(change, "when"), .player = number_of(change, "player")};
    a->amount.minor = number_of(after, "returned") - number_of(after, "staked");
    copy(a->what, sizeof a->what, "large-win");
    copy(a->table, sizeof a->table, about == NULL ? "" : about);
}

typedef struct win_search {
    server *s;
    int left;
} win_search;

static bool see_change(void *context, const felt_history_record *record)
{
    win_search *search = context;
    json_t *change = json_loadb(record->event.bytes, record->event.length, 0, NULL);
    const char *what = json_string_value(json_object_get(change, "what"));
    if (what != NULL && strcmp(what, "large-win") == 0)
        note_win(search->s, change);
    json_decref(change);
    search->s->wins_next = record->sequence + 1;
    return --search->left > 0;
}

/* The chain of the house, where there is one. */
static bool see_chain(void *context, const felt_table_entry *table)
{
    felt_table_entry *found = context;
    if (!felt_text_is(table->name, PEOPLE_LOG_CHAIN))
        return true;
    *found = *table;
    return false;
}

static felt_status find_wins(server *s)
{
    win_search search = {s, WINS_AT_ONCE};
    felt_table_entry chain = {.records = 0};
    felt_status status = s->store == NULL ? FELT_EIO : felt_store_tables(s->store, see_chain, &chain, NULL);
    if (status != FELT_OK || chain.records == 0)
        return status;
    if (s->wins_next == 0)
        s->wins_next = chain.records > WINS_LOOKED_BACK ? chain.records - WINS_LOOKED_BACK : 1;
    if (s->wins_next <= chain.records)
        status = felt_store_read(s->store, chain.table, s->wins_next, see_change, &search, NULL);
    return status;
}

/* ---- telling ---- */

static void show(wire *w, const server_alarm *a)
{
    wire_open(w, '{');
    wire_put_string(w, "what", a->what);
    wire_put_bool(w, "stands", false);
    wire_put_number(w, "time", a->time_ms);
    if (a->table[0] != '\0')
        wire_put_string(w, "table", a->table);
    if (a->player != 0) {
        wire_put_number(w, "player", a->player);
        wire_put_money(w, "amount", a->amount);
    }
    if (a->message[0] != '\0')
        wire_put_string(w, "message", a->message);
    wire_close(w, '}');
}

/* The last come first. */
static void show_all(wire *w, const server_alarms *list)
{
    uint64_t kept = list->count < SERVER_ALARMS ? list->count : SERVER_ALARMS;
    for (uint64_t i = 1; i <= kept; i++)
        show(w, &list->list[(list->count - i) % SERVER_ALARMS]);
}

void http_alarms(call *c)
{
    server *s = c->s;
    wire *w = &s->answer;
    if (find_wins(s) != FELT_OK) {
        http_error(s, c->exchange, 503, "unavailable", "the log of the house cannot be read now", "look at the server's log");
        return;
    }
    wire_clear(w);
    wire_open(w, '{');
    wire_put_number(w, "since", s->started_ms);
    wire_put_bool(w, "keeps", house_keeps(s->house, s->now));
    wire_key(w, "alarms");
    wire_open(w, '[');
    drift_alarms(s, w);
    show_all(w, &s->troubles);
    show_all(w, &s->wins);
    wire_close(w, ']');
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}
