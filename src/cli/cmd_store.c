/* src/cli/cmd_store.c - `felt store`: the books of a store added up, what is held, copies, and what is old put away. */
#include "cli.h"
#include "store_retire.h"

#include <felt/store.h>
#include <felt/store_report.h>
#include <string.h>
#include <unistd.h>

enum { BACKUP_PAGES = 4096, REPORT_ARENA_MAX = 1 << 16 };

typedef struct store_request {
    const char *store;
    bool json;
} store_request;

static cli_exit wrong(cli *c, const char *what, felt_status status, const felt_error *error)
{
    cli_complain(c, "%s: %s", what, error->message);
    return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
}

/* Opening would make a file that is not there. */
static cli_exit open_store(cli *c, const store_request *request, felt_store **ret)
{
    static const char start[] = "sqlite:";
    felt_error error;
    if (strncmp(request->store, start, sizeof start - 1) == 0 && access(request->store + sizeof start - 1, F_OK) != 0) {
        cli_complain(c, "%s: there is no such file", request->store);
        return CLI_DATA;
    }
    if (felt_store_open(request->store, ret, &error) == FELT_OK)
        return CLI_DONE;
    cli_complain(c, "%s: %s", request->store, error.message);
    return CLI_DATA;
}

/* ---- audit ---- */

typedef struct chains {
    felt_table_id list[1024];
    int count;
} chains;

static bool see_chain(void *context, const felt_table_entry *table)
{
    chains *found = context;
    if (found->count == (int)(sizeof found->list / sizeof *found->list))
        return false;
    found->list[found->count++] = table->table;
    return true;
}

static cli_exit print_books(cli *c, const store_request *request, const felt_store_audit_result *r, int64_t records)
{
    felt_books books = {.players = r->players,
                        .records = records,
                        .retired = r->retired,
                        .postings = r->postings,
                        .ended = r->ended,
                        .standing = r->standing,
                        .available = r->available,
                        .held = r->held,
                        .house = r->house,
                        .grants = r->grants};
    felt_arena *arena = felt_arena_new(REPORT_ARENA_MAX);
    felt_text text = {"", 0};
    bool said = cli_put(c, arena == NULL ? FELT_ENOMEM : felt_report_books(arena, &books, cli_style(c, request->json), &text), text);
    felt_arena_free(arena);
    return said ? CLI_DONE : CLI_DATA;
}

static cli_exit audit(cli *c, const store_request *request, felt_store *store)
{
    felt_store_audit_result result;
    felt_error error;
    chains all = {.count = 0};
    int64_t records = 0, own;
    felt_status status = felt_store_audit(store, &result, &error);
    if (status == FELT_OK)
        status = felt_store_tables(store, see_chain, &all, &error);
    for (int i = 0; i < all.count && status == FELT_OK; i++) {
        status = felt_store_verify(store, all.list[i], &own, &error);
        records += status == FELT_OK ? own : 0;
    }
    if (status != FELT_OK)
        return wrong(c, request->store, status, &error);
    return print_books(c, request, &result, records);
}

/* ---- what is held ---- */

typedef struct holds {
    cli *c;
    felt_report_style style;
    int64_t count;
    bool failed; /* something could not be printed, which was said */
} holds;

static bool see_hold(void *context, const felt_standing_hold *hold)
{
    holds *h = context;
    felt_held_bet bet = {hold->table.number, hold->bet, hold->player.number, hold->amount};
    felt_arena *arena = felt_arena_new(REPORT_ARENA_MAX);
    felt_text text = {"", 0};
    h->failed = !cli_put(h->c, arena == NULL ? FELT_ENOMEM : felt_report_hold(arena, &bet, h->count++, h->style, &text), text);
    felt_arena_free(arena);
    return !h->failed;
}

static cli_exit list_holds(cli *c, const store_request *request, felt_store *store)
{
    holds h = {.c = c, .style = cli_style(c, request->json)};
    felt_error error;
    felt_status status = felt_store_holds(store, (felt_table_id){0}, (felt_player_id){0}, see_hold, &h, &error);
    if (status != FELT_OK)
        return wrong(c, request->store, status, &error);
    felt_arena *arena = h.failed ? NULL : felt_arena_new(REPORT_ARENA_MAX);
    felt_text text = {"", 0};
    bool said = !h.failed && cli_put(c, arena == NULL ? FELT_ENOMEM : felt_report_holds_end(arena, h.count, h.style, &text), text);
    felt_arena_free(arena);
    return said ? CLI_DONE : CLI_DATA;
}

/* ---- copies ---- */

static cli_exit backup(cli *c, felt_store *store, const char *path)
{
    felt_backup *copy;
    felt_error error;
    bool done = false;
    felt_status status = felt_backup_open(store, path, &copy, &error);
    if (status != FELT_OK)
        return wrong(c, path, status, &error);
    while (status == FELT_OK && !done)
        status = felt_backup_step(copy, BACKUP_PAGES, &done, &error);
    felt_backup_close(copy);
    return status == FELT_OK ? CLI_DONE : wrong(c, path, status, &error);
}

static cli_exit restore(cli *c, const store_request *request, const char *path)
{
    felt_error error;
    felt_status status = felt_store_restore(path, request->store, &error);
    return status == FELT_OK ? CLI_DONE : wrong(c, path, status, &error);
}

static cli_exit run(cli *c, const store_request *request, const char *word, const char *path)
{
    felt_store *store;
    if (strcmp(word, "restore") == 0)
        return restore(c, request, path);
    cli_exit code = open_store(c, request, &store);
    if (code != CLI_DONE)
        return code;
    if (strcmp(word, "audit") == 0)
        code = audit(c, request, store);
    else if (strcmp(word, "holds") == 0)
        code = list_holds(c, request, store);
    else
        code = backup(c, store, path);
    felt_store_close(store);
    return code;
}

cli_exit cmd_store(cli *c, int argc, char **argv)
{
    retire_request retire = {.store = NULL};
    const flag flags[] = {{"--store", FLAG_TEXT, &retire.store},
                          {"--json", FLAG_SWITCH, &retire.json},
                          {"--before", FLAG_TEXT, &retire.before},
                          {"--output", FLAG_TEXT, &retire.output},
                          {"-o", FLAG_TEXT, &retire.output}};
    int words = cli_arguments(c, argc, argv, flags, (int)(sizeof flags / sizeof *flags));
    if (words < 0)
        return words == -2 ? CLI_DONE : CLI_USAGE;
    if (retire.store == NULL)
        retire.store = CLI_STORE;
    bool retires = words >= 1 && strcmp(argv[1], "retire") == 0;
    bool looks = words >= 1 && (strcmp(argv[1], "audit") == 0 || strcmp(argv[1], "holds") == 0);
    bool copies = words >= 1 && (strcmp(argv[1], "backup") == 0 || strcmp(argv[1], "restore") == 0);
    if (!looks && !copies && !retires)
        return cli_usage(c, "%s%s%s, expected audit, holds, backup FILE, restore FILE or retire", words == 0 ? "found nothing" : "found '",
                         words == 0 ? "" : argv[1], words == 0 ? "" : "'");
    if (words != (copies ? 2 : 1))
        return cli_usage(c, "expected %s", copies ? "one FILE" : "nothing more");
    if (!retires && (retire.before != NULL || retire.output != NULL))
        return cli_usage(c, "%s goes with retire only", retire.before != NULL ? "--before" : "-o");
    store_request request = {retire.store, retire.json};
    return retires ? store_retire(c, &retire) : run(c, &request, argv[1], words == 2 ? argv[2] : NULL);
}
