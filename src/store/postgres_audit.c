/* src/store/postgres_audit.c - what an audit asks PostgreSQL in its own way. */
#include "audit.h"
#include "postgres.h"

#include <stdlib.h>

/* Postings have a line of their record. */
static const audit_rule own[AUDIT_OWN] = {
    [AUDIT_SUMS] = {"SELECT line, table_id, sequence FROM posting WHERE available + held + house <> 0 LIMIT 1",
                    "posting %lld of table %lld, record %lld, does not sum to zero"},
    [AUDIT_COMPLETE] = {"SELECT table_id, sequence, count(*) FROM posting GROUP BY table_id, sequence HAVING count(*) <> max(line) OR "
                        "min(line) <> 1 LIMIT 1",
                        "table %lld, record %lld: one of its postings is missing: there are %lld"},
    [AUDIT_RECORDS] =
        {"SELECT p.table_id, p.sequence, p.line FROM posting p LEFT JOIN record r ON r.table_id = p.table_id AND r.sequence = p.sequence"
         " WHERE coalesce(r.kind, 0) = 0 OR p.line > r.moves LIMIT 1",
         "table %lld, record %lld is missing or does not say that it moves money, and has posting %lld"},
    [AUDIT_ENDS] =
        {"SELECT table_id, bet, sequence FROM (SELECT table_id, bet, sequence, "
         "sum(held) OVER (PARTITION BY table_id, bet ORDER BY sequence, line) AS held,"
         " lead(sequence) OVER (PARTITION BY table_id, bet ORDER BY sequence, line) AS next FROM posting WHERE bet IS NOT NULL) w"
         " WHERE held = 0 AND next IS NOT NULL LIMIT 1",
         "table %lld: something moved for bet %lld after it had ended in record %lld"},
};

/* The numbers of a query's first row; *ret_found says whether there is one. */
static felt_status ask(engine_db *db, const char *sql, int columns, long long *ret, bool *ret_found, felt_error *error)
{
    PGresult *result = NULL;
    felt_status status = pg_run(db, sql, &result, error);
    if (status != FELT_OK)
        return status;
    *ret_found = PQntuples(result) > 0;
    for (int i = 0; *ret_found && i < columns; i++)
        ret[i] = atoll(PQgetvalue(result, 0, i));
    PQclear(result);
    return FELT_OK;
}

/* All of it as of one moment, whatever other processes do; and it may take its time. */
felt_status pg_audit(engine_db *db, felt_store_audit_result *ret, felt_error *error)
{
    felt_error ignored;
    bool begun = db->begun;
    db->patience_ms = PG_AUDIT_MS;
    felt_status status = begun ? FELT_OK
                               : pg_run(db,
                                        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;"
                                        " SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on;"
                                        " SET LOCAL enable_mergejoin = on",
                                        NULL, error);
    if (status == FELT_OK)
        status = audit_run(db, ask, own, ret, error);
    if (!begun)
        pg_run(db, "ROLLBACK", NULL, &ignored);
    db->patience_ms = PG_ANSWER_MS;
    return status;
}
