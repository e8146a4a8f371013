/* fuzz/fuzz_record.c - recorded rounds and bets, read, joined, settled and audited.
 *
 * The first byte says which game, how many bytes are read at a time, whether the format is guessed, how is rounded, whether rows are
 * sorted and told apart by columns, and whether a map and a line "---" come first; the rest is the file of rounds, a line
 * "---", and the file of bets. */
#include "sheets.h"

#include <felt/audit.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READS_MAX = 2000 }; /* of one input: a long one is read in larger pieces */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char baccarat[] = "sheet \"Baccarat\"\n"
                               "game baccarat with 1, 6 or 8 decks\n"
                               "wager \"Player\" as player\n"
                               "  player wins pays 1 to 1\n"
                               "  tie pushes\n"
                               "  otherwise loses\n"
                               "wager \"Banker\" as banker\n"
                               "  banker wins pays 1 to 1 less 5%\n"
                               "  tie pushes\n"
                               "  otherwise loses\n"
                               "wager \"Tie, 8\" as tie\n"
                               "  tie pays 8 to 1\n"
                               "  otherwise loses\n"
                               "wager \"Pair\" as pair on player or banker\n"
                               "  needs \"Player\" or \"Banker\"\n"
                               "  own has pair pays 1000000 to 1\n"
                               "  otherwise loses\n";

static const char craps[] = "sheet \"Craps\"\n"
                            "game craps\n"
                            "wager \"Pass\" as pass\n"
                            "  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n"
                            "  otherwise stays\n"
                            "wager \"Hardway\" as hard on 6 or 8\n"
                            "  needs \"Pass\", at most 3 times its stake\n"
                            "  may be raised, lowered, taken down or turned off\n"
                            "  hard number rolled pays 9 to 1\n"
                            "  easy number rolled or any seven loses\n"
                            "  otherwise stays\n"
                            "wager \"Come\" as come\n"
                            "  placed while a point is on with a come-out of its own\n"
                            "  may be lowered or taken down\n"
                            "  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n"
                            "  otherwise stays\n"
                            "wager \"Buy\" as buy on 4 or 10\n"
                            "  needs \"Come\" on its number, winning at most twice its stake\n"
                            "  vig 5% of the stake\n"
                            "  may be raised, lowered, taken down or turned off\n"
                            "  number rolled pays 2 to 1\n"
                            "  any seven loses\n"
                            "  otherwise stays\n"
                            "wager \"Twice Two\" as twice-two\n"
                            "  placed before a new shooter's first come-out roll\n"
                            "  2 rolled 2 times pays 40 for 1 and dealer unset\n"
                            "  seven-out loses\n"
                            "  otherwise stays\n";

typedef struct memory {
    const uint8_t *bytes;
    size_t length, step;
} memory;

static ptrdiff_t read_memory(void *context, char *ret, size_t size)
{
    memory *m = context;
    size_t take = m->length < size ? m->length : size;
    take = take < m->step ? take : m->step;
    if (take > 0) {
        memcpy(ret, m->bytes, take);
    }
    m->bytes += take;
    m->length -= take;
    return (ptrdiff_t)take;
}

static size_t divide(const uint8_t *data, size_t size, size_t *ret_second)
{
    for (size_t i = 0; i + 5 <= size; i++) {
        if (memcmp(data + i, "\n---\n", 5) == 0) {
            *ret_second = i + 5;
            return i + 1;
        }
    }
    *ret_second = size;
    return size;
}

/* All of a round or nothing; what is paid adds up, reads back as it was written, and never comes to less than nothing. */
static void check_settled(const felt_book *book, const felt_joined *joined, felt_output *out)
{
    felt_payment *payments = calloc((size_t)joined->count, sizeof *payments);
    felt_error error;
    felt_hand hand;
    uint16_t event;
    felt_play *play = NULL;
    if (!payments || felt_play_new(book, &play) != FELT_OK) {
        free(payments);
        return;
    }
    felt_status status = felt_record_hand(book, joined->round, &event, &hand, &error);
    if (status == FELT_OK) {
        status = felt_settle_hand(play, &hand, joined->bets, joined->count, payments, &error);
    }
    felt_play_free(play);
    assert(status == FELT_OK || (error.item >= -1 && strlen(error.message) > 0));
    for (int i = 0; i < joined->count; i++) {
        const felt_payment *p = &payments[i];
        assert(p->paid.minor >= 0 && (status == FELT_OK || p->paid.minor == 0));
        assert(p->paid.minor == p->back.minor + (p->winnings.minor - p->commission.minor));
        if (status == FELT_OK) {
            out->length = 0;
            felt_output_bet(out, i % 2 == 0 ? FELT_FORMAT_CSV : FELT_FORMAT_NDJSON, book, &joined->records[i], p, 2);
            assert(out->length > 0 && out->bytes[out->length - 1] == '\n');
        }
    }
    free(payments);
}

static void check_difference(void *context, const felt_difference *difference)
{
    const felt_joined *joined = difference->joined;
    assert(difference->bet >= 0 && difference->bet < joined->count && !context);
    assert(difference->mistake > FELT_MISTAKE_NONE && difference->mistake < FELT_MISTAKE_COUNT);
    assert(difference->paid.minor != difference->expected->paid.minor && strlen(felt_mistake_text(difference->mistake)) > 0);
}

static void check_misdealt(void *context, const felt_joined *joined, const felt_error *error)
{
    assert(!context && joined->round->id.length > 0 && strlen(error->message) > 0);
}

