/* src/audit/audit.c - recorded pays against the sheet's, round by round. */
#include "audit.h"

#include <assert.h>
#include <string.h>

felt_status felt_audit_open(felt_arena *arena, const felt_book *book, felt_audit **ret)
{
    size_t count = (size_t)felt_book_wager_count(book);
    felt_audit *audit = felt_arena_take(arena, 1, sizeof *audit);
    felt_audit_tally *tallies = felt_arena_take(arena, count, sizeof *tallies);
    audit_spread *spreads = felt_arena_take(arena, count, sizeof *spreads);
    if (audit == NULL || tallies == NULL || spreads == NULL)
        return FELT_ENOMEM;
    *audit = (felt_audit){.book = book, .game = felt_book_game(book), .arena = arena, .tallies = tallies, .spreads = spreads};
    for (size_t i = 0; i < count; i++) {
        const felt_variant *variant = felt_book_variant(book, (int)i);
        spreads[i].vig = variant != NULL && variant->vig_num > 0;
    }
    if (!audit->game->one_event) {
        size_t moments = (size_t)audit->game->hand_events_max + 1;
        audit->closing = felt_arena_take(arena, moments, sizeof *audit->closing);
        audit->phases = felt_arena_take(arena, moments, sizeof *audit->phases);
        if (audit->closing == NULL || audit->phases == NULL)
            return FELT_ENOMEM;
    }
    felt_status status = felt_play_new(book, &audit->play);
    if (status == FELT_OK)
        *ret = audit;
    return status;
}

