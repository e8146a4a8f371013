/* src/serve/opening.c - tables that are opened while the server runs: by operators for everybody, and by players for themselves.
 *
 * What is posted goes to a process of its own first, as a posted sheet does: what is too much for it is refused with the same errors. Only
 * what came through there is compiled here, in a thread beside the loop, which takes the loop no time. */
#include "child.h"
#include "posted.h"

#include <felt/fair.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETTINGS_MAX = 32,
    ARENA_BYTES = 96 << 20, /* of one table and its sheets */
    PRIVATE_NAME_BYTES = 24,
    PRIVATE_STATES_MAX = 16384, /* of all wagers of a private table, three times those of any shipped sheet: each of them is kept, in
                                   the store for good, and what it is worth in memory */
};

typedef enum opening_kind { OPENING_CHECK, OPENING_TABLE, OPENING_PRIVATE } opening_kind;

typedef struct opening_job {
    job head;
    opening_kind kind;
    net_exchange exchange;
    felt_player_id by;
    char address[64];
    const felt_serve_options *options;
    json_t *body;
    felt_posted posted; /* its texts are in the body */
    felt_text settings[SETTINGS_MAX];
    char name[PRIVATE_NAME_BYTES], at[24];
    char *arguments[CHILD_ARGUMENTS_MAX + 1];
    int argument_count;
    int64_t came_ms;
    bool waited;
    child_result result;
    felt_arena *arena; /* of what follows; the house's once the table is open */
    felt_diags diags;
    felt_status status;
    const felt_table_plan *plan;
    house_opening opening;
} opening_job;

static void free_job(job *j)
{
    opening_job *o = (opening_job *)j;
    json_decref(o->body);
    free(o->result.output);
    felt_arena_free(o->arena);
    free(o);
}

/* ---- the worker ---- */

static felt_status find_shipped(void *context, felt_text name, const felt_sheet **ret, felt_error *error)
{
    const opening_job *o = context;
    for (int i = 0; i < o->options->sheet_count; i++)
        if (felt_text_equal(o->options->sheets[i]->short_name, name)) {
            *ret = o->options->sheets[i];
            return FELT_OK;
        }
    return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no shipped sheet of that name");
}

/* Has the process come to an end of its own, whatever it thinks of the table? */
static bool came_through(const opening_job *o)
{
    return !o->waited && o->result.end == CHILD_EXITED && (o->result.code == 0 || o->result.code == 1 || o->result.code == 3);
}

/* What the wagers of a table remember, in all. */
static int64_t states_of(const felt_table_plan *plan)
{
    int64_t count = 0;
    for (int i = 0; i < felt_book_wager_count(plan->book); i++) {
        const felt_variant *variant = felt_book_variant(plan->book, i);
        count += variant == NULL ? 0 : variant->machine->state_count;
    }
    return count;
}

static bool is_too_much(const opening_job *o)
{
    return o->kind == OPENING_PRIVATE && states_of(o->plan) > PRIVATE_STATES_MAX;
}

static void run_job(job *j)
{
    opening_job *o = (opening_job *)j;
    felt_text table = o->posted.table, sheet = o->posted.sheet;
    child_limits limits = child_limits_strict();
    limits.rules = o->options->rules;
    o->waited = server_now() - o->came_ms > POSTED_WAITING_MAX_MS;
    char *input = o->waited ? NULL : malloc(table.length + sheet.length + 1);
    if (input == NULL)
        return;
    if (table.length > 0)
        memcpy(input, table.bytes, table.length);
    if (sheet.length > 0)
        memcpy(input + table.length, sheet.bytes, sheet.length);
    o->result = child_run(o->options->program, o->arguments, (felt_text){input, table.length + sheet.length}, limits);
    free(input);
    o->arena = came_through(o) ? felt_arena_new(ARENA_BYTES) : NULL;
    if (o->arena == NULL)
        return;
    felt_table_sheets shipped = {o, find_shipped};
    o->diags = felt_diags_in(o->arena);
    o->status = felt_tables_posted(o->arena, &o->posted, &shipped, &o->diags, &o->plan);
    if (o->status != FELT_OK || o->kind == OPENING_CHECK || is_too_much(o))
        return;
    o->opening = (house_opening){.arena = o->arena, .plan = o->plan, .private = o->kind == OPENING_PRIVATE};
    o->status = house_opening_prepare(&o->opening);
}

