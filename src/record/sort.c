/* src/record/sort.c - rows in the order of their rounds, in bounded memory: runs that are sorted and put away, and merged again.
 *
 * Rows are put away as they were read, with their lines, so whatever is said of one later says where it stands in the file. Rows of one
 * round stay in the order in which they came. A row that names no round stays behind the one that it came after. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SORT_RUNS_MAX = 512,
    SORT_ROW_MAX = 4096, /* bytes of one row; more than any takes */
};

/* A row as it is put away. Its id and what it holds follow. */
typedef struct sort_row {
    uint32_t size; /* with what follows */
    uint16_t id_length;
    uint8_t next; /* felt_next: a row, or a bad one */
    bool names_none, beside_bad;
    uint64_t line;
} sort_row;

/* What a round holds; its events follow. */
typedef struct sort_round {
    int phase, event_count;
    uint32_t group;
    felt_dealt dealt;
    int64_t time;
} sort_round;

/* A run that is being read. */
typedef struct sort_run {
    FILE *file; /* NULL: the one in memory */
    _Alignas(sort_row) char row[SORT_ROW_MAX];
    bool ended;
} sort_run;

struct record_sort {
    felt_spill spill;
    char *memory; /* rows, one behind the other */
    size_t size, used;
    sort_row **rows; /* in memory, and in order once they are sorted */
    size_t count, capacity, at;
    sort_run **runs; /* the last one is in memory, if it has rows */
    int run_count;
    int *heap; /* of runs, the first row on top */
    int heap_count;
    char last_id[FELT_ROUND_ID_BYTES_MAX]; /* of the row before */
    size_t last_length;
    bool after_bad;
    _Alignas(sort_row) char current[SORT_ROW_MAX + RECORD_PAD];
    char id[FELT_ROUND_ID_BYTES_MAX + RECORD_PAD];
};

static felt_text id_of(const sort_row *row)
{
    return (felt_text){(const char *)(row + 1), row->id_length};
}

static const char *held_by(const sort_row *row)
{
    return (const char *)(row + 1) + (row->id_length + 7u) / 8 * 8;
}

/* ---- rows ---- */

/* Writes a row into `ret`, which has room for SORT_ROW_MAX bytes. */
static void write_row(record_sort *s, felt_next next, felt_text id, uint64_t line, const void *held, size_t held_size, const void *more,
                      size_t more_size, char *ret)
{
    sort_row row = {.next = (uint8_t)next, .names_none = id.length == 0, .beside_bad = s->after_bad && id.length > 0, .line = line};
    felt_text key = row.names_none ? (felt_text){s->last_id, s->last_length} : id;
    size_t id_room = (key.length + 7) / 8 * 8, size = sizeof row + id_room + held_size + more_size;
    row.id_length = (uint16_t)key.length;
    row.size = (uint32_t)((size + 7) / 8 * 8);
    memset(ret, 0, row.size);
    memcpy(ret, &row, sizeof row);
    if (key.length > 0)
        memcpy(ret + sizeof row, key.bytes, key.length);
    memcpy(ret + sizeof row + id_room, held, held_size);
    if (more_size > 0)
        memcpy(ret + sizeof row + id_room + held_size, more, more_size);
    s->after_bad = row.names_none;
    memmove(s->last_id, key.bytes, key.length);
    s->last_length = key.length;
}

/* The next row of the file, written; false at its end and where it cannot be read on. */
static bool next_written(felt_records *r, record_sort *s, felt_next *ret_next, char *ret)
{
    felt_bet_record bet = {.line = 0};
    felt_round_record round = {.line = 0};
    bool bets = r->kind == FELT_RECORD_BETS;
    felt_next next = bets ? felt_records_next_bet(r, &bet) : felt_records_next_round(r, &round);
    *ret_next = next;
    if (next != FELT_NEXT_ROW && next != FELT_NEXT_BAD)
        return false;
    felt_text id = bets ? bet.id : round.id;
    uint64_t line = bets ? bet.line : round.line;
    if (next == FELT_NEXT_BAD) {
        write_row(s, next, id, line, r->error.message, strlen(r->error.message) + 1, NULL, 0, ret);
    } else if (bets) {
        bet.id.bytes = NULL;
        write_row(s, next, id, line, &bet, sizeof bet, NULL, 0, ret);
    } else {
        sort_round held = {round.phase, round.event_count, round.group, round.dealt, round.time};
        write_row(s, next, id, line, &held, sizeof held, r->events, (size_t)round.event_count * sizeof *r->events, ret);
    }
    return true;
}

