/* src/cli/store_retire.c - `felt store retire`: what is old goes to an archive, and then out of the store.
 *
 * In this order: the archive is written, synced and has its name; it is read again from the disk, dealt and settled; only then is what it
 * holds removed, of all tables in one transaction, which the books must balance in before it is committed. Whenever the program is killed,
 * nothing has been removed that is not in a complete archive. */
#include "store_retire.h"

#include "history_input.h"
#include "history_store.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <felt/fair.h>
#include <felt/people.h>
#include <felt/store_report.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REPORT_ARENA_MAX = 16 << 20 };

/* A record that ends a shoe or a hand. */
typedef struct candidate {
    felt_head at;
    int64_t time_ms;
} candidate;

typedef struct retiring {
    cli *c;
    const retire_request *request;
    history_store s;
    int64_t before_ms;
    candidate *list; /* of the chain at hand, in order */
    int count, capacity;
    int next;     /* the first of them that has not been looked at */
    int64_t held; /* after the records so far */
    int best;     /* the last of them after which nothing was held; -1: none */
    bool no_memory;
    felt_history_ends *ends; /* where the archive has ended, as it was read again */
    cli_progress progress;
    uint64_t total;
} retiring;

/* ---- the date ---- */

/* Days from 1970-01-01 on; the year begins with March, so that a leap day is its last. */
static int64_t days_of(int year, int month, int day)
{
    int64_t years = month <= 2 ? year - 1 : year;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return years * 365 + years / 4 - years / 100 + years / 400 + of_year - 719468;
}

/* YYYY-MM-DD: its first moment, in UTC. */
static bool read_date(const char *text, int64_t *ret_ms)
{
    int year = 0, month = 0, day = 0;
    char same[16], rest;
    if (strlen(text) != 10 || sscanf(text, "%4d-%2d-%2d%c", &year, &month, &day, &rest) != 3 || year < 1970 || month < 1 || month > 12)
        return false;
    time_t seconds = (time_t)(days_of(year, month, day) * 86400);
    struct tm again;
    if (gmtime_r(&seconds, &again) == NULL || strftime(same, sizeof same, "%Y-%m-%d", &again) == 0)
        return false;
    *ret_ms = (int64_t)seconds * 1000;
    return strcmp(same, text) == 0;
}

static void write_date(int64_t ms, char ret[32])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm moment;
    gmtime_r(&seconds, &moment);
    strftime(ret, 32, "%Y-%m-%dT%H:%M:%SZ", &moment);
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- where to cut ---- */

static bool see_record(void *context, const felt_history_record *record)
{
    retiring *r = context;
    if (record->time_ms >= r->before_ms)
        return false;
    if (felt_fair_record_stage(record->event) != FELT_FAIR_SPENT)
        return true;
    if (r->count == r->capacity) {
        int capacity = r->capacity == 0 ? 256 : 2 * r->capacity;
        candidate *list = realloc(r->list, (size_t)capacity * sizeof *list);
        r->no_memory = list == NULL;
        if (list == NULL)
            return false;
        r->list = list;
        r->capacity = capacity;
    }
    candidate *found = &r->list[r->count++];
    *found = (candidate){.at = {.sequence = record->sequence}, .time_ms = record->time_ms};
    memcpy(found->at.hash, record->hash, sizeof found->at.hash);
    return true;
}

/* All candidates before a record have had all that came before them. */
static void look_at(retiring *r, int64_t until)
{
    for (; r->next < r->count && r->list[r->next].at.sequence < until; r->next++) {
        if (r->held == 0)
            r->best = r->next;
    }
}

static bool see_held(void *context, int64_t sequence, felt_money change)
{
    retiring *r = context;
    look_at(r, sequence);
    r->held += change.minor;
    return r->next < r->count;
}

/* The chain ends, from now on, with the last finished shoe or hand before the date after which nothing was held; *ret_cut: there is one. */
static felt_status find_cut(retiring *r, history_chain *chain, bool *ret_cut)
{
    history_store *s = &r->s;
    r->count = r->next = 0;
    r->held = 0;
    r->best = -1;
    felt_status status = felt_store_read(s->store, chain->table, chain->floor.sequence + 1, see_record, r, &s->error);
    if (status == FELT_OK && r->no_memory)
        status = felt_error_set(&s->error, FELT_ENOMEM, -1, "out of memory");
    if (status == FELT_OK && r->count > 0)
        status = felt_store_held(s->store, chain->table, see_held, r, &s->error);
    if (status != FELT_OK)
        return status;
    look_at(r, INT64_MAX);
    *ret_cut = r->best >= 0;
    if (*ret_cut)
        chain->head = r->list[r->best].at;
    return FELT_OK;
}

