/* src/store/retire.c - floors: where chains begin whose beginnings were archived and removed. */
#include "border.h"

#include <assert.h>

felt_status felt_store_floor(felt_store *store, felt_arena *arena, felt_table_id table, felt_floor *ret, felt_error *error)
{
    felt_status status = store_ready(store, error);
    return status != FELT_OK ? status : store_ended(store, store->engine->floor(store->db, arena, table.number, ret, error));
}

enum { FLOOR_ARENA_MAX = FELT_STORE_EVENT_BYTES_MAX + 2 * FELT_STORE_OPENING_BYTES_MAX };

static felt_status not_kept(const felt_floor *floor, int64_t sequence, felt_error *error)
{
    if (sequence < 1 || sequence > floor->sequence)
        return felt_error_set(error, FELT_ENOTFOUND, -1, "there is no such record");
    return felt_error_set(error, FELT_ENOTFOUND, -1, "record %lld was retired; it is in the archive %.*s", (long long)sequence,
                          FELT_TEXT_ARGS(floor->archive));
}

felt_status store_kept_record(felt_store *store, felt_arena *arena, felt_table_id table, int64_t sequence, felt_text *ret,
                              felt_error *error)
{
    felt_floor floor = {.sequence = 0};
    felt_arena *own = felt_arena_new(FLOOR_ARENA_MAX);
    felt_status status = own == NULL ? FELT_ENOMEM : felt_store_floor(store, own, table, &floor, error);
    if (status == FELT_OK && (floor.kept == 0 || floor.kept != sequence))
        status = not_kept(&floor, sequence, error);
    if (status == FELT_OK) {
        felt_text copy = felt_arena_copy(arena, floor.kept_record);
        if (copy.bytes == NULL)
            status = felt_error_set(error, FELT_ELIMIT, -1, "the arena has no room for %zu bytes", floor.kept_record.length);
        else
            *ret = copy;
    }
    felt_arena_free(own);
    return status;
}

static felt_status check_floor(const felt_floor *floor, felt_error *error)
{
    felt_status status = store_check_length(floor->archive, 1, FELT_STORE_ARCHIVE_BYTES_MAX, "the name of an archive", error);
    if (status == FELT_OK)
        status = store_check_length(floor->opening, 0, FELT_STORE_OPENING_BYTES_MAX, "an opening", error);
    if (status == FELT_OK)
        status = store_check_length(floor->kept_record, floor->kept > 0, FELT_STORE_EVENT_BYTES_MAX, "a record", error);
    if (status == FELT_OK && (floor->sequence < 1 || floor->kept < 0 || floor->kept > floor->sequence))
        status = felt_error_set(error, FELT_EDATA, -1, "a floor at record %lld that keeps record %lld; records count from 1",
                                (long long)floor->sequence, (long long)floor->kept);
    return status;
}

felt_status felt_store_retire(felt_store *store, felt_table_id table, const felt_floor *floor, felt_error *error)
{
    felt_status status = store_ready_to_write(store, error);
    if (status == FELT_OK)
        status = store_check_table(table, error);
    if (status == FELT_OK)
        status = check_floor(floor, error);
    if (status == FELT_OK)
        status = store_ready_to_read(store, error);
    if (status != FELT_OK)
        return status;
    status = store->engine->retire(store->db, table.number, floor, error);
    desk_forget(&store->desk);
    if (status == FELT_EDATA)
        store->spoiled = true;
    return store_ended(store, status);
}

felt_status felt_store_held(felt_store *store, felt_table_id table, felt_held_see *see, void *context, felt_error *error)
{
    felt_status status = store_ready(store, error);
    assert(store->lost || !store->in_batch);
    return status != FELT_OK ? status : store_ended(store, store->engine->held(store->db, table.number, see, context, error));
}