void felt_audit_close(felt_audit *audit)
{
    if (audit == NULL)
        return;
    felt_play_free(audit->play);
    audit->play = NULL;
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
    if (audit->rows.bets > counts.bets + counts.changes + counts.not_compared)
        counts.not_compared = audit->rows.bets - counts.bets - counts.changes;
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
    assert(wager >= 0 && wager < felt_book_wager_count(audit->book));
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
static inline bool add_sums(felt_audit_tally *tally, felt_money stake, const felt_payment *payment, felt_money paid, felt_mistake mistake)
{
    bool undecided = payment->kind == FELT_PAY_STAYS;
    felt_money staked = tally->staked, expected = tally->expected, all_paid = tally->paid;
    /* As felt_money_add does, which would be half the cost of a comparison. */
    if (!undecided && (__builtin_add_overflow(staked.minor, stake.minor, &staked.minor) ||
                       __builtin_add_overflow(expected.minor, payment->paid.minor, &expected.minor) ||
                       __builtin_add_overflow(all_paid.minor, paid.minor, &all_paid.minor)))
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

bool audit_tally_add(felt_audit_tally *tally, felt_money stake, const felt_payment *payment, felt_money paid, felt_mistake mistake)
{
    return add_sums(tally, stake, payment, paid, mistake);
}

/* ---- rounds ---- */

static void tell(const felt_joined *joined, const felt_audit_report *report, int bet, const char *why)
{
    felt_error error;
    if (report->refused == NULL)
        return;
    felt_error_set(&error, FELT_EDATA, bet, "%s", why);
    error.line = joined->records[bet].line;
    report->refused(report->context, joined, &error);
}

static void refuse(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int bet, const char *why)
{
    audit->counts.not_compared++;
    tell(joined, report, bet, why);
}

felt_mistake audit_mistake(const felt_audit *audit, const felt_bet *bet, const felt_payment *payment, const audit_pay *recorded)
{
    felt_bet whole = *bet;
    if (recorded->paid.minor == payment->paid.minor)
        return FELT_MISTAKE_NONE;
    whole.stake = payment->row == FELT_ROW_NONE ? recorded->staked : payment->stake;
    return felt_mistake_find(audit->book, &whole, payment, recorded->paid);
}

/* Compares a bet with what was recorded for it. *ret_left_alone: it is decided, summed, and nobody did anything with it, so that its luck
 * can be judged. */
static inline void compare_pay(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int i,
                               const felt_payment *payment, const audit_pay *recorded, bool *ret_left_alone)
{
    const felt_bet_record *record = &joined->records[i];
    felt_audit_tally *tally = &audit->tallies[record->bet.wager];
    bool undecided = payment->kind == FELT_PAY_STAYS;
    *ret_left_alone = false;
    if (!recorded->known && (!undecided || payment->paid.minor > 0)) {
        refuse(audit, joined, report, i, "paid: found nothing, expected what the bet was paid");
        return;
    }
    felt_money paid = recorded->paid;
    felt_mistake mistake = paid.minor == payment->paid.minor ? FELT_MISTAKE_NONE : audit_mistake(audit, &record->bet, payment, recorded);
    audit->counts.bets++;
    if (mistake != FELT_MISTAKE_NONE) {
        audit->counts.mispaid++;
        if (report->differs != NULL)
            report->differs(report->context, &(felt_difference){joined, i, payment, recorded->staked, paid, mistake});
    }
    if (!add_sums(tally, recorded->staked, payment, paid, mistake)) {
        audit->counts.not_summed++;
        tell(joined, report, i, "the sums of its wager do not fit any more; the bet is compared, but left out of them");
        return;
    }
    *ret_left_alone = !undecided && !recorded->changed && !payment->taken_down;
}

/* The same, and adds it to its group. */
__attribute__((cold, noinline)) static felt_status compare_grouped(felt_audit *audit, const felt_joined *joined,
                                                                   const felt_audit_report *report, int i, const felt_payment *payment,
                                                                   const audit_pay *recorded)
{
    bool left_alone;
    uint64_t summed = audit->counts.bets - audit->counts.not_summed;
    compare_pay(audit, joined, report, i, payment, recorded, &left_alone);
    felt_status status = left_alone ? audit_spread_add(audit, joined, i, payment, recorded->paid) : FELT_OK;
    bool added = audit->counts.bets - audit->counts.not_summed > summed;
    return status == FELT_OK && added ? audit_groups_add(audit, joined, i, payment, recorded, left_alone) : status;
}

static felt_status compare(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, int i,
                           const felt_payment *payment, const audit_pay *recorded)
{
    bool left_alone;
    if (audit->groups != NULL)
        return compare_grouped(audit, joined, report, i, payment, recorded);
    compare_pay(audit, joined, report, i, payment, recorded, &left_alone);
    return left_alone ? audit_spread_add(audit, joined, i, payment, recorded->paid) : FELT_OK;
}

bool audit_compare(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, const felt_payment *payment,
                   const audit_pay *recorded)
{
    bool left_alone;
    compare_pay(audit, joined, report, 0, payment, recorded, &left_alone);
    return left_alone;
}

/* ---- hands ---- */

/* One round being looked at. */
typedef struct audit_round {
    felt_audit *audit;
    const felt_joined *joined;
    const felt_audit_report *report;
} audit_round;

static void on_refused(void *context, felt_status status, const felt_error *error)
{
    audit_round *round = context;
    (void)status;
    round->audit->refused[error->item] = round->audit->any_refused = true;
    refuse(round->audit, round->joined, round->report, error->item, error->message);
}

static bool make_room(felt_audit *audit, int count)
{
    if (count <= audit->capacity)
        return true;
    int capacity = audit->capacity == 0 ? 64 : audit->capacity;
    while (capacity < count)
        capacity *= 2;
    felt_payment *payments = felt_arena_take(audit->arena, (size_t)capacity, sizeof *payments);
    audit_pay *pays = felt_arena_take(audit->arena, (size_t)capacity, sizeof *pays);
    bool *refused = felt_arena_take(audit->arena, (size_t)capacity, sizeof *refused);
    if (payments == NULL || pays == NULL || refused == NULL)
        return false;
    audit->refused = refused;
    audit->payments = payments;
    audit->pays = pays;
    audit->capacity = capacity;
    return true;
}

/* What was recorded for a bet: its own row, and those of what was done with it later. */
static void gather(felt_audit *audit, const felt_joined *joined)
{
    memset(audit->pays, 0, (size_t)joined->count * sizeof *audit->pays);
    for (int i = 0; i < joined->count; i++) {
        const felt_bet_record *record = &joined->records[i];
        bool is_part = audit->payments[i].part_of >= 0 && !audit->refused[i];
        audit_pay *pay = &audit->pays[is_part ? audit->payments[i].part_of : i];
        bool adds = record->bet.action == FELT_ACTION_BET || record->bet.action == FELT_ACTION_RAISE;
        audit->counts.changes += is_part;
        pay->changed = pay->changed || is_part;
        pay->known = pay->known || record->has_paid;
        if ((record->has_paid && felt_money_add(pay->paid, record->paid, &pay->paid) != FELT_OK) ||
            (adds && felt_money_add(pay->staked, record->bet.stake, &pay->staked) != FELT_OK))
            pay->overflow = true;
    }
}

static bool has_changes(const felt_joined *joined)
{
    for (int i = 0; i < joined->count; i++)
        if (joined->bets[i].action != FELT_ACTION_BET)
            return true;
    return false;
}

/* The bets of the round, each with what was recorded for it. */
static felt_status compare_all(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report)
{
    felt_status status = FELT_OK;
    bool changes = has_changes(joined);
    if (changes)
        gather(audit, joined);
    for (int i = 0; status == FELT_OK && i < joined->count; i++) {
        const felt_bet_record *record = &joined->records[i];
        const audit_pay own = {
            .paid = record->has_paid ? record->paid : (felt_money){0}, .staked = record->bet.stake, .known = record->has_paid};
        const audit_pay *recorded = changes ? &audit->pays[i] : &own;
        if (audit->refused[i] || audit->payments[i].part_of >= 0)
            continue;
        if (recorded->overflow)
            refuse(audit, joined, report, i, "what was staked or paid does not fit");
        else
            status = compare(audit, joined, report, i, &audit->payments[i], recorded);
    }
    return status;
}

/* Each bet is settled by itself, as some cannot be. */
static felt_status audit_hand(felt_audit *audit, const felt_hand *hand, const felt_joined *joined, const felt_audit_report *report)
{
    audit_round round = {audit, joined, report};
    if (joined->count == 0)
        return FELT_OK;
    if (!make_room(audit, joined->count))
        return FELT_ENOMEM;
    felt_status status = felt_settle_each(audit->play, hand, joined->bets, joined->count, audit->payments, on_refused, &round, NULL);
    if (status == FELT_OK)
        status = compare_all(audit, joined, report);
    if (audit->span_count > 0)
        audit_spread_end(audit);
    if (audit->groups != NULL)
        audit_groups_end(audit->groups);
    if (audit->any_refused)
        memset(audit->refused, 0, (size_t)joined->count * sizeof *audit->refused);
    audit->any_refused = false;
    return status;
}

felt_status felt_audit_round(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report)
{
    felt_error error;
    felt_hand hand;
    uint16_t event;
    audit->counts.rounds++;
    bool dealt = felt_record_hand(audit->book, joined->round, &event, &hand, &error) == FELT_OK;
    felt_status status = audit->groups == NULL ? FELT_OK : audit_groups_round(audit->groups, joined->round->group, !dealt);
    if (status != FELT_OK)
        return status;
    if (dealt)
        return audit_hand(audit, &hand, joined, report);
    audit->counts.misdealt++;
    audit->counts.not_compared += (uint64_t)joined->count;
    if (report->misdealt != NULL)
        report->misdealt(report->context, joined, &error);
    return FELT_OK;
}
