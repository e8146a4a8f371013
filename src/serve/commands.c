/* src/serve/commands.c - messages of clients: one JSON object each, of which `do` says what is wanted. docs/api.md lists them. */
#include "../base/json_quick.h"
#include "server.h"

#include <stdio.h>
#include <string.h>

const char *commands_advice(felt_refusal refusal)
{
    static const char *const advice[FELT_REFUSAL_COUNT] = {
        [FELT_REFUSAL_ID_MISSING] = "give each command an id above 0, higher than those before",
        [FELT_REFUSAL_ID_REUSED] = "use a new id for a new command",
        [FELT_REFUSAL_ID_OLD] = "use ids that grow",
        [FELT_REFUSAL_WHO] = "ask an operator",
        [FELT_REFUSAL_MALFORMED] = "mend the command; docs/api.md has its fields",
        [FELT_REFUSAL_NOT_SEATED] = "sit down first",
        [FELT_REFUSAL_SEATED] = "go on: there is a seat already",
        [FELT_REFUSAL_SEAT_TAKEN] = "take another seat, or wait until one is free",
        [FELT_REFUSAL_TABLE_PAUSED] = "wait until the table goes on",
        [FELT_REFUSAL_TABLE_SHUT] = "go to another table",
        [FELT_REFUSAL_BETTING_CLOSED] = "bet on the next one",
        [FELT_REFUSAL_WAGER_CLOSED] = "bet on another wager",
        [FELT_REFUSAL_NO_BET] = "look at the bets that are up, and name one of them",
        [FELT_REFUSAL_RULES] = "read the rules of the wager",
        [FELT_REFUSAL_LIMIT] = "bet within the limits of the table",
        [FELT_REFUSAL_COST] = "bet less: the house takes no more on this event",
        [FELT_REFUSAL_TOO_SOON] = "wait for the time that is said",
        [FELT_REFUSAL_NOT_SHOOTER] = "wait until it is this seat's turn",
        [FELT_REFUSAL_PACE] = "wait: the clock closes betting here",
        [FELT_REFUSAL_BETTING_OPEN] = "close betting first",
        [FELT_REFUSAL_SHOE] = "wait a moment, and send it again with a new id",
        [FELT_REFUSAL_RESULT] = "void the round",
        [FELT_REFUSAL_FUNDS] = "bet less, or take a bet down",
        [FELT_REFUSAL_PLAYER] = "wait until the limit allows it; a lower limit holds at once, a higher one after a day",
    };
    return advice[refusal] == NULL ? "" : advice[refusal];
}

/* A message being read. */
typedef struct reading {
    server *s;
    peer *p;
    json_t *json;
    uint64_t id; /* 0: it has none */
    int table;   /* -1: it names none */
    bool failed; /* and said so */
} reading;

static void fail(reading *r, const char *code, const char *message, const char *advice)
{
    if (!r->failed)
        live_error(r->s, r->p, r->id, code, message, advice);
    r->failed = true;
}

static void fail_field(reading *r, const char *name, const char *expected)
{
    char message[200];
    json_t *found = json_object_get(r->json, name);
    char *text = found == NULL ? NULL : json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII);
    snprintf(message, sizeof message, "`%s`: found %.60s, expected %s", name, text == NULL ? "nothing" : text, expected);
    free(text);
    fail(r, "malformed", message, "mend the message; docs/api.md has its fields");
}

/* A whole number from `low` to `high`; `otherwise` where there is none and that is not INT64_MIN. */
static int64_t number(reading *r, const char *name, int64_t low, int64_t high, int64_t otherwise)
{
    json_t *found = json_object_get(r->json, name);
    if (found == NULL && otherwise != INT64_MIN)
        return otherwise;
    if (json_is_integer(found) && json_integer_value(found) >= low && json_integer_value(found) <= high)
        return json_integer_value(found);
    char expected[96];
    snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)low, (long long)high);
    fail_field(r, name, expected);
    return low;
}

static bool yes(reading *r, const char *name)
{
    json_t *found = json_object_get(r->json, name);
    if (found != NULL && !json_is_boolean(found))
        fail_field(r, name, "true or false");
    return json_is_true(found);
}

static felt_text text(reading *r, const char *name)
{
    json_t *found = json_object_get(r->json, name);
    if (json_is_string(found))
        return (felt_text){json_string_value(found), json_string_length(found)};
    fail_field(r, name, "a text");
    return felt_text_from("");
}

