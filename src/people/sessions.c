/* src/people/sessions.c - sessions: begun, found, renewed, ended. The store has only the hash of a token. */
#include "inside.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>
#include <time.h>

static void note_key(const uint8_t hash[PEOPLE_TOKEN_HASH_BYTES], char ret[NOTE_KEY_BYTES])
{
    sodium_bin2hex(ret, NOTE_KEY_BYTES, hash, PEOPLE_TOKEN_HASH_BYTES);
}

static felt_status refuse_session(people_refusal *no)
{
    return refuse(no, PEOPLE_SESSION_NONE, 0, "Sign in again.", "There is no such session, or it has ended.");
}

felt_status refuse_excluded(people_refusal *no, int64_t until_ms, int64_t now_ms)
{
    if (until_ms == PEOPLE_FOR_GOOD)
        return refuse(no, PEOPLE_EXCLUDED, 0, "Nobody can undo it. Bets that stand are played out and paid.",
                      "This player is excluded, as wished, for good.");
    char until[40] = "";
    struct tm parts;
    time_t seconds = (time_t)(until_ms / 1000);
    if (gmtime_r(&seconds, &parts) != NULL)
        strftime(until, sizeof until, "%Y-%m-%d %H:%M UTC", &parts);
    return refuse(no, PEOPLE_EXCLUDED, until_ms - now_ms, "Nobody can undo it before its time. Bets that stand are played out and paid.",
                  "This player is excluded, as wished, until %s.", until);
}

/* ---- remembering ---- */

static void remember(people *p, const uint8_t hash[PEOPLE_TOKEN_HASH_BYTES], const kept_session *session, int64_t now_ms)
{
    remembered_session *r = shelf_find(p->sessions, hash); /* the first bytes of a hash are a key as good as any */
    r = r != NULL ? r : shelf_add(p->sessions, hash);
    if (r == NULL) /* no memory: it will be read again */
        return;
    memcpy(r->hash, hash, sizeof r->hash);
    r->session = *session;
    r->read_ms = now_ms;
}

static const kept_session *remembered(people *p, const uint8_t hash[PEOPLE_TOKEN_HASH_BYTES], int64_t now_ms)
{
    const remembered_session *r = shelf_find(p->sessions, hash);
    if (r == NULL || sodium_memcmp(r->hash, hash, sizeof r->hash) != 0)
        return NULL;
    return p->options.shared && now_ms - r->read_ms >= p->options.recheck_ms ? NULL : &r->session;
}

static felt_status session_get(people *p, const uint8_t hash[PEOPLE_TOKEN_HASH_BYTES], int64_t now_ms, kept_session *ret,
                               people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    note_text text;
    felt_error error = {.message = ""};
    const kept_session *known = remembered(p, hash, now_ms);
    if (known != NULL) {
        *ret = *known;
        return FELT_OK;
    }
    note_key(hash, key);
    felt_status status = note_get(p, "session", key, &text, NULL, no);
    if (status == FELT_ENOTFOUND) {
        shelf_remove(p->sessions, hash);
        return refuse_session(no);
    }
    if (status != FELT_OK)
        return status;
    status = session_read((felt_text){text.bytes, text.length}, ret, &error);
    if (status != FELT_OK)
        return failed(no, status, &error);
    remember(p, hash, ret, now_ms);
    return FELT_OK;
}

static felt_status session_put(people *p, const uint8_t hash[PEOPLE_TOKEN_HASH_BYTES], const kept_session *session, int64_t now_ms,
                               people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    note_key(hash, key);
    felt_status status = note_put(p, "session", key, session_write(session), 0, no);
    if (status == FELT_OK)
        remember(p, hash, session, now_ms);
    return status;
}

/* ---- how long it lasts ---- */

static int64_t idle_of(const people *p, bool is_operator)
{
    return is_operator ? p->options.operator_idle_ms : p->options.session_idle_ms;
}

static int64_t end_of(const people *p, bool is_operator, int64_t begun_ms, int64_t now_ms)
{
    int64_t idle = now_ms + idle_of(p, is_operator);
    int64_t longest = begun_ms + (is_operator ? p->options.operator_longest_ms : p->options.session_longest_ms);
    return idle < longest ? idle : longest;
}

static felt_status session_drop(people *p, const uint8_t hash[PEOPLE_TOKEN_HASH_BYTES], people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    note_key(hash, key);
    felt_status status = note_remove(p, "session", key, no);
    if (status == FELT_OK)
        shelf_remove(p->sessions, hash);
    return status;
}

felt_status sessions_end(people *p, person *who, people_refusal *no)
{
    felt_status status = FELT_OK;
    for (int i = 0; i < who->session_count && status == FELT_OK; i++)
        status = session_drop(p, who->sessions[i], no);
    who->session_count = 0;
    who->epoch++; /* also for another process, which may remember some */
    return status;
}

