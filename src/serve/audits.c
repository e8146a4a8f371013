/* src/serve/audits.c - audits beside the tables: the books added up, every chain hashed, every shoe dealt and every bet settled again.
 *
 * One at a time, when an operator asks and by the clock. A file is copied first, a little in each turn, for nobody else may open it while
 * the server has it; a database is looked at as it is. What takes long is done by other processes of this program, and a thread waits for
 * them. The last results are notes of the store. */
#include "child.h"
#include "jobs.h"
#include "../base/json.h"
#include "server.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGES = 64, /* that are copied in a turn */
    KEPT = 30,  /* results */
    PATH_BYTES = 1100,
    OUTPUT_BYTES = 64 << 10,
    MESSAGE_BYTES = FELT_ERROR_BYTES,
    FIRST_MS = 3600000, /* after the start, where there was none before */
    REST_MS = 600000,   /* after the start, where one is due */
    HOUR_MS = 3600000,
    WALL_MS = 6 * HOUR_MS,
};
#define KIND "audit"

/* What is looked at, and what was found. It is the thread's while it runs. */
typedef struct audit_job {
    job head;
    const char *program;
    const atomic_bool *stop;
    char store[PATH_BYTES + 16], history[PATH_BYTES + 16];
    json_t *books, *told; /* what `felt store audit` and `felt verify` say */
    const char *verdict;  /* "clean", "wrong": what is kept is not what it should be, "failed": it could not be looked at */
    char message[MESSAGE_BYTES];
} audit_job;

struct audits {
    jobs *pool;
    atomic_bool stop;
    audit_job *job; /* of the audit that goes on; NULL: none does */
    bool running;   /* it is the thread's */
    felt_backup *copy;
    char folder[PATH_BYTES]; /* of what is copied */
    char by[PEOPLE_NAME_BYTES_MAX + 1];
    int64_t began_ms, due_ms;
};

/* ---- files ---- */

static void remove_files(const struct audits *a)
{
    static const char *const names[] = {"copy.db", "copy.db-wal", "copy.db-shm", "copy.db-journal", "history.jsonl"};
    char path[PATH_BYTES + 32];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", a->folder, names[i]);
        unlink(path);
    }
    rmdir(a->folder);
}

/* A folder of its own: beside the file, where there is room for one as large, or where the system has its own. */
static bool make_folder(struct audits *a, const char *file)
{
    const char *place = getenv("TMPDIR");
    if (file == NULL) {
        snprintf(a->folder, sizeof a->folder, "%s/felt-audit-XXXXXX", place == NULL ? "/tmp" : place);
        return mkdtemp(a->folder) != NULL;
    }
    if ((size_t)snprintf(a->folder, sizeof a->folder, "%s.audit", file) >= sizeof a->folder)
        return false;
    remove_files(a); /* of a server that was killed */
    return mkdir(a->folder, S_IRWXU) == 0;
}

/* NULL: the store is no file. */
static const char *file_of(const char *address)
{
    static const char start[] = "sqlite:";
    return strncmp(address, start, sizeof start - 1) == 0 ? address + sizeof start - 1 : NULL;
}

/* ---- in the thread ---- */

/* The first line of what the program said, without its own name. */
static void take_complaint(audit_job *j, const char *errors)
{
    const char *line = strstr(errors, ": ");
    line = line == NULL ? errors : line + 2;
    size_t length = strcspn(line, "\n");
    length = length < sizeof j->message ? length : sizeof j->message - 1;
    while (length > 0 && ((unsigned char)line[length] & 0xc0) == 0x80) /* not within a character */
        length--;
    memcpy(j->message, line, length);
    j->message[length] = '\0';
}