static void need_table(reading *r)
{
    felt_text name = text(r, "table");
    if (r->failed)
        return;
    r->table = private_find(r->s, name, r->p->player);
    if (r->table < 0)
        fail(r, "no-table", "there is no table of that name", "ask GET /api/tables which there are");
}

static void need_player(reading *r)
{
    if (!live_signed_in(r->s, r->p))
        fail(r, "not-signed-in", "nobody is signed in on this connection", "sign in, or POST /api/guest, and connect again");
}

static felt_fair_bytes bytes(reading *r, const char *name)
{
    felt_fair_bytes found = {{0}};
    felt_text digits = text(r, name);
    if (!r->failed && felt_fair_read(digits, &found) != FELT_OK)
        fail_field(r, name, "64 lower-case hexadecimal digits");
    return found;
}

static void say_done(reading *r, felt_status status, const felt_error *error)
{
    if (status != FELT_OK) {
        fail(r, "fair", error->message, "read docs/fairness.md: what is told when");
        return;
    }
    wire *w = &r->s->answer;
    wire_clear(w);
    wire_open(w, '{');
    if (r->id != 0)
        wire_put_number(w, "answer", (int64_t)r->id);
    wire_put_bool(w, "ok", true);
    wire_close(w, '}');
    peers_send(r->s, r->p, wire_written(w));
}

/* ---- watching ---- */

static void tell_state(reading *r)
{
    server *s = r->s;
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    if (r->id != 0)
        wire_put_number(w, "answer", (int64_t)r->id);
    wire_put_bool(w, "ok", true);
    wire_put_text(w, "table", house_plan(s->house, r->table)->short_name);
    wire_put_number(w, "at", house_records(s->house, r->table));
    wire_key(w, "state");
    show_table(s, w, r->table, (uint64_t)r->p->player.number);
    wire_close(w, '}');
    peers_send(s, r->p, wire_written(w));
}

/* There is more than is sent at once: he asks again from where it ended, and watches when he has it all. */
static void tell_more(reading *r, int64_t last)
{
    wire *w = &r->s->answer;
    wire_clear(w);
    wire_open(w, '{');
    if (r->id != 0)
        wire_put_number(w, "answer", (int64_t)r->id);
    wire_put_bool(w, "ok", true);
    wire_put_text(w, "table", house_plan(r->s->house, r->table)->short_name);
    wire_put_number(w, "at", last);
    wire_put_bool(w, "more", true);
    wire_close(w, '}');
    peers_send(r->s, r->p, wire_written(w));
}

static void unwatch(server *s, peer *p, int table)
{
    if (!peers_watches(p, table))
        return;
    figures_subscribe(s, p, table, false);
    peers_unwatch(s, p, table);
}

static void do_watch(reading *r)
{
    need_table(r);
    int64_t from = number(r, "from", 0, r->failed ? 0 : house_records(r->s->house, r->table), -1), last;
    bool all = true;
    if (r->failed)
        return;
    if (!peers_watches(r->p, r->table) && r->p->watch_count == SERVER_WATCHES_MAX) {
        fail(r, "too-many", "a connection watches 8 tables at most", "leave one of them first: {\"do\":\"unwatch\"}");
        return;
    }
    if (from >= 0 && from < retired_floor(r->s, r->table)) {
        fail(r, "retired", "some of what has happened since then was retired, and is in an archive of the house",
             "watch without `from`: the state of the table has all that counts now");
        return;
    }
    if (!live_pays(r->s, r->p, r->id, from >= 0 ? SERVER_RESUME_COST : SERVER_STATE_COST))
        return;
    if (from >= 0 && resume_from(r->s, r->p, r->table, from, &last, &all) != FELT_OK) {
        fail(r, "unavailable", "the history cannot be read now", "watch again later");
        return;
    }
    if (!all) {
        unwatch(r->s, r->p, r->table);
        tell_more(r, last);
        return;
    }
    if (peers_watch(r->s, r->p, r->table))
        tell_state(r);
    else
        fail(r, "unavailable", "the server has no memory for one who watches", "watch again later");
}

static void do_unwatch(reading *r)
{
    need_table(r);
    if (r->failed)
        return;
    unwatch(r->s, r->p, r->table);
    say_done(r, FELT_OK, NULL);
}