/* ---- asking ---- */

static void add_argument(opening_job *o, const char *text)
{
    if (o->argument_count < CHILD_ARGUMENTS_MAX)
        o->arguments[o->argument_count++] = (char *)(uintptr_t)text;
}

static const char *read_private(opening_job *o)
{
    const json_t *list = json_object_get(o->body, "set"), *beside = json_object_get(o->body, "beside");
    o->posted.sheet = http_text(o->body, "text");
    o->posted.beside = http_text(o->body, "beside");
    o->posted.name = felt_text_from(o->name);
    o->posted.settings = o->settings;
    bool good =
        (beside == NULL || posted_is_plain(beside)) && (list == NULL || (json_is_array(list) && json_array_size(list) <= SETTINGS_MAX));
    add_argument(o, "--private");
    add_argument(o, o->name);
    if (good && beside != NULL) {
        add_argument(o, "--beside");
        add_argument(o, json_string_value(beside));
    }
    for (size_t i = 0; good && i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        good = posted_is_plain(value);
        o->settings[o->posted.setting_count++] = (felt_text){json_string_value(value), json_string_length(value)};
        add_argument(o, "--set");
        add_argument(o, json_string_value(value));
    }
    if (o->posted.sheet.length == 0)
        return "expected `text`: the sheet";
    return good ? NULL : "expected `beside`: the name of a shipped sheet, and `set`: up to 32 texts such as \"decks=8\"";
}

static const char *read_table(opening_job *o)
{
    o->posted.table = http_text(o->body, "text");
    o->posted.sheet = http_text(o->body, "sheet");
    o->posted.checked = o->kind == OPENING_CHECK;
    return o->posted.table.length == 0 ? "expected `text`: a tables file of one table" : NULL;
}

/* NULL where the body is good. */
static const char *read_body(opening_job *o)
{
    add_argument(o, "felt");
    add_argument(o, "tables");
    add_argument(o, "-");
    add_argument(o, "--sheet-at");
    add_argument(o, o->at);
    if (o->kind == OPENING_CHECK)
        add_argument(o, "--check");
    const char *wrong = o->kind == OPENING_PRIVATE ? read_private(o) : read_table(o);
    snprintf(o->at, sizeof o->at, "%zu", o->posted.table.length);
    return wrong;
}

/* Nobody guesses the name, and no chain has it yet. */
static void draw_name(char ret[PRIVATE_NAME_BYTES])
{
    felt_fair_bytes random;
    int length = snprintf(ret, PRIVATE_NAME_BYTES, "w-");
    felt_fair_draw(&random);
    for (int i = 0; i < 8; i++)
        length += snprintf(ret + length, (size_t)(PRIVATE_NAME_BYTES - length), "%02x", random.bytes[i]);
}

static opening_job *make_job(call *c, opening_kind kind)
{
    opening_job *o = calloc(1, sizeof *o);
    if (o == NULL)
        return NULL;
    *o = (opening_job){.head.run = run_job, .kind = kind, .exchange = c->exchange, .by = c->session.player.player};
    o->options = c->s->options;
    o->body = json_incref(c->body);
    o->came_ms = server_now();
    snprintf(o->address, sizeof o->address, "%.*s", FELT_TEXT_ARGS(c->request->address));
    draw_name(o->name);
    return o;
}

static size_t largest(const call *c)
{
    size_t text = http_text(c->body, "text").length, sheet = http_text(c->body, "sheet").length;
    return text > sheet ? text : sheet;
}

