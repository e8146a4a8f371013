/* src/serve/http_house.c - what operators do: tables and wagers opened and closed, limits, credits, voids, the log, and what is at risk.
 *
 * Every change goes into the log of the house in the batch before it is done, with what was before it and what is after it. What the table
 * would refuse is not logged. */
#include "server.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- changes of a table ---- */

typedef struct change_wish {
    server *s;
    people_change change;
    people_refusal no;
} change_wish;

static felt_status keep_change(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    change_wish *c = context;
    (void)store;
    felt_status status = people_log(c->s->people, &c->change, now_ms, &c->no);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", c->no.sentence);
}

bool http_log_change(server *s, net_exchange exchange, people_change change)
{
    change_wish wish = {.s = s, .change = change};
    felt_error error;
    felt_status status = house_alone(s->house, keep_change, &wish, s->now, &error);
    if (status != FELT_OK)
        http_refused(s, exchange, status, &wish.no);
    return status == FELT_OK;
}

static void submit(server *s, net_exchange exchange, int table, const felt_command *command)
{
    uint64_t ticket;
    if (!pending_add(s, (pending){.kind = PENDING_EXCHANGE, .exchange = exchange, .id = 0}, &ticket)) {
        http_error(s, exchange, 503, "busy", "too many commands wait for their answer", "ask again");
        return;
    }
    if (house_command(s->house, ticket, table, command, s->now))
        return;
    pending ignored;
    pending_take(s, ticket, &ignored);
    http_error(s, exchange, 503, "busy", "the table has too much to do", "ask again");
}

/* The wager that a body names; -1: none, and that was said. */
static int wager_of(server *s, net_exchange exchange, int table, const json_t *body)
{
    int index;
    felt_error error;
    if (felt_book_find(house_plan(s->house, table)->book, http_text(body, "wager"), felt_text_from(""), &index, &error) == FELT_OK)
        return index;
    http_error(s, exchange, 404, "no-wager", error.message, "ask GET /api/tables/NAME/wagers which there are");
    return -1;
}

typedef struct change_word {
    const char *word, *logged;
    felt_command_kind kind;
    bool wager;
} change_word;

static const change_word change_words[] = {
    {"open", "table-open", FELT_COMMAND_OPEN, false},
    {"pause", "table-pause", FELT_COMMAND_PAUSE, false},
    {"shut", "table-shut", FELT_COMMAND_SHUT, false},
    {"void", "round-void", FELT_COMMAND_VOID, false},
    {"limit", "table-limit", FELT_COMMAND_LIMIT, false},
    {"wager-open", "wager-open", FELT_COMMAND_WAGER_OPEN, true},
    {"wager-close", "wager-close", FELT_COMMAND_WAGER_CLOSE, true},
    {"wager-limit", "wager-limit", FELT_COMMAND_WAGER_LIMIT, true},
};

/* NULL, after an error: the body names none, or gives no reason. */
static const change_word *find_change(server *s, net_exchange exchange, const json_t *body)
{
    felt_text word = http_text(body, "do"), reason = http_text(body, "reason");
    for (size_t i = 0; i < sizeof change_words / sizeof *change_words; i++) {
        if (!felt_text_is(word, change_words[i].word))
            continue;
        if (reason.length > 0 && reason.length <= PEOPLE_REASON_BYTES_MAX)
            return &change_words[i];
        http_error(s, exchange, 422, "reason", "a change needs a reason, of 1 to 200 bytes", "say why in `reason`");
        return NULL;
    }
    http_error(s, exchange, 422, "malformed", "expected `do`: open, pause, shut, void, limit, wager-open, wager-close or wager-limit",
               "mend the body");
    return NULL;
}

/* The tables file is asked first: what it closes for the player's edge or the dealer's pay, it alone can offer. False, after an error. */
static bool may_open(call *c, int wager)
{
    const felt_wager_plan *plan = &house_plan(c->s->house, c->table)->wagers[wager];
    char message[400];
    bool against_house = plan->edge.length > 0 && plan->edge.bytes[0] == '-';
    bool closed = plan->closed == FELT_CLOSED_PLAYER_EDGE || plan->closed == FELT_CLOSED_DEALER_UNSET;
    if (!closed && !(plan->closed != FELT_CLOSED_NOT && against_house))
        return true;
    snprintf(message, sizeof message, "the tables file closes it: %.*s%s", FELT_TEXT_ARGS(plan->reason),
             closed ? "" : "; and the player has the edge");
    http_error(c->s, c->exchange, 409, "wager-closed", message, "offer it in the tables file, with a reason, and start the server again");
    return false;
}

