/* felt/audit_report.h - what an audit found, as text or JSON, piece by piece.
 *
 * An audit of a large file may find much, so nothing is kept: the head is made first, then each difference and misdeal when it is found,
 * then the totals. The pieces one after the other are the report; as JSON, one object.
 *
 * Lifetime: texts live in the given arena; one for each difference keeps memory small.
 * Threads:  one thread at a time for one arena and one form.
 * Failure:  results are written only on FELT_OK; FELT_ENOMEM when memory runs out. */
#ifndef FELT_AUDIT_REPORT_H
#define FELT_AUDIT_REPORT_H

#include <felt/api.h>
#include <felt/audit.h>
#include <felt/report.h>

FELT_API_BEGIN

typedef struct felt_audit_form {
    felt_report_style style; /* FELT_REPORT_TEXT, FELT_REPORT_COLOR or FELT_REPORT_JSON */
    int decimals;            /* of amounts of money */
    const char *rounds;      /* the names of the two files */
    const char *bets;
    uint64_t findings; /* made so far: 0 at the beginning */
    /* For the totals as JSON: judged groups, and what they are told apart by (felt/audit_breakdown.h); NULL: none. */
    const struct felt_audit_by *by;
    const struct felt_audit_groups *groups;
} felt_audit_form;

felt_status felt_report_audit_head(felt_arena *arena, const felt_audit_form *form, const felt_book *book, felt_text *ret);
felt_status felt_report_audit_difference(felt_arena *arena, felt_audit_form *form, const felt_book *book, const felt_difference *difference,
                                         felt_text *ret);
felt_status felt_report_audit_misdeal(felt_arena *arena, felt_audit_form *form, const felt_joined *joined, const felt_error *error,
                                      felt_text *ret);

/* Totals by wager and by kind of mistake, the edge that came out against the exact one, and the counts. */
felt_status felt_report_audit_totals(felt_arena *arena, const felt_audit_form *form, const felt_audit *audit, felt_text *ret);

/* Around such reports where there are several, as of the tables of a history: before each, with the number of those before it; after each;
 * and at the end of all. As JSON, a list of objects with `table` and `audit`. */
felt_status felt_report_audit_table(felt_arena *arena, const felt_audit_form *form, felt_text table, int before, felt_text *ret);
felt_status felt_report_audit_table_end(felt_arena *arena, const felt_audit_form *form, felt_text *ret);
felt_status felt_report_audit_tables_end(felt_arena *arena, const felt_audit_form *form, int count, felt_text *ret);

/* In one plain sentence: is it luck? */
felt_text felt_report_luck(felt_arena *arena, const felt_luck *luck);

FELT_API_END

#endif
