/* src/store/audit.c - adds a bank up again, from its postings, and compares: in SQL that every kind of database reads. */
#include "audit.h"

enum { TOTALS = 10 };

/* A rule, or the place of one that each kind of database has its own of. */
static const struct {
    audit_rule rule;
    audit_own own; /* where there is no rule */
} rules[] = {
    {.rule = {"SELECT u.id, u.available, coalesce(p.moved, 0) FROM purse u LEFT JOIN (SELECT player, sum(available) AS moved FROM"
              " (SELECT player, available FROM posting UNION ALL SELECT player, available FROM carried) a GROUP BY player) p"
              " ON p.player = u.id WHERE u.available <> coalesce(p.moved, 0) LIMIT 1",
              "player %lld has %lld, and the postings come to %lld"}},
    {.rule = {"SELECT t.id, t.balance, coalesce(p.moved, 0) FROM till t LEFT JOIN (SELECT table_id, sum(house) AS moved FROM"
              " (SELECT table_id, house FROM posting UNION ALL SELECT table_id, house FROM carried) a GROUP BY table_id) p"
              " ON p.table_id = t.id WHERE t.balance <> coalesce(p.moved, 0) LIMIT 1",
              "till %lld has %lld, and the postings come to %lld"}},
    {.own = AUDIT_SUMS},
    {.rule = {"SELECT u.id, u.held, coalesce(s.amount, 0) FROM purse u LEFT JOIN"
              " (SELECT player, sum(amount) AS amount FROM standing GROUP BY player) s ON s.player = u.id"
              " WHERE u.held <> coalesce(s.amount, 0) LIMIT 1",
              "player %lld holds %lld, and the bets that stand come to %lld"}},
    {.rule = {"SELECT p.table_id, p.bet, sum(p.held) AS stake FROM posting p"
              " WHERE p.bet IS NOT NULL GROUP BY p.table_id, p.bet"
              " HAVING sum(p.held) <> coalesce((SELECT amount FROM standing s WHERE s.table_id = p.table_id AND s.bet = p.bet), 0)"
              "  OR (sum(p.held) = 0) <> EXISTS (SELECT 1 FROM ended e WHERE e.table_id = p.table_id AND e.bet = p.bet) LIMIT 1",
              "at table %lld, bet %lld holds %lld by its postings, which is not what stands or has ended"}},
    {.rule = {"SELECT table_id, bet, sequence FROM ended EXCEPT SELECT table_id, bet, sequence FROM posting WHERE held < 0"
              " LIMIT 1",
              "at table %lld, bet %lld has ended in record %lld, which has no such posting"}},
    {.own = AUDIT_COMPLETE},
    {.own = AUDIT_RECORDS},
    {.rule = {"SELECT (SELECT sum(moves) FROM record), count(*), 0 FROM posting"
              " HAVING count(*) <> (SELECT coalesce(sum(moves), 0) FROM record)",
              "the records speak of %lld postings, and there are %lld (%lld)"}},
    {.own = AUDIT_ENDS},
    {.rule = {"SELECT c.player, c.table_id, c.sequence FROM command c LEFT JOIN record r"
              " ON r.table_id = c.table_id AND r.sequence = c.sequence WHERE r.hash IS NULL AND c.sequence > (SELECT sequence FROM floor f "
              "WHERE f.table_id = c.table_id) LIMIT 1",
              "a command of player %lld is answered by table %lld's record %lld, which is missing"}},
    {.rule = {"SELECT f.table_id, f.sequence, b.sequence FROM floor f JOIN (SELECT table_id, sequence FROM record UNION ALL"
              " SELECT table_id, sequence FROM posting UNION ALL SELECT table_id, sequence FROM ended) b"
              " ON b.table_id = f.table_id AND b.sequence <= f.sequence LIMIT 1",
              "table %lld has its floor at record %lld, and there is something of record %lld"}},
    {.rule = {"SELECT c.id, (SELECT count(*) FROM floor f WHERE f.table_id = c.id), c.length FROM chain c"
              " WHERE (SELECT f.sequence <= c.length FROM floor f WHERE f.table_id = c.id) IS NOT TRUE LIMIT 1",
              "table %lld has %lld floors, or one above its last record, %lld"}},
};

static const char totals[] = "SELECT (SELECT count(*) FROM player), (SELECT count(*) FROM record), (SELECT count(*) FROM posting),"
                             " (SELECT count(*) FROM ended), (SELECT count(*) FROM standing),"
                             " (SELECT coalesce(sum(available), 0) FROM purse), (SELECT coalesce(sum(held), 0) FROM purse),"
                             " (SELECT coalesce(sum(balance), 0) FROM till WHERE id > 0), (SELECT balance FROM till WHERE id = 0),"
                             " (SELECT coalesce(sum(sequence), 0) FROM floor)";

felt_status audit_run(engine_db *db, audit_ask *ask, const audit_rule own[AUDIT_OWN], felt_store_audit_result *ret, felt_error *error)
{
    long long n[TOTALS] = {0};
    bool found = false;
    felt_status status = FELT_OK;
    for (size_t i = 0; status == FELT_OK && i < sizeof rules / sizeof *rules; i++) {
        const audit_rule *rule = rules[i].rule.sql != NULL ? &rules[i].rule : &own[rules[i].own];
        status = ask(db, rule->sql, 3, n, &found, error);
        if (status == FELT_OK && found)
            return felt_error_set(error, FELT_EDATA, -1, rule->sentence, n[0], n[1], n[2]);
    }
    if (status == FELT_OK)
        status = ask(db, totals, TOTALS, n, &found, error);
    if (status == FELT_OK)
        *ret = (felt_store_audit_result){n[0], n[1], n[2], n[3], n[4], {n[5]}, {n[6]}, {n[7]}, {n[8]}, n[9]};
    return status;
}