/* Would the table do it as it is now? */
static bool table_allows(server *s, int table, felt_command command)
{
    felt_table *t = house_table_at(s->house, table);
    felt_events events = {0};
    felt_answer answer;
    felt_error error;
    if (t == NULL)
        return false;
    command.id = felt_table_look(t).sequence + 1;
    felt_status status = felt_table_decide(t, &command, s->now, &events, &answer, &error);
    felt_events_free(&events);
    return status == FELT_OK;
}

enum { STATE_BYTES = 128 };

/* What a change is about, as JSON: of the table as it is, or with `command` as it will be. */
static void write_state(const felt_table *t, const felt_command *command, bool after, char ret[STATE_BYTES])
{
    static const char *const statuses[] = {
        [FELT_TABLE_OPEN] = "\"open\"", [FELT_TABLE_PAUSED] = "\"paused\"", [FELT_TABLE_SHUT] = "\"shut\""};
    felt_table_view view = felt_table_look(t);
    felt_table_status status = view.status;
    felt_table_wager wager = *felt_table_wager_at(t, command->wager);
    if (after) {
        status = command->kind == FELT_COMMAND_PAUSE ? FELT_TABLE_PAUSED : FELT_TABLE_OPEN;
        status = command->kind == FELT_COMMAND_SHUT ? FELT_TABLE_SHUT : status;
        wager = (felt_table_wager){.min = command->min, .max = command->max, .closed = command->kind == FELT_COMMAND_WAGER_CLOSE};
        view.bets = 0;
        view.up.minor = 0;
        view.limits = command->limits;
    }
    if (command->kind == FELT_COMMAND_WAGER_LIMIT)
        snprintf(ret, STATE_BYTES, "{\"min\":%" PRId64 ",\"max\":%" PRId64 "}", wager.min.minor, wager.max.minor);
    else if (command->kind == FELT_COMMAND_WAGER_OPEN || command->kind == FELT_COMMAND_WAGER_CLOSE)
        snprintf(ret, STATE_BYTES, "\"%s\"", wager.closed ? "closed" : "open");
    else if (command->kind == FELT_COMMAND_LIMIT)
        snprintf(ret, STATE_BYTES, "{\"seat_max\":%" PRId64 ",\"round_max\":%" PRId64 ",\"event_max\":%" PRId64 "}",
                 view.limits.seat_max.minor, view.limits.round_max.minor, view.limits.cost_max.minor);
    else if (command->kind == FELT_COMMAND_VOID)
        snprintf(ret, STATE_BYTES, "{\"bets\":%d,\"up\":%" PRId64 "}", view.bets, view.up.minor);
    else
        snprintf(ret, STATE_BYTES, "%s", statuses[status]);
}

static bool log_table(call *c, const change_word *word, const felt_command *command, felt_text about, felt_text reason)
{
    const felt_table *t = house_table_at(c->s->house, c->table);
    char before[STATE_BYTES], after[STATE_BYTES];
    write_state(t, command, false, before);
    write_state(t, command, true, after);
    people_change change = {.by = c->session.player.player,
                            .what = felt_text_from(word->logged),
                            .about = about,
                            .before = felt_text_from(before),
                            .after = felt_text_from(after),
                            .reason = reason};
    return http_log_change(c->s, c->exchange, change);
}

/* The limits that a body has, beside those that it does not name; what one event may cost is always limited. False, after an error. */
static bool limits_of(call *c, felt_table_limits *ret)
{
    const felt_table *t = house_table_at(c->s->house, c->table);
    if (t != NULL)
        *ret = felt_table_look(t).limits;
    const struct {
        const char *name;
        int64_t low;
        int64_t *limit;
    } fields[] = {{"seat_max", 0, &ret->seat_max.minor}, {"round_max", 0, &ret->round_max.minor}, {"event_max", 1, &ret->cost_max.minor}};
    bool named = false;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (json_object_get(c->body, fields[i].name) == NULL)
            continue;
        if (!http_number(c, fields[i].name, fields[i].low, FELT_TABLE_STAKE_MAX, fields[i].limit))
            return false;
        named = true;
    }
    if (!named)
        http_error(c->s, c->exchange, 422, "malformed", "expected `seat_max`, `round_max` or `event_max`", "say which limit is set");
    return named;
}

