/* src/store/sqlite_audit.c - what an audit asks SQLite in its own way. */
#include "audit.h"
#include "sqlite.h"

/* Postings have a number in the whole file. */
static const audit_rule own[AUDIT_OWN] = {
    [AUDIT_SUMS] = {"SELECT id, table_id, sequence FROM posting WHERE available + held + house <> 0 LIMIT 1",
                    "posting %lld, of table %lld, record %lld, does not sum to zero"},
    [AUDIT_COMPLETE] =
        {"SELECT count(*) + (SELECT sum(postings) FROM floor), coalesce(max(id), 0), (SELECT posted FROM ledger) FROM posting"
         " HAVING count(*) + (SELECT sum(postings) FROM floor) <> (SELECT posted FROM ledger)"
         "  OR coalesce(max(id), 0) > (SELECT posted FROM ledger)",
         "there are %lld postings, with those that were retired; the last is %lld, and the ledger has %lld"},
    [AUDIT_RECORDS] =
        {"SELECT p.table_id, p.sequence, p.id FROM posting p LEFT JOIN record r ON r.table_id = p.table_id AND r.sequence = p.sequence"
         " WHERE coalesce(r.kind, 0) = 0 OR p.id NOT BETWEEN r.posted + 1 AND r.posted + r.moves LIMIT 1",
         "table %lld, record %lld is missing or does not say that it moves money, and has posting %lld"},
    [AUDIT_ENDS] = {"SELECT table_id, bet, sequence FROM (SELECT table_id, bet, sequence, "
                    "sum(held) OVER (PARTITION BY table_id, bet ORDER BY id) AS held, lead(id) OVER (PARTITION BY table_id, bet ORDER BY "
                    "id) AS next FROM posting WHERE bet IS NOT NULL)"
                    " WHERE held = 0 AND next IS NOT NULL LIMIT 1",
                    "table %lld: something moved for bet %lld after it had ended in record %lld"},
};

/* The numbers of a query's first row; *ret_found says whether there is one. */
static felt_status ask(engine_db *db, const char *sql, int columns, long long *ret, bool *ret_found, felt_error *error)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *ret_found = code == SQLITE_ROW;
        for (int i = 0; i < columns && *ret_found; i++)
            ret[i] = sqlite3_column_int64(statement, i);
        sqlite3_finalize(statement);
    }
    if (code == SQLITE_ROW || code == SQLITE_DONE)
        return FELT_OK;
    return sqlite_fail(db->handle, code, "the audit", error);
}

/* The file itself: pages and indexes. */
static felt_status check_file(engine_db *db, felt_error *error)
{
    long long good = 0;
    bool found = false;
    felt_status status = ask(db, "SELECT integrity_check = 'ok' FROM pragma_integrity_check LIMIT 1", 1, &good, &found, error);
    if (status == FELT_OK && good != 1)
        status = felt_error_set(error, FELT_EDATA, -1, "the file of the store is damaged; restore a backup");
    return status;
}

felt_status sqlite_audit(engine_db *db, felt_store_audit_result *ret, felt_error *error)
{
    felt_status status = check_file(db, error);
    return status == FELT_OK ? audit_run(db, ask, own, ret, error) : status;
}
