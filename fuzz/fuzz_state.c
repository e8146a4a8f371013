/* fuzz/fuzz_state.c - saved craps positions: garbage is refused, and what is restored can be rolled to its end.
 *
 * The bytes are first restored as they are, then with the check sum that fits them, so that what lies behind it is reached too. Then they
 * are taken for a bet that is put up, and for the fields of a position; both are saved, restored and rolled, the second damaged too. */
#include "sheets.h"

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

/* Rolls a position with the bytes that are left, and saves and restores it between rolls. */
static void roll(const felt_book *book, felt_position position, felt_puck puck, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t bytes[FELT_POSITION_BYTES];
        felt_payment payment;
        felt_refusal refusal;
        felt_position back;
        felt_puck puck_back;
        int code = data[i] % FELT_ROLL_CODES;
        felt_status status = felt_settle_roll(book, &position, 1, code, &payment, &refusal);
        if (status != FELT_OK) { /* a total alone, or an amount that does not fit */
            assert(status == FELT_EDATA || status == FELT_ERANGE);
            continue;
        }
        assert(payment.paid.minor >= 0);
        puck = felt_puck_after(puck, code < FELT_ROLL_TOTALS ? felt_roll_total(code) : code - FELT_ROLL_TOTALS + 2);
        felt_position_save(book, &position, puck, bytes);
        status = felt_position_restore(book, bytes, sizeof bytes, &back, &puck_back, &refusal);
        assert(status == FELT_OK && puck_back == puck && back.state == position.state && back.stake.minor == position.stake.minor);
    }
}

/* Restores bytes that may be anything. */
static void restore(const felt_book *book, const uint8_t *bytes, size_t size, const uint8_t *rolls, size_t roll_count)
{
    felt_position position;
    felt_refusal refusal = {.bet = 0};
    felt_puck puck;
    uint8_t again[FELT_POSITION_BYTES];
    if (felt_position_restore(book, bytes, size, &position, &puck, &refusal) != FELT_OK) {
        assert(strlen(refusal.why) > 0);
        return;
    }
    felt_position_save(book, &position, puck, again);
    assert(size == sizeof again && memcmp(again, bytes, size) == 0);
    roll(book, position, puck, rolls, roll_count);
}

static void restore_with_sum(const felt_book *book, const uint8_t *data, size_t size)
{
    uint8_t bytes[FELT_POSITION_BYTES];
    uint32_t sum = 0x811c9dc5u; /* as in src/settle/settle_position.c */
    size_t fields = sizeof bytes - 4;
    memcpy(bytes, data, fields);
    for (size_t i = 0; i < fields; i++) {
        sum = (sum ^ bytes[i]) * 0x01000193u;
    }
    for (size_t i = 0; i < 4; i++) {
        bytes[fields + i] = (uint8_t)(sum >> (8 * i));
    }
    restore(book, bytes, sizeof bytes, data + fields, size - fields);
}

/* No position is restored that has one byte of another value, or lacks one. */
static void refuse_damaged(const felt_book *book, uint8_t bytes[FELT_POSITION_BYTES], uint8_t where, uint8_t change)
{
    felt_position position;
    felt_refusal refusal;
    felt_puck puck;
    uint8_t *damaged = &bytes[where % FELT_POSITION_BYTES];
    *damaged ^= change;
    if (change != 0) {
        assert(felt_position_restore(book, bytes, FELT_POSITION_BYTES, &position, &puck, &refusal) == FELT_EDATA);
    }
    *damaged ^= change;
    assert(felt_position_restore(book, bytes, FELT_POSITION_BYTES - 1, &position, &puck, &refusal) == FELT_EDATA);
}

/* What may be put up can be saved and restored. */
static void place(const felt_book *book, const uint8_t *data, size_t size)
{
    felt_bet bet = {.wager = (uint16_t)(data[0] % book->sheet->wager_count), .seat = data[1]};
    felt_puck puck = (felt_puck)(data[2] % FELT_PUCK_COUNT);
    felt_position position;
    felt_refusal refusal = {.bet = 0};
    uint8_t bytes[FELT_POSITION_BYTES];
    memcpy(&bet.stake.minor, data + 4, sizeof bet.stake.minor);
    if (felt_position_place(book, &bet, 1, NULL, 0, puck, (data[3] & 1) != 0 && puck == FELT_PUCK_OFF, &position, &refusal) != FELT_OK) {
        assert(strlen(refusal.why) > 0);
        return;
    }
    felt_position_save(book, &position, puck, bytes);
    assert(felt_position_restore(book, bytes, sizeof bytes, &position, &puck, &refusal) == FELT_OK);
    assert(position.seat == bet.seat && position.wager == bet.wager && position.stake.minor == bet.stake.minor);
    roll(book, position, puck, data + 12, size - 12);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const felt_book *book;
    book = book ? book : fuzz_book(fuzz_sheet("fuzz.felt", craps), FELT_ROUNDING_FLOOR);
    restore(book, data, size, data, size);
    if (size >= FELT_POSITION_BYTES - 4) {
        restore_with_sum(book, data, size);
    }
    if (size >= 12) {
        place(book, data, size);
        uint16_t state = data[1] == 255 ? (uint16_t)FELT_STATE_NONE : data[1];
        felt_position position, made = {.wager = (uint16_t)(data[0] % book->sheet->wager_count), .state = state};
        felt_puck puck, made_puck = (felt_puck)(data[2] % 8);
        felt_refusal refusal;
        uint8_t bytes[FELT_POSITION_BYTES];
        memcpy(&made.stake.minor, data + 4, sizeof made.stake.minor);
        felt_position_save(book, &made, made_puck, bytes);
        refuse_damaged(book, bytes, data[3], data[size - 1]);
        if (felt_position_restore(book, bytes, sizeof bytes, &position, &puck, &refusal) == FELT_OK) {
            assert(position.stake.minor > 0 && position.state == made.state && puck == made_puck);
            roll(book, position, puck, data + 12, size - 12);
        }
    }
    return 0;
}
