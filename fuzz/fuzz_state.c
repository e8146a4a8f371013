/* fuzz/fuzz_state.c - saved craps positions: garbage is refused, and what is restored can be rolled to its end.
 *
 * The bytes are first restored as they are. Then they are taken for the fields of a position, which is saved, restored and rolled. */
#include <assert.h>
#include <felt/settle.h>
#include <felt/sheet.h>
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

static const felt_book *open_book(felt_arena *arena)
{
    felt_diags diags = felt_diags_in(arena);
    felt_selection selection = {.count = 0};
    const felt_sheet *sheet;
    const felt_book *book;
    char why[400];
    if (felt_sheet_compile(arena, felt_text_from("fuzz.felt"), felt_text_from(craps), &diags, &sheet) != FELT_OK) {
        return NULL;
    }
    return felt_book_open(arena, sheet, &selection, (felt_house){.min = {0}}, &book, why, sizeof why) == FELT_OK ? book : NULL;
}

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    felt_arena *arena = felt_arena_new(16 << 20);
    const felt_book *book = arena ? open_book(arena) : NULL;
    felt_position position;
    felt_refusal refusal;
    felt_puck puck;
    uint8_t bytes[FELT_POSITION_BYTES];
    if (book && felt_position_restore(book, data, size, &position, &puck, &refusal) == FELT_OK) {
        felt_position_save(book, &position, puck, bytes);
        assert(memcmp(bytes, data, size) == 0);
        roll(book, position, puck, data, size);
    } else if (book) {
        assert(strlen(refusal.why) > 0);
    }
    if (book && size >= 12) {
        felt_position made = {.wager = (uint16_t)(data[0] % book->sheet->wager_count), .state = data[1]};
        memcpy(&made.stake.minor, data + 4, sizeof made.stake.minor);
        felt_position_save(book, &made, (felt_puck)(data[2] % 8), bytes);
        if (felt_position_restore(book, bytes, sizeof bytes, &position, &puck, &refusal) == FELT_OK) {
            assert(position.stake.minor > 0 && position.state == made.state);
            roll(book, position, puck, data + 12, size - 12);
        }
    }
    felt_arena_free(arena);
    return 0;
}
