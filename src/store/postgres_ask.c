/* src/store/postgres_ask.c - asking PostgreSQL: parameters, statements, answers within a time, and what a failure means.
 *
 * Nothing here waits longer than its patience for the database: one that hangs is a failure, and not a hang. */
#include "postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OID_BYTES = 17, OID_NUMBER = 20, OID_BYTES_LIST = 1001, OID_NUMBER_LIST = 1016, WORD = 4, HEAD_BYTES = 20 };

static const char *const statements[PG_STATEMENTS] = {
    [PG_PLAYER_ADD] = "INSERT INTO player VALUES(nextval('player_id'), $1) ON CONFLICT (name) DO NOTHING RETURNING id",
    [PG_PLAYER_FIND] = "SELECT id FROM player WHERE name = $1",
    [PG_PURSE] = "SELECT available, held FROM purse WHERE id = $1",
    [PG_TILL] = "SELECT balance FROM till WHERE id = $1",
    [PG_HOLD] = "SELECT player, amount FROM standing WHERE table_id = $1 AND bet = $2"
                " UNION ALL SELECT 0, 0 FROM ended WHERE table_id = $1 AND bet = $2"
                " UNION ALL SELECT 0, 0 FROM floor WHERE table_id = $1 AND bet >= $2",
    [PG_COMMAND] = "SELECT table_id, sequence, digest FROM command WHERE id = $2 AND player = $1",
    [PG_HEAD] = "SELECT length, head, greatest((SELECT max(bet) FROM standing WHERE table_id = $1),"
                " (SELECT max(bet) FROM ended WHERE table_id = $1), (SELECT bet FROM floor WHERE table_id = $1), 0), (get_byte(name, 0) = "
                "64)::int::int8 FROM chain WHERE id = $1",
    [PG_KEEP] = "SELECT keep($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,"
                " $24, $25)",
    [PG_EXPECT] = "SELECT c.player, c.id, c.table_id, c.sequence, c.digest FROM unnest($1::int8[], $2::int8[]) e(player, id)"
                  " JOIN command c ON c.id = e.id AND c.player = e.player"
                  " UNION ALL SELECT id, 0, available, held, NULL FROM purse WHERE id = ANY ($1::int8[])",
    [PG_RESULT] = "SELECT kind::int8, EXISTS (SELECT 1 FROM record v WHERE v.table_id = $1 AND v.reverses = $2)::int::int8 FROM record"
                  " WHERE table_id = $1 AND sequence = $2",
    [PG_POSTINGS] = "SELECT player, available, held, coalesce(bet, 0) FROM posting WHERE table_id = $1 AND sequence = $2 ORDER BY line",
    [PG_HOLDS] = "SELECT table_id, bet, player, amount FROM standing WHERE ($1::int8 = 0 OR table_id = $1)"
                 " AND ($2::int8 = 0 OR player = $2) ORDER BY table_id, bet",
    [PG_TABLE_FIND] = "SELECT id FROM chain WHERE name = $1",
    [PG_TABLE_ADD] = "INSERT INTO chain VALUES(nextval('chain_id'), $1, 0, decode(repeat('00', 32), 'hex')) RETURNING id",
    [PG_TABLES] = "SELECT id, name, length FROM chain ORDER BY id",
    [PG_READ] = "SELECT sequence, event, hash, kind::int8, time_ms FROM record WHERE table_id = $1 AND sequence BETWEEN $2 AND $3"
                " ORDER BY sequence LIMIT 64",
    [PG_FLOOR] = "SELECT sequence, hash, time_ms, kept, kept_event, opening, archive FROM floor WHERE table_id = $1",
    [PG_RETIRE] = "UPDATE floor SET sequence = $2, hash = $3, time_ms = $4, kept = $5, kept_event = $6, opening = $7, archive = $8,"
                  " bet = greatest(bet, (SELECT max(bet) FROM ended WHERE table_id = $1 AND sequence <= $2)),"
                  " postings = postings + (SELECT count(*) FROM posting WHERE table_id = $1 AND sequence <= $2) WHERE table_id = $1",
    [PG_HELD] = "SELECT sequence, sum(held)::int8 FROM posting WHERE table_id = $1 AND sequence >= $2 GROUP BY sequence"
                " HAVING sum(held) <> 0 ORDER BY sequence LIMIT 10000",
    [PG_NOTE_ADD] = "INSERT INTO note VALUES($1, $2, 1, $3) ON CONFLICT DO NOTHING",
    [PG_NOTE_SET] = "UPDATE note SET version = version + 1, value = $3 WHERE kind = $1 AND key = $2 AND version = $4",
    [PG_NOTE_REPLACE] =
        "INSERT INTO note VALUES($1, $2, 1, $3) ON CONFLICT (kind, key) DO UPDATE SET version = note.version + 1, value = $3",
    [PG_NOTE_REMOVE] = "DELETE FROM note WHERE kind = $1 AND key = $2",
    [PG_NOTE_GET] = "SELECT key, value, version FROM note WHERE kind = $1 AND key = $2",
    [PG_NOTES] = "SELECT key, value, version FROM note WHERE kind = $1 AND key >= $2 ORDER BY key",
    [PG_LEASE_TAKE] = "INSERT INTO lease VALUES($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond') ON CONFLICT (table_id)"
                      " DO UPDATE SET owner = $2, fence = lease.fence + 1, until = clock_timestamp() + $3 * interval '1 millisecond'"
                      " WHERE lease.owner IS NULL OR lease.owner = $2 OR lease.until < clock_timestamp() RETURNING fence",
    [PG_LEASE_RENEW] = "UPDATE lease SET until = clock_timestamp() + $3 * interval '1 millisecond'"
                       " WHERE table_id = $1 AND fence = $2 AND owner IS NOT NULL",
    [PG_LEASE_GIVE_UP] = "UPDATE lease SET owner = NULL WHERE table_id = $1 AND fence = $2",
    [PG_LEASE_LOOK] = "SELECT owner, fence, greatest(0, extract(epoch FROM until - clock_timestamp()) * 1000)::int8 FROM lease"
                      " WHERE table_id = $1 AND owner IS NOT NULL",
    [PG_DOCUMENT_KEEP] = "INSERT INTO document VALUES($1, $2) ON CONFLICT DO NOTHING",
    [PG_DOCUMENT_FIND] = "SELECT bytes FROM document WHERE hash = $1",
};

