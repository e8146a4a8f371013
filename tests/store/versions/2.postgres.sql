-- tests/store/versions/2.postgres.sql - a store of version 2 in PostgreSQL, as `pg_dump --schema=felt --inserts --no-owner` wrote it when that version was made.
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET client_min_messages = warning;
CREATE SCHEMA felt;
CREATE FUNCTION felt.above_floor() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    AS $$BEGIN  IF OLD.sequence > coalesce((SELECT f.sequence FROM floor f WHERE f.table_id = OLD.table_id), 0) THEN    RAISE 'what is in % is never changed or removed', TG_TABLE_NAME; END IF; RETURN OLD; END$$;
CREATE FUNCTION felt.carried_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    AS $$BEGIN  IF NOT EXISTS (SELECT 1 FROM record r JOIN floor f USING (table_id) WHERE table_id = NEW.table_id AND r.sequence <= f.sequence)    OR (TG_OP = 'UPDATE' AND (NEW.table_id, NEW.player) IS DISTINCT FROM (OLD.table_id, OLD.player)) THEN    RAISE 'what is carried forward changes with a floor alone'; END IF; RETURN NEW; END$$;
CREATE FUNCTION felt.chain_floor() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    AS $$BEGIN  INSERT INTO floor VALUES(NEW.id, 0, decode(repeat('00', 32), 'hex'), 0, 0, 0, 0, '', '', ''); RETURN NULL; END$$;
CREATE FUNCTION felt.chain_grows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$BEGIN  IF (SELECT count(*) FROM n) <> (SELECT count(*) FROM n JOIN o ON o.id = n.id AND o.name = n.name AND o.length < n.length      JOIN record r ON r.table_id = n.id AND r.sequence = n.length AND r.hash = n.head      WHERE n.length - o.length = (SELECT count(*) FROM record f WHERE f.table_id = n.id AND f.sequence > o.length)) THEN    RAISE 'a chain grows by the records that follow its last one'; END IF;  IF EXISTS (SELECT 1 FROM n JOIN o ON o.id = n.id JOIN record v ON v.table_id = n.id AND v.reverses IS NOT NULL AND v.sequence > o.length    WHERE (SELECT r.kind FROM record r WHERE r.table_id = n.id AND r.sequence = v.reverses) IS DISTINCT FROM 3) THEN    RAISE 'only a result can be voided'; END IF;  RETURN NULL; END$$;
CREATE FUNCTION felt.chain_till() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    AS $$BEGIN  INSERT INTO till VALUES(NEW.id, 0); RETURN NULL; END$$;
CREATE FUNCTION felt.floor_begins() RETURNS trigger
    LANGUAGE plpgsql
    AS $$BEGIN  IF NEW.sequence <> 0 OR NEW.bet <> 0 OR NEW.postings <> 0 THEN RAISE 'a floor begins at 0'; END IF; RETURN NEW; END$$;
