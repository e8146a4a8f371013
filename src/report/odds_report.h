/* src/report/odds_report.h - what the reports of odds share. */
#ifndef FELT_SRC_REPORT_ODDS_REPORT_H
#define FELT_SRC_REPORT_ODDS_REPORT_H

#include "text_out.h"

#include <felt/report.h>
#include <jansson.h>
#include <stdio.h>

/* Wagers on one round, their covariances, and the most the house can lose on them. */
typedef struct together {
    const felt_odds **list;
    int count;
    mpq_t *covariance; /* count x count */
    mpq_t most;
    felt_text where;                             /* the round in which the house loses most */
    int left_multi_roll, left_unset, left_other; /* wagers that are not in the list, by the reason */
} together;

/* The number of deals that a row decides, baccarat only. */
felt_text report_combinations(felt_arena *arena, const felt_odds *o, int row);
felt_text report_skewness(felt_arena *arena, const felt_odds *o, int places);
felt_text report_correlation(felt_arena *arena, const together *t, int a, int b, int places);

/* The choices that matter to the entry; `decks`: the number of decks among them. */
json_t *report_options_json(const felt_odds *o, bool decks);

felt_status report_odds_json(felt_arena *arena, const felt_odds *const *list, int count, felt_text *ret);
felt_status report_together_json(felt_arena *arena, const together *t, felt_text *ret);

#endif