/* Leaves the chains that lose something. */
static felt_status find_cuts(retiring *r)
{
    history_store *s = &r->s;
    int kept = 0;
    for (int i = 0; i < s->count; i++) {
        bool cut = false;
        felt_status status = find_cut(r, &s->chains[i], &cut);
        if (status != FELT_OK)
            return status;
        if (cut) {
            s->chains[kept++] = s->chains[i];
            r->total += (uint64_t)(s->chains[kept - 1].head.sequence - s->chains[kept - 1].floor.sequence);
        }
    }
    s->count = kept;
    return FELT_OK;
}

/* ---- the archive ---- */

static void told(void *context, int64_t records)
{
    retiring *r = context;
    cli_progress_show(&r->progress, (uint64_t)records, r->total);
}

/* The name must be there after a power loss as well. */
static cli_exit sync_folder(cli *c, const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    int length = snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path + 1), slash == NULL ? "." : path);
    int descriptor = length < (int)sizeof folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    bool good = descriptor >= 0 && fsync(descriptor) == 0;
    if (!good)
        cli_complain(c, "%s: its folder cannot be synced to disk: %s; nothing was removed", path, strerror(errno));
    if (descriptor >= 0)
        close(descriptor);
    return good ? CLI_DONE : CLI_DATA;
}

static cli_exit write_archive(retiring *r)
{
    const char *path = r->request->output;
    cli_output output;
    if (access(path, F_OK) == 0) {
        cli_complain(r->c, "%s is there already; an archive is never written over, give another name", path);
        return CLI_DATA;
    }
    cli_exit code = cli_output_open(r->c, path, &output);
    if (code != CLI_DONE)
        return code;
    cli_progress_begin(&r->progress, r->c, "records");
    r->s.told = told;
    r->s.context = r;
    felt_status status = history_store_put(&r->s, output.file);
    cli_progress_end(&r->progress);
    if (status != FELT_OK) {
        cli_output_drop(r->c, &output);
        return history_store_wrong(&r->s, status);
    }
    code = cli_output_close(r->c, &output);
    return code == CLI_DONE ? sync_folder(r->c, path) : code;
}

/* As it is on the disk: every shoe dealt and every bet settled again, and every chain with the end that the store has there. */
static cli_exit verify_archive(retiring *r)
{
    history_input input;
    felt_history_counts counts = {.tables = 0};
    felt_history_floor end;
    felt_error *error = &r->s.error;
    cli_exit code = history_input_open(r->c, r->request->output, &input);
    if (code != CLI_DONE)
        return code;
    felt_status status = felt_history_ends_new(&r->ends, error);
    if (status == FELT_OK)
        status = felt_history_verify_on(history_input_of(&input), r->ends, &counts, error);
    history_input_close(&input);
    for (int i = 0; i < r->s.count && status == FELT_OK; i++) {
        const history_chain *chain = &r->s.chains[i];
        status = felt_history_ends_find(r->ends, felt_text_from(chain->name), &end);
        bool same = status == FELT_OK && end.sequence == chain->head.sequence && memcmp(end.hash, chain->head.hash, sizeof end.hash) == 0;
        if (!same || end.opening.length == 0)
            status = felt_error_set(error, FELT_EDATA, -1, "table %s does not end in it as it should", chain->name);
    }
    if (status == FELT_OK)
        return CLI_DONE;
    history_input_wrong(r->c, &input, status, error);
    cli_complain(r->c, "the archive does not verify; nothing was removed");
    return status == FELT_EDATA ? CLI_FAILED : CLI_DATA;
}

/* ---- the store ---- */

/* A text as a string of JSON, as far as there is room. */
static void put_json(char *ret, size_t size, const char *text)
{
    size_t used = 0;
    for (const char *at = text; *at != '\0' && used + FELT_JSON_BYTE_MAX + 1 < size; at++)
        used += felt_text_json(*at, ret + used);
    ret[used] = '\0';
}

/* The log of the house says what went, and where to. */
static felt_status log_it(retiring *r, const history_chain *chain, const felt_floor *floor)
{
    char before[64], after[FELT_CHANGE_BYTES_MAX], archive[FELT_STORE_ARCHIVE_BYTES_MAX * FELT_JSON_BYTE_MAX + 1],
        hash[2 * FELT_STORE_HASH_BYTES + 1];
    put_json(archive, sizeof archive, r->request->output);
    for (int i = 0; i < FELT_STORE_HASH_BYTES; i++)
        snprintf(hash + 2 * i, 3, "%02x", floor->hash[i]);
    snprintf(before, sizeof before, "{\"record\":%lld}", (long long)chain->floor.sequence);
    snprintf(after, sizeof after, "{\"record\":%lld,\"hash\":\"%s\",\"archive\":\"%s\"}", (long long)floor->sequence, hash, archive);
    felt_change change = {felt_text_from("retire"), felt_text_from(chain->name), felt_text_from(before), felt_text_from(after)};
    return felt_change_log(r->s.store, &change, floor->time_ms, &r->s.error);
}

