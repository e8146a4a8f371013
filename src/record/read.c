/* src/record/read.c - opens a file of rounds or bets, and keeps a buffer of what has been read of it. */
#include "record.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

bool record_refill(felt_records *r)
{
    if (r->ended || r->failed)
        return false;
    r->block = SIZE_MAX;
    if (r->begin > 0) {
        memmove(r->buffer, r->buffer + r->begin, r->end - r->begin);
        r->end -= r->begin;
        r->begin = 0;
    }
    if (r->end == RECORD_CAPACITY)
        return false;
    ptrdiff_t got = r->input.read(r->input.context, r->buffer + r->end, RECORD_CAPACITY - r->end);
    assert(got <= (ptrdiff_t)(RECORD_CAPACITY - r->end));
    r->failed = got < 0;
    r->ended = got == 0;
    if (got > 0)
        r->end += (size_t)got;
    return got > 0;
}

/* Passes over the rest of a line that is too long to be a row. */
static void skip_line(felt_records *r)
{
    for (;;) {
        const char *found = r->begin == r->end ? NULL : memchr(r->buffer + r->begin, '\n', r->end - r->begin);
        if (found != NULL) {
            r->begin = (size_t)(found - r->buffer) + 1;
            return;
        }
        r->begin = r->end;
        if (!record_refill(r))
            return;
    }
}

felt_next record_next_line(felt_records *r, felt_text *ret)
{
    const char *found = NULL;
    size_t seen = 0;
    for (;;) {
        size_t length = r->end - r->begin;
        found = length == seen ? NULL : memchr(r->buffer + r->begin + seen, '\n', length - seen);
        seen = length;
        if (found != NULL || length > FELT_RECORD_BYTES_MAX || !record_refill(r))
            break;
    }
    r->line = r->next_line;
    if (r->failed) {
        record_bad(r, "input failed");
        return FELT_NEXT_FAILED;
    }
    if (found == NULL && r->begin == r->end)
        return FELT_NEXT_END;
    r->next_line++;
    const char *begin = r->buffer + r->begin;
    size_t length = found == NULL ? r->end - r->begin : (size_t)(found - begin);
    if (length > FELT_RECORD_BYTES_MAX) {
        record_bad(r, "the row has more than %d bytes", FELT_RECORD_BYTES_MAX);
        skip_line(r);
        return FELT_NEXT_BAD;
    }
    r->begin += length + (found != NULL);
    if (length > 0 && begin[length - 1] == '\r')
        length--;
    *ret = (felt_text){begin, length};
    return FELT_NEXT_ROW;
}

/* ---- opening ---- */

static felt_format guess_format(const felt_records *r)
{
    size_t at = r->begin;
    while (at < r->end && strchr(" \t\r\n", r->buffer[at]) != NULL && r->buffer[at] != '\0')
        at++;
    return at < r->end && r->buffer[at] == '{' ? FELT_FORMAT_NDJSON : FELT_FORMAT_CSV;
}

/* A first line with separators and without a brace is the head of a CSV file, whatever the file is called. */
static bool may_be_json(felt_records *r)
{
    const char *line = r->buffer + r->begin, *end = r->begin == r->end ? NULL : memchr(line, '\n', r->end - r->begin);
    size_t length = end == NULL ? r->end - r->begin : (size_t)(end - line);
    if (length == 0 || memchr(line, '{', length) != NULL || (memchr(line, ',', length) == NULL && memchr(line, ';', length) == NULL))
        return true;
    return record_bad(r, "found '%.*s', expected a JSON object on each line; if it is CSV, its name must not end as that of JSON does",
                      (int)(length > 40 ? 40 : length), line);
}

static felt_records *new_records(felt_record_kind kind, felt_input input, felt_format format, const felt_book *book, int decimals,
                                 const felt_record_map *map)
{
    felt_records *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->kind = kind;
    r->format = format;
    r->input = input;
    r->book = book;
    r->game = felt_book_game(book);
    r->decimals = decimals;
    r->map = map;
    r->separator = ',';
    r->faces = map != NULL && map->dice == MAP_DICE_FACES;
    r->point = map != NULL && map->decimal == ',' ? RECORD_NO_POINT : '.';
    r->next_line = 1;
    r->events = r->hands[0];
    r->block = SIZE_MAX;
    r->buffer = calloc(RECORD_CAPACITY + RECORD_BLOCK, 1);
    r->unquoted = calloc(FELT_RECORD_BYTES_MAX + RECORD_PAD, 1);
    r->names = kind == FELT_RECORD_BETS ? record_names_new(book) : NULL;
    if (r->buffer == NULL || r->unquoted == NULL || (r->names == NULL && kind == FELT_RECORD_BETS)) {
        felt_records_free(r);
        return NULL;
    }
    return r;
}

