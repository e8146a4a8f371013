/* src/serve/serve.c - the server: opened, run turn by turn, and ended in order. */
#include "jobs.h"
#include "server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STOP_MS = 10000, SWEEP_MS = 60000, SWEEP_NOTES = 200, SAVE_EVERY = 5000, RESUME_BYTES = 512 << 10, PASSES = 1, AWAIT_US = 3000 };

struct felt_server {
    server s;
    felt_serve_options options;
    char address[160];
    char owner[160];
};

felt_serve_options felt_serve_defaults(void)
{
    return (felt_serve_options){.listen = "127.0.0.1:8080",
                                .guest_credit = {1000 * FELT_CREDIT_MINOR},
                                .guest_cap = {20000 * FELT_CREDIT_MINOR},
                                .large_win = {10000 * FELT_CREDIT_MINOR},
                                .rate_per_minute = 30000,
                                .drift_alarm = 1000000,
                                .audit_every_h = 24,
                                .private_idle_s = 1800,
                                .version = ""};
}

/* ---- from the house ---- */

static void on_opened(void *context, felt_store *store)
{
    server *s = context;
    if (s->store != store) {
        felt_backup_close(s->backup); /* it goes with the store */
        s->backup = NULL;
        audits_store_gone(s);
    }
    s->store = store;
    if (s->people != NULL)
        people_forget(s->people, store);
}

static felt_status pass_on(felt_status status, const people_refusal *no, felt_error *error)
{
    if (status == FELT_OK)
        return status;
    return felt_error_set(error, status, -1, "%s", no->sentence);
}

static felt_status on_may_sit(void *context, int table, uint64_t player, int64_t now_ms, felt_error *error)
{
    server *s = context;
    people_refusal no;
    return pass_on(people_may_sit(s->people, (felt_player_id){(int64_t)private_person(s, table, player)}, now_ms, &no), &no, error);
}

static felt_status on_may_bet(void *context, int table, uint64_t player, felt_money stake, felt_money more, int64_t now_ms,
                              felt_error *error)
{
    server *s = context;
    people_refusal no;
    if (private_is(s, table)) /* what is played there is nobody's: but who has excluded himself does not play */
        return on_may_sit(context, table, player, now_ms, error);
    return pass_on(people_may_bet(s->people, (felt_player_id){(int64_t)player}, stake, more, now_ms, &no), &no, error);
}

static felt_status on_played(void *context, int table, uint64_t player, felt_money out, felt_money in, felt_money won, int64_t now_ms,
                             felt_error *error)
{
    server *s = context;
    people_refusal no;
    felt_player_id who = {(int64_t)player};
    if (private_is(s, table))
        return FELT_OK;
    felt_status status = people_played(s->people, who, out, in, now_ms, &no);
    if (status == FELT_OK && s->options->large_win.minor > 0 && won.minor >= s->options->large_win.minor)
        status = people_won(s->people, who, house_plan(s->house, table)->short_name, (felt_money){in.minor - won.minor}, in, now_ms, &no);
    return pass_on(status, &no, error);
}

static felt_status on_ending(void *context, int64_t now_ms, felt_error *error)
{
    server *s = context;
    people_refusal no;
    return pass_on(people_keep(s->people, s->stop_at != 0, now_ms, &no), &no, error);
}

static bool on_may_go(void *context, int table)
{
    return !figures_busy(context, table);
}

static void on_noted(void *context, const char *message)
{
    server_log(context, "error", "house", "%s", message);
}

/* ---- turns ---- */

typedef struct sweeping {
    server *s;
} sweeping;

static felt_status sweep(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    server *s = ((sweeping *)context)->s;
    people_refusal no;
    (void)store;
    return pass_on(people_sweep(s->people, SWEEP_NOTES, now_ms, &no), &no, error);
}

/* What looks at tables or at the store: between two batches. */
static void look_around(server *s, bool *ret_copying, bool *ret_behind)
{
    http_collect(s);
    sheets_collect(s);
    library_collect(s);
    openings_collect(s);
    private_turn(s);
    if (s->now - s->swept_ms > SWEEP_MS && s->store != NULL) {
        felt_error error;
        sweeping state = {s};
        s->swept_ms = s->now;
        house_alone(s->house, sweep, &state, s->now, &error);
        seats_clear(s, 0);
        drift_look(s);
    }
    *ret_copying = backup_step(s) || audits_turn(s);
    *ret_behind = drift_catch_up(s);
    lobby_turn(s);
    live_felts(s);
    figures_turn(s);
}

