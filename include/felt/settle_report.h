/* felt/settle_report.h - what settling recorded bets has come to, in a line.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_SETTLE_REPORT_H
#define FELT_SETTLE_REPORT_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/book.h>

FELT_API_BEGIN

typedef struct felt_settled {
    uint64_t bets, up;              /* settled; and of these, still up */
    felt_money staked, vig, paid;   /* for them */
    uint64_t misdealt, bad, unpaid; /* rounds that cannot have been dealt so; rows that could not be used; bets that were not settled */
    int decimals;                   /* of amounts of money */
} felt_settled;

/* "6 bets settled, staked 222.50, paid 144.37; rounding floor; decks=8, tie-pay=8; by default: tie-pay=8". */
felt_status felt_report_settled(felt_arena *arena, const felt_book *book, const felt_settled *settled, felt_text *ret);

/* "1 round misdealt, 2 bad rows; 3 bets are not paid"; empty where nothing was wrong. */
felt_status felt_report_unsettled(felt_arena *arena, const felt_settled *settled, felt_text *ret);

FELT_API_END

#endif
