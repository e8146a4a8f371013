/* src/serve/files.c - the page's files, read once when the server starts: what is served is what was there then, and nothing else. */
#include "base/hash.h"
#include "server.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 256, FILE_BYTES_MAX = 8 << 20, PATH_BYTES = 512, DEPTH_MAX = 4 };

struct web_file {
    char path[PATH_BYTES]; /* "/assets/index.js" */
    char etag[40];
    const char *type;
    bool lasting; /* its name changes with what is in it */
    char *bytes;
    size_t size;
};

static const char page_policy[] = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
                                  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".woff2", "font/woff2"},
        {".json", "application/json"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *ending = strrchr(name, '.');
    for (size_t i = 0; ending != NULL && i < sizeof types / sizeof *types; i++)
        if (strcmp(ending, types[i][0]) == 0)
            return types[i][1];
    return NULL;
}

static felt_status read_file(const char *path, web_file *ret, felt_error *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return felt_error_set(error, FELT_EIO, -1, "%s: %s", path, strerror(errno));
    ret->bytes = malloc(FILE_BYTES_MAX + 1);
    ret->size = ret->bytes == NULL ? 0 : fread(ret->bytes, 1, FILE_BYTES_MAX + 1, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (ret->bytes == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    if (failed || ret->size > FILE_BYTES_MAX)
        return felt_error_set(error, FELT_EIO, -1, "%s: it cannot be read, or is larger than %d bytes", path, (int)FILE_BYTES_MAX);
    char *exact = realloc(ret->bytes, ret->size + 1);
    ret->bytes = exact == NULL ? ret->bytes : exact;
    uint8_t hash[HASH_BYTES];
    char digits[2 * HASH_BYTES + 1];
    hash_of(ret->bytes, ret->size, hash);
    hash_digits(hash, digits);
    snprintf(ret->etag, sizeof ret->etag, "\"%.32s\"", digits);
    return FELT_OK;
}

static felt_status add_file(server *s, const char *path, const char *name, felt_error *error)
{
    const char *type = type_of(name);
    if (type == NULL)
        return FELT_OK;
    if (s->file_count == FILES_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "%s: more than %d files", s->options->web, (int)FILES_MAX);
    web_file *f = &s->files[s->file_count++];
    snprintf(f->path, sizeof f->path, "%s", name);
    f->type = type;
    f->lasting = strncmp(name, "/assets/", 8) == 0;
    return read_file(path, f, error);
}

static felt_status add_folder(server *s, const char *path, const char *name, int depth, felt_error *error)
{
    DIR *folder = opendir(path);
    if (folder == NULL)
        return felt_error_set(error, FELT_EIO, -1, "%s: %s; build the page, or start without it", path, strerror(errno));
    felt_status status = FELT_OK;
    for (struct dirent *entry; status == FELT_OK && (entry = readdir(folder)) != NULL;) {
        char below[PATH_BYTES], shown[PATH_BYTES];
        struct stat info;
        if (entry->d_name[0] == '.')
            continue;
        int length = snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        int other = snprintf(shown, sizeof shown, "%s/%s", name, entry->d_name);
        if (length >= PATH_BYTES || other >= PATH_BYTES)
            status = felt_error_set(error, FELT_ELIMIT, -1, "%s: a name below it is too long", path);
        else if (stat(below, &info) == 0 && S_ISREG(info.st_mode))
            status = add_file(s, below, shown, error);
        else if (stat(below, &info) == 0 && S_ISDIR(info.st_mode) && depth < DEPTH_MAX)
            status = add_folder(s, below, shown, depth + 1, error);
    }
    closedir(folder);
    return status;
}

felt_status files_open(server *s, felt_error *error)
{
    if (s->options->web == NULL)
        return FELT_OK;
    s->files = calloc(FILES_MAX, sizeof *s->files);
    if (s->files == NULL)
        return felt_error_set(error, FELT_ENOMEM, -1, "out of memory");
    return add_folder(s, s->options->web, "", 0, error);
}

void files_close(server *s)
{
    for (int i = 0; i < s->file_count; i++)
        free(s->files[i].bytes);
    free(s->files);
}

bool files_answer(server *s, net_exchange exchange, const net_request *request)
{
    felt_text path = felt_text_is(request->path, "/") ? felt_text_from("/index.html") : request->path;
    if (request->method != NET_GET && request->method != NET_HEAD)
        return false;
    for (int i = 0; i < s->file_count; i++) {
        const web_file *f = &s->files[i];
        if (!felt_text_is(path, f->path))
            continue;
        net_respond(s->net, exchange,
                    &(net_reply){.status = 200,
                                 .type = f->type,
                                 .cache = f->lasting ? "public, max-age=31536000, immutable" : "no-cache",
                                 .etag = felt_text_from(f->etag),
                                 .policy = felt_text_from(page_policy),
                                 .body = {f->bytes, f->size}});
        return true;
    }
    return false;
}
