/* src/store/sqlite_schema.c - the schema of a store in SQLite, as steps from each version to the next.
 *
 * What the bank must never do is refused here, not only in code:
 *   - a posting has all its sides in one row, and they sum to zero: a check of posting;
 *   - ledger_posts, once for each batch, takes all postings since the last time, sees that each belongs to a record that says so, and moves
 *     balances and standing bets by them. What it has not taken does not count, and nothing is posted to a record later;
 *   - chain_grows, once for each batch and chain, sees that its records are complete and in order;
 *   - what a player has, available and held, stays at zero or above: checks of purse;
 *   - a bet ends once, when nothing is held for it any more: the primary key of ended; and nothing moves for it after that;
 *   - a result is voided once: the index record_reverses;
 *   - nothing written is changed, and nothing removed but below a floor (the second step).
 * A posting changes what a player has, available and held, and the house's till at its table; till 0 is where grants come from, and chain 0
 * the bank's own.
 *
 * Whatever a batch writes has been looked at before (desk.c). What is refused all the same takes the whole batch with it: RAISE(ROLLBACK)
 * and statements that say OR ROLLBACK. Triggers run for a batch, and none for a row: a bet is three plain inserts, and SQLite need not be
 * able to undo one of them, which would cost a copy of each page it touches. A released step is never changed: a new version is a step
 * more, and a file in tests/store/versions to begin from. */
#include "sqlite.h"

