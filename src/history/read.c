/* src/history/read.c - a history line by line: every document has its hash, every record makes the bytes that the chain has, in order. */
#include "history.h"

#include <felt/game.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct chain {
    bool open;
    char name[FELT_HISTORY_NAME_BYTES_MAX + 1];
    int64_t number, records, sequence;
    int64_t floor; /* the record that it begins after */
    uint8_t hash[HASH_BYTES], head[HASH_BYTES];
} chain;

struct felt_history_reader {
    felt_input input;
    char *buffer; /* bytes that were read; the line at hand begins at `at` */
    size_t at, filled, capacity;
    bool input_ended, begun;
    uint64_t line;
    chain chain;
    char (*names)[FELT_HISTORY_NAME_BYTES_MAX + 1]; /* of the tables so far */
    int64_t tables, records;
    history_documents documents;
    felt_events events;
    uint8_t *bytes; /* of the record at hand, where they had to be made */
    size_t bytes_capacity;
    char *text;    /* of a record that is JSON */
    char *opening; /* of the table at hand, where it begins at a floor */
};

static felt_status no_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

felt_status felt_history_reader_new(felt_input input, felt_history_reader **ret, felt_error *error)
{
    felt_history_reader *h = calloc(1, sizeof *h);
    if (h == NULL)
        return no_memory(error);
    h->names = calloc(FELT_HISTORY_TABLES_MAX, sizeof *h->names);
    h->input = input;
    if (h->names == NULL) {
        free(h);
        return no_memory(error);
    }
    *ret = h;
    return FELT_OK;
}

void felt_history_reader_free(felt_history_reader *h)
{
    if (h == NULL)
        return;
    history_documents_free(&h->documents);
    felt_events_free(&h->events);
    free(h->names);
    free(h->buffer);
    free(h->bytes);
    free(h->text);
    free(h->opening);
    free(h);
}

static felt_status find_document(void *context, felt_arena *arena, const uint8_t hash[HASH_BYTES], felt_text *ret, felt_error *error)
{
    const felt_history_reader *h = context;
    char digits[2 * HASH_BYTES + 1];
    const history_document *found = history_find(&h->documents, hash);
    (void)arena;
    hash_digits(hash, digits);
    if (found == NULL)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "the file does not have the document %s", digits);
    *ret = found->text;
    return FELT_OK;
}

felt_setup_finder felt_history_reader_documents(felt_history_reader *h)
{
    return (felt_setup_finder){h, find_document};
}

/* ---- lines ---- */

/* Reads more behind what there is; what is before the line at hand is given up. */
static felt_status fill(felt_history_reader *h, felt_error *error)
{
    if (h->at > 0)
        memmove(h->buffer, h->buffer + h->at, h->filled - h->at);
    h->filled -= h->at;
    h->at = 0;
    if (h->filled > FELT_HISTORY_LINE_BYTES_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "the line is longer than %d bytes", (int)FELT_HISTORY_LINE_BYTES_MAX);
    if (h->filled == h->capacity) {
        size_t capacity = h->capacity == 0 ? 1 << 16 : 2 * h->capacity;
        char *buffer = realloc(h->buffer, capacity);
        if (buffer == NULL)
            return no_memory(error);
        h->buffer = buffer;
        h->capacity = capacity;
    }
    ptrdiff_t size = h->input.read(h->input.context, h->buffer + h->filled, h->capacity - h->filled);
    if (size < 0)
        return felt_error_set(error, FELT_EIO, -1, "the file cannot be read");
    h->input_ended = size == 0;
    h->filled += (size_t)size;
    return FELT_OK;
}

