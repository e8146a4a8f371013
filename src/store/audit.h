/* src/store/audit.h - what an audit asks of a database, whatever its kind. */
#ifndef FELT_SRC_STORE_AUDIT_H
#define FELT_SRC_STORE_AUDIT_H

#include "engine.h"

/* Gives a row for the first thing that is wrong, and says it with its three numbers. */
typedef struct audit_rule {
    const char *sql, *sentence; /* with three %lld */
} audit_rule;

/* What each kind of database is asked in its own way, since postings are not numbered alike. */
typedef enum audit_own {
    AUDIT_SUMS,     /* every posting sums to zero */
    AUDIT_COMPLETE, /* no posting is missing */
    AUDIT_RECORDS,  /* every posting is of a record that says so */
    AUDIT_ENDS,     /* nothing moves for a bet that has ended */
    AUDIT_OWN,      /* so many */
} audit_own;

/* The numbers of a query's first row; *ret_found says whether there is one. */
typedef felt_status audit_ask(engine_db *db, const char *sql, int columns, long long *ret, bool *ret_found, felt_error *error);

/* Asks everything in one order, then for the totals. FELT_EDATA: something is wrong, and the error says what; else as `ask`. */
felt_status audit_run(engine_db *db, audit_ask *ask, const audit_rule own[AUDIT_OWN], felt_store_audit_result *ret, felt_error *error);

#endif
