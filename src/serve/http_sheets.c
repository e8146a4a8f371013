/* src/serve/http_sheets.c - sheets that anybody posts: checked and computed in processes of their own, a few at a time. */
#include "child.h"
#include "kept.h"
#include "posted.h"

#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACE_BYTES = 32,
    COUNT_SHOES = 1000, /* dealt where nobody says how many */
    COUNT_SHOES_MAX = 10000,
};

typedef enum sheet_verb { SHEET_CHECK = 0, SHEET_ODDS, SHEET_LOOK, SHEET_WORDS, SHEET_FORMAT, SHEET_DESIGN, SHEET_COUNT } sheet_verb;

/* What is asked of the program, and what its answer is called; NULL: it is an object already. */
static const struct {
    const char *verb, *option;
    const char *key;
    int worst; /* of its exit codes that are an answer: 3 where a sheet that does not compile is one */
} verbs[] = {
    [SHEET_CHECK] = {"check", "--json", "findings", 3},
    [SHEET_ODDS] = {"odds", "--json", "odds", 0},
    [SHEET_LOOK] = {"look", NULL, NULL, 3},
    [SHEET_WORDS] = {"look", NULL, "words", 0},
    [SHEET_FORMAT] = {"fmt", NULL, "text", 0},
    [SHEET_DESIGN] = {"design", "--json", NULL, 1},
    [SHEET_COUNT] = {"count", "--json", "counts", 0},
};

/* One posted sheet. */
typedef struct sheet_job {
    job head;
    net_exchange exchange;
    sheet_verb verb;
    const char *program;
    char *arguments[CHILD_ARGUMENTS_MAX + 1]; /* which are literals, in the body, or `place` */
    int argument_count;
    char place[PLACE_BYTES];
    json_t *body;                 /* which has the text and the settings */
    uint8_t question[HASH_BYTES]; /* all of that */
    int64_t came_ms;
    bool waited; /* for too long: who asked would not be answered in time */
    child_result result;
} sheet_job;

static void free_job(job *j)
{
    sheet_job *s = (sheet_job *)j;
    json_decref(s->body);
    free(s->result.output);
    free(s);
}

static void run_job(job *j)
{
    sheet_job *s = (sheet_job *)j;
    s->waited = server_now() - s->came_ms > POSTED_WAITING_MAX_MS;
    if (!s->waited)
        s->result = child_run(s->program, s->arguments, http_text(s->body, "text"), child_limits_strict());
}

/* ---- asking ---- */

static void add_argument(sheet_job *j, const char *text)
{
    if (j->argument_count < CHILD_ARGUMENTS_MAX)
        j->arguments[j->argument_count++] = (char *)(uintptr_t)text;
}

/* Option and value, where the body has one; false: it is none that can be. */
static bool add_value(sheet_job *j, const char *option, const json_t *value)
{
    if (value == NULL)
        return true;
    if (!posted_is_plain(value))
        return false;
    add_argument(j, option);
    add_argument(j, json_string_value(value));
    return true;
}

/* A list of texts, each with the option before it; false: it is none that can be. */
static bool add_list(sheet_job *j, const char *option, const char *name, size_t most)
{
    const json_t *list = json_object_get(j->body, name);
    if (list != NULL && (!json_is_array(list) || json_array_size(list) > most))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!add_value(j, option, json_array_get(list, i)))
            return false;
    return true;
}

static bool add_settings(sheet_job *j)
{
    return add_list(j, "--set", "set", 32) && add_value(j, "--wager", json_object_get(j->body, "wager")) &&
           add_value(j, "--shoe", json_object_get(j->body, "shoe")) && add_value(j, "--rounds", json_object_get(j->body, "rounds"));
}

/* What pays are looked for. Work and answer are bounded, so that it ends in the time that a child has. */
static bool add_target(sheet_job *j)
{
    static const char *const options[][2] = {{"--wager", "wager"},   {"--edge", "edge"},       {"--sd", "sd"},
                                             {"--top", "top"},       {"--pays", "pays"},       {"--prefer", "prefer"},
                                             {"--column", "column"}, {"--max-pay", "max_pay"}, {"--exposure", "exposure"}};
    add_argument(j, "--work");
    add_argument(j, "10000000");
    add_argument(j, "--limit");
    add_argument(j, "40");
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (!add_value(j, options[i][0], json_object_get(j->body, options[i][1])))
            return false;
    if (json_object_get(j->body, "exposure") != NULL) {
        add_argument(j, "--shoes");
        add_argument(j, "500");
    }
    return json_object_get(j->body, "wager") != NULL && json_object_get(j->body, "edge") != NULL && add_list(j, "--set", "set", 16) &&
           add_list(j, "--fix", "fix", 8);
}

