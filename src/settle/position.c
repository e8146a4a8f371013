/* src/settle/position.c - one bet: placed, moved by one event, paid. */
#include "position.h"
#include "../base/amount.h"

#include <assert.h>

/* ---- placing ---- */

static felt_status refuse_stake(const felt_house *house, const book_wager *w, felt_money amount, int item, felt_error *error)
{
    if (amount.minor <= 0)
        return felt_error_set(error, FELT_EDATA, item, "%.*s: found a stake of %s, expected more than 0", FELT_TEXT_ARGS(w->name),
                              amount_said(amount.minor, house->decimals).text);
    bool below = amount.minor < house->min.minor;
    return felt_error_set(error, FELT_ELIMIT, item, "%.*s: found a stake of %s, expected at %s %s, the table's limit",
                          FELT_TEXT_ARGS(w->name), amount_said(amount.minor, house->decimals).text, below ? "least" : "most",
                          amount_plain(below ? house->min.minor : house->max.minor, house->decimals).text);
}

felt_status position_check_stake(const felt_house *house, const book_wager *w, felt_money amount, int item, felt_error *error)
{
    if (amount.minor > 0 && amount.minor >= house->min.minor && (house->max.minor == 0 || amount.minor <= house->max.minor))
        return FELT_OK;
    return refuse_stake(house, w, amount, item, error);
}

/* In whole units, not below the smallest. */
static felt_status vig_of(const felt_house *house, int64_t vig_num, int64_t vig_den, felt_money stake, felt_money *ret)
{
    int64_t unit = house->vig_unit.minor > 0 ? house->vig_unit.minor : 1, den;
    felt_money units = {0}, vig = {0}, both;
    if (stake.minor < 0 || __builtin_mul_overflow(vig_den, unit, &den) ||
        felt_money_win(stake, vig_num, den, house->vig_rounding, &units) != FELT_OK ||
        __builtin_mul_overflow(units.minor, unit, &vig.minor))
        return FELT_ERANGE;
    if (stake.minor > 0 && vig.minor < house->vig_min.minor)
        vig = house->vig_min;
    if (felt_money_add(stake, vig, &both) != FELT_OK)
        return FELT_ERANGE;
    *ret = vig;
    return FELT_OK;
}

felt_status position_vig(const felt_house *house, const book_wager *w, felt_money amount, int item, felt_money *ret, felt_error *error)
{
    *ret = (felt_money){0};
    if (!w->vig || vig_of(house, w->variant->vig_num, w->variant->vig_den, amount, ret) == FELT_OK)
        return FELT_OK;
    return felt_error_set(error, FELT_ERANGE, item, "%.*s: the vig beside a stake of %s does not fit", FELT_TEXT_ARGS(w->name),
                          amount_said(amount.minor, house->decimals).text);
}

felt_status felt_book_vig(const felt_book *book, int wager, felt_money stake, felt_money *ret)
{
    assert(wager >= 0 && wager < book->wager_count && book->wagers[wager].variant != NULL);
    const felt_variant *variant = book->wagers[wager].variant;
    if (variant->vig_num > 0 || stake.minor < 0)
        return vig_of(&book->house, variant->vig_num, variant->vig_den, stake, ret);
    *ret = (felt_money){0};
    return FELT_OK;
}

static felt_status refuse_wager(const book_wager *w, int item, felt_error *error)
{
    if (w->complete)
        return felt_error_set(error, FELT_EDATA, item, "%.*s is not offered under the choices taken", FELT_TEXT_ARGS(w->name));
    return felt_error_set(error, FELT_EDATA, item, "%.*s cannot be settled: the sheet leaves an outcome undecided",
                          FELT_TEXT_ARGS(w->name));
}

static felt_status refuse_moment(const book_wager *w, const felt_game *game, hand_moment moment, int item, felt_error *error)
{
    char phase[FELT_EVENT_TEXT_BYTES];
    if (error == NULL)
        return FELT_EDATA;
    game->phase_write(moment.phase, phase, sizeof phase);
    const char *placing = game->placings != NULL ? game->placings[w->variant->placing] : "at any time";
    return felt_error_set(error, FELT_EDATA, item, "%.*s may be placed %s; %s%s%s", FELT_TEXT_ARGS(w->name), placing, phase,
                          moment.fresh ? "" : ", and there has been a ", moment.fresh ? "" : game->words.event);
}

