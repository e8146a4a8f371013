/* src/form/text.c - JSON without white space, in bytes that grow. */
#include "form.h"

#include <stdio.h>
#include <stdlib.h>

void form_put_bytes(form_text *t, const char *bytes, size_t length)
{
    if (t->length + length > t->capacity && !t->failed) {
        size_t capacity = 2 * t->capacity + length + 1024;
        char *larger = realloc(t->bytes, capacity);
        t->failed = larger == NULL;
        if (larger != NULL) {
            t->bytes = larger;
            t->capacity = capacity;
        }
    }
    if (t->failed || length == 0)
        return;
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
}

void form_put(form_text *t, const char *text)
{
    form_put_bytes(t, text, strlen(text));
}

/* By hand: a machine has as many numbers as snprintf would take longer for than everything else. */
void form_put_number(form_text *t, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        digits[--at] = '-';
    form_put_bytes(t, digits + at, sizeof digits - at);
}

void form_put_fraction(form_text *t, int64_t num, int64_t den)
{
    form_put(t, "[");
    form_put_number(t, num);
    form_put(t, ",");
    form_put_number(t, den);
    form_put(t, "]");
}

void form_put_truth(form_text *t, bool truth)
{
    form_put(t, truth ? "true" : "false");
}

void form_put_string(form_text *t, felt_text text)
{
    size_t plain = 0; /* where the bytes begin that have not been put yet */
    form_put(t, "\"");
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.bytes[i];
        if (byte != '"' && byte != '\\' && byte >= 0x20)
            continue;
        char escaped[FELT_JSON_BYTE_MAX];
        felt_text_json(text.bytes[i], escaped);
        form_put_bytes(t, text.bytes + plain, i - plain);
        form_put(t, escaped);
        plain = i + 1;
    }
    form_put_bytes(t, text.bytes + plain, text.length - plain);
    form_put(t, "\"");
}

void form_next(form_text *t)
{
    char last = t->length == 0 ? '[' : t->bytes[t->length - 1];
    if (last != '[' && last != '{' && last != ':' && !t->failed)
        form_put(t, ",");
}

felt_status form_finish(form_text *t, felt_arena *arena, felt_text *ret)
{
    felt_text copy = t->failed ? (felt_text){NULL, 0} : felt_arena_copy(arena, (felt_text){t->bytes, t->length});
    free(t->bytes);
    *t = (form_text){.bytes = NULL};
    if (copy.bytes == NULL)
        return FELT_ENOMEM;
    *ret = copy;
    return FELT_OK;
}
