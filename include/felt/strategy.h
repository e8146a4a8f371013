/* felt/strategy.h - strategies: how somebody bets, as text that is readable like a sheet.
 *
 * A strategy is read against a book, since it names wagers. Every independent mistake becomes a diagnostic. docs/strategies.md is the
 * reference; felt/strategy_run.h plays sessions by one.
 *
 * Lifetime: a strategy lives in the arena given to felt_strategy_read; the book must outlive it.
 * Threads:  a strategy never changes.
 * Failure:  results are written only on FELT_OK. */
#ifndef FELT_STRATEGY_H
#define FELT_STRATEGY_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/book.h>
#include <felt/diag.h>
#include <felt/money.h>
#include <felt/text.h>

FELT_API_BEGIN

/* Bytes, lines and words are limited as in a sheet. */
enum {
    FELT_STRATEGY_BETS_MAX = 32, /* that may be up at once */
    FELT_STRATEGY_VARIABLES_MAX = 32,
    FELT_STRATEGY_ORDERS_MAX = 64, /* `bet`, `raise`, `lower` and `take down`, a side each */
    FELT_STRATEGY_RULES_MAX = 64,  /* `after` and `stop` */
    FELT_STRATEGY_CODE_MAX = 2048, /* numbers, names and operations of the whole file */
    FELT_STRATEGY_DEPTH_MAX = 16,  /* of parentheses */
    FELT_STRATEGY_NUMBER_MAX = 1000000,
    FELT_STRATEGY_PACE_MAX = 10000, /* rounds an hour */
};

/* No number of a strategy goes beyond this many minor units of money, up or down: it stays there. No bettor has as much. */
#define FELT_STRATEGY_VALUE_MAX INT64_C(1000000000000000)

typedef struct felt_strategy felt_strategy;

/* Reads a strategy. `unit` is what a unit is worth, in the place of what the file says; 0: as the file says.
 * FELT_EDATA: mistakes, which are in `diags`. FELT_ENOMEM. */
felt_status felt_strategy_read(felt_arena *arena, felt_text file, felt_text text, const felt_book *book, felt_money unit, felt_diags *diags,
                               const felt_strategy **ret);

felt_text felt_strategy_name(const felt_strategy *strategy); /* as the file says it */
felt_text felt_strategy_file(const felt_strategy *strategy);
felt_money felt_strategy_unit(const felt_strategy *strategy);
int felt_strategy_pace(const felt_strategy *strategy); /* rounds an hour; 0: it does not say */
const felt_book *felt_strategy_book(const felt_strategy *strategy);

/* The wagers of the book that it bets on, each once, in the order of the file. */
int felt_strategy_wager_count(const felt_strategy *strategy);
int felt_strategy_wager(const felt_strategy *strategy, int index);

FELT_API_END

#endif
