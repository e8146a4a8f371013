/* src/report/json_out.c - JSON that is whole or not there at all. */
#include "json_out.h"

#include <stdlib.h>

static void drop(json_t **whole)
{
    json_decref(*whole);
    *whole = NULL;
}

void out_json_put(json_t **whole, const char *key, json_t *value)
{
    if (json_object_set_new(*whole, key, value) != 0)
        drop(whole);
}

void out_json_add(json_t **whole, json_t *value)
{
    if (json_array_append_new(*whole, value) != 0)
        drop(whole);
}

json_t *out_json_text(felt_text text)
{
    if (text.bytes == NULL)
        return NULL;
    json_t *value = json_stringn(text.bytes, text.length);
    if (value == NULL) /* no UTF-8, or no memory: the second try tells which, since without any the copy fails as well */
        value = json_stringn(text.bytes, text.length);
    char *room = value != NULL ? NULL : malloc(text.length + 1);
    if (room == NULL)
        return value;
    felt_text printable = felt_text_printable(text, room);
    value = json_stringn(printable.bytes, printable.length);
    free(room);
    return value;
}

/* json_dumps drops what it has no memory for in some places and goes on. The arena remembers it. */
static int write_bytes(const char *bytes, size_t size, void *out)
{
    out_bytes(out, bytes, size);
    return 0;
}

felt_status out_json_line(text_out *out, json_t *whole)
{
    bool written = whole != NULL && json_dump_callback(whole, write_bytes, out, JSON_COMPACT | JSON_ENCODE_ANY) == 0;
    json_decref(whole);
    return written && !felt_arena_ran_out(out->arena) ? FELT_OK : FELT_ENOMEM;
}

felt_status out_json_finish(felt_arena *arena, json_t *whole, unsigned digits, felt_text *ret)
{
    text_out out = {.arena = arena};
    bool written = whole != NULL && json_dump_callback(whole, write_bytes, &out, JSON_INDENT(2) | JSON_REAL_PRECISION(digits)) == 0;
    json_decref(whole);
    out_bytes(&out, "\n", 1);
    return written ? out_finish(&out, ret) : FELT_ENOMEM;
}
