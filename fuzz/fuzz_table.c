/* fuzz/fuzz_table.c - any commands at a live table: nothing breaks, money is conserved, and its events replay to the same table.
 *
 * The first byte chooses the game, and every 8 after it make a command. At the end the table is saved, damaged where the input says, and
 * loaded: it is refused, or saves to the same bytes again and goes on. */
#include "tables.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { COMMAND_BYTES = 8 };

typedef struct world {
    felt_table_setup setup;
    felt_table *table, *copy; /* the copy goes on by the bytes of the events */
    int64_t now, up;
} world;

static felt_command command_of(const uint8_t *at, uint64_t number)
{
    felt_command c = {.kind = (felt_command_kind)(at[0] % (FELT_COMMAND_COUNT + 1))};
    bool of_player = c.kind <= FELT_COMMAND_DEAL;
    c.player = of_player != (at[7] == 77) ? 1 + at[1] % 5 : 0;
    c.id = at[1] >= 0xF0 ? number / 2 : number;
    c.seat = (int32_t)(at[2] % 6) - 2;
    c.wager = at[3] % 8;
    c.action = (felt_action)(at[4] % (FELT_ACTION_COUNT + 1));
    c.bet = at[2];
    c.amount.minor = at[5] == 0xFF ? INT64_MAX - at[6] : at[5] * 10 + at[6];
    c.stays = (at[4] & 0x40) != 0;
    c.min.minor = at[2];
    c.max.minor = (int64_t)at[5] - 3;
    c.code = at[5] % 25;
    c.shoe = at[5];
    c.dealt = (felt_dealt){.pieces = {{{at[2] % 15, 0}, {at[3] % 15, 1}, {at[4] % 15, 2}}, {{at[5] % 15, 0}, {at[6] % 15, 3}, {5, 4}}},
                           .counts = {at[1] % 4, at[7] % 4}};
    c.text[0] = (char)at[6];
    return c;
}

/* The copy goes on by what is read from the event's bytes. */
static void follow(world *w, const felt_event *event)
{
    uint8_t bytes[FELT_EVENT_BYTES_MAX];
    felt_event back;
    size_t size = felt_event_write(event, bytes);
    felt_status status = felt_event_read(bytes, size, &back, NULL);
    assert(status == FELT_OK);
    status = felt_table_evolve(w->copy, &back, NULL);
    assert(status == FELT_OK);
    w->up += back.held.minor - back.back.minor - back.lost.minor;
}

static void send(world *w, const felt_command *command, felt_events *events)
{
    felt_answer answer;
    felt_error error = {.item = 0};
    felt_status status = felt_table_do(w->table, command, w->now, events, &answer, &error);
    assert((status == FELT_OK) == (answer.refusal == FELT_REFUSAL_NONE));
    assert(status == FELT_OK || error.message[0] != '\0');
    for (int i = 0; i < events->count; i++) {
        follow(w, &events->list[i]);
    }
    assert(felt_table_look(w->table).up.minor == w->up);
}

static void load_damaged(world *w, const uint8_t *data, size_t size, felt_events *events)
{
    uint8_t *bytes;
    size_t saved;
    felt_table *loaded;
    if (felt_table_save(w->table, &bytes, &saved, NULL) != FELT_OK) {
        abort();
    }
    for (size_t i = 0; i + 2 < size && i < 9; i += 3) {
        bytes[(data[i] | (size_t)data[i + 1] << 8) % saved] ^= data[i + 2];
    }
    fuzz_put_sum(bytes, saved);
    if (felt_table_load(&w->setup, bytes, saved, &loaded, NULL) == FELT_OK) {
        uint8_t *again;
        size_t again_size;
        if (felt_table_save(loaded, &again, &again_size, NULL) != FELT_OK) {
            abort();
        }
        assert(again_size == saved && memcmp(again, bytes, saved) == 0);
        free(again);
        felt_table_free(w->table);
        w->table = loaded;
        for (size_t i = 1; i + COMMAND_BYTES <= size && felt_table_look(loaded).owed == 0; i += COMMAND_BYTES) {
            felt_command command = command_of(data + i, 1000 + i);
            felt_answer answer;
            felt_table_do(loaded, &command, w->now + (int64_t)i, events, &answer, NULL);
        }
    }
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    world w = {.setup = fuzz_setup(data[0] & 1)};
    felt_events events = {0};
    w.table = fuzz_table(&w.setup);
    w.copy = fuzz_table(&w.setup);
    for (size_t i = 1; i + COMMAND_BYTES <= size; i += COMMAND_BYTES) {
        felt_command command = command_of(data + i, i);
        w.now += data[i + 7];
        send(&w, &command, &events);
    }
    assert(fuzz_same(w.table, w.copy));
    load_damaged(&w, data, size, &events);
    felt_events_free(&events);
    felt_table_free(w.table);
    felt_table_free(w.copy);
    return 0;
}