/* ---- parameters ---- */

static void put_big(uint8_t *at, uint64_t word, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(word >> 8 * (bytes - 1 - i));
}

static void add(pg_parameters *p, Oid type, const void *value, size_t length)
{
    p->types[p->count] = type;
    p->values[p->count] = value;
    p->lengths[p->count] = (int)length;
    p->formats[p->count++] = 1;
}

void pg_number(pg_parameters *p, int64_t number)
{
    uint8_t *at = p->numbers[p->count];
    put_big(at, (uint64_t)number, 8);
    add(p, OID_NUMBER, at, 8);
}

void pg_bytes(pg_parameters *p, felt_text bytes)
{
    add(p, OID_BYTES, bytes.length == 0 ? "" : bytes.bytes, bytes.length);
}

/* ---- arrays ---- */

static uint8_t *more(pg_array *array, size_t size)
{
    if (array->size == 0)
        array->size = HEAD_BYTES;
    if (array->size + size > array->room) {
        size_t room = 2 * (array->size + size) + 1000;
        uint8_t *grown = realloc(array->bytes, room);
        array->full = array->full || grown == NULL;
        if (grown == NULL)
            return NULL;
        array->bytes = grown;
        array->room = room;
    }
    uint8_t *at = array->bytes + array->size;
    array->size += size;
    return at;
}

