/* src/settle/position.c - craps wagers that are up: placed, carried from roll to roll, saved and restored.
 *
 * The saved form, little end first: version (1 byte), puck (1), wager (2), variant (2), state (2), seat (4), stake (8), fingerprint (4),
 * check sum (4). A change of this form changes the version. */
#include "settle.h"

#include <assert.h>

enum { POSITION_VERSION = 1 };

/* ---- placing and rolling ---- */

static bool has_base(const felt_book *book, const felt_bet *bets, int count, const felt_position *up, int up_count, int i)
{
    const felt_variant *variant = book->wagers[bets[i].wager].variant;
    for (int k = 0; k < up_count; k++)
        if (up[k].state != FELT_STATE_NONE && up[k].seat == bets[i].seat && settle_needs_hold(variant, up[k].wager))
            return true;
    for (int k = 0; k < count; k++)
        if (bets[k].seat == bets[i].seat && settle_needs_hold(variant, bets[k].wager))
            return true;
    return false;
}

felt_status felt_position_place(const felt_book *book, const felt_bet *bets, int count, const felt_position *up, int up_count,
                                felt_puck puck, bool new_shooter, felt_position *ret, felt_refusal *refusal)
{
    assert(book->sheet->game == &felt_game_craps);
    uint16_t state;
    for (int i = 0; i < count; i++) { /* every bet is looked at before the first is put up */
        felt_status status = settle_check_bet(book, bets, i, refusal);
        if (status == FELT_OK)
            status = settle_place(book, bets[i].wager, i, puck, new_shooter, &state, refusal);
        if (status == FELT_OK && book->wagers[bets[i].wager].variant->needs_count > 0 && !has_base(book, bets, count, up, up_count, i))
            status = settle_refuse_needs(book, bets[i].wager, i, refusal);
        if (status != FELT_OK)
            return status;
    }
    for (int i = 0; i < count; i++)
        ret[i] = (felt_position){.stake = bets[i].stake,
                                 .seat = bets[i].seat,
                                 .wager = bets[i].wager,
                                 .state = book->wagers[bets[i].wager].variant->machine->start[puck]};
    return FELT_OK;
}

static felt_status settle_position(const felt_book *book, const felt_position *position, int i, int roll, felt_payment *ret,
                                   felt_refusal *refusal)
{
    uint16_t next;
    *ret = (felt_payment){.kind = FELT_PAY_STAYS, .row = FELT_ROW_NONE};
    if (position->state == FELT_STATE_NONE)
        return FELT_OK;
    assert(position->wager < book->sheet->wager_count && position->stake.minor > 0);
    assert(position->state < book->wagers[position->wager].variant->machine->state_count);
    felt_bet bet = {.stake = position->stake, .seat = position->seat, .wager = position->wager};
    felt_status status = settle_step(book, position->wager, i, position->state, roll, &next, refusal);
    if (status == FELT_OK && next >= book->wagers[position->wager].variant->machine->state_count)
        status = settle_pay_row(book, &bet, 0, (int)(next - book->wagers[position->wager].variant->machine->state_count), ret, refusal);
    if (status != FELT_OK)
        refusal->bet = i;
    return status;
}

felt_status felt_settle_roll(const felt_book *book, felt_position *positions, int count, int roll, felt_payment *ret, felt_refusal *refusal)
{
    assert(book->sheet->game == &felt_game_craps && roll >= 0 && roll < FELT_ROLL_CODES);
    for (int i = 0; i < count; i++) {
        felt_status status = settle_position(book, &positions[i], i, roll, &ret[i], refusal);
        if (status != FELT_OK) {
            memset(ret, 0, (size_t)count * sizeof *ret);
            return status;
        }
    }
    for (int i = 0; i < count; i++) {
        const felt_book_wager *w = &book->wagers[positions[i].wager];
        if (ret[i].row != FELT_ROW_NONE)
            positions[i].state = FELT_STATE_NONE;
        else if (positions[i].state != FELT_STATE_NONE)
            positions[i].state = w->variant->machine->next[positions[i].state * w->variant->machine->class_count + w->class_of[roll]];
    }
    return FELT_OK;
}

/* ---- saving ---- */

static uint8_t *put(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(number >> (8 * i));
    return at;
}

