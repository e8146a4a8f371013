/* src/people/notes.c - notes of the store, read into memory of the caller's and written from JSON. */
#include "inside.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { ARENA_BYTES = 4 * NOTE_BYTES_MAX };

void number_key(int64_t number, char ret[NOTE_KEY_BYTES])
{
    snprintf(ret, NOTE_KEY_BYTES, "%020" PRId64, number);
}

bool key_number(felt_text key, int64_t *ret)
{
    char again[NOTE_KEY_BYTES];
    int64_t number = 0;
    for (size_t i = 0; i < key.length; i++) {
        int digit = key.bytes[i] - '0';
        if (digit < 0 || digit > 9 || number > (INT64_MAX - digit) / 10)
            return false;
        number = 10 * number + digit;
    }
    number_key(number, again);
    if (!felt_text_is(key, again))
        return false;
    *ret = number;
    return true;
}

felt_status note_get(people *p, const char *kind, const char *key, note_text *ret, int64_t *ret_version, people_refusal *no)
{
    felt_error error = {.message = ""};
    felt_text text;
    if (p->store == NULL)
        return failed(no, felt_error_set(&error, FELT_EIO, -1, "the store is lost, and not open again yet"), &error);
    felt_arena *arena = felt_arena_new(ARENA_BYTES);
    if (arena == NULL)
        return no_memory(no);
    felt_status status = felt_store_note_get(p->store, arena, felt_text_from(kind), felt_text_from(key), &text, ret_version, &error);
    if (status == FELT_OK && text.length > sizeof ret->bytes)
        status = felt_error_set(&error, FELT_EDATA, -1, "the note %s %s is too long", kind, key);
    if (status == FELT_OK) {
        memcpy(ret->bytes, text.bytes, text.length);
        ret->length = text.length;
    }
    felt_arena_free(arena);
    return status == FELT_OK || status == FELT_ENOTFOUND ? status : failed(no, status, &error);
}

/* Into memory that is there: json_dumps leaves parts of a text out, in silence, when there is no memory for it to grow. */
felt_status note_put(people *p, const char *kind, const char *key, json_t *value, int64_t version, people_refusal *no)
{
    felt_error error = {.message = ""};
    char bytes[NOTE_BYTES_MAX];
    size_t length = value != NULL ? json_dumpb(value, bytes, sizeof bytes, JSON_COMPACT) : 0;
    json_decref(value);
    if (length == 0)
        return no_memory(no);
    felt_text text = {bytes, length};
    felt_status status = FELT_OK;
    if (length > sizeof bytes)
        status = felt_error_set(&error, FELT_EDATA, -1, "the note %s %s would be too long", kind, key);
    else if (version < 0)
        status = felt_store_note_add(p->store, felt_text_from(kind), felt_text_from(key), text, &error);
    else
        status = felt_store_note_set(p->store, felt_text_from(kind), felt_text_from(key), text, version, &error);
    sodium_memzero(bytes, sizeof bytes);
    return status == FELT_OK ? FELT_OK : failed(no, status, &error);
}

felt_status note_remove(people *p, const char *kind, const char *key, people_refusal *no)
{
    felt_error error = {.message = ""};
    felt_status status = felt_store_note_remove(p->store, felt_text_from(kind), felt_text_from(key), &error);
    return status == FELT_OK || status == FELT_ENOTFOUND ? FELT_OK : failed(no, status, &error);
}
