/* src/cli/ledger_map.c - the map of a file, from beside it, from --map-file and from the flags. */
#include "ledger_map.h"

#include <felt/arena.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static cli_exit out_of_memory(cli *c)
{
    cli_complain(c, "out of memory");
    return CLI_DATA;
}

static cli_exit read_file(cli *c, const char *path, felt_record_map *map)
{
    felt_arena *arena = felt_arena_new(4 * FELT_RECORD_MAP_BYTES_MAX);
    felt_text text;
    felt_error error;
    cli_exit code = CLI_DONE;
    if (arena == NULL)
        return out_of_memory(c);
    if (cli_read(c, arena, path, FELT_RECORD_MAP_BYTES_MAX, &text) != FELT_OK) {
        code = CLI_DATA;
    } else if (felt_record_map_read(map, text, &error) != FELT_OK) {
        cli_complain(c, "%s:%llu: %s", path, (unsigned long long)error.line, error.message);
        code = CLI_DATA;
    }
    felt_arena_free(arena);
    return code;
}

/* FILE.map, if there is one; it is said, since it decides what is read. */
static cli_exit read_beside(cli *c, const char *data, felt_record_map *map)
{
    if (strcmp(data, "-") == 0)
        return CLI_DONE;
    size_t length = strlen(data) + sizeof ".map";
    char *path = malloc(length);
    if (path == NULL)
        return out_of_memory(c);
    snprintf(path, length, "%s.map", data);
    cli_exit code = CLI_DONE;
    if (access(path, F_OK) == 0) {
        cli_complain(c, "%s is read as %s says", data, path);
        code = read_file(c, path, map);
    }
    free(path);
    return code;
}

static cli_exit set(cli *c, felt_record_map *map, const char *option, felt_text key, felt_text value)
{
    felt_error error;
    if (felt_record_map_set(map, key, value, &error) == FELT_OK)
        return CLI_DONE;
    return cli_usage(c, "%s: %s", option, error.message);
}

/* What is said of a key names it, as its option is called. */
static cli_exit set_single(cli *c, felt_record_map *map, const char *key, const char *value)
{
    felt_error error;
    if (felt_record_map_set(map, felt_text_from(key), felt_text_from(value), &error) == FELT_OK)
        return CLI_DONE;
    return cli_usage(c, "--%s", error.message);
}

static cli_exit set_flags(cli *c, const ledger_map_request *r, felt_record_map *map)
{
    const struct {
        const char *name, *value;
    } single[] = {{"--separator", r->separator}, {"--decimal", r->decimal}, {"--dice", r->dice}};
    cli_exit code = CLI_DONE;
    for (int i = 0; i < r->entries.count && code == CLI_DONE; i++) {
        const char *entry = r->entries.list[i], *equals = strchr(entry, '=');
        if (equals == NULL)
            return cli_usage(c, "found --map %s, expected FIELD=COLUMN, such as stake=Amount", entry);
        code = set(c, map, "--map", (felt_text){entry, (size_t)(equals - entry)}, felt_text_from(equals + 1));
    }
    for (size_t i = 0; i < sizeof single / sizeof *single && code == CLI_DONE; i++)
        if (single[i].value != NULL)
            code = set_single(c, map, single[i].name + 2, single[i].value);
    return code;
}

cli_exit ledger_map_open(cli *c, const ledger_map_request *r, const char *data, felt_record_map **ret)
{
    if (felt_record_map_new(ret) != FELT_OK)
        return out_of_memory(c);
    cli_exit code = read_beside(c, data, *ret);
    if (code == CLI_DONE && r->file != NULL)
        code = read_file(c, r->file, *ret);
    return code == CLI_DONE ? set_flags(c, r, *ret) : code;
}

cli_exit ledger_map_name(cli *c, felt_record_map *map, felt_text name)
{
    felt_error error;
    return felt_record_map_name(map, name, &error) == FELT_OK ? CLI_DONE : cli_usage(c, "--by: %s", error.message);
}
