/* fuzz/fuzz_state.c - saved craps positions: garbage is refused, and what is restored can be rolled to its end.
 *
 * The bytes are first restored as they are, then with the check sum that fits them, so that what lies behind it is reached too. Then they
 * are taken for a bet that is put up, saved, restored, damaged and rolled. */
#include "sheets.h"

#include <felt/craps.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char craps[] = "sheet \"Craps\"\n"
                            "game craps\n"
                            "wager \"Pass\" as pass\n"
                            "  placed before any come-out roll\n"
                            "  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n"
                            "  otherwise stays\n"
                            "wager \"Come\" as come\n"
                            "  placed while a point is on with a come-out of its own\n"
                            "  line wins pays 1 to 1\n"
                            "  come-out craps or seven-out loses\n"
                            "  otherwise stays\n"
                            "wager \"Hardway\" as hard on 6 or 8\n"
                            "  hard number rolled pays 9 to 1\n"
                            "  easy number rolled or any seven loses\n"
                            "  otherwise stays\n"
                            "wager \"Lows\" as lows\n"
                            "  placed before a new shooter's first come-out roll\n"
                            "  2, 3, 4, 5 and 6 all rolled pays 34 to 1\n"
                            "  seven-out loses\n"
                            "  otherwise stays\n";

/* What every part of a run uses. */
typedef struct world {
    const felt_book *book;
    felt_saver *saver;
    felt_play *play;
} world;

/* Rolls a position with the bytes that are left, and saves and restores it between rolls. */
static void roll(const world *w, const felt_position *from, int phase, const uint8_t *data, size_t size)
{
    int first;
    felt_play_begin(w->play, phase);
    if (from->state == FELT_STATE_NONE || felt_play_restore(w->play, from, 1, &first) != FELT_OK) {
        return;
    }
    for (size_t i = 0; i < size; i++) {
        uint8_t bytes[FELT_POSITION_BYTES];
        felt_payment payment;
        felt_error error;
        felt_position back;
        int phase_back;
        felt_status status = felt_play_event(w->play, data[i] % FELT_ROLL_CODES, &payment, &error);
        if (status != FELT_OK) { /* a total alone, or an amount that does not fit */
            assert(status == FELT_EDATA || status == FELT_ERANGE);
            continue;
        }
        const felt_position *position = felt_play_position(w->play, first);
        assert(payment.paid.minor >= 0);
        felt_position_save(w->saver, position, felt_play_phase(w->play), bytes, &error);
        status = felt_position_restore(w->saver, bytes, sizeof bytes, &back, &phase_back, &error);
        assert(status == FELT_OK && phase_back == felt_play_phase(w->play) && back.state == position->state);
        assert(back.stake.minor == position->stake.minor && back.moved == position->moved);
    }
}

/* Restores bytes that may be anything. */
static void restore(const world *w, const uint8_t *bytes, size_t size, const uint8_t *rolls, size_t roll_count)
{
    felt_position position;
    felt_error error = {.item = 0};
    int phase;
    uint8_t again[FELT_POSITION_BYTES];
    if (felt_position_restore(w->saver, bytes, size, &position, &phase, &error) != FELT_OK) {
        assert(strlen(error.message) > 0);
        return;
    }
    felt_position_save(w->saver, &position, phase, again, &error);
    assert(size == sizeof again && memcmp(again, bytes, size) == 0);
    roll(w, &position, phase, rolls, roll_count);
}

static void put_sum(uint8_t bytes[FELT_POSITION_BYTES])
{
    uint32_t sum = 0x811c9dc5u; /* as in src/settle/saved.c */
    size_t fields = FELT_POSITION_BYTES - 4;
    for (size_t i = 0; i < fields; i++) {
        sum = (sum ^ bytes[i]) * 0x01000193u;
    }
    for (size_t i = 0; i < 4; i++) {
        bytes[fields + i] = (uint8_t)(sum >> (8 * i));
    }
}

/* The bytes in the place of some fields of a good position, with the check sum that fits. */
static void restore_with_sum(const world *w, const uint8_t *data, size_t size)
{
    felt_position position = {.stake = {5}, .wager = data[0] % 2};
    uint8_t bytes[FELT_POSITION_BYTES];
    size_t fields = size < 20 ? size : 20;
    felt_position_save(w->saver, &position, 0, bytes, NULL);
    memcpy(bytes + 1, data, fields - 1);
    put_sum(bytes);
    restore(w, bytes, sizeof bytes, data, size);
}

/* No position is restored that has one byte of another value, or lacks one. */
static void refuse_damaged(const world *w, uint8_t bytes[FELT_POSITION_BYTES], uint8_t where, uint8_t change)
{
    felt_position position;
    felt_error error;
    int phase;
    uint8_t *damaged = &bytes[where % FELT_POSITION_BYTES];
    *damaged ^= change;
    if (change != 0) {
        assert(felt_position_restore(w->saver, bytes, FELT_POSITION_BYTES, &position, &phase, &error) == FELT_EDATA);
    }
    *damaged ^= change;
    assert(felt_position_restore(w->saver, bytes, FELT_POSITION_BYTES - 1, &position, &phase, &error) == FELT_EDATA);
}

/* What may be put up can be saved and restored. */
static void place(const world *w, const uint8_t *data, size_t size)
{
    felt_bet bet = {.wager = (uint16_t)(data[0] % felt_book_wager_count(w->book)), .seat = data[1]};
    felt_error error = {.item = 0};
    felt_position position;
    uint8_t bytes[FELT_POSITION_BYTES];
    int first, phase;
    memcpy(&bet.stake.minor, data + 4, sizeof bet.stake.minor);
    felt_play_begin(w->play, data[2] % FELT_PUCK_COUNT);
    if (felt_play_place(w->play, &bet, 1, &first, &error) != FELT_OK) {
        assert(strlen(error.message) > 0);
        return;
    }
    felt_position_save(w->saver, felt_play_position(w->play, first), felt_play_phase(w->play), bytes, &error);
    assert(felt_position_restore(w->saver, bytes, sizeof bytes, &position, &phase, &error) == FELT_OK);
    assert(position.seat == bet.seat && position.wager == bet.wager && position.stake.minor == bet.stake.minor);
    refuse_damaged(w, bytes, data[3], data[size - 1]);
    roll(w, &position, phase, data + 12, size - 12);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static world w;
    if (!w.book) {
        w.book = fuzz_book(fuzz_sheet("fuzz.felt", craps), FELT_ROUNDING_FLOOR);
        if (felt_saver_new(w.book, &w.saver) != FELT_OK || felt_play_new(w.book, &w.play) != FELT_OK) {
            abort();
        }
    }
    restore(&w, data, size, data, size);
    if (size >= 12) {
        restore_with_sum(&w, data, size);
        place(&w, data, size);
    }
    return 0;
}
