/* src/report/odds_report.h - what the reports of odds share. */
#ifndef FELT_SRC_REPORT_ODDS_REPORT_H
#define FELT_SRC_REPORT_ODDS_REPORT_H

#include "text_out.h"

#include <felt/report.h>
#include <jansson.h>
#include <stdio.h>

/* The number of deals or throws that a row decides, where a hand is one event. */
felt_text report_combinations(felt_arena *arena, const felt_odds *o, int row);
felt_text report_skewness(felt_arena *arena, const felt_odds *o, int places);

/* The root of `square` with a sign. */
felt_text report_signed_root(felt_arena *arena, const mpq_t square, int sign, int places);
felt_text report_correlation(felt_arena *arena, const felt_together *t, int a, int b, int places);

/* The event in which the house loses most. */
felt_text report_together_event(felt_arena *arena, const felt_together *t);
felt_text report_event(felt_arena *arena, const felt_game *game, int event); /* such as "a roll of 1-1" */

/* The choices that matter to the entry; `decks`: the number of decks among them. */
json_t *report_options_json(const felt_odds *o, bool decks);

felt_status report_odds_json(felt_arena *arena, const felt_odds *const *list, int count, felt_text *ret);
felt_status report_together_json(felt_arena *arena, const felt_together *t, felt_text *ret);

#endif
