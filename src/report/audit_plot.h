/* src/report/audit_plot.h - the pictures of an audit's page, as SVG that takes its colors from the page. */
#ifndef FELT_SRC_REPORT_AUDIT_PLOT_H
#define FELT_SRC_REPORT_AUDIT_PLOT_H

#include "audit_report.h"

/* A distance in seconds so that fewer than `lines` moments fit into `range`; a moment as it stands on the scale; and from when to when. */
int64_t clock_step(int64_t range, int lines);
void clock_label(text_out *out, int64_t moment, int64_t step);
void clock_range(text_out *out, int64_t from, int64_t to);

/* The realised edge of a wager over clock time, or over the rounds where the series is not timed, with the exact one and the band of two standard deviations around it. False, and nothing is
 * written, where there are not enough points. */
bool plot_edge(text_out *out, const felt_audit_series *series, int wager);

/* How many bets were mispaid in each way, and what that came to. Nothing is written where there are none. */
void plot_mistakes(text_out *out, const felt_audit_form *form, const felt_audit *audit);

#endif
