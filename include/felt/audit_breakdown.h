/* felt/audit_breakdown.h - what an audit found, for a spreadsheet and as a page: findings as CSV, groups as a table and as CSV, and one
 * HTML page with pictures that needs nothing else.
 *
 * Lifetime: texts live in the given arena.
 * Threads:  one thread at a time for one arena.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_AUDIT_BREAKDOWN_H
#define FELT_AUDIT_BREAKDOWN_H

#include <felt/api.h>
#include <felt/audit_groups.h>
#include <felt/audit_report.h>
#include <felt/audit_series.h>

FELT_API_BEGIN

/* What rows are told apart by, and what the values of a group are. */
typedef struct felt_audit_by {
    const felt_text *names;
    int count;
    void *context;
    felt_text (*value)(void *context, uint32_t round_group, uint32_t bet_group, int name);
    bool bets_differ; /* bets of one round may be of several groups, so that a round is of none */
} felt_audit_by;

/* ---- findings as CSV ---- */

/* The first row, and one for each difference, misdealt round and row that could not be used. `by` may be NULL. */
felt_status felt_report_finding_head(felt_arena *arena, const felt_audit_by *by, felt_text *ret);
felt_status felt_report_finding_difference(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_book *book,
                                           const felt_difference *difference, felt_text *ret);
felt_status felt_report_finding_misdeal(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_joined *joined,
                                        const felt_error *error, felt_text *ret);
felt_status felt_report_finding_row(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, felt_record_kind file,
                                    uint64_t line, felt_text round, const char *why, felt_text *ret);

/* ---- groups ---- */

/* A table of all cells, and sentences on luck that say for how many places they are corrected; and all of it as CSV. The groups have been
 * judged. */
felt_status felt_report_groups(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_book *book,
                               const felt_audit_groups *groups, felt_text *ret);
felt_status felt_report_groups_csv(felt_arena *arena, const felt_audit_form *form, const felt_audit_by *by, const felt_book *book,
                                   const felt_audit_groups *groups, felt_text *ret);

/* ---- a page ---- */

enum { FELT_AUDIT_WORST_MAX = 20 };

/* A round in which bets were mispaid, and by how much in all, whichever way. */
typedef struct felt_audit_worst {
    char round[FELT_ROUND_ID_BYTES_MAX + 1];
    uint64_t line; /* of the first of these bets */
    int bets;
    felt_money over, under;
} felt_audit_worst;

typedef struct felt_audit_page {
    const felt_audit *audit;
    const felt_audit_series *series;
    const felt_audit_worst *worst; /* the worst first */
    int worst_count;
    const felt_audit_by *by;         /* NULL: it is not broken down */
    const felt_audit_groups *groups; /* judged; NULL as well */
} felt_audit_page;

felt_status felt_report_audit_page(felt_arena *arena, const felt_audit_form *form, const felt_audit_page *page, felt_text *ret);

FELT_API_END

#endif
