/* src/store/postgres_schema.c - the schema of a store in PostgreSQL, as steps from each version to the next.
 *
 * What the bank must never do is refused here, not only in code, as in sqlite_schema.c:
 *   - a posting has all its sides in one row, and they sum to zero: a check of posting;
 *   - balances and standing bets follow postings by a trigger, once for each statement that inserts some; each must belong to a record that
 *     says so and that its chain has not taken yet, so that nothing is posted to a record later;
 *   - a chain grows by records that are complete and in order, and takes them: a trigger of chain;
 *   - what a player has, available and held, stays at zero or above: checks of purse;
 *   - a bet ends once, when nothing is held for it any more: the primary key of ended; and nothing moves for it after that;
 *   - a result is voided once: the index record_reverses;
 *   - nothing written is changed, and nothing removed but below a floor (the second step).
 * keep() is what a batch sends: it looks at the fences of the leases first, and locks them, so that no lease changes hands before the batch
 * is committed. Its plans go by the indexes, whatever the planner believes of tables that were empty when it looked. A released step is
 * never changed: a new version is a step more, and a file in tests/store/versions to begin from. */
#include "postgres.h"

static const char tables[] =
    "CREATE SEQUENCE player_id; CREATE SEQUENCE chain_id;"
    "CREATE TABLE player(id int8 PRIMARY KEY CHECK (id >= 1), name bytea NOT NULL UNIQUE);"
    "CREATE TABLE purse(id int8 PRIMARY KEY, available int8 NOT NULL CHECK (available >= 0), held int8 NOT NULL CHECK (held >= 0))"
    "  WITH (fillfactor = 50);"
    "CREATE TABLE till(id int8 PRIMARY KEY CHECK (id >= 0), balance int8 NOT NULL) WITH (fillfactor = 50);"
    "CREATE TABLE chain(id int8 PRIMARY KEY CHECK (id >= 0), name bytea NOT NULL UNIQUE, length int8 NOT NULL,"
    "  head bytea NOT NULL CHECK (length(head) = 32)) WITH (fillfactor = 50);"
    "CREATE TABLE record(table_id int8 NOT NULL, sequence int8 NOT NULL, kind int2 NOT NULL CHECK (kind BETWEEN 0 AND 4),"
    "  time_ms int8 NOT NULL, reverses int8, moves int4 NOT NULL CHECK (moves >= 0 AND (kind <> 0 OR moves = 0)),"
    "  hash bytea NOT NULL CHECK (length(hash) = 32), event bytea NOT NULL, PRIMARY KEY (table_id, sequence),"
    "  CHECK (reverses IS NULL OR kind = 4));"
    "CREATE UNIQUE INDEX record_reverses ON record(table_id, reverses) WHERE reverses IS NOT NULL;"
    "CREATE TABLE command(id int8 NOT NULL, player int8 NOT NULL, table_id int8 NOT NULL, sequence int8 NOT NULL,"
    "  digest bytea NOT NULL CHECK (length(digest) = 16), PRIMARY KEY (id, player));"
    "CREATE TABLE posting(table_id int8 NOT NULL, sequence int8 NOT NULL, line int4 NOT NULL CHECK (line >= 1), player int8 NOT NULL,"
    "  available int8 NOT NULL, held int8 NOT NULL, house int8 NOT NULL, bet int8, PRIMARY KEY (table_id, sequence, line),"
    "  CHECK (available + held + house = 0), CHECK (held = 0 OR bet IS NOT NULL));"
    "CREATE TABLE standing(table_id int8 NOT NULL, bet int8 NOT NULL, player int8 NOT NULL, amount int8 NOT NULL,"
    "  PRIMARY KEY (table_id, bet));"
    "CREATE TABLE ended(table_id int8 NOT NULL, bet int8 NOT NULL, sequence int8 NOT NULL, PRIMARY KEY (table_id, bet));"
    "CREATE TABLE note(kind bytea NOT NULL, key bytea NOT NULL, version int8 NOT NULL CHECK (version >= 1), value bytea NOT NULL,"
    "  PRIMARY KEY (kind, key));"
    "CREATE TABLE lease(table_id int8 PRIMARY KEY REFERENCES chain, owner bytea, fence int8 NOT NULL, until timestamptz NOT NULL);"
    "CREATE TABLE document(hash bytea PRIMARY KEY CHECK (length(hash) = 32), bytes bytea NOT NULL);";