static inline felt_status place(const felt_house *house, const book_wager *w, const felt_game *game, const felt_bet *bet,
                                hand_moment moment, int item, felt_position *ret, felt_error *error)
{
    if (w->variant == NULL)
        return refuse_wager(w, item, error);
    felt_money vig;
    felt_status status = position_check_stake(house, w, bet->stake, item, error);
    if (status == FELT_OK && w->vig)
        status = position_vig(house, w, bet->stake, item, &vig, error);
    if (status != FELT_OK)
        return status;
    uint16_t state = w->machine->start[moment.phase];
    if (state == FELT_STATE_NONE || (!moment.fresh && w->variant->placing == FELT_PLACED_NEW_HAND))
        return refuse_moment(w, game, moment, item, error);
    *ret = (felt_position){.stake = bet->stake, .seat = bet->seat, .wager = bet->wager, .state = state};
    return FELT_OK;
}

felt_status position_place(const felt_house *house, const book_wager *w, const felt_game *game, const felt_bet *bet, hand_moment moment,
                           int item, felt_position *ret, felt_error *error)
{
    return place(house, w, game, bet, moment, item, ret, error);
}

/* ---- paying ---- */

/* By the house's rounding, or by its rules for a vig, where it has any; they do not take more than is won. */
static felt_status commission_of(const felt_house *house, const felt_pay *pay, felt_money stake, felt_money winnings, felt_money *ret)
{
    if (!pay->commission_is_vig || (house->vig_unit.minor == 0 && house->vig_min.minor == 0))
        return felt_money_commission(stake, pay->commission_num, pay->commission_den, house->rounding, ret);
    felt_status status = vig_of(house, pay->commission_num, pay->commission_den, stake, ret);
    if (status == FELT_OK && ret->minor > winnings.minor)
        *ret = winnings;
    return status;
}

static bool pay_winner(felt_money stake, const felt_pay *pay, const felt_house *house, felt_payment *ret)
{
    felt_money gross;
    if (felt_money_win(stake, pay->win_num, pay->win_den, house->rounding, &ret->winnings) != FELT_OK)
        return false;
    if (pay->commission_num > 0 && commission_of(house, pay, stake, ret->winnings, &ret->commission) != FELT_OK)
        return false;
    ret->back = stake;
    return felt_money_add(stake, ret->winnings, &gross) == FELT_OK && felt_money_subtract(gross, ret->commission, &ret->paid) == FELT_OK &&
           ret->paid.minor >= 0;
}

/* The dealer is paid on the same stake. An unset pay to the dealer does not keep the bettor's: it is another person's. */
static bool pay_dealer(felt_money stake, const felt_pay *pay, felt_rounding rounding, felt_payment *ret)
{
    ret->dealer_kind = pay->kind;
    return pay->kind != FELT_PAY_WINS || felt_money_win(stake, pay->win_num, pay->win_den, rounding, &ret->dealer) == FELT_OK;
}

static felt_status refuse_left_out(const book_wager *w, int row, int item, felt_error *error)
{
    felt_text text = w->wager->rows[row].text;
    if (w->pays[row].pay.kind == FELT_PAY_UNDEFINED)
        return felt_error_set(error, FELT_EUNSET, item, "%.*s: the document does not say whether the bet wins on \"%.*s\"",
                              FELT_TEXT_ARGS(w->name), FELT_TEXT_ARGS(text));
    return felt_error_set(error, FELT_EUNSET, item, "%.*s: the document leaves out what \"%.*s\" pays", FELT_TEXT_ARGS(w->name),
                          FELT_TEXT_ARGS(text));
}

/* `ret` is filled in where it stands: it is large, and this is done for every bet. */
static inline felt_status pay_stake(const felt_house *house, const book_wager *w, felt_money stake, int row, int item, felt_payment *ret,
                                    felt_error *error)
{
    const felt_row_pay *pay = &w->pays[row];
    bool fits = true;
    *ret = position_stays;
    ret->kind = pay->pay.kind;
    ret->row = (uint16_t)row;
    ret->stake = stake;
    if (w->vig) {
        felt_status status = position_vig(house, w, stake, item, &ret->vig, error);
        if (status != FELT_OK)
            return status;
    }
    switch (pay->pay.kind) {
    case FELT_PAY_UNSET:
    case FELT_PAY_UNDEFINED:
        return refuse_left_out(w, row, item, error);
    case FELT_PAY_PUSHES:
        ret->back.minor = ret->paid.minor = stake.minor + ret->vig.minor;
        ret->vig = (felt_money){0};
        break;
    case FELT_PAY_WINS:
        fits = pay_winner(stake, &pay->pay, house, ret);
        break;
    case FELT_PAY_LOSES:
    case FELT_PAY_STAYS:
        break;
    }
    if (fits && pay->has_dealer)
        fits = pay_dealer(stake, &pay->dealer, house->rounding, ret);
    if (!fits)
        return felt_error_set(error, FELT_ERANGE, item, "%.*s: what a stake of %s is paid does not fit", FELT_TEXT_ARGS(w->name),
                              amount_said(stake.minor, house->decimals).text);
    return FELT_OK;
}

