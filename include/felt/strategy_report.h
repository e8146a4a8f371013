/* felt/strategy_report.h - sessions by strategies beside what they were expected to bring, as text, JSON and SVG.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_STRATEGY_REPORT_H
#define FELT_STRATEGY_REPORT_H

#include <felt/api.h>
#include <felt/report.h>
#include <felt/session_digest.h>
#include <felt/session_expect.h>
#include <felt/strategy_run.h>

FELT_API_BEGIN

enum { FELT_STRATEGIES_MAX = 8 }; /* side by side */

/* One strategy and what became of it. */
typedef struct felt_strategy_played {
    felt_strategy_setup setup;
    felt_strategy_result result;
    felt_session_figures figures;
    felt_session_digest digest;
} felt_strategy_played;

typedef struct felt_strategy_report {
    const felt_strategy_played *list; /* of one book, bankroll, seed and number of rounds */
    int count;                        /* at least 1 */
    int decimals;                     /* of amounts of money */
    int comp;                         /* what the house gives back, in hundredths of a per cent of the expected loss; 0: not asked for */
    felt_report_columns columns;      /* for text: so many strategies stand side by side as have room */
} felt_strategy_report;

/* Styles: FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_JSON. */
felt_status felt_report_strategies(felt_arena *arena, const felt_strategy_report *report, felt_report_style style, felt_text *ret);

/* The distributions of results, one below the other on one scale. */
felt_status felt_report_strategies_svg(felt_arena *arena, const felt_strategy_report *report, felt_text *ret);

FELT_API_END

#endif
