/* src/history/ends.c - where chains have ended in the files before: an archive, and what goes on at its end. */
#include "history.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct chain_end {
    char name[FELT_HISTORY_NAME_BYTES_MAX + 1];
    felt_history_floor at; /* its opening is malloc'ed; NULL: not known */
    int64_t number;
    int file; /* the last one that has it */
} chain_end;

struct felt_history_ends {
    chain_end *list;
    int count, capacity, file;
    int last; /* the table that was begun last; -1: none */
};

static felt_status no_memory(felt_error *error)
{
    return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
}

felt_status felt_history_ends_new(felt_history_ends **ret, felt_error *error)
{
    felt_history_ends *ends = calloc(1, sizeof *ends);
    if (ends == NULL)
        return no_memory(error);
    ends->last = -1;
    *ret = ends;
    return FELT_OK;
}

void felt_history_ends_free(felt_history_ends *ends)
{
    if (ends == NULL)
        return;
    for (int i = 0; i < ends->count; i++)
        free((char *)ends->list[i].at.opening.bytes);
    free(ends->list);
    free(ends);
}

void felt_history_ends_next(felt_history_ends *ends)
{
    ends->file++;
    ends->last = -1;
}

static int find(const felt_history_ends *ends, felt_text table)
{
    for (int i = 0; i < ends->count; i++) {
        if (felt_text_is(table, ends->list[i].name))
            return i;
    }
    return -1;
}

static felt_status add(felt_history_ends *ends, felt_text name, felt_error *error)
{
    if (ends->count == ends->capacity) {
        int capacity = ends->capacity == 0 ? 16 : 2 * ends->capacity;
        chain_end *list = realloc(ends->list, (size_t)capacity * sizeof *list);
        if (list == NULL)
            return no_memory(error);
        ends->list = list;
        ends->capacity = capacity;
    }
    chain_end *end = &ends->list[ends->count++];
    *end = (chain_end){.number = 0};
    memcpy(end->name, name.bytes, name.length < sizeof end->name ? name.length : sizeof end->name - 1);
    return FELT_OK;
}

/* Does a table go on where it ended before? */
static felt_status compare(const chain_end *end, const felt_history_item *table, felt_error *error)
{
    const felt_history_floor *floor = &table->floor;
    if (end->number != table->number)
        return felt_error_set(error, FELT_EDATA, -1, "table %s has another number in its store than in the file before", end->name);
    if (floor->sequence != end->at.sequence)
        return felt_error_set(error, FELT_EDATA, -1,
                              "table %s begins after record %" PRId64 ", but the file before ends with record %" PRId64, end->name,
                              floor->sequence, end->at.sequence);
    if (memcmp(floor->hash, end->at.hash, HASH_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1,
                              "table %s does not go on with the file before: record %" PRId64 " has another hash there", end->name,
                              floor->sequence);
    if (floor->sequence > 0 && end->at.opening.bytes != NULL && !felt_text_equal(floor->opening, end->at.opening))
        return felt_error_set(error, FELT_EDATA, -1, "table %s: its opening is not what the file before ends with", end->name);
    return FELT_OK;
}

felt_status felt_history_ends_table(felt_history_ends *ends, const felt_history_item *table, bool *ret_known, felt_error *error)
{
    int at = find(ends, table->table);
    bool known = at >= 0;
    felt_status status = known ? compare(&ends->list[at], table, error) : FELT_OK;
    if (!known && ends->file > 1 && table->floor.sequence > 0)
        status = felt_error_set(error, FELT_EDATA, -1, "table %.*s begins after record %" PRId64 ", which no file before has",
                                FELT_TEXT_ARGS(table->table), table->floor.sequence);
    if (status == FELT_OK && !known) {
        status = add(ends, table->table, error);
        at = ends->count - 1;
    }
    if (status != FELT_OK)
        return status;
    chain_end *end = &ends->list[at];
    free((char *)end->at.opening.bytes);
    end->at = (felt_history_floor){.sequence = table->floor.sequence + table->records};
    memcpy(end->at.hash, table->head, HASH_BYTES);
    end->number = table->number;
    end->file = ends->file;
    ends->last = at;
    if (ret_known != NULL)
        *ret_known = known;
    return FELT_OK;
}

felt_status history_ends_opening(felt_history_ends *ends, felt_text opening, felt_error *error)
{
    char *copy = malloc(opening.length + 1);
    if (copy == NULL)
        return no_memory(error);
    memcpy(copy, opening.bytes, opening.length);
    copy[opening.length] = '\0';
    ends->list[ends->last].at.opening = (felt_text){copy, opening.length};
    return FELT_OK;
}

felt_status felt_history_ends_check(const felt_history_ends *ends, felt_error *error)
{
    for (int i = 0; i < ends->count; i++) {
        if (ends->list[i].file != ends->file)
            return felt_error_set(error, FELT_EDATA, -1, "table %s is in a file before and not in the last one", ends->list[i].name);
    }
    return FELT_OK;
}

felt_status felt_history_ends_find(const felt_history_ends *ends, felt_text table, felt_history_floor *ret)
{
    int at = find(ends, table);
    if (at < 0)
        return FELT_ENOTFOUND;
    *ret = ends->list[at].at;
    if (ret->opening.bytes == NULL)
        ret->opening = felt_text_from("");
    return FELT_OK;
}