felt_status position_pay(const felt_house *house, const book_wager *w, felt_money stake, int row, int item, felt_payment *ret,
                         felt_error *error)
{
    return pay_stake(house, w, stake, row, item, ret, error);
}

/* ---- moving ---- */

static felt_status refuse_event(const book_wager *w, const felt_game *game, int code, int item, felt_error *error)
{
    char text[FELT_EVENT_TEXT_BYTES];
    game->event_write(code, text, sizeof text);
    if (code >= game->event_count)
        return felt_error_set(error, FELT_EDATA, item, "%.*s must know more of a %s; found %s alone", FELT_TEXT_ARGS(w->name),
                              game->words.event, text);
    return felt_error_set(error, FELT_EDATA, item, "%.*s: no row of the sheet decides this %s: %s", FELT_TEXT_ARGS(w->name),
                          game->words.event, text);
}

/* What the machine says: a state, state_count and a row, or FELT_STATE_NONE where it says nothing or would have to know more. */
static inline uint32_t next_of(const book_wager *w, const felt_game *game, const felt_position *position, int code)
{
    const felt_machine *m = w->machine;
    assert(position->state < m->state_count && code >= 0 && code < game->code_count);
    if (code < game->event_count)
        return felt_machine_next(m, position->state, code);
    uint32_t class = w->partial[code - game->event_count];
    return class == BOOK_CLASS_NONE ? FELT_STATE_NONE : m->next[position->state * m->class_count + class];
}

int position_row(const book_wager *w, const felt_game *game, const felt_position *position, int code)
{
    uint32_t next = next_of(w, game, position, code), states = w->machine->state_count;
    if (next == FELT_STATE_NONE)
        return code >= game->event_count && w->partial[code - game->event_count] == BOOK_CLASS_NONE ? POSITION_NEEDS_MORE : FELT_ROW_NONE;
    return next < states ? -1 : (int)(next - states);
}

/* What would have decided a bet that is off leaves it as if it had been placed now. Where it could not be, or stood behind a bet that the
 * event has decided, it is given back. */
static felt_status step_off(const felt_house *house, const book_wager *w, const felt_position *position, int phase, int item,
                            uint16_t *ret_state, felt_payment *ret, felt_error *error)
{
    felt_money vig;
    felt_status status = position_vig(house, w, position->stake, item, &vig, error);
    if (status != FELT_OK)
        return status;
    *ret_state = w->needs_count > 0 ? (uint16_t)FELT_STATE_NONE : w->machine->start[phase];
    if (*ret_state != FELT_STATE_NONE)
        return FELT_OK;
    *ret = (felt_payment){.kind = FELT_PAY_PUSHES, .row = FELT_ROW_NONE, .part_of = -1, .taken_down = true, .stake = position->stake};
    ret->back.minor = ret->paid.minor = position->stake.minor + vig.minor;
    return FELT_OK;
}

static inline felt_status step(const felt_house *house, const book_wager *w, const felt_game *game, const felt_position *position, int code,
                               int phase, int item, uint16_t *ret_state, felt_payment *ret, felt_error *error)
{
    const felt_machine *m = w->machine;
    uint32_t next = next_of(w, game, position, code);
    if (next == FELT_STATE_NONE)
        return refuse_event(w, game, code, item, error);
    if (next < m->state_count) {
        *ret_state = (uint16_t)next;
        return FELT_OK;
    }
    if (position->off)
        return step_off(house, w, position, phase, item, ret_state, ret, error);
    *ret_state = FELT_STATE_NONE;
    return pay_stake(house, w, position->stake, (int)(next - m->state_count), item, ret, error);
}

felt_status position_step(const felt_house *house, const book_wager *w, const felt_game *game, const felt_position *position, int code,
                          int phase, int item, uint16_t *ret_state, felt_payment *ret, felt_error *error)
{
    return step(house, w, game, position, code, phase, item, ret_state, ret, error);
}

/* Flat: a bet on a round costs a few nanoseconds, of which calls would be a third. */
__attribute__((flatten)) void position_settle_all(const felt_book *book, const felt_bet *bets, int count, int code, felt_payment *ret,
                                                  position_refused *refused, void *context)
{
    for (int i = 0; i < count; i++) {
        const book_wager *w = &book->wagers[bets[i].wager];
        felt_position position = {.state = 0};
        felt_error error;
        uint16_t state;
        felt_status status = place(&book->house, w, book->game, &bets[i], (hand_moment){0, true}, i, &position, &error);
        if (status == FELT_OK)
            status = step(&book->house, w, book->game, &position, code, 0, i, &state, &ret[i], &error);
        if (status != FELT_OK) {
            refused(context, status, &error);
            continue;
        }
        if (state != FELT_STATE_NONE)
            ret[i] = position_stays;
        ret[i].events = 1;
    }
}
