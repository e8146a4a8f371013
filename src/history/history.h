/* src/history/history.h - what the files of a history share: events as JSON, and what a file has of documents. */
#ifndef FELT_SRC_HISTORY_HISTORY_H
#define FELT_SRC_HISTORY_HISTORY_H

#include "../base/hash.h"
#include "../base/json.h"
#include "../form/form.h"

#include <felt/history.h>

#define HISTORY_NUMBER_MAX (INT64_C(1) << 53) /* so that every reader of JSON takes it */

/* events.c: an event as JSON. False where it has a number that does not fit, or cards that are none: then its record is written as
 * bytes. */
bool history_put_event(form_text *t, const felt_event *event);

/* The event of a JSON object. FELT_EDATA: it is none, and the message says why. */
felt_status history_read_event(const json_t *object, felt_event *ret, felt_error *error);

/* Events of a record's bytes, one after the other; grows `ret`. FELT_EDATA, FELT_ENOMEM. */
felt_status history_split(felt_text record, felt_events *ret, felt_error *error);

/* hex.c: digits and back; false: they are none. `ret` has room for half as many bytes. */
void history_put_hex(form_text *t, const uint8_t *bytes, size_t size);
bool history_read_hex(const json_t *value, size_t size, uint8_t *ret);

/* Documents by their hashes. */
typedef struct history_document {
    uint8_t hash[HASH_BYTES];
    felt_text text; /* bytes NULL: only known to be written */
} history_document;

typedef struct history_documents {
    history_document *list;
    int count, capacity;
} history_documents;

const history_document *history_find(const history_documents *documents, const uint8_t hash[HASH_BYTES]);

/* Keeps a copy of the text, or only its hash. FELT_ELIMIT, FELT_ENOMEM. */
felt_status history_keep(history_documents *documents, const uint8_t hash[HASH_BYTES], felt_text text, felt_error *error);
void history_documents_free(history_documents *documents);

/* ends.c: the table that the last call of felt_history_ends_table was of ends with this opening. FELT_ENOMEM. */
felt_status history_ends_opening(felt_history_ends *ends, felt_text opening, felt_error *error);

#endif
