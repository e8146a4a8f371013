/* src/people/person.c - what is kept of a player: JSON to structs and back. */
#include "person.h"

#include <sodium.h>
#include <string.h>

static felt_status malformed(felt_error *error, const char *what)
{
    return felt_error_set(error, FELT_EDATA, -1, "a note is malformed: %s", what);
}

/* The JSON library does not always say that memory ran out: then it has nothing to say, or says the same of a good text only once. */
json_t *json_from(felt_text text, bool *ret_no_memory)
{
    json_error_t why = {.text = ""};
    json_t *value = NULL;
    for (int i = 0; i < 2 && value == NULL; i++)
        value = json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
    *ret_no_memory = value == NULL && (why.text[0] == '\0' || json_error_code(&why) == json_error_out_of_memory);
    return value;
}

/* Is this what was written? The library also leaves letters of a text out, in silence, when there is no memory for it to grow. */
static bool reads_as_written(const json_t *value, felt_text text)
{
    char again[NOTE_BYTES_MAX];
    size_t length = json_dumpb(value, again, sizeof again, JSON_COMPACT);
    bool same = length == text.length && memcmp(again, text.bytes, length) == 0;
    sodium_memzero(again, sizeof again);
    return same;
}

static felt_status open_object(felt_text text, json_t **ret, felt_error *error)
{
    if (text.length > NOTE_BYTES_MAX)
        return malformed(error, "it is too long");
    for (int i = 0; i < 2; i++) {
        bool no_memory;
        json_t *object = json_from(text, &no_memory);
        if (no_memory)
            return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
        if (json_is_object(object) && reads_as_written(object, text)) {
            *ret = object;
            return FELT_OK;
        }
        json_decref(object);
    }
    return malformed(error, "found something else than one JSON object without spaces");
}

/* ---- fields: false where there is none of that kind ---- */

static bool get_number(const json_t *value, int64_t *ret)
{
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *ret = json_integer_value(value);
    return true;
}

static bool get_text(const json_t *value, char *ret, size_t size)
{
    if (!json_is_string(value) || json_string_length(value) >= size)
        return false;
    memcpy(ret, json_string_value(value), json_string_length(value) + 1);
    return strlen(ret) == json_string_length(value);
}

static bool get_bytes(const json_t *value, uint8_t *ret, size_t size)
{
    size_t length = 0;
    return json_is_string(value) && json_string_length(value) == 2 * size &&
           sodium_hex2bin(ret, size, json_string_value(value), 2 * size, NULL, &length, NULL) == 0 && length == size;
}

static bool get_numbers(const json_t *array, int64_t *ret, size_t count)
{
    if (!json_is_array(array) || json_array_size(array) != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!get_number(json_array_get(array, i), &ret[i]))
            return false;
    return true;
}

static json_t *bytes_json(const uint8_t *bytes, size_t size)
{
    char digits[2 * RESET_HASH_BYTES + 1];
    return json_string(sodium_bin2hex(digits, sizeof digits, bytes, size));
}

/* An object, or NULL when one of what was put into it is: `put` takes the value over whatever it is. */
static bool put(json_t *object, const char *name, json_t *value)
{
    return json_object_set_new(object, name, value) == 0;
}

static json_t *whole(json_t *object, bool complete)
{
    if (complete)
        return object;
    json_decref(object);
    return NULL;
}

/* ---- limits ---- */

static bool get_limits(const json_t *object, people_limits *ret)
{
    *ret = people_limits_none();
    for (int i = 0; i < PEOPLE_LIMIT_COUNT; i++) {
        const json_t *value = json_object_get(object, people_limit_text((people_limit_kind)i));
        int64_t numbers[3];
        if (value == NULL)
            continue;
        if (!get_numbers(value, numbers, 3))
            return false;
        ret->limits[i] = (people_limit){numbers[0], numbers[1], numbers[2]};
    }
    const json_t *excluded = json_object_get(object, "excluded");
    return excluded == NULL || get_number(excluded, &ret->excluded_until_ms);
}

static bool put_limits(json_t *object, const people_limits *limits)
{
    bool done = true;
    for (int i = 0; i < PEOPLE_LIMIT_COUNT; i++) {
        const people_limit *limit = &limits->limits[i];
        if (limit->now != PEOPLE_UNLIMITED || limit->from_ms != 0)
            done &= put(object, people_limit_text((people_limit_kind)i),
                        json_pack("[I, I, I]", (json_int_t)limit->now, (json_int_t)limit->next, (json_int_t)limit->from_ms));
    }
    if (limits->excluded_until_ms != 0)
        done &= put(object, "excluded", json_integer(limits->excluded_until_ms));
    return done;
}

/* ---- a person ---- */

static bool get_reset(const json_t *object, person *ret)
{
    const json_t *code = json_object_get(object, "reset");
    return code == NULL ||
           (get_bytes(code, ret->reset, sizeof ret->reset) && get_number(json_object_get(object, "reset-until"), &ret->reset_until_ms));
}

static bool get_sessions(const json_t *array, person *ret)
{
    if (array != NULL && (!json_is_array(array) || json_array_size(array) > PEOPLE_SESSIONS_MAX))
        return false;
    ret->session_count = (int)json_array_size(array);
    for (int i = 0; i < ret->session_count; i++)
        if (!get_bytes(json_array_get(array, (size_t)i), ret->sessions[i], sizeof ret->sessions[i]))
            return false;
    return true;
}

static json_t *sessions_json(const person *who)
{
    json_t *array = json_array();
    bool done = true;
    for (int i = 0; i < who->session_count; i++)
        done &= json_array_append_new(array, bytes_json(who->sessions[i], sizeof who->sessions[i])) == 0;
    return whole(array, done);
}