/* The limits that a body sets, of a wager or of the table. False, after an error. */
static bool read_limits(call *c, felt_command *command)
{
    if (command->kind == FELT_COMMAND_WAGER_LIMIT)
        return http_number(c, "min", 0, FELT_TABLE_STAKE_MAX, &command->min.minor) &&
               http_number(c, "max", 0, FELT_TABLE_STAKE_MAX, &command->max.minor);
    return command->kind != FELT_COMMAND_LIMIT || limits_of(c, &command->limits);
}

/* Logs a change of a table or of one of its wagers, and does it. */
static void do_change(call *c, const change_word *word)
{
    server *s = c->s;
    const felt_table_plan *plan = house_plan(s->house, c->table);
    felt_text reason = http_text(c->body, "reason");
    felt_command command = {.kind = word->kind};
    char about[FELT_BOOK_NAME_BYTES + FELT_STORE_NAME_BYTES_MAX + 2], name[FELT_BOOK_NAME_BYTES] = "";
    int wager = word->wager ? wager_of(s, c->exchange, c->table, c->body) : 0;
    if (wager < 0 || !read_limits(c, &command))
        return;
    if (word->kind == FELT_COMMAND_WAGER_OPEN && !may_open(c, wager))
        return;
    if (word->wager)
        felt_book_name(plan->book, wager, name);
    snprintf(about, sizeof about, "%.*s%s%s", FELT_TEXT_ARGS(plan->short_name), word->wager ? " " : "", name);
    command.wager = (uint16_t)wager;
    memcpy(command.text, reason.bytes, reason.length);
    if (!table_allows(s, c->table, command) || log_table(c, word, &command, felt_text_from(about), reason))
        submit(s, c->exchange, c->table, &command);
}

void http_change(call *c)
{
    const change_word *word = find_change(c->s, c->exchange, c->body);
    if (word != NULL)
        do_change(c, word);
}

/* ---- people ---- */

enum { EXCLUDED_DAYS_MAX = 36500 };

typedef enum deed_kind { DEED_GRANT, DEED_RESET, DEED_OPERATOR, DEED_EXCLUDE, DEED_VOID } deed_kind;

typedef struct deed_wish {
    server *s;
    deed_kind kind;
    felt_player_id by, player;
    felt_money amount;
    bool yes;
    int table;
    int64_t record, until_ms;
    felt_text reason;
    char code[PEOPLE_CODE_BYTES];
    people_refusal no;
} deed_wish;

/* What each player gets back, or is taken, with a result that is voided: felt_store_void pays back what the house had of each bet. */
static felt_status count_back(deed_wish *d, felt_text record, int64_t now_ms)
{
    felt_status status = FELT_OK;
    felt_event e;
    while (record.length > 0 && status == FELT_OK && felt_event_next(&record, &e, NULL) == FELT_OK) {
        if (e.kind != FELT_EVENT_PAID)
            continue;
        int64_t given = e.lost.minor - e.winnings.minor + e.commission.minor;
        felt_money out = {given < 0 ? -given : 0}, in = {given > 0 ? given : 0};
        status = people_taken_back(d->s->people, (felt_player_id){(int64_t)e.player}, out, in, e.time_ms, now_ms, &d->no);
    }
    return status == FELT_OK ? people_keep(d->s->people, false, now_ms, &d->no) : status;
}