static void ask(call *c, opening_kind kind)
{
    static const posted_words words = {.none = "this server opens no tables",
                                       .instead = "write them into the tables file",
                                       .large = "a posted text has 65536 bytes at most",
                                       .smaller = "make it smaller",
                                       .busy = "as many tables wait to be opened as may"};
    jobs *pool = c->s->openings;
    if (!posted_may(c, pool, largest(c), &words))
        return;
    opening_job *o = make_job(c, kind);
    const char *wrong = o == NULL ? NULL : read_body(o);
    if (!posted_queue(c, pool, o == NULL ? NULL : &o->head, wrong, &words) && o != NULL)
        free_job(&o->head);
}

void http_opening_check(call *c)
{
    ask(c, OPENING_CHECK);
}

void http_opening(call *c)
{
    ask(c, OPENING_TABLE);
}

void http_workshop(call *c)
{
    felt_player_id nobody = {0};
    int64_t wait;
    if (!people_rate_take(c->s->rate_private, c->request->address, 1, c->s->now, &wait))
        http_error(c->s, c->exchange, 429, "too-fast", "more private tables than are opened in a minute", "wait, then send it again");
    else if (private_count(c->s, nobody, c->request->address) >= SERVER_PRIVATE_PER_ADDRESS)
        http_error(c->s, c->exchange, 409, "too-many", "players of this address have 8 private tables already", "close one of them first");
    else
        ask(c, OPENING_PRIVATE);
}

/* ---- what was found ---- */