void pg_array_bytes(pg_array *array, const void *bytes, size_t size)
{
    uint8_t *at = more(array, WORD + size);
    if (at == NULL)
        return;
    put_big(at, size, WORD);
    if (size > 0)
        memcpy(at + WORD, bytes, size);
    array->count++;
}

void pg_array_number(pg_array *array, int64_t number)
{
    uint8_t big[8];
    put_big(big, (uint64_t)number, 8);
    array->numbers = true;
    pg_array_bytes(array, big, sizeof big);
}

void pg_array_null(pg_array *array)
{
    uint8_t *at = more(array, WORD);
    array->nulls = true;
    if (at == NULL)
        return;
    memset(at, 0xFF, WORD);
    array->count++;
}

void pg_array_clear(pg_array *array)
{
    array->size = 0;
    array->count = 0;
    array->nulls = false;
    array->full = false;
}

/* The head: dimensions, whether there are nulls, the type, and the length and first index of the one dimension, if it has any elements. */
void pg_list(pg_parameters *p, pg_array *array)
{
    if (array->size == 0)
        more(array, 0);
    if (array->bytes == NULL) {
        array->full = true;
        return;
    }
    put_big(array->bytes, array->count > 0, WORD);
    put_big(array->bytes + WORD, array->nulls, WORD);
    put_big(array->bytes + 2 * WORD, array->numbers ? OID_NUMBER : OID_BYTES, WORD);
    put_big(array->bytes + 3 * WORD, (uint64_t)array->count, WORD);
    put_big(array->bytes + 4 * WORD, 1, WORD);
    add(p, array->numbers ? OID_NUMBER_LIST : OID_BYTES_LIST, array->bytes, array->count > 0 ? array->size : 3 * WORD);
}

/* ---- failures ---- */

typedef struct meaning {
    const char *state; /* how an SQLSTATE begins */
    felt_status status;
    const char *sentence; /* before the database's own */
} meaning;

static const meaning meanings[] = {
    {"23", FELT_EDATA, "the database refused the batch"},
    {"P0001", FELT_EDATA, "the database refused the batch"},
    {"22003", FELT_EDATA, "the database refused the batch"},
    {"25P02", FELT_EDATA, "the database gave the batch up"},
    {"40", FELT_EDATA, "another process was in the way; try again"},
    {"55P03", FELT_EDATA, "another process was in the way; try again"},
    {"53100", FELT_EIO, "the database's disk is full; make room, then open the store again"},
    {"53", FELT_EIO, "the database has not enough of something; see to it, then open the store again"},
    {"25006", FELT_EIO, "the database is read-only; give the one that can be written to"},
    {"57014", FELT_EIO, "the database took too long; look at it, then open the store again"},
    {"28", FELT_EIO, "the database does not let this user in; give a user and what proves it"},
    {"3D000", FELT_EIO, "there is no such database; create it, with createdb for example"},
    {"42501", FELT_EIO, "this user may not do that; grant it, or give another user"},
};

