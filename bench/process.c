/* bench/process.c - see process.h. */
#include "process.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct figures {
    int parent;
    double used_s;
} figures;

long process_resident_bytes(pid_t process)
{
    char path[64];
    long pages = 0, all = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
    FILE *file = fopen(path, "r");
    if (file == NULL || fscanf(file, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static figures look(pid_t process)
{
    char path[64], text[512] = "";
    unsigned long user = 0, system = 0;
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    const char *at = file != NULL && fgets(text, sizeof text, file) != NULL ? strrchr(text, ')') : NULL;
    if (at == NULL || sscanf(at, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &parent, &user, &system) != 3)
        user = system = 0;
    if (file != NULL)
        fclose(file);
    return (figures){parent, (double)(user + system) / (double)sysconf(_SC_CLK_TCK)};
}

double process_used_s(pid_t process)
{
    return look(process).used_s;
}

double process_family_used_s(pid_t one)
{
    int parent = look(one).parent;
    double sum = parent > 1 ? look(parent).used_s : 0;
    DIR *folder = parent > 1 ? opendir("/proc") : NULL;
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        pid_t process = (pid_t)strtol(entry->d_name, NULL, 10);
        figures found = process > 0 ? look(process) : (figures){0, 0};
        if (process > 0 && found.parent == parent)
            sum += found.used_s;
    }
    if (folder != NULL)
        closedir(folder);
    return sum;
}