static void put_findings(wire *w, const felt_diags *diags)
{
    wire_key(w, "findings");
    wire_open(w, '[');
    for (int i = 0; i < diags->count; i++) {
        const felt_diag *d = &diags->list[i];
        if (d->accepted)
            continue;
        wire_open(w, '{');
        wire_put_string(w, "in", felt_text_is(d->file, "table") ? "table" : "sheet");
        wire_put_number(w, "line", d->line);
        wire_put_number(w, "column", d->column);
        wire_put_number(w, "width", d->width);
        wire_put_string(w, "severity", felt_severity_text(d->severity));
        wire_put_string(w, "code", d->code);
        wire_put_text(w, "message", d->message);
        wire_put_text(w, "example", d->example);
        wire_put_text(w, "help", d->help);
        wire_put_text(w, "wager", d->wager);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

static void put_wagers(wire *w, const felt_table_plan *plan)
{
    wire_key(w, "wagers");
    wire_open(w, '[');
    for (int i = 0; plan != NULL && i < felt_book_wager_count(plan->book); i++) {
        const felt_wager_plan *p = &plan->wagers[i];
        wire_open(w, '{');
        show_wager(w, plan->book, i);
        wire_put_text(w, "name", felt_book_wager(plan->book, i)->name);
        wire_put_text(w, "side", felt_book_wager(plan->book, i)->side);
        wire_put_text(w, "sheet", felt_book_sheet(plan->book, i)->short_name);
        wire_put_bool(w, "open", p->closed == FELT_CLOSED_NOT);
        wire_put_string(w, "status", p->closed == FELT_CLOSED_NOT ? "offered" : felt_closed_text(p->closed));
        if (p->but_offered != FELT_CLOSED_NOT)
            wire_put_string(w, "but_offered", felt_closed_text(p->but_offered));
        wire_put_text(w, "reason", p->reason);
        wire_put_text(w, "edge", p->edge);
        wire_put_text(w, "edge_percent", p->edge_percent);
        wire_put_money(w, "min", p->min);
        wire_put_money(w, "max", p->max);
        wire_close(w, '}');
    }
    wire_close(w, ']');
}

static void answer_wrong(server *s, opening_job *o)
{
    wire *w = &s->answer;
    bool sheet = o->kind == OPENING_PRIVATE || o->status == FELT_ESHEET;
    wire_clear(w);
    wire_open(w, '{');
    wire_key(w, "error");
    wire_open(w, '{');
    wire_put_string(w, "code", sheet ? "sheet" : "table");
    wire_put_string(w, "message", sheet ? "no table can be made of the sheet" : "the table is not right");
    wire_put_string(w, "do", "mend what is in `findings`");
    wire_close(w, '}');
    put_findings(w, &o->diags);
    wire_close(w, '}');
    http_json(s, o->exchange, 422, w, felt_text_from(""));
}

static void answer_check(server *s, opening_job *o)
{
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_bool(w, "good", o->status == FELT_OK && o->diags.error_count == 0);
    if (o->plan != NULL)
        wire_put_text(w, "table", o->plan->short_name);
    put_findings(w, &o->diags);
    put_wagers(w, o->plan);
    wire_close(w, '}');
    http_json(s, o->exchange, 200, w, felt_text_from(""));
}

/* ---- opening ---- */

typedef struct opening_wish {
    server *s;
    opening_job *job;
    house_opening opening;
    people_refusal no;
} opening_wish;

static felt_status log_table(server *s, felt_player_id by, const char *what, felt_text table, felt_text reason, int64_t now_ms,
                             people_refusal *no, felt_error *error)
{
    people_change change = {.by = by, .what = felt_text_from(what), .about = table, .reason = reason};
    felt_status status = people_log(s->people, &change, now_ms, no);
    return status == FELT_OK ? status : felt_error_set(error, status, -1, "%s", no->sentence);
}

/* The account of a private table, and its credits: they come from nobody and go to nobody. */
static felt_status make_account(opening_wish *w, felt_store *store, int64_t now_ms, felt_error *error)
{
    char name[FELT_STORE_NAME_BYTES_MAX];
    felt_player_id account;
    snprintf(name, sizeof name, "@private %s", w->job->name);
    felt_status status = felt_store_player_add(store, felt_text_from(name), &account, error);
    if (status == FELT_OK)
        status = felt_store_grant(store, account, (felt_money){(int64_t)SERVER_PRIVATE_CREDIT * FELT_CREDIT_MINOR},
                                  felt_text_from("credits of a private table"), now_ms, error);
    w->opening.account = (uint64_t)account.number;
    return status;
}

static felt_status keep_opening(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    opening_wish *w = context;
    if (w->opening.private)
        return make_account(w, store, now_ms, error);
    return log_table(w->s, w->job->by, "table-opened", w->opening.plan->short_name, http_text(w->job->body, "reason"), now_ms, &w->no,
                     error);
}

static void answer_refused(server *s, opening_job *o, felt_status status, const felt_error *error)
{
    if (status == FELT_EDATA)
        http_error(s, o->exchange, 409, "table-exists", error->message, "take another short name");
    else if (status == FELT_ELIMIT)
        http_error(s, o->exchange, 409, "too-many", error->message, "close one of them first, or ask again later");
    else
        http_error(s, o->exchange, 503, "unavailable", "the table cannot be kept now", "ask again later");
}

static void answer_open(server *s, opening_job *o)
{
    opening_wish wish = {.s = s, .job = o};
    wire *w = &s->answer;
    felt_error error;
    int table;
    bool private = o->kind == OPENING_PRIVATE;
    wish.opening = o->opening;
    wish.opening.maker = private ? (uint64_t)o->by.number : 0;
    if (private)
        private_make_room(s, o->by);
    felt_status status = house_table_open(s->house, &wish.opening, keep_opening, &wish, s->now, &table, &error);
    if (status != FELT_OK && wish.no.code != PEOPLE_FINE) {
        http_refused(s, o->exchange, status, &wish.no);
        return;
    }
    if (status != FELT_OK) {
        answer_refused(s, o, status, &error);
        return;
    }
    o->arena = NULL;
    if (!private)
        server_log(s, "info", "table", "%.*s is opened", FELT_TEXT_ARGS(o->plan->short_name));
    lobby_came(s, table);
    snprintf(s->tables[table].address, sizeof s->tables[table].address, "%s", private ? o->address : "");
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "table", o->plan->short_name);
    if (private)
        wire_put_number(w, "credits", (int64_t)SERVER_PRIVATE_CREDIT * FELT_CREDIT_MINOR);
    wire_close(w, '}');
    http_json(s, o->exchange, 200, w, felt_text_from(""));
}

static void answer_done(server *s, opening_job *o)
{
    if (sheets_failed(s, o->exchange, o->waited, &o->result))
        return;
    if (o->result.code == 2)
        http_error(s, o->exchange, 422, "settings", "a setting is not of the form option=choice", "look at the options of the sheet");
    else if (o->arena == NULL)
        http_error(s, o->exchange, 503, "no-memory", "the server has no memory for this", "ask again later");
    else if (o->status == FELT_ENOMEM)
        http_error(s, o->exchange, 422, "too-large", "the table needs more than 96 MiB of memory", "make its sheets simpler");
    else if (o->kind == OPENING_CHECK)
        answer_check(s, o);
    else if (o->status != FELT_OK)
        answer_wrong(s, o);
    else if (is_too_much(o))
        http_error(s, o->exchange, 422, "too-large", "the wagers of a private table have 16384 states at most, in all",
                   "let them remember less, or play fewer of them");
    else
        answer_open(s, o);
}

void openings_collect(server *s)
{
    for (job *j; s->openings != NULL && (j = jobs_collect(s->openings)) != NULL; free_job(j))
        answer_done(s, (opening_job *)j);
}

void openings_close(server *s)
{
    jobs_free(s->openings, free_job);
}

/* ---- closing ---- */

typedef struct closing_wish {
    call *c;
    people_refusal no;
} closing_wish;

static felt_status keep_closing(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    closing_wish *w = context;
    call *c = w->c;
    (void)store;
    return log_table(c->s, c->session.player.player, "table-closed", house_plan(c->s->house, c->table)->short_name,
                     http_text(c->body, "reason"), now_ms, &w->no, error);
}

static void close_table(call *c, house_deed *act)
{
    server *s = c->s;
    closing_wish wish = {.c = c};
    felt_error error;
    wire *w = &s->answer;
    felt_status status = house_table_close(s->house, c->table, act, &wish, s->now, &error);
    if (status != FELT_OK && wish.no.code != PEOPLE_FINE)
        http_refused(s, c->exchange, status, &wish.no);
    else if (status != FELT_OK)
        http_error(s, c->exchange, status == FELT_EDATA ? 409 : 503, status == FELT_EDATA ? "not-opened" : "unavailable", error.message,
                   "a table of the tables file is taken out of it");
    else {
        wire_clear(w);
        wire_open(w, '{');
        wire_put_bool(w, "ok", true);
        wire_close(w, '}');
        http_json(s, c->exchange, 200, w, felt_text_from(""));
    }
}

void http_closing(call *c)
{
    server *s = c->s;
    const felt_table *t = house_table_at(s->house, c->table);
    felt_text reason = http_text(c->body, "reason");
    if (reason.length == 0 || reason.length > PEOPLE_REASON_BYTES_MAX)
        http_error(s, c->exchange, 422, "reason", "a change needs a reason, of 1 to 200 bytes", "say why in `reason`");
    else if (house_is_opened(s->house, c->table) && t != NULL && felt_table_look(t).bets > 0)
        http_error(s, c->exchange, 409, "bets-up", "bets are up at the table", "shut it, and close it when they have played out");
    else
        close_table(c, keep_closing);
}

void http_workshop_close(call *c)
{
    if (private_is(c->s, c->table))
        close_table(c, NULL);
    else
        http_error(c->s, c->exchange, 404, "no-table", "there is no private table of that name", "ask GET /api/tables which there are");
}
