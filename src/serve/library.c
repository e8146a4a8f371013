/* src/serve/library.c - the sheets that the server knows: those that it deals, and those that come with Felt.
 *
 * What is said of them is the same as long as the server runs. It is computed by another process when somebody first asks, for the event
 * loop has no time for it and PAR sheets need libraries that draw, and kept then, up to LIBRARY_KEPT_MAX bytes of all. */
#include "base/hash.h"
#include "child.h"
#include "jobs.h"
#include "server.h"

#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIBRARY_MAX = 256, LIBRARY_AT_ONCE = 2, LIBRARY_WAITING = 32, LIBRARY_JOBS = 128, LIBRARY_KEPT_MAX = 64 << 20, ETAG_BYTES = 19 };

typedef enum library_kind { LIBRARY_FINDINGS = 0, LIBRARY_ODDS, LIBRARY_PAR, LIBRARY_KINDS } library_kind;

/* What is said of one sheet in one way. */
typedef struct library_answer {
    bool asked; /* a process is at it */
    bool again; /* it was computed before, and failed or was not kept */
    char *body; /* NULL: nobody has asked, or it was too much to be kept */
    size_t length;
    char etag[ETAG_BYTES];
    net_exchange waiting[LIBRARY_WAITING];
    int waiting_count;
} library_answer;

typedef struct library_sheet {
    const felt_sheet *sheet;
    library_answer answers[LIBRARY_KINDS];
} library_sheet;

struct library {
    library_sheet sheets[LIBRARY_MAX];
    int count;
    size_t kept;
    jobs *jobs;
};

typedef struct library_job {
    job head;
    int sheet;
    library_kind kind;
    const char *program;
    felt_text text;
    char name[FELT_SHEET_NAME_BYTES_MAX + 16];
    child_result result;
    char etag[ETAG_BYTES];
} library_job;

/* ---- opening ---- */

int library_count(const server *s)
{
    return s->library->count;
}

const felt_sheet *library_sheet_at(const server *s, int at)
{
    return s->library->sheets[at].sheet;
}

int library_find(const server *s, felt_text name)
{
    for (int i = 0; i < s->library->count; i++)
        if (felt_text_equal(s->library->sheets[i].sheet->short_name, name))
            return i;
    return -1;
}

static void put_up(server *s, const felt_sheet *sheet)
{
    if (s->library->count < LIBRARY_MAX && library_find(s, sheet->short_name) < 0)
        s->library->sheets[s->library->count++].sheet = sheet;
}

static int by_name(const void *a, const void *b)
{
    felt_text first = ((const library_sheet *)a)->sheet->name, second = ((const library_sheet *)b)->sheet->name;
    int order = memcmp(first.bytes, second.bytes, first.length < second.length ? first.length : second.length);
    return order != 0 ? order : (first.length > second.length) - (first.length < second.length);
}

bool library_open(server *s, void (*wake)(void *context), void *context)
{
    const felt_tables *tables = s->options->tables;
    s->library = calloc(1, sizeof *s->library);
    if (s->library == NULL)
        return false;
    for (int t = 0; t < tables->count; t++) /* first, for where two have one name it is the one that is dealt */
        for (int i = 0; i < felt_book_sheet_count(tables->list[t].book); i++)
            put_up(s, felt_book_sheet_at(tables->list[t].book, i));
    for (int i = 0; i < s->options->sheet_count; i++)
        put_up(s, s->options->sheets[i]);
    qsort(s->library->sheets, (size_t)s->library->count, sizeof *s->library->sheets, by_name);
    s->library->jobs = jobs_new(LIBRARY_AT_ONCE, LIBRARY_JOBS, wake, context);
    return s->library->jobs != NULL;
}

static void free_job(job *j)
{
    free(((library_job *)j)->result.output);
    free(j);
}

