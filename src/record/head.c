/* src/record/head.c - the head of a file: what stands between its fields, and which column holds what, as it is called or as a map says. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- separators ---- */

static const char candidates[] = ",;\t|";

/* The end of the first line, from where the last look at it ended. False: it is not in the buffer. */
static bool ends_line(const felt_records *r, size_t *at, bool *inside)
{
    for (; *at < r->end - r->begin; ++*at) {
        char c = r->buffer[r->begin + *at];
        if (c == '\n' && !*inside)
            return true;
        *inside ^= c == '"';
    }
    return false;
}

/* The separator that stands in the line most often outside quotes; the first of them where there are as many of two. */
static char most_frequent(const char *line, size_t length)
{
    int counts[sizeof candidates] = {0}, best = 0;
    bool inside = false;
    for (size_t i = 0; i < length; i++) {
        const char *found = inside || line[i] == '\0' ? NULL : strchr(candidates, line[i]);
        if (found != NULL)
            counts[found - candidates]++;
        inside ^= line[i] == '"';
    }
    for (int i = 1; candidates[i] != '\0'; i++)
        best = counts[i] > counts[best] ? i : best;
    return candidates[best];
}

/* "sep=;", which a spreadsheet reads, too; some programs quote it. */
static char said_separator(const char *line, size_t length)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (length == 7 && line[0] == '"' && line[6] == '"') {
        line++;
        length -= 2;
    }
    bool says = length == 5 && fold_equal((felt_text){line, 4}, felt_text_from("sep")) && line[3] == '=' && line[4] != '\0';
    return says && strchr(candidates, line[4]) != NULL ? line[4] : '\0';
}

/* A carriage return that no end of a line follows: the lines of a file of an old Mac are one line to anybody else. What stands in quotes may
 * have any ends of lines. */
static bool has_lone_return(const char *line, size_t length)
{
    bool inside = false;
    for (size_t i = 0; i + 1 < length; i++) {
        inside ^= line[i] == '"';
        if (line[i] == '\r' && line[i + 1] != '\r' && !inside)
            return true;
    }
    return false;
}

bool record_find_separator(felt_records *r)
{
    size_t length = 0;
    bool inside = false;
    r->block = SIZE_MAX; /* it may have been looked at with another separator */
    while (!ends_line(r, &length, &inside) && r->end - r->begin <= FELT_RECORD_BYTES_MAX && record_refill(r)) {
    }
    if (r->failed)
        return false;
    const char *line = r->buffer + r->begin;
    if (has_lone_return(line, length)) {
        r->line = r->next_line;
        return record_bad(r,
                          "lines end in a carriage return alone, as on old Macs; save the file with the ends of lines of Windows or Unix");
    }
    char said = said_separator(line, length);
    if (said != '\0') {
        r->begin += length + (r->begin + length < r->end);
        r->next_line++;
    }
    if (r->map != NULL && r->map->separator != '\0')
        r->separator = r->map->separator;
    else
        r->separator = said != '\0' ? said : most_frequent(line, length);
    return true;
}

/* ---- columns ---- */

bool record_keep_head(felt_records *r, const felt_text *names, int count)
{
    size_t length = 1, at = 0;
    for (int i = 0; i < count; i++)
        length += names[i].length;
    free(r->head_bytes); /* of a title that was taken for the head */
    r->head_bytes = malloc(length);
    if (r->head_bytes == NULL)
        return record_bad(r, "%s", felt_status_text(FELT_ENOMEM));
    for (int i = 0; i < count; i++) {
        if (names[i].length > 0)
            memcpy(r->head_bytes + at, names[i].bytes, names[i].length);
        r->head[i] = (felt_text){r->head_bytes + at, names[i].length};
        at += names[i].length;
    }
    return true;
}

static bool of_this_file(const felt_records *r, record_field field)
{
    return record_field_of(r, r->kind, field);
}

static bool of_both_files(const felt_records *r, record_field field)
{
    return record_field_of(r, FELT_RECORD_ROUNDS, field) && record_field_of(r, FELT_RECORD_BETS, field);
}

static bool is_utf_8(const felt_text *names, int count)
{
    for (int i = 0; i < count; i++)
        for (felt_text rest = names[i]; rest.length > 0;) {
            size_t length = felt_text_decode(rest, NULL);
            if (length == 0)
                return false;
            rest = (felt_text){rest.bytes + length, rest.length - length};
        }
    return true;
}

enum { LIST_BYTES = 160 };

/* Names of columns, as far as there is room. */
static void list_names(const felt_text *names, int count, char ret[LIST_BYTES])
{
    size_t at = 0;
    ret[0] = '\0';
    for (int i = 0; i < count && at + 8 < LIST_BYTES; i++) {
        size_t room = LIST_BYTES - at - 8, length = names[i].length < room ? names[i].length : room;
        at += (size_t)snprintf(ret + at, LIST_BYTES - at, "%s'%.*s'", i == 0 ? "" : ", ", (int)length, names[i].bytes);
    }
}

