/* src/cli/load.c - files, and sheets by name or path. */
#include "cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHIPPED_MAX = 1024 };

static felt_status read_stream(FILE *file, felt_arena *arena, size_t most, felt_text *ret)
{
    size_t capacity = 64 << 10, length = 0;
    char *bytes = NULL;
    for (;;) {
        char *more = felt_arena_take(arena, capacity, 1);
        if (more == NULL)
            return FELT_ENOMEM;
        if (length > 0)
            memcpy(more, bytes, length);
        bytes = more;
        length += fread(bytes + length, 1, capacity - length, file);
        if (length < capacity)
            break;
        if (length > most)
            return FELT_ELIMIT;
        capacity *= 2;
    }
    *ret = (felt_text){bytes, length};
    return ferror(file) ? FELT_EIO : length > most ? FELT_ELIMIT : FELT_OK;
}

bool cli_note_input(cli *c, int descriptor)
{
    struct stat info;
    if (fstat(descriptor, &info) != 0)
        return true; /* what reads it will find out */
    if (c->input_count == c->input_capacity) {
        int capacity = c->input_capacity == 0 ? 16 : 2 * c->input_capacity;
        cli_input *inputs = realloc(c->inputs, (size_t)capacity * sizeof *inputs);
        if (inputs == NULL)
            return false;
        c->inputs = inputs;
        c->input_capacity = capacity;
    }
    c->inputs[c->input_count++] = (cli_input){info.st_dev, info.st_ino};
    return true;
}

int cli_open_descriptor(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int flags = descriptor < 0 ? -1 : fcntl(descriptor, F_GETFL);
    if (descriptor < 0 || (flags >= 0 && fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) == 0))
        return descriptor;
    int why = errno;
    close(descriptor);
    errno = why;
    return -1;
}

FILE *cli_open(const char *path)
{
    int descriptor = cli_open_descriptor(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    int why = errno;
    if (file == NULL && descriptor >= 0)
        close(descriptor);
    errno = why;
    return file;
}

/* FELT_EIO: *ret_why says why. */
static felt_status read_file(cli *c, FILE *file, felt_arena *arena, size_t most, const char **ret_why, felt_text *ret)
{
    struct stat info;
    bool known = fstat(fileno(file), &info) == 0;
    *ret_why = known && S_ISDIR(info.st_mode) ? "it is a folder" : "input failed";
    if (known && S_ISDIR(info.st_mode))
        return FELT_EIO;
    felt_status status = cli_note_input(c, fileno(file)) ? read_stream(file, arena, most, ret) : FELT_ENOMEM;
    if (status != FELT_OK || ret->length > 0 || file == stdin || !known || !S_ISFIFO(info.st_mode))
        return status;
    *ret_why = "it is a pipe, and nothing comes out of it";
    return FELT_EIO;
}

felt_status cli_read(cli *c, felt_arena *arena, const char *path, size_t most, felt_text *ret)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : cli_open(path);
    if (file == NULL) {
        cli_complain(c, "cannot read %s: %s", path, strerror(errno));
        return FELT_EIO;
    }
    const char *why;
    felt_status status = read_file(c, file, arena, most, &why, ret);
    if (!standard)
        fclose(file);
    if (status == FELT_EIO)
        cli_complain(c, "cannot read %s: %s", path, why);
    else if (status == FELT_ELIMIT)
        cli_complain(c, "%s is too large: at most %zu bytes are read", path, most);
    else if (status != FELT_OK)
        cli_complain(c, "cannot read %s: %s", path, felt_status_text(status));
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int complain_none(cli *c)
{
    cli_complain(c, "there are no shipped sheets%s%s; set FELT_RULES to the folder that holds them", c->rules == NULL ? "" : " in ",
                 c->rules == NULL ? "" : c->rules);
    return -1;
}

/* Is there something at `path` that is no file, such as a pipe, on which a reader would wait for ever? A link to nothing is not: somebody
 * meant a sheet by it, and reading it says what is wrong. */
static bool is_no_file(int folder, const char *path)
{
    struct stat info;
    return fstatat(folder, path, &info, 0) == 0 && !S_ISREG(info.st_mode);
}

/* The names of the files of a folder that end in `suffix`, without it, in order; -1: the folder cannot be read, -2: no memory. */
static int list_files(felt_arena *arena, const char *path, const char *suffix, const char ***ret)
{
    DIR *folder = path == NULL ? NULL : opendir(path);
    if (folder == NULL)
        return -1;
    const char **names = felt_arena_take(arena, SHIPPED_MAX, sizeof *names);
    size_t end = strlen(suffix);
    int count = 0;
    for (struct dirent *entry; names != NULL && count < SHIPPED_MAX && (entry = readdir(folder)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length <= end || strcmp(entry->d_name + length - end, suffix) != 0 || is_no_file(dirfd(folder), entry->d_name))
            continue;
        felt_text name = felt_arena_copy(arena, (felt_text){entry->d_name, length - end});
        if (name.bytes == NULL)
            break;
        names[count++] = name.bytes;
    }
    closedir(folder);
    if (names == NULL)
        return -2;
    qsort(names, (size_t)count, sizeof *names, by_name);
    *ret = names;
    return count;
}

int cli_shipped(cli *c, felt_arena *arena, const char ***ret)
{
    int count = list_files(arena, c->rules, ".felt", ret);
    if (count == -2)
        cli_complain(c, "out of memory");
    return count > 0 || count == -2 ? count : complain_none(c);
}

int cli_shipped_strategies(const cli *c, felt_arena *arena, const char ***ret)
{
    int count = list_files(arena, c->strategies, CLI_STRATEGY_SUFFIX, ret);
    return count < 0 ? 0 : count;
}

static void complain_unknown(cli *c, felt_arena *arena, const char *name)
{
    const char **names;
    felt_near near = felt_near_to(felt_text_from(name));
    int count = cli_shipped(c, arena, &names);
    for (int i = 0; i < count; i++)
        felt_near_try(&near, felt_text_from(names[i]));
    if (count < 0)
        return;
    if (near.nearest.length > 0)
        cli_complain(c, "there is no shipped sheet '%s'; did you mean '%.*s'?", name, FELT_TEXT_ARGS(near.nearest));
    else
        cli_complain(c, "there is no shipped sheet '%s'; 'felt list' names them, and a path ends in .felt or has a /", name);
}

const char *cli_path_from_here(const char *path)
{
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) == NULL ? 0 : strlen(here);
    return length > 0 && strncmp(path, here, length) == 0 && path[length] == '/' && path[length + 1] != '/' ? path + length + 1 : path;
}