/* When there is something to do although nobody sends anything. */
static int64_t wait_ms(const server *s, int64_t next, bool copying, bool behind)
{
    int64_t wait = copying ? 0 : next - s->now;
    for (int i = house_next(s->house, -1); i >= 0; i = house_next(s->house, i))
        if (s->tables[i].felt_changed && wait > SERVER_FELT_MS)
            wait = SERVER_FELT_MS;
    if (behind && wait > 10)
        wait = 10;
    if (s->stop_at != 0 && wait > 50)
        wait = 50;
    return wait < 0 ? 0 : wait < 1000 ? wait : 1000;
}

/* While a batch is on its way to the disk the loop goes on: what it tells is written, and what comes is read, in a pass or two and not in a
 * hundred, each for a message. Then it waits, and takes in what has come meanwhile: before the next batch begins, and now and then where
 * that takes long, so that a database is not idle while the rest is read. */
static int64_t on_turn(void *context, int64_t monotonic_ms)
{
    server *s = context;
    bool copying, behind;
    server_tick(s);
    if (atomic_load(&s->signalled) && s->stop_at == 0) {
        s->stop_at = s->now + STOP_MS;
        server_log(s, "info", "stop", "finishing the rounds in progress");
    }
    if (!house_settled(s->house, false, s->now)) {
        peers_flush(s);
        if (s->passes++ < PASSES)
            return monotonic_ms + 1000; /* the store's thread wakes the loop */
        house_await(s->house, AWAIT_US);
        return monotonic_ms;
    }
    s->passes = 0;
    look_around(s, &copying, &behind);
    int64_t next = house_turn(s->house, s->now);
    peers_flush(s);
    if (s->stop_at != 0 && (house_wind_up(s->house, s->now) || s->now > s->stop_at))
        net_stop(s->net);
    return monotonic_ms + wait_ms(s, next, copying, behind);
}

static void on_wake(void *context)
{
    net_wake(context);
}

/* ---- opening ---- */

static felt_status open_net(felt_server *f, felt_error *error)
{
    net_options options = net_options_default(f->options.listen);
    options.certificate = f->options.certificate;
    options.key = f->options.certificate_key;
    options.trust_proxy = f->options.trust_proxy;
    net_handlers handlers = {
        .context = &f->s, .request = routes_request, .open = live_open, .message = live_message, .closed = live_closed, .turn = on_turn};
    felt_status status = net_open(&options, &handlers, &f->s.net, error);
    if (status != FELT_OK)
        return status;
    f->s.out_bytes_max = options.queue_bytes_max;
    f->s.resume_bytes_max = options.queue_bytes_max / 2 < RESUME_BYTES ? options.queue_bytes_max / 2 : RESUME_BYTES;
    snprintf(f->address, sizeof f->address, "%s://%s", options.certificate == NULL ? "http" : "https", net_address(f->s.net));
    snprintf(f->owner, sizeof f->owner, "%s", f->options.owner == NULL ? f->address : f->options.owner);
    return FELT_OK;
}

/* Do other processes have the store as well? */
static bool is_shared(const felt_server *f)
{
    return strncmp(f->options.store, "postgres", 8) == 0;
}

static felt_status open_house(felt_server *f, felt_error *error)
{
    server *s = &f->s;
    house_options options = {.store = f->options.store,
                             .tables = f->options.tables,
                             .owner = f->owner,
                             .window_ms = 1000,
                             .save_every = SAVE_EVERY,
                             .shared = is_shared(f),
                             .wake = on_wake,
                             .wake_context = s->net};
    house_listener listener = {.context = s,
                               .answered = live_answered,
                               .happened = live_happened,
                               .told = live_told,
                               .rebuilt = live_rebuilt,
                               .came = lobby_came,
                               .gone = lobby_gone,
                               .may_go = on_may_go,
                               .opened = on_opened,
                               .may_bet = on_may_bet,
                               .may_sit = on_may_sit,
                               .played = on_played,
                               .ending = on_ending,
                               .noted = on_noted};
    felt_status status = felt_fair_key(f->options.key, &options.key, error);
    if (status == FELT_OK)
        status = house_open(&options, &listener, s->now, &s->house, error);
    memset(&options.key, 0, sizeof options.key);
    return status;
}

static felt_status open_people(felt_server *f, felt_error *error)
{
    server *s = &f->s;
    people_options options = people_defaults();
    people_refusal no;
    options.guest_credit = f->options.guest_credit;
    options.guest_address_cap = f->options.guest_cap;
    options.large_win = f->options.large_win;
    options.shared = is_shared(f);
    options.wake = on_wake;
    options.wake_context = s->net;
    return pass_on(people_open(s->store, &options, &s->people, &no), &no, error);
}

