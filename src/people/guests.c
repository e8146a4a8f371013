/* src/people/guests.c - guests: a player with a few credits for everybody, but not many for one address. */
#include "inside.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { ADDRESS_KEY_BYTES = 32, ADDRESS_HASH_BYTES = 16 };

/* The key of today's hashes, made when the first is needed. Tomorrow it is swept away, and nobody can tell any more whose they were. */
static felt_status todays_key(people *p, int64_t day, uint8_t ret[ADDRESS_KEY_BYTES], people_refusal *no)
{
    char note[NOTE_KEY_BYTES], digits[2 * ADDRESS_KEY_BYTES + 1];
    note_text text;
    felt_error error = {.message = ""};
    number_key(day, note);
    felt_status status = note_get(p, "address-key", note, &text, NULL, no);
    if (status == FELT_OK) {
        status = bytes_read((felt_text){text.bytes, text.length}, "key", ret, ADDRESS_KEY_BYTES, &error);
        return status == FELT_OK ? FELT_OK : failed(no, status, &error);
    }
    if (status != FELT_ENOTFOUND)
        return status;
    randombytes_buf(ret, ADDRESS_KEY_BYTES);
    sodium_bin2hex(digits, sizeof digits, ret, ADDRESS_KEY_BYTES);
    return note_put(p, "address-key", note, json_pack("{s:s}", "key", digits), -1, no);
}

static felt_status credit_key(people *p, felt_text address, int64_t day, char ret[NOTE_KEY_BYTES], people_refusal *no)
{
    uint8_t key[ADDRESS_KEY_BYTES], place[PEOPLE_PLACE_BYTES], hash[ADDRESS_HASH_BYTES];
    char digits[2 * ADDRESS_HASH_BYTES + 1];
    felt_status status = todays_key(p, day, key, no);
    if (status != FELT_OK)
        return status;
    size_t length = people_place(address, place);
    crypto_generichash(hash, sizeof hash, place, length, key, sizeof key);
    sodium_memzero(key, sizeof key);
    snprintf(ret, NOTE_KEY_BYTES, "%020" PRId64 "/%s", day, sodium_bin2hex(digits, sizeof digits, hash, sizeof hash));
    return FELT_OK;
}

/* Counts a guest's credits for his address. */
static felt_status count_credit(people *p, felt_text address, int64_t now_ms, people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    note_text text;
    felt_error error = {.message = ""};
    int64_t day = people_day_of(now_ms, p->options.day_offset_ms), version = -1, given = 0;
    felt_status status = credit_key(p, address, day, key, no);
    if (status != FELT_OK)
        return status;
    status = note_get(p, "guest-credit", key, &text, &version, no);
    if (status != FELT_OK && status != FELT_ENOTFOUND)
        return status;
    if (status == FELT_OK && number_read((felt_text){text.bytes, text.length}, "credit", &given, &error) != FELT_OK)
        return failed(no, FELT_EDATA, &error);
    if (given > p->options.guest_address_cap.minor - p->options.guest_credit.minor) {
        int64_t tomorrow = (day + 1) * PEOPLE_DAY_MS - p->options.day_offset_ms;
        return refuse(no, PEOPLE_GUEST_CAP, tomorrow - now_ms, "Sign in to an account, or come back tomorrow.",
                      "Guests of this address have had all the credits there are for a day.");
    }
    return note_put(p, "guest-credit", key, json_pack("{s:I}", "credit", (json_int_t)(given + p->options.guest_credit.minor)), version, no);
}

static felt_status give_credit(people *p, felt_player_id player, int64_t now_ms, people_refusal *no)
{
    felt_error error = {.message = ""};
    felt_status status =
        felt_store_grant(p->store, player, p->options.guest_credit, felt_text_from("a guest's starting credit"), now_ms, &error);
    return status == FELT_OK ? FELT_OK : failed(no, status, &error);
}

felt_status people_guest(people *p, felt_text address, int64_t now_ms, people_player *ret, char ret_token[PEOPLE_TOKEN_BYTES],
                         people_refusal *no)
{
    person who = {.guest = true, .made_ms = now_ms, .limits = people_limits_none()};
    felt_player_id player;
    bool credit = p->options.guest_credit.minor > 0;
    felt_status status = credit ? count_credit(p, address, now_ms, no) : FELT_OK;
    if (status == FELT_OK)
        status = player_new(p, &player, no);
    if (status == FELT_OK && credit)
        status = give_credit(p, player, now_ms, no);
    if (status != FELT_OK)
        return status;
    snprintf(who.name, sizeof who.name, "Guest %" PRId64, player.number);
    status = session_begin(p, player, &who, -1, now_ms, ret_token, no);
    if (status == FELT_OK)
        *ret = player_of(player, &who);
    return status;
}