static void do_odds(reading *r)
{
    need_table(r);
    bool on = yes(r, "on");
    if (r->failed)
        return;
    if (!peers_watches(r->p, r->table))
        fail(r, "not-watched", "the connection does not watch this table", "watch it first: {\"do\":\"watch\"}");
    else if (on && !house_plan(r->s->house, r->table)->odds_live)
        fail(r, "odds-closed", "the table does not tell the odds of the cards that are left",
             "ask GET /api/tables/NAME/odds for a fresh shoe's");
    else {
        say_done(r, FELT_OK, NULL);
        figures_subscribe(r->s, r->p, r->table, on);
    }
}

static void do_state(reading *r)
{
    need_table(r);
    if (!r->failed && live_pays(r->s, r->p, r->id, SERVER_STATE_COST))
        tell_state(r);
}

/* ---- commands of the table ---- */

static void submit(reading *r, felt_command *command)
{
    server *s = r->s;
    uint64_t ticket;
    if (r->failed)
        return;
    if (r->id == 0) {
        fail_field(r, "id", "a whole number above 0");
        return;
    }
    if (s->stop_at != 0) {
        fail(r, "stopping", "the server is going down; what is up is kept", "connect again later");
        return;
    }
    command->player = private_actor(s, r->table, (uint64_t)r->p->player.number);
    command->id = r->id;
    if (r->p->pending >= SERVER_PEER_PENDING_MAX ||
        !pending_add(s, (pending){.kind = PENDING_PEER, .peer = r->p->id, .id = r->id}, &ticket)) {
        fail(r, "busy", "too many commands wait for their answer", "wait for answers, and send it again with the same id");
        return;
    }
    r->p->pending++;
    if (house_command(s->house, ticket, r->table, command, s->now))
        return;
    pending ignored;
    pending_take(s, ticket, &ignored);
    r->p->pending--;
    fail(r, "busy", "the table has too much to do", "send it again with the same id");
}

static void do_plain(reading *r, felt_command_kind kind)
{
    felt_command command = {.kind = kind, .seat = -1};
    need_player(r);
    need_table(r);
    submit(r, &command);
}

static void do_sit(reading *r)
{
    felt_command command = {.kind = FELT_COMMAND_SIT};
    need_player(r);
    need_table(r);
    command.seat = (int32_t)number(r, "seat", -1, FELT_TABLE_SEATS_MAX - 1, -1);
    submit(r, &command);
}

static void do_leave(reading *r)
{
    do_plain(r, FELT_COMMAND_LEAVE);
}

static void do_stay(reading *r)
{
    do_plain(r, FELT_COMMAND_STAY);
}

static void do_deal(reading *r)
{
    do_plain(r, FELT_COMMAND_DEAL);
}

/* By its name, or by its number in the table's list. */
static uint16_t wager(reading *r)
{
    const felt_book *book = r->failed ? NULL : house_plan(r->s->house, r->table)->book;
    json_t *found = json_object_get(r->json, "wager");
    int index = -1;
    felt_error error;
    if (book == NULL)
        return 0;
    if (json_is_integer(found))
        return (uint16_t)number(r, "wager", 0, felt_book_wager_count(book) - 1, INT64_MIN);
    felt_text name = text(r, "wager");
    if (!r->failed && felt_book_find(book, name, felt_text_from(""), &index, &error) != FELT_OK)
        fail(r, "no-wager", error.message, "ask GET /api/tables/NAME/wagers which there are");
    return (uint16_t)(index < 0 ? 0 : index);
}

static void do_bet(reading *r)
{
    felt_command command = {.kind = FELT_COMMAND_BET, .seat = 0};
    need_player(r);
    need_table(r);
    command.wager = wager(r);
    command.amount.minor = number(r, "amount", 1, FELT_TABLE_STAKE_MAX, INT64_MIN);
    command.stays = yes(r, "stays");
    submit(r, &command);
}

static felt_action action(reading *r)
{
    felt_text name = text(r, "action");
    for (int i = FELT_ACTION_RAISE; i < FELT_ACTION_COUNT; i++)
        if (felt_text_is(name, felt_action_text((felt_action)i)))
            return (felt_action)i;
    if (!r->failed)
        fail_field(r, "action", "raise, lower, take-down, off or on");
    return FELT_ACTION_BET;
}