/* Runs one verb; false: what follows is not to be looked at. */
static bool run_verb(audit_job *j, char *const arguments[], const char *what, json_t **ret)
{
    child_limits limits = {.cpu_s = WALL_MS / 1000, .wall_ms = WALL_MS, .memory_bytes = SIZE_MAX, .output_bytes = OUTPUT_BYTES};
    limits.trusted = true;
    limits.stop = j->stop;
    child_result r = child_run(j->program, arguments, felt_text_from(""), limits);
    bool good = r.end == CHILD_EXITED && r.code == 0;
    if (good && ret != NULL)
        *ret = json_loadb(r.output, r.length, 0, NULL);
    if (!good)
        j->verdict = r.end == CHILD_EXITED && r.code == 1 ? "wrong" : "failed";
    if (!good)
        take_complaint(j, r.errors);
    if (!good && j->message[0] == '\0')
        snprintf(j->message, sizeof j->message, "%s did not come to its end", what);
    free(r.output);
    return good;
}

static void run_audit(job *head)
{
    audit_job *j = (audit_job *)head;
    char felt[] = "felt", store[] = "store", audit[] = "audit", json[] = "--json", at[] = "--store", history[] = "history";
    char export[] = "export", output[] = "-o", verify[] = "verify";
    char *const books[] = {felt, store, audit, json, at, j->store, NULL};
    char *const chains[] = {felt, history, export, at, j->store, output, j->history, NULL};
    char *const again[] = {felt, verify, json, j->history, NULL};
    j->verdict = "clean";
    if (run_verb(j, books, "adding the books up", &j->books) && run_verb(j, chains, "writing the history", NULL))
        run_verb(j, again, "settling the history again", &j->told);
}

static void free_audit(job *head)
{
    audit_job *j = (audit_job *)head;
    json_decref(j->books);
    json_decref(j->told);
    free(j);
}

/* ---- results ---- */

typedef struct results {
    wire *w; /* NULL: only counted */
    int count;
    int64_t last_ms;
    char first[32]; /* the key of the oldest */
} results;

/* Keys are times, so that notes come oldest first. */
static bool see_result(void *context, const felt_note *note)
{
    results *r = context;
    char digits[32];
    size_t length = note->key.length < sizeof digits - 1 ? note->key.length : sizeof digits - 1;
    memcpy(digits, note->key.bytes, length);
    digits[length] = '\0';
    if (r->count++ == 0)
        memcpy(r->first, digits, sizeof digits);
    r->last_ms = strtoll(digits, NULL, 10);
    if (r->w != NULL)
        wire_raw(r->w, note->value);
    return true;
}

static felt_status look_at_results(server *s, wire *w, results *ret)
{
    *ret = (results){.w = w};
    return s->store == NULL ? FELT_EIO : felt_store_notes(s->store, felt_text_from(KIND), felt_text_from(""), see_result, ret, NULL);
}

typedef struct keeping {
    const char *key, *drop; /* `drop` "": nothing */
    felt_text value;
} keeping;

static felt_status keep_result(void *context, felt_store *store, int64_t now_ms, felt_error *error)
{
    const keeping *k = context;
    (void)now_ms;
    felt_status status = felt_store_note_set(store, felt_text_from(KIND), felt_text_from(k->key), k->value, 0, error);
    if (status == FELT_OK && k->drop[0] != '\0')
        status = felt_store_note_remove(store, felt_text_from(KIND), felt_text_from(k->drop), error);
    return status == FELT_ENOTFOUND ? FELT_OK : status;
}

static json_t *part_or_null(json_t *part)
{
    return part == NULL ? json_null() : json_incref(part);
}

