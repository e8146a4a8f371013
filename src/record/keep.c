/* src/record/keep.c - columns that rows are told apart by, such as the dealer or the hour: each combination of values is a numbered group.
 *
 * The hour and the day of a row come out of its column `time` where it has no columns of these names. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEEP_VALUE_MAX = 60, KEEP_KEY_MAX = FELT_RECORD_BY_MAX * (KEEP_VALUE_MAX + 1) };

typedef enum keep_what { KEEP_VALUE = 0, KEEP_HOUR, KEEP_DAY } keep_what;

/* One of the names that rows are told apart by. */
typedef struct keep_column {
    bool here; /* the file has it */
    keep_what what;
    int column; /* CSV */
    char *key;  /* NDJSON */
} keep_column;

struct record_keep {
    keep_column columns[FELT_RECORD_BY_MAX];
    int count;
    char **groups; /* the values of each, each ended by a NUL */
    uint32_t group_count, capacity;
    uint32_t *table; /* of groups, by the hash of their values; UINT32_MAX: free */
    uint32_t mask;
};

/* ---- values ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "14" of "2026-03-01 14:05:33", "02" of "2:05 AM"; "?" where there is none. */
static size_t write_hour(felt_text time, char *ret)
{
    for (size_t i = 1; i + 2 < time.length; i++) {
        if (time.bytes[i] != ':' || !is_digit(time.bytes[i - 1]) || !is_digit(time.bytes[i + 1]))
            continue;
        int hour = time.bytes[i - 1] - '0' + (i >= 2 && is_digit(time.bytes[i - 2]) ? 10 * (time.bytes[i - 2] - '0') : 0);
        char last = time.bytes[time.length - 2];
        bool half = (time.bytes[time.length - 1] | 32) == 'm' && ((last | 32) == 'a' || (last | 32) == 'p');
        if (half)
            hour = hour % 12 + ((last | 32) == 'p' ? 12 : 0);
        if (hour > 23)
            break;
        ret[0] = (char)('0' + hour / 10);
        ret[1] = (char)('0' + hour % 10);
        return 2;
    }
    ret[0] = '?';
    return 1;
}

/* What stands before the time of day, as it is written; "?" where that is no date: one has two marks, or eight digits. */
static felt_text day_of(felt_text time)
{
    size_t length = 0, marks = 0, digits = 0;
    bool date = true;
    for (; length < time.length && time.bytes[length] != ' ' && time.bytes[length] != 'T'; length++) {
        date = date && time.bytes[length] != ':';
        digits += is_digit(time.bytes[length]);
        marks += time.bytes[length] == '-' || time.bytes[length] == '/' || time.bytes[length] == '.';
    }
    date = date && (marks == 2 || (length == 8 && digits == 8));
    return date ? (felt_text){time.bytes, length} : felt_text_from("?");
}

/* A time of which the hour or the day cannot be told; the first is kept. */
__attribute__((cold, noinline)) static void note_unknown(felt_records *r, felt_text text)
{
    felt_record_notes *n = &r->notes;
    if (n->unknown_times++ > 0)
        return;
    n->first_unknown_line = r->line;
    text = felt_text_whole((felt_text){text.bytes, text.length < sizeof n->first_unknown ? text.length : sizeof n->first_unknown - 1});
    if (text.length > 0)
        felt_text_printable(text, n->first_unknown);
}

static size_t write_value(felt_records *r, keep_what what, felt_text text, char *ret)
{
    text = text_trim(text);
    if (what != KEEP_VALUE) {
        size_t length = what == KEEP_HOUR ? write_hour(text, ret) : 1;
        felt_text day = what == KEEP_DAY ? day_of(text) : (felt_text){ret, length};
        if (felt_text_is(day, "?"))
            note_unknown(r, text);
        if (what == KEEP_HOUR)
            return length;
        text = day;
    }
    if (text.length > KEEP_VALUE_MAX)
        text = felt_text_whole((felt_text){text.bytes, KEEP_VALUE_MAX});
    return text.length == 0 ? 0 : felt_text_printable(text, ret).length;
}