CREATE FUNCTION felt.floor_rises() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$DECLARE bound numeric; moved int8; top int8; BEGIN  IF NEW.table_id <> OLD.table_id OR NEW.sequence <= OLD.sequence THEN RAISE 'a floor only rises'; END IF;  IF NOT EXISTS (SELECT 1 FROM chain c JOIN record r ON r.table_id = c.id WHERE c.id = NEW.table_id AND c.id <> 0    AND substr(c.name, 1, 1) <> '\x40'::bytea AND r.sequence = NEW.sequence AND r.sequence <= c.length AND r.hash = NEW.hash) THEN    RAISE 'a floor is a record of a table, with its hash'; END IF;  SELECT coalesce(sum(held), 0), count(*) INTO bound, moved FROM posting    WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;  IF bound <> 0 OR moved <> NEW.postings - OLD.postings THEN RAISE 'nothing is held at a floor, and all of it is posted'; END IF;  SELECT coalesce(max(bet), 0) INTO top FROM ended WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;  IF NEW.bet <> greatest(OLD.bet, top)    OR EXISTS (SELECT 1 FROM standing WHERE table_id = NEW.table_id AND bet <= NEW.bet) THEN    RAISE 'no bet of a table can be placed again'; END IF;  INSERT INTO carried SELECT table_id, player, sum(available)::int8, sum(house)::int8 FROM posting    WHERE table_id = NEW.table_id AND sequence <= NEW.sequence GROUP BY table_id, player ON CONFLICT (table_id, player)    DO UPDATE SET available = carried.available + excluded.available, house = carried.house + excluded.house;  DELETE FROM ended WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;  DELETE FROM posting WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;  DELETE FROM record WHERE table_id = NEW.table_id AND sequence <= NEW.sequence;  RETURN NULL; END$$;
CREATE FUNCTION felt.id_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$BEGIN  IF NEW.id <> OLD.id THEN RAISE 'its number stays the same'; END IF; RETURN NEW; END$$;
CREATE FUNCTION felt.keep(f_table bigint[], f_fence bigint[], r_table bigint[], r_sequence bigint[], r_kind bigint[], r_time bigint[], r_reverses bigint[], r_moves bigint[], r_hash bytea[], r_event bytea[], c_id bigint[], c_player bigint[], c_table bigint[], c_sequence bigint[], c_digest bytea[], p_table bigint[], p_sequence bigint[], p_line bigint[], p_player bigint[], p_available bigint[], p_held bigint[], p_bet bigint[], h_table bigint[], h_length bigint[], h_hash bytea[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$DECLARE found_leases int8; BEGIN  IF cardinality(f_table) > 0 THEN    PERFORM 1 FROM lease l JOIN unnest(f_table, f_fence) f(id, fence) ON l.table_id = f.id AND l.fence = f.fence      AND l.owner IS NOT NULL ORDER BY l.table_id FOR SHARE OF l;    GET DIAGNOSTICS found_leases = ROW_COUNT;    IF found_leases <> cardinality(f_table) THEN RAISE 'this process has not the lease of a table that it writes to'; END IF;  END IF;  INSERT INTO record SELECT t, s, k, m, nullif(v, 0), n, h, e    FROM unnest(r_table, r_sequence, r_kind, r_time, r_reverses, r_moves, r_hash, r_event) r(t, s, k, m, v, n, h, e);  INSERT INTO command SELECT * FROM unnest(c_id, c_player, c_table, c_sequence, c_digest);  IF cardinality(p_table) > 0 THEN    INSERT INTO posting SELECT t, s, l, p, a, h, -(a + h), nullif(b, 0)      FROM unnest(p_table, p_sequence, p_line, p_player, p_available, p_held, p_bet) q(t, s, l, p, a, h, b);  END IF;  UPDATE chain c SET length = h.l, head = h.h FROM unnest(h_table, h_length, h_hash) h(t, l, h) WHERE c.id = h.t;END$$;
CREATE FUNCTION felt.lease_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$BEGIN  IF NEW.table_id <> OLD.table_id OR NEW.fence < OLD.fence THEN RAISE 'a fence only grows'; END IF; RETURN NEW; END$$;
CREATE FUNCTION felt.player_purse() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    AS $$BEGIN  INSERT INTO purse VALUES(NEW.id, 0, 0); RETURN NULL; END$$;
CREATE FUNCTION felt.posting_moves() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$DECLARE players int8; changed int8; bets int8; places bool; ends bool; pays bool; BEGIN  SELECT count(DISTINCT player), bool_or(held > 0), bool_or(held <= 0 AND bet IS NOT NULL), bool_or(house <> 0)    INTO players, places, ends, pays FROM n;  IF EXISTS (SELECT 1 FROM (SELECT table_id, min(sequence) AS first FROM n GROUP BY table_id) t LEFT JOIN chain c ON c.id = t.table_id      WHERE c.id IS NULL OR t.first <= c.length)    OR EXISTS (SELECT 1 FROM (SELECT table_id, sequence, max(line) AS lines FROM n GROUP BY table_id, sequence) g LEFT JOIN record r      ON r.table_id = g.table_id AND r.sequence = g.sequence WHERE r.moves IS NULL OR g.lines > r.moves)    OR EXISTS (SELECT 1 FROM (SELECT table_id, min(bet) AS first FROM n WHERE held > 0 GROUP BY table_id) t JOIN floor f      ON f.table_id = t.table_id WHERE t.first <= f.bet)    OR EXISTS (SELECT 1 FROM n WHERE n.held > 0      AND (SELECT e.bet FROM ended e WHERE e.table_id = n.table_id AND e.bet = n.bet) IS NOT NULL) THEN    RAISE 'money moves in the last records of a chain, in those that say so, and for no bet that has ended'; END IF;  UPDATE purse u SET available = u.available + d.freed, held = u.held + d.bound FROM (SELECT player, sum(available)::int8 AS freed,    sum(held)::int8 AS bound FROM n GROUP BY player ORDER BY player) d WHERE u.id = d.player;  GET DIAGNOSTICS changed = ROW_COUNT;  IF players <> changed THEN RAISE 'there is no such player'; END IF;  IF pays THEN    UPDATE till t SET balance = t.balance + d.moved FROM (SELECT table_id, sum(house)::int8 AS moved FROM n WHERE house <> 0      GROUP BY table_id) d WHERE t.id = d.table_id; END IF;  IF places THEN    INSERT INTO standing SELECT table_id, bet, player, sum(held)::int8 FROM n WHERE held > 0 GROUP BY table_id, bet, player      ON CONFLICT (table_id, bet) DO UPDATE SET amount = CASE standing.player WHEN excluded.player        THEN standing.amount + excluded.amount ELSE -1 END; END IF;  IF NOT ends THEN RETURN NULL; END IF;  WITH d AS MATERIALIZED (SELECT table_id, bet, player, sum(held)::int8 AS bound, max(sequence) FILTER (WHERE held < 0) AS last      FROM n WHERE held <= 0 AND bet IS NOT NULL GROUP BY table_id, bet, player),    gone AS (DELETE FROM standing s USING d WHERE s.table_id = d.table_id AND s.bet = d.bet AND s.player = d.player      AND d.bound < 0 AND s.amount + d.bound = 0 RETURNING d.table_id, d.bet, d.last),    kept AS (INSERT INTO ended SELECT table_id, bet, last FROM gone)    SELECT (SELECT count(*) FROM d) - (SELECT count(*) FROM gone) INTO bets;  IF bets > 0 THEN    WITH d AS MATERIALIZED (SELECT table_id, bet, player, sum(held)::int8 AS bound FROM n WHERE held <= 0 AND bet IS NOT NULL      GROUP BY table_id, bet, player)      UPDATE standing s SET amount = s.amount + d.bound FROM d WHERE s.table_id = d.table_id AND s.bet = d.bet AND s.player = d.player;    GET DIAGNOSTICS changed = ROW_COUNT;    IF bets <> changed THEN RAISE 'only a bet that stands is paid or released'; END IF;  END IF;  RETURN NULL; END$$;
CREATE FUNCTION felt.refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$BEGIN  RAISE 'what is in % is never changed or removed', TG_TABLE_NAME; END$$;
CREATE FUNCTION felt.standing_ends() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'felt', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$BEGIN  IF EXISTS (SELECT 1 FROM o WHERE (SELECT e.bet FROM ended e WHERE e.table_id = o.table_id AND e.bet = o.bet) IS NULL) THEN    RAISE 'a stake stands until it is settled or returned'; END IF;  RETURN NULL; END$$;
CREATE FUNCTION felt.standing_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$BEGIN  IF NEW.table_id <> OLD.table_id OR NEW.bet <> OLD.bet OR NEW.player <> OLD.player OR NEW.amount < 0 THEN    RAISE 'a bet stays the same bet, and holds no less than nothing'; END IF;  RETURN NEW; END$$;
CREATE TABLE felt.carried (
    table_id bigint NOT NULL,
    player bigint NOT NULL,
    available bigint NOT NULL,
    house bigint NOT NULL,
    CONSTRAINT carried_check CHECK (((available + house) = 0))
);
CREATE TABLE felt.chain (
    id bigint NOT NULL,
    name bytea NOT NULL,
    length bigint NOT NULL,
    head bytea NOT NULL,
    CONSTRAINT chain_head_check CHECK ((length(head) = 32)),
    CONSTRAINT chain_id_check CHECK ((id >= 0))
)
WITH (fillfactor='50');
CREATE SEQUENCE felt.chain_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE felt.command (
    id bigint NOT NULL,
    player bigint NOT NULL,
    table_id bigint NOT NULL,
    sequence bigint NOT NULL,
    digest bytea NOT NULL,
    CONSTRAINT command_digest_check CHECK ((length(digest) = 16))
);
CREATE TABLE felt.document (
    hash bytea NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT document_hash_check CHECK ((length(hash) = 32))
);
CREATE TABLE felt.ended (
    table_id bigint NOT NULL,
    bet bigint NOT NULL,
    sequence bigint NOT NULL
);
CREATE TABLE felt.floor (
    table_id bigint NOT NULL,
    sequence bigint NOT NULL,
    hash bytea NOT NULL,
    bet bigint NOT NULL,
    postings bigint NOT NULL,
    time_ms bigint NOT NULL,
    kept bigint NOT NULL,
    kept_event bytea NOT NULL,
    opening bytea NOT NULL,
    archive bytea NOT NULL,
    CONSTRAINT floor_hash_check CHECK ((length(hash) = 32))
);
CREATE TABLE felt.lease (
    table_id bigint NOT NULL,
    owner bytea,
    fence bigint NOT NULL,
    until timestamp with time zone NOT NULL
);
CREATE TABLE felt.note (
    kind bytea NOT NULL,
    key bytea NOT NULL,
    version bigint NOT NULL,
    value bytea NOT NULL,
    CONSTRAINT note_version_check CHECK ((version >= 1))
);
CREATE TABLE felt.player (
    id bigint NOT NULL,
    name bytea NOT NULL,
    CONSTRAINT player_id_check CHECK ((id >= 1))
);
CREATE SEQUENCE felt.player_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE felt.posting (
    table_id bigint NOT NULL,
    sequence bigint NOT NULL,
    line integer NOT NULL,
    player bigint NOT NULL,
    available bigint NOT NULL,
    held bigint NOT NULL,
    house bigint NOT NULL,
    bet bigint,
    CONSTRAINT posting_check CHECK ((((available + held) + house) = 0)),
    CONSTRAINT posting_check1 CHECK (((held = 0) OR (bet IS NOT NULL))),
    CONSTRAINT posting_line_check CHECK ((line >= 1))
);
CREATE TABLE felt.purse (
    id bigint NOT NULL,
    available bigint NOT NULL,
    held bigint NOT NULL,
    CONSTRAINT purse_available_check CHECK ((available >= 0)),
    CONSTRAINT purse_held_check CHECK ((held >= 0))
)
WITH (fillfactor='50');
CREATE TABLE felt.record (
    table_id bigint NOT NULL,
    sequence bigint NOT NULL,
    kind smallint NOT NULL,
    time_ms bigint NOT NULL,
    reverses bigint,
    moves integer NOT NULL,
    hash bytea NOT NULL,
    event bytea NOT NULL,
    CONSTRAINT record_check CHECK (((moves >= 0) AND ((kind <> 0) OR (moves = 0)))),
    CONSTRAINT record_check1 CHECK (((reverses IS NULL) OR (kind = 4))),
    CONSTRAINT record_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT record_kind_check CHECK (((kind >= 0) AND (kind <= 4)))
);
CREATE TABLE felt.standing (
    table_id bigint NOT NULL,
    bet bigint NOT NULL,
    player bigint NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE felt.till (
    id bigint NOT NULL,
    balance bigint NOT NULL,
    CONSTRAINT till_id_check CHECK ((id >= 0))
)
WITH (fillfactor='50');
CREATE TABLE felt.version (
    number integer NOT NULL
);
INSERT INTO felt.chain VALUES (0, '\x4062616e6b', 1, '\x5d4cd9b2ff35bf0f3483f5c0324c195b4538511a9a6921ebdde4047922de63d1');
INSERT INTO felt.chain VALUES (1, '\x63726170732031', 4, '\x175c995e062e9f13d55b2666251a3719e2ea983137450471bbd7309d7175d298');
INSERT INTO felt.command VALUES (1, 1, 1, 1, '\x00000000000000000000000000000000');
INSERT INTO felt.document VALUES ('\xc09da522dac261c3d2566230bed10d2f3ef13f8e7654576c12e857e07f786098', '\x7b7d');
INSERT INTO felt.ended VALUES (1, 1, 2);
INSERT INTO felt.ended VALUES (1, 2, 3);
INSERT INTO felt.floor VALUES (0, 0, '\x0000000000000000000000000000000000000000000000000000000000000000', 0, 0, 0, 0, '\x', '\x', '\x');
INSERT INTO felt.floor VALUES (1, 0, '\x0000000000000000000000000000000000000000000000000000000000000000', 0, 0, 0, 0, '\x', '\x', '\x');
INSERT INTO felt.lease VALUES (1, '\x68657265', 1, '2026-11-16 00:07:39.782882+00');
INSERT INTO felt.note VALUES ('\x6163636f756e74', '\x416e6e', 1, '\x7b7d');
INSERT INTO felt.player VALUES (1, '\x416e6e');
INSERT INTO felt.posting VALUES (0, 1, 1, 1, 100000, 0, -100000, NULL);
INSERT INTO felt.posting VALUES (1, 1, 1, 1, -100, 100, 0, 1);
INSERT INTO felt.posting VALUES (1, 1, 2, 1, -200, 200, 0, 2);
INSERT INTO felt.posting VALUES (1, 1, 3, 1, -300, 300, 0, 3);
INSERT INTO felt.posting VALUES (1, 2, 1, 1, 200, -100, -100, 1);
INSERT INTO felt.posting VALUES (1, 2, 2, 1, 70, 0, -70, 3);
INSERT INTO felt.posting VALUES (1, 3, 1, 1, 0, -200, 200, 2);
INSERT INTO felt.posting VALUES (1, 4, 1, 1, 200, 0, -200, NULL);
INSERT INTO felt.purse VALUES (1, 99870, 300);
INSERT INTO felt.record VALUES (0, 1, 1, 1, NULL, 1, '\x5d4cd9b2ff35bf0f3483f5c0324c195b4538511a9a6921ebdde4047922de63d1', '\x7b2266656c74223a226772616e74222c2274696d65223a312c22706c61796572223a312c22616d6f756e74223a3130303030302c22726561736f6e223a2277656c636f6d65227d');
INSERT INTO felt.record VALUES (1, 1, 2, 2, NULL, 3, '\x9e1187624e4994bd0b8320b8c3bde871a4e83e727f6370311ffb2598c0de00f9', '\x62657473');
INSERT INTO felt.record VALUES (1, 2, 3, 3, NULL, 2, '\xdca73b9ae6526e4afc83e995a71dff56d0bbfd1aab92a5d771b0413310e3d658', '\x726f6c6c20332d34');
INSERT INTO felt.record VALUES (1, 3, 3, 4, NULL, 1, '\x956e67182ff485fb400023795d58c7bdd624808ba2ef37db67a4d02a27122e53', '\x726f6c6c20362d36');
INSERT INTO felt.record VALUES (1, 4, 4, 5, 3, 1, '\x175c995e062e9f13d55b2666251a3719e2ea983137450471bbd7309d7175d298', '\x7b2266656c74223a22766f6964222c2274696d65223a352c227265636f7264223a332c22726561736f6e223a226d697372656164227d');
INSERT INTO felt.standing VALUES (1, 3, 1, 300);
INSERT INTO felt.till VALUES (0, -100000);
INSERT INTO felt.till VALUES (1, -170);
INSERT INTO felt.version VALUES (1);
INSERT INTO felt.version VALUES (2);
SELECT pg_catalog.setval('felt.chain_id', 1, true);
SELECT pg_catalog.setval('felt.player_id', 1, true);
ALTER TABLE ONLY felt.carried
    ADD CONSTRAINT carried_pkey PRIMARY KEY (table_id, player);
ALTER TABLE ONLY felt.chain
    ADD CONSTRAINT chain_name_key UNIQUE (name);
ALTER TABLE ONLY felt.chain
    ADD CONSTRAINT chain_pkey PRIMARY KEY (id);
ALTER TABLE ONLY felt.command
    ADD CONSTRAINT command_pkey PRIMARY KEY (id, player);
ALTER TABLE ONLY felt.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY felt.ended
    ADD CONSTRAINT ended_pkey PRIMARY KEY (table_id, bet);
ALTER TABLE ONLY felt.floor
    ADD CONSTRAINT floor_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY felt.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY felt.note
    ADD CONSTRAINT note_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY felt.player
    ADD CONSTRAINT player_name_key UNIQUE (name);
ALTER TABLE ONLY felt.player
    ADD CONSTRAINT player_pkey PRIMARY KEY (id);
ALTER TABLE ONLY felt.posting
    ADD CONSTRAINT posting_pkey PRIMARY KEY (table_id, sequence, line);
ALTER TABLE ONLY felt.purse
    ADD CONSTRAINT purse_pkey PRIMARY KEY (id);
ALTER TABLE ONLY felt.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (table_id, sequence);
ALTER TABLE ONLY felt.standing
    ADD CONSTRAINT standing_pkey PRIMARY KEY (table_id, bet);
ALTER TABLE ONLY felt.till
    ADD CONSTRAINT till_pkey PRIMARY KEY (id);
ALTER TABLE ONLY felt.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (number);
CREATE UNIQUE INDEX record_reverses ON felt.record USING btree (table_id, reverses) WHERE (reverses IS NOT NULL);
CREATE TRIGGER above_floor BEFORE DELETE ON felt.ended FOR EACH ROW EXECUTE FUNCTION felt.above_floor();
CREATE TRIGGER above_floor BEFORE DELETE ON felt.posting FOR EACH ROW EXECUTE FUNCTION felt.above_floor();
CREATE TRIGGER above_floor BEFORE DELETE ON felt.record FOR EACH ROW EXECUTE FUNCTION felt.above_floor();
CREATE TRIGGER carried_kept BEFORE INSERT OR UPDATE ON felt.carried FOR EACH ROW EXECUTE FUNCTION felt.carried_kept();
CREATE TRIGGER chain_floor AFTER INSERT ON felt.chain FOR EACH ROW EXECUTE FUNCTION felt.chain_floor();
CREATE TRIGGER chain_grows AFTER UPDATE ON felt.chain REFERENCING OLD TABLE AS o NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION felt.chain_grows();
CREATE TRIGGER chain_till AFTER INSERT ON felt.chain FOR EACH ROW EXECUTE FUNCTION felt.chain_till();
CREATE TRIGGER floor_begins BEFORE INSERT ON felt.floor FOR EACH ROW EXECUTE FUNCTION felt.floor_begins();
CREATE TRIGGER floor_rises AFTER UPDATE ON felt.floor FOR EACH ROW EXECUTE FUNCTION felt.floor_rises();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON felt.carried FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON felt.chain FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON felt.command FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON felt.document FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE UPDATE OR TRUNCATE ON felt.ended FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON felt.floor FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON felt.lease FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OR TRUNCATE ON felt.player FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE UPDATE OR TRUNCATE ON felt.posting FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON felt.purse FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE UPDATE OR TRUNCATE ON felt.record FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE TRUNCATE ON felt.standing FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER kept BEFORE DELETE OR TRUNCATE ON felt.till FOR EACH STATEMENT EXECUTE FUNCTION felt.refuse();
CREATE TRIGGER lease_kept BEFORE UPDATE ON felt.lease FOR EACH ROW EXECUTE FUNCTION felt.lease_kept();
CREATE TRIGGER player_purse AFTER INSERT ON felt.player FOR EACH ROW EXECUTE FUNCTION felt.player_purse();
CREATE TRIGGER posting_moves AFTER INSERT ON felt.posting REFERENCING NEW TABLE AS n FOR EACH STATEMENT EXECUTE FUNCTION felt.posting_moves();
CREATE TRIGGER purse_kept BEFORE UPDATE OF id ON felt.purse FOR EACH ROW EXECUTE FUNCTION felt.id_kept();
CREATE TRIGGER standing_ends AFTER DELETE ON felt.standing REFERENCING OLD TABLE AS o FOR EACH STATEMENT EXECUTE FUNCTION felt.standing_ends();
CREATE TRIGGER standing_kept BEFORE UPDATE ON felt.standing FOR EACH ROW EXECUTE FUNCTION felt.standing_kept();
CREATE TRIGGER till_kept BEFORE UPDATE OF id ON felt.till FOR EACH ROW EXECUTE FUNCTION felt.id_kept();
ALTER TABLE ONLY felt.floor
    ADD CONSTRAINT floor_table_id_fkey FOREIGN KEY (table_id) REFERENCES felt.chain(id);
ALTER TABLE ONLY felt.lease
    ADD CONSTRAINT lease_table_id_fkey FOREIGN KEY (table_id) REFERENCES felt.chain(id);