/* Into the store, and into the log. */
static void keep(server *s, audit_job *j)
{
    struct audits *a = s->audits;
    results before = {.count = 0};
    char key[32];
    felt_error error = {.message = ""};
    int64_t took = server_now() - a->began_ms;
    json_t *whole = json_pack("{s:I, s:I, s:o, s:s, s:s, s:o, s:o}", "began", (json_int_t)a->began_ms, "took_ms", (json_int_t)took, "by",
                              a->by[0] == '\0' ? json_null() : json_string(a->by), "verdict", j->verdict, "message", j->message, "books",
                              part_or_null(j->books), "history", part_or_null(j->told));
    char *text = whole == NULL ? NULL : json_write(whole, 0);
    snprintf(key, sizeof key, "%016" PRId64, a->began_ms);
    felt_status status = text == NULL ? FELT_ENOMEM : look_at_results(s, NULL, &before);
    keeping k = {.key = key, .drop = before.count >= KEPT ? before.first : "", .value = felt_text_from(text == NULL ? "" : text)};
    if (status == FELT_OK)
        status = house_alone(s->house, keep_result, &k, s->now, &error);
    if (strcmp(j->verdict, "clean") == 0)
        server_log(s, "info", "audit", "the books balance, and every shoe and every bet is as it should be; %" PRId64 " ms", took);
    else
        server_log(s, "error", "audit", "%s: %s", strcmp(j->verdict, "wrong") == 0 ? "what is kept is wrong" : "could not be done",
                   j->message);
    if (status != FELT_OK)
        server_log(s, "error", "audit", "its result could not be kept: %s", error.message);
    json_decref(whole);
    free(text);
}

/* ---- from turn to turn ---- */

int64_t audits_due(int64_t started_ms, int64_t last_ms, int every_h)
{
    int64_t due = last_ms > 0 ? last_ms + (int64_t)every_h * HOUR_MS : started_ms + FIRST_MS;
    if (every_h <= 0)
        return INT64_MAX;
    return due > started_ms + REST_MS ? due : started_ms + REST_MS;
}

static void set_due(server *s)
{
    results found;
    if (look_at_results(s, NULL, &found) == FELT_OK)
        s->audits->due_ms = audits_due(s->started_ms, found.last_ms, s->options->audit_every_h);
}

/* It has come to its end, or cannot go on. */
static void end(server *s)
{
    struct audits *a = s->audits;
    audit_job *j = a->job;
    felt_backup_close(a->copy);
    a->copy = NULL;
    a->job = NULL;
    a->running = false;
    keep(s, j);
    remove_files(a);
    free_audit(&j->head);
    set_due(s);
}

static void fail(server *s, const char *message)
{
    s->audits->job->verdict = "failed";
    snprintf(s->audits->job->message, MESSAGE_BYTES, "%s", message);
    end(s);
}

static void hand_over(server *s)
{
    struct audits *a = s->audits;
    a->running = jobs_add(a->pool, &a->job->head);
    if (!a->running)
        fail(s, "another one goes on");
}

/* Requires that none goes on and that the store answers. */
static void begin(server *s, const char *by)
{
    struct audits *a = s->audits;
    const char *address = s->options->store, *file = file_of(address);
    felt_error error;
    a->job = calloc(1, sizeof *a->job);
    if (a->job == NULL) {
        server_log(s, "error", "audit", "could not be begun: out of memory");
        a->due_ms = s->now + HOUR_MS;
        return;
    }
    a->began_ms = s->now;
    snprintf(a->by, sizeof a->by, "%s", by);
    *a->job = (audit_job){.head.run = run_audit, .program = s->options->program, .stop = &a->stop};
    if (!make_folder(a, file)) {
        fail(s, "no folder can be made for the copy that is looked at");
        return;
    }
    snprintf(a->job->history, sizeof a->job->history, "%s/history.jsonl", a->folder);
    snprintf(a->job->store, sizeof a->job->store, "%s%.*s%s", file == NULL ? "" : "sqlite:", PATH_BYTES, file == NULL ? address : a->folder,
             file == NULL ? "" : "/copy.db");
    if (file == NULL)
        hand_over(s);
    else if (felt_backup_open(s->store, a->job->store + sizeof "sqlite:" - 1, &a->copy, &error) != FELT_OK)
        fail(s, error.message);
}

