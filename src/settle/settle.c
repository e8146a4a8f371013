/* src/settle/settle.c - what may be bet, what a row pays, and finished rounds of baccarat. All of a round is settled, or nothing. */
#include "settle.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- refusals ---- */

felt_status settle_refuse(felt_refusal *refusal, felt_status status, int bet, const char *format, ...)
{
    va_list args;
    refusal->bet = bet;
    va_start(args, format);
    vsnprintf(refusal->why, sizeof refusal->why, format, args);
    va_end(args);
    return status;
}

settle_name settle_wager_name(const felt_wager *wager)
{
    settle_name name;
    snprintf(name.text, sizeof name.text, "%.*s%s%.*s", FELT_TEXT_ARGS(wager->short_name), wager->side.length == 0 ? "" : " on ",
             FELT_TEXT_ARGS(wager->side));
    return name;
}

/* ---- what may be bet ---- */

static felt_status refuse_bet(const felt_book *book, const felt_bet *bets, int i, felt_refusal *refusal)
{
    const felt_bet *bet = &bets[i];
    if (bet->wager >= book->sheet->wager_count)
        return settle_refuse(refusal, FELT_EDATA, i, "there is no wager number %d", bet->wager);
    const felt_book_wager *w = &book->wagers[bet->wager];
    settle_name name = settle_wager_name(w->wager);
    if (w->variant == NULL && w->complete)
        return settle_refuse(refusal, FELT_EDATA, i, "%s is not offered under the choices taken", name.text);
    if (w->variant == NULL)
        return settle_refuse(refusal, FELT_EDATA, i, "%s cannot be settled: the sheet leaves an outcome undecided", name.text);
    if (w->variant->vig_num > 0)
        return settle_refuse(refusal, FELT_EDATA, i, "%s cannot be settled: a vig is handed over beside it", name.text);
    if (bet->stake.minor <= 0)
        return settle_refuse(refusal, FELT_EDATA, i, "%s: found a stake of %lld minor units, expected more than 0", name.text,
                             (long long)bet->stake.minor);
    bool below = bet->stake.minor < book->house.min.minor;
    return settle_refuse(refusal, FELT_ELIMIT, i, "%s: found a stake of %lld minor units, expected at %s %lld, the table's limit",
                         name.text, (long long)bet->stake.minor, below ? "least" : "most",
                         (long long)(below ? book->house.min.minor : book->house.max.minor));
}

felt_status settle_check_bet(const felt_book *book, const felt_bet *bets, int i, felt_refusal *refusal)
{
    const felt_bet *bet = &bets[i];
    if (bet->wager < book->sheet->wager_count && book->wagers[bet->wager].variant != NULL && book->wagers[bet->wager].variant->vig_num == 0 && bet->stake.minor > 0 &&
        bet->stake.minor >= book->house.min.minor && (book->house.max.minor == 0 || bet->stake.minor <= book->house.max.minor))
        return FELT_OK;
    return refuse_bet(book, bets, i, refusal);
}

felt_status settle_refuse_needs(const felt_book *book, int wager, int bet, felt_refusal *refusal)
{
    const felt_variant *variant = book->wagers[wager].variant;
    char list[160] = "";
    size_t at = 0;
    for (int k = 0; k < variant->needs_count && at < sizeof list; k++) {
        const felt_need *need = &variant->needs[k];
        settle_name base = {""};
        if (need->wager == FELT_WAGER_OUTSIDE)
            snprintf(base.text, sizeof base.text, "%.*s/%.*s", FELT_TEXT_ARGS(need->sheet), FELT_TEXT_ARGS(need->name));
        else
            base = settle_wager_name(&book->sheet->wagers[need->wager]);
        int wrote = snprintf(list + at, sizeof list - at, "%s%s", k == 0 ? "" : " or ", base.text);
        at += wrote < 0 ? 0 : (size_t)wrote;
    }
    settle_name name = settle_wager_name(&book->sheet->wagers[wager]);
    return settle_refuse(refusal, FELT_EDATA, bet, "%s needs a bet on %s of the same seat", name.text, list);
}

