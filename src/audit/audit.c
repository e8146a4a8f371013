/* src/audit/audit.c - recorded pays against the sheet's, round by round. */
#include "audit.h"

#include "../settle/settle.h"

#include <assert.h>

felt_status felt_audit_open(felt_arena *arena, const felt_book *book, felt_audit **ret)
{
    size_t count = (size_t)book->sheet->wager_count;
    felt_audit *audit = felt_arena_take(arena, 1, sizeof *audit);
    felt_audit_tally *tallies = felt_arena_take(arena, count, sizeof *tallies);
    audit_spread *spreads = felt_arena_take(arena, count, sizeof *spreads);
    if (audit == NULL || tallies == NULL || spreads == NULL)
        return FELT_ENOMEM;
    *audit = (felt_audit){.book = book, .arena = arena, .tallies = tallies, .spreads = spreads};
    if (!book->sheet->game->one_event) {
        audit->closing = felt_arena_take(arena, (size_t)book->sheet->game->hand_events_max + 1, sizeof *audit->closing);
        if (audit->closing == NULL)
            return FELT_ENOMEM;
    }
    *ret = audit;
    return FELT_OK;
}

const felt_book *felt_audit_book(const felt_audit *audit)
{
    return audit->book;
}

void felt_audit_rows(felt_audit *audit, felt_join_counts rows)
{
    audit->rows = rows;
}

/* Of rows that were read, what did not come to the audit was not looked at. */
felt_audit_counts felt_audit_count(const felt_audit *audit)
{
    felt_audit_counts counts = audit->counts;
    if (audit->rows.rounds > counts.rounds)
        counts.not_verified = audit->rows.rounds - counts.rounds;
    if (audit->rows.bets > counts.bets + counts.not_compared)
        counts.not_compared = audit->rows.bets - counts.bets;
    return counts;
}

felt_audit_verdict felt_audit_conclude(const felt_audit *audit)
{
    felt_audit_counts counts = felt_audit_count(audit);
    if (counts.misdealt + counts.mispaid > 0)
        return FELT_AUDIT_DIFFERS;
    return counts.not_verified + counts.not_compared + counts.not_summed > 0 ? FELT_AUDIT_INCOMPLETE : FELT_AUDIT_CLEAN;
}

const char *felt_audit_verdict_text(felt_audit_verdict verdict)
{
    static const char *const texts[] = {"clean", "incomplete", "differs"};
    return texts[verdict];
}

const felt_audit_tally *felt_audit_wager(const felt_audit *audit, int wager)
{
    assert(wager >= 0 && wager < audit->book->sheet->wager_count);
    return &audit->tallies[wager];
}

/* ---- tallies ---- */

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

/* ---- rounds ---- */

static void refuse(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int bet, const char *why)
{
    audit->counts.not_compared++;
    if (report->refused != NULL)
        report->refused(report->context, joined, bet, why);
}

static felt_status compare(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int i,
                           const felt_payment *payment)
{
    const felt_bet_record *record = &joined->records[i];
    felt_audit_tally *tally = &audit->tallies[record->bet.wager];
    bool undecided = payment->kind == FELT_PAY_STAYS;
    if (!record->has_paid && !undecided) {
        refuse(audit, joined, report, i, "paid: found nothing, expected what the bet was paid");
        return FELT_OK;
    }
    felt_money paid = record->has_paid ? record->paid : (felt_money){0};
    felt_mistake mistake = felt_mistake_find(audit->book, &record->bet, payment, paid);
    audit->counts.bets++;
    if (mistake != FELT_MISTAKE_NONE) {
        audit->counts.mispaid++;
        if (report->differs != NULL)
            report->differs(report->context, &(felt_difference){joined, i, payment, mistake});
    }
    if (!add_sums(tally, record->bet.stake, payment, paid, mistake)) {
        audit->counts.not_summed++;
        if (report->refused != NULL)
            report->refused(report->context, joined, i,
                            "the sums of its wager do not fit any more; the bet is compared, but left out of them");
        return FELT_OK;
    }
    return undecided ? FELT_OK : audit_spread_add(audit, joined, i, payment);
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
    audit_spread_end(audit);
    return status;
}

felt_status felt_audit_round(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report)
{
    const felt_book *book = audit->book;
    const felt_round_record *round = joined->round;
    felt_error error;
    bool baccarat = book->sheet->game == &felt_game_baccarat;
    audit->counts.rounds++;
    int outcome = baccarat ? settle_outcome(book, &round->round) : 0;
    felt_status dealt = !baccarat     ? felt_shooter_verify(round->rolls, round->roll_count, error.message, sizeof error.message)
                        : outcome < 0 ? felt_round_verify(&round->round, book->decks, &error)
                                      : FELT_OK;
    if (dealt == FELT_OK)
        return audit_each(audit, joined, report, outcome);
    audit->counts.misdealt++;
    audit->counts.not_compared += (uint64_t)joined->count;
    if (report->misdealt != NULL)
        report->misdealt(report->context, joined, error.message);
    return FELT_OK;
}