/* ---- groups ---- */

static uint32_t hash_of(const char *bytes, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return (uint32_t)(hash ^ hash >> 32);
}

/* How many bytes the values of a group take, their NULs included. */
static size_t length_of(const record_keep *k, const char *values)
{
    size_t length = 0;
    for (int i = 0; i < k->count; i++)
        length += strlen(values + length) + 1;
    return length;
}

static bool grow(record_keep *k)
{
    uint32_t size = k->mask == 0 ? 256 : 2 * (k->mask + 1);
    uint32_t *table = malloc(size * sizeof *table);
    char **groups = table == NULL ? NULL : realloc(k->groups, size / 2 * sizeof *groups);
    if (groups == NULL) {
        free(table);
        return false;
    }
    memset(table, 0xff, size * sizeof *table);
    for (uint32_t i = 0; i < k->group_count; i++) {
        uint32_t at = hash_of(groups[i], length_of(k, groups[i])) & (size - 1);
        while (table[at] != UINT32_MAX)
            at = (at + 1) & (size - 1);
        table[at] = i;
    }
    free(k->table);
    k->table = table;
    k->groups = groups;
    k->mask = size - 1;
    k->capacity = size / 2;
    return true;
}

/* The number of the group with these values, a new one if need be. False: record_bad has said why not. */
static bool find_group(felt_records *r, const char *values, size_t length, uint32_t *ret)
{
    record_keep *k = r->keep;
    if (k->group_count == k->capacity && !grow(k))
        return record_bad(r, "%s", felt_status_text(FELT_ENOMEM));
    uint32_t at = hash_of(values, length) & k->mask;
    for (; k->table[at] != UINT32_MAX; at = (at + 1) & k->mask) {
        const char *group = k->groups[k->table[at]];
        if (length_of(k, group) == length && memcmp(group, values, length) == 0) {
            *ret = k->table[at];
            return true;
        }
    }
    if (k->group_count == FELT_RECORD_GROUPS_MAX)
        return record_bad(r, "found more than %d different values of the columns that --by names", (int)FELT_RECORD_GROUPS_MAX);
    char *copy = malloc(length);
    if (copy == NULL)
        return record_bad(r, "%s", felt_status_text(FELT_ENOMEM));
    memcpy(copy, values, length);
    k->groups[k->group_count] = copy;
    k->table[at] = *ret = k->group_count++;
    return true;
}

