/* src/settle/audit.c - recorded pays against the sheet's. */
#include "settle.h"

#include <felt/audit.h>
#include <math.h>

__extension__ typedef __int128 wide;

/* ---- kinds of mistakes ---- */

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
    const felt_pay *pay = &book->wagers[bet->wager].variant->pays[payment->row].pay;
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
    switch (payment->kind) {
    case FELT_PAY_LOSES:
        return FELT_MISTAKE_PAID_LOSER;
    case FELT_PAY_PUSHES:
        return paid.minor < payment->paid.minor ? FELT_MISTAKE_PUSH_TAKEN : FELT_MISTAKE_PUSH_PAID;
    case FELT_PAY_WINS:
        return mistake_of_winner(book, bet, payment, paid);
    case FELT_PAY_STAYS:
    case FELT_PAY_UNSET:
        break;
    }
    return FELT_MISTAKE_PAID_UNDECIDED;
}

/* ---- tallies ---- */

felt_status felt_audit_open(felt_arena *arena, const felt_book *book, felt_audit **ret)
{
    felt_audit *audit = felt_arena_take(arena, 1, sizeof *audit);
    felt_audit_tally *wagers = felt_arena_take(arena, (size_t)book->sheet->wager_count, sizeof *wagers);
    if (audit == NULL || wagers == NULL)
        return FELT_ENOMEM;
    *audit = (felt_audit){.book = book, .wagers = wagers};
    *ret = audit;
    return FELT_OK;
}

static felt_status add_mistake(felt_audit_tally *tally, felt_mistake mistake, felt_money expected, felt_money paid)
{
    felt_mistake_tally *m = &tally->mistakes[mistake];
    felt_money off;
    bool over = paid.minor > expected.minor;
    felt_money *sum = over ? &m->over : &m->under;
    if (felt_money_subtract(over ? paid : expected, over ? expected : paid, &off) != FELT_OK || felt_money_add(*sum, off, sum) != FELT_OK)
        return FELT_ERANGE;
    m->bets++;
    tally->mispaid++;
    return FELT_OK;
}

static felt_puck puck_at(const felt_joined *joined, int bet)
{
    felt_puck puck = FELT_PUCK_OFF;
    for (int i = 0; i < joined->bets[bet].after && i < joined->round->roll_count; i++) {
        int roll = joined->round->rolls[i];
        puck = felt_puck_after(puck, roll < FELT_ROLL_TOTALS ? felt_roll_total(roll) : roll - FELT_ROLL_TOTALS + 2);
    }
    return puck;
}

static felt_status add_bet(felt_audit *audit, const felt_joined *joined, int i, const felt_payment *payment)
{
    felt_audit_tally *tally = &audit->wagers[joined->bets[i].wager];
    felt_money stake = joined->bets[i].stake;
    int puck = joined->bets[i].after == 0 ? 0 : (int)puck_at(joined, i);
    if (felt_money_add(tally->staked, stake, &tally->staked) != FELT_OK ||
        felt_money_add(tally->expected, payment->paid, &tally->expected) != FELT_OK ||
        felt_money_add(tally->paid, joined->records[i].paid, &tally->paid) != FELT_OK)
        return FELT_ERANGE;
    if (tally->round != audit->rounds) {
        tally->round = audit->rounds;
        memset(tally->round_stake, 0, sizeof tally->round_stake);
    }
    /* (before + s)^2 - before^2, so that the sum of squares is always up to date. */
    double s = (double)stake.minor, before = tally->round_stake[puck];
    tally->squares_at[puck] += s * (2 * before + s);
    tally->round_stake[puck] = before + s;
    tally->staked_at[puck] += s;
    tally->bets++;
    return FELT_OK;
}

/* ---- rounds ---- */

static void refuse(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int bet, const char *why)
{
    audit->refused += bet < 0 ? (uint64_t)joined->count : 1;
    if (report->refused != NULL)
        report->refused(report->context, joined, bet, why);
}

static felt_status compare(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int i,
                           const felt_payment *payment)
{
    const felt_bet_record *record = &joined->records[i];
    felt_audit_tally *tally = &audit->wagers[record->bet.wager];
    bool undecided = payment->kind == FELT_PAY_STAYS;
    if (!record->has_paid && !undecided) {
        refuse(audit, joined, report, i, "paid: found nothing, expected what the bet was paid");
        return FELT_OK;
    }
    felt_mistake mistake = record->has_paid ? felt_mistake_find(audit->book, &record->bet, payment, record->paid) : FELT_MISTAKE_NONE;
    audit->bets++;
    tally->undecided += undecided;
    felt_status status = undecided ? FELT_OK : add_bet(audit, joined, i, payment);
    if (status != FELT_OK || mistake == FELT_MISTAKE_NONE)
        return status;
    audit->mispaid++;
    if (report->differs != NULL)
        report->differs(report->context, &(felt_difference){joined, i, payment, mistake});
    return add_mistake(tally, mistake, payment->paid, record->paid);
}

/* Settles bet by bet, as some cannot be. */
static felt_status audit_each(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int outcome)
{
    felt_status status = FELT_OK;
    const felt_round_record *round = joined->round;
    for (int i = 0; status == FELT_OK && i < joined->count; i++) {
        felt_payment payment;
        felt_refusal refusal;
        felt_status settled =
            audit->book->sheet->game == FELT_GAME_BACCARAT
                ? felt_settle_one_outcome(audit->book, outcome, joined->bets, joined->count, i, &payment, &refusal)
                : felt_settle_one_shooter(audit->book, round->rolls, round->roll_count, joined->bets, joined->count, i, &payment, &refusal);
        if (settled == FELT_OK)
            status = compare(audit, joined, report, i, &payment);
        else
            refuse(audit, joined, report, i, refusal.why);
    }
    return status;
}

felt_status felt_audit_round(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report)
{
    const felt_book *book = audit->book;
    const felt_round_record *round = joined->round;
    char why[FELT_REFUSAL_BYTES];
    bool baccarat = book->sheet->game == FELT_GAME_BACCARAT;
    audit->rounds++;
    int outcome = baccarat ? settle_outcome(book, &round->round) : 0;
    felt_status dealt = !baccarat     ? felt_shooter_verify(round->rolls, round->roll_count, why, sizeof why)
                        : outcome < 0 ? felt_round_verify(&round->round, book->decks, why, sizeof why)
                                      : FELT_OK;
    if (dealt == FELT_OK)
        return audit_each(audit, joined, report, outcome);
    refuse(audit, joined, report, -1, why);
    return FELT_OK;
}

/* ---- luck ---- */

felt_luck felt_audit_luck(const felt_audit_tally *tally, const double edge[FELT_PUCK_COUNT], const double variance[FELT_PUCK_COUNT])
{
    double staked = (double)tally->staked.minor, expected = 0, spread = 0, squares = 0;
    felt_luck luck = {0};
    if (tally->staked.minor <= 0)
        return luck;
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        expected += tally->staked_at[puck] * edge[puck];
        spread += tally->squares_at[puck] * variance[puck];
        squares += tally->squares_at[puck];
    }
    luck.realised = 1 - (double)tally->paid.minor / staked;
    luck.exact = expected / staked;
    luck.deviation = sqrt(spread) / staked;
    luck.z = luck.deviation > 0 ? (luck.realised - luck.exact) / luck.deviation : 0;
    luck.rounds = squares > 0 ? staked * staked / squares : 0;
    return luck;
}