static felt_status open_rest(felt_server *f, felt_error *error)
{
    server *s = &f->s;
    s->tables = calloc(HOUSE_TABLES_MAX, sizeof *s->tables);
    s->rate_player = people_rate_new(65536, f->options.rate_per_minute / 10 + 1, f->options.rate_per_minute);
    s->rate_sheets = people_rate_new(4096, SERVER_SHEETS_PER_MINUTE / 4, SERVER_SHEETS_PER_MINUTE);
    s->rate_private = people_rate_new(4096, SERVER_PRIVATE_AT_ONCE, SERVER_PRIVATE_PER_MINUTE);
    s->rate_address = people_rate_new(65536, f->options.rate_per_minute / 10 + 1, f->options.rate_per_minute);
    if (s->tables == NULL || s->rate_player == NULL || s->rate_address == NULL || s->rate_sheets == NULL || s->rate_private == NULL ||
        !peers_open(s) || !pending_open(s))
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    return FELT_OK;
}

static void log_start(felt_server *f)
{
    char store[256];
    felt_store_address_write(f->s.options->store, store, sizeof store);
    server_log(&f->s, "info", "start", "listening at %s, store %s, program %s", f->address, store,
               f->s.program_hash[0] == '\0' ? "unknown" : f->s.program_hash);
    page_log_sheets(&f->s);
}

felt_status felt_serve_open(const felt_serve_options *options, felt_server **ret, felt_error *error)
{
    felt_server *f = calloc(1, sizeof *f);
    if (f == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    f->options = *options;
    f->s.options = &f->options;
    server_tick(&f->s);
    f->s.started_ms = f->s.swept_ms = f->s.now;
    page_hash_program(&f->s);
    felt_status status = open_rest(f, error);
    if (status == FELT_OK)
        status = files_open(&f->s, error);
    if (status == FELT_OK)
        status = open_net(f, error);
    if (status == FELT_OK)
        status = open_house(f, error);
    if (status == FELT_OK)
        status = open_people(f, error);
    if (status == FELT_OK && (!figures_open(&f->s, on_wake, f->s.net) || !library_open(&f->s, on_wake, f->s.net)))
        status = felt_error_set(error, FELT_ENOMEM, -1, "out of memory, or no thread can be started");
    if (status == FELT_OK)
        sheets_open(&f->s, on_wake, f->s.net);
    if (status == FELT_OK)
        f->s.openings = jobs_new(1, SERVER_SHEETS_WAITING, on_wake, f->s.net);
    if (status != FELT_OK) {
        felt_serve_close(f);
        return status;
    }
    audits_open(&f->s, on_wake, f->s.net);
    live_recall(&f->s);
    house_turn(f->s.house, f->s.now); /* tables that are new are founded, and rounds that were interrupted are finished, */
    house_settled(f->s.house, true, f->s.now);
    log_start(f); /* before anybody is told that it is ready, and reads the log */
    *ret = f;
    return FELT_OK;
}

const char *felt_serve_address(const felt_server *f)
{
    return f->address;
}

felt_status felt_serve_run(felt_server *f, felt_error *error)
{
    felt_status status = net_run(f->s.net, error);
    server_log(&f->s, "info", "end", "ended in order");
    return status;
}

void felt_serve_stop(felt_server *f)
{
    atomic_store(&f->s.signalled, true);
    net_wake(f->s.net);
}

void felt_serve_close(felt_server *f)
{
    if (f == NULL)
        return;
    sheets_close(&f->s);
    library_close(&f->s);
    audits_close(&f->s);
    openings_close(&f->s);
    figures_close(&f->s);
    peers_close(&f->s);
    books_close(&f->s);
    people_close(f->s.people);
    backup_drop(&f->s);
    files_close(&f->s);
    house_close(f->s.house);
    net_free(f->s.net); /* after those whose threads wake it */
    people_rate_free(f->s.rate_player);
    people_rate_free(f->s.rate_address);
    people_rate_free(f->s.rate_sheets);
    people_rate_free(f->s.rate_private);
    for (int i = 0; f->s.tables != NULL && i < HOUSE_TABLES_MAX; i++) {
        wire_free(&f->s.tables[i].recent);
        free(f->s.tables[i].watchers);
        drift_close(&f->s, i);
    }
    free(f->s.tables);
    free(f->s.pending);
    wire_free(&f->s.scratch);
    wire_free(&f->s.answer);
    free(f);
}
