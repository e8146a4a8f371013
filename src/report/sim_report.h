/* src/report/sim_report.h - what the reports of simulations share. */
#ifndef FELT_SRC_REPORT_SIM_REPORT_H
#define FELT_SRC_REPORT_SIM_REPORT_H

#include "text_out.h"

#include <felt/sim_report.h>
#include <jansson.h>

enum { SESSION_BINS_MAX = 24 };

/* What is said about many sessions. Amounts are minor units. */
typedef struct session_digest {
    uint64_t count, ahead, even, ruined;
    double mean, deviation;
    int64_t least, low, lower, median, upper, high, most; /* results: 0, 5, 25, 50, 75, 95 and 100 per cent are no higher */
    uint32_t ruin_median;                                 /* rounds, of the ruined */
    int64_t drawdown_median, drawdown_high, drawdown_most;
    uint32_t run_median, run_high, run_most; /* longest losing runs */
    int64_t bin_first, bin_width;            /* the first and the last bin have all that is beyond them, too */
    int bin_count;
    uint64_t bins[SESSION_BINS_MAX];
} session_digest;

felt_status session_digest_make(const felt_session_result *r, session_digest *ret);

/* "1,234,567". */
felt_text sim_count(felt_arena *arena, uint64_t count);
felt_text sim_amount(felt_arena *arena, int64_t minor, int decimals);

void sim_put_sessions(text_out *out, const felt_sim_report *report, const session_digest *d, bool color);
json_t *sim_json_sessions(felt_arena *arena, const felt_sim_report *report, const session_digest *d);
felt_status sim_json(felt_arena *arena, const felt_sim_report *report, const session_digest *d, felt_text *ret);

#endif
