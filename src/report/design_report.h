/* src/report/design_report.h - what the forms of a report on paytables share. */
#ifndef FELT_SRC_REPORT_DESIGN_REPORT_H
#define FELT_SRC_REPORT_DESIGN_REPORT_H

#include <felt/design_report.h>

felt_status report_design_json(felt_arena *arena, const felt_design_request *request, const felt_design *design, int limit, felt_text *ret);

/* By what the best is chosen, in words: "the edge nearest to 6.5000 %". */
felt_text report_design_prefer(felt_arena *arena, const felt_design_request *request, const felt_design *design);

/* Which of the frontier is number `i` of `count` that are shown, spread over all of it. */
int report_design_spread(const felt_design *design, int i, int count);

/* The most that a perfect counter wins in any scene. Requires that it was asked for. */
felt_exposure_figure report_design_exposure(const felt_design *design, const felt_design_table *table);

/* The top pay: "40", or "3/2". */
felt_text report_design_top(felt_arena *arena, const felt_design_table *table);

#endif