const char *cli_sheet_path(cli *c, felt_arena *arena, const char *name)
{
    size_t length = strlen(name);
    if (strchr(name, '/') != NULL || strcmp(name, "-") == 0 || (length > 5 && strcmp(name + length - 5, ".felt") == 0))
        return name;
    if (c->rules != NULL) {
        struct stat info;
        felt_text path = felt_arena_print(arena, "%s/%s.felt", c->rules, name);
        if (path.bytes != NULL && lstat(path.bytes, &info) == 0 && !is_no_file(AT_FDCWD, path.bytes))
            return cli_path_from_here(path.bytes);
    }
    complain_unknown(c, arena, name);
    return NULL;
}

felt_status cli_load(cli *c, felt_arena *arena, const char *name, felt_diags *diags, const felt_sheet **ret)
{
    const char *path = cli_sheet_path(c, arena, name);
    felt_text text;
    if (path == NULL)
        return FELT_ENOTFOUND;
    felt_status status = cli_read(c, arena, path, FELT_SHEET_BYTES_MAX, &text);
    if (status != FELT_OK)
        return status;
    bool named = strcmp(path, "-") == 0 && c->input_name != NULL;
    return felt_sheet_compile(arena, felt_text_from(named ? c->input_name : path), text, diags, ret);
}

/* Loads one sheet and prints what is wrong with it. */
static cli_exit load_one(cli *c, felt_arena *arena, const char *name, const felt_sheet **ret)
{
    felt_diags diags = felt_diags_in(arena);
    felt_status status = cli_load(c, arena, name, &diags, ret);
    cli_print_diags(c, &diags);
    if (status == FELT_ENOMEM)
        cli_complain(c, "%s: out of memory", name);
    return status == FELT_OK ? CLI_DONE : status == FELT_ESHEET ? CLI_SHEET : status == FELT_ENOTFOUND ? CLI_USAGE : CLI_DATA;
}

cli_exit cli_load_all(cli *c, felt_arena *arena, int count, char **names, const felt_sheet ***ret, int *ret_count)
{
    const char **list = (const char **)names;
    if (count == 0)
        count = cli_shipped(c, arena, &list);
    if (count < 0)
        return CLI_DATA;
    const felt_sheet **sheets = felt_arena_take(arena, (size_t)count + 1, sizeof *sheets);
    cli_exit worst = sheets == NULL ? CLI_DATA : CLI_DONE;
    for (int i = 0; sheets != NULL && i < count; i++) {
        cli_exit code = load_one(c, arena, list[i], &sheets[i]);
        worst = worst == CLI_DONE ? code : worst;
    }
    *ret = sheets;
    *ret_count = count;
    return worst;
}
