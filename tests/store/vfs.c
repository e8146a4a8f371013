/* tests/store/vfs.c - a disk for SQLite that fails when it is told to, and one that loses its power. */
#include "vfs.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct shim {
    sqlite3_file base;
    disk *disk;
    disk_file *file; /* NULL: not watched */
    sqlite3_file *real;
} shim;

/* ---- what is remembered of a file ---- */

static disk_file *find_file(disk *d, const char *path)
{
    for (int i = 0; i < DISK_FILES_MAX; i++)
        if (strcmp(d->files[i].path, path) == 0)
            return &d->files[i];
    return NULL;
}

static disk_file *add_file(disk *d, const char *path)
{
    disk_file *file = find_file(d, path);
    if (file != NULL)
        return file;
    file = find_file(d, "");
    assert(file != NULL && strlen(path) < sizeof file->path);
    strcpy(file->path, path);
    return file;
}

static void forget_changes(disk_file *file)
{
    for (size_t i = 0; i < file->change_count; i++)
        free(file->changes[i].bytes);
    file->change_count = 0;
}

static void forget_file(disk_file *file)
{
    forget_changes(file);
    free(file->changes);
    free(file->kept);
    *file = (disk_file){.path = ""};
}

static void note_change(disk_file *file, size_t offset, const void *bytes, size_t size)
{
    if (file->change_count == file->change_room) {
        file->change_room = file->change_room * 2 + 16;
        file->changes = realloc(file->changes, file->change_room * sizeof *file->changes);
        assert(file->changes != NULL);
    }
    disk_change change = {offset, size, NULL};
    if (bytes != NULL) {
        change.bytes = malloc(size + 1);
        assert(change.bytes != NULL);
        memcpy(change.bytes, bytes, size);
    }
    file->changes[file->change_count++] = change;
}

static void resize(disk_file *file, size_t size)
{
    uint8_t *grown = realloc(file->kept, size + 1);
    assert(grown != NULL);
    if (size > file->kept_size)
        memset(grown + file->kept_size, 0, size - file->kept_size);
    file->kept = grown;
    file->kept_size = size;
}

static void keep_piece(disk_file *file, const disk_change *change, size_t at, size_t size)
{
    if (change->offset + at + size > file->kept_size)
        resize(file, change->offset + at + size);
    memcpy(file->kept + change->offset + at, change->bytes + at, size);
}

static bool chance(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state >> 60 & 1) != 0;
}

/* Makes the changes last: all of them, or with a state of chance, some. */
static void keep_changes(disk_file *file, uint64_t *state)
{
    for (size_t i = 0; i < file->change_count; i++) {
        const disk_change *change = &file->changes[i];
        if (change->bytes == NULL) {
            if (state == NULL || chance(state))
                resize(file, change->offset);
            continue;
        }
        for (size_t at = 0; at < change->size;) {
            size_t size = DISK_SECTOR - (change->offset + at) % DISK_SECTOR;
            size = size < change->size - at ? size : change->size - at;
            if (state == NULL || chance(state))
                keep_piece(file, change, at, size);
            at += size;
        }
    }
    forget_changes(file);
}

/* ---- requests ---- */

static bool fails(disk *d)
{
    long number = d->count++;
    bool failing = d->fail_at >= 0 && (number == d->fail_at || (d->for_good && number > d->fail_at));
    d->failed = d->failed || failing;
    return failing;
}

static shim *shim_of(sqlite3_file *file)
{
    return (shim *)file;
}

static int shim_close(sqlite3_file *file)
{
    return shim_of(file)->real->pMethods->xClose(shim_of(file)->real);
}

static int shim_read(sqlite3_file *file, void *ret, int size, sqlite3_int64 offset)
{
    return shim_of(file)->real->pMethods->xRead(shim_of(file)->real, ret, size, offset);
}

static int shim_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    shim *s = shim_of(file);
    bool failing = fails(s->disk);
    /* The write during which the power goes may have reached the disk in part. */
    if (s->file != NULL)
        note_change(s->file, (size_t)offset, bytes, (size_t)size);
    return failing ? s->disk->code : s->real->pMethods->xWrite(s->real, bytes, size, offset);
}

static int shim_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    shim *s = shim_of(file);
    if (fails(s->disk))
        return s->disk->code;
    if (s->file != NULL)
        note_change(s->file, (size_t)size, NULL, 0);
    return s->real->pMethods->xTruncate(s->real, size);
}

