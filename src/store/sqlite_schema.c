/* src/store/sqlite_schema.c - the schema of a store in SQLite, as steps from each version to the next.
 *
 * What the bank must never do is refused here, not only in code:
 *   - a posting has both its sides in one row, so everything sums to zero; the balances follow by a trigger;
 *   - a player's accounts stay at zero or above: a check of account;
 *   - holding and releasing a stake post what they move by triggers, and a hold is released once: the primary key of release;
 *   - a record has one result: the index entry_result; a result is voided once: entry.reverses is unique;
 *   - nothing is posted to an entry after another has begun, and nothing written is changed or removed: triggers.
 * Account 0 is the house, 1 where grants come from; player p has 2p, available, and 2p+1, held.
 * A released step is never changed: a new version is a step more, and a file in tests/store/versions to begin from. */
#include "sqlite.h"

static const char tables[] =
    "CREATE TABLE version(number INTEGER PRIMARY KEY) STRICT;"
    "CREATE TABLE player(id INTEGER PRIMARY KEY CHECK (id >= 1), name BLOB NOT NULL UNIQUE) STRICT;"
    "CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER NOT NULL,"
    "  CHECK (id BETWEEN 0 AND 1 OR balance >= 0)) STRICT;"
    "INSERT INTO account VALUES(0, 0), (1, 0);"
    "CREATE TABLE chain(id INTEGER PRIMARY KEY CHECK (id >= 1), name BLOB NOT NULL UNIQUE, length INTEGER NOT NULL,"
    "  head BLOB NOT NULL CHECK (length(head) = 32)) STRICT;"
    "CREATE TABLE record(table_id INTEGER NOT NULL REFERENCES chain, sequence INTEGER NOT NULL, hash BLOB NOT NULL CHECK (length(hash) = "
    "32),"
    "  event BLOB NOT NULL, PRIMARY KEY (table_id, sequence)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE entry(id INTEGER PRIMARY KEY CHECK (id >= 1), kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),"
    "  time_ms INTEGER NOT NULL, table_id INTEGER, sequence INTEGER, reverses INTEGER REFERENCES entry, reason BLOB,"
    "  FOREIGN KEY (table_id, sequence) REFERENCES record,"
    "  CHECK ((kind IN (2, 3)) = (table_id IS NOT NULL AND sequence IS NOT NULL)),"
    "  CHECK ((kind = 4) = (reverses IS NOT NULL)),"
    "  CHECK ((kind IN (1, 4)) = (reason IS NOT NULL AND length(reason) > 0))) STRICT;"
    "CREATE UNIQUE INDEX entry_result ON entry(table_id, sequence) WHERE kind = 3;"
    "CREATE UNIQUE INDEX entry_reverses ON entry(reverses) WHERE kind = 4;"
    "CREATE TABLE posting(entry INTEGER NOT NULL REFERENCES entry, line INTEGER NOT NULL,"
    "  source INTEGER NOT NULL REFERENCES account, target INTEGER NOT NULL REFERENCES account,"
    "  amount INTEGER NOT NULL CHECK (amount > 0), CHECK (source <> target), PRIMARY KEY (entry, line)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE hold(id INTEGER PRIMARY KEY CHECK (id >= 1), entry INTEGER NOT NULL REFERENCES entry,"
    "  player INTEGER NOT NULL REFERENCES player, table_id INTEGER NOT NULL REFERENCES chain,"
    "  amount INTEGER NOT NULL CHECK (amount > 0)) STRICT;"
    "CREATE TABLE release(hold INTEGER PRIMARY KEY REFERENCES hold, entry INTEGER NOT NULL REFERENCES entry,"
    "  how INTEGER NOT NULL CHECK (how IN (1, 2)), paid INTEGER NOT NULL CHECK (paid >= 0)) STRICT;"
    "CREATE TABLE pay(hold INTEGER NOT NULL REFERENCES hold, entry INTEGER NOT NULL REFERENCES entry,"
    "  amount INTEGER NOT NULL CHECK (amount > 0), PRIMARY KEY (hold, entry)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE standing(hold INTEGER PRIMARY KEY REFERENCES hold) STRICT;" /* what hold has and release has not */
    "CREATE TABLE command(player INTEGER NOT NULL REFERENCES player, id BLOB NOT NULL, contents BLOB NOT NULL CHECK (length(contents) = "
    "32),"
    "  answer BLOB NOT NULL, PRIMARY KEY (player, id)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE document(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), bytes BLOB NOT NULL) STRICT;";

