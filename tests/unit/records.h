/* tests/unit/records.h - files of rounds and bets in memory, and two small sheets they are about. */
#ifndef FELT_TESTS_UNIT_RECORDS_H
#define FELT_TESTS_UNIT_RECORDS_H

#include "unit/books.h"

#include <felt/record.h>
#include <string.h>

static const char baccarat_text[] = "sheet \"Baccarat\"\n"
                                    "game baccarat with 8 decks\n"
                                    "wager \"Player\" as player\n"
                                    "  player wins pays 1 to 1\n"
                                    "  tie pushes\n"
                                    "  otherwise loses\n"
                                    "wager \"A Name, with a comma\" as comma\n"
                                    "  tie pays 8 to 1\n"
                                    "  otherwise loses\n"
                                    "wager \"Pair\" as pair on player or banker\n"
                                    "  own has pair pays 11 to 1\n"
                                    "  otherwise loses\n"
                                    "wager \"Twin\" as a-first-twin-wager-of-many\n"
                                    "  tie pays 8 to 1\n"
                                    "  otherwise loses\n"
                                    "wager \"Twin\" as a-first-twin-wager-of-more\n"
                                    "  tie pays 9 to 1\n"
                                    "  otherwise loses\n";

static const char craps_text[] = "sheet \"Craps\"\n"
                                 "game craps\n"
                                 "wager \"Hardway\" as hard on 6 or 10\n"
                                 "  hard number rolled pays 9 to 1\n"
                                 "  easy number rolled or any seven loses\n"
                                 "  otherwise stays\n";

typedef struct world {
    test_sheet baccarat_sheet, craps_sheet;
    const felt_book *baccarat, *craps;
} world;

static inline int set_up(void **state)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->baccarat_sheet = test_sheet_good(baccarat_text);
    w->craps_sheet = test_sheet_good(craps_text);
    w->baccarat = test_book(&w->baccarat_sheet);
    w->craps = test_book(&w->craps_sheet);
    *state = w;
    return 0;
}

static inline int tear_down(void **state)
{
    world *w = *state;
    test_sheet_free(&w->baccarat_sheet);
    test_sheet_free(&w->craps_sheet);
    free(w);
    return 0;
}

/* ---- a file in memory ---- */

typedef struct memory {
    const char *bytes;
    size_t length, at, step; /* at most `step` bytes at a time */
    bool fails;              /* at the end */
} memory;

static inline ptrdiff_t read_memory(void *context, char *ret, size_t size)
{
    memory *m = context;
    size_t left = m->length - m->at, take = left < size ? left : size;
    take = take < m->step ? take : m->step;
    if (left == 0 && m->fails)
        return -1;
    memcpy(ret, m->bytes + m->at, take);
    m->at += take;
    return (ptrdiff_t)take;
}

static inline memory file_of(const char *text)
{
    return (memory){.bytes = text, .length = strlen(text), .step = SIZE_MAX};
}

static inline felt_records *open_records(felt_record_kind kind, memory *m, const felt_book *book)
{
    felt_records *records = NULL;
    felt_error error;
    felt_status status = felt_records_open(kind, (felt_input){m, read_memory}, FELT_FORMAT_GUESS, book, 2, &records, &error);
    if (status != FELT_OK)
        print_error("%s\n", error.message);
    assert_int_equal(status, FELT_OK);
    return records;
}

static inline char *take(size_t size)
{
    char *bytes = malloc(size);
    if (bytes == NULL)
        abort();
    return bytes;
}

#endif
