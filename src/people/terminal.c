/* src/people/terminal.c - felt/people.h: operators and players, as they are looked after at the terminal. */
#include "inside.h"

#include <assert.h>
#include <felt/people.h>
#include <sodium.h>
#include <string.h>

static_assert((int)FELT_PASSPHRASE_BYTES_MAX == (int)PEOPLE_PASSPHRASE_BYTES_MAX, "one limit for passphrases");
static_assert((int)FELT_CHANGE_BYTES_MAX == (int)PEOPLE_CHANGE_BYTES_MAX, "one limit for changes");

felt_status felt_person_check(felt_text name, felt_text passphrase, felt_error *error)
{
    felt_status status = people_name_check(name, error);
    return status == FELT_OK ? people_passphrase_check(passphrase, name, error) : status;
}

/* ---- one batch ---- */

typedef struct request {
    felt_text name, passphrase;
    int64_t now_ms;
} request;

typedef felt_status deed(people *p, const request *r, people_refusal *no);

/* A refusal at the terminal is an error of the caller's data. */
static felt_status said(felt_status status, const people_refusal *no, felt_error *error)
{
    felt_status as = status;
    if (status == FELT_ELIMIT)
        as = no->code == PEOPLE_PLAYER_UNKNOWN ? FELT_ENOTFOUND : FELT_EDATA;
    return felt_error_set(error, as, -1, "%s", no->sentence);
}

static felt_status in_batch(felt_store *store, deed *act, const request *r, felt_error *error)
{
    people_options options = people_defaults();
    people_refusal no = {.sentence = ""};
    people *p;
    options.workers = 0;
    felt_status status = people_open(store, &options, &p, &no);
    if (status != FELT_OK)
        return said(status, &no, error);
    status = felt_store_begin(store, error);
    if (status == FELT_OK) {
        status = act(p, r, &no);
        if (status == FELT_OK)
            status = felt_store_commit(store, error);
        else {
            felt_store_rollback(store, NULL);
            status = said(status, &no, error);
        }
    }
    people_close(p);
    return status;
}

/* ---- operators ---- */

static felt_status log_operator(people *p, felt_player_id player, const char *what, const char *before, const char *after, int64_t now_ms,
                                people_refusal *no)
{
    people_change change = {.what = felt_text_from(what),
                            .player = player,
                            .before = felt_text_from(before),
                            .after = felt_text_from(after),
                            .reason = felt_text_from("at the terminal")};
    return people_log(p, &change, now_ms, no);
}

static felt_status set_passphrase(const people *p, felt_text passphrase, person *who, people_refusal *no)
{
    return crew_hash(passphrase, p->options.hash_operations, p->options.hash_bytes, who->hash) ? FELT_OK : no_memory(no);
}

static felt_status keep_operator(people *p, felt_player_id player, person *who, int64_t version, const request *r, people_refusal *no)
{
    who->is_operator = true;
    who->reset_until_ms = 0;
    felt_status status = set_passphrase(p, r->passphrase, who, no);
    if (status == FELT_OK)
        status = sessions_end(p, who, no);
    if (status == FELT_OK)
        status = person_put(p, player, who, version, no);
    return status == FELT_OK ? log_operator(p, player, "operator", "false", "true", r->now_ms, no) : status;
}

/* An account that had the role before gets it again; nobody else's account is taken over by mistake. */
static felt_status add_again(people *p, felt_player_id player, const request *r, people_refusal *no)
{
    person who;
    int64_t version;
    felt_status status = person_get(p, player, &who, &version, no);
    if (status != FELT_OK)
        return status;
    if (who.is_operator || !who.was_operator)
        return refuse(no, PEOPLE_NAME_TAKEN, 0, "Choose another name.", "somebody has the name '%.*s', or one that looks like it",
                      FELT_TEXT_ARGS(r->name));
    return keep_operator(p, player, &who, version, r, no);
}

static felt_status add(people *p, const request *r, people_refusal *no)
{
    char key[PEOPLE_NAME_BYTES_MAX + 1];
    person who = {.made_ms = r->now_ms, .limits = people_limits_none()};
    felt_player_id player;
    people_name_key(r->name, key);
    felt_status status = name_get(p, key, &player, no);
    if (status == FELT_OK)
        return add_again(p, player, r, no);
    if (status != FELT_ENOTFOUND)
        return status;
    memcpy(who.name, r->name.bytes, r->name.length);
    status = player_new(p, &player, no);
    if (status == FELT_OK)
        status = note_put(p, "name", key, json_pack("{s:I}", "player", (json_int_t)player.number), -1, no);
    return status == FELT_OK ? keep_operator(p, player, &who, -1, r, no) : status;
}

