/* src/people/people.c - opening and closing, and the words of refusals. */
#include "inside.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- refusals ---- */

const char *people_code_text(people_code code)
{
    static const char *const texts[] = {
        "fine",         "failed",    "name-bad",       "name-taken",    "passphrase-bad", "sign-in-wrong", "wait",      "busy",
        "session-none", "excluded",  "over-stake",     "over-day-loss", "over-week-loss", "over-day-time", "limit-bad", "exclusion-shorter",
        "guest-cap",    "not-guest", "player-unknown", "not-operator",  "operator-last",  "amount-bad",    "reason-bad"};
    static_assert(sizeof texts / sizeof *texts == PEOPLE_CODE_COUNT, "a text for each code");
    assert(code >= 0 && code < PEOPLE_CODE_COUNT);
    return texts[code];
}

felt_status refuse(people_refusal *no, people_code code, int64_t wait_ms, const char *advice, const char *format, ...)
{
    va_list args;
    if (no == NULL)
        return FELT_ELIMIT;
    *no = (people_refusal){.code = code, .wait_ms = wait_ms};
    snprintf(no->advice, sizeof no->advice, "%s", advice);
    va_start(args, format);
    vsnprintf(no->sentence, sizeof no->sentence, format, args);
    va_end(args);
    return FELT_ELIMIT;
}

felt_status failed(people_refusal *no, felt_status status, const felt_error *error)
{
    const char *message = error->message[0] != '\0' ? error->message : felt_status_text(status);
    refuse(no, PEOPLE_FAILED, 0, "Try again.", "%s", message);
    return status == FELT_ELIMIT || status == FELT_ENOTFOUND || status == FELT_ERANGE ? FELT_EDATA : status;
}

felt_status no_memory(people_refusal *no)
{
    refuse(no, PEOPLE_FAILED, 0, "Try again.", "out of memory");
    return FELT_ENOMEM;
}

felt_status reason_check(felt_text reason, bool needed, people_refusal *no)
{
    char copy[PEOPLE_REASON_BYTES_MAX];
    if (reason.length > PEOPLE_REASON_BYTES_MAX)
        return refuse(no, PEOPLE_REASON_BAD, 0, "Give a shorter one.", "The reason has %zu bytes; there is room for %d.", reason.length,
                      PEOPLE_REASON_BYTES_MAX);
    if (needed && reason.length == 0)
        return refuse(no, PEOPLE_REASON_BAD, 0, "Say why; it is kept in the log.", "This needs a reason.");
    if (!felt_text_equal(felt_text_printable(reason, copy), reason))
        return refuse(no, PEOPLE_REASON_BAD, 0, "Give it as plain text.", "The reason has something in it that is no text.");
    return FELT_OK;
}

/* ---- opening ---- */

enum { ATTEMPTS_REMEMBERED = 65536, FREE_BY_NAME = 5, FREE_BY_PLACE = 20, REGISTRATIONS = 20, REGISTRATIONS_PER_MINUTE = 1 };
#define LONGEST_BY_NAME_MS INT64_C(30000) /* short: others must not be able to lock somebody out */
#define LONGEST_BY_PLACE_MS INT64_C(900000)

people_options people_defaults(void)
{
    return (people_options){.guest_credit = {100000},
                            .guest_address_cap = {1000000},
                            .large_win = {1000000},
                            .session_idle_ms = 30 * PEOPLE_DAY_MS,
                            .session_longest_ms = 180 * PEOPLE_DAY_MS,
                            .operator_idle_ms = PEOPLE_HOUR_MS,
                            .operator_longest_ms = 12 * PEOPLE_HOUR_MS,
                            .recheck_ms = 10000,
                            .sums_lag_ms = 10000,
                            .remembered = 65536,
                            .workers = 1,
                            .hash_operations = crypto_pwhash_OPSLIMIT_INTERACTIVE,
                            .hash_bytes = crypto_pwhash_MEMLIMIT_INTERACTIVE};
}

static bool keep_listed(const void *record)
{
    return ((const known_player *)record)->listed != LISTED_NOT;
}

static bool make_parts(people *p)
{
    p->sessions = shelf_new(p->options.remembered, sizeof(remembered_session), NULL);
    p->known = shelf_new(p->options.remembered, sizeof(known_player), keep_listed);
    p->by_name = people_attempts_new(ATTEMPTS_REMEMBERED, FREE_BY_NAME, LONGEST_BY_NAME_MS);
    p->by_place = people_attempts_new(ATTEMPTS_REMEMBERED, FREE_BY_PLACE, LONGEST_BY_PLACE_MS);
    p->registrations = people_rate_new(ATTEMPTS_REMEMBERED, REGISTRATIONS, REGISTRATIONS_PER_MINUTE);
    return p->sessions != NULL && p->known != NULL && p->by_name != NULL && p->by_place != NULL && p->registrations != NULL;
}

static felt_status start_crew(people *p, people_refusal *no)
{
    crew_options options = {p->options.workers, p->options.hash_operations, p->options.hash_bytes, p->options.wake,
                            p->options.wake_context};
    felt_error error = {.message = "cannot start a thread to hash passphrases with"};
    felt_status status = options.workers > 0 ? crew_new(&options, &p->crew) : FELT_OK;
    return status == FELT_OK ? FELT_OK : failed(no, status, &error);
}

felt_status people_open(felt_store *store, const people_options *options, people **ret, people_refusal *no)
{
    felt_error error = {.message = "libsodium does not work here"};
    assert(options->remembered > 0 && options->workers >= 0 && options->workers <= PEOPLE_WORKERS_MAX);
    assert(options->guest_credit.minor >= 0 && options->guest_credit.minor <= FELT_STORE_AMOUNT_MAX);
    if (sodium_init() < 0)
        return failed(no, FELT_EIO, &error);
    people *p = calloc(1, sizeof *p);
    if (p == NULL)
        return no_memory(no);
    p->store = store;
    p->options = *options;
    felt_status status = make_parts(p) ? start_crew(p, no) : no_memory(no);
    if (status == FELT_OK)
        *ret = p;
    else
        people_close(p);
    return status;
}

void people_close(people *p)
{
    if (p == NULL)
        return;
    crew_free(p->crew);
    shelf_free(p->sessions);
    shelf_free(p->known);
    free(p->soon.players);
    free(p->late.players);
    people_attempts_free(p->by_name);
    people_attempts_free(p->by_place);
    people_rate_free(p->registrations);
    free(p);
}

void people_forget(people *p, felt_store *store)
{
    p->store = store;
    p->log = (felt_table_id){0};
    p->soon.count = p->late.count = 0;
    p->sweep_from[0] = '\0';
    shelf_clear(p->sessions);
    shelf_clear(p->known);
}