/* What follows from a row by itself. */
static const char movements[] =
    "CREATE TRIGGER player_accounts AFTER INSERT ON player BEGIN"
    "  INSERT INTO account VALUES(2 * NEW.id, 0), (2 * NEW.id + 1, 0);"
    "END;"
    "CREATE TRIGGER posting_moves AFTER INSERT ON posting BEGIN"
    "  UPDATE account SET balance = balance - NEW.amount WHERE id = NEW.source;"
    "  UPDATE account SET balance = balance + NEW.amount WHERE id = NEW.target;"
    "END;"
    "CREATE TRIGGER hold_moves AFTER INSERT ON hold BEGIN"
    "  INSERT INTO posting VALUES(NEW.entry, 1 + coalesce((SELECT max(line) FROM posting WHERE entry = NEW.entry), 0),"
    "    2 * NEW.player, 2 * NEW.player + 1, NEW.amount);"
    "  INSERT INTO standing VALUES(NEW.id);"
    "END;"
    "CREATE TRIGGER release_moves AFTER INSERT ON release BEGIN"
    "  INSERT INTO posting SELECT NEW.entry, 1 + coalesce((SELECT max(line) FROM posting WHERE entry = NEW.entry), 0),"
    "    2 * player + 1, 2 * player, min(amount, NEW.paid) FROM hold WHERE id = NEW.hold AND NEW.paid > 0;"
    "  INSERT INTO posting SELECT NEW.entry, 1 + coalesce((SELECT max(line) FROM posting WHERE entry = NEW.entry), 0),"
    "    2 * player + 1, 0, amount - NEW.paid FROM hold WHERE id = NEW.hold AND NEW.paid < amount;"
    "  INSERT INTO posting SELECT NEW.entry, 1 + coalesce((SELECT max(line) FROM posting WHERE entry = NEW.entry), 0),"
    "    0, 2 * player, NEW.paid - amount FROM hold WHERE id = NEW.hold AND NEW.paid > amount;"
    "  DELETE FROM standing WHERE hold = NEW.hold;"
    "END;"
    "CREATE TRIGGER pay_moves AFTER INSERT ON pay BEGIN"
    "  INSERT INTO posting SELECT NEW.entry, 1 + coalesce((SELECT max(line) FROM posting WHERE entry = NEW.entry), 0),"
    "    0, 2 * player, NEW.amount FROM hold WHERE id = NEW.hold;"
    "END;"
    /* What left a player's held account was a stake: it goes back to what is available, and what went there already stays.
     * What players get comes first: nobody must be below zero on the way. */
    "CREATE TRIGGER void_moves AFTER INSERT ON entry WHEN NEW.kind = 4 BEGIN"
    "  INSERT INTO posting SELECT NEW.id, line, target, CASE WHEN source > 1 AND source % 2 = 1 THEN source - 1 ELSE source END, amount"
    "    FROM posting WHERE entry = NEW.reverses AND target <> CASE WHEN source > 1 AND source % 2 = 1 THEN source - 1 ELSE source END"
    "    ORDER BY target <> 0, line;"
    "END;"
    "CREATE TRIGGER record_extends AFTER INSERT ON record BEGIN"
    "  UPDATE chain SET length = NEW.sequence, head = NEW.hash WHERE id = NEW.table_id;"
    "END;";

/* What may not be. The texts are read by people. */
static const char refusals[] =
    "CREATE TRIGGER posting_late BEFORE INSERT ON posting WHEN NEW.entry <> (SELECT max(id) FROM entry) BEGIN"
    "  SELECT RAISE(ABORT, 'the entry is closed: another has begun'); END;"
    "CREATE TRIGGER hold_kind BEFORE INSERT ON hold WHEN (SELECT kind FROM entry WHERE id = NEW.entry) <> 2 BEGIN"
    "  SELECT RAISE(ABORT, 'a stake is held in the entry of a bet'); END;"
    "CREATE TRIGGER release_kind BEFORE INSERT ON release BEGIN"
    "  SELECT RAISE(ABORT, 'a stake is settled in the entry of a result, and returned in that of a result or a bet')"
    "    FROM entry WHERE id = NEW.entry AND NOT (kind = 3 OR (kind = 2 AND NEW.how = 2));"
    "  SELECT RAISE(ABORT, 'a stake that is returned is returned whole')"
    "    FROM hold WHERE id = NEW.hold AND NEW.how = 2 AND NEW.paid <> amount;"
    "  SELECT RAISE(ABORT, 'the stake is held at another table')"
    "    FROM hold, entry WHERE hold.id = NEW.hold AND entry.id = NEW.entry AND hold.table_id <> entry.table_id;"
    "END;"
    "CREATE TRIGGER pay_kind BEFORE INSERT ON pay BEGIN"
    "  SELECT RAISE(ABORT, 'a standing bet is paid in the entry of a result') FROM entry WHERE id = NEW.entry AND kind <> 3;"
    "  SELECT RAISE(ABORT, 'the stake was settled or returned before') FROM release WHERE hold = NEW.hold;"
    "  SELECT RAISE(ABORT, 'the stake is held at another table')"
    "    FROM hold, entry WHERE hold.id = NEW.hold AND entry.id = NEW.entry AND hold.table_id <> entry.table_id;"
    "END;"
    "CREATE TRIGGER entry_order BEFORE INSERT ON entry WHEN NEW.id <> -1 AND NEW.id <> 1 + coalesce((SELECT max(id) FROM entry), 0) BEGIN"
    "  SELECT RAISE(ABORT, 'entries are numbered without a gap'); END;"
    "CREATE TRIGGER void_kind BEFORE INSERT ON entry WHEN NEW.kind = 4 BEGIN"
    "  SELECT RAISE(ABORT, 'only a result can be voided') FROM entry WHERE id = NEW.reverses AND kind <> 3; END;"
    "CREATE TRIGGER record_order BEFORE INSERT ON record WHEN NEW.sequence <> 1 + (SELECT length FROM chain WHERE id = NEW.table_id) BEGIN"
    "  SELECT RAISE(ABORT, 'a record follows the last one'); END;"
    "CREATE TRIGGER chain_order BEFORE UPDATE ON chain WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.length <> OLD.length + 1 BEGIN"
    "  SELECT RAISE(ABORT, 'a chain only grows'); END;"
    "CREATE TRIGGER account_kept BEFORE UPDATE OF id ON account BEGIN SELECT RAISE(ABORT, 'an account is never changed'); END;"
    "CREATE TRIGGER standing_kept BEFORE DELETE ON standing WHEN NOT EXISTS (SELECT 1 FROM release WHERE hold = OLD.hold) BEGIN"
    "  SELECT RAISE(ABORT, 'a stake stands until it is settled or returned'); END;";