static uint64_t get(const uint8_t **at, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t) * (*at)++ << (8 * i);
    return number;
}

static uint32_t check_sum(const uint8_t *bytes)
{
    uint32_t sum = 0x811c9dc5u;
    for (int i = 0; i < FELT_POSITION_BYTES - 4; i++)
        sum = (sum ^ bytes[i]) * 0x01000193u;
    return sum;
}

void felt_position_save(const felt_book *book, const felt_position *position, felt_puck puck, uint8_t ret[FELT_POSITION_BYTES])
{
    const felt_book_wager *w = &book->wagers[position->wager];
    assert(w->variant != NULL);
    uint8_t *at = put(ret, POSITION_VERSION, 1);
    at = put(at, (uint64_t)puck, 1);
    at = put(at, position->wager, 2);
    at = put(at, (uint64_t)(w->variant - w->wager->variants), 2);
    at = put(at, position->state, 2);
    at = put(at, position->seat, 4);
    at = put(at, (uint64_t)position->stake.minor, 8);
    at = put(at, w->fingerprint, 4);
    put(at, check_sum(ret), 4);
}

/* The wager, the variant and the state must be the book's. */
static felt_status check_restored(const felt_book *book, const felt_position *position, uint64_t variant, uint64_t fingerprint,
                                  uint64_t puck, felt_refusal *refusal)
{
    if (position->wager >= book->sheet->wager_count)
        return settle_refuse(refusal, FELT_EDATA, -1, "the saved position is on wager number %d, and this sheet has %d", position->wager,
                             book->sheet->wager_count);
    const felt_book_wager *w = &book->wagers[position->wager];
    settle_name name = settle_wager_name(w->wager);
    if (w->variant == NULL || variant != (uint64_t)(w->variant - w->wager->variants))
        return settle_refuse(refusal, FELT_EDATA, -1, "the saved position on %s was made under other choices", name.text);
    if (fingerprint != w->fingerprint)
        return settle_refuse(refusal, FELT_EDATA, -1, "the saved position on %s was made by another version of the sheet", name.text);
    bool decided = position->state == FELT_STATE_NONE;
    if (puck >= FELT_PUCK_COUNT || (!decided && position->state >= w->variant->machine->state_count) ||
        (!decided && (w->reach[position->state] >> puck & 1) == 0))
        return settle_refuse(refusal, FELT_EDATA, -1, "the saved position on %s is in state %d with puck %d, where it cannot come",
                             name.text, position->state, (int)puck);
    if (position->stake.minor <= 0)
        return settle_refuse(refusal, FELT_EDATA, -1, "the saved position on %s has a stake of %lld minor units, expected more than 0",
                             name.text, (long long)position->stake.minor);
    return FELT_OK;
}

felt_status felt_position_restore(const felt_book *book, const uint8_t *bytes, size_t size, felt_position *ret, felt_puck *ret_puck,
                                  felt_refusal *refusal)
{
    assert(book->sheet->game == &felt_game_craps);
    if (size != FELT_POSITION_BYTES)
        return settle_refuse(refusal, FELT_EDATA, -1, "found %zu bytes, expected a saved position of %d", size, FELT_POSITION_BYTES);
    const uint8_t *at = bytes;
    uint64_t version = get(&at, 1), puck = get(&at, 1);
    if (version != POSITION_VERSION)
        return settle_refuse(refusal, FELT_EDATA, -1, "found a saved position of version %d, expected %d", (int)version, POSITION_VERSION);
    felt_position position = {.wager = (uint16_t)get(&at, 2)};
    uint64_t variant = get(&at, 2);
    position.state = (uint16_t)get(&at, 2);
    position.seat = (uint32_t)get(&at, 4);
    position.stake.minor = (int64_t)get(&at, 8);
    uint64_t fingerprint = get(&at, 4);
    if (get(&at, 4) != check_sum(bytes))
        return settle_refuse(refusal, FELT_EDATA, -1, "the saved position is damaged: its check sum does not fit");
    felt_status status = check_restored(book, &position, variant, fingerprint, puck, refusal);
    if (status != FELT_OK)
        return status;
    *ret = position;
    *ret_puck = (felt_puck)puck;
    return FELT_OK;
}
