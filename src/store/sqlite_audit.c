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
     " (SELECT 2 * player + 1 AS id, sum(amount) AS amount FROM standing GROUP BY player) s"
     " ON s.id = a.id WHERE a.id > 0 AND a.id % 2 = 1 AND a.balance <> coalesce(s.amount, 0) LIMIT 1",
     "account %lld holds %lld, and the bets that stand come to %lld"},
    {"SELECT p.table_id, p.bet, sum(CASE WHEN p.target > 0 AND p.target % 2 = 1 THEN p.amount"
     "  WHEN p.source > 0 AND p.source % 2 = 1 THEN -p.amount ELSE 0 END) AS held FROM posting p"
     " WHERE p.bet IS NOT NULL GROUP BY p.table_id, p.bet"
     " HAVING held <> coalesce((SELECT amount FROM standing s WHERE s.table_id = p.table_id AND s.bet = p.bet), 0)"
     "  OR (held = 0) <> EXISTS (SELECT 1 FROM ended e WHERE e.table_id = p.table_id AND e.bet = p.bet) LIMIT 1",
     "at table %lld, bet %lld holds %lld by its postings, which is not what stands or has ended"},
    {"SELECT table_id, bet, sequence FROM ended EXCEPT SELECT table_id, bet, sequence FROM posting WHERE source > 0 AND source % 2 = 1"
     " LIMIT 1",
     "at table %lld, bet %lld has ended in record %lld, which has no such posting"},
    {"SELECT table_id, sequence, count(*) FROM posting GROUP BY table_id, sequence HAVING count(*) <> max(line) OR min(line) <> 1 LIMIT 1",
     "table %lld, record %lld: one of its postings is missing: there are %lld"},
    {"SELECT p.table_id, p.sequence, p.line FROM posting p LEFT JOIN record r ON r.table_id = p.table_id AND r.sequence = p.sequence"
     " WHERE r.kind IS NULL OR r.kind = 0 LIMIT 1",
     "table %lld, record %lld is missing or moves no money, and has posting %lld"},
    {"SELECT c.player, c.table_id, c.sequence FROM command c LEFT JOIN record r ON r.table_id = c.table_id AND r.sequence = c.sequence"
     " WHERE r.hash IS NULL LIMIT 1",
     "a command of player %lld is answered by table %lld's record %lld, which is missing"},
};

static const char totals[] = "SELECT (SELECT count(*) FROM player), (SELECT count(*) FROM record), (SELECT count(*) FROM posting),"
                             " (SELECT count(*) FROM ended), (SELECT count(*) FROM standing),"
                             " (SELECT coalesce(sum(balance), 0) FROM account WHERE id > 0 AND id % 2 = 0),"
                             " (SELECT coalesce(sum(balance), 0) FROM account WHERE id > 0 AND id % 2 = 1),"
                             " (SELECT coalesce(sum(balance), 0) FROM account WHERE id < 0), (SELECT balance FROM account WHERE id = 0)";

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
