/* src/cli/audit_files.h - what `felt audit` writes beside its report: findings and groups as CSV, and a page. */
#ifndef FELT_SRC_CLI_AUDIT_FILES_H
#define FELT_SRC_CLI_AUDIT_FILES_H

#include "ledger.h"

#include <felt/audit_breakdown.h>

/* The flags. */
typedef struct audit_files_request {
    const char *csv, *by_csv, *html;
} audit_files_request;

typedef struct audit_files {
    cli *c;
    ledger *ledger;
    const felt_audit_form *form;
    const audit_files_request *request;
    felt_audit *audit;
    felt_audit_by by;
    felt_audit_groups *groups; /* NULL without --by */
    felt_audit_series *series; /* NULL without --html */
    felt_arena *arena;         /* of what is written at the end */
    cli_output csv;
    felt_audit_worst worst[FELT_AUDIT_WORST_MAX + 1]; /* the worst first; then the round that is looked at */
    int worst_count;
    felt_audit_worst current;
    bool failed; /* no memory, or a finding could not be written */
} audit_files;

/* Opens what is asked for, before the first round. CLI_DONE, or it has complained; audit_files_close is due in any case. */
cli_exit audit_files_open(audit_files *f, ledger *l, const felt_audit_form *form, const audit_files_request *request, felt_audit *audit);

void audit_files_difference(audit_files *f, const felt_difference *difference);
void audit_files_misdeal(audit_files *f, const felt_joined *joined, const felt_error *error);

/* After each round, where a page is asked for (`series`). */
void audit_files_round(audit_files *f, const felt_joined *joined);

/* The table of groups for the report; empty without --by. */
felt_status audit_files_groups(audit_files *f, felt_text *ret);

/* Writes the files when all was read, and gives them up where not: `code` is what the audit came to. */
cli_exit audit_files_finish(audit_files *f, cli_exit code);
void audit_files_close(audit_files *f);

#endif
