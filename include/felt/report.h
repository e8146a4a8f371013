/* felt/report.h - figures as text, JSON, CSV and Markdown.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when the arena is full. */
#ifndef FELT_REPORT_H
#define FELT_REPORT_H

#include <felt/api.h>
#include <felt/arena.h>
#include <felt/odds.h>
#include <felt/together.h>

FELT_API_BEGIN

typedef enum felt_report_style {
    FELT_REPORT_TEXT = 0, /* aligned columns for a terminal */
    FELT_REPORT_COLOR,    /* the same with terminal colors */
    FELT_REPORT_JSON,
    FELT_REPORT_CSV,
    FELT_REPORT_MARKDOWN,
    FELT_REPORT_TAP, /* cases: the Test Anything Protocol */
} felt_report_style;

/* Columns of the terminal that a text is for. 0: it is not for a terminal, or nobody knows; lines are then about 125 columns, or, where
 * that does not do, as long as they must be. */
typedef int felt_report_columns;

/* One line, or one JSON object, for each of `count` entries, in their order. */
felt_status felt_report_odds(felt_arena *arena, const felt_odds *const *list, int count, felt_report_style style,
                             felt_report_columns columns, felt_text *ret);

/* The JSON of felt_report_odds, and in each entry that has an edge what it is made of and where it leads: `nets`, each net win that can
 * occur with its probability, and `spread`, for each of `round_count` numbers of bets (felt/spread.h; null where there are too many
 * results). Requires 1 <= rounds[i] <= FELT_SPREAD_ROUNDS_MAX. */
felt_status felt_report_odds_spread(felt_arena *arena, const felt_odds *const *list, int count, const uint64_t *rounds, int round_count,
                                    felt_text *ret);

/* The working of each entry: row, pay, combinations, probability, contribution, fair pay. Text styles and Markdown only. */
felt_status felt_report_explain(felt_arena *arena, const felt_odds *const *list, int count, felt_report_style style, felt_text *ret);

/* How wagers on the same round move together: who they are, the choices they were taken with and which of them by default, the
 * correlations of all pairs, and the most the house can lose in one round with a unit on each. Text styles and JSON. */
felt_status felt_report_together(felt_arena *arena, const felt_together *together, felt_report_style style, felt_report_columns columns,
                                 felt_text *ret);

/* The choices that matter to an entry, such as "decks=8, paytable=PT1"; empty when there are none, bytes NULL when the arena is full. */
felt_text felt_report_options(felt_arena *arena, const felt_odds *odds);

FELT_API_END

#endif
