/* src/people/players.c - players: as they are in the store, and what is remembered of them. */
#include "inside.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- in the store ---- */

felt_status person_get(people *p, felt_player_id player, person *ret, int64_t *ret_version, people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    note_text text;
    felt_error error = {.message = ""};
    number_key(player.number, key);
    felt_status status = note_get(p, "person", key, &text, ret_version, no);
    if (status == FELT_ENOTFOUND)
        return refuse(no, PEOPLE_PLAYER_UNKNOWN, 0, "Look at the number or the name.", "There is no player %" PRId64 ".", player.number);
    if (status != FELT_OK)
        return status;
    status = person_read((felt_text){text.bytes, text.length}, ret, &error);
    sodium_memzero(&text, sizeof text);
    return status == FELT_OK ? FELT_OK : failed(no, status, &error);
}

felt_status person_put(people *p, felt_player_id player, const person *who, int64_t version, people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    uint8_t shelf_key[SHELF_KEY_BYTES];
    number_key(player.number, key);
    felt_status status = note_put(p, "person", key, person_write(who), version, no);
    player_key(player, shelf_key);
    known_player *k = status == FELT_OK ? shelf_find(p->known, shelf_key) : NULL;
    if (k != NULL) {
        k->player = player_of(player, who);
        k->epoch = who->epoch;
        k->limits = who->limits;
    }
    return status;
}

felt_status player_new(people *p, felt_player_id *ret, people_refusal *no)
{
    uint8_t random[16];
    char name[2 + 2 * sizeof random + 1] = "p-";
    felt_error error = {.message = ""};
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(name + 2, sizeof name - 2, random, sizeof random);
    felt_status status = felt_store_player_add(p->store, felt_text_from(name), ret, &error);
    return status == FELT_OK ? FELT_OK : failed(no, status, &error);
}

felt_status name_get(people *p, const char *key, felt_player_id *ret, people_refusal *no)
{
    note_text text;
    felt_error error = {.message = ""};
    felt_status status = note_get(p, "name", key, &text, NULL, no);
    if (status != FELT_OK)
        return status;
    status = number_read((felt_text){text.bytes, text.length}, "player", &ret->number, &error);
    return status == FELT_OK ? FELT_OK : failed(no, status, &error);
}

/* ---- remembered ---- */

void player_key(felt_player_id player, uint8_t ret[SHELF_KEY_BYTES])
{
    memset(ret, 0, SHELF_KEY_BYTES);
    memcpy(ret, &player.number, sizeof player.number);
}

people_player player_of(felt_player_id player, const person *who)
{
    people_player ret = {.player = player,
                         .guest = who->guest,
                         .is_operator = who->is_operator,
                         .made_ms = who->made_ms,
                         .excluded_until_ms = who->limits.excluded_until_ms};
    memcpy(ret.name, who->name, sizeof ret.name);
    return ret;
}

felt_status known_sums(people *p, known_player *k, people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    note_text text;
    felt_error error = {.message = ""};
    kept_sums sums = {.last_ms = 0};
    int64_t version = 0;
    number_key(k->player.player.number, key);
    felt_status status = note_get(p, "sums", key, &text, &version, no);
    if (status == FELT_OK) {
        status = sums_read((felt_text){text.bytes, text.length}, &sums, &error);
        if (status != FELT_OK)
            return failed(no, status, &error);
    } else if (status != FELT_ENOTFOUND)
        return status;
    for (int i = 0; i < PEOPLE_DAYS; i++)
        people_sums_add(&sums.sums, &k->pending.days[i]);
    sums.last_ms = sums.last_ms > k->kept.last_ms ? sums.last_ms : k->kept.last_ms;
    k->kept = sums;
    k->sums_version = version;
    return FELT_OK;
}

