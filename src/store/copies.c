/* src/store/copies.c - copies of a store that is in use, and stores made of them. */
#include "border.h"

#include <assert.h>
#include <stdlib.h>

struct felt_backup {
    felt_store *store;
    engine_backup *copy;
    bool done;
};

felt_status felt_backup_open(felt_store *store, const char *path, felt_backup **ret, felt_error *error)
{
    felt_status status = store_ready(store, error);
    if (status != FELT_OK)
        return status;
    felt_backup *backup = calloc(1, sizeof *backup);
    if (backup == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory for a backup");
    backup->store = store;
    status = store->engine->backup_open(store->db, path, &backup->copy, error);
    if (status == FELT_OK)
        *ret = backup;
    else
        free(backup);
    return status;
}

felt_status felt_backup_step(felt_backup *backup, int pages, bool *ret_done, felt_error *error)
{
    felt_status status = store_ready(backup->store, error);
    assert(pages > 0 && !backup->done && (backup->store->lost || !backup->store->in_batch));
    if (status == FELT_OK)
        status = backup->store->engine->backup_step(backup->copy, pages, &backup->done, error);
    if (status == FELT_OK)
        *ret_done = backup->done;
    return status;
}

void felt_backup_close(felt_backup *backup)
{
    if (backup == NULL)
        return;
    store_await(backup->store);
    backup->store->engine->backup_close(backup->copy);
    free(backup);
}

felt_status felt_store_restore(const char *backup, const char *address, felt_error *error)
{
    const engine *found = NULL;
    const char *place = NULL;
    felt_status status = store_find_engine(address, &found, &place, error);
    return status != FELT_OK ? status : found->restore(backup, place, error);
}
