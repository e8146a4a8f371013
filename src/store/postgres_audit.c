/* src/store/postgres_audit.c - adds the bank up again, from the postings, and compares. */
#include "postgres.h"

#include <stdlib.h>

/* Each gives a row for the first thing that is wrong: its number, what there is and what there should be. */
typedef struct rule {
    const char *sql, *sentence; /* with three %lld */
} rule;

static const rule rules[] = {
    {"SELECT u.id, u.available, coalesce(p.moved, 0) FROM purse u LEFT JOIN (SELECT player, sum(available) AS moved FROM"
     " (SELECT player, available FROM posting UNION ALL SELECT player, available FROM carried) a GROUP BY player) p ON p.player = u.id "
     "WHERE u.available <> coalesce(p.moved, 0) LIMIT 1",
     "player %lld has %lld, and the postings come to %lld"},
    {"SELECT t.id, t.balance, coalesce(p.moved, 0) FROM till t LEFT JOIN (SELECT table_id, sum(house) AS moved FROM"
     " (SELECT table_id, house FROM posting UNION ALL SELECT table_id, house FROM carried) a GROUP BY table_id) p ON p.table_id = t.id "
     "WHERE t.balance <> coalesce(p.moved, 0) LIMIT 1",
     "till %lld has %lld, and the postings come to %lld"},
    {"SELECT line, table_id, sequence FROM posting WHERE available + held + house <> 0 LIMIT 1",
     "posting %lld of table %lld, record %lld, does not sum to zero"},
    {"SELECT u.id, u.held, coalesce(s.amount, 0) FROM purse u LEFT JOIN"
     " (SELECT player, sum(amount) AS amount FROM standing GROUP BY player) s ON s.player = u.id"
     " WHERE u.held <> coalesce(s.amount, 0) LIMIT 1",
     "player %lld holds %lld, and the bets that stand come to %lld"},
    {"SELECT p.table_id, p.bet, sum(p.held) AS stake FROM posting p"
     " WHERE p.bet IS NOT NULL GROUP BY p.table_id, p.bet"
     " HAVING sum(p.held) <> coalesce((SELECT amount FROM standing s WHERE s.table_id = p.table_id AND s.bet = p.bet), 0)"
     "  OR (sum(p.held) = 0) <> EXISTS (SELECT 1 FROM ended e WHERE e.table_id = p.table_id AND e.bet = p.bet) LIMIT 1",
     "at table %lld, bet %lld holds %lld by its postings, which is not what stands or has ended"},
    {"SELECT table_id, bet, sequence FROM ended EXCEPT SELECT table_id, bet, sequence FROM posting WHERE held < 0"
     " LIMIT 1",
     "at table %lld, bet %lld has ended in record %lld, which has no such posting"},
    {"SELECT table_id, sequence, count(*) FROM posting GROUP BY table_id, sequence HAVING count(*) <> max(line) OR min(line) <> 1 LIMIT 1",
     "table %lld, record %lld: one of its postings is missing: there are %lld"},
    {"SELECT p.table_id, p.sequence, p.line FROM posting p LEFT JOIN record r ON r.table_id = p.table_id AND r.sequence = p.sequence"
     " WHERE coalesce(r.kind, 0) = 0 OR p.line > r.moves LIMIT 1",
     "table %lld, record %lld is missing or does not say that it moves money, and has posting %lld"},
    {"SELECT (SELECT sum(moves) FROM record), count(*), 0 FROM posting HAVING count(*) <> (SELECT coalesce(sum(moves), 0) FROM record)",
     "the records speak of %lld postings, and there are %lld (%lld)"},
    {"SELECT table_id, bet, sequence FROM (SELECT table_id, bet, sequence, sum(held) OVER (PARTITION BY table_id, bet ORDER BY sequence, "
     "line) AS held,"
     " lead(sequence) OVER (PARTITION BY table_id, bet ORDER BY sequence, line) AS next FROM posting WHERE bet IS NOT NULL) w"
     " WHERE held = 0 AND next IS NOT NULL LIMIT 1",
     "table %lld: something moved for bet %lld after it had ended in record %lld"},
    {"SELECT c.player, c.table_id, c.sequence FROM command c LEFT JOIN record r ON r.table_id = c.table_id AND r.sequence = c.sequence"
     " WHERE r.hash IS NULL AND c.sequence > (SELECT sequence FROM floor f WHERE f.table_id = c.table_id) LIMIT 1",
     "a command of player %lld is answered by table %lld's record %lld, which is missing"},
    {"SELECT f.table_id, f.sequence, b.sequence FROM floor f JOIN (SELECT table_id, sequence FROM record UNION ALL"
     " SELECT table_id, sequence FROM posting UNION ALL SELECT table_id, sequence FROM ended) b"
     " ON b.table_id = f.table_id AND b.sequence <= f.sequence LIMIT 1",
     "table %lld has its floor at record %lld, and there is something of record %lld"},
    {"SELECT c.id, (SELECT count(*) FROM floor f WHERE f.table_id = c.id), c.length FROM chain c"
     " WHERE (SELECT f.sequence <= c.length FROM floor f WHERE f.table_id = c.id) IS NOT TRUE LIMIT 1",
     "table %lld has %lld floors, or one above its last record, %lld"},
};

static const char totals[] = "SELECT (SELECT count(*) FROM player), (SELECT count(*) FROM record), (SELECT count(*) FROM posting),"
                             " (SELECT count(*) FROM ended), (SELECT count(*) FROM standing),"
                             " (SELECT coalesce(sum(available), 0) FROM purse), (SELECT coalesce(sum(held), 0) FROM purse),"
                             " (SELECT coalesce(sum(balance), 0) FROM till WHERE id > 0), (SELECT balance FROM till WHERE id = 0),"
                             " (SELECT coalesce(sum(sequence), 0) FROM floor)";

enum { TOTALS = 10 };

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

static felt_status check(engine_db *db, felt_store_audit_result *ret, felt_error *error)
{
    long long n[TOTALS] = {0};
    bool found = false;
    felt_status status = FELT_OK;
    for (size_t i = 0; status == FELT_OK && i < sizeof rules / sizeof *rules; i++) {
        status = ask(db, rules[i].sql, 3, n, &found, error);
        if (status == FELT_OK && found)
            return felt_error_set(error, FELT_EDATA, -1, rules[i].sentence, n[0], n[1], n[2]);
    }
    if (status == FELT_OK)
        status = ask(db, totals, TOTALS, n, &found, error);
    if (status == FELT_OK)
        *ret = (felt_store_audit_result){n[0], n[1], n[2], n[3], n[4], {n[5]}, {n[6]}, {n[7]}, {n[8]}, n[9]};
    return status;
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
        status = check(db, ret, error);
    if (!begun)
        pg_run(db, "ROLLBACK", NULL, &ignored);
    db->patience_ms = PG_ANSWER_MS;
    return status;
}
