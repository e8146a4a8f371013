/* tests/store/vfs.h - a disk for SQLite that fails when it is told to, and one that loses its power.
 *
 * Writes, truncations, syncs and removals are counted. A disk can be slow. One of them fails, alone or with all after it. A disk that is
 * watched remembers what was written to each file since it was last synced; after a power loss, of that every sector of 512 bytes is there
 * or not. */
#ifndef FELT_TESTS_STORE_VFS_H
#define FELT_TESTS_STORE_VFS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DISK_FILES_MAX = 8, DISK_PATH_BYTES = 512, DISK_SECTOR = 512 };

/* A write that was not synced, or with no bytes a truncation to `offset`. */
typedef struct disk_change {
    size_t offset, size;
    uint8_t *bytes;
} disk_change;

typedef struct disk_file {
    char path[DISK_PATH_BYTES];
    uint8_t *kept; /* what a power loss leaves for sure */
    size_t kept_size;
    disk_change *changes;
    size_t change_count, change_room;
} disk_file;

typedef struct disk {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    bool watched;
    long count, fail_at; /* of requests; fail_at < 0: none fails */
    bool for_good;
    int code;     /* with which it fails */
    bool failed;  /* has one? */
    long sync_ms; /* how long a sync takes */
    disk_file files[DISK_FILES_MAX];
} disk;

/* Becomes the disk of every database that is opened from now on, until disk_remove. */
void disk_install(disk *d, bool watched);
void disk_remove(disk *d);

/* From now on the first `at` requests are met, and the next fails with a result code of SQLite. */
void disk_fail(disk *d, long at, bool for_good, int code);
void disk_mend(disk *d);

/* Every sync takes so long from now on. */
void disk_slow(disk *d, long ms);

/* After a power loss, with every file closed: writes to each what of it has reached the disk, by chance, and forgets the rest. */
void disk_reboot(disk *d, uint64_t seed);

#endif
