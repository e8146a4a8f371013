/* fuzz/replay.c - runs a fuzz target over a folder of kept inputs, so that what once went wrong stays mended. Prints TAP.
 *
 * A missing folder is an empty one. An input that makes the target crash ends the program, which the tally counts as a failure. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { INPUT_BYTES_MAX = 4 << 20, PATH_BYTES_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path, uint8_t *buffer)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        return 0;
    }
    size_t size = fread(buffer, 1, INPUT_BYTES_MAX, file);
    int complete = feof(file) && !ferror(file);
    fclose(file);
    if (!complete) {
        return 0;
    }
    /* A copy of just the right size: the sanitizer then sees a read past the end. */
    uint8_t *data = malloc(size ? size : 1);
    if (!data) {
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        data[i] = buffer[i];
    }
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static int replay_folder(const char *folder, DIR *dir, uint8_t *buffer)
{
    int count = 0;
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        char path[PATH_BYTES_MAX];
        if (entry->d_name[0] == '.') {
            continue;
        }
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        int done = length > 0 && length < PATH_BYTES_MAX && replay(path, buffer);
        printf("%s %d - %s\n", done ? "ok" : "not ok", ++count, entry->d_name);
        fflush(stdout);
    }
    return count;
}

int main(int argc, char **argv)
{
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    if (!dir) {
        printf("1..0 # SKIP no kept inputs\n");
        return 0;
    }
    uint8_t *buffer = malloc(INPUT_BYTES_MAX);
    if (!buffer) {
        printf("Bail out! no memory\n");
        closedir(dir);
        return 1;
    }
    int count = replay_folder(argv[1], dir, buffer);
    printf("1..%d\n", count);
    free(buffer);
    closedir(dir);
    return 0;
}