/* ---- pays ---- */

static felt_status refuse_amount(const felt_book *book, const felt_bet *bets, int i, felt_refusal *refusal)
{
    settle_name name = settle_wager_name(&book->sheet->wagers[bets[i].wager]);
    return settle_refuse(refusal, FELT_ERANGE, i, "%s: what a stake of %lld minor units is paid does not fit", name.text,
                         (long long)bets[i].stake.minor);
}

static bool pay_winner(felt_money stake, const felt_pay *pay, felt_rounding rounding, felt_payment *ret)
{
    felt_money gross;
    if (felt_money_win(stake, pay->win_num, pay->win_den, rounding, &ret->winnings) != FELT_OK)
        return false;
    if (pay->commission_num > 0 &&
        felt_money_commission(stake, pay->commission_num, pay->commission_den, rounding, &ret->commission) != FELT_OK)
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

static felt_status refuse_unset(const felt_book *book, const felt_bet *bets, int i, int row, felt_refusal *refusal)
{
    const felt_wager *wager = &book->sheet->wagers[bets[i].wager];
    settle_name name = settle_wager_name(wager);
    if (book->wagers[bets[i].wager].variant->pays[row].pay.kind == FELT_PAY_UNDEFINED)
        return settle_refuse(refusal, FELT_EUNSET, i, "%s: the document does not say whether the bet wins on \"%.*s\"", name.text,
                             FELT_TEXT_ARGS(wager->rows[row].text));
    return settle_refuse(refusal, FELT_EUNSET, i, "%s: the document leaves out what \"%.*s\" pays", name.text,
                         FELT_TEXT_ARGS(wager->rows[row].text));
}

felt_status settle_pay_row(const felt_book *book, const felt_bet *bets, int i, int row, felt_payment *ret, felt_refusal *refusal)
{
    const felt_bet *bet = &bets[i];
    const felt_row_pay *pay = &book->wagers[bet->wager].variant->pays[row];
    *ret = (felt_payment){.kind = pay->pay.kind, .row = (uint16_t)row};
    felt_status status = FELT_OK;
    if (pay->pay.kind == FELT_PAY_PUSHES)
        ret->back = ret->paid = bet->stake;
    else if (pay->pay.kind == FELT_PAY_UNSET || pay->pay.kind == FELT_PAY_UNDEFINED)
        status = refuse_unset(book, bets, i, row, refusal);
    else if (pay->pay.kind == FELT_PAY_WINS && !pay_winner(bet->stake, &pay->pay, book->house.rounding, ret))
        status = refuse_amount(book, bets, i, refusal);
    if (status == FELT_OK && pay->has_dealer && !pay_dealer(bet->stake, &pay->dealer, book->house.rounding, ret))
        status = refuse_amount(book, bets, i, refusal);
    if (status != FELT_OK)
        *ret = (felt_payment){.kind = FELT_PAY_LOSES};
    return status;
}

/* ---- baccarat ---- */

static inline int add_total(int total, felt_card card)
{
    static const uint8_t values[16] = {[1] = 1, 2, 3, 4, 5, 6, 7, 8, 9};
    total += values[card.rank & 15];
    return total >= 10 ? total - 10 : total;
}

/* As felt_round_verify and felt_round_hands have it, for the many rounds that are in order. */
int settle_outcome(const felt_book *book, const felt_round *round)
{
    int player = add_total(add_total(0, round->player[0]), round->player[1]);
    int banker = add_total(add_total(0, round->banker[0]), round->banker[1]);
    unsigned draws = book->draws[player][banker];
    bool player_third = round->player_cards == 3, banker_third = round->banker_cards == 3;
    int bit = player_third ? add_total(0, round->player[2]) : 11;
    if ((draws >> 10 & 1) != player_third || (draws >> bit & 1) != banker_third)
        return -1;
    if (book->decks < round->player_cards + round->banker_cards && felt_round_verify(round, book->decks, NULL) != FELT_OK)
        return -1;
    bool pair = round->player[0].rank == round->player[1].rank, other = round->banker[0].rank == round->banker[1].rank;
    felt_pairs pairs = pair && other ? (round->player[0].rank == round->banker[0].rank ? FELT_PAIRS_SAME : FELT_PAIRS_BOTH)
                       : pair        ? FELT_PAIRS_PLAYER
                       : other       ? FELT_PAIRS_BANKER
                                     : FELT_PAIRS_NONE;
    return felt_outcome_index((felt_hands){.player_total = player_third ? add_total(player, round->player[2]) : player,
                                           .banker_total = banker_third ? add_total(banker, round->banker[2]) : banker,
                                           .player_cards = round->player_cards,
                                           .banker_cards = round->banker_cards,
                                           .pairs = pairs});
}

static bool has_base(const felt_book *book, const felt_bet *bets, int count, int i)
{
    const felt_variant *variant = book->wagers[bets[i].wager].variant;
    for (int k = 0; k < count; k++)
        if (bets[k].seat == bets[i].seat && settle_needs_hold(variant, bets[k].wager) && bets[k].stake.minor > 0)
            return true;
    return false;
}

felt_status felt_settle_one_outcome(const felt_book *book, int outcome, const felt_bet *bets, int count, int i, felt_payment *ret,
                                    felt_refusal *refusal)
{
    assert(book->sheet->game == &felt_game_baccarat && outcome >= 0 && outcome < FELT_OUTCOME_COUNT);
    felt_status status = settle_check_bet(book, bets, i, refusal);
    if (status != FELT_OK)
        return status;
    const felt_book_wager *w = &book->wagers[bets[i].wager];
    if (w->variant->needs_count > 0 && !has_base(book, bets, count, i))
        return settle_refuse_needs(book, bets[i].wager, i, refusal);
    if (bets[i].after != 0)
        return settle_refuse(refusal, FELT_EDATA, i, "%s: a bet on a round is placed before its cards are dealt",
                             settle_wager_name(w->wager).text);
    int row = felt_machine_row(w->variant->machine, 0, outcome);
    if (row == FELT_ROW_NONE)
        return settle_refuse(refusal, FELT_EDATA, i, "%s: no row of the sheet decides this round", settle_wager_name(w->wager).text);
    return settle_pay_row(book, bets, i, row, ret, refusal);
}

felt_status felt_settle_outcome(const felt_book *book, int outcome, const felt_bet *bets, int count, felt_payment *ret,
                                felt_refusal *refusal)
{
    for (int i = 0; i < count; i++) {
        felt_status status = felt_settle_one_outcome(book, outcome, bets, count, i, &ret[i], refusal);
        if (status != FELT_OK) {
            memset(ret, 0, (size_t)count * sizeof *ret);
            return status;
        }
    }
    return FELT_OK;
}

felt_status felt_settle_round(const felt_book *book, const felt_round *round, const felt_bet *bets, int count, felt_payment *ret,
                              felt_refusal *refusal)
{
    assert(round->player_cards >= 2 && round->player_cards <= 3 && round->banker_cards >= 2 && round->banker_cards <= 3);
    int outcome = settle_outcome(book, round);
    if (outcome >= 0)
        return felt_settle_outcome(book, outcome, bets, count, ret, refusal);
    felt_error error;
    felt_status status = felt_round_verify(round, book->decks, &error);
    assert(status != FELT_OK);
    snprintf(refusal->why, sizeof refusal->why, "%.*s", FELT_REFUSAL_BYTES - 1, error.message);
    refusal->bet = -1;
    memset(ret, 0, (size_t)count * sizeof *ret);
    return status;
}