/* What follows from a row by itself. */
static const char movements[] =
    "CREATE FUNCTION player_purse() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp AS $$BEGIN"
    "  INSERT INTO purse VALUES(NEW.id, 0, 0); RETURN NULL; END$$;"
    "CREATE TRIGGER player_purse AFTER INSERT ON player FOR EACH ROW EXECUTE FUNCTION player_purse();"
    "CREATE FUNCTION chain_till() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp AS $$BEGIN"
    "  INSERT INTO till VALUES(NEW.id, 0); RETURN NULL; END$$;"
    "CREATE TRIGGER chain_till AFTER INSERT ON chain FOR EACH ROW EXECUTE FUNCTION chain_till();"
    "CREATE FUNCTION chain_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp SET enable_seqscan = off AS $$BEGIN"
    "  IF NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.length <= OLD.length OR NEW.length - OLD.length <>"
    "      (SELECT count(*) FROM record r WHERE r.table_id = NEW.id AND r.sequence > OLD.length)"
    "    OR NEW.head IS DISTINCT FROM (SELECT hash FROM record r WHERE r.table_id = NEW.id AND r.sequence = NEW.length) THEN"
    "    RAISE 'a chain grows by the records that follow its last one'; END IF;"
    "  IF EXISTS (SELECT 1 FROM record v WHERE v.table_id = NEW.id AND v.reverses IS NOT NULL AND v.sequence > OLD.length"
    "    AND (SELECT kind FROM record r WHERE r.table_id = NEW.id AND r.sequence = v.reverses) IS DISTINCT FROM 3) THEN"
    "    RAISE 'only a result can be voided'; END IF;"
    "  RETURN NEW; END$$;"
    "CREATE TRIGGER chain_grows BEFORE UPDATE ON chain FOR EACH ROW EXECUTE FUNCTION chain_grows();";