static felt_status retire_chain(retiring *r, const history_chain *chain, int64_t time_ms)
{
    felt_error *error = &r->s.error;
    felt_history_floor end;
    felt_opening opening;
    felt_floor floor = {.sequence = chain->head.sequence, .time_ms = time_ms, .archive = felt_text_from(r->request->output)};
    memcpy(floor.hash, chain->head.hash, sizeof floor.hash);
    felt_history_ends_find(r->ends, felt_text_from(chain->name), &end); /* it was found when the archive was read */
    felt_arena *arena = felt_arena_new((size_t)4 * FELT_OPENING_BYTES_MAX);
    felt_status status =
        arena == NULL ? felt_error_set(error, FELT_ENOMEM, -1, "out of memory") : felt_opening_read(arena, end.opening, &opening, error);
    if (status == FELT_OK) {
        floor.kept = opening.setup_record;
        floor.kept_record = opening.setup;
        floor.opening = end.opening;
        status = log_it(r, chain, &floor);
    }
    if (status == FELT_OK)
        status = felt_store_retire(r->s.store, chain->table, &floor, error);
    felt_arena_free(arena);
    return status;
}

static cli_exit remove_all(retiring *r)
{
    history_store *s = &r->s;
    felt_store_audit_result audit;
    felt_error ignored;
    int64_t time_ms = now_ms();
    felt_status status = felt_store_begin(s->store, &s->error);
    bool begun = status == FELT_OK;
    for (int i = 0; i < s->count && status == FELT_OK; i++)
        status = retire_chain(r, &s->chains[i], time_ms);
    if (status == FELT_OK)
        status = felt_store_audit(s->store, &audit, &s->error);
    if (status == FELT_OK)
        status = felt_store_commit(s->store, &s->error);
    else if (begun)
        felt_store_rollback(s->store, &ignored);
    return status == FELT_OK ? CLI_DONE : history_store_wrong(s, status);
}

/* ---- what it says ---- */

static felt_status report(const retiring *r, felt_arena *arena, felt_text *ret)
{
    char date[32];
    felt_retired_table *tables = felt_arena_take(arena, (size_t)r->s.count + 1, sizeof *tables);
    if (tables == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < r->s.count; i++) {
        const history_chain *chain = &r->s.chains[i];
        tables[i] = (felt_retired_table){chain->name, chain->floor.sequence + 1, chain->head.sequence};
    }
    write_date(r->before_ms, date);
    felt_retired retired = {date, r->request->output, tables, r->s.count};
    return felt_report_retired(arena, &retired, cli_style(r->c, r->request->json), ret);
}

static cli_exit print_all(const retiring *r)
{
    felt_arena *arena = felt_arena_new(REPORT_ARENA_MAX);
    felt_text text = {"", 0};
    bool said = cli_put(r->c, arena == NULL ? FELT_ENOMEM : report(r, arena, &text), text);
    felt_arena_free(arena);
    return said ? CLI_DONE : CLI_DATA;
}

/* ---- the verb ---- */

static cli_exit run(retiring *r)
{
    felt_status status = find_cuts(r);
    if (status != FELT_OK)
        return history_store_wrong(&r->s, status);
    cli_exit code = r->s.count == 0 ? CLI_DONE : write_archive(r);
    if (code == CLI_DONE && r->s.count > 0)
        code = verify_archive(r);
    if (code == CLI_DONE && r->s.count > 0)
        code = remove_all(r);
    return code == CLI_DONE ? print_all(r) : code;
}

/* The log has the name, as JSON. */
static bool is_name(const char *name)
{
    felt_text left = felt_text_from(name);
    if (left.length > FELT_STORE_ARCHIVE_BYTES_MAX || felt_text_is(left, "-"))
        return false;
    while (left.length > 0) {
        size_t length = felt_text_decode(left, NULL);
        if (length == 0)
            return false;
        left = (felt_text){left.bytes + length, left.length - length};
    }
    return true;
}

cli_exit store_retire(cli *c, const retire_request *request)
{
    retiring r = {.c = c, .request = request};
    if (request->before == NULL || request->output == NULL)
        return cli_usage(c, "expected --before DATE and -o ARCHIVE");
    if (!read_date(request->before, &r.before_ms))
        return cli_usage(c, "--before: found '%s', expected a date such as 2026-01-31", request->before);
    if (!is_name(request->output))
        return cli_usage(c, "-o: expected the name of a file in UTF-8, of at most %d bytes", (int)FELT_STORE_ARCHIVE_BYTES_MAX);
    cli_exit code = history_store_open(c, request->store, NULL, &r.s);
    if (code == CLI_DONE)
        code = run(&r);
    felt_history_ends_free(r.ends);
    free(r.list);
    history_store_close(&r.s);
    return code;
}
