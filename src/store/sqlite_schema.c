/* src/store/sqlite_schema.c - the schema of a store in SQLite, as steps from each version to the next.
 *
 * What the bank must never do is refused here, not only in code:
 *   - a posting has both its sides in one row, so everything sums to zero; balances and standing bets follow by triggers;
 *   - a player's accounts stay at zero or above: a check of account;
 *   - a bet ends once, when nothing is held for it any more: the primary key of ended; and nothing moves for it after that;
 *   - a posting belongs to the last record of its chain, so that a record has one result, and nothing is added to it later;
 *   - a result is voided once: the index record_reverses;
 *   - records follow one another, and nothing written is changed or removed.
 * Account 0 is where grants come from, -t the house's at table t; player p has 2p, available, and 2p+1, held. Chain 0 is the bank's own.
 *
 * Whatever a deed writes has been looked at before (desk.c). What is refused all the same takes the whole batch with it: RAISE(ROLLBACK),
 * and inserts that say OR ROLLBACK. So SQLite need not be able to undo one statement, which would cost a copy of each page it touches.
 * A released step is never changed: a new version is a step more, and a file in tests/store/versions to begin from. */
#include "sqlite.h"

static const char tables[] =
    "CREATE TABLE version(number INTEGER PRIMARY KEY) STRICT;"
    "CREATE TABLE player(id INTEGER PRIMARY KEY CHECK (id >= 1), name BLOB NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER NOT NULL, CHECK (id <= 0 OR balance >= 0)) STRICT;"
    "CREATE TABLE chain(id INTEGER PRIMARY KEY CHECK (id >= 0), name BLOB NOT NULL UNIQUE, length INTEGER NOT NULL,"
    "  head BLOB NOT NULL CHECK (length(head) = 32)) STRICT;"
    "CREATE TABLE record(table_id INTEGER NOT NULL, sequence INTEGER NOT NULL, kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 4),"
    "  time_ms INTEGER NOT NULL, reverses INTEGER, hash BLOB NOT NULL CHECK (length(hash) = 32), event BLOB NOT NULL,"
    "  PRIMARY KEY (table_id, sequence), CHECK (reverses IS NULL OR kind = 4)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX record_reverses ON record(table_id, reverses) WHERE reverses IS NOT NULL;"
    "CREATE TABLE command(id INTEGER NOT NULL, player INTEGER NOT NULL, table_id INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    "  digest BLOB NOT NULL CHECK (length(digest) = 16), PRIMARY KEY (id, player)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE posting(table_id INTEGER NOT NULL, sequence INTEGER NOT NULL, line INTEGER NOT NULL, source INTEGER NOT NULL,"
    "  target INTEGER NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0), bet INTEGER, CHECK (source <> target),"
    "  PRIMARY KEY (table_id, sequence, line)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE standing(table_id INTEGER NOT NULL, bet INTEGER NOT NULL, player INTEGER NOT NULL,"
    "  amount INTEGER NOT NULL CHECK (amount >= 0), PRIMARY KEY (table_id, bet)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE ended(table_id INTEGER NOT NULL, bet INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    "  PRIMARY KEY (table_id, bet)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE note(kind BLOB NOT NULL, key BLOB NOT NULL, version INTEGER NOT NULL CHECK (version >= 1), value BLOB NOT NULL,"
    "  UNIQUE (kind, key)) STRICT;"
    "CREATE TABLE lease(table_id INTEGER PRIMARY KEY REFERENCES chain, owner BLOB, fence INTEGER NOT NULL) STRICT;"
    "CREATE TABLE document(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), bytes BLOB NOT NULL) STRICT;";

/* What follows from a row by itself. */
static const char movements[] =
    "CREATE TRIGGER player_accounts AFTER INSERT ON player BEGIN"
    "  INSERT INTO account VALUES(2 * NEW.id, 0), (2 * NEW.id + 1, 0);"
    "END;"
    "CREATE TRIGGER chain_account AFTER INSERT ON chain BEGIN"
    "  INSERT INTO account VALUES(-NEW.id, 0);"
    "END;"
    "CREATE TRIGGER posting_moves AFTER INSERT ON posting BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a posting belongs to the last record of its chain')"
    "    WHERE NEW.sequence IS NOT (SELECT max(sequence) FROM record WHERE table_id = NEW.table_id);"
    "  UPDATE account SET balance = balance - NEW.amount WHERE id = NEW.source;"
    "  SELECT RAISE(ROLLBACK, 'there is no such account') WHERE changes() <> 1;"
    "  UPDATE account SET balance = balance + NEW.amount WHERE id = NEW.target;"
    "  SELECT RAISE(ROLLBACK, 'there is no such account') WHERE changes() <> 1;"
    "END;"
    "CREATE TRIGGER posting_holds AFTER INSERT ON posting WHEN NEW.target > 0 AND NEW.target % 2 = 1 BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a stake is held of what the player has') WHERE NEW.source <> NEW.target - 1 OR NEW.bet IS NULL;"
    "  SELECT RAISE(ROLLBACK, 'the bet has ended') FROM ended WHERE table_id = NEW.table_id AND bet = NEW.bet;"
    "  INSERT INTO standing VALUES(NEW.table_id, NEW.bet, NEW.target / 2, NEW.amount) ON CONFLICT (table_id, bet)"
    "    DO UPDATE SET amount = CASE player WHEN NEW.target / 2 THEN amount + NEW.amount ELSE -1 END;"
    "END;"
    "CREATE TRIGGER posting_releases AFTER INSERT ON posting WHEN NEW.source > 0 AND NEW.source % 2 = 1 BEGIN"
    "  UPDATE standing SET amount = amount - NEW.amount WHERE table_id = NEW.table_id AND bet = NEW.bet AND player = NEW.source / 2;"
    "  SELECT RAISE(ROLLBACK, 'the bet does not stand') WHERE changes() <> 1;"
    "  INSERT INTO ended SELECT table_id, bet, NEW.sequence FROM standing"
    "    WHERE table_id = NEW.table_id AND bet = NEW.bet AND amount = 0;"
    "  DELETE FROM standing WHERE table_id = NEW.table_id AND bet = NEW.bet AND amount = 0;"
    "END;"
    "CREATE TRIGGER posting_pays AFTER INSERT ON posting WHEN NEW.source <= 0 AND NEW.bet IS NOT NULL BEGIN"
    "  SELECT RAISE(ROLLBACK, 'the bet does not stand')"
    "    WHERE NOT EXISTS (SELECT 1 FROM standing WHERE table_id = NEW.table_id AND bet = NEW.bet AND 2 * player = NEW.target);"
    "END;";

/* What may not be. The texts are read by people. */
static const char refusals[] =
    "CREATE TRIGGER record_order BEFORE INSERT ON record"
    "  WHEN NEW.sequence <> 1 + coalesce((SELECT max(sequence) FROM record WHERE table_id = NEW.table_id), 0) BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a record follows the last one'); END;"
    "CREATE TRIGGER record_void BEFORE INSERT ON record WHEN NEW.reverses IS NOT NULL BEGIN"
    "  SELECT RAISE(ROLLBACK, 'only a result can be voided')"
    "    WHERE (SELECT kind FROM record WHERE table_id = NEW.table_id AND sequence = NEW.reverses) IS NOT 3; END;"
    "CREATE TRIGGER chain_order BEFORE UPDATE ON chain WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.length <= OLD.length BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a chain only grows'); END;"
    "CREATE TRIGGER account_kept BEFORE UPDATE OF id ON account BEGIN SELECT RAISE(ROLLBACK, 'an account is never changed'); END;"
    "CREATE TRIGGER standing_kept BEFORE DELETE ON standing WHEN OLD.amount <> 0 BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a stake stands until it is settled or returned'); END;"
    "CREATE TRIGGER standing_update BEFORE UPDATE OF table_id, bet, player ON standing BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a bet stays the same bet'); END;"
    "CREATE TRIGGER lease_update BEFORE UPDATE ON lease WHEN NEW.table_id <> OLD.table_id OR NEW.fence < OLD.fence BEGIN"
    "  SELECT RAISE(ROLLBACK, 'a fence only grows'); END;";

/* Nothing is changed and nothing removed. */
static const char keeps[] =
    "CREATE TRIGGER player_update BEFORE UPDATE ON player BEGIN SELECT RAISE(ROLLBACK, 'a player is never changed'); END;"
    "CREATE TRIGGER player_delete BEFORE DELETE ON player BEGIN SELECT RAISE(ROLLBACK, 'a player is never removed'); END;"
    "CREATE TRIGGER account_delete BEFORE DELETE ON account BEGIN SELECT RAISE(ROLLBACK, 'an account is never removed'); END;"
    "CREATE TRIGGER chain_delete BEFORE DELETE ON chain BEGIN SELECT RAISE(ROLLBACK, 'a table is never removed'); END;"
    "CREATE TRIGGER record_update BEFORE UPDATE ON record BEGIN SELECT RAISE(ROLLBACK, 'a record is never changed'); END;"
    "CREATE TRIGGER record_delete BEFORE DELETE ON record BEGIN SELECT RAISE(ROLLBACK, 'a record is never removed'); END;"
    "CREATE TRIGGER posting_update BEFORE UPDATE ON posting BEGIN SELECT RAISE(ROLLBACK, 'a posting is never changed'); END;"
    "CREATE TRIGGER posting_delete BEFORE DELETE ON posting BEGIN SELECT RAISE(ROLLBACK, 'a posting is never removed'); END;"
    "CREATE TRIGGER ended_update BEFORE UPDATE ON ended BEGIN SELECT RAISE(ROLLBACK, 'the end of a bet is never changed'); END;"
    "CREATE TRIGGER ended_delete BEFORE DELETE ON ended BEGIN SELECT RAISE(ROLLBACK, 'the end of a bet is never removed'); END;"
    "CREATE TRIGGER command_update BEFORE UPDATE ON command BEGIN SELECT RAISE(ROLLBACK, 'a command is never changed'); END;"
    "CREATE TRIGGER command_delete BEFORE DELETE ON command BEGIN SELECT RAISE(ROLLBACK, 'a command is never removed'); END;"
    "CREATE TRIGGER lease_delete BEFORE DELETE ON lease BEGIN SELECT RAISE(ROLLBACK, 'a fence is never removed'); END;"
    "CREATE TRIGGER document_update BEFORE UPDATE ON document BEGIN SELECT RAISE(ROLLBACK, 'a document is never changed'); END;"
    "CREATE TRIGGER document_delete BEFORE DELETE ON document BEGIN SELECT RAISE(ROLLBACK, 'a document is never removed'); END;";

static const char rows[] = "INSERT INTO chain VALUES(0, CAST('@bank' AS BLOB), 0, zeroblob(32));";

/* The pieces of each step, in order. */
static const char *const first[] = {tables, movements, refusals, keeps, rows, "PRAGMA application_id = 0x46454c54;", NULL};

const char *const *const sqlite_steps[FELT_STORE_VERSION] = {first};