felt_text record_json_value(const felt_records *r, const char *key, char number[32])
{
    const json_t *value = json_object_get(r->row, key);
    if (json_is_integer(value)) {
        snprintf(number, 32, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return felt_text_from(number);
    }
    return json_is_string(value) ? (felt_text){json_string_value(value), json_string_length(value)} : (felt_text){"", 0};
}

bool record_keep_row(felt_records *r, const felt_text *fields, uint32_t *ret)
{
    const record_keep *k = r->keep;
    char values[KEEP_KEY_MAX], number[32];
    size_t length = 0;
    for (int i = 0; i < k->count; i++) {
        const keep_column *c = &k->columns[i];
        if (c->here)
            length += write_value(r, c->what, fields != NULL ? fields[c->column] : record_json_value(r, c->key, number), values + length);
        values[length++] = '\0';
    }
    return find_group(r, values, length, ret);
}

/* ---- columns ---- */

static const char *key_called(json_t *row, felt_text name)
{
    const char *key;
    json_t *value;
    json_object_foreach(row, key, value)
    {
        if (fold_equal(felt_text_from(key), name))
            return key;
    }
    return NULL;
}

/* NDJSON: the next row, looked at where it stands; it is read again later. NULL: it cannot be read, or there is no memory now. */
static json_t *peek_row(felt_records *r)
{
    while (memchr(r->buffer + r->begin, '\n', r->end - r->begin) == NULL && record_refill(r)) {
    }
    const char *end = memchr(r->buffer + r->begin, '\n', r->end - r->begin);
    size_t length = end == NULL ? r->end - r->begin : (size_t)(end - r->buffer) - r->begin;
    return json_loadb(r->buffer + r->begin, length, 0, NULL);
}

bool record_json_has(felt_records *r, felt_text name)
{
    json_t *row = peek_row(r);
    bool has = key_called(row, name) != NULL;
    json_decref(row);
    return has;
}

/* What the next row calls it; NULL also where there is no such row. */
static char *find_key(felt_records *r, felt_text name)
{
    const map_entry *entry = map_find(r->map, MAP_COLUMN, name);
    json_t *row = peek_row(r);
    const char *found = entry == NULL ? NULL : key_called(row, entry->theirs);
    found = found != NULL ? found : key_called(row, name);
    char *copy = found == NULL ? NULL : strdup(found);
    json_decref(row);
    return copy;
}

bool record_seek(felt_records *r, felt_text name, int *ret_column, char **ret_key)
{
    if (r->format == FELT_FORMAT_CSV) {
        *ret_column = record_head_column(r, name);
        return *ret_column >= 0;
    }
    *ret_key = find_key(r, name);
    return *ret_key != NULL;
}

static bool find(felt_records *r, felt_text name, keep_column *ret)
{
    if (name.length == 0)
        return false;
    if (record_seek(r, name, &ret->column, &ret->key))
        return true;
    ret->what = felt_text_is(name, "hour") ? KEEP_HOUR : KEEP_DAY;
    return (felt_text_is(name, "hour") || felt_text_is(name, "day")) && record_seek(r, felt_text_from("time"), &ret->column, &ret->key);
}

bool felt_records_has(felt_records *r, felt_text name)
{
    keep_column column = {.key = NULL};
    bool has = find(r, name, &column);
    free(column.key);
    return has;
}

felt_text felt_records_nearest(const felt_records *r, felt_text name)
{
    char folded[FOLD_MAX], other[FOLD_MAX];
    felt_text wanted = fold_name(name, folded), nearest = {NULL, 0};
    size_t best = wanted.length < 5 ? 2 : 3;
    for (int i = 0; i < r->column_count; i++) {
        size_t distance = felt_text_distance(wanted, fold_name(r->head[i], other), best);
        nearest = distance < best ? r->head[i] : nearest;
        best = distance < best ? distance : best;
    }
    return nearest;
}

felt_status felt_records_group(felt_records *r, const felt_text *names, int count, unsigned *ret_found, felt_error *error)
{
    if (count < 0 || count > FELT_RECORD_BY_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found %d columns to tell rows apart by, expected at most %d", count,
                              (int)FELT_RECORD_BY_MAX);
    record_keep *k = calloc(1, sizeof *k);
    if (k == NULL || r->keep != NULL) {
        free(k);
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    }
    *ret_found = 0;
    k->count = count;
    for (int i = 0; i < count; i++) {
        k->columns[i].here = find(r, names[i], &k->columns[i]);
        *ret_found |= (unsigned)k->columns[i].here << i;
    }
    r->keep = k;
    r->extras = true;
    return FELT_OK;
}

uint32_t felt_records_group_count(const felt_records *r)
{
    return r->keep == NULL ? 0 : r->keep->group_count;
}

felt_text felt_records_group_value(const felt_records *r, uint32_t group, int name)
{
    if (r->keep == NULL || group >= r->keep->group_count)
        return (felt_text){"", 0};
    const char *at = r->keep->groups[group];
    for (int i = 0; i < name; i++)
        at += strlen(at) + 1;
    return felt_text_from(at);
}

void record_keep_free(record_keep *k)
{
    if (k == NULL)
        return;
    for (int i = 0; i < FELT_RECORD_BY_MAX; i++)
        free(k->columns[i].key);
    for (uint32_t i = 0; i < k->group_count; i++)
        free(k->groups[i]);
    free(k->groups);
    free(k->table);
    free(k);
}