felt_status felt_operator_add(felt_store *store, felt_text name, felt_text passphrase, int64_t now_ms, felt_error *error)
{
    request r = {name, passphrase, now_ms};
    felt_status status = felt_person_check(name, passphrase, error);
    return status == FELT_OK ? in_batch(store, add, &r, error) : status;
}

/* The account of that name, which must have the role. */
static felt_status find_operator(people *p, const request *r, felt_player_id *ret_player, person *ret, int64_t *ret_version,
                                 people_refusal *no)
{
    people_player found;
    felt_status status = people_find_name(p, r->name, r->now_ms, &found, no);
    if (status == FELT_OK)
        status = person_get(p, found.player, ret, ret_version, no);
    if (status == FELT_OK ? !ret->is_operator : status == FELT_ELIMIT)
        return refuse(no, PEOPLE_PLAYER_UNKNOWN, 0, "List them.", "there is no operator '%.*s'", FELT_TEXT_ARGS(r->name));
    if (status == FELT_OK)
        *ret_player = found.player;
    return status;
}

static felt_status reset(people *p, const request *r, people_refusal *no)
{
    felt_player_id player;
    person who;
    int64_t version;
    felt_status status = find_operator(p, r, &player, &who, &version, no);
    if (status == FELT_OK)
        status = set_passphrase(p, r->passphrase, &who, no);
    if (status != FELT_OK)
        return status;
    who.reset_until_ms = 0;
    status = sessions_end(p, &who, no);
    if (status == FELT_OK)
        status = person_put(p, player, &who, version, no);
    return status == FELT_OK ? log_operator(p, player, "passphrase", "", "", r->now_ms, no) : status;
}

felt_status felt_operator_reset(felt_store *store, felt_text name, felt_text passphrase, int64_t now_ms, felt_error *error)
{
    request r = {name, passphrase, now_ms};
    felt_status status = people_passphrase_check(passphrase, name, error);
    return status == FELT_OK ? in_batch(store, reset, &r, error) : status;
}

static felt_status remove_role(people *p, const request *r, people_refusal *no)
{
    felt_player_id player;
    person who;
    int64_t version;
    felt_status status = find_operator(p, r, &player, &who, &version, no);
    return status == FELT_OK ? people_operator_set(p, (felt_player_id){0}, player, false, felt_text_from("at the terminal"), r->now_ms, no)
                             : status;
}

felt_status felt_operator_remove(felt_store *store, felt_text name, int64_t now_ms, felt_error *error)
{
    request r = {.name = name, .now_ms = now_ms};
    return in_batch(store, remove_role, &r, error);
}

/* ---- the list ---- */

typedef struct listing_of_operators {
    felt_operator_see *see;
    void *context;
    felt_error *error;
    felt_status status;
} listing_of_operators;

static bool see_person(void *context, const felt_note *note)
{
    listing_of_operators *l = context;
    person who;
    int64_t number;
    l->status = person_read(note->value, &who, l->error);
    if (l->status == FELT_OK && !key_number(note->key, &number))
        l->status = felt_error_set(l->error, FELT_EDATA, -1, "the key of a person is no number");
    if (l->status != FELT_OK)
        return false;
    felt_operator found = {{number}, who.name, who.made_ms};
    bool more = !who.is_operator || l->see(l->context, &found);
    sodium_memzero(&who, sizeof who);
    return more;
}

felt_status felt_operator_list(felt_store *store, felt_operator_see *see, void *context, felt_error *error)
{
    listing_of_operators l = {see, context, error, FELT_OK};
    felt_status status = felt_store_notes(store, felt_text_from("person"), felt_text_from(""), see_person, &l, error);
    return status == FELT_OK ? l.status : status;
}

/* ---- the log of changes ---- */

felt_status felt_change_log(felt_store *store, const felt_change *change, int64_t now_ms, felt_error *error)
{
    people_refusal no = {.sentence = ""};
    felt_table_id log = {0};
    people_change done = {.what = change->what, .about = change->about, .before = change->before, .after = change->after};
    felt_status status = change_keep(store, &log, &done, json_null(), now_ms, &no);
    return status == FELT_OK ? FELT_OK : said(status, &no, error);
}