static const char tables[] =
    "CREATE TABLE version(number INTEGER PRIMARY KEY) STRICT;"
    "CREATE TABLE player(id INTEGER PRIMARY KEY CHECK (id >= 1), name BLOB NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE purse(id INTEGER PRIMARY KEY, available INTEGER NOT NULL CHECK (available >= 0),"
    "  held INTEGER NOT NULL CHECK (held >= 0)) STRICT;"
    "CREATE TABLE till(id INTEGER PRIMARY KEY CHECK (id >= 0), balance INTEGER NOT NULL) STRICT;"
    "CREATE TABLE chain(id INTEGER PRIMARY KEY CHECK (id >= 0), name BLOB NOT NULL UNIQUE, length INTEGER NOT NULL,"
    "  head BLOB NOT NULL CHECK (length(head) = 32)) STRICT;"
    "CREATE TABLE record(table_id INTEGER NOT NULL, sequence INTEGER NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),"
    "  time_ms INTEGER NOT NULL, reverses INTEGER, posted INTEGER NOT NULL," /* its postings are posted + 1 to posted + moves */
    "  moves INTEGER NOT NULL CHECK (moves >= 0 AND (kind <> 0 OR moves = 0)), hash BLOB NOT NULL CHECK (length(hash) = 32),"
    "  event BLOB NOT NULL, PRIMARY KEY (table_id, sequence), CHECK (reverses IS NULL OR kind = 4)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX record_reverses ON record(table_id, reverses) WHERE reverses IS NOT NULL;"
    "CREATE TABLE command(id INTEGER NOT NULL, player INTEGER NOT NULL, table_id INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    "  digest BLOB NOT NULL CHECK (length(digest) = 16), PRIMARY KEY (id, player)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE posting(id INTEGER PRIMARY KEY CHECK (id >= 1), table_id INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    "  player INTEGER NOT NULL, available INTEGER NOT NULL, held INTEGER NOT NULL, house INTEGER NOT NULL, bet INTEGER,"
    "  CHECK (available + held + house = 0), CHECK (held = 0 OR bet IS NOT NULL)) STRICT;"
    "CREATE TABLE ledger(id INTEGER PRIMARY KEY CHECK (id = 1), posted INTEGER NOT NULL) STRICT;"
    "CREATE TABLE standing(table_id INTEGER NOT NULL, bet INTEGER NOT NULL, player INTEGER NOT NULL,"
    "  amount INTEGER NOT NULL, PRIMARY KEY (table_id, bet)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE ended(table_id INTEGER NOT NULL, bet INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    "  PRIMARY KEY (table_id, bet)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE note(kind BLOB NOT NULL, key BLOB NOT NULL, version INTEGER NOT NULL CHECK (version >= 1), value BLOB NOT NULL,"
    "  UNIQUE (kind, key)) STRICT;"
    "CREATE TABLE lease(table_id INTEGER PRIMARY KEY REFERENCES chain, owner BLOB, fence INTEGER NOT NULL) STRICT;"
    "CREATE TABLE document(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), bytes BLOB NOT NULL) STRICT;";

/* What follows from a row by itself. The postings of a record follow one another: it is looked for at the first and the last of them, and
 * not at each, since the record of a result is long and SQLite reads all of it to find it. */
static const char movements[] =
    "CREATE TRIGGER player_purse AFTER INSERT ON player BEGIN"
    "  INSERT INTO purse VALUES(NEW.id, 0, 0);"
    "END;"
    "CREATE TRIGGER chain_till AFTER INSERT ON chain BEGIN"
    "  INSERT INTO till VALUES(NEW.id, 0);"
    "END;"
    "CREATE TRIGGER chain_grows AFTER UPDATE ON chain BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a chain grows by the records that follow its last one') WHERE NEW.length - OLD.length <>"
    "    (SELECT count(*) FROM record WHERE table_id = NEW.id AND sequence > OLD.length) OR NEW.head IS NOT"
    "    (SELECT hash FROM record WHERE table_id = NEW.id AND sequence = NEW.length);"
    "END;"
    "CREATE TRIGGER ledger_posts AFTER UPDATE ON ledger BEGIN"
    "  SELECT RAISE(ROLLBACK, 'money moves in records that say so, for players that there are, and for no bet that has ended')"
    "    FROM posting p LEFT JOIN posting b ON b.id = p.id - 1 LEFT JOIN posting a ON a.id = p.id + 1 LEFT JOIN purse u ON u.id = p.player"
    "    WHERE p.id > OLD.posted AND (u.id IS NULL"
    "      OR ((p.id = OLD.posted + 1 OR b.sequence IS NOT p.sequence OR b.table_id IS NOT p.table_id)" /* the first of its record */
    "        AND (SELECT posted FROM record WHERE table_id = p.table_id AND sequence = p.sequence) IS NOT p.id - 1)"
    "      OR ((a.sequence IS NOT p.sequence OR a.table_id IS NOT p.table_id)" /* the last */
    "        AND (SELECT posted + moves FROM record WHERE table_id = p.table_id AND sequence = p.sequence) IS NOT p.id)"
    "      OR (p.held > 0 AND EXISTS (SELECT 1 FROM ended WHERE table_id = p.table_id AND bet = p.bet)));"
    "  UPDATE purse SET available = available + d.freed, held = held + d.bound FROM (SELECT player, sum(available) AS freed,"
    "    sum(held) AS bound FROM posting WHERE id > OLD.posted GROUP BY player) d WHERE purse.id = d.player;"
    "  UPDATE till SET balance = balance + d.moved FROM (SELECT table_id, sum(house) AS moved FROM posting WHERE id > OLD.posted AND house "
    "<> 0"
    "    GROUP BY table_id) d WHERE till.id = d.table_id;"
    "  INSERT INTO standing SELECT table_id, bet, player, held FROM posting WHERE id > OLD.posted AND held <> 0 ORDER BY id"
    "    ON CONFLICT DO UPDATE SET amount = CASE player WHEN excluded.player THEN amount + excluded.amount ELSE -1 END;"
    "  INSERT INTO ended SELECT p.table_id, p.bet, p.sequence FROM posting p LEFT JOIN standing s"
    "      ON s.table_id = p.table_id AND s.bet = p.bet WHERE p.id > OLD.posted AND p.held <= 0 AND p.bet IS NOT NULL"
    "      AND CASE WHEN s.amount >= 0 AND s.player = p.player THEN s.amount = 0"
    "        ELSE RAISE(ROLLBACK, 'only a bet that stands is paid or released') END"
    "    ORDER BY p.id DESC ON CONFLICT DO NOTHING;" /* a bet ends with the last of what is released */
    "  DELETE FROM standing WHERE amount = 0 AND (table_id, bet) IN (SELECT p.table_id, p.bet FROM posting p"
    "    WHERE p.id > OLD.posted AND p.held < 0);"
    "END;";

/* What may not be. The texts are read by people. */
static const char refusals[] =
    "CREATE TRIGGER chain_void BEFORE UPDATE ON chain BEGIN"
    "  SELECT RAISE(ROLLBACK, 'only a result can be voided') FROM record v WHERE v.table_id = NEW.id AND v.reverses IS NOT NULL"
    "    AND v.sequence > OLD.length AND (SELECT kind FROM record r WHERE r.table_id = NEW.id AND r.sequence = v.reverses) IS NOT 3; END;"
    "CREATE TRIGGER chain_order BEFORE UPDATE ON chain WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.length <= OLD.length BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a chain only grows'); END;"
    "CREATE TRIGGER standing_kept BEFORE DELETE ON standing WHEN OLD.amount <> 0 BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a stake stands until it is settled or returned'); END;"
    "CREATE TRIGGER standing_amount BEFORE UPDATE OF amount ON standing WHEN NEW.amount < 0 BEGIN"
    "  SELECT RAISE(ROLLBACK, 'no bet holds less than nothing'); END;"
    "CREATE TRIGGER ledger_order BEFORE UPDATE ON ledger WHEN NEW.posted IS NOT (SELECT max(id) FROM posting)"
    "  OR NEW.posted - OLD.posted <> (SELECT count(*) FROM posting WHERE id > OLD.posted) BEGIN"
    "  SELECT RAISE(ROLLBACK, 'the ledger takes every posting once'); END;"
    "CREATE TRIGGER standing_update BEFORE UPDATE OF table_id, bet, player ON standing BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a bet stays the same bet'); END;"
    "CREATE TRIGGER purse_update BEFORE UPDATE OF id ON purse BEGIN SELECT RAISE(ROLLBACK, 'a purse stays its player''s'); END;"
    "CREATE TRIGGER till_update BEFORE UPDATE OF id ON till BEGIN SELECT RAISE(ROLLBACK, 'a till stays its table''s'); END;"
    "CREATE TRIGGER lease_update BEFORE UPDATE ON lease WHEN NEW.table_id <> OLD.table_id OR NEW.fence < OLD.fence BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a fence only grows'); END;";

/* Nothing is changed and nothing removed. */
static const char keeps[] =
    "CREATE TRIGGER player_update BEFORE UPDATE ON player BEGIN SELECT RAISE(ROLLBACK, 'a player is never changed'); END;"
    "CREATE TRIGGER player_delete BEFORE DELETE ON player BEGIN SELECT RAISE(ROLLBACK, 'a player is never removed'); END;"
    "CREATE TRIGGER purse_delete BEFORE DELETE ON purse BEGIN SELECT RAISE(ROLLBACK, 'a purse is never removed'); END;"
    "CREATE TRIGGER till_delete BEFORE DELETE ON till BEGIN SELECT RAISE(ROLLBACK, 'a till is never removed'); END;"
    "CREATE TRIGGER chain_delete BEFORE DELETE ON chain BEGIN SELECT RAISE(ROLLBACK, 'a table is never removed'); END;"
    "CREATE TRIGGER record_update BEFORE UPDATE ON record BEGIN SELECT RAISE(ROLLBACK, 'a record is never changed'); END;"
    "CREATE TRIGGER record_delete BEFORE DELETE ON record BEGIN SELECT RAISE(ROLLBACK, 'a record is never removed'); END;"
    "CREATE TRIGGER ledger_delete BEFORE DELETE ON ledger BEGIN SELECT RAISE(ROLLBACK, 'the ledger is never removed'); END;"
    "CREATE TRIGGER posting_update BEFORE UPDATE ON posting BEGIN SELECT RAISE(ROLLBACK, 'a posting is never changed'); END;"
    "CREATE TRIGGER posting_delete BEFORE DELETE ON posting BEGIN SELECT RAISE(ROLLBACK, 'a posting is never removed'); END;"
    "CREATE TRIGGER ended_update BEFORE UPDATE ON ended BEGIN SELECT RAISE(ROLLBACK, 'the end of a bet is never changed'); END;"
    "CREATE TRIGGER ended_delete BEFORE DELETE ON ended BEGIN SELECT RAISE(ROLLBACK, 'the end of a bet is never removed'); END;"
    "CREATE TRIGGER command_update BEFORE UPDATE ON command BEGIN SELECT RAISE(ROLLBACK, 'a command is never changed'); END;"
    "CREATE TRIGGER command_delete BEFORE DELETE ON command BEGIN SELECT RAISE(ROLLBACK, 'a command is never removed'); END;"
    "CREATE TRIGGER lease_delete BEFORE DELETE ON lease BEGIN SELECT RAISE(ROLLBACK, 'a fence is never removed'); END;"
    "CREATE TRIGGER document_update BEFORE UPDATE ON document BEGIN SELECT RAISE(ROLLBACK, 'a document is never changed'); END;"
    "CREATE TRIGGER document_delete BEFORE DELETE ON document BEGIN SELECT RAISE(ROLLBACK, 'a document is never removed'); END;";

static const char rows[] = "INSERT INTO chain VALUES(0, CAST('@bank' AS BLOB), 0, zeroblob(32));"
                           "INSERT INTO ledger VALUES(1, 0);";

/* The pieces of each step, in order. */
static const char *const first[] = {tables, movements, refusals, keeps, rows, "PRAGMA application_id = 0x46454c54;", NULL};

/* ---- version 2: retention ----
 *
 * Every chain has a floor, at first 0. That it rises is the one way in which anything is removed, and a row of `floor` is all that a
 * program writes: the triggers see that the floor is a record of a table's chain after which nothing was held, carry the sums of what
 * goes forward, and remove it, in the statement that raises the floor. Whatever else would remove a row finds it above the floor, and is
 * refused. What is carried forward changes only while there are records below the floor, which is inside that statement. */
static const char floor_tables[] =
    "CREATE TABLE floor(table_id INTEGER PRIMARY KEY REFERENCES chain, sequence INTEGER NOT NULL, hash BLOB NOT NULL"
    "  CHECK (length(hash) = 32), bet INTEGER NOT NULL," /* no bet up to this number can be placed again */
    "  postings INTEGER NOT NULL, time_ms INTEGER NOT NULL, kept INTEGER NOT NULL, kept_event BLOB NOT NULL, opening BLOB NOT NULL,"
    "  archive BLOB NOT NULL) STRICT;"
    "CREATE TABLE carried(table_id INTEGER NOT NULL, player INTEGER NOT NULL, available INTEGER NOT NULL, house INTEGER NOT NULL,"
    "  PRIMARY KEY (table_id, player), CHECK (available + house = 0)) STRICT, WITHOUT ROWID;"
    "INSERT INTO floor SELECT id, 0, zeroblob(32), 0, 0, 0, 0, x'', x'', x'' FROM chain;"
    "CREATE TRIGGER chain_floor AFTER INSERT ON chain BEGIN"
    "  INSERT INTO floor VALUES(NEW.id, 0, zeroblob(32), 0, 0, 0, 0, x'', x'', x'');"
    "END;";

static const char floor_rules[] =
    "CREATE TRIGGER floor_insert BEFORE INSERT ON floor WHEN NEW.sequence <> 0 OR NEW.bet <> 0 OR NEW.postings <> 0 BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a floor begins at 0'); END;"
    "CREATE TRIGGER floor_delete BEFORE DELETE ON floor BEGIN SELECT RAISE(ROLLBACK, 'a floor is never removed'); END;"
    "CREATE TRIGGER floor_order BEFORE UPDATE ON floor WHEN NEW.table_id <> OLD.table_id OR NEW.sequence <= OLD.sequence BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a floor only rises'); END;"
    "CREATE TRIGGER floor_fits BEFORE UPDATE ON floor BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a floor is a record of a table, with its hash') FROM chain c WHERE c.id = NEW.table_id AND (c.id = 0"
    "    OR substr(c.name, 1, 1) = x'40' OR NEW.sequence > c.length"
    "    OR NEW.hash IS NOT (SELECT hash FROM record WHERE table_id = NEW.table_id AND sequence = NEW.sequence));"
    "  SELECT RAISE(ROLLBACK, 'nothing is held at a floor, and all of it is posted') FROM"
    "    (SELECT coalesce(sum(held), 0) AS held, count(*) AS count, coalesce(max(id), 0) AS last FROM posting"
    "      WHERE table_id = NEW.table_id AND sequence <= NEW.sequence) p"
    "    WHERE p.held <> 0 OR p.count <> NEW.postings - OLD.postings OR p.last > (SELECT posted FROM ledger);"
    "  SELECT RAISE(ROLLBACK, 'no bet of a table can be placed again') WHERE NEW.bet <> max(OLD.bet,"
    "      coalesce((SELECT max(bet) FROM ended WHERE table_id = NEW.table_id AND sequence <= NEW.sequence), 0))"
    "    OR EXISTS (SELECT 1 FROM standing WHERE table_id = NEW.table_id AND bet <= NEW.bet);"
    "END;"
    "CREATE TRIGGER floor_rises AFTER UPDATE ON floor BEGIN"
    "  INSERT INTO carried SELECT table_id, player, sum(available), sum(house) FROM posting"
    "    WHERE table_id = NEW.table_id AND sequence <= NEW.sequence GROUP BY player"
    "    ON CONFLICT DO UPDATE SET available = available + excluded.available, house = house + excluded.house;"
    "  DELETE FROM ended WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "  DELETE FROM posting WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "  DELETE FROM record WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "END;"
    "CREATE TRIGGER ledger_floor BEFORE UPDATE ON ledger BEGIN"
    "  SELECT RAISE(ROLLBACK, 'the bet has ended below the floor') FROM posting p JOIN floor f ON f.table_id = p.table_id"
    "    WHERE p.id > OLD.posted AND p.held > 0 AND p.bet <= f.bet; END;";

#define BELOW "coalesce((SELECT sequence FROM floor WHERE table_id = OLD.table_id), 0)"
#define RISING "EXISTS (SELECT 1 FROM record r JOIN floor f USING (table_id) WHERE table_id = NEW.table_id AND r.sequence <= f.sequence)"

static const char floor_keeps[] =
    "DROP TRIGGER posting_delete; DROP TRIGGER ended_delete;"
    "CREATE TRIGGER posting_delete BEFORE DELETE ON posting WHEN OLD.sequence > " BELOW " BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a posting is never removed'); END;"
    "CREATE TRIGGER ended_delete BEFORE DELETE ON ended WHEN OLD.sequence > " BELOW " BEGIN"
    "  SELECT RAISE(ROLLBACK, 'the end of a bet is never removed'); END;"
    "CREATE TRIGGER carried_insert BEFORE INSERT ON carried WHEN NOT " RISING " BEGIN"
    "  SELECT RAISE(ROLLBACK, 'what is carried forward changes with a floor alone'); END;"
    "CREATE TRIGGER carried_update BEFORE UPDATE ON carried WHEN NEW.table_id <> OLD.table_id OR NEW.player <> OLD.player OR NOT " RISING
    " BEGIN"
    "  SELECT RAISE(ROLLBACK, 'what is carried forward changes with a floor alone'); END;"
    "CREATE TRIGGER carried_delete BEFORE DELETE ON carried BEGIN"
    "  SELECT RAISE(ROLLBACK, 'what is carried forward is never removed'); END;";

/* Records are long, and those of results very long: in the tree that finds them SQLite would read all of one to compare its number. They
 * are rows by themselves from now on, one after the other, and the tree has their numbers alone. */
static const char apart[] =
    "CREATE TABLE record_kept AS SELECT * FROM record;"
    "DROP TABLE record;"
    "CREATE TABLE record(table_id INTEGER NOT NULL, sequence INTEGER NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),"
    "  time_ms INTEGER NOT NULL, reverses INTEGER, posted INTEGER NOT NULL,"
    "  moves INTEGER NOT NULL CHECK (moves >= 0 AND (kind <> 0 OR moves = 0)), hash BLOB NOT NULL CHECK (length(hash) = 32),"
    "  event BLOB NOT NULL, PRIMARY KEY (table_id, sequence), CHECK (reverses IS NULL OR kind = 4)) STRICT;"
    "INSERT INTO record SELECT * FROM record_kept ORDER BY table_id, sequence;"
    "DROP TABLE record_kept;"
    "CREATE UNIQUE INDEX record_reverses ON record(table_id, reverses) WHERE reverses IS NOT NULL;"
    "CREATE TRIGGER record_update BEFORE UPDATE ON record BEGIN SELECT RAISE(ROLLBACK, 'a record is never changed'); END;"
    "CREATE TRIGGER record_delete BEFORE DELETE ON record WHEN OLD.sequence > " BELOW " BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a record is never removed'); END;";

static const char *const second[] = {floor_tables, floor_rules, floor_keeps, apart, NULL};

const char *const *const sqlite_steps[FELT_STORE_VERSION] = {first, second};
