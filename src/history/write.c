/* src/history/write.c - a history line by line. What is written is what a reader can make the same bytes of; where that is not so, a record
 * is written as the bytes that it is. */
#include "history.h"

#include <felt/game.h>
#include <stdlib.h>
#include <string.h>

struct felt_history_writer {
    felt_history_put *put;
    void *context;
    history_documents written; /* documents, and games by the hash of what is written of them */
    felt_events events;        /* of the record at hand */
    int64_t tables, records;
};

static felt_status no_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

/* Hands the line over, and begins anew. */
static felt_status put_line(felt_history_writer *w, form_text *t, felt_error *error)
{
    form_put(t, "\n");
    felt_status status = FELT_OK;
    if (t->failed)
        status = no_memory(error);
    else if (t->length > FELT_HISTORY_LINE_BYTES_MAX)
        status =
            felt_error_set(error, FELT_ELIMIT, -1, "a line of %zu bytes is longer than %d", t->length, (int)FELT_HISTORY_LINE_BYTES_MAX);
    else if (!w->put(w->context, (felt_text){t->bytes, t->length}))
        status = felt_error_set(error, FELT_EIO, -1, "the history cannot be written");
    free(t->bytes);
    return status;
}

felt_status felt_history_writer_new(felt_history_put *put, void *context, felt_history_writer **ret, felt_error *error)
{
    form_text t = {.bytes = NULL};
    felt_history_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return no_memory(error);
    w->put = put;
    w->context = context;
    form_put(&t, "{\"felt\":\"history\",\"version\":");
    form_put_number(&t, FELT_HISTORY_VERSION);
    form_put(&t, "}");
    felt_status status = put_line(w, &t, error);
    if (status != FELT_OK)
        felt_history_writer_free(w);
    else
        *ret = w;
    return status;
}

void felt_history_writer_free(felt_history_writer *w)
{
    if (w == NULL)
        return;
    history_documents_free(&w->written);
    felt_events_free(&w->events);
    free(w);
}

/* ---- documents ---- */

/* Is it the JSON of a form? A sheet begins with a word. */
static bool is_form(felt_text document)
{
    return document.length > 0 && document.bytes[0] == '{';
}

felt_status felt_history_writer_document(felt_history_writer *w, felt_text document, felt_error *error)
{
    form_text t = {.bytes = NULL};
    uint8_t hash[HASH_BYTES];
    hash_of(document.bytes, document.length, hash);
    if (history_find(&w->written, hash) != NULL)
        return FELT_OK;
    felt_status status = history_keep(&w->written, hash, (felt_text){NULL, 0}, error);
    if (status != FELT_OK)
        return status;
    form_put(&t, "{\"felt\":\"document\",\"hash\":");
    history_put_hex(&t, hash, sizeof hash);
    form_put(&t, is_form(document) ? ",\"form\":" : ",\"text\":");
    if (is_form(document))
        form_put_bytes(&t, document.bytes, document.length);
    else
        form_put_string(&t, document);
    form_put(&t, "}");
    return put_line(w, &t, error);
}

/* What the forms of a game say by name, once. */
static felt_status put_game(felt_history_writer *w, const felt_game *game, felt_error *error)
{
    form_text t = {.bytes = NULL};
    uint8_t hash[HASH_BYTES];
    felt_text text;
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_status status = arena == NULL ? FELT_ENOMEM : felt_form_game(arena, game, &text);
    if (status != FELT_OK)
        no_memory(error);
    if (status == FELT_OK)
        hash_of(text.bytes, text.length, hash);
    if (status == FELT_OK && history_find(&w->written, hash) == NULL) {
        status = history_keep(&w->written, hash, (felt_text){NULL, 0}, error);
        form_put(&t, "{\"felt\":\"game\",\"game\":");
        form_put_bytes(&t, text.bytes, text.length);
        form_put(&t, "}");
        if (status == FELT_OK)
            status = put_line(w, &t, error);
        else
            free(t.bytes);
    }
    felt_arena_free(arena);
    return status;
}

/* ---- records ---- */

/* A record as the JSON that it is. False: a reader would not make the same bytes of it. */
static bool put_json(form_text *t, felt_text record)
{
    if (record.length == 0 || record.bytes[0] != '{')
        return false;
    json_t *read = NULL;
    json_error_t why;
    felt_status status = json_parse(record, &read, &why);
    char *again = read == NULL ? NULL : json_write(read, 0);
    t->failed = t->failed || status == FELT_ENOMEM || (read != NULL && again == NULL);
    bool same = again != NULL && felt_text_equal(felt_text_from(again), record) && strstr(again, "\\u") == NULL;
    if (same) {
        form_put(t, ",\"json\":");
        form_put_bytes(t, record.bytes, record.length);
    }
    free(again);
    json_decref(read);
    return same;
}

