/* felt/sim_report.h - samples beside the exact figures, and sessions, as text, JSON and SVG.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_SIM_REPORT_H
#define FELT_SIM_REPORT_H

#include <felt/api.h>
#include <felt/odds.h>
#include <felt/report.h>
#include <felt/session_expect.h>
#include <felt/sim.h>

FELT_API_BEGIN

typedef struct felt_sim_report {
    const felt_odds_list *odds; /* those of a sheet together; setup->wagers[i] is the wager of entry i, placed in the
                                   phases of its same_rows */
    const felt_sim_setup *setup;
    const felt_sim_result *result;           /* NULL: only sessions were played */
    const felt_session_setup *session_setup; /* NULL: no sessions */
    const felt_session_result *sessions;
    const felt_session_figures *figures; /* what they were expected to bring; NULL: no sessions */
    int comp;                            /* what the house gives back, in hundredths of a per cent of the expected loss; 0: not asked for */
    int decimals;                        /* of amounts of money */
    felt_report_columns columns;         /* for text */
} felt_sim_report;

/* Of each wager the sampled edge, hit frequency and standard deviation beside the exact ones, with the z-score of the difference, and what
 * became of the sessions. Styles: FELT_REPORT_TEXT, FELT_REPORT_COLOR, FELT_REPORT_JSON. */
felt_status felt_report_sim(felt_arena *arena, const felt_sim_report *report, felt_report_style style, felt_text *ret);

/* The distribution of the sessions' results as a picture. Requires sessions. */
felt_status felt_report_sessions_svg(felt_arena *arena, const felt_sim_report *report, felt_text *ret);

FELT_API_END

#endif