/* What a counter can know and win of a wager. Without a shoe of its own, shoes are dealt, so many that a child has time for them. */
static bool add_counting(sheet_job *j)
{
    const json_t *shoe = json_object_get(j->body, "shoe"), *shoes = json_object_get(j->body, "shoes");
    int64_t count = shoes == NULL ? COUNT_SHOES : json_integer_value(shoes);
    add_argument(j, "--perfect");
    add_argument(j, "--threads");
    add_argument(j, "1");
    if (json_object_get(j->body, "wager") == NULL || !add_value(j, "--wager", json_object_get(j->body, "wager")) ||
        !add_list(j, "--set", "set", 32) || !add_value(j, "--shoe", shoe) || !add_value(j, "--cut", json_object_get(j->body, "cut")) ||
        count < 0 || count > COUNT_SHOES_MAX || (shoes != NULL && !json_is_integer(shoes)))
        return false;
    if (shoe == NULL || shoes != NULL) {
        snprintf(j->place, sizeof j->place, "%lld", (long long)count);
        add_argument(j, "--shoes");
        add_argument(j, j->place);
    }
    return true;
}

/* The place whose words are asked for; false: it is none. */
static bool add_place(sheet_job *j)
{
    const json_t *line = json_object_get(j->body, "line"), *column = json_object_get(j->body, "column");
    int64_t most = SERVER_SHEET_BYTES_MAX, down = json_integer_value(line), across = json_integer_value(column);
    if (down < 1 || across < 1 || down > FELT_SHEET_LINES_MAX || across > most + 1)
        return false;
    snprintf(j->place, sizeof j->place, "%lld:%lld", (long long)down, (long long)across);
    add_argument(j, "--at");
    add_argument(j, j->place);
    return true;
}

static sheet_job *make_job(call *c, sheet_verb verb)
{
    sheet_job *j = calloc(1, sizeof *j);
    if (j == NULL)
        return NULL;
    *j = (sheet_job){.head.run = run_job, .exchange = c->exchange, .verb = verb, .program = c->s->options->program};
    j->body = json_incref(c->body);
    j->came_ms = server_now();
    add_argument(j, "felt");
    add_argument(j, verbs[verb].verb);
    if (verbs[verb].option != NULL)
        add_argument(j, verbs[verb].option);
    return j;
}

static const char *wrong_body(sheet_job *j)
{
    felt_text text = http_text(j->body, "text");
    if (text.length == 0)
        return "expected `text`: the sheet";
    if (j->verb == SHEET_WORDS && !add_place(j))
        return "expected `line` and `column`: whole numbers from 1";
    if (j->verb == SHEET_ODDS && !add_settings(j))
        return "expected `set`: up to 32 texts such as \"decks=8\", and `wager`, `shoe` and `rounds`: texts, of 1 to 200 bytes each";
    if (j->verb == SHEET_DESIGN && !add_target(j))
        return "expected `wager` and `edge`: texts, and if you like `sd`, `top`, `exposure`, `max_pay`, `pays`, `prefer` and `column`: "
               "texts, "
               "`set`: up to 16 texts, `fix`: up to 8, of 1 to 200 bytes each";
    if (j->verb == SHEET_COUNT && !add_counting(j))
        return "expected `wager`: a text, and if you like `set`: up to 32 texts, `cut` and `shoe`: texts, of 1 to 200 bytes each, and "
               "`shoes`: a whole number up to 10000";
    add_argument(j, "-");
    return NULL;
}

/* All that the answer depends on. */
static void set_question(sheet_job *j)
{
    felt_text text = http_text(j->body, "text");
    uint8_t *so_far = j->question;
    hash_of(text.bytes, text.length, so_far);
    for (int i = 0; i < j->argument_count; i++) /* with its NUL, so that no two lists are one text */
        hash_of_two(so_far, HASH_BYTES, j->arguments[i], strlen(j->arguments[i]) + 1, so_far);
}

/* What somebody has asked before; false: nobody has, or it is not kept. */
static bool answer_again(call *c, sheet_job *j)
{
    felt_text answer;
    if (j == NULL || j->verb != SHEET_COUNT || !kept_find(c->s->counts, j->question, &answer))
        return false;
    wire_clear(&c->s->answer);
    wire_raw(&c->s->answer, answer);
    http_json(c->s, c->exchange, 200, &c->s->answer, felt_text_from(""));
    return true;
}

static void answer_sheet(call *c, sheet_verb verb)
{
    static const posted_words words = {.none = "this server does not look at sheets",
                                       .instead = "use `felt check` and `felt odds`",
                                       .large = "a posted sheet has 65536 bytes at most",
                                       .smaller = "make it smaller, or use `felt check`",
                                       .busy = "as many sheets wait as may"};
    jobs *pool = c->s->sheets;
    if (!posted_may(c, pool, http_text(c->body, "text").length, &words))
        return;
    sheet_job *j = make_job(c, verb);
    const char *wrong = j == NULL ? NULL : wrong_body(j);
    if (j != NULL && wrong == NULL)
        set_question(j);
    if (wrong == NULL && answer_again(c, j)) {
        free_job(&j->head);
        return;
    }
    if (!posted_queue(c, pool, j == NULL ? NULL : &j->head, wrong, &words) && j != NULL)
        free_job(&j->head);
}

