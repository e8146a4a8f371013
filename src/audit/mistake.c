/* src/audit/mistake.c - how a bet was mispaid. */
#include <felt/audit.h>

__extension__ typedef __int128 wide;

const char *felt_mistake_text(felt_mistake mistake)
{
    static const char *const texts[FELT_MISTAKE_COUNT] = {
        "paid as the sheet says", "paid while still up", "paid a loser", "push taken", "push paid",
        "winner not paid",        "commission missed",   "stake kept",   "rounding",   "wrong odds",
    };
    return texts[mistake];
}

/* Is `paid` less than two minor units from the exact amount? Win and commission are rounded each by itself, so two are possible. */
static bool is_rounding(const felt_bet *bet, const felt_pay *pay, felt_money paid)
{
    int64_t num, den;
    felt_pay_net(pay, &num, &den);
    wide off = ((wide)paid.minor - bet->stake.minor) * den - (wide)bet->stake.minor * num;
    return den > 1 && off < 2 * (wide)den && off > -2 * (wide)den;
}

static felt_mistake mistake_of_winner(const felt_book *book, const felt_bet *bet, const felt_payment *payment, felt_money paid)
{
    const felt_pay *pay = &felt_book_variant(book, bet->wager)->pays[payment->row].pay;
    if (paid.minor == 0 || paid.minor == payment->back.minor)
        return FELT_MISTAKE_WINNER_NOT_PAID;
    if (payment->commission.minor > 0 && paid.minor == payment->back.minor + payment->winnings.minor)
        return FELT_MISTAKE_COMMISSION_MISSED;
    if (paid.minor == payment->winnings.minor - payment->commission.minor)
        return FELT_MISTAKE_STAKE_KEPT;
    return is_rounding(bet, pay, paid) ? FELT_MISTAKE_ROUNDING : FELT_MISTAKE_WRONG_ODDS;
}

felt_mistake felt_mistake_find(const felt_book *book, const felt_bet *bet, const felt_payment *payment, felt_money paid)
{
    if (paid.minor == payment->paid.minor)
        return FELT_MISTAKE_NONE;
    bool less = paid.minor < payment->paid.minor, kept = less && payment->paid.minor > 0;
    switch (payment->kind) {
    case FELT_PAY_LOSES: /* all that it gets is what it was lowered by */
        return kept ? FELT_MISTAKE_STAKE_KEPT : FELT_MISTAKE_PAID_LOSER;
    case FELT_PAY_PUSHES:
        return less ? FELT_MISTAKE_PUSH_TAKEN : FELT_MISTAKE_PUSH_PAID;
    case FELT_PAY_WINS:
        return mistake_of_winner(book, bet, payment, paid);
    case FELT_PAY_STAYS:
    case FELT_PAY_UNSET:
    case FELT_PAY_UNDEFINED:
        break;
    }
    return kept ? FELT_MISTAKE_STAKE_KEPT : FELT_MISTAKE_PAID_UNDECIDED;
}