/* In the batch of a result that is voided. */
static felt_status log_void(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    deed_wish *d = context;
    people_change change = {
        .by = d->by, .what = felt_text_from("result-void"), .about = house_plan(d->s->house, d->table)->short_name, .reason = d->reason};
    felt_text record;
    felt_arena *arena = felt_arena_new(2 * FELT_STORE_EVENT_BYTES_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : people_log(d->s->people, &change, now_ms, &d->no);
    if (status == FELT_OK)
        status = felt_store_record(store, arena, house_table_id(d->s->house, d->table), d->record, &record, error);
    if (status == FELT_OK)
        status = count_back(d, record, now_ms);
    felt_arena_free(arena);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", d->no.sentence);
}

static felt_status do_deed(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    deed_wish *d = context;
    people *p = d->s->people;
    felt_status status = FELT_OK;
    (void)store;
    if (d->kind == DEED_GRANT)
        status = people_grant(p, d->by, d->player, d->amount, d->reason, now_ms, &d->no);
    if (d->kind == DEED_RESET)
        status = people_reset_code(p, d->by, d->player, d->reason, now_ms, d->code, &d->no);
    if (d->kind == DEED_OPERATOR)
        status = people_operator_set(p, d->by, d->player, d->yes, d->reason, now_ms, &d->no);
    if (d->kind == DEED_EXCLUDE)
        status = people_exclude(p, d->by, d->player, d->until_ms, now_ms, &d->no);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", d->no.sentence);
}

static int status_of_void(felt_status status)
{
    if (status == FELT_EIO || status == FELT_ENOMEM)
        return 503;
    return status == FELT_ENOTFOUND ? 404 : 409;
}

static void answer_deed(server *s, net_exchange exchange, deed_wish *d)
{
    felt_error error;
    felt_status status = d->kind == DEED_VOID ? house_void_result(s->house, d->table, d->record, d->reason, log_void, d, s->now, &error)
                                              : house_alone(s->house, do_deed, d, s->now, &error);
    house_forget_balance(s->house, 0);
    live_recheck(s, d->player);
    if (status == FELT_OK && d->kind == DEED_EXCLUDE)
        seats_clear(s, (uint64_t)d->player.number);
    if (status != FELT_OK && d->no.code != PEOPLE_FINE) {
        http_refused(s, exchange, status, &d->no);
        return;
    }
    if (status != FELT_OK) {
        http_error(s, exchange, status_of_void(status), "refused", error.message, "look at the round, and at what its players have");
        return;
    }
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_bool(w, "ok", true);
    if (d->kind == DEED_RESET)
        wire_put_string(w, "code", d->code);
    wire_close(w, '}');
    http_json(s, exchange, 200, w, felt_text_from(""));
}

/* The player that a body names, by number or by name. */
static bool player_of(server *s, net_exchange exchange, const json_t *body, felt_player_id *ret)
{
    people_player who;
    people_refusal no;
    json_t *number = json_object_get(body, "player");
    felt_status status;
    if (json_is_integer(number))
        status = people_find(s->people, (felt_player_id){json_integer_value(number)}, s->now, &who, &no);
    else
        status = people_find_name(s->people, http_text(body, "name"), s->now, &who, &no);
    if (status != FELT_OK)
        http_refused(s, exchange, status, &no);
    else
        *ret = who.player;
    return status == FELT_OK;
}

static bool operator_or_not(const call *c, bool *ret)
{
    const json_t *found = json_object_get(c->body, "operator");
    *ret = json_is_true(found);
    if (!json_is_boolean(found))
        http_error(c->s, c->exchange, 422, "malformed", "expected `operator`: true or false", "mend the body; docs/api.md has its fields");
    return json_is_boolean(found);
}

static void deed(call *c, deed_kind kind)
{
    server *s = c->s;
    deed_wish d = {.s = s, .kind = kind, .by = c->session.player.player, .reason = http_text(c->body, "reason")};
    bool for_good = json_is_true(json_object_get(c->body, "for_good"));
    int64_t days = 0;
    if ((kind == DEED_GRANT && !http_number(c, "amount", 1, FELT_STORE_AMOUNT_MAX, &d.amount.minor)) ||
        (kind == DEED_OPERATOR && !operator_or_not(c, &d.yes)) ||
        (kind == DEED_EXCLUDE && !for_good && !http_number(c, "days", 1, EXCLUDED_DAYS_MAX, &days)))
        return;
    d.until_ms = for_good ? PEOPLE_FOR_GOOD : s->now + days * PEOPLE_DAY_MS + 1000;
    if (player_of(s, c->exchange, c->body, &d.player))
        answer_deed(s, c->exchange, &d);
}

void http_grant(call *c)
{
    deed(c, DEED_GRANT);
}

void http_reset(call *c)
{
    deed(c, DEED_RESET);
}

void http_operator(call *c)
{
    deed(c, DEED_OPERATOR);
}

void http_exclude_other(call *c)
{
    deed(c, DEED_EXCLUDE);
}

void http_void_result(call *c)
{
    deed_wish d = {.s = c->s, .kind = DEED_VOID, .by = c->session.player.player, .table = c->table, .reason = http_text(c->body, "reason")};
    if (http_number(c, "record", 1, INT64_MAX, &d.record))
        answer_deed(c->s, c->exchange, &d);
}

/* ---- looking ---- */

/* Of the bank's sums: what private tables were given, and what they have. The rest of that the house has won or lost there. */
static void put_private(server *s, wire *w)
{
    house_private_sums sums;
    felt_error error;
    if (house_private_sum(s->house, &sums, &error) != FELT_OK)
        return;
    wire_key(w, "private");
    wire_open(w, '{');
    wire_put_number(w, "tables", sums.tables);
    wire_put_number(w, "grants", sums.tables * SERVER_PRIVATE_CREDIT * FELT_CREDIT_MINOR);
    wire_put_money(w, "credits", sums.credits);
    wire_close(w, '}');
}

static void put_bank(server *s, wire *w, const felt_store_sums_result *sums)
{
    wire_key(w, "bank");
    wire_open(w, '{');
    wire_put_money(w, "available", sums->available);
    wire_put_money(w, "held", sums->held);
    wire_put_money(w, "house", sums->house);
    wire_put_money(w, "grants", sums->grants);
    wire_put_number(w, "standing", sums->standing);
    put_private(s, w);
    wire_close(w, '}');
}

/* The bank's sums ask the store: who looks at the tables again and again asks without them. */
void http_risk(call *c)
{
    server *s = c->s;
    wire *w = &s->answer;
    felt_store_sums_result sums;
    felt_error error;
    int64_t bank;
    if (!http_argument(c, "bank", 1, &bank))
        return;
    wire_clear(w);
    wire_open(w, '{');
    wire_key(w, "tables");
    wire_open(w, '[');
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i)) {
        const felt_table *t = house_table_at(s->house, i);
        felt_money next, bound;
        if (t == NULL || private_is(s, i)) /* nobody's money is at risk there */
            continue;
        felt_table_view view = felt_table_look(t);
        wire_open(w, '{');
        wire_put_text(w, "table", house_plan(s->house, i)->short_name);
        wire_put_number(w, "bets", view.bets);
        wire_put_money(w, "up", view.up);
        if (felt_table_cost(t, &next, &bound, &error) == FELT_OK) {
            wire_put_money(w, "next_event_may_cost", next);
            wire_put_money(w, "all_may_cost", bound);
        }
        wire_put_money(w, "limit", view.limits.cost_max);
        wire_close(w, '}');
    }
    wire_close(w, ']');
    if (bank != 0 && s->store != NULL && felt_store_sums(s->store, &sums, &error) == FELT_OK)
        put_bank(s, w, &sums);
    wire_close(w, '}');
    http_json(s, c->exchange, 200, w, felt_text_from(""));
}