/* Room for one more of a person's sessions. */
static felt_status make_room(people *p, person *who, people_refusal *no)
{
    if (who->session_count < PEOPLE_SESSIONS_MAX)
        return FELT_OK;
    felt_status status = session_drop(p, who->sessions[0], no);
    memmove(who->sessions[0], who->sessions[1], sizeof who->sessions - sizeof who->sessions[0]);
    who->session_count--;
    return status;
}

felt_status session_begin(people *p, felt_player_id player, person *who, int64_t version, int64_t now_ms,
                          char ret_token[PEOPLE_TOKEN_BYTES], people_refusal *no)
{
    char token[PEOPLE_TOKEN_BYTES];
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    if (people_excluded(&who->limits, now_ms))
        return refuse_excluded(no, who->limits.excluded_until_ms, now_ms);
    people_token_new(token);
    bool good = people_token_hash(felt_text_from(token), hash);
    assert(good);
    (void)good;
    felt_status status = make_room(p, who, no);
    memcpy(who->sessions[who->session_count++], hash, sizeof hash);
    if (status == FELT_OK)
        status = person_put(p, player, who, version, no);
    kept_session session = {player, now_ms, end_of(p, who->is_operator, now_ms, now_ms), who->epoch};
    if (status == FELT_OK)
        status = session_put(p, hash, &session, now_ms, no);
    if (status == FELT_OK)
        memcpy(ret_token, token, sizeof token);
    sodium_memzero(token, sizeof token);
    return status;
}

/* ---- what others call ---- */

felt_status people_session_open(people *p, felt_player_id player, int64_t now_ms, char ret_token[PEOPLE_TOKEN_BYTES], people_refusal *no)
{
    person who;
    int64_t version;
    felt_status status = person_get(p, player, &who, &version, no);
    return status == FELT_OK ? session_begin(p, player, &who, version, now_ms, ret_token, no) : status;
}

static felt_status find_hash(people *p, const uint8_t hash[PEOPLE_TOKEN_HASH_BYTES], int64_t now_ms, people_session *ret,
                             people_refusal *no)
{
    kept_session s;
    known_player *k;
    felt_status status = session_get(p, hash, now_ms, &s, no);
    if (status == FELT_OK)
        status = known_get(p, s.player, now_ms, &k, no);
    if (status != FELT_OK)
        return status;
    int64_t longest = k->player.is_operator ? p->options.operator_longest_ms : p->options.session_longest_ms;
    if (now_ms >= s.until_ms || s.epoch != k->epoch || now_ms - s.begun_ms >= longest)
        return refuse_session(no);
    int64_t idle = idle_of(p, k->player.is_operator);
    *ret = (people_session){k->player, s.begun_ms, s.until_ms, s.until_ms - now_ms < idle - idle / 4};
    ret->player.excluded_until_ms = people_excluded(&k->limits, now_ms) ? k->limits.excluded_until_ms : 0;
    ret->renew &= ret->player.excluded_until_ms == 0 && s.until_ms < end_of(p, k->player.is_operator, s.begun_ms, now_ms);
    return FELT_OK;
}

felt_status people_session_find(people *p, felt_text token, int64_t now_ms, people_session *ret, people_refusal *no)
{
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    return people_token_hash(token, hash) ? find_hash(p, hash, now_ms, ret, no) : refuse_session(no);
}

felt_status people_session_renew(people *p, felt_text token, int64_t now_ms, people_session *ret, people_refusal *no)
{
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    people_session found;
    kept_session s;
    if (!people_token_hash(token, hash))
        return refuse_session(no);
    felt_status status = find_hash(p, hash, now_ms, &found, no);
    if (status == FELT_OK)
        status = session_get(p, hash, now_ms, &s, no);
    if (status != FELT_OK)
        return status;
    if (found.player.excluded_until_ms != 0)
        return refuse_excluded(no, found.player.excluded_until_ms, now_ms);
    s.until_ms = end_of(p, found.player.is_operator, s.begun_ms, now_ms);
    status = session_put(p, hash, &s, now_ms, no);
    if (status == FELT_OK) {
        *ret = found;
        ret->until_ms = s.until_ms;
        ret->renew = false;
    }
    return status;
}

felt_status people_sign_out(people *p, felt_text token, int64_t now_ms, people_refusal *no)
{
    uint8_t hash[PEOPLE_TOKEN_HASH_BYTES];
    (void)now_ms;
    return people_token_hash(token, hash) ? session_drop(p, hash, no) : FELT_OK;
}

felt_status people_sign_out_all(people *p, felt_player_id player, int64_t now_ms, people_refusal *no)
{
    person who;
    int64_t version;
    (void)now_ms;
    felt_status status = person_get(p, player, &who, &version, no);
    if (status == FELT_OK)
        status = sessions_end(p, &who, no);
    return status == FELT_OK ? person_put(p, player, &who, version, no) : status;
}