void library_close(server *s)
{
    if (s->library == NULL)
        return;
    jobs_free(s->library->jobs, free_job);
    for (int i = 0; i < s->library->count; i++)
        for (int k = 0; k < LIBRARY_KINDS; k++)
            free(s->library->sheets[i].answers[k].body);
    free(s->library);
}

/* ---- in a thread beside the loop ---- */

/* JSON without the white space that is for people. */
static void squeeze(child_result *r)
{
    size_t length = 0;
    bool quoted = false;
    for (size_t i = 0; i < r->length; i++) {
        char c = r->output[i];
        if (quoted && c == '\\' && i + 1 < r->length)
            r->output[length++] = r->output[i++];
        else if (c == '"')
            quoted = !quoted;
        if (quoted || (c != ' ' && c != '\n'))
            r->output[length++] = r->output[i];
    }
    r->length = length;
}

static void run_job(job *head)
{
    static const child_limits limits = {.cpu_s = 20, .wall_ms = 25000, .memory_bytes = 512 << 20, .output_bytes = 8 << 20};
    static const char *const verbs[LIBRARY_KINDS] = {"check", "odds", "par"}, *const flags[LIBRARY_KINDS] = {"--json", "--json",
                                                                                                             "--output=-"};
    library_job *j = (library_job *)head;
    char program[] = "felt", verb[8], flag[16], named[] = "--name", input[] = "-";
    char *const arguments[] = {program, verb, flag, named, j->name, input, NULL};
    snprintf(verb, sizeof verb, "%s", verbs[j->kind]);
    snprintf(flag, sizeof flag, "%s", flags[j->kind]);
    j->result = child_run(j->program, arguments, j->text, limits);
    uint8_t hash[HASH_BYTES];
    char digits[2 * HASH_BYTES + 1];
    if (j->kind != LIBRARY_PAR)
        squeeze(&j->result);
    hash_of(j->result.output, j->result.length, hash);
    hash_digits(hash, digits);
    snprintf(j->etag, sizeof j->etag, "\"%.16s\"", digits);
}

/* ---- asking ---- */

static bool start(server *s, int sheet, library_kind kind)
{
    const felt_sheet *known = s->library->sheets[sheet].sheet;
    library_job *j = calloc(1, sizeof *j);
    if (j == NULL)
        return false;
    *j = (library_job){.head.run = run_job, .sheet = sheet, .kind = kind, .program = s->options->program, .text = known->text};
    snprintf(j->name, sizeof j->name, "%.*s.felt", FELT_TEXT_ARGS(known->short_name));
    bool added = jobs_add(s->library->jobs, &j->head);
    if (!added)
        free_job(&j->head);
    return added;
}

static void answer_pdf(server *s, net_exchange exchange, const felt_sheet *sheet, const library_answer *a)
{
    char header[FELT_SHEET_NAME_BYTES_MAX + 80], name[FELT_SHEET_NAME_BYTES_MAX + 1];
    size_t length = sheet->short_name.length < sizeof name - 1 ? sheet->short_name.length : sizeof name - 1;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)sheet->short_name.bytes[i];
        name[i] = (char)(c < 0x21 || c > 0x7e || c == '"' || c == '\\' || c == ';' ? '_' : c);
    }
    name[length] = '\0';
    int count = snprintf(header, sizeof header, "Content-Disposition: attachment; filename=\"%s.par.pdf\"\r\n", name);
    net_respond(s->net, exchange,
                &(net_reply){.status = 200,
                             .type = "application/pdf",
                             .cache = "no-cache",
                             .etag = felt_text_from(a->etag),
                             .headers = {header, (size_t)count},
                             .body = {a->body, a->length}});
}

static void answer_json(server *s, net_exchange exchange, const felt_sheet *sheet, library_kind kind, const library_answer *a)
{
    wire *w = &s->answer;
    wire_clear(w);
    wire_open(w, '{');
    wire_put_text(w, "sheet", sheet->short_name);
    wire_key(w, kind == LIBRARY_ODDS ? "odds" : "findings");
    wire_raw(w, (felt_text){a->body, a->length});
    wire_close(w, '}');
    if (w->failed)
        http_error(s, exchange, 503, "no-memory", "the server has no memory for the answer", "ask again later");
    else
        net_respond(s->net, exchange,
                    &(net_reply){.status = 200, .cache = "no-cache", .etag = felt_text_from(a->etag), .body = wire_written(w)});
}

