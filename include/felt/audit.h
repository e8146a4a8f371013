/* felt/audit.h - recorded pays against the sheet's: what was mispaid, how, what it came to, and whether the rest is luck.
 *
 * Lifetime: an audit lives in the arena given to felt_audit_open and uses the book, which must outlive it.
 * Threads:  one thread at a time for one audit.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_AUDIT_H
#define FELT_AUDIT_H

#include <felt/api.h>
#include <felt/record.h>

FELT_API_BEGIN

/* How a bet was mispaid. The first kind that fits is taken. */
typedef enum felt_mistake {
    FELT_MISTAKE_NONE = 0,
    FELT_MISTAKE_PAID_UNDECIDED,    /* something was paid for a bet that is still up */
    FELT_MISTAKE_PAID_LOSER,        /* something was paid for a losing bet */
    FELT_MISTAKE_PUSH_TAKEN,        /* a push, and less than the stake came back */
    FELT_MISTAKE_PUSH_PAID,         /* a push, and more than the stake came back */
    FELT_MISTAKE_WINNER_NOT_PAID,   /* a winning bet got nothing, or its stake back only */
    FELT_MISTAKE_COMMISSION_MISSED, /* paid as if there were no commission */
    FELT_MISTAKE_STAKE_KEPT,        /* the winnings were paid and the stake did not come back: "for 1" paid for "to 1"; or what a bet was
                                       lowered by did not */
    FELT_MISTAKE_ROUNDING,          /* less than two minor units from the exact amount */
    FELT_MISTAKE_WRONG_ODDS,        /* any other amount for a winning bet */
    FELT_MISTAKE_COUNT
} felt_mistake;

const char *felt_mistake_text(felt_mistake mistake);

/* What is wrong with `paid` (all that the bettor got, the stake included) for a bet that should get `payment`. */
felt_mistake felt_mistake_find(const felt_book *book, const felt_bet *bet, const felt_payment *payment, felt_money paid);

/* ---- comparing ---- */

typedef struct felt_audit felt_audit;

/* A bet that was mispaid. */
typedef struct felt_difference {
    const felt_joined *joined;
    int bet;
    const felt_payment *expected;
    felt_money stake, paid; /* raises and later rows of the bet included */
    felt_mistake mistake;
} felt_difference;

/* Told of every difference, of every round that was misdealt, and of every bet that cannot be compared or does not fit the sums. Each may
 * be NULL. */
typedef struct felt_audit_report {
    void *context;
    void (*differs)(void *context, const felt_difference *difference);
    void (*misdealt)(void *context, const felt_joined *joined, const felt_error *error);
    void (*refused)(void *context, const felt_joined *joined, const felt_error *error); /* error->item: which bet; ->line: its row */
} felt_audit_report;

/* FELT_ENOMEM. felt_audit_close gives back what is not the arena's; what the audit has found can still be asked for. */
felt_status felt_audit_open(felt_arena *arena, const felt_book *book, felt_audit **ret);
void felt_audit_close(felt_audit *audit); /* NULL is allowed */

/* Verifies one round, which needs no bets for that, and compares the bets on it. No bet on a misdealt round is compared: what was dealt
 * against the rules, or not from the book's decks, does not say what should have been paid. A bet that is not allowed, has no recorded pay
 * or has an unset one is refused by itself. A bet that takes a sum of its wager beyond 64 bits is compared, told as refused, and left out
 * of the sums. FELT_ENOMEM; FELT_ELIMIT where it is broken down into too many groups (felt/audit_groups.h). */
felt_status felt_audit_round(felt_audit *audit, const felt_joined *joined, const felt_audit_report *report);

/* All rows that were read of both files, so that those which never came to felt_audit_round are counted as well. */
void felt_audit_rows(felt_audit *audit, felt_join_counts rows);

/* ---- what it came to ---- */

const felt_book *felt_audit_book(const felt_audit *audit);