/* ---- runs ---- */

static int compare_rows(const sort_row *a, const sort_row *b)
{
    int order = felt_round_id_compare(id_of(a), id_of(b));
    if (order != 0)
        return order;
    return a->line < b->line ? -1 : a->line > b->line;
}

static int compare_pointers(const void *a, const void *b)
{
    return compare_rows(*(sort_row *const *)a, *(sort_row *const *)b);
}

static void sort_memory(record_sort *s)
{
    if (s->count > 1)
        qsort(s->rows, s->count, sizeof *s->rows, compare_pointers);
}

static sort_run *add_run(record_sort *s)
{
    sort_run *run = calloc(1, sizeof *run);
    sort_run **runs = run == NULL ? NULL : realloc(s->runs, (size_t)(s->run_count + 1) * sizeof *runs);
    if (runs == NULL) {
        free(run);
        return NULL;
    }
    s->runs = runs;
    s->runs[s->run_count++] = run;
    return run;
}

/* Puts away what is in memory. */
static felt_status put_away(record_sort *s, felt_error *error)
{
    if (s->run_count == SORT_RUNS_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "the file is too large to be sorted in %zu bytes of memory", s->size);
    sort_run *run = add_run(s);
    if (run == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    run->file = s->spill.file(s->spill.context);
    bool wrote = run->file != NULL;
    sort_memory(s);
    for (size_t i = 0; wrote && i < s->count; i++)
        wrote = fwrite(s->rows[i], s->rows[i]->size, 1, run->file) == 1;
    s->count = s->used = 0;
    if (wrote && fflush(run->file) == 0 && fseek(run->file, 0, SEEK_SET) == 0)
        return FELT_OK;
    return felt_error_set(error, FELT_EIO, -1, "cannot write a temporary file to sort in");
}

static felt_status add_row(record_sort *s, const char *row, felt_error *error)
{
    uint32_t size;
    memcpy(&size, row, sizeof size);
    if (s->used + size > s->size || s->count == s->capacity) {
        felt_status status = put_away(s, error);
        if (status != FELT_OK)
            return status;
    }
    memcpy(s->memory + s->used, row, size);
    s->rows[s->count++] = (sort_row *)(void *)(s->memory + s->used);
    s->used += size;
    return FELT_OK;
}

/* ---- merging ---- */

static const sort_row *row_of(const sort_run *run)
{
    return (const sort_row *)(const void *)run->row;
}

/* The next row of a run; false when its file cannot be read. */
static bool read_run(record_sort *s, sort_run *run)
{
    sort_row head;
    if (run->file == NULL) {
        run->ended = s->at == s->count;
        if (!run->ended)
            memcpy(run->row, s->rows[s->at], s->rows[s->at]->size);
        s->at++;
        return true;
    }
    run->ended = fread(&head, 1, sizeof head, run->file) != sizeof head;
    if (run->ended)
        return ferror(run->file) == 0;
    memcpy(run->row, &head, sizeof head);
    return head.size <= SORT_ROW_MAX && fread(run->row + sizeof head, head.size - sizeof head, 1, run->file) == 1;
}

static void sift_down(record_sort *s, int at)
{
    for (;;) {
        int first = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < s->heap_count; child++)
            if (compare_rows(row_of(s->runs[s->heap[child]]), row_of(s->runs[s->heap[first]])) < 0)
                first = child;
        if (first == at)
            return;
        int run = s->heap[at];
        s->heap[at] = s->heap[first];
        s->heap[first] = run;
        at = first;
    }
}

