/* src/audit/audit.c - recorded pays against the sheet's. */
#include "../settle/settle.h"

#include <felt/audit.h>
#include <math.h>
#include <stdlib.h>

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
    case FELT_PAY_UNDEFINED:
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
    *audit = (felt_audit){.book = book, .wagers = wagers, .arena = arena};
    if (book->sheet->game == &felt_game_craps) {
        audit->closing = felt_arena_take(arena, FELT_SHOOTER_ROLLS_MAX + 1, sizeof *audit->closing);
        if (audit->closing == NULL)
            return FELT_ENOMEM;
    }
    *ret = audit;
    return FELT_OK;
}

/* What a kind of mistake came to with one more; false, and nothing is written, when it does not fit. */
static bool add_mistake(felt_mistake_tally *m, felt_money expected, felt_money paid)
{
    bool over = paid.minor > expected.minor;
    felt_money off, sum = over ? m->over : m->under;
    if (felt_money_subtract(over ? paid : expected, over ? expected : paid, &off) != FELT_OK || felt_money_add(sum, off, &sum) != FELT_OK)
        return false;
    *(over ? &m->over : &m->under) = sum;
    m->bets++;
    return true;
}

/* Adds a bet to the sums of its wager, or changes nothing when one of them does not fit. */
static bool add_sums(felt_audit_tally *tally, felt_money stake, const felt_payment *payment, felt_money paid, felt_mistake mistake)
{
    bool undecided = payment->kind == FELT_PAY_STAYS;
    felt_money staked = tally->staked, expected = tally->expected, all_paid = tally->paid;
    if (!undecided && (felt_money_add(staked, stake, &staked) != FELT_OK || felt_money_add(expected, payment->paid, &expected) != FELT_OK ||
                       felt_money_add(all_paid, paid, &all_paid) != FELT_OK))
        return false;
    if (mistake != FELT_MISTAKE_NONE && !add_mistake(&tally->mistakes[mistake], payment->paid, paid))
        return false;
    tally->staked = staked;
    tally->expected = expected;
    tally->paid = all_paid;
    tally->bets += !undecided;
    tally->undecided += undecided;
    tally->mispaid += mistake != FELT_MISTAKE_NONE;
    return true;
}

/* A bet on a round of baccarat is up together with all others. */
static void add_round_bet(felt_audit *audit, const felt_bet *bet)
{
    felt_audit_tally *tally = &audit->wagers[bet->wager];
    double s = (double)bet->stake.minor, before = tally->round == audit->rounds ? tally->round_stake : 0;
    tally->round = audit->rounds;
    tally->round_stake = before + s;
    tally->together_at[0][0] += s * (2 * before + s); /* (before + s)^2 - before^2 */
    tally->staked_at[0] += s;
}

static felt_status add_shooter_bet(felt_audit *audit, const felt_joined *joined, int i, const felt_payment *payment)
{
    const felt_bet *bet = &joined->bets[i];
    uint16_t puck = (uint16_t)settle_puck_after(joined->round->rolls, bet->after);
    if (audit->span_count == audit->span_capacity) {
        int capacity = audit->span_capacity == 0 ? 64 : 2 * audit->span_capacity;
        felt_audit_span *spans = felt_arena_take(audit->arena, (size_t)capacity, sizeof *spans);
        if (spans == NULL)
            return FELT_ENOMEM;
        if (audit->span_count > 0)
            memcpy(spans, audit->spans, (size_t)audit->span_count * sizeof *spans);
        audit->spans = spans;
        audit->span_capacity = capacity;
    }
    audit->spans[audit->span_count++] = (felt_audit_span){
        .stake = (double)bet->stake.minor, .wager = bet->wager, .puck = puck, .placed = bet->after, .decided = payment->rolls};
    audit->wagers[bet->wager].staked_at[puck] += (double)bet->stake.minor;
    return FELT_OK;
}

/* ---- what was up together ---- */

static int compare_spans(const void *a, const void *b)
{
    const felt_audit_span *first = a, *second = b;
    return first->wager != second->wager ? first->wager - second->wager : first->placed - second->placed;
}

/* Goes through a shooter's bets on one wager in the order in which they were placed. */
static void add_together(felt_audit *audit, const felt_audit_span *spans, int count)
{
    felt_audit_tally *tally = &audit->wagers[spans[0].wager];
    double up[FELT_PUCK_COUNT] = {0};
    int last = 0, at = spans[0].placed;
    for (int i = 0; i < count; i++) {
        const felt_audit_span *span = &spans[i];
        for (; at < span->placed; at++)
            for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
                up[puck] -= audit->closing[at + 1][puck];
                audit->closing[at + 1][puck] = 0;
            }
        for (int puck = 0; puck < FELT_PUCK_COUNT; puck++)
            tally->together_at[puck][span->puck] += 2 * up[puck] * span->stake;
        tally->together_at[span->puck][span->puck] += span->stake * span->stake;
        up[span->puck] += span->stake;
        audit->closing[span->decided][span->puck] += span->stake;
        last = span->decided > last ? span->decided : last;
    }
    if (last > at)
        memset(audit->closing[at + 1], 0, (size_t)(last - at) * sizeof *audit->closing);
}