static felt_status known_read(people *p, felt_player_id player, int64_t now_ms, known_player *k, people_refusal *no)
{
    person who;
    felt_status status = person_get(p, player, &who, NULL, no);
    if (status != FELT_OK)
        return status;
    k->player = player_of(player, &who);
    k->epoch = who.epoch;
    k->limits = who.limits;
    k->read_ms = now_ms;
    sodium_memzero(&who, sizeof who);
    return known_sums(p, k, no);
}

felt_status known_get(people *p, felt_player_id player, int64_t now_ms, known_player **ret, people_refusal *no)
{
    uint8_t key[SHELF_KEY_BYTES];
    player_key(player, key);
    known_player *k = shelf_find(p->known, key);
    bool is_new = k == NULL;
    if (!is_new && (!p->options.shared || now_ms - k->read_ms < p->options.recheck_ms)) {
        *ret = k;
        return FELT_OK;
    }
    k = is_new ? shelf_add(p->known, key) : k;
    if (k == NULL)
        return no_memory(no);
    felt_status status = known_read(p, player, now_ms, k, no);
    if (status == FELT_OK)
        *ret = k;
    else if (is_new)
        shelf_remove(p->known, key);
    return status;
}

felt_status known_keep(people *p, known_player *k, people_refusal *no)
{
    char key[NOTE_KEY_BYTES];
    number_key(k->player.player.number, key);
    felt_status status = note_put(p, "sums", key, sums_write(&k->kept), k->sums_version > 0 ? k->sums_version : -1, no);
    if (status == FELT_EDATA) { /* another process has kept some: add to those */
        status = known_sums(p, k, no);
        if (status == FELT_OK)
            status = note_put(p, "sums", key, sums_write(&k->kept), k->sums_version > 0 ? k->sums_version : -1, no);
    }
    if (status != FELT_OK)
        return status;
    k->sums_version++;
    k->pending = (people_sums){.days = {{.day = 0}}};
    return FELT_OK;
}

/* ---- what others call ---- */

felt_status people_find(people *p, felt_player_id player, int64_t now_ms, people_player *ret, people_refusal *no)
{
    known_player *k;
    felt_status status = known_get(p, player, now_ms, &k, no);
    if (status == FELT_OK) {
        *ret = k->player;
        ret->excluded_until_ms = people_excluded(&k->limits, now_ms) ? k->limits.excluded_until_ms : 0;
    }
    return status;
}

static felt_status unknown_name(people_refusal *no)
{
    return refuse(no, PEOPLE_PLAYER_UNKNOWN, 0, "Look at the number or the name.", "There is no player of that name.");
}

/* "Guest 4821" says its number itself. */
static bool guest_number(felt_text name, felt_player_id *ret)
{
    static const char guest[] = "Guest ";
    size_t at = sizeof guest - 1;
    int64_t number = 0;
    if (name.length <= at || name.length > at + 18 || memcmp(name.bytes, guest, at) != 0)
        return false;
    for (; at < name.length; at++) {
        if (name.bytes[at] < '0' || name.bytes[at] > '9')
            return false;
        number = 10 * number + (name.bytes[at] - '0');
    }
    ret->number = number;
    return true;
}

felt_status people_find_name(people *p, felt_text name, int64_t now_ms, people_player *ret, people_refusal *no)
{
    char key[PEOPLE_NAME_BYTES_MAX + 1];
    felt_player_id player;
    people_player found;
    if (guest_number(name, &player)) {
        felt_status status = people_find(p, player, now_ms, &found, no);
        if (status == FELT_OK && !felt_text_is(name, found.name))
            return unknown_name(no);
        if (status == FELT_OK)
            *ret = found;
        return status;
    }
    if (people_name_check(name, NULL) != FELT_OK)
        return unknown_name(no);
    people_name_key(name, key);
    felt_status status = name_get(p, key, &player, no);
    if (status == FELT_ENOTFOUND)
        return unknown_name(no);
    return status == FELT_OK ? people_find(p, player, now_ms, ret, no) : status;
}