/* Says which names there are instead. */
static bool refuse_head(felt_records *r, const felt_text *names, int count, record_field field, const map_entry *entry)
{
    char list[LIST_BYTES], wanted[80];
    list_names(names, count, list);
    const char *name = record_field_name(r, field), *row = r->line == 1 ? "the first" : "this";
    if (entry != NULL)
        snprintf(wanted, sizeof wanted, "'%.*s', which the map has for %s", (int)(entry->theirs.length > 40 ? 40 : entry->theirs.length),
                 entry->theirs.bytes, name);
    else
        snprintf(wanted, sizeof wanted, "'%s'", name);
    if (count == 1)
        return record_bad(r, "there is no column %s; %s row names %s, and columns have commas, semicolons, tabs or bars between them",
                          wanted, row, list);
    return record_bad(r, "there is no column %s; %s row names %s; --map %s=NAME says which it is%s", wanted, row, list, name,
                      is_utf_8(names, count) ? "" : ". The file is not UTF-8: save it as 'CSV UTF-8'");
}

/* The column called so, exactly or in whatever way people write it; -1: none. Two that are equally near are refused: *ret_good. */
static int find_column(felt_records *r, const felt_text *names, int count, felt_text wanted, bool *ret_good)
{
    int found = -1;
    for (int i = 0; i < count; i++)
        if (felt_text_equal(names[i], wanted))
            return i;
    for (int i = 0; i < count; i++) {
        if (!fold_equal(names[i], wanted))
            continue;
        if (found >= 0) {
            *ret_good = record_bad(r, "the columns '%.*s' and '%.*s' may both be '%.*s'; say which with --map",
                                   (int)(names[found].length > 40 ? 40 : names[found].length), names[found].bytes,
                                   (int)(names[i].length > 40 ? 40 : names[i].length), names[i].bytes, FELT_TEXT_ARGS(wanted));
            return -1;
        }
        found = i;
    }
    return found;
}

/* The entry of a field; a round may be called as the game calls a hand. */
static const map_entry *entry_of(const felt_records *r, record_field field)
{
    const map_entry *entry = map_find(r->map, MAP_COLUMN, felt_text_from(record_field_name(r, field)));
    if (entry == NULL && field == FIELD_ROUND)
        entry = map_find(r->map, MAP_COLUMN, felt_text_from(r->game->words.hand));
    return entry;
}

/* A field that has no column by its own name: by the map's, or by its own as people write it. */
static bool find_other(felt_records *r, const felt_text *names, int count, record_field field)
{
    const map_entry *entry = entry_of(r, field);
    bool good = true;
    int column = entry == NULL ? -1 : find_column(r, names, count, entry->theirs, &good);
    if (good && column >= 0)
        r->column_of[field] = column;
    if (good && column < 0 && entry != NULL && !of_both_files(r, field))
        return refuse_head(r, names, count, field, entry);
    if (!good || column >= 0 || r->column_of[field] >= 0) /* the map may be for both files, and one of them have it by its own name */
        return good;
    column = find_column(r, names, count, felt_text_from(record_field_name(r, field)), &good);
    if (good && column < 0 && field == FIELD_ROUND)
        column = find_column(r, names, count, felt_text_from(r->game->words.hand), &good);
    r->column_of[field] = column;
    if (good && column < 0 && (entry != NULL || record_field_required(r, field)))
        return refuse_head(r, names, count, field, entry);
    return good;
}

bool record_find_columns(felt_records *r, const felt_text *names, int count)
{
    for (int field = 0; field < FIELD_COUNT; field++)
        r->column_of[field] = -1;
    for (int i = 0; i < count; i++) {
        record_field field = record_field_find(r, names[i]);
        if (field != FIELD_IGNORED && r->column_of[field] >= 0)
            return record_bad(r, "two columns are called '%s'; rename one of them", record_field_name(r, field));
        r->column_of[field] = i;
    }
    for (int field = FIELD_ROUND; field < FIELD_COUNT; field++)
        if (of_this_file(r, (record_field)field) && !find_other(r, names, count, (record_field)field))
            return false;
    return true;
}

int record_head_named(const felt_records *r, felt_text wanted)
{
    for (int exact = 1; exact >= 0; exact--)
        for (int i = 0; i < r->column_count; i++)
            if (exact ? felt_text_equal(r->head[i], wanted) : fold_equal(r->head[i], wanted))
                return i;
    return -1;
}

