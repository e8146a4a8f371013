/* src/store/notes.c - notes, which may be replaced, and documents, which are known by their hashes. */
#include "../base/hash.h"
#include "border.h"

#include <assert.h>
#include <string.h>

/* ---- notes ---- */

static felt_status check_note(felt_text kind, felt_text key, felt_text value, felt_error *error)
{
    felt_status status = store_check_name(kind, "a note's kind", error);
    if (status == FELT_OK)
        status = store_check_length(key, 1, FELT_STORE_KEY_BYTES_MAX, "a note's key", error);
    return status == FELT_OK ? store_check_length(value, 0, FELT_STORE_NOTE_BYTES_MAX, "a note", error) : status;
}

static felt_status put_note(felt_store *store, felt_text kind, felt_text key, felt_text value, int64_t expected, const char *otherwise,
                            felt_error *error)
{
    bool done = false;
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = check_note(kind, key, value, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->note_put(store->db, kind, key, value, expected, &done, error));
    return status == FELT_OK && !done ? felt_error_set(error, FELT_EDATA, -1, "%s", otherwise) : status;
}

felt_status felt_store_note_add(felt_store *store, felt_text kind, felt_text key, felt_text value, felt_error *error)
{
    return put_note(store, kind, key, value, -1, "there is a note with that key", error);
}

felt_status felt_store_note_set(felt_store *store, felt_text kind, felt_text key, felt_text value, int64_t expected, felt_error *error)
{
    assert(expected >= 0);
    return put_note(store, kind, key, value, expected, "the note was changed or removed since it was read; read it again", error);
}

static bool take_note(void *context, const felt_note *note)
{
    ((store_wanted *)context)->version = note->version;
    store_take(context, note->value);
    return false;
}

felt_status felt_store_note_get(felt_store *store, felt_arena *arena, felt_text kind, felt_text key, felt_text *ret, int64_t *ret_version,
                                felt_error *error)
{
    store_wanted w = {.arena = arena};
    felt_status status = store_ready(store, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->note_get(store->db, kind, key, take_note, &w, error));
    if (status == FELT_OK)
        status = store_taken(&w, "note", ret, error);
    if (status == FELT_OK && ret_version != NULL)
        *ret_version = w.version;
    return status;
}

felt_status felt_store_note_remove(felt_store *store, felt_text kind, felt_text key, felt_error *error)
{
    bool done = false;
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->note_remove(store->db, kind, key, &done, error));
    return status == FELT_OK && !done ? felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such note") : status;
}

felt_status felt_store_notes(felt_store *store, felt_text kind, felt_text from, felt_note_see *see, void *context, felt_error *error)
{
    felt_status status = store_ready(store, error);
    return status != FELT_OK ? status : store_ended(store, store->engine->notes(store->db, kind, from, see, context, error));
}

/* ---- documents ---- */

felt_status felt_store_document_keep(felt_store *store, felt_text document, uint8_t ret[FELT_STORE_HASH_BYTES], felt_error *error)
{
    uint8_t hash[HASH_BYTES];
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = store_check_length(document, 0, FELT_STORE_DOCUMENT_BYTES_MAX, "a document", error);
    if (status != FELT_OK)
        return status;
    hash_of(document.bytes, document.length, hash);
    status = store_ended(store, store->engine->document_keep(store->db, hash, document, error));
    if (status == FELT_OK)
        memcpy(ret, hash, HASH_BYTES);
    return status;
}

felt_status felt_store_document_find(felt_store *store, felt_arena *arena, const uint8_t hash[FELT_STORE_HASH_BYTES], felt_text *ret,
                                     felt_error *error)
{
    felt_text found;
    uint8_t again[HASH_BYTES];
    char digits[2 * HASH_BYTES + 1];
    felt_status status = store_ready(store, error);
    if (status == FELT_OK)
        status = store_ended(store, store->engine->document_find(store->db, arena, hash, &found, error));
    if (status != FELT_OK)
        return status;
    hash_of(found.bytes, found.length, again);
    hash_digits(hash, digits);
    if (memcmp(again, hash, HASH_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "the document kept as %s was changed in the store; restore a backup", digits);
    *ret = found;
    return FELT_OK;
}