typedef struct felt_audit_counts {
    uint64_t rounds;       /* verified */
    uint64_t misdealt;     /* of these */
    uint64_t not_verified; /* rounds whose rows could not be used */
    uint64_t bets;         /* compared */
    uint64_t changes;      /* rows of what was done with bets, which belong to them */
    uint64_t mispaid;      /* of the bets */
    uint64_t not_compared; /* bets that could not be, whatever the reason, and changes that could not be made */
    uint64_t not_summed;   /* compared, but left out of sums that they do not fit */
} felt_audit_counts;

felt_audit_counts felt_audit_count(const felt_audit *audit);

typedef enum felt_audit_verdict {
    FELT_AUDIT_CLEAN = 0,  /* every round was dealt and every bet paid as the sheet says */
    FELT_AUDIT_INCOMPLETE, /* nothing is wrong in what could be looked at, but something could not be */
    FELT_AUDIT_DIFFERS,    /* a round was misdealt or a bet mispaid */
} felt_audit_verdict;

felt_audit_verdict felt_audit_conclude(const felt_audit *audit);

/* A word for programs: "clean", "incomplete", "differs". */
const char *felt_audit_verdict_text(felt_audit_verdict verdict);

typedef struct felt_mistake_tally {
    uint64_t bets;
    felt_money over;  /* paid too much, in all */
    felt_money under; /* paid too little, in all */
} felt_mistake_tally;

/* All decided bets on one wager whose pays are recorded. */
typedef struct felt_audit_tally {
    uint64_t bets, mispaid;
    uint64_t undecided; /* bets still up, not counted in the sums */
    felt_money staked, expected, paid;
    felt_mistake_tally mistakes[FELT_MISTAKE_COUNT];
} felt_audit_tally;

/* `wager` is the number of a wager of the book. The tally is the audit's and goes on with it. */
const felt_audit_tally *felt_audit_wager(const felt_audit *audit, int wager);

/* ---- luck ---- */

/* Is it luck? By how rare a result at least as far from the exact edge is, skewness allowed for. */
typedef enum felt_luck_verdict {
    FELT_LUCK_UNKNOWN = 0, /* there is no exact edge: a pay or an outcome is left out */
    FELT_LUCK_EARLY,       /* too few rounds to tell: fewer than five wins (or losses, if they are rarer) to be expected, or a few large
                              wins make up the result */
    FELT_LUCK_WITHIN,      /* within two standard deviations */
    FELT_LUCK_UNUSUAL,     /* beyond two */
    FELT_LUCK_HARDLY,      /* beyond three */
    FELT_LUCK_NOT,         /* rarer than once in a million */
} felt_luck_verdict;

/* A word for programs: "unknown", "early", "within", "unusual", "hardly", "not". */
const char *felt_luck_verdict_text(felt_luck_verdict verdict);

/* What came out on a wager against what should in the long run. */
typedef struct felt_luck {
    felt_luck_verdict verdict;
    double realised;  /* the house's share of what was staked, by recorded pays, on bets that nobody changed or took down */
    double due;       /* the same by what should have been paid: luck is judged by this, and mistakes stand apart */
    double exact;     /* the same, expected; all that follows is 0 where it is not known */
    double hit;       /* the exact probability of a win */
    double deviation; /* the standard deviation of `due` */
    double z;         /* (due - exact) / deviation; 0 where nothing was staked */
    double rounds;    /* how many rounds of equal stakes this is worth; 0: there is nothing to judge */
    double skewness;  /* of `due`, about: above 0, the house's share has its long tail where the house keeps more */
    double deviate;   /* z without the skewness: where a normal deviate is as rare as this z */
    double chance;    /* that luck alone takes a result at least so far from the exact edge, on either side */
} felt_luck;

/* The exact edge of a craps wager depends on where the puck was when a bet was placed, and is weighted by what was staked there. Bets on
 * one wager that are up together are taken to win and lose together; bets that follow one another are independent. FELT_ENOMEM. */
felt_status felt_audit_luck(const felt_audit *audit, int wager, felt_luck *ret);

FELT_API_END

#endif