int record_head_column(const felt_records *r, felt_text name)
{
    const map_entry *entry = map_find(r->map, MAP_COLUMN, name);
    int column = entry == NULL ? -1 : record_head_named(r, entry->theirs);
    return column >= 0 ? column : record_head_named(r, name); /* the map may be for both files, and one of them have it by its own name */
}

/* ---- maps ---- */

/* Columns that are no fields of a row: the time, those of files with one card or roll on each line, and those that rows are told apart
 * by. */
static bool is_other_column(const felt_records *r, felt_text name)
{
    const char *const names[] = {r->game->words.hand, "time", "hand", "event", r->game->one_event ? r->game->piece : r->game->words.event};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (felt_text_is(name, names[i]))
            return true;
    return map_find(r->map, MAP_NAME, name) != NULL;
}

/* The field whose name is so near to another that one is meant for the other; NULL: none. A field's own name is no slip. */
static const char *slip_of(const felt_records *r, felt_text name)
{
    const char *nearest = NULL;
    size_t best = name.length < 4 ? 2 : 3;
    for (int field = FIELD_ROUND; field < FIELD_COUNT; field++) {
        if (!record_field_of(r, FELT_RECORD_ROUNDS, (record_field)field) && !record_field_of(r, FELT_RECORD_BETS, (record_field)field))
            continue;
        size_t distance = felt_text_distance(name, felt_text_from(record_field_name(r, (record_field)field)), best);
        nearest = distance < best ? record_field_name(r, (record_field)field) : nearest;
        best = distance < best ? distance : best;
    }
    return best == 0 ? NULL : nearest;
}

bool record_check_map(felt_records *r)
{
    for (int i = 0; r->map != NULL && i < r->map->count; i++) {
        const map_entry *entry = &r->map->entries[i];
        const char *meant = entry->kind != MAP_COLUMN || is_other_column(r, entry->ours) ? NULL : slip_of(r, entry->ours);
        if (meant != NULL)
            return record_bad(r, "a map speaks of '%.*s', which is no column of rounds or bets; did you mean '%s'?",
                              (int)(entry->ours.length > 40 ? 40 : entry->ours.length), entry->ours.bytes, meant);
    }
    return true;
}

/* May the file have what an entry says? Of NDJSON only the first row can be seen, and others than the round may be left out of it. Dice may
 * be in two columns. */
static bool may_have(felt_records *r, const map_entry *entry)
{
    const char *plus = memchr(entry->theirs.bytes, '+', entry->theirs.length);
    if (r->format != FELT_FORMAT_CSV) {
        bool round = felt_text_is(entry->ours, "round") || felt_text_is(entry->ours, r->game->words.hand);
        return !round || record_json_has(r, entry->theirs);
    }
    if (record_head_named(r, entry->theirs) >= 0)
        return true;
    size_t first = plus == NULL ? 0 : (size_t)(plus - entry->theirs.bytes);
    return plus != NULL && record_head_named(r, text_trim((felt_text){entry->theirs.bytes, first})) >= 0 &&
           record_head_named(r, text_trim((felt_text){plus + 1, entry->theirs.length - first - 1})) >= 0;
}

/* Is there something in a map that neither file has? What both maps say may be for either. */
static const map_entry *find_missing(felt_records *r, felt_records *other)
{
    for (int i = 0; r->map != NULL && i < r->map->count; i++) {
        const map_entry *entry = &r->map->entries[i];
        if (entry->kind != MAP_COLUMN || may_have(r, entry))
            continue;
        const map_entry *same = map_find(other->map, MAP_COLUMN, entry->ours);
        if (same == NULL || !felt_text_equal(same->theirs, entry->theirs) || !may_have(other, same))
            return entry;
    }
    return NULL;
}

felt_status felt_records_mapped(felt_records *rounds, felt_records *bets, felt_record_kind *ret_file, felt_error *error)
{
    for (int kind = FELT_RECORD_ROUNDS; kind <= FELT_RECORD_BETS; kind++) {
        felt_records *r = kind == FELT_RECORD_ROUNDS ? rounds : bets;
        const map_entry *entry = find_missing(r, kind == FELT_RECORD_ROUNDS ? bets : rounds);
        char list[LIST_BYTES];
        if (entry == NULL)
            continue;
        list_names(r->head, r->column_count, list);
        record_bad(r, "there is no column '%.*s', which the map has for %.*s%s%s",
                   (int)(entry->theirs.length > 40 ? 40 : entry->theirs.length), entry->theirs.bytes,
                   (int)(entry->ours.length > 40 ? 40 : entry->ours.length), entry->ours.bytes,
                   r->column_count > 0 ? "; the columns are " : "", list);
        *ret_file = (felt_record_kind)kind;
        if (error != NULL)
            *error = r->error;
        return FELT_EDATA;
    }
    return FELT_OK;
}
