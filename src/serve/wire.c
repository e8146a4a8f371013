/* src/serve/wire.c - JSON written piece by piece. */
#include "wire.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void wire_free(wire *w)
{
    free(w->text);
    *w = (wire){.text = NULL};
}

void wire_clear(wire *w)
{
    w->length = 0;
    w->comma = w->failed = false;
}

felt_text wire_written(const wire *w)
{
    return (felt_text){w->text == NULL ? "" : w->text, w->length};
}

/* Room for `more` bytes; NULL: there is none. */
static char *room(wire *w, size_t more)
{
    if (w->failed)
        return NULL;
    if (w->length + more > w->capacity) {
        size_t wanted = 2 * (w->length + more) + 256;
        char *larger = realloc(w->text, wanted);
        if (larger == NULL) {
            w->failed = true;
            return NULL;
        }
        w->text = larger;
        w->capacity = wanted;
    }
    char *at = w->text + w->length;
    w->length += more;
    return at;
}

static void put(wire *w, const char *bytes, size_t count)
{
    char *at = room(w, count);
    if (at != NULL && count > 0)
        memcpy(at, bytes, count);
}

/* What stands before a value or a key. */
static void begin(wire *w)
{
    if (w->comma)
        put(w, ",", 1);
    w->comma = true;
}

void wire_open(wire *w, char bracket)
{
    begin(w);
    put(w, &bracket, 1);
    w->comma = false;
}

void wire_close(wire *w, char bracket)
{
    put(w, &bracket, 1);
    w->comma = true;
}

/* A byte that is no part of UTF-8, as at the end of a text that was cut, becomes U+FFFD: a client drops a connection for it. */
static void put_escaped(wire *w, felt_text text)
{
    put(w, "\"", 1);
    size_t plain = 0;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.bytes[i];
        if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\')
            continue;
        size_t letter = c < 0x80 ? 0 : felt_text_decode((felt_text){text.bytes + i, text.length - i}, NULL);
        if (letter > 0) {
            i += letter - 1;
            continue;
        }
        char escape[FELT_JSON_BYTE_MAX] = "\xEF\xBF\xBD";
        size_t length = c < 0x80 ? felt_text_json((char)c, escape) : 3;
        put(w, text.bytes + plain, i - plain);
        put(w, escape, length);
        plain = i + 1;
    }
    put(w, text.bytes + plain, text.length - plain);
    put(w, "\"", 1);
}

void wire_key(wire *w, const char *key)
{
    begin(w);
    size_t length = strlen(key);
    char *at = room(w, length + 3);
    if (at != NULL) {
        at[0] = '"';
        memcpy(at + 1, key, length);
        memcpy(at + 1 + length, "\":", 2);
    }
    w->comma = false;
}

void wire_text(wire *w, felt_text text)
{
    begin(w);
    put_escaped(w, text);
}

void wire_number(wire *w, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        digits[--at] = '-';
    begin(w);
    put(w, digits + at, sizeof digits - at);
}

void wire_bool(wire *w, bool yes)
{
    begin(w);
    put(w, yes ? "true" : "false", yes ? 4 : 5);
}

void wire_null(wire *w)
{
    begin(w);
    put(w, "null", 4);
}

void wire_raw(wire *w, felt_text json)
{
    begin(w);
    put(w, json.bytes, json.length);
}

void wire_put_text(wire *w, const char *key, felt_text text)
{
    wire_key(w, key);
    wire_text(w, text);
}

void wire_put_string(wire *w, const char *key, const char *text)
{
    wire_put_text(w, key, felt_text_from(text));
}

void wire_put_number(wire *w, const char *key, int64_t number)
{
    wire_key(w, key);
    wire_number(w, number);
}

void wire_put_money(wire *w, const char *key, felt_money money)
{
    wire_put_number(w, key, money.minor);
}

void wire_put_bool(wire *w, const char *key, bool yes)
{
    wire_key(w, key);
    wire_bool(w, yes);
}

void wire_put_hex(wire *w, const char *key, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    wire_key(w, key);
    begin(w);
    char *at = room(w, 2 * count + 2);
    if (at == NULL)
        return;
    *at++ = '"';
    for (size_t i = 0; i < count; i++) {
        *at++ = digits[bytes[i] >> 4];
        *at++ = digits[bytes[i] & 15];
    }
    *at = '"';
}
