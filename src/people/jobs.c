/* src/people/jobs.c - what needs a passphrase: it is hashed by the crew, and what follows from it is done when it is collected. */
#include "inside.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* Small letters, spaces and hyphens make no difference: the code may have been read over the telephone. */
void code_hash(felt_text code, uint8_t ret[RESET_HASH_BYTES])
{
    char plain[PEOPLE_PASSPHRASE_BYTES_MAX];
    size_t length = 0;
    for (size_t i = 0; i < code.length && i < sizeof plain; i++) {
        char c = code.bytes[i];
        if (c != '-' && c != ' ')
            plain[length++] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    crypto_generichash(ret, RESET_HASH_BYTES, (const unsigned char *)plain, length, NULL, 0);
    sodium_memzero(plain, sizeof plain);
}

/* ---- starting ---- */

static felt_status refuse_wrong(people_refusal *no)
{
    return refuse(no, PEOPLE_SIGN_IN_WRONG, 0, "Look at both, and try again. An operator can give you a code for a new passphrase.",
                  "There is no account with this name and passphrase.");
}

static felt_status check_new_passphrase(felt_text passphrase, felt_text name, people_refusal *no)
{
    felt_error error;
    if (people_passphrase_check(passphrase, name, &error) == FELT_OK)
        return FELT_OK;
    return refuse(no, PEOPLE_PASSPHRASE_BAD, 0, "Choose another; a few words are good.", "%s", error.message);
}

/* What can be refused before anything is hashed. A passphrase that is only to be compared is compared whatever it is. */
static felt_status check_job(const people_job *job, people_refusal *no)
{
    felt_error error;
    bool named = job->kind != PEOPLE_JOB_CHANGE, registers = job->kind == PEOPLE_JOB_REGISTER;
    if (named && people_name_check(job->name, &error) != FELT_OK) {
        if (registers)
            return refuse(no, PEOPLE_NAME_BAD, 0, "Choose another name.", "%s", error.message);
        return refuse_wrong(no);
    }
    if (registers)
        return check_new_passphrase(job->passphrase, job->name, no);
    if (job->passphrase.length > PEOPLE_PASSPHRASE_BYTES_MAX ||
        (job->passphrase.length > 0 && memchr(job->passphrase.bytes, '\0', job->passphrase.length) != NULL))
        return refuse_wrong(no);
    return job->kind == PEOPLE_JOB_SIGN_IN ? FELT_OK : check_new_passphrase(job->fresh, job->name, no);
}

/* Only a guest, who is not excluded, becomes an account. */
static felt_status check_guest(const person *who, int64_t now_ms, people_refusal *no)
{
    if (!who->guest)
        return refuse(no, PEOPLE_NOT_GUEST, 0, "Sign out first.", "This is an account already.");
    if (people_excluded(&who->limits, now_ms))
        return refuse_excluded(no, who->limits.excluded_until_ms, now_ms);
    return FELT_OK;
}

static felt_status refuse_taken(people_refusal *no)
{
    return refuse(no, PEOPLE_NAME_TAKEN, 0, "Choose another name.", "Somebody has this name, or one that looks like it.");
}

static felt_status look_register(people *p, const waiting_job *job, int64_t now_ms, people_refusal *no)
{
    person who;
    felt_player_id other;
    felt_status status = name_get(p, job->key, &other, no);
    if (status == FELT_OK)
        return refuse_taken(no);
    if (status != FELT_ENOTFOUND)
        return status;
    if (job->player.number == 0)
        return FELT_OK;
    status = person_get(p, job->player, &who, NULL, no);
    return status == FELT_OK ? check_guest(&who, now_ms, no) : status;
}

/* The player and the hash to compare with; an unknown name is no refusal yet, and takes as long. */
static felt_status look_known(people *p, waiting_job *job, crew_task *task, people_refusal *no)
{
    person who;
    felt_status status = job->kind != PEOPLE_JOB_CHANGE ? name_get(p, job->key, &job->player, no) : FELT_OK;
    if (status == FELT_OK)
        status = person_get(p, job->player, &who, NULL, no);
    if (status == FELT_ENOTFOUND || status == FELT_ELIMIT) {
        job->player = (felt_player_id){0};
        return FELT_OK;
    }
    if (status != FELT_OK)
        return status;
    task->known = who.hash[0] != '\0';
    memcpy(task->hash, who.hash, sizeof task->hash);
    sodium_memzero(&who, sizeof who);
    return FELT_OK;
}

static felt_text place_text(const waiting_job *job)
{
    return (felt_text){(const char *)job->place, job->place_length};
}

/* Attempts at an account count under its name, or its number. */
static felt_text account_text(const waiting_job *job)
{
    if (job->kind == PEOPLE_JOB_CHANGE)
        return (felt_text){(const char *)&job->player, sizeof job->player};
    return felt_text_from(job->key);
}

static felt_status refuse_wait(people_refusal *no, int64_t wait_ms)
{
    return refuse(no, PEOPLE_WAIT, wait_ms, "Wait, and try again.", "There were too many attempts; wait for %lld seconds.",
                  (long long)((wait_ms + 999) / 1000));
}

/* Accounts are for good: an address makes some at once, and then one a minute. */
static felt_status count_registration(people *p, const waiting_job *job, int64_t now_ms, people_refusal *no)
{
    int64_t wait = 0;
    return people_rate_take(p->registrations, place_text(job), 1, now_ms, &wait) ? FELT_OK : refuse_wait(no, wait);
}

static felt_status count_attempt(people *p, const waiting_job *job, int64_t now_ms, people_refusal *no)
{
    if (job->kind == PEOPLE_JOB_REGISTER)
        return count_registration(p, job, now_ms, no);
    int64_t by_name = people_attempts_wait(p->by_name, account_text(job), now_ms);
    int64_t by_place = people_attempts_wait(p->by_place, place_text(job), now_ms);
    int64_t wait = by_name > by_place ? by_name : by_place;
    if (wait > 0)
        return refuse_wait(no, wait);
    if (people_attempts_begin(p->by_name, account_text(job), now_ms) && people_attempts_begin(p->by_place, place_text(job), now_ms))
        return FELT_OK;
    return no_memory(no);
}

static void copy_text(felt_text text, char *ret)
{
    if (text.length > 0)
        memcpy(ret, text.bytes, text.length);
    ret[text.length] = '\0';
}

static void fill_job(const people_job *given, waiting_job *job, crew_task *task)
{
    bool registers = given->kind == PEOPLE_JOB_REGISTER;
    *job = (waiting_job){.taken = true, .kind = given->kind, .player = given->player, .context = given->context};
    *task = (crew_task){.verify = given->kind == PEOPLE_JOB_SIGN_IN || given->kind == PEOPLE_JOB_CHANGE,
                        .make = given->kind != PEOPLE_JOB_SIGN_IN};
    job->place_length = people_place(given->address, job->place);
    if (given->kind != PEOPLE_JOB_CHANGE) {
        copy_text(given->name, job->name);
        people_name_key(given->name, job->key);
    }
    if (given->kind == PEOPLE_JOB_RECOVER)
        code_hash(given->passphrase, job->code);
    else if (!registers)
        copy_text(given->passphrase, task->passphrase);
    if (task->make)
        copy_text(registers ? given->passphrase : given->fresh, task->fresh);
}

static waiting_job *free_job(people *p)
{
    for (int i = 0; i < PEOPLE_QUEUE_MAX; i++)
        if (!p->jobs[i].taken)
            return &p->jobs[i];
    return NULL;
}

felt_status people_check_start(people *p, const people_job *given, int64_t now_ms, people_refusal *no)
{
    crew_task task;
    assert(p->crew != NULL);
    felt_status status = check_job(given, no);
    waiting_job *job = free_job(p);
    if (status != FELT_OK)
        return status;
    if (job == NULL)
        return refuse(no, PEOPLE_BUSY, 1000, "Try again in a moment.", "Too many people are signing in.");
    fill_job(given, job, &task);
    status = given->kind == PEOPLE_JOB_REGISTER ? look_register(p, job, now_ms, no) : look_known(p, job, &task, no);
    if (status == FELT_OK)
        status = count_attempt(p, job, now_ms, no);
    if (status == FELT_OK && !crew_put(p->crew, &task, job)) /* there is room: as many jobs as places in its line */
        status = no_memory(no);
    job->taken = status == FELT_OK;
    sodium_memzero(&task, sizeof task);
    return status;
}

/* ---- collecting ---- */

/* A passphrase that was changed meanwhile is not that which was looked at. */
static felt_status finish_sign_in(people *p, const waiting_job *job, const crew_task *task, int64_t now_ms, people_result *ret)
{
    person who;
    int64_t version;
    felt_status status = person_get(p, job->player, &who, &version, &ret->no);
    if (status == FELT_OK && strcmp(who.hash, task->hash) != 0)
        return refuse_wrong(&ret->no);
    if (status == FELT_OK && task->made_again)
        memcpy(who.hash, task->made, sizeof who.hash);
    if (status == FELT_OK)
        status = session_begin(p, job->player, &who, version, now_ms, ret->token, &ret->no);
    if (status == FELT_OK)
        ret->player = player_of(job->player, &who);
    return status;
}

/* A person with a new passphrase: all sessions end, and one begins. */
static felt_status renew_person(people *p, felt_player_id player, person *who, int64_t version, const char *hash, int64_t now_ms,
                                people_result *ret)
{
    memcpy(who->hash, hash, sizeof who->hash);
    who->reset_until_ms = 0;
    felt_status status = sessions_end(p, who, &ret->no);
    if (status == FELT_OK)
        status = session_begin(p, player, who, version, now_ms, ret->token, &ret->no);
    if (status == FELT_OK)
        ret->player = player_of(player, who);
    return status;
}

/* Everything is looked at once more: it may have changed while the passphrase was hashed. */
static felt_status finish_register(people *p, const waiting_job *job, const char *hash, int64_t now_ms, people_result *ret)
{
    person who = {.guest = true, .made_ms = now_ms, .limits = people_limits_none()};
    felt_player_id player = job->player;
    int64_t version = -1;
    felt_status status = look_register(p, job, now_ms, &ret->no);
    if (status == FELT_OK)
        status = player.number != 0 ? person_get(p, player, &who, &version, &ret->no) : player_new(p, &player, &ret->no);
    if (status == FELT_OK)
        status = note_put(p, "name", job->key, json_pack("{s:I}", "player", (json_int_t)player.number), -1, &ret->no);
    if (status != FELT_OK)
        return status;
    who.guest = false;
    memcpy(who.name, job->name, sizeof who.name);
    return renew_person(p, player, &who, version, hash, now_ms, ret);
}

/* A new passphrase, after the old one fitted or a code did. */
static felt_status finish_change(people *p, const waiting_job *job, const crew_task *task, int64_t now_ms, people_result *ret)
{
    person who;
    int64_t version;
    felt_status status = person_get(p, job->player, &who, &version, &ret->no);
    if (status != FELT_OK)
        return status;
    if (job->kind == PEOPLE_JOB_RECOVER && (who.reset_until_ms <= now_ms || sodium_memcmp(who.reset, job->code, sizeof who.reset) != 0))
        return refuse_wrong(&ret->no);
    if (job->kind == PEOPLE_JOB_CHANGE && strcmp(who.hash, task->hash) != 0)
        return refuse_wrong(&ret->no);
    if (people_excluded(&who.limits, now_ms))
        return refuse_excluded(&ret->no, who.limits.excluded_until_ms, now_ms);
    return renew_person(p, job->player, &who, version, task->made, now_ms, ret);
}

static felt_status finish_job(people *p, const waiting_job *job, const crew_task *task, int64_t now_ms, people_result *ret)
{
    if (task->failed)
        return no_memory(&ret->no);
    if (job->kind == PEOPLE_JOB_REGISTER)
        return finish_register(p, job, task->made, now_ms, ret);
    if (job->player.number == 0 || (task->verify && !task->matched))
        return refuse_wrong(&ret->no);
    if (job->kind == PEOPLE_JOB_SIGN_IN)
        return finish_sign_in(p, job, task, now_ms, ret);
    return finish_change(p, job, task, now_ms, ret);
}

/* An attempt that did not fail does not count; nor do, for the account, those before it. */
static void forgive(people *p, const waiting_job *job)
{
    if (job->kind == PEOPLE_JOB_REGISTER)
        return;
    people_attempts_succeed(p->by_name, account_text(job), true);
    people_attempts_succeed(p->by_place, place_text(job), false);
}

int people_collect(people *p, int64_t now_ms, people_done *done, void *context)
{
    crew_task task;
    void *place;
    int count = 0;
    for (; p->crew != NULL && crew_take(p->crew, &task, &place); count++) {
        waiting_job *job = place;
        people_result result = {.kind = job->kind, .context = job->context};
        result.status = finish_job(p, job, &task, now_ms, &result);
        if (result.status != FELT_ELIMIT || result.no.code != PEOPLE_SIGN_IN_WRONG) /* the passphrase was right */
            forgive(p, job);
        done(context, &result);
        sodium_memzero(&result, sizeof result);
        sodium_memzero(&task, sizeof task);
        *job = (waiting_job){.taken = false};
    }
    return count;
}

bool people_collectable(people *p)
{
    return p->crew != NULL && crew_has_done(p->crew);
}