/* Nothing is changed and nothing removed. */
static const char keeps[] =
    "CREATE TRIGGER player_update BEFORE UPDATE ON player BEGIN SELECT RAISE(ABORT, 'a player is never changed'); END;"
    "CREATE TRIGGER player_delete BEFORE DELETE ON player BEGIN SELECT RAISE(ABORT, 'a player is never removed'); END;"
    "CREATE TRIGGER account_delete BEFORE DELETE ON account BEGIN SELECT RAISE(ABORT, 'an account is never removed'); END;"
    "CREATE TRIGGER chain_delete BEFORE DELETE ON chain BEGIN SELECT RAISE(ABORT, 'a table is never removed'); END;"
    "CREATE TRIGGER record_update BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;"
    "CREATE TRIGGER record_delete BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'a record is never removed'); END;"
    "CREATE TRIGGER entry_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;"
    "CREATE TRIGGER entry_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;"
    "CREATE TRIGGER posting_update BEFORE UPDATE ON posting BEGIN SELECT RAISE(ABORT, 'a posting is never changed'); END;"
    "CREATE TRIGGER posting_delete BEFORE DELETE ON posting BEGIN SELECT RAISE(ABORT, 'a posting is never removed'); END;"
    "CREATE TRIGGER hold_update BEFORE UPDATE ON hold BEGIN SELECT RAISE(ABORT, 'a hold is never changed'); END;"
    "CREATE TRIGGER hold_delete BEFORE DELETE ON hold BEGIN SELECT RAISE(ABORT, 'a hold is never removed'); END;"
    "CREATE TRIGGER release_update BEFORE UPDATE ON release BEGIN SELECT RAISE(ABORT, 'a release is never changed'); END;"
    "CREATE TRIGGER release_delete BEFORE DELETE ON release BEGIN SELECT RAISE(ABORT, 'a release is never removed'); END;"
    "CREATE TRIGGER pay_update BEFORE UPDATE ON pay BEGIN SELECT RAISE(ABORT, 'a pay is never changed'); END;"
    "CREATE TRIGGER pay_delete BEFORE DELETE ON pay BEGIN SELECT RAISE(ABORT, 'a pay is never removed'); END;"
    "CREATE TRIGGER standing_update BEFORE UPDATE ON standing BEGIN SELECT RAISE(ABORT, 'a standing hold is never changed'); END;"
    "CREATE TRIGGER command_update BEFORE UPDATE ON command BEGIN SELECT RAISE(ABORT, 'a command is never changed'); END;"
    "CREATE TRIGGER command_delete BEFORE DELETE ON command BEGIN SELECT RAISE(ABORT, 'a command is never removed'); END;"
    "CREATE TRIGGER document_update BEFORE UPDATE ON document BEGIN SELECT RAISE(ABORT, 'a document is never changed'); END;"
    "CREATE TRIGGER document_delete BEFORE DELETE ON document BEGIN SELECT RAISE(ABORT, 'a document is never removed'); END;";

/* The pieces of each step, in order. */
static const char *const first[] = {tables, movements, refusals, keeps, "PRAGMA application_id = 0x46454c54;", NULL};

const char *const *const sqlite_steps[FELT_STORE_VERSION] = {first};
