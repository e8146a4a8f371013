/* src/report/par_cover.c - what the cover of a PAR document says, read from a small file of lines such as "number: PAR-17". */
#include <felt/par.h>

#include <stdio.h>

typedef struct cover_key {
    const char *name;
    size_t offset; /* of its felt_text in a felt_par_cover */
} cover_key;

static const cover_key keys[] = {
    {"title", offsetof(felt_par_cover, title)},         {"number", offsetof(felt_par_cover, number)},
    {"revision", offsetof(felt_par_cover, revision)},   {"jurisdiction", offsetof(felt_par_cover, jurisdiction)},
    {"requester", offsetof(felt_par_cover, requester)}, {"laboratory", offsetof(felt_par_cover, laboratory)},
    {"received", offsetof(felt_par_cover, received)},   {"issued", offsetof(felt_par_cover, issued)},
};

enum { KEYS = sizeof keys / sizeof *keys };

static felt_text trimmed(felt_text text)
{
    while (text.length > 0 && (text.bytes[0] == ' ' || text.bytes[0] == '\t'))
        text = (felt_text){text.bytes + 1, text.length - 1};
    while (text.length > 0 && (text.bytes[text.length - 1] == ' ' || text.bytes[text.length - 1] == '\t'))
        text.length--;
    return text;
}

felt_status felt_par_cover_set(felt_par_cover *cover, felt_text key, felt_text value, felt_error *error)
{
    value = trimmed(value);
    for (int i = 0; i < KEYS; i++) {
        if (!felt_text_is(key, keys[i].name))
            continue;
        if (!felt_text_is_printable(value) || value.length > FELT_PAR_COVER_BYTES_MAX)
            return felt_error_set(error, FELT_EDATA, -1, "found a %s that cannot be printed, expected at most %d bytes of text on one line",
                                  keys[i].name, FELT_PAR_COVER_BYTES_MAX);
        *(felt_text *)(void *)((char *)cover + keys[i].offset) = value;
        return FELT_OK;
    }
    char names[160] = "";
    for (int i = 0, used = 0; i < KEYS; i++)
        used += snprintf(names + used, sizeof names - (size_t)used, "%s%s", i == 0 ? "" : i + 1 < KEYS ? ", " : " or ", keys[i].name);
    bool shown = key.length <= 40 && felt_text_is_printable(key);
    return felt_error_set(error, FELT_EDATA, -1, "found %.*s, expected %s", FELT_TEXT_ARGS(shown ? key : felt_text_from("something else")),
                          names);
}

static felt_status read_line(felt_par_cover *cover, felt_text line, felt_error *error)
{
    line = trimmed(line);
    if (line.length == 0 || line.bytes[0] == '#')
        return FELT_OK;
    const char *colon = memchr(line.bytes, ':', line.length);
    if (colon == NULL)
        return felt_error_set(error, FELT_EDATA, -1, "found a line without a colon, expected such as \"number: PAR-17\"");
    size_t before = (size_t)(colon - line.bytes);
    return felt_par_cover_set(cover, trimmed((felt_text){line.bytes, before}), (felt_text){colon + 1, line.length - before - 1}, error);
}

felt_status felt_par_cover_read(felt_text text, felt_par_cover *ret, felt_error *error)
{
    felt_par_cover cover = *ret;
    if (text.length >= 3 && memcmp(text.bytes, "\xEF\xBB\xBF", 3) == 0)
        text = (felt_text){text.bytes + 3, text.length - 3};
    for (uint64_t number = 1; text.length > 0; number++) {
        const char *newline = memchr(text.bytes, '\n', text.length);
        size_t length = newline == NULL ? text.length : (size_t)(newline - text.bytes);
        felt_text line = {text.bytes, length > 0 && text.bytes[length - 1] == '\r' ? length - 1 : length};
        felt_status status = read_line(&cover, line, error);
        if (status != FELT_OK) {
            if (error != NULL)
                error->line = number;
            return status;
        }
        length += newline != NULL;
        text = (felt_text){text.bytes + length, text.length - length};
    }
    *ret = cover;
    return FELT_OK;
}
