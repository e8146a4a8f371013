/* src/serve/wire.h - JSON written piece by piece into one growing text, for messages of which thousands are written in a second.
 *
 * Commas come by themselves. A text that could not grow is marked `failed`, and everything after that is left out. */
#ifndef FELT_SRC_SERVE_WIRE_H
#define FELT_SRC_SERVE_WIRE_H

#include <felt/money.h>
#include <felt/text.h>

typedef struct wire {
    char *text;
    size_t length, capacity;
    bool comma; /* before the next value or key */
    bool failed;
} wire;

void wire_free(wire *w);
void wire_clear(wire *w); /* keeps its memory */
felt_text wire_written(const wire *w);

void wire_open(wire *w, char bracket); /* '{' or '[' */
void wire_close(wire *w, char bracket);
void wire_key(wire *w, const char *key); /* plain letters */
void wire_text(wire *w, felt_text text);
void wire_number(wire *w, int64_t number);
void wire_bool(wire *w, bool yes);
void wire_null(wire *w);
void wire_raw(wire *w, felt_text json); /* a value that is written already */

/* A key and its value. */
void wire_put_text(wire *w, const char *key, felt_text text);
void wire_put_string(wire *w, const char *key, const char *text);
void wire_put_number(wire *w, const char *key, int64_t number);
void wire_put_money(wire *w, const char *key, felt_money money);
void wire_put_bool(wire *w, const char *key, bool yes);
void wire_put_hex(wire *w, const char *key, const uint8_t *bytes, size_t count);

#endif
