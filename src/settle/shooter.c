/* src/settle/shooter.c - craps: where bets may be placed, and what a shooter's rolls make of them. */
#include "settle.h"

#include <assert.h>
#include <stdio.h>

static int total_of(int roll)
{
    return roll < FELT_ROLL_TOTALS ? felt_roll_total(roll) : roll - FELT_ROLL_TOTALS + 2;
}

/* ---- placing ---- */

static const char *placing_text(felt_placing placing)
{
    switch (placing) {
    case FELT_PLACED_NEW_SHOOTER:
        return "only before a new shooter's first come-out roll";
    case FELT_PLACED_COME_OUT:
        return "only before a come-out roll";
    case FELT_PLACED_POINT:
        return "only while a point is on";
    case FELT_PLACED_ITS_POINT:
        return "only while its number is the point";
    case FELT_PLACED_ANY_TIME:
        break;
    }
    return "at any time";
}

felt_status settle_place(const felt_book *book, int wager, int bet, felt_puck puck, bool new_shooter, uint16_t *ret, felt_refusal *refusal)
{
    const felt_book_wager *w = &book->wagers[wager];
    uint16_t state = w->variant->machine->start[puck];
    char where[32] = "the puck is off";
    if (state != FELT_STATE_NONE && (new_shooter || w->variant->placing != FELT_PLACED_NEW_SHOOTER)) {
        *ret = state;
        return FELT_OK;
    }
    if (puck != FELT_PUCK_OFF)
        snprintf(where, sizeof where, "the point is %d", felt_puck_point(puck));
    return settle_refuse(refusal, FELT_EDATA, bet, "%s may be placed %s; %s%s", settle_wager_name(w->wager).text,
                         placing_text(w->variant->placing), where, new_shooter ? "" : " and the shooter has rolled");
}

felt_status settle_step(const felt_book *book, int wager, int bet, uint16_t state, int roll, uint16_t *ret, felt_refusal *refusal)
{
    const felt_book_wager *w = &book->wagers[wager];
    const felt_machine *m = w->variant->machine;
    uint32_t class = w->class_of[roll];
    if (class == 255)
        return settle_refuse(refusal, FELT_EDATA, bet, "%s must know the faces of a roll; found the total %d alone",
                             settle_wager_name(w->wager).text, total_of(roll));
    *ret = m->next[state * m->class_count + class];
    return FELT_OK;
}

/* ---- shooters ---- */

felt_status felt_shooter_verify(const uint8_t *rolls, int roll_count, char *ret_why, size_t size)
{
    felt_puck puck = FELT_PUCK_OFF;
    for (int i = 0; i < roll_count; i++) {
        if (rolls[i] >= FELT_ROLL_CODES) {
            snprintf(ret_why, size, "roll %d is no roll of two dice", i + 1);
            return FELT_EDATA;
        }
        int total = total_of(rolls[i]);
        if (puck != FELT_PUCK_OFF && total == 7 && i + 1 < roll_count) {
            snprintf(ret_why, size, "roll %d is a seven-out, which ends the shooter's hand, but %d more roll%s", i + 1, roll_count - i - 1,
                     roll_count - i == 2 ? " follows" : "s follow");
            return FELT_EDATA;
        }
        puck = felt_puck_after(puck, total);
    }
    return FELT_OK;
}

felt_puck settle_puck_after(const uint8_t *rolls, int count)
{
    felt_puck puck = FELT_PUCK_OFF;
    for (int i = 0; i < count; i++)
        puck = felt_puck_after(puck, total_of(rolls[i]));
    return puck;
}

/* A shooter's rolls. */
typedef struct hand {
    const uint8_t *rolls;
    int count;
} hand;

static bool ends_in_seven_out(const hand *h)
{
    return h->count > 0 && total_of(h->rolls[h->count - 1]) == 7 && settle_puck_after(h->rolls, h->count - 1) != FELT_PUCK_OFF;
}

/* Which row decides, at which roll; FELT_ROW_NONE while it stays. */
typedef struct verdict {
    int row, rolls;
} verdict;

