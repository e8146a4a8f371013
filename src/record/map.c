/* src/record/map.c - maps: settings one by one and from a file. */
#include "map.h"

#include <stdlib.h>

/* How a name is shown in a message. */
#define SHOWN(text) (int)((text).length > 40 ? 40 : (text).length), (text).bytes

/* ---- entries ---- */

const map_entry *map_find(const felt_record_map *map, map_kind kind, felt_text ours)
{
    for (int i = 0; map != NULL && i < map->count; i++)
        if (map->entries[i].kind == kind && felt_text_equal(map->entries[i].ours, ours))
            return &map->entries[i];
    return NULL;
}

static bool copy_text(felt_text text, felt_text *ret)
{
    char *copy = malloc(text.length + 1);
    if (copy == NULL)
        return false;
    if (text.length > 0)
        memcpy(copy, text.bytes, text.length);
    copy[text.length] = '\0';
    *ret = (felt_text){copy, text.length};
    return true;
}

static felt_status add_entry(felt_record_map *map, map_kind kind, felt_text ours, felt_text theirs, felt_error *error)
{
    map_entry entry = {.kind = kind, .said = map->saying};
    map_entry *old = (map_entry *)map_find(map, kind, ours);
    if (old != NULL && old->said == map->saying && !felt_text_equal(old->theirs, theirs))
        return felt_error_set(error, FELT_EDATA, -1, "found both '%.*s' and '%.*s' for '%.*s', expected one of them", SHOWN(old->theirs),
                              SHOWN(theirs), SHOWN(ours));
    if (old == NULL && map->count == FELT_RECORD_MAP_ENTRIES_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found more than %d entries of a map", (int)FELT_RECORD_MAP_ENTRIES_MAX);
    bool copied = copy_text(ours, &entry.ours);
    if (!copied || !copy_text(theirs, &entry.theirs)) {
        if (copied)
            free((char *)entry.ours.bytes);
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    }
    if (old != NULL) {
        free((char *)old->ours.bytes);
        free((char *)old->theirs.bytes);
    }
    *(old != NULL ? old : &map->entries[map->count++]) = entry;
    return FELT_OK;
}

felt_status felt_record_map_new(felt_record_map **ret)
{
    felt_record_map *map = calloc(1, sizeof *map);
    if (map == NULL)
        return FELT_ENOMEM;
    *ret = map;
    return FELT_OK;
}

void felt_record_map_free(felt_record_map *map)
{
    for (int i = 0; map != NULL && i < map->count; i++) {
        free((char *)map->entries[i].ours.bytes);
        free((char *)map->entries[i].theirs.bytes);
    }
    if (map != NULL)
        free((char *)map->rows.bytes);
    free(map);
}

/* ---- settings ---- */

typedef struct choice {
    const char *name;
    char value;
} choice;

static const choice separators[] = {{"comma", ','}, {",", ','},   {"semicolon", ';'}, {";", ';'}, {"tab", '\t'},
                                    {"\\t", '\t'},  {"\t", '\t'}, {"pipe", '|'},      {"|", '|'}, {NULL, 0}};
static const choice decimals[] = {{"point", '.'}, {".", '.'}, {"comma", ','}, {",", ','}, {NULL, 0}};
static const choice dice[] = {{"plain", MAP_DICE_PLAIN}, {"faces", MAP_DICE_FACES}, {NULL, 0}};

static felt_status choose(felt_record_map *map, const choice *choices, const char *key, felt_text value, const char *expected, char *ret,
                          felt_error *error)
{
    for (const choice *c = choices; c->name != NULL; c++) {
        if (!felt_text_is(value, c->name))
            continue;
        const choice *first = choices; /* the first name of a value is the one that is compared and shown */
        while (first->value != c->value)
            first++;
        felt_status status = add_entry(map, MAP_SETTING, felt_text_from(key), felt_text_from(first->name), error);
        if (status == FELT_OK)
            *ret = c->value;
        return status;
    }
    return felt_error_set(error, FELT_EDATA, -1, "%s: found '%.*s', expected %s", key, (int)(value.length > 40 ? 40 : value.length),
                          value.bytes, expected);
}

/* "wager BNK" is a wager that the file calls BNK. False: the key does not begin so. */
static bool takes_value(felt_text key, const char *word, felt_text *ret)
{
    size_t length = strlen(word);
    if (key.length <= length || memcmp(key.bytes, word, length) != 0 || key.bytes[length] != ' ')
        return false;
    *ret = text_trim((felt_text){key.bytes + length, key.length - length});
    if (ret->length >= 2 && ret->bytes[0] == '"' && ret->bytes[ret->length - 1] == '"')
        *ret = (felt_text){ret->bytes + 1, ret->length - 2};
    return ret->length > 0;
}

static felt_status set_dice(felt_record_map *map, felt_text value, felt_error *error)
{
    char found = 0;
    felt_status status = choose(map, dice, "dice", value, "plain or faces", &found, error);
    if (status == FELT_OK)
        map->dice = (map_dice)found;
    return status;
}

static felt_status set_rows(felt_record_map *map, felt_text value, felt_error *error)
{
    felt_text copy;
    felt_status status = add_entry(map, MAP_SETTING, felt_text_from("rows"), value, error);
    if (status != FELT_OK)
        return status;
    if (!copy_text(value, &copy))
        return felt_error_set(error, FELT_ENOMEM, -1, "%s", felt_status_text(FELT_ENOMEM));
    free((char *)map->rows.bytes);
    map->rows = copy;
    return FELT_OK;
}

felt_status felt_record_map_set(felt_record_map *map, felt_text key, felt_text value, felt_error *error)
{
    felt_text called;
    key = text_trim(key);
    value = text_trim(value).length > 0 ? text_trim(value) : value; /* a tab is a separator, too */
    if (key.length == 0 || value.length == 0 || key.length > FELT_RECORD_MAP_TEXT_MAX || value.length > FELT_RECORD_MAP_TEXT_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found '%.*s' = '%.*s', expected a name on both sides, of at most %d bytes",
                              (int)(key.length > 40 ? 40 : key.length), key.bytes, (int)(value.length > 40 ? 40 : value.length),
                              value.bytes, (int)FELT_RECORD_MAP_TEXT_MAX);
    if (felt_text_is(key, "separator"))
        return choose(map, separators, "separator", value, "comma, semicolon, tab or pipe", &map->separator, error);
    if (felt_text_is(key, "decimal"))
        return choose(map, decimals, "decimal", value, "point or comma", &map->decimal, error);
    if (felt_text_is(key, "dice"))
        return set_dice(map, value, error);
    if (felt_text_is(key, "rows"))
        return set_rows(map, value, error);
    if (takes_value(key, "hand", &called))
        return add_entry(map, MAP_HAND, called, value, error);
    if (takes_value(key, "event", &called))
        return add_entry(map, MAP_EVENT, called, value, error);
    if (takes_value(key, "wager", &called))
        return add_entry(map, MAP_WAGER, called, value, error);
    return add_entry(map, MAP_COLUMN, key, value, error);
}

felt_status felt_record_map_name(felt_record_map *map, felt_text name, felt_error *error)
{
    if (name.length == 0 || name.length > FELT_RECORD_MAP_TEXT_MAX)
        return felt_error_set(error, FELT_EDATA, -1, "found a name of %zu bytes, expected 1 to %d", name.length,
                              (int)FELT_RECORD_MAP_TEXT_MAX);
    return add_entry(map, MAP_NAME, name, name, error);
}

/* ---- files ---- */

static felt_text unquote(felt_text text)
{
    text = text_trim(text);
    if (text.length >= 2 && text.bytes[0] == '"' && text.bytes[text.length - 1] == '"')
        return (felt_text){text.bytes + 1, text.length - 2};
    return text;
}

static felt_status read_line(felt_record_map *map, felt_text line, felt_error *error)
{
    size_t equals = 0;
    bool quoted = false;
    if (line.length > 0 && line.bytes[line.length - 1] == '\r')
        line.length--;
    line = text_trim(line);
    if (line.length == 0 || line.bytes[0] == '#')
        return FELT_OK;
    while (equals < line.length && (quoted || line.bytes[equals] != '='))
        quoted ^= line.bytes[equals++] == '"';
    if (equals == line.length)
        return felt_error_set(error, FELT_EDATA, -1, "found '%.*s', expected KEY = VALUE", (int)(line.length > 40 ? 40 : line.length),
                              line.bytes);
    return felt_record_map_set(map, (felt_text){line.bytes, equals},
                               unquote((felt_text){line.bytes + equals + 1, line.length - equals - 1}), error);
}

felt_status felt_record_map_read(felt_record_map *map, felt_text file, felt_error *error)
{
    uint64_t line = 1;
    if (file.length > FELT_RECORD_MAP_BYTES_MAX)
        return felt_error_set(error, FELT_ELIMIT, -1, "found %zu bytes, expected a map of at most %d", file.length,
                              (int)FELT_RECORD_MAP_BYTES_MAX);
    map->saying++;
    for (size_t at = 0; at < file.length; line++) {
        const char *end = memchr(file.bytes + at, '\n', file.length - at);
        size_t length = end == NULL ? file.length - at : (size_t)(end - file.bytes) - at;
        felt_status status = read_line(map, (felt_text){file.bytes + at, length}, error);
        if (status != FELT_OK) {
            if (error != NULL)
                error->line = line;
            return status;
        }
        at += length + 1;
    }
    map->saying++;
    return FELT_OK;
}