static felt_status begin_merge(record_sort *s, felt_error *error)
{
    sort_memory(s);
    if (s->count > 0 && add_run(s) == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    s->heap = calloc((size_t)s->run_count + 1, sizeof *s->heap);
    if (s->heap == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    for (int i = 0; i < s->run_count; i++) {
        if (!read_run(s, s->runs[i]))
            return felt_error_set(error, FELT_EIO, -1, "cannot read a temporary file");
        if (!s->runs[i]->ended)
            s->heap[s->heap_count++] = i;
    }
    for (int i = s->heap_count / 2; i-- > 0;)
        sift_down(s, i);
    return FELT_OK;
}

/* Takes the first row of all into `current`. ROW, END or FAILED. */
static felt_next take_first(felt_records *r)
{
    record_sort *s = r->sort;
    if (s->heap_count == 0)
        return FELT_NEXT_END;
    sort_run *run = s->runs[s->heap[0]];
    memcpy(s->current, run->row, row_of(run)->size);
    if (!read_run(s, run)) {
        record_bad(r, "cannot read a temporary file");
        return FELT_NEXT_FAILED;
    }
    if (run->ended)
        s->heap[0] = s->heap[--s->heap_count];
    sift_down(s, 0);
    return FELT_NEXT_ROW;
}

/* What both kinds of rows begin with. */
static felt_next begin_row(felt_records *r, felt_text *ret_id, uint64_t *ret_line)
{
    felt_next next = take_first(r);
    const sort_row *row = (const sort_row *)(const void *)r->sort->current;
    *ret_id = (felt_text){NULL, 0};
    *ret_line = r->line;
    if (next != FELT_NEXT_ROW)
        return next;
    r->line = *ret_line = row->line;
    r->beside_bad = row->beside_bad;
    if (!row->names_none) {
        memcpy(r->sort->id, id_of(row).bytes, row->id_length);
        *ret_id = (felt_text){r->sort->id, row->id_length};
    }
    if (row->next == FELT_NEXT_BAD)
        record_bad(r, "%s", held_by(row));
    return (felt_next)row->next;
}

felt_next record_sorted_bet(felt_records *r, felt_bet_record *ret)
{
    felt_text id;
    uint64_t line;
    felt_next next = begin_row(r, &id, &line);
    if (next == FELT_NEXT_ROW)
        memcpy(ret, held_by((const sort_row *)(const void *)r->sort->current), sizeof *ret);
    ret->id = id;
    ret->line = line;
    return next;
}

felt_next record_sorted_round(felt_records *r, felt_round_record *ret)
{
    felt_text id;
    uint64_t line;
    felt_next next = begin_row(r, &id, &line);
    if (next == FELT_NEXT_ROW) {
        sort_round held;
        const char *at = held_by((const sort_row *)(const void *)r->sort->current);
        memcpy(&held, at, sizeof held);
        ret->phase = held.phase;
        ret->group = held.group;
        ret->time = held.time;
        ret->dealt = held.dealt;
        ret->event_count = held.event_count;
        ret->events = r->events;
        memcpy(r->events, at + sizeof held, (size_t)held.event_count * sizeof *r->events);
    }
    ret->id = id;
    ret->line = line;
    return next;
}

/* ---- sorting ---- */

static record_sort *new_sort(felt_spill spill, size_t memory)
{
    record_sort *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->spill = spill;
    s->size = memory < SORT_ROW_MAX ? SORT_ROW_MAX : memory;
    s->capacity = s->size / 64;
    s->memory = malloc(s->size);
    s->rows = malloc(s->capacity * sizeof *s->rows);
    if (s->memory != NULL && s->rows != NULL)
        return s;
    record_sort_free(s);
    return NULL;
}

/* Why the file cannot be read on. */
static felt_status failed_with(const felt_records *r)
{
    if (r->failed)
        return FELT_EIO;
    return strcmp(r->error.message, felt_status_text(FELT_ENOMEM)) == 0 ? FELT_ENOMEM : FELT_ELIMIT;
}

felt_status felt_records_sort(felt_records *r, felt_spill spill, size_t memory, felt_error *error)
{
    char row[SORT_ROW_MAX];
    felt_next next = FELT_NEXT_ROW;
    felt_status status = FELT_OK;
    record_sort *s = r->sort != NULL ? NULL : new_sort(spill, memory);
    if (s == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    while (status == FELT_OK && next_written(r, s, &next, row))
        status = add_row(s, row, error);
    if (status == FELT_OK && next == FELT_NEXT_FAILED)
        status = felt_error_set(error, failed_with(r), -1, "%s", r->error.message);
    if (status == FELT_OK)
        status = begin_merge(s, error);
    if (status == FELT_OK) {
        r->sort = s;
        r->source = SOURCE_SORTED;
    } else {
        record_sort_free(s);
    }
    return status;
}

void record_sort_free(record_sort *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < s->run_count; i++) {
        if (s->runs[i]->file != NULL)
            fclose(s->runs[i]->file);
        free(s->runs[i]);
    }
    free(s->runs);
    free(s->heap);
    free(s->rows);
    free(s->memory);
    free(s);
}
