/* tests/store/files.h - files of SQLite for the tests of stores. To be included after cmocka.h. */
#ifndef FELT_TESTS_STORE_FILES_H
#define FELT_TESTS_STORE_FILES_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The address of a store that does not exist yet, in a folder of its own. */
static inline void file_fresh(char ret_address[256])
{
    char folder[] = "/tmp/felt-store-XXXXXX";
    assert_non_null(mkdtemp(folder));
    snprintf(ret_address, 256, "sqlite:%s/store", folder);
}

static inline const char *file_path(const char *address)
{
    return address + strlen("sqlite:");
}

static inline void file_drop(const char *address)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal", ".part", ".part-journal", ".part-wal"};
    char path[300];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", file_path(address), endings[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s", file_path(address));
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

#endif
