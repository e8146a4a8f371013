/* src/cli/cmd_serve.c - `felt serve`: live tables, until a signal ends them. */
#include "cli.h"

#include <errno.h>
#include <felt/serve.h>
#include <felt/store.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifndef FELT_VERSION
#define FELT_VERSION "unknown"
#endif

typedef struct serve_request {
    const char *listen, *store, *tables, *key, *owner, *certificate, *certificate_key, *guest, *guest_cap, *large_win, *drift_alarm,
        *audit_every, *private_idle, *rate, *backups, *web;
    bool trust_proxy;
} serve_request;

/* The thread that waits for SIGINT and SIGTERM, which every other thread leaves to it. */
typedef struct watcher {
    felt_server *server;
    sigset_t signals;
    pthread_t thread;
} watcher;

static void *wait_for_signal(void *context)
{
    watcher *w = context;
    int number;
    if (sigwait(&w->signals, &number) == 0)
        felt_serve_stop(w->server);
    return NULL;
}

static cli_exit run(cli *c, const serve_request *request, felt_server *server, watcher *w)
{
    felt_error error;
    char store[256];
    felt_store_address_write(request->store, store, sizeof store);
    w->server = server;
    if (pthread_create(&w->thread, NULL, wait_for_signal, w) != 0) {
        cli_complain(c, "no thread can be started that waits for signals");
        return CLI_DATA;
    }
    fprintf(c->out,
            "felt: tables at %s, their bank in %s; play there in a browser, and end it with Ctrl-C; operators are made while it is down: "
            "felt operator add NAME\n",
            felt_serve_address(server), store);
    fflush(c->out);
    felt_status status = felt_serve_run(server, &error);
    pthread_cancel(w->thread);
    pthread_join(w->thread, NULL);
    if (status == FELT_OK)
        return CLI_DONE;
    cli_complain(c, "%s", error.message);
    return CLI_DATA;
}

/* Credits as text to minor units; false after a complaint. */
static bool read_whole(cli *c, const char *name, const char *text, long low, long high, long *ret)
{
    char *end;
    errno = 0;
    long found = strtol(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && found >= low && found <= high) {
        *ret = found;
        return true;
    }
    cli_usage(c, "%s: found '%s', expected a whole number from %ld to %ld", name, text, low, high);
    return false;
}

static cli_exit open_and_run(cli *c, const serve_request *request, const felt_serve_options *options)
{
    watcher w;
    felt_server *server;
    felt_error error;
    sigemptyset(&w.signals);
    sigaddset(&w.signals, SIGINT);
    sigaddset(&w.signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &w.signals, NULL); /* before any thread is there */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is like a full disk: said, and borne */
    if (felt_serve_open(options, &server, &error) != FELT_OK) {
        cli_complain(c, "%s", error.message);
        return CLI_DATA;
    }
    cli_exit code = run(c, request, server, &w);
    felt_serve_close(server);
    return code;
}

/* Beside the file of the store, else in the current folder. */
static const char *key_path(felt_arena *arena, const serve_request *request)
{
    static const char sqlite[] = "sqlite:";
    if (request->key != NULL)
        return request->key;
    if (strncmp(request->store, sqlite, sizeof sqlite - 1) != 0)
        return "felt.key";
    return felt_arena_print(arena, "%s.key", request->store + sizeof sqlite - 1).bytes;
}

/* The sheets that come with Felt, for the page; one that does not compile was complained of, and is left out. */
static int load_shipped(cli *c, felt_arena *arena, cli_named_sheets *named, const felt_sheet *const **ret)
{
    const char **names;
    int count = c->rules == NULL ? 0 : cli_shipped(c, arena, &names), good = 0;
    const felt_sheet **sheets = count > 0 ? felt_arena_take(arena, (size_t)count, sizeof *sheets) : NULL;
    for (int i = 0; sheets != NULL && i < count; i++)
        good += cli_named_sheets_find(named, felt_text_from(names[i]), &sheets[good], NULL) == FELT_OK;
    *ret = sheets;
    return good;
}

