/* fuzz/fuzz_table_event.c - events as bytes: garbage is refused, what is read is written as it was, and an event that cannot follow leaves
 * a table as it is.
 *
 * The bytes are read as they are, and then piece by piece with the length and the check sum that fit; what is read so is tried on a table
 * at which there are bets. */
#include "tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_event(const uint8_t *bytes, size_t size, felt_event *ret)
{
    felt_error error = {.item = 0};
    uint8_t again[FELT_EVENT_BYTES_MAX];
    if (felt_event_read(bytes, size, ret, &error) != FELT_OK) {
        assert(error.message[0] != '\0');
        return false;
    }
    assert(felt_event_write(ret, again) == size && memcmp(again, bytes, size) == 0);
    return true;
}

static felt_table *busy_table(const felt_table_setup *setup, bool craps)
{
    felt_table *table = fuzz_table(setup);
    felt_events events = {0};
    felt_answer answer;
    const felt_command commands[] = {{.kind = FELT_COMMAND_SHOE_BEGIN, .id = 1, .shoe = 1},
                                     {.kind = FELT_COMMAND_SIT, .player = 1, .id = 1, .seat = 0},
                                     {.kind = FELT_COMMAND_SIT, .player = 2, .id = 1, .seat = 1},
                                     {.kind = FELT_COMMAND_BET, .player = 1, .id = 2, .wager = 0, .amount = {10}},
                                     {.kind = FELT_COMMAND_BET, .player = 2, .id = 2, .wager = craps ? 4 : 0, .amount = {20}},
                                     {.kind = FELT_COMMAND_CLOSE_BETTING, .id = 2}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        felt_table_do(table, &commands[i], 100, &events, &answer, NULL);
    }
    felt_events_free(&events);
    return table;
}

/* One event of each piece: its kind and its fields are the input's, the head is made to fit. */
static size_t try_piece(felt_table *table, felt_table *before, const uint8_t *data, size_t size)
{
    uint8_t bytes[FELT_EVENT_BYTES_MAX] = {1, (uint8_t)(data[0] % FELT_EVENT_COUNT)};
    size_t fields = data[1] < size - 2 ? data[1] : size - 2, whole = 20 + fields + 4;
    uint64_t sequence = felt_table_look(table).sequence + 1;
    felt_event event;
    bytes[2] = (uint8_t)whole;
    bytes[3] = (uint8_t)(whole >> 8);
    for (int i = 0; i < 8; i++) {
        bytes[4 + i] = (uint8_t)(sequence >> (8 * i));
    }
    bytes[12] = 200;
    memcpy(bytes + 20, data + 2, fields);
    fuzz_put_sum(bytes, whole);
    if (read_event(bytes, whole, &event)) {
        felt_error error = {.item = 0};
        if (felt_table_evolve(table, &event, &error) == FELT_OK) {
            felt_status status = felt_table_evolve(before, &event, NULL);
            assert(status == FELT_OK && felt_table_look(table).up.minor >= 0);
        } else {
            assert(error.message[0] != '\0');
        }
        assert(fuzz_same(table, before));
    }
    return fields + 2;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_event event;
    read_event(data, size, &event);
    if (size < 3) {
        return 0;
    }
    bool craps = data[0] & 1;
    felt_table_setup setup = fuzz_setup(craps);
    felt_table *table = busy_table(&setup, craps), *before = busy_table(&setup, craps);
    for (size_t at = 1; at + 2 <= size;) {
        at += try_piece(table, before, data + at, size - at);
    }
    felt_table_free(table);
    felt_table_free(before);
    return 0;
}
