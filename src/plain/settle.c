/* src/plain/settle.c - recorded bets settled for other languages: two texts in, two texts of JSON out. */
#include "plain.h"

#include <felt/record.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts as files ---- */

static ptrdiff_t read_text(void *context, char *ret, size_t size)
{
    felt_text *left = context;
    size_t count = left->length < size ? left->length : size;
    if (count > 0)
        memcpy(ret, left->bytes, count);
    left->bytes += count;
    left->length -= count;
    return (ptrdiff_t)count;
}

typedef struct settling {
    felt_plain *plain;
    felt_arena *arena;
    const felt_book *book;
    felt_text texts[2]; /* by felt_record_kind: what is left of them */
    felt_record_map *map;
    bool sort;
    felt_records *records[2];
    felt_join *join;
    felt_play *play;
    felt_payment *payments;
    felt_output out;
    json_t *refused;
    int decimals;
    bool no_memory;
} settling;

/* ---- rows that are not used ---- */

static void refuse(settling *s, felt_record_kind file, uint64_t line, const char *message)
{
    json_t *row =
        json_pack("{s:s, s:I, s:s}", "file", file == FELT_RECORD_ROUNDS ? "rounds" : "bets", "line", (json_int_t)line, "message", message);
    s->no_memory = json_array_append_new(s->refused, row) != 0 || s->no_memory;
}

static void note_bad(void *context, felt_record_kind file, uint64_t rows, const felt_error *error)
{
    (void)rows;
    refuse(context, file, error->line, error->message);
}

/* ---- rounds ---- */

/* Room for one more row. */
static bool make_room(settling *s)
{
    if (s->out.capacity - s->out.length >= FELT_OUTPUT_ROW_BYTES_MAX + 1)
        return true;
    size_t capacity = 2 * s->out.capacity + 2 * FELT_OUTPUT_ROW_BYTES_MAX;
    char *bytes = realloc(s->out.bytes, capacity);
    if (bytes == NULL)
        return false;
    s->out.bytes = bytes;
    s->out.capacity = capacity;
    return true;
}

static void settle_round(settling *s, const felt_joined *joined)
{
    felt_hand hand;
    uint16_t event;
    felt_error error;
    if (felt_record_hand(s->book, joined->round, &event, &hand, &error) != FELT_OK) {
        refuse(s, FELT_RECORD_ROUNDS, joined->round->line, error.message);
        return;
    }
    if (joined->count == 0)
        return;
    if (felt_joined_settle(s->play, &hand, joined, s->payments, &error) != FELT_OK) {
        bool of_bet = error.item >= 0;
        refuse(s, of_bet ? FELT_RECORD_BETS : FELT_RECORD_ROUNDS, of_bet ? joined->records[error.item].line : joined->round->line,
               error.message);
        return;
    }
    for (int i = 0; i < joined->count && !s->no_memory; i++) {
        s->no_memory = !make_room(s);
        if (!s->no_memory)
            felt_output_bet(&s->out, FELT_FORMAT_NDJSON, s->book, &joined->records[i], &s->payments[i], s->decimals);
    }
}

static felt_status settle_all(settling *s)
{
    felt_joined joined;
    felt_next next;
    while ((next = felt_join_next(s->join, &joined)) == FELT_NEXT_ROW && !s->no_memory)
        settle_round(s, &joined);
    if (s->no_memory)
        return FELT_ENOMEM;
    if (next == FELT_NEXT_END)
        return FELT_OK;
    s->plain->error = *felt_join_error(s->join);
    return FELT_EDATA;
}

/* ---- from beginning to end ---- */

static felt_status open_table(settling *s, const char *choices, const char *rounding)
{
    felt_selection selection;
    felt_house house = {.decimals = s->decimals};
    if (felt_rounding_find(felt_text_from(rounding), &house.rounding) != FELT_OK)
        return felt_error_set(&s->plain->error, FELT_ENOTFOUND, -1, "found rounding '%.100s', which is no rule of rounding", rounding);
    felt_status status = plain_choices(s->plain, choices, &selection);
    return status == FELT_OK ? plain_book(s->plain, s->arena, &selection, house, &s->book) : status;
}

enum { SORT_MEMORY = 64 << 20 };

static FILE *open_spill(void *context)
{
    (void)context;
    return tmpfile();
}

/* What was wrong says of which text. */
static felt_status name_place(settling *s, const char *name, felt_status status)
{
    snprintf(s->plain->error.file, sizeof s->plain->error.file, "%s", name);
    s->plain->error.line += s->plain->error.line == 0;
    return status;
}