static const char postings[] =
    "CREATE FUNCTION posting_moves() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp SET enable_seqscan = off"
    "  SET enable_hashjoin = off SET enable_mergejoin = off AS $$"
    "DECLARE players int8; found_players int8; BEGIN"
    "  IF EXISTS (SELECT 1 FROM n LEFT JOIN record r ON r.table_id = n.table_id AND r.sequence = n.sequence"
    "    LEFT JOIN chain c ON c.id = n.table_id WHERE r.moves IS NULL OR n.line > r.moves OR c.id IS NULL OR n.sequence <= c.length) THEN"
    "    RAISE 'money moves in the last records of a chain, and in those that say so'; END IF;"
    "  IF EXISTS (SELECT 1 FROM n WHERE (SELECT e.bet FROM ended e WHERE e.table_id = n.table_id AND e.bet = n.bet) IS NOT NULL) THEN"
    "    RAISE 'the bet has ended'; END IF;"
    "  SELECT count(DISTINCT player) INTO players FROM n;"
    "  UPDATE purse u SET available = u.available + d.freed, held = u.held + d.bound FROM (SELECT player, sum(available)::int8 AS freed,"
    "    sum(held)::int8 AS bound FROM n GROUP BY player ORDER BY player) d WHERE u.id = d.player;" /* in one order: nobody waits in a ring */
    "  GET DIAGNOSTICS found_players = ROW_COUNT;"
    "  IF players <> found_players THEN RAISE 'there is no such player'; END IF;"
    "  UPDATE till t SET balance = t.balance + d.moved FROM (SELECT table_id, sum(house)::int8 AS moved FROM n WHERE house <> 0"
    "    GROUP BY table_id) d WHERE t.id = d.table_id;"
    "  INSERT INTO standing SELECT table_id, bet, player, sum(held)::int8 FROM n WHERE held <> 0 GROUP BY table_id, bet, player"
    "    ON CONFLICT (table_id, bet) DO UPDATE SET amount = CASE standing.player WHEN excluded.player"
    "      THEN standing.amount + excluded.amount ELSE -1 END;"
    "  IF EXISTS (SELECT 1 FROM n WHERE held <= 0 AND bet IS NOT NULL) THEN"
    "    IF EXISTS (SELECT 1 FROM n WHERE n.held <= 0 AND n.bet IS NOT NULL AND coalesce((SELECT s.amount FROM standing s"
    "      WHERE s.table_id = n.table_id AND s.bet = n.bet AND s.player = n.player), -1) < 0) THEN"
    "      RAISE 'only a bet that stands is paid or released'; END IF;"
    "    INSERT INTO ended SELECT n.table_id, n.bet, max(n.sequence) FROM n WHERE n.held < 0"
    "      AND (SELECT s.amount FROM standing s WHERE s.table_id = n.table_id AND s.bet = n.bet) = 0 GROUP BY n.table_id, n.bet;"
    "    DELETE FROM standing WHERE ctid = ANY (ARRAY(SELECT (SELECT s.ctid FROM standing s WHERE s.table_id = n.table_id AND s.bet = n.bet"
    "      AND s.amount = 0) FROM n WHERE n.held < 0));"
    "  END IF;"
    "  RETURN NULL; END$$;"
    "CREATE TRIGGER posting_moves AFTER INSERT ON posting REFERENCING NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION posting_moves();"
    "CREATE FUNCTION standing_kept() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
    "  IF TG_OP = 'DELETE' THEN"
    "    IF OLD.amount <> 0 THEN RAISE 'a stake stands until it is settled or returned'; END IF; RETURN OLD; END IF;"
    "  IF NEW.table_id <> OLD.table_id OR NEW.bet <> OLD.bet OR NEW.player <> OLD.player OR NEW.amount < 0 THEN"
    "    RAISE 'a bet stays the same bet, and holds no less than nothing'; END IF;"
    "  RETURN NEW; END$$;"
    "CREATE TRIGGER standing_kept BEFORE UPDATE OR DELETE ON standing FOR EACH ROW EXECUTE FUNCTION standing_kept();"
    "CREATE FUNCTION lease_kept() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
    "  IF NEW.table_id <> OLD.table_id OR NEW.fence < OLD.fence THEN RAISE 'a fence only grows'; END IF; RETURN NEW; END$$;"
    "CREATE TRIGGER lease_kept BEFORE UPDATE ON lease FOR EACH ROW EXECUTE FUNCTION lease_kept();"
    "CREATE FUNCTION id_kept() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
    "  IF NEW.id <> OLD.id THEN RAISE 'its number stays the same'; END IF; RETURN NEW; END$$;"
    "CREATE TRIGGER purse_kept BEFORE UPDATE OF id ON purse FOR EACH ROW EXECUTE FUNCTION id_kept();"
    "CREATE TRIGGER till_kept BEFORE UPDATE OF id ON till FOR EACH ROW EXECUTE FUNCTION id_kept();";

