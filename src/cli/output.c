/* src/cli/output.c - files that the program writes: complete or not there. */
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A new file beside o->path, with the permissions of the one that it will replace. */
static FILE *open_beside(cli_output *o, mode_t mode)
{
    size_t length = strlen(o->path);
    o->temporary = malloc(length + sizeof ".XXXXXX");
    if (o->temporary == NULL)
        return NULL;
    memcpy(o->temporary, o->path, length);
    memcpy(o->temporary + length, ".XXXXXX", sizeof ".XXXXXX");
    int descriptor = mkstemp(o->temporary);
    FILE *file = descriptor < 0 || fchmod(descriptor, mode) != 0 ? NULL : fdopen(descriptor, "wb");
    if (file == NULL && descriptor >= 0) {
        close(descriptor);
        unlink(o->temporary);
    }
    return file;
}

bool cli_output_open(cli *c, const char *path, cli_output *ret)
{
    struct stat info;
    char real[PATH_MAX];
    bool is_there = lstat(path, &info) == 0, is_file = is_there && stat(path, &info) == 0 && S_ISREG(info.st_mode);
    *ret = (cli_output){.path = strdup(is_file && realpath(path, real) != NULL ? real : path)}; /* a link stays a link */
    if (ret->path != NULL && is_there && !is_file)
        ret->file = fopen(ret->path, "wb"); /* a device or a pipe: there is nothing to replace */
    else if (ret->path != NULL && (!is_file || access(ret->path, W_OK) == 0))
        ret->file = open_beside(ret, is_file ? info.st_mode & 07777 : usual_mode());
    if (ret->file != NULL)
        return true;
    cli_complain(c, "cannot write %s: %s", path, strerror(errno));
    free(ret->temporary);
    free(ret->path);
    return false;
}

bool cli_output_close(cli *c, cli_output *o)
{
    bool good = fflush(o->file) == 0 && !ferror(o->file) && (o->temporary == NULL || fsync(fileno(o->file)) == 0);
    good = fclose(o->file) == 0 && good;
    good = good && (o->temporary == NULL || rename(o->temporary, o->path) == 0);
    if (!good) {
        cli_complain(c, "cannot write %s: %s", o->path, errno != 0 ? strerror(errno) : "output failed");
        if (o->temporary != NULL)
            unlink(o->temporary);
    }
    free(o->temporary);
    free(o->path);
    return good;
}

bool cli_write_file(cli *c, const char *path, felt_text bytes)
{
    cli_output o;
    if (!cli_output_open(c, path, &o))
        return false;
    fwrite(bytes.bytes, 1, bytes.length, o.file); /* a failure is seen when it is closed */
    return cli_output_close(c, &o);
}
