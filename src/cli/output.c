/* src/cli/output.c - files that the program writes: complete or not there, and never in the place of one that it has read. */
#include "cli.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the temporary file and signals ---- */

/* A signal that ends the program must take the unfinished file away, and a handler is given nothing but the signal's number. So the name
 * of that file, of which there is one at most, is kept here, and whether there is one. Both change only while these signals are held. */
static char unfinished[PATH_MAX];
static volatile sig_atomic_t is_unfinished;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};

static void take_away(int signal)
{
    if (is_unfinished)
        unlink(unfinished);
    raise(signal); /* its usual effect, which SA_RESETHAND has brought back, once the handler has returned */
}

static void hold_signals(sigset_t *ret_before)
{
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaddset(&held, ending[i]);
    pthread_sigmask(SIG_BLOCK, &held, ret_before);
}

/* A signal that whoever started the program has ignored stays so. */
static void catch_signals(void)
{
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction before, catches = {.sa_handler = take_away, .sa_flags = (int)SA_RESETHAND};
        sigfillset(&catches.sa_mask);
        if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(ending[i], &catches, NULL);
    }
}

/* A new file in the folder of `path`, with a name that is short whatever that of `path` is; -1 when there can be none. */
static int create_unfinished(const char *path)
{
    static const char name[] = ".felt-XXXXXX";
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    assert(!is_unfinished);
    if (folder + sizeof name > sizeof unfinished) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(unfinished, path, folder);
    memcpy(unfinished + folder, name, sizeof name);
    sigset_t before;
    hold_signals(&before);
    int descriptor = mkstemp(unfinished);
    is_unfinished = descriptor >= 0;
    catch_signals();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return descriptor;
}

/* The unfinished file takes its name (NULL: it is taken away). */
static bool end_unfinished(const char *path)
{
    sigset_t before;
    hold_signals(&before);
    bool good = path == NULL || rename(unfinished, path) == 0;
    int why = errno;
    if (path == NULL || !good)
        unlink(unfinished);
    is_unfinished = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return good;
}

/* ---- what may be written ---- */

static bool is_input(const cli *c, const struct stat *info)
{
    for (int i = 0; i < c->input_count && S_ISREG(info->st_mode); i++)
        if (c->inputs[i].device == info->st_dev && c->inputs[i].inode == info->st_ino)
            return true;
    return false;
}

cli_exit cli_output_verify(cli *c, const char *path)
{
    struct stat info;
    bool standard = strcmp(path, "-") == 0;
    bool there = standard ? fstat(STDOUT_FILENO, &info) == 0 : stat(path, &info) == 0;
    if (!there || !is_input(c, &info))
        return CLI_DONE;
    if (standard)
        return cli_usage(c, "standard output is a file that is read; expected another file");
    return cli_usage(c, "%s is read: what is made from it must not take its place; expected another file", path);
}

/* Would the two be written into one file? By whatever name: a link, or another way to the same folder. */
static bool are_same(const char *a, const char *b)
{
    struct stat first, second;
    char folders[2][PATH_MAX], real[2][PATH_MAX];
    const char *paths[] = {a, b}, *names[2];
    bool there = stat(a, &first) == 0, other = stat(b, &second) == 0;
    if (there && other) /* into a device or a pipe both may go */
        return S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    if (there != other)
        return false;
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(paths[i], '/');
        names[i] = slash == NULL ? paths[i] : slash + 1;
        int length = slash == NULL ? snprintf(folders[i], PATH_MAX, ".")
                                   : snprintf(folders[i], PATH_MAX, "%.*s", (int)(names[i] - paths[i]), paths[i]);
        if (length < 0 || length >= PATH_MAX || realpath(folders[i], real[i]) == NULL)
            return strcmp(a, b) == 0;
    }
    return strcmp(names[0], names[1]) == 0 && strcmp(real[0], real[1]) == 0;
}

cli_exit cli_outputs_verify(cli *c, const cli_named_output *outputs, int count)
{
    struct stat standard, info;
    bool to_file = fstat(STDOUT_FILENO, &standard) == 0 && S_ISREG(standard.st_mode);
    for (int i = 0; i < count; i++) {
        if (outputs[i].path == NULL)
            continue;
        if (to_file && stat(outputs[i].path, &info) == 0 && info.st_dev == standard.st_dev && info.st_ino == standard.st_ino)
            return cli_usage(c, "%s %s is where standard output goes; expected another file", outputs[i].option, outputs[i].path);
        for (int k = 0; k < i; k++)
            if (outputs[k].path != NULL && are_same(outputs[i].path, outputs[k].path))
                return cli_usage(c, "%s %s and %s %s are one file; expected two", outputs[k].option, outputs[k].path, outputs[i].option,
                                 outputs[i].path);
    }
    return CLI_DONE;
}