void http_sheet_check(call *c)
{
    answer_sheet(c, SHEET_CHECK);
}

void http_sheet_odds(call *c)
{
    answer_sheet(c, SHEET_ODDS);
}

void http_sheet_look(call *c)
{
    answer_sheet(c, SHEET_LOOK);
}

void http_sheet_words(call *c)
{
    answer_sheet(c, SHEET_WORDS);
}

void http_sheet_format(call *c)
{
    answer_sheet(c, SHEET_FORMAT);
}

void http_sheet_design(call *c)
{
    answer_sheet(c, SHEET_DESIGN);
}

void http_sheet_count(call *c)
{
    answer_sheet(c, SHEET_COUNT);
}

/* ---- answering ---- */

/* What the program said, without its own name: "felt odds: there is no ..." */
static const char *complaint(child_result *r)
{
    char *line = strstr(r->errors, ": ");
    line = line == NULL ? r->errors : line + 2;
    line[strcspn(line, "\n")] = '\0';
    return line[0] == '\0' ? "the sheet cannot be computed" : line;
}

bool sheets_failed(server *s, net_exchange exchange, bool waited, const child_result *r)
{
    if (waited)
        http_error(s, exchange, 503, "busy", "other sheets took too long", "ask again in some seconds");
    else if (r->end == CHILD_FAILED)
        http_error(s, exchange, 503, "unavailable", "no process can be started for the sheet", "ask again later");
    else if (r->end == CHILD_TOO_LONG)
        http_error(s, exchange, 422, "too-long", "the sheet needs more than 2 seconds", "make it simpler, name one `wager`, or use `felt`");
    else if (r->end == CHILD_TOO_MUCH)
        http_error(s, exchange, 422, "too-much", "the answer has more than 1 MiB", "leave fewer choices by `set`, or name one `wager`");
    else if (r->end == CHILD_TOO_LARGE || r->code == 4)
        http_error(s, exchange, 422, "too-large", "the sheet needs more than 256 MiB of memory", "make it simpler, or use `felt`");
    else
        return false;
    return true;
}

static bool answer_failed(server *s, sheet_job *j)
{
    child_result *r = &j->result;
    net_exchange exchange = j->exchange;
    if (sheets_failed(s, exchange, j->waited, r))
        return true;
    if (r->code == 2 || (j->verb == SHEET_DESIGN && r->code == 1 && r->length == 0))
        http_error(s, exchange, 422, "settings", complaint(r), "look at the options of the sheet, and at its wagers");
    else if (r->code != 0 && j->verb == SHEET_FORMAT)
        http_error(s, exchange, 422, "sheet", "the sheet cannot be divided into words", "POST it to /api/sheets/check, which says where");
    else if (r->code == 3 && (j->verb == SHEET_DESIGN || j->verb == SHEET_COUNT))
        http_error(s, exchange, 422, "sheet", "the sheet does not compile", "POST it to /api/sheets/check, which says why");
    else if (r->code != 0 && j->verb == SHEET_ODDS)
        http_error(s, exchange, 422, "sheet", r->code == 3 ? "the sheet does not compile" : "a wager of the sheet is not complete",
                   "POST it to /api/sheets/check, which says why");
    else if (r->code > verbs[j->verb].worst)
        http_error(s, exchange, 503, "unavailable", "the sheet could not be looked at", "ask again later");
    else
        return false;
    return true;
}

static void answer_done(server *s, sheet_job *j)
{
    wire *w = &s->answer;
    child_result *r = &j->result;
    felt_text output = {r->output, r->length};
    const char *key = verbs[j->verb].key;
    if (answer_failed(s, j))
        return;
    while (j->verb != SHEET_FORMAT && output.length > 0 && output.bytes[output.length - 1] == '\n')
        output.length--;
    wire_clear(w);
    if (key != NULL)
        wire_open(w, '{');
    if (j->verb == SHEET_CHECK) {
        wire_put_bool(w, "compiles", r->code != 3);
        wire_put_bool(w, "good", r->code == 0);
    }
    if (key != NULL)
        wire_key(w, key);
    if (j->verb == SHEET_FORMAT)
        wire_text(w, output);
    else
        wire_raw(w, output);
    if (key != NULL)
        wire_close(w, '}');
    if (j->verb == SHEET_COUNT)
        kept_add(s->counts, j->question, wire_written(w));
    http_json(s, j->exchange, 200, w, felt_text_from(""));
}

void sheets_collect(server *s)
{
    for (job *j; s->sheets != NULL && (j = jobs_collect(s->sheets)) != NULL; free_job(j))
        answer_done(s, (sheet_job *)j);
}

void sheets_open(server *s, void (*wake)(void *context), void *context)
{
    s->sheets = jobs_new(SERVER_SHEETS_AT_ONCE, SERVER_SHEETS_WAITING, wake, context);
    s->counts = kept_new();
}

void sheets_close(server *s)
{
    jobs_free(s->sheets, free_job);
    kept_free(s->counts);
}