static void answer_one(server *s, net_exchange exchange, int sheet, library_kind kind)
{
    const library_sheet *known = &s->library->sheets[sheet];
    if (kind == LIBRARY_PAR)
        answer_pdf(s, exchange, known->sheet, &known->answers[kind]);
    else
        answer_json(s, exchange, known->sheet, kind, &known->answers[kind]);
}

static void ask(call *c, library_kind kind)
{
    server *s = c->s;
    library_answer *a = &s->library->sheets[c->sheet].answers[kind];
    int64_t wait;
    if (a->body != NULL)
        answer_one(s, c->exchange, c->sheet, kind);
    else if (s->options->program == NULL)
        http_error(s, c->exchange, 503, "unavailable", "this server does not look at sheets", "use `felt odds` and `felt par`");
    else if (a->waiting_count == LIBRARY_WAITING)
        http_error(s, c->exchange, 503, "busy", "as many wait for this as may", "ask again in some seconds");
    else if (!a->asked && a->again && !people_rate_take(s->rate_sheets, c->request->address, 1, s->now, &wait))
        http_error(s, c->exchange, 429, "too-fast", "more sheets than are looked at in a minute", "wait, then ask again");
    else if (!a->asked && !start(s, c->sheet, kind))
        http_error(s, c->exchange, 503, "busy", "as many sheets wait as may", "ask again in some seconds");
    else {
        a->asked = a->again = true;
        a->waiting[a->waiting_count++] = c->exchange;
    }
}

void http_known_findings(call *c)
{
    ask(c, LIBRARY_FINDINGS);
}

void http_known_odds(call *c)
{
    ask(c, LIBRARY_ODDS);
}

void http_known_par(call *c)
{
    ask(c, LIBRARY_PAR);
}

/* ---- answering ---- */

static bool is_good(const library_job *j)
{
    int most = j->kind == LIBRARY_FINDINGS ? 1 : 0; /* findings are an answer, and so it says */
    return j->result.end == CHILD_EXITED && j->result.code <= most && j->result.length > 0;
}

static void refuse(server *s, net_exchange exchange, const library_job *j)
{
    if (j->result.end == CHILD_EXITED && j->result.code == 1)
        http_error(s, exchange, 422, "sheet", "a wager of the sheet is not complete, so that it has no odds",
                   "ask for the findings of the sheet, which say why");
    else
        http_error(s, exchange, 503, "unavailable", "this could not be computed; the log says why", "ask again later, or use `felt`");
}

static void finish(server *s, library_job *j)
{
    library_answer *a = &s->library->sheets[j->sheet].answers[j->kind];
    bool good = is_good(j);
    a->asked = false;
    if (good) {
        a->body = j->result.output;
        a->length = j->result.length;
        memcpy(a->etag, j->etag, sizeof a->etag);
        j->result.output = NULL;
    } else
        server_log(s, "error", "sheet", "%s: child ended with %d, code %d: %.300s", j->name, (int)j->result.end, j->result.code,
                   j->result.errors);
    for (int i = 0; i < a->waiting_count; i++) {
        if (good)
            answer_one(s, a->waiting[i], j->sheet, j->kind);
        else
            refuse(s, a->waiting[i], j);
    }
    a->waiting_count = 0;
    if (good && s->library->kept + a->length > LIBRARY_KEPT_MAX) {
        free(a->body);
        a->body = NULL;
    } else if (good)
        s->library->kept += a->length;
}

void library_collect(server *s)
{
    for (job *j; (j = jobs_collect(s->library->jobs)) != NULL; free_job(j))
        finish(s, (library_job *)j);
}