static const char keeping[] =
    "CREATE FUNCTION keep(f_table int8[], f_fence int8[], r_table int8[], r_sequence int8[], r_kind int8[], r_time int8[],"
    "  r_reverses int8[], r_moves int8[], r_hash bytea[], r_event bytea[], c_id int8[], c_player int8[], c_table int8[], c_sequence int8[],"
    "  c_digest bytea[], p_table int8[], p_sequence int8[], p_line int8[], p_player int8[], p_available int8[], p_held int8[],"
    "  p_bet int8[], h_table int8[], h_length int8[], h_hash bytea[]) RETURNS void LANGUAGE plpgsql SET search_path = felt, pg_temp"
    "  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$"
    "DECLARE found_leases int8; BEGIN"
    "  IF cardinality(f_table) > 0 THEN"
    "    PERFORM 1 FROM lease l JOIN unnest(f_table, f_fence) f(id, fence) ON l.table_id = f.id AND l.fence = f.fence"
    "      AND l.owner IS NOT NULL ORDER BY l.table_id FOR SHARE OF l;"
    "    GET DIAGNOSTICS found_leases = ROW_COUNT;"
    "    IF found_leases <> cardinality(f_table) THEN RAISE 'this process has not the lease of a table that it writes to'; END IF;"
    "  END IF;"
    "  INSERT INTO record SELECT t, s, k, m, nullif(v, 0), n, h, e"
    "    FROM unnest(r_table, r_sequence, r_kind, r_time, r_reverses, r_moves, r_hash, r_event) r(t, s, k, m, v, n, h, e);"
    "  INSERT INTO command SELECT * FROM unnest(c_id, c_player, c_table, c_sequence, c_digest);"
    "  IF cardinality(p_table) > 0 THEN"
    "    INSERT INTO posting SELECT t, s, l, p, a, h, -(a + h), nullif(b, 0)"
    "      FROM unnest(p_table, p_sequence, p_line, p_player, p_available, p_held, p_bet) q(t, s, l, p, a, h, b);"
    "  END IF;"
    "  UPDATE chain c SET length = h.l, head = h.h FROM unnest(h_table, h_length, h_hash) h(t, l, h) WHERE c.id = h.t;"
    "END$$;";

/* Nothing is changed and nothing removed. */
static const char keeps[] =
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
    "  RAISE 'what is in % is never changed or removed', TG_TABLE_NAME; END$$;"
    "DO $$DECLARE name text; BEGIN"
    "  FOREACH name IN ARRAY ARRAY['player', 'record', 'posting', 'ended', 'command', 'document'] LOOP"
    "    EXECUTE format('CREATE TRIGGER kept BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse()', "
    "name);"
    "  END LOOP;"
    "  FOREACH name IN ARRAY ARRAY['purse', 'till', 'chain', 'lease'] LOOP"
    "    EXECUTE format('CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse()', name);"
    "  END LOOP;"
    "  CREATE TRIGGER kept BEFORE TRUNCATE ON standing FOR EACH STATEMENT EXECUTE FUNCTION refuse();"
    "END$$;"
    "INSERT INTO chain VALUES(0, convert_to('@bank', 'UTF8'), 0, decode(repeat('00', 32), 'hex'));";

/* The pieces of each step, in order. */
static const char *const first[] = {tables, movements, postings, keeping, keeps, NULL};

/* ---- version 2: retention, as in sqlite_schema.c ----
 *
 * A floor rises beside processes that write: what it removes is below records that nobody changes any more. Its row is locked meanwhile, so
 * that one process at a time raises it. */
static const char floor_tables[] =
    "CREATE TABLE floor(table_id int8 PRIMARY KEY REFERENCES chain, sequence int8 NOT NULL, hash bytea NOT NULL"
    "  CHECK (length(hash) = 32), bet int8 NOT NULL," /* no bet up to this number can be placed again */
    "  postings int8 NOT NULL, time_ms int8 NOT NULL, kept int8 NOT NULL, kept_event bytea NOT NULL, opening bytea NOT NULL,"
    "  archive bytea NOT NULL);"
    "CREATE TABLE carried(table_id int8 NOT NULL, player int8 NOT NULL, available int8 NOT NULL, house int8 NOT NULL,"
    "  PRIMARY KEY (table_id, player), CHECK (available + house = 0));"
    "INSERT INTO floor SELECT id, 0, decode(repeat('00', 32), 'hex'), 0, 0, 0, 0, '', '', '' FROM chain;"
    "CREATE FUNCTION chain_floor() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp AS $$BEGIN"
    "  INSERT INTO floor VALUES(NEW.id, 0, decode(repeat('00', 32), 'hex'), 0, 0, 0, 0, '', '', ''); RETURN NULL; END$$;"
    "CREATE TRIGGER chain_floor AFTER INSERT ON chain FOR EACH ROW EXECUTE FUNCTION chain_floor();";

