/* src/store/sqlite_backup.c - copies of a store in SQLite, made while it is used, and stores made of copies.
 *
 * A copy is written beside its name, as FILE.part, and takes the name when it is complete on disk, if nothing else has it by then. It is a
 * plain file without a log, so that it can be read from where nothing can be written. */
#include "sqlite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

struct engine_backup {
    sqlite3 *copy;
    sqlite3_backup *steps;
    char path[PATH_BYTES], part[PATH_BYTES + 8];
};

static felt_status name_copy(engine_backup *b, const char *path, felt_error *error)
{
    if (path[0] == '\0' || strlen(path) >= sizeof b->path)
        return felt_error_set(error, FELT_ELIMIT, -1, "the name of a file has %zu bytes; it may have 1 to %d", strlen(path),
                              PATH_BYTES - 1);
    if (access(path, F_OK) == 0)
        return felt_error_set(error, FELT_EDATA, -1, "%s exists, and is not overwritten; give another name", path);
    snprintf(b->path, sizeof b->path, "%s", path);
    snprintf(b->part, sizeof b->part, "%s.part", path);
    unlink(b->part); /* of a copy that was not finished */
    return FELT_OK;
}

static felt_status begin_copy(engine_backup *b, sqlite3 *from, felt_error *error)
{
    int code = sqlite_open_file(b->part, &b->copy);
    if (code == SQLITE_OK)
        code = sqlite3_exec(b->copy, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
    if (code == SQLITE_OK) {
        b->steps = sqlite3_backup_init(b->copy, "main", from, "main");
        code = b->steps == NULL ? sqlite3_errcode(b->copy) : SQLITE_OK;
    }
    return code == SQLITE_OK ? FELT_OK : sqlite_fail(b->copy, code, b->path, error);
}

/* The copy is complete: one plain file on disk, still called FILE.part. */
static felt_status end_copy(engine_backup *b, felt_error *error)
{
    int code = sqlite3_backup_finish(b->steps);
    b->steps = NULL;
    if (code == SQLITE_OK)
        code = sqlite3_exec(b->copy, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_close(b->copy);
    if (code != SQLITE_OK)
        return sqlite_fail(b->copy, code, b->path, error);
    b->copy = NULL;
    return FELT_OK;
}

static felt_status take_name(engine_backup *b, felt_error *error)
{
    if (link(b->part, b->path) != 0)
        return felt_error_set(error, FELT_EIO, -1, "%s: the copy cannot take its name: %s", b->path, strerror(errno));
    unlink(b->part);
    return sqlite_sync_folder(b->path, error);
}

felt_status sqlite_backup_open(engine_db *db, const char *path, engine_backup **ret, felt_error *error)
{
    engine_backup *b = calloc(1, sizeof *b);
    if (b == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory for a backup");
    felt_status status = name_copy(b, path, error);
    if (status == FELT_OK)
        status = begin_copy(b, db->handle, error);
    if (status == FELT_OK)
        *ret = b;
    else
        sqlite_backup_close(b);
    return status;
}

felt_status sqlite_backup_step(engine_backup *b, int pages, bool *ret_done, felt_error *error)
{
    int code = sqlite3_backup_step(b->steps, pages);
    if (code == SQLITE_OK) {
        *ret_done = false;
        return FELT_OK;
    }
    if (code != SQLITE_DONE)
        return sqlite_fail(b->copy, code, b->path, error);
    felt_status status = end_copy(b, error);
    if (status == FELT_OK)
        status = take_name(b, error);
    if (status == FELT_OK)
        *ret_done = true;
    return status;
}

void sqlite_backup_close(engine_backup *b)
{
    if (b->steps != NULL)
        sqlite3_backup_finish(b->steps);
    sqlite3_close(b->copy);
    if (b->part[0] != '\0')
        unlink(b->part);
    free(b);
}

/* ---- the way back ---- */

/* A store is only made of a copy that is one, and whose books balance. */
static felt_status check_copy(const char *path, felt_error *error)
{
    engine_db *db;
    felt_store_audit_result audit;
    felt_status status = sqlite_open(path, &db, error);
    if (status != FELT_OK)
        return status;
    status = sqlite_audit(db, &audit, error);
    sqlite_close(db);
    return status;
}

static felt_status copy_all(engine_backup *b, sqlite3 *from, felt_error *error)
{
    felt_status status = begin_copy(b, from, error);
    int code = status == FELT_OK ? sqlite3_backup_step(b->steps, -1) : SQLITE_DONE;
    if (code != SQLITE_DONE)
        status = sqlite_fail(b->copy, code, b->path, error);
    if (status == FELT_OK)
        status = end_copy(b, error);
    if (status == FELT_OK)
        status = check_copy(b->part, error);
    return status == FELT_OK ? take_name(b, error) : status;
}

felt_status sqlite_restore(const char *backup, const char *path, felt_error *error)
{
    sqlite3 *from = NULL;
    engine_backup *b = calloc(1, sizeof *b);
    if (b == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "no memory to restore %s", backup);
    felt_status status = name_copy(b, path, error);
    if (status == FELT_OK) {
        int code = sqlite3_open_v2(backup, &from, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
        status = code == SQLITE_OK ? copy_all(b, from, error) : sqlite_fail(from, code, backup, error);
    }
    sqlite_backup_close(b);
    sqlite3_close(from);
    return status;
}
