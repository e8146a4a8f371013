/* src/base/json_quick.h - JSON of strangers, parsed once where that is enough: what the parser made is measured against the text.
 *
 * Where there is no memory, the parser leaves bytes of a string or digits of a number out without a word. A message of which nothing is
 * missing has as many of them in its values as in its text; where that cannot be said so easily (escapes, fractions), it is parsed
 * again. */
#ifndef FELT_SRC_BASE_JSON_QUICK_H
#define FELT_SRC_BASE_JSON_QUICK_H

#include "json.h"

#include <string.h>

/* Bytes of all strings and names, and of all numbers. Requires JSON. Returns false where there are escapes or fractions. */
static inline bool json_measure_text(felt_text text, size_t *ret_strings, size_t *ret_numbers)
{
    size_t strings = 0, numbers = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.bytes[i];
        if (c == '"') {
            size_t end = i + 1;
            while (end < text.length && text.bytes[end] != '"' && text.bytes[end] != '\\')
                end++;
            if (end == text.length || text.bytes[end] == '\\')
                return false;
            strings += end - i - 1;
            i = end;
        } else if ((c >= '0' && c <= '9') || c == '-')
            numbers++;
        else if (c == '.' || c == 'E')
            return false;
    }
    *ret_strings = strings;
    *ret_numbers = numbers;
    return true;
}

static inline size_t json_digits(json_int_t number)
{
    size_t count = number < 0 ? 2 : 1;
    for (; number > 9 || number < -9; number /= 10)
        count++;
    return count;
}

/* The same of a value. Returns false where a number is no whole one. */
static inline bool json_measure(json_t *value, size_t *strings, size_t *numbers)
{
    bool good = true;
    if (json_is_string(value))
        *strings += json_string_length(value);
    else if (json_is_integer(value))
        *numbers += json_digits(json_integer_value(value));
    else if (json_is_real(value))
        return false;
    for (size_t i = 0; json_is_array(value) && good && i < json_array_size(value); i++)
        good = json_measure(json_array_get(value, i), strings, numbers);
    for (void *at = json_object_iter(value); at != NULL && good; at = json_object_iter_next(value, at)) {
        *strings += strlen(json_object_iter_key(at));
        good = json_measure(json_object_iter_value(at), strings, numbers);
    }
    return good;
}

/* As json_parse. What the parser will need for its longest piece must be there before: it ends the process where it has none for a long
 * number. */
static inline felt_status json_parse_quick(felt_text text, json_t **ret, json_error_t *why)
{
    size_t strings = 0, numbers = 0, found_strings = 0, found_numbers = 0;
    json_t *read = NULL;
    void *room = malloc(2 * text.length + 64);
    if (room == NULL)
        return FELT_ENOMEM;
    free(room);
    if (json_parse_once(text, &read, why) == FELT_OK && json_measure_text(text, &strings, &numbers) &&
        json_measure(read, &found_strings, &found_numbers) && strings == found_strings && numbers == found_numbers) {
        *ret = read;
        return FELT_OK;
    }
    json_decref(read);
    return json_parse(text, ret, why);
}

#endif