static bool put_events(form_text *t, felt_history_writer *w, felt_text record)
{
    if (record.length == 0 || record.bytes[0] == '{')
        return false;
    felt_status status = history_split(record, &w->events, NULL);
    t->failed = t->failed || status == FELT_ENOMEM;
    if (status != FELT_OK)
        return false;
    bool good = true;
    size_t before = t->length;
    form_put(t, ",\"events\":[");
    for (int i = 0; i < w->events.count && good; i++)
        good = history_put_event(t, &w->events.list[i]);
    form_put(t, "]");
    if (!good)
        t->length = before;
    return good;
}

static felt_status put_game_of(felt_history_writer *w, felt_text setup, felt_error *error)
{
    json_t *read = NULL;
    json_error_t why;
    if (json_parse(setup, &read, &why) == FELT_ENOMEM)
        return no_memory(error);
    const json_t *opened = json_object_get(read, "setup"); /* of an opening */
    const char *name = json_string_value(json_object_get(opened != NULL ? opened : read, "game"));
    const felt_game *game = name == NULL ? NULL : felt_game_find(felt_text_from(name));
    felt_status status = game == NULL ? FELT_OK : put_game(w, game, error);
    json_decref(read);
    return status;
}

static void put_floor(form_text *t, const felt_history_floor *floor)
{
    form_put(t, ",\"floor\":{\"sequence\":");
    form_put_number(t, floor->sequence);
    form_put(t, ",\"hash\":");
    history_put_hex(t, floor->hash, HASH_BYTES);
    form_put(t, ",\"opening\":");
    form_put_bytes(t, floor->opening.bytes, floor->opening.length);
    form_put(t, "}");
}

felt_status felt_history_writer_table(felt_history_writer *w, felt_text name, int64_t number, const felt_history_floor *floor,
                                      int64_t records, const uint8_t head[FELT_HISTORY_HASH_BYTES], felt_error *error)
{
    form_text t = {.bytes = NULL};
    bool begins_later = floor != NULL && floor->sequence > 0;
    felt_status status = begins_later ? put_game_of(w, floor->opening, error) : FELT_OK;
    if (status != FELT_OK)
        return status;
    form_put(&t, "{\"felt\":\"table\",\"name\":");
    form_put_string(&t, name);
    form_put(&t, ",\"number\":");
    form_put_number(&t, number);
    form_put(&t, ",\"records\":");
    form_put_number(&t, records);
    form_put(&t, ",\"head\":");
    history_put_hex(&t, head, HASH_BYTES);
    if (begins_later)
        put_floor(&t, floor);
    form_put(&t, "}");
    w->tables++;
    return put_line(w, &t, error);
}

felt_status felt_history_writer_record(felt_history_writer *w, int64_t sequence, const uint8_t hash[FELT_HISTORY_HASH_BYTES],
                                       felt_text record, felt_error *error)
{
    form_text t = {.bytes = NULL};
    felt_status status = felt_setup_is(record) ? put_game_of(w, record, error) : FELT_OK;
    if (status != FELT_OK)
        return status;
    form_put(&t, "{\"felt\":\"record\",\"sequence\":");
    form_put_number(&t, sequence);
    form_put(&t, ",\"hash\":");
    history_put_hex(&t, hash, HASH_BYTES);
    if (!put_json(&t, record) && !put_events(&t, w, record)) {
        form_put(&t, ",\"bytes\":");
        history_put_hex(&t, (const uint8_t *)record.bytes, record.length);
    }
    form_put(&t, "}");
    w->records++;
    return put_line(w, &t, error);
}

felt_status felt_history_writer_end(felt_history_writer *w, felt_error *error)
{
    form_text t = {.bytes = NULL};
    form_put(&t, "{\"felt\":\"end\",\"tables\":");
    form_put_number(&t, w->tables);
    form_put(&t, ",\"records\":");
    form_put_number(&t, w->records);
    form_put(&t, "}");
    return put_line(w, &t, error);
}

/* ---- what a setup names ---- */

static bool see_all(const json_t *list, const char *member, felt_history_named_see *see, void *context, bool *ret_good)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        uint8_t hash[HASH_BYTES];
        const json_t *value = json_object_get(json_array_get(list, i), member);
        if (json_is_null(value))
            continue;
        *ret_good = history_read_hex(value, sizeof hash, hash);
        if (!*ret_good || !see(context, hash))
            return false;
    }
    return true;
}

felt_status felt_history_named(felt_text setup, felt_history_named_see *see, void *context, felt_error *error)
{
    bool good = felt_setup_is(setup);
    json_t *read = NULL;
    json_error_t why;
    if (good && json_parse(setup, &read, &why) == FELT_ENOMEM)
        return no_memory(error);
    if (read != NULL && see_all(json_object_get(read, "sheets"), "hash", see, context, &good))
        see_all(json_object_get(read, "wagers"), "form", see, context, &good);
    bool whole = read != NULL && good;
    json_decref(read);
    return whole ? FELT_OK : felt_error_set(error, FELT_EDATA, -1, "the setup does not name its sheets and wagers by hash");
}