enum { LOG_MAX = 200 };

typedef struct log_page {
    wire *w;
    int count;
    int64_t next;
} log_page;

static bool see_log(void *context, const felt_history_record *record)
{
    log_page *page = context;
    page->next = record->sequence + 1;
    if (record->event.bytes[0] == '{')
        wire_raw(page->w, record->event);
    return ++page->count < LOG_MAX;
}

void http_log(call *c)
{
    server *s = c->s;
    felt_table_id chain;
    felt_error error;
    felt_head head = {.sequence = 0};
    log_page page = {.w = &s->answer};
    int64_t from;
    if (!http_argument(c, "from", 1, &from))
        return;
    wire_clear(page.w);
    wire_open(page.w, '{');
    wire_key(page.w, "changes");
    wire_open(page.w, '[');
    felt_status status = s->store == NULL ? FELT_EIO : felt_store_begin(s->store, &error);
    if (status == FELT_OK) {
        status = felt_store_table(s->store, felt_text_from(PEOPLE_LOG_CHAIN), &chain, &error);
        felt_store_commit(s->store, &error);
    }
    if (status == FELT_OK && from < 0)
        status = felt_store_head(s->store, chain, &head, &error);
    page.next = from < 0 ? head.sequence + 1 + from : from;
    page.next = page.next > 0 ? page.next : 1;
    if (status == FELT_OK)
        status = felt_store_read(s->store, chain, page.next, see_log, &page, &error);
    wire_close(page.w, ']');
    wire_put_number(page.w, "next", page.next);
    wire_close(page.w, '}');
    if (status == FELT_OK)
        http_json(s, c->exchange, 200, page.w, felt_text_from(""));
    else
        http_error(s, c->exchange, 503, "unavailable", "the log cannot be read now", "ask again later");
}

void http_backup(call *c)
{
    people_change change = {.by = c->session.player.player, .what = felt_text_from("backup"), .about = http_text(c->body, "name")};
    if (http_log_change(c->s, c->exchange, change))
        backup_start(c->s, c->exchange, http_text(c->body, "name"));
}
