/* src/store/chain.c - the chain of a table's records: how a hash is made, and how a chain is gone through again. */
#include "../base/hash.h"

#include <felt/store.h>
#include <string.h>

void felt_history_hash(const uint8_t previous[FELT_STORE_HASH_BYTES], felt_table_id table, int64_t sequence, felt_text event,
                       uint8_t ret[FELT_STORE_HASH_BYTES])
{
    hash_of_record(previous, table.number, sequence, event.bytes, event.length, ret);
}

/* How far a chain has been gone through, and what was wrong with the record after that. */
typedef struct walk {
    felt_table_id table;
    felt_head head;
    felt_error *error;
    felt_status status;
} walk;

static bool see(void *context, const felt_history_record *record)
{
    walk *w = context;
    uint8_t hash[HASH_BYTES];
    int64_t expected = w->head.sequence + 1;
    long long table = (long long)w->table.number;
    if (record->sequence != expected) {
        w->status = felt_error_set(w->error, FELT_EDATA, -1, "table %lld: record %lld is missing; the next one there is %lld", table,
                                   (long long)expected, (long long)record->sequence);
        return false;
    }
    felt_history_hash(w->head.hash, w->table, expected, record->event, hash);
    if (memcmp(hash, record->hash, HASH_BYTES) != 0) {
        w->status = felt_error_set(w->error, FELT_EDATA, -1, "table %lld: record %lld was changed or moved: its hash is not that of the %s",
                                   table, (long long)expected, "record before it and its own bytes");
        return false;
    }
    w->head.sequence = expected;
    memcpy(w->head.hash, hash, HASH_BYTES);
    return true;
}

/* A chain begins after its floor. */
static felt_status begin(felt_store *store, felt_table_id table, felt_head *ret, felt_error *error)
{
    felt_floor floor;
    felt_status status = felt_store_floor(store, NULL, table, &floor, error);
    if (status == FELT_OK) {
        ret->sequence = floor.sequence;
        memcpy(ret->hash, floor.hash, sizeof ret->hash);
    }
    return status;
}

felt_status felt_store_verify(felt_store *store, felt_table_id table, int64_t *ret_records, felt_error *error)
{
    walk w = {.table = table, .error = error, .status = FELT_OK};
    felt_head last;
    felt_status status = begin(store, table, &w.head, error);
    int64_t first = w.head.sequence;
    if (status == FELT_OK)
        status = felt_store_head(store, table, &last, error);
    if (status == FELT_OK)
        status = felt_store_read(store, table, INT64_MIN, see, &w, error);
    if (status == FELT_OK)
        status = w.status;
    if (status != FELT_OK)
        return status;
    if (w.head.sequence != last.sequence || memcmp(w.head.hash, last.hash, HASH_BYTES) != 0)
        return felt_error_set(error, FELT_EDATA, -1, "table %lld: its records end at %lld, but the last one written was %lld%s",
                              (long long)table.number, (long long)w.head.sequence, (long long)last.sequence,
                              w.head.sequence == last.sequence ? ", with another hash" : "");
    *ret_records = w.head.sequence - first;
    return FELT_OK;
}
