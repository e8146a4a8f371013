/* src/report/audit_plot.h - the pictures of an audit's page, as SVG that takes its colors from the page. */
#ifndef FELT_SRC_REPORT_AUDIT_PLOT_H
#define FELT_SRC_REPORT_AUDIT_PLOT_H

#include "audit_report.h"

/* The realised edge of a wager over the rounds, with the exact one and the band of two standard deviations around it. False, and nothing is
 * written, where there are not enough points. */
bool plot_edge(text_out *out, const felt_audit_series *series, int wager);

/* How many bets were mispaid in each way, and what that came to. Nothing is written where there are none. */
void plot_mistakes(text_out *out, const felt_audit_form *form, const felt_audit *audit);

#endif