static felt_status run_bet(const felt_book *book, const hand *h, const felt_bet *bets, int i, verdict *ret, felt_refusal *refusal)
{
    const felt_bet *bet = &bets[i];
    const felt_book_wager *w = &book->wagers[bet->wager];
    uint16_t state = 0;
    if (bet->after > h->count)
        return settle_refuse(refusal, FELT_EDATA, i, "%s was placed after roll %d, but only %d roll%s thrown",
                             settle_wager_name(w->wager).text, bet->after, h->count, h->count == 1 ? " was" : "s were");
    if (bet->after == h->count && ends_in_seven_out(h))
        return settle_refuse(refusal, FELT_EDATA, i, "%s was placed after the seven-out, roll %d, which ended the shooter's hand",
                             settle_wager_name(w->wager).text, h->count);
    felt_status status = settle_place(book, bet->wager, i, settle_puck_after(h->rolls, bet->after), bet->after == 0, &state, refusal);
    for (int k = bet->after; status == FELT_OK && k < h->count; k++) {
        status = settle_step(book, bet->wager, i, state, h->rolls[k], &state, refusal);
        if (status == FELT_OK && state >= w->variant->machine->state_count) {
            *ret = (verdict){(int)(state - w->variant->machine->state_count), k + 1};
            return FELT_OK;
        }
    }
    *ret = (verdict){FELT_ROW_NONE, h->count};
    return status;
}

/* Is a base wager of the same seat up when bets[i] is placed? Bets on one wager placed at one roll fare alike, and are run once: `down`
 * remembers the last wager that was found decided at each. */
static bool has_base(const felt_book *book, const hand *h, const felt_bet *bets, int count, int i)
{
    const felt_variant *variant = book->wagers[bets[i].wager].variant;
    uint16_t down[FELT_SHOOTER_ROLLS_MAX + 1] = {0}; /* one above the wager */
    for (int k = 0; k < count; k++) {
        const felt_bet *base = &bets[k];
        verdict v = {0};
        felt_refusal ignored;
        if (base->seat != bets[i].seat || base->after > bets[i].after || !settle_needs_hold(variant, base->wager) ||
            down[base->after] == base->wager + 1 || settle_check_bet(book, bets, k, &ignored) != FELT_OK)
            continue;
        if (run_bet(book, h, bets, k, &v, &ignored) == FELT_OK && (v.row == FELT_ROW_NONE || v.rolls > bets[i].after))
            return true;
        down[base->after] = (uint16_t)(base->wager + 1);
    }
    return false;
}

felt_status felt_settle_one_shooter(const felt_book *book, const uint8_t *rolls, int roll_count, const felt_bet *bets, int count, int i,
                                    felt_payment *ret, felt_refusal *refusal)
{
    assert(book->sheet->game == &felt_game_craps && roll_count >= 0 && roll_count <= FELT_SHOOTER_ROLLS_MAX);
    hand h = {rolls, roll_count};
    verdict v = {0};
    felt_payment payment = {.kind = FELT_PAY_STAYS, .row = FELT_ROW_NONE};
    felt_status status = settle_check_bet(book, bets, i, refusal);
    if (status == FELT_OK)
        status = run_bet(book, &h, bets, i, &v, refusal);
    if (status != FELT_OK)
        return status;
    if (book->wagers[bets[i].wager].variant->needs_count > 0 && !has_base(book, &h, bets, count, i))
        return settle_refuse_needs(book, bets[i].wager, i, refusal);
    if (v.row != FELT_ROW_NONE)
        status = settle_pay_row(book, bets, i, v.row, &payment, refusal);
    if (status != FELT_OK)
        return status;
    payment.rolls = (uint16_t)v.rolls;
    *ret = payment;
    return FELT_OK;
}

felt_status felt_settle_shooter(const felt_book *book, const uint8_t *rolls, int roll_count, const felt_bet *bets, int count,
                                felt_payment *ret, felt_refusal *refusal)
{
    felt_status status = felt_shooter_verify(rolls, roll_count, refusal->why, sizeof refusal->why);
    if (status != FELT_OK)
        refusal->bet = -1;
    for (int i = 0; status == FELT_OK && i < count; i++)
        status = felt_settle_one_shooter(book, rolls, roll_count, bets, count, i, &ret[i], refusal);
    if (status != FELT_OK)
        memset(ret, 0, (size_t)count * sizeof *ret);
    return status;
}