/* The next line without its newline. FELT_ENOTFOUND: there is none. */
static felt_status next_line(felt_history_reader *h, felt_text *ret, felt_error *error)
{
    size_t looked = 0;
    for (;;) {
        const char *start = h->filled > h->at ? h->buffer + h->at : ""; /* at first there is no buffer */
        const char *end = memchr(start + looked, '\n', h->filled - h->at - looked);
        if (end != NULL) {
            *ret = (felt_text){start, (size_t)(end - start)};
            h->at += ret->length + 1;
            h->line++;
            return FELT_OK;
        }
        looked = h->filled - h->at;
        if (h->input_ended && looked > 0)
            return felt_error_set(error, FELT_EDATA, -1, "the file was cut off in the middle of a line");
        if (h->input_ended)
            return FELT_ENOTFOUND;
        felt_status status = fill(h, error);
        if (status != FELT_OK)
            return status;
    }
}

/* ---- fields ---- */

static bool number_of(const json_t *line, const char *name, int64_t *ret)
{
    const json_t *value = json_object_get(line, name);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *ret = json_integer_value(value);
    return true;
}

static bool hash_is(const json_t *line, const char *name, const uint8_t hash[HASH_BYTES])
{
    uint8_t found[HASH_BYTES];
    return history_read_hex(json_object_get(line, name), HASH_BYTES, found) && memcmp(found, hash, HASH_BYTES) == 0;
}

static felt_status wrong_line(const char *what, felt_error *error)
{
    return felt_error_set(error, FELT_EDATA, -1, "the %s line has a member too many or too few, or one that cannot be", what);
}

/* ---- documents ---- */

static felt_status read_game(const json_t *line, felt_error *error)
{
    const char *name = json_string_value(json_object_get(json_object_get(line, "game"), "name"));
    const felt_game *game = name == NULL ? NULL : felt_game_find(felt_text_from(name));
    felt_arena *arena = felt_arena_new(FELT_SHEET_ARENA_MAX);
    felt_text text;
    char *found = json_write(json_object_get(line, "game"), 0);
    felt_status status = FELT_OK;
    if (json_object_size(line) != 2 || game == NULL)
        status = felt_error_set(error, FELT_EDATA, -1, "found no game that is known");
    else if (arena == NULL || found == NULL || felt_form_game(arena, game, &text) != FELT_OK)
        status = no_memory(error);
    else if (!felt_text_equal(text, felt_text_from(found)))
        status = felt_error_set(error, FELT_EDATA, -1, "the events or phases of %s are not those of the game", game->name);
    felt_arena_free(arena);
    free(found);
    return status;
}

static felt_status read_document(felt_history_reader *h, const json_t *line, felt_error *error)
{
    const json_t *text = json_object_get(line, "text"), *form = json_object_get(line, "form");
    uint8_t hash[HASH_BYTES];
    char *written = NULL;
    felt_text document = {NULL, 0};
    if (json_object_size(line) != 3 || (text == NULL) == (form == NULL) || (text != NULL && !json_is_string(text)))
        return wrong_line("document", error);
    if (form != NULL)
        written = json_write(form, JSON_SORT_KEYS);
    document =
        form != NULL ? felt_text_from(written == NULL ? "" : written) : (felt_text){json_string_value(text), json_string_length(text)};
    hash_of(document.bytes, document.length, hash);
    felt_status status = FELT_OK;
    if (form != NULL && written == NULL)
        status = no_memory(error);
    else if (!hash_is(line, "hash", hash))
        status = felt_error_set(error, FELT_EDATA, -1, "the document was changed: it does not have its hash");
    else if (history_find(&h->documents, hash) == NULL)
        status = history_keep(&h->documents, hash, document, error);
    free(written);
    return status;
}

/* ---- chains ---- */