static const char floor_rules[] =
    "CREATE FUNCTION floor_begins() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
    "  IF NEW.sequence <> 0 OR NEW.bet <> 0 OR NEW.postings <> 0 THEN RAISE 'a floor begins at 0'; END IF; RETURN NEW; END$$;"
    "CREATE TRIGGER floor_begins BEFORE INSERT ON floor FOR EACH ROW EXECUTE FUNCTION floor_begins();"
    "CREATE FUNCTION floor_rises() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp SET enable_seqscan = off AS $$"
    "DECLARE bound numeric; moved int8; top int8; BEGIN"
    "  IF NEW.table_id <> OLD.table_id OR NEW.sequence <= OLD.sequence THEN RAISE 'a floor only rises'; END IF;"
    "  IF NOT EXISTS (SELECT 1 FROM chain c JOIN record r ON r.table_id = c.id WHERE c.id = NEW.table_id AND c.id <> 0"
    "    AND substr(c.name, 1, 1) <> '\\x40'::bytea AND r.sequence = NEW.sequence AND r.sequence <= c.length AND r.hash = NEW.hash) THEN"
    "    RAISE 'a floor is a record of a table, with its hash'; END IF;"
    "  SELECT coalesce(sum(held), 0), count(*) INTO bound, moved FROM posting"
    "    WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "  IF bound <> 0 OR moved <> NEW.postings - OLD.postings THEN RAISE 'nothing is held at a floor, and all of it is posted'; END IF;"
    "  SELECT coalesce(max(bet), 0) INTO top FROM ended WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "  IF NEW.bet <> greatest(OLD.bet, top)"
    "    OR EXISTS (SELECT 1 FROM standing WHERE table_id = NEW.table_id AND bet <= NEW.bet) THEN"
    "    RAISE 'no bet of a table can be placed again'; END IF;"
    "  INSERT INTO carried SELECT table_id, player, sum(available)::int8, sum(house)::int8 FROM posting"
    "    WHERE table_id = NEW.table_id AND sequence <= NEW.sequence GROUP BY table_id, player ON CONFLICT (table_id, player)"
    "    DO UPDATE SET available = carried.available + excluded.available, house = carried.house + excluded.house;"
    "  DELETE FROM ended WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "  DELETE FROM posting WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "  DELETE FROM record WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;"
    "  RETURN NULL; END$$;"
    "CREATE TRIGGER floor_rises AFTER UPDATE ON floor FOR EACH ROW EXECUTE FUNCTION floor_rises();"
    "CREATE FUNCTION posting_floor() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp SET enable_seqscan = off"
    "  SET enable_hashjoin = off SET enable_mergejoin = off AS $$BEGIN"
    "  IF EXISTS (SELECT 1 FROM n WHERE n.held > 0 AND n.bet <= (SELECT f.bet FROM floor f WHERE f.table_id = n.table_id)) THEN"
    "    RAISE 'the bet has ended below the floor'; END IF; RETURN NULL; END$$;"
    "CREATE TRIGGER posting_floor AFTER INSERT ON posting REFERENCING NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION posting_floor();";

static const char floor_keeps[] =
    "CREATE FUNCTION above_floor() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp AS $$BEGIN"
    "  IF OLD.sequence > coalesce((SELECT f.sequence FROM floor f WHERE f.table_id = OLD.table_id), 0) THEN"
    "    RAISE 'what is in % is never changed or removed', TG_TABLE_NAME; END IF; RETURN OLD; END$$;"
    "CREATE FUNCTION carried_kept() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp AS $$BEGIN"
    "  IF NOT EXISTS (SELECT 1 FROM record r JOIN floor f USING (table_id) WHERE table_id = NEW.table_id AND r.sequence <= f.sequence)"
    "    OR (TG_OP = 'UPDATE' AND (NEW.table_id, NEW.player) IS DISTINCT FROM (OLD.table_id, OLD.player)) THEN"
    "    RAISE 'what is carried forward changes with a floor alone'; END IF; RETURN NEW; END$$;"
    "CREATE TRIGGER carried_kept BEFORE INSERT OR UPDATE ON carried FOR EACH ROW EXECUTE FUNCTION carried_kept();"
    "DO $$DECLARE name text; BEGIN"
    "  FOREACH name IN ARRAY ARRAY['record', 'posting', 'ended'] LOOP"
    "    EXECUTE format('DROP TRIGGER kept ON %I', name);"
    "    EXECUTE format('CREATE TRIGGER kept BEFORE UPDATE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse()', name);"
    "    EXECUTE format('CREATE TRIGGER above_floor BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION above_floor()', name);"
    "  END LOOP;"
    "  FOREACH name IN ARRAY ARRAY['floor', 'carried'] LOOP"
    "    EXECUTE format('CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse()', name);"
    "  END LOOP;"
    "END$$;";

