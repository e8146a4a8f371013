/* src/history/chain.c - the hash of a record, hexadecimal digits, and documents by their hashes. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

void felt_history_chain(const uint8_t previous[FELT_HISTORY_HASH_BYTES], int64_t table, int64_t sequence, felt_text record,
                        uint8_t ret[FELT_HISTORY_HASH_BYTES])
{
    hash_of_record(previous, table, sequence, record.bytes, record.length, ret);
}

/* ---- digits ---- */

static const char digits[] = "0123456789abcdef";

void history_put_hex(form_text *t, const uint8_t *bytes, size_t size)
{
    form_put(t, "\"");
    for (size_t i = 0; i < size; i++) {
        char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        form_put_bytes(t, pair, sizeof pair);
    }
    form_put(t, "\"");
}

static int digit_of(char c)
{
    const char *at = c == '\0' ? NULL : strchr(digits, c);
    return at == NULL ? -1 : (int)(at - digits);
}

bool history_read_hex(const json_t *value, size_t size, uint8_t *ret)
{
    if (!json_is_string(value) || json_string_length(value) != 2 * size)
        return false;
    const char *text = json_string_value(value);
    for (size_t i = 0; i < size; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        ret[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* ---- documents ---- */

const history_document *history_find(const history_documents *d, const uint8_t hash[HASH_BYTES])
{
    for (int i = 0; i < d->count; i++) {
        if (memcmp(d->list[i].hash, hash, HASH_BYTES) == 0)
            return &d->list[i];
    }
    return NULL;
}

felt_status history_keep(history_documents *d, const uint8_t hash[HASH_BYTES], felt_text text, felt_error *error)
{
    if (d->count == FELT_HISTORY_DOCUMENTS_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found more than %d documents", (int)FELT_HISTORY_DOCUMENTS_MAX);
    if (d->count == d->capacity) {
        int capacity = d->capacity == 0 ? 64 : 2 * d->capacity;
        history_document *list = realloc(d->list, (size_t)capacity * sizeof *list);
        if (list == NULL)
            return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
        d->list = list;
        d->capacity = capacity;
    }
    char *copy = NULL;
    if (text.bytes != NULL) {
        copy = malloc(text.length + 1);
        if (copy == NULL)
            return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
        memcpy(copy, text.bytes, text.length);
        copy[text.length] = '\0';
    }
    history_document *document = &d->list[d->count++];
    memcpy(document->hash, hash, HASH_BYTES);
    document->text = (felt_text){copy, text.length};
    return FELT_OK;
}

void history_documents_free(history_documents *d)
{
    for (int i = 0; i < d->count; i++)
        free((char *)d->list[i].text.bytes);
    free(d->list);
    *d = (history_documents){.list = NULL};
}