static void add_spans(felt_audit *audit)
{
    if (audit->span_count > 1)
        qsort(audit->spans, (size_t)audit->span_count, sizeof *audit->spans, compare_spans);
    for (int begin = 0, end; begin < audit->span_count; begin = end) {
        for (end = begin + 1; end < audit->span_count && audit->spans[end].wager == audit->spans[begin].wager; end++) {
        }
        add_together(audit, &audit->spans[begin], end - begin);
    }
    audit->span_count = 0;
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
    felt_money paid = record->has_paid ? record->paid : (felt_money){0};
    felt_mistake mistake = felt_mistake_find(audit->book, &record->bet, payment, paid);
    audit->bets++;
    if (mistake != FELT_MISTAKE_NONE) {
        audit->mispaid++;
        if (report->differs != NULL)
            report->differs(report->context, &(felt_difference){joined, i, payment, mistake});
    }
    if (!add_sums(tally, record->bet.stake, payment, paid, mistake)) {
        if (report->refused != NULL)
            report->refused(report->context, joined, i,
                            "the sums of its wager do not fit any more; the bet is compared, but left out of them");
        return FELT_OK;
    }
    if (undecided)
        return FELT_OK;
    if (audit->book->sheet->game == &felt_game_craps)
        return add_shooter_bet(audit, joined, i, payment);
    add_round_bet(audit, &joined->bets[i]);
    return FELT_OK;
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
            audit->book->sheet->game == &felt_game_baccarat
                ? felt_settle_one_outcome(audit->book, outcome, joined->bets, joined->count, i, &payment, &refusal)
                : felt_settle_one_shooter(audit->book, round->rolls, round->roll_count, joined->bets, joined->count, i, &payment, &refusal);
        if (settled == FELT_OK)
            status = compare(audit, joined, report, i, &payment);
        else
            refuse(audit, joined, report, i, refusal.why);
    }
    add_spans(audit);
    return status;
}

felt_status felt_audit_round(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report)
{
    const felt_book *book = audit->book;
    const felt_round_record *round = joined->round;
    felt_error error;
    bool baccarat = book->sheet->game == &felt_game_baccarat;
    audit->rounds++;
    int outcome = baccarat ? settle_outcome(book, &round->round) : 0;
    felt_status dealt = !baccarat     ? felt_shooter_verify(round->rolls, round->roll_count, error.message, sizeof error.message)
                        : outcome < 0 ? felt_round_verify(&round->round, book->decks, &error)
                                      : FELT_OK;
    if (dealt == FELT_OK)
        return audit_each(audit, joined, report, outcome);
    refuse(audit, joined, report, -1, error.message);
    return FELT_OK;
}

/* ---- luck ---- */

/* Wilson and Hilferty's cube root, which takes the skewness of a sum away: where a normal deviate is as rare as z. On the side of the
 * long tail only; on the short one z itself is careful enough. */
static double deviate_of(double z, double skewness)
{
    double long_tail = fabs(skewness);
    if (long_tail < 1e-9 || (z > 0) != (skewness > 0))
        return z;
    double deviate = 6 / long_tail * (cbrt(long_tail * fabs(z) / 2 + 1) - 1) + long_tail / 6;
    return copysign(deviate < fabs(z) ? deviate : fabs(z), z);
}

felt_luck felt_audit_luck(const felt_audit_tally *tally, const felt_luck_odds odds[FELT_PUCK_COUNT])
{
    double staked = (double)tally->staked.minor, expected = 0, spread = 0, squares = 0, third = 0;
    felt_luck luck = {0};
    if (tally->staked.minor <= 0)
        return luck;
    for (int puck = 0; puck < FELT_PUCK_COUNT; puck++) {
        expected += tally->staked_at[puck] * odds[puck].edge;
        third += tally->staked_at[puck] / staked * odds[puck].third;
        for (int other = 0; other < FELT_PUCK_COUNT; other++) {
            spread += tally->together_at[puck][other] * sqrt(odds[puck].variance * odds[other].variance);
            squares += tally->together_at[puck][other];
        }
    }
    luck.realised = 1 - (double)tally->paid.minor / staked;
    luck.exact = expected / staked;
    luck.deviation = sqrt(spread) / staked;
    luck.z = luck.deviation > 0 ? (luck.realised - luck.exact) / luck.deviation : 0;
    luck.rounds = squares > 0 ? staked * staked / squares : 0;
    if (spread > 0) /* the house's share is the bettor's net win with the other sign; the skewness of a sum falls with its root */
        luck.skewness = -third / pow(spread / squares, 1.5) / sqrt(luck.rounds);
    luck.deviate = deviate_of(luck.z, luck.skewness);
    return luck;
}
