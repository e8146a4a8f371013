/* src/report/count_report.h - what the reports on counting share. */
#ifndef FELT_SRC_REPORT_COUNT_REPORT_H
#define FELT_SRC_REPORT_COUNT_REPORT_H

#include "text_out.h"

#include <felt/count_report.h>

enum { REPORT_DEPTHS_MAX = 6 };

extern const char *const report_ranks[FELT_RANK_COUNT]; /* "A" to "K" */

/* Numbers of cards left that are shown, and how many there are. */
int report_count_depths(const felt_shoe *shoe, int ret[REPORT_DEPTHS_MAX]);

/* The variance of the value with `left` cards, and the share of each order in it; false where it does not vary. */
bool report_count_depth(const felt_orders *o, int left, mpq_t ret_variance, mpq_t ret_shares[FELT_ORDERS]);

felt_status report_count_json(felt_arena *arena, const felt_count_entry *list, int count, felt_text *ret);

/* The counting systems of entries of one sheet, whose odds are `odds`; nothing where there are none. */
void report_count_systems(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count,
                          felt_report_columns columns);

/* What leaks are worth, of entries of one sheet that have them. */
void report_count_leaks(text_out *out, const felt_count_entry *list, const felt_odds *const *odds, int count, felt_report_columns columns);

/* The edge of a bet; false where none is made. */
bool report_count_edge(const felt_leak *leak, mpq_t ret);

/* What a system is called in a table. */
felt_text report_count_system_name(felt_arena *arena, const felt_system *s);

/* Second-order effects and shares of orders, of entries that have them. */
void report_count_orders(text_out *out, const felt_count_entry *list, int count);

#endif