/* Everything that can be wrong before the first row. */
static felt_status begin(felt_records *r)
{
    felt_status status = record_check_map(r) ? record_begin(r) : FELT_EDATA;
    if (status == FELT_OK && r->kind == FELT_RECORD_BETS)
        status = record_aliases_open(r);
    if (status != FELT_OK)
        return status;
    if (r->format == FELT_FORMAT_GUESS)
        r->format = guess_format(r);
    else if (r->format == FELT_FORMAT_NDJSON && !may_be_json(r))
        return FELT_EDATA;
    r->source = r->format == FELT_FORMAT_CSV ? SOURCE_CSV : SOURCE_JSON;
    if (r->kind == FELT_RECORD_ROUNDS && r->map != NULL && r->map->rows.length > 0) {
        r->source = SOURCE_EVENTS;
        if (r->format != FELT_FORMAT_CSV) {
            record_bad(r, "found NDJSON, expected CSV, as the map says that there is one %.*s on each line", FELT_TEXT_ARGS(r->map->rows));
            return FELT_EDATA;
        }
    }
    return r->format == FELT_FORMAT_CSV ? record_csv_head(r) : FELT_OK;
}

felt_status felt_records_open_mapped(felt_record_kind kind, felt_input input, felt_format format, const felt_book *book, int decimals,
                                     const felt_record_map *map, felt_records **ret, felt_error *error)
{
    if (decimals < 0 || decimals > FELT_MONEY_DECIMALS_MAX)
        return felt_error_set(error, FELT_ERANGE, -1, "found %d decimals, expected 0 to %d", decimals, (int)FELT_MONEY_DECIMALS_MAX);
    felt_records *r = new_records(kind, input, format, book, decimals, map);
    if (r == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    felt_status status = begin(r);
    if (r->failed) {
        record_bad(r, "input failed");
        status = FELT_EIO;
    }
    if (status != FELT_OK) {
        if (error != NULL)
            *error = r->error;
        felt_records_free(r);
        return status;
    }
    *ret = r;
    return FELT_OK;
}

felt_status felt_records_open(felt_record_kind kind, felt_input input, felt_format format, const felt_book *book, int decimals,
                              felt_records **ret, felt_error *error)
{
    return felt_records_open_mapped(kind, input, format, book, decimals, NULL, ret, error);
}

void felt_records_free(felt_records *r)
{
    if (r == NULL)
        return;
    json_decref(r->row);
    for (int field = 0; field < FIELD_COUNT; field++)
        free(r->keys[field]);
    record_wide_free(r->wide);
    record_events_free(r->by_event);
    record_keep_free(r->keep);
    record_clock_free(r->clock);
    record_sort_free(r->sort);
    record_aliases_free(r->aliases);
    record_names_free(r->names);
    free(r->head_bytes);
    free(r->unquoted);
    free(r->buffer);
    free(r);
}

felt_next felt_records_next_round(felt_records *r, felt_round_record *ret)
{
    assert(r->kind == FELT_RECORD_ROUNDS);
    r->events = r->hands[r->events == r->hands[0]];
    if (r->source == SOURCE_CSV)
        return record_csv_round(r, ret);
    if (r->source == SOURCE_EVENTS)
        return record_event_round(r, ret);
    return r->source == SOURCE_JSON ? record_json_round(r, ret) : record_sorted_round(r, ret);
}

felt_next felt_records_next_bet(felt_records *r, felt_bet_record *ret)
{
    assert(r->kind == FELT_RECORD_BETS);
    if (r->source == SOURCE_CSV)
        return record_csv_bet(r, ret);
    return r->source == SOURCE_JSON ? record_json_bet(r, ret) : record_sorted_bet(r, ret);
}

const felt_error *felt_records_error(const felt_records *r)
{
    return &r->error;
}

felt_record_notes felt_records_noted(const felt_records *r)
{
    return r->notes;
}

felt_format felt_records_format(const felt_records *r)
{
    return r->format;
}