static void check_refused(void *context, const felt_joined *joined, const felt_error *error)
{
    assert(!context && error->item >= 0 && error->item < joined->count && strlen(error->message) > 0);
}

static void run_join(felt_arena *arena, const felt_book *book, felt_records *rounds, felt_records *bets)
{
    felt_join *join;
    felt_joined joined;
    felt_audit *audit = NULL;
    felt_audit_report report = {NULL, check_difference, check_misdealt, check_refused};
    felt_output out = {.bytes = felt_arena_take(arena, FELT_OUTPUT_ROW_BYTES_MAX, 1), .capacity = FELT_OUTPUT_ROW_BYTES_MAX};
    if (!out.bytes || felt_audit_open(arena, book, &audit) != FELT_OK ||
        felt_join_open(rounds, bets, (felt_record_report){NULL, NULL}, &join) != FELT_OK) {
        felt_audit_close(audit);
        return;
    }
    uint64_t seen = 0;
    felt_next next;
    while ((next = felt_join_next(join, &joined)) == FELT_NEXT_ROW) {
        assert(joined.count >= 0 && joined.count <= FELT_ROUND_BETS_MAX);
        seen += (uint64_t)joined.count;
        check_settled(book, &joined, &out);
        if (felt_audit_round(audit, &joined, &report) != FELT_OK) {
            break;
        }
        felt_audit_counts found = felt_audit_count(audit);
        assert(found.bets + found.changes + found.not_compared == seen);
    }
    assert(next != FELT_NEXT_FAILED); /* there is memory, and memory can be read */
    felt_join_counts counts = felt_join_count(join);
    assert(counts.bad_rounds <= counts.rounds && counts.bad_bets <= counts.bets);
    /* No row is lost: each is verified or compared, or counted as not. */
    felt_audit_rows(audit, counts);
    felt_audit_counts found = felt_audit_count(audit);
    assert(next != FELT_NEXT_END || found.rounds + found.not_verified == counts.rounds);
    assert(next != FELT_NEXT_END || found.bets + found.changes + found.not_compared == counts.bets);
    assert(next != FELT_NEXT_END || (found.not_verified == counts.bad_rounds && found.bets + counts.bad_bets <= counts.bets));
    felt_join_free(join);
    felt_audit_close(audit);
}

static const felt_book *book_for(int game, int rounding)
{
    static const felt_book *books[2][FELT_ROUNDING_COUNT];
    for (int g = 0; g < 2 && !books[1][0]; g++) {
        const felt_sheet *sheet = fuzz_sheet("fuzz.felt", g == 0 ? baccarat : craps);
        for (int r = 0; r < FELT_ROUNDING_COUNT; r++) {
            books[g][r] = fuzz_book(sheet, (felt_rounding)r);
        }
    }
    return books[game][rounding % FELT_ROUNDING_COUNT];
}

/* The map at the beginning of an input; NULL where it is none. */
static felt_record_map *map_of(const uint8_t **data, size_t *size)
{
    felt_record_map *map = NULL;
    felt_error error = {.message = ""};
    size_t next, length = divide(*data, *size, &next);
    felt_status status = felt_record_map_new(&map);
    if (status == FELT_OK) {
        status = felt_record_map_read(map, (felt_text){(const char *)*data, length}, &error);
        assert(status == FELT_OK || strlen(error.message) > 0);
    }
    *data += next;
    *size -= next;
    return map;
}

static FILE *open_spill(void *context)
{
    (void)context;
    return tmpfile();
}

/* Rows are told apart and sorted, in as little memory as there can be. */
static bool arrange(felt_records *records)
{
    const felt_text names[] = {felt_text_from("dealer"), felt_text_from("hour")};
    unsigned found;
    felt_error error = {.message = ""};
    bool timed = false;
    felt_status status = felt_records_group(records, names, 2, &found, &error);
    if (status == FELT_OK) {
        status = felt_records_clock(records, &timed);
    }
    if (status == FELT_OK) {
        status = felt_records_sort(records, (felt_spill){NULL, open_spill}, 1 << 16, &error);
    }
    assert(status == FELT_OK || strlen(error.message) > 0);
    return status == FELT_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t steps[] = {1, 7, 64, 1 << 20};
    if (size == 0) {
        return 0;
    }
    felt_arena *arena = felt_arena_new(64 << 20);
    const felt_book *book = book_for(data[0] & 1, data[0] >> 4 & 3);
    size_t second, step = steps[data[0] >> 1 & 3] + size / READS_MAX;
    felt_format format = (data[0] & 8) != 0 ? FELT_FORMAT_NDJSON : FELT_FORMAT_GUESS;
    bool mapped = (data[0] & 0x80) != 0, arranged = (data[0] & 0x40) != 0;
    data++;
    size--;
    felt_record_map *map = mapped ? map_of(&data, &size) : NULL;
    size_t first = divide(data, size, &second);
    memory files[2] = {{data, first, step}, {data + second, size - second, step}};
    felt_records *rounds = NULL, *bets = NULL;
    if (arena &&
        felt_records_open_mapped(FELT_RECORD_ROUNDS, (felt_input){&files[0], read_memory}, format, book, 2, map, &rounds, NULL) ==
            FELT_OK &&
        felt_records_open_mapped(FELT_RECORD_BETS, (felt_input){&files[1], read_memory}, format, book, 2, map, &bets, NULL) == FELT_OK &&
        (!arranged || (arrange(rounds) && arrange(bets)))) {
        run_join(arena, book, rounds, bets);
    }
    felt_records_free(rounds);
    felt_records_free(bets);
    felt_record_map_free(map);
    felt_arena_free(arena);
    return 0;
}