static void do_change(reading *r)
{
    felt_command command = {.kind = FELT_COMMAND_CHANGE};
    need_player(r);
    need_table(r);
    command.bet = (uint64_t)number(r, "bet", 1, INT64_MAX, INT64_MIN);
    command.action = action(r);
    bool amount = command.action == FELT_ACTION_RAISE || command.action == FELT_ACTION_LOWER;
    command.amount.minor = amount ? number(r, "amount", 1, FELT_TABLE_STAKE_MAX, INT64_MIN) : 0;
    submit(r, &command);
}

/* ---- fair dealing ---- */

static uint64_t actor(const reading *r)
{
    return private_actor(r->s, r->table, (uint64_t)r->p->player.number);
}

static void do_contribute(reading *r)
{
    felt_error error;
    need_player(r);
    need_table(r);
    bool in = yes(r, "in");
    if (!r->failed)
        say_done(r, house_enrol(r->s->house, r->table, actor(r), in, &error), &error);
}

static void do_commit(reading *r)
{
    felt_error error;
    need_player(r);
    need_table(r);
    uint64_t shoe = (uint64_t)number(r, "shoe", 1, INT64_MAX, INT64_MIN);
    felt_fair_bytes commitment = bytes(r, "commitment");
    if (!r->failed)
        say_done(r, house_commit(r->s->house, r->table, actor(r), shoe, &commitment, &error), &error);
}

static void do_reveal(reading *r)
{
    felt_error error;
    need_player(r);
    need_table(r);
    uint64_t shoe = (uint64_t)number(r, "shoe", 1, INT64_MAX, INT64_MIN);
    felt_fair_bytes entropy = bytes(r, "entropy");
    if (!r->failed)
        say_done(r, house_reveal(r->s->house, r->table, actor(r), shoe, &entropy, &error), &error);
}

static void do_ping(reading *r)
{
    wire *w = &r->s->answer;
    wire_clear(w);
    wire_open(w, '{');
    if (r->id != 0)
        wire_put_number(w, "answer", (int64_t)r->id);
    wire_put_bool(w, "ok", true);
    wire_put_number(w, "time", r->s->now);
    wire_close(w, '}');
    peers_send(r->s, r->p, wire_written(w));
}

/* ---- which ---- */

static const struct {
    const char *word;
    void (*act)(reading *r);
    bool looks; /* at tables as they are now, or at the bank: what is on its way to the disk must have come there */
} words[] = {
    {"bet", do_bet, false},
    {"change", do_change, false},
    {"deal", do_deal, false},
    {"sit", do_sit, false},
    {"leave", do_leave, false},
    {"stay", do_stay, false},
    {"ping", do_ping, false},
    {"watch", do_watch, true},
    {"unwatch", do_unwatch, true},
    {"state", do_state, true},
    {"contribute", do_contribute, true},
    {"commit", do_commit, true},
    {"reveal", do_reveal, true},
    {"odds", do_odds, true},
};

void commands_read(server *s, peer *p, felt_text message)
{
    json_error_t error;
    reading r = {.s = s, .p = p, .table = -1};
    if (json_parse_quick(message, &r.json, &error) == FELT_ENOMEM) {
        fail(&r, "unavailable", "the server has no memory for the message", "send it again");
        return;
    }
    if (!json_is_object(r.json)) {
        char sentence[160];
        if (r.json == NULL)
            snprintf(sentence, sizeof sentence, "the message is no JSON: line %d, column %d: %.80s", error.line, error.column, error.text);
        fail(&r, "malformed", r.json == NULL ? sentence : "the message is no JSON object", "send one JSON object to a message");
        json_decref(r.json);
        return;
    }
    r.id = (uint64_t)number(&r, "id", 1, INT64_MAX, 0);
    felt_text word = r.failed ? felt_text_from("") : text(&r, "do");
    size_t i = 0, count = sizeof words / sizeof *words;
    while (i < count && !r.failed && !felt_text_is(word, words[i].word))
        i++;
    if (!r.failed && i == count)
        fail_field(&r, "do", "bet, change, deal, sit, leave, stay, watch, unwatch, state, odds, contribute, commit, reveal or ping");
    if (!r.failed && words[i].looks)
        house_settled(s->house, true, s->now);
    if (!r.failed)
        words[i].act(&r);
    json_decref(r.json);
}