static const char *get_person(const json_t *object, person *ret)
{
    const json_t *hash = json_object_get(object, "passphrase");
    ret->guest = json_is_true(json_object_get(object, "guest"));
    ret->is_operator = json_is_true(json_object_get(object, "operator"));
    ret->was_operator = json_is_true(json_object_get(object, "was-operator"));
    if (!get_text(json_object_get(object, "name"), ret->name, sizeof ret->name))
        return "found no name of a person";
    if (!get_number(json_object_get(object, "made"), &ret->made_ms) || !get_number(json_object_get(object, "epoch"), &ret->epoch))
        return "found no time or epoch of a person";
    if (hash != NULL && !get_text(hash, ret->hash, sizeof ret->hash))
        return "found a passphrase of a person that is no hash";
    if (!get_sessions(json_object_get(object, "sessions"), ret))
        return "found sessions of a person that are none";
    if (!get_reset(object, ret))
        return "found a code of a person that is none";
    return get_limits(object, &ret->limits) ? NULL : "found a limit of a person that is none";
}

felt_status person_read(felt_text text, person *ret, felt_error *error)
{
    json_t *object;
    person who = {.made_ms = 0};
    felt_status status = open_object(text, &object, error);
    if (status != FELT_OK)
        return status;
    const char *wrong = get_person(object, &who);
    json_decref(object);
    if (wrong != NULL)
        return malformed(error, wrong);
    *ret = who;
    return FELT_OK;
}

json_t *person_write(const person *who)
{
    json_t *object = json_object();
    bool done = put(object, "name", json_string(who->name)) && put(object, "guest", json_boolean(who->guest)) &&
                put(object, "operator", json_boolean(who->is_operator)) && put(object, "made", json_integer(who->made_ms)) &&
                put(object, "epoch", json_integer(who->epoch));
    if (who->was_operator)
        done &= put(object, "was-operator", json_true());
    if (who->session_count > 0)
        done &= put(object, "sessions", sessions_json(who));
    if (who->hash[0] != '\0')
        done &= put(object, "passphrase", json_string(who->hash));
    if (who->reset_until_ms != 0)
        done &= put(object, "reset", bytes_json(who->reset, sizeof who->reset)) &&
                put(object, "reset-until", json_integer(who->reset_until_ms));
    done &= put_limits(object, &who->limits);
    return whole(object, done);
}

/* ---- sums ---- */

/* Each day is [day, staked, returned, milliseconds]. */
static bool get_days(const json_t *array, people_sums *ret)
{
    if (!json_is_array(array) || json_array_size(array) > PEOPLE_DAYS)
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        int64_t numbers[4];
        if (!get_numbers(json_array_get(array, i), numbers, 4))
            return false;
        people_day_sum day = {numbers[0], numbers[1], numbers[2], numbers[3]};
        people_sums_add(ret, &day);
    }
    return true;
}

felt_status sums_read(felt_text text, kept_sums *ret, felt_error *error)
{
    json_t *object;
    kept_sums sums = {.last_ms = 0};
    felt_status status = open_object(text, &object, error);
    if (status != FELT_OK)
        return status;
    bool good = get_days(json_object_get(object, "days"), &sums.sums) && get_number(json_object_get(object, "last"), &sums.last_ms);
    json_decref(object);
    if (!good)
        return malformed(error, "found sums of days that are none");
    *ret = sums;
    return FELT_OK;
}

json_t *sums_write(const kept_sums *sums)
{
    json_t *object = json_object(), *days = json_array();
    bool done = true;
    for (int i = 0; i < PEOPLE_DAYS; i++) {
        const people_day_sum *day = &sums->sums.days[i];
        if (day->day != 0)
            done &= json_array_append_new(days, json_pack("[I, I, I, I]", (json_int_t)day->day, (json_int_t)day->staked,
                                                          (json_int_t)day->returned, (json_int_t)day->played_ms)) == 0;
    }
    done &= put(object, "days", days) && put(object, "last", json_integer(sums->last_ms));
    return whole(object, done);
}

/* ---- a session ---- */

felt_status session_read(felt_text text, kept_session *ret, felt_error *error)
{
    json_t *object;
    kept_session s;
    felt_status status = open_object(text, &object, error);
    if (status != FELT_OK)
        return status;
    bool good = get_number(json_object_get(object, "player"), &s.player.number) &&
                get_number(json_object_get(object, "begun"), &s.begun_ms) && get_number(json_object_get(object, "until"), &s.until_ms) &&
                get_number(json_object_get(object, "epoch"), &s.epoch);
    json_decref(object);
    if (!good)
        return malformed(error, "found a session that is none");
    *ret = s;
    return FELT_OK;
}

json_t *session_write(const kept_session *session)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "player", (json_int_t)session->player.number, "begun", (json_int_t)session->begun_ms, "until",
                     (json_int_t)session->until_ms, "epoch", (json_int_t)session->epoch);
}

/* ---- small ones ---- */

felt_status number_read(felt_text text, const char *name, int64_t *ret, felt_error *error)
{
    json_t *object;
    felt_status status = open_object(text, &object, error);
    if (status != FELT_OK)
        return status;
    bool good = get_number(json_object_get(object, name), ret);
    json_decref(object);
    return good ? FELT_OK : malformed(error, "found no number where one was expected");
}

felt_status bytes_read(felt_text text, const char *name, uint8_t *ret, size_t size, felt_error *error)
{
    json_t *object;
    felt_status status = open_object(text, &object, error);
    if (status != FELT_OK)
        return status;
    bool good = get_bytes(json_object_get(object, name), ret, size);
    json_decref(object);
    return good ? FELT_OK : malformed(error, "found no hexadecimal digits where some were expected");
}
