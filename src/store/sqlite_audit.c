/* src/store/sqlite_audit.c - adds the bank up again, from the postings, and compares. */
#include "sqlite.h"

/* Each gives a row for the first thing that is wrong: its number, what there is and what there should be. */
typedef struct rule {
    const char *sql, *sentence; /* with three %lld */
} rule;

static const rule rules[] = {
    {"SELECT a.id, a.balance, coalesce(sum(p.moved), 0) FROM account a LEFT JOIN"
     " (SELECT source AS id, -amount AS moved FROM posting UNION ALL SELECT target, amount FROM posting) p ON p.id = a.id"
     " GROUP BY a.id HAVING a.balance <> coalesce(sum(p.moved), 0) LIMIT 1",
     "account %lld has %lld, and its postings come to %lld"},
    {"SELECT 0, sum(balance), 0 FROM account HAVING sum(balance) <> 0",
     "the balances of all accounts, %lld aside, come to %lld, not to %lld"},
    {"SELECT a.id, a.balance, coalesce(s.amount, 0) FROM account a LEFT JOIN"
     " (SELECT 2 * h.player + 1 AS id, sum(h.amount) AS amount FROM standing CROSS JOIN hold h ON h.id = standing.hold GROUP BY h.player) s"
     " ON s.id = a.id WHERE a.id > 1 AND a.id % 2 = 1 AND a.balance <> coalesce(s.amount, 0) LIMIT 1",
     "account %lld holds %lld, and the stakes that stand come to %lld"},
    {"SELECT h.id, s.hold IS NOT NULL, r.hold IS NULL FROM hold h LEFT JOIN standing s ON s.hold = h.id LEFT JOIN release r ON r.hold = "
     "h.id"
     " WHERE (s.hold IS NULL) = (r.hold IS NULL) LIMIT 1",
     "hold %lld stands: %lld, but by its releases: %lld"},
    {"SELECT max(id), count(*), max(id) FROM entry HAVING count(*) <> coalesce(max(id), 0)",
     "the last entry is %lld, and there are %lld of %lld"},
    {"SELECT e.id, count(p.line), coalesce(max(p.line), 0) FROM entry e LEFT JOIN posting p ON p.entry = e.id WHERE e.kind <> 4"
     " GROUP BY e.id HAVING count(p.line) <> coalesce(max(p.line), 0) LIMIT 1",
     "entry %lld has %lld postings, and the last is number %lld"},
    {"SELECT e.table_id, e.sequence, e.id FROM entry e LEFT JOIN record r ON r.table_id = e.table_id AND r.sequence = e.sequence"
     " WHERE e.sequence IS NOT NULL AND r.hash IS NULL LIMIT 1",
     "table %lld has no record %lld, which entry %lld is about"},
};

static const char totals[] = "SELECT (SELECT count(*) FROM player), (SELECT count(*) FROM entry), (SELECT count(*) FROM posting),"
                             " (SELECT count(*) FROM hold), (SELECT count(*) FROM standing),"
                             " (SELECT coalesce(sum(balance), 0) FROM account WHERE id > 1 AND id % 2 = 0),"
                             " (SELECT coalesce(sum(balance), 0) FROM account WHERE id > 1 AND id % 2 = 1),"
                             " (SELECT balance FROM account WHERE id = 0), (SELECT balance FROM account WHERE id = 1)";

enum { TOTALS = 9 };

/* The numbers of a query's first row; *ret_found says whether there is one. */
static felt_status ask(sqlite3 *handle, const char *sql, int columns, long long *ret, bool *ret_found, felt_error *error)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *ret_found = code == SQLITE_ROW;
        for (int i = 0; i < columns && *ret_found; i++)
            ret[i] = sqlite3_column_int64(statement, i);
        sqlite3_finalize(statement);
    }
    if (code == SQLITE_ROW || code == SQLITE_DONE)
        return FELT_OK;
    return sqlite_fail(handle, code, "the audit", error);
}

/* The file itself: pages and indexes. */
static felt_status check_file(sqlite3 *handle, felt_error *error)
{
    long long good = 0;
    bool found = false;
    felt_status status = ask(handle, "SELECT integrity_check = 'ok' FROM pragma_integrity_check LIMIT 1", 1, &good, &found, error);
    if (status == FELT_OK && good != 1)
        status = felt_error_set(error, FELT_EDATA, -1, "the file of the store is damaged; restore a backup");
    return status;
}

felt_status sqlite_audit(engine_db *db, felt_store_audit_result *ret, felt_error *error)
{
    long long n[TOTALS] = {0};
    bool found = false;
    felt_status status = check_file(db->handle, error);
    for (size_t i = 0; status == FELT_OK && i < sizeof rules / sizeof *rules; i++) {
        status = ask(db->handle, rules[i].sql, 3, n, &found, error);
        if (status == FELT_OK && found) {
            char sentence[FELT_ERROR_BYTES];
            sqlite3_snprintf(sizeof sentence, sentence, rules[i].sentence, n[0], n[1], n[2]);
            return felt_error_set(error, FELT_EDATA, -1, "%s", sentence);
        }
    }
    if (status == FELT_OK)
        status = ask(db->handle, totals, TOTALS, n, &found, error);
    if (status == FELT_OK)
        *ret = (felt_store_audit_result){n[0], n[1], n[2], n[3], n[4], {n[5]}, {n[6]}, {n[7]}, {n[8]}};
    return status;
}