static cli_exit serve(cli *c, felt_arena *arena, const serve_request *request)
{
    felt_serve_options options = felt_serve_defaults();
    felt_text text;
    long guest = options.guest_credit.minor / FELT_CREDIT_MINOR, rate = options.rate_per_minute, idle = options.private_idle_s,
         cap = options.guest_cap.minor / FELT_CREDIT_MINOR, large_win = options.large_win.minor / FELT_CREDIT_MINOR,
         drift_alarm = options.drift_alarm, audit_every = options.audit_every_h;
    if ((request->guest != NULL && !read_whole(c, "--guest", request->guest, 0, 1000000, &guest)) ||
        (request->guest_cap != NULL && !read_whole(c, "--guest-cap", request->guest_cap, 0, 1000000000, &cap)) ||
        (request->large_win != NULL && !read_whole(c, "--large-win", request->large_win, 0, 1000000000, &large_win)) ||
        (request->drift_alarm != NULL && !read_whole(c, "--drift-alarm", request->drift_alarm, 1, 1000000000, &drift_alarm)) ||
        (request->audit_every != NULL && !read_whole(c, "--audit-every", request->audit_every, 0, 8760, &audit_every)) ||
        (request->private_idle != NULL && !read_whole(c, "--private-idle", request->private_idle, 1, 86400, &idle)) ||
        (request->rate != NULL && !read_whole(c, "--rate", request->rate, 60, 1000000, &rate)))
        return CLI_USAGE;
    if (cli_read(c, arena, request->tables, FELT_SHEET_BYTES_MAX, &text) != FELT_OK)
        return CLI_DATA;
    cli_named_sheets named = {.c = c, .arena = arena, .file = request->tables};
    felt_table_sheets sheets = {&named, cli_named_sheets_find};
    felt_diags diags = felt_diags_in(arena);
    felt_status status = felt_tables_read(arena, felt_text_from(request->tables), text, &sheets, &diags, &options.tables);
    cli_print_diags(c, &diags);
    cli_exit code = status == FELT_ESHEET ? CLI_SHEET : CLI_DATA;
    if (status == FELT_OK) {
        options.listen = request->listen;
        options.store = request->store;
        options.key = key_path(arena, request);
        options.owner = request->owner;
        options.certificate = request->certificate;
        options.certificate_key = request->certificate_key;
        options.trust_proxy = request->trust_proxy;
        options.backups = request->backups;
        options.web = request->web != NULL ? request->web : c->web;
        options.guest_credit.minor = guest * FELT_CREDIT_MINOR;
        options.guest_cap.minor = cap * FELT_CREDIT_MINOR;
        options.large_win.minor = large_win * FELT_CREDIT_MINOR;
        options.rate_per_minute = (int)rate;
        options.private_idle_s = (int)idle;
        options.sheet_count = load_shipped(c, arena, &named, &options.sheets);
        options.audit_every_h = (int)audit_every;
        options.drift_alarm = (int)drift_alarm;
        options.rules = c->rules;
        options.program = "/proc/self/exe";
        options.version = FELT_VERSION;
        code = open_and_run(c, request, &options);
    }
    cli_named_sheets_free(&named);
    return code;
}

cli_exit cmd_serve(cli *c, int argc, char **argv)
{
    serve_request request = {.listen = NULL};
    const flag flags[] = {{"--listen", FLAG_TEXT, &request.listen},
                          {"--store", FLAG_TEXT, &request.store},
                          {"--tables", FLAG_TEXT, &request.tables},
                          {"--key", FLAG_TEXT, &request.key},
                          {"--owner", FLAG_TEXT, &request.owner},
                          {"--certificate", FLAG_TEXT, &request.certificate},
                          {"--certificate-key", FLAG_TEXT, &request.certificate_key},
                          {"--guest", FLAG_TEXT, &request.guest},
                          {"--guest-cap", FLAG_TEXT, &request.guest_cap},
                          {"--large-win", FLAG_TEXT, &request.large_win},
                          {"--drift-alarm", FLAG_TEXT, &request.drift_alarm},
                          {"--audit-every", FLAG_TEXT, &request.audit_every},
                          {"--rate", FLAG_TEXT, &request.rate},
                          {"--private-idle", FLAG_TEXT, &request.private_idle},
                          {"--backups", FLAG_TEXT, &request.backups},
                          {"--web", FLAG_TEXT, &request.web},
                          {"--trust-proxy", FLAG_SWITCH, &request.trust_proxy}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (words > 0)
        return cli_usage(c, "found '%s', expected options only", argv[1]);
    if (request.listen == NULL)
        request.listen = "127.0.0.1:8080";
    if (request.store == NULL)
        request.store = CLI_STORE;
    if ((request.certificate == NULL) != (request.certificate_key == NULL))
        return cli_usage(c, "--certificate and --certificate-key go together");
    if (request.tables == NULL && c->tables == NULL) {
        cli_complain(c, "there is no tables file that comes with Felt; name one with --tables, or set FELT_TABLES to one");
        return CLI_DATA;
    }
    if (request.tables == NULL)
        request.tables = cli_path_from_here(c->tables);
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_SHEET_ARENA_MAX);
    if (arena == NULL) {
        cli_complain(c, "out of memory");
        return CLI_DATA;
    }
    cli_exit code = serve(c, arena, &request);
    felt_arena_free(arena);
    return code;
}