static felt_status end_chain(felt_history_reader *h, felt_error *error)
{
    const chain *c = &h->chain;
    if (!c->open)
        return FELT_OK;
    if (c->sequence - c->floor != c->records)
        return felt_error_set(error, FELT_EDATA, -1, "table %s: its records end at %" PRId64 ", but it should have %" PRId64, c->name,
                              c->sequence, c->records);
    if (memcmp(c->hash, c->head, HASH_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "table %s: its last record does not have the hash that the table should end with",
                              c->name);
    return FELT_OK;
}

static bool name_is_new(const felt_history_reader *h, const char *name)
{
    for (int64_t i = 0; i < h->tables; i++) {
        if (strcmp(h->names[i], name) == 0)
            return false;
    }
    return true;
}

/* A chain that has lost its beginning: where it goes on, and from what. */
static felt_status read_floor(felt_history_reader *h, const json_t *floor, chain *c, felt_error *error)
{
    const json_t *opening = json_object_get(floor, "opening");
    free(h->opening);
    h->opening = NULL;
    if (floor == NULL)
        return FELT_OK;
    if (json_object_size(floor) != 3 || !number_of(floor, "sequence", &c->floor) || c->floor < 1 || c->floor > HISTORY_NUMBER_MAX ||
        !json_is_object(opening) || !history_read_hex(json_object_get(floor, "hash"), HASH_BYTES, c->hash))
        return wrong_line("table", error);
    c->sequence = c->floor;
    h->opening = json_write(opening, 0);
    return h->opening == NULL ? no_memory(error) : FELT_OK;
}

static void say_table(const felt_history_reader *h, felt_history_item *ret)
{
    const chain *c = &h->chain;
    *ret = (felt_history_item){.kind = FELT_HISTORY_TABLE, .line = h->line, .table = felt_text_from(c->name), .number = c->number};
    ret->records = c->records;
    ret->head = c->head;
    ret->floor.sequence = c->floor;
    memcpy(ret->floor.hash, c->hash, HASH_BYTES);
    ret->floor.opening = felt_text_from(h->opening == NULL ? "" : h->opening);
}

static felt_status read_table(felt_history_reader *h, const json_t *line, felt_history_item *ret, felt_error *error)
{
    chain c = {.open = true};
    const json_t *name = json_object_get(line, "name"), *floor = json_object_get(line, "floor");
    felt_status status = end_chain(h, error);
    if (status != FELT_OK)
        return status;
    if (json_object_size(line) != (floor == NULL ? 5 : 6) || !json_is_string(name) || json_string_length(name) < 1 ||
        json_string_length(name) > FELT_HISTORY_NAME_BYTES_MAX || !number_of(line, "number", &c.number) ||
        !number_of(line, "records", &c.records) || c.records > HISTORY_NUMBER_MAX ||
        !history_read_hex(json_object_get(line, "head"), HASH_BYTES, c.head))
        return wrong_line("table", error);
    status = read_floor(h, floor, &c, error);
    if (status != FELT_OK)
        return status;
    memcpy(c.name, json_string_value(name), json_string_length(name));
    if (h->tables == FELT_HISTORY_TABLES_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found more than %d tables", (int)FELT_HISTORY_TABLES_MAX);
    if (!name_is_new(h, c.name))
        return felt_error_set(error, FELT_EDATA, -1, "table %s is there twice", c.name);
    memcpy(h->names[h->tables++], c.name, sizeof c.name);
    h->chain = c;
    say_table(h, ret);
    return FELT_OK;
}

static uint8_t *room_for(felt_history_reader *h, size_t size)
{
    if (size > h->bytes_capacity) {
        uint8_t *bytes = realloc(h->bytes, 2 * size);
        if (bytes == NULL)
            return NULL;
        h->bytes = bytes;
        h->bytes_capacity = 2 * size;
    }
    return h->bytes;
}

static felt_status make_events(felt_history_reader *h, const json_t *list, felt_history_item *ret, felt_error *error)
{
    size_t count = json_array_size(list), size = 0;
    if (count == 0 || count > FELT_HISTORY_RECORD_BYTES_MAX / 20)
        return wrong_line("record", error);
    if (room_for(h, count * FELT_EVENT_BYTES_MAX) == NULL)
        return no_memory(error);
    if (count > (size_t)h->events.capacity) {
        felt_event *events = realloc(h->events.list, count * sizeof *events);
        if (events == NULL)
            return no_memory(error);
        h->events.list = events;
        h->events.capacity = (int)count;
    }
    for (size_t i = 0; i < count; i++) {
        felt_status status = history_read_event(json_array_get(list, i), &h->events.list[i], error);
        if (status != FELT_OK)
            return status;
        size += felt_event_write(&h->events.list[i], h->bytes + size);
    }
    h->events.count = (int)count;
    ret->kind = FELT_HISTORY_EVENTS;
    ret->record = (felt_text){(const char *)h->bytes, size};
    ret->events = h->events.list;
    ret->event_count = h->events.count;
    return FELT_OK;
}

static felt_status make_json(felt_history_reader *h, const json_t *json, felt_history_item *ret, felt_error *error)
{
    if (!json_is_object(json))
        return wrong_line("record", error);
    free(h->text);
    h->text = json_write(json, 0);
    if (h->text == NULL)
        return no_memory(error);
    ret->kind = FELT_HISTORY_JSON;
    ret->record = felt_text_from(h->text);
    return FELT_OK;
}

static felt_status make_bytes(felt_history_reader *h, const json_t *hex, felt_history_item *ret, felt_error *error)
{
    size_t size = json_string_length(hex) / 2;
    if (room_for(h, size + 1) == NULL)
        return no_memory(error);
    if (!history_read_hex(hex, size, h->bytes))
        return wrong_line("record", error);
    ret->kind = FELT_HISTORY_BYTES;
    ret->record = (felt_text){(const char *)h->bytes, size};
    return FELT_OK;
}

static felt_status make_record(felt_history_reader *h, const json_t *line, felt_history_item *ret, felt_error *error)
{
    const json_t *events = json_object_get(line, "events"), *json = json_object_get(line, "json"), *bytes = json_object_get(line, "bytes");
    if (json_object_size(line) != 4)
        return wrong_line("record", error);
    if (events != NULL)
        return make_events(h, events, ret, error);
    if (json != NULL)
        return make_json(h, json, ret, error);
    return bytes != NULL ? make_bytes(h, bytes, ret, error) : wrong_line("record", error);
}

static felt_status read_record(felt_history_reader *h, const json_t *line, felt_history_item *ret, felt_error *error)
{
    chain *c = &h->chain;
    uint8_t hash[HASH_BYTES];
    int64_t sequence;
    felt_history_item item = {.line = h->line, .table = felt_text_from(c->name), .number = c->number};
    if (!c->open)
        return felt_error_set(error, FELT_EDATA, -1, "found a record before any table");
    if (!number_of(line, "sequence", &sequence))
        return wrong_line("record", error);
    if (sequence != c->sequence + 1)
        return felt_error_set(error, FELT_EDATA, -1, "table %s: record %" PRId64 " is missing or was moved; found %" PRId64, c->name,
                              c->sequence + 1, sequence);
    felt_status status = make_record(h, line, &item, error);
    if (status != FELT_OK)
        return status;
    felt_history_chain(c->hash, c->number, sequence, item.record, hash);
    if (!hash_is(line, "hash", hash))
        return felt_error_set(error, FELT_EDATA, -1,
                              "table %s: record %" PRId64 " was changed: its hash is not that of the record before it and its own bytes",
                              c->name, sequence);
    memcpy(c->hash, hash, HASH_BYTES);
    item.sequence = c->sequence = sequence;
    h->records++;
    *ret = item;
    return FELT_OK;
}

static felt_status read_end(felt_history_reader *h, const json_t *line, felt_history_item *ret, felt_error *error)
{
    int64_t tables, records;
    felt_status status = end_chain(h, error);
    if (status != FELT_OK)
        return status;
    if (json_object_size(line) != 3 || !number_of(line, "tables", &tables) || !number_of(line, "records", &records) ||
        tables != h->tables || records != h->records)
        return felt_error_set(error, FELT_EDATA, -1,
                              "the file has %" PRId64 " tables and %" PRId64 " records, which is not what its end says", h->tables,
                              h->records);
    *ret = (felt_history_item){.kind = FELT_HISTORY_END, .line = h->line};
    return FELT_OK;
}

static felt_status check_nothing_follows(felt_history_reader *h, felt_error *error)
{
    felt_text more;
    felt_status status = next_line(h, &more, error);
    if (status == FELT_OK)
        return felt_error_set(error, FELT_EDATA, -1, "something follows the end");
    return status == FELT_ENOTFOUND ? FELT_OK : status;
}

/* ---- all lines ---- */

static felt_status read_head(felt_history_reader *h, const json_t *line, felt_error *error)
{
    int64_t version;
    const char *what = json_string_value(json_object_get(line, "felt"));
    if (what == NULL || strcmp(what, "history") != 0 || !number_of(line, "version", &version))
        return felt_error_set(error, FELT_EDATA, -1, "expected a history: {\"felt\":\"history\",\"version\":%d}",
                              (int)FELT_HISTORY_VERSION);
    if (version != FELT_HISTORY_VERSION || json_object_size(line) != 2)
        return felt_error_set(error, FELT_EDATA, -1, "found a history of version %" PRId64 ", expected %d", version,
                              (int)FELT_HISTORY_VERSION);
    h->begun = true;
    return FELT_OK;
}

/* *ret_item: it made one. */
static felt_status read_line(felt_history_reader *h, const json_t *line, felt_history_item *ret, bool *ret_item, felt_error *error)
{
    const char *what = json_string_value(json_object_get(line, "felt"));
    *ret_item = false;
    if (!h->begun)
        return read_head(h, line, error);
    if (what != NULL && strcmp(what, "game") == 0)
        return read_game(line, error);
    if (what != NULL && strcmp(what, "document") == 0)
        return read_document(h, line, error);
    *ret_item = true;
    if (what != NULL && strcmp(what, "table") == 0)
        return read_table(h, line, ret, error);
    if (what != NULL && strcmp(what, "record") == 0)
        return read_record(h, line, ret, error);
    if (what != NULL && strcmp(what, "end") == 0)
        return read_end(h, line, ret, error);
    return felt_error_set(error, FELT_EDATA, -1, "found a line that is no document, table, record or end");
}

static felt_status parse(felt_text line, json_t **ret, felt_error *error)
{
    json_error_t wrong;
    felt_status status = json_parse_once(line, ret, &wrong);
    if (status == FELT_ENOMEM)
        return no_memory(error);
    return status == FELT_OK ? FELT_OK : felt_error_set(error, FELT_EDATA, -1, "the line is not JSON: %s", wrong.text);
}

/* What is wrong with a line may be that there was no memory to read it: then a second reading is not the same. */
static felt_status check_memory(felt_text line, const json_t *read, felt_error *error)
{
    json_t *again = NULL;
    json_error_t wrong;
    felt_status status = json_parse_once(line, &again, &wrong);
    bool same = read == NULL ? status == FELT_EDATA : status == FELT_OK && json_equal(read, again);
    json_decref(again);
    return same ? FELT_EDATA : no_memory(error);
}

felt_status felt_history_reader_next(felt_history_reader *h, felt_history_item *ret, felt_error *error)
{
    felt_history_item item = {.line = 0};
    bool is_item = false;
    felt_status status = FELT_OK;
    while (status == FELT_OK && !is_item) {
        felt_text line;
        json_t *read = NULL;
        status = next_line(h, &line, error);
        if (status == FELT_ENOTFOUND)
            status = felt_error_set(error, FELT_EDATA, -1, h->begun ? "the file was cut off: it has no end line" : "the file is empty");
        bool has_line = status == FELT_OK;
        if (has_line)
            status = parse(line, &read, error);
        if (has_line && status == FELT_OK)
            status = read_line(h, read, &item, &is_item, error);
        if (has_line && status == FELT_EDATA)
            status = check_memory(line, read, error);
        if (is_item && status == FELT_OK && item.floor.sequence > 0 && check_memory(line, read, error) == FELT_ENOMEM)
            status = FELT_ENOMEM; /* no hash is of an opening: it would pass as another one */
        json_decref(read);
    }
    if (status == FELT_OK && item.kind == FELT_HISTORY_END)
        status = check_nothing_follows(h, error);
    if (status == FELT_OK)
        *ret = item;
    else if (error != NULL)
        error->line = h->line;
    return status;
}