/* What a batch costs counts by its bets: what is said of a table or a record is asked once for it and not for each posting, and a bet that
 * ends goes from standing to ended in one step, and is not set to nothing first. */
static const char swift_postings[] =
    "CREATE OR REPLACE FUNCTION posting_moves() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp SET enable_seqscan = off"
    "  SET enable_hashjoin = off SET enable_mergejoin = off AS $$"
    "DECLARE players int8; changed int8; bets int8; places bool; ends bool; pays bool; BEGIN"
    "  SELECT count(DISTINCT player), bool_or(held > 0), bool_or(held <= 0 AND bet IS NOT NULL), bool_or(house <> 0)"
    "    INTO players, places, ends, pays FROM n;"
    "  IF EXISTS (SELECT 1 FROM (SELECT table_id, min(sequence) AS first FROM n GROUP BY table_id) t LEFT JOIN chain c ON c.id = t.table_id"
    "      WHERE c.id IS NULL OR t.first <= c.length)"
    "    OR EXISTS (SELECT 1 FROM (SELECT table_id, sequence, max(line) AS lines FROM n GROUP BY table_id, sequence) g LEFT JOIN record r"
    "      ON r.table_id = g.table_id AND r.sequence = g.sequence WHERE r.moves IS NULL OR g.lines > r.moves)"
    "    OR EXISTS (SELECT 1 FROM (SELECT table_id, min(bet) AS first FROM n WHERE held > 0 GROUP BY table_id) t JOIN floor f"
    "      ON f.table_id = t.table_id WHERE t.first <= f.bet)"
    "    OR EXISTS (SELECT 1 FROM n WHERE n.held > 0"
    "      AND (SELECT e.bet FROM ended e WHERE e.table_id = n.table_id AND e.bet = n.bet) IS NOT NULL) THEN"
    "    RAISE 'money moves in the last records of a chain, in those that say so, and for no bet that has ended'; END IF;"
    "  UPDATE purse u SET available = u.available + d.freed, held = u.held + d.bound FROM (SELECT player, sum(available)::int8 AS freed,"
    "    sum(held)::int8 AS bound FROM n GROUP BY player ORDER BY player) d WHERE u.id = d.player;" /* in one order: nobody waits in a ring */
    "  GET DIAGNOSTICS changed = ROW_COUNT;"
    "  IF players <> changed THEN RAISE 'there is no such player'; END IF;"
    "  IF pays THEN"
    "    UPDATE till t SET balance = t.balance + d.moved FROM (SELECT table_id, sum(house)::int8 AS moved FROM n WHERE house <> 0"
    "      GROUP BY table_id) d WHERE t.id = d.table_id; END IF;"
    "  IF places THEN"
    "    INSERT INTO standing SELECT table_id, bet, player, sum(held)::int8 FROM n WHERE held > 0 GROUP BY table_id, bet, player"
    "      ON CONFLICT (table_id, bet) DO UPDATE SET amount = CASE standing.player WHEN excluded.player"
    "        THEN standing.amount + excluded.amount ELSE -1 END; END IF;"
    "  IF NOT ends THEN RETURN NULL; END IF;"
    "  WITH d AS MATERIALIZED (SELECT table_id, bet, player, sum(held)::int8 AS bound, max(sequence) FILTER (WHERE held < 0) AS last"
    "      FROM n WHERE held <= 0 AND bet IS NOT NULL GROUP BY table_id, bet, player),"
    "    gone AS (DELETE FROM standing s USING d WHERE s.table_id = d.table_id AND s.bet = d.bet AND s.player = d.player"
    "      AND d.bound < 0 AND s.amount + d.bound = 0 RETURNING d.table_id, d.bet, d.last),"
    "    kept AS (INSERT INTO ended SELECT table_id, bet, last FROM gone)"
    "    SELECT (SELECT count(*) FROM d) - (SELECT count(*) FROM gone) INTO bets;"
    "  IF bets > 0 THEN" /* those that stay up, with less or the same */
    "    WITH d AS MATERIALIZED (SELECT table_id, bet, player, sum(held)::int8 AS bound FROM n WHERE held <= 0 AND bet IS NOT NULL"
    "      GROUP BY table_id, bet, player)"
    "      UPDATE standing s SET amount = s.amount + d.bound FROM d WHERE s.table_id = d.table_id AND s.bet = d.bet AND s.player = d.player;"
    "    GET DIAGNOSTICS changed = ROW_COUNT;"
    "    IF bets <> changed THEN RAISE 'only a bet that stands is paid or released'; END IF;"
    "  END IF;"
    "  RETURN NULL; END$$;"
    "DROP TRIGGER posting_floor ON posting; DROP FUNCTION posting_floor();";

