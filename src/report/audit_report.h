/* src/report/audit_report.h - what the reports of audits share. */
#ifndef FELT_SRC_REPORT_AUDIT_REPORT_H
#define FELT_SRC_REPORT_AUDIT_REPORT_H

#include "text_out.h"

#include <felt/audit_breakdown.h>
#include <felt/audit_report.h>

felt_text audit_money(felt_arena *arena, const felt_audit_form *form, felt_money value);

/* Has anything come to this wager? */
bool audit_has_bets(const felt_audit_tally *tally);

/* ---- groups ---- */

/* What was paid too much and too little in a cell, by all kinds of mistakes. */
void audit_cell_mistakes(const felt_audit_cell *cell, felt_money *ret_over, felt_money *ret_under);

/* "dealer Ann, table 7" */
felt_text audit_group_text(felt_arena *arena, const felt_audit_by *by, uint32_t round_group, uint32_t bet_group);

/* What was done about looking in many places, and why a cell is unusual all the same. */
felt_text audit_correction(felt_arena *arena, const felt_audit_groups *groups);
felt_text audit_cell_sentence(felt_arena *arena, const felt_audit_cell *cell);

/* ---- JSON ---- */

/* The same report as JSON. */
felt_status audit_json_head(text_out *out, const felt_book *book);
felt_status audit_json_difference(text_out *out, const felt_audit_form *form, const felt_book *book, const felt_difference *difference);
felt_status audit_json_misdeal(text_out *out, const felt_audit_form *form, const felt_joined *joined, const char *why);
felt_status audit_json_totals(text_out *out, const felt_audit_form *form, const felt_audit *audit);

#endif
