/* src/audit/audit.h - an audit from the inside: tallies, and how the stakes were spread over phases and time, for luck. */
#ifndef FELT_SRC_AUDIT_AUDIT_H
#define FELT_SRC_AUDIT_AUDIT_H

#include <felt/audit.h>
#include <felt/audit_groups.h>

/* The stakes of the decided bets on one wager, in minor units, for luck. Bets that were changed or taken down are not among them: what such
 * a bet is worth depends on the moment. */
typedef struct audit_spread {
    double staked, due; /* due: what should have been paid, which is what luck is about */
    double mispaid;     /* and how much more was, mistakes in both directions added up */
    double round_stake; /* where a hand is one event: staked in round `round` so far */
    uint64_t round;
    bool vig;                          /* is one handed over beside the stake? */
    double staked_at[FELT_PHASES_MAX]; /* by the phase in which the bet was placed */
    /* The sum, over all pairs of bets that were up together and over each bet with itself, of the products of their stakes, by the phases
     * in which each was placed. */
    double together_at[FELT_PHASES_MAX][FELT_PHASES_MAX];
} audit_spread;

/* A decided bet on a hand of several events. */
typedef struct audit_span {
    double stake;
    uint16_t wager, phase;
    uint16_t placed, decided; /* after how many events */
} audit_span;

/* What was recorded for one bet of the round that is looked at. */
typedef struct audit_pay {
    felt_money paid, staked; /* in all, raises included */
    bool known;              /* some row says what was paid */
    bool overflow;
    bool changed; /* raised, lowered, taken down, or turned off or on */
} audit_pay;

struct felt_audit {
    const felt_book *book;
    const felt_game *game; /* of the book */
    felt_play *play;
    felt_payment *payments; /* of the round that is looked at, one of each for each row */
    audit_pay *pays;        /* where something was done with a bet that stood */
    bool *refused;          /* all false but while a round is looked at in which one is true */
    bool any_refused;
    int capacity;
    felt_arena *arena;
    felt_audit_counts counts; /* not_compared: of the bets that came here; felt_audit_count adds those that did not */
    felt_join_counts rows;
    felt_audit_tally *tallies; /* one of each for each wager of the book */
    audit_spread *spreads;
    /* Hands of several events: the decided bets of the one that is looked at, and what goes down at each event by phase. */
    audit_span *spans;
    int span_count, span_capacity;
    double (*closing)[FELT_PHASES_MAX];
    uint8_t *phases;           /* after each number of its events */
    felt_audit_groups *groups; /* NULL: nothing is broken down */
};

/* Compares the one bet of `joined`, and sums it up. Returns whether its luck can be judged: it is decided, and nobody did anything with
 * it. */
bool audit_compare(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report, const felt_payment *payment,
                   const audit_pay *recorded);

/* Adds a decided bet of the hand that is looked at. FELT_ENOMEM. Requires moments within a hand. */
felt_status audit_spread_put(felt_audit *audit, const audit_span *span);

/* Adds a decided bet of a hand of several events to what was up together. FELT_ENOMEM. */
felt_status audit_spread_span(felt_audit *audit, const felt_joined *joined, int i, const felt_payment *payment, double handed);

/* Figures are of what is handed over: the stake, and the vig beside it. */
double audit_spread_vig(const felt_book *book, const felt_bet *bet);

/* Where a hand is one event, all its bets are up together. */
static inline void audit_spread_round(const felt_audit *audit, audit_spread *spread, double s)
{
    double before = spread->round == audit->counts.rounds ? spread->round_stake : 0;
    spread->round = audit->counts.rounds;
    spread->round_stake = before + s;
    spread->together_at[0][0] += s * (2 * before + s); /* (before + s)^2 - before^2 */
    spread->staked_at[0] += s;
}

static inline void audit_spread_pay(audit_spread *spread, felt_money due, felt_money paid)
{
    spread->due += (double)due.minor;
    if (__builtin_expect(paid.minor != due.minor, false))
        spread->mispaid += (double)paid.minor - (double)due.minor;
}

/* Adds a decided bet of the round to how its wager's stakes are spread, and ends the round. FELT_ENOMEM. */
static inline felt_status audit_spread_add(felt_audit *audit, const felt_joined *joined, int i, const felt_payment *payment,
                                           felt_money paid)
{
    const felt_bet *bet = &joined->bets[i];
    audit_spread *spread = &audit->spreads[bet->wager];
    double handed = (double)bet->stake.minor + (spread->vig ? audit_spread_vig(audit->book, bet) : 0);
    spread->staked += handed;
    audit_spread_pay(spread, payment->paid, paid);
    if (!audit->game->one_event)
        return audit_spread_span(audit, joined, i, payment, handed);
    audit_spread_round(audit, spread, handed);
    return FELT_OK;
}

void audit_spread_end(felt_audit *audit);

/* Adds a bet to the sums of a tally, or changes nothing and returns false when one of them does not fit. */
bool audit_tally_add(felt_audit_tally *tally, felt_money stake, const felt_payment *payment, felt_money paid, felt_mistake mistake);

/* What is wrong with what was recorded for a bet, raises and later rows included. */
felt_mistake audit_mistake(const felt_audit *audit, const felt_bet *bet, const felt_payment *payment, const audit_pay *recorded);

/* ---- groups ---- */

/* A round has been verified; then each of its bets that was compared and summed, and whether its luck can be judged; then its end.
 * FELT_ELIMIT: there are too many cells. FELT_ENOMEM. */
felt_status audit_groups_round(felt_audit_groups *groups, uint32_t round_group, bool misdealt);
felt_status audit_groups_add(const felt_audit *audit, const felt_joined *joined, int i, const felt_payment *payment,
                             const audit_pay *recorded, bool left_alone);
void audit_groups_end(felt_audit_groups *groups);

/* What one unit staked on a wager comes to. */
typedef struct audit_odds {
    double edge;     /* the house's share */
    double variance; /* of the bettor's net win */
    double third;    /* its third central moment */
} audit_odds;

/* The odds of a wager under the book's choices, by the phase in which a bet is placed, and the probability of a win. *ret_known: false
 * where a pay or an outcome is left out. FELT_ENOMEM. */
felt_status audit_odds_find(const felt_book *book, int wager, audit_odds ret[FELT_PHASES_MAX], double *ret_hit, bool *ret_known);

/* `odds` by the phase in which a bet was placed; `hit` is the probability of a win. */
felt_luck audit_luck(const audit_spread *spread, const audit_odds odds[FELT_PHASES_MAX], double hit);

#endif