static felt_status open_map(settling *s, const char *lines)
{
    if (lines == NULL || lines[0] == '\0')
        return FELT_OK;
    felt_status status = felt_record_map_new(&s->map);
    if (status == FELT_OK)
        status = felt_record_map_read(s->map, felt_text_from(lines), &s->plain->error);
    return status == FELT_EDATA || status == FELT_ELIMIT ? name_place(s, "map", status) : status;
}

static const char *const names[] = {[FELT_RECORD_ROUNDS] = "rounds", [FELT_RECORD_BETS] = "bets"};

static felt_status open_file(settling *s, felt_record_kind kind)
{
    felt_input input = {&s->texts[kind], read_text};
    felt_error *error = &s->plain->error;
    felt_status status = felt_records_open_mapped(kind, input, FELT_FORMAT_GUESS, s->book, s->decimals, s->map, &s->records[kind], error);
    return status == FELT_OK || status == FELT_ENOMEM ? status : name_place(s, names[kind], status);
}

static felt_status check_maps(settling *s)
{
    felt_record_kind kind = FELT_RECORD_ROUNDS;
    felt_status status = felt_records_mapped(s->records[FELT_RECORD_ROUNDS], s->records[FELT_RECORD_BETS], &kind, &s->plain->error);
    return status == FELT_OK ? status : name_place(s, names[kind], status);
}

static felt_status sort_file(settling *s, felt_record_kind kind)
{
    felt_status status = felt_records_sort(s->records[kind], (felt_spill){NULL, open_spill}, SORT_MEMORY, &s->plain->error);
    return status == FELT_OK || status == FELT_ENOMEM ? status : name_place(s, names[kind], status);
}

static felt_status open_files(settling *s, const char *map)
{
    felt_status status = open_map(s, map);
    for (int i = 0; i < 2 && status == FELT_OK; i++)
        status = open_file(s, (felt_record_kind)i);
    if (status == FELT_OK)
        status = check_maps(s);
    for (int i = 0; i < 2 && status == FELT_OK && s->sort; i++)
        status = sort_file(s, (felt_record_kind)i);
    if (status == FELT_OK)
        status = felt_join_open(s->records[FELT_RECORD_ROUNDS], s->records[FELT_RECORD_BETS], (felt_record_report){s, note_bad}, &s->join);
    return status == FELT_OK ? felt_play_new(s->book, &s->play) : status;
}

static felt_status give(const settling *s, char **ret, char **ret_refused)
{
    char *refused = json_dumps(s->refused, JSON_COMPACT);
    felt_status status = refused == NULL ? FELT_ENOMEM : plain_give((felt_text){s->out.bytes, s->out.length}, ret);
    if (status == FELT_OK)
        status = plain_give(felt_text_from(refused), ret_refused);
    free(refused); /* jansson's own: the caller frees what is ours */
    return status;
}

static void close_all(settling *s)
{
    felt_play_free(s->play);
    felt_join_free(s->join);
    felt_records_free(s->records[0]);
    felt_records_free(s->records[1]);
    felt_record_map_free(s->map);
    free(s->payments);
    free(s->out.bytes);
    json_decref(s->refused);
    felt_arena_free(s->arena);
}

felt_status felt_plain_settle(felt_plain *plain, const char *choices, const char *rounding, int decimals, const char *map, int sort,
                              const char *rounds, size_t rounds_size, const char *bets, size_t bets_size, char **ret, char **ret_refused)
{
    settling s = {.plain = plain, .texts = {{rounds, rounds_size}, {bets, bets_size}}, .decimals = decimals, .sort = sort != 0};
    char *settled = NULL;
    felt_status status = FELT_OK;
    s.arena = felt_arena_new(PLAIN_ARENA_MAX);
    s.refused = json_array();
    s.payments = malloc(FELT_ROUND_BETS_MAX * sizeof *s.payments);
    if (s.arena == NULL || s.refused == NULL || s.payments == NULL)
        status = FELT_ENOMEM;
    if (status == FELT_OK && (rounds_size > FELT_PLAIN_BYTES_MAX || bets_size > FELT_PLAIN_BYTES_MAX))
        status = felt_error_set(&plain->error, FELT_ELIMIT, -1, "a text is longer than %d bytes: give it in pieces", FELT_PLAIN_BYTES_MAX);
    if (status == FELT_OK)
        status = open_table(&s, choices, rounding);
    if (status == FELT_OK)
        status = open_files(&s, map);
    if (status == FELT_OK)
        status = settle_all(&s);
    if (status == FELT_OK)
        status = give(&s, &settled, ret_refused);
    if (status == FELT_OK)
        *ret = settled;
    else
        free(settled);
    close_all(&s);
    return status == FELT_OK ? status : plain_fail(plain, status);
}