/* ---- files ---- */

static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A file beside o->path, with the permissions of the one that it will replace. */
static FILE *open_beside(cli_output *o, mode_t mode)
{
    int descriptor = create_unfinished(o->path);
    if (descriptor < 0)
        return NULL;
    o->replaces = true;
    FILE *file = fchmod(descriptor, mode) != 0 ? NULL : fdopen(descriptor, "wb");
    if (file == NULL) {
        int why = errno;
        close(descriptor);
        end_unfinished(NULL);
        errno = why;
    }
    return file;
}

/* Is it the file that standard output goes to, as /dev/stdout may be? To replace it would lose what is there already. */
static bool is_standard_output(const struct stat *info)
{
    struct stat standard;
    return fstat(STDOUT_FILENO, &standard) == 0 && standard.st_dev == info->st_dev && standard.st_ino == info->st_ino;
}

static FILE *open_standard_output(void)
{
    int descriptor = dup(STDOUT_FILENO);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (file == NULL && descriptor >= 0)
        close(descriptor);
    return file;
}

static bool open_output(const char *path, cli_output *ret)
{
    struct stat info;
    char real[PATH_MAX];
    bool is_there = stat(path, &info) == 0, is_file = is_there && S_ISREG(info.st_mode);
    *ret = (cli_output){.name = path, .was_there = is_file};
    ret->path = strdup(is_file && realpath(path, real) != NULL ? real : path); /* a link stays a link */
    if (ret->path == NULL)
        return false;
    if (is_file && is_standard_output(&info))
        ret->file = open_standard_output();
    else if (is_there && !is_file)
        ret->file = fopen(ret->path, "wb"); /* a device or a pipe: there is nothing to replace */
    else if (!is_file || access(ret->path, W_OK) == 0)
        ret->file = open_beside(ret, is_file ? info.st_mode & 07777 : usual_mode());
    return ret->file != NULL;
}

static cli_exit open_or_complain(cli *c, const char *path, cli_output *ret)
{
    struct stat info;
    if (lstat(path, &info) == 0 && stat(path, &info) != 0 && errno == ENOENT) { /* what it leads to has no folder known to be there */
        cli_complain(c, "cannot write %s: it is a link to nothing", path);
        return CLI_DATA;
    }
    if (open_output(path, ret))
        return CLI_DONE;
    cli_complain(c, "cannot write %s: %s", path, strerror(errno));
    free(ret->path);
    return CLI_DATA;
}

cli_exit cli_output_open(cli *c, const char *path, cli_output *ret)
{
    cli_exit code = cli_output_verify(c, path);
    return code == CLI_DONE ? open_or_complain(c, path, ret) : code;
}

cli_exit cli_output_close(cli *c, cli_output *o)
{
    bool good = !ferror(o->file) && fflush(o->file) == 0 && (!o->replaces || fsync(fileno(o->file)) == 0);
    int why = errno; /* of an earlier write that failed, the caller's */
    if (fclose(o->file) != 0 && good) {
        good = false;
        why = errno;
    }
    if (o->replaces && !end_unfinished(good ? o->path : NULL)) {
        good = false;
        why = errno;
    }
    if (!good)
        cli_complain(c, "cannot write %s: %s", o->name, strerror(why));
    free(o->path);
    return good ? CLI_DONE : CLI_DATA;
}

void cli_output_drop(cli *c, cli_output *o)
{
    fclose(o->file);
    if (o->replaces) {
        end_unfinished(NULL);
        cli_complain(c, o->was_there ? "%s is left as it was" : "%s is not written", o->name);
    }
    free(o->path);
}

static cli_exit write_and_close(cli *c, felt_text bytes, cli_output *o)
{
    fwrite(bytes.bytes, 1, bytes.length, o->file); /* a failure is seen when it is closed */
    return cli_output_close(c, o);
}

cli_exit cli_write_file(cli *c, const char *path, felt_text bytes)
{
    cli_output o;
    cli_exit code = cli_output_open(c, path, &o);
    return code == CLI_DONE ? write_and_close(c, bytes, &o) : code;
}

cli_exit cli_rewrite_file(cli *c, const char *path, felt_text bytes)
{
    cli_output o;
    cli_exit code = open_or_complain(c, path, &o);
    return code == CLI_DONE ? write_and_close(c, bytes, &o) : code;
}