static void first_line(char *to, size_t size, const char *from)
{
    size_t length = strcspn(from, "\n");
    length = length < size - 1 ? length : size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

felt_status pg_fail(engine_db *db, const PGresult *result, felt_error *error)
{
    char line[200];
    const char *state = result == NULL ? NULL : PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *said = state == NULL ? NULL : PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    first_line(line, sizeof line, said != NULL ? said : PQerrorMessage(db->connection));
    for (size_t i = 0; state != NULL && i < sizeof meanings / sizeof *meanings; i++)
        if (strncmp(state, meanings[i].state, strlen(meanings[i].state)) == 0)
            return felt_error_set(error, meanings[i].status, -1, "%s: %s", meanings[i].sentence, line);
    return felt_error_set(error, FELT_EIO, -1, "the database: %s; look at it, then open the store again", line);
}

/* ---- answers ---- */

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits until there is something to read, or until what is to be sent can be. */
static bool wait_for(engine_db *db, bool writing, int64_t until)
{
    struct pollfd wanted = {.fd = PQsocket(db->connection), .events = (short)(POLLIN | (writing ? POLLOUT : 0))};
    int64_t left = until - now_ms();
    if (left <= 0 || wanted.fd < 0)
        return false;
    int found = poll(&wanted, 1, (int)left);
    return found > 0 || (found < 0 && errno == EINTR);
}

static felt_status too_late(engine_db *db, felt_error *error)
{
    if (PQstatus(db->connection) == CONNECTION_BAD)
        return pg_fail(db, NULL, error);
    return felt_error_set(error, FELT_EIO, -1, "the database has not answered for %d s; look at it, then open the store again",
                          db->patience_ms / 1000);
}

/* The next result, NULL after the last. */
static felt_status next_result(engine_db *db, int64_t until, PGresult **ret, felt_error *error)
{
    int unsent;
    while ((unsent = PQflush(db->connection)) == 1)
        if (!wait_for(db, true, until) || PQconsumeInput(db->connection) == 0)
            return too_late(db, error);
    if (unsent < 0)
        return pg_fail(db, NULL, error);
    while (PQisBusy(db->connection) == 1)
        if (!wait_for(db, false, until) || PQconsumeInput(db->connection) == 0)
            return too_late(db, error);
    *ret = PQgetResult(db->connection);
    return FELT_OK;
}

static bool is_good(const PGresult *result)
{
    ExecStatusType kind = PQresultStatus(result);
    return kind == PGRES_COMMAND_OK || kind == PGRES_TUPLES_OK;
}

/* Every result of what was sent; the last good one is kept, and the first failure counts. */
static felt_status answer(engine_db *db, int sent, PGresult **ret, felt_error *error)
{
    int64_t until = now_ms() + db->patience_ms;
    PGresult *kept = NULL, *next = NULL;
    felt_status status = sent == 1 ? FELT_OK : pg_fail(db, NULL, error), read = status;
    while (read == FELT_OK) {
        read = next_result(db, until, &next, error);
        if (read != FELT_OK || next == NULL)
            break;
        if (status == FELT_OK && !is_good(next))
            status = pg_fail(db, next, error);
        PQclear(kept);
        kept = next;
    }
    status = read != FELT_OK ? read : status;
    if (status == FELT_OK && ret != NULL)
        *ret = kept;
    else
        PQclear(kept);
    return status;
}

felt_status pg_run(engine_db *db, const char *sql, PGresult **ret, felt_error *error)
{
    return answer(db, PQsendQuery(db->connection, sql), ret, error);
}

static felt_status prepare(engine_db *db, pg_statement which, const char *name, const pg_parameters *p, felt_error *error)
{
    if (db->prepared[which])
        return FELT_OK;
    felt_status status = answer(db, PQsendPrepare(db->connection, name, statements[which], p->count, p->types), NULL, error);
    db->prepared[which] = status == FELT_OK;
    return status;
}

felt_status pg_ask(engine_db *db, pg_statement which, const pg_parameters *p, PGresult **ret, felt_error *error)
{
    char name[8] = {'s', (char)('a' + which / 10), (char)('0' + which % 10)};
    felt_status status = prepare(db, which, name, p, error);
    if (status != FELT_OK)
        return status;
    int sent = PQsendQueryPrepared(db->connection, name, p->count, p->values, p->lengths, p->formats, 1);
    return answer(db, sent, ret, error);
}

int64_t pg_get_number(const PGresult *result, int row, int column)
{
    const uint8_t *at = (const uint8_t *)PQgetvalue(result, row, column);
    uint64_t word = 0;
    if (PQgetlength(result, row, column) != 8)
        return 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | at[i];
    return (int64_t)word;
}

felt_text pg_get_bytes(const PGresult *result, int row, int column)
{
    return (felt_text){PQgetvalue(result, row, column), (size_t)PQgetlength(result, row, column)};
}