/* The next piece of the copy. */
static void copy_on(server *s)
{
    struct audits *a = s->audits;
    bool done = false;
    felt_error error;
    felt_status status = felt_backup_step(a->copy, PAGES, &done, &error);
    if (status == FELT_OK && !done)
        return;
    felt_backup_close(a->copy);
    a->copy = NULL;
    if (status == FELT_OK)
        hand_over(s);
    else
        fail(s, error.message);
}

bool audits_turn(server *s)
{
    struct audits *a = s->audits;
    if (a == NULL)
        return false;
    if (a->running && jobs_collect(a->pool) != NULL)
        end(s);
    if (a->copy != NULL)
        copy_on(s);
    if (a->job == NULL && s->now >= a->due_ms && s->store != NULL && s->stop_at == 0) {
        set_due(s); /* another process may have done it */
        if (s->now >= a->due_ms)
            begin(s, "");
    }
    return a->copy != NULL;
}

void audits_store_gone(server *s)
{
    if (s->audits == NULL || s->audits->copy == NULL)
        return;
    felt_backup_close(s->audits->copy);
    s->audits->copy = NULL;
    remove_files(s->audits);
    free_audit(&s->audits->job->head);
    s->audits->job = NULL;
}

void audits_open(server *s, void (*wake)(void *context), void *context)
{
    if (s->options->program == NULL)
        return;
    s->audits = calloc(1, sizeof *s->audits);
    if (s->audits == NULL)
        return;
    s->audits->due_ms = audits_due(s->started_ms, 0, s->options->audit_every_h);
    s->audits->pool = jobs_new(1, 1, wake, context);
    if (s->audits->pool != NULL) {
        set_due(s);
        return;
    }
    free(s->audits);
    s->audits = NULL;
}

void audits_close(server *s)
{
    struct audits *a = s->audits;
    if (a == NULL)
        return;
    atomic_store(&a->stop, true);
    audits_store_gone(s);
    bool left = a->job != NULL;
    jobs_free(a->pool, free_audit);
    if (left)
        remove_files(a);
    free(a);
    s->audits = NULL;
}

/* ---- calls ---- */

void http_audits(call *c)
{
    server *s = c->s;
    const struct audits *a = s->audits;
    wire *w = &s->answer;
    results found;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_bool(w, "running", a != NULL && a->job != NULL);
    if (a != NULL && a->job != NULL)
        wire_put_number(w, "since", a->began_ms);
    if (a != NULL && a->due_ms != INT64_MAX)
        wire_put_number(w, "due", a->due_ms);
    wire_key(w, "audits");
    wire_open(w, '[');
    felt_status status = look_at_results(s, w, &found);
    wire_close(w, ']');
    wire_close(w, '}');
    if (status == FELT_OK)
        http_json(s, c->exchange, 200, w, felt_text_from(""));
    else
        http_error(s, c->exchange, 503, "unavailable", "the store cannot be read now", "ask again later");
}

void http_audit(call *c)
{
    server *s = c->s;
    felt_text reason = http_text(c->body, "reason");
    people_change change = {.by = c->session.player.player, .what = felt_text_from("audit"), .reason = reason};
    wire *w = &s->answer;
    if (s->audits == NULL || s->store == NULL)
        http_error(s, c->exchange, 503, "unavailable", "no audit can be run now", "ask again later, or use `felt store audit`");
    else if (s->audits->job != NULL)
        http_error(s, c->exchange, 409, "busy", "an audit goes on", "wait for its result");
    else if (reason.length == 0 || reason.length > PEOPLE_REASON_BYTES_MAX)
        http_error(s, c->exchange, 422, "reason", "an audit needs a reason, of 1 to 200 bytes", "say why in `reason`");
    else if (http_log_change(s, c->exchange, change)) {
        begin(s, c->session.player.name);
        wire_clear(w);
        wire_open(w, '{');
        wire_put_bool(w, "ok", true);
        wire_close(w, '}');
        http_json(s, c->exchange, 200, w, felt_text_from(""));
    }
}