static const char swift_rules[] =
    "CREATE OR REPLACE FUNCTION standing_kept() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
    "  IF NEW.table_id <> OLD.table_id OR NEW.bet <> OLD.bet OR NEW.player <> OLD.player OR NEW.amount < 0 THEN"
    "    RAISE 'a bet stays the same bet, and holds no less than nothing'; END IF;"
    "  RETURN NEW; END$$;"
    "CREATE FUNCTION standing_ends() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp SET enable_seqscan = off AS $$BEGIN"
    "  IF EXISTS (SELECT 1 FROM o WHERE (SELECT e.bet FROM ended e WHERE e.table_id = o.table_id AND e.bet = o.bet) IS NULL) THEN"
    "    RAISE 'a stake stands until it is settled or returned'; END IF;"
    "  RETURN NULL; END$$;"
    "DROP TRIGGER standing_kept ON standing;"
    "CREATE TRIGGER standing_kept BEFORE UPDATE ON standing FOR EACH ROW EXECUTE FUNCTION standing_kept();"
    "CREATE TRIGGER standing_ends AFTER DELETE ON standing REFERENCING OLD TABLE AS o FOR EACH STATEMENT EXECUTE FUNCTION standing_ends();"
    "DROP TRIGGER chain_grows ON chain;"
    "CREATE OR REPLACE FUNCTION chain_grows() RETURNS trigger LANGUAGE plpgsql SET search_path = felt, pg_temp SET enable_seqscan = off"
    "  SET enable_hashjoin = off SET enable_mergejoin = off AS $$BEGIN"
    "  IF (SELECT count(*) FROM n) <> (SELECT count(*) FROM n JOIN o ON o.id = n.id AND o.name = n.name AND o.length < n.length"
    "      JOIN record r ON r.table_id = n.id AND r.sequence = n.length AND r.hash = n.head"
    "      WHERE n.length - o.length = (SELECT count(*) FROM record f WHERE f.table_id = n.id AND f.sequence > o.length)) THEN"
    "    RAISE 'a chain grows by the records that follow its last one'; END IF;"
    "  IF EXISTS (SELECT 1 FROM n JOIN o ON o.id = n.id JOIN record v ON v.table_id = n.id AND v.reverses IS NOT NULL AND v.sequence > o.length"
    "    WHERE (SELECT r.kind FROM record r WHERE r.table_id = n.id AND r.sequence = v.reverses) IS DISTINCT FROM 3) THEN"
    "    RAISE 'only a result can be voided'; END IF;"
    "  RETURN NULL; END$$;"
    "CREATE TRIGGER chain_grows AFTER UPDATE ON chain REFERENCING OLD TABLE AS o NEW TABLE AS n"
    "  FOR EACH STATEMENT EXECUTE FUNCTION chain_grows();";

static const char *const second[] = {floor_tables, floor_rules, floor_keeps, swift_postings, swift_rules, NULL};

const char *const *const pg_steps[FELT_STORE_VERSION] = {first, second};