static int shim_sync(sqlite3_file *file, int flags)
{
    shim *s = shim_of(file);
    (void)flags; /* the real disk need not be bothered: the power of this machine stays on */
    if (fails(s->disk))
        return s->disk->code;
    if (s->disk->sync_ms > 0)
        nanosleep(&(struct timespec){.tv_sec = s->disk->sync_ms / 1000, .tv_nsec = s->disk->sync_ms % 1000 * 1000000}, NULL);
    if (s->file != NULL)
        keep_changes(s->file, NULL);
    return SQLITE_OK;
}

static int shim_size(sqlite3_file *file, sqlite3_int64 *ret)
{
    return shim_of(file)->real->pMethods->xFileSize(shim_of(file)->real, ret);
}

static int shim_lock(sqlite3_file *file, int level)
{
    return shim_of(file)->real->pMethods->xLock(shim_of(file)->real, level);
}

static int shim_unlock(sqlite3_file *file, int level)
{
    return shim_of(file)->real->pMethods->xUnlock(shim_of(file)->real, level);
}

static int shim_reserved(sqlite3_file *file, int *ret)
{
    return shim_of(file)->real->pMethods->xCheckReservedLock(shim_of(file)->real, ret);
}

static int shim_control(sqlite3_file *file, int what, void *argument)
{
    return shim_of(file)->real->pMethods->xFileControl(shim_of(file)->real, what, argument);
}

static int shim_sector(sqlite3_file *file)
{
    return shim_of(file)->real->pMethods->xSectorSize(shim_of(file)->real);
}

static int shim_traits(sqlite3_file *file)
{
    return shim_of(file)->real->pMethods->xDeviceCharacteristics(shim_of(file)->real);
}

/* Version 1: no shared memory, which a store that has its file alone does without. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_reserved,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector,
    .xDeviceCharacteristics = shim_traits,
};

static int shim_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *ret_flags)
{
    disk *d = vfs->pAppData;
    shim *s = shim_of(file);
    *s = (shim){.disk = d, .real = (sqlite3_file *)(s + 1)};
    int code = d->real->xOpen(d->real, path, s->real, flags, ret_flags);
    if (code == SQLITE_OK) {
        s->base.pMethods = &methods;
        s->file = d->watched && path != NULL ? add_file(d, path) : NULL;
    }
    return code;
}

static int shim_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    disk *d = vfs->pAppData;
    disk_file *file = find_file(d, path);
    if (fails(d))
        return d->code;
    if (file != NULL)
        forget_file(file);
    return d->real->xDelete(d->real, path, sync);
}

/* ---- the disk ---- */

void disk_install(disk *d, bool watched)
{
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    *d = (disk){.vfs = *real, .real = real, .watched = watched, .fail_at = -1};
    d->vfs.zName = "felt-test-disk";
    d->vfs.szOsFile = (int)sizeof(shim) + real->szOsFile;
    d->vfs.pAppData = d;
    d->vfs.xOpen = shim_open;
    d->vfs.xDelete = shim_delete;
    sqlite3_vfs_register(&d->vfs, 1);
}

void disk_remove(disk *d)
{
    sqlite3_vfs_unregister(&d->vfs);
    sqlite3_vfs_register(d->real, 1);
    for (int i = 0; i < DISK_FILES_MAX; i++)
        forget_file(&d->files[i]);
}

void disk_fail(disk *d, long at, bool for_good, int code)
{
    d->count = 0;
    d->fail_at = at;
    d->for_good = for_good;
    d->code = code;
    d->failed = false;
}

void disk_mend(disk *d)
{
    d->fail_at = -1;
}

void disk_slow(disk *d, long ms)
{
    d->sync_ms = ms;
}

void disk_reboot(disk *d, uint64_t seed)
{
    uint64_t state = seed;
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        disk_file *file = &d->files[i];
        if (file->path[0] == '\0')
            continue;
        keep_changes(file, &state);
        FILE *real = fopen(file->path, "wb");
        assert(real != NULL);
        size_t written = file->kept_size == 0 ? 0 : fwrite(file->kept, 1, file->kept_size, real);
        assert(written == file->kept_size && fclose(real) == 0);
        (void)written;
    }
}
