/* src/base/json.h - JSON that is read, or is none, or for which there was no memory: told apart. */
#ifndef FELT_SRC_BASE_JSON_H
#define FELT_SRC_BASE_JSON_H

#include <felt/status.h>
#include <felt/text.h>
#include <jansson.h>
#include <stdlib.h>

/* Parses a text once. Where there is no memory for a string, the parser calls it an invalid token, or leaves some of it out without a
 * word; so what is wrong with the result may be that. *ret is to be given up with json_decref; no member may be there twice. FELT_EDATA:
 * `why` says why. FELT_ENOMEM. */
static inline felt_status json_parse_once(felt_text text, json_t **ret, json_error_t *why)
{
    json_t *read = json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES, why);
    if (read == NULL)
        return why->text[0] == '\0' || json_error_code(why) == json_error_out_of_memory ? FELT_ENOMEM : FELT_EDATA;
    *ret = read;
    return FELT_OK;
}

/* Parses a text twice, and believes what is the same. */
static inline felt_status json_parse(felt_text text, json_t **ret, json_error_t *why)
{
    json_t *first = NULL, *second = NULL;
    felt_status status = json_parse_once(text, &first, why), again = json_parse_once(text, &second, why);
    if (status == FELT_OK && again == FELT_OK && json_equal(first, second))
        *ret = first;
    else {
        status = status == FELT_EDATA && again == FELT_EDATA ? FELT_EDATA : FELT_ENOMEM;
        json_decref(first);
    }
    json_decref(second);
    return status;
}

/* A value as text without white space, ended by NUL and to be freed; NULL: there is no memory. The library's own function leaves names out
 * where there is none. */
static inline char *json_write(const json_t *value, size_t flags)
{
    size_t size = json_dumpb(value, NULL, 0, JSON_COMPACT | flags);
    char *text = size == 0 ? NULL : malloc(size + 1);
    if (text == NULL)
        return NULL;
    if (json_dumpb(value, text, size, JSON_COMPACT | flags) != size) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

#endif
