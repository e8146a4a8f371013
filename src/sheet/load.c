/* src/sheet/load.c - a sheet from a file. */
#include <errno.h>
#include <fcntl.h>
#include <felt/sheet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static felt_status refuse(felt_error *error, felt_status status, const char *path, const char *why)
{
    felt_error_set(error, status, -1, "cannot be read: %s", why);
    if (error != NULL)
        snprintf(error->file, sizeof error->file, "%s", path);
    return status;
}

static felt_status refuse_errno(felt_error *error, const char *path)
{
    char why[128] = "input failed";
    felt_status status = errno == ENOENT ? FELT_ENOTFOUND : FELT_EIO;
    if (errno != 0)
        strerror_r(errno, why, sizeof why);
    return refuse(error, status, path, why);
}

/* Opens a file of bytes. Without O_NONBLOCK a pipe that nobody writes to would be waited for. */
static felt_status open_regular(const char *path, int *ret, felt_error *error)
{
    struct stat info;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return refuse_errno(error, path);
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode)) {
        *ret = file;
        return FELT_OK;
    }
    close(file);
    return refuse(error, FELT_EIO, path, "it is no regular file");
}

/* Reads what is left of the file, at most `size` bytes. -1: it failed, and errno says why. */
static ptrdiff_t read_all(int file, char *ret, size_t size)
{
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(file, ret + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        length += (size_t)got;
    }
    return (ptrdiff_t)length;
}

static felt_status read_sheet(const char *path, char *bytes, felt_text *ret, felt_error *error)
{
    int file = -1;
    felt_status status = open_regular(path, &file, error);
    if (status != FELT_OK)
        return status;
    ptrdiff_t length = read_all(file, bytes, FELT_SHEET_BYTES_MAX + 1);
    if (length < 0)
        status = refuse_errno(error, path);
    else if (length > FELT_SHEET_BYTES_MAX)
        status = refuse(error, FELT_ELIMIT, path, "it is larger than a sheet may be");
    else
        *ret = (felt_text){bytes, (size_t)length};
    close(file);
    return status;
}

/* The first error among the diagnostics from `first` on. */
static void tell_first(const felt_diags *diags, int first, const char *path, felt_error *error)
{
    if (error == NULL)
        return;
    felt_error_set(error, FELT_ESHEET, -1, "the sheet does not compile");
    snprintf(error->file, sizeof error->file, "%s", path);
    for (int i = first; i < diags->count; i++) {
        const felt_diag *diag = &diags->list[i];
        if (diag->severity != FELT_ERROR)
            continue;
        felt_error_set(error, FELT_ESHEET, -1, "%.*s", FELT_TEXT_ARGS(diag->message));
        snprintf(error->file, sizeof error->file, "%s", path);
        error->line = (uint64_t)diag->line;
        error->column = diag->column;
        return;
    }
}

felt_status felt_sheet_load(felt_arena *arena, const char *path, felt_diags *diags, const felt_sheet **ret, felt_error *error)
{
    felt_diags own = felt_diags_in(arena);
    felt_text text;
    if (diags == NULL)
        diags = &own;
    int first = diags->count;
    char *bytes = malloc(FELT_SHEET_BYTES_MAX + 1);
    felt_status status = bytes == NULL ? refuse(error, FELT_ENOMEM, path, "out of memory") : read_sheet(path, bytes, &text, error);
    if (status == FELT_OK) {
        status = felt_sheet_compile(arena, felt_text_from(path), text, diags, ret);
        if (status == FELT_ESHEET)
            tell_first(diags, first, path, error);
        else if (status != FELT_OK)
            refuse(error, status, path, felt_status_text(status));
    }
    free(bytes);
    return status;
}
